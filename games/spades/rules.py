"""Spades: the rules of the card game; their options and what the source leaves open are in `games.spades.variant`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from games.core.cards import RANKS
from games.core.errors import GameError
from games.core.rules import CHANCE, TERMINAL, State, with_value
from games.spades.position import (
    BLIND,
    LOOK,
    NO_BIDS,
    NOTHING,
    SEATS,
    UNBID,
    Action,
    Bid,
    Deal,
    Dealer,
    Phase,
    Play,
    Position,
    Round,
    Trick,
    Word,
    changed,
    next_seat,
    read,
)
from games.spades.tricks import (
    ALL_SPADES,
    CARDS,
    NUMBER,
    bags_of,
    contract_points,
    fines,
    listed,
    nil_points,
    playable,
    shown_void,
)
from games.spades.variant import Variant

UNDEALT = {
    "hands": NOTHING,
    "bids": NO_BIDS,
    "blind": 0,
    "took": NOTHING,
    "played": NOTHING,
    "voids": NOTHING,
    "broken": False,
    "tricks": (),
}
"""The values at the start of each round."""


def _new_round(rules: Variant, now: Position, dealer: int, number: int) -> Position:
    """Before the first card is dealt. Who can bid nil blind does not see the cards."""
    looked = sum(1 << seat for seat in range(SEATS) if not rules.can_bid_blind(now.scores, seat))
    table = {"dealer": dealer, "player": dealer, "trick": Trick(next_seat(dealer)), **UNDEALT}
    return changed(now, phase=Phase.DEAL, number=number, looked=looked, **table)


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


def _taken(rules: Variant, now: Position) -> Position:
    """The end of a trick, and perhaps of the round."""
    seat = now.trick.best[1]
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
    """The points of a side, the number of its fines, and its new bags."""
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
    Dealer: lambda rules, now, action: _new_round(rules, now, rules.seats[action.name], 1),
    Deal: _dealt,
    Word: _said,
    Bid: _bid,
    Play: _played,
}


@dataclass(frozen=True)
class Spades(Variant):
    """Bid how many tricks you take with your partner, and take as many: spades are trumps."""

    def start(self) -> SpadesState:
        """Before it is drawn who deals."""
        scores = (0,) * self.sides
        table: dict[str, Any] = {"dealer": 0, "player": 0, "trick": Trick(0), "looked": 0, **UNDEALT}
        first = Position(phase=Phase.START, number=1, scores=scores, bags=scores, rounds=(), **table)
        return SpadesState(self, first)

    def parse(self, text: str) -> Action:
        """The action of a text, such as ``bid 3`` or ``play SQ``."""
        return read(text)


class SpadesState(State):
    """A moment of Spades."""

    __slots__ = ("position",)

    rules: Spades

    def __init__(self, rules: Spades, position: Position) -> None:
        self.rules, self.position, self.past = rules, position, None

    @property
    def current_player(self) -> int:
        """The player whose move it is."""
        phase = self.position.phase
        if phase in (Phase.PLAY, Phase.BID, Phase.LOOK):
            return self.position.player
        return TERMINAL if phase is Phase.OVER else CHANCE

    @property
    def undealt(self) -> int:
        """The set of the cards that are still to be dealt."""
        return self.rules.deck & ~sum(self.position.hands)

    @property
    def receiver(self) -> int:
        """The seat that gets the next card."""
        return (next_seat(self.position.dealer) + sum(map(int.bit_count, self.position.hands))) % SEATS

    @property
    def playable(self) -> int:
        """The set of the cards that the player can play."""
        now = self.position
        return playable(now.hands[now.player], now.trick.led, now.broken or not self.rules.broken)

    def legal_actions(self) -> tuple[Action, ...]:
        """Cards, bids, or to look and to bid blind nil."""
        now = self.position
        if now.phase is Phase.PLAY:
            return tuple([PLAYS[each] for each in listed(self.playable)])
        if now.phase is Phase.BID:
            partner = self.rules.partner(now.player)
            spades = (now.hands[now.player] & ALL_SPADES).bit_count()
            bids = self.rules.biddable(spades, UNBID if partner is None else now.bids[partner])
            return tuple([BIDS[each] for each in bids])
        return (LOOK, BLIND) if now.phase is Phase.LOOK else ()

    def is_legal(self, action: Any) -> bool:
        """Whether the action can be taken, or the outcome can come up."""
        phase = self.position.phase
        if phase is Phase.DEAL:
            return type(action) is Deal and action.card in NUMBER and bool(self.undealt >> NUMBER[action.card] & 1)
        if phase is Phase.START:
            return type(action) is Dealer and action.name in self.rules.seats
        return action in self.legal_actions()

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...] | None:
        """The possible first dealers, or next cards, all equally likely."""
        phase = self.position.phase
        if phase is Phase.START:
            return tuple((Dealer(name), Fraction(1, SEATS)) for name in self.rules.names)
        if phase is not Phase.DEAL:
            return None
        cards = listed(self.undealt)
        return tuple((Deal(each), Fraction(1, len(cards))) for each in cards)

    def sample(self, rng: Random) -> Action:
        """A random first dealer, or a random card."""
        if self.position.phase is Phase.START:
            return Dealer(rng.choice(self.rules.names))
        return Deal(rng.choice(listed(self.undealt)))

    def returns(self) -> tuple[Fraction, ...]:
        """One game for the sides with the highest score, in equal parts for all their players."""
        now = self.position
        if now.phase is not Phase.OVER:
            raise GameError("the game is not over: no returns yet")
        best = max(now.scores)
        winners = [seat for seat in range(SEATS) if now.scores[self.rules.side(seat)] == best]
        return tuple(Fraction(seat in winners, len(winners)) for seat in range(SEATS))

    def _next(self, action: Any) -> SpadesState:
        return SpadesState(self.rules, STEPS[type(action)](self.rules, self.position, action))


BIDS = tuple(Bid(number) for number in range(len(RANKS) + 1))
PLAYS = {each: Play(each) for each in CARDS}
