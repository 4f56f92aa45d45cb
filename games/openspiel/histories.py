"""The histories of an OpenSpiel game that its players cannot distinguish from the actual one.

A player's information is the information state string and the turn: whether the player is to move, another player
moves, chance moves, or the game is over. The turn is included because some strings do not say whose turn it is, while
OpenSpiel's information sets contain only histories of the same turn. The worlds are the histories that can be reached
from the actual one by steps between histories that some player cannot distinguish; no formula at the actual history
depends on other histories.

An *information class* consists of the histories with the same information. A string with perfect recall determines the
player's strings before it. So a search for an information class follows the *trail*, which is the sequence of these
strings, and drops a history that is not on the trail. In some games the strings do not have perfect recall: see
`Recall`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Any, NamedTuple

from games.core.errors import GameError
from logic.errors import TooLarge, by_face, did_you_mean, listing, shorten

LIMIT = 500_000
"""The largest number of histories that a search visits; this takes 3 to 5 seconds on one core."""
TREE = 100_000  # the largest number of histories of a game that is solved
LONGEST = 10_000  # the largest number of moves of a history that is read
LONGEST_NAME = 1_000  # the largest number of characters of a game's name with its parameters

State = Any
"""A ``pyspiel.State``: OpenSpiel is optional, so its types cannot be named."""
Moves = Any
"""The moves that lead to a history: None at the start, otherwise a tuple of the earlier moves and of the movers,
policies and actions of the last move."""


class Recall(Enum):
    """The part of a player's past that information state strings of a game contain; the values are descriptions."""

    ALL = "read"
    DEALS = "read; its strings forget the order in which cards or dice came"
    NONE = "read as it is; its strings forget, so players with different pasts know the same"


FORGETS_DEALS = frozenset(["bridge", "euchre", "hearts", "liars_dice", "oh_hell"])
FORGETS = frozenset({
    "colored_trails", "cribbage", "dark_hex", "dark_hex_ir", "go_fish", "goofspiel", "lewis_signaling", "liars_dice_ir",
    "phantom_ttt_ir", "repeated_leduc_poker", "twixt",
})  # fmt: skip
"""Games whose strings lack perfect recall: a test finds two different pasts with the same string. Goofspiel with
``imp_info=True`` is not among them."""


def openspiel() -> Any:
    """The module of OpenSpiel; `GameError` if it is not installed."""
    try:
        import pyspiel as module
    except ImportError:
        raise GameError("OpenSpiel is not installed: pip install 'whoknows[openspiel]'") from None
    return module


def load_game(text: str) -> Any:
    """Load a game from a text such as ``liars_dice(numdice=2)``.

    Raises `GameError` if OpenSpiel does not accept the text, or no model can be built for the game.
    """
    module = openspiel()
    name = text.partition("(")[0]
    if name not in (known := module.registered_names()):
        raise GameError(f"OpenSpiel has no game {shorten(repr(name))}{did_you_mean(name, known)}")
    if len(text) > LONGEST_NAME:
        raise GameError(f"game {shorten(repr(text))}: expected at most {LONGEST_NAME:,} characters")
    try:
        with _silent():
            game = module.load_game(text)
    except (module.SpielError, RuntimeError) as error:
        problem = re.sub(r"^/\S+ ", "", str(error).strip().splitlines()[0])
        raise GameError(f"game {shorten(repr(text))}: OpenSpiel refuses it: {shorten(problem)}") from None
    require_readable(game)
    return game


@contextmanager
def _silent() -> Iterator[None]:
    """Suppress the lines that OpenSpiel writes to standard error before it raises an error with the same text."""
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def refusal(kind: Any) -> str:
    """The reason why no model can be built for games of this ``pyspiel.GameType``; empty if one can be built."""
    types = openspiel().GameType
    if kind.dynamics == types.Dynamics.MEAN_FIELD:
        return "its players are a crowd, of which a state has one member only"
    if not kind.provides_information_state_string:
        hides = kind.information == types.Information.IMPERFECT_INFORMATION
        return "it has no information state string" + ("" if hides else ", and nothing is hidden in it")
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        return "its chance draws by a generator of its own, so the outcomes cannot be listed"
    return ""


def require_readable(game: Any) -> None:
    """Raise `GameError` if no model can be built for the game, with the reason from `refusal`."""
    if reason := refusal(game.get_type()):
        raise GameError(f"{game.get_type().short_name}: no knowledge can be read from this game: {reason}")


