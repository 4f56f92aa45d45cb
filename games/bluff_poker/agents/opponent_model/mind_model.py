"""The learning agent's beliefs as a weighted Kripke model, whose worlds combine a roll with habits of opponents."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.bluff_poker.actions import DICE
from games.bluff_poker.agents.opponent_model.habits import BIDDING, CALLING, Tables
from games.bluff_poker.agents.opponent_model.opponents import Opponent
from games.bluff_poker.agents.opponent_model.throws_duel import Floats
from games.bluff_poker.knowledge import who_knows_what
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import FACES, ROLLS, Ladder
from games.bluff_poker.outlook import places_of, spread
from games.knowing.queries import is_recording, note
from games.knowing.table import situation
from kripke.models.kripke_model import KripkeModel

VALUES = np.array(ROLLS)
EVEN = np.full(len(ROLLS), 1 / len(ROLLS))


@dataclass(eq=False)
class Claim:
    """A bid of an opponent that is not yet checked against the dice."""

    bidder: int  # the opponent's seat
    weight: Floats  # array of shape (216,): the weights of the rolls before the bid
    chances: Floats  # array of shape (5, 216): the likelihood of the bid, by habit and roll
    since: Floats  # array of shape (216,): the likelihood, by roll, of the observations of the dice since the bid

    def evidence(self) -> Floats:
        """For each habit, the likelihood of the bid and of all observations of the dice since the bid."""
        return np.asarray(self.chances @ (self.weight * self.since))


class DiceWeights:
    """The agent's weights of the 216 rolls, with sum 1, and the standing bid (`claim`) if an opponent made it."""

    def __init__(self) -> None:
        self.weight: Floats = EVEN
        self.claim: Claim | None = None

    def fresh(self) -> None:
        """Reset to three unseen dice and no standing bid."""
        self.weight, self.claim = EVEN, None

    def see(self, dice: tuple[int, ...]) -> None:
        """Update on the values of the dice that the agent sees; 0 stands for an unseen die."""
        shown = np.array(dice)
        if shown.any():
            self.learn(((shown == VALUES) | (shown == 0)).all(axis=1).astype(float))

    def learn(self, chance: Floats) -> None:
        """Update the weights by an observation; `chance` is its likelihood for each roll.

        If this makes all weights 0, the likelihood itself becomes the weights, unless it is 0 for all rolls.
        """
        if self.claim is not None:
            self.claim.since = self.claim.since * chance
        weight = self.weight * chance
        if not weight.any():
            weight = chance if chance.any() else self.weight  # a move with probability 0 says nothing
        self.weight = np.asarray(weight / weight.sum())

    def throw(self, dice: tuple[int, ...]) -> None:
        """Update on a throw of these dice; a claim about the earlier dice is dropped."""
        self.weight, self.claim = spread(self.weight, dice), None

    def bid(self, bidder: int, chances: Floats, habits: Floats) -> None:
        """Update on an opponent's bid, given its likelihood by habit and roll, and the weights of the habits."""
        claim, self.claim = Claim(bidder, self.weight, chances, np.ones(len(ROLLS))), None
        self.learn(habits @ chances)
        self.claim = claim

    def joint(self, habits: Floats) -> Floats:
        """The joint weights of the bidder's habits (rows) and the rolls; requires a standing claim."""
        assert self.claim is not None
        weights = habits[:, None] * self.claim.chances * self.claim.weight * self.claim.since
        return np.asarray(weights / weights.sum())


class OwnDegrees(NamedTuple):
    """An agent's beliefs about the dice, for formulas with the atoms ``die1=4``, ``outcome=642`` and ``bluff``."""

    seen: Observation  # what the agent observes
    ladder: Ladder  # the ranking of the outcomes
    weight: Floats  # array of shape (216,): the agent's weights of the rolls, which sum to 1

    @property
    def agent(self) -> str:
        """The agent's name."""
        return self.seen.rules.names[self.seen.player]

    def degree(self, formula: str) -> float:
        """The agent's degree of belief in a formula."""
        table = who_knows_what(self.seen.rules.names, self.seen.knowers, self.ladder, self.seen.bid)
        degree = float(self.weight[situation(table).column(formula)].sum())
        note_degrees(self.agent, {formula: degree})
        return degree

    def of_outcomes(self) -> Floats:
        """The agent's degrees of belief in the outcomes, by their indices in the ladder."""
        outcomes = self.ladder.outcomes
        degrees = np.bincount(places_of(self.ladder), self.weight, len(outcomes)).astype(float, copy=False)
        if is_recording():
            formulas = [f"outcome={each}" for each in outcomes]
            note_degrees(self.agent, dict(zip(formulas, degrees.tolist(), strict=True)))
        return degrees

    def expected(self, values: Floats) -> float:
        """The expectation of `values`, an array by world."""
        if is_recording():
            note(f'weights("{self.agent}")', f"{np.count_nonzero(self.weight)} worlds")
        return float(values @ self.weight)


