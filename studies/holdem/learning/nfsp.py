"""Neural fictitious self-play: a best response learned by Q-learning, and the average of its actions.

Heinrich and Silver, "Deep reinforcement learning from self-play in imperfect-information games" (2016). Each player of
each game plays the best response with probability `ANTICIPATION`, otherwise the average policy. The actions of the best
response go to a reservoir, from which the average policy learns by imitation. One pair of networks plays all seats.
Pyne, Abhichandani and Shrivastava (2023) use this method for hold'em, but do not give the sizes of memories, the step
sizes and the exploration rate, so they were chosen here.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from games.holdem.agents.brain.inputs import PLAYER, WIDTHS, inputs
from games.holdem.agents.brain.network import Layers, forward, masked_softmax
from studies.holdem.learning.actor_critic import layered
from studies.holdem.learning.table_play import Moment, drawn, play
from studies.holdem.learning.weights import ILLEGAL, fresh

GAMES, ALL_GAMES = 250, 85_000  # games of a round, and of the whole training as in Pyne and others (2023)
ANTICIPATION, EXPLORATION = 0.1, 0.06
"""The probability of the best response, and its initial exploration rate, which falls to 0."""
MEMORY, RESERVOIR = 200_000, 200_000
BATCH, STEPS = 256, 64  # Decisions of a step, and steps of each network after a round
RATE = 1e-3
TARGET_EVERY = 5  # number of rounds between updates of the target network
UNIT = 10.0  # Payoffs are learned in units of ten big blinds
BITS = "bits"


class Memory(NamedTuple):
    """A ring buffer of decisions, each with the player's next decision or, if it is the last one, with the payoff.

    `seen` and `next_seen` are inputs of the network, packed as bits. `next_legal` is False everywhere for the last
    decision of a game. `count` is the number of decisions added so far.
    """

    seen: Any
    legal: Any
    action: Any
    paid: Any
    next_seen: Any
    next_legal: Any
    count: Any


class Reservoir(NamedTuple):
    """A uniform sample of the actions of the best response; `count` is the number of actions added so far."""

    seen: Any
    legal: Any
    action: Any
    count: Any


class Learner(NamedTuple):
    """The state of a training run: networks, optimisers, memories, and the number of finished rounds.

    `values` is the network of the best response, `target` an earlier copy of it, and `average` the average policy.
    """

    values: Any
    target: Any
    average: Any
    steps: Any
    average_steps: Any
    memory: Memory
    reservoir: Reservoir
    number: Any


OPTIMISER = optax.adam(RATE)
PACKED = WIDTHS[BITS] // 8


def begun(seed: int) -> Learner:
    """A learner with random layers and empty memories."""
    rng = np.random.default_rng(seed)
    values, average = (fresh(rng, WIDTHS[BITS], 4) for _ in range(2))
    memory = Memory(*_empty(MEMORY), np.zeros(MEMORY, np.float32), *_empty(MEMORY)[:2], np.array(0))
    reservoir = Reservoir(*_empty(RESERVOIR), np.array(0))
    steps = OPTIMISER.init(values), OPTIMISER.init(average)
    return Learner(values, values, average, *steps, memory, reservoir, np.array(0))


def _empty(size: int) -> tuple[Any, Any, Any]:
    return np.zeros((size, PACKED), np.uint8), np.zeros((size, 4), np.bool_), np.zeros(size, np.int32)


class _Recorder:
    """A player that plays at all seats and stores its decisions.

    A seat plays by the best response or by the average policy for a whole game.
    """

    def __init__(self, learner: Learner, responds: Any, exploration: float) -> None:
        self.values, self.average = _plain(learner.values), _plain(learner.average)
        self.responds, self.exploration = responds, exploration
        self.kept: list[tuple[Any, ...]] = []

    def act(self, moment: Moment) -> Any:
        """Draw and record actions, of the best response where `responds` is True, else of the average policy."""
        seen, seat = inputs(moment.tables, moment.games, moment.shares, BITS), moment.tables[moment.games, PLAYER]
        responds = self.responds[moment.games, seat]
        best = np.where(moment.legal, forward(self.values, seen), ILLEGAL).argmax(axis=1)
        greedy = np.zeros_like(moment.legal, np.float64)
        greedy[np.arange(len(best)), best] = 1 - self.exploration
        greedy += self.exploration * moment.legal / moment.legal.sum(axis=1, keepdims=True)
        average = masked_softmax(forward(self.average, seen), moment.legal)
        action = drawn(np.where(responds[:, None], greedy, average), moment.chances)
        packed = np.packbits(seen.astype(np.bool_), axis=1)
        self.kept.append((moment.games, seat, packed, moment.legal, action.astype(np.int32), responds))
        return action


def improved(learner: Learner, seed: int, done: float) -> tuple[Learner, dict[str, float]]:
    """The learner after a round; see `studies.holdem.learning.actor_critic.improved`."""
    rng = np.random.default_rng(seed)
    recorder = _Recorder(learner, rng.random((GAMES, 3)) < ANTICIPATION, EXPLORATION * (1 - done))
    seeds = rng.integers(0, 2**63, GAMES, np.uint64)
    paid, _ = play([recorder], np.zeros((GAMES, 3), np.int64), seeds)
    games, seats, *rest = (np.concatenate(each) for each in zip(*recorder.kept, strict=True))
    memory = _remembered(learner.memory, games, seats, rest, paid)
    reservoir = _sampled(learner.reservoir, rest, rng)
    values, average, steps, average_steps, losses = _learned(
        (learner.values, learner.average, learner.steps, learner.average_steps),
        learner.target,
        _part(memory, rng.integers(0, min(int(memory.count), MEMORY), (STEPS, BATCH))),
        _part(reservoir, rng.integers(0, max(1, min(int(reservoir.count), RESERVOIR)), (STEPS, BATCH))),
    )
    number = int(learner.number) + 1
    target = values if number % TARGET_EVERY == 0 else learner.target
    updated = Learner(values, target, average, steps, average_steps, memory, reservoir, np.array(number))
    return updated, {"values' error": float(losses[0]), "imitation": float(losses[1])}


def _plain(layers: Any) -> Layers:
    return tuple(map(np.asarray, layers))


def _remembered(memory: Memory, games: Any, seats: Any, rest: list[Any], paid: Any) -> Memory:
    """The ring buffer after adding the round's decisions, each with the next decision of the same player."""
    packed, legal, action, _ = rest
    keys = games * 3 + seats
    order = np.argsort(keys, kind="stable")
    last = np.append(keys[order][1:] != keys[order][:-1], True)
    after = np.append(order[1:], 0)
    place = (int(memory.count) + np.arange(len(order))) % MEMORY
    updated = Memory(*(each.copy() for each in map(np.asarray, memory)))
    updated.seen[place], updated.legal[place], updated.action[place] = packed[order], legal[order], action[order]
    updated.paid[place] = np.where(last, paid[games[order], seats[order]] / UNIT, 0)
    updated.next_seen[place] = packed[after]
    updated.next_legal[place] = np.where(last[:, None], False, legal[after])
    return updated._replace(count=np.array(int(memory.count) + len(order)))


