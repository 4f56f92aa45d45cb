"""Where an agent's degree of belief reaches a threshold, as a set of states: the semantics of ``B_a>=r``.

The set is computed by integer-valued decision diagrams over the variables that the agent sees; the other variables are
summed out, node by node (algebraic decision diagrams: Bahar et al., "Algebraic decision diagrams and their
applications", Formal Methods in System Design 10, 1997, doi:10.1023/A:1008699807402).
"""

from __future__ import annotations

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
    """Where the target has at least this share among the hidden variables' assignments that satisfy the parts.

    Also true where no assignment satisfies the parts.

    Parameters
    ----------
    share : Fraction
        The threshold, from 0 to 1.

    Raises
    ------
    TooLarge
        If the integer-valued diagrams would have more than `MOST_NODES` nodes.

    Notes
    -----
    O(s) nodes for diagrams with s nodes, if the hidden variables are last in the order. Otherwise the diagrams may grow
    with the number of different sums.
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


class Sums:
    """Integer-valued decision diagrams over the variables that are not hidden: hash-consed, each node is a number.

    Values are counts of assignments to all hidden variables, so the sum over one hidden variable is a mean.
    """

    def __init__(self, manager: BddManager, hidden: int) -> None:
        self.manager, self.hidden = manager, hidden
        self.whole = 1 << hidden.bit_count()
        self.last = 1 << 62
        self.level: list[int] = []
        self.variable: list[int] = []
        self.high: list[int] = []
        self.low: list[int] = []
        self._known: dict[tuple[int, int, int], int] = {}
        self._leaves: dict[int, int] = {}
        self._values: dict[int, int] = {}

    def leaf(self, value: int) -> int:
        """The node with this constant value."""
        leaf = self._leaves.get(value)
        if leaf is None:
            leaf = self._leaves[value] = self._new(-1, self.last, -1, -1)
            self._values[leaf] = value
        return leaf

    def node(self, variable: int, high: int, low: int) -> int:
        """The node that tests a variable."""
        if high == low:
            return high
        key = variable, high, low
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = self._new(variable, self.manager.level(variable), high, low)
        return node

    def _new(self, variable: int, level: int, high: int, low: int) -> int:
        if len(self.level) >= MOST_NODES:
            raise TooLarge(
                f"a degree of belief at every state needs more than {MOST_NODES:,} nodes: ask for it outside other "
                "operators such as K, at one state"
                + by_face(
                    "; in Python degree(agent, formula, at=...) gives the number, and order=... may put the bits that "
                    "the agent sees before the others"
                )
            )
        self.variable.append(variable)
        self.level.append(level)
        self.high.append(high)
        self.low.append(low)
        return len(self.level) - 1

    def projected(self, nodes: Nodes, root: int) -> int:
        """The number of assignments to the hidden variables that satisfy a diagram, as a diagram."""
        results: dict[int, int] = {0: self.leaf(self.whole), 1: self.leaf(0)}
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
        """The diagram of a function of two diagrams' values. O(s t) at worst, for diagrams with s and t nodes."""
        results: dict[tuple[int, int], T] = {}
        stack = [(one, other)]
        while stack:
            pair = stack[-1]
            if pair in results:
                stack.pop()
                continue
            a, b = pair
            level = min(self.level[a], self.level[b])
            if level == self.last:
                results[pair] = leaf(self._values[a], self._values[b])
                continue
            asks_a, asks_b = self.level[a] == level, self.level[b] == level
            high = (self.high[a] if asks_a else a), (self.high[b] if asks_b else b)
            low = (self.low[a] if asks_a else a), (self.low[b] if asks_b else b)
            if high in results and low in results:
                results[pair] = node(self.variable[a if asks_a else b], results[high], results[low])
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