def note_degrees(agent: str, degrees: Mapping[str, float]) -> None:
    """Write an agent's degrees of belief in mutually exclusive atoms to the query log, if one is open."""
    for atom, degree in degrees.items() if is_recording() else ():
        note(atom, f"{degree:.3f}", agent, lambda formula: _weighed(agent, degrees).check(formula))


def _weighed(agent: str, degrees: Mapping[str, float]) -> KripkeModel:
    """A model with a world for each atom, weighted by its degree, and one world for all other cases."""
    shares = {**degrees, "otherwise": 1 - sum(degrees.values())}
    weights = {world: round(share, DIGITS) for world, share in shares.items() if share >= 10**-DIGITS}
    worlds, looks = {world: {world} & {*degrees} for world in weights}, list(weights)
    return KripkeModel.kd45(
        worlds, {agent: [(looks, looks)]}, looks[0], atoms=list(degrees), weights={agent: weights}, threshold=THRESHOLD
    )


VOCABULARY = (*(f"die{die}={value}" for die in DICE for value in FACES), "bluff")
"""Atoms that a query may name even if the agent is sure that they are false."""

DIGITS = 6
FAINT = 0.005  # Habits of answering with less weight than this are left out of the model
THRESHOLD = 0.1  # the agent believes what holds in all worlds with at least this share of the heaviest world's weight


def mind(
    names: tuple[str, ...],
    seat: int,
    tables: Tables,
    standing: int,
    dice: DiceWeights,
    opponents: Mapping[int, Opponent],
) -> KripkeModel:
    """A model whose worlds combine a roll, a habit of the opponent whose bid stands, and a habit of the next player.

    The next player is the one in the next seat, even if they are out. Weights are relative to the heaviest world;
    impossible worlds, and those with a habit of answering that is less likely than `FAINT`, are left out. A world is
    named by the dice in their order, the bidder's habit and the next player's habit, such as ``642 truthful believe``.
    The atoms are ``die1=4`` and so on, ``bluff``, ``bids(2)=truthful`` and ``answers(1)=believe``.

    Parameters
    ----------
    names : tuple of str
        The players' names by seat.
    seat : int
        The agent's seat.
    tables : Tables
        The action probabilities of the habits.
    standing : int
        The index of the standing bid in the ladder plus 1; 0 for none.
    dice : DiceWeights
        The agent's weights of the rolls, with the claim of the standing bid.
    opponents : mapping
        The models of the opponents by seat.
    """
    bidder, bids = "", dice.weight[None]
    if dice.claim is not None:
        bidder = names[dice.claim.bidder]
        bids = dice.joint(opponents[dice.claim.bidder].weights["bids"])
    after = (seat + 1) % len(names)
    answers = opponents[after].weights["answers"]
    joint = bids[:, :, None] * np.where(answers >= FAINT, answers, 0.0)
    lies = ~tables.arrays.reaches[tables.outcome, standing - 1] if standing else np.zeros(len(ROLLS), dtype=np.bool_)
    worlds: dict[str, set[str]] = {}
    weights: dict[str, float] = {}
    for place in np.flatnonzero(dice.weight > 0).tolist():
        roll = ROLLS[place]
        atoms = {f"die{die}={value}" for die, value in enumerate(roll, 1)} | ({"bluff"} if lies[place] else set())
        for habit, way in np.argwhere(joint[:, place] > 0).tolist():
            name = " ".join(["".join(map(str, roll)), *([BIDDING[habit]] if bidder else []), CALLING[way]])
            claimed = {f"bids({bidder})={BIDDING[habit]}"} if bidder else set()
            worlds[name] = atoms | claimed | {f"answers({names[after]})={CALLING[way]}"}
            weights[name] = max(round(float(joint[habit, place, way] / joint.max()), DIGITS), 10**-DIGITS)
    looks, me = list(worlds), names[seat]
    return KripkeModel.kd45(
        worlds, {me: [(looks, looks)]}, atoms=VOCABULARY, weights={me: weights}, threshold=THRESHOLD
    )
