"""The frame of each agent: properties of the relation, a counterexample for each missing one, and the system.

A transitive and Euclidean relation is tested by its labels in O(n), any other by its edges. Properties and axioms
correspond: Blackburn, de Rijke and Venema, *Modal Logic* (Cambridge 2001), chapter 3, doi:10.1017/CBO9781107050884.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from kripke.data.errors import unknown_agent
from kripke.data.relation import Column, Indices, Relation, canonical_labels
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from logic.errors import EpistemicError, listing, plain

PROPERTIES = ("reflexive", "serial", "symmetric", "transitive", "euclidean")

SYSTEMS: Mapping[str, frozenset[str]] = {
    "S5": frozenset({"reflexive", "euclidean"}),
    "S4": frozenset({"reflexive", "transitive"}),
    "B": frozenset({"reflexive", "symmetric"}),
    "T": frozenset({"reflexive"}),
    "KD45": frozenset({"serial", "transitive", "euclidean"}),
    "KDB": frozenset({"serial", "symmetric"}),
    "KD4": frozenset({"serial", "transitive"}),
    "KD5": frozenset({"serial", "euclidean"}),
    "D": frozenset({"serial"}),
    "KB4": frozenset({"symmetric", "transitive"}),
    "KB": frozenset({"symmetric"}),
    "K45": frozenset({"transitive", "euclidean"}),
    "K4": frozenset({"transitive"}),
    "K5": frozenset({"euclidean"}),
    "K": frozenset(),
}
"""The normal modal systems, stronger before weaker: name -> properties of its frames."""

CHUNK = 1 << 22  # number of two-step paths tested at once: 100 MB at most

Finding = tuple[int, ...]
"""The positions of the worlds of a counterexample."""


class FrameLost(EpistemicError, AssertionError):
    """After an update an agent's relation lacks a property that it had before.

    Examples
    --------
    >>> from whoknows import FrameLost, KripkeModel
    >>> m = KripkeModel.kd45({"w": {"p"}, "v": set()}, {"a": [(["w", "v"], ["v"])]}, actual="w")
    >>> try:
    ...     m.announce("p", check_frames=True)
    ... except FrameLost as error:
    ...     print(str(error).splitlines()[0])
    after the update the relation of a is K45, no longer KD45: it has ceased to be serial
    """


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Worlds that show that a relation lacks a property.

    Parameters
    ----------
    worlds : tuple of worlds
        One world for reflexive and serial, two for symmetric (the first sees the second), three for transitive (the
        first sees the second, the second the third) and Euclidean (the first sees the others).
    """

    property: str
    worlds: tuple[World, ...]

    def __str__(self) -> str:
        return _SENTENCES[self.property].format(*map(world_text, self.worlds))


