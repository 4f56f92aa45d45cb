"""Checks of plans in the reference semantics `kripke.semantics`, which shares no code with search and engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx

from kripke import semantics as reference
from kripke.change.actions.evidence import Upgrade
from kripke.change.event import EventModel
from kripke.change.observers import Observed
from kripke.change.product import Action, extend_vocabulary
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.data.naming import name_text
from kripke.data.wording import brief
from kripke.data.worlds import World
from kripke.models.functions import require_actual
from kripke.models.kripke_model import KripkeModel
from kripke.plan.estimates import conjuncts
from kripke.plan.question import Question
from kripke.plan.tree import Branch, Node
from logic.errors import did_you_mean, few, naming, shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.model_graphs import Graph
    from kripke.semantics import Worlds

    Acted = tuple[Graph, str, str | None]  # the model before an action, the action's name, and the agent who acts


@dataclass(frozen=True)
class Checked:
    """The result of a check in the reference semantics; truthy if the actions lead to the goal.

    Parameters
    ----------
    step : int or None
        The number of the step that fails, 0 for the model at the start; None if no single step fails.
    reason : str
        Why the actions fail; empty if they do not.
    view : str
        How the actions were checked: from the actual worlds, or as the acting agents see them.
    """

    step: int | None = None
    reason: str = ""
    view: str = "from the actual worlds"

    def __bool__(self) -> bool:
        return not self.reason


def check(question: Question, done: Sequence[str] | Node) -> Checked:
    """Check actions, given by their names, or a policy; the result says where they first fail."""
    tree, acting = Node(None, None, (), None), list[Any]()
    for name in () if isinstance(done, Node) else reversed(done):
        tree = Node(name, None, (Branch(None, (), tree),), None)
    structure = extend_vocabulary(question.model._listed(), question.actions)
    require_actual(structure.actuals)
    start = _generated(KripkeModel.of(structure).to_networkx())
    step, reason = _failure(question, start, done if isinstance(done, Node) else tree, acting)
    if isinstance(done, Node) and acting and not reason:
        graphs, names, agents = zip(*acting, strict=True)
        if confused := _confused(graphs, agents, names):
            reason = f"{confused[0]} and {confused[1]}: who acts cannot tell where to do which"
    return Checked(step, reason, question.view)


def _failure(
    question: Question,
    graph: Graph,
    node: Node,
    acting: list[Acted],
    depth: int = 0,
    number: int = 0,
    place: str = "at the start",
) -> tuple[int | None, str]:
    """The step that fails (None for the goal) and the reason, which is empty if nothing fails.

    `graph` is the model after `number` steps, at `node`; the names of its worlds come from `depth` updates. `place` is
    the phrase for this moment in reasons. The actions are appended to `acting`.
    """
    while True:
        if blind := _blind(graph, depth) if question.consistent else "":
            return number, f"{place} {blind}"
        here, name = reference.actual(graph), node.action
        if name is None and not node.branches:
            fails = here - reference.truth(graph, question.goal)
            if not fails:
                return None, ""
            world = min(fails, key=lambda each: _text(each, depth))
            which = f": {_lacking(graph, question.goal, world)}" if len([*conjuncts(question.goal)]) > 1 else ""
            return None, f"after the last step the goal fails at {_text(world, depth)}{which}"
        if name is not None:
            number += 1
            graph, depth, lacks = _step(question, graph, name, acting, depth, number)
            if lacks:
                return number, f"step {number}: {lacks}"
            here, place = reference.actual(graph), f"after step {number}, {name},"
        if len(node.branches) > 1:
            break
        (node,) = [branch.then for branch in node.branches]
    whens = [each.when for each in node.branches if each.when is not None]
    if len(whens) < len(node.branches):
        lacks = "a policy whose branches have no formulas cannot be checked by the reference semantics"
        raise UnsupportedByEngine(lacks)
    parts = [here & reference.truth(graph, when) for when in whens]
    if sum(map(len, parts)) != len(here) or here.difference(*parts):
        return number, f"{place} the branches do not cover each case once"
    pointed = [_pointed(graph, part) for part in parts]
    if not question.turns and (node.by is None or _confused(pointed, [node.by] * len(parts), range(len(parts)))):
        return number, f"{place} {node.by or 'nobody'} cannot tell the branches apart"
    further = zip(pointed, node.branches, strict=True)
    tried = (_failure(question, part, branch.then, acting, depth, number, place) for part, branch in further)
    return next((failure for failure in tried if failure[1]), (None, ""))


def _step(
    question: Question, graph: Graph, name: str, acting: list[Acted], depth: int, number: int
) -> tuple[Graph, int, str]:
    """The graph after an action, how many updates its worlds' names are from, and why the action cannot happen, or "".

    The graph before the action, the action's name and its agent are appended to `acting`.
    """
    if name not in question.actions:
        hint = did_you_mean(name, question.actions)
        raise ModelError(f"step {number}: there is no action '{shorten(name)}'{hint}")
    action, here = question.actions[name], reference.actual(graph)
    acting.append((graph, name, action.by))
    if turn := question.turns and action.by:  # the worlds that the agent considers possible
        seen = [reference.see(graph, turn, world) for world in here]
        here = frozenset[World]().union(*seen) if all(seen) else frozenset()
    graph = _pointed(graph, here)
    with naming(f"step {number}, {name}"):
        after, happened = _after(graph, action)
    if not here:
        return graph, depth, f"{turn} considers no world possible, and so has no turn"
    if missed := here - {world for world, _ in happened}:
        world = min(missed, key=lambda each: _text(each, depth))
        at = _text(world, depth) + (f", which {turn} considers possible" if turn else "")
        needs = [_lacking(graph, formula, world) for _, formula in action.needs]
        return graph, depth, f"{name} cannot happen at {at}{f': {few(needs)}' if needs else ''}"
    after = _generated(_pointed(after, frozenset(pair for _, pair in happened)))
    return after, depth + all(world != pair for world, pair in happened), ""


def _lacking(graph: Graph, formula: Formula, world: World) -> str:
    """List the parts of a formula that are false at a world, in words."""
    parts = [brief(part) for part in conjuncts(formula) if world not in reference.truth(graph, part)]
    return f"{few(parts, 'and')} {'is' if len(parts) == 1 else 'are'} false there"


def _pointed(graph: Graph, here: Worlds) -> Graph:
    after = graph.copy()
    after.graph["actual"] = here
    return after


def _confused(graphs: Sequence[Graph], agents: Sequence[str | None], names: Sequence[Any]) -> tuple[Any, Any] | None:
    """Find two positions with different names that an acting agent cannot distinguish; return the names, or None.

    A position is a point of the plan where an agent acts, or where a branch begins. `graphs`, `agents` and `names` have
    an entry for each position: its model, the agent who acts there, and the name of the action or of the branch.
    """
    whole = nx.MultiDiGraph(weights={}, ranks={})
    for number, graph in enumerate(graphs):
        whole.add_nodes_from([((number, w), atoms) for w, atoms in graph.nodes(data=True)])
        whole.add_edges_from([((number, w), (number, v), by) for w, v, by in graph.edges(data=True)])
        for key in ("agents", "vocabulary", "threshold"):
            whole.graph[key] = graph.graph.get(key)
        for key in ("weights", "ranks"):
            for agent, by in graph.graph.get(key, {}).items():
                whole.graph[key].setdefault(agent, {}).update({(number, w): each for w, each in by.items()})
    kind = {world: block for block in reference.kinds(whole) for world in block}

    def views(number: int, agent: str) -> set[Any]:
        """The agent's view at each actual world of a position: the bisimulation classes considered possible."""
        here = [(number, world) for world in reference.actual(graphs[number])]
        return {frozenset(kind[v] for v in reference.see(whole, agent, w)) for w in here}

    for one, other in combinations(range(len(graphs)), 2):
        if names[one] != names[other] and any(
            views(one, agent) & views(other, agent) for agent in (agents[one], agents[other]) if agent is not None
        ):
            return names[one], names[other]
    return None


