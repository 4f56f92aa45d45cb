"""Rules, states, actions and moves of a game, as in OpenSpiel.

A state never changes: `State.apply` returns the next state, which refers to the one before it. A game's `observe.py`
defines what players see of moves, its `knowledge.py` what they know in a state; `games.game.Game` combines these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from random import Random
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from games.core.errors import GameError, IllegalAction, require_choice, require_number
from logic.errors import did_you_mean, listing, shorten
from logic.exact import plural

if TYPE_CHECKING:
    from games.core.cards import Card

CHANCE = -1  # the player that throws dice and deals cards
TERMINAL = -2  # the current player of a game that is over
EVERYTHING = -3  # an observer that sees all parts of each action; not a seat


class Action(Protocol):
    """Protocol of a player's action in one move, usually a frozen dataclass; `Rules.parse` reads its text."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


class Move(NamedTuple):
    """A player (a seat, or `CHANCE`) and the player's action."""

    player: int
    action: Any


class Event(NamedTuple):
    """A move as one player perceives it: the player who moved, the visible part of the action, and the time it took.

    Attributes
    ----------
    player : int
        A seat or `CHANCE`.
    seen : object
        The visible part of the action.
    seconds : float
        The time that the player took; 0: not measured.
    """

    player: int
    seen: Any
    seconds: float = 0.0


@dataclass(frozen=True)
class Rules(ABC):
    """Rules of a game; their options are the fields of the dataclass. Seats are numbered from 0.

    Parameters
    ----------
    names : tuple of str
        The players by seat; they are agents in formulas, so only letters, digits and ``_`` are allowed.
    """

    names: tuple[str, ...] = ("1", "2", "3")

    game: ClassVar[str]  # the game's name in the registry
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 10
    places: ClassVar[frozenset[str]] = frozenset()
    """Names of places in atoms about cards, such as ``deck``; no player may have one of these names."""
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """The smallest and largest value of each whole-number option; options of type `bool` or `Literal` need no entry."""
    stages: ClassVar[int] = 1
    """The largest number of choices that make up an action; 1 unless legal actions are a `games.core.stages.Stage`."""

    def __post_init__(self) -> None:
        for each in fields(self):  # NumPy's numbers become Python's, which records can store
            if hasattr(value := getattr(self, each.name), "item"):
                object.__setattr__(self, each.name, value.item())
        if not isinstance(self.names, Iterable):
            raise GameError(f"names {shorten(repr(self.names))}: expected the names of the players, such as ['1', '2']")
        object.__setattr__(self, "names", tuple(self.names))
        if not self.fewest <= self.players <= self.most:
            expected = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
            raise GameError(f"{plural(self.players, 'player')}: expected {expected}")
        for name in self.names:
            if not (isinstance(name, str) and name.isascii() and name.replace("_", "x").isalnum()):
                plain = "" if str(name).isascii() else ", of ASCII alone"
                raise GameError(f"player {shorten(repr(name))}: expected a name of letters, digits and _{plain}")
        if len(set(self.names)) < self.players:
            raise GameError(f"players {listing(self.names, 'and')}: expected names that differ")
        for name, choices in _choices(type(self)).items():
            require_choice(name, getattr(self, name), choices)
        for name, (least, most) in self.ranges.items():
            require_number(f"{type(self).__name__}: {name}", getattr(self, name), least, most, whole=True)
        for name in self.names:
            if name in self.places:
                raise GameError(f"player {name!r}: this is a place for cards; choose another name")

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together; by default each seat alone."""
        return tuple((seat,) for seat in range(self.players))

    @property
    def unit(self) -> str:
        """The unit of the returns in words, such as points."""
        return "games won"

    @property
    def total(self) -> Fraction | None:
        """The sum of all players' returns; None if it is not fixed."""
        return None

    @property
    def return_range(self) -> tuple[int, int] | None:
        """The smallest and the largest return of a player; None if no useful bound is known."""
        return None

    def return_range_of(self, members: int) -> tuple[Fraction, Fraction] | None:
        """The smallest and the largest return of `members` players together; None if `return_range` is None."""
        if self.return_range is None:
            return None
        least, most = (Fraction(each) for each in self.return_range)
        if self.total is None:
            return members * least, members * most
        others = self.players - members
        return max(members * least, self.total - others * most), min(members * most, self.total - others * least)

    @abstractmethod
    def start(self) -> State:
        """The state before the first move."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The action that a text describes: ``parse(str(action)) == action``; `IllegalAction` if there is none."""

    @cached_property
    def seats(self) -> dict[str, int]:
        """The seat of each player, by name."""
        return {name: seat for seat, name in enumerate(self.names)}

    def options(self) -> dict[str, Any]:
        """The fields as JSON values; `of` accepts them as keyword arguments."""
        return {
            each.name: list(value) if isinstance(value := getattr(self, each.name), tuple) else value
            for each in fields(self)
        }

    @classmethod
    def of(cls, **options: Any) -> Any:
        """The rules with these options; `GameError` if an option does not exist or its value is invalid."""
        known = [each.name for each in fields(cls)]
        for name in options:
            if name not in known:
                raise GameError(f"{cls.game}: no option {shorten(repr(name))}{did_you_mean(name, known)}")
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in options.items()})

    def deserialize(self, moves: Sequence[str]) -> State:
        """The state after these moves, given as the strings that `State.serialize` returns.

        Raises `IllegalAction` with the number of the first move that is not legal.
        """
        state = self.start()
        for number, text in enumerate(moves, 1):
            try:
                state = state.apply(self.parse(text))
            except IllegalAction as error:
                raise IllegalAction(f"move {number}: {error.message}") from None
        return state


