"""An agent of Saboteur without beliefs: it plays the card that most shortens or lengthens the route to the gold."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason
from games.saboteur.actions import Break, Discard, Look, Repair, Say
from games.saboteur.observe import Observation
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.cards import BLOCKED, PATH_NAMES
from games.saboteur.tunnels.routes import lengths, lengths_after, routes
from logic.exact import plural


class Greedy(Agent):
    """Shortens the route and looks for the gold as a miner; lengthens the route and breaks tools as a saboteur."""

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The best actions, with equal probability."""
        values = self.values(observation, legal)
        best = max(values.values())
        chosen = [action for action, value in values.items() if value == best]
        return dict.fromkeys(chosen, 1 / len(chosen))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for an action: its effect on the route to the expected goal, if it changes the board."""
        gain = gains(observation, [action]).get(action)
        if gain is None:
            return Reason("fixed strategy: the most useful card of those that leave the way as it is")
        return Reason(
            "fixed strategy: {cards} {change} goal {goal}",
            cards=plural(abs(gain), "card"),
            goal=expected_goal(observation) + 1,
            change="nearer to" if gain >= 0 else "further from",
        )

    def values(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, float]:
        """The value of each action for the player's side."""
        side = -1 if observation.roles[observation.player] else 1
        gain = gains(observation, legal)
        return {action: self._value(observation, action, side, gain.get(action, 0)) for action in legal}

    def _value(self, observation: Observation, action: Any, side: int, gain: int) -> float:
        kind = type(action)
        if kind is Lay or kind is Rockfall:
            return 2.0 * side * gain - (kind is Rockfall) - (gain == 0)
        if kind is Say:
            is_gold = observation.faces[action.goal - 1] == "gold"
            return float(action.what == ("gold" if is_gold == (side > 0) else "stone"))
        if kind is Look:
            return 1.5 * (side > 0 and "gold" not in observation.faces and observation.faces[action.goal - 1] is None)
        if kind is Break:
            return -1.0 * side
        if kind is Repair:
            return 1.9 if action.player == self.rules.names[self.seat] else 0.2 * side
        if kind is Discard:  # miners discard dead ends first, saboteurs good paths
            good = action.card in PATH_NAMES and not action.card.startswith(BLOCKED)
            return 0.5 if good == (side < 0) else 0.0
        return 0.0


def expected_goal(observation: Observation) -> int:
    """The goal, numbered from 0, where the player saw gold; otherwise the nearest goal not seen to be stone."""
    if "gold" in observation.faces:
        return observation.faces.index("gold")
    cards = routes(observation.board)
    return min((goal for goal, face in enumerate(observation.faces) if face is None), key=cards.__getitem__)


def gains(observation: Observation, actions: Sequence[Any]) -> dict[Any, int]:
    """For each action that changes the board, the number of cards by which the expected goal gets closer."""
    goal = expected_goal(observation)
    now = lengths(observation.board)[goal]
    return {action: now - after[goal] for action, after in lengths_after(observation.board, actions).items()}
