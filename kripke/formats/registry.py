"""Detection, reading and writing of model formats; a format's module is loaded when it is needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.data.errors import FileError, NotKept, OtherFormat
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT
from kripke.formats import problems
from kripke.symbolic import choice
from kripke.symbolic.choice import Choice, Engine
from logic.errors import by_face, listing, naming, near_miss, shorten, warn
from logic.json_values import loads_json

if TYPE_CHECKING:
    from pathlib import Path

    from kripke.data import structure as structures
    from kripke.data.structure import Structure
    from kripke.formats import jsonfile, modelfile, writing
    from kripke.formats.graphs import AgentOf, AtomsOf, Closure
    from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
else:  # not needed by other formats
    structures = Lazy("kripke.data.structure")
    jsonfile, modelfile = Lazy("kripke.formats.jsonfile"), Lazy("kripke.formats.modelfile")
    writing = Lazy("kripke.formats.writing")

Content: TypeAlias = "Structure | KnowledgeStructure"
"""The data of a model: a structure with worlds, or one with decision diagrams."""
Attributes: TypeAlias = "Mapping[str, AtomsOf | AgentOf | Closure]"
"""The arguments ``atoms``, ``agent`` and ``close`` of readers of graphs; see `graphs.from_networkx`."""

MODEL_BEGINS = (  # comments, then a star, or a name and a colon
    r"(?>(?:[ \t\r]*+(?:#[^\n]*+)?\n)*)[ \t]*+"
    r"""(?:\*|(?:(?:world|agent)[ \t]++)?(?>"(?:[^"\\\n]|\\.)*"(?![ \t]*+:[ \t]*+[\[{\d])|[\w'·.]+)[ \t]*+:)"""
)

DOT_BEGINS = (  # comments, then the keywords of a graph
    r"(?:\s++|//[^\n]*+|\#[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+(?i:strict\b|digraph\b|graph\b)"
)

ISPL_BEGINS = r"(?:\s++|--[^\n]*+)*+(?:Semantics\s*=|Agent\s)"  # comments, then the first words of a system

A_SYSTEM = "a system with time, which " + by_face("load_ispl reads", "whoknows check FILE.ispl reads", "the page opens")

A_MODEL = "a model: give it as MODEL, as in whoknows check MODEL FORMULA"

DIAGRAMS = ".ver DDDMP"  # the beginning of the second file of a symbolic model


