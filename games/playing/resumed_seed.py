"""The seed of a run that nobody gave one: that of the files that it continues, or else a new one."""

from __future__ import annotations

from pathlib import Path

from games.core.seeds import draw_seed
from games.playing.journal import read_line
from kripke.formats.reading import opened_regular
from logic.errors import EpistemicError


def resumed_seed(*files: Path | None) -> int:
    """The seed in the first line of the first file that has one; without such a file, 64 random bits.

    So the same command continues a run whose seed was drawn. Whether a file fits the run is checked later.
    """
    for path in files:
        if path is not None and (seed := _seed_in(path)) is not None:
            return seed
    return draw_seed()


def _seed_in(path: Path) -> int | None:
    try:
        with opened_regular(path) as file:
            seed = read_line(file.readline(), 1, str(path)).get("seed")
    except EpistemicError:  # there is no such file, or the run says what is wrong with it
        return None
    return seed if type(seed) is int else None
