"""What was true: the structure whose worlds also store whether operators of the past hold, as hidden bits.

Source: K. Havelund and G. Roşu, Synthesizing monitors for safety properties (2002), doi:10.1007/3-540-46002-0_24, for
the recursion: what was true is known from what is true now and from one bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from kripke.checking.engine.reaching import reaching
from kripke.checking.explicit import extension
from kripke.data.relation import Column, Indices, Relation, WorldSet, column_of
from kripke.data.structure import Structure, Time
from logic import clauses as f
from logic.formula import Formula
from logic.shared import named


def past_of(formula: Formula) -> list[Formula]:
    """The distinct subformulas that say what was true, the innermost first."""
    return [node for node in formula.subformulas() if isinstance(node, f.PAST)]


def remembering(structure: Structure, formula: Formula) -> tuple[Structure, Indices, Formula]:
    """The structure whose time tells where each operator of the past holds, and the formula with its agents named.

    Its worlds are those of the structure with bits, and have their names; the array has their positions in the
    structure. The bits belong to no local state: agents see as much as before. O(n + m) for each operator, with n
    worlds and m steps of time, of which each operator inside can double the number.
    """
    origins, agents = np.arange(structure.size), structure.agents
    formula = named(formula, agents[0]) if len(agents) == 1 else formula
    for node in past_of(formula):
        structure, worlds = _with_bit(structure, node)
        origins = origins[worlds]
    return structure, origins, formula


def _with_bit(structure: Structure, node: Formula) -> tuple[Structure, Indices]:
    """The structure of the reachable pairs of a world and whether `node` holds, and their worlds."""
    time, size = structure.time, structure.size
    assert time is not None
    now, (froms, tos) = extension(structure, node.children[0]).column, time.next.edges
    first = np.flatnonzero(time.first.column)  # a pair is a number: twice the position of the world, and the bit
    start = column_of(2 * size, 2 * first + (now[first] & (not isinstance(node, f.Y))))
    leaving, arriving = np.concatenate([2 * froms, 2 * froms + 1]), []
    for held in (False, True):
        bit = now[froms] if isinstance(node, f.Y) else now[tos] & held if isinstance(node, f.H) else now[tos] | held
        arriving.append(2 * tos + bit)
    next_ = Relation.from_edges(2 * size, leaving, np.concatenate(arriving))
    back = Relation.from_edges(2 * size, *next_.edges[::-1])
    kept = np.flatnonzero(start | reaching([back], np.ones(2 * size, dtype=np.bool_), start, []))
    worlds = kept // 2

    def pulled(sets: Mapping[Any, WorldSet]) -> dict[Any, WorldSet]:
        return {k: WorldSet(len(kept), make=partial(_column, where, worlds)) for k, where in sets.items()}

    past = {**pulled(time.past), node: WorldSet(len(kept), column=kept % 2 == 1)}
    fair = tuple(pulled(dict(enumerate(time.fair))).values())
    over = replace(structure, valuation={}, time=None).restrict(worlds)  # agents see as much as before
    time = Time(next_.restrict(kept), WorldSet(len(kept), column=start[kept]), fair, past)
    return replace(over, valuation=pulled(structure.valuation), time=time), worlds


def _column(where: WorldSet, worlds: Indices) -> Column:
    return where.column[worlds]
