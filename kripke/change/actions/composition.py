"""Sequential composition of two event models, and regression of formulas through an event model.

Sources: Baltag, Moss and Solecki (TARK 1998); for postconditions, van Benthem, van Eijck and Kooi, "Logics of
communication and change" (2006), doi:10.1016/j.ic.2006.04.006.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Protocol

from kripke.change.actions.announcements import agent_group
from kripke.change.event import Event, EventModel, EventName
from kripke.change.product import Action, Pairs, equal_weights
from kripke.data.errors import ModelError
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.weighing import require_classes, require_one_kind
from kripke.data.worlds import Named
from logic.clauses import And, Atom, Bottom, D, E, K, Top, conj, disj
from logic.errors import FormulaError, TooLarge, by_face, shorten
from logic.formula import Formula, Group, agents_of
from logic.node_table import flatten, rebuild
from logic.reduction import BELIEF, KNOWLEDGE, Image, eliminate_announcements, every, why_refused
from logic.shared import BOOLEAN, expanded
from logic.simplification import simplify

NAME_AGENTS = "name them: compose(one, two, agents=[...])"
UPDATE_TWICE = "update with the first and then with the second"


class NotExpressible(FormulaError):
    """Raised for a formula that cannot be translated into a formula about the model before an event."""


class Regression:
    """Computes, for each event of an event model, the weakest precondition under which a formula holds after the event.

    `agents` are all agents of the models to which the formulas will be applied; they are only needed for operators
    about all agents. `NotExpressible` for common knowledge, beliefs of groups, `Kv`, strong belief, degrees of belief
    strictly between 0 and 1, beliefs of agents for whom the events have weights or ranks, named actions, programs and
    temporal operators; and if `agents` is None, for `D` of all agents, or `E` of all agents if the event model names
    agents. `NoReduction` for an upgrade, a quantifier over announcements, and an announcement or a resolution that
    cannot be eliminated; `ModelError` for an agent without a relation in the event model; `TooLarge` for more than
    `limit` formulas. O(s k d) formulas for s distinct subformulas, k events and at most d events that an agent
    considers possible.
    """

    def __init__(
        self, model: EventModel, formulas: Sequence[Formula], agents: Iterable[str] | None, limit: int = 1_000_000
    ) -> None:
        self.model = model
        self.events = list(model.events.values())
        self.agents = None if agents is None else tuple(agents)
        self.remaining = self.limit = limit
        plain = expanded(*[eliminate_announcements(formula, agents=self.agents) for formula in formulas])
        self.table = flatten(*plain)
        self.before: list[list[Formula]] = []
        for node, kids in self.table.rows:
            self.before.append(self._row(node, [self.before[kid] for kid in kids]))

    def __call__(self, formula: int, event: int) -> Formula:
        """The condition under which the formula with index `formula` holds after the event with index `event`."""
        return self.before[self.table.roots[formula]][event]

    def _row(self, node: Formula, kids: list[list[Formula]]) -> list[Formula]:
        """For each event, a formula that holds before the event if and only if `node` holds after it.

        `kids` has these formulas for the subformulas of `node`.
        """
        self._spend(len(self.events))
        if isinstance(node, Atom):
            return [event.post.get(node.name, node) for event in self.events]
        if isinstance(node, BOOLEAN):
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
            if agent in self.model.frame.weights or agent in self.model.frame.ranks:
                raise self._refusal(node, f"the events have weights or ranks for agent {agent}")
            reduced = BELIEF[type(node)](node, *goals)
        if reduced is None:
            raise self._refusal(node, why_refused(node))
        return reduced

    def _goals(self, seen: Iterable[int], kid: list[Formula]) -> list[Image]:
        goals = [(self.events[e].pre, kid[e]) for e in seen]
        self._spend(2 * len(goals))
        return goals

    def _relation(self, agent: str) -> Relation:
        relation = self.model.frame.relations.get(agent, self.model.others)
        if relation is None:
            raise ModelError(f"agent {agent}: the first event model has no relation for this agent")
        return relation

    def _everyone(self, node: Formula, named: Group, kid: list[Formula], event: int) -> Formula:
        """The condition for `E`: one conjunct for each set of agents who consider the same events possible."""
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
        """The condition for `D`, over the events that all agents of the group consider possible."""
        group = self._group(node, node.group)
        if group is None or not group:
            raise self._refusal(node, "the group of all agents is not known", NAME_AGENTS)
        seen = set.intersection(*[set(self._relation(agent).successors(event)) for agent in group])
        return D(node.group, every(self._goals(sorted(seen), kid)))

    def _group(self, node: Formula, group: Group) -> tuple[str, ...] | None:
        """The agents of the group; None for the group of all agents if these are not known.

        In that case, `NotExpressible` if the event model names agents.
        """
        if group is not None:
            return tuple(sorted(group))
        if self.agents is not None:
            return self.agents
        if self.model.agents:
            raise self._refusal(node, "the agents that the event model does not name are not known", NAME_AGENTS)
        return None

    def _refusal(self, node: Formula, why: str, way_out: str = UPDATE_TWICE) -> NotExpressible:
        return NotExpressible(f"{shorten(str(node))} after the first event model: {why}; {way_out}")

    def _spend(self, formulas: int) -> None:
        self.remaining -= formulas
        if self.remaining < 0:
            raise TooLarge(f"more than {self.limit:,} formulas; {UPDATE_TWICE}")


class ByEvents(Protocol):
    """Protocol of an action that has an equivalent event model."""

    def event_model(self) -> EventModel:
        """The equivalent event model."""


def compose(one: EventModel | ByEvents, two: EventModel | ByEvents, agents: Iterable[str] | None = None) -> EventModel:
    """The event model whose update equals the update by `one` and then by `two`.

    Its events ``e;f`` are the pairs of an event e of `one` and an event f of `two`. f's precondition and postconditions
    are translated into formulas about the model before e, and an agent considers ``g;h`` possible at ``e;f`` if the
    agent considers g possible at e and h at f. An update with the result gives the same worlds as the two updates in
    a row, with other names, if the model has actual worlds. Otherwise only events that are reachable from designated
    ones happen (see `Model.update`), and an event ``e;f`` may be unreachable although e and f are reachable.

    `NotExpressible` or `NoReduction` if a formula of the second event model has no translation, such as one with common
    knowledge, beliefs of groups, degrees of belief, `Kv`, strong belief or named actions (see `Regression`); in that
    case, update with one event model after the other. `ModelError` if only one of the two has a relation for some
    agent, or if one gives an agent weights and the other ranks. `ModelError` also if several actual events of the first
    can happen at one world, and the second may be impossible after one of them; if only one of the two has actual
    events, and several events of the other can happen at one world; or if two pairs of events get the same name.
    `TooLarge` if the translation takes more than a million formulas.

    Parameters
    ----------
    one, two : EventModel, or an action with a method `event_model`
        The first and the second event model.
    agents : iterable of str, optional
        All agents of the models to which the result will be applied. Only required if formulas of the second event
        model are about all agents (``E p``).

    Notes
    -----
    If only some events of the first introduce an atom and the second uses it, the atom must be in the vocabulary of the
    model, since no formula about the model before the first update can say that the atom is missing. An atom on which
    the result does not depend may be missing, such as one in a postcondition of the first that the second overrides, or
    in the knowledge of an agent who considers no event possible. If neither has actual events, and the second can
    follow only one of several possible events of the first, the result takes this event, while two updates in a row ask
    for a choice.

    O(k l) events for k and l events; for each agent, as many pairs of events as the product of the numbers of pairs in
    the two relations. O(s k d) formulas for s distinct subformulas of the second event model and at most d events that
    an agent considers possible in the first.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> from whoknows import announcement, peek
    >>> both = compose(peek("h", by="anne"), announcement("Kw_anne h"))
    >>> m.update(both).holds("K_anne h & K_bob Kw_anne h")
    True
    """
    all_agents = None if agents is None else agent_group(agents, "agents", least=0)
    first, then = _events(one, all_agents), _events(two, all_agents)
    decided = _is_decided(first, then)
    names = list(map(";".join, product(first.events, then.events)))
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ModelError(f"event {shorten(repr(twice))} is the name of two pairs; use names without ';'")
    events = dict(zip(names, _composed(first, then, all_agents), strict=True))
    actual = list(map(";".join, product(first.designated, then.designated)))
    values = {**first.values, **then.values}
    common = {variable: values[variable] & first.values.get(variable, values[variable]) for variable in values}
    frame, others = _frame(first, then, names)
    return EventModel.of(events, frame, actual if decided else None, others, common)


def _is_decided(one: EventModel, two: EventModel) -> bool:
    """Whether the composition has actual events, which are then the pairs of designated events.

    `ModelError` if two updates in a row may fail although an update with the composition succeeds. There are two such
    cases: several actual events of `one` can happen at a world, and `two` may fail after one of them; or one model has
    actual events and more than one event, and several events of the other can happen at a world.
    """
    first, then = [[model.events[event].pre for event in model.designated] for model in (one, two)]
    if one.actual is not None and _may_meet(first) and simplify(disj(then)) != Top():
        raise ModelError(
            "of the actual events of the first event model several can happen at one world, and the second may not "
            f"follow each; give preconditions that exclude each other, or {UPDATE_TWICE}"
        )
    if all(model.actual is None or len(model) == 1 for model in (one, two)):
        return one.actual is not None and two.actual is not None
    if any(model.actual is None and _may_meet(pres) for model, pres in ((one, first), (two, then))):
        raise ModelError(
            "one of the two event models has actual events, and several events of the other can happen at one world; "
            f"give the other actual=..., or preconditions that exclude each other, or {UPDATE_TWICE}"
        )
    return True


def _may_meet(conditions: Iterable[Formula]) -> bool:
    """Whether two of the conditions may hold at one world."""
    return any(simplify(And(a, b)) != Bottom() for a, b in combinations(conditions, 2))


def _events(action: EventModel | ByEvents, agents: Iterable[str] | None) -> EventModel:
    if isinstance(action, EventModel):
        return action
    if not isinstance(action, Action) and not hasattr(action, "event_model"):
        raise ModelError(f"{shorten(repr(action))}: expected an event model, or an action that has one")
    given = action.event_model  # a method of changes, but a property of `Action`
    model = given() if callable(given) else given
    return model if agents is None or not isinstance(action, Action) else action.events_for({*model.agents, *agents})


def _composed(one: EventModel, two: EventModel, agents: Iterable[str] | None) -> Iterator[Event]:
    """The events ``e;f`` in order, with translated preconditions and postconditions."""
    before = Regression(one, two.formulas, agents)
    for e, first in enumerate(one.events.values()):
        number = 0
        for then in two.events.values():
            changes: dict[str, Formula | str] = {**first.post}
            for place, atom in enumerate(then.post, number + 1):
                changes[atom] = before(place, e)
            needed = [each for each in (first.pre, before(number, e)) if not isinstance(each, Top)]
            yield Event(conj(needed), changes)
            number += 1 + len(then.post)


def _frame(one: EventModel, two: EventModel, names: list[EventName]) -> tuple[Structure, Relation | None]:
    """The relations, weights and ranks of the pairs of events, and the relation of all other agents, if there is one.

    Ranks are compared for the second event before the first.
    """
    models, every = (one, two), WorldSet(len(one), mask=(1 << len(one)) - 1)
    pairs = Pairs.of(len(one), [every] * len(two))

    def relation(agent: str, model: EventModel) -> Relation:
        found = model.frame.relations.get(agent, model.others)
        if found is None:
            way_out = f"; give it relations={{'{agent}': [...]}}, or others=[...] for all agents without a relation"
            problem = f"agent {agent}: one of the two event models has no relation for this agent"
            raise ModelError(problem + by_face(way_out))
        return found

    relations = {
        agent: pairs.relation(relation(agent, one), [(None, relation(agent, two))])
        for agent in dict.fromkeys([*one.agents, *two.agents])
    }
    weights = {
        agent: pairs.weights(
            *[each.frame.weights.get(agent) or equal_weights(relation(agent, each)) for each in models]
        )
        for agent in dict.fromkeys([*one.frame.weights, *two.frame.weights])
    }
    ranks = {
        agent: pairs.ranks(*[each.frame.ranks.get(agent, (0,) * len(each)) for each in models])
        for agent in dict.fromkeys([*one.frame.ranks, *two.frame.ranks])
    }
    for what, given in (("weights", weights), ("ranks", ranks)):
        for agent in given:
            require_classes(agent, relations, what)
    require_one_kind(weights, ranks)
    others = None if one.others is None or two.others is None else pairs.relation(one.others, [(None, two.others)])
    return Structure(Named(names, "event"), {}, relations, (), weights, ranks), others
