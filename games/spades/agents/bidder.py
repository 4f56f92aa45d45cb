"""Agents that combine a bidder of `games.spades.bidding` with a card player, and the card players by name.

The player ``typed`` plays by the type of the round, as in appendices D and E of the source (Cohensius, Meir, Oved,
Stern, "Bidding in Spades"). The ten types, the count of sure takes, the conflicts of goals and the high-low signal
are from the source. The source gives no values for the thresholds, so they were chosen for this module. The players
``strong`` and ``weak`` (`bidding.trick_play`) are kept as they are, since BIS (`bidding.bis`) was measured with them.

To set a contract or a nil is to make it fail. To cover a partner's nil is to protect it. A bag is an excess trick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from games.core.agent import Agent, Reason
from games.core.cards import CARDS, PER_SUIT, SUIT, in_suit, numbers, suit_of
from games.core.errors import GameError, require_number
from games.core.sentences import often
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.bis import Bidding, Bis
from games.spades.bidding.compiled_bis import likelihoods, resampled
from games.spades.bidding.rollout import PLAYED, Forecast, Rollout
from games.spades.bidding.situation import Hand, Situation
from games.spades.bidding.trick_play import (
    NONE,
    above,
    attack,
    choose,
    cover,
    duck,
    first,
    highest,
    is_boss,
    lowest,
    win,
    winning,
)
from games.spades.dealing import sampler
from games.spades.double_dummy import LEFT, UNLIMITED, empty_memo, goals_of, mean_values, moment_of
from games.spades.observe import Observation, bids_made, hidden, situation
from games.spades.rules import BLIND, LOOK, PLAYS, SEATS, Bid, Phase
from games.spades.tricks import ALL_SPADES, SPADES
from logic.errors import listing, near_miss, shorten
from logic.exact import plural

SLACK = 2  # if bids sum to 11 to 13: the most spare tricks of a contract that players try to set; chosen by hand
RISKED = 2  # a nil is attacked if the side needs at most 1/RISKED of the tricks left, besides sure ones; chosen by hand
JACK = 9  # the highest rank that a signal gives away: higher ones may win a trick


class Goal(Enum):
    """The goals of a player, each with a phrase for explanations."""

    NOTHING = "I take no trick"
    COVER = "I cover my partner's nil"
    ATTACK = "I attack a nil"
    CONTRACT = "my side needs more tricks than are sure"
    SET = "more tricks may set the others' contract"
    NO_BAGS = "my side has its tricks for sure, so I avoid bags"


def typed_card(view: Observation) -> tuple[int, Goal]:
    """The card to play by the rules for the type of the round, and the goal of playing it."""
    legal, trick = view.playable, view.trick
    goal, nil = _goal(view)
    if legal & legal - 1 == 0:
        return first(legal), goal
    if goal in (Goal.COVER, Goal.ATTACK):
        table = legal, trick.led, *trick.best, len(trick.cards)
        card = _cover(view, legal, nil) if goal is Goal.COVER else attack(*table, view.player, nil)
        if card != NONE:
            return card, goal
        goal = _plain_goal(view)
    return _by_goal(view, legal, goal), goal


def _goal(view: Observation) -> tuple[Goal, int]:
    """The player's goal in this type of round, and the seat of the nil bidder concerned, if any."""
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
    """The player's goal if no nil is to be made, protected or attacked."""
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
    """The number of tricks that the player's spades take for sure."""
    unseen = view.rules.deck & ~view.hand & ~sum(view.played)
    return sure_takes(in_suit(view.hand, SPADES), in_suit(unseen, SPADES))