class State(ABC):
    """A state of a game. Immutable; two states are equal if the rules and the moves so far are equal.

    Attributes
    ----------
    rules : Rules
        The game and its options.
    past : tuple of (State, Move), optional
        The state before the last move, and that move; None at the start.
    """

    __slots__ = ("past", "rules")

    renderer: ClassVar[Callable[[State], str | None] | None] = None
    """A function that draws a state as SVG.

    The package `whoknows` sets it, so that this package does not import the drawing code.
    """

    rules: Any
    past: tuple[Any, Move] | None

    @property
    @abstractmethod
    def current_player(self) -> int:
        """The seat of the player to move, or `CHANCE` or `TERMINAL`.

        Simultaneous decisions are modelled as successive hidden ones; the observation of the last one reveals them all.
        """

    @abstractmethod
    def legal_actions(self) -> Sequence[Any]:
        """The current player's legal actions; empty if chance moves or the game is over.

        A tuple, or a `games.core.stages.Stage` if there are too many to list. The actions depend
        only on what the player knows.
        """

    @abstractmethod
    def _next(self, action: Any) -> State:
        """The state after a legal action; `after` sets its attribute `past`."""

    @abstractmethod
    def returns(self) -> tuple[Fraction, ...]:
        """The returns by seat, in the unit of the rules; `GameError` before the game is over."""

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """The outcomes of a chance move and their probabilities.

        None if there are too many outcomes to list, or if chance does not move.
        """
        return None

    @abstractmethod
    def sample(self, rng: Random) -> Any:
        """A random outcome of this chance move."""

    def is_legal(self, action: Any) -> bool:
        """Whether the action, or the outcome of chance, is possible in this state."""
        if self.current_player != CHANCE:
            return action in self.legal_actions()
        return any(action == outcome for outcome, _ in self.chance_outcomes() or ())

    def apply(self, action: Any) -> Any:
        """The state after the action; `IllegalAction` if it is not legal."""
        if not self.is_legal(action):
            raise IllegalAction(self._refusal(action))
        return self.after(action)

    def after(self, action: Any) -> Any:
        """The state after the action; unlike `apply`, this does not check that the action is legal."""
        state = self._next(action)
        state.past = self, Move(self.current_player, action)
        return state

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    @property
    def is_chance(self) -> bool:
        """Whether the next move is made by chance."""
        return self.current_player == CHANCE

    def history(self) -> list[Move]:
        """The moves so far. O(m) for m moves."""
        return [move for _, move in self.steps()]

    def steps(self) -> list[tuple[Any, Move]]:
        """The moves so far, each with the state before it."""
        steps, state = [], self
        while state.past is not None:
            steps.append(state.past)
            state = state.past[0]
        return steps[::-1]

    def replayed(self, changed: Mapping[int, Any]) -> Self:
        """The state after the same moves, of which some are replaced.

        `changed` maps the index of a move to the action in its place, which may be illegal. O(m) for m moves.
        """
        actions = (changed.get(number, move.action) for number, move in enumerate(self.history()))
        state: Self = _restored(self.rules, actions)
        return state

    def serialize(self) -> list[str]:
        """The moves, including chance moves, as strings; together with the rules' options they determine the state."""
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
        return _restored, (self.rules, [move.action for move in self.history()])

    def _refusal(self, action: Any) -> str:
        if self.is_terminal:
            return f"{shorten(str(action))}: the game is over"
        if self.is_chance:
            return f"{shorten(str(action))}: chance moves now, and this cannot come up"
        legal = self.legal_actions()
        who = self.rules.names[self.current_player]
        more = f" and {len(legal) - 6:,} more" if len(legal) > 6 else ""
        return f"{shorten(str(action))}: {who} can do {listing([str(each) for each in legal[:6]])}{more}"


