"""Spades: the rules of the card game; their options and what the source leaves open are in `games.spades.variant`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from games.core.cards import RANKS
from games.core.errors import GameError
from games.core.rules import CHANCE, TERMINAL, State
from games.spades.actions import BLIND, LOOK, Action, Bid, Deal, Dealer, Play, read
from games.spades.cards import ALL_SPADES, CARDS, NUMBER, listed
from games.spades.position import NO_BIDS, NOTHING, SEATS, UNBID, Phase, Position, Trick, next_seat
from games.spades.transitions import STEPS
from games.spades.tricks import playable
from games.spades.variant import Variant


@dataclass(frozen=True)
class Spades(Variant):
    """Bid how many tricks you take with your partner, and take as many: spades are trumps."""

    def start(self) -> SpadesState:
        """Before it is drawn who deals."""
        scores = (0,) * self.sides
        first = Position(
            phase=Phase.START,
            number=1,
            dealer=0,
            player=0,
            hands=NOTHING,
            looked=0,
            bids=NO_BIDS,
            blind=0,
            took=NOTHING,
            played=NOTHING,
            voids=NOTHING,
            broken=False,
            trick=Trick(0),
            tricks=(),
            scores=scores,
            bags=scores,
            rounds=(),
        )
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
        """Whose move it is."""
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
            return tuple([BIDS[each] for each in self._biddable()])
        return (LOOK, BLIND) if now.phase is Phase.LOOK else ()

    def _biddable(self) -> tuple[int, ...]:
        now = self.position
        partner = self.rules.partner(now.player)
        spades = (now.hands[now.player] & ALL_SPADES).bit_count()
        return self.rules.biddable(spades, UNBID if partner is None else now.bids[partner])

    def is_legal(self, action: Any) -> bool:
        """Whether the action can be taken, or the outcome can come up."""
        phase = self.position.phase
        if phase is Phase.DEAL:
            return type(action) is Deal and action.card in NUMBER and bool(self.undealt >> NUMBER[action.card] & 1)
        if phase is Phase.START:
            return type(action) is Dealer and action.name in self.rules.seats
        return action in self.legal_actions()

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...] | None:
        """Who deals first, or the next card, all equally likely."""
        phase = self.position.phase
        if phase is Phase.START:
            return tuple((Dealer(name), Fraction(1, SEATS)) for name in self.rules.names)
        if phase is not Phase.DEAL:
            return None
        cards = listed(self.undealt)
        return tuple((Deal(each), Fraction(1, len(cards))) for each in cards)

    def sample(self, rng: Random) -> Action:
        """Who deals first, or a card."""
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
