"""An agent that never lies, and the choices that others share with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.cheat.actions import CALL, TAKE, Claim, is_lie
from games.cheat.cards import RANKS, listed, of_rank, rank_name
from games.cheat.observe import Observation
from games.core.agent import Agent, Reason


class Honest(Agent):
    """Claims as many cards as it truly can, else takes a card; calls a claim that the cards it sees refute."""

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure."""
        true = true_claim(observation)
        if CALL in legal and (loses_without_call(observation) or is_refuted(observation)):
            return {CALL: 1.0}
        if true is not None:
            return {true: 1.0}
        return {next((word for word in (TAKE, CALL) if word in legal), None) or smallest_lie(observation): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The cards that decided."""
        if isinstance(action, Claim):
            if not is_lie(action):
                return Reason("fixed strategy: the truth, {count} {rank}", count=len(action.cards), rank=_named(action))
            return Reason("fixed strategy: has neither rank, and there is nothing to take")
        if action == TAKE:
            return Reason("fixed strategy: takes a card, as there is neither rank in hand")
        if loses_without_call(observation):
            return Reason("the other hand is empty: the game is lost without a call")
        if not is_refuted(observation):
            return Reason("fixed strategy: has neither rank, and there is nothing to take")
        return Reason(
            "fixed strategy: calls what cannot be true; {seen} of the cards that the claim needs are elsewhere",
            seen=_elsewhere(observation),
        )


def _named(claim: Claim) -> str:
    return rank_name(RANKS.index(claim.rank), len(claim.cards))


def true_claim(observation: Observation) -> Claim | None:
    """The true claim with most cards, the higher rank if equal; None if no card has a rank that can be claimed."""
    rules = observation.rules
    ranks = rules.claimable(observation.rank, observation.free)
    best = max(ranks, key=lambda rank: (observation.hand & of_rank(rank)).bit_count())
    cards = listed(observation.hand & of_rank(best))[: rules.suits]
    return Claim(RANKS[best], cards) if cards else None


def smallest_lie(observation: Observation) -> Claim:
    """One card as the rank one higher, which it does not have where another card is in hand."""
    rank = observation.rules.claimable(observation.rank, observation.free)[0]
    cards = listed(observation.hand & ~of_rank(rank)) or listed(observation.hand)
    return Claim(RANKS[rank], cards[:1])


def loses_without_call(observation: Observation) -> bool:
    """Whether the other player has emptied the hand."""
    return observation.sizes[1 - observation.player] == 0


def is_refuted(observation: Observation) -> bool:
    """Whether more cards of the last claimed rank lie elsewhere than a true claim leaves."""
    last = observation.last
    return last is not None and last.size > observation.rules.suits - _elsewhere(observation)


def _elsewhere(observation: Observation) -> int:
    """How many cards of the last claimed rank the agent has or has laid, or opened the pile."""
    own = observation.hand | observation.opening | sum(each.cards for each in observation.laid)
    return (own & of_rank(observation.rank)).bit_count()
