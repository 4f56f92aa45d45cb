"""A game as a whole: its rules, what is seen, what is known, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from games.core.agent import Agent
from games.core.rules import Event, Rules, State

if TYPE_CHECKING:
    from games.knowing.table import Model, Table


@dataclass(frozen=True)
class Game:
    """A game as the registry hands it out: rules, what is seen, what is known, and who plays.

    Attributes
    ----------
    name, title : str
        As in commands, and for people.
    rules : type of Rules
        Made with options: ``game.rules.of(names=("ann", "bob"), lives=True)``.
    seen : function of (state, action, player)
        What the player (or `EVERYTHING`) perceives of the action that is about to be taken in the state.
    observation : function of (state, player)
        What she sees now; its text is for people.
    resample : function of (state, player, rng)
        A state drawn from her information set, with a whole history that she would have seen alike.
    table : function of state
        What is known at the table, for the engine: see `games.knowing.table`.
    agents : mapping
        Name -> maker of an agent; keyword arguments are its parameters.
    formulas : tuple of (formula, meaning)
        Examples that can be asked.
    lineup : tuple of str
        The agents of a game where none are asked for.
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

    def events(self, state: State, player: int) -> list[Event]:
        """The information state: what the player has perceived so far, in order. O(m) for m moves."""
        return [Event(move.player, self.seen(before, move.action, player)) for before, move in state.steps()]

    def model(self, state: State) -> Model:
        """Who knows what at the table, of which any formula can be asked; see `games.knowing.table.model`."""
        from games.knowing.table import model  # who only plays does not load the engine

        return model(self.table(state))
