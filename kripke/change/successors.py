"""Successor states of small models under event models, for searches.

A state is a pointed model without names of worlds, as bytes (see `kripke.sameness.canonical.packed`). A long search
uses compiled code (`kripke.change.compiled_successor`). A short one does not, so it never loads Numba.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kripke.change.event import EventModel
from kripke.change.observers import Observed
from kripke.change.product import Action, product, seen_by
from kripke.checking.check import holds, run
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.tape import TapeAlgebra
from kripke.checking.program import Apply, Program, compile_formula
from kripke.data.lazy import Lazy, np
from kripke.data.relation import Relation, WorldSet, bits
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.sameness.canonical import mask_of
from logic.clauses import Top, conj
from logic.errors import EpistemicError
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.change import compiled_successor as kernel
else:
    kernel = Lazy("kripke.change.compiled_successor")

LONG = 4_000
"""Number of updates after which a search uses compiled code.

For states of 8 worlds, this number of updates takes 0.7 s without compiled code; loading Numba takes 0.5 s.
"""
RECENT = 64  # number of structures whose `Truths` are kept


class Successors:
    """Computes the successor states of models under some actions.

    All models have the agents and atoms of the structure `like`. `compiled_from` is the number of updates after which
    compiled code is used. `turns` says whether an agent's action is computed from that agent's point of view.
    """

    def __init__(
        self, actions: Mapping[str, Action], like: Structure, compiled_from: int = LONG, turns: bool = False
    ) -> None:
        self.actions, self.like, self.compiled_from, self.turns, self.steps = actions, like, compiled_from, turns, 0
        self._truths: dict[int, Truths] = {}  # of the most recent structures, by identity
        self._shapes: dict[int, _Shape] = {}
        self.formulas = _Formulas()
        self._spreads: dict[tuple[int, int], int] = {}
        self._needs = {name: [each for _, each in action.needs] or [Top()] for name, action in actions.items()}
        self._tables: tuple[Any, ...] | None = None
        self._tapes: dict[int, Any] = {}  # by the identity of programs

    def expanded(self, state: bytes, together: bool) -> dict[str, list[tuple[int, bytes]] | None] | None:
        """For each action possible at a state, pairs of an event's index and the successor state.

        With `together`, an action has one successor, in which all events that can happen at the actual worlds may have
        happened; otherwise one for each event that can happen at the only actual world. The value of an action is None
        if there is no compiled code for it at this state. The whole result is None if the search does not use compiled
        code yet, or the state has more than 64 worlds.
        """
        if not self._is_compiled(state):
            return None
        self._tables = self._tables or self._compiled_actions()
        codes, ends = kernel.expanded(state, together, *self._tables)
        names, successors, start = list(self.actions), dict[str, list[tuple[int, bytes]] | None](), 0
        for action, event, end in ends:
            if end == start:
                successors[names[action]] = None
            elif together:
                successors[names[action]] = [(event, codes[start:end])]
            else:
                successors[names[action]] = [*(successors.get(names[action]) or ()), (event, codes[start:end])]
            start = end
        return successors

    def holds(self, state: bytes, formula: Formula) -> bool | None:
        """Whether a formula holds at all actual worlds of a state, by compiled code; None without compiled code."""
        if not self._is_compiled(state):
            return None
        program = self.formulas.program(formula, self.like.relations)
        if id(program) not in self._tapes:
            tape = self._tape()
            row = tape.row(program)
            self._tapes[id(program)] = None if row is None else np.array([*tape.rows][: row + 1], dtype=np.int64)
        rows = self._tapes[id(program)]
        return None if rows is None else kernel.holds(state, len(self.like.valuation), len(self.like.relations), rows)

    def _is_compiled(self, state: bytes) -> bool:
        return self.steps >= self.compiled_from and state[:3] == bytes(3) and state[3] <= kernel.MOST

    def _tape(self) -> TapeAlgebra:
        return TapeAlgebra(sorted(self.like.valuation), sorted(self.like.relations))  # type: ignore[abstract]

    def _compiled_actions(self) -> tuple[Any, ...]:
        tape, actions, events, posts = self._tape(), list[Any](), list[Any](), list[Any]()
        sees, choices, seen = [0], list[Any](), list[int]()
        for action in self.actions.values():
            change, model = action.possible, action.events
            by = tape.agents.index(action.by) if self.turns and action.by else -1
            actions.append((len(events), by, isinstance(change, Observed) and change.per_state))
            programs = {each: self.formulas.program(each, self.like.relations) for each in action.formulas}
            row_of: Any = {each: tape.row(program) for each, program in programs.items()}
            if model is None or len(model) > kernel.MOST or None in row_of.values() or not self._fits(change):
                sees += [len(choices)] * len(tape.agents)
                continue
            begins: dict[str | None, int] = {}
            for kind, relation in [*model.frame.relations.items(), (None, model.others)]:
                begins[kind] = len(seen)
                seen += [] if relation is None else [relation.seen(event).mask for event in range(len(model))]
            for name, event in model.events.items():
                events.append((row_of[event.pre], name in model.designated, len(posts)))
                posts += [(tape.atoms.index(atom), row_of[to]) for atom, to in event.post.items()]
            for agent in tape.agents:
                named = change.sees.get(agent, ()) if isinstance(change, Observed) else ()
                choices += [(row_of[condition], begins[kind]) for condition, kind in named]
                choices += [] if named else [(tape.domain.row, begins.get(agent, begins[None]))]
                sees.append(len(choices))
        actions.append((len(events), -1, False))
        events.append((0, False, len(posts)))
        pairs = [np.array(each, dtype=np.int64).reshape(-1, 2) for each in (posts, choices)]
        tables = [np.array(each, dtype=np.int64) for each in ([*tape.rows], actions, events, sees)]
        return (
            len(tape.atoms), len(tape.agents), *tables[:3], pairs[0], tables[3], pairs[1],
            np.array(seen, dtype=np.uint64),
        )  # fmt: skip

    def _fits(self, change: Any) -> bool:
        """Whether the change has an event model that fits the search's agents and atoms."""
        try:
            product(self.like, change)
        except EpistemicError:
            return False
        return True

    def raw(self, structure: Structure, change: EventModel | Observed) -> Structure | None:
        """The structure after all designated events that are possible at the actual worlds; it is not contracted.

        None if there is an actual world at which no designated event can happen.

        Its worlds are all pairs of a world and an event, ordered by event, then by world. Impossible pairs are
        included, so the mask of pairs with one event is a shifted mask of worlds; but no pair sees an impossible one.
        `structure` is small, and has no weights or ranks. O(b c k) integer operations for k events, b blocks of a
        relation between worlds and c blocks of a relation between events; a block is a pair of sets: worlds or events,
        and those that each of them sees.
        """
        here, shape, size = self.truths(structure), self._shapes.get(id(change)), structure.size
        if shape is None:
            shape = self._shapes[id(change)] = _Shape(change)
        if here.left([shape.pre[place] for place in shape.designated]):
            return None
        if not shape.checked:
            product(structure, change)  # raises an error if the change does not fit the models of this search
            shape.checked = True
        self.steps += 1
        able = [here(pre) for pre in shape.pre]
        whole = sum([where << event * size for event, where in enumerate(able)])
        every = self._spread(size, (1 << len(able)) - 1)
        count = size * len(able)
        facts = {atom: WorldSet(count, where.mask * every & whole) for atom, where in structure.valuation.items()}
        for event, atom, formula in shape.posts:
            there, true = able[event] << event * size, here(formula) << event * size
            facts[atom] = WorldSet(count, facts[atom].mask & ~there | true & there)
        relations = {
            agent: Relation.lazy(count, partial(self._parts, here, change, agent, every, whole))
            for agent in structure.relations
        }
        for agent in shape.may_err:
            relations[agent].blocks  # noqa: B018 raises an error if no condition holds
        ends = here.actual * self._spread(size, mask_of(shape.designated)) & whole
        return Structure(Named(range(count)), facts, relations, tuple(bits(ends)))

    def possible(self, structure: Structure) -> list[str]:
        """The names of the possible actions: at each actual world, a designated event can happen.

        `structure` is small.
        """
        here = self.truths(structure)
        return [name for name, needs in self._needs.items() if not here.left(needs)]

    def _parts(
        self, here: Truths, change: EventModel | Observed, agent: str, every: int, whole: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the blocks of an agent's relation in the product that `raw` returns, each as two masks of pairs.

        Several blocks may have the same second mask. `every`: the factor that turns a mask of worlds into the mask of
        all their pairs. `whole`: the possible pairs.
        """
        structure = here.structure
        for only, two in seen_by(structure, change, agent, here.where):
            lookers = whole if only is None else only.mask * every & whole
            for seeing, seen in two.blocks:
                one, other = self._spread(structure.size, seeing), self._spread(structure.size, seen)
                for a, b in structure.relations[agent].blocks:
                    yield a * one & lookers, b * other & whole

    def truths(self, structure: Structure) -> Truths:
        """The `Truths` of a structure, cached for the most recent structures."""
        truths = self._truths.get(id(structure))
        if truths is None:
            if len(self._truths) >= RECENT:
                del self._truths[next(iter(self._truths))]
            truths = self._truths[id(structure)] = Truths(structure, self.formulas)
        return truths

    def _spread(self, size: int, events: int) -> int:
        """The factor that turns a mask of worlds into the mask of their pairs with the given events."""
        key = size, events
        if key not in self._spreads:
            self._spreads[key] = sum([1 << event * size for event in bits(events)])
        return self._spreads[key]


class _Shape:
    """The data that all products with an event model share."""

    def __init__(self, change: EventModel | Observed) -> None:
        self.change, self.checked = change, False  # while the change is kept, no other change has its id
        model = change.events if isinstance(change, Observed) else change
        self.pre = [event.pre for event in model.events.values()]
        self.posts = [(i, atom, to) for i, event in enumerate(model.events.values()) for atom, to in event.post.items()]
        self.designated = [place for place, name in enumerate(model.events) if name in model.designated]
        sees = change.sees.items() if isinstance(change, Observed) else ()
        self.may_err = [agent for agent, listed in sees if not isinstance(listed[-1][0], Top)]


class _Formulas:
    """The compiled formulas of a search, looked up by identity because comparing formulas is slower."""

    def __init__(self) -> None:
        self._programs: dict[Formula, Program] = {}
        self._known: dict[int, tuple[Formula, Program]] = {}  # while a formula is kept, no other formula has its id
        self.joint: tuple[Apply, ...] = ()
        self.rows: dict[int, int] = {}  # the row of `joint` that computes a formula, by its identity

    def ask_together(self, formulas: Sequence[Formula], agents: Collection[str]) -> None:
        """Compile formulas together, so that common subformulas are evaluated once at each state.

        This has no effect if a formula contains an operator that changes the model, such as an announcement.
        """
        program = compile_formula(conj(sorted({*formulas}, key=str)), agents)
        rows = {step.formula: row for row, step in enumerate(program.steps)}
        if program.straight is not None:
            self.joint, self.rows = program.straight, {id(each): rows[each] for each in formulas if each in rows}

    def program(self, formula: Formula, agents: Collection[str]) -> Program:
        known = self._known.get(id(formula))
        if known is None:
            if formula not in self._programs:
                self._programs[formula] = compile_formula(formula, agents)
            known = self._known[id(formula)] = formula, self._programs[formula]
        return known[1]


class Truths:
    """The extensions of a search's formulas in a small structure; each is evaluated once."""

    def __init__(self, structure: Structure, formulas: _Formulas) -> None:
        self.structure, self._algebra, self._formulas = structure, BitsetAlgebra(structure), formulas
        self.actual = mask_of(structure.actuals)
        self._masks: dict[int, int] = {}  # of the formulas that are not in `rows`, by identity
        self._values: list[int] = []

    def __call__(self, formula: Formula) -> int:
        """The extension of a formula as a mask."""
        row = self._formulas.rows.get(id(formula))
        if row is not None:
            if not self._values:
                for apply in self._formulas.joint:
                    self._values.append(apply(self._algebra, self._values))
            return self._values[row]
        if id(formula) not in self._masks:
            program = self._formulas.program(formula, self.structure.relations)
            self._masks[id(formula)] = run(program, self._algebra, keep=True)
        return self._masks[id(formula)]

    def holds(self, formula: Formula) -> bool:
        """Whether the formula is true at all actual worlds."""
        program = self._formulas.program(formula, self.structure.relations)
        if len(self.structure.actuals) == 1 and program.straight is not None:
            return holds(program, self._algebra, self.actual)
        return not self.actual & ~self(formula)

    def left(self, formulas: Iterable[Formula]) -> int:
        """The actual worlds where none of the formulas is true, as a mask."""
        left = self.actual
        for formula in formulas:
            left &= ~self(formula)
        return left

    def where(self, formula: Formula) -> WorldSet:
        """The extension of a formula as a `WorldSet`."""
        return WorldSet(self.structure.size, mask=self(formula))
