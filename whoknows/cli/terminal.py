"""A conversation with a person, on a terminal or through pipes: what is shown and what is typed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from textwrap import fill
from typing import TYPE_CHECKING, Any

from games.telling.face import Beside, Fitting, Grid, Lines
from whoknows.cli.rendering import rendered

if TYPE_CHECKING:
    from rich.console import Console


class Terminal:
    """Standard output and input.

    Parameters
    ----------
    delay : float
        The seconds that `pause` waits.
    plain : mapping
        Sign -> a plain sign, as `str.translate` takes it, for terminals that cannot show the sign.
    """

    def __init__(self, delay: float = 0.0, plain: Mapping[int, int] | None = None) -> None:
        from rich.console import Console

        is_dumb = os.environ.get("TERM") == "dumb"
        self.console: Console = Console(highlight=False, markup=False, emoji=False, no_color=is_dumb or None)
        vars(self.console)["on_broken_pipe"] = _raise_again  # rich would exit with 1, which means "false"
        self.delay, self.plain = delay, plain or {}

    def say(self, text: str = "", style: str = "", hang: int = 0) -> None:
        """Print lines of text.

        Parameters
        ----------
        hang : int
            The columns by which the rest of a line that is too long is indented.
        """
        text = self.plainly(text)
        width, margin = max(self.console.width, hang + 20), " " * hang
        for line in text.split("\n"):
            wrapped = fill(line, width, subsequent_indent=margin, break_on_hyphens=False, break_long_words=False)
            self.console.print(wrapped, style=style or None, soft_wrap=True)

    def show(self, *shown: Any) -> None:
        """Print blocks, and whatever else rich can print."""
        for each in shown:
            self.console.print(
                rendered(each, self.plainly) if isinstance(each, Lines | Grid | Beside | Fitting) else each
            )

    def plainly(self, text: str) -> str:
        """The text, in plain signs where the terminal cannot show all of its signs."""
        try:
            text.encode(sys.stdout.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return text.translate(self.plain)
        return text

    def rule(self, title: str = "") -> None:
        """Print a line across, with a title in it."""
        self.console.rule(title, style="dim", characters="-" if self.console.encoding == "ascii" else "─")

    def pause(self) -> None:
        """Wait, so that there is time to read."""
        if self.delay > 0:
            sys.stdout.flush()
            time.sleep(self.delay)

    def ask(self, prompt: str) -> str:
        """The line typed at the prompt; `EOFError` at the end of the input."""
        if sys.stdin is None:
            raise EOFError
        if sys.stdin.isatty():
            _with_history()
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        print(line.strip())  # a transcript has both sides
        return line.strip()


def _raise_again() -> None:
    """Leave the error of a closed pipe to the guard of the command."""
    raise BrokenPipeError


def _with_history() -> None:
    """Let arrow keys bring back earlier lines, where the system can."""
    with suppress(ImportError):
        import readline  # noqa: F401  # to load it is enough
