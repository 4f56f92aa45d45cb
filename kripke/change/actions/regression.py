"""Regression: the formula that must hold before an event for a formula to hold after it, by the reduction axioms.

Baltag, Moss and Solecki, "The logic of public announcements, common knowledge and private suspicions" (TARK 1998); with
changes of fact van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006), section 4,
doi:10.1016/j.ic.2006.04.006; belief with ranks, where events have none, after Baltag and Smets, "A qualitative theory
of dynamic interactive belief revision" (2008), section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kripke.change.event import EventModel
from kripke.data.errors import ModelError
from kripke.data.relation import Relation
from logic.axioms import BELIEF, KNOWLEDGE, Goal, every, why_refused
from logic.clauses import Atom, D, E, K, Top
from logic.constructors import conj
from logic.errors import FormulaError, TooLarge, shorten
from logic.formula import Formula, Group, agents_of
from logic.reduction import CONNECTIVES, eliminate_announcements
from logic.repetition import unrolled
from logic.table import flatten, rebuild


class NotExpressible(FormulaError):
    """No formula about the model before the event expresses this, or none is known."""


class Regression:
    """What must hold before each event of a model for some formulas to hold after it.

    Parameters
    ----------
    formulas : sequence of Formula
        What must hold afterwards, without `Act`.
    agents : iterable of str, optional
        All agents of the models to which it will be applied, for groups of all agents.

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
        plain = unrolled(*[eliminate_announcements(formula, agents=self.agents) for formula in formulas])
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
                return self._everyone(node, node.group, kids[0], event)
            case D():
                return self._jointly(node, kids[0], event)
        reduced = None
        if type(node) in KNOWLEDGE or type(node) in BELIEF:
            (agent,) = agents_of(node)
            seen = self._relation(agent).successors(event)
            goals = [self._goals(seen, kid) for kid in kids]
            if type(node) in KNOWLEDGE:
                return KNOWLEDGE[type(node)](lambda inside: K(agent, inside), *goals)
            self._require_plain(node, agent)
            reduced = BELIEF[type(node)](node, *goals)
        if reduced is None:
            raise self._refusal(node, why_refused(node))
        return reduced

    def _goals(self, seen: Iterable[int], kid: list[Formula]) -> list[Goal]:
        goals = [(self.events[e].pre, kid[e]) for e in seen]
        self._spend(2 * len(goals))
        return goals

    def _relation(self, agent: str) -> Relation:
        relation = self.model.frame.relations.get(agent, self.model.others)
        if relation is None:
            raise ModelError(f"agent {agent}: the first event model has no relation for this agent")
        return relation

    def _everyone(self, node: Formula, named: Group, kid: list[Formula], event: int) -> Formula:
        """One conjunct for all agents of the group that consider the same events possible."""
        parts: dict[tuple[int, ...], list[str]] = {}
        group = self._group(node, named)
        if group is None and self.model.others is None:
            return Top()  # the event model has no agents, so the model must have none
        if group is None:
            return E(None, every(self._goals(self._relation("").successors(event), kid)))
        for agent in group:
            parts.setdefault(tuple(self._relation(agent).successors(event)), []).append(agent)
        whole = len(parts) == 1
        return conj(
            E(named if whole else frozenset(alike), every(self._goals(seen, kid))) for seen, alike in parts.items()
        )

    def _jointly(self, node: D, kid: list[Formula], event: int) -> Formula:
        """The events that all agents of the group consider possible."""
        group = self._group(node, node.group)
        if group is None or not group:
            raise self._refusal(node, "the group of all agents is not known", NAME_AGENTS)
        seen = set.intersection(*[set(self._relation(agent).successors(event)) for agent in group])
        return D(node.group, every(self._goals(sorted(seen), kid)))

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
