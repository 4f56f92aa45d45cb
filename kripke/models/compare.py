"""Truth in a model, and the comparison of models, as functions of models on any engine and of networkx graphs.

Comparisons go through all worlds: `TooLarge` if a symbolic model has more than `LIMIT` states.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.checking.constraint import Question
from kripke.data.errors import ModelError
from kripke.data.listing import LIMIT, WHOLE, require_listable
from kripke.data.structure import Structure
from kripke.data.worlds import World
from kripke.models.formula_queries import Actions
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.sameness import bisimulation, distinguishing, invariance
from logic.clauses import Atom
from logic.errors import shorten
from logic.formula import Formula

if TYPE_CHECKING:
    import networkx

AnyModel: TypeAlias = "Model | networkx.Graph[Any]"
"""A model, or a networkx graph that `KripkeModel.from_networkx` reads."""


def holds(model: AnyModel, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
    """Whether a formula holds at a world of a model or of a networkx graph.

    Parameters
    ----------
    model : Model or networkx graph
        The model, or a graph with the attribute `atoms` at nodes and `agent` at edges; see `KripkeModel.from_networkx`.
    formula : Formula, str or constraint
        The formula, parsed if it is a string.
    at : world, optional
        The world; None: the actual world.
    actions : mapping of str to action, optional
        The actions that the formula names.

    Raises
    ------
    ParseError, ModelError, UnknownAgent, UnknownAtom, UnknownAction, UnknownWorld
        If the formula is invalid, the graph is not a model, or the model does not have a name.

    Examples
    --------
    >>> import networkx as nx
    >>> from whoknows import holds
    >>> g = nx.MultiDiGraph([("w", "w", {"agent": "a"}), ("v", "v", {"agent": "a"})])
    >>> nx.set_node_attributes(g, {"w": {"p"}, "v": set()}, "atoms")
    >>> holds(g, "K_a p", at="w")
    True
    """
    known = model_of(model)
    if not isinstance(known, Model):
        raise ModelError(f"model {shorten(repr(model))}: {EXPECTED}")
    return known.holds(formula, at, actions)


def bisimilar(m1: AnyModel, m2: AnyModel, atoms: Iterable[str | Atom] | None = None) -> bool:
    """Whether no formula distinguishes the models: at their actual worlds, or, without these, over all their worlds.

    This excludes `D` and `R`, which intersect relations, and `B_a>=r` of agents without weights, which counts worlds.
    Errors and cost are those of `kripke.sameness.bisimulation.bisimilar`.

    Parameters
    ----------
    m1, m2 : Model or networkx graph
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


def contract(m: AnyModel) -> KripkeModel:
    """The smallest model in which the same formulas hold: bisimilar worlds are merged; see `invariance.contract`.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> contract(twice).worlds
    Worlds(1, 3)
    """
    model = model_of(m)
    structure = structure_of(model)
    smaller = invariance.contract(structure)
    return model if smaller is structure and isinstance(model, KripkeModel) else KripkeModel.of(smaller)


def distinguishing_formula(m1: AnyModel, m2: AnyModel, atoms: Iterable[str | Atom] | None = None) -> Formula | None:
    """A short formula that is true in `m1` and false in `m2`, or None if they are bisimilar.

    Without actual worlds in both models it is valid in `m1` and not in `m2`, or, if there is no such formula, true
    somewhere in `m1` and nowhere in `m2`. See `kripke.sameness.distinguishing`.

    Parameters
    ----------
    m1, m2 : Model or networkx graph
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


def isomorphic(m1: AnyModel, m2: AnyModel) -> bool:
    """Whether the models differ only in the names of their worlds; see `bisimulation.isomorphic`.

    Parameters
    ----------
    m1, m2 : Model or networkx graph
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


EXPECTED = "expected a KripkeModel, a SymbolicModel or a networkx graph"


def model_of(given: Any) -> Any:
    """The model of a networkx graph; anything else is returned unchanged."""
    networkx = sys.modules.get("networkx")  # nobody has a graph before it is imported
    return KripkeModel.from_networkx(given) if networkx and isinstance(given, networkx.Graph) else given


def structure_of(given: AnyModel) -> Structure:
    """The structure of a model or a networkx graph for a function that goes through all worlds.

    Raises
    ------
    TooLarge
        If the model is symbolic and has more than `LIMIT` states.
    """
    model = model_of(given)
    if not isinstance(model, Model):
        raise ModelError(f"model {shorten(repr(given))}: {EXPECTED}")
    if isinstance(model, KripkeModel):
        return model.structure
    require_listable(model.count(), LIMIT, "states", WHOLE)
    return model.to_structure(None)
