"""Asking a recorded game any formula at any move."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games import registry
from games.core.agent import Agent
from games.core.rules import Event
from games.knowing.knower import Knower
from games.playing.records import Record
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from whoknows.cli.main import app

GAME = registry.game("bluff_poker")
MOVES = ("starts ann", "rolls 6 4 2", "bid 542", "believe", "look", "throw 2 3 closed", "rolls 5 1", "bid 651", "call")
"""After move 7 bob knows 6 5 1; ann and john know the six that stands beside the cup."""


def written(path: Path, *records: Record) -> Path:
    path.write_text("".join(json.dumps(each.as_data()) + "\n" for each in records), encoding="utf-8")
    return path


def record(
    agents: Sequence[str | None] = (None, None, None), game: str = "bluff_poker", seed: int | None = None
) -> Record:
    options = GAME.rules(names=("ann", "bob", "john")).options()
    return Record(game, options, tuple(agents), (0, 1, 2), seed, MOVES, None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "game.jsonl", record())


def ask(*args: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(app, ["ask", *map(str, args)], input=given, prog_name="whoknows")


@pytest.mark.parametrize(
    ("move", "formula", "holds"),
    [
        (2, "K_ann die1=6 & ~Kv_bob die1", True),
        (5, "K_bob die2=4 & ~Kw_john die2=4", True),
        (5, "K_ann K_bob die2=4", True),
        (7, "K_bob die2=5", True),
        (7, "K_bob K_ann die1=6 & C die1=6", True),
        (7, "K_ann die2=5", False),
        (7, "C (Kv_bob die2 & ~Kv_john die2)", True),
        (8, "bluff", False),
        (8, "K_bob ~bluff & ~K_john ~bluff", True),
    ],
)
def test_the_answer_is_that_of_the_table_at_the_move(path: Path, move: int, formula: str, holds: bool) -> None:
    result = ask(path, "--move", str(move), formula)
    assert result.exit_code == (0 if holds else 1), result.output
    assert ask(path, "--move", str(move), f"~({formula})").exit_code == 1 - result.exit_code


def test_dice_in_the_air_have_no_value_and_that_is_said(path: Path) -> None:
    depends = ask(path, "--move", "6", "die2=5")
    assert depends.exit_code == 2
    assert (
        "die2 and die3 have no value yet, and die2=5 depends on that: it is true in 6 of 36 possible cases"
        in depends.output
    )
    settled = ask(path, "--move", "6", "die1=6")
    assert (settled.exit_code, settled.stdout) == (
        0, "true: die1=6, whatever die2 and die3 will be: there is no value yet\n",
    )  # fmt: skip
    assert ask(path, "--move", "6", "K_bob die2=5").exit_code == 1
    assert ask(path, "--move", "6", "C (~Kv_bob die2 & Kv_john die1)").exit_code == 0
    assert ask(path, "--move", "0", "die1=6 | ~die1=6").exit_code == 0
    machine = json.loads(ask(path, "--move", "6", "die1=6", "--json").stdout)
    assert (machine["holds"], machine["no_value"]) == (True, ["die2", "die3"])


def test_it_says_why_and_draws(path: Path, tmp_path: Path) -> None:
    picture = tmp_path / "why.svg"
    result = ask(path, "--move", "8", "K_john die2=5", "--explain", "--draw", picture, "--about", "die2")
    assert result.exit_code == 1
    assert "john cannot tell" in result.stdout
    assert "K_john die2=5" in picture.read_text(encoding="utf-8")
    data = json.loads(ask(path, "--move", "8", "K_john die1=6", "--explain", "--json").stdout)
    assert data["holds"] is True
    assert "explanation" in data


def test_one_player_is_asked_by_what_she_knows(path: Path) -> None:
    result = ask(path, "--move", "8", "bluff", "--as", "john")
    assert result.exit_code == 1
    assert "john cannot know: bluff, likely to the degree 4/9 ≈ 0.44" in " ".join(result.stdout.split())
    assert "bob knows that it is not so: bluff" in ask(path, "--move", "8", "bluff", "--as", "bob").stdout
    assert ask(path, "--move", "8", "die1=6", "--as", "john").exit_code == 0
    data = json.loads(ask(path, "--move", "8", "bluff", "--as", "john", "--json").stdout)
    assert (data["settled"], data["degree"], data["mind"]) == (None, "4/9", False)


def test_without_a_formula_it_tells_what_is_known_and_to_one_player_no_more_than_she_knows(path: Path) -> None:
    everything = ask(path, "--move", "8").stdout
    assert "K_bob die2=5" in everything
    john = ask(path, "--move", "8", "--as", "john").stdout
    assert "dice 6 ? ?" in john
    assert "die2=5" not in john
    known = json.loads(ask(path, "--move", "8", "--json").stdout)
    assert known["knows"]["john"] == ["K_john die1=6", "K_john K_ann die1=6", "K_john K_bob die1=6"]
    assert "C Kv_bob die2" in known["common"]


class Minded(Agent):
    """Believes that the dice are good after a bid of 600 or more, and bad after less."""

    heard: int | None = None

    def observe(self, event: Event) -> None:
        bid = getattr(event.seen.action, "outcome", None)
        self.heard = bid if bid is not None else self.heard

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        return {legal[0]: 1.0}

    def mind(self) -> KripkeModel | None:
        if self.heard is None:
            return None
        member = "good" if self.heard >= 600 else "bad"
        return KripkeModel.kd45({"good": {"good"}, "bad": set()}, {"john": [(["good", "bad"], [member])]})


def test_an_agents_own_mind_is_the_one_she_has_at_that_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.game("bluff_poker").agents, "minded", Minded)  # type: ignore[index]
    played = written(tmp_path / "minded.jsonl", record((None, None, "minded")))
    assert ask(played, "--move", "8", "good", "--as", "john").exit_code == 0
    early = ask(played, "--move", "3", "good", "--as", "john")
    assert early.exit_code == 1
    assert "john knows that it is not so: good" in early.stdout
    assert "by their own model" in early.stdout
    before = ask(played, "--move", "2", "bluff", "--as", "john")
    assert "by what they know of the table" in before.stdout
    picture = tmp_path / "mind.svg"
    assert "john: B_john good" in ask(played, "--move", "8", "--as", "john", "--draw", picture).stdout
    assert "The mind of john" in picture.read_text(encoding="utf-8")


class Undecided(Minded):
    """Has more worlds in mind than can be read."""

    def mind(self) -> KripkeModel:
        worlds = range(70)
        return KripkeModel.kd45({world: {"good"} for world in worlds}, {"john": [(worlds, worlds)]})


def test_a_mind_that_cannot_be_drawn_as_asked_is_refused_and_no_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = tmp_path / "mind.svg"
    for kind, options, reason in (
        (Minded, ["--about", "bluff"], "john has a model of their own"),
        (Undecided, [], "the model of john has 70 worlds, and at most 64 can be read: ask formulas instead"),
    ):
        monkeypatch.setitem(registry.game("bluff_poker").agents, "minded", kind)  # type: ignore[index]
        played = written(tmp_path / "minded.jsonl", record((None, None, "minded")))
        refused = ask(played, "--move", "8", "--as", "john", "--draw", picture, *options)
        assert refused.exit_code == 2
        assert reason in " ".join(refused.stderr.split())
        assert not picture.exists()


def test_the_record_that_is_asked_can_be_chosen_and_read_from_a_pipe(tmp_path: Path) -> None:
    other = written(tmp_path / "two.jsonl", record(), record())
    assert ask(other, "--number", "2", "--move", "7", "K_bob die2=5").exit_code == 0
    assert ask("-", "--move", "7", "K_bob die2=5", given=other.read_text()).exit_code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--move", "99", "bluff"), "expected 0 to 9"),
        (("--move", "-1", "bluff"), "expected 0 to 9"),
        (("--number", "2", "bluff"), "no record number 2"),
        (("--number", "0", "bluff"), "from 1"),
        (("--as", "zed", "bluff"), "there is no player of this name"),
        (("--move", "8", "bluf"), "did you mean 'bluff'?"),
        (("--move", "8", "K_zed bluff"), "no agent 'zed'"),
        (("K_ann (",), "expected a formula"),
        (("--explain",), "--explain needs a FORMULA"),
        (("--about", "die1"), "--about needs --draw FILE"),
        (("--move", "8", "--draw", "x.bmp"), "the ending gives the format"),
        (("--move", "8", "--draw", "x.svg", "--about", "dice"), "no variable or atom 'dice'"),
    ],
)
def test_a_wrong_question_is_told_what_is_wrong(path: Path, args: tuple[str, ...], said: str) -> None:
    result = ask(path, *args)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no record number 1"),
        ("hello", "line 1: expected an object of JSON, found 'hello'"),
        ("{\n}", "found '{'; files of records or results have a whole object on each line"),
        ("\x1b[31m", r"found '\x1b[31m'"),
        (b'{"game": "\xff"}', "line 1: byte 11 is 0xff, expected UTF-8"),
        ('{"record": 1}', "is missing"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, text: str | bytes, said: str) -> None:
    (tmp_path / "bad.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    result = ask(tmp_path / "bad.jsonl", "bluff")
    assert (result.exit_code, said in result.output) == (2, True), result.output
    assert ask(tmp_path / "none.jsonl", "bluff").exit_code == 2


def test_who_asks_a_file_of_several_games_is_told_which_one_answers(path: Path) -> None:
    assert "several games" not in ask(path, "--move", "7").stderr
    path.write_text(path.read_text() * 2)
    assert "ask about another by --number N" in ask(path, "--move", "7").stderr
    assert ask(path, "--move", "7", "--number", "2").stderr == ""


def test_a_record_with_a_move_that_is_not_legal_is_refused(path: Path) -> None:
    path.write_text(path.read_text().replace("bid 651", "bid 321"))
    result = ask(path, "bluff")
    assert result.exit_code == 2
    assert "line 1: move 8" in result.output


def test_what_a_player_knows_of_it_may_be_too_large_where_its_truth_is_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(*_: object) -> None:
        raise TooLarge("that takes too many nodes")

    monkeypatch.setattr(Knower, "ask", too_large)
    result = ask(path, "bluff", "--as", "ann")
    assert result.exit_code == 2
    assert "asks what ann knows of it; leave --as out" in " ".join(result.output.split())
