"""The agent `stronger` of Saboteur: beliefs by Bayes, actions by the chance that its side wins."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest
from effort import thorough

from games import registry
from games.core.errors import GameError
from games.playing.match import turns
from games.saboteur.actions import Break, Look, Say
from games.saboteur.agents.bayes_lookahead.act_likelihood import (
    FLOOR,
    ActLikelihoods,
    act_kind,
    fitted_data,
)
from games.saboteur.agents.bayes_lookahead.agent import Stronger
from games.saboteur.agents.bayes_lookahead.deduction import Deduction
from games.saboteur.agents.bayes_lookahead.win_chance import FURTHEST, afterstates, outlook, win_chances
from games.saboteur.agents.threshold_belief.public_acts import Act, chance_degrees
from games.saboteur.game import GAME
from games.saboteur.rules import Phase, Saboteur
from games.saboteur.tunnels.board import FAR, Lay
from games.saboteur.tunnels.cards import shape
from games.saboteur.tunnels.routes import routes, routes_after
from studies.saboteur.fitting import (
    CONTEXTS,
    FEATURES,
    bootstrap_lineup,
    count_acts,
    fit_logistic,
    fit_value,
    main,
    play_rounds,
    source_lineup,
)

NAMES = ("ann", "bob", "john", "mary", "tom")
TEN = tuple(frozenset(pair) for pair in combinations(NAMES, 2))
SETS = pytest.mark.parametrize("variant", ["source", "official"])


def deduction(owner="john", saboteur=False):
    return Deduction(owner, NAMES, TEN, saboteur)


def degree(made, agent, player):
    """An agent's degree of belief that a player is a saboteur, where the agent and the owner are miners."""
    here = next(world for world, guilty in zip(made.model.worlds, TEN, strict=True) if not {agent, made.owner} & guilty)
    return float(made.model.degree(agent, f"saboteur({player})", at=here))


def by_role(made, name, miner, saboteur):
    """A likelihood that hangs on one player's role alone."""
    guilty = made.saboteurs[:, NAMES.index(name)]
    return np.where(guilty, saboteur, miner)[:, None] * np.ones(3)


def said_gold_at_1(made, name, honest=0.9):
    """The likelihood of a claim: a miner tells the truth with this chance, a saboteur lies with it."""
    true = np.array([True, False, False])
    guilty = made.saboteurs[:, NAMES.index(name)][:, None]
    return np.where(guilty == true, 1 - honest, honest)


def act(action, player=1, **more):
    empty = Saboteur().plan.empty
    return Act(player, action, empty, more.pop("after", empty), more.pop("blocked", False), (), **more)


@cache
def decisions(variant, seed):
    """All moments of a round at which an agent decides, and the agent."""
    rules = Saboteur(variant=variant, rounds=1)
    agents = [Stronger(samples=0) for _ in rules.names]
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed}/{seat}")
    rng = Random(seed)
    played = turns(GAME, rules, agents, lambda state: state.sample(rng))
    return [(turn.before, turn.player) for turn in played if turn.player >= 0]


def positions(variant, seed, count=6):
    """Some of them; `make test` plays one round for all tests."""
    return Random(seed).sample(decisions(variant, seed if thorough() else 22), count)


def told(rules, state, seat):
    """An agent at the seat who has perceived all that happened."""
    agent = Stronger(samples=3)
    agent.begin(seat, rules, "told")
    for event in GAME.events(state, seat):
        agent.observe(event)
    return agent


def test_at_the_deal_each_other_is_a_saboteur_in_half_of_a_miners_worlds():
    assert deduction().degree("bob") == pytest.approx(1 / 2)
    assert deduction(saboteur=True).degree("bob") == pytest.approx(1 / 4)


def test_an_act_three_times_as_likely_for_a_saboteur_makes_one_half_three_quarters():
    john = deduction()
    john.learn(by_role(john, "bob", 0.2, 0.6), "bob")
    assert john.degree("bob") == pytest.approx(3 / 4, abs=1e-6)
    assert john.degree("mary") == pytest.approx(5 / 12, abs=1e-6)  # 3 + 1 + 1 of 3 + 3 + 3 + 1 + 1 + 1


def test_the_others_learn_from_an_act_and_the_actor_does_not():
    john = deduction()
    john.learn(by_role(john, "bob", 0.2, 0.6), "bob")
    for other in ("ann", "mary", "tom"):
        assert degree(john, other, "bob") == pytest.approx(3 / 4, abs=1e-6)
    assert [degree(john, "bob", other) for other in ("ann", "mary", "tom")] == pytest.approx([1 / 2] * 3)


