"""The models of stories on both engines: the same story is told with explicit worlds and with decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kripke.change.event import EventModel
from kripke.change.update import Action
from kripke.data.errors import ModelError
from kripke.data.worlds import World
from kripke.models.explicit_model import Actions
from kripke.models.kripke_model import KripkeModel
from kripke.symbolic.choice import Choice, Engine, for_atoms, for_worlds
from kripke.symbolic.choice import engine as known
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel

Question = str | Formula


class Model(Protocol):
    """The methods of a model that stories use; the models of both engines have them."""

    @property
    def actual(self) -> Any:
        """The actual world, or None."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary."""

    def holds(self, formula: Question, at: Any = None, actions: Any = None) -> bool:
        """Whether the formula holds at a world.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping, optional
            The actions that the formula names.
        """

    def valid(self, formula: Question, actions: Any = None) -> bool:
        """Whether the formula holds at every world.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping, optional
            The actions that the formula names.
        """

    def count(self, formula: Question, actions: Any = None) -> int:
        """Number of worlds where the formula holds.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping, optional
            The actions that the formula names.
        """

    def extension(self, formula: Question) -> Iterable[Any]:
        """The worlds where the formula holds."""

    def announce(self, formula: Question, to: Iterable[str] | None = None) -> Model:
        """The model after a truthful announcement.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        to : iterable of str, optional
            The hearers; None: all agents.
        """

    def announce_whether(self, formula: Question, to: Iterable[str] | None = None) -> Model:
        """The model after some agents, or all, learn whether the formula holds.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        to : iterable of str, optional
            The agents who learn it; None: all agents.
        """

    def update(self, action: Action | EventModel, event: str | None = None) -> Model:
        """The model after an action.

        Parameters
        ----------
        action : Action or EventModel
            The action.
        event : str, optional
            The event that happens.
        """

    def at(self, world: Any) -> Model:
        """The model with another actual world."""


