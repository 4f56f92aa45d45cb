"""Model files: a structure as JSON and back. ``docs/model-file.md`` describes the format."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import numpy as np

from kripke import build
from kripke.errors import FileError
from kripke.files import read_text, write_text
from kripke.naming import distinct_names
from kripke.reach import is_equivalence
from kripke.relation import Relation, canonical_labels
from kripke.structure import Structure
from logic.errors import EpistemicError, TooLarge, shorten
from logic.exact import DIGITS

if TYPE_CHECKING:
    from kripke.modelfile import ModelFile, Path

VERSION = 1
EDGES = 10_000
"""A relation of belief with more edges is written by its classes."""
LIMIT = 20_000_000
"""So many edges can be written."""


def load(path: str | PathLike[str]) -> Structure:
    """Read a model file.

    Raises
    ------
    FileError
        If there is no file, or it is no model file: each mistake with its path in the file.

    Notes
    -----
    O(n) for n characters.
    """
    return loads(read_text(path), shorten(fspath(path)))


def save(structure: Structure, path: str | PathLike[str]) -> None:
    """Write a model file, whole or not at all; errors as `dumps`, and `FileError` where it cannot be written."""
    write_text(path, dumps(structure))


def loads(text: str, source: str = "the model") -> Structure:
    """Read a model from the text of a model file; `source` is its name for messages. Errors and cost as `load`."""
    from kripke import modelfile  # pydantic is heavy: who reads no file never pays for it

    data = _json(text, source)
    file, mistakes = modelfile.read(data)
    if file is None:
        rows = [f"  {modelfile.path_text(path)}: {problem}" for path, problem in mistakes[: modelfile.SHOWN]]
        more = ["  and more"] if len(mistakes) > modelfile.SHOWN else []
        count = "a mistake" if len(mistakes) == 1 else f"{len(rows)} mistakes"
        raise FileError("\n".join([f"{source}: {count}", *rows, *more]))
    try:
        return _structure(file)
    except EpistemicError as error:
        raise FileError(f"{source}: {error}") from None


def dumps(structure: Structure) -> str:
    """The text of a model file.

    Raises
    ------
    FileError
        If two worlds have names with the same text, or a number has too many digits to be read again.
    TooLarge
        If a relation that is no S5 and no KD45 has too many edges.

    Notes
    -----
    O(n + m) for n worlds with their true atoms and m edges that have to be written.
    """
    names = distinct_names(structure)
    weighing = [agent for agent in structure.agents if agent in structure.weights]
    data: dict[str, Any] = {
        "whoknows": VERSION,
        "agents": list(structure.agents),
        "atoms": list(structure.atoms),
        "worlds": dict(zip(names, _true_atoms(structure), strict=True)),
        "actual": None if structure.actual is None else names[structure.actual],
        "relations": {agent: _entry(agent, r, names) for agent, r in structure.relations.items()},
        "weights": {agent: _weights(structure, agent, names) for agent in weighing},
        "threshold": {agent: _number(structure.weights[agent].threshold) for agent in weighing},
        "ranks": {
            a: dict(zip(names, structure.ranks[a], strict=True)) for a in structure.agents if a in structure.ranks
        },
    }
    for optional in ("weights", "threshold", "ranks"):
        if not data[optional]:
            del data[optional]
    return _pretty(data)


def schema() -> dict[str, Any]:
    """The JSON schema of a model file, as it is published in ``docs/model.schema.json``."""
    from kripke import modelfile

    return modelfile.schema()


# ------------------------------------------------------------------------------------------------ reading


class _Repeating(dict[str, Any]):
    """An object in which a key occurs twice."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    seen: set[str] = set()
    repeating = _Repeating(made)
    repeating.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return repeating


def _json(text: str, source: str) -> Any:
    from kripke.modelfile import Numeral, path_text

    if not text.strip():
        raise FileError(f"{source}: empty; a model file is JSON such as " + '{"whoknows": 1, "worlds": {"w1": ["p"]}}')
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=Numeral,
            parse_constant=Numeral,
            parse_int=lambda digits: int(digits) if len(digits) <= DIGITS else Numeral(digits),
        )
    except json.JSONDecodeError as error:
        raise FileError(_no_json(error, source)) from None
    except RecursionError:
        raise FileError(f"{source}: brackets nested too deep; a model file needs five levels") from None
    for path, key in _repeated(data):
        raise FileError(f"{source}: a mistake\n  {path_text((*path, key))}: the key occurs twice")
    if not isinstance(data, dict):
        raise FileError(f"{source}: expected an object " + '{"whoknows": 1, ...}, got ' + _kind(data))
    return data


def _no_json(error: json.JSONDecodeError, source: str) -> str:
    row = error.doc.splitlines()[error.lineno - 1] if error.doc.splitlines()[error.lineno - 1 :] else ""
    near = row[max(0, error.colno - 21) : error.colno + 19]
    problem = error.msg[0].lower() + error.msg[1:]
    return f"{source}: line {error.lineno}, column {error.colno}: this is no JSON: {problem}, near {near!r}"


