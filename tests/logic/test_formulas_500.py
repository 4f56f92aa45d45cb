"""500 formulas in the notations of sheets, forums and tools: read rightly, or refused with the kind of the reason."""

from pathlib import Path

import pytest

from logic.errors import ParseError
from logic.formula import Formula
from logic.parser import parse
from logic.typed import read_typed, sequent

TEXT = (Path(__file__).parent.parent / "data" / "formulas_500.txt").read_text(encoding="utf-8")


def cases() -> list[tuple[str, str, bool]]:
    """Each text with its reading, and whether a logic is given."""
    found, boxes = [], False
    for line in TEXT.splitlines():
        if line.startswith("#"):
            boxes = "boxes of agents" in line
        elif line:
            text, _, reading = line.partition(" :: ")
            found.append((text, reading, boxes))
    return found


CASES = cases()
REFUSED = [reading for _, reading, _ in CASES if reading.startswith("! ")]


def read(text: str, boxes: bool = False) -> list[Formula]:
    """The premises and the formula, as the command reads them."""
    premises, formula = sequent(text)
    return read_typed([*premises, formula], boxes=boxes).formulas


def test_there_are_500_different_ones_of_which_450_are_read() -> None:
    assert len({(text, boxes) for text, _, boxes in CASES}) == len(CASES) == 500
    assert len(REFUSED) <= 50
    assert {reading.split(":")[0] for reading in REFUSED} == {"! lacking", "! two readings"}


@pytest.mark.parametrize(("text", "reading", "boxes"), CASES, ids=[text for text, _, _ in CASES])
def test_each_is_read_rightly_or_refused_with_the_kind_of_the_reason(text: str, reading: str, boxes: bool) -> None:
    if reading.startswith("! "):
        with pytest.raises(ParseError) as error:
            read(text, boxes)
        assert reading.partition(": ")[2] in str(error.value)
    else:
        premises, formula = sequent(reading)
        assert read(text, boxes) == [parse(each) for each in [*premises, formula]]
