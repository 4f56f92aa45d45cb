"""Series over several set-ups: results of detectors by number of games watched, and styles of pairs by seed.

Brain 1 is the network against which the pairs were trained. Exploiters are pairs that learned without a channel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from games.core.cards import NUMBER, card
from games.holdem.agents.brain.agent import network_of
from games.playing.statistics import Estimate
from games.registry import read_spec
from studies.experiment import Measured
from studies.holdem.collusion.detection import (
    Score,
    areas,
    belief_score,
    convictions,
    degree_score,
    detectors,
    source_score,
    thresholds,
)
from studies.holdem.collusion.seating import GAMES
from studies.holdem.collusion.style import signals
from studies.holdem.hypotheses import Games, all_seeds, by_line_up
from studies.holdem.line_ups import CONTROL, GUILTY, INNOCENT, SEEDS, pair, split_seed
from studies.holdem.measures import BLOCK, EXPLOITERS, SUSPICIONS, evidence_of, matches_of
from studies.holdem.training import PAIRS
from studies.set_ups import Column, MeasuredSetUps, Series

ACES = 1 << NUMBER[card("SA")] | 1 << NUMBER[card("HA")]
ACTS = ("call", "raise", "fold", "check")
SEATS = ("small blind", "big blind", "button")


def told(games: Games) -> list[Series]:
    """The entropy in bits of the button's cards, before and after the button acts.

    It is computed for a partner with two aces.
    """
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
    """A series of joint actions of a pair and Brain 1 for each training, and a series of voluntary bets by seat."""
    joints, seats = [], {}
    for training in SEEDS:
        by_seed = all_seeds(games, training)
        if by_seed:
            joints.append(_joint(training, by_seed))
            seats[training] = _by_seat(by_seed[0])
    if CONTROL in games:
        seats["two Brain 1"] = _by_seat(games[CONTROL])
    title = f"Games in which one of the pair of seed 1 pays before the flop: 0 {SEATS[0]}, 1 {SEATS[1]}, 2 {SEATS[2]}"
    return (
        [*joints, Series("seats", title, "seat", Column("VPIP", "%", 1, "VPIP"), (0, 1, 2), seats)] if seats else joints
    )


def _joint(training: str, by_seed: Sequence[Sequence[Measured]]) -> Series:
    """The joint distribution of the pair's and Brain 1's actions at the pair's decisions, by seed."""
    sums = [np.sum([game["joint"] for game in of], axis=0) for of in by_seed]
    shares = np.array([each / each.sum() for each in sums])
    lines = {
        f"{one}, {other}": [_plain(each) for each in shares[:, 4 * row + column]]
        for row, one in enumerate(ACTS)
        for column, other in enumerate(ACTS)
        if shares[:, 4 * row + column].max() > 0
    }
    title = f"Actions of Brain 1 and of {training}, at decisions of the pair"
    return Series(f"joint-{training}", title, "seed", Column("share", "%", 1, "decisions"), SEEDS[training], lines)


def _by_seat(games: Sequence[Measured]) -> list[Estimate]:
    """The proportion of games in which a member of the pair pays chips voluntarily, by seat."""
    counts = np.sum([game["by seat"] for game in games], axis=0).reshape(3, 3)
    return [_plain(each) for each in counts[:2].sum(axis=0) / (2 * GAMES * len(games) / 3)]


def _plain(share: float) -> Estimate:
    return Estimate(Fraction(float(share)), float(share), None, None)


