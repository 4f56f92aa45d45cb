"""Files of models, each read in the format of its ending or its content. Each format's reader is loaded when needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING

from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.formats import model_io
from kripke.models.kripke_model import KripkeModel
from logic.errors import EpistemicError, TooLarge, shorten
from whoknows.cli.inputs import name_of


class Format(StrEnum):
    """The formats of models; event models use JSON and `EVENT`. DOT and TikZ are only written."""

    JSON = "json"
    EVENT = "event"
    SMCDEL = "smcdel"
    GRAPHML = "graphml"
    DOT = "dot"
    TIKZ = "tikz"


ENDINGS = {
    ".json": Format.JSON,
    ".event": Format.EVENT,
    ".smcdel.txt": Format.SMCDEL,
    ".smcdel": Format.SMCDEL,
    ".graphml": Format.GRAPHML,
    ".dot": Format.DOT,
    ".gv": Format.DOT,
    ".tikz": Format.TIKZ,
    ".tex": Format.TIKZ,
}

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel


def structure_of(given: str, text: str, kind: Format | None = None) -> Structure:
    """The structure in the text of a file.

    Parameters
    ----------
    given : str
        The argument MODEL: a path, ``-`` or ``puzzle:NAME``.
    text : str
        The content of the file.
    kind : Format, optional
        The format; None: by the ending of the name, or else by the content.

    Raises
    ------
    FileError, ParseError
        If the format is only written, or the text is not valid in its format.
    """
    name = name_of(given)
    match kind or format_of(given, text):
        case Format.JSON:
            return model_io.loads(text, name)
        case Format.GRAPHML:
            from kripke.formats.graphs import from_graphml

            return from_graphml(text, name)
        case Format.SMCDEL:
            from kripke.formats import smcdel

            with smcdel_errors(given):
                return smcdel.read(text).structure
        case Format.EVENT:
            raise FileError(
                f"{shorten(name)}: this is an event model, which changes models; give it to whoknows update, or to "
                "whoknows check by --action"
            )
        case other:
            raise FileError(
                f"{shorten(name)}: {other.value} is only written, since a picture contains no model; read JSON, "
                "SMCDEL or GraphML"
            )


@contextmanager
def smcdel_errors(given: str) -> Iterator[None]:
    """Add the name of the file to errors of the SMCDEL reader."""
    try:
        yield
    except EpistemicError as error:
        error.args = (f"{name_of(given)}: {error}",)
        raise


def format_of(given: str, text: str) -> Format:
    """The format of a file, by the ending of its name, or else by its first characters.

    Parameters
    ----------
    given : str
        The argument MODEL: a path, ``-`` or ``puzzle:NAME``.
    text : str
        The content of the file.
    """
    known = format_by_ending(given)
    if known is not None:
        return known
    begins = text.lstrip()[:1]
    return {"{": Format.JSON, "<": Format.GRAPHML}.get(begins) or (
        Format.SMCDEL if _is_smcdel(text) else Format.EVENT if _is_event_text(text) else Format.JSON
    )


def is_event_model(given: str, text: str, kind: Format | None = None) -> bool:
    """Whether a file contains an event model: in the text form, or as JSON with events and without worlds.

    Parameters
    ----------
    given : str
        The argument MODEL: a path, ``-`` or ``puzzle:NAME``.
    text : str
        The content of the file.
    kind : Format, optional
        The format; None: by the ending of the name, or else by the content.
    """
    kind = kind or format_of(given, text)
    if kind is not Format.JSON or '"events"' not in text:
        return kind is Format.EVENT
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # the reader of the format reports the mistake
        return '"worlds"' not in text
    return isinstance(data, dict) and "events" in data and "worlds" not in data


def _is_smcdel(text: str) -> bool:
    return text.lstrip().startswith(("VARS", "--"))


def _is_event_text(text: str) -> bool:
    return re.search(r"^\s*event\s", text, re.MULTILINE) is not None


def format_by_ending(path: str) -> Format | None:
    """The format of the ending of a path, or None."""
    return next((kind for ending, kind in ENDINGS.items() if path.lower().endswith(ending)), None)


def with_worlds(model: KripkeModel | SymbolicModel, why: str) -> KripkeModel:
    """The model with listed worlds; `TooLarge` with the reason for listing them if there are too many.

    Parameters
    ----------
    model : KripkeModel or SymbolicModel
        The model of either engine.
    why : str
        The reason why the worlds must be listed, for the message.
    """
    if isinstance(model, KripkeModel):
        return model
    try:
        return model.to_explicit()
    except TooLarge as error:
        raise TooLarge(f"{str(error).partition(';')[0]}; {why}") from None
