"""Event models over decision diagrams: each event is coded in bits that are added to a knowledge structure.

No bit is added if there are at most `FEW` events and at most one of them can happen at each state, since the state then
determines the event. So a long series of announcements of whether formulas hold is cheap. A change of facts adds no
bits: atoms get new extensions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import combinations
from operator import or_

from kripke.change.event import EventModel, EventName, event_relation
from kripke.change.product import of_event, require_agents, require_values
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.data.lazy import np
from kripke.data.relation import Column, bits
from kripke.symbolic.diagrams.state_set import StateSet, primed, support_of
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.laws.values import Table
from kripke.symbolic.structures.algebra import Product, SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure, Observation
from logic.errors import shorten
from logic.formula import Formula

Where = Callable[[Formula], StateSet]  # the extension of a formula in the model before the update

FEW = 8  # maximal number of events for which it is tested whether a state satisfies two preconditions

NAMED = 2  # maximal number of events that name a bit; with more events, the bit gets a number


@dataclass(frozen=True)
class Transformer:
    """An event model translated to the diagrams of a model.

    `model`: the event model.
    `pre`: the extension of each event's precondition.
    `live`: the events whose precondition is not the constant false; the code of an event is its index in this tuple.
    `code`: the bits of the code, as sets of states; the least significant bit is last.
    `fresh`: the code bits that are new bits of the state; empty if the state determines the event.
    `changes`: for each atom that some event changes, pairs of a new extension and the events that assign it.
    """

    model: EventModel
    pre: Mapping[EventName, StateSet]
    live: tuple[EventName, ...]
    code: tuple[StateSet, ...]
    fresh: tuple[int, ...]
    changes: Mapping[str, Sequence[tuple[StateSet, frozenset[EventName]]]]
    _guards: dict[frozenset[int], StateSet] = field(default_factory=dict)

    @property
    def mask(self) -> int:
        """The mask of the bits that the update adds to the state."""
        return reduce(or_, [1 << v for v in self.fresh], 0)

    def bits_of(self, event: EventName) -> Bits:
        """The new bits that are true after the event."""
        row = self._row(self._number[event])
        return reduce(or_, [1 << v for v, value in zip(self.fresh, row, strict=False) if value], 0)

    def after(self, events: Collection[EventName]) -> StateSet:
        """The states where one of the events has happened."""
        return self.numbered(frozenset([self._number[event] for event in events]))

    def numbered(self, numbers: frozenset[int]) -> StateSet:
        """The states where one of the live events with these numbers has happened."""
        if numbers not in self._guards:
            self._guards[numbers] = self._bit(numbers) or self.coded(numbers)
        return self._guards[numbers]

    def coded(self, numbers: Iterable[int]) -> StateSet:
        """The states where the code is one of the numbers. O(k b) for k numbers of b bits."""
        names = tuple(map(str, range(len(self.code))))
        manager = next(iter(self.pre.values())).manager
        return Table(names, tuple(map(self._row, numbers))).state_set(manager, dict(zip(names, self.code, strict=True)))

    def _bit(self, numbers: frozenset[int]) -> StateSet | None:
        """A constant, code bit or negated code bit that is true exactly for these live events, or None."""
        manager = next(iter(self.pre.values())).manager
        if len(numbers) in (0, len(self.live)):
            return StateSet.constant(manager, bool(numbers))
        for states, true in zip(self.code, self._true, strict=True):
            if numbers == true:
                return states
            if len(numbers) + len(true) == len(self.live) and not numbers & true:
                return ~states
        return None

    @cached_property
    def _true(self) -> list[frozenset[int]]:
        """For each bit of the code, the numbers of the live events whose code has a 1 there."""
        numbers, last = range(len(self.live)), len(self.code) - 1
        return [frozenset([n for n in numbers if n >> (last - place) & 1]) for place in range(len(self.code))]

    @cached_property
    def _number(self) -> dict[EventName, int]:
        return {event: number for number, event in enumerate(self.live)}

    def _row(self, number: int) -> tuple[bool, ...]:
        return tuple([bool(number >> place & 1) for place in reversed(range(len(self.code)))])


def transformer(
    knowledge: KnowledgeStructure, model: EventModel, where: Where, only: Collection[EventName] | None = None
) -> Transformer:
    """Translate an event model to the diagrams of a model; `where` computes extensions in the model.

    `UnknownAgent`, `UnknownAtom` or `ModelError` if the event model has names that the model lacks, or a feature that
    is not supported; the message names the event or agent.

    `only`: the events that can happen; None: all.
    """
    _require_fit(knowledge, model)
    require_values(lambda v: [atom.partition("=")[2] for atom in knowledge.public_variables.get(v, ())], model)
    pre = {name: of_event(where, name, "precondition", event.pre) for name, event in model.events.items()}
    if only is not None:
        pre |= dict.fromkeys(pre.keys() - set(only), StateSet.constant(knowledge.manager, False))
    live = tuple([name for name, states in pre.items() if states.value is not False])
    changes = _changes(model, live, where)
    size = (len(live) - 1).bit_length() if live else 0
    conditions = [pre[name] for name in live]
    exclusive = len(live) <= FEW and (len(live) == 1 or not any(states.value is True for states in conditions))
    algebra = SymbolicAlgebra(knowledge)
    if exclusive and all(algebra.is_empty(one & two) for one, two in combinations(conditions, 2)):
        places = reversed(range(size))
        digits = [reduce(or_, [pre[name] for n, name in enumerate(live) if n >> place & 1]) for place in places]
        code = tuple([each if each.value is not None else knowledge.definitions.literal(each) for each in digits])
        return Transformer(model, pre, live, code, (), changes)
    fresh = tuple(unused(knowledge, size))
    return Transformer(model, pre, live, tuple([StateSet.literal(knowledge.manager, v) for v in fresh]), fresh, changes)


def product(knowledge: KnowledgeStructure, ready: Transformer, named: bool = False) -> Product:
    """The model after an update with the event model, without an actual state; it may have no states.

    `named`: whether bits that are not atoms get names, so that all states have distinct names.
    """
    possible = _possible(knowledge, ready)
    after = replace(
        knowledge.told(possible),
        atoms=_atoms(knowledge, ready),
        state=knowledge.state | ready.mask,
        observes={agent: _observation(knowledge, ready, agent, o) for agent, o in knowledge.observes.items()},
        actuals=(),
    )
    if named:
        after = replace(after, marks={**knowledge.marks, **_marks(knowledge, after, ready)})
    designated = [name for name in ready.live if name in ready.model.designated]
    return Product(after, (ready.after(designated), *possible), ready.mask)


def _require_fit(knowledge: KnowledgeStructure, model: EventModel) -> None:
    """Raise an error for weights, ranks, unknown agents, missing relations, or postconditions for names in `marks`."""
    for name, event in model.events.items():
        for atom in event.post:
            if atom in knowledge.marks:
                raise ModelError(
                    f"event {shorten(name)}: postcondition for {shorten(repr(atom))}: an update before has given this "
                    "name to a mark of states; name the atom otherwise"
                )
    require_agents(knowledge.observes, model)
    for agent in [*model.frame.weights, *model.frame.ranks]:
        raise UnsupportedByEngine(
            f"agent {agent}: the event model gives the agent weights or ranks, which a symbolic model does not "
            "support; update a model with listed worlds that has them"
        )


def _changes(
    model: EventModel, live: Sequence[EventName], where: Where
) -> dict[str, list[tuple[StateSet, frozenset[EventName]]]]:
    """For each changed atom, its postconditions: the extension of each, and the live events that have it."""
    extensions: dict[Formula, StateSet] = {}
    events: dict[str, dict[Formula, list[EventName]]] = {}
    for name, event in model.events.items():
        for atom, formula in event.post.items():
            if formula not in extensions:
                extensions[formula] = of_event(where, name, f"postcondition for {atom}", formula)
            events.setdefault(atom, {}).setdefault(formula, []).append(name)
    kept = frozenset(live)
    return {
        atom: [(extensions[formula], kept.intersection(names)) for formula, names in by.items()]
        for atom, by in events.items()
    }


def unused(knowledge: KnowledgeStructure, size: int) -> list[int]:
    """Return `size` bits that the model does not use; bits of other models in its manager are reused."""
    taken = knowledge.state | knowledge.definitions.mask
    free = [v for v in range(0, 2 * knowledge.manager.bits, 2) if not taken >> v & 1][:size]
    while len(free) < size:
        free.append(knowledge.manager.extend(1))
    return free


def _possible(knowledge: KnowledgeStructure, ready: Transformer) -> list[StateSet]:
    """The conditions under which the event that is encoded in the state can happen."""
    if not ready.fresh:
        return [reduce(or_, [ready.pre[name] for name in ready.live], StateSet.constant(knowledge.manager, False))]
    live = len(ready.live)
    valid = [] if live == 1 << len(ready.code) else [ready.coded(range(live))]
    by: dict[object, tuple[StateSet, list[EventName]]] = {}
    for name in ready.live:
        by.setdefault(ready.pre[name].key, (ready.pre[name], []))[1].append(name)
    return valid + [~ready.after(names) | states for states, names in by.values() if states.value is not True]


def _atoms(knowledge: KnowledgeStructure, ready: Transformer) -> Mapping[str, StateSet]:
    """The extension of each atom after the update. All postconditions apply at once; bits of states do not change."""
    if not ready.changes:
        return knowledge.atoms
    nowhere = StateSet.constant(knowledge.manager, False)
    atoms = dict(knowledge.atoms)
    for atom, sources in ready.changes.items():
        changing = frozenset().union(*[events for _, events in sources])
        kept = frozenset(ready.live) - changing
        values = [*sources, (knowledge.atoms.get(atom, nowhere), kept)]
        if [events for _, events in values if events] == [frozenset(ready.live)]:
            atoms[atom] = next(states for states, events in values if events)
        else:
            atoms[atom] = reduce(or_, [ready.after(events) & states for states, events in values], nowhere)
    return atoms


def _observation(knowledge: KnowledgeStructure, ready: Transformer, agent: str, before: Observation) -> Observation:
    """The agent's observation after the update: the one before, combined with the relation between events."""
    relation = event_relation(ready.model, agent)
    names = list(ready.model.events)
    places = [names.index(name) for name in ready.live]
    if len(places) == 1 and places[0] in relation.seen(places[0]):
        return before  # as after a public announcement
    kept = np.array(places, dtype=np.intp)
    among = relation.restrict(kept)
    if not among.is_k45:  # one condition for each block of the relation
        pairs = StateSet.constant(knowledge.manager, False)
        for lookers, looked_at in among.blocks:
            there = ready.numbered(frozenset(bits(looked_at)))
            pairs = pairs | ready.numbered(frozenset(bits(lookers))) & primed(there, there.support)
        return before._replace(relation=(*before.relation, pairs))
    seen = before.seen
    labels = np.unique(np.append(among.labels, -1), return_inverse=True)[1][:-1] - 1
    for place in range(int(labels.max(initial=0)).bit_length()):  # the bits of the class number
        states = _where_true(ready, (labels >= 0) & (labels >> place & 1 == 1))
        seen |= 0 if states.value is not None else 1 << knowledge.definitions.variable(states)
    looking, member = (_where_true(ready, column) for column in (among.labels >= 0, among.members))
    parts = [looking, primed(member, member.support)]
    return Observation(seen, (*before.relation, *[part for part in parts if part.value is not True]))


