"""The experiment of Veldhuis, Jansen and Broers (2012), "the report", for the command ``experiment``.

The set-ups differ in the strength of disbelief (1.5 or 5 times the strength of belief), in the depth of beliefs (one or
two), and in when saboteurs play openly (from the start, when needed, or never). Unlike agents, the measurement uses all
hidden cards and all belief models.

The report, with 18 rounds for each set-up, states results in words, which are translated to proportions: "mostly" is
more than half; "almost every" and "virtually always" are at least nine in ten; "sporadically" is between one in a
hundred and one in four; "no change" and "hardly differ" are differences of less than ten percentage points. The
intervals of one hypothesis have a joint level of 95 % (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, sqrt
from types import MappingProxyType
from typing import NamedTuple

from games.playing.match import Match, Played
from games.playing.statistics import LEVEL, Estimate, clustered_share, estimate, proportion
from games.saboteur.agents.threshold_belief.agent import COVERS, Source
from games.saboteur.rules import SaboteurState
from studies.experiment import Claim, Hypothesis, Measured, gap, mean, share, together
from studies.set_ups import Axes, Column, Comparison, Experiment, MeasuredSetUps, SetUp

SOURCE: Axes = MappingProxyType({"factor": (1.5, 5), "depth": (1, 2), "saboteurs": COVERS})  # the twelve set-ups
MAP: Axes = MappingProxyType(
    {"factor": (1, 1.5, 2.5, 5), "step": (0.005, 0.01, 0.02, 0.05), "threshold": (0.2, 0.3, 0.4)}
)
"""The values of the parameters in maps; most values are not from the report. All other parameters have defaults."""


def measured(match: Match, played: Played) -> Measured:
    """The outcome of a round, and each player's beliefs at its end, by seat."""
    last = played.last
    assert isinstance(last, SaboteurState)
    result, names = last.position.results[-1], match.rules.names
    truth = frozenset(names[seat] for seat in result.saboteurs or ())
    agents = [agent for _, agent in sorted(zip(match.seats, match.agents, strict=True), key=lambda pair: pair[0])]
    minds = [each.beliefs if isinstance(each, Source) else None for each in agents]
    believed = [each and each.believed() for each in minds]
    return {
        "found": result.found,
        "moves": sum(not state.is_chance for state, _ in last.steps()),
        "saboteurs": list(result.saboteurs or ()),
        "believed": [worlds and len(worlds) for worlds in believed],
        "astray": [worlds and truth not in worlds for worlds in believed],
        "emptied": sum(each.emptied for each in minds if each),
        "updates": sum(each.updates for each in minds if each),
    }


def figures(rounds: Sequence[Measured]) -> dict[str, Estimate]:
    """The statistics of a set-up, with 95 % intervals; proportions are from 0 to 1.

    ``miners``: rounds that the miners win. ``worlds``, ``worlds of miners``, ``worlds of saboteurs``: number of worlds
    that an agent believes possible at the end. ``astray``: rounds after which some agent does not believe the true
    world possible. ``agents astray``: the proportion of such agents. ``emptied``: proportion of belief updates
    that would leave an equivalence class without a believed world; the heaviest worlds of the class stay believed.
    ``moves``: the number of moves in a round.
    """
    return {
        "miners": share(rounds, lambda each: each["found"]),
        "worlds": _by_agent(rounds, "believed", _believers),
        "worlds of miners": _by_agent(rounds, "believed", _miners),
        "worlds of saboteurs": _by_agent(rounds, "believed", _saboteurs),
        "astray": share(rounds, lambda each: astray(each) if _believers(each) else None),
        "agents astray": _by_agent(rounds, "astray", _believers),
        "emptied": share(rounds, lambda each: each["emptied"], lambda each: int(each["updates"])),
        "moves": mean(rounds, lambda each: each["moves"]),
    }


def astray(each: Measured) -> bool:
    """Whether some agent believes the true world impossible at the end of the round."""
    return any(each["astray"][seat] for seat in _believers(each))


def _believers(each: Measured) -> list[int]:
    """The seats of the agents that have a set of believed worlds, and not only degrees of belief."""
    return [seat for seat, worlds in enumerate(each["believed"]) if worlds is not None]


def _miners(each: Measured) -> list[int]:
    return [seat for seat in _believers(each) if seat not in each["saboteurs"]]


def _saboteurs(each: Measured) -> list[int]:
    return [seat for seat in _believers(each) if seat in each["saboteurs"]]


