"""The rules between worlds: what follows at a world y from what holds at its parent x, which a group leads from.

The relation of the group G is the intersection of its members' relations, so a step of G is a step of each H within G.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from kripke.prove.proofs import script
from kripke.prove.proofs.checking.table import TRUE, Table
from kripke.prove.proofs.script import Group, Node

Passage: TypeAlias = Callable[[Table, Group, Node, frozenset[Node]], bool]
"""Whether the node holds at y, for the group that leads there and the premises at x."""


def _possible(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``~[G]~f`` at x: f at y, for a new world y."""
    return len(premises) == 1 and table.boxes.get(min(premises) ^ 1) == (group, node ^ 1)


def _successor(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """A new world y: the relation of G is reflexive, or G is one agent with a serial relation."""
    serial = table.has("reflexive", group) or (len(group) == 1 and table.has("serial", group))
    return node == TRUE and not premises and serial


def _known(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``[H]f`` at x: f at y."""
    if len(premises) != 1 or (box := min(premises)) not in table.boxes:
        return False
    return table.boxes[box][0] <= group and table.boxes[box][1] == node


def _known_on(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``[H]f`` at x: ``[H]f`` at y, since what y leads to, x leads to."""
    if node not in table.boxes or not table.boxes[node][0] <= group:
        return False
    needed = table.needed("transitive", table.boxes[node][0])
    return needed is not None and premises == {node, *needed}


def _unknown_on(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``~[H]f`` at x: ``~[H]f`` at y, since y leads to what x leads to."""
    if node ^ 1 not in table.boxes or not table.boxes[node ^ 1][0] <= group:
        return False
    return table.has("euclidean", table.boxes[node ^ 1][0]) and premises == {node}


def _unknown_twice(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``~[H][H]f`` at x: ``~[H]f`` at y, since y leads to what any other z beside y leads to."""
    if node ^ 1 not in table.boxes or len(premises) != 1:
        return False
    within = table.boxes[node ^ 1][0]
    twice = table.boxes.get(min(premises) ^ 1)
    return within <= group and table.has("euclidean", within) and twice == (within, node ^ 1)


def _seen_back(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From f at x: ``~[H]~f`` at y, since y leads back."""
    if node ^ 1 not in table.boxes:
        return False
    within, inside = table.boxes[node ^ 1]
    needed = table.needed("symmetric", within)
    return within <= group and needed is not None and premises == {inside ^ 1, *needed}


def _seen(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """The member of an agent of G at y, since the agent's relation leads there."""
    return not premises and any(table.members.get(agent) == node for agent in group)


PASSAGES: Mapping[str, Passage] = {
    script.POSSIBLE: _possible,
    script.SUCCESSOR: _successor,
    script.KNOWN: _known,
    script.TRANSITIVE: _known_on,
    script.EUCLIDEAN: _unknown_on,
    script.TWICE: _unknown_twice,
    script.SYMMETRIC: _seen_back,
    script.SEEN: _seen,
}
"""The rules between worlds that refer to nothing but the table."""
