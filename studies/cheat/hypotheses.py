"""Statements of Bitan and Kraus (2018, section 5.1) on games against people, judged on a simulated population.

Intervals of differences are paired: rounds of one number have the same deal and the same player of the population. The
claims of one hypothesis hold together with 95 % (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import TypeAlias

from games.playing.statistics import LEVEL, Estimate
from studies.cheat.line_ups import ACCURACIES, FPMGA, MGA, ONLY_LAST, PEOPLE, PMGA, READER, channel
from studies.cheat.measures import difference, rounds, share_of, won
from studies.experiment import Claim, Figure, Hypothesis, Measured, gap, mean, share, together

Games: TypeAlias = Mapping[tuple[str, tuple[str, ...]], Sequence[Measured]]
"""An agent and the others -> its games."""
NAMES = {MGA: "MGA", PMGA: "PMGA", FPMGA: "FPMGA", READER: "reader", ONLY_LAST: "only the last"}
WINS, NEAR = 0.8897, 0.05
"""The source's share of matches won by its agents; "near" is within so much."""
DIFFERENCES, CARDS = {MGA: -2.89, PMGA: -3.51, FPMGA: -4.56}, 0.5
"""The source's final card differences; "near" is within so many cards."""
CURVE = (0.5, 0.7, 0.85, 1.0)
"""Accuracies that are compared in order; neighbours in the sweep differ by less than its intervals."""


def hypotheses(games: Games) -> list[Hypothesis]:
    """S1 to S11, and beyond the source B1 and C1 to C3, judged; those are left out whose set-ups were not played."""
    known = {agent: played for (agent, others), played in games.items() if others == PEOPLE}
    found: list[Hypothesis] = []
    if {MGA, PMGA, FPMGA} <= set(known):
        found += _main(known)
    if {PMGA, FPMGA, READER} <= set(known):
        found.append(_reader(known))
    if {MGA, ONLY_LAST} <= set(known):
        found += _public_claims(known)
    if {channel(each) for each in ACCURACIES} <= set(known):
        found.append(_curve(known))
    return found


Known: TypeAlias = Mapping[str, Sequence[Measured]]
"""An agent -> its games against the population."""


def _main(games: Known) -> Iterator[Hypothesis]:
    yield _rising("S1", "the better the predictor, the more matches are won: MGA < PMGA < FPMGA", games, won, "won")
    right = share_of("right", "calls")
    yield _rising(
        "S2", "the better the predictor, the more calls are right: MGA < PMGA < FPMGA", games, right, "right calls"
    )
    yield _ordered("S3", "PMGA and FPMGA need fewer rounds than MGA", games, rounds, "rounds",
                   [(PMGA, MGA), (FPMGA, MGA)])  # fmt: skip
    yield _ordered("S4", "FPMGA needs more rounds than PMGA", games, rounds, "rounds", [(PMGA, FPMGA)])
    yield _ordered("S5", "FPMGA calls more than PMGA and than MGA", games, share_of("calls", "moves"),
                   "calls of its moves", [(PMGA, FPMGA), (MGA, FPMGA)])  # fmt: skip
    yield _ordered("S6", "PMGA and FPMGA end with fewer cards than the other, compared with MGA", games, difference,
                   "cards more", [(PMGA, MGA), (FPMGA, MGA)])  # fmt: skip
    yield _near_differences(games)
    yield _wins(games)
    yield _ordered("S9", "people lie less against PMGA than against MGA, and less against FPMGA", games,
                   share_of("lies", "claims", 1), "their lies of claims", [(PMGA, MGA), (FPMGA, PMGA)])  # fmt: skip
    yield _ordered("S10", "people take fewer cards against PMGA than against MGA, and fewer against FPMGA", games,
                   share_of("takes", "moves", 1), "their takes of moves", [(PMGA, MGA), (FPMGA, PMGA)])  # fmt: skip


def _public_claims(games: Known) -> Iterator[Hypothesis]:
    """All claims public in the search, as in the source, or only the last."""
    pair = [(ONLY_LAST, MGA)]
    yield _ordered("C1", "with all claims public in its search MGA wins more than with only the last", games, won,
                   "won", pair)  # fmt: skip
    yield _ordered("C2", "it lies less", games, share_of("lies", "claims"), "lies of its claims", [(MGA, ONLY_LAST)])
    yield _ordered("C3", "more of its lies are caught", games, share_of("caught", "lies"), "caught of its lies", pair)


def _rising(name: str, says: str, games: Known, figure: Figure, of: str) -> Hypothesis:
    return _ordered(name, says, games, figure, of, [(MGA, PMGA), (PMGA, FPMGA)])


def _ordered(
    name: str, says: str, games: Known, figure: Figure, of: str, pairs: Sequence[tuple[str, str]]
) -> Hypothesis:
    """In each pair the figure of the second agent is greater."""
    claims = tuple(
        Claim(f"{of}, {_name(more)} less {_name(less)}", _gap(games, more, less, figure, len(pairs)), 0, inf)
        for less, more in pairs
    )
    return Hypothesis(name, says, "the interval of each paired difference is above 0", claims)


def _gap(games: Known, more: str, less: str, figure: Figure, claims: int) -> Estimate:
    return gap(games[more], games[less], figure, together(claims, LEVEL))


def _near_differences(games: Known) -> Hypothesis:
    level = together(len(DIFFERENCES), LEVEL)
    claims = tuple(
        Claim(f"cards more, {NAMES[agent]} (source {there})", mean(games[agent], difference, level=level),
              there - CARDS, there + CARDS)
        for agent, there in DIFFERENCES.items()
    )  # fmt: skip
    return Hypothesis("S7", "the final card differences are -2.89, -3.51 and -4.56", f"within {CARDS} cards", claims)


def _wins(games: Known) -> Hypothesis:
    """Of the three agents together; rounds of one number share the deal, so they are one cluster."""
    together_won = share([game for agent in (MGA, PMGA, FPMGA) for game in games[agent]], won)
    claim = Claim("won by the three together", together_won, WINS - NEAR, WINS + NEAR)
    return Hypothesis("S8", "the agents win 88.97 % of the matches", f"within {NEAR:.0%}", (claim,))


def _curve(games: Known) -> Hypothesis:
    pairs = [(channel(less), channel(more)) for less, more in pairwise(CURVE)]
    return _ordered("S11", "performance rises with the accuracy of the predictor", games, won, "won", pairs)


def _reader(games: Known) -> Hypothesis:
    says = "who also predicts calls wins more than PMGA, and than FPMGA, which is told of lies"
    return _ordered("B1", says, games, won, "won", [(PMGA, READER), (FPMGA, READER)])


def _name(agent: str) -> str:
    return NAMES.get(agent, agent)
