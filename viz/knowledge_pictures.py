"""Pictures of what a player of a game knows, and of what is known at the table."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from games.core.errors import GameError
from games.knowing.excerpt import Excerpt, seen_by, seen_by_all
from games.knowing.knower import Knower
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.errors import TooLarge, listing
from logic.formula import Formula
from viz import draw
from viz.mind_classes import one_word
from viz.mind_rings import MOST, draw_mind
from viz.picture import Options
from viz.plots import FORMATS

DRAWN = Options().max_worlds
"""The largest number of worlds in a picture."""


def draw_knowledge(knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), note: str = "") -> Path:
    """Draw what a player considers possible, and what others consider possible there, without the actual world.

    Parameters
    ----------
    about : sequence of str
        Variables and atoms; worlds that differ neither in these nor in what is known of them are one. The worlds of a
        player's own model have weights and are never merged.

    Raises
    ------
    TooLarge
        If there are too many worlds.
    UnknownAtom
        If there is no such variable or atom.
    GameError
        If `about` is given and the player has a model of their own.
    """
    if knower.mind is None:
        return _drawn(seen_by(knower, about, most=DRAWN), path, f"Possible for {knower.name}")
    if about:
        raise GameError(
            f"{knower.name} has a model of their own, whose worlds have weights: it is drawn whole; without --as the "
            "table's model is drawn, about what you like"
        )
    return _draw_mind(knower, knower.mind, path, note)


def draw_table(
    knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), asked: Formula | None = None
) -> Path:
    """Draw what is known at the table, with the actual world and the worlds where a formula holds.

    Parameters
    ----------
    about : sequence of str
        Variables and atoms, as in `draw_knowledge`, and the errors too.
    """
    return _drawn(seen_by_all(knower, about, asked, most=DRAWN), path, "What is known at the table")


def _drawn(shown: Excerpt, path: str | PathLike[str], title: str) -> Path:
    if shown.marker is None:
        return Path(draw(shown.model, path, title=title, atoms="none", names=True))
    return Path(draw(shown.model, path, title=title, highlight=shown.marker, atoms="none", names=True))


def _draw_mind(knower: Knower, whole: Model, path: str | PathLike[str], note: str) -> Path:
    """A ring of worlds for each player, or a table of many worlds, where the format is that of a picture."""
    title, mind = f"The mind of {knower.name}", knower.model
    if not isinstance(mind, KripkeModel):
        return Path(draw(whole, path, title=title))
    tabular = bool(one_word(mind)[1])
    if (len(mind) <= MOST or tabular) and Path(path).suffix.lower().lstrip(".") in FORMATS:
        return Path(draw_mind(mind, knower.name, path, title=title, note=note))
    if len(mind) > DRAWN:
        formats = listing([f".{each}" for each in FORMATS])
        asked = "ask formulas instead, such as the literals that are listed without one"
        way = f"as {formats} it is a table" if tabular else asked
        raise TooLarge(f"the model of {knower.name} has {len(mind):,} worlds, and at most {DRAWN} can be read: {way}")
    return Path(draw(whole, path, title=title))
