"""Pictures of models, event models, explanations and games. A name is imported from its home on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viz.drawing import draw, to_graphviz, to_tikz
    from viz.pictures.picture import DrawError
    from viz.plots import plot_counts
    from viz.product_pictures import draw_product
    from viz.sameness_pictures import draw_sameness
    from viz.update_pictures import draw_sequence, draw_update

__all__ = [
    "DrawError",
    "draw",
    "draw_product",
    "draw_sameness",
    "draw_sequence",
    "draw_update",
    "plot_counts",
    "to_graphviz",
    "to_tikz",
]
_HOMES = {
    "viz.drawing": "draw to_graphviz to_tikz",
    "viz.pictures.picture": "DrawError",
    "viz.plots": "plot_counts",
    "viz.product_pictures": "draw_product",
    "viz.sameness_pictures": "draw_sameness",
    "viz.update_pictures": "draw_sequence draw_update",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'viz' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value
