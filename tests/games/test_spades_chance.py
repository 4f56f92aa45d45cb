"""What bids tell at the command line: chances exact and by deals drawn, questions about bids, and refused texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from whoknows.cli.main import app


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round of BIS and RB: the bids are moves 54 to 57."""
    path = tmp_path_factory.mktemp("chance") / "spades.jsonl"
    args = ["watch", "spades", "--seed", "3", "--option", "limit=1", "--names", "N", "E", "S", "W"]
    assert whoknows([*args, "--record", path]).exit_code == 0
    return path


def whoknows(args: Sequence[object]) -> Result:
    return CliRunner().invoke(app, [*map(str, args)], prog_name="whoknows")


@pytest.mark.parametrize(("read", "exact"), [("", [True]), ("W=rb", [True, True]), ("W=rb,S=bis", [True, False])])
def test_what_is_counted_is_what_deals_estimate(record: Path, read: str, exact: list[bool]) -> None:
    asked = ["spades", "chance", record, "--move", 61, "--ask", "has(W,SK)", "--read", read, "--deals", 4_000, "--json"]
    found = json.loads(whoknows(asked).stdout)["chances"]
    assert [each["exact"] is not None for each in found] == exact
    for each in found:
        if each["exact"] is not None:
            assert abs(each["value"] - Fraction(each["exact"])) < 5 * each["error"]
    assert found[0]["effective"] == pytest.approx(4_000)
    if read:
        assert found[1]["effective"] < 2_000
        assert found[1]["value"] > found[0]["value"] + 0.1, "a high bid makes a high card likelier"


def test_the_table_has_both_side_by_side(record: Path) -> None:
    told = whoknows(["spades", "chance", record, "--move", 61, "--ask", "has(W,SK)", "--read", "W=rb"]).stdout
    rows = [line.split() for line in told.splitlines()]
    assert ["plays", "alone", "0.3333"] in [row[:3] for row in rows]
    assert any(row[:3] == ["bids", "read:", "W=rb"] and row[3] == "0.5637" for row in rows)


def test_without_a_move_the_last_moment_with_cards_is_asked_about(record: Path) -> None:
    assert "S: has(S,HA)" in whoknows(["spades", "chance", record, "--player", "S", "--ask", "has(S,HA)"]).stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--move", 54, "--read", "E=rb"), "N has not bid yet"),
        (("--move", 61, "--read", "X=rb"), "--read 'X=rb': expected PLAYER=..."),
        (("--move", 61, "--read", "W=rx"), "W read as 'rx': expected rb, ms, io or bis"),
        (("--move", 61, "--read", "W=rb,W=ms"), "expected each player once"),
        (("--move", 61, "--player", "Q"), "player Q: expected N, E, S or W"),
        (("--move", 61, "--deals", "many"), "deals 'many': expected a whole number"),
        (("--move", 61, "--deals", "-5"), "deals '-5': expected a whole number from 0 to"),
        (("--move", 61, "--ask", "B_N>=0.3 has(W,SK)"), "this command counts the chance itself; leave out B"),
        (("--move", 61, "--given", "B_N has(W,SK)"), "this command counts the chance itself; leave out B"),
        (("--move", 900), "expected at most"),
        (("--move", 1), "not all in hands here"),
        (("--move", 61, "--ask", "K_E has(W,SK)", "--read", "S=bis"), "deals drawn do not say what players know"),
        (("--move", 61, "--ask", "bid(E)=0"), "bid(...): expected --read"),
        (("--move", 61, "--given", "has(N,SA) & has(E,SA)"), "N knows that it is not so"),
    ],
)
def test_what_cannot_be_answered_is_refused(record: Path, options: tuple[object, ...], message: str) -> None:
    found = whoknows(["spades", "chance", record, *options])
    assert found.exit_code == 2
    assert message in found.stderr
    assert "Traceback" not in found.stderr


HAND = "KQ432.KQ2.AJ3.54"
NEVER = "K_N (bid(E)=0 -> ~has(E,SA))"


def told(*args: object, hand: str = HAND) -> Result:
    return whoknows(["spades", "told", hand, *args])


def test_what_a_nil_would_tell_is_known_before_it_is_bid() -> None:
    """MS bids no nil with the ace of spades; with the ace of hearts it may."""
    asked = ("--bids", "N=4", "--read", "E=ms", "--deals", 500)
    assert "N knows it: bid(E)=0 → ¬has(E,SA)" in told(*asked, "--ask", NEVER).stdout
    assert json.loads(told(*asked, "--ask", NEVER, "--json").stdout)["chances"][-1]["knows"] is True
    assert "N cannot know it" in told(*asked, "--ask", "K_N (bid(E)=0 -> ~has(E,HA))").stdout


def test_a_condition_divides_the_chances_and_both_ways_agree() -> None:
    bids = ("--bids", "S=3,W=4,N=4", "--read", "E=ms,S=ms", "--deals", 4_000)
    asked = (*bids, "--ask", "has(E,HA)", "--given", "bid(E)=2", "--json")
    (found,) = json.loads(told(*asked).stdout)["chances"]
    assert abs(found["value"] - Fraction(found["exact"])) < 5 * found["error"]
    assert 100 < found["effective"] < 2_000


