"""Inductions as lines: the disjunction of what the lemmas suppose is an invariant, from which rule Ind concludes.

A lemma ``X -> C_G f`` supposes X, and that the lemmas hold at the next world towards a counterexample. So X leads to
``E_G (f & Y)``, where Y is the disjunction of all X; if the next world uses more of the failure of ``C_G f`` there, Y
has ``C_G f`` too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kripke.prove.errors import NoDerivation
from kripke.prove.proofs.deriving.claims import Claim, Reader, Way
from kripke.prove.proofs.deriving.facts import AFTER_ANNOUNCEMENT, Facts, Proved
from kripke.prove.proofs.deriving.sheet import Draft
from kripke.prove.proofs.deriving.wording import implication
from kripke.prove.proofs.script import Lemma
from logic import clauses as f
from logic.constructors import conj, disj
from logic.formula import Formula


@dataclass(frozen=True, slots=True)
class _Read:
    """A lemma of an induction.

    Parameters
    ----------
    number : int
        Its number.
    claim : Claim
        What its tableau says of world 0.
    ways : list of Way
        The ways to the counterexample; none for a lemma that follows from others at the same world.
    supposed : Formula
        The conjunction of what it supposes, besides the failure of the fixpoint.
    needs_failure : bool
        Whether it uses that failure at world 0.
    """

    number: int
    claim: Claim
    ways: list[Way]
    supposed: Formula
    needs_failure: bool


def prove_by_induction(facts: Facts, lemmas: Sequence[Lemma], first: int) -> list[Proved]:
    """The lines of the lemmas of an induction.

    Parameters
    ----------
    facts : Facts
        What steps rest on.
    lemmas : sequence of Lemma
        The lemmas.
    first : int
        The number of the first one.
    """
    read = [_read(facts, lemma, number) for number, lemma in enumerate(lemmas, first)]
    families: dict[Formula, list[_Read]] = {}
    for lemma, each in zip(lemmas, read, strict=True):
        families.setdefault(facts.formula(lemma.clause[0]), []).append(each)
    found: dict[int, Proved] = {}
    for common, family in families.items():
        if not isinstance(common, f.C):
            raise NoDerivation(AFTER_ANNOUNCEMENT)
        found |= _Family(facts, common, family).proved()
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

    def __init__(self, facts: Facts, common: f.C, lemmas: list[_Read]) -> None:
        self.facts, self.sheet, self.common = facts, facts.axioms.sheet, common
        self.lemmas = {lemma.number: lemma for lemma in lemmas}
        self.everyone = partial(f.E, common.group)
        self.strong = [lemma for lemma in lemmas if lemma.ways]
        self.weak = {lemma.number: self._within(lemma) for lemma in lemmas if not lemma.ways}
        self.invariant = disj([lemma.supposed for lemma in self.strong])
        if not all(self._suffices(lemma) for lemma in self.strong):
            self.invariant = disj([*[lemma.supposed for lemma in self.strong], common])
        self.after = f.And(common.sub, self.invariant)

    def proved(self) -> dict[int, Proved]:
        """The lemmas by number."""
        if all(not given for lemma in self.strong for _, given, _ in self._next(lemma)):
            return self._known_to_all()
        lines = [line for lemma in self.strong for line in self._steps(lemma)]
        if self._has_common:
            lines += [self._fixpoint(), *self.sheet.lift(self.everyone, [self._then], self.after, [])]
        step = self.sheet.conclude(f.Implies(self.invariant, self.everyone(self.after)), lines)
        whole = self.sheet.line(f.Implies(self.invariant, self.common), "Ind", step)
        return {n: Proved((whole, self.weak[n]) if n in self.weak else (whole,)) for n in self.lemmas}

    def _known_to_all(self) -> dict[int, Proved]:
        """The lemmas, if what is common knowledge is a theorem."""
        lines = [line for lemma in self.strong for _, _, each in self._next(lemma) for line in each]
        whole = self.sheet.lift(partial(f.C, self.common.group), [], self.common.sub, lines)
        return dict.fromkeys(self.lemmas, Proved(tuple(whole)))

    @property
    def _has_common(self) -> bool:
        return self.invariant == self.common or (
            isinstance(self.invariant, f.Or) and self.invariant.right == self.common
        )

    @property
    def _then(self) -> Formula:
        return f.And(self.common.sub, self.common)

    def _fixpoint(self) -> Draft:
        return self.sheet.line(f.Iff(self.common, self.everyone(self._then)), "Fix")

    def _within(self, lemma: _Read) -> Draft:
        """The line of a lemma that follows from others at the same world."""
        others = [self.lemmas[number].supposed for number in lemma.claim.hypotheses]
        return self.sheet.conclude(implication([lemma.supposed], disj([*others, self.common])), lemma.claim.lines)

    def _suffices(self, lemma: _Read) -> bool:
        """Whether the invariant needs no fixpoint for this lemma."""
        then = f.And(self.common.sub, self.invariant)
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
        steps = list(self._next(lemma))
        if len(steps) > 1 and all(set(given) == set(steps[0][1]) for _, given, _ in steps):
            lines = [line for _, _, each in steps for line in each]
            return [*lemma.claim.lines, *self.sheet.lift(self.everyone, steps[0][1], self.after, lines)]
        found = list(lemma.claim.lines)
        for group, given, lines in steps:
            found += self.sheet.lift(self.facts.axioms.box(group), given, self.after, lines)
        return found
