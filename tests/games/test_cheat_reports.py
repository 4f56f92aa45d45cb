"""What the reports on Cheat say of shipped data is so."""

import json
import re
from hashlib import sha256
from pathlib import Path

from games.cheat.agents.habits.habits import Habits
from games.cheat.agents.tree_search.predicting import SHIPPED

REPORT = (Path(__file__).parents[2] / "docs" / "reports" / "cheat-predictor.md").read_text(encoding="utf-8")


def test_the_shipped_predictor_has_the_hash_and_the_command_of_the_report() -> None:
    content = SHIPPED.read_bytes()
    assert f"`{sha256(content).hexdigest()}`" in REPORT
    assert f"`{json.loads(content)['made_by']}`" in REPORT


def test_the_frozen_means_are_the_fitted_ones_rounded() -> None:
    for name, value in re.findall(r"`(lie|bluff|call|time)` (-?\d\.\d+)", REPORT):
        assert round(float(value), 2) == getattr(Habits(), name)
    assert len(re.findall(r"`(?:lie|bluff|call|time)` -?\d\.\d{3}", REPORT)) == 4
