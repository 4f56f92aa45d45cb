"""Arguments shared by the commands on models (MODEL, WORLD, event models), and reading of models."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, redirect_stderr, suppress
from glob import escape, glob
from io import StringIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from kripke.data.errors import FileError, ModelError, UnknownWorld, unknown_world
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, require_listable
from kripke.data.naming import name_text
from kripke.data.wording import world_quoted
from kripke.data.worlds import World
from kripke.formats.registry import (
    A_MODEL,
    GRAPHS,
    Format,
    attributes,
    content_of,
    format_by_ending,
    format_of,
    is_event_model,
    require_graph,
    shaped,
    what_reads,
)
from kripke.symbolic import choice
from kripke.symbolic.choice import Choice, Engine
from logic.errors import EpistemicError, naming, near_miss, shorten
from logic.formula import Formula
from logic.options import literal, split
from whoknows.cli.guard import argument, option
from whoknows.cli.streams import (
    STANDARD_INPUT,
    name_of,
    read_source,
    read_typed_texts,
    readable_texts,
    require_one_reader,
    say,
    usage,
    warnings_said,
)

if TYPE_CHECKING:
    from kripke.change.event import EventModel
    from kripke.change.product import Action
    from kripke.data import structure as structures
    from kripke.models import kripke_model
    from kripke.models.kripke_model import KripkeModel
    from kripke.models.model import Model
else:
    structures = Lazy("kripke.data.structure")
    kripke_model = Lazy("kripke.models.kripke_model")  # not needed for the questions in a file


def with_worlds(model: Model, why: str) -> KripkeModel:
    """Return the model with listed worlds; `TooLarge`, with the advice `why`, if there are too many."""
    if isinstance(model, kripke_model.KripkeModel):
        return model
    require_listable(model.count(), LIMIT, "states", why)
    return kripke_model.KripkeModel.of(model.to_structure())


SEARCHED = 20_000  # number of worlds above which a world is found only by its exact name


def seen_from(model: KripkeModel, at: str | None) -> KripkeModel:
    """Return the model with the named world or worlds as actual; the same model if `at` is None."""
    return model if at is None else model.at(LoadedModel(model, Choice("explicit")).find_all(at))


def find_world(model: KripkeModel, text: str) -> World:
    """Return the world with this name; `UnknownWorld` if there is none.

    The name may be written as a string, as a set ``{p, q}`` of true atoms, as a Python literal, or as it is printed.
    """
    for candidate in readings(model, text):
        if candidate in model.worlds:
            world: World = candidate
            return world
    if len(model) > SEARCHED:
        raise unknown_world(text, ())
    shown = {squeezed(name_text(world)): world for world in model.worlds}
    if squeezed(text) in shown:
        return shown[squeezed(text)]
    raise unknown_world(text, [name_text(world) for world in model.worlds])


def readings(model: Model, text: str) -> Iterator[Any]:
    """Yield the values that a text may denote: a name, a set of true atoms, or a Python literal."""
    yield text
    if text.startswith("{") and text.endswith("}"):
        atoms = [atom for atom in split(text[1:-1]) if atom]
        yield frozenset(atoms)
        yield frozenset(f"p{atom}" if f"p{atom}" in model.atoms else atom for atom in atoms)  # the numbers of SMCDEL
    value = literal(text)
    try:
        hash(value)
    except TypeError:
        return
    yield value


def squeezed(text: str) -> str:
    """Return the text without white space."""
    return "".join(text.split())


ENGINE = option(
    "--engine auto|explicit|symbolic",
    "How the model is stored: with listed worlds (explicit), or as decision diagrams, for models too large to list "
    "(symbolic).",
    "auto",
    complete=choice.ENGINES,
)


ATTRIBUTES: dict[str, str | None] = {}  # the options for reading graphs, set by each command that has them


def _attribute(name: str, declared: str, text: str) -> Any:
    """Declare an option whose value is stored in `ATTRIBUTES` and not passed to the command."""
    return option(declared, text, callback=lambda value: ATTRIBUTES.update({name: value}), expose_value=False)


GRAPH_OPTIONS = {
    "agent_from": _attribute(
        "agent",
        "--agent-from ATTRIBUTE",
        "In a graph (GraphML, DOT, JSON): the attribute of edges with the agent, such as label; '=a': all are a's.",
    ),
    "atoms_from": _attribute(
        "atoms",
        "--atoms-from ATTRIBUTES",
        "In a graph: the attribute of nodes with the true atoms, or p,q for attributes that are true or false; "
        "'=p,q': these at all nodes.",
    ),
    "close": _attribute("close", "--close S5", "In a graph: close all relations under this system, or properties."),
}
"""The options of commands that read models, for models that are given as graphs."""


def require_no_options_of_graphs(kind: str, given: str) -> None:
    """Raise `FileError` if `GRAPH_OPTIONS` are given but the argument is not a graph."""
    require_graph(kind, given, attributes(**ATTRIBUTES))


PUZZLE = "puzzle:"  # the beginning of a MODEL that is a puzzle

SYMBOLIC = "take --engine symbolic, which need not list them"  # advice if worlds are too many to list

THROUGH_ALL = "this goes through them all: announce something first, or give a smaller model"
"""Advice for an operation that must list all worlds of a large model."""


class LoadedModel(NamedTuple):
    """A model with its engine and the reason for choosing this engine."""

    model: Model
    choice: Choice
    names: Mapping[World, frozenset[str]] = MappingProxyType({})  # the state for each converted world
    is_told: bool = False  # whether the options of `GRAPH_OPTIONS` say how its file was read

    def seen_from(self, at: str | None) -> LoadedModel:
        """Return the model with the named world or worlds as actual; the same model if `at` is None."""
        return self if at is None else self._replace(model=self.model.at(self.find_all(at)))

    def find_all(self, at: str) -> Any:
        """Return the world with this name, or a list of worlds if the text has several names separated by commas."""
        parts = split(at)
        try:
            if not parts[1:] or not all(part.startswith("{") for part in parts):
                return self.find(at)
        except UnknownWorld:
            if not parts[1:]:
                raise
        return [self.find(part) for part in parts]

    def find(self, at: str) -> Any:
        """Return the world or state with this name."""
        if isinstance(self.model, kripke_model.KripkeModel):
            return find_world(self.model, at)
        if len(self.names) <= SEARCHED:
            shown = {squeezed(name_text(name)): state for name, state in self.names.items()}
            if squeezed(at) in shown:
                return shown[squeezed(at)]
        knowledge: Any = getattr(self.model, "knowledge", None)
        sets = [reading for reading in readings(self.model, at) if isinstance(reading, frozenset)]
        for state in sets:
            if all(isinstance(name, str) for name in state) and state <= {*knowledge.names}:
                return state
        if sets:
            return sets[0]  # with unknown atoms, about which the model raises an error
        written = "{" + ", ".join(self.model.atoms[:2]) + "}"
        raise UnknownWorld(f"no world {world_quoted(at)}: a state is named by its true atoms, written like {written}")


def is_model(given: str) -> bool:
    """Return whether an argument is a puzzle or the file of a model, and not a formula."""
    if given.startswith(PUZZLE):
        return True
    with suppress(FileError):
        return os.path.isfile(given) and what_reads(given, read_source(given)) == A_MODEL
    return False


def is_system(given: str, formula: str | None = None) -> bool:
    """Return whether MODEL is an ISPL file: by its extension or, if that is unknown, by its content."""
    require_one_reader(given, formula)
    kind = format_by_ending(given)
    if kind is None and (given == STANDARD_INPUT or os.path.isfile(given)):
        kind = format_of(given, read_source(given))
    return kind is Format.ISPL


def engine_of(given: str) -> Engine:
    """Return the engine with this name; usage error for an unknown name."""
    try:
        return choice.engine(given)
    except ModelError as error:
        raise usage(f"--{error.said('command')}") from None


def read_on(
    given: str,
    engine: str,
    kind: Format | None = None,
    spare: bool = False,
    frame: bool = False,
    way_out: str = SYMBOLIC,
) -> LoadedModel:
    """Read the model from a file, standard input or a puzzle, for the requested engine.

    The format is `kind`; by default, it is determined from the extension or the content. With `spare`, unused options
    for graphs are allowed. With `frame`, graphs need no attribute with atoms. Raises `FileError` for an
    unreadable file, `FileError` or `ParseError` for an invalid text, `UnknownPuzzle`, and `ModelError` or `TooLarge`
    (with the advice `way_out`) for a model that the engine does not support.
    """
    wanted = engine_of(engine)
    if not given.startswith(PUZZLE):
        return _of_text(given, read_source(given), wanted, kind, spare, frame, way_out)
    if not spare:
        require_no_options_of_graphs("a puzzle", given)
    from kripke.puzzles import puzzle

    name, *options = re.split(r",(?=\w+=)", given.removeprefix(PUZZLE))
    chosen = puzzle(name)
    model = chosen.tell(wanted, **chosen.read(options)).model
    return LoadedModel(by_atoms(model), choice_for(model, wanted), names_of(model))


def read_any_on(
    given: str, engine: str = "auto", kind: Format | None = None, spare: bool = False, frame: bool = False
) -> LoadedModel | EventModel:
    """Read a model (see `read_on`), or an event model, for which the engine does not matter."""
    if given.startswith(PUZZLE):
        return read_on(given, engine, kind, spare)
    text = read_source(given)
    if is_event_model(given, text, kind):
        from kripke.formats.eventfile import loads_event_model

        require_no_options_of_graphs("an event model", given)
        return loads_event_model(text, name_of(given))
    return _of_text(given, text, engine_of(engine), kind, spare, frame)


def announce_choice(chosen: Choice, as_json: bool) -> None:
    """Print on standard error which engine was chosen and why, if there is a reason; print nothing with `as_json`."""
    if chosen.why and not as_json:
        say(f"engine: {chosen}", style="faint", err=True)


def note(chosen: Choice) -> dict[str, Any]:
    """Return the entry in JSON output about the engine and the reason for its choice; empty if there is no reason."""
    return {"engine": {"name": chosen.engine, "why": chosen.why}} if chosen.why else {}


def choice_for(model: Model, engine: Engine) -> Choice:
    """Return the engine for the model of a puzzle, with the reason for its choice."""
    if model.engine != "diagrams":
        return Choice("explicit")
    return Choice("symbolic") if names_of(model) else choice.for_atoms(engine, len(model.atoms))


def _of_text(
    given: str, text: str, engine: Engine, kind: Format | None, spare: bool, frame: bool, way_out: str = SYMBOLIC
) -> LoadedModel:
    from pathlib import Path  # not needed for the questions in a file

    path = Path(given)
    folder = path.parent if given != STANDARD_INPUT and path.is_file() else None
    options = attributes(**ATTRIBUTES)
    if (spare or frame) and shaped(kind or format_of(given, text), text) in GRAPHS:
        options = {"atoms": "=", **options} if frame else options
    elif spare:
        options = {}
    with warnings_said(given):
        try:
            content, chosen = content_of(text, name_of(given), kind, engine, folder, options)
        except FileError as error:
            if not spare or not options:
                raise
            options = {}
            try:  # the graph may be one that this package wrote, without the given attributes
                content, chosen = content_of(text, name_of(given), kind, engine, folder)
            except FileError:
                raise error from None
    if isinstance(content, structures.Structure):
        listed = kripke_model.KripkeModel.of(content)
        if engine != "symbolic" or not (chosen := choice.for_worlds(engine)).is_symbolic:
            return LoadedModel(listed, chosen, is_told=bool(options))
        from kripke.models.named_model import NamedModel  # imports decision diagrams

        named = NamedModel(listed)
        return LoadedModel(by_atoms(named), chosen, named.states, bool(options))
    from kripke.models.symbolic_model import SymbolicModel  # imports decision diagrams

    model = SymbolicModel.of(content)
    if chosen.is_symbolic:
        return LoadedModel(model, chosen)
    return LoadedModel(with_worlds(model, way_out), chosen)


def names_of(model: Model) -> Mapping[World, frozenset[str]]:
    """Return the map from worlds to states if the model was converted from listed worlds; otherwise an empty map."""
    states: Mapping[World, frozenset[str]] = getattr(model, "states", {})
    return states


def by_atoms(model: Model) -> Model:
    """Name each state by its true atoms if the model was converted from listed worlds; return the model."""
    named: Any = model
    return named.by_atoms() if names_of(model) else model


def read_listed(given: str, spare: bool = False) -> KripkeModel:
    """Read a model (see `read_on`) and list its worlds; `TooLarge` if there are too many."""
    engine = "auto" if given.startswith(PUZZLE) else "explicit"
    return with_worlds(read_on(given, engine, spare=spare, way_out=THROUGH_ALL).model, THROUGH_ALL)


def completed_model(incomplete: str) -> list[str]:
    """Complete the argument MODEL: files and puzzles."""
    from kripke.puzzles import puzzles  # for completion only

    named = [PUZZLE + puzzle.name for puzzle in puzzles()]
    matching = [name for name in named if name.startswith(incomplete)]
    return [*sorted(glob(escape(incomplete) + "*")), *matching]


def completed_world(ctx: Any, incomplete: str) -> list[str]:
    """Complete the name of a world of the model on the command line."""
    model = _given_model(ctx)
    if not isinstance(model, kripke_model.KripkeModel) or len(model) > SEARCHED:
        return []
    names = [name_text(world) for world in model.worlds]
    return [name for name in names if name.startswith(incomplete)]


def completed_agent(ctx: Any, incomplete: str) -> list[str]:
    """Complete the name of one of the model's agents, or the last name in a list separated by commas."""
    model = _given_model(ctx)
    before, comma, begun = incomplete.rpartition(",")
    agents = () if model is None else model.agents
    return [before + comma + agent for agent in agents if agent.startswith(begun)]


