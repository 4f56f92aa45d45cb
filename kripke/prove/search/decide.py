"""The decision: search for worlds, decide counterexamples to common knowledge, keep the worlds of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kripke.data.lazy import without_collection
from kripke.data.relation import bits
from kripke.prove.clock import Clock
from kripke.prove.question.nodes import FIX, Group, Node, Option
from kripke.prove.question.problem import Problem
from kripke.prove.search.rules import Demands, World
from kripke.prove.search.search import Learned, Search
from logic.errors import TooLarge

MOST_STEPS = 300
"""Number of steps to a counterexample, above which the search, which is recursive there, gives up."""


@dataclass(slots=True)
class RankedLemma:
    """A clause that holds where the fixpoint fails within `rank` steps."""

    fix: Node
    clause: list[Node]
    rank: int


class Eventualities:
    """Whether a counterexample to common knowledge is ever reached: lemmas by the number of steps that are left.

    The search unfolds ``~C p`` one step at a time, and could put the counterexample off for ever. For a world where
    that happens, a counterexample 1, 2, 3, ... steps away is searched, through worlds of the search. What fails for
    r steps is a lemma of rank r: it holds at each world with a counterexample at most r steps away. If all lemmas of
    one rank also hold one rank higher, they hold at every rank: the counterexample does not exist, by induction.

    After Bradley, "SAT-based model checking without unrolling" (VMCAI 2011), doi:10.1007/978-3-642-18275-4_7.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.nodes, self.level = search, search.problem.nodes, search.levels.levels[0]
        self.lemmas: list[RankedLemma] = []
        self.selectors: dict[tuple[Node, int], int] = {}
        self.inductions: list[list[RankedLemma]] = []
        """The invariants that were proved by induction, each clause before those that rest on it in the same world."""

    def fulfil(self, world: World, fix: Node) -> bool:
        """Whether a world exists like this one, with a counterexample to the fixpoint; if not, lemmas exclude it."""
        family = self._family(fix)
        rank = 0
        while True:
            rank += 1
            self.search.clock.tick()
            if rank > MOST_STEPS:
                raise TooLarge(f"counterexamples to common knowledge over {MOST_STEPS} steps away are not searched")
            if self._refuted(world, fix, rank):
                continue
            clause = self._attempt(world, fix, rank)
            if clause is None:
                return True
            self._add(RankedLemma(fix, clause, rank))
            if any(self._all_go(family, at) and self._keep(family, at) for at in range(1, rank + 1)):
                return False

    def _family(self, fix: Node) -> frozenset[Node]:
        """The fixpoints that the unfolding of a fixpoint leads to, itself included."""
        stack, found = [fix], set()
        while stack:
            if (node := stack.pop()) not in found:
                found.add(node)
                stack += [option.then for option in self.nodes.options[node]]
        return frozenset(found)

    def _refuted(self, world: World, fix: Node, rank: int) -> bool:
        """Whether a lemma that is known excludes the world at this rank."""
        claims = world.claims

        def fails(node: Node) -> bool:
            """Whether the negation is claimed, or claims are complete for the node, and it was not chosen."""
            return node ^ 1 in claims or (node in self.level.backward and node not in claims)

        fitting = [lemma.clause for lemma in self.lemmas if lemma.fix == fix and lemma.rank >= rank]
        return any(all(map(fails, clause)) for clause in fitting)

    def _attempt(
        self, world: World, fix: Node, rank: int, supposed: Mapping[Node, tuple[int, ...]] | None = None
    ) -> list[Node] | None:
        """None if a counterexample is within `rank` steps of the world; else the clause that excludes such worlds.

        With `supposed`, selectors of an invariant, the invariant holds at the next world.
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
            found = self.search.expand(end, bars)
            if isinstance(found, World):
                return None
            clause.update(self.search.blame(diamond, end, bars, found), [option.box])
            if rank > 1:
                onward = {**must, option.then ^ 1: (diamond,)}
                if supposed is None:
                    core = self._reach(onward, bars, option.then, rank - 1)
                else:
                    reached = self.search.expand(onward, bars, 0, supposed.get(option.then, ()))
                    core = None if isinstance(reached, World) else reached
                if core is None:
                    return None
                clause.update(self.search.blame(diamond, onward, bars, core))
        return list(clause)

    def _reach(self, must: Demands, bars: Demands, fix: Node, rank: int) -> list[Node] | None:
        """None if a world with these demands has a counterexample within `rank` steps; else a core of the demands."""
        demands = {**must, fix ^ 1: must.get(fix ^ 1, ())}
        while True:
            active = tuple(s for (of, at), s in self.selectors.items() if of == fix and at >= rank)
            found = self.search.expand(demands, bars, 0, active)
            if not isinstance(found, World):
                return found
            clause = self._attempt(found, fix, rank)
            if clause is None:
                return None
            self._add(RankedLemma(fix, clause, rank))

    def _add(self, lemma: RankedLemma) -> None:
        """Add a lemma of a rank."""
        key = (lemma.fix, lemma.rank)
        if key not in self.selectors:
            self.selectors[key] = self.level.selector()
        self._add_clause(self.selectors[key], lemma.clause)
        self.lemmas.append(lemma)

    def _all_go(self, family: frozenset[Node], rank: int) -> bool:
        """Push the lemmas of a rank one rank higher; whether all of them hold there, those added by pushing included.

        If none is left at the rank, those above hold at every rank and become lemmas.
        """
        while here := [lemma for lemma in self.lemmas if lemma.rank == rank and lemma.fix in family]:
            pushed = [self._push(lemma) for lemma in here]
            if not all(pushed):
                return False
        return True

    def _keep(self, family: frozenset[Node], rank: int) -> bool:
        """Make the lemmas above a rank, which are inductive, lemmas of the search."""
        invariant = [lemma for lemma in self.lemmas if lemma.rank > rank and lemma.fix in family]
        for lemma in invariant:
            self.lemmas.remove(lemma)
        induction = self._written_out(invariant)
        for lemma in induction:
            self.search.add(Learned(lemma.clause, lemma.fix, len(self.inductions)))
        self.inductions.append(induction)
        return True

    def _written_out(self, invariant: list[RankedLemma]) -> list[RankedLemma]:
        """The clauses of an invariant with those between, in an order in which each follows from those before it.

        A clause follows either within its world, or since each way to the counterexample contradicts the invariant at
        the next world.
        """
        supposed: dict[Node, tuple[int, ...]] = {}
        for lemma in invariant:
            (selector,) = supposed.setdefault(lemma.fix, (self.level.selector(),))
            self._add_clause(selector, lemma.clause)
        proved: list[RankedLemma] = []
        selectors: dict[Node, int] = {}
        for lemma in invariant:
            selector = selectors.setdefault(lemma.fix, self.level.selector())
            negated: Demands = {node ^ 1: () for node in lemma.clause}
            while isinstance(found := self.search.expand(negated, {}, 0, (selector,)), World):
                clause = self._attempt(found, lemma.fix, 2, supposed)
                assert clause is not None, "the invariant is inductive"
                between = RankedLemma(lemma.fix, clause, lemma.rank)
                proved.append(between)
                self._add_clause(selector, clause)
            if proved[-1:] != [lemma] and not (proved and set(proved[-1].clause) <= set(lemma.clause)):
                proved.append(lemma)
                self._add_clause(selector, lemma.clause)
        return proved

    def _add_clause(self, selector: int, clause: list[Node]) -> None:
        """Add a clause that counts with a selector."""
        self.level.solver.add_clause([-selector, *map(self.level.literals.__getitem__, clause)])

    def _push(self, lemma: RankedLemma) -> bool:
        """Whether the lemma holds one rank higher too; it is then moved there, perhaps shorter."""
        negated: Demands = {node ^ 1: () for node in lemma.clause}
        core = self._reach(negated, {}, lemma.fix, lemma.rank + 1)
        if core is None:
            return False
        self.lemmas.remove(lemma)
        self._add(RankedLemma(lemma.fix, [lemma.fix, *{node ^ 1 for node in core} - {lemma.fix}], lemma.rank + 1))
        return True


Arc = tuple[World, Group, World]


class Goodness:
    """The greatest set of finished worlds that is a model, as bits; see `kripke.prove.search.rules.Index`.

    Notes
    -----
    Type elimination on the worlds that were found: O(r (n d + e n)) operations on n bits for n worlds with d diamonds
    and e eventualities each, and r rounds.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.nodes, self.index = search, search.problem.nodes, search.index
        self.heirs: dict[tuple[int, Node], int] = {}
        self.ranks: dict[Node, list[int]] = {}
        """For each fixpoint the worlds whose counterexample is 1, 2, ... steps away."""
        self.good = self.index.alive
        self.unfulfilled: list[tuple[World, Node]] = []
        """The worlds with a counterexample, to a fixpoint, that no way through the worlds found leads to."""

    def settle(self) -> Goodness:
        """Leave out worlds until the others are a model."""
        first = True
        while True:
            before = self.good
            self.keep_succeeded()
            lost = self._keep_fulfilled()
            if first:
                self.unfulfilled = lost
            if self.good == before:
                return self
            first = False

    def _worlds(self, numbers: int) -> Iterator[World]:
        """The worlds of a set."""
        for number in self.search.clock.each(bits(numbers)):
            yield self.index.worlds[number]

    def _next(self, world: World, diamond: Node) -> int:
        """All worlds that can be the successor for a diamond."""
        key = (world.number, diamond)
        if key not in self.heirs:
            must, bars = self.search.successor(world, diamond)
            self.heirs[key] = self.index.all(must, bars)
        return self.heirs[key]

    def keep_succeeded(self) -> None:
        """Leave out worlds with a diamond without a successor, again and again."""
        while True:
            bad = [w for w in self._worlds(self.good) if any(not self._next(w, d) & self.good for d in w.diamonds)]
            if not bad:
                return
            for world in bad:
                self.good ^= 1 << world.number

    def _keep_fulfilled(self) -> list[tuple[World, Node]]:
        """Leave out worlds with a counterexample that is never reached; these, with the fixpoint."""
        claiming = self.index.claiming
        fixes = [base for base in self.nodes.options if claiming.get(base ^ 1, 0) & self.good]
        near = dict.fromkeys(self.nodes.options, 0)
        self.ranks = {fix: [] for fix in fixes}
        while True:
            new = {fix: self._one_more(fix, near) for fix in fixes}
            if not any(new.values()):
                break
            for fix, worlds in new.items():
                near[fix] |= worlds
                self.ranks[fix].append(worlds)
        lost = [(world, fix) for fix in fixes for world in self._worlds(claiming[fix ^ 1] & self.good & ~near[fix])]
        for world, _ in lost:
            self.good &= ~(1 << world.number)
        return lost

    def _one_more(self, fix: Node, near: dict[Node, int]) -> int:
        """The worlds with a counterexample one step beyond those known."""
        waiting = self.index.claiming[fix ^ 1] & self.good & ~near[fix]
        found = 0
        for option in self.nodes.options[fix]:
            ends = self._ends(option) | near[option.then]
            for world in self._worlds(waiting & ~found & self.index.claiming.get(option.box ^ 1, 0)):
                if self._next(world, option.box ^ 1) & self.good & ends:
                    found |= 1 << world.number
        return found

    def _ends(self, option: Option) -> int:
        """The worlds where the body of an option fails."""
        claiming = self.index.claiming
        return claiming.get(option.pre, 0) & claiming.get(option.body ^ 1, 0)

    def has(self, world: World) -> bool:
        """Whether the world is part of the model."""
        return bool(self.good >> world.number & 1)

    def arcs(self, world: World) -> Iterator[Arc]:
        """The successors of a good world: one for each diamond, and one on the way to each counterexample."""
        for diamond in world.diamonds:
            old = world.edges.get(diamond)
            fitting = self._next(world, diamond) & self.good
            if old is None or not fitting >> old.number & 1:
                old = next(self._worlds(fitting))
            yield world, self.nodes.group(diamond), old
        for node in world.claims:
            if node & 1 and self.nodes.kind[node >> 1] == FIX:
                yield self._nearer(world, node ^ 1)

    def _nearer(self, world: World, fix: Node) -> Arc:
        """The first step on a shortest way to the counterexample."""
        rank = next(r for r, worlds in enumerate(self.ranks[fix]) if worlds >> world.number & 1)
        for option in self.nodes.options[fix]:
            if option.box ^ 1 in world.claims:
                near = self.ranks[option.then][rank - 1] if rank and option.then in self.ranks else 0
                ends = self._next(world, option.box ^ 1) & self.good & (self._ends(option) | near)
                if ends:
                    return world, self.nodes.group(option.box), next(self._worlds(ends))
        raise AssertionError("a fixpoint with a rank has a nearer world")


