"""Measurements for the experiment on collusion at a table of 1,000 games: payoffs, styles, and a detector's evidence.

The players at the first two positions of a line-up are the pair. They are colluders or, in controls, players who do not
collude.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from zlib import compress, decompressobj

import numpy as np

from games.holdem.agents.brain.agent import Brain, network_of
from games.holdem.agents.brain.inputs import RAISED
from games.holdem.chances import KINDS
from games.holdem.rules import SEATS
from games.playing.match import Match
from games.playing.statistics import Estimate
from studies.experiment import Figure, Measured, Size, mean
from studies.holdem.collusion.evidence import RULE, UNTOLD, Suspicion, Watcher
from studies.holdem.collusion.seating import GAMES, table_of
from studies.holdem.collusion.style import COUNTS, PATTERNS, Joint, Style, count_signals, information
from studies.holdem.learning.table_play import play
from studies.holdem.simulator import CHIP
from studies.holdem.training import BRAIN_1

BLOCK = 10  # Games whose evidence is added up: the fewest that a detector watches
EXPLOITERS = ("pair-none-shared-1", "pair-none-shared-2", "pair-none-source-1")
"""Networks that learned against Brain 1 (`BRAIN_1`) without inputs about a partner; for detectors they are honest."""
SUSPICIONS = {
    channel: Suspicion(f"pair-{channel}-shared-1", (BRAIN_1, *EXPLOITERS, RULE, UNTOLD))
    for channel in ("cards", "raises")
}
"""For each channel (what partners learn about each other), the detector that knows colluders with this channel."""
UNIT = 2 * CHIP  # payoffs are stored as whole twelfths of a big blind
MOST_BYTES = 2**20  # maximal number of bytes of an array in a file; a longer array is cut, so its shape is wrong
PAIR = (0, 1)


def played(match: Match, game: int) -> Measured:
    """Play the 1,000 games of a table, which count as one game of the match, and measure them."""
    table = table_of(match, game)
    style = Style(table.positions)
    watchers = {name: Watcher(each, table.positions) for name, each in SUSPICIONS.items()}
    agent = match.agents[0]
    joint = Joint(network_of(BRAIN_1), agent.network, 0) if isinstance(agent, Brain) else None
    watching: list[Any] = [style, *watchers.values(), *([] if joint is None else [joint])]

    def watch(moment: Any, actions: Any) -> None:
        for each in watching:
            each.watch(moment, actions)

    paid, _ = play(table.players, table.seats, table.seeds, watch=watch)
    signals = np.zeros((KINDS, PATTERNS), np.int64)
    count_signals(style.tables, table.positions, RAISED, signals)
    by_position = [np.where(table.positions == position, paid, 0).sum() for position in range(SEATS)]
    return {
        "paid": [round(UNIT * each) for each in by_position],
        **style.counts(paid),
        "by seat": style.by_seat(),
        "joint": [] if joint is None else np.rint(1000 * joint.sums).astype(int).ravel().tolist(),
        "signals": packed(signals),
        "evidence": {name: packed(np.rint(1000 * each.sums(BLOCK))) for name, each in watchers.items()},
        "matches": packed(watchers["cards"].counts(BLOCK)),
    }


def measured(match: Match, table: Measured) -> Measured:
    """The measurements of a table, as returned by `played`."""
    return table


def packed(numbers: Any) -> str:
    """Integers as a compressed string, to be stored in JSON."""
    return b64encode(compress(np.asarray(numbers, "<i4").tobytes(), 9)).decode()


def evidence_of(games: Sequence[Measured], name: str) -> Any:
    """The log-likelihoods in nats for the detector `name`, as an array of shape (tables, blocks, players, kinds)."""
    kinds = len(SUSPICIONS[name].kinds)
    return np.stack([_unpacked(each["evidence"][name]).reshape(-1, SEATS, kinds) for each in games]) / 1000


def matches_of(games: Sequence[Measured]) -> Any:
    """The sums of `evidence.matches`, a float array of shape (tables, blocks, players, partners, networks)."""
    return np.stack([_unpacked(each["matches"]).reshape(-1, SEATS, 2, 2) for each in games])


def _unpacked(text: str) -> Any:
    return np.frombuffer(decompressobj().decompress(b64decode(text), MOST_BYTES), "<i4").astype(np.float64)


def figures(games: Sequence[Measured]) -> dict[str, Estimate]:
    """The statistics of a set-up, with 95 % intervals over rounds.

    ``pair``, ``first``, ``second``, ``third``: big blinds won per game. ``ratio``: mean games won by a member of the
    pair, divided by games won by the third player. ``won``, ``vpip``, ``pfr``, ``showdowns``: proportions of games.
    ``aggression``: bets and raises divided by calls. Names of the third player's statistics begin with ``their``.
    ``bits``: the information in a partner's raises about the partner's hand.
    """
    estimates = {
        "pair": mean(games, paid(*PAIR), lambda game: 2 * GAMES),
        "first": mean(games, paid(0), lambda game: GAMES),
        "second": mean(games, paid(1), lambda game: GAMES),
        "third": mean(games, paid(2), lambda game: GAMES),
        "ratio": mean(games, count("won", *PAIR), lambda game: 2 * int(game["won"][2])),
    }
    for prefix, places, played in (("", PAIR, lambda game: 2 * GAMES), ("their ", (2,), lambda game: GAMES)):
        shares = {"won": "won", "vpip": "voluntary", "pfr": "raised", "showdowns": "showdowns"}
        for name, of in shares.items():
            estimates[prefix + name] = mean(games, count(of, *places), played)
        estimates[f"{prefix}aggression"] = mean(games, count("bets", *places), count("calls", *places))
    return estimates | {"bits": _bits(games)}


def _bits(games: Sequence[Measured]) -> Estimate:
    """The information in a pair's raises about the kinds of the members' hands, in bits; it has no interval."""
    counts = sum(_unpacked(each["signals"]) for each in games)
    bits = information(np.asarray(counts).reshape(-1, PATTERNS))
    return Estimate(Fraction(bits), bits, None, None)


def paid(*positions: int) -> Figure:
    """A function that returns the total winnings of these positions at a table, in big blinds."""
    return lambda game: Fraction(sum(game["paid"][each] for each in positions), UNIT)


def count(name: str, *positions: int) -> Size:
    """A function that returns the sum of a count over these positions at a table."""
    assert name in COUNTS
    return lambda game: sum(int(game[name][each]) for each in positions)
