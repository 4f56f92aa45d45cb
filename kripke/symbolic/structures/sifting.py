"""Sifting, a search for a better order of the bits: each bit is tried at other positions and moved to the best.

Source: R. Rudell, "Dynamic variable ordering for ordered binary decision diagrams" (ICCAD 1993),
doi:10.1109/ICCAD.1993.580029. A bit's two variables move together. The resulting order is usually a local
optimum for moves of single bits; moves of several bits at once may improve it a lot. The search works on a copy of the
law's diagrams, so other diagrams of the manager do not slow it down.
"""

from collections.abc import Iterable, Sequence

from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.capacity import SMALL_CACHE
from kripke.symbolic.diagrams.nodes import copies, supports
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.laws.order import checked
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure

GROWTH = 1.2  # a bit stops moving in a direction when the diagrams are larger than at its best place by this factor

EFFORT = 3_000_000_000
"""Default limit on the number of nodes summed over all moves of a search: about a minute (measured)."""


def reordered(knowledge: KnowledgeStructure, order: Iterable[str] | None = None, effort: int = EFFORT) -> None:
    """Reorder the variables of the manager: by a given order, or by the best one that sifting finds for the state law.

    `ModelError` if the order lacks a bit, or lists an unknown bit or a bit twice. O(n²) moves for n bits, each in time
    proportional to the diagrams' nodes at two levels. The final reordering takes time proportional to the size of all
    diagrams of the manager.

    `knowledge`: the structure; sifting makes its law's diagrams small. All functions of its manager stay the same.
    `order`: names from `bit_names`, or names of variables with several values, which stand for all their bits.
    `effort`: the search ends when the number of nodes, summed over all moves, reaches this limit.
    """
    manager = knowledge.manager
    if order is None:
        pairs = sifted(manager, [part.function for part in knowledge.law if part.parity is None], effort)
    else:
        bits = bit_names(knowledge)
        wholes: dict[str, list[str]] = {}
        for bit in bits:
            wholes.setdefault(bit.partition("#" if "#" in bit else "=")[0], []).append(bit)
        pairs = [bits[bit] // 2 for bit in checked(list(bits), order, wholes)]
    rest = set(pairs)
    wanted = pairs + [pair for pair in manager.order if pair not in rest]
    if wanted != manager.order:
        manager.clear()
        manager.reorder(wanted)


def bit_names(knowledge: KnowledgeStructure) -> dict[str, int]:
    """The bits of the state by name, in order.

    A bit without a name gets ``x#i`` if it encodes a variable x, otherwise its label or ``#i``.
    """
    names, taken = {variable: shown[-1] for variable, shown in knowledge.bit_names.items()}, {*knowledge.names}
    for name, atoms in knowledge.public_variables.items():
        digits = _digits(name, [knowledge.atoms[atom] for atom in atoms])
        names = {variable: digit for variable, digit in digits.items() if digit not in taken} | names
    bits = sorted(members(knowledge.state), key=knowledge.manager.level)
    for variable in bits:
        name = knowledge.labels.get(variable, f"#{variable // 2}")
        while name in taken:
            name = f"#{name}"
        names.setdefault(variable, name)
    return {names[variable]: variable for variable in bits}


def _digits(name: str, values: Sequence[StateSet]) -> dict[int, str]:
    """The names of the bits of a variable in binary encoding, by bit; `values` are the extensions of its values."""
    last = (len(values) - 1).bit_length() - 1
    cubes = [(i, values[1 << i].cube) for i in range(last + 1) if not values[1 << i].is_bit]
    digits = [(i, cube[1]) for i, cube in cubes if cube is not None and cube[1].bit_count() == 1]
    return {digit.bit_length() - 1: f"{name}#{last - i}" for i, digit in digits}


def sifted(manager: BddManager, functions: Sequence[Bdd], effort: int = EFFORT) -> list[int]:
    """The pairs of variables on which the functions depend, in the best order found; the manager is not reordered.

    `effort`: the search ends when the number of nodes, summed over all moves, reaches this limit.
    """
    used = {variable // 2 for support in supports(manager, functions) for variable in members(support)}
    pairs = [pair for pair in manager.order if pair in used]
    number = {2 * pair + primed: 2 * place + primed for place, pair in enumerate(pairs) for primed in (0, 1)}
    scratch = BddManager(len(pairs), manager.nodes, SMALL_CACHE)
    search = _Search(scratch, copies(manager, functions, scratch, number), effort)
    search.run()
    return [pairs[place] for place in search.order]


class _Search:
    """The search for an order, in a manager that stores only the diagrams to be reordered."""

    def __init__(self, manager: BddManager, functions: Sequence[Bdd], most: int) -> None:
        self.manager, self.functions, self.most = manager, functions, most
        self.order = manager.order
        self.size = manager.sweep()
        self.effort = 0

    def run(self) -> None:
        """Sift all pairs of variables; repeat this while the diagrams become smaller, within the work limit."""
        before = self.size + 1
        while self.size < before and self.effort < self.most:
            before = self.size
            for pair in list(self.order):
                self._sift(pair)

    def _sift(self, pair: int) -> None:
        """Move the pair towards the nearer end of the order, then towards the other end, then to its best position."""
        start = self.order.index(pair)
        best, least = start, self.size
        for end in sorted((0, len(self.order) - 1), key=lambda end: abs(end - start)):
            step = 1 if end > start else -1
            place = start
            while place != end and self.effort < self.most:
                place += step
                size = self._moved(pair, place)
                if size < least:
                    best, least = place, size
                if size > GROWTH * least:
                    break
            self._moved(pair, best)
            start = best

    def _moved(self, pair: int, place: int) -> int:
        self.order.remove(pair)
        self.order.insert(place, pair)
        self.manager.reorder(self.order)
        self.size = self.manager.sweep()
        self.effort += self.size
        return self.size
