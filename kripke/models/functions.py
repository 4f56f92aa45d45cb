"""Functions on models of any engine and on networkx graphs: construction, truth, comparison.

Comparisons go through all worlds: `TooLarge` if a symbolic model has more than `LIMIT` states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kripke.change.event import require_no_action
from kripke.change.product import Action, extend_vocabulary, named_actions
from kripke.checking.build import vocabulary_of
from kripke.checking.constraint import Laws, Question, formula_of
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError, require_flag
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, WHOLE, require_listable
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL, World
from kripke.models.kripke_model import AnyModel, KripkeModel, model_of
from kripke.models.model import Actions, Model
from kripke.symbolic.choice import Choice, Engine, for_atoms
from logic.clauses import Atom
from logic.errors import by_face, naming, shorten
from logic.exact import is_real, is_whole
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.formats import file_reading, registry
    from kripke.formats.graphs import AgentOf, AtomsOf, Closure
    from kripke.sameness import bisimulation, distinguishing, invariance
    from kripke.space import explore as spaces
    from kripke.space import repetition
    from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
else:  # loaded with the first function that needs them
    file_reading, registry = Lazy("kripke.formats.file_reading"), Lazy("kripke.formats.registry")
    bisimulation, invariance = Lazy("kripke.sameness.bisimulation"), Lazy("kripke.sameness.invariance")
    distinguishing, spaces = Lazy("kripke.sameness.distinguishing"), Lazy("kripke.space.explore")
    repetition = Lazy("kripke.space.repetition")

EXPECTED = "expected a KripkeModel, a SymbolicModel or a networkx graph"
FEW_STATES = SMALL
"""Maximal number of states for which ``engine="auto"`` and `plan` list the worlds of a model.

