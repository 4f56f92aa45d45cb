"""Reading and writing of symbolic models as JSON with diagrams; see ``docs/reference/symbolic-file.md``.

The diagrams are in DDDMP, the file format of the library CUDD. This module prints the JSON schema:
``python -m kripke.formats.symbolicfile > docs/reference/symbolic.schema.json``.
"""

import json
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from os import PathLike, fspath
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from kripke.data.errors import FileError
from kripke.data.naming import one_or_all
from kripke.formats import entries
from kripke.formats.file_reading import of_file, read_regular_text
from kripke.formats.jsonfile import AN_EVENT_MODEL, Kind, Limits, Mistake, Spelled, mistakes_error, pretty, shown
from kripke.formats.jsonfile import Path as Place
from kripke.formats.writing import require_place, write_text, write_texts
from kripke.symbolic.deals.dealing import HandSize, OneHolder, dealt
from kripke.symbolic.diagrams.bdd import Bdd, BddManager, UnreadableFile
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.nodes import copies, supports
from kripke.symbolic.diagrams.state_set import StateSet, odd
from kripke.symbolic.diagrams.threads import limited
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures.build import is_satisfiable
from kripke.symbolic.structures.knowledge_structure import Definitions, KnowledgeStructure, Observation, in_parts
from kripke.symbolic.structures.memory import building, meanings
from logic.errors import shorten

STRICT = {"extra": "forbid", "use_attribute_docstrings": True}


@dataclass(slots=True, kw_only=True)
class Entry:
    """A boolean function: one of the diagrams, or the parity of some bits."""

    __pydantic_config__: ClassVar = STRICT

    diagram: Annotated[int, Limits(0)] | None = None
    """The number of a diagram in the diagrams' file, from 0."""
    parity: list[str] | None = None
    """The bits in the sum with the primed bits; the function is true where the sum has the parity that `odd` gives."""
    primed: list[str] = field(default_factory=list)
    """Bits of the state that the agent considers possible."""
    odd: bool = True
    """Whether the function is true where the sum is odd; otherwise it is true where the sum is even."""


def _spelled(value: Any) -> Any:
    """Convert a bit's name or a constant to a parity; return other values unchanged."""
    if isinstance(value, bool):
        return {"parity": [], "odd": not value}
    return {"parity": [value]} if isinstance(value, str) else value


_SPELLINGS = {
    "anyOf": [{"type": "string"}, {"type": "boolean"}],
    "description": "A bit's name, a constant, a diagram, or a parity.",
}
Function: TypeAlias = Annotated[Entry, Spelled(_spelled, _SPELLINGS, before=True)]


@dataclass(slots=True, kw_only=True)
class ObservationEntry:
    """An agent's accessibility relation: observed bits, and perhaps further conditions."""

    __pydantic_config__: ClassVar = STRICT

    sees: list[str]
    """Bits that the agent sees: all states that they consider possible have the same values."""
    relation: list[Function] = field(default_factory=list)
    """Conditions on a state and each state that the agent considers possible there, whose bits are primed."""


@dataclass(slots=True, kw_only=True)
class DealEntry:
    """The part of the state law that deals cards to hands."""

    __pydantic_config__: ClassVar = STRICT

    cards: list[list[str]]
    """For each card the bits of which exactly one is true, one for each hand that may have it."""
    hands: list[list[str]]
    """For each hand with a fixed number of cards, the bits that say which cards it has."""
    sizes: list[Annotated[int, Limits(0)]]
    """The numbers of cards of these hands."""


def _read_actual(value: Any) -> list[list[str]]:
    states = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    if not all(isinstance(bits, list) and all(isinstance(bit, str) for bit in bits) for bits in states):
        raise ValueError(f"expected the true bits of the actual state, or a list of such lists, got {shown(value)}")
    return states


_BITS = {"type": "array", "items": {"type": "string"}}
_ACTUAL = {"anyOf": [_BITS, {"type": "array", "items": _BITS, "minItems": 1}]}