def test_bids_of_bis_are_asked_of_deals_and_an_exception_is_found() -> None:
    """BIS never bids nil with the ace of spades, and often with a low heart."""
    asked = ("--bids", "N=4", "--read", "E=bis", "--deals", 2_000)
    assert "sees no exception in 2,000 effective deals" in told(*asked, "--ask", NEVER).stdout
    assert "sees no example in 2,000 effective deals" in told(*asked, "--ask", "bid(E)=0 & has(E,SA)").stdout
    assert "N cannot know it" in told(*asked, "--ask", "K_N (bid(E)=0 -> ~has(E,H3))").stdout


@pytest.mark.parametrize(
    ("hand", "options", "message"),
    [
        (HAND, ("--bids", "S=3,N=4"), "after S W bids, not N"),
        (HAND, ("--bids", "S=14"), "a bid from nil to 13"),
        (HAND, ("--bids", "S=00199"), "a bid from nil to 13"),
        (HAND, ("--bids", "S"), "with commas between players; players are N, E, S and W"),
        (HAND, ("--bids", "S=3,W=3,N=3,E=3,S=3"), "nobody bids"),
        (HAND, ("--bids", "S=3", "--read", "E=ms"), "W and N have not bid yet"),
        ("AKQ...", (), "3 cards; expected 13"),
    ],
)
def test_bids_out_of_turn_are_refused(hand: str, options: tuple[object, ...], message: str) -> None:
    found = told(*options, hand=hand)
    assert found.exit_code == 2
    assert message in " ".join(found.stderr.split())


@pytest.mark.parametrize(
    ("move", "options", "code", "said"),
    [
        (55, ("--read", "E=rb", NEVER), 0, "true"),
        (61, ("--read", "W=rb", "--as", "N", "has(W,SK)"), 1, "≈ 0.56"),
        (61, ("--read", "E=ms", "--as", "N", "has(W,SK)"), 1, "N cannot know"),
    ],
)
def test_a_record_is_asked_with_bids_read(
    record: Path, move: int, options: tuple[str, ...], code: int, said: str
) -> None:
    """W and E bid as RB; N may take E for another bidder all the same."""
    found = whoknows(["ask", record, "--move", move, *options])
    assert (found.exit_code, found.stderr) == (code, "")
    assert said in found.stdout


@pytest.mark.parametrize(
    ("move", "read", "message"),
    [
        (61, "E=bis", "expected rb, ms or io; bids of bis are read by deals drawn"),
        (61, "E", "--read 'E': expected PLAYER=..."),
        (61, "E=ms,E=rb", "expected each player once"),
        (61, "Q=ms", "players are N, E, S and W"),
        (54, "E=ms", "N has not bid yet"),
        (61, "S=ms", "ms bids 4 with the cards of S, who bid 3"),
    ],
)
def test_conventions_that_do_not_fit_are_refused(record: Path, move: int, read: str, message: str) -> None:
    found = whoknows(["ask", record, "--move", move, "--read", read, "has(E,SA)"])
    assert found.exit_code == 2
    assert message in " ".join(found.stderr.split())


def test_conventions_need_a_formula(record: Path) -> None:
    found = whoknows(["ask", record, "--move", 61, "--read", "W=rb", "--as", "N"])
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--read needs a FORMULA" in found.stderr


@pytest.mark.parametrize(("command", "offered"), [("hand", True), ("told", False), ("chance", False)])
def test_a_picture_is_offered_where_there_is_one(command: str, offered: bool) -> None:
    assert ("--output" in whoknows(["spades", command, "--help"]).stdout) is offered


def test_a_wrong_ending_is_refused_before_anything_is_printed(tmp_path: Path) -> None:
    found = whoknows(["spades", "hand", "AKJ62.AQ.Q.K9543", "-o", tmp_path / "x.txt", "--json"])
    assert found.exit_code == 2
    assert "the ending gives the format" in json.loads(found.stdout)["error"]["message"]


HAND = "AKJ62.AQ.Q.K9543"


@pytest.mark.parametrize("ask", ["E has(S,HK)", "E^3 has(S,HK)", "E E E (has(S,HK) | has(W,HK))"])
def test_what_all_four_players_know_over_and_over_is_counted(ask: str) -> None:
    found = json.loads(whoknows(["spades", "told", HAND, "--ask", ask, "--json"]).stdout)["chances"]
    assert [each["exact"] for each in found] == ["0"]


@pytest.mark.slow
def test_a_question_that_needs_too_large_diagrams_ends_with_an_error() -> None:
    ask = "E^9 (K_S (void(W,S) | void(E,H)) | K_W (void(S,H) | void(N,D)) | K_E (void(N,S) | void(S,C)))"
    done = whoknows(["spades", "told", HAND, "--ask", ask])
    assert done.exit_code == 2
    assert "more than 2,097,152 nodes" in done.stderr
