"""Predicts whether a claim will be called, from what the player sees who may call it: a logistic model as plain data.

A search uses it for the replies to the searching player's claims, in states in which all cards lie somewhere. So the
features are those that `games.cheat.compiled.abstraction.call_chance` reads off a state, and one of the match's past.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp
from os import PathLike

from games.cheat.cards import of_rank
from games.cheat.observe import Observation
from games.cheat.prediction.features import Deeds
from games.core.errors import GameError
from kripke.formats.reading import path_text, read_regular_text
from logic.errors import EpistemicError
from logic.json_values import Fields, WrongValue, json_text, read_json_value

FULL = 8
"""Cards of a new hand."""
HABIT_CALLS, HABIT_ANSWERS = 1, 8
"""A player with a short past counts as one with so many calls more, of so many claims more."""
MOST_LOGIT = 30.0
MOST_WEIGHT = 1_000_000
"""The largest size of a weight: with larger ones a sum may have no value."""


def _repeats(view: Observation) -> bool:
    last, *earlier = reversed(view.laid)
    return any(each.seat == last.seat and each.rank == last.rank for each in earlier)


CALL_FEATURES: dict[str, Callable[[Observation], float]] = {
    "claimed cards beyond the first": lambda view: view.laid[-1].size - 1,
    "cards of the rank in the own hand": lambda view: (view.hand & of_rank(view.rank)).bit_count(),
    "claimer's cards below eight": lambda view: FULL - view.sizes[1 - view.player],
    "own cards below eight": lambda view: FULL - view.sizes[view.player],
    "cards in the pile": lambda view: view.pile,
    "how often the claimer was caught": lambda view: sum(
        each.caught and each.claimer != view.player for each in view.calls
    ),
    "the claimer claimed the rank since the last call": _repeats,
    "the claimer has no card left": lambda view: not view.sizes[1 - view.player],
}
"""Name of a feature -> its value, for the player who may call. They change in a search."""
PAST = "share of claims that the player has called"
"""The last feature; it stays the same in a search."""


def call_features(view: Observation, deeds: Deeds) -> list[float]:
    """The features of a claim that may be called."""
    return [*(float(value(view)) for value in CALL_FEATURES.values()), called_share(deeds)]


def called_share(deeds: Deeds) -> float:
    """The share of claims that a player has called, drawn towards 1 in 8 while there were few."""
    return (deeds.calls + HABIT_CALLS) / (deeds.answers + HABIT_ANSWERS)


@dataclass(frozen=True)
class CallModel:
    """A logistic model of calls."""

    made_by: str
    names: tuple[str, ...]
    weights: tuple[float, ...]
    intercept: float

    def chance(self, values: Sequence[float]) -> float:
        """The chance of a call."""
        logit = self.intercept + sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return 1 / (1 + exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))

    def dumps(self) -> str:
        """The model as JSON."""
        return json.dumps(asdict(self), indent=1) + "\n"


def load_calls(path: str | PathLike[str]) -> CallModel:
    """Read a model of calls; `GameError` or `FileError` where the file is not one."""
    text = read_regular_text(path)
    try:
        return _model(Fields(read_json_value(text)))
    except EpistemicError as error:
        way_out = "`whoknows train cheat --what calls` writes one"
        raise GameError(f"{path_text(path)}: not a model of calls, {error}; {way_out}") from None


def _model(data: Fields) -> CallModel:
    names, weights = data.values("names", str), data.values("weights", int, float)
    found = CallModel(data.value("made_by", str), names, weights, data.value("intercept", int, float))
    data.require_known(asdict(found))
    if names != (*CALL_FEATURES, PAST):
        raise WrongValue(f"names: expected the features of this version, got {json_text(names)}")
    if len(weights) != len(names):
        raise WrongValue(f"weights: expected {len(names)} numbers, got {len(weights):,}")
    for value in (*weights, found.intercept):
        if not abs(value) <= MOST_WEIGHT:
            raise WrongValue(f"a weight of {json_text(value)}: expected a number up to {MOST_WEIGHT:,} in size")
    return replace(found, weights=tuple(map(float, weights)), intercept=float(found.intercept))
