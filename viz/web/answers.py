"""Answers requests of the page, each with the name of a route and a JSON body; errors become data.

`python -m viz.web.answers` precomputes the first view of the page, so that a first visit shows a model before a
worker has loaded.
"""

import json
import logging
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from kripke.data.errors import UnknownAction, UnknownAgent, UnknownAtom
from kripke.prove.errors import OutOfTime
from logic.errors import EpistemicError, ParseError, TooLarge, shorten, worded
from viz.web.protocol import Answer, replied, said
from viz.web.request import NeedsServer, RequestError, read

LOG = logging.getLogger(__name__)


KINDS: Mapping[str, tuple[type[EpistemicError], ...]] = {
    "TooLarge": (TooLarge,),
    "OutOfTime": (OutOfTime,),
    "Server": (NeedsServer,),
    "Unknown": (UnknownAgent, UnknownAtom, UnknownAction),
}
"""For each name of an error on the page, the exception classes that have this name there."""


LIBRARIES = {"oxidd": "decision diagrams, for models of very many states"}
"""Maps packages to their purpose, as error messages describe it."""


ROUTES: Mapping[str, tuple[str, str, str]] = {
    "library": ("library", "Query", "answer"), "picture": ("picture", "Query", "answer"),
    "formula": ("formula", "Query", "answer"), "reasons": ("reasons", "Query", "answer"),
    "change": ("change", "Query", "answer"), "compare": ("side_by_side", "Compared", "compared"),
    "steps": ("side_by_side", "Planned", "steps"), "system": ("system", "Query", "answer"),
    "plan": ("plan", "Query", "answer"), "proof": ("proof", "Query", "answer"),
    "derivation": ("derivation", "Query", "answer"), "lines": ("derivation", "Source", "lines"),
    "rules": ("derivation", "Palette", "rules"), "open": ("files", "Opened", "opened"),
    "symbolic": ("symbolic", "Query", "answer"), "observations": ("change", "Observations", "observed"),
    "save": ("files", "Saved", "saved"), "lessons": ("exercise", "Chapter", "lesson"),
    "exercise": ("exercise", "Query", "answer"), "mark": ("exercise", "Answered", "mark"),
    "hint": ("exercise", "Hint", "hint"), "guess": ("exercise", "Guess", "guess"), "form": ("exercise", "Form", "form"),
    "draft": ("exercise", "Drafted", "draft"), "lesson_file": ("exercise", "LessonFile", "lesson_file"),
    "class_results": ("exercise", "ClassResults", "class_results"),
}  # fmt: skip
"""For each route, its module in `viz.web.routes`, the name of its request class, and the name of its function."""


def answer(route: str, body: bytes) -> Answer:
    """Answer a request with this body on a route of the page's server."""
    if route not in ROUTES:
        return said(404, "Route", f"route {shorten(repr(route))}: expected one of {', '.join(ROUTES)}")
    name, shape, ask = ROUTES[route]

    def asked() -> dict[str, Any]:
        module = import_module(f"viz.web.routes.{name}")  # imported by its first request, so the server starts fast
        data: dict[str, Any] = getattr(module, ask)(read(getattr(module, shape), body))
        return data

    return answered(asked)


def answered(ask: Callable[[], dict[str, Any]]) -> Answer:
    """Call a function; return its result as an answer. An error that users can cause becomes an answer with status 422.

    Any other error is a bug. It becomes an answer with status 500, and the process continues.
    """
    try:
        return replied(200, ask())
    except RequestError as error:
        return said(422, "Request", str(error))
    except UnicodeEncodeError as error:  # a request with this name could not be read either
        half = ascii(error.object[error.start])
        return said(422, "Request", f"a name has {half}, half of a pair of surrogates, which a page cannot show")
    except EpistemicError as error:
        return replied(422, _described(error))
    except ModuleNotFoundError as error:  # in a browser, which has few packages
        return replied(422, _described(NeedsServer(LIBRARIES.get(str(error.name), f"the package {error.name}"))))
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
    """Return a model and a formula together with the page's answers about them."""
    model, text = {"model": first["model"]}, {"formula": first["formula"]}
    answers = {
        "picture": answer("picture", json.dumps(model).encode()),
        "checked": answer("formula", json.dumps(model | text).encode()),
    }
    return {**model, **text, **{name: json.loads(each.body) for name, each in answers.items()}}


if __name__ == "__main__":
    view = first_view(json.loads(FIRST_VIEW.read_text("utf-8")))
    FIRST_VIEW.write_text(json.dumps(view, ensure_ascii=False, indent=1) + "\n", "utf-8")
