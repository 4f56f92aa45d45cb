"""What every game must do, as checks of a game under some options; `games/test_conformance.py` runs them all.

A case is a game with options. Its plays are random games, in which kinds of actions are equally likely (a hundred bids
count as much as one call), so that rare moves come up.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import ceil, log
from random import Random
from typing import Any

import pytest
from believers import belief_relation
from effort import thorough
from peeking import claims, contents, reached

from games import registry
from games.core.agent import Uniform
from games.core.errors import GameError, IllegalAction
from games.core.rules import EVERYTHING, Event, Rules, State
from games.core.stages import Stage
from games.game import Game
from games.knowing.table import model, situation
from games.playing.match import Lineup, Setup
from games.telling.face import kinds
from kripke.data.frames import properties
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel

S5 = {"reflexive", "serial", "symmetric", "transitive", "euclidean"}
KD45 = {"serial", "transitive", "euclidean"}
LONGEST = 20_000
"""The number of moves after which a random game counts as endless."""
MANY = 300
"""The number of actions chosen in stages that are tested in each state."""
DOUBT = 14
"""Draws for each world beyond n log n where all n worlds must come up: one test in a million fails."""
STEP, SPARE = (1, 1) if thorough() else (4, 12)
"""`make test` asks all that can be asked of each fourth state, and builds the models of each twelfth."""
FEW_LOOKS = 12
"""`make test` looks at this number of states: with fewer, some cases lack what a check needs, such as chance."""
FEW_ASKED = 3
"""`make test` asks the example formulas of this number of models."""
DRAWS, PEEKED = (5, 10) if thorough() else (2, 4)
"""How many states are drawn where not all must come up: to see that each is possible, and how often one is right."""
DOUBTS = 4
"""Standard deviations above luck at which guesses are no luck."""


@dataclass(frozen=True)
class Case:
    """A game under some options, and how much of it is looked at.

    Attributes
    ----------
    name : str
        The game's, in the registry.
    options : dict
        Of its rules.
    games : int
        How many random games.
    looks : int
        How many states of them are looked at where each look is long.
    worlds : int
        If a player considers at most this number of worlds possible, exactly these must be drawn.
    exactly : int
        How often that is tried.
    quick : bool
        Whether `make test` has it: of each game the usual rules, and some others.
    """

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    games: int = 3
    looks: int = 40
    worlds: int = 36
    exactly: int = 20
    quick: bool = True

    def __str__(self) -> str:
        return ", ".join([self.name, *(f"{key}={value}" for key, value in self.options.items())])

    @cached_property
    def game(self) -> Game:
        return registry.game(self.name)

    @cached_property
    def rules(self) -> Rules:
        made: Rules = self.game.rules.of(**self.options)
        return made

    @cached_property
    def plays(self) -> list[State]:
        """The last states of the random games."""
        return [play(self.rules, seed) for seed in range(self.games)]

    @cached_property
    def states(self) -> list[State]:
        """All states of these games."""
        return [state for last in self.plays for state in [*(before for before, _ in last.steps()), last]]

    @cached_property
    def some(self) -> list[State]:
        """Some of them, in an order of no meaning."""
        looks = self.looks if thorough() else min(self.looks, FEW_LOOKS)
        return Random(0).sample(self.states, min(looks, len(self.states)))

    def players(self) -> range:
        return range(self.rules.players)


def play(rules: Rules, seed: int) -> State:
    """The end of a random game."""
    rng, state = Random(seed), rules.start()
    for _ in range(LONGEST):
        if state.is_terminal:
            return state
        state = state.apply(random_move(state, rng))
    raise AssertionError(f"after {LONGEST:,} random moves the game has not ended")


def random_move(state: State, rng: Random) -> Any:
    if state.is_chance:
        return state.sample(rng)
    chosen = rng.choice(list(kinds(state.legal_actions()).values()))
    while isinstance(chosen, Stage) and rng.random() < 0.5:
        after = rng.choice(list(chosen.choices.values()))
        chosen = after if isinstance(after, Stage) else (after,)
    return rng.choice(chosen)


def shown(case: Case, state: State) -> tuple[Any, ...]:
    """All that can be asked of a state."""
    seats = (*case.players(), EVERYTHING)
    return (
        state.current_player,
        state.legal_actions(),
        state.chance_outcomes() if state.is_chance else None,
        state.returns() if state.is_terminal else None,
        [case.game.observation(state, seat) for seat in seats],
        (table := case.game.table(state)),
        dict(table.actual),
    )


def candidates(state: State, rng: Random) -> list[Any]:
    """What may happen next, or some of it where it cannot be listed."""
    if not state.is_chance:
        legal = state.legal_actions()
        return rng.sample(legal, min(len(legal), MANY)) if isinstance(legal, Stage) else list(legal)
    listed = state.chance_outcomes()
    return [state.sample(rng) for _ in range(50)] if listed is None else [outcome for outcome, _ in listed]


def check_returns(case: Case) -> None:
    for last in case.plays:
        paid = last.returns()
        assert len(paid) == case.rules.players
        assert all(isinstance(each, Fraction) for each in paid)
        assert case.rules.total is None or sum(paid) == case.rules.total
        assert sorted(seat for team in case.rules.teams for seat in team) == list(case.players())
        assert last.legal_actions() == ()
    for state in case.states:
        if not state.is_terminal:
            with pytest.raises(GameError):
                state.returns()


def check_serialisation(case: Case) -> None:
    options = json.loads(json.dumps(case.rules.options()))
    rules = case.game.rules.of(**options)
    assert rules == case.rules
    for last in case.plays if thorough() else case.plays[:1]:
        moves = json.loads(json.dumps(last.serialize()))
        again = rules.start()
        for number, ((before, _), text) in enumerate(zip(last.steps(), moves, strict=True)):
            assert again == before
            assert number % STEP or shown(case, again) == shown(case, before)
            again = again.apply(rules.parse(text))
        assert shown(case, again) == shown(case, last)
    for state in case.some:
        again = rules.deserialize(state.serialize())
        assert again == state
        assert hash(again) == hash(state)
        assert again.serialize() == state.serialize()
        assert pickle.loads(pickle.dumps(state)) == state


def check_actions_print_and_parse(case: Case) -> None:
    rng, seen = Random(1), dict[str, Any]()
    for state in case.states:
        for action in candidates(state, rng):
            text = str(action)
            if text not in seen:
                assert case.rules.parse(text) == action
                assert hash(case.rules.parse(text)) == hash(action)
            assert seen.setdefault(text, action) == action
    for text in ("", "  ", "nothing of the kind", "\u2603", "7" * 50):
        with pytest.raises(IllegalAction):
            case.rules.parse(text)


def check_illegal_actions(case: Case) -> None:
    rng, others = Random(2), dict[str, Any]()
    for state in case.some:
        others |= {str(action): action for action in candidates(state, rng)}
    for state in case.some:
        before = shown(case, state), state.serialize()
        for action in rng.sample(list(others.values()), min(60, len(others))):
            if state.is_legal(action):
                assert state.is_chance or action in state.legal_actions()
                state.apply(action)
            else:
                with pytest.raises(IllegalAction):
                    state.apply(action)
        for nonsense in (None, "bid", 7, object()):
            with pytest.raises(IllegalAction):
                state.apply(nonsense)
        assert (shown(case, state), state.serialize()) == before


def check_chance(case: Case) -> None:
    rng = Random(3)
    for state in case.some:
        if state.is_chance:
            assert state.legal_actions() == ()
            outcomes = state.chance_outcomes()
            drawn = [state.sample(rng) for _ in range(5)]
            assert all(state.is_legal(each) for each in drawn)
            if outcomes is not None:
                assert sum(share for _, share in outcomes) == 1
                assert all(share > 0 and state.is_legal(outcome) for outcome, share in outcomes)
                assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
                assert set(drawn) <= {outcome for outcome, _ in outcomes}
        elif not state.is_terminal:
            found = candidates(state, rng)
            assert len(set(found)) == len(found) > 0


def check_stages(case: Case) -> None:
    """Actions that are chosen in stages are a sequence, and each is reached by one choice at each stage."""
    rng = Random(13)
    for state in case.some:
        legal = state.legal_actions()
        if not isinstance(legal, Stage):
            continue
        assert len(legal) == sum(len(after) if isinstance(after, Stage) else 1 for after in legal.choices.values()) > 0
        assert (legal[-1], legal[:1]) == (legal[len(legal) - 1], (legal[0],))
        assert list(islice(legal, 3)) == list(legal[:3])
        with pytest.raises(IndexError):
            legal[len(legal)]
        for action in (legal[0], legal[-1], rng.choice(legal)):
            assert 1 <= len(_way(legal, action)) <= case.rules.stages
        assert not any(nonsense in legal for nonsense in (None, "", 7, object()))


def _way(legal: Stage, action: Any) -> list[Any]:
    """The choices that lead to an action."""
    way, now = list[Any](), legal
    while isinstance(now, Stage):
        assert action in now
        fits = [
            (choice, after)
            for choice, after in now.choices.items()
            if (action in after if isinstance(after, Stage) else action == after)
        ]
        assert len(fits) == 1
        assert isinstance(fits[0][1], Stage) or type(fits[0][1]) is type(action)
        way.append(fits[0][0])
        now = fits[0][1]
    return way


def check_seeds(case: Case) -> None:
    assert [play(case.rules, seed).serialize() for seed in range(case.games)] == [
        last.serialize() for last in case.plays
    ]
    assert len({tuple(last.serialize()) for last in case.plays}) == case.games


def check_resampling(case: Case) -> None:
    rng, game = Random(4), case.game
    for state in case.some:
        for player in case.players():
            drawn = game.resample(state, player, rng)
            assert case.rules.deserialize(drawn.serialize()) == drawn, "a history that the rules do not allow"
            assert game.events(drawn, player) == game.events(state, player)
            assert drawn.current_player == state.current_player
            if state.current_player == player:
                assert drawn.legal_actions() == state.legal_actions()
            assert game.observation(drawn, player) == game.observation(state, player)


def check_views_hold_no_state(case: Case) -> None:
    """What agents are given leads to no state, along whatever references."""
    rng = Random(8)
    for state in case.some:
        given = [case.game.observation(state, player) for player in case.players()]
        for action in candidates(state, rng)[:3]:
            given += [case.game.seen(state, action, player) for player in case.players()]
        assert not any(isinstance(each, State) for each in reached([*given, state.rules, *state.legal_actions()[:3]]))


def check_nothing_shared_tells(case: Case) -> None:
    """In two games that a player cannot tell apart all that is handed to the player has the same contents.

    So nothing that players share, such as what the rules or a board keep for later, depends on others' cards.
    """
    rng = Random(11)
    for state in case.some[:SHARED]:
        for player in case.players()[:FEW_SEATS]:
            one, other = (handed(case, each, player) for each in (state, case.game.resample(state, player, rng)))
            assert one == other


SHARED = 4 if thorough() else 2
"""How many states are looked at for what players share: their games are played again for each player."""


def handed(case: Case, last: State, player: int) -> list[Any]:
    """The contents of all that a player is handed in a game up to a state; the others are handed theirs too."""
    state = (rules := case.game.rules.of(**case.rules.options())).start()
    given = [rules]
    for text in last.serialize():
        seen, legal = [case.game.observation(state, seat) for seat in case.players()], state.legal_actions()
        action = rules.parse(text)
        given += [case.game.seen(state, action, player), *([seen[player], legal] * (state.current_player == player))]
        state = state.after(action)
    return contents([*given, case.game.observation(state, player)])


def check_agents_share_nothing(case: Case, name: str, looks: int = 5) -> None:
    """All that an agent stores and can reach is the same in two games that it cannot tell apart.

    So neither other agents, who ask the same engine, nor who watches all cards, leave anything there.
    """
    rng = Random(12)
    for state in case.some[:looks]:
        player = rng.choice(case.players())
        other = case.game.resample(state, player, rng)
        _, one, two = [stored(case, name, each, player) for each in (state, state, other)]  # first what is made once
        assert one == two


def stored(case: Case, name: str, last: State, player: int) -> list[Any]:
    """The contents of an agent after the moves of a game, in which others like it decide, and all cards are watched."""
    state = (rules := case.game.rules.of(**case.rules.options())).start()
    seated = [registry.agent(case.game, name) for _ in case.players()]
    for seat, agent in enumerate(seated):
        agent.begin(seat, rules, str(seat))
    for move in last.history():
        model(case.game.table(state))
        if state.current_player >= 0:
            seen = case.game.observation(state, state.current_player)
            seated[state.current_player].policy(seen, state.legal_actions())
        for seat, agent in enumerate(seated):
            agent.observe(Event(state.current_player, case.game.seen(state, move.action, seat)))
        state = state.after(move.action)
    return contents([vars(seated[player])])


def check_peeking(case: Case, setup: Callable[..., Setup] = Setup) -> None:
    """Who uses all that agents are handed to rebuild the deal is right no more often than by luck."""
    lineup = Lineup(("random",) * case.rules.players, case.rules.names)
    options = {key: value for key, value in case.options.items() if key != "names"}
    played = setup(case.name, lineup, options, seed=Random(10).getrandbits(64))
    right, luck = claims(played, 24 // case.rules.players, PEEKED)
    assert right <= luck + DOUBTS * (luck + 1) ** 0.5


def check_events_follow_each_other(case: Case) -> None:
    """What a player has seen is what she saw before and one thing more: nothing of the past is seen otherwise later."""
    game = case.game
    for last in case.plays:
        whole = {seat: game.events(last, seat) for seat in (*case.players(), EVERYTHING)}
        for number, (before, move) in enumerate(last.steps()):
            for seat, events in whole.items():
                assert events[number] == Event(move.player, game.seen(before, move.action, seat))


def check_everything(case: Case) -> None:
    """From what the observer of everything sees, each move is found among all that might have been."""
    rng = Random(5)
    for last in case.plays:
        again = case.rules.start()
        for event, (before, move) in zip(case.game.events(last, EVERYTHING), last.steps(), strict=True):
            assert event.player == again.current_player
            options = {str(each): each for each in (*candidates(again, rng), move.action)}
            fits = [each for each in options.values() if case.game.seen(again, each, EVERYTHING) == event.seen]
            assert fits == [move.action]
            again = again.apply(fits[0])
            assert again.past is not None
            assert again.past[0] == before


def check_knowledge(case: Case) -> None:
    checked = set[int]()
    for state in case.states[::SPARE]:
        table = case.game.table(state)
        assert [agent for agent, _ in table.observes] == list(case.rules.names)
        made = model(table)
        if not isinstance(made, KripkeModel):
            _check_diagrams(case, made)
            continue
        if len(table.actual) == len(table.variables):
            position = made.structure.actual
            assert position is not None, "the actual world was eliminated"
            asked = situation(table)
            assert all(position in asked.possible(name, position) for name in case.rules.names)
        else:
            situation(table).place(table.actual)  # refuses values that no world has
        relations = made.structure.relations
        for name in case.rules.names:
            if id(relations[name]) not in checked:
                checked.add(id(relations[name]))
                assert made.frame_properties(name) == S5


def _check_diagrams(case: Case, made: Any) -> None:
    if made.actual is not None:
        assert made.holds("true")  # its states are not counted: where piles are large, that takes long
        assert all(made.frame_properties(name) == S5 for name in case.rules.names)


def check_formulas(case: Case) -> None:
    """The example formulas can be asked where the model has an actual world."""
    models = (model(case.game.table(state)) for state in case.some)
    asked = list(islice((made for made in models if made.actual is not None), None if thorough() else FEW_ASKED))
    for made, (formula, meaning) in product(asked, case.game.formulas):
        assert meaning
        if "names" not in case.options:
            made.holds(formula)
    assert asked


def check_possible_worlds_are_drawn(case: Case) -> None:
    rng, tried = Random(6), 0
    for state in case.some:
        made = model(case.game.table(state))
        if made.actual is None or not isinstance(made, KripkeModel):
            continue
        for seat, name in enumerate(case.rules.names):
            possible = made.possible(name)
            few = len(possible) <= case.worlds and tried < (case.exactly if thorough() else min(2, case.exactly))
            tried += few
            most = ceil(len(possible) * (log(len(possible)) + DOUBT)) if few else DRAWS
            worlds = set[Any]()
            for drawn in range(most):
                if drawn >= DRAWS and worlds == possible:
                    break
                worlds.add(_actual(case, case.game.resample(state, seat, rng)))
            assert worlds <= possible
            assert not few or worlds == possible
    assert tried or not case.exactly


def _actual(case: Case, state: State) -> Any:
    table = case.game.table(state)
    return situation(table).at(situation(table).ground.position(table.actual)).actual


SIMULATIONS = 60
"""What an agent decides in a given time depends on the machine: the same seed may decide otherwise."""


def agents(case: Case) -> Iterator[str]:
    """The game's agents that need no parameters; one that searches for some time makes a number of simulations here."""
    for name, maker in registry.makers(case.game).items():
        defaults = registry.parameters_of(maker)
        if all(default is not registry.inspect.Parameter.empty for default in defaults.values()):
            yield f"{name}(simulations={SIMULATIONS})" if "simulations" in defaults else name


