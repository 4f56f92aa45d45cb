"""Reference semantics: the truth clauses of textbooks on a `networkx.MultiDiGraph`, as an oracle for tests.

A node is a world, and its attribute `atoms` is the set of atoms that are true there. An edge leads to a world that the
agent in its attribute `agent` considers possible. The graph's attributes `actual`, `agents`, `vocabulary`, `weights`,
`threshold` and `ranks` are those of `KripkeModel.to_networkx`; `next`, `first` and `fair` are those of
`System.to_networkx`. This module is readable and slow, and shares no code with the engines.

van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4:
definition 2.6 (knowledge), 2.30 (group knowledge), 4.7 (public announcement); conditional, safe and strong belief after
Baltag and Smets (2008), "A qualitative theory of dynamic interactive belief revision", section 2; programs after Harel,
Kozen and Tiuryn, *Dynamic Logic* (MIT Press 2000), section 5.2; graded and threshold belief as in
docs/reference/notation.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from itertools import product as product_of
from typing import Any

import networkx as nx

from kripke.change.event import EventModel
from kripke.change.product import Actions, named_actions
from kripke.data.errors import ModelError, UnknownAction, nameless_agent, unknown_agent, unknown_atom, unknown_world
from kripke.model_graphs import Graph, Pointed, Transition, arrows, require_model, transition
from logic import clauses as f
from logic.errors import TooLarge, did_you_mean, shorten
from logic.exact import Number, share
from logic.formula import NAMELESS, Formula, Group, agents_of
from logic.parser import parse
from logic.programs import Program, folded
from logic.shared import dual_over, named, replace

Worlds = frozenset[Any]
Pairs = frozenset[tuple[Any, Any]]


def truth(
    graph: Graph,
    formula: Formula | str,
    actions: Actions | None = None,
    pooled: Iterable[str] = (),
) -> Worlds:
    """Return the nodes of a graph where a formula holds, by the truth clauses of textbooks.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The model, as from `KripkeModel.to_networkx`; nodes need the attribute `atoms`, edges the attribute `agent`.
    formula : Formula or str
        The formula, parsed if it is a string.
    actions : mapping of str to EventModel, or list of Action, optional
        The actions that the formula names, which must have event models.
    pooled : iterable of str
        The agents whose knowledge has been pooled; their beliefs are undefined if they have weights or ranks.

    Raises
    ------
    ModelError
        If the graph is not a directed multigraph, a node or an edge lacks its attribute, an operator needs a graph with
        other attributes (temporal operators need `next`, for example), or beliefs are undefined (see `pooled`).
    UnknownAgent, UnknownAtom, UnknownAction
        If the formula has an agent, an atom or an action that the graph or `actions` does not have.
    TooLarge
        If the formula is nested too deeply (the clauses are recursive, and exponential in the nesting of announcements)
        or a repetition of actions leads to over 100 models.

    Examples
    --------
    >>> import networkx as nx
    >>> from whoknows.reference import truth
    >>> g = nx.MultiDiGraph([(x, y, {"agent": "a"}) for x in "wv" for y in "wv"])
    >>> _ = g.add_edges_from([(x, x, {"agent": "b"}) for x in "wv"])
    >>> nx.set_node_attributes(g, {"w": {"p"}, "v": set()}, "atoms")
    >>> sorted(truth(g, "Kw_b p & ~Kw_a p")), truth(g, "<p> K_a p")
    (['v', 'w'], frozenset({'w'}))
    """
    require_model(graph)
    phi = parse(formula)
    graph = lasting(graph)
    if was := past(phi):
        if any("degree" in part.data for part in phi.subformulas()):
            raise ModelError(f"{phi}: beside operators of the past, degrees of belief count each past of a world")
        over, without = remembering(graph, phi)
        fails = frozenset(over) - truth(over, without, actions)
        for _ in was:
            fails = frozenset(w for w, _ in fails)
        return frozenset(graph) - fails
    if len(agents(graph)) == 1:  # the nameless agent of []p and K p is this one
        phi = named(phi, *agents(graph))
    try:
        given = named_actions({} if actions is None else actions)
        models = {name: action.events_for(agents(graph)) for name, action in given.items()}
        return _truth(graph, phi, models, frozenset(pooled))
    except RecursionError:
        raise TooLarge("the formula is nested too deeply for the reference semantics; ask a KripkeModel") from None


OF_BELIEF = (
    *(f.B, f.CB, f.DB, f.BAtLeast, f.CBAtLeast, f.BGiven, f.Bsafe, f.Bstrong),
    *(f.RadicalUpgrade, f.ConservativeUpgrade, f.Act, f.ActRun, f.ActStar),
)
"""The operators that use or change weights and ranks."""


def _truth(g: Graph, formula: Formula, actions: Mapping[str, EventModel], pooled: frozenset[str]) -> Worlds:
    def t(phi: Formula, after: Graph = g, pooled: frozenset[str] = pooled) -> Worlds:
        return _truth(after, phi, actions, pooled)

    worlds = frozenset(g)
    if isinstance(formula, OF_BELIEF):
        believers = pooled.intersection(agents_of(formula) or agents(g))
        if any(a in g.graph.get(key, ()) for a in believers for key in ("weights", "ranks")):
            raise ModelError("beliefs are undefined after the group has pooled what it knows")
    match formula:
        case f.Top():
            return worlds
        case f.Bottom():
            return frozenset()
        case f.Atom(p):
            if p not in (known := vocabulary(g)):
                raise unknown_atom(p, known, agents=agents(g), worlds=worlds)
            return frozenset(w for w, atoms in g.nodes(data="atoms") if p in atoms)
        case f.Not(phi):
            return worlds - t(phi)
        case f.And(phi, psi):
            return t(phi) & t(psi)
        case f.Or(phi, psi):
            return t(phi) | t(psi)
        case f.Xor(phi, psi):
            return t(phi) ^ t(psi)
        case f.Implies(phi, psi):
            return (worlds - t(phi)) | t(psi)
        case f.Iff(phi, psi):
            yes, also = t(phi), t(psi)
            return frozenset(w for w in worlds if (w in yes) == (w in also))
        case f.K(a, phi):
            return box(g, relation(g, a), t(phi))
        case f.Box(phi):
            return t(f.K(NAMELESS, phi))
        case f.Diamond(phi):
            return t(f.M(NAMELESS, phi))
        case f.M(a, phi):
            return worlds - box(g, relation(g, a), worlds - t(phi))
        case f.Kw(a, phi):
            return t(f.Or(f.K(a, phi), f.K(a, f.Not(phi))))
        case f.Kv(a, x):
            if not (values := [p for p in vocabulary(g) if p.startswith(x + "=")]):
                raise unknown_atom(f"{x}=...", vocabulary(g), str(formula))
            return frozenset(w for p in values for w in t(f.K(a, f.Atom(p))))
        case f.E(group, phi):
            inside = t(phi)
            return worlds.intersection(*[box(g, relation(g, a), inside) for a in members(g, group)])
        case f.EIterated(group, times, phi):
            inside = t(phi)
            for _ in range(times):
                inside = worlds.intersection(*[box(g, relation(g, a), inside) for a in members(g, group)])
            return inside
        case f.C(group, phi):
            return always(g, [relation(g, a) for a in members(g, group)], t(phi))
        case f.D(group, phi):
            return box(g, joint(g, group), t(phi))
        case f.B(a, phi):
            return believed(g, a, worlds, t(phi))
        case f.EB(group, phi):
            t(phi)  # unknown names are errors, also where there are no agents
            return worlds.intersection(*[t(f.B(a, phi)) for a in members(g, group)])
        case f.CB(group, phi):
            return always(g, [belief(g, a) for a in members(g, group)], t(phi))
        case f.DB(group, phi):
            pairs = (frozenset((w, v) for w in g for v in g), *[belief(g, a) for a in members(g, group)])
            return box(g, frozenset.intersection(*pairs), t(phi))
        case f.EBAtLeast(group, r, phi):
            t(phi)
            return worlds.intersection(*[t(f.BAtLeast(a, r, phi)) for a in members(g, group)])
        case f.CBAtLeast(group, r, phi):
            inside, common = t(phi), worlds
            while common != (then := to_degree(g, group, r, inside) & to_degree(g, group, r, common)):
                common = then
            return common
        case f.BGiven(a, psi, phi):
            return believed(g, a, t(psi), t(phi))
        case f.BAtLeast(a, r, phi):
            inside = t(phi)
            return frozenset(w for w in worlds if degree(g, a, w, inside) >= share(r))
        case f.Bsafe(a, phi):
            inside = t(phi)
            return frozenset(
                w for w in worlds if all(v in inside for v in see(g, a, w) if rank(g, a, v) <= rank(g, a, w))
            )
        case f.Bstrong(a, phi):
            inside = t(phi)
            return frozenset(w for w in worlds if strongly(g, a, see(g, a, w), inside))
        case f.Announce(phi, psi, None):
            yes = t(phi)
            return (worlds - yes) | t(psi, restricted(g, yes))
        case f.AnnounceDual(phi, psi, None):
            yes = t(phi)
            return yes & t(psi, restricted(g, yes))
        case f.Announce(phi, psi, group):
            return t(f.Implies(phi, f.AnnounceWhether(phi, psi, group)))
        case f.AnnounceDual(phi, psi, group):
            return t(f.And(phi, f.AnnounceWhether(phi, psi, group)))
        case f.AnnounceWhether(phi, psi, group):
            return t(psi, refined(g, t(phi), group))
        case f.RadicalUpgrade(phi, psi) | f.ConservativeUpgrade(phi, psi):
            return t(psi, upgraded(g, t(phi), isinstance(formula, f.ConservativeUpgrade)), frozenset())
        case f.R(group, phi):
            return t(phi, resolved(g, group), pooled | members(g, group))
        case f.Run(program, tests, phi):
            return box(g, runs(g, program, [t(test) for test in tests]), t(phi))
        case f.Act(name, phi):
            model = of_action(name, actions)
            after = product(g, model)
            inside = t(phi, after, frozenset())
            return worlds - frozenset(w for w, e in after if e in model.designated and (w, e) not in inside)
        case f.ActRun(_, tests, phi) | f.ActStar(_, tests, phi):
            ends = transition(formula, actions, lambda n, h, w: w in t(tests[n], h), happening)
            return frozenset(w for w in worlds if all(v in t(phi, h, frozenset()) for h, v in ends((g, w))))
        case f.AnnounceAnyDual(group, phi):
            every = unions(kinds(g)) if group is None else joint_announcements(g, group)
            return frozenset(w for said in every for w in said & t(phi, restricted(g, said)))
        case f.AnnounceCoalitionDual(group, phi):
            mine, theirs = joint_announcements(g, group), joint_announcements(g, {*agents(g)} - members(g, group))
            after = {both: t(phi, restricted(g, both)) for both in {said & reply for said in mine for reply in theirs}}
            return frozenset(
                w for said in mine for w in said if all(w in after[said & reply] for reply in theirs if w in reply)
            )
        case f.RunDual() | f.ActDual() | f.ActRunDual() | f.ActStarDual() | f.AnnounceAny() | f.AnnounceCoalition():
            *before, phi = formula.children
            return worlds - t(dual_over(formula, [*before, f.Not(phi)]))
        case f.EX(phi):
            inside = t(phi)
            return frozenset(w for w, v in time(g, formula) if v in inside)
        case f.EU(phi, psi):
            steps, inside, extension = time(g, formula), t(phi), t(psi)
            while more := {w for w, v in steps if v in extension and w in inside} - extension:
                extension |= more
            return extension
        case f.EG(phi):
            return endless(g, time(g, formula), t(phi))
        case f.EF(phi):
            return t(f.EU(f.Top(), phi))
        case f.AU(phi, psi):
            no = f.Not(psi)
            return t(f.Not(f.Or(f.EU(no, f.And(f.Not(phi), no)), f.EG(no))))
        case f.AX() | f.AF() | f.AG():
            return worlds - t(dual_over(formula, [f.Not(formula.sub)]))
        case f.Y() | f.O() | f.H():
            time(g, formula)
            raise AssertionError("`truth` has replaced what was")
    raise TypeError(f"no clause for {type(formula).__name__}")


def kinds(g: Graph) -> set[Worlds]:
    """Return the classes of the largest bisimulation that also respects weights and the order of ranks."""
    blocks: set[Worlds] = set()
    known: dict[Any, Any] = {w: frozenset(atoms) for w, atoms in g.nodes(data="atoms")}
    while len({*known.values()}) > len(blocks):
        blocks = {frozenset(v for v in g if known[v] == known[w]) for w in g}
        inside = {w: block for block in blocks for w in block}
        known = {w: (inside[w], *[_thoughts(g, a, w, blocks) for a in agents(g)]) for w in g}
    return blocks


def _thoughts(g: Graph, agent: str, world: Any, blocks: set[Worlds]) -> frozenset[Any]:
    """Return a value that is equal at two worlds if the agent has the same attitudes to all blocks there."""
    seen = see(g, agent, world)
    pairs = [(one, other) for one in blocks for other in blocks if one & seen and other & seen]
    order = {(one, other) for one, other in pairs if best(g, agent, seen & (one | other)) <= one}
    shares = {(block, degree(g, agent, world, block)) for block in blocks if agent in g.graph.get("weights", ())}
    safe = {v for v in seen if rank(g, agent, v) <= rank(g, agent, world)}
    return frozenset([*order, *shares, *[(b,) for b in blocks if b & safe], *[b for b in blocks if b & seen]])


def unions(parts: Collection[Worlds]) -> Iterator[Worlds]:
    """Return every union of some of the given sets of worlds, including the empty union."""
    return (frozenset().union(*some) for n in range(len(parts) + 1) for some in combinations(parts, n))


def joint_announcements(g: Graph, group: Group) -> set[Worlds]:
    """Return a group's joint announcements: intersections of extensions of formulas ``K_a f``, one for each agent a."""
    each = [{box(g, relation(g, a), said) for said in unions(kinds(g))} for a in members(g, group)]
    return {frozenset(g).intersection(*said) for said in product_of(*each)}


