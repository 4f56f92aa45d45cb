"""Styles of play: the usual poker statistics, joint actions of two networks, and what a raise tells the partner.

An action is treated as a probabilistic announcement: its likelihood given a hand is its probability in the player's
network. The information of raises is the mutual information between the kind of hand and the raises of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from games.core.cards import CARDS
from games.core.compiled_loops import nth
from games.holdem.agents.brain.inputs import (
    ACTIONS,
    HANDS,
    LIVE,
    NOBODY,
    PAID,
    PHASE,
    PLAYER,
    RAISED,
    ROUND,
    WIDTH,
    no_shares,
)
from games.holdem.agents.brain.network import Network
from games.holdem.chances import KINDS, kind, kind_of
from games.holdem.rules import BLINDS, BUTTON, SEATS
from kripke.change.actions.evidence import Likelihood
from kripke.checking.engine.compiled import compiled
from kripke.models.kripke_model import KripkeModel
from studies.holdem.collusion.evidence import THOUSAND
from studies.holdem.learning.shares import compute_shares, preflop_shares
from studies.holdem.learning.table_play import FACTS, Moment, seen_by
from studies.holdem.simulator import BET, CALL, FOLD, RAISE

COUNTS = ("won", "voluntary", "raised", "bets", "calls", "showdowns")
"""Games won, games with chips paid voluntarily before the flop (VPIP), games with a raise before it (PFR), bets and
raises, calls, and games played to the showdown."""


class Style:
    """A counter of decisions for statistics; `positions` is as in `studies.holdem.collusion.seating.Table`."""

    def __init__(self, positions: Any) -> None:
        self.positions = positions
        self.voluntary = np.zeros(positions.shape, np.bool_)
        self.actions = np.zeros((SEATS, ACTIONS), np.int64)
        self.tables: Any = None

    def watch(self, moment: Moment, actions: Any) -> None:
        """Count the decisions of all players at a moment."""
        self.tables, seat = moment.tables, moment.tables[moment.games, PLAYER]
        pays = (moment.tables[moment.games, ROUND] == 0) & ((actions == CALL) | (actions == RAISE))
        self.voluntary[moment.games[pays], seat[pays]] = True
        np.add.at(self.actions, (self.positions[moment.games, seat], actions), 1)

    def counts(self, paid: Any) -> dict[str, list[int]]:
        """The counts in `COUNTS` by position, from the payoffs `paid`; call this after the end of the games."""
        live = self.tables[:, LIVE, None] >> np.arange(SEATS) & 1
        marks = {
            "won": paid > 0,
            "voluntary": self.voluntary,
            "raised": self.tables[:, RAISED : RAISED + SEATS] & 1,
            "showdowns": live * (live.sum(axis=1, keepdims=True) > 1),
        }
        counted = {
            name: [int(np.where(self.positions == position, of, 0).sum()) for position in range(SEATS)]
            for name, of in marks.items()
        }
        acts = {"bets": RAISE, "calls": CALL}
        return counted | {name: self.actions[:, action].tolist() for name, action in acts.items()}

    def by_seat(self) -> list[int]:
        """The number of games with chips paid voluntarily before the flop, by position and seat, as a flat list."""
        counts = np.zeros((SEATS, SEATS), np.int64)
        games, seats = np.nonzero(self.voluntary)
        np.add.at(counts, (self.positions[games, seats], seats), 1)
        return [int(each) for each in counts.ravel()]

    def starting_hands(self, positions: Sequence[int]) -> Any:
        """How often players at `positions` paid voluntarily before the flop, by seat and kind of hand.

        Returns
        -------
        float array of seats and kinds (numbered by `games.holdem.chances.kind_of`); 0 for kinds never dealt
        """
        played, dealt = np.zeros((2, SEATS, KINDS))
        games, seats = np.nonzero(np.isin(self.positions, positions))
        kinds = np.array([kind(int(hand)) for hand in self.tables[games, HANDS + seats]])
        np.add.at(dealt, (seats, kinds), 1)
        np.add.at(played, (seats, kinds), self.voluntary[games, seats])
        return played / np.maximum(dealt, 1)


class Joint:
    """Sums the joint probabilities of two networks' actions over the decisions of the player `number`."""

    def __init__(self, one: Network, other: Network, number: int) -> None:
        self.one, self.other, self.number = one, other, number
        self.sums = np.zeros((ACTIONS, ACTIONS))

    def watch(self, moment: Moment, actions: Any) -> None:
        """At the player's decisions, add the probability of each pair of actions of the two networks."""
        who = moment.seats[moment.games, moment.tables[moment.games, PLAYER]]
        here = moment.part(who == self.number)
        if len(here.games):
            one, other = (each.probabilities(seen_by(each, here), here.legal) for each in (self.one, self.other))
            self.sums += one.T @ other


ANN, BOB = "ann", "bob"  # the informed player, and the acting player
NAMED_ACTIONS = {"raise": RAISE, "call": CALL, "fold": FOLD}
PATTERNS = 16  # number of sets of rounds in which a player can raise


