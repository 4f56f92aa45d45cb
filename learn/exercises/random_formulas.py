"""Random formulas that a student can read: few atoms, no double negation, no operator twice in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from logic.clauses import And, Atom, Implies, K, Kw, M, Not, Or
from logic.constructors import conj
from logic.formula import Formula


def random_formula(
    rng: Random, depth: int, atoms: Sequence[str], agents: Sequence[str], not_of: str | None = None
) -> Formula:
    """A formula whose modal depth is exactly `depth`; nested operators are of different agents.

    Parameters
    ----------
    atoms, agents : sequence of str
        The names; at least two agents if the depth is above 1.
    not_of : str, optional
        An agent that the outermost operator must not have.
    """
    if rng.random() < (0.5 if depth == 0 else 0.3):
        joins = (And, Or, Or, Implies) if depth else (And, Or)
        rest = rng.randint(0, depth)
        parts = [random_literal(rng, atoms) if each == 0 else _operator(rng, each, atoms, agents, not_of)
                 for each in (depth, rest)]  # fmt: skip
        if parts[0] != parts[1] and parts[0] != Not(parts[1]) and parts[1] != Not(parts[0]):
            rng.shuffle(parts)
            return rng.choice(joins)(*parts)
    return _operator(rng, depth, atoms, agents, not_of) if depth else random_literal(rng, atoms)


def random_literal(rng: Random, atoms: Sequence[str]) -> Formula:
    """An atom or its negation."""
    atom = Atom(rng.choice(atoms))
    return atom if rng.random() < 0.6 else Not(atom)


def namings(texts: Sequence[str], used: Sequence[str], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Formulas with their atoms renamed in all ways: cheap variants of a formula that is costly to make."""
    for chosen in permutations(names, len(used)):
        renamed = str.maketrans(dict(zip(used, chosen, strict=True)))
        yield tuple(text.translate(renamed) for text in texts)


def several_worlds(rng: Random, count: int, atoms: Sequence[str], agents: Sequence[str]) -> list[Formula]:
    """The facts, and `count` possibilities with other facts: a model of them has more than `count` worlds."""
    here, *others = rng.sample(range(1 << len(atoms)), count + 1)
    return [_facts(here, atoms), *(M(rng.choice(agents), _facts(each, atoms)) for each in others)]


def _facts(values: int, atoms: Sequence[str]) -> Formula:
    return conj(Atom(p) if values >> i & 1 else Not(Atom(p)) for i, p in enumerate(atoms))


def _operator(rng: Random, depth: int, atoms: Sequence[str], agents: Sequence[str], not_of: str | None) -> Formula:
    agent = rng.choice([each for each in agents if each != not_of])
    inner = random_formula(rng, depth - 1, atoms, agents, agent)
    made = rng.choice((K, K, M, Kw))(agent, inner)
    return made if rng.random() < 0.7 else Not(made)
