"""Pictures of plans: a strip of the models from the start to the goal, each with the action that leads to it."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from kripke.plan.answers import Plan, Policy
from viz.pictures.picture import DrawError
from viz.update_pictures import SEQUENCE, draw_sequence


def draw_plan(plan: Plan | Policy, path: str | PathLike[str] | None = None, **options: Any) -> str | Path:
    """Draw the models of a plan side by side; `DrawError` above 20 of them. Options as in `draw_sequence`."""
    if isinstance(plan, Policy):
        raise DrawError(
            "a policy has branches and is not one strip of models; print it, or draw policy.space[node.state]"
        )
    if len(plan) >= SEQUENCE:
        raise DrawError(f"a plan of {len(plan)} steps: at most {SEQUENCE} models are drawn; draw a part of plan.models")
    acting = [(name, plan.question.actions[name].by) for name in plan.steps]
    captions = ["start", *[f"{number}. {name}" + f" ({by})" * bool(by) for number, (name, by) in enumerate(acting, 1)]]
    return draw_sequence(plan.models, path, **{"captions": captions, **options})
