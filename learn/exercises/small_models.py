"""Small random models of knowledge: drawn, compared up to isomorphism, and searched for formulas.

A set of worlds is a bit mask. Everything is exhaustive, so models have at most `MOST` worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random

from kripke.models.kripke_model import KripkeModel
from learn.exercises.likeness import digest, refined
from logic.clauses import And, Atom, K, M, Not, Or
from logic.formula import Formula

NAMES = "stuvwxyz"
MOST = 6
Colours = tuple[int, ...]


@dataclass(frozen=True)
class SmallModel:
    """Worlds with their true atoms, and a partition for each agent.

    Parameters
    ----------
    classes : mapping of str to tuple of int
        Agent -> the number of each world's class.
    """

    atoms: tuple[str, ...]
    values: tuple[frozenset[str], ...]
    classes: Mapping[str, Colours]

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""
        return tuple(self.classes)

    @property
    def names(self) -> str:
        """The names of the worlds, a letter each."""
        return NAMES[: len(self.values)]

    def model(self, actual: int | None = None) -> KripkeModel:
        """The model; worlds are named by letters."""
        worlds = {name: set(true) for name, true in zip(self.names, self.values, strict=True)}
        partitions = {agent: _partition(self.names, numbers) for agent, numbers in self.classes.items()}
        return KripkeModel.s5(worlds, partitions, None if actual is None else self.names[actual], atoms=self.atoms)

    def shape(self) -> tuple[int, ...]:
        """Plain data that isomorphic models share."""
        return tuple(sorted(self._refined()))

    def pointed_shapes(self) -> list[tuple[int, tuple[int, ...]]]:
        """For each world plain data that isomorphic models share if this is the actual world."""
        colours = self._refined()
        shape = tuple(sorted(colours))
        return [(colour, shape) for colour in colours]

    def _refined(self) -> list[int]:
        digests = {true: digest(tuple(sorted(true))) for true in set(self.values)}
        colours = [digests[true] for true in self.values]
        around = [[_colours(of, number, colours) for number in of] for of in self.classes.values()]
        return refined(colours, lambda world, _: tuple(of[world] for of in around))

    def blocks(self, depth: int) -> list[int]:
        """The masks of the worlds that no formula of this modal depth tells apart."""
        return blocks([[_members(of, number) for number in of] for of in self.classes.values()], self.values, depth)

    def shortest(self) -> dict[int, Formula]:
        """Mask -> a shortest formula that is true exactly there, for each set of worlds that a formula defines."""
        return _shortest(self)


def random_model(rng: Random, size: int, atoms: Sequence[str], agents: Sequence[str]) -> SmallModel:
    """A random model of `size` worlds.

    Parameters
    ----------
    size : int
        Number of worlds, at most `MOST`.
    """
    drawn = (frozenset(p for p in atoms if rng.random() < 0.5) for _ in range(size))
    values = tuple(sorted(drawn, key=lambda true: [p not in true for p in atoms]))
    kinds = max(2, size - 2)
    return SmallModel(tuple(atoms), values, {a: tuple(rng.randrange(kinds) for _ in range(size)) for a in agents})


def successors(model: KripkeModel) -> list[list[list[int]]]:
    """For each agent and world the positions of the worlds that the agent considers possible there."""
    position = {world: i for i, world in enumerate(model.worlds)}
    return [
        [[position[other] for other in model.possible(agent, at=world)] for world in model.worlds]
        for agent in model.agents
    ]


def blocks(seen: list[list[list[int]]], values: Sequence[object], depth: int) -> list[int]:
    """The masks of worlds that agree on all formulas of a modal depth."""
    colours: list[object] = list(values)
    for _ in range(depth):
        colours = [(own, *(frozenset(colours[i] for i in of[w]) for of in seen)) for w, own in enumerate(colours)]
    masks: dict[object, int] = {}
    for world, colour in enumerate(colours):
        masks[colour] = masks.get(colour, 0) | 1 << world
    return list(masks.values())


def unions(masks: Sequence[int]) -> Iterator[int]:
    """All unions of some of the masks, the empty one first.

    Parameters
    ----------
    masks : sequence of int
        Disjoint masks.
    """
    for chosen in range(1 << len(masks)):
        yield reduce(or_, (mask for i, mask in enumerate(masks) if chosen >> i & 1), 0)


def _members(numbers: Colours, number: int) -> list[int]:
    return [world for world, other in enumerate(numbers) if other == number]


def _colours(numbers: Colours, number: int, colours: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(colour for colour, other in zip(colours, numbers, strict=True) if other == number))


def _partition(names: str, numbers: Colours) -> list[list[str]]:
    return [[names[w] for w in _members(numbers, number)] for number in dict.fromkeys(numbers)]


def _shortest(small: SmallModel) -> dict[int, Formula]:
    """Sets of worlds by the size of their shortest formula: each new set is combined with those found before."""
    full = (1 << len(small.values)) - 1
    by_size: dict[int, list[int]] = {1: []}
    found: dict[int, Formula] = {}

    def add(size: int, mask: int, formula: Formula) -> None:
        if mask not in found:
            found[mask] = formula
            by_size.setdefault(size, []).append(mask)

    for atom in small.atoms:
        add(1, sum(1 << w for w, true in enumerate(small.values) if atom in true), Atom(atom))
    for size in range(2, 40):
        for mask in by_size.get(size - 1, []):
            add(size, full & ~mask, Not(found[mask]))
            for agent, numbers in small.classes.items():
                known = _known(numbers, mask)
                add(size, known, K(agent, found[mask]))
                add(size, full & ~_known(numbers, full & ~mask), M(agent, found[mask]))
        for left in range(1, size - 1):
            for one in by_size.get(left, []):
                for other in by_size.get(size - 1 - left, []):
                    add(size, one & other, And(found[one], found[other]))
                    add(size, one | other, Or(found[one], found[other]))
    return found


def _known(numbers: Colours, mask: int) -> int:
    members = {number: sum(1 << w for w in _members(numbers, number)) for number in numbers}
    return sum(1 << w for w, number in enumerate(numbers) if members[number] & ~mask == 0)
