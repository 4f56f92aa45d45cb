"""Success curves: how likely a nil bid succeeds, by the bids before it and by the hand's nil value.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 4.3. The source fits one logistic regression to its
records; the file here is fitted to self-play by ``whoknows train spades``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import exp, isfinite
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from games.core.errors import GameError
from games.spades.bidding.situation import MOST, tricks
from kripke.formats.reading import path_text, read_regular_text
from logic.errors import shorten

FILE = Path(__file__).with_name("curves.json")
BIDS = MOST + 1
PLACES = 4


class Line(NamedTuple):
    """What is added to the log odds: ``height + slope * nil value``."""

    height: float
    slope: float

    def __add__(self, other: Any) -> Line:
        return Line(self.height + other[0], self.slope + other[1])

    def chance(self, nil_value: float) -> float:
        """The chance of success.

        Parameters
        ----------
        nil_value : float
            Of the hand.
        """
        return 1 / (1 + exp(-self.height - self.slope * nil_value))


@dataclass(frozen=True)
class Curves:
    """All success curves.

    Parameters
    ----------
    made_by : str
        The command that made them.
    nils : int
        To how many nil bids they were fitted.
    single : Line
        One curve for all sequences of bids, for comparison.
    places : tuple of Line
        By the number of bids before.
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

    Parameters
    ----------
    path : str or path
        A JSON file that `Curves.dumps` has written; by default the one of whoknows.

    Raises
    ------
    GameError
        If the file is something else, was changed, or a curve falls where the nil value rises.
    """
    name, text = path_text(path), read_regular_text(path)
    try:
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("expected an object")
        if data.pop("sha256", None) != _hash(data):
            raise ValueError("its hash is missing or differs: it was changed")
        found = _curves(data)
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError) as error:
        why = shorten(str(error) or type(error).__name__)
        raise GameError(f"{name}: no success curves, {why}; `whoknows train spades` writes some") from None
    return found


def no_curves() -> Curves:
    """Curves that add nothing, where none are learned yet."""
    flat = Line(0.0, 0.0)
    return Curves("", 0, flat, (flat,) * PLACES, tuple(((flat,) * BIDS,) * place for place in range(PLACES)))


@cache
def shipped() -> Curves:
    """The curves of whoknows."""
    return load_curves()


def _hash(data: Any) -> str:
    return sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


def _curves(data: dict[str, Any]) -> Curves:
    """The curves of an object; `ValueError` where it is not as expected."""
    if not isinstance(data["made_by"], str) or type(data["nils"]) is not int:
        raise ValueError("expected the command and the number of nil bids")
    places = tuple(_line(each) for each in data["places"])
    bids = tuple(tuple(tuple(_line(each) for each in seat) for seat in place) for place in data["bids"])
    if [[len(seat) for seat in place] for place in bids] != [[BIDS] * place for place in range(PLACES)]:
        raise ValueError(f"expected {BIDS} bids for each place of an earlier bid")
    found = Curves(data["made_by"], data["nils"], _line(data["single"]), places, bids)
    if len(places) != PLACES or not is_rising(found):
        raise ValueError(f"expected {PLACES} places, and curves that rise")
    return found


def is_rising(curves: Curves) -> bool:
    """Whether every curve rises with the nil value."""
    least = [
        place.slope + sum(min(line.slope for line in seat) for seat in seats)
        for place, seats in zip(curves.places, curves.bids, strict=True)
    ]
    return min(least) > 0 and curves.single.slope > 0


def _line(data: Any) -> Line:
    height, slope = data
    if not all(type(value) in (int, float) and isfinite(value) and abs(value) < 1000 for value in (height, slope)):
        raise ValueError(f"line {data!r}: expected two numbers")
    return Line(float(height), float(slope))
