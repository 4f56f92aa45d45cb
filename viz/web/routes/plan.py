"""`plan`: which changes make a formula true, with the model after each, or why no plan was found."""

from contextlib import suppress
from itertools import accumulate
from typing import Annotated, Any
from warnings import catch_warnings

from kripke.data.wording import world_text
from kripke.formats.jsonfile import Limits, Tagged
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.plan.answers import Plan
from kripke.plan.face import plan
from learn.exercises.formulas import limited_formulas
from logic.errors import EpistemicError
from viz.web.given import AboutModel, data_of
from viz.web.protocol import MEMORY, PLAN_SECONDS
from viz.web.request import Name, Text
from viz.web.routes.change import Actions, parents
from viz.web.routes.reasons import row


class Query(AboutModel):
    """A model, what can happen there, by name, and the goal."""

    actions: Annotated[dict[Name, Annotated[Actions, Tagged("kind")]], Limits(most=50)]
    formula: Text
    shortest: bool = True
    consistent: bool = False


def answer(query: Query) -> dict[str, Any]:
    """The outcome in words, and the reasons: at the model, and after each step of a plan with the model there.

    A reason about worlds of another model than the one that the page shows then is text alone.
    """
    model = query.read
    (goal,), notes = limited_formulas([query.formula], model.atoms, model.agents)
    actions = {name: each.action for name, each in query.actions.items()}
    options: Any = {"shortest": query.shortest, "consistent": query.consistent}
    with catch_warnings(action="ignore", category=UserWarning):  # of new atoms, which the page lists
        found = plan(model, actions, goal, **options, timeout=PLAN_SECONDS, memory=MEMORY // 2)
    names = found.steps if isinstance(found, Plan) else ()
    models = _models(model, found, actions) if isinstance(found, Plan) else [model]
    _, *rows = found.why().rows()
    told: list[list[dict[str, Any]]] = [[]]
    for node, depth, text in rows:
        if names and depth == 0:  # the name of the next step, or a note
            if text.startswith(f"{len(told)}. "):
                told.append([])
            continue
        shown = models[len(told) - 1]
        line = row(node, depth - bool(depth), text, shown.agents)
        gone = isinstance(shown, KripkeModel) and not {*line["worlds"]} <= {*map(world_text, shown.worlds)}
        told[-1].append(row(None, line["depth"], text, shown.agents) if gone else line)
    steps = [
        {"name": name, "model": data_of(after), "parents": parents(before, after), "why": why}
        for name, before, after, why in zip(names, models, models[1:], told[1:], strict=False)
    ]
    notes = [*getattr(found, "notes", ()), *notes]
    return {"outcome": found.outcome, "says": str(found), "notes": notes, "why": told[0], "steps": steps}


def _models(model: Model, found: Plan, actions: dict[str, Any]) -> list[Model]:
    """The model, and the model after each step: symbolic ones stay so, unless several events can happen at a step."""
    if not isinstance(model, KripkeModel):
        with suppress(EpistemicError):
            return [*accumulate(found.steps, lambda here, name: here.update(actions[name]), initial=model)]
    return [model, *found.models[1:]]
