"""Russian cards: Anne openly tells Bob her cards, and Cath learns none of them."""

from itertools import combinations

from whoknows import Atom, C, K, KripkeModel, Kw, conj, disj

# "Seven cards are known to all."
cards = range(7)


# "The atoms say which player has which card."
def has(player, card):
    return Atom(f"has({player},{card})")


# "Anne and Bob each draw three of seven cards, and Cath gets the last one."
deals = [
    (anne, bob, ({*cards} - {*anne, *bob}).pop())
    for anne in combinations(cards, 3)
    for bob in combinations([card for card in cards if card not in anne], 3)
]
worlds = {
    deal: [has(player, card).name for player, hand in zip(("anne", "bob"), deal, strict=False) for card in hand]
    for deal in deals
}

# "Each player sees only their own cards."
sees = {
    player: [[deal for deal in deals if deal[seat] == hand] for hand in {deal[seat] for deal in deals}]
    for seat, player in enumerate(("anne", "bob", "cath"))
}
m = KripkeModel.s5(worlds, sees, actual=((0, 1, 2), (3, 4, 5), 6))

# "Anne says: I have one of 012, 034, 056, 135, 246."
one_of_five = disj(conj(has("anne", int(card)) for card in hand) for hand in ("012", "034", "056", "135", "246"))
told = m.announce(K("anne", one_of_five))
print(len(m), "deals before,", len(told), "after")

# "Then Bob knows Anne's cards, and Cath does not know of any card whether Anne or Bob has it."
bob_knows = conj(Kw("bob", has("anne", card)) for card in cards)
cath_does_not = conj(~K("cath", has(player, card)) for player in ("anne", "bob") for card in cards)

assert (len(m), len(told)) == (140, 20)
assert told.holds(bob_knows & cath_does_not)
# "And that is common knowledge."
assert told.holds(C(["anne", "bob", "cath"], bob_knows & cath_does_not))
