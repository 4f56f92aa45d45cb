"""Hypotheses about pairs and detectors, judged by confidence intervals.

The pair is the first two players of a line-up. Its channel is what they learn about each other: cards, raises or
nothing. Brain 1 is the network against which pairs are trained. The source is Pyne, Abhichandani and Shrivastava
(2023).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import hypot, inf

from games.playing.statistics import Estimate, estimate
from studies.experiment import Claim, Hypothesis, Measured, by_round
from studies.holdem.collusion.detection import areas, detectors, odds_score
from studies.holdem.collusion.seating import GAMES
from studies.holdem.line_ups import AS_IN_THE_SOURCE, CONTROL, INNOCENT, KNOWN, OTHER_SEED, SEEDS, Key, pair
from studies.holdem.measures import BLOCK, PAIR, SUSPICIONS, evidence_of, figures, paid
from studies.set_ups import MeasuredSetUps

ENOUGH = 200  # Games within which colluders with known brains are to be detected
ENOUGH_BLOCKS = (ENOUGH // BLOCK,)
RATIO = 1.14  # the source's win ratio of colluders who see each other's raises
LEAST = 0.05  # Big blinds a game that a colluder who sees the partner's cards should win
FAIR = 0.05  # a pair without collusion wins or loses less than this
Games = Mapping[Key, Sequence[Measured]]


def by_line_up(results: MeasuredSetUps) -> Games:
    """The games of each line-up."""
    return {(each.agent, each.against): games for each, games in results}


def hypotheses(results: MeasuredSetUps) -> list[Hypothesis]:
    """The hypotheses whose set-ups were played, with their verdicts."""
    games = by_line_up(results)
    judged = [
        _of_seeds(games, "S1", "with raises and the source's reward pairs win more hands, as in the source",
                  AS_IN_THE_SOURCE, "ratio", RATIO, inf),
        _of_seeds(games, "C1", "with the partner's cards and shared reward every pair wins", KNOWN, "pair", 0, inf),
        _mean_of_seeds(games, "C2", f"and on average at least {LEAST} big blinds each", KNOWN, LEAST),
        _mean_of_seeds(games, "C3", "with raise bits and shared reward pairs win on average", "pair-raises-shared", 0),
        _control(games),
        _gaps(games, "C5", "the partner's cards are worth more than nothing", KNOWN, "pair-none-shared"),
        _gaps(games, "C6", "raise bits are worth more than nothing", "pair-raises-shared", "pair-none-shared"),
        _of_seeds(games, "C7", "with the source's reward pairs lose money", AS_IN_THE_SOURCE, "pair", -inf, 0),
        *_detected(games),
    ]  # fmt: skip
    return [each for each in judged if each is not None]


def all_seeds(games: Games, training: str) -> list[Sequence[Measured]]:
    """The games of all seeds of a training setup; an empty list if one seed is missing."""
    keys = [pair(training, seed) for seed in SEEDS[training]]
    return [games[key] for key in keys] if all(key in games for key in keys) else []


def _of_seeds(
    games: Games, name: str, says: str, training: str, figure: str, low: float, high: float
) -> Hypothesis | None:
    by_seed = all_seeds(games, training)
    if not by_seed:
        return None
    claims = tuple(
        Claim(f"{figure}: {training}-{seed}", figures(of)[figure], low, high)
        for seed, of in zip(SEEDS[training], by_seed, strict=True)
    )
    bound = f"above {low:g}" if high == inf else f"below {high:g}"
    return Hypothesis(name, says, f"the interval of each of {len(by_seed)} seeds is {bound}", claims)


def over_seeds(runs: Sequence[Mapping[int, Fraction]]) -> Estimate:
    """The mean over training runs and rounds; each seed is a separate training run, and all seeds have the same deals.

    The squared half widths of the intervals over seeds and over rounds are added. Both intervals contain the variation
    of rounds, so the resulting interval is slightly too wide.

    Parameters
    ----------
    runs : sequence of mapping
        For each training run, the value of each round, by the round's number.
    """
    rounds = sorted(set[int].intersection(*map(set, runs)))
    of_seeds, of_rounds = (
        estimate([sum(row, Fraction(0)) / len(row) for row in rows], [1] * len(rows))
        for rows in ([[each[n] for n in rounds] for each in runs], [[each[n] for each in runs] for n in rounds])
    )
    if of_seeds.high is None or of_rounds.high is None:
        return Estimate(of_seeds.total, of_seeds.mean, None, None)
    half = hypot(of_seeds.high - of_seeds.mean, of_rounds.high - of_rounds.mean)
    return Estimate(of_seeds.total, of_seeds.mean, of_seeds.mean - half, of_seeds.mean + half)


def _won(games: Sequence[Measured]) -> dict[int, Fraction]:
    """The mean winnings of the pair's members by round, in big blinds a game."""
    sums, sizes = by_round(games, paid(*PAIR), lambda game: 2 * GAMES)
    return {number: sums[number] / sizes[number] for number in sums}


