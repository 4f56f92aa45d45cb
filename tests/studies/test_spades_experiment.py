"""The experiment of the source on BIS: what is measured of a game, and hypotheses that can fail."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from games.playing.match import Match
from games.spades.rules import SpadesState
from studies.experiment import Measured
from studies.set_ups import experiment_of
from studies.spades.experiment import (
    ABLATIONS,
    BOTH,
    DEALS,
    FEWER,
    NO_END,
    ONE_ROUND,
    OWN_BIDS,
    OWN_PLAY,
    PARTS,
    PLAYERS,
    SINGLE,
    SOURCE,
    TABLE,
    TABLE_2,
    TABLE_2_TREES,
    figures,
    judged,
    measured,
)
from whoknows.cli.main import app

ASKED = experiment_of("spades")
ALL = ASKED.of_parts()
SET_UPS = {(each.agent, each.against): each for each in ALL if each.variant == SOURCE}
RULES = {SOURCE: {"goal": 200, "floor": -100}, ONE_ROUND: {"goal": 1, "floor": -1}}
SEARCHED = {*OWN_PLAY.values(), *OWN_BIDS.values(), BOTH}


ROWS = [[0, 0, 3, 4, 3, 142, -60, 0, 1], [1, 5, 3, 4, 3, -22, 60, 0, 0]]
"""A nil with two bags against a contract that failed; then eight bags, a hundred points for them, against none."""


def game(number: int, won: str = "1", bids: int = 21) -> Measured:
    """A game of two rounds as it is measured; rounds have two games, one in each seating."""
    place = {"round": number // 2, "seating": number % 2, "tables": ROWS}
    return place | {"won": won, "rounds": 2, "points": [120, 90], "bids": bids, "nils": [1, 0], "made": [1, 0]}


def test_the_parts_are_those_of_the_source_and_our_own_agents() -> None:
    assert {part.name for part in PARTS} == {"players", "table-2", "ablations", "one-round", "own", "uct"}
    assert set(SET_UPS) == {PLAYERS, *TABLE_2.values(), *TABLE_2_TREES.values(), *ABLATIONS.values(), *SEARCHED}
    for each in ALL:
        assert each.rounds == (FEWER if (each.agent, each.against) in SEARCHED else DEALS)
        assert each.options == RULES[each.variant]
        trial = each.trial(1)
        assert trial.matches == 2, "each deal is played twice"
        trial.setup.lineup.new_agents(trial.setup.played)


def test_what_is_measured_is_what_happened() -> None:
    trial = SET_UPS[ABLATIONS[SINGLE]].trial(5)
    for number in (0, 1):
        match: Match = trial.match(number)
        played = match.play(0)
        found = measured(match, played)
        last = played.last
        assert isinstance(last, SpadesState)
        scores = last.position.scores
        ours = match.seats[0] % 2
        assert found["points"] == [scores[ours], scores[1 - ours]]
        assert Fraction(found["won"]) == (scores[ours] > scores[1 - ours])
        assert found["rounds"] == len(last.position.rounds)
        assert sum(found["nils"]) == sum(bid == 0 for each in last.position.rounds for bid in each.bids)
        assert [sum(each[side] for each in found["tables"]) for side in (5, 6)] == found["points"]
        for each, table in zip(last.position.rounds, found["tables"], strict=True):
            assert match.seats[table[0]] == (each.dealer + 1) % 4
            assert [each.bids[seat] for seat in match.seats] == table[1:5]
            assert each.hands[match.seats[table[7]]] >> 51 & 1
            assert table[8].bit_count() == sum(bid == 0 == took for bid, took in zip(each.bids, each.took, strict=True))
            assert len(table) == len(TABLE)
        assert all(made <= nils for made, nils in zip(found["made"], found["nils"], strict=True))


def test_figures_are_per_round() -> None:
    found = figures([game(number) for number in range(20)])
    assert (found["points"].mean, found["their points"].mean, found["bids"].mean) == (60, 45, 10.5)
    assert (found["bags"].mean, found["their bags"].mean) == (5, 0)
    assert (found["nils"].mean, found["nils made"].mean, found["won"].mean) == (0.25, 1, 1)


@pytest.mark.parametrize(("wins", "verdict"), [(0.9, "confirmed"), (0.5, "undecided"), (0.2, "refuted")])
def test_a_hypothesis_follows_the_games_won(wins: float, verdict: str) -> None:
    games = [game(number, "1" if number % 10 < 10 * wins else "0") for number in range(200)]
    found = {each.name: each.verdict for each in judged([(SET_UPS[ABLATIONS[NO_END]], games)])}
    assert found["S5"] == verdict
    assert found["S8"] == "confirmed"
    assert "S1" not in found
    high = [game(number, bids=24) for number in range(200)]
    assert {each.name: each.verdict for each in judged([(SET_UPS[ABLATIONS[NO_END]], high)])}["S8"] == "refuted"


def test_the_command_runs_a_part_and_tells_it() -> None:
    args = ["experiment", "spades", "--part", "players", "--rounds", "3", "--jobs", "1", "--seed", "4", "--json"]
    found = CliRunner().invoke(app, args, prog_name="whoknows")
    assert found.exit_code == 0, found.stderr
    data = json.loads(found.stdout)
    assert [each["name"] for each in data["hypotheses"]] == ["S7"]


def test_set_ups_of_several_variants_are_told_apart() -> None:
    args = ["experiment", "spades", "--part", "ablations=2", "--part", "one-round=2", "--jobs", "1", "--seed", "4"]
    said = " ".join(CliRunner().invoke(app, args, prog_name="whoknows").stdout.split())
    assert "variants source and one-round" in said
    alike = "4 players, against bis(endgame=False), bis and bis(endgame=False), "
    assert said.index(alike + "source") < said.index(alike + "one-round")
