"""From relations to drawn lines: lines, arrows, loops, and a star for a class that is too large for lines.

A class of k worlds of an equivalence has k(k-1)/2 lines, which are unreadable if k is at least 5. A chain of k-1 lines
would be misleading, since the agent would seem to distinguish its ends. So a large class becomes a star: a small dot,
the hub, with a line to each of its worlds. For belief, arrows lead into the hub and from the hub to the worlds that are
believed possible.

The worlds of a class that differ in plausibility are joined by arrows instead: each leads to a more plausible world, as
in Baltag and Smets (2008), "A qualitative theory of dynamic interactive belief revision",
doi:10.1007/978-3-319-20451-2_39. Arrows that are composed of others are left out. In a large class a star represents
equally plausible worlds.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, permutations, product
from math import ceil, sqrt
from typing import Literal as OneOf
from typing import NamedTuple, TypeAlias

from kripke.data.lazy import np
from kripke.data.relation import Relation
from kripke.data.structure import Ranks, Structure

Kind = OneOf["line", "arrow", "both", "loop"]
Hubs = tuple[tuple[str, ...], ...]
Class = tuple[tuple[int, ...], tuple[int, ...], bool]
"""The worlds outside a class that access it, its members, and whether the agent's relation is an equivalence."""
End: TypeAlias = int | Class  # an end of a line: a world, or a class that is a star
Pair = tuple[End, End, Kind]
Cell = tuple[int, int]  # the column and row of a world in a grid


STRANDS = 3  # maximal number of parallel strokes


class Link(NamedTuple):
    """A line between two worlds, events or hubs, for one or more agents; `ghost`: whether an update has removed it."""

    source: int  # index of a world, event or hub; an arrow leads from the source to the target
    target: int
    kind: Kind  # undirected, an arrow, an arrow with two heads, or an arrow from a world or event to itself
    agents: tuple[str, ...]
    ghost: bool = False
    named: bool = True  # whether the agents' names are written on it, unless it joins a hub


def tips_of(link: Link) -> tuple[bool, bool]:
    """Return whether a link has an arrow tip at its start, and at its end."""
    return link.kind == "both", link.kind != "line"


def is_ordered(structure: Structure, agent: str, full: bool = False) -> bool:
    """Return whether arrows show the agent's plausibility order; in `full` pictures arrows show the relation."""
    return not full and agent in structure.ranks and structure.relations[agent].is_s5


def count_links(structure: Structure, hubs: int, full: bool, loops: bool | None = None) -> int:
    """Return an upper bound on the number of lines, counting each agent's lines separately. O(n) for each agent.

    `hubs`, `full`, `loops`: as in `viz.drawing.DrawOptions`.
    """
    count = 0
    for agent, relation in structure.relations.items():
        if full or not relation.is_k45:
            count += relation.count_edges()
            continue
        looking = np.bincount(relation.labels[relation.labels >= 0], minlength=relation.top)
        members = np.bincount(relation.labels[relation.members], minlength=relation.top)
        looking[members == 0] = 0
        own = not relation.is_s5 if loops is None else loops
        lines = members * (members - 1) // 2 + members * own + (looking - members) * members
        most = int(np.where(members > hubs, looking, lines).sum())
        count += most * (ORDERED if is_ordered(structure, agent, full) else 1)
    return count


ORDERED = 3  # bound on the lines and arrows per world in a large class with a plausibility order


