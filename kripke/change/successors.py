"""The step of a search over small models: what an event model makes of a state, in canonical form with its key.

A long search takes compiled steps (`kripke.change.compiled_successor`); a single question never loads the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TYPE_CHECKING, Any

from kripke.change.event import EventModel, EventName
from kripke.change.observers import Observed
from kripke.change.product import product, seen_by
from kripke.checking.check import run
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.program import Program, compile_formula
from kripke.data.lazy import Lazy, np
from kripke.data.relation import Relation, WorldSet, bits
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.sameness.canonical import mask_of
from logic.clauses import conj
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.change import compiled_successor as kernel
else:
    kernel = Lazy("kripke.change.compiled_successor")

LONG = 4_000
"""Number of steps before the compiled ones: they take .7 s for states of 8 worlds, loading the compiler takes .5 s."""


RECENT = 64  # number of structures whose truths are kept
KEPT = 4_096  # number of patterns of what agents observe where that an action keeps


class Successors:
    """The steps of one search; it counts them.

    `compiled_from`: the number of steps after which the others are compiled; 0: all are.
    """

    def __init__(self, compiled_from: int = LONG) -> None:
        self.compiled_from, self.steps = compiled_from, 0
        self._plans: dict[Hashable, _Plan] = {}
        self._last: tuple[Structure, list[str], Any] | None = None
        self._truths: dict[int, Truths] = {}  # by the identity of structures, the last ones
        self._shapes: dict[int, _Shape] = {}
        self.formulas = _Formulas()
        self._spreads: dict[tuple[int, int], int] = {}

    def outcomes(
        self, structure: Structure, change: EventModel | Observed, together: bool = False
    ) -> list[tuple[EventName | None, Structure, Hashable]] | None:
        """For each event that can happen the canonical form of the structure after it, and its key, by compiled steps.

        The same form and key as by `update` and `canonical`, and the same errors; the worlds are named by their
        positions. None before steps are compiled, or if one has no compiled step.
        With `together` one for all events that can happen at the actual worlds, if there is one at each of them.
        """
        self.steps += 1
        model = change.events if isinstance(change, Observed) else change
        if (
            self.steps <= self.compiled_from
            or max(structure.size, len(model)) > kernel.MOST
            or (len(structure.actuals) != 1 and not together)
            or structure.weights
            or structure.ranks
        ):
            return None
        vocabulary = id(change), *structure.relations, None, *structure.valuation
        if vocabulary not in self._plans:
            product(structure, change)  # raises the errors of what a plan is not made for
            self._plans[vocabulary] = _Plan(structure, change)
        plan = self._plans[vocabulary]
        algebra = BitsetAlgebra(structure)
        values = [run(program, algebra, keep=True) for program in plan.programs]
        pairs = [
            (world, event) for world in structure.actuals for event in plan.designated if values[event] >> world & 1
        ]
        if together and len({world for world, _ in pairs}) < len(structure.actuals):
            return []
        found, rows = [], plan.rows(structure)
        for group in [pairs] if together else [[pair] for pair in pairs]:
            form = self._form(structure, plan, group, values, rows)
            if form is None:
                return None
            event = None if together else list(model.events)[group[0][1]]
            found.append((event, *plan.read(structure, form)))
        return found

    def raw(self, structure: Structure, change: EventModel | Observed) -> Structure | None:
        """The structure after all events that can happen at the actual worlds, or None if at one of them none can.

        Its worlds are all pairs of a world and an event, by event, then by world, also those that do not exist; these
        are seen from nowhere. So a set of pairs is a set of worlds, shifted. `structure` is small, without weights and
        ranks. O(b c k) integer operations for b and c blocks of the relations and k events.
        """
        shape = self._possible(structure, change)
        if shape is None:
            return None
        here, size = self.truths(structure), structure.size
        actual = here.actual
        able = [here(pre) for pre in shape.pre]
        whole = sum([where << event * size for event, where in enumerate(able)])
        every = self._spread(size, (1 << len(able)) - 1)
        valuation = {atom: where.mask * every & whole for atom, where in structure.valuation.items()}
        for event, atom, formula in shape.posts:
            there = able[event] << event * size
            valuation[atom] = valuation.get(atom, 0) & ~there | here(formula) << event * size & there
        count, relations = size * len(able), {}
        for agent, relation in structure.relations.items():
            blocks = []
            for only, two in seen_by(structure, change, agent, here.where):
                lookers = whole if only is None else only.mask * every & whole
                for seeing, seen in two.blocks:
                    one, other = self._spread(size, seeing), self._spread(size, seen)
                    blocks += [(who * one & lookers, what * other & whole) for who, what in relation.blocks]
            relations[agent] = Relation.from_parts(count, blocks)
        facts = {atom: WorldSet(count, mask=mask) for atom, mask in valuation.items()}
        ends = actual * self._spread(size, mask_of(shape.designated)) & whole
        return Structure(Named(range(count)), facts, relations, tuple(bits(ends)))

    def truths(self, structure: Structure) -> Truths:
        """The truth of formulas in a structure, kept until many others have been asked."""
        found = self._truths.get(id(structure))
        if found is None:
            if len(self._truths) >= RECENT:
                del self._truths[next(iter(self._truths))]
            found = self._truths[id(structure)] = Truths(structure, self.formulas, at_once=True)
        return found

    def _possible(self, structure: Structure, change: EventModel | Observed) -> _Shape | None:
        """What the products with an event model ask for; None if at some actual world none of its events can happen."""
        here = self.truths(structure)
        shape = self._shapes.get(id(change))
        if shape is None:
            shape = self._shapes[id(change)] = _Shape(change)
        if not here.some_at_each([shape.pre[event] for event in shape.designated]):
            return None
        if not shape.checked:
            product(structure, change)  # raises the errors of what does not fit the models of this search
            shape.checked = True
        return shape

    def coded(self, structure: Structure, change: EventModel | Observed) -> bytes | None:
        """The state that `raw` leads to, as `canonical.packed` has it, by a compiled step.

        None if at some actual world no event can happen; empty if there are too many worlds or events for a compiled
        step.
        """
        shape = self._possible(structure, change)
        if shape is None:
            return None
        if len(shape.pre) > kernel.MOST:
            return b""
        here = self.truths(structure)
        if shape.plan is None:
            shape.plan = _Plan(structure, change)
        plan = shape.plan
        values = [here(formula) for formula in (*shape.pre, *[formula for _, _, formula in shape.posts])]
        pairs = [
            (world, event) for world in structure.actuals for event in shape.designated if values[event] >> world & 1
        ]
        if self._last is None or self._last[0] is not structure or self._last[1] != plan.atoms:
            self._last = structure, plan.atoms, plan.numbers(structure)
        form = kernel._successor(
            structure.size,
            np.array(pairs, dtype=np.int64),
            self._last[2],
            plan.event_rows,
            plan.rows(structure, here.where),
            plan.changes,
            np.array(values, dtype=np.uint64),
        )
        return kernel.packed(form, plan.atom_order, plan.agent_order) if len(form) else b""

    def _spread(self, size: int, events: int) -> int:
        """The number that, times a set of worlds, is the set of its pairs with some events."""
        key = size, events
        if key not in self._spreads:
            self._spreads[key] = sum([1 << event * size for event in bits(events)])
        return self._spreads[key]

    def _form(
        self, structure: Structure, plan: _Plan, pairs: list[tuple[int, int]], values: list[int], rows: Any
    ) -> list[int] | None:
        """The numbers of the form whose actual worlds are these pairs of a world and an event."""
        if self._last is None or self._last[0] is not structure or self._last[1] != plan.atoms:
            self._last = structure, plan.atoms, plan.numbers(structure)
        form: list[int] | None = kernel.successor(
            structure.size,
            np.array(pairs, dtype=np.int64),
            self._last[2],
            plan.event_rows,
            rows,
            plan.changes,
            np.array(values, dtype=np.uint64),
        )
        return form


class _Shape:
    """The parts of an event model that each of its products asks for."""

    def __init__(self, change: EventModel | Observed) -> None:
        self.change, self.checked = change, False  # while it is kept, no other has its id
        self.plan: _Plan | None = None
        model = change.events if isinstance(change, Observed) else change
        self.pre = [event.pre for event in model.events.values()]
        self.posts = [(i, atom, to) for i, event in enumerate(model.events.values()) for atom, to in event.post.items()]
        self.designated = [place for place, name in enumerate(model.events) if name in model.designated]


class _Formulas:
    """The programs of the formulas of one search; equal formulas have one, which is found by identity.

    To compare two long formulas takes longer than to evaluate them in a small structure.
    """

    def __init__(self) -> None:
        self._programs: dict[Formula, Program] = {}
        self._known: dict[int, tuple[Formula, Program]] = {}  # while a formula is kept, no other has its id
        self.joint: tuple[Program, list[tuple[int, int]]] | None = None

    def ask_together(self, formulas: Iterable[Formula], agents: Collection[str]) -> None:
        """Evaluate these formulas at once at each state, so that they share what they have in common."""
        program = compile_formula(conj(formulas), agents)
        rows = {step.formula: row for row, step in enumerate(program.steps)}
        if program.straight is not None:
            found = [(rows.get(each), id(self.program(each, agents))) for each in formulas]
            self.joint = program, [(row, number) for row, number in found if row is not None]

    def program(self, formula: Formula, agents: Collection[str]) -> Program:
        """The program of a formula, for models with these agents."""
        known = self._known.get(id(formula))
        if known is None:
            if formula not in self._programs:
                self._programs[formula] = compile_formula(formula, agents)
            known = self._known[id(formula)] = formula, self._programs[formula]
        return known[1]


class Truths:
    """The truth of formulas in a small structure, each evaluated once."""

    def __init__(self, structure: Structure, formulas: _Formulas, at_once: bool = False) -> None:
        self.structure, self._algebra, self._formulas = structure, BitsetAlgebra(structure), formulas
        self.actual = mask_of(structure.actuals)
        self._masks: dict[int, int] = {}  # by the identity of the program
        if at_once and formulas.joint is not None:
            program, rows = formulas.joint
            values: list[int] = []
            for apply in program.straight or ():
                values.append(apply(self._algebra, values))
            self._masks = {number: values[row] for row, number in rows}

    def __call__(self, formula: Formula) -> int:
        """The worlds where the formula is true."""
        program = self._formulas.program(formula, self.structure.relations)
        mask = self._masks.get(id(program))
        if mask is None:
            mask = self._masks[id(program)] = run(program, self._algebra, keep=True)
        return mask

    def some_at_each(self, formulas: Iterable[Formula]) -> bool:
        """Whether at each actual world some of the formulas is true."""
        left = self.actual
        for formula in formulas:
            left &= ~self(formula)
        return not left

    def where(self, formula: Formula) -> WorldSet:
        """The same as a set of worlds."""
        return WorldSet(self.structure.size, mask=self(formula))


class _Plan:
    """An event model for the states with one vocabulary and the same agents, which it fits."""

    def __init__(self, structure: Structure, change: EventModel | Observed) -> None:
        self.change = change  # while it is kept, no other has its id
        model = change.events if isinstance(change, Observed) else change
        events = list(model.events.values())
        self.agents = sorted(structure.relations)
        posts = [(atom, number, to) for number, event in enumerate(events) for atom, to in event.post.items()]
        self.new = [atom for atom in dict.fromkeys(atom for atom, _, _ in posts) if atom not in structure.valuation]
        self.atoms = sorted([*structure.valuation, *self.new])
        self.designated = [place for place, name in enumerate(model.events) if name in model.designated]
        formulas = [event.pre for event in events] + [to for _, _, to in posts]
        self.programs: list[Program] = [compile_formula(each, structure.relations) for each in formulas]
        self.kinds = {kind: row for row, kind in enumerate(model.frame.relations)}
        relations = [*model.frame.relations.values(), *([] if model.others is None else [model.others])]
        rows = [[relation.seen(event).mask for event in range(len(events))] for relation in relations]
        self.event_rows = np.array(rows, dtype=np.uint64).reshape(len(relations), len(events))
        changes = [(self.atoms.index(atom), number) for atom, number, _ in posts]
        self.changes = np.array(changes, dtype=np.int64).reshape(-1, 2)

        order = [*structure.valuation, *self.new]
        self.atom_order = np.array([self.atoms.index(atom) for atom in order], dtype=np.int64)
        self.agent_order = np.array([self.agents.index(agent) for agent in structure.relations], dtype=np.int64)
        self._rows: dict[Any, Any] = {}

    def rows(self, structure: Structure, truth: Callable[[Formula], WorldSet] | None = None) -> Any:
        """For each agent and world the row of `event_rows` that says what the agent sees of an event there."""
        others, size, sees = len(self.kinds), structure.size, {}
        if isinstance(self.change, Observed):
            sees = {agent: self.change.kinds(structure, agent, truth) for agent in self.change.sees}
        key = size, *[(kind, where.mask) for kinds in sees.values() for kind, where in kinds]
        if key in self._rows:
            return self._rows[key]
        kinds = [[self.kinds.get(agent, others)] * size for agent in self.agents]
        rows = np.array(kinds, dtype=np.int64).reshape(len(kinds), size)
        for agent, seen in sees.items():
            for kind, where in seen:
                rows[self.agents.index(agent), where.positions()] = self.kinds[kind]
        if len(self._rows) < KEPT:
            self._rows[key] = rows
        return rows

    def numbers(self, structure: Structure) -> Any:
        """The structure as `compiled_successor.successor` takes it."""
        blocks = [structure.relations[agent].blocks for agent in self.agents]
        numbers = [*map(len, blocks), *[mask for each in blocks for pair in each for mask in pair]]
        nowhere = WorldSet(structure.size, mask=0)
        numbers += [structure.valuation.get(atom, nowhere).mask for atom in self.atoms]
        return np.array(numbers, dtype=np.uint64)

    def read(self, before: Structure, form: list[int]) -> tuple[Structure, Hashable]:
        """The canonical structure, and its key as `canonical` makes it."""
        size, actuals = form[0], tuple(bits(form[1]))
        end = 2 + len(self.atoms)
        facts = dict(zip(self.atoms, form[2:end], strict=True))
        blocks = {}
        for agent in self.agents:
            start, end = end + 1, end + 1 + 2 * form[end]
            blocks[agent] = tuple(zip(form[start:end:2], form[start + 1 : end : 2], strict=True))
        structure = Structure(
            Named(range(size)),
            {atom: WorldSet(size, mask=facts[atom]) for atom in (*before.valuation, *self.new)},
            {agent: Relation.from_blocks(size, blocks[agent]) for agent in before.relations},
            actuals,
        )
        return structure, (size, actuals, tuple(facts.items()), tuple(blocks.items()))
