"""Samples for a predictor: each claim of a game as the other player saw it, and whether it was a lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.cheat.actions import Claim, is_lie
from games.cheat.observe import observation, seen
from games.cheat.predictors import Moment, Past, features
from games.core.rules import CHANCE, Event, State


class Sample(NamedTuple):
    """A claim.

    Attributes
    ----------
    claimer, viewer : str
        The players.
    match, move : int
        When it was made.
    features : list of float
        In the order of `games.cheat.predictors.FEATURES`.
    lie : bool
        Whether it was false.
    """

    claimer: str
    viewer: str
    match: int
    move: int
    features: list[float]
    lie: bool


def samples(
    last: State, players: Sequence[str], match: int, past: Past, seconds: Sequence[float] | None = None
) -> Iterator[Sample]:
    """The claims of a game that can be answered. O(m) for m moves."""
    steps = last.steps()
    states = [before for before, _ in steps[1:]] + [last]
    for number, ((before, move), after) in enumerate(zip(steps, states, strict=True)):
        if move.player == CHANCE:
            continue
        viewer = 1 - move.player
        past.observe(Event(move.player, seen(before, move.action, viewer), seconds[number] if seconds else 0.0))
        if isinstance(move.action, Claim) and after.current_player == viewer:
            view = observation(after, viewer)
            seen_claim = features(Moment(view, past))
            yield Sample(players[move.player], players[viewer], match, number, seen_claim, is_lie(move.action))
