"""Model files: reading and writing a structure as JSON. ``docs/reference/model-file.md`` describes the format."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

from kripke.data.errors import FileError
from kripke.data.lazy import np
from kripke.data.naming import distinct_names
from kripke.data.structure import Structure
from kripke.data.weighing import number
from kripke.formats import entries
from kripke.formats.jsonfile import MODEL, mistakes_text, pretty, read_json
from kripke.formats.reading import read_text
from kripke.formats.writing import write_text
from logic.errors import EpistemicError, shorten

VERSION = 1

AN_EVENT_MODEL = (
    "this is an event model, which changes models; read it with load_event_model, or give it to whoknows update"
)


def load(path: str | PathLike[str]) -> Structure:
    """Read a model file. O(n) for n characters.

    `FileError`, with each mistake and its path in the file, if there is no file, or it is not a model file.
    """
    return loads(read_text(path), shorten(fspath(path)))


def save(structure: Structure, path: str | PathLike[str]) -> None:
    """Write a model file, completely or not at all. Errors as `dumps`, and `FileError` if it cannot be written."""
    write_text(path, dumps(structure))


def loads(text: str, source: str = "the model") -> Structure:
    """Read a structure from the text of a model file. Errors and cost as `load`."""
    return of_data(read_json(text, source, MODEL), source)


def of_data(data: dict[str, Any], source: str = "the model") -> Structure:
    """The structure of JSON data, such as the result of `to_data`. Errors as `load`."""
    from kripke.formats import modelfile  # imported only when a file is read

    if "events" in data and "worlds" not in data:
        raise FileError(f"{source}: {AN_EVENT_MODEL}")
    if "bits" in data and "worlds" not in data:
        raise FileError(
            f"{source}: this is a symbolic model, whose worlds are not listed; read it with SymbolicModel.load, "
            "then to_explicit() lists its worlds"
        )
    file, mistakes = modelfile.read(data)
    if file is None:
        raise FileError(mistakes_text(source, mistakes))
    agents = list(file.relations) if file.agents is None else file.agents
    preferences = {"weights": file.weights, "threshold": file.threshold, "ranks": file.ranks}
    try:
        return entries.structure(file.worlds, agents, file.relations, file.actual, file.atoms, **preferences)
    except EpistemicError as error:
        raise FileError(f"{source}: {error}") from None


def dumps(structure: Structure) -> str:
    """The text of a model file. O(n + m) for n worlds with their true atoms and m written edges.

    `FileError` if two worlds have names with the same text, or a number has too many digits to be read again;
    `TooLarge` if a relation that is neither S5 nor KD45 has too many edges.
    """
    return pretty(to_data(structure))


def to_data(structure: Structure) -> dict[str, Any]:
    """The structure as the JSON data of a model file. Errors and cost as `dumps`."""
    names = distinct_names(structure)
    weighing = [agent for agent in structure.agents if agent in structure.weights]
    data: dict[str, Any] = {
        "whoknows": VERSION,
        "agents": list(structure.agents),
        "atoms": list(structure.atoms),
        "worlds": dict(zip(names, _true_atoms(structure), strict=True)),
        "actual": None if structure.actual is None else names[structure.actual],
        "relations": {agent: entries.entry(agent, r, names) for agent, r in structure.relations.items()},
        "weights": {agent: entries.weights(structure, agent, names) for agent in weighing},
        "threshold": {agent: number(structure.weights[agent].threshold) for agent in weighing},
        "ranks": {a: entries.ranks(structure, a, names) for a in structure.agents if a in structure.ranks},
    }
    for optional in ("weights", "threshold", "ranks"):
        if not data[optional]:
            del data[optional]
    return data


def schema() -> dict[str, Any]:
    """The JSON schema of a model file, as published in ``docs/reference/model.schema.json``."""
    from kripke.formats import modelfile

    return modelfile.schema()


def _true_atoms(structure: Structure) -> list[list[str]]:
    true: list[list[str]] = [[] for _ in range(structure.size)]
    for atom, where in structure.valuation.items():
        for position in np.flatnonzero(where.column).tolist():
            true[position].append(atom)
    return true
