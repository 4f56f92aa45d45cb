"""What has happened to a model inside a formula: the actions that can happen, and how the last one led here."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from kripke.data.lazy import np
from kripke.data.relation import Column, Indices, Relation
from kripke.data.structure import Product, Structure
from logic.formula import Formula


class Occurrence(Protocol):
    """A named action, as formulas speak of it."""

    def __call__(self, structure: Structure, /) -> Product:
        """What it does to a structure without an actual world."""

    @property
    def needs(self) -> Sequence[tuple[str, Formula]]:
        """The events that can be meant by its name, each with what must hold for it to happen."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The worlds and events that the worlds after an action come from.

    Parameters
    ----------
    world_of : integer array
        For each world the position of its world in the model before.
    designated : boolean array
        For each world whether its event was designated.
    size : int
        Number of worlds in the model before.
    """

    world_of: Indices
    designated: Column
    size: int


@dataclass(frozen=True, slots=True)
class Past:
    """The named actions, and the last of them that happened.

    Parameters
    ----------
    actions : mapping of str to Occurrence
        What may happen.
    key : hashable
        Which actions have happened in which contexts.
    origin : Origin, optional
        How the last one led here; None where none has happened.
    """

    actions: Mapping[str, Occurrence] = field(default_factory=dict)
    key: Hashable = None
    origin: Origin | None = None

    def act(
        self, action: str, structure: Structure, domain: Column, changed: Mapping[str, Relation], key: Hashable
    ) -> tuple[Structure, Past]:
        """The structure after the action in a context: the domain, and the relations that have changed in it.

        Parameters
        ----------
        action : str
            Name of the action.
        structure : Structure
            The model.
        domain : boolean array of shape (n,)
            The worlds that are left.
        changed : mapping of str to Relation
            The relations that announcements have changed.
        key : hashable
            The key of the context.
        """
        kept = np.flatnonzero(domain)
        now = replace(structure, actual=None, relations={**structure.relations, **changed})
        product = self.actions[action](now.restrict(kept))
        origin = Origin(kept[product.world_of], product.designated, structure.size)
        return product.structure, Past(self.actions, (action, key), origin)

    def back(self, target: Column) -> Column:
        """The worlds before the last action from which a designated event leads into `target`."""
        assert self.origin is not None
        found = np.zeros(self.origin.size, dtype=np.bool_)
        found[self.origin.world_of[target & self.origin.designated]] = True
        return found


NONE = Past()
"""Nothing has happened, and nothing can."""
