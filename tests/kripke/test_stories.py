"""The shape that all stories share, the list of puzzles, and options that do not fit."""

import subprocess
import sys
from functools import cache

import pytest

from kripke.errors import PreconditionFailed
from kripke.model import KripkeModel
from kripke.puzzles import UnknownOption, UnknownPuzzle, puzzle, puzzles, read_options
from kripke.puzzles.story import Script
from kripke.update import announce
from logic.errors import EpistemicError
from logic.parser import parse


@cache
def told(each):
    return each.tell()


@pytest.mark.parametrize("each", puzzles(), ids=lambda each: each.name)
def test_each_puzzle_has_a_statement_a_source_and_steps(each):
    story = told(each)
    assert story.statement.strip()
    assert story.source.strip()
    assert story.steps[0].kind == "begins"
    assert story.counts[0] == len(story.model)
    assert story.statement in str(story)
    assert story.conclusion.endswith(".")
    assert f"Answer: {story.conclusion}" in str(story)


@pytest.mark.parametrize("each", puzzles(), ids=lambda each: each.name)
def test_each_announcement_leads_to_the_model_of_the_worlds_where_it_holds(each):
    story = told(each)
    for before, after in zip(story.steps, story.steps[1:], strict=False):
        if after.kind == "says":
            expected = before.model.extension(after.formula)
            assert after.worlds == len(expected)
            assert set(after.model.worlds) == expected
        if after.kind == "refuted":
            assert before.model.count(after.formula) == 0
        if after.kind == "holds":
            assert after.model is before.model


@pytest.mark.parametrize("each", puzzles(), ids=lambda each: each.name)
def test_each_action_leads_to_the_updated_model_and_each_fact_holds_there(each):
    story = told(each)
    for before, after in zip(story.steps, story.steps[1:], strict=False):
        if after.kind == "acts":
            assert after.model == before.model.update(after.action, after.event)
            assert after.lines
        else:
            assert after.action is None
            assert after.lines == (() if after.formula is None else (str(after.formula),))


def test_all_puzzles_of_the_first_course_are_there():
    assert len(puzzles()) == 22
    assert {each.name for each in puzzles()} >= {"muddy_children", "sum_and_product", "russian_cards", "prisoners"}


def test_a_puzzles_name_is_read_loosely():
    assert puzzle("Muddy-Children") == puzzle("muddy children") == puzzle("muddy_children")


def test_an_unknown_puzzle_gets_a_proposal():
    with pytest.raises(UnknownPuzzle, match="did you mean 'muddy_children'"):
        puzzle("mudy_children")


def test_an_unknown_option_gets_a_proposal():
    with pytest.raises(UnknownOption, match="no option 'muddi'; did you mean 'muddy'"):
        puzzle("muddy_children").tell(muddi=3)


def test_options_are_read_from_texts():
    assert read_options(["n=10", "muddy=anne", "pair=(4, 13)", "search = False", "triple=[5, 2, 3]"]) == {
        "n": 10,
        "muddy": "anne",
        "pair": (4, 13),
        "search": False,
        "triple": (5, 2, 3),
    }
    with pytest.raises(UnknownOption, match="expected name=value"):
        read_options(["n"])


