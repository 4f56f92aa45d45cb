"""Correspondence: an axiom is valid on a frame, under every valuation, if the relation has a certain property."""

from whoknows import KripkeModel, valid_on_frame

# "Each axiom of the systems T to S5 speaks about a property of the relation."
axioms = {
    "K_a p -> p": "reflexive",
    "K_a p -> M_a p": "serial",
    "p -> K_a M_a p": "symmetric",
    "K_a p -> K_a K_a p": "transitive",
    "M_a p -> K_a M_a p": "euclidean",
}

# "From one a believes that it is two: the frame of a belief that may be false."
belief = KripkeModel({1: set(), 2: set()}, {"a": [(1, 2), (2, 2)]})
answers = {axiom: valid_on_frame(belief, axiom) for axiom in axioms}
for axiom, answer in answers.items():
    print(f"{axiom:20} {axioms[axiom]:10} {'valid' if answer else f'fails at world {answer.model.actual}'}")

# "Where an axiom fails, the answer has a valuation on the same frame."
truth = answers["K_a p -> p"].model
print(truth)

assert {axioms[axiom] for axiom, answer in answers.items() if answer} == belief.frame_properties("a")
assert truth.holds("K_a p & ~p")