def test_own_acts_say_nothing_of_the_gold_and_those_of_others_do():
    john, likely = deduction(), np.full((10, 3), 0.1)
    likely[:, 0] = 0.9
    john.learn(likely, "john")
    assert john.gold().tolist() == pytest.approx([1 / 3] * 3)
    john.learn(likely, "mary")
    assert john.gold()[0] == pytest.approx(9 / 11)


def test_a_goal_that_is_seen_tells_who_lied():
    john = deduction()
    john.learn(said_gold_at_1(john, "mary"), "mary")
    assert john.degree("mary") == pytest.approx(19 / 30, abs=1e-5)  # 0.1/3 + 0.9*2/3 against 0.9/3 + 0.1*2/3
    assert john.gold()[0] == pytest.approx(1 / 3, abs=1e-5)
    john.learn_goals({1: "stone"}, public=False)
    assert john.degree("mary") == pytest.approx(0.9, abs=1e-5)
    assert john.gold().tolist() == pytest.approx([0, 1 / 2, 1 / 2])
    assert degree(john, "ann", "mary") == pytest.approx(19 / 30, abs=1e-5)  # who did not see it


def test_three_who_agree_prove_nothing_while_two_of_four_others_may_lie_and_much_once_they_are_trusted():
    john = deduction()
    for name in ("mary", "bob", "ann"):
        john.learn(said_gold_at_1(john, name), name)
    assert john.gold()[0] == pytest.approx(1 / 3, abs=1e-5)  # 3 (0.081 + 0.009) for 1, and as much for 2 and for 3
    for name in ("mary", "bob"):
        john.learn(by_role(john, name, 0.5, 0.05), name)
    assert john.gold()[0] > 0.6


def test_what_all_see_of_the_goals_moves_everybody():
    john = deduction()
    john.learn(said_gold_at_1(john, "mary"), "mary")
    john.learn_goals({1: "gold", 2: "stone", 3: "stone"}, public=True)
    for name in ("john", "ann", "bob"):
        assert degree(john, name, "mary") == pytest.approx(0.1, abs=1e-5)


@SETS
def test_weights_are_shares_of_each_class_and_no_update_leaves_a_class_without_belief(variant):
    for state, seat in positions(variant, 3):
        mind = told(state.rules, state, seat).mind()
        for agent in mind.agents:
            assert sum(mind.weights(agent).values()) > 0
            assert all(mind.believed(agent, at=world) for world in mind.worlds)


def test_the_likelihood_of_a_claim_is_the_floor_and_the_measured_chance():
    chances = {context: dict.fromkeys(kinds, (0.5, 0.5)) for context, kinds in CONTEXTS.items()}
    chances["says"] = {"truth": (0.8, 0.1), "lie": (0.1, 0.7), "silence": (0.1, 0.2)}
    made = ActLikelihoods(chances, {"blocks": (1.0, 1.0), "frees": (1.0, 1.0)})
    saboteurs = np.array([[False, False], [False, True]])
    found = made.likelihood(act(Say(2, "gold")), saboteurs)
    share = lambda chance: (1 - FLOOR) * chance + FLOOR / 3  # noqa: E731
    assert found.tolist() == [
        pytest.approx([share(0.1), share(0.8), share(0.1)]),
        pytest.approx([share(0.7), share(0.1), share(0.7)]),
    ]


def test_whom_a_player_blocks_speaks_of_both():
    chances = {context: dict.fromkeys(kinds, (0.5, 0.5)) for context, kinds in CONTEXTS.items()}
    made = ActLikelihoods(chances, {"blocks": (0.25, 1.0), "frees": (1.0, 1.0)})
    saboteurs = np.array([[False, False, True], [False, False, False], [True, False, True]])
    found = made.likelihood(act(Break("tool", "x"), player=1, target=2, targets=(0, 2)), saboteurs)[:, 0]
    kind = (1 - FLOOR) * 0.5 + FLOOR / len(CONTEXTS["far"])
    assert found.tolist() == pytest.approx([kind * 1 / 1.25, kind * 0.25 / 0.5, kind * 1 / 2])


def test_kinds_of_acts_hang_on_where_the_gold_is():
    plan = Saboteur().plan
    after = plan.empty.with_card(plan.place(5, 2), shape("RL"))
    lay = act(Lay(shape("RL"), 5, 2), after=after)
    gains = [old - new for old, new in zip(routes(plan.empty), routes(after), strict=True)]
    assert gains == [1, 0, 0]
    assert [act_kind(lay, gold) for gold in (1, 2, 3)] == [("far", "shortens"), ("far", "aside"), ("far", "aside")]
    assert act_kind(act(Say(1, "stone")), 1) == ("says", "lie")
    assert act_kind(act(Look(1), blocked=True), 1) == ("blocked", "looks")


