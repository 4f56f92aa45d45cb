"""Experiments of Saboteur: what is measured, runs that are taken up again, hypotheses judged, and the command."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games.core.errors import GameError, RecordError
from games.playing.match import Match
from games.playing.statistics import Estimate, estimate, proportion
from studies.experiment import Claim, Hypothesis, Trial, run, together
from studies.saboteur.experiment import (
    COLUMNS,
    EXPERIMENT,
    KEYS,
    MAP,
    NEVER,
    SOURCE,
    Key,
    difference,
    figures,
    gain,
    hypotheses,
    measured,
    rounds_of,
)
from whoknows.cli.experiment import shown
from whoknows.cli.main import app

set_ups, of_agents, players_of = EXPERIMENT.set_ups, EXPERIMENT.of_agents, EXPERIMENT.players
FEW = set_ups({"depth": (1, 2)}, players=(3,))


def trials(seed: int = 0) -> list[Trial]:
    return [each.trial(seed) for each in FEW]


def texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}


def made(found: bool, believed: int = 3, astray: bool = False) -> dict[str, Any]:
    """A round that never was."""
    counts, lost = [believed] * 5, [astray] + [False] * 4
    return {"found": found, "believed": counts, "astray": lost, "saboteurs": [0, 1], "emptied": 0, "updates": 9}


def rounds(**shares: Any) -> dict[Key, list[dict[str, Any]]]:
    """200 rounds of each of the twelve set-ups; a share may be a function of the set-up."""
    plan = {"won": 0.3, "astray": 0.02, "believed": lambda key: 3 if key.factor == 1.5 else 1} | shares
    found: dict[Key, list[dict[str, Any]]] = {}
    for key in KEYS:
        won, astray, believed = (each(key) if callable(each) else each for each in plan.values())
        drawn = [made(number < 200 * won, believed, number < 200 * astray) for number in range(200)]
        Random(str(key)).shuffle(drawn)
        found[key] = numbered(drawn)
    return found


def numbered(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each | {"round": number} for number, each in enumerate(rounds)]


def verdicts(**shares: Any) -> dict[str, str]:
    return {each.name: each.verdict for each in hypotheses(rounds(**shares))}


# Shares


@pytest.mark.parametrize(("hits", "of"), [(0, 20), (1, 20), (13, 20), (20, 20), (970, 1000)])
def test_the_interval_of_a_share_is_wilsons(hits: int, of: int) -> None:
    from scipy.stats import binomtest

    ours, theirs = proportion(hits, of, 0.9), binomtest(hits, of).proportion_ci(0.9, method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    assert ours.mean == hits / of


def test_the_interval_of_a_difference_is_newcombes() -> None:
    found = difference(proportion(56, 70), proportion(48, 80))
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)  # his table II, (a)


def test_of_no_rounds_nothing_is_said() -> None:
    assert proportion(0, 0) == Estimate(Fraction(0), 0.0, None, None)
    assert difference(proportion(3, 4), proportion(0, 0)).low is None


def test_an_interval_that_ends_just_below_nothing_ends_at_nothing() -> None:
    assert shown(Estimate(Fraction(1), 0.0001, -0.0001, 0.0003), COLUMNS["emptied"]) == "0.0 (0.0 to 0.0)"


def test_intervals_of_many_claims_are_wider() -> None:
    assert together(5, 0.95) == pytest.approx(0.99)
    values = [Fraction(each) for each in range(9)]
    wide, narrow = estimate(values, [1] * 9, together(5, 0.95)), estimate(values, [1] * 9)
    assert wide.low is not None
    assert narrow.low is not None
    assert wide.low < narrow.low


# Set-ups


def test_there_are_twelve_set_ups_and_a_map_of_forty_eight() -> None:
    assert len({each.name for each in set_ups(SOURCE)}) == 12
    assert len({each.name for each in set_ups(MAP)}) == 48


def test_set_ups_have_names_that_files_can_have() -> None:
    names = [each.name for each in of_agents(["source(saboteurs=never)", "source(chart=a/b c)"])]
    assert names == ["source-5-source(saboteurs=never)", "source-5-source(chart=a_b_c)"]


@pytest.mark.parametrize(("text", "players"), [("5", (5,)), ("3,5, 5", (3, 5)), ("3..10", tuple(range(3, 11)))])
def test_numbers_of_players_are_read(text: str, players: tuple[int, ...]) -> None:
    assert players_of(text) == players


@pytest.mark.parametrize("text", ["", "2", "11", "3..11", "five", "3...5", "5..3", "-3", "3,"])
def test_other_numbers_of_players_are_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"3\.\.10"):
        players_of(text)


# What is measured


@pytest.mark.parametrize("each", [*set_ups({"factor": (5,), "saboteurs": ("never",)}), *set_ups({}, "official", (4,))])
def test_what_is_measured_is_what_the_models_say_of_the_table(each: Any) -> None:
    match = Match(each.trial(7).setup, 3)
    played = match.play(0)
    found = measured(match, played)
    result = played.last.position.results[-1]
    assert (found["found"], tuple(found["saboteurs"])) == (result.found, result.saboteurs)
    names = match.rules.names
    truth = " & ".join(f"{'' if seat in result.saboteurs else '~'}saboteur({name})" for seat, name in enumerate(names))
    for agent in match.agents:
        model, name = agent.mind(), names[agent.seat]
        here = next(each for each in model.worlds if model.holds(f"saboteur({name})", at=each) == agent.saboteur)
        assert found["astray"][agent.seat] == model.holds(f"B_{name} ~({truth})", at=here)
        assert found["believed"][agent.seat] == len(model.believed(name, at=here))
    assert found["updates"] >= found["emptied"] >= 0


def test_rounds_of_a_set_up_have_each_its_own_luck_and_those_of_one_number_the_same() -> None:
    found = run(trials(), 4, measured, jobs=1)
    deals = [[tuple(each["saboteurs"]) for each in rounds] for rounds in found.values()]
    assert deals[0] == deals[1]
    assert len(set(deals[0])) > 1


def test_the_figures_of_agents_who_believe_no_worlds_are_left_open() -> None:
    greedy = of_agents(["greedy"], players=(3,))[0]
    found = figures(run([greedy.trial(0)], 2, measured, jobs=1)[greedy.name])
    assert found["worlds"].is_empty
    assert not found["miners"].is_empty


# Runs that are taken up again


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """The folder and the results of a run of three rounds that nothing cut off."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, run(trials(), 3, measured, out=folder, jobs=1)


