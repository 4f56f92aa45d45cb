"""What is refused before a worker is taken: formulas that are too long or too deeply nested at first sight.

One pass over the bytes, without reading the formula: so it finds long runs of negations and nested brackets, and leaves
other operators, distinct subformulas, worlds and products to the limits inside the worker.
"""

from __future__ import annotations

import json
import re
from itertools import islice

from learn.exercises.limits import DEPTH, FORMULA
from viz.web.reply import Answer, said

FORMULAS = re.compile(rb'"formula"\s*+:\s*+("(?:[^"\\]++|\\.)*+")')
"""The formulas in a request, as JSON texts."""
NEGATIONS = re.compile(rf"(?:[~!¬]\s*+){{{DEPTH + 1}}}")
MOST = 4
"""Formulas that are looked at; a request has one, and the server has other requests to pass on."""
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def refusal(body: bytes) -> Answer | None:
    """What is wrong with the first formula beyond the limits; None if none of the first `MOST` is.

    Parameters
    ----------
    body : bytes
        The request as JSON.

    Notes
    -----
    O(n) for n bytes.
    """
    for found in islice(FORMULAS.finditer(body), MOST):
        try:
            text = json.loads(found[1])
        except ValueError:  # the worker says what is wrong with the request
            return None
        if len(text) > FORMULA:
            return said(422, "TooLarge", f"formula: expected at most {FORMULA:,} characters, got {len(text):,}")
        if NEGATIONS.search(text) or _nesting(text) > DEPTH:
            message = f"the formula is nested more than {DEPTH} deep, and the page reads no deeper: write it in parts"
            return said(422, "TooLarge", message)
    return None


def _nesting(text: str) -> int:
    """The largest number of brackets around one another, needless ones included."""
    depth = most = 0
    for letter in text:
        depth += BRACKETS.get(letter, 0)
        most = max(most, depth)
    return most
