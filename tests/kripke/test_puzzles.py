"""Each puzzle comes out as in the literature, solved by the engine step by step."""

from functools import cache
from math import comb, perm

import pytest

from kripke.data.errors import ModelError, PreconditionFailed
from kripke.puzzles import puzzle, russian_cards, what_sum
from kripke.puzzles.dining_cryptographers import dining_cryptographers
from kripke.puzzles.horizon import dialogue_formula, neighbourhood, reachable
from kripke.puzzles.prisoners import runs
from kripke.puzzles.story import people
from kripke.puzzles.sum_and_product import model as sum_and_product_model
from kripke.puzzles.surprise_exam import DAYS, surprising
from logic.clauses import Atom, K, conj
from logic.errors import TooLarge
from logic.shared import modal_depth

SOLUTION = russian_cards.SOLUTION.split()


def counts(name, **options):
    return puzzle(name).tell(**options).counts


def answer(name, **options):
    return puzzle(name).tell(**options).answer


# Muddy children


def test_three_muddy_children_know_after_two_rounds():
    assert counts("muddy_children") == (8, 7, 4, 1)
    assert answer("muddy_children") == 2


def test_ten_muddy_children_know_after_nine_rounds():
    assert counts("muddy_children", n=10) == (1024, 1023, 1013, 968, 848, 638, 386, 176, 56, 11, 1)
    assert answer("muddy_children", n=10) == 9


@pytest.mark.parametrize(("n", "k"), [(1, 1), (4, 1), (4, 3), (5, 2), (7, 6)])
def test_each_round_excludes_the_worlds_with_one_more_muddy_child(n, k):
    rounds = [sum(comb(n, more) for more in range(done, n + 1)) for done in range(k + 1)]
    assert counts("muddy_children", n=n, muddy=k)[: k + 1] == tuple(rounds)
    assert answer("muddy_children", n=n, muddy=k) == k - 1


def test_the_clean_children_learn_it_when_the_muddy_ones_step_forward():
    story = puzzle("muddy_children").tell(n=4, muddy="anne, cath")
    assert story.counts == (16, 15, 11, 1)
    assert not story.steps[-3].model.holds("Kw_bill muddy(bill)")
    assert story.steps[-1].model.holds("K_bill ~muddy(bill)")


def test_the_father_cannot_lie_about_clean_children():
    story = puzzle("muddy_children").tell(muddy=0)
    assert story.counts == (8,)
    assert "none has mud" in story.statement
    assert story.conclusion == "The father says nothing, and no child knows whether it is muddy."
    assert not story.model.holds("muddy(anne) | muddy(bill) | muddy(cath)")


@pytest.mark.parametrize(
    ("n", "muddy", "scene"),
    [
        (1, 1, "There is one child, and it is muddy."),
        (1, 0, "There is one child, and it is clean."),
        (3, 0, "Of 3 children none is muddy."),
        (3, 1, "Of 3 children 1 is muddy."),
        (3, 2, "Of 3 children 2 are muddy."),
    ],
)
def test_the_number_of_muddy_children_is_said_in_words_that_agree(n, muddy, scene):
    assert puzzle("muddy_children").tell(n=n, muddy=muddy).steps[0].sentence.startswith(scene)


# Three wise men


def test_the_third_wise_man_knows_from_the_ignorance_of_the_others():
    assert counts("wise_men") == (7, 6, 4)
    assert answer("wise_men") == "cath"


def test_a_wise_man_who_sees_only_black_spots_knows_at_once():
    assert answer("wise_men", white="anne") == "anne"


def test_the_king_speaks_the_truth_so_that_some_spot_is_white():
    with pytest.raises(ModelError, match="does not satisfy the law"):
        puzzle("wise_men").tell(white=[])


# Sum and Product


def test_sum_and_product_find_four_and_thirteen():
    assert counts("sum_and_product") == (2352, 145, 86, 1)
    assert answer("sum_and_product") == (4, 13)


def test_that_product_is_ignorant_follows_from_what_sum_says():
    start = sum_and_product_model()
    assert start.valid("K_s ~(Kv_p x & Kv_p y) -> ~(Kv_p x & Kv_p y)")


def test_with_a_smaller_limit_nobody_could_have_that_dialogue():
    with pytest.raises(ModelError, match="from 65 to 400"):
        puzzle("sum_and_product").tell(limit=61)
    assert not sum_and_product_model(64).announce("K_s ~(Kv_p x & Kv_p y)").announce("Kv_p x & Kv_p y").count("Kv_s x")
    assert puzzle("sum_and_product").tell(limit=65).answer == (4, 13)


def test_sum_and_product_agree_with_plain_arithmetic():
    by_hand = _sum_and_product_by_sets(100)
    found = [set(step.model.worlds) for step in puzzle("sum_and_product").tell().steps]
    assert found == by_hand


