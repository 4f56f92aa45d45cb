"""The graph of the states that actions lead to from a pointed model, explored breadth first on request."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from kripke.change.event import EventName
from kripke.change.product import Action, extend_vocabulary
from kripke.change.successors import Successors
from kripke.checking.constraint import Question, formula_of
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError
from kripke.data.lazy import Drawn
from kripke.data.structure import Structure
from kripke.data.watch import Watch
from kripke.space.demands import is_temporal
from kripke.space.histories import LIMIT
from kripke.space.states import BISIMULATION, Kept, State, state, transitions
from kripke.space.stepping import ActionRecall
from kripke.why.view import DEPTH, SIZE, Detail
from logic.errors import TooLarge, by_face, shorten
from logic.exact import plural
from logic.formula import Formula

if TYPE_CHECKING:
    import networkx

    from kripke.why.explanation import Explanation

ModelT = TypeVar("ModelT")

BYTES = 3_000, 100, 3, 100
"""Bytes of a state, of each agent or atom in it, of each value of these at a world, and of a transition.

They were measured with `tracemalloc`.
"""


def _beyond(what: str) -> TooLarge:
    return TooLarge(f"the space of models is not exhausted: {what}; raise the limit")


class Limits(NamedTuple):
    """Limits on states, bytes, seconds, and the total number of worlds before contraction; None: no limit."""

    states: int | None = 100_000
    memory: int | None = 2 * 2**30
    seconds: float | None = None
    worlds: int | None = None


class Transition(NamedTuple):
    """A step between two states, given by their numbers, with the action and its event."""

    source: int
    action: str
    event: EventName | None  # the argument of `Model.update`; None: no event model, or several events happen together
    target: int


@dataclass(slots=True)
class _Node:
    """A known state, with the transition that found it, and its own transitions (None: unknown)."""

    state: State
    came: Transition | None
    steps: tuple[Transition, ...] | None = None


class Space(Drawn, Generic[ModelT]):
    """The pointed models, up to bisimulation, that actions lead to, numbered breadth first; 0 is the first.

    States are found on request. Iteration, `where` and `run` find all states up to the limits; `successors` finds those
    after one state. `exhausted` is true if all states and transitions are known; `stopped` is the reason why `run`
    ended before that. `starts` are the numbers of the initial states, one for each actual world or, with
    `together`, one for all.

    Parameters
    ----------
    structure, actions, limits, face : Structure, mapping of str to Action, Limits, callable
        The first model, with an actual world; the actions that can happen; the limits of the exploration; a function
        that makes a model from a structure.
    progress, asking, together : optional
        As for `explore`.

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
        asking: Iterable[Formula] = (),
        together: bool = False,
    ) -> None:
        self.actions, self.limits, self.face, self.progress = actions, limits, face, progress
        self.together, self.stopped = together, ""
        inside = [formula for action in actions.values() for formula in action.formulas]
        self.kept = Kept.for_formulas([*asking, *inside], structure)
        structure = extend_vocabulary(structure, actions)
        self._compiled = Successors(actions, structure)
        self._nodes: list[_Node] = []
        self._number: dict[Hashable, int] = {}
        self._bytes, self._worlds, self._first, self._seconds = 0, 0, 0, 0.0
        points = [(actual,) for actual in structure.actuals]
        pointed = [replace(structure, actuals=point) for point in ([structure.actuals] if together else points)]
        self.starts = [self._add(state(each, (structure.worlds, None), self.kept), None) for each in pointed]

    def _add(self, candidate: State, by: Transition | None) -> int:
        number = self._number.get(candidate.key)
        if number is None:
            number = len(self._number)
            names = len(candidate.structure.relations) + len(candidate.structure.valuation)
            size = BYTES[0] + names * (BYTES[1] + BYTES[2] * candidate.structure.size)
            states, memory = self.limits[:2]
            if states is not None and number >= states:
                raise _beyond(f"there {'is' if states == 1 else 'are'} more than {plural(states, 'state')}")
            if memory is not None and number and self._bytes + size > memory:
                raise _beyond(
                    f"{number + 1:,} states take about {self._bytes + size:,} bytes, more than memory={memory:,}"
                )
            # a slice, since a call that was interrupted may have left a node without its number
            self._nodes[number:] = [_Node(candidate, by and by._replace(target=number))]
            self._number[candidate.key] = number
            self._bytes += size
        return number

    def __len__(self) -> int:
        """Return the number of known states."""
        return len(self._number)

    def __getitem__(self, number: int) -> ModelT:
        """Return the model of a known state."""
        return self.face(self._node(number).state.structure)

    def structure(self, number: int) -> Structure:
        """Return the structure of a known state."""
        return self._node(number).state.structure

    def _node(self, number: int) -> _Node:
        if not isinstance(number, Integral) or number not in range(len(self)):
            more = "" if self.exhausted else "; run() finds more"
            raise ModelError(f"state {shorten(repr(number))}: expected a number from 0 to {len(self) - 1:,}{more}")
        return self._nodes[number]

    def __iter__(self) -> Iterator[ModelT]:
        """Iterate over the models of all states, and explore them as needed; `TooLarge` if a limit is reached."""
        number = 0
        while number < len(self):
            yield self[number]
            self.successors(number)
            number += 1

    def successors(self, number: int) -> tuple[Transition, ...]:
        """Return the transitions from a known state: each event of each action that can happen there.

        `TooLarge` if new states exceed the limits; nothing is lost, and the search can continue with a larger limit.
        """
        node = self._node(number)
        if node.steps is None:
            began = time.monotonic()
            seconds, worlds, steps = self.limits.seconds, self.limits.worlds, list[Transition]()
            size = node.state.structure.size * sum(len(action.events or [()]) for action in self.actions.values())
            if worlds is not None and self._worlds + size > worlds:
                raise _beyond(f"the models on the way have more than {plural(worlds, 'world')}")
            self._worlds += size
            try:
                for name, event, next_state in transitions(node.state, self._compiled, self.kept, self.together):
                    if seconds is not None and self._seconds + time.monotonic() - began > seconds:
                        were = "was" if len(self) == 1 else "were"
                        raise _beyond(f"{plural(len(self), 'state')} {were} found in {seconds:g} seconds")
                    step = Transition(number, name, event, -1)
                    steps.append(step._replace(target=self._add(next_state, step)))
            finally:
                self._seconds += time.monotonic() - began
            node.steps = tuple(steps)
            self._bytes += BYTES[3] * len(steps)
        return node.steps

    def run(self) -> Space[ModelT]:
        """Explore all states until a limit or Ctrl-C; return the space, with a reason for an early end in `stopped`."""
        with Watch(self, None) as watch:
            while self._first < len(self):
                self.successors(self._first)
                self._first += 1
                if self.progress is not None:
                    self.progress(self._first, len(self))
        self.stopped = watch.stopped
        return self

    def where(self, formula: Question) -> list[int]:
        """Return the numbers of the states at whose actual worlds a formula holds; it may name actions: ``[@tell] p``.

        All states are explored first. If a limit has stopped the exploration, only the known states are checked. A
        formula with temporal operators is evaluated as by `holds`, on runs that begin at each state.

        `ModelError` for a formula with `D`, `DB`, `R` or degrees of belief of agents without weights, unless it was
        passed to `explore` as `asking`: contracted models do not preserve its truth.
        """
        query = self._asked(formula)
        if not self.stopped:
            self.run()
        return [number for number in range(len(self)) if self._is_true(number, query)]

    def holds(self, formula: Question) -> bool:
        """Whether a formula holds at all initial states.

        The formula may have temporal operators. Runs begin at the initial states, each action is a step of time, and a
        state without a possible action repeats. Agents have perfect recall, and count the steps. With temporal
        operators, `ModelError` for agents with weights or ranks, and `Undecided` if the formula leads to too many
        knowledge states (see `kripke.space.histories`), which is possible with `C`.

        Examples
        --------
        Two of three children are muddy. All are asked again and again whether they know it, and all hear the answers:

        >>> from whoknows import KripkeModel, explore
        >>> m = KripkeModel.from_observations([*"abc"], {"a": [*"bc"], "b": [*"ac"], "c": [*"ab"]},
        ...                                   law="a | b | c", actual={"a", "b"})
        >>> space = explore(m, {"nobody": "~(K_a a | K_b b | K_c c)", "somebody": "K_a a | K_b b | K_c c"})
        >>> space.holds("AG (a -> AF K_a a)"), space.holds("AX K_a (a & O M_a ~a)")
        (True, True)
        """
        query = self._asked(formula)
        return all(self._is_true(start, query) for start in self.starts)

    def explain(self, formula: Question, depth: int = DEPTH, size: int = SIZE, detail: Detail = "full") -> Explanation:
        """Explain why a formula holds or fails at the initial states, with runs of actions as witnesses.

        One initial state is explained: the first where the formula fails, or else the first of all. A formula without
        temporal operators is explained as by `Model.explain`.

        Parameters
        ----------
        formula : as for `holds`
        depth, size, detail : as for `Model.explain`
        """
        from kripke.space.recall_reasons import explained  # not loaded by a check without reasons

        query = self._asked(formula)
        start = next((number for number in self.starts if not self._is_true(number, query)), self.starts[0])
        if not is_temporal(query):
            model: Any = self[start]
            why: Explanation = model.explain(query, actions=self.actions, depth=depth, size=size, detail=detail)
            return why
        self._runs.structure = self.structure(start)
        return explained(self._runs, query, None, None, depth=depth, size=size, detail=detail)

    def _asked(self, formula: Question) -> Formula:
        query = formula_of(formula, self.structure(0).atoms)
        require_kept(query, self.structure(0), self.kept)
        if self.together and is_temporal(query):
            raise ModelError(
                f"{shorten(str(query))}: a space of states with several actual worlds has no operators of time"
            )
        return query

    def _is_true(self, number: int, query: Formula) -> bool:
        """Whether a formula holds at a state's actual worlds or, if it is temporal, on the runs that begin there."""
        structure = self.structure(number)
        if is_temporal(query):
            self._runs.structure = structure
            return all(self._runs.ask(query))
        where = extension(structure, query, actions=self.actions)
        return all(actual in where for actual in structure.actuals)

    @cached_property
    def _runs(self) -> ActionRecall:
        states = self.limits.states
        most = LIMIT if states in (None, Limits().states) else states or LIMIT  # the default counts states of the space
        return ActionRecall(self.structure(0), self.actions, most)

    @property
    def exhausted(self) -> bool:
        """Whether all states and transitions are known."""
        return all(node.steps is not None for node in self._nodes)

    @property
    def transitions(self) -> list[Transition]:
        """The transitions that are known."""
        return [step for node in self._nodes for step in node.steps or ()]

    def path(self, number: int) -> list[Transition]:
        """Return the path by which a known state was found from an initial state; shortest if found breadth first."""
        steps: list[Transition] = []
        while (step := self._node(number).came) is not None:
            steps.append(step)
            number = step.source
        return steps[::-1]

    def to_networkx(self) -> networkx.MultiDiGraph[int]:
        """Return the known states as a graph: nodes have the attribute `model`, edges `action` and `event`."""
        import networkx

        graph: networkx.MultiDiGraph[int] = networkx.MultiDiGraph()
        graph.add_nodes_from((number, {"model": self[number]}) for number in range(len(self)))
        graph.add_edges_from((s, t, {"action": action, "event": event}) for s, action, event, t in self.transitions)
        return graph

    def __repr__(self) -> str:
        count = f"{plural(len(self), 'state')}, {plural(len(self.transitions), 'transition')}"
        return f"Space({count}, {'exhausted' if self.exhausted else self.stopped or 'not exhausted'})"


def require_kept(formula: Formula, structure: Structure, kept: Kept = BISIMULATION) -> None:
    """Raise `ModelError` if a formula may be true in only some of the states with the same key.

    That is possible for `D`, `DB`, `R` and degrees of belief of agents without weights, unless `kept` includes them.
    """
    needs = Kept.for_formulas([formula], structure)
    if needs.pooled > kept.pooled or not needs.counted <= kept.counted:
        raise ModelError(
            f"{shorten(str(formula))}: states are contracted, which changes D, DB, R and degrees of agents without "
            "weights" + by_face("; name it first, by explore(..., asking=[formula])")
        )