class Format(StrEnum):
    """The file formats of models.

    Each has file extensions, `endings`; a pattern for the beginning of its texts, `begins`; and a `module` of this
    package. The module's function ``loads`` reads a structure from the text and the name of a file. If `saved` is true,
    its function ``dumps`` writes a structure as text. A format without a module is only for event models, systems with
    time or pictures. A file has the format of its extension, unless its text only fits the pattern of another format.
    JSON files are distinguished by their keys.
    """

    endings: tuple[str, ...]
    begins: str
    module: str
    saved: bool

    def __new__(cls, name: str, endings: str, begins: str = r"(?!)", module: str = "", saved: bool = True) -> Format:
        """Build the member with this name; by default no text fits its pattern, ``(?!)``."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.endings, member.begins, member.module = tuple(endings.split()), begins, module
        member.saved = saved and bool(module)
        return member

    JSON = "json", ".json", r"\s*[{\[]", "modelfile"
    ISPL = "ispl", ".ispl", ISPL_BEGINS
    SMCDEL = "smcdel", ".smcdel.txt .smcdel", r"\s*(VARS(?![\w'·.]*[ \t]*:)|--)", "smcdel"
    GRAPHML = "graphml", ".graphml", r"\s*<", "graphs"
    NODE_LINK = "node-link", "", r"(?!)", "node_link", False
    PLAYGROUND = "playground", "", r"\s*(?:https?://|[^\s?{<]*\?model=|(?:A[\w,]*+)?;)", "playground", False
    EVENT = "event", ".event", r"(?s:.*\n)?[ \t]*event\s"
    MODEL = "model", ".model", MODEL_BEGINS, "model_text"
    DOT = "dot", ".dot .gv", DOT_BEGINS, "dot", False
    TIKZ = "tikz", ".tikz .tex"


READ = [kind for kind in Format if kind.module]  # the formats in which models are read
WRITTEN = [kind for kind in Format if kind.saved]  # the formats in which models are written, too
KEYS = ("whoknows", "worlds", "relations", "agents", "events", "bits", "nodes", "states", "successors")
"""Keys of JSON objects that occur in models and event models."""
GRAPHS = (Format.GRAPHML, Format.DOT, Format.NODE_LINK)  # their attributes may have any names
ENDINGS = {ending: kind for kind in Format for ending in kind.endings}


# ------------------------------------------------------------------------------------------------ which format


def format_by_ending(path: str) -> Format | None:
    """The format for the file extension of a path, or None."""
    return next((kind for ending, kind in ENDINGS.items() if path.lower().endswith(ending)), None)


def format_of(source: str, text: str) -> Format:
    """The format of a file, by its extension if the text fits it, otherwise by the beginning of the text.

    If the text fits no format, the format is that of the extension, or JSON for an unknown extension.
    """
    ending = format_by_ending(source)
    if ending is not None and re.match(ending.begins, text):
        return ending
    return next((kind for kind in Format if re.match(kind.begins, text)), ending or Format.JSON)


def format_named(name: str) -> Format:
    """The format with this name; `FileError` if there is none."""
    kind = next((kind for kind in Format if isinstance(name, str) and kind == name), None)
    if kind is None:
        near = near_miss(str(name), [*Format]) or f"; there are {listing(WRITTEN, 'and')}"
        raise FileError(f"format {shorten(repr(name))}: there is no such format of models{near}")
    return kind


def is_event_model(source: str, text: str, kind: Format | None = None) -> bool:
    """Whether a file contains an event model: in the text form, or as JSON with events and without worlds."""
    kind = kind or format_of(source, text)
    return _has_key(text, "events") if kind is Format.JSON else kind is Format.EVENT


def _has_key(text: str, key: str) -> bool:
    """Whether a text is a JSON object with this key and without worlds; for invalid JSON, this is a guess."""
    if f'"{key}"' not in text or text.lstrip()[:1] != "{":
        return False
    data = _json(text)
    return '"worlds"' not in text if data is None else key in data and "worlds" not in data


def _json(text: str) -> Any:
    """The value of a JSON text; None if it is invalid, which the format's reader reports later."""
    try:
        return loads_json(text, parse_int=str)
    except (ValueError, RecursionError):
        return None


def shaped(kind: Format, text: str) -> Format:
    """The given format; for JSON, the more specific format (graph or Playground) that the keys show, if any."""
    if kind is not Format.JSON:
        return kind
    if (text.lstrip()[:1] == "[" and '"successors"' in text) or _has_key(text, "states"):
        return Format.PLAYGROUND
    return Format.NODE_LINK if _has_key(text, "nodes") else Format.JSON


def what_reads(source: str, text: str) -> str:
    """A phrase that says what a file contains and which command reads it; empty if that is unknown."""
    kind = format_of(source, text)
    if is_event_model(source, text, kind):
        return "an event model, which whoknows update and --action read"
    if kind is Format.ISPL:
        return A_SYSTEM
    if kind.module and not _strange(text, kind, format_by_ending(source)):
        return A_MODEL
    return problems.A_PROBLEM if problems.module_of(text) else ""


# ----------------------------------------------------------------------------------------------------- reading


