"""Knowledge in OpenSpiel's games: worlds and classes by a plain enumeration, weights by hand, games by name."""

from __future__ import annotations

import json
import re
import sys
from collections import deque
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import pytest
from effort import some, thorough
from typer.testing import CliRunner

from games import registry
from games.core.errors import GameError
from games.openspiel.histories import Recall, after, load_game, reading, recall, refusal
from games.openspiel.knowledge import all_models, estimated_degree, knowledge, name_of
from kripke.models.kripke_model import KripkeModel
from logic.errors import EpistemicError, TooLarge
from whoknows.cli.main import app

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")

BATTLESHIP = "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=1)"
SMALL = [
    "kuhn_poker", "kuhn_poker(players=3)", "leduc_poker", "liars_dice(dice_sides=3)",
    "liars_dice(numdice=2,dice_sides=2)",
    "liars_dice_ir(dice_sides=2)", "tiny_hanabi", "goofspiel(num_cards=3,imp_info=True)", BATTLESHIP, "coordinated_mp",
    "dark_hex(num_rows=2,num_cols=2)", "turn_based_simultaneous_game(game=goofspiel(num_cards=3,imp_info=True))",
]  # fmt: skip


def successors(state: Any, width: int | None = None) -> list[Any]:
    """The states after each action, or after some of those of each mover."""
    if state.is_terminal():
        return []
    movers = range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    found = []
    for chosen in product(*[(state.legal_actions(player) or [0])[:width] for player in movers]):
        child = state.clone()
        child.apply_actions([*chosen]) if state.is_simultaneous_node() else child.apply_action(chosen[0])
        found.append(child)
    return found


def key(state: Any, player: int) -> tuple[Any, ...]:
    moves = not state.is_terminal() and player in (
        range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    )
    return state.information_state_string(player), state.is_terminal(), state.is_chance_node(), moves


@cache
def plain(text: str, depth: int = 1_000) -> tuple[dict[str, Any], nx.Graph[Any]]:
    """All histories by name, and a graph whose edges join each with the classes of the players."""
    states, graph, left = {}, nx.Graph(), [pyspiel.load_game(text).new_initial_state()]
    while left:
        state = left.pop()
        states[name_of(state)] = state
        left += successors(state) if state.move_number() < depth else []
        for player in range(state.num_players()):
            graph.add_edge(name_of(state), (player, key(state, player)))
    return states, graph


@pytest.mark.parametrize("text", SMALL)
def test_worlds_and_classes_are_those_of_a_plain_enumeration(text: str) -> None:
    states, graph = plain(text)
    for name in Random(1).sample(sorted(states), min(len(states), 12 if thorough() else 6)):
        model = knowledge(states[name])
        component = {each for each in nx.node_connected_component(graph, name) if isinstance(each, str)}
        assert set(model.worlds) == component
        for player in range(states[name].num_players()):
            for world in Random(2).sample(sorted(component), min(len(component), 5)):
                assert model.possible(str(player), world) == set(graph[player, key(states[world], player)])


@pytest.mark.parametrize("name", ["2", "2 1", "2 2", "2 2 1"])
def test_histories_of_several_lengths_are_worlds_where_a_failed_move_is_not_seen(name: str) -> None:
    states, graph = plain("phantom_ttt", 4)  # each player has one stone at most, so nobody thinks of a fifth move
    model = knowledge(states[name])
    assert set(model.worlds) == {each for each in nx.node_connected_component(graph, name) if isinstance(each, str)}
    assert {len(world.split()) for world in model.worlds} == ({1, 2} if name in ("2", "2 2") else {2, 3, 4})


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


def test_a_state_that_does_not_begin_at_the_start_of_its_game_is_refused() -> None:
    pawns = load_game("chess").new_initial_state("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    with pytest.raises(GameError, match="its history does not lead there"):
        knowledge(pawns)


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(GameError, match=r"pip install 'whoknows\[openspiel\]'"):
        load_game("kuhn_poker")


def test_the_search_is_bounded() -> None:
    with pytest.raises(TooLarge, match="over 1,000 histories"):
        knowledge(state_of("phantom_ttt", "2 1 5 2"), limit=1_000)


@pytest.mark.parametrize(
    ("text", "history", "player", "formula"),
    [
        ("leduc_poker", "0 3 1", "1", "chance(1)=2"),
        pytest.param("phantom_ttt", "2 1 5 2", "0", "move(1,1)=2", marks=pytest.mark.slow),
        ("liars_dice(numdice=2)", "1 4 0 2", "0", "chance(3)=0 | chance(4)=0"),
        ("dark_hex(num_rows=2,num_cols=2)", "0 0 1", "1", "move(0,1)=0"),
    ],
)
def test_estimates_contain_the_degree(text: str, history: str, player: str, formula: str) -> None:
    state = state_of(text, history)
    exact = knowledge(state).degree(player, formula)
    found = estimated_degree(state, player, formula, samples=400, seed=1)
    assert found.low is not None
    assert found.low <= exact <= (found.high or 0) <= found.low + 0.5


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ("kuhn_poker", {}, "expected a game of OpenSpiel"),
        (None, {"policy": 3}, "expected one of OpenSpiel"),
        (None, {"limit": "all"}, "limit 'all'"),
    ],
)
def test_all_models_are_refused_for_what_is_no_game_policy_or_limit(given, options, message) -> None:
    with pytest.raises(GameError, match=message):
        next(all_models(given or load_game("kuhn_poker"), **options))


