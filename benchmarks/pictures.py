"""Pictures of S5 models and of other relations, compared with Graphviz's `dot` alone on the same graphs."""

import random
from collections.abc import Callable
from functools import partial
from math import inf

from benchmarks.measure import best, table
from kripke.data.structure import Structure
from viz.drawing import draw, structure_of
from viz.output import render
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import Options, Picture
from whoknows import KripkeModel

SIZES = (16, 32, 64, 128, 200)
MOST, LONG = 100_000, 3_600.0  # limits that no picture here reaches
DIRECTIONS = {"line": "none", "both": "both"}


def muddy(n: int) -> KripkeModel:
    """The muddy children, who see all others, with at most n worlds."""
    atoms = [f"m{i}" for i in range(n.bit_length() - 1)]
    return KripkeModel.from_observations(atoms, {f"c{a}": [b for b in atoms if b != a] for a in atoms}, "true")


def classes(n: int, size: int) -> KripkeModel:
    """Three agents with random classes of this size."""
    rng, worlds = random.Random(n), list(range(n))
    partitions = {}
    for agent in "abc":
        rng.shuffle(worlds)
        partitions[agent] = [worlds[i : i + size] for i in range(0, n, size)]
    return KripkeModel.s5({w: {p for p in "pqr" if rng.random() < 0.5} for w in range(n)}, partitions, actual=0)


def arrows(n: int) -> KripkeModel:
    """Two agents, each with as many random arrows as there are worlds."""
    rng = random.Random(n)
    pairs = {agent: [(rng.randrange(n), rng.randrange(n)) for _ in range(n)] for agent in "ab"}
    return KripkeModel({w: {p for p in "pqr" if rng.random() < 0.5} for w in range(n)}, pairs, actual=0)


KINDS: dict[str, Callable[[int], KripkeModel]] = {
    "muddy children": muddy,
    "S5, classes of 4": lambda n: classes(n, 4),
    "S5, classes of 10": lambda n: classes(n, 10),
    "relations": arrows,
}


def plain(structure: Structure, picture: Picture) -> str:
    """The DOT source that a user would write: a label for each world and each edge of our picture."""
    rows = [f'{i} [label="{", ".join(structure.true_atoms(i))}"]' for i in range(structure.size)]
    for link in picture.links:
        direction = DIRECTIONS.get(link.kind, "forward")
        rows.append(f'{link.source} -> {link.target} [label="{", ".join(link.agents)}", dir={direction}]')
    return "digraph {" + "\n".join(rows) + "}"


def main() -> None:
    """Run the benchmark and print its table; Graphviz runs in this process for both sides."""
    render.run_here()
    draw(classes(4, 2))  # loads the libraries
    rows = []
    for kind, make in KINDS.items():
        for n in SIZES if kind != "muddy children" else (8, 16, 32, 64, 128):
            model = make(n)
            structure = structure_of(model)
            picture = picture_of(structure, Options(max_worlds=MOST, max_lines=MOST))
            source = plain(structure, picture)
            theirs = ours = inf
            for _ in range(max(1, min(100, 1_600 // n - 10))):  # in turn
                theirs = min(theirs, best(partial(render.render, source), 1)[0])
                once, drawn = best(partial(draw, model, max_worlds=MOST, max_lines=MOST, timeout=LONG), 1)
                ours = min(ours, once)
            assert drawn.count('class="node"') > structure.size
            rows.append((kind, structure.size, len(picture.links), theirs, ours, ours / theirs))
    table("Pictures as SVG", ("model", "worlds", "lines", "`dot`, s", "`draw`, s", "ratio"), rows)