Up to this size a set of worlds is one integer.
"""


def load(
    path: str | PathLike[str],
    engine: Engine = "auto",
    *,
    atoms: AtomsOf | None = None,
    agent: AgentOf | None = None,
    close: Closure = None,
) -> Model:
    """Read a model from a file: JSON, plain text, SMCDEL's text, GraphML or DOT.

    The extension determines the format: ``.json``, ``.model``, ``.smcdel.txt`` or ``.smcdel``, ``.graphml``, ``.dot``,
    ``.gv``. If the text does not fit it, or there is no such extension, the format is detected from the beginning of
    the text. JSON of networkx and models of the Modal Logic Playground are read too. `load_event_model` reads event
    models.

    `FileError` or `ParseError` if there is no such file, or it is not a model; the message has the position.
    `TooLarge` if too many worlds must be listed. `UnsupportedByEngine` if `engine` is "symbolic" and the
    model has weights or ranks.

    Parameters
    ----------
    path : path
        The file.
    engine : {"auto", "explicit", "symbolic"}
        The engine of the model: "explicit" gives a `KripkeModel`, "symbolic" a `SymbolicModel`. "auto" depends on what
        the file contains; a model in SMCDEL's text, which has a law, is explicit for at most 16 atoms, and otherwise
        symbolic.
    atoms, agent, close : optional
        As for `KripkeModel.load`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    >>> with TemporaryDirectory() as folder:
    ...     m.save(f"{folder}/m.json")
    ...     print(load(f"{folder}/m.json") == m, load(f"{folder}/m.json", engine="symbolic").engine)
    True diagrams
    """
    given = registry.attributes(atoms=atoms, agent=agent, close=close)
    text, folder = file_reading.read_text(path), Path(path).parent
    return with_content(*registry.content_of(text, fspath(path), None, engine, folder, attributes=given))


def with_content(content: Structure | KnowledgeStructure, chosen: Choice) -> Model:
    """The model with this content of a file, on the chosen engine."""
    if isinstance(content, Structure) and not chosen.is_symbolic:
        return KripkeModel.of(content)
    from kripke.models.symbolic_model import SymbolicModel  # loads the library of decision diagrams

    if isinstance(content, Structure):
        return SymbolicModel.from_explicit(KripkeModel.of(content))
    model = SymbolicModel.of(content)
    return model if chosen.is_symbolic else model.to_explicit()


def observation_model(
    atoms: Iterable[str],
    observes: Mapping[str, Iterable[Question]] | None,
    law: Laws = "true",
    actual: Iterable[str] | Iterable[Iterable[str]] | None = None,
    engine: Engine = "auto",
    limit: int | None = None,
) -> Model:
    """The model whose worlds are all assignments that satisfy the state law; each agent sees some atoms.

    The engine is chosen here and does not change; ``model.engine`` says which one it is.

    Parameters
    ----------
    atoms, observes, law, actual : as for `KripkeModel.from_observations`
    engine : {'auto', 'explicit', 'symbolic'}
        A `KripkeModel` with listed worlds, or a `SymbolicModel` with decision diagrams. ``auto`` lists the worlds for
        at most 16 atoms, and for a law with at most 256 states if these are quick to count.
    limit : int, optional
        Maximal number of worlds; `TooLarge` above it.

    Examples
    --------
    >>> from whoknows import exactly, exactly_one, observation_model
    >>> cards = [f"{player}{card}" for player in "ab" for card in range(10)]
    >>> law = [exactly_one([f"a{card}", f"b{card}"]) for card in range(10)]
    >>> law.append(exactly(3, [f"a{card}" for card in range(10)]))
    >>> sees = {"a": cards[:10], "b": cards[10:]}
    >>> for engine in ("auto", "explicit", "symbolic"):
    ...     m = observation_model(cards, sees, law, engine=engine)
    ...     print(m.engine, m.count("K_b a0"))
    integer 36
    integer 36
    diagrams 36
    """
    names = vocabulary_of(atoms)
    if not for_atoms(engine, len(names)).is_symbolic:
        return KripkeModel.from_observations(names, observes, law, actual, limit)
    from kripke.models.symbolic_model import SymbolicModel  # loads the library of decision diagrams

    model = SymbolicModel.from_observations(names, observes, law, actual, limit)
    return model.to_explicit(None) if engine == "auto" and model.has_at_most(FEW_STATES) else model


def explore(
    model: AnyModel,
    actions: Actions,
    *,
    states: int | None = 100_000,
    memory: int | None = 2 * 2**30,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    asking: Iterable[Question] = (),
    together: bool = False,
) -> spaces.Space[KripkeModel]:
    """The space of pointed models, called states, that actions can reach, up to bisimulation.

    Exploration is lazy; see `Space`. Bisimilar states are merged; in models with weights or ranks only if they stay
    bisimilar after every change. The worlds of a state keep their names if the action changes no facts and the names
    stay distinct; otherwise they are numbered. `ModelError` if `model` is not a model or has no actual world, or for a
    wrong limit or action; `TooLarge` if there are more actual worlds than `states`.

    Parameters
    ----------
    model : KripkeModel, SymbolicModel or networkx.MultiDiGraph
        The actions happen at its actual world; if there are several, each is an initial state.
    actions : mapping of str to Formula, str, EventModel or action, or list of Action
        What can happen, by name; a formula stands for its public announcement, which is possible where it is true. Each
        designated event of an event model that can happen is a transition of its own.
    states : int, optional
        Maximal number of states; None: no limit.
    memory : int, optional
        Maximal number of bytes for the states, as estimated from their sizes.
    seconds : float, optional
        Maximal time of the search in seconds.
    progress : callable, optional
        Called with the numbers of explored and of known states.
    asking : iterable of Formula or str
        Formulas with `D`, `DB`, `R` or degrees of agents without weights that `Space.where` is to evaluate. Only states
        where these formulas have the same truth values are then merged.
    together : bool
        Whether all actual worlds together are one initial state, as needed for a plan that must work at each of them.
        An action is then possible in a state if, at each actual world, one of its designated events can happen. All
        designated events that can happen give actual worlds of the next state.

    Examples
    --------
    Muddy children: the father speaks, then the children announce, repeatedly, that none knows whether they are muddy:

    >>> from whoknows import KripkeModel, exactly, explore
    >>> m = KripkeModel.from_observations([*"abc"], {"a": [*"bc"], "b": [*"ac"], "c": [*"ab"]}, actual={"a", "b"})
    >>> space = explore(m, {"father": "a | b | c", "nobody": "~(Kw_a a | Kw_b b | Kw_c c)"})
    >>> space.run()
    Space(3 states, 5 transitions, exhausted)
    >>> [len(space[step.target]) for step in space.path(len(space) - 1)]
    [7, 4]
    """
    given, limits = require_model(model), limits_of(states, memory, seconds, progress)
    structure = given._listed()
    require_actual(structure.actuals)
    if isinstance(asking, (str, Formula)) or not isinstance(asking, Iterable):
        raise ModelError(f"asking {shorten(repr(asking))}: expected a list of formulas, such as ['D p']")
    formulas = [formula_of(formula, structure.atoms) for formula in asking]
    widened, named = extend_vocabulary(structure, actions), named_actions(actions)
    require_fit(named, widened.relations, widened.valuation)
    return spaces.Space(
        widened,
        repetition.Repeating(named, limits),
        limits,
        KripkeModel.of,
        progress,
        formulas,
        require_flag(together, "together"),
    )


def limits_of(
    states: Any, memory: Any = None, seconds: Any = None, progress: Any = None, time: str = "seconds"
) -> spaces.Limits:
    """Return the limits of a search; `ModelError` if a value is invalid. `time`: the name of the limit in seconds."""
    if progress is not None and not callable(progress):
        raise ModelError(f"progress {shorten(repr(progress))}: expected a function of two numbers, or None")
    for name, limit, least in (("states", states, 1), ("memory", memory, 0), (time, seconds, 0)):
        if limit is not None and not (is_real if name == time else is_whole)(limit, least):
            raise ModelError(f"{name} {shorten(repr(limit))}: expected a number from {least}, or None for no limit")
    return spaces.Limits(states, memory, seconds)


def require_actual(actuals: Sequence[int]) -> None:
    """Raise `ModelError` if there is no actual world."""
    if not actuals:
        way_out = by_face(" by model.at(world)", " by --at WORLD")
        raise ModelError(f"the model has no actual world: choose where actions happen{way_out}")


def require_fit(named: Mapping[str, Action], agents: Mapping[str, Any], atoms: Mapping[str, Any]) -> None:
    """Raise an error if an action's formula contains a named action, or an agent or atom that the model lacks."""
    for name, action in named.items():
        with naming(f"action {shorten(name)}"):
            for formula in action.formulas:
                require_no_action(formula)
                compile_formula(formula, agents).require(agents, atoms)