def _given_model(ctx: Any) -> Model | None:
    """Return the model on the command line; None if it cannot be read, since completion cannot show errors."""
    given = ctx.params.get("model") or next(iter(ctx.args), None)  # after an option, no argument is assigned yet
    try:
        with redirect_stderr(StringIO()):
            return None if given in (None, STANDARD_INPUT) else read_on(str(given), "auto").model
    except (EpistemicError, OSError):
        return None


MODEL = argument(
    "MODEL",
    "A file (JSON, text, SMCDEL, GraphML, DOT), - for standard input, or puzzle:NAME.",
    complete=completed_model,
)
AT = option("--at WORLD", "The world, or several as u,v; default: the actual one.", complete=completed_world)


NOTES = 5  # maximal number of new atoms that are listed


def read_event_model(given: str) -> EventModel:
    """Read an event model from a file, or with ``-`` from standard input; `FileError` if it is invalid."""
    from kripke.formats.eventfile import loads_event_model  # most commands read no event model

    return loads_event_model(read_source(given), name_of(given))


def step(file: str, number: int = 1, steps: int = 1) -> AbstractContextManager[None]:
    """Return a context in which errors name the file of an event model and, if `steps` > 1, the step's number."""
    return naming(f"step {number}, {name_of(file)}" if steps > 1 else name_of(file))