def relation(g: Graph, agent: str) -> Pairs:
    """Return the agent's accessibility relation, as pairs of worlds."""
    members(g, frozenset({agent}))
    return frozenset((w, v) for w, v, by in arrows(g) if by == agent)


def see(g: Graph, agent: str, world: Any) -> Worlds:
    """Return the worlds that the agent considers possible at a world."""
    members(g, frozenset({agent}))
    if world not in g:
        raise unknown_world(world, list(g))
    return frozenset(v for _, v, by in g.out_edges(world, data="agent") if by == agent)


def joint(g: Graph, group: Group) -> Pairs:
    """Return the intersection of the group's relations."""
    return frozenset((w, v) for w in g for v in g).intersection(*[relation(g, a) for a in members(g, group)])


def box(g: Graph, pairs: Iterable[tuple[Any, Any]], inside: Worlds) -> Worlds:
    """Return the worlds whose successors are all in `inside`."""
    return frozenset(g).difference(w for w, v in pairs if v not in inside)


def always(g: Graph, relations: Iterable[Pairs], inside: Worlds) -> Worlds:
    """Return the worlds from which each path of one or more steps along the relations ends in `inside`."""
    union = nx.DiGraph(pair for pairs in relations for pair in pairs)
    union.add_nodes_from(g)
    fails = frozenset(g) - inside
    leads_there = fails.union(*[nx.ancestors(union, v) for v in fails])
    return box(g, union.edges, frozenset(g) - leads_there)


