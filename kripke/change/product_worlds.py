"""The names of the worlds of a product: ``w·e`` for the world w and the event e, built on request."""

from __future__ import annotations

from typing import Any

from kripke.change.event import EventName
from kripke.data.naming import name_text
from kripke.data.worlds import Kept, Named, Origins, Places, Restricted, World, Worlds

EAGER_NAMES = 10_000  # number of worlds up to which all names are computed at once if two could be equal

Layer = tuple[tuple[EventName, ...], Places, Places]  # events, and the world and event of each pair


def names_of_pairs(base: Worlds, events: tuple[EventName, ...], world_of: Kept, event_of: Kept) -> Worlds:
    """The names of a product's worlds: pairs of a world of `base` and an event.

    A single event leaves names unchanged. Otherwise the event's name is appended. Names are pairs (world, event) if
    this would make two of them equal, which is tested for at most `EAGER_NAMES` worlds.
    """
    if len(events) == 1:
        return base.restrict(world_of)
    worlds = ProductWorlds(
        base, events, *[each.places if isinstance(each, Origins) else each for each in (world_of, event_of)]
    )
    if len(worlds) > EAGER_NAMES or _have_distinct_names(base, events) or len(set(worlds)) == len(worlds):
        return worlds
    return Named([worlds.origin(i) for i in range(len(worlds))])


class ProductWorlds(Worlds):
    """Worlds of a product with names ``w·e``, which are built on request."""

    __slots__ = ("_by_name", "base", "event_of", "events", "world_of")

    def __init__(self, base: Worlds, events: tuple[EventName, ...], world_of: Places, event_of: Places) -> None:
        self.base, self.events, self.world_of, self.event_of = base, events, world_of, event_of
        self._by_name: dict[World, int] | None = None

    def __len__(self) -> int:
        return len(self.world_of)

    def origin(self, position: int) -> tuple[World, EventName]:
        """The world and the event that form the product's world at a position."""
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


def _have_distinct_names(base: Worlds, events: tuple[EventName, ...]) -> bool:
    """Whether all names ``w·e`` are known to be different; False if there are too many worlds to check."""
    if any("·" in event for event in events):
        return False
    whole = base
    while isinstance(whole, Restricted):
        whole = whole.base
    if isinstance(whole, ProductWorlds) or (isinstance(whole, Named) and all(isinstance(w, str) for w in whole.names)):
        return True
    return len(base) <= EAGER_NAMES and len({name_text(world) for world in base}) == len(base)