def recall(game: Any) -> Recall:
    """The part of a player's past that a game's information state strings contain.

    Transformed games such as ``misere(game=dark_hex())`` are treated like the original game.
    """
    names = set(re.findall(r"\w+", str(game)))
    if "imp_info=True" in str(game):
        names.discard("goofspiel")
    return Recall.NONE if names & FORGETS else Recall.DEALS if names & FORGETS_DEALS else Recall.ALL


def after(game: Any, moves: Iterable[int | str]) -> State:
    """The state after these actions, including chance moves; a simultaneous move has one action for each player.

    Raises `GameError` if an action is not legal, a simultaneous move is incomplete, or there are too many actions.
    """
    state, left = game.new_initial_state(), list(moves)[: LONGEST + 1]
    if len(left) > LONGEST:
        raise GameError(f"history: expected at most {LONGEST:,} actions")
    number = 0
    while number < len(left):
        players = movers(state)
        if not players:
            raise GameError(f"history: the game is over after {number} actions, got {len(left)}")
        given = left[number : number + len(players)]
        if len(given) < len(players):
            raise GameError(
                f"history: all {len(players)} players move at once after {number} actions; give one of each"
            )
        chosen = [
            _legal(state, player, number + place, text)
            for place, (player, text) in enumerate(zip(players, given, strict=True))
        ]
        state = step(state, chosen)
        number += len(players)
    return state


def _legal(state: State, player: int, number: int, text: int | str) -> int:
    legal = actions(state, player)
    shown = str(text)
    if not (shown.isascii() and shown.isdecimal() and len(shown) < 19 and int(shown) in legal):
        some = listing([f"{each} ({state.action_to_string(player, each)})" for each in list(legal)[:8]])
        more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
        raise GameError(f"history: action {number + 1} is {shorten(shown)}, expected {some}{more}")
    return int(shown)


CHANCE = -1  # the player of OpenSpiel's chance moves


def movers(state: State) -> Sequence[int]:
    """The movers: chance, a player, or all players at once; empty if the game is over."""
    player = state.current_player()
    if player >= CHANCE:
        return (player,)
    return range(state.num_players()) if state.is_simultaneous_node() else ()


def actions(state: State, player: int) -> Sequence[int]:
    """The player's legal actions or outcomes of chance; only 0 if the player has no action in a simultaneous move."""
    if player == CHANCE:
        return [outcome for outcome, _ in state.chance_outcomes()]
    return state.legal_actions(player) or (0,)


def step(state: State, chosen: Sequence[int]) -> State:
    """The state after the movers' actions."""
    if len(chosen) == 1:
        return state.child(chosen[0])
    child = state.clone()
    child.apply_actions(list(chosen))
    return child


@lru_cache(maxsize=100_000)
def fraction(probability: float) -> Fraction:
    """The simple fraction behind a float of OpenSpiel, such as 1/6, or the nearest multiple of 2^-40."""
    simple = Fraction(probability).limit_denominator(10_000)
    return simple if abs(simple - Fraction(probability)) < 1e-12 else Fraction(round(probability * 2**40), 2**40)


def shares(state: State, player: int, policy: Any) -> Mapping[int, Fraction]:
    """The probability of each outcome of chance, or of each action of the player by the policy (None: uniform)."""
    if player == CHANCE:
        return {outcome: fraction(share) for outcome, share in state.chance_outcomes()}
    legal = actions(state, player)
    own = policy[player] if isinstance(policy, Sequence) else policy
    if own is None:
        return dict.fromkeys(legal, Fraction(1, len(legal)))
    if isinstance(own, openspiel().Policy):
        given = own.action_probabilities(state.information_state_string(player))
    else:
        given = own.action_probabilities(state, player)
    return {action: fraction(given.get(action, 0.0)) for action in legal}


def turn(who: Sequence[int], player: int) -> str:
    """The player's information about who moves: ``over``, ``move``, ``chance`` or ``wait`` for another player."""
    return "over" if not who else "move" if player in who else "chance" if who[0] == CHANCE else "wait"


class Sight(NamedTuple):
    """A player's information at a history; it is equal for histories that the player cannot distinguish."""

    string: str  # the information state string
    turn: str  # the result of the function `turn`


class World(NamedTuple):
    """A history: its state, each player's information, and its moves."""

    state: State
    sights: tuple[Sight, ...]
    moves: Moves

    def reach(self) -> list[Fraction]:
        """For each player, the product of the probabilities of the player's moves; last, the product for chance."""
        products, moves = [Fraction(1)] * (len(self.sights) + 1), self.moves
        while moves is not None:
            moves, who, chances, chosen = moves
            for player, share, action in zip(who, chances, chosen, strict=True):
                products[player] *= share[action]
        return products


