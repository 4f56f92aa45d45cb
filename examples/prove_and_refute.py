"""Prove and refute: is a formula true in all models of a logic, and if not, in which model does it fail?"""

from whoknows import entails, prove, satisfiable

# "Whoever knows something knows that they know it: in S4, but not in T."
introspection = "K_anne p -> K_anne K_anne p"
in_s4 = prove(introspection, logic="S4")
in_t = prove(introspection, logic="T", smallest=True)
print(in_s4)
print(in_t)
print(in_t.model)

# "Why does it fail there?"
print(in_t.explain())

# "Anne has knowledge, Bill has beliefs: what Bill believes may be false, and he does not notice."
mixed = {"anne": "S5", "bill": "KD45"}
error = satisfiable("~p & B_bill p & K_anne (~p & B_bill p)", logic=mixed)
unnoticed = prove("B_bill (B_bill p -> p)", logic=mixed)

# "If everyone knows that p makes everyone know p, then p makes p common knowledge."
induction = prove("C_{anne,bill} (p -> E_{anne,bill} p) & p -> C_{anne,bill} p")

# "From premises at one world, and from a theory that holds at every world."
local = entails(["p"], "K_anne p")
everywhere = prove("K_anne p", theory=["p"])

assert in_s4.valid
assert not in_t.valid
assert not in_t.model.holds(introspection)
assert error.holds("~p & B_bill p")
assert unnoticed
assert induction
assert everywhere
assert not local
