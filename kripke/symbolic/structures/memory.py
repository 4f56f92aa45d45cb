"""Memory for diagrams: work is repeated when a manager is full, and structures move into larger managers.

OxiDD's node store cannot grow. When it is full, its garbage is collected, and the work starts again. If it is full
again, the structure moves into a larger manager, with the same variables.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import replace
from typing import Any, TypeVar

from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.capacity import larger, most_nodes
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.diagrams.variable_order import MOST_BITS, members
from kripke.symbolic.structures.knowledge_structure import Definitions, KnowledgeStructure
from logic.errors import TooLarge, shorten
from logic.exact import is_whole

diagrams = Lazy("kripke.symbolic.diagrams.nodes")  # for larger managers

T = TypeVar("T")


def with_nodes(owner: Any, work: Callable[[KnowledgeStructure], T], most: int | None = None) -> T:
    """Return `work(owner.knowledge)`; if the manager runs out of nodes, repeat the work in a larger manager.

    One thread works in a manager at a time. `TooLarge` if there is no memory for a larger manager, `MemoryError` if
    `most` nodes are too few; the owner's structure then stays usable.

    `owner`: an object with the structure as its attribute `knowledge`; a copy in a larger manager replaces it.
    `work`: function from a structure to a result; it may be called several times, so it must have no side effects.
    `most`: the largest capacity of a manager; None: as large as memory allows.
    """
    again: bool | None = None
    while True:
        knowledge = owner.knowledge
        manager = knowledge.manager
        with manager.lock:
            if owner.knowledge is not knowledge:
                continue  # another thread has moved it
            if again is None:
                again = manager.is_crowded or manager.nodes >= (most or most_nodes())
            try:
                return work(knowledge)
            except MemoryError:  # leaving the block releases the work's diagrams before the collection
                pass
            manager.collect()
            if not again:
                if most is not None and manager.nodes >= most:
                    raise MemoryError
                copy = moved(knowledge, manager.sibling(larger(manager.nodes, most)))
                object.__setattr__(owner, "knowledge", copy)  # the owner may be frozen; its meaning stays the same
            again = False


def require_nodes(nodes: object) -> int:
    """Return `nodes` if it is a whole number of at least 1; otherwise `ModelError`."""
    if not is_whole(nodes, 1):
        raise ModelError(f"nodes {shorten(repr(nodes))}: expected the capacity in nodes, at least 1")
    return int(nodes)


def building(nodes: int, work: Callable[[int], T]) -> T:
    """Return `work(nodes)`, which builds a manager; if the nodes do not suffice, repeat it with a larger capacity."""
    nodes = require_nodes(nodes)
    while True:
        try:
            return work(nodes)
        except MemoryError:
            pass
        nodes = larger(nodes)


def within(knowledge: KnowledgeStructure, nodes: int, work: Callable[[KnowledgeStructure], T]) -> T | None:
    """Return the result of `work` on a copy of the structure in a manager of `nodes` nodes; None if these run out."""
    nodes = require_nodes(nodes)
    try:
        return work(moved(knowledge, knowledge.manager.sibling(nodes)))
    except MemoryError:
        return None


def require_bits(atoms: Any) -> None:
    """Raise `TooLarge` if there are more atoms than the maximal number of bits in a manager."""
    if isinstance(atoms, Sized) and len(atoms) > MOST_BITS:
        raise TooLarge(f"{len(atoms):,} atoms: expected at most {MOST_BITS:,}; use fewer atoms")


def kept(given: Any) -> Any:
    """Return the argument in a form that can be read twice: iterators become lists, also inside lists and mappings."""
    if isinstance(given, (list, Iterator)):
        listed = list(given)
        return listed if {*map(type, listed)} == {str} else list(map(kept, listed))
    if isinstance(given, Mapping):
        return {key: kept(inside) for key, inside in given.items()}
    return given


def moved(knowledge: KnowledgeStructure, manager: BddManager) -> KnowledgeStructure:
    """Copy the structure through a file to another manager with the same variable order. O(s) for s nodes."""
    sets = list(state_sets(knowledge))
    copies = diagrams.copied(sets, knowledge.manager, manager)
    copy_of = {id(states): copy for states, copy in zip(sets, copies, strict=True)}

    def there(states: Iterable[StateSet]) -> tuple[StateSet, ...]:
        return tuple([copy_of[id(each)] for each in states])

    definitions, meaning, deal = Definitions(manager), meanings(knowledge), knowledge.deal
    definitions.adopt(dict(zip(meaning, there(meaning.values()), strict=True)))
    return KnowledgeStructure(
        manager,
        definitions,
        dict(zip(knowledge.atoms, there(knowledge.atoms.values()), strict=True)),
        knowledge.marks,
        knowledge.state,
        there(knowledge.law),
        {agent: o._replace(relation=there(o.relation)) for agent, o in knowledge.observes.items()},
        knowledge.actuals,
        deal and replace(deal, counts=there(deal.counts), rest=there(deal.rest)),
        knowledge.time and knowledge.time.over(lambda states: copy_of[id(states)]),
        knowledge.labels,
    )


def state_sets(knowledge: KnowledgeStructure) -> Iterator[StateSet]:
    """All sets of states in a structure, including those of its auxiliary variables."""
    yield from knowledge.atoms.values()
    yield from knowledge.law
    if knowledge.deal is not None:
        yield from (*knowledge.deal.counts, *knowledge.deal.rest)
    for observation in knowledge.observes.values():
        yield from observation.relation
    if knowledge.time is not None:
        yield from knowledge.time.sets
    yield from meanings(knowledge).values()


def meanings(knowledge: KnowledgeStructure) -> dict[int, StateSet]:
    """The definitions of the auxiliary variables that the structure uses, by variable."""
    rest = () if knowledge.deal is None else knowledge.deal.rest
    used = support_of((*knowledge.atoms.values(), *knowledge.law, *rest))
    for observation in knowledge.observes.values():
        related = support_of(observation.relation)
        used |= observation.seen | related | related >> 1
    return {v: knowledge.definitions.meaning[v] for v in members(knowledge.definitions.needed(used))}
