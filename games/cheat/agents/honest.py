"""An agent that never lies, and one that asks what the other player can have, and whether a lie would be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from games.cheat.cards import RANKS, listed, of_rank, ordered, rank_name
from games.cheat.knowledge import table_of
from games.cheat.observe import Observation, hidden
from games.cheat.places import DECK, has
from games.cheat.rules import CALL, TAKE, Claim, is_lie
from games.core.agent import Agent, Reason
from games.core.cards import numbers
from games.core.errors import require_number
from games.knowing.queries import degree
from games.knowing.table import model
from kripke.models.model import Model
from logic.clauses import Atom, Not, conj, disj
from logic.formula import Formula


class Honest(Agent):
    """Claims as many cards as it truly can, else takes a card; calls a claim that the cards it sees refute."""

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure."""
        true = true_claim(observation)
        if CALL in legal and (loses_without_call(observation) or is_refuted(observation)):
            return {CALL: 1.0}
        if true is not None:
            return {true: 1.0}
        if TAKE in legal or CALL in legal:
            return {TAKE if TAKE in legal else CALL: 1.0}
        rank = observation.rules.claimable(observation.rank, observation.free)[0]
        cards = listed(observation.hand & ~of_rank(rank)) or listed(observation.hand)  # the smallest lie
        return {Claim(RANKS[rank], cards[:1]): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The cards that decided."""
        if isinstance(action, Claim):
            if not is_lie(action):
                rank = rank_name(RANKS.index(action.rank), len(action.cards))
                return Reason("fixed strategy: the truth, {count} {rank}", count=len(action.cards), rank=rank)
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


def true_claim(observation: Observation) -> Claim | None:
    """The true claim with most cards, the higher rank if equal; None if no card has a rank that can be claimed."""
    rules = observation.rules
    ranks = rules.claimable(observation.rank, observation.free)
    best = max(ranks, key=lambda rank: (observation.hand & of_rank(rank)).bit_count())
    cards = listed(observation.hand & of_rank(best))[: rules.suits]
    return Claim(RANKS[best], cards) if cards else None


def loses_without_call(observation: Observation) -> bool:
    """Whether the other player has emptied the hand."""
    return observation.sizes[1 - observation.player] == 0


def is_refuted(observation: Observation) -> bool:
    """Whether more cards of the last claimed rank lie elsewhere than a true claim leaves."""
    last = observation.last
    return last is not None and last.size > observation.rules.suits - _elsewhere(observation)


def _elsewhere(observation: Observation) -> int:
    """The number of cards of the last claimed rank that the agent has or laid, or that opened the pile."""
    own = observation.hand | observation.opening | sum(each.cards for each in observation.laid)
    return (own & of_rank(observation.rank)).bit_count()


class Doubter(Agent):
    """Calls a claim that is unlikely to have been possible, and lies where the lie is unlikely to be seen through.

    All hands and claims that the rules allow are equally likely to it.

    Parameters
    ----------
    doubt : float
        It calls if its degree of belief that the other player has, or has laid, as many cards of the claimed rank as
        claimed is below this.
    daring : float
        It lies, with as many cards as possible, if its degree of belief that the other player has too many cards of the
        rank for the claim to be true is at most this.
    """

    def __init__(self, doubt: float = 0.02, daring: float = 0.05) -> None:
        for name, value in (("doubt", doubt), ("daring", daring)):
            require_number(name, value, 0, 1)
        self.doubt, self.daring = doubt, daring
        self.why = Reason("")

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure."""
        if CALL in legal and loses_without_call(observation):
            self.why = Reason("the other hand is empty: the game is lost without a call")
            return {CALL: 1.0}
        asked = model(table_of(observation, Random(0)))
        if CALL in legal and self._doubts(observation, asked):
            return {CALL: 1.0}
        true = true_claim(observation)
        if true is not None:
            self.why = Reason("the truth: {what}", what=_told(true))
            return {true: 1.0}
        return {self._lie(observation, asked, legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The degree of belief that decided."""
        return self.why

    def _doubts(self, view: Observation, asked: Model) -> bool:
        last = view.last
        assert last is not None  # there is something to call
        could = _degree(view, asked, last.rank, last.size)
        self.why = Reason(
            "I believe to the degree {could} that {other} can have {count} {rank}, and call below {doubt}",
            other=view.rules.names[1 - view.player],
            count=last.size,
            rank=rank_name(last.rank, last.size),
            could=f"{float(could):.3f}",
            doubt=self.doubt,
        )
        return could < self.doubt

    def _lie(self, view: Observation, asked: Model, legal: Sequence[Any]) -> Any:
        """The lie with most cards that is unlikely to be seen through; else a card is taken."""
        ranks = view.rules.claimable(view.rank, view.free)
        for size, rank in product(range(view.rules.suits, 0, -1), ranks):
            others = listed(view.hand & ~of_rank(rank))  # first those of which the hand has fewest of a rank
            cards = sorted(others, key=lambda each: (view.hand & of_rank(RANKS.index(each.rank))).bit_count())[:size]
            if len(cards) < size:
                continue
            risk = _degree(view, asked, rank, view.rules.suits - size + 1)
            if risk <= self.daring or TAKE not in legal:
                lie = Claim(RANKS[rank], ordered(cards))
                self.why = Reason(
                    "a lie: to the degree {risk}, {other} can know that {what} {verb} one, and I dare {daring}",
                    other=view.rules.names[1 - view.player],
                    what=_told(lie),
                    verb="is" if size == 1 else "are",
                    risk=f"{float(risk):.3f}",
                    daring=self.daring,
                )
                return lie
        self.why = Reason(
            "takes a card: any lie can be seen through to a degree above {daring}, which is all I dare",
            daring=self.daring,
        )
        return TAKE


def _degree(view: Observation, asked: Model, rank: int, count: int) -> Fraction:
    """The degree of belief that the other player has, or has laid, at least a number of cards of a rank."""
    cards = numbers(of_rank(rank) & hidden(view).cards)
    theirs = [Not(Atom(has(DECK, card))) for card in cards]
    return degree(asked, view.rules.names[view.player], at_least(theirs, count), alike=True)


def at_least(formulas: Sequence[Formula], count: int) -> Formula:
    """The formula that at least a number of the given formulas hold."""
    return disj([conj(some) for some in combinations(formulas, count)])


def _told(claim: Claim) -> str:
    return f"{len(claim.cards)} {rank_name(RANKS.index(claim.rank), len(claim.cards))}"
