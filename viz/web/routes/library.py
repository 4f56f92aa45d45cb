"""`library`: the puzzles, and one of them told step by step."""

from __future__ import annotations

from typing import Any

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.registry import puzzle, puzzles
from kripke.puzzles.story import Step
from viz.web.limits import WORLDS
from viz.web.request import Name, Request


class Asked(Request):
    """A puzzle to tell.

    Parameters
    ----------
    name : str, optional
        Its name; None: the list of all puzzles.
    options : dict of str to str, optional
        Its options, such as ``{"n": "4"}``.
    """

    name: Name | None = None
    options: dict[Name, Name] | None = None


def answer(asked: Asked) -> dict[str, Any]:
    """The titles of all puzzles, or the steps of one, each with its model unless it is too large for the page.

    Parameters
    ----------
    asked : Asked
        The request.
    """
    if asked.name is None:
        return {"puzzles": [{"name": each.name, "title": each.title} for each in puzzles()]}
    told = puzzle(asked.name)
    story = told.tell(**told.read(f"{name}={value}" for name, value in (asked.options or {}).items()))
    return {
        "name": told.name,
        "title": story.title,
        "statement": story.statement,
        "source": story.source,
        "conclusion": story.conclusion,
        "options": {name: "" if default is None else str(default) for name, default in told.options.items()},
        "steps": [_step(step) for step in story.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    drawable = isinstance(step.model, KripkeModel) and len(step.model) <= WORLDS
    return {
        "sentence": step.sentence,
        "kind": step.kind,
        "formula": None if step.formula is None else str(step.formula),
        "worlds": step.worlds,
        "model": step.model.to_dict() if step.model is not None and drawable else None,
    }
