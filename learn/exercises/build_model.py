"""Build a model in which these hold, or a countermodel."""

from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, Literal

from kripke.data.frames import SYSTEMS, frame
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel
from kripke.prove.face import prove
from kripke.prove.question.problem import system
from learn.exercises.exercise import AFormula, AModel, Draft, Exercise, Formulas, Name, Unsolvable, limit
from learn.exercises.marks import Mark, Marks, reasons, with_losses
from learn.exercises.small_models import namings, random_formula, several_worlds
from logic.clauses import Implies, Not, conj
from logic.errors import listing
from logic.formula import Formula
from logic.parser import parse

SECONDS = 2.0  # Time limit of a question to the prover
LOGICS = ("S5", "S5", "S5", "KD45", "S4", "T")
"""Systems of the exercises that are made; most are about knowledge as an equivalence."""
ATOMS = ("p", "q", "r", "s")  # names of the atoms; a formula has two of them


def built_marks(
    model: KripkeModel, start: KripkeModel, demands: Iterable[tuple[Formula, bool]], logic: str, points: int = 1
) -> Marks:
    """The marks of a model that a student built: points for what did not hold at the start; see `with_losses`."""
    wanted = list(demands)
    open_ = [start.holds(formula) != value for formula, value in wanted]
    if model.actual is None:
        says = "Make a world the actual one: it is there that formulas are evaluated."
        return Marks((Mark(0, points * sum(open_), says, fault=True),))
    marks = [truth_mark(model, formula, value) for formula, value in wanted]
    if model == start and not all(mark.right for mark in marks):
        says = "Nothing is built yet: this is the model that you started from."
        return Marks((Mark(0, points * sum(open_), says, fault=True),))
    rows = [
        mark._replace(earned=points * mark.earned * gain, of=points * gain, fault=not mark.right)
        for mark, gain in zip(marks, open_, strict=True)
    ]
    return with_losses([frame_mark(model, start.agents, logic), *rows])


def frame_mark(model: KripkeModel, agents: Iterable[str], logic: str) -> Mark:
    """Whether each agent's relation is one of the logic; it has no points of its own."""
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


def truth_mark(model: KripkeModel, formula: Formula, wanted: bool = True) -> Mark:
    """A point for a formula that shall hold, or fail, at the actual world."""
    unknown = sorted(set(formula.agents) - set(model.agents)) + sorted(set(map(str, formula.atoms)) - set(model.atoms))
    if unknown:
        return Mark(0, 1, f"{formula}: the model lacks {listing(unknown, 'and')}.")
    holds = model.holds(formula)
    says = f"{formula} is {'true' if holds else 'false'} at the actual world{'' if holds == wanted else ':'}"
    right = holds == wanted
    return Mark(int(right), 1, says + ("." if right else ""), () if right else reasons(model, formula))


def smallest_model(formulas: Iterable[Formula], logic: str) -> KripkeModel:
    """A model of the formulas with as few worlds as possible; `Unsolvable` if there is none."""
    whole = conj(formulas)
    answer = prove(Not(whole), logic, smallest=True, time=limit(SECONDS))
    if not isinstance(answer, Countermodel):
        raise Unsolvable(f"no model of {logic} makes {whole} true")
    return answer.model


def blank(formulas: Iterable[Formula]) -> KripkeModel:
    """The model that a student starts from: one world where nothing is true."""
    whole = conj(formulas)
    agents, atoms = whole.agents, map(str, whole.atoms)
    return KripkeModel.s5({"w": set()}, {agent: [["w"]] for agent in sorted(agents)}, "w", atoms=sorted(atoms))


def of_size(model: KripkeModel) -> int:
    """The difficulty of a smallest model: 1 for two worlds or one, 2 for three, 3 for more."""
    return max(1, min(3, len(model) - 1))


