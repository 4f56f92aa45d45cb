"""The product update of a structure with an event model, and named actions in formulas, ``[@name] f``.

Sources: Baltag, Moss and Solecki (TARK 1998); for postconditions, van Benthem, van Eijck and Kooi (2006), definition 5,
doi:10.1016/j.ic.2006.04.006. The product contains the world (w, e) if e's precondition holds at w. An agent considers
(v, f) possible at (w, e) if they consider v possible at w and f possible at e. An atom has the value that e's
postcondition for it had at w, or its value at w if there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from kripke.change.event import (
    Event,
    EventModel,
    EventName,
    event_relation,
    is_announcement,
    reachable_events,
    require_no_action,
)
from kripke.change.observers import Observed, Sees
from kripke.change.product_worlds import names_of_pairs
from kripke.change.update import StructureChange, announce, false_at, place_of
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, require_flag, unknown_agent
from kripke.data.lazy import np
from kripke.data.relation import Labels, Relation, WorldSet, common
from kripke.data.structure import Product, Ranks, Structure, Weights, integers
from kripke.data.watch import WATCH
from kripke.data.worlds import SMALL, Kept, Named, Origins, Positions, kept_of
from kripke.sameness.invariance import contract
from logic.errors import EpistemicError, TooLarge, by_face, few, naming, shorten
from logic.exact import is_real, is_whole
from logic.formula import Formula, require_name
from logic.parser import parse

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_PAIRS = 2**28  # maximal number of pairs (world, event)
MAX_EDGES = 10**8  # maximal number of edges of an agent's relation that is not transitive and Euclidean
CHUNK = 2**20  # approximate number of edges of a product that are sorted together
MOST_COST = 1e15  # for higher costs, sums would not be exact
MAX_WORLDS = 2**25  # maximal number of pairs that become worlds

Set = TypeVar("Set")  # a set of worlds in either engine

EventRelations: TypeAlias = "Sequence[tuple[WorldSet | None, Relation]]"
"""An agent's relations between events, each with the worlds where it applies; None stands for all worlds."""


