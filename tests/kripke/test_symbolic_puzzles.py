"""Every story is told alike on both engines, and on diagrams with more people than anybody could list worlds for."""

from math import comb

import pytest
from effort import thorough

from kripke.data.errors import ModelError
from kripke.models.functions import observation_model
from kripke.models.kripke_model import KripkeModel
from kripke.models.named_model import NamedModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.puzzles import puzzle, puzzles
from kripke.puzzles.story import Script
from kripke.symbolic.choice import FEW_ATOMS, engine, for_atoms, for_diagrams, for_worlds

WEIGHED = {"lie", "monty_hall"}
OPTIONS = {
    "muddy_children": [{}, {"n": 5, "muddy": 2}, {"n": 4, "muddy": "bill, cath"}, {"muddy": 0}, {"n": 1}],
    "wise_men": [{}, {"n": 5, "white": "anne, dave"}],
    "sum_and_product": [{"limit": 65}, *([{"limit": 70, "pair": (4, 13)}] if thorough() else [])],
    "cheryl": [{}, {"date": "July 16"}],
    "consecutive_numbers": [{}, {"first": 1, "limit": 8}, {"pair": (2, 3)}],
    "what_sum": [{"cut_off": 0}],
    "russian_cards": [{"search": False}],
    "dining_cryptographers": [{}, {"n": 4, "payer": "cath", "heads": "anne"}],
    "drinking_logicians": [{}, {"n": 4, "thirsty": "anne, bill"}],
    "hexa": [{}, {"deal": "brw"}],
    "surprise_exam": [{}, {"day": "monday", "times": 1}],
    "prisoners": [{}, {"n": 2}],
    "whisper": [{}, {"deal": "wrb", "act": "show"}, {"card": "white"}],
    "letter_passing": [{}, {"n": 5, "to": "dave"}],
    "coordinated_attack": [{}, {"deliveries": 0}, {"deliveries": 5, "lost": False}],
    "gossip": [{"n": 3}, {"n": 4, "calls": "01 23 02"}],
    "sally_anne": [{}, {"away": False}],
    "coin_in_the_box": [{}, {"distracted": "all", "heads": False}],
    "moore": [{}],
    "moore_lie": [{}, {"rain": True}],
}
TOLD = [
    (each.name, options) for each in puzzles() if each.name not in WEIGHED for options in OPTIONS.get(each.name, [])
]


@pytest.mark.parametrize(("name", "options"), TOLD)
def test_a_story_is_told_alike_on_both_engines(name, options):
    one, two = (puzzle(name).tell(engine, **options) for engine in ("explicit", "symbolic"))
    assert one.answer == two.answer
    assert one.counts == two.counts
    assert str(one) == str(two)
    assert [step.kind for step in one.steps] == [step.kind for step in two.steps]
    assert all(isinstance(step.model, KripkeModel) for step in one.steps if step.model is not None)
    assert not any(isinstance(step.model, KripkeModel) for step in two.steps)


@pytest.mark.parametrize("name", sorted(WEIGHED))
def test_a_story_with_weights_or_ranks_says_that_it_needs_listed_worlds(name):
    with pytest.raises(ModelError, match=rf"puzzle {name}: .*listed worlds.*engine='explicit'"):
        puzzle(name).tell("symbolic")
    assert puzzle(name).tell("explicit").answer == puzzle(name).tell().answer


def test_every_puzzle_says_on_which_engines_it_can_be_told():
    assert {each.name for each in puzzles() if not each.is_symbolic} == WEIGHED
    assert "engine" not in puzzle("hexa").options


def test_the_states_of_a_listed_model_keep_their_names_also_where_worlds_have_the_same_atoms():
    listed = KripkeModel.s5(
        {"w1": {"p"}, "w2": {"p"}, "w3": {"q"}, "w4": {"q"}, "w5": {"p"}},
        {"a": [["w1", "w3"], ["w2", "w4", "w5"]], "b": [["w1", "w2", "w3"], ["w4", "w5"]]},
        "w2",
    )
    named = NamedModel(listed)
    assert named.worlds == tuple(listed.worlds)
    assert named.actual == "w2"
    for formula in ("K_a p", "~K_b p", "M_a (q & K_b p)", "C (p | q)", "D p", "[~K_a p] K_b p"):
        assert named.extension(formula) == listed.extension(formula)
        for world in listed.worlds:
            assert named.holds(formula, at=world) == listed.holds(formula, at=world)
            assert named.at(world).holds(formula) == listed.at(world).holds(formula)
    assert named.announce("p").worlds == ("w1", "w2", "w5")


