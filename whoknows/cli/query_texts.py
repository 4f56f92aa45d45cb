"""The queries behind a decision as lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from games.knowing.queries import Query

LONGEST = 60
"""Longer disjunctions are shown without their middle."""


def query_lines(queries: Iterable[Query]) -> list[str]:
    """A line for each table that was considered; formulas that differ in a value alone and have one answer are joined.

    ``asks: K_bob bluff: false; M_ann outcome=642, 643, 644: true; degree of bob in bluff: 1/6 ≈ 0.17``
    """
    tables: dict[str, dict[tuple[str, str, str], list[str]]] = {}
    for query in queries:
        stem, value = _parts(query.formula)
        tables.setdefault(query.table, {}).setdefault((query.agent, stem, query.told), []).append(value)
    return [
        f"asks{f' of the table {table}' if table else ''}: "
        + "; ".join(_line(*key, values) for key, values in groups.items())
        for table, groups in tables.items()
    ]


def _parts(formula: str) -> tuple[str, str]:
    """``M_ann outcome=`` and ``642``; a formula that does not end in one value is all stem."""
    stem, equals, value = formula.rpartition("=")
    return (stem + equals, value) if value.isalnum() and stem.count("=") == 0 else (formula, "")


def _line(agent: str, stem: str, answer: str, values: list[str]) -> str:
    formula = stem + ", ".join(values)
    parts = formula.split(" | ")
    if len(formula) > LONGEST and len(parts) > 2:
        formula = f"{parts[0]} | ... | {parts[-1]}"
    return f"{f'degree of {agent} in ' if agent else ''}{formula}: {answer}"
