"""Evaluation of a program on a set algebra: each subformula once in each context that announcements create.

This module uses only the Protocol of a set algebra, no engine.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from kripke.checking.program import Change, Item, Program


class Combinable(Protocol):
    """A set of worlds with the operators ``& | ^``."""

    def __and__(self: Set, other: Set, /) -> Set: ...
    def __or__(self: Set, other: Set, /) -> Set: ...
    def __xor__(self: Set, other: Set, /) -> Set: ...


Set = TypeVar("Set", bound=Combinable)


class SetAlgebra(Protocol[Set]):
    """A model, possibly after announcements, that computes with sets of its worlds.

    All arguments and results are subsets of `domain`. The semantic clauses in `program` use this Protocol; an engine is
    a class with these methods.
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
        """A value that is equal for two algebras of one model only if their domains and relations are equal."""

    def atom(self, name: str) -> Set:
        """The worlds where the atom is true."""

    def values(self, variable: str) -> list[Set]:
        """For each value of the variable in the vocabulary, the worlds where the variable has this value."""

    def preimage(self, agent: str, target: Set) -> Set:
        """The worlds from which the agent sees some world of `target`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds that the agent should see.
        """

    def knows_whether(self, agent: str, target: Set) -> Set:
        """The worlds from which the agent sees only worlds of `target`, or none of them.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds where a formula holds.
        """

    def knows_value(self, agent: str, targets: list[Set]) -> Set:
        """The worlds from which all worlds that the agent sees lie in one of the targets.

        Parameters
        ----------
        agent : str
            Name of the agent.
        targets : list of sets of worlds
            For each value of a variable, the worlds where the variable has it.
        """

    def reaches(self, group: Iterable[str], target: Set) -> Set:
        """The worlds from which one or more steps of the group's agents lead to `target`.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        target : set of worlds
            The worlds to reach.
        """

    def jointly_possible(self, group: Iterable[str], target: Set) -> Set:
        """The worlds from which all agents of the group see one common world of `target`.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        target : set of worlds
            The worlds that all should see.
        """

    def believes(self, agent: str, condition: Set, target: Set) -> Set:
        """The worlds where all `condition`-worlds that the agent believes possible lie in `target`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        condition : set of worlds
            The worlds where the condition holds.
        target : set of worlds
            The worlds where the believed formula holds.
        """

    def degree_at_least(self, agent: str, degree: Fraction, target: Set) -> Set:
        """The worlds where `target` has at least the share `degree` of the agent's weight.

        Parameters
        ----------
        agent : str
            Name of the agent.
        degree : Fraction
            The share, from 0 to 1.
        target : set of worlds
            The worlds where the believed formula holds.
        """

    def believes_safely(self, agent: str, target: Set) -> Set:
        """The worlds where all worlds that are at least as plausible for the agent lie in `target`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds where the believed formula holds.
        """

    def believes_strongly(self, agent: str, target: Set) -> Set:
        """The worlds where the agent considers some `target` possible, and all of it more plausible than the rest.

        Parameters
        ----------
        agent : str
            Name of the agent.
        target : set of worlds
            The worlds where the believed formula holds.
        """

    def restrict(self, target: Set) -> SetAlgebra[Set]:
        """The model with only the worlds of `target`."""

    def split(self, group: Iterable[str], target: Set) -> Mapping[str, Any]:
        """The agents' relations without the pairs of a world of `target` and another world.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        target : set of worlds
            The worlds that the agents learn to tell from the others.
        """

    def joint(self, group: Iterable[str]) -> Any:
        """The pairs that the relations of all agents of the group have in common; for an empty group all pairs.

        Parameters
        ----------
        group : iterable of str
            Names of the agents.
        """

    def related(self, relations: Mapping[str, Any]) -> SetAlgebra[Set]:
        """The model with other relations of some agents.

        Parameters
        ----------
        relations : mapping
            Agent -> relation, as `split` and `joint` return it.
        """

    def is_empty(self, target: Set) -> bool:
        """Whether no world of the model is in the set."""

    def is_plain(self, agent: str) -> bool:
        """Whether the agent has neither weights nor ranks, so that belief is knowledge."""

    def act(self, action: str) -> SetAlgebra[Set]:
        """The model after the action of this name."""

    def back(self, target: Set) -> Set:
        """For a model after `act`: the worlds before the action from which a designated event leads into `target`."""

    def keeps(self, before: SetAlgebra[Set]) -> bool:
        """Whether extensions of Boolean formulas in the model `before` can be used here, even beyond `domain`."""