def links_of(
    structure: Structure, hubs: int, full: bool, loops: bool | None, cells: Sequence[Cell] = (), named: bool = True
) -> tuple[Hubs, tuple[Link, ...]]:
    """Return the hubs with their agents, and the links; links with equal ends and kinds are merged. O(n + l).

    In a grid with these cells, a class that fills a part of a row or column is drawn as a chain of lines between
    neighbours; if `named` is set, the chain has the names of its agents.
    """
    hubs = max(hubs, 1)
    pairs: dict[Pair, list[str]] = {}
    stars: dict[Class, list[str]] = {}
    chains: dict[tuple[int, int], list[str]] = {}
    in_rows = has_chains(structure, cells)  # then classes of two worlds are drawn as chains too
    for agent, relation in structure.relations.items():
        if is_ordered(structure, agent, full):
            large, drawn = _ordered(relation, structure.ranks[agent], hubs)
        else:
            rows = [] if full or not in_rows else _chains(relation, cells)
            for one, other in [pair for row in rows for pair in pairwise(row)]:
                chains.setdefault((one, other), []).append(agent)
            chained = {i for row in rows for i in row}
            classes = [] if full or not relation.is_k45 else relation.groups()
            large = [
                (tuple(sorted({*looking} - {*inside})), tuple(inside), relation.is_s5)
                for looking, inside in classes
                if len(inside) > hubs and inside[0] not in chained
            ]
            drawn = [pair for pair in _pairs(relation, 10**9 if full else hubs, full, loops) if pair[0] not in chained]
        for star in large:
            stars.setdefault(star, []).append(agent)
        for pair in drawn:
            pairs.setdefault(pair, []).append(agent)
    place = {star: i for i, star in enumerate(stars, structure.size)}
    links = []
    for (source, target, kind), agents in pairs.items():
        one, other = (end if isinstance(end, int) else place[end] for end in (source, target))
        links.append(Link(one, other, kind, tuple(agents)))
    links += [Link(one, other, "line", tuple(agents), named=named) for (one, other), agents in chains.items()]
    for (outside, inside, equivalence), agents in stars.items():
        hub = place[outside, inside, equivalence]
        links += [Link(i, hub, "arrow", tuple(agents)) for i in outside]
        links += [Link(hub, i, "line" if equivalence else "both", tuple(agents)) for i in inside]
    return tuple(map(tuple, stars.values())), tuple(links)


def _ordered(relation: Relation, ranks: Ranks, hubs: int) -> tuple[list[Class], list[Pair]]:
    """Return the stars and links for an equivalence relation with a plausibility order."""
    stars: list[Class] = []
    pairs: list[Pair] = []
    for _, members in relation.groups():
        better: list[End] = []
        for rank in sorted({ranks[i] for i in members}):  # the most plausible first
            level = tuple(i for i in members if ranks[i] == rank)
            ends: list[End] = [*level]
            if len(members) > hubs and len(level) > 2:
                star: Class = ((), level, True)
                stars.append(star)
                ends = [star]
            else:
                pairs += [(one, other, "line") for one, other in combinations(level, 2)]
            pairs += [(worse, end, "arrow") for worse in ends for end in better]
            better = ends
    return stars, pairs


def classes_of(structure: Structure, agent: str) -> list[tuple[int, ...]]:
    """Return the agent's classes that have at least two worlds; the relation must be an equivalence."""
    return [tuple(inside) for _, inside in structure.relations[agent].groups() if len(inside) > 1]


STAR = 2  # maximal number of members of a class that is drawn with lines beside frames


def framable(structure: Structure, full: bool = False) -> list[str]:
    """Return the agents whose classes can be drawn as frames; first those whose frames replace the most lines."""
    lines = {
        agent: sum(len(each) if len(each) > STAR else 1 for each in classes_of(structure, agent))
        for agent, relation in structure.relations.items()
        if relation.is_s5 and not full and not is_ordered(structure, agent)
    }
    return sorted(lines, key=lines.__getitem__, reverse=True)


def has_chains(structure: Structure, cells: Sequence[Cell]) -> bool:
    """Return whether a class of at least three worlds is drawn as a chain in a grid."""
    rows = (row for relation in structure.relations.values() for row in (_chains(relation, cells) if cells else ()))
    return any(len(row) > 2 for row in rows)


def is_grid(structure: Structure) -> bool:
    """Return whether each class is a contiguous part of a row or column, so that a grid shows all relations."""
    cells = grid(structure)
    return all(
        relation.is_s5 and len(_chains(relation, cells)) == len(classes_of(structure, agent))
        for agent, relation in structure.relations.items()
    )


