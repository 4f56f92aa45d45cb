"""The tree of a small game with its information sets, as arrays.

An information set consists of what the player sees now and of what the player saw and did at each earlier turn, so
players have perfect recall. Moves of chance are weights on the positions after them. Positions that no player can ever
distinguish, such as the same cards dealt in another order, are one node.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.errors import GameError
from games.core.rules import EVERYTHING, TERMINAL, with_value
from logic.errors import TooLarge

LARGEST = 20_000_000  # Nodes; each takes about 60 bytes while a game is solved

Observe = Callable[[Any, int], Hashable]
Policy = npt.NDArray[np.float64]  # the probability of each choice, in the order of the information sets


class Nodes(NamedTuple):
    """The tree as arrays for the compiled loops. A node comes after its parent; node 0 is before the first move.

    Attributes
    ----------
    parent : int array of nodes
        The node before this node.
    choice : int array of nodes
        The choice that leads here from the parent; -1 at node 0, and if only chance has moved so far. Choices are
        numbered by information set.
    share : float array of nodes
        The probability that chance leads here after that choice.
    infoset : int array of nodes
        The information set; -1 at node 0 and if the game is over.
    paid : float array of nodes
        At the end, the first player's return minus half of the total; otherwise 0.
    first : int array of information sets and one more
        The first choice of each information set; its choices end before the first choice of the next.
    home : int array of information sets
        One of the nodes of each information set.
    seat : int array of choices
        The seat of the player who makes the choice.
    """

    parent: Any
    choice: Any
    share: Any
    infoset: Any
    paid: Any
    first: Any
    home: Any
    seat: Any


class InformationSet(NamedTuple):
    """A player's information at a turn.

    Attributes
    ----------
    turn : int
        The number of earlier turns of this player.
    after : int
        The number of the player's choice at their previous turn; -1 at the first turn.
    view : object
        What the player sees now.
    actions : tuple
        The legal actions, in the order of the choices.
    """

    seat: int
    turn: int
    after: int
    view: Any
    actions: tuple[Any, ...]


class ExtensiveForm(NamedTuple):
    """A game as a tree.

    Attributes
    ----------
    infosets : list of InformationSet
        The information sets in the order of their numbers.
    """

    nodes: Nodes
    infosets: list[InformationSet]

    def policy(self, of: Callable[[InformationSet], Mapping[Any, float]]) -> Policy:
        """The probabilities of all choices.

        Parameters
        ----------
        of : function of InformationSet
            Returns a mapping from actions to probabilities; an action that is left out is never taken. The function is
            not called for information sets that the player's own policy never reaches: there the policy is uniform,
            which changes neither values nor best responses.
        """
        policy, first = self.uniform(), self.nodes.first
        reached = np.zeros(len(policy), np.bool_)
        for number, each in enumerate(self.infosets):
            if each.after < 0 or reached[each.after]:
                chances = of(each)
                own = slice(first[number], first[number + 1])
                policy[own] = [chances.get(action, 0.0) for action in each.actions]
                reached[own] = policy[own] > 0
        return policy

    def uniform(self) -> Policy:
        """The policy with equal probabilities for all choices of an information set."""
        return np.repeat(1 / np.diff(self.nodes.first), np.diff(self.nodes.first))


def extensive_form(rules: Any, observe: Observe, most: int = LARGEST) -> ExtensiveForm:
    """The tree of a game of two players whose returns have a fixed sum.

    Parameters
    ----------
    rules : Rules
        The rules, or any object with the same `game`, `players`, `total` and `start`. Its states only need the methods
        that are called here.
    observe : function of (state, player)
        As `games.game.Game.observation`: hashable, with all relevant information about the moves since the player's
        last turn. The observer `EVERYTHING` may have the same observation of two states only if these have the same
        future for all players.

    Raises
    ------
    GameError
        If the game does not have two players and a fixed sum, or has a chance move whose outcomes cannot be listed.
    TooLarge
        If there are more than `most` nodes.

    Notes
    -----
    O(n) for n nodes, with a new state for each move; the depth of the recursion is the number of moves of a game.
    """
    if rules.players != 2 or rules.total is None:
        raise GameError(f"{rules.game} for {rules.players}: expected two players and returns with a fixed sum")
    walk = _Walk(rules.total / 2, observe, most)
    walk.enter(rules.start(), Path(0, -1, (-1, -1), (0, 0)))
    return ExtensiveForm(walk.nodes(), walk.infosets)


class Path(NamedTuple):
    """The path to a position: the previous node and choice, and each seat's last choice and number of turns."""

    parent: int
    choice: int
    last: tuple[int, int]
    turns: tuple[int, int]

    def then(self, node: int, choice: int, seat: int) -> Path:
        """The path extended by one choice."""
        turns = with_value(self.turns, seat, self.turns[seat] + 1)
        return Path(node, choice, with_value(self.last, seat, choice), turns)