def _by_agent(rounds: Sequence[Measured], key: str, seats: Callable[[Measured], Sequence[int]]) -> Estimate:
    """The mean of `key` over the agents in `seats`; a round is a cluster, because its agents are not independent."""
    return mean(rounds, lambda each: sum(each[key][seat] for seat in seats(each)), lambda each: len(seats(each)))


MOSTLY, ALMOST, SAME = 0.5, 0.9, 0.1
SELDOM = (0.01, 0.25)

EXPLICIT, NEEDED, NEVER = COVERS
OPEN = (EXPLICIT, NEEDED)
FACTORS, DEPTHS = SOURCE["factor"], SOURCE["depth"]


class Key(NamedTuple):
    """The key of one of the twelve set-ups of the report."""

    factor: float
    depth: int
    saboteurs: str

    def __str__(self) -> str:
        return f"x{self.factor:g} depth {self.depth} {self.saboteurs}"


Rounds = Mapping[Key, Sequence[Measured]]
"""The rounds of each of the twelve set-ups, the same number for all; rounds with equal numbers have the same deals."""

KEYS = tuple(Key(factor, depth, cover) for factor in FACTORS for depth in DEPTHS for cover in COVERS)


def rounds_of(results: Iterable[tuple[SetUp, Sequence[Measured]]]) -> dict[Key, Sequence[Measured]] | None:
    """The rounds of the twelve set-ups of the hypotheses, by set-up; None if any is missing.

    In these set-ups all players are the same agent.
    """
    alone = [(each, rounds) for each, rounds in results if not each.against]
    by_key = {Key(**each.parameters): rounds for each, rounds in alone if set(each.parameters) == set(SOURCE)}
    return {key: by_key[key] for key in KEYS} if set(KEYS) <= set(by_key) else None


def hypotheses(rounds: Rounds) -> list[Hypothesis]:
    """The hypotheses H1 to H8 with their verdicts."""
    fewer = [(Key(FACTORS[1], depth, cover), Key(FACTORS[0], depth, cover)) for depth in DEPTHS for cover in COVERS]
    deeper = [(Key(factor, 2, cover), Key(factor, 1, cover)) for factor in FACTORS for cover in OPEN]
    sooner = [(Key(factor, depth, EXPLICIT), Key(factor, depth, NEEDED)) for factor in FACTORS for depth in DEPTHS]
    level = together(len(fewer), LEVEL)
    less = tuple(
        Claim(f"worlds believed, {one} less {other}", gap(rounds[one], rounds[other], _worlds, level), -inf, 0.0)
        for one, other in fewer
    )
    wins, right = _over(rounds, KEYS, _lost), _over(rounds, KEYS, lambda each: not astray(each))
    within = "the miners' share differs by less than ten points in each of the four pairs"
    table = (
        ("saboteurs mostly win", "of all rounds of the twelve set-ups they win more than half",
         (Claim("rounds that saboteurs win", wins, MOSTLY, inf),)),
        ("after almost every round all agents believe at least the true world",
         "in more than nine of ten rounds of the twelve set-ups",
         (Claim("rounds at whose end all believe the true world", right, ALMOST, inf),)),
        ("disbelief x5 ends with fewer believed worlds in every set-up",
         "the mean of what an agent believes at the end is less in each of the six pairs", less),
        ("where saboteurs can be explicit, depth two changes nothing", within, _alike(rounds, deeper)),
        ("explicit and when-needed hardly differ", within, _alike(rounds, sooner)),
        ("never explicit with depth two: the miners win virtually always",
         "they win more than nine of ten rounds with each factor",
         _shares(rounds, 2, "miners", lambda each: each["found"], ALMOST, inf)),
        ("never explicit with depth one: the saboteurs win sporadically",
         "they win more than one round in a hundred and less than one in four with each factor",
         _shares(rounds, 1, "saboteurs", _lost, *SELDOM)),
        ("never explicit: an agent more often does not believe the true world",
         "the share of rounds at whose end some agent does not is greater than in the other set-ups",
         (Claim("rounds with an agent astray, never less the others", _more_astray(rounds), 0.0, inf),)),
    )  # fmt: skip
    return [Hypothesis(f"H{number}", *each) for number, each in enumerate(table, 1)]


def _more_astray(rounds: Rounds) -> Estimate:
    """How much more often an agent is astray if saboteurs are never explicit than in the other set-ups."""
    never, others = ([key for key in KEYS if (key.saboteurs == NEVER) == is_so] for is_so in (True, False))
    more = [
        Fraction(sum(map(astray, one)), len(never)) - Fraction(sum(map(astray, other)), len(others))
        for one, other in zip(_abreast(rounds, never), _abreast(rounds, others), strict=True)
    ]
    return estimate(more, [1] * len(more))


