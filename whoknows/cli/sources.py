"""Model files in and out, each in the format that its ending or its content says."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from kripke import graphs, io, smcdel, smcdel_writer
from kripke.errors import FileError
from kripke.files import write_text
from kripke.model import KripkeModel
from kripke.structure import Structure
from logic.errors import listing, shorten
from viz import to_graphviz, to_tikz
from whoknows.cli.inputs import NAME_OF_STANDARD_INPUT, STANDARD_INPUT, read_source
from whoknows.cli.output import say


class Format(StrEnum):
    """The formats of models: all are written, the first three are read."""

    JSON = "json"
    SMCDEL = "smcdel"
    GRAPHML = "graphml"
    DOT = "dot"
    TIKZ = "tikz"


ENDINGS = {
    ".json": Format.JSON,
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
    text = read_source(given)
    name = NAME_OF_STANDARD_INPUT if given == STANDARD_INPUT else given
    match kind or format_of(given, text):
        case Format.JSON:
            return io.loads(text, name)
        case Format.GRAPHML:
            return graphs.from_graphml(text, name)
        case Format.SMCDEL:
            return smcdel.read(text).structure
        case other:
            raise FileError(
                f"{shorten(name)}: {other.value} is only written, a picture has no model in it; read JSON, "
                "SMCDEL or GraphML"
            )


def format_of(given: str, text: str) -> Format:
    """The format of a file: what its ending says, else what it begins with."""
    known = format_by_ending(given)
    if known is not None:
        return known
    begins = text.lstrip()[:1]
    return {"{": Format.JSON, "<": Format.GRAPHML}.get(begins, Format.SMCDEL if _is_smcdel(text) else Format.JSON)


def _is_smcdel(text: str) -> bool:
    return text.lstrip().startswith(("VARS", "--"))


def format_by_ending(path: str) -> Format | None:
    """The format that the path's ending says, or None."""
    return next((kind for ending, kind in ENDINGS.items() if path.lower().endswith(ending)), None)


def format_to_write(path: str) -> Format:
    """The format that the path's ending says; `FileError` where it says none."""
    kind = format_by_ending(path)
    if kind is not None:
        return kind
    way_out = "whoknows draw makes pictures" if path.lower().endswith(PICTURES) else "or say it by --to"
    raise FileError(f"{shorten(path)}: no format of models has this ending: take {listing(ENDINGS)}; {way_out}")


def write_model(model: KripkeModel, path: str, kind: Format | None = None) -> None:
    """Write the model into a file, whole or not at all, or with ``-`` to standard output, there as JSON by default."""
    if path == STANDARD_INPUT:
        say(model_text(model, kind or Format.JSON), end="")
    else:
        write_text(path, model_text(model, kind or format_to_write(path)))


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
    return writers[kind](model)
