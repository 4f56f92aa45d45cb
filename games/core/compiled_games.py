"""Many games at once in compiled loops: what a simulator does with its table, from a game's own loops on one row.

A game implements `KERNELS` for its type of facts; `CompiledSimulator` needs no more of it than how states and
observations are written as numbers. `row` is a game, an int array; `facts` are the constants of its rules, a tuple;
`chance` is an array of one generator, `view` and `mask` arrays of 0.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from games.core.compiled_loops import below, implement
from games.core.rules import CHANCE, TERMINAL, Rules
from games.core.simulator import Ints, Simulator
from kripke.checking.engine.compiled import compiled


def player(row: Any, facts: Any) -> int:
    """The seat whose move it is, `CHANCE` or `TERMINAL`."""
    raise NotImplementedError


def allow(row: Any, mask: Any, facts: Any) -> None:
    """Mark the legal actions, or choices, of the player whose move it is.

    Parameters
    ----------
    mask : bool array of actions
        Empty.
    """
    raise NotImplementedError


def act(row: Any, number: int, facts: Any) -> None:
    """Take a legal action, or make a legal choice."""
    raise NotImplementedError


def come_up(row: Any, number: int, facts: Any) -> bool:
    """Apply an outcome of chance; whether it can come up."""
    raise NotImplementedError


def draw_one(row: Any, chance: Any, facts: Any) -> None:
    """One move of chance."""
    raise NotImplementedError


def see(row: Any, seat: int, view: Any, facts: Any) -> None:
    """Write what a player sees, as the simulator's `encode`."""
    raise NotImplementedError


def pay(row: Any, seat: int, facts: Any) -> int:
    """A player's payoff at the end, in parts of the simulator's unit."""
    raise NotImplementedError


KERNELS = player, allow, act, come_up, draw_one, see, pay


class CompiledSimulator(Simulator):
    """A simulator whose game implements `KERNELS` for the type of its facts."""

    def __init__(self, rules: Rules) -> None:
        self.facts = self.fixed(rules)
        super().__init__(rules)

    @abstractmethod
    def fixed(self, rules: Any) -> Any:
        """The constants of the rules, as a NamedTuple."""

    @property
    def current(self) -> Ints:
        """The seat whose move it is in each game, `CHANCE` or `TERMINAL`."""
        found = np.empty(len(self.tables), np.int32)
        _current(self.tables, found, self.facts)
        return found

    def draw(self) -> None:
        """Let chance move in each game until a player decides or the game is over."""
        _draw(self.tables, self.chance, self.facts)

    def play(self) -> int:
        """Play all games to their end, all choices of each stage equally likely; the number of choices and of draws."""
        return int(_play(self.tables, self.chance, self._mask(), self.facts))

    def _step(self, numbers: Ints) -> int:
        return int(_step(self.tables, numbers, self._mask(), self.facts))

    def _legal(self, mask: Any) -> None:
        _legal(self.tables, mask, self.facts)

    def _observe(self, seats: Ints, seen: Ints) -> None:
        _observe(self.tables, seats, seen, self.facts)

    def _returns(self, paid: Ints) -> None:
        _returns(self.tables, paid, self.facts)

    def _mask(self) -> Any:
        return np.zeros(len(self.actions), np.bool_)


def implement_game(facts: type, *loops: Any) -> None:
    """Let `CompiledSimulator` call these loops where the facts are of this type.

    Parameters
    ----------
    *loops : function
        In the order of `KERNELS`.
    """
    implement(KERNELS, facts, loops)


@compiled
def _current(tables: Any, found: Any, facts: Any) -> None:
    for game in range(len(tables)):
        found[game] = player(tables[game], facts)


@compiled
def _draw(tables: Any, chance: Any, facts: Any) -> None:
    for game in range(len(tables)):
        while player(tables[game], facts) == CHANCE:
            draw_one(tables[game], chance[game : game + 1], facts)


@compiled
def _legal(tables: Any, mask: Any, facts: Any) -> None:
    for game in range(len(tables)):
        if player(tables[game], facts) >= 0:
            allow(tables[game], mask[game], facts)


@compiled
def _step(tables: Any, numbers: Any, mask: Any, facts: Any) -> int:
    for game in range(len(tables)):
        row, number = tables[game], numbers[game]
        if number < 0:
            continue
        who = player(row, facts)
        if who == CHANCE:
            if not come_up(row, number, facts):
                return game
            continue
        mask[:] = False
        if who >= 0:
            allow(row, mask, facts)
        if number >= len(mask) or not mask[number]:
            return game
        act(row, number, facts)
    return -1


@compiled
def _play(tables: Any, chance: Any, mask: Any, facts: Any) -> int:
    can, moves = np.zeros(len(mask), np.int32), 0
    for game in range(len(tables)):
        row, own = tables[game], chance[game : game + 1]
        who = player(row, facts)
        while who != TERMINAL:
            moves += 1
            if who == CHANCE:
                draw_one(row, own, facts)
            else:
                mask[:] = False
                allow(row, mask, facts)
                count = 0
                for number in range(len(mask)):
                    if mask[number]:
                        can[count] = number
                        count += 1
                act(row, can[below(own, 0, count)], facts)
            who = player(row, facts)
    return moves


@compiled
def _observe(tables: Any, seats: Any, seen: Any, facts: Any) -> None:
    for game in range(len(tables)):
        see(tables[game], seats[game], seen[game], facts)


@compiled
def _returns(tables: Any, paid: Any, facts: Any) -> None:
    for game in range(len(tables)):
        for seat in range(paid.shape[1]):
            paid[game, seat] = pay(tables[game], seat, facts)
