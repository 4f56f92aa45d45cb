"""A private announcement: some are told, and the others believe that nothing has happened."""

from whoknows import KripkeModel, announcement, private_announcement

# "It rains. Neither Anne nor Bill knows it."
start = KripkeModel.s5(
    worlds={"wet": {"rain"}, "dry": set()},
    partitions={"anne": [["wet", "dry"]], "bill": [["wet", "dry"]]},
    actual="wet",
)

# "A note tells Anne that it rains. Bill does not notice."
told = start.update(private_announcement("rain", to=["anne"]))
print("Worlds now:", ", ".join(map(str, told.worlds)))

# "Anne knows it. Bill believes that she does not, and she knows that he is wrong."
anne = "B_anne rain"
bill = "B_bill ~B_anne rain & B_anne B_bill ~B_anne rain"

# "What Bill has is belief now, and no longer knowledge: his relation is not reflexive."
frame = told.frame_properties("bill")
print("Bill's relation is", ", ".join(sorted(frame)))

# "Had the others noticed that Anne reads a note, nobody would be wrong."
noticed = start.announce("rain", to=["anne"])

# "Had it been said to all, all would know it, and know that they do."
public = start.update(announcement("rain"))

assert told.holds(anne)
assert told.holds(bill)
assert told.holds("B_bill ~B_bill rain & ~B_bill ~rain")
assert frame == {"serial", "transitive", "euclidean"}
assert noticed.holds("K_anne rain & K_bill Kw_anne rain & ~Kw_bill rain")
assert public == start.announce("rain")
assert public.holds("C rain")
