"""The search for a plan: the cheapest first, or by what looks nearest to the goal.

A* is that of Hart, Nilsson and Raphael (1968), doi:10.1109/TSSC.1968.300136. Its estimate never exceeds the cost that
is left, as one action may bring about the whole goal: the least cost of an action, or 0 where the goal holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, Protocol

from kripke.space.explore import Transition
from logic.errors import TooLarge
from logic.exact import plural

Estimate = Callable[[int], float]
"""How far a state, by its number, seems from the goal."""


class States(Protocol):
    """Numbered states and the transitions from each; 0 is the first."""

    def successors(self, number: int) -> Sequence[Transition]:
        """The transitions from a known state; `TooLarge` beyond the limits."""


class Search(NamedTuple):
    """What a search found: the moves to a goal, or None; why it stopped early, or nothing; how many were expanded."""

    path: list[Transition] | None
    stopped: str
    expanded: int


def search(
    states: States,
    is_goal: Callable[[int], bool],
    cost: Callable[[str], float],
    least: float,
    estimates: Sequence[Estimate] = (),
    seconds: float | None = None,
) -> Search:
    """A path to a goal, the cheapest if there are no estimates; else the queues of the estimates take turns.

    `cost` of an action by its name, `least` of these. Equally good states are taken in the order in which they were
    found. O(m log n) for n states and m transitions, besides the states themselves.
    """
    until = None if seconds is None else time.monotonic() + seconds
    paid: dict[int, float] = {0: 0.0}
    came: dict[int, Transition] = {}
    done: set[int] = set()
    queues: list[list[tuple[float, float, int]]] = [[] for _ in range(max(1, len(estimates)))]

    def reach(number: int) -> bool:
        at_goal = is_goal(number)
        if estimates:
            for queue, estimate in zip(queues, estimates, strict=True):
                heappush(queue, (estimate(number), paid[number], number))
        else:
            left = 0.0 if at_goal else least
            heappush(queues[0], (paid[number] + left, left, number))
        return at_goal

    def way(number: int) -> Search:
        moves = []
        while number in came:
            moves.append(came[number])
            number = came[number].source
        return Search(moves[::-1], "", len(done))

    try:
        if reach(0):
            return way(0)
        turn = 0
        while any(queues):
            turn = (turn + 1) % len(queues)
            if not queues[turn]:
                continue
            *_, number = heappop(queues[turn])
            if number in done:
                continue
            if not estimates and is_goal(number):
                return way(number)
            done.add(number)
            if until is not None and time.monotonic() > until:
                return Search(None, f"{plural(len(paid), 'state')} in {seconds:g} seconds", len(done))
            for move in states.successors(number):
                price = paid[number] + cost(move.action)
                if price < paid.get(move.target, float("inf")):
                    paid[move.target], came[move.target] = price, move
                    if move.target not in done and reach(move.target) and (estimates or price <= paid[number] + least):
                        return way(move.target)
    except TooLarge as limit:
        return Search(None, limit.message, len(done))
    except KeyboardInterrupt:
        return Search(None, f"stopped by the keyboard after {plural(len(paid), 'state')}", len(done))
    return Search(None, "", len(done))