@dataclass(slots=True, kw_only=True)
class SymbolicFile:
    """A knowledge structure: bits, atoms over them, a state law in parts, and what each agent observes."""

    __pydantic_config__: ClassVar = {**STRICT, "title": "A symbolic whoknows model"}

    whoknows: Literal[1]
    """The version of the file format."""
    diagrams: str | None = None
    """The DDDMP file of the diagrams, in the same folder, or the text of such a file."""
    sha256: str | None = None
    """The checksum of the file of diagrams, which shows whether both files were written together."""
    bits: list[str]
    """The names of the bits; bit i is variable 2i, and its primed bit is variable 2i + 1."""
    order: list[str] | None = None
    """The order of the bits in the diagrams; by default as listed."""
    atoms: dict[str, Function]
    """The vocabulary: where each atom is true."""
    marks: dict[str, str] = field(default_factory=dict)
    """Name -> bit: names of states contain this name where the bit is true, in addition to the true atoms."""
    definitions: dict[str, Function] = field(default_factory=dict)
    """Bits defined by functions of state bits and of earlier defined bits; a state consists of the other bits."""
    law: list[Function] = field(default_factory=list)
    """The parts of the state law; the states are the assignments that satisfy all parts."""
    deal: DealEntry | None = None
    """Further parts of the state law, which deal cards."""
    observes: dict[str, ObservationEntry] = field(default_factory=dict)
    """Agent -> what the agent sees, and the conditions on the agent's relation."""
    actual: Annotated[list[list[str]], Spelled(_read_actual, _ACTUAL)] | None = None
    """The bits that are true at the actual state, or a list of such lists for several actual states."""

    @property
    def actuals(self) -> dict[Place, list[str]]:
        """The true bits of each actual state, by the path of its entry in the file."""
        states = self.actual or []
        return {("actual", i)[: len(states)]: bits for i, bits in enumerate(states)}

    @property
    def functions(self) -> Iterator[tuple[Place, Entry]]:
        """An iterator over the functions in the file, each with its path."""
        for atom, entry in self.atoms.items():
            yield ("atoms", atom), entry
        for bit, entry in self.definitions.items():
            yield ("definitions", bit), entry
        for i, entry in enumerate(self.law):
            yield ("law", i), entry
        for agent, observation in self.observes.items():
            for i, entry in enumerate(observation.relation):
                yield ("observes", agent, "relation", i), entry


def _mistakes(file: SymbolicFile) -> Iterator[Mistake]:
    bits = dict.fromkeys(file.bits)
    yield from entries.twice(("bits",), file.bits)
    if file.order is not None:
        yield from _bits(("order",), file.order, bits)
        missing = next((bit for bit in bits if bit not in set(file.order)), None)
        if missing is not None:
            yield ("order",), f"the bit {shorten(repr(missing))} is missing; expected all {len(bits):,} bits"
    for atom in file.atoms:
        yield from entries.atom_name(("atoms", atom), atom)
    for mark, bit in file.marks.items():
        yield from entries.unknown(("marks", mark), bit, bits, "bit")
        if mark in file.atoms:
            yield ("marks", mark), "an atom has the same name; choose another name"
        if bit in file.definitions:
            yield ("marks", mark), f"the bit {shorten(repr(bit))} has a definition; a mark is a bit of the state"
    for bit in file.definitions:
        yield from entries.unknown(("definitions", bit), bit, bits, "bit")
    for agent, observation in file.observes.items():
        yield from entries.agent_name(("observes", agent), agent)
        yield from _bits(("observes", agent, "sees"), observation.sees, bits)
    for path, entry in file.functions:
        if (entry.diagram is None) == (entry.parity is None):
            yield path, "expected a bit's name, true, false, or one of diagram and parity"
        yield from _bits((*path, "parity"), entry.parity or (), bits)
        yield from _bits((*path, "primed"), entry.primed, bits)
        if entry.primed and path[0] != "observes":
            yield (*path, "primed"), "primed bits are allowed in relations only"
    if file.deal is not None:
        for kind, groups in ("cards", file.deal.cards), ("hands", file.deal.hands):
            for i, group in enumerate(groups):
                yield from _bits(("deal", kind, i), group, bits)
        if len(file.deal.sizes) != len(file.deal.hands):
            yield ("deal", "sizes"), f"expected a number for each of the {len(file.deal.hands):,} hands"
    for path, true in file.actuals.items():
        yield from _bits(path, true, bits)
        for i, bit in enumerate(true):
            if bit in file.definitions:
                yield (*path, i), f"the bit {shorten(repr(bit))} has a definition; name bits of the state"
    if file.diagrams is None and any(entry.diagram is not None for _, entry in file.functions):
        yield ("diagrams",), "is missing, but some functions are diagrams: expected the name of their file"


