"""Why an agent believes or does not believe: the worlds that she believes possible and why those, shares, ranks."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kripke.engine.preference import is_plain
from kripke.relation import Indices
from kripke.why.point import LISTED, Link, Point, Reason
from kripke.wording import number


def believes(point: Point) -> Reason:
    """``B_a p``: what she knows; with weights or ranks, what holds at the worlds that she believes possible."""
    agent = point.node.agent
    if is_plain(point.look.structure, agent):
        return point.alone(agent, True)
    seen = point.look.sees(agent, point.position)
    return _at_best(point, seen, "") if len(seen) else point.everywhere(point.kids[0], True, seen, agent)


def believes_given(point: Point) -> Reason:
    """``B_a[q] p``: belief among the worlds where the condition holds, of which there may be none."""
    agent, (condition, sub) = point.node.agent, point.kids
    seen = point.look.sees(agent, point.position)
    fit, rest = point.split(condition, seen)
    if not len(seen):
        return point.everywhere(sub, True, seen, agent)
    if not len(fit):
        found = point.everywhere(condition, False, rest, agent)
        return Reason(f"{found.text}, so that there is nothing to believe given that", found.links, found.omitted)
    return _at_best(point, fit, point.says(condition, True))


def _at_best(point: Point, candidates: Indices, condition: str) -> Reason:
    """What holds at the candidates, where the condition holds, that the agent believes possible."""
    agent, sub = point.node.agent, point.kids[-1]
    best = point.look.best(agent, candidates)
    _, no = point.split(sub, best)
    where = condition and f" where {condition}"
    if len(no):
        end = int(point.own_first(no)[0])
        given = condition and f", given that {condition}"
        belief = f"at {point.here}{given}, {agent} believes {point.itself(end)} possible"
        why = _why(point, best[best == end], where)
        return Reason(f"{belief}{why}, and {point.fact(sub, end)}", _links(point, np.array([end])))
    found = point.at_all(sub, True, best, f"that {agent} believes possible{where}")
    return Reason(found.text + _why(point, best, where), _links(point, point.few(best)), found.omitted)


def _links(point: Point, positions: Indices) -> tuple[Link, ...]:
    """All subformulas at each of the worlds: the condition too."""
    return tuple([Link(row, int(i)) for i in positions for row in point.kids])


def _why(point: Point, best: Indices, condition: str) -> str:
    """Why just these worlds are believed possible, in brackets."""
    agent, structure = point.node.agent, point.look.structure
    if agent in structure.ranks:
        return f" (the most plausible{condition}, of rank {structure.ranks[agent][best[0]]})"
    if agent not in structure.weights:
        return ""
    threshold = structure.weights[agent].threshold
    weight = point.look.weight(agent, int(best[0]))
    if weight < threshold:
        reached = f"none reaches {agent}'s threshold {number(threshold)}"
        return f" (the heaviest{condition}, of weight {number(weight)}; {reached})"
    weights = f"weight {number(weight)}," if len(best) == 1 else "the weights are"
    return f" ({weights} at or above {agent}'s threshold {number(threshold)})"


def believes_to_degree(point: Point) -> Reason:
    """``B_a>=r p``: the exact share of the agent's weight."""
    agent, (sub,) = point.node.agent, point.kids
    if point.node.degree == 0:
        return Reason("every degree of belief is at least 0")
    seen = point.look.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    whole = sum((point.look.weight(agent, int(i)) for i in seen), Fraction(0))
    if not whole:
        return _weightless(point, seen)
    links = [Link(sub, int(i)) for i in point.few(yes if point.holds else no)]
    weighted = agent in point.look.structure.weights
    text = _shares(point, yes, whole) if weighted else _portion(point, len(yes), len(seen))
    part = sum((point.look.weight(agent, int(i)) for i in yes), Fraction(0))
    verdict = (
        f"{number(part / whole)}, which is {'at least' if point.holds else 'less than'} {number(point.node.degree)}"
    )
    return Reason(f"{text}: a share of {verdict}", tuple(links), len(yes if point.holds else no) - len(links))


