"""The rules of Spades for four players, with options for common variants.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", ECAI 2020, section 2. Points that it leaves open, and the
choices made here:

- in the source's example, 288 + 63 points with a fine of 100 give a score of 241, without the points of ten bags, but
  its text includes them; here the score is 251;
- the source has a lower limit of scores only in its experiments (-100), and no limit of rounds; here they are `floor`
  and `limit`;
- tricks of a failed nil count for the partner's bid; if both partners bid nil, each trick is a bag (an excess trick);
- if two sides have equal scores at the goal, another round is played; at the limit of rounds the game is shared;
- the first dealer is drawn; the deal passes clockwise;
- the source only names the variants. In mirror, the bid is the number of spades in hand. In whiz, the bid is this
  number or nil. In suicide, one partner bids nil and the other bids at least four. In cutthroat, all play alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple

from games.core.cards import CARDS, NUMBER, RANKS, Card, card, full_deck, listed, numbers, suit_of
from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, TERMINAL, AnyPhase, Deal, EvenState, Rules, Word, Written, changer, with_value
from games.core.sentences import one_word, read_action
from games.spades import tricks
from logic.errors import shorten
from logic.exact import counted


@dataclass(frozen=True, slots=True)
class Dealer(Written):
    """The chance outcome that the player with this name deals first."""

    verb = "dealer"
    name: str


LOOK = Word("look")  # Look at the cards, then bid
BLIND = Word("blind")  # Bid nil without looking at the cards
WORDS = {each.text: each for each in (LOOK, BLIND)}


@dataclass(frozen=True, slots=True)
class Bid(Written):
    """A bid of a number of tricks; 0 is nil."""

    verb = "bid"
    tricks: int


@dataclass(frozen=True, slots=True)
class Play(Written):
    """The action of playing a card."""

    verb = "play"
    card: Card


Action = Dealer | Deal | Word | Bid | Play
A_BID = "a bid such as 'bid 3', or a card such as 'play SQ'"


def _read_bid(word: str) -> Bid:
    if word.lower() == "nil":
        return Bid(0)
    tricks = counted(word, len(RANKS))
    if tricks is None:
        raise IllegalAction(f"bid {shorten(word)}: expected a number of tricks from 0, nil, to {len(RANKS)}")
    return Bid(tricks)


_READERS = {
    "dealer": one_word(Dealer, A_BID),
    "deal": one_word(lambda word: Deal(None if word == "?" else card(word)), A_BID),
    "bid": one_word(_read_bid, A_BID),
    "play": one_word(lambda word: Play(card(word)), A_BID),
}


SEATS = 4
UNBID = -1  # the bid of a player who has not bid yet
Four = tuple[int, int, int, int]
NOTHING: Four = (0, 0, 0, 0)
NO_BIDS: Four = (UNBID, UNBID, UNBID, UNBID)


class Phase(AnyPhase):
    """The phases of a game, each with a text about the next event."""

    START = "it is drawn who deals first"
    DEAL = "the cards are dealt"
    LOOK = "to look at the cards, or to bid blind nil"
    BID = "to bid"
    PLAY = "to play a card"
    OVER = "the game is over"


class Trick(NamedTuple):
    """A trick: its leader, the numbers of its cards clockwise from the leader, and its winner (-1 until it ends)."""

    leader: int
    cards: tuple[int, ...] = ()
    winner: int = -1

    @property
    def led(self) -> int:
        """The suit led; `NO_SUIT` before the first card."""
        return suit_of(self.cards[0]) if self.cards else tricks.NO_SUIT

    @property
    def best(self) -> tuple[int, int]:
        """The card and the seat that are winning so far; (-1, -1) before the first card."""
        if not self.cards:
            return -1, -1
        place = max(range(len(self.cards)), key=lambda each: tricks.strength(self.cards[each], self.led))
        return self.cards[place], self.player(place)

    def player(self, place: int) -> int:
        """The seat that plays the card at this index of the trick."""
        return (self.leader + place) % SEATS


class Round(NamedTuple):
    """A finished round; `took` is the number of tricks by seat, and `gains` the points minus the fines, by side."""

    dealer: int
    bids: Four
    blind: int  # the seats that bid nil without looking, as bits
    took: Four
    hands: Four  # the set of cards dealt to each player, by seat
    gains: tuple[int, ...]
    fines: tuple[int, ...]  # the number of fines for bags, by side
    scores: tuple[int, ...]  # the score after the round, by side


class Position(NamedTuple):
    """The complete position, which determines what can happen next. Sets of cards are as in `games.spades.tricks`.

    `number` counts the rounds from 1. `trick` is the current trick; `tricks` are the finished ones of this round, and
    `took` is the number of tricks that each seat has won. `rounds` are the finished rounds. `broken` says whether a
    spade was played.
    """

    phase: Phase
    number: int
    dealer: int
    player: int
    looked: int  # the seats that have seen their cards, as bits
    trick: Trick
    # `scores`, `bags`: the scores, and the bags since the last fine, by side
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    rounds: tuple[Round, ...]
    hands: Four = NOTHING
    bids: Four = NO_BIDS  # the bids by seat; `UNBID` before the bid
    blind: int = 0  # the seats that bid nil without looking, as bits
    took: Four = NOTHING
    played: Four = NOTHING  # the set of cards played in this round, by seat
    voids: Four = NOTHING  # the suits that each player is known to lack, by seat as bits
    broken: bool = False
    tricks: tuple[Trick, ...] = ()


changed = changer(Position)


def next_seat(seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % SEATS


def _new_round(rules: Spades, now: Position, dealer: int, number: int) -> Position:
    """The position before the first card of a round is dealt; players who can bid blind nil do not see their cards."""
    looked = sum(1 << seat for seat in range(SEATS) if not rules.can_bid_blind(now.scores, seat))
    trick = Trick(next_seat(dealer))
    return Position(Phase.DEAL, number, dealer, dealer, looked, trick, now.scores, now.bags, now.rounds)


def _dealt(rules: Spades, now: Position, action: Deal) -> Position:
    assert action.card is not None
    count = sum(map(int.bit_count, now.hands))
    seat = (next_seat(now.dealer) + count) % SEATS
    hands = with_value(now.hands, seat, now.hands[seat] | 1 << NUMBER[action.card])
    after = changed(now, hands=hands)
    return after if count + 1 < SEATS * rules.ranks else _bidder(after, next_seat(now.dealer))


def _bidder(now: Position, seat: int) -> Position:
    return changed(now, phase=Phase.BID if now.looked >> seat & 1 else Phase.LOOK, player=seat)


def _said(rules: Spades, now: Position, action: Word) -> Position:
    """The position after the player looks at their cards, or bids blind nil and then looks."""
    after = changed(now, looked=now.looked | 1 << now.player)
    if action == BLIND:
        return _bid(rules, changed(after, blind=now.blind | 1 << now.player), Bid(0))
    return changed(after, phase=Phase.BID)


def _bid(rules: Spades, now: Position, action: Bid) -> Position:
    after = changed(now, bids=with_value(now.bids, now.player, action.tricks))
    if now.player == now.dealer:
        return changed(after, phase=Phase.PLAY, player=now.trick.leader)
    return _bidder(after, next_seat(now.player))


def _played(rules: Spades, now: Position, action: Play) -> Position:
    card, seat, trick = NUMBER[action.card], now.player, now.trick
    void = tricks.shown_void(card, trick.led, now.broken or not rules.broken)
    after = changed(
        now,
        player=next_seat(seat),
        hands=with_value(now.hands, seat, now.hands[seat] & ~(1 << card)),
        played=with_value(now.played, seat, now.played[seat] | 1 << card),
        voids=with_value(now.voids, seat, now.voids[seat] | void),
        broken=now.broken or bool(1 << card & tricks.ALL_SPADES),
        trick=Trick(trick.leader, (*trick.cards, card)),
    )
    return after if len(after.trick.cards) < SEATS else _taken(rules, after)


def _taken(rules: Spades, now: Position) -> Position:
    seat = now.trick.best[1]
    after = changed(
        now,
        player=seat,
        took=with_value(now.took, seat, now.took[seat] + 1),
        trick=Trick(seat),
        tricks=(*now.tricks, now.trick._replace(winner=seat)),
    )
    return after if any(now.hands) else _counted(rules, after)


def _counted(rules: Spades, now: Position) -> Position:
    """The position after a round: points are added, and the game ends or the next player deals."""
    gains, fined, bags = zip(*(_settled(rules, now, side) for side in range(rules.sides)), strict=True)
    scores = tuple(map(sum, zip(now.scores, gains, strict=True)))
    done = Round(now.dealer, now.bids, now.blind, now.took, now.played, gains, fined, scores)
    after = changed(now, scores=scores, bags=bags, rounds=(*now.rounds, done))
    if is_over(scores, now.number, rules):
        return changed(after, phase=Phase.OVER)
    return _new_round(rules, after, next_seat(now.dealer), now.number + 1)


def _settled(rules: Spades, now: Position, side: int) -> tuple[int, int, int]:
    """The points of a side in a round, the number of its fines, and the number of its bags after the round."""
    seats = rules.teams[side]
    bid, took = (sum(each[seat] for seat in seats) for each in (now.bids, now.took))
    bags = now.bags[side] + tricks.bags_of(bid, took)
    fined = tricks.fines(bags, rules.bags)
    nil = [seat for seat in seats if not now.bids[seat]]
    nils = [tricks.nil_points(now.took[seat], bool(now.blind >> seat & 1), rules.nil) for seat in nil]
    return tricks.contract_points(bid, took) + sum(nils) - rules.fine * fined, fined, bags - fined * rules.bags


def is_over(scores: tuple[int, ...], number: int, rules: Spades) -> bool:
    """Whether the game is over after this round: at the limit of rounds, or at goal or floor if a single side leads."""
    ended = max(scores) >= rules.goal or min(scores) <= rules.floor
    return number >= rules.limit or (ended and scores.count(max(scores)) == 1)


STEPS: dict[type, Callable[[Any, Position, Any], Position]] = {
    Dealer: lambda rules, now, action: _new_round(rules, now, rules.seats[action.name], 1),
    Deal: _dealt,
    Word: _said,
    Bid: _bid,
    Play: _played,
}


VARIANTS = ("partners", "cutthroat", "mirror", "whiz", "suicide")
BLINDS = ("never", "behind", "always")
BEHIND = 100  # a side that is at least this many points behind the best other side can bid blind nil
LEAST = 4  # in suicide, the lowest bid of a player whose partner bids nil
MOST_POINTS, LONGEST = 10_000, 1_000  # the largest values of options in points, and of the limit of rounds


@dataclass(frozen=True)
class Spades(Rules):
    """Bid how many tricks you and your partner will take, then take that many; spades are trumps.

    Parameters
    ----------
    names : tuple of str
        Four players, clockwise; those opposite each other are partners.
    variant : {'partners', 'cutthroat', 'mirror', 'whiz', 'suicide'}
        The partnerships, and the bids that are allowed.
    goal, floor : int
        A side with at least `goal` or at most `floor` points ends the game: the highest score wins.
    limit : int
        Number of rounds after which the highest score wins.
    nil : int
        The points that a nil gains if it is made, or loses if it fails.
    blind : {'never', 'behind', 'always'}
        When a player can bid blind nil, for twice the points: never, if at least 100 points behind, or always.
    bags, fine : int
        A side loses `fine` points for every `bags` bags (tricks beyond its contract); never if `bags` is 0.
    broken : bool
        Whether spades can be led only after one was played, or from a hand of spades only.
    ranks : int
        The number of ranks in the deck, from the ace down in four suits; each player is dealt this many cards.
    """

    names: tuple[str, ...] = ("N", "E", "S", "W")
    variant: Literal["partners", "cutthroat", "mirror", "whiz", "suicide"] = "partners"
    goal: int = 500
    floor: int = -200
    limit: int = 100
    nil: int = 100
    blind: Literal["never", "behind", "always"] = "never"
    bags: int = 10
    fine: int = 100
    broken: bool = True
    ranks: int = 13

    game: ClassVar[str] = "spades"
    places: ClassVar[frozenset[str]] = frozenset({"deck"})
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        "goal": (1, MOST_POINTS),
        "floor": (-MOST_POINTS, -1),
        "limit": (1, LONGEST),
        "nil": (0, MOST_POINTS),
        "bags": (0, 100),
        "fine": (0, MOST_POINTS),
        "ranks": (1, len(RANKS)),
    }
    fewest: ClassVar[int] = SEATS
    most: ClassVar[int] = SEATS
    total: ClassVar[Fraction] = Fraction(1)  # a game that is not won by one side is shared

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.floor >= self.goal:
            raise GameError(f"floor {self.floor}, goal {self.goal}: expected a floor below the goal")
        if self.blind != "never" and self.variant in ("mirror", "suicide"):
            raise GameError(f"blind {self.blind!r}: there is no blind nil in {self.variant}; use blind=never")

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides, as tuples of seats."""
        return tuple((seat,) for seat in range(SEATS)) if self.variant == "cutthroat" else ((0, 2), (1, 3))

    @property
    def sides(self) -> int:
        """The number of sides: two, or four in cutthroat."""
        return SEATS if self.variant == "cutthroat" else 2

    @property
    def unit(self) -> str:
        """The unit of the returns: games won, shared equally by partners."""
        return "games won" if self.variant == "cutthroat" else "games won, half of each for each partner"

    @property
    def deck(self) -> int:
        """The full deck of the game, as a set of cards."""
        return full_deck(self.ranks)

    def side(self, seat: int) -> int:
        """The side of the player in a seat: seats that are partners have the same number."""
        return seat % self.sides

    def partner(self, seat: int) -> int | None:
        """The seat of the partner; None in cutthroat."""
        return (seat + 2) % SEATS if self.sides == 2 else None

    def can_bid_blind(self, scores: Sequence[int], seat: int) -> bool:
        """Whether a player can bid blind nil in a round that begins with these scores."""
        if self.blind != "behind":
            return self.blind == "always"
        own = self.side(seat)
        return max(score for side, score in enumerate(scores) if side != own) - scores[own] >= BEHIND

    def biddable(self, spades: int, partners_bid: int) -> tuple[int, ...]:
        """The bids that the variant allows, given the number of spades in hand, and the partner's bid or `UNBID`."""
        if self.variant == "mirror":
            return (spades,)
        if self.variant == "whiz":
            return tuple(sorted({0, spades}))
        if self.variant == "suicide":
            high = tuple(range(min(LEAST, self.ranks), self.ranks + 1))
            return (0, *high) if partners_bid == UNBID else (0,) if partners_bid else high
        return tuple(range(self.ranks + 1))

    def start(self) -> SpadesState:
        """The state before the draw of the first dealer."""
        scores = (0,) * self.sides
        return SpadesState(self, Position(Phase.START, 1, 0, 0, 0, Trick(0), scores, scores, ()))

    def parse(self, text: str) -> Any:
        """The action that a text describes, such as ``bid 3`` or ``play SQ``."""
        return read_action(text, WORDS, _READERS, A_BID)


