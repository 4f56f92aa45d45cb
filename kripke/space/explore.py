"""The graph of the states that actions lead to from a pointed model, breadth first and as far as it is asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from kripke.change.event import EventModel, EventName
from kripke.change.product import Action
from kripke.change.successors import Successors
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from kripke.space.states import State, outcomes, state
from logic import clauses as f
from logic.errors import TooLarge, shorten
from logic.formula import Formula, agents_of
from logic.parser import parse

if TYPE_CHECKING:
    import networkx

ModelT = TypeVar("ModelT")

BYTES = 3_000, 100, 3  # of a state, of each agent and atom in it, and of each world for these: fits tracemalloc's


class Limits(NamedTuple):
    """The most that is explored: states, bytes of memory for them, seconds from the start; None: no limit."""

    states: int | None = 100_000
    memory: int | None = 2 * 2**30
    seconds: float | None = None


class Transition(NamedTuple):
    """A step from a state to a state, by their numbers, with the action and its event; None if it has no events."""

    source: int
    action: str
    event: EventName | None
    target: int


class Space(Generic[ModelT]):
    """The pointed models up to bisimulation that actions lead to, numbered breadth first; 0 is the first.

    States are found when they are asked for: iterating and `run` find all of them up to the limits, `successors` those
    after one state. `exhausted` says whether all states and transitions are known, `stopped` why not.

    Parameters
    ----------
    structure : Structure
        The first model, with one actual world.
    actions : mapping of str to Action
        What can happen, by name.
    limits : Limits
        The most that is explored.
    face : callable
        Makes the model of a structure.
    progress : callable, optional
        Called with the numbers of explored and of known states.

    Examples
    --------
    >>> from whoknows import KripkeModel, explore, peek
    >>> blind = [["w", "v"]]
    >>> m = KripkeModel.s5(worlds={"w": {"p"}, "v": set()}, partitions={"a": blind, "b": blind}, actual="w")
    >>> space = explore(m, {"peek": peek("p", by="a"), "tell": "p"})
    >>> space.run()
    Space(3 states, 6 transitions, exhausted)
    >>> [step.action for step in space.path(2)], space.where("C p")
    (['tell'], [2])
    """

    def __init__(
        self,
        structure: Structure,
        actions: Mapping[str, Action],
        limits: Limits,
        face: Callable[[Structure], ModelT],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        for action in actions.values():
            for formula in formulas_of(action.possible):
                require_kept(formula, structure)
        self.actions, self.limits, self.face, self.progress = actions, limits, face, progress
        self.stopped = ""
        self._compiled = Successors()
        self._structures: list[Structure] = []
        self._number: dict[Any, int] = {}
        self._next: list[tuple[Transition, ...] | None] = []
        self._came: list[Transition | None] = []
        self._bytes, self._first, self._start = 0, 0, time.monotonic()
        self._add(state(structure, list(structure.worlds)), None)

    def _add(self, found: State, by: Transition | None) -> int:
        number = self._number.get(found.key)
        if number is None:
            number = self._number[found.key] = len(self._structures)
            self._structures.append(found.structure)
            self._next.append(None)
            self._came.append(by and by._replace(target=number))
            names = len(found.structure.relations) + len(found.structure.valuation)
            self._bytes += BYTES[0] + names * (BYTES[1] + BYTES[2] * found.structure.size)
        return number

    def __len__(self) -> int:
        """The number of states that are known."""
        return len(self._structures)

    def __getitem__(self, number: int) -> ModelT:
        """The model of a known state."""
        return self.face(self._structures[number])

    def __iter__(self) -> Iterator[ModelT]:
        """The models of all states, found on the way; `TooLarge` at the limits."""
        number = 0
        while number < len(self):
            yield self[number]
            self.successors(number)
            number += 1

    def successors(self, number: int) -> tuple[Transition, ...]:
        """The transitions from a known state: each event of each action that can happen there.

        `TooLarge` if that exceeds the limits; nothing is lost, and a larger limit goes on from here.
        """
        known = self._next[number]
        if known is None:
            self._require_room()
            before = self._structures[number]
            steps = []
            for name, action in self.actions.items():
                for event, found in outcomes(before, action, self._compiled):
                    step = Transition(number, name, event, -1)
                    steps.append(step._replace(target=self._add(found, step)))
            known = self._next[number] = tuple(steps)
        return known

    def _require_room(self) -> None:
        states, memory, seconds = self.limits
        if states is not None and len(self) > states:
            over = f"{len(self):,} states are more than states={states:,}"
        elif memory is not None and self._bytes > memory:
            over = f"{len(self):,} states take about {self._bytes:,} bytes, more than memory={memory:,}"
        elif seconds is not None and time.monotonic() - self._start > seconds:
            over = f"{len(self):,} states were found in seconds={seconds}"
        else:
            return
        raise TooLarge(f"the space of models is not exhausted: {over}; raise the limit")

    def run(self) -> Space[ModelT]:
        """Find all states up to the limits; Ctrl-C stops it, too. Then `stopped` says why it is not exhausted."""
        self.stopped = ""
        try:
            while self._first < len(self):
                self.successors(self._first)
                self._first += 1
                if self.progress is not None:
                    self.progress(self._first, len(self))
        except TooLarge as limit:
            self.stopped = limit.message
        except KeyboardInterrupt:
            self.stopped = f"stopped by the keyboard after {len(self):,} states"
        return self

    def where(self, formula: Formula | str) -> list[int]:
        """The numbers of the known states at which a formula holds; it may name the actions, ``[@tell] p``.

        `ModelError` for `D`, `DB`, `R` and degrees of agents without weights: contracted models do not keep these.
        """
        asked = parse(formula)
        require_kept(asked, self._structures[0])
        return [
            number
            for number, each in enumerate(self._structures)
            if each.actuals[0] in extension(each, asked, actions=self.actions)
        ]

    @property
    def exhausted(self) -> bool:
        """Whether all states and transitions are known."""
        return None not in self._next

    @property
    def transitions(self) -> list[Transition]:
        """The transitions that are known."""
        return [step for steps in self._next for step in steps or ()]

    def path(self, number: int) -> list[Transition]:
        """The fewest transitions from the first state to a known one, if it was found breadth first."""
        steps: list[Transition] = []
        while (step := self._came[number]) is not None:
            steps.append(step)
            number = step.source
        return steps[::-1]

    def to_networkx(self) -> networkx.MultiDiGraph[int]:
        """The known part as a graph: nodes have the attribute `model`, edges `action` and `event`."""
        import networkx

        graph: networkx.MultiDiGraph[int] = networkx.MultiDiGraph()
        graph.add_nodes_from((number, {"model": self[number]}) for number in range(len(self)))
        graph.add_edges_from((s, t, {"action": action, "event": event}) for s, action, event, t in self.transitions)
        return graph

    def __repr__(self) -> str:
        count = f"{len(self):,} states, {len(self.transitions):,} transitions"
        return f"Space({count}, {'exhausted' if self.exhausted else self.stopped or 'not exhausted'})"


def require_kept(formula: Formula, structure: Structure) -> None:
    """Raise `ModelError` for a formula whose truth contraction changes: `D`, `DB`, `R`, some degrees."""
    for part in formula.subformulas():
        about = agents_of(part) or structure.relations.keys()
        degree = isinstance(part, (f.BAtLeast, f.EBAtLeast, f.CBAtLeast))
        if isinstance(part, (f.D, f.DB, f.R)) or (degree and not about <= structure.weights.keys()):
            raise ModelError(
                f"{shorten(str(part))}: states are contracted, which changes D, DB, R and degrees of agents without "
                "weights; ask a model of your own, or what agents know and believe"
            )


def formulas_of(action: Any) -> Iterator[Formula]:
    """The formulas that decide what an action does."""
    if isinstance(action, EventModel):
        for event in action.events.values():
            yield event.pre
            yield from event.post.values()
    else:
        yield from [action.formula] if hasattr(action, "formula") else dict(getattr(action, "chances", ()))
