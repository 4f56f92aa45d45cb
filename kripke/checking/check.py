"""Evaluation of a program on a set algebra: each subformula once in each context that announcements create.

This module uses only the Protocol `SetAlgebra`, no engine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Generic

from kripke.checking.algebra import Set, SetAlgebra
from kripke.checking.program import Change, Item, Program


def run(program: Program, algebra: SetAlgebra[Set], keep: bool = False) -> Set:
    """The extension of the program's formula.

    With `keep` no value is dropped before the end, which is faster for small sets.
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
        """The extension of the subformula of a row in a context; default: the whole formula in the model itself."""
        row = self.program.root if row is None else row
        context = self.start if context is None else context
        values = self.values[context.key]
        if row not in values:
            self._run(row, context)
        return values[row]

    def enter(self, context: SetAlgebra[Set], before: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """The stored context with the same domain and relations, or this one if there is none."""
        key = context.key
        known = self.contexts.get(key)
        if known is None:
            self.contexts[key] = known = context
            values = self.values[before.key] if context.keeps(before) else {}
            self.values[key] = {row: values[row] for row in self.program.boolean if row in values} if values else {}
        return known

    def after(self, row: int, context: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """The context after the announcement or action of a row."""
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
