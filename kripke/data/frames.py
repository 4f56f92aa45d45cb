"""Frame properties of relations, counterexamples to missing properties, and closures.

In large models, a transitive and Euclidean relation is tested in O(n) on its classes (see `kripke.data.relation`), any
other relation on its edges. For the axioms that correspond to the properties, see Blackburn, de Rijke and Venema,
*Modal Logic* (2001), chapter 3, doi:10.1017/CBO9781107050884.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kripke.data.errors import ModelError, unknown_agent
from kripke.data.lazy import np
from kripke.data.relation import Column, Indices, Labels, Relation, bits, canonical_labels, column_of
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import SMALL, World
from logic.errors import EpistemicError, TooLarge, listing, near_miss, plain, shorten

if TYPE_CHECKING:
    import numpy.typing as npt

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
"""The properties of the frames of each normal modal system; stronger systems come before weaker ones."""

AXIOMS = {"T": "reflexive", "D": "serial", "B": "symmetric", "4": "transitive", "5": "euclidean"}
"""The frame property that corresponds to each axiom; systems such as KT4 and D45 are named after their axioms."""

ALIASES = {"M": "T", "BR": "B", "BROUWER": "B", "KTB": "B", "SDL": "D", "KTE": "S5", "KE": "K5", "K4B": "KB4"}
"""The system that each alternative name stands for."""

CHUNK = 1 << 22  # number of two-step paths tested at once: 100 MB at most

Places = tuple[int, ...]  # the positions of the worlds of a counterexample


class FrameLost(EpistemicError, AssertionError):
    """Exception for an update in which an agent's relation loses a property.

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
    """Worlds that show that a relation lacks a property: a world, a pair or a triple."""

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
    """The properties of an agent's relation, counterexamples to missing properties, and the modal system."""

    agent: str
    properties: frozenset[str]
    # missing property -> the worlds that show it; empty for a symbolic model
    counterexamples: Mapping[str, Counterexample]

    @property
    def system(self) -> str:
        """The name of the strongest modal system whose properties the relation has: ``S5``, ``KD45``, ``K``, ..."""
        return system(self.properties)


def frame(structure: Structure, agent: str) -> Frame:
    """The properties of the agent's relation, with a counterexample for each missing property.

    `UnknownAgent` if there is no such agent. O(n) if the relation is transitive and Euclidean; otherwise O(n +
    (m + p) log m) for m edges and p paths of two steps.
    """
    if not isinstance(agent, str) or agent not in structure.relations:
        raise unknown_agent(agent, structure.agents)
    missing = violations(structure.relations[agent])
    examples = {name: Counterexample(name, tuple(map(structure.worlds.name, missing[name]))) for name in missing}
    return Frame(agent, frozenset(PROPERTIES) - missing.keys(), examples)


def properties(structure: Structure, agent: str) -> frozenset[str]:
    """The properties of the agent's relation, among `PROPERTIES`; `UnknownAgent` if there is no such agent."""
    return frame(structure, agent).properties


def system(having: Collection[str]) -> str:
    """The name of the strongest normal system for frames with these properties."""
    return next(name for name, needed in SYSTEMS.items() if needed <= frozenset(having))


def system_named(name: str) -> str:
    """The key in `SYSTEMS` of the modal system with this name; an empty string if there is none.

    Case does not matter. The name may also list axioms, such as ``KT4``.

    >>> system_named("s5"), system_named("D45"), system_named("KT4"), system_named("GL")
    ('S5', 'KD45', 'S4', '')
    """
    key = ALIASES.get(system_key(name), system_key(name))
    if key not in SYSTEMS and re.fullmatch(r"K[TDB45]+|[TD][B45]+", key) and len(set(key)) == len(key):
        having = required([AXIOMS[axiom] for axiom in key.removeprefix("K")])
        return next(each for each in SYSTEMS if required(each) == having)
    return key if key in SYSTEMS else ""


