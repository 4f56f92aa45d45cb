"""Exercises of two kinds: build a model where given formulas hold, and give a countermodel."""

from abc import abstractmethod
from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Literal, Self

from kripke.data.frames import SYSTEMS, frame
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel
from kripke.prove.face import prove
from kripke.prove.question.problem import system
from learn.exercises.arguments import droppable, needless
from learn.exercises.exercise import AFormula, AModel, Drafts, Exercise, Formulas, Name, Unsolvable, limit
from learn.exercises.marks import Mark, Marks, reasons, with_losses
from learn.exercises.small_models import namings, random_formula, several_worlds
from logic.clauses import Implies, Not, conj
from logic.errors import listing
from logic.formula import Formula
from logic.parser import parse

SECONDS = 2.0  # Time limit of a query to the prover
LOGICS = ("S5", "S5", "S5", "KD45", "S4", "T")  # random exercises draw one of these; half of the entries are S5
ATOMS = ("p", "q", "r", "s")  # names of the atoms; a formula has two of them


def frame_mark(model: KripkeModel, agents: Iterable[str], logic: str) -> Mark:
    """Return a mark, without points, on whether all relations have the properties of the logic."""
    wanted = SYSTEMS[system(logic).name]
    for agent in sorted(agents):
        if agent not in model.agents:
            return Mark(0, 0, f"The model has no agent {agent}.", fault=True)
        shown = frame(model.structure, agent)
        missing = sorted(wanted - shown.properties)
        if missing:
            why = tuple(f"not {name}: {shown.counterexamples[name]}" for name in missing)
            return Mark(0, 0, f"The relation of {agent} is not one of {logic}:", why, fault=True)
    return Mark(0, 0, f"All relations are those of {logic}.")


def truth_mark(model: KripkeModel, formula: Formula, wanted: bool) -> Mark:
    """Return the mark for a formula that should hold (or fail, if `wanted` is false) at the actual world."""
    unknown = sorted(set(formula.agents) - set(model.agents)) + sorted(set(map(str, formula.atoms)) - set(model.atoms))
    if unknown:
        return Mark(0, 1, f"{formula}: the model lacks {listing(unknown, 'and')}.")
    says = f"{formula} is {'true' if (holds := model.holds(formula)) else 'false'} at the actual world"
    return Mark(1, 1, f"{says}.") if holds == wanted else Mark(0, 1, f"{says}:", reasons(model, formula))


def blank(formulas: Iterable[Formula]) -> KripkeModel:
    """Return the model that a student starts from: one world where no atom is true."""
    whole = conj(formulas)
    agents, atoms = whole.agents, map(str, whole.atoms)
    return KripkeModel.s5({"w": set()}, {agent: [["w"]] for agent in sorted(agents)}, "w", atoms=sorted(atoms))


class Demands(Exercise):
    """An exercise with formulas and required truth values; the answer is a model that gives them these values."""

    form = "model"
    noun: ClassVar[str]  # the word for the answer in messages, such as "model"
    points: ClassVar[int] = 1  # number of points for each formula with its required value

    logic: Name = "S5"
    answer: AModel

    @property
    @abstractmethod
    def demands(self) -> dict[Formula, bool]:
        """The formulas, each mapped to the truth value that it must have at the actual world."""

    def shown(self) -> dict[str, Any]:
        """Return the public data: a model of one world to start from, the formulas, and the logic."""
        return {"model": blank(self.demands).to_dict(), "formulas": [*map(str, self.demands)], "logic": self.logic}

    def marked(self, answer: KripkeModel) -> Marks:
        """Mark a model: a formula with its required value earns points, unless it has this value in the initial model.

        A formula without its required value costs a point while points are left, and so does a relation that does not
        fit the logic.
        """
        start, says = blank(self.demands), ""
        gains = [self.points * (start.holds(formula) != value) for formula, value in self.demands.items()]
        marks = [truth_mark(answer, *each) for each in self.demands.items()] if answer.actual is not None else []
        if not marks:
            says = "Make a world the actual one: it is there that formulas are evaluated."
        elif answer == start and not all(mark.right for mark in marks):
            says = "Nothing is built yet: this is the model that you started from."
        if says:
            return Marks((Mark(0, sum(gains), says, fault=True),))
        pairs = zip(marks, gains, strict=True)
        rows = [mark._replace(earned=mark.earned * gain, of=gain, fault=not mark.right) for mark, gain in pairs]
        return with_losses([frame_mark(answer, start.agents, self.logic), *rows])

    def smallest(self) -> KripkeModel:
        """Return a model with as few worlds as possible; `Unsolvable` if there is no model."""
        whole = conj(formula if value else Not(formula) for formula, value in self.demands.items())
        answer = prove(Not(whole), self.logic, smallest=True, time=limit(SECONDS))
        if not isinstance(answer, Countermodel):
            raise Unsolvable(f"no model of {self.logic} makes {whole} true")
        return answer.model

    def measure(self) -> int:
        """Return difficulty 1 if two worlds suffice, 2 for three, 3 for more; `Unsolvable` if there is no model."""
        return max(1, min(3, len(self.smallest()) - 1))

    def warnings(self) -> tuple[str, ...]:
        """Warn that the exercise is trivial if a model of one world suffices."""
        return (f"a {self.noun} of one world is enough",) if len(self.smallest()) == 1 else ()

    @classmethod
    def solved(cls, **fields: Any) -> Self | None:
        """Return the exercise with a smallest model as answer; None if one world suffices or `difficulty` is wrong."""
        exercise = cls(answer=KripkeModel({"w": ()}, {}), **fields)
        model = exercise.smallest()
        is_good = max(1, min(3, len(model) - 1)) == exercise.difficulty and len(model) > 1
        return exercise.model_copy(update={"answer": model}) if is_good else None


