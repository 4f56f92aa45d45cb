"""Conversion of DOT to SVG, PNG, PDF or a layout, by pygraphviz in a child process with a time limit.

Fontconfig reads its settings once per process, so they are written before the child starts. They name the DejaVu fonts
of matplotlib, since on a machine without fonts every letter would be an empty box.
"""

import atexit
import base64
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from kripke.data.lazy import Lazy
from kripke.formats.graphviz_script import run_script
from kripke.formats.writing import write_bytes
from logic.errors import EpistemicError, by_face, listing, parameter, shorten
from logic.exact import is_real
from viz.layout.geometry import Box
from viz.pictures.labels import FULL_WIDTH
from viz.pictures.picture import INCH, TIMEOUT, DrawError, number_text, option
from viz.theme import FONT

LONGEST = 86_400  # the longest time limit in seconds, a day; system clocks do not accept 2^31 milliseconds or more
ENGINES = ("dot", "neato", "fdp", "sfdp", "circo", "twopi", "nop", "nop2")
_SCRIPT = Path(__file__).with_name("layout_process.py")
layout_process = Lazy("viz.output.layout_process")  # with Graphviz

Run = Callable[[dict[str, str]], bytes]
"""A function that lays out and draws a graph, given as a job with ``dot``, ``engine``, ``format`` and ``font``.

The formats ``plain`` and ``json0`` mean layout only. `OSError` or `ValueError` for a graph that Graphviz does not
accept.
"""


def render(
    dot: str,
    format: str = "svg",
    engine: str = "dot",
    timeout: float = TIMEOUT,
    dpi: int | None = None,
    begun: float | None = None,
) -> bytes:
    """Draw a graph; `DrawError` if Graphviz does not accept it. Time limit and errors as in `run`."""
    return run([{"dot": dot, "engine": engine, "format": format, "dpi": str(dpi or "")}], timeout, begun)[0]


def places(
    graphs: Iterable[tuple[str, str]], timeout: float = TIMEOUT, begun: float | None = None
) -> list[dict[str, Box]]:
    """Return the positions and sizes of the nodes of each graph, given with its engine. Errors as in `run`."""
    jobs = [{"dot": dot, "engine": engine, "format": "plain"} for dot, engine in graphs]  # faster than JSON
    return [_boxes_of(drawn) for drawn in run(jobs, timeout, begun)]


def run(jobs: Sequence[dict[str, str]], timeout: float = TIMEOUT, begun: float | None = None) -> list[bytes]:
    """Run jobs of `layout_process` in one child process or, after `run_here`, in this one.

    `DrawError` for an unknown engine or an invalid time limit, or if Graphviz does not accept a graph or exceeds the
    limit. The limit is `timeout` seconds after `begun`, a value of `time.monotonic`, or after the call if it is None.
    Layouts in this process have no limit.
    """
    for job in jobs:
        if job["engine"] not in ENGINES:
            given = parameter("engine", job["engine"], "program")
            raise DrawError(f"{given}: expected {listing(map(repr, ENGINES[:-2]))}")
    if not is_real(timeout, 0, LONGEST) or not timeout:
        shown = number_text(timeout)
        raise DrawError(f"{option('timeout')} {shown}: expected a number of seconds above 0, at most {LONGEST:,}")
    request = [job | {"font": FONT} for job in jobs]
    wide = needs_fonts(job["dot"] for job in jobs)
    if _here is not None and (_here_alone or not wide):
        try:
            return [_here(job) for job in request]
        except EpistemicError:
            raise
        except (OSError, ValueError) as error:
            raise DrawError(f"Graphviz could not draw this: {shorten(str(error), 300)}") from None
    settings = font_settings(wide)
    environment = {} if settings is None else {"FONTCONFIG_FILE": str(settings)}
    answer = _call(json.dumps(request), timeout, monotonic() if begun is None else begun, environment)
    return [base64.b64decode(result) for result in json.loads(answer)]


def needs_fonts(texts: Iterable[str]) -> bool:
    """Return whether any of the texts, or graphs in DOT, needs fonts beyond matplotlib's."""
    return any(_WIDE.search(text) or _OTHER.search(text) for text in texts)


