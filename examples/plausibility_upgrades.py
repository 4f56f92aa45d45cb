"""Plausibility: soft information changes beliefs, but not knowledge."""

from whoknows import KripkeModel, conservative_upgrade, radical_upgrade

# "Tweety is a bird or a fish; For Anne a flying bird is most plausible, then a penguin."
m = KripkeModel.s5(
    worlds={"sparrow": {"bird", "flies"}, "penguin": {"bird"}, "fish": set()},
    partitions={"anne": [["sparrow", "penguin", "fish"]]},
    actual="penguin",
    ranks={"anne": {"sparrow": 0, "penguin": 1, "fish": 2}},
)

# "She believes that Tweety flies. If she learned that he does not, she would still believe that he is a bird."
anne = "B_anne flies & B_anne[~flies] bird"

# "True information can remove that belief; it cannot remove the belief that Tweety is a bird, which is safe."
safe = "Bsafe_anne bird & ~Bsafe_anne flies"

# "Somebody she trusts says: he does not fly. All worlds where he does not fly become the most plausible."
radical = m.update(radical_upgrade("~flies"))
print("Radically:", sorted(radical.believed("anne")))

# "With less trust only the best of them move to the front."
conservative = m.update(conservative_upgrade("~flies"))

# "Both give the same belief now, but different beliefs after further information."
then = "B_anne[~(bird & ~flies)] flies"

# "Hard information removes worlds: now she knows it."
hard = m.announce("~flies")

assert m.holds(anne)
assert m.holds(safe)
assert radical.believed("anne") == conservative.believed("anne") == {"penguin"}
assert radical.holds("B_anne ~flies & ~K_anne ~flies")
assert conservative.holds(then)
assert not radical.holds(then)
assert hard.holds("K_anne ~flies & B_anne bird")
