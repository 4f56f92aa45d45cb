"""Changing facts: in public, in private, and by shuffling."""

from whoknows import KripkeModel, private_change, public_change, shuffling

# "A light is on, and Anne and Bill see it."
room = KripkeModel.s5(worlds={"room": {"light"}}, partitions={"anne": [["room"]], "bill": [["room"]]}, actual="room")

# "Somebody switches it while both watch: now it is off."
switched = room.update(public_change({"light": "~light"}))

# "Anne switches it again, while Bill is out."
behind = switched.update(private_change({"light": "~light"}, to="anne"))
print("Bill believes that it is on:", behind.holds("B_bill light"), "- it is:", behind.holds("light"))

# "A ball is under the left of two cups; both have seen it."
cups = KripkeModel.s5(
    worlds={"table": {"left=ball", "right=nothing"}},
    partitions={"anne": [["table"]], "bill": [["table"]]},
    actual="table",
    atoms=["left=nothing", "right=ball"],
)

# "The cups may change places. Anne watches the hands, Bill does not."
shuffled = cups.update(shuffling(["left", "right"], ["ball", "nothing"], seen_by="anne"), event="left←right right←left")

assert switched.holds("C ~light")
assert behind.holds("light & B_anne (light & B_bill ~light) & B_bill C ~light")
assert cups.holds("C left=ball")
assert shuffled.holds("K_anne right=ball & ~Kv_bill left & K_bill Kv_anne left")
