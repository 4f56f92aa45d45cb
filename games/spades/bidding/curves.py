"""Success curves: how likely a nil bid succeeds, by the bids before it and by the hand's nil value.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 4.3. The source fits one logistic regression to its
records; the file here is fitted to self-play by ``whoknows train spades``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from math import exp
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from games.core.errors import GameError
from games.spades.bidding.situation import MOST, tricks
from kripke.formats.reading import path_text, read_regular_text
from logic.errors import EpistemicError
from logic.json_values import Fields, WrongValue, json_text, read_json_value

FILE = Path(__file__).with_name("curves.json")
BIDS = MOST + 1
PLACES = 4
STEEP = 1_000
"""Heights and slopes of lines are smaller."""


class Line(NamedTuple):
    """A term of the log odds: ``height + slope * nil value``."""

    height: float
    slope: float

    def __add__(self, other: Any) -> Line:
        return Line(self.height + other[0], self.slope + other[1])

    def chance(self, nil_value: float) -> float:
        """The chance of success."""
        return 1 / (1 + exp(-self.height - self.slope * nil_value))


@dataclass(frozen=True)
class Curves:
    """All success curves.

    Parameters
    ----------
    single : Line
        One curve for all sequences of bids, for comparison.
    bids : tuple of tuple of tuple of Line
        By the number of bids before, the place of an earlier bid counted back from the last one, and that bid: what it
        adds.
    """

    made_by: str
    nils: int
    single: Line
    places: tuple[Line, ...]
    bids: tuple[tuple[tuple[Line, ...], ...], ...]

    def curve(self, before: Sequence[int]) -> Line:
        """The success curve after some bids.

        Parameters
        ----------
        before : sequence of int
            The bids before, at most three, in their order.
        """
        place = len(before)
        found = self.places[place]
        for back, bid in enumerate(reversed(before)):
            found += self.bids[place][back][tricks(bid)]
        return found

    def dumps(self) -> str:
        """The curves as JSON, with the hash of what follows it."""
        data = self._data()
        return json.dumps({"sha256": _hash(data), **data}, separators=(",", ":")) + "\n"

    def _data(self) -> dict[str, Any]:
        return {
            "made_by": self.made_by,
            "nils": self.nils,
            "single": list(self.single),
            "places": [list(line) for line in self.places],
            "bids": [[[list(line) for line in seat] for seat in place] for place in self.bids],
        }


def load_curves(path: str | PathLike[str] = FILE) -> Curves:
    """Read success curves.

    Raises
    ------
    GameError
        If the file is something else, was changed, or a curve falls where the nil value rises.
    """
    name, text = path_text(path), read_regular_text(path)
    try:
        data = Fields(read_json_value(text))
        found, told = _curves(data), data.data.pop("sha256", None)
        if told != _hash(data.data):
            raise WrongValue("its hash is missing or differs: it was changed")
    except EpistemicError as error:
        raise GameError(f"{name}: no success curves, {error}; `whoknows train spades` writes some") from None
    return found


@cache
def shipped() -> Curves:
    """The curves of whoknows."""
    return load_curves()


def _hash(data: Any) -> str:
    return sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


def _curves(data: Fields) -> Curves:
    """The curves of an object; `WrongValue` where it is not as expected."""
    data.require_known((*(each.name for each in fields(Curves)), "sha256"))
    places = tuple(map(_line, data.values("places", list)))
    bids = tuple(tuple(tuple(map(_line, _list(seat))) for seat in place) for place in data.values("bids", list))
    if [[len(seat) for seat in place] for place in bids] != [[BIDS] * place for place in range(PLACES)]:
        raise WrongValue(f"bids: expected {BIDS} for each place of an earlier bid")
    found = Curves(data.value("made_by", str), data.value("nils", int), _line(data.value("single", list)), places, bids)
    if len(places) != PLACES or not is_rising(found):
        raise WrongValue(f"expected {PLACES} places, and curves that rise")
    return found


def is_rising(curves: Curves) -> bool:
    """Whether every curve rises with the nil value."""
    least = [
        place.slope + sum(min(line.slope for line in seat) for seat in seats)
        for place, seats in zip(curves.places, curves.bids, strict=True)
    ]
    return min(least) > 0 and curves.single.slope > 0


def _line(data: Any) -> Line:
    match data:
        case [int() | float() as height, int() | float() as slope] if abs(height) < STEEP and abs(slope) < STEEP:
            return Line(float(height), float(slope))
    raise WrongValue(f"a line {json_text(data)}: expected two numbers below {STEEP:,} in size")


def _list(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    raise WrongValue(f"bids: expected a list of lines, got {json_text(data)}")
