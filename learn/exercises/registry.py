"""The kinds of exercises by name."""

from __future__ import annotations

from collections.abc import Mapping

from learn.exercises.after_lie import AfterLie
from learn.exercises.build_model import BuildModel
from learn.exercises.choose_announcement import ChooseAnnouncement
from learn.exercises.countermodel import GiveCountermodel
from learn.exercises.derive import Derive
from learn.exercises.exercise import Exercise
from learn.exercises.fields import AnswerError
from learn.exercises.find_fault import FindFault
from learn.exercises.hidden_frame import HiddenFrame
from learn.exercises.name_worlds import NameWorlds
from learn.exercises.predict import Predict
from learn.exercises.translate import Translate
from logic.errors import listing, near_miss

KINDS: Mapping[str, type[Exercise]] = {
    kind.model_fields["kind"].default: kind
    for kind in (
        NameWorlds, Translate, Predict, BuildModel, GiveCountermodel, FindFault, ChooseAnnouncement, AfterLie,
        HiddenFrame, Derive,
    )
}  # fmt: skip
"""Name -> kind, the easier ones first."""


def kind_of(name: str) -> type[Exercise]:
    """The kind of this name.

    Parameters
    ----------
    name : str
        Its name.

    Raises
    ------
    AnswerError
        If there is none.
    """
    if name not in KINDS:
        raise AnswerError(f"no kind of exercise {name[:80]!r}: expected {listing(KINDS)}{near_miss(name, list(KINDS))}")
    return KINDS[name]
