"""Event models: events, the events that each agent considers possible, and changes of facts."""

from whoknows import Event, EventModel, KripkeModel

# "A coin is under a cup. Nobody knows which side is up."
coin = KripkeModel.s5(
    worlds={"up": {"heads"}, "down": set()},
    partitions={"anne": [["up", "down"]], "bill": [["up", "down"]]},
    actual="up",
)

# "Anne peeks. Bill sees that she does, but not the coin."
peek = EventModel.s5(
    events={"heads": Event(pre="heads"), "tails": Event(pre="~heads")},
    partitions={"anne": [["heads"], ["tails"]], "bill": [["heads", "tails"]]},
)
seen = coin.update(peek)
print("After the peek:", ", ".join(map(str, seen.worlds)))

# "Bill knows that she knows, and does not know it himself."
bill = "K_bill Kw_anne heads & ~Kw_bill heads"

# "A formula can also say, before the peek, what holds after it."
asked = coin.holds("~Kw_anne heads & [@peek] K_anne heads", actions={"peek": peek})
why = coin.check("[@peek] Kw_bill heads", actions={"peek": peek})
print(why.explain())

# "Then somebody turns the coin over while all watch: a fact changes, and everybody knows it."
turn = EventModel(events={"turn": Event(post={"heads": "~heads"})}, relations={}, others=[("turn", "turn")])
turned = seen.update(turn)

assert seen.holds(bill)
assert set(seen.worlds) == {"up·heads", "down·tails"}
assert asked
assert not why.holds
assert turned.holds("K_anne ~heads & ~Kw_bill heads & C Kw_anne heads")
