"""Symbolic models as files, JSON with the diagrams beside it in DDDMP, and as texts for reading.

``docs/reference/symbolic-file.md`` describes them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kripke.data.errors import FileError
from kripke.data.wording import world_text
from kripke.formats.jsonfile import DIAGRAMS, ONLY_DIAGRAMS, Kind, Mistake, mistakes_text, pretty, read_json
from kripke.formats.model_io import AN_EVENT_MODEL
from kripke.formats.reading import read_regular_text, read_text
from kripke.formats.set_formulas import Reader
from kripke.formats.table import ROWS, shown_list
from kripke.formats.writing import require_place, write_text, write_texts
from kripke.symbolic.diagrams.bdd import Bdd, BddManager, UnreadableFile
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.nodes import supports
from kripke.symbolic.diagrams.state_set import StateSet, odd
from kripke.symbolic.diagrams.threads import limited
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures import counting, sifting
from kripke.symbolic.structures.build import is_satisfiable, name_of
from kripke.symbolic.structures.knowledge_structure import Definitions, KnowledgeStructure, Observation
from kripke.symbolic.structures.memory import building, meanings
from logic.errors import shorten

if TYPE_CHECKING:
    from kripke.formats.symbolicfile import Entry, SymbolicFile


VERSION = 1
KIND = Kind("a symbolic model's file", '{"whoknows": 1, "bits": ["p"], "atoms": {"p": "p"}}', "six")


def save(knowledge: KnowledgeStructure, path: str | PathLike[str]) -> None:
    """Write the structure into a file, and its diagrams into ``PATH.dddmp``: either both files are written or none.

    The first file stores a check sum of the second. `FileError` if they cannot be written. O(s) for s nodes.
    """
    require_place(path)
    version, data = {"whoknows": VERSION}, to_data(knowledge)
    diagrams = data.pop("diagrams", None)
    if diagrams is None:
        write_text(path, pretty(data))
        return
    beside = {"diagrams": f"{Path(path).name}.dddmp", "sha256": _checksum(diagrams)}
    write_texts((f"{fspath(path)}.dddmp", diagrams), (path, pretty(version | beside | data)))


def load(path: str | PathLike[str], nodes: int = NODES) -> KnowledgeStructure:
    """Read a structure from a file; `FileError` reports each mistake with its path in the file. O(s) for s nodes."""
    return loads(read_text(path), shorten(fspath(path)), Path(path).parent, nodes)


def loads(text: str, source: str = "the model", folder: Path | None = None, nodes: int = NODES) -> KnowledgeStructure:
    """Read a structure from the text of a file. Errors and cost as for `load`.

    The diagrams are in a file in the folder; with None the text contains them.
    """
    if text.startswith(DIAGRAMS):
        raise FileError(f"{source}: {ONLY_DIAGRAMS}")
    return of_data(read_json(text, source, KIND), source, folder, nodes)


def of_data(
    data: dict[str, Any], source: str = "the model", folder: Path | None = None, nodes: int = NODES
) -> KnowledgeStructure:
    """The structure of JSON data, such as the result of `to_data`. Errors, cost and folder as for `loads`."""
    file = _read(data, source)
    with _diagrams(file, source, folder) as diagrams:
        return building(nodes, lambda nodes: _knowledge(file, source, diagrams, nodes))


def to_data(knowledge: KnowledgeStructure) -> dict[str, Any]:
    """The structure as JSON data, with the text of its diagrams; without this key if all functions are parities."""
    writer = _Writer(knowledge)
    data: dict[str, Any] = {
        "whoknows": VERSION,
        "diagrams": None,
        "bits": writer.names,
        "order": writer.order,
        "atoms": {atom: writer.entry(states) for atom, states in knowledge.atoms.items()},
        "marks": {mark: writer.name[variable] for mark, variable in knowledge.marks.items()},
        "definitions": {writer.name[v]: writer.entry(states) for v, states in meanings(knowledge).items()},
        "law": [writer.entry(part) for part in knowledge.law],
        "observes": {agent: writer.observation(observation) for agent, observation in knowledge.observes.items()},
        "actual": None if knowledge.actual is None else writer.bits(knowledge.actual & knowledge.state),
    }
    data["diagrams"] = writer.diagrams()
    optional = ("diagrams", "order", "marks", "definitions")
    return {key: value for key, value in data.items() if value or key not in optional}


class _Writer:
    """The names of the bits that the structure uses, and the functions that are written as diagrams."""

    def __init__(self, knowledge: KnowledgeStructure) -> None:
        self.knowledge = knowledge
        used = knowledge.state | mask_of(meanings(knowledge))
        self.variables = list(members(used))
        self.name = _bit_names(knowledge, self.variables)
        self.names = [self.name[variable] for variable in self.variables]
        self.functions: dict[Bdd, int] = {}
        levels = sorted(self.variables, key=knowledge.manager.level)
        self.places = [self.variables.index(v) for v in levels] if levels != self.variables else None
        self.order = [self.name[v] for v in levels] if self.places else None

    def bits(self, variables: int) -> list[str]:
        """The names of these variables."""
        return [self.name[variable] for variable in members(variables)]

    def entry(self, states: StateSet) -> str | bool | dict[str, Any]:
        """The file's entry for a function."""
        if states.value is not None:
            return states.value
        if states.parity is None:
            return {"diagram": self.functions.setdefault(states.function, len(self.functions))}
        mask, is_odd = states.parity
        primed = mask & odd(mask.bit_length())
        if states.is_bit and not primed:
            return self.name[mask.bit_length() - 1]
        entry: dict[str, Any] = {"parity": self.bits(mask & ~primed)}
        return entry | ({"primed": self.bits(primed >> 1)} if primed else {}) | ({} if is_odd else {"odd": False})

    def observation(self, observation: Observation) -> dict[str, Any]:
        """The file's entry for an agent."""
        relation = [self.entry(part) for part in observation.relation]
        return {"sees": self.bits(observation.seen)} | ({"relation": relation} if relation else {})

    def diagrams(self) -> str | None:
        """The text of the DDDMP file, for a manager with these bits only; None without diagrams."""
        if not self.functions:
            return None
        manager, functions = BddManager(len(self.variables), self.knowledge.manager.nodes), list(self.functions)
        if self.places is not None:
            manager.reorder(self.places)
        number = {v + primed: 2 * i + primed for i, v in enumerate(self.variables) for primed in (0, 1)}
        with tempfile.TemporaryDirectory() as folder:
            there = Path(folder) / "diagrams.dddmp"
            self.knowledge.manager.write(there, functions)
            copies = manager.read(there, number)
            manager.write(there, copies, text=True)
            return there.read_text(encoding="utf-8")


