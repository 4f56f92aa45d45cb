"""The agent of the source: it decides by queries to the model about the dice that players consider possible.

All numbers of a decision are values of formulas and degrees at a `Viewpoint` (rules 1 to 5). A look ahead covers the
throws after a belief and the next player's answer to a lie. It uses the same degrees at all worlds at once (`plan`,
`chances_to_get_away`) and is computed once for each bid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, get_args

from games.bluff_poker.actions import BELIEVE, CALL, DICE, STOP, Bid, Throw
from games.bluff_poker.agents.believability import reasons
from games.bluff_poker.agents.believability.answering import Answer, answer
from games.bluff_poker.agents.believability.bidding import Bidding, bidding
from games.bluff_poker.agents.believability.settings import Forced, Settings, settings
from games.bluff_poker.agents.believability.throwing import Throwing, throwing
from games.bluff_poker.agents.believability.viewpoint import Viewpoint
from games.bluff_poker.dice import dice_of, known_by, world
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from games.bluff_poker.poker_throws import poker_plan
from games.bluff_poker.rules import BluffPoker, Phase, take_over
from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.core.rules import Rules
from logic.errors import shorten
from logic.exact import exact

BIDS = {each: Bid(each) for each in MULTIPLICITY}


class SourceAgent(Agent):
    """The agent of the source; the four faults of the original program are options.

    Parameters
    ----------
    forced : {'had', 'bid'}
        Whether a bluff counts as forced by dice not above the bid that had to be beaten, or, in the source's words, by
        dice below the bid itself.
    pokers_equal : bool
        The first fault: the agent thinks that all pokers are equal.
    no_multiplicities : bool
        The second: the agent counts the outcomes that a player considers possible, and not the rolls.
    keeps_throwing : bool
        The third: the agent throws even if the dice beat the bid, and goes on where no throw can beat it.
    constant : number, optional
        The fourth: replaces the chance to get away with a lower bid; None: it is computed.
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
        self.parameters = {
            "k": exact(k, "k"),
            "forced": forced,
            "by_rolls": not no_multiplicities,
            "keeps_throwing": keeps_throwing,
            "constant": None if constant is None else exact(constant, "constant"),
        }

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """A game begins."""
        super().begin(seat, rules, seed)
        assert isinstance(rules, BluffPoker)
        self.ladder = ladder(rules.golden_triangle, equal_pokers=True) if self.pokers_equal else rules.ladder
        self._by_players: dict[int, Settings] = {}
        self._last: tuple[Observation, Any] | None = None

    def settings(self, seen: Observation) -> Settings:
        """The parameters, with the number of players still in."""
        bearable = seen.rules.bearable
        still_in = sum(count < bearable for count in seen.penalties)
        if still_in not in self._by_players:
            self._by_players[still_in] = settings(self.ladder, still_in, **self.parameters)
        return self._by_players[still_in]

    def view(self, seen: Observation) -> Viewpoint:
        """The viewpoint from which the agent makes its queries."""
        return Viewpoint.at(seen, self.ladder, self.settings(seen).by_rolls)

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The exact distribution of the agent's actions, as floats."""
        phase = observation.phase
        if phase is Phase.CUP:
            return {take_over(observation.rules.ladder, observation.bid): 1.0}
        if phase is Phase.POKER:
            return {self._poker_throw(observation): 1.0}
        if phase is Phase.ANSWER:
            believe = self.answer(observation).believe
            return {action: share for action, share in ((CALL, 1 - believe), (BELIEVE, believe)) if share > 0}
        found = self.throwing(observation)
        if found is not None:
            return {found.throw: 1.0}
        weights, parts = self.bidding(observation).weights()
        return {BIDS[each]: weight / parts for each, weight in weights.items()}

    def answer(self, seen: Observation) -> Answer:
        """Rule 5, in numbers."""
        listener = known_by(seen.knowers, seen.next)
        found: Answer = self._kept(seen, Answer) or answer(self.settings(seen), self.view(seen), seen.beaten, listener)
        self._last = seen, found
        return found

    def bidding(self, seen: Observation) -> Bidding:
        """Rules 3 and 4, in numbers."""
        found: Bidding = self._kept(seen, Bidding) or bidding(self.settings(seen), self.view(seen))
        self._last = seen, found
        return found

    def throwing(self, seen: Observation) -> Throwing | None:
        """Rules 1 and 2, in numbers; None if the agent throws no more."""
        if seen.phase is not Phase.THROW or seen.bid is None or len(seen.thrown) == len(DICE):
            return None
        found: Throwing | None = self._kept(seen, Throwing)
        found = found or throwing(self.settings(seen), self.view(seen), seen.thrown)
        self._last = seen, found
        return found

    def _kept(self, seen: Observation, kind: type) -> Any:
        """The numbers of the decision that was made last, for its reason."""
        if self._last is not None and self._last[0] is seen and type(self._last[1]) is kind:
            return self._last[1]
        return None

    def reason(self, observation: Observation, action: Any) -> Reason:
        """Why, in the numbers of the decision."""
        phase, unit = observation.phase, "rolls" if self.parameters["by_rolls"] else "outcomes"
        if phase is Phase.CUP:
            return Reason("fixed strategy: I always take the cup, and never pass it on unseen")
        if phase is Phase.POKER:
            return reasons.of_poker(self.ladder, observation)
        if phase is Phase.ANSWER:
            return reasons.of_answer(self.answer(observation), observation, action, unit)
        if isinstance(action, Throw):
            return reasons.of_throw(self.throwing(observation), observation, unit)
        return reasons.of_bid(self.bidding(observation), self.ladder, observation, action.outcome, unit)

    def _poker_throw(self, seen: Observation) -> Any:
        assert seen.bid is not None  # a poker was believed
        some = int(poker_plan(self.ladder, self.ladder.rank[seen.bid]).choice[seen.throws_left, world(seen.dice)])
        return Throw(dice_of(some), is_open=True) if some else STOP


def _require_numbers(**values: Any) -> None:
    for key, value in values.items():
        if not (isinstance(value, int | float | Fraction) and 0 <= value < float("inf")):
            raise GameError(f"{key} {shorten(repr(value))}: expected a number, at least 0")


def _require_switches(**values: Any) -> None:
    for key, value in values.items():
        if not isinstance(value, bool):
            raise GameError(f"{key} {shorten(repr(value))}: expected True or False")
