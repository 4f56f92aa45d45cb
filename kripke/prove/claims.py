"""From a solution of the SAT solver to a world: which of the nodes that hold are claimed.

A claim needs reasons: a conjunction both its parts, a disjunction one of its parts. What holds without being claimed
puts no demand on other worlds, so each disjunction claims a part that is claimed anyway, or one that costs little.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.prove.levels import Level
from kripke.prove.nodes import AND, ATOM, BOX, FIX, Node
from kripke.prove.rules import Rules
from kripke.prove.worlds import World

LITERAL, PARTS, CHOICE, BOXED, DIAMOND, FAILS = range(6)

Literal = tuple[Node, int, bool]
"""A node, the place of its variable in a solution, and whether the node holds if the variable is true."""


class Claims:
    """Makes worlds of the solutions of one level.

    Parameters
    ----------
    rules : Rules
        The rules.
    level : Level
        The level.
    number : int
        Number of the level.
    """

    def __init__(self, rules: Rules, level: Level, number: int) -> None:
        self.rules, self.nodes, self.level, self.number = rules, rules.nodes, level, number
        self.ways = {option.box for options in self.nodes.options.values() for option in options}
        self.table = {node: self._entry(node) for base in level.universe for node in (base, base ^ 1)}
        self.atoms = [self._literal(base) for base in level.universe if self.nodes.kind[base >> 1] == ATOM]
        complete = [*level.backward, *level.symmetric]
        self.complete = [self._literal(node) for node in complete]

    def _entry(self, node: Node) -> tuple[int, tuple[Node, ...], tuple[Literal, ...]]:
        """What a claim of the node demands: a kind, nodes, and literals to choose from, the cheapest first."""
        nodes, kind = self.nodes, self.nodes.kind[node >> 1]
        if kind == AND and node & 1:
            parts = sorted([part ^ 1 for part in nodes.parts(node)], key=self._cost)
            return CHOICE, (), tuple([self._literal(part) for part in parts])
        if kind == AND or (kind == FIX and not node & 1):
            return PARTS, nodes.parts(node), ()
        if kind == FIX:
            ways = {option.box ^ 1 for option in nodes.options[node ^ 1]}
            return FAILS, (), tuple([self._literal(way) for way in sorted(ways)])
        if kind == BOX and node & 1:
            return DIAMOND, (), self._here(node)
        if kind == BOX:
            return BOXED, *self._reflexive(node)
        return LITERAL, (), ()

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

    def _cost(self, node: Node) -> int:
        """How much a claim costs: nothing, a box, a walk, or a successor."""
        kind = self.nodes.kind[node >> 1]
        return 0 if kind == ATOM else 1 if kind == BOX and not node & 1 else 3 if kind == BOX else 2

    def _literal(self, node: Node) -> Literal:
        return node, self.level.variable[node & ~1] - 1, not node & 1

    def world(self, starts: Iterable[Node]) -> World:
        """The world of the level's last solution that claims the given nodes and what follows."""
        values = self.level.values
        claims = {node if values[place] > 0 else node ^ 1 for node, place, _ in self.atoms}  # these cost nothing
        stack = [*starts, *[node for node, place, positive in self.complete if (values[place] > 0) == positive]]
        boxes: list[Node] = []
        diamonds: list[Node] = []
        self._walk(stack, claims, boxes, diamonds)
        busy = frozenset().union(*[self.nodes.group(diamond) for diamond in diamonds])
        serial = [node for node in self.rules.serial if not self.nodes.group(node) <= busy]
        self._walk(serial, claims, boxes, diamonds)
        return World(self.number, claims, boxes, diamonds)

    def _walk(self, stack: list[Node], claims: set[Node], boxes: list[Node], diamonds: list[Node]) -> None:
        """Claim the nodes of the stack and what follows; disjunctions last, when more is claimed."""
        values, table = self.level.values, self.table
        choices: list[tuple[Literal, ...]] = []
        while stack or choices:
            if not stack:
                found = None
                for node, place, positive in choices.pop():  # inline: half of the time on large models is here
                    if (values[place] > 0) == positive:
                        if node in claims:
                            break
                        found = node if found is None else found
                else:
                    stack.append(found)  # type: ignore[arg-type]  # some part of a disjunction that holds does
                continue
            node = stack.pop()
            if node in claims:
                continue
            claims.add(node)
            kind, parts, literals = table[node]
            if kind == PARTS:
                stack += parts
            elif kind == CHOICE:
                choices.append(literals)
            elif kind == DIAMOND:
                if literals and (values[literals[0][1]] > 0) == literals[0][2]:
                    stack.append(literals[0][0])  # this world is its own successor
                else:
                    diamonds.append(node)
            elif kind == BOXED:
                boxes.append(node)
                if parts and all(member in claims for member, _, _ in literals):
                    stack += parts
            elif kind == FAILS:  # each of the diamonds that hold may lead to the counterexample
                stack += [way for way, place, positive in literals if (values[place] > 0) == positive]
