"""Actions and chance outcomes of Bluff Poker as typed values, each with a text form."""

from collections.abc import Callable
from dataclasses import dataclass

from games.core.rules import Starts as Starts
from games.core.rules import Word as Word
from games.core.rules import Written

DICE = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Rolls(Written):
    """The chance outcome of a throw: the values of the thrown dice, in the order of the dice."""

    verb = "rolls"
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid(Written):
    """A bid: the claim that the dice show at least this outcome."""

    verb = "bid"
    outcome: int

    def __hash__(self) -> int:
        """Return the outcome: policies have up to 56 bids as keys, and a dataclass's own hash is much slower."""
        return self.outcome


CALL = Word("call")  # Lift the cup
BELIEVE = Word("believe")  # Believe the bid and take over the cup
LOOK = Word("look")  # Look at the dice under the cup
STOP = Word("stop")  # Leave the dice of a believed poker as they are
WORDS = {each.text: each for each in (CALL, BELIEVE, LOOK, STOP)}


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of one or more of the three dice; `dice` has their numbers, from 1 to 3."""

    dice: tuple[int, ...]
    # Whether everyone sees the thrown dice. If not, only the thrower does, and the other dice lie beside the cup.
    is_open: bool
    hiding: bool = False  # whether, in an open throw, the dice that are not thrown stay under the cup

    def __str__(self) -> str:
        way = "open, rest hidden" if self.hiding else "open" if self.is_open else "closed"
        return f"throw {' '.join(map(str, self.dice))} {way}"


Action = Starts | Rolls | Bid | Word | Throw


def _throw(words: list[str]) -> Throw | None:
    ways = {"closed": (False, False), "open": (True, False), "open rest hidden": (True, True)}
    numbers = [each for each in words if each.isdecimal()]
    way = ways.get(" ".join(words[len(numbers) :]).lower())
    dice = _values(numbers)
    return None if way is None or not dice else Throw(tuple(sorted(dice)), *way)


def _values(words: list[str]) -> tuple[int, ...]:
    """The dice values in these words; empty if a word is not a number from 1 to 6."""
    return tuple(map(int, words)) if all(each in {"1", "2", "3", "4", "5", "6"} for each in words) else ()


def _bid(words: list[str]) -> Bid | None:
    is_number = len(words) == 1 and words[0].isascii() and words[0].isdecimal()
    return Bid(int(words[0][:9])) if is_number else None


READERS: dict[str, tuple[Callable[[list[str]], Action | None], str]] = {
    "starts": (
        lambda words: Starts(words[0]) if len(words) == 1 else None,
        "the name of one player, as in 'starts 1'",
    ),
    "rolls": (
        lambda words: Rolls(_values(words)) if _values(words) else None,
        "values of dice from 1 to 6, as in 'rolls 6 4 2'",
    ),
    "bid": (_bid, "an outcome of three dice, as in 'bid 642'"),
    "throw": (
        _throw,
        "an open or closed throw of dice 1 to 3, as in 'throw 1 3 closed' or 'throw 2 open, rest hidden'",
    ),
}
"""For each verb, the function that parses the words after it, and a description of the words that it expects."""
