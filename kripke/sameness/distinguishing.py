"""A formula that is true here and false there: of the least modal depth, and short."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import islice, permutations

from kripke.checking.explicit import extension
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.sameness.class_graph import Held, Look, held
from kripke.sameness.disjoint_union import Together, together
from kripke.sameness.terms import Term, Terms
from logic.errors import TooLarge
from logic.exact import simplest
from logic.formula import Atom, Formula

OPTIONS = 8
"""Ways to part two worlds that are tried for one agent and one kind of modality."""

BUDGET = 2_000
"""After so many pairs of worlds the first way found is taken, no longer the shortest."""

LARGEST = 2 * 10**9
"""Levels times worlds: about the bytes that the formula's parts may take."""

Pair = tuple[int, int]
Search = Generator[Pair, Term, Term]
"""Asks for the terms that part other pairs of worlds, and gives one."""


def distinguishing_formula(
    one: Structure, other: Structure, atoms: Iterable[str | Atom] | None = None
) -> Formula | None:
    """A formula that is true in `one` and false in `other`, or None where they are bisimilar.

    With two actual worlds it is true at the one and false at the other. Otherwise it is valid in `one` and not in
    `other`; where there is no such formula, it holds somewhere in `one` and nowhere in `other`.
    It is made of literals, ``& | K M``, for ranks also ``B B[q] Bsafe``, for weights ``B B[q] B>=r``. Of such formulas
    it has the least modal depth that parts the models, and is short, though not always the shortest, which is hard to
    find. It is checked by the engine before it is returned. Parameters and errors as in `bisimilar`.

    Raises
    ------
    TooLarge
        If the worlds part only at a depth where the formula's parts would take gigabytes.

    Notes
    -----
    O(q g n) beyond the cost of `bisimilar`, for q pairs of worlds looked at, g agents and n worlds.

    References
    ----------
    Martens and Groote (2023), "Computing minimal distinguishing Hennessy-Milner formulas is NP-hard, but variants are
    tractable", CONCUR, doi:10.4230/LIPIcs.CONCUR.2023.32.
    """
    side_by_side = together(one, other, atoms)
    points = side_by_side.points
    formula = _between(side_by_side, *points) if points is not None else _of_models(side_by_side)
    if formula is not None and not _parts(side_by_side, formula):
        raise AssertionError(f"{formula} does not part the models: please report this")
    return formula


def _parts(side_by_side: Together, formula: Formula) -> bool:
    """Whether the formula is true here and false there, as the engine says."""
    one, other = side_by_side.one, side_by_side.other
    here, there = extension(one, formula), extension(other, formula)
    if side_by_side.points is not None:
        return _holds(here, one) and not _holds(there, other)
    return (len(here) == one.size and len(there) < other.size) or (len(here) > 0 and not len(there))


def _holds(where: WorldSet, structure: Structure) -> bool:
    return structure.actual is not None and structure.actual in where


def _between(side_by_side: Together, here: int, there: int) -> Formula | None:
    level = side_by_side.splits.level(here, there)
    return None if level is None else _Separator(side_by_side, level).solve(lambda search: search.pair(here, there))


def _of_models(side_by_side: Together) -> Formula | None:
    """For models without actual worlds: what is valid here and not there, or true somewhere here and nowhere there."""
    blocks, first = side_by_side.splits.blocks.tolist(), side_by_side.one.size
    mine = {b: w for w, b in reversed(list(enumerate(blocks[:first])))}
    yours = {b: w for w, b in reversed(list(enumerate(blocks[first:], first)))}
    extra = [w for b, w in yours.items() if b not in mine]
    alone = extra or [w for b, w in mine.items() if b not in yours]
    if not alone:
        return None
    others = list((mine if extra else yours).values())
    separator = _Separator(side_by_side, max(side_by_side.splits.level(w, alone[0]) or 0 for w in others))
    if extra:
        return separator.solve(lambda search: search.some(others, alone[0]))
    return separator.solve(lambda search: search.every(alone[0], others))