def note_new_atoms(file: str, action: EventModel, model: Model) -> None:
    """Print a note on atoms that the events set but the model lacks, since they may be misspelt."""
    set_atoms, known = dict.fromkeys(atom for event in action.events.values() for atom in event.post), set(model.atoms)
    new = [atom for atom in set_atoms if atom not in known]
    for atom in new[:NOTES]:
        say(f"note: {name_of(file)}: new atom '{shorten(atom)}'{near_miss(atom, model.atoms)}", err=True)
    if len(new) > NOTES:
        say(f"note: {name_of(file)}: and {len(new) - NOTES:,} more new atoms", err=True)


def read_actions(given: Iterable[str]) -> dict[str, EventModel]:
    """Read the event models given with ``--action``; return them by the names that they have in formulas."""
    actions: dict[str, EventModel] = {}
    for text in given:
        name, path = named_file(text)
        if name in actions:
            raise usage(f"--action {name}: the name is given twice")
        actions[name] = read_event_model(path)
    return actions


def note_atoms_of(actions: dict[str, EventModel], model: Model) -> None:
    """Print notes on atoms that these actions set but the model lacks, since they may be misspelt."""
    for name, action in actions.items():
        note_new_atoms(f"action {name}", action, model)


def read_happening(
    model: str, at: str | None, action: list[str], announce: list[str], formulas: list[str]
) -> tuple[KripkeModel, list[Action], list[Formula]]:
    """Return the model, the actions of ``--action`` and then of ``--announce``, and the parsed `formulas`."""
    from kripke.change.product import Action  # other commands do not need it

    require_one_reader(model, *announce, *formulas, *files_of(action))
    actions = read_actions(action)
    if not actions and not announce:
        raise usage("nothing can happen: give --action NAME=FILE or --announce FORMULA")
    texts = readable_texts([*announce, *formulas])
    given = seen_from(read_listed(model), at)
    read = read_typed_texts(texts, given)
    note_atoms_of(actions, given)
    named = [Action(name, change) for name, change in actions.items()]
    named += [Action(str(formula), formula) for formula in read[: len(announce)]]
    return given, named, read[len(announce) :]


