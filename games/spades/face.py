"""Spades as text: bids, tricks and scores; and after each round, the facts that players could have inferred."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from games.core.cards import CARDS, PLAIN_SIGNS, SIGNS, SUITS, has, in_suit, listed, numbers, signs
from games.core.errors import IllegalAction
from games.core.rules import Deal, Event, State, with_value
from games.core.sentences import capital, does, whose
from games.knowing.table import model
from games.spades.dealing import Hidden, certain
from games.spades.observe import Observation, hidden, known_spades
from games.spades.rules import (
    BEHIND,
    BLIND,
    LEAST,
    LOOK,
    NOTHING,
    SEATS,
    UNBID,
    Bid,
    Dealer,
    Phase,
    Play,
    Round,
    Spades,
    SpadesState,
    Trick,
)
from games.spades.tricks import A_TRICK, ALL_SPADES, BLIND_COUNTS, shown_void
from games.telling.face import Block, Face, Grid, Line, Lines, Row, Span, line
from logic.errors import listing
from logic.exact import plural

BIDS = {
    "partners": "",
    "cutthroat": "",
    "mirror": "Everybody bids the number of their spades.",
    "whiz": "Everybody bids the number of their spades, or nil.",
    "suicide": f"One of two partners bids nil, the other at least {LEAST}.",
}
"""The rule for bids of each variant, in words."""


def told_rules(rules: Spades) -> tuple[str, ...]:
    """The rules in sentences.

    Examples
    --------
    >>> from games.spades.rules import Spades
    >>> told_rules(Spades(goal=200, floor=-100))[-1]
    'The game ends at 200 points or at -100, or after 100 rounds: the highest score wins.'
    """
    return tuple(filter(None, (*_bidding(rules), *_play(rules), *_points(rules))))


def _bidding(rules: Spades) -> Iterator[str]:
    if rules.sides == 2:
        yield "Partners sit opposite. Each player bids how many tricks they will take."
        yield "A side must take the sum of its bids."
    else:
        yield "Each player plays alone, bids how many tricks they will take, and must take as many."
    yield BIDS[rules.variant]
    if rules.ranks < 13:
        yield f"Each player has {plural(rules.ranks, 'card')}."


def _play(rules: Spades) -> Iterator[str]:
    yield "Follow the suit led if you can. The highest spade takes the trick, else the highest card of the suit led."
    broken = "Spades are not led until one was played, or by a hand of nothing else."
    yield broken if rules.broken else "Spades can be led at once."


def _points(rules: Spades) -> Iterator[str]:
    side = "A side" if rules.sides == 2 else "A player"
    yield (
        f"{side} that takes what was bid gains {A_TRICK} points for each trick bid and 1 for each further one, a bag."
    )
    yield f"{side} that takes less loses {A_TRICK} points for each trick bid."
    if rules.bags and rules.fine:
        cost = f"{rules.bags} bags cost" if rules.bags > 1 else "bag costs"
        yield f"Each {cost} {rules.fine} points."
    yield f"A bid of 0 is nil: {rules.nil} points for no trick, else -{rules.nil}."
    if rules.blind != "never":
        when, points = f", {BEHIND} points behind" if rules.blind == "behind" else "", BLIND_COUNTS * rules.nil
        yield f"Blind nil is bid before one looks at the cards{when}: {points} points, else -{points}."
    if rules.limit == 1:
        yield "The game is one round: the highest score wins."
    else:
        ends = f"{rules.goal} points or at {rules.floor}, or after {rules.limit} rounds"
        yield f"The game ends at {ends}: the highest score wins."


class Known(NamedTuple):
    """Cards that the player at `seat` could already locate before a trick: they are in the hand of `owner`."""

    seat: int
    owner: int
    cards: int
    trick: int


def last_tricks(before: Observation, after: Observation) -> tuple[Trick, ...]:
    """All tricks of a round that has just ended."""
    (card,) = numbers(sum(after.rounds[-1].hands) & ~sum(before.played))
    return (*before.tricks, Trick(before.trick.leader, (*before.trick.cards, card)))


def could_know(done: Round, tricks: tuple[Trick, ...], variant: str, is_broken: bool) -> Iterator[Known]:
    """The cards that a player could locate before a trick; each card once, when it first became certain."""
    hands, played, voids, broken = done.hands, NOTHING, NOTHING, is_broken
    known = [0] * SEATS
    for number, trick in enumerate(tricks, 1):
        left = tuple(hand & ~gone for hand, gone in zip(hands, played, strict=True))
        spades = known_spades(variant, done.bids, played)
        for seat in range(SEATS):
            sizes = tuple(0 if each == seat else hand.bit_count() for each, hand in enumerate(left))
            unseen = sum(left) & ~left[seat]
            for suit, owner in certain(Hidden(unseen, sizes, 0, voids, spades)).items():
                new = in_suit(unseen, suit) & ~known[seat]
                known[seat] |= new
                if new:
                    yield Known(seat, owner, new, number)
        for place, card in enumerate(trick.cards):
            seat = trick.player(place)
            void = shown_void(card, trick.led if place else -1, broken)
            voids = with_value(voids, seat, voids[seat] | void)
            played = with_value(played, seat, played[seat] | 1 << card)
            broken = broken or bool(1 << card & ALL_SPADES)


class SpadesFace(Face):
    """The texts of Spades: bids and tricks, moves, choices and results."""

    rules: Spades
    numbered = False  # numbers are bids and ranks here
    plain = PLAIN_SIGNS

    @property
    def how_to_play(self) -> Sequence[str]:
        """The rules in short, for these options."""
        return told_rules(self.rules)

    def table(self, view: Observation) -> tuple[Block, ...]:
        """The scores, bids and tricks, the cards on the table, and the player's cards by suit."""
        broken = "spades are broken" if view.is_broken else "spades are not broken"
        deals = f"   {does(self.rules.names[view.dealer], 'deals')}; {broken}"
        rows: list[Line] = [(Span(f"Round {view.number}", "strong"), Span(deals))]
        rows += [line(self._side(view, side)) for side in range(self.rules.sides)]
        rows += [line(""), *(line(self._player(view, seat)) for seat in range(SEATS)), line("")]
        if view.trick.cards:
            names = [self.rules.names[view.trick.player(place)] for place in range(len(view.trick.cards))]
            cards = ", ".join(f"{who} {CARDS[card].sign}" for who, card in zip(names, view.trick.cards, strict=True))
            rows.append((Span("on the table: "), Span(cards, "strong")))
        if view.hand:
            rows.append((Span("your cards: "), Span(by_suits(view.hand), "strong")))
        return (Lines((*rows, line(""))),)

    def _side(self, view: Observation, side: int) -> str:
        seats = self.rules.teams[side]
        bid, took = (sum(max(0, each[seat]) for seat in seats) for each in (view.bids, view.took))
        who = "+".join(self.rules.names[seat] for seat in seats)
        return (
            f"{who}: {view.scores[side]} of {self.rules.goal}, {plural(view.bags[side], 'bag')}, took {took} of {bid}"
        )

    def _player(self, view: Observation, seat: int) -> str:
        lacks = "".join(SIGNS[suit] for place, suit in enumerate(reversed(SUITS)) if view.voids[seat] >> place & 1)
        said = f"  {self.rules.names[seat]}: {bid_of(view, seat)}, took {view.took[seat]}"
        return f"{said}, has no {lacks}" if lacks else said

    def sentence(self, event: Event, before: Observation, after: Observation) -> str:
        """A sentence about a move as a viewer sees it; empty for a dealt card."""
        return capital(self._said(event, before, after))

    def _said(self, event: Event, before: Observation, after: Observation) -> str:
        action, who = event.seen.action, self.rules.names[before.current]
        if isinstance(action, Dealer):
            return f"{does(action.name, 'deals')} first."
        if isinstance(action, Deal):
            return ""
        if isinstance(action, Bid):
            return f"{does(who, 'bids')} {action.tricks or 'nil'}."
        if isinstance(action, Play):
            said = f"{does(who, 'plays')} {action.card.sign}."
            return f"{said} {self._taken(before, after)}" if len(before.trick.cards) == SEATS - 1 else said
        cards = f": {by_suits(event.seen.hand)}" if event.seen.hand else ""
        return f"{does(who, 'looks at the cards' if action == LOOK else 'bids blind nil')}{cards}."

    def _taken(self, before: Observation, after: Observation) -> str:
        ended = after.number > before.number or after.phase is Phase.OVER
        took = after.rounds[-1].took if ended else after.took
        winner = next(seat for seat in range(SEATS) if took[seat] > before.took[seat])
        return f"{capital(does(self.rules.names[winner], 'takes'))} the trick."

    def choices(self, view: Observation, legal: Sequence[Any]) -> list[str]:
        """The legal actions, described in one or two lines."""
        if LOOK in legal:
            return ["look (l): look at your cards, then bid", "blind: bid nil without looking, for twice the points"]
        if isinstance(legal[0], Bid):
            return [f"bid {listing([str(each.tricks or 'nil') for each in legal])}: a number or nil"]
        return [f"play {listing([each.card.sign for each in legal])}: such as {str(legal[0].card).lower()}"]

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """The text in a standard form, such as ``bid 3`` for ``3``."""
        words = text.replace(",", " ").lower().split()
        said = " ".join(words[1:] if words[:1] in (["bid"], ["play"]) else words)
        if said in ("blind", "blind nil", "b") and BLIND in legal:
            return str(BLIND)
        if said in ("look", "l"):
            return str(LOOK)
        if said == "nil" or (said.isdecimal() and words[:1] != ["play"]):
            return f"bid {said.replace('nil', '0')}"
        try:
            return str(self.rules.parse(f"play {said.replace(' of ', '').replace(' ', '')}"))
        except IllegalAction:
            return text

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """The reason why the action is illegal."""
        if isinstance(action, Play) and isinstance(legal[0], str | Play):
            suits = {str(each).upper()[-2] for each in legal}
            if action.card.suit not in suits and len(suits) == 1:
                leads = "; if you lead: spades are not broken" if action.card.suit == "S" else ""
                return f"follow suit: you have {SIGNS[suits.pop()]}, or you do not have {action.card.sign}{leads}"
            if action.card.suit not in suits and action.card.suit == "S":
                return "spades are not broken"
            return f"you do not have {action.card.sign}"
        if isinstance(action, Play):
            return "it is not your turn to play a card"
        return {Bid: "there is no such bid now"}.get(type(action), "it is not the time for this")

    def hand(self, view: Observation) -> str:
        """The viewer's cards as text, suit by suit; empty if they see none."""
        return by_suits(view.hand)

    def deed(self, action: Any, view: Observation) -> str:
        """An action as text: a bid of 0 is called nil, and a card has a suit symbol."""
        if isinstance(action, Bid):
            return f"bid {action.tricks or 'nil'}"
        return f"play {action.card.sign}" if isinstance(action, Play) else str(action)

    def facts(self, state: Any, seat: int) -> list[str]:
        """The player's own cards, the known voids of players, and the players who have or may have the unseen cards."""
        view: Observation = self.game.observation(state, seat)
        if view.phase is not Phase.PLAY:
            return [f"own cards: {by_suits(view.hand)}"] if view.hand else []
        facts = [f"own cards: {by_suits(view.hand) or 'none'}"]
        facts += [self._player(view, other).strip() for other in range(SEATS) if other != seat and view.voids[other]]
        unseen = hidden(view)
        owners = certain(unseen)
        for suit, owner in owners.items():
            facts.append(f"{does(self.rules.names[owner], 'has')} for sure: {signs(in_suit(unseen.cards, suit))}")
        return [*facts, *self._chances(state, seat, unseen, owners)]

    def _chances(self, state: SpadesState, seat: int, unseen: Hidden, but: Collection[int]) -> Iterator[str]:
        """Say for each suit, except those in `but`, how likely each player is to have the highest unseen card."""
        known, names = model(self.game.table(state)), self.rules.names
        for suit, letter in enumerate("CDHS"):
            cards = in_suit(unseen.cards, suit)
            if not cards or suit in but:
                continue
            highest = CARDS[cards.bit_length() - 1]
            shares = [
                f"{name} {float(known.degree(names[seat], has(name, highest))):.0%}"
                for other, name in enumerate(names)
                if unseen.sizes[other]
            ]
            yield f"each unseen {SIGNS[letter]}: {', '.join(shares)}"

    def knowledge(self, state: State) -> dict[str, str]:
        """An empty mapping: `facts` describes the knowledge of players."""
        return {}

    def round_of(self, state: Any) -> int:
        """The number of the current round; after the game, the number of rounds plus 1."""
        return len(state.position.rounds) + 1

    def after_round(self, before: Observation, after: Observation) -> tuple[Block, ...]:
        """Two tables: the points of the round, and the cards of other players that each player could have located."""
        done = after.rounds[-1]
        rows = [Row(tuple(map(line, self._points(done, side)))) for side in range(self.rules.sides)]
        points = Grid(("side", "bid", "took", "points", "score"), tuple(rows))
        known: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
        facts = could_know(done, last_tricks(before, after), self.rules.variant, not self.rules.broken)
        for each in facts:
            owner = whose(self.rules.names[each.owner])
            known[each.seat].append(f"{owner} {signs(each.cards)} before trick {each.trick}")
        shown = [
            Row((line(name), line("; ".join(known[seat]) or "nothing for sure")))
            for seat, name in enumerate(self.rules.names)
        ]
        return (points, Grid(("player", "could have known who had which cards"), tuple(shown)))

    def _points(self, done: Round, side: int) -> tuple[str, ...]:
        seats = self.rules.teams[side]
        names = "+".join(self.rules.names[seat] for seat in seats)
        bids = "+".join(_bid_text(done.bids[seat], done.blind >> seat & 1) for seat in seats)
        took = "+".join(str(done.took[seat]) for seat in seats)
        fined = f", fined for {self.rules.bags} bags" if done.fines[side] else ""
        return names, bids, took, f"{done.gains[side]:+}{fined}", str(done.scores[side])

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """A sentence about the winner, or about a draw."""
        winners = [name for name, paid in zip(self.rules.names, returns, strict=True) if paid]
        if len({each for each in returns if each}) == 1 and len(winners) == SEATS // self.rules.sides:
            verb = "win" if len(winners) > 1 else "wins"
            return [capital(f"{listing(winners, 'and')} {verb} the game.")]
        return [f"The game is a draw between {listing(winners, 'and')}."]


def by_suits(cards: int) -> str:
    """The cards of a hand as text with suit symbols, suit by suit.

    Examples
    --------
    >>> by_suits(0b11 << 50 | 1)
    '♠AK ♣2'
    """
    suits = [[each for each in listed(cards) if each.suit == suit] for suit in SUITS]
    return " ".join(SIGNS[suit[0].suit] + "".join(each.rank for each in suit) for suit in suits if suit)


def bid_of(view: Observation, seat: int) -> str:
    """A player's bid, in words."""
    bid = view.bids[seat]
    return "no bid yet" if bid == UNBID else f"bid {_bid_text(bid, view.blind >> seat & 1)}"


def _bid_text(bid: int, is_blind: int) -> str:
    return ("blind nil" if is_blind else "nil") if bid == 0 else str(bid)


FACE = SpadesFace
