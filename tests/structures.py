"""Random structures with everything that a structure can have, for properties of ways in and out."""

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from kripke.checking.build import from_relations
from kripke.data.structure import Structure
from kripke.sameness.distinguishing import distinguish
from logic.formula import Formula

NAMES = st.text(alphabet="ab{}(), '\"\\<&é√\n\t0", max_size=4)
ATOMS = st.text(alphabet="pq1 =\"'\\<&é", min_size=1, max_size=4)
SHARES = st.fractions(0, 1, max_denominator=1000) | st.integers(0, 100).map(lambda n: Fraction(n, 100))


def of_classes(draw: st.DrawFn, names: list[str], serial: bool) -> list[tuple[str, str]]:
    """The pairs of a K45 relation."""
    cells = draw(st.lists(st.integers(0 if serial else -1, 2), min_size=len(names), max_size=len(names)))
    seen = draw(st.lists(st.booleans(), min_size=len(names), max_size=len(names)))
    return [
        (u, v)
        for u, c in zip(names, cells, strict=True)
        for v, d, m in zip(names, cells, seen, strict=True)
        if m and c == d >= 0
    ]


@st.composite
def structures(draw: st.DrawFn) -> Structure:
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    vocabulary = draw(st.lists(ATOMS, max_size=4, unique=True))
    true = st.sets(st.sampled_from(vocabulary)) if vocabulary else st.just(set())
    pairs = {}
    for agent in draw(st.lists(st.sampled_from(["a", "bob", "c_1", "Ω"]), max_size=3, unique=True)):
        worlds = st.sampled_from(names)
        free = st.lists(st.tuples(worlds, worlds), max_size=10)
        pairs[agent] = draw(free) if draw(st.booleans()) else of_classes(draw, names, draw(st.booleans()))
    actual = draw(st.none() | st.sampled_from(names) | st.lists(st.sampled_from(names), min_size=1))
    plain = from_relations({name: draw(true) for name in names}, pairs, actual, vocabulary)
    weights, ranks = {}, {}
    for agent, relation in plain.relations.items():
        choice = draw(st.sampled_from(["weights", "ranks", "neither"])) if relation.is_k45 else "neither"
        if choice == "weights":
            weights[agent] = {names[i]: draw(SHARES) for i in np.flatnonzero(relation.members)}
        if choice == "ranks":
            ranks[agent] = {name: draw(st.integers(-3, 10**30)) for name in names}
    threshold = {agent: draw(SHARES) for agent in weights} or None
    return from_relations(
        dict(zip(names, map(plain.true_atoms, range(len(names))), strict=True)),
        pairs,
        actual,
        vocabulary,
        weights or None,
        threshold,
        ranks or None,
    )


def same_in_order(one: Structure, other: Structure) -> bool:
    """Equal, with the orders of the worlds, the agents and the vocabulary."""
    return one == other and one.agents == other.agents and one.atoms == other.atoms


def distinguishing_formula(one: Structure, other: Structure, atoms: list[str] | None = None) -> Formula | None:
    """The formula that `distinguish` finds; None if the structures are bisimilar."""
    found = distinguish(one, other, atoms)
    return None if found is None else found.formula
