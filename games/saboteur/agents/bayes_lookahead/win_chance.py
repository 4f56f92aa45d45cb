"""The chance that the miners win: a logistic function of features, for each world and place of the gold.

A world is a distribution of the roles among the players. The coefficients are fitted to played rounds by
`studies.saboteur.fitting`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from games.saboteur.actions import Break, Look, Repair, played_card
from games.saboteur.observe import Observation
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels import routes
from games.saboteur.tunnels.board import Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD, Card, Use

FURTHEST = 12  # the distance, in cards, of a goal that cannot be reached; also the largest distance
SORTS = ("junctions", "bends", "dead ends", "maps", "rockfalls", "blocks", "repairs")
"""Classes of cards: paths with three or four open sides, paths with two, dead ends, and other cards by their use."""


@dataclass(frozen=True)
class Afterstates:
    """The state of the game after each of several actions, as arrays."""

    rules: Saboteur
    seat: int  # of the player who acts
    ahead: Any  # array of actions x goals x 3: the outlook of each goal; see `outlook`
    broken: Any  # array of actions x players, bool: whether a tool of the player is broken
    # array of actions x players x 3, bool: whether each player knows the place of the gold if it is at the first,
    # second or third goal
    knows: Any
    hand: Any  # array of actions x sorts: the player's cards by class in `SORTS`
    hidden: Any  # array of goals, bool: whether each goal is face down
    left: int  # number of cards in hands and deck
    holding: Any  # array of players, bool: whether each player has cards in hand


def afterstates(observation: Observation, actions: Sequence[Any], played: Sequence[int]) -> Afterstates:
    """The state after each of these actions; `played` is the number of each kind of card played face up."""
    rules, board, seat = observation.rules, observation.board, observation.player
    places, cards = zip(*[_change(board, action) for action in actions], strict=True)
    held = np.zeros(len(SORTS))
    unseen = np.array([card.copies for card in rules.cards]) - np.array(played)
    for name in observation.hand:
        kind = rules.kinds[name]
        held[_sort_of(rules.cards[kind])] += 1
        unseen[kind] -= 1
    hand = np.tile(held, (len(actions), 1))
    broken = np.tile(np.array(observation.broken), (len(actions), 1))
    peeks = np.tile(np.array(observation.peeks), (len(actions), 1))
    for row, action in enumerate(actions):
        hand[row, _sort_of(rules.cards[rules.kinds[played_card(action) or ""]])] -= 1
        if type(action) is Look:
            peeks[row, seat] |= 1 << action.goal - 1
        elif type(action) in (Break, Repair):
            tool, whose = 1 << rules.tools.index(action.tool), rules.seats[action.player]
            broken[row, whose] = broken[row, whose] & ~tool | tool * (type(action) is Break)
    hidden = np.array([board.is_hidden(place) for place in board.plan.ends])
    seen = peeks | sum(1 << goal for goal in range(3) if not hidden[goal])
    knows = [(seen >> goal & 1 == 1) | (seen | 1 << goal == 7) for goal in range(3)]  # the gold, or both stones
    counts = np.array(observation.hands)
    counts[seat] -= 1
    return Afterstates(
        rules,
        seat,
        outlook(rules, board, places, cards, np.maximum(unseen, 0)),
        broken > 0,
        np.stack(knows, axis=-1),
        hand,
        hidden,
        observation.left + int(counts.sum()),
        counts + min(1, observation.left) > 0,
    )


def _sort_of(card: Card) -> int:
    if card.use is Use.PATH:
        return 2 if card.shapes[0] & DEAD else 0 if card.shapes[0].bit_count() > 2 else 1
    return {Use.MAP: 3, Use.ROCKFALL: 4, Use.BREAK: 5, Use.REPAIR: 6}[card.use]


def _change(board: Board, action: Any) -> tuple[int, int]:
    """The index of the cell that an action changes, and its new content; the start cell if nothing changes."""
    if type(action) in (Lay, Rockfall):
        return board.plan.place(action.x, action.y), action.shape if type(action) is Lay else 0
    return board.plan.home, board.grid[board.plan.home]


def outlook(rules: Saboteur, board: Board, places: Sequence[int], cards: Sequence[int], unseen: Any) -> Any:
    """The distance of each goal, and the ways to shorten it, after each of several one-cell changes.

    Change number i puts `cards[i]` in the cell with the index `places[i]`.

    Returns
    -------
    array of changes x goals x 3
        The length of the route, at most `FURTHEST`; the proportion of unseen cards that would shorten it; the number of
        cells where it can continue.
    """
    shapes, kinds = _shapes(rules)
    outlooks = routes.outlook(board, places, cards, shapes, np.asarray(unseen, dtype=np.float64)[kinds])
    outlooks[:, :, 0] = np.minimum(outlooks[:, :, 0], FURTHEST)
    outlooks[:, :, 1] /= max(float(np.sum(unseen)), 1.0)
    return outlooks


@cache
def _shapes(rules: Saboteur) -> tuple[Any, Any]:
    """The shapes of the path cards other than dead ends, upright and turned, and the kinds of these cards."""
    kinds = [kind for kind, card in enumerate(rules.cards) if card.shapes and not card.shapes[0] & DEAD]
    shapes = [(rules.cards[kind].shapes[0], rules.cards[kind].shapes[-1]) for kind in kinds]
    return np.array(shapes, dtype=np.int64), np.array(kinds, dtype=np.int64)


def win_chances(after: Afterstates, saboteurs: Any, coefficients: Mapping[str, float]) -> Any:
    """The miners' chance of winning, for each action, each world and each place of the gold."""
    log_odds = features(after, saboteurs, coefficients) @ np.array(list(coefficients.values()))
    return np.where(after.ahead[:, None, :, 0] == 0, 1.0, 1 / (1 + np.exp(-log_odds)))


