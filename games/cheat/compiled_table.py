"""Compiled loops: whole games of Cheat from the deal on, with claims chosen in stages, for the simulator.

A row begins as in `compiled_play`. A claim is chosen as in `CheatState.legal_actions`: the word, its rank, whether it
is true, how many cards, and card after card.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from games.cheat import compiled_play as words
from games.cheat.compiled_play import (
    DECK,
    FREE,
    HANDS,
    KNOWN,
    OVER,
    PILE,
    PLAYER,
    PREVIOUS,
    RANK,
    STARTER,
    TURN,
    Facts,
    call,
    can_call,
    can_take,
    claim,
    next_rank,
    of_rank,
    take,
)
from games.core.compiled_chance import below
from games.core.compiled_sets import pick, size
from games.core.rules import CHANCE, TERMINAL
from kripke.checking.engine.compiled import compiled

PHASE, STAGE, CHOSEN, ITEMS, LEFT, PICKED, OPENING, LAID = range(words.WIDTH, words.WIDTH + 8)
"""The columns after those of the search: what is being chosen, the opening card, the number of claims in the pile."""
CLAIMS = words.WIDTH + 8
WIDTH = CLAIMS + 2 * 52
"""For each claim of the pile seat, rank, size and fresh cards in one word, and its cards."""
START, DEAL, PLAY, DRAW, FINISHED = range(5)
"""The phases, in the order of `Phase`."""
WORD, CHOOSE_RANK, CHOOSE_KIND, CHOOSE_SIZE, CHOOSE_CARD = range(5)
SAY_CALL, SAY_TAKE, SAY_CLAIM, FIRST_RANK, KIND_TRUE, KIND_FALSE, FIRST_SIZE, FIRST_CARD = 0, 1, 2, 3, 16, 17, 18, 22
ACTIONS = FIRST_CARD + 52
"""The numbers of choices: words, ranks, true or false, sizes, cards."""
FIRST_DEAL, FIRST_DRAW = 2, 54
"""The numbers of outcomes: who starts, a card dealt, a card drawn."""
SEEN = 21 + 2 * 52
"""The length of an observation."""


@compiled
def packed(seat: int, rank: int, count: int, fresh: int) -> int:
    """A claim in one word.

    Parameters
    ----------
    seat, rank, count, fresh : int
        As in `Laid`.
    """
    return seat | rank << 1 | count << 5 | fresh << 8


@compiled
def _lay(row: Any, cards: int, facts: Facts) -> None:
    seat, rank = row[PLAYER], row[CHOSEN]
    fresh = size(row[HANDS + seat]) - size(row[KNOWN + seat])
    for number in range(row[LAID]):
        if row[CLAIMS + 2 * number] & 1 == seat:
            fresh += row[CLAIMS + 2 * number] >> 5 & 7
    place = CLAIMS + 2 * row[LAID]
    row[place], row[place + 1] = packed(seat, rank, size(cards), fresh), cards
    row[LAID] += 1
    claim(row, rank, cards, facts)


@compiled
def _called(row: Any, facts: Facts) -> None:
    for place in range(CLAIMS, CLAIMS + 2 * row[LAID]):
        row[place] = 0
    row[LAID] = row[OPENING] = 0
    call(row, facts)


@compiled
def _choose_items(row: Any, items: int) -> None:
    row[ITEMS], row[STAGE] = items, CHOOSE_SIZE


@compiled
def _act(row: Any, number: int, facts: Facts) -> None:
    """A legal choice."""
    hand = row[HANDS + row[PLAYER]]
    if number == SAY_CALL:
        _called(row, facts)
    elif number == SAY_TAKE:
        if row[DECK]:
            row[PHASE], row[PREVIOUS] = DRAW, words.TAKEN
        else:
            take(row, 0, facts)
    elif number == SAY_CLAIM:
        row[STAGE] = CHOOSE_RANK
    elif number < KIND_TRUE:
        row[CHOSEN], row[STAGE] = number - FIRST_RANK, CHOOSE_KIND
        if facts.mixed:
            _choose_items(row, hand)
    elif number < FIRST_SIZE:
        fitting = of_rank(row[CHOSEN])
        _choose_items(row, hand & (fitting if number == KIND_TRUE else ~fitting))
    elif number < FIRST_CARD:
        row[LEFT], row[STAGE] = number - FIRST_SIZE + 1, CHOOSE_CARD
    else:
        _choose_card(row, number - FIRST_CARD, facts)
    if row[OVER]:
        row[PHASE] = FINISHED


@compiled
def _choose_card(row: Any, number: int, facts: Facts) -> None:
    row[PICKED] |= 1 << number
    row[ITEMS] &= -1 << (number + 1)
    row[LEFT] -= 1
    if row[LEFT] == 0:
        cards = row[PICKED]
        row[PICKED] = row[ITEMS] = 0
        _lay(row, cards, facts)
        row[STAGE] = row[CHOSEN] = WORD


@compiled
def _allow(row: Any, mask: Any, facts: Facts) -> None:
    """Mark the legal choices in a mask that is empty."""
    if row[PHASE] != PLAY:
        return
    hand, stage = row[HANDS + row[PLAYER]], row[STAGE]
    if stage == WORD:
        mask[SAY_CALL], mask[SAY_TAKE], mask[SAY_CLAIM] = can_call(row), can_take(row, facts), hand != 0
    elif stage == CHOOSE_RANK:
        for rank in range(facts.ranks):
            near = rank == next_rank(row, 0, facts) or rank == next_rank(row, 1, facts)
            mask[FIRST_RANK + rank] = near or row[FREE] != 0
    elif stage == CHOOSE_KIND:
        fitting = hand & of_rank(row[CHOSEN])
        mask[KIND_TRUE], mask[KIND_FALSE] = fitting != 0, fitting != hand
    elif stage == CHOOSE_SIZE:
        for count in range(min(facts.suits, size(row[ITEMS]))):
            mask[FIRST_SIZE + count] = True
    else:
        further = size(row[ITEMS]) - row[LEFT] + 1
        for number in range(52):
            if row[ITEMS] >> number & 1 and further:
                mask[FIRST_CARD + number] = True
                further -= 1


@compiled
def _give(row: Any, card: int, hand_size: int) -> None:
    """A card is dealt: to the hands in turn from the starter, the last one opens the pile."""
    row[DECK] ^= card
    starter = row[STARTER]
    first, second = size(row[HANDS + starter]), size(row[HANDS + 1 - starter])
    if first + second < 2 * hand_size:
        row[HANDS + (starter if first == second else 1 - starter)] |= card
        return
    row[OPENING] = row[PILE] = card
    row[RANK], row[PHASE] = (size(card - 1)) // 4, PLAY


@compiled
def _drawn(row: Any, card: int, facts: Facts) -> None:
    row[PHASE] = PLAY
    take(row, card, facts)
    if row[OVER]:
        row[PHASE] = FINISHED


@compiled
def _start(row: Any, seat: int) -> None:
    row[PLAYER] = row[STARTER] = seat
    row[PHASE] = DEAL


@compiled
def _outcome(row: Any, number: int, hand_size: int, facts: Facts) -> bool:
    """Apply an outcome of chance; whether it can come up."""
    phase = row[PHASE]
    if phase == START:
        if number >= FIRST_DEAL:
            return False
        _start(row, number)
        return True
    first = FIRST_DEAL if phase == DEAL else FIRST_DRAW
    if not first <= number < first + 52 or not row[DECK] >> (number - first) & 1:
        return False
    if phase == DEAL:
        _give(row, 1 << (number - first), hand_size)
    else:
        _drawn(row, 1 << (number - first), facts)
    return True


@compiled
def is_chance(row: Any) -> bool:
    """Whether chance moves."""
    return row[PHASE] != PLAY and row[PHASE] != FINISHED


@compiled
def _draw(row: Any, chance: Any, hand_size: int, facts: Facts) -> None:
    """One move of chance; `chance` is the game's generator."""
    if row[PHASE] == START:
        _start(row, below(chance, 0, 2))
    elif row[PHASE] == DEAL:
        _give(row, pick(row[DECK], 1, chance), hand_size)
    else:
        _drawn(row, pick(row[DECK], 1, chance), facts)


