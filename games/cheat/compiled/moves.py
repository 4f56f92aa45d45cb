"""Compiled loops: a game of Cheat as a row of 64-bit words, what is fixed in it, and its moves.

A set of cards is a word with a bit for each, as in `games.cheat.cards`: a rank is four bits in a row.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from games.cheat.abstraction import Previous
from games.cheat.cards import of_rank as plain_of_rank
from games.core.compiled_loops import size
from kripke.checking.engine.compiled import compiled

HANDS, PILE, DECK, PLAYER, RANK, PREVIOUS, COUNT, TURN, OVER = 0, 2, 3, 4, 5, 6, 7, 8, 9
KNOWN, HELD, MADE, CAUGHT, TIMES, REPEATED, SHOWN, STARTER, FREE = 10, 12, 14, 16, 18, 20, 21, 22, 23
ANSWER = 24
WIDTH = 25
"""The words; hands, known cards, estimates, claims made, ranks caught on and their number have one for each seat."""
ALL, LAST, NONE, EVERYTHING = range(4)
"""The claims that show whether they are true: all, the last one before the search, none; or all cards are visible."""
NOT_CALLED, CALLS_IT = 1, 2
"""In `ANSWER`: what the predicted player does about the claim of the last move; 0 where that is not predicted."""
TRUE_CLAIM, FALSE_CLAIM, TAKEN, CALLED = (int(each) for each in Previous)
of_rank = compiled(plain_of_rank)

Weights: TypeAlias = tuple[float, float, float, float, float, float, float, float]


class Facts(NamedTuple):
    """The constants of the rules and of a search."""

    turns: int  # after which the game is over
    ranks: int
    suits: int
    mixed: bool  # this and the next five are the options of `Cheat`, in their order
    winner_moves: bool
    frees: bool
    at_once: bool
    passing: bool
    second: bool
    shows: int  # `ALL`, `LAST`, `NONE` or `EVERYTHING`
    call: float  # this and the next three are shares of the rollout policy; those of claims in one direction
    take: float
    true: float
    false: float
    equally: bool  # whether the share of actions that do not apply goes to the others in equal parts, not in proportion
    predicted: int  # the seat whose calls are predicted; -1 for none
    logit: float  # of a call of that player, where the features that change are 0
    weights: Weights  # what each of `games.cheat.predictors.CALL_FEATURES` adds to it


_FIVES, _THREES = 0x5555555555555555, 0x3333333333333333


@compiled
def by_rank(cards: int) -> int:
    """The number of cards of each rank, in four bits each."""
    cards -= (cards >> 1) & _FIVES
    return (cards & _THREES) + ((cards >> 2) & _THREES)


@compiled
def next_rank(row: Any, lower: int, facts: Facts) -> int:
    """The rank one below or one above the last claimed rank."""
    rank = row[RANK]
    if lower:
        return rank - 1 if rank > 0 else facts.ranks - 1
    return rank + 1 if rank + 1 < facts.ranks else 0


@compiled
def lessened(held: int, rank: int, count: int) -> int:
    """Estimates of which those of a rank are lower by a count, and at least 0.

    `held`: by rank, in four bits each.
    """
    there = held >> 4 * rank & 15
    return held - (min(there, count) << 4 * rank)


@compiled
def _fewer(row: Any, facts: Facts) -> int:
    """The winner at the limit, as in `OVER`."""
    one, other = size(row[HANDS]), size(row[HANDS + 1])
    if one == other:
        return 2 - row[STARTER] if facts.second else 3
    return 1 if one < other else 2


@compiled
def next_turn(row: Any, following: int, facts: Facts) -> None:
    """End a turn: somebody has won, the limit is reached, or the turn of another player begins."""
    mover = row[PLAYER]
    row[TURN] += 1
    if row[HANDS + 1 - mover] == 0:
        row[OVER] = 2 - mover
    elif facts.at_once and row[HANDS + mover] == 0:
        row[OVER] = 1 + mover
    elif row[TURN] >= facts.turns:
        row[OVER] = _fewer(row, facts)
    else:
        row[PLAYER] = following


@compiled
def claim(row: Any, rank: int, cards: int, facts: Facts) -> None:
    """Put cards on the pile as a rank."""
    seat, count, is_true = row[PLAYER], size(cards), cards & ~of_rank(rank) == 0
    row[HANDS + seat] ^= cards
    row[PILE] |= cards
    row[RANK], row[COUNT], row[PREVIOUS], row[FREE] = rank, count, TRUE_CLAIM if is_true else FALSE_CLAIM, 0
    row[REPEATED] = row[MADE + seat] >> rank & 1
    row[MADE + seat] |= 1 << rank
    row[SHOWN] = facts.shows == ALL or facts.shows == EVERYTHING
    if is_true or not row[SHOWN]:
        row[HELD + seat] = lessened(row[HELD + seat], rank, count)
    next_turn(row, 1 - seat, facts)


@compiled
def take(row: Any, card: int, facts: Facts) -> None:
    """Take a card from the deck."""
    row[DECK] ^= card
    row[HANDS + row[PLAYER]] |= card
    row[PREVIOUS] = TAKEN
    next_turn(row, 1 - row[PLAYER], facts)


@compiled
def call(row: Any, facts: Facts) -> None:
    """Call the last claim: the pile goes to the claimer if it was false, else to the caller."""
    caller, claimer, pile = row[PLAYER], 1 - row[PLAYER], row[PILE]
    winner = caller if row[PREVIOUS] == FALSE_CLAIM else claimer
    if winner == caller:
        row[CAUGHT + claimer] |= 1 << row[RANK]
        row[TIMES + claimer] += 1
    row[HANDS + 1 - winner] |= pile
    row[KNOWN + 1 - winner] |= pile
    row[KNOWN + winner] &= ~pile
    row[HELD], row[HELD + 1] = by_rank(row[KNOWN]), by_rank(row[KNOWN + 1])
    row[MADE] = row[MADE + 1] = 0
    row[PILE], row[PREVIOUS], row[FREE] = 0, CALLED, facts.frees
    row[COUNT] = row[REPEATED] = 0
    next_turn(row, winner if facts.winner_moves else claimer, facts)


@compiled
def room(row: Any, lower: int, facts: Facts) -> tuple[int, int]:
    """The largest numbers of cards in a true and in a false claim in a direction."""
    hand = row[HANDS + row[PLAYER]]
    fitting = size(hand & of_rank(next_rank(row, lower, facts)))
    return fitting, min(facts.suits, size(hand) - fitting)


@compiled
def can_call(row: Any) -> bool:
    """Whether the last move was a claim."""
    return row[PREVIOUS] <= FALSE_CLAIM


@compiled
def can_take(row: Any, facts: Facts) -> bool:
    """Whether a card can be taken, or the turn passed."""
    return row[DECK] != 0 or facts.passing
