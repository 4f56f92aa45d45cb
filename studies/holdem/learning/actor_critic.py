"""Actor-critic self-play: clipped policy gradients with a pull towards a magnet, and a critic that sees all cards.

The policy plays all seats, or some of them against players that do not learn. The critic is used only in training; it
sees all cards, so the luck of the deal adds no noise to the gradients. The loss is that of PPO (Schulman and others,
"Proximal policy optimization algorithms", 2017) plus the divergence from a magnet, the uniform policy over legal
actions, with a decreasing weight: magnetic mirror descent (Sokota and others, ICLR 2023) with a temperature.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from games.holdem.agents.brain.inputs import WIDTHS
from games.holdem.agents.brain.network import Network
from studies.holdem.learning.trajectories import CRITIC, Against, Decisions, Schedule, self_play
from studies.holdem.learning.weights import ILLEGAL, fresh

GAMES = 2_048  # Games of a round of self-play
EPOCHS, PARTS = 2, 6  # passes over the decisions of a round, and gradient steps in each pass
CRITIC_HIDDEN = 64
CLIP, TRACE = 0.2, 0.9  # the bound of a change of probability, and lambda of the advantage estimate


class Learner(NamedTuple):
    """The state of a training run.

    Attributes
    ----------
    policy, critic, steps : tuples of arrays, state of Optax
        The layers of the networks, and the state of the optimiser.
    average : tuple of arrays
        The layers of the mean policy so far, which is the result.
    number : array
        The number of finished rounds.
    """

    policy: Any
    critic: Any
    steps: Any
    average: Any
    number: Any


OPTIMISER = optax.inject_hyperparams(optax.adam)(learning_rate=1.0)


def begun(inputs: str, seed: int, start: Network | None, against: Against, hidden: int) -> Learner:
    """A new learner, with random layers or with the policy of a network."""
    rng = np.random.default_rng(seed)
    policy = fresh(rng, WIDTHS[inputs], 4, hidden)
    critic = fresh(rng, CRITIC + len(against.players), 1, CRITIC_HIDDEN)
    policy = policy if start is None else start.layers
    return Learner(policy, critic, OPTIMISER.init((policy, critic)), policy, np.array(0))


def improved(
    learner: Learner, network: Network, seed: int, done: float, schedule: Schedule, against: Against
) -> tuple[Learner, dict[str, float]]:
    """The learner after a round of self-play; a pure function of the arguments.

    Parameters
    ----------
    network : Network
        A network with the same inputs and channel (inputs about a partner) as the policy; its layers are not used.
    done : float
        The fraction of the training run that is done, from 0 to 1.

    Returns
    -------
    Learner, dict
        The learner, and statistics of the round.
    """
    rng = np.random.default_rng(seed)
    seeds = rng.integers(0, 2**63, GAMES, np.uint64)
    policy = replace(network, layers=tuple(map(np.asarray, learner.policy)))
    decisions, _ = self_play(policy, tuple(map(np.asarray, learner.critic)), seeds, TRACE, against)
    # in each pass the decisions have a random order; they are truncated or repeated to the same number in each round
    order = [np.resize(rng.permutation(len(decisions.action)), schedule.decisions) for _ in range(EPOCHS)]
    parts = decisions.take(np.reshape(order, (EPOCHS * PARTS, -1)))
    layers, critic, steps, losses = _learned(
        learner[:3], parts, _between(schedule.magnet, done), _between(schedule.rate, done)
    )
    entropy, error = (float(each) for each in losses)
    number = int(learner.number) + 1
    kept = min(schedule.averaged, 1 - 1 / number)
    average = tuple(kept * old + (1 - kept) * np.asarray(new) for old, new in zip(learner.average, layers, strict=True))
    updated = Learner(layers, critic, steps, tuple(each.astype(np.float32) for each in average), np.array(number))
    return updated, {"entropy": entropy, "critic's error": error, "decisions": float(len(decisions.action))}


def _between(ends: tuple[float, float], done: float) -> float:
    """The geometric interpolation between the first and the last value."""
    return float(ends[0] * (ends[1] / ends[0]) ** done)


@jax.jit
def _learned(now: Any, parts: Any, magnet: Any, rate: Any) -> Any:
    """The policy, critic and optimiser after a gradient step on each part in order, and statistics of the steps."""
    policy, critic, steps = now
    steps.hyperparams["learning_rate"] = jnp.asarray(rate, jnp.float32)

    def step(before: Any, part: Any) -> tuple[Any, Any]:
        layers, steps = before
        gradients, figures = jax.grad(partial(_loss, magnet=magnet), has_aux=True)(layers, part)
        changes, steps = OPTIMISER.update(gradients, steps)
        return (optax.apply_updates(layers, changes), steps), figures

    (layers, steps), figures = jax.lax.scan(step, ((policy, critic), steps), Decisions(*parts))
    return (*layers, steps, jax.tree.map(jnp.mean, figures))


def _loss(layers: Any, part: Decisions, magnet: Any) -> tuple[Any, Any]:
    policy, critic = layers
    values = jnp.where(part.legal, layered(policy, part.seen), ILLEGAL)
    logs = jax.nn.log_softmax(values)
    log = jnp.take_along_axis(logs, part.action[:, None], 1)[:, 0]
    ratio = jnp.exp(log - jnp.log(part.chance))
    advantage = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-6)
    gained = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -(jnp.exp(logs) * jnp.where(part.legal, logs, 0)).sum(1)
    away = (jnp.log(part.legal.sum(1)) - entropy).mean()
    error = jnp.square(layered(critic, part.all_seen)[:, 0] - part.target).mean()
    return -gained + magnet * away + 0.05 * error, (entropy.mean(), error)


def layered(layers: Any, seen: Any) -> Any:
    """The forward pass of `games.holdem.agents.brain.network`, in JAX for gradients."""
    for weights, bias in ((layers[0], layers[1]), (layers[2], layers[3])):
        seen = jax.nn.relu(seen @ weights + bias)
    return seen @ layers[4] + layers[5]