@compiled
def draw(tables: Any, chance: Any, hand_size: int, facts: Facts) -> None:
    """Let chance move in each game until a player decides or the game is over.

    Parameters
    ----------
    tables : int array of games and columns
    chance : uint64 array of games
    hand_size : int
        How many cards each player is dealt.
    facts : Facts
    """
    for game in range(len(tables)):
        while is_chance(tables[game]):
            _draw(tables[game], chance[game : game + 1], hand_size, facts)


@compiled
def current(tables: Any, found: Any) -> None:
    """Write whose move it is in each game.

    Parameters
    ----------
    tables : int array of games and columns
    found : int array of games
    """
    for game in range(len(tables)):
        row = tables[game]
        found[game] = CHANCE if is_chance(row) else TERMINAL if row[PHASE] == FINISHED else row[PLAYER]


@compiled
def legal(tables: Any, mask: Any, facts: Facts) -> None:
    """Mark the legal choices of each game.

    Parameters
    ----------
    tables : int array of games and columns
    mask : bool array of games and choices
        Empty.
    facts : Facts
    """
    for game in range(len(tables)):
        _allow(tables[game], mask[game], facts)


@compiled
def step(tables: Any, numbers: Any, hand_size: int, facts: Facts) -> int:
    """Move in each game; the first game whose number is not legal, else -1.

    Parameters
    ----------
    tables : int array of games and columns
    numbers : int array of games
        Of choices or outcomes; below 0: no move.
    hand_size : int
        How many cards each player is dealt.
    facts : Facts
    """
    mask = np.zeros(ACTIONS, np.bool_)
    for game in range(len(tables)):
        row, number = tables[game], numbers[game]
        if number < 0:
            continue
        if is_chance(row):
            if not _outcome(row, number, hand_size, facts):
                return game
            continue
        mask[:] = False
        _allow(row, mask, facts)
        if number >= ACTIONS or not mask[number]:
            return game
        _act(row, number, facts)
    return -1


