"""The search for a model, world by world, with lemmas from what fails.

At each world a SAT solver chooses what holds; each diamond that is claimed needs a successor with what the boxes
carry there (`kripke.prove.search.rules`). If there is none, the solver's unsatisfiable core names the boxes to blame,
and a lemma, valid at every world, forbids the combination. A successor may be a world that is there already, finished
or on the path to here. Common knowledge is unfolded; whether its counterexamples are ever reached is decided in
`kripke.prove.search.decide`.

After Giunchiglia and Sebastiani, "Building decision procedures for modal logics from propositional decision procedures:
the case study of modal K(m)", Information and Computation 162 (2000), doi:10.1006/inco.1999.2850; lemmas from cores:
Goré and Kikkert, "CEGAR-tableaux: improved modal satisfiability via modal clause-learning and SAT" (TABLEAUX 2021),
doi:10.1007/978-3-030-86059-2_5.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.question.nodes import Node
from kripke.prove.question.problem import Problem
from kripke.prove.search.levels import Claims, Levels
from kripke.prove.search.rules import NEVER, Demands, Index, Rules, World

MOST_CLAIMS = 20_000_000
"""Number of claims of all worlds, about 1 GB, at which the search ends; a bar, with its causes, counts as three."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A clause that holds at every world, and why."""

    clause: list[Node]
    diamond: Node  # the diamond whose successor failed; in an induction the fixpoint that the clause is about
    induction: int = -1  # number of the induction; -1 for a failed successor


@dataclass(slots=True)
class Frame:
    """A world on the path: its demands, and where the search for its successors is."""

    must: Demands  # the demands, each with the nodes of the world above that cause it
    bars: Demands  # the demands, each with the nodes of the world above that cause it
    depth: int
    diamond: Node = 0  # the diamond of the world above that this world is for
    selectors: tuple[int, ...] = ()
    world: World | None = None  # what was chosen to hold here; None: nothing yet
    waiting: list[Node] = field(default_factory=list)
    mark: int = 0  # length of the trail when the world was chosen
    low: int = NEVER  # the first place on the path that the world, or a world below it, rests on


