"""Read a proof: in words, as a tree, and for a paper."""

from whoknows import prove

# "Why does anyone who does not know something know that they do not know it?"
introspection = prove("~K_anne p -> K_anne ~K_anne p")
print(introspection.text())

# "The same as a tableau, with the rule and the premises of each line."
print(introspection.text("tree"))

# "By induction: if p makes everyone know p, everywhere, then p is common knowledge once everyone knows p."
induction = prove("C_{anne,bill} (p -> E_{anne,bill} p) & E_{anne,bill} p -> C_{anne,bill} p", logic="K")
print(induction.text())

# "Announcements are reduced axiom by axiom before the proof."
print(prove("[p & ~K_anne p] ~(p & ~K_anne p)").text())

# "For a paper, and for a program."
paper = introspection.text("bussproofs")
steps = introspection.to_dict()["parts"][0]["steps"]

assert "Lemma 1, by induction" in induction.text()
assert r"\begin{prooftree}" in paper
assert [step["rule"] for step in steps] == ["suppose", "and", "and", "possible", "5", "contradiction"]
