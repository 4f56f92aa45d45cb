"""The commands that change models: `announce`, `update` and `contract`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from warnings import catch_warnings

import typer

from kripke.change.event import EventModel
from kripke.data.naming import name_text
from kripke.models.functions import contract as contracted
from kripke.models.model import Actions, Model
from kripke.symbolic.choice import Choice
from logic.errors import listing
from logic.exact import magnitude, plural
from logic.formula import Formula
from logic.parser import parse
from whoknows.cli.actions import (
    ActionFiles,
    completed_file,
    files_of,
    note_atoms_of,
    note_new_atoms,
    read_actions,
    read_event_model,
    step,
)
from whoknows.cli.arguments import At, ModelName, completed_agent
from whoknows.cli.engines import AgentOf, AtomsOf, EngineName, announce_choice, note, read_listed, read_on
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import STANDARD_INPUT, AsJson, formula_text, require_one_reader
from whoknows.cli.models import seen_from
from whoknows.cli.output import emit, say
from whoknows.cli.targets import require_writable, write_model

app = typer.Typer(rich_markup_mode=None)

EXAMPLES = examples(
    "whoknows announce model.json 'p | q'",
    "whoknows announce model.json 'p | q' '~K_a p' -o after.json     # one after the other",
    "whoknows announce model.json p --whether --to a,b               # a and b learn whether p, the others notice",
    "whoknows announce puzzle:muddy_children 'muddy(anne)' -o - | whoknows frames -",
)


CheckFrames = Annotated[bool, typer.Option("--check-frames", help="An error if a relation loses its kind.")]
Output = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Write the model after it; - prints it as JSON.")
]


@dataclass(frozen=True, slots=True)
class Said:
    """One announcement.

    Parameters
    ----------
    group : list of str or None
        The agents that hear it; None: all agents.
    whether : bool
        Whether they learn if the formula is true, instead of learning that it is.
    """

    formula: Formula
    before: int
    after: int
    group: list[str] | None
    whether: bool

    def __str__(self) -> str:
        if self.group is None and not self.whether:
            return str(self.formula)
        learners = "all" if self.group is None else listing(self.group, "and")
        verb = "learns" if self.group is not None and len(self.group) == 1 else "learn"
        return f"{learners} {verb} {'whether' if self.whether else 'that'} {self.formula}"


@app.command("announce", cls=Guarded, epilog=EXAMPLES)
def _announce(
    model: ModelName,
    formulas: Annotated[list[str], typer.Argument(metavar="FORMULA", help="What is announced, in this order.")],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="AGENTS",
            help="Tell only these, such as a,b; the others notice.",
            autocompletion=completed_agent,
        ),
    ] = None,
    whether: Annotated[bool, typer.Option("--whether", help="Tell whether it is true, whichever it is.")] = False,
    check_frames: CheckFrames = False,
    at: At = None,
    action: ActionFiles = None,
    output: Output = None,
    engine: EngineName = "auto",
    as_json: AsJson = False,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Announce formulas, and count the worlds that are left.

    They are announced one after the other. Each must be true at the actual world; otherwise the exit code is 2, with
    the reason.
    """
    require_one_reader(model, *formulas, *files_of(action))
    _require_writable(output, as_json)
    actions = read_actions(action)
    asked = [parse(formula_text(formula)) for formula in formulas]
    group = _audience(to)
    given = read_on(model, engine).seen_from(at)
    announce_choice(given.choice, as_json)
    now = given.model
    note_atoms_of(actions, now)
    said = []
    for formula in asked:
        after = _told(now, formula, group, whether, check_frames, actions)
        said.append(Said(formula, now.count("true"), after.count("true"), group, whether))
        now = after
    _show(said, given.choice, as_json, aside=output == STANDARD_INPUT)
    if output is not None:
        write_model(now, output)


def _audience(to: str | None) -> list[str] | None:
    """The agents in ``--to`` without repetitions; None without this option."""
    if to is None:
        return None
    group = list(dict.fromkeys(agent.strip() for agent in to.split(",") if agent.strip()))
    if not group:
        raise typer.BadParameter(f"--to {to!r} names nobody: write agents, such as --to a,b; without --to all are told")
    return group


def _require_writable(output: str | None, as_json: bool) -> None:
    """Check before any work that the output can be written."""
    if output == STANDARD_INPUT:
        _refuse_two_writers(as_json)
    elif output is not None:
        require_writable(output)


def _told(
    model: Model, formula: Formula, group: list[str] | None, whether: bool, check_frames: bool, actions: Actions
) -> Model:
    tell = model.announce_whether if whether else model.announce
    return tell(formula, group, actions, check_frames)