class _Trails:
    """A set of trails of one player, stored as a tree; its nodes are numbers, and the root is 0."""

    def __init__(self) -> None:
        self.steps: dict[tuple[int, str], int] = {}
        self.strings: list[str | None] = [None]
        self.ends: set[tuple[int, str]] = set()

    def add(self, strings: Iterable[str], turn: str) -> None:
        """Add a trail: the strings of the player in order, and the turn at its end."""
        node = 0
        for string in strings:
            if string != self.strings[node]:
                node = self.steps.setdefault((node, string), len(self.strings))
                if node == len(self.strings):
                    self.strings.append(string)
        self.ends.add((node, turn))

    def follow(self, node: int | None, state: State, player: int) -> int | None:
        """Follow a trail from `node` by the player's string at `state`; None if no trail continues with this string."""
        if node is None:
            return None
        string = state.information_state_string(player)
        return node if string == self.strings[node] else self.steps.get((node, string))


def worlds(state: State, policy: Any = None, limit: int = LIMIT) -> list[World]:
    """The histories that are reachable from this one along the players' accessibility relations.

    Raises `TooLarge` after `limit` visited histories. The search is repeated until it reaches no new information
    classes; in most games, this takes two searches.
    """
    game = state.get_game()
    require_readable(game)
    players = range(game.num_players())
    if recall(game) is Recall.NONE:
        classes = _classes(_search(game, None, policy, limit))
        return _reached(classes, [(player, sight(state, player)) for player in players])
    by_history: dict[tuple[int, ...], World] = {}
    known: set[tuple[int, Sight]] = set()
    fresh = [state]
    while fresh:
        trails = [_Trails() for _ in players]
        for each in fresh:
            for player in players:
                if (seen := (player, sight(each, player))) not in known:
                    known.add(seen)
                    trails[player].add(_trail(each, player), seen[1].turn)
        fresh = []
        for world in _search(game, trails, policy, limit):
            if by_history.setdefault(tuple(world.state.history()), world) is world and any(
                (player, seen) not in known for player, seen in enumerate(world.sights)
            ):
                fresh.append(world.state)
    return list(by_history.values())


def sight(state: State, player: int, who: Sequence[int] | None = None) -> Sight:
    """The player's information at a history; `who` lists the movers, by default those of the state."""
    return Sight(state.information_state_string(player), turn(movers(state) if who is None else who, player))


def moves_of(state: State) -> Iterator[tuple[State, Sequence[int], Sequence[int]]]:
    """The moves so far, each given by the state before the move, the movers and their actions."""
    here, left = state.get_game().new_initial_state(), list(state.history())
    while left:
        who = movers(here)
        chosen, left = left[: len(who)], left[len(who) :]
        if not who or any(action not in actions(here, player) for player, action in zip(who, chosen, strict=True)):
            break
        yield here, who, chosen
        here = step(here, chosen)
    if str(here) != str(state):
        raise GameError("state: its history does not lead there from the start of the game")


def _trail(state: State, player: int) -> list[str]:
    """The player's strings at all states up to this one.

    If the strings lack perfect recall, states before chance moves are left out.
    """
    kept = recall(state.get_game()) is Recall.ALL
    before = [each for each, _, _ in moves_of(state) if kept or not each.is_chance_node()]
    return [each.information_state_string(player) for each in (*before, state)]


def _search(game: Any, trails: Sequence[_Trails] | None, policy: Any, limit: int) -> Iterator[World]:
    """The histories at the ends of any player's trails; without trails, all histories of the game."""
    players = range(game.num_players())
    during_deals = trails is not None and recall(game) is Recall.ALL
    first, deals = game.new_initial_state(), 1
    while not during_deals and first.is_chance_node():  # all deals are followed, which takes too long in a large game
        deals *= len(outcomes := actions(first, CHANCE))  # their number does not depend on earlier outcomes
        _require_within(deals, game, limit)
        first = step(first, outcomes[:1])
    stack: list[tuple[State, tuple[int | None, ...], Moves]] = [(game.new_initial_state(), (0,) * len(players), None)]
    looked = 0
    while stack:
        before, nodes, moves = stack.pop()
        state = before if moves is None else step(before, moves[-1])
        looked += 1
        here = nodes
        if trails is not None:
            here = tuple([trails[p].follow(node, state, p) for p, node in enumerate(nodes)])
            if during_deals or not state.is_chance_node():
                nodes = here
                if not any(here):
                    continue
        who = movers(state)
        if trails is None or any(node and (node, turn(who, p)) in trails[p].ends for p, node in enumerate(here)):
            yield World(state, tuple([sight(state, player, who) for player in players]), moves)
        chances = [shares(state, player, policy) for player in who]
        for chosen in product(*chances) if who else ():
            stack.append((state, nodes, (moves, who, chances, chosen)))
        _require_within(looked + len(stack), game, limit)