def runs(g: Graph, program: Program, tests: Sequence[Worlds]) -> Pairs:
    """Return the pairs (w, v) such that a run of the program leads from w to v; `tests` are its tests' extensions."""

    def composed(one: Pairs, other: Pairs) -> Pairs:
        after = {w: [v for u, v in other if u == w] for w in g}
        return frozenset((w, v) for w, u in one for v in after[u])

    def repeated(pairs: Pairs) -> Pairs:
        graph = nx.DiGraph(pairs)
        graph.add_nodes_from(g)
        return frozenset((w, v) for w in g for v in {w, *nx.descendants(graph, w)})

    return folded(
        program,
        lambda word, n: frozenset((w, w) for w in tests[n]) if word == "?" else relation(g, word),
        lambda word, one, other: composed(one, other) if word == ";" else one | other,
        repeated,
    )


def time(g: Graph, formula: Formula) -> Pairs:
    """Return the temporal successor relation, from the graph's attribute `next`; errors mention the formula."""
    if "next" not in g.graph:
        raise ModelError(f"{shorten(str(formula))}: the graph has no time: no attribute 'next'")
    return frozenset((w, v) for w, v in g.graph["next"] if w in g and v in g)


def endless(g: Graph, steps: Pairs, inside: Worlds) -> Worlds:
    """Return the worlds from which an infinite path stays in `inside` and visits each fair set infinitely often.

    The fair sets are in the graph's attribute `fair`. The result is the greatest set X of worlds in `inside` from which
    one or more steps within `inside` lead to a world of X in each fair set.
    """
    paths = nx.DiGraph((w, v) for w, v in steps if w in inside and v in inside)
    paths.add_nodes_from(inside)
    after = {w: {u for v in paths.successors(w) for u in (v, *nx.descendants(paths, v))} for w in inside}
    fair, left = [frozenset(g), *g.graph.get("fair", ())], inside
    while left != (then := frozenset(w for w in left if all(after[w] & left & each for each in fair))):
        left = then
    return left


