"""Observations of moves and of states in Spades, and random states that a player cannot distinguish."""

from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Any

from games.core.cards import CARDS, listed, numbers
from games.core.rules import EVERYTHING, Deal
from games.core.sentences import turn_of
from games.spades.bidding.situation import BLIND as BLIND_NIL
from games.spades.bidding.situation import Situation
from games.spades.dealing import UNKNOWN, Hidden, dealt_again
from games.spades.rules import BLIND, LOOK, SEATS, UNBID, Four, Phase, Position, Round, Spades, SpadesState, Trick
from games.spades.tricks import ALL_SPADES, playable


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """A move as one player perceives it.

    `to` is the name of the player who is dealt a card. `hand` is the set of cards that the viewer sees when the player
    to move looks at the cards or bids blind nil.
    """

    action: Any
    to: str | None = None
    hand: int = 0

    def __str__(self) -> str:
        if self.hand:
            return f"{self.action} ({' '.join(map(str, listed(self.hand)))})"
        return f"{self.action} to {self.to}" if self.to else str(self.action)


@dataclass(frozen=True, slots=True)
class Observation:
    """A player's observation of a state. Hands that the player does not see are None.

    `player` is the observer's seat, `current` the seat to move, and `sizes` has the number of cards of each hand. The
    other fields have the same meaning as in `Position`.
    """

    rules: Spades
    player: int
    phase: Phase
    number: int
    dealer: int
    current: int
    hands: tuple[int | None, ...]
    sizes: tuple[int, ...]
    looked: int
    bids: Four
    blind: int
    took: Four
    played: Four
    voids: Four
    broken: bool
    trick: Trick
    tricks: tuple[Trick, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    rounds: tuple[Round, ...]

    @property
    def hand(self) -> int:
        """The player's own cards; no cards before the player has looked at them, or for a viewer without a seat."""
        return (self.hands[self.player] or 0) if self.player >= 0 else 0

    @property
    def is_broken(self) -> bool:
        """Whether spades can be led from any hand: a spade was played, or the rules do not require this."""
        return self.broken or not self.rules.broken

    @property
    def playable(self) -> int:
        """The set of the cards in the player's hand that can be played."""
        return playable(self.hand, self.trick.led, self.is_broken)

    @property
    def needed(self) -> int:
        """The number of tricks that the player's side still needs for its bids; negative if it has taken more."""
        return sum(self.bids[seat] - self.took[seat] for seat in self.rules.teams[self.rules.side(self.player)])

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not finished."""
        return self.rules.ranks - len(self.tricks)

    @property
    def order(self) -> list[int]:
        """The seats in the order of their bids, from the dealer's left."""
        return [(self.dealer + place) % SEATS for place in range(1, SEATS + 1)]

    def __str__(self) -> str:
        names = self.rules.names
        turn = turn_of(names[self.current], self.phase.value) if self.phase in _TURNS else self.phase.value
        bids = [f"{name} {bid}" for name, bid in zip(names, self.bids, strict=True) if bid != UNBID]
        cards = [f"{names[self.trick.player(place)]} {CARDS[card]}" for place, card in enumerate(self.trick.cards)]
        parts = [f"round {self.number}: {turn}", f"scores {' '.join(map(str, self.scores))}"]
        parts += [f"bids {', '.join(bids)}"] if bids else []
        parts += [f"trick {', '.join(cards)}"] if cards else []
        parts += [f"hand {' '.join(map(str, listed(self.hand)))}"] if self.hand else []
        return "; ".join(parts)


PUBLIC = tuple(name for name in Position._fields if name not in ("player", "hands"))  # the public fields of a position
_public = attrgetter(*PUBLIC)
_TURNS = (Phase.LOOK, Phase.BID, Phase.PLAY)


def seen(state: SpadesState, action: Any, player: int) -> ObservedMove:
    """The action in this state as the player perceives it."""
    now = state.position
    if type(action) is Deal:
        to = state.receiver
        sees = player == EVERYTHING or (player == to and now.looked >> to & 1)
        return ObservedMove(action if sees else Deal(), to=state.rules.names[to])
    if action in (LOOK, BLIND) and player in (now.player, EVERYTHING):
        return ObservedMove(action, hand=now.hands[now.player])
    return ObservedMove(action)


def observation(state: SpadesState, player: int) -> Observation:
    """The state as the player sees it."""
    now = state.position
    hands = [
        hand if player == EVERYTHING or (seat == player and now.looked >> seat & 1) else None
        for seat, hand in enumerate(now.hands)
    ]
    return Observation(
        rules=state.rules,
        player=player,
        current=now.player,
        hands=tuple(hands),
        sizes=tuple(map(int.bit_count, now.hands)),
        **dict(zip(PUBLIC, _public(now), strict=True)),
    )


def hidden(view: Observation) -> Hidden:
    """The cards that a player does not see, and the public restrictions on the hands."""
    cards = view.rules.deck & ~(sum(view.played) + sum(hand or 0 for hand in view.hands))
    sizes = tuple(size if hand is None else 0 for hand, size in zip(view.hands, view.sizes, strict=True))
    spades = known_spades(view.rules.variant, view.bids, view.played)
    return Hidden(cards, sizes, cards.bit_count() - sum(sizes), view.voids, spades)


def known_spades(variant: str, bids: Four, played: Four) -> tuple[int, ...]:
    """By seat, the number of spades in hand if the bid implies it, otherwise `UNKNOWN`.

    In mirror every bid implies this number, in whiz every bid except nil.
    """
    lowest = {"mirror": 0, "whiz": 1}.get(variant)
    return tuple(
        UNKNOWN if lowest is None or bid < lowest else bid - (cards & ALL_SPADES).bit_count()
        for bid, cards in zip(bids, played, strict=True)
    )


def bids_made(view: Observation) -> tuple[int, ...]:
    """The bids of this round so far, from the dealer's left; `BLIND_NIL` for blind nil."""
    seats = [seat for seat in view.order if view.bids[seat] != UNBID]
    return tuple([BLIND_NIL if view.blind >> seat & 1 else view.bids[seat] for seat in seats])


def situation(view: Observation) -> Situation:
    """The information for the viewer's bid, apart from the hand."""
    side, rules = view.rules.side(view.player), view.rules
    alone = rules.partner(view.player) is None
    place = view.order.index(view.player)
    others = [other for other in range(rules.sides) if other != side]
    ahead = max(others, key=lambda other: view.scores[other])
    return Situation(
        before=bids_made(view)[:place],
        ours=view.scores[side],
        theirs=view.scores[ahead],
        bags=view.bags[side],
        their_bags=view.bags[ahead],
        goal=rules.goal,
        floor=rules.floor,
        blind=rules.blind != "never",
        full=rules.bags,
        nil=rules.nil,
        others=tuple((view.scores[seat], view.bags[seat]) for seat in view.order if seat != view.player and alone),
    )


def resample(state: SpadesState, player: int, rng: Random) -> SpadesState:
    """Draw a state that the player cannot distinguish from this one, with a complete history.

    The cards of this round that the player does not see are dealt again, uniformly over all ways that the plays and
    bids allow; earlier rounds are unchanged, as all their cards were played. O(m) for m moves.
    """
    if player == EVERYTHING or state.position.phase in (Phase.START, Phase.OVER):
        return state
    view = observation(state, player)
    hands = dealt_again(hidden(view), rng)
    dealt = [list(numbers(hand | view.played[seat])) for seat, hand in enumerate(hands)]
    for each in dealt:
        rng.shuffle(each)
    changed = {}
    for number, (before, move) in enumerate(state.steps()):
        if type(move.action) is Deal and before.position.number == view.number and view.hands[before.receiver] is None:
            changed[number] = Deal(CARDS[dealt[before.receiver].pop()])
    return state.replayed(changed)
