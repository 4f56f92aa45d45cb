"""The deal: there are 10^28 ways to deal the cards; after the play of a famous hand, one is left."""

from fractions import Fraction
from pathlib import Path

from whoknows import Atom, SymbolicModel, conj, deal, plot_counts

# "Fifty-two cards, thirteen to each of four players. Each player sees their own cards."
cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
law = deal(cards, {"N": 13, "E": 13, "S": 13, "W": 13})
table = SymbolicModel(law.atoms, law, observes={player: law.hand(player) for player in "NESW"})

# "Whist, clubs are trumps: West, a Duke of Cumberland, lost all thirteen tricks and 20,000 pounds, as Richard Proctor
# tells in How to Play Whist (1885). Discards are unknown. Each card follows its player."
play = """WC7 NC8 EH6 SC2 ND2 EDJ SC3 WDK SC4 WC9 NCT EH7 ND3 EDQ SC5 WDA SC6 WCJ NCQ EH8 NCA ES6 SS2 WCK NDT ES7
SS3 WSQ ND9 ES8 SS4 WHJ ND8 ES9 SS5 WHQ ND7 EH9 SH2 WHK ND6 EHT SH3 WSK ND5 EST SH4 WHA ND4 ESJ SH5 WSA"""
turns = [(said[0], said[1:]) for said in play.split()]


# "All see each card, and know that a player who does not follow suit has no more cards of that suit."
def seen(turn):
    player, card = turns[turn]
    suit = turns[turn - turn % 4][1][0]
    gone = [card for _, card in turns[:turn]]
    none = [other for other in cards if other[0] == suit != card[0] and other not in gone]
    return conj([Atom(f"has({player},{card})"), *(~Atom(f"has({player},{other})") for other in none)])


# "North has the four trumps above his in one of 115 deals that the Duke considers possible before the play."
table = table.at({f"has({player},{card})" for player, card in turns})
dread = table.degree("W", conj(Atom(f"has(N,C{rank})") for rank in "AQT8"))

# "With each card fewer deals are left, for an observer who sees no hand, and for the Duke, who sees his own."
after = [table]
duke = [table.announce(conj(Atom(f"has(W,{card})") for player, card in turns if player == "W"))]
for turn in range(52):
    after.append(after[-1].announce(seen(turn)))
    duke.append(duke[-1].announce(seen(turn)))
left = {"who sees no hand": [m.count() for m in after], "the Duke": [m.count() for m in duke]}
print(f"{table.count():,} deals; the Duke knows the deal after card {left['the Duke'].index(1)}")

# "A plot of that: large steps are suits that a player has no more cards of."
notes = {3: "East has no club", 7: "South has no diamond", 26: "East has no diamond", 28: "West has no diamond"}
path = Path("out/deal.png")
path.parent.mkdir(exist_ok=True)
plot_counts(left, path, steps=["deal", *(card for _, card in turns)], notes=notes, label="deals")
print(f"wrote {path}")

assert (table.count(), left["the Duke"][0]) == (53_644_737_765_488_792_839_237_440_000, 84_478_098_072_866_400)
assert (left["who sees no hand"].index(1), left["the Duke"].index(1)) == (51, 50)
assert (dread, table.degree("W", "has(E,CA)")) == (Fraction(55, 6327), Fraction(1, 3))
# "After the first trick all know that East has no trump. East and North together know who has the ace."
assert after[4].holds("C ~has(E,CA) & ~Kw_W has(N,CA) & D_{W,N} ~has(S,CA)")
assert after[4].degree("W", "has(N,CA)") == Fraction(1, 2)
assert path.read_bytes()[:4] == b"\x89PNG"
