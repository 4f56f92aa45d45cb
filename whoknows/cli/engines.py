"""Models on the requested engine: reading them, choosing the engine, and notes about the choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kripke.data.errors import ModelError, unknown_world
from kripke.data.naming import name_text
from kripke.data.structure import Structure
from kripke.data.worlds import World
from kripke.formats.registry import Format, attributes, content_of, is_event_model, require_graphml
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.symbolic import choice
from kripke.symbolic.choice import Choice, Engine
from logic.errors import TooLarge
from whoknows.cli.inputs import STANDARD_INPUT, name_of, read_source
from whoknows.cli.models import SEARCHED, find_world, readings, squeezed
from whoknows.cli.output import say
from whoknows.cli.sources import with_worlds
from whoknows.cli.wording import worded

if TYPE_CHECKING:
    from kripke.change.event import EventModel

EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="auto|explicit|symbolic",
        help="How the model is stored: with listed worlds (explicit), or as decision diagrams, for models too large to "
        "list (symbolic).",
        autocompletion=lambda incomplete: [name for name in choice.ENGINES if name.startswith(incomplete)],
    ),
]


ATTRIBUTES: dict[str, str | None] = {}
"""The attributes of GraphML that the command was given; each command with these options sets them anew."""


def _attribute(name: str) -> Callable[[str | None], None]:
    def keep(value: str | None) -> None:
        ATTRIBUTES[name] = value

    return keep


AgentOf = Annotated[
    str | None,
    typer.Option(
        "--agent",
        metavar="ATTRIBUTE",
        help="In GraphML: the attribute of edges with the agent; '=a': all edges are a's.",
        callback=_attribute("agent"),
        expose_value=False,
    ),
]
AtomsOf = Annotated[
    str | None,
    typer.Option(
        "--node-atoms",
        metavar="ATTRIBUTE",
        help="In GraphML: the attribute of nodes with the true atoms; '=p,q': these at all nodes.",
        callback=_attribute("atoms"),
        expose_value=False,
    ),
]

PUZZLE = "puzzle:"
"""The beginning of a MODEL that is a puzzle."""

SYMBOLIC = "take --engine symbolic, which need not list them"
"""The way out where worlds are too many to list."""

THROUGH_ALL = "this goes through them all"
"""The reason why worlds must be listed."""


@dataclass(frozen=True)
class Given:
    """A model on an engine.

    Parameters
    ----------
    names : mapping of world to frozenset of str
        Name of a listed world -> its state, for a listed model that was converted to diagrams; otherwise empty.
    """

    model: Model
    choice: Choice
    names: Mapping[World, frozenset[str]] = field(default_factory=dict)

    def seen_from(self, at: str | None) -> Given:
        """The model with the named world as the actual world; None: unchanged."""
        return self if at is None else replace(self, model=self.model.at(self.find(at)))

    def find(self, at: str) -> Any:
        """The world, or the state, that the text names."""
        if isinstance(self.model, KripkeModel):
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
        raise unknown_world(at, ["{" + ", ".join(self.model.atoms[:2]) + "}"], "a state is named by its true atoms")


def engine_of(given: str) -> Engine:
    """The engine with this name; a wrong name is a usage error."""
    try:
        return choice.engine(given)
    except ModelError as error:
        raise typer.BadParameter(f"--{error}") from None


def read_on(given: str, engine: str, kind: Format | None = None) -> Given:
    """The model of a file, of standard input or of a puzzle, on the requested engine.

    Parameters
    ----------
    kind : Format, optional
        The format; None: by the ending of the name, or else by the content.

    Raises
    ------
    FileError, ParseError
        If the text is not a model; the message has the place.
    OSError
        If the file cannot be read.
    UnknownPuzzle
        If there is no puzzle of this name.
    ModelError, TooLarge
        If the engine does not support the model.
    """
    wanted = engine_of(engine)
    with ways_out():
        if given.startswith(PUZZLE):
            require_graphml("a puzzle", given, attributes(**ATTRIBUTES))
            return _of_puzzle(given, wanted)
        return _of_text(given, read_source(given), wanted, kind)


def read_any_on(given: str, engine: str = "auto", kind: Format | None = None) -> Given | EventModel:
    """The model on the requested engine, or the event model. Errors as `read_on`.

    Parameters
    ----------
    kind : Format, optional
        The format; None: by the ending of the name, or else by the content.
    """
    if given.startswith(PUZZLE):
        return read_on(given, engine, kind)
    text = read_source(given)
    if is_event_model(given, text, kind):
        from kripke.formats.event_io import loads_event_model

        return loads_event_model(text, name_of(given))
    with ways_out():
        return _of_text(given, text, engine_of(engine), kind)


def announce_choice(chosen: Choice, as_json: bool) -> None:
    """Print on standard error which engine was chosen, and why, unless it is the usual one."""
    if chosen.why and not as_json:
        say(f"engine: {chosen}", style="faint", err=True)


def note(chosen: Choice) -> dict[str, Any]:
    """The JSON entry of the engine with the reason, empty if it is the usual one."""
    return {"engine": {"name": chosen.engine, "why": chosen.why}} if chosen.why else {}


def choice_for(model: Model, engine: Engine) -> Choice:
    """The engine of the model of a puzzle, with the reason."""
    if model.engine != "diagrams":
        return Choice("explicit")
    return Choice("symbolic") if names_of(model) else choice.for_atoms(engine, len(model.atoms))


@contextmanager
def ways_out() -> Iterator[None]:
    """Add the option of the other engine to errors about what an engine cannot do."""
    try:
        yield
    except TooLarge as error:
        if "limit=" in str(error):
            error.args = (f"{worded(str(error))}; or {SYMBOLIC}",)
        error.args = (str(error).replace("or use a symbolic model", f"or {SYMBOLIC}"),)
        raise
    except ModelError as error:
        if re.search(r"has (weights|ranks), which a symbolic model does not support", str(error)):
            error.args = (re.sub(r": make the model without.*", ": take --engine explicit", str(error)),)
        raise


def _of_puzzle(given: str, engine: Engine) -> Given:
    from kripke.puzzles import puzzle

    name, *options = re.split(r",(?=\w+=)", given.removeprefix(PUZZLE))
    chosen_puzzle = puzzle(name)
    model = chosen_puzzle.tell(engine, **chosen_puzzle.read(options)).model
    chosen = choice_for(model, engine)
    return Given(by_atoms(model), chosen, names_of(model))


def _of_text(given: str, text: str, engine: Engine, kind: Format | None) -> Given:
    path = Path(given)
    folder = path.parent if given != STANDARD_INPUT and path.is_file() else None
    content, chosen = content_of(text, name_of(given), kind, engine, folder, attributes=attributes(**ATTRIBUTES))
    if isinstance(content, Structure):
        return on(KripkeModel.of(content), engine) if engine == "symbolic" else Given(KripkeModel.of(content), chosen)
    from kripke.models.symbolic_model import SymbolicModel  # imports decision diagrams

    model = SymbolicModel.of(content)
    if chosen.is_symbolic:
        return Given(model, chosen)
    return Given(with_worlds(model, SYMBOLIC), chosen)


def on(model: KripkeModel, engine: Engine) -> Given:
    """A listed model, converted to the requested engine."""
    chosen = choice.for_worlds(engine)
    if not chosen.is_symbolic:
        return Given(model, chosen)
    from kripke.models.named_model import NamedModel  # imports decision diagrams

    named = NamedModel(model)
    return Given(by_atoms(named), chosen, named.states)


def names_of(model: Model) -> Mapping[World, frozenset[str]]:
    """Name of a listed world -> its state, for a listed model that was converted to diagrams; otherwise empty."""
    states: Mapping[World, frozenset[str]] = getattr(model, "states", {})
    return states


def by_atoms(model: Model) -> Model:
    """The model; if it was converted to diagrams, with states named by their true atoms."""
    if not names_of(model):
        return model
    from kripke.models.named_model import NamedModel  # imports decision diagrams

    assert isinstance(model, NamedModel)
    return model.by_atoms()


def listed(given: Given, why: str) -> KripkeModel:
    """The model with listed worlds; `TooLarge` with the reason for listing them if there are too many.

    Parameters
    ----------
    why : str
        The reason why the worlds must be listed, for the message.
    """
    return with_worlds(given.model, why)


def read_listed(given: str) -> KripkeModel:
    """The model of a file, of standard input or of a puzzle, with listed worlds. Errors as `read_on`."""
    try:
        return listed(read_on(given, "auto" if given.startswith(PUZZLE) else "explicit"), THROUGH_ALL)
    except TooLarge as error:
        raise TooLarge(re.sub(rf"[;,] (or )?{SYMBOLIC}", f"; {THROUGH_ALL}", str(error))) from None
