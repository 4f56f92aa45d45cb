"""Multiple-choice exercises: base classes, and three kinds (about pictures of models, plausibility ranks and runs)."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from kripke.data.relation import WorldSet
from kripke.data.structure import Time
from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from learn.exercises.english import AGENTS, VOCABULARIES, capital, sentence
from learn.exercises.exercise import (
    AFormula,
    AModel,
    AnswerError,
    Drafts,
    Exercise,
    Name,
    Strict,
    Unsolvable,
    Vocabulary,
    require_known,
)
from learn.exercises.marks import Mark, Marks, nothing_chosen, reasons, worth
from learn.exercises.small_models import SmallModel, meaning, random_literal, random_model
from logic.clauses import AU, EU, BGiven, C, K, Kw, M, Not
from logic.formula import Formula
from logic.node_table import flatten
from logic.parser import parse
from logic.shared import modal_depth

Chosen = Annotated[tuple[int, ...], Field(max_length=12, strict=False)]
TRIES = 30  # number of random fillings of the patterns that are tried on a model


class Offering(Exercise):
    """An exercise with statements to choose from: exactly one, or any number if `several` is set."""

    several: ClassVar[bool] = True
    prose: ClassVar[bool] = True  # whether the choices are sentences, not formulas alone

    @abstractmethod
    def options(self) -> Sequence[str]:
        """Return the texts of the choices, in the order in which they are shown."""

    def shown(self) -> dict[str, Any]:
        """Return the model (if any), the choices, whether to choose exactly one, and whether choices are sentences."""
        model = super().shown() if hasattr(self, "model") else {}
        return model | {"choices": list(self.options()), "single": not self.several, "prose": self.prose}

    @abstractmethod
    def level(self) -> int:
        """Return the difficulty of an exercise in which some choices are right and some are wrong."""


class Choices(Offering):
    """An exercise with statements; the answer is the indices of the right ones."""

    form = "choices"
    noun: ClassVar[str] = "statement"  # the word for a choice in messages
    wanted: ClassVar[str] = "the statements that hold"  # description of the right choices in messages

    answer: Chosen

    @abstractmethod
    def values(self) -> list[bool]:
        """Return one boolean for each choice: True if the choice is right."""

    def verdict(self, number: int, right: bool) -> str:
        """Return the text of the choice with index `number`, followed by "yes" if it is right and "no" if not."""
        return f"{self.options()[number].rstrip('.')}: {'yes' if right else 'no'}."

    def why(self, number: int) -> tuple[str, ...]:
        """Return the reasons why the choice with index `number` is right or wrong, shown after a wrong answer."""
        return ()

    def marked(self, answer: tuple[int, ...]) -> Marks:
        """Mark an answer, the indices (from 0) of the chosen statements; each wrong or missing choice gets reasons."""
        options = self.options()
        require_known(answer, range(len(options)), self.noun)
        if len(answer) > 1 and not self.several:
            raise AnswerError(f"answer: {len(answer)} choices: expected one")
        if not answer:
            return nothing_chosen(len(options), self.wanted)
        values, rows = self.values(), list[Mark]()
        gain, cost = worth(sum(values) or 1, len(values) - sum(values) or 1)
        for i, right in enumerate(values):
            earned = (gain if right else -cost) if i in answer else 0
            why = () if right == (i in answer) else self.why(i)
            rows.append(Mark(earned, gain if right else 0, self.verdict(i, right), why))
        return Marks(tuple(rows))

    def measure(self) -> int:
        """Return the `level`; `Unsolvable` if two choices are equal, or all, none or too many are right."""
        self.require_mixed(self.values())
        return self.level()

    def require_mixed(self, values: Collection[bool]) -> None:
        """Raise `Unsolvable` if two choices are equal, or all, none or (without `several`) more than one are right."""
        if twice := next((text for text, count in Counter(self.options()).items() if count > 1), None):
            raise Unsolvable(f"two choices are “{twice}”: expected different ones")
        right = sum(values)
        if right in (0, len(values)):
            says = "all choices hold" if right else "no choice holds"
            raise Unsolvable(f"{says}: expected some that hold and some that do not")
        if right > 1 and not self.several:
            raise Unsolvable(f"{right} choices are right: expected one")

    @classmethod
    def solved(cls, **fields: Any) -> Self | None:
        """Return the exercise with its answer filled in; None if `require_mixed` raises an error."""
        return cls(answer=(), **fields).answered()

    def answered(self) -> Self | None:
        """Return a copy with the answer filled in; None if `require_mixed` raises an error."""
        with suppress(Unsolvable):
            self.require_mixed(values := self.values())
            return self.model_copy(update={"answer": tuple(i for i, right in enumerate(values) if right)})
        return None


class Claim(Strict):
    """A formula that is evaluated at the world `at` or, without `at`, at the actual world."""

    formula: AFormula
    at: Name | None = None


class Claims(Choices):
    """An exercise with a model and sentences about it; the answer is the true sentences."""

    forms: ClassVar[Sequence[Sequence[str]]]
    """For each difficulty, patterns of statements: {p} is an atom, {x} and {y} are literals, {a} and {b} agents."""
    minds: ClassVar[int] = 2  # number of agents of a generated exercise
    anywhere: ClassVar[bool] = False  # whether statements may be about any world, not only the actual one

    model: AModel
    words: Vocabulary
    statements: Annotated[tuple[Claim, ...], Field(min_length=1, max_length=12, strict=False)]

    @property
    def seen(self) -> KripkeModel:
        """The model in which the statements are evaluated."""
        return self.model

    def options(self) -> list[str]:
        """Return the statements in English, each after its world if it is not about the actual one."""
        said = [capital(sentence(each.formula, self.words)) for each in self.statements]
        return [f"At {each.at}: {text}" if each.at else text for each, text in zip(self.statements, said, strict=True)]

    def values(self) -> list[bool]:
        """Return one boolean for each statement: True if the statement holds at its world."""
        return [self.seen.holds(each.formula, at=self._world(each)) for each in self.statements]

    def why(self, number: int) -> tuple[str, ...]:
        """Return the model checker's explanation of a statement's truth value."""
        return reasons(self.seen, self.statements[number].formula, self._world(self.statements[number]))

    def _world(self, claim: Claim) -> World | None:
        if claim.at is None and self.model.actual is not None:
            return None
        for world in self.model.worlds:
            if world_text(world) == claim.at:
                return world
        raise Unsolvable(f"statements: the model has no world {claim.at or 'that is the actual one'}")

    def level(self) -> int:
        """Return the difficulty of the hardest statement."""
        return max(self.rated(each.formula) for each in self.statements)

    @staticmethod
    @abstractmethod
    def rated(formula: Formula) -> int:
        """Return the difficulty of a statement, from 1 to 3."""

    @classmethod
    def decorated(cls, rng: Random, model: KripkeModel) -> KripkeModel:
        """Return the model with further data that statements are about, such as ranks; by default unchanged."""
        return model

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield drafts (see `Drafts`): a random model with patterns of this and of lower difficulties."""
        small = random_model(rng, rng.randint(3, 5), ("p", "q"), ("a", "b")[: cls.minds])
        shapes = small.pointed_shapes()
        actual = rng.randrange(len(shapes))
        (*easier, hard) = cls.forms[:difficulty]
        easy = [form for level in easier for form in level]
        for some in combinations(hard, min(3, len(hard))):
            for others in combinations([*easy, *(each for each in hard if each not in some)], 5 - len(some)):
                forms = (*some, *others)
                yield (shapes[actual], forms), small, actual, forms

    @classmethod
    def finished(
        cls, rng: Random, difficulty: int, small: SmallModel, actual: int, forms: Sequence[str]
    ) -> Exercise | None:
        atoms, (*agents,), words = vocabulary(rng)
        agents = agents[: cls.minds]
        model = cls.decorated(rng, small.renamed(atoms, agents).model(actual))
        for _ in range(TRIES):
            chosen = [_filled(rng, form, atoms, agents) for form in forms]
            rng.shuffle(chosen)
            claims = tuple(Claim(formula=each, at=rng.choice(small.names) if cls.anywhere else None) for each in chosen)
            exercise = cls.solved(model=model, words=words, statements=claims, difficulty=difficulty)
            said = {(meaning(each.formula), each.at) for each in claims}
            contrary = {(meaning(Not(each.formula)), each.at) for each in claims}
            if exercise and len(said) == len(claims) and len(exercise.answer) > 1 and said.isdisjoint(contrary):
                return exercise
        return None


