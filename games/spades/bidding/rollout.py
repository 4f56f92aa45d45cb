"""A bidder by rollouts: each bid is valued by the games that it wins in sampled deals that fit the earlier bids.

Deals of the unseen cards are weighted by the likelihood of the earlier bids (`compiled_bis`). In each deal the later
players bid as BIS (see `bis`) does, all play by rules, and the scores after the round determine the chance to win the
game (`winning`). All bids are tried on the same deals. The method needs no special rules for bags, for seats, or for
nil near the end of the game. If all play alone, the chance to win is computed from the scores, because `winning` has no
table for four sides.

The value of a blind nil, before the cards are seen, is estimated in the same way.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Any

import numpy as np

from games.core.cards import PER_SUIT, full_deck
from games.core.compiled_loops import copy
from games.core.errors import require_choice, require_number
from games.core.seeds import derive_seed
from games.spades.bidding.bis import Bis
from games.spades.bidding.compiled_bis import BidTables, apart, bid_of, likelihoods, resampled, tables
from games.spades.bidding.situation import MOST, NIL, Hand, Situation, tricks
from games.spades.bidding.trick_play import play_round
from games.spades.bidding.winning import BAGS, FINE, STEEP, Winning, chance_of, winning
from games.spades.bidding.winning import NIL as NIL_POINTS
from games.spades.compiled_rules import gain_of
from games.spades.dealing import DealSampler, Hidden
from games.spades.rules import SEATS
from games.spades.tricks import BLIND_COUNTS
from kripke.checking.engine.compiled import compiled

DRAWN = 2_000  # Deals that are drawn and weighted by the earlier bids, 1 microsecond each
PLAYED = 200  # Deals in which each bid is played, 7 microseconds each
BELOW, ABOVE = 2, 3  # the range of tried bids, below and above the regular bid of BIS; nil is tried too
PLAYERS = ("strong", "weak")
ALL = (1 << SEATS) - 1  # the set of all seats


@dataclass(frozen=True)
class Forecast:
    """For each bid, the chance to win and the mean lead in points of the round, without fines.

    `deals` is the number of deals, and `effective` their effective number.
    """

    bids: tuple[int, ...]
    chances: tuple[float, ...]
    points: tuple[float, ...]
    deals: int
    effective: float

    @property
    def bid(self) -> int:
        """The bid that wins the most games, on a tie the lowest."""
        return max(zip(self.chances, [-bid for bid in self.bids], self.bids, strict=True))[2]


@dataclass(frozen=True)
class Rollout:
    """A bidder that chooses the bid with the highest mean chance of winning the game in possible deals.

    Parameters
    ----------
    play : {'strong', 'weak'}
        The rules by which all players play the deals.
    deals : int
        The number of deals in which each bid is tried.

    Examples
    --------
    >>> Rollout(deals=20)(Hand.read("AKJ62.AQ.Q.K9543"), Situation()) > 3
    True
    """

    play: str = "strong"
    deals: int = PLAYED

    def __post_init__(self) -> None:
        require_choice("play", self.play, PLAYERS)
        require_number("deals", self.deals, 1, 100_000, whole=True)

    def __call__(self, hand: Hand, situation: Situation) -> int:
        """The bid for a hand in a situation."""
        return self.explained(hand, situation).bid

    def explained(self, hand: Hand, situation: Situation) -> Forecast:
        """The value of each tried bid (see `BELOW`); only the bid of BIS if the hand does not have thirteen cards."""
        if hand.cards.bit_count() != PER_SUIT:
            return Forecast((Bis()(hand, situation),), (0.0,), (0.0,), 0, 0.0)
        regular = Bis(endgame=False, conventions=False).explained(hand, situation).regular
        bids = NIL, *range(max(1, regular - BELOW), min(MOST, regular + ABOVE) + 1)
        dealt, effective = self._deals(hand, situation)
        wins, points = np.zeros((2, len(bids)))
        before = np.array([tricks(bid) for bid in situation.before], np.int64)
        arguments = dealt, situation.place, before, np.array(bids, np.int64), ALL if self.play == "weak" else 0
        if situation.alone:
            rows = [*situation.others]
            rows.insert(situation.place, (situation.ours, situation.bags))  # in the order of the bids
            ends = situation.goal, situation.floor, situation.nil, situation.full
            table = Winning(*ends[:2], np.zeros((0, 0)))
        else:
            rows = [(situation.ours, situation.bags), (situation.theirs, situation.their_bags)]
            rows = rows[::-1] if situation.place % 2 else rows
            ends, table = (situation.goal, situation.floor, NIL_POINTS, BAGS), winning(situation.goal, situation.floor)
        _play(*arguments, np.array(rows, np.int64), np.array(ends), table, tables(), wins, points)
        return Forecast(
            bids, tuple((wins / len(dealt)).tolist()), tuple((points / len(dealt)).tolist()), len(dealt), effective
        )

    def _deals(self, hand: Hand, situation: Situation) -> tuple[Any, float]:
        """Deals sampled by the likelihood of the earlier bids, and the effective number of deals."""
        own, place = hand.cards, situation.place
        sizes = tuple(0 if each == place else PER_SUIT for each in range(SEATS))
        seed = int(derive_seed(own, *situation.before, situation.ours, situation.theirs), 16)
        drawn = DealSampler(Hidden.free(full_deck(PER_SUIT) & ~own, sizes)).deals(DRAWN, seed).astype(np.int64)
        drawn[:, place] = own
        before = situation.before
        weights = apart(drawn, before) if situation.alone else likelihoods(drawn, before, range(place))
        return drawn[resampled(weights, self.deals, 0.5)], float(weights.sum() ** 2 / (weights**2).sum())


@compiled
def bid_and_play(
    dealt: Any, place: int, before: Any, bid: int, weak: int, alone: bool, tables: BidTables, bids: Any, took: Any
) -> None:
    """Bid and play a deal; write the bids to `bids` and the numbers of tricks to `took`.

    After the bids in `before`, the player at `place` bids `bid`, and later players bid as BIS. The seats in the set
    `weak` play by the weak rules.
    """
    hands = np.zeros(SEATS, np.int64)
    copy(before, bids)
    bids[place] = bid
    for later in range(place + 1, SEATS):
        bids[later] = bid_of(0 if alone else later, dealt[later], bids, tables)
    copy(dealt, hands)
    took[:] = 0
    play_round(hands, bids, took, weak, alone)


@compiled
def _play(
    dealt: Any,
    place: int,
    before: Any,
    tried: Any,
    weak: int,
    standings: Any,
    ends: Any,
    winning: Winning,
    tables: BidTables,
    wins: Any,
    points: Any,
) -> None:
    """Play all deals with each tried bid; `wins` sums the chances of winning, and `points` the leads in points.

    `standings`: the score and the bags of each side. If there are four sides, all play alone.
    `ends`: the goal, the floor, the points of nil, and the number of bags that cost a fine.
    """
    sides = len(standings)
    bids, took, scores = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(sides)
    own = place % sides
    for deal in range(len(dealt)):
        for number in range(len(tried)):
            bid_and_play(dealt[deal], place, before, tried[number], weak, sides == SEATS, tables, bids, took)
            for side in range(sides):
                gain, bags = gain_of(bids, took, 0, side, sides, ends[2])
                fine = FINE * ((standings[side, 1] + bags) // ends[3]) if ends[3] else 0
                scores[side] = standings[side, 0] + gain - fine
                points[number] += gain if side == own else -gain / (sides - 1)
            if sides == SEATS:
                wins[number] += _chance_alone(scores, place, ends)
            else:
                wins[number] += chance_of(winning, int(scores[own]), int(scores[1 - own]))


@compiled
def _chance_alone(scores: Any, place: int, ends: Any) -> float:
    """The chance to win after a round if all play alone.

    If the game goes on, the players' chances are proportional to ``exp(score / STEEP)``.
    """
    best, least, odds = scores[place], scores[place], 0.0
    for score in scores:  # NumPy's functions take ten times as long to compile
        best, least = max(best, score), min(least, score)
        odds += exp((score - scores[place]) / STEEP)
    first = 0
    for score in scores:
        first += score == best
    if first == 1 and (best >= ends[0] or least <= ends[1]):
        return 1.0 if scores[place] == best else 0.0
    return 1.0 / odds


DEALS = 20_000  # Deals that are drawn and played, 10 microseconds each


@dataclass(frozen=True)
class BlindNil:
    """The value of a blind nil."""

    # `chance`, `error`: the probability that it succeeds, and its standard error
    chance: float
    error: float
    effective: float  # the effective number of deals behind the estimate
    points: float  # the expected points
    why: str  # the reason why BIS bids it; empty if BIS does not


def blind_nil(situation: Situation) -> BlindNil:
    """The value of a blind nil after some bids; deterministic for each situation."""
    seed = int(derive_seed(DEALS, *situation.before), 16)
    dealt = DealSampler(Hidden.free(full_deck(PER_SUIT), (PER_SUIT,) * SEATS)).deals(DEALS, seed).astype(np.int64)
    weights = likelihoods(dealt, situation.before, range(situation.place))
    before, taken = np.array([*map(tricks, situation.before)], np.int64), np.zeros(DEALS, np.int64)
    _play_nil(dealt, situation.place, before, tables(), taken)
    weights /= weights.sum()
    success = taken == 0
    chance = float(weights @ success)
    error = float(weights**2 @ (success - chance) ** 2) ** 0.5
    points = (2 * chance - 1) * BLIND_COUNTS * situation.nil
    return BlindNil(chance, error, float(1 / (weights**2).sum()), points, Bis().blind(situation))


@compiled
def _play_nil(dealt: Any, place: int, before: Any, tables: BidTables, taken: Any) -> None:
    """Play each deal with a nil bid at `place`; write this player's numbers of tricks to `taken`."""
    bids, took = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for deal in range(len(dealt)):
        bid_and_play(dealt[deal], place, before, 0, 0, False, tables, bids, took)
        taken[deal] = took[place]
