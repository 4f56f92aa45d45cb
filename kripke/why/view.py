"""What a reason asks of a model: the Protocol that both engines' looks have, so that each reason is written once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol

from kripke.checking.program import Program
from kripke.data.worlds import World
from logic import formula as f

Subject = int | f.Atom
"""What a reason rests on: a row of the program, or an atom that the formula does not contain."""

Worlds = Any
"""A set of worlds, as the engine keeps it: positions in an array, or what must be true of a state."""

Path = tuple[tuple[str, int], ...]
"""Steps from a world: the agent who takes it, and the position that she considers possible."""


class View(Protocol):
    """One context of an evaluation, seen from single worlds; a world is a whole number, its position."""

    key: Hashable
    """Equal for two contexts only if they have the same worlds and relations."""

    @property
    def program(self) -> Program:
        """The program of the formula to be explained."""

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents of the model."""

    @property
    def domain(self) -> Worlds:
        """The worlds that are left."""

    def world(self, position: int) -> World:
        """The name of the world at a position."""

    def text(self, position: int) -> str:
        """The name as a reason writes it."""

    def spelled(self, text: str) -> str:
        """A finished text: names may wait until all worlds of an explanation are known."""

    def atom(self, name: str) -> Subject:
        """The row of an atom; the atom itself where the formula does not contain it."""

    def values(self, variable: str) -> Iterable[str]:
        """The atoms that give the variable a value."""

    def true(self, subject: Subject, position: int) -> bool:
        """Whether the subject is true at a world."""

    def size(self, worlds: Worlds) -> int:
        """How many worlds the set has."""

    def near(self, worlds: Worlds, position: int | None, most: int) -> list[int]:
        """Some worlds of the set, at most so many: the world itself where it is in the set, then others near to it.

        Without a position, in the order of the model.
        """

    def split(self, subject: Subject, worlds: Worlds) -> tuple[Worlds, Worlds]:
        """Those of the worlds where the subject is true, and those where it is false."""

    def union(self, sets: Iterable[Worlds]) -> Worlds:
        """The worlds that are in some of the sets."""

    def sees(self, agent: str, position: int) -> Worlds:
        """What the agent considers possible at a world."""

    def sees_jointly(self, group: Sequence[str], position: int) -> Worlds:
        """What all of the group consider possible; with nobody in it, every world."""

    def reach(self, group: Sequence[str], start: int) -> Worlds | None:
        """What one or more steps of the group lead to; None where it would take too long to find."""

    def path(self, group: Sequence[str], start: int, subject: Subject) -> Path | None:
        """A shortest way, of one or more steps of the group, to a world where the subject is false."""

    def after(self, row: int) -> View:
        """The context that the announcement, or the action, of this row makes."""

    def outcomes(self, row: int, position: int) -> Worlds:
        """The worlds, after the action of this row, to which it can lead from a world."""

    def needs(self, action: str) -> Sequence[tuple[str, f.Formula]]:
        """The designated events of an action, and their preconditions."""

    def is_s5(self, agent: str) -> bool:
        """Whether the agent considers possible just what she cannot tell from the world where she is."""

    def is_plain(self, agent: str) -> bool:
        """Whether the agent believes all possible that she considers possible: no weights and no ranks."""
