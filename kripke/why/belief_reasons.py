"""Reasons for beliefs: the worlds that an agent believes possible, with ranks or proportions of weight."""

from collections.abc import Callable, Iterable
from copy import copy
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple, cast

from kripke.data.wording import number
from kripke.why.explicit_view import ExplicitView
from kripke.why.knowledge_reasons import NO_AGENTS, common, distributed, everyone
from kripke.why.point import LISTED, Link, Point, Reason, Term
from kripke.why.view import Computed, Set, Worlds
from logic import clauses as f
from logic.exact import degree_text
from logic.formula import Formula


def believes(point: Point) -> Reason:
    """Reason for ``B_a p``: all worlds that the agent believes possible, or one of them where p is false."""
    agent = point.node.agent
    if point.view.is_plain(agent):
        return point.alone(agent, True)
    seen = point.view.sees(agent, point.position)
    return _among_best(point, seen, "") if point.size(seen) else point.blind(agent, point.kids[0])


def _of_group(knowledge: Callable[[Point], Reason]) -> Callable[[Point], Reason]:
    """Adapt a function that returns reasons for group knowledge to group belief: ``EB``, ``CB`` or ``DB``."""

    def believe(point: Point) -> Reason:
        looking = copy(point)
        looking.view = point.view.believing(point.group)
        result, terms = knowledge(looking), list[Term]()
        terms += ["ranks"] * any(_has(point, "ranks", agent) for agent in point.group)
        terms += ["threshold"] * any(_has(point, "weights", agent) for agent in point.group)
        if terms and "reach" in result.terms:
            terms = ["belief", *terms]
        return result._replace(terms=tuple(terms) or result.terms)

    return believe


def believes_given(point: Point) -> Reason:
    """Reason for ``B_a[q] p``: belief among the worlds where the condition holds; there may be no such world."""
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
    """Reason for a belief: all candidates that the agent believes possible, or one of them where the body is false.

    `condition`: the condition of a conditional belief in words, or an empty string.
    """
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
    return tuple([Link(row, i) for i in positions for row in point.kids])


class _Order(NamedTuple):
    """Phrases that say why an agent believes some worlds possible; `terms`: the technical terms in them."""

    scope: str  # describes all these worlds: ``that a finds most plausible``
    why: str  # the deciding rank or weight in brackets, to follow a list of the worlds
    chosen: Callable[[int], str]  # function of a world; returns the phrase that says why this world is one of them
    terms: tuple[Term, ...] = ()


def _order_of(point: Point, best: Worlds, where: str) -> _Order:
    """Return phrases on why the agent believes the worlds `best` possible; `where` describes all candidates."""
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
    """Return the phrases for the worlds that reach the threshold or, if no world does, for the heaviest worlds.

    `one`: one of these worlds. `possible`: the phrase that describes all worlds that were compared.
    """
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
    """Reason for ``B_a>=r p``: the exact proportion of the agent's weight where p is true."""
    agent, (sub,) = point.node.agent, point.kids
    if point.node.degree == 0:
        return Reason("every degree of belief is at least 0")
    seen = point.view.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    part, whole = _weight(point, yes), _weight(point, seen)
    if not whole:
        few = f"all that {agent} considers possible at {point.here} has weight 0"
        if not point.size(seen):
            few = f"{agent} considers nothing possible at {point.here}"
        return Reason(f"{few}, so no degree above 0 is reached")
    links = [Link(sub, i) for i in point.few(yes if point.holds else no)]
    weighted = _has(point, "weights")
    text = _shares(point, yes, whole) if weighted else _portion(point, part.numerator, whole.numerator)
    return Reason(
        f"{text}: {_compared(point, part / whole)}", tuple(links), point.size(yes if point.holds else no) - len(links)
    )


def everyone_to_degree(point: Point) -> Reason:
    """Reason for ``EB_{a,b}>=r p``: an agent whose degree of belief is less than r, or the degrees of all agents."""
    sub, agents = point.kids[0], {agent: _of_agent(point, agent) for agent in point.group}
    if not agents:
        return NO_AGENTS
    if not point.holds:
        less = next(agent for agent in agents if _share(agents[agent], sub) < point.node.degree)
        result = believes_to_degree(agents[less])
        return result._replace(text=f"{less} believes it less: {result.text}")
    reasons = [believes_to_degree(agents[agent]) for agent in point.group[:LISTED]]
    texts = dict.fromkeys([reason.text for reason in reasons])
    more = [f"and {len(agents) - LISTED:,} more agents believe it to that degree"] if len(agents) > LISTED else []
    links = dict.fromkeys([link for reason in reasons for link in reason.links])
    return Reason("; ".join([*texts, *more]), tuple(links), sum([reason.omitted for reason in reasons]))


