"""The experiment of Cheat: what is measured in a game, the parts, and the source's statements judged."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from games.cheat.rules import CALL, TAKE, Claim
from games.core.errors import GameError
from games.playing.match import Lineup, Match, Setup
from studies.cheat.experiment import CURVE, EXPERIMENT, curves, judged
from studies.cheat.measures import (
    ACCURACIES,
    DEEDS,
    FPMGA,
    MGA,
    ONLY_LAST,
    PEOPLE,
    PMGA,
    READER,
    channel,
    figures,
    measured,
)
from studies.experiment import Measured, Trial, Verdict, run
from studies.set_ups import SetUp, experiment_of
from whoknows.cli.experiment import Report, draw_all
from whoknows.cli.main import app


@pytest.fixture(scope="module")
def played() -> list[tuple[Match, Any, Measured]]:
    """Two deals of simple players, each with seats exchanged."""
    (set_up,) = EXPERIMENT.of_agents(["honest"], against=[PEOPLE])
    matches = [set_up.trial(3).match(number) for number in range(4)]
    return [(match, over, measured(match, over)) for match in matches for over in [match.play(0)]]


def test_deeds_are_counted_for_the_agent_and_the_other_whoever_sits_where(
    played: list[tuple[Match, Any, Measured]],
) -> None:
    assert {match.seats for match, _, _ in played} == {(0, 1), (1, 0)}
    for match, over, found in played:
        for place, seat in enumerate(match.seats):
            own = [(before.position, move.action) for before, move in over.last.steps() if move.player == seat]
            claims = [action for _, action in own if isinstance(action, Claim)]
            calls = [now.laid[-1].is_true for now, action in own if action == CALL]
            assert found["moves"][place] == len(own)
            assert found["takes"][place] == sum(action == TAKE for _, action in own)
            assert found["lies"][place] == sum({card.rank for card in each.cards} != {each.rank} for each in claims)
            assert (found["calls"][place], found["right"][place]) == (len(calls), calls.count(False))
            assert found["caught"][1 - place] == found["right"][place]
            assert found["cards"][place] == over.last.position.hands[seat].bit_count()
        assert Fraction(found["won"]) == over.returns[match.seats[0]]


def test_who_never_lies_is_never_caught(played: list[tuple[Match, Any, Measured]]) -> None:
    found = figures([game | {"round": number} for number, (_, _, game) in enumerate(played)])
    assert found["lies"].mean == found["caught"].mean == 0
    assert found["rounds"].mean * 2 == sum(game["turns"] for _, _, game in played) / len(played)


def test_the_limit_counts_only_where_nobody_has_emptied_the_hand() -> None:
    (set_up,) = EXPERIMENT.of_agents(["honest"], against=[("honest",)])
    match = set_up.trial(1).match(0)
    over = match.play(0)
    assert measured(match, over)["limit"] == all(measured(match, over)["cards"])


def test_the_experiment_of_cheat_is_found_and_its_parts_have_their_own_numbers_of_rounds() -> None:
    asked = experiment_of("cheat")
    assert asked is EXPERIMENT
    rounds = {each.agent: each.rounds for each in asked.of_parts(["main", "accuracy"])}
    assert set(rounds) == set(map(channel, ACCURACIES)) | {PMGA, READER}
    assert rounds[MGA] == rounds[FPMGA] == rounds[READER] == 1_000 > rounds[channel(0.6)]
    fewer = {each.agent: each.rounds for each in asked.of_parts(["main", "accuracy"], {"accuracy": 7})}
    assert (fewer[MGA], fewer[channel(0.6)]) == (1_000, 7)
    names = [each.name for each in asked.of_parts()]
    assert len(set(names)) == len(names)


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(GameError, match=r"part 'mian': expected main, .*'main'"):
        EXPERIMENT.of_parts(["mian"])
    with pytest.raises(GameError, match=r"'main': .*Bluff Poker.*no parts"):
        experiment_of("bluff_poker").of_parts(["main"])


def trial(agent: str, rounds: int) -> Trial:
    """A set-up of a small game."""
    return Trial(agent, Setup("cheat", Lineup((agent, "random")), {"hand": 3, "limit": 10}, 1), rounds)


def test_set_ups_may_have_rounds_of_their_own_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    asked = [trial("honest", 2), trial("random()", 4)]
    whole = run(asked, 3, measured, jobs=1)
    assert {name: [game["round"] for game in games] for name, games in whole.items()} == {
        "honest": [0, 0, 1, 1],
        "random()": [0, 0, 1, 1, 2, 2, 3, 3],
    }
    run([replace(each, rounds=1) for each in asked], 3, measured, out=tmp_path, jobs=1)
    assert run(asked, 3, measured, out=tmp_path, jobs=1) == whole


# Statements -----------------------------------------------------------------------------------------------------------


def found(
    won: dict[str, float], turns: dict[str, int], cards: dict[str, int], part: str = "main", count: int = 400
) -> list[tuple[SetUp, list[Measured]]]:
    """Rounds of two games in which the agent wins this share, with a little noise."""
    rng, per = Random(1), dict.fromkeys(DEEDS, (10, 10))
    right = {agent: 10 * (1 + rank) // 3 - 1 for rank, agent in enumerate(sorted(won, key=won.__getitem__))}
    return [
        (
            each,
            [
                per
                | {
                    "round": number // 2,
                    "won": str(int(rng.random() < won.get(each.agent, 0.8))),
                    "turns": turns.get(each.agent, 50) + rng.randrange(2),
                    "cards": (10 + cards.get(each.agent, 0), 10),
                    "right": (right.get(each.agent, 0) + rng.randrange(2), 0),
                }
                for number in range(2 * count)
            ],
        )
        for each in EXPERIMENT.of_parts([part])
    ]


def verdicts(*figures: Any) -> dict[str, Verdict]:
    return {each.name: each.verdict for each in judged(found(*figures))}


def test_what_the_source_saw_is_confirmed_by_figures_that_show_it() -> None:
    told = verdicts({MGA: 0.8, PMGA: 0.9, FPMGA: 0.98}, {MGA: 80, PMGA: 40, FPMGA: 60}, {MGA: -3, PMGA: -4, FPMGA: -4})
    assert {name for name, each in told.items() if each == "confirmed"} >= {"S1", "S2", "S3", "S4", "S8"}
    assert told["B1"] == "refuted"  # the reader wins 0.8


def test_statements_are_refuted_by_figures_that_show_the_contrary() -> None:
    told = verdicts({MGA: 0.9, PMGA: 0.7, FPMGA: 0.5}, {MGA: 40, PMGA: 80, FPMGA: 60}, {MGA: -9, PMGA: 3, FPMGA: 9})
    assert {name for name, each in told.items() if each == "refuted"} >= {"S1", "S2", "S3", "S4", "S7", "S8"}


def test_statements_are_about_the_three_agents_against_the_population() -> None:
    assert [each.name for each in judged(found({}, {}, {})[1:])] == ["B1"], "which is about the others"
    assert judged(found({}, {}, {})[2:]) == []


def test_which_claims_are_public_is_judged_by_what_the_agent_wins_and_how_it_lies() -> None:
    told = {each.name: each for each in judged(found({MGA: 0.9, ONLY_LAST: 0.8}, {}, {}, "claims"))}
    assert list(told) == ["C1", "C2", "C3"]
    assert told["C1"].verdict == "confirmed"
    assert told["C2"].claims[0].of == "lies of its claims, only the last less MGA"


def test_the_curve_has_a_point_for_each_accuracy_that_was_played() -> None:
    chosen = EXPERIMENT.of_parts(["accuracy"])
    (curve,) = curves([(each, []) for each in chosen])
    assert [number for number, _ in curve.points] == list(ACCURACIES)
    assert [each.agent for _, each in curve.points] == [channel(each) for each in ACCURACIES]
    assert set(CURVE) <= set(ACCURACIES)


def test_the_report_draws_the_curves_and_says_how_many_rounds_there_were(tmp_path: Path) -> None:
    asked = EXPERIMENT.of_parts(["accuracy"])
    games = [{"round": number // 2, "won": "1", "turns": 9, "limit": False, "cards": (0, 3)} for number in range(4)]
    games = [game | dict.fromkeys(DEEDS, (2, 2)) for game in games]
    report = Report(EXPERIMENT, 2, 1, [(replace(each, rounds=2), games) for each in asked])
    assert draw_all(report, tmp_path) == ["set-ups-2.png", "accuracy.png"]
    assert (tmp_path / "accuracy.png").read_bytes().startswith(b"\x89PNG")
    assert report.counted == "2 rounds"
    assert Report(EXPERIMENT, 2, 1, [(each, games) for each in EXPERIMENT.of_parts()]).counted == "40 to 1,000 rounds"
    assert len(report.data()["set_ups"]) == len(ACCURACIES)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["--part", "mian"], "did you mean 'main'"),
        (["--part", "main", "--against", "honest"], "leave out --map"),
        (["--part", "main=1", "--part", "main=2"], "--part main=2: expected each part once"),
        (["--part", "main=few"], "--part main=few: expected a number of rounds from 1 on, such as main=200"),
    ],
)
def test_a_part_that_cannot_be_is_refused(wrong: list[str], says: str) -> None:
    answer = CliRunner().invoke(app, ["experiment", "cheat", "--rounds", "1", *wrong], prog_name="whoknows")
    assert answer.exit_code == 2
    assert says in " ".join(answer.stderr.split())
