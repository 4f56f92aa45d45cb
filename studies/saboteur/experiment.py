"""The experiment of the report of 2012 for the command ``experiment``: set-ups, figures, hypotheses."""

from __future__ import annotations

from studies.experiment import Hypothesis
from studies.saboteur.hypotheses import gain, hypotheses, rounds_of
from studies.saboteur.measures import MAP, SOURCE, figures, measured
from studies.set_ups import Column, Comparison, Experiment, Found

COLUMNS = {
    "miners": Column("miners win %", "%", 1, "rounds that miners win", "miners win"),
    "worlds": Column("", chart="worlds an agent believes at the end", on_map="worlds an agent believes at the end"),
    "worlds of miners": Column("worlds, miners"),
    "worlds of saboteurs": Column("worlds, saboteurs"),
    "astray": Column("rounds astray %", "%", 1, "rounds with an agent astray at the end", "an agent astray at the end"),
    "emptied": Column("emptied %", "%", 1, on_map="emptying evidence"),
    "moves": Column("moves", decimals=1),
}
"""What is shown of the figures; "worlds" are in pictures only."""


def depth_two(found: Found) -> Comparison | None:
    """How much larger the miners' share is at depth two, for each set-up that was played at both depths."""
    ones = {
        (each.players, each.without("depth")): rounds for each, rounds in found if each.parameters.get("depth") == 1
    }
    rows = []
    for each, rounds in found:
        key = each.players, each.without("depth")
        if each.parameters.get("depth") == 2 and key in ones:
            rows.append((each, each.without("depth"), gain(rounds, ones[key])))
    title = "What depth two is worth: the miners' share in percentage points, less that at depth one"
    return Comparison("depth_two", title, "miners", rows) if rows else None


def judged(found: Found) -> list[Hypothesis]:
    """H1 to H8 where the set-ups are the twelve of the report; empty where they are not."""
    rounds = rounds_of(found)
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
