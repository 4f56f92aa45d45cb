"""An agent that never lies, and one that asks what the other player can have, and whether a lie would be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from games.cheat.actions import CALL, TAKE, Claim, is_lie
from games.cheat.cards import RANKS, listed, of_rank, ordered, rank_name
from games.cheat.knowledge import table_of
from games.cheat.observe import Observation, hidden
from games.cheat.places import DECK, has
from games.core.agent import Agent, Reason
from games.core.cards import Card, numbers
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
        return {next((word for word in (TAKE, CALL) if word in legal), None) or smallest_lie(observation): 1.0}

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
        asked = _TableQueries(observation)
        if CALL in legal and self._doubts(asked):
            return {CALL: 1.0}
        true = true_claim(observation)
        if true is not None:
            self.why = Reason("the truth: {what}", what=_told(true))
            return {true: 1.0}
        return {self._lie(asked, legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The degree of belief that decided."""
        return self.why

    def _doubts(self, asked: _TableQueries) -> bool:
        last = asked.view.last
        assert last is not None  # there is something to call
        could = asked.degree(last.rank, last.size)
        self.why = Reason(
            "I believe to the degree {could} that {other} can have {count} {rank}, and call below {doubt}",
            other=asked.other,
            count=last.size,
            rank=rank_name(last.rank, last.size),
            could=f"{float(could):.3f}",
            doubt=self.doubt,
        )
        return could < self.doubt

    def _lie(self, asked: _TableQueries, legal: Sequence[Any]) -> Any:
        """The lie with most cards that is unlikely to be seen through; else a card is taken."""
        view = asked.view
        ranks = view.rules.claimable(view.rank, view.free)
        for size, rank in product(range(view.rules.suits, 0, -1), ranks):
            cards = _least_useful(view, rank)[:size]
            if len(cards) < size:
                continue
            risk = asked.degree(rank, view.rules.suits - size + 1)
            if risk <= self.daring or TAKE not in legal:
                lie = Claim(RANKS[rank], ordered(cards))
                self.why = Reason(
                    "a lie: to the degree {risk}, {other} can know that {what} {verb} one, and I dare {daring}",
                    other=asked.other,
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


class _TableQueries:
    """Queries about one player's degrees of belief to the model of the table."""

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.name, self.other = view.rules.names[view.player], view.rules.names[1 - view.player]
        self.model: Model = model(table_of(view, Random(0)))

    def degree(self, rank: int, count: int) -> Fraction:
        """The degree of belief that the other player has, or has laid, at least a number of cards of a rank."""
        cards = numbers(of_rank(rank) & hidden(self.view).cards)
        theirs = [Not(Atom(has(DECK, card))) for card in cards]
        return degree(self.model, self.name, at_least(theirs, count), alike=True)


def at_least(formulas: Sequence[Formula], count: int) -> Formula:
    """The formula that at least a number of the given formulas hold."""
    return disj([conj(some) for some in combinations(formulas, count)])


def _least_useful(view: Observation, rank: int) -> list[Card]:
    """The cards for a lie, first those of which the hand has fewest of a rank."""
    others = listed(view.hand & ~of_rank(rank))
    return sorted(others, key=lambda card: (view.hand & of_rank(RANKS.index(card.rank))).bit_count())


def _told(claim: Claim) -> str:
    return f"{len(claim.cards)} {rank_name(RANKS.index(claim.rank), len(claim.cards))}"
