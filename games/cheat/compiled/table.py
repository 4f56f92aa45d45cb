"""Compiled loops: whole games of Cheat from the deal on, with claims chosen in stages, for the simulator.

A row begins as in `games.cheat.compiled.row`. A claim is chosen as in `CheatState.legal_actions`: the word, its rank,
whether it is true, how many cards, and card after card.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

from games.cheat.compiled import row as words
from games.cheat.compiled.moves import call, can_call, can_take, claim, next_rank, take
from games.cheat.compiled.row import (
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
    of_rank,
)
from games.core.compiled_games import implement_game
from games.core.compiled_loops import below, pick, size
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
"""The numbers of choices: words, ranks, true or false, sizes, cards."""
FIRST_DEAL, FIRST_DRAW = 2, 54
"""The numbers of outcomes: who starts, a card dealt, a card drawn."""
SEEN = 21 + 2 * 52
"""The length of an observation."""


class TableFacts(NamedTuple):
    """What the rules fix.

    Attributes
    ----------
    hand : int
        How many cards each player is dealt.
    play : Facts
        The rest.
    """

    hand: int
    play: Facts


@compiled
def packed(seat: int, rank: int, count: int, fresh: int) -> int:
    """A claim in one word."""
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
def _choose(row: Any, number: int, facts: Facts) -> None:
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
def _mark(row: Any, mask: Any, facts: Facts) -> None:
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


def _come_up(row: Any, number: int, facts: TableFacts) -> bool:
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
        _give(row, 1 << (number - first), facts.hand)
    else:
        _drawn(row, 1 << (number - first), facts.play)
    return True


def _draw_one(row: Any, chance: Any, facts: TableFacts) -> None:
    if row[PHASE] == START:
        _start(row, below(chance, 0, 2))
    elif row[PHASE] == DEAL:
        _give(row, pick(row[DECK], 1, chance), facts.hand)
    else:
        _drawn(row, pick(row[DECK], 1, chance), facts.play)


def _player(row: Any, facts: TableFacts) -> int:
    if row[PHASE] == PLAY:
        return row[PLAYER]
    return TERMINAL if row[PHASE] == FINISHED else CHANCE


def _allow(row: Any, mask: Any, facts: TableFacts) -> None:
    _mark(row, mask, facts.play)


def _act(row: Any, number: int, facts: TableFacts) -> None:
    _choose(row, number, facts.play)


def _see(row: Any, seat: int, view: Any, facts: TableFacts) -> None:
    """In the order of `CheatSimulator.encode`."""
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


def _pay(row: Any, seat: int, facts: TableFacts) -> int:
    """In halves."""
    return 1 if row[OVER] == 3 else 2 * (row[OVER] == seat + 1)


implement_game(TableFacts, _player, _allow, _act, _come_up, _draw_one, _see, _pay)