def lasting(g: Graph) -> Graph:
    """Return the graph restricted to worlds with a path that visits each fair set infinitely often (see `endless`).

    The graph is unchanged if it has no fair sets.
    """
    fair = g.graph.get("fair")
    return g.subgraph(endless(g, time(g, f.Top()), frozenset(g))) if fair else g


def past(formula: Formula) -> list[Any]:
    """Return the distinct past-time subformulas, the innermost first."""
    return [node for node in formula.subformulas() if isinstance(node, (f.Y, f.O, f.H))]


def remembering(g: Graph, formula: Formula) -> tuple[Graph, Formula]:
    """Replace past operators by atoms; return the graph with these atoms and the new formula.

    Worlds of the new graph are pairs of a world and a truth value.

    The truth value says whether the innermost past operator holds. For `O` and `H`, it depends on whether the
    operand holds now and the operator held one step before; for `Y`, on whether the operand held one step before.
    Agents do not see the truth value. Operators are replaced one at a time.
    """
    if not past(formula):
        return g, formula
    node = past(formula)[0]
    successors = time(g, node)
    if "first" not in g.graph:
        raise ModelError(f"{shorten(str(node))}: the graph has no beginning: no attribute 'first'")
    now, is_yesterday, atom = truth(g, node.sub), isinstance(node, f.Y), f"{node} in graph {len(vocabulary(g))}"
    first = [(w, w in now and not is_yesterday) for w in g.graph["first"] if w in g]
    states, steps = dict.fromkeys(first), set()
    for w, held in (waiting := first.copy()):  # grows in the loop
        for v in [v for u, v in successors if u == w]:
            holds = w in now if is_yesterday else (held or v in now) if isinstance(node, f.O) else (held and v in now)
            steps.add(((w, held), (v, holds)))
            if (v, holds) not in states:
                states[v, holds] = None
                waiting.append((v, holds))
    h = nx.MultiDiGraph(agents=agents(g), vocabulary=(*vocabulary(g), atom), next=steps, first=first)
    h.graph["fair"] = [{x for x in states if x[0] in fair} for fair in g.graph.get("fair", ())]
    for w, held in states:
        h.add_node((w, held), atoms={*g.nodes[w]["atoms"], *([atom] if held else [])})
    for a in agents(g):
        pairs = relation(g, a)
        h.add_edges_from((x, y, {"agent": a}) for x in states for y in states if (x[0], y[0]) in pairs)
    return remembering(h, replace(formula, {node: f.Atom(atom)}))


