"""The search for a plan: cheapest first, or guided by estimates of the distance to the goal.

The cheapest plan is found by A* (Hart, Nilsson and Raphael 1968, doi:10.1109/TSSC.1968.300136). The lower bound on the
remaining cost is 0 where the goal holds, and otherwise the least cost of an action, since one action may reach the
goal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any

from kripke.change.product import Action
from kripke.data.watch import Watch
from kripke.plan.question import Question
from kripke.space.explore import Limits
from logic.errors import TooLarge
from logic.exact import plural
from logic.formula import Formula

TURNS = 0, 0, 0, 1, 0, 0, 0, 2  # the order in which queues are used: the first estimate is the best guide


class States(ABC):
    """The states that a search has found, by number, and the effects of actions.

    A state is a pointed model with a `key`, which is None before the state is contracted. Contracted states with equal
    keys count as the same state. `first`: the state at the start. `atoms`: the names of the atoms. A world is given by
    an integer.
    """

    first: Any
    atoms: Iterable[str]

    def __init__(self, question: Question, limits: Limits, progress: Callable[[int, int], None] | None) -> None:
        self.question, self.actions, self.limits, self.progress = question, question.actions, limits, progress
        self.known: dict[Hashable, int] = {}  # key -> number
        self._stored: list[Any] = []
        self._bytes = 0

    def __len__(self) -> int:
        """The number of states found so far."""
        return len(self._stored)

    def number(self, pointed: Any) -> int:
        """The number of a state; a new state is stored. `TooLarge` beyond the limits."""
        settled = self.settled(pointed)
        number = self.known.get(settled.key)
        if number is None:
            number, (stored, size), (states, memory, *_) = len(self), self._kept(settled), self.limits
            self._bytes += size
            if states is not None and number >= states:
                raise TooLarge(f"more than {plural(states, 'state')}; raise the limit")
            if memory is not None and number and self._bytes > memory:
                raise TooLarge(f"{number + 1:,} states take more than {memory:,} bytes; raise the limit")
            self.known[settled.key] = number
            self._stored.append(stored)
        return number

    def after(self, number: int) -> Iterator[tuple[str, Any]]:
        """The possible actions at a known state, each with the state after the action."""
        for name in self._possible(number):
            if (state := self.step(number, name)) is not None:
                yield name, state

    def along(self, steps: Iterable[str], plainly: bool = False) -> Iterator[Any]:
        """Yield the first state and the state after each action, until an action is impossible."""
        state = self.settled(self.first)
        yield state
        for name in steps:
            if (after := self.result(state, self.actions[name], plainly)) is None:
                return
            state = self.settled(after)
            yield state

    def at(self, number: int) -> Any:
        """The known state with this number."""
        return self._stored[number]

    def told_apart(self, pointed: Any, agent: str) -> Sequence[Hashable]:
        """A value for each actual world; worlds have equal values if the agent cannot distinguish them."""
        return self.informed(pointed, agent)

    def where(self, pointed: Any, formula: Formula) -> set[int]:
        """The actual worlds where a formula holds."""
        return {world for world in self.actuals(pointed) if self.holds(self.only(pointed, (world,)), formula)}

    def apart(self, pointed: Any, part: Sequence[int]) -> Formula | None:
        """A formula that holds at these actual worlds and at no other actual world; None if there is none."""
        return None

    def _possible(self, number: int) -> Iterable[str]:
        """The actions to try at a known state; no other action is possible."""
        return self.actions

    @abstractmethod
    def result(self, pointed: Any, action: Action, plainly: bool = False) -> Any:
        """The state after an action, or None if the action is impossible.

        If agents act, the action must be possible at all worlds that its agent considers possible. With `plainly`, it
        need only be possible at the actual worlds.
        """

    @abstractmethod
    def step(self, number: int, name: str, plainly: bool = False) -> Any:
        """The state after the named action at the known state `number`; None if impossible. `plainly`: see `result`."""

    @abstractmethod
    def holds(self, pointed: Any, formula: Formula) -> bool:
        """Whether a formula holds at all actual worlds."""

    @abstractmethod
    def blind(self, pointed: Any) -> list[str]:
        """The agents who consider no world possible at some world."""

    @abstractmethod
    def actuals(self, pointed: Any) -> tuple[int, ...]:
        """The actual worlds of a state."""

    @abstractmethod
    def facts(self, pointed: Any, world: int) -> Iterable[str]:
        """The atoms that are true at a world."""

    @abstractmethod
    def only(self, pointed: Any, worlds: Sequence[int]) -> Any:
        """A copy of the state with only these actual worlds."""

    @abstractmethod
    def informed(self, pointed: Any, agent: str) -> list[Hashable]:
        """A key for each actual world; keys are equal if the agent considers bisimilar sets of worlds possible."""

    @abstractmethod
    def settled(self, pointed: Any) -> Any:
        """The contracted state, with its key."""

    @abstractmethod
    def light(self, pointed: Any) -> Any:
        """The compact form in which a state waits to be expanded; None if the state will be recomputed then."""

    @abstractmethod
    def _kept(self, pointed: Any) -> tuple[Any, int]:
        """The stored form of a contracted state, and its estimated number of bytes."""


Came = Sequence[tuple[int, str, float]]
"""For each state, the previous state on the path to it, the action between them, and the cost of the path."""


def path_to(came: Came, number: int) -> list[str]:
    """The actions on the path to a state."""
    names: list[str] = []
    while 0 <= number < len(came):
        number, name, _ = came[number]
        names.append(name)
    return names[-2::-1]  # without the empty name of the initial state


def search(
    states: States, estimate: Callable[[Any], Sequence[Any]] | None = None
) -> tuple[list[str] | None, str, Came]:
    """Search for a path to the goal: the cheapest, or, with an estimate, any path. O(m log m) for m transitions.

    The result has the actions on the path, or None without a path; the reason why the search stopped early, empty if it
    did not; and the paths to all states, empty if the goal was reached. An estimate ranks the states in several ways.
    Each ranking has a queue, and the queues are used in turn.
    """
    came: list[tuple[int, str, float]] = []  # of each known state: the state before, the action, the cost so far
    queues: list[list[Any]] = []
    best: dict[Hashable, float] = {}  # key of a state -> the least cost of a path to it that waits in the queues
    order, expanded, newer = count(), 0, 1 if estimate is None else -1
    prices = {name: action.cost for name, action in states.actions.items()}
    goal, least = states.question.goal, min(prices.values(), default=0)
    with Watch(states, states.limits.seconds) as watch:
        if states.holds(states.first, goal):
            return [], "", ()
        source, name, paid, state = -1, "", 0.0, states.first
        while True:
            number = len(states)
            if state is not None and states.number(state) == number:
                came.append((source, name, paid))
                for name, after in states.after(number):
                    watch()
                    price, code = paid + prices[name], after.key
                    if code is not None and (code in states.known or best.get(code, inf) <= price):
                        continue
                    at_goal = states.holds(after, goal)
                    if at_goal and (estimate is not None or price <= paid + least):
                        return [*path_to(came, number), name], "", ()
                    ranks = [price if at_goal else price + least] if estimate is None else estimate(after)
                    queues, kept = queues or [[] for _ in ranks], states.light(after)
                    if code is not None:
                        best[code] = price
                    for queue, rank in zip(queues, ranks, strict=True):
                        heappush(queue, (rank, not at_goal, newer * next(order), price, number, name, kept))
                expanded += 1
                if states.progress is not None:
                    states.progress(expanded, len(states))
            if not any(queues):
                return None, "", came
            watch()
            queue = queues[TURNS[expanded % len(TURNS)] % len(queues)] or next(filter(None, queues))
            _, misses, _, paid, source, name, kept = heappop(queue)
            if not misses:
                return [*path_to(came, source), name], "", ()
            state = states.step(source, name) if kept is None else kept
    return None, watch.stopped, came
