"""Training for `whoknows train spades`: success curves of nil, learned from self-play or from records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from games.core.errors import GameError
from games.playing.records import Record
from games.spades.bidding.compiled_bis import bid_tables
from games.spades.bidding.hand_value import BIDS, PLACES, Curves, Line, nil_value
from games.spades.bidding.situation import CARDS, Hand, tricks
from games.spades.game import GAME
from games.spades.rules import SEATS, Round, SpadesState
from studies import training as plots
from studies.spades.learning import UNBID, Nils, calibration, chances, explored, fitted
from studies.training import Trained

FIRST, ROUNDS = 400_000, 3_200_000
"""The number of rounds for fitting the first curves, and the number for fitting the final curves."""
HELD_OUT = 5  # one in five nil bids is kept for the validation
TRAINS = "success curves of nil"
USED = "no agent takes a file: BIS bids by games/spades/bidding/curves.json, which it can replace in a checkout"
PLOTTED = ("Nil bids that the curves were not fitted to", "predicted chance of nil", "share that succeeded")
COLUMNS = ("curves", "predicted", "nil bids", "succeeded")


def simulated(seed: int) -> Nils:
    """Nil bids from two stages of self-play; the first stage provides the success curves for the second."""
    first = fitted(explored(FIRST, 2 * seed, bid_tables(no_curves()), learned=False), "")
    return explored(ROUNDS, 2 * seed + 1, bid_tables(first), learned=True)


def no_curves() -> Curves:
    """Success curves whose terms are all 0, for use before any curves are fitted."""
    flat = Line(0.0, 0.0)
    return Curves("", 0, flat, (flat,) * PLACES, tuple(((flat,) * BIDS,) * place for place in range(PLACES)))


def recorded(records: Iterable[Record]) -> Nils:
    """The nil bids in records of Spades, except blind nils."""
    nils = []
    for record in records:
        if record.played is not GAME:
            raise GameError(f"{record.place}: a record of {record.played.title}, expected one of Spades")
        last = record.state()
        assert isinstance(last, SpadesState)
        if last.rules.sides != 2 or last.rules.ranks != CARDS:
            raise GameError(f"{record.place}: expected partners and all cards, not {last.rules.variant}")
        for each in last.position.rounds:
            nils += list(_nils(each))
    before, value, success = zip(*nils, strict=True) if nils else ((), (), ())
    return Nils(np.array(before, np.int64).reshape(-1, SEATS - 1), np.array(value), np.array(success, bool))


def trained(given: Nils, compare: bool, seed: int, made_by: str) -> Trained:
    """The success curves fitted to all nil bids, with a validation of curves fitted to four fifths of the bids.

    The validation uses the remaining fifth; `compare` adds a single curve and the nil value as predictors.
    """
    held = np.arange(len(given.value)) % HELD_OUT == 0
    test, learned = given.part(held), fitted(given.part(~held), made_by)
    models = {"by the bids before": chances(learned, test)}
    if compare:
        single = Curves("", 0, learned.single, (learned.single,) * SEATS, no_curves().bids)
        models["one for all"] = chances(single, test)
        models["nil value"] = test.value
    bins = {name: list(calibration(predicted, test)) for name, predicted in models.items()}
    rows = tuple(
        (name, f"{each.predicted:.3f}", f"{each.nils:,}", f"{each.observed:.3f}")
        for name, points in bins.items()
        for each in points
    )
    lines = {
        name: ([each.predicted for each in points], [each.observed for each in points]) for name, points in bins.items()
    }
    head = f"{len(given.value):,} nil bids, {given.success.mean():.1%} succeeded"
    return Trained(head, COLUMNS, rows, fitted(given, made_by).dumps(), plots.Curves(*PLOTTED, lines))


def _nils(each: Round) -> Iterator[tuple[list[int], float, bool]]:
    """For each nil bid of a round, the earlier bids (the latest first), the nil value, and whether it succeeded."""
    for place in range(SEATS):
        seat = (each.dealer + 1 + place) % SEATS
        if each.bids[seat] == 0 and not each.blind >> seat & 1:
            before = [tricks(each.bids[(seat - back) % SEATS]) for back in range(1, place + 1)]
            value = nil_value(Hand.of_set(each.hands[seat])).value
            yield before + [UNBID] * (SEATS - 1 - place), float(value), each.took[seat] == 0