def _after(graph: Graph, action: Action) -> tuple[Graph, list[tuple[World, World]]]:
    """The graph after an action, and pairs of an actual world before it and an actual world after it."""
    change, here = action.change, reference.actual(graph)
    if isinstance(change, Upgrade) and change.agents is None:
        after = reference.upgraded(graph, reference.truth(graph, change.formula), change.best_only)
        return after, [(world, world) for world in here]
    try:
        if isinstance(change, Observed) and change.per_state:
            model = _at_state(change, graph)
        else:
            model = action.events_for(reference.agents(graph))
    except ModelError as error:
        raise UnsupportedByEngine(f"the reference semantics does not have it: {error.message}") from None
    after = reference.product(graph, model)
    return after, [(pair[0], pair) for pair in after if pair[0] in here and pair[1] in model.designated]


def _at_state(change: Observed, graph: Graph) -> EventModel:
    """The event model with each agent's observation fixed by the first condition that holds at all actual worlds."""
    here, kinds = reference.actual(graph), {}
    for agent, listed in change.sees.items():
        kinds[agent] = next((kind for when, kind in listed if here <= reference.truth(graph, when)), None)
        if kinds[agent] is None:
            raise change.unseen(agent, "all actual worlds")
    base, agents = change.events, reference.agents(graph)
    pairs = {a: [(one, two) for one in base.events for two in base.seen(kinds.get(a) or a, one)] for a in agents}
    return EventModel(base.events, pairs, base.designated)


def _generated(graph: Graph) -> Graph:
    """The subgraph of the worlds that can be reached from the actual worlds."""
    here = reference.actual(graph)
    reached = here.union(*[nx.descendants(graph, world) for world in here])
    return reference.restricted(graph, reached) if reference.agents(graph) else graph


def _blind(graph: Graph, depth: int) -> str:
    """A message with an agent who considers no world possible, and the world; empty if there is none."""
    alone = [(a, w) for w in graph for a in reference.agents(graph) if not reference.see(graph, a, w)]
    return next((f"{agent} considers no world possible at {_text(world, depth)}" for agent, world in alone), "")


def _text(world: Any, depth: int) -> str:
    """The name of a world after `depth` updates: the original world's name, and the names of the events."""
    events: list[str] = []
    for _ in range(depth):
        world, event = world
        events.append(event)
    return "·".join([name_text(world), *reversed(events)])
