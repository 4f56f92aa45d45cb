"""Pictures of plans and policies: the models from the start to the goal, each with the action that leads to it."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from kripke.plan.answers import Plan, Policy, Solution
from viz.drawing import draw, options_of
from viz.output.files import ending_of, finish
from viz.output.space_graph import space_content
from viz.pictures.picture import DrawError
from viz.update_pictures import SEQUENCE, draw_sequence


def draw_any(given: Any, path: str | PathLike[str] | None = None, **options: Any) -> str | Path:
    """Draw a plan or policy with `draw_plan`, and any other object with `draw`."""
    return (draw_plan if isinstance(given, Solution) else draw)(given, path, **options)


def draw_plan(plan: Plan | Policy, path: str | PathLike[str] | None = None, **options: Any) -> str | Path:
    """Draw the models of a plan side by side, or a policy as a graph in which states where the goal holds are coloured.

    Options are as in `draw_sequence`, for a policy as in `draw`. `DrawError` for a plan of more than 20 models;
    `TooLarge` for a policy of more than 300 states, in TikZ more than 30.
    """
    if isinstance(plan, Policy):
        ending, settings = ending_of(path), options_of(**{"highlight": plan.question.goal, **options})
        structures = [plan.places.structure(number) for number in range(len(plan.places.models))]
        return finish(space_content(plan.places, structures, settings, ending), path)
    if len(plan) >= SEQUENCE:
        raise DrawError(f"a plan of {len(plan)} steps: at most {SEQUENCE} models are drawn; draw a part of plan.models")
    steps = enumerate(plan.acting, 1)
    captions = ["start", *[f"{number}. {name}" + f" ({by})" * bool(by) for number, (name, by) in steps]]
    return draw_sequence(plan.models, path, **{"captions": captions, **options})
