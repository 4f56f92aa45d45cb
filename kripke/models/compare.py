"""Comparison of models: the functions of `kripke.sameness.bisimulation` for `KripkeModel`."""

from __future__ import annotations

from collections.abc import Iterable

from kripke.data.errors import not_listed
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.sameness import bisimulation
from logic.clauses import Atom
from logic.formula import Formula


def bisimilar(m1: KripkeModel, m2: KripkeModel, atoms: Iterable[str | Atom] | None = None) -> bool:
    """Whether no formula distinguishes the models: at their actual worlds, or, without these, over all their worlds.

    This excludes `D`, and `B_a>=r` of agents without weights, which count worlds. Errors and cost are those of
    `kripke.sameness.bisimulation.bisimilar`.

    Parameters
    ----------
    m1, m2 : KripkeModel
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
    return bisimulation.bisimilar(_structure(m1), _structure(m2), atoms)


def contract(m: KripkeModel) -> KripkeModel:
    """The smallest model in which the same formulas hold: bisimilar worlds are merged; see `bisimulation.contract`.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> contract(twice).worlds
    Worlds(1, 3)
    """
    smaller = bisimulation.contract(_structure(m))
    return m if smaller is m.structure else KripkeModel.of(smaller)


def distinguishing_formula(
    m1: KripkeModel, m2: KripkeModel, atoms: Iterable[str | Atom] | None = None
) -> Formula | None:
    """A short formula that is true in `m1` and false in `m2`, or None if they are bisimilar.

    Without actual worlds in both models it is valid in `m1` and not in `m2`, or, if there is no such formula, true
    somewhere in `m1` and nowhere in `m2`. See `kripke.sameness.bisimulation.distinguishing_formula`.

    Parameters
    ----------
    m1, m2 : KripkeModel
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
    return bisimulation.distinguishing_formula(_structure(m1), _structure(m2), atoms)


def _structure(model: KripkeModel) -> Structure:
    if not isinstance(model, KripkeModel):
        raise not_listed(model)
    return model.structure
