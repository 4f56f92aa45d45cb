"""The start of Python in a browser: `begin` prepares an interpreter that lacks compiled packages."""

import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

from viz.output.render import run_here
from viz.pictures.labels import FULL_WIDTH
from viz.theme import FONT
from viz.web import arrays, graphs
from viz.web.request import NeedsServer

KNOWN_FONT = FONT.partition(",")[0]
"""The first font of `FONT`. Graphviz has its character widths built in, but does not look up lists of fonts."""
FOREIGN = re.compile("[^\0-\x7f]")

STANDINS: Mapping[str, Any] = {
    "numpy": arrays, "numpy.typing": arrays.typing,
    "scipy": graphs, "scipy.sparse": graphs, "scipy.sparse.csgraph": graphs,
}  # fmt: skip
"""For each compiled module, by name, the module that replaces it in browsers."""


def begin(layout: Callable[[str, str, str], str]) -> None:
    """Make small models work without NumPy, SciPy and pygraphviz.

    Parameters
    ----------
    layout : callable
        A function from the DOT text of a graph, an engine such as ``"neato"``, and a format (``"plain"``, ``"json0"``
        or ``"svg"``) to Graphviz's output; it may raise any error if Graphviz does not accept the graph.
    """
    for name, module in STANDINS.items():
        sys.modules.setdefault(name, module)

    def run(job: dict[str, str]) -> bytes:
        if job["format"] not in ("plain", "json0", "svg"):
            raise NeedsServer(f"a library that writes {job['format'].upper()}")
        text = job["dot"].replace(FONT, KNOWN_FONT)
        if job["format"] != "svg":  # only widths matter, and Graphviz would compute wrong ones for these characters
            text = FOREIGN.sub(lambda sign: "W" if ord(sign[0]) >= FULL_WIDTH else "o", text)
        try:
            return layout(text, job["engine"], job["format"]).encode()
        except Exception as error:
            raise ValueError(str(error)) from None

    run_here(run)
