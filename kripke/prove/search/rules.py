"""The formulas that a step of a relation carries to the next world, in the system of each agent.

A world of the search is a set of nodes that hold there, its claims (see `World`). A step for a group G from w to v is a
step of each member of G, so it connects what every subgroup H of G knows at w with what holds at v:

- inside: if [H]f holds at w, f holds at v; if H's relation is also transitive at w, [H]f holds at v;
- Euclidean: if [H]f holds at v, it holds at w;
- symmetric: if [H]f holds at v, f holds at w.

The relation of H is the intersection of its members' relations: it has a property at w if each member's relation has
it. If an agent has a Euclidean relation, each world that this relation leads to also sees itself; the agent is called a
*member* there. At these worlds the relation is an equivalence, whatever the agent's system. So the properties of a
group's relation can differ from world to world, and can go beyond the axioms that the members share.

Where an agent of K5 or KD5 is not a member, the agent may see only some worlds of a class. [H][H]f says what holds in
the whole class.
"""

from collections.abc import Collection, Iterable

from kripke.prove.question.nodes import BOX, Group, Node
from kripke.prove.question.problem import Problem

Demands = dict[Node, tuple[Node, ...]]
"""Maps each node that a successor must satisfy to the nodes of the preceding world that require this.

A negated box may also be a demand not to claim the box.
"""


class Rules:
    """The rules of a problem: the nodes that steps carry to the next world, and the clauses about boxes."""

    def __init__(self, problem: Problem) -> None:
        self.nodes, self.systems = problem.nodes, problem.systems
        self.sometimes = {a: self.nodes.member(a) for a, s in self.systems.items() if s.euclidean and not s.reflexive}
        """Maps agents with Euclidean relations that are not reflexive to the node for "the agent is a member here"."""
        self.serial = [
            self.nodes.box(frozenset([a]), 1) ^ 1 for a, s in self.systems.items() if s.serial and not s.reflexive
        ]
        original = self.boxes(problem.reachable)
        self.twice: dict[Node, Node] = {}
        """Maps ``[H]f`` to ``[H][H]f`` for each group H whose relations are Euclidean but not all transitive."""
        for box in original:
            group = self.nodes.group(box)
            if self.is_euclidean(group) and not all(self.systems[a].transitive for a in group):
                self.twice[box] = self.nodes.box(group, box)
        serial = {node & ~1 for node in self.serial}
        self.universe = sorted({*problem.reachable, *self.twice.values(), *self.sometimes.values()} | serial)
        self.by_group: dict[Group, list[Node]] = {}
        for box in self.boxes(self.universe):
            self.by_group.setdefault(self.nodes.group(box), []).append(box)
        self.box_parts = {box: (self.nodes.group(box), self.nodes.inside(box)) for box in self.boxes(self.universe)}
        back = {a for a, system in self.systems.items() if system.euclidean or system.symmetric}
        self.backward = {group for group in self.by_group if group <= back}
        """The groups for which formulas at a successor may have consequences at the world before."""
        self.within: dict[Group, list[Group]] = {}
        insides = {self.nodes.inside(box) for box in self.box_parts}
        self.asked = {0, *self.box_parts, *self.sometimes.values(), *insides, *[inside ^ 1 for inside in insides]}
        """The nodes that a successor may have to claim, and the nodes in steps towards counterexamples."""
        for fix, options in self.nodes.options.items():
            self.asked.add(fix ^ 1)
            for option in options:
                self.asked |= {option.box ^ 1, option.pre, option.body ^ 1, option.then ^ 1}

    def boxes(self, universe: Iterable[Node]) -> list[Node]:
        """Return the boxes among unnegated nodes."""
        return [node for node in universe if self.nodes.kind[node >> 1] == BOX]

    def is_euclidean(self, group: Group) -> bool:
        """Whether the relation of every member is Euclidean."""
        return all(self.systems[agent].euclidean for agent in group)

    def below(self, label: Group) -> list[Group]:
        """Return the groups of boxes that are subsets of the group `label`; a step of `label` is a step of each."""
        if label not in self.within:
            self.within[label] = [group for group in self.by_group if group <= label]
        return self.within[label]

    def has(self, name: str, group: Group, here: Collection[Node]) -> tuple[Node, ...] | None:
        """Return the claims that imply a property of the group's relation at a world; None if nothing implies it."""
        lacking = [agent for agent in group if name not in self.systems[agent].properties]
        if any(self.sometimes.get(agent) not in here for agent in lacking):
            return None
        return tuple([self.sometimes[agent] for agent in lacking])

    def carried(self, here: Collection[Node], boxes: Iterable[Node], label: Group) -> tuple[Demands, Demands]:
        """Return the demands on a group's successors: the nodes to claim, and the negations of boxes not to claim."""
        must: Demands = {self.sometimes[agent]: () for agent in label if agent in self.sometimes}
        groups = self.below(label)
        transitive = {group: self.has("transitive", group, here) for group in groups}
        for box in boxes:
            group, inside = self.box_parts[box]
            if group in transitive:
                must.setdefault(inside, (box,))
                if (reasons := transitive[group]) is not None:
                    must.setdefault(box, (box, *reasons))
        bars: Demands = {}
        for group in groups:
            if group in self.backward:
                self._bar(bars, here, group, transitive[group] is not None)
        return must, bars

    def _bar(self, bars: Demands, here: Collection[Node], group: Group, transitive: bool) -> None:
        """Add to `bars`, negated, the group's boxes that a successor must not claim; `here` are the world's claims.

        `transitive`: whether the group's relation is transitive here.
        """
        if not self.is_euclidean(group):
            if (reasons := self.has("symmetric", group, here)) is not None:
                insides = [(box, self.nodes.inside(box)) for box in self.by_group[group]]
                bars |= {box ^ 1: (inside ^ 1, *reasons) for box, inside in insides if inside not in here}
        elif transitive:
            bars |= {box ^ 1: (box ^ 1,) for box in self.by_group[group] if box not in here}
        else:
            twice = [(box, self.twice[box]) for box in self.by_group[group] if box in self.twice]
            bars |= {box ^ 1: (double ^ 1,) for box, double in twice if double not in here}

    def clauses(self, box: Node) -> list[list[Node]]:
        """Return the clauses about a box that hold at every world."""
        group, inside = self.nodes.group(box), self.nodes.inside(box)
        clauses = []
        if all(self.systems[agent].reflexive or agent in self.sometimes for agent in group):
            clauses.append([box ^ 1, inside, *self._absent(group, "reflexive")])
        if box in self.twice:
            clauses.append([self.twice[box] ^ 1, box])
            clauses.append([box ^ 1, self.twice[box], *self._absent(group, "transitive")])
        for agent in group & self.sometimes.keys():
            if self.systems[agent].symmetric:  # KB4: a world that sees something sees itself
                clauses.append([box, self.sometimes[agent]])
        return clauses

    def _absent(self, group: Group, name: str) -> list[Node]:
        """Return the nodes that limit a clause to worlds where the group's relation has the property `name`."""
        return [self.sometimes[agent] ^ 1 for agent in group if name not in self.systems[agent].properties]


