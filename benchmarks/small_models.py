"""A 10-operator formula on 64 worlds, already parsed, asked with `holds` on ever new models: what game agents do."""

import random

from benchmarks.measure import best, table
from benchmarks.plain_sets import PlainModel
from whoknows import KripkeModel, parse

QUESTION = parse("K_a (p -> ~K_b q) & M_c (r | K_a ~s) & ~t")
SIGHT = {"a": (0, 1, 2), "b": (2, 3, 4), "c": (4, 5, 0)}
MODELS = 2_000


def worlds(n: int, rng: random.Random) -> dict[int, set[str]]:
    return {w: {atom for k, atom in enumerate("pqrstu") if (w >> k & 1) != (rng.random() < 0.1)} for w in range(n)}


def models(n: int) -> list[KripkeModel]:
    """Models of n worlds that no question was put to yet."""
    rng = random.Random(n)
    made = []
    for _ in range(MODELS):
        partitions = {}
        for agent, seen in SIGHT.items():
            cells: dict[tuple[int, ...], list[int]] = {}
            for w in range(n):
                cells.setdefault(tuple(w >> k & 1 for k in seen), []).append(w)
            partitions[agent] = list(cells.values())
        made.append(KripkeModel.s5(worlds(n, rng), partitions, actual=rng.randrange(n), atoms=list("pqrstu")))
    return made


def main() -> None:
    """Print the table."""
    operators = sum(1 for g in QUESTION.subformulas() if g.children)
    rows = []
    for n in (16, 32, 64, 128, 256):
        ever_new = models(n)
        ours, answers = best(lambda ever_new=ever_new: [m.holds(QUESTION) for m in ever_new], runs=1)
        plain = [PlainModel.s5({w: m.structure.true_atoms(w) for w in range(n)}, looks()) for m in ever_new[:100]]
        theirs, expected = best(
            lambda plain=plain, ms=ever_new: [
                m.actual in p.extension(QUESTION) for m, p in zip(ms, plain, strict=False)
            ]
        )
        assert answers[: len(plain)] == expected
        rows.append((n, MODELS / ours, len(plain) / theirs, (MODELS / ours) / (len(plain) / theirs)))
    table(
        f"`holds` of a formula with {operators} operators on ever new models",
        ("worlds", "evaluations a second", "plain frozen sets", "ratio"),
        rows,
    )


def looks():
    return {agent: lambda w, seen=seen: tuple(w >> k & 1 for k in seen) for agent, seen in SIGHT.items()}
