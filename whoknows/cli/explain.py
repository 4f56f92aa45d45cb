"""The command `explain`: why a formula is true or false in a system with time."""

from __future__ import annotations

from logic.exact import plural
from whoknows.cli import models, systems
from whoknows.cli.check import DETAIL, detail_of, limited_reasons
from whoknows.cli.guard import AS_JSON, argument, command, option, refuse
from whoknows.cli.streams import emit, say, say_reasons


@command("explain")
def _explain(
    model: str = argument("FILE", "A system with time, in a file in ISPL."),
    formula: str | None = argument("FORMULA", "A formula; - reads it from standard input.", None),
    number: int | None = option("--formula N", "The number of a formula of the file, from 1.", min=1),
    detail: str | None = DETAIL,
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> bool:
    """Say why a formula is true or false in a system with time.

    Runs and states are the witnesses. The exit code is 0 if the formula holds at all initial states, 1 if not.

    Examples
    --------
    whoknows explain bit_transmission.ispl --formula 5
    whoknows explain bit_transmission.ispl 'AF received'
    """
    refuse(
        ((formula is None) == (number is None), "give FORMULA, or --formula N for a formula of the file"),
        (
            not systems.is_system(model),
            f"{model}: expected a file in ISPL; for models take check --explain",
        ),
    )
    system, asked = systems.asked_of(model, formula, engine, as_json)
    count = len(asked)
    refuse(((number or 1) > count, f"--formula {number}: the file has {plural(count, 'formula')}"))
    chosen = asked[(number or 1) - 1]
    level = detail_of(True, detail) or "full"
    holds, why = system.holds(chosen.formula), limited_reasons(lambda: system.explain(chosen.formula, detail=level))
    if as_json:
        emit(systems.data_of(chosen, holds) | {"explanation": why.to_dict(), "notes": system.notes})
    else:
        systems.tell(chosen, holds)
        say()
        say_reasons(why.rows())
    return holds