def _sampled(reservoir: Reservoir, rest: list[Any], rng: np.random.Generator) -> Reservoir:
    """The reservoir after a round: a uniform sample of all actions of the best response so far."""
    packed, legal, action, responds = rest
    new = np.flatnonzero(responds)
    numbers = int(reservoir.count) + np.arange(len(new))
    place = np.where(numbers < RESERVOIR, numbers, (rng.random(len(new)) * (numbers + 1)).astype(np.int64))
    kept = place < RESERVOIR
    updated = Reservoir(*(each.copy() for each in map(np.asarray, reservoir)))
    for array, given in zip(updated, (packed, legal, action), strict=False):
        array[place[kept]] = given[new][kept]
    return updated._replace(count=np.array(int(reservoir.count) + len(new)))


def _part(memory: Any, which: Any) -> tuple[Any, ...]:
    return tuple(each[which] for each in memory[:-1])


def _unpacked(packed: Any) -> Any:
    return jnp.unpackbits(packed, axis=-1).astype(jnp.float32)


@jax.jit
def _learned(networks: Any, target: Any, decisions: Any, imitated: Any) -> Any:
    """The networks and optimisers after training on these decisions, and the mean losses."""

    def step(now: Any, parts: Any) -> tuple[Any, Any]:
        values, average, steps, average_steps = now
        error, slope = jax.value_and_grad(partial(_surprise, target=target))(values, parts[0])
        missed, other = jax.value_and_grad(_imitation)(average, parts[1])
        change, steps = OPTIMISER.update(slope, steps)
        other_change, average_steps = OPTIMISER.update(other, average_steps)
        layers = optax.apply_updates(values, change), optax.apply_updates(average, other_change)
        return (*layers, steps, average_steps), (error, missed)

    updated, losses = jax.lax.scan(step, networks, (decisions, imitated))
    return (*updated, jax.tree.map(jnp.mean, losses))


def _surprise(values: Any, part: Any, target: Any) -> Any:
    seen, _, action, paid, next_seen, next_legal = part
    after = jnp.where(next_legal, layered(target, _unpacked(next_seen)), ILLEGAL).max(axis=1)
    wanted = paid + jnp.where(next_legal.any(axis=1), after, 0)
    predicted = jnp.take_along_axis(layered(values, _unpacked(seen)), action[:, None], 1)[:, 0]
    return optax.huber_loss(predicted, wanted).mean()


def _imitation(average: Any, part: Any) -> Any:
    seen, legal, action = part
    logs = jax.nn.log_softmax(jnp.where(legal, layered(average, _unpacked(seen)), ILLEGAL))
    return -jnp.take_along_axis(logs, action[:, None], 1).mean()
