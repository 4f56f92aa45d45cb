"""Errors of impossible changes on both engines, and the warning for an atom that looks like a misspelt one."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kripke.change.event import EventModel, EventName
from kripke.data.errors import ModelError, PreconditionFailed
from kripke.data.wording import is_literal, world_quoted, world_text
from logic.errors import by_face, few, nearest, shorten
from logic.formula import Formula

NOTHING_POSSIBLE = "the agent considers no world possible there"


def no_share(agent: str, what: str, world: object, reason: str) -> ModelError:
    """The error that an agent's belief has no degrees at a world, with the reason."""
    return ModelError(f"agent {agent}: no {what} at {world_text(world)}: {reason}; use B_{agent} or K_{agent}")


@dataclass(frozen=True)
class Place:
    """The place of a change: a ``world`` or ``state``, with the name of the actual one, or None.

    `why` gives the reason, a sentence, why a formula is false at the actual world.
    """

    word: str
    actual: object
    why: Callable[[Formula], str]

    def untrue(self, said: str, formula: Formula | None) -> PreconditionFailed:
        """The error that an announcement is false at the actual world, with a reason of the formula, or everywhere."""
        if self.actual is None:
            return PreconditionFailed(f"{said} holds at no {self.word}, so it cannot be announced truthfully")
        why = "" if formula is None else self._reason(formula)
        return PreconditionFailed(f"{said} is false at {self._here}, so it cannot be announced truthfully{why}")

    def impossible(self, model: EventModel, events: Sequence[EventName]) -> PreconditionFailed:
        """The error that none of the events can happen."""
        needs = few([f"{shorten(name)} needs {shorten(str(model.events[name].pre))}" for name in events], "and")
        if self.actual is None:
            return PreconditionFailed(f"no event can happen: {needs}, true nowhere")
        why = self._reason(model.events[events[0]].pre) if len(events) == 1 else ""
        return PreconditionFailed(f"no event can happen at {self._here}: {needs}, which is false there{why}")

    def undecided(self, able: Iterable[EventName]) -> ModelError:
        """The error that several events can happen."""
        way_out = by_face("one with event=...", "one with --event", "the event that happens")
        return ModelError(f"at {self._here} {few(list(able), 'and')} can happen: choose {way_out}")

    @property
    def _here(self) -> str:
        return f"the actual {self.word} {world_quoted(self.actual)}"

    def _reason(self, formula: Formula) -> str:
        """The reason after a colon; literals need none, and an action that the formula names is not at hand."""
        return "" if is_literal(formula) or formula.actions else ": " + self.why(formula)


SIMILARITY = 0.8
"""The similarity of two names for `difflib`, from 0 to 1; chosen by examples: head and heads, but not box and boxes."""


def warn_of_slips(action: Any, vocabulary: Iterable[str]) -> None:
    """Warn the caller of `Model.update` of new atoms that are similar to atoms of the model.

    A name that continues names of the model is no slip: ``door2`` beside ``door1``, ``x=3`` beside ``x=2``. O(e + n)
    for e postconditions and n atoms, and nothing where no event has a postcondition.
    """
    posts = [event.post for event in action.events.values() if event.post] if isinstance(action, EventModel) else []
    if not posts:
        return
    known = dict.fromkeys(vocabulary)
    stems = {_stem(atom): atom for atom in known}
    for atom in sorted({atom for post in posts for atom in post if atom not in known and _stem(atom) not in stems}):
        if near := nearest(_stem(atom), list(stems), SIMILARITY):
            text = f"update: new atom '{shorten(atom)}'; did you mean '{shorten(stems[near])}'?"
            way_out = f"if not, declare it with the model, by atoms=['{shorten(atom)}']"
            warnings.warn(f"{text} {way_out}", stacklevel=3)


def _stem(atom: str) -> str:
    """The name up to its first digit, value or argument."""
    return re.split(r"[\d=(]", atom, maxsplit=1)[0]