WATCHED = (10, 20, 50, 100, 200, 500, 1_000)  # numbers of games that detectors watch
BLOCKS = tuple(games // BLOCK for games in WATCHED)
ALARMS = 0.001  # the share of honest tables that are convicted too
CONVICTED = np.nextafter(0.99, 0)  # Tables are convicted above this degree of belief
KNOWN, RAISERS = "cards, shared, seed 1", "raises, shared, seed 1"  # the colluders that the detectors know
Tables = Mapping[str, Sequence[Measured]]  # Name of a line-up -> its tables
AREA = Column("area", decimals=3, chart="area under the ROC curve")
SHARE = Column("convicted", "%", 1, chart="tables convicted")


def series(results: MeasuredSetUps) -> list[Series]:
    """The series on styles and entropy; also on detectors, if the line-ups `KNOWN` and ``Brain 1`` were played."""
    games = by_line_up(results)
    guilty = {name: games[key] for name, key in GUILTY.items() if key in games}
    innocent = {name: games[key] for name, key in INNOCENT.items() if key in games}
    all_series = [*styles(games), *told(games)]
    if KNOWN not in guilty or "Brain 1" not in innocent:
        return all_series
    all_series += [
        *_known(guilty, innocent),
        _unseen(guilty, innocent["Brain 1"]),
        _left_out(games),
        _own_controls(games),
    ]
    return [*all_series, *_believed(guilty | innocent), _convicted(guilty | innocent, innocent["Brain 1"])]


def _known(guilty: Tables, innocent: Tables) -> list[Series]:
    """The ROC areas of known colluders against each class of innocent tables."""
    all_series = []
    for name, score in detectors(SUSPICIONS["cards"]).items():
        lines = _against(score, partial(evidence_of, name="cards"), guilty[KNOWN], innocent)
        all_series.append(_areas(f"known-{name}", f"Known colluders, detector of {name}", lines))
    if RAISERS in guilty:
        score = detectors(SUSPICIONS["raises"])["all kinds"]
        lines = _against(score, partial(evidence_of, name="raises"), guilty[RAISERS], innocent)
        all_series.append(_areas("known-raises", f"Known colluders ({RAISERS}), detector of all kinds", lines))
    counted = _against(source_score, matches_of, guilty[KNOWN], innocent)
    return [*all_series, _areas("known-source", "Known colluders, the source's discriminator", counted)]


def _against(
    score: Score, of: Callable[[Sequence[Measured]], Any], guilty: Sequence[Measured], innocent: Tables
) -> dict[str, list[Estimate]]:
    return {f"against {each}": areas(score, of(guilty), of(these), BLOCKS) for each, these in innocent.items()}


def _unseen(guilty: Tables, control: Sequence[Measured]) -> Series:
    """The ROC areas of the detector of all kinds, for each kind of colluders; it does not know most of them."""
    score, honest = detectors(SUSPICIONS["cards"])["all kinds"], evidence_of(control, "cards")
    lines = {each: areas(score, evidence_of(these, "cards"), honest, BLOCKS) for each, these in guilty.items()}
    return _areas("unseen", "Colluders against Brain 1, detector of all kinds", lines)


def _left_out(games: Games) -> Series:
    """The ROC areas of known colluders against exploiters whom the detector does not know."""
    lines = {}
    for channel, suspicion in SUSPICIONS.items():
        for weights in EXPLOITERS:
            guilty, exploiter = (pair(*split_seed(each)) for each in (suspicion.colluder, weights))
            if guilty in games and exploiter in games:
                score = partial(degree_score, suspicion, [kind for kind in suspicion.honest if kind != weights])
                one, other = (evidence_of(games[each], channel) for each in (guilty, exploiter))
                lines[f"{channel} against {weights}"] = areas(score, one, other, BLOCKS)
    return _areas("left-out", "Known colluders against exploiters whom the detector of all kinds does not know", lines)


def _convicted(tables: Tables, control: Sequence[Measured]) -> Series:
    """The proportion of convicted tables, by detector and kind of table.

    At the thresholds, a proportion `ALARMS` of Brain 1's tables is convicted too.
    """
    convicted: dict[str, Sequence[Estimate]] = {}
    for name, score in detectors(SUSPICIONS["cards"]).items():
        least = thresholds(score, evidence_of(control, "cards"), BLOCKS, ALARMS)
        for each, these in tables.items():
            convicted[f"{name}: {each}"] = convictions(score, evidence_of(these, "cards"), BLOCKS, least)
    title = "Tables convicted at one false alarm in 1,000 tables of Brain 1"
    return Series("convicted", title, "games watched", SHARE, WATCHED, convicted, is_log=True)


def _own_controls(games: Games) -> Series:
    """The ROC areas of the detectors for each pair with a channel.

    The control is a pair of another seed, trained without a channel.
    """
    lines, suspicion = {}, SUSPICIONS["cards"]
    for name, score in detectors(suspicion).items():
        for training in SEEDS:
            key, control = pair(training, 1), pair(f"pair-none-{PAIRS[training].reward}", 2)
            if PAIRS[training].channel != "none" and key in games and control in games:
                guilty, honest = (evidence_of(games[each], "cards") for each in (key, control))
                lines[f"{name}: {training}"] = areas(score, guilty, honest, BLOCKS)
    return _areas("own-control", "Colluders of seed 1 against the control of seed 2, which had no channel", lines)


def _believed(tables: Tables) -> list[Series]:
    """The proportion of tables where the degree of belief that some pair colludes is at least 0.99."""
    suspicion, all_series = SUSPICIONS["cards"], []
    least = [CONVICTED] * len(BLOCKS)
    for name, honest in {"two brains": suspicion.honest[:1], "all kinds": suspicion.honest}.items():
        score = partial(belief_score, suspicion, honest)
        lines = {each: convictions(score, evidence_of(these, "cards"), BLOCKS, least) for each, these in tables.items()}
        title = f"Tables at which the detector of {name} believes in a pair with 0.99"
        all_series.append(
            Series(f"believed-{name.replace(' ', '-')}", title, "games watched", SHARE, WATCHED, lines, True)
        )
    return all_series


def _areas(name: str, title: str, lines: dict[str, list[Estimate]]) -> Series:
    return Series(name.replace(" ", "-"), title, "games watched", AREA, WATCHED, lines, is_log=True)
