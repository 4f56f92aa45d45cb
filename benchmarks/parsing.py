"""Reading and printing long texts and deep formulas, and reading SMCDEL files."""

import re

from benchmarks.measure import best, table
from benchmarks.smcdel_files import FILES
from kripke.formats import smcdel
from logic.parser import parse

KINDS = {
    "negations": lambda size: "~" * (size - 1) + "p",
    "brackets": lambda size: "(" * (size // 2) + "p" + ")" * (size // 2),
    "conjunction": lambda size: " & ".join(["K_a (p -> ~q)"] * (size // 16)),
    "nested knowledge": lambda size: "K_ann " * (size // 6) + "muddy(ann)",
    "implications": lambda size: " -> ".join(f"p{i}" for i in range(size // 10)),
}
TOKEN = re.compile(r"[KE]_\w+|\w+(?:\(\w+\))?|->|[^\s\w]")
"""Tokens as both languages count them, near enough to compare one version with another."""


def main() -> None:
    """Print the tables."""
    rows = []
    for name, text in KINDS.items():
        for size in (5_000, 50_000, 500_000, 5_000_000):
            written = text(size)
            reading, formula = best(lambda t=written: parse(t), runs=1)
            printing, again = best(formula.to_ascii, runs=1)
            assert len(again) > 0
            rows.append((name, len(written), reading, reading / len(TOKEN.findall(written)) * 1e6, printing))
    head = ("text", "characters", "reading, s", "microseconds a token", "printing, s")
    table("Reading and printing", head, rows)

    rows = []
    for name, file in FILES.items():
        if len(written := file()) > 5_000:
            reading, read = best(lambda t=written: smcdel.read(t, expand=False), runs=3 if len(written) < 10**5 else 1)
            assert len(read.queries) > 0
            tokens = len(TOKEN.findall(written))
            rows.append((name, len(written), tokens, reading, reading / tokens * 1e6))
    table("Reading SMCDEL files", ("file", "characters", "tokens", "reading, s", "microseconds a token"), rows)