class BuildModel(Demands):
    """An exercise with formulas; the answer is a model at whose actual world all of them hold."""

    kind: Literal["build_model"] = "build_model"
    formulas: Formulas

    @property
    def demands(self) -> dict[Formula, bool]:
        return dict.fromkeys(self.formulas, True)

    @property
    def task(self) -> str:
        named = " and ".join(f"`{formula}`" for formula in self.formulas)
        verb = "holds" if len(self.formulas) == 1 else "hold"
        return f"Build a model of {self.logic} at whose actual world {named} {verb}."

    def warnings(self) -> tuple[str, ...]:
        """Return the warnings of the base class, and one for a formula that follows from the others."""
        formula = needless(self.formulas, logic=self.logic)
        return (*super().warnings(), *((f"{formula} follows from the other formulas",) if formula is not None else ()))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield random formulas with all renamings; their models have more than `difficulty` worlds."""
        agents, atoms = ("a", "b"), ATOMS[:2]
        first = random_formula(rng, min(difficulty, 2), atoms, agents)
        formulas = (first, *several_worlds(rng, difficulty, atoms, agents))
        for texts in namings(list(map(str, formulas)), atoms, ATOMS):
            yield texts, texts, formulas

    @classmethod
    def finished(cls, _: Random, difficulty: int, texts: tuple[str, ...], unnamed: tuple[Formula, ...]) -> Self | None:
        rest = {each: [other for other in unnamed if other != each] for each in unnamed}
        if needless(unnamed) is not None or any(droppable(*each) is not None for each in rest.items()):
            return None
        return cls.solved(formulas=tuple(map(parse, texts)), difficulty=difficulty)


class GiveCountermodel(Demands):
    """An exercise with a formula that is not valid; the answer is a model at whose actual world it fails."""

    points = 2

    kind: Literal["countermodel"] = "countermodel"
    formula: AFormula

    @property
    def demands(self) -> dict[Formula, bool]:
        return {self.formula: False}

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a random implication with all renamings of atoms.

        If `difficulty` is 2 or 3, all countermodels have more than `difficulty` worlds.
        """
        agents, atoms, logic = ("a", "b"), ATOMS[:2], rng.choice(LOGICS)
        many = several_worlds(rng, difficulty, atoms, agents) if difficulty > 1 else []
        left = conj(many) if many else random_formula(rng, 1, atoms, agents)
        formula = Implies(left, random_formula(rng, min(difficulty, 2), atoms, agents))
        for (text,) in namings([str(formula)], sorted(formula.atoms), ATOMS):
            yield (text, logic), text, logic

    @classmethod
    def finished(cls, _: Random, difficulty: int, text: str, logic: str) -> Exercise | None:
        formula = parse(text)
        exercise = cls.solved(formula=formula, logic=logic, difficulty=difficulty)
        return exercise if exercise and droppable(formula, logic=logic) is None else None
