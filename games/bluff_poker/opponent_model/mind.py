"""The learner's mind as a Kripke model: rolls, how the bidder bids, how the next one answers, with weights."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from games.bluff_poker.actions import DICE
from games.bluff_poker.duel.duel import Floats
from games.bluff_poker.opponent_model.habits import BIDDING, CALLING
from games.bluff_poker.outcomes import FACES, ROLLS
from kripke.models.kripke_model import KripkeModel

if TYPE_CHECKING:
    from games.bluff_poker.opponent_model.learner import Learner

VOCABULARY = (*(f"die{die}={value}" for die in DICE for value in FACES), "bluff")
"""What can be asked even where she is sure that it is not so."""

DIGITS = 6
FAINT = 0.005
"""How others answer is left out of the model where it has less weight than this."""
THRESHOLD = 0.1
"""She believes what holds in all worlds that have this share of the heaviest one's weight."""


def mind(hers: Learner) -> KripkeModel:
    """Worlds: roll x habit of the bidder, where another's bid stands x habit of who answers after her.

    Weights are relative to the heaviest world; what she holds impossible is left out. A world is named by the dice in
    their order, how they were bid, and how the next one answers, such as ``642 truthful believe``. The atoms are
    ``die1=4`` and so on, ``bluff``, ``bids(2)=truthful`` and ``answers(1)=believe``.
    """
    me, rolls = hers.rules.names[hers.seat], _rolls(hers)
    bidder, bids = _bidder(hers)
    answerer, answers = _answerer(hers)
    joint = bids[:, :, None] * answers
    worlds: dict[str, set[str]] = {}
    weights: dict[str, float] = {}
    heaviest = joint.max()
    for (roll, atoms), habit, way in product(rolls.items(), range(len(bids)), range(len(answers))):
        share = joint[habit, ROLLS.index(roll), way]
        if share > 0:
            name = " ".join(["".join(map(str, roll)), *([BIDDING[habit]] if bidder else []), CALLING[way]])
            worlds[name] = atoms | ({f"bids({bidder})={BIDDING[habit]}"} if bidder else set())
            worlds[name].add(f"answers({answerer})={CALLING[way]}")
            weights[name] = max(round(float(share / heaviest), DIGITS), 10**-DIGITS)
    everything = list(worlds)
    looks = {me: [(everything, everything)]}
    return KripkeModel.kd45(worlds, looks, atoms=VOCABULARY, weights={me: weights}, threshold=THRESHOLD)


def _rolls(hers: Learner) -> dict[tuple[int, ...], set[str]]:
    """The rolls that she holds possible, with what is true of the dice there."""
    found: dict[tuple[int, ...], set[str]] = {}
    lies = ~hers.tables.arrays.reaches[hers.tables.outcome, hers.standing - 1]
    for number in np.flatnonzero(hers.cup.weight > 0).tolist():
        atoms = {f"die{die}={value}" for die, value in enumerate(ROLLS[number], 1)}
        found[ROLLS[number]] = atoms | ({"bluff"} if hers.standing and lies[number] else set())
    return found


def _bidder(hers: Learner) -> tuple[str, Floats]:
    """Who has bid, and the joint weights of her habits and the rolls; nobody, and the weights of the rolls."""
    claim = hers.cup.claim
    if claim is None:
        return "", hers.cup.weight[None]
    return hers.rules.names[claim.bidder], hers.cup.joint(hers.opponents[claim.bidder].weights["bids"])


def _answerer(hers: Learner) -> tuple[str, Floats]:
    seat = (hers.seat + 1) % hers.rules.players
    weights = hers.opponents[seat].weights["answers"]
    return hers.rules.names[seat], np.where(weights >= FAINT, weights, 0.0)