def _show(said: list[Said], chosen: Choice, as_json: bool, aside: bool) -> None:
    """Print the announcements; with `aside` on standard error, since the model goes to standard output."""
    if as_json:
        emit({"steps": [_data(announcement) for announcement in said]} | note(chosen))
        return
    for each in said:
        say(f"{magnitude(each.before)} → {magnitude(each.after)}", style="strong", err=aside, end=" ")
        if each.group is None and not each.whether:
            say(f"{'world' if each.after == 1 else 'worlds'} after {each}", err=aside)
        else:
            say(f"{'world' if each.after == 1 else 'worlds'}: {each}", err=aside)


def _refuse_two_writers(as_json: bool) -> None:
    if as_json:
        raise typer.BadParameter("--json and -o - both write to standard output: give -o a file")


def _data(said: Said) -> dict[str, Any]:
    return {"formula": str(said.formula), "before": said.before, "after": said.after}


UPDATE_EXAMPLES = examples(
    "whoknows update model.json peek.event",
    "whoknows update model.json ask.event answer.json -o after.json   # one after the other",
    "whoknows update model.json peek.event --event yes --json",
    "whoknows update puzzle:hexa show.event -o - | whoknows check - 'K_bill anne=red'",
)


@dataclass(frozen=True, slots=True)
class Happened:
    """One event model that happened.

    Parameters
    ----------
    event : str or None
        The event that happened; None: unknown.
    """

    file: str
    event: str | None
    before: int
    after: int


@app.command("update", cls=Guarded, epilog=UPDATE_EXAMPLES)
def _update(
    model: ModelName,
    actions: Annotated[
        list[str],
        typer.Argument(
            metavar="ACTION",
            help="Files with event models (text or JSON), in this order; - for standard input.",
            autocompletion=completed_file,
        ),
    ],
    event: Annotated[
        str | None,
        typer.Option("--event", metavar="EVENT", help="The event that happens; default: the one that is possible."),
    ] = None,
    check_frames: CheckFrames = False,
    at: At = None,
    output: Output = None,
    engine: EngineName = "auto",
    as_json: AsJson = False,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Apply event models, and count the worlds after each.

    They happen one after the other. An event must be possible at the actual world; otherwise the exit code is 2, with
    the reason.
    """
    require_one_reader(model, *actions)
    _require_writable(output, as_json)
    if event is not None and len(actions) > 1:
        raise typer.BadParameter("--event names the event of one ACTION: give them one at a time")
    read = [(file, read_event_model(file)) for file in actions]
    given = read_on(model, engine).seen_from(at)
    announce_choice(given.choice, as_json)
    now = given.model
    happened = []
    for number, (file, action) in enumerate(read, start=1):
        note_new_atoms(file, action, now)
        with step(file, number, len(read)), catch_warnings(action="ignore", category=UserWarning):  # noted above
            after = now.update(action, event, check_frames)
        happened.append(Happened(file, _event_of(now, action, event), now.count("true"), after.count("true")))
        now = after
    _tell(happened, now, given.choice, as_json, aside=output == STANDARD_INPUT)
    if output is not None:
        write_model(now, output)


def _event_of(before: Model, action: EventModel, event: str | None) -> str | None:
    """The event that happened: the given one, or the one whose precondition is true at the actual world."""
    if event is not None or before.actual is None:
        return event
    return next(name for name in action.designated if before.holds(action.events[name].pre))


def _tell(happened: list[Happened], now: Model, chosen: Choice, as_json: bool, aside: bool) -> None:
    """Print the events; with `aside` on standard error, since the model goes to standard output."""
    if as_json:
        steps = [
            {"action": each.file, "event": each.event, "before": each.before, "after": each.after} for each in happened
        ]
        emit({"steps": steps, "actual": None if now.actual is None else name_text(now.actual)} | note(chosen))
        return
    for step_done in happened:
        what = step_done.file if step_done.event is None else f"{step_done.event} of {step_done.file}"
        say(f"{magnitude(step_done.before)} → {magnitude(step_done.after)}", style="strong", err=aside, end=" ")
        say(f"{'world' if step_done.after == 1 else 'worlds'} after {what}", err=aside)


CONTRACT_EXAMPLES = examples(
    "whoknows contract model.json -o small.json",
    "whoknows contract puzzle:muddy_children -o - | whoknows draw - -o muddy.svg",
)


@app.command("contract", cls=Guarded, epilog=CONTRACT_EXAMPLES)
def _contract(
    model: ModelName,
    at: At = None,
    output: Output = None,
    as_json: AsJson = False,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Merge the worlds that no formula distinguishes.

    Formulas with D or R, which intersect what agents consider possible, and degrees of belief without weights, which
    count worlds, may change.
    """
    _require_writable(output, as_json)
    before = seen_from(read_listed(model), at)
    after = contracted(before)
    if as_json:
        emit({"before": len(before), "after": len(after)})
    else:
        aside = output == STANDARD_INPUT
        say(f"{len(before):,} → {plural(len(after), 'world')}", style="strong", err=aside)
    if output is not None:
        write_model(after, output)
