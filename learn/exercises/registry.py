"""The kinds of exercises by name, and exercises from seeds, no two alike."""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Never

from learn.exercises.after_lie import AfterLie
from learn.exercises.build_model import BuildModel, GiveCountermodel
from learn.exercises.choose_announcement import ChooseAnnouncement
from learn.exercises.derive import Derive
from learn.exercises.exercise import AnswerError, Exercise, Unsolvable
from learn.exercises.find_fault import FindFault
from learn.exercises.hidden_frame import HiddenFrame
from learn.exercises.name_worlds import NameWorlds
from learn.exercises.predict import Predict
from learn.exercises.small_models import digest
from learn.exercises.translate import Translate
from logic.errors import listing, near_miss, shorten


class _Kinds(dict[str, type[Exercise]]):
    """Kinds by name, and an error that lists them for any other name."""

    def __missing__(self, name: object) -> Never:
        shown = shorten(str(name))
        raise UnknownKind(f"no kind of exercise {shown!r}: expected {listing(self)}{near_miss(shown, list(self))}")


class UnknownKind(AnswerError, KeyError):
    """No kind of exercise has this name."""


KINDS: Mapping[str, type[Exercise]] = _Kinds(
    {
        kind.model_fields["kind"].default: kind
        for kind in (
            NameWorlds, Translate, Predict, BuildModel, GiveCountermodel, FindFault, ChooseAnnouncement, AfterLie,
            HiddenFrame, Derive,
        )
    }
)  # fmt: skip
"""Name -> kind, the easier ones first."""


SEEDS = 256  # number of consecutive seeds whose exercises differ
TRIES = 60_000  # Drafts that are thrown away before an error; about 300 are needed
LEVELS = (1, 2, 3)  # the difficulties
KEPT = 200  # number of cached exercises: requests for marks and hints follow the request for the exercise


@lru_cache(maxsize=KEPT)
def make(kind: type[Exercise], seed: int, difficulty: int = 1) -> Exercise:
    """The exercise of a seed: solved, of the difficulty, and unlike those of the next `SEEDS` - 1 seeds.

    `Unsolvable` if no draft of this seed is accepted, which no test has seen.

    >>> make(KINDS["predict"], 1).answer == make(KINDS["predict"], 2).answer
    False
    """
    if difficulty not in LEVELS:
        raise Unsolvable(f"{kind.title}: difficulty {shorten(repr(difficulty))}: expected 1, 2 or 3")
    rng = Random(f"{kind.title} {difficulty} {seed}")
    for _ in range(TRIES):
        for draft in kind.drafts(rng, difficulty):
            with suppress(Unsolvable):
                if bucket(draft.likeness) == seed % SEEDS and (exercise := draft.finish()):
                    return exercise
    raise Unsolvable(f"{kind.title}: no exercise for seed {seed}: take another seed")


def bucket(likeness: Hashable) -> int:
    """The bucket of a likeness, the same on every machine."""
    return (likeness if isinstance(likeness, int) else digest(likeness)) % SEEDS
