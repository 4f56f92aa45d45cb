"""Files of models and event models in and out, each in the format that its ending or its content says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from kripke.change.event import EventModel
from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.formats import graphs, smcdel, smcdel_writer
from kripke.formats import model_io as io
from kripke.formats.event_io import dumps_event_model
from kripke.formats.files import require_place, write_text
from kripke.models.kripke_model import KripkeModel
from logic.errors import EpistemicError, TooLarge, listing, shorten
from viz import to_graphviz, to_tikz
from whoknows.cli.inputs import STANDARD_INPUT, name_of
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
NOTED = 3
"""So many renamed atoms are noted by their names."""

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel

Writable: TypeAlias = "KripkeModel | SymbolicModel | EventModel"
"""What can be written into a file."""

PICTURES = (".svg", ".png", ".pdf")


def structure_of(given: str, text: str, kind: Format | None = None) -> Structure:
    """The structure in a text that was read from a file.

    Raises
    ------
    FileError, ParseError
        If the text is of a format that is only written, or is not what its format asks for.
    """
    name = name_of(given)
    match kind or format_of(given, text):
        case Format.JSON:
            return io.loads(text, name)
        case Format.GRAPHML:
            return graphs.from_graphml(text, name)
        case Format.SMCDEL:
            with smcdel_errors(given):
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


@contextmanager
def smcdel_errors(given: str) -> Iterator[None]:
    """An error names the file, without which SMCDEL's texts are read."""
    try:
        yield
    except EpistemicError as error:
        error.args = (f"{name_of(given)}: {error}",)
        raise


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


def write_model(model: Writable, path: str, kind: Format | None = None) -> list[str]:
    """Write the model into a file, whole or not at all, or with ``-`` to standard output, there as JSON by default.

    A symbolic model is written as one in JSON, with its diagrams in a second file; in other formats, and to standard
    output, its worlds are listed. The paths that were written.
    """
    if path == STANDARD_INPUT:
        say(_text_of(model, kind or Format.JSON), end="")
        return []
    if isinstance(model, EventModel) and path.lower().endswith(".txt"):
        kind = kind or Format.EVENT  # a text, as `EventModel.save` writes it
    kind = kind or format_to_write(path, "; or say it by --to")
    if kind is Format.JSON and not isinstance(model, (EventModel, KripkeModel)):
        model.save(path)
        return [path, f"{path}.dddmp"]
    write_text(path, _text_of(model, kind))
    return [path]


def _text_of(model: Writable, kind: Format) -> str:
    if isinstance(model, EventModel):
        return event_text(model, kind)
    return model_text(with_worlds(model, "this format lists them all; a .json file keeps them as diagrams"), kind)


def with_worlds(model: KripkeModel | SymbolicModel, why: str) -> KripkeModel:
    """The model with its worlds listed; `TooLarge`, with why they have to be, where there are too many."""
    if isinstance(model, KripkeModel):
        return model
    try:
        return model.to_explicit()
    except TooLarge as error:
        raise TooLarge(f"{str(error).partition(';')[0]}; {why}") from None


def _smcdel_text(model: KripkeModel) -> str:
    """The model as SMCDEL's text; where atoms are renamed, that is said on standard error."""
    text = smcdel_writer.write(model.structure)
    renamed = smcdel_writer.renamed(model.structure)
    if renamed:
        shown = [f"{number} for {shorten(atom)}" for atom, number in list(renamed.items())[:NOTED]]
        more = f" and {len(renamed) - NOTED:,} more" if len(renamed) > NOTED else ""
        say(f"note: atoms are numbers in SMCDEL's text: {', '.join(shown)}{more}; its comments list them", err=True)
    return text


def model_text(model: KripkeModel, kind: Format) -> str:
    """The model in a format.

    Raises
    ------
    ModelError, TooLarge, DrawError
        If the format cannot say this model.
    """
    writers: dict[Format, Callable[[KripkeModel], str]] = {
        Format.JSON: lambda m: io.dumps(m.structure),
        Format.SMCDEL: _smcdel_text,
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
        Format.JSON: dumps_event_model,
        Format.EVENT: lambda m: dumps_event_model(m, "text"),
        Format.DOT: lambda m: to_graphviz(m).source,
        Format.TIKZ: to_tikz,
    }
    if kind not in writers:
        raise FileError(f"{kind.value} is a format of models, and this is an event model; take {_listed(writers)}")
    return writers[kind](model)


def _listed(kinds: Iterable[Format]) -> str:
    return listing([kind.value for kind in kinds])
