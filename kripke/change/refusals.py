"""Changes and shares that cannot be: the errors of both engines, which differ in the word for a world alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kripke.change.event import EventModel, EventName
from kripke.data.errors import ModelError, PreconditionFailed
from kripke.data.wording import is_literal, world_quoted, world_text
from logic.errors import few, shorten
from logic.formula import Formula

NOTHING_POSSIBLE = "the agent considers no world possible there"


def no_share(agent: str, what: str, world: object, reason: str) -> ModelError:
    """The error that an agent's belief has no degrees at a world.

    Parameters
    ----------
    reason : str
        Why there is none.
    """
    return ModelError(f"agent {agent}: no {what} at {world_text(world)}: {reason}; use B_{agent} or K_{agent}")


@dataclass(frozen=True)
class Place:
    """Where a change is tried.

    Parameters
    ----------
    word : str
        What the engine calls a world: ``world`` or ``state``.
    actual : world or None
        The name of the actual world; None: there is none.
    why : callable
        Formula -> the reason why it is false at the actual world, a sentence.
    """

    word: str
    actual: object
    why: Callable[[Formula], str]

    def untrue(self, said: str, formula: Formula | None) -> PreconditionFailed:
        """The error that what is announced is false at the actual world, or everywhere.

        Parameters
        ----------
        formula : Formula, optional
            The formula whose reason follows; None: no reason.
        """
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
        return ModelError(f"at {self._here} {few(list(able), 'and')} can happen: choose one with event=...")

    @property
    def _here(self) -> str:
        return f"the actual {self.word} {world_quoted(self.actual)}"

    def _reason(self, formula: Formula) -> str:
        """The reason after a colon; literals need none, and an action that the formula names is not at hand."""
        return "" if is_literal(formula) or formula.actions else ": " + self.why(formula)
