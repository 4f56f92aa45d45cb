"""What players of Saboteur see and know, where the gold is found and over several rounds too; the greedy agent."""

from dataclasses import dataclass
from functools import cached_property
from math import comb
from random import Random

import conformance
import pytest
from effort import thorough

from games import registry
from games.core.rules import EVERYTHING
from games.knowing.table import model
from games.saboteur.actions import Discard, Draw, Goals, Role
from games.saboteur.agents.greedy import expected_goal
from games.saboteur.game import GAME
from games.saboteur.rules import Phase, Saboteur
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.routes import routes

NAMES = ("ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal", "ida", "jon")


def greedy_play(rules, seed):
    """The end of a game of greedy agents."""
    rng, state = Random(seed), rules.start()
    agents = [registry.agent(GAME, "greedy") for _ in rules.names]
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed} {seat}")
    while not state.is_terminal:
        seat = state.current_player
        if state.is_chance:
            action = state.sample(rng)
        else:
            action = agents[seat].act(GAME.observation(state, seat), state.legal_actions()).action
        state = state.apply(action)
    return state


@dataclass(frozen=True)
class Greedy(conformance.Case):
    """Games in which the gold is found, and so divided, in several rounds."""

    @cached_property
    def plays(self):
        return [greedy_play(self.rules, seed) for seed in range(self.games)]


GAMES = 2 if thorough() else 1
CASES = [
    Greedy("saboteur", {"rounds": 2}, GAMES, 10),
    Greedy("saboteur", {"variant": "official", "names": NAMES[:4], "rounds": 2, "share": "miners"}, GAMES, 10),
    Greedy("saboteur", {"variant": "official", "names": NAMES[:7], "rounds": 1}, GAMES, 10),
]
EVERY = pytest.mark.parametrize("case", CASES, ids=str)


@EVERY
def test_games_of_greedy_agents_are_drawn_anew_alike(case):
    assert any(result.found for last in case.plays for result in last.position.results)
    conformance.check_resampling(case)
    conformance.check_serialisation(case)
    conformance.check_everything(case)
    conformance.check_knowledge(case)


def dealt(rules, seed=0):
    rng, state = Random(seed), rules.start()
    while state.position.phase is not Phase.TURN:
        state = state.after(state.sample(rng))
    return state


@pytest.mark.parametrize("players", range(3, 11))
def test_the_worlds_are_the_placements_of_the_saboteurs_cards_and_of_the_gold(players):
    saboteurs = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}[players]
    for variant, placements in (("official", comb(players + 1, saboteurs)), ("source", comb(players, saboteurs))):
        table = GAME.table(dealt(Saboteur(names=NAMES[:players], variant=variant)))
        assert len(model(table)) == 3 * placements


def test_five_players_have_ten_role_worlds_in_the_simplified_game_and_know_their_own_role():
    state = dealt(Saboteur(names=NAMES[:5]))
    asked = model(GAME.table(state))
    for name in state.rules.names:
        assert asked.holds(f"C Kw_{name} saboteur({name})")
        others = " & ".join(f"~Kw_{name} saboteur({other})" for other in state.rules.names if other != name)
        assert asked.holds(others)
        mine = 4 if asked.holds(f"saboteur({name})") else 6
        assert len(asked.possible(name)) == 3 * mine


def test_only_the_looker_sees_the_goal_but_all_see_which_goal_it_was():
    state = next(
        each
        for seed in range(100)
        if (each := dealt(Saboteur(names=NAMES[:5]), seed)) and "map 1" in map(str, each.legal_actions())
    )
    looker = state.current_player
    other = (looker + 1) % 5
    action = state.rules.parse("map 1")
    assert GAME.seen(state, action, looker).goals == ((1, state.position.faces[0]),)
    assert GAME.seen(state, action, other).goals == ()
    after = state.apply(action)
    name, another = state.rules.names[looker], state.rules.names[other]
    assert model(GAME.table(after)).holds(f"C Kw_{name} gold=1 & ~Kw_{another} gold=1")
    assert GAME.observation(after, looker).faces == (state.position.faces[0], None, None)
    assert GAME.observation(after, other).faces == (None, None, None)
    assert GAME.observation(after, other).looking == 1


def test_roles_goals_draws_and_cards_laid_aside_are_hidden_from_the_others():
    last = greedy_play(Saboteur(names=NAMES[:5], rounds=1), 1)
    for seat in range(5):
        for before, move in last.steps():
            seen = GAME.seen(before, move.action, seat)
            kind = type(move.action)
            if kind is Role or kind is Draw:
                assert (seen.action == move.action) == (before.receiver == seat)
                assert seen.to == before.rules.names[before.receiver]
            elif kind is Goals:
                assert seen.action == Goals()
            elif kind is Discard:
                assert (seen.action == move.action) == (move.player == seat)
            else:
                assert seen.action == move.action


