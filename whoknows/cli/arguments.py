"""The arguments that commands on models share: MODEL and --at WORLD, with shell completion."""

from __future__ import annotations

from glob import escape, glob
from typing import Annotated

import typer

from kripke.data.naming import name_text
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.errors import EpistemicError
from whoknows.cli.engines import PUZZLE, read_on
from whoknows.cli.inputs import STANDARD_INPUT
from whoknows.cli.models import SEARCHED


def completed_model(incomplete: str) -> list[str]:
    """Completion of MODEL: files and puzzles."""
    from kripke.puzzles import puzzles  # for completion only

    named = [PUZZLE + puzzle.name for puzzle in puzzles()]
    matching = [name for name in named if name.startswith(incomplete)]
    return [*sorted(glob(escape(incomplete) + "*")), *matching]


def completed_world(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completion of the name of a world of the given model."""
    model = _given_model(ctx)
    if not isinstance(model, KripkeModel) or len(model) > SEARCHED:
        return []
    names = [name_text(world) for world in model.worlds]
    return [name for name in names if name.startswith(incomplete)]


def completed_agent(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completion of the name of an agent of the given model, also after other names and a comma."""
    model = _given_model(ctx)
    before, comma, begun = incomplete.rpartition(",")
    agents = () if model is None else model.agents
    return [before + comma + agent for agent in agents if agent.startswith(begun)]


def _given_model(ctx: typer.Context) -> Model | None:
    """The model on the command line, or None if it cannot be read: a completion cannot show errors."""
    given = ctx.params.get("model") or next(iter(ctx.args), None)  # after an option nothing is assigned yet
    try:
        return None if given in (None, STANDARD_INPUT) else read_on(str(given), "auto").model
    except (EpistemicError, OSError):
        return None


ModelName = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A file (JSON, SMCDEL's text, GraphML), - for standard input, or puzzle:NAME.",
        autocompletion=completed_model,
    ),
]
At = Annotated[
    str | None,
    typer.Option("--at", metavar="WORLD", help="The world; default: the actual one.", autocompletion=completed_world),
]