class _Separator:
    """Finds terms that are true at one world and false at another, each pair of blocks once."""

    def __init__(self, side_by_side: Together, depth: int) -> None:
        self._size = side_by_side.graph.size
        if depth * self._size > LARGEST:
            raise TooLarge(
                f"the models part only at depth {depth:,}: a formula of that depth over {self._size:,} worlds would "
                "take gigabytes; compare smaller models, or ask bisimilar() alone"
            )
        self._graph, self._splits, self._atoms = side_by_side.graph, side_by_side.splits, side_by_side.atoms
        self._columns = [
            (atom, side_by_side.one.valuation[atom], side_by_side.other.valuation[atom]) for atom in self._atoms
        ]
        self._first = side_by_side.one.size
        self._terms = Terms(side_by_side.one, side_by_side.other)
        self._known: dict[Pair, Term] = {}
        self._cells: dict[Pair, Mapping[int, int]] = {}

    def solve(self, question: Callable[[_Separator], Search]) -> Formula:
        """The answer to a question, which asks others; without recursion, formulas may be deep."""
        stack: list[tuple[Pair | None, Search]] = [(None, question(self))]
        answer: Term | None = None
        while True:
            key, search = stack[-1]
            try:
                pair = next(search) if answer is None else search.send(answer)
            except StopIteration as done:
                term: Term = done.value
                stack.pop()
                if key is None:
                    return term.formula
                answer = self._known[key] = term
                continue
            key = self._key(pair)
            answer = self._known.get(key)
            if answer is None:
                stack.append((key, self.pair(*pair)))

    def _key(self, pair: Pair) -> Pair:
        level = self._splits.level(*pair)
        if level is None:
            raise AssertionError(f"worlds {pair} are bisimilar")
        return self._splits.block(pair[0], level), self._splits.block(pair[1], level)

    def pair(self, here: int, there: int) -> Search:
        """A term that is true at the one world and false at the other, of the least depth."""
        level = self._splits.level(here, there)
        if not level:
            return self._literal(here, there)
        best: Term | None = None
        for look in self._graph.looks:
            for option in self._options(look, here, there, level - 1):
                term = yield from option
                if best is None or term.size < best.size:
                    best = term
                if len(self._known) > BUDGET:
                    return best
        if best is None:
            raise AssertionError(f"nothing parts the worlds {here} and {there} at level {level}")
        return best

    def _literal(self, here: int, there: int) -> Term:
        differing = [atom for atom, *where in self._columns if self._true(where, here) != self._true(where, there)]
        true = [atom for atom, *where in self._columns if atom in differing and self._true(where, here)]
        return self._terms.literal((true or differing)[0], bool(true))

    def _true(self, where: list[WorldSet], world: int) -> bool:
        return world in where[0] if world < self._first else world - self._first in where[1]

    # ------------------------------------------------------------------------------------ one step of an agent

    def _options(self, look: Look, here: int, there: int, level: int) -> Iterator[Search]:
        """Ways in which one look of an agent parts two worlds that are alike at the level."""
        mine, yours = self._cell(look, here, level), self._cell(look, there, level)
        for world in islice((mine[b] for b in mine if b not in yours), OPTIONS):
            yield self._possible(look, world, list(yours.values()))
        for world in islice((yours[b] for b in yours if b not in mine), OPTIONS):
            yield self._certain(look, list(mine.values()), world)
        if look.order is not None and mine.keys() == yours.keys():
            one, other = self._held(look, here, level), self._held(look, there, level)
            yield from islice(self._by_share(look, mine, one, other), OPTIONS)
            yield from islice(self._by_place(look, mine, one, other), OPTIONS)

    def _possible(self, look: Look, world: int, others: list[int]) -> Search:
        return self._terms.diamond(look.kind, look.agent, (yield from self.every(world, others)))

    def _certain(self, look: Look, worlds: list[int], other: int) -> Search:
        return self._terms.box(look.kind, look.agent, (yield from self.some(worlds, other)))

    def _by_share(self, look: Look, cell: Mapping[int, int], one: Held, other: Held) -> Iterator[Search]:
        """Blocks that have more weight here than there, or less."""
        for b in cell:
            if one[b][1] != other[b][1]:
                yield self._share(look, cell, b, one, other)

    def _share(self, look: Look, cell: Mapping[int, int], b: int, one: Held, other: Held) -> Search:
        term = yield from self.every(cell[b], [cell[c] for c in cell if c != b])
        mine, yours = one[b][1], other[b][1]
        degree = self._terms.degree(look.agent, simplest(min(mine, yours), max(mine, yours)), term)
        return degree if mine > yours else self._terms.no(degree)

    def _by_place(self, look: Look, cell: Mapping[int, int], one: Held, other: Held) -> Iterator[Search]:
        """Pairs of blocks of which one is better than the other here, but not there, or there, but not here."""
        if all(one[b][0] == other[b][0] for b in cell):  # the same order
            return
        for b, c in permutations(cell, 2):
            if (one[b][0] < one[c][0]) != (other[b][0] < other[c][0]):
                yield self._place(look, cell, (b, c), one)

    def _place(self, look: Look, cell: Mapping[int, int], pair: Pair, one: Held) -> Search:
        b, c = pair
        target = yield cell[b], cell[c]
        condition = self._terms.true
        if len(cell) > 2:
            parts = []
            for each in pair:
                parts.append((yield from self.every(cell[each], [cell[d] for d in cell if d not in pair])))
            condition = self._terms.any(parts)
        belief = self._terms.given(look.agent, condition, target)
        return belief if one[b][0] < one[c][0] else self._terms.no(belief)

    def _cell(self, look: Look, world: int, level: int) -> Mapping[int, int]:
        """The blocks, at a level, in the class that the world points to, each with a world of it."""
        number = int(look.classes[world])
        if number < 0:
            return {}
        if (number, level) not in self._cells:
            inside = reversed(self._graph.members(number))
            self._cells[number, level] = {self._splits.block(w, level): w for w in inside}
        return self._cells[number, level]

    def _held(self, look: Look, world: int, level: int) -> Held:
        number = int(look.classes[world])
        if number < 0 or look.order is None:
            return {}
        return held(look.order, self._graph.members(number), lambda w: self._splits.block(w, level))

    # ------------------------------------------------------------------------------------ one against many

    def every(self, world: int, others: list[int]) -> Search:
        """A term that is true at the world and false at all the others: a conjunction."""
        chosen = yield from self._cover(others, lambda w: (world, w), lambda term, w: not self._terms.holds(term, w))
        return self._terms.all(chosen)

    def some(self, worlds: list[int], other: int) -> Search:
        """A term that is true at all the worlds and false at the other: a disjunction."""
        chosen = yield from self._cover(worlds, lambda w: (w, other), self._terms.holds)
        return self._terms.any(chosen)

    def _cover(
        self, goals: list[int], pair: Callable[[int], Pair], met: Callable[[Term, int], bool]
    ) -> Generator[Pair, Term, list[Term]]:
        """Terms such that each goal is met by one: the deepest first, since they cannot be avoided."""
        waiting = sorted(goals, key=lambda goal: -(self._splits.level(*pair(goal)) or 0))
        chosen: dict[Term, set[int]] = {}
        while waiting:
            term = yield pair(waiting[0])
            chosen[term] = {goal for goal in goals if met(term, goal)}
            waiting = [goal for goal in waiting if goal not in chosen[term]]
        for term in sorted(chosen, key=lambda term: -term.size):
            rest = set().union(*[chosen[other] for other in chosen if other is not term])
            if len(chosen) > 1 and rest.issuperset(goals):
                del chosen[term]
        return list(chosen)