def content_of(
    text: str,
    source: str = "the model",
    kind: Format | None = None,
    engine: Engine = "auto",
    folder: Path | None = None,
    attributes: Attributes | None = None,
) -> tuple[Content, Choice]:
    """The model that the text of a file describes, and the engine for it.

    For SMCDEL's format, the engine decides whether the result lists the states or has diagrams. In other formats the
    content of the file decides this, and the caller converts the result if the engine needs it. If `kind` is None, the
    format is detected from the file extension and the content. `folder` contains the file of diagrams; None if the text
    contains the diagrams. `attributes` are the arguments for a graph. `FileError` or `ParseError`, with the location of
    the mistake, if the text is not a model; `TooLarge` if there are too many states to list.
    """
    kind = _kind_of(text, source, kind, attributes)
    if kind is Format.SMCDEL:
        from kripke.formats import smcdel

        with naming(source):
            file = smcdel.read(text, expand=False)
            chosen = choice.for_atoms(engine, len(file.variables))
            if not chosen.is_symbolic:
                return file.structure, chosen
            from kripke.formats import smcdel_symbolic

            return smcdel_symbolic.structure(file), chosen
    if kind is Format.JSON and _has_key(text, "bits"):
        from kripke.formats import symbolicfile

        return symbolicfile.loads(text, shorten(source), folder), choice.for_diagrams(engine)
    return structure_of(text, source, kind, attributes), choice.for_worlds(engine)


def structure_of(
    text: str, source: str = "the model", kind: Format | None = None, attributes: Attributes | None = None
) -> Structure:
    """The structure that the text of a file describes. Parameters as in `content_of` and `graphs.from_networkx`."""
    kind = _kind_of(text, source, kind, attributes)
    structure: Structure = _module(kind).loads(text, shorten(source), **(attributes or {}))
    return structure


def _module(kind: Format) -> Any:
    return import_module(f"kripke.formats.{kind.module}")


def _kind_of(text: str, source: str, kind: Format | None, attributes: Attributes | None) -> Format:
    """The format of a model's text.

    `FileError` if the text is not a model, or if it is not a graph although `attributes` are given.
    """
    ending, given = format_by_ending(source), kind
    kind = kind or format_of(source, text)
    if given is None and ending not in (None, kind):
        warn(OtherFormat(f"the ending is that of {ending}, but the text looks like {kind} and is read so"))
    if seen := _strange(text, kind, ending):
        raise FileError(
            f"{shorten(source)}: {seen}; expected the format {listing(READ)}, such as these lines, in "
            "which w is the actual world, a sees both from each, and b sees v from w:\n"
            "  * w: p q\n  v: p\n  a: w v\n  b: w -> v"
        )
    kind = shaped(kind, text)
    require_graph(kind, source, attributes)
    if kind.module and not text.startswith(DIAGRAMS):
        return kind
    problem = f"{kind} is only written, since a picture contains no model; read {listing(READ)}"
    if text.startswith(DIAGRAMS):
        problem = "these are only the diagrams of a model; give the JSON file beside them"
    elif kind is Format.ISPL:
        problem = f"this is {A_SYSTEM}"
    elif kind is Format.EVENT:
        problem = jsonfile.AN_EVENT_MODEL
    raise FileError(f"{shorten(source)}: {problem}")


def _strange(text: str, kind: Format, ending: Format | None) -> str:
    """A description of a text that is clearly not in the format `kind`; empty for any other text."""
    start = text.strip()[:1]
    if kind is Format.JSON and (start or ending is None) and not text.startswith(DIAGRAMS):
        if not start:
            return "it is empty"
        if problems.module_of(text):
            return f"it is {problems.A_PROBLEM}"
        if start not in ("{[" if ending is None else '{["'):
            return f"it begins with {shorten(text.strip().splitlines()[0], 40)!r}"
        if not any(f'"{key}"' in text for key in KEYS) and _json(text) is not None:
            return f"it has JSON that begins with {shorten(' '.join(text[:200].split()), 40)!r}"
    root = re.match(r"\s*+(?>(?><(?:\?.*?\?|!--.*?--|!(?!--)[^>]*+)>)\s*+)*+<([\w:.-]+)", text, re.DOTALL)
    if kind is Format.GRAPHML and root and root[1].rpartition(":")[2] != "graphml":
        return f"it begins with <{shorten(root[1])}>"
    return ""


