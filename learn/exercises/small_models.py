"""Small random models and formulas: generation, comparison up to isomorphism, search for shortest formulas."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import permutations, product
from random import Random
from typing import NamedTuple

from kripke.models.kripke_model import KripkeModel
from logic.clauses import And, Atom, Iff, Implies, K, Kw, M, Not, Or, conj
from logic.formula import Formula
from logic.normal import nnf


def digest(data: Hashable) -> int:
    """Return a 64-bit hash of plain data that is equal on every machine."""
    return int.from_bytes(blake2b(repr(data).encode(), digest_size=8).digest())


@lru_cache(maxsize=1 << 12)
def built(clause: Callable[..., Formula], *parts: object) -> Formula:
    """Return `clause(*parts)` for a subclass of `Formula`; equal parts give the same object for fast comparison."""
    return clause(*parts)


known_digest = lru_cache(maxsize=1 << 16)(digest)
"""A cached `digest`, for data without booleans: the cache would confuse `True` with 1."""


def random_formula(
    rng: Random, depth: int, atoms: Sequence[str], agents: Sequence[str], not_of: str | None = None
) -> Formula:
    """Return a random formula of this modal depth; a modal operator directly inside another has a different agent.

    `not_of`: the agent of the modal operator around the whole formula; None: there is no such operator.
    """
    if rng.random() < (0.5 if depth == 0 else 0.3):
        joins = (And, Or, Or, Implies) if depth else (And, Or)
        rest = rng.randint(0, depth)
        parts = [random_literal(rng, atoms) if each == 0 else _operator(rng, each, atoms, agents, not_of)
                 for each in (depth, rest)]  # fmt: skip
        if parts[0] != parts[1] and parts[0] != built(Not, parts[1]) and parts[1] != built(Not, parts[0]):
            rng.shuffle(parts)
            return built(rng.choice(joins), *parts)
    return _operator(rng, depth, atoms, agents, not_of) if depth else random_literal(rng, atoms)


def random_literal(rng: Random, atoms: Sequence[str]) -> Formula:
    """Return a random atom or the negation of one."""
    atom = built(Atom, rng.choice(atoms))
    return atom if rng.random() < 0.6 else built(Not, atom)


def meaning(formula: Formula) -> Hashable:
    """Return a key that is equal for formulas that differ only by the order of operands and the places of negations."""

    def key(node: Formula) -> Hashable:
        kids = map(key, node.children)
        return type(node), node.content, frozenset(kids) if isinstance(node, (And, Or, Iff)) else tuple(kids)

    return key(nnf(formula))


def namings(texts: Sequence[str], used: Sequence[str], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the formulas, as texts, under all renamings of the atoms `used` to `names` and of the agents a and b."""
    whole, old = "\n".join(texts), "".join(used) + "ab"
    for chosen, agents in product(permutations(names, len(used)), ("ab", "ba")):
        renamed = whole.translate(str.maketrans(old, "".join(chosen) + agents))
        yield tuple(renamed.replace("{b,a}", "{a,b}").split("\n"))


def several_worlds(rng: Random, count: int, atoms: Sequence[str], agents: Sequence[str]) -> list[Formula]:
    """Return formulas that are all true only in models of over `count` worlds: facts, and facts considered possible."""
    here, *others = rng.sample(range(1 << len(atoms)), count + 1)
    return [_facts(here, atoms), *(M(rng.choice(agents), _facts(each, atoms)) for each in others)]


def _facts(values: int, atoms: Sequence[str]) -> Formula:
    return conj(Atom(p) if values >> i & 1 else Not(Atom(p)) for i, p in enumerate(atoms))


def _operator(rng: Random, depth: int, atoms: Sequence[str], agents: Sequence[str], not_of: str | None) -> Formula:
    agent = rng.choice([each for each in agents if each != not_of])
    inner = random_formula(rng, depth - 1, atoms, agents, agent)
    kinds = (K, K, M) if isinstance(inner, Not) else (K, K, M, Kw)  # "whether not" is "whether"
    formula = built(rng.choice(kinds), agent, inner)
    return formula if rng.random() < 0.7 else built(Not, formula)


