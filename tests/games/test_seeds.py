"""Seeds: drawn where nobody gives one, printed and recorded, and derived so that none says anything of another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from games.core.seeds import derive_seed, draw_seed
from games.playing.match import Lineup, Setup
from games.playing.records import resumed_seed
from whoknows.cli.main import app

USES = st.lists(st.integers() | st.text(), max_size=4)
GAME = ("bluff_poker", "--agents", "random", "random", "--option", "limit=1")


def told(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")
    assert result.exit_code == 0, result.stderr
    return result.stdout


def data(*arguments: object) -> Any:
    return json.loads(told(*arguments, "--json"))


@examples(100)
@given(st.integers(), USES, st.integers(), USES)
def test_other_seeds_and_other_uses_give_other_seeds(one: int, use: list[Any], other: int, others: list[Any]) -> None:
    assert (derive_seed(one, *use) == derive_seed(other, *others)) == ((one, use) == (other, others))


def test_what_is_derived_does_not_change_from_one_version_to_the_next() -> None:
    """Records are replayed from their seeds."""
    assert derive_seed(7, "chance", 3) == "7f4406675419f970097b6dc045881e09"
    assert derive_seed(2**64 - 1, "agent", 0, 1, 2) == "da082004fec64b8efcf8e3d0613efc9d"


def test_no_seed_has_the_run_s_seed_or_another_s_use_in_it() -> None:
    setup = Setup("bluff_poker", Lineup(("random",) * 3), seed=123_456_789)
    seeds = [setup.chance_seed(0, 0), *(setup.agent_seed(each, 0, 0) for each in range(3))]
    assert len(set(seeds)) == 4
    assert not any("123456789" in each or "/" in each for each in seeds)


def test_seeds_that_are_drawn_are_of_64_bits_and_differ() -> None:
    drawn = [draw_seed() for _ in range(200)]
    assert len(set(drawn)) == 200
    assert 2**60 < max(drawn) < 2**64
    assert Setup("bluff_poker", Lineup(("random",) * 2)).seed != Setup("bluff_poker", Lineup(("random",) * 2)).seed


def test_a_match_without_a_seed_prints_and_records_the_one_that_it_draws(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    first, second = data("match", *GAME, "--games", 2, "--records", records), data("match", *GAME, "--games", 2)
    assert first["seed"] != second["seed"]
    assert {json.loads(line)["seed"] for line in records.read_text().splitlines()} == {first["seed"]}
    assert data("match", *GAME, "--games", 2, "--seed", first["seed"]) == first
    assert "replay" not in told("replay", records)
    assert f"seed {first['seed']}" in told("match", *GAME, "--games", 2, "--seed", first["seed"])


@pytest.mark.parametrize("option", ["--out", "--records"])
def test_the_same_command_without_a_seed_goes_on_with_the_one_in_its_file(option: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    first = data("match", *GAME, "--games", 4, option, file)
    file.write_bytes(file.read_bytes()[:-20])
    assert data("match", *GAME, "--games", 4, option, file) == first


@pytest.mark.slow
def test_an_experiment_without_a_seed_goes_on_with_the_one_in_its_folder(tmp_path: Path) -> None:
    given = ("experiment", "saboteur", "--agents", "random", "--players", 3, "--jobs", 1, "--out", tmp_path)
    first, second = data(*given, "--rounds", 1)["seed"], data(*given, "--rounds", 2)["seed"]
    assert first == second == json.loads((tmp_path / "results.json").read_text())["seed"]
    assert first > 2**32


def test_a_seed_in_a_file_is_a_whole_number_or_is_none(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text in ('{"seed":0}', '{"seed":7}'):
        file.write_text(text + "\n")
        assert resumed_seed(None, tmp_path / "none", file) == int(text[8])
    for text in ("", "x", "[]", '{"seed":true}', '{"seed":"7"}', '{"seed":null}', '{"seed":7', "{}"):
        file.write_text(text)
        assert resumed_seed(file) > 7


def test_a_game_that_is_watched_tells_its_seed_and_is_watched_again_by_it() -> None:
    shown = told("watch", *GAME)
    seed = shown.partition(", seed ")[2].partition(",")[0]
    assert told("watch", *GAME, "--seed", seed) == shown
    assert told("watch", *GAME) != shown


@pytest.mark.parametrize("command", ["match", "play", "watch", "experiment"])
def test_the_help_says_that_a_small_seed_can_be_guessed(command: str) -> None:
    assert "could be guessed by an agent" in " ".join(told(command, "--help").replace("│", " ").split())