@SETS
def test_measured_chances_sum_to_1_and_say_what_the_rules_say_of_the_source(variant):
    found = ActLikelihoods(**fitted_data()[variant]["habits"])
    for context, kinds in found.chances.items():
        assert set(kinds) == set(CONTEXTS[context])
        assert np.sum(list(kinds.values()), axis=0) == pytest.approx([1, 1], abs=1e-3)
    assert found.chances["says"]["truth"][0] > 0.9 > 0.1 > found.chances["says"]["truth"][1]
    assert found.chances["far"]["lengthens"][1] > 5 * found.chances["far"]["lengthens"][0]
    assert found.targets["blocks"][0] < 1 / 2


def test_habits_are_counted_in_rounds_that_are_played():
    rules = Saboteur(rounds=1)
    found = count_acts(play_rounds(rules, 2, source_lineup, "test"))
    for kinds in found["chances"].values():
        assert np.sum(list(kinds.values()), axis=0) == pytest.approx([1, 1], abs=1e-3)
    assert min(min(pair) for pair in found["targets"].values()) > 0


def test_the_regression_finds_the_coefficients_by_which_labels_were_drawn_where_their_signs_may_be():
    chance, true = np.random.default_rng(1), np.array([0.5, -1.0, 2.0])
    rows = np.column_stack([np.ones(20_000), chance.normal(size=(20_000, 2))])
    labels = (chance.random(20_000) < 1 / (1 + np.exp(-rows @ true))).astype(float)
    assert fit_logistic(rows, labels, (0, -1, 1)) == pytest.approx(true, abs=0.1)
    assert fit_logistic(rows, labels, (0, 1, 1))[1] == 0


def test_the_value_is_fitted_with_a_constant_for_each_line_up_and_no_sign_against_reason():
    rules = Saboteur(rounds=1)
    rounds = play_rounds(rules, 2, bootstrap_lineup, "test")
    found = fit_value(rounds)
    assert list(found) == list(FEATURES)
    assert all(found[name] * sign >= 0 for name, sign in FEATURES.items() if sign)
    assert {len(row) for each in rounds for row in each.rows} == {len(FEATURES)}


@pytest.mark.slow
def test_the_same_seed_fits_the_same_file_byte_for_byte(tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    for path in (first, second):
        main(["--rounds", "1", "--passes", "2" if thorough() else "1", "--out", str(path)])
    assert first.read_bytes() == second.read_bytes()
    main(["--rounds", "1", "--passes", "1", "--seed", "other", "--out", str(second)])
    assert first.read_bytes() != second.read_bytes()
    assert list(json.loads(first.read_text())) == ["source", "official"]


@SETS
def test_a_block_on_a_miner_never_helps_the_miners_and_one_on_a_saboteur_never_harms_them(variant):
    saboteurs = np.array([[False, True, False, False, True]])
    coefficients, tried = fitted_data()[variant]["value"], 0
    for state, seat in positions(variant, 29, count=12):
        blocks = [action for action in state.legal_actions() if type(action) is Break]
        after = afterstates(GAME.observation(state, seat), blocks, [0] * len(state.rules.cards)) if blocks else None
        for row, action in enumerate(blocks):
            whose, tried = state.rules.seats[action.player], tried + 1
            unblocked = np.array(state.position.broken) > 0
            free = replace(
                after,
                ahead=after.ahead[row : row + 1],
                broken=unblocked[None],
                knows=after.knows[row : row + 1],
                hand=after.hand[row : row + 1],
            )
            gain = win_chances(after, saboteurs, coefficients)[row] - win_chances(free, saboteurs, coefficients)[0]
            assert (gain >= -1e-12).all() if saboteurs[0, whose] else (gain <= 1e-12).all()
    assert tried > 3


def test_the_outlook_counts_the_cards_that_shorten_the_route():
    """In the card game, where a card must join the path: as by trying each card in each place."""
    rules, rng = Saboteur(variant="official", rounds=1), Random(5)
    unseen = np.array([card.copies for card in rules.cards])
    for _ in range(3):
        state = rules.start()
        while not state.is_terminal:
            board = state.position.board
            if state.position.phase is Phase.TURN and rng.random() < 0.3:
                home = board.plan.home
                found = outlook(rules, board, [home], [board.grid[home]], unseen)[0]
                assert found[:, 0].tolist() == [min(FURTHEST, length) for length in routes(board)]
                assert (found[:, 1] * unseen.sum()).tolist() == pytest.approx(_tried(rules, board, unseen))
            actions = state.legal_actions()
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(actions))


