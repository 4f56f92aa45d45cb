"""Why something holds after an announcement: whether it can be made, what it takes away, and what holds then."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kripke.relation import Indices
from kripke.why.point import LISTED, Link, Point, Reason
from kripke.wording import both, brief, core, is_literal
from logic import formula as f


def announced(point: Point) -> Reason:
    """``[p] q``, ``<p> q``, to a group or to all, and ``[p?] q``."""
    whether = isinstance(point.node, f.AnnounceWhether)
    statement, _ = point.kids
    if not whether and not point.true(statement):
        text = f"{point.fact(statement)}, so that {_it(point)} cannot be announced"
        return Reason(text, (Link(statement, point.position),))
    return _told(point) if whether or point.node.group is not None else _public(point)


def happens(point: Point) -> Reason:
    """``[@peek] q`` and ``<@peek> q``: all that the action can lead to, or one outcome."""
    (body,), action = point.kids, point.node.action
    look, outcomes = point.look.after(point.row), point.look.outcomes(point.row, point.position)
    if not len(outcomes):
        return Reason(f"{action} cannot happen there: {_needs(point)}")
    value = isinstance(point.node, f.Act)
    there = Point(look, body, int(outcomes[0]))
    yes, no = there.split(body, outcomes)
    deciding = no if value else yes
    found = there.at_all(body, value, outcomes, f"to which {action} can lead")
    if len(deciding) or len(outcomes) == 1:
        end = int(deciding[0]) if len(deciding) else there.position
        leads = "leads" if len(outcomes) == 1 else "can lead"
        text = f"{action} {leads} to {there.name(end)}, and {there.says(body, there.true(body, end))} there"
        found = Reason(text, (Link(body, end),))
    return replace(found, links=tuple([replace(link, change=point.row) for link in found.links]))


def _needs(point: Point) -> str:
    """What the action would need there; all of it is false, or something could happen."""
    needs = point.look.context.past.actions[point.node.action].needs
    if len(needs) == 1:
        ((_, pre),) = needs
        return f"it needs {brief(pre)}, which is false at {point.here}"
    listed = [f"{event} needs {brief(pre)}" for event, pre in needs[:LISTED]]
    if len(needs) > LISTED:
        listed[LISTED - 1 :] = [f"{len(needs) - LISTED + 1:,} more events need something else"]
    return f"{both(listed)}, and none of that is true at {point.here}"


def _public(point: Point) -> Reason:
    """Which worlds go, and why."""
    statement, body = point.kids
    domain = np.flatnonzero(point.look.domain)
    _, gone = point.split(statement, domain)
    shown = point.few(gone)
    leaving = _leaving(point, gone, len(domain))
    text = f"{point.fact(statement)}, so that {_it(point)} can be announced; {leaving}; then {_then(point)}"
    links = [Link(statement, int(i)) for i in (point.position, *shown)]
    return Reason(text, (*links, Link(body, point.position, point.row)), len(gone) - len(shown))


def _it(point: Point) -> str:
    """The statement after a sentence about it; of a negated atom the sentence speaks of the atom."""
    statement = point.formula(point.kids[0])
    return brief(statement) if is_literal(statement) and isinstance(statement, f.Not) else "it"


def _leaving(point: Point, gone: Indices, whole: int) -> str:
    if not len(gone):
        return "every world stays"
    statement = point.kids[0]
    subject = brief(core(point.formula(statement))[0]) + " is" if is_literal(point.formula(statement)) else "it"
    why = f"since {subject} {point.verb(statement, False)} there"
    if len(gone) > LISTED:
        return f"{len(gone):,} of {whole:,} worlds go, such as {point.names(point.few(gone))}, {why}"
    return f"{point.names(gone)} {'goes' if len(gone) == 1 else 'go'}, {why}"


def _told(point: Point) -> Reason:
    """Which worlds the group no longer considers possible here; no world goes."""
    statement, body = point.kids
    verb = "learn" if isinstance(point.node, f.AnnounceWhether) else "hear"
    cut = {agent: gone for agent in point.group if len(gone := _ruled_out(point, agent))}
    gone = np.unique(np.concatenate([np.zeros(0, dtype=np.intp), *cut.values()]))
    shown = point.few(gone)
    text = f"{point.fact(statement)}, and {_hearers(point, verb)} that; {_ruling(point, cut)}; then {_then(point)}"
    links = [Link(statement, int(i)) for i in (point.position, *shown)]
    return Reason(text, (*links, Link(body, point.position, point.row)), len(gone) - len(shown))


def _hearers(point: Point, verb: str) -> str:
    group = point.group
    if not group:
        return f"there is nobody to {verb}"
    return f"{both(group)} {verb}{'s' if len(group) == 1 else ''}"


def _ruled_out(point: Point, agent: str) -> Indices:
    """The worlds that the agent considers possible, and that differ from this one in the statement."""
    yes, no = point.split(point.kids[0], point.look.sees(agent, point.position))
    return no if point.true(point.kids[0]) else yes


def _ruling(point: Point, cut: dict[str, Indices]) -> str:
    if not cut:
        return f"at {point.here}, this rules out nothing"
    parts = [f"{agent} rules out {point.some(gone)}" for agent, gone in list(cut.items())[:LISTED]]
    if len(cut) > LISTED:
        parts[LISTED - 1] = f"{len(cut) - LISTED + 1:,} more agents rule out some worlds"
    return f"at {point.here}, {', and '.join(parts)}"


def _then(point: Point) -> str:
    """What holds afterwards; the world is still there."""
    body = point.kids[1]
    return f"{point.says(body, bool(point.look.after(point.row).truth(body)[point.position]))} there"
