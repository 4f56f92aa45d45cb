"""Exercises in which a sequence of worlds refutes a statement: a frame property, or common knowledge."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from kripke.data.frames import frame
from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import Offering, vocabulary
from learn.exercises.english import capital, sentence
from learn.exercises.exercise import (
    AModel,
    Drafts,
    Exercise,
    Formulas,
    Strict,
    Unsolvable,
    Vocabulary,
    Worlds,
    one_of,
    require_known,
)
from learn.exercises.frames import PROPERTIES, Pairs, frame_of, likeness, random_relation
from learn.exercises.marks import Mark, Marks
from learn.exercises.small_models import SmallModel, meaning, random_chain
from logic.formula import Formula
from logic.parser import parse


class Path(Strict):
    """An answer to a `Refutation`: the index of a sentence, and a sequence of worlds that refutes it."""

    choice: int
    worlds: Annotated[Worlds, Field(min_length=1)]


class Refutation(Offering):
    """An exercise with a model and sentences; the answer is a false sentence's index, and worlds that refute it."""

    form = "path"
    several = False
    holding: ClassVar[str]  # the predicate of a true sentence in the text of a mark, such as ``is so``

    model: AModel
    answer: Path

    @abstractmethod
    def shortest(self, number: int) -> list[str] | None:
        """Return a shortest sequence of worlds that refutes a sentence; None if the sentence is true."""

    @abstractmethod
    def lack(self, number: int, worlds: Sequence[str]) -> str:
        """Return why these worlds do not refute a false sentence; an empty string if they do."""

    def marked(self, answer: Path) -> Marks:
        """Mark an answer: a point for naming a false sentence, one for refuting it; naming a true one costs points."""
        options, names = self.options(), list(map(world_text, self.model.worlds))
        require_known([answer.choice], range(len(options)), "sentence")
        require_known(answer.worlds, names, "world")
        says = options[answer.choice].rstrip(".")
        false = [number for number in range(len(options)) if self.shortest(number) is not None]
        if answer.choice not in false:
            cost = Fraction(len(false), len(options) - len(false))  # with it, guessing has the expected value 0
            return Marks((Mark(-cost, 2, f"{says}: this {self.holding}."),))
        lack = self.lack(answer.choice, answer.worlds)
        shown = Mark(0 if lack else 1, 1, lack or f"{', '.join(answer.worlds)}: these worlds show it.")
        return Marks((Mark(1, 1, f"{says}: this is false."), shown))

    def measure(self) -> int:
        """Return the `level`; `Unsolvable` if all sentences are true or all are false."""
        count = len(self.options())
        if not 0 < sum(self.shortest(number) is not None for number in range(count)) < count:
            raise Unsolvable("the sentences are all true or all false: expected some of each")
        return self.level()

    @classmethod
    def solved(cls, **fields: Any) -> Self:
        """Return the exercise with the first false sentence as its answer; `Unsolvable` if all or none are false."""
        exercise = cls(answer=Path(choice=0, worlds=("-",)), **fields)
        for number in range(len(exercise.options())):
            if worlds := exercise.shortest(number):
                exercise = exercise.model_copy(update={"answer": Path(choice=number, worlds=tuple(worlds))})
                break
        exercise.measure()
        return exercise


REFUTED: Mapping[str, tuple[str, Callable[..., bool]]] = {
    "reflexive": ("a world that does not see itself", lambda sees, x: x not in sees[x]),
    "serial": ("a world that sees no world", lambda sees, x: not sees[x]),
    "symmetric": ("x, y: x sees y, but y does not see x", lambda sees, x, y: y in sees[x] and x not in sees[y]),
    "transitive": (
        "x, y, z: x sees y and y sees z, but x does not see z",
        lambda sees, x, y, z: y in sees[x] and z in sees[y] and z not in sees[x],
    ),
    "euclidean": (
        "x, y, z: x sees y and z, but y does not see z",
        lambda sees, x, y, z: y in sees[x] and z in sees[x] and z not in sees[y],
    ),
}
"""For each property of a relation, a description of worlds that refute it, and a test for these worlds."""


