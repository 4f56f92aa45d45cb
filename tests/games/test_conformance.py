"""Every game in the registry does what the arena, the records and the engine count on."""

import conformance
import pytest
from conformance import CASES, Case

SLOW = pytest.mark.slow
SOME = [pytest.param(case, marks=() if case.quick else SLOW) for case in CASES]
EVERY = pytest.mark.parametrize("case", SOME, ids=str)
LONG = [(case, "learner") for case in CASES[1:4]]
"""The learner of Bluff Poker under other options; `test_bluff_learner.py` has it play by them too."""


@EVERY
def test_random_play_ends_and_pays_what_the_rules_declare(case: Case) -> None:
    conformance.check_returns(case)


@EVERY
def test_every_state_is_written_and_read_without_loss(case: Case) -> None:
    conformance.check_serialisation(case)


@EVERY
def test_actions_print_and_parse(case: Case) -> None:
    conformance.check_actions_print_and_parse(case)


@EVERY
def test_illegal_actions_are_refused_and_change_nothing(case: Case) -> None:
    conformance.check_illegal_actions(case)


@EVERY
def test_actions_chosen_in_stages_are_a_sequence_of_actions(case: Case) -> None:
    conformance.check_stages(case)


@EVERY
def test_chance_draws_what_it_lists(case: Case) -> None:
    conformance.check_chance(case)


@EVERY
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    conformance.check_seeds(case)


@EVERY
def test_what_is_drawn_from_an_information_set_looks_the_same_to_the_player(case: Case) -> None:
    conformance.check_resampling(case)


@EVERY
def test_what_agents_are_given_leads_to_no_state(case: Case) -> None:
    conformance.check_views_hold_no_state(case)


@EVERY
def test_who_uses_all_that_agents_are_handed_does_no_better_than_luck(case: Case) -> None:
    conformance.check_peeking(case)


@EVERY
def test_nothing_that_players_share_depends_on_what_is_hidden(case: Case) -> None:
    conformance.check_nothing_shared_tells(case)


@EVERY
def test_exactly_the_worlds_that_a_player_holds_possible_are_drawn(case: Case) -> None:
    conformance.check_possible_worlds_are_drawn(case)


@EVERY
def test_what_was_seen_is_never_seen_otherwise_later(case: Case) -> None:
    conformance.check_events_follow_each_other(case)


@EVERY
def test_the_observer_of_everything_can_rebuild_the_game(case: Case) -> None:
    conformance.check_everything(case)


@EVERY
def test_knowledge_is_s5_and_never_eliminates_the_actual_world(case: Case) -> None:
    conformance.check_knowledge(case)


@EVERY
def test_the_example_formulas_can_be_asked(case: Case) -> None:
    conformance.check_formulas(case)


@SLOW
@pytest.mark.parametrize(
    ("case", "name"),
    [
        pytest.param(case, name, id=f"{name} in {case}")
        for case in (CASES[1], CASES[4])
        for name in sorted({*case.game.lineup, "learner", "stronger"} & {*case.game.agents})
    ],
)
def test_nothing_that_agents_store_depends_on_what_is_hidden_from_them(case: Case, name: str) -> None:
    conformance.check_agents_share_nothing(case, name)


@pytest.mark.parametrize("moves", [15, pytest.param(120, marks=SLOW)])
@pytest.mark.parametrize(
    ("case", "name"),
    [
        pytest.param(case, name, id=f"{name} in {case}", marks=SLOW if (case, name) in LONG or not case.quick else ())
        for case in CASES
        for name in conformance.agents(case)
    ],
)
def test_agents_act_legally_alike_from_one_seed_and_believe_in_kd45(case: Case, name: str, moves: int) -> None:
    conformance.check_agent(case, name, moves)
