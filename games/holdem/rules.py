"""Limit hold'em for three: two cards each, five on the board, four rounds of betting.

Source: Pyne, Abhichandani and Shrivastava, "Cheating detection in competitive multi-agent environments" (2023). Points
that it leaves open are in ``docs/games/holdem.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from games.core.cards import CARDS, NUMBER, RANKS, card, full_deck, numbers
from games.core.errors import IllegalAction, require_choice
from games.core.rules import CHANCE, TERMINAL, AnyPhase, Deal, EvenState, Rules, Word, changer, with_value
from games.holdem.hand_value import value
from logic.errors import near_miss, shorten

CALL, RAISE, FOLD, CHECK = WORDS = tuple(map(Word, ("call", "raise", "fold", "check")))
"""The actions: call pays the missing amount, raise pays that and the round's bet, fold gives up, check pays nothing."""
BY_TEXT = {each.text: each for each in WORDS}
DEALS = tuple(map(Deal, CARDS))

Action = Deal | Word


def read(text: str) -> Action:
    """Return the action that a text describes; raise `IllegalAction` if it describes none."""
    words = text.lower().split()
    if len(words) == 1 and words[0] in BY_TEXT:
        return BY_TEXT[words[0]]
    if len(words) == 2 and words[0] == "deal":
        return Deal(None if words[1] == "?" else card(words[1]))
    near = near_miss(words[0] if words else "", list(BY_TEXT))
    raise IllegalAction(f"{shorten(repr(text))}: expected call, raise, fold or check{near}")


SEATS = 3
SMALL, BIG, BUTTON = range(SEATS)
"""The seats of small blind, big blind and button; the button acts first before the flop and last after it."""
ROUNDS = 4
BOARD = (0, 3, 4, 5)  # the number of cards on the board by round
HOLE = 2  # the number of cards of each player
ALL = (1 << SEATS) - 1
Three = tuple[int, int, int]
Four = tuple[int, int, int, int]


class Phase(AnyPhase):
    """The phases of a game, each with a text about the next event."""

    DEAL = "the hands are dealt"
    BET = "to speak"
    BOARD = "cards are dealt to the board"
    OVER = "the game is over"


class Position(NamedTuple):
    """The complete position: everything that decides what can happen next."""

    paid: Three  # the chips that each player has paid into the pot, by seat
    phase: Phase = Phase.DEAL
    round: int = 0  # the round of betting, from 0
    player: int = 0  # the seat to act
    hands: Three = (0, 0, 0)  # the set of cards of each player, by seat, as in `games.core.cards`
    board: tuple[int, ...] = ()  # the numbers of the cards of the board, in the order of dealing
    live: int = ALL  # the seats that have not folded, as bits
    acted: int = 0  # the seats that have acted since the last raise of the round, as bits
    raises: Four = (0, 0, 0, 0)  # the number of bets and raises, by round
    raised: Three = (0, 0, 0)  # the rounds in which each player raised, as bits, by seat

    @property
    def dealt(self) -> int:
        """The set of the cards that are dealt."""
        return sum(self.hands) | sum(1 << card for card in self.board)

    @property
    def missing(self) -> int:
        """The amount that the current player must pay to stay in."""
        return max(self.paid) - self.paid[self.player]

    @property
    def is_shown(self) -> bool:
        """Whether the game ended with a showdown."""
        return self.phase is Phase.OVER and self.live.bit_count() > 1


changed = changer(Position)


def next_live(live: int, seat: int) -> int:
    """The next seat, clockwise, that has not folded. `live` is a set of seats, as bits."""
    for step in range(1, SEATS + 1):
        if live >> (seat + step) % SEATS & 1:
            return (seat + step) % SEATS
    raise AssertionError("no player is left")


BLINDS = (1, 2, 0)
"""The chips that each seat pays before the cards are dealt; the big blind is the unit of payoffs."""
BETS = (2, 2, 4, 4)  # the number of chips that a bet or raise adds, by round
MOST_RAISES = 4
DECKS = (3, 4, 5, 6, len(RANKS))
"""The possible numbers of ranks. A game needs eleven cards; for 3 to 6 ranks, all boards are counted in 0.1 s."""


@dataclass(frozen=True)
class Holdem(Rules):
    """Bet on two hidden cards and five on the board: the best five of seven win, or the last player who has not folded.

    Parameters
    ----------
    names : tuple of str
        Three players, clockwise: the small blind, the big blind, the button.
    raises : int
        The largest number of bets and raises in a round.
    blind_counts : bool
        Whether the big blind counts as the first raise before the flop, as in a casino.
    ranks : int
        The number of ranks in the deck, from the ace down: 3 to 6, or all 13. Each rank has four suits.
    """

    names: tuple[str, ...] = ("ann", "bob", "cal")
    raises: int = MOST_RAISES
    blind_counts: bool = False
    ranks: int = len(RANKS)

    game: ClassVar[str] = "holdem"
    places: ClassVar[frozenset[str]] = frozenset({"deck", "board"})
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"raises": (1, MOST_RAISES)}
    fewest: ClassVar[int] = SEATS
    most: ClassVar[int] = SEATS
    unit: ClassVar[str] = "big blinds"
    total: ClassVar[Fraction] = Fraction(0)  # a player wins what all other players lose

    def __post_init__(self) -> None:
        super().__post_init__()
        require_choice("ranks", self.ranks, DECKS)

    @property
    def deck(self) -> int:
        """The full deck of the game, as a set of cards."""
        return full_deck(self.ranks)

    def cap(self, number: int) -> int:
        """The most raises allowed in round `number`; one less before the flop if the big blind counts as a raise."""
        return self.raises - (1 if self.blind_counts and number == 0 else 0)

    def start(self) -> HoldemState:
        """The state before the first card is dealt."""
        return HoldemState(self, Position(paid=BLINDS))

    def parse(self, text: str) -> Action:
        """The action that a text describes, such as ``call``."""
        return read(text)


