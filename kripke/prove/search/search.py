"""The search for a model, world by world, which learns lemmas from failures.

At each world a SAT solver chooses what holds. Each diamond that the world claims (see `World`) needs a successor. The
successor must satisfy the formulas that the boxes carry to it (`kripke.prove.search.rules`). If there is none, the
solver's unsatisfiable core shows which boxes contradict each other, and a lemma, valid at every world, forbids the
combination. A successor may be a world that was built before: a finished world, or a world on the path to this one.
Common knowledge and repeated programs are unfolded. `Eventualities` decides whether their counterexamples are ever
reached, and `Decision` selects the worlds of a model.

After Giunchiglia and Sebastiani, "Building decision procedures for modal logics from propositional decision procedures:
the case study of modal K(m)", Information and Computation 162 (2000), doi:10.1006/inco.1999.2850; lemmas from cores:
Goré and Kikkert, "CEGAR-tableaux: improved modal satisfiability via modal clause-learning and SAT" (TABLEAUX 2021),
doi:10.1007/978-3-030-86059-2_5.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from kripke.data.relation import bits
from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.question.nodes import FIX, Group, Node, Option
from kripke.prove.question.problem import Problem
from kripke.prove.search.levels import Claims, Levels
from kripke.prove.search.rules import NEVER, Demands, Index, Rules, World
from logic.errors import TooLarge
from logic.shared import depth_first
from logic.token_parsing import collector_paused

MOST_CLAIMS = 20_000_000
"""Maximal number of claims in all worlds, about 1 GB. A node that a world must not claim counts as three claims."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A clause that holds at every world, with its origin."""

    clause: list[Node]
    diamond: Node  # the diamond whose successor failed; in an induction the fixpoint that the clause is about
    induction: int = -1  # number of the induction; -1 for a failed successor


@dataclass(slots=True)
class Frame:
    """A world on the path: its demands, and the state of the search for its successors.

    The world must claim the nodes in `must`, and must not claim the negations of the nodes in `bars`. The literals in
    `selectors` switch clauses on for this world.
    """

    must: Demands
    bars: Demands
    diamond: Node = 0  # the diamond of the world above that this world is for
    selectors: tuple[int, ...] = ()
    world: World | None = None  # the world that was built for this frame; None: not built yet
    waiting: list[Node] = field(default_factory=list)
    mark: int = 0  # length of the trail when the world was chosen
    low: int = NEVER  # the first place on the path that the world, or a world below it, depends on


class Search:
    """The search for a model of one problem, with the worlds and lemmas found so far."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem, self.clock = problem, clock
        self.rules = Rules(problem)
        self.levels = Levels(problem, self.rules, clock)
        self.claims = [Claims(self.rules, level) for level in self.levels.levels]
        self.index = Index(self.rules.asked)
        self.trail: list[World] = []  # finished worlds that depend on a world of the path
        self.lemmas: list[Learned] = []  # the learned lemmas, in order: each lemma follows from the earlier ones
        self.size = 0
        self.failures: Counter[Node] = Counter()
        """Counts how often each diamond failed; the diamonds that failed most often are tried first."""

    def expand(self, must: Demands, bars: Demands, selectors: tuple[int, ...] = ()) -> World | list[Node]:
        """Return a world with successors that satisfies the demands (see `Frame`); otherwise an unsatisfiable core."""
        path = [Frame(must, bars, selectors=selectors)]
        while True:
            frame = path[-1]
            if frame.world is None:
                core = self._choose(frame, len(path) - 1)
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

    def _choose(self, frame: Frame, depth: int) -> list[Node] | None:
        number = self.levels.at(depth)
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
        """Find a successor for a diamond among the known worlds, or put a new world on the path."""
        frame = path[-1]
        world = frame.world
        assert world is not None
        must, bars = self.successor(world, diamond)
        target = self.index.find(must, bars)
        if target is not None:
            frame.low = min(frame.low, _rests_on(target, path))
            world.edges[diamond] = target
            return
        for depth in range(len(path) - 1, -1, -1):
            above = path[depth].world
            if above is not None and above.fits(must, bars):
                frame.low = min(frame.low, depth)
                world.edges[diamond] = above
                return
        path.append(Frame(must, bars, diamond))

    def successor(self, world: World, diamond: Node) -> tuple[Demands, Demands]:
        """Return the demands on a diamond's successor: the nodes to claim, and the negations of nodes not to claim."""
        label = self.rules.nodes.group(diamond)
        if label not in world.carried:
            world.carried[label] = self.rules.carried(world.claims, world.boxes, label)
        must, bars = world.carried[label]
        return {self.rules.nodes.inside(diamond): (diamond,)} | must, bars

    def _learn(self, above: Frame, failed: Frame, core: Iterable[Node]) -> None:
        self.failures[failed.diamond] += 1
        self.add(Learned(self.blame(failed.diamond, failed.must, failed.bars, core), failed.diamond))
        for world in self.trail[above.mark :]:
            self.index.drop(world)
        del self.trail[above.mark :]
        self.size -= 0 if above.world is None else len(above.world.claims)
        above.world = None

    def blame(self, diamond: Node, must: Demands, bars: Demands, core: Iterable[Node]) -> list[Node]:
        """Return a lemma's clause: the negated causes of the contradictory nodes `core` at the diamond's successor."""
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
        """Mark a world as finished when all its successors have been found, so that it can be reused."""
        world = frame.world
        assert world is not None
        if frame.low >= depth:
            for other in (world, *self.trail[frame.mark :]):
                other.low = NEVER
            del self.trail[frame.mark :]
        else:
            world.low, world.place = frame.low, len(self.trail)
            self.trail.append(world)
        self.index.add(world)


