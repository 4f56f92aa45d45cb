"""Exercises on proofs, line by line: derivations, and Fitch-style proofs to write, complete or correct."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kripke.prove.answers import Proof
from kripke.prove.errors import DerivationError, NoDerivation, NoProof
from kripke.prove.face import entails
from kripke.prove.fitch.making import make
from kripke.prove.fitch.proof import FitchProof
from kripke.prove.fitch.reading import NAMES
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.marking import Marking, WrittenProof
from kripke.prove.hilbert.reading import Line
from learn.exercises.arguments import is_trivial, needless, random_entailment
from learn.exercises.exercise import AFormula, Drafts, Exercise, Name, Unsolvable, limit
from learn.exercises.marks import Mark, Marks, cut_short, listed
from learn.exercises.small_models import namings
from logic.clauses import conj
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.typed import read_typed

SECONDS = 1.5  # Time limit in seconds of the marking, whose steps by propositional logic call a SAT solver
LONGEST = 10_000  # maximal number of characters of a derivation
ATOMS = ("p", "q", "r", "s", "t", "u")  # renaming two or three atoms of an argument gives 30 or 120 arguments


class FromPremises(Exercise):
    """An exercise with a formula and premises; the answer is the text of a proof of the formula."""

    style: ClassVar[type[WrittenProof]]  # the class of the proofs
    lengths: ClassVar[tuple[int, int]]  # maximum numbers of lines of a proof of difficulty 1, and of difficulty 2
    steps: ClassVar[Mapping[int, tuple[int, int]]]  # for each difficulty, least and most steps of an argument

    goal: AFormula
    premises: Annotated[tuple[AFormula, ...], Field(max_length=12, strict=False)] = ()
    logic: Name = "S5"
    answer: Annotated[str, Field(max_length=LONGEST)]

    @property
    def statement(self) -> str:
        """The goal, the premises and the logic, in words."""
        given = " and ".join([f"`{formula}`" for formula in self.premises])
        return f"`{self.goal}`{' from ' + given if given else ''} in {self.logic}"

    def read_lines(self, text: str, notes: list[str] | None = None) -> tuple[Line, ...]:
        """Parse a typed proof leniently into its lines; notes on the reading of formulas are appended to `notes`."""

        def reader(texts: Sequence[str], _: bool) -> list[Formula]:
            typed = read_typed(texts, conj((*self.premises, self.goal)).atoms, boxes=True)
            if notes is not None:
                notes.extend(typed.notes)
            return typed.formulas

        return self.style.parse(text, reader).lines

    def check(self, lines: tuple[Line, ...]) -> Marking:
        """Check the lines as a proof of the goal."""
        return self.style(lines, self.logic).check(self.goal, self.premises or None, time=limit(SECONDS))

    def marked(self, answer: str) -> Marks:
        """Mark a proof: 2 points if all lines follow, 1 if half do, 0 if nothing new follows; 2 more for the goal."""
        notes: list[str] = []
        marking = self.check(self.read_lines(answer, notes))
        own = [mark.right for mark in marking.marks if mark.line.rule != "premise"]
        if not own and not marking:
            return Marks((Mark(0, 4, "Nothing is derived yet: write lines that follow from the premises or axioms."),))
        right, count = sum(mark.right for mark in marking.marks), len(marking.marks)
        half = 2 if right == count else int(2 * sum(own) >= len(own))
        says = "Each line follows." if half == 2 else f"{right} of {count} lines follow."
        if not marking and not self.leads_on(marking):
            half, says = 0, "No line that follows leads on from the premises yet."
        proved = f"They prove {self.goal}." if marking else marking.problem or f"{self.goal} is not proved yet."
        why = [*notes, *_notes(marking)]
        return Marks((Mark(half, 2, says, tuple(why)), Mark(2 if marking else 0, 2, proved)))

    def leads_on(self, marking: Marking) -> bool:
        """Return whether some line derives a new formula from premises, assumptions or, without premises, axioms."""
        said, sources = set[Formula](), set[int]()
        for line, right in ((mark.line, mark.right) for mark in marking.marks):
            cites = {int(number) for each in line.of for number in (each if isinstance(each, tuple) else (each,))}
            if right and cites & sources and line.formula not in said:
                return True
            if right and (cites & sources or (line.rule in ("premise", "assume") if self.premises else not line.of)):
                sources.add(line.number)
            said.add(line.formula)
        return False

    def warnings(self) -> tuple[str, ...]:
        if self.goal in self.premises:
            return ("the goal is one of the premises",)
        premise = needless(self.premises, self.goal, self.logic)
        return (f"the goal follows without the premise {premise}",) if premise is not None else ()

    @classmethod
    def level(cls, proof: WrittenProof) -> int:
        """Return the difficulty of a proof, by its number of lines."""
        return 1 + sum(len(proof.lines) > most for most in cls.lengths)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield random premises with a conclusion, under all renamings of the atoms and agents."""
        entailment = random_entailment(rng, rng.randint(*cls.steps[difficulty]), ATOMS[:3], ("a", "b"))
        if entailment is None:
            return
        formulas = (*entailment[0], entailment[1])
        for likeness in namings(tuple(map(str, formulas)), sorted(conj(formulas).atoms), ATOMS):
            yield likeness, likeness

    @classmethod
    def finished(cls, rng: Random, difficulty: int, texts: tuple[str, ...]) -> Exercise | None:
        *premises, goal = map(parse, texts)
        if is_trivial(premises, goal):
            return None
        return cls._made(rng, {"goal": goal, "premises": tuple(premises), "difficulty": difficulty})

    @classmethod
    @abstractmethod
    def _made(cls, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        """Return the exercise with these fields and an answer; None if the difficulty is wrong."""


class Derive(FromPremises):
    """An exercise with a formula and premises; the answer is a Hilbert-style derivation, as text."""

    form = "text"
    style = Derivation
    lengths = 4, 6
    steps: ClassVar = {1: (1, 2), 2: (2, 3), 3: (4, 5)}

    kind: Literal["derive"] = "derive"

    def shown(self) -> dict[str, Any]:
        lines = [f"{i}. {formula.to_ascii()}  premise" for i, formula in enumerate(self.premises, 1)]
        return {"start": "\n".join(lines)}

    def measure(self) -> int:
        """Return difficulty 1 for a generated derivation of up to 4 lines, 2 for up to 6, 3 for more."""
        return self.level(_derivation(self.premises, self.goal, self.logic))

    @classmethod
    def _made(cls, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        derivation = _derivation(fields["premises"], fields["goal"], "S5")
        is_good = cls.level(derivation) == fields["difficulty"] and len(str(derivation)) <= LONGEST
        return cls(answer=str(derivation), **fields) if is_good else None


def _derivation(premises: tuple[Formula, ...], goal: Formula, logic: str) -> Derivation:
    proof = entails(premises, goal, logic, time=limit(SECONDS))
    if not isinstance(proof, Proof):
        raise Unsolvable(f"goal: {goal} does not follow in {logic}")
    try:
        return proof.derivation()
    except (NoDerivation, NoProof, TooLarge) as error:
        raise Unsolvable(f"goal: {error.message}") from None


def _notes(marking: Marking) -> tuple[str, ...]:
    """Return the lines with a note, each followed by its note, shortened by `cut_short`."""
    notes: list[str] = []
    for mark, row in zip(marking.marks, marking.rows, strict=True):
        notes += [row, *(f"  {note}" for note in mark.note.splitlines())] if mark.note else []
    return cut_short(notes)


LENGTHS = {1: (4, 6), 2: (7, 9), 3: (10, 18)}  # for each difficulty, least and most lines of a sample proof
SEARCHED = 400  # number of lines after which the search for a proof ends; unlike a time, the same on every machine
TRIES = 60  # number of random changes of a line that are tried until that line is wrong and all others are right


class OnProofs(FromPremises):
    """The base class of exercises with a Fitch-style proof as the answer; each kind defines the lines to start from."""

    form = "proof"
    style = FitchProof
    lengths = 6, 9
    steps: ClassVar = {1: (1, 2), 2: (3, 4), 3: (4, 5)}

    @property
    @abstractmethod
    def given(self) -> tuple[Line, ...]:
        """The lines that the student starts from, such as the premises."""

    def shown(self) -> dict[str, Any]:
        """Return the public data: the proof to start from, with its lines, its goal and its premises."""
        lines = [line.to_dict() for line in self.given]
        problem = {"goal": self.goal.to_ascii(), "premises": [each.to_ascii() for each in self.premises]}
        return {"proof": {"style": "fitch", "logic": self.logic, "lines": lines, **problem}}

    def changed(self, lines: tuple[Line, ...]) -> list[int] | None:
        """Return the numbers of the lines that differ from `given`; None if line numbers or subproofs differ."""
        given = self.given
        if [(each.number, each.bars) for each in lines] != [(each.number, each.bars) for each in given]:
            return None
        return [each.number for each, old in zip(lines, given, strict=True) if each != old]

    def measure(self) -> int:
        """Return difficulty 1 for a sample proof of up to 6 lines, 2 for up to 9, 3 for more; `Unsolvable` if wrong."""
        try:
            lines = self.read_lines(self.answer)
        except DerivationError as error:
            raise Unsolvable(f"answer: {error.message}") from None
        if not (marking := self.check(lines)):
            raise Unsolvable(f"answer: {marking.summary}")
        return self.level(FitchProof(lines))

    @classmethod
    def _made(cls, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        systems, (least, most) = dict.fromkeys(("a", "b"), "S5"), LENGTHS[fields["difficulty"]]
        with suppress(NoDerivation, TooLarge):
            proof = make(fields["goal"], fields["premises"], (), systems, time=None, most=SEARCHED)
            if least <= len(proof.lines) <= most:
                return cls._on(proof, rng, {"answer": str(FitchProof(proof.lines)), **fields})
        return None

    @classmethod
    @abstractmethod
    def _on(cls, proof: FitchProof, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        """Return the exercise on a proof, with these fields; None if the proof is unsuitable."""


class ProofGap(OnProofs):
    """An exercise with a proof that has gaps; the answer is the complete proof."""

    kind: Literal["proof_gap"] = "proof_gap"
    gaps: Annotated[tuple[int, ...], Field(min_length=1, max_length=12, strict=False)]

    @property
    def task(self) -> str:
        lines, them = ("lines", "them") if len(self.gaps) > 1 else ("line", "it")
        return f"This proof of {self.statement} lacks {lines} {listed(self.gaps)}. Fill {them} in."

    @cached_property
    def given(self) -> tuple[Line, ...]:
        return self.read_lines(self.answer)

    def shown(self) -> dict[str, Any]:
        shown = super().shown()
        for number in self.gaps:
            shown["proof"]["lines"][number - 1] |= {"formula": "", "why": ""}
        return shown | {"open": [number - 1 for number in self.gaps]}

    def marked(self, answer: str) -> Marks:
        """Mark an answer: a point for each gap whose line follows, and as many points again for a correct proof."""
        count, notes = len(self.gaps), list[str]()
        lines = self.read_lines(answer, notes)
        left = set(self.gaps).difference([line.number for line in lines])
        sample = [line for line in self.given if line.number in left]  # with it, the other lines are marked
        lines = tuple(sorted((*lines, *sample), key=lambda line: line.number))
        changed = self.changed(lines)
        if changed is None or (given := [number for number in changed if number not in self.gaps]):
            says = "The given lines are not there" if changed is None else f"Line {given[0]} is given"
            return Marks((Mark(0, 2 * count, f"{says}: fill the gaps alone."),))
        marking = self.check(lines)
        why = {mark.line.number: tuple(mark.problem.splitlines()) for mark in marking.marks}
        rows = [
            Mark(0, 1, f"Line {n} is missing.")
            if n in left
            else Mark(int(not why[n]), 1, f"Line {n} {'does not follow' if why[n] else 'follows'}.", why[n])
            for n in self.gaps
        ]
        if left:
            return Marks((*rows, Mark(0, count, "The proof is not complete yet.", tuple(notes))))
        wrong = [number for number in marking.wrong if number not in self.gaps]
        says = "The whole proof is right." if marking else "The proof is not right yet."
        if wrong:
            says = f"With {'these lines' if count > 1 else 'this line'}, line {wrong[0]} does not follow."
        notes += why[wrong[0]] if wrong else ()
        return Marks((*rows, Mark(count if marking else 0, count, says, tuple(notes))))

    def measure(self) -> int:
        """Return the difficulty, as for all exercises on proofs; `Unsolvable` if a gap is not a line of the proof."""
        lines = {line.number for line in self.given}
        if missing := [number for number in self.gaps if number not in lines]:
            raise Unsolvable(f"gaps: the proof has no line {missing[0]}")
        return super().measure()

    @classmethod
    def _on(cls, proof: FitchProof, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        places = [line.number for line in proof.lines[:-1] if line.of]
        count = min(fields["difficulty"], 2)
        return cls(gaps=tuple(sorted(rng.sample(places, count))), **fields) if len(places) >= count else None


class ProofFault(OnProofs):
    """An exercise with a proof that has one wrong line; the answer is the proof with this line corrected."""

    kind: Literal["proof_fault"] = "proof_fault"
    start: Annotated[str, Field(max_length=LONGEST)]

    @cached_property
    def given(self) -> tuple[Line, ...]:
        return self.read_lines(self.start)

    @cached_property
    def wrong(self) -> tuple[int, ...]:
        """The numbers of the wrong lines of `start`."""
        return self.check(self.given).wrong

    def marked(self, answer: str) -> Marks:
        """Mark a proof: a point for finding the wrong line, one for its repair; changing a right line costs points.

        With this loss, changing a random line has the expected value 0.
        """
        notes: list[str] = []
        lines = self.read_lines(answer, notes)
        changed, (wrong,) = self.changed(lines), self.wrong
        if changed is None or len(changed) != 1:
            says = "Change one line of this proof alone." if changed != [] else "Nothing is changed yet."
            return Marks((Mark(0, 2, says),))
        if changed != [wrong]:
            cost = Fraction(-1, sum(bool(line.of) for line in self.given) - 1 or 1)
            return Marks((Mark(cost, 2, f"Line {changed[0]} was right: it followed by its rule."),))
        marking = self.check(lines)
        problems = {mark.line.number: mark.problem for mark in marking.marks if mark.problem}
        number = wrong if wrong in problems else next(iter(problems), 0)
        says = "Now the whole proof is right." if marking else "It is not mended yet."
        if number not in (0, wrong):
            says = f"It is not mended yet: now line {number} does not follow."
        why = (*notes, *problems.get(number, "").splitlines())
        return Marks((Mark(1, 1, f"Line {wrong} did not follow."), Mark(int(bool(marking)), 1, says, why)))

    def measure(self) -> int:
        """Return the difficulty; `Unsolvable` unless exactly one line is wrong and the answer changes only this one."""
        changed = self.changed(self.read_lines(self.answer))
        if len(self.wrong) != 1 or changed != [*self.wrong]:
            says = f"the wrong lines are {listed(self.wrong)}, the answer changes {listed(changed or ())}"
            raise Unsolvable(f"start: {says}")
        return super().measure()

    @classmethod
    def _on(cls, proof: FitchProof, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        premises, goal = fields["premises"], fields["goal"]
        places = [place for place, line in enumerate(proof.lines) if line.of]
        for _ in range(TRIES):
            place = rng.choice(places)
            lines = (*proof.lines[:place], _other(rng, proof, place), *proof.lines[place + 1 :])
            if FitchProof(lines, "S5").check(goal, premises).wrong == (place + 1,):
                return cls(start=str(FitchProof(lines)), **fields)
        return None


class WriteProof(OnProofs):
    """An exercise with a formula and premises; the answer is a Fitch-style proof."""

    kind: Literal["write_proof"] = "write_proof"

    @property
    def given(self) -> tuple[Line, ...]:
        return tuple([Line(i, formula, "premise") for i, formula in enumerate(self.premises, 1)])

    def shown(self) -> dict[str, Any]:
        return super().shown() | {"grows": True}

    @classmethod
    def _on(cls, proof: FitchProof, rng: Random, fields: dict[str, Any]) -> Exercise | None:
        return cls(**fields)


def _other(rng: Random, proof: FitchProof, place: int) -> Line:
    """Return the line at an index with a random change: another formula, rule or reference."""
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