def system_key(name: str) -> str:
    """The name in capitals, without spaces, LaTeX markup or a suffix for the number of agents as in ``KD45_n``."""
    name = re.sub(r"(?:(?<=\d)_\{?\(?\w\)?\}?|_\{?\(?[nm]\)?\}?|(?<=[A-Z\d])n)$", "", name)
    return re.sub(r"[\s_{}$\\]|MATHBF|MATHSF", "", name.upper())


def spellings(name: str, known: Iterable[str]) -> list[str]:
    """The known properties and systems with the same letters and digits as a misspelt name.

    A name with an additional prefix, such as ``irreflexive``, is not a misspelling, so the list is empty.

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


def check_frames(before: Structure, after: Structure) -> None:
    """Raise `FrameLost`, with a counterexample, if an agent's relation has lost a property. Cost as in `frame`."""
    for agent, relation in before.relations.items():
        if agent not in after.relations or relation is after.relations[agent]:
            continue
        now = frame(after, agent)
        if now.counterexamples:
            require_kept(frozenset(PROPERTIES) - violations(relation).keys(), now)


def require_kept(had: frozenset[str], now: Frame) -> None:
    """Raise `FrameLost` if a relation no longer has one of the properties that it had before."""
    lost = [name for name in PROPERTIES if name in had - now.properties]
    if not lost:
        return
    rows = [
        f"after the update the relation of {now.agent} is {system(had - set(lost))}, no longer {system(had)}: it has "
        "ceased to be " + listing(lost, "and")
    ]
    rows += [f"  {name}: {now.counterexamples[name]}" for name in lost if name in now.counterexamples]
    if "serial" in lost and "reflexive" not in had:
        rows.append(
            f"hint: a public announcement may cost a belief relation its seriality: all that {now.agent} believed "
            "possible there is gone, so the agent believes everything. Revise the belief instead (weights with a "
            "threshold, or ranks with radical_upgrade), or leave out check_frames"
        )
    raise FrameLost("\n".join(rows))


# ----------------------------------------------------------------------------------------------- one relation


def violations(relation: Relation) -> dict[str, Places]:
    """A mapping from each missing property to the positions of worlds that refute it. Cost as in `frame`."""
    if relation.size <= SMALL:
        places = _violations_of_blocks(relation)
    else:
        places = _violations_of_classes(relation) if relation.is_k45 else _violations_of_edges(relation)
    return {name: worlds for name, worlds in places.items() if worlds}


def _violations_of_blocks(relation: Relation) -> dict[str, Places]:
    seen, seeing = [0] * relation.size, [0] * relation.size
    for lookers, there in relation.blocks:
        for i in bits(lookers):
            seen[i] = there
        for i in bits(there):
            seeing[i] |= lookers
    one_way = (next(((i, j) for j in bits(row & ~seeing[i])), ()) for i, row in enumerate(seen))
    fork = _open_steps(seeing, seen)
    return {
        "reflexive": next(((i,) for i, row in enumerate(seen) if not row >> i & 1), ()),
        "serial": next(((i,) for i, row in enumerate(seen) if not row), ()),
        "symmetric": next(filter(None, one_way), ()),
        "transitive": _open_steps(seen, seen),
        "euclidean": (fork[1], fork[0], fork[2]) if fork else (),
    }


def _open_steps(one: Sequence[int], two: Sequence[int]) -> Places:
    """Positions (u, v, w) with (u, v) in `one`, (v, w) in `two` and (u, w) not in `two`; () if none exist.

    The relations are given as masks of each world's successors.
    """
    for begin, row in enumerate(one):
        for middle in bits(row):
            for end in bits(two[middle] & ~two[begin]):
                return begin, middle, end
    return ()


def _violations_of_classes(relation: Relation) -> dict[str, Places]:
    first, members = canonical_labels(relation)
    return {
        "reflexive": _first((relation.labels < 0) | ~relation.members),
        "serial": _first(first < 0),
        "symmetric": tuple([world for i in _first((first >= 0) & ~members) for world in (i, int(first[i]))]),
    }


