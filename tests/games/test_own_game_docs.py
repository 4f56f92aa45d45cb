"""What docs/guides/write-your-own-game.md shows is a game that passes all checks, and what it says happens."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import conformance
import pytest

from games import registry
from games.core.errors import GameError

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "guides" / "write-your-own-game.md").read_text(encoding="utf-8")
CHECKS = [
    getattr(conformance, name) for name in dir(conformance) if name.startswith("check_") and "check_agent" not in name
]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Each command, with what is shown of its answer."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks("console")), re.MULTILINE)


def test_the_pieces_are_the_game_that_our_tests_play() -> None:
    def without_blank_lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line]

    source = (ROOT / "tests" / "liars_card.py").read_text(encoding="utf-8")
    assert without_blank_lines("".join(blocks("python"))) == without_blank_lines(source)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_game_passes_what_ours_pass(check: Callable[[conformance.Case], None]) -> None:
    check(conformance.Case("liars_card:GAME"))


@pytest.mark.parametrize("name", ["honest", "learner", "random"])
def test_its_agents_pass_what_ours_pass(name: str) -> None:
    conformance.check_agent(conformance.Case("liars_card:GAME"), name)
    conformance.check_agents_share_nothing(conformance.Case("liars_card:GAME"), name)


@pytest.mark.slow
def test_the_commands_answer_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "liars_card.py", tmp_path)
    assert len(commands()) == 4
    for line, shown in commands():  # in processes of their own, as users run them
        words, _, file = line.partition(" > ")
        command = [
            sys.executable,
            "-m",
            "whoknows",
            *shlex.split(words)[1:],
        ]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        assert answer.returncode == 0, answer.stderr
        if file:
            Path(file).write_text(answer.stdout)
        else:
            assert answer.stdout == shown
    (session,) = blocks("pycon")
    Path("session.txt").write_text(session)
    failed, attempted = doctest.testfile(str(tmp_path / "session.txt"), module_relative=False)
    assert attempted
    assert not failed
    Path("session.txt").unlink()
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {
        "liars_card.py", "results.jsonl", "games.jsonl", "summary.json",
    }  # fmt: skip
    assert os.path.getsize("results.jsonl")


@pytest.mark.parametrize(("method", "owner"), [("returns", "LiarsCard"), ("parse", "LiarsCardRules")])
def test_a_misspelt_method_is_named_with_its_file(method: str, owner: str, tmp_path: Path) -> None:
    slip = method[:2] + method[3] + method[2] + method[4:]
    source = (ROOT / "tests" / "liars_card.py").read_text(encoding="utf-8")
    (tmp_path / "slip.py").write_text(source.replace(f"def {method}(", f"def {slip}("), encoding="utf-8")
    with pytest.raises(GameError, match=rf"slip\.py: .*{owner} lacks {method}, .*{slip} .*{method}\?"):
        registry.game(f"{tmp_path / 'slip.py'}:GAME")


def test_rules_that_are_no_class_of_rules_are_named(tmp_path: Path) -> None:
    source = (ROOT / "tests" / "liars_card.py").read_text(encoding="utf-8")
    (tmp_path / "made.py").write_text(source.replace("rules=LiarsCardRules,", "rules=None,"), encoding="utf-8")
    with pytest.raises(GameError, match=r"rules None: expected a subclass of games\.core\.rules\.Rules"):
        registry.game(f"{tmp_path / 'made.py'}:GAME")
