"""What docs/games/bluff_poker.md and the page of its agents show is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import whoknows
from games import registry
from games.telling.choosing import chosen
from games.telling.face import face_of
from whoknows.cli.main import app

GAMES = Path(__file__).parents[2] / "docs" / "games"
PAGE = "".join((GAMES / f"bluff_poker{part}.md").read_text(encoding="utf-8") for part in ("", "_agents"))
GAME = registry.game("bluff_poker")
COMMANDS = [line.strip() for line in PAGE.splitlines() if line.startswith("    whoknows ")]
ROWS = [re.findall(r"`([^`]+)`", line.split(" | ")[0]) for line in PAGE.splitlines() if line.startswith("| `")]


def test_the_commands_of_the_page_do_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = 0
    for line in COMMANDS:
        args = shlex.split(line, comments=True)[1:]
        if args[0] in ("watch", "ask", "games") and "--delay" not in args:
            result = CliRunner().invoke(app, [*args, *(["--option", "limit=1"] if args[0] == "watch" else [])])
            assert result.exit_code in ((0, 1) if args[0] == "ask" else (0,)), (line, result.output)
            tried += 1
    assert tried >= 7
    assert (tmp_path / "table.svg").exists()


def test_the_formulas_of_the_page_can_be_asked() -> None:
    state = GAME.rules(names=("ann", "bob")).deserialize(["starts ann", "rolls 4 5 2", "bid 661"])
    model = GAME.model(state)
    formulas = [each for row in ROWS for each in row if re.match(r"[KMC]\w*_|C |\[", each)]
    assert len(formulas) >= 6
    for formula in formulas:
        model.holds(formula)
    assert model.holds("M_bob bluff & M_bob ~bluff & K_bob Kw_ann bluff & C Kv_ann die1")
    assert not model.holds("K_bob die1=4")
    assert model.holds("[bluff] K_bob bluff")


def test_the_words_of_the_page_are_understood() -> None:
    rules = GAME.rules(names=("ann", "bob"))
    face = face_of(GAME, rules)
    answer = rules.deserialize(["starts ann", "rolls 4 5 2", "bid 431"])
    cup = answer.apply(rules.parse("believe"))
    looked = cup.apply(rules.parse("look"))
    said = {"642": looked, "bid 246": looked, "c": answer, "b": answer, "l": cup, "1 3 open": looked,
            "2 closed": looked, "1 hidden": looked}  # fmt: skip
    means = [
        "bid 642",
        "bid 642",
        "call",
        "believe",
        "look",
        "throw 1 3 open",
        "throw 2 closed",
        "throw 1 open, rest hidden",
    ]
    for (text, state), meant in zip(said.items(), means, strict=True):
        assert f"`{text}`" in PAGE
        assert str(chosen(text, state.legal_actions(), face)) == meant


def test_the_moves_and_options_of_the_page_are_those_of_the_rules() -> None:
    first = PAGE.partition("| text of a move")[2].partition("##")[0]
    for text in re.findall(r"`([^`]+)`", first):
        assert str(GAME.rules().parse(text)) == text
    for option in GAME.rules().options():
        assert option == "names" or f"| `{option}` |" in PAGE


def test_the_page_in_python_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = re.search(r"((?:    .*\n)+)", PAGE.partition("In Python")[2])
    assert code is not None
    lines = [line.strip() for line in code[1].splitlines()]
    assert lines[3].endswith("# True")
    space: dict[str, object] = {}
    exec("\n".join([*lines[:3], f"answer = {lines[3]}", *lines[4:]]), space)
    assert space["answer"] is True
    assert space["game"] is whoknows.game
    assert (tmp_path / "table.png").exists()