class Decision:
    """Whether a problem has a model."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem = problem
        self.search = Search(problem, clock)
        self.eventualities: Eventualities | None = None
        if any(problem.nodes.kind[base >> 1] == FIX for base in self.search.rules.universe):
            self.eventualities = Eventualities(self.search)

    def arcs(self) -> tuple[World, list[Arc]] | None:
        """The actual world and the steps of a model; None if the problem has no model."""
        with without_collection():  # it would look through all worlds: a third of the time
            return self._search()

    def _search(self) -> tuple[World, list[Arc]] | None:
        while True:
            found = self.search.expand({self.problem.goal: ()}, {})
            if not isinstance(found, World):
                return None
            if self.eventualities is None:
                return found, _walk(found, lambda w: [(w, self.problem.nodes.group(d), v) for d, v in w.edges.items()])
            good = self._settle(found, self.eventualities)
            if good is not None:
                return found, _walk(found, good.arcs)

    def _settle(self, root: World, eventualities: Eventualities) -> Goodness | None:
        """The good worlds, once the root is among them; None if the root must be chosen anew."""
        while True:
            good = Goodness(self.search).settle()
            if good.has(root):
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
        """The first world from the root with a counterexample that is never reached."""
        lost: dict[int, Node] = {world.number: fix for world, fix in good.unfulfilled}
        order, seen = [root], {id(root)}
        for world in order:
            if world.number in lost:
                return world, lost[world.number]
            for other in world.edges.values():
                if id(other) not in seen:
                    seen.add(id(other))
                    order.append(other)
        return good.unfulfilled[0]


def _walk(root: World, arcs_of: object) -> list[Arc]:
    order, seen, arcs = [root], {id(root)}, []
    for world in order:
        for arc in arcs_of(world):  # type: ignore[operator]
            arcs.append(arc)
            if id(arc[2]) not in seen:
                seen.add(id(arc[2]))
                order.append(arc[2])
    return arcs
