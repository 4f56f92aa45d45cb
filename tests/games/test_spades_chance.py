"""The command ``whoknows spades chance``: exact and drawn chances side by side, with bids read, and refused texts."""

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
    asked = ["spades", "chance", record, "--move", 61, "--ask", "has(W,SK)", "--read", read, "--json"]
    found = json.loads(whoknows(asked).stdout)["chances"]
    assert [each["exact"] is not None for each in found] == exact
    for each in found:
        if each["exact"] is not None:
            assert abs(each["value"] - Fraction(each["exact"])) < 5 * each["error"]
    assert found[0]["effective"] == pytest.approx(20_000)
    if read:
        assert found[1]["effective"] < 10_000
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
        (("--move", 54, "--read", "N=rb"), "N has not bid yet"),
        (("--move", 61, "--read", "X=rb"), "expected a player and one of rb, ms, io or bis"),
        (("--move", 61, "--player", "Q"), "player Q: expected N, E, S or W"),
        (("--move", 61, "--deals", "many"), "deals 'many': expected a whole number"),
        (("--move", 900), "expected at most"),
        (("--move", 1), "not all in hands here"),
        (("--move", 61, "--ask", "K_N has(W,SK)"), "not boolean"),
    ],
)
def test_what_cannot_be_answered_is_refused(record: Path, options: tuple[object, ...], message: str) -> None:
    found = whoknows(["spades", "chance", record, *options])
    assert found.exit_code == 2
    assert message in found.stderr
    assert "Traceback" not in found.stderr
