"""The shape that all stories share, the list of puzzles, bad options, and the answers of the stories of change."""

import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from kripke.change.actions import announcement_whether, believed_announcement
from kripke.change.event import Event, EventModel
from kripke.change.update import announce
from kripke.data.errors import PreconditionFailed
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import UnknownPuzzle, puzzle, puzzles, registry
from kripke.puzzles.coordinated_attack import alternating, message
from kripke.puzzles.letter_passing import beginning, passing, plan
from kripke.puzzles.story import Script, people
from logic.clauses import Atom, Kw, conj
from logic.errors import EpistemicError
from logic.options import InvalidOption, read_options
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
    folder = Path(registry.__file__).parent
    told = {file.stem for file in folder.glob("*.py") if f"\ndef {file.stem}(" in file.read_text(encoding="utf-8")}
    assert {each.name for each in puzzles()} == told  # TITLES names each story of the folder
    assert {each.name for each in puzzles()} >= {"muddy_children", "sum_and_product", "russian_cards", "prisoners"}


def test_a_puzzles_name_is_read_loosely():
    assert puzzle("Muddy-Children") == puzzle("muddy children") == puzzle("muddy_children")


def test_an_unknown_puzzle_gets_a_proposal():
    with pytest.raises(UnknownPuzzle, match="did you mean 'muddy_children'"):
        puzzle("mudy_children")


def test_an_unknown_option_gets_a_proposal():
    with pytest.raises(InvalidOption, match=r"no option 'muddi'.* mean 'muddy'"):
        puzzle("muddy_children").tell(muddi=3)


def test_options_are_read_from_texts():
    assert read_options(["n=10", "muddy=anne", "pair=(4, 13)", "search = False", "triple=[5, 2, 3]"]) == {
        "n": 10,
        "muddy": "anne",
        "pair": (4, 13),
        "search": False,
        "triple": (5, 2, 3),
    }
    with pytest.raises(InvalidOption, match="expected name=value"):
        read_options(["n"])