class Search:
    """The worlds and lemmas of one problem."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem, self.clock = problem, clock
        self.rules = Rules(problem)
        self.levels = Levels(problem, self.rules, clock)
        self.claims = [Claims(self.rules, level) for level in self.levels.levels]
        self.index = Index(self.rules.asked)
        self.trail: list[World] = []
        """Finished worlds that rest on a world of the path."""
        self.lemmas: list[Learned] = []
        """In the order in which they were learned: each follows from those before it."""
        self.size = 0
        self.failures: Counter[Node] = Counter()
        """Diamond -> its number of failures; those that failed most are tried first."""

    def expand(
        self, must: Demands, bars: Demands, depth: int = 0, selectors: tuple[int, ...] = ()
    ) -> World | list[Node]:
        """A world that satisfies the demands, with all successors; or a core of the demands that no world satisfies."""
        path = [Frame(must, bars, depth, selectors=selectors)]
        while True:
            frame = path[-1]
            if frame.world is None:
                core = self._choose(frame)
                if core is not None:
                    path.pop()
                    if not path:
                        return core
                    self._learn(path[-1], frame, core)
            elif frame.waiting:
                self._step(path, frame.waiting.pop())
            else:
                path.pop()
                self._finish(frame, len(path))
                if not path:
                    return frame.world
                path[-1].low = min(path[-1].low, frame.world.low)
                path[-1].world.edges[frame.diamond] = frame.world  # type: ignore[union-attr]

    def _choose(self, frame: Frame) -> list[Node] | None:
        """Choose what holds at the frame's world; a core of its demands if nothing can."""
        number = self.levels.at(frame.depth)
        core = self.levels.levels[number].solve([*frame.must, *frame.bars], frame.selectors, self.clock)
        if core is None:
            starts = [*frame.must, *self.problem.theory]
            frame.world = self.claims[number].world(starts)
            self.size += len(frame.world.claims) + 3 * len(frame.bars)
            if self.size > MOST_CLAIMS:
                raise OutOfTime(
                    f"undecided with {len(self.index.worlds):,} worlds of {self.size:,} claims, after "
                    f"{self.clock.spent:.1f} s: more do not fit into memory"
                )
            frame.waiting = sorted(frame.world.diamonds, key=self.failures.__getitem__)
            frame.mark, frame.low = len(self.trail), NEVER
        return core

    def _step(self, path: list[Frame], diamond: Node) -> None:
        """Find a successor for a diamond among the worlds that are there, or put a new one on the path."""
        frame = path[-1]
        world = frame.world
        assert world is not None
        must, bars = self.successor(world, diamond)
        found = self.index.find(must, bars)
        if found is not None:
            frame.low = min(frame.low, _rests_on(found, path))
            world.edges[diamond] = found
            return
        for depth in range(len(path) - 1, -1, -1):
            above = path[depth]
            if above.world is not None and above.world.fits(must, bars):
                frame.low = min(frame.low, depth)
                world.edges[diamond] = above.world
                return
        path.append(Frame(must, bars, frame.depth + 1, diamond))

    def successor(self, world: World, diamond: Node) -> tuple[Demands, Demands]:
        """The nodes that a successor for a diamond of a world must claim, and must not claim."""
        label = self.rules.nodes.group(diamond)
        if label not in world.carried:
            world.carried[label] = self.rules.carried(world.claims, world.boxes, label)
        must, bars = world.carried[label]
        return {self.rules.nodes.inside(diamond): (diamond,)} | must, bars

    def _learn(self, above: Frame, failed: Frame, core: Iterable[Node]) -> None:
        """Learn why a successor failed; the world above is chosen anew."""
        self.failures[failed.diamond] += 1
        self.add(Learned(self.blame(failed.diamond, failed.must, failed.bars, core), failed.diamond))
        for world in self.trail[above.mark :]:
            self.index.drop(world)
        del self.trail[above.mark :]
        self.size -= 0 if above.world is None else len(above.world.claims)
        above.world = None

    def blame(self, diamond: Node, must: Demands, bars: Demands, core: Iterable[Node]) -> list[Node]:
        """The lemma that forbids what caused a core, as a clause."""
        causes = {cause for node in core for cause in must.get(node, bars.get(node, ()))}
        systems = [self.rules.systems[agent] for agent in self.problem.nodes.group(diamond)]
        if not all(s.reflexive for s in systems) and not (len(systems) == 1 and systems[0].serial):
            causes.add(diamond)  # some worlds have no successor of the group
        return [cause ^ 1 for cause in causes]

    def add(self, lemma: Learned) -> None:
        """Add a lemma that holds at every world."""
        self.lemmas.append(lemma)
        self.clock.done = f"; {len(self.lemmas):,} lemmas learned"
        self.levels.learn(lemma.clause)

    def _finish(self, frame: Frame, depth: int) -> None:
        """A world has all its successors: it can be used again."""
        world = frame.world
        assert world is not None
        if frame.low >= depth:
            for other in self.trail[frame.mark :]:
                other.low = NEVER
            del self.trail[frame.mark :]
            world.low = NEVER
        else:
            world.low, world.place = frame.low, len(self.trail)
            self.trail.append(world)
        self.index.add(world)


def _rests_on(world: World, path: list[Frame]) -> int:
    """The lowest depth of the path that a finished world rests on.

    The frame that it rested on when it was finished may have left the path since, and rests on a lower one: the
    deepest frame that still has the world below it has counted that. O(log d) for a path of d frames.
    """
    if world.low == NEVER:
        return NEVER
    deepest = bisect_right(path, world.place, key=lambda frame: frame.mark) - 1
    return min(world.low, path[deepest].low)
