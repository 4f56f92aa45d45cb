"""What holds at every world without looking at other worlds, as clauses with the names of their rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kripke.prove.proofs import script
from kripke.prove.question.nodes import AND, BOX, FALSE, FIX, Node, Nodes
from kripke.prove.search.rules import Rules


@dataclass(frozen=True, slots=True)
class Clause:
    """A disjunction of nodes that holds at every world.

    Parameters
    ----------
    of : int
        Number of the lemma or hypothesis; -1 for other rules.
    """

    nodes: tuple[Node, ...]
    rule: str
    of: int = -1


def conjuncts(nodes: Nodes, base: Node) -> list[Node]:
    """The conjuncts of an even node, those of conjunctions among them included; the boxes of a fixpoint."""
    if nodes.kind[base >> 1] == FIX:
        return list(dict.fromkeys(option.box for option in nodes.options[base]))
    stack, found = [*reversed(nodes.parts(base))], []
    while stack:
        node = stack.pop()
        if nodes.kind[node >> 1] == AND and not node & 1:
            stack += reversed(nodes.parts(node))
        else:
            found.append(node)
    return list(dict.fromkeys(found))


def clauses_of(rules: Rules, base: Node) -> list[Clause]:
    """The clauses of an even node."""
    nodes = rules.nodes
    kind = nodes.kind[base >> 1]
    if kind in (AND, FIX):
        name = script.AND if kind == AND else script.COMMON
        parts = conjuncts(nodes, base)
        each = [Clause((base ^ 1, part), name) for part in parts]
        return [*each, Clause((base, *[part ^ 1 for part in parts]), name)]
    if kind != BOX:
        return []
    return [disjunction(clause, _name(rules, base, clause)) for clause in rules.clauses(base)]


def disjunction(nodes: Iterable[Node], rule: str, of: int = -1) -> Clause:
    """The clause of some nodes, without `FALSE`."""
    return Clause(tuple([node for node in nodes if node != FALSE]), rule, of)


def _name(rules: Rules, box: Node, clause: list[Node]) -> str:
    """The rule of a clause about a box, by its shape."""
    twice = rules.twice.get(box)
    if clause[0] == box:
        return script.LOOP
    if clause[0] != box ^ 1:
        return script.DENSE
    return script.AGAIN if clause[1] == twice else script.REFLEXIVE


def closure(rules: Rules, starts: Iterable[Node]) -> list[Clause]:
    """All clauses about the nodes that matter at the same world as some nodes."""
    stack = [node & ~1 for node in starts]
    seen: set[Node] = set()
    found: list[Clause] = []
    while stack:
        base = stack.pop()
        if base not in seen:
            seen.add(base)
            new = clauses_of(rules, base)
            found += new
            stack += [node & ~1 for clause in new for node in clause.nodes]
    return found
