"""Exercises of two kinds: translate a sentence into a formula, and a formula into an English sentence."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kripke.prove.answers import Countermodel
from kripke.prove.face import prove
from learn.exercises.arguments import droppable
from learn.exercises.choices import Choices, vocabulary
from learn.exercises.english import capital, sentence
from learn.exercises.exercise import (
    AFormula,
    Agent,
    AnswerError,
    Drafts,
    Exercise,
    Formulas,
    Name,
    Prose,
    Unsolvable,
    Vocabulary,
    limit,
)
from learn.exercises.marks import Mark, Marks, reasons
from learn.exercises.small_models import namings, random_formula
from logic.clauses import Bottom, C, E, Iff, Implies, Not, Top
from logic.errors import listing
from logic.formula import Formula
from logic.parser import parse
from logic.shared import modal_depth

SECONDS = 0.6  # Time limit in seconds of a query to the prover; marking takes at most three queries


class Translate(Exercise):
    """An exercise with a sentence and its vocabulary; the answer is a formula with the meaning of the sentence."""

    form = "formula"

    kind: Literal["translate"] = "translate"
    sentence: Prose
    words: Vocabulary
    agents: Annotated[tuple[Agent, ...], Field(min_length=1, max_length=10, strict=False)]
    logic: Name = "S5"
    answer: AFormula

    def shown(self) -> dict[str, Any]:
        return {"words": self.words, "agents": list(self.agents)}

    def marked(self, answer: Formula) -> Marks:
        """Mark a formula: 3 points if it is equivalent to the sentence, 1 if it is weaker or stronger.

        A formula that is valid or unsatisfiable earns no points.
        """
        self._require_known(answer)
        excess, lack = self._witness(answer, self.answer), self._witness(self.answer, answer)
        if (countermodel := lack if excess is None else excess) is None:
            return Marks((Mark(3, 3, f"It says the same: the two are equivalent in {self.logic}."),))
        one, other, degree, always = ("your formula", "the sentence", "less", "always")
        if excess is None:
            one, other, degree, always = ("the sentence", "your formula", "more", "never")
        earned, kind = 1, f"It says {degree} than the sentence."
        if excess is not None and lack is not None:
            earned, kind = 0, "It says something else."
        elif self._witness(*((answer, Bottom()) if excess is None else (Top(), answer))) is None:
            earned, kind = 0, f"Your formula is {always} true, so it says nothing."
        says = f"{kind} Here {one} is true, and {other} is not:"
        return Marks((Mark(earned, 3, says, reasons(countermodel.model, answer), countermodel.model),))

    def _witness(self, one: Formula, other: Formula) -> Countermodel | None:
        """Return a model where the first formula is true and the second false; None if the first implies the second."""
        logic = dict.fromkeys(self.agents, self.logic)
        countermodel = prove(Implies(one, other), logic, atoms=self.words, time=limit(SECONDS))
        return countermodel if isinstance(countermodel, Countermodel) else None

    def _require_known(self, answer: Formula) -> None:
        for what, used, known in (("atom", answer.atoms, self.words), ("agent", answer.agents, self.agents)):
            unknown = sorted(set(map(str, used)) - set(known))
            if unknown:
                raise AnswerError(f"there is no {what} {unknown[0]!r} here: expected {listing(sorted(known))}")
        believed = next(_beliefs(answer), None)
        if believed is not None and next(_beliefs(self.answer), None) is None:
            raise AnswerError(f"{believed}: the sentence is about knowledge: expected K, M or Kw in place of B")

    def measure(self) -> int:
        """Return the modal depth, from 1 to 3; `Unsolvable` for a valid or unsatisfiable sentence."""
        for formula, word in ((self.answer, "always"), (Not(self.answer), "never")):
            if prove(formula, dict.fromkeys(self.agents, self.logic), atoms=self.words, time=limit(2.0)).valid:
                raise Unsolvable(f"answer: {self.answer} is {word} true in {self.logic}: it says nothing")
        return max(1, min(3, modal_depth(self.answer)))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a random formula of modal depth `difficulty`, under all renamings of its atoms and agents."""
        agents, atoms = ("a", "b"), ("p", "q")
        joint = difficulty > 1 and rng.random() < 0.3
        formula = random_formula(rng, difficulty - joint, atoms, agents)
        if joint:
            formula = rng.choice((E, C))(agents, formula)
        named = vocabulary(rng)
        for (text,) in namings([str(formula)], atoms, atoms):
            yield text, text, *named

    @classmethod
    def finished(
        cls, _: Random, difficulty: int, text: str, atoms: Sequence[str], agents: tuple[str, ...], words: dict[str, str]
    ) -> Exercise | None:
        if droppable(parse(text)) is not None:
            return None
        named = parse(text.translate(dict(zip(map(ord, "pqab"), (*atoms, *agents), strict=True))))
        if modal_depth(named) != difficulty:
            return None
        said, shown = capital(sentence(named, words)), {atom: words[atom] for atom in atoms}
        exercise = cls(sentence=said, words=shown, agents=agents, answer=named, difficulty=difficulty)
        exercise.measure()  # refuses a sentence that says nothing
        return exercise


def _beliefs(formula: Formula) -> Iterator[Formula]:
    return (node for node in formula.subformulas() if node.operator.feature.endswith("belief"))


OFFERED = 4  # number of sentences of a generated exercise


class SayInEnglish(Choices):
    """An exercise with a formula and sentences; the answer is the sentence with the meaning of the formula."""

    several = False
    forms: ClassVar[Sequence[Sequence[str]]]
    """For each modal depth, patterns that are easily confused: {x}, {y} are literals, {p} an atom, {a}, {b} agents."""

    kind: Literal["say_in_english"] = "say_in_english"
    formula: AFormula
    words: Vocabulary
    sentences: Formulas
    logic: Name = "S5"

    def options(self) -> list[str]:
        return [capital(sentence(each, self.words)) for each in self.sentences]

    def values(self) -> list[bool]:
        return [each == self.formula or self._apart(each) is None for each in self.sentences]

    def verdict(self, number: int, right: bool) -> str:
        return f"{self.options()[number]} This is {self.sentences[number]}."

    def why(self, number: int) -> tuple[str, ...]:
        apart = None if self.sentences[number] == self.formula else self._apart(self.sentences[number])
        return () if apart is None else ("the two differ here:", *reasons(apart.model, self.formula))

    def _apart(self, other: Formula) -> Countermodel | None:
        answer = prove(Iff(self.formula, other), self.logic, time=limit(SECONDS))
        return answer if isinstance(answer, Countermodel) else None

    def level(self) -> int:
        """Return the modal depth of the formula, from 1 to 3."""
        return max(1, min(3, modal_depth(self.formula)))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Draw four random patterns, and yield the formula of each with the sentences of all four."""
        forms = rng.sample(cls.forms[difficulty - 1], OFFERED)
        signs = ["" if rng.random() < 0.6 else "~" for _ in "xy"]
        for form in forms:
            yield (tuple(sorted(forms)), form, *signs), forms, form, signs

    @classmethod
    def finished(cls, rng: Random, difficulty: int, forms: list[str], form: str, signs: list[str]) -> Exercise | None:
        (p, q), agents, words = vocabulary(rng)
        named = {"a": agents[0], "b": agents[1], "x": signs[0] + p, "y": signs[1] + q, "p": p}
        rng.shuffle(forms)
        formula, *others = (parse(each.format(**named)) for each in (form, *forms))
        exercise = cls.solved(formula=formula, words=words, sentences=tuple(others), difficulty=difficulty)
        return exercise if exercise and exercise.level() == difficulty else None
