"""Exercises of the kind "prove it, line by line"."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kripke.prove.answers import Proof
from kripke.prove.clock import Clock
from kripke.prove.errors import NoDerivation, NoProof
from kripke.prove.face import entails
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.marking import Marking, WrittenProof
from kripke.prove.hilbert.reading import Line
from kripke.prove.question.problem import Options, pose
from kripke.prove.search.search import Decision
from learn.exercises.arguments import random_entailment
from learn.exercises.exercise import AFormula, Drafts, Exercise, Name, Unsolvable, limit
from learn.exercises.marks import LINES, Mark, Marks
from learn.exercises.small_models import namings
from logic.clauses import Not, conj
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.typed import read_typed

SECONDS = 1.5  # Time limit of the marking, whose steps by propositional logic call a SAT solver
LONGEST = 10_000  # maximal number of characters of a derivation
ATOMS = ("p", "q", "r", "s", "t", "u")
"""Names of the atoms. An argument of two or three atoms has 30 or 120 namings, each of them an exercise."""


class FromPremises(Exercise):
    """A formula and premises; the answer is a proof, as text, or a part of one."""

    style: ClassVar[type[WrittenProof]]
    lengths: ClassVar[tuple[int, int]]
    """The largest number of lines of an easy proof, and of one of medium difficulty."""
    steps: ClassVar[Mapping[int, tuple[int, int]]]
    """Difficulty -> least and largest number of steps of a random argument: a third or more have it then."""

    goal: AFormula
    premises: Annotated[tuple[AFormula, ...], Field(max_length=12, strict=False)] = ()
    logic: Name = "S5"
    answer: Annotated[str, Field(max_length=LONGEST)]

    @property
    def statement(self) -> str:
        """What is proved from what, in which logic."""
        given = " and ".join([f"`{formula}`" for formula in self.premises])
        return f"`{self.goal}`{' from ' + given if given else ''} in {self.logic}"

    def read_lines(self, text: str, notes: list[str] | None = None) -> tuple[Line, ...]:
        """The lines of a proof's text, formulas as people type them, with the names in given ones; adds notes."""

        def reader(texts: Sequence[str], _: bool) -> list[Formula]:
            typed = read_typed(texts, conj((*self.premises, self.goal)).atoms, boxes=True)
            if notes is not None:
                notes.extend(typed.notes)
            return typed.formulas

        return self.style.parse(text, reader).lines

    def check(self, lines: tuple[Line, ...]) -> Marking:
        """The marking of lines."""
        return self.style(lines, self.logic).check(self.goal, self.premises or None, time=limit(SECONDS))

    def marked(self, answer: str) -> Marks:
        """Two points for right lines beside premises, one if half of them are; two more if they prove the goal."""
        notes: list[str] = []
        marking = self.check(self.read_lines(answer, notes))
        own = [mark.right for mark in marking.marks if mark.line.rule != "premise"]
        if not own and not marking:
            return Marks((Mark(0, 4, "Nothing is derived yet: write lines that follow from the premises or axioms."),))
        right, count = sum(mark.right for mark in marking.marks), len(marking.marks)
        half = 2 if right == count else int(2 * sum(own) >= len(own))
        says = "Each line follows." if half == 2 else f"{right} of {count} lines follow."
        proved = f"They prove {self.goal}." if marking else marking.problem or f"{self.goal} is not proved yet."
        why = [*notes, *_notes(marking)]
        return Marks((Mark(half, 2, says, tuple(why)), Mark(2 if marking else 0, 2, proved)))

    @classmethod
    def level(cls, proof: WrittenProof) -> int:
        """The difficulty of a proof."""
        return 1 + sum(len(proof.lines) > most for most in cls.lengths)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Drafts with a conclusion that follows from consistent premises in some steps, and not without them."""
        entailment = random_entailment(rng, rng.randint(*cls.steps[difficulty]), ATOMS[:3], ("a", "b"))
        if entailment is None:
            return
        formulas = (*entailment[0], entailment[1])
        for likeness in namings(tuple(map(str, formulas)), sorted(conj(formulas).atoms), ATOMS):
            yield likeness, likeness

    @classmethod
    @abstractmethod
    def finished(cls, rng: Random, difficulty: int, texts: tuple[str, ...]) -> Exercise | None:
        """The exercise with these premises and, last, this goal; None if it is trivial or of another difficulty."""


class Derive(FromPremises):
    """A formula and premises; the answer is a derivation in the style of Hilbert, as text."""

    form = "text"
    style = Derivation
    lengths = 4, 6
    steps: ClassVar = {1: (1, 2), 2: (2, 3), 3: (4, 5)}

    kind: Literal["derive"] = "derive"

    def shown(self) -> dict[str, Any]:
        lines = [f"{i}. {formula.to_ascii()}  premise" for i, formula in enumerate(self.premises, 1)]
        return {"start": "\n".join(lines)}

    def measure(self) -> int:
        """1 if the tool's own derivation has up to 4 lines, 2 if up to 6, else 3; `Unsolvable` if there is none."""
        return self.level(_derivation(self.premises, self.goal, self.logic))

    @classmethod
    def finished(cls, rng: Random, difficulty: int, texts: tuple[str, ...]) -> Exercise | None:
        *premises, goal = map(parse, texts)
        if is_trivial(premises, goal):
            return None
        derivation = _derivation(tuple(premises), goal, "S5")
        if cls.level(derivation) != difficulty or len(str(derivation)) > LONGEST:
            return None
        return cls(goal=goal, premises=tuple(premises), answer=str(derivation), difficulty=difficulty)


def is_trivial(premises: Sequence[Formula], goal: Formula) -> bool:
    """Whether a goal needs no premises, or follows from them only since they are inconsistent."""
    clock = Clock(None)  # no limit: the same on every machine
    asked = [pose(goals, Options("S5"), clock) for goals in ([Not(goal)], [*premises, goal])]
    return any(Decision(problem, clock).arcs() is None for problem in asked)


def _derivation(premises: tuple[Formula, ...], goal: Formula, logic: str) -> Derivation:
    proof = entails(premises, goal, logic, time=limit(SECONDS))
    if not isinstance(proof, Proof):
        raise Unsolvable(f"goal: {goal} does not follow in {logic}")
    try:
        return proof.derivation()
    except (NoDerivation, NoProof, TooLarge) as error:
        raise Unsolvable(f"goal: {error.message}") from None


def _notes(marking: Marking) -> tuple[str, ...]:
    """The wrong lines, each with its note."""
    notes: list[str] = []
    for mark, row in zip(marking.marks, marking.rows, strict=True):
        notes += [row, *(f"  {note}" for note in mark.note.splitlines())] if mark.note else []
    return tuple(notes if len(notes) <= LINES else [*notes[: LINES - 1], "…"])
