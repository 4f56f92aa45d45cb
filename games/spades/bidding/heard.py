"""A bidder's information besides the hand: the previous bids and the scores."""

from __future__ import annotations

from games.spades.bidding.situation import BLIND, Situation
from games.spades.observe import Observation
from games.spades.position import UNBID


def bids_made(view: Observation) -> tuple[int, ...]:
    """The bids so far in their order."""
    seats = [seat for seat in view.order if view.bids[seat] != UNBID]
    return tuple([BLIND if view.blind >> seat & 1 else view.bids[seat] for seat in seats])


def situation(view: Observation) -> Situation:
    """A bidder's information besides the hand."""
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
