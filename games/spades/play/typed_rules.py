"""A player that plays by the type of the round, as appendices D and E of the source describe it.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades". Its SRP is not printed: the ten types, the count of sure
takes, the conflicts of goals and the high-low signal are its, the numbers are ours. The strong and the weak player stay
as they were before BIS was measured with them.
"""

from __future__ import annotations

from enum import Enum

from games.spades.bidding.trick_play import NONE, attack, cover, duck, first, highest, is_boss, lowest, win
from games.spades.observe import Observation
from games.spades.position import SEATS
from games.spades.tricks import ALL_SPADES, PER_SUIT, SPADES, SUIT, in_suit, numbers, suit_of

SLACK = 2  # in rounds over ten a contract may still be set if it needs all remaining tricks but this number; by hand
RISKED = 2  # a nil is attacked if the contract needs at most one remaining trick in this number; by hand
JACK = 9  # the highest rank that a signal gives away: higher ones may win a trick


class Goal(Enum):
    """A player's goals."""

    NOTHING = "I take no trick"
    COVER = "I cover my partner's nil"
    ATTACK = "I attack a nil"
    CONTRACT = "my side needs more tricks than are sure"
    SET = "more tricks may set the others' contract"
    NO_BAGS = "my side has its tricks for sure, so I avoid bags"


def typed_card(view: Observation) -> tuple[int, Goal]:
    """The card, and the goal it is played for."""
    legal, trick = view.playable, view.trick
    goal, nil = _goal(view)
    if legal & legal - 1 == 0:
        return first(legal), goal
    found = NONE
    if goal is Goal.COVER:
        found = _cover(view, legal, nil)
    elif goal is Goal.ATTACK:
        found = attack(legal, trick.led, *trick.best, len(trick.cards), view.player, nil)
    if found == NONE and goal in (Goal.COVER, Goal.ATTACK):
        goal = _plain_goal(view)
    return (_by_goal(view, legal, goal) if found == NONE else found), goal


def _goal(view: Observation) -> tuple[Goal, int]:
    """The aim of the round's type, and the seat of the nil that it is about."""
    own, partner = view.player, view.rules.partner(view.player)
    alive = [seat for seat in range(SEATS) if view.bids[seat] == 0 and not view.took[seat]]
    if own in alive:
        return Goal.NOTHING, own
    if partner in alive:  # never given up before it fails
        return Goal.COVER, partner
    theirs = [seat for step in range(1, SEATS) if (seat := (own + step) % SEATS) in alive]
    if theirs and (view.needed - sure_takes_of(view)) * RISKED <= view.tricks_left:
        return Goal.ATTACK, theirs[0]
    return _plain_goal(view), NONE


def _plain_goal(view: Observation) -> Goal:
    """In rounds without a nil that is still alive, by the sum of the bids."""
    needed, total = view.needed, sum(view.bids)
    if sure_takes_of(view) < needed <= view.tricks_left:
        return Goal.CONTRACT
    theirs = total - sum(view.bids[seat] for seat in _side(view))
    needs = theirs - sum(view.took[seat] for seat in range(SEATS) if seat not in _side(view))
    slack = SEATS * PER_SUIT if total >= 14 else SLACK if total > 10 else -1
    if 0 < needs <= view.tricks_left and needs + slack >= view.tricks_left:
        return Goal.SET
    return Goal.NO_BAGS


def _side(view: Observation) -> tuple[int, ...]:
    return view.rules.teams[view.rules.side(view.player)]


def sure_takes_of(view: Observation) -> int:
    """The tricks that the player's spades take for sure."""
    unseen = view.rules.deck & ~view.hand & ~sum(view.played)
    return sure_takes(in_suit(view.hand, SPADES), in_suit(unseen, SPADES))


def sure_takes(own: int, unseen: int) -> int:
    """The number of sure tricks of one suit's cards, led from the highest down against one hand of all others.

    The source's appendix D.1, after J. Wästlund, "Two-person symmetric whist" (2005). Against a lead from the top the
    other hand does best to beat each card that it can, and to play its lowest card under the rest. O(k) for k cards.

    Examples
    --------
    >>> sure_takes(0b1000, 0b0111), sure_takes(0b0110, 0b1001), sure_takes(0b001111, 0b110000)
    (1, 1, 2)
    """
    found = 0
    while own and unseen:
        card = 1 << own.bit_length() - 1
        own ^= card
        if unseen > card:
            unseen ^= 1 << unseen.bit_length() - 1
        else:
            found, unseen = found + 1, unseen & unseen - 1
    return found + own.bit_count()


def _cover(view: Observation, legal: int, nil: int) -> int:
    """As the strong rules; with a sure contract also by high cards that are no bosses, led first."""
    trick = view.trick
    if not trick.cards and view.needed <= sure_takes_of(view):
        side = legal & ~ALL_SPADES
        spare = sum(1 << card for card in numbers(side) if not is_boss(card, view.hand, sum(view.played)))
        if spare:
            return int(highest(spare))
    return int(cover(legal, trick.led, *trick.best, len(trick.cards), nil))


def _by_goal(view: Observation, legal: int, goal: Goal) -> int:
    trick, partner = view.trick, view.rules.partner(view.player)
    (best, winner), place = trick.best, len(trick.cards)
    if goal in (Goal.NOTHING, Goal.NO_BAGS):
        return int(duck(legal, trick.led, best, place))
    if not place and (asked := _asked_for(view, legal)):
        return int(lowest(asked))
    if _can_signal(view, legal):
        return legal.bit_length() - 1
    seat, played = NONE if partner is None else partner, sum(view.played)
    return int(win(legal, view.hand, trick.led, best, winner, place, seat, played))


def _can_signal(view: Observation, two: int) -> bool:
    """Whether two cards lie under a boss in the first trick of a side suit, which can be cut then."""
    led, best, top = view.trick.led, view.trick.best[0], two.bit_length() - 1
    can_cut = 0 <= led < SPADES and two.bit_count() == 2 and bool(view.hand & ALL_SPADES)
    under = suit_of(top) == suit_of(best) == led and top < best and top % PER_SUIT <= JACK
    is_first = all(trick.led != led for trick in view.tricks)
    return can_cut and under and is_first and bool(is_boss(best, 0, sum(view.played)))


def _asked_for(view: Observation, legal: int) -> int:
    """Cards of suits in which the partner played high, then low, and may cut now."""
    partner = view.rules.partner(view.player)
    if partner is None or view.voids[partner] >> SPADES & 1:
        return 0
    return sum(legal & SUIT << PER_SUIT * suit for suit in range(SPADES) if signalled(view, partner, suit))


def signalled(view: Observation, seat: int, suit: int) -> bool:
    """Whether a player followed the first trick of a suit under its winner, and the second with a lower card."""
    tricks = [trick for trick in view.tricks if trick.led == suit]
    if len(tricks) != 2 or tricks[0].winner == seat:
        return False
    high, low = (trick.cards[(seat - trick.leader) % SEATS] for trick in tricks)
    return suit_of(high) == suit_of(low) == suit and low < high
