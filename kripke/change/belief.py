"""Queries about an agent's belief in a structure: possible worlds, weights, degrees and entropy.

*Possible* worlds are the worlds that ``K_a`` quantifies over, *believed* worlds those that ``B_a`` quantifies over. For
an agent with weights, the believed worlds are the possible worlds whose weights reach the threshold, or the heaviest
possible worlds if no weight does. For an agent with ranks, they are the most plausible possible worlds, and for any
other agent all possible worlds. A *class* is a set of worlds that the agent considers possible together.
Degrees are proportions of weight, so they agree with ``B_a>=r``. Threshold belief is often called Lockean: Foley
(1992), "The epistemology of belief and the epistemology of degrees of belief", American Philosophical Quarterly 29(2),
111-124.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import log2

from kripke.checking.engine.algebra import is_plain, plausibility, preferred
from kripke.data.errors import NOTHING_POSSIBLE, ModelError, no_share, unknown_agent
from kripke.data.lazy import np
from kripke.data.relation import MASKED, Relation, WorldSet
from kripke.data.structure import Integers, Structure, Weights
from kripke.data.worlds import World
from logic.errors import by_face, shorten, warn
from logic.exact import is_whole

MAX_DECIMALS = 400  # maximal number of decimals; a model file can read numbers of this length


def possible(structure: Structure, agent: str, position: int) -> WorldSet:
    """The worlds that the agent considers possible at a world: its successors for ``K_a``. O(n) for n worlds."""
    return relation_of(structure, agent).seen(position)


def believed(structure: Structure, agent: str, position: int) -> WorldSet:
    """The worlds that the agent believes possible at a world: successors for ``B_a``. O(n), with ranks O(n log n)."""
    seen = possible(structure, agent, position)
    return seen if is_plain(structure, agent) else preferred(structure, agent, seen)


def weights(structure: Structure, agent: str) -> dict[World, Fraction]:
    """The weights of the worlds that the agent considers possible at some world, by name. O(n)."""
    given = weights_of(structure, agent)
    members = structure.relations[agent].seen_by_some.positions()
    return {structure.worlds.name(i): given.at(i) for i in members}


def degree(
    structure: Structure,
    agent: str,
    target: Callable[[], WorldSet],
    position: int,
    alike: bool = False,
) -> Fraction:
    """The agent's degree of belief at a world, from 0 to 1, in the formula whose extension `target` returns.

    The degree is the proportion, by weight, of the agent's class where the formula holds. Without weights, all worlds
    count equally, with a warning if the agent has ranks and `alike` is False.

    `UnknownAgent` if the model does not have the agent; `ModelError` if the agent considers no world possible, or all
    weights of the class are 0. With `alike`, weights that are all 0 count as equal and raise no error. O(n), plus the
    cost of the formula's extension.
    """
    loads = _loads(structure, agent, position, "degree of belief", alike)
    return Fraction(int(loads[target().column].sum()), int(loads.sum()))


def degrees(structure: Structure, agent: str, position: int, alike: bool = False) -> dict[World, Fraction]:
    """The agent's degree of belief in each world of their class at `position`, by the world's name; the sum is 1.

    `UnknownAgent` if the model does not have the agent; `ModelError` if the agent considers no world possible, or all
    weights of the class are 0. With `alike`, weights that are all 0 count as equal and raise no error. O(n).
    """
    loads = _loads(structure, agent, position, "degree of belief", alike)
    whole, seen = int(loads.sum()), possible(structure, agent, position)
    return {structure.worlds.name(i): Fraction(int(loads[i]), whole) for i in np.flatnonzero(seen.column).tolist()}


def entropy(structure: Structure, agent: str, position: int) -> float:
    """The entropy in bits of the agent's degrees of belief at a world, from 0 to log2 n for n worlds. O(n).

    Shannon (1948), "A mathematical theory of communication". Errors as in `degree`.
    """
    loads = _loads(structure, agent, position, "entropy of belief")
    some = [load for load in loads.tolist() if load]
    if len(set(some)) == 1:
        return log2(len(some))
    whole = sum(some)
    shares: list[float] = [load / whole for load in some]
    return sum([-share * log2(share) for share in shares if share]) + 0.0


def count_unsupported_classes(structure: Structure, agent: str) -> int:
    """The number of the agent's classes in which no world's weight reaches the threshold. O(n).

    In such a class the agent believes what is true at all heaviest worlds.
    """
    given = weights_of(structure, agent)
    relation = structure.relations[agent]
    if structure.size <= MASKED:
        above = given.above.mask
        return sum([not seen & above for _, seen in relation.blocks])
    from kripke.checking.engine.preimages import scatter  # loads NumPy

    classes_above = scatter(relation.labels, relation.members & given.above.column, relation.top)
    return relation.classes - int(np.count_nonzero(classes_above))


def rounded(structure: Structure, digits: int) -> Structure:
    """The structure with weights and thresholds rounded to `digits` decimals (1 to 400).

    A positive weight does not become 0: it is rounded to at least 10^-`digits`. Ranks are renumbered from 0, which
    changes no belief.
    """
    if not is_whole(digits, 1, MAX_DECIMALS):
        raise ModelError(f"digits {shorten(digits)}: expected a whole number from 1 to {MAX_DECIMALS}")
    weights = {agent: _rounded(given, digits) for agent, given in structure.weights.items()}
    ranks = {
        agent: tuple(plausibility(structure, agent).tolist())  # renumbered from 0 in ascending order
        for agent in structure.ranks
    }
    return replace(structure, weights=weights, ranks=ranks)


def _rounded(given: Weights, digits: int) -> Weights:
    """The weights and the threshold, rounded to this number of decimals; unchanged if they have no more decimals."""
    unit = 10**digits
    if not unit % given.denominator and not unit % given.threshold.denominator:
        return given
    whole = given.denominator
    scaled = given.column(2 * whole * unit) * unit
    parts = scaled // whole
    rest = scaled - parts * whole
    parts = parts + (2 * rest + parts % 2 > whole)  # half a unit is rounded to the even number, as `round` does
    return Weights.reduced(parts + ((parts == 0) & (scaled > 0)), unit, round(given.threshold, digits))


def relation_of(structure: Structure, agent: str) -> Relation:
    """The agent's relation; `UnknownAgent`, which suggests a similar name, if there is no such agent."""
    relation = structure.relations.get(agent) if isinstance(agent, str) else None
    if relation is None:
        raise unknown_agent(agent, structure.relations)
    return relation


