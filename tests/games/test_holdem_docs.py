"""What docs/games/holdem.md shows is what happens."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games import registry
from games.holdem.rules import Holdem
from whoknows.cli.main import app

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "holdem.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line, comments=True)[1:] for line in PAGE.splitlines() if line.startswith("    whoknows ")]


@pytest.mark.slow
def test_the_commands_of_the_page_do_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried = [each for each in COMMANDS if each[0] in ("games", "ask") or {"--record", "--coalition"} & set(each)]
    assert {each[0] for each in tried} == {"games", "watch", "ask", "match"}
    for command in tried:
        result = CliRunner().invoke(app, command, prog_name="whoknows")
        assert result.exit_code in ((0, 1) if command[0] == "ask" else (0,)), (command, result.output)


def test_every_option_and_agent_is_on_the_page() -> None:
    assert all(f"`{option}`" in PAGE for option in Holdem().options() if option != "names")
    assert all(re.search(rf"`{name}[`(]", PAGE) for name in registry.makers(registry.game("holdem")))


@pytest.mark.slow
def test_the_code_of_the_page_convicts_the_pair(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out == "True\n"


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= 150
