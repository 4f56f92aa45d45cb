"""The layout of a complete drawing for every format: panels (pictures with positions), title, captions, legend."""

from collections.abc import Mapping, Sequence
from typing import Literal as OneOf
from typing import NamedTuple

from kripke.data.errors import FileWarning
from logic.errors import by_face, warn
from viz.layout.geometry import Box, around
from viz.layout.names import Track
from viz.layout.placement import Panel, bridges_between
from viz.pictures.labels import broken
from viz.pictures.legend import Beside, Entry, agents_of, entries_of
from viz.pictures.picture import INCH, LETTERS, PAGE, Picture, letters_across, scale_on


def warn_of_letters(bounds: Box) -> None:
    """Warn if the letters of a picture would be too small on a page."""
    letters = scale_on(PAGE, bounds.width, bounds.height) * LETTERS
    if letters < PAGE.least:
        size = f"{bounds.width / INCH:.0f} by {bounds.height / INCH:.0f} inches"
        way = "{} draws {} so that they can be read, or says what helps"
        # other commands that draw have no --width
        model = f"{way.format('whoknows draw --width 6.3', 'a model')}; in a game, draw FILE WORD ... draws less"
        tried = by_face(way.format("width=6.3", "it"), model, "a grid or short names may help")
        warn(FileWarning(f"{size}: {PAGE.name} the letters have {letters:.1f} points; {tried}"))


SWATCH, SPACE = 36.0, 24.0
BETWEEN, WIDE = 56.0, 120.0  # distance between panels without and with bridges, in points
NARROW = 260.0
TITLE_LETTER = 12.0  # usual width of a letter of the title, in points
ENTRIES, NOTES = 6.0, 2.0  # distance of a row of the legend, and of a note, from the row below, in points
HEAD = 30.0  # space for a sign between panels that are below each other, in points

Style = OneOf["title", "caption", "legend", "note", "sign", "below"]


class Text(NamedTuple):
    """A text to be typeset, with a unique name (`key`) and a style."""

    key: str
    text: str
    style: Style
    entry: Entry | None = None  # for a text of the legend, its entry


class State(NamedTuple):
    """A state of a `Space`: its name, the frame around its model's picture, and whether it is initial."""

    name: str
    frame: Box
    is_first: bool
    is_found: bool  # whether the highlighted formula holds there


class Step(NamedTuple):
    """An arrow from one state to another, with its curve, label and label position in Graphviz's notation."""

    source: str
    target: str
    spline: str
    label: str
    place: str


class Sheet(NamedTuple):
    """A complete drawing: all parts with their positions, and the agents in the order of their colours."""

    panels: tuple[Panel, ...]  # one or more pictures, for example a model, an event model and their product
    texts: tuple[tuple[Text, Box], ...]  # title, captions, and the signs between panels
    legend: tuple[tuple[Entry, Text, Box], ...]  # the boxes of the texts; the signs, `SWATCH` wide, are on the left
    agents: tuple[str, ...]
    bridges: tuple[Track, ...] = ()  # lines from worlds of the first panel to worlds of the second
    states: tuple[State, ...] = ()  # states of a space, one for each panel
    steps: tuple[Step, ...] = ()

    @property
    def bounds(self) -> Box:
        """The bounding box, without the symbols of the legend and the arrows between states."""
        texts = [
            *(box for _, box in self.texts),
            *(box for *_, box in self.legend),
            *(each.frame for each in self.states),
        ]
        return around([*(panel.bounds for panel in self.panels), *texts], [track.curve for track in self.bridges])


def furniture(pictures: Sequence[Picture], beside: Beside) -> list[Text]:
    """Return the texts around the panels; Graphviz computes their sizes."""
    rows = broken(pictures[0].title, letters_across(pictures[0].options.width, TITLE_LETTER))
    texts = [Text("title", "\n".join(rows), "title")] if rows else []
    texts += [Text(f"caption {i}", caption, "caption") for i, caption in enumerate(beside.captions) if caption]
    texts += [Text(f"sign {i}", sign, "sign") for i, sign in enumerate(beside.signs)]
    texts += [Text("below", beside.below, "below")] if beside.below else []
    entries = entries_of(pictures, beside) if pictures[0].options.legend else []
    for i, entry in enumerate(entries):
        texts.append(Text(f"legend {i}", entry.text, "note" if entry.sign == "note" else "legend", entry))
    return texts


