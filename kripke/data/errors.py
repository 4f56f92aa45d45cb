"""Exceptions and warnings about models: invalid data, unknown names, and impossible updates."""

from collections.abc import Collection, Iterable, Sequence
from math import isnan
from typing import Any

from kripke.data.wording import world_quoted, world_text
from logic.errors import EpistemicError, Face, TooLarge, by_face, did_you_mean, few, listing, shorten, worded

SEARCHED = 2_000  # maximal number of worlds among which a similar name is looked for
AT = by_face("say where, by at=...", "say where, by --at WORLD", "say where")
"""Advice to choose a world, for a model without an actual world or with several."""


class ModelError(EpistemicError, ValueError):
    """Exception for data that do not describe a model, such as data without worlds, or with a world in no class.

    Examples
    --------
    >>> from whoknows import KripkeModel, ModelError
    >>> try:
    ...     KripkeModel.s5({"w": {"p"}}, {"ann": []})
    ... except ModelError as error:
    ...     print(error)
    partition of ann: world 'w' is in no class; add it to one, or as a class of its own
    """


class UnsupportedByEngine(ModelError, AttributeError):
    """Exception for an operation that the engine of the model does not support; the message names an alternative.

    Symbolic models have no weights and no ranks, and do not merge bisimilar states.

    Examples
    --------
    >>> from whoknows import Evidence, SymbolicModel, UnsupportedByEngine
    >>> s = SymbolicModel(["p"], observes={"ann": []})
    >>> for work in (lambda: s.update(Evidence("ann", "p", gain=0.1, loss=0.1)), lambda: s.close("S5")):
    ...     try:
    ...         work()
    ...     except UnsupportedByEngine as error:
    ...         print(error)
    update Evidence(...): it changes weights or ranks, which a symbolic model does not support; ...
    close: not supported by the engine 'diagrams'; to_explicit() gives a KripkeModel with the same worlds
    """


class UnknownWorld(EpistemicError, KeyError):
    """Exception for a world that the model does not have.

    Examples
    --------
    >>> from whoknows import KripkeModel, UnknownWorld
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"ann": [["w1", "w2"]]}, actual="w1")
    >>> try:
    ...     m.at("w3")
    ... except UnknownWorld as error:
    ...     print(error)
    no world 'w3'; there are 'w1' and 'w2'
    """


class UnknownAgent(EpistemicError, KeyError):
    """Exception for an agent that the model does not have.

    Examples
    --------
    >>> from whoknows import KripkeModel, UnknownAgent
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"ann": [["w1", "w2"]]}, actual="w1")
    >>> try:
    ...     m.holds("K_anne p")
    ... except UnknownAgent as error:
    ...     print(error)
    K_anne p: no agent 'anne'; did you mean 'ann'?
    """


class UnknownAtom(EpistemicError, KeyError):
    """Exception for an atom, or a value of a variable, that is not in the model's vocabulary.

    Examples
    --------
    >>> from whoknows import KripkeModel, UnknownAtom
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"ann": [["w1", "w2"]]}, actual="w1")
    >>> try:
    ...     m.holds("pp")
    ... except UnknownAtom as error:
    ...     print(error)
    no atom 'pp' in the model's vocabulary; did you mean 'p'?
    """


class UnknownAction(EpistemicError, KeyError):
    """Exception for an action that a formula names but that was not given to the check.

    Examples
    --------
    >>> from whoknows import KripkeModel, UnknownAction
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"ann": [["w1", "w2"]]}, actual="w1")
    >>> try:
    ...     m.holds("[@peek] p")
    ... except UnknownAction as error:
    ...     print(error)
    [@peek] p: no action 'peek' was given to the check; give it by actions={'peek': ...}
    """


class PreconditionFailed(EpistemicError, ValueError):
    """Exception for an impossible update, such as the announcement of a false formula.

    Examples
    --------
    >>> from whoknows import KripkeModel, PreconditionFailed
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"ann": [["w1", "w2"]]}, actual="w1")
    >>> try:
    ...     m.announce("~p")
    ... except PreconditionFailed as error:
    ...     print(error)
    ¬p is false at the actual world 'w1', so it cannot be announced truthfully
    """


