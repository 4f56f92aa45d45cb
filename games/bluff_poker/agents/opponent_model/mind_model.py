"""The learner's mind as a Kripke model: rolls, how the bidder bids, how the next player answers, with weights."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

import numpy as np

from games.bluff_poker.actions import DICE
from games.bluff_poker.agents.opponent_model.dice_weights import DiceWeights
from games.bluff_poker.agents.opponent_model.habits import BIDDING, CALLING, Tables
from games.bluff_poker.agents.opponent_model.opponents import Opponent
from games.bluff_poker.agents.opponent_model.raises_duel import Floats
from games.bluff_poker.outcomes import FACES, ROLLS
from kripke.models.kripke_model import KripkeModel

VOCABULARY = (*(f"die{die}={value}" for die in DICE for value in FACES), "bluff")
"""Atoms that can be asked even if the agent is sure that they are false."""

DIGITS = 6
FAINT = 0.005
"""Habits of answering with less weight than this are left out of the model."""
THRESHOLD = 0.1
"""The agent believes what holds in all worlds with at least this share of the heaviest world's weight."""


class Thoughts(NamedTuple):
    """What the agent thinks of the dice and of the otthoughts.

    Attributes
    ----------
    names : tuple of str
        The players by seat.
    seat : int
        The agent's.
    tables : Tables
        What players of each habit do.
    standing : int
        The place of the standing bid in the ladder plus 1; 0 for none.
    dice : DiceWeights
        The weights of the rolls.
    opponents : mapping
        Seat -> what the agent thinks of the player.
    """

    names: tuple[str, ...]
    seat: int
    tables: Tables
    standing: int
    dice: DiceWeights
    opponents: Mapping[int, Opponent]


def mind(thoughts: Thoughts) -> KripkeModel:
    """Worlds: roll x habit of the bidder, if another's bid stands x habit of the player who answers next.

    Weights are relative to the heaviest world; what the agent considers impossible is left out. A world is named by the
    dice in their order, how they were bid, and how the next player answers, such as ``642 truthful believe``. The atoms
    are ``die1=4`` and so on, ``bluff``, ``bids(2)=truthful`` and ``answers(1)=believe``.
    """
    me, rolls = thoughts.names[thoughts.seat], _rolls(thoughts)
    bidder, bids = _bidder(thoughts)
    answerer, answers = _answerer(thoughts)
    joint = bids[:, :, None] * answers
    worlds: dict[str, set[str]] = {}
    weights: dict[str, float] = {}
    heaviest = joint.max()
    for (place, atoms), habit, way in product(rolls.items(), range(len(bids)), range(len(answers))):
        share = joint[habit, place, way]
        if share > 0:
            name = " ".join(["".join(map(str, ROLLS[place])), *([BIDDING[habit]] if bidder else []), CALLING[way]])
            worlds[name] = atoms | ({f"bids({bidder})={BIDDING[habit]}"} if bidder else set())
            worlds[name].add(f"answers({answerer})={CALLING[way]}")
            weights[name] = max(round(float(share / heaviest), DIGITS), 10**-DIGITS)
    everything = list(worlds)
    looks = {me: [(everything, everything)]}
    return KripkeModel.kd45(worlds, looks, atoms=VOCABULARY, weights={me: weights}, threshold=THRESHOLD)


def _rolls(thoughts: Thoughts) -> dict[int, set[str]]:
    """The places in `ROLLS` of what the agent considers possible, with the atoms that are true there."""
    found: dict[int, set[str]] = {}
    lies = ~thoughts.tables.arrays.reaches[thoughts.tables.outcome, thoughts.standing - 1]
    for number in np.flatnonzero(thoughts.dice.weight > 0).tolist():
        atoms = {f"die{die}={value}" for die, value in enumerate(ROLLS[number], 1)}
        found[number] = atoms | ({"bluff"} if thoughts.standing and lies[number] else set())
    return found


def _bidder(thoughts: Thoughts) -> tuple[str, Floats]:
    """The bidder, and the joint weights of their habits and the rolls; no bidder, and the weights of the rolls."""
    claim = thoughts.dice.claim
    if claim is None:
        return "", thoughts.dice.weight[None]
    return thoughts.names[claim.bidder], thoughts.dice.joint(thoughts.opponents[claim.bidder].weights["bids"])


def _answerer(thoughts: Thoughts) -> tuple[str, Floats]:
    seat = (thoughts.seat + 1) % len(thoughts.names)
    weights = thoughts.opponents[seat].weights["answers"]
    return thoughts.names[seat], np.where(weights >= FAINT, weights, 0.0)
