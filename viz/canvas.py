"""Shapes on a canvas, written as SVG, PNG or PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from io import BytesIO
from os import PathLike
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from typing import Literal as OneOf

from kripke.data.wording import visible
from viz.output.files import finish, format_of
from viz.pictures.labels import FULL_WIDTH
from viz.pictures.picture import DPI, require_dpi
from viz.theme import FONT, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CLASSES = (("iljtfrI.,:;'|!()[] ", 0.34), ("CDGHNOQU", 0.77), ("mwMW@%", 0.95))
WIDTHS = {letter: width for letters, width in _CLASSES for letter in letters}  # at font size 1, of narrow and wide ones


class Paint(NamedTuple):
    """The fill and the stroke of a shape, each a colour or None for no paint, and the stroke's `width` in points."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()  # lengths of dashes and gaps; empty for a solid line
    opacity: float = 1.0  # from 0 to 1


class Oval(NamedTuple):
    """An ellipse with the centre (`x`, `y`) and the radii `rx` and `ry`, in points."""

    x: float
    y: float
    rx: float
    ry: float
    paint: Paint


class Rounded(NamedTuple):
    """A rectangle with round corners, centred at (`x`, `y`) and rotated clockwise by `turn` degrees."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    paint: Paint
    turn: float = 0.0


class Path(NamedTuple):
    """A path of lines and curves on the canvas.

    Parameters
    ----------
    steps : tuple of (str, tuple of float)
        ``("M", (x, y))`` moves, ``L`` draws a line, ``C`` a curve with three points, ``Z`` closes the path.
    paint : Paint
        The fill and the stroke of the path.
    """

    steps: tuple[tuple[str, tuple[float, ...]], ...]
    paint: Paint


def polyline(paint: Paint, *points: tuple[float, float], is_closed: bool = False) -> Path:
    """Return the path of straight lines from each point to the next and, if `is_closed`, to the first one."""
    steps = tuple(("L" if number else "M", point) for number, point in enumerate(points))
    return Path((*steps, ("Z", ())) if is_closed else steps, paint)


class Words(NamedTuple):
    """One line of text on the canvas, of `size` points, rotated clockwise by `turn` degrees."""

    x: float  # position of the anchor; y is the middle of the text's height
    y: float
    text: str
    size: float = 12.0
    colour: str = INK
    bold: bool = False
    anchor: OneOf["start", "middle", "end"] = "middle"
    turn: float = 0.0


Shape: TypeAlias = "Oval | Rounded | Path | Words"


class Canvas(NamedTuple):
    """Shapes on a background of `width` by `height` points, in the order of painting; SVG files contain the title."""

    width: float
    height: float
    shapes: Sequence[Shape] = ()
    title: str = ""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the approximate width of a text in DejaVu Sans."""
    widths = (WIDTHS.get(each, 1.0 if ord(each) >= FULL_WIDTH else 0.63) for each in text)
    return sum(widths) * size * (1.1 if bold else 1.0)


def fitting(text: str, size: float, room: float, bold: bool = True) -> float:
    """Return the font size, reduced if the text would be wider than `room`; widths are estimates."""
    return min(size, size * room / max(1.0, text_width(text, size, bold)))


def save_canvas(canvas: Canvas, path: str | PathLike[str] | None, dpi: int = DPI) -> str | FilePath:
    """Write the canvas in the format of the file extension and return the path; without a path, return SVG text."""
    ending = format_of(path)
    require_dpi(dpi)
    return finish(svg_of(canvas).encode() if ending == "svg" else _by_matplotlib(canvas, ending, dpi), path)


def svg_of(canvas: Canvas) -> str:
    """Return the canvas as SVG text. O(s) for s shapes."""
    size = f'width="{canvas.width:g}pt" height="{canvas.height:g}pt" viewBox="0 0 {canvas.width:g} {canvas.height:g}"'
    title = f"<title>{_escaped(canvas.title)}</title>" if canvas.title else ""
    paper = f'<rect width="{canvas.width:g}" height="{canvas.height:g}" fill="{PAPER}"/>'
    shapes = "\n".join(map(_svg_shape, canvas.shapes))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">\n{title}{paper}\n{shapes}\n</svg>\n'


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Oval):
        place = f'cx="{shape.x:.1f}" cy="{shape.y:.1f}" rx="{shape.rx:.1f}" ry="{shape.ry:.1f}"'
        return f"<ellipse {place}{_svg_paint(shape.paint)}/>"
    if isinstance(shape, Rounded):
        corner = f'x="{shape.x - shape.width / 2:.1f}" y="{shape.y - shape.height / 2:.1f}"'
        size = f'width="{shape.width:.1f}" height="{shape.height:.1f}" rx="{shape.radius:.1f}"'
        return f"<rect {corner} {size}{_svg_paint(shape.paint)}{_svg_turn(shape)}/>"
    if isinstance(shape, Path):
        steps = " ".join(step + " ".join(f"{number:.1f}" for number in numbers) for step, numbers in shape.steps)
        return f'<path d="{steps}"{_svg_paint(shape.paint)}/>'
    style = f'font-size="{shape.size:g}" fill="{shape.colour}" text-anchor="{shape.anchor}"'
    bold = ' font-weight="bold"' if shape.bold else ""
    place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" dy="0.35em"'  # centres capitals; not all readers support baselines
    return f"<text {place} {style}{bold}{_svg_turn(shape)}>{_escaped(shape.text)}</text>"


