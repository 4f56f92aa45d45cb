"""The rules of Cheat for two players, with an option for each point that Bitan and Kraus (2018) leave open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple

from games.cheat.cards import CARDS, RANKS, full_deck, listed, of_rank, ordered, set_of
from games.core.cards import Card, card, numbers
from games.core.errors import IllegalAction, require_number
from games.core.rules import CHANCE, TERMINAL, AnyPhase, Deal, EvenState, Rules, Starts, Word, Written, with_value
from games.core.sentences import one_word, read_action
from games.core.stages import Branches, Stage, Subsets
from logic.errors import shorten

MOST = 4  # the largest number of cards of a claim


@dataclass(frozen=True, slots=True)
class Draw:
    """The chance outcome after ``take``: the top card of the deck; `card` is None if the viewer does not see it."""

    card: Card | None = None

    def __str__(self) -> str:
        return f"draw {self.card or '?'}"


@dataclass(frozen=True, slots=True)
class Claim(Written):
    """A claim: lay cards face down and say that they have this rank."""

    verb = "claim"
    rank: str
    cards: tuple[Card, ...]  # from the ace up; empty for a viewer who does not see them


def is_lie(action: Any) -> bool:
    """Whether an action, given with its cards, is a false claim."""
    return type(action) is Claim and any(card.rank != action.rank for card in action.cards)


CALL = Word("call")  # Say "cheat!": the pile is shown
TAKE = Word("take")  # Take a card from the deck
WORDS = {each.text: each for each in (CALL, TAKE)}

Action = Starts | Deal | Draw | Claim | Word


@dataclass(frozen=True)
class Claims(Subsets):
    """The claims with a fixed number of cards and a fixed rank, chosen card by card."""

    rank: str = field(default="", kw_only=True)

    def action(self, chosen: tuple[Any, ...]) -> Claim:
        """The claim with these cards."""
        return Claim(self.rank, chosen)

    def used(self, action: Any) -> tuple[Any, ...] | None:
        """The cards of a claim of this rank; None for other actions."""
        return action.cards if isinstance(action, Claim) and action.rank == self.rank else None


def _claim(words: list[str]) -> Claim | None:
    rank = words[0].upper().replace("10", "T") if words else ""
    if len(rank) != 1 or rank not in RANKS or not 1 < len(words) <= MOST + 1:
        return None
    cards = ordered(map(card, words[1:]))
    if len(set(cards)) < len(cards):
        raise IllegalAction(f"{shorten(repr(' '.join(['claim', *words])))}: a card is there twice")
    return Claim(rank, cards)


_READERS: dict[str, tuple[Callable[[list[str]], Action | None], str]] = {
    "claim": (_claim, f"a rank, one of {RANKS}, and one to {MOST} cards, as in 'claim Q SQ H3'"),
    "deal": one_word(lambda word: Deal(None if word == "?" else card(word)), "one card, as in 'deal SQ'"),
    "draw": one_word(lambda word: Draw(None if word == "?" else card(word)), "one card, as in 'draw SQ'"),
    "starts": one_word(Starts, "the name of one player, as in 'starts ann'"),
}
DEALS, DRAWS = tuple(map(Deal, CARDS)), tuple(map(Draw, CARDS))


class Phase(AnyPhase):
    """The phases of a game, each with a text about the next event."""

    START = "it is drawn who starts"
    DEAL = "the cards are dealt"
    PLAY = "to claim, to take a card or to call"
    DRAW = "a card is drawn"
    OVER = "the game is over"


# for the phases in which chance draws a card of the deck, the class of the outcomes
DEALT: dict[Phase, type[Deal] | type[Draw]] = {Phase.DEAL: Deal, Phase.DRAW: Draw}


class Laid(NamedTuple):
    """A claim in the pile."""

    seat: int  # the player who made the claim
    rank: int  # the claimed rank, as an index in `games.cheat.cards.RANKS`
    size: int  # the number of cards
    cards: int  # the set of the cards; empty for viewers who do not see them
    # the number of the player's cards, in hand and in the pile, that were not taken up publicly before this claim: an
    # upper bound for the number of such cards in the player's claims up to this one
    fresh: int

    @property
    def is_true(self) -> bool:
        """Whether all cards have the claimed rank."""
        return not self.cards & ~of_rank(self.rank)


class Called(NamedTuple):
    """A call, the claim that it is about, and whether the claim was a lie."""

    turn: int  # the number of the turn, from 1
    caller: int  # the seat of the player who called
    claimer: int  # the seat of the player who made the claim
    rank: int  # the claimed rank
    size: int  # the number of cards of the claim
    caught: bool  # whether the claim was a lie
    pile: int  # the number of cards in the pile


class Position(NamedTuple):
    """The complete position: everything that decides what can happen next, and the public history."""

    phase: Phase
    player: int  # the player to move, or the player who draws a card
    starter: int  # the player who started the game
    hands: tuple[int, int]  # the set of cards of each player, by seat
    deck: int  # the set of the cards in the deck
    opening: int  # the card that opened the pile, as a set; empty once the pile is taken
    laid: tuple[Laid, ...]  # the claims in the pile, in order
    rank: int  # the last claimed rank; -1 before the pile is opened
    can_call: bool  # whether the last move was a claim
    free: bool  # whether the next claim can have any rank
    # by seat, the cards that the player took up publicly and that no later call showed elsewhere: they are in the hand,
    # or in this player's claims in the pile
    known: tuple[int, int]
    turns: int  # the number of finished turns
    winner: int  # the seat; -1 while the game lasts, and for a draw
    calls: tuple[Called, ...]

    @property
    def pile(self) -> int:
        """The set of the cards in the pile."""
        return self.opening + sum(each.cards for each in self.laid)

    def fresh(self, seat: int) -> int:
        """The number of a player's cards, in hand and in the pile, that were not taken up publicly."""
        laid = sum(each.size for each in self.laid if each.seat == seat)
        return self.hands[seat].bit_count() + laid - self.known[seat].bit_count()


