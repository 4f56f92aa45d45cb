"""Which cards several claims of a player can have together, and conditions that count cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.laws.constraints import Counting, PortableConstraint, Ungrouped
from logic.constructors import conj, disj
from logic.formula import Formula


@dataclass(frozen=True)
class HowMany(Ungrouped, PortableConstraint):
    """That the number of true atoms is one of these numbers.

    Parameters
    ----------
    numbers : tuple of int
        The numbers, ascending.
    """

    names: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that are counted."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula."""
        return disj([each.formula(atoms) for each in self._ranges()])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true."""
        nowhere = StateSet.constant(manager, False)
        return reduce(or_, [each.state_set(manager, atoms) for each in self._ranges()], nowhere)

    def _ranges(self) -> list[Counting]:
        possible = [number for number in self.numbers if number <= len(self.atoms)]
        starts = [number for number in possible if number - 1 not in possible]
        ends = [number for number in possible if number + 1 not in possible]
        return [Counting(self.atoms, low, high) for low, high in zip(starts, ends, strict=True)]


class Checked(NamedTuple):
    """The claims of a rank whose cards must all have the rank, or none of them.

    Attributes
    ----------
    atoms : tuple of str
        That a card of the rank lies in one of all the claims, card by card.
    sizes : tuple of int
        The numbers of cards of the claims of this rank.
    """

    atoms: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def own(self) -> list[int]:
        """How many cards of the rank can lie in true claims of it."""
        found = {0}
        for size in self.sizes:
            found |= {number + size for number in found}
        return sorted(number for number in found if number <= len(self.atoms))


@dataclass(frozen=True)
class Fillable(Ungrouped, PortableConstraint):
    """That the cards of several claims can be spread over them.

    Parameters
    ----------
    ranks : tuple of Checked
        The claims whose rank counts; the others can have any cards.

    Notes
    -----
    Let t of the cards of each rank lie in true claims of it, s in all true claims. The n - t other cards of this rank
    fit into the other size - s places without those of its false claims, c - t for c cards claimed: n + c <= size - s +
    2 t. That is enough, by Hall's theorem: a place refuses at most one rank, so cards of two ranks can lie everywhere.
    """

    size: int
    ranks: tuple[Checked, ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms of the ranks."""
        return tuple(atom for each in self.ranks for atom in each.atoms)

    @property
    def is_trivial(self) -> bool:
        """Whether all cards can be spread, all claims being false."""
        return all(min(len(each.atoms), self.size) + sum(each.sizes) <= self.size for each in self.ranks)

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula."""
        return disj([conj([each.formula(atoms) for each in counts]) for counts in self._cases()])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true: a few conjunctions of counts, as only claims with few cards or of one rank say much."""
        sets = [[each.state_set(manager, atoms) for each in counts] for counts in self._cases()]
        return reduce(or_, [reduce(and_, each) for each in sets])

    def _cases(self) -> Iterator[list[HowMany]]:
        """For each number of cards in true claims of each rank, how many cards of the rank there can be."""
        for own in product(*[each.own for each in self.ranks]):
            free = self.size - sum(own)
            yield [
                HowMany(each.atoms, tuple(range(true, free + 2 * true - sum(each.sizes) + 1)))
                for each, true in zip(self.ranks, own, strict=True)
            ]
