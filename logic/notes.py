"""Notes to who waits at a terminal, on work that takes seconds."""

from __future__ import annotations

import sys


def note(text: str) -> None:
    """Write a line to standard error, if that is a terminal and this is no worker process."""
    if sys.stderr.isatty():
        import logging  # no start of a program waits for these two
        from multiprocessing import current_process

        if current_process().name == "MainProcess":
            logging.getLogger("whoknows").warning("note: %s", text)