def _sum_and_product_by_sets(limit):
    pairs = {(x, y) for x in range(2, limit) for y in range(x + 1, limit - x + 1)}

    def alone(left, key):
        keys = [key(p) for p in left]
        return {p for p in left if keys.count(key(p)) == 1}

    def product(p):
        return p[0] * p[1]

    known = alone(pairs, product)
    sums = {sum(p) for p in known}
    one = {p for p in pairs if sum(p) not in sums}
    two = alone(one, product)
    return [pairs, one, two, alone(two, sum)]


def test_a_pair_that_does_not_fit_makes_sum_a_liar():
    with pytest.raises(PreconditionFailed, match=r'step 1 .*"S: .*false .*\(2, 3\)'):
        puzzle("sum_and_product").tell(pair=(2, 3))


# Cheryl's birthday


def test_cheryls_birthday_is_the_sixteenth_of_july():
    assert counts("cheryl") == (10, 5, 3, 1)
    assert answer("cheryl") == "July 16"


def test_on_another_birthday_albert_would_have_lied():
    with pytest.raises(PreconditionFailed, match="May 19"):
        puzzle("cheryl").tell(date="May 19")


# Consecutive numbers


def test_consecutive_numbers_from_zero_are_one_and_two_or_two_and_three():
    assert answer("consecutive_numbers") == ((1, 2), (2, 3))


def test_consecutive_numbers_from_one_are_one_higher():
    assert answer("consecutive_numbers", first=1) == ((2, 3), (3, 4))


def test_the_story_warns_of_the_pairs_that_the_cut_off_lets_through():
    story = puzzle("consecutive_numbers").tell(limit=10)
    left = set(story.steps[-1].model.worlds)
    assert left == {(1, 2), (2, 3), (8, 7), (9, 8)}
    assert len(story.warnings) == 1
    assert "(8, 7), (9, 8)" in story.warnings[0]
    assert "no number above 10" in story.warnings[0]


@pytest.mark.parametrize("first", [0, 1, 5])
@pytest.mark.parametrize("limit", [4, 5, 7, 40])
def test_the_limit_never_changes_the_answer(first, limit):
    assert answer("consecutive_numbers", first=first, limit=first + limit) == (
        (first + 1, first + 2),
        (first + 2, first + 3),
    )


def test_a_limit_too_near_for_the_dialogue_ends_the_story_with_a_warning():
    story = puzzle("consecutive_numbers").tell(limit=4)
    assert story.steps[-1].kind == "refuted"
    assert story.warnings[0].startswith("(1, 2), (2, 3) did not come through because the model has no number above 4")


def test_whoever_has_the_numbers_is_never_cut_off():
    assert puzzle("consecutive_numbers").tell(pair=(2, 3), limit=4).steps[-1].model.actual == (2, 3)
    with pytest.raises(PreconditionFailed, match=r'"Anne: I know your number."'):
        puzzle("consecutive_numbers").tell(pair=(8, 7), limit=10)


def test_consecutive_numbers_may_all_be_greater_than_two_thousand():
    far = puzzle("consecutive_numbers").tell(first=3_000, limit=3_010, pair=(3_002, 3_003))
    assert far.steps[-1].model.actual == (3_002, 3_003)
    with pytest.raises(ModelError, match="from 3000 to 5000"):
        puzzle("consecutive_numbers").tell(first=3_000, limit=3_010, pair=(2, 3))


# What Sum


@cache
def what_sum_told():
    return puzzle("what_sum").tell()


def test_what_sum_is_fifty_twenty_thirty():
    story = what_sum_told()
    assert story.answer == (50, 20, 30)
    assert story.counts == (43, 28, 12, 4, 4)


def test_a_cut_off_at_a_hundred_loses_the_answer():
    assert what_sum.cut_off_model(100).extension(_what_sum_dialogue()) == frozenset()
    assert "would not answer (50, 20, 30)" in what_sum_told().warnings[0]


def test_a_later_cut_off_keeps_the_answer_and_adds_wrong_ones():
    found = what_sum.cut_off_model(40).extension(dialogue_formula([formula for _, formula in what_sum.script_of(10)]))
    assert found == {(10, 4, 6), (10, 2, 12), (10, 3, 13), (10, 4, 14)}
    story = puzzle("what_sum").tell(number=10, cut_off=40)
    assert story.answer == (10, 4, 6)
    assert "would answer (10, 2, 12) and 2 others: its end, not the puzzle" in story.warnings[0]


def test_beyond_the_candidates_there_is_no_answer():
    said = _what_sum_dialogue()
    for b in range(202, 1_000, 57):
        for world in ((50, b, 50 + b), (50, 50 + b, b)):
            assert not neighbourhood(world, what_sum.atoms, what_sum.VIEWS, modal_depth(said)).holds(said)


