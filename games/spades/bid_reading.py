"""Interpretation of bids: as exact conditions on the cards, or by weighted deals.

If it is common knowledge how some players bid, bids that are determined by sums over the suits (`bidding.additive`) are
conditions on the cards, and the model counts deals exactly. For other bidders, deals are drawn uniformly from those
that fit the plays, weighted by the likelihood of the bids: importance sampling. The effective number of deals,
(sum w)^2 / sum w^2 (L. Kish, "Survey Sampling", 1965), measures the remaining precision.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from games.core.cards import CARDS, NUMBER, PER_SUIT, SUITS, full_deck, in_suit, lying, numbers, suit_of
from games.core.errors import GameError
from games.core.rules import EVERYTHING
from games.knowing.ground import parts_of
from games.knowing.table import Table
from games.spades.bidding.additive import ADDITIVE, Additive, Sums
from games.spades.bidding.situation import MOST, Hand, Situation
from games.spades.dealing import DECK, sampler
from games.spades.knowledge import table
from games.spades.observe import Observation, hidden, observation, situation
from games.spades.rules import SEATS, UNBID, SpadesState
from kripke.checking.observations import evaluate, require_boolean
from kripke.data.lazy import np
from kripke.symbolic.laws.constraints import ChoiceConstraint
from logic.errors import listing, near_miss, shorten
from logic.exact import is_whole
from logic.formula import Formula
from logic.parser import parse

ALL = full_deck(PER_SUIT)
T = TypeVar("T")


@dataclass(frozen=True)
class BidIs(ChoiceConstraint):
    """The constraint that `bidder`, given the player's cards, makes one of the `bids` in a situation."""

    player: str
    bidder: Additive
    bids: frozenset[int]
    situation: Situation
    cards: int = ALL  # the cards that may be in the hand now, a set as in `games.spades.tricks`
    played: int = 0  # the cards that the player has played since the bid

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms of the player's cards, suit by suit from the highest card down."""
        return tuple([self._atom(card) for card in numbers(self.cards)][::-1])

    def holds(self, true: Collection[str]) -> bool:
        """Whether the player makes one of the bids with the cards whose atoms are in `true`."""
        return self.bid_with(sum(1 << card for card in numbers(self.cards) if self._atom(card) in true)) in self.bids

    def bid_with(self, hand: int) -> int:
        """The bidder's bid if the player has these cards in hand now."""
        return self.bidder(Hand.of_set(hand | self.played), self.situation)

    def _atom(self, card: int) -> str:
        return f"has({self.player},{CARDS[card]})"

    def folded(self, order: Sequence[str], choose: Callable[[str, T, T], T], true: T, false: T) -> T:
        """The constraint as a decision diagram, built with `choose` as in `ChoiceConstraint.folded`.

        The diagram has O(s d) nodes for at most s different sums after each suit, and d nodes in a suit's diagram.
        """
        names = {card: self._atom(card) for card in numbers(self.cards)}
        cards = {name: card for card, name in names.items()}
        nodes, root = _choices(self.bidder, self.situation, tuple([cards[name] for name in order]), self.played)
        ends, diagrams = [int(bid in self.bids) for bid in range(MOST + 1)], [false, true]
        known = dict[tuple[int, int, int], int]()
        for card, having, lacking in nodes:
            one, other = ends[having], ends[lacking]
            if one == other:
                ends.append(one)
                continue
            number = known.setdefault((card, one, other), len(diagrams))
            if number == len(diagrams):
                diagrams.append(choose(names[card], diagrams[one], diagrams[other]))
            ends.append(number)
        return diagrams[ends[root]]


