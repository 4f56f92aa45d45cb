"""Posteriors over the unseen cards by sampled deals: chances with their errors, weighted by the bids.

A deal is as likely as the bids it would have led to. Deals are drawn uniformly from those that fit the plays, and each
has the weight of its bids: importance sampling. The effective number of deals, (sum w)^2 / sum w^2 (L. Kish, "Survey
Sampling", 1965), says how much is left. Where `games.spades.bid_reading` reads a bid exactly, the model counts
instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import sqrt
from typing import TYPE_CHECKING, Any

from games.core.cards import CARDS, NUMBER, SUITS, Card, full_deck, in_suit, numbers
from games.core.errors import GameError
from games.spades.bidding.situation import Hand, Situation
from games.spades.compiled_deals import sampler
from games.spades.observe import Observation, hidden, situation
from games.spades.rules import SEATS, UNBID
from kripke.checking.observations import evaluate, require_boolean
from kripke.data.lazy import np
from logic.errors import listing
from logic.formula import Formula
from logic.parser import parse

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Truths = npt.NDArray[np.bool_]

FULL = full_deck(13)
MOST = 10_000_000  # largest number of deals that are drawn at a time: 320 MB

_SAID = re.compile(r"bid\((\w+)\)=(\d{1,2})")
Bidder = Callable[[Hand, Situation], int]
Likelihood = Callable[[int], float]
"""From the cards that a player was dealt, a set as in `games.spades.tricks`, to how likely the player's bid was."""


@dataclass(frozen=True)
class Share:
    """A chance that was estimated."""

    value: float
    error: float  # its standard error
    effective: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.error:.4f} ({self.effective:,.0f} deals)"


@dataclass(frozen=True, eq=False)
class Posterior:
    """Deals that a player holds possible, with weights."""

    view: Observation
    drawn: npt.NDArray[np.uint64]  # by deal and seat the set of cards in hand, the player's own too
    weights: Numbers  # how likely each deal makes the bids
    # player -> from the cards dealt to the player in each deal to the bids: what ``bid(E)=0`` is about
    bidders: Mapping[str, Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]] = field(default_factory=dict)

    @cached_property
    def effective(self) -> float:
        """The effective number of deals."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    def share(self, where: Truths) -> Share:
        """The chance of some deals."""
        weights = self.weights / self.weights.sum()
        value = float(weights @ where)
        return Share(value, sqrt(float(weights**2 @ (where - value) ** 2)), self.effective)

    def chance(self, question: Formula | str) -> Share:
        """The chance of a formula without modalities, over atoms ``has(N,SA)``, ``void(N,S)``, ``bid(E)=0``.

        `GameError` if an atom is another one, or says a bid of a player who is not among the bidders; `ModelError` if
        the formula has modalities.
        """
        return self.share(self.truths(question))

    def truths(self, question: Formula | str) -> Truths:
        """In which deals a formula without modalities is true. Errors as in `chance`."""
        asked = parse(question)
        require_boolean(asked, asked.atoms, "chance")
        found: Truths = evaluate(asked, {atom: self._column(atom) for atom in asked.atoms}, len(self.drawn))
        return found

    def where(self, kept: Truths) -> Posterior:
        """The same with some of the deals only; `GameError` if there are none."""
        if not (kept & (self.weights > 0)).any():
            raise GameError(f"none of {len(self.drawn):,} deals fits the condition: draw more, or ask for less")
        return replace(self, drawn=self.drawn[kept], weights=self.weights[kept])

    def cards(self) -> dict[str, dict[Card, Share]]:
        """For each other player the chance of each card that the player at whose deals these are does not see."""
        unseen = hidden(self.view)
        return {
            name: {CARDS[card]: self.share(self._has(seat, 1 << card) > 0) for card in numbers(unseen.cards)}
            for seat, name in enumerate(self.view.rules.names)
            if unseen.sizes[seat]
        }

    def _column(self, atom: str) -> Truths:
        if said := _SAID.fullmatch(atom):
            bids: Truths = self._bids(said[1]) == int(said[2])
            return bids
        seat, card, suit = _meant(atom, self.view.rules.names)
        found: Truths = self._has(seat, 1 << card) > 0 if suit is None else self._has(seat, in_suit(FULL, suit)) == 0
        return found

    def _has(self, seat: int, cards: int) -> npt.NDArray[np.uint64]:
        """By deal those of the cards that a player has."""
        held: npt.NDArray[np.uint64] = self.drawn[:, seat] & np.uint64(cards)
        return held

    def _bids(self, name: str) -> npt.NDArray[np.int64]:
        """A player's bid in each deal."""
        if name not in self.bidders:
            known = listing(self.bidders) if self.bidders else "there is none"
            raise GameError(f"bid({name}): expected a player whose bids are read: {known}")
        seat = _seat(self.view, name)
        return self.bidders[name](self.drawn[:, seat].astype(np.int64) | self.view.played[seat])


