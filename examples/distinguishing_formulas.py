"""Distinguishing formulas: are two situations the same, and if not, who could tell by which question?"""

from whoknows import KripkeModel, bisimilar, distinguishing_formula, peek, private_announcement

# "A coin lies under a cup, heads up."
coin = KripkeModel.s5(
    worlds={"up": {"heads"}, "down": set()},
    partitions={"anne": [["up", "down"]], "bill": [["up", "down"]]},
    actual="up",
)

# "Anne peeks, and Bill sees that she does. Or she peeks, and he does not see it."
noticed = coin.update(peek("heads", by="anne"))
unnoticed = coin.update(peek("heads", by="anne", noticed=False))

# "What is true in the one, and false in the other?"
formula = distinguishing_formula(noticed, unnoticed)
print("Only if Bill has noticed:", formula)

# "To peek unnoticed, or to be told in secret that it is heads: nobody can tell which it was."
told = coin.update(private_announcement("heads", to="anne"))
nothing = distinguishing_formula(unnoticed, told)

assert noticed.holds(formula)
assert not unnoticed.holds(formula)
assert not bisimilar(noticed, unnoticed)
assert nothing is None
assert bisimilar(unnoticed, told)
