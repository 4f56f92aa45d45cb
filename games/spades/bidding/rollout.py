"""Our own bidder: each bid is worth the games that it wins in deals that fit the bids before, played to the end.

Deals of the cards that the bidder does not see are weighed by the bids before (`reading`). In each, the players that
follow bid as BIS does, all play by rules, and the scores after the round say the chance to win the game (`winning`).
All bids are tried on the same deals. Nil near the end, bags, and seats need no rules of their own. Where each
plays alone the scores stand for the chance to win: four players' chances have no table.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from games.core.errors import GameError, require_number
from games.core.seeds import derive_seed
from games.spades.bidding.bis import Bis
from games.spades.bidding.compiled_bis import BidTables, apart, likelihoods, resampled, tables
from games.spades.bidding.self_play import ALL, bid_and_play
from games.spades.bidding.situation import MOST, NIL, Hand, Situation, tricks
from games.spades.bidding.winning import FINE, STEEP, Winning, chance_of, fined, own_gain, side_gain, winning
from games.spades.compiled_deals import DealSampler
from games.spades.dealing import Hidden
from games.spades.position import SEATS
from games.spades.tricks import PER_SUIT, full_deck
from kripke.checking.engine.compiled import compiled
from logic.errors import listing, shorten

DRAWN = 2_000  # Deals that are drawn and weighed by the bids before, 1 microsecond each
PLAYED = 200  # Deals in which each bid is played, 7 microseconds each
BELOW, ABOVE = 2, 3  # the range of tried bids, below and above the regular bid of BIS; nil is tried too
PLAYERS = ("strong", "weak")


@dataclass(frozen=True)
class Forecast:
    """The mean points of each bid, less the other side's, and the effective number of deals."""

    bids: tuple[int, ...]
    chances: tuple[float, ...]
    points: tuple[float, ...]
    deals: int
    effective: float

    @property
    def bid(self) -> int:
        """The bid that wins most games, of equal ones the lowest."""
        return max(zip(self.chances, [-bid for bid in self.bids], self.bids, strict=True))[2]


@dataclass(frozen=True)
class Rollout:
    """Bids what wins the most games in deals that may be.

    Parameters
    ----------
    deals : int
        In how many of them each bid is played.

    Examples
    --------
    >>> Rollout(deals=20)(Hand.read("AKJ62.AQ.Q.K9543"), Situation()) > 3
    True
    """

    play: str = "strong"
    deals: int = PLAYED

    def __post_init__(self) -> None:
        if self.play not in PLAYERS:
            raise GameError(f"play {shorten(repr(self.play))}: expected {listing(map(repr, PLAYERS))}")
        require_number("deals", self.deals, 1, 100_000, whole=True)

    def __call__(self, hand: Hand, situation: Situation) -> int:
        """The bid for a hand in a situation."""
        return self.explained(hand, situation).bid

    def explained(self, hand: Hand, situation: Situation) -> Forecast:
        """The value of each bid, deterministic; with other than thirteen cards only the bid of BIS, in no deal."""
        if hand.cards.bit_count() != PER_SUIT:
            return Forecast((Bis()(hand, situation),), (0.0,), (0.0,), 0, 0.0)
        regular = Bis(endgame=False, conventions=False).explained(hand, situation).regular
        bids = NIL, *range(max(1, regular - BELOW), min(MOST, regular + ABOVE) + 1)
        dealt, effective = self._deals(hand, situation)
        wins, points = np.zeros((2, len(bids)))
        made = np.array([tricks(bid) for bid in situation.before], np.int64)
        asked = dealt, situation.place, made, np.array(bids, np.int64), ALL if self.play == "weak" else 0
        if situation.alone:
            rows = [*situation.others]
            rows.insert(situation.place, (situation.ours, situation.bags))  # in the order of the bids
            ends = np.array([situation.goal, situation.floor, situation.nil, situation.full])
            _play_alone(*asked, np.array(rows, np.int64), ends, tables(), wins, points)
        else:
            standing = np.array([situation.ours, situation.theirs, situation.bags, situation.their_bags], np.int64)
            _play(*asked, standing, winning(situation.goal, situation.floor), tables(), wins, points)
        return Forecast(
            bids, tuple((wins / len(dealt)).tolist()), tuple((points / len(dealt)).tolist()), len(dealt), effective
        )

    def _deals(self, hand: Hand, situation: Situation) -> tuple[Any, float]:
        """Deals by place, as likely as they make the bids before, and their effective number."""
        own, place = hand.cards, situation.place
        sizes = tuple(0 if each == place else PER_SUIT for each in range(SEATS))
        seed = int(derive_seed(own, *situation.before, situation.ours, situation.theirs), 16)
        drawn = DealSampler(Hidden.free(full_deck(PER_SUIT) & ~own, sizes)).deals(DRAWN, seed).astype(np.int64)
        drawn[:, place] = own
        before = situation.before
        weights = apart(drawn, before) if situation.alone else likelihoods(drawn, before, range(place))
        return drawn[resampled(weights, self.deals, 0.5)], float(weights.sum() ** 2 / (weights**2).sum())


@compiled
def _play(
    dealt: Any,
    place: int,
    before: Any,
    tried: Any,
    weak: int,
    standing: Any,
    winning: Winning,
    tables: BidTables,
    wins: Any,
    points: Any,
) -> None:
    """Add up the chances to win and the points of each bid that is tried, over all deals."""
    bids, took, own = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), place & 1
    for deal in range(len(dealt)):
        for number in range(len(tried)):
            bid_and_play(dealt[deal], place, before, tried[number], weak, False, tables, bids, took)
            gain, bags = side_gain(bids, took, own)
            their_gain, their_bags = side_gain(bids, took, 1 - own)
            wins[number] += chance_of(
                winning,
                fined(standing[0], standing[2], gain, bags),
                fined(standing[1], standing[3], their_gain, their_bags),
            )
            points[number] += gain - their_gain


@compiled
def _play_alone(
    dealt: Any,
    place: int,
    before: Any,
    tried: Any,
    weak: int,
    standings: Any,
    ends: Any,
    tables: BidTables,
    wins: Any,
    points: Any,
) -> None:
    """The same for four who play alone; the others bid as BIS does first."""
    bids, took, scores = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS)
    for deal in range(len(dealt)):
        for number in range(len(tried)):
            bid_and_play(dealt[deal], place, before, tried[number], weak, True, tables, bids, took)
            for seat in range(SEATS):
                gain, bags = own_gain(bids[seat], took[seat], ends[2])
                fine = FINE * ((standings[seat, 1] + bags) // ends[3]) if ends[3] else 0
                scores[seat] = standings[seat, 0] + gain - fine
                points[number] += gain if seat == place else -gain / (SEATS - 1)
            wins[number] += _chance_alone(scores, place, ends)


@compiled
def _chance_alone(scores: Any, place: int, ends: Any) -> float:
    """The chance to win after a round: where the game goes on, the odds of two players are as for two sides."""
    best = scores.max()
    if (best >= ends[0] or scores.min() <= ends[1]) and (scores == best).sum() == 1:
        return 1.0 if scores[place] == best else 0.0
    return 1.0 / np.exp((scores - scores[place]) / STEEP).sum()
