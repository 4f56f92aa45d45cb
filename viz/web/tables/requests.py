"""What the page asks of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from viz.web.request import Name, Request, Text

RECORD = 1024 * 1024
"""Maximal number of characters of a record."""
SEATS = 10
Id = Annotated[str, Field(pattern=r"\A[A-Za-z0-9_-]{22}\z")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Games(Request):
    """The games that can be played."""

    do: Literal["games"]


class Open(Request):
    """A new game.

    Parameters
    ----------
    agents : list of str or None
        Seat by seat the name of an agent; None is the person.
    options : dict of str to str
        Options of the rules that differ from the defaults.
    """

    do: Literal["open"]
    game: Name
    agents: Annotated[list[Name | None], Field(max_length=SEATS)]
    names: Annotated[list[Name], Field(max_length=SEATS)]
    options: Annotated[dict[Name, Name], Field(default_factory=dict)]
    seed: Annotated[str, Field(pattern=r"\A[0-9]{1,20}\z")] | None = None


class Replay(Request):
    """A recorded game.

    Parameters
    ----------
    reasons : bool
        Whether agents decide again, and so tell their reasons.
    """

    do: Literal["replay"]
    record: Annotated[str, Field(max_length=RECORD)]
    reasons: bool = True


class AtTable(Request):
    """A request about an open table.

    Parameters
    ----------
    viewer : str, optional
        The name of a player; None sees everything.
    """

    table: Id
    viewer: Name | None = None


class Log(AtTable):
    """What happened.

    Parameters
    ----------
    since : int
        The number of moves that the page has already.
    """

    since: Number = 0


class Play(Log):
    """Let agents move.

    Parameters
    ----------
    moves : int
        At most so many.
    """

    do: Literal["play"]
    moves: Annotated[int, Field(ge=0, le=100)] = 100


class Act(Log):
    """The person's move."""

    do: Literal["act"]
    text: Name


class Look(AtTable):
    """The moment as the viewer sees it."""

    do: Literal["board", "knows"]
    moment: Number
    narrow: bool = False


class Ask(AtTable):
    """A question about a moment."""

    do: Literal["question"]
    moment: Number
    formula: Text


class Draw(AtTable):
    """A picture of what is possible at a moment."""

    do: Literal["mind"]
    moment: Number
    about: Annotated[list[Name], Field(default_factory=list, max_length=20)]


class Save(AtTable):
    """The record of a game that is over."""

    do: Literal["record"]


Asked = Games | Open | Replay | Play | Act | Look | Ask | Draw | Save


class Body(RootModel[Annotated[Asked, Field(discriminator="do")]]):
    """The body of a request to ``/api/table``."""