def _violations_of_edges(relation: Relation) -> dict[str, Places]:
    every, (sources, targets) = np.arange(relation.size, dtype=np.intp), relation.edges
    one_way = _first(_missing(relation, targets, sources))
    fork = _open_path(Relation.from_edges(relation.size, targets, sources), relation)
    return {
        "reflexive": _first(_missing(relation, every, every)),
        "serial": _first(np.diff(relation.csr[0]) == 0),
        "symmetric": tuple([world for i in one_way for world in (int(sources[i]), int(targets[i]))]),
        "transitive": _open_path(relation, relation),
        "euclidean": (fork[1], fork[0], fork[2]) if fork else (),
    }


def _first(wrong: Column) -> Places:
    place = int(wrong.argmax()) if len(wrong) else 0
    return (place,) if len(wrong) and wrong[place] else ()


def _open_path(one: Relation, two: Relation) -> Places:
    """Positions (u, v, w) where `one` has (u, v), and `two` has (v, w) but not (u, w); () if there are none."""
    from scipy.sparse import csr_array

    first, second = (
        csr_array((np.ones(len(each.csr[1]), dtype=np.bool_), each.csr[1], each.csr[0]), shape=(two.size,) * 2)
        for each in (one, two)
    )
    paths = np.concatenate([[0], np.cumsum(np.diff(two.csr[0])[one.csr[1]])])[one.csr[0]]
    start, room = 0, CHUNK >> 8
    while start < one.size:
        stop = max(start + 1, int(np.searchsorted(paths, paths[start] + room)) - 1)
        rows, ends = (first[start:stop] @ second).tocsr().nonzero()
        for place in _first(_missing(two, rows + start, ends)):
            begin, end = int(rows[place]) + start, int(ends[place])
            middle = np.array(one.successors(begin), dtype=np.intp)
            closing = ~_missing(two, middle, np.full_like(middle, end))
            return begin, int(middle[closing.argmax()]), end
        start, room = stop, min(2 * room, CHUNK)
    return ()


def _missing(relation: Relation, sources: Indices, targets: Indices) -> Column:
    """For each pair (source, target), whether it is not in the relation. O(n + m + k log m) for k pairs and m edges."""
    froms, tos = relation.edges
    if not len(froms):
        return np.ones(len(sources), dtype=np.bool_)
    keys = froms.astype(np.int64) * relation.size + tos
    wanted = np.asarray(sources, dtype=np.int64) * relation.size + targets
    places = np.searchsorted(keys, wanted)
    return keys[np.minimum(places, len(keys) - 1)] != wanted  # type: ignore[no-any-return]


EDGES = 20_000_000  # Default of the maximal number of edges of a relation that is closed edge by edge


def close(
    structure: Structure, wanted: str | Iterable[str], agents: Iterable[str] | None = None, limit: int = EDGES
) -> Structure:
    """Replace the relation of each of these agents, by default of all agents, by its `closure`.

    The cost is that of `closure` for each agent.

    `UnknownAgent` for an unknown agent, and `ModelError` for an unknown property or system. `ModelError` also if
    closing changes the relation of an agent with weights or ranks, since these belong to the old classes. `TooLarge` as
    in `closure`.
    """
    if agents is not None and not isinstance(agents, Iterable):
        raise ModelError(f"agents {shorten(repr(agents))}: expected names such as ['a', 'b'], or None for all agents")
    chosen = structure.agents if agents is None else [agents] if isinstance(agents, str) else list(agents)
    closed, having = dict(structure.relations), required(wanted)
    for agent in chosen:
        if not isinstance(agent, str) or agent not in closed:
            raise unknown_agent(agent, structure.agents)
        new = closure(closed[agent], having, limit)
        if (agent in structure.weights or agent in structure.ranks) and new != closed[agent]:
            raise ModelError(
                f"agent {agent}: the weights or ranks are for the classes of the relation before closing; close the "
                "relation of a model without them, then add them to the closed model"
            )
        closed[agent] = new
    return replace(structure, relations=closed)


