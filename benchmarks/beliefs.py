"""1,000 successive updates by evidence, for several numbers of worlds and agents; players do so after every card."""

import math
import random
from fractions import Fraction

from benchmarks.measure import best, table
from kripke.data.structure import Structure
from whoknows import Evidence, KripkeModel, Likelihood, Trust, parse

UPDATES = 1_000
FORMULAS = tuple(map(parse, ("p", "~q", "p <-> q", "q & ~r")))
ATOMS = ("p", "q", "r")


def model(n: int, agents: int) -> KripkeModel:
    """A model where each agent has two classes, and all worlds are equally likely."""
    rng = random.Random(n + agents)
    worlds = {w: {p for p in ATOMS if rng.random() < 0.5} for w in range(n)}
    names = [f"a{k}" for k in range(agents)]
    partitions = {a: [[w for w in worlds if w % 5 < 3], [w for w in worlds if w % 5 >= 3]] for a in names}
    weights = {a: dict.fromkeys(worlds, 0.5) for a in names}
    return KripkeModel.s5(worlds, partitions, actual=0, atoms=ATOMS, weights=weights, threshold=0.3)


def evidence(agents: tuple[str, ...]) -> list[Evidence]:
    """Evidence for the agents in turn; constructed in each run, since construction is part of the work."""
    return [
        Evidence(agents[i % len(agents)], FORMULAS[i % len(FORMULAS)], gain=0.02, loss=0.03) for i in range(UPDATES)
    ]


def after(structure: Structure, actions) -> Structure:
    for action in actions:
        structure = action.apply(structure)
    return structure


def by_definition(m: KripkeModel) -> dict[str, dict[int, Fraction]]:
    """The final weights, computed on dictionaries of fractions; the result to compare with."""
    held = {agent: m.weights(agent) for agent in m.agents}
    where = [m.extension(formula) for formula in FORMULAS]
    gain, loss = Fraction(2, 100), Fraction(3, 100)
    for i in range(UPDATES):
        agent, inside = m.agents[i % len(m.agents)], where[i % len(where)]
        held[agent] = {
            w: min(x + gain, Fraction(1)) if w in inside else max(x - loss, Fraction(0)) for w, x in held[agent].items()
        }
    return held


def row(n: int, agents: int) -> tuple[int, int, float, float, float]:
    m = model(n, agents)
    ours, moved = best(lambda: after(m.structure, evidence(m.agents)))
    theirs, expected = best(lambda: by_definition(m), runs=1)
    assert {agent: KripkeModel.of(moved).weights(agent) for agent in m.agents} == expected
    return n, agents, ours, ours / UPDATES * 1e6, theirs


def growing() -> list[tuple[str, int, float, int]]:
    """The times of trust and likelihood updates, whose exact denominators get longer and longer."""
    rng = random.Random(1)
    m = after(model(10, 2).structure, [Evidence("a0", "p", 0.3, 0.3), Evidence("a1", "q", 0.2, 0.1)])
    seen = [{f: 0.9, ~f: 0.2} for f in FORMULAS]
    rows = []
    for count in (10, 100, 1_000, 3_000):
        moves = [Trust(*rng.choice([("a0", "a1"), ("a1", "a0")]), rate=0.05) for _ in range(count)]
        seconds, moved = best(lambda moves=moves: after(m, moves), runs=2)
        assert all(0 <= x <= moved.weights["a0"].denominator for x in moved.weights["a0"].numerators)
        rows.append(("trust, rate 1/20", count, seconds / count * 1e6, digits(moved)))
    for count in (10, 100, 1_000, 3_000):
        observations = [Likelihood("a0", rng.choice(seen)) for _ in range(count)]
        seconds, moved = best(lambda observations=observations: after(m, observations), runs=2)
        assert sum(moved.weights["a0"].numerators) == 2 * moved.weights["a0"].denominator  # shares of two classes
        rows.append(("likelihoods 9/10, 2/10", count, seconds / count * 1e6, digits(moved)))
    return rows


def digits(structure: Structure) -> int:
    """The approximate number of decimal digits of the denominator of the first agent's weights."""
    return round(structure.weights["a0"].denominator.bit_length() * math.log10(2))


def main() -> None:
    """Run the benchmark and print its table."""
    head = ("worlds", "agents", "seconds", "microseconds each", "fractions in dictionaries, seconds")
    table("1,000 pieces of evidence, by worlds", head, [row(n, 5) for n in (10, 30, 100, 300, 1_000)])
    table("1,000 pieces of evidence, by agents", head, [row(10, agents) for agents in (2, 5, 10, 20, 50)])
    table(
        "Updates that lengthen the numbers",
        ("update", "times", "microseconds each", "digits of the denominator"),
        growing(),
    )
