"""An agent that learns how its opponents play, and plays the best response.

The agent has weights for the rolls under the cup and for the possible habits of the other players. Each observation
multiplies the weights by its likelihoods. The agent chooses the action with the highest expectation for the rest of the
round. A *strong* player plays an equilibrium strategy of simpler games; see `habits`. If the agent believes to some
degree that another player is strong, it mixes in such a strategy to the same degree.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from games.bluff_poker.actions import BELIEVE, CALL, DICE, LOOK, STOP, Bid, Rolls, Throw
from games.bluff_poker.agents.believability.decisions import way
from games.bluff_poker.agents.believability.viewpoint import Viewpoint
from games.bluff_poker.agents.opponent_model.habits import BIDDING, Tables, tables
from games.bluff_poker.agents.opponent_model.habits import throws as habit_throws
from games.bluff_poker.agents.opponent_model.lookahead import Planner, throws, worth_of_bids
from games.bluff_poker.agents.opponent_model.mind_model import DiceWeights, OwnDegrees, mind, note_degrees
from games.bluff_poker.agents.opponent_model.opponents import QUESTIONS, Opponent
from games.bluff_poker.agents.opponent_model.throws_duel import Floats, solve
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import ALL, bits, dice_of, outcome, world
from games.bluff_poker.outlook import poker_throw, spread
from games.bluff_poker.rules import POKER_THROWS, BluffPoker, Phase
from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.core.rules import Event, Rules
from games.core.sentences import often
from games.knowing.queries import is_recording
from kripke.models.kripke_model import KripkeModel
from logic.errors import shorten
from logic.exact import is_real

SURE = 0.999  # a degree of belief of at least this counts as certain
UNIT = "of a penalty"  # the unit of the values of actions
NEARLY = 1e-9  # Values that differ by less than this count as equal


class Learner(Agent):
    """Learns the other players' habits and plays the best response; against strong players, an equilibrium strategy.

    `strong` is the prior probability that an opponent plays an equilibrium strategy; see the module docstring.
    """

    def __init__(self, strong: float = 0.95) -> None:
        if not is_real(strong, 0) or strong >= 1:
            raise GameError(f"strong {shorten(repr(strong))}: expected a number from 0 to below 1")
        self.strong = strong
        self.opponents: dict[int, Opponent] = {}
        self.loaded: dict[int, Mapping[str, Any]] = {}
        self.planners: dict[tuple[int, ...], Planner] = {}
        self.calls: Floats = np.empty(0)
        self.numbers: dict[str, Any] = {}
        self.cup = DiceWeights()

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Start a game; the opponent models of earlier games are kept."""
        super().begin(seat, rules, seed)
        assert isinstance(rules, BluffPoker)
        self.ladder, self.strongest = rules.ladder, solve(rules.ladder).play
        self.tables: Tables = tables(self.ladder, rules.players)
        for other in set(range(rules.players)) - {seat}:
            known = self.opponents.get(other)
            if known is None or known.tables is not self.tables:  # new, or the last game had other rules
                self.opponents[other], self.planners = Opponent(self.tables, self.strong), {}
                if known is not None:
                    self.opponents[other].load(known.save())
            if other in self.loaded:
                self.opponents[other].load(self.loaded.pop(other))
        self.in_air = False
        self._new_round()

    def _new_round(self) -> None:
        self.before = self.standing = self.thrown = 0
        self.throws_left = POKER_THROWS
        self.cup.fresh()

    # What the agent sees ----------------------------------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Update the agent's weights on an observation."""
        action, dice = event.seen.action, event.seen.dice
        kind = type(action)
        if kind is Rolls:
            self._rolled(dice)
        elif kind is Bid:
            self._heard(event.player, self.ladder.place[action.outcome])
        elif kind is Throw:
            self._threw(event.player, action, dice)
        elif action in (CALL, BELIEVE):
            self._answered(event.player, action == CALL, dice)
        elif action == STOP:
            self._new_round()
        elif action == LOOK and event.player == self.seat:
            self.cup.see(dice)
            self._settle()

    def _rolled(self, dice: tuple[int, ...]) -> None:
        if not self.in_air:
            self._new_round()
        self.in_air = False
        self.cup.see(dice)
        if self.standing and self.tables.arrays.special[self.standing - 1]:
            self.throws_left -= 1
            if not self.throws_left:
                self._new_round()  # the poker is judged, and the dice are in the air again

    def _heard(self, bidder: int, bid: int) -> None:
        self._settle()
        if bidder != self.seat:
            chances = self.tables.bids[:, self.standing, self.tables.outcome, bid]
            self.cup.bid(bidder, chances, self.opponents[bidder].weights["bids"])
        self.before, self.standing, self.thrown = self.standing, bid + 1, 0

    def _threw(self, thrower: int, throw: Throw, dice: tuple[int, ...]) -> None:
        some = bits(throw.dice)
        self.cup.see(dice)
        if thrower != self.seat and not self.tables.arrays.special[self.standing - 1]:
            chances = habit_throws(self.ladder, self.standing - 1, self.thrown, some)
            person = self.opponents[thrower]
            person.learn("throws", chances @ self.cup.weight)
            self.cup.learn(person.weights["throws"] @ chances)
        self._settle()
        self.cup.throw(throw.dice)
        self.thrown |= some
        self.in_air = True

    def _answered(self, who: int, called: bool, dice: tuple[int, ...]) -> None:
        bid = self.standing - 1
        if who != self.seat:
            self.opponents[who].answered(self.before, bid, called)
        if called:
            self.cup.see(dice)
            self._settle()
            self._new_round()  # the dice are in the air again
            return
        if not self.tables.arrays.above[self.standing].any():  # after the highest bid, all dice are thrown at once
            self._settle()
            self.cup.throw(DICE)
            self.in_air = True

    def _settle(self) -> None:
        """Update the weights of the bidder's habits by the bid and the dice seen since the bid."""
        claim, self.cup.claim = self.cup.claim, None
        if claim is not None:
            self.opponents[claim.bidder].learn("bids", claim.evidence())

    def end(self, returns: Sequence[Fraction]) -> None:
        """End the game: update the opponent models by all observations of the game."""
        for person in self.opponents.values():
            person.settle()

    # What the agent does ----------------------------------------------------------------------------------------------

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The best response to the opponents, mixed with equilibrium play by the probability that they are strong."""
        phase = observation.phase
        self.numbers = {"next": observation.rules.names[observation.next]}
        self.own = OwnDegrees(observation, self.ladder, self.cup.weight)
        if phase is Phase.ANSWER:
            return self._answers(observation)
        if phase is Phase.CUP:
            return {self._takes(observation, legal): 1.0}
        if phase is Phase.POKER:
            throw, safe, _ = poker_throw(self.ladder, observation)
            self.numbers |= {"bid": observation.bid, "safe": safe}
            return {throw: 1.0}
        offers = self._offers(observation)
        chosen = self._throws(observation, offers) if phase is Phase.THROW else None
        return {chosen: 1.0} if chosen is not None else self._bids(observation, offers)

    def _answers(self, seen: Observation) -> Mapping[Any, float]:
        assert seen.bidder is not None  # there is a bid to answer
        bluff = self.own.degree("bluff")
        self.numbers |= {"bluff": bluff, "bid": seen.bid, "bidder": seen.rules.names[seen.bidder]}
        if not 1 - SURE < bluff < SURE:
            return {CALL if bluff > 0.5 else BELIEVE: 1.0}
        calling = bluff / len(self._seats(seen)) - (1 - bluff)
        offers = self._offers(seen)
        believing = max(self._worth_of_taking(seen, offers), self._unseen(offers)[1])
        strong = self._strength(seen.bidder, "bids")
        by_book = float(self.strongest.calls[self.before, self.standing - 1])
        call = strong * by_book + (1 - strong) * (calling > believing + NEARLY)
        self.numbers |= {"calling": calling, "believing": believing, "strong": strong, "by_book": by_book}
        return {action: share for action, share in ((CALL, call), (BELIEVE, 1 - call)) if share > 0}

    def _takes(self, seen: Observation, legal: Sequence[Any]) -> Any:
        """The best action after taking the cup: to look, to throw for a believed poker, or to bid without a look."""
        offers = self._offers(seen)
        bid, worth = self._unseen(offers)
        taking = self._worth_of_taking(seen, offers)
        self.numbers |= {"worth": worth, "taking": taking, "bid": self.ladder.outcomes[bid]}
        return Bid(self.ladder.outcomes[bid]) if worth > taking + NEARLY else legal[0]

    def _throws(self, seen: Observation, offers: Floats) -> Throw | None:
        """The throw with the highest expectation; None if a bid (see `offers`) is worth at least as much."""
        worth, place, thrown = throws(offers.max(axis=0), self.tables.outcome), world(seen.dice), bits(seen.thrown)
        sets = [some for some in range(ALL, 0, -1) if some & thrown == 0]
        means = {some: float(spread(worth[thrown | some], dice_of(some))[place]) for some in sets}
        some = list(means)[_first_best(list(means.values()))] if means else 0
        stop = float(worth[ALL, place])
        if not some or means[some] <= stop + NEARLY:
            return None
        self.numbers |= {"worth": means[some], "stop": stop}
        return way(Viewpoint.at(seen, self.ladder, by_rolls=True), dice_of(some))[0]

    def _bids(self, seen: Observation, offers: Floats) -> Mapping[Any, float]:
        """The best bid by `offers`, mixed with equilibrium bids by the probability that the next player is strong."""
        mine = self.ladder.place[outcome(seen.dice)]
        strong = self._strength(seen.next, "answers")
        shares = strong * self.tables.bids[BIDDING.index("strong"), self.standing, mine]
        shares[_first_best(offers[:, mine])] += 1 - strong
        self.numbers |= {"roll": outcome(seen.dice), "offers": offers[:, mine], "strong": strong}
        return {Bid(each): float(share) for each, share in zip(self.ladder.outcomes, shares, strict=True) if share > 0}

    # Values of actions, in units of a penalty -------------------------------------------------------------------------

    def _seats(self, seen: Observation) -> list[int]:
        """The seats of the opponents still in the game, in the order in which they get the cup."""
        turn = [(self.seat + step) % seen.rules.players for step in range(1, seen.rules.players)]
        return [each for each in turn if seen.rules.is_in(each, seen.penalties)]

    def _offers(self, seen: Observation) -> Floats:
        """The value of each bid (rows) by outcome of the dice; a very low value for bids not above the standing bid."""
        seats = self._seats(seen)
        if tuple(seats) not in self.planners:
            self.planners = {tuple(seats): Planner(self.tables.arrays, self.tables.outcome, len(seats))}
        if is_recording():
            for each in seats:
                for question, habits in QUESTIONS.items():
                    atoms = [f"{question}({self.rules.names[each]})={habit}" for habit in habits]
                    weights = self.opponents[each].weights[question].tolist()
                    note_degrees(self.own.agent, dict(zip(atoms, weights, strict=True)))
        people = [self.opponents[each].mixture() for each in seats]
        believed = self.planners[tuple(seats)].plan(people)
        self.calls = people[0].calls[self.standing]
        worth = worth_of_bids(believed, self.calls, self.tables.arrays.reaches)
        return np.where(self.tables.arrays.above[self.standing][:, None], worth, -1e6)

    def _strength(self, seat: int, question: str) -> float:
        """The degree of belief that a player has an equilibrium strategy; `question` is ``bids`` or ``answers``."""
        degree = self.opponents[seat].strength(question)
        note_degrees(self.own.agent, {f"{question}({self.rules.names[seat]})=strong": degree})
        return degree

    def _worth_of_taking(self, seen: Observation, offers: Floats) -> float:
        """The value of taking the cup and then looking or, after a poker, throwing; `offers` has the values of bids."""
        if self.tables.arrays.special[self.standing - 1]:
            below, _, above = self.tables.arrays.poker[self.standing - 1]
            return float(above / len(self._seats(seen)) - below)
        return self.own.expected(throws(offers.max(axis=0), self.tables.outcome)[0])

    def _unseen(self, offers: Floats) -> tuple[int, float]:
        """The index of the best bid without a look at the dice, and its value; `offers`: values by bid and outcome."""
        worth = offers @ self.own.of_outcomes()
        return _first_best(worth), float(worth.max())

    # Reasons and memory -----------------------------------------------------------------------------------------------

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for an action, with the agent's degrees of belief and expectations."""
        numbers = self.numbers
        if action in (CALL, BELIEVE):
            return self._answer_reason(action)
        if isinstance(action, Bid) and "offers" in numbers:
            return self._bid_reason(action)
        if observation.phase is Phase.POKER:
            text = "the best throw against {bid}: it equals or beats that {safe}"
            return Reason(text, **numbers | {"safe": often(numbers["safe"])})
        if observation.phase is Phase.CUP:
            text = f"bids {{bid}} unseen: that is worth {{worth:.3f}}, to take the cup {{taking:.3f}} {UNIT}"
            if not isinstance(action, Bid):
                verb = "looks" if action == LOOK else "throws for the poker"
                text = f"{verb}: that is worth {{taking:.3f}}, the best bid unseen {{worth:.3f}} {UNIT}"
            return Reason(text, **numbers)
        return Reason(f"{{what}}: that is worth {{worth:.3f}}, a bid now {{stop:.3f}} {UNIT}", what=action, **numbers)

    def _answer_reason(self, action: Any) -> Reason:
        text = "{verb}: I take {bid} for a lie {lie}"
        if "calling" in self.numbers:
            text += (
                ". To call is worth {calling:.3f}, to believe {believing:.3f} " + UNIT + ". I take {bidder} for a "
                "strong player to the degree {strong:.2f}, and would call such a player {book}"
            )
        shares = {"lie": "bluff", "book": "by_book"}
        said = {name: often(float(self.numbers[of])) for name, of in shares.items() if of in self.numbers}
        return Reason(text, verb="calls" if action == CALL else "believes", **self.numbers, **said)

    def _bid_reason(self, action: Bid) -> Reason:
        place = self.ladder.place[action.outcome]
        lie = self.ladder.rank[action.outcome] > self.ladder.rank[self.numbers["roll"]]
        text = "bids {bid}, {kind} {roll}: {next} would call it {called}, and it is worth {worth:.3f} " + UNIT
        if self.numbers["strong"] > 1 - SURE:
            text += ". I take {next} for a strong player to the degree {strong:.2f}, and then bid as the equilibria do"
        own = {
            "bid": action.outcome,
            "kind": "a lie over" if lie else "true with",
            "called": often(float(self.calls[place])),
            "worth": float(self.numbers["offers"][place]),
        }
        return Reason(text, **self.numbers | own)

    def mind(self) -> KripkeModel | None:
        """The agent's beliefs about the dice and the habits of opponents, as a model; None before the first game."""
        if not self.opponents:
            return None
        return mind(self.rules.names, self.seat, self.tables, self.standing, self.cup, self.opponents)

    def save(self) -> dict[str, Any]:
        """The agent's opponent models, by seat."""
        learnt = {str(seat): each.save() for seat, each in self.opponents.items()}
        return {"opponents": {**{str(seat): dict(each) for seat, each in self.loaded.items()}, **learnt}}

    def load(self, memory: Mapping[str, Any]) -> None:
        """Restore what `save` returned; the model of an empty seat is stored until a player takes the seat."""
        for seat, learnt in memory.get("opponents", {}).items():
            if int(seat) in self.opponents:
                self.opponents[int(seat)].load(learnt)
            else:
                self.loaded[int(seat)] = learnt


def _first_best(values: ArrayLike) -> int:
    """The index of the first value within rounding error of the largest, so that all machines choose the same one."""
    return int(np.argmax(np.asarray(values) >= np.max(values) - NEARLY))
