"""Reading and printing long texts and deep formulas."""

from benchmarks.measure import best, table
from logic.parser import parse

KINDS = {
    "negations": lambda size: "~" * (size - 1) + "p",
    "brackets": lambda size: "(" * (size // 2) + "p" + ")" * (size // 2),
    "conjunction": lambda size: " & ".join(["K_a (p -> ~q)"] * (size // 16)),
    "nested knowledge": lambda size: "K_ann " * (size // 6) + "muddy(ann)",
    "implications": lambda size: " -> ".join(f"p{i}" for i in range(size // 10)),
}


def main() -> None:
    """Print the table."""
    rows = []
    for name, text in KINDS.items():
        for size in (5_000, 50_000, 500_000, 5_000_000):
            written = text(size)
            reading, formula = best(lambda t=written: parse(t), runs=1)
            printing, again = best(formula.to_ascii, runs=1)
            assert len(again) > 0
            rows.append((name, len(written), reading, len(written) / reading / 1e6, printing))
    table("Reading and printing", ("text", "characters", "reading, s", "MB a second", "printing, s"), rows)
