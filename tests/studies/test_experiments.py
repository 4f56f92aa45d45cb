"""Experiments of any game: rounds of several games, line-ups, matches of several games, clusters, and the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games.bluff_poker.charts import bluffs
from games.core.errors import GameError
from games.playing.match import Lineup, Match, Played, Setup
from games.playing.records import CHECKSUM, written
from games.playing.statistics import clustered_share, estimate, proportion
from studies.bluff_poker import experiment as bluff_poker
from studies.experiment import Measured, Trial, first_return, gap, mean, run, share
from studies.set_ups import Experiment, SetUp, experiment_of
from whoknows.cli.main import app

GAME = "liars_card:GAME"
MIXED = Trial("mixed", Setup(GAME, Lineup(("learner", "honest", "random")), {"cards": 20}, 1, block=2))
ALIKE = Trial("alike", Setup(GAME, Lineup(("random",) * 3), {"cards": 20}, 1))
PAIRS = Trial("pairs", Setup("pennies:GAME", Lineup(("random", "random()") * 2), {}, 1))


def told(match: Match, played: Played) -> Measured:
    """What was dealt, who sat where, and what the first agent remembers."""
    cards = [text for text in played.last.serialize() if text.startswith("card")]
    return {"cards": cards, "seats": list(match.seats), "claims": match.agents[0].save().get("claims", 0)}


def test_a_round_is_a_deal_in_each_seating_that_makes_it_another_game() -> None:
    found = run([MIXED, ALIKE], 4, told, jobs=1)
    assert [game["round"] for game in found["mixed"]] == [0] * 6 + [1] * 6 + [2] * 6 + [3] * 6
    assert [game["round"] for game in found["alike"]] == [0, 1, 2, 3]
    for done in range(4):
        first, *others = [game for game in found["mixed"] if game["round"] == done][::2]  # the first games of matches
        assert all(game["cards"] == first["cards"] for game in others)
        assert sorted(game["seats"] for game in (first, *others)) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        assert found["alike"][done]["cards"] == first["cards"], "set-ups share the luck of a round"
    assert len({tuple(game["cards"]) for game in found["alike"]}) == 4


def test_equal_partners_play_each_deal_twice() -> None:
    """A-B-A-B: the other two seatings would be the same games again."""
    found = run([PAIRS], 3, first_return, jobs=1)["pairs"]
    assert [game["round"] for game in found] == [0, 0, 1, 1, 2, 2]


def test_agents_remember_the_games_of_a_match() -> None:
    claims = [game["claims"] for game in run([MIXED], 6, told, jobs=1)["mixed"]]
    assert all(before <= after for before, after in zip(claims[::2], claims[1::2], strict=True))
    assert any(before < after for before, after in zip(claims[::2], claims[1::2], strict=True))


@pytest.mark.parametrize("kept", [0, 100, 700, 1200, 1500, 2000])
def test_a_run_that_was_cut_off_between_the_games_of_a_round_goes_on(tmp_path: Path, kept: int) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    undisturbed = run([MIXED, ALIKE], 5, told, out=whole, jobs=1)
    run([MIXED, ALIKE], 3, told, out=cut, jobs=1)
    torn = cut / "mixed.jsonl"
    torn.write_bytes(torn.read_bytes()[:kept])
    assert run([MIXED, ALIKE], 5, told, out=cut, jobs=1) == undisturbed
    assert {path.name: path.read_bytes() for path in cut.iterdir()} == {
        path.name: path.read_bytes() for path in whole.iterdir()
    }
    assert run([MIXED, ALIKE], 2, told, out=cut, jobs=1) == {
        name: [game for game in games if game["round"] < 2] for name, games in undisturbed.items()
    }


def test_what_is_done_is_counted_in_matches() -> None:
    heard: list[tuple[int, int]] = []
    run([MIXED, ALIKE], 1, told, jobs=1, told=lambda done, wanted: heard.append((done, wanted)))
    assert heard == [(done, 4) for done in range(5)]


@pytest.mark.parametrize("rounds", [0, -1, 10**9])
def test_too_few_and_too_many_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(GameError, match=f"rounds={rounds}: expected.* one .* 10,"):
        run([MIXED], rounds, told, jobs=1)


# Figures


def games(*rounds: list[int | None]) -> list[Measured]:
    return [{"round": number, "won": each} for number, values in enumerate(rounds) for each in values]


def won(game: Measured) -> Any:
    return game["won"]


def test_means_and_shares_are_clustered_by_round() -> None:
    found = games([1, 1, 0], [0, None, 0], [1, 0, 1])
    assert mean(found, won) == estimate([Fraction(2), Fraction(0), Fraction(2)], [3, 2, 3])
    assert share(found, won) == clustered_share([Fraction(2), Fraction(0), Fraction(2)], [3, 2, 3])
    assert mean(found, won, lambda game: 2).mean == 4 / 16


def test_a_draw_is_half_a_win() -> None:
    assert share(games(*[[Fraction(1, 2)]] * 9), won).mean == Fraction(1, 2)


def test_the_share_of_single_games_is_wilsons() -> None:
    assert share(games([1], [0], [1], [None]), won) == proportion(2, 3)


@pytest.mark.parametrize("value", [0, 1])
def test_what_never_or_always_happened_is_not_certain(value: int) -> None:
    found = share(games(*[[value] * 3] * 20), won)
    assert found.low is not None
    assert found.high is not None
    assert found.mean == value
    assert 0.1 < found.high - found.low < 0.25


def test_of_one_round_nothing_is_said_of_the_interval() -> None:
    assert share(games([1, 0]), won).low is None
    assert share([], won).is_empty


def test_a_gap_is_that_of_rounds_with_the_same_luck() -> None:
    one, other = games([1, 1], [0, 1], [1, 0], [None]), games([1, 0], [0, 0], [1, 1], [1])
    assert gap(one, other, won) == estimate([Fraction(1, 2), Fraction(1, 2), Fraction(-1, 2)], [1] * 3)


# Set-ups


def test_a_game_without_an_experiment_of_its_own_compares_returns() -> None:
    asked = experiment_of(GAME)
    (each,) = asked.set_ups(asked.axes)
    assert (each.agent, each.against, each.players) == ("honest()", ("learner", "random"), 3)
    assert each.trial(1).setup.lineup.agents == ("honest()", "learner", "random")
    found = run([each.trial(1)], 30, asked.measure, jobs=1)[each.name]
    assert asked.figures(found)["return"] == mean(found, lambda game: Fraction(game["return"]))
    assert len(found) == 90


def test_agents_are_compared_at_each_table() -> None:
    asked = Experiment(
        GAME, "learner", {"usual": {}}, {"lies": (1, 2)}, first_return, lambda games: {}, {}, "",
        against=(("honest",), ("random", "honest"), ()), seats=(3, 4),
    )  # fmt: skip
    found = asked.set_ups(asked.axes)
    assert [(each.table, each.label) for each in found] == [
        (table, label)
        for table in ("2 players, against honest", "3 players, against random and honest", "3 players", "4 players")
        for label in ("lies 1", "lies 2")
    ]
    assert len({each.name for each in found}) == 8
    assert [each.table for each in asked.of_agents(["honest"], players=(2,))] == ["2 players"]
    assert [each.table for each in asked.of_agents(["honest"], against=[("random",)])] == ["2 players, against random"]


# Bluff Poker's own


def test_the_bluffs_of_all_players_are_those_of_the_game() -> None:
    setup = Setup(
        "bluff_poker", Lineup(("random-truthful-random", "greedy-overbid-believe", "random")), {"limit": 2}, 1
    )
    for number in range(10):
        played = Match(setup, number).play(0)
        found = [bluff_poker.measured(SimpleNamespace(seats=(seat,)), played) for seat in range(3)]
        lies = list(bluffs(played.last))
        assert sum(each["bluffs"] for each in found) == len(lies)
        assert sum(each["believed"] for each in found) == sum(each.believed for each in lies)
        assert [each["lost"] for each in found] == [paid < 0 for paid in played.returns]


def lost(losses: Callable[[float], int], count: int = 200) -> list[tuple[SetUp, list[Measured]]]:
    """Rounds in which the agent loses this number of games of three, and every tenth time one more."""
    asked = bluff_poker.EXPERIMENT
    return [
        (each, [{"round": done, "lost": game < losses(each.parameters["k"]) + (done % 10 == 0)}
         for done in range(count) for game in range(3)])
        for each in asked.set_ups(asked.axes)
    ]  # fmt: skip


def test_its_hypotheses_are_judged_where_the_set_ups_are_theirs() -> None:
    def verdicts(losses: Callable[[float], int]) -> list[str]:
        return [each.verdict for each in bluff_poker.judged(lost(losses))]

    assert verdicts(lambda k: int(k == 1)) == ["confirmed", "confirmed", "undecided"]
    assert verdicts(lambda k: 2 - 2 * int(k == 1)) == ["refuted", "refuted", "refuted"]
    assert bluff_poker.judged(lost(lambda k: 0)[1:]) == []


# The command


def ask(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["experiment", *map(str, arguments)], prog_name="whoknows")


def test_any_game_has_an_experiment(tmp_path: Path) -> None:
    asked = (GAME, "--agents", "honest", "learner", "--against", "random", "random", "--rounds", 10, "--seed", 1)
    answer = ask(*asked, "--jobs", 1, "--out", tmp_path / "new")
    assert answer.exit_code == 0, answer.stderr
    assert "3 players, against random and random" in answer.stdout
    data = json.loads((tmp_path / "new" / "results.json").read_text())
    assert [each["against"] for each in data["set_ups"]] == [["random", "random"]] * 2
    assert data["set_ups"][0]["return"]["low"] < data["set_ups"][0]["return"]["mean"]
    assert (tmp_path / "new" / "set-ups-3.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads(ask(*asked, "--jobs", 1, "--out", tmp_path / "new", "--json").stdout) == data


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--against", "random", "--players", "3"], "leave out --players"),
        (["--against", "randm", "random"], "no agent 'randm'; did you mean 'random'?"),
        (["--against", *["random"] * 4], "5 agents; expected 2 to 4"),
        (["--map"], "has no map"),
        (["--backend", "dask"], "needs --scheduler"),
        (["--variant", "lives"], "expected 'usual'"),
        (["--vary", "lie=1"], "no parameter 'lie'"),
        (["--agents", f"learner(lies={'1' * 300})"], "its name is too long for a file; give shorter values"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, wrong: list[str], says: str) -> None:
    answer = ask(GAME, "--rounds", 2, "--jobs", 1, "--out", tmp_path / "new", *wrong)
    assert answer.exit_code == 2
    assert says in " ".join(answer.stderr.split())
    assert not (tmp_path / "new").exists()


def test_a_game_that_does_not_exist_has_none() -> None:
    answer = ask("saboter")
    assert answer.exit_code == 2
    assert "did you mean 'saboteur'?" in answer.stderr


@pytest.mark.slow
def test_a_folder_with_the_results_of_another_experiment_is_left_alone(tmp_path: Path) -> None:
    def ran(*arguments: str) -> Result:
        command = ["experiment", *arguments, "--rounds", "1", "--jobs", "1", "--out", str(tmp_path / "out")]
        return CliRunner().invoke(app, command, prog_name="whoknows")

    assert ran("cheat", "--agents", "honest", "--against", "random").exit_code == 0
    before = (tmp_path / "out" / "results.json").read_text()
    other = ran("bluff_poker", "--agents", "random")
    assert other.exit_code == 2
    assert "has the results of an experiment on cheat" in " ".join(other.stderr.split())
    assert ran("cheat", "--agents", "random", "--against", "honest").exit_code == 2
    assert (tmp_path / "out" / "results.json").read_text() == before
    assert ran("cheat", "--agents", "honest", "--against", "random").exit_code == 0
    (tmp_path / "out" / "results.json").write_text("[" * 90_000)
    assert ran("cheat", "--agents", "honest", "--against", "random").exit_code == 0


def test_files_that_are_of_no_experiment_are_not_written_over(tmp_path: Path) -> None:
    for name in ("results.json", "set-ups-3.png"):
        mine = tmp_path / name.partition(".")[0] / name
        mine.parent.mkdir()
        mine.write_text("precious")
        answer = ask(GAME, "--rounds", 2, "--jobs", 1, "--out", mine.parent)
        assert answer.exit_code == 2
        assert f"{name} there is of something else" in " ".join(answer.stderr.split())
        assert mine.read_text() == "precious"


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.pop("return"),
        lambda game: game.update({"return": [1]}),
        lambda game: game.update({"return": "x"}),
    ],
)
def test_games_that_lack_what_is_measured_are_an_error(tmp_path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    command = (GAME, "--rounds", 2, "--jobs", 1, "--seed", 1, "--out", tmp_path)
    assert ask(*command).exit_code == 0
    (games,) = tmp_path.glob("*.jsonl")
    header, first, *others = [json.loads(line) for line in games.read_text().splitlines()]
    change(first)
    entries = [{key: each[key] for key in each if key != CHECKSUM} for each in (header, first, *others)]
    games.write_text("".join(map(written, entries)))
    answer = ask(*command)
    assert answer.exit_code == 2
    assert "is not what this version measures" in " ".join(answer.stderr.split())


def test_a_share_of_things_is_not_certain_where_all_rounds_are_alike() -> None:
    games = [{"round": number, "caught": 3, "calls": 4} for number in range(2)]
    found = share(games, lambda game: game["caught"], lambda game: int(game["calls"]))
    assert found.mean == 0.75
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.5 < 0.9 < found.high


def test_the_interval_of_a_share_is_a_part_of_0_to_100_percent(tmp_path: Path) -> None:
    command = ["experiment", "bluff_poker", "--rounds", "2", "--agents", "random", "--against", "random", "--seed", "1"]
    answer = CliRunner().invoke(app, [*command, "--jobs", "1", "--json"], prog_name="whoknows")
    (row,) = json.loads(answer.stdout)["set_ups"]
    assert 0 < row["bluffs"]["low"] < row["bluffs"]["mean"] < row["bluffs"]["high"] < 1
    assert row["moves"]["low"] < 0