def posterior(
    view: Observation, deals: int = 20_000, seed: int = 0, bids: Mapping[str, Likelihood] | None = None
) -> Posterior:
    """Deals that fit what a player sees, drawn uniformly and weighed by bids.

    `GameError` if no deal that was drawn could have led to the bids, or a name is no player.

    About a microsecond a deal, and one call for each player in `bids` and each hand that was drawn.

    `bids`: player -> how likely the bid was, by the cards dealt; the player's own bid says
        nothing new.
    """
    if isinstance(deals, bool) or not isinstance(deals, int) or not 1 <= deals <= MOST:
        raise GameError(f"deals {deals!r}: expected 1 to {MOST:,}")
    drawn = sampler(hidden(view)).deals(deals, seed)
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            drawn[:, seat] = hand
    weights = np.ones(deals)
    for name, likelihood in (bids or {}).items():
        seat = _seat(view, name)
        weights *= by_hand(drawn[:, seat] | np.uint64(view.played[seat]), likelihood)
    if not weights.sum():
        raise GameError(f"none of {deals:,} deals leads to these bids: draw more, or let bidders err now and then")
    return Posterior(view, drawn, weights)


def by_hand(hands: npt.NDArray[np.integer[Any]], value: Callable[[int], float]) -> npt.NDArray[Any]:
    """A value for each hand, computed once for each different one."""
    different, which = np.unique(hands, return_inverse=True)
    found: npt.NDArray[Any] = np.array([value(hand) for hand in different.tolist()])[which.reshape(-1)]
    return found


def reads(bidder: Callable[[int], int], bid: int, slip: float = 0.0) -> Likelihood:
    """The likelihood of a bid by a bidder who follows a function of the hand and sometimes makes any other bid."""
    if not 0.0 <= slip <= 1.0:
        raise GameError(f"slip {slip!r}: expected a chance from 0 to 1")
    others = len(NUMBER) // SEATS  # bids from 0 to 13 without the right one
    return lambda hand: 1.0 - slip if bidder(hand) == bid else slip / others


def read_bids(view: Observation, bidders: Mapping[str, Bidder], slip: float = 0.0) -> dict[str, Likelihood]:
    """The likelihoods of bids, not blind, for `posterior`; bidders map hand and situation to a bid."""
    found = {}
    for name, bidder in bidders.items():
        seat = _seat(view, name)
        if view.bids[seat] != UNBID and not view.blind >> seat & 1:
            heard = situation(replace(view, player=seat))
            found[name] = reads(partial(bid_with, bidder, heard), view.bids[seat], slip)
    return found


def bid_with(bidder: Bidder, heard: Situation, cards: int) -> int:
    """The bid with a set of cards."""
    return bidder(Hand.of_set(cards), heard)


def _seat(view: Observation, name: str) -> int:
    if name not in view.rules.names:
        raise GameError(f"bids of {name!r}: expected some of {listing(view.rules.names)}")
    return view.rules.names.index(name)


def _meant(atom: str, names: tuple[str, ...]) -> tuple[int, int, int | None]:
    """The seat and the number of the card of an atom ``has(N,SA)``; of ``void(N,S)`` the suit."""
    what, _, rest = atom.removesuffix(")").partition("(")
    name, _, card = rest.partition(",")
    if name in names and atom == f"{what}({name},{card})":
        if what == "has" and card in _NUMBERED:
            return names.index(name), _NUMBERED[card], None
        if what == "void" and len(card) == 1 and card in SUITS:
            return names.index(name), 0, 3 - SUITS.index(card)
    raise GameError(f"atom '{atom}': expected a player with a card or a suit, has({names[0]},SA) or void({names[0]},S)")


_NUMBERED = {str(each): number for each, number in NUMBER.items()}
