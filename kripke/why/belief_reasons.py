"""Reasons for beliefs: the worlds that an agent believes possible, with their shares of weight or their ranks."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple, cast

from kripke.data.wording import number
from kripke.why.explicit_view import ExplicitView
from kripke.why.point import LISTED, Link, Point, Reason, Term
from kripke.why.view import Worlds
from logic import clauses as f
from logic.exact import degree_text
from logic.formula import Formula


def believes(point: Point) -> Reason:
    """``B_a p``: the same as knowledge; with weights or ranks, truth at the worlds that the agent believes possible."""
    agent = point.node.agent
    if point.view.is_plain(agent):
        return point.alone(agent, True)
    seen = point.view.sees(agent, point.position)
    return _among_best(point, seen, "") if point.size(seen) else point.blind(agent, point.kids[0])


def believes_given(point: Point) -> Reason:
    """``B_a[q] p``: belief among the worlds where the condition holds; there may be no such world."""
    agent, (condition, sub) = point.node.agent, point.kids
    seen = point.view.sees(agent, point.position)
    fit, rest = point.split(condition, seen)
    if not point.size(seen):
        return point.everywhere(sub, True, seen, agent)
    if point.first(fit) is None:
        result = point.everywhere(condition, False, rest, agent)
        none = f"so no world is left where {point.says(condition, True)}, and everything holds in all of them"
        return Reason(f"{result.text}, {none}", result.links, result.omitted)
    return _among_best(point, fit, point.says(condition, True))


def _explicit(point: Point) -> ExplicitView:
    """The view of a model with weights or ranks, which is always explicit."""
    return cast(ExplicitView, point.view)


def _among_best(point: Point, candidates: Worlds, condition: str) -> Reason:
    """Truth at those candidates, the worlds that satisfy the condition, that the agent believes possible."""
    agent, sub = point.node.agent, point.kids[-1]
    best = candidates if point.view.is_plain(agent) else _explicit(point).best(agent, candidates)
    where = condition and f" where {condition}"
    order = _order_of(point, best, where)
    end = point.first(point.split(sub, best)[1])
    if end is not None:
        return Reason(f"{order.chosen(end)}, and {point.fact(sub, end)}", _links(point, [end]), terms=order.terms)
    result = point.at_all(sub, True, best, order.scope)
    return Reason(result.text + order.why, _links(point, point.few(best)), result.omitted, terms=order.terms)


def _links(point: Point, positions: Iterable[int]) -> tuple[Link, ...]:
    """All subformulas, the condition included, at each of the worlds."""
    return tuple([Link(row, i) for i in positions for row in point.kids])


class _Order(NamedTuple):
    """The reasons why an agent considers some worlds possible.

    `scope` describes all these worlds: ``that a finds most plausible``; `why` is the rank or weight that decided, in
    brackets after their list; `chosen` is the clause that says so of one of the worlds.
    """

    scope: str
    why: str
    chosen: Callable[[int], str]
    terms: tuple[Term, ...] = ()


def _order_of(point: Point, best: Worlds, where: str) -> _Order:
    """The words for the best worlds, of equal rank or at least the threshold, where a condition holds."""
    agent = point.node.agent
    if point.view.is_plain(agent):
        given = where and f",{where}"
        return _Order(f"that {agent} considers possible{where}", "", lambda i: point.sight(agent, i) + given)
    one, possible = point.few(best)[0], f"that {agent} considers possible{where}"
    structure = _explicit(point).structure
    if agent in structure.ranks:
        rank = f" (rank {number(structure.ranks[agent][one])})"
        most = f"most plausible of the worlds {possible}"
        return _Order(
            f"that {agent} finds {most}", rank, lambda i: f"{agent} finds {point.itself(i)} {most}{rank}", ("ranks",)
        )
    return _heavy(point, one, possible)


def _heavy(point: Point, one: int, possible: str) -> _Order:
    """The words for possible worlds at or above the threshold; where there are none, for the heaviest of them."""
    agent, weight = point.node.agent, _explicit(point).weight
    threshold = _explicit(point).structure.weights[agent].threshold
    reached = f"{agent}'s threshold {number(threshold)}"
    if weight(agent, one) < threshold:
        why = f" (weight {number(weight(agent, one))}; none of them reaches {reached})"
        greatest = f"the greatest weight of the worlds {possible}"
        return _Order(f"with {greatest}", why, lambda i: f"{point.itself(i)} has {greatest}{why}", ("threshold",))

    def reaches(i: int) -> str:
        heavy = f"{point.itself(i)} has the weight {number(weight(agent, i))}, which reaches {reached}"
        return f"of the worlds {possible}, {heavy}"

    return _Order(f"{possible} and whose weight reaches {reached}", "", reaches, ("threshold",))


def believes_to_degree(point: Point) -> Reason:
    """``B_a>=r p``: the exact share of the agent's weight."""
    agent, (sub,) = point.node.agent, point.kids
    if point.node.degree == 0:
        return Reason("every degree of belief is at least 0")
    seen = point.view.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    weighted = not point.view.is_plain(agent) and agent in _explicit(point).structure.weights
    part, whole = Fraction(point.size(yes)), Fraction(point.size(seen))
    if weighted:
        weight = _explicit(point).weight
        part, whole = (sum([weight(agent, i) for i in some.positions()], Fraction(0)) for some in (yes, seen))
    if not whole:
        few = f"all that {agent} considers possible at {point.here} has weight 0"
        if not point.size(seen):
            few = f"{agent} considers nothing possible at {point.here}"
        return Reason(f"{few}, so no degree above 0 is reached")
    links = [Link(sub, i) for i in point.few(yes if point.holds else no)]
    text = _shares(point, yes, whole) if weighted else _portion(point, part.numerator, whole.numerator)
    share = number(part / whole)  # a long fraction is rounded, others are as elsewhere: 2/3 ≈ 0.67
    share = share if share.startswith("about") else degree_text(part / whole)
    verdict = f"{share}, which is {'at least' if point.holds else 'less than'} {number(point.node.degree)}"
    return Reason(f"{text}: a share of {verdict}", tuple(links), point.size(yes if point.holds else no) - len(links))


