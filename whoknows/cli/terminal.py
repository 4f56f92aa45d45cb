"""Interaction with a person on a terminal or through pipes: moves, explanations of rounds, and knowledge."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Any

from games.core.sentences import capital, does, verb_of
from games.knowing.knower import Known
from games.knowing.queries import Query, joined
from games.playing.match import Turn
from games.telling.face import Beside, Block, Fitting, Grid, Line, Lines
from games.telling.sitting import Deed, MoveReport, Story
from logic.exact import decimals_text, plural

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.table import Table
    from rich.text import Text

LOOKS = {"": "", "strong": "bold", "faint": "dim", "bad": "red", "warning": "bold yellow", "key": "bold cyan"}
"""The name of each style in the library rich."""
GAP = 2  # Columns between two blocks that stand side by side
HAD = 26  # the largest width of the column with the players' hands

Plainly = Callable[[str], str]  # Replaces the characters of a text that the terminal cannot show


def rendered(block: Block, plainly: Plainly) -> RenderableType:
    """Convert a block of text to a renderable object of the library rich."""
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
    """Renders a text, or a replacement if the terminal is too narrow for it."""

    def __init__(self, wide: Text, narrow: Text) -> None:
        self.wide, self.narrow = wide, narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.cells import cell_len

        widest = max(map(cell_len, self.wide.plain.split("\n")))
        yield self.wide if widest <= options.max_width else self.narrow


class _SideBySide:
    """Renders two objects side by side, or stacked if the terminal is too narrow."""

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
    """Build a table of the moves of a round: player, hand (if any), move, and reason."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    hands = any(deed.had for deed in deeds)
    for heading in ("who", *(["had"] if hands else []), "did", "why"):
        width = HAD if heading == "had" else None
        table.add_column(heading, no_wrap=heading == "who", max_width=width, overflow="fold")
    for deed in deeds:
        table.add_row(deed.who, *([deed.had] if hands else []), deed.did, deed.why)
    return table