_SENTENCES = {
    "reflexive": "{0} does not see itself",
    "serial": "{0} sees no world",
    "symmetric": "{0} sees {1}, but {1} does not see {0}",
    "transitive": "{0} sees {1} and {1} sees {2}, but {0} does not see {2}",
    "euclidean": "{0} sees {1} and {2}, but {1} does not see {2}",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """The properties of an agent's relation, counterexamples to the others, and the system.

    Parameters
    ----------
    counterexamples : mapping of str to Counterexample
        Missing property -> worlds that show it.
    """

    agent: str
    properties: frozenset[str]
    counterexamples: Mapping[str, Counterexample]

    @property
    def system(self) -> str:
        """The name of the strongest system: ``S5``, ``KD45``, ``K``."""
        return system(self.properties)


def frame(structure: Structure, agent: str) -> Frame:
    """The properties of the agent's relation, with a counterexample for each missing one.

    Raises
    ------
    UnknownAgent
        If there is no such agent.

    Notes
    -----
    O(n) for n worlds where the relation is transitive and Euclidean. Else O(n + m log m) for m edges, and for
    transitivity the number of two-step paths, in chunks, until a path without a direct edge is found.
    """
    if not isinstance(agent, str) or agent not in structure.relations:
        raise unknown_agent(agent, structure.agents)
    missing = violations(structure.relations[agent])
    examples = {name: Counterexample(name, tuple(map(structure.worlds.name, missing[name]))) for name in missing}
    return Frame(agent, frozenset(PROPERTIES) - missing.keys(), examples)


def frames(structure: Structure) -> dict[str, Frame]:
    """The `frame` of each agent, in the agents' order."""
    return {agent: frame(structure, agent) for agent in structure.agents}


def properties(structure: Structure, agent: str) -> frozenset[str]:
    """Those of `PROPERTIES` that the agent's relation has. Errors and cost as `frame`."""
    return frame(structure, agent).properties


def system(having: Collection[str]) -> str:
    """The name of the strongest normal system whose frames have these properties."""
    return next(name for name, needed in SYSTEMS.items() if needed <= frozenset(having))


def spellings(name: str, known: Iterable[str]) -> list[str]:
    """The known properties and systems of which an unknown name may be a misspelling, and not another one.

    They have the same letters and digits, and more than a prefix is wrong.

    Examples
    --------
    >>> spellings("KD-45", SYSTEMS), spellings("S4.2", SYSTEMS), spellings("irreflexive", PROPERTIES)
    (['KD45'], [], [])
    """
    read = re.sub(r"[\W_]", "", plain(name)).upper()
    return [
        each
        for each in known
        if set(read) == set(each.upper()) and (len(read) <= len(each) or not read.endswith(each.upper()))
    ]


def check_frames(before: Structure, after: Structure, change: str = "the update") -> None:
    """Assert that each agent's relation still has the properties that it had.

    Parameters
    ----------
    before, after : Structure
        The structures before and after the change. Agents of only one of them are not compared.

    Raises
    ------
    FrameLost
        If a property is lost; the message has the agent, the property, and worlds that show it.

    Notes
    -----
    O(n) for each agent whose relation is transitive and Euclidean before and after; otherwise as `frame`.
    """
    for agent, relation in before.relations.items():
        if agent not in after.relations or relation is after.relations[agent]:
            continue
        now = frame(after, agent)
        if not now.counterexamples:
            continue
        require_kept(frozenset(PROPERTIES) - violations(relation).keys(), now, change)


def require_kept(had: frozenset[str], now: Frame, change: str = "the update") -> None:
    """Raise `FrameLost` if a relation does not have all the properties that it had."""
    lost = [name for name in PROPERTIES if name in had - now.properties]
    if lost:
        raise FrameLost(_loss(now, had, lost, change))


def _loss(now: Frame, had: frozenset[str], lost: list[str], change: str) -> str:
    rows = [
        f"after {change} the relation of {now.agent} is {system(had - set(lost))}, no longer {system(had)}: it has "
        "ceased to be " + listing(lost, "and")
    ]
    rows += [f"  {name}: {now.counterexamples[name]}" for name in lost if name in now.counterexamples]
    if "serial" in lost and "reflexive" not in had:
        rows.append(
            f"hint: a public announcement may cost a belief relation its seriality: all that {now.agent} believed "
            "possible there is gone, so the agent believes everything. Revise the belief instead (weights with a "
            "threshold, or ranks with radical_upgrade), or leave out check_frames"
        )
    return "\n".join(rows)


# ----------------------------------------------------------------------------------------------- one relation


def violations(relation: Relation) -> dict[str, Finding]:
    """Missing property -> the positions of the worlds of a counterexample.

    Cost as `frame`.
    """
    tests = _LABELLED if relation.is_k45 else _SPARSE
    findings = {name: test(relation) for name, test in tests.items()}
    return {name: finding for name, finding in findings.items() if finding is not None}


def _first(wrong: Column) -> int | None:
    """The first true entry."""
    place = int(wrong.argmax()) if len(wrong) else 0
    return place if len(wrong) and wrong[place] else None


def _labelled_reflexive(relation: Relation) -> Finding | None:
    place = _first((relation.labels < 0) | ~relation.members)
    return None if place is None else (place,)


def _labelled_serial(relation: Relation) -> Finding | None:
    place = _first(canonical_labels(relation)[0] < 0)
    return None if place is None else (place,)


def _labelled_symmetric(relation: Relation) -> Finding | None:
    """A world that sees a class without being a member of it."""
    first, members = canonical_labels(relation)
    place = _first((first >= 0) & ~members)
    return None if place is None else (place, int(first[place]))


def _sparse_reflexive(relation: Relation) -> Finding | None:
    every = np.arange(relation.size, dtype=np.intp)
    place = _first(_missing(relation, every, every))
    return None if place is None else (place,)


def _sparse_serial(relation: Relation) -> Finding | None:
    place = _first(np.diff(relation.csr[0]) == 0)
    return None if place is None else (place,)


def _sparse_symmetric(relation: Relation) -> Finding | None:
    sources, targets = relation.edges
    place = _first(_missing(relation, targets, sources))
    return None if place is None else (int(sources[place]), int(targets[place]))


def _sparse_transitive(relation: Relation) -> Finding | None:
    """Multiply the adjacency by itself, some rows at a time; stop at the first path without a direct edge."""
    from scipy.sparse import csr_array

    indptr, indices = relation.csr
    once = csr_array((np.ones(len(indices), dtype=np.bool_), indices, indptr), shape=(relation.size,) * 2)
    for start, stop in _chunks(relation):
        twice = (once[start:stop] @ once).tocsr()
        rows, ends = twice.nonzero()
        place = _first(_missing(relation, rows + start, ends))
        if place is not None:
            return _through(relation, int(rows[place]) + start, int(ends[place]))
    return None


def _chunks(relation: Relation) -> Iterator[tuple[int, int]]:
    """Ranges of rows with about `CHUNK` two-step paths each; the first are shorter, which finds most failures fast."""
    indptr, indices = relation.csr
    paths = np.concatenate([[0], np.cumsum(np.diff(indptr)[indices])])[indptr]
    start, room = 0, CHUNK >> 8
    while start < relation.size:
        stop = max(start + 1, int(np.searchsorted(paths, paths[start] + room)) - 1)
        yield start, stop
        start, room = stop, min(2 * room, CHUNK)


def _through(relation: Relation, start: int, end: int) -> Finding:
    """The path of two steps from `start` to `end`."""
    middle = np.array(relation.successors(start), dtype=np.intp)
    closing = ~_missing(relation, middle, np.full_like(middle, end))
    return start, int(middle[closing.argmax()]), end


def _sparse_euclidean(relation: Relation) -> Finding | None:
    for seers, ones, others in _euclidean_candidates(relation):
        place = _first(_missing(relation, ones, others))
        if place is not None:
            return int(seers[place]), int(ones[place]), int(others[place])
    return None


def _euclidean_candidates(relation: Relation) -> Iterator[tuple[Indices, Indices, Indices]]:
    """Triples (seer, one, other): the relation is Euclidean if in all of them one sees the other. O(m) triples.

    In a Euclidean relation the seen worlds form cliques: a seen world sees exactly its clique, and all successors of a
    world lie in one clique. The triples with each world's first successor test this. The triples of a later line are
    valid only if no triple of the earlier lines fails.
    """
    indptr, indices = relation.csr
    sources, targets = relation.edges
    lengths = np.diff(indptr)
    first = np.zeros(relation.size, dtype=np.intp)
    first[lengths > 0] = indices[indptr[:-1][lengths > 0]]
    pivot = first[sources]
    yield sources, targets, targets
    yield sources, pivot, targets
    yield sources, targets, pivot
    yield targets, pivot, first[targets]
    yield pivot, targets, first[pivot]
    shorter = targets[lengths[targets] != lengths[first[targets]]][:1]
    for world in shorter.tolist():
        clique = indices[indptr[first[world]] : indptr[first[world] + 1]]
        yield np.full_like(clique, first[world]), np.full_like(clique, world), clique


def _missing(relation: Relation, sources: Indices, targets: Indices) -> Column:
    """For each pair, whether it is missing in the relation. O(k log m) for k pairs and m edges."""
    froms, tos = relation.edges
    if not len(froms):
        return np.ones(len(sources), dtype=np.bool_)
    keys = froms.astype(np.int64) * relation.size + tos
    wanted = np.asarray(sources, dtype=np.int64) * relation.size + targets
    places = np.searchsorted(keys, wanted)
    return keys[np.minimum(places, len(keys) - 1)] != wanted  # type: ignore[no-any-return]


Test = Callable[[Relation], Finding | None]

_LABELLED: Mapping[str, Test] = {
    "reflexive": _labelled_reflexive,
    "serial": _labelled_serial,
    "symmetric": _labelled_symmetric,
}
_SPARSE: Mapping[str, Test] = {
    "reflexive": _sparse_reflexive,
    "serial": _sparse_serial,
    "symmetric": _sparse_symmetric,
    "transitive": _sparse_transitive,
    "euclidean": _sparse_euclidean,
}
