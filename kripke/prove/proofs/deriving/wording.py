"""How derivations word formulas: negations without double ones, sequents as implications."""

from __future__ import annotations

from collections.abc import Sequence

from logic.clauses import Announce, AnnounceDual, Bottom, Implies, K, Kw, M, Not, Or, Top
from logic.constructors import conj, disj
from logic.formula import Formula
from logic.table import flatten, rebuild


def negation(formula: Formula) -> Formula:
    """The negation: without a double one, ``M_a ~p`` for ``~K_a p`` where p is a negation, and back."""
    match formula:
        case Not(sub):
            return sub
        case Top():
            return Bottom()
        case Bottom():
            return Top()
        case K(agent, Not(sub)):
            return M(agent, sub)
        case M(agent, sub):
            return K(agent, negation(sub))
    return Not(formula)


def folded(formula: Formula) -> Formula:
    """The formula with ``M_a``, ``Kw_a`` and ``<p>`` for their definitions."""
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        built.append(_folded(rebuild(node, [built[kid] for kid in kids])))
    return built[-1]


def _folded(formula: Formula) -> Formula:
    match formula:
        case Not(K(agent, Not(sub))):
            return M(agent, sub)
        case Not(Announce(said, Not(sub), None)):
            return AnnounceDual(said, sub)
        case Or(K(agent, one), K(other, Not(sub))) if (agent, one) == (other, sub):
            return Kw(agent, one)
    return formula


def implication(given: Sequence[Formula], then: Formula) -> Formula:
    """That a formula follows from others."""
    if not given:
        return then
    return Not(conj(given)) if isinstance(then, Bottom) else Implies(conj(given), then)


def refutation(formulas: Sequence[Formula]) -> Formula:
    """That the formulas cannot hold together, as an implication from those that are no negations."""
    then = [each for each in formulas if isinstance(each, Not)] or [each for each in formulas if isinstance(each, M)][
        -1:
    ]
    given = [each for each in formulas if each not in then]
    return implication(given, disj([negation(each) for each in then]))
