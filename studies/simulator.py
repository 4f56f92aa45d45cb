"""Simulators: many games at once as rows of an array, moved by compiled loops, for search, learning and experiments.

A game's `State` defines the rules. A simulator is a second, fast implementation; the conformance tests play both
with the same chance and compare legal actions, observations and returns. Actions and outcomes of chance are numbers:
`actions` and `outcomes` list their meanings.

If actions are chosen in stages (`games.core.stages`), the numbers are those of choices, and `actions` has the
choices of all stages. A player makes one step for each choice, and `legal` marks the choices that can follow. Other
players see a move only when its last choice is made. `Simulator.numbers` and `Simulator.action` convert between actions
and numbers. In a game without stages, each action is a single choice.

A game has a simulator if its folder, or its folder in ``studies``, has a module ``simulator`` with a class
``SIMULATOR``; `simulator` creates one. The module implements the functions in `KERNELS`. Each call
handles one game. The parameters are `row`, the game as an int array; `facts`, the constants of its rules as a
NamedTuple; `chance`, an array with the state of one random generator; and `view` and `mask`, arrays of zeros to fill.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from games.core.compiled_loops import below, implement
from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, TERMINAL, Rules, State
from games.core.stages import Stage, choices
from games.game import Game
from games.registry import part
from kripke.checking.engine.compiled import compiled
from logic.errors import shorten

Ints = npt.NDArray[np.signedinteger[Any]]
Seeds = Sequence[int] | npt.NDArray[np.uint64]


def player(row: Any, facts: Any) -> int:
    """The seat of the player to move, or `CHANCE` or `TERMINAL`."""
    raise NotImplementedError


def allow(row: Any, mask: Any, facts: Any) -> None:
    """Mark the legal actions, or choices, of the player to move, in an empty mask."""
    raise NotImplementedError


def act(row: Any, number: int, facts: Any) -> None:
    """Take a legal action, or make a legal choice."""
    raise NotImplementedError


def come_up(row: Any, number: int, facts: Any) -> bool:
    """Apply an outcome of chance; return whether the outcome is possible."""
    raise NotImplementedError


def draw_one(row: Any, chance: Any, facts: Any) -> None:
    """Make one random chance move."""
    raise NotImplementedError


def see(row: Any, seat: int, view: Any, facts: Any) -> None:
    """Write a player's observation into `view`, in the encoding of the simulator's `encode`."""
    raise NotImplementedError


def pay(row: Any, seat: int, facts: Any) -> int:
    """A player's payoff at the end, multiplied by the simulator's `unit`."""
    raise NotImplementedError


KERNELS = player, allow, act, come_up, draw_one, see, pay


class Simulator(ABC):
    """Many games with the same rules, played at once. The chance moves of a game depend only on its seed.

    Attributes
    ----------
    actions, outcomes : tuple
        The actions or choices of players, and the outcomes of chance, in the order of their numbers.
    tables : int array of games and columns
        A row for each game.
    chance : uint64 array of games
        The state of each game's generator of random numbers.
    """

    width: int  # the length of an observation
    unit: ClassVar[int] = 1  # Returns are whole multiples of 1 / unit
    word: ClassVar[type[np.signedinteger[Any]]] = np.int32  # the type of the numbers of tables and observations

    def __init__(self, rules: Rules) -> None:
        self.rules, self.facts = rules, self.fixed(rules)
        self.actions, self.outcomes = self.numbered()
        self.number = {action: number for number, action in enumerate(self.actions)}
        self.reset(())

    def __len__(self) -> int:
        return len(self.tables)

    def reset(self, seeds: Seeds) -> None:
        """Begin a game for each seed; seeds are from 0 to 2^64 - 1."""
        self._begin(np.tile(np.array(self.row(self.rules.start()), self.word), (len(seeds), 1)), seeds)

    def put(self, states: Sequence[State], seeds: Seeds) -> None:
        """Begin games at these states, with a seed for the further chance moves of each. O(n) for n states, in Python.

        `GameError` if there are not as many seeds as states.
        """
        rows = {id(state): self.row(state) for state in states}
        tables = np.array([rows[id(state)] for state in states], self.word)
        self._begin(tables.reshape(len(states), self.tables.shape[1]), seeds)

    def _begin(self, tables: Ints, seeds: Seeds) -> None:
        try:
            chance = np.array(array("Q", seeds), np.uint64)  # NumPy 1 takes -1 for 2^64 - 1
        except (OverflowError, ValueError, TypeError) as error:
            raise GameError(f"seeds: {error}; expected whole numbers from 0 to 2^64 - 1") from None
        if len(chance) != len(tables):
            raise GameError(f"seeds: got {len(chance)} of them, expected a seed for each of {len(tables)} games")
        self.tables, self.chance = tables, chance

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over."""
        return np.asarray(self.current == TERMINAL)

    def step(self, numbers: npt.ArrayLike) -> None:
        """Make an action, or one choice of it, in each game, or apply an outcome of a chance move.

        Parameters
        ----------
        numbers : int array of games
            Numbers of actions, choices or outcomes; -1 leaves a game as it is.

        Raises
        ------
        IllegalAction
            If a number is not legal in its game; the games before this game have moved.
        GameError
            If there is not one number for each game.
        """
        chosen = self._of_each_game(numbers, "step with numbers")
        wrong = int(_step(self.tables, chosen, np.zeros(len(self.actions), np.bool_), self.facts))
        if wrong >= 0:
            by_chance = self.current[wrong] == CHANCE
            listed: Sequence[Any] = self.outcomes if by_chance else self.actions
            what = listed[chosen[wrong]] if 0 <= chosen[wrong] < len(listed) else "no action"
            raise IllegalAction(f"game {wrong}, number {chosen[wrong]} ({what}): not legal here; see legal()")

    def legal(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions, or choices, by game; all False at chance moves and when the game is over."""
        mask = np.zeros((len(self), len(self.actions)), np.bool_)
        _legal(self.tables, mask, self.facts)
        return mask

    def observe(self, seats: npt.ArrayLike) -> Ints:
        """Each game's observation by the player at the given seat, as an array of shape (games, `width`).

        `GameError` unless `seats` has one seat for each game, from 0 to the number of players - 1.
        """
        viewers, seen = self._of_each_game(seats, "observe by seats"), np.zeros((len(self), self.width), self.word)
        if not ((viewers >= 0) & (viewers < self.rules.players)).all():
            last = self.rules.players - 1
            raise GameError(f"observe by seats {shorten(repr(seats))}: expected seats from 0 to {last}")
        _observe(self.tables, viewers, seen, self.facts)
        return seen

    def _of_each_game(self, numbers: npt.ArrayLike, what: str) -> npt.NDArray[np.int32]:
        """The numbers as an array; `GameError` unless there is one for each game."""
        try:
            given = np.ascontiguousarray(numbers, np.int32)
        except (OverflowError, ValueError, TypeError) as error:
            raise GameError(f"{what}: {error}; expected a whole number for each of {len(self)} games") from None
        if given.shape != (len(self),):
            raise GameError(f"{what} of shape {given.shape}: expected a number for each of {len(self)} games")
        return given

    def numbers(self, legal: Sequence[Any], action: Any) -> tuple[int, ...]:
        """The numbers of an action's choices, one for each step. `legal`: the result of `State.legal_actions`."""
        return tuple(self.number[choice] for choice in way(legal, action))

    def action(self, legal: Sequence[Any], numbers: Iterable[int]) -> Any:
        """The action after these choices, or the `Stage` that remains. `legal`: the result of `State.legal_actions`."""
        left: Any = legal
        for number in numbers:
            left = choices(left)[self.actions[number]]
        return left

    def returns(self) -> npt.NDArray[np.float64]:
        """The returns by game and seat; `GameError` while a game is not over."""
        if not self.is_over.all():
            raise GameError(f"game {int(np.argmin(self.is_over))} is not over: no returns yet")
        paid = np.zeros((len(self), self.rules.players), np.int32)
        _returns(self.tables, paid, self.facts)
        return paid / self.unit

    @abstractmethod
    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The actions of the players (in a game with stages, the choices) and the outcomes of chance, by number."""

    @abstractmethod
    def row(self, state: Any) -> list[int]:
        """A state as a row of numbers, as the compiled loops use it."""

    @abstractmethod
    def encode(self, observation: Any) -> list[int]:
        """An observation of the game as numbers, in the encoding that `observe` uses."""

    @abstractmethod
    def fixed(self, rules: Any) -> Any:
        """The constants of the rules, as a NamedTuple."""

    @property
    def current(self) -> Ints:
        """For each game, the seat of the player to move, or `CHANCE` or `TERMINAL`."""
        players = np.empty(len(self.tables), np.int32)
        _current(self.tables, players, self.facts)
        return players

    def draw(self) -> None:
        """Make chance moves in each game until a player decides or the game is over."""
        _draw(self.tables, self.chance, self.facts)

    def play(self) -> int:
        """Play all games to their end with uniformly random choices; return the number of choices and chance moves."""
        return int(_play(self.tables, self.chance, np.zeros(len(self.actions), np.bool_), self.facts))


def simulator(played: Game, rules: Rules) -> Simulator | None:
    """A simulator of the game; None if the game has none.

    Examples
    --------
    >>> from games.registry import game
    >>> poker = game("bluff_poker")
    >>> fast = simulator(poker, poker.rules(names=("ann", "bob")))
    >>> fast.reset(range(1000))
    >>> moves = fast.play()
    >>> fast.returns().shape
    (1000, 2)
    """
    module = part(played.rules, "simulator") or part(played.rules, "simulator", room="studies")
    instance: Simulator | None = None if module is None else module.SIMULATOR(rules)
    return instance


def way(legal: Sequence[Any], action: Any) -> tuple[Hashable, ...]:
    """The choices that lead to a legal action, one for each stage; `ValueError` if the action is not legal."""
    for choice, after in choices(legal).items():
        if isinstance(after, Stage) and action in after:
            return choice, *way(after, action)
        if action == after:
            return (choice,)
    raise ValueError(f"{action} is not legal")


def implement_game(facts: type, *loops: Any) -> None:
    """Register these loops, in the order of `KERNELS`, as the game's implementation for facts of this type."""
    implement(KERNELS, facts, loops)


@compiled
def _current(tables: Any, players: Any, facts: Any) -> None:
    for game in range(len(tables)):
        players[game] = player(tables[game], facts)


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
