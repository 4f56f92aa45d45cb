"""The rules within a world: which clauses hold at every world.

A clause is a set of nodes, without `FALSE`; each rule is a function from the table to whether a clause is one of its.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from kripke.prove.proofs import script
from kripke.prove.proofs.checking.table import FALSE, TRUE, Table
from kripke.prove.proofs.script import Group, Node

Clause: TypeAlias = frozenset[Node]

NOBODY: Group = frozenset()


def clause_of(nodes: Iterable[Node]) -> Clause:
    """The clause of some nodes: `FALSE` adds nothing to a disjunction."""
    return frozenset(nodes) - {FALSE}


def _contradiction(table: Table, clause: Clause) -> bool:
    """``f | ~f``: a node and its negation."""
    return bool(clause) and clause == clause_of([max(clause), max(clause) ^ 1])


def _conjunction(table: Table, clause: Clause) -> bool:
    """``~A | f`` for a conjunct f of A at any depth, or ``A | ~f1 | ... | ~fn`` for conjuncts that make up A.

    A is the greatest row: a conjunction is later than its conjuncts.
    """
    whole = max(clause, default=TRUE) & ~1
    if whole not in table.parts:
        return False
    if whole not in clause:
        rest = clause - {whole ^ 1} or {FALSE}
        return len(rest) == 1 and not rest.isdisjoint(_conjuncts(table, whole, frozenset()))
    ends = frozenset([node ^ 1 for node in clause - {whole}])
    found = _conjuncts(table, whole, ends)
    leaves = {node for node in found if node not in table.parts} - {TRUE}
    return leaves <= ends <= found


def _conjuncts(table: Table, whole: Node, ends: Clause) -> set[Node]:
    """The conjuncts of a conjunction at any depth, but not those of the ends."""
    stack, found = [whole], set[Node]()
    while stack:
        for part in table.parts[stack.pop()]:
            if part not in found:
                found.add(part)
                if part in table.parts and part not in ends:
                    stack.append(part)
    return found


def _unfolding(table: Table, clause: Clause) -> bool:
    """``~F | [G]f`` for a way of F, or ``F | ~[G1]f1 | ... | ~[Gn]fn`` for all its ways: F is a fixpoint."""
    for node in clause:
        if node & ~1 in table.ways:
            boxes = {way.box for way in table.ways[node & ~1]}
            rest = clause - {node}
            return (rest <= boxes and len(rest) == 1) if node & 1 else rest == {box ^ 1 for box in boxes}
    return False


def _reflexive(table: Table, clause: Clause) -> bool:
    """``~[H]f | f``: the world sees itself."""
    for node in clause:
        if node ^ 1 in table.boxes:
            group, inside = table.boxes[node ^ 1]
            needed = table.needed("reflexive", group)
            if needed is not None and clause == clause_of([node, inside, *[member ^ 1 for member in needed]]):
                return True
    return False


def _dense(table: Table, clause: Clause) -> bool:
    """``~[H][H]f | [H]f``: a world that a Euclidean relation leads to sees itself."""
    for node in clause:
        group, once = _twice(table, node ^ 1)
        if group and clause == {node, once} and table.has("euclidean", group):
            return True
    return False


def _transitive(table: Table, clause: Clause) -> bool:
    """``~[H]f | [H][H]f``: what is seen in two steps is seen in one."""
    for node in clause:
        group, once = _twice(table, node)
        needed = table.needed("transitive", group)
        if group and needed is not None and clause == {once ^ 1, node, *[member ^ 1 for member in needed]}:
            return True
    return False


def _twice(table: Table, node: Node) -> tuple[Group, Node]:
    """The group H and the node ``[H]f`` of ``[H][H]f``; no group for other nodes."""
    group, once = table.boxes.get(node, (NOBODY, node))
    return (group, once) if once in table.boxes and table.boxes[once][0] == group else (NOBODY, node)


def _loop(table: Table, clause: Clause) -> bool:
    """``[H]f | member(a)`` for a in H: if a symmetric relation leads on from a world, it leads back."""
    for box in clause:
        if box in table.boxes:
            for agent in table.boxes[box][0] & table.members.keys():
                if clause == {box, table.members[agent]} and table.has("symmetric", frozenset([agent])):
                    return True
    return False


def _serial(table: Table, clause: Clause) -> bool:
    """``~[a]false``: a serial relation leads on from every world."""
    if len(clause) != 1 or (box := min(clause) ^ 1) not in table.boxes:
        return False
    group, inside = table.boxes[box]
    return inside == FALSE and len(group) == 1 and table.has("serial", group)


CLAUSES: Mapping[str, Callable[[Table, Clause], bool]] = {
    script.CONTRADICTION: _contradiction,
    script.AND: _conjunction,
    script.COMMON: _unfolding,
    script.REFLEXIVE: _reflexive,
    script.DENSE: _dense,
    script.AGAIN: _transitive,
    script.LOOP: _loop,
    script.SERIAL: _serial,
}
"""The rules within a world that refer to nothing but the table."""
