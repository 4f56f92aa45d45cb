"""Routes `open` and `save`: models read from and written to files, in all formats of the command line."""

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pprint import pformat
from typing import Annotated, Any, Literal
from warnings import catch_warnings

from kripke.data.errors import FileWarning
from kripke.formats import registry
from kripke.formats.jsonfile import Limits
from kripke.models.functions import with_content
from kripke.models.kripke_model import KripkeModel
from learn.exercises.formulas import limited_formulas
from logic.errors import TooLarge, shorten
from viz.drawing import laid_out
from viz.output.files import content_of
from viz.pictures.legend import Beside
from viz.pictures.picture import Options
from viz.web.given import AboutModel, PictureStyle, data_of
from viz.web.protocol import EVENTS, MODEL_BODY, PICTURE_SECONDS
from viz.web.request import Name, Places, Request, Text
from viz.web.routes import system

Kind = Literal["json", "smcdel", "graphml", "model", "dot", "tikz", "svg", "png", "pdf", "python", "notebook"]
TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "json": "application/json"}

ENDINGS = {"python": "py", "notebook": "ipynb"}


@contextmanager
def _noticed() -> Iterator[list[str]]:
    """Context manager that yields a list, to which the warnings about files are added on exit."""
    said: list[str] = []
    with catch_warnings(record=True, action="always", category=FileWarning) as warned:
        yield said
    said += [each.message.said("page") for each in warned if isinstance(each.message, FileWarning)]


class Opened(Request):
    """A request to open a file; for a graph, `atoms` and `agent` name attributes, and `close` closes the relations."""

    name: Name
    text: Annotated[str, Limits(most=MODEL_BODY)]
    atoms: Name | None = None
    agent: Name | None = None
    close: Name | None = None


def opened(query: Opened) -> dict[str, Any]:
    """Return the data of the model in a file, and warnings.

    The model is symbolic if the file contains decision diagrams or describes too many states to list. For an ISPL
    system, the model consists of the reachable states, and the result also contains the text and formulas.
    """
    if registry.format_of(query.name, query.text) is registry.Format.ISPL:
        if (size := len(query.text)) > EVENTS:
            raise TooLarge(f"{shorten(query.name)}: {size:,} characters, and the page reads systems up to {EVENTS:,}")
        read = system.read(query.text, query.name)
        formulas = [{"text": each.text, "formula": each.formula.to_ascii()} for each in read.formulas]
        about = {"text": query.text, "formulas": formulas}
        return {"model": system.shown(read), "warnings": read.notes, "system": about}
    given = registry.attributes(atoms=query.atoms, agent=query.agent, close=query.close)
    with _noticed() as said:
        content = registry.content_of(query.text, query.name, attributes=given)
    return {"model": data_of(with_content(*content)), "warnings": said}


class Saved(AboutModel):
    """A request to write a model, with a formula to highlight and the positions of worlds that the user has moved."""

    format: Kind
    highlight: Text | None = None
    look: PictureStyle = PictureStyle()
    places: Places | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The options of `draw` that differ from their defaults."""
        return self.look.chosen | ({"positions": self.places} if self.places else {})

    @property
    def formula(self) -> str | None:
        """The formula to highlight, in the page's notation; None if there is none."""
        if self.highlight is None:
            return None
        (formula,), _ = limited_formulas([self.highlight], self.read.atoms, self.read.agents)
        return str(formula)


def saved(query: Saved) -> dict[str, Any]:
    """Return the name of the file, its type, its content in base64, and warnings."""
    with _noticed() as said:
        content = _content(query)
    return {
        "name": f"model.{ENDINGS.get(query.format, query.format)}",
        "type": TYPES.get(query.format, "text/plain"),
        "base64": b64encode(content).decode("ascii"),
        "warnings": said,
    }


def _content(query: Saved) -> bytes:
    match query.format:
        case "json":
            return query.read.dumps().encode()
        case "smcdel" | "graphml" | "model":
            return query.listed.dumps(query.format).encode()
        case "python":
            return f"{_code(query)}{_shown(query, file=True)}\n".encode()
        case "notebook":
            return json.dumps(_notebook(query), ensure_ascii=False, indent=1).encode()
    options = Options(highlight=query.formula, timeout=PICTURE_SECONDS, **query.options)
    return content_of(laid_out(query.listed, options, Beside([""]), query.format), query.format)


def _code(query: Saved) -> str:
    data = pformat(query.read.to_dict(), width=100, sort_dicts=False)
    names = ["KripkeModel", "draw"] if isinstance(query.read, KripkeModel) else ["SymbolicModel"]
    return f"from whoknows import {', '.join(names)}\n\nmodel = {names[0]}.from_dict({data})\n"


def _shown(query: Saved, file: bool) -> str:
    """Return Python code that draws the model or, if the model is symbolic, shows it.

    With `file`, the code draws to ``model.svg`` or prints the number of states.
    """
    if not isinstance(query.read, KripkeModel):
        return "print(model.count())" if file else "model"
    options = "".join(f", {name}={value!r}" for name, value in query.options.items())
    to = ', "model.svg"' if file else ""
    return f"draw(model{to}{options})"


def _notebook(query: Saved) -> dict[str, Any]:
    """Return a notebook with the model, its picture and, for a formula to highlight, its truth value with reasons."""
    sources = [_code(query) + _shown(query, file=False)]
    if query.formula is not None:
        sources.append(f'verdict = model.check({query.formula!r})\nprint(verdict, verdict.explain(), sep="\\n")')
    empty: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return {
        "cells": [{**empty, "id": f"cell-{number}", "source": source} for number, source in enumerate(sources)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
