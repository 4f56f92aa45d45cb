"""Exercises on frames and the formulas valid on them: guess a hidden frame, and distinguish two frames."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel
from kripke.prove.face import valid_on_frame
from learn.exercises.choices import Choices
from learn.exercises.exercise import TEXTS, AModel, AnswerError, Drafts, Exercise, Formulas, limit, one_of
from learn.exercises.formulas import limited_formula
from learn.exercises.marks import reasons
from learn.exercises.small_models import digest
from logic.clauses import Kv
from logic.errors import listing
from logic.formula import Formula
from logic.node_table import flatten
from logic.parser import parse

SECONDS = 1.0  # Time limit in seconds of a question about the frame
Pairs = set[tuple[int, int]]
Frame = tuple[Mapping[str, Pairs], int]  # the relations of the agents, and the number of worlds
PROPERTIES: Mapping[str, Sequence[str]] = TEXTS["hidden_frame"]["axioms"]
"""For each property of the relations of agents a and b, a sentence that states it, and an axiom valid iff it holds."""
Property = Annotated[str, one_of(PROPERTIES)]
# for each difficulty, the properties to draw from, and how many to draw
ASKED = {1: ([*PROPERTIES][:5], 3), 2: ([*PROPERTIES][:5], 4), 3: ([*PROPERTIES], 6)}


class HiddenFrame(Choices):
    """An exercise with a hidden frame: the student asks which formulas are valid on it, and finds its properties."""

    kind: Literal["hidden_frame"] = "hidden_frame"
    frame: AModel  # its valuation is ignored, and only the names of its agents are shown
    properties: Annotated[tuple[Property, ...], Field(min_length=1, max_length=7, strict=False)]

    @property
    def task(self) -> str:
        hidden = f"A frame for {listing(self.frame.agents, 'and')} is hidden."
        return f"{hidden} Ask which formulas are valid on it, and tell which of these are so."

    def shown(self) -> dict[str, Any]:
        return super().shown() | {"ask": True, "agents": list(self.frame.agents)}

    def options(self) -> list[str]:
        return [PROPERTIES[name][0] for name in self.properties]

    def ask(self, question: str) -> bool:
        """Return whether a formula is valid on the frame; `AnswerError` for ``Kv``, which depends on atoms ``x=v``."""
        formula = limited_formula(question)
        if any(isinstance(node, Kv) for node, _ in flatten(formula).rows):
            raise AnswerError("Kv is about the values of a variable: ask with K, M, B, E, C or D")
        return valid_on_frame(self.frame, formula, time=limit(SECONDS)).valid

    def values(self) -> list[bool]:
        return [valid_on_frame(self.frame, PROPERTIES[name][1], time=limit(SECONDS)).valid for name in self.properties]

    def verdict(self, number: int, right: bool) -> str:
        says, axiom = PROPERTIES[self.properties[number]]
        yes, verb = ("yes", "is") if right else ("no", "is not")
        return f"{says}: {yes}, since {parse(axiom)} {verb} valid on the frame."

    def level(self) -> int:
        """Return difficulty 1 for up to three properties, 2 for up to five, 3 for more."""
        count = len(self.properties)
        return 1 if count <= 3 else 2 if count <= 5 else 3

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Draw a random frame of four worlds (three for two agents), and yield it with each selection of properties."""
        agents, size = (("a", "b"), 3) if difficulty == 3 else (("a",), 4)
        relations = {agent: random_relation(rng, size) for agent in agents}
        if difficulty == 3 and rng.random() < 0.5:
            one, other = rng.sample(agents, 2)
            join = set.intersection if rng.random() < 0.5 else set.union
            relations[one] = join(relations[one], relations[other])

        shape = likeness(relations, size)
        for properties in combinations(*ASKED[difficulty]):
            yield (shape, properties), (relations, size), properties

    @classmethod
    def finished(cls, _: Random, difficulty: int, frame: Frame, properties: tuple[str, ...]) -> Exercise | None:
        return cls.solved(frame=frame_of(*frame), properties=properties, difficulty=difficulty)


def frame_of(relations: Mapping[str, Pairs], size: int) -> KripkeModel:
    """Return a model without atoms on the frame with these relations."""
    named = {agent: [(f"w{i}", f"w{j}") for i, j in sorted(pairs)] for agent, pairs in relations.items()}
    return KripkeModel({f"w{i}": set() for i in range(size)}, named)


