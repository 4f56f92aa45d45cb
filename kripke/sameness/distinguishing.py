"""Short formulas of least modal depth that distinguish two structures.

Blocks and levels are those of a `Refinement`, and the classes of agents those of a `ClassMap`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice, permutations
from typing import Any, Literal

from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.checking.explicit import algebra, extension
from kripke.checking.program import CLAUSES
from kripke.data.structure import Structure
from kripke.sameness.bisimulation import DisjointUnion, disjoint_union
from kripke.sameness.refinement import ClassMap, Kind, OrderProfile, order_profile
from logic import clauses as f
from logic.clauses import Atom
from logic.errors import TooLarge
from logic.exact import simplest
from logic.formula import Formula
from logic.shared import answered


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A formula with its size as a tree and its extensions in two structures."""

    formula: Formula
    size: int
    here: Any
    there: Any


class TermBuilder:
    """Builds terms over two structures; each term costs one operation of the set algebra in each structure."""

    def __init__(self, one: Structure, other: Structure) -> None:
        self._first = one.size
        self._engines: tuple[ExplicitAlgebra[Any], ExplicitAlgebra[Any]] = algebra(one), algebra(other)
        self.true = self.term(f.Top())

    def term(self, formula: Formula, *parts: Term) -> Term:
        """Return the term of `formula`; `parts` are the terms of its immediate subformulas."""
        apply = CLAUSES[type(formula)](formula, *range(len(parts)))
        here, there = self._engines
        size = 1 + sum(part.size for part in parts)
        return Term(
            formula, size, apply(here, [part.here for part in parts]), apply(there, [part.there for part in parts])
        )

    def holds(self, term: Term, world: int) -> bool:
        """Whether the term holds at a world; the second structure's worlds are numbered after the first's."""
        here, there = self._engines
        if world < self._first:
            return world in here.world_set(term.here)
        return world - self._first in there.world_set(term.there)

    def negation(self, term: Term) -> Term:
        """Return the negation of a term; a double negation is removed."""
        result = self.term(f.Not(term.formula), term)
        inner = term.formula
        return Term(inner.sub, term.size - 1, result.here, result.there) if isinstance(inner, f.Not) else result

    def conjunction(self, terms: list[Term]) -> Term:
        """Return the conjunction of the terms; `true` if there are no terms."""
        return reduce(lambda p, q: self.term(f.And(p.formula, q.formula), p, q), terms or [self.true])

    def disjunction(self, terms: list[Term]) -> Term:
        """Return the disjunction of the terms; `false` if there are no terms."""
        return reduce(lambda p, q: self.term(f.Or(p.formula, q.formula), p, q), terms or [self.term(f.Bottom())])

    def box(self, kind: Kind, agent: str, term: Term) -> Term:
        """Return the term which says that the agent knows, safely believes or believes a term, depending on `kind`."""
        return self.term(_BOXES[kind](agent, term.formula), term)

    def diamond(self, kind: Kind, agent: str, term: Term) -> Term:
        """Return the dual of `box`: by `kind`, the agent does not know, safely believe or believe the negation."""
        if _BOXES[kind] is f.K:
            return self.term(f.M(agent, term.formula), term)
        return self.negation(self.box(kind, agent, self.negation(term)))


_BOXES: dict[Kind, Callable[[str, Formula], Formula]] = {
    "knows": f.K,
    "prefers": f.K,
    "safely": f.Bsafe,
    "believes": f.B,
}


OPTIONS = 8  # maximal number of ways tried to separate two worlds, for one agent and one kind of modality

BUDGET = 2_000  # number of separated pairs after which the search takes the first term instead of the shortest

LARGEST = 2 * 10**9  # Maximum of levels times worlds: about the number of bytes of the formula's parts

Pair = tuple[int, int]
Search = Generator[Pair, Term, Term]  # Yields pairs of blocks, receives terms that separate them, and returns a term


