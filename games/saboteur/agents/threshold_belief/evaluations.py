"""The value of actions to miners, to open saboteurs, and to covert saboteurs.

A covert saboteur pretends to be a miner; an open one does not. To block a player is to break one of their tools.

An evaluation is a function of a `View` and an action; it returns a score and the reason. The report of 2012
(see `beliefs`) ranks the acts for each role without scores; the scores here follow its order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.core.agent import Reason
from games.knowing.queries import degree
from games.saboteur.actions import Break, Discard, Look, Repair, Say
from games.saboteur.agents.threshold_belief.public_acts import Known
from games.saboteur.observe import Observation
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.cards import BLOCKED, DEAD, OPEN, shape
from games.saboteur.tunnels.routes import lengths, lengths_after, on_routes
from kripke.models.kripke_model import KripkeModel
from logic.exact import plural


@dataclass(frozen=True)
class View:
    """The data for evaluating the actions of an agent."""

    observation: Observation
    legal: Sequence[Any]
    goal: int  # the goal where the agent expects the gold, from 1
    known: Known  # ``gold`` or ``stone`` for each goal where the agent is certain
    verdicts: Mapping[str, str]  # ``miner``, ``saboteur`` or ``unclear`` for each player
    suspects: Callable[[str], int]  # number of others who, by the agent's beliefs, consider the player a saboteur
    # `mind`, `world`: the agent's model of the roles, for degrees of belief, and the world at which to evaluate them
    mind: KripkeModel
    world: str
    blocks_most: bool = False  # whether the most suspicious player is blocked, whatever the verdict on them

    @property
    def me(self) -> str:
        """The agent's name at the table."""
        return str(self.observation.rules.names[self.observation.player])

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The current lengths of the routes to the three goals."""
        return lengths(self.observation.board)

    @property
    def left(self) -> int:
        """The smallest number of cards needed to reach the expected goal."""
        return self.before[self.goal - 1]

    @cached_property
    def lengths(self) -> dict[Any, tuple[int, ...]]:
        """The lengths of the routes to the three goals after each action, for path cards and rockfalls."""
        return lengths_after(self.observation.board, self.legal)

    def gain(self, action: Any) -> int:
        """The number of cards by which the expected goal gets closer; negative if it gets farther away."""
        return self.left - self.lengths[action][self.goal - 1]

    def closes(self, action: Lay) -> bool:
        """Whether the action lays a dead end on a shortest route to the expected goal."""
        board = self.observation.board
        return bool(action.shape & DEAD) and board.plan.place(action.x, action.y) in on_routes(board, self.goal - 1)

    def misleads(self, action: Lay) -> bool:
        """Whether a path card shortens the route to a goal that is known to be stone."""
        stones = [goal for goal, face in self.known.items() if face == "stone"]
        return any(self.lengths[action][goal - 1] < self.before[goal - 1] for goal in stones)

    def spares(self, action: Look) -> bool:
        """Whether the look is unnecessary because it would reveal nothing new."""
        return "gold" in self.known.values() or action.goal in self.known

    def degree(self, player: str) -> float:
        """The agent's degree of belief that the player is a saboteur."""
        return float(degree(self.mind, self.me, f"saboteur({player})", at=self.world, alike=True))


Scored = tuple[float, Reason]
Evaluation = Callable[[View, Any], Scored]


def usefulness(card: str) -> float:
    """The value of a card for reaching the gold.

    It is the number of open sides for a path card, 0 for a dead end, 3 for a repair and 2 for other action cards.
    """
    if card.startswith(("map", "broken", "repair", "rockfall")):
        return 3.0 if card.startswith("repair") else 2.0
    return 0.0 if card.startswith(BLOCKED) else float((shape(card) & OPEN).bit_count())


def distance_reason(view: View, gain: int) -> Reason:
    """The reason for laying or removing a card: its effect on the distance to the expected goal."""
    change = "as far as before" if not gain else f"{plural(abs(gain), 'card')} {'nearer' if gain > 0 else 'further'}"
    return Reason("goal {goal}, the expected place of the gold, is {change}", goal=view.goal, change=change)


def is_most(view: View, player: str, suspicion: Callable[[str], float], among: Iterable[str]) -> bool:
    """Whether `player` is the most suspicious, perhaps tied, of the players in `among` whom the agent can block.

    Players with a broken tool count only if all players who can be blocked have one.
    """
    rules, broken = view.observation.rules, view.observation.broken
    could = {action.player for action in view.legal if type(action) is Break}.intersection(among)
    whole = {name for name in could if not broken[rules.seats[name]]} or could
    return player in whole and suspicion(player) == max(map(suspicion, whole))


