"""States of a search for a plan as decision diagrams: knowledge structures in a normal form, with a key.

A state of the search is a pointed symbolic model. It has the bits of the first model, and code bits that say which
events have happened. Its normal form has only the worlds that can be reached from the actual ones; worlds that differ
only in code bits are merged if they are bisimilar, and the codes are renumbered. States with equal keys have the same
model. In contrast to `kripke.space.states`, bisimilar states may have different keys, since worlds that differ in a bit
of the first model are never merged. If the explicit space is finite, so is this one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import NamedTuple, TypeVar

from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.data.watch import WATCH
from kripke.models.functions import require_actual, require_fit
from kripke.models.symbolic_model import SymbolicModel
from kripke.plan.question import Question
from kripke.plan.search import States
from kripke.space.explore import Limits
from kripke.space.states import Kept, sensitive, state
from kripke.symbolic.diagrams.capacity import FEWEST_NODES, NODE_BYTES, NODES
from kripke.symbolic.diagrams.elimination import conjunction, project
from kripke.symbolic.diagrams.state_set import StateSet, given, odd, primed, renamed, unprime
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.questions import pointed
from kripke.symbolic.questions.evaluation import MOST_LISTED, SymbolicActions, extension, widened
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure, Observation
from kripke.symbolic.structures.memory import moved, with_nodes
from kripke.symbolic.structures.states import listed
from kripke.symbolic.structures.transformer import unused
from logic import clauses as f
from logic.errors import TooLarge
from logic.exact import plural
from logic.formula import Formula

T = TypeVar("T")


class Pointed(NamedTuple):
    """A model, the set of its actual states, and a key, which is None before normalisation."""

    knowledge: KnowledgeStructure
    actual: StateSet
    key: Hashable = None


class Diagrams(States):
    """The states of a search over a symbolic model, with a diagram manager of their own.

    The manager has as many nodes as the memory limit allows, from `FEWEST_NODES` to `NODES`.
    """

    def __init__(self, question: Question, limits: Limits, progress: Callable[[int, int], None] | None = None) -> None:
        super().__init__(question, limits, progress)
        knowledge, actions = question.model.knowledge, question.actions  # type: ignore[attr-defined]
        require_actual(knowledge.actuals)
        room = NODES if limits.memory is None else min(NODES, limits.memory // NODE_BYTES)
        self.knowledge, self._nodes = knowledge, max(room, FEWEST_NODES)
        first = widened(self._do(lambda: moved(knowledge, knowledge.manager.sibling(self._nodes))), actions)
        require_fit(actions, first.observes, first.atoms)
        self.knowledge = replace(first, actuals=())
        self._formulas = [question.goal, *[formula for action in actions.values() for formula in action.formulas]]
        self._merges, self.atoms = not any(map(sensitive, self._formulas)), [*first.atoms]
        events = [event for each in actions.values() if each.events for event in each.events.events.values()]
        changed = {atom for event in events for atom in event.post}
        lasting = [v for v, names in first.bit_names.items() if not changed.issuperset({*names} & {*first.atoms})]
        self._is_exact = self._merges and first.dealt is None and mask_of(lasting) == first.state
        self._happen = SymbolicActions(actions)
        self._codes: list[int] = []
        self._alike: dict[int, StateSet] = {}
        start = self.only(Pointed(self.knowledge, _all(first)), first.actuals)
        self._at, self.first = (-1, start), self._do(lambda: self._form(*start[:2]))

    def __getitem__(self, number: int) -> SymbolicModel:
        return self.model(self._stored[number])

    def settled(self, pointed: Pointed) -> Pointed:
        """The normal form of a state; its key identifies equal states."""
        return pointed if pointed.key is not None else self._do(lambda: self._form(*pointed[:2]))

    def _kept(self, pointed: Pointed) -> tuple[Pointed, int]:
        return pointed, 0  # the memory is that of the diagrams

    def light(self, pointed: Pointed) -> None:
        """Return None, so that the state's diagrams can be freed; the state is recomputed when it is expanded."""

    def step(self, number: int, name: str, plainly: bool = False) -> Pointed | None:  # noqa: D102
        WATCH.get()()
        if self._at[0] != number:
            knowledge, actual, _ = self._stored[number]
            copy = knowledge.under(knowledge.law, knowledge.deal)  # a copy, so that its caches can be freed
            self._at = number, Pointed(copy, actual)
        return self.result(self._at[1], self.actions[name], plainly)

    def result(self, pointed: Pointed, action: Action, plainly: bool = False) -> Pointed | None:  # noqa: D102
        return self._do(lambda: self._after(pointed, action, plainly))

    def holds(self, pointed: Pointed, formula: Formula) -> bool:  # noqa: D102
        return self._do(lambda: _holds(pointed, formula))

    def blind(self, pointed: Pointed) -> list[str]:  # noqa: D102
        algebra, observes = SymbolicAlgebra(pointed.knowledge), pointed.knowledge.observes
        agents = [agent for agent in observes if observes[agent].relation]  # others consider the state itself possible
        return self._do(lambda: [a for a in agents if not algebra.is_empty(~algebra.preimage(a, algebra.domain))])

    def actuals(self, pointed: Pointed) -> tuple[int, ...]:  # noqa: D102
        return tuple(sorted(self._do(lambda: [*listed(pointed.knowledge, [pointed.actual])])))

    def facts(self, pointed: Pointed, world: int) -> Iterable[str]:  # noqa: D102
        return [atom for atom in self.atoms if self.holds(self.only(pointed, (world,)), f.Atom(atom))]

    def only(self, pointed: Pointed, worlds: Sequence[int]) -> Pointed:  # noqa: D102
        knowledge = pointed.knowledge
        some = [StateSet.of_cube(knowledge.manager, knowledge.state, world) for world in worlds]
        return Pointed(knowledge, reduce(or_, some))

    def informed(self, pointed: Pointed, agent: str) -> list[Hashable]:  # noqa: D102
        knowledge, algebra, keys = pointed.knowledge, SymbolicAlgebra(pointed.knowledge), dict[Hashable, Hashable]()
        points = [self.only(pointed, (world,)).actual for world in self.actuals(pointed)]
        seen = self._do(lambda: [plain(knowledge, algebra.image(agent, point)) for point in points])
        blind = self._do(lambda: ~algebra.preimage(agent, algebra.domain))
        sees = self._do(lambda: [algebra.is_empty(point & blind) for point in points])
        for some, here in zip(seen, sees, strict=True):
            if here and some.function not in keys:
                keys[some.function] = self._key(Pointed(knowledge, some))
        return [keys[some.function] if here else None for some, here in zip(seen, sees, strict=True)]

    def _key(self, pointed: Pointed) -> Hashable:
        """A key that is equal for bisimilar states.

        If the normal forms of bisimilar states may differ, the key is computed from a list of the worlds; `TooLarge`
        for more than `MOST_LISTED` worlds.
        """
        if self._is_exact:
            return self.settled(pointed).key
        law = plain(pointed.knowledge, conjunction(pointed.knowledge.manager, pointed.knowledge.law))
        part = pointed.knowledge.under((reachable(pointed.knowledge, law, pointed.actual & law),))
        model = self.model(Pointed(part, pointed.actual))
        if not model.has_at_most(MOST_LISTED):
            raise TooLarge(
                f"after changes of facts, what agents consider possible is compared up to {MOST_LISTED:,} worlds, and "
                "there are more"
            )
        listed = model.to_structure()
        return state(listed, None, Kept.for_formulas(self._formulas, listed)).key

    def _do(self, work: Callable[[], T]) -> T:
        """Run a computation with diagrams and return its result.

        If nodes run out, it is repeated once after garbage collection; `TooLarge` if they run out again.
        """
        try:
            return with_nodes(self, lambda _: work(), self.knowledge.manager.nodes)
        except MemoryError:
            takes = f"take{'s' * (len(self) == 1)} more than {self._nodes:,} nodes of diagrams"
            full = f"{plural(len(self), 'state')} {takes}; raise the limit"
        raise TooLarge(full)

    def _after(self, before: Pointed, action: Action, plainly: bool = False) -> Pointed | None:
        """The state after an action, or None if the action is impossible.

        If agents act, the action must be possible at all states that its agent considers possible. With `plainly`, it
        need only be possible at the actual states. With `Question.consistent`, it is also impossible if, after it,
        an agent considers no state possible at some state.
        """
        knowledge, actual, _ = before
        algebra = SymbolicAlgebra(knowledge)
        if self.question.turns and action.by and not plainly:
            if not algebra.is_empty(actual & ~algebra.preimage(action.by, algebra.domain)):
                return None  # the agent considers no state possible at an actual one
            actual = reduce(and_, knowledge.law, plain(knowledge, algebra.image(action.by, actual)))
        happen = self._happen[action.name]
        if isinstance(action.change, Observed) and action.change.per_state:
            sees = {}
            for agent, listed in action.change.sees.items():
                kind = next((kind for test, kind in listed if _holds(before._replace(actual=actual), test)), None)
                if kind is None:
                    raise action.change.unseen(agent, "all actual states")
                sees[agent] = [(f.Top(), kind), *listed]
            happen = SymbolicActions({action.name: Action(action.name, action.change.events, sees=sees)})[action.name]
        after = happen(knowledge)
        if not algebra.is_empty(actual & ~after.back(algebra.domain)):
            return None
        pointed = Pointed(after.knowledge, reduce(and_, after.happened, actual))
        if not self.question.consistent:
            return pointed
        pointed = self._form(*pointed[:2])
        return None if self.blind(pointed) else pointed

    def model(self, pointed: Pointed) -> SymbolicModel:
        """The state as a `SymbolicModel`; bits without a name get one, so that the names of states are distinct."""
        knowledge, first = pointed.knowledge, self.knowledge.bit_names
        hidden = [v for v in members(knowledge.state) if v not in knowledge.bit_names]
        marks = {f"was {first[v][0]}" if v in first else f"event#{v}": v for v in hidden}
        actuals = tuple(sorted(self._do(lambda: list(listed(knowledge, [pointed.actual])))))
        return SymbolicModel.of(replace(knowledge, marks={**knowledge.marks, **marks}, actuals=actuals))

    # ------------------------------------------------------------------------------------------------ from model to key

    def _form(self, after: KnowledgeStructure, actual: StateSet) -> Pointed:
        """Convert a model and its actual states to normal form, with the key of this form."""
        if after.dealt is not None:  # a deal, whose law is too large as one function: the key has its parts
            seen = [(a, o.seen, *[part.function for part in o.relation]) for a, o in after.observes.items()]
            places = [where.function for where in after.atoms.values()]
            laws = frozenset([part.function for part in after.law])
            return Pointed(after, actual, (after.state, laws, actual.function, tuple(seen), tuple(places)))
        law = plain(after, conjunction(after.manager, after.law))
        after = after.under((law,) if law.value is None else ())
        actual = plain(after, actual) & law
        if self._merges or after.observes:
            law = reachable(after, law, actual)
        first = self.knowledge
        changed = {atom: plain(after, where) for atom, where in after.atoms.items() if where is not first.atoms[atom]}
        code = after.state & ~first.state
        agents = [agent for agent, o in after.observes.items() if o != first.observes[agent]]
        pairs = {a: self._pairs(after, o, law) for a, o in after.observes.items() if code or a in agents}
        sets = [law, actual, *changed.values()]
        fresh = code
        if code:
            sets, relations, fresh = self._numbered(after, code, sets, list(pairs.values()))
            pairs = dict(zip(pairs, relations, strict=True))
        law, actual, *values = sets
        atoms, observes, state = dict(first.atoms), dict(first.observes), after.state & ~code | fresh
        for atom, value in zip(changed, values, strict=True):
            if (first.atoms[atom] & law).function != (value & law).function:
                atoms[atom] = value & law
        for agent in agents:
            if self._pairs(first, first.observes[agent], law).function != pairs[agent].function:
                observes[agent] = Observation(first.observes[agent].seen & state, (pairs[agent],))
        parts = () if law.value else (law,)
        kept = replace(first, law=parts, state=state, atoms=atoms, observes=observes, deal=None)
        facts = [(atom, atoms[atom].function) for atom in changed if atoms[atom] is not first.atoms[atom]]
        looks = [(agent, pairs[agent].function) for agent in agents if observes[agent] is not first.observes[agent]]
        key = state, law.function, actual.function, tuple(facts), tuple(looks)
        return Pointed(kept, actual, key)

    def _pairs(self, knowledge: KnowledgeStructure, observation: Observation, law: StateSet) -> StateSet:
        """The relation of an agent with this observation, restricted to `law`, as a set of pairs of states."""
        seen, manager = observation.seen, knowledge.manager
        if seen not in self._alike:
            alike = [StateSet.of_parity(manager, 3 << v, False) for v in manager.bottom_up(seen)]
            self._alike[seen] = plain(knowledge, reduce(lambda all_, one: one & all_, alike, _all(knowledge)))
        conditions = [plain(knowledge, part) for part in observation.relation]
        return conjunction(manager, [self._alike[seen], *conditions, law, primed(law, law.support)])

    def _numbered(
        self, knowledge: KnowledgeStructure, code: int, sets: list[StateSet], pairs: list[StateSet]
    ) -> tuple[list[StateSet], list[StateSet], int]:
        """Return the sets and relations with the codes renumbered 0, 1, ..., and the mask of the new code bits.

        `code`: the mask of the old code bits. `sets`: the state law, the actual states, and the states where each
        changed atom is true. `pairs`: the agents' relations.
        """
        manager, bits = knowledge.manager, list(members(code))
        spare = unused(knowledge, len(bits))
        twin = dict(zip(bits, spare, strict=True))  # for a second state with the same other bits
        ahead = {v + 1: w + 1 for v, w in twin.items()}
        swapped = {**twin, **{w: v for v, w in twin.items()}}
        law, actual, *atoms = sets
        same, before = _ordered(knowledge, law, atoms, pairs, twin)
        less = ~_all(knowledge)
        for v, w in twin.items():
            one, two = StateSet.literal(manager, v), StateSet.literal(manager, w)
            less = ~one & two | ~(one ^ two) & less
        behind, there = mask_of(spare), primed(same, same.support)
        if self._merges:
            law = law & ~project(manager, [same, _moved(less, swapped)], behind)
            actual = project(manager, [_moved(actual, twin), same], behind)
            pairs = [project(manager, [_moved(relation, ahead), there], behind << 1) for relation in pairs]
        earlier = _moved(before | same & less, swapped)
        left, ranks = law, list[StateSet]()
        while left.value is not False:
            WATCH.get()()
            ranks.append(left & ~project(manager, [_moved(left, twin), earlier], behind))
            left = left & ~ranks[-1]
        size = (len(ranks) - 1).bit_length()
        while len(self._codes) < size:
            self._codes.append(manager.extend(1))
        new = mask_of(spare[:size])
        numbered = ~_all(knowledge)
        for rank, ranked in enumerate(ranks):
            ones = mask_of(v for place, v in enumerate(spare) if rank >> place & 1)
            numbered = numbered | ranked & StateSet.of_cube(manager, new, ones)
        both = numbered & primed(numbered, numbered.support)
        back = dict(zip(spare, self._codes[:size], strict=False))
        back |= {v + 1: w + 1 for v, w in back.items()}
        sets = [_moved(project(manager, [states, numbered], code), back) for states in (law, actual, *atoms)]
        pairs = [_moved(project(manager, [relation, both], code | code << 1), back) for relation in pairs]
        return sets, pairs, mask_of(self._codes[:size])


