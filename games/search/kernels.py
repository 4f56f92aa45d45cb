"""What a compiled search calls of a game. Each game writes these loops for its own type of facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.compiled_dispatch import implement


def current(row: Any, facts: Any) -> int:
    """The seat whose move it is; below 0 where the game is over."""
    raise NotImplementedError


def legal(row: Any, facts: Any) -> int:
    """The legal actions as bits."""
    raise NotImplementedError


def key(row: Any, facts: Any) -> int:
    """The current player's information state, and the seat, in 64 bits."""
    raise NotImplementedError


def rollout(row: Any, chance: Any, facts: Any) -> int:
    """An action of the rollout policy."""
    raise NotImplementedError


def move(row: Any, action: int, chance: Any, facts: Any) -> None:
    """Take an action; chance moves too, until a player decides."""
    raise NotImplementedError


def payoff(row: Any, seat: int, facts: Any) -> float:
    """What the seat is paid at the end."""
    raise NotImplementedError


def draw(row: Any, case: int, chance: Any, root: Any, facts: Any) -> bool:
    """Write a state of the case drawn from the information set; whether that succeeded.

    Parameters
    ----------
    row, case, chance, root, facts
        As in `rollout`; `root` is the game's account of the information set, `case` a part of it, such as a hidden
        action of the opponent.
    """
    raise NotImplementedError


KERNELS = current, legal, key, rollout, move, payoff, draw


def implement_search(facts: type, *loops: Callable[..., Any]) -> None:
    """Let compiled searches call these loops where the facts are of this type."""
    implement(KERNELS, facts, loops)
