"""Successive halving: the better half of the set-ups plays on, and a stopped search goes on."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from games.playing.match import Lineup, Setup
from studies.experiment import Trial, halve, run
from studies.set_ups import first_return

AGENTS = {"random": "random()", "honest": "honest", "habits": "habits", "rash": "habits(habit=call,factor=0)"}
TRIALS = [
    Trial(name, Setup("cheat", Lineup((agent, "random")), {"limit": 6}, seed=3)) for name, agent in AGENTS.items()
]


def test_the_better_half_plays_twice_as_many_rounds() -> None:
    steps = halve(TRIALS, 2)
    assert [len(step) for step in steps] == [4, 2, 1]
    assert [{each.rounds for each in step} for step in steps] == [{2}, {4}, {8}]
    for step, after in pairwise(steps):
        means = [each.returns.mean for each in step]
        assert means == sorted(means, reverse=True)
        assert {each.trial.name for each in after} == {each.trial.name for each in step[: len(after)]}


def test_a_survivor_has_the_mean_return_of_all_of_its_rounds() -> None:
    *_, (best,) = halve(TRIALS, 2)
    games = run([best.trial], best.rounds, first_return, jobs=1)[best.trial.name]
    assert best.returns.total == sum(Fraction(game["return"]) for game in games)


def test_a_stopped_search_goes_on_from_its_folder(tmp_path: Path) -> None:
    whole = halve(TRIALS, 2, out=tmp_path)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {name: len(text.splitlines()) for name, text in files.items()} == {
        f"{each.trial.name}.jsonl": 1 + 2 * each.rounds for step in whole for each in step
    }
    best = tmp_path / f"{whole[-1][0].trial.name}.jsonl"
    best.write_bytes(b"".join(files[best.name].splitlines(keepends=True)[:7]))
    done: list[tuple[int, int]] = []
    assert halve(TRIALS, 2, out=tmp_path, told=lambda *each: done.append(each)) == whole
    assert done[0][0] > 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
