"""A round of Bluff Poker: who knows which die, who knows that a bid is a lie, and what three players believe."""

from fractions import Fraction

from whoknows import bisimilar, draw_board, game

# "Ann, Bob and John play Bluff Poker: three dice under a cup, and bids that may be lies."
poker = game("bluff_poker")
rules = poker.rules(names=("ann", "bob", "john"))


# "A state is what has happened so far. The knowledge is a Kripke model of 216 worlds, one for each roll."
def after(*moves):
    state = rules.deserialize(moves)
    return state, poker.model(state)


# "Ann throws 6 4 2 under the cup, looks, and bids 542: less than her dice, so no bluff. Only she knows them."
round_so_far = ["starts ann", "rolls 6 4 2", "bid 542"]
_, table = after(*round_so_far)
first = table.holds("K_ann ~bluff & ~Kv_bob die1 & C Kv_ann die1"), table.degree("bob", "bluff")

# "Bob believes her and looks. He keeps the six, which all now see, and throws the others again, closed: 5 1.
# While they are in the air nobody knows them. They have no value, so the model has no actual world."
round_so_far += ["believe", "look", "throw 2 3 closed"]
state, table = after(*round_so_far)
air = table.actual, table.valid("~Kv_ann die2 & ~Kv_bob die2 & ~Kv_john die2")
_, landed = after(*round_so_far, "rolls 5 1")
landing = len(table.extension("C die1=6")), landed.holds("C die1=6 & K_bob die2=5 & C (Kv_bob die2 & ~Kv_john die2)")

# "His 651 beats 542, and he bids 661: a bluff. He knows it. John considers 36 rolls possible; 25 are below 661."
round_so_far += ["rolls 5 1", "bid 661"]
state, table = after(*round_so_far)
bluff = table.holds("bluff & K_bob bluff & ~Kw_john bluff & K_john Kw_bob bluff"), table.degree("john", "bluff")
why = table.check("K_john bluff").explain()
print(why)

# "Ann knows that John knows that Bob knows whether it is a bluff. It is common knowledge."
thought = table.holds("K_ann K_john Kw_bob bluff & C Kw_bob bluff & ~C bluff")

# "With another roll, John and Ann would know the same, and John would see the same picture."
other, elsewhere = after(*[move.replace("rolls 5 1", "rolls 6 2") for move in round_so_far])
same_picture = draw_board(state, player=2) == draw_board(other, player=2)
tells_apart = not bisimilar(table, elsewhere)

# "John calls, the cup is lifted: 651 is below 661, and Bob has a penalty."
end, _ = after(*round_so_far, "call")

assert first == (True, Fraction(93, 216))
assert (air, landing) == ((None, True), (36, True))
assert (bluff, thought) == ((True, Fraction(25, 36)), True)
assert str(why).startswith("K_john bluff fails at 6·5·1: john cannot tell 6·5·1 from")
assert same_picture
assert tells_apart
assert poker.observation(end, 0).penalties == (0, 1, 0)
