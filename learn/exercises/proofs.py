"""Exercises on proofs in the style of Fitch: fill the gaps, mend the wrong line, write a proof from nothing."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kripke.prove.errors import DerivationError, NoDerivation
from kripke.prove.fitch.making import make
from kripke.prove.fitch.proof import FitchProof
from kripke.prove.fitch.reading import NAMES
from kripke.prove.hilbert.reading import Line
from learn.exercises.derive import LONGEST, FromPremises, is_trivial
from learn.exercises.exercise import Exercise, Unsolvable
from learn.exercises.marks import Mark, Marks, listed
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse

LENGTHS = {1: (4, 6), 2: (7, 9), 3: (10, 18)}
"""Difficulty -> least and largest number of lines of the sample proof."""
SEARCHED = 400  # number of lines after which no proof is looked for; the same on every machine, as a time is not
TRIES = 60  # Random changes of a line that are tried, until one is wrong and leaves the others right


class OnProofs(FromPremises):
    """An exercise whose answer is a proof in the style of Fitch, as text; a kind says what is given of it."""

    form = "proof"
    style = FitchProof
    lengths = 6, 9
    steps: ClassVar = {1: (1, 2), 2: (3, 4), 3: (4, 5)}

    @property
    @abstractmethod
    def given(self) -> tuple[Line, ...]:
        """The lines to begin with, such as the premises."""

    def shown(self) -> dict[str, Any]:
        """The proof to begin with: its lines, those that can be changed, and whether lines are marked and come."""
        lines = [line.to_dict() for line in self.given]
        asked = {"goal": self.goal.to_ascii(), "premises": [each.to_ascii() for each in self.premises]}
        return {"proof": {"style": "fitch", "logic": self.logic, "lines": lines, **asked}}

    def changed(self, lines: tuple[Line, ...]) -> list[int] | None:
        """The numbers of the lines that are not as they were; None if these are other lines, or bars."""
        if [(each.number, each.bars) for each in lines] != [(each.number, each.bars) for each in self.given]:
            return None
        return [each.number for each, old in zip(lines, self.given, strict=True) if each != old]

    def measure(self) -> int:
        """1 if the sample proof has up to 6 lines, 2 if up to 9, else 3; `Unsolvable` if it is no proof of the goal."""
        try:
            lines = self.read_lines(self.answer)
        except DerivationError as error:
            raise Unsolvable(f"answer: {error.message}") from None
        if not (marking := self.check(lines)):
            raise Unsolvable(f"answer: {marking.summary}")
        return self.level(FitchProof(lines))

    @classmethod
    def finished(cls, rng: Random, difficulty: int, texts: tuple[str, ...]) -> Exercise | None:
        *premises, goal = map(parse, texts)
        proof = _proof(tuple(premises), goal, difficulty)
        if proof is None or is_trivial(premises, goal):
            return None
        fields = {"goal": goal, "premises": tuple(premises), "answer": _text(proof), "difficulty": difficulty}
        return cls._made(rng, proof, fields)

    @classmethod
    @abstractmethod
    def _made(cls, rng: Random, proof: FitchProof, fields: dict[str, Any]) -> Exercise | None:
        """The exercise on a proof."""


class ProofGap(OnProofs):
    """A proof without some of its lines; the answer is the whole proof."""

    kind: Literal["proof_gap"] = "proof_gap"
    gaps: Annotated[tuple[int, ...], Field(min_length=1, max_length=12, strict=False)]

    @property
    def task(self) -> str:
        lines, them = ("lines", "them") if len(self.gaps) > 1 else ("line", "it")
        return f"This proof of {self.statement} lacks {lines} {listed(self.gaps)}. Fill {them} in."

    @property
    def given(self) -> tuple[Line, ...]:
        return self.read_lines(self.answer)

    def shown(self) -> dict[str, Any]:
        shown = super().shown()
        for number in self.gaps:
            shown["proof"]["lines"][number - 1] |= {"formula": "", "why": ""}
        return shown | {"open": [number - 1 for number in self.gaps]}

    def marked(self, answer: str) -> Marks:
        """A point for each gap whose line follows, and as many if the whole proof is right."""
        count = len(self.gaps)
        notes: list[str] = []
        lines = self.read_lines(answer, notes)
        changed = self.changed(lines)
        if changed is None or (given := [number for number in changed if number not in self.gaps]):
            says = "The given lines are not there" if changed is None else f"Line {given[0]} is given"
            return Marks((Mark(0, 2 * count, f"{says}: fill the gaps alone."),))
        marking = self.check(lines)
        marks = {mark.line.number: mark for mark in marking.marks}
        rows = [
            Mark(int(marks[n].right), 1, f"Line {n} {'follows' if marks[n].right else 'does not follow'}.",
                 tuple(marks[n].problem.splitlines()))
            for n in self.gaps
        ]  # fmt: skip
        wrong = [number for number in marking.wrong if number not in self.gaps]
        says = "The whole proof is right." if marking else "The proof is not right yet."
        if wrong:
            says = f"With {'these lines' if count > 1 else 'this line'}, line {wrong[0]} does not follow."
        why = tuple(marks[wrong[0]].problem.splitlines()) if wrong else ()
        return Marks((*rows, Mark(count if marking else 0, count, says, (*notes, *why))))

    def measure(self) -> int:
        """As for all kinds; `Unsolvable` too for a gap that is no line."""
        lines = {line.number for line in self.given}
        if missing := [number for number in self.gaps if number not in lines]:
            raise Unsolvable(f"gaps: the proof has no line {missing[0]}")
        return super().measure()

    @classmethod
    def _made(cls, rng: Random, proof: FitchProof, fields: dict[str, Any]) -> Exercise | None:
        places = [line.number for line in proof.lines[:-1] if line.of]
        count = min(fields["difficulty"], 2)
        return cls(gaps=tuple(sorted(rng.sample(places, count))), **fields) if len(places) >= count else None


class ProofFault(OnProofs):
    """A proof with one wrong line; the answer is the proof with another line there."""

    kind: Literal["proof_fault"] = "proof_fault"
    start: Annotated[str, Field(max_length=LONGEST)]

    @property
    def given(self) -> tuple[Line, ...]:
        return self.read_lines(self.start)

    def marked(self, answer: str) -> Marks:
        """A point for the wrong line, and one if it is mended; to change a right line costs what guessing earns."""
        notes: list[str] = []
        lines = self.read_lines(answer, notes)
        changed, (wrong,) = self.changed(lines), self.check(self.given).wrong
        if changed is None or len(changed) != 1:
            says = "Change one line of this proof alone." if changed != [] else "Nothing is changed yet."
            return Marks((Mark(0, 2, says),))
        if changed != [wrong]:
            cost = Fraction(-1, sum(bool(line.of) for line in self.given) - 1 or 1)
            return Marks((Mark(cost, 2, f"Line {changed[0]} was right: it followed by its rule."),))
        marking = self.check(lines)
        marks = {mark.line.number: mark for mark in marking.marks}
        number = wrong if marks[wrong].problem else (*marking.wrong, 0)[0]
        says = "Now the whole proof is right." if marking else "It is not mended yet."
        if not marking and number and number != wrong:
            says = f"It is not mended yet: now line {number} does not follow."
        why = tuple(marks[number].problem.splitlines()) if number else ()
        found = Mark(1, 1, f"Line {wrong} did not follow.")
        return Marks((found, Mark(int(bool(marking)), 1, says, (*notes, *why))))

    def measure(self) -> int:
        """As for all kinds; `Unsolvable` too unless one line is wrong, and the sample answer changes it alone."""
        wrong, changed = self.check(self.given).wrong, self.changed(self.read_lines(self.answer))
        if len(wrong) != 1 or changed != [*wrong]:
            raise Unsolvable(f"start: the wrong lines are {listed(wrong)}, the answer changes {listed(changed or ())}")
        return super().measure()

    @classmethod
    def _made(cls, rng: Random, proof: FitchProof, fields: dict[str, Any]) -> Exercise | None:
        premises, goal = fields["premises"], fields["goal"]
        places = [place for place, line in enumerate(proof.lines) if line.of]
        for _ in range(TRIES):
            place = rng.choice(places)
            lines = (*proof.lines[:place], _other(rng, proof, place), *proof.lines[place + 1 :])
            if FitchProof(lines, "S5").check(goal, premises).wrong == (place + 1,):
                return cls(start=_text(FitchProof(lines)), **fields)
        return None


class WriteProof(OnProofs):
    """A formula and premises; the answer is a proof in the style of Fitch."""

    kind: Literal["write_proof"] = "write_proof"

    @property
    def given(self) -> tuple[Line, ...]:
        return tuple([Line(i, formula, "premise") for i, formula in enumerate(self.premises, 1)])

    def shown(self) -> dict[str, Any]:
        return super().shown() | {"grows": True}

    @classmethod
    def _made(cls, rng: Random, proof: FitchProof, fields: dict[str, Any]) -> Exercise | None:
        return cls(**fields)


def _text(proof: FitchProof) -> str:
    return str(FitchProof(proof.lines))


def _proof(premises: tuple[Formula, ...], goal: Formula, difficulty: int) -> FitchProof | None:
    """The tool's own proof, if it is of the difficulty."""
    systems = dict.fromkeys(("a", "b"), "S5")
    try:
        made = make(goal, premises, (), systems, time=None, most=SEARCHED)
    except (NoDerivation, TooLarge):
        return None
    least, most = LENGTHS[difficulty]
    return made if least <= len(made.lines) <= most else None


def _other(rng: Random, proof: FitchProof, place: int) -> Line:
    """A line with another formula, another rule that takes as much, or another line or subproof that it takes."""
    line = proof.lines[place]
    roll = rng.random()
    if roll < 0.4:
        others = [other.formula for other in proof.lines if other.formula != line.formula]
        return replace(line, formula=rng.choice(others or [line.formula]))
    if roll < 0.7:
        return replace(line, rule=rng.choice([each.rule for each in proof.lines if each.of] + [*NAMES]))
    which = rng.randrange(len(line.of))
    cited = [each for other in proof.lines for each in other.of if type(each) is type(line.of[which])]
    return replace(line, of=(*line.of[:which], rng.choice(cited), *line.of[which + 1 :]))
