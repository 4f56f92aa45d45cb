"""The reachable states of a system, packed in words of bits, and their transitions, computed with arrays.

The truth of a past formula is an additional bit of the state: Havelund and Roşu (2002), doi:10.1007/3-540-46002-0_24.
Terms (expressions over variables) and lines (conditional assignments) are those of a `Description`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from kripke.checking.explicit import extension
from kripke.checking.observations import bounds, evaluate
from kripke.data.relation import Column, Indices, Labels, Relation, WorldSet, column_of
from kripke.data.structure import Structure, Time
from kripke.data.worlds import Kept, Named, World, Worlds
from kripke.space.demands import past_of
from kripke.time.description import NO_START, Description, Line, among_fair, deadlock
from kripke.time.terms import Term, Value, Variables, atom_text, state_name
from kripke.why.runs import reached
from logic.clauses import EG, H, Top, Y
from logic.errors import TooLarge, by_face
from logic.exact import plural
from logic.formula import Formula
from logic.shared import conjuncts, named

Codes = npt.NDArray[Any]
"""States as codes, an int64 array of shape (n, words), or as keys, an array of shape (n,).

Keys can be sorted. They are integers or, if a state has several words, byte strings.
"""

WORD = 62  # bits of a word that are used: the keys of one word stay positive
TABLE = 2**16  # maximal number of cells of a table that has the value of a term for all values of its variables
CHUNK = 2**16  # number of states whose successors are computed at a time
ROWS = 2**20  # maximal number of pairs of a state and joint actions; fewer states are taken at a time if there are more


class Packing:
    """The layout of variables in the words of a state; `places`: the word, lowest bit and mask of each variable."""

    def __init__(self, variables: Variables, words: int = 0) -> None:
        self.variables = variables
        self.places: dict[str, tuple[int, int, int]] = {}
        used = WORD
        self.words = words
        for name, values in variables.items():
            bits = (len(values) - 1).bit_length()
            if used + bits > WORD or not self.words:  # a variable with one value has no bits
                self.words, used = self.words + 1, 0
            self.places[name] = self.words - 1, used, (1 << bits) - 1
            used += bits

    def index(self, codes: Codes, name: str) -> Indices:
        """For each state, the index of the variable's value among its possible values."""
        word, shift, mask = self.places[name]
        return (codes[:, word] >> shift) & mask

    def having(self, keys: Codes, name: str, value: Value) -> Column:
        """For each state, whether the variable has the value."""
        column: Column = self.index(self.codes(keys), name) == self.variables[name].index(value)
        return column

    def put(self, codes: Codes, name: str, index: Any) -> None:
        """Set a variable in `codes`, in place, to the values with these indices."""
        word, shift, mask = self.places[name]
        codes[:, word] = codes[:, word] & ~(mask << shift) | np.asarray(index, dtype=np.int64) << shift

    def keys(self, codes: Codes) -> Codes:
        """The states as sortable keys, one value for each state; the first variable is the least significant."""
        if self.words == 1:
            return codes[:, 0]
        return np.ascontiguousarray(codes[:, ::-1].astype(">i8")).view(f"S{8 * self.words}")[:, 0]

    def codes(self, keys: Codes) -> Codes:
        """The states with the given keys, as rows of words."""
        if self.words == 1:
            return keys[:, None]
        return keys.view(">i8").reshape(-1, self.words)[:, ::-1].astype(np.int64)

    def labels(self, keys: Codes, names: Sequence[str]) -> Labels:
        """For each state a class number; states that agree on the variables have equal numbers.

        O(n) for n states, apart from sorting if the numbers are large.
        """
        codes, labels, top = self.codes(keys), np.zeros(len(keys), dtype=np.int64), 1
        for name in names:
            count = len(self.variables[name])
            if top * count > max(TABLE, 4 * len(keys)):
                values, labels = np.unique(labels, return_inverse=True)
                top = len(values)
            labels, top = labels * count + self.index(codes, name), top * count
        if top > 4 * len(keys):
            labels = np.unique(labels, return_inverse=True)[1]
        return labels.astype(np.int32)


