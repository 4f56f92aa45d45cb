"""Watching a game: each move told, with what players know and why, and no more than the viewer sees."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from games import registry
from games.core.rules import EVERYTHING, Event
from games.telling.face import face_of
from whoknows.cli.main import app

GAME = registry.game("bluff_poker")
HABITS = ("greedy-truthful-random", "random-overbid-random", "greedy-random-call")


def watch(*args: str, game: str = "bluff_poker", agents: tuple[str, ...] = HABITS) -> Result:
    command = ["watch", game, "--seed", "3", *args, *(["--agents", *agents] if agents else [])]
    return CliRunner().invoke(app, command, prog_name="whoknows")


def test_every_move_is_told_with_its_number_and_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    result = watch("--option", "limit=1", "--record", str(path))
    assert result.exit_code == 0, result.output
    record = json.loads(path.read_text(encoding="utf-8"))
    lines = result.stdout.splitlines()
    told = {int(line.split()[0]) for line in lines if line[:4].strip().isdecimal()}
    chance = ("throw", "rolls", "starts")
    assert told == set(range(1, len(record["moves"]) + 1))
    decided = sum(not move.startswith(chance) or move.startswith("throw") for move in record["moves"])
    assert sum(line.startswith("      why: ") for line in lines) == decided
    assert "loses the game." in result.stdout
    assert CliRunner().invoke(app, ["replay", str(path)]).exit_code == 0


def test_a_reason_without_a_query_is_told_once() -> None:
    text = re.sub(r"\s+", " ", watch(agents=("source", "greedy-truthful-random", "random-overbid-random")).stdout)
    for strategy in ("greedy rolls, truthful bids", "random rolls, overbid bids"):
        assert text.count(f"why: fixed strategy: {strategy}") == 1
    assert text.count("why: fixed strategy: greedy rolls, truthful bids, random calls (without asking a model)") == 1
    assert text.count("why: believes: ") > 1


def test_the_same_seed_tells_the_same_game() -> None:
    assert watch("--option", "limit=1").stdout == watch("--option", "limit=1").stdout


def test_one_player_hears_the_reasons_of_others_after_the_round_only() -> None:
    text = watch("--option", "limit=1", "--as", "john").stdout
    before, _, after = text.partition("what players had, and why they acted")
    moves = [line for line in before.splitlines() if line[:4].strip().isdecimal()]
    reasons = before.splitlines()
    for place, line in enumerate(reasons):
        if line.startswith("      why: "):
            last = next(each for each in reversed(reasons[:place]) if each[:4].strip().isdecimal())
            assert last.split()[1] == "john"
    assert any(" rolls, unseen." in line for line in moves)
    assert "ann knows" not in before
    assert "fixed strategy" in after


def test_sentences_tell_a_viewer_nothing_that_she_cannot_see() -> None:
    rng, different = Random(3), 0
    for _ in range(8):
        state = GAME.rules(names=("ann", "bob", "john")).start()
        for _ in range(30):
            if state.is_terminal:
                break
            action = state.sample(rng) if state.is_chance else rng.choice(state.legal_actions())
            state = state.after(action)
        for seat in range(3):
            other = GAME.resample(state, seat, rng)
            different += other != state
            assert sentences(state, seat) == sentences(other, seat)
    assert different > 5


def sentences(state, viewer):
    """What the viewer is told of the whole game."""
    face, told = face_of(GAME, state.rules), []
    pairs = state.steps()
    states = [*(before for before, _ in pairs), state]
    for (before, move), after in zip(pairs, states[1:], strict=True):
        event = Event(move.player, GAME.seen(before, move.action, viewer))
        told.append(face.sentence(event, GAME.observation(before, viewer), GAME.observation(after, viewer)))
    return told


def test_a_believed_poker_and_an_unseen_pass_are_told() -> None:
    moves = ("starts ann", "rolls 2 2 2", "bid 665", "believe", "bid 666", "believe", "rolls 1 6 3", "throw 1 3 open")
    state = GAME.rules(names=("ann", "bob", "you")).deserialize([*moves, "rolls 6 6", "stop", "rolls 1 1 1"])
    told = " ".join(sentences(state, EVERYTHING))
    assert "bob bids 666, with the cup passed on unseen." in told
    assert "You believe 666: three open throws to match it." in told
    assert "You throw die1 and die3 open" in told
    assert "You leave it at that. Equal: nobody takes a penalty." in told


def test_tables_are_drawn_one_for_each_decision(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    result = watch("--option", "limit=1", "--svg", str(folder), "--as", "bob")
    assert result.exit_code == 0, result.output
    pictures = sorted(folder.glob("*.svg"))
    assert len(pictures) >= 3
    assert [picture.name.endswith("-end.svg") for picture in pictures] == [False] * (len(pictures) - 1) + [True]
    assert "as bob sees it" in pictures[0].read_text(encoding="utf-8")


@pytest.mark.slow
def test_with_queries_the_first_model_that_was_asked_is_drawn_too(tmp_path: Path) -> None:
    options = ("--option", "limit=1", "--svg", str(tmp_path), "--queries")
    assert watch(*options, agents=("source", "source")).exit_code == 0
    asked = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("*-asked.svg"))]
    assert asked
    assert any("bluff" in svg for svg in asked)


def test_several_games_seat_the_players_in_turn() -> None:
    text = watch("--option", "limit=1", "--games", "2").stdout
    assert "game 1: ann (greedy-truthful-random), bob" in text
    assert "game 2: john (greedy-random-call), ann" in text


def test_an_interrupt_ends_quietly_and_leaves_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from whoknows.cli.terminal import Teller

    count = iter(range(5))

    told = Teller.tell

    def stop(self, turn, before=""):
        if next(count, None) is None:
            raise KeyboardInterrupt
        return told(self, turn, before)

    monkeypatch.setattr(Teller, "tell", stop)
    path = tmp_path / "left.jsonl"
    result = watch("--record", str(path))
    assert result.exit_code == 130
    assert "Traceback" not in result.output
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (len(record["moves"]), record["returns"]) == (6, None)


def test_a_folder_that_is_a_file_is_refused_before_the_game(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    result = watch("--svg", str(path))
    assert result.exit_code == 2
    assert "this is a file" in result.output
    assert "rolls" not in result.stdout


def test_more_agents_than_a_game_has_players_are_told_by_their_number() -> None:
    assert "12 agents; expected 2 to 8" in watch(agents=HABITS * 4).stderr


@pytest.mark.parametrize("name", registry.names())
def test_any_game_can_be_watched(name: str) -> None:
    result = watch(game=name, agents=("random",) * len(registry.game(name).lineup))
    assert result.exit_code == 0, result.output
    assert "      why: " in result.stdout
