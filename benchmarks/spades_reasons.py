"""Spades: possible causes of our frequencies of nil and of our branching factor, varied one at a time.

Parts: ``python -m benchmarks spades_reasons:threshold``, or ``:rules``, ``:searches``, ``:branching``, ``:leading``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from benchmarks.measure import table
from games.core.cards import CARDS, PER_SUIT, full_deck, in_suit, numbers
from games.core.rules import Deal
from games.spades.agents.bidder import bis, player_of
from games.spades.bidding.bis import Bis
from games.spades.bidding.compiled_bis import bid_tables, expected_bids
from games.spades.bidding.hand_value import nil_value, shipped
from games.spades.bidding.rollout import ALL
from games.spades.bidding.situation import Hand, Situation
from games.spades.dealing import DealSampler, Hidden
from games.spades.observe import Observation, observation
from games.spades.rules import PLAYS, SEATS, Bid, Dealer, Phase, Spades, SpadesState
from studies.spades.learning import Nils, chances, explored

ROUNDS, SEED = 1_600_000, 11
WEAK = {
    "all strong": 0,
    "opponents weak": 0b1010,
    "partner weak": 0b0001,
    "partner and opponents weak": ALL,
}
"""The players, as bits, that play by the weak rules."""
SEATED = {
    "all strong": ("strong", "strong"),
    "partner weak": ("weak", "strong"),
    "opponents typed": ("strong", "typed"),
    "opponents dummy": ("strong", "dummy"),
    "partner weak, opponents dummy": ("weak", "dummy"),
}
"""The player types of the partner and of the opponents of the nil bidder."""
BEFORE = (1, 3)
LOW, HIGH = 0.75, 0.85
"""Bounds of the nil values near 0.8."""
THRESHOLDS = (50, 25, 0, -10, -25, -50)
"""Minimum expected points for a nil bid."""
OFTEN = 0.136
"""How often BIS bids nil in the source."""
DRAWN, TRIED = 400_000, 500
"""Number of deals drawn, and the maximum number of them played by searches."""
PLAYED = 100
"""Rounds for each way to count the playable cards."""
LEADS: dict[str, Any] = {"any card": None, "the longest suit": max, "the shortest suit": min}
"""Ways to choose a lead: among all cards, or among those of the suit with the most or fewest cards."""


def _explored(weak: int) -> Nils:
    return explored(ROUNDS, SEED, bid_tables(shipped()), learned=True, weak=weak)


def threshold() -> None:
    """Print how often nil is bid and made for other thresholds of expected points; all other bids stay the same."""
    nils = _explored(0)
    expected, rows = 100 * (2 * chances(shipped(), nils) - 1), []
    for points in THRESHOLDS:
        bid = expected > points
        rows.append((points, 100 * bid.sum() / ROUNDS, 100 * nils.success[bid].mean()))
    most = np.argsort(-expected, kind="stable")[: round(OFTEN * ROUNDS)]
    rows.append((f"{expected[most[-1]]:.0f}", 100 * OFTEN, 100 * nils.success[most].mean()))
    table("Spades: nil by the points that it must give", ("points", "nil %", "made %"), rows)


def rules() -> None:
    """Print the success of third bidders' nils with a value near 0.8, by the rules of the players."""
    rows = []
    for name, weak in WEAK.items():
        nils = _explored(weak)
        near = (nils.value > LOW) & (nils.value < HIGH) & (nils.place == len(BEFORE))
        after = near & (nils.before[:, :2] == BEFORE[::-1]).all(axis=1)
        rows.append((name, 100 * nils.success[near].mean(), 100 * nils.success[after].mean(), int(after.sum())))
    head = ("players", "made %, any bids", f"made % after {BEFORE}", "nils")
    table(f"Spades: nil of the third bidder, value {LOW} to {HIGH}", head, rows)


def searches() -> None:
    """Print the success of nils with a value near 0.8 after two given bids, with players that are not compiled."""
    states, rows = [*_nils()], []
    for name, (partner, opponents) in SEATED.items():
        players = {0: partner, 1: opponents, 2: "strong", 3: opponents}
        made = [_taken(state, players, number) == 0 for number, state in enumerate(states)]
        error = 1.96 * np.std(made) / len(made) ** 0.5
        rows.append((name, f"{100 * np.mean(made):.1f} ± {100 * error:.1f}", len(made)))
    table(f"Spades: nil after {BEFORE}, value {LOW} to {HIGH}", ("players", "made %", "nils"), rows)


