"""Contraction: worlds that nobody can ever tell apart become one, and nothing changes but the size."""

from whoknows import KripkeModel, bisimilar, contract, may_read

# "Anne and Bill sit in a café. A letter for Anne says whether her shares have risen, and they have."
model = KripkeModel.s5(
    worlds={"up": {"risen"}, "down": set()},
    partitions={"anne": [["up", "down"]], "bill": [["up", "down"]]},
    actual="up",
)

# "Bill goes to the bar and comes back: she may have read it meanwhile. That happens four times."
sizes, small = [], []
large = contracted = model
for _ in range(4):
    large = large.update(may_read("risen", by="anne"), event="yes")
    contracted = contract(contracted.update(may_read("risen", by="anne"), event="yes"))
    sizes.append(len(large))
    small.append(len(contracted))
print("Worlds:", sizes, "and contracted:", small)

# "To read it twice is no more than to read it once: the two models answer every question alike."
question = "K_anne risen & ~Kw_bill risen & ~K_bill Kw_anne risen & K_bill (risen -> ~K_anne ~risen)"

assert sizes == [4, 8, 16, 32]
assert small == [4, 4, 4, 4]
assert bisimilar(large, contracted)
assert large.holds(question)
assert contracted.holds(question)
# "A smaller one that answers alike there is not."
assert contract(contracted) == contracted