def attributes(**given: AtomsOf | AgentOf | Closure) -> Attributes:
    """Return the given arguments except those that are None."""
    return {name: each for name, each in given.items() if each is not None}


def require_graph(kind: str, source: str, attributes: Attributes | None) -> None:
    """Raise `FileError` if attributes are given for a format without attributes."""
    if attributes and kind not in GRAPHS:
        option = {"agent": "--agent-from", "atoms": "--atoms-from", "close": "--close"}
        said = [(f"{name}={value!r}", f"{option[name]} {value!r}") for name, value in attributes.items()]
        given = listing([by_face(python, command, python) for python, command in said], "and")
        raise FileError(
            f"{shorten(source)}: {given}: only {listing(GRAPHS, 'and')} have attributes, and this is {kind}"
        )


def knowledge_of(
    text: str, source: str = "the model", folder: Path | None = None, attributes: Attributes | None = None
) -> KnowledgeStructure:
    """The knowledge structure that a text describes, in a symbolic model's JSON or in SMCDEL's format.

    Parameters and errors as in `content_of`.
    """
    kind = _kind_of(text, source, None, attributes)
    if kind is Format.SMCDEL:
        from kripke.formats import smcdel, smcdel_symbolic

        with naming(source):
            return smcdel_symbolic.structure(smcdel.read(text, expand=False))
    if kind is Format.JSON:
        from kripke.formats import symbolicfile

        return symbolicfile.loads(text, shorten(source), folder)
    raise FileError(
        f"{shorten(source)}: {kind} lists the worlds of a model; read it with KripkeModel.load, then "
        "SymbolicModel.from_explicit(m)"
    )


# ----------------------------------------------------------------------------------------------------- writing


def dumps(content: Content, kind: Format = Format.JSON) -> str:
    """Write a model as text in a format.

    For a symbolic model, the states are listed in all formats except JSON.

    `FileError` if models are not written in this format; `ModelError` or `TooLarge` if the format does not support the
    model.
    """
    if not kind.saved:
        why = {
            Format.EVENT: "the text form of event models, and this is a model",
            Format.ISPL: "a language for systems with time, and this is a model",
        }.get(kind, "only read" if kind.module else "for pictures; use draw")
        raise FileError(f"{kind} is {why}; take {listing(WRITTEN)}")
    if kind is Format.JSON:
        return jsonfile.pretty(data_of(content))
    structure = content if isinstance(content, structures.Structure) else _listed(content)
    text: str = _module(kind).dumps(structure)
    if kind is Format.SMCDEL and (lost := _module(kind).lost(structure)):
        warn(NotKept(f"in SMCDEL's text {'; '.join(lost)}"))
    return text


def data_of(content: Content) -> dict[str, Any]:
    """A model as JSON data; a symbolic model's data contain its diagrams. Errors as in `dumps`."""
    if isinstance(content, structures.Structure):
        return modelfile.to_data(content)
    from kripke.formats import symbolicfile

    return symbolicfile.to_data(content)


def save(content: Content, path: str | PathLike[str]) -> None:
    """Write a file completely or not at all; diagrams of a JSON file go to ``PATH.dddmp``. Errors as in `dumps`."""
    writing.require_place(path)
    kind, name = format_by_ending(fspath(path)), shorten(fspath(path))
    if kind is None or not kind.saved:
        endings = listing([ending for ending, kind in ENDINGS.items() if kind.saved])
        way_out = f"use {endings}; draw(model, path) makes pictures"
        raise FileError(f"{name}: no format of models has this ending: {way_out}")
    if kind is Format.JSON and not isinstance(content, structures.Structure):
        from kripke.formats import symbolicfile

        symbolicfile.save(content, path)
    else:
        writing.write_text(path, dumps(content, kind))


def _listed(knowledge: KnowledgeStructure) -> Structure:
    from kripke.symbolic.structures import translate

    return translate.to_structure(knowledge, LIMIT, "this format lists them all; a .json file keeps them as diagrams")
