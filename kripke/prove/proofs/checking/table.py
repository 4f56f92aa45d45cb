"""The table of formulas of a proof, checked: what each row is, and the properties of the agents' relations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeAlias

from kripke.data.frames import SYSTEMS
from kripke.prove.errors import WrongProof
from kripke.prove.proofs.script import Group, Node, Row
from kripke.prove.recursion import evaluated
from logic.errors import shorten

Term: TypeAlias = int
TRUE = 0
FALSE = 1
"""Terms and nodes."""


class Terms:
    """The terms that have been made, by number."""

    def __init__(self) -> None:
        self.number: dict[object, Term] = {}
        self.conjuncts: dict[Term, frozenset[Term]] = {}

    def leaf(self, *key: object) -> Term:
        """The term without structure that has this key."""
        return self.number.setdefault(key, 2 * len(self.number) + 2)

    def box(self, group: frozenset[str], inside: Term) -> Term:
        """The term ``[group] inside``."""
        return TRUE if inside == TRUE else self.leaf("box", group, inside)

    def all(self, terms: Iterable[Term]) -> Term:
        """The conjunction. O(k) for k conjuncts of the terms, besides the test for a contradiction."""
        parts: set[Term] = set()
        for term in terms:
            parts |= self.conjuncts.get(term, {term})
        parts.discard(TRUE)
        if FALSE in parts or any(part & 1 and self.conjuncts.get(part ^ 1, {part ^ 1}) <= parts for part in parts):
            return FALSE
        if len(parts) < 2:
            return parts.pop() if parts else TRUE
        whole = frozenset(parts)
        found = self.leaf("and", whole)
        self.conjuncts[found] = whole
        return found

    def any(self, terms: Iterable[Term]) -> Term:
        """The disjunction."""
        return self.all([term ^ 1 for term in terms]) ^ 1

    def implies(self, one: Term, other: Term) -> Term:
        """The implication."""
        return self.all([one, other ^ 1]) ^ 1


FOLLOWS = (
    ({"reflexive"}, "serial"),
    ({"reflexive", "euclidean"}, "symmetric"),
    ({"symmetric", "euclidean"}, "transitive"),
    ({"symmetric", "transitive"}, "euclidean"),
    ({"serial", "symmetric", "transitive"}, "reflexive"),
)
"""Properties of relations, and what follows from them."""


class Way(NamedTuple):
    """One step of a fixpoint, as in `kripke.prove.proofs.script.Row`."""

    group: Group
    pre: Node
    body: Node
    then: Node
    box: Node


class Table:
    """The rows of a proof by kind.

    Raises
    ------
    WrongProof
        If a row has no meaning.

    Notes
    -----
    O(n) for n nodes in the rows, besides the conjuncts of what is common knowledge.
    """

    def __init__(self, rows: tuple[Row, ...], systems: Mapping[str, str]) -> None:
        self.rows = rows
        self.properties: dict[str, frozenset[str]] = {}
        for agent, name in systems.items():
            if not isinstance(name, str) or name not in SYSTEMS:
                known = ", ".join(SYSTEMS)
                raise WrongProof(f"agent {agent}: no system {shorten(repr(name))}; expected one of {known}")
            found = set(SYSTEMS[name])
            for _ in FOLLOWS:
                found |= {then for given, then in FOLLOWS if given <= found}
            self.properties[agent] = frozenset(found)
        self.parts: dict[Node, tuple[Node, Node]] = {}
        self.boxes: dict[Node, tuple[Group, Node]] = {}
        self.members: dict[str, Node] = {}
        self.ways: dict[Node, tuple[Way, ...]] = {}
        if not rows or rows[0] != ("true",):
            raise WrongProof("row 0: expected ('true',)")
        for number, row in enumerate(rows):
            if not self._read(2 * number, row):
                raise WrongProof(f"row {number}: {shorten(repr(row))} has no meaning; see kripke.prove.proofs.script")
        if not self.ways:
            return
        self._require_layers()
        terms = Terms()
        meaning = Meanings(self, terms, {fix: terms.leaf("fix", fix) for fix in self.ways})
        for fix, ways in self.ways.items():
            for way in ways:
                after = terms.implies(meaning.of(way.pre), terms.all(map(meaning.of, (way.body, way.then))))
                if meaning.of(self.boxes[way.box][1]) != after:
                    raise WrongProof(f"row {fix >> 1}: row {way.box >> 1} is not the box of its step {way}")

    def is_node(self, node: object) -> bool:
        """Whether the value is a node, and not of an unused row."""
        return isinstance(node, int) and 0 <= node < 2 * len(self.rows) and self.rows[node >> 1] != ("unused",)

    def is_group(self, group: object) -> bool:
        """Whether the value is a group of the agents."""
        return isinstance(group, frozenset) and bool(group) and group <= self.properties.keys()

    def _read(self, base: Node, row: Row) -> bool:
        """Store a row; False if it has no meaning."""
        match row:
            case ("true",) | ("unused",):
                return True
            case ("atom", str()):
                return True
            case ("member", str(agent)) if "euclidean" in self.properties.get(agent, ()):
                self.members[agent] = base
                return True
            case ("and", int(one), int(other)) if self._earlier(base, one, other):
                self.parts[base] = one, other
                return True
            case ("box", frozenset() as group, int(inside)) if self.is_group(group) and self._earlier(base, inside):
                self.boxes[base] = group, inside
                return True
            case ("fix", _, _, tuple(steps)):
                self.ways[base] = tuple([way for step in steps if (way := self._way(step)) is not None])
                return len(self.ways[base]) == len(steps)
        return False

    def _earlier(self, base: Node, *nodes: Node) -> bool:
        return all(self.is_node(node) and node < base for node in nodes)

    def _way(self, step: object) -> Way | None:
        """One step of a fixpoint, if it is one: `then` is a fixpoint and `box` a box of the group."""
        match step:
            case (frozenset() as group, int(pre), int(body), int(then), int(box)) if self.is_group(group):
                if not all(map(self.is_node, (pre, body, then, box))) or (then | box) & 1:
                    return None
                fits = self.rows[then >> 1][:1] == ("fix",) and self.rows[box >> 1][:2] == ("box", group)
                return Way(group, pre, body, then, box) if fits else None
        return None

    def _require_layers(self) -> None:
        """What the ways of a fixpoint say of worlds must not depend on it, or it is not a greatest fixpoint."""
        family = self._families()
        below: dict[Node, set[Node]] = {}
        for base in [*self.parts, *self.boxes, *self.ways]:
            node = family.get(base, base)
            parts: tuple[Node, ...] = self.parts[base] if base in self.parts else self.boxes.get(base, ())[1:]
            if base in self.ways:
                parts = tuple([part for way in self.ways[base] for part in (way.pre, way.body)])
            below.setdefault(node, set()).update([family.get(part & ~1, part & ~1) for part in parts])
        try:
            TopologicalSorter(below).prepare()
        except CycleError as error:
            raise WrongProof(
                f"rows {sorted({n >> 1 for n in error.args[1]})}: what they say depends on itself"
            ) from None

    def _families(self) -> dict[Node, Node]:
        """Fixpoint -> one of the fixpoints that it is connected with by `then`."""
        linked: dict[Node, list[Node]] = {fix: [] for fix in self.ways}
        for fix, ways in self.ways.items():
            for way in ways:
                linked[fix].append(way.then)
                linked[way.then].append(fix)
        family: dict[Node, Node] = {}
        for start in linked:
            stack = [start]
            while stack:
                if (fix := stack.pop()) not in family:
                    family[fix] = start
                    stack += linked[fix]
        return family

    def has(self, name: str, group: Group) -> bool:
        """Whether the relation of each agent of the group has the property."""
        return all(name in self.properties[agent] for agent in group)

    def needed(self, name: str, group: Group) -> frozenset[Node] | None:
        """The nodes that must hold at a world where the relations of a group are to have a property there.

        None if some relation may lack it. At a world that a Euclidean relation leads to, the relation is reflexive,
        symmetric and transitive: from w R w and w R v follows v R w, and from w R v and v R u then w R u.
        """
        lacking = [agent for agent in group if name not in self.properties[agent]]
        if any(agent not in self.members for agent in lacking):
            return None
        return frozenset([self.members[agent] for agent in lacking])


class Meanings:
    """The terms of the nodes of a table."""

    def __init__(self, table: Table, terms: Terms, fixpoints: Mapping[Node, Term]) -> None:
        self.table, self.terms = table, terms
        self.known: dict[Node, Term] = dict(fixpoints)

    def of(self, node: Node) -> Term:
        """The term of a node. A conjunction inside a conjunction gets no term of its own."""
        return evaluated(node & ~1, self.known, self._bases, self._term) ^ (node & 1)

    def _bases(self, base: Node) -> list[Node]:
        return [part & ~1 for part in self._parts(base)]

    def _parts(self, base: Node) -> list[Node]:
        """The nodes whose terms are needed."""
        if base in self.table.boxes:
            return [self.table.boxes[base][1]]
        found, stack, seen = list[Node](), [base] if base in self.table.parts else [], set[Node]()
        while stack:
            for part in self.table.parts[stack.pop()]:
                if part in seen:
                    continue
                seen.add(part)
                (stack if part in self.table.parts else found).append(part)
        return found

    def _term(self, base: Node) -> Term:
        """The term of an even node, when those of its parts are known."""
        made = [self.known[part & ~1] ^ (part & 1) for part in self._parts(base)]
        if base in self.table.parts:
            return self.terms.all(made)
        if base in self.table.boxes:
            return self.terms.box(self.table.boxes[base][0], made[0])
        return TRUE if self.table.rows[base >> 1] == ("true",) else self.terms.leaf(*self.table.rows[base >> 1])
