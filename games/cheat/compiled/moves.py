"""Compiled loops: the moves of Cheat on a row."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from games.cheat.compiled.row import (
    ALL,
    CALLED,
    CAUGHT,
    COUNT,
    DECK,
    EVERYTHING,
    FALSE_CLAIM,
    FREE,
    HANDS,
    HELD,
    KNOWN,
    MADE,
    OVER,
    PILE,
    PLAYER,
    PREVIOUS,
    RANK,
    REPEATED,
    SHOWN,
    STARTER,
    TAKEN,
    TIMES,
    TRUE_CLAIM,
    TURN,
    Facts,
    of_rank,
)
from games.core.compiled_loops import size
from kripke.checking.engine.compiled import compiled

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

    Parameters
    ----------
    held : int
        By rank, in four bits each.
    """
    there = held >> 4 * rank & 15
    return held - (min(there, count) << 4 * rank)


@compiled
def _fewer(row: Any, facts: Facts) -> int:
    """Who wins at the limit, as in `OVER`."""
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
    """How many cards can be claimed truly, and falsely, in a direction."""
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
