"""Nodes of formulas, and formulas as tables: traversal, comparison and pickling without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from logic.errors import FormulaError, shorten

N = TypeVar("N", bound="Node")

CLAUSES: dict[str, Any] = {}
"""Maps names to classes of formulas, in the order in which `logic.clauses` declares them."""


class Node:
    """The base class of formulas. Its subclasses, such as `And` and `K`, are called clauses of the language.

    ``children`` are the immediate subformulas in the order in which they are written, ``content`` is the rest: an
    agent, a group, a degree, a name.
    """

    __slots__ = ("__weakref__", "_hash")

    parts: ClassVar[tuple[str, ...]] = ()  # the fields that hold formulas, in order
    several: ClassVar[int | None] = None  # the index in `parts` of the field that holds any number of formulas
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
            stack = [self]  # without recursion; O(n) for n subformulas without a hash
        while stack:
            node = stack[-1]
            waiting = [child for child in node.children if not hasattr(child, "_hash")]
            if waiting:
                stack += waiting
            else:
                stack.pop()
                set_hash(node, hash((type(node), node.content, node.children)))
        return self._hash


set_hash = vars(Node)["_hash"].__set__  # unlike `setattr`, the slot's descriptor can write to an immutable formula


def build(clause: type[N], content: Iterable[Any], children: Iterable[Node]) -> N:
    """Build a formula of a class without validation, from values that another formula or the grammar has validated."""
    node = clause.__new__(clause)
    if (place := clause.several) is not None:
        kids: tuple[Any, ...] = tuple(children)
        end = len(kids) - len(clause.parts) + place + 1
        values: tuple[Any, ...] = (*content, *kids[:place], kids[place:end], *kids[end:])
    else:
        values = (*content, *children)
    for set_field, value in zip(clause.setters, values, strict=True):
        set_field(node, value)
    return node


def nodes(formula: N) -> Iterator[N]:
    """Yield each object of the formula's graph once, in any order, without comparing objects. O(n) for n objects."""
    stack, seen = [formula], {id(formula)}
    while stack:
        yield (node := stack.pop())
        for child in node.children:
            if id(child) not in seen:
                seen.add(id(child))
                stack.append(child)


PAIRS = 200  # number of pairs that `same` compares one by one: a shared graph has far more pairs of nodes than nodes


class Table(NamedTuple, Generic[N]):
    """Formulas as rows: one row for each distinct subformula, after the rows of its own subformulas."""

    rows: list[tuple[N, tuple[int, ...]]]  # a representative of each distinct subformula, and its children's rows
    roots: list[int]  # the row of each tabulated formula


def flatten(*formulas: N, below: Callable[[N], Any] = attrgetter("children")) -> Table[N]:
    """Tabulate the distinct subformulas, one row each. O(n) for n objects.

    `below`: returns the children of a node, or none. Nodes whose children it omits are equal only if identical.
    """
    for formula in formulas:
        if not isinstance(formula, Node):
            raise FormulaError(f"expected a formula, got {shorten(repr(formula))}; write parse(...) to read a text")
    rows: list[tuple[N, tuple[int, ...]]] = []
    row_of_key: dict[Any, int] = {}
    row_of_id: dict[int, int] = {}
    stack: list[N] = list(reversed(formulas))
    while stack:
        node = stack[-1]
        if id(node) in row_of_id:
            stack.pop()
            continue
        kids: tuple[int, ...] = ()
        if children := below(node):
            waiting = [child for child in reversed(children) if id(child) not in row_of_id]
            if waiting:
                stack.extend(waiting)
                continue
            kids = tuple([row_of_id[id(child)] for child in children])
        stack.pop()
        is_cut = not children and node.children
        row = row_of_key.setdefault(id(node) if is_cut else (type(node), node.content, kids), len(rows))
        if row == len(rows):
            rows.append((node, kids))
        row_of_id[id(node)] = row
    return Table(rows, [row_of_id[id(f)] for f in formulas])


def same(one: Node, other: Node) -> bool:
    """Return whether two formulas are equal. O(n) for n objects; small formulas are compared pair by pair."""
    pairs = [(one, other)]
    for _ in range(PAIRS):
        if not pairs:
            return True
        a, b = pairs.pop()
        if a is not b:
            ours, theirs = a.children, b.children
            if type(a) is not type(b) or a.content != b.content or len(ours) != len(theirs):
                return False
            pairs.extend(zip(ours, theirs, strict=True))
    table = flatten(one, other)
    return table.roots[0] == table.roots[1]


def rebuild(node: N, children: Iterable[N]) -> N:
    """Return the node with these children; the node itself if they are the same objects as before."""
    new = tuple(children)
    if all(a is b for a, b in zip(new, node.children, strict=True)):
        return node
    return build(type(node), node.content, new)


def mapped(formula: N, change: Callable[[N], N]) -> N:
    """Return the formula with `change` applied to each node, subformulas first. O(n) for n distinct subformulas."""
    built: list[N] = []
    for node, kids in flatten(formula).rows:
        built.append(change(rebuild(node, [built[kid] for kid in kids])))
    return built[-1]


Row = tuple[type, tuple[Any, ...], tuple[int, ...]]  # a clause, its content, and the rows of its children


def disassemble(formula: Node) -> tuple[Row, ...]:
    """Convert the formula to a tuple of rows for pickling, without hashes, which differ between processes."""
    return tuple((type(node), node.content, kids) for node, kids in flatten(formula).rows)


def assemble(rows: tuple[Row, ...]) -> Node:
    """Rebuild a formula from the rows that `disassemble` returned; shared subformulas are shared again."""
    built: list[Node] = []
    for clause, content, kids in rows:
        built.append(build(clause, content, [built[kid] for kid in kids]))
    return built[-1]