def sure_takes(own: int, unseen: int) -> int:
    """The number of sure tricks with a suit's cards if one opponent has all unseen cards of the suit.

    The method is that of the source's appendix D.1, after J. Wästlund, "Two-person symmetric whist" (2005). The cards
    are led from the highest down. The opponent's best reply is to beat each card if possible, and otherwise to play the
    lowest card. `own` and `unseen` have a bit for each card. O(k) for k cards.

    Examples
    --------
    >>> sure_takes(0b1000, 0b0111), sure_takes(0b0110, 0b1001), sure_takes(0b001111, 0b110000)
    (1, 1, 2)
    """
    takes = 0
    while own and unseen:
        card = 1 << own.bit_length() - 1
        own ^= card
        if unseen > card:
            unseen ^= 1 << unseen.bit_length() - 1
        else:
            takes, unseen = takes + 1, unseen & unseen - 1
    return takes + own.bit_count()


def _cover(view: Observation, legal: int, nil: int) -> int:
    """The card to play in order to protect the partner's nil."""
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
    if not place and (cards := _asked_for(view, legal)):
        return int(lowest(cards))
    if _can_signal(view, legal):
        return legal.bit_length() - 1
    seat, played = NONE if partner is None else partner, sum(view.played)
    return int(win(legal, view.hand, trick.led, best, winner, place, seat, played))


def _can_signal(view: Observation, two: int) -> bool:
    """Whether the player can start a high-low signal with these two cards of a side suit."""
    suit, best, top = view.trick.led, view.trick.best[0], two.bit_length() - 1
    can_cut = 0 <= suit < SPADES and two.bit_count() == 2 and bool(view.hand & ALL_SPADES)
    under = suit_of(top) == suit_of(best) == suit and top < best and top % PER_SUIT <= JACK
    is_first = all(trick.led != suit for trick in view.tricks)
    return can_cut and under and is_first and bool(is_boss(best, 0, sum(view.played)))


def _asked_for(view: Observation, legal: int) -> int:
    """The legal cards of suits in which the partner can cut (play a spade), as a high-low signal shows."""
    partner = view.rules.partner(view.player)
    if partner is None or view.voids[partner] >> SPADES & 1:
        return 0
    return sum(legal & SUIT << PER_SUIT * suit for suit in range(SPADES) if signalled(view, partner, suit))


def signalled(view: Observation, seat: int, suit: int) -> bool:
    """Whether a suit was led exactly twice, and a player first played a losing card of it, then a lower one."""
    tricks = [trick for trick in view.tricks if trick.led == suit]
    if len(tricks) != 2 or tricks[0].winner == seat:
        return False
    high, low = (trick.cards[(seat - trick.leader) % SEATS] for trick in tricks)
    return suit_of(high) == suit_of(low) == suit and low < high


SAMPLES = {"dummy": 12, "uct": 300}  # Deals of `dummy` and simulations of `uct`
TRICKS = {"dummy": 5, "uct": 3}  # the number of last tricks that they play
NODES = 100_000
"""The limit on positions searched for a `dummy` decision before the last three tricks; further deals are skipped.

Chosen to keep decisions below 20 ms of processor time; one position takes 0.12 microseconds on an idle core. All
deals of the last three tricks have fewer than 150,000 positions and are always used.
"""
ENUMERATED = 3  # the number of last tricks in which all deals are listed: 1,680 at most
DRAWN = 20  # Deals that are drawn and weighed by the bids for each deal that is used
FEWEST = 4  # with fewer deals than this within the limit of positions, the strong rules play


class Choice(NamedTuple):
    """The number of a card, and the reason for playing it."""

    card: int
    why: Reason


CardPlayer = Callable[[Observation, int], Choice]
"""A function that chooses a card, given the current player's observation and a 64-bit seed."""


def by_rules(view: Observation, weakly: bool = False) -> Choice:
    """The card to play by the strong rules or, with `weakly`, by the weak rules."""
    trick = view.trick
    best, winner = trick.best
    partner = view.rules.partner(view.player)
    seats = view.player, NONE if partner is None else partner, len(trick.cards)
    table = view.hand, trick.led, best, winner, view.is_broken, sum(view.played)
    card = choose(weakly, *seats, *table, np.array(view.bids), np.array(view.took))
    why = {"kind": round_type(view), "need": needs(view), "does": does(view, int(card))}
    return Choice(int(card), Reason("the rules for this kind of round: {kind}; {need}; the card {does}", **why))