class AnyPhase(Enum):
    """A phase of a game; its value is a text about the next event."""

    __hash__ = object.__hash__  # members are compared by identity, and the hash of `Enum` is slow


class PhasedState(State):
    """A state of a game whose positions have phases.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    position : named tuple
        What has happened so far; it has the fields `phase` and `player`, the player to move.

    Attributes
    ----------
    movers : mapping of AnyPhase to int
        `CHANCE` or `TERMINAL` for the phases in which it is no player's turn.
    """

    __slots__ = ("current_player", "position")

    movers: ClassVar[Mapping[Any, int]]
    current_player: int

    def __init__(self, rules: Rules, position: Any) -> None:
        self.rules, self.position, self.past = rules, position, None
        self.current_player = self.movers.get(position.phase, position.player)

    def _require_over(self) -> None:
        if not self.is_terminal:
            raise GameError("the game is not over: no returns yet")


class EvenState(PhasedState):
    """A phased state of a game in which all outcomes of a chance move are equally likely."""

    __slots__ = ()

    @abstractmethod
    def _outcomes(self) -> Sequence[Any]:
        """The possible outcomes of this chance move."""

    def is_legal(self, action: Any) -> bool:
        """Whether the action is legal, or the chance outcome possible."""
        return action in (self._outcomes() if self.is_chance else self.legal_actions())

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """The possible outcomes, with equal probabilities; None if chance does not move."""
        if not self.is_chance:
            return None
        outcomes = self._outcomes()
        return tuple((each, Fraction(1, len(outcomes))) for each in outcomes)

    def sample(self, rng: Random) -> Any:
        """A random outcome."""
        return rng.choice(self._outcomes())


def _restored(rules: Rules, actions: Iterable[Any]) -> Any:
    state = rules.start()
    for action in actions:
        state = state.after(action)
    return state


@cache
def _choices(rules: type[Rules]) -> dict[str, tuple[Any, ...]]:
    """The values of each option of type `bool` or `Literal`; empty if a type is imported only for type checkers."""
    try:
        hints = get_type_hints(rules)
    except NameError:
        return {}
    kinds = {each.name: hints[each.name] for each in fields(rules)}
    literal = {name: get_args(kind) for name, kind in kinds.items() if get_origin(kind) is Literal}
    return literal | {name: (True, False) for name, kind in kinds.items() if kind is bool}


class Written:
    """An action whose text is its verb followed by its fields; fields that are None (unseen) are omitted."""

    __slots__: tuple[str, ...] = ()

    verb: ClassVar[str]

    def __str__(self) -> str:
        words = [self.verb]
        for name in self.__slots__:
            value = getattr(self, name)
            words += map(str, value) if isinstance(value, tuple) else [] if value is None else [str(value)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Starts(Written):
    """The chance outcome that the player with this name starts."""

    verb = "starts"
    name: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The chance outcome that a card is dealt; `card` is None for viewers who do not see it."""

    card: Card | None = None

    def __str__(self) -> str:
        return f"deal {self.card or '?'}"


@dataclass(frozen=True, slots=True)
class Word:
    """An action that is written as a single word."""

    text: str

    def __str__(self) -> str:
        return self.text


P = TypeVar("P", bound=tuple[Any, ...])


def changer(kind: type[P]) -> Callable[..., P]:
    """A function like `_replace` for this class of named tuples, but about twice as fast."""
    place = {name: number for number, name in enumerate(kind._fields)}  # type: ignore[attr-defined]
    new: Any = tuple.__new__

    def changed(before: P, **changes: Any) -> P:
        values = list(before)
        for name in changes:
            values[place[name]] = changes[name]
        return new(kind, values)  # type: ignore[no-any-return]

    return changed


def with_value(values: tuple[Any, ...], place: int, value: Any) -> Any:
    """A copy of the tuple with one element replaced.

    Parameters
    ----------
    values : tuple
        The tuple, such as one value for each seat.
    place : int
        The index of the element, from 0.
    value : object
        The new element.
    """
    changed = list(values)
    changed[place] = value
    return tuple(changed)
