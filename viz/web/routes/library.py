"""`library`: the puzzles, and one of them told step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.registry import ENGINE, Puzzle, puzzle, puzzles
from kripke.puzzles.story import Step, Story
from logic.exact import magnitude
from logic.formula import Formula
from viz.web.given import data_of
from viz.web.limits import PARTS, WORLDS
from viz.web.request import Name, Request


class Asked(Request):
    """A puzzle to tell.

    Parameters
    ----------
    name : str, optional
        Its name; None: the list of all puzzles.
    options : dict of str to str, optional
        Its options, such as ``{"n": "4"}``, and the engine of its models; empty values are the usual ones.
    """

    name: Name | None = None
    options: dict[Name, Name] | None = None
    step: Annotated[int, Field(ge=0)] | None = None


def answer(asked: Asked) -> dict[str, Any]:
    """The titles of all puzzles; the steps of one; or the model of one step.

    The steps have their listed models, unless these are too large for the page. A symbolic model is sent when its step
    is asked for, since a story of many steps has as many sets of diagrams.
    """
    if asked.name is None:
        return {"puzzles": [{"name": each.name, "title": each.title} for each in puzzles()]}
    told = puzzle(asked.name)
    story = _told(told, {name: value for name, value in (asked.options or {}).items() if value})
    if asked.step is not None:
        return {"model": _model_at(story, asked.step)}
    usual = {ENGINE: "auto"} if told.is_symbolic else {}
    return {
        "name": told.name,
        "title": story.title,
        "statement": story.statement,
        "source": story.source,
        "conclusion": story.conclusion,
        "warnings": list(story.warnings),
        "options": {name: "" if default is None else str(default) for name, default in (told.options | usual).items()},
        "steps": [_step(step) | {"next": _about_to_be_made(story.steps, i)} for i, step in enumerate(story.steps)],
    }


def _told(told: Puzzle, options: dict[str, str]) -> Story:
    engine: Any = options.pop(ENGINE, "auto")
    return told.tell(engine, **told.read(f"{name}={value}" for name, value in options.items()))


def _model_at(story: Story, number: int) -> dict[str, Any]:
    model = story.steps[number].model if number < len(story.steps) else None
    if model is None:
        raise ModelError(f"step {number}: this story has no model there")
    return data_of(model)


def _about_to_be_made(steps: Sequence[Step], i: int) -> str:
    """The statement of the next step; if something else happens then, the fact that is told, or a later statement."""
    here = [steps[i]]
    told = [*steps[i + 1 : i + 2], *here * (steps[i].kind == "holds"), *steps[i + 2 :], *here]
    return next((str(step.formula) for step in told if step.formula is not None and _can_be_asked(step.formula)), "")


def _can_be_asked(formula: Formula) -> bool:
    """Whether the page evaluates the formula: it gives no actions, and refuses many parts."""
    return not formula.actions and len(formula.subformulas()) <= PARTS


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
