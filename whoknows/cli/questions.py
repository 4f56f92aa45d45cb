"""The commands `where` and `frames`: the worlds where a formula is true, and the kinds of relations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any

import typer

from kripke.change.event import OTHERS, EventModel
from kripke.data.frames import PROPERTIES, Frame, frame
from kripke.data.naming import name_text
from kripke.data.structure import Structure
from kripke.data.wording import visible
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Actions, Model
from kripke.why.verdict import note_on_degrees
from logic.exact import magnitude, plural
from logic.formula import Formula
from logic.parser import parse
from whoknows.cli.actions import ActionFiles, files_of, note_atoms_of, read_actions
from whoknows.cli.arguments import ModelName, completed_agent
from whoknows.cli.engines import AgentOf, AtomsOf, EngineName, announce_choice, note, read_any_on, read_on
from whoknows.cli.guard import FALSE, TRUE, Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import AsJson, FormulaText, formula_text, require_one_reader
from whoknows.cli.models import atoms_text
from whoknows.cli.output import emit, say

app = typer.Typer(rich_markup_mode=None)


WHERE_EXAMPLES = examples(
    "whoknows where model.json 'K_a p | K_a ~p'",
    "whoknows where puzzle:muddy_children,n=10 'K_anne muddy(anne)' --count",
    "whoknows where model.json '<@look> K_b p' --action look=peek.event",
)


@app.command("where", cls=Guarded, epilog=WHERE_EXAMPLES)
def _where(
    model: ModelName,
    formula: FormulaText,
    count: Annotated[bool, typer.Option("--count", help="Print the number of worlds, without names.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=0, help="List at most this many worlds.")
    ] = None,
    action: ActionFiles = None,
    engine: EngineName = "auto",
    as_json: AsJson = False,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """List the worlds where a formula is true, with their atoms.

    The exit code is 1 if there are none.
    """
    require_one_reader(model, formula, *files_of(action))
    asked, actions = parse(formula_text(formula)), read_actions(action)
    given = read_on(model, engine)
    announce_choice(given.choice, as_json)
    note_atoms_of(actions, given.model)
    found = _found(given.model, asked, actions, 0 if count else limit)
    weighted = given.model.structure.weights if isinstance(given.model, KripkeModel) else ()
    equally = note_on_degrees(asked, weighted)
    if equally and not as_json:
        say(f"note: {equally}", err=True)
    if as_json:
        listed = {} if count else {"where": [name for name, _ in found.names]}
        told = {"formula": str(asked), "count": found.total, "worlds": found.size} | listed | note(given.choice)
        emit(told | ({"note": equally} if equally else {}))
    elif count:
        say(str(found.total))
    else:
        _list(found.names, found.total - found.listed)
        if not found.total:
            say(f"nowhere (0 of {plural(found.size, 'world')})", err=True)
    raise typer.Exit(TRUE if found.total else FALSE)


@dataclass(frozen=True)
class Found:
    """The worlds where a formula holds.

    Parameters
    ----------
    names : iterator of (str, str)
        The name and the true atoms of each listed world.
    """

    total: int
    size: int
    listed: int
    names: Iterator[tuple[str, str]]


LISTED = 1_000
"""Default of the maximal number of listed states of a symbolic model."""


def _found(model: Model, asked: Formula, actions: Actions, limit: int | None) -> Found:
    if isinstance(model, KripkeModel):
        column = model.column(asked, actions)
        positions = column.nonzero()[0][:limit].tolist()
        names = ((name_text(model.worlds[i]), atoms_text(model, i)) for i in positions)
        return Found(int(column.sum()), len(model), len(positions), names)
    total = model.count(asked, actions)
    most = min(total, LISTED if limit is None else limit)
    states = islice(model.iterate(asked, actions), most)
    return Found(total, model.count(), most, ((name_text(state), name_text(state)) for state in states))


def _list(names: Iterator[tuple[str, str]], more: int) -> None:
    """Print the worlds, one on a line; the atoms are left out if the name is the same text."""
    for name, atoms in names:
        say(visible(name) if name == atoms else f"{visible(name)}\t{visible(atoms)}")
    if more:
        say(f"and {magnitude(more)} more", style="faint", err=True)


FRAMES_EXAMPLES = examples(
    "whoknows frames model.json", "whoknows frames model.json ann --json", "whoknows frames peek.event"
)


@app.command("frames", cls=Guarded, epilog=FRAMES_EXAMPLES)
def _frames_command(
    model: ModelName,
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="AGENT", help="Agents; default: all.", autocompletion=completed_agent)
    ] = None,
    engine: EngineName = "auto",
    as_json: AsJson = False,
    agent: AgentOf = None,
    node_atoms: AtomsOf = None,
) -> None:
    """Print the kind of relation of each agent: S5, KD45, ...

    For each missing property it shows worlds where the property fails. MODEL may be an event model: then the relations
    are over its events.
    """
    frames = _frames(model, agents, engine)
    if as_json:
        emit({"agents": {shown.agent: _frame_data(shown) for shown in frames}})
        return
    if not frames:
        say("the model has no agents")
    for shown in frames:
        _tell_frame(shown)


def _frames(given: str, agents: list[str] | None, engine: str) -> list[Frame]:
    """The frames of the agents, with counterexamples if the worlds are listed."""
    read = read_any_on(given, engine)
    if isinstance(read, EventModel):
        structure = _relations(read)
        return [frame(structure, agent) for agent in agents or structure.agents]
    model = read.model
    if not isinstance(model, KripkeModel):
        return [Frame(agent, frozenset(model.frame_properties(agent)), {}) for agent in agents or model.agents]
    return [frame(model.structure, agent) for agent in agents or model.agents]


def _relations(found: EventModel) -> Structure:
    """The relations of an event model over its events, with the relation of the unnamed agents."""
    rest = {} if found.others is None else {OTHERS: found.others}
    return replace(found.frame, relations={**found.frame.relations, **rest})


def _frame_data(each: Frame) -> dict[str, Any]:
    properties = {name: name in each.properties for name in PROPERTIES}
    examples = {name: [name_text(world) for world in why.worlds] for name, why in each.counterexamples.items()}
    return {"system": each.system, "properties": properties, "counterexamples": examples}


def _tell_frame(each: Frame) -> None:
    say(each.agent, style="strong", end=": ")
    say(f"{each.system} ({', '.join(name for name in PROPERTIES if name in each.properties) or 'no property'})")
    for name in PROPERTIES:
        if name in each.counterexamples:
            say(f"  not {name}: {each.counterexamples[name]}")
