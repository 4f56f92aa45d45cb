"""Large sets of actions are counted, drawn from, typed, played, recorded and checked, and never listed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import conformance
import numpy as np
import pytest
from conformance import Case
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from lotto import GAME, LottoRules, Mark, Tickets
from typer.testing import CliRunner

from games.core.agent import Uniform, drawn
from games.core.errors import IllegalAction
from games.core.stages import Branches, Stage, choices
from games.telling.choosing import chosen
from games.telling.face import Face
from logic.errors import TooLarge
from whoknows.cli.main import app

ALL = LottoRules(names=("1", "2")).tickets()
FACE = Face(GAME, LottoRules(names=("1", "2")))


@dataclass(frozen=True)
class Hand(Tickets):
    """Claims of a rank with some cards of a hand."""

    rank: int = 0

    def action(self, chosen: tuple[Any, ...]) -> Any:
        return (self.rank, chosen)

    def used(self, action: Any) -> tuple[Any, ...] | None:
        return action[1] if isinstance(action, tuple) and action[0] == self.rank else None


def claims(cards: int) -> Stage:
    """A call, or one to four cards of a hand as one of two ranks."""
    hand, sizes = tuple(range(cards)), range(1, 5)
    ranks = ((rank, Branches(tuple((size, Hand(hand, size, (), rank)) for size in sizes))) for rank in (6, 8))
    return Branches((("call", "call"), *ranks))


def test_the_claims_from_a_hand_of_35_cards_are_119_070() -> None:
    assert len(claims(35)) == 119_070 + 1 == 2 * sum(comb(35, size) for size in range(1, 5)) + 1


@given(cards=st.integers(4, 9))
@examples(6)
def test_it_is_the_sequence_of_all_of_them(cards: int) -> None:
    legal = claims(cards)
    expected = [
        "call",
        *((rank, each) for rank in (6, 8) for k in (1, 2, 3, 4) for each in combinations(range(cards), k)),
    ]
    assert list(legal) == [legal[place] for place in range(len(legal))] == expected
    assert [*legal[-3:], *legal[2:9:3]] == [*expected[-3:], *expected[2:9:3]]
    assert all(action in legal for action in expected)


@pytest.mark.parametrize(
    "action", ["check", (7, (1,)), (6, ()), (6, (1, 0)), (6, (0, 0)), (6, (0, 9)), (6, (0, 1, 2, 3, 4)), None, 6]
)
def test_it_contains_nothing_else(action: Any) -> None:
    assert action not in claims(9)


def test_after_some_choices_the_rest_is_a_sequence_as_well() -> None:
    rest: Any = claims(9).choices[8]
    for choice in (3, 2, 5):
        rest = rest.choices[choice]
    assert list(rest) == [(8, (2, 5, last)) for last in (6, 7, 8)]
    assert (8, (2, 5, 7)) in rest
    assert (8, (2, 4, 7)) not in rest
    assert (6, (2, 5, 7)) not in rest
    assert list(choices(rest)) == [6, 7, 8]


def test_listed_actions_are_their_own_choices() -> None:
    assert choices(("call", "take")) == {"call": "call", "take": "take"}


def test_all_actions_are_drawn_equally_often() -> None:
    legal, rng = claims(4), Random(1)
    counts = Counter(drawn(Uniform(legal), rng) for _ in range(200 * len(legal)))
    assert set(counts) == set(legal)
    assert max(abs(count - 200) for count in counts.values()) < 4 * 200**0.5


def test_a_uniform_policy_is_a_mapping() -> None:
    policy = Uniform(("a", "b", "c", "d"))
    assert policy == dict.fromkeys("abcd", 0.25)
    assert policy.get("e") is None
    assert drawn(Uniform(("a",)), Random(1)) == "a"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("mark 3 7 12 25 31 49", (3, 7, 12, 25, 31, 49)),
        ("mark 49 31 25 12 7 3", (3, 7, 12, 25, 31, 49)),
        ("MA 3,7,12,25,31,49", (3, 7, 12, 25, 31, 49)),
        ("s", ()),
        ("sleep", ()),
    ],
)
def test_a_ticket_is_typed_by_its_text_or_by_a_word_for_each_choice(text: str, numbers: tuple[int, ...]) -> None:
    assert chosen(text, ALL, FACE) == Mark(numbers)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mark 1 2 3", "mark 1 2 3: you cannot do this now"),
        ("ma", "'ma': say more, one of '1', '2', '3', '4' and 40 more"),
        ("ma 7 6", "'6' is not one of '8', '9', '10', '11' and 34 more"),
        ("buy 1", "'buy 1' is not one of your actions now; you can 'sleep' or 'mark'"),
        ("s 4", "sleep is complete before '4'"),
    ],
)
def test_what_is_missing_is_said(text: str, said: str) -> None:
    with pytest.raises(IllegalAction, match=re.escape(said)):
        chosen(text, ALL, FACE)


def test_each_kind_is_shown_by_a_few() -> None:
    assert FACE.choices(None, ALL) == [
        "sleep",
        "mark: mark 1 2 3 4 5 6, mark 1 2 3 4 5 7, mark 1 2 3 4 5 8, mark 1 2 3 4 5 9, mark 1 2 3 4 5 10, "
        "mark 1 2 3 4 5 11 and 13,983,810 more",
    ]


def test_a_refusal_shows_a_few_and_counts_the_others() -> None:
    with pytest.raises(IllegalAction, match=r"1 can.*sleep, .* 13,983,811 more"):
        LottoRules(names=("1", "2")).start().apply(Mark((1, 1, 2, 3, 4, 5)))


def test_random_agents_play_and_a_replay_is_the_same(tmp_path: Path) -> None:
    records = str(tmp_path / "records")
    for command in (
        ["match", "lotto:GAME", "--games", "40", "--seed", "1", "--records", records, "--jobs", "1"],
        ["replay", records, "--game", "lotto:GAME"],
    ):
        result = CliRunner().invoke(app, command)
        assert result.exit_code == 0, result.output
    assert "40 games, 320 moves: all are as recorded" in result.output


def test_a_person_types_a_ticket_at_the_terminal() -> None:
    command = ["play", "lotto:GAME", "--agents", "random", "--seed", "1"]
    result = CliRunner().invoke(app, command, input="ma 1\nma 1 2 3 4 5 6\n")
    assert "say more, one of '2', '3', '4', '5' and 40 more" in result.output
    assert "right numbers, less one for a ticket" in result.output


class Miscounted(Branches):
    """Has one action less than it says."""

    def __len__(self) -> int:
        return super().__len__() + 1


class Anything(Branches):
    """Contains every element."""

    def __contains__(self, action: object) -> bool:
        return True


def broken(kind: type[Branches], many: int = 7) -> Case:
    @dataclass(frozen=True)
    class Rules(LottoRules):
        stages: ClassVar[int] = many

        def tickets(self) -> Stage:
            return kind(super().tickets().branches)  # type: ignore[attr-defined]

    case = Case("lotto:GAME", looks=12)
    case.__dict__["game"] = replace(GAME, rules=Rules)
    return case


@pytest.mark.parametrize(
    "case", [broken(Miscounted), broken(Anything), broken(Branches, 6)], ids=["len", "in", "stages"]
)
def test_a_set_that_is_no_sequence_of_actions_is_caught(case: Case) -> None:
    with pytest.raises(AssertionError):
        conformance.check_stages(case)


def test_the_same_check_passes_where_nothing_is_broken() -> None:
    conformance.check_stages(broken(Branches))


def environment(**options: Any) -> Any:
    pytest.importorskip("pettingzoo")
    from studies.environment import GameEnvironment

    return GameEnvironment(GAME, render_mode="ansi", **options)


WORDS = ("sleep", "mark", *range(1, 50))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", [{}, {"actions": WORDS}], ids=["counted", "numbered"])
def test_learners_choose_in_stages_by_the_librarys_own_test(options: Any, capsys: pytest.CaptureFixture[str]) -> None:
    made = environment(**options)
    from pettingzoo.test import api_test

    api_test(made, num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def test_a_learner_makes_one_choice_a_step_and_sees_those_before() -> None:
    made = environment(actions=WORDS)
    made.reset(seed=1)
    number = {word: place for place, word in enumerate(WORDS)}
    for so_far, word in enumerate(("mark", 3, 7, 12, 25, 31)):
        made.step(number[word])
        seen = made.observe("1")
        assert made.agent_selection == "1"
        assert (
            seen["chosen"].tolist()[: so_far + 1] == [1, *(number[each] for each in (3, 7, 12, 25, 31))][: so_far + 1]
        )
        assert set(seen["chosen"][so_far + 1 :]) <= {-1}
        assert made.observation_space("1").contains(seen)
    assert [WORDS[place] for place in np.flatnonzero(seen["action_mask"])] == list(range(32, 50))
    with pytest.raises(IllegalAction, match="whose mask is 1"):
        made.step(number[31])
    made.step(number[49])
    assert made.agent_selection == "2"
    assert made.state_now.tickets == ((3, 7, 12, 25, 31, 49),)
    assert made.observe("2")["chosen"].tolist() == made.observe("1")["chosen"].tolist() == [-1] * 6


def test_more_stages_than_the_rules_say_are_an_error() -> None:
    made = environment(rules=broken(Branches, 3).game.rules(names=("1", "2")))
    made.reset(seed=1)
    made.step(1)
    made.step(0)
    made.step(0)
    with pytest.raises(TooLarge, match="more than 3 choices"):
        made.last()
