"""The public side of a round, kept move by move: the table, the acts that say something about players, and the gold.

An agent's model of the gold has a world for each goal; it looks at those that may hold the gold, by what it knows. Each
claim of a player who is considered a miner moves the weight of its goal by one step. So what is known is
`K_john gold=2`, and the expected goal is the one with the greatest degree of `gold=1`, `gold=2`, `gold=3`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from games.core.rules import Event
from games.knowing.queries import degree, holds, remembered
from games.saboteur.actions import Break, Discard, Repair, Say, played_card
from games.saboteur.rules import Saboteur, uncovered
from games.saboteur.tunnels.board import Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.routes import on_routes, routes
from kripke.change.actions.evidence import Evidence
from kripke.models.kripke_model import KripkeModel

GOALS = (1, 2, 3)
CLAIM = Fraction(1, 100)
"""The change of a weight by a claim. Only the order of weights counts; 30 claims of ten players stay within [0, 1]."""
MODELS = 4096
"""Number of answers that are kept; in a round of five players about twenty are used."""
WORLDS = tuple(f"goal{goal}" for goal in GOALS)
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


def gold_model(agent: str, possible: Sequence[int], scores: Sequence[int] = (0, 0, 0)) -> KripkeModel:
    """An agent's model of the gold.

    Parameters
    ----------
    possible : sequence of int
        The goals that may hold the gold by what the agent knows, from 1.
    scores : sequence of int
        For each goal the number of believed claims that it is gold, less those that it is a stone.
    """
    model = _weighed(agent, dict.fromkeys(possible, Fraction(1, 2)))
    for goal, score in zip(GOALS, scores, strict=True):
        if score > 0:
            model = model.update(Evidence(agent, f"gold={goal}", gain=score * CLAIM, loss=0))
        elif score < 0:
            model = model.update(Evidence(agent, f"~gold={goal}", gain=0, loss=-score * CLAIM))
    return model


def _weighed(agent: str, weights: Mapping[int, Fraction]) -> KripkeModel:
    """The model with these weights by goal; other goals cannot hold the gold."""
    return KripkeModel.kd45(
        worlds={world: {f"gold={goal}"} for world, goal in zip(WORLDS, GOALS, strict=True)},
        members={agent: [(WORLDS, [WORLDS[goal - 1] for goal in weights])]},
        weights={agent: {WORLDS[goal - 1]: weight for goal, weight in weights.items()}},
        threshold=0,
    )


@remembered(MODELS)
def gold_known(agent: str, possible: tuple[int, ...]) -> Mapping[int, str]:
    """Goal -> ``gold`` or ``stone``, where the agent knows it."""
    model, here = gold_model(agent, possible), WORLDS[possible[0] - 1]
    answers = {}
    for goal in GOALS:
        if holds(model, f"K_{agent} gold={goal}", here):
            answers[goal] = "gold"
        elif holds(model, f"K_{agent} ~gold={goal}", here):
            answers[goal] = "stone"
    return answers


def gold_degrees(agent: str, possible: tuple[int, ...], scores: tuple[int, ...]) -> Mapping[int, Fraction]:
    """Goal -> the agent's degree of belief that the gold is there."""
    return _degrees(gold_model(agent, possible, scores), agent)


def chance_degrees(agent: str, chances: Sequence[float]) -> Mapping[int, Fraction]:
    """Goal -> the degree of belief of an agent that computed the chances of the gold elsewhere.

    Parameters
    ----------
    chances : sequence of float
        For each goal; they become the weights of a model of the gold, rounded to millionths.
    """
    parts = {goal: Fraction(round(chance * 10**6), 10**6) for goal, chance in zip(GOALS, chances, strict=True)}
    return _degrees(_weighed(agent, {goal: part for goal, part in parts.items() if part}), agent)


def _degrees(model: KripkeModel, agent: str) -> Mapping[int, Fraction]:
    return {goal: degree(model, agent, f"gold={goal}", at=WORLDS[0]) for goal in GOALS}


@remembered(MODELS)
def likeliest_goals(agent: str, possible: tuple[int, ...], scores: tuple[int, ...]) -> tuple[int, ...]:
    """The goals with the agent's greatest degree of belief that the gold is there."""
    degrees = gold_degrees(agent, possible, scores)
    greatest = max(degrees.values())
    return tuple(goal for goal, each in degrees.items() if each == greatest)
