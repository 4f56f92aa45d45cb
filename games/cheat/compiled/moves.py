"""Compiled loops for a game of Cheat, stored as a row of 64-bit integers (*words*): its moves and the abstract game.

A set of cards is a word with a bit for each card, as in `games.cheat.cards`; the cards of a rank are four neighbouring
bits. The abstract game, which is searched, has 18 actions and a rollout policy; information states with the same
`attribute_key` count as one. `benchmarks/plain_cheat.py` is a readable version in plain Python, with which the tests
compare this file.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import exp
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from games.cheat.abstraction import CALL, TAKE, Previous
from games.cheat.cards import of_rank as plain_of_rank
from games.core.compiled_loops import pick, size, uniform
from kripke.checking.engine.compiled import compiled

HANDS, PILE, DECK, PLAYER, RANK, PREVIOUS, COUNT, TURN, OVER = 0, 2, 3, 4, 5, 6, 7, 8, 9
KNOWN, HELD, MADE, CAUGHT, TIMES, REPEATED, SHOWN, STARTER, FREE = 10, 12, 14, 16, 18, 20, 21, 22, 23
ANSWER = 24
WIDTH = 25
"""The number of words in a row. There are two words, one for each seat, for each of these: hands, known cards,
estimated numbers of cards by rank, ranks claimed, ranks on which the player was caught, and times caught."""
ALL, LAST, NONE, EVERYTHING = range(4)
"""What a search can see: the truth of all claims, of the last claim before the search, of no claim, or all cards."""
NOT_CALLED, CALLS_IT = 1, 2
"""Values of `ANSWER`, the predicted answer to the claim of the last move; 0 stands for no prediction."""
TRUE_CLAIM, FALSE_CLAIM, TAKEN, CALLED = (int(each) for each in Previous)
of_rank = compiled(plain_of_rank)

Weights: TypeAlias = tuple[float, float, float, float, float, float, float, float]


class Facts(NamedTuple):
    """The constants of the rules and of a search."""

    turns: int  # the number of turns after which the game is over
    ranks: int
    suits: int
    mixed: bool  # this and the next five are the options of `Cheat`, in their order
    winner_moves: bool
    frees: bool
    at_once: bool
    passing: bool
    second: bool
    shows: int  # `ALL`, `LAST`, `NONE` or `EVERYTHING`
    call: float  # the weight of a call in the rollout policy
    take: float  # the weight of taking a card
    true: float  # the weight of true claims in each direction (one rank up, one rank down)
    false: float  # the weight of false claims in each direction
    predicted: int  # the seat whose calls are predicted; -1 for none
    logit: float  # the logit of a call of that player if all `games.cheat.predictors.CALL_FEATURES` are 0
    weights: Weights  # the weights of these features in the logit


_FIVES, _THREES = 0x5555555555555555, 0x3333333333333333


@compiled
def by_rank(cards: int) -> int:
    """The numbers of cards of all ranks in one integer, four bits for each rank."""
    cards -= (cards >> 1) & _FIVES
    return (cards & _THREES) + ((cards >> 2) & _THREES)


@compiled
def next_rank(row: Any, lower: int, facts: Facts) -> int:
    """The rank one below the last claimed rank if `lower`, otherwise the rank one above it."""
    rank = row[RANK]
    if lower:
        return rank - 1 if rank > 0 else facts.ranks - 1
    return rank + 1 if rank + 1 < facts.ranks else 0


@compiled
def lessened(held: int, rank: int, count: int) -> int:
    """Lower the estimated number of cards of a rank by `count`, to at least 0; return all estimates, four bits each."""
    there = held >> 4 * rank & 15
    return held - (min(there, count) << 4 * rank)


@compiled
def _fewer(row: Any, facts: Facts) -> int:
    """The result at the limit of turns: 1 plus the seat of the player with fewer cards, or 3 for a draw.

    With `facts.second`, the player who did not start wins a tie.
    """
    one, other = size(row[HANDS]), size(row[HANDS + 1])
    if one == other:
        return 2 - row[STARTER] if facts.second else 3
    return 1 if one < other else 2


@compiled
def next_turn(row: Any, following: int, facts: Facts) -> None:
    """End a turn in `row`: set the winner if the game is over, otherwise pass the turn to the player `following`."""
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
    """Make a claim in `row`: these cards are claimed to have this rank, and go on the pile."""
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
    """In `row`, take this card from the deck, or pass if `card` is 0."""
    row[DECK] ^= card
    row[HANDS + row[PLAYER]] |= card
    row[PREVIOUS] = TAKEN
    next_turn(row, 1 - row[PLAYER], facts)


@compiled
def call(row: Any, facts: Facts) -> None:
    """Call the last claim in `row`: the pile goes to the claimer if the claim was false, otherwise to the caller."""
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
    """The most cards that a true claim and a false claim can have; the claimed rank is that of `next_rank`."""
    hand = row[HANDS + row[PLAYER]]
    fitting = size(hand & of_rank(next_rank(row, lower, facts)))
    return fitting, min(facts.suits, size(hand) - fitting)


@compiled
def can_call(row: Any) -> bool:
    """Whether the last move was a claim."""
    return row[PREVIOUS] <= FALSE_CLAIM


@compiled
def can_take(row: Any, facts: Facts) -> bool:
    """Whether the player can take a card or pass."""
    return row[DECK] != 0 or facts.passing


FULL, MOST_LOGIT = 8, 30.0  # As in `games.cheat.predictors`
_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


@compiled
def abstract_legal(row: Any, facts: Facts) -> int:
    """The legal actions of the abstract game, as bits; a predicted answer forces or excludes the call."""
    if row[ANSWER] == CALLS_IT:
        return 1 << CALL
    mask = (can_call(row) and row[ANSWER] == 0) << CALL | can_take(row, facts) << TAKE
    for lower in range(2):
        fitting, others = room(row, lower, facts)
        mask |= ((1 << fitting) - 1) << (2 + 8 * lower) | ((1 << others) - 1) << (6 + 8 * lower)
    return mask


@compiled
def _class(count: int) -> int:
    return count if count <= 4 else 5 if count <= 8 else 6


@compiled
def attribute_key(row: Any, facts: Facts) -> int:
    """The current player's 31-bit key of attributes; see `benchmarks/plain_cheat.py`."""
    seat, other = row[PLAYER], 1 - row[PLAYER]
    up, down = next_rank(row, 0, facts), next_rank(row, 1, facts)
    hand, held = row[HANDS + seat], row[HELD + other]
    code = row[PREVIOUS] if row[PREVIOUS] > FALSE_CLAIM or row[SHOWN] else TRUE_CLAIM
    code |= (hand & of_rank(up) != 0) << 2 | (hand & of_rank(down) != 0) << 3
    code |= _class(size(hand)) << 4 | _class(size(row[HANDS + other])) << 7 | _class(size(row[PILE])) << 10
    code |= min(row[TURN] // 2 + 1, 127) << 13
    code |= min(held >> 4 * up & 15, 3) << 20 | min(held >> 4 * down & 15, 3) << 22
    code |= (row[MADE + seat] >> up & 1) << 24 | (row[MADE + seat] >> down & 1) << 25
    code |= (row[MADE + other] >> up & 1) << 26 | (row[MADE + other] >> down & 1) << 27
    code |= (row[CAUGHT + seat] >> up & 1) << 28 | (row[CAUGHT + seat] >> down & 1) << 29
    return code | (row[CAUGHT + seat] != 0) << 30


@compiled
def _full_key(row: Any) -> Any:
    """A hash of the words up to `TURN`; different words have equal hashes with a probability of about 2^-64."""
    code = np.uint64(row[PLAYER])
    for word in range(TURN + 1):
        code = (code ^ np.uint64(row[word])) * _MIX
        code ^= code >> _SHIFT
    return code


def information_key(row: Any, facts: Facts) -> Any:
    """A key of the current player's information state and seat; of the whole state if the search sees all cards."""
    if facts.shows == EVERYTHING:
        return _full_key(row)
    return np.uint64(attribute_key(row, facts) | row[PLAYER] << 31)


@compiled
def call_chance(row: Any, facts: Facts) -> float:
    """The probability that the current player calls the claim of the last move; see `games.cheat.predictors`."""
    seat, other, weights = row[PLAYER], 1 - row[PLAYER], facts.weights
    theirs = size(row[HANDS + other])
    logit = facts.logit + weights[0] * (row[COUNT] - 1)
    logit += weights[1] * size(row[HANDS + seat] & of_rank(row[RANK])) + weights[2] * (FULL - theirs)
    logit += weights[3] * (FULL - size(row[HANDS + seat])) + weights[4] * size(row[PILE])
    logit += weights[5] * row[TIMES + other] + weights[6] * row[REPEATED] + weights[7] * (theirs == 0)
    return 1 / (1 + exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))


