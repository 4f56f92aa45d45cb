"""The agent of the source: she asks what she and her neighbours hold possible, then throws, bids, calls or believes.

Her six decisions are told in docs/games/bluff_poker.md; the numbers behind them are in `numbers` and `throws`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, get_args

from games.bluff_poker.actions import BELIEVE, CALL, STOP, Bid, Throw
from games.bluff_poker.believability import reasons
from games.bluff_poker.believability.classes import ALL, bits, dice_of, known_by, world
from games.bluff_poker.believability.numbers import Answer, Bidding, Forced, Habits, Numbers, numbers
from games.bluff_poker.believability.throws import is_open, poker_plan
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import ladder
from games.bluff_poker.rules import BluffPoker, Phase, take_over
from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.core.rules import Rules
from logic.errors import shorten

KEPT = 8_192
"""So many answers and bids are kept; a new one costs about a quarter of a millisecond."""


class SourceAgent(Agent):
    """The source's decisions, with its four faults mended unless they are asked for.

    Parameters
    ----------
    k : number
        The constant that keeps bluffing in check.
    forced : {'had', 'bid'}
        Whether a bluff counts as forced by dice not above the bid that had to be beaten, or, in the source's words, by
        dice below the bid itself.
    pokers_equal : bool
        The first fault: she thinks that all pokers are equal.
    no_multiplicities : bool
        The second: she thinks that the 56 outcomes are equally likely.
    keeps_throwing : bool
        The third: she throws even if the dice beat the bid already, and goes on where no throw can beat it.
    constant : number, optional
        The fourth: this in the place of the chance to get away with a lower bid; None: it is computed.
    """

    def __init__(
        self,
        k: float = 0.5,
        forced: Forced = "had",
        pokers_equal: bool = False,
        no_multiplicities: bool = False,
        keeps_throwing: bool = False,
        constant: float | None = None,
    ) -> None:
        if forced not in get_args(Forced):
            raise GameError(f"forced {shorten(repr(forced))}: expected 'had' or 'bid'")
        _require_numbers(k=k, constant=0 if constant is None else constant)
        _require_switches(pokers_equal=pokers_equal, no_multiplicities=no_multiplicities, keeps_throwing=keeps_throwing)
        self.pokers_equal = pokers_equal
        self.of_habits = {
            "k": Fraction(str(k)),
            "forced": forced,
            "by_rolls": not no_multiplicities,
            "keeps_throwing": keeps_throwing,
            "constant": None if constant is None else Fraction(str(constant)),
        }

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """A game begins."""
        super().begin(seat, rules, seed)
        assert isinstance(rules, BluffPoker)
        self._numbers: dict[int, Numbers] = {}
        self.ladder = ladder(rules.golden_triangle, equal_pokers=True) if self.pokers_equal else rules.ladder

    def numbers(self, seen: Observation) -> Numbers:
        """The numbers of her decisions with so many players in."""
        bearable = seen.rules.bearable
        still_in = sum(count < bearable for count in seen.penalties)
        if still_in not in self._numbers:
            self._numbers[still_in] = numbers(Habits(self.ladder, still_in, **self.of_habits))  # type: ignore[arg-type]
        return self._numbers[still_in]

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The exact distribution of what she does, as floats."""
        phase = observation.phase
        if phase is Phase.CUP:
            return {take_over(observation.rules, observation.bid): 1.0}
        if phase is Phase.POKER:
            return {self._poker_throw(observation): 1.0}
        if phase is Phase.ANSWER:
            believe = self.answer(observation).believe
            return {action: share for action, share in ((CALL, 1 - believe), (BELIEVE, believe)) if share > 0}
        throw = self.throw(observation)
        return {throw: 1.0} if throw else _bids(*self._place(observation))

    def answer(self, seen: Observation) -> Answer:
        """Rule 5, in numbers."""
        assert seen.bid is not None  # one answers a bid
        known, after = known_by(seen.knowers, seen.player), known_by(seen.knowers, seen.next)
        return _answer(self.numbers(seen), known, world(seen.dice), after, seen.bid, seen.beaten)

    def bidding(self, seen: Observation) -> Bidding:
        """Rules 3 and 4, in numbers."""
        return _bidding(*self._place(seen))

    def throw(self, seen: Observation) -> Throw | None:
        """Rules 1 and 2; None where she throws no more."""
        if seen.phase is not Phase.THROW or seen.bid is None:
            return None
        some = int(self.numbers(seen).plan(seen.bid).choice[bits(seen.thrown), world(seen.dice)])
        if not some:
            return None
        in_the_open = is_open(known_by(seen.knowers, seen.next), some)
        return Throw(dice_of(some), in_the_open, hiding=in_the_open and some != ALL)

    def reason(self, observation: Observation, action: Any) -> Reason:
        """Why, in the numbers of the decision."""
        phase, unit = observation.phase, reasons.ROLLS if self.of_habits["by_rolls"] else reasons.OUTCOMES
        if phase is Phase.CUP:
            return Reason("takes the cup over: I never pass it on unseen")
        if phase is Phase.POKER:
            return reasons.of_poker(self.ladder, observation)
        if phase is Phase.ANSWER:
            return reasons.of_answer(self.answer(observation), observation, action, unit)
        if isinstance(action, Throw):
            return reasons.of_throw(self.numbers(observation), observation, action, unit)
        return reasons.of_bid(self.bidding(observation), self.ladder, observation, action.outcome, unit)

    def _place(self, seen: Observation) -> tuple[Numbers, int, int, int | None]:
        return self.numbers(seen), world(seen.dice), known_by(seen.knowers, seen.next), seen.bid

    def _poker_throw(self, seen: Observation) -> Any:
        assert seen.bid is not None  # a poker was believed
        some = int(poker_plan(self.ladder, self.ladder.rank[seen.bid]).choice[seen.throws_left, world(seen.dice)])
        return Throw(dice_of(some), is_open=True) if some else STOP


_answer = lru_cache(maxsize=KEPT)(Numbers.answer)
_bidding = lru_cache(maxsize=KEPT)(Numbers.bidding)


@lru_cache(maxsize=KEPT)
def _bids(hers: Numbers, place: int, listener: int, bid: int | None) -> Mapping[Bid, float]:
    weights, parts = _bidding(hers, place, listener, bid).weights()
    return {Bid(each): weight / parts for each, weight in weights.items()}


def _require_numbers(**values: Any) -> None:
    for key, value in values.items():
        if not (isinstance(value, int | float | Fraction) and 0 <= value < float("inf")):
            raise GameError(f"{key} {shorten(repr(value))}: expected a number, at least 0")


def _require_switches(**values: Any) -> None:
    for key, value in values.items():
        if not isinstance(value, bool):
            raise GameError(f"{key} {shorten(repr(value))}: expected True or False")
