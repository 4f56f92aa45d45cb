"""From a solution of the SAT solver to a world: which of the nodes that hold are claimed.

A claim needs reasons: a conjunction both its parts, a disjunction one of its parts. What holds without being claimed
puts no demand on other worlds, so each disjunction claims a part that is claimed anyway, or one that costs little.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.prove.question.nodes import AND, ATOM, BOX, FIX, Node
from kripke.prove.search.levels import Level
from kripke.prove.search.rules import Rules
from kripke.prove.search.worlds import World

LITERAL, TOGETHER, CHOICE, BOXED, DIAMOND, FAILS = range(6)

Literal = tuple[Node, int, int]
"""A node, the place of its variable in a solution, and what the solution has there if the node holds."""

Choice = tuple[tuple[Node, ...], tuple[Literal, ...]]
"""The parts of a disjunction, and their literals, the cheapest first."""

Entry = tuple[int, tuple[Node, ...], tuple[Literal, ...], tuple[Node, ...], tuple[Choice, ...]]
"""A kind, nodes to claim next, literals to choose from, nodes that are claimed at once, and disjunctions."""


class Claims:
    """Makes worlds of the solutions of one level."""

    def __init__(self, rules: Rules, level: Level) -> None:
        self.rules, self.nodes, self.level = rules, rules.nodes, level
        self.ways = {option.box for options in self.nodes.options.values() for option in options}
        self.table: dict[Node, Entry] = {}
        complete = [*level.backward, *level.symmetric]
        self.complete = [self._literal(node) for node in complete]

    def _entry(self, node: Node) -> Entry:
        """What a claim of the node demands."""
        nodes, kind = self.nodes, self.nodes.kind[node >> 1]
        if kind == AND and node & 1:
            return CHOICE, (), (), (), (self._choice(node),)
        if kind == AND or (kind == FIX and not node & 1):
            return self._together(node)
        if kind == FIX:
            ways = {option.box ^ 1 for option in nodes.options[node ^ 1]}
            return FAILS, (), tuple([self._literal(way) for way in sorted(ways)]), (), ()
        if kind == BOX and node & 1:
            return DIAMOND, (), self._here(node), (), ()
        if kind == BOX:
            return BOXED, *self._reflexive(node), (), ()
        return LITERAL, (), (), (), ()

    def _together(self, node: Node) -> Entry:
        """A conjunction with all conjunctions and disjunctions in it: one step instead of one for each."""
        nodes = self.nodes
        held: set[Node] = set()
        stack, choices, others = [*nodes.parts(node)], [], []
        while stack:
            part = stack.pop()
            if part in held:
                continue
            kind = nodes.kind[part >> 1]
            if kind == AND:
                held.add(part)
                if part & 1:
                    choices.append(self._choice(part))
                else:
                    stack += nodes.parts(part)
            elif kind in (BOX, FIX):
                others.append(part)
            else:
                held.add(part)
        return TOGETHER, tuple(others), (), tuple(held), tuple(choices)

    def _choice(self, node: Node) -> Choice:
        """The parts of a disjunction; disjunctions in it are parts only if a successor may have to claim them."""
        parts = sorted(self.nodes.choices(node, self.rules.asked), key=self._cost)
        return tuple(parts), tuple([self._literal(part) for part in parts])

    def _reflexive(self, box: Node) -> tuple[tuple[Node, ...], tuple[Literal, ...]]:
        """The inside of a box that may hold here, and the members that must be claimed for that."""
        members = set(self.rules.sometimes.values())
        reasons = self.rules.has("reflexive", self.nodes.group(box), members)
        if reasons is None:
            return (), ()
        return (self.nodes.inside(box),), tuple([self._literal(node) for node in reasons])

    def _here(self, diamond: Node) -> tuple[Literal, ...]:
        """The inside of a diamond, if the world itself is a successor and no way to a counterexample is cut short."""
        reflexive = self.rules.has("reflexive", self.nodes.group(diamond), ()) is not None
        if not reflexive or diamond ^ 1 in self.ways:
            return ()
        return (self._literal(self.nodes.inside(diamond)),)

    def _cost(self, node: Node) -> tuple[int, Node]:
        """How much a claim costs: nothing, a box, a walk, or a successor."""
        kind = self.nodes.kind[node >> 1]
        return 0 if kind == ATOM else 1 if kind == BOX and not node & 1 else 3 if kind == BOX else 2, node

    def _literal(self, node: Node) -> Literal:
        literal = self.level.literal(node)
        return node, abs(literal) - 1, literal

    def world(self, starts: Iterable[Node]) -> World:
        """The world of the level's last solution that claims the given nodes and what follows."""
        values = self.level.values
        claims = set(map(self.level.named.__getitem__, values[: self.level.atoms]))  # these cost nothing
        stack = [*starts, *[node for node, place, literal in self.complete if values[place] == literal]]
        boxes: list[Node] = []
        diamonds: list[Node] = []
        self._walk(stack, claims, boxes, diamonds)
        if self.rules.serial:
            busy = frozenset().union(*[self.nodes.group(diamond) for diamond in diamonds])
            serial = [node for node in self.rules.serial if not self.nodes.group(node) <= busy]
            self._walk(serial, claims, boxes, diamonds)
        return World(claims, boxes, diamonds)

    def _walk(self, stack: list[Node], claims: set[Node], boxes: list[Node], diamonds: list[Node]) -> None:
        """Claim the nodes of the stack and what follows; disjunctions last, when more is claimed."""
        values, table = self.level.values, self.table
        choices: list[Choice] = []
        while stack or choices:
            if not stack:
                parts, literals = choices.pop()
                if claims.isdisjoint(parts):  # some part of a disjunction that holds does
                    stack.append(next(node for node, place, literal in literals if values[place] == literal))
                continue
            node = stack.pop()
            if node in claims:
                continue
            claims.add(node)
            if node not in table:
                table[node] = self._entry(node)
            kind, parts, literals, held, more = table[node]
            if more:
                choices += more
            if kind == TOGETHER:
                claims.update(held)
                stack += parts
            elif kind == DIAMOND:
                if literals and values[literals[0][1]] == literals[0][2]:
                    stack.append(literals[0][0])  # this world is its own successor
                else:
                    diamonds.append(node)
            elif kind == BOXED:
                boxes.append(node)
                if parts and all(member in claims for member, _, _ in literals):
                    stack += parts
            elif kind == FAILS:  # each of the diamonds that hold may lead to the counterexample
                stack += [way for way, place, literal in literals if values[place] == literal]
