"""The experiment of Bitan and Kraus (2018) for the command ``experiment``, against a simulated population.

In the source, the agents MGA, PMGA and FPMGA play against people; here, the agents of `games.cheat.agents.habits` play
in place of people. The experiment adds the agent `reader`, which also predicts calls. It also adds matches of agents
against each other and against simple agents, and different numbers of simulations.

The population was fitted only to games with itself, before the figures of section 5.1 were computed, so a refuted
statement shows a difference between the population and people. Intervals of differences are paired: rounds with the
same number have the same deal and the same player of the population. The statistical claims of one hypothesis
(`studies.experiment.Claim`) have a joint level of 95 % (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import TypeAlias

from games.playing.statistics import LEVEL
from studies.cheat.measures import (
    ACCURACIES,
    CHANGED,
    FPMGA,
    MGA,
    ONLY_LAST,
    PEOPLE,
    PMGA,
    READER,
    SIMULATIONS,
    channel,
    difference,
    figures,
    measured,
    ratio,
    rounds,
    share_of,
    with_simulations,
    won,
)
from studies.experiment import Claim, Figure, Hypothesis, Measured, gap, mean, share, together
from studies.set_ups import Column, Curve, Experiment, MeasuredSetUps, Part

Known: TypeAlias = Mapping[str, Sequence[Measured]]  # an agent -> its games against the population
NAMES = {MGA: "MGA", PMGA: "PMGA", FPMGA: "FPMGA", READER: "reader", ONLY_LAST: "only the last"}
WINS, NEAR = 0.8897, 0.05  # the source's share of matches won by its agents; "near" is within this distance
DIFFERENCES, CARDS = {MGA: -2.89, PMGA: -3.51, FPMGA: -4.56}, 0.5
"""The published final card differences, and the number of cards within which a difference counts as close."""
CURVE = (0.5, 0.7, 0.85, 1.0)
"""The accuracies of the predictor that are compared, in order; results for closer accuracies differ too little."""


def hypotheses(known: Known) -> list[Hypothesis]:
    """The verdicts on the published hypotheses S1 to S11, and on B1 and C1 to C3, if their set-ups were played."""
    verdicts: list[Hypothesis] = []
    if {MGA, PMGA, FPMGA} <= set(known):
        verdicts += _main(known)
    if {PMGA, FPMGA, READER} <= set(known):
        says = "who also predicts calls wins more than PMGA, and than FPMGA, which is told of lies"
        verdicts.append(_ordered("B1", says, known, won, "won", [(PMGA, READER), (FPMGA, READER)]))
    if {MGA, ONLY_LAST} <= set(known):
        verdicts += _public_claims(known)
    if {channel(each) for each in ACCURACIES} <= set(known):
        pairs = [(channel(less), channel(more)) for less, more in pairwise(CURVE)]
        says = "performance rises with the accuracy of the predictor"
        verdicts.append(_ordered("S11", says, known, won, "won", pairs))
    return verdicts


def _main(games: Known) -> Iterator[Hypothesis]:
    better = [(MGA, PMGA), (PMGA, FPMGA)]
    yield _ordered("S1", "the better the predictor, the more matches are won: MGA < PMGA < FPMGA", games, won, "won",
                   better)  # fmt: skip
    yield _ordered("S2", "the better the predictor, the more calls are right: MGA < PMGA < FPMGA", games,
                   share_of("right", "calls"), "right calls", better)  # fmt: skip
    yield _ordered("S3", "PMGA and FPMGA need fewer rounds than MGA", games, rounds, "rounds",
                   [(PMGA, MGA), (FPMGA, MGA)])  # fmt: skip
    yield _ordered("S4", "FPMGA needs more rounds than PMGA", games, rounds, "rounds", [(PMGA, FPMGA)])
    yield _ordered("S5", "FPMGA calls more than PMGA and than MGA", games, share_of("calls", "moves"),
                   "calls of its moves", [(PMGA, FPMGA), (MGA, FPMGA)])  # fmt: skip
    yield _ordered("S6", "PMGA and FPMGA end with fewer cards than the other, compared with MGA", games, difference,
                   "cards more", [(PMGA, MGA), (FPMGA, MGA)])  # fmt: skip
    level = together(len(DIFFERENCES), LEVEL)
    near = tuple(
        Claim(f"cards more, {NAMES[agent]} (source {there})", mean(games[agent], difference, level=level),
              there - CARDS, there + CARDS)
        for agent, there in DIFFERENCES.items()
    )  # fmt: skip
    yield Hypothesis("S7", "the final card differences are -2.89, -3.51 and -4.56", f"within {CARDS} cards", near)
    # rounds with the same number share a deal, so the games of the three agents in them form a cluster
    together_won = share([game for agent in (MGA, PMGA, FPMGA) for game in games[agent]], won)
    claim = Claim("won by the three together", together_won, WINS - NEAR, WINS + NEAR)
    yield Hypothesis("S8", "the agents win 88.97 % of the matches", f"within {NEAR:.0%}", (claim,))
    yield _ordered("S9", "people lie less against PMGA than against MGA, and less against FPMGA", games,
                   share_of("lies", "claims", 1), "their lies of claims", [(PMGA, MGA), (FPMGA, PMGA)])  # fmt: skip
    yield _ordered("S10", "people take fewer cards against PMGA than against MGA, and fewer against FPMGA", games,
                   share_of("takes", "moves", 1), "their takes of moves", [(PMGA, MGA), (FPMGA, PMGA)])  # fmt: skip


def _public_claims(games: Known) -> Iterator[Hypothesis]:
    """Yield hypotheses C1 to C3 on two searches: with all claims public, and with only the last claim public."""
    pair = [(ONLY_LAST, MGA)]
    yield _ordered("C1", "with all claims public in its search MGA wins more than with only the last", games, won,
                   "won", pair)  # fmt: skip
    yield _ordered("C2", "it lies less", games, share_of("lies", "claims"), "lies of its claims", [(MGA, ONLY_LAST)])
    yield _ordered("C3", "more of its lies are caught", games, share_of("caught", "lies"), "caught of its lies", pair)


def _ordered(
    name: str, says: str, games: Known, figure: Figure, of: str, pairs: Sequence[tuple[str, str]]
) -> Hypothesis:
    """The hypothesis that in each pair the second agent has the larger value of a statistic."""
    level = together(len(pairs), LEVEL)
    claims = tuple(
        Claim(
            f"{of}, {NAMES.get(more, more)} less {NAMES.get(less, less)}",
            gap(games[more], games[less], figure, level),
            0,
            inf,
        )
        for less, more in pairs
    )
    return Hypothesis(name, says, "the interval of each paired difference is above 0", claims)


LIES = {MGA: 0.448, PMGA: 0.424, FPMGA: 0.404}
TAKES = {MGA: 0.239, PMGA: 0.208, FPMGA: 0.196}
EARLY, LATE = 0.13, 0.28  # the shares of the first two and of the last two matches that people won against MGA
MATCHES = 4  # Matches of one player against the same agent; people played three to five


def people(known: Known) -> Iterator[Hypothesis]:
    """Hypotheses P1 and P2 on how often people lie and take cards, if all three agents played against the population.

    Parameters
    ----------
    known : mapping
        The games against the population by agent.
    """
    if {MGA, PMGA, FPMGA} <= set(known):
        for name, what, there, part, whole in (
            ("P1", "lie in {} of claims", LIES, "lies", "claims"),
            ("P2", "take a card in {} of moves", TAKES, "takes", "moves"),
        ):
            shares = " / ".join(f"{100 * share:.1f}" for share in there.values()) + " %"
            claims = tuple(
                Claim(f"their {part}, against {NAMES[agent]} (source {share:.1%})",
                      ratio(known[agent], part, whole, 1), share - NEAR, share + NEAR)
                for agent, share in there.items()
            )  # fmt: skip
            yield Hypothesis(name, f"people {what.format(shares)}", f"within {NEAR:.0%}", claims)


def practice(games: Sequence[Measured]) -> Hypothesis:
    """Hypothesis P3: the proportion that people win of the first two matches, and of the last two.

    Parameters
    ----------
    games : sequence of Measured
        Games from series of `MATCHES` matches; each series is against one player.
    """
    first, last = ([each for each in games if each["game"] in pair] for pair in ((0, 1), (MATCHES - 2, MATCHES - 1)))
    claims = tuple(
        Claim(
            f"won by them, {words} (source {near:.0%})",
            mean(part, lambda game: 1 - won(game)),
            near - NEAR,
            near + NEAR,
        )
        for words, part, near in (("first two", first, EARLY), ("last two", last, LATE))
    )
    says = f"people win {EARLY:.0%} of the first two matches against MGA, and {LATE:.0%} of the last two"
    return Hypothesis("P3", says, f"within {NEAR:.0%}", claims)


PARTS = (
    Part("main", (MGA, PMGA, FPMGA, READER), (PEOPLE,), 1_000),
    Part("claims", (MGA, ONLY_LAST), (PEOPLE,), 1_000),
    Part("accuracy", tuple(map(channel, ACCURACIES)), (PEOPLE,), 500),
    Part("mutual", (PMGA, FPMGA, READER), ((MGA,),), 100),
    Part("mutual", (FPMGA, READER), ((PMGA,),), 100),
    Part("mutual", (READER,), ((FPMGA,),), 100),
    Part("simulations", tuple(map(with_simulations, SIMULATIONS[:5])), (PEOPLE,), 500),
    Part("simulations", tuple(map(with_simulations, SIMULATIONS[5:])), (PEOPLE,), 150),
    Part("simple", (MGA, PMGA, FPMGA, READER), (("honest",), ("random",)), 100),
    Part("practice", (MGA,), (PEOPLE,), 150, block=MATCHES),
    Part("population", (MGA, PMGA), CHANGED, 40),
)
"""The parts of the experiment; a round is two matches: one deal in both seatings."""

COLUMNS = {
    "won": Column("won %", "%", 1, "matches that the agent wins"),
    "right": Column("right calls %", "%", 1, "calls that catch a lie"),
    "rounds": Column("rounds", decimals=1, chart="rounds of a match"),
    "difference": Column("cards more", decimals=2, chart="cards more than the other at the end"),
    "lies": Column("lies %", "%", 1),
    "caught": Column("caught %", "%", 1),
    "takes": Column("takes %", "%", 1),
    "calls": Column("calls %", "%", 1),
    "limit": Column("limit %", "%", 1),
    "their lies": Column("their lies %", "%", 1),
    "their caught": Column("their caught %", "%", 1),
    "their takes": Column("their takes %", "%", 1),
    "their calls": Column("their calls %", "%", 1),
}


def judged(results: MeasuredSetUps) -> list[Hypothesis]:
    """The verdicts on the hypotheses whose set-ups were played."""
    known = {each.agent: games for each, games in results if each.block == 1 and each.against == PEOPLE}
    practised = [games for each, games in results if each.block == MATCHES and each.against == PEOPLE]
    return [*hypotheses(known), *people(known), *map(practice, practised)]


def curves(results: MeasuredSetUps) -> list[Curve]:
    """The proportion of matches won, by accuracy of the predictor and by number of simulations."""
    by_agent = {each.agent: each for each, _ in results if each.against == PEOPLE}
    accuracy = [(value, by_agent[text]) for value in ACCURACIES if (text := channel(value)) in by_agent]
    simulations = [(value, by_agent[text]) for value in SIMULATIONS if (text := with_simulations(value)) in by_agent]
    drawn = [
        Curve("accuracy", "Matches won, by the accuracy of the predictor",
              "accuracy of the predictor", "won", accuracy),
        Curve("simulations", "PMGA against the simulated population", "simulations for each move", "won",
              simulations, is_log=True),
    ]  # fmt: skip
    return [curve for curve in drawn if len(curve.points) > 2]


EXPERIMENT = Experiment(
    game="cheat",
    agent="mga",
    options={"usual": {}},
    axes={},
    measure=measured,
    figures=figures,
    columns=COLUMNS,
    note="means with 95 % intervals over deals, which are played twice with seats exchanged; people are simulated",
    judge=judged,
    curves=curves,
    parts=PARTS,
    against=(PEOPLE,),
    rounds=100,
)
