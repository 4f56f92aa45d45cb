"""A game as a turn-by-turn environment of PettingZoo (https://pettingzoo.farama.org), with masks of legal actions.

It needs the extra ``rl``. Chance moves are made automatically, from the seed of `reset`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from games.core.errors import GameError, IllegalAction
from games.core.rules import Rules
from games.core.seeds import derive_seed, draw_seed
from games.core.stages import Stage, choices
from games.game import Game
from logic.errors import TooLarge, shorten

Encoder = Callable[[Any], np.ndarray[Any, Any]]


class GameEnvironment(AECEnv):  # type: ignore[misc]  # the library has no types
    """A game for learners: agents are the players' names, and rewards are the returns, given after the last move.

    Parameters
    ----------
    rules : Rules, optional
        The rules with their options; by default ``game.rules()``.
    actions : sequence, optional
        All actions of the game, so that a number always means the same action. By default, number k is the k-th action
        that is legal now, and the numbers are less than `most`. If actions are chosen in stages (`games.core.stages`),
        `actions` has the choices of all stages. An agent then steps once for each choice, and its observation has an
        entry ``chosen`` with the numbers of the choices so far, padded with -1.
    most : int
        The largest number of legal actions or choices at a time, if `actions` is not given.
    space, encode : Box and function of an observation, optional
        The encoding of observations as arrays. By default it is the UTF-8 of the text, padded with zeros.
    width : int
        The largest number of bytes of the text.
    render_mode : "ansi", optional
        `render` returns the observation of the player to move as text.

    Raises
    ------
    TooLarge
        During play, if there are more legal actions or stages, or a longer text, than the spaces allow.
    GameError
        During play, if a legal action is missing in `actions`.
    """

    agent_selection: str
    _left: Sequence[Any]  # the legal actions that begin with the choices so far
    _chosen: list[int]  # the numbers of these choices

    def __init__(
        self,
        game: Game,
        rules: Rules | None = None,
        *,
        actions: Sequence[Any] | None = None,
        most: int = 256,
        space: Box | None = None,
        encode: Encoder | None = None,
        width: int = 4_096,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.rules = game, rules or game.rules()
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.numbers = None if actions is None else {action: number for number, action in enumerate(actions)}
        self.most = most if self.numbers is None else len(self.numbers)
        self.encode = encode or partial(_as_bytes, width)
        self.possible_agents = list(self.rules.names)
        seen = space or Box(0, 255, (width,), np.uint8)
        parts: dict[str, Space[Any]] = {"observation": seen, "action_mask": Box(0, 1, (self.most,), np.int8)}
        if self.rules.stages > 1:
            parts["chosen"] = Box(-1, self.most - 1, (self.rules.stages - 1,), np.int32)
        self._seen: dict[str, Space[Any]] = {name: Dict(parts) for name in self.possible_agents}
        self._can: dict[str, Space[Any]] = {name: Discrete(self.most) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of the agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The action space of an agent: the numbers of the game's actions."""
        return self._can[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed determines all chance moves. The default is a random seed of 64 bits."""
        self.rng = Random(derive_seed(draw_seed() if seed is None else seed, "chance"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._go_to(self.rules.start())

    def step(self, action: int | None) -> None:
        """Make the action, or the choice, with this number; `IllegalAction` if it is not legal now."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        chosen = self._legal().get(number)
        if chosen is None:
            raise IllegalAction(f"action {shorten(repr(action))}: expected a number whose mask is 1")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if isinstance(chosen, Stage):
            self._left = chosen
            self._chosen.append(number)
        else:
            self._go_to(self.state_now.after(chosen))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's observation, and the mask of its legal actions, which is all zeros on another agent's turn."""
        decides = not self.state_now.is_terminal and agent == self.agent_selection
        mask = np.zeros(self.most, np.int8)
        if decides:
            mask[list(self._legal())] = 1
        seen = {"observation": self.encode(self.game.observation(self.state_now, self.rules.seats[agent]))}
        if self.rules.stages > 1:
            chosen = self._chosen if decides else []
            room = self.rules.stages - 1 - len(chosen)
            if room < 0:
                raise TooLarge(f"an action of more than {self.rules.stages} choices; give the rules a larger stages")
            seen["chosen"] = np.array([*chosen, *[-1] * room], np.int32)
        return {**seen, "action_mask": mask}

    def render(self) -> str | None:
        """The observation of the current agent, as text; None if there is no `render_mode`."""
        if self.render_mode is None:
            return None
        return str(self.game.observation(self.state_now, self.rules.seats[self.agent_selection]))

    def close(self) -> None:
        """Do nothing: no resource is open."""

    def _go_to(self, state: Any) -> None:
        while state.is_chance:
            state = state.after(state.sample(self.rng))
        self.state_now = state
        self._left = state.legal_actions()
        self._chosen = []
        if not state.is_terminal:
            self.agent_selection = self.rules.names[state.current_player]
            return
        for name, paid in zip(self.rules.names, state.returns(), strict=True):
            self.rewards[name] = float(paid)
            self.terminations[name] = True
        self.agent_selection = self.agents[0]

    def _legal(self) -> dict[int, Any]:
        """Map the number of each legal choice to its action, or to the next stage."""
        branches = choices(self._left)
        if self.numbers is not None:
            try:
                return {self.numbers[choice]: after for choice, after in branches.items()}
            except KeyError as unnumbered:
                raise GameError(f"actions: {unnumbered} is legal and not among them; give all actions") from None
        if len(branches) > self.most:
            raise TooLarge(
                f"{len(branches):,} legal actions, at most {self.most:,} have a number; give a larger most=..."
            )
        return dict(enumerate(branches.values()))


def _as_bytes(width: int, observation: Any) -> np.ndarray[Any, Any]:
    text = str(observation).encode()
    if len(text) > width:
        raise TooLarge(f"an observation of {len(text):,} bytes, at most {width:,} are encoded; give a larger width=...")
    return np.frombuffer(text.ljust(width, b"\0"), np.uint8).copy()