class _Rows:
    """An array of states, optionally with the agents' chosen actions; it computes the columns of atoms and terms.

    `known`: the variables that are set already; None: all.
    """

    def __init__(self, moves: Moves, codes: Codes, known: set[str] | None = None) -> None:
        self.moves, self.codes, self.known = moves, codes, known
        self.indices: dict[str, Indices] = {}

    def index(self, name: str) -> Indices:
        if name not in self.indices:
            self.indices[name] = self.moves.packing.index(self.codes, name)
        return self.indices[name]

    def get(self, atom: str) -> Column | None:
        """The column of an atom; None if the atom depends on a variable that is not set yet."""
        read = self.moves.description.atom(atom, acting=True)
        if self.known is not None and not self.known.issuperset(read.names):
            return None
        return self.column(read).astype(np.bool_)

    def column(self, term: Term, variable: str | None = None) -> npt.NDArray[np.int32]:
        """The value of a Boolean term at each state, 0 or 1.

        With `variable`, the term may have any values: the result is the index of its value among the variable's values,
        or -1 if the variable cannot have this value.
        """
        key = term, variable
        if key not in self.moves.columns:
            self.moves.columns[key] = _column_of(term, self.moves.packing.variables, variable)
        return self.moves.columns[key](self)

    def where(self, condition: Formula) -> Column:
        return evaluate(condition, self, len(self.codes))


def _column_of(term: Term, variables: Variables, variable: str | None) -> Callable[[_Rows], npt.NDArray[np.int32]]:
    """Return a function that computes `_Rows.column` for a term, from a table if there are few inputs."""
    domains = [variables[name] for name in term.names]
    places = {value: place for place, value in enumerate((False, True) if variable is None else variables[variable])}
    count = prod(map(len, domains))
    if count >= 2**WORD:
        raise TooLarge(f"a term of {len(domains)} variables, with over 2^{WORD} values of these; write a formula")

    def place(cell: int) -> int:
        given = {}
        for name, domain in zip(term.names, domains, strict=True):
            cell, at = divmod(cell, len(domain))
            given[name] = domain[at]
        return places.get(term.value(given), -1)

    def values(cells: Iterable[int]) -> npt.NDArray[np.int32]:
        return np.fromiter(map(place, cells), dtype=np.int32)

    table = values(range(count)) if count <= TABLE else None

    def column(rows: _Rows) -> npt.NDArray[np.int32]:
        cells, stride = np.zeros(len(rows.codes), dtype=np.int64), 1
        for name, domain in zip(term.names, domains, strict=True):
            cells, stride = cells + rows.index(name) * stride, stride * len(domain)
        if table is not None:
            return table.take(cells)
        distinct, back = np.unique(cells, return_inverse=True)
        return values(distinct.tolist())[back]

    return column


