"""A trained predictor as plain data: decision trees in a JSON file, read and evaluated without a library."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from os import PathLike

from games.cheat.prediction.features import FEATURES
from games.core.errors import GameError
from kripke.formats.reading import path_text, read_regular_text
from logic.errors import EpistemicError
from logic.json_values import Fields, WrongValue, json_text, read_json_value

MOST_NODES = 1_000_000
MOST_THRESHOLD = 1e300


@dataclass(frozen=True)
class Forest:
    """Decision trees whose leaves are chances; the forest's chance is their mean.

    Parameters
    ----------
    feature : tuple of int
        By node: the number of the feature that is asked; -1 at a leaf.
    threshold : tuple of float
        By node: up to this value `low` follows, else `high`; at a leaf the chance of a lie.
    """

    made_by: str
    names: tuple[str, ...]
    roots: tuple[int, ...]
    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]

    def chance(self, values: Sequence[float]) -> float:
        """The chance of a lie. O(t d) for t trees of depth d."""
        total = 0.0
        for node in self.roots:
            while (asked := self.feature[node]) >= 0:
                node = self.low[node] if values[asked] <= self.threshold[node] else self.high[node]
            total += self.threshold[node]
        return total / len(self.roots)

    def dumps(self) -> str:
        """The forest as JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


def load_forest(path: str | PathLike[str]) -> Forest:
    """Read a forest; `GameError` or `FileError` where the file is not one.

    Every index is checked, and each node leads only to later ones, so that evaluation ends.
    """
    text = read_regular_text(path)
    try:
        return _forest(Fields(read_json_value(text)))
    except EpistemicError as error:
        raise GameError(f"{path_text(path)}: not a predictor, {error}; `whoknows train cheat` writes one") from None


def _forest(data: Fields) -> Forest:
    """The forest of a JSON object; `EpistemicError` for anything that is no forest over our features."""
    roots, feature, low, high = (data.values(key, int) for key in ("roots", "feature", "low", "high"))
    names, threshold = data.values("names", str), data.values("threshold", int, float)
    found = Forest(data.value("made_by", str), names, roots, feature, threshold, low, high)
    _require_trees(found)
    return found


def _require_trees(forest: Forest) -> None:
    """Raise `WrongValue` for anything that is no forest over our features."""
    if forest.names != tuple(FEATURES):
        raise WrongValue(f"names: expected the features of this version, got {json_text(forest.names)}")
    size = len(forest.feature)
    columns = (forest.threshold, forest.low, forest.high)
    if not 0 < size <= MOST_NODES or any(len(column) != size for column in columns) or not forest.roots:
        raise WrongValue(f"{size} nodes: expected columns of one length, up to {MOST_NODES:,}")
    if not all(0 <= root < size for root in forest.roots):
        raise WrongValue(f"roots: expected numbers of nodes, from 0 to {size - 1:,}")
    for node, (asked, value, low, high) in enumerate(zip(forest.feature, *columns, strict=True)):
        if asked >= len(FEATURES):
            raise WrongValue(f"feature[{node}]: expected at most {len(FEATURES) - 1}, got {json_text(asked)}")
        if asked >= 0 and not (node < low < size and node < high < size):
            raise WrongValue(f"node {node}: expected later nodes, got {json_text(low)} and {json_text(high)}")
        if not (-MOST_THRESHOLD <= value <= MOST_THRESHOLD if asked >= 0 else 0 <= value <= 1):
            bounds = "a finite number" if asked >= 0 else "a chance from 0 to 1"
            raise WrongValue(f"threshold[{node}]: expected {bounds}, got {json_text(value)}")
