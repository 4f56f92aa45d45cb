"""Reasons for formulas at worlds: for each class of formulas a sentence, a witness, and links to the reasons below.

This module has the reasons for connectives and for changes, and the table of all functions that give reasons; see
`knowledge_reasons` and `belief_reasons` for other classes of formulas.
"""

from collections.abc import Callable, Sequence

from kripke.data.wording import both, brief, core, is_literal
from kripke.why import arbitrary_reasons as arbitrary
from kripke.why import belief_reasons as belief
from kripke.why import knowledge_reasons as knowledge
from kripke.why import program_reasons, time_reasons
from kripke.why.point import LISTED, Link, Point, Reason, joined_rows
from kripke.why.view import Worlds
from logic import clauses as f
from logic.formula import Formula


def announced(point: Point) -> Reason:
    """Reason for ``[p] q``, ``<p> q`` (public or to a group) and ``[p?] q``."""
    whether = isinstance(point.node, f.AnnounceWhether)
    statement, _ = point.kids
    if not whether and not point.true(statement):
        text = f"{point.fact(statement)}, so {_statement_name(point)} cannot be announced"
        return Reason(text, (Link(statement, point.position),), terms=("announcement",) if point.holds else ())
    return _private(point) if whether or point.node.group is not None else _public(point)


def happens(point: Point) -> Reason:
    """Reason for ``[@peek] q`` and ``<@peek> q``: all outcomes of the action, or one of them."""
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
    return result._replace(links=tuple([link._replace(change=point.row) for link in result.links]))


def _needs(point: Point) -> str:
    """The preconditions of the action in words, for a world where all of them are false."""
    needs = point.view.needs(point.node.action)
    if len(needs) == 1:
        ((_, pre),) = needs
        return f"it needs {brief(pre)}, which is false at {point.here}"
    listed = [f"{event} needs {brief(pre)}" for event, pre in needs[:LISTED]]
    if len(needs) > LISTED:
        listed[LISTED - 1 :] = [f"{len(needs) - LISTED + 1:,} more events need something else"]
    return f"{both(listed)}, and none of that is true at {point.here}"


def _public(point: Point) -> Reason:
    """The reason for a formula with a public announcement: which worlds are removed, why, and the value afterwards."""
    statement, _ = point.kids
    _, gone = point.split(statement, point.view.domain)
    leaving = _removed_text(point, gone, point.size(gone), point.size(point.view.domain))
    text = f"{point.fact(statement)}, so {_statement_name(point)} can be announced; {leaving}"
    return _then(point, text, gone, [point.position])


def _then(point: Point, text: str, worlds: Worlds, first: Sequence[int] = ()) -> Reason:
    """Complete `text`, the reason for a change such as ``[p] q``: add the value of q after the change, and links.

    The links lead to the statement at the worlds `first` and at a few of `worlds`, and to the body.
    """
    *before, body = point.kids
    there = point.says(body, point.view.after(point.row).true(body, point.position))
    shown = point.few(worlds)
    links = [Link(row, position) for row in before for position in (*first, *shown)]
    links.append(Link(body, point.position, point.row))
    return Reason(f"{text}; then {there} there", tuple(links), point.size(worlds) - len(shown))


def _statement_name(point: Point) -> str:
    """Return how a reason refers to the announced statement: ``it``, or the text of a negated atom."""
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
    """The reason for an announcement to a group: the worlds that its members no longer consider possible."""
    (statement, _), group = point.kids, point.group
    verb = "learn" if isinstance(point.node, f.AnnounceWhether) else "hear"
    cut: dict[str, Worlds] = {}
    for agent in group:
        yes, no = point.split(statement, point.view.sees(agent, point.position))
        gone = no if point.true(statement) else yes
        if point.first(gone) is not None:
            cut[agent] = gone
    hearers = f"{both(group)} {verb}{'s' if len(group) == 1 else ''}" if group else f"there is nobody to {verb}"
    learned = f"{point.fact(statement)}, and {hearers} that"
    parts = [f"{agent} rules out {point.some(gone)}" for agent, gone in list(cut.items())[:LISTED]]
    if len(cut) > LISTED:
        parts[LISTED - 1] = f"{len(cut) - LISTED + 1:,} more agents rule out some worlds"
    text = f"{learned}; at {point.here}, {', and '.join(parts) or 'this rules out nothing'}"
    return _then(point, text, point.view.union(cut.values()), [point.position])


def pooled(point: Point) -> Reason:
    """Reason for ``R_{a,b} q``: the worlds that all members consider possible after they pool what they know."""
    group, text = point.group, "there is nobody to pool what they know"
    if group:
        left = point.view.sees_jointly(group, point.position)
        possible = f"{point.some(left) if point.size(left) else 'nothing'} possible"
        text = f"{both(group)} pool what they know, which leaves them {possible} at {point.here}"
        if len(group) == 1:
            text = f"{group[0]} has nobody else to learn from, and at {point.here} still considers {possible}"
    return _then(point, text, [])


