"""How the agent `source` reads acts and decides: as a miner, an open saboteur, a covered saboteur."""

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from effort import thorough

from games.core.errors import GameError
from games.core.rules import Event
from games.playing.match import turns
from games.saboteur.actions import read
from games.saboteur.agents.threshold_belief.agent import Source, role_worlds
from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from games.saboteur.agents.threshold_belief.chart import Settings
from games.saboteur.agents.threshold_belief.evaluations import View, score_covered, score_miner, score_open
from games.saboteur.agents.threshold_belief.public_acts import (
    PublicTable,
    chart_rows,
    concluded_goals,
    expected_goal,
    gold_degrees,
    gold_known,
    gold_model,
)
from games.saboteur.game import GAME
from games.saboteur.observe import ObservedMove
from games.saboteur.tunnels.cards import shape
from games.saboteur.tunnels.routes import CUT_OFF

RULES = GAME.rules.of(rounds=1)
JOHN, MARY, BOB, ANN, TOM = range(5)


def act(witness, seat, text, **goals):
    shown = tuple((int(name[1:]), face) for name, face in goals.items())
    return witness.see(Event(seat, ObservedMove(read(text), goals=shown)))


def told(witness, seat, text, known=None, goal=2, **verdicts):
    """The rows that an act is to one who is certain of `known` and expects the gold at `goal`."""
    made = act(witness, seat, text)
    names = RULES.names
    return chart_rows(made, known or {}, goal, lambda other: verdicts.get(names[other], "unclear"))


def test_a_card_shortens_keeps_or_lengthens_the_route_to_the_goal_that_is_expected():
    table = PublicTable(RULES)
    assert told(table, MARY, "lay TB 6,3") == [("shortens", None)]
    assert told(table, MARY, "lay RL 5,2") == [("keeps", None)]
    assert told(table, MARY, "lay RL 7,2") == [("keeps", None)]


def test_the_same_card_is_read_by_the_goal_that_each_expects():
    made = act(PublicTable(RULES), MARY, "lay BL 7,2")
    assert chart_rows(made, {}, 3, lambda seat: "unclear") == [("shortens", None)]
    assert chart_rows(made, {}, 1, lambda seat: "unclear") == [("keeps", None)]


def test_a_dead_end_on_the_way_lengthens_it():
    table = PublicTable(RULES)
    act(table, MARY, "lay TB 6,3")
    assert told(table, BOB, "lay xTB 6,4") == [("lengthens", None)]
    assert told(table, BOB, "rockfall 6,4") == [("clears", None)]


def test_a_rockfall_destroys_the_route_or_is_wasted():
    table = PublicTable(RULES)
    for text in ("lay TB 6,3", "lay RL 5,2"):
        act(table, MARY, text)
    assert told(table, BOB, "rockfall 6,3") == [("destroys", None)]
    assert told(table, BOB, "rockfall 5,2") == [("wastes", None)]


def test_what_is_said_of_a_goal_is_compared_with_what_was_seen_and_said():
    table = PublicTable(RULES)
    assert told(table, MARY, "say 2 gold", known={2: "gold"}) == [("confirms_seen", None)]
    assert told(table, BOB, "say 2 stone", known={2: "gold"}) == [("denies_seen", None), ("denies_said", MARY)]
    assert told(table, ANN, "say 2 gold") == [("confirms_said", MARY), ("denies_said", BOB)]
    assert told(table, ANN, "say 1 nothing", known={1: "stone"}) == []


def test_blocking_and_unblocking_are_read_by_what_the_other_is_taken_for():
    table = PublicTable(RULES)
    for verdict, row in (("saboteur", "blocks_suspect"), ("miner", "blocks_trusted"), ("unclear", "blocks")):
        assert told(table, MARY, "break tool bob", bob=verdict) == [(row, BOB)]
    assert table.broken[BOB]
    for verdict, row in (("saboteur", "frees_suspect"), ("miner", "frees_trusted"), ("unclear", "frees")):
        assert told(table, MARY, "repair tool bob tool", bob=verdict) == [(row, BOB)]
    assert not table.broken[BOB]
    assert told(table, BOB, "repair tool bob tool") == [("frees_self", None)]


