"""Exercises on distinguishing worlds by formulas: define a set of worlds, and find bisimilar worlds."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from kripke.data.wording import world_text
from kripke.models.functions import distinguish
from learn.exercises.choices import Choices
from learn.exercises.exercise import AFormula, AModel, Drafts, Exercise, Name, Unsolvable, Worlds
from learn.exercises.marks import Mark, Marks, listed, points_of_set, reasons
from learn.exercises.small_models import SmallModel, alike, random_chain, random_model, unions
from logic.formula import Formula


class NameWorlds(Exercise):
    """An exercise with a model and some of its worlds; the answer is a formula with these worlds as its extension."""

    form = "formula"

    kind: Literal["name_worlds"] = "name_worlds"
    model: AModel
    worlds: Worlds
    answer: AFormula

    @property
    def task(self) -> str:
        return f"Find a formula that is true at {listed(self.worlds)}, and at no other world."

    def shown(self) -> dict[str, Any]:
        return {"model": self.model.to_dict(), "worlds": list(self.worlds)}

    def marked(self, answer: Formula) -> Marks:
        """Mark a formula by `points_of_set`: right worlds in its extension earn points, wrong worlds cost points.

        The points are from 0 to the number of worlds of the model.
        """
        holds = {world_text(world) for world in self.model.extension(answer)}
        names = [world_text(world) for world in self.model.worlds]
        wrong = holds ^ set(self.worlds)
        if not wrong:
            return Marks((Mark(len(names), len(names), f"It is true exactly at {listed(self.worlds)}."),))
        first, at = next(pair for pair in zip(names, self.model.worlds, strict=True) if pair[0] in wrong)
        alike = [name for name in names if name in wrong and (name in holds) == (first in holds)]
        says = f"It should be {'false' if first in holds else 'true'} at {listed(alike)}. Look at {first}:"
        earned = max(0, points_of_set(holds, set(self.worlds), names))
        return Marks((Mark(earned, len(names), says, reasons(self.model, answer, at)),))

    def measure(self) -> int:
        """Return difficulty 1 for modal depth 0, 2 for depth 1, otherwise 3; `Unsolvable` if the set is undefinable."""
        names = [world_text(world) for world in self.model.worlds]
        if not set(self.worlds) <= set(names):
            raise Unsolvable(f"worlds: the model has {listed(names)}, got {listed(self.worlds)}")
        wanted = sum(1 << i for i, name in enumerate(names) if name in self.worlds)
        for depth in range(len(names) + 1):
            if all(mask & wanted in (0, mask) for mask in alike(self.model, depth)):
                return min(depth + 1, 3)
        raise Unsolvable(f"worlds: no formula is true exactly at {listed(self.worlds)}: some are bisimilar to others")

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield sets of worlds of a small random model. A formula for them needs modal depth `difficulty` - 1."""
        atoms = ("p", "q") if difficulty > 1 else ("p", "q", "r")
        small = random_model(rng, rng.randint(5 if difficulty == 3 else 4, 6), atoms, ("a", "b"))
        easier = {0, (1 << len(small.values)) - 1}
        easier |= set(unions(small.blocks(difficulty - 2))) if difficulty > 1 else set()
        masks = [mask for mask in unions(small.blocks(difficulty - 1)) if mask not in easier]
        shapes = small.pointed_shapes() if masks else []
        for mask in rng.sample(masks, min(8, len(masks))):
            likeness = tuple(sorted((mask >> i & 1, shape) for i, shape in enumerate(shapes)))
            yield likeness, small, mask

    @classmethod
    def finished(cls, _: Random, difficulty: int, small: SmallModel, mask: int) -> Exercise:
        worlds = tuple(name for i, name in enumerate(small.names) if mask >> i & 1)
        return cls(model=small.model(), worlds=worlds, answer=small.shortest()[mask], difficulty=difficulty)


class Bisimilar(Choices):
    """An exercise with a model and pairs of its worlds; the answer is the bisimilar pairs."""

    kind: Literal["bisimilar"] = "bisimilar"
    model: AModel
    pairs: Annotated[
        tuple[Annotated[tuple[Name, Name], Field(strict=False)], ...], Field(min_length=2, max_length=12, strict=False)
    ]

    def options(self) -> list[str]:
        return [f"{one} and {other}" for one, other in self.pairs]

    def values(self) -> list[bool]:
        masks = alike(self.model, len(self.model))
        places = map(self._places, range(len(self.pairs)))
        return [any(mask >> one & mask >> other & 1 for mask in masks) for one, other in places]

    def why(self, number: int) -> tuple[str, ...]:
        one, other = self._places(number)
        distinction = distinguish(self.model.at(self.model.worlds[one]), self.model.at(self.model.worlds[other]))
        return () if distinction is None else (f"{distinction.formula} is true at one of them alone",)

    def _places(self, number: int) -> tuple[int, int]:
        names = list(map(world_text, self.model.worlds))
        for name in self.pairs[number]:
            if name not in names:
                raise Unsolvable(f"pairs.{number}: the model has no world {name}")
        one, other = map(names.index, self.pairs[number])
        return one, other

    def level(self) -> int:
        """Return difficulty 1 for up to three pairs, 2 for four, 3 for more."""
        return max(1, min(3, len(self.pairs) - 2))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a symmetric random chain of eight worlds, with selections of pairs of worlds that have equal facts."""
        small = random_chain(rng, 8, ("p", "q"), ("a", "b"), mirror=True)
        masks = small.blocks(len(small.values))
        both = [(i, j) for i, j in combinations(range(len(small.values)), 2) if small.values[i] == small.values[j]]
        same = [(i, j) for i, j in both if any(mask >> i & mask >> j & 1 for mask in masks)]
        rest = [pair for pair in both if pair not in same]
        shapes = small.pointed_shapes() if len(both) >= difficulty + 2 and rest else []
        for _ in range(6 if shapes else 0):
            some = {rng.choice(same), rng.choice(rest)}
            some |= set(rng.sample([pair for pair in both if pair not in some], difficulty))
            likeness = tuple(sorted(tuple(sorted((shapes[i], shapes[j]))) for i, j in some))
            yield likeness, small, sorted(some)

    @classmethod
    def finished(cls, _: Random, difficulty: int, small: SmallModel, some: Sequence[tuple[int, int]]) -> Self | None:
        pairs = tuple((small.names[i], small.names[j]) for i, j in some)
        return cls.solved(model=small.model(), pairs=pairs, difficulty=difficulty)