def _filled(rng: Random, form: str, atoms: Sequence[str], agents: Sequence[str]) -> Formula:
    one, *_, other = rng.sample([*agents, *agents], 2) if len(agents) == 1 else rng.sample(list(agents), 2)
    x, y = (random_literal(rng, [atom]) for atom in rng.sample(list(atoms), 2))
    return parse(form.format(p=rng.choice(list(atoms)), x=x, y=y, a=one, b=other))


def vocabulary(rng: Random) -> tuple[tuple[str, str], tuple[str, str], dict[str, str]]:
    """Return two random atoms, two random agents, and the words for the atoms."""
    (p, q), agents = rng.choice(VOCABULARIES), rng.choice(AGENTS)
    return (p[0], q[0]), agents, {p[0]: p[1], f"not {p[0]}": p[2], q[0]: q[1], f"not {q[0]}": q[2]}


class ReadPicture(Claims):
    """An exercise with a model and sentences about its worlds; the answer is the true sentences."""

    anywhere = True

    kind: Literal["read_picture"] = "read_picture"

    @staticmethod
    def rated(formula: Formula) -> int:
        """Return the modal depth, from 1 to 3; common knowledge counts as 3."""
        return 3 if _has(formula, C) else max(1, min(3, modal_depth(formula)))


class Ranks(Claims):
    """An exercise with plausibility ranks and sentences about the actual world; the answer is the true sentences."""

    kind: Literal["ranks"] = "ranks"

    @staticmethod
    def rated(formula: Formula) -> int:
        """Return difficulty 1 for plain belief, 2 for conditional belief, 3 for belief about belief."""
        return 3 if modal_depth(formula) > 1 else 2 if _has(formula, BGiven) else 1

    @classmethod
    def decorated(cls, rng: Random, model: KripkeModel) -> KripkeModel:
        """Return the model with random plausibility ranks of the worlds for each agent."""
        ranks = {agent: {str(world): rng.randrange(3) for world in model.worlds} for agent in model.agents}
        return KripkeModel.from_dict(model.to_dict() | {"ranks": ranks})