def test_estimates_refuse_what_they_cannot_say() -> None:
    state = state_of("kuhn_poker", "0 1")
    for wrong in (("2", "turn=0"), ("0", "nosuch"), ("0", "K_1 turn=0")):
        with pytest.raises(EpistemicError):
            estimated_degree(state, *wrong)
    with pytest.raises(GameError, match="expected a state of OpenSpiel"):
        knowledge("kuhn_poker")
    for policy in ([None], "uniform", 3, [None, 3]):
        with pytest.raises(GameError, match="expected one of OpenSpiel, None, or a list"):
            knowledge(state, policy)


def pasts(text: str, histories: int, width: int) -> tuple[bool, bool]:
    """Whether some string has two pasts: in all states, and in those that are no moves of chance."""
    game = pyspiel.load_game(text)
    players = range(game.num_players())
    first: dict[Any, Any] = {}
    two, left = [False, False], deque([(game.new_initial_state(), [[()] * len(players)] * 2)])
    while left and histories:
        (state, before), histories = left.popleft(), histories - 1
        now: list[list[Any]] = [[], []]
        for kind, player in product((0, 1), players):
            past, string = before[kind][player], state.information_state_string(player)
            trail = past if past and past[-1] == string else (*past, string)
            key = kind, player, string, kind and state.is_chance_node()
            two[kind] |= first.setdefault(key, trail) != trail
            now[kind].append(past if kind and state.is_chance_node() else trail)
        left += ((child, now) for child in successors(state, width))
    return two[0], two[1]


NAMES = [kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable and not refusal(kind)]
QUICK = [
    "dark_hex",
    "goofspiel",
    "goofspiel(num_cards=4,imp_info=True)",
    "hearts",
    "leduc_poker",
    "liars_dice(numdice=2)",
]
ENDS = {"cribbage", "lewis_signaling", "liars_dice"}  # forget deep in the game, the last action, with two dice


@pytest.mark.parametrize(
    "text", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES if name not in {*QUICK, *ENDS})]
)
def test_strings_keep_as_much_of_the_past_as_the_list_says(text: str) -> None:
    found = pasts(text, 800 if text in QUICK else 3_000, 3)
    kept = recall(pyspiel.load_game(text))
    assert found[0] == (kept is not Recall.ALL)
    assert not found[1] or kept is Recall.NONE


@pytest.mark.parametrize(
    "history", [[1, 77, 20, 1, 0], [0, 5, 8], pytest.param([0, 100, 3, 0], marks=pytest.mark.slow)], ids=str
)
def test_bluff_poker_as_a_game_of_openspiel_has_the_same_knowledge_and_comes_back(history: list[int]) -> None:
    from games.openspiel.python_game import openspiel_game

    bluff_poker = registry.game("bluff_poker")
    theirs = openspiel_game(bluff_poker, bluff_poker.rules(names=("0", "1"), limit=1))
    random = Random(4)
    state, ours = theirs.new_initial_state(), bluff_poker.rules(names=("0", "1"), limit=1).start()
    for place in history:
        choices = [each for each, _ in ours.chance_outcomes()] if ours.is_chance else ours.legal_actions()
        assert state.action_to_string(state.current_player(), place) == str(choices[place])
        state, ours = state.child(place), ours.apply(choices[place])
    assert state.ours == ours
    assert state.returns() == ([*map(float, ours.returns())] if ours.is_terminal else [0, 0])
    if not ours.is_terminal:
        model, table = knowledge(state, facts=dice), bluff_poker.model(ours)
        for die, value, player in product((1, 2, 3), range(1, 7), "01"):
            atom = f"die{die}={value}"
            if atom not in model.atoms:  # all have seen another value
                assert table.holds(f"C ~{atom}")
                continue
            assert model.degree(player, atom) == table.degree(player, atom)
            formula = f"K_{player} M_{1 - int(player)} {atom}"
            assert model.holds(formula) == table.holds(formula)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert sum(state.returns()) == -1


def dice(state: Any) -> list[str]:
    return [f"die{die}={value}" for die, value in enumerate(state.ours.position.dice, 1)]


