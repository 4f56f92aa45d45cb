"""What an agent believes, as queries over a Structure: the worlds she looks at, her weights, degrees and entropy.

*Possible* are the worlds that ``K_a`` looks at, *believed* those that ``B_a`` looks at: with weights the members of her
class at or above her threshold, or the heaviest where there are none; with ranks the most plausible; else all. Degrees
are shares of weight, so they agree with ``B_a>=r``. Threshold belief is often called Lockean: Foley (1992), "The
epistemology of belief and the epistemology of degrees of belief", American Philosophical Quarterly 29(2), 111-124.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log2

import numpy as np

from kripke.checking.engine.kernels import scatter
from kripke.checking.engine.preference import is_plain, preference, preferred
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, unknown_agent
from kripke.data.relation import MASKED, Relation, WorldSet
from kripke.data.structure import Integers, Structure, Weights
from kripke.data.wording import world_text
from kripke.data.worlds import World
from logic.errors import shorten
from logic.formula import Formula

MOST_DIGITS = 400
"""A model file reads numbers of so many digits again."""


def possible(structure: Structure, agent: str, position: int) -> WorldSet:
    """The worlds that the agent considers possible at the world at a position: those that ``K_a`` looks at.

    `UnknownAgent` where there is no such agent. O(n) for n worlds.
    """
    return relation_of(structure, agent).seen(position)


def believed(structure: Structure, agent: str, position: int) -> WorldSet:
    """The worlds that the agent believes possible at the world at a position: those that ``B_a`` looks at.

    Errors as in `possible`. O(n), and O(n log n) for an agent with ranks, for n worlds.
    """
    seen = possible(structure, agent, position)
    return seen if is_plain(structure, agent) else preferred(structure, agent, seen)


def belief_relation(structure: Structure, agent: str) -> Relation:
    """The relation of ``B_a``: from each world to the worlds that the agent believes possible there.

    It is KD45 wherever the relation of ``K_a`` is: no class ever loses its last believed member. Errors as in
    `possible`. O(n log n) for n worlds.
    """
    relation = relation_of(structure, agent)
    if is_plain(structure, agent):
        return relation
    place, labels, members = preference(structure, agent).place, relation.labels, relation.members
    best = np.full(relation.top + 1, structure.size + 2, dtype=np.int64)
    np.minimum.at(best, labels[members], place[members])
    return Relation.from_labels(labels, members & (place == best[labels]))


def weights(structure: Structure, agent: str) -> dict[World, Fraction]:
    """The agent's weights of the worlds that are members of her classes, by the worlds' names.

    Raises
    ------
    UnknownAgent, ModelError
        If there is no such agent, or she has no weights.

    Notes
    -----
    O(n) for n worlds.
    """
    given = weights_of(structure, agent)
    members = structure.relations[agent].members.nonzero()[0].tolist()
    return {structure.worlds.name(i): Fraction(given.numerators[i], given.denominator) for i in members}


def degree(
    structure: Structure,
    agent: str,
    formula: Formula,
    position: int,
    where: WorldSet | None = None,
    alike: bool = False,
) -> Fraction:
    """The share of the agent's weight, in her class at the world at a position, on the worlds where the formula holds.

    Worlds weigh the same where the agent has no weights. ``B_a>=r f`` holds there just if the degree is at least r.
    `where` is where the formula holds, if that is known. With `alike` the worlds of a class without any weight
    weigh the same, too.

    Raises
    ------
    UnknownAgent, UnknownAtom
        If a name is not the model's.
    ModelError
        If she holds nothing possible there, or the weights of her whole class are 0, so that there are no shares.

    Notes
    -----
    O(n) for n worlds, and what the formula's extension costs.
    """
    loads = _loads(structure, agent, position, "degree of belief", alike)
    where = extension(structure, formula) if where is None else where
    return Fraction(int(loads[where.column].sum()), int(loads.sum()))


def degrees(structure: Structure, agent: str, position: int, alike: bool = False) -> dict[World, Fraction]:
    """The agent's degree of belief in each world of her class at the world at a position, by the worlds' names.

    They sum to 1; the degree of a formula is the sum over the worlds where it holds. Without weights, and with `alike`
    in a class without any weight, all are equal. Errors as in `degree`. O(n) for n worlds.
    """
    loads = _loads(structure, agent, position, "degree of belief", alike)
    whole, seen = int(loads.sum()), possible(structure, agent, position)
    return {structure.worlds.name(i): Fraction(int(loads[i]), whole) for i in np.flatnonzero(seen.column).tolist()}


def entropy(structure: Structure, agent: str, position: int) -> float:
    """How uncertain the agent is at the world at a position, in bits: the entropy of the shares that `degree` counts.

    0 where one world has all the weight, log2 n where n worlds weigh the same. Shannon (1948), "A mathematical theory
    of communication", doi:10.1002/j.1538-7305.1948.tb01338.x. Errors as in `degree`. O(n) for n worlds.
    """
    loads = _loads(structure, agent, position, "entropy of belief")
    whole = int(loads.sum())
    shares: list[float] = [load / whole for load in loads.tolist() if load]
    return sum([-share * log2(share) for share in shares if share]) + 0.0


def emptied(structure: Structure, agent: str) -> int:
    """How many of the agent's classes have members, but none at or above her threshold.

    There the heaviest members stay believed. Asked after an update, it says how often that repair carries the belief.
    Errors as in `weights`. O(n) for n worlds.
    """
    given = weights_of(structure, agent)
    relation = structure.relations[agent]
    if structure.size <= MASKED:
        above = given.above.mask
        return sum([not seen & above for _, seen in relation.blocks])
    held = scatter(relation.labels, relation.members & given.above.column, relation.top)
    return relation.classes - int(np.count_nonzero(held))


def rounded(structure: Structure, digits: int) -> Structure:
    """The structure whose weights and thresholds are rounded to so many digits after the point.

    What has some weight keeps some: at least 1 in the last place. Degrees move as the weights do, and beliefs where a
    weight is that near to the threshold. Ranks are numbered anew from 0, in the same order, which changes no belief.

    Raises
    ------
    ModelError
        If the digits are no whole number from 1 to 400.

    Notes
    -----
    O(g n log n) for g agents with weights or ranks and n worlds.
    """
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= MOST_DIGITS:
        raise ModelError(f"digits {shorten(digits)}: expected a whole number from 1 to {MOST_DIGITS}")
    weights = {agent: _rounded(given, digits) for agent, given in structure.weights.items()}
    ranks = {
        agent: tuple(preference(structure, agent).plausibility.tolist())  # exact: places in the order of the ranks
        for agent in structure.ranks
    }
    return replace(structure, weights=weights, ranks=ranks)


def _rounded(given: Weights, digits: int) -> Weights:
    """The weights in so many digits; those that have no more are left as they are."""
    unit = 10**digits
    if not unit % given.denominator and not unit % given.threshold.denominator:
        return given
    whole = given.denominator
    scaled = given.column(2 * whole * unit) * unit
    parts = scaled // whole
    rest = scaled - parts * whole
    parts = parts + (2 * rest + parts % 2 > whole)  # half a unit goes to the even number, as `round` has it
    return Weights.reduced(parts + ((parts == 0) & (scaled > 0)), unit, round(given.threshold, digits))


def relation_of(structure: Structure, agent: str) -> Relation:
    """The agent's relation; `UnknownAgent` with a near miss."""
    found = structure.relations.get(agent) if isinstance(agent, str) else None
    if found is None:
        raise unknown_agent(agent, structure.relations)
    return found