def _chains(relation: Relation, cells: Sequence[Cell]) -> list[tuple[int, ...]]:
    """Return the classes of at least two worlds that fill a contiguous part of a row or column, in order along it."""
    chains = []
    for _, members in relation.groups() if relation.is_s5 else ():
        columns, rows = ({cells[i][axis] for i in members} for axis in (0, 1))
        if len(members) < 2 or (len(columns) > 1 and len(rows) > 1):
            continue
        wide, high = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
        if [i for i, (x, y) in enumerate(cells) if x in wide and y in high] == sorted(members):
            chains.append(tuple(sorted(members, key=lambda i: cells[i])))
    return chains


def _pairs(relation: Relation, hubs: int, full: bool, loops: bool | None) -> Iterable[Pair]:
    """Yield the pairs of worlds to join for one agent, except in large classes; opposite pairs are yielded once."""
    equivalence = relation.is_s5
    wants_loops = full or (not equivalence if loops is None else loops)
    if relation.is_k45:
        edges = [
            edge for looking, inside in relation.groups() if len(inside) <= hubs for edge in product(looking, inside)
        ]
    else:
        edges = list(zip(*(ends.tolist() for ends in relation.edges), strict=True))
    there = set(edges)
    for source, target in edges:
        if source == target:
            if wants_loops:
                yield source, target, "loop"
        elif (target, source) not in there:
            yield source, target, "arrow"
        elif source < target:
            yield source, target, "line" if equivalence and not full else "both"


HOLES = 2.0  # maximum number of cells per world in a grid by the classes of agents: with more, it is mostly empty
BROAD = 1.6  # ratio of columns to rows of a grid in the model's order


def grid(structure: Structure, high: bool = False) -> list[Cell]:
    """Return a cell of a grid for each world. O(g^2 n + g n^1.5) for g agents and n worlds.

    If two agents together distinguish all worlds, rows are classes of one agent and columns are classes of the other.
    If not, each row or each column is a class of one agent. If this needs more than `HOLES` cells per world, a row
    contains several classes of one agent instead. If no agent has classes, the worlds are in the model's order. If
    possible, the grid is taller than wide with `high`, and wider than tall without it.
    """
    classes = [relation.labels.tolist() for relation in structure.relations.values() if relation.is_s5]
    numbers = [{label: i for i, label in enumerate(dict.fromkeys(each))} for each in classes]
    labels = [[number[label] for label in each] for number, each in zip(numbers, classes, strict=True)]
    n = structure.size
    columns = ceil(sqrt(n / BROAD if high else BROAD * n))
    grids = [list(zip(other, one, strict=True)) for one, other in permutations(labels, 2)]
    rows = [[(each[:i].count(row), row) for i, row in enumerate(each)] for each in labels]
    grids = [cells for cells in grids if len({*cells}) == n] or [
        *rows, *([(row, column) for column, row in cells] for cells in rows)
    ]  # fmt: skip
    sizes = [(size_of(cells), cells) for cells in grids]
    grids = [cells for (width, height), cells in sizes if width * height <= HOLES * n]
    grids = grids or [_on_shelves(each, columns) for each in labels]
    if not grids:
        return [(i % columns, i // columns) for i in range(n)]

    def badness(cells: Sequence[Cell]) -> tuple[int, bool]:
        width, height = size_of(cells)
        return width * height, width > height if high else width < height  # the wrong shape

    return min(grids, key=badness)


def _on_shelves(labels: Sequence[int], columns: int) -> list[Cell]:
    """Return a cell for each world; a class takes neighbouring cells in the first row with room for it."""
    members: dict[int, list[int]] = {}
    for i, label in enumerate(labels):
        members.setdefault(label, []).append(i)
    width = max(columns, *map(len, members.values()))
    filled: list[int] = []
    cells: list[Cell] = [(0, 0)] * len(labels)
    for each in members.values():
        row = next((row for row, taken in enumerate(filled) if taken + len(each) <= width), len(filled))
        filled += [0] * (row == len(filled))
        for i in each:
            cells[i] = (filled[row], row)
            filled[row] += 1
    return cells


def size_of(cells: Sequence[Cell]) -> Cell:
    """Return the number of columns and of rows of a grid."""
    return max(column for column, _ in cells) + 1, max(row for _, row in cells) + 1
