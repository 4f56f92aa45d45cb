"""What stories say follows their options: no sentence speaks of another story than the one that is told."""

from __future__ import annotations

import pytest

from kripke.puzzles import puzzle
from logic.options import read_options


def told(name: str, **options: object) -> str:
    return " ".join(str(puzzle(name).tell(**options)).split())


TEXTS = [
    ("lie", {"coin": "heads"}, "It is heads. Anne says", "tails"),
    ("lie", {"coin": "tails"}, "It is tails. Anne says", "It is heads. Anne"),
    ("moore_lie", {"rain": True}, "It rains. Anne has not", "does not rain"),
    ("moore_lie", {"rain": False}, "It does not rain. Anne has not", "It rains."),
    ("monty_hall", {"knowing": False}, "does not know where the car is, opens another door", "who knows where"),
    ("monty_hall", {"knowing": True}, "who knows where the car is, opens another door", "does not know where"),
    ("coin_in_the_box", {"distracted": "bill"}, "Anne distracts Bill, so that he looks away.", "distracts Cath"),
    (
        "coin_in_the_box",
        {"distracted": "bill"},
        "Cath watches her, but does not see the coin; Bill notices",
        "Cath not",
    ),
    ("coin_in_the_box", {"distracted": "all"}, "distracts Bill and Cath, so that they look away.", "watch"),
    ("coin_in_the_box", {"distracted": "nobody"}, "Bill and Cath watch her", "distract"),
    ("coin_in_the_box", {}, "Bill watches her, but does not see the coin; Cath notices nothing.", "distracts Bill"),
    ("sally_anne", {"away": False}, "She stays, and looks on while Anne takes", "walk"),
    ("sally_anne", {"away": True}, "She goes out for a walk.", "looks on"),
    ("whisper", {"act": "show"}, "Anne shows Bill her card. Cath sees that she does", "whispers"),
    ("whisper", {}, "Anne whispers in his ear", "Cath sees that she does"),
    ("wise_men", {}, "The first two say that they do not know.", "the first to know?"),
    ("wise_men", {"white": "anne"}, "white or black spot", "The first two"),
    ("wise_men", {"n": 5}, "his 5 wise men", "hree"),
    ("dining_cryptographers", {"n": 5}, "5 cryptographers dine together", "Three crypt"),
]


@pytest.mark.parametrize(("name", "options", "there", "not_there"), TEXTS)
def test_the_text_is_that_of_the_options(name: str, options: dict[str, object], there: str, not_there: str) -> None:
    text = told(name, **options)
    assert there in text
    assert not_there not in text


def test_who_is_distracted_can_be_all_or_nobody() -> None:
    assert puzzle("coin_in_the_box").tell(distracted="all").answer == ()
    assert puzzle("coin_in_the_box").tell(distracted="nobody").answer == ("bill", "cath")
    assert puzzle("muddy_children").tell(muddy="nobody").counts == (8,)
    assert puzzle("muddy_children").tell(muddy="all").answer == 2


def test_none_on_the_command_line_is_the_default() -> None:
    assert read_options(["distracted=None", "heads=True"]) == {"heads": True}


def test_the_host_opens_another_door_than_the_guests_without_being_told() -> None:
    assert "The host opens door 2" in told("monty_hall", chosen=3)
    assert "The host opens door 3" in told("monty_hall", chosen=1)


def test_the_levels_of_knowledge_are_said_as_they_are() -> None:
    found = [step for step in puzzle("coordinated_attack").tell().steps if "depth" in step.sentence]
    assert [step.sentence for step in found] == [
        "Bill knows that Anne attacks at dawn: depth 1.",
        "Anne knows that Bill knows it: depth 2.",
        "Bill knows that Anne knows that ... Anne attacks at dawn: depth 3.",
    ]
    assert str(found[0].formula) == "K_bill dawn"


@pytest.mark.parametrize("n", [3, 5])
def test_at_first_only_anne_knows_for_whom_the_letter_is(n: int) -> None:
    model = puzzle("letter_passing").tell(n=n).model
    others = [name for name in model.agents if name != "anne"]
    assert model.holds("Kv_anne for")
    assert not any(model.holds(f"Kv_{name} for") for name in others)


def test_actions_that_are_no_event_models_are_said_in_words() -> None:
    lines = [line for step in puzzle("lie").tell().steps if step.kind == "acts" for line in step.lines]
    assert lines[-1] == "bill learns whether heads"
    (line,) = [line for step in puzzle("monty_hall").tell().steps if step.kind == "acts" for line in step.lines]
    assert line == "the weights of guest are multiplied by 1/2 where car=1, by 1 where car=2, by 0 where car=3"