class FileError(EpistemicError, ValueError):
    """Exception for a file that cannot be read or written, or has invalid content; the message says where.

    Examples
    --------
    >>> from whoknows import FileError, loads_event_model
    >>> try:
    ...     loads_event_model("event e: pre p &", source="peek.event")
    ... except FileError as error:
    ...     print(error)
    peek.event: column 17: the text ends after &
      event e: pre p &
                      ^
    expected a formula
    """


class Undecided(TooLarge):
    """Exception for a question about runs with perfect recall whose answer needs too many knowledge states.

    A knowledge state is a state of a run together with what the agents know there (see `kripke.space.histories`). The
    message says how far the runs were followed. A question without common knowledge is always decided if the limit is
    large enough.

    Examples
    --------
    >>> from whoknows import System, Undecided
    >>> tossing = {"hand": [("true", {"heads": "true"}), ("true", {"heads": "false"})]}
    >>> s = System(agents={"ann": []}, variables=["heads"], init="heads", evolution=tossing, recall=True, states=2)
    >>> try:
    ...     s.holds("AX AG ~K_ann heads")
    ... except Undecided as error:
    ...     print(str(error).partition(";")[0])
    AX AG ¬K_ann heads: not decided by the first 1 step of the runs, which lead to more than 2 knowledge states
    """


def unknown_world(world: object, worlds: Sequence[object], where: str = "") -> UnknownWorld:
    """The error for an unknown world, with a similar name if there are at most `SEARCHED` worlds."""
    shown = world_quoted(world)
    problem = f"{where}: " * bool(where) + f"no {getattr(worlds, 'noun', 'world')} {shown}"
    if isinstance(world, float) and isnan(world):
        return UnknownWorld(f"{problem}: NaN is not equal to itself, so it cannot be found; use a text")
    if len(worlds) <= SEARCHED:
        others = [each for each in worlds if not isinstance(each, str)] if isinstance(world, str) else []
        alike = [each for each in others if world_text(each).strip("{}") == str(world).strip("{}")]
        if alike:
            meant = set(alike[0]) if isinstance(alike[0], frozenset) else alike[0]
            return UnknownWorld(f"{problem}; did you mean {shorten(repr(meant))}, which is no text?")
        return UnknownWorld(problem + did_you_mean(world if isinstance(world, str) else shown, map(world_text, worlds)))
    shown = listing(list(map(world_quoted, worlds[:2])), "and")
    return UnknownWorld(f"{problem}; there are {len(worlds):,}, such as {shown}")


def several_actual(names: Iterable[object], noun: str = "world") -> ModelError:
    """The error for a query that needs a single actual world, if the model has several."""
    return ModelError(f"the model has several actual {noun}s, {few(list(map(world_quoted, names)), 'and')}: {AT}")


def unknown_assignment(world: Any, atoms: Collection[str], noun: str = "world") -> UnknownWorld:
    """The error for an unknown world in a model whose worlds are named by their true atoms."""
    if not isinstance(world, (set, frozenset)) or not all(isinstance(name, str) for name in world):
        return UnknownWorld(f"{noun} {shorten(repr(world))}: expected the set of atoms that are true, such as {{'p'}}")
    named = f"{noun} {world_text(world)}"
    for atom in sorted(world):
        if atom not in atoms:
            return UnknownWorld(str(unknown_atom(atom, atoms, named)))
    return UnknownWorld(f"{named}: this assignment does not satisfy the law")


def require_flag(value: object, what: str) -> bool:
    """Return the value if it is True or False; `ModelError` for other values, such as ``"no"``."""
    if type(value).__name__ not in ("bool", "bool_"):  # Python's and NumPy's, which need not be imported
        raise ModelError(f"{what} {shorten(repr(value))}: expected True or False")
    return bool(value)


