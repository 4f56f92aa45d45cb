"""The past of a model inside a formula: the actions that can happen, and the update by the last one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from kripke.data.lazy import np
from kripke.data.relation import Column, Indices, Relation
from kripke.data.structure import Product, Structure
from logic.formula import Formula

ActionT = TypeVar("ActionT", covariant=True)
OriginT = TypeVar("OriginT", covariant=True)


@dataclass(frozen=True, slots=True)
class Past(Generic[ActionT, OriginT]):
    """The named actions, and the last of them that happened. Each engine has its own actions and origins.

    Parameters
    ----------
    origin : optional
        The way back to the model before the last action; None where none has happened.
    """

    actions: Mapping[str, ActionT] = field(default_factory=dict)
    key: Hashable = None
    origin: OriginT | None = None


NONE: Past[Any, Any] = Past()
"""The empty past, without actions."""


class Occurrence(Protocol):
    """A named action, as formulas speak of it."""

    def __call__(self, structure: Structure, /) -> Product:
        """The update of a structure without an actual world."""

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
    """

    world_of: Indices
    designated: Column
    size: int

    def back(self, target: Column) -> Column:
        """The worlds before the action from which a designated event leads into `target`."""
        before = np.zeros(self.size, dtype=np.bool_)
        before[self.world_of[target & self.designated]] = True
        return before


ExplicitPast = Past[Occurrence, Origin]


def act(
    past: ExplicitPast,
    action: str,
    structure: Structure,
    domain: Column,
    changed: Mapping[str, Relation],
    key: Hashable,
) -> tuple[Structure, ExplicitPast]:
    """The structure after the action among the worlds of `domain`, with the relations that have changed before."""
    kept = np.flatnonzero(domain)
    now = replace(structure, actual=None, relations={**structure.relations, **changed})
    product = past.actions[action](now.restrict(kept))
    origin = Origin(kept[product.world_of], product.designated, structure.size)
    return product.structure, Past(past.actions, (action, key), origin)
