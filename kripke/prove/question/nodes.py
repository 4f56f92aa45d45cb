"""Formulas as integers: equal formulas share a node, and a node and its negation differ in the last bit.

An even node is truth, an atom, a conjunction, a box or a fixpoint, and the odd node after it is the corresponding
falsehood, negated atom, disjunction, diamond or negated fixpoint. So negation normal form costs nothing.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import TypeAlias

Node: TypeAlias = int  # an even number, or an odd one for the negation: ``node ^ 1`` negates

Group: TypeAlias = frozenset[str]  # the agents whose relations are intersected; a single agent for knowledge

TRUE: Node = 0
FALSE: Node = 1

CONSTANT, ATOM, AND, BOX, FIX = "true", "atom", "and", "box", "fix"  # as in the rows of a proof


@dataclass(frozen=True, slots=True)
class Option:
    """One conjunct of a fixpoint's unfolding, ``[group](pre -> body & then)``."""

    box: Node  # the node of the conjunct, ``[group](pre -> body & then)``
    pre: Node  # the node that restricts the worlds
    body: Node  # the node that must hold at these worlds
    then: Node  # the node of the fixpoint that must hold at them too


class Nodes:
    """The nodes of a problem. Entry ``n >> 1`` of the lists describes node n; odd nodes are negations, 0 is truth."""

    def __init__(self) -> None:
        self.kind: list[str] = [CONSTANT]
        self.args: list[tuple[object, ...]] = [()]
        self.number: dict[tuple[object, ...], Node] = {}
        self.options: dict[Node, tuple[Option, ...]] = {}
        self.unfolding: dict[Node, Node] = {}

    def __len__(self) -> int:
        return len(self.kind)

    def _make(self, kind: str, *args: object) -> Node:
        key = (kind, *args)
        node = self.number.get(key)
        if node is None:
            node = self.number[key] = 2 * len(self.kind)
            self.kind.append(kind)
            self.args.append(args)
        return node

    def atom(self, name: str) -> Node:
        """Return the node of the atom with this name."""
        return self._make(ATOM, name)

    def member(self, agent: str) -> Node:
        """Return the node which says that the agent considers the current world possible; for Euclidean relations."""
        return self._make(ATOM, (agent,))

    def both(self, one: Node, other: Node) -> Node:
        """Return the conjunction of two nodes."""
        if one in (other, TRUE):
            return other
        if other == TRUE:
            return one
        if FALSE in (one, other) or one == other ^ 1:
            return FALSE
        return self._make(AND, min(one, other), max(one, other))

    def either(self, one: Node, other: Node) -> Node:
        """Return the disjunction of two nodes."""
        return self.both(one ^ 1, other ^ 1) ^ 1

    def all(self, nodes: list[Node]) -> Node:
        """Return the conjunction of the nodes, as a balanced tree."""
        nodes = sorted(set(nodes))
        while len(nodes) > 1:
            paired = [self.both(nodes[i], nodes[i + 1]) for i in range(0, len(nodes) - 1, 2)]
            nodes = paired + nodes[len(nodes) & ~1 :]
        return nodes[0] if nodes else TRUE

    def any(self, nodes: list[Node]) -> Node:
        """Return the disjunction of the nodes, as a balanced tree."""
        return self.all([node ^ 1 for node in nodes]) ^ 1

    def box(self, group: Group, node: Node) -> Node:
        """Return the box ``[group] node`` for the intersection of the group's relations; `TRUE` if `node` is `TRUE`."""
        return TRUE if node == TRUE else self._make(BOX, group, node)

    def fix(self, key: object) -> Node:
        """Return the greatest fixpoint with this key; `define` sets its unfolding."""
        return self._make(FIX, key)

    def define(self, fix: Node, steps: list[tuple[Group, Node, Node, Node]]) -> None:
        """Set the unfolding of a fixpoint: the conjunction of ``[group](pre -> body & then)`` over the steps."""
        options = []
        for group, pre, body, then in steps:
            box = self.box(group, self.either(pre ^ 1, self.both(body, then)))
            if box != TRUE:
                options.append(Option(box, pre, body, then))
        self.options[fix] = tuple(options)
        self.unfolding[fix] = self.all([option.box for option in options])

    def group(self, box: Node) -> Group:
        """Return the group of a box or diamond."""
        return self.args[box >> 1][0]  # type: ignore[return-value]

    def inside(self, box: Node) -> Node:
        """Return the node in the scope of a box or diamond."""
        return self.args[box >> 1][1] ^ (box & 1)  # type: ignore[operator]

    def parts(self, node: Node) -> tuple[Node, ...]:
        """Return the parts of a conjunction, or the unfolding of a fixpoint; empty for other nodes.

        For a negated node, the parts are those of the node without the negation.
        """
        kind = self.kind[node >> 1]
        if kind == AND:
            return self.args[node >> 1]  # type: ignore[return-value]
        return (self.unfolding[node & ~1],) if kind == FIX else ()

    def below(self, base: Node) -> list[Node]:
        """Return the nodes that define an unnegated node: its parts, its scope, or the nodes of a fixpoint's steps."""
        if self.kind[base >> 1] == FIX:
            return [node for o in self.options[base] for node in (o.box, o.pre, o.body, o.then)]
        return [self.inside(base)] if self.kind[base >> 1] == BOX else [*self.parts(base)]

    def nested(self, node: Node) -> tuple[Node, ...]:
        """Return the parts of a conjunction; empty for other nodes, also for negated ones."""
        return self.parts(node) if self.kind[node >> 1] == AND and not node & 1 else ()

    def is_choice(self, node: Node) -> bool:
        """Whether the node is a disjunction."""
        return bool(node & 1) and self.kind[node >> 1] == AND

    def choices(self, node: Node, apart: Container[Node] = ()) -> set[Node]:
        """Return the parts of a disjunction; nested disjunctions are flattened unless they are in `apart`."""
        stack, choices = [node], set()
        while stack:
            for part in self.parts(stack.pop()):
                if self.is_choice(part ^ 1) and part ^ 1 not in apart:
                    stack.append(part ^ 1)
                else:
                    choices.add(part ^ 1)
        return choices
