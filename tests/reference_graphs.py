"""Graphs for the reference semantics: of structures, and of plain sets of worlds and pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

import networkx as nx

from kripke.data.structure import Structure


def plain(structure: Structure) -> nx.MultiDiGraph:
    """The structure as a graph over the positions of its worlds, read world by world and pair by pair."""
    n = range(structure.size)
    return graph(
        n,
        {a: [(i, j) for i in n for j in relation.successors(i)] for a, relation in structure.relations.items()},
        {p: [i for i in n if i in where] for p, where in structure.valuation.items()},
        actual=structure.actuals,
        weights={
            a: {i: Fraction(number, given.denominator) for i, number in enumerate(given.numerators)}
            for a, given in structure.weights.items()
        },
        threshold={a: given.threshold for a, given in structure.weights.items()},
        ranks={a: dict(enumerate(ranks)) for a, ranks in structure.ranks.items()},
    )


def graph(
    worlds: Iterable[Any],
    relations: Mapping[str, Iterable[tuple[Any, Any]]],
    valuation: Mapping[str, Collection[Any]],
    **attributes: Any,
) -> nx.MultiDiGraph:
    """The graph of a set of worlds, each agent's pairs, and the worlds where each atom is true."""
    made = nx.MultiDiGraph(agents=tuple(relations), vocabulary=tuple(valuation), **attributes)
    made.add_nodes_from((w, {"atoms": {p for p, where in valuation.items() if w in where}}) for w in worlds)
    made.add_edges_from((w, v, {"agent": a}) for a, pairs in relations.items() for w, v in pairs)
    return made


def revalued(model: nx.MultiDiGraph, valuation: Mapping[str, Collection[Any]]) -> nx.MultiDiGraph:
    """The model with other truth values of some atoms; new atoms extend the vocabulary."""
    after = model.copy()
    after.graph["vocabulary"] = tuple({*after.graph["vocabulary"], *valuation})
    for w, atoms in model.nodes(data="atoms"):
        after.nodes[w]["atoms"] = {*atoms} - {*valuation} | {p for p, where in valuation.items() if w in where}
    return after