def _bit_names(knowledge: KnowledgeStructure, variables: Sequence[int]) -> dict[int, str]:
    """Names of bits: the atom or mark that is the bit, or a number."""
    names: dict[int, str] = {}
    for name, states in (*knowledge.atoms.items(), *knowledge.mark_sets):
        if states.is_bit and states.support & knowledge.state:
            names.setdefault(states.support.bit_length() - 1, name)
    taken, number = set(names.values()), 0
    for variable in variables:
        while variable not in names:
            number += 1
            if f"#{number}" not in taken:
                names[variable] = f"#{number}"
    return names


def _checksum(diagrams: str) -> str:
    return sha256(diagrams.encode("utf-8")).hexdigest()


# ----------------------------------------------------------------------------------------------- reading


def _read(data: dict[str, Any], source: str) -> SymbolicFile:
    from kripke.formats import symbolicfile  # pydantic loads slowly, and only reading needs it

    if "events" in data and "bits" not in data:
        raise FileError(f"{source}: {AN_EVENT_MODEL}")
    if "worlds" in data and "bits" not in data:
        raise FileError(
            f"{source}: this is a model with listed worlds; read it with KripkeModel.load, then "
            "SymbolicModel.from_explicit(m)"
        )
    file, mistakes = symbolicfile.read(data)
    if file is None:
        raise FileError(mistakes_text(source, mistakes))
    return file


@contextmanager
def _diagrams(file: SymbolicFile, source: str, folder: Path | None) -> Iterator[Path | None]:
    """The path of the DDDMP file; a temporary one if the first file contains the text of the diagrams."""
    if file.diagrams is None:
        yield None
    elif "\n" not in file.diagrams:
        yield _beside(folder, file.diagrams, file.sha256, source)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            path = Path(temporary) / "diagrams.dddmp"
            path.write_text(file.diagrams, encoding="utf-8", errors="replace")
            yield path


def _beside(folder: Path | None, name: str, checksum: str | None, source: str) -> Path:
    """The path of the diagrams' file; `FileError` if it was not written together with the first file."""
    if folder is None:
        raise FileError(
            f"{source}: the diagrams of a symbolic model are in a file beside it, {shorten(name)}; give the file's path"
        )
    if Path(name).name != name:
        raise _mistake(source, ("diagrams",), f"{shorten(repr(name))}: expected a file in the same folder")
    there = folder / name
    try:
        text = read_regular_text(there)
    except FileError as error:
        raise _mistake(source, ("diagrams",), f"{error}; a symbolic model needs both files") from None
    if checksum is not None and _checksum(text) != checksum:
        problem = f"{shorten(name)} was not written together with this file: save the model again"
        raise _mistake(source, ("sha256",), problem)
    return there


def _mistake(source: str, path: tuple[str | int, ...], problem: str) -> FileError:
    return FileError(mistakes_text(source, [(path, problem)]))


def _knowledge(file: SymbolicFile, source: str, diagrams: Path | None, nodes: int) -> KnowledgeStructure:
    """The structure that the file describes, with diagrams from a DDDMP file."""
    manager = BddManager(len(file.bits), nodes)
    place = {bit: number for number, bit in enumerate(file.bits)}
    if file.order is not None:
        manager.reorder([place[bit] for bit in file.order])
    reader = _Reader(manager, place, _functions(manager, diagrams, source))
    mistakes = list(reader.mistakes(file))
    if mistakes:
        raise FileError(mistakes_text(source, mistakes))
    knowledge = reader.knowledge(file)
    if not limited(lambda: is_satisfiable(knowledge)):
        raise _mistake(source, ("law",), "no state satisfies it")
    if knowledge.actual is not None and not knowledge.lawful(knowledge.actual):
        raise _mistake(source, ("actual",), "this state does not satisfy the law")
    return knowledge