class SpadesState(EvenState):
    """A state of Spades: the rules and the position."""

    __slots__ = ()

    rules: Spades
    position: Position
    movers: ClassVar = {Phase.START: CHANCE, Phase.DEAL: CHANCE, Phase.OVER: TERMINAL}

    @property
    def undealt(self) -> int:
        """During the deal, the set of the cards that are still to be dealt."""
        return self.rules.deck & ~sum(self.position.hands)

    @property
    def receiver(self) -> int:
        """During the deal, the seat that gets the next card."""
        return (next_seat(self.position.dealer) + sum(map(int.bit_count, self.position.hands))) % SEATS

    @property
    def playable(self) -> int:
        """The set of the cards that the current player can play."""
        now = self.position
        return tricks.playable(now.hands[now.player], now.trick.led, now.broken or not self.rules.broken)

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the player to move."""
        now = self.position
        if now.phase is Phase.PLAY:
            return tuple([PLAYS[each] for each in listed(self.playable)])
        if now.phase is Phase.BID:
            partner = self.rules.partner(now.player)
            spades = (now.hands[now.player] & tricks.ALL_SPADES).bit_count()
            bids = self.rules.biddable(spades, UNBID if partner is None else now.bids[partner])
            return tuple([BIDS[each] for each in bids])
        return (LOOK, BLIND) if now.phase is Phase.LOOK else ()

    def is_legal(self, action: Any) -> bool:
        """Whether an action is legal, or a chance outcome possible. A deal is checked without listing all outcomes."""
        if type(action) is not Deal:
            return super().is_legal(action)
        return (
            self.position.phase is Phase.DEAL
            and action.card in NUMBER
            and bool(self.undealt >> NUMBER[action.card] & 1)
        )

    def _outcomes(self) -> Sequence[Action]:
        if self.position.phase is Phase.START:
            return [Dealer(name) for name in self.rules.names]
        return [DEALS[number] for number in numbers(self.undealt)][::-1]

    def returns(self) -> tuple[Fraction, ...]:
        """The returns: 1 is divided equally among the players of the sides with the highest score."""
        self._require_over()
        now = self.position
        best = max(now.scores)
        winners = [seat for seat in range(SEATS) if now.scores[self.rules.side(seat)] == best]
        return tuple(Fraction(seat in winners, len(winners)) for seat in range(SEATS))

    def _next(self, action: Any) -> SpadesState:
        return SpadesState(self.rules, STEPS[type(action)](self.rules, self.position, action))


BIDS = tuple(Bid(number) for number in range(len(RANKS) + 1))
PLAYS = {each: Play(each) for each in CARDS}
DEALS = tuple(map(Deal, CARDS))
