"""The command that changes models by announcements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from kripke.model import KripkeModel
from logic.formula import Formula
from logic.parser import parse
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import STANDARD_INPUT, AsJson, formula_text, require_one_reader
from whoknows.cli.models import At, ModelName, completed_agent, read_model, seen_from
from whoknows.cli.output import emit, say
from whoknows.cli.sources import write_model

app = typer.Typer(rich_markup_mode=None)

EXAMPLES = examples(
    "whoknows announce model.json 'p | q'",
    "whoknows announce model.json 'p | q' '~K_a p' -o after.json     # one after the other",
    "whoknows announce model.json p --whether --to a,b               # a and b learn whether p, the others notice",
    "whoknows announce puzzle:muddy_children 'muddy(anne)' -o - | whoknows frames -",
)


@dataclass(frozen=True, slots=True)
class Said:
    """One announcement: what was said, and the numbers of worlds before and after."""

    formula: Formula
    before: int
    after: int


@app.command(cls=Guarded, epilog=EXAMPLES)
def announce(
    model: ModelName,
    formulas: Annotated[list[str], typer.Argument(metavar="FORMULA", help="What is announced, in this order.")],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="AGENTS",
            help="Tell only these, such as a,b; the others notice.",
            autocompletion=completed_agent,
        ),
    ] = None,
    whether: Annotated[bool, typer.Option("--whether", help="Tell whether it is true, whichever it is.")] = False,
    check_frames: Annotated[
        bool, typer.Option("--check-frames", help="An error where a relation's kind is lost.")
    ] = False,
    at: At = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the model after it; - prints it as JSON."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Announce formulas, and count the worlds that are left.

    They are announced one after the other. What is announced must be true at the actual world; else the exit code
    is 2, with the reason.
    """
    require_one_reader(model, *formulas)
    asked = [parse(formula_text(formula)) for formula in formulas]
    now = seen_from(read_model(model), at)
    group = None if to is None else [agent.strip() for agent in to.split(",") if agent.strip()]
    said = []
    for formula in asked:
        after = _told(now, formula, group, whether, check_frames)
        said.append(Said(formula, len(now), len(after)))
        now = after
    _show(said, as_json, aside=output == STANDARD_INPUT)
    if output is not None:
        write_model(now, output)


def _told(
    model: KripkeModel, formula: Formula, group: list[str] | None, whether: bool, check_frames: bool
) -> KripkeModel:
    tell = model.announce_whether if whether else model.announce
    return tell(formula, to=group, check_frames=check_frames)


def _show(said: list[Said], as_json: bool, aside: bool) -> None:
    """What happened; aside, on standard error, where standard output takes the model."""
    if aside and as_json:
        raise typer.BadParameter("--json and -o - both write to standard output: give -o a file")
    if as_json:
        emit({"steps": [_data(each) for each in said]})
        return
    for each in said:
        say(f"{each.before:,} → {each.after:,}", style="strong", err=aside, end=" ")
        say(f"{'world' if each.after == 1 else 'worlds'} after {each.formula}", err=aside)


def _data(said: Said) -> dict[str, Any]:
    return {"formula": str(said.formula), "before": said.before, "after": said.after}