class Signal(NamedTuple):
    """An action as an announcement about the player's hand.

    Attributes
    ----------
    chance : Fraction
        The probability of the action, over all hands.
    bits : float
        The entropy of the player's cards after the action.
    after : KripkeModel
        The partner's beliefs about the player's cards after the action.
    """

    chance: Fraction
    bits: float
    after: KripkeModel


def opening_chances(network: Network, hands: Any) -> Any:
    """The action probabilities of the button, who acts first, with each of these hands."""
    tables = np.zeros((len(hands), WIDTH), np.int64)
    tables[:, PHASE], tables[:, PLAYER], tables[:, LIVE] = BET, BUTTON, 0b111
    tables[:, PAID : PAID + 3], tables[:, HANDS + BUTTON] = BLINDS, hands
    shares, games = no_shares(len(hands)), np.arange(len(hands))
    if network.inputs == "shares":
        tables[:, LIVE] = 1 << BUTTON  # the others' cards are unknown
        compute_shares(tables, shares, preflop_shares(), np.zeros(len(hands), np.uint64))
        tables[:, LIVE] = 0b111
    legal = np.tile([True, bool(FACTS.first_cap), True, False], (len(hands), 1))
    moment = Moment(tables, games, shares, legal, np.zeros(len(hands)), np.zeros((len(hands), 3), np.int64))
    return network.probabilities(seen_by(network, moment, np.full(len(hands), NOBODY)), legal)


def dealt_model(network: Network, own: int) -> tuple[KripkeModel, Mapping[str, Any]]:
    """Ann's knowledge of bob's cards if ann holds `own`; bob is on the button and acts first.

    Returns
    -------
    KripkeModel, mapping
        The model has a world for each hand of bob, with atoms such as ``has(bob,SA)``, and ``plan=NUMBER``. Hands with
        the same action probabilities have the same plan. The mapping contains the probabilities for each plan, in
        thousandths.
    """
    left = [card for card in range(52) if not own >> card & 1]
    hands = [1 << one | 1 << other for one, other in combinations(left, 2)]
    chances = np.rint(THOUSAND * opening_chances(network, np.array(hands))).astype(int)
    rows, plans = np.unique(chances, axis=0, return_inverse=True)
    worlds = {
        f"w{number}": {f"plan={plan}"} | {f"has({BOB},{CARDS[card]})" for card in range(52) if hand >> card & 1}
        for number, (hand, plan) in enumerate(zip(hands, plans.ravel(), strict=True))
    }
    share = Fraction(1, len(worlds))
    model = KripkeModel.s5(
        worlds, {ANN: [list(worlds)]}, weights={ANN: dict.fromkeys(worlds, share)}, threshold=0, actual="w0"
    )
    return model, {f"plan={number}": row for number, row in enumerate(rows)}


def signals(network: Network, own: int) -> tuple[float, dict[str, Signal]]:
    """The entropy in bits of bob's cards for ann, and the signal of each of bob's actions. `own`: ann's cards.

    Actions with probability 0 are left out.
    """
    model, plans = dealt_model(network, own)
    by_action = {}
    for name, action in NAMED_ACTIONS.items():
        chances = {plan: Fraction(int(row[action]), THOUSAND) for plan, row in plans.items()}
        chance = sum((of * model.degree(ANN, plan) for plan, of in chances.items()), Fraction(0))
        if chance:
            after = model.update(Likelihood(ANN, chances))
            by_action[name] = Signal(chance, after.entropy(ANN), after)
    return model.entropy(ANN), by_action


@compiled
def count_signals(tables: Any, positions: Any, raised: int, counts: Any) -> None:
    """Count the hands of the players at the first two positions, by kind of hand and by the rounds with a raise.

    Parameters
    ----------
    raised : int
        The index of the first of three columns, by seat: the rounds, as bits, in which the player raised.
    counts : int array of kinds of hands and sets of rounds
        The array to which the counts are added, of shape (`KINDS`, `PATTERNS`).
    """
    for game in range(len(tables)):
        for seat in range(3):
            if positions[game, seat] < 2:
                hand = tables[game, HANDS + seat]
                counts[kind_of(nth(hand, 0), nth(hand, 1)), tables[game, raised + seat]] += 1


def information(counts: Any) -> float:
    """The mutual information of the rows and columns of a table of counts, in bits, corrected for its bias.

    Notes
    -----
    The correction is that of Miller, "Note on the bias of information estimates" (1955).
    """
    counts = counts[counts.sum(axis=1) > 0][:, counts.sum(axis=0) > 0]
    total = counts.sum()
    shares = counts / total
    alone = shares.sum(axis=1, keepdims=True) * shares.sum(axis=0, keepdims=True)
    here = shares > 0
    plain = float((shares[here] * np.log2(shares[here] / alone[here])).sum())
    free = here.sum() - counts.shape[0] - counts.shape[1] + 1
    return float(plain - free / (2 * total * np.log(2)))