NEVER = 1 << 60


class World:
    """A world of the search: the nodes that it claims, chosen from a solution of the solver.

    A claim is a node that holds and whose reasons are claimed too: both parts of a conjunction, one part of a
    disjunction. A node that is true but not claimed demands nothing of other worlds.
    """

    __slots__ = ("boxes", "carried", "claims", "diamonds", "edges", "low", "number", "place")

    def __init__(self, claims: set[Node], boxes: list[Node], diamonds: list[Node]) -> None:
        self.claims, self.boxes, self.diamonds = claims, boxes, diamonds
        self.edges: dict[Node, World] = {}
        self.carried: dict[Group, tuple[Demands, Demands]] = {}
        self.low = NEVER
        """The lowest depth of a world on the path that the finished world depends on; NEVER if there is none."""
        self.place = -1  # the index of the world in `Search.trail`
        self.number = -1

    def fits(self, must: Demands, bars: Demands) -> bool:
        """Whether the world claims all of `must`, and no box whose negation is in `bars`."""
        claims = self.claims
        return must.keys() <= claims and not any(bar ^ 1 in claims for bar in bars)


class Index:
    """The finished worlds, indexed by claims; sets of worlds are bit masks."""

    def __init__(self, nodes: set[Node]) -> None:
        self.asked = nodes
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
        """Remove a world that has failed, or that depends on a failed world."""
        self.alive &= ~(1 << world.number)

    def all(self, must: Demands, bars: Demands) -> int:
        """Return the mask of the worlds that claim all nodes in `must` and no negation of a node in `bars`."""
        fitting = self.alive
        for node in must:
            fitting &= self.claiming.get(node, 0)
            if not fitting:
                return 0
        for bar in bars:
            fitting &= ~self.claiming.get(bar ^ 1, 0)
        return fitting

    def find(self, must: Demands, bars: Demands) -> World | None:
        """Return a world that claims all nodes in `must` and no negation of a node in `bars`, or None."""
        fitting = self.all(must, bars)
        return self.worlds[fitting.bit_length() - 1] if fitting else None
