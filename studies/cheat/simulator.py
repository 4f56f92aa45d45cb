"""Cheat as a simulator: whole games as rows of 64-bit words in compiled loops, with claims chosen in stages.

A row begins as in `games.cheat.compiled.moves`. As in `CheatState.legal_actions`, the player first chooses to make a
claim, then its rank, whether it is true, the number of cards, and each card.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.cheat.abstraction import Previous
from games.cheat.cards import CARDS, RANKS
from games.cheat.compiled import moves as words
from games.cheat.compiled.moves import (
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
from games.cheat.observe import Observation, observation
from games.cheat.rules import Cheat, CheatState, Draw, Laid, Phase
from games.cheat.search_space import facts, template
from games.core.compiled_loops import below, pick, size
from games.core.rules import CHANCE, EVERYTHING, TERMINAL, Deal, Starts
from kripke.checking.engine.compiled import compiled
from studies.simulator import Simulator, implement_game

PHASE, STAGE, CHOSEN, ITEMS, LEFT, PICKED, OPENING, LAID = range(words.WIDTH, words.WIDTH + 8)
"""Columns after those of `games.cheat.compiled.moves`: phase, choices in stages, opening card, number of claims."""
CLAIMS = words.WIDTH + 8
WIDTH = CLAIMS + 2 * 52  # for each claim of the pile: seat, rank, size and fresh cards in one word; its cards
START, DEAL, PLAY, DRAW, FINISHED = range(5)  # the phases, in the order of `Phase`
WORD, CHOOSE_RANK, CHOOSE_KIND, CHOOSE_SIZE, CHOOSE_CARD = range(5)
SAY_CALL, SAY_TAKE, SAY_CLAIM, FIRST_RANK, KIND_TRUE, KIND_FALSE, FIRST_SIZE, FIRST_CARD = 0, 1, 2, 3, 16, 17, 18, 22
"""The numbers of the choices: kinds of action, ranks, true or false, sizes of claims, and cards."""
FIRST_DEAL, FIRST_DRAW = 2, 54  # the first numbers of dealt and of drawn cards; 0 and 1 are who starts
SEEN = 21 + 2 * 52  # the length of an observation


class TableFacts(NamedTuple):
    """The constants of the rules: the size of a dealt hand, and the constants of `games.cheat.compiled.moves`."""

    hand: int
    play: Facts


@compiled
def _lay(row: Any, cards: int, facts: Facts) -> None:
    seat, rank = row[PLAYER], row[CHOSEN]
    fresh = size(row[HANDS + seat]) - size(row[KNOWN + seat])
    for number in range(row[LAID]):
        if row[CLAIMS + 2 * number] & 1 == seat:
            fresh += row[CLAIMS + 2 * number] >> 5 & 7
    place = CLAIMS + 2 * row[LAID]
    row[place], row[place + 1] = seat | rank << 1 | size(cards) << 5 | fresh << 8, cards  # as `_packed`
    row[LAID] += 1
    claim(row, rank, cards, facts)


def _act(row: Any, number: int, table: TableFacts) -> None:
    facts = table.play
    hand = row[HANDS + row[PLAYER]]
    if number == SAY_CALL:
        for place in range(CLAIMS, CLAIMS + 2 * row[LAID]):
            row[place] = 0
        row[LAID] = row[OPENING] = 0
        call(row, facts)
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
            row[ITEMS], row[STAGE] = hand, CHOOSE_SIZE
    elif number < FIRST_SIZE:
        fitting = of_rank(row[CHOSEN])
        row[ITEMS], row[STAGE] = hand & (fitting if number == KIND_TRUE else ~fitting), CHOOSE_SIZE
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


def _allow(row: Any, mask: Any, table: TableFacts) -> None:
    facts = table.play
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
    """Deal a card to the hands in turn, beginning with the starter's hand; the last card opens the pile."""
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


def _see(row: Any, seat: int, view: Any, facts: TableFacts) -> None:
    """Write an observation into `view`, in the order of `CheatSimulator.encode`."""
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
    """A player's payoff at the end, in units of 1/2."""
    return 1 if row[OVER] == 3 else 2 * (row[OVER] == seat + 1)


implement_game(TableFacts, _player, _allow, _act, _come_up, _draw_one, _see, _pay)


PHASES = {phase: number for number, phase in enumerate(Phase)}


class CheatSimulator(Simulator):
    """Games of Cheat as rows of numbers. An action is chosen in stages, in several steps of the same player.

    The numbered choices are call, take and claim; ranks; true and false; numbers of cards; and cards, as in
    `games.core.stages.choices`. A random action is chosen uniformly at each stage.
    """

    rules: Cheat
    width = SEEN
    unit = 2
    word = np.int64

    def fixed(self, rules: Cheat) -> TableFacts:
        """The constants that the compiled loops need for these options."""
        return TableFacts(rules.hand, facts(rules, "none"))

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The choices of all stages, and the outcomes: starters, and cards that are dealt and drawn."""
        choices = ("call", "take", "claim", *RANKS, "true", "false", 1, 2, 3, 4, *CARDS)
        return choices, (*map(Starts, self.rules.names), *map(Deal, CARDS), *map(Draw, CARDS))

    def row(self, state: CheatState) -> list[int]:
        """A position as numbers, in the order of the columns."""
        now, view = state.position, observation(state, EVERYTHING)
        row = np.zeros(WIDTH, np.int64)
        row[: words.WIDTH] = template(view)
        row[words.HANDS : words.HANDS + 2] = now.hands
        row[words.PILE], row[words.DECK], row[words.OVER] = now.pile, now.deck, _over(view)
        row[PHASE], row[OPENING], row[LAID] = PHASES[now.phase], now.opening, len(now.laid)
        if now.can_call:
            row[words.PREVIOUS] = Previous.TRUE_CLAIM if now.laid[-1].is_true else Previous.FALSE_CLAIM
        for number, each in enumerate(now.laid):
            row[CLAIMS + 2 * number : CLAIMS + 2 * number + 2] = _packed(each), each.cards
        return [int(each) for each in row]

    def encode(self, observation: Observation) -> list[int]:
        """An observation as numbers: viewer, phase, current player, starter, cards, public facts, caught lies, pile."""
        seen = observation
        head = [seen.player, PHASES[seen.phase], seen.current, seen.starter, seen.hand, *seen.sizes, seen.deck]
        public = [seen.opening, seen.rank, int(seen.can_call), int(seen.free), *seen.known, seen.turns, _over(seen)]
        caught = template(seen)[words.CAUGHT : words.CAUGHT + 4]
        pile = [word for each in seen.laid for word in (_packed(each), each.cards)]
        numbers = [*head, *public, *map(int, caught), len(seen.laid), *pile]
        return numbers + [0] * (self.width - len(numbers))


def _packed(laid: Laid) -> int:
    return laid.seat | laid.rank << 1 | laid.size << 5 | laid.fresh << 8


def _over(view: Observation) -> int:
    """The winner's seat + 1; 3 for a draw, 0 before the end."""
    return 0 if view.phase is not Phase.OVER else 3 if view.winner < 0 else view.winner + 1


SIMULATOR = CheatSimulator
