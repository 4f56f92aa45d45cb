"""The file format of symbolic models as pydantic models: its shape, and checks of references, with paths.

This module prints its schema: ``python -m kripke.formats.symbolicfile > docs/reference/symbolic.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic.functional_validators import BeforeValidator

from kripke.formats import mistakes, shape_report
from kripke.formats.jsonfile import Mistake, Path
from logic.errors import did_you_mean, shorten


class Entry(BaseModel):
    """A boolean function: one of the diagrams, or the parity of some bits."""

    model_config = ConfigDict(extra="forbid")

    diagram: StrictInt | None = Field(None, ge=0, description="The number of a diagram in the diagrams' file, from 0.")
    parity: list[StrictStr] | None = Field(
        None, description="The function is true if an odd number of these bits and of the primed bits is true."
    )
    primed: list[StrictStr] = Field(
        default_factory=list, description="Bits of the state that an agent considers possible."
    )
    odd: StrictBool = Field(True, description="Whether the number of true bits is odd; else it is even.")


def _spelled(value: Any) -> Any:
    """A bit's name as the parity of that bit, a constant as a parity without bits."""
    if isinstance(value, bool):
        return {"parity": [], "odd": not value} if value else {"parity": [], "odd": True}
    return {"parity": [value]} if isinstance(value, str) else value


Function = Annotated[
    Entry,
    BeforeValidator(_spelled, json_schema_input_type=str | bool | Entry),
    Field(description="A bit's name, a constant, a diagram, or a parity."),
]


class ObservationEntry(BaseModel):
    """The accessibility relation of an agent."""

    model_config = ConfigDict(extra="forbid")

    sees: list[StrictStr] = Field(
        description="Bits that the agent sees: all states that they consider possible have the same values."
    )
    relation: list[Function] = Field(
        default_factory=list,
        description="Conditions on a state and a state that the agent considers possible, with primed bits.",
    )


class SymbolicFile(BaseModel):
    """A knowledge structure: bits, atoms over them, a law in parts, and what each agent observes."""

    model_config = ConfigDict(extra="forbid", title="A symbolic whoknows model")

    whoknows: Literal[1] = Field(description="The version of the format.")
    diagrams: StrictStr | None = Field(
        None, description="The DDDMP file of the diagrams, in the same folder, or the text of such a file."
    )
    sha256: StrictStr | None = Field(None, description="The check sum of that file; both files are written together.")
    bits: list[StrictStr] = Field(description="The names of the bits; bit i is variable 2i, and primed 2i + 1.")
    order: list[StrictStr] | None = Field(
        None, description="The order of the bits in the diagrams; default: as listed."
    )
    atoms: dict[str, Function] = Field(description="The vocabulary: where each atom is true.")
    marks: dict[str, StrictStr] = Field(
        default_factory=dict, description="Bits that the names of states show besides atoms."
    )
    definitions: dict[str, Function] = Field(
        default_factory=dict,
        description="Bits that stand for functions of earlier bits; the other bits make a state.",
    )
    law: list[Function] = Field(
        default_factory=list, description="The states are the assignments that satisfy all parts."
    )
    observes: dict[str, ObservationEntry] = Field(default_factory=dict, description="The agents.")
    actual: list[StrictStr] | None = Field(None, description="The bits that are true at the actual state.")


def schema() -> dict[str, Any]:
    """The JSON schema of a symbolic model's file."""
    return shape_report.schema_of(SymbolicFile)


def read(data: Any) -> tuple[SymbolicFile | None, list[Mistake]]:
    """The file, or its mistakes; see `kripke.formats.shape_report.read`."""
    keys = {1: tuple(SymbolicFile.model_fields), 3: (*ObservationEntry.model_fields, *Entry.model_fields)}
    return shape_report.read(SymbolicFile, data, _mistakes, keys)


def _mistakes(file: SymbolicFile) -> Iterator[Mistake]:
    bits = dict.fromkeys(file.bits)
    yield from mistakes.twice(("bits",), file.bits)
    yield from _order(file, bits)
    for atom, entry in file.atoms.items():
        yield from mistakes.atom_name(("atoms", atom), atom)
        yield from _function(("atoms", atom), entry, bits, False)
    for mark, bit in file.marks.items():
        yield from _bit(("marks", mark), bit, bits)
        if mark in file.atoms:
            yield ("marks", mark), "an atom has the same name; choose another name"
        if bit in file.definitions:
            yield ("marks", mark), f"the bit {shorten(repr(bit))} has a definition; a mark is a bit of the state"
    for bit, entry in file.definitions.items():
        yield from _bit(("definitions", bit), bit, bits)
        yield from _function(("definitions", bit), entry, bits, False)
    for i, entry in enumerate(file.law):
        yield from _function(("law", i), entry, bits, False)
    for agent, observation in file.observes.items():
        yield from mistakes.agent_name(("observes", agent), agent)
        yield from _bits(("observes", agent, "sees"), observation.sees, bits)
        for i, entry in enumerate(observation.relation):
            yield from _function(("observes", agent, "relation", i), entry, bits, True)
    yield from _bits(("actual",), file.actual or (), bits)
    for i, bit in enumerate(file.actual or ()):
        if bit in file.definitions:
            yield ("actual", i), f"the bit {shorten(repr(bit))} has a definition; name bits of the state"
    if file.diagrams is None and any(entry.diagram is not None for _, entry in functions(file)):
        yield ("diagrams",), "is missing, but some functions are diagrams: expected the name of their file"


def functions(file: SymbolicFile) -> Iterator[tuple[Path, Entry]]:
    """All functions of the file, with their paths."""
    for atom, entry in file.atoms.items():
        yield ("atoms", atom), entry
    for bit, entry in file.definitions.items():
        yield ("definitions", bit), entry
    for i, entry in enumerate(file.law):
        yield ("law", i), entry
    for agent, observation in file.observes.items():
        for i, entry in enumerate(observation.relation):
            yield ("observes", agent, "relation", i), entry


def _order(file: SymbolicFile, bits: Collection[str]) -> Iterator[Mistake]:
    if file.order is not None:
        yield from mistakes.twice(("order",), file.order)
        yield from _bits(("order",), file.order, bits)
        missing = next((bit for bit in bits if bit not in set(file.order)), None)
        if missing is not None:
            yield ("order",), f"the bit {shorten(repr(missing))} is missing; expected all {len(bits):,} bits"


def _function(path: Path, entry: Entry, bits: Collection[str], primed: bool) -> Iterator[Mistake]:
    if (entry.diagram is None) == (entry.parity is None):
        yield path, "expected a bit's name, true, false, or one of diagram and parity"
    yield from _bits((*path, "parity"), entry.parity or (), bits)
    yield from _bits((*path, "primed"), entry.primed, bits)
    if entry.primed and not primed:
        yield (*path, "primed"), "primed bits are allowed in relations only"


def _bits(path: Path, given: Collection[str], bits: Collection[str]) -> Iterator[Mistake]:
    yield from mistakes.twice(path, given)
    for i, bit in enumerate(given):
        yield from _bit((*path, i), bit, bits)


def _bit(path: Path, bit: str, bits: Collection[str]) -> Iterator[Mistake]:
    if bit not in bits:
        yield path, f"no bit {shorten(repr(bit))}{did_you_mean(bit, bits if len(bits) <= 2_000 else ())}"


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
