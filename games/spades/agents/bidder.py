"""Agents that bid by a bidder of `games.spades.bidding`, and play their cards by rules: weak ones, or strong ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.spades.actions import BLIND, LOOK, Bid
from games.spades.bidding.bis import Bidding, Bis
from games.spades.bidding.hand import Hand
from games.spades.bidding.heard import situation
from games.spades.bidding.simple_bidders import SIMPLE
from games.spades.bidding.situation import Situation
from games.spades.bidding.trick_play import NONE, choose, choose_weak
from games.spades.cards import CARDS
from games.spades.observe import Observation
from games.spades.position import Phase
from games.spades.rules import PLAYS
from games.spades.tricks import strength
from logic.errors import listing, shorten


class Bidder(Agent):
    """Bids by a bidder, and plays by rules.

    Where a variant does not allow the bid, the nearest one that it allows is made.

    Parameters
    ----------
    bidder : function of hand and situation
        What it bids.
    play : str
        How it plays: one of `PLAYERS`.
    """

    def __init__(self, bidder: Callable[[Hand, Situation], int], play: str = "strong") -> None:
        if play not in PLAYERS:
            raise GameError(f"play {shorten(repr(play))}: expected {listing(PLAYERS)}")
        self.bidder, self.player = bidder, PLAYERS[play]
        self.why = Reason("")

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure.

        Parameters
        ----------
        observation : Observation
            What the agent sees.
        legal : sequence of actions
            The legal actions.
        """
        if observation.phase is Phase.LOOK:
            return {self._look(observation): 1.0}
        if observation.phase is Phase.BID:
            return {self._bid(observation, legal): 1.0}
        self.why = Reason("")
        return {PLAYS[CARDS[card_of(observation, self.player)]]: 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """What the bid depends on; nothing for cards."""
        return self.why

    def _look(self, view: Observation) -> Any:
        found = self.bidder.blind(situation(view)) if isinstance(self.bidder, Bis) else ""
        self.why = Reason(found or "blind nil is not worth its risk")
        return BLIND if found else LOOK

    def _bid(self, view: Observation, legal: Sequence[Any]) -> Any:
        hand, now = Hand.of_set(view.hand), situation(view)
        if isinstance(self.bidder, Bis):
            found = self.bidder.explained(hand, now)
            bid, self.why = found.bid, _reason(found)
        else:
            bid, self.why = self.bidder(hand, now), Reason("")
        return min(legal, key=lambda each: (abs(each.tricks - bid), each.tricks)) if legal else Bid(bid)


PLAYERS: dict[str, Callable[..., int]] = {"strong": choose, "weak": choose_weak}
"""Name -> rules of play."""


def card_of(view: Observation, player: Callable[..., int] = choose) -> int:
    """The number of the card that the rules of play choose.

    Parameters
    ----------
    view : Observation
        Of the player whose turn it is to play.
    player : function
        The rules of play, with the parameters of `choose`.
    """
    trick = view.trick
    best, winner = NONE, NONE
    for place, card in enumerate(trick.cards):
        if strength(card, trick.led) >= 0 and (best == NONE or strength(card, trick.led) > strength(best, trick.led)):
            best, winner = card, trick.player(place)
    broken = view.broken or not view.rules.broken
    return int(
        player(
            *(view.player, len(trick.cards), view.hand, trick.led, best, winner, broken, sum(view.played)),
            *(np.array(view.bids), np.array(view.took)),
        )
    )


def _reason(found: Bidding) -> Reason:
    return Reason(
        "{takes} takes, {shift} by the bids before; nil: chance {chance}, {points} points of {threshold}{notes}",
        takes=f"{float(found.takes.total):.2f}",
        shift=f"{found.shift:+.2f}",
        chance=f"{found.chance:.0%}",
        points=f"{found.expected:.0f}",
        threshold=f"{found.threshold:.0f}",
        notes="".join(f"; {note}" for note in found.notes),
    )


def bis(
    curves: str = "learned",
    threshold: str = "fixed",
    endgame: bool = True,
    conventions: bool = True,
    play: str = "strong",
) -> Bidder:
    """An agent that bids by BIS.

    Parameters
    ----------
    curves, threshold, endgame, conventions
        As in `Bis`.
    play : {'strong', 'weak'}
        How it plays.
    """
    return Bidder(Bis(curves, threshold, endgame, conventions), play)


def simple(name: str) -> Callable[..., Bidder]:
    """The maker of an agent that bids by RB, MS or IO.

    Parameters
    ----------
    name : str
        One of `SIMPLE`.
    """

    def made(play: str = "strong") -> Bidder:
        return Bidder(SIMPLE[name], play)

    return made
