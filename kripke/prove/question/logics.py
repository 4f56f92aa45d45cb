"""The 15 normal systems of the modal cube by name, and a system for each agent.

Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), chapter 4, doi:10.1017/CBO9781107050884; the cube:
Garson, "Modal Logic", Stanford Encyclopedia of Philosophy, section 8.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from kripke.data.frames import PROPERTIES, SYSTEMS, required, spellings
from kripke.prove.errors import UnknownLogic
from logic.errors import did_you_mean, listing, near_miss, shorten

Logic: TypeAlias = "str | Mapping[str, str]"
"""The name of a system for all agents, or a system for each agent."""

AXIOMS = {"T": "reflexive", "D": "serial", "B": "symmetric", "4": "transitive", "5": "euclidean"}
"""The axioms after which textbooks name systems, as KT4 and D45, and what they say of frames."""

NOT_SUPPORTED = re.compile(
    r".*\d\.\d.*|S[123]|S4(?:M|F|GRZ)|GR?Z?|K?G?L|K4?(?:M|W|GRZ)|TRIV|VER|E|EM?C?N?|I(?:PC|K|S[45])|P?DL|PAL|DEL|LTL|CTL\*?|ATL"
)
"""Names of logics in the literature outside the modal cube."""


class System(NamedTuple):
    """A modal system: its name, and the properties of its frames with those that follow."""

    name: str
    properties: frozenset[str]  # all of `kripke.data.frames.PROPERTIES` that the frames of the system have
    reflexive: bool
    serial: bool
    symmetric: bool
    transitive: bool
    euclidean: bool


def properties_of(name: str) -> frozenset[str]:
    """The properties of the frames of a system, those that follow from others included.

    Raises
    ------
    UnknownLogic
        If no system has the name.

    Examples
    --------
    >>> sorted(properties_of("KB4"))
    ['euclidean', 'symmetric', 'transitive']
    """
    if not isinstance(name, str):
        raise UnknownLogic(f"logic {shorten(repr(name))}: expected a name such as 'S5', or {{'a': 'S5', 'b': 'KD45'}}")
    return required(_canonical(name))


def _canonical(name: str) -> str:
    """The name in `SYSTEMS` of a system that may be named after its axioms."""
    key = name.strip().upper()
    if key in SYSTEMS:
        return key
    if re.fullmatch(r"K[TDB45]+|[TD][B45]+", key) and len(set(key)) == len(key):
        having = required([AXIOMS[axiom] for axiom in key.removeprefix("K")])
        return next(each for each in SYSTEMS if required(each) == having)
    known = f"; the logics are {listing(SYSTEMS, 'and')}"
    if NOT_SUPPORTED.fullmatch(key):
        raise UnknownLogic(f"logic '{shorten(name)}' is not supported{known}")
    raise UnknownLogic(f"no logic '{shorten(name)}'{near_miss(key, spellings(key, SYSTEMS)) or known}")


def system(name: str) -> System:
    """The system of this name; errors as `properties_of`."""
    having = properties_of(name)
    return System(_canonical(name), having, *[each in having for each in PROPERTIES])


def assign(logic: Logic, agents: Iterable[str]) -> dict[str, System]:
    """The system of each agent.

    Raises
    ------
    UnknownLogic
        If a system is unknown, or the mapping has none for an agent.

    Examples
    --------
    >>> {agent: s.name for agent, s in assign({"a": "S5", "b": "KD45"}, ["a"]).items()}
    {'a': 'S5', 'b': 'KD45'}
    """
    needed = sorted(set(agents))
    if isinstance(logic, str):
        return dict.fromkeys(needed, system(logic))
    if not isinstance(logic, Mapping):
        raise UnknownLogic(f"logic {shorten(repr(logic))}: expected a name such as 'S5', or {{'a': 'S5', 'b': 'KD45'}}")
    for agent in needed:
        if agent not in logic:
            raise UnknownLogic(f"no logic for agent '{agent}', and each agent needs one{did_you_mean(agent, logic)}")
    return {agent: system(name) for agent, name in sorted(logic.items())}


def logic_text(logic: Mapping[str, str], nobody: str = "every logic") -> str:
    """The system of all agents, or the system of each: ``S5 (a), KD45 (b)``; without agents the other text."""
    if len(set(logic.values())) == 1:
        return next(iter(logic.values()))
    return ", ".join(f"{name} ({agent})" for agent, name in sorted(logic.items())) or nobody