def weights_of(structure: Structure, agent: str) -> Weights:
    """The agent's weights; `UnknownAgent` with a near miss, `ModelError` where she has none."""
    found = structure.weights.get(agent) if isinstance(agent, str) else None
    if found is None:
        relation_of(structure, agent)
        ranked = " (she has ranks: see radical_upgrade)" if agent in structure.ranks else ""
        raise ModelError(
            f"agent {agent}: the model gives her no weights{ranked}; make the model with "
            f"weights={{'{agent}': {{world: number}}}}"
        )
    return found


def _loads(structure: Structure, agent: str, position: int, what: str, alike: bool = False) -> Integers:
    """The agent's weights of the worlds that she considers possible, 0 for the others; they are not all 0.

    With `alike` each is 1 where they would be.
    """
    seen = possible(structure, agent, position)
    if not len(seen):
        raise _no_share(structure, agent, position, what, "she considers no world possible there")
    given = structure.weights.get(agent)
    if given is None:
        return seen.column.astype(np.int64)
    loads = given.column(structure.size * given.denominator) * seen.column
    if not loads.any():
        if alike:
            return seen.column.astype(np.int64)
        reason = "all that she considers possible there has the weight 0, so that there are no shares of it"
        raise _no_share(structure, agent, position, what, reason)
    return loads


def _no_share(structure: Structure, agent: str, position: int, what: str, reason: str) -> ModelError:
    world = world_text(structure.worlds.name(position))
    return ModelError(f"agent {agent}: no {what} at {world}: {reason}; B_{agent} and K_{agent} can be asked")
