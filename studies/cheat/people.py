"""What Bitan and Kraus (2018, section 5.1) report of people, judged on the simulated population.

The population was fitted to games with itself alone, and frozen before any of these figures was computed: a refuted
statement says how the population differs from people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from studies.cheat.line_ups import FPMGA, MGA, PEOPLE, PMGA
from studies.cheat.measures import ratio, won
from studies.experiment import Claim, Hypothesis, Measured, mean

NAMES = {MGA: "MGA", PMGA: "PMGA", FPMGA: "FPMGA"}
LIES = {MGA: 0.448, PMGA: 0.424, FPMGA: 0.404}
TAKES = {MGA: 0.239, PMGA: 0.208, FPMGA: 0.196}
EARLY, LATE = 0.13, 0.28
"""The shares of the first two and of the last two matches that people won against MGA."""
NEAR = 0.05
MATCHES = 4
"""Matches of one player against the same agent; people played three to five."""


def people(games: Mapping[tuple[str, tuple[str, ...]], Sequence[Measured]]) -> Iterator[Hypothesis]:
    """P1 and P2: how often people lie and take cards, where the three agents have played against the population.

    Parameters
    ----------
    games : mapping
        An agent and the others -> its games.
    """
    known = {agent: played for (agent, others), played in games.items() if others == PEOPLE}
    if set(NAMES) <= set(known):
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
    """P3: people win more of the last two matches than of the first two.

    Parameters
    ----------
    games : sequence of Measured
        Games of `MATCHES` in a row.
    """
    first, last = ([each for each in games if each["game"] in pair] for pair in ((0, 1), (MATCHES - 2, MATCHES - 1)))
    claims = tuple(
        Claim(f"won by them, {words} (source {share:.0%})", mean(part, _lost), share - NEAR, share + NEAR)
        for words, part, share in (("first two", first, EARLY), ("last two", last, LATE))
    )
    says = f"people win {EARLY:.0%} of the first two matches against MGA, and {LATE:.0%} of the last two"
    return Hypothesis("P3", says, f"within {NEAR:.0%}", claims)


def _lost(game: Measured) -> Fraction:
    return 1 - won(game)