def _weightless(point: Point, seen: Indices) -> Reason:
    agent = point.node.agent
    if not len(seen):
        return Reason(f"{agent} considers nothing possible at {point.here}, so that no degree above 0 is reached")
    return Reason(
        f"all that {agent} considers possible at {point.here} has weight 0, so that no degree above 0 is reached"
    )


def _shares(point: Point, yes: Indices, whole: Fraction) -> str:
    """``a's weight where p is true is 1/2 (w1) + 1/5 (w2) = 7/10, of 9/10 in all``."""
    agent, look = point.node.agent, point.look
    weights = {int(i): look.weight(agent, int(i)) for i in yes}
    part = number(sum(weights.values(), Fraction(0)))
    terms = " + ".join([f"{number(weight)} ({point.name(i)})" for i, weight in weights.items()])
    if len(weights) > LISTED:
        terms = f"{part} (on {point.some(yes)})"
    elif len(weights) > 1:
        terms = f"{terms} = {part}"
    return f"{agent}'s weight where {point.says(point.kids[0], True)} is {terms or 0}, of {number(whole)} in all"


def _portion(point: Point, count: int, whole: int) -> str:
    """``p is true at 2 of the 3 worlds that a considers possible``, all of equal weight."""
    scope = f"{f'{count:,}' if count else 'none'} of the {whole:,} worlds"
    if whole == 1:
        scope = "the only world"
    elif count == whole:
        scope = f"all {whole:,} worlds"
    says = point.says(point.kids[0], count > 0 or whole > 1)
    return f"{says} at {scope} that {point.node.agent} considers possible"


def believes_safely(point: Point) -> Reason:
    """``Bsafe_a p``: what holds wherever she holds it at least as plausible as this world."""
    agent, (sub,) = point.node.agent, point.kids
    if agent not in point.look.structure.ranks:
        return point.alone(agent, True)
    ranks = point.look.ordering(agent).plausibility
    seen = point.look.sees(agent, point.position)
    near = seen[ranks[seen] <= ranks[point.position]]
    _, no = point.split(sub, near)
    if len(no):
        end = int(point.own_first(no)[0])
        return Reason(f"{_no_less(point, end)}, and {point.fact(sub, end)}", (Link(sub, end),))
    if len(seen) and not len(near):
        return Reason(
            f"all that {agent} considers possible at {point.here} is less plausible to {agent} than {point.here}"
        )
    if not len(seen):
        return point.everywhere(sub, True, seen, agent)
    return point.at_all(sub, True, near, f"that {agent} considers possible and no less plausible than {point.here}")


def _no_less(point: Point, position: int) -> str:
    if position == point.position:
        return point.sight(point.node.agent, position)
    return (
        f"at {point.here}, {point.node.agent} considers {_ranked(point, position)} possible and no less plausible than "
        f"{_ranked(point, point.position)}"
    )


def believes_strongly(point: Point) -> Reason:
    """``Bstrong_a p``: possible, and wherever it holds more plausible than wherever it fails."""
    agent, (sub,) = point.node.agent, point.kids
    seen = point.look.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    if not (len(yes) and len(no)):
        return point.everywhere(sub, bool(len(yes)), seen, agent)
    ranks = point.look.ordering(agent).plausibility
    worst, best = int(yes[ranks[yes].argmax()]), int(no[ranks[no].argmin()])
    true, false = point.says(sub, True), point.verb(sub, False)
    one, other = _ranked(point, worst), _ranked(point, best)
    text = f"{true} at {one}, but {false} at {other}, which is no less plausible to {agent}"
    if point.holds:
        text = (
            f"even the least plausible world where {true}, {one}, is more plausible to {agent} than the most plausible "
            f"where {point.says(sub, False)}, {other}"
        )
    return Reason(text, (Link(sub, worst), Link(sub, best)))


def _ranked(point: Point, position: int) -> str:
    """The world, with its rank where the agent has ranks."""
    ranks = point.look.structure.ranks.get(point.node.agent)
    return point.name(position) if ranks is None else f"{point.name(position)} (rank {ranks[position]})"
