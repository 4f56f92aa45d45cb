"""Lies: false statements that are believed, and their effects."""

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

# "Bill also believes that Anne believes it. Anne knows that it is false, and knows what he believes."
bill = "~red & B_bill red & B_bill B_anne red"
anne = "B_anne ~red & B_anne B_bill red"

# "Anne's beliefs decide whether it was a truth, a lie or a bluff; the action need not say it."
decided = cards.update(believed_announcement("red", by="anne"))

# "With a red card the same sentence would not be a lie."
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
# "Anne has seen the card and believes Bill anyway: a credulous hearer ends up believing everything."
assert bluffing.holds("B_anne false")
