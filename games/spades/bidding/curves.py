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
from math import exp
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from games.core.errors import GameError
from games.spades.bidding.situation import MOST, tricks
from kripke.formats.reading import path_text, read_regular_text
from logic.errors import EpistemicError
from logic.json_values import Fields, WrongValue, read_json_value

FILE = Path(__file__).with_name("curves.json")
BIDS = MOST + 1
PLACES = 4


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
        """The success curve after the bids before, at most three, in their order."""
        place = len(before)
        found = self.places[place]
        for back, bid in enumerate(reversed(before)):
            found += self.bids[place][back][tricks(bid)]
        return found

    def dumps(self) -> str:
        """The curves as JSON, with the hash of what follows it."""
        data = dict(vars(self))
        return json.dumps({"sha256": _hash(data), **data}, separators=(",", ":")) + "\n"


def load_curves(path: str | PathLike[str] = FILE) -> Curves:
    """Read success curves; `GameError` if the file is something else, or was changed."""
    name, text = path_text(path), read_regular_text(path)
    try:
        data = dict(Fields(read_json_value(text)).data)
        if data.pop("sha256", None) != _hash(data):
            raise WrongValue("its hash is missing or differs: it was changed")
    except EpistemicError as error:
        raise GameError(f"{name}: no success curves, {error.message}; `whoknows train spades` writes some") from None
    single, places = Line._make(data["single"]), tuple(map(Line._make, data["places"]))
    bids = tuple(tuple(tuple(map(Line._make, seat)) for seat in place) for place in data["bids"])
    return Curves(data["made_by"], data["nils"], single, places, bids)


@cache
def shipped() -> Curves:
    """The curves of whoknows."""
    return load_curves()


def _hash(data: Any) -> str:
    return sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()
