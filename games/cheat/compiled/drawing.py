"""Compiled loops: states drawn from an information set, all equally likely."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

from games.cheat.compiled.counting import (
    CLOSES,
    EMPTY,
    OTHERS,
    OWN,
    SIZE,
    STRIDE,
    Counts,
    Filled,
    choose,
    choose_fresh,
    position,
)
from games.cheat.compiled.moves import lessened
from games.cheat.compiled.row import (
    COUNT,
    DECK,
    FALSE_CLAIM,
    HANDS,
    HELD,
    NONE,
    PILE,
    PLAYER,
    PREVIOUS,
    RANK,
    SHOWN,
    TRUE_CLAIM,
    Facts,
)
from games.cheat.dealing.plan import ANY
from games.core.compiled_loops import copy, pick, size, uniform
from kripke.checking.engine.compiled import compiled


class Root(NamedTuple):
    """An information set: what the player whose turn it is sees, and how many deals fit it.

    Attributes
    ----------
    template : int array
        The row, without what is hidden.
    public, fresh : int
        The cards whose place the player does not see: those that the opponent was seen to take up, and the others.
    pile : int
        Cards that the player knows to be in the pile.
    drawn : int
        The number of fresh cards in the opponent's claims and hand.
    unchecked : int
        The cards of ranks whose claims the rules do not look at.
    rest : int
        The number of cards in the claims that are filled with the hand.
    pending : bool
        Whether the last claim can be called.
    counts : Counts
        How many deals there are.
    """

    template: Any
    public: int
    fresh: int
    pile: int
    drawn: int
    unchecked: int
    rest: int
    pending: bool
    counts: Counts


@compiled
def _lay_checked(row: Any, case: int, chance: Any, root: Root) -> None:
    """Fill the checked claims, and then the rest."""
    public, fresh, counts, filled = root.public, root.fresh, root.counts, EMPTY
    for number in range(len(counts.steps) - 1):
        step, which = counts.steps[number], case if number == 0 else ANY
        own, others = step[OWN], step[OTHERS]
        total = counts.table[position(step, filled)] if number else counts.cases[case]
        choice = choose(number, filled, which, uniform(chance, 0) * total, counts)[1]
        public ^= pick(public & own, choice.came_public, chance)
        fresh ^= pick(fresh & own, choice.came_fresh, chance)
        public ^= pick(public & own, choice.own_public, chance) | pick(public & others, choice.over_public, chance)
        fresh ^= pick(fresh & own, choice.own_fresh, chance) | pick(fresh & others, choice.over_fresh, chance)
        rest_public = step[SIZE] - choice.fresh - choice.own_public - choice.over_public
        filled = Filled(
            filled.fresh + choice.fresh * step[STRIDE],
            filled.wait_public - choice.came_public + rest_public,
            filled.wait_fresh - choice.came_fresh + choice.fresh - choice.own_fresh - choice.over_fresh,
            0 if step[CLOSES] else size(public & own),
            0 if step[CLOSES] else size(fresh & own),
        )
        if number == 0 and root.pending:
            is_true = choice.own_public + choice.own_fresh == step[SIZE]
            row[PREVIOUS] = TRUE_CLAIM if is_true else FALSE_CLAIM
    public ^= pick(public & root.unchecked, filled.wait_public, chance)
    fresh ^= pick(fresh & root.unchecked, filled.wait_fresh, chance)
    _lay_others(row, public, fresh, filled.fresh, chance, root)


@compiled
def _lay_others(row: Any, public: int, fresh: int, used: int, chance: Any, root: Root) -> None:
    """Fill the other claims, the hand and the deck with what is left."""
    counts = root.counts
    public_cards, fresh_cards = size(root.public), size(root.fresh)
    for number in range(len(counts.periods)):
        mark = uniform(chance, 0) * counts.loose[number, used]
        some = choose_fresh(number, used, public_cards, fresh_cards, mark, counts)[1]
        public ^= pick(public, counts.periods[number, 0] - some, chance)
        fresh ^= pick(fresh, some, chance)
        used += some * counts.periods[number, 1]
    drawn = pick(fresh, root.drawn - counts.used[used], chance)
    rest = pick(public | drawn, root.rest, chance)
    hand = (public | drawn) ^ rest
    row[DECK] = fresh ^ drawn
    row[HANDS + 1 - row[PLAYER]] = hand
    row[PILE] = root.pile | ((root.public | root.fresh) & ~(hand | row[DECK]))


@compiled
def draw_state(row: Any, case: int, chance: Any, root: Root, facts: Facts) -> bool:
    """Write a state drawn from the information set, all equally likely; whether there is one."""
    if root.counts.cases[case] == 0.0:
        return False
    copy(root.template, row)
    _lay_checked(row, case, chance, root)
    row[SHOWN] = facts.shows != NONE
    if root.pending and (row[PREVIOUS] == TRUE_CLAIM or not row[SHOWN]):
        other = 1 - row[PLAYER]
        row[HELD + other] = lessened(row[HELD + other], row[RANK], row[COUNT])
    return True
