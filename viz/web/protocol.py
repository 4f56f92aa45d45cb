"""The limits of requests and the form of answers; it imports no other module of whoknows, so the server starts fast."""

import json
from typing import Any, NamedTuple

PARTS = 1_000
"""Largest number of occurrences of subformulas in a formula."""
WORLDS = 2_500
"""Largest number of worlds of a model to evaluate."""
PRODUCT = 10_000
"""Largest number of worlds times events of a product."""
PAIRS = 50_000
"""Largest number of pairs that an answer lists for all agents."""
EVENTS = 20_000
"""Largest number of characters in the text of an event model."""
BODY, MODEL_BODY = 64 * 1024, 2 * 1024 * 1024
"""Largest number of bytes of a request, without and with a model."""
HELD = 64 * 1024 * 1024
"""Largest number of bytes of all open requests; beyond it, requests get status 503."""
BODY_SECONDS = 10.0
"""Time limit for receiving a body, in seconds. From a browser on the same machine it takes milliseconds."""
SILENCE = 10.0
"""Seconds after which (at the latest after twice as many) a connection closes if its client neither sends nor reads."""
CONNECTIONS = 800
"""Largest number of connections: a process may usually open 1,024 files."""
SECONDS, PROOF_SECONDS, PICTURE_SECONDS, PLAN_SECONDS = 2.3, 2.0, 2.0, 1.2
"""Time limits in seconds of processor time: of a request in its worker, a proof, a picture, and the search for a plan
(before its reasons are written)."""
CLOCK_SECONDS = 10.0
"""Time limit of a worker's answer, in seconds by the clock, however busy the machine is."""
MEMORY = 1_500 * 1024 * 1024
"""Largest number of bytes of address space that a worker may add to its initial size."""


class Answer(NamedTuple):
    """The HTTP status and the JSON text of an answer."""

    status: int
    body: bytes


def replied(status: int, data: dict[str, Any]) -> Answer:
    """An HTTP response with a JSON body."""
    return Answer(status, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def said(status: int, kind: str, message: str) -> Answer:
    """An answer with an error: its kind and a sentence."""
    return replied(status, {"error": kind, "message": message})