FEW_SEATS = 5
"""More players than this play fewer moves: the mind of each is checked after each move."""


def check_agent(case: Case, name: str, most: int = 120) -> None:
    """The agent in every seat: policies are over legal actions, belief stays KD45.

    The same seed decides the same, whether the agent's mind is looked at or not.
    """
    most = most if case.rules.players <= FEW_SEATS else most * 2 // 3
    assert _plays(case, name, most, _check_mind) == _plays(case, name, most, lambda player: None)


def _plays(case: Case, name: str, most: int, check: Callable[[Any], None]) -> list[str]:
    game, state, rng = case.game, case.rules.start(), Random(7)
    seated = [registry.agent(game, name) for _ in case.players()]
    for seat, agent in enumerate(seated):
        agent.begin(seat, case.rules, f"{name} {seat}")
        check(agent)
    for _ in range(most):
        if state.is_terminal:
            break
        player = state.current_player
        if state.is_chance:
            action = state.sample(rng)
        else:
            seen, legal = game.observation(state, player), state.legal_actions()
            decision = seated[player].act(seen, legal)
            action = decision.action
            assert action in legal
            assert isinstance(str(decision.reason), str)
            policy = seated[player].policy(seen, legal)
            if not isinstance(policy, Uniform):
                assert all(each in legal and share >= 0 for each, share in policy.items())
                assert sum(policy.values()) == pytest.approx(1)
            else:
                assert policy.actions == legal
        for seat, agent in enumerate(seated):
            agent.observe(Event(player, game.seen(state, action, seat)))
            check(agent)
        state = state.apply(action)
    if state.is_terminal:
        for agent in seated:
            agent.end(state.returns())
    for seat, agent in enumerate(seated):
        _check_memory(registry.agent(game, name), agent.save(), seat, case.rules)
    return state.serialize()


