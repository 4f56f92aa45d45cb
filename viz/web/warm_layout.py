"""Graphviz inside the worker: 5 ms a layout, where `viz.output.render` starts a process for each."""

from __future__ import annotations

import os
from functools import cache

from viz.layout.geometry import Box
from viz.output.layout_process import run
from viz.output.render import boxes_of, font_settings, run_here
from viz.theme import FONT


def places(graph: str, engine: str) -> dict[str, Box]:
    """The places and sizes of the nodes of a graph.

    Only for workers: a layout without end ends with its process.
    """
    use_fonts()
    return boxes_of(run({"dot": graph, "engine": engine, "format": "json0", "font": FONT}))


def stay_warm() -> None:
    """Let all pictures of this process be laid out inside it, those of `draw` and of files too."""
    use_fonts()
    run_here(run)


@cache
def use_fonts() -> None:
    """Let Fontconfig read our settings, once, before the first layout of the process."""
    settings = font_settings()
    if settings is not None:
        os.environ["FONTCONFIG_FILE"] = str(settings)
