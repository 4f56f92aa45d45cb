"""Knowledge at a table where all know how some players bid: their bids are read by their conventions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from games.core.cards import CARDS, PER_SUIT, full_deck, in_suit, numbers, suit_of
from games.core.errors import GameError
from games.core.rules import EVERYTHING
from games.knowing.ground import parts_of
from games.knowing.table import Table
from games.spades.bidding.additive import ADDITIVE, Additive, Sums
from games.spades.bidding.situation import MOST, Hand, Situation
from games.spades.compiled_deals import sampler
from games.spades.dealing import DECK
from games.spades.knowledge import has, table
from games.spades.observe import Observation, hidden, observation, situation
from games.spades.rules import UNBID, SpadesState
from kripke.symbolic.laws.constraints import ChoiceConstraint
from logic.errors import listing, near_miss, shorten

ALL = full_deck(PER_SUIT)
T = TypeVar("T")


@dataclass(frozen=True)
class BidIs(ChoiceConstraint):
    """The condition that a player's cards lead to one of some bids."""

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
        """Whether the cards lead to one of the bids."""
        held = sum(1 << card for card in numbers(self.cards) if self._atom(card) in true)
        return self.bidder(Hand.of_set(held | self.played), self.situation) in self.bids

    def _atom(self, card: int) -> str:
        return f"has({self.player},{CARDS[card]})"

    def folded(self, order: Sequence[str], choose: Callable[[str, T, T], T], true: T, false: T) -> T:
        """O(s d) choices for s sums of the first suits and d choices that tell what counts of a suit."""
        cards = {self._atom(card): card for card in numbers(self.cards)}
        nodes, root = _choices(self.bidder, self.situation, tuple([cards[name] for name in order]), self.played)
        ends, made = [int(bid in self.bids) for bid in range(MOST + 1)], [false, true]
        known = dict[tuple[int, int, int], int]()
        for card, having, lacking in nodes:
            one, other = ends[having], ends[lacking]
            if one == other:
                ends.append(one)
                continue
            number = known.setdefault((card, one, other), len(made))
            if number == len(made):
                made.append(choose(self._atom(card), made[one], made[other]))
            ends.append(number)
        return made[ends[root]]