def _check_memory(other: Any, memory: dict[str, Any], seat: int, rules: Rules) -> None:
    """What an agent remembers goes through JSON into another agent."""
    text = json.dumps(memory)
    other.begin(seat, rules, "another")
    other.load(json.loads(text))
    assert json.dumps(other.save()) == text


def _check_mind(player: Any) -> None:
    mind: KripkeModel | None = player.mind()
    if mind is not None:
        structure = mind.structure
        for agent in structure.agents:
            believed = Structure(structure.worlds, {}, {agent: belief_relation(structure, agent)})
            assert set(properties(believed, agent)) >= KD45


CASES = [
    Case("bluff_poker", worlds=216 if thorough() else 36, exactly=4),
    Case("bluff_poker", {"names": ("ann", "bob"), "ending": "lives", "limit": 2}),
    Case("bluff_poker", {"limit": 2, "golden_triangle": True, "equal_pokers": True}, quick=False),
    Case("bluff_poker", {"names": tuple("abcdefgh"), "limit": 1}, games=2, looks=16, quick=False),
    Case("saboteur", {"rounds": 1}, games=2, looks=20, exactly=4),
    Case("saboteur", {"rounds": 1, "variant": "official", "names": ("a", "b", "c")}, games=2, looks=20, exactly=4),
    Case("saboteur", {"rounds": 1, "variant": "official", "names": tuple("abcdefghij")}, 2, 6, exactly=0, quick=False),
    Case("cheat", {"hand": 3, "limit": 4}, games=2, looks=10, exactly=0),
    Case("cheat", {"ranks": 4, "suits": 2, "hand": 2, "limit": 12, "mixed": True}, looks=10, exactly=0),
]
CASES += [
    Case("spades", {"limit": 2, "ranks": 3}, looks=20, exactly=0),
    Case("spades", {"limit": 3, "ranks": 2, "variant": "mirror"}, looks=20, exactly=0, quick=False),
    Case("spades", {"limit": 1, "ranks": 4, "variant": "whiz", "blind": "always"}, 2, 10, exactly=0, quick=False),
    Case("spades", {"limit": 2, "ranks": 3, "variant": "cutthroat", "broken": False}, games=2, looks=6, exactly=0),
]
CASES += [
    Case("holdem", looks=12, exactly=0),
    Case("holdem", {"ranks": 3, "raises": 2, "blind_counts": True}, looks=20, exactly=0),
]
CASES += [Case("lotto:GAME", looks=12, exactly=0)]
CASES += [Case(name) for name in registry.names() if name not in {case.name for case in CASES}]
