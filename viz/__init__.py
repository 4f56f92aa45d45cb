"""Pictures of models."""

# Not lazily: the function shares its name with its module, and only an import that ends here makes `viz.draw` the
# function for everybody. `whoknows` loads all of this when a picture is first asked for.
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