def compose(panels: Sequence[Panel], texts: Sequence[Text], sizes: Mapping[str, Box], beside: Beside) -> Sheet:
    """Arrange panels in rows, with symbols between them, captions and the title above, and the legend below.

    `texts` are those of `furniture`; `sizes` maps their keys to their boxes.
    """
    between, columns = WIDE if beside.bridges else BETWEEN, panels[0].picture.options.columns or len(panels)
    columns = len(panels) if columns > 1 and (beside.signs or beside.bridges) else min(columns, len(panels))
    stacked = columns == 1
    row = list(panels)  # a single panel keeps its position, since overlays share their positions
    if len(panels) > 1:
        widths = [panel.bounds.width for panel in row]
        for i, caption in enumerate(beside.captions):
            if caption and not stacked:
                widths[i] = max(widths[i], sizes[f"caption {i}"].width)
        row = _apart(row, widths, between + HEAD * (stacked and bool(beside.signs)), columns)
    bridges = bridges_between(row[0], row[1], beside.bridges) if beside.bridges else ()
    whole = around([panel.bounds for panel in row], [bridge.curve for bridge in bridges])
    placed = []
    for i, text in enumerate(t for t in texts if t.style == "sign"):
        one, other = row[i].bounds, row[i + 1].bounds
        across = (one.x + one.width / 2 + other.x - other.width / 2) / 2
        x, y = (whole.x, one.y - one.height / 2 - HEAD) if stacked else (across, 0.0)
        placed.append((text, sizes[text.key]._replace(x=x, y=y)))
    for i, text in enumerate(t for t in texts if t.style == "caption"):
        size, panel = sizes[text.key], row[i].bounds
        left = whole.x - whole.width / 2 + size.width / 2
        beside_it = [each.bounds for each in row[i - i % columns : i - i % columns + columns]]
        x, under = (left, panel) if stacked else (panel.x, around(beside_it))
        placed.append((text, size._replace(x=x, y=under.y + under.height / 2 + 20)))
    placed += title_above(texts, sizes, around([whole, *(box for _, box in placed)]))
    legend = legend_below(texts, sizes, whole)
    bottom = min([box.y - box.height / 2 for *_, box in legend], default=whole.y - whole.height / 2)
    for text in texts:
        if text.style == "below":
            size = sizes[text.key]
            placed.append((text, size._replace(x=whole.x, y=bottom - 14 - size.height / 2)))
    return Sheet(tuple(row), tuple(placed), legend, agents_of([panel.picture for panel in row]), bridges)


def title_above(texts: Sequence[Text], sizes: Mapping[str, Box], whole: Box) -> list[tuple[Text, Box]]:
    """Return the title, if there is one, with its box above the picture."""
    top = whole.y + whole.height / 2 + 14
    titles = [(text, sizes[text.key]) for text in texts if text.style == "title"]
    return [(text, size._replace(x=whole.x, y=top + size.height / 2)) for text, size in titles]


def _apart(panels: Sequence[Panel], needed: Sequence[float], between: float, columns: int) -> list[Panel]:
    """Arrange the panels in rows of `columns` panels, centred in their columns and aligned at `Panel.axis`.

    `needed`: the width of each panel with its caption.
    """
    placed, bottom = list[Panel](), 0.0
    widths = [max(needed[column::columns]) for column in range(columns)]
    for first in range(0, len(panels), columns):
        left, row = 0.0, list[Panel]()
        for panel, width in zip(panels[first : first + columns], widths, strict=False):
            bounds = panel.bounds
            row.append(panel.moved(left + width / 2 - bounds.x, -(bounds.y if panel.axis is None else panel.axis)))
            left += width + between
        whole = around(panel.bounds for panel in row)
        down = bottom - whole.y - whole.height / 2 if first else 0.0
        placed += [panel.moved(0.0, down) for panel in row]
        bottom = whole.y + down - whole.height / 2 - between
    return placed


def legend_below(texts: Sequence[Text], sizes: Mapping[str, Box], whole: Box) -> tuple[tuple[Entry, Text, Box], ...]:
    """Arrange the legend's entries in rows below the picture; each note has its own row."""
    width = max(NARROW, whole.width)
    rows: list[list[tuple[Entry, Text, Box, float]]] = []
    room = 0.0
    for text in texts:
        if text.entry is not None:
            size, note = sizes[text.key], text.entry.sign == "note"
            extent = size.width + (0.0 if note else SWATCH)
            if not rows or extent > room or note:
                rows.append([])
                room = width
            rows[-1].append((text.entry, text, size, extent))
            room -= extent + SPACE
    placed = []
    y = whole.y - whole.height / 2 - 24
    for row in rows:
        x = whole.x - (sum(extent for *_, extent in row) + SPACE * (len(row) - 1)) / 2
        for entry, text, size, extent in row:
            placed.append((entry, text, size._replace(x=x + extent - size.width / 2, y=y)))
            x += extent + SPACE
        y -= max(size.height for _, _, size, _ in row) + (NOTES if row[0][0].sign == "note" else ENTRIES)
    return tuple(placed)


def swatch(entry: Entry) -> tuple[float, float]:
    """Return the width and height of the symbol of a legend entry, without its double ring."""
    return (13.0, 5.0) if entry.sign in ("actual", "designated") else (20.0, 11.0)
