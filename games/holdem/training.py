"""What `whoknows train holdem` does: networks learn by self-play."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from games.core.errors import GameError
from games.holdem.agents.brain import network_of
from games.holdem.learning.table_play import NetworkPlayer
from games.playing.courses import Course
from logic.errors import did_you_mean, shorten

COURSES = {"ac": "shares", "ac-cards": "cards", "ac-bits": "bits", "nfsp": "bits", "exploiter": "shares"}
"""Name -> the network's input: actor-critic with three inputs, neural fictitious self-play as in the source, and an
actor-critic that learns to win against two shipped networks, which do not learn."""
ROUNDS, EXPLOITING = 1_500, 300
"""Rounds of actor-critic self-play, three million games, and of an exploiter."""
EXPLOITED = "ac-1"
"""The shipped network against which the exploiter plays, and from which it begins."""


def course(agent: str, seed: int, out: Path, made_by: str) -> Course:
    """A training, at its beginning or where a checkpoint left it.

    Parameters
    ----------
    agent : str
        One of `COURSES`; empty for the first.
    seed : int
        Of all chance.
    out : Path
        The file of weights to write; the checkpoint is beside it.
    made_by : str
        The command, for the file.

    Raises
    ------
    GameError
        If there is no such training, JAX is missing, or the checkpoint is of another training.
    """
    agent = agent or next(iter(COURSES))
    if agent not in COURSES:
        raise GameError(f"agent {shorten(repr(agent))}: no such learner{did_you_mean(agent, COURSES)}")
    try:
        from games.holdem.learning import actor_critic, nfsp
        from games.holdem.learning.course import LearningCourse
    except ImportError as error:
        raise GameError(f"training needs JAX and optax: pip install 'whoknows[learn]' ({error})") from None
    inputs = COURSES[agent]
    about = {"agent": agent, "inputs": inputs, "seed": seed}
    if agent == "nfsp":
        about["rounds"] = nfsp.ALL_GAMES // nfsp.GAMES
        return LearningCourse(
            about, nfsp.begun(seed), nfsp.improved, lambda state: state.average, nfsp.GAMES, out, made_by
        )
    frozen = network_of(EXPLOITED) if agent == "exploiter" else None
    player = None if frozen is None else NetworkPlayer(frozen)
    improved = partial(actor_critic.improved, inputs=inputs, others=player)
    return LearningCourse(
        about | {"rounds": ROUNDS if frozen is None else EXPLOITING},
        actor_critic.begun(inputs, seed, frozen),
        lambda state, number, done: improved(state, seed=number, done=done),
        lambda state: state.average,
        actor_critic.GAMES,
        out,
        made_by,
        None if player is None else {EXPLOITED: player},
    )