@pytest.mark.parametrize("kept", [0, 400, *(pytest.param(kept, marks=pytest.mark.slow) for kept in (30, 900))])
def test_a_run_that_was_cut_off_anywhere_ends_with_the_same_files_and_figures(
    tmp_path: Path, undisturbed: tuple[Path, Any], kept: int
) -> None:
    cut, (whole, results) = tmp_path, undisturbed
    run(trials(), 2, measured, out=cut, jobs=1)
    torn = cut / f"{FEW[0].name}.jsonl"
    torn.write_bytes(torn.read_bytes()[:kept])
    assert run(trials(), 3, measured, out=cut, jobs=1) == results
    assert texts(cut) == texts(whole)


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run(trials(), 2, measured, jobs=1)
    monkeypatch.setattr("games.playing.arena.HEAD", 0)  # processes at once
    assert run(trials(), 2, measured, jobs=2) == alone


def test_what_is_done_is_told_and_not_done_again(tmp_path: Path) -> None:
    run(trials(), 2, measured, out=tmp_path, jobs=1)
    heard: list[tuple[int, int]] = []
    run(trials(), 3, measured, out=tmp_path, jobs=1, told=lambda done, wanted: heard.append((done, wanted)))
    assert heard == [(4, 6), (5, 6), (6, 6)]


def test_fewer_rounds_than_are_there_are_the_first_of_them(tmp_path: Path) -> None:
    more = run(trials(), 3, measured, out=tmp_path, jobs=1)
    fewer = run(trials(), 2, measured, out=tmp_path, jobs=1)
    assert fewer == {name: rounds[:2] for name, rounds in more.items()}


def test_a_folder_of_another_run_is_refused_and_kept(tmp_path: Path) -> None:
    run(trials(), 1, measured, out=tmp_path, jobs=1)
    before = texts(tmp_path)
    with pytest.raises(RecordError, match=r"another run.*seed 0, not 1; .*file"):
        run(trials(1), 1, measured, out=tmp_path, jobs=1)
    assert texts(tmp_path) == before


# Hypotheses


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.6, 0.7, "confirmed"), (0.4, 0.49, "refuted"), (0.4, 0.6, "undecided"), (None, None, "undecided")],
)
def test_a_claim_is_judged_by_the_whole_interval(low: float | None, high: float | None, verdict: str) -> None:
    assert Claim("x", Estimate(Fraction(1), 0.5, low, high), 0.5, inf).verdict == verdict


def test_a_hypothesis_falls_with_one_claim_and_stands_with_all() -> None:
    def of(*bounds: tuple[float, float]) -> str:
        claims = [Claim("x", Estimate(Fraction(0), 0.0, low, high), -1, 1) for low, high in bounds]
        return Hypothesis("H", "", "", tuple(claims)).verdict

    assert of((0, 0.5), (-0.5, 0.5)) == "confirmed"
    assert of((0, 0.5), (0.5, 1.5)) == "undecided"
    assert of((0, 0.5), (0.5, 1.5), (2, 3)) == "refuted"


@pytest.mark.parametrize("won", [False, True])
def test_a_share_over_all_set_ups_has_an_interval_within_0_and_1(won: bool) -> None:
    few = {key: each[:3] for key, each in rounds(won=won, astray=0).items()}
    few[KEYS[0]][0]["found"] = not won
    wins = hypotheses(few)[0].claims[0].figure
    assert wins.mean == pytest.approx(1 / 36 if won else 35 / 36)
    assert 0 <= wins.low < wins.mean < wins.high <= 1


