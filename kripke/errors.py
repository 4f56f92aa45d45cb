"""The errors of models: what was asked for is not there, or cannot happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from logic.errors import EpistemicError, did_you_mean, listing, shorten

SEARCHED = 2_000


class ModelError(EpistemicError, ValueError):
    """The parts do not make a model: no worlds, a weight above 1, an actual world that is not there."""


class UnknownWorld(EpistemicError, KeyError):
    """The model has no such world."""


class UnknownAgent(EpistemicError, KeyError):
    """The model has no such agent."""


class UnknownAtom(EpistemicError, KeyError):
    """The model's vocabulary has no such atom, or no value of such a variable."""


class UnknownAction(EpistemicError, KeyError):
    """The formula speaks of an action that was not given to the check."""


class PreconditionFailed(EpistemicError, ValueError):
    """The change cannot happen here: what is announced is false at the actual world."""


class FileError(EpistemicError, ValueError):
    """A file is not what it should be: the message names the place in it."""


def unknown_world(world: object, worlds: Sequence[object], where: str = "") -> UnknownWorld:
    """The error, with a near miss where the worlds are few enough to look; `where` is what names the world."""
    prefix = f"{where}: " if where else ""
    if len(worlds) <= SEARCHED:
        return UnknownWorld(f"{prefix}no world {shorten(repr(world))}{did_you_mean(str(world), worlds)}")
    shown = listing([shorten(repr(each)) for each in worlds[:2]], "and")
    return UnknownWorld(f"{prefix}no world {shorten(repr(world))}; there are {len(worlds):,}, such as {shown}")


def unknown_agent(agent: Any, agents: Iterable[str], where: str = "") -> UnknownAgent:
    """The error; `where` is the formula that names the agent."""
    prefix = f"{where}: " if where else ""
    return UnknownAgent(f"{prefix}no agent '{shorten(str(agent))}'{did_you_mean(str(agent), agents)}")


def unknown_atom(atom: str, atoms: Iterable[str], where: str = "") -> UnknownAtom:
    """The error; `where` is the formula that names the atom."""
    prefix = f"{where}: " if where and where != atom else ""
    return UnknownAtom(f"{prefix}no atom '{shorten(atom)}' in the model's vocabulary{did_you_mean(atom, atoms)}")
