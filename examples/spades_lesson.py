"""What a bid of three reveals: East bids at Spades, and North counts the deals, of 5.4e28, that fit the bid."""

from fractions import Fraction
from math import comb

from whoknows import SymbolicModel, deal, exactly

# "Fifty-two cards, thirteen to each of four players. Each player sees their own cards."
cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
law = deal(cards, dict.fromkeys("NESW", 13))
table = SymbolicModel(law.atoms, law, observes={player: law.hand(player) for player in "NESW"})

# "East bids as many tricks as East has of nine cards: aces, kings, and the queen of spades. All know that. So each bid
# is an atom: it is true of the hands from which East makes it."
high = [f"has(E,{card})" for card in ("SA", "SK", "SQ", "HA", "HK", "DA", "DK", "CA", "CK")]
table = table.define({f"bid(E)={bid}": exactly(bid, high) for bid in range(10)})

# "North has one of the nine, and East three."
hands = {
    "N": "S8 S4 HK HJ H7 H2 DQ DT D6 CJ C9 C5 C2",
    "E": "SJ S9 S7 S3 HA HT H4 DK D8 D2 CK C6 C3",
    "S": "SA SQ ST H9 H8 H6 DA D9 D7 D3 CT C8 C4",
    "W": "SK S6 S5 S2 HQ H5 H3 DJ D5 D4 CA CQ C7",
}
here = table.at({f"has({who},{card})" for who, hand in hands.items() for card in hand.split()} | {"bid(E)=3"})

# "Before the bid each card that North does not see is with East in one of three deals. What a bid would say, North
# knows before East says a word: nil rules out the ace of spades, eight leaves no other place for it."
before = here.degree("N", "has(E,SA)")
promise = here.holds("K_N ((bid(E)=0 -> ~has(E,SA)) & (bid(E)=8 -> has(E,SA)) & ~bid(E)=9)")

# "How likely is each bid to North, and how likely the ace with it? The others have eight of the nine cards, so North
# expects 8/3 of East: a bid of two makes the ace less likely, and a bid of three more likely."
with_ace = {}
for bid in range(9):
    likely = here.degree("N", f"bid(E)={bid}")
    with_ace[bid] = here.degree("N", f"bid(E)={bid} & has(E,SA)") / likely
    print(f"{bid} is bid with a chance of {float(likely):.4f}; then East has the ace with {float(with_ace[bid]):.3f}.")

# "East bids three. North knows no card of East's; the bid is common knowledge. The ten cards without a high one are
# among 31 others, so a low card has become less likely."
told = here.announce("bid(E)=3")
unsure = told.holds("C bid(E)=3 & ~Kw_N has(E,SA) & ~Kw_N has(E,C3)")
low = told.degree("N", "has(E,C3)")

# "To East and West the bid says different things: East knew it. West has two of the nine cards and now thinks that
# the ace of spades is with East in three deals of seven, where it was one of three."
others = told.degree("W", "has(E,SA)")

# "How a suit splits is a count as well: of nine hearts that North does not see, four with East and three with West."
hearts = {who: [f"has({who},{card})" for card in cards if card[0] == "H"] for who in "EW"}
suits = here.define({"hearts(E)=4": exactly(4, hearts["E"]), "hearts(W)=3": exactly(3, hearts["W"])})
split = suits.degree("N", "hearts(E)=4 & hearts(W)=3")

assert (before, promise, unsure) == (Fraction(1, 3), True, True)
assert [with_ace[bid] for bid in range(9)] == [Fraction(bid, 8) for bid in range(9)]
assert (low, others) == (Fraction(10, 31), Fraction(3, 7))
assert split == Fraction(comb(9, 4) * comb(30, 9) * comb(5, 3) * comb(21, 10), comb(39, 13) * comb(26, 13))
