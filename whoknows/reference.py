"""The reference semantics: the textbook definition of truth on a `networkx.MultiDiGraph`, for comparison.

It is slow; its clauses are in the single file `kripke/semantics.py`. `holds` and the methods of models use the engines.

>>> from whoknows import KripkeModel, reference
>>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w"], ["v"]]}, actual="w")
>>> g = m.to_networkx()
>>> reference.truth(g, "K_b p & ~K_a p"), sorted(reference.see(g, "a", "w"))
(frozenset({'w'}), ['v', 'w'])
>>> said = reference.restricted(g, reference.truth(g, "p"))
>>> KripkeModel.from_networkx(said) == m.announce("p")
True
"""

from kripke.semantics import product, refined, relation, resolved, restricted, see, truth

__all__ = ["product", "refined", "relation", "resolved", "restricted", "see", "truth"]