def _bits(path: Place, given: Collection[str], bits: Collection[str]) -> Iterator[Mistake]:
    yield from entries.twice(path, given)
    yield from entries.unknown_points(path, given, bits, "bit")


_EXAMPLE = '{"whoknows": 1, "bits": ["p"], "atoms": {"p": "p"}}'
_OTHERS = {
    "events": AN_EVENT_MODEL,
    "worlds": "this is a model with listed worlds; read it with KripkeModel.load, then SymbolicModel.from_explicit(m)",
}
KIND = Kind("a symbolic model's file", _EXAMPLE, "six", "bits", _OTHERS, SymbolicFile, _mistakes)


# ------------------------------------------------------------------------------------------------------ writing


def save(knowledge: KnowledgeStructure, path: str | PathLike[str]) -> None:
    """Write the structure as JSON, and its diagrams, if any, to ``PATH.dddmp``, with a checksum. O(s) for s nodes.

    Both files are written or neither. `FileError` if a file cannot be written.
    """
    require_place(path)
    version, data = {"whoknows": 1}, to_data(knowledge)
    diagrams = data.pop("diagrams", None)
    if diagrams is None:
        write_text(path, pretty(data))
        return
    beside = {"diagrams": f"{Path(path).name}.dddmp", "sha256": _checksum(diagrams)}
    write_texts((f"{fspath(path)}.dddmp", diagrams), (path, pretty(version | beside | data)))


def to_data(knowledge: KnowledgeStructure) -> dict[str, Any]:
    """The structure as JSON data that contain the text of its diagrams, if there are any."""
    writer = _Writer(knowledge)
    law, deal = writer.law_and_deal()
    data: dict[str, Any] = {
        "whoknows": 1,
        "diagrams": None,
        "bits": writer.names,
        "order": writer.order,
        "atoms": {atom: writer.entry(states) for atom, states in knowledge.atoms.items()},
        "marks": {mark: writer.name[variable] for mark, variable in knowledge.marks.items()},
        "definitions": {writer.name[v]: writer.entry(states) for v, states in meanings(knowledge).items()},
        "law": [writer.entry(part) for part in law],
        "deal": deal,
        "observes": {agent: writer.observation(observation) for agent, observation in knowledge.observes.items()},
        "actual": one_or_all([writer.bits(state & knowledge.state) for state in knowledge.actuals]),
    }
    data["diagrams"] = writer.diagrams()
    optional = ("diagrams", "order", "marks", "definitions", "deal")
    return {key: value for key, value in data.items() if value or key not in optional}


