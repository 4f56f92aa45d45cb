"""What players of an OpenSpiel game know: the model at a state, and degrees of belief estimated from samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import prod
from typing import Any

from games.core.errors import GameError, require_number
from games.openspiel.histories import CHANCE, LIMIT, State, actions, movers, worlds
from kripke.data.weighing import Thresholds
from kripke.models.kripke_model import KripkeModel
from logic.errors import shorten


def facts(state: State) -> list[str]:
    """The atoms that are true at a history, as `knowledge` takes them by default."""
    counts: dict[int, int] = {}
    found = []
    for each in state.full_history():
        number = counts[each.player] = counts.get(each.player, 0) + 1
        place = f"chance({number})" if each.player == CHANCE else f"move({each.player},{number})"
        found.append(f"{place}={each.action}")
    who = movers(state)
    found.append(f"turn={'over' if not who else 'all' if len(who) > 1 else 'chance' if who[0] == CHANCE else who[0]}")
    return found + [f"legal({player},{each})" for player in who if player != CHANCE for each in actions(state, player)]


def name_of(state: State) -> str:
    """The name of a history as a world: its actions with spaces between them, as ``--history`` takes them."""
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
    player cannot tell two histories apart that have the same information state string and the same turn: the player
    moves, another one moves, chance moves, or the game is over. The worlds are those that the players reach from the
    actual history by what they cannot tell apart, so what is true in all of them is common knowledge.

    `GameError` if OpenSpiel is not installed, or no knowledge can be read from the game, such as one without
    information state strings. `TooLarge` if more than `limit` histories must be looked at.

    Parameters
    ----------
    state : pyspiel.State
        The actual history.
    policy : policy of OpenSpiel, list of policies, or None
        How the players play, which is common knowledge: all by one policy, or each by their own; None, also in the
        list: all legal actions are equally likely. The weight of a history is its probability. A class that is never
        reached has the weights that it would have if its player had played to it, otherwise those of chance alone.
    facts : function of pyspiel.State
        The atoms that are true at a history. By default ``chance(1)=4``, the outcome of the first chance move,
        ``move(0,1)=2``, the first action of player 0, ``legal(0,1)``, player 0 can take action 1, and ``turn=0``.
    threshold : number or mapping, optional
        As for `KripkeModel`, for ``B_a`` without a degree.
    limit : int
        The most histories to look at.

    Notes
    -----
    A game whose strings forget, such as ``phantom_ttt_ir``, is read as it is: its players know what the string at the
    moment says. All its histories are then looked at. For other games the search leaves a history where what a player
    had on the way differs; O(d w b) for w worlds at depth d with b actions each.

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
    if not hasattr(state, "information_state_string"):
        raise GameError(f"state {shorten(repr(state))}: expected a state of OpenSpiel, a pyspiel.State")
    found = worlds(state, policy, limit)
    names = {name_of(world.state): world for world in found}
    reach = {name: world.reach() for name, world in names.items()}
    partitions: dict[str, list[list[str]]] = {}
    weights: dict[str, dict[str, Fraction]] = {}
    for player in range(state.num_players()):
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
    return KripkeModel.s5(true, partitions, name_of(state), weights=weights, threshold=threshold)


def _weights(members: list[list[Fraction]], player: int) -> list[Fraction]:
    """The probabilities of a class; without those of the player's own moves, or of all moves, where it has none."""
    for left_out in ((), (player,), range(len(members[0]) - 1)):
        weights = [
            prod([p for each, p in enumerate(reach) if each not in left_out], start=Fraction(1)) for reach in members
        ]
        if any(weights):
            break
    return weights
