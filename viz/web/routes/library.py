"""Route `library`: the list of puzzles, or the steps of a puzzle."""

from collections.abc import Sequence
from typing import Annotated, Any

from kripke.data.errors import ModelError
from kripke.formats.jsonfile import Limits
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.registry import ENGINE, puzzle, puzzles
from kripke.puzzles.story import Step
from logic.exact import magnitude
from viz.web.given import data_of
from viz.web.protocol import PARTS, WORLDS
from viz.web.request import Name, Request


class Query(Request):
    """A request for a puzzle or, without a name, for the list of puzzles; empty option values mean the defaults.

    With `step`, only the model of this step is requested.
    """

    name: Name | None = None
    options: dict[Name, Name] | None = None
    step: Annotated[int, Limits(0)] | None = None


def answer(query: Query) -> dict[str, Any]:
    """Return the titles of all puzzles, the steps of one puzzle, or the model of one step.

    A step includes its model if this model is explicit and not too large for the page. A symbolic model is sent only
    for a single step, since the diagrams of all steps would be too much data.
    """
    if query.name is None:
        return {"puzzles": [{"name": each.name, "title": each.title} for each in puzzles()]}
    entry = puzzle(query.name)
    options = {name: value for name, value in (query.options or {}).items() if value}
    engine: Any = options.pop(ENGINE, "auto")
    story = entry.tell(engine, **entry.read(f"{name}={value}" for name, value in options.items()))
    if query.step is not None:
        model = story.steps[query.step].model if query.step < len(story.steps) else None
        if model is None:
            raise ModelError(f"step {query.step}: this story has no model there")
        return {"model": data_of(model)}
    usual = {ENGINE: "auto"} if entry.is_symbolic else {}
    return {
        "name": entry.name,
        "title": story.title,
        "statement": story.statement,
        "source": story.source,
        "conclusion": story.conclusion,
        "warnings": list(story.warnings),
        "options": {name: "" if default is None else str(default) for name, default in (entry.options | usual).items()},
        "steps": [_step(step) | {"next": _next_formula(story.steps, i)} for i, step in enumerate(story.steps)],
    }


def _next_formula(steps: Sequence[Step], i: int) -> str:
    """Return the text of a formula that the page suggests at a step: if possible, the formula of the next step.

    The text is empty if this step and the later ones have no small formula without actions.
    """
    here = [steps[i]]
    ordered = [*steps[i + 1 : i + 2], *here * (steps[i].kind == "holds"), *steps[i + 2 :], *here]
    # the page has no definitions of actions, and refuses formulas with many parts
    formulas = (step.formula for step in ordered if step.formula is not None)
    return next((str(each) for each in formulas if not each.actions and len(each.subformulas()) <= PARTS), "")


def _step(step: Step) -> dict[str, Any]:
    listed = isinstance(step.model, KripkeModel)
    drawable = isinstance(step.model, KripkeModel) and len(step.model) <= WORLDS
    return {
        "sentence": step.sentence,
        "kind": step.kind,
        "formula": None if step.formula is None else str(step.formula),
        "worlds": magnitude(step.worlds),
        "symbolic": step.model is not None and not listed,
        "model": step.model.to_dict() if step.model is not None and drawable else None,
    }
