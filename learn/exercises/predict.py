"""Predict what is left after an announcement."""

from random import Random
from typing import Annotated, Literal

from pydantic import Field

from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from learn.exercises.exercise import AModel, Drafts, Exercise, Formulas, Name, Unsolvable, require_known
from learn.exercises.marks import Mark, Marks, listed, nothing_chosen, points_of_set, reasons
from learn.exercises.small_models import SmallModel, random_formula, random_model
from logic.formula import Formula
from logic.shared import modal_depth

TRIES = 60  # Random announcements that are tried on a model


class Predict(Exercise):
    """A model and announcements, one after the other; the answer is the worlds that are left."""

    form = "worlds"

    kind: Literal["predict"] = "predict"
    model: AModel
    announce: Formulas
    answer: Annotated[tuple[Name, ...], Field(max_length=64, strict=False)]

    @property
    def task(self) -> str:
        said = ", then ".join(f"`{formula}`" for formula in self.announce)
        return f"It is announced that {said}. Which worlds are left?"

    def marked(self, answer: tuple[str, ...]) -> Marks:
        """As many points as worlds; a wrong choice costs as `worth` says."""
        left = [world_text(world) for world in _after(self.model, self.announce).worlds]
        names = [world_text(world) for world in self.model.worlds]
        require_known(answer, names, "world")
        if not answer:
            return nothing_chosen(len(names), "the worlds that are left")
        wrong = [name for name in names if (name in left) != (name in answer)]
        if not wrong:
            return Marks((Mark(len(names), len(names), f"Left: {listed(left)}."),))
        earned = points_of_set(set(answer), set(left), names)
        return Marks((Mark(earned, len(names), *self._reason(wrong[0], left)),))

    def _reason(self, name: str, left: list[str]) -> tuple[str, tuple[str, ...]]:
        """The reason why a world stays or goes: the announcement that decides it."""
        model = self.model
        for formula in self.announce:
            world = next(each for each in model.worlds if world_text(each) == name)
            lines = reasons(model, formula, world)
            if not model.holds(formula, at=world):
                return f"{name} does not stay: {formula} is false there.", lines
            model = model.announce(formula)
        return f"{name} stays: what is announced is true there.", lines

    def measure(self) -> int:
        """1 for facts, 2 for one announcement about knowledge, 3 for several; `Unsolvable` if one is true nowhere."""
        _after(self.model, self.announce)
        depth = max(map(modal_depth, self.announce))
        return 1 if not depth else 2 if len(self.announce) == 1 else 3

    def warnings(self) -> tuple[str, ...]:
        left = _after(self.model, self.announce)
        warnings = ["the announcement removes no world"] if len(left) == len(self.model) else []
        for actual in [world for world in self.model.actuals if world not in left.worlds][:1]:
            at = f"the actual world {world_text(actual)}"
            warnings.append(f"the announcement is false at {at}, where nobody can make it")
        return tuple(warnings)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Announcements that each remove a world: about facts, about knowledge, or two whose order matters."""
        small = random_model(rng, rng.randint(4, 6), ("p", "q"), ("a", "b"))
        yield small.shape(), small

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel) -> Exercise | None:
        for _ in range(TRIES):
            depths = {1: [0], 2: [1], 3: [rng.randint(0, 1), 1]}[difficulty]
            said = tuple(random_formula(rng, depth, small.atoms, small.agents) for depth in depths)
            if _is_good(small.model(), said):
                left = tuple(map(world_text, _after(small.model(), said).worlds))
                return cls(model=small.model(), announce=said, answer=left, difficulty=difficulty)
        return None


def _is_good(model: KripkeModel, said: tuple[Formula, ...]) -> bool:
    """Whether each announcement removes some worlds; knowledge decides if there is one, order if there are two."""
    if len(said) == 1 and modal_depth(said[0]) and _is_about_facts(model, said[0]):
        return False
    left = model
    for formula in said:
        if not 0 < left.count(formula) < len(left):
            return False
        left = left.announce(formula)
    # else the first announcement has taught nobody anything that matters for the second
    return len(said) == 1 or set(left.worlds) != set.intersection(*(set(model.extension(each)) for each in said))


def _after(model: KripkeModel, announce: tuple[Formula, ...]) -> KripkeModel:
    for formula in announce:
        if not model.count(formula):
            raise Unsolvable(f"announce: {formula} is true at no world, so it cannot be announced")
        model = model.at(None).announce(formula)
    return model


def _is_about_facts(model: KripkeModel, formula: Formula) -> bool:
    """Whether worlds with the same facts agree on the formula in this model."""
    facts: dict[frozenset[str], bool] = {}
    holds = model.extension(formula)
    for world in model.worlds:
        true = frozenset(atom for atom in model.atoms if model.holds(atom, at=world))
        if facts.setdefault(true, world in holds) != (world in holds):
            return False
    return True
