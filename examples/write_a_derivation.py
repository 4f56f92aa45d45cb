"""Write a derivation: a Hilbert-style proof from the axioms that an exercise allows."""

from whoknows import Derivation, prove

# "Who knows something knows that they know it. Derive it from T and 5."
introspection = prove("K_anne p -> K_anne K_anne p", logic="S5")
print(introspection.derivation(axioms=["K", "T", "5"]))

# "Anne and Bill see each other. Someone is muddy, and it is common knowledge that neither knows whether it is them."
sees = "C_{anne,bill} Kw_anne m(bill) & C_{anne,bill} Kw_bill m(anne)"
ignorance = "C_{anne,bill} ~K_anne m(anne) & C_{anne,bill} ~K_bill m(bill)"
muddy = prove(f"C_{{anne,bill}} (m(anne) | m(bill)) & {sees} & {ignorance} -> K_anne m(anne) & K_bill m(bill)")
print(muddy.text("hilbert"))

# "Is each line right?" The text is a derivation that the marker reads.
marking = Derivation.parse(muddy.text("hilbert")).check(proves=muddy.formula)
print(marking.summary)

assert marking
assert len(marking.marks) == 11
