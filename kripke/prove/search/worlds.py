"""Worlds of the search: what they claim, and an index that finds a world for given demands."""

from __future__ import annotations

from kripke.prove.question.nodes import Group, Node
from kripke.prove.search.rules import Demands

NEVER = 1 << 60


class World:
    """A world of the search: the nodes that it claims, chosen from a solution of the solver.

    A claim is a node that holds and whose reasons are claimed too: both parts of a conjunction, one of a disjunction.
    What holds without being claimed puts no demand on other worlds.
    """

    __slots__ = ("boxes", "carried", "claims", "diamonds", "edges", "low", "number", "place")

    def __init__(self, claims: set[Node], boxes: list[Node], diamonds: list[Node]) -> None:
        self.claims, self.boxes, self.diamonds = claims, boxes, diamonds
        self.edges: dict[Node, World] = {}
        self.carried: dict[Group, tuple[Demands, Demands]] = {}
        self.low = NEVER
        """The lowest depth of the path that it rests on when it is finished; NEVER if it rests on nothing there."""
        self.place = -1
        """Its place on the trail of the search."""
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
        return must.keys() <= claims and not any(bar ^ 1 in claims for bar in bars)


class Index:
    """The finished worlds, by what they claim; sets of worlds are integers."""

    def __init__(self, asked: set[Node]) -> None:
        self.asked = asked
        self.worlds: list[World] = []
        self.alive = 0
        self.claiming: dict[Node, int] = {}

    def add(self, world: World) -> None:
        """Add a finished world."""
        world.number = len(self.worlds)
        bit = 1 << world.number
        self.worlds.append(world)
        self.alive |= bit
        for node in world.claims & self.asked:
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