class FrameFlaw(Refutation):
    """An exercise with a frame and properties; the answer is a property that fails, and worlds that refute it."""

    kind: Literal["frame_properties"] = "frame_properties"
    properties: Annotated[tuple[Annotated[str, one_of(REFUTED)], ...], Field(min_length=2, max_length=5, strict=False)]

    @property
    def agent(self) -> str:
        """The agent of the relation to examine: the first agent; `Unsolvable` without agents."""
        if not self.model.agents:
            raise Unsolvable("model: expected an agent, whose relation has the properties")
        return self.model.agents[0]

    def options(self) -> list[str]:
        return [PROPERTIES[name][0] for name in self.properties]

    def shortest(self, number: int) -> list[str] | None:
        counterexample = frame(self.model.structure, self.agent).counterexamples.get(self.properties[number])
        return None if counterexample is None else list(map(world_text, counterexample.worlds))

    def lack(self, number: int, worlds: Sequence[str]) -> str:
        says, refutes = REFUTED[self.properties[number]]
        sees = {world_text(w): set(map(world_text, self.model.possible(self.agent, at=w))) for w in self.model.worlds}
        count = refutes.__code__.co_argcount - 1
        return "" if len(worlds) == count and refutes(sees, *worlds) else f"A counterexample is {says}."

    def level(self) -> int:
        """Return difficulty 1 for up to three properties, 2 for four, 3 for five."""
        return max(1, len(self.properties) - 2)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Draw a random frame of four worlds, and yield it with each selection of properties."""
        pairs = random_relation(rng, 4)
        shape = likeness({"a": pairs}, 4)
        for properties in combinations(REFUTED, difficulty + 2):
            yield (shape, properties), pairs, properties

    @classmethod
    def finished(cls, _: Random, difficulty: int, pairs: Pairs, properties: tuple[str, ...]) -> Exercise:
        return cls.solved(model=frame_of({"a": pairs}, 4), properties=properties, difficulty=difficulty)


class CommonPath(Refutation):
    """An exercise: find a fact known to all agents that is not common knowledge, and a path that shows this."""

    forms: ClassVar[Sequence[str]]  # patterns of the formulas to choose from

    kind: Literal["common_knowledge_path"] = "common_knowledge_path"
    words: Vocabulary
    statements: Formulas

    def options(self) -> list[str]:
        return [capital(sentence(each, self.words)) for each in self.statements]

    def shortest(self, number: int) -> list[str] | None:
        return _path(self.model, self.statements[number])

    def lack(self, number: int, worlds: Sequence[str]) -> str:
        named = {world_text(world): world for world in self.model.worlds}
        if named[worlds[0]] != self.model.actual:
            return f"The path begins at {worlds[0]}: it must begin at the actual world."
        for one, other in pairwise(worlds):
            if named[other] not in _next(self.model, named[one]):
                return f"No agent considers {other} possible at {one}."
        end = worlds[-1]
        return f"It is true at {end}." if self.model.holds(self.statements[number], at=named[end]) else ""

    def level(self) -> int:
        """Return difficulty 1 if the fact is false two steps away, 2 for three, 3 for more; `Unsolvable` for fewer."""
        path = self.shortest(self.answer.choice)
        steps = 0 if path is None else len(path) - 1
        if steps < 2:
            raise Unsolvable("statements: not everyone knows the one that is not common knowledge")
        return min(3, steps - 1)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a random chain of six worlds, with each world in turn as the actual one."""
        return random_chain(rng, 6, ("p", "q"), ("a", "b"), mirror=False).pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        atoms, agents, words = vocabulary(rng)
        model = small.renamed(atoms, agents).model(actual)
        filled = product(cls.forms, (atoms, atoms[::-1]), agents)
        every = [parse(form.format(p=p, q=q, a=a)) for form, (p, q), a in filled]
        paths = {each: _path(model, each) for each in {meaning(each): each for each in every}.values()}
        common = [statement for statement, path in paths.items() if path is None]
        known = [statement for statement, path in paths.items() if path and len(path) - 2 == difficulty]
        if not common or not known:
            return None
        chosen = [*rng.sample(common, min(3, len(common))), rng.choice(known)]
        rng.shuffle(chosen)
        return cls.solved(model=model, words=words, statements=tuple(chosen), difficulty=difficulty)


def _next(model: KripkeModel, world: Any) -> set[Any]:
    return {other for agent in model.agents for other in model.possible(agent, at=world)}


def _path(model: KripkeModel, formula: Formula) -> list[str] | None:
    """Return a shortest path from the actual world to a world where the formula is false; None if there is none.

    `Unsolvable` unless the model has one actual world.
    """
    if len(model.actuals) != 1:
        raise Unsolvable("model: expected one actual world, where the path begins")
    true, seen, paths = model.extension(formula), {model.actual}, [[model.actual]]
    for path in paths:
        if path[-1] not in true:
            return list(map(world_text, path))
        for world in sorted(_next(model, path[-1]) - seen, key=world_text):
            seen.add(world)
            paths.append([*path, world])
    return None