def _svg_paint(paint: Paint) -> str:
    text = f' fill="{paint.fill or "none"}"'
    if paint.stroke is not None:
        text += f' stroke="{paint.stroke}" stroke-width="{paint.width:g}" stroke-linejoin="round"'
        text += f' stroke-dasharray="{" ".join(f"{each:g}" for each in paint.dash)}"' if paint.dash else ""
    return text + (f' opacity="{paint.opacity:g}"' if paint.opacity < 1 else "")


def _svg_turn(shape: Rounded | Words) -> str:
    return f' transform="rotate({shape.turn:g} {shape.x:.1f} {shape.y:.1f})"' if shape.turn else ""


def _escaped(text: str) -> str:
    return escape(visible(text))


def composed(
    build: Callable[[Figure], None], size: tuple[float, float], ending: str, dpi: int = DPI, layout: Any = "constrained"
) -> bytes:
    """Draw a figure of this size in inches with `build`; return it in the format `ending`.

    Equal input gives equal bytes.
    """
    require_dpi(dpi)
    from matplotlib import rc_context  # takes half a second; only plots, PNG and PDF need it
    from matplotlib.figure import Figure

    with rc_context({"font.family": "DejaVu Sans", "text.parse_math": False, "svg.hashsalt": "whoknows"}):
        figure = Figure(figsize=size, layout=layout)
        build(figure)
        content = BytesIO()
        stamp: dict[str, Any] = {"CreationDate": None} if ending == "pdf" else {"Date": None} if ending == "svg" else {}
        figure.savefig(content, format=ending, dpi=dpi, metadata=stamp)
    return content.getvalue()


def _by_matplotlib(canvas: Canvas, ending: str, dpi: int) -> bytes:
    def build(figure: Figure) -> None:
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, canvas.width)
        axes.set_ylim(canvas.height, 0)
        for order, shape in enumerate(canvas.shapes):
            _add(axes, shape, order)

    return composed(build, (canvas.width / 72, canvas.height / 72), ending, dpi, layout=None)


def _add(axes: Any, shape: Shape, order: int) -> None:
    """Add a shape to matplotlib axes; shapes of larger `order` are painted later (matplotlib would sort by kind)."""
    from matplotlib import patches
    from matplotlib.path import Path as Curve
    from matplotlib.transforms import Affine2D

    if isinstance(shape, Words):
        side = {"start": "left", "middle": "center", "end": "right"}[shape.anchor]
        weight = "bold" if shape.bold else "normal"
        axes.text(
            shape.x, shape.y, visible(shape.text), fontsize=shape.size, color=shape.colour, weight=weight, ha=side,
            va="center_baseline", rotation=-shape.turn, rotation_mode="anchor", zorder=order,
        )  # fmt: skip
        return
    paint = shape.paint
    style: dict[str, Any] = {
        "facecolor": paint.fill or "none", "edgecolor": paint.stroke or "none", "alpha": paint.opacity,
        "linewidth": paint.width if paint.stroke else 0, "joinstyle": "round", "zorder": order,
        "linestyle": (0, tuple(each / paint.width for each in paint.dash)) if paint.dash else "solid",
    }  # fmt: skip
    if isinstance(shape, Oval):
        axes.add_patch(patches.Ellipse((shape.x, shape.y), 2 * shape.rx, 2 * shape.ry, **style))
    elif isinstance(shape, Rounded):
        radius = min(shape.radius, shape.width / 2, shape.height / 2)
        corner = shape.x - shape.width / 2, shape.y - shape.height / 2
        form = f"round,pad=0,rounding_size={radius}"
        patch = patches.FancyBboxPatch(corner, shape.width, shape.height, boxstyle=form, **style)
        patch.set_transform(Affine2D().rotate_deg_around(shape.x, shape.y, shape.turn) + axes.transData)
        axes.add_patch(patch)
    else:
        codes = {"M": [Curve.MOVETO], "L": [Curve.LINETO], "C": [Curve.CURVE4] * 3, "Z": [Curve.CLOSEPOLY]}
        flat = [numbers or (0.0, 0.0) for _, numbers in shape.steps]
        points = [pair for numbers in flat for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        kinds = [code for step, _ in shape.steps for code in codes[step]]
        axes.add_patch(patches.PathPatch(Curve(points, kinds), **style))
