"""A chart of the proportion of bluffs that were believed in many games of Bluff Poker."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from games.bluff_poker.actions import BELIEVE, CALL
from games.bluff_poker.outcomes import is_poker, outcome
from games.bluff_poker.rules import BluffState
from games.telling.description import Shares

ENOUGH = 10
"""The smallest number of bluffs that is drawn; with fewer, the confidence interval covers nearly everything."""
ROLLS = ("211-332", "411-443", "511-554", "611-633", "641-655", "661-665", "pokers")
"""Classes of rolls by their outcomes, from the lowest; each class ends with the outcome after the dash."""


class Bluff(NamedTuple):
    """A bluff: the number of players left, the dice and the bid as outcomes, and whether the bid was believed."""

    players: int
    dice: int
    bid: int
    believed: bool


def bluffs(last: BluffState) -> Iterator[Bluff]:
    """The answered bluffs of a game, in order. O(m) for m moves."""
    rules = last.rules
    for before, move in last.steps():
        if move.action in (CALL, BELIEVE) and before.is_bluff:
            now = before.position
            players = sum(rules.is_in(seat, now.penalties) for seat in range(rules.players))
            yield Bluff(players, outcome(now.dice), now.bid, move.action == BELIEVE)


def believed(answered: Iterable[Bluff]) -> dict[int, list[tuple[int, int]]]:
    """For each number of players and class of `ROLLS`, the counts of believed and of all bluffs. O(n) for n bluffs."""
    hits: Counter[tuple[int, int]] = Counter()
    trials: Counter[tuple[int, int]] = Counter()
    for each in answered:
        place = each.players, roll_class(each.dice)
        trials[place] += 1
        hits[place] += each.believed
    numbers = sorted({players for players, _ in trials})
    return {n: [(hits[n, place], trials[n, place]) for place in range(len(ROLLS))] for n in numbers}


def roll_class(dice: int) -> int:
    """The index in `ROLLS` of an outcome's class."""
    if is_poker(dice):
        return len(ROLLS) - 1
    return next(place for place, name in enumerate(ROLLS) if dice <= int(name.partition("-")[2]))


def chart(ends: Iterable[BluffState]) -> Shares:
    """The proportion of bluffs that are believed, by roll and number of players, from the final states of games."""
    counts = believed(chain.from_iterable(map(bluffs, ends)))
    return Shares(
        {f"{players} players": series for players, series in counts.items()},
        ROLLS,
        title="How often bluffs are believed",
        label="believed",
        below="the dice under the cup, while more was bid; in brackets: bluffs",
        least=ENOUGH,
        counted="bluffs of one kind",
        games=100,
    )
