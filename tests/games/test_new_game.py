"""A new game touches its own folder, its board and its face: common modules name no game and find all of it."""

from __future__ import annotations

import ast
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from games import registry
from whoknows.cli.main import app

ROOT = Path(__file__).parents[2]
OWN = {f"games/{name}" for name in registry.names()} | {f"viz/boards/{name}" for name in registry.names()}
FACE = """
from games.telling.face import lines
from games.telling.face import Face

class CardFace(Face):
    def table(self, view):
        return (lines(["the card table", str(view)]),)

    def result(self, returns):
        return ["the cards are shown"]

FACE = CardFace
"""
CHARTS = """
from games.telling.description import Shares

def chart(ends):
    return Shares({"games": [(len(ends), 2 * len(ends))]}, ["played"], title="Games of cards")
"""
EXPERIMENT = """
from fractions import Fraction
from studies.set_ups import Column, Experiment
from games.playing.statistics import estimate

def measured(match, played):
    return {"moves": len(played.last.history())}

def figures(rounds):
    return {"moves": estimate([Fraction(each["moves"]) for each in rounds], [1] * len(rounds))}

EXPERIMENT = Experiment(
    game="cardhouse.game:GAME", agent="learner", options={"plain": {}}, axes={"lies": (1, 2)},
    measure=measured, figures=figures,
    columns={"moves": Column("moves", decimals=1, chart="moves")}, note="moves of a game",
)
"""


def common_modules() -> Iterator[Path]:
    """What all games share."""
    for folder in ("games", "viz", "whoknows"):
        for path in (ROOT / folder).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            if not any(place == f"{own}.py" or place.startswith((f"{own}/", f"{own}_")) for own in OWN):
                yield path


def named_in_code(tree: ast.Module) -> Iterator[str]:
    """Names, imports and texts of a module, without docstrings and the examples of commands."""
    skipped = {id(each) for call in ast.walk(tree) if _is_examples(call) for each in ast.walk(call)}
    skipped |= {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from [node.module or "", *(each.name for each in node.names)]
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.Name):
            yield node.id


def _is_examples(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "examples"


def test_no_common_module_names_a_game() -> None:
    modules, names = list(common_modules()), registry.names()
    assert len(modules) > 80
    for path in modules:
        text = path.read_text()
        named = any(name in text.lower() for name in names)
        said = list(named_in_code(ast.parse(text))) if named else []
        assert not [(path.name, text) for text in said for name in names if name in text.lower()]


def test_the_check_finds_a_name() -> None:
    code = 'GAMES = ("saboteur",)\nfrom games.bluff_poker.charts import ROLLS\n"""saboteur"""\nX = examples("saboteur")'
    assert sum("saboteur" in text or "bluff_poker" in text for text in named_in_code(ast.parse(code))) == 2


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game in a package of its own, with a face, a chart and an experiment."""
    package = tmp_path / "cardhouse"
    package.mkdir()
    shutil.copy(ROOT / "tests" / "liars_card.py", package / "game.py")
    for name, text in (("__init__", ""), ("face", FACE), ("charts", CHARTS), ("experiment", EXPERIMENT)):
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    registry.named_game.cache_clear()
    yield tmp_path
    registry.named_game.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] == "cardhouse"]:
        del sys.modules[name]


def run(*args: object, given: str = "") -> Result:
    result = CliRunner().invoke(app, [str(each) for each in args], input=given, prog_name="whoknows")
    assert result.exit_code in (0, 1), result.stderr
    return result


def test_a_folder_with_a_game_goes_through_all_commands(folder: Path) -> None:
    game, records = "cardhouse.game:GAME", folder / "games.jsonl"
    assert "learner" in run("games", game).stdout
    played = run("match", game, "--games", 6, "--records", records, "--jobs", 1, "--json").stdout
    assert json.loads(played)["games"] == 6
    assert "6 games" in run("replay", records, "--game", game).stdout
    assert "the cards are shown" in run("watch", game, "--seed", 1).stdout
    assert "the card table" in run("play", game, "--seed", 1, given="quit\n").stdout
    assert "move" in run("ask", records, "--game", game, "--move", 3).stdout
    run("plot", records, "--game", game, "-o", folder / "plot.svg")
    assert "Games of cards" in (folder / "plot.svg").read_text()
    told = run("experiment", game, "--players", "3", "--rounds", 2, "--jobs", 1, "--out", folder / "results").stdout
    assert "moves of a game" in told
    assert "lies 2" in told
    assert (folder / "results" / "set-ups-3.png").exists()
