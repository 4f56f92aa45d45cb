"""Samples for a predictor: each claim of a game as the other player saw it, and whether it was a lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.cheat.actions import Claim
from games.cheat.observe import observation, seen
from games.cheat.prediction.features import Match, Moment, features
from games.core.rules import Event
from games.playing.match import Turn


class Sample(NamedTuple):
    """A claim.

    Attributes
    ----------
    claimer, viewer : str
        The players.
    match, move : int
        When it was made.
    features : list of float
        In the order of `games.cheat.prediction.features.FEATURES`.
    lie : bool
        Whether it was false.
    """

    claimer: str
    viewer: str
    match: int
    move: int
    features: list[float]
    lie: bool


def samples(turns: Iterable[Turn], players: Sequence[str], match: int, past: Match) -> Iterator[Sample]:
    """The claims of a game that can be answered.

    Parameters
    ----------
    turns : iterable of Turn
        The moves of one game of Cheat.
    players : sequence of str
        Who sits at each seat.
    match : int
        Its number.
    past : Match
        What both have done before; it goes on.
    """
    for move, turn in enumerate(turns):
        if turn.player < 0:
            continue
        viewer = 1 - turn.player
        past.observe(Event(turn.player, seen(turn.before, turn.action, viewer)))
        if isinstance(turn.action, Claim) and turn.after.current_player == viewer:
            lie = any(card.rank != turn.action.rank for card in turn.action.cards)
            view = observation(turn.after, viewer)
            yield Sample(players[turn.player], players[viewer], match, move, features(Moment(view, past)), lie)
