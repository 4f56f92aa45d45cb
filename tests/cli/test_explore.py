"""`whoknows explore`: states, what can happen in each, where a formula is true and the way there, exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kripke.models.kripke_model import KripkeModel
from whoknows.cli.main import app


def ask(*arguments: str | Path, command: str = "explore") -> Result:
    return CliRunner().invoke(app, [command, *map(str, arguments)], prog_name="whoknows")


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str | Path]:
    """A coin with heads up that ann may look at."""
    monkeypatch.chdir(tmp_path)
    classes = {"ann": [["w", "v"]], "bob": [["w", "v"]]}
    KripkeModel.s5(worlds={"w": {"h"}, "v": set()}, partitions=classes, actual="w").save("coin.json")
    Path("look.event").write_text("event heads: pre h\nevent tails: pre ~h\nann: heads | tails\nothers: heads tails\n")
    return ["coin.json", "--action", "look.event", "--announce", "h"]


def test_states_are_listed_with_what_can_happen(coin: list[str | Path]) -> None:
    assert ask(*coin).stdout.splitlines() == [
        "3 states, 6 transitions, exhausted",
        "0 (2 worlds, first): look (heads) → 1; h → 2",
        "1 (2 worlds): look (heads) → 1; h → 2",
        "2 (1 world): look (heads) and h → 2",
    ]


def test_where_gives_the_way_to_each_state(coin: list[str | Path]) -> None:
    found = ask(*coin, "--where", "K_ann h & ~K_bob h")
    assert (found.exit_code, found.stdout.splitlines()[1:]) == (0, ["1 (2 worlds): look (heads)"])
    data: Any = json.loads(ask(*coin, "--where", "[@look] D h", "--json").stdout)
    assert (data["exhausted"], data["count"], data["where"][2]["state"]) == (True, 3, 2)
    assert [step["action"] for step in data["where"][2]["path"]] == ["h"]


def test_the_exit_code_tells_nowhere_from_given_up(coin: list[str | Path]) -> None:
    assert ask(*coin, "--where", "K_bob ~h").exit_code == 1
    given_up = ask(*coin, "--where", "K_bob h", "--states", "1")
    assert given_up.exit_code == 3
    assert "1 state asked, not all" in given_up.stderr
    assert "there is more than 1 state;" in given_up.stdout


def test_several_actual_worlds_are_asked_at_each_or_together(coin: list[str | Path]) -> None:
    KripkeModel.load("coin.json").at(["w", "v"]).save("coin.json")
    assert "1 (2 worlds, first)" in ask(*coin).stdout
    assert ask(*coin, "--together").stdout.splitlines()[1] == "0 (2 worlds, first): look → 1"


@pytest.mark.parametrize("command", [("explore", "--announce", "p"), ("contract",), ("draw", "-o", "m.dot")])
def test_every_command_takes_several_actual_worlds(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "m.model"
    path.write_text("u: p\nv: q\na: u v\n")
    name, *rest = [str(tmp_path / word) if word.endswith(".dot") else word for word in command]
    assert ask(path, *rest, "--at", "u,v", command=name).exit_code == 0
    assert "no world 'x'" in ask(path, *rest, "--at", "u,x", command=name).stderr


def test_the_space_of_a_model_without_an_actual_world_names_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "m.model").write_text("u: p\na: u\n")
    assert "choose where actions happen by --at WORLD" in ask(tmp_path / "m.model", "--announce", "p").stderr


def test_an_announcement_is_named_as_it_is_listed(coin: list[str | Path]) -> None:
    found = ask(*coin, "--announce", "~h | h", "--where", '[@"¬h ∨ h"] K_bob h')
    assert "2 (1 world): h" in found.stdout.splitlines(), found.stderr


def test_several_worlds_of_a_file_are_asked_with_an_event_model(coin: list[str | Path]) -> None:
    assert "1 (2 worlds, first): look (tails)" in ask(*coin[:3], "--at", "w,v").stdout


def test_the_space_is_drawn(coin: list[str | Path], tmp_path: Path) -> None:
    assert "wrote space.svg" in ask(*coin, "--draw", "space.svg").stdout
    assert "state 2" in (tmp_path / "space.svg").read_text()


def test_what_cannot_happen_or_be_read_is_an_error(coin: list[str | Path]) -> None:
    for arguments, problem in (
        (["coin.json"], "nothing can happen"),
        ([*coin, "--where", "K_ann q"], "no atom 'q'"),
        ([*coin, "--announce", "h"], "given twice"),
        ([*coin, "--where", "K_ann q", "--draw", "space.foo"], "the ending gives the format"),
    ):
        result = ask(*arguments)
        assert (result.exit_code, problem in " ".join(result.stderr.split())) == (2, True), result.stderr


def test_an_announcement_is_named_as_it_was_typed_or_as_it_is_listed(coin: list[str | Path]) -> None:
    told = [coin[0], "--announce", "h | ~h & h"]
    for name in ("h | ~h & h", "h ∨ ¬h ∧ h", "h | (~h & h)"):
        found = ask(*told, "--where", f'[@"{name}"] K_ann h')
        assert (found.exit_code, len(found.stdout.splitlines())) == (0, 3), name
    assert "did you mean 'h ∨ ¬h ∧ h'" in ask(*told, "--where", '[@"h | ~h"] K_ann h').stderr
