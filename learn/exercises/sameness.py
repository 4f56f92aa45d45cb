"""Which worlds are bisimilar, and which formulas of one agent tell two frames apart?"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kripke.data.wording import world_text
from kripke.models.functions import distinguish
from kripke.models.kripke_model import KripkeModel
from kripke.prove.answers import Countermodel
from kripke.prove.face import valid_on_frame
from learn.exercises.choices import Choices
from learn.exercises.exercise import AModel, Drafts, Exercise, Formulas, Name, Unsolvable, limit
from learn.exercises.hidden_frame import SECONDS, frame_of, likeness, random_relation
from learn.exercises.marks import reasons
from learn.exercises.small_models import SmallModel, alike, random_chain
from logic.formula import Formula
from logic.parser import parse


class Bisimilar(Choices):
    """A model and pairs of its worlds; the answer is the bisimilar pairs."""

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
        found = distinguish(self.model.at(self.model.worlds[one]), self.model.at(self.model.worlds[other]))
        return () if found is None else (f"{found.formula} is true at one of them alone",)

    def _places(self, number: int) -> tuple[int, int]:
        names = list(map(world_text, self.model.worlds))
        for name in self.pairs[number]:
            if name not in names:
                raise Unsolvable(f"pairs.{number}: the model has no world {name}")
        one, other = map(names.index, self.pairs[number])
        return one, other

    def level(self) -> int:
        """1 for up to three pairs, 2 for four, 3 for more."""
        return max(1, min(3, len(self.pairs) - 2))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """A symmetric chain of eight worlds, and pairs of worlds with the same facts."""
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
    def finished(
        cls, _: Random, difficulty: int, small: SmallModel, some: Sequence[tuple[int, int]]
    ) -> Exercise | None:
        pairs = tuple((small.names[i], small.names[j]) for i, j in some)
        return cls.solved(model=small.model(), pairs=pairs, difficulty=difficulty)


class Correspondence(Choices):
    """Two frames and formulas; the answer is the formulas that are valid on the first frame and not on the second."""

    prose = False

    forms: ClassVar[Sequence[Mapping[str, str]]]
    """For each difficulty, formulas and the frames on which they are valid."""

    kind: Literal["correspondence"] = "correspondence"
    model: AModel
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
        """For each formula a valuation of the first and of the second frame for which it fails; None: it is valid."""
        return [(_refuted(self.model, formula), _refuted(self.other, formula)) for formula in self.formulas]

    def level(self) -> int:
        """That of the hardest formula; 3 for other formulas than the known ones."""
        levels = {parse(each): level for level, formulas in enumerate(self.forms, 1) for each in formulas}
        return max(levels.get(formula, 3) for formula in self.formulas)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Two of some random frames of three or four worlds."""
        frames = [(random_relation(rng, size), size) for size in (3, 3, 3, 3, 4, 4, 4, 4)]
        shapes = [likeness({"a": pairs}, size) for pairs, size in frames]
        for i, j in permutations(range(len(frames)), 2):
            yield (shapes[i], shapes[j]), frames[i], frames[j]

    @classmethod
    def finished(cls, rng: Random, difficulty: int, one: Any, other: Any) -> Exercise | None:
        (*others, hardest) = cls.forms[:difficulty]
        easy, hard = [each for level in others for each in level], rng.sample([*hardest], 3)
        formulas = tuple(map(parse, rng.sample(easy, min(2, len(easy))) + hard))
        models = [frame_of({"a": pairs}, size) for pairs, size in (one, other)]
        return cls.solved(model=models[0], other=models[1], formulas=formulas, difficulty=difficulty)


def _refuted(frame: KripkeModel, formula: Formula) -> KripkeModel | None:
    answer = valid_on_frame(frame, formula, time=limit(SECONDS))
    return answer.model if isinstance(answer, Countermodel) else None
