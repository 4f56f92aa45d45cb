"""The command `puzzle`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import starmap
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.puzzles import Puzzle, puzzle, puzzles
from kripke.puzzles.story import Step, Story, count_width
from logic.errors import EpistemicError, TooLarge, listing
from logic.formula import Formula
from viz import draw
from viz.output.files import ENDINGS
from whoknows.cli.engines import EngineName, announce_choice, by_atoms, choice_for, engine_of, note
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import AsJson
from whoknows.cli.output import emit, require_folder, say, table

app = typer.Typer(rich_markup_mode=None)

WIDTH = 110
REFUSED = 3
"""Maximal number of steps without a picture for which the reason is printed."""

EXAMPLES = examples(
    "whoknows puzzle --list",
    "whoknows puzzle muddy_children",
    "whoknows puzzle muddy_children n=4 muddy=2 --formulas",
    "whoknows puzzle muddy_children --valid",
    "whoknows puzzle cheryl --draw pictures --format png",
    "whoknows puzzle muddy_children n=100               # 2^100 worlds, as decision diagrams",
)


def completed_name(incomplete: str) -> list[tuple[str, str]]:
    """Completion of a puzzle's name."""
    return [(each.name, each.title) for each in puzzles() if each.name.startswith(incomplete)]


def completed_option(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completion of a puzzle's options."""
    try:
        known = puzzle(str(ctx.params.get("name"))).options
    except EpistemicError:
        return []
    return [f"{option}=" for option in known if option.startswith(incomplete)]


@app.command("puzzle", cls=Guarded, epilog=EXAMPLES)
def _puzzle_command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The puzzle; see --list.", autocompletion=completed_name)
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Argument(metavar="OPTION=VALUE", help="Such as n=4.", autocompletion=completed_option),
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the puzzles and their options.")] = False,
    formulas: Annotated[bool, typer.Option("--formulas", help="Show each sentence's formula or events.")] = False,
    valid: Annotated[
        bool, typer.Option("--valid", help="Say of each sentence whether it would hold in every model, of S5.")
    ] = False,
    folder: Annotated[
        Path | None, typer.Option("--draw", metavar="FOLDER", help="Write a picture of the model after each step.")
    ] = None,
    ending: Annotated[str, typer.Option("--format", metavar="svg|png|pdf", help="The format of the pictures.")] = "svg",
    engine: EngineName = "auto",
    as_json: AsJson = False,
) -> None:
    """Tell a puzzle, with the number of worlds after each step.

    The engine computes the answer, so other options give other answers.
    """
    if listing or name is None:
        _list(as_json)
        return
    _require_pictures(folder, ending)
    chosen, wanted = puzzle(name), engine_of(engine)
    story = chosen.tell(wanted, **chosen.read(options or ()))
    chosen_engine = choice_for(story.model, wanted)
    announce_choice(chosen_engine, as_json)
    if as_json:
        pictures = [] if folder is None else list(_pictures(chosen, story, folder, ending))
        emit(_data(chosen, story, valid) | note(chosen_engine) | {"pictures": [str(path) for path in pictures]})
        return
    _tell(story, formulas, valid)
    for path in () if folder is None else _pictures(chosen, story, folder, ending):
        say(f"wrote {path}")


def _list(as_json: bool) -> None:
    rows = [(each, each.options) for each in puzzles()]
    if as_json:
        emit([{"name": each.name, "title": each.title, "options": _plain(options)} for each, options in rows])
    else:
        table([each.name, each.title, " ".join(starmap(_option, options.items()))] for each, options in rows)
        say("\n[option=...] may be left out; a list of names is a,b, or all, or nobody")


def _option(name: str, default: object) -> str:
    return f"[{name}=...]" if default is None else f"{name}={default}"


def _require_pictures(folder: Path | None, ending: str) -> None:
    """Check before any work that the pictures can be written."""
    if ending.removeprefix(".").lower() not in ENDINGS:
        raise typer.BadParameter(f"--format {ending}: expected {listing(ENDINGS)}")
    if folder is not None:
        require_folder(folder)


