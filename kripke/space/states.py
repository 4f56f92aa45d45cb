"""States (pointed models up to bisimulation) with canonical keys, and their successor states under actions.

States with equal keys satisfy the same formulas now and after every change. Without weights and ranks, states have
equal keys if and only if they are bisimilar; weights and the order of ranks are part of the key. For some formulas keys
must contain more, see `Kept`: `D`, `DB` and `R` intersect relations, and degrees of belief of agents without weights
count worlds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from kripke.change.event import EventModel, EventName
from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.change.successors import Successors
from kripke.checking.explicit import extension
from kripke.data.structure import Structure
from kripke.data.watch import WATCH
from kripke.data.worlds import SMALL, Named, Worlds, kept_of
from kripke.sameness import canonical
from kripke.sameness.invariance import array_key, contract, generated
from logic import clauses as f
from logic.formula import Formula, agents_of


class Kept(NamedTuple):
    """The information that keys contain in addition to the class of bisimilar states."""

    pooled: bool = False  # whether keys preserve which agents' relations contain a pair of worlds (for D, DB, R)
    counted: frozenset[str] = frozenset()  # the agents without weights whose degrees of belief occur in formulas

    @classmethod
    def for_formulas(cls, formulas: Iterable[Formula], structure: Structure) -> Kept:
        """Return the information that keys must contain for these formulas, in models with the structure's agents."""
        pooled, counted = False, set[str]()
        for part in [part for formula in {*formulas} for part in sensitive(formula)]:
            if isinstance(part, (f.D, f.DB, f.R)):
                pooled = True
            else:
                counted |= agents_of(part) or structure.relations.keys()
        return cls(pooled, frozenset(counted & structure.relations.keys() - structure.weights.keys()))


@lru_cache(4_096)
def sensitive(formula: Formula) -> list[Formula]:
    """The subformulas with operators such as `D`, whose truth may differ between bisimilar models."""
    kinds = f.D, f.DB, f.R, f.BAtLeast, f.EBAtLeast, f.CBAtLeast
    return [part for part in formula.subformulas() if isinstance(part, kinds)]


BISIMULATION = Kept()


class State:
    """A pointed structure, contracted where possible, and its key.

    `structure`: None if it is to be unpacked from the key.
    `key`: None if it is not known.
    `like`: a structure with the same atoms and agents; required if `structure` is None.
    """

    __slots__ = ("_like", "_structure", "key")

    def __init__(self, structure: Structure | None, key: Hashable, like: Structure | None = None) -> None:
        self._structure, self.key, self._like = structure, key, like

    @property
    def structure(self) -> Structure:
        """The contracted structure, which is unpacked from the key on first access."""
        if self._structure is None:
            self._structure = canonical.unpacked(self.key, self._like)  # type: ignore[arg-type]
        return self._structure

    @property
    def code(self) -> bytes | None:
        """The key if it determines the state: a `canonical.packed` key of a state without ranks; otherwise None."""
        has_ranks = self._structure is not None and self._structure.ranks
        return self.key if isinstance(self.key, bytes) and not has_ranks else None


Names = tuple[Worlds, Sequence[int] | None]
"""Named worlds, and for each world of a structure the position of its origin, the named world that it comes from.

None instead of the positions: the origins of worlds 0, 1, 2, ... are the named worlds 0, 1, 2, ...
"""