def upgraded(point: Point) -> Reason:
    """Reason for ``[^^p] q`` and ``[^p] q``: the worlds that become more plausible."""
    statement, _ = point.kids
    rising, _ = point.split(statement, point.view.domain)
    count = point.size(rising)
    best = "the most plausible of " * (count > 1 and isinstance(point.node, f.ConservativeUpgrade))
    text = f"{point.says(statement, False)} everywhere, so nothing becomes more plausible"
    if count:
        rises = f"{best}{point.some(rising)} {'becomes' if count == 1 else 'become'} more plausible than the others"
        text = f"for every agent, {rises}, since {point.says(statement, True)} there"
    return _then(point, text, rising)


NAMED, EXPLAINED = 4, 8  # maximal numbers of conjuncts that the sentence names, and that are explained


def reason(point: Point) -> Reason:
    """Return the reason for the truth value of the point's formula. O(n) for n worlds.

    O(g n + m) to find a path, for g agents and m edges.
    """
    return REASONS.get(type(point.node), _as_computed)(point)


def _as_computed(point: Point) -> Reason:
    """The reason for operators that are not in `REASONS`: their definition, or the values of subformulas."""
    if point.node.operator.means is not None:
        (meant,) = point.kids
        text = f"it says {brief(point.formula(meant))}, which {point.verb(meant, point.holds)} there"
        return Reason(text, _here(point, meant))
    text = f"the check finds it {'true' if point.holds else 'false'} there"
    return Reason(text, _here(point, *point.kids) if point.is_static else ())


def _constant(point: Point) -> Reason:
    return Reason(f"it is {'true' if point.holds else 'false'} everywhere")


def _atom(point: Point) -> Reason:
    if not isinstance(point.formula(point.subject), f.Atom):  # an atom that stands for a formula
        reason: Reason = point.view.changed(point)
        return reason
    return Reason(f"{point.says(point.subject, point.holds)} at {point.here}")


def _not(point: Point) -> Reason:
    """The reason for a chain of negations: the reason for the formula under them."""
    _, count = core(point.node)
    row = point.row
    for _ in range(count):
        (row,) = point.rows(row)
    if is_literal(point.node):
        return Reason(point.fact(row))
    inner = reason(Point(point.view, row, point.position))
    if count == 1:
        return inner
    left = f"of the {count:,} negations one is left" if count % 2 else f"the {count:,} negations cancel out"
    return inner._replace(text=f"{left}; {inner.text}")


def _and_or(point: Point) -> Reason:
    """The reason for "and" and "or": the one part that decides the value, or all parts if no single part does."""
    parts, conjunction = joined_rows(point.view, point.row), isinstance(point.node, f.And)
    if point.holds == conjunction:
        text = f"all {len(parts):,} {'conjuncts hold' if conjunction else 'disjuncts fail'}"
        if len(parts) <= NAMED:
            text = both([point.says(i, point.holds) for i in parts])
        return Reason(f"{text} there", _here(point, *parts[:EXPLAINED]), max(0, len(parts) - EXPLAINED))
    simple_first = sorted(parts, key=lambda row: not is_literal(point.formula(row)))
    one = next(row for row in simple_first if point.true(row) == point.holds)
    return Reason(point.fact(one), _here(point, one))


def _implies(point: Point) -> Reason:
    left, right = point.kids
    if not point.holds:
        return _both_sides(point)
    if point.true(left):
        return Reason(point.fact(right), _here(point, right))
    return Reason(point.fact(left), _here(point, left), terms=("implication",))


def _both_sides(point: Point) -> Reason:
    """The reason if the values of both sides matter, as for an equivalence or an implication that fails."""
    left, right = point.kids
    if left == right:
        return Reason("both sides are the same", _here(point, left))
    joint = " and" if point.true(left) == point.true(right) else ", but"
    text = f"{point.says(left, point.true(left))}{joint} {point.fact(right)}"
    return Reason(text, _here(point, left, right))


def _here(point: Point, *rows: int) -> tuple[Link, ...]:
    return tuple([Link(row, point.position) for row in rows])


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.Top: _constant,
    f.Bottom: _constant,
    f.Atom: _atom,
    f.Not: _not,
    f.And: _and_or,
    f.Or: _and_or,
    f.Xor: _both_sides,
    f.Iff: _both_sides,
    f.Implies: _implies,
    **knowledge.REASONS,
    **belief.REASONS,
    **program_reasons.REASONS,
    **arbitrary.REASONS,
    **time_reasons.REASONS,
    f.Announce: announced,
    f.AnnounceDual: announced,
    f.AnnounceWhether: announced,
    f.RadicalUpgrade: upgraded,
    f.ConservativeUpgrade: upgraded,
    f.R: pooled,
    f.Act: happens,
    f.ActDual: happens,
}
