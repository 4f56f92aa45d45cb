"""Validation of weights, thresholds and ranks; weights and ranks are given by world and stored by position."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import Any

from kripke.data.errors import FileError, ModelError, unknown_agent, unknown_world
from kripke.data.relation import Relation
from kripke.data.structure import Ranks, Structure, Weights
from kripke.data.wording import world_quoted
from kripke.data.worlds import Named
from logic.errors import FormulaError, by_face, shorten
from logic.exact import DIGITS, Number, exact, is_whole, share

Numbers = Mapping[str, Mapping[Any, Number]]
Thresholds = Number | Mapping[str, Number]


def weights_and_ranks(
    weights: Numbers | None,
    threshold: Thresholds | None,
    ranks: Mapping[str, Mapping[Any, int]] | None,
    relations: Mapping[str, Relation],
    names: Named,
) -> tuple[dict[str, Weights], dict[str, Ranks]]:
    """The validated weights and ranks of each agent, by position. O(g n) for g agents and n worlds.

    `UnknownAgent` or `UnknownWorld` for an unknown name. `ModelError` or `FormulaError` if an argument is not a mapping
    of mappings, an agent has both weights and ranks, the relation of an agent with one of them is not transitive and
    Euclidean, a threshold is given without weights, a world has no valid number, or a world outside the agent's classes
    has a weight.
    """
    weights, ranks = {} if weights is None else weights, {} if ranks is None else ranks
    weighted = {a: _weights(a, by, threshold, relations, names) for a, by in _numbers_of(weights, "weights", names)}
    ranked = {a: _ranks(a, by, relations, names) for a, by in _numbers_of(ranks, "ranks", names)}
    require_one_kind(weighted, ranked)
    if threshold is not None and not weighted:
        raise ModelError("threshold: there are no weights to compare with it; give weights= too")
    for agent in threshold if isinstance(threshold, Mapping) else ():
        if agent not in relations:
            raise unknown_agent(agent, relations, "threshold")
        if agent not in weighted:
            raise ModelError(f"threshold of {agent}: the agent has no weights to compare with it; give weights= too")
    return weighted, ranked


def place_of(world: Any, names: Named, what: str) -> int:
    """The position of the world with this name; `UnknownWorld`, whose message begins with `what`, if there is none."""
    try:
        return names.positions[world]
    except (KeyError, TypeError):
        position = names.find(world)
        if position is not None:
            return position
        raise unknown_world(world, names, what) from None


def _numbers_of(by_agent: Any, what: str, names: Named) -> Iterable[tuple[str, Any]]:
    """Each agent with its mapping from worlds to numbers; `ModelError` if `by_agent` is not a mapping of mappings."""
    if not isinstance(by_agent, Mapping):
        example = f"{{'a': {{'{names.noun}': 1}}}}"
        raise ModelError(f"{what} {shorten(repr(by_agent))}: expected a mapping from agents, such as {example}")
    for agent, given in by_agent.items():
        if not isinstance(given, Mapping):
            raise ModelError(
                f"{what} of {shorten(str(agent))}: expected a mapping from {names.noun}s to numbers, "
                f"got {shorten(repr(given))}"
            )
    return by_agent.items()


def require_one_kind(weights: Mapping[str, Weights], ranks: Mapping[str, Ranks]) -> None:
    """Raise `ModelError` if an agent has both weights and ranks."""
    if both := weights.keys() & ranks.keys():
        raise ModelError(f"agent {min(both)}: weights and ranks; give one of them")


def require_classes(agent: str, relations: Mapping[str, Relation], what: str) -> Relation:
    """Return the agent's relation; raise an error that begins with `what` if it does not exist or has no classes."""
    if agent not in relations:
        raise unknown_agent(agent, relations, what)
    if not relations[agent].is_k45:
        raise ModelError(
            f"{what} of {agent}: the relation is not transitive and Euclidean (S5, KD45), so it has no classes"
        )
    return relations[agent]


