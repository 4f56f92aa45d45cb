"""Pictures of models, event models, explanations and games."""

# These imports are not lazy: the function `draw` has the name of its module, and only an import here makes `viz.draw`
# the function. `whoknows` imports this package with the first picture.
from viz.draw import draw, to_graphviz, to_tikz
from viz.picture import DrawError
from viz.plots import plot_counts
from viz.side_by_side import draw_product, draw_sameness, draw_update

__all__ = [
    "DrawError",
    "draw",
    "draw_product",
    "draw_sameness",
    "draw_update",
    "plot_counts",
    "to_graphviz",
    "to_tikz",
]
