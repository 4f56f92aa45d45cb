"""How pairs play, which no single set-up says: joint actions by seed, hands played by seat, what actions tell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from games.core.cards import NUMBER, card
from games.holdem.agents.brain.agent import network_of
from games.playing.statistics import Estimate
from games.registry import read_spec
from studies.experiment import Measured
from studies.holdem.collusion.signal import signals
from studies.holdem.collusion.table import GAMES
from studies.holdem.hypotheses import Games, all_seeds
from studies.holdem.line_ups import CONTROL, GUILTY, SEEDS
from studies.set_ups import Column, Series

ACES = 1 << NUMBER[card("SA")] | 1 << NUMBER[card("HA")]
ACTS = ("call", "raise", "fold", "check")
SEATS = ("small blind", "big blind", "button")


def told(games: Games) -> list[Series]:
    """What the button's first action tells a partner who has two aces: the entropy of the button's cards in bits."""
    lines = {}
    for name, key in {"Brain 1": CONTROL, **GUILTY}.items():
        if key in games:
            before, after = signals(network_of(read_spec(key[0])[1]["weights"]), ACES)
            left = [after[action].bits if action in after else before for action in ("fold", "call", "raise")]
            lines[name] = [_plain(each) for each in (before, *left)]
    title = "Bits of entropy of the button's cards for one with two aces: 0 before, 1 after a fold, 2 a call, 3 a raise"
    return (
        [Series("told", title, "action", Column("bits", decimals=2, chart="bits"), (0, 1, 2, 3), lines)]
        if lines
        else []
    )


def styles(games: Games) -> list[Series]:
    """Which actions the brains take together by seed, as in the source's figures, and who plays which seats' hands."""
    made, seats = [], {}
    for training in SEEDS:
        found = all_seeds(games, training)
        if found:
            made.append(_joint(training, found))
            seats[training] = _by_seat(found[0])
    if CONTROL in games:
        seats["two Brain 1"] = _by_seat(games[CONTROL])
    title = f"Games in which one of the pair of seed 1 pays before the flop: 0 {SEATS[0]}, 1 {SEATS[1]}, 2 {SEATS[2]}"
    return [*made, Series("seats", title, "seat", Column("VPIP", "%", 1, "VPIP"), (0, 1, 2), seats)] if seats else made


def _joint(training: str, found: Sequence[Sequence[Measured]]) -> Series:
    """The joint distribution of both brains at decisions of a pair."""
    sums = [np.sum([game["joint"] for game in of], axis=0) for of in found]
    shares = np.array([each / each.sum() for each in sums])
    lines = {
        f"{one}, {other}": [_plain(each) for each in shares[:, 4 * row + column]]
        for row, one in enumerate(ACTS)
        for column, other in enumerate(ACTS)
        if shares[:, 4 * row + column].max() > 0
    }
    title = f"Actions of Brain 1 and of {training}, at decisions of the pair"
    return Series(f"joint-{training}", title, "seed", Column("share", "%", 1, "decisions"), SEEDS[training], lines)


def _by_seat(found: Sequence[Measured]) -> list[Estimate]:
    """The share of games with chips paid voluntarily, of the pair."""
    counts = np.sum([game["by seat"] for game in found], axis=0).reshape(3, 3)
    return [_plain(each) for each in counts[:2].sum(axis=0) / (2 * GAMES * len(found) / 3)]


def _plain(share: float) -> Estimate:
    return Estimate(Fraction(float(share)), float(share), None, None)