def _weights(
    agent: str, by_world: Any, threshold: Thresholds | None, relations: Mapping[str, Relation], names: Named
) -> Weights:
    members = require_classes(agent, relations, "weights").seen_by_some.positions()
    has_weight = frozenset(members)
    what = f"weights of {agent}"
    shares = [share(0)] * len(names)
    last, exactly = object(), share(0)
    for world, weight in by_world.items():
        position = place_of(world, names, what)
        if weight is not last:  # often all worlds have the same weight
            last = object()
            with suppress(FormulaError):
                last, exactly = weight, share(weight)
            if last is not weight:  # again, for a message with the world's name, which valid weights do not need
                last, exactly = weight, share(weight, f"{what} at {world_quoted(world)}: weight")
        shares[position] = exactly
        if position not in has_weight:
            raise ModelError(
                f"{what}: {names.noun} {world_quoted(world)} is not a member of a class of {agent}, so it has no weight"
            )
    _complete(by_world, members, names, what)
    level = threshold.get(agent, 0) if isinstance(threshold, Mapping) else 0 if threshold is None else threshold
    denominator = lcm(*[s.denominator for s in shares])
    numerators = tuple([s.numerator * (denominator // s.denominator) for s in shares])
    return Weights(numerators, denominator, share(level, f"threshold of {agent}"))


def _ranks(agent: str, by_world: Any, relations: Mapping[str, Relation], names: Named) -> Ranks:
    require_classes(agent, relations, "ranks")
    what = f"ranks of {agent}"
    ranks = [0] * len(names)
    for world, rank in by_world.items():
        if not is_whole(rank):
            raise ModelError(f"{what} at {world_quoted(world)}: expected a whole number, got {shorten(repr(rank))}")
        ranks[place_of(world, names, what)] = int(rank)
    _complete(by_world, range(len(names)), names, what)
    return tuple(ranks)


def _complete(by_world: Mapping[Any, Any], positions: Iterable[int], names: Named, what: str) -> None:
    for position in positions:
        if names.names[position] not in by_world:
            shown = shorten(repr(names.names[position]))
            raise ModelError(f"{what}: {names.noun} {shown} has none; give one for each {names.noun}")


def preferences(
    structure: Structure,
    names: Sequence[Any],
    number: Callable[[Fraction], Any] = lambda value: value,
    rank: Callable[[int], int] = int,
) -> dict[str, dict[str, Any]]:
    """The entries ``weights``, ``threshold`` and ``ranks`` of a structure that are not empty, by agent.

    `names`: the names of the worlds. `number` converts weights and thresholds, and `rank` converts ranks.
    """
    weights = {
        agent: {names[i]: number(given.at(i)) for i in structure.relations[agent].seen_by_some.positions()}
        for agent, given in structure.weights.items()
    }
    threshold = {agent: number(given.threshold) for agent, given in structure.weights.items()}
    ranks = {agent: dict(zip(names, map(rank, given), strict=True)) for agent, given in structure.ranks.items()}
    entries = {"weights": weights, "threshold": threshold, "ranks": ranks}
    return {key: by_agent for key, by_agent in entries.items() if by_agent}


def number(value: Fraction) -> int | float | str:
    """The number as an exact JSON value, such as 1, 0.5 or "1/3"; `FileError` if it is too long to be read again."""
    if value.denominator.bit_length() * 2 > 3 * DIGITS:
        raise FileError(
            f"a weight with a denominator of {value.denominator.bit_length():,} bits: numbers of more than {DIGITS:,} "
            f"characters cannot be read again{by_face('; save a model with rounded weights, m.rounded(6)')}"
        )
    if value.denominator == 1:
        return int(value)
    shown = float(value)
    return shown if Fraction(repr(shown)) == value == exact(shown) else str(value)


def number_text(value: object) -> str:
    """The value as a text, a number as a fraction; `FileError` for a number that is too long to be read again."""
    if isinstance(value, Fraction):
        number(value)
    return str(value)


def rank(value: int) -> int:
    """Return a rank unchanged; `FileError` if it has too many digits to be read again."""
    if value.bit_length() > 3 * DIGITS:
        raise FileError(
            f"a rank of {value.bit_length():,} bits: numbers of more than {DIGITS:,} characters cannot be read again"
            + by_face("; save a model with renumbered ranks, m.rounded(6)")
        )
    return value
