"""Players' observations of moves and states of Cheat, and random states consistent with observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.cheat.cards import CARDS, RANKS, listed, set_of
from games.cheat.dealing import Hidden
from games.cheat.rules import CALL, Called, Cheat, CheatState, Claim, Draw, Laid, Phase
from games.core.rules import EVERYTHING, Deal
from games.core.sentences import turn_of
from logic.exact import plural


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """A move as one player perceives it."""

    action: Any  # the action; without cards if the player does not see them
    count: int = 0  # the number of cards of a claim
    to: str | None = None  # who gets the card that chance deals; None for the card that opens the pile
    opening: int = 0  # the card that opened the pile, if a call shows it; a set of cards as in `games.cheat.cards`
    shown: tuple[Laid, ...] = ()  # the claims in the pile, with their cards, if a call shows them

    def __str__(self) -> str:
        if isinstance(self.action, Claim) and not self.action.cards:
            return f"claim {self.count} {self.action.rank}"
        if self.shown:
            cards = [" ".join(map(str, listed(each.cards))) + f" as {RANKS[each.rank]}" for each in self.shown]
            return f"call (the pile is {', '.join([*map(str, listed(self.opening)), *cards])})"
        return f"{self.action} to {self.to}" if self.to else str(self.action)


@dataclass(frozen=True, slots=True)
class Observation:
    """A state as a player observes and remembers it. Unseen hands are None; unseen cards in claims are left out.

    `player` is the observer and `current` the player to move; `sizes` (by seat) and `deck` are numbers of cards. The
    other fields are as in `games.cheat.rules.Position`.
    """

    rules: Cheat
    player: int
    phase: Phase
    current: int
    starter: int
    hands: tuple[int | None, ...]
    sizes: tuple[int, ...]
    deck: int
    opening: int
    laid: tuple[Laid, ...]
    rank: int
    can_call: bool
    free: bool
    known: tuple[int, int]
    turns: int
    winner: int
    calls: tuple[Called, ...]

    @property
    def hand(self) -> int:
        """The cards in the player's hand."""
        return (self.hands[self.player] or 0) if self.player >= 0 else 0

    @property
    def own(self) -> int:
        """The cards in the player's hand, those that the player laid in the pile, and the opening card."""
        return self.hand | self.opening | sum(each.cards for each in self.laid)

    @property
    def pile(self) -> int:
        """The number of cards in the pile."""
        return self.opening.bit_count() + sum(each.size for each in self.laid)

    def fresh(self, seat: int) -> int:
        """The number of a player's cards, in hand and in the pile, that the player did not pick up in public."""
        laid = sum(each.size for each in self.laid if each.seat == seat)
        return self.sizes[seat] + laid - self.known[seat].bit_count()

    @property
    def round(self) -> int:
        """The number of the round, from 1; a round is a turn of each player."""
        return self.turns // 2 + 1

    @property
    def last(self) -> Laid | None:
        """The last claim in the pile; None if there is none."""
        return self.laid[-1] if self.laid else None

    def __str__(self) -> str:
        names = self.rules.names
        claims = [f"{names[each.seat]} {each.size} {RANKS[each.rank]}" for each in self.laid]
        pile = ", ".join([*map(str, listed(self.opening)), *claims]) or "empty"
        hands = [f"{name} {plural(size, 'card')}" for name, size in zip(names, self.sizes, strict=True)]
        turn = turn_of(names[self.current], self.phase.value) if self.phase is Phase.PLAY else self.phase.value
        hand = f"; hand: {' '.join(map(str, listed(self.hand)))}" if self.hand else ""
        return f"round {self.round}: {turn}; pile: {pile}; deck {self.deck}; {', '.join(hands)}{hand}"


def seen(state: CheatState, action: Any, player: int) -> ObservedMove:
    """The action in this state as the player perceives it."""
    now = state.position
    if type(action) is Claim:
        sees = player in (now.player, EVERYTHING)
        return ObservedMove(action if sees else Claim(action.rank, ()), len(action.cards))
    if type(action) is Deal or type(action) is Draw:
        to = state.receiver
        sees = to is None or player in (to, EVERYTHING)
        return ObservedMove(action if sees else type(action)(), to=None if to is None else state.rules.names[to])
    return ObservedMove(action, opening=now.opening, shown=now.laid) if action == CALL else ObservedMove(action)


