"""The command `tour`: three muddy children, from a formula to a truth value, a reason, a change and a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Annotated

import typer

from kripke.data.naming import name_text
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import puzzle
from kripke.puzzles.engines import explicit_only
from kripke.puzzles.story import Story
from logic.exact import plural
from logic.formula import Formula
from logic.parser import parse
from viz import draw
from whoknows.cli.check import tell
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.output import require_folder, say, table

app = typer.Typer(rich_markup_mode=None)

FOLDER = Path("out/tour")
FORMATS = ("svg", "png")
SEES = "K_anne muddy(bill)"
DOES_NOT_KNOW = "K_anne muddy(anne)"
NOT_COMMON = "C (muddy(anne) | muddy(bill) | muddy(cath))"
PREDICTION = "[muddy(anne) | muddy(bill) | muddy(cath)] (K_anne muddy(anne) | K_anne ~muddy(anne))"


@app.command(cls=Guarded, epilog=examples("whoknows tour", "whoknows tour --out pictures"))
def tour(
    folder: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder for the pictures.")] = FOLDER,
) -> None:
    """Show the main commands with three muddy children.

    Parse, check, explain, announce, draw: the tour writes the model file and pictures of every step, and prints their
    paths.
    """
    require_folder(folder)
    story = puzzle("muddy_children").tell(n=3)
    folder.mkdir(parents=True, exist_ok=True)
    _parse()
    _model(story, folder)
    _check(explicit_only(story.model), folder)
    _announce(story)
    _draw(story, folder)
    _farewell(folder)


def _title(number: int, text: str) -> None:
    say(f"\n{number}. {text}", style="strong")


def _shell(command: str) -> None:
    say(f"\n  $ {command}", style="faint")


def _parse() -> None:
    _title(1, "Parse: a formula is text, in ASCII, Unicode or LaTeX")
    formula = parse("K_anne (~muddy(anne) -> muddy(bill))")
    _shell(f"whoknows parse '{formula.to_ascii()}'")
    table([("", str(formula)), ("", formula.to_ascii()), ("", formula.to_latex())])
    say('  Read it as: "Anne knows that if she is not muddy, then Bill is."')


def _model(story: Story, folder: Path) -> None:
    say(f"\n   The story: {story.title}\n", style="strong")
    say(indent(story.statement, "  "))
    model = explicit_only(story.model)
    model.save(folder / "muddy.json")
    say(
        f"\n  As a model: {plural(len(model), 'world')}, one for each way to be muddy. A child cannot tell worlds apart"
    )
    say(f"  that differ on its own forehead only. Actually it is {name_text(model.actual)}.")
    say(f"  Written to {folder / 'muddy.json'}.")


def _check(model: KripkeModel, folder: Path) -> None:
    _title(2, "Check and explain: true or false, and why")
    for question in (SEES, DOES_NOT_KNOW, NOT_COMMON):
        _shell(f"whoknows check {folder / 'muddy.json'} '{question}' --explain")
        tell(model.check(question), "full", margin="  ")


def _announce(story: Story) -> None:
    _title(3, "Announce: what is said in public removes the worlds where it is false")
    for change in _changes(story):
        say(f"\n  {change.sentence}", style="strong")
        say(f"  {change.formula}", style="faint")
        say(f"  {len(change.before)} → {plural(len(change.after), 'world')}")
    for step in story.steps:
        if step.kind == "holds":
            say(f"\n  {step.sentence}", style="good")
    say("\n  The same sentence, said again, has a new effect: the knowledge that it is about has changed.")


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence that changes the model."""

    sentence: str
    formula: Formula
    before: KripkeModel
    after: KripkeModel


def _changes(story: Story) -> Iterator[Change]:
    before = explicit_only(story.model)
    for step in story.steps:
        if step.kind == "says" and step.model is not None and step.formula is not None:
            after = explicit_only(step.model)
            yield Change(step.sentence, step.formula, before, after)
            before = after


def _draw(story: Story, folder: Path) -> None:
    _title(4, "Draw: the model, what each announcement removed, and the reason why Anne does not know")
    for said, stem, draw_into in _pictures(story):
        paths = [draw_into(folder / f"{stem}.{ending}") for ending in FORMATS]
        say(f"  {'  '.join(map(str, paths))}  {said}")


def _pictures(story: Story) -> Iterator[tuple[str, str, Callable[[Path], Path]]]:
    """For each picture its caption, the stem of its file, and the function that draws it."""
    start = explicit_only(story.model)
    shown = f"filled: {SEES}"
    yield (
        shown,
        "0-before",
        lambda path: draw(start, path, title="Three muddy children", highlight=SEES, layout="layers"),
    )
    for number, change in enumerate(_changes(story), start=1):
        yield change.sentence, f"{number}-announced", partial(_draw_change, number, change)
    yield "why Anne does not know after the father has spoken", "why", partial(_draw_reason, start)


def _draw_reason(model: KripkeModel, path: Path) -> Path:
    return draw(model.check(PREDICTION).explain(), path)


def _draw_change(number: int, change: Change, path: Path) -> Path:
    """Draw the change; the number tells apart repetitions of a sentence, which remove other worlds."""
    return draw(change.after, path, before=change.before, title=f"{number}. {change.sentence}", layout="layers")


def _farewell(folder: Path) -> None:
    say("\nGo on", style="strong")
    for command in (
        f"whoknows check {folder / 'muddy.json'} '{PREDICTION}'",
        f"whoknows where {folder / 'muddy.json'} 'Kw_anne muddy(anne)'",
        "whoknows puzzle --list",
        "whoknows --help",
    ):
        say(f"  $ {command}")
    say("Or click, edit and undo the same in your browser: whoknows serve")
