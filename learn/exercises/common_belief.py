"""Exercises on common belief: find the largest degree of common belief in a sentence."""

from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from math import isfinite
from random import Random
from typing import Annotated, Any, Literal
from unicodedata import normalize

from pydantic import BeforeValidator, PlainSerializer

from kripke.data.wording import visible
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import vocabulary
from learn.exercises.english import person, sentence
from learn.exercises.exercise import AFormula, AModel, AnswerError, Drafts, Exercise, Unsolvable, Vocabulary
from learn.exercises.marks import Mark, Marks, reasons
from learn.exercises.small_models import SmallModel, random_model
from logic.clauses import CBAtLeast, EBAtLeast
from logic.errors import listing, shorten
from logic.exact import exact
from logic.formula import Formula
from logic.parser import parse

ROUNDED = 20  # denominator beyond which a degree may be a rounded one
_PLAIN = str.maketrans({"%": "e-2", " ": "", ",": ".", "\N{FRACTION SLASH}": "/"})


def _degree(value: object) -> Fraction:
    is_number = isinstance(value, (int, float, str, Fraction)) and not isinstance(value, bool)
    text = str(exact(value) if isinstance(value, float) and isfinite(value) else value)
    if is_number and len(text) <= 40 and not any(map(str.isalpha, text)):  # no exponent, which may be very large
        with suppress(ValueError, ZeroDivisionError):
            degree = Fraction(normalize("NFKC", text).translate(_PLAIN))
            if 0 <= degree <= 1:
                return degree
    got = visible(shorten(str(value).strip())) or "nothing"
    raise AnswerError(f"expected a number from 0 to 1 such as 2/3, 0.5 or 50%, got {got}")


class CommonBelief(Exercise):
    """An exercise with a weighted model and a sentence; the answer is the largest degree of common or mutual belief."""

    form = "number"

    kind: Literal["common_belief"] = "common_belief"
    model: AModel
    words: Vocabulary
    statement: AFormula
    shared: bool = True  # False: the answer is the largest degree to which every agent believes the sentence
    answer: Annotated[Fraction, BeforeValidator(_degree), PlainSerializer(str)]

    @property
    def task(self) -> str:
        people = listing([person(agent, self.words) for agent in self.model.agents], "and")
        who = f"do {people} believe it in common" if self.shared else f"does each of {people} believe it"
        return f"To which degree, at most, {who} at the actual world: {sentence(self.statement, self.words)}?"

    def _at_least(self, degree: Fraction) -> Formula:
        return (CBAtLeast if self.shared else EBAtLeast)(self.model.agents, degree, self.statement)

    @cached_property
    def largest(self) -> Fraction:
        """The largest degree of common belief at the actual world; without `shared`, that of everyone's belief.

        Only 0 and each agent's degrees of belief in sets of worlds need to be tried.
        """
        degrees = {Fraction(0)}
        for agent in self.model.agents:
            weights = self.model.weights(agent)
            for world in self.model.worlds:
                among = [weights[each] for each in self.model.possible(agent, at=world)]
                sums = {Fraction(0)}
                for weight in among:
                    sums |= {each + weight for each in sums}
                degrees |= {each / sum(among) for each in sums if sum(among)}
        return max(degree for degree in degrees if not degree or self.model.holds(self._at_least(degree)))

    def marked(self, answer: Fraction) -> Marks:
        """Mark an answer: three points for the largest degree, otherwise a note that it is too small or too large."""
        if answer == self.largest:
            return Marks((Mark(3, 3, f"It is {answer}."),))
        formula = self._at_least(answer)
        says = f"It is {'more' if answer < self.largest else 'less'} than {answer}"
        says += "; the exact fraction is wanted" if answer.denominator > ROUNDED else ""
        why = () if answer < self.largest else reasons(self.model, formula)
        return Marks((Mark(0, 3, says + (":" if why else "."), why),))

    def measure(self) -> int:
        """Return difficulty 1 without common belief, otherwise 2 for up to 4 worlds and 3 for up to 8.

        Raises `Unsolvable` for larger models and models without an actual world.
        """
        if self.model.actual is None or len(self.model) > 8:
            raise Unsolvable("model: expected an actual world, and at most 8 worlds")
        return 1 if not self.shared else 2 if len(self.model) <= 4 else 3

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a random model of four or five worlds, with each world in turn as the actual one."""
        return random_model(rng, 5 if difficulty == 3 else 4, ("p", "q"), ("a", "b")).pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        atoms, agents, words = vocabulary(rng)
        plain = small.renamed(atoms, agents).model(actual)
        weights = {agent: {str(world): f"{rng.choice((1, 1, 2, 3))}/10" for world in plain.worlds} for agent in agents}
        model = KripkeModel.from_dict(plain.to_dict() | {"weights": weights})
        for form in rng.sample(("{p}", "~{p}", "{p} | {q}", "{q}", "~{q}", "~{p} | {q}"), 6):
            statement = parse(form.format(p=atoms[0], q=atoms[1]))
            fields: dict[str, Any] = {"model": model, "words": words, "statement": statement}
            exercise = cls(**fields, shared=difficulty > 1, difficulty=difficulty, answer=Fraction(0))
            if 0 < exercise.largest < 1:
                return exercise.model_copy(update={"answer": exercise.largest})
        return None
