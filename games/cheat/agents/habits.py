"""Agents without a search: one that lies only if it must, one that reasons about the opponent, and simulated people.

`Doubter` reasons about the opponent's cards and about the detection of lies. `Habitual` is a simulated player whose
habits are drawn from a simulated population. They are not based on data about people. The means ``lie``, ``bluff``,
``call`` and ``time`` are fitted to games between players of this population (`studies.cheat.fitting`, 2026-11-22) and
frozen; all other numbers are made up. Many habits are summands of a logit (the logarithm of odds): at 0, both choices
are equally likely, and each additional 1 multiplies the odds by 2.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import combinations, product
from math import exp
from random import Random
from typing import Any

from games.cheat.cards import RANKS, listed, of_rank, ordered, rank_name
from games.cheat.knowledge import table_of
from games.cheat.observe import Observation, hidden
from games.cheat.places import DECK, has
from games.cheat.rules import CALL, TAKE, Claim, is_lie
from games.core.agent import Agent, Decision, Reason
from games.core.cards import numbers
from games.core.errors import GameError, require_number
from games.core.rules import Rules
from games.core.sentences import often
from games.knowing.queries import degree
from games.knowing.table import model
from kripke.models.model import Model
from logic.clauses import Atom, Not, conj, disj
from logic.errors import near_miss, shorten


class Honest(Agent):
    """Makes the largest true claim, otherwise takes a card; calls a claim that contradicts the cards it knows.

    It also calls if it would otherwise lose, or has no true claim and cannot take a card. If it cannot call either, it
    makes a false claim with one card.
    """

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution over actions: a single action with probability 1."""
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
        """The reason: the rule of the fixed strategy that led to the action."""
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
    """The true claim with the most cards; None if no card has a claimable rank.

    On a tie, it has the next higher rank, or the lowest one if all ranks are allowed.
    """
    rules = observation.rules
    ranks = rules.claimable(observation.rank, observation.free)
    best = max(ranks, key=lambda rank: (observation.hand & of_rank(rank)).bit_count())
    cards = listed(observation.hand & of_rank(best))[: rules.suits]
    return Claim(RANKS[best], cards) if cards else None


def loses_without_call(observation: Observation) -> bool:
    """Whether the opponent's hand is empty, so that the agent loses unless it calls."""
    return observation.sizes[1 - observation.player] == 0


def is_refuted(observation: Observation) -> bool:
    """Whether the last claim must be false, because the agent knows that too many cards of its rank are elsewhere."""
    last = observation.last
    return last is not None and last.size > observation.rules.suits - _elsewhere(observation)


def _elsewhere(observation: Observation) -> int:
    """The number of cards of the last claimed rank that the agent holds, laid, or saw as the opening card."""
    return (observation.own & of_rank(observation.rank)).bit_count()


class Doubter(Agent):
    """Calls a claim that is unlikely to be possible, and lies where the lie is unlikely to be seen through.

    It gives equal weights to all hands and claims that the rules allow.

    Parameters
    ----------
    doubt : float
        The agent calls if its degree of belief that the claim is possible is below this number. A claim is possible if
        the other player has, or has laid, enough cards of the claimed rank.
    daring : float
        Without a true claim, the agent lies, with as many cards as possible, if its degree of belief that the other
        player can see through the lie is at most this number. They can if they have too many cards of the rank for the
        claim to be true.
    """

    def __init__(self, doubt: float = 0.02, daring: float = 0.05) -> None:
        for name, value in (("doubt", doubt), ("daring", daring)):
            require_number(name, value, 0, 1)
        self.doubt, self.daring = doubt, daring
        self.why = Reason("")

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution over actions: a single action with probability 1."""
        if CALL in legal and loses_without_call(observation):
            self.why = Reason("the other hand is empty: the game is lost without a call")
            return {CALL: 1.0}
        beliefs = model(table_of(observation, Random(0)))
        if CALL in legal and self._doubts(observation, beliefs):
            return {CALL: 1.0}
        true = true_claim(observation)
        if true is not None:
            self.why = Reason("the truth: {what}", what=_told(true))
            return {true: 1.0}
        return {self._lie(observation, beliefs, legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason: the degree of belief behind the action."""
        return self.why

    def _doubts(self, view: Observation, beliefs: Model) -> bool:
        last = view.last
        assert last is not None  # there is something to call
        could = _degree(view, beliefs, last.rank, last.size)
        self.why = Reason(
            "I believe to the degree {could} that {other} can have {count} {rank}, and call below {doubt}",
            other=view.rules.names[1 - view.player],
            count=last.size,
            rank=rank_name(last.rank, last.size),
            could=f"{float(could):.3f}",
            doubt=self.doubt,
        )
        return could < self.doubt

    def _lie(self, view: Observation, beliefs: Model, legal: Sequence[Any]) -> Any:
        """The largest lie that is unlikely to be seen through, else `TAKE`; if taking is illegal, the largest lie."""
        ranks = view.rules.claimable(view.rank, view.free)
        for size, rank in product(range(view.rules.suits, 0, -1), ranks):
            others = listed(view.hand & ~of_rank(rank))  # cards of ranks with the fewest cards in hand are laid first
            cards = sorted(others, key=lambda each: (view.hand & of_rank(RANKS.index(each.rank))).bit_count())[:size]
            if len(cards) < size:
                continue
            risk = _degree(view, beliefs, rank, view.rules.suits - size + 1)
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