NEXT = "next"  # name of the relation from a state to its successors


class Runs(Claims):
    """An exercise with states, steps and sentences on runs (paths); the answer is the sentences true at the start."""

    minds = 1

    kind: Literal["runs"] = "runs"

    @cached_property
    def seen(self) -> KripkeModel:
        """The model with its steps as the temporal relation; `Unsolvable` unless each state has a successor."""
        structure = self.model.structure
        steps = structure.relations.get(NEXT)
        if steps is None or not all(map(steps.successors, range(len(self.model)))):
            raise Unsolvable(f"model: expected a relation {NEXT!r} with an arrow from each state")
        minds = {agent: relation for agent, relation in structure.relations.items() if agent != NEXT}
        time = Time(steps, WorldSet.of(structure.size, range(structure.size)))
        return KripkeModel.of(replace(structure, relations=minds, time=time))

    @staticmethod
    def rated(formula: Formula) -> int:
        """Return difficulty 3 for "until" or several temporal operators, otherwise 2 with knowledge, 1 without it."""
        nodes = [node for node, _ in flatten(formula).rows]
        timed = sum(node.operator.feature == "time" for node in nodes)
        return 3 if timed > 1 or _has(formula, EU, AU) else 2 if _has(formula, K, Kw, M) else 1

    @classmethod
    def decorated(cls, rng: Random, model: KripkeModel) -> KripkeModel:
        """Return the model with one or two random steps from each state."""
        names = list(map(str, model.worlds))
        steps = [[one, other] for one in names for other in rng.sample(names, rng.randint(1, 2))]
        data = model.to_dict()
        relations = data["relations"] | {NEXT: {"edges": steps}}
        return KripkeModel.from_dict(data | {"relations": relations, "agents": [*data["agents"], NEXT]})


def _has(formula: Formula, *kinds: type[Formula]) -> bool:
    return any(isinstance(node, kinds) for node, _ in flatten(formula).rows)
