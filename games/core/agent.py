"""Agents: players of a game that receive observations and never the state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.errors import GameError
from games.core.rules import Event, Rules
from games.core.sentences import sentence
from logic.errors import listing, shorten

if TYPE_CHECKING:
    from kripke.models.kripke_model import KripkeModel


class Reason:
    """An agent's reason for an action: a template that is filled in when it is printed.

    Parameters
    ----------
    text : str
        A template for `games.core.sentences.sentence`; ``{next:knows}`` becomes, for example, ``ann knows``.
    **parts : str, number or Reason
        The values of the template's fields.
    """

    __slots__ = ("parts", "text")

    def __init__(self, text: str, **parts: Any) -> None:
        self.text, self.parts = text, parts

    def __str__(self) -> str:
        return sentence(self.text, **self.parts)

    def __repr__(self) -> str:
        return f"Reason({str(self)!r})"


class Decision(NamedTuple):
    """An action, its reason, and the seconds that the player took (0: not measured)."""

    action: Any
    reason: Reason
    seconds: float = 0.0


class Agent(ABC):
    """A player of one game, with a memory that lasts for a match.

    In each game of the match, the arena calls `begin`, then `observe` for each move of any player and `act` on the
    agent's turn, then `end`. `save` and `load` carry the memory between processes.
    """

    name: str = ""  # the agent's name in the line-up
    all_seeing: bool = False
    """Whether the agent sees the hidden parts of moves. This is unfair and only serves experiments."""
    seat: int
    rules: Any
    rng: Random
    mailbox: Mailbox | None = None  # Shared with the agent's coalition, and seen by nobody else

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Begin a game.

        Parameters
        ----------
        seat : int
            The agent's seat.
        rules : Rules
            The rules of the game.
        seed : str
            The seed of the agent's random numbers, independent of chance and of other agents.
        """
        self.seat, self.rules, self.rng = seat, rules, Random(seed)

    def observe(self, event: Event) -> None:  # noqa: B027  # nothing to do without memory
        """Update the agent's memory after a move of any player, including the agent itself."""

    @abstractmethod
    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The probabilities of actions.

        Parameters
        ----------
        observation : observation
            The agent's observation.
        legal : sequence of actions
            The legal actions.

        Returns
        -------
        mapping
            The probability of each action; an action that is left out is never taken.
        """

    def reason(self, observation: Any, action: Any) -> Reason:
        """The agent's reason for an action.

        Parameters
        ----------
        observation : observation
            The agent's observation.
        action : action
            The action to explain.
        """
        return Reason("")

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        """Draw an action from the policy; return it with its reason.

        Parameters
        ----------
        observation : observation
            The agent's observation.
        legal : sequence of actions
            The legal actions.
        """
        action = drawn(self.policy(observation, legal), self.rng)
        return Decision(action, self.reason(observation, action))

    def end(self, returns: Sequence[Fraction]) -> None:  # noqa: B027  # nothing to do without memory
        """End a game; the returns are by seat, in the unit of the rules."""

    def mind(self) -> KripkeModel | None:
        """The agent's model of the other players, without an actual world; None if the agent has no model."""
        return None

    def save(self) -> dict[str, Any]:
        """The agent's memory as JSON values, which `load` restores."""
        return {}

    def load(self, memory: Mapping[str, Any]) -> None:  # noqa: B027  # nothing to do without memory
        """Restore a memory that `save` returned."""


class Mailbox:
    """Messages between the members of a coalition (agents with the same mailbox), in the order of posting."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, Any]] = []

    def post(self, seat: int, message: Any) -> None:
        """Post a message.

        Parameters
        ----------
        seat : int
            The seat of the sender.
        message : object
            Any value.
        """
        self.messages.append((seat, message))

    def read(self, since: int = 0) -> list[tuple[int, Any]]:
        """The messages from index `since` onwards, counted from 0."""
        return self.messages[since:]


class Uniform(Mapping[Any, float]):
    """The uniform policy: one or more actions with the same probability; they are listed only on iteration."""

    def __init__(self, actions: Sequence[Any]) -> None:
        self.actions = actions

    def __getitem__(self, action: Any) -> float:
        if action not in self.actions:
            raise KeyError(action)
        return 1 / len(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.actions)


def drawn(policy: Mapping[Any, float], rng: Random) -> Any:
    """Draw an action at random from a policy.

    Parameters
    ----------
    policy : mapping
        The probability or the weight of each action; weights need not sum to 1.
    rng : random.Random
        The source of chance.

    Raises
    ------
    GameError
        If a weight is negative or infinite, or none is above 0. A policy with a single action is not checked.
    """
    if isinstance(policy, Uniform):
        actions = policy.actions
        return actions[int(rng.random() * count) if (count := len(actions)) > 1 else 0]
    if len(policy) == 1:
        return next(iter(policy))
    total = sum(policy.values())
    if not 0 < total < inf or min(policy.values()) < 0:
        shown = listing([f"{action}: {share}" for action, share in policy.items()], "and")
        raise GameError(f"policy {shorten(shown)}: expected actions with weights from 0, one of them above 0")
    mark = rng.random() * total
    for action, share in policy.items():
        mark -= share
        if mark < 0:
            return action
    return next(action for action, share in reversed(list(policy.items())) if share > 0)  # only after rounding errors


class RandomAgent(Agent):
    """Takes any legal action, all equally likely."""

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The uniform distribution over the legal actions."""
        return Uniform(legal)

    def reason(self, observation: Any, action: Any) -> Reason:
        """The reason: a random choice."""
        return Reason("fixed strategy: draws one of the legal actions, all equally likely")


SHARED = {"random": RandomAgent}  # the factories of the agents that every game has, by name
