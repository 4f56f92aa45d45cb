"""Mark a derivation: a student proves positive introspection, and one line is wrong."""

from whoknows import Derivation

# "Derive axiom 4 from T and 5, said the exercise. Here is my proof."
proof = """
logic: S5
axioms: K T 5

1. K_anne ~K_anne p -> ~K_anne p                    T
2. K_anne p -> M_anne K_anne p                      PL 1
3. M_anne K_anne p -> K_anne M_anne K_anne p        5
4. M_anne K_anne p -> K_anne p                      5
5. K_anne M_anne K_anne p -> K_anne K_anne p        RM 3
6. K_anne p -> K_anne K_anne p                      PL 2,3,5
"""

# "Which of my lines are right?"
marking = Derivation.parse(proof).check(proves="K_anne p -> K_anne K_anne p")
print(marking)

# "Line 5 needs the step below the box: that is line 4, not line 3."
mended = Derivation.parse(proof.replace("RM 3", "RM 4"))
print(mended.check(proves="K_anne p -> K_anne K_anne p"))

assert marking.wrong == (5,)
assert mended.check(proves="K_anne p -> K_anne K_anne p")
