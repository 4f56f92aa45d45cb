"""The states where an agent's degree of belief reaches a threshold: the semantics of ``B_a>=r``.

The set is computed by integer-valued decision diagrams over the variables that the agent sees; the other variables are
summed out, node by node (algebraic decision diagrams: Bahar et al., "Algebraic decision diagrams and their
applications", Formal Methods in System Design 10, 1997, doi:10.1023/A:1008699807402).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.elimination import conjunction
from kripke.symbolic.diagrams.nodes import Nodes, arrays
from kripke.symbolic.diagrams.state_set import StateSet
from logic.errors import TooLarge, by_face

T = TypeVar("T")

MOST_NODES = 1_000_000
"""Largest number of nodes of integer-valued diagrams; each takes some 300 bytes of Python objects."""


def at_least(
    manager: BddManager, parts: Sequence[StateSet], target: StateSet, hidden: int, share: Fraction
) -> StateSet:
    """The states where at least the proportion `share` of the assignments to hidden variables is in `target`.

    Only assignments that satisfy the parts count; states without such an assignment are included. `TooLarge` if the
    integer-valued diagrams would have more than `MOST_NODES` nodes. They have O(s) nodes for diagrams of s nodes if the
    hidden variables are last in the variable order; otherwise they may grow with the number of different sums.
    """
    whole = conjunction(manager, parts)
    inside = whole & target
    nodes = arrays(manager, [inside.function, whole.function])
    sums = Sums(manager, hidden)
    some, every = (sums.projected(nodes, root) for root in nodes.roots)
    p, q = share.numerator, share.denominator
    answer = sums.combined(
        some,
        every,
        lambda a, b: manager.true if q * a >= p * b else manager.false,
        lambda variable, high, low: manager.literal(variable).ite(high, low),
    )
    return StateSet.of(manager, answer, (inside.support | whole.support) & ~hidden)


LAST = 1 << 62  # the level of the constants, below all variables


class Sums:
    """Integer-valued decision diagrams over the variables that are not hidden; each distinct node has a number.

    A value is a number of assignments to all hidden variables. To sum out a hidden variable, a node that tests it is
    replaced by the mean of its two successors.

    `hidden`: the set of the hidden variables.
    `rows`: for each node the level, the variable, and the successors for true and for false; for a constant `LAST`, -1
        and twice the value.
    """

    def __init__(self, manager: BddManager, hidden: int) -> None:
        self.manager, self.hidden = manager, hidden
        self.rows: list[tuple[int, int, int, int]] = []
        self._known: dict[tuple[int, int, int, int], int] = {}

    def leaf(self, value: int) -> int:
        """The node with this constant value."""
        return self._node((LAST, -1, value, value))

    def node(self, variable: int, high: int, low: int) -> int:
        """The node that tests a variable and has these successors; if both are equal, the successor itself."""
        return high if high == low else self._node((self.manager.level(variable), variable, high, low))

    def _node(self, row: tuple[int, int, int, int]) -> int:
        node = self._known.setdefault(row, len(self.rows))
        if node < len(self.rows):
            return node
        if node >= MOST_NODES:
            raise TooLarge(
                f"a degree of belief at every state needs more than {MOST_NODES:,} nodes: ask for it outside other "
                "operators such as K, at one state"
                + by_face(
                    "; in Python degree(agent, formula, at=...) gives the number, and order=... may put the bits that "
                    "the agent sees before the others"
                )
            )
        self.rows.append(row)
        return node

    def projected(self, nodes: Nodes, root: int) -> int:
        """Return a diagram that counts assignments to the hidden variables: those that satisfy the function `root`."""
        results: dict[int, int] = {0: self.leaf(1 << self.hidden.bit_count()), 1: self.leaf(0)}
        for edge in _below(nodes, root):
            end, sign = edge >> 1, edge & 1
            variable = int(nodes.variable[end])
            high, low = results[int(nodes.high[end]) ^ sign], results[int(nodes.low[end]) ^ sign]
            if self.hidden >> variable & 1:
                results[edge] = self.combined(high, low, lambda a, b: self.leaf((a + b) >> 1), self.node)
            else:
                results[edge] = self.node(variable, high, low)
        return results[root]

    def combined(self, one: int, other: int, leaf: Callable[[int, int], T], node: Callable[[int, T, T], T]) -> T:
        """Combine two diagrams into the diagram of a function of their values. O(s t) at worst for s and t nodes.

        `leaf` makes the result from two values, and `node` from a variable and the results for true and for false.
        """
        results: dict[tuple[int, int], T] = {}
        stack = [(one, other)]
        while stack:
            pair = stack[-1]
            if pair in results:
                stack.pop()
                continue
            a, b = pair
            (level_a, variable_a, high_a, low_a), (level_b, variable_b, high_b, low_b) = self.rows[a], self.rows[b]
            level = min(level_a, level_b)
            if level == LAST:
                results[pair] = leaf(high_a, high_b)
                continue
            if level_a > level:
                variable_a, high_a, low_a = variable_b, a, a
            elif level_b > level:
                high_b = low_b = b
            high, low = (high_a, high_b), (low_a, low_b)
            if high in results and low in results:
                results[pair] = node(variable_a, results[high], results[low])
            else:
                stack += [each for each in (high, low) if each not in results]
        return results[one, other]


def _below(nodes: Nodes, root: int) -> list[int]:
    """The edges reachable from the root, children first, without the constants."""
    seen, stack = {root}, [root]
    while stack:
        edge = stack.pop()
        end, sign = edge >> 1, edge & 1
        new = [each for each in (int(nodes.high[end]) ^ sign, int(nodes.low[end]) ^ sign) if each > 1]
        for each in new:
            if each not in seen:
                seen.add(each)
                stack.append(each)
    return sorted(edge for edge in seen if edge > 1)
