"""The public information about a round, updated move by move: the board, acts as evidence about players, and the gold.

An agent's model of the gold has a world for each goal; the agent considers possible the goals that may hold the gold.
Each claim of a presumed miner changes the weight of its goal by one step. The knowledge of a player John is a formula
such as `K_john gold=2`, and the goal that John expects is the one with the greatest degree of belief.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from games.core.rules import Event
from games.knowing.queries import degree, holds, remembered
from games.saboteur.actions import Break, Discard, Look, Repair, Say, played_card
from games.saboteur.rules import Saboteur, uncovered
from games.saboteur.tunnels.board import Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.routes import on_routes, routes
from kripke.change.actions.evidence import Evidence
from kripke.models.kripke_model import KripkeModel

GOALS = (1, 2, 3)
CLAIM = Fraction(1, 100)
"""The change of a weight by one claim; only the order of weights matters.

With this change, the weights stay in [0, 1] after 30 claims, one for each goal by each of ten players.
"""
MODELS = 4096  # number of cached results; in a round of five players about twenty are used
WORLDS = tuple(f"goal{goal}" for goal in GOALS)
Claim = tuple[int, int, str]  # Seat, goal, and what the player said of it
Known = Mapping[int, str]  # ``gold`` or ``stone`` for each goal where an agent is certain
ACTS = (Lay, Rockfall, Say, Break, Repair, Discard, Look)  # the kinds of public acts
Reading = tuple[str, int | None]  # a row of the update chart, and the other player's seat if the row is about two
Judge = Callable[[int], str]  # the verdict on the player at a seat: ``miner``, ``saboteur`` or ``unclear``


@dataclass(frozen=True)
class Act:
    """A public act of a player, with the board before and after it.

    `blocked` says whether the player had a broken tool, `claims` are the earlier claims, and `target` is the seat of
    the player whose tool is broken or repaired.
    """

    player: int
    action: Any
    before: Board
    after: Board
    blocked: bool
    claims: tuple[Claim, ...]
    # for a rockfall: the goals, from 1, whose routes became longer when the removed card was laid
    lengthened: frozenset[int] = frozenset()
    target: int | None = None
    targets: tuple[int, ...] = ()  # the other players whose tool of this kind could have been broken or repaired

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """For each goal, the number of cards by which it gets closer."""
        return tuple(old - new for old, new in zip(routes(self.before), routes(self.after), strict=True))

    @property
    def moves_routes(self) -> bool:
        """Whether a card was laid or removed; such an act is judged by its effect on the route to the expected goal."""
        return type(self.action) in (Lay, Rockfall)

    @property
    def is_of_goals(self) -> bool:
        """Whether the meaning of the act depends on what a player knows about the goals."""
        return self.moves_routes or type(self.action) is Say

    @property
    def place(self) -> int:
        """The array index of the cell where the card was laid or removed."""
        return self.before.plan.place(self.action.x, self.action.y)

    def blocks_route(self, goal: int) -> bool:
        """Whether the act lays a dead end on a shortest route to `goal`; goals are counted from 1."""
        return bool(self.action.shape & DEAD) and self.place in on_routes(self.before, goal - 1)


class PublicTable:
    """The public information about a round."""

    def __init__(self, rules: Saboteur) -> None:
        self.rules = rules
        self.board = rules.plan.empty
        self.broken = [0] * rules.players  # the broken tools by seat, as bits
        self.claims: list[Claim] = []
        self.faces: dict[int, str] = {}
        self.played = [0] * len(rules.cards)  # the number of cards played face up, by kind
        self._lengthened: dict[int, frozenset[int]] = {}

    def see(self, event: Event) -> Act | None:
        """Update the information by a move; return the move as a public act, or None if it is not one of `ACTS`.

        The content of a goal that a player looks at is not public.
        """
        action, player, before = event.seen.action, event.player, self.board
        if type(action) not in ACTS:
            return None
        blocked, claims = bool(self.broken[player]), tuple(self.claims)
        lengthened, target, targets = frozenset[int](), None, tuple[int, ...]()
        match action:
            case Lay():
                self._lay(action, event.seen.goals)
            case Rockfall():
                place = self.rules.plan.place(action.x, action.y)
                self.board = before.without(place)
                lengthened = self._lengthened.pop(place, lengthened)
            case Say():
                self.claims.append((player, action.goal, action.what))
            case Break() | Repair():
                target, mends = self.rules.seats[action.player], type(action) is Repair
                tool = 1 << self.rules.tools.index(action.tool)
                others = [seat for seat in range(self.rules.players) if seat != player]
                targets = tuple(seat for seat in others if bool(self.broken[seat] & tool) == mends)
                self.broken[target] ^= tool
        card = None if type(action) is Discard else played_card(action)
        if card is not None:
            self.played[self.rules.kinds[card]] += 1
        return Act(player, action, before, self.board, blocked, claims, lengthened, target, targets)

    def _lay(self, action: Lay, goals: Sequence[tuple[int, str]]) -> None:
        before, place = self.board, self.rules.plan.place(action.x, action.y)
        self.faces.update(goals)
        laid = before.with_card(place, action.shape)
        self.board = uncovered(laid, tuple(self.faces.get(goal, "") for goal in GOALS)) if goals else laid
        longer = zip(GOALS, routes(before), routes(self.board), strict=True)
        self._lengthened[place] = frozenset(goal for goal, old, new in longer if new > old)


def concluded_goals(seen: Mapping[int, str]) -> dict[int, str]:
    """``gold`` or ``stone`` for each goal whose content follows from the seen goals; exactly one goal is gold.

    The result is empty if the seen goals contradict this.
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
    """The goals that may hold the gold, given this certain knowledge."""
    certain = tuple(goal for goal, face in known.items() if face == "gold")
    return certain or tuple(goal for goal in GOALS if known.get(goal) != "stone")


