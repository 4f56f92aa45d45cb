"""What was true: the structure whose worlds also store whether operators of the past hold, in hidden atoms.

Source: K. Havelund and G. Roşu, Synthesizing monitors for safety properties (2002), doi:10.1007/3-540-46002-0_24, for
the recursion: what was true is known from what is true now and from one bit.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

import numpy as np

from kripke.checking.explicit import extension
from kripke.data.relation import Column, Indices, Labels, Relation, WorldSet
from kripke.data.structure import Structure, Time
from kripke.data.worlds import World, Worlds
from logic import clauses as f
from logic.formula import Formula
from logic.shared import replace


def is_past(node: Formula) -> bool:
    """Whether the outermost operator says what was true."""
    return isinstance(node, f.PAST)


def remembering(structure: Structure, formula: Formula) -> tuple[Structure, Indices, Formula]:
    """The structure with a hidden atom for each operator of the past, its worlds, and the formula with these atoms.

    The worlds are given as their positions in the structure, an array. The hidden atoms belong to no local state:
    agents see as much as before. They are named by formulas, which are no names of atoms, so no vocabulary has them.
    O(n + m) for each operator and n worlds and m steps of time, twice as many for each operator inside.
    """
    origins = np.arange(structure.size)
    while node := next(filter(is_past, formula.subformulas()), None):
        came, bits, time = _histories(structure.time, node, extension(structure, node.sub).column)
        ...
    return structure, origins, formula
