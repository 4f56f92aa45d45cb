"""The limits of requests and the form of answers; imports no other module of whoknows, so the server starts fast."""

import json
from typing import Any, NamedTuple

PARTS = 1_000  # maximum number of distinct subformulas of a formula
WORLDS = 2_500  # maximum number of worlds of a model in which formulas are evaluated
PRODUCT = 10_000  # maximum number of worlds times events of a product update
PAIRS = 50_000  # maximum number of pairs of accessible worlds that an answer lists, for all agents together
EVENTS = 20_000  # maximum number of characters in the text of an event model
BODY, MODEL_BODY = 64 * 1024, 2 * 1024 * 1024  # maximum number of bytes of a request, without and with a model
HELD = 64 * 1024 * 1024  # maximum number of bytes of all open requests; further requests get status 503
BODY_SECONDS = 10.0
"""Time limit for receiving a body, in seconds. From a browser on the same machine it takes milliseconds."""
SILENCE = 10.0  # seconds without sending or reading after which a connection is closed; it may take up to twice as long
CONNECTIONS = 800  # maximum number of connections, since a process may usually open 1,024 files
SECONDS, PROOF_SECONDS, PICTURE_SECONDS, PLAN_SECONDS = 2.3, 2.0, 2.0, 1.2
"""Limits of processor time in seconds: for a request in its worker, a proof, a picture, and the search for a plan."""
CLOCK_SECONDS = 10.0
"""Time limit for a worker's answer in seconds of wall-clock time, which also counts waiting on a busy machine."""
MEMORY = 1_500 * 1024 * 1024  # maximum number of bytes of address space that a worker may add to its initial size


class Answer(NamedTuple):
    """An answer to a request: HTTP status and JSON text."""

    status: int
    body: bytes


def replied(status: int, data: dict[str, Any]) -> Answer:
    """Return an answer with this status, and the data as JSON."""
    return Answer(status, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def said(status: int, kind: str, message: str) -> Answer:
    """Return an answer that reports an error: its kind and a sentence."""
    return replied(status, {"error": kind, "message": message})