@lru_cache(maxsize=64)
def _choices(
    bidder: Additive, situation: Situation, order: tuple[int, ...], played: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """The bid as a decision diagram over the cards.

    Returns
    -------
    tuple of (card, int, int), and int
        The nodes and the number of the root. A node has a card, and the numbers of its successors with the card and
        without it. Numbers up to `MOST` are bids, larger numbers are nodes.
    """
    suits = [
        _counts(bidder, suit, tuple([card for card in order if suit_of(card) == suit]), played)
        for suit in dict.fromkeys([*map(suit_of, order), *range(4)])
    ]
    sums = [{(0,) * len(bidder.caps)}]
    for each in suits:
        sums.append({bidder.plus(before, counted) for before in sums[-1] for counted in each.leaves})
    nodes = dict[tuple[int, int, int], int]()
    values = {total: bidder.bid(total, situation) for total in sums[-1]}
    for each, before in zip(reversed(suits), reversed(sums[:-1]), strict=True):
        values = {
            total: each.folded([values[bidder.plus(total, leaf)] for leaf in each.leaves], nodes) for total in before
        }
    return tuple(nodes), values[(0,) * len(bidder.caps)]


class Counts(NamedTuple):
    """A decision diagram over the cards of a suit; its leaves are what the suit adds to a bidder's sums."""

    leaves: tuple[Sums, ...]  # the different numbers that the suit can add
    # a card, and the numbers of its successors with it and without it; the numbers of nodes follow those of leaves
    nodes: tuple[tuple[int, int, int], ...]
    root: int  # the number of the root

    def folded(self, values: list[int], nodes: dict[tuple[int, int, int], int]) -> int:
        """Add to `nodes` the diagram with values in place of the leaves; return the number of its root."""
        if all(value == values[0] for value in values):  # most sums lead to one bid, whatever follows
            return values[0]
        roots = list(values)
        for card, having, lacking in self.nodes:
            one, other = roots[having], roots[lacking]
            roots.append(one if one == other else nodes.setdefault((card, one, other), MOST + 1 + len(nodes)))
        return roots[self.root]


@lru_cache(maxsize=256)
def _counts(bidder: Additive, suit: int, cards: tuple[int, ...], played: int) -> Counts:
    """What the cards of a suit add to the bidder's sums, as a decision diagram. O(2^k) for k cards."""
    holdings = [in_suit(played, suit)]
    for card in cards:
        holdings = [each | have for each in holdings for have in (0, 1 << card)]
    table = bidder.table(suit)
    counted = [table[holding >> PER_SUIT * suit] for holding in holdings]
    leaves = {leaf: number for number, leaf in enumerate(dict.fromkeys(counted))}
    row, nodes = [leaves[each] for each in counted], dict[tuple[int, int, int], int]()
    for card in reversed(cards):
        above = []
        for lacking, having in zip(row[::2], row[1::2], strict=True):
            choice = card, having, lacking
            above.append(having if having == lacking else nodes.setdefault(choice, len(leaves) + len(nodes)))
        row = above
    return Counts(tuple(leaves), tuple(nodes), row[0])


def bid_atoms(
    player: str, bidder: Additive, situation: Situation, cards: int = ALL, played: int = 0
) -> dict[str, BidIs]:
    """For each bid, an atom such as ``bid(E)=0`` with its constraint on the cards, for `SymbolicModel.define`."""
    return {
        f"bid({player})={bid}": BidIs(player, bidder, frozenset((bid,)), situation, cards, played)
        for bid in range(MOST + 1)
    }


DRAWN, AT_ONCE = 20_000, 1_000  # the most deals drawn to find one that fits the bids; deals drawn at once
READ = ("partners", "cutthroat")  # Variants without restrictions of bids


def with_bids(state: SpadesState, bidders: Mapping[str, Additive], viewer: int = EVERYTHING) -> Table:
    """The `Table` of a state in which it is common knowledge how some players bid; its law includes their bids so far.

    The players in `bidders` must have bid or be the next to bid. The table has atoms such as ``bid(E)=0`` for them.

    Raises `GameError` if a bid cannot be interpreted (see `seat_read`), or if no deal is found that leads to the bids.

    `bidders` has each player's presumed bidder, and `viewer` is a seat or `EVERYTHING`. If a presumed bidder makes a
    different bid with the actual cards, the actual deal is replaced by one that the viewer considers possible, so the
    answers about the viewer's knowledge are the same; if `viewer` is `EVERYTHING`, this is an error.
    """
    known, view, hands = table(state), observation(state, EVERYTHING), state.position.hands
    defined, read = list(known.defined), dict[int, BidIs]()
    for name, bidder in bidders.items():
        seat = seat_read(view, name)
        heard = situation(replace(view, player=seat))
        atoms = bid_atoms(name, bidder, heard, state.rules.deck & ~sum(view.played), view.played[seat])
        defined += atoms.items()
        if view.bids[seat] != UNBID:
            read[seat] = atoms[f"bid({name})={view.bids[seat]}"]
    actual = known.actual
    for seat, each in read.items():
        if (expected := each.bid_with(hands[seat])) not in each.bids:
            if viewer == EVERYTHING:
                raise GameError(
                    f"bidder {each.player}: {each.bidder.name} bids {expected} with the cards of {each.player}, who "
                    f"bid {view.bids[seat]}; read the bid as another bidder's, or ask what one player makes of it, who "
                    "does not see these cards"
                )
            actual = _possible(observation(state, viewer), read)
            break
    return replace(known, law=(*parts_of(known.law), *read.values()), defined=tuple(defined), actual=actual)


def _possible(view: Observation, read: Mapping[int, BidIs]) -> dict[str, bool]:
    """The values of the atoms in a random deal. It fits the bids in `read`, and the viewer considers it possible."""
    names, drawer = view.rules.names, sampler(hidden(view))
    for seed in range(DRAWN // AT_ONCE):
        for deal in drawer.deals(AT_ONCE, seed).tolist():
            if view.hands[view.player] is not None:
                deal[view.player] = view.hand
            if all(each.bid_with(deal[seat]) in each.bids for seat, each in read.items()):
                return lying({**dict(zip(names, deal, strict=True)), DECK: 0}, CARDS)
    raise GameError(f"none of {DRAWN:,} deals leads to these bids: read fewer, or by another convention")


def read_table(state: SpadesState, viewer: int, conventions: Mapping[str, str]) -> Table:
    """The table of `with_bids`. `conventions` names each player's presumed bidder; `GameError` for an unknown name."""
    for player, name in conventions.items():
        require_convention(player, name, ADDITIVE)
    return with_bids(state, {player: ADDITIVE[name] for player, name in conventions.items()}, viewer)


def require_convention(player: str, name: str, known: Iterable[str]) -> None:
    """Raise `GameError` unless `name` is one of the `known` bidders for interpreting the player's bid."""
    if name not in (names := [*known]):
        drawn = "; bids of bis are read by deals drawn: whoknows spades chance" if name == "bis" else ""
        raise GameError(
            f"{player} read as {shorten(repr(name))}: expected {listing(names)}{near_miss(name, names)}{drawn}"
        )


def seat_read(view: Observation, name: str) -> int:
    """The seat of a player whose bid can be interpreted; `GameError` if it cannot."""
    names = view.rules.names
    if view.rules.variant not in READ:
        raise GameError(f"bidder {shorten(repr(name))}: bids are not free in {view.rules.variant}, so none is read")
    if name not in names:
        raise GameError(f"bidder {shorten(repr(name))}: expected some of {listing(names)}{near_miss(name, names)}")
    seat = names.index(name)
    earlier = view.order[: view.order.index(seat)]
    if missing := [names[each] for each in earlier if view.bids[each] == UNBID]:
        raise GameError(
            f"bidder {name}: the bid depends on those before it, and {listing(missing, 'and')} "
            f"{'has' if len(missing) == 1 else 'have'} not bid yet; ask at a later move"
        )
    if view.blind >> seat & 1:
        raise GameError(f"bidder {name}: a blind nil was bid without the cards and says nothing of them; leave it out")
    return seat


if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Truths = npt.NDArray[np.bool_]

MOST_DRAWN = 10_000_000  # largest number of deals that are drawn at a time: 320 MB

_SAID = re.compile(r"bid\((\w+)\)=(\d{1,2})")
Bidder = Callable[[Hand, Situation], int]
Likelihood = Callable[[int], float]
"""The likelihood of a player's bid as a function of the set of cards dealt to them, see `games.spades.tricks`."""


@dataclass(frozen=True)
class Share:
    """An estimated probability, with its standard error and the effective number of deals behind it."""

    value: float
    error: float  # its standard error
    effective: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {self.error:.4f} ({self.effective:,.0f} deals)"


@dataclass(frozen=True, eq=False)
class Posterior:
    """Weighted deals that a player considers possible."""

    view: Observation
    drawn: npt.NDArray[np.uint64]  # by deal and seat the set of cards in hand, the player's own too
    weights: Numbers  # the likelihood of the bids in each deal
    # for each player, a function that maps the player's dealt cards to bids, as arrays with an entry for each deal; it
    # decides atoms such as ``bid(E)=0``
    bidders: Mapping[str, Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]] = field(default_factory=dict)

    @cached_property
    def effective(self) -> float:
        """The effective sample size of the weighted deals: the squared sum of weights over the sum of their squares."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    def share(self, where: Truths) -> Share:
        """The probability of the deals for which the boolean array `where` is true."""
        weights = self.weights / self.weights.sum()
        value = float(weights @ where)
        return Share(value, sqrt(float(weights**2 @ (where - value) ** 2)), self.effective)

    def chance(self, question: Formula | str) -> Share:
        """The probability of a formula without modalities, over atoms ``has(N,SA)``, ``void(N,S)``, ``bid(E)=0``.

        Raises `GameError` for other atoms and for bids of a player who is not among the bidders; `ModelError` if
        the formula has modalities.
        """
        return self.share(self.truths(question))

    def truths(self, question: Formula | str) -> Truths:
        """For each deal, whether a formula without modalities is true there, as an array. Errors as in `chance`."""
        formula = parse(question)
        require_boolean(formula, formula.atoms, "chance")
        return evaluate(formula, {atom: self._column(atom) for atom in formula.atoms}, len(self.drawn))

    def where(self, kept: Truths) -> Posterior:
        """The posterior restricted to the deals for which `kept` is true; `GameError` if none has a positive weight."""
        if not (kept & (self.weights > 0)).any():
            raise GameError(f"none of {len(self.drawn):,} deals fits the condition: draw more, or ask for less")
        return replace(self, drawn=self.drawn[kept], weights=self.weights[kept])

    def _column(self, atom: str) -> Truths:
        if said := _SAID.fullmatch(atom):
            return self._bids(said[1]) == int(said[2])
        seat, cards, has = _meant(atom, self.view.rules.names)
        return (self.drawn[:, seat] & np.uint64(cards) > 0) == has

    def _bids(self, name: str) -> npt.NDArray[np.int64]:
        """An array of the player's bid in each drawn deal, by their bidding method in `bidders`."""
        if name not in self.bidders:
            known = listing(self.bidders) if self.bidders else "there is none"
            raise GameError(f"bid({name}): expected a player whose bids are read: {known}")
        seat = _seat(self.view, name)
        return self.bidders[name](self.drawn[:, seat].astype(np.int64) | self.view.played[seat])


def posterior(
    view: Observation, deals: int = 20_000, seed: int = 0, bids: Mapping[str, Likelihood] | None = None
) -> Posterior:
    """Deals that fit what a player sees, drawn uniformly and weighted by the bids.

    Raises `GameError` if no deal that was drawn fits the bids, `deals` is out of range, or a name is not a player's.

    A deal takes about a microsecond, plus a call of the likelihood for each player in `bids`.

    `bids` has for each player the likelihood of their bid, given the cards dealt to them. A positive likelihood
    of the viewer's own bid has no effect.
    """
    if not is_whole(deals, 1, MOST_DRAWN):
        raise GameError(f"deals {deals!r}: expected 1 to {MOST_DRAWN:,}")
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
    """The values of hands as an array; the function `value` is called once for each different hand."""
    different, which = np.unique(hands, return_inverse=True)
    return np.array([value(hand) for hand in different.tolist()])[which.reshape(-1)]


def reads(bidder: Callable[[int], int], bid: int, slip: float = 0.0) -> Likelihood:
    """The `Likelihood` of `bid` for a player who bids as `bidder` does, but errs with probability `slip`."""
    if not 0.0 <= slip <= 1.0:
        raise GameError(f"slip {slip!r}: expected a chance from 0 to 1")
    others = len(NUMBER) // SEATS  # number of wrong bids: the bids from 0 to 13 without the right one
    return lambda hand: 1.0 - slip if bidder(hand) == bid else slip / others


def read_bids(view: Observation, bidders: Mapping[str, Bidder], slip: float = 0.0) -> dict[str, Likelihood]:
    """Likelihoods of the players' bids, for the argument `bids` of `posterior`. Missing and blind bids are omitted."""
    likelihoods = {}
    for name, bidder in bidders.items():
        seat = _seat(view, name)
        if view.bids[seat] != UNBID and not view.blind >> seat & 1:
            heard = situation(replace(view, player=seat))
            likelihoods[name] = reads(partial(bid_with, bidder, heard), view.bids[seat], slip)
    return likelihoods


def bid_with(bidder: Bidder, heard: Situation, cards: int) -> int:
    """The bidder's bid with a set of cards."""
    return bidder(Hand.of_set(cards), heard)


def _seat(view: Observation, name: str) -> int:
    if name not in view.rules.names:
        raise GameError(f"bids of {name!r}: expected some of {listing(view.rules.names)}")
    return view.rules.names.index(name)


def _meant(atom: str, names: tuple[str, ...]) -> tuple[int, int, bool]:
    """The meaning of an atom: a seat, a set of cards, and True if the player has any of them, False if none."""
    what, _, rest = atom.removesuffix(")").partition("(")
    name, _, card = rest.partition(",")
    if name in names and atom == f"{what}({name},{card})":
        if what == "has" and card in _NUMBERED:
            return names.index(name), 1 << _NUMBERED[card], True
        if what == "void" and len(card) == 1 and card in SUITS:
            return names.index(name), in_suit(ALL, 3 - SUITS.index(card)), False
    raise GameError(f"atom '{atom}': expected a player with a card or a suit, has({names[0]},SA) or void({names[0]},S)")


_NUMBERED = {str(each): number for each, number in NUMBER.items()}