def test_laying_a_card_aside_says_nothing_of_who_is_blocked():
    table = PublicTable(RULES)
    assert told(table, MARY, "discard map") == [("discards", None)]
    act(table, BOB, "break tool mary")
    assert told(table, MARY, "discard map") == [("discards_blocked", None)]


def test_one_goal_is_gold_and_the_others_are_stones():
    assert concluded_goals({2: "gold"}) == {1: "stone", 2: "gold", 3: "stone"}
    assert concluded_goals({1: "RB", 3: "BL"}) == {1: "stone", 2: "gold", 3: "stone"}
    assert concluded_goals({1: "RB"}) == {1: "stone"}
    assert concluded_goals({}) == concluded_goals({1: "stone", 2: "stone", 3: "stone"}) == {}


def test_the_gold_is_expected_where_it_was_seen_else_where_miners_say_else_nearest():
    board, claims = RULES.plan.empty, [(MARY, 3, "gold"), (BOB, 1, "gold")]
    judge = {MARY: "miner", BOB: "saboteur"}.__getitem__
    assert expected_goal("john", board, {1: "gold"}, claims, judge) == 1
    assert expected_goal("john", board, {}, claims, judge) == 3
    assert expected_goal("john", board, {3: "stone"}, claims, judge) == 2
    assert expected_goal("john", board, {}, [], judge) == 2


def played(seed, names=RULES.names, rules=RULES, **settings):
    """A round of agents of the source, move by move: the agents and the turns."""
    agents = [Source(**settings) for _ in names]
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed}/{seat}")
    rng = Random(seed)
    return agents, turns(GAME, rules, agents, lambda state: state.sample(rng))


def test_an_actor_learns_nothing_from_their_own_act_but_moves_the_others_in_their_model():
    agents, moves = played(4)
    for turn in moves:
        acted = turn.player >= 0 and agents[turn.player].beliefs is not None
        before = agents[turn.player].beliefs.model.weights(RULES.names[turn.player]) if acted else None
        next_player = turn.player
        if acted and agents[next_player].saboteur:  # a miner may follow a trusted player
            after = agents[next_player].beliefs.model.weights(RULES.names[next_player])
            assert before == after


def test_the_witness_keeps_the_table_as_it_is():
    agents, moves = played(7)
    for turn in moves:
        now = turn.after.position
        if turn.player >= 0 and now.phase.name in ("TURN", "CLAIM", "DRAW"):
            for agent in agents:
                assert agent.witness.board == now.board
                assert tuple(agent.witness.broken) == now.broken
                assert tuple(agent.witness.claims) == now.claims


@pytest.mark.parametrize("saboteurs", ["explicit", "needed", "never"])
def test_miners_tell_the_truth_and_saboteurs_lie_and_never_free_another(saboteurs):
    told, rounds = 0, 6 if thorough() else 2
    for seed in range(rounds):
        agents, moves = played(seed, saboteurs=saboteurs)
        for turn in moves:
            words = str(turn.action).split()
            now = turn.before.position
            if turn.player >= 0 and words[0] == "say":
                truth = "gold" if now.faces[int(words[1]) - 1] == "gold" else "stone"
                assert (words[2] == truth) != now.roles[turn.player]
                told += 1
            if turn.player >= 0 and words[0] == "repair" and now.roles[turn.player]:
                assert words[2] == RULES.names[turn.player]
        assert all(type(agent) is Source for agent in agents)
    assert told >= rounds


def test_a_saboteur_is_open_from_the_start_or_when_needed_or_never():
    opened = {}
    for saboteurs in ("explicit", "needed", "never"):
        when = []
        for seed in range(8 if thorough() else 4):
            agents, moves = played(seed, saboteurs=saboteurs)
            acts = 0
            for turn in moves:
                acts += turn.player >= 0
                if turn.player >= 0 and agents[turn.player].is_open:
                    when.append(acts)
                    assert agents[turn.player].saboteur
                    break
        opened[saboteurs] = when
    assert opened["never"] == []
    assert max(opened["explicit"]) <= 10
    assert opened["needed"]
    assert min(opened["needed"]) > 5


