"""What a game is: rules, states, actions and what happened, in the manner of OpenSpiel.

A state never changes: `State.apply` gives the next one, which remembers the one before. What players see of the moves
is not here but in each game's `observe.py`, and what they know of the table in its `knowledge.py`; `Game` ties these
together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol

from games.core.errors import GameError, IllegalAction
from logic.errors import did_you_mean, listing, shorten

CHANCE = -1
"""The player who throws dice and deals cards."""
TERMINAL = -2
"""The current player of a game that is over."""
EVERYTHING = -3
"""The observer of everything, for judges of play: no seat, but sees each action whole."""


class Action(Protocol):
    """A typed value, usually a frozen dataclass; its text is read back by the rules' `parse`."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


class Move(NamedTuple):
    """Who did what: a seat or `CHANCE`, and the action."""

    player: int
    action: Any


class Event(NamedTuple):
    """What one player perceives of a move: who moved, and what she sees of it (an action, or less than the action)."""

    player: int
    seen: Any


@dataclass(frozen=True)
class Rules(ABC):
    """A game with its options, which are the fields of the dataclass; seats are numbered from 0.

    Parameters
    ----------
    names : tuple of str
        The players by seat; they are the agents of formulas, so letters, digits and ``_``.
    """

    names: tuple[str, ...] = ("1", "2", "3")

    game: ClassVar[str]
    """The game's name in the registry."""
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        _check_names(self.names, self.fewest, self.most)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together; by default each for herself."""
        return tuple((seat,) for seat in range(self.players))

    @property
    def unit(self) -> str:
        """What `State.returns` counts."""
        return "games won"

    @property
    def total(self) -> Fraction | None:
        """What the returns of a game sum to, None where that is not declared."""
        return None

    @abstractmethod
    def start(self) -> State:
        """The state before the first move."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The action that a text says: `parse(str(action)) == action`. `IllegalAction` where it says none."""

    @cached_property
    def seats(self) -> dict[str, int]:
        """Name -> seat."""
        return {name: seat for seat, name in enumerate(self.names)}

    def options(self) -> dict[str, Any]:
        """The fields as JSON values; `type(rules).of(**options)` gives the rules back."""
        return {
            each.name: list(value) if isinstance(value := getattr(self, each.name), tuple) else value
            for each in fields(self)
        }

    @classmethod
    def of(cls, **options: Any) -> Any:
        """The rules with these options; `GameError` where there is no such option."""
        known = [each.name for each in fields(cls)]
        for name in options:
            if name not in known:
                raise GameError(f"{cls.game}: no option {shorten(repr(name))}{did_you_mean(name, known)}")
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in options.items()})

    def deserialize(self, moves: Sequence[str]) -> State:
        """The state after these moves, as `State.serialize` wrote them."""
        state = self.start()
        for number, text in enumerate(moves, 1):
            try:
                state = state.apply(self.parse(text))
            except IllegalAction as error:
                raise IllegalAction(f"move {number}: {error}") from None
        return state


class State(ABC):
    """A moment of a game. Immutable; equal where the rules and the moves so far are equal.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    past : tuple of (State, Move), optional
        The state before and the move that led here; None at the start.
    """

    __slots__ = ("past", "rules")

    renderer: ClassVar[Callable[[State], str | None] | None] = None
    """What draws a state as SVG; the package `whoknows` sets it, so that nothing here imports pictures."""

    rules: Any
    past: tuple[Any, Move] | None

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The seat whose move it is, `CHANCE` or `TERMINAL`.

        Who decides at the same time decides one after the other, unseen: what `seen` tells of the last choice reveals
        them all.
        """

    @abstractmethod
    def legal_actions(self) -> tuple[Any, ...]:
        """What the current player can do, by what she knows alone; empty where chance moves or the game is over."""

    @abstractmethod
    def _next(self, action: Any) -> State:
        """The state after a legal action; `apply` makes it remember this one."""

    @abstractmethod
    def returns(self) -> tuple[Fraction, ...]:
        """By seat, in the unit of the rules, when the game is over; `GameError` before."""

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """The outcomes of a chance move and their probabilities; None where there are too many to list."""
        return None

    @abstractmethod
    def sample(self, rng: Random) -> Any:
        """An outcome of this chance move, drawn by its probability."""

    def is_legal(self, action: Any) -> bool:
        """Whether the action can be applied here, an outcome where chance moves."""
        if self.current_player != CHANCE:
            return action in self.legal_actions()
        return any(action == outcome for outcome, _ in self.chance_outcomes() or ())

    def apply(self, action: Any) -> Any:
        """The state after the action; `IllegalAction` where it cannot be taken. This state stays as it is."""
        if not self.is_legal(action):
            raise IllegalAction(self._refusal(action))
        return self.after(action)

    def after(self, action: Any) -> Any:
        """As `apply`, for an action that is known to be legal."""
        made = self._next(action)
        made.past = self, Move(self.current_player, action)
        return made

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    @property
    def is_chance(self) -> bool:
        """Whether chance moves."""
        return self.current_player == CHANCE

    def team_returns(self) -> tuple[Fraction, ...]:
        """By team, in the order of `Rules.teams`: the sum over its seats."""
        paid = self.returns()
        return tuple(sum((paid[seat] for seat in team), Fraction(0)) for team in self.rules.teams)

    def history(self) -> list[Move]:
        """The moves so far. O(m) for m moves."""
        return [move for _, move in self.steps()]

    def steps(self) -> list[tuple[Any, Move]]:
        """The moves so far, each with the state in which it was made."""
        found = list(_backwards(self))
        found.reverse()
        return found

    def clone(self) -> State:
        """The state itself: it cannot change."""
        return self

    def serialize(self) -> list[str]:
        """The moves as texts, chance's too: with the rules' options they are the state, without loss."""
        return [str(move.action) for move in self.history()]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or (self.rules == other.rules and self.history() == other.history())

    def __hash__(self) -> int:
        return hash((self.rules, tuple(self.history())))

    def _repr_svg_(self) -> str | None:
        return None if State.renderer is None else State.renderer(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.rules, self.history())

    def _refusal(self, action: Any) -> str:
        if self.is_terminal:
            return f"{shorten(str(action))}: the game is over"
        if self.is_chance:
            return f"{shorten(str(action))}: chance moves now, and this cannot come up"
        texts = [str(each) for each in self.legal_actions()]
        who = self.rules.names[self.current_player]
        more = f" and {len(texts) - 6} more" if len(texts) > 6 else ""
        return f"{shorten(str(action))}: {who} can do {listing(texts[:6])}{more}"


def _backwards(state: State) -> Iterator[tuple[State, Move]]:
    while state.past is not None:
        yield state.past
        state = state.past[0]


def _restored(rules: Rules, moves: Sequence[Move]) -> State:
    state = rules.start()
    for move in moves:
        state = state.after(move.action)
    return state


def _check_names(names: tuple[Any, ...], fewest: int, most: int) -> None:
    if not fewest <= len(names) <= most:
        raise GameError(f"{len(names)} players: expected {fewest} to {most}")
    for name in names:
        if not (isinstance(name, str) and name.isascii() and name.replace("_", "x").isalnum()):
            plain = "" if str(name).isascii() else ", of ASCII alone"
            raise GameError(f"player {shorten(repr(name))}: expected a name of letters, digits and _{plain}")
    if len(set(names)) < len(names):
        raise GameError(f"players {listing(names, 'and')}: expected names that differ")
