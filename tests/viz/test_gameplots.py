"""Plots of many games: what is counted, and what the command answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from games import registry
from games.bluff_poker.charts import ROLLS, Bluff, believed, bluffs, roll_class
from games.bluff_poker.outcomes import MULTIPLICITY
from viz.game_pictures import plot_games, plot_shares
from viz.pictures.picture import DrawError
from whoknows.cli.main import app

GAME = registry.game("bluff_poker")


def test_bluffs_are_the_bids_above_the_dice_and_how_they_were_answered() -> None:
    moves = ("starts ann", "rolls 6 4 2", "bid 651", "believe", "look", "throw 1 closed", "rolls 6", "bid 652", "call",
             "rolls 1 1 2", "bid 211", "call", "rolls 1 1 1", "bid 222", "call")  # fmt: skip
    state = GAME.rules(names=("ann", "bob")).deserialize(moves)
    assert list(bluffs(state)) == [Bluff(2, 642, 651, True), Bluff(2, 642, 652, False), Bluff(2, 111, 222, False)]


def test_players_who_are_out_are_not_counted() -> None:
    rules = GAME.rules(names=("ann", "bob", "john"), ending="lives", limit=1)
    state = rules.deserialize(("starts ann", "rolls 1 2 3", "bid 654", "call", "rolls 1 2 3", "bid 611", "call"))
    assert [each.players for each in bluffs(state)] == [3, 2]


def test_each_outcome_is_in_the_class_whose_name_holds_it() -> None:
    for number in MULTIPLICITY:
        low, _, high = ROLLS[roll_class(number)].partition("-")
        assert low == "pokers" if number % 111 == 0 else int(low) <= number <= int(high)


def test_shares_are_counted_by_players_and_class() -> None:
    found = believed([Bluff(3, 642, 651, True), Bluff(3, 654, 661, False), Bluff(2, 211, 311, True)])
    assert found[3][roll_class(642)] == (1, 2)
    assert (sorted(found), found[2][0], found[2][1]) == ([2, 3], (1, 1), (0, 0))


def test_a_plot_names_its_series_and_steps() -> None:
    text = str(plot_shares({"two": [(1, 4), (0, 0)], "three": [(3, 4), (2, 2)]}, steps=["low", "high"], title="T"))
    for said in ("two (4)", "three (6)", "low", "high", "75 %"):
        assert said in text
    assert text == plot_shares({"two": [(1, 4), (0, 0)], "three": [(3, 4), (2, 2)]}, steps=["low", "high"], title="T")


def test_a_plot_of_too_few_games_says_how_many_it_needs() -> None:
    moves = ("starts ann", "rolls 6 4 2", "bid 651", "call", "rolls 1 1 2", "bid 211", "call")
    state = GAME.rules(names=("ann", "bob"), limit=2).deserialize(moves)
    with pytest.raises(DrawError, match=r"1 game of bluff_poker: .* 10 bluffs.*as 100"):
        plot_games([state])


def test_steps_that_were_hardly_counted_are_left_out() -> None:
    with pytest.raises(DrawError, match=r"nothing to plot: .*5 times"):
        plot_shares({"two": [(1, 4)]}, steps=["low"], least=5)
    with pytest.raises(DrawError, match="1 counts for 2 steps"):
        plot_shares({"two": [(1, 4)]}, steps=["low", "high"])


def test_games_of_two_kinds_and_games_without_plots_are_refused() -> None:
    poker, mine = GAME.rules().start(), registry.game("saboteur").rules().start()
    for states, said in (
        ([], "no games"),
        ([poker, mine], "expected records of one game"),
        ([mine], "no plot of this"),
    ):
        with pytest.raises(DrawError, match=said):
            plot_games(states)


def test_the_command_plots_records(tmp_path: Path) -> None:
    records, path = tmp_path / "games.jsonl", tmp_path / "bluffs.png"
    agents = ("random-overbid-random", "greedy-truthful-random")
    made = ["match", "bluff_poker", "--agents", *agents, "--games", "20", "--records", str(records), "--jobs", "1"]
    assert CliRunner().invoke(app, made).exit_code == 0
    result = CliRunner().invoke(app, ["plot", str(records), "-o", str(path)])
    assert (result.exit_code, path.read_bytes()[:4]) == (0, b"\x89PNG"), result.output
    for args, said in (
        ([str(records), "-o", str(tmp_path / "x.gif")], "the ending gives the format"),
        ([str(tmp_path / "no.jsonl"), "-o", str(path)], "no such file"),
        (["-", "-", "-o", str(path)], "which can be read once"),
    ):
        refused = CliRunner().invoke(app, ["plot", *args])
        assert (refused.exit_code, said in refused.output) == (2, True), refused.output