class HoldemState(EvenState):
    """A state of hold'em: the rules and the position."""

    __slots__ = ()

    rules: Holdem
    position: Position
    movers: ClassVar = {Phase.DEAL: CHANCE, Phase.BOARD: CHANCE, Phase.OVER: TERMINAL}

    @property
    def undealt(self) -> int:
        """The set of the cards that are still to be dealt."""
        return self.rules.deck & ~self.position.dealt

    @property
    def receiver(self) -> int | None:
        """The seat that gets the next card; None if it goes to the board."""
        now = self.position
        return now.dealt.bit_count() % SEATS if now.phase is Phase.DEAL else None

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions: call or fold if there is a bet to pay, otherwise check; also raise, up to `Holdem.cap`."""
        now = self.position
        if now.phase is not Phase.BET:
            return ()
        raising = (RAISE,) if now.raises[now.round] < self.rules.cap(now.round) else ()
        return (CALL, *raising, FOLD) if now.missing else (*raising, CHECK)

    def is_legal(self, action: Any) -> bool:
        """Whether the action is legal, or the chance outcome possible; a card is looked up in the set `undealt`."""
        if type(action) is not Deal:
            return super().is_legal(action)
        return self.is_chance and action.card in NUMBER and bool(self.undealt >> NUMBER[action.card] & 1)

    def _outcomes(self) -> Sequence[Action]:
        return [DEALS[number] for number in numbers(self.undealt)][::-1]

    def returns(self) -> tuple[Fraction, ...]:
        """Each player's winnings in big blinds; equal hands share the pot."""
        self._require_over()
        now = self.position
        winners = self.winners()
        share = Fraction(sum(now.paid), len(winners))
        return tuple(((seat in winners) * share - now.paid[seat]) / BLINDS[BIG] for seat in range(SEATS))

    def winners(self) -> tuple[int, ...]:
        """The seats that get the pot: the last player still in, or the players still in with the best hand."""
        now = self.position
        live = [seat for seat in range(SEATS) if now.live >> seat & 1]
        if not now.is_shown:
            return tuple(live)
        board = sum(1 << card for card in now.board)
        values = {seat: value(now.hands[seat] | board) for seat in live}
        return tuple(seat for seat in live if values[seat] == max(values.values()))

    def _next(self, action: Any) -> HoldemState:
        now = self.position
        if isinstance(action, Deal):
            assert action.card is not None
            return HoldemState(self.rules, (_hand if now.phase is Phase.DEAL else _board)(now, NUMBER[action.card]))
        return HoldemState(self.rules, _spoken(now, action))


def _hand(now: Position, card: int) -> Position:
    """The position after a card is dealt to a hand; hands are dealt in turn, from the small blind to the button."""
    count = now.dealt.bit_count()
    hands = with_value(now.hands, count % SEATS, now.hands[count % SEATS] | 1 << card)
    if count + 1 < SEATS * HOLE:
        return changed(now, hands=hands)
    return changed(now, hands=hands, phase=Phase.BET, player=BUTTON)


def _board(now: Position, card: int) -> Position:
    board = (*now.board, card)
    if len(board) < BOARD[now.round]:
        return changed(now, board=board)
    return changed(now, board=board, phase=Phase.BET, player=next_live(now.live, BUTTON))


def _spoken(now: Position, action: Action) -> Position:
    seat, acted = now.player, now.acted | 1 << now.player
    if action == FOLD:
        return _closed(changed(now, live=now.live & ~(1 << seat)), acted)
    paid = max(now.paid) + (BETS[now.round] if action == RAISE else 0)
    here = changed(now, paid=with_value(now.paid, seat, paid))
    if action != RAISE:
        return _closed(here, acted)
    raises = with_value(now.raises, now.round, now.raises[now.round] + 1)
    raised = with_value(now.raised, seat, now.raised[seat] | 1 << now.round)
    return _closed(changed(here, raises=raises, raised=raised), 1 << seat)


def _closed(now: Position, acted: int) -> Position:
    """The position after an action: the next player acts, or the round ends if all have acted since the last raise."""
    if not now.live & (now.live - 1):
        return changed(now, phase=Phase.OVER, acted=ALL)
    if now.live & ~acted:
        return changed(now, acted=acted, player=next_live(now.live, now.player))
    if now.round == ROUNDS - 1:
        return changed(now, phase=Phase.OVER, acted=ALL)
    return changed(now, phase=Phase.BOARD, round=now.round + 1, acted=0)