def test_at_depth_one_others_are_believed_to_believe_what_they_did_at_the_deal():
    agents, moves = played(3, depth=1)
    last = list(moves)[-1]
    for agent in agents:
        others = [name for name in RULES.names if name != agent.me]
        for name in others:
            assert len(set(agent.beliefs.model.weights(name).values())) == 1
        assert len(set(agent.beliefs.model.weights(agent.me).values())) > 1
    assert last.after.is_terminal


def test_every_miner_believes_their_own_role_at_any_depth():
    agents, moves = played(2)
    list(moves)
    for agent in agents:
        mind, at = agent.mind(), agent.beliefs.view(agent.me)
        me, other = agent.me, next(name for name in RULES.names if name != agent.me)
        assert mind.holds(f"B_{me} {'' if agent.saboteur else '~'}saboteur({me})", at=at)
        assert mind.holds(f"B_{me} (B_{other} saboteur({me}) | ~B_{other} saboteur({me}))", at=at)


def test_role_worlds_are_the_placements_of_the_saboteurs_cards():
    assert len(role_worlds(RULES)) == 10
    assert len(role_worlds(GAME.rules.of(variant="official"))) == 15
    ten = GAME.rules.of(variant="official", names=tuple("abcdefghij"))
    assert len(role_worlds(ten)) == len(set(role_worlds(ten))) == 330


@pytest.mark.slow
def test_a_round_is_played_whole_in_each_variant_and_with_any_number_of_players():
    for variant, players in (("official", 3), ("official", 10), ("source", 7)):
        names = tuple("abcdefghij")[:players]
        rules = GAME.rules.of(variant=variant, names=names, rounds=1)
        agents, moves = played(1, names, rules)
        last = list(moves)[-1]
        assert last.after.is_terminal
        assert all(isinstance(agent, Source) for agent in agents)


def test_parameters_that_make_no_agent_are_refused():
    with pytest.raises(GameError, match="expected 'explicit', 'needed' or 'never'"):
        Source(saboteurs="always")
    with pytest.raises(GameError, match="depth 4"):
        Source(depth=4)


def test_beliefs_read_the_same_however_the_numbers_are_written():
    one = Settings.of(depth=2, start=0.5, threshold=0.3, step=0.02, factor=1.5, drift=0.05)
    assert one == Settings.of(start="1/2", threshold="3/10", step="1/50", factor="3/2", drift="1/20") == Settings()
    assert isinstance(Beliefs("john", RULES.names, role_worlds(RULES), False, one), Beliefs)


def view_of(board, texts, known, verdicts=None, **changes):
    """What a player at a table with this mine decides by, who expects the gold at goal 2."""
    state = decision()
    observation = replace(GAME.observation(state, state.current_player), board=board)
    legal = [read(text) for text in texts]
    taken = dict.fromkeys(RULES.names, "unclear") | (verdicts or {})
    mind = Beliefs(RULES.names[0], RULES.names, role_worlds(RULES), False).model
    return View(observation, legal, 2, known, taken, lambda player: 0, mind, "w5", **changes)


def decision():
    _, moves = played(1)
    return next(turn.before for turn in moves if turn.player >= 0)


def test_a_card_does_not_lead_towards_a_stone_that_is_walled_in():
    plan = RULES.plan
    board, known = plan.empty, {1: "stone", 2: "gold", 3: "stone"}
    for x, y in ((4, 9), (3, 10), (5, 10), (4, 11)):
        board = board.with_card(plan.place(x, y), shape("xTRBL"))
    view = view_of(board, ["lay TB 6,1"], known)
    assert view.before[0] == view.lengths[view.legal[0]][0] == CUT_OFF
    assert view.gain(view.legal[0]) == 0
    score, reason = score_open(view, view.legal[0])
    assert score == 5.0
    assert "towards" not in str(reason)
    towards = view_of(plan.empty, ["lay BL 7,2"], known)
    assert "towards" in str(score_open(towards, towards.legal[0])[1])