def _tried(rules, board, unseen):
    total, now = [0, 0, 0], routes(board)
    for kind, card in enumerate(rules.cards):
        lays = board.fits(card.shapes) if card.shapes and not card.name.startswith("x") else []
        if lays:
            after = routes_after(board, [board.plan.place(lay.x, lay.y) for lay in lays], [lay.shape for lay in lays])
            for goal in range(3):
                shorter = 0 < now[goal] < FAR and min(lengths[goal] for lengths in after) < now[goal]
                total[goal] += int(unseen[kind]) * shorter
    return total


@pytest.mark.parametrize("variant", [pytest.param("source", marks=pytest.mark.slow), "official"])
def test_decisions_depend_only_on_what_the_agent_saw(variant):
    """The decision is the same in any state that the agent cannot tell from the true one."""
    for number, (state, seat) in enumerate(positions(variant, 11, count=4)):
        other = GAME.resample(state, seat, Random(number))
        assert other.serialize() != state.serialize()
        policies = [
            told(state.rules, each, seat).policy(GAME.observation(each, seat), each.legal_actions())
            for each in (state, other)
        ]
        assert policies[0] == policies[1]
        assert set(policies[0]) <= set(state.legal_actions())
        assert sum(policies[0].values()) == pytest.approx(1)


@SETS
def test_each_decision_has_a_reason_and_asking_twice_changes_nothing(variant):
    for state, seat in positions(variant, 17):
        agent = told(state.rules, state, seat)
        seen, legal = GAME.observation(state, seat), state.legal_actions()
        decision = agent.act(seen, legal)
        assert str(decision.reason)
        assert agent.policy(seen, legal) == agent.policy(seen, legal)
        assert agent.policy(seen, legal)[decision.action] > 0


def test_a_miner_who_can_lay_the_last_card_does():
    tried = 0
    for state, seat in decisions("official", 22):
        gold = state.position.faces.index("gold")
        legal, board = state.legal_actions(), state.position.board
        wins = [action for action in legal if type(action) is Lay and _reaches(board, action, gold)]
        if wins and not state.position.roles[seat]:
            agent = told(state.rules, state, seat)
            if agent.deduction.gold()[gold] > 0.99:
                tried += 1
                assert set(agent.policy(GAME.observation(state, seat), legal)) <= set(wins)
    assert tried


def _reaches(board, action, gold):
    place = board.plan.place(action.x, action.y)
    return routes_after(board, [place], [action.shape])[0][gold] == 0


def test_an_agent_may_be_stronger_in_one_role_only():
    agent = registry.agent(GAME, "stronger(miner=true, saboteur=false, saboteurs=never)")
    assert agent.stronger == {False: True, True: False}
    assert agent.source.cover == "never"
    rules = Saboteur(rounds=1)
    agents = [registry.agent(GAME, "stronger(saboteur=false)") for _ in rules.names]
    for seat, each in enumerate(agents):
        each.begin(seat, rules, str(seat))
    rng, state = Random(2), rules.start()
    for turn in turns(GAME, rules, agents, lambda now: now.sample(rng)):
        state = turn.before if turn.player >= 0 else state
    for role, each in zip(state.position.roles, agents, strict=True):
        assert (each.deduction is None) == role
        assert each.mind() is not None


@pytest.mark.parametrize("spec", ["stronger(miner=2)", "stronger(saboteur=maybe)", "stronger(saboteurs=sometimes)"])
def test_parameters_that_are_none_are_refused(spec):
    with pytest.raises(GameError, match="expected"):
        registry.agent(GAME, spec)


def test_the_memory_of_a_match_is_empty_because_roles_are_dealt_anew():
    agent = Stronger()
    assert agent.save() == {}
    agent.load({})


def test_degrees_are_exact_shares():
    john = deduction()
    assert all(type(weight) is Fraction for weight in john.model.weights("john").values())


def test_the_chances_of_the_gold_are_asked_as_degrees():
    degrees = chance_degrees("john", [0.25, 0.0, 0.75])
    assert degrees == {1: Fraction(1, 4), 2: 0, 3: Fraction(3, 4)}
    rules, asked = Saboteur(rounds=1), 0
    agents = [Stronger(samples=0) for _ in rules.names]
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"gold/{seat}")
    rng = Random("gold")
    for turn in turns(GAME, rules, agents, lambda state: state.sample(rng), queries=True):
        if turn.player >= 0:
            me = rules.names[turn.player]
            found = {query.formula: query.answer for query in turn.queries if query.agent == me}
            assert sum(found[f"gold={goal}"] for goal in (1, 2, 3)) == 1
            asked += 1
    assert asked > 5
