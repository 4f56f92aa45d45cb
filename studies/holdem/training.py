"""Training for `whoknows train holdem`: networks that learn by self-play, or against a fixed network."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from games.core.errors import GameError
from games.holdem.agents.brain.agent import network_of
from games.holdem.agents.brain.network import Network
from logic.errors import did_you_mean, shorten
from studies.holdem.learning.table_play import NetworkPlayer
from studies.holdem.learning.trajectories import (
    LEAGUES,
    OF_A_LEAGUE,
    OF_A_PAIR,
    OF_ONE_SEAT,
    SELF_PLAY,
    Against,
    Schedule,
)
from studies.holdem.learning.weights import HIDDEN, padded
from studies.training import Course

TRAINS = "networks that play"
EXPLOITED = "ac-1"  # the shipped network from which the exploiter begins, and against which it plays
BRAIN_1 = "ac-cards-1"
"""Brain 1, the opponent of pairs. `ac-1` is too weak: by always raising, each partner wins 1.3 big blinds."""
WITH_BITS = "ac-bits-1"  # the opponent of pairs with the inputs ``bits``
OF_LEAGUE = "league-cards-1"
"""Another opponent of pairs, stronger against rule players. Partners without a channel win 0.16 big blinds each."""


class Training(NamedTuple):
    """A training setup: the inputs, the opponents and the reward.

    Attributes
    ----------
    learners : int
        The number of seats that learn.
    against : str
        The shipped network from which the training starts; it also plays the other seats. Or one of
        `studies.holdem.learning.trajectories.LEAGUES`, whose players have the other two seats in some of the games.
    channel : str
        The kind of inputs about the partner, if two seats learn.
    hidden : int
        The number of nodes of each hidden layer, if the training does not start from a shipped network.
    """

    inputs: str
    rounds: int = 1_500
    learners: int = 3
    against: str = ""
    channel: str = "none"
    reward: str = "own"
    schedule: Schedule = SELF_PLAY
    hidden: int = HIDDEN


def _league(inputs: str, partners: str = "league") -> Training:
    return Training(inputs, 500, 1, partners, schedule=OF_A_LEAGUE, hidden=128)


PAIR_ROUNDS = {"shared": 600, "source": 80, "own": 600}
PAIRS = {
    f"{name}-{channel}-{reward}": Training(inputs, PAIR_ROUNDS[reward], 2, brain, channel, reward, OF_A_PAIR)
    for name, inputs, brain in (
        ("pair", "cards", BRAIN_1),
        ("pair-bits", "bits", WITH_BITS),
        ("pair-league", "cards", OF_LEAGUE),
    )
    for reward in ("shared", "source", "own")
    for channel in ("cards", "raises", "none")
    if reward != "own" or channel == "none"
}
"""Training setups of two seats, by name. Networks without a channel are controls: they exploit, but do not collude."""
COURSES = {
    "ac": Training("shares", against="random"),
    "ac-cards": Training("cards", against="random"),
    "ac-bits": Training("bits", against="random"),
    "nfsp": Training("bits"),
    "exploiter": Training("shares", 300, 1, EXPLOITED, schedule=OF_ONE_SEAT),
    "exploiter-of-league": Training("shares", 300, 1, "league-1", schedule=OF_ONE_SEAT),
    "league": _league("shares"),
    "league-tested": _league("shares", "league-tested"),
    "league-cards": _league("cards"),
    "league-bits": _league("bits"),
    **PAIRS,
}
"""Training setups by name: actor-critic self-play with three kinds of inputs, neural fictitious self-play, one seat
against a fixed network at both other seats, self-play mixed with games against players of `LEAGUES`, and pairs
against a fixed network."""


def course(agent: str, seed: int, out: Path, made_by: str) -> Course:
    """A training run with the training setup `agent`, new or continued from a checkpoint.

    Raises
    ------
    GameError
        If there is no such training setup, JAX is not installed, or the checkpoint belongs to another setup.
    """
    agent = agent or next(iter(COURSES))
    if agent not in COURSES:
        raise GameError(f"agent {shorten(repr(agent))}: no such learner{did_you_mean(agent, COURSES)}")
    try:
        from studies.holdem.learning import nfsp
        from studies.holdem.learning.course import LearningCourse
    except ImportError as error:
        raise GameError(f"training needs JAX and optax: pip install 'whoknows[learn]' ({error})") from None
    about = {"agent": agent, "inputs": COURSES[agent].inputs, "seed": seed}
    if agent == "nfsp":
        about["rounds"] = nfsp.ALL_GAMES // nfsp.GAMES
        return LearningCourse(
            about, nfsp.begun(seed), nfsp.improved, lambda state: state.average, nfsp.GAMES, out, made_by
        )
    return _actor_critic(COURSES[agent], about, out, made_by)


def _actor_critic(training: Training, about: dict[str, object], out: Path, made_by: str) -> Course:
    from studies.holdem.learning import actor_critic
    from studies.holdem.learning.course import LearningCourse

    start, others, against = None, None, LEAGUES.get(training.against)
    if against is None:
        frozen = network_of(training.against)
        player, start = NetworkPlayer(frozen), padded(frozen, training.channel)
        against, others = Against((player,), training.learners, training.reward), {training.against: player}
        about |= {"channel": training.channel} if training.channel != "none" else {}
    shape = Network(training.inputs, (), channel=training.channel)
    improved = partial(actor_critic.improved, network=shape, schedule=training.schedule, against=against)
    return LearningCourse(
        about | {"rounds": training.rounds},
        actor_critic.begun(training.inputs, int(str(about["seed"])), start, against, training.hidden),
        lambda state, number, done: improved(state, seed=number, done=done),
        lambda state: state.average,
        actor_critic.GAMES,
        out,
        made_by,
        others,
        pair=training.learners == 2,
    )