def by_type(view: Observation) -> Choice:
    """The card to play by the rules for the type of the round."""
    card, goal = typed_card(view)
    why = {"kind": round_type(view), "goal": goal.value, "need": needs(view), "does": does(view, card)}
    return Choice(card, Reason("{kind}: {goal}; {need}; the card {does}", **why))


def does(view: Observation, card: int) -> str:
    """The effect of playing a card, such as ``wins so far, as cheaply as it can``."""
    legal = view.playable
    if legal & legal - 1 == 0:
        return "is the only one that can be played"
    if not view.trick.cards:
        suit = in_suit(view.hand, suit_of(card))
        if is_boss(card, view.hand, sum(view.played)):
            return "leads: others have no higher card of its suit"
        is_lowest = card == first(suit) and suit & suit - 1
        return "leads, as the lowest of its suit" if is_lowest else "leads, and can be beaten"
    best, winner = view.trick.best
    with_partner = winner == view.rules.partner(view.player)
    winners = winning(legal, view.trick.led, best)
    if winners >> card & 1:
        return f"{_wins(view, card, winners)}{', over the partner' if with_partner else ''}"
    left = f", and leaves the trick to {'the partner' if with_partner else 'others'}" if winners or with_partner else ""
    return f"{_loses(view, card, legal, best)}{left}"


def _wins(view: Observation, card: int, winners: int) -> str:
    how = "cuts" if suit_of(card) == SPADES != view.trick.led else "wins so far"
    cheaper = above(first(winners) - 1) & ~above(card - 1) & ~(view.hand | sum(view.played))
    return f"{how}, {'with more than it needs' if cheaper else 'as cheaply as it can'}"


def _loses(view: Observation, card: int, legal: int, best: int) -> str:
    if suit_of(card) != view.trick.led:
        return "is a spade too low to win" if suit_of(card) == SPADES else "is thrown away"
    suit = in_suit(legal, suit_of(card))
    is_cut = suit_of(best) != view.trick.led
    under = suit if is_cut else suit & ~above(best)
    what = "follows suit" if is_cut else "stays under"
    if card == first(suit):
        return f"{what}, with the lowest"
    return f"{what}, with the highest{'' if is_cut else ' that does'}" if not under & above(card) else what


def round_type(view: Observation) -> str:
    """The type of the round, from the nil bids and the sum of the bids.

    Appendix E of the source gives two types for a sum of 8; here the type is "strong under".
    """
    nils = [seat for seat in range(SEATS) if view.bids[seat] == 0]
    partner = view.rules.partner(view.player)
    ours = [seat for seat in nils if seat in (view.player, partner)]
    theirs = [seat for seat in nils if seat not in (view.player, partner)]
    if nils:
        if ours and theirs:
            return "nil against nil"
        if theirs:
            return "double nil" if len(theirs) > 1 else "opponent's nil"
        return "own nil" if view.player in ours else "the partner's nil"
    total = sum(view.bids)
    names = ((8, "strong under"), (10, "under"), (13, "over"), (14, "fourteen"))
    return f"{next((name for most, name in names if total <= most), 'strong over')}: {total} are bid"


def needs(view: Observation) -> str:
    """The number of tricks that the player's side still needs, as a phrase."""
    if view.bids[view.player] == 0 and not view.took[view.player]:
        return "I bid nil and take no trick"
    return f"my side needs {plural(view.needed, 'trick')} more" if view.needed > 0 else "my side has what it bid"


def possible_deals(view: Observation, samples: int, seed: int) -> tuple[Any, Any]:
    """Possible deals with weights: all deals in the last `ENUMERATED` tricks, otherwise `samples` random deals."""
    chance, source = np.random.default_rng(seed), sampler(hidden(view))
    if every := view.tricks_left <= ENUMERATED:
        deals = source.every().astype(np.int64)
    else:
        deals = source.deals(DRAWN * samples, seed).astype(np.int64)
    deals[:, view.player] = view.hand
    weights = bid_weights(view, deals)
    chosen = chance.permutation(len(deals)) if every else resampled(weights, samples, chance.random())
    return deals[chosen], weights[chosen] if every else np.ones(samples)


