"""Reasons for formulas about changes: whether it can happen, which worlds it removes, and what holds afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kripke.data.wording import both, brief, core, is_literal
from kripke.why.point import LISTED, Link, Point, Reason
from kripke.why.view import Worlds
from logic import clauses as f
from logic.formula import Formula


def announced(point: Point) -> Reason:
    """``[p] q`` and ``<p> q``, to a group or to all, and ``[p?] q``."""
    whether = isinstance(point.node, f.AnnounceWhether)
    statement, _ = point.kids
    if not whether and not point.true(statement):
        text = f"{point.fact(statement)}, so {_statement_name(point)} cannot be announced"
        return Reason(text, (Link(statement, point.position),), terms=("announcement",) if point.holds else ())
    return _private(point) if whether or point.node.group is not None else _public(point)


def happens(point: Point) -> Reason:
    """``[@peek] q`` and ``<@peek> q``: all outcomes of the action, or one of them."""
    (body,), action = point.kids, point.node.action
    view, outcomes = point.view.after(point.row), point.view.outcomes(point.row, point.position)
    (end,) = view.near(outcomes, None, 1) or (None,)
    if end is None:
        text = f"{action} cannot happen there: {_needs(point)}"
        return Reason(text, terms=("action",) if point.holds else ())
    value = isinstance(point.node, f.Act)
    there, count = Point(view, body, end), view.size(outcomes)
    yes, no = there.split(body, outcomes)
    deciding = view.near(no if value else yes, None, 1)
    result = there.at_all(body, value, outcomes, f"to which {action} can lead")
    if deciding or count == 1:
        end = deciding[0] if deciding else there.position
        leads = "leads" if count == 1 else "can lead"
        text = f"{action} {leads} to {there.name(end)}, and {there.says(body, there.true(body, end))} there"
        result = Reason(text, (Link(body, end),))
    return replace(result, links=tuple([replace(link, change=point.row) for link in result.links]))


def _needs(point: Point) -> str:
    """The preconditions of the action, all false at this world."""
    needs = point.view.needs(point.node.action)
    if len(needs) == 1:
        ((_, pre),) = needs
        return f"it needs {brief(pre)}, which is false at {point.here}"
    listed = [f"{event} needs {brief(pre)}" for event, pre in needs[:LISTED]]
    if len(needs) > LISTED:
        listed[LISTED - 1 :] = [f"{len(needs) - LISTED + 1:,} more events need something else"]
    return f"{both(listed)}, and none of that is true at {point.here}"


def _public(point: Point) -> Reason:
    """The removed worlds, and why they are removed."""
    statement, body = point.kids
    domain = point.view.domain
    _, gone = point.split(statement, domain)
    shown, count = point.few(gone), point.size(gone)
    leaving = _removed_text(point, gone, count, point.size(domain))
    text = (
        f"{point.fact(statement)}, so {_statement_name(point)} can be announced; {leaving}; then {_afterwards(point)}"
    )
    links = [Link(statement, i) for i in (point.position, *shown)]
    return Reason(text, (*links, Link(body, point.position, point.row)), count - len(shown))


def _statement_name(point: Point) -> str:
    """The name of the statement after a sentence about it; the sentence about a negated atom is about the atom."""
    statement = point.formula(point.kids[0])
    return brief(statement) if is_literal(statement) and isinstance(statement, f.Not) else "it"


def _removed_text(point: Point, gone: Worlds, count: int, whole: int) -> str:
    if not count:
        return "every world stays"
    statement = point.kids[0]
    subject = brief(core(point.formula(statement))[0]) + " is" if is_literal(point.formula(statement)) else "it"
    one_reason = f"since {subject} {point.verb(statement, False)} there"
    if count > LISTED:
        return f"{count:,} of {whole:,} worlds go, such as {point.names(point.few(gone))}, {one_reason}"
    return f"{point.some(gone)} {'goes' if count == 1 else 'go'}, {one_reason}"


def _private(point: Point) -> Reason:
    """The worlds that the group no longer considers possible; no world is removed."""
    (statement, body), group = point.kids, point.group
    verb = "learn" if isinstance(point.node, f.AnnounceWhether) else "hear"
    cut: dict[str, Worlds] = {}
    for agent in group:
        yes, no = point.split(statement, point.view.sees(agent, point.position))
        gone = no if point.true(statement) else yes
        if point.first(gone) is not None:
            cut[agent] = gone
    gone = point.view.union(cut.values())
    shown, count = point.few(gone), point.size(gone)
    hearers = f"{both(group)} {verb}{'s' if len(group) == 1 else ''}" if group else f"there is nobody to {verb}"
    learned = f"{point.fact(statement)}, and {hearers} that"
    text = f"{learned}; {_ruled_out_text(point, cut)}; then {_afterwards(point)}"
    links = [Link(statement, i) for i in (point.position, *shown)]
    return Reason(text, (*links, Link(body, point.position, point.row)), count - len(shown))


def pooled(point: Point) -> Reason:
    """``R_{a,b} q``: only what no member of the group can rule out is left to each of them."""
    group, text = point.group, "there is nobody to pool what they know"
    if group:
        left = point.view.sees_jointly(group, point.position)
        possible = f"{point.some(left) if point.size(left) else 'nothing'} possible"
        text = f"{both(group)} pool what they know, which leaves them {possible} at {point.here}"
        if len(group) == 1:
            text = f"{group[0]} has nobody else to learn from, and at {point.here} still considers {possible}"
    return Reason(f"{text}; then {_afterwards(point)}", (Link(point.kids[0], point.position, point.row),))


def _ruled_out_text(point: Point, cut: dict[str, Worlds]) -> str:
    if not cut:
        return f"at {point.here}, this rules out nothing"
    parts = [f"{agent} rules out {point.some(gone)}" for agent, gone in list(cut.items())[:LISTED]]
    if len(cut) > LISTED:
        parts[LISTED - 1] = f"{len(cut) - LISTED + 1:,} more agents rule out some worlds"
    return f"at {point.here}, {', and '.join(parts)}"


def _afterwards(point: Point) -> str:
    """The value of the formula afterwards; the world is still there."""
    body = point.kids[-1]
    return f"{point.says(body, point.view.after(point.row).true(body, point.position))} there"


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.Announce: announced,
    f.AnnounceDual: announced,
    f.AnnounceWhether: announced,
    f.R: pooled,
    f.Act: happens,
    f.ActDual: happens,
}
