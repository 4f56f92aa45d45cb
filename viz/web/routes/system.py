"""Route `system`: whether a formula holds in a system with time, the reasons, and a run that shows it."""

from typing import Annotated, Any

from kripke.data.wording import world_text
from kripke.formats.jsonfile import Limits
from kripke.time.ispl import ENVIRONMENT, loads_ispl
from kripke.time.system import System
from learn.exercises.formulas import limited_formulas, require_shallow
from viz.web.protocol import EVENTS, WORLDS
from viz.web.request import Request, Text
from viz.web.routes.reasons import row


class Query(Request):
    """A request to check a formula in a system, given as an ISPL text."""

    system: Annotated[str, Limits(most=EVENTS)]
    formula: Text


def answer(query: Query) -> dict[str, Any]:
    """Return whether the formula holds at all initial states, the reasons, and the states where it holds.

    The entry ``run`` is the first run that the reasons mention, None if they mention none.
    """
    system = read(query.system)
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


def read(text: str, name: str = "the system") -> System:
    """Parse a system in ISPL, with at most `WORLDS` states."""
    require_shallow(text.split(";"))
    return loads_ispl(text, name, symbolic=False, states=WORLDS)


def shown(system: System) -> dict[str, Any]:
    """Return the reachable states as the data of a model, named by their atoms, without the environment's relation."""
    data = system.model.to_dict()
    data["relations"].pop(ENVIRONMENT, None)
    return data | {"agents": [*data["relations"]]}
