"""The kinds of exercises by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Never

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
