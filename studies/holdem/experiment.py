"""The experiment on collusion for the command ``experiment``: pairs, their controls, and the detectors.

A round is three tables of 1,000 games with the same deals; at each table the line-up is moved by one more seat. The
pair is the first two players of a line-up: colluders or, in controls, players who do not collude. The source is Pyne,
Abhichandani and Shrivastava (2023).
"""

from __future__ import annotations

from studies.holdem.hypotheses import hypotheses
from studies.holdem.line_ups import PARTS, TABLES
from studies.holdem.measures import figures, measured, played
from studies.holdem.series import series
from studies.set_ups import Column, Experiment

COLUMNS = {
    "pair": Column("bb each", decimals=3, chart="big blinds a game for each of the pair"),
    "third": Column("third", decimals=3),
    "ratio": Column("win ratio", decimals=2, chart="win ratio"),
    "won": Column("won %", "%", 1),
    "their won": Column("third won %", "%", 1),
    "vpip": Column("VPIP %", "%", 1),
    "pfr": Column("PFR %", "%", 1),
    "aggression": Column("aggression", decimals=2),
    "showdowns": Column("shown %", "%", 1),
    "bits": Column("bits told"),
    "their vpip": Column("third VPIP %", "%", 1),
    "their pfr": Column("third PFR %", "%", 1),
    "their aggression": Column("third aggr.", decimals=2),
    "their showdowns": Column("third shown %", "%", 1),
}
EXPERIMENT = Experiment(
    game="holdem",
    agent="brain",
    options={"usual": {}},
    axes={},
    measure=measured,
    play=played,
    figures=figures,
    columns=COLUMNS,
    note="big blinds a game with 95 % intervals over rounds of 3,000 games; the pair are the first two",
    judge=hypotheses,
    series=series,
    parts=PARTS,
    against=(("brain", "brain"),),
    rounds=TABLES,
)
