"""Models as networkx graphs, for the reference semantics `kripke.semantics`: what a graph needs to be a model, runs of
programs of actions from a pointed model to others, and when two pointed models are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import networkx as nx

from kripke.change.event import EventModel
from kripke.data.errors import ModelError
from logic import clauses as f
from logic.errors import TooLarge, shorten
from logic.formula import Formula
from logic.programs import OfProgram, folded

Graph: TypeAlias = "nx.MultiDiGraph[Any]"

Pointed: TypeAlias = tuple[Graph, Any]
"""A model and one of its worlds."""

Transition: TypeAlias = Callable[[Pointed], list[Pointed]]
"""From a pointed model to those that result from it."""

MOST = 100  # maximal number of pointed models, up to bisimulation, to which a repetition may lead here


def require_model(graph: Any) -> None:
    """Raise `ModelError` unless `graph` is a directed multigraph with `atoms` at each node and `agent` at each edge."""
    if not isinstance(graph, nx.MultiDiGraph):
        raise ModelError(
            f"{shorten(repr(graph))}: expected a networkx.MultiDiGraph, got an object of type {type(graph).__name__}; "
            "KripkeModel.from_networkx(graph).to_networkx() makes one of other graphs, m.to_networkx() of a model"
        )
    for w, atoms in graph.nodes(data="atoms"):
        if atoms is None or isinstance(atoms, str):
            raise ModelError(f"node {shorten(repr(w))}: expected the set of true atoms in its attribute 'atoms'")
    for w, v, agent in arrows(graph):
        if not isinstance(agent, str):
            pair = f"{shorten(repr(w))} -> {shorten(repr(v))}"
            raise ModelError(f"edge {pair}: expected the name of an agent in its attribute 'agent', such as agent='a'")


def arrows(g: Graph) -> Iterator[tuple[Any, Any, Any]]:
    """Return the edges, each as two worlds and the agent, as in `g.edges(data="agent")` but in a third of the time."""
    return ((w, v, data.get("agent")) for w, out in g.adjacency() for v, keys in out.items() for data in keys.values())


def transition(
    formula: OfProgram,
    actions: Mapping[str, EventModel],
    passes: Callable[[int, Graph, Any], bool],
    happening: Callable[[str, Mapping[str, EventModel]], Transition],
) -> Transition:
    """Return a function that runs the formula's program of actions on a pointed model; it returns those reached.

    `passes`: whether a test, given by its number, holds at a world of a model. `happening`: returns the function that
    performs an action, given by its name. Of models that are alike only the first is returned.
    """
    same = alike if is_invariant(formula, actions) else isomorphic

    def leaf(word: str, n: int) -> Transition:
        return (lambda here: [here] * passes(n, *here)) if word == "?" else happening(word[1:], actions)

    def join(word: str, one: Transition, other: Transition) -> Transition:
        if word == ";":
            return lambda here: [end for between in one(here) for end in other(between)]
        return lambda here: one(here) + other(here)

    def repeat(once: Transition) -> Transition:
        def ends(here: Pointed) -> list[Pointed]:
            for each in (models := [here]):  # grows in the loop
                models += [new for new in once(each) if not any(same(new, known) for known in models)]
                if len(models) > MOST:
                    raise TooLarge(f"a repetition that leads to over {MOST} models; ask a KripkeModel")
            return models

        return ends

    return folded(formula.program, leaf, join, repeat)


def is_invariant(formula: Formula, actions: Mapping[str, EventModel]) -> bool:
    """Whether a formula with actions is bisimulation-invariant: no operator intersects relations or counts worlds."""
    events = [event for name in formula.actions & actions.keys() for event in actions[name].events.values()]
    inside = [formula, *[each for event in events for each in (event.pre, *event.post.values())]]
    parts = [part for each in inside for part in each.subformulas()]
    return not any(isinstance(part, (f.D, f.DB, f.R)) or "degree" in part.data for part in parts)


def isomorphic(one: Pointed, other: Pointed) -> bool:
    """Whether two pointed models are equal up to the names of worlds."""
    sides = []
    for g, w in (one, other):
        numbers = [by for key in ("weights", "ranks") for _, by in sorted(g.graph.get(key, {}).items())]
        sides.append(h := nx.MultiDiGraph(g))
        for v, atoms in g.nodes(data="atoms"):
            h.nodes[v]["kind"] = v == w, frozenset(atoms), [by.get(v) for by in numbers]

    def by(edges: Mapping[Any, Any]) -> set[Any]:
        return {edge["agent"] for edge in edges.values()}

    return bool(nx.is_isomorphic(*sides, lambda v, u: v["kind"] == u["kind"], lambda v, u: by(v) == by(u)))


def alike(one: Pointed, other: Pointed) -> bool:
    """Whether two pointed models are bisimilar, by a bisimulation that also preserves weights and ranks."""
    (g, w), (h, v) = one, other
    sides = [(k, x) for k, m in enumerate((g, h)) for x in m]
    models = g, h
    colour: dict[Any, Any] = {}
    for k, x in sides:
        kinds = [(key, a, by) for key in ("weights", "ranks") for a, by in models[k].graph.get(key, {}).items()]
        numbers = tuple([(key, a, by.get(x)) for key, a, by in kinds])
        colour[k, x] = frozenset(models[k].nodes[x]["atoms"]), numbers
    while True:
        rounds = {
            (k, x): (colour[k, x], frozenset((a, colour[k, y]) for _, y, a in models[k].out_edges(x, data="agent")))
            for k, x in sides
        }
        number = {each: i for i, each in enumerate(dict.fromkeys(rounds.values()))}
        if len(number) == len({*colour.values()}):
            return bool(colour[0, w] == colour[1, v])
        colour = {side: number[each] for side, each in rounds.items()}