def _tell(story: Story, formulas: bool, valid: bool) -> None:
    say(story.title, style="strong")
    say(f"\n{story.statement}\n\n{fill('Source: ' + story.source, WIDTH, break_on_hyphens=False)}\n")
    rows = list(story.rows())
    width = count_width(rows)
    say(f"{'worlds':>{width}}", style="faint")
    for worlds, sentence, step in rows:
        say(f"{worlds:>{width}}", style="strong", end="  ")
        say(sentence)
        for line in step.lines if formulas and step is not None else ():
            say(f"{'':>{width}}  {line}", style="faint")
        if valid and step is not None and step.formula is not None:
            say(f"{'':>{width}}  {WITHOUT_THE_PUZZLE[_is_valid(story, step.formula)]}", style="faint")
    say("\nAnswer: ", end="")
    say(story.conclusion, style="good")
    for warning in story.warnings:
        say(f"Warning: {warning}", style="bad")


WITHOUT_THE_PUZZLE = {
    True: "valid in S5: it would hold in every model",
    False: "not valid in S5: it rests on this puzzle",
    None: "whether it is valid in S5 was not decided",
}


def _is_valid(story: Story, formula: Formula) -> bool | None:
    from whoknows.cli.validity import is_valid  # loads the prover

    return is_valid(formula, dict.fromkeys(story.model.agents, "S5"), story.model.atoms)


def _data(chosen: Puzzle, story: Story, valid: bool) -> dict[str, Any]:
    return {
        "name": chosen.name,
        "title": story.title,
        "statement": story.statement,
        "source": story.source,
        "steps": [_step(step) | _validity(story, step, valid) for step in story.steps],
        "counts": list(story.counts),
        "answer": _plain(story.answer),
        "conclusion": story.conclusion,
        "warnings": list(story.warnings),
    }


def _step(step: Step) -> dict[str, Any]:
    formula = None if step.formula is None else str(step.formula)
    rows = {"sentence": step.sentence, "kind": step.kind, "formula": formula, "worlds": step.worlds}
    return rows if step.action is None else rows | {"action": list(step.lines), "event": step.event}


def _validity(story: Story, step: Step, valid: bool) -> dict[str, Any]:
    return {"valid": _is_valid(story, step.formula)} if valid and step.formula is not None else {}


def _plain(value: object) -> Any:
    """The value for JSON: sets as sorted lists, tuples as lists, other types as texts."""
    if isinstance(value, (str, int, float, bool, type(None))):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(part) for part in value), key=str)
    return [_plain(part) for part in value] if isinstance(value, (tuple, list)) else str(value)


def _pictures(chosen: Puzzle, story: Story, folder: Path, ending: str) -> Iterator[Path]:
    """Draw the model after each step that changes it; removed worlds are shown as ghosts."""
    folder.mkdir(parents=True, exist_ok=True)
    before: Model | None = None
    refused: dict[int, str] = {}
    for number, step in enumerate(story.steps):
        if step.kind == "holds" or step.model is None:
            continue
        path = folder / f"{chosen.name}-{number}.{ending.removeprefix('.')}"
        try:
            yield _picture(step.model, before if _stays(before, step.model) else None, path, step.sentence)
        except TooLarge as refusal:
            refused[number] = re.split("[:;]", str(refusal))[0]
        before = step.model
    for number, reason in list(refused.items())[:REFUSED]:
        say(f"step {number} is not drawn: {reason}", err=True)
    if len(refused) > REFUSED:
        say(f"and {len(refused) - REFUSED:,} more steps are not drawn", err=True)


def _stays(before: Model | None, after: Model) -> bool:
    """Whether the models share the name of a world: an event model may give new names to all worlds."""
    if not isinstance(before, KripkeModel) or not isinstance(after, KripkeModel):
        return False
    return any(world in after.worlds for world in before.worlds)


def _picture(model: Model, before: Model | None, path: Path, title: str) -> Path:
    try:
        return draw(by_atoms(model), path, before=before and by_atoms(before), title=title)
    except TooLarge:  # the model before may be the one that is too large
        if before is None:
            raise
        return draw(by_atoms(model), path, title=title)
