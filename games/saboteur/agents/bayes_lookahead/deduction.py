"""An agent's Bayesian inference about the roles and the gold: worlds weighted by the likelihood of acts.

The epistemic model has a world for each distribution of roles, as in `threshold_belief.beliefs`. Only `Likelihood`
updates change the weights; only the ratios of weights within an information state count. The gold is not in the model:
a separate array has the probability of each goal given each role world. The weights of the worlds and this array
together are a joint distribution, so a lie about a goal counts as evidence when the goal is seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from games.knowing.queries import degree
from games.saboteur.agents.threshold_belief.beliefs import Roles, saboteur_matrix, start_model
from games.saboteur.agents.threshold_belief.chart import Settings
from games.saboteur.agents.threshold_belief.public_acts import Known
from games.saboteur.observe import Observation
from games.saboteur.tunnels.cards import GOAL_FACES
from kripke.change.actions.evidence import Likelihood
from kripke.models.kripke_model import KripkeModel
from logic.formula import Formula
from logic.parser import parse


@dataclass(frozen=True)
class Deal:
    """A possible deal of the hidden cards; hands and the deck contain indices of kinds of cards."""

    roles: tuple[bool, ...]  # by seat; True for a saboteur
    faces: tuple[str, ...]  # the faces of the goals, in order
    hands: tuple[tuple[int, ...], ...]  # by seat
    deck: tuple[int, ...]  # in the order of drawing


def sample_deal(observation: Observation, gone: Sequence[int], beliefs: tuple[Any, Any, Any], rng: Random) -> Deal:
    """A random deal of the hidden cards, drawn from the agent's beliefs, which are in the form of `Deduction.roles`.

    `gone` is the number of used cards of each kind.
    """
    saboteurs, shares, places = beliefs
    world = rng.choices(range(len(shares)), shares.tolist())[0]
    chances = [
        chance if face in (None, "gold") else 0.0 for chance, face in zip(places[world], observation.faces, strict=True)
    ]
    gold = rng.choices((1, 2, 3), chances)[0]
    rules = observation.rules
    own = [rules.kinds[name] for name in observation.hand]
    left = np.array([card.copies for card in rules.cards]) - np.array(gone)
    for kind in own:
        left[kind] -= 1
    pool = np.repeat(np.arange(len(left)), np.maximum(left, 0)).tolist()
    rng.shuffle(pool)
    hands = [
        tuple(own) if seat == observation.player else tuple(pool.pop() for _ in range(count))
        for seat, count in enumerate(observation.hands)
    ]
    deck = tuple(pool.pop() for _ in range(observation.left))
    stones = [face for face in GOAL_FACES if face != "gold" and face not in observation.faces]
    rng.shuffle(stones)
    faces = tuple("gold" if goal == gold else face or stones.pop() for goal, face in enumerate(observation.faces, 1))
    return Deal(tuple(saboteurs[world].tolist()), faces, tuple(hands), deck)


DIGITS = 9  # number of decimals to which weights are rounded; otherwise they get longer with every act
SAME = 1e-12  # Chances that differ by less are equal
Pair = tuple[str, str | None]  # the actor of an act, and the other player whose tool it breaks or repairs, if any
UNIT = 10**6  # Chances are rounded to multiples of 1/UNIT of the greatest
BELIEVED = Fraction(1, 2)
"""With n worlds, a world is believed if its weight is at least this multiple of 1/n. Not tuned."""


class Deduction:
    """One agent's beliefs about roles and gold."""

    def __init__(self, owner: str, names: Sequence[str], worlds: Sequence[Roles], saboteur: bool) -> None:
        self.owner, self.names, self.worlds, self.saboteur = owner, tuple(names), tuple(worlds), saboteur
        self.saboteurs = saboteur_matrix(self.names, self.worlds).astype(np.bool_)
        even = Fraction(1, len(worlds))
        settings = Settings(start=even, threshold=BELIEVED * even)
        self._model = start_model(owner, self.names, self.worlds, saboteur, settings)
        self._own = np.full((len(worlds), 3), 1 / 3)
        self._waiting = np.ones(len(worlds))
        self._possible = np.ones(3, dtype=np.bool_)
        self._acts: list[tuple[Pair, Any]] = []
        self._hints: list[tuple[Pair, Any]] = []
        self._heard = dict.fromkeys(names, 0)
        self._mine = self.saboteurs[:, self.names.index(owner)] == saboteur
        self.view = f"w{int(np.flatnonzero(self._mine)[0]) + 1}"

    @property
    def model(self) -> KripkeModel:
        """The model, with a relation, current weights and a threshold for each player, and atoms ``saboteur(bob)``."""
        for name in self.names:
            self._settle(name)
        return self._model

    @property
    def own_model(self) -> KripkeModel:
        """The model with the owner's current weights; those of other agents may be older. Cheaper than `model`."""
        self._settle(self.owner)
        return self._model

    def learn(self, likelihood: Any, actor: str, target: str | None = None) -> None:
        """Update the beliefs of all players except the actor after an act.

        `likelihood` is an array of worlds x goals, as from `ActLikelihoods.likelihood`. The agent does not know which
        goals others have seen. So for the others' beliefs, the likelihood of the act is averaged over all goals that
        may hold the gold by public information, and over the roles of the players who are not involved.
        """
        if actor != self.owner:
            chances, self._own = _bayes(self._own, likelihood)
            self._waiting *= chances
        pair = actor, target if target != actor else None
        self._acts.append((pair, likelihood))
        self._hints.append((pair, self._by_roles(pair, likelihood)))

    def learn_goals(self, known: Known, public: bool) -> None:
        """Make the contents of goals certain for the owner of these beliefs and, with `public`, for everybody."""
        possible = np.array([known.get(goal, "gold") == "gold" for goal in (1, 2, 3)])
        chances, self._own = _bayes(self._own, possible[None].astype(np.float64))
        self._waiting *= chances
        if public and (possible != self._possible).any():
            before = [self._by_roles(*act) for act in self._acts]
            self._possible = possible
            for (pair, likelihood), old in zip(self._acts, before, strict=True):
                self._hints.append((pair, self._by_roles(pair, likelihood) / old))

    def roles(self) -> tuple[Any, Any, Any]:
        """For each world that the owner considers possible: roles, degree of belief, chance of gold at each goal."""
        degrees = self.own_model.degrees(self.owner, at=self.view)
        shares = np.array([float(degree) for degree in degrees.values()])
        return self.saboteurs[self._mine], shares, self._own[self._mine]

    def degree(self, player: str) -> float:
        """The owner's degree of belief that the player is a saboteur."""
        return float(degree(self.own_model, self.owner, f"saboteur({player})", at=self.view))

    def gold(self) -> Any:
        """The owner's degree of belief that the gold is at each goal."""
        _, shares, places = self.roles()
        return shares @ places

    def _settle(self, name: str) -> None:
        """Update a player's weights by the evidence since the last update."""
        if name == self.owner:
            if np.ptp(self._waiting[self._mine]) > SAME:
                described = _descriptions(self.names, self.worlds)
                mine = [described[world] for world in np.flatnonzero(self._mine).tolist()]
                chances = list(zip(mine, _parts(self._waiting[self._mine]), strict=True))
                self._model = self._model.update(Likelihood(name, chances)).rounded(DIGITS)
            self._waiting = np.ones(len(self.worlds))
            return
        model = self._model
        for pair, chances in self._hints[self._heard[name] :]:
            if pair[0] != name and np.ptp(chances) > SAME:
                model = model.update(Likelihood(name, list(zip(_of_roles(*pair), _parts(chances), strict=True))))
        self._model = model if model is self._model else model.rounded(DIGITS)
        self._heard[name] = len(self._hints)

    def _by_roles(self, pair: Pair, likelihood: Any) -> Any:
        """The mean likelihood of an act for each combination of roles of the players in `pair`."""
        chances = likelihood[:, self._possible].mean(axis=1)
        guilty = [self.saboteurs[:, self.names.index(name)] for name in pair if name is not None]
        group = guilty[0] * 1 if len(guilty) == 1 else guilty[0] * 2 + guilty[1]
        groups = [group == number for number in range(2 ** len(guilty))]
        return np.array([chances[each].mean() if each.any() else 1.0 for each in groups])