class Moves:
    """The steps of a system, computed with arrays: agents choose actions, then lines of evolution set variables."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.states = Packing(description.variables)
        """The layout of the variables."""
        actions = {name: choices for name, choices in description.choices.items() if name not in description.variables}
        self.packing = Packing(actions, self.states.words)
        """The layout of the variables, followed by words for the agents' actions."""
        self.packing.places |= self.states.places
        self.packing.variables = description.choices
        self.columns: dict[Any, Callable[[_Rows], npt.NDArray[np.int32]]] = {}

    def initial(self, most: float) -> Codes:
        """The initial states, found by adding one variable at a time and dropping impossible combinations of values.

        `TooLarge` if more than `CHUNK` and more than twice `most` combinations would be tried at once.
        """
        codes, known = np.zeros((1, self.states.words), dtype=np.int64), set[str]()
        parts = [
            (part, {n for atom in part.atoms for n in self.description.atom(atom).names})
            for part in conjuncts(self.description.init)
        ]
        for name, values in self.description.variables.items():
            number = len(codes)
            if number * len(values) > max(2 * most, CHUNK):
                raise _too_many(number * len(values), most, "would be tried as initial states")
            codes = np.repeat(codes, len(values), axis=0)
            self.states.put(codes, name, np.tile(np.arange(len(values)), number))
            known.add(name)
            rows, possible = _Rows(self, codes, known), np.ones(len(codes), dtype=np.bool_)
            for part, names in parts:
                if name in names or not names:
                    possible &= bounds(part, rows).most
            codes = codes[possible]
        return codes

    def after(self, codes: Codes) -> tuple[Indices, Codes, Codes]:
        """For each step from these states: the index of its source, the successor, and the source with the actions."""
        rows, sources = np.zeros((len(codes), self.packing.words), dtype=np.int64), np.arange(len(codes))
        rows[:, : self.states.words] = codes
        for name, agent in self.description.agents.items():
            if agent.actions:
                nothing = np.zeros(len(rows), dtype=np.bool_)
                allowed = self.description.allowed(name, _Rows(self, rows).where, nothing, ~nothing)
                places = [np.flatnonzero(fits) for fits in allowed.values()]
                kept = np.concatenate(places)
                if len(kept) > ROWS:
                    if len(codes) == 1:
                        raise TooLarge(
                            f"agents choose among more than {ROWS:,} joint actions in a state, too many to list"
                            + by_face("; with symbolic=True, holds, count and where need no list", "", "")
                        )
                    middle = len(codes) // 2
                    (one, *before), (two, *behind) = self.after(codes[:middle]), self.after(codes[middle:])
                    successors, rows = map(np.concatenate, zip(before, behind, strict=True))
                    return np.concatenate([one, two + middle]), successors, rows
                rows, sources = rows[kept], sources[kept]
                self.packing.put(rows, name, np.repeat(np.arange(len(places)), [*map(len, places)]))
        successors = rows[:, : self.states.words].copy()
        for _, lines in self.description.alternatives:
            chosen = [*self._changes(_Rows(self, rows), lines)]
            kept = np.concatenate([places for places, _ in chosen])
            rows, sources, successors = rows[kept], sources[kept], successors[kept]
            end = 0
            for changed, sets in chosen:
                end += len(changed)
                for variable, index in sets.items():
                    self.states.put(successors[end - len(changed) : end], variable, index)
        return sources, successors, rows

    def _changes(self, rows: _Rows, lines: Sequence[Line]) -> Iterator[tuple[Indices, Mapping[str, Any]]]:
        """Yield the rows where each line applies and the indices of its values; last, rows where no condition holds."""
        stays = np.ones(len(rows.codes), dtype=np.bool_)
        for line in lines:
            fits = rows.where(line.condition)
            stays &= ~fits
            sets = {}
            for variable, text in line.sets.items():
                read = self.description.assigned(variable, text)
                sets[variable] = index = (
                    rows.where(read).astype(np.int32) if isinstance(read, Formula) else rows.column(read, variable)
                )
                fits = fits & (index >= 0)
            places = np.flatnonzero(fits)
            yield places, {variable: index[places] for variable, index in sets.items()}
        yield np.flatnonzero(stays), {}


def _too_many(count: int, most: float, what: str) -> TooLarge:
    way_out = by_face("; raise states=, or use fewer values", "; raise --states, or use fewer values")
    return TooLarge(f"{plural(count, 'state')} {what}, and the limit is {most:,}{way_out}")


class _Known:
    """A set of keys, stored as O(log n) sorted arrays. Adding n keys takes O(n log n)."""

    def __init__(self) -> None:
        self.runs: list[Codes] = []

    def add_new(self, keys: Codes) -> Codes:
        """Add the sorted keys that are not in the set yet, and return these keys."""
        for run in self.runs:
            keys = keys[run.take(np.searchsorted(run, keys), mode="clip") != keys]
        if len(keys) or not self.runs:
            self.runs.append(keys)
        self.merged(2)
        return keys

    def merged(self, growth: float = inf) -> Codes:
        """Merge the last two arrays while the earlier one is at most `growth` times as long; return the first array."""
        while len(self.runs) > 1 and len(self.runs[-2]) <= growth * len(self.runs[-1]):
            self.runs[-2:] = [np.sort(np.concatenate(self.runs[-2:]), kind="stable")]
        return self.runs[0]


