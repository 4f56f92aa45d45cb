"""The worlds of products: each stores the world and the event it comes from, and is named after them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kripke.change.event import EventName
from kripke.data.naming import name_text
from kripke.data.structure import Structure
from kripke.data.worlds import Named, Positions, Restricted, World, Worlds

EAGER_NAMES = 10_000
"""Number of worlds up to which all names are made at once if two could be equal."""

Layer = tuple[tuple[EventName, ...], Positions, Positions]


class ProductWorlds(Worlds):
    """Worlds named ``w·e`` after the world and the event they come from; names are made on request.

    Parameters
    ----------
    world_of, event_of : integer arrays
        For each world the positions of its world and of its event.
    """

    __slots__ = ("_by_name", "base", "event_of", "events", "world_of")

    def __init__(self, base: Worlds, events: tuple[EventName, ...], world_of: Positions, event_of: Positions) -> None:
        self.base, self.events, self.world_of, self.event_of = base, events, world_of, event_of
        self._by_name: dict[World, int] | None = None

    def __len__(self) -> int:
        return len(self.world_of)

    def origin(self, position: int) -> tuple[World, EventName]:
        """The world and the event that the world at a position comes from."""
        return self.base.name(int(self.world_of[position])), self.events[int(self.event_of[position])]

    def name(self, position: int) -> World:  # noqa: D102
        parts: list[str] = []
        worlds: Worlds = self
        while isinstance(worlds, (ProductWorlds, Restricted)):  # not recursive: a long game is a long chain
            if isinstance(worlds, ProductWorlds):
                parts.append(worlds.events[int(worlds.event_of[position])])
                position = int(worlds.world_of[position])
            else:
                position = int(worlds.kept[position])
            worlds = worlds.base
        return "·".join([name_text(worlds.name(position)), *reversed(parts)])

    def find(self, world: Any) -> int | None:  # noqa: D102
        if self._by_name is None:
            self._by_name = {name: i for i, name in enumerate(self)}
        try:
            return self._by_name.get(world)
        except TypeError:  # an unhashable value is not a world
            return None

    def __reduce__(self) -> tuple[Any, ...]:
        layers: list[Layer] = []
        worlds: Worlds = self
        while isinstance(worlds, ProductWorlds):
            layers.append((worlds.events, worlds.world_of, worlds.event_of))
            worlds = worlds.base
        return _stack, (worlds, tuple(reversed(layers)))


def _stack(worlds: Worlds, layers: tuple[Layer, ...]) -> Worlds:
    for layer in layers:
        worlds = ProductWorlds(worlds, *layer)
    return worlds


def name_product_worlds(
    base: Worlds, events: tuple[EventName, ...], world_of: Positions, event_of: Positions
) -> Worlds:
    """The worlds of a product; named by pairs (w, e) if two names ``w·e`` would be equal.

    This is checked for up to 10,000 worlds.
    """
    worlds = ProductWorlds(base, events, world_of, event_of)
    if len(worlds) > EAGER_NAMES or _part(base, events) or len(set(worlds)) == len(worlds):
        return worlds
    return Named([worlds.origin(i) for i in range(len(worlds))])


def _part(base: Worlds, events: tuple[EventName, ...]) -> bool:
    """Whether no two names can be equal, since the text before the last ``·`` determines the world."""
    return not any("·" in event for event in events) and _texts_differ(base)


def _texts_differ(base: Worlds) -> bool:
    """Whether the worlds' names also differ as texts; False if there are too many to compare."""
    whole = base
    while isinstance(whole, Restricted):
        whole = whole.base
    if isinstance(whole, ProductWorlds) or (isinstance(whole, Named) and all(isinstance(w, str) for w in whole.names)):
        return True
    return len(base) <= EAGER_NAMES and len({name_text(world) for world in base}) == len(base)


def origins(structure: Structure) -> Iterable[tuple[World, EventName]] | None:
    """For each world of a product the world and the event it comes from; None for other structures."""
    worlds = structure.worlds
    return [worlds.origin(i) for i in range(len(worlds))] if isinstance(worlds, ProductWorlds) else None
