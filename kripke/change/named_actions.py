"""Actions that formulas name, ``[@name] f``: the effect of each on a structure, where it may happen at any world."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kripke.change.event import EventModel, EventName
from kripke.change.product import product
from kripke.change.update import Action
from kripke.data.errors import ModelError
from kripke.data.relation import WorldSet
from kripke.data.structure import Product, Structure
from logic.errors import EpistemicError, shorten
from logic.formula import Formula


@dataclass(frozen=True)
class PossibleAction:
    """An action that may happen at any world, for ``[@name]`` in formulas; it is called with the structure before."""

    action: Action | EventModel
    name: str = ""

    def __call__(self, structure: Structure, /) -> Product:
        """The structure after the action, with the origin of its worlds; errors name the action."""
        with self.naming():
            if isinstance(self.action, EventModel):
                return product(structure, self.action)
            everywhere = np.arange(structure.size)
            after = self.action.apply(structure) if structure.size else structure
            return Product(after, everywhere, np.zeros_like(everywhere), np.ones(structure.size, dtype=np.bool_))

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Context in which errors name the action."""
        try:
            yield
        except EpistemicError as error:
            error.args = (f"action {shorten(self.name)}: {error.message}",)
            raise

    @property
    def needs(self) -> list[tuple[EventName, Formula]]:
        """The designated events with their preconditions; empty for an action that can always happen."""
        model = self.action
        return [(e, model.events[e].pre) for e in model.designated] if isinstance(model, EventModel) else []


def occurrences(actions: Mapping[str, Action | EventModel]) -> dict[str, PossibleAction]:
    """The effect of each named action on a structure, for ``[@name]`` in formulas.

    An action must be an event model, or can happen everywhere and keeps all worlds (its attribute `total` is True), or
    has an equivalent event model.
    """
    return {name: PossibleAction(_in_formulas(name, action), name) for name, action in actions.items()}


def _in_formulas(name: str, action: Action | EventModel) -> Action | EventModel:
    """The action in a form that formulas can name."""
    if isinstance(action, EventModel) or getattr(action, "total", False):
        return action
    if hasattr(action, "event_model"):
        result: EventModel = action.event_model()
        return result
    raise ModelError(
        f"action '{shorten(name)}': {shorten(repr(action))} cannot be used in a formula; expected an event model, or "
        "an action that has one or can happen at every world"
    )


def new_atoms(actions: Mapping[str, Any], vocabulary: Container[str]) -> list[str]:
    """The atoms that the events of the actions set and the vocabulary lacks, sorted.

    `ModelError` if `actions` is not a mapping.
    """
    if not isinstance(actions, Mapping):
        raise ModelError(f"actions {shorten(repr(actions))}: expected a mapping from names, such as {{'peek': peek}}")
    models = [action for action in actions.values() if isinstance(action, EventModel)]
    set_by_events = {atom for model in models for event in model.events.values() for atom in event.post}
    return sorted(atom for atom in set_by_events if atom not in vocabulary)


def extend_vocabulary(structure: Structure, actions: Mapping[str, Action | EventModel]) -> Structure:
    """The structure with the atoms that the actions introduce, false until an event changes them."""
    new = new_atoms(actions, structure.valuation)
    if not new:
        return structure
    nowhere = {atom: WorldSet(structure.size, mask=0) for atom in new}
    return replace(structure, valuation={**structure.valuation, **nowhere})
