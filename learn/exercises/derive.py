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
from kripke.prove.hilbert.marking import Marking
from kripke.prove.hilbert.reading import Reader
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
SHORT, LONG = 4, 6  # numbers of lines of the tool's own derivation: up to 4 is easy, up to 6 is medium
STEPS = {1: (1, 2), 2: (2, 3), 3: (4, 5)}
"""Difficulty -> least and largest number of steps of which a random argument is made: a third or more have it then."""
ATOMS = ("p", "q", "r", "s", "t", "u")
"""Names of the atoms. An argument of two or three atoms has 30 or 120 namings, each of them an exercise."""


class FromPremises(Exercise):
    """A formula and premises; the answer is a proof, as text, or a part of one."""

    steps: ClassVar[Mapping[int, tuple[int, int]]] = STEPS
    """Difficulty -> least and largest number of steps of the argument."""

    goal: AFormula
    premises: Annotated[tuple[AFormula, ...], Field(max_length=12, strict=False)] = ()
    logic: Name = "S5"
    answer: Annotated[str, Field(max_length=LONGEST)]

    @property
    def statement(self) -> str:
        """What is proved from what, in which logic."""
        given = " and ".join([f"`{formula}`" for formula in self.premises])
        return f"`{self.goal}`{' from ' + given if given else ''} in {self.logic}"

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

    kind: Literal["derive"] = "derive"

    def shown(self) -> dict[str, Any]:
        lines = [f"{i}. {formula.to_ascii()}  premise" for i, formula in enumerate(self.premises, 1)]
        return {"start": "\n".join(lines)}

    def marked(self, answer: str) -> Marks:
        """Two points for right lines beside premises, one if half of them are; two more if they prove the goal."""
        notes: list[str] = []
        lines = Derivation.parse(answer, typed_reader((*self.premises, self.goal), notes)).lines
        marking = Derivation(lines, self.logic).check(self.goal, self.premises or None, time=limit(SECONDS))
        return line_marks(marking, self.goal, notes)

    def measure(self) -> int:
        """1 if the tool's own derivation has up to 4 lines, 2 if up to 6, else 3; `Unsolvable` if there is none."""
        return _difficulty(_derivation(self.premises, self.goal, self.logic))

    @classmethod
    def finished(cls, rng: Random, difficulty: int, texts: tuple[str, ...]) -> Exercise | None:
        *premises, goal = map(parse, texts)
        if is_trivial(premises, goal):
            return None
        derivation = _derivation(tuple(premises), goal, "S5")
        if _difficulty(derivation) != difficulty or len(str(derivation)) > LONGEST:
            return None
        return cls(goal=goal, premises=tuple(premises), answer=str(derivation), difficulty=difficulty)


def typed_reader(given: Sequence[Formula], notes: list[str]) -> Reader:
    """What reads the formulas of lines as people type them, with the names in given ones; adds its notes."""

    def reader(texts: Sequence[str], _: bool) -> list[Formula]:
        typed = read_typed(texts, conj(given).atoms, boxes=True)
        notes.extend(typed.notes)
        return typed.formulas

    return reader


def line_marks(marking: Marking, goal: Formula, notes: Sequence[str]) -> Marks:
    """Two points for right lines beside premises, one if half of them are; two more if they prove the goal."""
    own = [mark.right for mark in marking.marks if mark.line.rule != "premise"]
    if not own and not marking:
        return Marks((Mark(0, 4, "Nothing is derived yet: write lines that follow from the premises or axioms."),))
    right, count = sum(mark.right for mark in marking.marks), len(marking.marks)
    half = 2 if right == count else int(2 * sum(own) >= len(own))
    says = "Each line follows." if half == 2 else f"{right} of {count} lines follow."
    rows = [Mark(half, 2, says, (*notes, *_notes(marking)))]
    proved = f"They prove {goal}." if marking else marking.problem or f"{goal} is not proved yet."
    return Marks((*rows, Mark(2 if marking else 0, 2, proved)))


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


def _difficulty(derivation: Derivation) -> int:
    count = len(derivation.lines)
    return 1 if count <= SHORT else 2 if count <= LONG else 3


def _notes(marking: Marking) -> tuple[str, ...]:
    """The wrong lines, each with its note."""
    notes: list[str] = []
    for mark, row in zip(marking.marks, marking.rows, strict=True):
        notes += [row, *(f"  {note}" for note in mark.note.splitlines())] if mark.note else []
    return tuple(notes if len(notes) <= LINES else [*notes[: LINES - 1], "…"])
