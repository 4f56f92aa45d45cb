"""`system`: whether a formula holds in a system with time, why, and the run that shows it."""

from typing import Annotated, Any

from kripke.data.wording import world_text
from kripke.formats.jsonfile import Limits
from kripke.time.ispl import loads_ispl
from learn.exercises.formulas import limited_formulas, require_shallow
from viz.web.protocol import EVENTS, WORLDS
from viz.web.request import Request, Text
from viz.web.routes.reasons import row


class Query(Request):
    """A system as a text in ISPL, and a formula."""

    system: Annotated[str, Limits(most=EVENTS)]
    formula: Text


def answer(query: Query) -> dict[str, Any]:
    """The verdict at the initial states, the reasons, the states where it holds, and the states of the run."""
    require_shallow(query.system)
    system = loads_ispl(query.system, symbolic=False, states=WORLDS)
    (formula,), notes = limited_formulas([query.formula], system.atoms, system.agents)
    why = system.explain(formula)
    run = next((node.run for node in why.walk() if node.run is not None), None)
    return {
        "holds": why.holds,
        "notes": [*system.notes, *notes],
        "rows": [row(*each, system.agents) for each in why.rows()],
        "where": [*map(world_text, system.where(formula))],
        "run": run and run.to_dict(),
    }
