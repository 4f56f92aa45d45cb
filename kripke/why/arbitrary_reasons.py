"""Reasons for quantifiers over announcements: a decisive announcement, as a short formula.

An announcement is decisive if it makes a diamond true or a box false. The search finds the kinds of worlds
(bisimulation classes) where a decisive announcement is true. Short formulas are tried first. If none of them is
decisive, longer formulas describe the kinds of worlds that were found. The short and the longer formulas consist of
facts: formulas that distinguish kinds of worlds, and their negations. A choice (`kripke.checking.arbitrary.Choice`)
says whether the announcement, or a speaker's part of it, is true at certain kinds of worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import combinations
from math import isqrt
from operator import and_, or_
from typing import Any

from kripke.checking.arbitrary import Announcements, Witness
from kripke.checking.kinds import Term
from kripke.data.wording import both, brief
from kripke.why.point import Link, Point, Reason
from kripke.why.view import Computed, Said, View
from logic import clauses as f
from logic.formula import Formula
from logic.shared import size

SHOWN = 200, 1_000  # maximal numbers of operators and characters of an announcement in a sentence
SHORT = 300  # maximal number of short formulas that are tried before longer ones describe the kinds that were found


def quantified(point: Point) -> Reason:
    """Reason for ``<*> p``, ``<*{a}> p``, ``<+{a}> p`` and their duals."""
    said = witness(point.view, point.row, point.position)
    (body,) = point.kids
    coalition = point.node.operator.form.mark == "+"
    if said is not None:
        value = point.view.after(point.row, said).true(body, point.position)
        then = f"{point.says(body, value)} there{', whatever the others announce' if coalition else ''}"
        return Reason(
            f"{brief(said.formula, *SHOWN)} can be announced, and then {then}",
            (Link(body, point.position, point.row, said),),
        )
    announcements = point.view.evaluation.announcements(point.row, point.view.context)
    kind = announcements.kinds.sets[announcements.kind(partial(_covers, point.view, point.position))]
    count, value = 1 << len(announcements.free(announcements.choices, kind)[1]), not announcements.wanted
    if coalition:
        who = f"{both(point.group)} announce{'s' if len(point.group) == 1 else ''}"
        return Reason(f"whatever {who}, the others can announce something after which {point.says(body, value)}")
    nothing = Said(f.Top(), point.view.context.domain)
    number, such = ("the only announcement", "") if count == 1 else (f"each of the {count:,} announcements", "such as ")
    text = f"{point.says(body, value)} after {number} that can be made there, {such}⊤"
    return Reason(text, (Link(body, point.position, point.row, nothing),))


def witness(view: View, row: int, position: int) -> Said | None:
    """An announcement after which the operand of a quantifier is true (for a box: false) at a world, or None."""
    announcements = view.evaluation.announcements(row, view.context)
    covers = partial(_covers, view, position)
    if (result := announcements.witness(covers)) is None:
        return None
    target = announcements.kinds.sets[announcements.kind(covers)] & result.worlds
    for said in [*_short(announcements, target), _described(announcements, result, target)]:
        if covers(announcements.successful(said.where, target)):
            return said
    raise AssertionError("the announcement that was found has no formula")


def _covers(view: View, position: int, worlds: Any) -> bool:
    """Whether the world is in a set of worlds in the engine's representation."""
    return view.true(Computed(worlds), position)


def witnesses(view: View, position: int) -> Iterator[tuple[Formula, bool, Formula]]:
    """Yield the outermost quantifiers that one announcement decides at a world.

    Each comes with its value and with the announcement.
    """
    outer = {node for node, _ in view.program.outer if isinstance(node, f.QUANTIFIERS)}
    for row, step in enumerate(view.program.steps):
        said = witness(view, row, position) if step.formula in outer else None
        if said is not None:
            yield step.formula, view.evaluation.announcements(row, view.context).wanted, said.formula