def expected_goal(agent: str, board: Board, known: Known, claims: Sequence[Claim], judge: Judge) -> int:
    """The goal where the agent most expects the gold, by the last claims of presumed miners; on ties the nearest."""
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
    """The rows of the update chart that apply to an act, each with the seat of the other player involved or None.

    `goal` is the goal where the gold is expected, numbered from 1.
    """
    match act.action:
        case Lay():
            gain = act.gains[goal - 1]
            row = "lengthens" if gain < 0 or act.blocks_route(goal) else "shortens" if gain > 0 else "keeps"
        case Rockfall():
            clears = act.before.grid[act.place] & DEAD or goal in act.lengthened
            row = "clears" if clears else "destroys" if act.gains[goal - 1] < 0 else "wastes"
        case Say():
            return _said(act, known)
        case Discard():
            row = "discards_blocked" if act.blocked else "discards"
        case Repair() if act.target == act.player:
            row = "frees_self"
        case _:
            assert act.target is not None  # every tool belongs to a player
            verdict = {"saboteur": "_suspect", "miner": "_trusted", "unclear": ""}[judge(act.target)]
            return [(("blocks" if type(act.action) is Break else "frees") + verdict, act.target)]
    return [(row, None)]


def _said(act: Act, known: Known) -> list[Reading]:
    about, what = act.action.goal, act.action.what
    if what == "nothing":
        return []
    rows: list[Reading] = []
    if about in known:
        rows.append(("confirms_seen" if known[about] == what else "denies_seen", None))
    others = {seat: said for seat, goal, said in act.claims if goal == about and seat != act.player}
    for seat, said in others.items():
        if said != "nothing":
            rows.append(("confirms_said" if said == what else "denies_said", seat))
    return rows


def gold_model(agent: str, possible: Sequence[int], scores: Sequence[int] = (0, 0, 0)) -> KripkeModel:
    """The agent's model of where the gold is.

    The score of a goal is the number of believed claims for gold minus the number for stone.
    """
    model = _weighed(agent, dict.fromkeys(possible, Fraction(1, 2)))
    for goal, score in zip(GOALS, scores, strict=True):
        if score > 0:
            model = model.update(Evidence(agent, f"gold={goal}", gain=score * CLAIM, loss=0))
        elif score < 0:
            model = model.update(Evidence(agent, f"~gold={goal}", gain=0, loss=-score * CLAIM))
    return model


def _weighed(agent: str, weights: Mapping[int, Fraction]) -> KripkeModel:
    """A model of where the gold is, given the weight of each goal; goals without a weight are ruled out."""
    return KripkeModel.kd45(
        worlds={world: {f"gold={goal}"} for world, goal in zip(WORLDS, GOALS, strict=True)},
        members={agent: [(WORLDS, [WORLDS[goal - 1] for goal in weights])]},
        weights={agent: {WORLDS[goal - 1]: weight for goal, weight in weights.items()}},
        threshold=0,
    )


@remembered(MODELS)
def gold_known(agent: str, possible: tuple[int, ...]) -> Mapping[int, str]:
    """For each goal that the agent knows, ``gold`` or ``stone``; `possible` are the goals that may hold the gold."""
    model, here = gold_model(agent, possible), WORLDS[possible[0] - 1]
    answers = {}
    for goal in GOALS:
        if holds(model, f"K_{agent} gold={goal}", here):
            answers[goal] = "gold"
        elif holds(model, f"K_{agent} ~gold={goal}", here):
            answers[goal] = "stone"
    return answers


def chance_degrees(agent: str, chances: Sequence[float]) -> Mapping[int, Fraction]:
    """The agent's degree of belief that the gold is at each goal, given the probability of each goal."""
    parts = {goal: Fraction(round(chance * 10**6), 10**6) for goal, chance in zip(GOALS, chances, strict=True)}
    return gold_degrees(agent, _weighed(agent, {goal: part for goal, part in parts.items() if part}))


def gold_degrees(agent: str, model: KripkeModel) -> Mapping[int, Fraction]:
    """For each goal, the agent's degree of belief that the gold is there."""
    return {goal: degree(model, agent, f"gold={goal}", at=WORLDS[0]) for goal in GOALS}


@remembered(MODELS)
def likeliest_goals(agent: str, possible: tuple[int, ...], scores: tuple[int, ...]) -> tuple[int, ...]:
    """The goals where the agent considers the gold most likely."""
    degrees = gold_degrees(agent, gold_model(agent, possible, scores))
    greatest = max(degrees.values())
    return tuple(goal for goal, each in degrees.items() if each == greatest)