def common_to_degree(point: Point) -> Reason:
    """Reason for ``CB_{a,b}>=r p``: when the fixpoint computation removes this world, or which worlds remain."""
    sub, degree, known = point.kids[0], point.node.degree, point.view.rounds
    if not point.group:
        return NO_AGENTS
    if point.row not in known:
        sets = point.view.context.rounds_to_degree(point.group, degree, point.view.value(sub))
        known[point.row] = [Computed(left) for left in sets]
    rounds = known[point.row]
    dropped = next((number for number, left in enumerate(rounds) if not point.true(left)), None)
    if not dropped:
        result = everyone_to_degree(point)
        text = f"{point.here} drops out in round 1, since {result.text}"
        if point.holds:
            stay, _ = point.split(rounds[-1], point.view.domain)
            alone, several = f"{point.here} alone stays in all rounds", "the worlds that stay in all rounds are "
            left = alone if point.size(stay) == 1 else several + point.some(stay)
            text = f"{left}, and each share is at least {number(degree)}: {result.text}"
        return result._replace(text=text, terms=("rounds",))
    one = next(one for one in map(partial(_of_agent, point), point.group) if _share(one, rounds[dropped - 1]) < degree)
    yes, no = point.split(rounds[dropped - 1], point.view.sees(one.node.agent, point.position))
    share = _compared(one, _share(one, rounds[dropped - 1]))
    some = point.some(yes) if point.size(yes) else "none"
    left = f"the worlds left after round {dropped}, of which {one.node.agent} considers {some} possible"
    text = f"{point.here} drops out in round {dropped + 1}: {one.node.agent} gives {left}, {share}"
    links = [Link(point.row, i) for i in point.few(no)]
    return Reason(text, tuple(links), point.size(no) - len(links), terms=("rounds",))


def _of_agent(point: Point, agent: str) -> Point:
    """Return the point for a single agent's degree of belief, given the point for a group."""
    one = copy(point)
    one.node = f.BAtLeast(agent, point.node.degree, point.node.sub)
    return one


def _share(point: Point, subject: Set) -> Fraction:
    """The proportion of the agent's weight where the subject is true; 0 if there is no weight."""
    seen = point.view.sees(point.node.agent, point.position)
    whole = _weight(point, seen)
    return _weight(point, point.split(subject, seen)[0]) / whole if whole else Fraction(0)


def _compared(point: Point, share: Fraction) -> str:
    """The proportion compared with the bound: ``a share of 1/3, which is less than 1/2``."""
    text = number(share)  # a long fraction is rounded, others have a decimal: 2/3 ≈ 0.67
    text = text if text.startswith("about") else degree_text(share)
    return f"a share of {text}, which is {'at least' if point.holds else 'less than'} {number(point.node.degree)}"


def _weight(point: Point, worlds: Worlds) -> Fraction:
    """The sum of the agent's weights of the worlds; for an agent without weights, the number of worlds."""
    if not _has(point, "weights"):
        return Fraction(point.size(worlds))
    return sum([_explicit(point).weight(point.node.agent, i) for i in worlds.positions()], Fraction(0))


def _shares(point: Point, yes: Worlds, whole: Fraction) -> str:
    """The weights in words: ``a's weight where p is true is 1/2 (w1) + 1/5 (w2) = 7/10, of 9/10 in all ...``."""
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
    """The count in words: ``p is true at 2 of the 3 worlds that a considers possible, which count equally``."""
    scope = f"{f'{count:,}' if count else 'none'} of the {whole:,} worlds"
    if whole == 1:
        scope = "the only world"
    elif count == whole:
        scope = f"all {whole:,} worlds"
    says = point.says(point.kids[0], count > 0 or whole > 1)
    equally = ", which count equally" + ", whatever their ranks" * _has(point, "ranks") if whole > 1 else ""
    return f"{says} at {scope} that {point.node.agent} considers possible{equally}"


def believes_safely(point: Point) -> Reason:
    """Reason for ``Bsafe_a p``: all possible worlds at least as plausible as this one, or one of them with ``~p``."""
    agent, (sub,) = point.node.agent, point.kids
    if not _has(point, "ranks"):
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
    """Reason for ``Bstrong_a p``: the least plausible world where p is true, and the most plausible where p fails."""
    agent, (sub,) = point.node.agent, point.kids
    seen = point.view.sees(agent, point.position)
    yes, no = point.split(sub, seen)
    worst, best = point.first(yes), point.first(no)
    if worst is None or best is None:
        return point.everywhere(sub, worst is not None, seen, agent)
    if _has(point, "ranks"):
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


def _has(point: Point, kind: Literal["weights", "ranks"], agent: str = "") -> bool:
    """Whether the agent, by default the formula's agent, has weights or, if `kind` says so, ranks."""
    agent = agent or point.node.agent
    return not point.view.is_plain(agent) and agent in getattr(_explicit(point).structure, kind)


def _ranked(point: Point, position: int) -> str:
    if not _has(point, "ranks"):
        return point.name(position)
    return f"{point.name(position)} (rank {number(_explicit(point).structure.ranks[point.node.agent][position])})"


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.B: believes,
    **{belief: _of_group(knowledge) for belief, knowledge in ((f.EB, everyone), (f.CB, common), (f.DB, distributed))},
    f.EBAtLeast: everyone_to_degree,
    f.CBAtLeast: common_to_degree,
    f.BGiven: believes_given,
    f.BAtLeast: believes_to_degree,
    f.Bsafe: believes_safely,
    f.Bstrong: believes_strongly,
}
