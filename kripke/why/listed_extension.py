"""Extensions of formulas in models with listed worlds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kripke.checking.explicit import Actions
from kripke.data.listing import LIMIT, require_listable
from kripke.data.naming import name_text
from kripke.data.relation import WorldSet
from kripke.data.structure import SMALL, Structure
from kripke.data.worlds import World
from kripke.why.view import Detail
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.why.explanation import Explanation
    from kripke.why.survey import Survey


@dataclass(slots=True)
class ListedExtension:
    """The extension of a formula in a structure; see `kripke.why.verdict.Extension`."""

    structure: Structure
    formula: Formula
    worlds: WorldSet
    actions: Actions | None = None

    @property
    def count(self) -> int:
        """Number of worlds where the formula holds."""
        return len(self.worlds)

    @property
    def size(self) -> int:
        """Number of worlds of the model."""
        return self.structure.size

    @property
    def weighted(self) -> Collection[str]:
        """The agents with weights."""
        return self.structure.weights

    def names(self) -> frozenset[World]:
        """The worlds where the formula holds; `TooLarge` if there are too many to list."""
        return world_names(self.structure, self.worlds, LIMIT)

    def holds(self, world: World) -> bool:
        """Whether the formula holds at the world; `UnknownWorld` if the model does not have it."""
        return self.structure.worlds.position(world) in self.worlds

    def counterexample(self) -> World | None:
        """The first world where the formula fails, or None."""
        if self.count == self.size:
            return None
        if self.size > SMALL:
            return self.structure.worlds.name(int(self.worlds.column.argmin()))
        return self.structure.worlds.name(next(i for i in range(self.size) if i not in self.worlds))  # without arrays

    def text(self, world: World) -> str:
        """The name of the world as a text."""
        return name_text(world)

    def explain(self, world: World, depth: int, size: int, detail: Detail = "full") -> Explanation:
        """Explain why the formula holds or fails at a world."""
        from kripke.why.explain import explain  # not loaded by a check without reasons

        position = self.structure.worlds.position(world)
        return explain(self.structure, self.formula, position, depth, size, self.actions, detail)

    def survey(self, detail: Detail = "full") -> Survey:
        """Explain why the formula, which holds everywhere, holds at each world."""
        from kripke.why.survey import survey  # not loaded by a check without reasons

        return survey(self.structure, self.formula, detail, self.actions)


def world_names(
    structure: Structure, where: WorldSet, limit: int | None = None, what: str = "worlds"
) -> frozenset[World]:
    """The names of the worlds in a set; `TooLarge` for more than `limit`.

    Parameters
    ----------
    limit : int, optional
        Maximal number of worlds; None: no limit.
    """
    if limit is not LIMIT or structure.size > LIMIT:  # a check of a few worlds would take as long as their names
        require_listable(len(where), limit, what)
    return frozenset(map(structure.worlds.name, where.positions()))
