"""Sum and Product: from Python sets of worlds to the answer, with all three steps of the dialogue.

For a limit of 100, the best peer measured (SMCDEL 1.3.0, explicit) takes 0.27 s on a comparable machine.
"""

from benchmarks.measure import best, table
from benchmarks.plain_sets import PlainModel
from kripke.puzzles.sum_and_product import P_KNOWS, S_KNOWS, sum_and_product
from whoknows import parse

PEER = 0.27


def plainly(limit: int) -> list[tuple[int, int]]:
    """The dialogue evaluated on frozen sets."""
    pairs = [(x, y) for x in range(2, limit) for y in range(x + 1, limit - x + 1)]
    looks = {"s": sum, "p": lambda pair: pair[0] * pair[1]}
    model = PlainModel.s5({pair: (f"x={pair[0]}", f"y={pair[1]}") for pair in pairs}, looks)
    for said in (f"K_s ~{P_KNOWS}", P_KNOWS, S_KNOWS):
        model = model.announce(parse(said))
    return sorted(model.worlds)


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    for limit in (70, 100, 150, 200, 300):
        ours, story = best(lambda n=limit: sum_and_product(n), runs=7)
        plain, expected = best(lambda n=limit: plainly(n), runs=1)
        last = story.steps[-1].model
        assert sorted(last.worlds) == expected
        counts = ", ".join(map(str, story.counts))
        rows.append((limit, counts, ours * 1e3, plain * 1e3, plain / ours, PEER / ours if limit == 100 else ""))
    table(
        "Sum and Product, whole, in milliseconds",
        ("limit", "worlds", "whoknows", "plain frozen sets", "ratio", "peer's 0.27 s / ours"),
        rows,
    )