def _short(announcements: Announcements[Any], target: Any) -> Iterator[Said]:
    """Yield announcements by one speaker, of at most two facts, that are true somewhere in `target`; shortest first."""
    facts = announcements.kinds.literals
    pairs = [
        (clause(one, other), change(ones, others))
        for (one, ones), (other, others) in combinations(facts[: isqrt(SHORT)], 2)
        for clause, change in ((f.And, and_), (f.Or, or_))
    ]
    terms: list[Term] = [(f.Top(), (1 << len(announcements.kinds.sets)) - 1), *facts, *pairs]
    tried = set[int]()
    for formula, kinds in sorted(terms, key=lambda term: size(term[0]))[:SHORT]:
        for agent in dict.fromkeys(choice.agent for choice in announcements.choices):
            said, false = _saying(announcements, {agent: (formula, kinds)})
            if false not in tried and not announcements.model.is_empty(said.where & target):
                yield said
            tried.add(false)


def _saying(announcements: Announcements[Any], terms: Mapping[str | None, Term]) -> tuple[Said, int]:
    """Combine the speakers' announcements; also return the mask of the `choices` that become false."""
    said = [(agent, formula) for agent, (formula, _) in terms.items() if not isinstance(formula, f.Top)]
    known = [formula if agent is None else f.K(agent, formula) for agent, formula in said]
    false = sum(
        1 << place
        for place, choice in enumerate(announcements.choices)
        if choice.agent in terms and choice.kinds & ~terms[choice.agent][1]
    )
    where = announcements.said(announcements.model.domain, announcements.choices, false)
    return Said(f.conj(known), where), false


def _described(announcements: Announcements[Any], result: Witness, target: Any) -> Said:
    """The announcement found by the search, described if possible by facts that the speakers know."""
    terms: dict[str | None, Term] = {}
    true = result.true | announcements.free(announcements.choices, target)[0]
    for agent in dict.fromkeys(choice.agent for choice in announcements.choices):
        mine = [(place, choice.kinds) for place, choice in enumerate(announcements.choices) if choice.agent == agent]
        yes, no = (reduce(or_, [k for i, k in mine if mask >> i & 1], 0) for mask in (true, result.false))
        if no:
            facts = announcements.kinds.literals
            known = [fact for fact in facts if not any(kinds & fact[1] and kinds & ~fact[1] for _, kinds in mine)]
            pools = ([fact for fact in pool if not isinstance(fact[0], f.Not)] for pool in (known, facts))
            terms[agent] = next(filter(None, (_shorter(pool, yes, no) for pool in (*pools, facts))))
    return _saying(announcements, terms)[0]


def _shorter(facts: Sequence[Term], yes: int, no: int) -> Term | None:
    """A short formula over the facts that is true at the kinds in `yes` and false at the kinds in `no`, or None."""
    negative = [(f.negation(term[0]), ~term[1]) for term in [_disjunction(facts, no, yes)] if term]
    return min(filter(None, (_disjunction(facts, yes, no), *negative)), key=lambda term: size(term[0]), default=None)


def _disjunction(facts: Sequence[Term], yes: int, no: int) -> Term | None:
    """A disjunction of conjunctions of facts that is true at `yes` and false at `no`; None if there is none."""
    parts, true = list[Formula](), 0
    while yes & ~true:
        kind = (left := yes & ~true) & -left
        chosen, wrong = list[Term](), no
        while wrong:
            fact = min(facts, key=lambda fact: (not fact[1] & kind, (wrong & fact[1]).bit_count()), default=None)
            if fact is None or not fact[1] & kind or wrong & fact[1] == wrong:
                return None
            chosen.append(fact)
            wrong &= fact[1]
        for fact in list(chosen):
            rest = [other for other in chosen if other is not fact]
            if not reduce(and_, [kinds for _, kinds in rest], no):
                chosen = rest
        chosen.sort(key=facts.index)
        parts.append(f.conj(formula for formula, _ in chosen))
        true |= reduce(and_, [kinds for _, kinds in chosen], -1)
    return f.disj(parts), true


REASONS: dict[type[Formula], Callable[[Point], Reason]] = dict.fromkeys(f.QUANTIFIERS, quantified)
