"""Knowledge in OpenSpiel's games: worlds and classes by a plain enumeration, weights by hand, games by name."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import prod
from random import Random
from typing import Any

import networkx as nx
import pytest

from games.core.errors import GameError
from games.openspiel.histories import after, load_game
from games.openspiel.knowledge import knowledge, name_of
from logic.errors import TooLarge

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")

BATTLESHIP = "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=1)"
SMALL = [
    "kuhn_poker", "kuhn_poker(players=3)", "leduc_poker", "liars_dice(dice_sides=3)",
    "liars_dice(numdice=2,dice_sides=2)",
    "liars_dice_ir(dice_sides=2)", "tiny_hanabi", "goofspiel(num_cards=3,imp_info=True)", BATTLESHIP, "coordinated_mp",
    "dark_hex(num_rows=2,num_cols=2)", "turn_based_simultaneous_game(game=goofspiel(num_cards=3,imp_info=True))",
]  # fmt: skip


def successors(state: Any) -> list[Any]:
    if state.is_terminal():
        return []
    if state.is_simultaneous_node():
        joint = [[]]
        for player in range(state.num_players()):
            joint = [[*some, action] for some in joint for action in state.legal_actions(player) or [0]]
    else:
        joint = [[action] for action in state.legal_actions()]
    found = []
    for chosen in joint:
        child = state.clone()
        child.apply_actions(chosen) if state.is_simultaneous_node() else child.apply_action(chosen[0])
        found.append(child)
    return found


def key(state: Any, player: int) -> tuple[Any, ...]:
    moves = not state.is_terminal() and player in (
        range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    )
    return state.information_state_string(player), state.is_terminal(), state.is_chance_node(), moves


@cache
def plain(text: str) -> tuple[dict[str, Any], nx.Graph[Any]]:
    """All histories by name, and a graph whose edges join each with the classes of the players."""
    states, graph, left = {}, nx.Graph(), [pyspiel.load_game(text).new_initial_state()]
    while left:
        state = left.pop()
        states[name_of(state)] = state
        left += successors(state)
        for player in range(state.num_players()):
            graph.add_edge(name_of(state), (player, key(state, player)))
    return states, graph


@pytest.mark.parametrize("text", SMALL)
def test_worlds_and_classes_are_those_of_a_plain_enumeration(text: str) -> None:
    states, graph = plain(text)
    for name in Random(1).sample(sorted(states), min(len(states), 12)):
        model = knowledge(states[name])
        component = {each for each in nx.node_connected_component(graph, name) if isinstance(each, str)}
        assert set(model.worlds) == component
        for player in range(states[name].num_players()):
            for world in Random(2).sample(sorted(component), min(len(component), 5)):
                assert model.possible(str(player), world) == set(graph[player, key(states[world], player)])


@pytest.mark.parametrize("text", ["kuhn_poker", "goofspiel(num_cards=3,imp_info=True)"])
def test_worlds_are_what_is_public_without_what_nobody_reaches(text: str) -> None:
    from open_spiel.python.observation import make_observation

    states, _ = plain(text)
    kind = pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.NONE)
    observer, public = make_observation(pyspiel.load_game(text), kind), {}
    for name, state in states.items():
        if not state.is_chance_node():  # chance moves before anyone sees it
            public.setdefault((observer.string_from(state, 0), state.is_terminal()), set()).add(name)
    for same in public.values():
        parts, left = 0, set(same)
        while left:
            worlds = set(knowledge(states[min(left)]).worlds)
            assert worlds <= left
            left, parts = left - worlds, parts + 1
        assert parts == 1 or text != "kuhn_poker"


def state_of(text: str, history: str) -> Any:
    return after(load_game(text), history.split())


def test_the_uniform_policy_weighs_histories_by_chance_and_by_how_many_moves_there_were() -> None:
    model = knowledge(state_of("leduc_poker", "0 3 1 1"))  # the public card is to come
    assert model.degree("0", "chance(2)=1") == Fraction(1, 5)
    states, graph = plain("liars_dice(dice_sides=3)")
    name = "0 1 0 3"
    model = knowledge(states[name])
    assert model.degrees("1") == {world: Fraction(1, 3) for world in graph[1, key(states[name], 1)]}


@pytest.mark.parametrize("text", ["kuhn_poker", "leduc_poker", "goofspiel(num_cards=3,imp_info=True)", "tiny_hanabi"])
def test_weights_are_the_probabilities_of_a_joint_policy(text: str) -> None:
    from open_spiel.python.policy import TabularPolicy

    states, graph = plain(text)
    game = load_game(text)
    policy, random = TabularPolicy(game), Random(5)
    for row in policy.action_probability_array:
        shares = [random.randint(1, 8) * bool(share) for share in row]
        row[:] = [share / sum(shares) for share in shares]

    def probability(name: str) -> float:
        here, found, left = game.new_initial_state(), 1.0, [] if name == "start" else [*map(int, name.split())]
        while left:
            if here.is_chance_node():
                found *= dict(here.chance_outcomes())[left[0]]
                here.apply_action(left.pop(0))
            elif here.is_simultaneous_node():
                found *= prod(policy.action_probabilities(here, player)[left[player]] for player in range(2))
                here.apply_actions([left.pop(0), left.pop(0)])
            else:
                found *= policy.action_probabilities(here)[left[0]]
                here.apply_action(left.pop(0))
        return found

    for name in random.sample(sorted(states), 8):
        model = knowledge(states[name], policy)
        for player in range(2):
            same = list(graph[player, key(states[name], player)])
            total = sum(map(probability, same))
            degrees = model.degrees(str(player))
            assert {each: float(degrees[each]) for each in same} == pytest.approx(
                {each: probability(each) / total for each in same}
            )


def test_a_class_that_policies_do_not_reach_has_the_weights_of_chance() -> None:
    passes = pyspiel.TabularPolicy({text: [(0, 1.0), (1, 0.0)] for text in ("0", "1", "2", "0pb", "1pb", "2pb")})
    model = knowledge(state_of("kuhn_poker", "2 0 1"), [passes, None])
    assert model.degree("1", "chance(1)=2") == Fraction(1, 2)


def test_announcements_and_common_knowledge_in_kuhn_poker() -> None:
    model = knowledge(state_of("kuhn_poker", "2 0 1"))
    assert model.holds("C (turn=1 & legal(1,0) & move(0,1)=1)")
    assert model.holds("M_1 chance(1)=1 & ~Kv_1 chance(1)")
    told = model.announce("~chance(1)=1")
    assert told.holds("Kv_1 chance(1) & ~K_0 Kv_1 chance(1)")  # with a queen player 1 would still not know
    assert (model.entropy("1"), told.entropy("1")) == (1, 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hanabi", "hanabi: no knowledge can be read from this game: it has no information state string"),
        ("chinese_checkers", "it has no information state string, and nothing is hidden in it"),
        ("mfg_garnet", "its players are a crowd"),
        ("tarok", "its chance draws by a generator of its own"),
        ("kuhn_pokre", "OpenSpiel has no game 'kuhn_pokre'; did you mean 'kuhn_poker'?"),
        ("kuhn_poker(players=99)", "OpenSpiel refuses it: num_players_ <= kGameType.max_num_players"),
        ("kuhn_poker(" + "x" * 2_000, "expected at most 1,000 characters"),
    ],
)
def test_games_without_knowledge_are_refused_by_name(
    text: str, problem: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GameError) as error:
        load_game(text)
    assert problem in str(error.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("history", "problem"),
    [
        ("0 7", "history: action 2 is 7, expected 1 (Deal:1) or 2 (Deal:2)"),
        ("0 1 x", "history: action 3 is x, expected 0 (Pass) or 1 (Bet)"),
        ("0 1 0 0 0", "history: the game is over after 4 actions, got 5"),
        ("0 " * 10_001, "history: expected at most 10,000 actions"),
        ("-1", "history: action 1 is -1"),
        ("9" * 5_000, "history: action 1 is 999"),
    ],
)
def test_histories_that_are_none_are_refused(history: str, problem: str) -> None:
    with pytest.raises(GameError) as error:
        state_of("kuhn_poker", history)
    assert problem in str(error.value)


def test_the_search_is_bounded() -> None:
    with pytest.raises(TooLarge, match="over 1,000 histories"):
        knowledge(state_of("phantom_ttt", "2 1 5 2"), limit=1_000)