def _ordered(
    knowledge: KnowledgeStructure, law: StateSet, atoms: list[StateSet], pairs: list[StateSet], twin: dict[int, int]
) -> tuple[StateSet, StateSet]:
    """Two sets: the pairs of bisimilar states, and the pairs whose first state comes before the second.

    The states of a pair have the same bits, except for code bits. States are ordered by their atoms, then by their
    successors. `atoms`: the states where each changed atom is true. `pairs`: the agents' relations. `twin`: maps the
    variables of code bits to the variables for the second state's code bits.
    """
    ahead, swapped = {v + 1: w + 1 for v, w in twin.items()}, {**twin, **{w: v for v, w in twin.items()}}
    manager, behind = knowledge.manager, mask_of(ahead.values())
    same, before = law & _moved(law, twin), ~_all(knowledge)
    for where in atoms:
        before = before | same & where & ~_moved(where, twin)
        same = same & ~(where ^ _moved(where, twin))
    while True:
        last, there = same, primed(same, same.support)
        order = _moved(before, swapped)
        earlier = primed(order, order.support)
        for relation in pairs:
            matched = project(manager, [_moved(relation, {**twin, **ahead}), there], behind)
            mine = conjunction(manager, [relation, ~matched, same])
            if mine.value is False:
                continue
            either = _moved(mine | _moved(mine, swapped), ahead)
            first = mine & ~project(manager, [either, earlier], behind)
            one = project(manager, [first], mask_of(ahead))
            two = _moved(one, swapped)
            for v in manager.bottom_up(one.support & odd(one.support.bit_length())):
                (one, two), (ones, twos) = (given([one, two], 1 << v, value) for value in (0, 1 << v))
                one, two = one | ones & ~two, two | twos & ~one
            before, same = before | one, same & ~(one | two)
        if same.function == last.function:
            return same, before


