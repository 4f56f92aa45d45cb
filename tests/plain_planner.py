"""Plain planners over the reference semantics: slow, without contraction and without keys, the oracle of plans.

A state is a graph with its set of actual worlds. A goal holds if it holds at each of them. An action is applicable if
some designated event can happen at each; then all such pairs of a world and an event are actual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, product
from typing import Any

import networkx as nx

from kripke.change.event import Event, EventModel
from kripke.change.product import Action
from kripke.semantics import actual, agents, truth, vocabulary


@dataclass(frozen=True)
class Deed:
    """What `Action` is made of; `change` has its events, and a relation for each agent or kind of observation."""

    name: str
    change: EventModel
    by: str | None = None
    sees: Mapping[str, list[tuple[str, str]]] = field(default_factory=dict)
    cost: int = 1
    per_state: bool = False

    @property
    def action(self) -> Action:
        return Action(
            self.name, self.change, by=self.by, sees=self.sees or None, cost=self.cost, per_state=self.per_state
        )


@dataclass(frozen=True)
class Task:
    """A planning problem; the graph is as `KripkeModel.to_networkx` makes it."""

    graph: nx.MultiDiGraph
    deeds: list[Deed]
    goal: str
    turns: bool = False
    consistent: bool = False

    def step(self, g: nx.MultiDiGraph, deed: Deed) -> nx.MultiDiGraph | None:
        """The state after an action; None if it is not applicable. With turns whoever acts considers what is actual."""
        if self.turns and deed.by:
            seen = [views(g)[w][deed.by] for w in actual(g)]
            if not all(seen):
                return None
            g = at(g, frozenset().union(*seen))
        h = after(g, deed)
        return None if h is None or (self.consistent and is_blind(h)) else h

    def after(self, g: nx.MultiDiGraph) -> Iterator[tuple[Deed, nx.MultiDiGraph]]:
        """The actions that are applicable, with the states after them."""
        yield from [(deed, h) for deed in self.deeds if (h := self.step(g, deed)) is not None]


def true_at(g: nx.MultiDiGraph, formula: Any, actions: Any = None) -> bool:
    """Whether a formula holds at all actual worlds."""
    return actual(g) <= truth(g, formula, actions)


def views(g: nx.MultiDiGraph) -> dict[Any, dict[Any, frozenset[Any]]]:
    """What each agent considers possible at each world, and with ranks also what of it is at most as implausible."""
    if "views" not in g.graph:
        seen: dict[Any, dict[Any, Any]] = {w: {a: set() for a in agents(g)} for w in g}
        for w, v, a in g.edges(data="agent"):
            seen[w][a].add(v)
        for a, rank in g.graph.get("ranks", {}).items():
            for w in g:
                seen[w][a, "at most"] = {v for v in seen[w][a] if rank[v] <= rank[w]}
        g.graph["views"] = {w: {a: frozenset(each) for a, each in by.items()} for w, by in seen.items()}
    return g.graph["views"]


def is_blind(g: nx.MultiDiGraph) -> bool:
    """Whether some agent considers nothing possible at some world."""
    return any(not views(g)[w][a] for w in g for a in agents(g))


def kinds(g: nx.MultiDiGraph, deed: Deed, agent: str) -> dict[Any, str]:
    """By which relation an agent observes at each world: the first condition that holds, there or everywhere."""
    if agent not in deed.sees:
        return dict.fromkeys(g, agent)
    where = [(truth(g, condition), kind) for condition, kind in deed.sees[agent]]
    return {w: next(k for yes, k in where if (actual(g) if deed.per_state else {w}) <= yes) for w in g}


def after(g: nx.MultiDiGraph, deed: Deed) -> nx.MultiDiGraph | None:
    """The state after an action, as far as it can be reached from the actual worlds; None if it is not applicable."""
    events = deed.change.events
    pre = {e: truth(g, event.pre) for e, event in events.items()}
    here = [(w, e) for w in sorted(actual(g)) for e in deed.change.designated if w in pre[e]]
    if {w for w, _ in here} != actual(g):
        return None
    post = {e: {p: truth(g, to) for p, to in event.post.items()} for e, event in events.items()}
    names = {a: kinds(g, deed, a) for a in agents(g)}
    numbers = {pair: number for number, pair in enumerate(here)}
    made = nx.MultiDiGraph(agents=agents(g), vocabulary=vocabulary(g), actual=frozenset(numbers.values()))
    for w, e in here:  # grows
        atoms = {*g.nodes[w]["atoms"]} - {*post[e]} | {p for p, where in post[e].items() if w in where}
        made.add_node(numbers[w, e], atoms=atoms)
        for a in agents(g):
            for pair in [(v, d) for d in deed.change.seen(names[a][w], e) for v in sorted(views(g)[w][a] & pre[d])]:
                if pair not in numbers:
                    numbers[pair] = len(here)
                    here.append(pair)
                made.add_edge(numbers[w, e], numbers[pair], agent=a)
    made.graph["ranks"] = {}
    for a, rank in g.graph.get("ranks", {}).items():  # that of the event decides, then that of the world
        order = sorted({(deed.change.rank(a, e), rank[w]) for w, e in here})
        made.graph["ranks"][a] = {numbers[w, e]: order.index((deed.change.rank(a, e), rank[w])) for w, e in here}
    made.graph["threshold"], made.graph["weights"] = g.graph.get("threshold", {}), {}
    for a, weight in g.graph.get("weights", {}).items():
        made.graph["weights"][a] = {numbers[w, e]: weight[w] for w, e in here if w in weight}
    return made


def spelled_out(deed: Deed, everyone: tuple[str, ...]) -> EventModel:
    """The same action, read per world, without `sees`: an event for each event and kind of each agent.

    It happens where the event can happen and the conditions of these kinds decide.
    """
    choices = {a: deed.sees.get(a, [("true", a)]) for a in everyone}
    events, names = {}, {}
    for e, event in deed.change.events.items():
        for chosen in product(*[range(len(choices[a])) for a in everyone]):
            pre = event.pre
            for a, number in zip(everyone, chosen, strict=True):
                for condition, _ in choices[a][:number]:
                    pre = pre & Event(f"~({condition})").pre
                pre = pre & Event(choices[a][number][0]).pre
            events[name := f"{e} {chosen}"] = Event(pre, event.post)
            names[name] = e, dict(zip(everyone, chosen, strict=True))
    relations = {
        a: [
            (one, other)
            for one, (e, chosen) in names.items()
            for other, (d, _) in names.items()
            if d in deed.change.seen(choices[a][chosen[a]][1], e)
        ]
        for a in everyone
    }
    return EventModel(events, relations, [name for name, (e, _) in names.items() if e in deed.change.designated])


def kinds_of_worlds(*graphs: nx.MultiDiGraph) -> Iterator[list[dict[Any, int]]]:
    """Rounds of telling worlds apart: by facts, then by what agents consider possible; the last is bisimulation."""
    known: list[dict[Any, Any]] = [{w: frozenset(atoms) for w, atoms in g.nodes(data="atoms")} for g in graphs]
    before = 0
    while len(number := {each: k for k, each in enumerate({c for one in known for c in one.values()})}) > before:
        before = len(number)
        rounds = [{w: number[c] for w, c in one.items()} for one in known]
        yield rounds
        known = [
            {w: (kind[w], *[frozenset(kind[v] for v in seen) for seen in views(g)[w].values()]) for w in g}
            for g, kind in zip(graphs, rounds, strict=True)
        ]


def thoughts(agent: str, *graphs: nx.MultiDiGraph) -> list[dict[Any, frozenset[int]]]:
    """For each actual world the kinds of worlds that the agent considers possible."""
    *_, kinds_in = kinds_of_worlds(*graphs)
    return [
        {w: frozenset(kind[v] for v in views(g)[w][agent]) for w in sorted(actual(g))}
        for g, kind in zip(graphs, kinds_in, strict=True)
    ]


def bisimilar(g: nx.MultiDiGraph, h: nx.MultiDiGraph) -> bool:
    """Whether two states are bisimilar: each actual world of one to some actual world of the other, both ways."""
    return all({one[w] for w in actual(g)} == {other[w] for w in actual(h)} for one, other in kinds_of_worlds(g, h))


def least_cost(task: Task, budget: int, limit: int) -> tuple[int | None, int | None]:
    """The least cost of a plan, and below which cost there is none, both None if unknown; all sequences are tried.

    `budget`: number of states; `limit`: number of worlds of all of them.
    """
    order, worlds = count(), 0
    waiting: list[tuple[int, int, nx.MultiDiGraph]] = [(0, next(order), task.graph)]
    while waiting:
        cost, _, g = heappop(waiting)
        if true_at(g, task.goal):
            return cost, cost
        budget, worlds = budget - 1, worlds + len(g)
        if budget < 0 or worlds > limit:
            return None, cost
        for deed, h in task.after(g):
            heappush(waiting, (cost + deed.cost, next(order), h))
    return None, None


def reachable(task: Task, most: int, worlds: int, cut: bool = False) -> list[nx.MultiDiGraph] | None:
    """All states that actions lead to, each compared to each; None if there are too many, or one is too large.

    `cut`: then those that were found until then.
    """
    found, place = [task.graph], 0
    while place < len(found):
        for _, h in task.after(found[place]):
            if not any(bisimilar(g, h) for g in found):
                if len(found) == most or len(h) > worlds:
                    return found if cut else None
                found.append(h)
        place += 1
    return found


def run(task: Task, names: list[str]) -> nx.MultiDiGraph:
    """The state after a plan; each of its actions is applicable in turn."""
    g, deeds = task.graph, {deed.name: deed for deed in task.deeds}
    for name in names:
        g = task.step(g, deeds[name])
        assert g is not None, f"{name} is not applicable in {names}"
    return g


def coordinated(task: Task, names: list[str]) -> bool:
    """Whether each acting agent knows at their turn that the rest of the plan works, by one formula.

    An agent who considers nothing possible knows everything, and no plan: so the formula says that they do not.
    """
    deeds = {deed.name: deed for deed in task.deeds}
    models = {name: spelled_out(deed, agents(task.graph)) for name, deed in deeds.items()}
    said = f"({task.goal})"
    for name in reversed(names):
        said = f"(M_{deeds[name].by} true & K_{deeds[name].by} (<@{name}> true & [@{name}] {said}))"
    return true_at(task.graph, said, models)


def coordinated_cost(task: Task, most: int) -> int | None:
    """The least cost, up to `most`, of a sequence of actions that is an implicitly coordinated plan."""
    order = count()
    waiting: list[tuple[int, int, list[str]]] = [(0, next(order), [])]
    while waiting:
        cost, _, names = heappop(waiting)
        if coordinated(task, names):
            return cost
        for deed in task.deeds:
            if cost + deed.cost <= most:
                heappush(waiting, (cost + deed.cost, next(order), [*names, deed.name]))
    return None


def branches(g: nx.MultiDiGraph, agent: str | None) -> list[nx.MultiDiGraph]:
    """The state, once for each set of actual worlds that the agent cannot tell apart; without an agent the state."""
    if agent is None:
        return [g]
    (thought,) = thoughts(agent, g)
    return [at(g, [w for w in thought if thought[w] == each]) for each in dict.fromkeys(thought.values())]


def at(g: nx.MultiDiGraph, worlds: Iterable[Any]) -> nx.MultiDiGraph:
    """The state with other actual worlds."""
    part = g.copy()
    part.graph["actual"] = frozenset(worlds)
    return part


def told_apart(g: nx.MultiDiGraph, h: nx.MultiDiGraph, agent: str) -> bool:
    """Whether the agent thinks otherwise at each actual world of one state than at each of the other."""
    one, other = thoughts(agent, g, h)
    return not {*one.values()} & {*other.values()}


class TooFar(Exception):
    """The search for a policy takes too long."""


def policy_cost(task: Task, most: int, budget: int) -> int | None:
    """The least cost in the worst case of a policy, up to `most`; None if there is none up to it.

    All trees are tried. Bisimilar states have the same action, so a branch with a state twice is a loop. With turns
    each actual world is a state.
    """
    steps = count()

    def split(g: nx.MultiDiGraph, agent: str | None) -> list[nx.MultiDiGraph]:
        return [at(g, [w]) for w in actual(g)] if task.turns else branches(g, agent)

    def possible(
        bound: int, chosen: list[tuple[nx.MultiDiGraph, Deed]], waiting: list[tuple[nx.MultiDiGraph, int, list[Any]]]
    ) -> bool:
        if not waiting:
            return True
        (g, cost, path), *others = waiting
        if true_at(g, task.goal):
            return possible(bound, chosen, others)
        if any(bisimilar(g, h) for h in path):
            return False
        for deed in task.deeds:
            if next(steps) > budget:
                raise TooFar
            if cost + deed.cost > bound or not _uniform(g, deed, chosen) or (h := task.step(g, deed)) is None:
                continue
            more = [(part, cost + deed.cost, [*path, g]) for part in split(h, deed.by)]
            if possible(bound, [*chosen, (g, deed)], more + others):
                return True
        return False

    starts = [(g, 0, list[Any]()) for g in split(task.graph, None)]
    return next((bound for bound in range(most + 1) if possible(bound, [], starts)), None)


def _uniform(g: nx.MultiDiGraph, deed: Deed, chosen: list[tuple[nx.MultiDiGraph, Deed]]) -> bool:
    """Whether no agent who acts would have to tell apart what they cannot."""
    return all(
        other.name == deed.name
        or (
            (told_apart(g, h, deed.by) if deed.by else True)
            and (told_apart(g, h, other.by) if other.by else True)
            and not bisimilar(g, h)
        )
        for h, other in chosen
    )
