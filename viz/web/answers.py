"""From the body of a request to the body of its answer: the routes by name, and errors as data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from kripke.prove.errors import OutOfTime
from logic.errors import EpistemicError, ParseError, TooLarge, shorten, without_calls
from viz.web.given import Request
from viz.web.routes import change, exercise, files, formula, lessons, library, picture, proof, reasons, side_by_side


class Route(NamedTuple):
    """A route: the shape of its requests, and the function that answers them."""

    asked: type[Request]
    answer: Callable[[Any], dict[str, Any]]


ROUTES: Mapping[str, Route] = {
    "library": Route(library.Asked, library.answer),
    "picture": Route(picture.Asked, picture.answer),
    "formula": Route(formula.Asked, formula.answer),
    "reasons": Route(reasons.Asked, reasons.answer),
    "change": Route(change.Asked, change.answer),
    "compare": Route(side_by_side.Compared, side_by_side.compared),
    "steps": Route(change.Asked, side_by_side.steps),
    "proof": Route(proof.Asked, proof.answer),
    "open": Route(files.Opened, files.opened),
    "save": Route(files.Saved, files.saved),
    "lessons": Route(lessons.Asked, lessons.answer),
    "exercise": Route(exercise.Asked, exercise.answer),
    "mark": Route(exercise.Answered, exercise.mark),
    "hint": Route(exercise.Hint, exercise.hint),
    "guess": Route(exercise.Guess, exercise.guess),
}


class Answer(NamedTuple):
    """The HTTP status and the JSON text of an answer."""

    status: int
    body: bytes


def answer(route: str, body: bytes) -> Answer:
    """The answer to a request.

    Parameters
    ----------
    route : str
        A name in `ROUTES`.
    body : bytes
        The request as JSON.
    """
    return answered(lambda: ROUTES[route].answer(ROUTES[route].asked.model_validate_json(body)))


def answered(ask: Callable[[], dict[str, Any]]) -> Answer:
    """What a function returns as an answer; every error that a user can cause is an answer with status 422.

    Parameters
    ----------
    ask : function
        Returns JSON values.
    """
    try:
        return _answer(200, ask())
    except ValidationError as error:
        return said(422, "Request", fields(error))
    except EpistemicError as error:
        return _answer(422, _described(error))
    except (MemoryError, RecursionError):
        return said(422, "TooLarge", "this needs more memory than the page gives: ask for less")


def said(status: int, kind: str, message: str) -> Answer:
    """An answer that says what is wrong.

    Parameters
    ----------
    status : int
        Of HTTP.
    kind, message : str
        The kind of error, and a sentence.
    """
    return _answer(status, {"error": kind, "message": message})


def _answer(status: int, data: dict[str, Any]) -> Answer:
    return Answer(status, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def fields(error: ValidationError) -> str:
    """What is wrong with the first wrong field of a request."""
    first = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"])) or "the request"
    return f"{shorten(place)}: {first['msg']}, got {shorten(repr(first['input']))}"


def _described(error: EpistemicError) -> dict[str, Any]:
    if isinstance(error, ParseError):
        return {
            "error": "ParseError", "message": error.problem, "position": error.position, "text": error.text,
            "expected": list(error.expected), "hint": error.hint, "full": str(error),
        }  # fmt: skip
    kind = "TooLarge" if isinstance(error, TooLarge) else "OutOfTime" if isinstance(error, OutOfTime) else "Error"
    return {"error": kind, "message": without_calls(str(error))}
