"""Reasons for knowledge of agents and groups: a counterexample, or all supporting worlds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from kripke.data.wording import both, brief, natural, neither
from kripke.why.point import FEW, LISTED, Link, Point, Reason
from kripke.why.view import Path, Subject, Worlds
from logic import clauses as f
from logic.errors import listing
from logic.exact import plural
from logic.formula import Formula

STEPS = 8  # maximal number of steps of a path that are written out

CROWD = 10  # maximal size of a group whose agents are all named

NO_AGENTS = Reason("the model has no agents")


def knows(point: Point) -> Reason:
    """Reason for ``K_a p``: all worlds that agent a considers possible, or one of them where p is false."""
    return point.alone(point.node.agent, True)


def considers(point: Point) -> Reason:
    """Reason for ``M_a p``: a possible world where p is true, or all the worlds that a considers possible."""
    return point.alone(point.node.agent, False)


def knows_whether(point: Point) -> Reason:
    """Reason for ``Kw_a p``: the value that the agent knows, or two possible worlds where the values differ."""
    agent, (sub,) = point.node.agent, point.kids
    seen = point.view.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    one, other = point.first(yes), point.first(no)
    if one is None or other is None:
        return point.everywhere(sub, one is not None, seen, agent)
    if point.view.is_same(point.position, other):
        one, other = other, one
    pair = point.name(one), point.name(other)
    sight = f"at {point.here}, {agent} considers both {pair[0]} and {pair[1]} possible"
    if point.view.is_same(point.position, one) and point.view.is_s5(agent):
        sight = f"{agent} cannot tell {pair[0]} from {pair[1]}"
    value = point.true(sub, one)
    facts = f"{point.says(sub, value)} at {pair[0]}, but {point.verb(sub, not value)} at {pair[1]}"
    return point.along(Reason(f"{sight}; {facts}", (Link(sub, one), Link(sub, other))), agent)


def knows_value(point: Point) -> Reason:
    """Reason for ``Kv_a x``: the known value, or the values that are still possible."""
    agent = point.node.agent
    seen = point.view.sees(agent, point.position)
    names = point.view.values(point.node.variable)
    values = sorted(
        [point.view.atom(name) for name in names],
        key=lambda atom: (not point.true(atom), natural(brief(point.formula(atom)))),  # the value at this world first
    )
    possible_values: dict[Subject, int] = {}
    for atom in values:
        yes, no = point.split(atom, seen)
        where = point.first(yes)
        if where is not None:
            if point.first(no) is None:
                return point.everywhere(atom, True, seen, agent)
            possible_values[atom] = where
    if not possible_values and not point.size(seen):
        return point.everywhere(values[0], True, seen, agent)
    return _open_values(point, seen, possible_values)


def _open_values(point: Point, seen: Worlds, possible_values: dict[Subject, int]) -> Reason:
    """Reason for not knowing a value: the possible values, each with a world, and a world without a value."""
    agent, variable = point.node.agent, brief(f.Atom(point.node.variable))
    most = FEW if len(possible_values) > LISTED else LISTED
    shown = list(islice(possible_values.items(), most))
    parts = [f"{brief(point.formula(atom))} (at {point.name(i)})" for atom, i in shown]
    if len(possible_values) > len(shown):
        parts.append(f"{len(possible_values) - len(shown):,} more values")
    clauses = [f"at {point.here}, {agent} considers {both(parts)} possible"] if parts else []
    valueless = seen
    for atom in possible_values:
        _, valueless = point.split(atom, valueless)
    where = point.first(valueless)
    if where is not None:
        clauses.append(f"{variable} has no value at {point.name(where)}, which {agent} considers possible")
    return Reason(", and ".join(clauses), tuple([Link(*pair) for pair in shown]), len(possible_values) - len(shown))


def everyone(point: Point) -> Reason:
    """Reason for ``E_{a,b} p``: an agent who does not know p, or all worlds that the agents consider possible."""
    group, sub = point.group, point.kids[0]
    if len(group) < 2:
        return point.alone(group[0], True) if group else NO_AGENTS
    sights = [point.view.sees(agent, point.position) for agent in group]
    for agent, seen in zip(group, sights, strict=True):
        if point.first(point.split(sub, seen)[1]) is not None:
            result = point.alone(agent, True)
            verb = "believe" if isinstance(point.node, f.EB) else "know"
            return result._replace(text=f"{agent} does not {verb} it: {result.text}")
    seen = point.view.union(sights)
    if not point.size(seen):
        return point.blind(neither(named(group)), sub)
    return point.at_all(sub, True, seen, f"that {listing(named(group))} {point.view.thinks} possible")


def common(point: Point) -> Reason:
    """Reason for ``C_{a,b} p``: a shortest path to a counterexample, or all worlds reachable by steps of the group."""
    group, sub = point.group, point.kids[0]
    if not group:
        return NO_AGENTS
    path = None if point.holds else point.view.path(group, point.position, sub)
    if path is not None:
        end = path[-1][1]
        text = f"{path_text(point, path)}, and {point.fact(sub, end)}"
        return point.along(Reason(text, (Link(sub, end),), path=path), "")
    reached = point.view.reach(group, point.position)
    if reached is None:
        return Reason(
            f"{point.says(sub, True)} at all {point.view.noun}s within reach of {both(named(group))}", terms=("reach",)
        )
    if not point.size(reached):
        return point.blind(group[0] if len(group) == 1 else neither(named(group)), sub)
    result = point.at_all(sub, True, reached, f"within reach of {both(named(group))}")
    return result._replace(terms=("reach",))


def path_text(point: Point, path: Path) -> str:
    """A path in words. Several steps are written as a chain, ``w1 –a→ w2 –b→ w3``, and a long chain is shortened."""
    if len(path) == 1:
        return point.sight(*path[0])
    steps = shortened([f" –{agent}→ {point.name(position)}" for agent, position in path])
    return f"a shortest path to a counterexample is {point.here}{steps}"


def shortened(steps: list[str]) -> str:
    """The steps of a path as text. If there are many, the middle ones are left out."""
    if len(steps) > STEPS:
        left_out = f" … ({plural(len(steps) - STEPS, 'more step')}) …"
        steps = [*steps[: STEPS // 2], left_out, *steps[-(STEPS // 2) :]]
    return "".join(steps)


def distributed(point: Point) -> Reason:
    """Reason for ``D_{a,b} p``, from the worlds that no agent rules out: one with ``~p``, or all of them."""
    group, sub = point.group, point.kids[0]
    if len(group) == 1:
        return point.alone(group[0], True)
    seen = point.view.sees_jointly(group, point.position)
    end = point.first(point.split(sub, seen)[1])
    if end is not None:
        return point.along(Reason(f"{_joint_sight(point, end)}, and {point.fact(sub, end)}", (Link(sub, end),)), "")
    if not point.size(seen):
        rule = "believe no world possible" if isinstance(point.node, f.DB) else "rule out every world"
        none = f"{both(named(group))} together {rule} at {point.here}"
        return Reason(f"{none}, so everything holds in all that are left")
    scope = f"that {_all_of(group)} {point.view.thinks[:-1]} possible" if group else "of the model"
    return point.at_all(sub, True, seen, scope)


def _joint_sight(point: Point, position: int) -> str:
    group = point.group
    if not group:
        return f"there is no agent to rule out {point.name(position)}"
    is_here = point.view.is_same(point.position, position)
    if not is_here and all(point.view.is_s5(agent) for agent in group):
        return f"{neither(named(group))} can tell {point.here} from {point.name(position)}"
    if is_here:
        return f"{_all_of(group)} {point.view.thinks[:-1]} {point.here} itself possible"
    return f"at {point.here}, {_all_of(group)} {point.view.thinks[:-1]} {point.name(position)} possible"


def _all_of(group: tuple[str, ...]) -> str:
    return f"both {both(group)}" if len(group) == 2 else f"all of {both(named(group))}"


def named(group: tuple[str, ...]) -> tuple[str, ...]:
    """The agents, or the first few of a large group and the number of the others."""
    return group if len(group) <= CROWD else (*group[:FEW], f"{len(group) - FEW:,} others")


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.K: knows,
    f.M: considers,
    f.Kw: knows_whether,
    f.Kv: knows_value,
    f.E: everyone,
    f.C: common,
    f.D: distributed,
}