def test_an_observation_shows_ones_own_role_and_hand_and_the_judge_sees_all_roles():
    state = dealt(Saboteur(names=NAMES[:5]))
    for seat in range(5):
        seen = GAME.observation(state, seat)
        assert [role is not None for role in seen.roles] == [each == seat for each in range(5)]
        assert seen.roles[seat] == state.position.roles[seat]
        assert seen.hand == tuple(state.rules.cards[kind].name for kind in state.position.hands[seat])
        assert "?" in str(seen)
        assert f"hand: {seen.hand[0]}" in str(seen)
    judge = GAME.observation(state, EVERYTHING)
    assert judge.roles == state.position.roles
    assert judge.faces == state.position.faces


def test_roles_are_public_after_the_last_round():
    last = greedy_play(Saboteur(names=NAMES[:5], rounds=1), 2)
    assert GAME.observation(last, 0).roles == last.position.roles
    saboteurs = [NAMES[seat] for seat, role in enumerate(last.position.roles) if role]
    assert model(GAME.table(last)).holds("C (" + " & ".join(f"saboteur({name})" for name in saboteurs) + ")")


@pytest.mark.slow
def test_hidden_cards_are_drawn_by_their_numbers():
    """The chance that bob has a card of a kind is proportional to its number among ann's 61 unseen cards."""
    state = dealt(Saboteur(names=NAMES[:3], variant="official"))
    rng, seat = Random(1), state.current_player
    kind = state.rules.kinds["TRBL"]
    hidden = 5 - state.position.hands[seat].count(kind)
    other = (seat + 1) % 3
    draws = 2_000
    found = sum(GAME.resample(state, seat, rng).position.hands[other].count(kind) for _ in range(draws))
    assert found / draws == pytest.approx(6 * hidden / 61, abs=0.06)


def test_roles_are_drawn_by_their_probability_also_that_nobody_is_a_saboteur():
    state = dealt(Saboteur(names=NAMES[:3], variant="official"))
    seat = next(seat for seat, role in enumerate(state.position.roles) if not role)
    rng, draws = Random(2), 1_500
    none = sum(not any(GAME.resample(state, seat, rng).position.roles) for _ in range(draws))
    assert none / draws == pytest.approx(1 / 3, abs=0.05)  # the saboteur's card: with two others, or on the table


@pytest.mark.parametrize("variant", ["source", "official"])
def test_greedy_miners_shorten_the_way_as_much_as_they_can_and_greedy_saboteurs_lengthen_it(variant):
    tried = dict.fromkeys((True, False), 0)
    for seed in range(4):
        for before, move in greedy_play(Saboteur(names=NAMES[:5], variant=variant, rounds=1), seed).steps():
            if move.player >= 0 and before.position.phase is Phase.TURN:
                is_saboteur = before.position.roles[move.player]
                worth = worths(before, -1 if is_saboteur else 1)
                if max(worth.values(), default=0) > 0:
                    tried[is_saboteur] += 1
                    assert isinstance(move.action, (Lay, Rockfall))
                    assert worth.get(move.action, FURTHEST) >= max(worth.values())
    assert min(tried.values()) >= 3


FURTHEST = 20
"""What a goal counts that cannot be reached."""


def worths(state, side):
    """Card to be laid -> by how many cards it brings the expected goal nearer, or further for saboteurs."""
    board, plan = state.position.board, state.rules.plan
    goal = expected_goal(GAME.observation(state, state.current_player))
    found = {}
    for action in state.legal_actions():
        if isinstance(action, Lay):
            after = board.with_card(plan.place(action.x, action.y), action.shape)
            found[action] = side * (min(routes(board)[goal], FURTHEST) - min(routes(after)[goal], FURTHEST))
    return found


def test_greedy_miners_say_what_they_saw_and_greedy_saboteurs_the_contrary():
    said = set()
    for seed in range(6):
        for before, move in greedy_play(Saboteur(names=NAMES[:5], rounds=1), seed).steps():
            if str(move.action).startswith("say"):
                face = before.position.faces[move.action.goal - 1]
                true = move.action.what == ("gold" if face == "gold" else "stone")
                assert true != before.position.roles[move.player]
                said.add(true)
    assert said == {True, False}


def test_greedy_miners_find_the_gold_more_often_than_miners_who_play_by_chance():
    found = sum(
        greedy_play(Saboteur(variant="official", rounds=1), seed).position.results[0].found for seed in range(15)
    )
    blind = sum(
        conformance.play(Saboteur(variant="official", rounds=1), seed).position.results[0].found for seed in range(15)
    )
    assert found >= 5
    assert blind <= 1


def test_what_the_rules_make_of_cards_is_made_before_cards_are_dealt():
    """Made on demand, the order of attributes would tell the next player that somebody held a card with tools."""
    rules = Saboteur(names=NAMES[:5])
    rules.start()
    assert {"kinds", "uses", "discards", "draws"} <= vars(rules).keys()
