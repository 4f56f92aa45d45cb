"""All models of up to three worlds at once, as an oracle for the prover: NumPy arrays, no code shared with it.

A word has one bit for each valuation, so a formula is an array of words, one for each frame and world. Frames that
differ only in the names of the worlds are tried once: all their valuations are tried anyway. The arrays are compared
with `kripke.semantics` in `tests/test_three_worlds.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import permutations, product
from operator import eq, lt
from random import Random

import networkx as nx
import numpy as np
from reference_graphs import graph

from kripke.change.event import EventModel
from kripke.data.frames import SYSTEMS
from logic import clauses as f
from logic.formula import Formula

MOST_WORDS = 100_000
"""Number of words of a set of worlds above which frames are drawn at random. Two agents of K and two atoms need 44,000
(up to names), three atoms eight times as many."""

ONES = np.uint64(2**64 - 1)

HAS = {
    "reflexive": lambda r, ws: all((w, w) in r for w in ws),
    "serial": lambda r, ws: all(any((w, v) in r for v in ws) for w in ws),
    "symmetric": lambda r, ws: all((v, w) in r for w, v in r),
    "transitive": lambda r, ws: all((w, u) in r for w, v in r for v2, u in r if v == v2),
    "euclidean": lambda r, ws: all((v, u) in r for w, v in r for w2, u in r if w == w2),
}


@cache
def relations(system: str, size: int) -> tuple[frozenset[tuple[int, int]], ...]:
    """All relations over 0, 1, ... that have the properties of the system, straight from their definitions."""
    pairs = list(product(range(size), range(size)))
    every = (frozenset(pair for i, pair in enumerate(pairs) if bits >> i & 1) for bits in range(1 << len(pairs)))
    return tuple(r for r in every if all(HAS[name](r, range(size)) for name in SYSTEMS[system]))


@cache
def codes(system: str, size: int) -> np.ndarray:
    """The relations of a system as numbers: bit `size * w + v` is the pair of w and v."""
    return np.array([sum(1 << size * w + v for w, v in r) for r in relations(system, size)], dtype=np.int64)


@cache
def renamed(size: int) -> np.ndarray:
    """For each permutation of the worlds and each relation's number the number of the relation with the new names."""
    numbers = np.arange(1 << size * size)
    tables = []
    for new in permutations(range(size)):
        moved = np.zeros_like(numbers)
        for w, v in product(range(size), range(size)):
            moved |= (numbers >> size * w + v & 1) << size * new[w] + new[v]
        tables.append(moved)
    return np.array(tables)


@cache
def all_frames(systems: tuple[str, ...], size: int) -> np.ndarray:
    """All frames with a relation of each system, up to the names of the worlds: one row of numbers each."""
    grids = np.meshgrid(*[codes(system, size) for system in systems], indexing="ij")
    rows = np.stack([grid.ravel() for grid in grids], axis=1)
    place = 1 << size * size * np.arange(len(systems))
    least = np.min([(table[rows] * place).sum(axis=1) for table in renamed(size)], axis=0)
    return rows[least == (rows * place).sum(axis=1)]


def number_of_frames(systems: Sequence[str], size: int) -> int:
    """The number of frames, those that differ in names included."""
    return int(np.prod([float(len(codes(system, size))) for system in systems]))


