"""Distinguishing formulas: whether two models are bisimilar, and if not, a formula that tells them apart."""

from whoknows import KripkeModel, bisimilar, distinguishing_formula, peek, private_announcement

# "A coin is under a cup, heads up."
coin = KripkeModel.s5(
    worlds={"up": {"heads"}, "down": set()},
    partitions={"anne": [["up", "down"]], "bill": [["up", "down"]]},
    actual="up",
)

# "Anne peeks, and Bill sees that she does. Or she peeks, and he does not notice."
noticed = coin.update(peek("heads", by="anne"))
unnoticed = coin.update(peek("heads", by="anne", noticed=False))

# "Which formula is true in the first model and false in the second?"
formula = distinguishing_formula(noticed, unnoticed)
print("Only if Bill has noticed:", formula)

# "Peeking unnoticed and a secret announcement of heads lead to bisimilar models."
told = coin.update(private_announcement("heads", to="anne"))
nothing = distinguishing_formula(unnoticed, told)

assert noticed.holds(formula)
assert not unnoticed.holds(formula)
assert not bisimilar(noticed, unnoticed)
assert nothing is None
assert bisimilar(unnoticed, told)