@compiled
def abstract_move(row: Any, action: int, chance: Any, facts: Facts) -> None:
    """Make an abstract action in `row`; the cards, and the predicted answer to a claim, are drawn at random."""
    row[ANSWER] = 0
    if action == CALL:
        call(row, facts)
    elif action == TAKE:
        take(row, pick(row[DECK], 1, chance) if row[DECK] else 0, facts)
    else:
        number = action - 2
        rank, hand = next_rank(row, number >> 3, facts), row[HANDS + row[PLAYER]]
        some = hand & ~of_rank(rank) if number >> 2 & 1 else hand & of_rank(rank)
        claim(row, rank, pick(some, (number & 3) + 1, chance), facts)
        if row[PLAYER] == facts.predicted and row[OVER] == 0:
            row[ANSWER] = CALLS_IT if uniform(chance, 0) < call_chance(row, facts) else NOT_CALLED


BY_SIZE = np.array([0, 0.6, 0.87, 0.97, 1])
"""For each number of cards, the probability that a claim of the rollout policy has at most that many cards."""
BIG_PILE, OFTEN = 8, 8  # a false claim is called if the pile or the number of times caught is larger


@compiled
def _must_call(row: Any) -> bool:
    """Whether the rollout policy must call the last claim.

    The conditions are rules a to f of Bitan and Kraus (2018). Evaluating all of them is faster than branching.
    """
    seat, other = row[PLAYER], 1 - row[PLAYER]
    wins = row[HANDS + other] == 0
    caught = (
        wins
        | (size(row[PILE]) > BIG_PILE)
        | (row[TIMES + other] > OFTEN)
        | (row[REPEATED] != 0)
        | (row[HANDS + seat] & of_rank(row[RANK]) != 0)
        | (row[CAUGHT + other] >> row[RANK] & 1 != 0)
    )
    return (row[PREVIOUS] == FALSE_CLAIM) & caught if row[SHOWN] else can_call(row) & wins


