"""The dice of Bluff Poker and the players who know each die, as a `Table` of the common knowledge in a state."""

from functools import lru_cache
from typing import TypeAlias

from games.bluff_poker.actions import DICE, Throw
from games.bluff_poker.outcomes import FACES, MULTIPLICITY, ROLLS, Ladder, outcome
from games.bluff_poker.rules import BluffState
from games.knowing.table import Table

VARIABLES = tuple((f"die{die}", tuple(FACES)) for die in DICE)
NAMES = tuple(name for name, _ in VARIABLES)
Knowers: TypeAlias = tuple[int, int, int]


def table(state: BluffState) -> Table:
    """The `Table` of a state: variables, observations, definitions and actual values (none for dice in the air)."""
    now = state.position
    public = who_knows_what(state.rules.names, now.knowers, state.rules.ladder, now.bid)
    actual = {f"die{die}": value for die, value in zip(DICE, now.dice, strict=True) if value}
    return Table(public.variables, public.observes, defined=public.defined, actual=actual)


@lru_cache(maxsize=4_096)
def who_knows_what(names: tuple[str, ...], knowers: Knowers, ladder: Ladder, bid: int | None) -> Table:
    """The `Table` of public information, without actual values. `knowers`: by die, the players who know it, as bits."""
    known = [[die for die, who in zip(NAMES, knowers, strict=True) if who >> seat & 1] for seat in range(len(names))]
    below = "false" if bid is None else outcomes_between(ladder, 0, ladder.rank[bid] - 1)
    observes = tuple(zip(names, map(tuple, known), strict=True))
    return Table(VARIABLES, observes, defined=(*OUTCOMES, ("bluff", below)))


@lru_cache(maxsize=4_096)
def knowers_after(knowers: Knowers, throw: Throw, seat: int, players: int) -> Knowers:
    """For each die, the players (as bits) who know it after a throw by the player in `seat`."""
    everyone = (1 << players) - 1
    thrown = everyone if throw.is_open else 1 << seat
    kept = 0 if throw.hiding else everyone
    first, second, third = (thrown if die in throw.dice else who | kept for die, who in zip(DICE, knowers, strict=True))
    return first, second, third


@lru_cache(maxsize=4_096)
def outcomes_between(ladder: Ladder, lowest: int, highest: int) -> str:
    """The formula which says that the outcome's rank is in this range; ``false`` if the range contains no outcome."""
    wanted = [f"outcome={each}" for each in ladder.outcomes if lowest <= ladder.rank[each] <= highest]
    return " | ".join(wanted) or "false"


_ROLLS = [(outcome(roll), " & ".join(f"die{die}={value}" for die, value in enumerate(roll, 1))) for roll in ROLLS]
OUTCOMES = tuple(
    (f"outcome={each}", " | ".join(roll for number, roll in _ROLLS if number == each)) for each in MULTIPLICITY
)