def _shares(point: Point, yes: Worlds, whole: Fraction) -> str:
    """``a's weight where p is true is 1/2 (w1) + 1/5 (w2) = 7/10, of 9/10 in all that a considers possible``."""
    agent, view = point.node.agent, _explicit(point)
    weights = {i: view.weight(agent, i) for i in yes.positions()}
    part = number(sum(weights.values(), Fraction(0)))
    terms = " + ".join([f"{number(weight)} ({point.name(i)})" for i, weight in weights.items()])
    if len(weights) > LISTED:
        terms = f"{part} (on {point.some(yes)})"
    elif len(weights) > 1:
        terms = f"{terms} = {part}"
    scope = f"of {number(whole)} in all that {agent} considers possible"
    return f"{agent}'s weight where {point.says(point.kids[0], True)} is {terms or 0}, {scope}"


def _portion(point: Point, count: int, whole: int) -> str:
    """``p is true at 2 of the 3 worlds that a considers possible, which count equally``."""
    scope = f"{f'{count:,}' if count else 'none'} of the {whole:,} worlds"
    if whole == 1:
        scope = "the only world"
    elif count == whole:
        scope = f"all {whole:,} worlds"
    says = point.says(point.kids[0], count > 0 or whole > 1)
    equally = ", which count equally" + ", whatever their ranks" * _has_ranks(point) if whole > 1 else ""
    return f"{says} at {scope} that {point.node.agent} considers possible{equally}"


def believes_safely(point: Point) -> Reason:
    """``Bsafe_a p``: truth at all possible worlds that are at least as plausible as this one."""
    agent, (sub,) = point.node.agent, point.kids
    if not _has_ranks(point):
        return point.alone(agent, True)
    seen = point.view.sees(agent, point.position)
    near = _explicit(point).no_less_plausible(agent, seen, point.position)
    end = point.first(point.split(sub, near)[1])
    if end is not None:
        near_text = (
            f"at {point.here}, {agent} considers {_ranked(point, end)} possible and no less plausible than "
            f"{_ranked(point, point.position)}"
        )
        sight = point.sight(agent, end) if end == point.position else near_text
        return Reason(f"{sight}, and {point.fact(sub, end)}", (Link(sub, end),))
    if point.size(seen) and not point.size(near):
        less = f"all that {agent} considers possible at {point.here} is less plausible to {agent} than {point.here}"
        return Reason(f"{less}, so everything holds in all of the others")
    if not point.size(seen):
        return point.everywhere(sub, True, seen, agent)
    return point.at_all(sub, True, near, f"that {agent} considers possible and no less plausible than {point.here}")


def believes_strongly(point: Point) -> Reason:
    """``Bstrong_a p``: p is possible, and every p-world is more plausible than every other world."""
    agent, (sub,) = point.node.agent, point.kids
    seen = point.view.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    worst, best = point.first(yes), point.first(no)
    if worst is None or best is None:
        return point.everywhere(sub, worst is not None, seen, agent)
    if _has_ranks(point):
        rank = _explicit(point).structure.ranks[agent].__getitem__
        worst, best = max(yes.positions(), key=rank), min(no.positions(), key=rank)
    true, false = point.says(sub, True), point.verb(sub, False)
    one, other = _ranked(point, worst), _ranked(point, best)
    text = f"{true} at {one}, but {false} at {other}, which is no less plausible to {agent}"
    if point.holds:
        text = (
            f"of the worlds that {agent} considers possible, even the least plausible where {true}, {one}, is more "
            f"plausible to {agent} than the most plausible where {point.says(sub, False)}, {other}"
        )
    return Reason(text, (Link(sub, worst), Link(sub, best)))


def _has_ranks(point: Point) -> bool:
    return not point.view.is_plain(point.node.agent) and point.node.agent in _explicit(point).structure.ranks


def _ranked(point: Point, position: int) -> str:
    """The name of the world, with its rank if the agent has ranks."""
    if not _has_ranks(point):
        return point.name(position)
    return f"{point.name(position)} (rank {number(_explicit(point).structure.ranks[point.node.agent][position])})"


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.B: believes,
    f.BGiven: believes_given,
    f.BAtLeast: believes_to_degree,
    f.Bsafe: believes_safely,
    f.Bstrong: believes_strongly,
}