class BuildModel(Exercise):
    """Formulas; the answer is a model at whose actual world all of them hold."""

    form = "model"
    title = "Build a model"
    trains = "to build worlds and lines that make formulas true"
    hint_texts = (
        "Begin with the actual world and its facts. For each formula with M, or with a negation before K, add a world "
        "that shows it.",
        "Connect a new world to the one from which it is considered possible. Then check what K demands at all "
        "connected worlds.",
    )

    kind: Literal["build_model"] = "build_model"
    formulas: Formulas
    logic: Name = "S5"
    answer: AModel

    @property
    def task(self) -> str:
        named = " and ".join(f"`{formula}`" for formula in self.formulas)
        verb = "holds" if len(self.formulas) == 1 else "hold"
        return f"Build a model of {self.logic} at whose actual world {named} {verb}."

    def shown(self) -> dict[str, Any]:
        """A model of one world to start from, and the formulas."""
        formulas = list(map(str, self.formulas))
        return {"model": blank(self.formulas).to_dict(), "formulas": formulas, "logic": self.logic}

    def marked(self, answer: KripkeModel) -> Marks:
        """A point for each formula that holds and did not at the start; see `built_marks`."""
        return built_marks(answer, blank(self.formulas), [(each, True) for each in self.formulas], self.logic)

    def measure(self) -> int:
        """1 if two worlds are enough, 2 for three, 3 for more; `Unsolvable` if there is no such model."""
        return of_size(smallest_model(self.formulas, self.logic))

    def warnings(self) -> tuple[str, ...]:
        """One world is enough, so the exercise is trivial."""
        alone = len(smallest_model(self.formulas, self.logic)) == 1
        return ("a model of one world is enough",) if alone else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Iterator[Draft]:
        """Formulas whose smallest model has `difficulty` + 1 worlds, or more for 3."""
        agents, atoms = ("a", "b"), ATOMS[:2]
        formulas = (
            random_formula(rng, min(difficulty, 2), atoms, agents),
            *several_worlds(rng, difficulty, atoms, agents),
        )
        for texts in namings(list(map(str, formulas)), sorted(conj(formulas).atoms), ATOMS):
            yield Draft(texts, partial(cls._finished, texts, difficulty))

    @classmethod
    def _finished(cls, texts: tuple[str, ...], difficulty: int) -> Exercise | None:
        formulas = tuple(map(parse, texts))
        model = smallest_model(formulas, "S5")
        is_good = of_size(model) == difficulty
        return cls(formulas=formulas, answer=model, difficulty=difficulty) if is_good else None


class GiveCountermodel(Exercise):
    """A formula that is not valid; the answer is a model at whose actual world it fails."""

    form = "model"
    title = "Give a countermodel"
    trains = "to show with a model that a formula is not valid"
    asks = "`{0.formula}` is not valid in {0.logic}. Give a countermodel: it shall fail at the actual world."
    hint_texts = (
        "An implication fails where its left side is true and its right side is false. Make both so at the actual "
        "world.",
        "K_a q fails as soon as a considers one world possible where q is false: add that world.",
    )

    kind: Literal["countermodel"] = "countermodel"
    formula: AFormula
    logic: Name = "S5"
    answer: AModel

    def shown(self) -> dict[str, Any]:
        """A model of one world to start from, and the formula."""
        return {"model": blank([self.formula]).to_dict(), "formulas": [str(self.formula)], "logic": self.logic}

    def marked(self, answer: KripkeModel) -> Marks:
        """Two points if the formula fails; see `built_marks`."""
        return built_marks(answer, blank([self.formula]), [(self.formula, False)], self.logic, points=2)

    def measure(self) -> int:
        """1 if two worlds are enough, 2 for three, 3 for more; `Unsolvable` if the formula is valid."""
        return of_size(smallest_model([Not(self.formula)], self.logic))

    def warnings(self) -> tuple[str, ...]:
        """One world is enough, so the exercise is trivial."""
        alone = len(smallest_model([Not(self.formula)], self.logic)) == 1
        return ("a countermodel of one world is enough",) if alone else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Iterator[Draft]:
        """An implication whose smallest countermodel has `difficulty` + 1 worlds (or more, for 3)."""
        agents, atoms, logic = ("a", "b"), ATOMS[:2], rng.choice(LOGICS)
        if difficulty == 1:
            left = random_formula(rng, 1, atoms, agents)
        else:
            left = conj(several_worlds(rng, difficulty, atoms, agents))
        formula = Implies(left, random_formula(rng, min(difficulty, 2), atoms, agents))

        for (text,) in namings([str(formula)], sorted(formula.atoms), ATOMS):
            yield Draft((text, logic), partial(cls._finished, text, logic, difficulty))

    @classmethod
    def _finished(cls, text: str, logic: str, difficulty: int) -> Exercise | None:
        formula = parse(text)
        model = smallest_model([Not(formula)], logic)
        if len(model) == 1 or of_size(model) != difficulty:
            return None
        return cls(formula=formula, logic=logic, answer=model, difficulty=difficulty)