def read_question(
    model: str, formula: str, action: list[str], engine: str, as_json: bool
) -> tuple[LoadedModel, Formula, dict[str, EventModel]]:
    """Read a model, a formula about it, and event models by name; print notes on standard error."""
    require_one_reader(model, formula, *files_of(action))
    texts, actions = readable_texts([formula]), read_actions(action)
    given = read_on(model, engine)
    (question,) = read_typed_texts(texts, given.model)
    announce_choice(given.choice, as_json)
    note_atoms_of(actions, given.model)
    return given, question, actions


def files_of(given: Iterable[str]) -> list[str]:
    """Return the file names in the values of ``--action``, each ``NAME=FILE`` or ``FILE``."""
    return [named_file(text)[1] for text in given]


def named_file(given: str) -> tuple[str, str]:
    """Split ``NAME=FILE`` into name and file; the default name is the file name without extension."""
    name, equals, path = given.partition("=")
    if not equals:
        name, path = re.sub(r"\..*", "", os.path.basename(given)), given
    if not name or not path:
        raise usage(f"--action {given}: expected NAME=FILE, such as peek=peek.event, or a file's name")
    return name, path


def completed_file(incomplete: str) -> list[str]:
    """Complete a file name, also after ``NAME=``."""
    name, equals, begun = incomplete.rpartition("=")
    return [name + equals + path for path in sorted(glob(escape(begun) + "*"))]


ACTIONS = option(
    "--action NAME=FILE",
    "An event model that the formula names as [@NAME]; FILE alone has its own name. Repeatable.",
    complete=completed_file,
)