def closure(relation: Relation, wanted: str | Iterable[str], limit: int = EDGES) -> Relation:
    """The least relation that contains this one and has the wanted properties and those of the wanted systems.

    To make the relation serial, worlds without successors get loops. `ModelError` for an unknown property or system.
    `TooLarge` if there are more than `limit` edges before the closure, or after the transitive or Euclidean closure. No
    limit applies to a closure that is both transitive and Euclidean, or has at most `SMALL` worlds.
    """
    having = required(wanted)
    if relation.is_k45 and not having & violations(relation).keys():
        return relation
    if relation.size <= SMALL:
        return _small_closure(relation, having)
    if "transitive" in having and "euclidean" in having:
        return _classes(relation, having)
    _require_few(relation.count_edges(), limit)
    if "transitive" in having:
        closed = _transitive(relation, limit)
    elif "euclidean" in having:
        closed = _euclidean(relation, limit)
    elif "symmetric" in having:
        sources, targets = relation.edges
        closed = _joined(relation.size, (sources, targets), (targets, sources))
    else:
        closed = relation
    if "reflexive" in having:
        loops = np.arange(closed.size, dtype=np.intp)
    elif "serial" in having:
        loops = np.flatnonzero(~column_of(closed.size, closed.edges[0]))
    else:
        return closed
    return _joined(closed.size, closed.edges, (loops, loops)) if len(loops) else closed


def _small_closure(relation: Relation, having: Collection[str]) -> Relation:
    """The closure of a small relation, computed on masks.

    Edges are added in rounds until nothing changes; then loops are added. A round takes O(n + m) operations on masks if
    the closure has m edges.
    """
    seen = [0] * relation.size
    for lookers, targets in relation.blocks:
        for world in bits(lookers):
            seen[world] = targets
    before: list[int] = []
    while seen != before:
        before = list(seen)
        for world, targets in enumerate(before):
            for each in bits(targets):
                if "transitive" in having:
                    seen[world] |= seen[each]
                if "euclidean" in having:
                    seen[each] |= targets
                if "symmetric" in having:
                    seen[each] |= 1 << world
    for world, targets in enumerate(seen):
        if "reflexive" in having or ("serial" in having and not targets):
            seen[world] |= 1 << world
    return Relation.from_successors(seen)


def required(wanted: str | Iterable[str]) -> frozenset[str]:
    """The properties required by `wanted`, and all that follow from them; `ModelError` if a name is unknown."""
    names = [wanted] if isinstance(wanted, str) else list(wanted) if isinstance(wanted, Iterable) else [wanted]
    having: frozenset[str] = frozenset()
    for name in names:
        if isinstance(name, str) and name.lower() in PROPERTIES:
            having |= {name.lower()}
        elif isinstance(name, str) and (system_name := system_named(name)):
            having |= SYSTEMS[system_name]
        else:
            near = near_miss(str(name), spellings(str(name), (*PROPERTIES, *SYSTEMS)))
            known = f"; there are {listing(PROPERTIES, 'and')}, and systems such as S5"
            raise ModelError(f"closure {shorten(repr(name))}: no such property or system{near or known}")
    for premises, conclusions in _FOLLOWS:
        if premises <= having:
            having |= conclusions
    return having


_FOLLOWS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (frozenset({"reflexive"}), frozenset({"serial"})),
    (frozenset({"symmetric", "transitive"}), frozenset({"euclidean"})),
    (frozenset({"symmetric", "euclidean"}), frozenset({"transitive"})),
    (frozenset({"reflexive", "euclidean"}), frozenset({"symmetric", "transitive"})),
    (frozenset({"serial", "symmetric", "transitive"}), frozenset({"reflexive"})),
)


