"""Records: what was played can be played again, and what was not is found out."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import share

from games.core.errors import RecordError
from games.playing.arena import run
from games.playing.match import Lineup, Setup
from games.playing.records import Record, read_line, read_records
from games.playing.replay import Replayer

GAME = "liars_card:GAME"
AGENTS = ("honest", "learner(lies=2)", "random")


def lines_of(tmp_path: Path, *, games: int = 24, block: int = 4, **lineup: Any) -> list[dict[str, Any]]:
    """The records of a run, as data, without the lines' checksums."""
    path = tmp_path / "made.jsonl"
    path.unlink(missing_ok=True)  # a run refuses the records of another one
    run(Setup(GAME, Lineup(AGENTS, **lineup), {"cards": 6}, 3, block), games, records=path, jobs=1)
    return [read_line(line, 1, "file") for line in path.read_text().splitlines()]


def test_a_line_that_was_changed_is_found_by_its_checksum(tmp_path: Path) -> None:
    lines_of(tmp_path)
    text = (tmp_path / "made.jsonl").read_text().splitlines()[2]
    assert read_line(json.dumps(json.loads(text), indent=1), 3, "file")["match"] == 0
    for place in range(0, len(text), 7):
        changed = text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :]
        with pytest.raises(RecordError, match="file, line 3: "):
            read_line(changed, 3, "file")


def check(lines: list[dict[str, Any]], choices: bool = True) -> int:
    """Replay the records; how many there were."""
    replayer, count = Replayer("file", choices), 0
    for count, (line, record) in enumerate(read_records(map(json.dumps, lines), "file", GAME), 1):  # noqa: B007
        last = replayer.check(record, line)
        assert last == record.state()
    return count


def test_what_was_played_is_played_again(tmp_path: Path) -> None:
    assert check(lines_of(tmp_path)) == 24
    assert check(lines_of(tmp_path, names=("ann", "bob", "john"), coalitions=((0, 2),), games=8)) == 8