def _require_within(histories: int, game: Any, limit: int) -> None:
    if histories > limit:
        way_out = by_face("; raise limit=, or sample by estimated_degree(state, agent, formula)")
        raise TooLarge(f"{game.get_type().short_name}: over {limit:,} histories to look at{way_out}")


def decisions(game: Any) -> dict[str, State]:
    """For each information state string, a state where the player to move has this string.

    Raises `GameError` if players move at the same time, `TooLarge` for more than `TREE` histories.
    """
    if game.get_type().dynamics != openspiel().GameType.Dynamics.SEQUENTIAL:
        way_out = f"turn_based_simultaneous_game(game={game})"
        raise GameError(f"{game.get_type().short_name}: the solver cfr needs one mover at a time; give {way_out}")
    every = [world.state for world in _search(game, None, None, TREE)]
    moving = [state for state in every if movers(state) and state.current_player() != CHANCE]
    return {state.information_state_string(state.current_player()): state for state in moving}


def draws(state: State, player: int, policy: Any, random: Random) -> Iterator[list[tuple[State, float]]]:
    """Draw random games; for each, yield its histories that the player cannot distinguish from the state, with weights.

    Only moves that stay on the player's trail are drawn. The weight of a history is the product, over its moves, of the
    total probability of all moves that stay on the trail there (sequential importance sampling). So sums of weights are
    proportional to probabilities.
    """
    game, own, trail = state.get_game(), sight(state, player), _Trails()
    require_readable(game)
    trail.add(_trail(state, player), own.turn)
    kept = recall(game)

    def follow(node: int, state: State) -> int | None:
        free = kept is Recall.NONE or (kept is Recall.DEALS and state.is_chance_node())
        return node if free else trail.follow(node, state, player)

    while True:
        here, weight, weighted_states = game.new_initial_state(), 1.0, []
        node = follow(0, here)
        assert node is not None  # the state's own trail begins at the start
        while True:
            who = movers(here)
            if sight(here, player, who) == own:
                weighted_states.append((here, weight))
            chances = [shares(here, each, policy) for each in who]
            if kept is Recall.DEALS and here.is_chance_node():  # within a deal every outcome is on the trail
                after = step(here, random.choices([*chances[0]], [*map(float, chances[0].values())]))
                if after.is_chance_node():
                    here = after
                    continue
            options, weights = [], []
            for chosen in product(*chances) if who else ():
                after = step(here, chosen)
                if (place := follow(node, after)) is not None:
                    options.append((after, place))
                    weights.append(float(prod(share[action] for share, action in zip(chances, chosen, strict=True))))
            if not any(weights):
                break
            weight *= sum(weights)
            here, node = random.choices(options, weights)[0]
        yield weighted_states


Classes = dict[tuple[int, Sight], list[World]]


def _classes(every: Iterable[World]) -> Classes:
    classes: Classes = {}
    for world in every:
        for seen in enumerate(world.sights):
            classes.setdefault(seen, []).append(world)
    return classes


def _reached(classes: Classes, fresh: list[tuple[int, Sight]]) -> list[World]:
    """The histories in the classes `fresh`, and in all classes connected with them by shared histories.

    These classes are removed from `classes`.
    """
    by_id: dict[int, World] = {}
    while fresh:
        for world in classes.pop(fresh.pop(), ()):
            by_id[id(world)] = world
            fresh += enumerate(world.sights)
    return list(by_id.values())


def all_worlds(game: Any, policy: Any = None, limit: int = LIMIT) -> Iterator[list[World]]:
    """All histories of a game in lists, with indistinguishable histories in the same list; errors as in `worlds`."""
    require_readable(game)
    classes = _classes(_search(game, None, policy, limit))
    while classes:
        yield _reached(classes, [next(iter(classes))])


def reading(kind: Any) -> str:
    """A text that says how knowledge is read from games of a ``pyspiel.GameType``, or why these are refused."""
    if not kind.default_loadable:
        return "needs parameters; read or refused as the game that they make"
    if reason := refusal(kind):
        return f"refused: {reason}"
    return recall(openspiel().load_game(kind.short_name)).value


if __name__ == "__main__":  # the table of docs/reference/openspiel.md
    for each in openspiel().registered_games():
        print(f"| {each.short_name} | {reading(each)} |")