def of_action(name: str, actions: Mapping[str, EventModel]) -> EventModel:
    """Return the event model of an action."""
    if name not in actions:
        raise UnknownAction(f"no action '{shorten(name)}' was given{did_you_mean(name, actions)}")
    return actions[name]


def happening(name: str, actions: Mapping[str, EventModel]) -> Transition:
    """Return a function that performs an action in a pointed model, and returns the pointed models that may result."""
    model = of_action(name, actions)

    def happen(here: Pointed) -> list[Pointed]:
        after = product(here[0], model)
        return [(after, (v, e)) for v, e in after if v == here[1] and e in model.designated]

    return happen


def belief(g: Graph, agent: str) -> Pairs:
    """Return the agent's belief relation, as pairs of worlds."""
    return frozenset((w, v) for w in g for v in best(g, agent, see(g, agent, w)))


def to_degree(g: Graph, group: Group, r: Number, inside: Worlds) -> Worlds:
    """Return the worlds where each agent of the group has degree of belief at least r in `inside`."""
    return frozenset(w for w in g if all(degree(g, a, w, inside) >= share(r) for a in members(g, group)))


def believed(g: Graph, agent: str, condition: Worlds, inside: Worlds) -> Worlds:
    """Return the worlds where all worlds of `condition` that the agent finds most plausible are in `inside`."""
    return frozenset(w for w in g if best(g, agent, see(g, agent, w) & condition) <= inside)


