"""What is known at the table of Bluff Poker: dice, and who knows which of them."""

from __future__ import annotations

from functools import lru_cache

from games.bluff_poker.actions import DICE
from games.bluff_poker.outcomes import FACES, MULTIPLICITY, ROLLS, Ladder, outcome
from games.bluff_poker.rules import BluffState
from games.knowing.facts import common as common_facts
from games.knowing.facts import known as known_facts
from games.knowing.table import Model, Table
from logic.formula import Formula

VARIABLES = tuple((f"die{die}", tuple(FACES)) for die in DICE)
NAMES = tuple(name for name, _ in VARIABLES)


def table(state: BluffState) -> Table:
    """The four things that the engine needs; dice in the air have no actual value."""
    now = state.position
    return Table(
        variables=VARIABLES,
        observes=tuple((name, _known(now.knowers, seat)) for name, seat in state.rules.seats.items()),
        defined=_defined(state.rules.ladder, now.bid),
        actual={f"die{die}": value for die, value in zip(DICE, now.dice, strict=True) if value},
    )


def known(model: Model, player: str) -> tuple[Formula, ...]:
    """The player's own knowledge at the actual world, as formulas: ``K_1 die2=5``, ``K_1 ~K_2 die2=5``."""
    return known_facts(model, player, NAMES)


def common(model: Model) -> tuple[Formula, ...]:
    """The common knowledge at the actual world, as formulas: ``C die1=6``, ``C Kv_1 die2``, ``C ~Kv_2 die2``."""
    return common_facts(model, NAMES)


def _known(knowers: tuple[int, int, int], seat: int) -> tuple[str, ...]:
    return tuple(f"die{die}" for die, who in zip(DICE, knowers, strict=True) if who >> seat & 1)


@lru_cache(maxsize=256)
def _defined(ladder: Ladder, bid: int | None) -> tuple[tuple[str, str], ...]:
    below = [f"outcome={each}" for each in ladder.outcomes if not ladder.reaches(each, bid)]
    return (*_OUTCOMES, ("bluff", " | ".join(below) or "false"))


def _rolls_of(number: int) -> str:
    rolls = [roll for roll in ROLLS if outcome(roll) == number]
    return " | ".join(" & ".join(f"die{die}={value}" for die, value in zip(DICE, roll, strict=True)) for roll in rolls)


_OUTCOMES = tuple((f"outcome={number}", _rolls_of(number)) for number in MULTIPLICITY)