@dataclass(frozen=True, slots=True)
class Distinction:
    """A formula that holds in exactly one of two models, and the model where it holds.

    Attributes
    ----------
    formula : Formula
        The formula.
    holds_in : "first" or "second"
        The model in which it holds.
    where : "actual", "everywhere" or "somewhere"
        How the formula distinguishes the models. "actual": it holds at all actual worlds of only one model.
        "everywhere": it holds at all worlds of only one model. "somewhere": it holds at some world of only one model.
    """

    formula: Formula
    holds_in: Literal["first", "second"]
    where: Literal["actual", "everywhere", "somewhere"]

    def said(self, first: str, second: str, here: str = "the actual worlds", there: str = "the actual worlds") -> str:
        """Return a phrase that says in which of the named models the formula holds.

        `here` and `there` describe their actual worlds.
        """
        sides = [(first, here), (second, there)]
        (holds, at), (fails, not_at) = sides if self.holds_in == "first" else reversed(sides)
        if self.where == "actual":
            return f"holds at {at} of {holds}, not at {not_at} of {fails}"
        not_there = "not everywhere" if self.where == "everywhere" else "nowhere"
        return f"holds {self.where} in {holds}, {not_there} in {fails}"

    def __str__(self) -> str:
        return f"{self.formula} {self.said('the first model', 'the second model')}"


def distinguish(one: Structure, other: Structure, atoms: Iterable[str | Atom] | None = None) -> Distinction | None:
    """Return a formula that holds in only one of the structures, and where it holds; None if they are bisimilar.

    If both structures have actual worlds, the formula holds at all actual worlds of `one` but fails at some of `other`,
    or the other way round if there is no such formula. Otherwise the formula holds at all worlds of `one` but fails at
    some of `other`, or else it holds somewhere in `one` and nowhere in `other`. It is built from literals and constants
    with ``& | K M``, for ranks also ``~ B B[q] Bsafe``, for weights ``~ B B[q] B>=r``. Among these formulas it has the
    least modal depth that distinguishes the models. It is short, but not always the shortest, which is hard to
    find. The engine checks it before it is returned. Errors as in `bisimilar`; `TooLarge` if the worlds differ only
    at a depth at which the formula's parts would take gigabytes. O(q g n) in addition to the cost of `bisimilar`, for q
    pairs of worlds, g agents and n worlds.

    Martens and Groote (2023), "Computing minimal distinguishing Hennessy-Milner formulas is NP-hard, but variants are
    tractable", CONCUR, doi:10.4230/LIPIcs.CONCUR.2023.32.
    """
    union = disjoint_union(one, other, atoms)
    formula = _of_models(union)
    if formula is None:
        return None
    here, there = extension(one, formula), extension(other, formula)
    if one.actuals and other.actuals:
        truths = [all(i in where for i in each.actuals) for each, where in ((one, here), (other, there))]
        if truths[0] != truths[1]:
            return Distinction(formula, "first" if truths[0] else "second", "actual")
    elif len(here) == one.size and len(there) < other.size:
        return Distinction(formula, "first", "everywhere")
    elif len(here) > 0 and not len(there):
        return Distinction(formula, "first", "somewhere")
    raise AssertionError(f"{formula} does not distinguish the models: please report this")


def _of_models(union: DisjointUnion) -> Formula | None:
    """Return a formula that holds at all actual worlds of only one model; None if the models are bisimilar.

    Without actual worlds, it holds at all worlds, or else at some world, of only one model.
    """
    blocks, first = union.refinement.blocks.tolist(), union.one.size
    points = union.points
    here, there = (range(first), range(first, len(blocks))) if points is None else points
    here_blocks, there_blocks = [{blocks[world]: world for world in reversed(worlds)} for worlds in (here, there)]
    extra = [w for b, w in there_blocks.items() if b not in here_blocks]
    alone = extra or [w for b, w in here_blocks.items() if b not in there_blocks]
    if not alone:
        return None
    others = list((here_blocks if extra else there_blocks).values())
    separator = _Separator(union, max(union.refinement.level(w, alone[0]) or 0 for w in others))
    if extra or points is not None:
        return separator.solve(lambda search: search.separate_all_from(others, alone[0]))
    return separator.solve(lambda search: search.separate_from_all(alone[0], others))