def bid_weights(view: Observation, deals: Any) -> Any:
    """For each deal, the likelihood of the other players' bids.

    It is 1 for a short deck and in variants other than ``partners``.
    """
    if view.rules.variant != "partners" or view.rules.ranks != PER_SUIT:
        return np.ones(len(deals))
    others = [place for place, seat in enumerate(view.order) if seat != view.player]
    return likelihoods((deals | np.array(view.played))[:, view.order], bids_made(view), others)


class Sampling:
    """A card player that evaluates possible deals in the last tricks, and plays by the strong rules before them.

    Parameters
    ----------
    name : {'dummy', 'uct'}
        The method: double-dummy play of each deal, or a tree search.
    samples : int
        The number of deals or simulations for a decision; 0 means the number in `SAMPLES`.
    tricks : int
        The number of last tricks to play in this way; 0 means the number in `TRICKS`.
    """

    def __init__(self, name: str, samples: int = 0, tricks: int = 0) -> None:
        self.samples, self.tricks = samples or SAMPLES[name], tricks or TRICKS[name]
        self.find = self._by_tree if name == "uct" else self._by_dummy

    def __call__(self, view: Observation, seed: int) -> Choice:
        """The card with the best mean value over deals.

        Before the last tricks, if all play alone, or if too few deals can be searched, the strong rules choose it.
        """
        cards = view.playable
        if view.tricks_left > self.tricks or cards & cards - 1 == 0 or view.rules.sides != 2:
            return by_rules(view)
        deals, weights = possible_deals(view, self.samples, seed)
        means, how = self.find(view, deals, weights, seed)
        if means is None:
            return by_rules(view)
        best = max(numbers(cards), key=lambda card: (round(means[card], 6), -card % 13))
        return Choice(
            best,
            Reason("my side ends {points} points ahead on average, by {how}", points=f"{means[best]:+.1f}", how=how),
        )

    def _by_dummy(self, view: Observation, deals: Any, weights: Any, seed: int) -> tuple[Any, str]:
        moment = moment_of(view)
        nodes = UNLIMITED if moment[LEFT] <= ENUMERATED else NODES
        means, used = mean_values(deals, weights, moment, goals_of(view), empty_memo(nodes=nodes))
        own = -means if view.player % 2 else means
        return (
            own if used >= min(FEWEST, len(deals)) else None
        ), f"double-dummy play, the mean of {used} of {plural(len(deals), 'deal')}"

    def _by_tree(self, view: Observation, deals: Any, weights: Any, seed: int) -> tuple[Any, str]:
        from games.spades.agents.tree_search import searched  # compiles the search for this game

        result = searched(view, deals[resampled(weights, self.samples, 0.5)], self.samples, seed)
        tried = np.array(result.visits[0]) > 0
        return np.where(tried, 100 * np.array(result.values[0]), -np.inf), f"{result.simulations} simulations"


def player_of(name: str, samples: int, tricks: int) -> CardPlayer:
    """The card player with this name; `GameError` if there is none, or a number is out of range."""
    require_number("samples", samples, 0, 100_000, whole=True)
    require_number("tricks", tricks, 0, 13, whole=True)
    if name not in PLAYERS:
        known = listing(map(repr, PLAYERS))
        raise GameError(f"play {shorten(repr(name))}: expected {known}{near_miss(str(name), PLAYERS)}")
    if name in SAMPLES:
        return Sampling(name, samples, tricks)
    if name == "typed":
        return lambda view, seed: by_type(view)
    return lambda view, seed: by_rules(view, weakly=name == "weak")


PLAYERS = ("strong", "weak", "typed", *SAMPLES)


