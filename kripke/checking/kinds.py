"""Kinds of worlds: the classes of the largest bisimulation of a model, with formulas that separate them.

Every announcement in a finite model is a union of kinds, and each union of kinds is the extension of a formula
(Hennessy and Milner). The kinds are those of `kripke.sameness.bisimulation.bisimilar`: they are split by what agents
know; with weights or ranks also by conditional and safe belief, and by degrees. This module computes them in any set
algebra, also in a model that announcements have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, partial
from typing import Generic, Self

from kripke.checking.algebra import Set, SetAlgebra
from logic import clauses as f
from logic.errors import TooLarge, by_face
from logic.formula import Formula
from logic.shared import size

MOST = 1_024  # maximal number of kinds; a search among announcements needs far fewer

Path = tuple[tuple[int, bool], ...]
"""The path to a kind: the numbers of separating formulas, each with its truth value there."""

Term = tuple[Formula, int]
"""A formula, and the mask of the kinds where it is true."""


class Kinds(Generic[Set]):
    """The kinds of worlds of a model, at most `MOST`, with formulas that separate them.

    O(k^2 g) set operations for k kinds and g agents; k times as many with weights or ranks.

    `sets`: the kinds, disjoint; `of_atoms`: sets of worlds with the same atoms; `separators`: the formulas that
    separate kinds, each with its extension.
    """

    def __init__(self, model: SetAlgebra[Set]) -> None:
        self.model = model
        self.separators: list[tuple[Formula, Set]] = []
        self._parts: list[tuple[Set, Path]] = [] if model.is_empty(model.domain) else [(model.domain, ())]
        self._waiting: list[tuple[Set, Path]] = []
        for atom in model.atoms:
            self._split(model.atom(atom), partial(f.Atom, atom), kept=True)
        self._waiting = list(self._parts)
        self.of_atoms = [part for part, _ in self._parts]
        for seen, path in self._waiting:  # the list grows in the loop
            for agent in model.agents:
                for where, formula in self._thoughts(agent, seen, path):
                    self._split(where, formula)
        self.sets = [part for part, _ in self._parts]

    def _thoughts(self, agent: str, seen: Set, path: Path) -> Iterator[tuple[Set, Callable[[], Formula]]]:
        """Yield the extension of each attitude of the agent to `seen`, a set of worlds, and its formula's builder."""
        m, it = self.model, partial(self._formula, path)
        yield m.preimage(agent, seen), lambda: f.M(agent, it())
        if m.is_plain(agent):
            return
        yield m.domain ^ m.believes_safely(agent, m.domain ^ seen), lambda: ~f.Bsafe(agent, ~it())
        for share in m.shares(agent, seen):
            yield m.degree_at_least(agent, share, seen), partial(lambda share: f.BAtLeast(agent, share, it()), share)
        for other, way in list(self._parts):
            if m.is_empty(other & seen):
                best = m.believes(agent, seen | other, seen)
                yield best, partial(lambda way: f.BGiven(agent, it() | self._formula(way), it()), way)

    def _split(self, where: Set, formula: Callable[[], Formula], kept: bool = False) -> None:
        m, number, outside = self.model, len(self.separators), self.model.domain ^ where
        if kept and not m.is_empty(where) and not m.is_empty(outside):
            self.separators.append((formula(), where))
        for place, (part, path) in enumerate(list(self._parts)):
            yes, no = part & where, part & outside
            if m.is_empty(yes) or m.is_empty(no):
                continue
            if number == len(self.separators):
                self.separators.append((formula(), where))
            halves = [(yes, (*path, (number, True))), (no, (*path, (number, False)))]
            self._parts[place] = halves[0]
            self._parts.append(halves[1])
            self._waiting += halves
        if len(self._parts) > MOST:
            raise TooLarge(
                f"over {MOST:,} kinds of worlds, and an announcement may be true at any of them; "
                + by_face(
                    "announce something first, so that fewer worlds are left; m.generated() only drops worlds that "
                    "cannot be reached",
                    "announce something first, by whoknows announce, so that fewer worlds are left",
                    "announce something first, so that fewer worlds are left",
                )
            )

    @cached_property
    def literals(self) -> list[Term]:
        """The separating formulas and their negations, sorted by size."""
        every, terms = (1 << len(self.sets)) - 1, list[Term]()
        for formula, where in self.separators:
            true = sum(1 << number for number, kind in enumerate(self.sets) if not self.model.is_empty(kind & where))
            terms += [(formula, true), (f.negation(formula), every ^ true)]
        return sorted(terms, key=lambda term: size(term[0]))

    def within(self, model: SetAlgebra[Set]) -> Self:
        """The kinds restricted to a submodel, where some may vanish."""
        kinds = copy(self)
        kinds.model = model
        kinds.sets, kinds.of_atoms = (
            [each for kind in parts if not model.is_empty(each := kind & model.domain)]
            for parts in (self.sets, self.of_atoms)
        )
        return kinds

    def _formula(self, path: Path) -> Formula:
        """The conjunction of separating formulas, or their negations, along a path."""
        signed = [(self.separators[number][0], value) for number, value in path]
        return f.conj(formula if value else f.negation(formula) for formula, value in signed)
