"""Comparison of models: the functions of `kripke.sameness` for models on any engine.

They go through all worlds: `TooLarge` if a symbolic model has more than `LIMIT` states.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.data.errors import ModelError
from kripke.data.listing import LIMIT, WHOLE, require_listable
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.sameness import bisimulation, distinguishing, invariance
from logic.clauses import Atom
from logic.errors import shorten
from logic.formula import Formula


def bisimilar(m1: Model, m2: Model, atoms: Iterable[str | Atom] | None = None) -> bool:
    """Whether no formula distinguishes the models: at their actual worlds, or, without these, over all their worlds.

    This excludes `D` and `R`, which intersect relations, and `B_a>=r` of agents without weights, which counts worlds.
    Errors and cost are those of `kripke.sameness.bisimulation.bisimilar`.

    Parameters
    ----------
    m1, m2 : Model
        The models, with the same agents.
    atoms : iterable of str, optional
        The atoms to compare; required if the vocabularies differ.

    Examples
    --------
    >>> from whoknows import KripkeModel, contract
    >>> twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> bisimilar(twice, contract(twice)), len(contract(twice))
    (True, 2)
    """
    return bisimulation.bisimilar(structure_of(m1), structure_of(m2), atoms)


def contract(m: Model) -> KripkeModel:
    """The smallest model in which the same formulas hold: bisimilar worlds are merged; see `invariance.contract`.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> contract(twice).worlds
    Worlds(1, 3)
    """
    structure = structure_of(m)
    smaller = invariance.contract(structure)
    return m if smaller is structure and isinstance(m, KripkeModel) else KripkeModel.of(smaller)


def distinguishing_formula(m1: Model, m2: Model, atoms: Iterable[str | Atom] | None = None) -> Formula | None:
    """A short formula that is true in `m1` and false in `m2`, or None if they are bisimilar.

    Without actual worlds in both models it is valid in `m1` and not in `m2`, or, if there is no such formula, true
    somewhere in `m1` and nowhere in `m2`. See `kripke.sameness.distinguishing`.

    Parameters
    ----------
    m1, m2 : Model
        The models, with the same agents.
    atoms : iterable of str, optional
        The atoms to compare; required if the vocabularies differ.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> sure = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1], [2]]}, actual=1)
    >>> unsure = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, actual=1)
    >>> print(distinguishing_formula(sure, unsure))
    K_a p
    """
    return distinguishing.distinguishing_formula(structure_of(m1), structure_of(m2), atoms)


def isomorphic(m1: Model, m2: Model) -> bool:
    """Whether the models differ only in the names of their worlds; see `bisimulation.isomorphic`.

    Parameters
    ----------
    m1, m2 : Model
        The models.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> letters = KripkeModel.s5({"x": {"p"}, "y": set()}, {"a": [["x", "y"]]}, actual="x")
    >>> numbers = KripkeModel.s5({1: set(), 2: {"p"}}, {"a": [[1, 2]]}, actual=2)
    >>> isomorphic(letters, numbers), isomorphic(letters, numbers.at(1))
    (True, False)
    """
    return bisimulation.isomorphic(structure_of(m1), structure_of(m2))


def structure_of(model: Model) -> Structure:
    """The structure of a model for a function that goes through all worlds.

    Raises
    ------
    TooLarge
        If the model is symbolic and has more than `LIMIT` states.
    """
    if not isinstance(model, Model):
        raise ModelError(f"model {shorten(repr(model))}: expected a KripkeModel or a SymbolicModel")
    if isinstance(model, KripkeModel):
        return model.structure
    require_listable(model.count(), LIMIT, "states", WHOLE)
    return model.to_structure(None)