def _lost(each: Measured) -> bool:
    return not each["found"]


def _abreast(rounds: Rounds, keys: Sequence[Key]) -> Iterable[tuple[Measured, ...]]:
    """The rounds with the same number in these set-ups, as tuples; they have the same deals."""
    return zip(*(rounds[key] for key in keys), strict=True)


def _over(rounds: Rounds, keys: Sequence[Key], what: Callable[[Measured], bool]) -> Estimate:
    """The proportion of rounds with the property `what` in these set-ups; rounds with the same number are a cluster."""
    sums = [Fraction(sum(map(what, each))) for each in _abreast(rounds, keys)]
    return clustered_share(sums, [len(keys)] * len(sums))


def _worlds(each: Measured) -> Fraction:
    """The mean number of worlds that an agent believes possible at the end of a round."""
    return Fraction(sum(each["believed"]), len(each["believed"]))


def _alike(rounds: Rounds, pairs: Sequence[tuple[Key, Key]]) -> tuple[Claim, ...]:
    level = together(len(pairs), LEVEL)
    return tuple(
        Claim(f"miners' share, {one} less {other}", gain(rounds[one], rounds[other], level), -SAME, SAME)
        for one, other in pairs
    )


def difference(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent proportions, with an interval of the same level.

    Notes
    -----
    The interval is computed from the intervals of both proportions by method 10 of R. G. Newcombe, *Statistics in
    Medicine* 17, 873-890 (1998).
    """
    mean, total = one.mean - other.mean, one.total - other.total
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(total, mean, None, None)
    below = sqrt((one.mean - one.low) ** 2 + (other.high - other.mean) ** 2)
    above = sqrt((one.high - one.mean) ** 2 + (other.mean - other.low) ** 2)
    return Estimate(total, mean, mean - below, mean + above)


def gain(one: Sequence[Measured], other: Sequence[Measured], level: float = LEVEL) -> Estimate:
    """The proportion of rounds that miners win in one set-up minus the proportion in another."""
    shares = [share(rounds, lambda each: each["found"], level=level) for rounds in (one, other)]
    return difference(*shares)


def _shares(
    rounds: Rounds, depth: int, whose: str, what: Callable[[Measured], bool], low: float, high: float
) -> tuple[Claim, ...]:
    level = together(len(FACTORS), LEVEL)
    keys = [Key(factor, depth, NEVER) for factor in FACTORS]
    return tuple(
        Claim(f"{whose}' share, {key}", proportion(sum(map(what, rounds[key])), len(rounds[key]), level), low, high)
        for key in keys
    )


COLUMNS = {
    "miners": Column("miners win %", "%", 1, "rounds that miners win", "miners win"),
    "worlds": Column("", chart="worlds an agent believes at the end", on_map="worlds an agent believes at the end"),
    "worlds of miners": Column("worlds, miners"),
    "worlds of saboteurs": Column("worlds, saboteurs"),
    "astray": Column("rounds astray %", "%", 1, "rounds with an agent astray at the end", "an agent astray at the end"),
    "emptied": Column("emptied %", "%", 1, on_map="emptying evidence"),
    "moves": Column("moves", decimals=1),
}
"""How each statistic is displayed; ``worlds`` appears only in pictures."""


def depth_two(results: MeasuredSetUps) -> Comparison | None:
    """The gain in the miners' wins from depth one to depth two, for each set-up played at both depths."""
    ones = {
        (each.players, each.without("depth")): rounds for each, rounds in results if each.parameters.get("depth") == 1
    }
    rows = [
        (each, key[1], gain(rounds, ones[key]))
        for each, rounds in results
        if each.parameters.get("depth") == 2 and (key := (each.players, each.without("depth"))) in ones
    ]
    title = "What depth two is worth: the miners' share in percentage points, less that at depth one"
    return Comparison("depth_two", title, "miners", rows) if rows else None


def judged(results: MeasuredSetUps) -> list[Hypothesis]:
    """The verdicts on hypotheses H1 to H8 if the set-ups are the twelve of the report; otherwise an empty list."""
    rounds = rounds_of(results)
    return [] if rounds is None else hypotheses(rounds)


EXPERIMENT = Experiment(
    game="saboteur",
    agent="source",
    options={variant: {"variant": variant, "rounds": 1} for variant in ("source", "official")},
    axes=SOURCE,
    map_axes=MAP,
    map_labels=("step", "disbelief factor"),
    measure=measured,
    figures=figures,
    columns=COLUMNS,
    note="means with 95 % intervals; a round is astray if at its end some agent does not believe the true world",
    groups="saboteurs",
    compare=depth_two,
    judge=judged,
)