_WIDE = re.compile(f"[{chr(FULL_WIDTH)}-\U0010ffff]")  # matches a letter that is as wide as high
_OTHER = re.compile('fontname="?(?!DejaVu)[^" ]')  # matches a font attribute with a font that is not part of matplotlib
_here: Run | None = None  # the function that lays out a graph in this process; None if a child process does
_here_alone = False  # whether `_here` is used for every graph and no child process is needed


def run_here(run: Run | None = None) -> None:
    """Run later layouts in this process, by `run` or, without it, by pygraphviz; this saves 0.5 s per layout.

    Without `run`, pictures that need fonts beyond matplotlib's are still laid out in a child process. Call this only
    in processes that are killed at their time limit, such as the worker processes of the web page.
    """
    global _here, _here_alone
    _here, _here_alone = run or _graphviz(), run is not None


@cache
def _graphviz() -> Run:
    settings = font_settings()
    if settings is not None:
        os.environ["FONTCONFIG_FILE"] = str(settings)  # read once, before the first layout of the process
    return layout_process.run  # type: ignore[no-any-return]


def places_here(dot: str, engine: str) -> dict[str, Box]:
    """Lay out a graph in this process; return the positions and sizes of its nodes.

    Only for processes that are killed at their time limit: a layout may not terminate.
    """
    return _boxes_of((_here or _graphviz())({"dot": dot, "engine": engine, "format": "plain", "font": FONT}))


def _call(request: str, timeout: float, begun: float, environment: dict[str, str]) -> str:
    """Run the child process and return its output; `DrawError` with its first error message or else its last line."""
    try:
        done = run_script(_SCRIPT, request, max(0.0, begun + timeout - monotonic()), **environment)
    except OSError as error:
        raise DrawError(f"{error} to draw with") from None
    except subprocess.TimeoutExpired:
        raise DrawError(
            f"the layout was not done after {timeout:g} s and was stopped: draw fewer worlds or arrows, take "
            + by_face(
                "engine='sfdp', or pass a longer timeout", "--program sfdp, or give it longer by --time",
                "another layout",
            )
        ) from None  # fmt: skip
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip() and "Fontconfig" not in line]
        messages = [
            *(line for line in lines if line.startswith("Error")),
            *lines[-1:],
            f"it ended with code {done.returncode}",
        ]
        raise DrawError(f"Graphviz could not draw this: {shorten(messages[0], 300)}")
    return done.stdout


def font_settings(wide: bool = False) -> Path | None:
    """Write Fontconfig settings with matplotlib's fonts; return the path, None if the fonts are missing.

    With `wide`, the settings also include the machine's fonts. The folder of the settings, which also has Fontconfig's
    cache, is deleted when this process ends.
    """
    fonts = _matplotlib_fonts()
    if fonts is None:
        return None
    folder = Path(_scratch().name)
    settings = folder / f"fonts{'-wide' * wide}.conf"
    if not settings.exists():
        folder.mkdir(exist_ok=True)
        more = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>' if wide else ""
        content = (
            '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>'
            f"<dir>{escape(str(fonts))}</dir>{more}<cachedir>{escape(str(folder / 'cache'))}</cachedir></fontconfig>\n"
        )
        write_bytes(settings, content.encode())
    return settings


@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="whoknows-fonts-", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)  # otherwise the folder's finalizer would warn at exit
    return folder


def _matplotlib_fonts() -> Path | None:
    spec = find_spec("matplotlib")  # without an import, which would take a second
    if spec is None or spec.origin is None:
        return None
    fonts = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return fonts if (fonts / "DejaVuSans.ttf").exists() else None


def _boxes_of(drawn: bytes) -> dict[str, Box]:
    """Return the boxes of the nodes in Graphviz's plain output, whose unit is inches."""
    return {
        name.strip('"'): Box(*(INCH * float(number) for number in numbers.split()))
        for name, numbers in _NODE.findall(drawn.decode())
    }


_NODE = re.compile(r'^node ("[^"]*"|\S+)((?: [-+.e\d]+){4}) ', re.MULTILINE)