def _nils() -> Iterator[SpadesState]:
    """States after the bids of deals where BIS makes the two given bids and the third's nil value is near 0.8."""
    dealt = DealSampler(Hidden.free(full_deck(PER_SUIT), (PER_SUIT,) * SEATS)).deals(DRAWN, SEED).astype(np.int64)
    for place, bid in enumerate(BEFORE):
        dealt = dealt[expected_bids(dealt[:, place], BEFORE[:place]) == bid]
    near = [hands for hands in dealt.tolist() if LOW < float(nil_value(Hand.of_set(hands[2])).value) < HIGH]
    for hands in near[:TRIED]:
        state: SpadesState = Spades(limit=1).start().after(Dealer("W"))
        cards = [[*map(CARDS.__getitem__, numbers(hand))] for hand in hands]
        while state.position.phase is Phase.DEAL:
            state = state.after(Deal(cards[state.receiver].pop()))
        for bid in (*BEFORE, 0, Bis()(Hand.of_set(hands[3]), Situation((*BEFORE, 0)))):
            state = state.after(Bid(bid))
        yield state


def _taken(state: SpadesState, names: Mapping[int, str], seed: int) -> int:
    """The tricks that the third bidder takes; play stops at the first."""
    players = {seat: player_of(name, 0, 0) for seat, name in names.items()}
    while state.position.phase is Phase.PLAY and not state.position.took[2]:
        view = observation(state, state.current_player)
        state = state.after(PLAYS[CARDS[players[view.player](view, seed).card]])
    return state.position.rounds[-1].took[2] if state.is_terminal else state.position.took[2]


def branching() -> None:
    """Print the mean number of playable cards by player, and by what counts as a choice."""
    rows = []
    for name in ("strong", "weak", "typed", "random"):
        views = _moments(name)
        counts = np.array([_legal(view).bit_count() for view in views])
        alike = np.array([_different(view) for view in views])
        last = np.array([len(view.tricks) == PER_SUIT - 1 for view in views])
        parts = counts, counts[counts > 1], counts[~last], alike
        rows.append((name, *(float(part.mean()) for part in parts)))
    head = ("player", "all moments", "two or more", "without the last trick", "equal cards as one")
    table("Spades: cards that can be played, by what counts", head, rows)


def leading() -> None:
    """Print the mean number of playable cards by the rule for leads; other cards are played by the strong rules."""
    rows = []
    for leads in ("as the strong rules", *LEADS):
        views = _moments("strong", leads)
        counts = np.array([_legal(view).bit_count() for view in views])
        lead = np.array([not view.trick.cards for view in views])
        void = np.array([bool(view.trick.cards) and not in_suit(view.hand, view.trick.led) for view in views])
        means = [float(counts[part].mean()) for part in (lead, ~lead & ~void, void)]
        rows.append((leads, float(counts.mean()), *means, float(100 * void[~lead].mean())))
    head = ("led", "all moments", "the leader", "who follows suit", "who cannot", "cannot follow, %")
    table("Spades: cards that can be played, by what is led", head, rows)


def _moments(name: str, leads: str = "") -> list[Observation]:
    """The observations at all cards in some rounds; `leads` replaces the player's rule for leads."""
    return [view for number in range(PLAYED) for view in _round(name, leads, number)]


def _round(name: str, leads: str, number: int) -> Iterator[Observation]:
    rng, state, agent = Random(SEED + number), Spades(limit=1).start(), bis()
    agent.begin(0, state.rules, str(number))
    player = None if name == "random" else player_of(name, 0, 0)
    while not state.is_terminal:
        if state.is_chance:
            state = state.after(state.sample(rng))
            continue
        view = observation(state, state.current_player)
        if view.phase is not Phase.PLAY:
            state = state.after(next(iter(agent.policy(view, state.legal_actions()))))
            continue
        yield view
        if player is None or (leads in LEADS and not view.trick.cards):
            card = rng.choice([*numbers(_led(_legal(view), leads))])
        else:
            card = player(view, number).card
        state = state.after(PLAYS[CARDS[card]])


def _led(legal: int, leads: str) -> int:
    """The cards that may be led under this rule."""
    suits = [in_suit(legal, suit) for suit in range(SEATS)]
    choose = LEADS.get(leads)
    return legal if choose is None else choose(filter(None, suits), key=int.bit_count)


def _legal(view: Observation) -> int:
    return view.playable


def _different(view: Observation) -> int:
    """The number of playable cards, where cards with no card of another player between them count as one."""
    legal, others = _legal(view), full_deck(PER_SUIT) & ~sum(view.played) & ~view.hand
    others |= sum(1 << card for card in view.trick.cards)
    found = 0
    for suit in range(SEATS):
        previous = -1
        for card in sorted(numbers(in_suit(legal, suit))):
            between = others & ((1 << card) - 1) & ~((1 << previous + 1) - 1) if previous >= 0 else 1
            found, previous = found + bool(between), card
    return found


PARTS: dict[str, Any] = {
    "threshold": threshold,
    "rules": rules,
    "searches": searches,
    "branching": branching,
    "leading": leading,
}


def main() -> None:
    """Run the benchmark and print its tables."""
    for part in PARTS.values():
        part()
