"""Lies: what is false can be said and believed, and what may come of it."""

from whoknows import KripkeModel, PreconditionFailed, believed_announcement, bluff, lie

# "Anne has a card, red or black, and Bill does not see it. It is black."
cards = KripkeModel.s5(
    worlds={"red": {"red"}, "black": set()},
    partitions={"anne": [["red"], ["black"]], "bill": [["red", "black"]]},
    actual="black",
)

# "Anne says that it is red. Bill believes her."
said = cards.update(lie("red", by="anne"))
print("Bill believes that it is red:", said.holds("B_bill red"))

# "Bill believes that Anne believes it, too. Anne knows better, and knows what he believes."
bill = "~red & B_bill red & B_bill B_anne red"
anne = "B_anne ~red & B_anne B_bill red"

# "Whether it was a truth, a lie or a bluff need not be said: what she believes decides."
decided = cards.update(believed_announcement("red", by="anne"))

# "The same sentence would have been no lie, had the card been red."
try:
    cards.at("red").update(lie("red", by="anne"))
except PreconditionFailed as refusal:
    print("Refused:", refusal)
    refused = True

# "Bill, who has not seen the card, can only bluff."
bluffing = cards.update(bluff("red", by="bill"))

assert said.holds(bill)
assert said.holds(anne)
assert decided.holds(bill)
assert refused
# "Anne has seen the card, and believes Bill anyway: the credulous end up believing everything."
assert bluffing.holds("B_anne false")
