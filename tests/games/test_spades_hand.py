"""The command ``whoknows spades hand``: a bid explained as text, JSON and picture, and refused texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from games.core.errors import GameError
from games.spades.bidding.bis import Bis
from games.spades.bidding.rollout import blind_nil
from games.spades.bidding.situation import Hand, Situation
from games.spades.commands import Explained, explain
from games.telling.description import own_commands
from viz.boards import draw_answer
from whoknows.cli.main import app

WORKED = "AKJ62.AQ.Q.K9543"


def run(*args: object) -> Result:
    return CliRunner().invoke(app, ["spades", "hand", *map(str, args)], prog_name="whoknows")


def test_the_worked_hand_is_explained_take_by_take() -> None:
    told = run(WORKED, "--score", "430-410", "--bids", "3,4,?").stdout
    for part in ("♣K", "0.677", "♦ the 2nd trick", "0.944", "5.971", "♥  AQ         0.0084", "0.5714"):
        assert part in told
    assert "the 3rd to bid after 3, 4; 430 to 410 points, 500 win" in told
    assert told.rstrip().endswith("BIS bids 6.")


def test_json_has_the_same_numbers() -> None:
    data = json.loads(run(WORKED, "--score", "430-410", "--bids", "3,4,?", "--json").stdout)
    assert data["hand"] == WORKED
    assert (data["bids"], data["score"], data["bid"]) == ([3, 4], [430, 410], 6)
    assert round(data["total"], 3) == 5.971 == round(sum(take["value"] for take in data["takes"]), 3)
    assert data["nil"]["suits"]["D"] == pytest.approx(0.5714, abs=1e-4)
    assert data["nil"]["expected"] == pytest.approx(200 * data["nil"]["chance"] - 100)


def test_bags_are_the_last_digits_of_the_score() -> None:
    now = explain(WORKED, "437-412", "nil,?", "500").found.bidding.situation
    assert now == Situation((0,), 437, 412, bags=7, their_bags=2, goal=500)
    assert explain(WORKED, "-57-120", "?", "500").found.bidding.situation.bags == 3


def test_a_nil_is_explained_by_its_curve() -> None:
    answer = explain("J2..98543.J98432", "430-460", "5,4,?", "500")
    assert answer.conclusion == "BIS bids nil."
    assert answer.found.bidding == Bis().explained(Hand.read("J2..98543.J98432"), answer.found.bidding.situation)
    assert ("the partner's Big 5 covers nil",) in dict(answer.tables)["Rules"]


def test_hands_whose_spades_take_a_trick_have_no_chance_of_nil() -> None:
    answer = explain(WORKED, "0-0", "?", "500")
    assert answer.found.bidding.chance == 0
    assert ("chance of nil", "none", "the spades take a trick") in dict(answer.tables)["Success curve"]


def test_a_convention_says_which_bid_it_replaces() -> None:
    rules = dict(explain(WORKED, "0-0", "?", "500").tables)["Rules"]
    assert rules[0] == ("Big 5: 5 in place of 6, since the hand covers nil",)


@pytest.mark.parametrize("score", ["500-500", "499-499", "-199-0"])
def test_a_score_at_which_the_game_goes_on_is_taken(score: str) -> None:
    assert explain(WORKED, score, "?", "500").conclusion.startswith("BIS bids")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_picture_is_drawn(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"bid.{ending}"
    assert f"wrote {path}" in run(WORKED, "-o", path).stdout.replace("\n", "")
    assert path.stat().st_size > 2000


def test_the_picture_of_a_nil_that_brings_nothing_says_that_no_chance_is_enough() -> None:
    found = Explained(Bis().explained(Hand.read(WORKED), Situation((3, 4), nil=0)))
    assert "needed: 100.0%" in draw_answer("spades_hand", found)


def test_the_picture_shows_takes_nil_and_the_bid() -> None:
    text = draw_answer("spades_hand", explain(WORKED, "0-0", "3,4,?", "500").found)
    assert isinstance(text, str)
    for part in ("♦ the 2nd trick", "0.944", "kept for a cut", "needed: 62.5%", "bid 6", "nil value 0.0000"):
        assert part in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["AKJ62.AQ.Q.K954"], "12 cards; expected 13"),
        (["AKJ62.AQ.Q.K99543"], "C9 given twice"),
        (["AKJ62.AQ.Q.K954X"], "no card 'X'"),
        ([WORKED, "--score", "430"], "expected your side's points and the other's, such as 430-410"),
        ([WORKED, "--bids", "3,4,5,6,?"], "expected at most three bids, then ? for yours"),
        ([WORKED, "--bids", "3,?,4"], "expected at most three bids, then ? for yours"),
        ([WORKED, "--bids", "14,?"], "expected 0 to 13, nil or blind"),
        ([WORKED, "--bids", "0013333,?"], "expected 0 to 13, nil or blind"),
        ([WORKED, "--bids", "3,"], "expected at most three bids, then ? for yours"),
        ([WORKED, "--bids", ",,"], "expected at most three bids, then ? for yours"),
        ([WORKED, "--goal", "much"], "expected the points that win, 1 to 10,000, such as 500"),
        ([WORKED, "--goal", "10001"], "expected the points that win, 1 to 10,000, such as 500"),
        ([WORKED, "--score", "510-400"], "the game is over, a side has 500 points or more, or -200 or fewer"),
        ([WORKED, "--score", "10--200"], "the game is over"),
        ([WORKED, "-o", "bid.bmp"], "bid.bmp"),
    ],
)
def test_a_bad_text_is_an_error_without_a_traceback(args: list[str], message: str) -> None:
    found = run(*args)
    assert found.exit_code == 2
    assert message in " ".join(found.stderr.split())
    assert "Traceback" not in found.stderr


def test_only_games_with_commands_of_their_own_are_commands() -> None:
    assert [each.name for each in own_commands("spades")] == ["chance", "told", "hand"]
    assert own_commands("cheat") == own_commands("no such game") == ()
    found = CliRunner().invoke(app, ["cheat", "hand"], prog_name="whoknows")
    assert found.exit_code == 2
    assert "No such command 'cheat'" in found.stderr


def test_a_hand_is_read_before_anything_is_computed() -> None:
    with pytest.raises(GameError, match="11 cards"):
        explain("AKJ62.AQ.Q.K95", "0-0", "?", "500")


@pytest.mark.parametrize(
    "text",
    [
        "♠AKJ62 ♥AQ ♦Q ♣K9543",
        "♣K9543 ♠AKJ62 ♥aq ♦Q",
        "♠ A K J 6 2 ♥ A Q ♦ Q ♣ K 9 5 4 3",
        "A♠ K♠ J♠ 6♠ 2♠ A♥ Q♥ Q♦ K♣ 9♣ 5♣ 4♣ 3♣",
    ],
)
def test_signs_of_suits_are_read(text: str) -> None:
    assert Hand.read(text) == Hand.read(WORKED)


def test_a_ten_is_one_card_and_a_suit_can_be_left_out() -> None:
    assert Hand.read("♠AK1062 ♣K954310AQ") == Hand.read("AKT62...AKQT9543")


def test_a_hand_with_signs_says_what_is_wrong() -> None:
    with pytest.raises(GameError, match="no card 'Z'"):
        Hand.read("♠AKJ62 ♥AQ ♦Z ♣K9543")
    with pytest.raises(GameError, match="12 cards"):
        Hand.read("♠AKJ62 ♥AQ ♣K9543")


@pytest.mark.slow
def test_a_blind_nil_is_explained_before_the_hand_is_seen() -> None:
    """Without bids a hand fails nil four times in five; after Big 6 the partner bids it."""
    first = blind_nil(Situation(blind=True))
    assert 0.15 < first.chance < 0.3
    assert first.points == pytest.approx((2 * first.chance - 1) * 200)
    assert first.why == ""
    asked = blind_nil(Situation((6, 4), ours=120, theirs=340, blind=True))
    assert asked.chance > first.chance + 0.1
    assert "Big 6" in asked.why
    assert asked.effective < 5_000
    shown = run(WORKED, "--score", "120-340", "--bids", "6,4,?", "--blind").stdout
    assert "Blind nil, before the hand is seen" in shown
    assert shown.rstrip().endswith("BIS bids blind nil.")
    told = explain(WORKED, "120-340", "6,4,?", "500", blind=True)
    assert (told.data["bid"], told.data["said"]) == (-1, "blind nil")
    drawn = draw_answer("spades_hand", told.found)
    assert "bid blind nil" in drawn
    assert f"Blind nil, before the hand is seen: chance of nil {asked.chance:.1%}" in drawn