@lru_cache(maxsize=64)
def _choices(
    bidder: Additive, situation: Situation, order: tuple[int, ...], played: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """The bid that is made, as choices card by card: by what a card's suit counts, after the sums of the suits before.

    Returns
    -------
    tuple of (card, int, int), and int
        Each choice with the number of what follows with the card and without it, and the number of the first choice.
        Numbers up to `MOST` are bids; choices are numbered from there on, each after what follows it.
    """
    suits = [_counts(bidder, suit, tuple(cards), played) for suit, cards in _by_suit(order).items()]
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
    """The counts of a suit, as choices card by card."""

    leaves: tuple[Sums, ...]  # what may count
    # a card, and the numbers of what follows with it and without it: of a leaf, or of a node after all leaves
    nodes: tuple[tuple[int, int, int], ...]
    root: int  # the number of the first choice

    def folded(self, values: list[int], nodes: dict[tuple[int, int, int], int]) -> int:
        """The number of the first choice, where each leaf has a value."""
        if all(value == values[0] for value in values):  # most sums lead to one bid, whatever follows
            return values[0]
        found = list(values)
        for card, having, lacking in self.nodes:
            one, other = found[having], found[lacking]
            found.append(one if one == other else nodes.setdefault((card, one, other), MOST + 1 + len(nodes)))
        return found[self.root]


def _by_suit(order: Sequence[int]) -> dict[int, list[int]]:
    """The cards of each suit, in their order; a suit of which no card is left counts too."""
    found: dict[int, list[int]] = {}
    for card in order:
        found.setdefault(suit_of(card), []).append(card)
    return found | {suit: [] for suit in range(4) if suit not in found}


@lru_cache(maxsize=256)
def _counts(bidder: Additive, suit: int, cards: tuple[int, ...], played: int) -> Counts:
    """The counts of a suit: choices with equal ends are one choice. O(2^k) for k cards."""
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
    """An atom for each bid, such as ``bid(E)=0``, with the cards that lead to it; for `SymbolicModel.define`."""
    return {
        f"bid({player})={bid}": BidIs(player, bidder, frozenset((bid,)), situation, cards, played)
        for bid in range(MOST + 1)
    }


DRAWN, AT_ONCE = 20_000, 1_000  # Deals among which one is looked for that the player considers possible
READ = ("partners", "cutthroat")  # Variants in which players bid what they like


def with_bids(state: SpadesState, bidders: Mapping[str, Additive], viewer: int = EVERYTHING) -> Table:
    """The knowledge at a moment where all know how some players bid: bids that were made are part of the law.

    Atoms such as ``bid(E)=0`` say the bids of these players, of those who have bid and of the next one.

    `GameError` if a name is no player, a player bids later than the next one, or one has cards with which another bid
    is made; for a viewer at a seat, if no deal that was drawn leads to the bids.

    `bidders`: player -> how they bid.
    `viewer`: a seat, from which a bidder may be taken for another one than it is: then the actual deal is one that the
        player considers possible, with the same answers about what the player knows.
    """
    known, view = table(state), observation(state, EVERYTHING)
    law, defined, read = list(parts_of(known.law)), list(known.defined), list[Read]()
    for name, bidder in bidders.items():
        seat = seat_read(view, name)
        heard = situation(replace(view, player=seat))
        atoms = bid_atoms(name, bidder, heard, state.rules.deck & ~sum(view.played), view.played[seat])
        defined += atoms.items()
        if view.bids[seat] != UNBID:
            law.append(atoms[f"bid({name})={view.bids[seat]}"])
            read.append(Read(seat, bidder, heard, view.bids[seat]))
    actual = known.actual
    if wrong := next((each for each in read if not each.fits(view.hands, view.played)), None):
        if viewer == EVERYTHING:
            raise GameError(wrong.refusal(view))
        actual = _possible(observation(state, viewer), read)
    return replace(known, law=tuple(law), defined=tuple(defined), actual=actual)


class Read(NamedTuple):
    """A bid that is read."""

    seat: int  # who made it
    bidder: Additive  # how it is taken to be made
    heard: Situation  # what the bidder knew beside the hand
    bid: int  # the bid

    def expected(self, cards: int) -> int:
        """The bid that the player is expected to make."""
        return self.bidder(Hand.of_set(cards), self.heard)

    def fits(self, hands: Sequence[int | None], played: Sequence[int]) -> bool:
        """Whether it is made with some hands."""
        return self.expected((hands[self.seat] or 0) | played[self.seat]) == self.bid

    def refusal(self, view: Observation) -> str:
        """The message that the player would have made another bid."""
        name = view.rules.names[self.seat]
        expected = self.expected((view.hands[self.seat] or 0) | view.played[self.seat])
        return (
            f"bidder {name}: {self.bidder.name} bids {expected} with the cards of {name}, who bid {self.bid}; read the "
            "bid as another bidder's, or ask what one player makes of it, who does not see these cards"
        )


def _possible(view: Observation, read: Sequence[Read]) -> dict[str, bool]:
    """The atoms of a deal that the viewer considers possible where bids are read so; of `DRAWN` at most."""
    names, drawer = view.rules.names, sampler(hidden(view))
    for seed in range(DRAWN // AT_ONCE):
        for deal in drawer.deals(AT_ONCE, seed).tolist():
            deal[view.player] = view.hand
            if all(each.fits(deal, view.played) for each in read):
                return {
                    has(place, card): place != DECK and bool(deal[names.index(place)] >> number & 1)
                    for number, card in enumerate(CARDS)
                    for place in (*names, DECK)
                }
    raise GameError(f"none of {DRAWN:,} deals leads to these bids: read fewer, or by another convention")


def read_table(state: SpadesState, viewer: int, conventions: Mapping[str, str]) -> Table:
    """The same with named conventions, of `ADDITIVE`, by player; `GameError` as `with_bids` and for unknown ones."""
    for player, name in conventions.items():
        require_convention(player, name, ADDITIVE)
    return with_bids(state, {player: ADDITIVE[name] for player, name in conventions.items()}, viewer)


def require_convention(player: str, name: str, known: Iterable[str]) -> None:
    """`GameError` where a player's bid is read by a convention that is unknown."""
    if name not in (names := [*known]):
        drawn = "; bids of bis are read by deals drawn: whoknows spades chance" if name == "bis" else ""
        raise GameError(
            f"{player} read as {shorten(repr(name))}: expected {listing(names)}{near_miss(name, names)}{drawn}"
        )


def seat_read(view: Observation, name: str) -> int:
    """The seat of a player whose bid can be read; `GameError` where it cannot."""
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
