"""What a bidder at the table knows beside the hand: the bids before, the scores."""

from __future__ import annotations

from games.spades.bidding.situation import BLIND, Situation
from games.spades.observe import Observation
from games.spades.position import SEATS


def situation(view: Observation) -> Situation:
    """What a bidder knows beside the hand.

    Parameters
    ----------
    view : Observation
        Of a seat.
    """
    side, rules = view.rules.side(view.player), view.rules
    alone = rules.partner(view.player) is None
    order = [(view.dealer + place) % SEATS for place in range(1, SEATS + 1)]
    earlier = order[: order.index(view.player)]
    others = [other for other in range(rules.sides) if other != side]
    ahead = max(others, key=lambda other: view.scores[other])
    return Situation(
        before=tuple(BLIND if view.blind >> seat & 1 else view.bids[seat] for seat in earlier),
        ours=view.scores[side],
        theirs=view.scores[ahead],
        bags=view.bags[side],
        their_bags=view.bags[ahead],
        goal=rules.goal,
        floor=rules.floor,
        blind=rules.blind != "never",
        full=rules.bags,
        nil=rules.nil,
        others=tuple((view.scores[seat], view.bags[seat]) for seat in order if seat != view.player and alone),
    )
