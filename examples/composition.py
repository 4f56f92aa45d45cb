"""Composition: two actions in sequence as one action."""

from whoknows import KripkeModel, bisimilar, compose, peek, public_change

# "A coin is under a cup. Nobody knows which side is up."
coin = KripkeModel.s5(
    worlds={"up": {"heads"}, "down": set()},
    partitions={"anne": [["up", "down"]], "bill": [["up", "down"]]},
    actual="up",
)

# "Anne peeks. Then somebody turns the coin over while both watch."
look, turn = peek("heads", by="anne"), public_change({"heads": "~heads"})
one_by_one = coin.update(look).update(turn)

# "As one action: its events are pairs, and the second preconditions are formulas about the model before both."
both = compose(look, turn)
print("Its events:", ", ".join(both.events))
at_once = coin.update(both)

# "In the other order it is another action: she peeks after the coin was turned."
turned_first = compose(turn, look)
needs = [str(event.pre) for event in turned_first.events.values()]
print("Which need:", needs)

assert at_once.holds("K_anne ~heads & ~Kw_bill heads")
assert bisimilar(one_by_one, at_once)
assert bisimilar(coin.update(turn).update(look), coin.update(turned_first))
assert needs == ["¬heads", "¬¬heads"]