def frames(
    rng: Random, systems: tuple[str, ...], size: int, words: int, most: int = MOST_WORDS
) -> tuple[np.ndarray, bool]:
    """Frames as rows of numbers, and whether they are all: if they would need too many words, a random part."""
    if number_of_frames(systems, size) <= 2**18 and len(all_frames(systems, size)) * words <= most:
        return all_frames(systems, size), True
    draw = np.random.default_rng(rng.getrandbits(32))
    drawn = [draw.choice(codes(system, size), max(1, most // 4 // words)) for system in systems]
    return np.stack(drawn, axis=1), False


@dataclass
class Models:
    """All valuations on some frames: sets of worlds are arrays of frame, world and word.

    Parameters
    ----------
    worlds : array
        The worlds that are there.
    relations : mapping
        Agent -> frame, world, world and word: where the pair is in the relation.
    valuation : mapping
        Atom -> where it is true.
    actions : mapping
        The actions that formulas name.
    below : mapping
        Agent with ranks -> frame, world, world and word: where the second world has a lower rank than the first.
    """

    worlds: np.ndarray
    relations: Mapping[str, np.ndarray]
    valuation: Mapping[str, np.ndarray]
    actions: Mapping[str, EventModel]
    below: Mapping[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known: dict[Formula, np.ndarray] = {}

    def truth(self, formula: Formula) -> np.ndarray:
        """The worlds where the formula holds."""
        if formula not in self.known:
            self.known[formula] = self._truth(formula) & self.worlds
        return self.known[formula]

    def _truth(self, formula: Formula) -> np.ndarray:
        t = self.truth
        match formula:
            case f.Top():
                return self.worlds
            case f.Bottom():
                return ~ONES
            case f.Atom(p):
                return self.valuation[p]
            case f.Not(phi):
                return ~t(phi)
            case f.And(phi, psi):
                return t(phi) & t(psi)
            case f.Or(phi, psi):
                return t(phi) | t(psi)
            case f.Implies(phi, psi):
                return ~t(phi) | t(psi)
            case f.Xor(phi, psi):
                return t(phi) ^ t(psi)
            case f.Iff(phi, psi):
                return ~(t(phi) ^ t(psi))
            case f.K(a, phi):
                return box(self.relations[a], t(phi))
            case f.B(a, phi):
                return box(self.best(a), t(phi))
            case f.BGiven(a, psi, phi):
                return box(self.best(a, t(psi)), t(phi))
            case f.Bsafe(a, phi):
                return box(self.relations[a] & ~self.below[a].swapaxes(1, 2), t(phi))
            case f.Bstrong(a, phi):
                inside = t(phi)
                within, without = self.relations[a] & inside[:, None], self.relations[a] & ~inside[:, None]
                mixed = within[:, :, :, None] & without[:, :, None, :] & ~self.below[a].swapaxes(1, 2)[:, None]
                return np.bitwise_or.reduce(within, axis=2) & ~np.bitwise_or.reduce(mixed, axis=(2, 3))
            case f.EB(group, phi):
                return np.bitwise_and.reduce([box(self.best(a), t(phi)) for a in self._members(group)])
            case f.CB(group, phi):
                return box(closure(union([self.best(a) for a in self._members(group)])), t(phi))
            case f.DB(group, phi):
                return box(intersection([self.best(a) for a in self._members(group)]), t(phi))
            case f.M(a, phi):
                return ~box(self.relations[a], ~t(phi))
            case f.Kw(a, phi):
                return box(self.relations[a], t(phi)) | box(self.relations[a], ~t(phi))
            case f.Kv(a, x):
                values = [where for p, where in self.valuation.items() if p.startswith(x + "=")]
                return np.bitwise_or.reduce([box(self.relations[a], where) for where in values])
            case f.E(group, phi):
                return self._everyone(group, t(phi))
            case f.EIterated(group, times, phi):
                inside = t(phi)
                for _ in range(times):
                    inside = self._everyone(group, inside) & self.worlds
                return inside
            case f.C(group, phi):
                return box(closure(union(self._of(group))), t(phi))
            case f.D(group, phi):
                return box(intersection(self._of(group)), t(phi))
            case f.Announce(phi, psi, None):
                return ~t(phi) | self.after(phi).truth(psi)
            case f.AnnounceDual(phi, psi, None):
                return t(phi) & self.after(phi).truth(psi)
            case f.Announce(phi, psi, group):
                return ~t(phi) | self.after_whether(phi, group).truth(psi)
            case f.AnnounceDual(phi, psi, group):
                return t(phi) & self.after_whether(phi, group).truth(psi)
            case f.AnnounceWhether(phi, psi, group):
                return self.after_whether(phi, group).truth(psi)
            case f.RadicalUpgrade(phi, psi):
                return self.after_upgrade(dict.fromkeys(self.relations, t(phi))).truth(psi)
            case f.ConservativeUpgrade(phi, psi):
                rising = {}
                for a in self.relations:
                    below = self.below.get(a, np.zeros_like(self.relations[a]))
                    equal = ~(below | below.swapaxes(1, 2))
                    rising[a] = t(phi) & np.bitwise_or.reduce(self.best(a, t(phi)) & equal, axis=2)
                return self.after_upgrade(rising).truth(psi)
            case f.R(group, phi):
                return self.after_pooling(group).truth(phi)
            case f.Act(name, phi):
                return np.bitwise_and.reduce(self._after_events(name, phi), axis=0)
            case f.ActDual(name, phi):
                return ~np.bitwise_and.reduce(self._after_events(name, f.Not(phi)), axis=0)
        raise TypeError(f"no clause for {type(formula).__name__}")

    def best(self, agent: str, condition: np.ndarray = ONES) -> np.ndarray:
        """The pairs of a world and a most plausible one of the condition among those that the agent sees."""
        seen = self.relations[agent] & (self.worlds & condition)[:, None]
        if agent not in self.below:
            return seen
        return seen & ~np.bitwise_or.reduce(seen[:, :, None, :] & self.below[agent][:, None], axis=3)

    def _members(self, group: frozenset[str] | None) -> list[str]:
        return list(self.relations if group is None else group)

    def _of(self, group: frozenset[str] | None) -> list[np.ndarray]:
        return [self.relations[a] for a in self._members(group)]

    def _everyone(self, group: frozenset[str] | None, inside: np.ndarray) -> np.ndarray:
        return np.bitwise_and.reduce([box(relation, inside) for relation in self._of(group)])

    def after(self, phi: Formula) -> Models:
        """The models after the public announcement of phi."""
        left = self.truth(phi)
        inside = {a: r & left[:, :, None] & left[:, None, :] for a, r in self.relations.items()}
        return replace(self, worlds=left, relations=inside)

    def after_whether(self, phi: Formula, group: frozenset[str] | None) -> Models:
        """The models after the group has learned whether phi."""
        yes = self.truth(phi)
        same = ~(yes[:, :, None] ^ yes[:, None, :])
        learned = {a: self.relations[a] & same for a in self._members(group)}
        return replace(self, relations={**self.relations, **learned})

    def after_upgrade(self, first: Mapping[str, np.ndarray]) -> Models:
        """The models after each agent finds some worlds more plausible than the others."""
        below = {}
        for a, rising in first.items():
            before, after = rising[:, :, None], rising[:, None]
            below[a] = (after & ~before) | (~(after ^ before) & self.below.get(a, ~ONES))
        return replace(self, below=below)

    def after_pooling(self, group: frozenset[str] | None) -> Models:
        """The models after the group has pooled what it knows."""
        joint = intersection(self._of(group))
        return replace(self, relations={**self.relations, **dict.fromkeys(self._members(group), joint)})

    def _after_events(self, name: str, phi: Formula) -> list[np.ndarray]:
        """For each designated event the worlds where it cannot happen, or phi holds after it."""
        action = self.actions[name]
        then = self.product(action)
        shape = (*self.worlds.shape[:2], len(action.events), self.worlds.shape[2])
        inside = (~then.worlds | then.truth(phi)).reshape(shape)
        return [inside[:, :, number] for number, event in enumerate(action.events) if event in action.designated]

    def product(self, action: EventModel) -> Models:
        """The models after the action: world `k * w + e` is the world w with event number e of k."""
        events, shape = list(action.events), self.worlds.shape
        happens = np.stack([self.truth(event.pre) for event in action.events.values()], axis=2)
        worlds = happens.reshape(shape[0], -1, shape[2])
        seen = {}
        for agent, relation in self.relations.items():
            joined = np.array([[ONES * np.uint64(g in action.seen(agent, e)) for g in events] for e in events])
            pairs = relation[:, :, None, :, None, :] & joined[None, None, :, None, :, None]
            pairs = pairs.reshape(shape[0], worlds.shape[1], worlds.shape[1], -1)
            seen[agent] = pairs & worlds[:, :, None] & worlds[:, None]
        atoms = {*self.valuation, *(p for event in action.events.values() for p in event.post)}
        after = {p: np.stack([self._value(p, e.post) for e in action.events.values()], axis=2) for p in atoms}
        below = {}
        for agent, lower in self.below.items():
            ranks = [action.rank(agent, event) for event in events]
            less, same = ([[ONES * np.uint64(by(d, e)) for d in ranks] for e in ranks] for by in (lt, eq))
            pairs = np.array(less)[None, None, :, None, :, None] | (
                lower[:, :, None, :, None, :] & np.array(same)[None, None, :, None, :, None]
            )
            below[agent] = pairs.reshape(shape[0], worlds.shape[1], worlds.shape[1], -1)
        valuation = {p: true.reshape(worlds.shape) for p, true in after.items()}
        return Models(worlds, seen, valuation, self.actions, below)

    def _value(self, atom: str, post: Mapping[str, Formula]) -> np.ndarray:
        """Where the atom is true after an event with these postconditions."""
        where = self.truth(post[atom]) if atom in post else self.valuation.get(atom, ~ONES)
        return where & self.worlds


def box(relation: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The worlds all of whose successors are inside."""
    return np.bitwise_and.reduce(~relation | inside[:, None], axis=2)


def union(relations: list[np.ndarray]) -> np.ndarray:
    """The union of relations."""
    found = relations[0]
    for relation in relations[1:]:
        found = found | relation
    return found


def intersection(relations: list[np.ndarray]) -> np.ndarray:
    """The intersection of relations."""
    found = relations[0]
    for relation in relations[1:]:
        found = found & relation
    return found


def closure(relation: np.ndarray) -> np.ndarray:
    """The transitive closure."""
    for v in range(relation.shape[1]):
        relation = relation | relation[:, :, v, None] & relation[:, v, None, :]
    return relation


def words_of(atoms: Sequence[str], size: int) -> int:
    """The number of words that have a bit for each valuation."""
    return 1 << max(0, len(atoms) * size - 6)


def valuations(atoms: Sequence[str], size: int) -> dict[str, np.ndarray]:
    """Atom -> where it is true, as an array of one frame, world and word: bit b of word k is the valuation 64 k + b."""
    words = np.arange(words_of(atoms, size), dtype=np.uint64)
    found = {}
    for number, atom in enumerate(atoms):
        rows = []
        for place in range(number * size, number * size + size):
            if place < 6:
                rows.append(np.full_like(words, sum(1 << b for b in range(64) if b >> place & 1)))
            else:
                rows.append(np.where(words >> np.uint64(place - 6) & np.uint64(1), ONES, np.uint64(0)))
        found[atom] = np.array(rows, dtype=np.uint64)[None]
    return found


def models(
    rows: np.ndarray,
    agents: Sequence[str],
    atoms: Sequence[str],
    size: int,
    actions: Mapping[str, EventModel] | None = None,
) -> Models:
    """All valuations of the atoms on the frames of these rows."""
    pairs = np.arange(size * size).reshape(size, size)
    seen = {a: np.where(rows[:, k, None, None] >> pairs & 1, ONES, np.uint64(0)) for k, a in enumerate(agents)}
    return Models(
        np.full((len(rows), size, words_of(atoms, size)), ONES),
        {a: relation[..., None].astype(np.uint64) for a, relation in seen.items()},
        valuations(atoms, size),
        actions or {},
    )


@cache
def orders(size: int) -> tuple[tuple[frozenset[tuple[int, int]], tuple[int, ...]], ...]:
    """All relations of S5 with ranks, once for each order of the worlds within the classes."""
    found = {}
    for relation in relations("S5", size):
        for ranks in product(range(size), repeat=size):
            found.setdefault((relation, frozenset((w, v) for w, v in relation if ranks[v] < ranks[w])), ranks)
    return tuple([(relation, ranks) for (relation, _), ranks in found.items()])


def ranked_models(
    agents: Sequence[str], atoms: Sequence[str], size: int, actions: Mapping[str, EventModel] | None = None
) -> tuple[Models, list[tuple]]:
    """All valuations of the atoms on all frames of S5 with ranks, and the relation and ranks of each agent by frame."""
    rows = list(product(orders(size), repeat=len(agents)))
    shape = (len(rows), size, size, 1)
    seen, below = ({a: np.zeros(shape, dtype=np.uint64) for a in agents} for _ in range(2))
    for number, row in enumerate(rows):
        for agent, (relation, ranks) in zip(agents, row, strict=True):
            for w, v in relation:
                seen[agent][number, w, v] = ONES
                below[agent][number, w, v] = ONES * np.uint64(ranks[v] < ranks[w])
    worlds = np.full((len(rows), size, words_of(atoms, size)), ONES)
    return Models(worlds, seen, valuations(atoms, size), actions or {}, below), rows


@dataclass(frozen=True)
class Sought:
    """Whether a small countermodel was found, and whether all models were tried.

    Parameters
    ----------
    model : networkx.MultiDiGraph or None
        The countermodel.
    complete : bool
        Whether all models of up to three worlds were tried.
    """

    model: nx.MultiDiGraph | None
    complete: bool


def countermodel(
    rng: Random,
    formula: Formula,
    logic: Mapping[str, str],
    theory: Sequence[Formula],
    atoms: Sequence[str],
    actions: Mapping[str, EventModel] | None = None,
    most: int = MOST_WORDS,
) -> Sought:
    """A model of the theory, of up to three worlds, with a world where the formula fails."""
    complete = True
    for size in (1, 2, 3):
        rows, all_of_them = frames(rng, tuple(logic.values()), size, words_of(atoms, size), most)
        complete &= all_of_them
        m = models(rows, list(logic), atoms, size, actions)
        bad = ~m.truth(formula)
        for law in theory:
            bad = bad & np.bitwise_and.reduce(m.truth(law), axis=1, keepdims=True)
        for frame in np.flatnonzero(bad.any(axis=(1, 2)))[:1]:
            _, word = np.argwhere(bad[frame])[0]
            bits = int(np.bitwise_or.reduce(bad[frame, :, word]))
            number = 64 * int(word) + (bits & -bits).bit_length() - 1
            return Sought(plain(rows[frame], list(logic), atoms, size, number), complete)
    return Sought(None, complete)


def plain(row: Sequence[int], agents: Sequence[str], atoms: Sequence[str], size: int, number: int) -> nx.MultiDiGraph:
    """The model of a frame's row and a valuation's number, for the reference semantics."""
    pairs = list(product(range(size), range(size)))
    seen = {a: frozenset((w, v) for w, v in pairs if int(row[k]) >> size * w + v & 1) for k, a in enumerate(agents)}
    true = {p: frozenset(w for w in range(size) if number >> k * size + w & 1) for k, p in enumerate(atoms)}
    return graph(range(size), seen, true)
