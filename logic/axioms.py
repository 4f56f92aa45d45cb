"""The reduction axioms: an operator after a change, said before it.

A change maps each world to its images, one for each event that an agent considers possible; what an operator says of
the images is said of the worlds by their goals. A public announcement of p is the change with one image where p holds.
Only what the change says is simplified, not the operands: the steps of an elimination have letters for them.

Sources: A. Baltag, L. Moss, S. Solecki, The logic of public announcements, common knowledge and private suspicions
(1998); J. van Benthem, J. van Eijck, B. Kooi, Logics of communication and change (2006),
doi:10.1016/j.ic.2006.04.006; for belief: J. van Benthem, Dynamic logic for belief revision (2007),
doi:10.3166/jancl.17.129-155; A. Baltag, S. Smets, A qualitative theory of dynamic interactive belief revision (2008);
for degrees: B. Kooi, Probabilistic dynamic epistemic logic (2003), doi:10.1023/A:1025050800836.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from logic.clauses import (
    Act,
    ActDual,
    And,
    B,
    BAtLeast,
    BGiven,
    Bsafe,
    Bstrong,
    C,
    D,
    E,
    Implies,
    K,
    Kv,
    Kw,
    M,
    Not,
    Or,
    Top,
)
from logic.constructors import conj, disj
from logic.formula import Formula

Goal = tuple[Formula, Formula]
"""For an image: what must hold for it to exist, and what must hold for the operand to hold there."""

Box = Callable[[Formula], Formula]
"""The operator that says that a formula holds at all worlds that are looked at."""


def every(goals: Iterable[Goal]) -> Formula:
    """What holds at a world if all its images satisfy the goal."""
    different = dict.fromkeys(_if(pre, then) for pre, then in goals)
    return conj([each for each in different if not isinstance(each, Top)])


def some(goals: Iterable[Goal]) -> Formula:
    """What holds at a world if some image satisfies the goal."""
    return _any(_and(pre, then) for pre, then in goals)


def stays(goals: Iterable[Goal]) -> Formula:
    """What holds at a world if it has an image."""
    return _any(pre for pre, _ in goals)


def negated(goals: Iterable[Goal]) -> list[Goal]:
    """The goals of the negated operand."""
    return [(pre, Not(then)) for pre, then in goals]


def _and(left: Formula, right: Formula) -> Formula:
    return right if isinstance(left, Top) else And(left, right)


def _if(left: Formula, right: Formula) -> Formula:
    return right if isinstance(left, Top) else Implies(left, right)


def _any(formulas: Iterable[Formula]) -> Formula:
    """The disjunction without duplicates; `true` if a part is."""
    different = list(dict.fromkeys(formulas))
    return Top() if Top() in different else disj(different)


def _possible(box: Box, goals: list[Goal]) -> Formula:
    """The diamond of a box: ``M_a`` of ``K_a``, ``~D ~`` of ``D``."""
    diamond = box(Not(some(goals)))
    return M(diamond.agent, some(goals)) if isinstance(diamond, K) else Not(diamond)


def _believed(node: B, goals: list[Goal]) -> Formula:
    """The best worlds with an image have the best images, since all images of a world have the same weight."""
    condition = stays(goals)
    return B(node.agent, _then(goals)) if isinstance(condition, Top) else BGiven(node.agent, condition, _then(goals))


def _given(node: BGiven, where: list[Goal], goals: list[Goal]) -> Formula:
    """As `_believed`; a condition that became `true` stays written, as in the steps, which rewrite it later."""
    left = [(_and(pre, condition), then) for (pre, condition), (_, then) in zip(where, goals, strict=True)]
    return BGiven(node.agent, stays(left), _then(left))


def _then(goals: list[Goal]) -> Formula:
    return goals[0][1] if len(goals) == 1 else every(goals)


def _degree(node: BAtLeast, goals: list[Goal]) -> Formula | None:
    """No weight on a counterexample, and some weight on what is left; other degrees have no axiom."""
    if node.degree == 0:
        return Top()
    if node.degree != 1:
        return None
    a, one = node.agent, node.degree
    return And(BAtLeast(a, one, every(goals)), Not(BAtLeast(a, one, Not(stays(goals)))))


KNOWLEDGE: dict[type[Formula], Callable[[Box, list[Goal]], Formula]] = {
    K: lambda box, goals: box(every(goals)),
    M: _possible,
    Kw: lambda box, goals: Or(box(every(goals)), box(every(negated(goals)))),
    E: lambda box, goals: box(every(goals)),
    D: lambda box, goals: box(every(goals)),
}
"""The axioms of operators that ask what holds at all worlds that are looked at."""

BELIEF: dict[type[Formula], Callable[..., Formula | None]] = {
    Bsafe: lambda node, goals: Bsafe(node.agent, every(goals)),
    B: _believed,
    BGiven: _given,
    BAtLeast: _degree,
}
"""The axioms of operators that use an agent's weights or ranks; None where there is no axiom."""

REFUSED: dict[type[Formula], str] = {
    C: "that is relativised common knowledge (what holds wherever the group's paths lead through worlds that are left; "
    "van Benthem, van Eijck and Kooi 2006), which no formula of this language says",
    Kv: "it speaks of all values at once, among the worlds that are left",
    Bstrong: "it compares all worlds left where the formula holds with all others, which no belief before says",
    BAtLeast: "the share of weight among the worlds that are left is a ratio of two weights (Kooi 2003)",
    **dict.fromkeys((Act, ActDual), "what a named action does is not part of the formula"),
}
"""Why an operator has no axiom."""


def why_refused(node: Formula) -> str:
    """Why there is no axiom for the operator of a formula."""
    return REFUSED.get(type(node), "no reduction axiom is known")