def features(after: Afterstates, saboteurs: Any, names: Collection[str]) -> Any:
    """The features with these names. O(a w f) for a actions, w worlds, f features.

    Returns
    -------
    array of actions x worlds x 3 x features
        The third axis is the place of the gold. A name that is not itself a feature lists features, separated by
        commas, and denotes their product.
    """
    base = _of_routes(after) | _of_players(after, saboteurs) | _of_hand(after, saboteurs)
    values = np.empty((len(after.ahead), len(saboteurs), 3, len(names)))
    for number, name in enumerate(names):
        values[..., number] = base[name] if name in base else prod(base[part] for part in name.split(", "))
    return values


def _of_routes(after: Afterstates) -> dict[str, Any]:
    """Features of routes: the distance of the gold, the time left, the helpful cards, and the nearest other goal."""
    length, helpful, places = (after.ahead[:, None, :, number] for number in range(3))
    lengths = np.where(after.hidden, after.ahead[:, :, 0], FURTHEST)
    others = np.stack([np.delete(lengths, goal, axis=1).min(axis=1) for goal in range(3)], axis=1)
    turns, way = after.left / (12 * after.rules.players), np.minimum(length, 8) / 8
    return {
        "constant": 1.0,
        "way": way,
        "one left": length == 1,
        "two left": length == 2,
        "lost": length >= FURTHEST,
        "near": np.exp(-length / 2),
        "turns": turns,
        "way, turns": np.sqrt(turns) * way,
        "helpful": helpful,
        "single": places == 1,
        "decoys far": np.clip(others - after.ahead[:, :, 0], -4, 4)[:, None, :] / 4,
    }


def _of_players(after: Afterstates, saboteurs: Any) -> dict[str, Any]:
    """Features of players: who can lay path cards, who moves next, and which miners know where the gold is."""
    players, (length, helpful, _) = after.rules.players, (after.ahead[:, None, :, number] for number in range(3))
    free = (~after.broken & after.holding).astype(float)
    miners = (free @ (~saboteurs).T.astype(float) / players)[:, :, None]
    pace = np.clip(np.minimum(length, 8) / (after.left * miners * 0.5 + 1), 0, 3)
    all_miners = (~saboteurs).sum(axis=1)[None, :, None] / players
    informed = np.einsum("apg,wp->awg", after.knows, ~saboteurs) / players
    values = {
        "pace": pace,
        "pace while easy": np.minimum(pace, 0.5),
        "miners": all_miners,
        "free miners": miners,
        "free saboteurs": (free @ saboteurs.T.astype(float) / players)[:, :, None],
        "informed": informed,
        "uninformed": all_miners - informed,
    }
    for step, name in enumerate(("first to come", "second to come", "third to come"), 1):
        seat = (after.seat + step) % players  # 1 for a miner who can lay path cards, -1 for such a saboteur
        comes = (free[:, seat][:, None] * np.where(saboteurs[:, seat], -1.0, 1.0))[:, :, None]
        values[name] = comes * (0.2 + np.exp(-length / 2))
        values[f"{name}, one left"] = comes * (length == 1)
        values[f"{name}, one left, helpful"] = comes * (length == 1) * helpful
    return values


def _of_hand(after: Afterstates, saboteurs: Any) -> dict[str, Any]:
    """Features of the cards in the player's hand, separately for a miner and for a saboteur."""
    guilty = saboteurs[:, after.seat][None, :, None]
    return {
        f"{whose} {sort}": after.hand[:, number][:, None, None] / 3 * (guilty == role)
        for role, whose in ((False, "miner's"), (True, "saboteur's"))
        for number, sort in enumerate(SORTS)
    }