def _degree(view: Observation, beliefs: Model, rank: int, count: int) -> Fraction:
    """The degree of belief that the opponent has, in hand or laid, at least `count` cards of a rank."""
    cards = numbers(of_rank(rank) & hidden(view).cards)
    theirs = [Not(Atom(has(DECK, card))) for card in cards]
    enough = disj([conj(some) for some in combinations(theirs, count)])
    return degree(beliefs, view.rules.names[view.player], enough, alike=True)


def _told(claim: Claim) -> str:
    return f"{len(claim.cards)} {rank_name(RANKS.index(claim.rank), len(claim.cards))}"


@dataclass(frozen=True)
class Habits:
    """The habits of one player as numbers that determine the probabilities of decisions."""

    lie: float = -0.91  # the logit of lying if a true claim is possible
    bluff: float = 0.69  # the logit of lying instead of taking a card if no true claim is possible
    few: float = 0.15  # added to the logits `lie` and `bluff`, times (8 - the size of the player's hand)
    pile: float = -0.06  # added to `lie` and `bluff` for each card in the pile
    caught: float = -0.1  # added to `lie` and `bluff` for each time that the player was caught
    size: float = 0.25  # factor of the probability of a lie for each card after the first
    call: float = -6.49  # the logit of calling a claim
    call_size: float = 0.7  # added to `call` for each card of the claim after the first
    # added to the logit `call` for each card of the claimed rank that the player has seen elsewhere
    call_held: float = 0.9
    call_few: float = 0.2  # added to `call`, times (8 - the size of the other player's hand)
    call_pile: float = 0.04  # added to `call` for each card in the pile
    call_caught: float = 0.25  # added to `call` for each time that the other player was caught
    slips: float = 0.03  # the probability that the player takes a random action instead
    time: float = 2.82  # the mean of the logarithm of the seconds for a move; times are log-normal
    time_lie: float = 0.25  # added to `time` for a lie
    time_cards: float = 0.02  # added to `time`, times (the size of the player's hand - 8)
    time_spread: float = 0.6  # the standard deviation of the logarithm from move to move


HABITS = tuple(each.name for each in fields(Habits))
SPREAD = "spread"  # the name by which `Population.scaled` changes all standard deviations
CUT = {"size": (0.01, 0.9), "slips": (0.01, 0.9), "time_spread": (0.1, 2.0)}
"""The smallest and the largest value of each habit with a bounded range."""


@dataclass(frozen=True)
class Population:
    """Normal distributions of habits, clipped to the ranges of `CUT`."""

    mean: Habits = Habits()
    spread: Habits = Habits(0.7, 0.7, 0.08, 0.04, 0.15, 0.1, 0.8, 0.3, 0.4, 0.1, 0.03, 0.15, 0.02, 0.3, 0.15, 0.01, 0.1)

    def draw(self, rng: Random) -> Habits:
        """The habits of a random player of the population."""
        drawn = {name: rng.gauss(getattr(self.mean, name), getattr(self.spread, name)) for name in HABITS}
        return Habits(**drawn | {name: min(max(drawn[name], low), high) for name, (low, high) in CUT.items()})

    def scaled(self, habit: str, factor: float) -> Population:
        """A copy of the population with the mean of one habit multiplied by a factor.

        The habit ``spread`` stands for the standard deviations of all habits.
        """
        if habit == SPREAD:
            return replace(self, spread=Habits(**{name: factor * value for name, value in vars(self.spread).items()}))
        if habit not in HABITS:
            names = (*HABITS, SPREAD)
            raise GameError(
                f"habit {shorten(repr(habit))}: expected one of {', '.join(names)}{near_miss(habit, names)}"
            )
        return replace(self, mean=replace(self.mean, **{habit: factor * getattr(self.mean, habit)}))


FULL = 8  # the number of cards of a new hand; habits compare the size of a hand with it
LARGEST = 1_000  # largest factor of a habit; much smaller ones already make probabilities 0 or 1
SHORTEST, LONGEST = 0.2, 600.0  # seconds of a move


