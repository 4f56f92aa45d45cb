"""Bluff Poker's source agent decides by queries: the same as it did by arrays of its own, and with a log of them."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import some
from peeking import GuessableSetup
from typer.testing import CliRunner, Result

from games.bluff_poker.actions import BELIEVE, CALL, Bid, Throw
from games.bluff_poker.knowledge import knowers_after, table
from games.bluff_poker.rules import BluffPoker, Phase
from games.core.errors import RecordError
from games.core.rules import CHANCE
from games.knowing.queries import Query
from games.knowing.table import model
from games.playing.match import Lineup, Match, Setup, Turn
from games.playing.records import read_record, record_of
from games.playing.replay import Replayer
from whoknows.cli.main import app

RECORDED = json.loads((Path(__file__).parent / "data" / "bluff_poker_decisions.json").read_text(encoding="utf-8"))
"""Games played by the agent while it computed all shares in arrays of its own, and while seeds were texts: each game's
moves as a digest."""


@pytest.mark.parametrize("games", [1, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("recorded", some(RECORDED, 2), ids=lambda each: " ".join([*each["agents"], *each["options"]]))
def test_decisions_are_those_of_the_agent_with_arrays_of_its_own(recorded: dict[str, Any], games: int) -> None:
    setup = GuessableSetup("bluff_poker", Lineup(tuple(recorded["agents"])), recorded["options"], seed=11)
    for number, digest in enumerate(recorded["games"].split()[:games]):
        moves = Match(setup, number).play(0).last.serialize()
        assert hashlib.sha256("\n".join(moves).encode()).hexdigest()[:8] == digest, f"match {number}"


def played(number: int = 0, queries: bool = True) -> list[Turn]:
    setup = Setup("bluff_poker", Lineup(("source",) * 3, ("ann", "bob", "john")), {"limit": 2}, seed=4)
    return list(Match(setup, number, queries=queries).turns(0))


def test_collecting_queries_changes_no_decision() -> None:
    assert [turn.action for turn in played()] == [turn.action for turn in played(queries=False)]
    assert not any(turn.queries for turn in played(queries=False))


def test_every_bid_throw_and_answer_rests_on_queries_and_only_these() -> None:
    for turn in played():
        decides = isinstance(turn.action, Bid | Throw) or turn.action in (CALL, BELIEVE)
        poker = turn.before.position.phase is Phase.POKER or turn.before.position.bid in BluffPoker().ladder.special
        if turn.player >= 0 and not poker:
            assert bool(turn.queries) == decides, (turn.action, turn.queries)


def test_every_logged_answer_is_that_of_the_model_at_the_actual_world() -> None:
    """Queries of the table as it is; what an agent considers is in another test."""
    asked = 0
    for turn in played(1):
        here = model(table(turn.before)) if turn.queries else None
        for query in turn.queries:
            if query.table or isinstance(query.answer, str):
                continue
            assert here is not None
            expected = here.degree(query.agent, query.formula) if query.agent else here.holds(query.formula)
            assert query.answer == expected, query
            asked += 1
    assert asked > 500


def test_an_answer_asks_what_the_page_lists() -> None:
    turn = next(turn for turn in played() if turn.action in (CALL, BELIEVE) and len(turn.before.position.bids) > 1)
    bob, found = turn.before.rules.names[turn.player], formulas(turn)
    assert {f"K_{bob} bluff", f"K_{bob} ~bluff"} <= set(found[""])
    assert "bluff" in found[bob], "the degree"
    assert any(each.startswith(f"B_{bob}>=1/2 (") for each in found[""]), "the median"
    beaten = turn.before.position.beaten
    assert any(each.startswith("outcome=211") and each.endswith(f"outcome={beaten}") for each in found[bob]), "F"


def test_a_bid_asks_what_the_next_player_considers_possible() -> None:
    turn = next(turn for turn in played() if isinstance(turn.action, Bid))
    after = turn.before.rules.names[turn.before.next_player]
    found = formulas(turn)
    assert sum(bool(re.fullmatch(rf"M_{after} outcome=\d+", each)) for each in found[""]) == 56
    assert len(found[after]) == 1, "the degree of the outcomes above the roll"


def test_a_throw_asks_of_the_tables_after_it_who_knows_which_die() -> None:
    turn = next(
        turn for turn in played() if isinstance(turn.action, Throw) and turn.before.position.phase is Phase.THROW
    )
    after = turn.before.rules.names[turn.before.next_player]
    tables = defaultdict(list)
    for query in turn.queries:
        if query.formula.startswith("Kv_"):
            tables[query.table].append(query.answer)
            assert query.formula.startswith(f"Kv_{after} die")
    dice = " ".join(f"die{die}" for die in turn.action.dice)
    assert set(tables) == {f"after throwing closed {dice}", f"after throwing openly {dice}"}
    known = {table: sum(answers) for table, answers in tables.items()}
    assert turn.action.is_open == (known[f"after throwing openly {dice}"] < known[f"after throwing closed {dice}"])
    chances = [query for query in turn.queries if query.table.startswith("after throwing die")]
    assert {query.agent for query in chances if isinstance(query.answer, Fraction)} == {
        turn.before.rules.names[turn.player]
    }


def formulas(turn: Turn) -> dict[str, list[str]]:
    """Agent whose degree it is, or nobody -> the formulas that were asked of the table as it is."""
    found = defaultdict(list)
    for query in turn.queries:
        if not query.table:
            found[query.agent].append(query.formula)
    return found


def test_who_knows_which_die_after_a_throw_is_what_the_rules_make_of_it() -> None:
    checked = 0
    for turn in (turn for number in range(4) for turn in played(number, queries=False)):
        if isinstance(turn.action, Throw) and turn.before.position.phase is Phase.THROW:
            landed = turn.after.after(turn.after.sample(Random(1)))
            before = turn.before.position
            assert knowers_after(before.knowers, turn.action, turn.player, 3) == landed.position.knowers
            checked += 1
    assert checked > 10


def test_a_record_keeps_the_queries_and_replays_them() -> None:
    setup = Setup("bluff_poker", Lineup(("source",) * 3, ("ann", "bob", "john")), {"limit": 1}, seed=4)
    match = Match(setup, 0, queries=True)
    turns = list(match.turns(0))
    queries = tuple(turn.queries for turn in turns)
    record = record_of(match, 0, turns[-1].after, queries)
    again = read_record(json.loads(json.dumps(record.as_data())), "file")
    assert again.queries == queries
    for move in (1, 3, len(turns)):
        assert Replayer("file").queries(again, 1, move) == queries[move - 1]
    Replayer("file").check(again, 1)


@pytest.mark.parametrize("forge", ["answer", "formula", "agent", "table", "drop", "add", "chance"])
def test_forged_queries_are_found_with_file_line_and_move(forge: str) -> None:
    setup = Setup("bluff_poker", Lineup(("source",) * 2, ("ann", "bob")), {"limit": 1}, seed=4)
    match = Match(setup, 0, queries=True)
    turns = list(match.turns(0))
    data = record_of(match, 0, turns[-1].after, tuple(turn.queries for turn in turns)).as_data()
    data = json.loads(json.dumps(data))
    Replayer("games.jsonl").check(read_record(data, "games.jsonl"), 1)
    move = next(number for number, asked in enumerate(data["queries"]) if asked)
    asked = data["queries"][move]
    if forge == "chance":
        move = next(number for number, turn in enumerate(turns) if turn.player == CHANCE)
        data["queries"][move] = asked[:1]
    elif forge == "drop":
        del asked[-1]
    elif forge == "add":
        asked.append(asked[0])
    else:
        asked[0][forge] = "1/7"
    with pytest.raises(RecordError, match=rf"games.jsonl, line 5, move {move + 1}: .*record.*queries"):
        Replayer("games.jsonl").check(read_record(data, "games.jsonl"), 5)
    Replayer("games.jsonl", choices=False).check(read_record(data, "games.jsonl"), 5)


def test_watch_shows_queries_and_ask_repeats_them(tmp_path: Path) -> None:
    kept, bare = tmp_path / "kept.jsonl", tmp_path / "bare.jsonl"
    watched = ["watch", "bluff_poker", "--agents", "source", "source", "--names", "ann", "bob", "--seed", "3"]
    watched += ["--option", "limit=1"]
    shown = CliRunner().invoke(app, [*watched, "--queries", "--record", str(kept)])
    assert shown.exit_code == 0, shown.output
    told = re.sub(r"\s+", " ", shown.output)
    assert re.search(r"asks a model of 216 worlds: .*M_\w+ outcome=\d+, \d+", told)
    assert re.search(r"K_\w+ bluff: false, as \w+ considers", told)
    plain = CliRunner().invoke(app, [*watched, "--record", str(bare)])
    assert "asks" not in plain.output
    data = json.loads(kept.read_text())
    move = next(number for number, queries in enumerate(data["queries"], 1) if queries)
    assert "queries" not in json.loads(bare.read_text())
    told = [
        CliRunner().invoke(app, ["ask", str(path), "--move", str(move), "--queries", "--json"]) for path in (kept, bare)
    ]
    assert told[0].exit_code == 0, told[0].output
    assert (
        json.loads(told[0].output) == json.loads(told[1].output) == {"move": move, "queries": data["queries"][move - 1]}
    )
    text = CliRunner().invoke(app, ["ask", str(kept), "--move", str(move), "--queries"])
    assert "asks:" in text.output
    again = CliRunner().invoke(app, ["ask", str(bare), "--move", str(move), "--queries"])
    assert "asks a model of 216 worlds:" in again.output
    assert CliRunner().invoke(app, ["ask", str(kept), "--move", "0", "--queries"]).exit_code == 2
    assert CliRunner().invoke(app, ["ask", str(kept), "bluff", "--queries"]).exit_code == 2


def ask(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")


def test_the_records_of_a_match_keep_queries_on_request(tmp_path: Path) -> None:
    kept, bare = tmp_path / "kept.jsonl", tmp_path / "bare.jsonl"
    match = ["match", "bluff_poker", "--agents", "source", "source", "--games", 2, "--option", "limit=1"]
    match += ["--jobs", 1, "--seed", 7]
    assert ask(*match, "--records", kept, "--queries").exit_code == 0
    assert ask(*match, "--records", bare).exit_code == 0
    with_queries, without = ([json.loads(line) for line in path.read_text().splitlines()] for path in (kept, bare))
    for one, other in zip(with_queries, without, strict=True):
        assert "queries" not in other
        assert one["moves"] == other["moves"]
        assert len(one["queries"]) == len(one["moves"])
        assert any(one["queries"])
    move = next(number for number, queries in enumerate(with_queries[1]["queries"], 1) if queries)
    shown = ask("ask", kept, "--number", 2, "--move", move, "--queries", "--json")
    assert json.loads(shown.output)["queries"] == with_queries[1]["queries"][move - 1]
    assert ask("replay", kept).exit_code == 0


def test_records_with_and_without_queries_are_not_mixed(tmp_path: Path) -> None:
    out, records = tmp_path / "results.jsonl", tmp_path / "records.jsonl"
    match = ["match", "bluff_poker", "--agents", "source", "source", "--option", "limit=1", "--jobs", 1, "--seed", 7]
    match += ["--out", out, "--records", records]
    assert ask(*match, "--games", 1, "--queries").exit_code == 0
    before = records.read_bytes()
    mixed = ask(*match, "--games", 2)
    assert mixed.exit_code == 2
    assert "line 1: the record has queries" in mixed.stderr.replace("\n", " ")
    assert records.read_bytes() == before
    assert ask(*match, "--games", 2, "--queries").exit_code == 0


def test_queries_without_records_are_refused() -> None:
    result = ask("match", "bluff_poker", "--games", 1, "--queries")
    assert result.exit_code == 2
    assert "give --records FILE too" in result.stderr


def test_a_query_of_many_worlds_is_summed_up() -> None:
    answers = [query for turn in played() for query in turn.queries if query.table.startswith("of an observer")]
    assert (
        Query(
            "outcome=211, ..., outcome=666",
            "by class (1)",
            "observer",
            "of an observer who knows no die",
        )
        in answers
    )
    assert len(set(answers)) <= 8