def weights_of(structure: Structure, agent: str) -> Weights:
    """The agent's weights; `UnknownAgent` if there is no such agent, `ModelError` if the agent has no weights."""
    given = structure.weights.get(agent) if isinstance(agent, str) else None
    if given is None:
        relation_of(structure, agent)
        ranked = f" but ranks{by_face(' (see radical_upgrade)')}" if agent in structure.ranks else ""
        raise ModelError(
            f"agent {agent}: the model gives this agent no weights{ranked}; "
            + by_face(
                f"make the model with weights={{'{agent}': {{world: number}}}}",
                "give them in the model's file",
                "choose a world, and give weights under Belief",
            )
        )
    return given


def _loads(structure: Structure, agent: str, position: int, what: str, alike: bool = False) -> Integers:
    """Integers proportional to the weights of the worlds that the agent considers possible; 0 for other worlds.

    Worlds count as 1 for an agent without weights, and with `alike` also if all these weights are 0. `ModelError` if
    they are all 0 without `alike`, or if the agent considers no world possible; `what` says what cannot be computed.
    """
    seen = possible(structure, agent, position)
    if not len(seen):
        raise no_share(agent, what, structure.worlds.name(position), NOTHING_POSSIBLE)
    given = structure.weights.get(agent)
    if given is None:
        if agent in structure.ranks and not alike:
            text = f"{what} of {agent}: there are ranks and no weights, so all worlds that {agent} considers possible"
            warn(UserWarning(f"{text} count equally; give weights if they should not"))
        return seen.column.astype(np.int64)
    loads = given.column(structure.size * given.denominator) * seen.column
    if not loads.any():
        if alike:
            return seen.column.astype(np.int64)
        reason = "all worlds that the agent considers possible there have weight 0, so there are no shares"
        raise no_share(agent, what, structure.worlds.name(position), reason)
    return loads
