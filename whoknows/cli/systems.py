"""Systems with time, in files in ISPL: answers to their formulas, and to one that is typed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kripke.data.lazy import Lazy
from kripke.formats.registry import Format, format_by_ending, format_of
from logic.formula import Formula
from whoknows.cli.models import engine_of
from whoknows.cli.streams import emit, name_of, read_source, read_typed_texts, readable_texts, require_one_reader, say

if TYPE_CHECKING:
    from kripke.time.system import System

loading = Lazy("kripke.time.ispl")  # with Lark


def is_system(given: str) -> bool:
    """Whether MODEL is a file in ISPL, by its ending, or, if that is of no format, by its beginning."""
    kind = format_by_ending(given)
    if kind is None and os.path.isfile(given):
        kind = format_of(given, read_source(given))
    return kind is Format.ISPL


Asked = list[tuple[str, dict[str, int], Formula]]  # the texts of formulas, the lines of those in a file, the formulas


def read_system(given: str, formula: str | None, engine: str, as_json: bool) -> tuple[System, Asked]:
    """The system, and the formulas of its file, or the one that is typed."""
    symbolic = SYMBOLIC[engine_of(engine)]
    require_one_reader(given, formula)
    texts = readable_texts([] if formula is None else [formula])
    system = loading.loads_ispl(read_source(given), name_of(given), symbolic=symbolic)
    for note in () if as_json else system.notes:
        say(f"note: {note}", err=True)
    if formula is not None:
        return system, [(str(read), {}, read) for read in read_typed_texts(texts, system)]
    return system, [(each.text, {"line": each.line}, each.formula) for each in system.formulas]


SYMBOLIC = {"auto": None, "explicit": False, "symbolic": True}
"""Name of an engine -> whether the states are stored as diagrams; None: chosen by their number."""


def answer_formulas(given: str, formula: str | None, engine: str, as_json: bool) -> bool:
    """Print whether the formula, or each formula of the file, holds at all initial states; whether all do."""
    system, asked = read_system(given, formula, engine, as_json)
    answers = [system.holds(read) for _, _, read in asked]
    if as_json:
        rows = [
            {"formula": text, **line, "read": str(read), "holds": holds}
            for (text, line, read), holds in zip(asked, answers, strict=True)
        ]
        emit({"holds": all(answers), "formulas": rows, "states": system.count(), "notes": system.notes})
    for number, ((text, _, _), holds) in () if as_json else enumerate(zip(asked, answers, strict=True), 1):
        say("" if formula else f"{number} ", end="")
        say("true" if holds else "false", style="good" if holds else "bad", end=": ")
        say(text)
    return all(answers)
