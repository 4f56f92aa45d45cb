"""Whether a counterexample to common knowledge is ever reached: lemmas by the number of steps that are left.

The search unfolds ``~C p`` one step at a time, and could put the counterexample off for ever. For a world where that
happens, this module looks for a counterexample 1, 2, 3, ... steps away, through worlds of the search. What fails for
r steps is a lemma of rank r: it holds at each world with a counterexample at most r steps away. If all lemmas of one
rank also hold one rank higher, they hold at every rank: a proof by induction that the counterexample does not exist.

After Bradley, "SAT-based model checking without unrolling" (VMCAI 2011), doi:10.1007/978-3-642-18275-4_7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kripke.prove.question.nodes import Node
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
    """The lemmas by rank of a search."""

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
