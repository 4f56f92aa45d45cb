"""Relations from relations: what a group reaches in steps (common knowledge) and what it sees jointly (distributed)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
import numpy.typing as npt

from kripke.data.relation import Column, Indices, Labels, Relation


def components(relations: Sequence[Relation], domain: Column) -> Relation:
    """The transitive closure of the union of equivalences among the worlds of `domain`.

    O(g n) for g relations over n worlds: two partitions are merged at a time, as a bipartite graph of their classes.

    Parameters
    ----------
    domain : boolean array of shape (n,)
        The worlds that are left.
    """
    kept = np.flatnonzero(domain)
    labels = np.full(len(domain), -1, dtype=np.int32)
    labels[kept] = reduce(_merge, [relation.labels[kept] for relation in relations])
    return Relation.from_labels(labels)


def _merge(one: Labels, other: Labels) -> Labels:
    """The finest partition that is coarser than both."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    left, right = int(one.max(initial=-1)) + 1, int(other.max(initial=-1)) + 1
    links = coo_array((np.ones(len(one), dtype=np.bool_), (one, other + left)), shape=(left + right, left + right))
    _, component = connected_components(links.tocsr(), directed=False)
    return component[:left][one].astype(np.int32)  # type: ignore[no-any-return]


def backward(relations: Sequence[Relation], domain: Column, target: Column) -> Column:
    """The worlds of `domain` from which steps within `domain` lead to `target`, with `target` itself.

    One breadth-first search in the reversed graph, O(n + m), with m = n for each K45 relation, whose classes are nodes.

    Parameters
    ----------
    domain : boolean array of shape (n,)
        The worlds that are left.
    target : boolean array of shape (n,)
        Where the steps lead.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    size, goal = len(domain), np.flatnonzero(target)
    root, count = size, size + 1
    sources: list[npt.NDArray[np.intp]] = [np.full(len(goal), root)]
    targets: list[npt.NDArray[np.intp]] = [goal]
    for relation in relations:
        seen, lookers, count = _reversed(relation, domain, count)
        sources.append(seen)
        targets.append(lookers)
    froms, tos = np.concatenate(sources), np.concatenate(targets)
    graph = coo_array((np.ones(len(froms), dtype=np.bool_), (froms, tos)), shape=(count, count)).tocsr()
    order = breadth_first_order(graph, root, directed=True, return_predecessors=False)
    reached = np.zeros(count, dtype=np.bool_)
    reached[order] = True
    return reached[:size]


def _reversed(relation: Relation, domain: Column, first: int) -> tuple[Indices, Indices, int]:
    """Arrows from what is seen to who looks, over nodes of classes numbered from `first`, and the next free number."""
    if not relation.is_k45:
        lookers, seen = relation.edges
        inside = domain[lookers] & domain[seen]
        return seen[inside], lookers[inside], first
    classes = relation.labels.astype(np.intp) + first
    looking = np.flatnonzero(domain & (relation.labels >= 0))
    members = np.flatnonzero(domain & relation.members)
    froms, tos = np.concatenate([members, classes[looking]]), np.concatenate([classes[members], looking])
    return froms, tos, first + relation.top


def intersection(relations: Sequence[Relation]) -> Relation:
    """The pairs that all relations have; again K45 where all are. O(g n log n), or the edges where some are not."""
    if all(relation.is_k45 for relation in relations):
        return reduce(_meet, relations)
    sparse = min((r for r in relations if not r.is_k45), key=lambda r: len(r.csr[1]))
    sources, targets = sparse.edges
    kept = np.ones(len(sources), dtype=np.bool_)
    for relation in relations:
        kept &= _has(relation, sources, targets)
    return Relation.from_edges(sparse.size, sources[kept], targets[kept])


def _meet(one: Relation, other: Relation) -> Relation:
    pairs = one.labels.astype(np.int64) * (other.top + 1) + other.labels
    _, labels = np.unique(pairs, return_inverse=True)
    looking = (one.labels >= 0) & (other.labels >= 0)
    return Relation.from_labels(np.where(looking, labels, -1).astype(np.int32), one.members & other.members & looking)


def _has(relation: Relation, sources: Indices, targets: Indices) -> Column:
    if relation.is_k45:
        looked, borne = relation.labels[sources], relation.labels[targets]
        same: Column = (looked == borne) & (looked >= 0) & relation.members[targets]
        return same
    mine = relation.edges[0] * relation.size + relation.edges[1]
    return np.isin(sources * relation.size + targets, mine)
