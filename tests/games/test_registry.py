"""Games and agents by name."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from liars_card import GAME, Learner

from games import registry
from games.core.agent import RandomAgent
from games.core.errors import GameError
from logic.options import read_options, split


def test_a_game_of_ones_own_is_found_by_its_import_path() -> None:
    assert registry.game("liars_card:GAME") is GAME


@pytest.mark.parametrize(
    "name", ["nowhere:GAME", "liars_card:NOTHING", "liars_card:Learner", ":GAME", "liars_card:", "..:x", "no such"]
)
def test_what_is_no_game_is_an_error(name: str) -> None:
    with pytest.raises(GameError, match="game"):
        registry.game(name)


def test_near_misses_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ("bluff_poker", "spades"))
    with pytest.raises(GameError, match="did you mean 'spades'"):
        registry.game("spade")
    with pytest.raises(GameError, match="did you mean 'learner'"):
        registry.agent(GAME, "leaner")
    with pytest.raises(GameError, match="did you mean 'lies'"):
        registry.agent(GAME, "learner(lie=3)")


def test_games_are_not_imported_before_they_are_asked_for() -> None:
    script = "import sys, games.registry as r; r.names(); print([m for m in sys.modules if m.startswith('games.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not any(f"games.{name}" in done.stdout for name in registry.names())
    assert "numpy" not in done.stdout


def test_each_game_has_the_name_of_its_folder() -> None:
    for name in registry.names():
        game = registry.game(name)
        assert (game.name, game.rules.game) == (name, name)
        assert 5 <= len(game.formulas) <= 6
        assert all(registry.agent(game, each) for each in game.lineup)


@pytest.mark.parametrize(
    ("spec", "name", "parameters"),
    [
        ("source", "source", {}),
        (" source() ", "source", {}),
        ("source(k=0.3, forced=bid)", "source", {"k": 0.3, "forced": "bid"}),
        ("a(n=3,on=true,off=False,x=(1, 2),s='b c')", "a", {"n": 3, "on": True, "off": False, "x": (1, 2), "s": "b c"}),
    ],
)
def test_agents_are_read_with_their_parameters(spec: str, name: str, parameters: dict[str, Any]) -> None:
    assert registry.read_spec(spec) == (name, parameters)


def test_agents_are_made_with_their_parameters() -> None:
    made = registry.agent(GAME, "learner(lies=3, claims=7)")
    assert isinstance(made, Learner)
    assert made.save() == {"lies": 3, "claims": 7}
    assert isinstance(registry.agent(GAME, "random"), RandomAgent)
    assert registry.signature("learner", Learner) == "learner(lies=1, claims=2)"


@pytest.mark.parametrize(
    "spec", ["", "learner(", "learner(3)", "learner(lies)", "learner(lies=1, lies=2)", "learner)x(", "honest(card=1)"]
)
def test_agents_that_cannot_be_made_are_refused(spec: str) -> None:
    with pytest.raises(GameError, match=r"agent|option"):
        registry.agent(GAME, spec)


def test_a_number_is_taken_where_the_default_is_one_in_a_text() -> None:
    assert registry.agent(registry.game("saboteur"), "source(factor=5, threshold=0.4)").settings.factor == 5


def test_a_number_is_no_name_of_a_file() -> None:
    with pytest.raises(GameError, match=r"brain: weights=0: expected.* text.* league-1"):
        registry.agent(registry.game("holdem"), "brain(weights=0)")
    with pytest.raises(GameError, match=r"pmga: predictor=3: expected.* text"):
        registry.agent(registry.game("cheat"), "pmga(predictor=3)")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a,b", ["a", "b"]),
        ("a(x=1,y=2), b(z=[1,2])", ["a(x=1,y=2)", "b(z=[1,2])"]),
        ("", [""]),
    ],
)
def test_commas_in_brackets_do_not_separate(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["card=3"], "did you mean 'cards'"),
        (["cards=many"], r"cards=many: expected.* such as cards=5"),
        (["cards=true"], "expected a whole number"),
        (["names=x"], "no option 'names'"),
        (["cards"], "expected name=value, such as cards="),
        (["nothing"], "expected name=value, such as cards="),
    ],
)
def test_options_that_do_not_fit_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(GameError, match=message):
        registry.read(GAME, texts)


@pytest.mark.parametrize(
    ("names", "message"), [(5, "names 5: expected the names of the players"), (("N", "S"), "2 players: expected 4$")]
)
def test_names_that_do_not_fit_are_refused(names: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        registry.game("spades").rules(names=names)


def test_options_are_read() -> None:
    assert registry.read(GAME, ["cards=7"]) == {"cards": 7}
    assert registry.rules(GAME, {"cards": 7}, ("ann", "bob")).options() == {"names": ["ann", "bob"], "cards": 7}


def test_every_game_is_among_those_that_may_not_import_another() -> None:
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = [each for each in settings["tool"]["importlinter"]["contracts"] if each["type"] == "independence"]
    assert sorted(contract["modules"]) == [f"games.{name}" for name in registry.names()]


@pytest.mark.parametrize("name", registry.names())
def test_before_a_game_nobody_has_a_mind(name: str) -> None:
    played = registry.game(name)
    assert [spec for spec in registry.makers(played) if registry.agent(played, spec).mind() is not None] == []


def test_an_agent_of_the_game_prevails_over_a_shared_one_of_the_same_name() -> None:
    class Own(RandomAgent):
        """An agent of the game itself."""

    played = replace(GAME, agents={**GAME.agents, "random": Own})
    assert registry.makers(played)["random"] is Own
    assert type(registry.agent(played, "random")) is Own


def test_values_that_are_nearly_literals_are_texts_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    assert read_options(["n=1or", "to=0x"]) == {"n": "1or", "to": "0x"}
    assert not recwarn.list
