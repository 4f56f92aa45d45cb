"""Contraction: bisimilar worlds are merged, which changes only the size of the model."""

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

# "Reading it twice is the same as reading it once: both models give the same answer to every question."
question = "K_anne risen & ~Kw_bill risen & ~K_bill Kw_anne risen & K_bill (risen -> ~K_anne ~risen)"

assert sizes == [4, 8, 16, 32]
assert small == [4, 4, 4, 4]
assert bisimilar(large, contracted)
assert large.holds(question)
assert contracted.holds(question)
# "No smaller model gives the same answers."
assert contract(contracted) == contracted