def _kind(data: Any) -> str:
    return "a list" if isinstance(data, list) else f"the value {shorten(json.dumps(data, default=repr))}"


def _repeated(data: Any) -> Iterator[tuple[Path, str]]:
    """The places where a key occurs twice, and the key."""
    stack: list[tuple[Path, Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, _Repeating):
            yield path, value.key
        if isinstance(value, dict):
            stack.extend(((*path, key), inner) for key, inner in value.items() if isinstance(inner, (dict, list)))
        elif isinstance(value, list):
            stack.extend(((*path, i), inner) for i, inner in enumerate(value) if isinstance(inner, dict))


def _structure(file: ModelFile) -> Structure:
    """The agents whose relations have the same form are read together, and then put into their order."""
    agents = list(file.relations) if file.agents is None else file.agents
    makers: dict[str, Any] = {"partition": build.s5, "members": build.kd45, "edges": build.from_relations}
    forms: dict[str, dict[str, Any]] = {"edges": {}}
    for agent in agents:
        entry = file.relations.get(agent)
        form = next((form for form in makers if entry is not None and getattr(entry, form) is not None), "edges")
        forms.setdefault(form, {})[agent] = [] if entry is None else getattr(entry, form)
    parts = [_part(makers[form], by_agent, file) for form, by_agent in forms.items() if by_agent or form == "edges"]
    relations = {agent: relation for part in parts for agent, relation in part.relations.items()}
    return replace(
        parts[0],
        relations={agent: relations[agent] for agent in agents},
        weights={agent: given for part in parts for agent, given in part.weights.items()},
        ranks={agent: given for part in parts for agent, given in part.ranks.items()},
    )


def _part(make: Any, by_agent: dict[str, Any], file: ModelFile) -> Structure:
    mine: list[Any] = [
        {agent: given for agent, given in (all_given or {}).items() if agent in by_agent} or None
        for all_given in (file.weights, file.threshold, file.ranks)
    ]
    made: Structure = make(file.worlds, by_agent, file.actual, file.atoms, *mine)
    return made


# ------------------------------------------------------------------------------------------------ writing


def _true_atoms(structure: Structure) -> list[list[str]]:
    true: list[list[str]] = [[] for _ in range(structure.size)]
    for atom, where in structure.valuation.items():
        for position in np.flatnonzero(where.column).tolist():
            true[position].append(atom)
    return true


def _entry(agent: str, relation: Relation, names: Sequence[str]) -> dict[str, Any]:
    if is_equivalence(relation):
        return {"partition": [[names[i] for i in cell] for cell in _cells(canonical_labels(relation)[0])]}
    edges = relation.count_edges()
    if edges > EDGES and relation.is_k45 and (canonical_labels(relation)[0] >= 0).all():
        return {"members": _classes(relation, names)}
    if edges > LIMIT:
        raise TooLarge(
            f"agent {agent}: a relation of {edges:,} edges, more than {LIMIT:,}; close it to S5 or KD45, whose classes "
            "are written, or save a part of the model"
        )
    return {"edges": [[names[i], names[j]] for i, j in zip(*(ends.tolist() for ends in relation.edges), strict=True)]}


def _classes(relation: Relation, names: Sequence[str]) -> list[list[list[str]]]:
    label, members = canonical_labels(relation)
    return [
        [[names[i] for i in cell if not members[i]], [names[i] for i in cell if members[i]]] for cell in _cells(label)
    ]


def _cells(labels: Any) -> list[list[int]]:
    """The positions that share a label, in the order of their first."""
    cells: dict[int, list[int]] = {}
    for position, label in enumerate(labels.tolist()):
        cells.setdefault(label, []).append(position)
    return list(cells.values())


def _weights(structure: Structure, agent: str, names: Sequence[str]) -> dict[str, Any]:
    given = structure.weights[agent]
    members = np.flatnonzero(structure.relations[agent].members).tolist()
    return {names[i]: _number(Fraction(given.numerators[i], given.denominator)) for i in members}


def _number(number: Fraction) -> int | float | str:
    """The number as JSON writes it exactly: 1, 0.5, "1/3"."""
    if number.denominator.bit_length() * 2 > 3 * DIGITS:
        raise FileError(
            f"a weight with a denominator of {number.denominator.bit_length():,} bits: numbers of more than {DIGITS:,} "
            "characters are not read again; round the weights"
        )
    if number.denominator == 1:
        return int(number)
    return float(number) if Fraction(repr(float(number))) == number else str(number)


def _pretty(data: dict[str, Any]) -> str:
    """One row for each world and each agent."""
    rows = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"    {_compact(name)}: {_compact(part)}" for name, part in value.items())
            rows.append(f"  {_compact(key)}: {{\n{inner}\n  }}")
        else:
            rows.append(f"  {_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _compact(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