class _Walk:
    """A depth-first walk of the tree that numbers nodes, information sets and choices."""

    def __init__(self, even: Fraction, observe: Observe, most: int) -> None:
        self.even, self.observe, self.most = even, observe, most
        self.rows: list[tuple[int, int, float, int, float]] = [(0, -1, 1.0, -1, 0.0)]
        self.numbers: dict[Hashable, int] = {}
        self.infosets: list[InformationSet] = []
        self.first, self.home = [0], list[int]()

    def enter(self, state: Any, path: Path) -> None:
        """Add the positions after a choice, and all their descendants."""
        for each, share in _settled(state, self.observe).values():
            if len(self.rows) >= self.most:
                raise TooLarge(
                    f"the game has more than {self.most:,} positions; play with fewer cards or a lower limit"
                )
            if each.current_player == TERMINAL:
                paid = float(each.returns()[0] - self.even)
                self.rows.append((path.parent, path.choice, share, -1, paid))
            else:
                self._decide(each, path, share)

    def _decide(self, state: Any, path: Path, share: float) -> None:
        seat, node = state.current_player, len(self.rows)
        infoset = self._infoset(state, seat, path)
        self.rows.append((path.parent, path.choice, share, infoset, 0.0))
        if infoset == len(self.home):
            self.home.append(node)
        for choice, action in enumerate(self.infosets[infoset].actions, self.first[infoset]):
            self.enter(state.after(action), path.then(node, choice, seat))

    def _infoset(self, state: Any, seat: int, path: Path) -> int:
        view = self.observe(state, seat)
        number = self.numbers.setdefault((seat, path.last[seat], view), len(self.infosets))
        if number == len(self.infosets):
            actions = tuple(state.legal_actions())
            self.infosets.append(InformationSet(seat, path.turns[seat], path.last[seat], view, actions))
            self.first.append(self.first[-1] + len(self.infosets[-1].actions))
        return number

    def nodes(self) -> Nodes:
        parent, choice, share, infoset, paid = zip(*self.rows, strict=True)
        seats = [each.seat for each in self.infosets for _ in each.actions]
        return Nodes(
            _ints(parent), _ints(choice), np.array(share), _ints(infoset), np.array(paid),
            _ints(self.first), _ints(self.home), _ints(seats),
        )  # fmt: skip


def _ints(values: Sequence[int]) -> npt.NDArray[np.int32]:
    return np.array(values, np.int32)


def _settled(state: Any, observe: Observe) -> dict[Hashable, tuple[Any, float]]:
    """The decisions and ends of the game after all chance moves from a state, with their probabilities."""
    if not state.is_chance:
        return {None: (state, 1.0)}
    positions: dict[Hashable, tuple[Any, float]] = {}
    for after, share in _outcomes(state, observe):
        for each, part in _settled(after, observe).values():
            key = observe(each, EVERYTHING)
            positions[key] = each, positions.get(key, (each, 0.0))[1] + share * part
    return positions


def _outcomes(state: Any, observe: Observe) -> Iterator[tuple[Any, float]]:
    listed = state.chance_outcomes()
    if listed is None:
        raise GameError(f"{state.rules.game}: the outcomes of a chance move are too many to list")
    for outcome, share in listed:
        yield state.after(outcome), float(share)
