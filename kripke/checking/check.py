"""Running a program on a set algebra: each subformula once in each context that announcements make.

This file knows the Protocol of a set algebra only, not the engines.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from kripke.checking.program import Change, Item, Program


class Combinable(Protocol):
    """A set of worlds: combined by ``& | ^``."""

    def __and__(self: Set, other: Set, /) -> Set: ...
    def __or__(self: Set, other: Set, /) -> Set: ...
    def __xor__(self: Set, other: Set, /) -> Set: ...


Set = TypeVar("Set", bound=Combinable)


class SetAlgebra(Protocol[Set]):
    """A model as announcements have left it, which computes with sets of its worlds.

    Every set given and taken is a subset of `domain`. The semantic clauses in `program` are written over
    this Protocol; an engine is one class that has these methods.
    """

    domain: Set

    @property
    def agents(self) -> Collection[str]:
        """The agents of the model."""

    @property
    def atoms(self) -> Collection[str]:
        """The atoms of its vocabulary."""

    @property
    def key(self) -> Hashable:
        """Equal for two algebras of one model only if they have the same domain and the same relations."""

    def atom(self, name: str) -> Set:
        """The worlds where the atom is true."""

    def values(self, variable: str) -> list[Set]:
        """For each value of the variable that the vocabulary names, the worlds where the variable has it."""

    def preimage(self, agent: str, target: Set) -> Set:
        """The worlds from which the agent looks at some world of `target`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds in question.
        """

    def knows_whether(self, agent: str, target: Set) -> Set:
        """The worlds from which the agent looks at worlds of `target` only, or at none of them.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds in question.
        """

    def knows_value(self, agent: str, targets: list[Set]) -> Set:
        """The worlds from which, for one of the targets, the agent looks at worlds of it only.

        Parameters
        ----------
        agent : str
            Name of the agent.
        targets : list of sets of worlds
            One set for each value.
        """

    def reaches(self, group: Iterable[str], target: Set) -> Set:
        """The worlds from which one or more steps of the group's agents lead to `target`.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        target : set of worlds
            The worlds in question.
        """

    def jointly_possible(self, group: Iterable[str], target: Set) -> Set:
        """The worlds from which some world of `target` is seen by all the agents of the group.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        target : set of worlds
            The worlds in question.
        """

    def believes(self, agent: str, condition: Set, target: Set) -> Set:
        """The worlds where the `condition`-worlds that the agent believes possible all lie in `target`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        condition : set of worlds
            The worlds where the condition holds.
        target : set of worlds
            The worlds in question.
        """

    def degree_at_least(self, agent: str, degree: Fraction, target: Set) -> Set:
        """The worlds where `target` carries at least the share `degree` of the agent's weight.

        Parameters
        ----------
        agent : str
            Name of the agent.
        degree : Fraction
            The share, from 0 to 1.
        target : set of worlds
            The worlds in question.
        """

    def believes_safely(self, agent: str, target: Set) -> Set:
        """The worlds where all that the agent holds at least as plausible lies in `target`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds in question.
        """

    def believes_strongly(self, agent: str, target: Set) -> Set:
        """The worlds where the agent holds some `target` possible, and all of it more plausible than the rest.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds in question.
        """

    def restrict(self, target: Set) -> SetAlgebra[Set]:
        """The model of the worlds of `target` alone."""

    def refine(self, target: Set, group: Iterable[str]) -> SetAlgebra[Set]:
        """The model where the group's agents tell worlds of `target` from the others.

        Parameters
        ----------
        target : set of worlds
            The worlds in question.
        group : iterable of str
            Names of the agents.
        """

    def act(self, action: str) -> SetAlgebra[Set]:
        """The model after the action of this name."""

    def back(self, target: Set) -> Set:
        """For a model that `act` gave: the worlds before it from which a designated event leads into `target`."""

    def keeps(self, before: SetAlgebra[Set]) -> bool:
        """Whether what a boolean formula gave in the model `before` serves here too: as a set it may leave `domain`."""


def run(program: Program, algebra: SetAlgebra[Set], keep: bool = False) -> Set:
    """The extension of the program's formula.

    With `keep` no value is dropped on the way, which is faster where sets are small.

    Parameters
    ----------
    program : Program
        The compiled formula.
    algebra : SetAlgebra
        The model.
    keep : bool
        Whether every value is stored.
    """
    if not keep or program.straight is None:
        return Evaluation(program, algebra, keep).value()
    values: list[Set] = []
    for apply in program.straight:
        values.append(apply(algebra, values))
    return values[-1]


class Evaluation(Generic[Set]):
    """The values of a program's subformulas on one model, computed when asked for.

    Contexts with equal domains and relations are one, however the announcements led there.

    Parameters
    ----------
    program : Program
        What to compute.
    start : SetAlgebra
        The model.
    keep : bool
        Keep every value (an explanation looks at them), instead of dropping each after its last use.
    known : mapping of int to Set, optional
        The values of some rows on the model.
    """

    __slots__ = ("contexts", "keep", "program", "start", "values")

    def __init__(
        self, program: Program, start: SetAlgebra[Set], keep: bool = False, known: Mapping[int, Set] | None = None
    ) -> None:
        self.program, self.start, self.keep = program, start, keep
        key = start.key
        self.contexts: dict[Hashable, SetAlgebra[Set]] = {key: start}
        self.values: dict[Hashable, dict[int, Set]] = {key: dict(known or {})}

    def value(self, row: int | None = None, context: SetAlgebra[Set] | None = None) -> Set:
        """The extension of a row's subformula (None: the whole formula) in a context (None: the model).

        Parameters
        ----------
        row : int, optional
            Row of the program; None for the whole formula.
        context : SetAlgebra, optional
            The model after some announcements; None for the model itself.
        """
        row = self.program.root if row is None else row
        context = self.start if context is None else context
        values = self.values[context.key]
        if row not in values:
            self._run(row, context)
        return values[row]

    def enter(self, context: SetAlgebra[Set], before: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """The context that stands for all those with the same domain and relations; `before` is where it is made.

        Parameters
        ----------
        context : SetAlgebra
            The model after a change.
        before : SetAlgebra
            The context in which the change is made.
        """
        key = context.key
        known = self.contexts.get(key)
        if known is None:
            self.contexts[key] = known = context
            values = self.values[before.key] if context.keeps(before) else {}
            self.values[key] = {row: values[row] for row in self.program.boolean if row in values} if values else {}
        return known

    def after(self, row: int, context: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """The context in which the announcement of this row has been made.

        Parameters
        ----------
        row : int
            Row of the announcement or action.
        context : SetAlgebra
            The model after some announcements.
        """
        change = self.program.steps[row].change
        assert change is not None
        statement = None if change.statement is None else self.value(change.statement, context)
        return self.enter(change.into(context, statement), context)

    def _run(self, row: int, context: SetAlgebra[Set]) -> None:
        frames = [self._frame(row, context)]
        while frames:
            waiting = self._advance(frames[-1])
            if waiting is None:
                frames.pop()
            else:
                frames.append(self._frame(*waiting))

    def _frame(self, row: int, context: SetAlgebra[Set]) -> _Frame[Set]:
        values = self.values[context.key]
        return _Frame(context, values, iter(self.program.items(row, values, self.keep)))

    def _advance(self, frame: _Frame[Set]) -> tuple[int, SetAlgebra[Set]] | None:
        """Run the frame to its end, or to a body that must be evaluated in another context first."""
        context, values = frame.context, frame.values
        if frame.halted is not None:
            row, change, inner, dead = frame.halted
            frame.halted = None
            values[row] = self._come_back(frame, change, inner)
            for each in dead:
                del values[each]
        for row, apply, entered, dead in frame.items:
            if entered is None:
                values[row] = apply(context, values)
            else:
                inner = self.enter(entered.into(context, _statement(entered, values)), context)
                if entered.body not in self.values[inner.key]:
                    frame.halted = row, entered, inner, dead
                    return entered.body, inner
                values[row] = self._come_back(frame, entered, inner)
            for each in dead:
                del values[each]
        return None

    def _come_back(self, frame: _Frame[Set], change: Change, inner: SetAlgebra[Set]) -> Set:
        after = self.values[inner.key][change.body]
        return change.then(frame.context, _statement(change, frame.values), inner, after)  # type: ignore[no-any-return]


def _statement(change: Change, values: dict[int, Set]) -> Set | None:
    return None if change.statement is None else values[change.statement]


class _Frame(Generic[Set]):
    """A block under way in a context, and the announcement at which it has halted for its body."""

    __slots__ = ("context", "halted", "items", "values")

    def __init__(self, context: SetAlgebra[Set], values: dict[int, Set], items: Iterator[Item]) -> None:
        self.context, self.values, self.items = context, values, items
        self.halted: tuple[int, Change, SetAlgebra[Set], tuple[int, ...]] | None = None
