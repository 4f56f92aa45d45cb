"""What an answer is, and how errors are said; without the imports of the routes, so the server starts at once."""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """The HTTP status and the JSON text of an answer."""

    status: int
    body: bytes


def replied(status: int, data: dict[str, Any]) -> Answer:
    """An answer of JSON values."""
    return Answer(status, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def said(status: int, kind: str, message: str) -> Answer:
    """An answer that says what is wrong.

    Parameters
    ----------
    kind, message : str
        The kind of error, and a sentence.
    """
    return replied(status, {"error": kind, "message": message})
