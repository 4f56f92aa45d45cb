"""Worlds of the search: what they claim, and an index that finds a world for given demands."""

from __future__ import annotations

from collections.abc import Iterable

from kripke.prove.levels import Level
from kripke.prove.nodes import AND, ATOM, BOX, FIX, Node
from kripke.prove.rules import Demands, Rules

NEVER = 1 << 60


class World:
    """A world of the search: the nodes that it claims, chosen from a solution of the solver.

    A claim is a node that holds and whose reasons are claimed too: both parts of a conjunction, one of a disjunction.
    What holds without being claimed puts no demand on other worlds.

    Parameters
    ----------
    level : int
        Number of the level.
    claims : set of int
        The nodes that it claims.
    boxes : list of int
        The boxes among them.
    diamonds : list of int
        The diamonds among them.
    """

    __slots__ = ("boxes", "claims", "diamonds", "edges", "level", "low", "number")

    def __init__(self, level: int, claims: set[Node], boxes: list[Node], diamonds: list[Node]) -> None:
        self.level, self.claims = level, claims
        self.boxes, self.diamonds = boxes, diamonds
        self.edges: dict[Node, World] = {}
        self.low = NEVER
        self.number = -1

    def fits(self, must: Demands, bars: Demands) -> bool:
        """Whether the world claims what it must, and nothing that it must not.

        Parameters
        ----------
        must : mapping of int to tuple of int
            What the world must claim.
        bars : mapping of int to tuple of int
            The boxes that the world must not claim, negated.
        """
        claims = self.claims
        return all(node in claims for node in must) and not any(bar ^ 1 in claims for bar in bars)


def claimed(rules: Rules, level: Level, number: int, starts: Iterable[Node]) -> World:
    """The world of the solver's solution that claims the given nodes.

    Parameters
    ----------
    rules : Rules
        The rules.
    level : Level
        The level with a solution.
    number : int
        Number of the level.
    starts : iterable of int
        The nodes that must be claimed.
    """
    return _Claiming(rules, level).world(number, starts)


class _Claiming:
    """One walk from the nodes that must be claimed to literals, boxes and diamonds."""

    def __init__(self, rules: Rules, level: Level) -> None:
        self.rules, self.nodes, self.level = rules, rules.nodes, level
        self.claims: set[Node] = {0}
        self.choices: list[Node] = []
        self.boxes: list[Node] = []
        self.diamonds: list[Node] = []

    def world(self, number: int, starts: Iterable[Node]) -> World:
        level = self.level
        members = [node for node in level.members if level.holds(node)]
        back = [box for box in level.backward if level.holds(box)]
        inside = [node for node in level.symmetric if level.holds(node)]
        self.claims.update(members)  # first, since what a box says here depends on them
        self.claim([*starts, *back, *inside])
        while self.choices:
            node = self.choices.pop()
            parts = [part ^ 1 for part in self.nodes.parts(node) if level.holds(part ^ 1)]
            if not any(part in self.claims for part in parts):
                self.claim([min(parts, key=self.cost)])
        self.serial()
        atoms = [base for base in level.universe if self.nodes.kind[base >> 1] == ATOM]
        self.claims.update(base if level.holds(base) else base ^ 1 for base in atoms)
        return World(number, self.claims, self.boxes, self.diamonds)

    def serial(self) -> None:
        """Claim a successor for each agent with a serial relation that has none."""
        busy = frozenset().union(*[self.nodes.group(diamond) for diamond in self.diamonds])
        self.claim([node for node in self.rules.serial if not self.nodes.group(node) <= busy])

    def cost(self, node: Node) -> int:
        """How much a claim costs: nothing, a walk, or a successor."""
        kind = self.nodes.kind[node >> 1]
        return 0 if kind == ATOM else 1 if kind == BOX and not node & 1 else 3 if kind == BOX else 2

    def claim(self, nodes: list[Node]) -> None:
        """Claim the nodes and what follows; leave disjunctions for later."""
        stack = list(nodes)
        while stack:
            node = stack.pop()
            if node in self.claims:
                continue
            self.claims.add(node)
            kind = self.nodes.kind[node >> 1]
            if kind == AND and node & 1:
                self.choices.append(node)
            elif kind == AND:
                stack += self.nodes.parts(node)
            elif kind == FIX:
                stack += self.nodes.parts(node) if not node & 1 else self.ways(node)
            elif kind == BOX and node & 1:
                self.diamonds.append(node)
            elif kind == BOX:
                self.boxes.append(node)
                if self.rules.has("reflexive", self.nodes.group(node), self.claims) is not None:
                    stack.append(self.nodes.inside(node))

    def ways(self, node: Node) -> list[Node]:
        """All ways in which a fixpoint fails here: each diamond may lead to the counterexample."""
        boxes = {option.box for option in self.nodes.options[node ^ 1]}
        return [box ^ 1 for box in boxes if self.level.holds(box ^ 1)]


class Index:
    """The finished worlds of a level, by what they claim; sets of worlds are integers."""

    def __init__(self) -> None:
        self.worlds: list[World] = []
        self.alive = 0
        self.claiming: dict[Node, int] = {}

    def add(self, world: World) -> None:
        """Add a finished world."""
        world.number = len(self.worlds)
        bit = 1 << world.number
        self.worlds.append(world)
        self.alive |= bit
        for node in world.claims:
            self.claiming[node] = self.claiming.get(node, 0) | bit

    def drop(self, world: World) -> None:
        """Forget a world that rested on another which failed."""
        self.alive &= ~(1 << world.number)

    def all(self, must: Demands, bars: Demands) -> int:
        """The worlds that fit, as bits.

        Parameters
        ----------
        must : mapping of int to tuple of int
            What the world must claim.
        bars : mapping of int to tuple of int
            The boxes that the world must not claim, negated.
        """
        fitting = self.alive
        for node in must:
            fitting &= self.claiming.get(node, 0)
            if not fitting:
                return 0
        for bar in bars:
            fitting &= ~self.claiming.get(bar ^ 1, 0)
        return fitting

    def find(self, must: Demands, bars: Demands) -> World | None:
        """A world that fits, or None.

        Parameters
        ----------
        must : mapping of int to tuple of int
            What the world must claim.
        bars : mapping of int to tuple of int
            The boxes that the world must not claim, negated.
        """
        fitting = self.all(must, bars)
        return self.worlds[fitting.bit_length() - 1] if fitting else None
