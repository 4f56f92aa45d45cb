"""How a model is drawn on the page and in what the page saves: some of the options of `draw`."""

from __future__ import annotations

from typing import Any

from viz.pictures.picture import Layout, Options
from viz.web.request import Request


class Look(Request):
    """What a person chose for the pictures.

    Parameters
    ----------
    layout : {"layers", "grid", "circle", "free"}, optional
        The layout; None: chosen by the shape of the model.
    compact : bool
        A digit for each atom in place of names and atoms.
    """

    layout: Layout | None = None
    legend: bool = True
    compact: bool = False

    @property
    def chosen(self) -> dict[str, Any]:
        """The options of `draw` that are not the usual ones."""
        options = {"layout": self.layout, "legend": self.legend, "names": "compact" if self.compact else None}
        usual = Options()
        return {name: value for name, value in options.items() if value != getattr(usual, name)}
