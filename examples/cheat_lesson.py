"""A lie in Cheat: who knows that it is a lie, how likely it is true, and what a call makes common knowledge."""

from fractions import Fraction

from whoknows import game

# "Ann and Bob play Cheat with eight cards: ace, two, three, four of spades and hearts. Each is dealt two."
cheat = game("cheat")
rules = cheat.rules(ranks=4, suits=2, hand=2, names=("ann", "bob"))


# "The knowledge is a symbolic model: each way to deal the cards that is compatible with what was seen is a world."
def after(*moves):
    return cheat.model(rules.deserialize(moves))


# "Ann has both aces, Bob the two of hearts and the three of spades; the two of spades opens the pile."
dealt = ["starts ann", "deal SA", "deal H2", "deal HA", "deal S3", "deal S2"]
start = after(*dealt)
seen = start.holds("C has(pile,S2) & K_ann has(ann,SA) & ~Kw_bob has(ann,SA)")

# "After a two come threes or aces. Ann lays the ace of spades and says: a three. She knows that it is a lie. Bob does
# not: of the five cards that he has not seen, one is a three, and each is equally likely to lie there."
small_lie = after(*dealt, "claim 3 SA")
unsure = small_lie.holds("K_ann ~honest & ~Kw_bob honest & C Kw_ann honest")
chance = small_lie.degree("bob", "honest")
print(f"To Bob the claim is true with a chance of {chance}.")

# "Had she laid both aces as two threes, Bob would know: he holds one of the two threes. She cannot know that he knows."
dealt.append("claim 3 SA HA")
big_lie = after(*dealt)
caught = big_lie.holds("K_bob ~honest & ~Kw_ann K_bob ~honest")
why = big_lie.check("K_ann K_bob ~honest").explain()

# "Bob calls. The pile is shown, Ann takes it back: now it is common knowledge which three cards she holds."
called = after(*dealt, "call")
public = called.holds("C (has(ann,SA) & has(ann,HA) & has(ann,S2))")

# "Bob's cards are as unknown to her as before."
still = called.holds("~Kw_ann has(bob,S3)")

assert (seen, unsure, caught, public, still) == (True,) * 5
assert chance == Fraction(1, 5)
assert str(why).startswith("K_ann K_bob ¬honest fails at")
