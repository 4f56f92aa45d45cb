"""What happens at the table, as event models: bids and cards that are played define what players learn.

Play does not use them: `games.spades.knowledge` makes the model of any moment from what is public. The tests hold the
one against the other.
"""

from __future__ import annotations

from games.core.cards import SUITS, has, listed
from games.core.errors import GameError
from games.spades.knowledge import lacks, void
from games.spades.rules import Bid, Play, SpadesState
from games.spades.tricks import suit_set
from kripke.change.event import Event, EventModel
from kripke.symbolic.laws.constraints import Counting
from logic.clauses import Atom, Bottom, Top, conj
from logic.formula import Formula

SPADE = {"mirror": 0, "whiz": 1}
"""Variant -> the lowest bid that is the number of spades in hand."""


def event(state: SpadesState, action: Bid | Play) -> EventModel:
    """The public event of a bid or a card.

    Raises
    ------
    GameError
        If the action is neither, or not legal.
    """
    if not isinstance(action, (Bid, Play)) or not state.is_legal(action):
        raise GameError(f"event {action}: expected a bid or a card that can be played now")
    name = state.rules.names[state.position.player]
    return bid(state, name, action) if isinstance(action, Bid) else play(state, name, action)


def bid(state: SpadesState, name: str, action: Bid) -> EventModel:
    """A bid: in mirror, and in whiz unless it is nil, the player has this number of spades; otherwise no information.

    Conventions of bidders are not rules: `games.spades.bid_reading` has the meaning of a known bidder's bids.
    """
    lowest = SPADE.get(state.rules.variant)
    if lowest is None or action.tricks < lowest:
        return _public(Top(), {})
    spades = [has(name, card) for card in listed(state.rules.deck & suit_set(0b1000))]
    return _public(Counting(tuple(spades), action.tricks, action.tricks).formula(()), {})


def play(state: SpadesState, name: str, action: Play) -> EventModel:
    """A card is played: the player had it, has no card of the suits that it shows to be void, and has it no longer."""
    seat, card = state.position.player, action.card
    shown = state.after(action).position.voids[seat] & ~state.position.voids[seat] if _lasts(state) else 0
    suits = [suit for place, suit in enumerate(reversed(SUITS)) if shown >> place & 1]
    pre = conj([Atom(has(name, card)), *[lacks(state.rules, name, suit, but=card) for suit in suits]])
    post = {has(name, card): Bottom(), void(name, card.suit): lacks(state.rules, name, card.suit, but=card)}
    return _public(pre, post)


def _lasts(state: SpadesState) -> bool:
    """Whether the round goes on after one more card: the last shows nothing, since no card is left."""
    return sum(map(int.bit_count, state.position.hands)) > 1


def _public(pre: Formula, post: dict[str, Formula]) -> EventModel:
    return EventModel({"public": Event(pre=pre, post=post)}, {}, actual="public", others=[("public", "public")])
