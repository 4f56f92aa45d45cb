"""The agents with a fixed strategy, named by how they roll, bid and call, such as ``greedy-truthful-random``.

After believing a bid other than a poker, they look at the dice, make one closed throw, leave the other dice beside the
cup, and then bid.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import Any, Literal, get_args

from games.bluff_poker.actions import BELIEVE, CALL, DICE, STOP, Bid, Throw
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import MULTIPLICITY, ROLLS, Ladder, outcome
from games.bluff_poker.rules import Phase, take_over
from games.core.agent import Agent, Reason
from games.core.errors import require_choice

Rolling = Literal["random", "greedy", "reckless"]
Bidding = Literal["truthful", "overbid", "random"]
Calling = Literal["random", "believe", "call"]

STEPS = 3  # largest number of steps by which a bid is raised
CALLED = 0.2  # the probability with which an agent with random calls calls a bid


class SimpleAgent(Agent):
    """An agent with a fixed strategy.

    A step up leads to the next outcome in the ranking. Raises by one, two and three steps are equally likely; none goes
    beyond the highest outcome. After believing a poker (three equal dice), the agent throws all dice, then its usual
    dice, in the open until the three dice reach the poker or no throw is left.

    Parameters
    ----------
    roll : {'random', 'greedy', 'reckless'}
        ``random`` throws one die at random; ``greedy`` throws every die that is not a six, or one die at random if all
        are sixes; ``reckless`` throws all three.
    bid : {'truthful', 'overbid', 'random'}
        ``truthful`` bids the roll if it beats the bid, otherwise one to three steps above the bid; ``overbid`` always
        bids one to three steps above the bid, or opens with a random roll; ``random`` bids any higher
        outcome, all equally likely.
    call : {'random', 'believe', 'call'}
        ``random`` calls one bid in five, and always the highest bid; ``believe`` never calls; ``call`` always calls.
    """

    def __init__(self, roll: Rolling = "greedy", bid: Bidding = "truthful", call: Calling = "random") -> None:
        for key, value, known in (("roll", roll, Rolling), ("bid", bid, Bidding), ("call", call, Calling)):
            require_choice(key, value, get_args(known))
        self.roll, self.bid, self.call = roll, bid, call

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution of actions of the fixed strategy."""
        phase = observation.phase
        if phase is Phase.CUP:
            return {take_over(observation.rules.ladder, observation.bid): 1.0}
        if phase is Phase.ANSWER:
            return self._answers(observation)
        if phase is Phase.POKER and observation.rules.ladder.reaches(outcome(observation.dice), observation.bid):
            return {STOP: 1.0}
        if phase is Phase.POKER or (phase is Phase.THROW and not observation.thrown):
            return self._throws(observation.dice, in_the_open=phase is Phase.POKER)
        return _bids(observation.rules.ladder, self.bid, observation.bid, outcome(observation.dice))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The fixed strategy as the reason: how the agent rolls, bids and calls."""
        return Reason(
            "fixed strategy: {roll} rolls, {bid} bids, {call} calls", roll=self.roll, bid=self.bid, call=self.call
        )

    def _answers(self, seen: Observation) -> Mapping[Any, float]:
        if self.call == "random":
            top = not seen.rules.ladder.above(seen.bid)
            return {CALL: 1.0} if top else {CALL: CALLED, BELIEVE: 1 - CALLED}
        return {CALL if self.call == "call" else BELIEVE: 1.0}

    def _throws(self, dice: tuple[int, ...], in_the_open: bool) -> Mapping[Any, float]:
        low = tuple(die for die in DICE if dice[die - 1] < 6)
        if self.roll == "random" or (self.roll == "greedy" and not low):
            return {Throw((die,), in_the_open): 1 / len(DICE) for die in DICE}
        return {Throw(low if self.roll == "greedy" else DICE, in_the_open): 1.0}


@lru_cache(maxsize=8_192)
def _bids(ladder: Ladder, habit: Bidding, bid: int | None, roll: int) -> Mapping[Any, float]:
    above = ladder.above(bid)
    if habit == "random":
        return {Bid(each): 1 / len(above) for each in above}
    if habit == "truthful" and roll in above:
        return {Bid(roll): 1.0}
    if bid is None:
        return {Bid(each): count / len(ROLLS) for each, count in MULTIPLICITY.items()}
    raised: dict[Any, Fraction] = {}
    for step in range(STEPS):
        action = Bid(above[min(step, len(above) - 1)])
        raised[action] = raised.get(action, Fraction(0)) + Fraction(1, STEPS)
    return {action: float(share) for action, share in raised.items()}


def simple_agents() -> dict[str, Callable[[], SimpleAgent]]:
    """The factories of the agents by name, for the 27 combinations of rolls, bids and calls."""
    habits = product(get_args(Rolling), get_args(Bidding), get_args(Calling))
    return {"-".join(each): partial(_simple, *each) for each in habits}


def _simple(roll: Rolling, bid: Bidding, call: Calling, /) -> SimpleAgent:
    """Rolls, bids and calls by the three fixed habits in the agent's name."""
    return SimpleAgent(roll, bid, call)