def _holds(at: Pointed, formula: Formula) -> bool:
    knowledge, cube = at.knowledge, at.actual.cube
    if cube is not None and knowledge.is_large:
        return pointed.holds(knowledge, formula, cube[1])
    return SymbolicAlgebra(knowledge).is_empty(at.actual & ~extension(knowledge, formula))


def _all(knowledge: KnowledgeStructure) -> StateSet:
    return StateSet.constant(knowledge.manager, True)


def _moved(states: StateSet, by: Mapping[int, int]) -> StateSet:
    return renamed(states, {v: w for v, w in by.items() if states.support >> v & 1})


def plain(knowledge: KnowledgeStructure, states: StateSet) -> StateSet:
    """The set of states, or of pairs of states, with auxiliary variables replaced by their definitions."""
    definitions = knowledge.definitions
    needed = definitions.needed(unprime(states.support))
    parts = [definitions.part(v) for v in members(needed)]
    there = [primed(part, part.support) for part in parts]
    return project(knowledge.manager, [states, *parts, *there], needed | needed << 1) if needed else states


def reachable(knowledge: KnowledgeStructure, law: StateSet, start: StateSet) -> StateSet:
    """The states in `law` that can be reached from `start` along the agents' relations: a least fixed point."""
    algebra, states, before = SymbolicAlgebra(knowledge), start, None
    while before is None or states.function != before.function:
        before = states
        for agent in knowledge.observes:
            states = states | plain(knowledge, algebra.image(agent, states)) & law
            if states.function == law.function:
                return law
    return states