LONGEST = 1_000  # the largest limit of rounds


@dataclass(frozen=True)
class Cheat(Rules):
    """Get rid of your cards: lay them face down, name their rank, truly or not, and call the other's lies.

    Parameters
    ----------
    names : tuple of str
        The names of two players; "deck" and "pile" are reserved.
    ranks, suits : int
        The deck: the first ranks from the ace up, and the first of spades, hearts, diamonds, clubs. A claim has at most
        as many cards as there are suits.
    hand : int
        The number of cards that each player is dealt.
    mixed : bool
        Whether a false claim may contain cards of the claimed rank; if not, all its cards have other ranks.
    after_call : {'alternate', 'winner'}
        Whether the turns also alternate after a call, or the player who was right moves next.
    rank_after_call : {'continues', 'free'}
        Whether the claimed rank continues after a call, or the next claim can have any rank.
    emptied : {'reply', 'at_once'}
        Whether an emptied hand wins unless the reply is a correct call, or wins at once.
    passing : bool
        Whether ``take`` passes if the deck is empty; if not, taking needs a card in the deck.
    limit : int
        The number of rounds or turns after which the player with fewer cards wins.
    limit_in : {'rounds', 'turns'}
        Whether the limit counts rounds, in which each player has one turn, or single turns.
    tie : {'draw', 'second'}
        Whether equal numbers of cards at the limit are a draw, or a win of the player who did not start.
    """

    names: tuple[str, ...] = ("ann", "bob")
    ranks: int = 13
    suits: int = 4
    hand: int = 8
    mixed: bool = False
    after_call: Literal["alternate", "winner"] = "alternate"
    rank_after_call: Literal["continues", "free"] = "continues"
    emptied: Literal["reply", "at_once"] = "reply"
    passing: bool = False
    limit: int = 100
    limit_in: Literal["rounds", "turns"] = "rounds"
    tie: Literal["draw", "second"] = "draw"

    game: ClassVar[str] = "cheat"
    places: ClassVar[frozenset[str]] = frozenset({"deck", "pile"})
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"ranks": (3, len(RANKS)), "suits": (1, 4), "limit": (1, LONGEST)}
    most: ClassVar[int] = 2
    unit: ClassVar[str] = "games won, half for a draw"
    return_range: ClassVar[tuple[int, int]] = (0, 1)
    total: ClassVar[Fraction] = Fraction(1)  # a win counts 1, and a draw 1/2 for each player
    stages: ClassVar[int] = 4 + MOST  # Choices: to claim, the rank, true or false, the number of cards, and each card

    def __post_init__(self) -> None:
        super().__post_init__()
        require_number("hand", self.hand, 1, (self.ranks * self.suits - 1) // 2, whole=True)

    @property
    def turns(self) -> int:
        """The number of turns after which the game is over."""
        return self.limit * (2 if self.limit_in == "rounds" else 1)

    @property
    def deck(self) -> int:
        """The full deck of the game, as a set of cards."""
        return full_deck(self.ranks, self.suits)

    def start(self) -> CheatState:
        """The state before chance draws the starting player."""
        nothing = (0, 0)
        return CheatState(
            self, Position(Phase.START, 0, 0, nothing, self.deck, 0, (), -1, False, False, nothing, 0, -1, ())
        )

    def parse(self, text: str) -> Any:
        """The action that a text describes, such as ``claim Q SQ H3``."""
        return read_action(text, WORDS, _READERS, "take, call, or a claim such as 'claim Q SQ H3'")

    def claimable(self, rank: int, free: bool) -> tuple[int, ...]:
        """The ranks that can be claimed: the next higher and the next lower rank, or all ranks if the rank is free."""
        return tuple(range(self.ranks)) if free else ((rank + 1) % self.ranks, (rank - 1) % self.ranks)


class CheatState(EvenState):
    """A state of Cheat: the rules and the position."""

    __slots__ = ()

    rules: Cheat
    position: Position
    movers: ClassVar = {Phase.START: CHANCE, Phase.DEAL: CHANCE, Phase.DRAW: CHANCE, Phase.OVER: TERMINAL}

    @property
    def receiver(self) -> int | None:
        """The seat that gets the next card of the deck; None for the card that opens the pile."""
        now = self.position
        if now.phase is Phase.DRAW:
            return now.player
        dealt = [hand.bit_count() for hand in now.hands]
        if dealt == [self.rules.hand] * 2:
            return None
        return now.starter if dealt[0] == dealt[1] else 1 - now.starter

    @property
    def can_take(self) -> bool:
        """Whether the player can take a card or pass."""
        return bool(self.position.deck) or self.rules.passing

    def legal_actions(self) -> Sequence[Any]:
        """The legal actions: a call, taking a card, and claims, which are chosen in stages."""
        now = self.position
        if now.phase is not Phase.PLAY:
            return ()
        words = [(each.text, each) for each, can in ((CALL, now.can_call), (TAKE, self.can_take)) if can]
        hand = now.hands[now.player]
        ranks = [(RANKS[rank], _claims(self.rules, rank, hand)) for rank in self.rules.claimable(now.rank, now.free)]
        return Branches((*words, ("claim", Branches(tuple(ranks)))) if hand else tuple(words))

    def is_legal(self, action: Any) -> bool:
        """Whether the action is legal, or the chance outcome possible."""
        now = self.position
        if kind := DEALT.get(now.phase):  # cards are looked up in a set, not in a list
            return type(action) is kind and action.card is not None and bool(set_of([action.card]) & now.deck)
        if now.phase is not Phase.PLAY:
            return super().is_legal(action)
        if type(action) is not Claim:
            return (now.can_call and action == CALL) or (self.can_take and action == TAKE)
        cards, rank = set_of(action.cards), RANKS.find(action.rank)
        return (
            listed(cards) == action.cards
            and not cards & ~now.hands[now.player]
            and rank in self.rules.claimable(now.rank, now.free)
            and 1 <= len(action.cards) <= self.rules.suits
            and (self.rules.mixed or cards & of_rank(rank) in (0, cards))
        )

    def _outcomes(self) -> Sequence[Action]:
        if self.position.phase is Phase.START:
            return [Starts(name) for name in self.rules.names]
        cards: Sequence[Action] = DEALS if self.position.phase is Phase.DEAL else DRAWS
        return [cards[number] for number in numbers(self.position.deck)]

    def returns(self) -> tuple[Fraction, ...]:
        """The returns: 1 for the winner, 0 for the loser; one half each for a draw."""
        self._require_over()
        now = self.position
        return _PAID[now.winner]

    def _next(self, action: Any) -> CheatState:
        return CheatState(self.rules, _STEPS[type(action)](self, action))


_PAID = {0: (Fraction(1), Fraction(0)), 1: (Fraction(0), Fraction(1)), -1: (Fraction(1, 2), Fraction(1, 2))}
"""The returns by winner; -1 stands for a draw."""


def _claims(rules: Cheat, rank: int, hand: int) -> Stage:
    """The claims with this rank that a hand allows, as a `Stage`."""

    def counted(cards: int) -> Stage:
        items = listed(cards)
        sizes = range(1, min(rules.suits, len(items)) + 1)
        return Branches(tuple((size, Claims(items, size, rank=RANKS[rank])) for size in sizes))

    if rules.mixed:
        return counted(hand)
    kinds = (("true", hand & of_rank(rank)), ("false", hand & ~of_rank(rank)))
    return Branches(tuple((kind, counted(cards)) for kind, cards in kinds if cards))


def _starts(state: CheatState, action: Starts) -> Position:
    seat = state.rules.seats[action.name]
    return state.position._replace(phase=Phase.DEAL, player=seat, starter=seat)


def _dealt(state: CheatState, action: Deal) -> Position:
    now, card, seat = state.position, set_of([action.card]) if action.card else 0, state.receiver
    if seat is not None:
        return now._replace(hands=with_value(now.hands, seat, now.hands[seat] | card), deck=now.deck & ~card)
    rank = (card.bit_length() - 1) // 4
    return now._replace(phase=Phase.PLAY, deck=now.deck & ~card, opening=card, rank=rank)


def _claimed(state: CheatState, action: Claim) -> Position:
    now, cards, rank = state.position, set_of(action.cards), RANKS.index(action.rank)
    seat = now.player
    laid = Laid(seat, rank, len(action.cards), cards, now.fresh(seat))
    hands = with_value(now.hands, seat, now.hands[seat] & ~cards)
    after = now._replace(hands=hands, laid=(*now.laid, laid), rank=rank, can_call=True, free=False)
    return _turn_over(state.rules, after, 1 - seat)


def _said(state: CheatState, action: Any) -> Position:
    now = state.position
    if action == CALL:
        return _called(state.rules, now)
    if now.deck:
        return now._replace(phase=Phase.DRAW, can_call=False)
    return _turn_over(state.rules, now._replace(can_call=False), 1 - now.player)


def _drawn(state: CheatState, action: Draw) -> Position:
    now, card, seat = state.position, set_of([action.card]) if action.card else 0, state.position.player
    after = now._replace(hands=with_value(now.hands, seat, now.hands[seat] | card), deck=now.deck & ~card)
    return _turn_over(state.rules, after, 1 - seat)


def _called(rules: Cheat, now: Position) -> Position:
    """The position after a call: the pile is shown and taken up, and its cards are public after the call."""
    last, pile = now.laid[-1], now.pile
    caller, claimer = now.player, last.seat
    caught = not last.is_true
    loser, winner = (claimer, caller) if caught else (caller, claimer)
    call = Called(now.turns + 1, caller, claimer, last.rank, last.size, caught, pile.bit_count())
    after = now._replace(
        hands=with_value(now.hands, loser, now.hands[loser] | pile),
        opening=0,
        laid=(),
        can_call=False,
        free=rules.rank_after_call == "free",
        known=with_value(with_value(now.known, winner, now.known[winner] & ~pile), loser, now.known[loser] | pile),
        calls=(*now.calls, call),
    )
    return _turn_over(rules, after, winner if rules.after_call == "winner" else claimer)


def _turn_over(rules: Cheat, now: Position, following: int) -> Position:
    """The position after a turn: a win, a draw at the limit, or the next player's turn."""
    mover, turns = now.player, now.turns + 1
    if not now.hands[1 - mover]:  # the other player has emptied the hand, and this was the reply
        return now._replace(phase=Phase.OVER, turns=turns, winner=1 - mover)
    if rules.emptied == "at_once" and not now.hands[mover]:
        return now._replace(phase=Phase.OVER, turns=turns, winner=mover)
    if turns >= rules.turns:
        one, other = (hand.bit_count() for hand in now.hands)  # fewer cards win
        tied = 1 - now.starter if rules.tie == "second" else -1
        return now._replace(phase=Phase.OVER, turns=turns, winner=tied if one == other else int(other < one))
    return now._replace(phase=Phase.PLAY, player=following, turns=turns)


_STEPS: dict[type, Any] = {Starts: _starts, Deal: _dealt, Draw: _drawn, Claim: _claimed, type(CALL): _said}