def random_relation(rng: Random, size: int) -> Pairs:
    """Return a random relation, to which up to three random closures, such as transitive closure, are applied."""
    density = rng.choice((0.2, 0.35, 0.5))
    pairs = {(i, j) for i in range(size) for j in range(size) if rng.random() < density}
    for close in rng.sample(CLOSURES, rng.randint(0, 3)):
        pairs = close(pairs, size)
    return pairs


def _transitive(pairs: Pairs, size: int) -> Pairs:
    for middle in range(size):  # Warshall's algorithm
        pairs = pairs | {(i, k) for i, j in pairs if j == middle for other, k in pairs if other == middle}
    return pairs


CLOSURES: tuple[Callable[[Pairs, int], Pairs], ...] = (
    lambda pairs, size: pairs | {(i, i) for i in range(size)},
    lambda pairs, _: pairs | {(j, i) for i, j in pairs},
    lambda pairs, size: pairs | {(i, (i + 1) % size) for i in range(size) if all(i != source for source, _ in pairs)},
    _transitive,
)


def likeness(relations: Mapping[str, Pairs], size: int) -> tuple[int, ...]:
    """Return a tuple that is equal for isomorphic frames."""
    colours = [0] * size
    for pairs in relations.values():
        for one, other in pairs:  # an arrow counts 8 where it starts and 1 where it ends; a loop counts 1
            colours[one], colours[other] = colours[one] + 8 + 64 * (one == other), colours[other] + 1
        colours = [128 * number for number in colours]

    def around(world: int, pairs: Pairs) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
        after, before = [colours[j] for i, j in pairs if i == world], [colours[i] for i, j in pairs if j == world]
        return (world, world) in pairs, tuple(sorted(after)), tuple(sorted(before))

    rows = [tuple([around(world, pairs) for pairs in relations.values()]) for world in range(size)]
    return tuple(sorted(map(digest, zip(colours, rows, strict=True))))  # after one round of refinement


class Correspondence(Choices):
    """An exercise with two frames and formulas; the answer is the formulas valid on the first frame only."""

    prose = False
    forms: ClassVar[Sequence[Mapping[str, str]]]  # for each difficulty, formulas and the frames where they are valid

    kind: Literal["correspondence"] = "correspondence"
    model: AModel  # the first frame; valuations are ignored
    other: AModel
    formulas: Formulas

    def shown(self) -> dict[str, Any]:
        return super().shown() | {"other": self.other.to_dict()}

    def options(self) -> list[str]:
        return list(map(str, self.formulas))

    def values(self) -> list[bool]:
        return [one is None and other is not None for one, other in self.refutations]

    def why(self, number: int) -> tuple[str, ...]:
        formula, (refuted, _) = self.formulas[number], self.refutations[number]
        known = {parse(each): says for level in self.forms for each, says in level.items()}
        says = (f"it is valid on the frames where {known[formula]}",) if formula in known else ()
        return says if refuted is None else (*says, "on the first frame:", *reasons(refuted, formula))

    @cached_property
    def refutations(self) -> list[tuple[KripkeModel | None, KripkeModel | None]]:
        """For each formula and each of the two frames, a model on the frame that refutes the formula; None if valid."""
        return [(_refuted(self.model, formula), _refuted(self.other, formula)) for formula in self.formulas]

    def level(self) -> int:
        """Return the difficulty of the hardest formula; 3 for formulas that are not in `forms`."""
        levels = {parse(each): level for level, formulas in enumerate(self.forms, 1) for each in formulas}
        return max(levels.get(formula, 3) for formula in self.formulas)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Draw eight random frames of three or four worlds, and yield all ordered pairs of them."""
        frames = [({"a": random_relation(rng, size)}, size) for size in (3, 3, 3, 3, 4, 4, 4, 4)]
        shapes = [likeness(*frame) for frame in frames]
        for i, j in permutations(range(len(frames)), 2):
            yield (shapes[i], shapes[j]), frames[i], frames[j]

    @classmethod
    def finished(cls, rng: Random, difficulty: int, one: Frame, other: Frame) -> Exercise | None:
        (*others, hardest) = cls.forms[:difficulty]
        easy, hard = [each for level in others for each in level], rng.sample([*hardest], 3)
        formulas = tuple(map(parse, rng.sample(easy, min(2, len(easy))) + hard))
        model, other_model = frame_of(*one), frame_of(*other)
        return cls.solved(model=model, other=other_model, formulas=formulas, difficulty=difficulty)


def _refuted(frame: KripkeModel, formula: Formula) -> KripkeModel | None:
    answer = valid_on_frame(frame, formula, time=limit(SECONDS))
    return answer.model if isinstance(answer, Countermodel) else None