class States(Worlds):
    """The states in the order of their keys, named by the sets of their true atoms.

    `find` also takes a mapping from all variables to values.
    """

    noun = "state"

    __slots__ = ("keys", "packing")

    def __init__(self, packing: Packing, keys: Codes) -> None:
        self.packing, self.keys = packing, keys

    def __len__(self) -> int:
        return len(self.keys)

    def name(self, position: int) -> World:  # noqa: D102
        code, variables = self.packing.codes(self.keys[position : position + 1]), self.packing.variables.items()
        return state_name({name: values[int(self.packing.index(code, name)[0])] for name, values in variables})

    def find(self, world: Any) -> int | None:  # noqa: D102
        if isinstance(world, Mapping) and world.keys() == self.packing.variables.keys():
            world = state_name(world)
        if not isinstance(world, (set, frozenset)):
            return None
        code = np.zeros((1, self.packing.words), dtype=np.int64)
        for name, values in self.packing.variables.items():
            true = (place for place, value in enumerate(values) if value is not False)
            self.packing.put(code, name, next((place for place in true if atom_text(name, values[place]) in world), 0))
        position = int(np.searchsorted(self.keys, self.packing.keys(code))[0])
        return position if position < len(self.keys) and self.name(position) == world else None

    def restrict(self, kept: Kept) -> Worlds:  # noqa: D102
        return States(self.packing, self.keys[np.asarray(kept, dtype=np.intp)])


def reachable(description: Description, most: float) -> tuple[Structure, list[str]]:
    """The reachable states from which a fair run starts, and notes; `TooLarge` above `most` states.

    O(n log n + m) for n states and m transitions.
    """
    moves, known, steps = Moves(description), _Known(), list[Step]()
    packing, count = moves.states, 0
    start = np.unique(packing.keys(moves.initial(most)))
    waiting = [known.add_new(start)]
    while waiting:
        frontier, waiting = np.concatenate(waiting), []
        count += len(frontier)
        if count > most:
            raise _too_many(count, most, "were reached, and there may be more")
        for begin in range(0, len(frontier), CHUNK):
            chunk = frontier[begin : begin + CHUNK]
            sources, successors, _ = moves.after(packing.codes(chunk))
            distinct, back = np.unique(packing.keys(successors), return_inverse=True)
            steps.append((chunk, sources.astype(np.int32), distinct, back.astype(np.int32)))
            if len(new := known.add_new(distinct)):
                waiting.append(new)
    keys, notes = known.merged(), list[str]()
    froms, tos = _edges(keys, steps)
    stuck = np.flatnonzero(np.bincount(froms, minlength=count) == 0).astype(np.int32)
    if len(stuck):
        notes.append(deadlock(description, States(packing, keys).name(int(stuck[0])), len(stuck)))
        if not description.deadlocks:
            froms, tos = np.append(froms, stuck), np.append(tos, stuck)
    if not count:
        notes.append(NO_START)
    rows = _Rows(moves, packing.codes(keys))
    fair = tuple([WorldSet(count, column=rows.where(condition)) for condition in description.fair])
    first = WorldSet(count, column=column_of(count, np.searchsorted(keys, start)))
    time = Time(Relation.from_edges(count, froms, tos), first, fair)
    if fair and count:

        def starting(*fair: WorldSet) -> WorldSet:
            return extension(Structure(Named(range(count)), {}, {}, time=replace(time, fair=fair)), EG(Top()))

        kept = among_fair(description, time, starting, len, notes).kept
        keys, time = keys[np.asarray(kept, dtype=np.intp)], time.restrict(kept)
    return _structure(moves, keys, time), notes


Step = tuple[Codes, Indices, Codes, Indices]
"""Some transitions: the sources' keys, the index of each transition's source, and the same for the targets."""


def _edges(keys: Codes, steps: list[Step]) -> tuple[Indices, Indices]:
    """The transitions as arrays of source and target positions; `steps` is emptied, to save memory."""
    froms, tos = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    while steps:
        chunk, sources, distinct, back = steps.pop()
        froms.append(np.searchsorted(keys, chunk).astype(np.int32)[sources])
        tos.append(np.searchsorted(keys, distinct).astype(np.int32)[back])
    return np.concatenate(froms), np.concatenate(tos)


