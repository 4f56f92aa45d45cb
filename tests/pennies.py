"""Pennies of partners: in each round all turn up a penny at the same time; even seats want an even number of heads.

A game for tests: decisions at the same time, rounds, partnerships, and any number of players from 2 to 10.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from games.core.errors import GameError, IllegalAction
from games.core.rules import EVERYTHING, TERMINAL, Rules, State
from games.game import Game
from games.knowing.table import Table

SIDES = ("heads", "tails")


@dataclass(frozen=True)
class Penny:
    """A penny under the hand; without a side it is somebody else's."""

    side: str = ""

    def __str__(self) -> str:
        return self.side or "a penny"


@dataclass(frozen=True)
class Lifted:
    """All hands are lifted: the sides by seat."""

    sides: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.sides)


@dataclass(frozen=True)
class PenniesRules(Rules):
    """The number of rounds."""

    rounds: int = 3

    game: ClassVar[str] = "pennies"
    unit: ClassVar[str] = "rounds won, less rounds lost"

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Partners sit in every other seat."""
        return tuple(range(0, self.players, 2)), tuple(range(1, self.players, 2))

    @property
    def total(self) -> Fraction | None:
        """What one side wins the other loses, if they are as many."""
        return None if self.players % 2 else Fraction(0)

    def start(self) -> Pennies:
        """No penny is down."""
        return Pennies(self, (), ())

    def parse(self, text: str) -> Penny:
        """``heads`` or ``tails``."""
        if text not in SIDES:
            raise IllegalAction(f"{text!r}: expected heads or tails")
        return Penny(text)


class Pennies(State):
    """The pennies that are down in this round, and those of the rounds before."""

    __slots__ = ("before", "down")

    def __init__(self, rules: PenniesRules, before: tuple[tuple[str, ...], ...], down: tuple[str, ...]) -> None:
        self.rules, self.past, self.before, self.down = rules, None, before, down

    @property
    def current_player(self) -> int:
        """One after the other, unseen."""
        return TERMINAL if len(self.before) == self.rules.rounds else len(self.down)

    def legal_actions(self) -> tuple[Penny, ...]:
        """Either side."""
        return () if self.is_terminal else (Penny("heads"), Penny("tails"))

    def sample(self, rng: Random) -> Any:
        """Chance never moves."""
        raise GameError("chance does not move here")

    def _next(self, action: Penny) -> Pennies:
        down = (*self.down, action.side)
        if len(down) == self.rules.players:
            return Pennies(self.rules, (*self.before, down), ())
        return Pennies(self.rules, self.before, down)

    def returns(self) -> tuple[Fraction, ...]:
        """By side."""
        if not self.is_terminal:
            raise GameError("the game is not over")
        even = sum(1 if sides.count("heads") % 2 == 0 else -1 for sides in self.before)
        return tuple(Fraction(-even if seat % 2 else even) for seat in range(self.rules.players))


def seen(state: Pennies, action: Penny, player: int) -> Any:
    """Whose turn it is sees her penny; the last one lifts all hands."""
    if len(state.down) + 1 == state.rules.players:
        return Lifted((*state.down, action.side))
    return action if player in (len(state.down), EVERYTHING) else Penny()


@dataclass(frozen=True)
class View:
    """The rounds before, who has put a penny down, and one's own, or all for who sees everything."""

    before: tuple[tuple[str, ...], ...]
    down: tuple[str, ...]


def observation(state: Pennies, player: int) -> View:
    """The pennies as they are seen."""
    sees = [player in (seat, EVERYTHING) for seat in range(len(state.down))]
    return View(state.before, tuple(side if see else "?" for side, see in zip(state.down, sees, strict=True)))


def resample(state: Pennies, player: int, rng: Random) -> Pennies:
    """The others' pennies that are still covered may have any side."""
    down = [side if seat == player else rng.choice(SIDES) for seat, side in enumerate(state.down)]
    drawn = state.rules.start()
    for side in [side for sides in state.before for side in sides] + down:
        drawn = drawn.after(Penny(side))
    return drawn


def table(state: Pennies) -> Table:
    """Each knows her own penny; when all hands are lifted everybody knows all."""
    names = state.rules.names
    lifted = not state.down and bool(state.before)
    sides = state.before[-1] if lifted else state.down
    everybody = tuple(f"penny_{name}" for name in names)
    return Table(
        variables=tuple((each, SIDES) for each in everybody),
        observes=tuple(
            (name, everybody if lifted else everybody[seat : seat + 1] * (seat < len(sides)))
            for seat, name in enumerate(names)
        ),
        actual=dict(zip(everybody, sides, strict=False)),
    )


GAME = Game(
    name="pennies",
    title="Pennies of partners",
    rules=PenniesRules,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents={},
    formulas=(("K_1 penny_1=heads", "player 1 knows that her penny shows heads"),),
    lineup=("random", "random", "random", "random"),
)