def _bayes(places: Any, likelihood: Any) -> tuple[Any, Any]:
    """The probability of an observation in each world, and the posterior of the gold's place in each world."""
    joint = places * likelihood
    chances = joint.sum(axis=1)
    return chances, np.where(chances[:, None] > 0, joint / np.where(chances > 0, chances, 1)[:, None], places)


@lru_cache(maxsize=64)
def _descriptions(names: tuple[str, ...], worlds: tuple[Roles, ...]) -> tuple[Formula, ...]:
    """For each world, a formula that is true only there."""
    return tuple(
        parse(" & ".join(f"{'' if name in roles else '~'}saboteur({name})" for name in names)) for roles in worlds
    )


@lru_cache(maxsize=1024)
def _of_roles(one: str, other: str | None) -> tuple[Formula, ...]:
    """The formulas for a player's possible roles (miner, saboteur), or for the four pairs of two players' roles."""
    first = f"~saboteur({one})", f"saboteur({one})"
    second = ("",) if other is None else (f" & ~saboteur({other})", f" & saboteur({other})")
    return tuple(parse(a + b) for a in first for b in second)


def _parts(chances: Any) -> list[Fraction]:
    """The chances divided by the largest, as fractions. All are positive, so each world can become likely again."""
    parts = np.maximum(np.rint(chances / chances.max() * UNIT), 1).astype(np.int64).tolist()
    return [Fraction(part, UNIT) for part in parts]
