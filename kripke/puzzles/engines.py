"""The models of stories on either engine: the same story is told on listed worlds and on decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kripke.change.event import EventModel
from kripke.change.update import Action
from kripke.data.errors import ModelError
from kripke.data.worlds import World
from kripke.models.kripke_model import Actions, KripkeModel
from kripke.symbolic.choice import Choice, Engine, for_atoms, for_worlds
from kripke.symbolic.choice import engine as known
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.models.symbolic_model import SymbolicModel

Question = str | Formula


class Model(Protocol):
    """What a story asks of a model: the methods that the models of both engines have."""

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
        """Whether the formula holds at a world, None: the actual world."""

    def valid(self, formula: Question, actions: Any = None) -> bool:
        """Whether the formula holds at every world."""

    def count(self, formula: Question, actions: Any = None) -> int:
        """At how many worlds the formula holds."""

    def extension(self, formula: Question) -> Iterable[Any]:
        """The worlds where the formula holds."""

    def announce(self, formula: Question, to: Iterable[str] | None = None) -> Model:
        """The model after a truthful announcement."""

    def announce_whether(self, formula: Question, to: Iterable[str] | None = None) -> Model:
        """The model after some agents, or all, learn whether the formula holds."""

    def update(self, action: Action | EventModel, event: str | None = None) -> Model:
        """The model after an action."""

    def at(self, world: Any) -> Model:
        """The model seen from another world."""


class Named:
    """A symbolic model whose states are called as the worlds of a listed model that it was made of.

    Parameters
    ----------
    model : SymbolicModel
        The model.
    names : mapping
        The world that each state was, in the order of the worlds.
    """

    def __init__(self, model: SymbolicModel, names: Mapping[frozenset[str], World]) -> None:
        self.model, self.names = model, names
        self.states = {name: state for state, name in names.items()}

    @classmethod
    def of(cls, listed: KripkeModel) -> Named:
        """The listed model as diagrams; `ModelError` where it has weights or ranks."""
        from kripke.models.symbolic_model import SymbolicModel  # diagrams are loaded for who wants them
        from kripke.symbolic.translate import states

        made = SymbolicModel.from_explicit(listed)
        return cls(made, dict(zip(states(listed.structure), listed.worlds, strict=True)))

    @property
    def worlds(self) -> tuple[World, ...]:
        """The names of the worlds that are left, in their order."""
        left = set(self.model.extension("true", limit=None))
        return tuple([name for state, name in self.names.items() if state in left])

    @property
    def actual(self) -> World | None:
        """The actual world, or None."""
        found = self.model.actual
        return None if found is None else self.names[found]

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents."""
        return self.model.agents

    @property
    def atoms(self) -> tuple[str, ...]:
        """The vocabulary."""
        return self.model.atoms

    def holds(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a world, None: the actual world."""
        return self.model.holds(formula, None if at is None else self.states[at], actions)

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every world."""
        return self.model.valid(formula, actions)

    def count(self, formula: Question, actions: Actions | None = None) -> int:
        """At how many worlds the formula holds."""
        return self.model.count(formula, actions)

    def extension(self, formula: Question) -> frozenset[World]:
        """The worlds where the formula holds."""
        return frozenset([self.names[state] for state in self.model.extension(formula, limit=None)])

    def announce(self, formula: Question, to: Iterable[str] | None = None) -> Named:
        """The model after a truthful announcement."""
        return Named(self.model.announce(formula, to), self.names)

    def announce_whether(self, formula: Question, to: Iterable[str] | None = None) -> Named:
        """The model after some agents, or all, learn whether the formula holds."""
        return Named(self.model.announce_whether(formula, to), self.names)

    def update(self, action: Action | EventModel, event: str | None = None) -> SymbolicModel:
        """The model after an action, whose states are called by their atoms: they may be other ones."""
        return self.model.update(action, event)

    def at(self, world: World | None) -> Named:
        """The model seen from another world."""
        return Named(self.model.at(None if world is None else self.states[world]), self.names)


def observed(
    engine: Engine,
    atoms: Sequence[str],
    sees: Mapping[str, Sequence[str]],
    law: Formula | str = "true",
    actual: Iterable[str] | None = None,
) -> Model:
    """The model of all assignments that satisfy the law, in which each agent sees some atoms."""
    if not chosen(engine, len(atoms)).is_symbolic:
        return KripkeModel.from_observations(atoms, sees, law, actual)
    from kripke.models.symbolic_model import SymbolicModel  # diagrams are loaded for who wants them

    return SymbolicModel(atoms, law, sees, actual)


def chosen(engine: Engine, atoms: int) -> Choice:
    """The engine for an observed model of so many atoms."""
    return for_atoms(engine, atoms)


def as_asked(engine: Engine, model: Model) -> Model:
    """The model, on diagrams where these are asked for and it is listed."""
    wanted = isinstance(model, KripkeModel) and for_worlds(engine).is_symbolic
    return Named.of(model) if wanted and isinstance(model, KripkeModel) else model


def remaining(model: Model) -> tuple[Any, ...]:
    """The worlds that are left, in the order in which they were listed."""
    return tuple(model.worlds) if isinstance(model, (KripkeModel, Named)) else tuple(model.extension("true"))


def listed(model: Model) -> KripkeModel:
    """The model of a story that is told on listed worlds only."""
    assert isinstance(model, KripkeModel)
    return model


def most(engine: Engine, value: object, explicit: int, symbolic: int = 200, what: str = "n") -> int:
    """How many there may be at most in a story, for the value that is asked for.

    `ModelError` where it is within the reach of diagrams only, and listed worlds are asked for.
    """
    if known(engine) != "explicit":
        return symbolic
    if isinstance(value, int) and explicit < value <= symbolic:
        raise ModelError(
            f"{what}={value}: the explicit engine lists the worlds of at most {explicit}; take the symbolic one, by "
            "engine='symbolic'"
        )
    return explicit
