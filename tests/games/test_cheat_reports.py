"""What the reports on Cheat say of shipped data is so."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from games.cheat.agents import tree_search
from games.cheat.agents.habits import Habits

REPORTS = Path(__file__).parents[2] / "docs" / "reports"


@pytest.mark.parametrize(
    ("report", "shipped"), [("cheat-predictor", tree_search.SHIPPED_FOREST), ("cheat", tree_search.SHIPPED_CALLS)]
)
def test_a_shipped_model_has_the_hash_and_the_command_of_its_report(report: str, shipped: Path) -> None:
    text, content = (REPORTS / f"{report}.md").read_text(encoding="utf-8"), shipped.read_bytes()
    assert f"`{sha256(content).hexdigest()}`" in text
    assert f"`{json.loads(content)['made_by']}`" in text


def test_the_frozen_means_are_the_fitted_ones_rounded() -> None:
    text = (REPORTS / "cheat-predictor.md").read_text(encoding="utf-8")
    found = re.findall(r"`(lie|bluff|call|time)` (-?\d\.\d{3})", text)
    assert len(found) == 4
    for name, value in found:
        assert round(float(value), 2) == getattr(Habits(), name)