class Habitual(Agent):
    """A simulated player, whose habits of lying and calling are drawn for each match from one population.

    Parameters
    ----------
    habit : str
        The habit whose mean is scaled in the population, or ``spread`` for all standard deviations; empty: no
        habit, and `factor` must be 1.
    factor : float
        The factor by which the habit is scaled.
    """

    def __init__(self, habit: str = "", factor: float = 1.0) -> None:
        require_number("factor", factor, 0, LARGEST)
        self.population = Population().scaled(habit, factor) if habit or factor != 1 else Population()
        self.habits: Habits | None = None

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Begin a game; before the first game of a match, draw the habits."""
        super().begin(seat, rules, seed)
        self.clock = Random(f"{seed}/time")
        if self.habits is None:
            self.habits = self.population.draw(Random(f"{seed}/habits"))

    def act(self, observation: Observation, legal: Sequence[Any]) -> Decision:
        """The chosen action, with the number of seconds that the player thinks about it."""
        decision = super().act(observation, legal)
        seconds = exp(self.clock.gauss(time_mean(self._own, observation, decision.action), self._own.time_spread))
        return decision._replace(seconds=round(min(max(seconds, SHORTEST), LONGEST), 3))

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The probabilities of actions: the player decides whether to call, then whether to claim or to take a card."""
        habits = self._own
        call = _logistic(call_weight(habits, observation)) if CALL in legal else 0.0
        policy = {action: (1 - call) * share for action, share in self._claims(observation, legal).items()}
        if CALL in legal:
            policy[CALL] = call if policy else 1.0
        kinds = list(policy) + [TAKE] * (TAKE in legal and TAKE not in policy)
        slips = habits.slips / len(kinds)
        return {action: (1 - habits.slips) * policy.get(action, 0.0) + slips for action in kinds}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason: the habit behind the action."""
        if action == CALL:
            return Reason("I call such a claim {share}", share=often(_logistic(call_weight(self._own, observation))))
        if action == TAKE:
            return Reason("I would rather take a card than lie")
        return Reason(
            "a lie: I lie at such a moment {share}" if is_lie(action) else "the truth: I lie at such a moment {share}",
            share=often(self._lies(observation)),
        )

    def save(self) -> dict[str, Any]:
        """The habits as JSON values."""
        return {} if self.habits is None else {"habits": vars(self.habits)}

    def load(self, memory: Mapping[str, Any]) -> None:
        """Restore the habits that `save` returned."""
        self.habits = Habits(**memory["habits"]) if "habits" in memory else None

    @property
    def _own(self) -> Habits:
        return self.population.mean if self.habits is None else self.habits

    def _lies(self, observation: Observation) -> float:
        """The probability that the player lies; otherwise they claim truly or, if that is impossible, take a card."""
        habits, cards = self._own, FULL - observation.sizes[observation.player]
        caught = sum(each.claimer == observation.player and each.caught for each in observation.calls)
        weight = habits.bluff if true_claim(observation) is None else habits.lie
        return _logistic(weight + habits.few * cards + habits.pile * observation.pile + habits.caught * caught)

    def _claims(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, float]:
        """The probabilities of claims and of taking a card, given that the player does not call."""
        if not observation.hand:
            return {TAKE: 1.0} if TAKE in legal else {}
        shares: dict[Claim, float] = {}
        for rank in observation.rules.claimable(observation.rank, observation.free):
            shares |= _false_claims(observation, rank, self._own.size)
        other = true_claim(observation) or (TAKE if TAKE in legal else None)
        lies = (1.0 if other is None else self._lies(observation)) if shares else 0.0
        total = sum(shares.values())
        chances: dict[Any, float] = {lie: lies * share / total for lie, share in shares.items()}
        return chances if other is None else chances | {other: 1 - lies}


def call_weight(habits: Habits, observation: Observation) -> float:
    """The logit of the probability that a player with these habits calls."""
    last, other = observation.last, 1 - observation.player
    caught = sum(each.claimer == other and each.caught for each in observation.calls)
    weight = habits.call + habits.call_size * ((last.size if last else 1) - 1)
    weight += habits.call_held * _elsewhere(observation)
    weight += habits.call_few * (FULL - observation.sizes[other]) + habits.call_pile * observation.pile
    return weight + habits.call_caught * caught + (FULL if observation.sizes[other] == 0 else 0)


def time_mean(habits: Habits, observation: Observation, action: Any) -> float:
    """The mean of the logarithm of the seconds for a move, clipped so that `exp` does not overflow."""
    cards = observation.sizes[observation.player] - FULL
    return max(-30.0, min(30.0, habits.time + habits.time_lie * is_lie(action) + habits.time_cards * cards))


def _false_claims(observation: Observation, rank: int, more: float) -> dict[Claim, float]:
    """The false claims of this rank with their weights; each card after the first multiplies the weight by `more`."""
    ranks = observation.rules.ranks
    spare = sorted(
        numbers(observation.hand & ~of_rank(rank)),
        key=lambda number: (-min((number // 4 - rank) % ranks, (rank - number // 4) % ranks), number),
    )
    most = min(len(spare), observation.rules.suits)
    sets = [sum(1 << number for number in spare[:size]) for size in range(1, most + 1)]
    return {Claim(RANKS[rank], listed(cards)): more**place for place, cards in enumerate(sets)}


def _logistic(weight: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, weight))))