def run(program: Program, algebra: SetAlgebra[Set], keep: bool = False) -> Set:
    """The extension of the program's formula.

    With `keep` no value is dropped before the end, which is faster for small sets.

    Parameters
    ----------
    program : Program
        The compiled formula.
    algebra : SetAlgebra
        The model to evaluate on.
    keep : bool
        Whether all values are stored to the end.
    """
    if not keep or program.straight is None:
        return Evaluation(program, algebra, keep).value()
    values: list[Set] = []
    for apply in program.straight:
        values.append(apply(algebra, values))
    return values[-1]


class Evaluation(Generic[Set]):
    """The values of the subformulas of a program on one model, computed on request.

    Announcements that lead to equal domains and relations share one context.

    Parameters
    ----------
    program : Program
        The compiled formula.
    start : SetAlgebra
        The model to evaluate on.
    keep : bool
        Whether all values are stored, as an explanation needs them, or each is dropped after its last use.
    known : mapping of int to Set, optional
        Row -> its value on the model, for rows that are already computed.
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
        """The extension of the subformula of a row in a context.

        Parameters
        ----------
        row : int, optional
            Row of the program; None: the whole formula.
        context : SetAlgebra, optional
            The model after some announcements; None: the model itself.
        """
        row = self.program.root if row is None else row
        context = self.start if context is None else context
        values = self.values[context.key]
        if row not in values:
            self._run(row, context)
        return values[row]

    def enter(self, context: SetAlgebra[Set], before: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """The stored context with the same domain and relations, or this one if there is none.

        Parameters
        ----------
        context : SetAlgebra
            The model after a change.
        before : SetAlgebra
            The context in which the change happens; values of Boolean formulas are reused from it.
        """
        key = context.key
        known = self.contexts.get(key)
        if known is None:
            self.contexts[key] = known = context
            values = self.values[before.key] if context.keeps(before) else {}
            self.values[key] = {row: values[row] for row in self.program.boolean if row in values} if values else {}
        return known

    def after(self, row: int, context: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """The context after the announcement or action of a row.

        Parameters
        ----------
        row : int
            Row of the announcement or action.
        context : SetAlgebra
            The context in which it happens.
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
        """Run the frame to its end, or to a body that another context must evaluate first; return row and context."""
        context, values = frame.context, frame.values
        if frame.halted is not None:
            row, change, inner, dead = frame.halted
            frame.halted = None
            values[row] = self._value_before(frame, change, inner)
            for last_used in dead:
                del values[last_used]
        for row, apply, entered, dead in frame.items:
            if entered is None:
                values[row] = apply(context, values)
            else:
                inner = self.enter(entered.into(context, _statement(entered, values)), context)
                if entered.body not in self.values[inner.key]:
                    frame.halted = row, entered, inner, dead
                    return entered.body, inner
                values[row] = self._value_before(frame, entered, inner)
            for last_used in dead:
                del values[last_used]
        return None

    def _value_before(self, frame: _Frame[Set], change: Change, inner: SetAlgebra[Set]) -> Set:
        after = self.values[inner.key][change.body]
        return change.then(frame.context, _statement(change, frame.values), inner, after)  # type: ignore[no-any-return]


def _statement(change: Change, values: dict[int, Set]) -> Set | None:
    return None if change.statement is None else values[change.statement]


class _Frame(Generic[Set]):
    """A block during its evaluation in a context, and the announcement whose body it waits for."""

    __slots__ = ("context", "halted", "items", "values")

    def __init__(self, context: SetAlgebra[Set], values: dict[int, Set], items: Iterator[Item]) -> None:
        self.context, self.values, self.items = context, values, items
        self.halted: tuple[int, Change, SetAlgebra[Set], tuple[int, ...]] | None = None