def not_an_action(value: object) -> ModelError:
    """The error for a value that is given as an action but is not one."""
    return ModelError(
        f"update {shorten(repr(value))}: expected an event model, an action such as announcement(f), a formula, or a "
        "list of these"
    )


class FileWarning(UserWarning):
    """Warning about a file; its advice is worded for Python, the command line or the web page."""

    def __str__(self) -> str:
        return self.said("python")

    def said(self, face: Face) -> str:
        """The message, worded for an interface such as Python or the command line."""
        return worded(self.args[0], face)


class MissingLoop(FileWarning):
    """Warning for a world with undirected edges but no loop: there the agent does not consider this world possible."""


class OtherFormat(FileWarning):
    """Warning for a file whose content has a different format from its extension."""


class NotKept(FileWarning):
    """Warning for a file format that cannot represent the whole model."""


def unknown_agent(agent: Any, agents: Iterable[str], where: str = "", worlds: Collection[Any] = ()) -> UnknownAgent:
    """The error for an unknown agent, with a similar name, or a note that a world has this name."""
    prefix = f"{where}: " if where else ""
    if not isinstance(agent, str):
        return UnknownAgent(f"{prefix}agent {shorten(agent)}: expected the name of an agent{did_you_mean('', agents)}")
    meant = f"; '{shorten(agent)}' is a world" if len(worlds) <= SEARCHED and agent in worlds else ""
    from logic.unknown import agent_hint  # for the message alone

    return UnknownAgent(f"{prefix}no agent '{shorten(agent)}'{meant}{agent_hint(agent, agents)}")


def nameless_agent(where: str, agents: Collection[str]) -> UnknownAgent:
    """The error for an operator without an agent, in a model that does not have exactly one agent."""
    named = shorten(listing([f"'{agent}'" for agent in agents], "and"))
    there = f"one of the agents {named}" if agents else "an agent, but the model has none"
    way_out = f"; name one, as in K_{next(iter(agents))} p for knowledge" if agents else ""
    some = {"□": "; after every announcement: [*] p", "◇": "; after some announcement: <*> p"}.get(where[:1], "")
    return UnknownAgent(f"{shorten(where)}: no agent is named; expected {there}{way_out}{some}")


def unknown_atom(
    atom: str, atoms: Iterable[str], where: str = "", agents: Collection[str] = (), worlds: Collection[Any] = ()
) -> UnknownAtom:
    """The error for an atom outside the vocabulary, with a similar name, or a note that a world has this name."""
    prefix = f"{where}: " if where and where != atom else ""
    if not isinstance(atom, str):
        return UnknownAtom(f"{prefix}atom {shorten(repr(atom))}: expected the name of an atom{did_you_mean('', atoms)}")
    world = len(worlds) <= SEARCHED and atom in worlds
    meant = f"; '{shorten(atom)}' is a world, and formulas are made of atoms" if world else ""
    from logic.unknown import atom_hint  # for the message alone

    hint = f"{meant}{atom_hint(atom, atoms, agents)}"
    return UnknownAtom(f"{prefix}no atom '{shorten(atom)}' in the model's vocabulary{hint}")


def as_action(name: str) -> str:
    """Advice for an unknown action in a formula: the argument or command-line option that defines the action."""
    return by_face(f"; give it by actions={{'{shorten(name)}': ...}}", f"; give it by --action {shorten(name)}=FILE")


def lines_of_relations(agent: str) -> str:
    """Advice to give a relation to an agent in an event model, or one relation to all other agents."""
    lines = f"a line {agent}: ..., or a line others: ..."
    return by_face(f"relations={{'{agent}': [...]}}, or others=[...]", lines, lines)


NOTHING_POSSIBLE = "the agent considers no world possible there"


def no_share(agent: str, what: str, world: object, reason: str) -> ModelError:
    """The error if `what`, such as a degree of belief, is undefined at a world for this reason."""
    return ModelError(f"agent {agent}: no {what} at {world_text(world)}: {reason}; use B_{agent} or K_{agent}")
