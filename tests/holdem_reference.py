"""Limit hold'em of OpenSpiel (`universal_poker`, the rules of the ACPC server) beside ours, hand by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from games.core.rules import CHANCE, TERMINAL
from games.holdem.rules import CALL, CHECK, FOLD, RAISE, WORDS, Holdem
from studies.holdem.simulator import HoldemSimulator

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")

FOLDS = 0.1
"""How often a random player folds, so that many games have a showdown."""
THEIRS = {0: (FOLD,), 1: (CALL, CHECK), 2: (RAISE,)}
"""The actions of OpenSpiel by number."""


def theirs(rules: Holdem) -> Any:
    """Their game with the same options; stacks are larger than any pot."""
    caps = " ".join(str(rules.cap(number)) for number in range(4))
    return pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=3,numRounds=4,blind=1 2 0,raiseSize=2 2 4 4,"
        f"maxRaises={caps},firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        "stack=1000 1000 1000)"
    )


def compare(rules: Holdem, games: int, seed: int) -> int:
    """Play random games on both, with the same cards: whose turn it is, what is legal, and payoffs are the same.

    Parameters
    ----------
    rules : Holdem
    games, seed : int

    Returns
    -------
    int
        How many games had a showdown.
    """
    rng, ours = Random(seed), HoldemSimulator(rules)
    ours.reset([rng.getrandbits(64) for _ in range(games)])
    ours.draw()
    game = theirs(rules)
    others = [game.new_initial_state() for _ in range(games)]
    dealt = [list[int]() for _ in range(games)]
    while (ours.current != TERMINAL).any():
        current, legal = ours.current.tolist(), ours.legal()
        moves = [-1] * games
        for number, other in enumerate(others):
            if current[number] == TERMINAL:
                continue
            _deal(other, ours.tables[number], dealt[number])
            assert other.current_player() == current[number]
            allowed = {WORDS[each] for each in np.flatnonzero(legal[number])}
            assert allowed == {word for each in other.legal_actions() for word in THEIRS[each] if word in allowed}
            assert len(allowed) == len(other.legal_actions())
            choices = [each for each in other.legal_actions() if each != 0 or rng.random() < FOLDS]
            chosen = rng.choice(choices)
            other.apply_action(chosen)
            moves[number] = WORDS.index(next(word for word in THEIRS[chosen] if word in allowed))
        ours.step(moves)
        ours.draw()
    paid, showdowns = ours.returns() * 2, 0
    for number, other in enumerate(others):
        assert other.is_terminal()
        assert np.allclose(other.returns(), paid[number], atol=1e-9), (number, other.returns(), paid[number])
        showdowns += int(ours.tables[number][10]).bit_count() > 1
    return showdowns


def _deal(other: Any, row: Any, dealt: list[int]) -> None:
    """Deal to the other state the cards that lie on our table."""
    while other.current_player() == CHANCE:
        count = len(dealt)
        place = row[3 + count // 2] if count < 6 else row[6]
        card = next(each for each in range(52) if int(place) >> each & 1 and each not in dealt)
        dealt.append(card)
        other.apply_action(card % 13 * 4 + card // 13)