def test_all_that_the_report_saw_is_confirmed_by_figures_that_show_it() -> None:
    def won(key: Key) -> float:
        return 0.15 if key.saboteurs != NEVER else 0.9 if key.depth == 1 else 1.0

    found = verdicts(won=won, astray=lambda key: 0.15 if key.saboteurs == NEVER else 0.01)
    assert found == dict.fromkeys(found, "confirmed")


def test_where_rounds_are_won_as_often_as_lost_200_cannot_tell_nothing_from_ten_points() -> None:
    assert verdicts(won=0.5)["H4"] == verdicts(won=0.5)["H5"] == "undecided"


def test_each_hypothesis_is_refuted_by_figures_that_show_the_contrary() -> None:
    assert verdicts(won=0.8)["H1"] == "refuted"
    assert verdicts(astray=0.5)["H2"] == "refuted"
    assert verdicts(believed=lambda key: 3 + (key == Key(5, 2, NEVER)))["H3"] == "refuted"
    assert verdicts(won=lambda key: 0.1 + 0.4 * (key == Key(5, 2, "needed")))["H4"] == "refuted"
    assert verdicts(won=lambda key: 0.1 + 0.4 * (key.saboteurs == "needed"))["H5"] == "refuted"
    assert verdicts(won=lambda key: 0.7 if key == Key(1.5, 2, NEVER) else 1.0)["H6"] == "refuted"
    assert verdicts(won=lambda key: 0.5 if key == Key(1.5, 1, NEVER) else 0.9)["H7"] == "refuted"
    assert verdicts(astray=lambda key: 0.5 * (key.saboteurs != NEVER))["H8"] == "refuted"


def test_hypotheses_are_about_the_twelve_set_ups_alone() -> None:
    of_source = [(each, [made(True)]) for each in set_ups(SOURCE)]
    assert set(rounds_of(of_source) or ()) == set(KEYS)
    assert rounds_of(of_source[1:]) is None
    assert rounds_of([(each, [made(True)]) for each in set_ups(MAP)]) is None
    assert rounds_of([(replace(each, against=("random", "random")), rounds) for each, rounds in of_source]) is None


def test_what_a_set_up_gains_is_the_difference_of_its_miners_shares() -> None:
    found = gain(numbered([made(True)] * 3 + [made(False)]), numbered([made(True)] + [made(False)] * 3))
    assert found.mean == 0.5
    assert found == difference(proportion(3, 4), proportion(1, 4))


# The command


def ask(*arguments: object) -> Result:
    given = [str(each) for each in ("experiment", "saboteur", *arguments)]
    return CliRunner().invoke(app, given, prog_name="whoknows")


SMALL = ("--rounds", 2, "--players", "3", "--vary", "factor=1.5", "--vary", "saboteurs=never", "--jobs", 1)


def test_the_command_tells_figures_and_what_depth_two_is_worth_and_draws_them(tmp_path: Path) -> None:
    told = ask(*SMALL, "--out", tmp_path / "new")
    assert told.exit_code == 0, told.stderr
    assert "factor 1.5 depth 2 saboteurs never" in told.stdout
    assert "What depth two is worth" in told.stdout
    data = json.loads((tmp_path / "new" / "results.json").read_text())
    assert len(data["set_ups"]) == 2
    assert data["set_ups"][0]["miners"]["low"] <= data["set_ups"][0]["miners"]["mean"]
    assert (tmp_path / "new" / "set-ups-3.png").read_bytes().startswith(b"\x89PNG")
    again = ask(*SMALL, "--out", tmp_path / "new", "--json")
    assert json.loads(again.stdout) == data


def test_agents_are_compared_for_several_numbers_of_players(tmp_path: Path) -> None:
    agents = ("--agents", "greedy", "source(depth=1)", "--players", "3,4", "--rounds", 1, "--jobs", 1)
    told = ask(*agents, "--out", tmp_path, "--variant", "official")
    assert told.exit_code == 0, told.stderr
    assert "4 players" in told.stdout
    assert "players.png" in told.stdout
    assert "Hypotheses" not in told.stdout
    greedy, source = json.loads((tmp_path / "results.json").read_text())["set_ups"][:2]
    assert greedy["worlds"]["mean"] is None, "greedy has no believed worlds; that is not the same as zero"
    assert source["worlds"]["mean"] > 0


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--players", "2"], "numbers from 3 to 10"),
        (["--rounds", "0"], "--rounds 0: expected at least one of each set-up"),
        (["--jobs", "0"], "--jobs 0: expected"),
        (["--variant", "mine"], "expected 'source' or 'official'"),
        (["--vary", "factor"], "such as factor=1.5,5"),
        (["--vary", "factr=1"], "no parameter 'factr'"),
        (["--vary", "factor=-1"], "expected a number above 0"),
        (["--agents", "clever"], "no agent 'clever'"),
        (["--agents", "greedy", "--map"], "leave out --map, --vary and --part"),
    ],
)
def test_what_cannot_be_is_refused_before_a_folder_is_made(tmp_path: Path, wrong: list[str], says: str) -> None:
    answer = ask("--out", tmp_path / "new", *wrong)
    assert answer.exit_code == 2
    assert says in answer.stderr
    assert not (tmp_path / "new").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "this is a file" in ask("--out", tmp_path / "file").stderr