def test_the_command_asks_a_history() -> None:
    assert asked("openspiel:leduc_poker", "K_0 ~chance(2)=0 & ~Kv_0 chance(2)", "--history", "0 3 1 2")[0] == 0
    code, out = asked("openspiel:kuhn_poker", "B_1>=0.8 chance(1)=2", "--history", "2 0 1", "--policy", "uniform")
    assert (code, "fails at 2 0 1" in out) == (1, True)
    code, out = asked("openspiel:kuhn_poker", "--history", "2 0 1", "--json")
    assert (code, json.loads(out)["knows"]["1"]) == (0, {"values": ["chance(2)"], "possible": 2, "bits": 1.0})


def test_a_deal_with_more_histories_than_the_bound_is_refused_before_any_is_dealt() -> None:
    with pytest.raises(TooLarge, match="bridge: over 500,000 histories"):
        knowledge(load_game("bridge").new_initial_state())
    found = estimated_degree(load_game("bridge").new_initial_state(), "0", "turn=chance", samples=2)
    assert found.mean == 1


def test_the_command_samples_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whoknows.cli.openspiel.ASKED", 1_000)
    deep = "openspiel:phantom_ttt", "--history", "2 1 5 2 5 6"
    code, out = asked(*deep, "B_1>=0.01 move(0,2)=5", "--json", "--samples", "200")
    note, found = out[: out.index("{")], json.loads(out[out.index("{") :])
    assert re.fullmatch(r"note: phantom_ttt: over 1,000 histories .* 200 games are sampled\n", note)
    assert (code, found["holds"]) == (0, True)
    assert 0 < found["low"] < found["mean"] < found["high"] < 1
    assert asked(*deep, "K_1 move(0,1)=0")[0] == 1
    code, out = asked(*deep, "K_1 move(1,1)=1")
    assert (code, "the samples do not decide it" in out) == (2, True)
    assert asked(*deep, "C turn=1")[0] == 2


@pytest.mark.parametrize(
    "given",
    [
        ("openspiel:kuhn_poker", "turn=0", "--move", "3"),
        ("openspiel:kuhn_poker", "turn=0", "--history", "9"),
        ("openspiel:nosuch", "turn=0"),
        ("openspiel:spades", "turn=0"),
        ("openspiel:kuhn_poker", "turn=0", "--policy", "cfr(iterations=0)"),
        ("openspiel:kuhn_poker", "turn=0", *("--policy", "uniform") * 3),
        ("openspiel:liars_dice", "turn=chance", "--policy", "cfr"),
        ("openspiel:goofspiel", "turn=chance", "--policy", "cfr"),
        ("game.jsonl", "turn=0", "--history", "9"),
    ],
)
def test_the_command_refuses(given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.openspiel.histories.TREE", 1_000)  # too few for liar's dice
    code, out = asked(*given)
    assert (code, "Traceback" in out) == (2, False)


def test_games_are_watched_by_all_and_by_one() -> None:
    code, out = ran("watch", "openspiel:kuhn_poker", "--agents", "uniform", "cfr(iterations=10)", "--seed", "7")
    assert code == 0
    assert "0 knows chance(1), considers 2 worlds possible (1 bit)" in out
    assert out == ran("watch", "openspiel:kuhn_poker", "--agents", "uniform", "cfr(iterations=10)", "--seed", "7")[1]
    code, out = ran("watch", "openspiel:leduc_poker", "--seed", "3", "--as", "1", "--games", "2")
    assert (code, "[Observer: 0]" in out, "[Observer: 1]" in out) == (0, False, True)
    assert ran("watch", "openspiel:kuhn_poker", "--as", "2")[0] == 2


def ran(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, words)
    return result.exit_code, result.output


def asked(*words: str) -> tuple[int, str]:
    return ran("ask", *words)


@pytest.mark.parametrize("text", ["kuhn_poker", "dark_hex(num_rows=2,num_cols=2)", "tiny_hanabi"])
def test_the_models_of_a_game_are_those_of_its_states(text: str) -> None:
    states, _ = plain(text)
    models = list(all_models(load_game(text)))
    assert sorted(world for model in models for world in model) == sorted(states)
    for model in some(models, 4):
        world = min(model)
        assert same(model.at(world), knowledge(states[world]))


def same(one: KripkeModel, other: KripkeModel) -> bool:
    """Whether two models differ in the order of their worlds alone."""
    return set(one) == set(other) and all(
        one[world] == other[world] and one.degrees(agent, world) == other.degrees(agent, world)
        for world in one
        for agent in one.agents
    )


def test_the_table_of_games_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "openspiel.md").read_text(encoding="utf-8")
    if "OpenSpiel " + version("open_spiel") not in page:
        pytest.skip("the table is of another version of OpenSpiel")
    told = dict(re.findall(r"^\| (\w+) \| (.+) \|$", page, re.MULTILINE))
    del told["game"]
    found = {kind.short_name: reading(kind) for kind in pyspiel.registered_games()}
    python = {name for name in found if name.startswith("python_")} | {"chat_game"}  # where a test has loaded those
    assert told == {name: how for name, how in found.items() if name not in python}
    assert {name for name, how in told.items() if how.startswith("read as it is")} >= {
        "liars_dice_ir",
        "phantom_ttt_ir",
    }
