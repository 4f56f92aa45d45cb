"""Plausibility: soft information changes what an agent believes, and leaves what she knows."""

from whoknows import KripkeModel, conservative_upgrade, radical_upgrade

# "Tweety is a bird or a fish; Anne takes a bird for most plausible, a flying one above all, then a penguin."
m = KripkeModel.s5(
    worlds={"sparrow": {"bird", "flies"}, "penguin": {"bird"}, "fish": set()},
    partitions={"anne": [["sparrow", "penguin", "fish"]]},
    actual="penguin",
    ranks={"anne": {"sparrow": 0, "penguin": 1, "fish": 2}},
)

# "She believes that Tweety flies. If she learned that he does not, she would still believe that he is a bird."
anne = "B_anne flies & B_anne[~flies] bird"

# "That belief would not survive the truth; that Tweety is a bird would: it is safe."
safe = "Bsafe_anne bird & ~Bsafe_anne flies"

# "Somebody she trusts says: he does not fly. All worlds where he does not come before those where he does."
radical = m.update(radical_upgrade("~flies"))
print("Radically:", sorted(radical.believed("anne")))

# "Less trust moves only the best of them to the front."
conservative = m.update(conservative_upgrade("~flies"))

# "The two agree on what she believes now, but not on what she would believe next."
then = "B_anne[~(bird & ~flies)] flies"

# "Hard information takes worlds away: now she knows."
hard = m.announce("~flies")

assert m.holds(anne)
assert m.holds(safe)
assert radical.believed("anne") == conservative.believed("anne") == {"penguin"}
assert radical.holds("B_anne ~flies & ~K_anne ~flies")
assert conservative.holds(then)
assert not radical.holds(then)
assert hard.holds("K_anne ~flies & B_anne bird")
