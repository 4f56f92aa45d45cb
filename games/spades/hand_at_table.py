"""A moment of the bidding from one hand and the bids so far, as a player knows it; the other cards lie anyhow."""

from __future__ import annotations

from games.core.errors import GameError
from games.core.wording import by_player
from games.spades.actions import Bid, Deal, Dealer
from games.spades.bidding.hand import Hand
from games.spades.bidding.situation import MOST, NIL
from games.spades.cards import listed
from games.spades.position import SEATS, Phase
from games.spades.rules import Spades, SpadesState
from logic.errors import shorten
from logic.exact import counted

PLAYER = 0
"""The seat of the player whose hand it is: N."""


def moment_of(hand: Hand, bids: str) -> SpadesState:
    """The moment after some bids, seen by N, who has the hand; the deal of the other cards has no meaning.

    Raises
    ------
    GameError
        If they are not bids of players in turn.
    """
    rules = Spades(limit=1)
    made = _read(bids, rules.names)
    first = rules.names.index(made[0][0]) if made else PLAYER
    state: SpadesState = rules.start().after(Dealer(rules.names[first - 1]))
    own, others = [*listed(hand.cards)], [*listed(rules.deck & ~hand.cards)]
    while state.position.phase is Phase.DEAL:
        state = state.after(Deal((own if state.receiver == PLAYER else others).pop()))
    for _, bid in made:
        state = state.after(Bid(bid))
    return state


def _read(text: str, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """The players and their bids, clockwise."""
    found = list[tuple[str, int]]()
    for name, bid in by_player(text, names, "bids"):
        tricks = NIL if bid.lower() == "nil" else counted(bid, MOST)
        if tricks is None:
            raise GameError(f"bid {shorten(repr(bid))} of {name}: expected a bid from nil to {MOST}, such as {name}=3")
        turn = names[(names.index(found[-1][0]) + 1) % SEATS] if found else name
        if name != turn or len(found) == SEATS:
            raise GameError(
                f"bids {shorten(repr(text))}: expected bids clockwise, {''.join(names)}, each player once; after "
                f"{found[-1][0]} {'nobody' if len(found) == SEATS else turn} bids, not {name}"
            )
        found.append((name, tricks))
    return found
