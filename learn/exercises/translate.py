"""Say this sentence as a formula."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from kripke.prove.answers import Countermodel
from kripke.prove.face import prove
from learn.exercises.exercise import AFormula, AnswerError, Draft, Exercise, Name, Prose, Unsolvable
from learn.exercises.marks import Mark, Marks, reasons
from learn.exercises.small_models import random_formula
from learn.exercises.wording import AGENTS, VOCABULARIES, capital, sentence
from logic.clauses import Bottom, C, E, Implies, Not, Top
from logic.errors import listing
from logic.formula import Formula
from logic.shared import modal_depth

SECONDS = 0.6  # Time limit of each of the questions to the prover, of which there are at most three


class Translate(Exercise):
    """A sentence and its vocabulary; the answer is a formula that says the same."""

    form = "formula"
    title = "Say it as a formula"
    trains = "to say sentences about knowledge as formulas"
    hint_texts = (
        'K_x is "x knows that", M_x "x considers it possible that", Kw_x "x knows whether", E "everyone knows", C '
        '"it is common knowledge"; ~ is not, & is both ... and, | is either ... or, -> is if ... then.',
        "Begin at the outside: what is the first word of the sentence about? Translate what follows by itself, and put "
        "brackets around it.",
    )

    kind: Literal["translate"] = "translate"
    sentence: Prose
    words: Annotated[dict[Name, Prose], Field(max_length=20)]
    agents: Annotated[tuple[Name, ...], Field(min_length=1, max_length=10, strict=False)]
    logic: Name = "S5"
    answer: AFormula

    @property
    def task(self) -> str:
        return f"Say as a formula: “{self.sentence}”"

    def shown(self) -> dict[str, Any]:
        return {"words": self.words, "agents": list(self.agents)}

    def marked(self, answer: Formula) -> Marks:
        """Three points for an equivalent formula, one if it says part of the sentence or more than it."""
        self._require_known(answer)
        excess, lack = self._witness(answer, self.answer), self._witness(self.answer, answer)
        if excess is not None:
            says, shown = "Here your formula is true, and the sentence is not:", excess.model
            if lack is not None:
                earned, kind = 0, "It says something else."
            elif self._witness(Top(), answer) is None:
                earned, kind = 0, "Your formula is always true, so it says nothing."
            else:
                earned, kind = 1, "It says less than the sentence."
        elif lack is not None:
            says, shown = "Here the sentence is true, and your formula is not:", lack.model
            if self._witness(answer, Bottom()) is None:
                earned, kind = 0, "Your formula is never true, so it says nothing."
            else:
                earned, kind = 1, "It says more than the sentence."
        else:
            return Marks((Mark(3, 3, f"It says the same: the two are equivalent in {self.logic}."),))
        return Marks((Mark(earned, 3, f"{kind} {says}", reasons(shown, answer), shown),))

    def _witness(self, one: Formula, other: Formula) -> Countermodel | None:
        """A model where the first formula is true and the second is not; None if the first implies the second."""
        logic = dict.fromkeys(self.agents, self.logic)
        countermodel = prove(Implies(one, other), logic, atoms=self.words, time=SECONDS)
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
        """The nesting of knowledge, at most 3; `Unsolvable` if the sentence is always or never true."""
        for formula, word in ((self.answer, "always"), (Not(self.answer), "never")):
            if prove(formula, dict.fromkeys(self.agents, self.logic), atoms=self.words, time=2.0).valid:
                raise Unsolvable(f"answer: {self.answer} is {word} true in {self.logic}: it says nothing")
        return max(1, min(3, modal_depth(self.answer)))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Iterator[Draft]:
        """A sentence in which knowledge is nested as deep as the difficulty, neither always nor never true."""
        (p, q), agents = rng.choice(VOCABULARIES), rng.choice(AGENTS)
        seed = rng.getrandbits(64)  # the hash of a float, which `Random` would take, is another one on 32 bits

        def finish() -> Exercise | None:
            named = _formula(seed, difficulty, agents, (p[0], q[0]))
            if modal_depth(named) != difficulty:
                return None
            words = {p[0]: p[1], q[0]: q[1], f"not {p[0]}": p[2], f"not {q[0]}": q[2]}
            words |= {agent: agent.capitalize() for agent in agents}
            text = sentence(named, words)
            exercise = cls(
                sentence=capital(text), words={p[0]: p[1], q[0]: q[1]}, agents=agents, answer=named,
                difficulty=difficulty,
            )  # fmt: skip
            exercise.measure()  # refuses a sentence that says nothing
            return exercise

        yield Draft(str(_formula(seed, difficulty, ("a", "b"), ("p", "q"))), finish)


def _beliefs(formula: Formula) -> Iterator[Formula]:
    return (node for node in formula.subformulas() if node.operator.feature.endswith("belief"))


def _formula(seed: int, depth: int, agents: Sequence[str], atoms: Sequence[str]) -> Formula:
    """A random formula; the same seed gives the same one with other agents and atoms."""
    rng = Random(seed)
    if depth > 1 and rng.random() < 0.3:
        return rng.choice((E, C))(agents, random_formula(rng, depth - 1, atoms, agents))
    return random_formula(rng, depth, atoms, agents)
