"""The kinds of exercises by name, and their generation from seeds."""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Never

from learn.exercises.announcements import AfterLie, ChooseAnnouncement, Predict
from learn.exercises.arguments import FindFault
from learn.exercises.build_model import BuildModel, GiveCountermodel
from learn.exercises.choices import Ranks, ReadPicture, Runs
from learn.exercises.common_belief import CommonBelief
from learn.exercises.exercise import AnswerError, Exercise, Unsolvable, patience
from learn.exercises.frames import Correspondence, HiddenFrame
from learn.exercises.marks import Marks
from learn.exercises.paths import CommonPath, FrameFlaw
from learn.exercises.proofs import Derive, ProofFault, ProofGap, WriteProof
from learn.exercises.small_models import digest
from learn.exercises.stories import ReachGoal, TellStory
from learn.exercises.translate import SayInEnglish, Translate
from learn.exercises.worlds import Bisimilar, NameWorlds
from logic.errors import listing, near_miss, shorten
from logic.exact import is_whole


class _Kinds(dict[str, type[Exercise]]):
    """A dictionary of kinds of exercises that raises `UnknownKind`, with the known names, for other names."""

    def __missing__(self, name: object) -> Never:
        shown = shorten(str(name))
        near = near_miss(shown.casefold(), list(self))
        raise UnknownKind(f"no kind of exercise {shown!r}{near or f': expected {listing(self)}'}")


class UnknownKind(AnswerError, KeyError):
    """Raised for an unknown kind of exercise."""


KINDS: Mapping[str, type[Exercise]] = _Kinds(
    {
        kind.model_fields["kind"].default: kind
        for kind in (
            NameWorlds, Translate, Predict, BuildModel, GiveCountermodel, FindFault, ChooseAnnouncement, AfterLie,
            HiddenFrame, Derive, ReadPicture, Ranks, Runs, Bisimilar, Correspondence, SayInEnglish, TellStory,
            ReachGoal, FrameFlaw, CommonPath, CommonBelief, ProofGap, ProofFault, WriteProof,
        )
    }
)  # fmt: skip
"""The classes of the kinds of exercises by name, from easy to hard."""


SEEDS = 256  # number of consecutive seeds whose exercises differ
TRIES = 60_000  # maximum number of calls of `Exercise.drafts` for one exercise; about 300 are needed
LEVELS = (1, 2, 3)  # the difficulties
KEPT = 200  # number of cached exercises: requests for marks and hints follow the request for the exercise


def make(kind: str, seed: int = 1, difficulty: int = 2) -> Exercise:
    """Generate the exercise of a seed; 256 consecutive seeds give different exercises.

    Parameters
    ----------
    kind : str
        A key of `kinds()`.
    seed : int
        Any whole number; the same seed gives the same exercise everywhere.
    difficulty : int
        1, 2 or 3.

    Raises
    ------
    UnknownKind
        If there is no such kind.
    Unsolvable
        If the difficulty or the seed is invalid, or no exercise is found for the seed (never seen in tests).

    Notes
    -----
    On average, an exercise takes 100 to 3,000 rejected random drafts and 2 to 50 ms, depending on kind and difficulty.

    Examples
    --------
    >>> from whoknows import make, mark
    >>> exercise = make("predict", seed=1, difficulty=1)
    >>> print(exercise.task)
    It is announced that `¬q`. Which worlds are left?
    >>> mark(exercise, exercise.answer).right
    True
    """
    exercise_class = KINDS[kind if isinstance(kind, str) else repr(kind)]
    if not is_whole(difficulty) or difficulty not in LEVELS:
        raise Unsolvable(f"{kind}: difficulty {shorten(repr(difficulty))}: expected 1, 2 or 3")
    if not is_whole(seed):
        raise Unsolvable(f"{kind}: seed {shorten(repr(seed))}: expected a whole number")
    return made_of(exercise_class, int(seed), int(difficulty))


@lru_cache(maxsize=KEPT)
def made_of(kind: type[Exercise], seed: int, difficulty: int) -> Exercise:
    """Generate an exercise as in `make`, with a cache; the arguments must be valid."""
    rng = Random(f"{kind.title} {difficulty} {seed}")
    with patience(None):
        for likeness, *draft in (draft for _ in range(TRIES) for draft in kind.drafts(rng, difficulty)):
            if bucket(likeness) == seed % SEEDS:
                with suppress(Unsolvable):
                    if exercise := kind.finished(rng, difficulty, *draft):
                        return exercise
    raise Unsolvable(f"no exercise {kind.title!r} for seed {seed}: take another seed")


def kinds() -> dict[str, str]:
    """Return a dictionary from the name of each kind of exercise to the skill it trains, sorted from easy to hard.

    Examples
    --------
    >>> from whoknows import kinds
    >>> kinds()["translate"]
    'to say sentences about knowledge as formulas'
    """
    return {name: kind.trains for name, kind in KINDS.items()}


def mark(exercise: Exercise, answer: object) -> Marks:
    """Return the points of an answer, with reasons for each part.

    Parameters
    ----------
    exercise : Exercise
        An exercise from `make` or from a lesson file.
    answer : object
        The answer as plain data: a formula as a string, a list of worlds or numbers, a dictionary; `docs/lessons.md`
        describes the form for each kind.

    Raises
    ------
    AnswerError
        If `answer` is not an answer to this kind of exercise, or has an unknown name.
    EpistemicError
        If a formula or model in the answer has a mistake.

    Examples
    --------
    >>> from whoknows import make, mark
    >>> marks = mark(make("predict", seed=1, difficulty=1), [])
    >>> print(marks.earned, "of", marks.of, marks.rows[0].says)
    0 of 4 Nothing is chosen yet. Choose the worlds that are left.
    """
    if not isinstance(exercise, Exercise):
        raise AnswerError(f"exercise {shorten(repr(exercise))}: expected one from make, or from a lesson")
    return exercise.mark(answer)


def bucket(likeness: Hashable) -> int:
    """Return the hash of a draft's likeness (see `Drafts`), from 0 to `SEEDS` - 1.

    A seed uses only drafts with the hash `seed % SEEDS`.
    """
    return (likeness if isinstance(likeness, int) else digest(likeness)) % SEEDS