BAD_OPTIONS = [
    ("muddy_children", {"n": 0}, r"n=0: expected.* from 1 to 200"),
    ("muddy_children", {"n": 201}, r"n=201: expected.* from 1 to 200"),
    ("muddy_children", {"n": True}, "n=True: expected a whole number"),
    ("muddy_children", {"n": "three"}, "expected a whole number"),
    ("muddy_children", {"muddy": "zoe"}, "muddy='zoe': expected one of anne, bill, cath"),
    ("muddy_children", {"muddy": 4}, r"muddy=4: expected.* from 0 to 3"),
    ("wise_men", {"white": 3.5}, "white=3.5: expected names"),
    ("cheryl", {"date": "July 17"}, "July 17"),
    ("sum_and_product", {"limit": 4}, "limit=4"),
    ("sum_and_product", {"pair": (13, 4)}, r"actual: no world \(13, 4\)"),
    ("consecutive_numbers", {"limit": 3}, r"limit=3: expected.* from 4"),
    ("consecutive_numbers", {"pair": (3, 5)}, r"\(3, 5\)"),
    ("what_sum", {"triple": (50, 1, 2), "cut_off": 0}, r"triple=\(50, 1, 2\): expected.* the sum of"),
    ("what_sum", {"triple": (0, 1, 1), "number": 10, "cut_off": 0}, r"triple=\(0, 1, 1\)"),
    ("consecutive_numbers", {"pair": 3}, r"pair=3: expected.* numbers.*2, 3"),
    ("what_sum", {"cut_off": 49}, "cut_off=49"),
    ("russian_cards", {"deal": "012.345.7"}, "such as 012.345.6"),
    ("russian_cards", {"hands": "012 999"}, "hands='999'"),
    ("dining_cryptographers", {"n": 2}, r"n=2: expected.* from 3"),
    ("dining_cryptographers", {"payer": "nsa"}, "payer='nsa'"),
    ("hexa", {"deal": "rrr"}, "deal='rrr': expected one of rwb"),
    ("surprise_exam", {"day": "sunday"}, "day='sunday'"),
    ("surprise_exam", {"times": 6}, "times=6"),
    ("prisoners", {"n": 6}, r"n=6: expected.* from 2 to 5"),
    ("sally_anne", {"away": "yes"}, "away='yes': expected True or False"),
    ("coin_in_the_box", {"distracted": "anne"}, "distracted='anne': expected one of bill, cath"),
    ("coin_in_the_box", {"heads": "up"}, "heads='up': expected True or False"),
    ("whisper", {"act": "shout"}, "act='shout': expected one of whisper, show"),
    ("whisper", {"card": "red"}, r"not have red.*no event.* red needs"),
    ("letter_passing", {"to": "anne"}, "to='anne': expected one of bill, cath"),
    ("letter_passing", {"n": 2}, r"n=2: expected.* from 3"),
    ("coordinated_attack", {"deliveries": -1}, r"deliveries=-1: expected.* from 0"),
    ("coordinated_attack", {"lost": 1}, "lost=1: expected True or False"),
    ("gossip", {"n": 6}, r"6 agents: .*at most 5; give the calls"),
    ("gossip", {"n": 7}, r"n=7: expected.* from 2 to 5"),
    ("gossip", {"n": 7, "calls": "01"}, r"n=7: expected.* from 2 to 6"),
    ("coin_in_the_box", {"distracted": "anne"}, r"expected one of bill, cath, .*nobody"),
    ("whisper", {"act": "show", "card": "red"}, r"card='red': .*whispers; with act=show"),
    ("gossip", {"calls": "00"}, "call 00: expected two different agents of 0, 1, 2, 3"),
    ("gossip", {"calls": "04"}, "call 04: expected two different agents"),
    ("gossip", {"calls": "012"}, "call 012: expected two different agents"),
    ("gossip", {"calls": 1.5}, "calls=1.5: expected calls such as"),
    ("gossip", {"calls": 3}, "call 3: expected two different agents"),
    ("gossip", {"calls": [3]}, "call 3: expected two different agents"),
    ("monty_hall", {"opened": 1}, r"opened=1: .*another door"),
    ("monty_hall", {"chosen": 4}, r"chosen=4: expected.* from 1 to 3"),
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
    with pytest.raises(PreconditionFailed, match=r"K_a p .*not true.*'w'"):
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


# Sally and Anne


def test_sally_looks_into_the_basket_and_is_wrong():
    story = puzzle("sally_anne").tell()
    end = story.steps[-1].model
    assert story.answer == "basket"
    assert end.holds("box & ~basket & B_sally basket & B_anne box")
    assert end.frame_properties("sally") == {"serial", "transitive", "euclidean"}
    assert end.frame_properties("anne") == {"reflexive", "serial", "symmetric", "transitive", "euclidean"}


def test_a_sally_who_looks_on_is_right():
    story = puzzle("sally_anne").tell(away=False)
    assert story.answer == "box"
    assert "reflexive" in story.steps[-1].model.frame_properties("sally")


def test_a_false_belief_needs_a_relation_that_is_not_reflexive():
    basket, box = {"basket"}, {"box"}
    rooms = KripkeModel.s5({"w": box, "v": basket}, {"sally": [["w", "v"]]}, "w")
    assert rooms.valid("B_sally basket -> basket")
    assert puzzle("sally_anne").tell().steps[-1].model.count("B_sally basket & ~basket") == 1


# The coin in the box


def test_who_is_distracted_believes_that_nobody_knows_and_who_watches_knows_better():
    end = puzzle("coin_in_the_box").tell().steps[-1].model
    assert end.holds("K_anne heads & K_bill Kw_anne heads & ~Kw_bill heads")
    assert end.holds("B_cath (~Kw_anne heads & ~Kw_bill heads & B_bill ~Kw_anne heads)")
    assert end.holds("B_anne B_bill Kw_anne heads & B_bill B_cath ~Kw_anne heads")
    assert end.holds("~B_bill K_anne heads & ~B_bill K_anne ~heads")


@pytest.mark.parametrize("heads", [True, False])
@pytest.mark.parametrize("away", [[], ["bill"], ["cath"], ["bill", "cath"]])
def test_the_watchers_are_those_who_are_not_distracted(away, heads):
    story = puzzle("coin_in_the_box").tell(distracted=away, heads=heads)
    end = story.steps[-1].model
    assert set(story.answer) == {"bill", "cath"} - set(away)
    assert end.holds("B_anne heads") is heads
    assert story.counts[-1] == 4


# Hexa: shown and whispered


@pytest.mark.parametrize("deal", ["rwb", "rbw", "wrb", "wbr", "brw", "bwr"])
def test_a_card_shown_keeps_six_worlds_and_a_word_whispered_makes_twelve(deal):
    assert puzzle("whisper").tell(deal=deal, act="show").counts == (6, 6)
    assert puzzle("whisper").tell(deal=deal).counts == (6, 12)


def test_bill_learns_the_deal_just_if_the_whispered_card_is_not_his_own():
    knows = "Kv_bill anne & Kv_bill bill & Kv_bill cath"
    ends = {card: puzzle("whisper").tell(card=card).steps[-1].model for card in ("white", "blue")}
    assert {card: end.holds(knows) for card, end in ends.items()} == {"white": False, "blue": True}
    assert all(end.holds("~Kv_cath anne & ~Kv_anne bill") for end in ends.values())
    assert all(end.holds("E_{anne,cath} (~Kv_cath anne & ~Kv_anne bill)") for end in ends.values())


def test_a_card_shown_as_an_event_is_a_card_announced_to_bill_while_the_others_notice():
    shown = puzzle("whisper").tell(act="show").steps[1].model
    told = puzzle("hexa").tell().steps[2].model
    for formula in ("C (Kv_bill anne & Kv_bill cath)", "~Kv_cath anne", "K_cath Kv_bill anne", "C ~Kv_anne bill"):
        assert shown.holds(formula)
        assert told.holds(formula)


# The coordinated attack


@given(st.integers(0, 20), st.booleans())
@examples(30)
def test_after_m_messages_the_alternating_knowledge_holds_to_depth_exactly_m(m, lost):
    story = puzzle("coordinated_attack").tell(deliveries=m, lost=lost)
    end = story.steps[-1].model
    assert story.answer == m
    assert all(end.holds(alternating(depth)) for depth in range(m + 1))
    assert not any(end.holds(alternating(depth)) for depth in range(m + 1, m + 4))
    assert not end.count("C dawn")


@given(st.integers(0, 12), st.integers(0, 5))
@examples(20)
def test_after_a_messenger_is_caught_no_further_round_tells_anybody_anything(m, rounds):
    end = puzzle("coordinated_attack").tell(deliveries=m).steps[-1].model
    for number in range(m + 2, m + 2 + rounds):
        end = end.update(message(number), "not sent")
        assert [end.holds(alternating(depth)) for depth in (m, m + 1)] == [True, False]


def test_a_message_cannot_arrive_that_is_not_sent():
    start = puzzle("coordinated_attack").tell(deliveries=0, lost=False).model
    with pytest.raises(PreconditionFailed, match="arrives needs arrived"):
        start.update(message(1), "caught").update(message(2), "arrives")


# Gossip


def test_after_the_calls_01_and_12_agent_2_knows_the_secrets_of_both():
    story = puzzle("gossip").tell(n=3, calls="01 12")
    end = story.steps[-1].model
    assert end.valid("Kw_2 secret(0) & Kw_2 secret(1) & Kw_1 secret(2)")
    assert end.valid("~Kw_0 secret(2) & K_0 Kw_2 secret(0)")
    assert story.answer == {"0": ("0", "1"), "1": ("0", "1", "2"), "2": ("0", "1", "2")}


@pytest.mark.parametrize("option", ["calls=12", "calls=12,21", "calls=[12, 21]", "calls=12 21", "calls=(1, 2), (2, 1)"])
def test_calls_of_two_agents_may_look_like_numbers(option):
    gossip = puzzle("gossip")
    story = gossip.tell(**gossip.read(["n=3", option]))
    assert story.answer == {"0": ("0",), "1": ("1", "2"), "2": ("1", "2")}


def test_an_option_of_text_keeps_its_text_where_it_looks_like_numbers():
    assert puzzle("russian_cards").read(["hands=135,246", "deal=1_0"]) == {"hands": "135,246", "deal": "1_0"}


def test_after_a_call_the_others_know_that_the_two_know_and_not_what():
    end = puzzle("gossip").tell(n=3, calls="01").steps[-1].model
    assert end.valid("C (Kw_0 secret(1) & Kw_1 secret(0))")
    assert end.valid("~Kw_2 secret(0) & ~Kw_2 secret(1)")
    assert end.valid("K_2 Kw_0 secret(1)")


SLOW_CALLS = pytest.param(5, 2 * 5 - 4, marks=pytest.mark.slow)


@pytest.mark.parametrize(("n", "least"), [(2, 1), (3, 3), (4, 2 * 4 - 4), SLOW_CALLS])
def test_the_engine_finds_the_least_number_of_calls(n, least):
    story = puzzle("gossip").tell(n=n)
    assert story.answer == least == _least_by_sets(n)
    assert story.steps[-1].model.valid(conj(Kw(str(i), Atom(f"secret({j})")) for i in range(n) for j in range(n)))


def _least_by_sets(n):
    layer, calls = {tuple(frozenset({i}) for i in range(n))}, 0
    while not any(all(len(known) == n for known in row) for row in layer):
        layer = {
            tuple(row[i] | row[j] if k in (i, j) else row[k] for k in range(n))
            for row in layer
            for i, j in combinations(range(n), 2)
        }
        calls += 1
    return calls


@pytest.mark.parametrize("people", ["0123", pytest.param("01234", marks=pytest.mark.slow)])
@given(st.data())
@examples(15)
def test_calls_by_events_are_unions_of_sets_after_each_call(people, data):
    calls = data.draw(st.lists(st.sampled_from(list(combinations(people, 2))), max_size=6))
    known = {i: {i} for i in people}
    steps = puzzle("gossip").tell(n=len(people), calls=calls).steps
    models = [step.model for step in steps if step.kind != "holds"]
    for end, call in zip(models, [None, *calls], strict=True):
        if call is not None:
            known[call[0]] = known[call[1]] = known[call[0]] | known[call[1]]
        for i, j in product(people, repeat=2):
            assert end.count(f"Kw_{i} secret({j})") == (2 ** len(people) if j in known[i] else 0)


# Letter passing


def test_a_letter_arrives_and_only_who_has_had_it_knows_for_whom_it_is():
    story = puzzle("letter_passing").tell(n=4, to="cath")
    after_one = story.steps[2].model
    assert after_one.holds("K_bill for=cath & ~Kv_cath for & C at=bill")
    assert story.answer == ("anne", "bill", "cath")
    assert story.steps[-1].model.holds("~K_dave for=cath & K_dave (~at=anne & ~at=bill & ~at=dave)")


@pytest.mark.parametrize("n", [3, 4, 6])
def test_each_of_a_row_can_see_for_himself_that_the_letter_will_arrive(n):
    story = puzzle("letter_passing").tell(n=n)
    assert story.counts == (n - 1,) * n
    assert story.steps[1].formula == plan(people(n))


def test_who_has_not_got_the_letter_cannot_pass_it():
    row = people(3)
    with pytest.raises(PreconditionFailed, match="for cath needs at=bill"):
        beginning(row).at("for cath").update(passing("bill", "cath", row))


def test_who_does_not_know_for_whom_the_letter_is_cannot_plan():
    row = people(3)
    passes = {f"{one}_to_{other}": passing(one, other, row) for one, other in pairwise(row)}
    start = beginning(row).at("for cath")
    assert start.holds("<@anne_to_bill> K_bill <@bill_to_cath> K_cath (at=cath & for=cath)", actions=passes)
    assert not start.holds("K_bill <@anne_to_bill> K_bill <@bill_to_cath> K_cath (at=cath & for=cath)", actions=passes)


# Monty Hall


@pytest.mark.parametrize(("chosen", "opened"), list(permutations((1, 2, 3), 2)))
def test_to_stay_wins_a_third_and_to_switch_two_thirds_exactly(chosen, opened):
    assert puzzle("monty_hall").tell(chosen=chosen, opened=opened).answer == (Fraction(1, 3), Fraction(2, 3))


def test_a_host_who_opens_by_chance_makes_it_even():
    assert puzzle("monty_hall").tell(knowing=False).answer == (Fraction(1, 2), Fraction(1, 2))


def test_bayes_agrees_with_the_host_and_his_coin_as_events():
    """Door 3 is opened by a tossed coin where the car is behind door 1, and of necessity where it is behind door 2."""
    opens = EventModel.s5(
        {"tossed": Event("car=1"), "forced": Event("car=2")},
        {"guest": [["tossed", "forced"]]},
        weights={"guest": {"tossed": Fraction(1, 2), "forced": 1}},
    )
    by_events = puzzle("monty_hall").tell().model.update(opens)
    by_bayes = puzzle("monty_hall").tell().steps[-1].model
    for model, world in ((by_events, "1·tossed"), (by_bayes, 1)):
        assert [model.degree("guest", f"car={door}", at=world) for door in (1, 2, 3)] == [
            Fraction(1, 3),
            Fraction(2, 3),
            0,
        ]


# A lie


def test_a_lie_is_believed_until_it_is_found_out():
    story = puzzle("lie").tell()
    said, seen = (step.model for step in story.steps if step.kind == "acts")
    assert story.answer == ("no opinion", "heads", "tails")
    assert said.holds("~heads & B_bill heads & K_anne ~heads & K_anne B_bill heads & ~K_bill heads")
    assert said.holds("B_bill[lied] ~heads & B_bill B_anne heads")
    assert seen.holds("K_bill ~heads & K_bill lied & K_anne K_bill lied")


def test_a_truth_is_believed_too_and_is_known_in_the_end():
    story = puzzle("lie").tell(coin="heads")
    assert story.answer == ("no opinion", "heads", "heads")
    assert story.steps[-1].model.holds("K_bill (heads & ~lied)")


def test_a_hearer_without_ranks_who_looks_has_nothing_left_to_believe():
    coin = KripkeModel.s5({"up": {"heads"}, "down": set()}, {"bill": [["up", "down"]]}, "down")
    believing = coin.update(believed_announcement("heads"))
    looking = believing.update(announcement_whether("heads", to="bill"))
    assert believing.holds("B_bill heads & ~heads")
    assert looking.holds("B_bill false")


# Moore's sentence as a lie


def test_moores_sentence_as_a_lie_makes_her_believe_half_of_it():
    story = puzzle("moore_lie").tell()
    start, end = story.model, story.steps[-1].model
    assert story.answer == (True, True, False)
    assert start.holds("B_bill ~rain & ~B_anne rain & ~B_anne ~rain")
    assert end.holds("~rain & B_anne rain & B_anne B_anne rain & B_bill B_anne rain")
    assert not end.count("rain & ~B_anne rain")


def test_moores_sentence_said_truly_is_not_believed_either():
    story = puzzle("moore_lie").tell(rain=True)
    assert story.answer == (False, True, False)
    assert story.steps[-1].model.holds("rain & B_anne rain")


def test_nobody_consistent_believes_moores_sentence():
    for rain in (True, False):
        for step in puzzle("moore_lie").tell(rain=rain).steps:
            assert step.model.count("B_anne (rain & ~B_anne rain) & ~B_anne false") == 0