class Bidder(Agent):
    """Combines a bidder with a card player; a bid that the variant forbids becomes the nearest allowed one."""

    def __init__(self, bidder: Callable[[Hand, Situation], int], player: CardPlayer) -> None:
        self.bidder, self.player = bidder, player
        self.why = Reason("")

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution of actions: a single action with probability 1."""
        if observation.phase is Phase.LOOK:
            return {self._blind_or_look(observation): 1.0}
        if observation.phase is Phase.BID:
            return {self._bid(observation, legal): 1.0}
        card, self.why = self.player(observation, self.rng.getrandbits(63))
        return {PLAYS[CARDS[card]]: 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for the bid or the card."""
        return self.why

    def _blind_or_look(self, view: Observation) -> Any:
        reason = self.bidder.blind(situation(view)) if isinstance(self.bidder, Bis) else ""
        self.why = Reason(reason or "blind nil is not worth its risk")
        return BLIND if reason else LOOK

    def _bid(self, view: Observation, legal: Sequence[Any]) -> Any:
        hand, now = Hand.of_set(view.hand), situation(view)
        if isinstance(self.bidder, (Bis, Rollout)):
            bidding = self.bidder.explained(hand, now)
            bid, self.why = bidding.bid, _reason(bidding)
        else:
            bid = self.bidder(hand, now)
            self.why = Reason("fixed strategy: the tricks that this hand is worth by its cards, or nil")
        return min(legal, key=lambda each: (abs(each.tricks - bid), each.tricks)) if legal else Bid(bid)


def _reason(bidding: Bidding | Forecast) -> Reason:
    if isinstance(bidding, Forecast):
        if not bidding.deals:
            return Reason("as BIS bids, since only deals of thirteen cards are played on")
        wins = ", ".join(f"{bid}: {chance:.0%}" for bid, chance in zip(bidding.bids, bidding.chances, strict=True))
        return Reason(
            "how many games each bid wins, by {deals} deals of the unseen cards: {wins}", deals=bidding.deals, wins=wins
        )
    how_often = often(float(bidding.chance))
    return Reason(
        "I expect to take {takes} tricks, {shift} for the bids before mine. Nil {succeeds} and brings {points} "
        "points, at least {threshold} are needed{notes}",
        takes=f"{float(bidding.takes.total):.2f}",
        shift=f"{bidding.shift:+.2f}",
        succeeds=f"succeeds {how_often}" if how_often[-3:] == "100" else f"{how_often} succeeds",
        points=f"{bidding.expected:.0f}",
        threshold=f"{bidding.threshold:.0f}",
        notes="".join(f"; {note}" for note in bidding.notes),
    )


def bis(
    curves: str = "learned",
    threshold: str = "fixed",
    endgame: bool = True,
    conventions: bool = True,
    play: str = "strong",
    samples: int = 0,
    tricks: int = 0,
) -> Bidder:
    """Bids as BIS does: by the tricks that the hand is likely to take, the value of nil, and the end of the game.

    `play` is a card player in `PLAYERS`; `samples` and `tricks` are as in `Sampling`, the others as in `Bis`.
    """
    return Bidder(Bis(curves, threshold, endgame, conventions), player_of(play, samples, tricks))


def rollout(play: str = "strong", samples: int = 0, tricks: int = 0, deals: int = PLAYED) -> Bidder:
    """Makes the bid that wins the most games in sampled deals, played by the strong or weak rules.

    Each bid is tried in `deals` deals; the other parameters are as in `bis`.
    """
    return Bidder(Rollout("weak" if play == "weak" else "strong", deals), player_of(play, samples, tricks))


def simple(name: str) -> Callable[..., Bidder]:
    """The factory of an agent that bids by RB, MS or IO, the bidders in `ADDITIVE`."""

    def bidder(play: str = "strong", samples: int = 0, tricks: int = 0) -> Bidder:
        return Bidder(ADDITIVE[name], player_of(play, samples, tricks))

    bidder.__doc__ = f"Bids by {name.upper()}; plays cards by a player: {listing(PLAYERS)}."
    return bidder


AGENTS: dict[str, Callable[..., Agent]] = {
    "bis": bis,
    "rollout": rollout,
    **{name: simple(name) for name in ("rb", "ms", "io")},
}
