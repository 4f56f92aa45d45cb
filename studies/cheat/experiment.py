"""The experiment of Bitan and Kraus (2018) for the command ``experiment``, against a simulated population.

Their three agents play against people; here people are players of `games.cheat.agents.habits`. Beyond: `reader`, which
also predicts calls; agents against each other and against simple ones; and the numbers of simulations.
"""

from __future__ import annotations

from studies.cheat.hypotheses import hypotheses
from studies.cheat.line_ups import (
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
    with_simulations,
)
from studies.cheat.measures import figures, measured
from studies.cheat.people import MATCHES, people, practice
from studies.experiment import Hypothesis
from studies.set_ups import Column, Curve, Experiment, Found, Part

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
"""A round is two matches: the deal with seats exchanged."""

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


def judged(found: Found) -> list[Hypothesis]:
    """The source's statements, as far as the set-ups that they are about were played."""
    known = {(each.agent, each.against): games for each, games in found if each.block == 1}
    practised = [games for each, games in found if each.block == MATCHES and each.against == PEOPLE]
    return [*hypotheses(known), *people(known), *map(practice, practised)]


def curves(found: Found) -> list[Curve]:
    """The share of matches won along the accuracy of the predictor, and along the number of simulations."""
    by_agent = {each.agent: each for each, _ in found if each.against == PEOPLE}
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
