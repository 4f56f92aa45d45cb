"""`open` and `save`: models from files and into files, of every format of the command line."""

from __future__ import annotations

import json
from base64 import b64encode
from pprint import pformat
from typing import Annotated, Any, Literal

from pydantic import Field

from kripke.data.structure import Structure
from kripke.formats import registry
from kripke.models.kripke_model import KripkeModel
from viz.legend import Beside
from viz.model_picture import picture_of
from viz.output import DPI, content_of
from viz.picture import Options
from viz.web.given import AboutModel
from viz.web.limits import MODEL_BODY, PICTURE_SECONDS
from viz.web.look import Look
from viz.web.request import Name, Request

Kind = Literal["json", "smcdel", "graphml", "dot", "tikz", "svg", "png", "pdf", "python", "notebook"]
TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "json": "application/json"}

ENDINGS = {"python": "py", "notebook": "ipynb"}


class Opened(Request):
    """A file to read.

    Parameters
    ----------
    name : str
        Its name, whose ending gives the format.
    text : str
        Its content.
    """

    name: Name
    text: Annotated[str, Field(max_length=MODEL_BODY)]


def opened(asked: Opened) -> dict[str, Any]:
    """The data of the model in a file, or that it is symbolic, with more states than can be listed.

    Parameters
    ----------
    asked : Opened
        The request.
    """
    content, engine = registry.content_of(asked.text, asked.name)
    if engine.is_symbolic and not isinstance(content, Structure):
        return {"symbolic": True}
    return {"model": KripkeModel.of(registry.structure_of(asked.text, asked.name)).to_dict()}


class Saved(AboutModel):
    """A model to write.

    Parameters
    ----------
    format : str
        The format.
    highlight : str, optional
        A formula whose worlds are filled in pictures.
    look : Look
        How it is drawn.
    """

    format: Kind
    highlight: Name | None = None
    look: Look = Look()


def saved(asked: Saved) -> dict[str, Any]:
    """The content of the file, in base64, with its type.

    Parameters
    ----------
    asked : Saved
        The request.
    """
    content = _content(asked.read, asked.format, asked.highlight, asked.look.chosen)
    return {
        "name": f"model.{ENDINGS.get(asked.format, asked.format)}",
        "type": TYPES.get(asked.format, "text/plain"),
        "base64": b64encode(content).decode("ascii"),
    }


def _content(model: KripkeModel, format: Kind, highlight: str | None, look: dict[str, Any]) -> bytes:
    if format in ("json", "smcdel", "graphml"):
        return model.dumps(format).encode()
    if format == "python":
        return f'{_python(model)}draw(model, "model.svg"{_said(look)})\n'.encode()
    if format == "notebook":
        return json.dumps(_notebook(model, highlight, look), ensure_ascii=False, indent=1).encode()
    picture = picture_of(model.structure, Options(highlight=highlight, **look))
    return content_of([picture], Beside([""]), format, PICTURE_SECONDS, DPI)


def _python(model: KripkeModel) -> str:
    data = pformat(model.to_dict(), width=100, sort_dicts=False)
    return f"from whoknows import KripkeModel, draw\n\nmodel = KripkeModel.from_dict({data})\n"


def _said(look: dict[str, Any]) -> str:
    return "".join(f", {name}={value!r}" for name, value in look.items())


def _notebook(model: KripkeModel, formula: str | None, look: dict[str, Any]) -> dict[str, Any]:
    """A notebook with the model, its picture, and the formula's verdict with the reason."""
    sources = [f"{_python(model)}draw(model{_said(look)})"]
    if formula is not None:
        sources.append(f'verdict = model.check({formula!r})\nprint(verdict, verdict.explain(), sep="\\n")')
    empty: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return {
        "cells": [{**empty, "id": f"cell-{number}", "source": source} for number, source in enumerate(sources)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