@compiled
def _claim_of(first: int, mark: float, share: float, most: int) -> int:
    """The number of an action that claims 1 to `most` cards, selected by the random number `mark`.

    `first`: the number of the claim of one card. `share`: the total weight of such claims of any size.
    """
    size_1, size_2, size_3 = BY_SIZE[1] * share, BY_SIZE[2] * share, BY_SIZE[3] * share
    above = (mark >= size_1) + (mark >= size_2) + (mark >= size_3)
    return first + min(above, most - 1)


@compiled
def rollout_action(row: Any, chance: Any, facts: Facts) -> int:
    """An action of the rollout policy: a call if it is required or predicted, otherwise a random legal action."""
    if row[ANSWER] == CALLS_IT or (row[ANSWER] == 0 and _must_call(row)):
        return CALL
    true_up, false_up = room(row, 0, facts)
    true_down, false_down = room(row, 1, facts)
    calls = facts.call if can_call(row) and row[ANSWER] == 0 else 0.0
    takes = facts.take if can_take(row, facts) else 0.0
    higher, higher_lies = BY_SIZE[true_up] * facts.true, BY_SIZE[false_up] * facts.false
    lower, lower_lies = BY_SIZE[true_down] * facts.true, BY_SIZE[false_down] * facts.false
    total = calls + takes + higher + higher_lies + lower + lower_lies
    mark = uniform(chance, 0) * total
    if mark < calls:
        return CALL
    mark -= calls
    if mark < takes:
        return TAKE
    mark -= takes
    if mark < higher:
        return _claim_of(2, mark, facts.true, true_up)
    mark -= higher
    if mark < higher_lies:
        return _claim_of(6, mark, facts.false, false_up)
    mark -= higher_lies
    if mark < lower or false_down == 0:
        return _claim_of(10, mark, facts.true, true_down)
    return _claim_of(14, mark - lower, facts.false, false_down)


def current(row: Any, facts: Facts) -> int:
    """The seat of the current player; -2 if the game is over."""
    return -2 if row[OVER] else row[PLAYER]


def payoff(row: Any, seat: int, facts: Facts) -> float:
    """The payoff of a seat: 1 for winning, -1 for losing, 0 for a draw."""
    return 0.0 if row[OVER] == 3 else 1.0 if row[OVER] == seat + 1 else -1.0
