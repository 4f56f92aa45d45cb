"""What CONTRIBUTING.md says about the files of an operator is so."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NEEDED, POSSIBLE = PAGE.split("A new operator needs an entry")[1].split("Reader, printer,")[0].split("It may need")
LAST = "EIterated"
"""The operator that was added last, whose name no other word of the code contains."""


def paths(text: str) -> set[str]:
    return set(re.findall(r"`([\w/]+\.py)`", text))


def test_the_files_exist() -> None:
    assert all((ROOT / path).is_file() for path in paths(NEEDED + POSSIBLE))
    assert len(paths(NEEDED)) == 6


def test_the_last_operator_is_named_in_these_files_alone() -> None:
    naming = {
        str(path.relative_to(ROOT))
        for package in ("logic", "kripke", "games", "learn", "viz", "whoknows")
        for path in (ROOT / package).rglob("*.py")
        if re.search(rf"\b{LAST}\b", path.read_text(encoding="utf-8"))
    }
    reasons = {path for path in paths(NEEDED) if path.startswith("kripke/why/")}
    assert paths(NEEDED) - reasons <= naming <= paths(NEEDED) | paths(POSSIBLE)
    assert len(naming & reasons) == 1
