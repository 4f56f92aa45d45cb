"""The public side of a round, kept move by move: the table, and the acts that say something about their players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.core.rules import Event
from games.saboteur.actions import Break, Discard, Repair, Say, played_card
from games.saboteur.agents.threshold_belief.gold import GOALS, likeliest_goals
from games.saboteur.rules import Saboteur, uncovered
from games.saboteur.tunnels.board import Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.routes import on_routes, routes

Claim = tuple[int, int, str]
"""Seat, goal, and what the player said of it."""
Known = Mapping[int, str]
"""Goal -> ``gold`` or ``stone``, where an agent is certain."""
Reading = tuple[str, int | None]
"""A row of the chart, and the other player's seat in a row about two."""
Judge = Callable[[int], str]
"""The verdict on the player at a seat: ``miner``, ``saboteur`` or ``unclear``."""


@dataclass(frozen=True)
class Act:
    """A public act of a player, with the table before and after it.

    Parameters
    ----------
    blocked : bool
        Whether a tool of the player was broken before.
    lengthened : frozenset of int
        The goals, from 1, whose route the card that a rockfall takes away had lengthened when it was laid.
    targets : tuple of int
        Whose tools could have been, with this card, except the player's own.
    """

    player: int
    action: Any
    before: Board
    after: Board
    blocked: bool
    claims: tuple[Claim, ...]
    lengthened: frozenset[int] = frozenset()
    target: int | None = None
    targets: tuple[int, ...] = ()

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """For each goal the number of cards by which it comes nearer."""
        return tuple(old - new for old, new in zip(routes(self.before), routes(self.after), strict=True))

    @property
    def moves_routes(self) -> bool:
        """Whether a card was laid or taken away; such an act is judged by the goal that a believer expects."""
        return type(self.action) in (Lay, Rockfall)

    @property
    def is_of_goals(self) -> bool:
        """Whether the act is judged by what a believer is certain of about the goals."""
        return self.moves_routes or type(self.action) is Say

    @property
    def place(self) -> int:
        """The place of the card that was laid or taken away."""
        return self.before.plan.place(self.action.x, self.action.y)


class PublicTable:
    """The public side of a round.

    Attributes
    ----------
    board : Board
    broken : list of int
        By seat the broken tools, as bits.
    claims : list of Claim
        In order.
    faces : dict
        Goal -> what lies there face up.
    played : list of int
        By kind the number of cards that were played face up.
    """

    def __init__(self, rules: Saboteur) -> None:
        self.rules = rules
        self.board = rules.plan.empty
        self.broken = [0] * rules.players
        self.claims: list[Claim] = []
        self.faces: dict[int, str] = {}
        self.played = [0] * len(rules.cards)
        self._lengthened: dict[int, frozenset[int]] = {}

    def look(self, event: Event) -> Act:
        """The act of a look at the map; what the map showed is not public."""
        player = event.player
        self._count(event.seen.action)
        return Act(player, event.seen.action, self.board, self.board, bool(self.broken[player]), tuple(self.claims))

    def see(self, event: Event) -> Act | None:
        """The act of a move; None for a draw or a look at the map."""
        action, before, player = event.seen.action, self.board, event.player
        kind = type(action)
        if kind not in _ACTS:
            return None
        blocked, claims = player >= 0 and bool(self.broken[player]), tuple(self.claims)
        target, targets = self._aim(kind, action, player)
        lengthened = self._follow(kind, action, event)
        if kind is not Discard:
            self._count(action)
        return Act(player, action, before, self.board, blocked, claims, lengthened, target, targets)

    def _count(self, action: Any) -> None:
        card = played_card(action)
        if card is not None:
            self.played[self.rules.kinds[card]] += 1

    def _aim(self, kind: type, action: Any, player: int) -> tuple[int | None, tuple[int, ...]]:
        """The player whose tool the act is about, and the players whose tool it could have been."""
        if kind not in (Break, Repair):
            return None, ()
        tool, mending = 1 << self.rules.tools.index(action.tool), kind is Repair
        others = [seat for seat in range(self.rules.players) if seat != player]
        fit = tuple(seat for seat in others if bool(self.broken[seat] & tool) == mending)
        return self.rules.seats[action.player], fit

    def _follow(self, kind: type, action: Any, event: Event) -> frozenset[int]:
        """Update the table; for a rockfall, the goals whose route its card had lengthened."""
        if kind is Lay:
            self._lay(action, event.seen.goals)
        elif kind is Rockfall:
            place = self.rules.plan.place(action.x, action.y)
            self.board = self.board.without(place)
            return self._lengthened.pop(place, frozenset())
        elif kind is Say:
            self.claims.append((event.player, action.goal, action.what))
        elif kind is not Discard:
            seat, tool = self.rules.seats[action.player], 1 << self.rules.tools.index(action.tool)
            self.broken[seat] = self.broken[seat] | tool if kind is Break else self.broken[seat] & ~tool
        return frozenset()

    def _lay(self, action: Lay, goals: Sequence[tuple[int, str]]) -> None:
        before, place = self.board, self.rules.plan.place(action.x, action.y)
        self.faces.update(goals)
        laid = before.with_card(place, action.shape)
        self.board = uncovered(laid, tuple(self.faces.get(goal, "") for goal in GOALS)) if goals else laid
        longer = zip(GOALS, routes(before), routes(self.board), strict=True)
        self._lengthened[place] = frozenset(goal for goal, old, new in longer if new > old)


