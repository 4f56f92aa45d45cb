"""How a command explains: within a time, as a tree in a terminal, as indented lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from kripke.symbolic.diagrams.threads import limited
from kripke.why.verdict import Verdict
from kripke.why.view import DETAILS, Detail
from logic.errors import TooLarge, shorten
from whoknows.cli.output import colour, say

if TYPE_CHECKING:
    from kripke.why.explanation import Explanation, Row
    from kripke.why.survey import Survey

SECONDS = 20.0
"""Processor time, in seconds, for an explanation; those of the examples take less than one."""

GUIDE = 4
"""Columns by which rich indents a level of a tree."""

DetailName = Annotated[
    str | None,
    typer.Option("--detail", metavar="brief|full", help="Explain in one line of reasons (brief), or by all of them."),
]


def detail_of(explain: bool, detail: str | None) -> Detail | None:
    """The level of detail, which asks for an explanation too; None: no explanation."""
    if detail is None:
        return "full" if explain else None
    for known in DETAILS:
        if detail == known:
            return known
    raise typer.BadParameter(f"--detail {shorten(detail)}: expected brief or full")


def explained(verdict: Verdict, detail: Detail = "full") -> Explanation:
    """The explanation of a verdict; `TooLarge` if it takes more than `SECONDS` of processor time."""
    return limited(lambda: verdict.explain(detail=detail), SECONDS, _refusal)


def surveyed(verdict: Verdict, detail: Detail = "full") -> Survey:
    """Why a formula holds at every world; `TooLarge` if it takes more than `SECONDS` of processor time."""
    return limited(lambda: verdict.survey(detail), SECONDS, _refusal)


def _refusal(what: str) -> TooLarge:
    return TooLarge(
        f"the explanation takes {what}; ask without --explain, explain a part of the formula, or use a smaller model"
    )


def say_reasons(rows: Iterable[Row], margin: str = "") -> None:
    """Print the lines of an explanation: in a terminal as a tree wrapped to its width, elsewhere each on one line."""
    lines = [(depth, text) for _, depth, text in rows]
    if in_terminal():
        _say_tree(lines, margin)
    else:
        for depth, text in lines:
            say(margin + "  " * depth + text)


def in_terminal() -> bool:
    """Whether a person reads the output in a terminal, not a program or a file."""
    return sys.stdout is not None and sys.stdout.isatty()


def _say_tree(lines: list[tuple[int, str]], margin: str) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text
    from rich.tree import Tree

    console = Console(highlight=False, markup=False, emoji=False, no_color=colour() is False or None)
    deepest = max(1, (console.width - len(margin)) // (2 * GUIDE))
    trees: list[Tree] = []
    for depth, text in lines:
        del trees[min(depth, deepest) :]
        label = Text(text, style="" if trees else "bold")
        trees.append(trees[-1].add(label) if trees else Tree(label, guide_style="dim"))
    console.print(Padding.indent(trees[0], len(margin)) if margin else trees[0])
