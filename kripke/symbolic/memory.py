"""Room for diagrams: what to do when a space is full, and how a structure moves into another one.

OxiDD's node store cannot grow. When it is full, what is no longer needed is collected and the work begun again; if that
was not enough, the structure moves into a larger space. It is the same structure there, with the same variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from kripke.errors import ModelError
from kripke.symbolic.bdd import MOST_BITS, Function, OutOfNodes, Space, larger, members, most_nodes
from kripke.symbolic.knowledge import Definitions, Knowledge
from kripke.symbolic.region import Region
from logic.errors import TooLarge, shorten

T = TypeVar("T")


class Owner(Protocol):
    """Who has a structure, and takes the same one in a larger space instead."""

    knowledge: Knowledge


def with_nodes(owner: Owner, work: Callable[[Knowledge], T]) -> T:
    """Do the work on the owner's structure, again in a larger space where there were too few nodes.

    `TooLarge` where no larger space can be had; the owner's structure answers then as before.
    """
    again = owner.knowledge.space.is_crowded or owner.knowledge.space.nodes >= most_nodes()
    while True:
        try:
            return work(owner.knowledge)
        except OutOfNodes:  # what the work has made is let go before room is made
            pass
        owner.knowledge.space.collect()
        if not again:
            larger_one = moved(owner.knowledge, owner.knowledge.space.larger())
            object.__setattr__(owner, "knowledge", larger_one)  # to its user the owner is what it was
        again = False


def building(nodes: int, work: Callable[[int], T]) -> T:
    """Do work that makes a space of so many nodes, again with a larger one where these were too few."""
    if isinstance(nodes, bool) or not isinstance(nodes, int) or nodes < 1:
        raise ModelError(f"nodes {shorten(repr(nodes))}: expected how many nodes there is room for, at least 1")
    while True:
        try:
            return work(nodes)
        except OutOfNodes:
            pass
        nodes = larger(nodes)


def require_bits(atoms: Any) -> None:
    """Refuse far too many atoms before each is looked at."""
    if isinstance(atoms, Sized) and len(atoms) > MOST_BITS:
        raise TooLarge(f"{len(atoms):,} atoms: a symbolic model has at most {MOST_BITS:,} bits")


def kept(given: Any) -> Any:
    """What the user gave, so that it can be read twice: iterators as lists, also inside lists and mappings."""
    if isinstance(given, (list, Iterator)):
        return [each if isinstance(each, str) else kept(each) for each in given]
    if isinstance(given, Mapping):
        return {key: kept(inside) for key, inside in given.items()}
    return given


def moved(made: Knowledge, space: Space) -> Knowledge:
    """The structure in another space for the same variables in the same order, by way of a file. O(s) for s nodes."""
    kept = [region for region in regions(made) if region.parity is None]
    functions = list({region.function: None for region in kept})
    copies = dict(zip(functions, made.space.copy_to(space, functions), strict=True))
    return carried(made, space, copies.__getitem__)


def regions(made: Knowledge) -> Iterator[Region]:
    """All regions of a structure, those of the auxiliary variables in use among them."""
    yield from made.atoms.values()
    yield from made.law
    for observation in made.observes.values():
        yield from observation.relation
    yield from meanings(made).values()


def meanings(made: Knowledge) -> dict[int, Region]:
    """The auxiliary variables that the structure uses, and what they stand for."""
    used = 0
    for region in (*made.atoms.values(), *made.law):
        used |= region.support
    for observation in made.observes.values():
        used |= observation.seen
        for region in observation.relation:
            used |= region.support | region.support >> 1
    return {v: made.definitions.meaning[v] for v in members(made.definitions.needed(used))}


def carried(made: Knowledge, space: Space, copy: Callable[[Function], Function]) -> Knowledge:
    """The structure in another space that has the same variables, where `copy` finds each function."""

    def there(region: Region) -> Region:
        if region.parity is not None:
            return Region.of_parity(space, *region.parity)
        return Region.of(space, copy(region.function), region.support)

    definitions = Definitions(space)
    definitions.adopt({v: there(region) for v, region in meanings(made).items()})
    return Knowledge(
        space,
        definitions,
        {name: there(region) for name, region in made.atoms.items()},
        made.marks,
        made.state,
        tuple(map(there, made.law)),
        {a: replace(o, relation=_all(there, o.relation)) for a, o in made.observes.items()},
        made.actual,
    )


def _all(there: Callable[[Region], Region], parts: Iterable[Region]) -> tuple[Region, ...]:
    return tuple([there(part) for part in parts])
