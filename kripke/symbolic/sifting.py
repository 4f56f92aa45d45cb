"""A search for a better order of the bits: each is tried at all places, and stays at the best.

Source: R. Rudell, "Dynamic variable ordering for ordered binary decision diagrams" (ICCAD 1993),
doi:10.1109/ICCAD.1993.580029. A bit's two variables move together. The order found is one that no move of one bit
improves: where whole groups should move, as in a large deal listed player by player, it may be far from the best. The
search works on a copy of the law's diagrams, so that what else is in the manager costs nothing while it lasts.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from kripke.symbolic.bdd import Bdd, BddManager
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.listing import is_bit
from kripke.symbolic.nodes import arrays, build
from kripke.symbolic.order import arranged
from kripke.symbolic.room import SMALL_CACHE
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members

GROWTH = 1.2
"""A bit goes no further in a direction where the diagrams are so much larger than at its best place."""

EFFORT = 3_000_000_000
"""The search ends when the sizes of the diagrams, added up over all moves, exceed this: a minute or so (measured)."""


def reordered(knowledge: KnowledgeStructure, order: Iterable[str] | None = None) -> None:
    """Give the structure's manager another order: the user's, or the best that sifting finds for the law.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        Whose law's diagrams should be small; all functions of its manager stay what they are.
    order : iterable of str, optional
        Names as `bit_names` gives them, or of variables, all of whose bits are meant.

    Raises
    ------
    ModelError
        If a bit is missing in the order, there twice, or unknown.

    Notes
    -----
    O(n²) moves for n bits, each about as much work as the diagrams have nodes at two levels, and a time that grows with
    the size of all diagrams in the manager for the last move of all.
    """
    manager = knowledge.manager
    if order is None:
        pairs = sifted(manager, [part.function for part in knowledge.law if part.parity is None])
    else:
        bits = bit_names(knowledge)
        pairs = [bits[bit] // 2 for bit in arranged(list(bits), (), order, _wholes(bits))]
    rest = set(pairs)
    wanted = pairs + [pair for pair in manager.order if pair not in rest]
    if wanted != manager.order:
        manager.collect()
        manager.reorder(wanted)


def bit_names(knowledge: KnowledgeStructure) -> dict[str, int]:
    """The bits of the state by their names, from the first in the diagrams to the last.

    A bit is named by its atom or mark, a bit of a numbered variable by its place, as ``x#0``, and others by a number.
    """
    found = {states.support.bit_length() - 1: name for name, states in knowledge.atoms.items() if is_bit(states)}
    found |= {variable: name for name, variable in knowledge.marks.items()}
    taken = {*knowledge.atoms, *knowledge.marks}
    for name, atoms in knowledge.public_variables.items():
        digits = _digits(name, [knowledge.atoms[atom] for atom in atoms])
        found = {variable: digit for variable, digit in digits.items() if digit not in taken} | found
    bits = sorted(members(knowledge.state), key=knowledge.manager.level)
    return {found.get(variable) or _numbered(variable, taken): variable for variable in bits}


def _numbered(variable: int, taken: Container[str]) -> str:
    name = f"#{variable // 2}"
    while name in taken:
        name = f"#{name}"
    return name


def _digits(name: str, values: Sequence[StateSet]) -> dict[int, str]:
    """The bits of a numbered variable: value number 2^i is where the bit i from the last is true, and no other."""
    last = (len(values) - 1).bit_length() - 1
    found = {}
    for i in range(last + 1):
        states = values[1 << i]
        if not is_bit(states) and states.value is None:
            true = states.manager.pick(states.function, states.support)
            if true.bit_count() == 1 and states.function == states.manager.assignment(states.support, true):
                found[true.bit_length() - 1] = f"{name}#{last - i}"
    return found


def _wholes(bits: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for bit in bits:
        found.setdefault(bit.partition("#" if "#" in bit else "=")[0], []).append(bit)
    return found


def sifted(manager: BddManager, functions: Sequence[Bdd]) -> list[int]:
    """The pairs on which the functions depend, in the best order that was found; the manager stays as it is.

    Parameters
    ----------
    manager : BddManager
        The functions' manager.
    functions : sequence of Bdd
        Their diagrams should be small.
    """
    nodes = arrays(manager, functions)
    used = {variable // 2 for variable in nodes.variable.tolist() if variable >= 0}
    pairs = [pair for pair in manager.order if pair in used]
    number = {2 * pair + primed: 2 * place + primed for place, pair in enumerate(pairs) for primed in (0, 1)}
    scratch = BddManager(len(pairs), manager.nodes, SMALL_CACHE)
    search = _Search(scratch, build(scratch, nodes, number))
    search.run()
    return [pairs[place] for place in search.order]


class _Search:
    """Diagrams in a manager of their own, whose order is changed until they are small."""

    def __init__(self, manager: BddManager, functions: Sequence[Bdd]) -> None:
        self.manager, self.functions = manager, functions
        self.order = manager.order
        self.size = self._measured()
        self.effort = 0

    def run(self) -> None:
        """Sift all pairs that the functions depend on, and again while that gains something."""
        before = self.size + 1
        while self.size < before and self.effort < EFFORT:
            before = self.size
            for pair in list(self.order):
                self._sift(pair)

    def _sift(self, pair: int) -> None:
        """Move the pair to the nearer end and then to the other, and leave it where the diagrams were smallest."""
        start = self.order.index(pair)
        best, least = start, self.size
        for end in sorted((0, len(self.order) - 1), key=lambda end: abs(end - start)):
            step = 1 if end > start else -1
            place = start
            while place != end and self.effort < EFFORT:
                place += step
                size = self._moved(pair, place)
                if size < least:
                    best, least = place, size
                if size > GROWTH * least:
                    break
            self._moved(pair, best)
            start = best

    def _moved(self, pair: int, place: int) -> int:
        """How large the diagrams are with the pair at this place."""
        self.order.remove(pair)
        self.order.insert(place, pair)
        self.manager.reorder(self.order)
        self.size = self._measured()
        self.effort += self.size
        return self.size

    def _measured(self) -> int:
        return self.manager.sweep()
