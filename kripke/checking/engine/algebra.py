"""What an engine for explicit models can do: a set algebra over the worlds of a structure."""

from __future__ import annotations

from typing import Protocol

from kripke.checking.algebra import Set, SetAlgebra
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure


class ExplicitAlgebra(SetAlgebra[Set], Protocol[Set]):
    """A set algebra over the worlds of a structure."""

    structure: Structure

    def world_set(self, target: Set) -> WorldSet:
        """The set of the engine as a `WorldSet`."""