def test_a_hundred_muddy_children_know_after_ninety_nine_rounds():
    story = puzzle("muddy_children").tell(n=100)
    assert story.answer == 99
    assert isinstance(story.model, SymbolicModel)
    rounds = [sum(comb(100, more) for more in range(done, 101)) for done in range(101)]
    assert story.counts == tuple(rounds)


def test_clean_children_among_a_hundred_learn_it_when_the_others_step_forward():
    story = puzzle("muddy_children").tell(n=100, muddy=7)
    assert story.answer == 6
    assert story.counts[-1] == 1
    assert story.steps[-1].model.holds("K_zoe ~muddy(zoe)")


@pytest.mark.parametrize(
    ("name", "options", "answer"),
    [
        ("wise_men", {"n": 60}, "agent60"),
        ("drinking_logicians", {"n": 60}, True),
        ("drinking_logicians", {"n": 60, "thirsty": "anne, bill"}, False),
        ("dining_cryptographers", {"n": 30}, "the NSA has paid"),
        ("dining_cryptographers", {"n": 12, "payer": "gina", "heads": "anne, cath"}, "one of them has paid"),
    ],
)
def test_other_stories_of_many_are_told_on_diagrams(name, options, answer):
    assert puzzle(name).tell(**options).answer == answer


def test_a_sentence_that_is_said_ninety_times_is_not_told_ninety_times():
    text = str(puzzle("muddy_children").tell(n=60))
    assert text.count("Nobody knows whether he or she is muddy.") == 3
    assert "(56 more times the same)" in text
    assert "1.15e18" in text
    whole = str(puzzle("muddy_children").tell(n=10))
    assert whole.count("Nobody knows whether he or she is muddy.") == 9
    assert "1,024" in whole


def test_few_children_are_listed_and_many_are_diagrams():
    assert isinstance(puzzle("muddy_children").tell(n=FEW_ATOMS).model, KripkeModel)
    assert isinstance(puzzle("muddy_children").tell(n=FEW_ATOMS + 1).model, SymbolicModel)


def test_too_many_for_listed_worlds_are_refused_with_the_other_engine():
    with pytest.raises(ModelError, match=r"n=17: .*explicit.* 16; .*engine='symbolic'"):
        puzzle("muddy_children").tell("explicit", n=17)


def test_a_script_refuses_an_engine_that_there_is_not():
    model = observation_model(["p"], {"a": ["p"]}, actual={"p"})
    with pytest.raises(ModelError, match="did you mean 'symbolic'"):
        Script("Once upon a time.", model, "simbolic")
    with pytest.raises(ModelError, match="did you mean 'explicit'"):
        puzzle("hexa").tell("explicite")


# -------------------------------------------------------------------------------------------------- which engine


def test_an_engine_is_chosen_with_a_reason_where_it_is_not_the_obvious_one():
    assert str(for_atoms("auto", FEW_ATOMS)) == "explicit"
    chosen = for_atoms("auto", 60)
    assert chosen.is_symbolic
    assert str(chosen).startswith("symbolic, since 60 atoms")
    assert not for_atoms("explicit", 60).is_symbolic
    assert for_atoms("symbolic", 2).why == for_atoms("explicit", 2).why == ""
    assert not for_worlds("auto").is_symbolic
    assert for_worlds("symbolic").is_symbolic
    assert for_diagrams("auto").is_symbolic
    assert for_diagrams("auto").why
    assert not for_diagrams("explicit").is_symbolic


@pytest.mark.parametrize("name", ["", "explicitly", 3, None, "AUTO"])
def test_a_name_of_no_engine_is_refused(name):
    with pytest.raises(ModelError, match="no such engine"):
        engine(name)
