"""The commands `puzzle` and `tour`: puzzles told step by step, with the number of worlds after each step."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill, indent
from typing import Any

from kripke.data.naming import name_text
from kripke.formats.writing import made_folder
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.puzzles import Puzzle, puzzle, puzzles
from kripke.puzzles.story import Step, Story, count_width
from logic.errors import EpistemicError, TooLarge
from logic.errors import listing as listed
from logic.exact import plural
from logic.formula import Formula
from logic.parser import parse
from whoknows.cli import models
from whoknows.cli.check import tell
from whoknows.cli.guard import AS_JSON, argument, command, flag, option
from whoknows.cli.models import announce_choice, by_atoms, choice_for, engine_of, note
from whoknows.cli.streams import emit, require_folder, say, table, usage

WIDTH = 110
REFUSED = 3  # maximum number of steps without a picture for which the reason is printed


def completed_name(incomplete: str) -> list[tuple[str, str]]:
    """Complete the name of a puzzle."""
    return [(each.name, each.title) for each in puzzles() if each.name.startswith(incomplete)]


def completed_option(ctx: Any, incomplete: str) -> list[str]:
    """Complete the options of the puzzle on the command line."""
    try:
        known = puzzle(str(ctx.params.get("name"))).options
    except EpistemicError:
        return []
    return [f"{option}=" for option in known if option.startswith(incomplete)]


@command("puzzle")
def _puzzle_command(
    name: str | None = argument("NAME", "The puzzle; see --list.", None, complete=completed_name),
    options: list[str] = argument("OPTION=VALUE", "Such as n=4.", None, complete=completed_option),
    listing: bool = flag("--list", "List the puzzles and their options."),
    formulas: bool = flag("--formulas", "Show each sentence's formula or events."),
    valid: bool = flag("--valid", "Say of each sentence whether it would hold in every model, of S5."),
    folder: Path | None = option("--draw FOLDER", "Write a picture of the model after each step."),
    ending: str = option("--format svg|png|pdf", "The format of the pictures.", "svg"),
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> None:
    """Tell a puzzle, with the number of worlds after each step.

    The answer is not stored but computed, for the options of the puzzle, such as n=4.

    Examples
    --------
    whoknows puzzle --list
    whoknows puzzle muddy_children
    whoknows puzzle muddy_children n=4 muddy=2 --formulas
    whoknows puzzle muddy_children --valid
    whoknows puzzle cheryl --draw pictures --format png
    whoknows puzzle muddy_children n=100               # 2^100 worlds, as decision diagrams
    """
    if listing or name is None:
        _list(as_json)
        return
    if ending != "svg":
        from viz.output.files import ENDINGS  # loads the drawing code

        if ending.removeprefix(".").lower() not in ENDINGS:
            raise usage(f"--format {ending}: expected {listed(ENDINGS)}")
    if folder is not None:
        require_folder(folder)
    chosen, wanted = puzzle(name), engine_of(engine)
    story = chosen.tell(wanted, **chosen.read(options))
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
    if as_json:
        emit([{"name": each.name, "title": each.title, "options": _plain(each.options)} for each in puzzles()])
        return
    rows = []
    for each in puzzles():
        options = [f"[{name}=...]" if usual is None else f"{name}={usual}" for name, usual in each.options.items()]
        rows.append([each.name, each.title, " ".join(options)])
    table(rows)
    say("\n[option=...] may be left out; a list of names is a,b, or all, or nobody")


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
    from whoknows.cli.prove import is_valid  # loads the prover

    return is_valid(formula, dict.fromkeys(story.model.agents, "S5"), story.model.atoms)


def _data(chosen: Puzzle, story: Story, valid: bool) -> dict[str, Any]:
    return {
        "name": chosen.name,
        "title": story.title,
        "statement": story.statement,
        "source": story.source,
        "steps": [_step(story, step, valid) for step in story.steps],
        "counts": list(story.counts),
        "answer": _plain(story.answer),
        "conclusion": story.conclusion,
        "warnings": list(story.warnings),
    }


def _step(story: Story, step: Step, valid: bool) -> dict[str, Any]:
    formula = None if step.formula is None else str(step.formula)
    data: dict[str, Any] = {"sentence": step.sentence, "kind": step.kind, "formula": formula, "worlds": step.worlds}
    data |= {} if step.action is None else {"action": list(step.lines), "event": step.event}
    return data | ({"valid": _is_valid(story, step.formula)} if valid and step.formula is not None else {})


def _plain(value: object) -> Any:
    """Convert a value to JSON values: sets and tuples become lists, values that JSON lacks become strings."""
    if isinstance(value, (str, int, float, bool, type(None))):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(part) for part in value), key=str)
    return [_plain(part) for part in value] if isinstance(value, (tuple, list)) else str(value)


def _pictures(chosen: Puzzle, story: Story, folder: Path, ending: str) -> Iterator[Path]:
    """Draw the model after each step that changes it, with removed worlds in light grey; yield the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    before: Model | None = None
    refused: dict[int, str] = {}
    for number, step in enumerate(story.steps):
        if step.kind == "holds" or step.model is None:
            continue
        path, now = folder / f"{chosen.name}-{number}.{ending.removeprefix('.')}", step.model
        stays = False  # an event model may give new names to all worlds
        if isinstance(before, KripkeModel) and isinstance(now, KripkeModel):
            stays = any(world in now.worlds for world in before.worlds)
        try:
            yield _picture(now, before if stays else None, path, step.sentence)
        except TooLarge as refusal:
            refused[number] = re.split("[:;]", str(refusal))[0]
        before = step.model
    for number, reason in list(refused.items())[:REFUSED]:
        say(f"step {number} is not drawn: {reason}", err=True)
    if len(refused) > REFUSED:
        say(f"and {len(refused) - REFUSED:,} more steps are not drawn", err=True)


