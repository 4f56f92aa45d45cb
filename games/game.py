"""The class `Game`: the rules, observations, knowledge and agents of a game in one object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from games.core.agent import Agent
from games.core.errors import GameError
from games.core.rules import Event, Rules, State
from logic.errors import shorten

if TYPE_CHECKING:
    from games.knowing.table import Table
    from kripke.models.model import Model


@dataclass(frozen=True)
class Game:
    """A game: its rules, observations, knowledge and agents, as returned by the registry.

    Parameters
    ----------
    name, title : str
        The name in commands, and the title for people.
    rules : type of Rules
        The class of the rules; with options: ``game.rules.of(names=("ann", "bob"), ending="lives")``.
    seen : function of (state, action, player)
        What the player, or `EVERYTHING`, perceives of an action taken in the state.
    observation : function of (state, player)
        The player's current observation; its `str` is readable text.
    resample : function of (state, player, rng)
        Draws a state from the player's information set: its history shows the same events to the player.
    table : function of state
        The `Table` of the state: what is commonly known, and the actual values; see `games.knowing.table`.
    agents : mapping
        The factory of each agent by name; an agent's parameters are keyword arguments of its factory.
    formulas : tuple of (formula, meaning)
        Example questions about the players' knowledge.
    lineup : tuple of str
        The default agents of a game, by seat.
    levels : tuple of str
        Agents for people to play against, from an easy one to the strongest, in the order of
        `games.telling.description.LEVELS`.
    reading : function of (state, player, conventions), optional
        Maps a state, a player (or `EVERYTHING`) and conventions (player -> name) to a `Table`: the player's knowledge
        if they interpret others' statements by these conventions.
    """

    name: str
    title: str
    rules: type[Rules]
    seen: Callable[[Any, Any, int], Any]
    observation: Callable[[Any, int], Any]
    resample: Callable[[Any, int, Random], Any]
    table: Callable[[Any], Table]
    agents: Mapping[str, Callable[..., Agent]]
    formulas: tuple[tuple[str, str], ...]
    lineup: tuple[str, ...]
    levels: tuple[str, ...] = ()
    reading: Callable[[Any, int, Mapping[str, str]], Table] | None = None

    def events(self, state: State, player: int) -> list[Event]:
        """The information state: the events that a player has perceived so far, in order. O(m) for m moves.

        Parameters
        ----------
        state : State
            A state of the game.
        player : int
            A seat, or `EVERYTHING`.
        """
        return [Event(move.player, self.seen(before, move.action, player)) for before, move in state.steps()]

    def model(self, state: State) -> Model:
        """The model of the players' knowledge in a state; see `games.knowing.table.model`.

        Raises `GameError` unless the state is one of this game.
        """
        from games.knowing.table import model  # so that play without queries does not load the engine

        if not isinstance(state, State) or state.rules.game != self.name:
            shown = shorten(repr(state))
            raise GameError(f"model of {shown}: expected a state of {self.title}, such as game.rules().start()")
        return model(self.table(state))