def concluded_goals(seen: Mapping[int, str]) -> dict[int, str]:
    """The certain facts about the goals after seeing these: one of them is gold, two are stones.

    Empty if that is impossible, as with the words of a liar.
    """
    known = {goal: "gold" if face == "gold" else "stone" for goal, face in seen.items()}
    stones = [goal for goal, face in known.items() if face == "stone"]
    if len(stones) == len(GOALS) or len(known) - len(stones) > 1:
        return {}
    if "gold" in known.values():
        return {goal: known.get(goal, "stone") for goal in GOALS}
    if len(stones) == len(GOALS) - 1:
        return {goal: known.get(goal, "gold") for goal in GOALS}
    return known


def possible_goals(known: Known) -> tuple[int, ...]:
    """The goals that may hold the gold for an agent who is certain of these."""
    certain = tuple(goal for goal, face in known.items() if face == "gold")
    return certain or tuple(goal for goal in GOALS if known.get(goal) != "stone")


def expected_goal(agent: str, board: Board, known: Known, claims: Sequence[Claim], judge: Judge) -> int:
    """The goal with the agent's greatest degree of belief that the gold is there; of equal ones the nearest.

    Parameters
    ----------
    known : mapping
        Goal -> ``gold`` or ``stone``, where the agent is certain.
    claims : sequence of Claim
        What was said, in order; of each player's claims about a goal the last one counts.
    """
    possible = possible_goals(known)
    scores = [0, 0, 0]
    heard = {(seat, goal): what for seat, goal, what in claims} if len(possible) > 1 else {}
    for (seat, goal), what in heard.items():
        if goal in possible and what != "nothing" and judge(seat) == "miner":
            scores[goal - 1] += 1 if what == "gold" else -1
    likeliest = likeliest_goals(agent, possible, tuple(scores))
    if len(likeliest) == 1:
        return likeliest[0]
    lengths = routes(board)
    return min(likeliest, key=lambda goal: (lengths[goal - 1], goal))


def chart_rows(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    """The rows of the chart that an act is to a believer, each with the seat of the other player, or None.

    Parameters
    ----------
    known : mapping
        Goal -> what the believer is certain of.
    goal : int
        Where the believer expects the gold, from 1.
    """
    return _ACTS[type(act.action)](act, known, goal, judge)


def _laid(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    gain = act.gains[goal - 1]
    blocks = bool(act.action.shape & DEAD) and act.place in on_routes(act.before, goal - 1)
    return [("lengthens" if gain < 0 or blocks else "shortens" if gain > 0 else "keeps", None)]


def _fell(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    if act.before.grid[act.place] & DEAD or goal in act.lengthened:
        return [("clears", None)]
    return [("destroys" if act.gains[goal - 1] < 0 else "wastes", None)]


def _said(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    about, what = act.action.goal, act.action.what
    if what == "nothing":
        return []
    rows: list[Reading] = []
    if about in known:
        rows.append(("confirms_seen" if known[about] == what else "denies_seen", None))
    others = {seat: said for seat, told, said in act.claims if told == about and seat != act.player}
    for seat, said in others.items():
        if said != "nothing":
            rows.append(("confirms_said" if said == what else "denies_said", seat))
    return rows


def _broke(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    assert act.target is not None  # a tool is somebody's
    rows = {"saboteur": "blocks_suspect", "miner": "blocks_trusted", "unclear": "blocks"}
    return [(rows[judge(act.target)], act.target)]


def _mended(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    if act.target == act.player:
        return [("frees_self", None)]
    assert act.target is not None  # a tool is somebody's
    rows = {"saboteur": "frees_suspect", "miner": "frees_trusted", "unclear": "frees"}
    return [(rows[judge(act.target)], act.target)]


def _aside(act: Act, known: Known, goal: int, judge: Judge) -> list[Reading]:
    return [("discards_blocked" if act.blocked else "discards", None)]


_ACTS: dict[type, Callable[[Act, Known, int, Judge], list[Reading]]] = {
    Lay: _laid,
    Rockfall: _fell,
    Say: _said,
    Break: _broke,
    Repair: _mended,
    Discard: _aside,
}
