"""Lotto: each player marks 6 of 49 numbers or buys no ticket, 13,983,817 actions; then chance draws 6 numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, EVERYTHING, TERMINAL, Rules, State
from games.core.stages import Branches, Stage, Subsets
from games.game import Game
from games.knowing.table import Table

HIDDEN: tuple[int, ...] = (0,)
"""Stands for the numbers of a ticket that is not seen."""


@dataclass(frozen=True)
class Mark:
    """A player marks these numbers, in ascending order; none is no ticket."""

    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(("mark", *map(str, self.numbers))) if self.numbers else "sleep"


@dataclass(frozen=True)
class Ball:
    """A number is drawn; with the last one all tickets are shown."""

    number: int
    tickets: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        return f"ball {self.number}"


@dataclass(frozen=True)
class Tickets(Subsets):
    """All ways to mark a ticket."""

    def action(self, chosen: tuple[Any, ...]) -> Mark:
        """The ticket with these numbers."""
        return Mark(chosen)

    def used(self, action: Any) -> tuple[Any, ...] | None:
        """The numbers of a ticket."""
        return action.numbers if isinstance(action, Mark) else None


@dataclass(frozen=True)
class LottoRules(Rules):
    """The size of a ticket and the largest number."""

    marks: int = 6
    numbers: int = 49

    game: ClassVar[str] = "lotto"
    most: ClassVar[int] = 3
    unit: ClassVar[str] = "right numbers, less one for a ticket"
    stages: ClassVar[int] = 7

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.marks <= min(6, self.numbers):
            raise GameError(f"marks {self.marks}: expected 1 to 6, at most as many as numbers")

    def start(self) -> Lotto:
        """No ticket is bought."""
        return Lotto(self, (), ())

    def parse(self, text: str) -> Mark | Ball:
        """``sleep``, ``mark 3 7 12 25 31 49`` or ``ball 7``."""
        word, *rest = text.split() or [""]
        if all(each.isdecimal() and len(each) < 9 for each in rest):
            numbers = tuple(sorted(map(int, rest)))
            if (word, bool(numbers)) in (("sleep", False), ("mark", True)):
                return Mark(numbers)
            if word == "ball" and len(numbers) == 1:
                return Ball(*numbers)
        raise IllegalAction(f"{text!r}: expected sleep, mark 3 7 12 25 31 49 or ball 7")

    def tickets(self) -> Stage:
        """What a player can do."""
        return Branches((("sleep", Mark()), ("mark", Tickets(tuple(range(1, self.numbers + 1)), self.marks))))


class Lotto(State):
    """The tickets by seat, and the numbers that are drawn."""

    __slots__ = ("drawn", "tickets")

    def __init__(self, rules: LottoRules, tickets: tuple[tuple[int, ...], ...], drawn: tuple[int, ...]) -> None:
        self.rules, self.past, self.tickets, self.drawn = rules, None, tickets, drawn

    @property
    def current_player(self) -> int:
        """The players buy in turn, then chance draws."""
        if len(self.tickets) < self.rules.players:
            return len(self.tickets)
        return CHANCE if len(self.drawn) < self.rules.marks else TERMINAL

    def legal_actions(self) -> Stage | tuple[()]:
        """No ticket, or any."""
        return self.rules.tickets() if self.current_player >= 0 else ()

    def chance_outcomes(self) -> tuple[tuple[Ball, Fraction], ...]:
        """The numbers that are left."""
        left = [number for number in range(1, self.rules.numbers + 1) if number not in self.drawn]
        return tuple((Ball(number), Fraction(1, len(left))) for number in left)

    def sample(self, rng: Random) -> Ball:
        """One of the numbers that are left."""
        return rng.choice(self.chance_outcomes())[0]

    def _next(self, action: Any) -> Lotto:
        if isinstance(action, Mark):
            return Lotto(self.rules, (*self.tickets, action.numbers), ())
        return Lotto(self.rules, self.tickets, (*self.drawn, action.number))

    def returns(self) -> tuple[Fraction, ...]:
        """The right numbers, less the price."""
        if not self.is_terminal:
            raise GameError("the game is not over")
        return tuple(Fraction(len({*ticket} & {*self.drawn}) - bool(ticket)) for ticket in self.tickets)


def seen(state: Lotto, action: Any, player: int) -> Any:
    """All see who buys, the buyer alone what; with the last number all tickets are shown."""
    if isinstance(action, Mark):
        return action if player in (len(state.tickets), EVERYTHING) or not action.numbers else Mark(HIDDEN)
    return Ball(action.number, state.tickets) if len(state.drawn) + 1 == state.rules.marks else action


@dataclass(frozen=True)
class View:
    """The tickets as they are seen, and the numbers drawn."""

    tickets: tuple[tuple[int, ...], ...]
    drawn: tuple[int, ...]


def observation(state: Lotto, player: int) -> View:
    """One's own ticket; those of the others when all numbers are drawn."""
    sees = [state.is_terminal or player in (seat, EVERYTHING) for seat in range(len(state.tickets))]
    shown = (ticket if see or not ticket else HIDDEN for ticket, see in zip(state.tickets, sees, strict=True))
    return View(tuple(shown), state.drawn)


def resample(state: Lotto, player: int, rng: Random) -> Lotto:
    """The tickets of the others may have any numbers."""
    drawn = state.rules.start()
    for seat, ticket in enumerate(state.tickets):
        known = state.is_terminal or seat == player or not ticket
        drawn = drawn.after(Mark(ticket) if known else rng.choice(state.rules.tickets().choices["mark"]))
    for number in state.drawn:
        drawn = drawn.after(Ball(number))
    return drawn


def table(state: Lotto) -> Table:
    """The lowest number of each ticket: each player knows their own, and all know who has none."""
    names, over = state.rules.names, state.is_terminal
    lowest = (0, *range(1, state.rules.numbers - state.rules.marks + 2))
    public = tuple(f"lowest_{name}" if over else f"lowest_{name}=0" for name in names[: len(state.tickets)])
    return Table(
        variables=tuple((f"lowest_{name}", lowest) for name in names),
        observes=tuple(
            (name, (*public, f"lowest_{name}") if seat < len(state.tickets) else public)
            for seat, name in enumerate(names)
        ),
        actual={f"lowest_{name}": min(ticket, default=0) for name, ticket in zip(names, state.tickets, strict=False)},
    )


GAME = Game(
    name="lotto",
    title="Lotto",
    rules=LottoRules,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents={},
    formulas=(("Kw_1 lowest_2=0", "player 1 knows whether player 2 has a ticket"),),
    lineup=("random", "random"),
)
