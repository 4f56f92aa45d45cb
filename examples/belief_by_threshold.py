"""Belief by threshold: an agent believes what holds at all worlds with enough weight."""

from whoknows import Evidence, KripkeModel, Trust

# "One of three players is the saboteur. John suspects Bob most, Mary suspects everybody equally."
players = ["anne", "bob", "cath"]
worlds = {player: {f"saboteur({player})"} for player in players}
m = KripkeModel.s5(
    worlds,
    {"john": [players], "mary": [players]},
    actual="cath",
    weights={"john": {"anne": 0.5, "bob": 0.6, "cath": 0.5}, "mary": dict.fromkeys(players, 0.5)},
    threshold=0.4,
)
print("Nobody is ruled out by John:", sorted(m.believed("john")))

# "Bob has repaired two tunnels: that is evidence that he is not the saboteur."
mended = m
for _ in range(2):
    mended = mended.update(Evidence("john", "~saboteur(bob)", gain=0.05, loss=0.15))
print("John's weights:", {world: str(weight) for world, weight in mended.weights("john").items()})

# "Now John believes that it is not Bob. He does not know it."
john = "B_john ~saboteur(bob) & ~K_john ~saboteur(bob)"

# "Then Bob takes a card that an honest player would not take: the suspicion returns."
back = mended.update(Evidence("john", "saboteur(bob)", gain=0.1, loss=0))

# "Mary does not believe what John believes, but she trusts his judgement: her weights move far towards his."
trusting = mended.update(Trust("mary", "john", rate=0.9))

assert m.holds("~B_john ~saboteur(bob)")
assert mended.holds(john)
assert mended.believed("john") == {"anne", "cath"}
assert mended.possible("john") == {"anne", "bob", "cath"}
assert back.holds("~B_john ~saboteur(bob)")
assert mended.holds("~B_mary ~saboteur(bob)")
assert trusting.holds("B_mary ~saboteur(bob)")
# "The same model answers what John believes about what Mary believes."
assert trusting.holds("B_john B_mary ~saboteur(bob)")
