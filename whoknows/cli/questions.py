"""The commands `where`, for the worlds where a formula is true, and `frames`, for properties of relations."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from kripke.change.event import OTHERS, EventModel
from kripke.data.frames import PROPERTIES, Frame, frame
from kripke.data.naming import name_text
from kripke.data.wording import visible
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Actions, Model, note_on
from logic.exact import magnitude, plural
from logic.formula import Formula
from whoknows.cli import models
from whoknows.cli.guard import AS_JSON, FORMULA, argument, command, flag, option
from whoknows.cli.streams import emit, say


@command("where", also=models.GRAPH_OPTIONS)
def _where(
    model: str = models.MODEL,
    formula: str = FORMULA,
    count: bool = flag("--count", "Print the number of worlds, without names."),
    limit: int | None = option("--limit N", "List at most this many worlds.", min=0),
    action: list[str] = models.ACTIONS,
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> bool:
    """List the worlds where a formula is true, with their atoms.

    The exit code is 1 if there are none.

    Examples
    --------
    whoknows where model.json 'K_a p | K_a ~p'
    whoknows where puzzle:muddy_children,n=10 'K_anne muddy(anne)' --count
    whoknows where model.json '<@look> K_b p' --action look=peek.event
    """
    given, question, actions = models.read_question(model, formula, action, engine, as_json)
    total, size, shown, names = _worlds_of(given.model, question, actions, 0 if count else limit)
    equally = note_on(given.model, question)
    if equally and not as_json:
        say(f"note: {equally}", err=True)
    if as_json:
        listed = {} if count else {"where": [name for name, _ in names]}
        data = {"formula": str(question), "count": total, "worlds": size} | listed | models.note(given.choice)
        emit(data | ({"note": equally} if equally else {}))
    elif count:
        say(str(total))
    else:
        for name, atoms in names:  # the atoms are left out if the name is the same text
            say(visible(name) if name == atoms else f"{visible(name)}\t{visible(atoms)}")
        if more := total - shown:
            say(f"and {magnitude(more)} more", style="faint", err=True)
        if not total:
            say(f"nowhere (0 of {plural(size, 'world')})", err=True)
    return total > 0


LISTED = 1_000  # Default of the maximal number of listed states of a symbolic model


def _worlds_of(
    model: Model, question: Formula, actions: Actions, limit: int | None
) -> tuple[int, int, int, Iterator[tuple[str, str]]]:
    """Return three counts (worlds where the formula holds, all worlds, listed worlds), and the listed worlds.

    Each listed world is a pair of its name and the text of its true atoms.
    """
    if isinstance(model, KripkeModel):
        where, true = model.check(question, model.worlds[0], actions).where, model.structure.true_atoms
        assert where is not None  # of an explicit model
        positions = where.first(len(where) if limit is None else limit)
        names = ((name_text(model.worlds[i]), "{" + ", ".join(true(i)) + "}") for i in positions)
        return len(where), len(model), len(positions), names
    total = model.count(question, actions)
    most = min(total, LISTED if limit is None else limit)
    states = islice(model.iterate(question, actions), most)
    return total, model.count(), most, ((name_text(state), name_text(state)) for state in states)


@command("frames", also=models.GRAPH_OPTIONS)
def _frames_command(
    model: str = models.MODEL,
    agents: list[str] = argument("AGENT", "Agents; default: all.", None, complete=models.completed_agent),
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> None:
    """Print the kind of relation of each agent: S5, KD45, ...

    If the worlds are listed, the output also shows worlds where a missing property fails. MODEL may be an event model:
    then the relations are over its events.

    Examples
    --------
    whoknows frames model.json
    whoknows frames model.json ann --json
    whoknows frames peek.event
    """
    frames = _frames(model, agents, engine)
    if as_json:
        data = {}
        for each in frames:
            properties = {name: name in each.properties for name in PROPERTIES}
            failures = {name: [name_text(world) for world in why.worlds] for name, why in each.counterexamples.items()}
            data[each.agent] = {"system": each.system, "properties": properties, "counterexamples": failures}
        emit({"agents": data})
        return
    if not frames:
        say("the model has no agents")
    for each in frames:
        say(each.agent, style="strong", end=": ")
        say(f"{each.system} ({', '.join(name for name in PROPERTIES if name in each.properties) or 'no property'})")
        for name in PROPERTIES:
            if name in each.counterexamples:
                say(f"  not {name}: {each.counterexamples[name]}")


def _frames(given: str, agents: list[str] | None, engine: str) -> list[Frame]:
    """Return the properties of each agent's relation, with counterexamples if the worlds are listed."""
    read = models.read_any_on(given, engine, frame=True)
    if isinstance(read, EventModel):
        rest = {} if read.others is None else {OTHERS: read.others}  # the relation of the unnamed agents
        structure = replace(read.frame, relations={**read.frame.relations, **rest})
        return [frame(structure, agent) for agent in agents or structure.agents]
    model = read.model
    if not isinstance(model, KripkeModel):
        return [Frame(agent, frozenset(model.frame_properties(agent)), {}) for agent in agents or model.agents]
    return [frame(model.structure, agent) for agent in agents or model.agents]
