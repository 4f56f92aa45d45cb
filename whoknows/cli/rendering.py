"""Blocks of `games.telling` as rich shows them: the only place that knows how they look in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.telling.face import Beside, Block, Fitting, Grid, Line, Lines
from games.telling.story import Deed

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Table
    from rich.text import Text

LOOKS = {"": "", "strong": "bold", "faint": "dim", "bad": "red", "warning": "bold yellow", "key": "bold cyan"}
"""Style -> what rich calls it."""
GAP = 2
"""Columns between two blocks that stand side by side."""
HAD = 26
"""The largest width of the column of what a player had."""

Plainly = Callable[[str], str]
"""Puts a text in the signs that the terminal knows."""


def rendered(block: Block, plainly: Plainly) -> RenderableType:
    """A block as rich shows it."""
    if isinstance(block, Lines):
        return _text(block.lines, plainly)
    if isinstance(block, Grid):
        return _table(block, plainly)
    if isinstance(block, Fitting):
        return _Fitting(_text(block.wide.lines, plainly), _text(block.narrow.lines, plainly))
    return _SideBySide(block, plainly)


def _text(lines: Sequence[Line], plainly: Plainly) -> Text:
    from rich.text import Text

    text = Text()
    for number, line in enumerate(lines):
        text.append("\n" if number else "")
        for span in line:
            text.append(plainly(span.text), style=LOOKS[span.style])
    return text


def _table(grid: Grid, plainly: Plainly) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for number, heading in enumerate(grid.headings):
        table.add_column(heading, no_wrap=number < grid.narrow, overflow="fold")
    for row in grid.rows:
        table.add_row(*(_text((cell,), plainly) for cell in row.cells), style="bold" if row.is_marked else "")
    return table


class _Fitting:
    """A text, or a narrower one where the terminal is too narrow."""

    def __init__(self, wide: Text, narrow: Text) -> None:
        self.wide, self.narrow = wide, narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.cells import cell_len

        widest = max(map(cell_len, self.wide.plain.split("\n")))
        yield self.wide if widest <= options.max_width else self.narrow


class _SideBySide:
    """Something with something else beside it, or below it where the terminal is too narrow."""

    def __init__(self, block: Beside, plainly: Plainly) -> None:
        self.left, self.right = _text(block.left.lines, plainly), _table(block.right, plainly)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.measure import Measurement
        from rich.table import Table

        both = self.left, self.right
        if sum(Measurement.get(console, options, each).maximum for each in both) + 2 * GAP > options.max_width:
            yield from both
            return
        grid = Table.grid(padding=(0, GAP))
        grid.add_row(*both)
        yield grid


def deeds_table(deeds: Sequence[Deed]) -> Table:
    """The moves of a round: who, what they had where that is something, what they did, and why."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    hands = any(deed.had for deed in deeds)
    for heading in ("who", *(["had"] if hands else []), "did", "why"):
        width = HAD if heading == "had" else None
        table.add_column(heading, no_wrap=heading == "who", max_width=width, overflow="fold")
    for deed in deeds:
        table.add_row(deed.who, *([deed.had] if hands else []), deed.did, deed.why)
    return table
