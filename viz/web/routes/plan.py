"""Route `plan`: actions that make a formula true, with the model after each, or the reason why there is no plan."""

from contextlib import suppress
from dataclasses import field
from itertools import accumulate
from typing import Annotated, Any
from warnings import catch_warnings

from kripke.change.product import Action
from kripke.data.wording import world_text
from kripke.formats.jsonfile import Limits, Tagged
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.plan.answers import Plan, Policy
from kripke.plan.face import plan
from kripke.plan.reasons import taught
from kripke.why.explanation import Row
from learn.exercises.formulas import limited_formulas
from logic.errors import EpistemicError
from viz.plan_pictures import draw_plan
from viz.web.given import AboutModel, data_of
from viz.web.protocol import MEMORY, PICTURE_SECONDS, PLAN_SECONDS
from viz.web.request import Name, Text
from viz.web.routes.change import Actions, parents
from viz.web.routes.reasons import row


class Query(AboutModel):
    """A request for a plan: a model, named actions with their actors, and a goal (`formula`).

    `shortest`, `consistent` and `policy`, which allows branches, are options of the function `plan`.
    """

    actions: Annotated[dict[Name, Annotated[Actions, Tagged("kind")]], Limits(most=50)]
    actors: dict[Name, Name] = field(default_factory=dict)
    formula: Text
    shortest: bool = True
    consistent: bool = False
    policy: bool = False


def answer(query: Query) -> dict[str, Any]:
    """Return the outcome of the search in words and the reasons for it.

    For a plan or policy, return also its steps with the model after each, and for a policy a picture if it is not too
    large.
    """
    model = query.read
    (goal,), notes = limited_formulas([query.formula], model.atoms, model.agents)
    actions = {name: Action(name, each.action, by=query.actors.get(name)) for name, each in query.actions.items()}
    options: Any = {"shortest": query.shortest, "consistent": query.consistent, "policy": query.policy}
    with catch_warnings(action="ignore", category=UserWarning):  # of new atoms, which the page lists
        result = plan(model, actions, goal, **options, timeout=PLAN_SECONDS, memory=MEMORY // 2)
    said = {"outcome": result.outcome, "says": result.title, "notes": [*result.notes, *notes], "svg": None}
    if not isinstance(result, (Plan, Policy)):
        return said | {"why": [*_told(model, list(result.why().rows())[1 + len(result.notes) :])], "steps": []}
    if isinstance(result, Policy):
        with suppress(EpistemicError):  # a picture that would be too large
            said["svg"] = str(draw_plan(result, timeout=PICTURE_SECONDS))
    models, (first, *why) = _models(model, result), taught(result.question, result.places)
    steps = [
        {
            "before": before, "after": after, "name": name, "case": None if event is None else str(event),
            "model": data_of(models[after]), "parents": parents(models[before], models[after]),
            "why": [*_told(models[after], rows)],
        }
        for (before, name, event, after), rows in zip(result.places.transitions, why, strict=True)
    ]  # fmt: skip
    return said | {"why": [*_told(model, first)], "steps": steps}


def _told(model: Model, rows: list[Row]) -> list[dict[str, Any]]:
    """Return rows of reasons as data; a row about worlds that are not in the shown model contains only its text."""
    lines = [row(node, depth - bool(depth), text, model.agents) for node, depth, text in rows]
    worlds = {*map(world_text, model.worlds)} if isinstance(model, KripkeModel) else None
    return [
        line if worlds is None or {*line["worlds"]} <= worlds else row(None, line["depth"], line["text"], model.agents)
        for line in lines
    ]


def _models(model: Model, solution: Plan | Policy) -> list[Model]:
    """Return the models along a plan or at the nodes of a policy; these may be explicit for a symbolic model."""
    if isinstance(solution, Plan) and not isinstance(model, KripkeModel):
        with suppress(EpistemicError):
            steps = [solution.question.actions[name] for name in solution.steps]
            return [*accumulate(steps, lambda here, action: here.update(action), initial=model)]
    return [model, *solution.places.models[1:]]
