"""Announcements: a public announcement removes worlds, and its content may become false."""

from whoknows import KripkeModel, PreconditionFailed

# "Anne and Bill each have a card, red or black, and see their own."
m = KripkeModel.from_observations(
    atoms=["red(anne)", "red(bill)"],
    observes={"anne": ["red(anne)"], "bill": ["red(bill)"]},
    actual={"red(anne)"},
)

# "Somebody says: there is a red card. Then it is common knowledge."
there_is_red = "red(anne) | red(bill)"
after = m.announce(there_is_red)
print(len(m), "worlds before,", len(after), "after")

# "Bill has a black card, so he now knows Anne's card. Anne does not know his."
bill_knows = after.holds("K_bill red(anne)")
anne_knows = after.holds("Kw_anne red(bill)")

# "Bill says: you have a red card, and you do not know mine. After that Anne knows his card."
moore = "red(anne) & ~Kw_anne red(bill)"
told = after.announce(f"K_bill ({moore})")

# "Nobody can truthfully say that both cards are black."
try:
    m.announce("~red(anne) & ~red(bill)")
except PreconditionFailed as refusal:
    print("Refused:", refusal)
    refused = True

assert (len(m), len(after), len(told)) == (4, 3, 1)
assert after.holds(f"C ({there_is_red})")
assert bill_knows
assert not anne_knows
assert after.holds(moore)
assert not told.holds(moore)
assert m.holds(f"[{there_is_red}] K_bill red(anne)")
assert refused
