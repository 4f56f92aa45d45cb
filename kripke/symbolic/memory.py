"""Room for diagrams: what to do when a manager is full, and how a structure moves into another one.

OxiDD's node store cannot grow. When it is full, what is no longer needed is collected and the work begun again; if that
was not enough, the structure moves into a larger manager. It is the same structure there, with the same variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from kripke.data.errors import ModelError
from kripke.symbolic.bdd import Bdd, BddManager
from kripke.symbolic.knowledge_structure import Definitions, KnowledgeStructure
from kripke.symbolic.nodes import copies
from kripke.symbolic.room import larger, most_nodes
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_order import MOST_BITS
from kripke.symbolic.variable_sets import members
from logic.errors import TooLarge, shorten

T = TypeVar("T")


class Owner(Protocol):
    """Who has a structure, and takes the same one in a larger manager instead."""

    knowledge: KnowledgeStructure


@dataclass
class Owned:
    """A structure that may move to a larger manager."""

    knowledge: KnowledgeStructure


def with_nodes(owner: Owner, work: Callable[[KnowledgeStructure], T]) -> T:
    """Do the work on the owner's structure, again in a larger manager where there were too few nodes.

    `TooLarge` where no larger manager can be had; the owner's structure answers then as before.

    Parameters
    ----------
    owner : Owner
        It gets the structure in its new manager.
    work : callable
        From a structure to a result; it may be called several times, so it changes nothing else.
    """
    again = owner.knowledge.manager.is_crowded or owner.knowledge.manager.nodes >= most_nodes()
    while True:
        try:
            return work(owner.knowledge)
        except MemoryError:  # what the work has made is let go before room is made
            pass
        owner.knowledge.manager.collect()
        if not again:
            larger_one = moved(owner.knowledge, owner.knowledge.manager.larger())
            object.__setattr__(owner, "knowledge", larger_one)  # to its user the owner is what it was
        again = False


def building(nodes: int, work: Callable[[int], T]) -> T:
    """Do work that makes a manager of so many nodes, again with a larger one where these were too few.

    Parameters
    ----------
    nodes : int
        Capacity to begin with.
    work : callable
        From a capacity to a result; it may be called several times.
    """
    if isinstance(nodes, bool) or not isinstance(nodes, int) or nodes < 1:
        raise ModelError(f"nodes {shorten(repr(nodes))}: expected how many nodes there is room for, at least 1")
    while True:
        try:
            return work(nodes)
        except MemoryError:
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


def moved(knowledge: KnowledgeStructure, manager: BddManager) -> KnowledgeStructure:
    """The structure in another manager for the same variables in the same order, by way of a file. O(s) for s nodes.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    manager : BddManager
        A manager with the same variables in the same order.
    """
    kept = [states for states in state_sets(knowledge) if states.parity is None]
    functions = list({states.function: None for states in kept})
    copied = dict(zip(functions, copies(knowledge.manager, functions, manager), strict=True))
    return carried(knowledge, manager, copied.__getitem__)


def state_sets(knowledge: KnowledgeStructure) -> Iterator[StateSet]:
    """All sets of states of a structure, those of the auxiliary variables in use among them."""
    yield from knowledge.atoms.values()
    yield from knowledge.law
    for observation in knowledge.observes.values():
        yield from observation.relation
    yield from meanings(knowledge).values()


def meanings(knowledge: KnowledgeStructure) -> dict[int, StateSet]:
    """The auxiliary variables that the structure uses, and what they stand for."""
    used = 0
    for states in (*knowledge.atoms.values(), *knowledge.law):
        used |= states.support
    for observation in knowledge.observes.values():
        used |= observation.seen
        for states in observation.relation:
            used |= states.support | states.support >> 1
    return {v: knowledge.definitions.meaning[v] for v in members(knowledge.definitions.needed(used))}


def carried(knowledge: KnowledgeStructure, manager: BddManager, copy: Callable[[Bdd], Bdd]) -> KnowledgeStructure:
    """The structure in another manager that has the same variables, where `copy` finds each function.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    manager : BddManager
        A manager with the same variables.
    copy : callable
        From a function to the same function in that manager.
    """

    def there(states: StateSet) -> StateSet:
        if states.parity is not None:
            return StateSet.of_parity(manager, *states.parity)
        return StateSet.of(manager, copy(states.function), states.support)

    definitions = Definitions(manager)
    definitions.adopt({v: there(states) for v, states in meanings(knowledge).items()})
    return KnowledgeStructure(
        manager,
        definitions,
        {name: there(states) for name, states in knowledge.atoms.items()},
        knowledge.marks,
        knowledge.state,
        tuple(map(there, knowledge.law)),
        {a: replace(o, relation=_all(there, o.relation)) for a, o in knowledge.observes.items()},
        knowledge.actual,
    )


def _all(there: Callable[[StateSet], StateSet], parts: Iterable[StateSet]) -> tuple[StateSet, ...]:
    return tuple([there(part) for part in parts])
