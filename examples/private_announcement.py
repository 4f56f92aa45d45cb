"""A private announcement: some agents hear it, and the others believe that nothing happened."""

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

# "Anne knows it. Bill believes that she does not know it, and she knows that he is wrong."
anne = "B_anne rain"
bill = "B_bill ~B_anne rain & B_anne B_bill ~B_anne rain"

# "Bill now has beliefs and not knowledge: his relation is not reflexive."
frame = told.frame_properties("bill")
print("Bill's relation is", ", ".join(sorted(frame)))

# "If the others notice that Anne reads a note, nobody is wrong."
noticed = start.announce("rain", to=["anne"])

# "If all agents hear it, it is common knowledge."
public = start.update(announcement("rain"))

assert told.holds(anne)
assert told.holds(bill)
assert told.holds("B_bill ~B_bill rain & ~B_bill ~rain")
assert frame == {"serial", "transitive", "euclidean"}
assert noticed.holds("K_anne rain & K_bill Kw_anne rain & ~Kw_bill rain")
assert public == start.announce("rain")
assert public.holds("C rain")
