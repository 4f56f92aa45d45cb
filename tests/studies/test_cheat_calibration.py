"""Calibration of the search of Cheat."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from random import Random

from studies.cheat.calibration import RANGES, calibrate, candidate, told


def test_candidates_lie_in_their_ranges() -> None:
    rng = Random(1)
    for _ in range(200):
        drawn = candidate(rng)
        drawn["horizon"] = 1 / (1 - drawn.pop("discount"))
        for name, (low, high) in RANGES.items():
            assert low * 0.9 <= drawn[name] <= high * 1.1


def test_a_calibration_ends_with_new_deals_and_goes_on_from_its_folder(tmp_path: Path) -> None:
    given = argparse.Namespace(
        candidates=2, rounds=1, simulations=2, last=1, more=3, seed=5, jobs=1, out=tmp_path
    )  # fmt: skip
    steps, last, share = calibrate(given)
    assert [len(step) for step in steps] == [2, 1]
    assert last.setup.seed != steps[0][0].trial.setup.seed
    assert "simulations=3" in str(last.setup.lineup.agents[0])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    again = calibrate(given)
    assert told(*again) == told(steps, last, share)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_number_of_candidates_that_is_none_is_refused() -> None:
    command = [sys.executable, "-m", "studies.cheat.calibration", "--candidates", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "expected a whole number" in ended.stderr
    assert "Traceback" not in ended.stderr
