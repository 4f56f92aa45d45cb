"""The command `check`: whether a formula is true in a model, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kripke.data.errors import ModelError
from kripke.data.naming import name_text
from kripke.data.wording import brief, visible
from kripke.models.model import Actions
from kripke.why.verdict import Verdict
from kripke.why.view import Detail
from logic.exact import magnitude, plural
from logic.formula import Formula
from logic.parser import parse
from whoknows.cli.actions import ActionFiles, files_of, note_atoms_of, read_actions
from whoknows.cli.arguments import At, ModelName
from whoknows.cli.engines import AgentOf, AtomsOf, EngineName, Given, announce_choice, note, read_on
from whoknows.cli.explaining import DetailName, detail_of, explained, say_reasons, surveyed
from whoknows.cli.guard import FALSE, TRUE, Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import AsJson, formula_text, require_one_reader
from whoknows.cli.output import emit, say

if TYPE_CHECKING:
    from whoknows.cli.validity import Validity

app = typer.Typer(rich_markup_mode=None)


CHECK_EXAMPLES = examples(
    "whoknows check model.json 'K_a p'",
    "whoknows check model.json 'K_a p' --at w2 --explain",
    "whoknows check model.json 'K_a p -> p' --everywhere --detail brief",
    "whoknows check puzzle:muddy_children '[~muddy(anne)] K_anne muddy(bill)' --everywhere",
    "whoknows check puzzle:muddy_children 'K_anne muddy(bill) -> muddy(bill)' --valid",
    "whoknows check model.json '[@peek] K_a p' --action peek.event",
    "whoknows check muddy.smcdel.txt            # the questions in the file",
    "whoknows check puzzle:muddy_children,n=100 'K_anne muddy(bill)' --explain   # 2^100 worlds, as decision diagrams",
    "whoknows convert puzzle:hexa --to json | whoknows check - 'K_anne ~K_bill anne=red'",
)


@app.command("check", cls=Guarded, epilog=CHECK_EXAMPLES)
def _check(
    model: ModelName,
    formula: Annotated[
        str | None,
        typer.Argument(
            metavar="FORMULA",
            help="A formula; - reads it from standard input. Without it: the questions in an SMCDEL file.",
        ),
    ] = None,
    at: At = None,
    everywhere: Annotated[bool, typer.Option("--everywhere", help="Ask for all worlds: is the formula valid?")] = False,
    valid: Annotated[
        bool, typer.Option("--valid", help="Ask for all worlds of all models whose relations have the same properties.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why, with witnesses.")] = False,
    detail: DetailName = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=0, help="List at most this many states for each WHERE? of the file."),
    ] = None,
    action: ActionFiles = None,
    engine: EngineName = "auto",
    as_json: AsJson = False,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Say whether a formula is true in a model, and why.

    With --valid a formula that holds at every world is also decided for all models: each agent has the strongest logic
    that fits their relation. The exit code is 0 if it is true (with --valid: if it is valid), 1 if not. Without FORMULA
    the questions of an SMCDEL file are answered; then 0 means that all its TRUE? and VALID? hold, 2 that one of its
    questions could not be answered.
    """
    level = detail_of(explain, detail)
    if formula is None:
        from whoknows.cli.smcdel import answer_questions

        _refuse(
            at=at is not None, everywhere=everywhere, explain=explain, detail=detail is not None, action=bool(action)
        )
        raise typer.Exit(answer_questions(model, as_json, engine, limit, valid))
    if limit is not None:
        raise typer.BadParameter("--limit is for the questions in an SMCDEL file: leave out FORMULA or --limit")
    require_one_reader(model, formula, *files_of(action))
    asked, actions = parse(formula_text(formula)), read_actions(action)
    given = read_on(model, engine)
    announce_choice(given.choice, as_json)
    note_atoms_of(actions, given.model)
    everywhere = everywhere or valid
    verdict = _verdict(given, asked, at, everywhere, actions)
    holds = _answer(verdict, everywhere)
    beyond = _in_all_models(given, asked, actions, as_json) if valid and holds else None
    if as_json:
        more = beyond.data() if beyond else {"valid": False} if valid else {}
        emit(_data(verdict, everywhere, level) | more | note(given.choice))
    else:
        _tell(verdict, everywhere, level)
        if beyond:
            beyond.tell()
    raise typer.Exit(TRUE if (beyond.answer.valid if beyond else holds) else FALSE)