def _structure(moves: Moves, keys: Codes, time: Time) -> Structure:
    description, packing, size = moves.description, moves.states, len(keys)
    states, atoms = States(packing, keys), description.atoms.items()
    where = {atom: partial(packing.having, keys, *pair) for atom, pair in atoms}
    where |= {name: partial(holding, description, states, means) for name, means in description.definitions.items()}
    sees = {a: partial(packing.labels, keys, variables) for a, variables in description.knowing.items()}
    return Structure(
        states,
        {name: WorldSet(size, make=make) for name, make in where.items()},
        {agent: Relation.from_partition(size, make) for agent, make in sees.items()},
        tuple(time.first.positions()),
        time=time,
    )


def doing(description: Description, states: Worlds) -> Callable[[int, int], str]:
    """Return a function that describes the step between two positions: the actions of agents with a choice."""
    assert isinstance(states, States)
    keys, moves = states.keys, Moves(description)
    choices = {name: agent.actions for name, agent in description.agents.items() if len(agent.actions) > 1}

    def done(before: int, after: int) -> str:
        one, other = moves.states.codes(keys[before : before + 1]), moves.states.codes(keys[after : after + 1])
        _, successors, rows = moves.after(one)
        row = rows[(successors == other).all(axis=1)][:1]
        return ", ".join(
            [f"{name}={can[int(place)]}" for name, can in choices.items() for place in moves.packing.index(row, name)]
        )

    return done


def holding(description: Description, states: Worlds, condition: Formula) -> Column:
    """For each state, whether a condition holds there."""
    assert isinstance(states, States)
    return _Rows(Moves(description), states.packing.codes(states.keys)).where(condition)


def remembering(structure: Structure, formula: Formula) -> tuple[Structure, Indices, Formula]:
    """Replace past formulas by bits; return the structure with these bits, its worlds' old positions, and the formula.

    If the structure has only one agent, operators without an agent get it. O(n + m) for n worlds and m edges.
    """
    origins, agents = np.arange(structure.size), structure.agents
    formula = named(formula, agents[0]) if len(agents) == 1 else formula
    if past_of(formula):
        variables = tuple([f"{variable}=" for variable in formula.variables])
        where = structure.valuation.items()
        used = {atom: each for atom, each in where if atom in formula.atoms or atom.startswith(variables)}
        structure = replace(structure, valuation=used)
    for node in past_of(formula):
        structure, worlds = _with_bit(structure, node)
        origins = origins[worlds]
    return structure, origins, formula


def _with_bit(structure: Structure, node: Formula) -> tuple[Structure, Indices]:
    """The structure of the reachable pairs (world, truth value of `node`), and the position of each pair's world."""
    time, size = structure.timed, structure.size
    now, (froms, tos) = extension(structure, node.children[0]).column, time.next.edges
    first = np.flatnonzero(time.first.column)  # a pair is a number: twice the position of the world, plus the bit
    start = column_of(2 * size, 2 * first + (now[first] & (not isinstance(node, Y))))
    leaving, arriving = np.concatenate([2 * froms, 2 * froms + 1]), []
    for held in (False, True):
        bit = now[froms] if isinstance(node, Y) else now[tos] & held if isinstance(node, H) else now[tos] | held
        arriving.append(2 * tos + bit)
    next_ = Relation.from_edges(2 * size, leaving, np.concatenate(arriving))
    kept = np.flatnonzero(reached(next_, np.flatnonzero(start).tolist(), np.ones(2 * size, dtype=np.bool_)))
    worlds = kept // 2

    over = replace(structure, time=None).restrict(worlds)  # agents see as much as before
    past = {each: where.restrict(worlds) for each, where in time.past.items()}
    past[node] = WorldSet(len(kept), column=kept % 2 == 1)
    fair = tuple([where.restrict(worlds) for where in time.fair])
    time = Time(next_.restrict(kept), WorldSet(len(kept), column=start[kept]), fair, past)
    return replace(over, time=time), worlds