def _picture(model: Model, before: Model | None, path: Path, title: str) -> Path:
    from viz.drawing import draw  # loads the drawing code

    try:
        return draw(by_atoms(model), path, before=before and by_atoms(before), title=title)
    except TooLarge:  # perhaps only the previous model is too large
        if before is None:
            raise
        return draw(by_atoms(model), path, title=title)


FOLDER = Path("out/tour")
FORMATS = ("svg", "png")
SEES = "K_anne muddy(bill)"
DOES_NOT_KNOW = "K_anne muddy(anne)"
NOT_COMMON = "C (muddy(anne) | muddy(bill) | muddy(cath))"
PREDICTION = "[muddy(anne) | muddy(bill) | muddy(cath)] (K_anne muddy(anne) | K_anne ~muddy(anne))"


@command("tour")
def tour(folder: Path = option("--out FOLDER", "The folder for the pictures.", FOLDER)) -> None:
    """Show the main commands with three muddy children.

    Parse, check, explain, announce, draw: the tour writes the model file and pictures of every step, and prints their
    paths.

    Examples
    --------
    whoknows tour
    whoknows tour --out pictures
    """
    require_folder(folder)
    story = puzzle("muddy_children").tell(n=3)
    made_folder(folder)
    model, file = story.model.to_explicit(), folder / "muddy.json"
    model.save(file)
    spoken = [(step.sentence, step.formula, step.model) for step in story.steps if step.kind == "says"]
    models = [model, *(after.to_explicit() for _, _, after in spoken if after is not None)]
    said = list(zip(spoken, models, models[1:], strict=False))
    _title(1, "Parse: a formula is text, in ASCII, Unicode or LaTeX")
    formula = parse("K_anne (~muddy(anne) -> muddy(bill))")
    _shell(f"whoknows parse '{formula.to_ascii()}'")
    table([("", str(formula)), ("", formula.to_ascii()), ("", formula.to_latex())])
    say('  Read it as: "Anne knows that if she is not muddy, then Bill is."')
    say(f"\n   The story: {story.title}\n", style="strong")
    say(indent(story.statement, "  "))
    worlds = plural(len(model), "world")
    say(f"\n  As a model: {worlds}, one for each way to be muddy. A child cannot tell worlds apart")
    say(f"  that differ on its own forehead only. Actually it is {name_text(model.actual)}.\n  Written to {file}.")
    _title(2, "Check and explain: true or false, and why")
    for question in (SEES, DOES_NOT_KNOW, NOT_COMMON):
        _shell(f"whoknows check {file} '{question}' --explain")
        tell(model.check(question), "full", margin="  ")
    _title(3, "Announce: what is said in public removes the worlds where it is false")
    for (sentence, announced, _), before, after in said:
        say(f"\n  {sentence}", style="strong")
        say(f"  {announced}", style="faint")
        say(f"  {len(before)} → {plural(len(after), 'world')}")
    for step in [each for each in story.steps if each.kind == "holds"]:
        say(f"\n  {step.sentence}", style="good")
    say("\n  The same sentence, said again, has a new effect: the knowledge that it is about has changed.")
    _title(4, "Draw: the model, what each announcement removed, and the reason why Anne does not know")
    _draw(folder, "0-before", f"filled: {SEES}", model, title="Three muddy children", highlight=SEES, layout="layers")
    for number, ((sentence, _, _), before, after) in enumerate(said, start=1):
        title = f"{number}. {sentence}"  # repetitions of a sentence remove different worlds
        _draw(folder, f"{number}-announced", sentence, after, before=before, title=title, layout="layers")
    _draw(folder, "why", "why Anne does not know after the father has spoken", model.check(PREDICTION).explain())
    say("\nGo on", style="strong")
    for each in (f"check {file} '{PREDICTION}'", f"where {file} 'Kw_anne muddy(anne)'", "puzzle --list", "--help"):
        say(f"  $ whoknows {each}")
    say("Or click, edit and undo the same in your browser: whoknows serve")


def _title(number: int, text: str) -> None:
    say(f"\n{number}. {text}", style="strong")


def _shell(command: str) -> None:
    say(f"\n  $ {command}", style="faint")


def _draw(folder: Path, stem: str, caption: str, shown: Any, **options: Any) -> None:
    from viz.drawing import draw  # loads the drawing code

    paths = [draw(shown, folder / f"{stem}.{ending}", **options) for ending in FORMATS]
    say(f"  {'  '.join(map(str, paths))}  {caption}")
