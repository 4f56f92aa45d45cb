"""Inductions as lines: the disjunction of what the lemmas suppose is an invariant, from which rule Ind concludes.

A lemma ``X -> C_G f`` supposes X, and that the lemmas hold at the next world towards a counterexample. So X leads to
``E_G (f & Y)``, where Y is the disjunction of all X; if the next world uses more of the failure of ``C_G f`` there, Y
has ``C_G f`` too. After an announcement the fixpoint has another formula, and the rule is AnnC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kripke.prove.errors import NoDerivation
from kripke.prove.proofs.deriving.claims import Claim, Reader, Way
from kripke.prove.proofs.deriving.common import Fixpoint
from kripke.prove.proofs.deriving.facts import Facts, Proved
from kripke.prove.proofs.deriving.sheet import FEW, Draft
from kripke.prove.proofs.deriving.wording import implication
from kripke.prove.proofs.script import Lemma
from logic import clauses as f
from logic.constructors import conj, disj
from logic.formula import Formula
from logic.measure import size


@dataclass(frozen=True, slots=True)
class _Read:
    """A lemma of an induction.

    Parameters
    ----------
    ways : list of Way
        The ways to the counterexample; none for a lemma that follows from others at the same world.
    supposed : Formula
        The conjunction of what it supposes, besides the failure of the fixpoint.
    """

    number: int
    claim: Claim
    ways: list[Way]
    supposed: Formula
    needs_failure: bool


def prove_by_induction(facts: Facts, lemmas: Sequence[Lemma], first: int) -> list[Proved]:
    """The lines of the lemmas of an induction."""
    read = [_read(facts, lemma, number) for number, lemma in enumerate(lemmas, first)]
    families: dict[Fixpoint, list[_Read]] = {}
    for lemma, each in zip(lemmas, read, strict=True):
        families.setdefault(facts.fixpoint(lemma.clause[0]), []).append(each)
    found: dict[int, Proved] = {}
    for fixpoint, family in families.items():
        found |= _Family(facts, fixpoint, family).proved()
    return [found[each.number] for each in read]


def _read(facts: Facts, lemma: Lemma, number: int) -> _Read:
    reader = Reader(facts, lemma.tableau)
    claim = reader.claim()
    if claim.laws:
        raise NoDerivation("the proof is by induction over worlds that an agent sees, which no formula says")
    nodes = [lemma.tableau.steps[place].node for place in claim.facts]
    supposed = [facts.formula(node) for node in nodes if node != lemma.clause[0] ^ 1]
    return _Read(number, claim, reader.ways, conj(supposed), len(supposed) < len(nodes))


class _Family:
    """The lemmas of an induction about one fixpoint."""

    def __init__(self, facts: Facts, fixpoint: Fixpoint, lemmas: list[_Read]) -> None:
        self.facts, self.sheet, self.fixpoint = facts, facts.axioms.sheet, fixpoint
        self.lemmas = {lemma.number: lemma for lemma in lemmas}
        self.strong = [lemma for lemma in lemmas if lemma.ways]
        self.weak = {lemma.number: self._within(lemma) for lemma in lemmas if not lemma.ways}
        self.invariant = disj([lemma.supposed for lemma in self.strong])
        self.needs_fixpoint = not all(self._suffices(lemma) for lemma in self.strong)
        if self.needs_fixpoint:
            self.invariant = disj([*[lemma.supposed for lemma in self.strong], fixpoint.formula])
        self.after = fixpoint.step(self.invariant)

    def proved(self) -> dict[int, Proved]:
        """The lemmas by number."""
        whole = self._by_induction() if self.strong else []
        return {number: Proved((*whole, *self._from_others(number))) for number in self.lemmas}

    def _from_others(self, number: int) -> list[Draft]:
        """The lines of a lemma that follows from others at the same world, and of those before it."""
        return [line for other, line in self.weak.items() if other <= number] if number in self.weak else []

    def _by_induction(self) -> list[Draft]:
        """The lines that the fixpoint follows from what any of the lemmas supposes."""
        nothing_given = all(not given for lemma in self.strong for _, given, _ in self._next(lemma))
        if nothing_given and self.fixpoint.pre is None:
            lines = [line for lemma in self.strong for _, _, each in self._next(lemma) for line in each]
            return self.sheet.lift(partial(f.C, self.fixpoint.group), [], self.fixpoint.body, lines)
        lines = [line for lemma in self.strong for line in self._steps(lemma)]
        if self.needs_fixpoint:
            then = self.fixpoint.step(self.fixpoint.formula)
            lines += self.facts.commons.unfolding(self.fixpoint)
            lines += self.sheet.lift(self.fixpoint.everyone, [then], self.after, [])
        return self.facts.commons.induction(self.fixpoint, self.invariant, lines)

    def _within(self, lemma: _Read) -> Draft:
        """The line of a lemma that follows from others at the same world."""
        others = [self.lemmas[number].supposed for number in lemma.claim.hypotheses]
        said = implication([lemma.supposed], disj(others))
        if lemma.needs_failure or not self.sheet.follows(lemma.claim.lines, said):
            said = implication([lemma.supposed], disj([*others, self.fixpoint.formula]))
        return self.sheet.conclude(said, lemma.claim.lines)

    def _suffices(self, lemma: _Read) -> bool:
        """Whether the invariant needs no fixpoint for this lemma."""
        then = self.fixpoint.step(self.invariant)
        steps = [(given, lines) for _, given, lines in self._next(lemma)]
        return not lemma.needs_failure and all(
            self.sheet.follows(lines, implication(given, then)) for given, lines in steps
        )

    def _next(self, lemma: _Read) -> Iterator[tuple[frozenset[str], list[Formula], list[Draft]]]:
        """For each agent the facts at the next world, and the lines from which the invariant follows there."""
        for group in dict.fromkeys(way.group for way in lemma.ways):
            ways = [way for way in lemma.ways if way.group == group]
            given = dict.fromkeys(each for way in ways for each in way.given)
            yield group, list(given), [*[line for way in ways for line in way.lines], *self.weak.values()]

    def _steps(self, lemma: _Read) -> list[Draft]:
        """The lines from which ``X -> E_G (f & Y)`` follows."""
        steps = [(group, self._needed(given, lines), lines) for group, given, lines in self._next(lemma)]
        if len(steps) > 1 and all(set(given) == set(steps[0][1]) for _, given, _ in steps):
            lines = [line for _, _, each in steps for line in each]
            return [*lemma.claim.lines, *self.sheet.lift(self.fixpoint.everyone, steps[0][1], self.after, lines)]
        found = list(lemma.claim.lines)
        for group, given, lines in steps:
            found += self.sheet.lift(self.facts.axioms.box(group), given, self.after, lines)
        return found

    def _needed(self, given: list[Formula], lines: list[Draft]) -> list[Formula]:
        """The facts that the next step needs; of those that could stand for each other the small ones."""
        for fact in sorted(given, key=size, reverse=True) if len(given) <= FEW else []:
            rest = [other for other in given if other != fact]
            if self.sheet.follows(lines, implication(rest, self.after)):
                given = rest
        return given