class Terminal:
    """Output to and input from the terminal.

    `pause` waits `delay` seconds. `plain` is a table for `str.translate` that replaces symbols by ASCII, for terminals
    that cannot show the symbols.
    """

    def __init__(self, delay: float = 0.0, plain: Mapping[int, int] | None = None) -> None:
        from rich.console import Console

        def broken_pipe() -> None:  # rich would exit with 1, which means "false"; `guarded` exits with `BROKEN_PIPE`
            raise BrokenPipeError

        is_dumb = os.environ.get("TERM") == "dumb"
        self.console: Console = Console(highlight=False, markup=False, emoji=False, no_color=is_dumb or None)
        vars(self.console)["on_broken_pipe"] = broken_pipe
        self.delay, self.plain = delay, plain or {}

    def say(self, text: str = "", style: str = "", hang: int = 0) -> None:
        """Print lines of text; continuation lines are indented by `hang` columns."""
        text = self.plainly(text)
        width, margin = max(self.console.width, hang + 20), " " * hang
        for line in text.split("\n"):
            wrapped = fill(line, width, subsequent_indent=margin, break_on_hyphens=False, break_long_words=False)
            self.console.print(wrapped, style=style or None, soft_wrap=True)

    def show(self, *shown: Any) -> None:
        """Print blocks of text, or other objects that rich can print."""
        for each in shown:
            is_block = isinstance(each, Lines | Grid | Beside | Fitting)
            self.console.print(rendered(each, self.plainly) if is_block else each)

    def plainly(self, text: str) -> str:
        """Return the text, with ASCII replacements if the terminal's encoding lacks one of its characters."""
        try:
            text.encode(sys.stdout.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return text.translate(self.plain)
        return text

    def rule(self, title: str = "") -> None:
        """Print a horizontal line with a title."""
        self.console.rule(title, style="dim", characters="-" if self.console.encoding == "ascii" else "─")

    def pause(self) -> None:
        """Wait for `delay` seconds, so that the user can read the output."""
        if self.delay > 0:
            sys.stdout.flush()
            time.sleep(self.delay)

    def ask(self, prompt: str) -> str:
        """Return the line typed at the prompt; `EOFError` at the end of the input."""
        if sys.stdin is None:
            raise EOFError
        if sys.stdin.isatty():
            with suppress(ImportError):  # arrow keys recall earlier lines, if the system supports this
                import readline  # noqa: F401  # loading it is enough
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        print(line.strip())  # so that a transcript of the output contains the input
        return line.strip()


NARROW = 60  # on terminals with fewer columns, moves are printed one after the other, not as a table


class Teller:
    """Prints the moves of a game on a terminal, as the viewer of `story` sees them."""

    def __init__(self, story: Story, terminal: Terminal) -> None:
        self.story, self.terminal = story, terminal

    def tell(self, turn: Turn, before: str = "") -> MoveReport:
        """Print a move; return the report of the move."""
        report = self.story.tell(turn)
        if report.text:
            self.terminal.say(before + report.text, style="bold" if report.is_chosen else "", hang=len(before))
        return report

    def after_round(self, turn: Turn) -> None:
        """Print the table at the end of the round, after its last move."""
        self.terminal.show(*self.story.left(turn))

    def explain(self) -> None:
        """Print the moves of the last round: what players had, what they did and why."""
        deeds = self.story.deeds()
        if deeds and self.terminal.console.width < NARROW:
            for deed in deeds:
                had = f" ({deed.had})" if deed.had else ""
                self.terminal.say(f"{deed.who}{had}: {deed.did}", hang=2)
                self.terminal.say(f"  why: {deed.why}", "dim", hang=7)
        elif deeds:
            self.terminal.show(deeds_table(deeds))
        else:
            self.terminal.say("No round is over yet; the agents tell their reasons after a round.", "yellow")

    def knowledge(self, known: Known, facts: Sequence[str] = ()) -> None:
        """Print what a player knows, what is common knowledge, and which facts the player does not know."""
        name = known.name
        if facts:
            self.terminal.say(f"What {does(name, 'knows')}:", style="dim")
            for fact in facts:
                self.terminal.say(f"  {fact}", hang=4)
        else:
            self._formulas(f"What {does(name, 'knows')}, and {verb_of(name, 'knows')} that others know:", known.own)
            self._formulas("What is common knowledge:", known.common)
        if known.possibilities == 1:
            self.terminal.say(f"{capital(does(name, 'considers'))} one world possible: everything is known.")
        if known.open_questions:
            self.terminal.say(f"What is so in some of the worlds that {does(name, 'considers')} possible:", style="dim")
        for answer in known.open_questions:
            share = f"{answer.among(known.possibilities)} ({decimals_text(answer.share)})"
            self.terminal.say(f"  {answer.formula}: in {share}", hang=4)

    def _formulas(self, heading: str, formulas: Sequence[Any]) -> None:
        from rich.columns import Columns

        self.terminal.say(heading, style="dim")
        if formulas:
            self.terminal.show(Columns([f"  {formula}" for formula in formulas]))
        else:
            self.terminal.say("  nothing about the values on the table")


def query_lines(queries: Sequence[Query]) -> list[str]:
    """Return lines that describe the queries of a move: a heading for each model, then each answer with its reason.

    For example ``asks a model of 216 worlds:``, then ``  K_bob bluff: false, as bob considers 1·1·6 itself possible``.
    """
    lines: list[str] = []
    for table, group in groupby(joined(queries), key=lambda each: each.table):
        answers = list(group)
        verdicts = [None if (check := queries[each.first].check) is None else check() for each in answers]
        sizes = [plural(len(verdict.model), "world") for verdict in verdicts if verdict is not None]
        model = f" a model of {sizes[0]}{',' * bool(table)}" if sizes else ""
        lines.append(f"asks{model}{' of' * (bool(table) and not model)}{f' the table {table}' * bool(table)}:")
        for each, verdict in zip(answers, verdicts, strict=True):
            lines.append(f"  {each}" + ("" if verdict is None else f", as {verdict.explain(depth=0).reason}"))
    return lines
