"""DOT -> SVG, PNG, PDF or places, with the Graphviz inside pygraphviz, in a child process with a time limit.

The child process is a script run by the same Python. It is neither a fork nor a `multiprocessing` spawn, so a user's
script needs no guard, and notebooks work. Fontconfig reads its settings once in a process, so the settings are written
before the child starts: they name the DejaVu fonts of matplotlib, since on a machine without fonts every letter would
be an empty box.
"""

from __future__ import annotations

import atexit
import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path

from kripke.formats.writing import write_bytes
from logic.errors import listing, shorten
from viz.layout.geometry import Box
from viz.pictures.picture import DrawError
from viz.theme import FONT

TIMEOUT = 30.0
LONGEST = 86_400
"""Seconds of the longest time limit, a day; the system's clocks refuse 2^31 milliseconds and more."""
ENGINES = ("dot", "neato", "fdp", "sfdp", "circo", "twopi", "nop", "nop2")
_SCRIPT = Path(__file__).with_name("layout_process.py")
_BEYOND_DEJAVU = 0x2E80


@dataclass(frozen=True, slots=True)
class Job:
    """One graph to lay out.

    Parameters
    ----------
    dpi : int, optional
        Resolution of a PNG in dots per inch.
    """

    dot: str
    engine: str = "dot"
    format: str = "svg"
    dpi: int | None = None


def render(
    dot: str, format: str = "svg", engine: str = "dot", timeout: float = TIMEOUT, dpi: int | None = None
) -> bytes:
    """Draw a graph.

    Parameters
    ----------
    timeout : float
        Time limit of the layout in seconds.
    dpi : int, optional
        Resolution of a PNG in dots per inch.

    Raises
    ------
    DrawError
        If Graphviz does not accept the text, the engine or the format, or exceeds the time limit.
    """
    return run([Job(dot, engine, format, dpi)], timeout)[0]


def places(graphs: Iterable[tuple[str, str]], timeout: float = TIMEOUT) -> list[dict[str, Box]]:
    """The places and sizes of the nodes of each graph. Errors as in `render`.

    Parameters
    ----------
    timeout : float
        Time limit of the layout in seconds.
    """
    jobs = [Job(dot, engine, "json0") for dot, engine in graphs]
    return [boxes_of(drawn) for drawn in run(jobs, timeout)]


def run(jobs: Sequence[Job], timeout: float = TIMEOUT) -> list[bytes]:
    """The results of the jobs, from one child process. Errors as in `render`.

    Parameters
    ----------
    timeout : float
        Time limit of the layout in seconds.
    """
    _require_known(jobs)
    if not isinstance(timeout, (int, float)) or not 0 < timeout <= LONGEST:
        raise DrawError(f"timeout {shorten(timeout)}: expected a number of seconds above 0, at most {LONGEST:,}")
    request = [
        {"dot": job.dot, "engine": job.engine, "format": job.format, "dpi": str(job.dpi or ""), "font": FONT}
        for job in jobs
    ]
    wide = any(ord(max(job.dot, default=" ")) >= _BEYOND_DEJAVU for job in jobs)
    if _here is not None and not wide:
        return [_run_by(_here, job) for job in request]
    answer = _call(json.dumps(request), timeout, _environment(wide))
    return [base64.b64decode(result) for result in json.loads(answer)]


_here: Callable[[dict[str, str]], bytes] | None = None
"""What lays out a graph in this process; None: a child process does."""


def run_here(layout: Callable[[dict[str, str]], bytes]) -> None:
    """Lay graphs out in this process from now on, which saves half a second each.

    Only for processes that are ended at their time limit, as the workers of the page are.
    """
    global _here
    _here = layout


def _run_by(layout: Callable[[dict[str, str]], bytes], job: dict[str, str]) -> bytes:
    try:
        return layout(job)
    except (OSError, ValueError) as error:
        raise DrawError(f"Graphviz could not draw this: {shorten(str(error), 300)}") from None


def _require_known(jobs: Sequence[Job]) -> None:
    for job in jobs:
        if job.engine not in ENGINES:
            raise DrawError(f"engine={shorten(repr(job.engine))}: expected {listing(map(repr, ENGINES[:-2]))}")


def _call(request: str, timeout: float, environment: dict[str, str]) -> str:
    if not sys.executable:
        raise DrawError("this program has no Python interpreter (sys.executable is empty) to draw with")
    try:
        done = subprocess.run(
            [sys.executable, "-P", str(_SCRIPT)], input=request, capture_output=True, env=environment,
            timeout=timeout, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise DrawError(
            f"the layout was not done after {timeout:g} s and was stopped: draw fewer worlds or arrows, take "
            "engine='sfdp', or pass a longer timeout"
        ) from None
    if done.returncode:
        raise DrawError(f"Graphviz could not draw this: {_last_words(done)}")
    return done.stdout


def _last_words(done: subprocess.CompletedProcess[str]) -> str:
    """The useful part of the child's error output: Graphviz's error, else the last line of the traceback."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip() and "Fontconfig" not in line]
    said = [line for line in lines if line.startswith("Error")] or lines[-1:]
    return shorten(said[0], 300) if said else f"it ended with code {done.returncode}"


def _environment(wide: bool) -> dict[str, str]:
    """The child's environment: our fonts, UTF-8, and the folder of pygraphviz."""
    home = find_spec("pygraphviz")
    paths = [str(Path(home.origin).parent.parent)] if home and home.origin else []
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": os.pathsep.join(paths)}
    settings = font_settings(wide)
    return environment if settings is None else {**environment, "FONTCONFIG_FILE": str(settings)}


def font_settings(wide: bool = False) -> Path | None:
    """The file of Fontconfig settings that name matplotlib's fonts; None without these fonts.

    With `wide` the settings also include the machine's fonts. The folder also has Fontconfig's cache and is deleted
    with this process; it is made again if it was emptied.
    """
    fonts = _matplotlib_fonts()
    if fonts is None:
        return None
    folder = Path(_scratch().name)
    settings = folder / f"fonts{'-wide' * wide}.conf"
    if not settings.exists():
        folder.mkdir(exist_ok=True)
        write_bytes(settings, _settings(fonts, folder / "cache", wide).encode())
    return settings


def _settings(fonts: Path, cache_folder: Path, wide: bool) -> str:
    more = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>' if wide else ""
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>'
        f"<dir>{escape(str(fonts))}</dir>{more}<cachedir>{escape(str(cache_folder))}</cachedir></fontconfig>\n"
    )


@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="whoknows-fonts-", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)  # at the exit the folder would warn of being left over
    return folder


def _matplotlib_fonts() -> Path | None:
    spec = find_spec("matplotlib")  # not imported, which would take a second
    if spec is None or spec.origin is None:
        return None
    fonts = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return fonts if (fonts / "DejaVuSans.ttf").exists() else None


def boxes_of(drawn: bytes) -> dict[str, Box]:
    """The boxes of the nodes in Graphviz's JSON."""
    boxes = {}
    for each in json.loads(drawn).get("objects", []):
        if "pos" in each:
            x, y = map(float, each["pos"].split(","))
            width, height = (72 * float(each[side]) for side in ("width", "height"))
            boxes[each["name"]] = Box(x, y, width, height)
    return boxes
