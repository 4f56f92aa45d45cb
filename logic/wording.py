"""Advice for callers from Python in the terms of another reader: of the command line, or of the page.

Each reader's package has a table of patterns and words; what is the same for both is here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

WaysOut = Sequence[tuple[str, str | Callable[[re.Match[str]], str]]]
"""Patterns of advice for Python, and what the reader is told instead, as for `re.sub`."""

FOR_ALL: WaysOut = (
    (r"; with repair=True[^;]*", ""),
    (r", list decisive atoms first, or raise limit=$", ", or list decisive atoms first"),
    (r"give a stricter law, or raise limit=", "give a stricter law"),
    (r"; try another order of the atoms \(order=\.\.\.\), ", "; try another order of the atoms, "),
    (r", or give a higher limit=\.\.\.$", ""),
    (r"; save a model with (rounded weights|renumbered ranks), m\.rounded\(6\)", ""),
    (r"; `Proof\.valid` is the answer", ""),
    (r", or draw a part by draw\(model, worlds=\[\.\.\.\]\)", ""),
    (r"look at f\.children or f\.subformulas\(\) instead", "look at its parts instead"),
    (r"; in Python .*", ""),
)


def worded(message: str, ways_out: WaysOut) -> str:
    r"""The message with its advice in a reader's terms.

    Examples
    --------
    >>> worded("at w several can happen: choose one with event=...", [(r"with event=\.\.\.", "with --event")])
    'at w several can happen: choose one with --event'
    """
    for python, words in (*ways_out, *FOR_ALL):
        message = re.sub(python, words, message)
    return message
