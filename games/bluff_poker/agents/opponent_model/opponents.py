"""The model of an opponent: weights of their possible habits, updated by likelihoods, and counts of their calls.

Each question (how the player bids, throws, answers) has a Kripke model; its worlds are the habits that the player may
have, which are explained in `habits`. The habit ``strong`` is to play an equilibrium strategy. An action updates the
model as a `Likelihood`: the probability of the action by habit.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from games.bluff_poker.agents.opponent_model.habits import BIDDING, CALLING, ROLLING, Tables, mixed
from games.bluff_poker.agents.opponent_model.lookahead import Person
from games.bluff_poker.agents.opponent_model.throws_duel import Floats
from kripke.change.actions.evidence import Likelihood
from kripke.models.kripke_model import KripkeModel
from logic.clauses import Atom
from logic.formula import Formula

QUESTIONS = {"bids": BIDDING, "throws": ROLLING, "answers": CALLING}
ME = "me"
DIGITS = 6
"""Number of decimals of weights. After an update, a positive weight is at least one unit of the last decimal, so that
the agent notices a change of habits."""
LEAST = 1e-300  # the smallest positive weight during a game, so that no product of likelihoods becomes 0
STALE = 0.03  # the mixture of calls is computed again when a weight or a frequency has moved by more than this
OLDER = 4.0  # the frequency of calls in a wider group of bids counts as this many answers in a narrower group


@lru_cache(maxsize=64)
def said(question: str, habit: str) -> Formula:
    """The atom which says that a player has this habit of bidding, throwing or answering."""
    return Atom(f"{question}={habit}")


@lru_cache(maxsize=64)
def undecided(question: str, strong: float) -> KripkeModel:
    """The model before any observation: the weight of the habit ``strong`` is `strong`, all other weights are equal."""
    habits = QUESTIONS[question]
    others = max((1 - strong) / (len(habits) - 1), 10**-DIGITS) if "strong" in habits else 1 / len(habits)
    weights = {habit: round(strong if habit == "strong" else others, DIGITS) for habit in habits}
    return _believing(question, weights)


def _believing(question: str, weights: Mapping[str, Any]) -> KripkeModel:
    habits = QUESTIONS[question]
    worlds = {habit: {f"{question}={habit}"} for habit in habits}
    return KripkeModel.kd45(worlds, members={ME: [(habits, habits)]}, weights={ME: weights})


class Opponent:
    """The model of one opponent; `strong` is the prior probability that they play an equilibrium strategy."""

    def __init__(self, tables: Tables, strong: float) -> None:
        self.tables = tables
        self._models = {question: undecided(question, strong) for question in QUESTIONS}
        self._gathered: dict[str, Floats] = {question: np.ones(len(habits)) for question, habits in QUESTIONS.items()}
        self.weights = {question: self._weights(question) for question in QUESTIONS}  # of the habits, as arrays
        self.bands = bands(tables)
        size = int(self.bands.max()) + 1
        # how often the player believed and called, by the bands (groups of similar bids) of the earlier bid and the bid
        self.counts: Floats = np.zeros((size, size, 2))
        self._fine = self._smooth()
        self._kept: tuple[Floats, Floats] | None = None

    def learn(self, question: str, chances: Floats) -> None:
        """Update the weights on an observation, given its likelihood for each habit."""
        if chances.max() > 0:
            gathered, before = self._gathered[question] * chances, self.weights[question]
            self._gathered[question] = np.maximum(gathered / gathered.max(), LEAST)
            weights = before * chances
            self.weights[question] = np.maximum(weights / weights.sum(), LEAST * (before > 0))

    def model(self, question: str) -> KripkeModel:
        """The model of the player's habits, updated on all observations so far."""
        gathered, before = self._gathered[question], self._weights(question)
        self._gathered[question] = np.ones(len(gathered))
        was_sure = before[int(gathered.argmax())] > 1 - len(before) * 10**-DIGITS  # rounding would change nothing
        if np.any(gathered != 1) and not was_sure:
            shares = [max(round(float(each), DIGITS), 10**-DIGITS) for each in gathered / gathered.max()]
            pairs = [(said(question, habit), share) for habit, share in zip(QUESTIONS[question], shares, strict=True)]
            self._models[question] = self._models[question].update(Likelihood(ME, pairs)).rounded(DIGITS)
        self.weights[question] = self._weights(question)
        return self._models[question]

    def settle(self) -> None:
        """Update each question's model with all observations so far."""
        for question in QUESTIONS:
            self.model(question)

    def answered(self, standing: int, bid: int, called: bool) -> None:
        """Update on the player's answer to a bid; `standing` is the index of the earlier bid plus 1, 0 for none."""
        before, now = self.bands[standing], self.bands[bid + 1]
        chances = self.tables.calls[:, standing, bid].copy()
        chances[CALLING.index("own")] = self._fine[before, now]
        self.learn("answers", chances if called else 1 - chances)
        self.counts[before, now, int(called)] += 1
        self._fine = self._smooth()

    def _smooth(self) -> Floats:
        """The smoothed frequency of calls, by the bands of the earlier bid and of the answered bid."""
        called, seen = self.counts[:, :, 1], self.counts.sum(axis=2)
        total = (called.sum() + 1) / (seen.sum() + OLDER)
        by_bid = (called.sum(axis=0) + OLDER * total) / (seen.sum(axis=0) + OLDER)
        return np.asarray(np.clip((called + OLDER * by_bid) / (seen + OLDER), 0.005, 0.995))

    def calls(self) -> Floats:
        """For each habit in `CALLING`, earlier bid and standing bid, the probability that the player calls."""
        calls = self.tables.calls.copy()
        calls[CALLING.index("own")] = self._fine[self.bands[:, None], self.bands[None, 1:]]
        return np.asarray(calls)

    def strength(self, question: str) -> float:
        """The degree of belief that the player bids or answers (`question`) by an equilibrium strategy."""
        return float(self.weights[question][QUESTIONS[question].index("strong")])

    def weak(self, question: str) -> Floats:
        """The weights of the habits for a question, given that the player plays no equilibrium strategy."""
        weights = self.weights[question].copy()
        weights[QUESTIONS[question].index("strong")] = 0
        return np.asarray(weights / weights.sum())

    def mixture(self) -> Person:
        """The player's action probabilities, given that no habit is ``strong``; calls are cached, see `STALE`."""
        bids, throws = self.weak("bids").round(2).tolist(), self.weights["throws"].round(2).tolist()
        answers = self.weak("answers")
        signs = np.append(answers, self._fine.ravel())
        if self._kept is None or np.abs(signs - self._kept[0]).max() > STALE:
            self._kept = signs, np.tensordot(answers, self.calls(), 1)
        table = self.tables
        return Person(mixed(table, "bids", tuple(bids)), mixed(table, "throws", tuple(throws)), self._kept[1])

    def save(self) -> dict[str, Any]:
        """The opponent model as JSON values, which `load` restores."""
        exact = {question: self.model(question).weights(ME) for question in QUESTIONS}
        weights = {question: {habit: str(share) for habit, share in by.items()} for question, by in exact.items()}
        return {"weights": weights, "counts": self.counts.tolist()}

    def load(self, memory: Mapping[str, Any]) -> None:
        """Restore what `save` returned."""
        self._models = {question: _believing(question, by) for question, by in memory["weights"].items()}
        self._gathered = {question: np.ones(len(habits)) for question, habits in QUESTIONS.items()}
        self.weights = {question: self._weights(question) for question in QUESTIONS}
        self.counts = np.array(memory["counts"])
        self._fine = self._smooth()

    def _weights(self, question: str) -> Floats:
        held = self._models[question].structure.weights[ME]
        return np.array(held.numerators, dtype=float) / sum(held.numerators)


@lru_cache(maxsize=8)
def bands(tables: Tables) -> Any:
    """For each standing bid, the number of its band, a group of similar bids.

    There is one band for no bid, one for the special bids, and one for the highest bid. The other bids are in seven
    bands, by the chance of a lower roll.
    """
    table = tables.arrays
    lower = np.array([table.chance[table.rank < each].sum() for each in table.rank])
    numbers = 1 + np.minimum((lower * 7).astype(int), 6)
    numbers[table.special] = 8
    numbers[table.rank == table.rank.max()] = 9
    return np.concatenate([[0], numbers])
