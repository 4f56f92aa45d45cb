"""The knowledge of players of OpenSpiel games: the model at a state, and degrees of belief estimated from samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import prod
from random import Random
from typing import Any

from games.core.errors import GameError, require_number
from games.openspiel import histories
from games.openspiel.histories import CHANCE, LIMIT, State, World, movers, openspiel
from games.playing.statistics import Estimate, clustered_share
from games.registry import read_spec
from kripke.data.weighing import Thresholds
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing, shorten
from logic.formula import Formula
from logic.parser import parse


def facts(state: State) -> list[str]:
    """The atoms that are true at a history; the default of the parameter `facts` of `knowledge`."""
    counts: dict[int, int] = {}
    atoms = []
    for each in state.full_history():
        number = counts[each.player] = counts.get(each.player, 0) + 1
        place = f"chance({number})" if each.player == CHANCE else f"move({each.player},{number})"
        atoms.append(f"{place}={each.action}")
    who = movers(state)
    atoms.append(f"turn={'over' if not who else 'all' if len(who) > 1 else 'chance' if who[0] == CHANCE else who[0]}")
    players = [player for player in who if player != CHANCE]
    return atoms + [f"legal({each},{action})" for each in players for action in histories.actions(state, each)]


def policy_of(game: Any, spec: str) -> Any:
    """Parse a policy: ``uniform`` (None), or ``cfr(iterations=100)``, the average policy of OpenSpiel's solver."""
    name, parameters = read_spec(spec)
    if name == "uniform" and not parameters:
        return None
    if name != "cfr" or not parameters.keys() <= {"iterations"}:
        raise GameError(f"agent {shorten(spec)}: expected uniform or cfr(iterations=100)")
    iterations = parameters.get("iterations", 100)
    require_number("cfr: iterations", iterations, 1, 100_000, whole=True)
    strings = histories.decisions(game)
    solver = openspiel().CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()  # refers to the solver, so its probabilities are copied
    table = {string: list(average.action_probabilities(state).items()) for string, state in strings.items()}
    return openspiel().TabularPolicy(table)


def name_of(state: State) -> str:
    """The name of a history as a world: its actions separated by spaces, as for ``--history``."""
    return " ".join(map(str, state.history())) or "start"


def knowledge(
    state: State,
    policy: Any = None,
    *,
    facts: Callable[[State], Iterable[str]] = facts,
    threshold: Thresholds | None = None,
    limit: int = LIMIT,
) -> KripkeModel:
    """The model of what the players know at a state of an OpenSpiel game (extra ``openspiel``).

    The worlds are histories, named by their actions, ``"0 2 1"``; the agents are the players, ``"0"``, ``"1"``, ... A
    player cannot distinguish histories with the same information state string and the same turn: the player moves,
    another player moves, chance moves, or the game is over. The worlds are the histories that can be reached
    from the actual one through such pairs, so what is true in all of them is common knowledge.

    `GameError` if OpenSpiel is not installed, or no knowledge can be read from the game, such as one without
    information state strings. `TooLarge` if more than `limit` histories must be looked at.

    Parameters
    ----------
    state : pyspiel.State
        The actual history.
    policy : policy of OpenSpiel, list of policies, or None
        The players' commonly known policies: one for all players, or a list with one for each. None, also in the list,
        means that all legal actions are equally likely. The weight of a history is its probability. If all histories of
        an information class have the probability 0, their weights ignore the policy of the player; if all weights are
        still 0, they ignore all policies.
    facts : function of pyspiel.State
        The atoms that are true at a history. By default ``chance(1)=4`` (the outcome of the first chance move),
        ``move(0,1)=2`` (the first action of player 0), ``legal(0,1)`` (player 0 can take action 1) and ``turn=0``.
    threshold : number or mapping, optional
        As for `KripkeModel`, for ``B_a`` without a degree.
    limit : int
        The largest number of histories to visit.

    Notes
    -----
    In a game whose strings lack perfect recall, such as ``phantom_ttt_ir``, the players know only what the present
    string says, and all histories of the game are visited. In other games, the search follows a history only while
    some player's information can lead to an information class that was found before; O(d w b) for w worlds at depth d
    with b actions each.

    Examples
    --------
    >>> import pyspiel
    >>> from whoknows import knowledge
    >>> state = pyspiel.load_game("kuhn_poker").new_initial_state()
    >>> for action in (2, 0, 1):  # player 0 has the king, player 1 the jack; player 0 bets
    ...     state.apply_action(action)
    >>> m = knowledge(state)
    >>> len(m), m.holds("K_0 ~chance(2)=2 & ~Kv_1 chance(1)"), m.degree("1", "chance(1)=2")
    (6, True, Fraction(1, 2))
    """
    require_number("limit", limit, 1, 10**9, whole=True)
    require(state, policy)
    return _model(histories.worlds(state, policy, limit), facts, threshold).at(name_of(state))


def all_models(game: Any, policy: Any = None, *, limit: int = LIMIT) -> Iterator[KripkeModel]:
    """The models of all states of an OpenSpiel game, without actual worlds: each history is a world of one of them.

    With an actual world, as in ``model.at("0 2 1")``, a model equals that of `knowledge` for the state after these
    actions. Errors as in `knowledge`. O(w d) for w histories at depth d.

    Parameters
    ----------
    game : pyspiel.Game
        The game.
    policy, limit : as for `knowledge`

    Examples
    --------
    >>> import pyspiel
    >>> from whoknows import all_models
    >>> models = list(all_models(pyspiel.load_game("leduc_poker")))
    >>> len(models), sum(len(model) for model in models)
    (1216, 9457)
    """
    if not hasattr(game, "new_initial_state"):
        raise GameError(f"game {shorten(repr(game))}: expected a game of OpenSpiel, a pyspiel.Game")
    histories.require_readable(game)
    require_number("limit", limit, 1, 10**9, whole=True)
    require(game.new_initial_state(), policy)
    for part in histories.all_worlds(game, policy, limit):
        yield _model(part, facts, None)


