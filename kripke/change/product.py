"""The product update: Structure x EventModel -> Structure, by arrays.

Baltag, Moss and Solecki (TARK 1998); with postconditions van Benthem, van Eijck and Kooi (2006), definition 5,
doi:10.1016/j.ic.2006.04.006. In the product the world (w, e) is there where e's precondition holds at w, an agent looks
from (w, e) at (v, f) where she looks from w at v and from e at f, and an atom has the value that e's postcondition had
at w.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kripke.change.event import EventModel, EventName, require_no_action
from kripke.change.productworlds import named
from kripke.change.update import Action, announce, because
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, PreconditionFailed, unknown_agent
from kripke.data.relation import Labels, Relation, WorldSet
from kripke.data.structure import Product, Ranks, Structure, Weights, integers
from kripke.data.wording import world_quoted
from kripke.data.worlds import Positions, Worlds
from logic.errors import EpistemicError, TooLarge, few, shorten
from logic.formula import Formula

PAIRS = 2**28
"""So many pairs (world, event) are looked at."""
LIMIT = 2**25
"""So many of them become worlds."""


@dataclass(frozen=True)
class Pairs:
    """The pairs (w, e) that become worlds, in the order of the worlds.

    Parameters
    ----------
    pre : boolean array of shape (k, n)
        Where each of the k events can happen.
    world_of, event_of : integer arrays
        The positions of the world and of the event of each pair.
    """

    pre: npt.NDArray[np.bool_]
    world_of: Positions
    event_of: Positions

    @cached_property
    def at(self) -> npt.NDArray[np.int32]:
        """The position of the pair, in an array of shape (k, n); -1 where there is none."""
        at = np.full(self.pre.shape, -1, dtype=np.int32)
        at[self.event_of, self.world_of] = np.arange(len(self.world_of), dtype=np.int32)
        return at


def product(structure: Structure, model: EventModel, live: Collection[EventName] | None = None) -> Product:
    """The product of a structure and an event model, without an actual world.

    It has no worlds where no event can happen. `live` are the events that lead to worlds; None: all.

    Raises
    ------
    UnknownAgent, UnknownAtom
        If a precondition, a postcondition or a relation speaks of what the structure has not.
    ModelError
        If it says nothing of an agent, gives her weights or ranks that she has not, or permutes only some values.
    TooLarge
        If there are more than `PAIRS` pairs, or more than `LIMIT` of them are possible.

    Notes
    -----
    O(g n k) array operations' work for g agents, n worlds and k events where all relations are transitive and
    Euclidean, and the product's are label arrays again; else O(m l) for m and l edges of an agent's two relations.
    """
    _require_agents(structure, model)
    require_values(structure.values, model)
    events = list(model.events.items())
    _require_small(structure.size * len(events), PAIRS, f"{structure.size:,} worlds and {len(events):,} events are")
    pre = np.array([_where(structure, name, "precondition", event.pre).column for name, event in events])
    if live is not None:
        pre[[name not in live for name, _ in events]] = False
    _require_small(int(np.count_nonzero(pre)), LIMIT, "the product has")
    pairs = Pairs(pre, *np.nonzero(pre.T))
    after = Structure(
        _worlds(structure, model, pairs),
        _valuation(structure, model, pairs),
        {a: _relation(r, _of_agent(model, a), pairs) for a, r in structure.relations.items()},
        None,
        *_beliefs(structure, model, pairs),
    )
    happening = set(model.designated)
    designated = np.array([name in happening for name, _ in events], dtype=np.bool_)
    return Product(after, pairs.world_of, pairs.event_of, designated[pairs.event_of])


def update(structure: Structure, model: EventModel, event: EventName | None = None) -> Structure:
    """The structure after the event model happens, with its actual world.

    Parameters
    ----------
    structure : Structure
        Before.
    model : EventModel
        What may happen.
    event : str, optional
        Which event happens; None: the designated one whose precondition holds at the actual world.

    Without an actual world, any designated event may have happened anywhere: the structure has the worlds to which
    these lead, and those of other events only where some agent may take these for possible. So ``[@x] f`` is valid
    before it exactly if `f` is valid after it, unless such other events are there: a chosen `event` is then refused.

    Raises
    ------
    PreconditionFailed
        If the event cannot happen at the actual world; the message names the event, the world and the formula.
    ModelError
        If several can and none is chosen; without an actual world, if agents take others than the chosen for possible.

    Notes
    -----
    Cost as `product`.
    """
    asked = model.designated if event is None else (model.require_event(event),)
    if is_announcement(model):
        return _announced(structure, model)
    if structure.actual is None:
        return _anywhere(structure, model, asked, chosen=event is not None)
    made = product(structure, model)
    return replace(made.structure, actual=_actual(structure, model, made, asked))


def _anywhere(structure: Structure, model: EventModel, asked: Sequence[EventName], chosen: bool) -> Structure:
    """The structure after one of the events asked for, at any world."""
    live = reached(model, asked, chosen)
    made = product(structure, model, live)
    if not np.isin(made.event_of, [list(model.events).index(name) for name in asked]).any():
        raise PreconditionFailed(f"no event can happen: {_preconditions(model, asked)}, true nowhere")
    return made.structure


def reached(model: EventModel, asked: Sequence[EventName], chosen: bool = False) -> list[EventName]:
    """The events asked for, and those that agents may take for possible then, and then, ...

    `ModelError` if there are such others and the event was `chosen`: where it happens cannot be said without a world.
    """
    names = list(model.events)
    relations = [*model.frame.relations.values(), *([] if model.others is None else [model.others])]
    waiting = [names.index(name) for name in asked]
    found = set(waiting)
    while waiting:
        event = waiting.pop()
        new = {seen for relation in relations for seen in relation.successors(event)} - found
        found |= new
        waiting += new
    live = [name for place, name in enumerate(names) if place in found]
    if chosen and len(live) > len(asked):
        others = few([f"'{name}'" for name in live if name not in asked], "and")
        raise ModelError(
            f"event '{asked[0]}': without an actual world it cannot be said that this event happens, since agents take "
            f"{others} for possible then; say where it happens by at(world), or ask [@name] f of an event model with "
            f"actual='{asked[0]}'"
        )
    return live


def is_announcement(model: EventModel) -> bool:
    """Whether the model is a public announcement: one event that all see and that changes no fact."""
    seen = [*model.frame.relations.values(), *([] if model.others is None else [model.others])]
    (event, *more) = model.events.values()
    unweighted = not model.frame.weights and not model.frame.ranks
    return (
        not more
        and not event.post
        and unweighted
        and model.others is not None
        and all(r.count_edges() == 1 for r in seen)
    )


def _announced(structure: Structure, model: EventModel) -> Structure:
    _require_agents(structure, model)
    ((name, event),) = model.events.items()
    try:
        require_no_action(event.pre)
        return announce(structure, event.pre, so="this event cannot happen")
    except EpistemicError as error:
        raise _of_event(error, name, "precondition") from None


def _actual(structure: Structure, model: EventModel, made: Product, asked: Sequence[EventName]) -> int:
    """The position of the actual world after the one of the events asked for that happens there."""
    assert structure.actual is not None
    if not made.structure.size:
        raise PreconditionFailed(f"no event can happen: {_preconditions(model, model.events)}, true nowhere")
    names = list(model.events)
    after = {names[made.event_of[i]]: int(i) for i in np.flatnonzero(made.world_of == structure.actual)}
    able = [name for name in asked if name in after]
    world = world_quoted(structure.worlds.name(structure.actual))
    if not able:
        needs = _preconditions(model, asked)
        why = because(structure, model.events[asked[0]].pre, structure.actual) if len(asked) == 1 else ""
        raise PreconditionFailed(f"no event can happen at the actual world {world}: {needs}, which is false there{why}")
    if len(able) > 1:
        raise ModelError(f"at the actual world {world} {few(able, 'and')} can happen: say which, by event=...")
    return after[able[0]]


def _where(structure: Structure, name: EventName, part: str, formula: Formula) -> WorldSet:
    try:
        require_no_action(formula)
        return extension(structure, formula)
    except EpistemicError as error:
        raise _of_event(error, name, part) from None


def _of_event(error: EpistemicError, name: EventName, part: str) -> EpistemicError:
    """The same kind of error, whose message names the event."""
    return type(error)(f"{part} of event {name}: {error}")


def _preconditions(model: EventModel, events: Iterable[EventName]) -> str:
    return few([f"{shorten(name)} needs {shorten(str(model.events[name].pre))}" for name in events], "and")


def _require_small(count: int, limit: int, what: str) -> None:
    if count > limit:
        raise TooLarge(
            f"{what} {count:,} pairs (world, event), more than {limit:,}: keep the model small by "
            "update(..., contract=True), or change it by actions of fewer events, one after the other"
        )


def _worlds(structure: Structure, model: EventModel, pairs: Pairs) -> Worlds:
    """One event keeps the names, others are part of them."""
    if len(model.events) == 1:
        return structure.worlds.restrict(pairs.world_of)
    return named(structure.worlds, tuple(model.events), pairs.world_of, pairs.event_of)


def _valuation(structure: Structure, model: EventModel, pairs: Pairs) -> dict[str, WorldSet]:
    changes: dict[str, dict[int, Formula]] = {}
    for number, event in enumerate(model.events.values()):
        for atom, formula in event.post.items():
            changes.setdefault(atom, {})[number] = formula
    names = list(model.events)
    valuation = {}
    nowhere = WorldSet(structure.size, mask=0)
    for atom in [*structure.valuation, *(new for new in changes if new not in structure.valuation)]:
        column = structure.valuation.get(atom, nowhere).column[pairs.world_of]
        for number, formula in changes.get(atom, {}).items():
            there = pairs.pre[number]
            held = _where(structure, names[number], f"postcondition for {atom}", formula).column
            column[pairs.at[number][there]] = held[there]
        valuation[atom] = WorldSet(len(column), column=column)
    return valuation


def _of_agent(model: EventModel, agent: str) -> Relation:
    relation = model.frame.relations.get(agent, model.others)
    if relation is None:
        raise ModelError(
            f"agent {agent}: the event model says nothing of what she takes for possible; give relations={{'{agent}': "
            "[...]}, or others=[...] for all who are not named"
        )
    return relation


def _require_agents(structure: Structure, model: EventModel) -> None:
    for agent in model.agents:
        if agent not in structure.relations:
            raise unknown_agent(agent, structure.relations, "event model")


def require_values(values: Callable[[str], Iterable[str]], model: EventModel) -> None:
    """Refuse to permute some values of a variable only: another would stay behind, beside the one that comes.

    `values` gives those that a variable has in the model's vocabulary.
    """
    for variable, listed in model.values.items():
        left = [value for value in values(variable) if value not in listed]
        if left:
            raise ModelError(
                f"shuffling {variable}: the model's vocabulary also gives it the value {few(left, 'and')}, which would "
                "not move along; list all values"
            )


def _relation(one: Relation, two: Relation, pairs: Pairs) -> Relation:
    if one.is_k45 and two.is_k45:
        return _labelled(one, two, pairs.world_of, pairs.event_of)
    sources, targets = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)]
    looking, seen = one.edges
    for event, other in zip(*(ends.tolist() for ends in two.edges), strict=True):
        here, there = pairs.at[event][looking], pairs.at[other][seen]
        both = (here >= 0) & (there >= 0)
        sources.append(here[both])
        targets.append(there[both])
    return Relation.from_edges(len(pairs.world_of), np.concatenate(sources), np.concatenate(targets))


def _labelled(one: Relation, two: Relation, world_of: Positions, event_of: Positions) -> Relation:
    """Classes are pairs of classes; a world is a member where both of its parts are."""
    left, right = one.labels[world_of], two.labels[event_of]
    looking = (left >= 0) & (right >= 0)
    pairs = left.astype(np.int64) * max(two.top, 1) + right
    labels: Labels = np.where(looking, _dense(pairs, one.top * two.top), -1).astype(np.int32)
    if one.all_members and two.all_members and looking.all():
        return Relation.from_labels(labels)
    return Relation.from_labels(labels, one.members[world_of] & two.members[event_of])


def _dense(pairs: npt.NDArray[np.int64], top: int) -> npt.NDArray[np.int64]:
    """The numbers made small where they are far more than the worlds."""
    if top <= 4 * len(pairs) + 1_024:
        return pairs
    return np.unique(pairs, return_inverse=True)[1].astype(np.int64)


def _beliefs(
    structure: Structure, model: EventModel, pairs: Pairs
) -> tuple[dict[str, Weights], dict[str, tuple[int, ...]]]:
    of_events = model.frame
    for agent in [*structure.weights, *structure.ranks]:
        if not _of_agent(model, agent).is_k45:
            raise ModelError(
                f"agent {agent}: she has weights or ranks, so what she takes for possible in the event model must be "
                "transitive and Euclidean (S5, KD45), as it is in the model"
            )
    _require_same_kind("weights", of_events.weights, structure.weights, structure.ranks)
    _require_same_kind("ranks", of_events.ranks, structure.ranks, structure.weights)
    weights = {
        a: _weights(given, of_events.weights.get(a) or _even(_of_agent(model, a)), pairs)
        for a, given in structure.weights.items()
    }
    return weights, {a: _ranks(given, of_events.ranks.get(a), pairs) for a, given in structure.ranks.items()}


def _require_same_kind(kind: str, given: Collection[str], have: Collection[str], instead: Collection[str]) -> None:
    """Refuse an event model that gives agents weights, or ranks, if the model gives them the other or neither."""
    for agent in given:
        if agent not in have:
            other = f"{'ranks' if kind == 'weights' else 'weights'} instead" if agent in instead else "none"
            even = "equal weights such as 1" if kind == "weights" else "ranks, which may all be 0"
            raise ModelError(
                f"agent {agent}: the event model gives her {kind}, the model gives her {other}; make the model with "
                f"{kind}={{'{agent}': {{world: number}}}} ({even}), or leave them out of the event model"
            )


def _even(relation: Relation) -> Weights:
    """Weight 1 for each event that somebody may take for possible."""
    return Weights(tuple(map(int, relation.members)), 1, Fraction(0))


def _weights(given: Weights, times: Weights, pairs: Pairs) -> Weights:
    """The world's weight times the event's; neither has one where it is no member, so that the pair has none."""
    bound = given.denominator * times.denominator
    numerators = given.column(bound)[pairs.world_of] * times.column(bound)[pairs.event_of]
    return Weights.reduced(numerators, bound, given.threshold)


def _ranks(given: Ranks, of_events: Ranks | None, pairs: Pairs) -> Ranks:
    """The world's rank, or the event's before the world's."""
    if of_events is None:
        return tuple([given[w] for w in pairs.world_of.tolist()])
    least = min(given, default=0)
    span = max(given, default=0) - least + 1
    bound = span * (_most(of_events) + 1)
    worlds, events = integers([r - least for r in given], bound), integers([r * span for r in of_events], bound)
    return tuple((events[pairs.event_of] + worlds[pairs.world_of]).tolist())