class NamedModel:
    """A symbolic model whose states have the names of the worlds of an explicit model.

    Parameters
    ----------
    model : SymbolicModel
        The model.
    names : mapping
        The world of each state, in the order of the worlds.
    """

    def __init__(self, model: SymbolicModel, names: Mapping[frozenset[str], World]) -> None:
        self.model, self.names = model, names
        self.states = {name: state for state, name in names.items()}

    @classmethod
    def of(cls, model: KripkeModel) -> NamedModel:
        """The explicit model as decision diagrams; `ModelError` if it has weights or ranks."""
        from kripke.models.symbolic_model import SymbolicModel  # loads the library of decision diagrams
        from kripke.symbolic.translate import states

        symbolic = SymbolicModel.from_explicit(model)
        return cls(symbolic, dict(zip(states(model.structure), model.worlds, strict=True)))

    @property
    def worlds(self) -> tuple[World, ...]:
        """Names of the worlds that are left, in their order."""
        states = set(self.model.extension("true", limit=None))
        return tuple([name for state, name in self.names.items() if state in states])

    @property
    def actual(self) -> World | None:
        """The actual world, or None."""
        state = self.model.actual
        return None if state is None else self.names[state]

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""
        return self.model.agents

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary."""
        return self.model.atoms

    def holds(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a world.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        at : world, optional
            The world; None: the actual world.
        actions : mapping, optional
            The actions that the formula names.
        """
        return self.model.holds(formula, None if at is None else self.states[at], actions)

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every world.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping, optional
            The actions that the formula names.
        """
        return self.model.valid(formula, actions)

    def count(self, formula: Question, actions: Actions | None = None) -> int:
        """Number of worlds where the formula holds.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        actions : mapping, optional
            The actions that the formula names.
        """
        return self.model.count(formula, actions)

    def extension(self, formula: Question) -> frozenset[World]:
        """The worlds where the formula holds."""
        return frozenset([self.names[state] for state in self.model.extension(formula, limit=None)])

    def announce(self, formula: Question, to: Iterable[str] | None = None) -> NamedModel:
        """The model after a truthful announcement.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        to : iterable of str, optional
            The hearers; None: all agents.
        """
        return NamedModel(self.model.announce(formula, to), self.names)

    def announce_whether(self, formula: Question, to: Iterable[str] | None = None) -> NamedModel:
        """The model after some agents, or all, learn whether the formula holds.

        Parameters
        ----------
        formula : Formula or str
            The formula.
        to : iterable of str, optional
            The agents who learn it; None: all agents.
        """
        return NamedModel(self.model.announce_whether(formula, to), self.names)

    def update(self, action: Action | EventModel, event: str | None = None) -> SymbolicModel:
        """The model after an action; its states are named by their atoms, since they may be other states.

        Parameters
        ----------
        action : Action or EventModel
            The action.
        event : str, optional
            The event that happens.
        """
        return self.model.update(action, event)

    def at(self, world: World | None) -> NamedModel:
        """The model with another actual world."""
        return NamedModel(self.model.at(None if world is None else self.states[world]), self.names)


def observation_model(
    engine: Engine,
    atoms: Sequence[str],
    sees: Mapping[str, Sequence[str]],
    law: Formula | str = "true",
    actual: Iterable[str] | None = None,
) -> Model:
    """The model of all assignments that satisfy the law, in which each agent sees some atoms.

    Parameters
    ----------
    engine : {'auto', 'explicit', 'symbolic'}
        Engine of the models: explicit worlds or decision diagrams.
    atoms : sequence of str
        The vocabulary.
    sees : mapping of str to sequence of str
        The atoms that each agent sees.
    law : Formula or str
        The law.
    actual : iterable of str, optional
        The atoms true at the actual world.
    """
    if not _engine_for(engine, len(atoms)).is_symbolic:
        return KripkeModel.from_observations(atoms, sees, law, actual)
    from kripke.models.symbolic_model import SymbolicModel  # loads the library of decision diagrams

    return SymbolicModel(atoms, law, sees, actual)


def _engine_for(engine: Engine, atoms: int) -> Choice:
    """The engine for a model with this number of atoms."""
    return for_atoms(engine, atoms)


def on_engine(engine: Engine, model: Model) -> Model:
    """The model, converted to decision diagrams if the engine is symbolic and the model explicit.

    Parameters
    ----------
    engine : {'auto', 'explicit', 'symbolic'}
        Engine of the models: explicit worlds or decision diagrams.
    model : Model
        The model.
    """
    wanted = isinstance(model, KripkeModel) and for_worlds(engine).is_symbolic
    return NamedModel.of(model) if wanted and isinstance(model, KripkeModel) else model


def remaining_worlds(model: Model) -> tuple[Any, ...]:
    """The worlds that are left, in their order."""
    return tuple(model.worlds) if isinstance(model, (KripkeModel, NamedModel)) else tuple(model.extension("true"))


def explicit_only(model: Model) -> KripkeModel:
    """The model of a story that is told only with explicit worlds."""
    assert isinstance(model, KripkeModel)
    return model


def limit_for(engine: Engine, value: object, explicit: int, symbolic: int = 200, what: str = "n") -> int:
    """The maximal size of a story on an engine.

    Parameters
    ----------
    engine : {'auto', 'explicit', 'symbolic'}
        Engine of the models: explicit worlds or decision diagrams.
    value : object
        The given size, which only decides whether to raise an error.
    explicit, symbolic : int
        The maximal sizes on the two engines.
    what : str
        Name of the option.

    Raises
    ------
    ModelError
        If the engine is explicit, and only the symbolic engine supports the size.
    """
    if known(engine) != "explicit":
        return symbolic
    if isinstance(value, int) and explicit < value <= symbolic:
        raise ModelError(
            f"{what}={value}: the explicit engine supports at most {explicit}; use the symbolic engine with "
            "engine='symbolic'"
        )
    return explicit
