"""The formats of models: endings, readers and writers. Each library is loaded when its format is read or written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.data.errors import FileError
from kripke.data.listing import LIMIT
from kripke.data.structure import Structure
from kripke.formats import model_io
from kripke.formats.jsonfile import DIAGRAMS, ONLY_DIAGRAMS, pretty
from kripke.formats.writing import require_place, write_text
from kripke.symbolic import choice
from kripke.symbolic.choice import Choice, Engine
from kripke.symbolic.diagrams.capacity import NODES
from logic.errors import EpistemicError, TooLarge, listing, near_miss, shorten

if TYPE_CHECKING:
    from kripke.formats.graphs import AgentOf, AtomsOf
    from kripke.formats.smcdel import SmcdelFile
    from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure

Content: TypeAlias = "Structure | KnowledgeStructure"
"""The data of a model with listed worlds, or of one with decision diagrams."""
Attributes: TypeAlias = "Mapping[str, AtomsOf | AgentOf]"
"""``atoms`` and ``agent`` -> the attribute of a graph, or a function."""


class Format(StrEnum):
    """The formats of models. `EVENT` has event models only; DOT and TikZ are written by the package of pictures."""

    JSON = "json"
    EVENT = "event"
    SMCDEL = "smcdel"
    GRAPHML = "graphml"
    DOT = "dot"
    TIKZ = "tikz"


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """A format of models with listed worlds.

    Parameters
    ----------
    endings : tuple of str
        The endings of its files.
    read : callable, optional
        From the text and the name of a file to the structure; None: models are not read. For GraphML also from the
        attributes with the atoms and the agents.
    write : callable, optional
        From the structure to the text; None: models are not written.
    """

    endings: tuple[str, ...]
    read: Callable[..., Structure] | None = None
    write: Callable[[Structure], str] | None = None


def _read_graphml(text: str, source: str, **attributes: Any) -> Structure:
    from kripke.formats.graphs import from_graphml

    return from_graphml(text, source, **attributes)


def _write_graphml(structure: Structure) -> str:
    from kripke.formats.graphs import to_graphml

    try:
        return to_graphml(structure)
    except TooLarge as error:  # a file is written without a limit that could be given
        raise TooLarge(str(error).partition(", or give")[0]) from None


def _read_smcdel(text: str, source: str) -> Structure:
    from kripke.formats import smcdel

    with named(source):
        return smcdel.read(text, expand=False).structure


def _write_smcdel(structure: Structure) -> str:
    from kripke.formats import smcdel_writer

    return smcdel_writer.write(structure)


FORMATS = {
    Format.JSON: ModelFormat((".json",), model_io.loads, model_io.dumps),
    Format.EVENT: ModelFormat((".event",)),
    Format.SMCDEL: ModelFormat((".smcdel.txt", ".smcdel"), _read_smcdel, _write_smcdel),
    Format.GRAPHML: ModelFormat((".graphml",), _read_graphml, _write_graphml),
    Format.DOT: ModelFormat((".dot", ".gv")),
    Format.TIKZ: ModelFormat((".tikz", ".tex")),
}
ENDINGS = {ending: kind for kind, each in FORMATS.items() for ending in each.endings}


@contextmanager
def named(source: str) -> Iterator[None]:
    """Add the name of the file to errors of a reader that does not know it."""
    try:
        yield
    except EpistemicError as error:
        error.args = (f"{source}: {error}",)
        raise


# ------------------------------------------------------------------------------------------------ which format


def format_by_ending(path: str) -> Format | None:
    """The format of the ending of a path, or None."""
    return next((kind for ending, kind in ENDINGS.items() if path.lower().endswith(ending)), None)


def format_of(source: str, text: str) -> Format:
    """The format of a file, by the ending of its name, or else by its first characters."""
    known = format_by_ending(source)
    if known is not None:
        return known
    content = text.lstrip()
    if content.startswith("<"):
        return Format.GRAPHML
    if content.startswith(("VARS", "--")):
        return Format.SMCDEL
    is_event_text = not content.startswith("{") and re.search(r"^[ \t]*event\s", text, re.MULTILINE)
    return Format.EVENT if is_event_text else Format.JSON


def format_named(name: str) -> Format:
    """The format with this name, to write a model in; `FileError` if there is none."""
    try:
        return Format(name)
    except ValueError:
        near = near_miss(str(name), [*Format]) or f"; there are {listing(_written(), 'and')}"
        raise FileError(f"format {shorten(repr(name))}: there is no such format of models{near}") from None


def is_event_model(source: str, text: str, kind: Format | None = None) -> bool:
    """Whether a file contains an event model: in the text form, or as JSON with events and without worlds."""
    kind = kind or format_of(source, text)
    if kind is not Format.JSON or '"events"' not in text:
        return kind is Format.EVENT
    try:
        data = json.loads(text, parse_int=str)
    except (ValueError, RecursionError):  # the reader of the format reports the mistake
        return '"worlds"' not in text
    return isinstance(data, dict) and "events" in data and "worlds" not in data


def is_symbolic(text: str) -> bool:
    """Whether a JSON text is a symbolic model: it has bits and no worlds; or a text is the diagrams of one."""
    if text.startswith(DIAGRAMS):
        return True
    if text.lstrip()[:1] != "{" or '"bits"' not in text:
        return False
    try:
        data = (
            json.loads(text, parse_int=str) if '"worlds"' in text else {"bits": ()}
        )  # an atom may also have this name
    except (ValueError, RecursionError):  # the reader of the format reports the mistake
        return False
    return "bits" in data and "worlds" not in data


# ----------------------------------------------------------------------------------------------------- reading


def content_of(
    text: str,
    source: str = "the model",
    kind: Format | None = None,
    engine: Engine = "auto",
    folder: Path | None = None,
    nodes: int = NODES,
    attributes: Attributes | None = None,
) -> tuple[Content, Choice]:
    """The model in the text of a file as its format has it, and the engine for it.

    SMCDEL's text has a law: its states are listed or become diagrams, depending on the engine. Other formats list the
    worlds or contain diagrams; the caller converts them if the engine is the other one. A format None is found by the
    ending of the name, or else by the content. The diagrams are in the folder, or with None in the text. `FileError` or
    `ParseError`, with the place of the mistake, if the text is not a model; `TooLarge` if there are too many states to
    list.
    """
    kind = kind or format_of(source, text)
    require_graphml(kind, source, attributes)
    if kind is Format.SMCDEL:
        from kripke.formats import smcdel

        with named(source):
            file = smcdel.read(text, expand=False)
            chosen = choice.for_atoms(engine, len(file.variables))
            return (_states(file) if chosen.is_symbolic else file.structure), chosen
    if kind is Format.JSON and is_symbolic(text):
        return knowledge_of(text, source, kind, folder, nodes), choice.for_diagrams(engine)
    return structure_of(text, source, kind, attributes), choice.for_worlds(engine)


def structure_of(
    text: str, source: str = "the model", kind: Format | None = None, attributes: Attributes | None = None
) -> Structure:
    """The structure in the text of a file; format and errors as for `content_of`.

    For GraphML alone, the attributes ``atoms`` and ``agent`` are those of `kripke.formats.graphs.from_networkx`.
    """
    kind = kind or format_of(source, text)
    require_graphml(kind, source, attributes)
    if text.startswith(DIAGRAMS):
        raise FileError(f"{shorten(source)}: {ONLY_DIAGRAMS}")
    read = FORMATS[kind].read
    if read is None:
        raise FileError(f"{shorten(source)}: {_not_read(kind)}")
    return read(text, shorten(source), **(attributes or {}))


def attributes(**given: AtomsOf | AgentOf | None) -> Attributes:
    """The attributes that are given."""
    return {name: each for name, each in given.items() if each is not None}


def require_graphml(kind: str, source: str, attributes: Attributes | None) -> None:
    """Raise `FileError` for names of attributes where the format has none."""
    if attributes and kind is not Format.GRAPHML:
        given = listing([f"{name}={value!r}" for name, value in attributes.items()], "and")
        raise FileError(f"{shorten(source)}: {given}: only GraphML has attributes, and this is {kind}")


def knowledge_of(
    text: str,
    source: str = "the model",
    kind: Format | None = None,
    folder: Path | None = None,
    nodes: int = NODES,
) -> KnowledgeStructure:
    """The knowledge structure in the text of a file: a symbolic model's JSON, or SMCDEL's text; as `content_of`."""
    kind = kind or format_of(source, text)
    if kind is Format.SMCDEL:
        from kripke.formats import smcdel

        with named(source):
            return _states(smcdel.read(text, expand=False))
    if kind is Format.JSON:
        from kripke.formats import symbolic_io

        return symbolic_io.loads(text, shorten(source), folder, nodes)
    if FORMATS[kind].read is None:
        raise FileError(f"{shorten(source)}: {_not_read(kind)}")
    raise FileError(
        f"{shorten(source)}: {kind.value} lists the worlds of a model; read it with KripkeModel.load, then "
        "SymbolicModel.from_explicit(m)"
    )


def _states(file: SmcdelFile) -> KnowledgeStructure:
    from kripke.formats import smcdel_symbolic

    return smcdel_symbolic.structure(file)


def _not_read(kind: Format) -> str:
    if kind is Format.EVENT:
        return model_io.AN_EVENT_MODEL
    readable = listing([kind.value for kind, each in FORMATS.items() if each.read is not None])
    return f"{kind.value} is only written, since a picture contains no model; read {readable}"


# ----------------------------------------------------------------------------------------------------- writing


def require_ending(path: str | PathLike[str], way_out: str = "; draw(model, path) makes pictures") -> Format:
    """The format that is written for the ending of a path; `FileError` lists the endings if there is none."""
    kind = format_by_ending(fspath(path))
    if kind is not None and FORMATS[kind].write is not None:
        return kind
    endings = [ending for ending, kind in ENDINGS.items() if FORMATS[kind].write is not None]
    raise FileError(f"{shorten(fspath(path))}: no format of models has this ending: use {listing(endings)}{way_out}")


def _written() -> list[str]:
    """The names of the formats in which models are written."""
    return [kind.value for kind, each in FORMATS.items() if each.write is not None]


def dumps(content: Content, kind: Format = Format.JSON) -> str:
    """The text of a model in a format; the states of a symbolic model are listed in any format but JSON.

    `FileError` if models are not written in this format; `ModelError` or `TooLarge` if the format does not support the
    model.
    """
    writer = FORMATS[kind].write
    if writer is None:
        why = "the text form of event models, and this is a model" if kind is Format.EVENT else "for pictures; use draw"
        raise FileError(f"{kind.value} is {why}; take {listing(_written())}")
    if isinstance(content, Structure):
        return writer(content)
    return pretty(data_of(content)) if kind is Format.JSON else writer(_listed(content))


def data_of(content: Content) -> dict[str, Any]:
    """A model as JSON data; those of a symbolic model contain its diagrams. Errors as in `dumps`."""
    if isinstance(content, Structure):
        return model_io.to_data(content)
    from kripke.formats import symbolic_io

    return symbolic_io.to_data(content)


def save(content: Content, path: str | PathLike[str]) -> None:
    """Write a file, completely or not at all; its ending is the format. Errors as in `require_ending` and `dumps`.

    As JSON, a symbolic model has a second file ``PATH.dddmp`` for its diagrams. An existing file is replaced.
    """
    require_place(path)
    kind = require_ending(path)
    if kind is Format.JSON and not isinstance(content, Structure):
        from kripke.formats import symbolic_io

        symbolic_io.save(content, path)
    else:
        write_text(path, dumps(content, kind))


def _listed(knowledge: KnowledgeStructure) -> Structure:
    from kripke.symbolic.structures import translate

    try:
        return translate.to_structure(knowledge, LIMIT)
    except TooLarge as error:
        problem = str(error).partition(";")[0]
        raise TooLarge(f"{problem}; this format lists them all; a .json file keeps them as diagrams") from None
