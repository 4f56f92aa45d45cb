"""Reading of models of the Modal Logic Playground and similar tools, as a string, a web address or JSON.

In the string, a state is written as ``A``, its true atoms, ``S``, the numbers of its successors, and ``;``. A deleted
state leaves only its ``;``. ``AqS0,2;;AS;`` has the worlds ``0``, where q is true, and ``2``. As JSON a state is
``{"assignment": {"q": true}, "successors": [0, 2]}``. There is one agent, which is called ``a``; in JSON,
``successors`` may be an object with a list for each agent.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kripke.checking import build
from kripke.data.structure import Structure
from kripke.formats.file_reading import of_file
from kripke.formats.jsonfile import actual_of, read_json
from logic.errors import ParseError, shorten
from logic.json_values import Fields, WrongValue

AGENT = "a"
_STATE = re.compile(r"A(\w+(?:,\w+)*)?S(\d+(?:,\d+)*+)?", re.ASCII)


def loads(text: str, source: str = "the model") -> Structure:
    """Read a structure from a model string, a web address that contains one, or JSON. O(n) for n characters.

    `FileError` for other texts. For a string, the message has a caret under the mistake.
    """
    with of_file(source):
        given = text.strip()
        if given.startswith(("{", "[")):
            return _of_json(read_json(text))
        if given.startswith("http") or "?model=" in given:
            try:
                (given,) = parse_qs(urlsplit(given).query.replace("?", "&")).get(
                    "model", []
                )  # ?formula= is written, too
            except ValueError:
                expected = "expected one model in the address, such as ...?model=ApS0,1;AS;"
                raise WrongValue(f"{shorten(given)}: {expected}") from None
        return _of_string(given)


def _of_string(text: str) -> Structure:
    worlds: dict[str, list[str]] = {}
    successors: list[tuple[str, str, int]] = []  # a world, the world that it sees, the place of its number
    place = 0
    for number, state in enumerate(text.removesuffix(";").split(";")):
        if state:
            match = _STATE.fullmatch(state)
            if match is None:
                expected = ("a state such as ApS0,1",)
                hint = "A, the true atoms, S, the numbers of the states that it sees; commas between them"
                raise ParseError(f"unexpected {shorten(state)}", text, place, expected, hint)
            worlds[str(number)] = match[1].split(",") if match[1] else []
            for target in re.finditer(r"\d+", state[match.start(2) :] if match[2] else ""):
                successors.append((str(number), target[0].lstrip("0") or "0", place + match.start(2) + target.start()))
        place += len(state) + 1
    for _, target_name, where in successors:
        if target_name not in worlds:
            hint = "states are numbered from 0; an empty state is one that was deleted"
            raise ParseError(f"no state {shorten(target_name)}", text, where, (), hint)
    return build.from_relations(worlds, {AGENT: [(start, end) for start, end, _ in successors]})


def _of_json(data: Any) -> Structure:
    whole = Fields({"states": data} if isinstance(data, list) else data)
    given = whole.value("states", list, dict)
    worlds: dict[str, list[str]] = {}
    atoms: dict[str, None] = {}
    relations: dict[str, list[tuple[str, str]]] = {}
    kinds: set[type] = set()
    for name, path, state in _states(given):
        if name in worlds:
            raise WrongValue(f"{path}: there is a second state {shorten(name)}")
        true = state.value("assignment", dict, list)
        if isinstance(true, dict):
            inside = Fields(true, f"{path}.assignment")
            true = [atom for atom in true if inside.value(atom, bool)]
            atoms |= dict.fromkeys(inside.data)
        else:
            state.values("assignment", str)
        worlds[name] = true
        seen = state.value("successors", list, dict)
        by_agent = Fields({AGENT: seen} if isinstance(seen, list) else seen, f"{path}.successors")
        if kinds and kinds != {type(seen)}:
            raise WrongValue(f"{path}.successors: expected lists at all states, for one agent, or agents at all")
        kinds.add(type(seen))
        for agent in by_agent.data:
            targets = by_agent.values(agent, str, int)
            relations.setdefault(agent, []).extend((name, str(target)) for target in targets)
    vocabulary = [*atoms, *{atom: None for true in worlds.values() for atom in true if atom not in atoms}]
    return build.from_relations(worlds, relations, actual_of(whole), vocabulary)


def _states(given: Any) -> Iterator[tuple[str, str, Fields]]:
    """The name, the path and the entries of each state in JSON, except deleted states, which are null."""
    for key, state in given.items() if isinstance(given, dict) else enumerate(given):
        if state is not None:
            path = f"states[{key}]" if isinstance(key, int) else f"states.{shorten(key)}"
            fields = Fields(state, path)
            name = next((fields.value(own, str, int) for own in ("id", "name") if own in fields), key)
            yield str(name), path, fields
