"""Positions with some fields changed, and mines whose openings are carried from board to board."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest
from effort import examples, seeds
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import changer
from games.saboteur.actions import Lay
from games.saboteur.tunnels.board import OFFICIAL, SOURCE, Board, Plan


class Point(NamedTuple):
    """Some fields."""

    x: int
    y: int = 2
    z: int = 3


changed = changer(Point)


@given(changes=st.dictionaries(st.sampled_from("xyz"), st.integers()))
@examples(30)
def test_it_does_what_replace_does(changes: dict[str, int]) -> None:
    before = Point(1)
    after = changed(before, **changes)
    assert after == before._replace(**changes)
    assert type(after) is Point
    assert before == Point(1)


def test_a_field_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        changed(Point(1), w=4)


@pytest.mark.parametrize("plan", [SOURCE, OFFICIAL], ids=["source", "official"])
@pytest.mark.parametrize("seed", seeds(2, 40))
def test_openings_that_are_carried_over_are_those_of_a_new_board(plan: Plan, seed: int) -> None:
    """Cards are laid, some are taken away, and goals are turned, which are neighbours of the last card."""
    rng, board = Random(seed), plan.empty
    for _ in range(60):
        lays: list[Lay] = board.fits(range(32))
        card = rng.choice(board.cards) if board.cards and rng.random() < 0.3 else None
        goals = [place for place in plan.ends if board.is_hidden(place)]
        if goals and rng.random() < 0.05:
            board = board.with_goal(rng.choice(goals), rng.choice(("gold", "RB", "BL")), 8)
        elif card is not None:
            board = board.without(card)
        elif lays:
            lay = rng.choice(lays)
            board = board.with_card(plan.place(lay.x, lay.y), lay.shape)
        anew = Board(plan, board.grid, board.cards)
        assert board.openings == anew.openings
        assert board.joining == anew.joining