def state(structure: Structure, names: Names | None = None, kept: Kept = BISIMULATION) -> State:
    """The state of a pointed structure: its part reachable from the actual worlds, contracted.

    Worlds have the names of their origins; without `names`, or if two worlds have the same origin, they are numbered.
    O(k (m + k)) integer operations for k classes of worlds and m edges; O(k m log m) with weights, or with `kept`. With
    `kept`, worlds are only merged if this does not change the key.
    """
    WATCH.get()()
    structure = replace(structure, worlds=Named(range(structure.size)))
    is_joint = kept.pooled and not structure.relations  # then D is about all worlds
    if (structure.size > SMALL or structure.weights or kept != BISIMULATION) and not is_joint:
        structure = generated(structure)
    key: Hashable
    if kept != BISIMULATION:
        key, kinds = _kinds(structure, kept)
        parts = [0] * (max(kinds) + 1)
        for world, kind in enumerate(kinds):
            parts[kind] |= 1 << world
        if len(parts) < structure.size <= SMALL:
            smaller, _ = canonical.merged(structure, parts)
            structure = smaller if _kinds(smaller, kept)[0] == key else structure
    elif structure.weights:
        key, _ = _kinds(structure, kept)
        structure = contract(structure)
    else:
        structure = structure if structure.ranks or structure.size <= SMALL else contract(structure)
        if structure.size <= SMALL or structure.ranks:
            structure, key = canonical.canonical(structure)
        else:
            key = ("hash", array_key(structure))
    shown: Worlds = Named(range(structure.size))
    if names is not None:
        worlds, origins = names
        places = [*structure.worlds] if origins is None else [origins[place] for place in structure.worlds]  # type: ignore[call-overload]
        shown = worlds.restrict(kept_of(places, len(worlds))) if len({*places}) == len(places) else shown
    return State(replace(structure, worlds=shown), key)


def _kinds(structure: Structure, kept: Kept) -> tuple[Hashable, list[int]]:
    """Return the key of a generated structure, and for each world the number of its class.

    Worlds with different weights are in different classes.

    Classes are refined until they are stable, and the key lists the definitions of the classes in each round. For
    agents with weights, and for those in `kept.counted`, the numbers and weights of accessible worlds matter, too.
    """
    agents, worlds = sorted(structure.relations), range(structure.size)
    weights = [structure.weights[agent] for agent in sorted(structure.weights)]
    loads = [tuple([_written(each.at(world)) for each in weights]) for world in worlds]
    order = {agent: sorted(set(ranks)) for agent, ranks in sorted(structure.ranks.items())}
    ranked = [agent for agent, levels in order.items() if len(levels) > 1]
    known: list[Any] = [
        (tuple(sorted(structure.true_atoms(w))), tuple([order[a].index(structure.ranks[a][w]) for a in ranked]))
        for w in worlds
    ]
    sights, numbers = _sights(structure, agents, kept)
    rounds = list[tuple[Any, ...]]()
    while True:
        WATCH.get()()
        definitions = sorted(set(known))
        number = {definition: kind for kind, definition in enumerate(definitions)}
        kinds = [number[definition] for definition in known]
        rounds.append(tuple(definitions))
        if len(rounds) > 1 and len(definitions) == len(rounds[-2]):
            break
        views = [_seen(*sight, kinds, loads) for sight in sights]
        known = [(kinds[world], *[views[place] for place in numbers[world]]) for world in worlds]
    thresholds = tuple([(a, _written(each.threshold)) for a, each in sorted(structure.weights.items())])
    actuals = tuple(sorted({kinds[world] for world in structure.actuals}))
    key = tuple(agents), tuple(sorted(structure.valuation)), thresholds, tuple(ranked), actuals, *rounds
    both = list(zip(kinds, loads, strict=True))
    apart = {each: place for place, each in enumerate(dict.fromkeys(both))}
    digest = blake2b(repr(key).encode(), digest_size=32).digest()  # the key itself takes some kilobytes
    return ("kinds", digest), [apart[each] for each in both]


def _written(number: Fraction) -> str:
    """The number with hexadecimal digits: Python does not write long decimal numbers."""
    return f"{number.numerator:x}/{number.denominator:x}"


AccessibleWorlds = list[tuple[int, int]]
"""Pairs of a mask of agents and a world that these agents consider possible."""