def holds(model: AnyModel, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
    """Whether a formula holds at a world of a model or of a networkx graph.

    `ParseError`, `ModelError`, `UnknownAgent`, `UnknownAtom`, `UnknownAction` or `UnknownWorld` if the formula is
    invalid, the graph is not a model, or a name is unknown.

    Parameters
    ----------
    model : Model or networkx graph
        The model, or a graph with the attribute `atoms` at nodes and `agent` at edges; see `KripkeModel.from_networkx`.
    formula, at, actions : as for `Model.holds`

    Examples
    --------
    >>> import networkx as nx
    >>> from whoknows import holds
    >>> g = nx.MultiDiGraph([("w", "w", {"agent": "a"}), ("v", "v", {"agent": "a"})])
    >>> nx.set_node_attributes(g, {"w": {"p"}, "v": set()}, "atoms")
    >>> holds(g, "K_a p", at="w")
    True
    """
    return require_model(model).holds(formula, at, actions)


def bisimilar(m1: AnyModel, m2: AnyModel, atoms: Iterable[str | Atom] | None = None) -> bool:
    """Whether the models are bisimilar at their actual worlds, or as a whole if either has no actual worlds.

    Bisimilar models satisfy the same formulas, except these:

    - formulas with `D`, `DB` and `R`, because these operators intersect relations;
    - formulas with degrees of belief of agents without weights, because these degrees count worlds;
    - formulas with safe or strong belief after a conservative upgrade, because the upgrade reveals ranks that made no
      difference before.

    Errors and cost are those of `kripke.sameness.bisimulation.bisimilar`.

    Parameters
    ----------
    m1, m2 : Model or networkx graph
        The models, with the same agents.
    atoms : iterable of str, optional
        The atoms to compare; required if the vocabularies differ.

    Examples
    --------
    >>> from whoknows import KripkeModel, contract
    >>> twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> bisimilar(twice, contract(twice)), len(contract(twice))
    (True, 2)
    """
    return bisimulation.bisimilar(structure_of(m1), structure_of(m2), atoms)


def contract(m: AnyModel) -> KripkeModel:
    """The model with bisimilar worlds merged; the same formulas hold, except those with D, DB and R.

    Without weights and ranks, no smaller model has a bisimilar world for each world of `m`. Degrees of belief without
    weights count worlds, so they may change. See `invariance.contract`.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    >>> contract(twice).worlds
    Worlds(1, 3)
    """
    model = model_of(m)
    structure = structure_of(model)
    smaller = invariance.contract(structure)
    return model if smaller is structure and isinstance(model, KripkeModel) else KripkeModel.of(smaller)


def distinguish(
    m1: AnyModel, m2: AnyModel, atoms: Iterable[str | Atom] | None = None
) -> distinguishing.Distinction | None:
    """A short formula that holds in only one of the models, with the model where it holds; None if they are bisimilar.

    The formula is true in `m1` and false in `m2` if there is such a formula. There is none if `m1` has all actual
    worlds of `m2` and more, since a formula must hold at all actual worlds; then the roles of the models are exchanged.
    If a model has no actual worlds, the formula is valid in only one of the models, or, if no formula is, true
    somewhere in one model and nowhere in the other. See `kripke.sameness.distinguishing`.

    Parameters
    ----------
    m1, m2, atoms : as for `bisimilar`

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> sure = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1], [2]]}, actual=1)
    >>> unsure = sure.at([1, 2])
    >>> found = distinguish(unsure, sure)
    >>> print(found)
    p holds at the actual worlds of the second model, not at the actual worlds of the first model
    >>> found.holds_in, unsure.holds(found.formula), sure.holds(found.formula)
    ('second', False, True)
    """
    return distinguishing.distinguish(structure_of(m1), structure_of(m2), atoms)


def distinguishing_formula(m1: AnyModel, m2: AnyModel, atoms: Iterable[str | Atom] | None = None) -> Formula | None:
    """A short formula that holds in only one of the models; None if they are bisimilar. See `distinguish`.

    Parameters
    ----------
    m1, m2, atoms : as for `bisimilar`

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> sure = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1], [2]]}, actual=1)
    >>> unsure = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, actual=1)
    >>> print(distinguishing_formula(sure, unsure))
    K_a p
    """
    distinction = distinguish(m1, m2, atoms)
    return None if distinction is None else distinction.formula


def isomorphic(m1: AnyModel, m2: AnyModel) -> bool:
    """Whether the models differ only in the names of their worlds; see `bisimulation.isomorphic`.

    Parameters
    ----------
    m1, m2 : Model or networkx graph
        The models.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> letters = KripkeModel.s5({"x": {"p"}, "y": set()}, {"a": [["x", "y"]]}, actual="x")
    >>> numbers = KripkeModel.s5({1: set(), 2: {"p"}}, {"a": [[1, 2]]}, actual=2)
    >>> isomorphic(letters, numbers), isomorphic(letters, numbers.at(1))
    (True, False)
    """
    return bisimulation.isomorphic(structure_of(m1), structure_of(m2))


def require_model(given: AnyModel, atoms: AtomsOf = "atoms") -> Model:
    """Return a model unchanged, or the model of a networkx graph; `ModelError` for other values."""
    model = model_of(given, atoms)
    if not isinstance(model, Model):
        raise ModelError(f"model {shorten(repr(given))}: {EXPECTED}")
    return model


def structure_of(given: AnyModel, atoms: AtomsOf = "atoms") -> Structure:
    """The `Structure` of a model or of a networkx graph.

    `atoms`: as for `KripkeModel.from_networkx`.
    `TooLarge` if the model is symbolic and has more than `LIMIT` states.
    """
    model = require_model(given, atoms)
    if isinstance(model, KripkeModel):
        return model.structure
    require_listable(model.count(), LIMIT, "states", WHOLE)
    return model.to_structure(None)