def _where_true(ready: Transformer, column: Column) -> StateSet:
    return ready.numbered(frozenset(np.flatnonzero(column).tolist()))


def _marks(knowledge: KnowledgeStructure, after: KnowledgeStructure, ready: Transformer) -> dict[str, int]:
    """The bits that the update has added, and old bits that are no longer atoms, by name."""
    taken = {name.partition(":")[0] for name in after.names}
    step = next(number for number in range(1, len(taken) + 2) if str(number) not in taken)
    marks: dict[str, int] = {}
    for place, variable in enumerate(ready.fresh):
        shift = len(ready.fresh) - 1 - place
        events = [name for number, name in enumerate(ready.live) if number >> shift & 1]
        text = "|".join(events) if len(events) <= NAMED else f"event#{place}"
        marks[f"{step}:{text}"] = variable
    for variable, atom in _hidden(knowledge, after, ready).items():
        marks[f"{step}:was {atom}"] = variable
    return marks


def _hidden(knowledge: KnowledgeStructure, after: KnowledgeStructure, ready: Transformer) -> dict[int, str]:
    """New names, by bit, for bits of changed atoms that have lost their names but still distinguish states."""
    changed = [atom for atom in ready.changes if atom in knowledge.atoms]
    lost = support_of([knowledge.atoms[atom] for atom in changed]) & knowledge.state
    shown = [states.support for states in after.atoms.values() if states.support.bit_count() == 1]
    lost &= ~reduce(or_, [*shown, *[1 << v for v in knowledge.marks.values()]], 0)
    algebra = SymbolicAlgebra(after)
    names: dict[int, str] = {}
    for variable in members(lost):
        literal = StateSet.literal(knowledge.manager, variable)
        if not algebra.is_empty(literal) and not algebra.is_empty(~literal):
            names[variable] = _named(knowledge, changed, variable, names.values())
    return names


def _named(knowledge: KnowledgeStructure, changed: Sequence[str], variable: int, taken: Collection[str]) -> str:
    """Return a name for the bit: its only atom if that name is not taken, otherwise a name such as ``x#0``."""
    atoms = [atom for atom in changed if knowledge.atoms[atom].support >> variable & 1]
    if len(atoms) == 1 and atoms[0] not in taken:
        return atoms[0]
    name = atoms[0].partition("=")[0]
    return next(text for number in range(len(taken) + 1) if (text := f"{name}#{number}") not in taken)
