"""Numbers that would take hours to compute with are refused where they are read, with their size in the message."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games.core.errors import GameError, RecordError
from games.knowing.queries import Query
from games.playing.arena import run
from games.playing.match import Lineup, Setup
from games.playing.records import read_record, read_records
from games.playing.replay import EARLIER, Replayer
from logic.errors import FormulaError
from logic.exact import DIGITS, whole
from logic.options import LONGEST_LIST, LONGEST_VALUE, InvalidOption, read_value, split
from studies import experiment
from whoknows.cli.main import app
from whoknows.cli.start import LONGEST_NUMBER

MILLION = "9" * 1_000_000
GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="atoms" attr.type="string"/><key id="d1" for="node" attr.name="n" attr.type="int"/>
<graph edgedefault="directed"><node id="w"><data key="d0">{atoms}</data><data key="d1">{number}</data></node></graph>
</graphml>"""


@pytest.fixture(autouse=True)
def numbers_are_read_as_the_command_reads_them() -> Iterator[None]:
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(LONGEST_NUMBER)
    yield
    sys.set_int_max_str_digits(usual)


def whoknows(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")


def refused(*arguments: object) -> str:
    result = whoknows(*arguments)
    assert result.exit_code == 2
    assert len(result.stderr) < 1_000
    return " ".join(result.stderr.split())


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    setup = Setup("bluff_poker", Lineup(("random", "random")), {"limit": 1}, 3)
    run(setup, 1, records=path, jobs=1)
    found: dict[str, Any] = json.loads(path.read_text())
    del found["crc"]
    return found


def written(folder: Path, record: dict[str, Any], **changes: str) -> Path:
    """The record with these texts as values."""
    text = json.dumps(record | {key: f"<{key}>" for key in changes})
    for key, value in changes.items():
        text = text.replace(f'"<{key}>"', value)
    path = folder / "changed.jsonl"
    path.write_text(text)
    return path


def test_a_return_with_a_huge_exponent_is_refused(record: dict[str, Any], tmp_path: Path) -> None:
    said = refused("replay", written(tmp_path, record, returns='[0, "1e999999999"]'))
    assert re.search('line 1: returns: expected.*"1/2", got "1e999999999"', said)


def test_a_result_with_a_huge_exponent_is_refused_where_a_run_is_taken_up(tmp_path: Path) -> None:
    from games.playing.records import written as sealed

    setup = Setup("bluff_poker", Lineup(("random", "random")), {"limit": 1}, 3)
    run(setup, 2, out=tmp_path / "out", jobs=1)
    lines = (tmp_path / "out").read_text().splitlines(keepends=True)
    (tmp_path / "out").write_text(lines[0] + sealed({"match": 0, "returns": [[0, "1e999999999"]]}))
    with pytest.raises(RecordError, match=r"line 2: expected.*match 0;.*head -n 1.*file"):
        run(setup, 2, out=tmp_path / "out", jobs=1)


@pytest.mark.parametrize("key", ["seed", "match", "number", "block", "returns", "options"])
def test_a_number_of_a_million_digits_in_a_record_is_refused(key: str, record: dict[str, Any], tmp_path: Path) -> None:
    value = {"returns": f"[0, {MILLION}]", "options": json.dumps({"limit": 0})[:-2] + MILLION + "}"}.get(key, MILLION)
    said = refused("replay", written(tmp_path, record, **{key: value}))
    assert re.search(rf"line 1: number 9+…9+: too long, at most {DIGITS:,} characters are read", said)


def test_a_seed_is_bounded() -> None:
    with pytest.raises(GameError, match=r"seed .*expected.* 100 digits"):
        Setup("bluff_poker", Lineup(("random", "random")), {}, 10**100)
    assert "seed 999" in refused("match", "bluff_poker", "--seed", "9" * 300)


@pytest.mark.parametrize("option", ["--team", "--coalition"])
def test_numbers_of_agents_are_bounded(option: str) -> None:
    assert "expected numbers of agents" in refused("match", "bluff_poker", option, "9" * 100_000)


@pytest.mark.parametrize("parameter", ["samples", "actions"])
def test_an_agent_cannot_look_ahead_for_ever(parameter: str) -> None:
    agents = [f"stronger({parameter}={10**12})", "random", "random"]
    assert "to 10,000" in refused("match", "saboteur", "--agents", *agents)


@pytest.mark.parametrize(("game", "option"), [("saboteur", "rounds"), ("bluff_poker", "limit")])
def test_a_game_cannot_be_endless(game: str, option: str) -> None:
    assert "to 1,000" in refused("match", game, "--option", f"{option}={10**12}")


def test_a_block_is_bounded(record: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"block 1000000000000: expected.* 1,000,000$"):
        Setup("bluff_poker", Lineup(("random", "random")), {}, 0, 10**12)
    path = written(tmp_path, record, block=str(10**12), number=str(10**9))
    assert "block: expected 1 to 1,000,000, got 1000000000000" in refused("replay", path)


def test_games_that_are_not_in_the_file_are_played_again_up_to_a_bound(record: dict[str, Any]) -> None:
    later = read_record(record | {"block": EARLIER + 3, "number": EARLIER + 1}, "line 1")
    with pytest.raises(RecordError, match=r"line 1: 1,001.*games.* 1,000 .*--moves-only"):
        Replayer("games").check(later, 1)
    assert Replayer("games", choices=False).check(read_record(record | {"seed": None}, "line 1"), 1).is_terminal


def test_an_agents_parameter_is_bounded(record: dict[str, Any], tmp_path: Path) -> None:
    agent = f"source(k={'9' * 90_000})"
    assert "90,010 characters, at most 10,000" in refused("match", "bluff_poker", "--agents", agent, "random")
    path = written(tmp_path, record, agents=json.dumps([f"source(k={MILLION})", "random"]))
    assert f"at most {LONGEST_LIST:,} are read" in refused("replay", path)


def test_an_option_is_bounded() -> None:
    with pytest.raises(InvalidOption, match=f"1,001 characters, at most {LONGEST_VALUE:,}"):
        read_value("9" * (LONGEST_VALUE + 1))
    with pytest.raises(InvalidOption, match="characters"):
        split("a," * LONGEST_LIST)
    assert read_value("9" * LONGEST_VALUE) == 10**LONGEST_VALUE - 1
    assert "characters" in refused("check", f"puzzle:muddy_children,n={'9' * 90_000}", "true")


@pytest.mark.parametrize(
    ("atoms", "number"), [("p", MILLION), (f"[{MILLION}]", "1"), ("[" * 100_000, "1")], ids=["data", "list", "nested"]
)
def test_numbers_of_a_graph_are_bounded(atoms: str, number: str, tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    path.write_text(GRAPHML.format(atoms=atoms, number=number))
    assert refused("check", path, "p").partition("graph.graphml: ")[2]


def test_an_answer_of_a_query_is_bounded() -> None:
    assert Query.of({"formula": "p", "answer": "1e999999999"}).answer == "1e999999999"
    assert str(Query.of({"formula": "p", "answer": "1/3"}).answer) == "1/3"
    assert Query.of({"formula": "p", "answer": "1/0"}).answer == "1/0"


@pytest.mark.parametrize("seconds", ["1e999999999", "1e12", "nan", "-1"])
def test_times_are_bounded(seconds: str, tmp_path: Path) -> None:
    assert "expected" in refused("watch", "bluff_poker", "--seed", "1", "--delay", seconds)
    for name in ("--time", "--timeout"):  # the name of the option, and one of an earlier version
        assert "--time" in refused("draw", "puzzle:muddy_children", "-o", tmp_path / "m.svg", name, seconds)


@pytest.mark.parametrize("command", ["explore", "plan", "draw", "prove"])
def test_the_limit_in_seconds_is_the_same_option_of_every_command(command: str) -> None:
    help_text = CliRunner().invoke(app, [command, "--help"]).output
    assert "--time SECONDS" in help_text
    assert "--timeout" not in help_text


@pytest.mark.parametrize("option", ["--rounds", "--jobs"])
def test_rounds_and_processes_are_bounded(option: str) -> None:
    assert "expected" in refused("experiment", "saboteur", "--agents", "random", option, 10**12)
    assert experiment.MOST_GAMES == 10**7


@pytest.mark.parametrize("number", ["1e5", "", "0x10", "9" * (DIGITS + 1)])
def test_a_whole_number_is_short_and_decimal(number: str) -> None:
    with pytest.raises(FormulaError):
        whole(number)
    assert whole("-" + "9" * (DIGITS - 1)) == -(10 ** (DIGITS - 1) - 1)


def test_lines_nested_deep_are_refused() -> None:
    with pytest.raises(RecordError, match=r"line 1: expected.* JSON, found"):
        list(read_records(['{"record": ' + "[" * 100_000], "games"))


def test_a_value_that_python_cannot_make_is_a_text() -> None:
    assert "n={[]}: expected a whole number" in refused("puzzle", "muddy_children", "n={[]}")
    assert "limit '{[]}': expected" in refused("watch", "bluff_poker", "--option", "limit={[]}")


def test_a_name_that_is_no_text_is_refused(record: dict[str, Any], tmp_path: Path) -> None:
    options = record["options"] | {"names": [["ann"], "bob"]}
    assert "expected a text" in refused("replay", written(tmp_path, record | {"options": options}))


def test_half_a_character_in_a_model_is_a_mistake(tmp_path: Path) -> None:
    model = {"worlds": {"s": []}, "agents": {"a": {"classes": [["s"]]}}, "weights": {"a": {"s": "\ud800"}}}
    (tmp_path / "m.json").write_text(json.dumps(model))
    assert "half a character" in refused("check", tmp_path / "m.json", "p")
