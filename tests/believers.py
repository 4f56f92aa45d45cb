"""Random small models of agents who hold worlds likely or plausible, for properties of belief."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from strategies import CONNECTIVES, OF_AGENT, OF_GROUP, formulas

from kripke.change import belief
from kripke.checking import build
from kripke.checking.engine.algebra import is_plain, preference
from kripke.checking.engine.arrays import best_members
from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from logic import clauses as f
from logic.formula import Formula

ATOMS = ("p", "q", "r")
AGENTS = ("a", "b")
SHARES = st.sampled_from([Fraction(n, 10) for n in range(11)]) | st.fractions(0, 1, max_denominator=12)
STATIC = (f.Not, *CONNECTIVES, *OF_AGENT, *OF_GROUP, f.BAtLeast, f.BGiven)
DYNAMIC = (*STATIC, f.Announce, f.AnnounceWhether)


def degree(structure: Structure, agent: str, formula: Formula, position: int) -> Fraction:
    """The agent's degree of belief in a formula."""
    return belief.degree(structure, agent, lambda: extension(structure, formula), position)


Members = list[tuple[list[int], list[int]]]


@st.composite
def believers(
    draw: st.DrawFn, having: str = "weights", frame: str | None = None, agents: tuple[str, ...] = AGENTS
) -> Structure:
    """A structure of S5 or KD45 (None: either) in which each agent has weights, or each has ranks."""
    n = draw(st.integers(1, 6))
    worlds = {w: draw(st.sets(st.sampled_from(ATOMS))) for w in range(n)}
    members = {agent: _classes(draw, n, frame or draw(st.sampled_from(["S5", "KD45"]))) for agent in agents}
    if having == "ranks":
        ranks = {agent: {w: draw(st.integers(0, 3)) for w in worlds} for agent in agents}
        return build.kd45(worlds, members, atoms=ATOMS, ranks=ranks)
    weights = {a: {w: draw(SHARES) for _, inside in cells for w in inside} for a, cells in members.items()}
    threshold = {agent: draw(SHARES) for agent in agents}
    return build.kd45(worlds, members, atoms=ATOMS, weights=weights, threshold=threshold)


def _classes(draw: st.DrawFn, n: int, frame: str) -> Members:
    cells: dict[int, list[int]] = {}
    for world, label in enumerate(draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))):
        cells.setdefault(label, []).append(world)
    inside = st.booleans() if frame == "KD45" else st.just(True)
    return [(cell, [w for w in cell if draw(inside)] or cell[:1]) for cell in cells.values()]


def questions(clauses: tuple[type[Formula], ...] = STATIC, max_leaves: int = 5) -> st.SearchStrategy[Formula]:
    """Formulas about these agents and atoms."""
    return formulas(ATOMS, AGENTS, clauses, max_leaves=max_leaves)


def boolean() -> st.SearchStrategy[Formula]:
    """Formulas without agents."""
    return formulas(ATOMS, (), (f.Not, *CONNECTIVES), max_leaves=4)


def pair(weights_of_a, threshold=0.3) -> Structure:
    """Worlds w, where p is true, and v in one class of a."""
    worlds = {"w": {"p"}, "v": set()}
    return build.s5(worlds, {"a": [["w", "v"]]}, weights={"a": weights_of_a}, threshold=threshold)


def positions(where: WorldSet) -> frozenset[int]:
    return frozenset(np.flatnonzero(where.column).tolist())


def names(structure: Structure, where: WorldSet) -> set[object]:
    return {structure.worlds.name(i) for i in positions(where)}


def belief_relation(structure: Structure, agent: str) -> Relation:
    """The relation of ``B_a``: from each world to the worlds that the agent believes possible there."""
    relation = structure.relations[agent]
    if is_plain(structure, agent):
        return relation
    members = best_members(relation, relation.members, preference(structure, agent))
    return Relation.from_labels(relation.labels, members)
