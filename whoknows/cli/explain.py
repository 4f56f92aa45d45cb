"""The command `explain`: why formulas of a system with time hold or fail."""

from __future__ import annotations

from pathlib import Path

from kripke.data.lazy import Lazy
from logic.exact import plural
from whoknows.cli import models
from whoknows.cli.check import DETAIL, detail_of
from whoknows.cli.guard import AS_JSON, argument, command, option, refuse
from whoknows.cli.streams import emit, say, say_reasons
from whoknows.cli.systems import is_system, read_system

drawing = Lazy("viz.drawing")  # with NumPy


@command("explain")
def _explain(
    model: str = models.MODEL,
    formula: str | None = argument("FORMULA", "A formula. Without it: those in the file.", None),
    number: int | None = option("--formula N", "Only this formula of the file, by its number.", min=1),
    detail: str | None = DETAIL,
    output: str | None = option("--draw FILE", "Draw the run of a formula; the ending is the format: svg, png, pdf."),
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> bool:
    """Say why the formulas of a system with time hold or fail.

    Runs show it: the first state, then in each step what is done and which facts change.

    The exit code is 0 if all of them are true, 1 if not.

    Examples
    --------
    whoknows explain bit_transmission.ispl --formula 2
    whoknows explain bit_transmission.ispl 'AF received' --draw run.svg
    """
    level = detail_of(True, detail) or "full"
    refuse(
        (not is_system(model), f"{model}: no file in ISPL; for a model write whoknows check MODEL FORMULA --explain"),
        (formula is not None and number is not None, "--formula N is for the formulas in the file: leave out FORMULA"),
    )
    if output is not None:
        drawing.ending_of(output)  # refused before the search
    system, asked = read_system(model, formula, engine, as_json)
    if number is not None:
        refuse((number > len(asked), f"--formula {number}: the file has {plural(len(asked), 'formula')}"))
        asked = asked[number - 1 : number]
    why = [system.explain(read, detail=level) for _, _, read in asked]
    if as_json:
        told = [{"formula": text, "explanation": each.to_dict()} for (text, *_), each in zip(asked, why, strict=True)]
        emit({"formulas": told})
    else:
        for each in why:
            say_reasons(each.rows())
    if output is not None:
        runs = [node.run for each in why for node in each.walk() if node.run is not None]
        path = drawing.draw(runs[0], Path(output)) if runs else None
        drawn = f"wrote {path}" if runs else "note: no run is part of the reasons, so nothing is drawn"
        say(drawn, err=as_json or not runs)
    return all(each.holds for each in why)
