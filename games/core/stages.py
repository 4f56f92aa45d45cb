"""Large sets of actions, chosen in stages; they can be counted and drawn from without being listed.

`State.legal_actions` gives a sequence. A small one is a tuple. A large one is a `Stage`, the root of a tree: each
choice, such as the kind of action, then a rank, then one card after another, leads to the next stage or to an action.
``len``, ``in``, ``legal[k]`` and ``rng.choice(legal)`` walk down the tree: O(c) for c choices in all stages passed.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any, TypeVar, overload

S = TypeVar("S", bound="Subsets")


class Stage(Sequence[Any], ABC):
    """The actions that can still be chosen, in a fixed order.

    Immutable; stages of the same class with equal fields are equal.
    """

    @property
    @abstractmethod
    def choices(self) -> Mapping[Hashable, Any]:
        """For each choice, the next `Stage`, or the action if this is the last choice."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    @overload
    def __getitem__(self, number: int) -> Any: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, number: int | slice) -> Any:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        place = number + len(self) if number < 0 else number
        if not 0 <= place < len(self):
            raise IndexError(f"action {number} of {len(self):,}")
        return self._at(place)

    def _at(self, place: int) -> Any:
        for after in self.choices.values():
            if place < (count := _count(after)):
                return after._at(place) if isinstance(after, Stage) else after
            place -= count
        raise AssertionError("len() is the number of actions")

    def __iter__(self) -> Iterator[Any]:
        for after in self.choices.values():
            if isinstance(after, Stage):
                yield from after
            else:
                yield after


def choices(legal: Sequence[Any]) -> Mapping[Hashable, Any]:
    """The choices of a stage as a mapping; in a list of legal actions, each action is a choice that leads to itself."""
    return legal.choices if isinstance(legal, Stage) else {action: action for action in legal}


def _count(after: Any) -> int:
    return len(after) if isinstance(after, Stage) else 1


@dataclass(frozen=True)
class Branches(Stage):
    """A stage given by its choices, each with the next stage or the action."""

    branches: tuple[tuple[Hashable, Any], ...]  # choice, and a stage or an action; no action is in two branches

    @property
    def choices(self) -> Mapping[Hashable, Any]:
        """For each choice, the stage or the action of its branch."""
        return dict(self.branches)

    def __len__(self) -> int:
        return sum(_count(after) for _, after in self.branches)

    def __contains__(self, action: object) -> bool:
        return any(action in after if isinstance(after, Stage) else action == after for _, after in self.branches)


@dataclass(frozen=True)
class Subsets(Stage):
    """Actions that use a number of items, such as cards of a hand, chosen one by one in the order of the items.

    Parameters
    ----------
    items : tuple
        The items that can still be chosen, all different.
    size : int
        The number of items still to be chosen, from 1 to the number of items.
    chosen : tuple
        The items already chosen.
    """

    items: tuple[Any, ...]
    size: int
    chosen: tuple[Any, ...] = ()

    @abstractmethod
    def action(self, chosen: tuple[Any, ...]) -> Any:
        """The action that uses these items, which are in the order of `items`."""

    @abstractmethod
    def used(self, action: Any) -> tuple[Any, ...] | None:
        """The items that an action uses, in the order of `items`; None for an action of another kind."""

    @property
    def choices(self) -> Mapping[Hashable, Any]:
        """For each next item, the next stage or the action; an item is left out if too few items follow it."""
        last = len(self.items) - self.size + 1
        return {item: self._after(place) for place, item in enumerate(self.items[:last])}

    def _after(self, place: int) -> Any:
        chosen = (*self.chosen, self.items[place])
        if self.size == 1:
            return self.action(chosen)
        return replace(self, items=self.items[place + 1 :], size=self.size - 1, chosen=chosen)

    def _at(self, place: int) -> Any:
        """The action at this index, found without building the stages of skipped choices."""
        chosen, left = list(self.chosen), self.size
        for number, item in enumerate(self.items, 1):
            if place < (count := comb(len(self.items) - number, left - 1)):
                chosen.append(item)
                left -= 1
                if not left:
                    break
            else:
                place -= count
        return self.action(tuple(chosen))

    def __len__(self) -> int:
        return comb(len(self.items), self.size)

    def __contains__(self, action: object) -> bool:
        used = self.used(action)
        if used is None or len(used) != len(self.chosen) + self.size or used[: len(self.chosen)] != self.chosen:
            return False
        left = iter(self.items)
        return all(item in left for item in used[len(self.chosen) :])
