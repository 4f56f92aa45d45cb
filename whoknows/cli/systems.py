"""Systems with time, in files in ISPL: answers to their formulas, and to one that is typed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from kripke.data.errors import Undecided
from kripke.data.lazy import Lazy
from kripke.formats.registry import Format, format_by_ending, format_of
from logic.formula import Formula
from whoknows.cli.guard import ERROR, FALSE, TRUE, flag, option
from whoknows.cli.models import engine_of
from whoknows.cli.streams import (
    STANDARD_INPUT,
    emit,
    name_of,
    read_source,
    read_typed_texts,
    readable_texts,
    require_one_reader,
    say,
)

if TYPE_CHECKING:
    from kripke.time.system import System

loading = Lazy("kripke.time.ispl")  # with Lark


RECALL = flag("--recall", "In a system in ISPL, agents remember all that they saw, and count the steps.")
STATES = option("--states N", "Reach at most this many states of a system, or with --recall of knowledge.", min=1)


def is_system(given: str, formula: str | None = None) -> bool:
    """Whether MODEL is a file in ISPL, by its ending, or, if that is of no format, by its beginning."""
    require_one_reader(given, formula)
    kind = format_by_ending(given)
    if kind is None and (given == STANDARD_INPUT or os.path.isfile(given)):
        kind = format_of(given, read_source(given))
    return kind is Format.ISPL


Asked = list[tuple[str, dict[str, int], Formula]]  # the texts of formulas, the lines of those in a file, the formulas


def read_system(
    given: str, formula: str | None, engine: str, recall: bool, states: int | None, as_json: bool
) -> tuple[System, Asked]:
    """The system, and the formulas of its file, or the one that is typed."""
    texts = readable_texts([] if formula is None else [formula])
    how = {"symbolic": SYMBOLIC[engine_of(engine)], "recall": recall} | ({"states": states} if states else {})
    system = loading.loads_ispl(read_source(given), name_of(given), **how)
    for note in () if as_json else system.notes:
        say(f"note: {note}", err=True)
    if formula is not None:
        return system, [(str(read), {}, read) for read in read_typed_texts(texts, system)]
    return system, [(each.text, {"line": each.line}, each.formula) for each in system.formulas]


SYMBOLIC = {"auto": None, "explicit": False, "symbolic": True}
"""Name of an engine -> whether the states are stored as diagrams; None: chosen by their number."""


def answer_formulas(system: System, asked: Asked, as_json: bool) -> int:
    """Print whether each formula holds at all initial states; the exit code is `ERROR` if one is not decided."""
    rows: list[dict[str, Any]] = []
    for text, line, read in asked:
        try:
            found: dict[str, Any] = {"holds": system.holds(read)}
        except Undecided as error:
            found = {"holds": None, "error": error.said("command")}
        rows.append({"formula": text, **line, "read": str(read), **found})
    hold = all(row["holds"] for row in rows)
    if as_json:
        emit({"holds": hold, "formulas": rows, "states": system.count(), "notes": system.notes})
    for number, row in () if as_json else enumerate(rows, 1):
        say(f"{number} " if row.get("line") else "", end="")
        said, style = ANSWERS[row["holds"]]
        say(said, style=style, end=": ")
        say(row.get("error", row["formula"]))
    return ERROR if any("error" in row for row in rows) else TRUE if hold else FALSE


ANSWERS = {True: ("true", "good"), False: ("false", "bad"), None: ("undecided", "strong")}