def _sights(
    structure: Structure, agents: Sequence[str], kept: Kept
) -> tuple[list[tuple[AccessibleWorlds, bool]], list[tuple[int, ...]]]:
    """The distinct sights, and for each world the numbers of its sights: one for each agent or, if `kept.pooled`, one.

    A sight lists the worlds that an agent (with `kept.pooled`, any agent) considers possible. It is counted if the
    number of these worlds matters.
    """
    counted = [agent in structure.weights or agent in kept.counted for agent in agents]
    sights: list[tuple[AccessibleWorlds, bool]] = [([], False)]
    rows = [[0] * len(agents) for _ in range(structure.size)]
    for place, agent in enumerate(agents):
        for looking, seen in structure.relations[agent].groups():
            for world in looking:
                rows[world][place] = len(sights)
            sights.append(([(1 << place if kept.pooled else 1, there) for there in seen], counted[place]))
    numbers = [tuple(row) for row in rows]
    if not kept.pooled:
        return sights, numbers
    joint = {row: (place,) for place, row in enumerate(dict.fromkeys(numbers))}
    pooled = list[tuple[AccessibleWorlds, bool]]()
    for row in joint:
        masks = defaultdict[int, int](int, {} if agents else dict.fromkeys(range(structure.size), 0))
        for place in row:
            for mask, there in sights[place][0]:
                masks[there] |= mask
        pooled.append(([(mask, there) for there, mask in masks.items()], any(counted)))
    return pooled, [joint[row] for row in numbers]


def _seen(worlds: AccessibleWorlds, counted: bool, kinds: Sequence[int], loads: Sequence[Hashable]) -> Hashable:
    """The classes of these worlds; for each class, the masks of the agents who see one of its worlds.

    If `counted`, all masks are given, with the weights and the number of worlds; otherwise only the maximal masks.
    """
    if counted:
        return tuple(sorted(Counter([(mask, loads[there], kinds[there]) for mask, there in worlds]).items()))
    masks = defaultdict[int, set[int]](set)
    for mask, there in worlds:
        masks[kinds[there]].add(mask)
    largest = {kind: [m for m in by if not any(m & n == m != n for n in by)] for kind, by in masks.items()}
    return tuple([(kind, *sorted(by)) for kind, by in sorted(largest.items())])


def transitions(
    before: State, compiled: Successors, kept: Kept = BISIMULATION, together: bool = False
) -> Iterator[tuple[str, EventName | None, State]]:
    """Yield the steps from a state: the action, its event, and the state after it.

    The event is None for an action without events and, with `together`, for all actions. With `together`, all events
    that can happen at the actual worlds lead to one state; there is none if some actual world allows no event. Worlds
    keep their names if these stay distinct and the action changes no facts.
    """
    coded = compiled.expanded(before.code, together) if before.code and kept == BISIMULATION else None
    for name, steps in (dict.fromkeys(compiled.actions) if coded is None else coded).items():
        action = compiled.actions[name]
        if steps is None:
            compiled.steps += 1
            ends = endings(before.structure, action, together)
            yield from [(name, event, state(after, names, kept)) for event, after, names in ends]
        else:
            events = _named_events(action, together)
            yield from [
                (name, events[event] if events else None, State(None, key, compiled.like)) for event, key in steps
            ]


def _named_events(action: Action, together: bool) -> list[EventName] | None:
    """The names of the action's events; None if its transitions do not name an event."""
    has_events = isinstance(action.change, (EventModel, Observed)) and not together
    return list(action.events.events) if has_events and action.events else None


def endings(
    before: Structure, action: Action, together: bool = False
) -> Iterator[tuple[EventName | None, Structure, Names | None]]:
    """Yield each event that can happen, the uncontracted structure after it, and the names of the worlds.

    The event is None for an action without events and, with `together` (see `transitions`), for all actions.
    """
    events = action.events
    with action.naming():
        able = [extension(before, formula) for _, formula in action.needs]
    if events is not None and not all(any(actual in where for where in able) for actual in before.actuals):
        return
    result = action(before, named=False)
    names: Names | None = None
    places, listed = result.worlds.tolist(), _named_events(action, together)
    if events is None or not any(event.post for event in events.events.values()):
        names = before.worlds, places
    ends = result.ends(before.actuals).positions()
    for group in [tuple(ends)] if together else [(end,) for end in ends]:
        happened = listed[result.events[group[0]]] if listed else None
        yield happened, replace(result.structure, actuals=group), names
