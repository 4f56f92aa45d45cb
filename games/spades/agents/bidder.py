"""Agents that bid by a bidder of `games.spades.bidding` and play by a player of `games.spades.play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason
from games.core.cards import CARDS
from games.core.wording import often
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.bis import Bidding, Bis
from games.spades.bidding.rollout import PLAYED, Forecast, Rollout
from games.spades.bidding.situation import Hand, Situation
from games.spades.observe import Observation, situation
from games.spades.play.players import PLAYERS, CardPlayer, player_of
from games.spades.rules import BLIND, LOOK, PLAYS, Bid, Phase
from logic.errors import listing

"""Each bids in its own way, and plays its cards by the player that it is given."""


class Bidder(Agent):
    """Bids by a bidder (the nearest bid that the variant allows), and plays cards by a player."""

    def __init__(self, bidder: Callable[[Hand, Situation], int], player: CardPlayer) -> None:
        self.bidder, self.player = bidder, player
        self.why = Reason("")

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure."""
        if observation.phase is Phase.LOOK:
            return {self._look(observation): 1.0}
        if observation.phase is Phase.BID:
            return {self._bid(observation, legal): 1.0}
        card, self.why = self.player(observation, self.rng.getrandbits(63))
        return {PLAYS[CARDS[card]]: 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for the bid or the card."""
        return self.why

    def _look(self, view: Observation) -> Any:
        found = self.bidder.blind(situation(view)) if isinstance(self.bidder, Bis) else ""
        self.why = Reason(found or "blind nil is not worth its risk")
        return BLIND if found else LOOK

    def _bid(self, view: Observation, legal: Sequence[Any]) -> Any:
        hand, now = Hand.of_set(view.hand), situation(view)
        if isinstance(self.bidder, (Bis, Rollout)):
            found = self.bidder.explained(hand, now)
            bid, self.why = found.bid, _reason(found)
        else:
            bid = self.bidder(hand, now)
            self.why = Reason("fixed strategy: the tricks that this hand is worth by its cards, or nil")
        return min(legal, key=lambda each: (abs(each.tricks - bid), each.tricks)) if legal else Bid(bid)


def _reason(found: Bidding | Forecast) -> Reason:
    if isinstance(found, Forecast):
        if not found.deals:
            return Reason("as BIS bids, since only deals of thirteen cards are played on")
        wins = ", ".join(f"{bid}: {chance:.0%}" for bid, chance in zip(found.bids, found.chances, strict=True))
        return Reason(
            "how many games each bid wins, by {deals} deals of the unseen cards: {wins}", deals=found.deals, wins=wins
        )
    return Reason(
        "I expect to take {takes} tricks, {shift} for the bids before mine. Nil {succeeds} and brings {points} "
        "points, at least {threshold} are needed{notes}",
        takes=f"{float(found.takes.total):.2f}",
        shift=f"{found.shift:+.2f}",
        succeeds=_succeeds(often(float(found.chance))),
        points=f"{found.expected:.0f}",
        threshold=f"{found.threshold:.0f}",
        notes="".join(f"; {note}" for note in found.notes),
    )


def _succeeds(how_often: str) -> str:
    """The verb before numbers, and after ``never`` and ``always``: as `often` says it."""
    return f"succeeds {how_often}" if how_often[-3:] == "100" else f"{how_often} succeeds"


def bis(
    curves: str = "learned",
    threshold: str = "fixed",
    endgame: bool = True,
    conventions: bool = True,
    play: str = "strong",
    samples: int = 0,
    tricks: int = 0,
) -> Bidder:
    """An agent that bids by BIS."""
    return Bidder(Bis(curves, threshold, endgame, conventions), player_of(play, samples, tricks))


def rollout(play: str = "strong", samples: int = 0, tricks: int = 0, deals: int = PLAYED) -> Bidder:
    """Our own bidder, by sampled deals played like the agent (`player_of`): it bids what wins the most games."""
    return Bidder(Rollout("weak" if play == "weak" else "strong", deals), player_of(play, samples, tricks))


def simple(name: str) -> Callable[..., Bidder]:
    """The maker of an agent that bids by RB, MS or IO."""

    def made(play: str = "strong", samples: int = 0, tricks: int = 0) -> Bidder:
        return Bidder(ADDITIVE[name], player_of(play, samples, tricks))

    made.__doc__ = f"Bids by {name.upper()}; plays cards by a player: {listing(PLAYERS)}."
    return made


AGENTS: dict[str, Callable[..., Agent]] = {
    "bis": bis,
    "rollout": rollout,
    **{name: simple(name) for name in ("rb", "ms", "io")},
}