def best(g: Graph, agent: str, candidates: Worlds) -> Worlds:
    """Return the candidates that the agent believes possible.

    For an agent with weights, these are the candidates whose weights reach the threshold, or the heaviest candidates if
    no weight does. For an agent with ranks, they are the most plausible candidates; for an agent with neither, all.
    """
    if candidates and agent in g.graph.get("ranks", ()):
        least = min(rank(g, agent, v) for v in candidates)
        return frozenset(v for v in candidates if rank(g, agent, v) == least)
    if candidates and agent in g.graph.get("weights", ()):
        by = g.graph.get("threshold")
        if (given := by.get(agent) if isinstance(by, Mapping) else by) is None:
            raise ModelError(f"graph attribute 'threshold': agent {agent} has weights, but no threshold")
        threshold = share(given)
        above = frozenset(v for v in candidates if weight(g, agent, v) >= threshold)
        heaviest = max(weight(g, agent, v) for v in candidates)
        return above or frozenset(v for v in candidates if weight(g, agent, v) == heaviest)
    return candidates


def rank(g: Graph, agent: str, world: Any) -> int:
    """Return the rank of the world for the agent; 0 without ranks."""
    return _number(g, "ranks", agent, world) if agent in g.graph.get("ranks", ()) else 0


def weight(g: Graph, agent: str, world: Any) -> Fraction:
    """Return the weight of the world for the agent; 1 without weights."""
    return share(_number(g, "weights", agent, world)) if agent in g.graph.get("weights", ()) else Fraction(1)


def degree(g: Graph, agent: str, world: Any, inside: Worlds) -> Fraction:
    """Return the proportion of weight that `inside` has among the possible worlds; 0 if these have no weight."""
    by_world = {v: weight(g, agent, v) for v in see(g, agent, world)}
    whole = sum(by_world.values())
    return sum((by_world[v] for v in by_world if v in inside), Fraction(0)) / whole if whole else Fraction(0)


def strongly(g: Graph, agent: str, possible: Worlds, inside: Worlds) -> bool:
    """Whether some possible worlds are in `inside`, and all of them are more plausible than the others."""
    yes, no = possible & inside, possible - inside
    return bool(yes) and all(rank(g, agent, v) < rank(g, agent, u) for v in yes for u in no)


def restricted(g: Graph, yes: Worlds) -> Graph:
    """Return the graph after a public announcement, restricted to the worlds `yes` where it holds (definition 4.7)."""
    after = _without(g.subgraph(yes), g, ())
    for key in ("weights", "ranks"):
        by_agent = g.graph.get(key, {}).items()
        after.graph[key] = {a: {w: number for w, number in by.items() if w in yes} for a, by in by_agent}
    return after


def refined(g: Graph, yes: Worlds, group: Group) -> Graph:
    """Return the graph without the group's edges between worlds in `yes` and worlds outside `yes`."""
    learn, edges = members(g, group), g.edges(keys=True, data="agent")
    return _without(g, g, [(w, v, key) for w, v, key, a in edges if a in learn and (w in yes) != (v in yes)])


def resolved(g: Graph, group: Group) -> Graph:
    """Return the graph where the members' relations are their intersection (Ågotnes and Wáng 2017, definition 3)."""
    pool, common, edges = members(g, group), joint(g, group), g.edges(keys=True, data="agent")
    return _without(g, g, [(w, v, key) for w, v, key, a in edges if a in pool and (w, v) not in common])


def upgraded(g: Graph, yes: Worlds, best_only: bool) -> Graph:
    """Return the graph after an upgrade, in which worlds of `yes` come first in the order of ranks (van Benthem 2007).

    With `best_only`, only the worlds of `yes` that an agent finds most plausible in each class come first.
    """
    after = _without(g, g, ())
    after.graph["ranks"] = {}
    for a in agents(g):
        pairs = relation(g, a)
        if any(((w, u) in pairs) != ((v, u) in pairs) for w, v in pairs for u in g):
            raise ModelError(f"agent {a}: an upgrade needs a transitive and Euclidean relation (S5, KD45)")
        if a in g.graph.get("weights", ()):
            raise ModelError(f"agent {a}: the agent has weights, but an upgrade changes ranks")
        least = {w: {rank(g, a, v) for v in best(g, a, see(g, a, w) & yes)} for w in yes}
        first = frozenset(w for w in yes if rank(g, a, w) in least[w]) if best_only else yes
        keys = {w: (w not in first, rank(g, a, w)) for w in g}
        after.graph["ranks"][a] = {w: sorted({*keys.values()}).index(keys[w]) for w in g}
    return after


