"""A person at the table: forgiving input, answers that she could know herself, polite ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games import registry
from games.core.errors import IllegalAction
from games.core.rules import Event, State
from games.knowing.excerpt import seen_by
from games.knowing.knower import Knower
from games.telling.choosing import chosen
from games.telling.face import Face, face_of
from kripke.data.errors import UnknownAtom
from logic.errors import TooLarge
from whoknows.cli.main import app
from whoknows.cli.terminal import Terminal

GAME = registry.game("bluff_poker")
OPENING = ("starts you", "rolls 6 4 2")
"""You have 642 under the cup."""
ANSWER = ("starts ann", "rolls 6 4 2", "bid 431")
"""Ann has bid 431, and you are to call or to believe."""
LOOKED = (*ANSWER, "believe", "look")


def at(*moves: str, names: tuple[str, ...] = ("you", "ann")) -> State:
    return GAME.rules(names=names).deserialize(moves)


def choice(text: str, state: State) -> str:
    return str(chosen(text, state.legal_actions(), face_of(GAME, state.rules)))


def play(
    *lines: str, args: tuple[str, ...] = (), seed: int = 3, agents: tuple[str, ...] = ("greedy-truthful-call",)
) -> Result:
    command = ["play", "bluff_poker", "--seed", str(seed), "--agents", *agents, *args]
    return CliRunner().invoke(app, command, input="".join(line + "\n" for line in lines), prog_name="whoknows")


def to_the_end(*args: str) -> Result:
    """A game against one who calls always, which ends with the first call; you call as well."""
    for seed in range(20):
        result = play("call", "666", args=("--option", "limit=1", *args), seed=seed)
        if "the game" in result.stdout:
            return result
    raise AssertionError("no game ends")


@pytest.mark.parametrize(
    ("text", "state", "action"),
    [
        ("642", at(*OPENING), "bid 642"),
        ("bid 642", at(*OPENING), "bid 642"),
        ("BID 246", at(*OPENING), "bid 642"),
        ("bid 0642", at(*OPENING), "bid 642"),
        ("0642", at(*OPENING), "bid 642"),
        ("b 111", at(*OPENING), "bid 111"),
        ("c", at(*ANSWER), "call"),
        ("Call", at(*ANSWER), "call"),
        ("bel", at(*ANSWER), "believe"),
        ("l", at(*ANSWER, "believe"), "look"),
        ("1 3 open", at(*LOOKED), "throw 1 3 open"),
        ("throw 3,1 open", at(*LOOKED), "throw 1 3 open"),
        ("13 o", at(*LOOKED), "throw 1 3 open"),
        ("closed 2", at(*LOOKED), "throw 2 closed"),
        ("1 open hidden", at(*LOOKED), "throw 1 open, rest hidden"),
        ("1 hidden", at(*LOOKED), "throw 1 open, rest hidden"),
        ("123 closed", at(*LOOKED), "throw 1 2 3 closed"),
        ("666", at(*LOOKED), "bid 666"),
    ],
)
def test_a_few_words_are_enough(text: str, state: State, action: str) -> None:
    assert choice(text, state) == action


@pytest.mark.parametrize(
    ("text", "state", "said"),
    [
        ("1", at(*LOOKED), "may be 'throw 1 closed' or 'throw 1 open': say more"),
        ("431", at(*LOOKED), "bid 431: you cannot do this now: it is not above the last bid"),
        ("777", at(*OPENING), "bid 777: you cannot do this now: an outcome is three dice from 1 to 6"),
        ("bid 999", at(*ANSWER), "bid 999: you cannot do this now: it is your turn to call or believe"),
        ("cal", at(*OPENING), "'cal' is not one of your actions now"),
        (" , ", at(*OPENING), "is not one of your actions now"),
        ("", at(*ANSWER), "'' is not one of your actions now"),
        (" , ", at(*ANSWER), "' , ' is not one of your actions now"),
        ("believ me", at(*ANSWER), "did you mean 'believe'?"),
        ("throw 4 open", at(*LOOKED), "throw 4 open: you cannot do this now"),
    ],
)
def test_what_is_not_understood_is_explained(text: str, state: State, said: str) -> None:
    with pytest.raises(IllegalAction, match=re.escape(said)):
        choice(text, state)


def test_every_legal_action_is_understood_by_its_own_text() -> None:
    rng = Random(5)
    for name in registry.names():
        game = registry.game(name)
        state = game.rules().start()
        face = face_of(game, state.rules)
        for _ in range(60):
            if state.is_terminal:
                break
            legal = state.legal_actions()
            for action in legal:
                assert chosen(str(action), legal, face) == action
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(legal))


def test_a_game_without_a_face_of_its_own_has_numbered_choices() -> None:
    state = at(*ANSWER)
    face, legal = Face(GAME, state.rules), state.legal_actions()
    assert face.choices(None, legal) == ["1  call", "2  believe"]
    assert chosen("2", legal, face) == legal[1]
    with pytest.raises(IllegalAction, match=r"3: expected.* 1 to 2"):
        chosen("3", legal, face)
    many = at(*LOOKED)
    assert any("and" in line and "more" in line for line in face.choices(None, many.legal_actions()))


def decisions(seed: int, games: int) -> list[tuple[State, int]]:
    """States of random games in which somebody decides, with her seat."""
    rng, found = Random(seed), []
    for _ in range(games):
        state = GAME.rules(names=("ann", "bob", "john")).start()
        for _ in range(40):
            if state.is_terminal:
                break
            if not state.is_chance:
                found.append((state, state.current_player))
            action = state.sample(rng) if state.is_chance else rng.choice(state.legal_actions())
            state = state.after(action)
    return found


def asked(state: State, name: str) -> list[Any]:
    """All that a person can be told."""
    knower = Knower(GAME.table(state), name)
    questions = ["die1=6", "bluff", "K_bob die2=5", "Kv_ann die3", "M_john bluff", "outcome=642"]
    return [knower.own(), knower.common(), knower.possibilities(), *map(knower.ask, questions), knower.open_questions()]


def test_no_answer_depends_on_what_she_cannot_know() -> None:
    rng, different = Random(1), 0
    for state, seat in decisions(1, 2):
        name, other = state.rules.names[seat], GAME.resample(state, seat, rng)
        different += GAME.table(other).actual != GAME.table(state).actual
        assert asked(state, name) == asked(other, name)
    assert different > 5


def test_no_picture_depends_on_what_she_cannot_know() -> None:
    state = at("starts ann", "rolls 6 4 2", "bid 431", "believe", "look", "throw 2 3 closed", "rolls 5 1", "bid 651",
               names=("ann", "bob", "john"))  # fmt: skip
    other = GAME.resample(state, 2, Random(4))
    assert state != other
    for about in ([], ["bluff"], ["die2", "die3"]):
        views = [Knower(GAME.table(each), "john") for each in (state, other)]
        assert seen_by(views[0], about, most=64) == seen_by(views[1], about, most=64)
        assert seen_by(views[0], about, most=64).model.actual is None


def test_who_threw_sees_one_world_and_the_next_player_two_kinds() -> None:
    table = GAME.table(at("starts ann", "rolls 6 4 2", "bid 651", names=("ann", "bob")))
    shown, marker = seen_by(Knower(table, "ann"), ["bluff"], most=64)
    assert set(shown.worlds) == {"bluff", "~bluff"}
    assert shown.extension(marker) == {"bluff"}
    assert seen_by(Knower(table, "ann"), ["bluff", "bluff"], most=64) == (shown, marker)  # named once
    shown, marker = seen_by(Knower(table, "bob"), ["bluff"], most=64)
    assert shown.extension(marker) == {"bluff", "~bluff"}
    assert shown.holds('K_ann "possible for bob"', at="bluff")


def test_a_picture_too_large_to_read_says_what_to_name() -> None:
    knower = Knower(GAME.table(at(*OPENING)), "ann")
    with pytest.raises(TooLarge, match=r"216 worlds.* 64 .*as bluff"):
        seen_by(knower, ["die1", "die2", "die3"], most=64)
    with pytest.raises(UnknownAtom, match="did you mean 'die1'"):
        seen_by(knower, ["dice1"], most=64)


def test_a_game_can_be_played_to_its_end_through_pipes() -> None:
    result = to_the_end()
    assert result.exit_code == 0, result.stdout
    assert "what players had, and why they acted" in result.stdout
    assert "you know best" in result.stdout
    assert "fixed strategy" in result.stdout
    assert "loses the game" in result.stdout or "You lose the game" in result.stdout


def test_known_dice_have_pips_and_others_a_question_mark() -> None:
    state = at("starts ann", "rolls 6 4 2", "bid 431", "believe", "look", "throw 2 3 closed", "rolls 5 1")
    face = face_of(GAME, state.rules)
    for shape in ("wide", "narrow"):
        mine, hers = (str(getattr(face.table(GAME.observation(state, seat))[0], shape)) for seat in (0, 1))
        assert (mine.count("●"), mine.count("?")) == (6 + 5 + 1, 0)
        assert (hers.count("●"), hers.count("?")) == (6, 2)
    assert "known to: die1 all; die2 you; die3 you" in str(face.table(GAME.observation(state, 1)))


@pytest.mark.parametrize(("columns", "rows"), [(40, 5), (80, 5)])
def test_the_boxes_of_the_dice_stay_whole_in_a_narrow_terminal(columns: int, rows: int) -> None:
    command = ["play", "bluff_poker", "--seed", "3", "--agents", "greedy-truthful-call"]
    shown = CliRunner().invoke(app, command, input="quit\n", env={"COLUMNS": str(columns)}, prog_name="whoknows").stdout
    boxes = [line for line in shown.splitlines() if re.match(r" *[╭╎│╰]", line)]
    assert len(boxes) == rows
    assert all(len(re.findall("[╭╎│╰].{7}[╮╎│╯]", line)) == 3 and len(line) <= columns for line in boxes)


def test_a_die_beside_the_cup_goes_back_under_it_with_the_bid_and_that_is_said() -> None:
    state = at("starts ann", "rolls 6 4 2", "bid 431", "believe", "look", "throw 2 3 closed", "rolls 5 1")
    face, after = face_of(GAME, state.rules), state.after(state.rules.parse("bid 651"))
    views = [GAME.observation(each, 1) for each in (state, after)]
    said = face.sentence(Event(0, GAME.seen(state, state.rules.parse("bid 651"), 1)), *views)
    assert said == "You bid 651, with die1 back under the cup."
    assert "beside the cup" in str(face.table(views[0])[0].wide)
    assert "beside the cup" not in str(face.table(views[1])[0].wide)


@pytest.mark.parametrize("asked", ["h", "help", "?h", "? h", "??"])
def test_h_shows_the_rules_in_short_however_it_is_asked(asked: str) -> None:
    shown = " ".join(play(asked, "quit").stdout.split())
    assert "Who has the cup throws, looks, and bids a number above the last bid" in shown
    assert "save the record" in shown


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "A player who takes penalty 5 loses"),
        ({"ending": "lives"}, "A player who takes penalty 3 is out"),
        ({"golden_triangle": True}, "above them 321"),
        ({"equal_pokers": True}, "all equal"),
    ],
)
def test_the_rules_of_bluff_poker_are_told_as_the_options_have_them(options: dict[str, Any], says: str) -> None:
    assert says in " ".join(face_of(GAME, GAME.rules(**options)).how_to_play)


def test_commands_answer_and_the_game_goes_on(tmp_path: Path) -> None:
    questions = ("?", "? die1=6", "? bluff |", "? K_zed die1=1", "why", "help", "table", "", "nonsense")
    drawn = ("draw", *(f"draw {tmp_path / name}" for name in ("m.svg", "m.bmp", "n/m.svg")))
    result = play(*questions, *drawn, "save", f"save {tmp_path / 's.jsonl'}", "quit")
    for said in (
        "What you know, and know that others know",
        "What is common knowledge",
        "the text ends after |",
        "no agent 'zed'",
        "reasons after a round",
        "draw needs a file",
        "Wrote",
        "the ending gives the format",
        "there is no such directory",
        "save needs a file",
        "The record will be in",
        "is not one of your actions now",
        "You leave the table. Goodbye.",
    ):
        assert said in " ".join(result.stdout.split()), said
    assert "Traceback" not in result.output
    assert result.exit_code == 0
    assert (tmp_path / "m.svg").read_text(encoding="utf-8").lstrip().startswith("<")
    assert json.loads((tmp_path / "s.jsonl").read_text(encoding="utf-8"))["returns"] is None


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_who_leaves_is_let_go_and_the_record_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: type[BaseException]
) -> None:
    def leave(self: Terminal, prompt: str) -> str:
        raise end

    monkeypatch.setattr(Terminal, "ask", leave)
    path = tmp_path / "left.jsonl"
    result = play(args=("--record", str(path)))
    assert result.exit_code == 0
    assert "You leave the table. Goodbye." in result.stdout
    checked = CliRunner().invoke(app, ["replay", str(path)])
    assert checked.exit_code == 0, checked.output
    assert "all are as recorded" in checked.stdout


def test_a_file_in_the_home_of_an_unknown_user_is_refused_and_the_game_goes_on() -> None:
    result = play("draw ~nobody_here/model.svg", "save ~nobody_here/game.jsonl", "quit")
    assert result.exit_code == 0
    assert result.stdout.count("~nobody_here") == 2 + 2
    assert "Goodbye" in result.stdout


def test_typed_bytes_that_are_no_text_are_not_understood_and_the_game_goes_on() -> None:
    command = [sys.executable, "-m", "whoknows", "play", "bluff_poker", "--seed", "3"]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"\xff\nquit\n", capture_output=True, env=strict, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Goodbye" in done.stdout


def test_a_finished_game_is_recorded_with_its_returns_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    to_the_end("--record", str(path))
    last = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
    assert sorted(last["returns"]) == [-1, 0]
    assert last["agents"] == [None, "greedy-truthful-call"]
    own = [seconds > 0 for seconds in last["seconds"]]
    assert len(own) == len(last["moves"])
    assert set(own) == {True, False}, "only the person's moves are measured"
    assert CliRunner().invoke(app, ["replay", str(path)]).exit_code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("play", "bluf_poker"), "did you mean 'bluff_poker'?"),
        (("play", "bluff_poker", "--seat", "9"), "expected a seat from 1 to 3"),
        (("play", "bluff_poker", "--agents", "sorce"), "did you mean 'source'?"),
        (("play", "bluff_poker", "--option", "lives=yes"), "no option 'lives'"),
        (("play", "bluff_poker", "--names", "a", "b"), "2 names for 3 agents"),
        (("play", "bluff_poker", "--record", "/no/such/folder/r.jsonl"), "/no/such/folder"),
        (("watch", "bluff_poker", "--as", "zed"), "there is no player of this name"),
        (("watch", "bluff_poker", "--games", "0"), "--games 0: expected at least 1"),
        (("watch", "bluff_poker", "--delay", "-1"), "at least 0 seconds"),
        (("watch", "no_such_game"), "no game 'no_such_game'"),
    ],
)
def test_a_wrong_command_is_told_what_is_wrong(args: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(app, list(args), input="", prog_name="whoknows")
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", registry.names())
def test_any_game_can_be_sat_down_to(name: str) -> None:
    result = CliRunner().invoke(app, ["play", name, "--seed", "1"], input="?\nhelp\nwhy\nwhatever is this\nquit\n")
    assert result.exit_code == 0, result.output
    assert "is not one of your actions now" in " ".join(result.stdout.split())
    assert "You leave the table" in result.stdout


@pytest.mark.parametrize(("columns", "headed"), [(40, False), (80, True)])
def test_reasons_after_a_round_are_a_table_only_where_there_is_room(columns: int, headed: bool) -> None:
    command = ["play", "bluff_poker", "--seed", "3", "--agents", "greedy-truthful-call", "--option", "limit=1"]
    for seed in range(20):
        command[3] = str(seed)
        shown = CliRunner().invoke(app, command, input="call\n666\n", env={"COLUMNS": str(columns)}).stdout
        if "what players had" in shown:
            break
    told = shown[shown.index("what players had") :]
    assert bool(re.search(r"^who +had +did +why", told, re.MULTILINE)) is headed
    assert ("  why: fixed strategy: greedy rolls" in told) is not headed
