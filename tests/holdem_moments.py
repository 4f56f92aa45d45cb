"""Moments of hold'em, dealt and played by hand or at random."""

from __future__ import annotations

from random import Random
from typing import Any

from games.holdem.rules import FOLD, Holdem, HoldemState, Phase

DEAL = "SA CK H2 HA DK D7"
"""Ann has two aces, bob two kings, cal seven and two."""
BOARD = "S9 D4 C3 H8 SJ"


def dealt(cards: str = DEAL, **options: Any) -> HoldemState:
    state: Any = Holdem(**options).deserialize([f"deal {each}" for each in cards.split()])
    return state


def played(state: HoldemState, text: str, board: str = BOARD) -> HoldemState:
    """The moves, separated by blanks, with cards of the board as they are needed."""
    cards = board.split()
    for word in text.split():
        while state.is_chance:
            state = state.apply(state.rules.parse(f"deal {cards[len(state.position.board)]}"))
        state = state.apply(state.rules.parse(word))
    while state.is_chance:
        state = state.apply(state.rules.parse(f"deal {cards[len(state.position.board)]}"))
    return state


def moment(seed: int, number: int, fold: bool = False, **options: Any) -> HoldemState:
    """The first decision of a round in which nobody raises; the button may fold first."""
    rng, state = Random(seed), Holdem(**options).start()
    while state.position.round < number or state.position.phase is not Phase.BET:
        words = {str(each): each for each in state.legal_actions()}
        folds = fold and state.current_player == 2 and "fold" in words
        chosen = words.get("fold") if folds else words.get("check", words.get("call"))
        state = state.apply(state.sample(rng) if state.is_chance else chosen)
    return state.apply(FOLD) if fold and not number else state