BAD_OPTIONS = [
    ("muddy_children", {"n": 0}, "n=0: expected a whole number from 1 to 16"),
    ("muddy_children", {"n": 17}, "n=17: expected a whole number from 1 to 16"),
    ("muddy_children", {"n": True}, "n=True: expected a whole number"),
    ("muddy_children", {"n": "three"}, "expected a whole number"),
    ("muddy_children", {"muddy": "zoe"}, "muddy='zoe': expected one of anne, bill, cath"),
    ("muddy_children", {"muddy": 4}, "muddy=4: expected a whole number from 0 to 3"),
    ("wise_men", {"white": 3.5}, "white=3.5: expected names"),
    ("cheryl", {"date": "July 17"}, "July 17"),
    ("sum_and_product", {"limit": 4}, "limit=4"),
    ("sum_and_product", {"pair": (13, 4)}, r"actual: no world \(13, 4\)"),
    ("consecutive_numbers", {"limit": 3}, "limit=3: expected a whole number from 4"),
    ("consecutive_numbers", {"pair": (3, 5)}, r"\(3, 5\)"),
    ("what_sum", {"triple": (50, 1, 2), "cut_off": 0}, "one the sum of the others"),
    ("what_sum", {"triple": (0, 1, 1), "number": 10, "cut_off": 0}, r"triple=\(0, 1, 1\)"),
    ("consecutive_numbers", {"pair": 3}, "pair=3: expected Anne's and Bill's numbers"),
    ("what_sum", {"cut_off": 49}, "cut_off=49"),
    ("russian_cards", {"deal": "012.345.7"}, "such as 012.345.6"),
    ("russian_cards", {"hands": "012 999"}, "hands='999'"),
    ("dining_cryptographers", {"n": 2}, "n=2: expected a whole number from 3"),
    ("dining_cryptographers", {"payer": "nsa"}, "payer='nsa'"),
    ("hexa", {"deal": "rrr"}, "deal='rrr': expected one of rwb"),
    ("surprise_exam", {"day": "sunday"}, "day='sunday'"),
    ("surprise_exam", {"times": 6}, "times=6"),
    ("prisoners", {"n": 6}, "n=6: expected a whole number from 2 to 5"),
    ("sally_anne", {"away": "yes"}, "away='yes': expected True or False"),
    ("coin_in_the_box", {"distracted": "anne"}, "distracted='anne': expected one of bill, cath"),
    ("coin_in_the_box", {"heads": "up"}, "heads='up': expected True or False"),
    ("whisper", {"act": "shout"}, "act='shout': expected one of whisper, show"),
    ("whisper", {"card": "red"}, "I do not have red.*no event can happen.*red needs"),
    ("letter_passing", {"to": "anne"}, "to='anne': expected one of bill, cath"),
    ("letter_passing", {"n": 1}, "n=1: expected a whole number from 2"),
    ("coordinated_attack", {"deliveries": -1}, "deliveries=-1: expected a whole number from 0"),
    ("coordinated_attack", {"lost": 1}, "lost=1: expected True or False"),
    ("gossip", {"n": 6}, "6 agents: the search is for at most 5"),
    ("gossip", {"calls": "00"}, "call 00: expected two different agents of 0, 1, 2, 3"),
    ("gossip", {"calls": "04"}, "call 04: expected two different agents"),
    ("gossip", {"calls": "012"}, "call 012: expected two different agents"),
    ("gossip", {"calls": 3}, "calls=3: expected calls such as"),
    ("gossip", {"calls": [3]}, "call 3: expected two different agents"),
    ("monty_hall", {"opened": 1}, "opened=1: the host opens another door"),
    ("monty_hall", {"chosen": 4}, "chosen=4: expected a whole number from 1 to 3"),
    ("monty_hall", {"knowing": 1}, "knowing=1: expected True or False"),
    ("lie", {"coin": "edge"}, "coin='edge': expected one of heads, tails"),
    ("moore_lie", {"rain": "a bit"}, "rain='a bit': expected True or False"),
]


@pytest.mark.parametrize(("name", "options", "message"), BAD_OPTIONS)
def test_an_option_that_does_not_fit_is_refused_with_its_value(name, options, message):
    with pytest.raises(EpistemicError, match=message):
        puzzle(name).tell(**options)


def test_a_fact_that_is_not_true_ends_the_story():
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, "w")
    with pytest.raises(PreconditionFailed, match="is not true at the actual world 'w'"):
        Script("Once", model).find("Anne knows.", "K_a p")
    with pytest.raises(PreconditionFailed, match="is not true everywhere"):
        Script("Once", model.at(None)).find("It is so.", "p")


def test_steps_are_the_same_as_plain_updates():
    story = puzzle("cheryl").tell()
    structure = story.model.structure
    for step in story.steps[1:]:
        structure = announce(structure, parse(step.formula))
        assert KripkeModel.of(structure) == step.model


def test_the_list_of_puzzles_imports_no_puzzle():
    code = "import sys, kripke.puzzles as p; p.puzzles(); print(*[m for m in sys.modules if 'puzzles.' in m])"
    listed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert listed.strip() == "kripke.puzzles.registry"
