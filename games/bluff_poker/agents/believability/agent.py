"""An agent that makes its decisions by queries about the dice that players consider possible.

A `Viewpoint` answers these queries. The agent also looks ahead at its throws after it believes a bid, and at the next
player's answer to a lie. Both are computed for all worlds (the 216 rolls of three dice) at once, and cached for each
bid (`plan`, `chances_to_get_away`). Outcomes, pokers and the ladder are explained in `games.bluff_poker.outcomes`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from games.bluff_poker.actions import BELIEVE, CALL, DICE, Action, Bid
from games.bluff_poker.agents.believability.decisions import Answer, Bidding, Throwing, answer, bidding, throwing
from games.bluff_poker.agents.believability.plans import Forced, Settings
from games.bluff_poker.agents.believability.viewpoint import Viewpoint, part_of
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import MULTIPLICITY, Ladder, known_by, ladder, outcome
from games.bluff_poker.outlook import poker_throw
from games.bluff_poker.rules import BluffPoker, Phase, take_over
from games.core.agent import Agent, Reason
from games.core.errors import require_choice, require_number
from games.core.rules import Rules
from games.core.sentences import often
from logic.exact import exact

LARGEST = 1e300  # Far above all useful values of `k` and `constant`
BIDS = {each: Bid(each) for each in MULTIPLICITY}


class SourceAgent(Agent):
    """Asks what it and the next player know of the dice; options reproduce the mistakes of the original program.

    It is the agent of Schutten and van de Steeg, "Bluff poker", a final project for the course Multi-Agent Systems.

    Parameters
    ----------
    k : float
        How readily the agent bluffs. A bluff that is not forced has the probability ``2 * k * p / n``, but at most 1. p
        is the next player's degree of belief in an outcome above that of the dice. n is the number of players who
        are still in the game.
    forced : {'had', 'bid'}
        When the bluff of another player counts as forced: if the dice are not above the previous bid (``had``), or, as
        these authors write, if the dice are below the bid itself (``bid``).
    pokers_equal : bool
        Whether the agent thinks that all pokers (three equal dice) are equal, the first mistake of the program.
    no_multiplicities : bool
        Whether the agent counts outcomes (dice without their order) instead of rolls, the second mistake.
    keeps_throwing : bool
        Whether the agent throws even if the dice beat the bid, or if no throw can beat it, the third mistake.
    constant : number, optional
        A fixed chance that the throws miss the bid and the agent is then not called, the fourth mistake; if None, the
        chance is computed.
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
        require_choice("forced", forced, get_args(Forced))
        require_number("k", k, 0, LARGEST)
        require_number("constant", 0 if constant is None else constant, 0, LARGEST)
        flags = {"pokers_equal": pokers_equal, "no_multiplicities": no_multiplicities, "keeps_throwing": keeps_throwing}
        for name, flag in flags.items():
            require_choice(name, flag, (True, False))
        self.pokers_equal, self.unit = pokers_equal, "outcomes" if no_multiplicities else "rolls"
        self.parameters = {
            "k": exact(k, "k"),
            "forced": forced,
            "by_rolls": not no_multiplicities,
            "keeps_throwing": keeps_throwing,
            "constant": None if constant is None else exact(constant, "constant"),
        }

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Start a game: read the ladder from the rules and clear the cached numbers."""
        super().begin(seat, rules, seed)
        assert isinstance(rules, BluffPoker)
        self.ladder = ladder(rules.golden_triangle, equal_pokers=True) if self.pokers_equal else rules.ladder
        self._settings: dict[int, Settings] = {}
        self._last: tuple[Observation, Answer | Throwing | Bidding] | None = None

    def numbers(self, seen: Observation) -> Answer | Throwing | Bidding:
        """The quantities that decide the current action; cached for one observation."""
        if self._last is None or self._last[0] is not seen:
            still_in = sum(count < seen.rules.bearable for count in seen.penalties)
            if still_in not in self._settings:
                self._settings[still_in] = Settings(self.ladder, still_in, **self.parameters)  # type: ignore[arg-type]
            settings = self._settings[still_in]
            view = Viewpoint.at(seen, self.ladder, settings.by_rolls)
            numbers: Answer | Throwing | Bidding | None = None
            if seen.phase is Phase.ANSWER:
                numbers = answer(settings, view, seen.beaten, known_by(seen.knowers, seen.next))
            elif seen.phase is Phase.THROW and seen.bid is not None and len(seen.thrown) < len(DICE):
                numbers = throwing(settings, view, seen.thrown)
            self._last = seen, numbers or bidding(settings, view)
        return self._last[1]

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The probabilities of the agent's actions; those of bids are exact fractions, rounded to floats."""
        if observation.phase is Phase.CUP:
            return {take_over(observation.rules.ladder, observation.bid): 1.0}
        if observation.phase is Phase.POKER:
            return {poker_throw(self.ladder, observation)[0]: 1.0}
        numbers = self.numbers(observation)
        if isinstance(numbers, Answer):
            shares = {CALL: 1 - numbers.believe, BELIEVE: numbers.believe}
            return {action: share for action, share in shares.items() if share > 0}
        if isinstance(numbers, Throwing):
            return {numbers.throw: 1.0}
        weights, parts = numbers.weights()
        return {BIDS[each]: weight / parts for each, weight in weights.items()}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for an action, with the numbers behind it."""
        if observation.phase is Phase.CUP:
            return Reason("fixed strategy: I always take the cup, and never pass it on unseen")
        if observation.phase is Phase.POKER:
            _, safe, higher = poker_throw(self.ladder, observation)
            text = "the best throw against {bid}: it equals or beats that {safe}, and beats it {higher}"
            return Reason(text, bid=observation.bid, safe=often(safe), higher=often(higher))
        numbers = self.numbers(observation)
        if isinstance(numbers, Answer):
            return _answer_reason(numbers, observation, action, self.unit)
        if isinstance(numbers, Throwing):
            return _throw_reason(numbers, observation, self.unit)
        return _bid_reason(numbers, self.ladder, observation, action.outcome, self.unit)


def _answer_reason(numbers: Answer, seen: Observation, action: Action, unit: str) -> Reason:
    text = "{verb}: {below} of the {total} {what} that I consider possible {are} below {bid}"
    if 0 < numbers.below < numbers.total:
        text += (
            ". A bluff: forced {forced}, chosen freely {chosen}, so {bid} is one {bluff}. To believe goes well {safe}"
        )
    return Reason(
        f"{text}. So I believe {{believe}}",
        verb="calls" if action == CALL else "believes",
        are="is" if numbers.below == 1 else "are",
        total=numbers.total,
        what=_counted(unit, numbers.total),
        below=numbers.below,
        bid=seen.bid,
        forced=often(float(numbers.forced)),
        chosen=often(float((1 - numbers.forced) * numbers.bluffing)),
        bluff=often(float(numbers.bluff)),
        safe=often(numbers.safe),
        believe=often(numbers.believe),
    )


def _throw_reason(numbers: Throwing, seen: Observation, unit: str) -> Reason:
    dice = numbers.throw.dice
    return Reason(
        "throws {dice}: {good} of {total} {what} beat {bid}. {way}: then {next:knows} {known}",
        dice=f"the lowest {len(dice)} that can be thrown" if len(dice) < len(seen.dice) else "all three dice",
        good=part_of(numbers.total, numbers.beats),
        total=numbers.total,
        what=_counted(unit, numbers.total),
        bid=seen.bid,
        way="In the open" if numbers.throw.is_open else "Closed",
        next=seen.rules.names[seen.next],
        known="none of the dice" if not numbers.known else f"{numbers.known} of the dice",
    )


def _bid_reason(numbers: Bidding, ladder: Ladder, seen: Observation, bid: int, unit: str) -> Reason:
    roll = outcome(seen.dice)
    if numbers.forced:
        text = "bids {bid}: my {roll} does not beat {beaten}, so I must bluff"
    elif ladder.rank[bid] > ladder.rank[roll]:
        text = "bids {bid}, a bluff"
    else:
        text = "bids {bid}, which my {roll} is" if bid == roll else "bids {bid}, less than my {roll}"
    return Reason(
        f"{text}. {{above}} of the {{total}} {{what}} that {{next:considers}} possible {{beat}} {{roll}}, so I bluff "
        "{bluffing}",
        bid=bid,
        roll=roll,
        beaten=seen.bid,
        total=numbers.total,
        what=_counted(unit, numbers.total),
        next=seen.rules.names[seen.next],
        above=numbers.above,
        beat="beats" if numbers.above == 1 else "beat",
        bluffing=often(float(numbers.bluffing)),
    )


def _counted(unit: str, total: int) -> str:
    return unit.removesuffix("s") if total == 1 else unit
