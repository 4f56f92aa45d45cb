"""What each action and outcome of chance does to a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.spades.actions import BLIND, Bid, Deal, Dealer, Play, Word
from games.spades.cards import ALL_SPADES, NUMBER
from games.spades.position import (
    NO_BIDS,
    NOTHING,
    SEATS,
    Phase,
    Position,
    Round,
    Trick,
    changed,
    next_seat,
    with_value,
)
from games.spades.scoring import bags_of, contract_points, fines, nil_points
from games.spades.tricks import shown_void
from games.spades.variant import Variant


def _first_dealer(rules: Variant, now: Position, action: Dealer) -> Position:
    return _new_round(rules, now, rules.seats[action.name], 1)


def _new_round(rules: Variant, now: Position, dealer: int, number: int) -> Position:
    """Before the first card is dealt. Who can bid nil blind does not see the cards."""
    looked = sum(1 << seat for seat in range(SEATS) if not rules.can_bid_blind(now.scores, seat))
    return changed(
        now,
        phase=Phase.DEAL,
        number=number,
        dealer=dealer,
        player=dealer,
        hands=NOTHING,
        looked=looked,
        bids=NO_BIDS,
        blind=0,
        took=NOTHING,
        played=NOTHING,
        voids=NOTHING,
        broken=False,
        trick=Trick(next_seat(dealer)),
        tricks=(),
    )


def _dealt(rules: Variant, now: Position, action: Deal) -> Position:
    assert action.card is not None
    count = sum(map(int.bit_count, now.hands))
    seat = (next_seat(now.dealer) + count) % SEATS
    hands = with_value(now.hands, seat, now.hands[seat] | 1 << NUMBER[action.card])
    after = changed(now, hands=hands)
    return after if count + 1 < SEATS * rules.ranks else _bidder(after, next_seat(now.dealer))


def _bidder(now: Position, seat: int) -> Position:
    return changed(now, phase=Phase.BID if now.looked >> seat & 1 else Phase.LOOK, player=seat)


def _said(rules: Variant, now: Position, action: Word) -> Position:
    """The player looks at the cards, before the bid or after a blind one."""
    after = changed(now, looked=now.looked | 1 << now.player)
    if action == BLIND:
        return _bid(rules, changed(after, blind=now.blind | 1 << now.player), Bid(0))
    return changed(after, phase=Phase.BID)


def _bid(rules: Variant, now: Position, action: Bid) -> Position:
    after = changed(now, bids=with_value(now.bids, now.player, action.tricks))
    if now.player == now.dealer:
        return changed(after, phase=Phase.PLAY, player=now.trick.leader)
    return _bidder(after, next_seat(now.player))


def _played(rules: Variant, now: Position, action: Play) -> Position:
    card, seat, trick = NUMBER[action.card], now.player, now.trick
    void = shown_void(card, trick.led, now.broken or not rules.broken)
    after = changed(
        now,
        player=next_seat(seat),
        hands=with_value(now.hands, seat, now.hands[seat] & ~(1 << card)),
        played=with_value(now.played, seat, now.played[seat] | 1 << card),
        voids=with_value(now.voids, seat, now.voids[seat] | void),
        broken=now.broken or bool(1 << card & ALL_SPADES),
        trick=Trick(trick.leader, (*trick.cards, card)),
    )
    return after if len(after.trick.cards) < SEATS else _taken(rules, after)


def winner_of(trick: Trick) -> int:
    """The seat that takes a trick of four cards."""
    return trick.best[1]


def _taken(rules: Variant, now: Position) -> Position:
    """The end of a trick, and perhaps of the round."""
    seat = winner_of(now.trick)
    after = changed(
        now,
        player=seat,
        took=with_value(now.took, seat, now.took[seat] + 1),
        trick=Trick(seat),
        tricks=(*now.tricks, now.trick._replace(winner=seat)),
    )
    return after if any(now.hands) else _counted(rules, after)


def _counted(rules: Variant, now: Position) -> Position:
    """The end of a round: points are counted, and the game is over or the next player deals."""
    gains, fined, bags = zip(*(_settled(rules, now, side) for side in range(rules.sides)), strict=True)
    scores = tuple(map(sum, zip(now.scores, gains, strict=True)))
    done = Round(now.dealer, now.bids, now.blind, now.took, now.played, gains, fined, scores)
    after = changed(now, scores=scores, bags=bags, rounds=(*now.rounds, done))
    if is_over(scores, now.number, rules):
        return changed(after, phase=Phase.OVER)
    return _new_round(rules, after, next_seat(now.dealer), now.number + 1)


def _settled(rules: Variant, now: Position, side: int) -> tuple[int, int, int]:
    """What a side gains, how often it is fined, and its bags from now on."""
    seats = rules.teams[side]
    bid, took = (sum(each[seat] for seat in seats) for each in (now.bids, now.took))
    bags = now.bags[side] + bags_of(bid, took)
    fined = fines(bags, rules.bags)
    nils = [nil_points(now.took[seat], bool(now.blind >> seat & 1), rules.nil) for seat in seats if not now.bids[seat]]
    return contract_points(bid, took) + sum(nils) - rules.fine * fined, fined, bags - fined * rules.bags


def is_over(scores: tuple[int, ...], number: int, rules: Variant) -> bool:
    """Whether the game is over after a round: at the goal or the floor if one side is ahead of all, or at the limit."""
    ended = max(scores) >= rules.goal or min(scores) <= rules.floor
    return number >= rules.limit or (ended and scores.count(max(scores)) == 1)


STEPS: dict[type, Callable[[Any, Position, Any], Position]] = {
    Dealer: _first_dealer,
    Deal: _dealt,
    Word: _said,
    Bid: _bid,
    Play: _played,
}