def _mean_of_seeds(games: Games, name: str, says: str, training: str, least: float) -> Hypothesis | None:
    by_seed = all_seeds(games, training)
    if not by_seed:
        return None
    mean = over_seeds([_won(of) for of in by_seed])
    criterion = f"the interval over seeds and deals is above {least}"
    return Hypothesis(name, says, criterion, (Claim(training, mean, least, inf),))


def _control(games: Games) -> Hypothesis | None:
    if CONTROL not in games:
        return None
    estimates = figures(games[CONTROL])
    claims = (
        Claim("big blinds a game", estimates["pair"], -FAIR, FAIR),
        Claim("win ratio", estimates["ratio"], 1 - FAIR, 1 + FAIR),
    )
    return Hypothesis("C4", "two who do not collude win nothing", f"the intervals lie within {FAIR} of 0 and 1", claims)


def _gaps(games: Games, name: str, says: str, training: str, control: str) -> Hypothesis | None:
    own, others = all_seeds(games, training), all_seeds(games, control)
    if not own or not others:
        return None
    pairs = [(_won(one), _won(other)) for one, other in zip(own, others, strict=True)]
    gaps = [{n: one[n] - other[n] for n in one.keys() & other.keys()} for one, other in pairs]
    claim = Claim(f"{training} less {control}", over_seeds(gaps), 0, inf)
    return Hypothesis(name, says, "the interval of the difference over seeds and deals is above 0", (claim,))


def _detected(games: Games) -> list[Hypothesis]:
    if CONTROL not in games:
        return []
    judged = [
        _told_apart(games, name, channel)
        for name, channel in (("D1", "cards"), ("D2", "raises"))
        if pair(f"pair-{channel}-shared", 1) in games
    ]
    return [*judged, *_other_seed(games)] if OTHER_SEED in games else judged


def _told_apart(games: Games, name: str, channel: str) -> Hypothesis:
    """The hypothesis that `ENOUGH` games distinguish the pair with this channel and seed 1 from innocent line-ups."""
    score, of = detectors(SUSPICIONS[channel])["all kinds"], partial(evidence_of, name=channel)
    guilty = of(games[pair(f"pair-{channel}-shared", 1)])
    claims = tuple(
        Claim(f"against {each}", areas(score, guilty, of(games[key]), ENOUGH_BLOCKS)[0], 0.95, inf)
        for each, key in INNOCENT.items()
        if key in games
    )
    says = f"a known pair told of {channel} is told from others within {ENOUGH} games"
    return Hypothesis(name, says, "the interval of the area under the curve is above 0.95", claims)


def _other_seed(games: Games) -> list[Hypothesis]:
    """Hypotheses D3 and D4: no detector suspects tables of the line-up `OTHER_SEED` more than those of Brain 1."""
    scores = {
        f"{name}, {channel}": (score, channel)
        for channel, suspicion in SUSPICIONS.items()
        for name, score in detectors(suspicion).items()
    }
    odds = {
        f"odds of all kinds, {channel}": (partial(odds_score, suspicion, suspicion.honest), channel)
        for channel, suspicion in SUSPICIONS.items()
    }
    judged = []
    for name, says, these in (
        ("D3", "another seed of Brain 1 is not suspected more than Brain 1", scores),
        ("D4", "nor are the odds of collusion larger at its tables, however small", odds),
    ):
        claims = tuple(
            Claim(each, areas(score, evidence_of(games[OTHER_SEED], channel), evidence_of(games[CONTROL], channel),
                              ENOUGH_BLOCKS)[0], -inf, 0.6)
            for each, (score, channel) in these.items()
        )  # fmt: skip
        judged.append(Hypothesis(name, says, "the interval of the area is below 0.6", claims))
    return judged