def test_a_wider_part_of_the_model_gives_the_same_answer():
    said = dialogue_formula([formula for _, formula in what_sum.script_of(16)])
    wider = modal_depth(said) + 2
    candidates = what_sum.candidates(16)
    found = [w for w in candidates if neighbourhood(w, what_sum.atoms, what_sum.VIEWS, wider).holds(said)]
    assert found == what_sum.solutions(16, said) == [(16, 4, 12), (16, 6, 10), (16, 12, 4)]


def test_other_numbers_would_have_made_somebody_know_earlier():
    with pytest.raises(PreconditionFailed, match=r"Bill: .*false.*\(50, 100, 50\)"):
        puzzle("what_sum").tell(triple=(50, 100, 50), cut_off=0)


def test_a_number_with_several_answers_asks_whose_story_to_tell():
    with pytest.raises(ModelError, match=r"\(16, 12, 4\).* 2 others.*triple="):
        puzzle("what_sum").tell(number=16)
    assert len(answer("what_sum", number=16, triple=(16, 4, 12), cut_off=0)) == 3


def test_a_number_without_an_answer_asks_for_another_number():
    with pytest.raises(ModelError, match="the dialogue fits no numbers; choose another number"):
        puzzle("what_sum").tell(number=7)


def test_the_example_of_a_triple_fits_the_number_of_what_sum():
    with pytest.raises(ModelError, match=r"such as \(3, 1, 4\), the first 3"):
        puzzle("what_sum").tell(number=3, triple=(50, 20, 30))


def test_the_statement_of_a_puzzle_has_the_numbers_and_cards_of_its_options():
    assert "It is 10." in puzzle("what_sum").tell(number=10, cut_off=0).statement
    cards = puzzle("russian_cards").tell(deal="034.125.6", search=False).statement
    assert "Anne holds 0, 3, 4" in cards
    assert 'I have one of 012, 034, 056, 135, 246." Bob says: "Cath has card 6."' in cards


def _what_sum_dialogue():
    return dialogue_formula([formula for _, formula in what_sum.script_of(50)])


def test_within_goes_no_further_than_the_depth():
    views = {"a": lambda n: [n - 1], "b": lambda n: [n + 1]}
    assert sorted(reachable([0], views, 3)) == [-3, -2, -1, 0, 1, 2, 3]


# Russian cards


def test_five_hands_leave_twenty_deals_and_tell_bob_everything():
    story = puzzle("russian_cards").tell()
    assert story.counts == (140, 20, 3)
    assert story.answer == (102, 192)


def test_without_the_search_the_answer_is_about_this_announcement_alone():
    assert answer("russian_cards", deal="034.125.6", search=False) is True


def test_every_two_hands_of_a_comparable_announcement_share_at_most_one_card():
    family = list(russian_cards.announcements())
    assert len(family) == len(set(family)) == 192
    assert all("012" in hands and 5 <= len(hands) <= 7 for hands in family)
    assert all(len(set(a) & set(b)) <= 1 for hands in family for a in hands for b in hands if a < b)


def test_a_safe_announcement_is_safe_in_each_deal_in_which_anne_can_make_it():
    start = russian_cards.model(None)
    after = start.announce(russian_cards.has_one_of(SOLUTION))
    assert after.valid(russian_cards.SAFE)
    assert start.holds(f"K_anne [{russian_cards.has_one_of(SOLUTION)}] ({russian_cards.SAFE})", "012.345.6")


def test_hands_with_two_common_cards_do_not_tell_bob():
    start = russian_cards.model()
    assert not russian_cards.is_safe(start, ("012", "016", "345"))
    with pytest.raises(PreconditionFailed, match="Bob knows the deal"):
        puzzle("russian_cards").tell(hands="012 016 345")


def test_hands_that_tell_cath_a_card_are_not_safe():
    assert not russian_cards.is_safe(russian_cards.model(), ("012", "034", "135", "245"))


def test_anne_cannot_announce_hands_that_are_not_hers():
    with pytest.raises(PreconditionFailed, match=r"step 1 .*is false .*'034\.125\.6'"):
        puzzle("russian_cards").tell(deal="034.125.6", hands="012 056 135")


# Dining cryptographers


def test_three_cryptographers_begin_with_thirty_two_worlds():
    assert counts("dining_cryptographers") == (32, 16, 8, 2)
    assert answer("dining_cryptographers") == "the NSA has paid"