class _Writer:
    """Converts a structure to JSON; collects the bits' names and the functions that are written as diagrams."""

    def __init__(self, knowledge: KnowledgeStructure) -> None:
        self.knowledge = knowledge
        used = knowledge.state | mask_of(meanings(knowledge))
        self.variables = list(members(used))
        # the atom or mark that is the bit, a label, or a number
        self.name = {variable: name for variable, name in knowledge.labels.items() if name not in knowledge.names}
        self.name |= {variable: names[0] for variable, names in knowledge.bit_names.items()}
        taken = set(self.name.values())
        numbers = (name for number in count(1) if (name := f"#{number}") not in taken)
        for variable in self.variables:
            if variable not in self.name:
                self.name[variable] = next(numbers)
        self.names = [self.name[variable] for variable in self.variables]
        self.functions: dict[Bdd, int] = {}
        levels = sorted(self.variables, key=knowledge.manager.level)
        self.places = [self.variables.index(v) for v in levels] if levels != self.variables else None
        self.order = [self.name[v] for v in levels] if self.places else None

    def bits(self, variables: int) -> list[str]:
        """The names of the bits for the variables in a mask."""
        return [self.name[variable] for variable in members(variables)]

    def entry(self, states: StateSet) -> str | bool | dict[str, Any]:
        """The entry for a set of states in the file."""
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

    def law_and_deal(self) -> tuple[Sequence[StateSet], dict[str, Any] | None]:
        """The state law without the deal of cards, and the deal, if there is one.

        If some card need not be in a hand, the state law is returned as a whole, and the deal is None.
        """
        deal = self.knowledge.deal
        cards: dict[int, int] = {}
        for variable, (_, card) in deal.places.items() if deal else ():
            cards[card] = cards.get(card, 0) | 1 << variable
        if deal is None or mask_of(cards) != deal.hands.dealt:
            return self.knowledge.law, None
        hands = [self.bits(part.support) for part in deal.counts]
        sizes = deal.hands.sizes[: len(hands)]
        return deal.rest, {"cards": list(map(self.bits, cards.values())), "hands": hands, "sizes": sizes}

    def observation(self, observation: Observation) -> dict[str, Any]:
        """The entry of an agent in the file."""
        relation = [self.entry(part) for part in observation.relation]
        return {"sees": self.bits(observation.seen)} | ({"relation": relation} if relation else {})

    def diagrams(self) -> str | None:
        """The functions collected so far as the text of a DDDMP file, over the file's bits; None if there are none."""
        if not self.functions:
            return None
        manager, functions = BddManager(len(self.variables), self.knowledge.manager.nodes), list(self.functions)
        if self.places is not None:
            manager.reorder(self.places)
        number = {v + primed: 2 * i + primed for i, v in enumerate(self.variables) for primed in (0, 1)}
        with tempfile.TemporaryDirectory() as folder:
            there = Path(folder) / "diagrams.dddmp"
            manager.write(there, copies(self.knowledge.manager, functions, manager, number), text=True)
            return there.read_text(encoding="utf-8")


def _checksum(diagrams: str) -> str:
    return sha256(diagrams.encode("utf-8")).hexdigest()


# ------------------------------------------------------------------------------------------------------ reading


def loads(text: str, source: str = "the model", folder: Path | None = None) -> KnowledgeStructure:
    """Read a knowledge structure from text. O(s) for s nodes.

    The diagrams are in the text, or in a file in `folder`; if that is None, they must be in the text. `FileError` lists
    mistakes with their paths.
    """
    with of_file(source):
        return _structure(KIND.of_text(text), folder)


def of_data(data: dict[str, Any], source: str = "the model") -> KnowledgeStructure:
    """Build a knowledge structure from JSON data, such as the result of `to_data`. Errors and cost as in `loads`."""
    with of_file(source):
        return _structure(KIND.of_data(data), None)


def _structure(file: SymbolicFile, folder: Path | None) -> KnowledgeStructure:
    with _diagrams(file, folder) as diagrams:
        return building(NODES, lambda nodes: _knowledge(file, diagrams, nodes))


@contextmanager
def _diagrams(file: SymbolicFile, folder: Path | None) -> Iterator[Path | None]:
    """A context manager that gives the path of the DDDMP file, or None without diagrams.

    The file is temporary if the JSON contains the diagrams.
    """
    if file.diagrams is None:
        yield None
    elif "\n" not in file.diagrams:
        yield _beside(folder, file.diagrams, file.sha256)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            path = Path(temporary) / "diagrams.dddmp"
            path.write_text(file.diagrams, encoding="utf-8", errors="replace")
            yield path


def _beside(folder: Path | None, name: str, checksum: str | None) -> Path:
    """The path of the diagrams' file; `FileError` if it is missing, or not written together with the model's file."""
    if folder is None:
        raise FileError(
            f"the diagrams of a symbolic model are in a file beside it, {shorten(name)}; give the file's path"
        )
    if Path(name).name != name:
        raise mistakes_error([(("diagrams",), f"{shorten(repr(name))}: expected a file in the same folder")])
    there = folder / name
    try:
        text = read_regular_text(there)
    except FileError as error:
        raise mistakes_error([(("diagrams",), f"{error.message}; a symbolic model needs both files")]) from None
    if checksum is not None and _checksum(text) != checksum:
        problem = f"{shorten(name)} was not written together with this file: save the model again"
        raise mistakes_error([(("sha256",), problem)])
    return there