def _classes(relation: Relation, having: Collection[str]) -> Relation:
    """The closure under `having`, which includes transitive and Euclidean: each connected component becomes a class."""
    label, members = _linked(relation)
    if "symmetric" in having:
        members = label >= 0
    if "serial" in having:
        members = members | (label < 0)
        label = np.where(label < 0, np.arange(relation.size), label)
    return Relation.from_labels(label.astype(np.int32), members)


def _linked(relation: Relation) -> tuple[Labels, Column]:
    """For each world: a representative of its component (-1: no edges), and whether some world sees this world."""
    if relation.is_k45:
        label, members = canonical_labels(relation)
        return label, members & (label >= 0)
    sources, targets = relation.edges
    component = components(relation.size, sources, targets)
    seen = column_of(relation.size, targets)
    some = np.zeros(relation.size, dtype=np.int32)
    some[component[targets]] = targets
    return np.where(column_of(relation.size, sources) | seen, some[component], -1).astype(np.int32), seen


def components(size: int, sources: npt.NDArray[np.integer[Any]], targets: npt.NDArray[np.integer[Any]]) -> Labels:
    """The component number of each node in the undirected graph with these edges."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(sources), dtype=np.bool_), (sources, targets)), shape=(size, size))
    return connected_components(links.tocsr(), directed=False)[1].astype(np.int32)  # type: ignore[no-any-return]


def _euclidean(relation: Relation, limit: int) -> Relation:
    """The Euclidean closure: the successors of each world form a clique.

    A world that some world sees belongs to the clique of its successors. Cliques with a common world are merged.
    """
    sources, targets = relation.edges
    seen = column_of(relation.size, targets)
    lengths = np.diff(relation.csr[0])
    first = np.zeros(relation.size, dtype=np.intp)
    first[lengths > 0] = relation.csr[1][relation.csr[0][:-1][lengths > 0]]
    inner = seen[sources]
    together = components(
        relation.size,
        np.concatenate([first[sources], sources[inner]]),
        np.concatenate([targets, targets[inner]]),
    )
    cliques = Relation.from_labels(np.where(seen, together, -1).astype(np.int32))
    _require_few(cliques.count_edges() + len(sources), limit)
    return _joined(relation.size, cliques.edges, (sources[~inner], targets[~inner]))


def _transitive(relation: Relation, limit: int) -> Relation:
    """The transitive closure, by strongly connected components in reverse topological order."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(relation.size))
    graph.add_edges_from(zip(*(ends.tolist() for ends in relation.edges), strict=True))
    whole = nx.condensation(graph)
    members = {c: np.array(sorted(worlds), dtype=np.intp) for c, worlds in whole.nodes(data="members")}
    reached: dict[int, Indices] = {}
    edges = 0
    for component in reversed(list(nx.topological_sort(whole))):
        inside = members[component]
        cyclic = len(inside) > 1 or graph.has_edge(int(inside[0]), int(inside[0]))
        parts = [inside if cyclic else inside[:0]]
        for after in whole.successors(component):
            parts += [reached[after], members[after]]
        reached[component] = np.unique(np.concatenate(parts))
        edges += len(inside) * len(reached[component])
        _require_few(edges, limit)
    sources = np.concatenate([np.repeat(members[c], len(ends)) for c, ends in reached.items()])
    targets = np.concatenate([np.tile(ends, len(members[c])) for c, ends in reached.items()])
    return Relation.from_edges(relation.size, sources, targets)


def _joined(size: int, *edges: tuple[Indices, Indices]) -> Relation:
    sources, targets = (np.concatenate(ends) for ends in zip(*edges, strict=True))
    return Relation.from_edges(size, sources, targets)


def _require_few(edges: int, limit: int) -> None:
    if edges > limit:
        raise TooLarge(
            f"the closed relation would have more than {limit:,} edges: close it to S5, KD45 or K45, which are stored "
            "as classes, or give a higher limit"
        )