def _functions(manager: BddManager, diagrams: Path | None, source: str) -> list[Bdd]:
    if diagrams is None:
        return []
    try:
        return manager.read(diagrams)
    except UnreadableFile as error:
        raise _mistake(source, ("diagrams",), f"{shorten(diagrams.name)}: {error}") from None


class _Reader:
    """The manager for a file, the numbers of its bits, and its diagrams."""

    def __init__(self, manager: BddManager, place: Mapping[str, int], functions: Sequence[Bdd]) -> None:
        self.manager, self.place, self.functions = manager, place, functions
        self.supports = supports(manager, functions)

    def mask(self, bits: Sequence[str]) -> int:
        """The variables of these bits."""
        return mask_of(2 * self.place[bit] for bit in bits)

    def states(self, entry: Entry) -> StateSet:
        """The function of an entry."""
        if entry.parity is not None:
            return StateSet.of_parity(self.manager, self.mask(entry.parity) | self.mask(entry.primed) << 1, entry.odd)
        assert entry.diagram is not None
        return StateSet.of(self.manager, self.functions[entry.diagram], self.supports[entry.diagram])

    def mistakes(self, file: SymbolicFile) -> Iterator[Mistake]:
        """The mistakes that show only with the diagrams, with their paths."""
        from kripke.formats.symbolicfile import functions

        defined = self.mask(list(file.definitions))
        for path, entry in functions(file):
            if entry.diagram is not None and entry.diagram >= len(self.functions):
                yield (*path, "diagram"), f"no diagram {entry.diagram}; {file.diagrams} has {len(self.functions):,}"
                continue
            support = self.states(entry).support
            if support & odd(support.bit_length()) and "relation" not in path:
                yield path, "this diagram has primed bits, which are allowed in relations only"
            if path[0] == "definitions" and support & defined & -(1 << 2 * self.place[str(path[1])]):
                yield (
                    path,
                    "this uses a bit with a definition that is not listed before it in bits; list that bit first",
                )

    def knowledge(self, file: SymbolicFile) -> KnowledgeStructure:
        """The structure."""
        definitions = Definitions(self.manager)
        definitions.adopt({2 * self.place[bit]: self.states(entry) for bit, entry in file.definitions.items()})
        return KnowledgeStructure(
            self.manager,
            definitions,
            {atom: self.states(entry) for atom, entry in file.atoms.items()},
            {mark: 2 * self.place[bit] for mark, bit in file.marks.items()},
            self.mask(file.bits) & ~definitions.mask,
            tuple([self.states(entry) for entry in file.law]),
            {
                agent: Observation(self.mask(observed.sees), tuple(map(self.states, observed.relation)))
                for agent, observed in file.observes.items()
            },
            None if file.actual is None else self.mask(file.actual),
        )


def text_of(knowledge: KnowledgeStructure) -> str:
    """The text of a knowledge structure: states, atoms, law, actual state, observations; long lists are cut.

    Small parts of the law are written as formulas; for larger ones the text has the size of the diagram.

    Notes
    -----
    One count of the states.

    Examples
    --------
    >>> from kripke.symbolic.structures.build import knowledge_structure
    >>> print(text_of(knowledge_structure(["p", "q"], "p | q", {"a": ["p"], "b": ["p ^ q"], "c": []}, actual=["p"])))
    3 states over p, q
    actual: {p}
    law: p ∨ q
    a observes p
    b observes p ⊕ q
    c observes nothing
    """
    return "\n".join(_text_lines(knowledge))


def _text_lines(knowledge: KnowledgeStructure) -> Iterator[str]:
    names = {variable: name for name, variable in sifting.bit_names(knowledge).items()}
    reader = Reader(knowledge, names)
    count = counting.count(knowledge, StateSet.constant(knowledge.manager, True))
    states = f"{count:,} state{'s' * (count != 1)}"
    yield f"{states} over {shown_list(knowledge.atoms, len(knowledge.atoms)) or 'no atoms'}"
    if knowledge.actual is not None:
        yield f"actual: {world_text(name_of(knowledge, knowledge.actual))}"
    if knowledge.law:
        yield f"law: {shown_list(map(reader.text, knowledge.law), len(knowledge.law), '; ')}"
    agents = list(knowledge.observes.items())
    for agent, observation in agents[:ROWS]:
        yield f"{agent} {_observation(observation, reader)}"
    if len(agents) > ROWS:
        yield f"... and {len(agents) - ROWS:,} more agents"


def _observation(observation: Observation, reader: Reader) -> str:
    """The agent's observation, and conditions on the states that they consider possible, with primed atoms."""
    seen = list(members(observation.seen))
    text = "observes " + (shown_list(map(reader.variable_text, seen), len(seen)) or "nothing")
    if not observation.relation:
        return text
    parts = shown_list(map(reader.text, observation.relation), len(observation.relation), "; ")
    return f"{text}, considers possible (primed): {parts}"
