"""Beliefs about beliefs: nested to any depth, with a separate model for each player."""

from whoknows import Evidence, KripkeModel

# "One of three players is the saboteur. Each player knows their own role, and suspects the others equally."
players = ["anne", "bob", "cath"]
worlds = {player: {f"saboteur({player})"} for player in players}
own = {player: [[player], [other for other in players if other != player]] for player in players}
even = {player: dict.fromkeys(players, 0.5) for player in players}
table = KripkeModel.s5(worlds, own, actual="bob", weights=even, threshold=0.4)

# "Each player has a model of what all players believe."
heads = dict.fromkeys(players, table)


# "A player who sees Bob act changes their own model: their own weights, and those of everybody they see watching."
def seen(observers, watchers):
    for observer in observers:
        for watcher in watchers:
            evidence = Evidence(watcher, "saboteur(bob)", gain=0.1, loss=0.15)
            heads[observer] = heads[observer].update(evidence)


# "Bob breaks a lamp while Anne and Cath watch: both believe it, and believe that the other does, and so on."
seen(observers=players, watchers=["anne", "cath"])
suspicion = "B_anne saboteur(bob)"
nested = "B_cath (~saboteur(cath) -> B_anne (~saboteur(anne) -> saboteur(bob)))"
deep = "B_anne (~saboteur(cath) -> B_cath (~saboteur(anne) -> B_anne saboteur(bob)))"

# "Then only Anne finds a letter that clears him. Cath does not know it: only one of the models changes."
heads["anne"] = heads["anne"].update(Evidence("anne", "~saboteur(bob)", gain=0.5, loss=0.5))
print("Anne's own weights:", {w: str(x) for w, x in heads["anne"].weights("anne").items()})

assert table.holds("~B_anne saboteur(bob)")
assert heads["cath"].holds(f"{suspicion} & {nested} & {deep}")
assert heads["anne"].holds("B_anne saboteur(cath)")
# "So the models of Anne and Cath differ in what Anne believes."
assert not heads["anne"].holds(suspicion)
assert heads["cath"].holds(suspicion)
