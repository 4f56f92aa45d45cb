"""The public functions of this package: contraction, bisimulation, distinguishing formulas, submodels.

Agents know and believe the same in bisimilar structures, except for `D` and `R`, which intersect relations, and graded
belief without weights, which counts worlds.
"""

from __future__ import annotations

from kripke.sameness.disjoint_union import Bisimulation, bisimilar, bisimulation
from kripke.sameness.distinguishing import distinguishing_formula
from kripke.sameness.isomorphism import isomorphic
from kripke.sameness.quotient import Quotient, contract, quotient
from kripke.sameness.submodels import generated, unravel

__all__ = [
    "Bisimulation",
    "Quotient",
    "bisimilar",
    "bisimulation",
    "contract",
    "distinguishing_formula",
    "generated",
    "isomorphic",
    "quotient",
    "unravel",
]
