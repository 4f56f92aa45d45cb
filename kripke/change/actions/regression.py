"""Regression: the formula that must hold before an event for a formula to hold after it, by the reduction axioms.

Baltag, Moss and Solecki, "The logic of public announcements, common knowledge and private suspicions" (TARK 1998); with
changes of fact van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006), section 4,
doi:10.1016/j.ic.2006.04.006; belief with ranks, where events have none, after Baltag and Smets, "A qualitative theory
of dynamic interactive belief revision" (2008), section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kripke.change.event import EventModel
from kripke.data.errors import ModelError
from kripke.data.relation import Relation
from logic.clauses import And, Atom, B, BAtLeast, BGiven, Bsafe, Bstrong, C, D, E, Implies, K, Kv, Kw, M, Not, Or, Top
from logic.constructors import conj, disj
from logic.errors import FormulaError, TooLarge, shorten
from logic.formula import Formula, Group
from logic.reduction import CONNECTIVES, eliminate_announcements
from logic.table import flatten, rebuild

Goal = tuple[Formula, Formula]
"""For an event that an agent considers possible: its precondition, and what must hold before it."""


class NotExpressible(FormulaError):
    """No formula about the model before the event expresses this, or none is known."""


class Regression:
    """What must hold before each event of a model for some formulas to hold after it.

    Parameters
    ----------
    model : EventModel
        The events.
    formulas : sequence of Formula
        What must hold afterwards, without `Act`.
    agents : iterable of str, optional
        All agents of the models to which it will be applied, for groups of all agents.
    limit : int
        Maximal number of formulas.

    Raises
    ------
    NotExpressible
        For common knowledge, `Kv`, strong belief, degrees strictly between 0 and 1, beliefs of agents for whom the
        events have weights or ranks, named actions, and groups of all agents if these are not known.
    TooLarge
        If there would be more than `limit` formulas.

    Notes
    -----
    O(s k d) formulas for s distinct subformulas, k events and at most d events that an agent considers possible; the
    results share their parts.
    """

    def __init__(
        self, model: EventModel, formulas: Sequence[Formula], agents: Iterable[str] | None, limit: int = 1_000_000
    ) -> None:
        self.model = model
        self.events = list(model.events.values())
        self.agents = None if agents is None else tuple(agents)
        self.remaining = self.limit = limit
        self.formulas = list(formulas)
        plain = [eliminate_announcements(formula, agents=self.agents) for formula in formulas]
        self.table = flatten(*plain)
        self.before: list[list[Formula]] = []
        for node, kids in self.table.rows:
            self.before.append(self._row(node, [self.before[kid] for kid in kids]))

    def __call__(self, formula: int, event: int) -> Formula:
        """What must hold before the event for the formula with this number to hold after it."""
        return self.before[self.table.roots[formula]][event]

    def _row(self, node: Formula, kids: list[list[Formula]]) -> list[Formula]:
        """The formula before each event, from its subformulas before each event."""
        self._spend(len(self.events))
        if isinstance(node, Atom):
            return [event.post.get(node.name, node) for event in self.events]
        if isinstance(node, CONNECTIVES):
            return [rebuild(node, [kid[e] for kid in kids]) for e in range(len(self.events))]
        return [self._modal(node, kids, e) for e in range(len(self.events))]

    def _modal(self, node: Formula, kids: list[list[Formula]], event: int) -> Formula:
        match node:
            case E():
                return self._everyone(node, kids[0], event)
            case D():
                return self._jointly(node, kids[0], event)
            case K() | M() | Kw() | Bsafe() | B() | BGiven() | BAtLeast():
                if not isinstance(node, (K, M, Kw)):
                    self._require_plain(node, node.agent)
                seen = self._relation(node.agent).successors(event)
                return _CLAUSES[type(node)](node, *[self._goals(seen, kid) for kid in kids])
        raise self._refusal(node, _WHY.get(type(node), "what a named action does is not part of the formula"))

    def _goals(self, seen: Iterable[int], kid: list[Formula]) -> list[Goal]:
        goals = [(self.events[e].pre, kid[e]) for e in seen]
        self._spend(2 * len(goals))
        return goals

    def _relation(self, agent: str) -> Relation:
        relation = self.model.frame.relations.get(agent, self.model.others)
        if relation is None:
            raise ModelError(f"agent {agent}: the first event model has no relation for this agent")
        return relation

    def _everyone(self, node: E, kid: list[Formula], event: int) -> Formula:
        """One conjunct for all agents of the group that consider the same events possible."""
        parts: dict[tuple[int, ...], list[str]] = {}
        group = self._group(node, node.group)
        if group is None and self.model.others is None:
            return Top()  # the event model has no agents, so the model must have none
        if group is None:
            return E(None, _box(self._goals(self._relation("").successors(event), kid)))
        for agent in group:
            parts.setdefault(tuple(self._relation(agent).successors(event)), []).append(agent)
        whole = len(parts) == 1
        return conj(
            E(node.group if whole else frozenset(alike), _box(self._goals(seen, kid))) for seen, alike in parts.items()
        )

    def _jointly(self, node: D, kid: list[Formula], event: int) -> Formula:
        """The events that all agents of the group consider possible."""
        group = self._group(node, node.group)
        if group is None or not group:
            raise self._refusal(node, "the group of all agents is not known", NAME_AGENTS)
        seen = set.intersection(*[set(self._relation(agent).successors(event)) for agent in group])
        return D(node.group, _box(self._goals(sorted(seen), kid)))

    def _group(self, node: Formula, group: Group) -> tuple[str, ...] | None:
        """The agents of the group; None: all, and the event model treats all alike."""
        if group is not None:
            return tuple(sorted(group))
        if self.agents is not None:
            return self.agents
        if self.model.agents:
            raise self._refusal(node, "the agents that the event model does not name are not known", NAME_AGENTS)
        return None

    def _require_plain(self, node: Formula, agent: str) -> None:
        if agent in self.model.frame.weights or agent in self.model.frame.ranks:
            raise self._refusal(node, f"the events have weights or ranks for agent {agent}")

    def _refusal(self, node: Formula, why: str, way_out: str = "") -> NotExpressible:
        way_out = way_out or UPDATE_TWICE
        return NotExpressible(f"{shorten(str(node))} after the first event model: {why}; {way_out}")

    def _spend(self, formulas: int) -> None:
        self.remaining -= formulas
        if self.remaining < 0:
            raise TooLarge(f"more than {self.limit:,} formulas; {UPDATE_TWICE}")


NAME_AGENTS = "name them: compose(one, two, agents=[...])"
UPDATE_TWICE = "update with the first and then with the second"

_WHY: dict[type[Formula], str] = {
    C: "reachability along the group's relations cannot be expressed in this language",
    Kv: "it is about all values at once, among the worlds that are left",
    Bstrong: "no belief before compares all worlds that are left with all others",
}


def conjunction(left: Formula, right: Formula) -> Formula:
    """The conjunction, without a part that is `true`.

    Parameters
    ----------
    left, right : Formula
        The parts.
    """
    if isinstance(left, Top):
        return right
    return left if isinstance(right, Top) else And(left, right)


def _if(left: Formula, right: Formula) -> Formula:
    return right if isinstance(left, Top) or isinstance(right, Top) else Implies(left, right)


def _some(formulas: Iterable[Formula]) -> Formula:
    """The disjunction without duplicates; `true` if a part is."""
    different = list(dict.fromkeys(formulas))
    return Top() if Top() in different else disj(different)


def _box(goals: Iterable[Goal]) -> Formula:
    """What holds at a world if all its images satisfy the goal."""
    different = dict.fromkeys(_if(pre, then) for pre, then in goals)
    return conj([each for each in different if not isinstance(each, Top)])


def _diamond(goals: Iterable[Goal]) -> Formula:
    """What holds at a world if some image satisfies the goal."""
    return _some(conjunction(pre, then) for pre, then in goals)


def _stays(goals: Iterable[Goal]) -> Formula:
    """What holds at a world if it has an image."""
    return _some(pre for pre, _ in goals)


def _not(goals: Iterable[Goal]) -> list[Goal]:
    return [(pre, Not(then)) for pre, then in goals]


def _degree(node: BAtLeast, goals: list[Goal]) -> Formula:
    if node.degree == 0:
        return Top()
    if node.degree == 1:  # no weight on a counterexample, and some weight on what is left
        a, one = node.agent, node.degree
        return And(BAtLeast(a, one, _box(goals)), Not(BAtLeast(a, one, Not(_stays(goals)))))
    raise NotExpressible(
        f"{shorten(str(node))} after the first event model: the share of weight among the worlds that are left is a "
        f"ratio of two weights; {UPDATE_TWICE}"
    )


def _believed(node: B | BGiven, condition: Formula, goals: list[Goal]) -> Formula:
    """The best worlds with an image have the best images, since all images of a world have the same weight."""
    then = _box(goals)
    return B(node.agent, then) if isinstance(condition, Top) else BGiven(node.agent, condition, then)


def _given(node: BGiven, where: list[Goal], goals: list[Goal]) -> Formula:
    left = [(conjunction(pre, condition), then) for (pre, condition), (_, then) in zip(where, goals, strict=True)]
    return _believed(node, _stays(left), left)


_CLAUSES: dict[type[Formula], Callable[..., Formula]] = {
    K: lambda node, goals: K(node.agent, _box(goals)),
    M: lambda node, goals: M(node.agent, _diamond(goals)),
    Kw: lambda node, goals: Or(K(node.agent, _box(goals)), K(node.agent, _box(_not(goals)))),
    Bsafe: lambda node, goals: Bsafe(node.agent, _box(goals)),
    B: lambda node, goals: _believed(node, _stays(goals), goals),
    BGiven: _given,
    BAtLeast: _degree,
}
