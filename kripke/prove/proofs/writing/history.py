"""Contexts of the reduction as plain data: the history of events that a row of a proof names."""

from __future__ import annotations

from kripke.prove.question.contexts import Answered, Happened, Pooled, Told
from kripke.prove.question.reduction import Reducer


def history_of(reducer: Reducer, context: int) -> tuple[tuple[object, ...], ...]:
    """The events of a context, the first event first, as `kripke.prove.proofs.script.Row` describes them."""
    return tuple([_plain(reducer, step) for _, step in reversed(reducer.contexts.history(context))])


def _plain(reducer: Reducer, step: object) -> tuple[object, ...]:
    match step:
        case Told(row):
            return "announced", reducer.rows[row][0]
        case Answered(row, answer, hearers):
            return "answered", reducer.rows[row][0], answer, hearers
        case Pooled(pool):
            return "resolved", pool
        case Happened(action, event):
            names = [name for name, known in reducer.actions.items() if known is action]
            return "happened", names[0], event
    raise AssertionError(f"no plain form of {step!r}")
