"""Files of models and event models in and out, each in the format that its ending or its content says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from enum import StrEnum

from kripke import io
from kripke.errors import FileError
from kripke.event import EventModel
from kripke.formats import graphs, smcdel, smcdel_writer
from kripke.formats.files import require_place, write_text
from kripke.model import KripkeModel
from kripke.structure import Structure
from logic.errors import listing, shorten
from viz import to_graphviz, to_tikz
from whoknows.cli.inputs import NAME_OF_STANDARD_INPUT, STANDARD_INPUT, read_source
from whoknows.cli.output import say


class Format(StrEnum):
    """The formats of models, and of event models JSON and `EVENT`: DOT and TikZ are only written, the rest is read."""

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
PICTURES = (".svg", ".png", ".pdf")


def read_structure(given: str, kind: Format | None = None) -> Structure:
    """The structure in a file, or with ``-`` in standard input.

    Raises
    ------
    FileError, ParseError
        If the file cannot be read, is of a format that is only written, or is not what its format asks for.
    """
    return _structure(given, read_source(given), kind)


def read_any(given: str, kind: Format | None = None) -> Structure | EventModel:
    """The structure or the event model in a file, or with ``-`` in standard input. Errors as `read_structure`."""
    text = read_source(given)
    if is_event_model(given, text, kind):
        return EventModel.loads(text, _name(given))
    return _structure(given, text, kind)


def _structure(given: str, text: str, kind: Format | None) -> Structure:
    name = _name(given)
    match kind or format_of(given, text):
        case Format.JSON:
            return io.loads(text, name)
        case Format.GRAPHML:
            return graphs.from_graphml(text, name)
        case Format.SMCDEL:
            return smcdel.read(text).structure
        case Format.EVENT:
            raise FileError(
                f"{shorten(name)}: this is an event model, which changes models; give it to whoknows update, or to "
                "whoknows check by --action"
            )
        case other:
            raise FileError(
                f"{shorten(name)}: {other.value} is only written, a picture has no model in it; read JSON, "
                "SMCDEL or GraphML"
            )


def _name(given: str) -> str:
    return NAME_OF_STANDARD_INPUT if given == STANDARD_INPUT else given


def format_of(given: str, text: str) -> Format:
    """The format of a file: what its ending says, else what it begins with."""
    known = format_by_ending(given)
    if known is not None:
        return known
    begins = text.lstrip()[:1]
    return {"{": Format.JSON, "<": Format.GRAPHML}.get(begins) or (
        Format.SMCDEL if _is_smcdel(text) else Format.EVENT if _is_event_text(text) else Format.JSON
    )


def is_event_model(given: str, text: str, kind: Format | None = None) -> bool:
    """Whether a file has an event model: as text, or as JSON with events and without worlds."""
    found = kind or format_of(given, text)
    if found is not Format.JSON or '"events"' not in text:
        return found is Format.EVENT
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # whoever reads it says what is wrong
        return '"worlds"' not in text
    return isinstance(data, dict) and "events" in data and "worlds" not in data


def _is_smcdel(text: str) -> bool:
    return text.lstrip().startswith(("VARS", "--"))


def _is_event_text(text: str) -> bool:
    return re.search(r"^\s*event\s", text, re.MULTILINE) is not None


def format_by_ending(path: str) -> Format | None:
    """The format that the path's ending says, or None."""
    return next((kind for ending, kind in ENDINGS.items() if path.lower().endswith(ending)), None)


def format_to_write(path: str, way_out: str = "") -> Format:
    """The format that the path's ending says; `FileError` where it says none."""
    kind = format_by_ending(path)
    if kind is not None:
        return kind
    way_out = "; whoknows draw makes pictures" if path.lower().endswith(PICTURES) else way_out
    raise FileError(f"{shorten(path)}: no format of models has this ending: take {listing(ENDINGS)}{way_out}")


def require_writable(path: str) -> None:
    """Refuse a path that could not be written, before any work is done for it: errors as `write_model`."""
    format_to_write(path)
    require_place(path)


def write_model(model: KripkeModel | EventModel, path: str, kind: Format | None = None) -> None:
    """Write the model into a file, whole or not at all, or with ``-`` to standard output, there as JSON by default."""
    if path == STANDARD_INPUT:
        say(_text_of(model, kind or Format.JSON), end="")
    else:
        if isinstance(model, EventModel) and path.lower().endswith(".txt"):
            kind = kind or Format.EVENT  # a text, as `EventModel.save` writes it
        write_text(path, _text_of(model, kind or format_to_write(path, "; or say it by --to")))


def _text_of(model: KripkeModel | EventModel, kind: Format) -> str:
    return event_text(model, kind) if isinstance(model, EventModel) else model_text(model, kind)


def model_text(model: KripkeModel, kind: Format) -> str:
    """The model in a format.

    Raises
    ------
    ModelError, TooLarge, DrawError
        If the format cannot say this model.
    """
    writers: dict[Format, Callable[[KripkeModel], str]] = {
        Format.JSON: lambda m: io.dumps(m.structure),
        Format.SMCDEL: lambda m: smcdel_writer.write(m.structure),
        Format.GRAPHML: lambda m: graphs.to_graphml(m.structure),
        Format.DOT: lambda m: to_graphviz(m).source,
        Format.TIKZ: to_tikz,
    }
    if kind not in writers:
        raise FileError(f"{kind.value} is the text form of event models, and this is a model; take {_listed(writers)}")
    return writers[kind](model)


def event_text(model: EventModel, kind: Format) -> str:
    """The event model in a format; errors as `model_text`."""
    writers: dict[Format, Callable[[EventModel], str]] = {
        Format.JSON: lambda m: m.dumps("json"),
        Format.EVENT: lambda m: m.dumps("text"),
        Format.DOT: lambda m: to_graphviz(m).source,
        Format.TIKZ: to_tikz,
    }
    if kind not in writers:
        raise FileError(f"{kind.value} is a format of models, and this is an event model; take {_listed(writers)}")
    return writers[kind](model)


def _listed(kinds: Iterable[Format]) -> str:
    return listing([kind.value for kind in kinds])
