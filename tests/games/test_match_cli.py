"""The commands games, match and replay, as their users type them."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games import registry
from whoknows.cli import games
from whoknows.cli.guard import separate
from whoknows.cli.main import app, spread

GAME = "liars_card:GAME"


def ask(*arguments: object, given: str | None = None) -> Result:
    """What the command answers to these arguments."""
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def data(*arguments: object) -> Any:
    """The JSON that it prints."""
    result = ask(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


AGENTS = [
    ["--agents", "honest", "learner(lies=2)", "random"],
    ["--agents", "honest,learner(lies=2),random"],
    ["--agents=honest,learner(lies=2)", "--agents", "random"],
    ["--agents", "honest", "--agents", "learner(lies=2)", "random"],
]


def test_several_agents_can_be_given_in_any_manner() -> None:
    answers = [data("match", GAME, *agents, "--games", 12, "--seed", 3) for agents in AGENTS]
    assert all(answer == answers[0] for answer in answers)
    assert [each["agent"] for each in answers[0]["agents"]] == ["honest", "learner(lies=2)", "random"]


@pytest.mark.parametrize(
    ("given", "spreading"),
    [
        (["--agents", "a", "b", "--games", "3"], ["--agents", "a", "--agents", "b", "--games", "3"]),
        (["x", "--names", "a", "--json"], ["x", "--names", "a", "--json"]),
        (["--agents"], ["--agents"]),
        (["--agents", "a", "--", "--agents", "b", "c"], ["--agents", "a", "--", "--agents", "b", "c"]),
        (["--agents=a", "b"], ["--agents", "a", "b"]),
    ],
)
def test_values_are_spread_up_to_the_next_option(given: list[str], spreading: list[str]) -> None:
    assert spread(given, ("--agents", "--against", "--names")) == spreading


def test_commas_separate_but_not_in_brackets() -> None:
    assert separate(["a,b(x=1,y=2)", "c"]) == ("a", "b(x=1,y=2)", "c")
    assert separate(["a,,b,", ""]) == ("a", "b", ""), "nothing between commas is no value, an empty argument is one"
    assert separate([]) == ()


def test_without_agents_the_games_own_lineup_plays() -> None:
    assert [each["agent"] for each in data("match", GAME, "--games", 3)["agents"]] == ["honest", "learner", "random"]


def test_the_result_has_means_and_intervals_by_agent_seat_and_team() -> None:
    found = data("match", GAME, "--games", 60, "--block", 2, "--team", "1,3", "--names", "ann", "bob", "john")
    assert (found["games"], found["matches"], found["block"]) == (60, 30, 2)
    assert [each["name"] for each in found["agents"]] == ["ann", "bob", "john"]
    assert sum(Fraction(each["total"]) for each in found["agents"]) == 0
    for each in [*found["agents"], *found["seats"], *found["teams"]]:
        assert each["low"] <= each["mean"] <= each["high"]
        assert each["mean"] == pytest.approx(float(Fraction(each["total"]) / 60))
    (team,) = found["teams"]
    assert team["agents"] == [1, 3]
    assert Fraction(team["total"]) == -Fraction(found["agents"][1]["total"])


def test_people_read_the_same_numbers() -> None:
    options = (GAME, "--seed", 0, "--games", 60, "--block", 2, "--team", "1,3", "--names", "ann", "bob", "john")
    shown, found = ask("match", *options).stdout, data("match", *options)
    assert "60 games in 30 matches, seed 0" in shown
    for kind, each in (
        ("agent 1 ann", found["agents"][0]),
        ("seat 2", found["seats"][1]),
        ("team ann+john", found["teams"][0]),
    ):
        (row,) = [line for line in shown.splitlines() if line.startswith(kind)]
        assert f"{each['mean']:+.4f}" in row
        assert f"{each['low']:+.4f} to {each['high']:+.4f}" in row


def test_options_of_the_rules_change_the_game(tmp_path: Path) -> None:
    records = tmp_path / "records"
    ask("match", GAME, "--option", "cards=9", "--games", 60, "--records", records)
    cards = {move for line in records.read_text().splitlines() for move in json.loads(line)["moves"]}
    assert "card 9" in cards


def test_the_table_has_a_row_for_each_agent_and_game(tmp_path: Path) -> None:
    found = data("match", GAME, "--games", 12, "--block", 2, "--csv", tmp_path / "table.csv")
    with open(tmp_path / "table.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 36
    for position, each in enumerate(found["agents"], 1):
        own = [row for row in rows if row["position"] == str(position)]
        assert sum(Fraction(row["returns"]) for row in own) == Fraction(each["total"])
        assert {row["agent"] for row in own} == {each["agent"]}
        assert sorted(row["seat"] for row in own) == sorted("123" * 4)


def test_what_is_recorded_is_replayed(tmp_path: Path) -> None:
    records = tmp_path / "records"
    ask("match", GAME, "--games", 12, "--block", 3, "--records", records, "--coalition", "1,2", "--names", "a,b,c")
    moves = sum(len(json.loads(line)["moves"]) for line in records.read_text().splitlines())
    assert data("replay", records, "--game", GAME) == {"games": 12, "moves": moves, "agents_asked": True}
    assert data("replay", records, "--game", GAME, "--moves-only")["agents_asked"] is False
    assert f"12 games, {moves} moves: all are as recorded" in ask("replay", records, "--game", GAME).stdout
    assert ask("replay", "-", "--game", GAME, given=records.read_text()).exit_code == 0


@pytest.mark.parametrize("kept", [True, False])
def test_control_c_says_how_to_go_on_if_results_are_kept(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "run", interrupted)
    result = ask("match", GAME, "--games", 3, *(["--out", tmp_path / "out"] if kept else []))
    assert result.exit_code == 130
    assert ("the same command goes on from there" in result.stderr) == kept


def test_a_record_that_is_changed_is_an_error_with_line_and_move(tmp_path: Path) -> None:
    records = tmp_path / "records"
    ask("match", GAME, "--games", 3, "--records", records)
    lines = records.read_text().splitlines()
    wrong = json.loads(lines[1])
    wrong["moves"][3] = "claim 9"
    records.write_text("\n".join([lines[0], json.dumps(wrong)]))
    assert "records, line 2: this line was changed" in ask("replay", records, "--game", GAME).stderr
    del wrong["crc"]
    records.write_text("\n".join([lines[0], json.dumps(wrong)]))
    result = ask("replay", records, "--game", GAME)
    assert result.exit_code == 2
    assert "records, line 2, move 4: claim 9: 3 can do" in result.stderr


def test_a_run_is_taken_up_by_the_same_command(tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = data("match", GAME, "--games", 30, "--out", out)
    out.write_bytes(out.read_bytes()[:-100])
    assert data("match", GAME, "--games", 30, "--out", out) == whole
    assert data("match", GAME, "--games", 60, "--out", out) == data(
        "match", GAME, "--games", 60, "--seed", whole["seed"]
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("match", "no_such"), "error: no game 'no_such'"),
        (("match", GAME, "--agents", "honest", "onest"), "did you mean 'honest'?"),
        (("match", GAME, "--agents", "learner(lie=1)", "honest"), "did you mean 'lies'?"),
        (("match", GAME, "--agents", "honest"), "1 agent; expected 2 to 4"),
        (("match", GAME, "--option", "crads=4"), "did you mean 'cards'?"),
        (("match", GAME, "--option", "cards=2"), "expected 3 to 20"),
        (("match", GAME, "--names", "ann", "bob"), "2 names for 3 agents"),
        (("match", GAME, "--names", "a", "", "c"), "player '': expected a name"),
        (("match", GAME, "--names", "a b", "c", "d"), "expected a name of letters, digits and _"),
        (("match", GAME, "--names", "a", "a", "b"), "expected names that differ"),
        (("match", GAME, "--team", "1;2"), "--team 1;2: expected numbers of agents, such as --team 1,3"),
        (("match", GAME, "--coalition", "0,1"), "coalition with agent 0: expected numbers of agents from 1 to 3"),
        (("match", GAME, "--games", "10", "--block", "4"), "expected a multiple, such as 8"),
        (("match", GAME, "--jobs", "0"), "--jobs 0: expected"),
        (("match", GAME, "--backend", "dask"), "--backend dask needs --scheduler tcp://"),
        (("match", GAME, "--backend", "x"), "expected loky or dask"),
        (("match", GAME, "--out", "/no/such/folder/out"), "there is no such directory"),
        (("match", GAME, "--csv", "/"), "this is a directory"),
        (("match", GAME, "--seed", "1", "--seed", "2"), "--seed is given 2 times"),
        (("games", "nothing:HERE"), "game 'nothing:HERE'"),
        (("replay", "/no/such/file"), "/no/such/file: there is no such file"),
        (("replay", "/dev/null"), "this is a device; name a file"),
    ],
)
def test_mistakes_are_told_and_end_with_2(arguments: tuple[str, ...], message: str) -> None:
    result = ask(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.stderr


def test_nothing_is_written_where_the_lineup_is_wrong(tmp_path: Path) -> None:
    ask("match", GAME, "--agents", "honest", "onest", "--out", tmp_path / "out", "--records", tmp_path / "records")
    assert list(tmp_path.iterdir()) == []


def test_a_game_tells_its_options_agents_atoms_and_formulas() -> None:
    found = data("games", GAME)
    assert found["options"] == {"cards": 5}
    assert found["variables"] == {f"card_{name}": [1, 2, 3, 4, 5] for name in "123"}
    assert {each["name"]: each["parameters"] for each in found["agents"]} == {
        "honest": {},
        "learner": {"lies": 1, "claims": 2},
        "random": {},
    }
    shown = ask("games", GAME).stdout
    assert "limit            default 5 penalties, or 3 lives" in ask("games", "bluff_poker").stdout
    for agent in found["agents"]:
        assert agent["about"]
        assert f"{agent['text']} " in shown
        assert agent["about"] in shown
    for example in found["formulas"]:
        assert example["formula"] in shown
        assert example["meaning"] in shown


def test_the_list_of_games_has_each_once() -> None:
    assert [each["name"] for each in data("games")] == list(registry.names())
    assert all(name in ask("games").stdout for name in registry.names())
    for name in registry.names():
        assert data("games", name)["name"] == name
        assert ask("games", name).exit_code == 0
