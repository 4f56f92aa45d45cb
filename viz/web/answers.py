"""From the body of a request to the body of its answer: the routes by name, and errors as data.

`python -m viz.web.answers` lays out the first view of the page ahead of time, from the model and formula in its file: a
first visit then shows a model before a worker has loaded.
"""

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kripke.data.errors import UnknownAction, UnknownAgent, UnknownAtom
from kripke.prove.errors import OutOfTime
from logic.errors import EpistemicError, ParseError, TooLarge, shorten, worded
from viz.web.protocol import Answer, replied, said
from viz.web.request import Request, fields
from viz.web.routes import (
    change,
    exercise,
    files,
    formula,
    library,
    picture,
    plan,
    proof,
    reasons,
    side_by_side,
    symbolic,
    system,
)

LOG = logging.getLogger(__name__)


KINDS: Mapping[str, tuple[type[EpistemicError], ...]] = {
    "TooLarge": (TooLarge,),
    "OutOfTime": (OutOfTime,),
    "Unknown": (UnknownAgent, UnknownAtom, UnknownAction),
}
"""The errors that the page tells apart, and what it calls them."""


ROUTES: Mapping[str, tuple[type[Request], Callable[[Any], dict[str, Any]]]] = {
    "library": (library.Query, library.answer),
    "picture": (picture.Query, picture.answer),
    "formula": (formula.Query, formula.answer),
    "reasons": (reasons.Query, reasons.answer),
    "change": (change.Query, change.answer),
    "compare": (side_by_side.Compared, side_by_side.compared),
    "steps": (side_by_side.Planned, side_by_side.steps),
    "system": (system.Query, system.answer),
    "plan": (plan.Query, plan.answer),
    "proof": (proof.Query, proof.answer),
    "open": (files.Opened, files.opened),
    "symbolic": (symbolic.Query, symbolic.answer),
    "observations": (change.Observations, change.observed),
    "save": (files.Saved, files.saved),
    "lessons": (exercise.Chapter, exercise.lesson),
    "exercise": (exercise.Query, exercise.answer),
    "mark": (exercise.Answered, exercise.mark),
    "hint": (exercise.Hint, exercise.hint),
    "guess": (exercise.Guess, exercise.guess),
}
"""Route -> the shape of its requests, and the function that answers them."""


def answer(route: str, body: bytes) -> Answer:
    """The answer to a request."""
    if route not in ROUTES:
        return said(404, "Route", f"route {shorten(repr(route))}: expected one of {', '.join(ROUTES)}")
    query, ask = ROUTES[route]
    return answered(lambda: ask(query.model_validate_json(body)))


def answered(ask: Callable[[], dict[str, Any]]) -> Answer:
    """The result of a function as an answer; every error that a user can cause is an answer with status 422.

    Any other error is a fault of ours: an answer with status 500, so that the process goes on.
    """
    try:
        return replied(200, ask())
    except ValidationError as error:
        return said(422, "Request", fields(error))
    except UnicodeEncodeError as error:  # a request with it would not be read either
        half = ascii(error.object[error.start])
        return said(422, "Request", f"a name has {half}, half of a pair of surrogates, which a page cannot show")
    except EpistemicError as error:
        return replied(422, _described(error))
    except (MemoryError, RecursionError):
        return said(422, "TooLarge", "this needs more memory than the page gives: ask for less")
    except Exception as fault:
        LOG.debug("a fault in whoknows", exc_info=fault)
        return said(500, "Fault", f"unexpected {type(fault).__name__}: {fault}. This is a fault in whoknows")


def _described(error: EpistemicError) -> dict[str, Any]:
    if isinstance(error, ParseError):
        return {
            "error": "ParseError", "message": error.problem, "position": error.position, "text": error.text,
            "expected": list(error.expected), "hint": worded(error.advice, "page"), "full": error.said("page"),
        }  # fmt: skip
    kind = next((name for name, kinds in KINDS.items() if isinstance(error, kinds)), "Error")
    return {"error": kind, "message": error.said("page")}


FIRST_VIEW = Path(__file__).parent / "page" / "src" / "lib" / "first.json"


def first_view(first: dict[str, Any]) -> dict[str, Any]:
    """The model and the formula, with what the server answers about them."""
    model, text = {"model": first["model"]}, {"formula": first["formula"]}
    shown = picture.answer(picture.Query.model_validate(model))
    checked = formula.answer(formula.Query.model_validate(model | text))
    return {**model, **text, "picture": shown, "checked": checked}


if __name__ == "__main__":
    view = first_view(json.loads(FIRST_VIEW.read_text("utf-8")))
    FIRST_VIEW.write_text(json.dumps(view, ensure_ascii=False, indent=1) + "\n", "utf-8")