NAMES = "stuvwxyz"
Colours = tuple[int, ...]


class SmallModel(NamedTuple):
    """An S5 model: atoms, each world's true atoms, and for each agent the number of each world's equivalence class."""

    atoms: tuple[str, ...]
    values: tuple[frozenset[str], ...]
    classes: Mapping[str, Colours]

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self.classes)

    @property
    def names(self) -> str:
        """The names of the worlds, one letter for each."""
        return NAMES[: len(self.values)]

    def renamed(self, atoms: Sequence[str], agents: Sequence[str]) -> "SmallModel":
        """Return the model with new names for its atoms and agents, in order."""
        new = dict(zip(self.atoms, atoms, strict=True))
        values = tuple(frozenset(map(new.__getitem__, true)) for true in self.values)
        return SmallModel(tuple(atoms), values, dict(zip(agents, self.classes.values(), strict=True)))

    def model(self, actual: int | None = None) -> KripkeModel:
        """Return the Kripke model with these worlds and classes; `actual` is the index of the actual world."""
        worlds = {name: set(true) for name, true in zip(self.names, self.values, strict=True)}
        partitions = {
            agent: [[self.names[w] for w in _members(numbers, number)] for number in dict.fromkeys(numbers)]
            for agent, numbers in self.classes.items()
        }
        return KripkeModel.s5(worlds, partitions, None if actual is None else self.names[actual], atoms=self.atoms)

    def shape(self) -> tuple[int, ...]:
        """Return a tuple that is equal for isomorphic models."""
        return tuple(sorted(self._refined()))

    def pointed_shapes(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return one key for each choice of the actual world; isomorphic pointed models have equal keys."""
        colours = self._refined()
        shape = tuple(sorted(colours))
        return [(colour, shape) for colour in colours]

    def pointed(self) -> Iterator[tuple[Hashable, "SmallModel", int]]:
        """Yield a draft of an exercise for each world: a key from `pointed_shapes`, the model, the world's index."""
        return ((shape, self, actual) for actual, shape in enumerate(self.pointed_shapes()))

    def _refined(self) -> list[int]:
        """Return colours (hashes) of the worlds after one Weisfeiler-Leman refinement; isomorphisms preserve them."""
        colours = [known_digest(tuple(sorted(true))) for true in self.values]
        around = []  # for each agent and world the colours of the worlds in its class
        for numbers in self.classes.values():
            members: dict[int, list[int]] = {}
            for colour, number in sorted(zip(colours, numbers, strict=True)):
                members.setdefault(number, []).append(colour)
            classes = {number: tuple(colours) for number, colours in members.items()}
            around.append([classes[number] for number in numbers])
        return list(map(known_digest, zip(colours, zip(*around, strict=True), strict=True)))

    def blocks(self, depth: int) -> list[int]:
        """Return bit masks of the classes of worlds that no formula of this modal depth distinguishes."""
        return _blocks([[_members(of, number) for number in of] for of in self.classes.values()], self.values, depth)

    def shortest(self) -> dict[int, Formula]:
        """Return a shortest formula for each definable set of worlds; the keys are the sets as bit masks."""
        full = (1 << len(self.values)) - 1
        by_size: dict[int, list[int]] = {1: []}
        formulas: dict[int, Formula] = {}

        def add(size: int, mask: int, clause: Callable[..., Formula], *parts: object) -> None:
            if mask not in formulas:
                formulas[mask] = clause(*parts)
                by_size.setdefault(size, []).append(mask)

        for atom in self.atoms:
            add(1, sum(1 << w for w, true in enumerate(self.values) if atom in true), Atom, atom)
        for size in range(2, 40):  # formulas of this size are built from smaller ones
            for mask in by_size.get(size - 1, []):
                add(size, full & ~mask, Not, formulas[mask])
                for agent, numbers in self.classes.items():
                    add(size, _known(numbers, mask), K, agent, formulas[mask])
                    add(size, full & ~_known(numbers, full & ~mask), M, agent, formulas[mask])
            for left in range(1, size - 1):
                for one, other in product(by_size.get(left, []), by_size.get(size - 1 - left, [])):
                    add(size, one & other, And, formulas[one], formulas[other])
                    add(size, one | other, Or, formulas[one], formulas[other])
        return formulas


def random_model(rng: Random, size: int, atoms: Sequence[str], agents: Sequence[str]) -> SmallModel:
    """Return a random model with `size` worlds; `size` is at most 8, the number of names."""
    drawn = (frozenset(p for p in atoms if rng.random() < 0.5) for _ in range(size))
    values = tuple(sorted(drawn, key=lambda true: [p not in true for p in atoms]))
    kinds = max(2, size - 2)
    return SmallModel(tuple(atoms), values, {a: tuple(rng.randrange(kinds) for _ in range(size)) for a in agents})


@lru_cache(maxsize=32)
def varied(atoms: tuple[str, ...], agents: tuple[str, ...]) -> KripkeModel:
    """Return a fixed pseudo-random S5 model of 56 separate groups of one to eight worlds, which is fast to check."""
    rng = Random(0)
    homes = [component for component in range(56) for _ in range(1 + component % 8)]
    classes: dict[str, dict[object, list[int]]] = {agent: {} for agent in agents}
    for world, home in enumerate(homes):
        for of in classes.values():
            of.setdefault((home, rng.randrange(2)), []).append(world)
    worlds = {world: {p for p in atoms if rng.random() < 0.5} for world in range(len(homes))}
    return KripkeModel.s5(worlds, {agent: [*of.values()] for agent, of in classes.items()}, atoms=atoms)


def random_chain(rng: Random, size: int, atoms: Sequence[str], agents: tuple[str, str], mirror: bool) -> SmallModel:
    """Return a random chain of worlds with gaps, symmetric if `mirror`.

    The two agents take turns: one of them cannot distinguish a world from the next, except at a gap.
    """
    order = rng.sample(range(size), size)
    values, classes = [frozenset[str]()] * size, {agent: list(range(size)) for agent in agents}
    for i in range(size // 2 if mirror else size):
        true, gap = frozenset(p for p in atoms if rng.random() < 0.4), rng.random() < 0.25
        for j in (i, size - 1 - i)[: 1 + mirror]:
            values[order[j]] = true
        for j in (i, size - 2 - i)[: 1 + mirror]:
            if not gap and 0 <= j < size - 1:
                classes[agents[j % 2]][order[j + 1]] = order[j]
    return SmallModel(tuple(atoms), tuple(values), {agent: tuple(numbers) for agent, numbers in classes.items()})


def alike(model: KripkeModel, depth: int) -> list[int]:
    """Return the classes of worlds that no formula of this modal depth distinguishes, as bit masks."""
    relations = model.structure.relations.values()
    seen = [[relation.successors(world) for world in range(len(model))] for relation in relations]
    return _blocks(seen, [model[world] for world in model.worlds], depth)


def _blocks(seen: list[list[list[int]]], values: Sequence[object], depth: int) -> list[int]:
    """Return bit masks of the classes of worlds that agree on all formulas of a modal depth.

    `seen`: for each agent and world, the accessible worlds. `values`: for each world, a value that identifies
    its true atoms.
    """
    numbers: dict[object, int] = {}
    colours = [numbers.setdefault(value, len(numbers)) for value in values]
    for _ in range(depth):
        numbers = {}
        rows = [(own, *(frozenset([colours[i] for i in of[w]]) for of in seen)) for w, own in enumerate(colours)]
        before, colours = colours, [numbers.setdefault(row, len(numbers)) for row in rows]
        if colours == before:
            break
    return [sum(1 << w for w, own in enumerate(colours) if own == colour) for colour in dict.fromkeys(colours)]


def unions(masks: Sequence[int]) -> list[int]:
    """Return all unions of disjoint bit masks, starting with the empty union."""
    sets = [0]
    for mask in masks:
        sets += [each | mask for each in sets]
    return sets


def _members(numbers: Colours, number: int) -> list[int]:
    return [world for world, other in enumerate(numbers) if other == number]


def _known(numbers: Colours, mask: int) -> int:
    members = {number: sum(1 << w for w in _members(numbers, number)) for number in numbers}
    return sum(1 << w for w, number in enumerate(numbers) if members[number] & ~mask == 0)
