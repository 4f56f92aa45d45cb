"""Players of cards by name: what each needs to know, and why it plays a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from games.core.agent import Reason
from games.core.errors import GameError, require_number
from games.spades.bidding.compiled_bis import likelihoods, resampled
from games.spades.bidding.trick_play import NONE, above, choose, first, is_boss, winning
from games.spades.compiled_deals import sampler
from games.spades.double_dummy import LEFT, UNLIMITED, empty_memo, goals_of, mean_values, moment_of
from games.spades.observe import Observation, bids_made, hidden
from games.spades.play.typed_rules import typed_card
from games.spades.position import SEATS
from games.spades.tricks import PER_SUIT, SPADES, in_suit, numbers, suit_of
from logic.errors import listing, near_miss, shorten
from logic.exact import plural

SAMPLES = {"dummy": 12, "uct": 300}  # Deals of `dummy` and simulations of `uct`
TRICKS = {"dummy": 5, "uct": 3}  # the number of last tricks that they play
NODES = 100_000
"""Moments that `dummy` looks at for a decision with more than three tricks left; deals left then are not used.

Chosen so that no decision takes 20 ms of processor time, where one takes 0.12 microseconds on an idle core. All deals
of the last three tricks take fewer than 150,000 and are always looked at.
"""
ENUMERATED = 3  # the number of last tricks in which all deals are listed: 1,680 at most
DRAWN = 20  # Deals that are drawn and weighed by the bids for each deal that is used
FEWEST = 4  # with fewer deals than this within the nodes, the strong rules play


class Choice(NamedTuple):
    """The number of a card, and why it is played."""

    card: int
    why: Reason


CardPlayer = Callable[[Observation, int], Choice]
"""A function of what the player sees when it is their turn, and of a seed of 64 bits."""


def by_rules(view: Observation, weakly: bool = False) -> Choice:
    """The card that the strong or the weak rules play."""
    trick = view.trick
    best, winner = trick.best
    partner = view.rules.partner(view.player)
    seats = view.player, NONE if partner is None else partner, len(trick.cards)
    table = view.hand, trick.led, best, winner, view.is_broken, sum(view.played)
    card = choose(weakly, *seats, *table, np.array(view.bids), np.array(view.took))
    why = {"kind": round_type(view), "need": needs(view), "does": does(view, int(card))}
    return Choice(int(card), Reason("the rules for this kind of round: {kind}; {need}; the card {does}", **why))


def by_type(view: Observation) -> Choice:
    """The card that the rules by the type of the round play."""
    card, goal = typed_card(view)
    why = {"kind": round_type(view), "goal": goal.value, "need": needs(view), "does": does(view, card)}
    return Choice(card, Reason("{kind}: {goal}; {need}; the card {does}", **why))


def does(view: Observation, card: int) -> str:
    """The effect of a card of the player whose turn it is, such as ``wins so far, as cheaply as it can``."""
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
    """A card that wins so far; cards between it and the cheapest that are out of play cost nothing."""
    how = "cuts" if suit_of(card) == SPADES != view.trick.led else "wins so far"
    cheaper = above(first(winners) - 1) & ~above(card - 1) & ~(view.hand | sum(view.played))
    return f"{how}, {'with more than it needs' if cheaper else 'as cheaply as it can'}"


def _loses(view: Observation, card: int, legal: int, best: int) -> str:
    """A card that does not win so far."""
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
    """The round's type by the source's appendix E; of its two types 8, strong under is 8, and under 9 and 10."""
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
    """The tricks that the player's side still needs, in words."""
    if view.bids[view.player] == 0 and not view.took[view.player]:
        return "I bid nil and take no trick"
    return f"my side needs {plural(view.needed, 'trick')} more" if view.needed > 0 else "my side has what it bid"


def possible_deals(view: Observation, samples: int, seed: int) -> tuple[Any, Any]:
    """Hands that may be, the player's own too, and their weights: of the last tricks all in random order, else some."""
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
    """The likelihoods of the others' bids given the hands of deals; 1 if a variant has other bids."""
    if view.rules.variant != "partners" or view.rules.ranks != PER_SUIT:
        return np.ones(len(deals))
    others = [place for place, seat in enumerate(view.order) if seat != view.player]
    return likelihoods((deals | np.array(view.played))[:, view.order], bids_made(view), others)


class Sampling:
    """Plays the last tricks by deals that may be, the others by the strong rules.

    Parameters
    ----------
    name : {'dummy', 'uct'}
        By double-dummy play of each deal, or by a tree search.
    samples : int
        How many deals are drawn for a decision, as likely as they make the bids, or how many simulations there are; 0:
        as in `SAMPLES`.
    tricks : int
        How many of the last tricks are played so; 0: as in `TRICKS`.
    """

    def __init__(self, name: str, samples: int = 0, tricks: int = 0) -> None:
        self.samples, self.tricks = samples or SAMPLES[name], tricks or TRICKS[name]
        self.find = self._by_tree if name == "uct" else self._by_dummy

    def __call__(self, view: Observation, seed: int) -> Choice:
        """The card with the best mean; by the strong rules where `NODES` are used up before `FEWEST` deals."""
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
        from games.spades.play.tree_search import searched  # compiles the search for this game

        found = searched(view, deals[resampled(weights, self.samples, 0.5)], self.samples, seed)
        tried = np.array(found.visits[0]) > 0
        return np.where(tried, 100 * np.array(found.values[0]), -np.inf), f"{found.simulations} simulations"


def player_of(name: str, samples: int, tricks: int) -> CardPlayer:
    """The player of this name; `GameError` if there is none, or a number is out of range."""
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