def _model(
    worlds: Sequence[World], facts: Callable[[State], Iterable[str]], threshold: Thresholds | None
) -> KripkeModel:
    names = {name_of(world.state): world for world in worlds}
    reach = {name: world.reach() for name, world in names.items()}
    partitions: dict[str, list[list[str]]] = {}
    weights: dict[str, dict[str, Fraction]] = {}
    for player in range(len(worlds[0].sights)):
        classes: dict[Any, list[str]] = {}
        for name, world in names.items():
            classes.setdefault(world.sights[player], []).append(name)
        partitions[str(player)] = list(classes.values())
        weights[str(player)] = {
            name: weight
            for members in classes.values()
            for name, weight in zip(members, _weights([reach[each] for each in members], player), strict=True)
        }
    true = {name: frozenset(facts(world.state)) for name, world in names.items()}
    return KripkeModel.s5(true, partitions, weights=weights, threshold=threshold)


def estimated_degree(
    state: State,
    agent: str,
    formula: str | Formula,
    policy: Any = None,
    *,
    facts: Callable[[State], Iterable[str]] = facts,
    samples: int = 1_000,
    seed: int = 0,
) -> Estimate:
    """Estimate a player's degree of belief, with a 95 % interval, at a state with too many histories for `knowledge`.

    `mean`, `low` and `high` of the estimate are numbers from 0 to 1. `GameError` for an invalid argument, or if fewer
    than two games reach a history that the player considers possible; `UnknownAgent` for a formula with agents,
    `UnknownAtom` for an atom such as ``chance(1)=2`` if no sampled history has it or another value of ``chance(1)``.

    Parameters
    ----------
    state : as for `knowledge`
    agent : str
        The player, such as ``"0"``.
    formula : Formula or str
        The formula: atoms and Boolean operators only.
    policy, facts : as for `knowledge`
    samples : int
        The number of games that are drawn; some may never reach a history that the player considers possible.
    seed : int
        The seed of the draws, from 0 to 2^64 - 1.

    Notes
    -----
    Games are drawn by the policy such that they agree with the player's observations. The weight of a game is the
    product, over its moves, of the total probability of all moves that agree (sequential importance sampling). The
    interval is Wilson's for a proportion in clusters, one per game.

    Examples
    --------
    >>> import pyspiel
    >>> from whoknows import estimated_degree
    >>> state = pyspiel.load_game("leduc_poker").new_initial_state()
    >>> for action in (0, 3, 1):
    ...     state.apply_action(action)
    >>> found = estimated_degree(state, "1", "chance(1)=2")
    >>> found.low < 1 / 5 < found.high
    True
    """
    require_number("samples", samples, 2, 10**7, whole=True)
    require_number("seed", seed, 0, 2**64 - 1, whole=True)
    require(state, policy)
    players = list(map(str, range(state.num_players())))
    if agent not in players:
        raise GameError(f"agent {shorten(repr(agent))}: expected a player of the game, {listing(players)}")
    question = parse(formula)
    drawn = [
        states for states in islice(histories.draws(state, int(agent), policy, Random(int(seed))), samples) if states
    ]
    if len(drawn) < 2:
        problem = f"{len(drawn)} of {samples:,} sampled games fit what the player has seen"
        raise GameError(f"degree of {agent}: {problem}; take more samples")
    true = {name_of(each): frozenset(facts(each)) for states in drawn for each, _ in states}
    named = {atom.partition("=")[0] for atoms in true.values() for atom in atoms}
    unseen = [atom for atom in question.atoms if "=" in atom and atom.partition("=")[0] in named]
    where = KripkeModel(true, {}, atoms=unseen).extension(question)
    sizes: Any = [Fraction(sum(weight for _, weight in states)) for states in drawn]
    sums = [Fraction(sum(weight for each, weight in states if name_of(each) in where)) for states in drawn]
    return clustered_share(sums, sizes)


def require(state: Any, policy: Any) -> None:
    """Raise `GameError` unless the arguments are a state of OpenSpiel and policies for its players."""
    if not hasattr(state, "information_state_string"):
        raise GameError(f"state {shorten(repr(state))}: expected a state of OpenSpiel, a pyspiel.State")
    listed = isinstance(policy, Sequence)
    if (listed and len(policy) != state.num_players()) or not all(
        each is None or hasattr(each, "action_probabilities") for each in (policy if listed else [policy])
    ):
        raise GameError(f"policy {shorten(repr(policy))}: expected one of OpenSpiel, None, or a list of one a player")


def _weights(members: list[list[Fraction]], player: int) -> list[Fraction]:
    """The probabilities of histories. If all are 0, the player's policy is ignored, and then all players' policies."""
    for left_out in ((), (player,), range(len(members[0]) - 1)):
        weights = [
            prod([p for each, p in enumerate(reach) if each not in left_out], start=Fraction(1)) for reach in members
        ]
        if any(weights):
            break
    return weights