@compiled
def play(tables: Any, chance: Any, hand_size: int, facts: Facts) -> int:
    """Play each game to its end with random choices; the number of choices and moves of chance.

    Parameters
    ----------
    tables : int array of games and columns
    chance : uint64 array of games
    hand_size : int
        How many cards each player is dealt.
    facts : Facts
    """
    mask, can, moves = np.zeros(ACTIONS, np.bool_), np.zeros(ACTIONS, np.int32), 0
    for game in range(len(tables)):
        row, own = tables[game], chance[game : game + 1]
        while row[PHASE] != FINISHED:
            moves += 1
            if is_chance(row):
                _draw(row, own, hand_size, facts)
                continue
            mask[:] = False
            _allow(row, mask, facts)
            count = 0
            for number in range(ACTIONS):
                if mask[number]:
                    can[count] = number
                    count += 1
            _act(row, can[below(own, 0, count)], facts)
    return moves


@compiled
def observe(tables: Any, seats: Any, seen: Any) -> None:
    """Write what one player of each game sees.

    Parameters
    ----------
    tables : int array of games and columns
    seats : int array of games
        The viewers.
    seen : int array of games and numbers
        In the order of `CheatSimulator.encode`.
    """
    for game in range(len(tables)):
        row, view, seat = tables[game], seen[game], seats[game]
        view[0], view[1], view[2], view[3] = seat, row[PHASE], row[PLAYER], row[STARTER]
        view[4], view[5], view[6] = row[HANDS + seat], size(row[HANDS]), size(row[HANDS + 1])
        view[7], view[8], view[9], view[10] = size(row[DECK]), row[OPENING], row[RANK], can_call(row)
        view[11], view[12], view[13], view[14] = row[FREE], row[KNOWN], row[KNOWN + 1], row[TURN]
        view[15] = row[OVER]
        for number in range(4):
            view[16 + number] = row[words.CAUGHT + number]
        view[20] = row[LAID]
        for number in range(row[LAID]):
            place = CLAIMS + 2 * number
            view[21 + 2 * number] = row[place]
            view[22 + 2 * number] = row[place + 1] if row[place] & 1 == seat else 0


@compiled
def returns(tables: Any, paid: Any) -> None:
    """Write the returns of games that are over, in halves.

    Parameters
    ----------
    tables : int array of games and columns
    paid : int array of games and seats
    """
    for game in range(len(tables)):
        for seat in range(2):
            over = tables[game, OVER]
            paid[game, seat] = 1 if over == 3 else 2 * (over == seat + 1)