def test_records_can_be_cut_and_shuffled_since_each_stands_alone(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    Random(1).shuffle(lines)
    assert check(lines) == 24
    assert check(lines[7:9]) == 2


def test_a_record_says_everything(tmp_path: Path) -> None:
    record = lines_of(tmp_path, names=("ann", "bob", "john"))[5]
    assert record["agents"] == list(AGENTS)
    assert record["options"] == {"names": ["john", "ann", "bob"], "cards": 6}
    assert (record["seed"], record["block"], record["match"], record["number"]) == (3, 4, 1, 1)
    assert record["seats"] == [1, 2, 0]
    assert [text.split()[0] for text in record["moves"][:4]] == ["card", "card", "card", "claim"]
    assert sum(map(Fraction, record["returns"])) == 0


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    for line in lines_of(tmp_path):
        ((_, record),) = read_records([json.dumps(line)], "file", GAME)
        assert isinstance(record, Record)
        assert record.as_data() == line
        assert record.state(3).serialize() == line["moves"][:3]


def test_any_move_that_is_changed_is_found_out_and_named(tmp_path: Path) -> None:
    lines = lines_of(tmp_path, games=share(40, 4))
    for place, line in enumerate(lines):
        for move, text in enumerate(line["moves"]):
            for other in ("card 1", "card 6", "claim 3", "claim 6", "call", "claim 7", "card 0", "hello", ""):
                if other == text:
                    continue
                wrong = [*lines[:place], line | {"moves": [*line["moves"][:move], other, *line["moves"][move + 1 :]]}]
                with pytest.raises(RecordError, match=f"^file, line {place + 1}, move {move + 1}: "):
                    check(wrong)


def test_an_agent_who_would_do_otherwise_is_named_with_what_she_does(tmp_path: Path) -> None:
    line = lines_of(tmp_path)[0]
    claim = line["moves"][3]
    higher = f"claim {int(claim[-1]) + 1}"
    wrong = line | {"moves": [*line["moves"][:3], higher, "call"]}
    with pytest.raises(RecordError, match=rf"line 1, move 4: .*honest.* {claim}, .*record.* {higher}"):
        check([wrong])


def test_cards_that_do_not_come_from_the_seed_are_found_out(tmp_path: Path) -> None:
    line = lines_of(tmp_path)[0]
    other = next(f"card {value}" for value in range(1, 7) if f"card {value}" not in line["moves"][:3])
    wrong = line | {"moves": [other, *line["moves"][1:]]}
    with pytest.raises(RecordError, match=f"move 1: .*seed 3.* card ., .*record.* {other}"):
        check([wrong])


def test_moves_alone_can_be_checked(tmp_path: Path) -> None:
    line = lines_of(tmp_path)[0]
    cards = [int(text[-1]) for text in line["moves"][:3]]
    moves = [*line["moves"][:3], f"claim {min(6, cards[0] + 1)}", "call"]
    loser = 0 if cards[0] < 6 else 1
    returns = [-1 if seat == loser else "1/2" for seat in range(3)]
    assert check([line | {"moves": moves, "returns": returns}], choices=False) == 1
    with pytest.raises(RecordError, match="line 1"):
        check([line | {"moves": moves, "returns": returns}])


@pytest.mark.parametrize("returns", [[1, 1, -2], None, ["1/2", "1/2"], ["1/2", "1/2", "1/2"]])
def test_wrong_returns_are_found_out(tmp_path: Path, returns: Any) -> None:
    with pytest.raises(RecordError, match=r"line 1: .*returns .*the record"):
        check([lines_of(tmp_path)[0] | {"returns": returns}])


def test_too_many_and_too_few_moves_are_found_out(tmp_path: Path) -> None:
    line = lines_of(tmp_path)[0]
    with pytest.raises(RecordError, match=f"move {len(line['moves']) + 1}: call: .*over"):
        check([line | {"moves": [*line["moves"], "call"]}])
    with pytest.raises(RecordError, match=r"returns of .*not over"):
        check([line | {"moves": line["moves"][:-1]}])


def test_a_game_that_was_broken_off_has_no_returns(tmp_path: Path) -> None:
    line = lines_of(tmp_path)[0]
    for length in range(len(line["moves"])):
        assert check([line | {"moves": line["moves"][:length], "returns": None}]) == 1


def test_a_person_may_do_what_she_likes_and_the_agents_must_do_the_same_again() -> None:
    def record(**changes: Any) -> dict[str, Any]:
        line: dict[str, Any] = {"record": 1, "game": "liars_card", "agents": [None, "honest"], "seed": None, "block": 1}
        line |= {
            "seatings": "rotations",
            "duplicate": True,
            "match": 0,
            "number": 0,
            "seats": [0, 1],
            "options": {"names": ["me", "ann"]},
            "coalitions": [],
        }
        return line | {"moves": ["card 2", "card 4", "claim 3", "claim 4", "call"], "returns": [-1, 1]} | changes

    assert check([record()]) == 1
    assert check([record(moves=["card 2", "card 4", "claim 5", "call"])]) == 1
    assert check([record(seconds=[0, 0, 12.345, 0, 3])]) == 1
    with pytest.raises(RecordError, match=r"move 4: ann .*honest.* claim 4, .*record.* call"):
        check([record(moves=["card 2", "card 4", "claim 3", "call"])])
    with pytest.raises(RecordError, match=r"move 5: claim 4: me .*claim 5 or call"):
        check([record(moves=["card 2", "card 4", "claim 3", "claim 4", "claim 4"])])
    with pytest.raises(RecordError, match=r"move 2: card 2: .*cannot"):
        check([record(moves=["card 2", "card 2"])])
    assert check([record(block=3, number=2)]) == 1  # what the person did before is not known: moves alone are checked


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"record": 2}, "version 2"),
        ({"game": "liars_card:HAME"}, "HAME"),
        ({"game": "bluff_poker"}, "record of 'bluff_poker'; expected 'liars_card'"),
        ({"game": 3}, "game: expected a text, got 3"),
        ({"agents": [1, 2, 3]}, r"agents\[0\]: expected a text or null, got 1"),
        ({"agents": ["honest", "honest"]}, "expected seats"),
        ({"agents": ["honest", "honest", "nobody"]}, "no agent 'nobody'"),
        ({"seats": [2, 1, 0]}, "expected seats"),
        ({"seats": [0, [], 9]}, r"seats\[1\]: expected a whole number, got \[\]"),
        ({"options": {"names": ["a", "b", "c"], "crads": 5}}, "did you mean 'cards'"),
        (
            {"options": {"names": ["a", "b", "c"], "cards": "x"}},
            'line 1: options.cards: expected a whole number, got "x"',
        ),
        ({"options": {"names": 5}}, r"line 1: options.names: expected a list \[...\], got 5"),
        ({"returns": ["x", 1, 2]}, "line 1"),
        ({"returns": ["1/0", 1, 2]}, "line 1"),
        ({"returns": [[], 1, 2]}, "line 1"),
        ({"coalitions": [[0, 0]]}, "named 2 times"),
        ({"coalitions": [0]}, "line 1"),
        ({"coalitions": [["x"]]}, "line 1"),
        ({"match": "1"}, 'match: expected a whole number, got "1"'),
        ({"match": True}, "match: expected a whole number, got true"),
        ({"number": -1}, "number"),
        ({"block": 0}, "block"),
        ({"block": 10**9}, "block: expected 1 to 1,000,000, got 1000000000"),
        ({"record": True}, "version true"),
        ({"number": 10**9}, "number: expected 0 to 3, got 1000000000"),
        ({"moves": ["card 2", None]}, r"moves\[1\]: expected a text, got null"),
        ({"seconds": [1.5]}, r"seconds: expected an entry.* \d+ moves, got 1"),
        ({"seconds": 3}, "seconds: expected a list .*, got 3"),
        ({"moves": ["card 2"], "seconds": ["1"]}, r'seconds\[0\]: expected a number, got "1"'),
        ({"moves": ["card 2"], "seconds": [True]}, r"seconds\[0\]: expected .* got true"),
        ({"moves": ["card 2"], "seconds": [-0.1]}, r"seconds: expected.* from 0 to 10,000,000, got -0.1"),
        ({"moves": ["card 2"], "seconds": [float("nan")]}, "line 1"),
        ({"moves": ["card 2"], "seconds": [10**400]}, r"seconds: expected.* from 0 .* got 1000"),
    ],
)
def test_lines_that_are_no_records_are_errors_and_no_tracebacks(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        check([lines_of(tmp_path)[0] | changes])


def test_a_key_that_is_missing_is_named(tmp_path: Path) -> None:
    line = lines_of(tmp_path)[0]
    for key in line:
        with pytest.raises(RecordError, match=f"line 1: ({key}|no record)"):
            check([{other: value for other, value in line.items() if other != key}])


@pytest.mark.parametrize("text", ["{", "[]", "3", "null", '{"record": 1}', "[" * 100_000])
def test_lines_that_are_no_objects_are_errors_with_their_number(text: str) -> None:
    with pytest.raises(RecordError, match="file, line 2"):
        list(read_records(["", text], "file"))


@pytest.mark.parametrize("changes", [{"options": {"names": ["a", "b", "c"], "cards": 0}}, {"moves": ["card 99"]}])
def test_what_cannot_be_played_is_told_with_file_and_line(changes: dict[str, Any], tmp_path: Path) -> None:
    ((_, record),) = read_records([json.dumps(lines_of(tmp_path)[0] | changes)], "file", GAME)
    with pytest.raises(RecordError, match=r"^file, line 1: "):
        record.state()