def test_a_miner_blocks_suspects_or_the_most_suspicious_player():
    blocks = [f"break tool {name}" for name in ("mary", "bob", "ann")]
    for most in (False, True):
        view = view_of(RULES.plan.empty, blocks, {}, blocks_most=most)
        object.__setattr__(view, "degree", {"mary": 0.5, "bob": 0.4, "ann": 0.5}.__getitem__)
        wanted = [action.player for action in view.legal if score_miner(view, action)[0] > 0]
        assert wanted == (["mary", "ann"] if most else [])


def test_a_covered_saboteur_blocks_players_whom_others_suspect_or_most_others_do():
    blocks, verdicts = [f"break tool {name}" for name in ("mary", "bob", "ann")], {"ann": "saboteur"}
    for most in (False, True):
        view = view_of(RULES.plan.empty, blocks, {}, verdicts, blocks_most=most)
        object.__setattr__(view, "suspects", {"mary": 2, "bob": 1, "ann": 4}.__getitem__)
        scores = [score_covered(view, action)[0] for action in view.legal]
        assert scores == [75.0, -50.0 if most else 75.0, -50.0]
        object.__setattr__(view, "suspects", lambda player: 0)
        scores = [score_covered(view, action)[0] for action in view.legal]
        assert scores == ([75.0, 75.0, -50.0] if most else [20.0, 20.0, -50.0])


@pytest.mark.parametrize("settings", [{"relations": "complete"}, {"others": "believed"}, {"blocks": "most"}])
def test_rounds_end_with_the_choices_of_the_report(settings):
    agents, moves = played(3, **settings)
    assert list(moves)[-1].after.is_terminal
    assert all(agent.beliefs.believed() for agent in agents)


def test_the_queries_of_a_decision_are_those_that_decide():
    """The log has the verdicts, the goal that is expected and the degrees, and the agent's own models agree."""
    agents, _ = played(1)
    rng, seen = Random(1), 0
    for turn in turns(GAME, RULES, agents, lambda state: state.sample(rng), queries=True):
        if turn.player < 0:
            assert turn.queries == ()
            continue
        me, agent = RULES.names[turn.player], agents[turn.player]
        asked = {(query.table, query.agent, query.formula): query.answer for query in turn.queries}
        degrees = {goal: asked["", me, f"gold={goal}"] for goal in (1, 2, 3)}
        assert sum(degrees.values()) == 1
        known = {goal for goal in degrees if asked["", "", f"K_{me} gold={goal}"]}
        assert known == {goal for goal, degree in degrees.items() if degree == 1}
        table = f"of {me}'s beliefs in {me}'s model"
        for other in RULES.names:
            if other != me:
                assert re.fullmatch(r"true in \d+ of \d+ believed worlds", asked[table, "", f"saboteur({other})"])
        if agent.saboteur and not agent.is_open:  # covered, so it asks who suspects whom
            assert any(query.table.startswith("of ") and query.table != table for query in turn.queries)
        seen += 1
    assert seen > 10


def test_the_expected_goal_is_that_of_the_greatest_degree_in_the_model_of_the_gold():
    model = gold_model("john", (1, 2, 3), (2, -1, 0))
    degrees = [model.degree("john", f"gold={goal}", at="goal1") for goal in (1, 2, 3)]
    assert degrees == [Fraction(52, 151), Fraction(49, 151), Fraction(50, 151)]
    assert gold_degrees("john", gold_model("john", (1, 2, 3), (2, -1, 0))) == dict(zip((1, 2, 3), degrees, strict=True))
    assert gold_known("john", (1, 3)) == {2: "stone"}
    assert gold_known("john", (3,)) == {1: "stone", 2: "stone", 3: "gold"}
    assert not gold_model("john", (1, 3)).holds("K_john gold=1 | K_john gold=3", at="goal1")