def _rests_on(world: World, path: list[Frame]) -> int:
    """Return the first place on the path on which a finished world depends, directly or indirectly, or `NEVER`."""
    if world.low == NEVER:
        return NEVER
    deepest = bisect_right(path, world.place, key=lambda frame: frame.mark) - 1
    return min(world.low, path[deepest].low)


MOST_STEPS = 300  # number of steps above which the search for a counterexample, which is recursive, gives up


@dataclass(slots=True)
class RankedLemma:
    """A clause that holds where the fixpoint fails within `rank` steps."""

    fix: Node
    clause: list[Node]
    rank: int


class Eventualities:
    """Decides whether counterexamples to common knowledge are ever reached, with lemmas about the number of steps.

    The search unfolds ``~C p`` one step at a time, and could postpone the counterexample forever. For a world where
    that happens, this class searches for a counterexample 1, 2, 3, ... steps away. A failure for r steps gives a lemma
    of rank r: a clause that holds at each world with a counterexample at most r steps away. If all lemmas of one rank
    also hold one rank higher, they hold at every rank: the counterexample does not exist, by induction.

    After Bradley, "SAT-based model checking without unrolling" (VMCAI 2011), doi:10.1007/978-3-642-18275-4_7.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.nodes, self.level = search, search.problem.nodes, search.levels.levels[0]
        self.lemmas: list[RankedLemma] = []
        self.selectors: dict[tuple[Node, int], int] = {}
        self.inductions = 0  # the number of invariants that were proved by induction

    def fulfil(self, world: World, fix: Node) -> bool:
        """Whether a world with the claims of `world` can reach a counterexample to the fixpoint; if not, add lemmas.

        The lemmas exclude these claims at every world. `TooLarge` if over `MOST_STEPS` steps would be searched.
        """
        family = frozenset(depth_first([fix], lambda each: [option.then for option in self.nodes.options[each]]))
        for rank in range(1, MOST_STEPS + 1):
            self.search.clock.tick()
            if self._refuted(world, fix, rank):
                continue
            clause = self._attempt(world, fix, rank)
            if clause is None:
                return True
            self._add(RankedLemma(fix, clause, rank))
            for at in range(1, rank + 1):
                if self._all_go(family, at):
                    self._keep(family, at)
                    return False
        raise TooLarge(f"counterexamples to common knowledge over {MOST_STEPS} steps away are not searched")

    def _refuted(self, world: World, fix: Node, rank: int) -> bool:
        """Whether a known lemma excludes the world at this rank."""
        # what fails: the world claims the negation, or would claim the node if it held
        failing = {node ^ 1 for node in world.claims} | {*self.level.backward} - world.claims
        return any(failing.issuperset(each.clause) for each in self.lemmas if each.fix == fix and each.rank >= rank)

    def _attempt(
        self, world: World, fix: Node, rank: int, supposed: Mapping[Node, tuple[int, ...]] | None = None
    ) -> list[Node] | None:
        """Return None if a counterexample is within `rank` steps; otherwise a clause which says that there is none.

        `supposed`: for each fixpoint, the literals that switch on the clauses assumed about it at the next world. If it
        is None, a nearer counterexample is searched for from the next world.
        """
        clause = {fix}
        for option in self.nodes.options[fix]:
            diamond = option.box ^ 1
            if diamond not in world.claims:
                clause.add(diamond)
                continue
            must, bars = self.search.successor(world, diamond)
            must.setdefault(option.pre, (diamond,))
            end = {**must, option.body ^ 1: (diamond,)}
            result = self.search.expand(end, bars)
            if isinstance(result, World):
                return None
            clause.update(self.search.blame(diamond, end, bars, result), [option.box])
            if rank > 1:
                onward = {**must, option.then ^ 1: (diamond,)}
                if supposed is None:
                    core = self._reach(onward, bars, option.then, rank - 1)
                else:
                    reached = self.search.expand(onward, bars, supposed.get(option.then, ()))
                    core = None if isinstance(reached, World) else reached
                if core is None:
                    return None
                clause.update(self.search.blame(diamond, onward, bars, core))
        return list(clause)

    def _reach(self, must: Demands, bars: Demands, fix: Node, rank: int) -> list[Node] | None:
        """Return None if these demands allow a counterexample within `rank` steps; otherwise an unsatisfiable core."""
        demands = {**must, fix ^ 1: must.get(fix ^ 1, ())}
        while True:
            active = tuple(s for (of, at), s in self.selectors.items() if of == fix and at >= rank)
            result = self.search.expand(demands, bars, active)
            if not isinstance(result, World):
                return result
            clause = self._attempt(result, fix, rank)
            if clause is None:
                return None
            self._add(RankedLemma(fix, clause, rank))

    def _add(self, lemma: RankedLemma) -> None:
        key = (lemma.fix, lemma.rank)
        if key not in self.selectors:
            self.selectors[key] = self.level.selector()
        self._add_clause(self.selectors[key], lemma.clause)
        self.lemmas.append(lemma)

    def _all_go(self, family: frozenset[Node], rank: int) -> bool:
        """Push all lemmas of `rank` about fixpoints in `family` one rank higher; return False if one cannot be pushed.

        If all can, they hold at every rank.
        """
        while here := [lemma for lemma in self.lemmas if lemma.rank == rank and lemma.fix in family]:
            pushed = [self._push(lemma) for lemma in here]
            if not all(pushed):
                return False
        return True

    def _keep(self, family: frozenset[Node], rank: int) -> None:
        """Move the lemmas about fixpoints in `family` with ranks above `rank` to the lemmas of the search.

        Together they are inductive. Each lemma comes before the lemmas that use it.
        """
        invariant = [lemma for lemma in self.lemmas if lemma.rank > rank and lemma.fix in family]
        for lemma in invariant:
            self.lemmas.remove(lemma)
        for lemma in self._written_out(invariant):
            self.search.add(Learned(lemma.clause, lemma.fix, self.inductions))
        self.inductions += 1

    def _written_out(self, invariant: list[RankedLemma]) -> list[RankedLemma]:
        """Return the clauses of an invariant and intermediate clauses; each follows from the clauses before it."""
        supposed: dict[Node, tuple[int, ...]] = {}
        for lemma in invariant:
            (selector,) = supposed.setdefault(lemma.fix, (self.level.selector(),))
            self._add_clause(selector, lemma.clause)
        proved, selectors = list[RankedLemma](), dict[Node, int]()
        for lemma in invariant:
            selector = selectors.setdefault(lemma.fix, self.level.selector())
            negated: Demands = {node ^ 1: () for node in lemma.clause}
            while isinstance(world := self.search.expand(negated, {}, (selector,)), World):
                clause = self._attempt(world, lemma.fix, 2, supposed)
                assert clause is not None, "the invariant is inductive"
                proved.append(RankedLemma(lemma.fix, clause, lemma.rank))
                self._add_clause(selector, clause)
            if proved[-1:] != [lemma] and not (proved and set(proved[-1].clause) <= set(lemma.clause)):
                proved.append(lemma)
                self._add_clause(selector, lemma.clause)
        return proved

    def _add_clause(self, selector: int, clause: list[Node]) -> None:
        self.level.solver.add_clause([-selector, *map(self.level.literals.__getitem__, clause)])

    def _push(self, lemma: RankedLemma) -> bool:
        """Push the lemma one rank higher, perhaps shortened, if it holds there; return whether it does."""
        negated: Demands = {node ^ 1: () for node in lemma.clause}
        core = self._reach(negated, {}, lemma.fix, lemma.rank + 1)
        if core is None:
            return False
        self.lemmas.remove(lemma)
        self._add(RankedLemma(lemma.fix, [lemma.fix, *{node ^ 1 for node in core} - {lemma.fix}], lemma.rank + 1))
        return True


Arc = tuple[World, Group, World]  # a step: a world, the group whose relation it follows, and the next world


class Goodness:
    """Type elimination: finds the greatest set of finished worlds that is a model. Sets are bit masks."""

    def __init__(self, search: Search) -> None:
        self.search, self.nodes, self.index = search, search.problem.nodes, search.index
        self.heirs: dict[tuple[int, Node], int] = {}
        self.ranks: dict[Node, list[int]] = {}
        """Maps each fixpoint to sets of worlds: those with a counterexample 1 step away, 2 steps away, and so on."""
        self.good = self.index.alive
        self.unfulfilled: list[tuple[World, Node]] = []
        """Pairs of a world and a fixpoint. No path from the world through known worlds reaches the counterexample."""

    def settle(self) -> Goodness:
        """Remove worlds until the remaining ones are a model; return this object."""
        before = -1
        while self.good != before:
            before = self.good
            self.keep_succeeded()
            lost = self._keep_fulfilled()
            self.unfulfilled = self.unfulfilled or lost  # the pairs of the first round
        return self

    def _worlds(self, numbers: int) -> Iterator[World]:
        """Yield the worlds in a set, given as a mask of numbers; the time limit is checked before each."""
        for number in self.search.clock.timed(bits(numbers)):
            yield self.index.worlds[number]

    def _next(self, world: World, diamond: Node) -> int:
        key = (world.number, diamond)
        if key not in self.heirs:
            must, bars = self.search.successor(world, diamond)
            self.heirs[key] = self.index.all(must, bars)
        return self.heirs[key]

    def keep_succeeded(self) -> None:
        """Remove worlds that have a diamond without a successor, until no such world is left."""
        while True:
            bad = [w for w in self._worlds(self.good) if any(not self._next(w, d) & self.good for d in w.diamonds)]
            if not bad:
                return
            for world in bad:
                self.good ^= 1 << world.number

    def _keep_fulfilled(self) -> list[tuple[World, Node]]:
        """Remove worlds where a fixpoint fails but no path reaches a counterexample; return them with the fixpoints."""
        claiming = self.index.claiming
        fixes = [base for base in self.nodes.options if claiming.get(base ^ 1, 0) & self.good]
        near = dict.fromkeys(self.nodes.options, 0)
        self.ranks = {fix: [] for fix in fixes}
        while any((new := {fix: self._one_more(fix, near) for fix in fixes}).values()):
            for fix, worlds in new.items():
                near[fix] |= worlds
                self.ranks[fix].append(worlds)
        lost = [(world, fix) for fix in fixes for world in self._worlds(claiming[fix ^ 1] & self.good & ~near[fix])]
        for world, _ in lost:
            self.good &= ~(1 << world.number)
        return lost

    def _one_more(self, fix: Node, near: dict[Node, int]) -> int:
        """Return the mask of the worlds outside `near` from which a step leads to a counterexample or into `near`."""
        waiting = self.index.claiming[fix ^ 1] & self.good & ~near[fix]
        worlds = 0
        for option in self.nodes.options[fix]:
            ends = self._ends(option) | near[option.then]
            for world in self._worlds(waiting & ~worlds & self.index.claiming.get(option.box ^ 1, 0)):
                if self._next(world, option.box ^ 1) & self.good & ends:
                    worlds |= 1 << world.number
        return worlds

    def _ends(self, option: Option) -> int:
        claiming = self.index.claiming
        return claiming.get(option.pre, 0) & claiming.get(option.body ^ 1, 0)

    def arcs(self, world: World) -> Iterator[Arc]:
        """Yield the steps from a world of the model: one for each diamond, and one towards each counterexample."""
        for diamond in world.diamonds:
            old, fitting = world.edges.get(diamond), self._next(world, diamond) & self.good
            if old is None or not fitting >> old.number & 1:
                old = next(self._worlds(fitting))
            yield world, self.nodes.group(diamond), old
        for node in world.claims:
            if node & 1 and self.nodes.kind[node >> 1] == FIX:
                yield self._nearer(world, node ^ 1)

    def _nearer(self, world: World, fix: Node) -> Arc:
        rank = next(r for r, worlds in enumerate(self.ranks[fix]) if worlds >> world.number & 1)
        for option in self.nodes.options[fix]:
            if option.box ^ 1 in world.claims:
                near = self.ranks[option.then][rank - 1] if rank and option.then in self.ranks else 0
                ends = self._next(world, option.box ^ 1) & self.good & (self._ends(option) | near)
                if ends:
                    return world, self.nodes.group(option.box), next(self._worlds(ends))
        raise AssertionError("a fixpoint with a rank has a nearer world")


class Decision:
    """Decides whether a problem has a model."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem = problem
        self.search = Search(problem, clock)
        self.eventualities: Eventualities | None = None
        if any(problem.nodes.kind[base >> 1] == FIX for base in self.search.rules.universe):
            self.eventualities = Eventualities(self.search)

    def arcs(self) -> tuple[World, list[Arc]] | None:
        """Return the actual world and the steps of a model; None if the problem has no model."""
        with collector_paused():  # a garbage collection visits all worlds, which takes a third of the time
            return self._search()

    def _search(self) -> tuple[World, list[Arc]] | None:
        while True:
            root = self.search.expand({self.problem.goal: ()}, {})
            if not isinstance(root, World):
                return None
            if self.eventualities is None:
                return root, [*_walk(root, self._edges)]
            good = self._settle(root, self.eventualities)
            if good is not None:
                return root, [*_walk(root, good.arcs)]

    def _settle(self, root: World, eventualities: Eventualities) -> Goodness | None:
        """Return a `Goodness` whose worlds are a model that contains the root; None if lemmas now exclude the root."""
        while True:
            good = Goodness(self.search).settle()
            if good.good >> root.number & 1:
                return good
            if not self.search.index.alive >> root.number & 1:
                return None
            world, fix = self._pick(root, good)
            if not eventualities.fulfil(world, fix):
                self.search.index.drop(world)
                good = Goodness(self.search)  # drop the worlds that have lost a successor, too
                good.keep_succeeded()
                self.search.index.alive = good.good

    def _pick(self, root: World, good: Goodness) -> tuple[World, Node]:
        """Return the world nearest to the root where a fixpoint fails without a counterexample, and this fixpoint."""
        lost: dict[int, Node] = {world.number: fix for world, fix in good.unfulfilled}
        for world in chain([root], (arc[2] for arc in _walk(root, self._edges))):
            if world.number in lost:
                return world, lost[world.number]
        return good.unfulfilled[0]

    def _edges(self, world: World) -> Iterator[Arc]:
        """Return the steps from a world to the successors that the search found for it."""
        return ((world, self.problem.nodes.group(diamond), other) for diamond, other in world.edges.items())


def _walk(root: World, arcs_of: Callable[[World], Iterable[Arc]]) -> Iterator[Arc]:
    """Yield the arcs of all worlds reachable from the root, in breadth-first order."""
    order, seen = [root], {id(root)}
    for world in order:
        for arc in arcs_of(world):
            yield arc
            if id(arc[2]) not in seen:
                seen.add(id(arc[2]))
                order.append(arc[2])