class _Separator:
    """Finds terms that are true at one world and false at another. Terms are stored for each pair of blocks."""

    def __init__(self, union: DisjointUnion, depth: int) -> None:
        self._size = union.graph.size
        if depth * self._size > LARGEST:
            raise TooLarge(
                f"the models differ only at depth {depth:,}: a formula of that depth over {self._size:,} worlds would "
                "take gigabytes; compare smaller models, or ask only whether they are bisimilar"
            )
        self._graph, self._refinement = union.graph, union.refinement
        self._terms = TermBuilder(union.one, union.other)
        self._atoms = [self._terms.term(f.Atom(atom)) for atom in union.atoms]
        self._known: dict[Pair | None, Term] = {}
        self._pairs: dict[Pair, Pair] = {}
        self._cells: dict[Pair, Mapping[int, int]] = {}

    def solve(self, question: Callable[[_Separator], Search]) -> Formula:
        """Return the formula that the search `question(self)` finds, without recursion, since formulas may be deep."""

        def reading(key: Pair | None) -> Search:
            return question(self) if key is None else self.separate(*self._pairs[key])

        return answered(None, self._known, reading).formula

    def _key(self, here: int, there: int) -> Pair:
        level = self._refinement.level(here, there)
        assert level is not None, "bisimilar worlds"
        key = self._refinement.block(here, level), self._refinement.block(there, level)
        self._pairs.setdefault(key, (here, there))
        return key

    def separate(self, here: int, there: int) -> Search:
        """Find a formula, as a `Term`, of least modal depth that is true at the first world and false at the second."""
        level = self._refinement.level(here, there)
        if not level:
            return self._literal(here, there)
        best: Term | None = None
        for class_map in self._graph.maps:
            for option in self._options(class_map, here, there, level - 1):
                term = yield from option
                if best is None or term.size < best.size:
                    best = term
                if len(self._known) > BUDGET:
                    return best
        assert best is not None, "worlds that differ at a level are separated there"
        return best

    def _literal(self, here: int, there: int) -> Term:
        holds = self._terms.holds
        differing = [atom for atom in self._atoms if holds(atom, here) != holds(atom, there)]
        true = next((atom for atom in differing if holds(atom, here)), None)
        return true or self._terms.negation(differing[0])

    # ------------------------------------------------------------------------------------ one step of an agent

    def _options(self, class_map: ClassMap, here: int, there: int, level: int) -> Iterator[Search]:
        """Yield searches for terms over the classes of `class_map`; a term separates the worlds `here` and `there`."""
        here_cell, there_cell = self._cell(class_map, here, level), self._cell(class_map, there, level)
        for world in islice((here_cell[b] for b in here_cell if b not in there_cell), OPTIONS):
            yield self._modal(self._terms.diamond, class_map, self.separate_from_all(world, list(there_cell.values())))
        for world in islice((there_cell[b] for b in there_cell if b not in here_cell), OPTIONS):
            yield self._modal(self._terms.box, class_map, self.separate_all_from(list(here_cell.values()), world))
        if class_map.order is not None and here_cell.keys() == there_cell.keys():
            one, other = self._profile(class_map, here, level), self._profile(class_map, there, level)
            shares = [b for b in here_cell if one[b][1] != other[b][1]]
            yield from [self._share(class_map, here_cell, b, one, other) for b in shares[:OPTIONS]]
            yield from islice(self._by_place(class_map, here_cell, one, other), OPTIONS)

    def _modal(self, operator: Callable[[Kind, str, Term], Term], class_map: ClassMap, inside: Search) -> Search:
        return operator(class_map.kind, class_map.agent, (yield from inside))

    def _share(
        self, class_map: ClassMap, cell: Mapping[int, int], b: int, one: OrderProfile, other: OrderProfile
    ) -> Search:
        term = yield from self.separate_from_all(cell[b], [cell[c] for c in cell if c != b])
        here_share, there_share = one[b][1], other[b][1]
        share = simplest(min(here_share, there_share), max(here_share, there_share))
        degree = self._terms.term(f.BAtLeast(class_map.agent, share, term.formula), term)
        return degree if here_share > there_share else self._terms.negation(degree)

    def _by_place(
        self, class_map: ClassMap, cell: Mapping[int, int], one: OrderProfile, other: OrderProfile
    ) -> Iterator[Search]:
        """Yield a search for each pair of blocks that the profiles `one` and `other` order differently."""
        if all(one[b][0] == other[b][0] for b in cell):  # the same order
            return
        for b, c in permutations(cell, 2):
            if (one[b][0] < one[c][0]) != (other[b][0] < other[c][0]):
                yield self._place(class_map, cell, (b, c), one)

    def _place(self, class_map: ClassMap, cell: Mapping[int, int], pair: Pair, one: OrderProfile) -> Search:
        b, c = pair
        target = yield self._key(cell[b], cell[c])
        condition = self._terms.true
        if len(cell) > 2:
            parts = []
            for each in pair:
                parts.append((yield from self.separate_from_all(cell[each], [cell[d] for d in cell if d not in pair])))
            condition = self._terms.disjunction(parts)
        given = f.BGiven(class_map.agent, condition.formula, target.formula)
        belief = self._terms.term(given, condition, target)
        return belief if one[b][0] < one[c][0] else self._terms.negation(belief)

    def _cell(self, class_map: ClassMap, world: int, level: int) -> Mapping[int, int]:
        """Map each block of this level to one of its worlds in the class of `world`; omit blocks without any."""
        number = int(class_map.classes[world])
        if number < 0:
            return {}
        if (number, level) not in self._cells:
            inside = reversed(self._graph.members(number))
            self._cells[number, level] = {self._refinement.block(w, level): w for w in inside}
        return self._cells[number, level]

    def _profile(self, class_map: ClassMap, world: int, level: int) -> OrderProfile:
        number = int(class_map.classes[world])
        if number < 0 or class_map.order is None:
            return {}
        return order_profile(class_map.order, self._graph.members(number), lambda w: self._refinement.block(w, level))

    # ------------------------------------------------------------------------------------ one against many

    def separate_from_all(self, world: int, others: list[int]) -> Search:
        """Find a term that is true at the world and false at all worlds in `others`, as a conjunction."""
        chosen = yield from self._cover(others, lambda w: (world, w), lambda term, w: not self._terms.holds(term, w))
        return self._terms.conjunction(chosen)

    def separate_all_from(self, worlds: list[int], other: int) -> Search:
        """Find a term that is true at all the worlds and false at `other`, as a disjunction."""
        chosen = yield from self._cover(worlds, lambda w: (w, other), self._terms.holds)
        return self._terms.disjunction(chosen)

    def _cover(
        self, goals: list[int], pair: Callable[[int], Pair], met: Callable[[Term, int], bool]
    ) -> Generator[Pair, Term, list[Term]]:
        """Find terms that together meet all goals; a goal is a world to separate from another world.

        `pair` gives the two worlds that a goal's term must separate, and `met` tells whether a term meets a goal. Goals
        that need the deepest terms come first, since these terms are unavoidable.
        """
        waiting = sorted(goals, key=lambda goal: -(self._refinement.level(*pair(goal)) or 0))
        chosen: dict[Term, set[int]] = {}
        while waiting:
            term = yield self._key(*pair(waiting[0]))
            chosen[term] = {goal for goal in goals if met(term, goal)}
            waiting = [goal for goal in waiting if goal not in chosen[term]]
        for term in sorted(chosen, key=lambda term: -term.size):
            rest = set().union(*[chosen[other] for other in chosen if other is not term])
            if len(chosen) > 1 and rest.issuperset(goals):
                del chosen[term]
        return list(chosen)
