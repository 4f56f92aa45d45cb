"""What every clause of the language has in common: subformulas, what it has beside them, and a hash that comes late."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

N = TypeVar("N", bound="Node")

CLAUSES: dict[str, Any] = {}
"""The classes of formulas by their names, in the order in which `logic.clauses` declares them."""


class Node:
    """A clause over its subformulas.

    ``children`` are the immediate subformulas in the order in which they are written, ``content`` is the rest: an
    agent, a group, a degree, a name.
    """

    __slots__ = ("__weakref__", "_hash")

    parts: ClassVar[tuple[str, ...]] = ()  # the fields that hold formulas, in order
    data: ClassVar[tuple[str, ...]] = ()  # the other fields
    setters: ClassVar[tuple[Callable[[Any, Any], None], ...]] = ()  # of `data`, then of `parts`
    operator: ClassVar[Any]  # how the clause is written and what kind of operator it is: `logic.operators.Operator`
    children: Any
    content: Any
    _hash: int

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            return _hash_bottom_up(self)


set_hash = vars(Node)["_hash"].__set__  # a slot's descriptor writes where attributes are frozen


def _hash_bottom_up(root: Node) -> int:
    """Hash a formula and every subformula without a hash, without recursion. O(n) for n of them."""
    stack = [root]
    while stack:
        node = stack[-1]
        waiting = [child for child in node.children if not hasattr(child, "_hash")]
        if waiting:
            stack += waiting
        else:
            stack.pop()
            set_hash(node, hash((type(node), node.content, node.children)))
    return root._hash


def build(clause: type[N], content: Iterable[Any], children: Iterable[Node]) -> N:
    """Build a clause from values that need no validation: those of another clause, or those that a grammar checked."""
    node = clause.__new__(clause)
    for set_field, value in zip(clause.setters, (*content, *children), strict=True):
        set_field(node, value)
    return node