@pytest.mark.parametrize("payer", people(3))
@pytest.mark.parametrize("heads", ["", "anne", "bill cath", "anne bill cath"])
def test_however_the_coins_fall_nobody_learns_which_colleague_has_paid(payer, heads):
    story = dining_cryptographers(payer=payer, heads=heads)
    assert story.answer == "one of them has paid"
    assert story.counts == (32, 16, 8, 6)
    others = [name for name in people(3) if name != payer]
    assert all(story.steps[-1].model.holds(f"~K_{name} paid({payer})") for name in others)


def test_four_cryptographers_keep_the_secret_too():
    assert counts("dining_cryptographers", n=4, payer="dave")[0] == 16 * 5


# Drinking logicians


def test_the_fifth_logician_knows_that_all_want_beer():
    story = puzzle("drinking_logicians").tell()
    assert story.counts == (32, 16, 8, 4, 2, 1)
    assert [step.sentence for step in story.steps[-2:]] == ["Dave: I do not know.", "Emma: Yes!"]
    assert story.answer is True


def test_a_logician_who_wants_no_beer_knows_at_once():
    story = puzzle("drinking_logicians").tell(thirsty="anne cath")
    assert story.steps[-1].sentence == "Bill: No."
    assert story.answer is False


# Hexa


@pytest.mark.parametrize("deal", ["rwb", "rbw", "bwr", "brw"])
def test_six_deals_stay_six_when_a_card_is_shown(deal):
    assert counts("hexa", deal=deal) == (6, 6, 4)


def test_the_holder_of_the_blue_card_learns_the_deal_from_annes_sentence():
    assert answer("hexa", deal="rwb") == ("bill", "cath")
    assert answer("hexa", deal="rbw") == ("bill",)


def test_anne_cannot_deny_the_white_card_that_she_holds():
    with pytest.raises(PreconditionFailed, match=r"Anne: .*not.*white card.*¬anne=white is false"):
        puzzle("hexa").tell(deal="wrb")


# The surprise examination


def test_each_repetition_excludes_one_day_more():
    assert counts("surprise_exam") == (5, 4, 3, 2, 1, 0)


def test_one_announcement_excludes_friday_and_nothing_else():
    assert answer("surprise_exam") == DAYS[:4]
    assert counts("surprise_exam", times=1) == (5, 4)


def test_where_no_world_is_left_there_is_no_model():
    last = puzzle("surprise_exam").tell().steps[-1]
    assert last.model is None
    assert last.kind == "refuted"


@pytest.mark.parametrize(("day", "true_so_often"), [("monday", 4), ("wednesday", 2), ("thursday", 1)])
def test_on_a_settled_day_the_teacher_can_say_it_only_so_often(day, true_so_often):
    assert len(counts("surprise_exam", day=day, times=true_so_often)) == true_so_often + 1
    story = puzzle("surprise_exam").tell(day=day)
    assert len(story.counts) == true_so_often + 1
    end = story.steps[-1]
    assert end.sentence == f"It is on {day.title()}, and no surprise: the teacher cannot say so again."
    assert end.model.holds(~surprising())


def test_on_friday_the_teacher_cannot_say_it_at_all():
    story = puzzle("surprise_exam").tell(day="friday")
    assert (story.counts, story.answer) == ((5,), DAYS)
    assert story.conclusion == "The teacher cannot say it: on Friday it is no surprise."


def test_an_examination_on_friday_is_never_a_surprise():
    model = puzzle("surprise_exam").tell().model
    assert model.extension(surprising()) == set(DAYS[:4])


# Moore's sentence


def test_moores_sentence_is_true_until_it_is_said():
    assert counts("moore") == (2, 1)
    assert answer("moore") == (True, False)


# One hundred prisoners


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_shortest_run_has_two_interrogations_for_each_prisoner_but_the_counter(n):
    assert answer("prisoners", n=n) == 2 * (n - 1)


@pytest.mark.parametrize("n", [3, 4])
def test_before_that_nobody_can_know_after_any_run(n):
    group = people(n)
    all_in = conj(Atom(f"in({name})") for name in group)
    assert all(runs(group, 2 * (n - 1) - 1).count(K(name, all_in)) == 0 for name in group)


def test_the_counter_knows_after_each_order_of_the_others():
    story = puzzle("prisoners").tell(n=4)
    assert story.steps[-1].worlds == perm(3)
    assert story.counts == (1, 5, 21, 85, 341, 1365, 5461, 6)


def test_longer_runs_change_nobodys_knowledge():
    group = people(3)
    shorter, longer = runs(group, 4), runs(group, 6)
    all_in = conj(Atom(f"in({name})") for name in group)
    for name in group:
        known = {run for run in longer.extension(K(name, all_in)) if len(run) <= 4}
        assert shorter.extension(K(name, all_in)) == known


def test_too_many_runs_are_refused():
    with pytest.raises(TooLarge, match="ask for fewer prisoners"):
        runs(people(10), 10)
