"""What is known at a table where all know how some players bid: their bids are read by their conventions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.core.errors import GameError
from games.core.rules import EVERYTHING
from games.knowing.ground import parts_of
from games.knowing.table import Table
from games.spades.bid_condition import bid_atoms
from games.spades.bidding.additive import ADDITIVE, Additive
from games.spades.bidding.hand import Hand
from games.spades.bidding.heard import situation
from games.spades.bidding.situation import Situation
from games.spades.cards import CARDS
from games.spades.compiled_deals import sampler
from games.spades.dealing import DECK
from games.spades.knowledge import has, table
from games.spades.observe import Observation, hidden, observation
from games.spades.position import UNBID
from games.spades.rules import SpadesState
from logic.errors import listing, near_miss, shorten

DRAWN, AT_ONCE = 20_000, 1_000
"""Deals among which one is looked for that the player considers possible."""
READ = ("partners", "cutthroat")
"""Variants in which players bid what they like."""


def with_bids(state: SpadesState, bidders: Mapping[str, Additive], viewer: int = EVERYTHING) -> Table:
    """What is known at a moment where all know how some players bid: bids that were made are part of the law.

    Atoms such as ``bid(E)=0`` say the bids of these players, of those who have bid and of the next one.

    Parameters
    ----------
    bidders : mapping of str to Additive
        Player -> how they bid.
    viewer : int
        A seat, from which a bidder may be taken for another one than it is: then the actual deal is one that the player
        considers possible, with the same answers about what the player knows.

    Raises
    ------
    GameError
        If a name is no player, a player bids later than the next one, or one has cards with which another bid is made;
        for a viewer at a seat, if no deal that was drawn leads to the bids.
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
    """A bid that is read.

    Attributes
    ----------
    seat : int
        Who made it.
    bidder : Additive
        How it is taken to be made.
    heard : Situation
        What the bidder knew beside the hand.
    bid : int
        The bid.
    """

    seat: int
    bidder: Additive
    heard: Situation
    bid: int

    def expected(self, cards: int) -> int:
        """The bid that the player is expected to make."""
        return self.bidder.of(Hand.of_set(cards), self.heard)

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
    """The same, where conventions are given by their names.

    Parameters
    ----------
    conventions : mapping of str to str
        Player -> one of `ADDITIVE`.

    Raises
    ------
    GameError
        As `with_bids`, and if a convention is unknown.
    """
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