def score_miner(view: View, action: Any) -> Scored:
    """The score and reason of a miner's action; short paths, gold, blocked suspects and repaired tools score high."""
    match action:
        case Lay():
            gain = view.gain(action)
            score = 100 + 10 * gain + (action.shape & OPEN).bit_count() if gain > 0 else -20.0 + 30 * gain
            return score - 60 * bool(action.shape & DEAD), distance_reason(view, gain)
        case Rockfall():
            gain = view.gain(action)
            return (60.0 + 10 * gain if gain > 0 else -30.0 + 30 * gain), distance_reason(view, gain)
        case Look():
            if view.spares(action):
                return 5.0, Reason("knows it already")
            return 90.0 + 5 * (action.goal == view.goal), Reason("is not certain where the gold is")
        case Say():
            truth = "gold" if view.observation.faces[action.goal - 1] == "gold" else "stone"
            return float(action.what == truth), Reason("a miner tells the truth about goals")
        case Discard():
            worth = 0.0 if action.card == "map" and "gold" in view.known.values() else usefulness(action.card or "")
            return 10 - worth, Reason("no card helps, and this one is the least useful")
    player, breaks = action.player, type(action) is Break
    role = "saboteur" if breaks else "miner"
    if player == view.me:
        return 150.0, Reason("cannot lay a path card before the tool is mended")
    if breaks and view.blocks_most:
        if not is_most(view, player, view.degree, view.verdicts):
            return -50.0, Reason("{player:is} not the one they suspect most", player=player)
    elif view.verdicts[player] != role:
        return -50.0, Reason("does not consider {player} a {role}", player=player, role=role)
    degree = view.degree(player) if breaks else 1 - view.degree(player)
    score = 60 + 60 * degree if breaks else 55 + 40 * degree
    why = "believes to degree {degree:.2f} that {player:is} a {role}"
    return score, Reason(why, degree=degree, player=player, role=role)


def score_open(view: View, action: Any) -> Scored:
    """The score of an open saboteur's action, high for longer paths, blocked miners and lies, and the reason for it."""
    match action:
        case Lay():
            gain = view.gain(action)
            if gain:
                return (-100.0 * gain if gain > 0 else 100.0 - 10 * gain), distance_reason(view, gain)
            if view.closes(action):
                return 60.0, Reason("a dead end on the way to goal {goal}", goal=view.goal)
            if view.misleads(action):
                return 50.0, Reason("leads towards a goal where there is only stone")
            return 5.0 + 10 * bool(action.shape & DEAD), distance_reason(view, gain)
        case Rockfall():
            gain = view.gain(action)
            return (110.0 - 10 * gain if gain < 0 else -20.0 - 20 * gain), distance_reason(view, gain)
        case Look():
            if view.spares(action):
                return 3.0, Reason("knows it already")
            return 55.0 + 5 * (action.goal == view.goal), Reason("to know which way to spoil, and to lie about it")
        case Say():
            lie = "stone" if view.observation.faces[action.goal - 1] == "gold" else "gold"
            return float(action.what == lie), Reason("a saboteur lies about goals")
        case Break():
            score = {"miner": 95.0, "unclear": 70.0, "saboteur": -50.0}[view.verdicts[action.player]]
            why = Reason("to keep {player} from laying paths", player=action.player)
            return score - 10 * view.degree(action.player), why
        case Repair():
            if action.player != view.me:
                return -1000.0, Reason("a saboteur never unblocks another")
            return 80.0, Reason("cannot lay a path card before the tool is mended")
    return 20 + 5 * usefulness(action.card or ""), Reason("throws a good card away")


def score_covered(view: View, action: Any) -> Scored:
    """The score and reason of a covert saboteur's action; it favours a miner's moves, blocked miners and lies."""
    match action:
        case Lay():
            gain = view.gain(action)
            if gain < 0 or view.closes(action):
                return -200.0, Reason("it would reveal a saboteur")
            if gain > 0:
                return 70.0 - 2 * gain, Reason("a good move keeps the cover")
            return 30.0 + 10 * view.misleads(action), Reason("harmless and useless")
        case Rockfall():
            board = view.observation.board
            dead = board.grid[board.plan.place(action.x, action.y)] & DEAD
            return (25.0 if dead and view.gain(action) >= 0 else -100.0), Reason("as a miner would")
        case Look():
            score, reason = score_open(view, action)
            return score + 30, reason
        case Break():
            if view.verdicts[action.player] == "saboteur":
                return -50.0, Reason("{player} may be on the same side", player=action.player)
            others = view.suspects(action.player)
            if view.blocks_most:
                innocent = [name for name, verdict in view.verdicts.items() if verdict != "saboteur"]
                if not is_most(view, action.player, view.suspects, innocent):
                    return -50.0, Reason("more others suspect somebody else")
            why = "suspected by {number} {other}, so that it looks like a miner's move"
            score = 75.0 if others or view.blocks_most else 20.0
            return score, Reason(why, number=others or "no", other="other" if others == 1 else "others")
        case Discard():
            return 35 + 5 * usefulness(action.card or ""), Reason("throws a good card away, unseen")
    return score_open(view, action)
