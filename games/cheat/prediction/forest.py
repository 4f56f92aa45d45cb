"""A trained predictor as plain data: decision trees in a JSON file, read and evaluated without a library."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from math import isfinite
from os import PathLike
from typing import Any

from games.cheat.prediction.features import FEATURES
from games.core.errors import GameError
from kripke.formats.reading import path_text, read_regular_text
from logic.errors import listing, shorten

MOST_NODES = 1_000_000


@dataclass(frozen=True)
class Forest:
    """Decision trees whose leaves are chances; the forest's chance is their mean.

    Parameters
    ----------
    made_by : str
        The command that made it.
    names : tuple of str
        The features.
    roots : tuple of int
        The first node of each tree.
    feature : tuple of int
        By node: the number of the feature that is asked; -1 at a leaf.
    threshold : tuple of float
        By node: up to this value `low` follows, else `high`; at a leaf the chance of a lie.
    low, high : tuple of int
        By node: the next nodes, with greater numbers.
    """

    made_by: str
    names: tuple[str, ...]
    roots: tuple[int, ...]
    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]

    def chance(self, values: Sequence[float]) -> float:
        """The chance of a lie. O(t d) for t trees of depth d.

        Parameters
        ----------
        values : sequence of float
            The features of a claim, in the order of `FEATURES`.
        """
        total = 0.0
        for node in self.roots:
            while (asked := self.feature[node]) >= 0:
                node = self.low[node] if values[asked] <= self.threshold[node] else self.high[node]
            total += self.threshold[node]
        return total / len(self.roots)

    def dumps(self) -> str:
        """The forest as JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


PARTS = tuple(each.name for each in fields(Forest))
COLUMNS = PARTS[1:]
"""Those that are lists."""


def load_forest(path: str | PathLike[str]) -> Forest:
    """Read a forest; `GameError` or `FileError` where the file is not one.

    Every index is checked, and each node leads only to later ones, so that evaluation ends.

    Parameters
    ----------
    path : str or path
        A JSON file that `Forest.dumps` has written.
    """
    name, text = path_text(path), read_regular_text(path)
    try:
        found = _forest(json.loads(text))
        _require_trees(found)
    except json.JSONDecodeError as error:
        raise _not_one(name, f"not JSON, {error}") from None
    except RecursionError:
        raise _not_one(name, "nested too deep") from None
    except (ValueError, OverflowError) as error:
        raise _not_one(name, str(error)) from None
    return found


def _not_one(name: str, why: str) -> GameError:
    return GameError(f"{name}: not a predictor, {shorten(why)}; `whoknows train cheat` writes one")


def _forest(data: Any) -> Forest:
    """The forest of a JSON object; `ValueError` where a part is missing or of another kind."""
    if not isinstance(data, dict):
        raise ValueError(f"{shorten(repr(data))}: expected an object with {listing(PARTS, 'and')}")
    if missing := [part for part in PARTS if part not in data]:
        raise ValueError(f"{listing(missing, 'and')} missing: expected an object with {listing(PARTS, 'and')}")
    for part in COLUMNS:
        if not isinstance(data[part], list):
            raise ValueError(f"{part} {shorten(repr(data[part]))}: expected a list")
    if not isinstance(data["made_by"], str):
        raise ValueError(f"made_by {shorten(repr(data['made_by']))}: expected a text")
    return Forest(data["made_by"], *(tuple(data[part]) for part in COLUMNS))


def _require_trees(forest: Forest) -> None:
    """Raise `ValueError` for anything that is no forest over our features."""
    if forest.names != tuple(FEATURES):
        raise ValueError(f"features {forest.names!r}: expected those of this version")
    size = len(forest.feature)
    columns = (forest.threshold, forest.low, forest.high)
    if not 0 < size <= MOST_NODES or any(len(column) != size for column in columns) or not forest.roots:
        raise ValueError(f"{size} nodes: expected columns of one length, up to {MOST_NODES:,}")
    if not all(
        type(number) is int for column in (forest.roots, forest.feature, forest.low, forest.high) for number in column
    ):
        raise ValueError("a node, root or feature that is no whole number")
    if not all(0 <= root < size for root in forest.roots):
        raise ValueError("a root that is no node")
    for node, (asked, value, low, high) in enumerate(zip(forest.feature, *columns, strict=True)):
        if not isinstance(value, (int, float)) or not isfinite(value) or asked >= len(FEATURES):
            raise ValueError(f"node {node}: feature {asked}, value {value!r}")
        if asked >= 0 and not (node < low < size and node < high < size):
            raise ValueError(f"node {node}: leads to {low} and {high}, expected later nodes")
        if asked < 0 and not 0 <= value <= 1:
            raise ValueError(f"node {node}: chance {value!r}, expected 0 to 1")