def product(g: Graph, model: EventModel) -> Graph:
    """Return the product M x E: the pairs (w, e) where e's precondition holds at w (Baltag, Moss and Solecki 1998)."""
    pre = {e: truth(g, event.pre) for e, event in model.events.items()}
    post = {e: {p: truth(g, phi) for p, phi in event.post.items()} for e, event in model.events.items()}
    pairs = [(w, e) for w in g for e in model.events if w in pre[e]]
    here = [(w, e) for w, e in pairs if w in actual(g) and e in model.designated]
    decided = {w for w, _ in here} == actual(g) and (model.actual is not None or len(here) == len(actual(g)))
    after = nx.MultiDiGraph(agents=agents(g), actual=frozenset(here) if decided and here else None)
    after.graph["vocabulary"] = tuple({**dict.fromkeys(vocabulary(g)), **{p: None for e in post for p in post[e]}})
    for w, e in pairs:
        after.add_node((w, e), atoms={*g.nodes[w]["atoms"]} - {*post[e]} | {p for p in post[e] if w in post[e][p]})
    of = {a: [(d, e) for d in model.events for e in model.seen(a, d)] for a in {a for *_, a in arrows(g)}}
    edges = (((w, d), (v, e), a) for w, v, a in arrows(g) for d, e in of[a])
    after.add_edges_from((x, y, {"agent": a}) for x, y, a in edges if x in after and y in after)
    after.graph["threshold"] = g.graph.get("threshold", {})
    after.graph["weights"] = {
        a: {(w, e): share(by[w]) * model.weight(a, e) for w, e in pairs if w in by}
        for a, by in g.graph.get("weights", {}).items()
    }
    after.graph["ranks"] = {}
    for a, by in g.graph.get("ranks", {}).items():
        first = {(w, e): (model.rank(a, e), by[w]) for w, e in pairs}  # the event's rank decides, then the world's
        order = sorted({*first.values()})
        after.graph["ranks"][a] = {pair: order.index(first[pair]) for pair in pairs}
    return after


def actual(g: Graph) -> Worlds:
    """Return the actual worlds, from the graph's attribute `actual`: a node, a set of nodes or None."""
    given = g.graph.get("actual")
    return frozenset() if given is None else frozenset({given} if given in g else given)


def agents(g: Graph) -> tuple[str, ...]:
    """Return the agents in the graph's attribute `agents`, or the agents of its edges if there is no such attribute."""
    return tuple(g.graph.get("agents") or dict.fromkeys(a for *_, a in arrows(g)))


def vocabulary(g: Graph) -> tuple[str, ...]:
    """Return the atoms in the graph's attribute `vocabulary`, and those that are true somewhere."""
    return tuple(dict.fromkeys([*g.graph.get("vocabulary", ()), *[p for _, ps in g.nodes(data="atoms") for p in ps]]))


def members(g: Graph, group: Group) -> frozenset[str]:
    """Return the agents of a group; all agents for None. `UnknownAgent` for an agent that the graph does not have."""
    known = agents(g)
    for agent in () if group is None else sorted(group):
        if agent == NAMELESS:
            raise nameless_agent("an operator without an agent", known)
        if agent not in known:
            raise unknown_agent(agent, known)
    return frozenset(known if group is None else group)


def _without(part: Graph, whole: Graph, edges: Collection[tuple[Any, Any, Any]]) -> Graph:
    """Return a copy of the subgraph `part` without some edges, with the agents and the vocabulary of `whole`."""
    after = part.copy()
    after.remove_edges_from(edges)
    after.graph |= {"agents": agents(whole), "vocabulary": vocabulary(whole)}
    after.graph["actual"] = actual(whole) & frozenset(after) or None
    after.graph.pop("next", None)  # a change says nothing about later times
    return after


def _number(g: Graph, key: str, agent: str, world: Any) -> Any:
    by_world = g.graph[key][agent]
    if world not in by_world:
        raise ModelError(f"graph attribute '{key}': agent {agent} has no number for world {shorten(repr(world))}")
    return by_world[world]