def observation(state: CheatState, player: int) -> Observation:
    """The state as the player sees and remembers it."""
    now, judge = state.position, player == EVERYTHING
    hands = tuple(hand if judge or seat == player else None for seat, hand in enumerate(now.hands))
    sizes = tuple(hand.bit_count() for hand in now.hands)
    laid = tuple(each if judge or each.seat == player else each._replace(cards=0) for each in now.laid)
    table = now.deck.bit_count(), now.opening, laid, now.rank, now.can_call, now.free, now.known
    rest = now.turns, now.winner, now.calls
    return Observation(state.rules, player, now.phase, now.player, now.starter, hands, sizes, *table, *rest)


def resample(state: CheatState, player: int, rng: Random) -> CheatState:
    """Draw a state that the player cannot distinguish from this one, with a complete history.

    The cards that the player does not see are dealt again to the opponent's hand, the opponent's claims in the pile and
    the deck, uniformly over all ways that the rules allow. Then the cards that the opponent was dealt or drew are
    ordered such that the opponent has each card before laying it. O(m) for m moves.
    """
    if player == EVERYTHING or state.position.phase is Phase.START:
        return state
    from games.cheat.compiled.deals import dealt_again  # loads Numba

    view, other = observation(state, player), 1 - player
    hand, laid = dealt_again(hidden(view), rng)
    steps = state.steps()
    claims = [
        number for number, (before, move) in enumerate(steps) if move.player == other and type(move.action) is Claim
    ]
    contents = {number: set_of(steps[number][1].action.cards) for number in claims}
    contents |= dict(zip(claims[len(claims) - len(laid) :], laid, strict=True))
    slots = [
        number
        for number, (before, _) in enumerate(steps)
        if before.position.phase in (Phase.DEAL, Phase.DRAW) and before.receiver == other
    ]
    arrived = arrivals(_first_uses(steps, contents, hand, other), slots, rng)
    came = {number: type(steps[number][1].action)(CARDS[card]) for number, card in arrived.items()}
    claimed = {number: Claim(steps[number][1].action.rank, listed(cards)) for number, cards in contents.items()}
    return state.replayed(came | claimed)


def hidden(view: Observation) -> Hidden:
    """The cards that the player with this observation does not see."""
    other = 1 - view.player
    claims = tuple(each for each in view.laid if each.seat == other)
    pending = view.can_call and view.laid[-1].seat == other
    return Hidden(view.rules.deck & ~view.own, view.known[other], view.sizes[other], claims, view.rules.mixed, pending)


def _first_uses(steps: Any, contents: dict[int, int], hand: int, seat: int) -> dict[int, int]:
    """For each card that a player was dealt or drew, the number of the move in which it was first laid.

    For a card that is still in the hand, it is the number of all moves.
    """
    first_uses: dict[int, int] = {}
    picked = 0
    for number, (before, move) in enumerate(steps):
        if number in contents:
            for each in listed(contents[number] & ~picked):
                first_uses.setdefault(CARDS.index(each), number)
        elif move.action == CALL:
            last = before.position.laid[-1]
            if seat == (before.position.player if last.is_true else last.seat):
                picked |= before.position.pile
    for each in listed(hand & ~picked):
        first_uses.setdefault(CARDS.index(each), len(steps))
    return first_uses


def arrivals(first_uses: Mapping[int, int], slots: Sequence[int], rng: Random) -> dict[int, int]:
    """Assign cards to the moves (`slots`) in which they were drawn, given the moves in which they were first laid.

    From the last slot to the first, each slot gets a random card that is first laid later and not yet assigned.
    """
    left, cards = dict(first_uses), dict[int, int]()
    for slot in reversed(slots):
        cards[slot] = rng.choice([card for card, used in left.items() if used > slot])
        del left[cards[slot]]
    return cards
