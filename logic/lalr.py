"""The runner of LALR(1) tables: one loop for formulas, SMCDEL's files and event files.

`logic.grammar` makes the tables from a grammar. Here a state is a row, a list in which each terminal's number leads to
the next row, and the same number counted from the end to a reduction; so a token costs a few list operations.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter, length_hint
from typing import Any, NamedTuple

INFIX, PREFIX, LISTED, BRACKETS, OTHER, END, STUCK = range(7)
"""How a reduction takes its values: both around a sign, two in a row, a list and an item behind a sign, the one within
signs, or any others."""
LIST = "more"
"""The alias of a rule that appends an item to a list."""

MANY = 10_000
"""Tokens from which the garbage collector pauses. Reading makes no garbage, and a collection that walks over all nodes
so far takes up to a third of the time (a text of 2 MB, measured 2026-11-22)."""

Row = list[Any]
Clauses = Mapping[str, Callable[..., Any]]


class Stuck(Exception):
    """No rule continues with a token.

    Parameters
    ----------
    number : int
        The token's number, from 0.
    """

    def __init__(self, number: int, accepted: set[str]) -> None:
        super().__init__(number, accepted)
        self.number, self.accepted = number, accepted


class Reduction(NamedTuple):
    """How a rule takes its values, what it builds of them, where a row has its goto, and how many symbols it has."""

    shape: int
    build: Callable[..., Any]
    goto: int
    size: int


class Parser:
    """The tables of a grammar, ready to run.

    Parameters
    ----------
    clauses : mapping of str to callable
        For each alias in the grammar the function of the values of its symbols, without those of punctuation. The
        alias `LIST` has none where a sign stands between list and item.
    """

    def __init__(self, path: str, clauses: Clauses) -> None:
        with open(path, encoding="utf-8") as file:
            tables = json.load(file)
        self.terminals: list[str] = tables["terminals"]
        self.kinds = {name: number for number, name in enumerate(self.terminals)}
        """Number of each terminal, by its spelling in the grammar or by its name; 0 is the end of the text."""
        self.unknown = len(self.terminals)
        """Number that stands for a token that is not a terminal."""
        reductions = [_reduction(rule, clauses, self.unknown + 1) for rule in tables["rules"]]
        special = {0: Reduction(STUCK, _nothing, 0, 0), -1: Reduction(END, _nothing, 0, 0)}
        self._rows: list[Row] = [[] for _ in tables["rows"]]
        for row, targets in zip(self._rows, tables["rows"], strict=True):
            actions, gotos = targets[: self.unknown], targets[self.unknown :]
            row += [self._rows[to] if to > 0 else None for to in (*actions, 0, *gotos)]
            row += [special.get(to) or (reductions[-2 - to] if to < 0 else None) for to in (0, *reversed(actions))]

    def run(self, meaning: Callable[[Any], tuple[int, Any]], tokens: Sequence[Any]) -> Any:
        """Build the value of a text.

        Raises
        ------
        Stuck
            If a token cannot follow.

        Notes
        -----
        O(n) for n tokens.
        """
        if len(tokens) < MANY or not gc.isenabled():
            return self._run(meaning, tokens)
        gc.disable()
        try:
            return self._run(meaning, tokens)
        finally:
            gc.enable()

    def _run(self, meaning: Callable[[Any], tuple[int, Any]], tokens: Sequence[Any]) -> Any:
        stack: list[Row] = []
        values: list[Any] = []
        push, keep, pop, drop = stack.append, values.append, values.pop, stack.pop
        row = self._rows[0]
        source = iter(tokens)
        for kind, value in map(meaning, source):
            after = row[kind]
            while after is None:
                shape, build, goto, size = row[~kind]
                if shape == INFIX:
                    right = pop()
                    pop()
                    values[-1] = build(values[-1], right)
                    drop()
                    drop()
                elif shape == PREFIX:
                    right = pop()
                    values[-1] = build(values[-1], right)
                    drop()
                elif shape == LISTED:
                    item = pop()
                    pop()
                    values[-1].append(item)
                    drop()
                    drop()
                elif shape == BRACKETS:
                    pop()
                    inner = pop()
                    values[-1] = inner
                    drop()
                    drop()
                elif shape == OTHER:
                    values[-size:] = (build(values[-size:]),)
                    if size > 1:
                        del stack[1 - size :]
                elif shape == END:
                    return values[-1]
                else:
                    raise Stuck(len(tokens) - length_hint(source) - 1, self._accepted([*stack, row]))
                row = stack[-1][goto]
                after = row[kind]
            push(row)
            keep(value)
            row = after
        raise AssertionError("the tokens must end with one of terminal 0")

    def _accepted(self, rows: list[Row]) -> set[str]:
        return {name for name, kind in self.kinds.items() if _is_accepted(rows, kind)}


def _is_accepted(rows: list[Row], kind: int) -> bool:
    """Whether a terminal can follow; the rows are those of the states, the current one last."""
    rows = rows.copy()
    while rows[-1][kind] is None:
        shape, _, goto, size = rows[-1][~kind]
        if shape in (END, STUCK):
            return bool(shape == END)
        del rows[-size:]
        rows.append(rows[-1][goto])
    return True


def _nothing() -> None:
    """What the end and an error build."""


def _reduction(rule: Sequence[Any], clauses: Clauses, gotos: int) -> Reduction:
    alias, size, kept, origin = rule
    clause = clauses.get(alias, _nothing)
    shape = OTHER
    if size == 3 and kept == [0, 2] and alias == LIST:
        shape = LISTED
    elif size == 3 and kept == [0, 2] and alias:
        shape = INFIX
    elif size == 2 and kept == [0, 1] and alias:
        shape = PREFIX
    elif size == 3 and kept == [1] and not alias:
        shape = BRACKETS
    return Reduction(shape, clause if shape != OTHER else _picking(clause, kept), gotos + origin, size)


def _picking(clause: Callable[..., Any], kept: Sequence[int]) -> Callable[[list[Any]], Any]:
    """The clause as a function of the values of all symbols."""
    if len(kept) > 1:
        pick = itemgetter(*kept)
        return lambda values: clause(*pick(values))
    return (lambda values: clause(values[kept[0]])) if kept else (lambda values: clause())