def _knowledge(file: SymbolicFile, diagrams: Path | None, nodes: int) -> KnowledgeStructure:
    """Build the structure that the file describes, with diagrams from a DDDMP file."""
    manager = BddManager(len(file.bits), nodes)
    place = {bit: number for number, bit in enumerate(file.bits)}
    if file.order is not None:
        manager.reorder([place[bit] for bit in file.order])
    try:
        functions = [] if diagrams is None else manager.read(diagrams)
    except UnreadableFile as error:
        name = "" if diagrams is None else shorten(diagrams.name)
        raise mistakes_error([(("diagrams",), f"{name}: {error}")]) from None
    reader = _Reader(manager, place, functions)
    mistakes = list(reader.mistakes(file))
    if mistakes:
        raise mistakes_error(mistakes)
    knowledge = reader.knowledge(file)
    if not limited(lambda: is_satisfiable(knowledge)):
        raise mistakes_error([(("law",), "no state satisfies it")])
    if unlawful := [path for path, bits in file.actuals.items() if not knowledge.lawful(reader.mask(bits))]:
        raise mistakes_error([(path, "this state does not satisfy the law") for path in unlawful])
    return knowledge


class _Reader:
    """Builds a structure from a file. `place`: the number of each bit. `functions`: the diagrams."""

    def __init__(self, manager: BddManager, place: Mapping[str, int], functions: Sequence[Bdd]) -> None:
        self.manager, self.place, self.functions = manager, place, functions
        self.supports = supports(manager, functions)

    def mask(self, bits: Sequence[str]) -> int:
        """The mask of the variables for these bits."""
        return mask_of(2 * self.place[bit] for bit in bits)

    def states(self, entry: Entry) -> StateSet:
        """The set of states for an entry of the file."""
        if entry.parity is not None:
            return StateSet.of_parity(self.manager, self.mask(entry.parity) | self.mask(entry.primed) << 1, entry.odd)
        assert entry.diagram is not None
        return StateSet.of(self.manager, self.functions[entry.diagram], self.supports[entry.diagram])

    def mistakes(self, file: SymbolicFile) -> Iterator[Mistake]:
        """The mistakes, with paths, that can only be detected with the diagrams."""
        defined = self.mask(list(file.definitions))
        for path, entry in file.functions:
            if entry.diagram is not None and entry.diagram >= len(self.functions):
                yield (*path, "diagram"), f"no diagram {entry.diagram}; {file.diagrams} has {len(self.functions):,}"
                continue
            support = self.states(entry).support
            if support & odd(support.bit_length()) and path[0] != "observes":
                yield path, "this diagram has primed bits, which are allowed in relations only"
            if path[0] == "definitions" and support & defined & -(1 << 2 * self.place[str(path[1])]):
                yield path, "this uses a bit with a definition that is not listed before it in bits; list it first"

    def knowledge(self, file: SymbolicFile) -> KnowledgeStructure:
        """The structure that the file describes."""
        definitions = Definitions(self.manager)
        definitions.adopt({2 * self.place[bit]: self.states(entry) for bit, entry in file.definitions.items()})
        law, deal = [self.states(entry) for entry in file.law], None
        if file.deal is not None:
            bits = {bit: StateSet.literal(self.manager, 2 * number) for bit, number in self.place.items()}
            sizes = zip(file.deal.hands, file.deal.sizes, strict=True)
            rules = [OneHolder(tuple(map(tuple, file.deal.cards))), *[HandSize(tuple(h), n, n) for h, n in sizes]]
            sets = [rule.state_set(self.manager, bits) for rule in rules]
            deal = dealt([*zip(rules, sets, strict=True), *[(None, part) for part in law]], bits)
            law = [*in_parts([*law, *sets], apart=deal.apart if deal else ())]
        return KnowledgeStructure(
            self.manager,
            definitions,
            {atom: self.states(entry) for atom, entry in file.atoms.items()},
            {mark: 2 * self.place[bit] for mark, bit in file.marks.items()},
            self.mask(file.bits) & ~definitions.mask,
            tuple(law),
            {
                agent: Observation(self.mask(observed.sees), tuple(map(self.states, observed.relation)))
                for agent, observed in file.observes.items()
            },
            tuple(sorted({self.mask(true) for true in file.actuals.values()})),
            deal,
            labels={2 * n: bit for bit, n in self.place.items() if bit not in file.atoms and bit not in file.marks},
        )


if __name__ == "__main__":
    print(json.dumps(KIND.schema(), indent=2))