def _in_all_models(given: Given, asked: Formula, actions: Actions, as_json: bool) -> Validity:
    """Whether the formula, which holds at every world of the model, is valid in the logics of its agents."""
    from whoknows.cli.validity import decide  # loads the prover

    return decide(given.model, asked, actions, as_json)


def _refuse(**given: bool) -> None:
    """Raise an error for options that need a formula."""
    for option, there in given.items():
        if there:
            raise typer.BadParameter(f"--{option} needs a FORMULA")


def _verdict(given: Given, asked: Formula, at: str | None, everywhere: bool, actions: Actions) -> Verdict:
    """The verdict at the given world; for all worlds, at the first one where the formula fails, if there is one."""
    if everywhere:
        if at is not None:
            raise typer.BadParameter("--at WORLD and --everywhere or --valid are two questions: give one of them")
        return _at_the_worst(given, asked, actions)
    if at is None and given.model.actual is None:
        raise ModelError(
            "the model has no actual world: say where by --at WORLD, ask for all worlds by --everywhere, "
            "or list the worlds by whoknows where"
        )
    return given.model.check(asked, None if at is None else given.find(at), actions)


def _at_the_worst(given: Given, asked: Formula, actions: Actions) -> Verdict:
    """The verdict at the first world where the formula fails, or at the first world of all if there is none."""
    verdict = given.model.check(asked, next(iter(given.model)), actions)
    return verdict if verdict.counterexample is None else verdict.at(verdict.counterexample)


def _answer(verdict: Verdict, everywhere: bool) -> bool:
    return verdict.count == verdict.size if everywhere else verdict.holds


def _tell(verdict: Verdict, everywhere: bool, detail: Detail | None) -> None:
    answer = _answer(verdict, everywhere)
    if everywhere and answer:
        say("true", style="good", end=": ")
        say("; ".join([f"{brief(verdict.formula)} holds at each of {plural(verdict.size, 'world')}", *_notes(verdict)]))
        if detail:
            say()
            say_reasons(surveyed(verdict, detail).rows())
    else:
        tell(verdict, detail)


def tell(verdict: Verdict, detail: Detail | None, margin: str = "", tally: str | None = None) -> None:
    """Print the verdict at a world, and on request the explanation.

    Parameters
    ----------
    detail : {"full", "brief"}, optional
        How much is said in the explanation; None: nothing.
    tally : str, optional
        In how many worlds it holds; None: all are counted.
    """
    if tally is None:
        tally = tallied(verdict.count, verdict.size)
    word, verb, style = ("true", "holds", "good") if verdict.holds else ("false", "fails", "bad")
    say(margin + word, style=style, end=": ")
    at = visible(verdict.place)
    say("; ".join([f"{brief(verdict.formula)} {verb} at {at}", tally, *_notes(verdict)]))
    if detail:
        say()
        say_reasons(explained(verdict, detail).rows(), margin)


def _notes(verdict: Verdict) -> list[str]:
    return [verdict.note] if verdict.note else []


def tallied(count: int, size: int) -> str:
    """In how many of all worlds a formula holds, in words."""
    return f"it holds at {magnitude(count)} of {plural(size, 'world')}"


def _data(verdict: Verdict, everywhere: bool, detail: Detail | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "formula": str(verdict.formula),
        "holds": _answer(verdict, everywhere),
        "at": None if everywhere else name_text(verdict.world),
        "count": verdict.count,
        "worlds": verdict.size,
    } | ({"note": verdict.note} if verdict.note else {})
    if everywhere:
        data["fails_at"] = None if _answer(verdict, everywhere) else name_text(verdict.world)
    if detail and everywhere and _answer(verdict, everywhere):
        data |= surveyed(verdict, detail).to_dict()
    elif detail:
        data["explanation"] = explained(verdict, detail).to_dict()
    return data