@dataclass(frozen=True)
class Pairs:
    """The pairs (world, event) of a product, ordered by world, then by event."""

    pre: Sequence[WorldSet]  # where each event can happen
    worlds: Kept  # the position of the world of each pair
    events: Kept  # the index of the event of each pair

    @classmethod
    def of(cls, size: int, pre: Sequence[WorldSet]) -> Pairs:
        """Build the pairs for `size` worlds from the extension of each event's precondition."""
        if max(size, sum(map(len, pre))) > SMALL:
            return cls(pre, *np.nonzero(np.array([where.column for where in pre]).T))
        masks = [where.mask for where in pre]
        pairs = [(world, event) for world in range(size) for event, mask in enumerate(masks) if mask >> world & 1]
        return cls(pre, Origins([world for world, _ in pairs]), Origins([event for _, event in pairs]))

    def __len__(self) -> int:
        return len(self.worlds)

    @cached_property
    def positions(self) -> npt.NDArray[np.int32]:
        """Array of shape (k, n): the index of each pair of k events and n worlds; -1 if the pair is not possible."""
        positions = np.full((len(self.pre), self.pre[0].size), -1, dtype=np.int32)
        positions[self.events, self.worlds] = np.arange(len(self), dtype=np.int32)
        return positions

    def of_events(self, numbers: Iterable[int]) -> WorldSet:
        """The pairs with one of these events."""
        return WorldSet.of(len(self.pre), numbers).restrict(self.events)

    def valued(self, before: WorldSet, new: Mapping[int, WorldSet]) -> WorldSet:
        """The pairs where an atom is true after the event.

        `before` is the old extension of the atom; `new` maps indices of events to the atom's new extension.
        """
        if isinstance(self.worlds, Origins):
            after = before.restrict(self.worlds)
            for number, value in new.items():
                there = self.of_events([number])
                after = after - there | value.restrict(self.worlds) & there
            return after
        column = before.column[self.worlds]
        for number, value in new.items():
            here = self.pre[number].column
            column[self.positions[number][here]] = value.column[here]
        return WorldSet(len(column), column=column)

    def relation(self, one: Relation, of_events: EventRelations) -> Relation:
        """The agent's relation between pairs, from the relation `one` between worlds and the relations `of_events`."""
        WATCH.get()()
        if isinstance(self.worlds, Origins) or isinstance(self.events, Origins):
            blocks = one.restrict(self.worlds).blocks
            parts = [
                (lookers if where is None else lookers & where.restrict(self.worlds).mask, seen)
                for where, two in of_events
                for lookers, seen in common(blocks, two.restrict(self.events).blocks)
            ]
            return Relation.from_parts(len(self), parts)
        whole, first = of_events[0]
        if whole is None and one.is_k45 and first.is_k45:
            return _labelled(one, first, self.worlds, self.events)
        seeing, seen = one.edges
        pairs = [(where, event, other) for where, two in of_events for event, other in two.pairs()]
        cuts = np.unique(np.searchsorted(seeing, seeing[:: max(1, CHUNK // max(1, len(pairs)))]))
        sources, targets, count = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)], 0
        # each chunk has all edges from its worlds, so the chunks stay in order
        for start, end in pairwise([*cuts.tolist(), len(seeing)]):
            WATCH.get()()
            edges = [np.zeros(0, dtype=np.int64)]
            for where, event, other in pairs:
                here, there = self.positions[event][seeing[start:end]], self.positions[other][seen[start:end]]
                both = (here | there) >= 0
                if where is not None:
                    both &= where.column[seeing[start:end]]
                edges.append((here.astype(np.int64) * len(self) + there)[both])
            codes = np.sort(np.concatenate(edges))
            if len(of_events) > 1:
                codes = codes[np.diff(codes, prepend=-1) > 0]
            count += len(codes)
            if count > MAX_EDGES:
                raise TooLarge(f"an agent has over {MAX_EDGES:,} edges after the action: use one with fewer events")
            sources.append((codes // max(len(self), 1)).astype(np.int32))
            targets.append((codes - sources[-1].astype(np.int64) * len(self)).astype(np.int32))
        return Relation.from_edges(len(self), np.concatenate(sources), np.concatenate(targets))

    def weights(self, given: Weights, times: Weights) -> Weights:
        """The weights of pairs: the world's weight times the event's.

        The weight is 0 if the world or the event is never considered possible.
        """
        bound = given.denominator * times.denominator
        numerators: Any
        if isinstance(self.worlds, Origins):
            both = zip(self.worlds, self.events, strict=True)
            numerators = [given.numerators[world] * times.numerators[event] for world, event in both]
        else:
            numerators = given.column(bound)[self.worlds] * times.column(bound)[self.events]
        return Weights.reduced(numerators, bound, given.threshold)

    def ranks(self, given: Ranks, of_events: Ranks | None) -> Ranks:
        """The ranks of the pairs: pairs are compared by the event's rank (if given), then by the world's rank."""
        if of_events is None:
            return tuple([given[world] for world in self.worlds.tolist()])
        least = min(given, default=0)
        span = max(given, default=0) - least + 1
        if isinstance(self.worlds, Origins):
            both = zip(self.worlds, self.events, strict=True)
            return tuple([given[world] - least + of_events[event] * span for world, event in both])
        bound = span * (max(map(abs, of_events), default=0) + 1)
        worlds, events = integers([r - least for r in given], bound), integers([r * span for r in of_events], bound)
        return tuple((events[self.events] + worlds[self.worlds]).tolist())


def product(
    structure: Structure,
    change: EventModel | Observed,
    live: Collection[EventName] | None = None,
    named: bool = True,
) -> Product:
    """The product of a structure and an event model, without an actual world; it has no worlds if no event can happen.

    With `live`, only pairs with these events become worlds. If `named` is False, worlds are numbered. `UnknownAgent` or
    `UnknownAtom` if a formula or a relation of the event model names something that the structure does not have.
    `ModelError` if the event model has no relation for an agent of the structure, or has weights or ranks for an agent
    that has none in the structure; if an agent with weights or ranks has a relation between events that is not
    transitive and Euclidean; or if the event model permutes only some of a variable's values. `TooLarge` if there are
    more than `MAX_PAIRS` pairs, more than `MAX_WORLDS` of them are possible, or a relation would have more than
    `MAX_EDGES` edges. O(g n k) for g agents, n worlds and k events if all relations are transitive and Euclidean;
    otherwise O(m l) for m edges of an agent's relation between worlds and l edges of the relation between events.
    """
    model = change.events if isinstance(change, Observed) else change
    require_agents(structure.relations, change)
    seen = {agent: seen_by(structure, change, agent) for agent in structure.relations}
    require_values(structure.values, model)
    events = list(model.events.items())
    if (count := structure.size * len(events)) > MAX_PAIRS:
        raise _too_large(
            structure, model, count, MAX_PAIRS, f"{structure.size:,} worlds and {len(events):,} events are"
        )
    pre = [of_event(partial(extension, structure), name, "precondition", event.pre) for name, event in events]
    if live is not None:
        pre = [where if name in live else _nowhere(structure) for where, (name, _) in zip(pre, events, strict=True)]
    if (count := sum(map(len, pre))) > MAX_WORLDS:
        raise _too_large(structure, model, count, MAX_WORLDS, "the product has")
    pairs = Pairs.of(structure.size, pre)
    after = Structure(
        names_of_pairs(structure.worlds, tuple(model.events), pairs.worlds, pairs.events)
        if named
        else Named(range(len(pairs))),
        _valuation(structure, model, pairs),
        {a: pairs.relation(r, seen[a]) for a, r in structure.relations.items()},
        (),
        *_beliefs(structure, model, pairs, seen),
    )
    happening = set(model.designated)
    designated = pairs.of_events([number for number, (name, _) in enumerate(events) if name in happening])
    return Product(after, pairs.worlds, pairs.events, designated, structure.size)


def update(structure: Structure, change: EventModel | Observed, event: EventName | None = None) -> Structure:
    """The structure after an update with the event model, with the new actual worlds. Cost as in `product`.

    The new actual worlds are the pairs of an actual world and a designated event that can happen there. With `event`,
    only pairs with this event are actual. `PreconditionFailed`, with the event, the world and the formula, if no event
    can happen at some actual world; `ModelError` if several can, and the event model names no actual events. Without an
    actual world, the product is restricted to the designated events and the events that agents may consider possible
    when these happen; `ModelError` if `event` is given and this adds other events, `PreconditionFailed` if no
    designated event can happen at any world. van Ditmarsch, van der Hoek and Kooi (2007), chapter 6; van Eijck (2007),
    "DEMO: a demo of epistemic modelling".
    """
    model = change.events if isinstance(change, Observed) else change
    requested = model.designated if event is None else (model.require_event(event),)
    if model is change and is_announcement(model):
        require_agents(structure.relations, model)
        ((name, announced),) = model.events.items()
        where = of_event(partial(extension, structure), name, "precondition", announced.pre)
        if (fails := false_at(structure, where)) is not None:
            raise place_of(structure, *fails).impossible(model, [name])
        return announce(structure, announced.pre, where=where)
    names = list(model.events)
    if not structure.actuals:
        relations = change.relations_of(structure.relations) if isinstance(change, Observed) else None
        live = reachable_events(model, requested, structure.relations, event is not None, relations)
        result = product(structure, change, live)
        if not WorldSet.of(len(names), map(names.index, requested)).restrict(result.events):
            raise place_of(structure).impossible(model, requested)
        return result.structure
    result = product(structure, change)
    after: dict[int, dict[EventName, int]] = {actual: {} for actual in structure.actuals}
    for i in WorldSet.of(structure.size, structure.actuals).restrict(result.worlds).positions():
        after[int(result.worlds[i])][names[result.events[i]]] = i
    actuals = [
        pairs[name]
        for actual, pairs in after.items()
        for name in place_of(structure, actual).happening(model, requested, pairs)
    ]
    return replace(result.structure, actuals=tuple(sorted(actuals)))


def of_event(where: Callable[[Formula], Set], name: EventName, part: str, formula: Formula) -> Set:
    """Evaluate `formula` with `where`; errors name the event and the `part` of it that has the formula."""
    try:
        require_no_action(formula)
        return where(formula)
    except EpistemicError as error:
        raise type(error)(f"{part} of event {name}: {error.message}") from None


def _too_large(structure: Structure, model: EventModel, count: int, limit: int, what: str) -> TooLarge:
    """The error for too many pairs; it advises contraction if the contracted model would be small enough."""
    helps = contract(structure).size * len(model.events) <= limit
    smaller = by_face("update(..., contract=True)", "whoknows contract", "Contract")
    contracted = f"keep the model small with {smaller}, or " * helps
    return TooLarge(
        f"{what} {count:,} pairs (world, event), more than {limit:,}: {contracted}use an action with fewer events"
    )


def _valuation(structure: Structure, model: EventModel, pairs: Pairs) -> dict[str, WorldSet]:
    changes: dict[str, dict[int, Formula]] = {}
    for number, event in enumerate(model.events.values()):
        for atom, formula in event.post.items():
            changes.setdefault(atom, {})[number] = formula
    names, where = list(model.events), partial(extension, structure)
    valuation = {}
    for atom in [*structure.valuation, *(new for new in changes if new not in structure.valuation)]:
        what = f"postcondition for {atom}"
        new = {n: of_event(where, names[n], what, formula) for n, formula in changes.get(atom, {}).items()}
        valuation[atom] = pairs.valued(structure.valuation.get(atom) or _nowhere(structure), new)
    return valuation


def _nowhere(structure: Structure) -> WorldSet:
    return WorldSet(structure.size, mask=0)


def seen_by(
    structure: Structure, change: EventModel | Observed, agent: str, truth: Callable[[Formula], WorldSet] | None = None
) -> EventRelations:
    """An agent's relations between events, each with the worlds where it applies; `truth` evaluates conditions."""
    if not isinstance(change, Observed) or agent not in change.sees:
        return [(None, event_relation(change.events if isinstance(change, Observed) else change, agent))]
    kinds = change.kinds(structure, agent, truth)
    return [(None if len(kinds) == 1 else where, change.events.frame.relations[kind]) for kind, where in kinds]


def require_agents(agents: Collection[str], change: EventModel | Observed) -> None:
    """Raise an error if the change names an agent who is not in `agents`, or has no relation for one of them."""
    seeing = isinstance(change, Observed)
    model, named = (change.events, change.sees) if isinstance(change, Observed) else (change, change.agents)
    for agent in named:
        if agent not in agents:
            raise unknown_agent(agent, agents, "sees" if seeing else "event model")
    for agent in agents:
        if not seeing or agent not in named:
            event_relation(model, agent)


def require_values(values: Callable[[str], Iterable[str]], model: EventModel) -> None:
    """Raise `ModelError` if an event model permutes some values of a variable, but not all."""
    for variable, listed in model.values.items():
        left = [value for value in values(variable) if value not in listed]
        if left:
            raise ModelError(
                f"shuffling {variable}: the model's vocabulary also has the value {few(left, 'and')}, which would not "
                "move; list all values"
            )


def _labelled(one: Relation, two: Relation, world_of: Positions, event_of: Positions) -> Relation:
    """Combine a relation between worlds and one between events to a relation between pairs; all have classes."""
    left, right = one.labels[world_of], two.labels[event_of]
    seeing = (left >= 0) & (right >= 0)
    pairs = left.astype(np.int64) * max(two.top, 1) + right
    if one.top * two.top > 4 * len(pairs) + 1_024:  # much larger than the number of worlds
        pairs = np.unique(pairs, return_inverse=True)[1].astype(np.int64)
    labels: Labels = np.where(seeing, pairs, -1).astype(np.int32)
    if one.all_members and two.all_members and seeing.all():
        return Relation.from_labels(labels)
    return Relation.from_labels(labels, one.members[world_of] & two.members[event_of])


def _beliefs(
    structure: Structure, model: EventModel, pairs: Pairs, seen: Mapping[str, EventRelations]
) -> tuple[dict[str, Weights], dict[str, tuple[int, ...]]]:
    of_events = model.frame
    for agent in [*structure.weights, *structure.ranks]:
        if not all(relation.is_k45 for _, relation in seen[agent]):
            raise ModelError(
                f"agent {agent}: an agent with weights or ranks needs a transitive and Euclidean relation (S5, KD45) "
                "in the event model, as in the model"
            )
    _require_same_kind("weights", of_events.weights, structure.weights, structure.ranks)
    _require_same_kind("ranks", of_events.ranks, structure.ranks, structure.weights)
    if several := [agent for agent in structure.weights if len(seen[agent]) > 1]:
        raise ModelError(f"agent {several[0]}: an agent with weights must observe in the same way at all worlds")
    weights = {
        a: pairs.weights(given, of_events.weights.get(a) or equal_weights(seen[a][0][1]))
        if seen[a]  # no kind of observation applies in a model without worlds
        else given
        for a, given in structure.weights.items()
    }
    return weights, {a: pairs.ranks(given, of_events.ranks.get(a)) for a, given in structure.ranks.items()}


def _require_same_kind(kind: str, given: Collection[str], have: Collection[str], instead: Collection[str]) -> None:
    """Raise `ModelError` if the event model gives an agent weights, or ranks, and the model does not.

    `kind`: "weights" or "ranks". `given` and `have`: the agents who have them in the event model and in the model.
    `instead`: the agents who have the other kind in the model.
    """
    for agent in given:
        if agent not in have:
            other = f"{'ranks' if kind == 'weights' else 'weights'} instead" if agent in instead else "none"
            even = "equal weights such as 1" if kind == "weights" else "ranks, which may all be 0"
            raise ModelError(
                f"agent {agent}: the event model gives the agent {kind}, the model gives {other}; make the model with "
                f"{kind}={{'{agent}': {{world: number}}}} ({even}), or remove them from the event model"
            )


def equal_weights(relation: Relation) -> Weights:
    """Equal weights for events: 1 for each event that is considered possible at some event, otherwise 0."""
    return Weights(tuple([int(event in relation.seen_by_some) for event in range(relation.size)]), 1, Fraction(0))


@dataclass(frozen=True)
class Action:
    """A named change: formulas refer to it by ``[@name] f``, and `explore` applies it wherever it can happen.

    Parameters
    ----------
    name : str
        The name.
    change : EventModel, Formula, str, or a change of weights, ranks or relations
        What happens; a formula is announced to all. If it is an `Action`, its change is used, and its `by` and `cost`
        are the defaults.
    by : str, optional
        The agent who acts, for plans.
    sees : mapping, optional
        For each agent, one kind of observation, or pairs (condition, kind). The first condition that holds decides how
        the agent observes the event. The relations of the event model are then named by kinds; an agent without an
        entry has the relation with the agent's name. `ModelError` where no condition holds; a last pair ('true', kind)
        prevents this.
    cost : int or float
        What the action costs in a plan, from 0 to 10^15; None: 1.
    per_state : bool
        Whether each condition of `sees` is tested once for all worlds, and is true if it holds at every actual world.
        Otherwise it is tested at each world separately.

    Raises
    ------
    FormulaError, ParseError, ModelError
        If an argument is invalid, such as a name that is not a string, or the change has another type.

    Examples
    --------
    >>> from whoknows import Action, KripkeModel, peek
    >>> look = Action("look", peek("p", by="a"))
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")
    >>> m.holds("[@look] K_a p", actions=[look, Action("tell", "p")]), m.update(look).holds("K_a p")
    (True, True)

    Anne opens the box; an agent who is near sees what is in it:

    >>> from whoknows import Event, EventModel
    >>> box = EventModel({"p": Event("p"), "~p": Event("~p")}, {"near": [("p", "p"), ("~p", "~p")],
    ...                  "far": [("p", "p"), ("p", "~p"), ("~p", "p"), ("~p", "~p")]})
    >>> look = Action("open", box, by="a", sees={"a": "near", "b": [("false", "near"), ("true", "far")]})
    >>> m.update(look).holds("K_a p & ~Kw_b p & K_b Kw_a p")
    True
    """

    name: str
    change: StructureChange | EventModel | Formula
    by: str | None = None
    cost: int | float = 1

    def __init__(
        self,
        name: str,
        change: StructureChange | EventModel | Formula | str | Action,
        by: str | None = None,
        sees: Sees | None = None,
        cost: int | float | None = None,
        per_state: bool = False,
    ) -> None:
        require_name(name, "action")
        given = change.change if isinstance(change, Action) else change
        object.__setattr__(self, "name", name)
        if isinstance(change, Action):
            by, cost = change.by if by is None else by, change.cost if cost is None else cost
        object.__setattr__(self, "by", by)
        object.__setattr__(self, "cost", 1 if cost is None else cost)
        with self.naming():
            if by is not None:
                require_name(by, "agent")
            if not is_real(self.cost, 0, MOST_COST):
                raise ModelError(f"cost {shorten(repr(cost))}: expected a number from 0 to {MOST_COST:g}")
            object.__setattr__(self, "cost", (int if is_whole(self.cost) else float)(self.cost))
            read: Any = parse(given) if isinstance(given, (str, Formula)) else given
            require_flag(per_state, "per_state")
            if sees is not None:
                read = Observed.read(read, sees, per_state)
            object.__setattr__(self, "change", read)
        if not isinstance(self.change, (Formula, EventModel, Observed)) and not hasattr(self.change, "apply"):
            raise ModelError(
                f"action '{shorten(name)}': {shorten(repr(given))} cannot be used in a formula; expected an event "
                "model, a formula, or an action such as announcement_whether(f)"
            )

    @cached_property
    def possible(self) -> StructureChange | EventModel | Observed:
        """The change itself if it applies at every world or has conditional observers; otherwise its event model."""
        change = self.change
        whole = isinstance(change, Observed) or (not isinstance(change, Formula) and getattr(change, "total", False))
        return change if whole else self.event_model  # type: ignore[return-value]

    @property
    def events(self) -> EventModel | None:
        """The event model with which the action is applied; None if the change is applied directly.

        The relations of conditional observers are named by kinds of observation.
        """
        events = self.possible.events if isinstance(self.possible, Observed) else self.possible
        return events if isinstance(events, EventModel) else None

    @property
    def formulas(self) -> list[Formula]:
        """The formulas on which the effect of the action depends."""
        if self.events is None:
            change: Any = self.change
            return [change.formula] if hasattr(change, "formula") else [f for f, _ in getattr(change, "chances", ())]
        sees = self.possible.sees.values() if isinstance(self.possible, Observed) else ()
        seen = [condition for listed in sees for condition, _ in listed]
        return [*seen, *self.events.formulas]

    @cached_property
    def event_model(self) -> EventModel:
        """The event model of the change; `ModelError` if it has none, `TooLarge` if it has too many events."""
        change = self.change
        if isinstance(change, Formula):
            return EventModel({"said": Event(change)}, {}, others=[("said", "said")])
        model = change.event_model() if hasattr(change, "event_model") else change
        if isinstance(model, EventModel):
            return model
        raise ModelError(
            f"action '{shorten(self.name)}': {shorten(repr(change))} has no event model; expected an EventModel, or "
            "an action that has one"
        )

    def events_for(self, agents: Collection[str]) -> EventModel:
        """The event model for models with these agents, without conditional observers."""
        return self.change.event_model(agents) if isinstance(self.change, Observed) else self.event_model

    def __call__(self, structure: Structure, /, named: bool = True) -> Product:
        """Apply the action; return the new structure with the origins of its worlds. Errors name the action.

        If `named` is False, the worlds of a product are numbered.
        """
        with self.naming():
            if isinstance(self.possible, (EventModel, Observed)):
                return product(structure, self.possible, named=named)
            size = structure.size
            after = self.possible.apply(structure) if size else structure
            whole, event = WorldSet(size, mask=(1 << size) - 1), kept_of([0] * size, size)
            return Product(after, whole.kept, event, whole, size)

    def naming(self) -> AbstractContextManager[None]:
        """A context manager that adds the action's name to errors."""
        return naming(f"action {shorten(self.name)}")

    @property
    def needs(self) -> list[tuple[EventName, Formula]]:
        """The designated events and their preconditions; empty if the change is applied directly, at any world."""
        model = self.events
        return [] if model is None else [(e, model.events[e].pre) for e in model.designated]


Actions: TypeAlias = Mapping[str, StructureChange | EventModel | Formula | str | Action] | Sequence[Action]
"""The actions for ``[@name]`` in formulas: a mapping from names to changes, or a list of actions."""


def named_actions(actions: Actions) -> dict[str, Action]:
    """The actions by name; `ModelError` if the argument is invalid or two actions have the same name."""
    if isinstance(actions, Mapping):
        return {name: Action(name, change) for name, change in actions.items()}
    if not isinstance(actions, (list, tuple)) or not all(isinstance(each, Action) for each in actions):
        raise ModelError(
            f"actions {shorten(repr(actions))}: expected a mapping from names, such as {{'peek': peek}}, or a list of "
            "Action(name, change)"
        )
    by_name = {each.name: each for each in actions}
    if len(by_name) < len(actions):
        names = [each.name for each in actions]
        twice = next(name for name in names if names.count(name) > 1)
        raise ModelError(f"action '{shorten(twice)}' is given twice: give each action a name of its own")
    return by_name


def occurrences(actions: Actions) -> dict[str, Action]:
    """The actions by name, for ``[@name]`` in formulas.

    `ModelError` for an action that may be impossible but has no event model.
    """
    by_name = named_actions(actions)
    for action in by_name.values():
        if isinstance(action.change, Observed) and action.change.per_state:
            with action.naming():
                action.event_model  # noqa: B018 raises the error that there is none
        action.possible  # noqa: B018
    return by_name


def new_atoms(actions: Actions, vocabulary: Container[str]) -> list[str]:
    """The atoms that events of the actions change and that are not in `vocabulary`, sorted."""
    changes = [action.change for action in named_actions(actions).values()]
    models = [change.events if isinstance(change, Observed) else change for change in changes]
    events = [event for model in models if isinstance(model, EventModel) for event in model.events.values()]
    return sorted({atom for event in events for atom in event.post if atom not in vocabulary})


def extend_vocabulary(structure: Structure, actions: Actions) -> Structure:
    """The structure with the atoms that the actions introduce; these are false until an event changes them."""
    new = new_atoms(actions, structure.valuation)
    if not new:
        return structure
    nowhere = {atom: WorldSet(structure.size, mask=0) for atom in new}
    return replace(structure, valuation={**structure.valuation, **nowhere})
