"""The query log: what agents ask of models while they decide, and what came back."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Any

import pytest

from games.core.errors import RecordError
from games.knowing.queries import Query, considering, degree, holds, is_recording, joined, note, recorded, remembered
from games.knowing.table import Table, model, situation
from games.playing.records import read_record
from whoknows import KripkeModel
from whoknows.cli.terminal import query_lines

DICE = Table(
    (("die1", (1, 2, 3, 4, 5, 6)), ("die2", (1, 2, 3, 4, 5, 6))),
    (("ann", ("die1", "die2")), ("bob", ("die1",))),
    defined=(("low", "die2=1 | die2=2"),),
    actual={"die1": 3, "die2": 1},
)
HERE = situation(DICE).place(DICE.actual)


def test_queries_of_a_table_are_recorded_with_their_answers_also_when_these_are_kept() -> None:
    asked = situation(DICE)
    for _ in range(2):
        with recorded() as queries:
            asked.holds("K_ann low", HERE)
            asked.holding(("K_bob low", "M_bob low"), HERE)
            asked.degree("bob", "low", HERE)
        assert queries == [
            Query("K_ann low", True),
            Query("K_bob low", False),
            Query("M_bob low", True),
            Query("low", Fraction(1, 3), "bob"),
        ]
    assert asked.holds("K_ann low", HERE)
    assert len(queries) == 4, "nothing is recorded outside of the block"


def test_queries_of_an_agents_own_model_are_recorded() -> None:
    made = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    with recorded() as queries:
        assert not holds(made, "K_a p")
        assert degree(made, "a", "p", at="v") == Fraction(1, 2)
    assert [str(query) for query in queries] == ["K_a p: false", "degree of a in p: 1/2 = 0.5"]
    assert pickle.loads(pickle.dumps(queries)) == queries, "they can be sent from another process"


def test_queries_say_which_table_was_considered() -> None:
    with recorded() as queries:
        note("p", True)
        with considering("after a throw"):
            note("q", False)
    assert [str(query) for query in queries] == ["p: true", "after a throw: q: false"]


def test_a_remembered_function_computes_once_and_notes_its_queries_on_every_call() -> None:
    calls = []

    @remembered(2)
    def squared(number: int) -> int:
        calls.append(number)
        note(f"x={number}", True)
        return number * number

    assert squared(3) == 9
    for _ in range(2):
        with recorded() as queries:
            assert squared(3) == 9
        assert queries == [Query("x=3", True)]
    assert calls == [3]
    for number in (4, 5, 3):
        assert squared(number) == number * number
    assert calls == [3, 4, 5, 3]
    assert not is_recording()


def test_inner_blocks_collect_for_themselves() -> None:
    with recorded() as outer:
        note("p", True)
        with recorded() as inner:
            note("q", True)
    assert [query.formula for query in outer] == ["p"]
    assert [query.formula for query in inner] == ["q"]


@pytest.mark.parametrize(
    "query",
    [
        Query("K_a p", True),
        Query("p", Fraction(1, 3), "a"),
        Query("p", Fraction(0), "a", "after a throw"),
        Query("p", "in 3 of 4 worlds", table="of bob"),
        Query("p", "0.832", "a"),  # a rounded degree, as the learner of Bluff Poker notes it
    ],
    ids=str,
)
def test_a_query_is_read_as_it_was_written(query: Query) -> None:
    assert Query.of(json.loads(json.dumps(query.as_data()))) == query


RECORD: dict[str, Any] = {
    "record": 1, "game": "bluff_poker", "agents": ["source", "source"], "seed": 1, "block": 1,
    "seatings": "rotations", "duplicate": True, "match": 0, "number": 0, "seats": [0, 1],
    "options": {"names": ["a", "b"]}, "coalitions": [], "moves": ["starts a", "rolls 6 4 2"], "returns": None,
}  # fmt: skip


def test_a_record_keeps_queries_by_move() -> None:
    asked = [[], [{"formula": "K_a p", "answer": True}]]
    record = read_record(RECORD | {"queries": asked}, "file")
    assert record.queries == ((), (Query("K_a p", True),))
    assert record.as_data() == RECORD | {"queries": asked}
    assert read_record(RECORD, "file").queries is None


@pytest.mark.parametrize(
    "wrong",
    [[], {}, 3, [[], 3], [[], ["K_a p"]], [[], [{"formula": "p"}]], [[], [{"answer": True}]],
     [[], [{"formula": 1, "answer": True}]], [[], [{"formula": "p", "answer": 1}]]],
    ids=str,
)  # fmt: skip
def test_queries_that_are_none_are_refused(wrong: Any) -> None:
    with pytest.raises(RecordError, match="file: "):
        read_record(RECORD | {"queries": wrong}, "file")


def test_lines_join_formulas_that_differ_in_a_value_and_have_one_answer() -> None:
    table = situation(DICE)
    with recorded() as queries:
        table.holds("K_bob low", HERE)
        table.holding(tuple(f"M_bob die1={value}" for value in range(1, 5)), HERE)
        with considering("after a throw"):
            table.degree("bob", "low", HERE)
    asked, *answers, considered, degree_line = query_lines(queries)
    assert [asked, considered] == ["asks a model of 36 worlds:", "asks a model of 36 worlds, the table after a throw:"]
    told = [line.partition(", as ") for line in [*answers, degree_line]]
    assert [answer for answer, _, _ in told] == [
        "  K_bob low: false",
        "  M_bob die1=1, 2, 4: false",
        "  M_bob die1=3: true",
        "  degree of bob in low: 1/3 ≈ 0.33",
    ]
    assert "bob cannot tell" in told[0][2]
    assert "2 of the 6 worlds" in told[3][2]


def test_queries_of_a_record_are_told_without_a_model() -> None:
    assert query_lines([Query("K_a p", True), Query("p", Fraction(1, 2), "a", "of b")]) == [
        "asks:", "  K_a p: true", "asks of the table of b:", "  degree of a in p: 1/2 = 0.5",
    ]  # fmt: skip
    assert model(DICE).holds("M_bob die1=3")


def test_only_queries_that_differ_in_a_value_are_merged() -> None:
    queries = [Query("p", True), Query("q", True), Query("die1=2", False), Query("die1=3", False)]
    assert [each.formula for each in joined(queries)] == ["p", "q", "die1=2, 3"]
