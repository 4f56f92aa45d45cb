"""The size of the code: lines, lines of code and files of each package."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("logic", "kripke", "games", "learn", "viz", "whoknows")
APART = ("studies",)


def code_lines(source: str) -> int:
    """The number of lines that are neither blank nor part of a comment or docstring."""
    lines = source.splitlines()
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", []) if not isinstance(node, (ast.Lambda, ast.IfExp)) else []:
            value = getattr(statement, "value", None) if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):  # docstrings, of attributes too
                assert statement.end_lineno is not None
                documented.update(range(statement.lineno, statement.end_lineno + 1))
    return sum(
        bool(line.strip()) and not line.strip().startswith("#")
        for number, line in enumerate(lines, 1)
        if number not in documented
    )


def main() -> None:
    """Run the benchmark and print its table."""
    print(f"{'package':<12} {'files':>6} {'lines':>8} {'code':>8}")
    total = [0, 0, 0]
    for package in (*PACKAGES, "together", *APART):
        sources = [path.read_text() for path in (ROOT / package).rglob("*.py")]
        row = [len(sources), sum(source.count("\n") for source in sources), sum(map(code_lines, sources))]
        if package in PACKAGES:
            total = [sum(pair) for pair in zip(total, row, strict=True)]
        files, lines, code = total if package == "together" else row
        print(f"{package:<12} {files:>6} {lines:>8,} {code:>8,}")