def _most(numbers: Sequence[int]) -> int:
    return max(map(abs, numbers), default=0)


@dataclass(frozen=True)
class Happening:
    """An action that may be happening anywhere, for ``[@name]`` in formulas; called with the structure before it."""

    action: Action | EventModel
    name: str = ""

    def __call__(self, structure: Structure, /) -> Product:
        """See `happen`; an error names the action."""
        with self.naming():
            return happen(structure, self.action)

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Errors that name the action."""
        try:
            yield
        except EpistemicError as error:
            error.args = (f"action {shorten(self.name)}: {error}",)
            raise

    @property
    def needs(self) -> list[tuple[EventName, Formula]]:
        """The designated events with their preconditions; none for an action that can always happen."""
        model = self.action
        return [(e, model.events[e].pre) for e in model.designated] if isinstance(model, EventModel) else []


def occurrences(actions: Mapping[str, Action | EventModel]) -> dict[str, Happening]:
    """What each named action does to a structure, for ``[@name]`` in formulas.

    Event models, actions that can happen everywhere and keep all worlds (whose attribute `total` is True), and others
    by the event model that says the same.
    """
    return {name: Happening(_speakable(name, action), name) for name, action in actions.items()}


def _speakable(name: str, action: Action | EventModel) -> Action | EventModel:
    """The action as a formula can speak of it."""
    if isinstance(action, EventModel) or getattr(action, "total", False):
        return action
    if hasattr(action, "event_model"):
        made: EventModel = action.event_model()
        return made
    raise ModelError(
        f"action '{shorten(name)}': {shorten(repr(action))} cannot stand in a formula; expected an event model, or an "
        "action that has one or can happen at every world"
    )


def with_new_atoms(structure: Structure, actions: Mapping[str, Action | EventModel]) -> Structure:
    """The structure whose vocabulary has the atoms that the actions bring, false until an event says otherwise."""
    if not isinstance(actions, Mapping):
        raise ModelError(f"actions {shorten(repr(actions))}: expected a mapping from names, such as {{'peek': peek}}")
    models = [action for action in actions.values() if isinstance(action, EventModel)]
    brought = {atom for model in models for event in model.events.values() for atom in event.post}
    new = sorted(brought - structure.valuation.keys())
    if not new:
        return structure
    nowhere = {atom: WorldSet(structure.size, mask=0) for atom in new}
    return replace(structure, valuation={**structure.valuation, **nowhere})


def happen(structure: Structure, action: Action | EventModel) -> Product:
    """The structure after an action that may be happening anywhere, and where its worlds come from."""
    if isinstance(action, EventModel):
        return product(structure, action)
    everywhere = np.arange(structure.size)
    after = action.apply(structure) if structure.size else structure
    return Product(after, everywhere, np.zeros_like(everywhere), np.ones(structure.size, dtype=np.bool_))
