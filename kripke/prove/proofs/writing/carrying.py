"""What a step to another world carries, fact by fact, each with its rule and premises."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kripke.prove.proofs import script
from kripke.prove.question.nodes import BOX, Group, Node
from kripke.prove.search.rules import Rules


@dataclass(frozen=True, slots=True)
class Fact:
    """A node that holds at the next world."""

    node: Node
    rule: str
    premises: tuple[Node, ...] = ()


def carried(rules: Rules, here: Collection[Node], label: Group) -> Iterator[Fact]:
    """The facts at a world that a group considers possible at a world."""
    nodes = rules.nodes
    for agent in sorted(label & rules.sometimes.keys()):
        yield Fact(rules.sometimes[agent], script.SEEN)
    for node in here:
        if nodes.kind[node >> 1] == BOX and nodes.group(node) <= label:
            yield from _of_diamond(rules, node) if node & 1 else _of_box(rules, node, here)
    for group in rules.below(label):
        if group in rules.backward:
            yield from _backward(rules, group, here)


def _of_box(rules: Rules, box: Node, here: Collection[Node]) -> Iterator[Fact]:
    group = rules.nodes.group(box)
    yield Fact(rules.nodes.inside(box), script.KNOWN, (box,))
    reasons = rules.has("transitive", group, here)
    if reasons is not None:
        yield Fact(box, script.TRANSITIVE, (box, *reasons))


def _of_diamond(rules: Rules, diamond: Node) -> Iterator[Fact]:
    group = rules.nodes.group(diamond)
    if not rules.is_euclidean(group):
        return
    yield Fact(diamond, script.EUCLIDEAN, (diamond,))
    inner = rules.nodes.inside(diamond)
    if rules.nodes.kind[inner >> 1] == BOX and inner & 1 and rules.nodes.group(inner) == group:
        yield Fact(inner, script.TWICE, (diamond,))


def _backward(rules: Rules, group: Group, here: Collection[Node]) -> Iterator[Fact]:
    """What the world before shows of a group that considers it possible."""
    reasons = rules.has("symmetric", group, here)
    if reasons is None:
        return
    for box in rules.by_group[group]:
        if (inside := rules.nodes.inside(box) ^ 1) in here:
            yield Fact(box ^ 1, script.SYMMETRIC, (inside, *reasons))
