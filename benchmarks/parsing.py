"""Reading and printing long texts and deep formulas; printing small formulas; and reading SMCDEL files."""

import random
import re

from benchmarks.measure import best, table
from benchmarks.smcdel_files import FILES
from kripke.formats import smcdel
from logic import clauses, printer
from logic.formula import Formula
from logic.parser import parse

KINDS = {
    "negations": lambda size: "~" * (size - 1) + "p",
    "brackets": lambda size: "(" * (size // 2) + "p" + ")" * (size // 2),
    "conjunction": lambda size: " & ".join(["K_a (p -> ~q)"] * (size // 16)),
    "nested knowledge": lambda size: "K_ann " * (size // 6) + "muddy(ann)",
    "implications": lambda size: " -> ".join(f"p{i}" for i in range(size // 10)),
}
TOKEN = re.compile(r"[KE]_\w+|\w+(?:\(\w+\))?|->|[^\s\w]")
"""Matches the tokens of both languages, approximately."""


SMALL = (5, 10, 22, 50, 100)  # numbers of tokens
FORMULAS = 1_000


def random_formula(tokens: int, rng: random.Random) -> Formula:
    """A random formula of about this number of tokens over 5 agents and 50 atoms."""
    if tokens <= 1:
        return clauses.Atom(f"{rng.choice('pqrst')}{rng.randrange(10)}")
    if tokens == 2 or rng.random() < 0.4:
        made: Formula = rng.choice(
            [
                lambda f: ~f,
                lambda f: clauses.K(rng.choice("abcde"), f),
                lambda f: clauses.M(rng.choice("abcde"), f),
                lambda f: clauses.C(rng.sample("abcde", 2), f),
            ]
        )(random_formula(tokens - 1, rng))
        return made
    left = rng.randrange(1, tokens - 1)
    connective = rng.choice([clauses.And, clauses.Or, clauses.Implies])
    return connective(random_formula(left, rng), random_formula(tokens - 1 - left, rng))


def built_anew(formula: Formula) -> str:
    """The text of a formula, with the printer's cached templates cleared."""
    printer._TEMPLATES.clear()
    return printer.beginning(formula, printer.LIMIT)


def small() -> None:
    """Print the table of small formulas."""
    rows = []
    for tokens in SMALL:
        rng = random.Random(tokens)
        formulas = [random_formula(tokens, rng) for _ in range(FORMULAS)]
        before, expected = best(lambda formulas=formulas: list(map(built_anew, formulas)), runs=3)
        after, texts = best(lambda formulas=formulas: list(map(str, formulas)), runs=3)
        assert texts == expected
        rows.append((tokens, before / FORMULAS * 1e6, after / FORMULAS * 1e6, before / after))
    head = ("tokens", "each template built anew, microseconds", "microseconds", "times as fast")
    table("Printing small formulas, ever new", head, rows)


def main() -> None:
    """Run the benchmark and print its tables."""
    small()
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


PARTS = {"small": small}
