"""Talking with a person: what is shown, and what she types, on a terminal or through pipes."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from textwrap import fill
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


class Terminal:
    """Standard output and input.

    Parameters
    ----------
    delay : float
        Seconds to wait after `pause`.
    """

    def __init__(self, delay: float = 0.0) -> None:
        from rich.console import Console

        plain = os.environ.get("TERM") == "dumb"
        self.console: Console = Console(highlight=False, markup=False, emoji=False, no_color=plain or None)
        self.delay = delay

    def say(self, text: str = "", style: str = "", hang: int = 0) -> None:
        """Lines of text; where one is too long, what is wrapped hangs under its beginning by so many columns."""
        width, margin = max(self.console.width, 2 * hang + 20), " " * hang
        for line in text.split("\n"):
            wrapped = fill(line, width, subsequent_indent=margin, break_on_hyphens=False, break_long_words=False)
            self.console.print(wrapped, style=style or None, soft_wrap=True)

    def show(self, shown: Any) -> None:
        """Whatever rich can show."""
        self.console.print(shown)

    def rule(self, title: str = "") -> None:
        """A line across, with a title in it."""
        self.console.rule(title, style="dim", characters="-" if self.console.encoding == "ascii" else "─")

    def pause(self) -> None:
        """Leave time to read."""
        if self.delay > 0:
            sys.stdout.flush()
            time.sleep(self.delay)

    def ask(self, prompt: str) -> str:
        """What she types at the prompt; `EOFError` where there is nothing more to come."""
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


def _with_history() -> None:
    """Arrow keys bring back what was typed, where the system can."""
    with suppress(ImportError):
        import readline  # noqa: F401  # to load it is enough
