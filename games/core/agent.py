"""Who plays: an agent is told what she sees, and never the state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.core.errors import GameError
from games.core.rules import Event, Rules
from games.core.wording import sentence
from logic.errors import listing, shorten

if TYPE_CHECKING:
    from kripke.models.kripke_model import KripkeModel


class Reason:
    """Why an agent acted as it did: a text whose parts are filled in when it is read.

    Parameters
    ----------
    text : str
        A template as for `games.core.wording.sentence`: a player and a verb are one part, ``{next:knows}``.
    **parts : str, number or Reason
        The parts by name.
    """

    __slots__ = ("parts", "text")

    def __init__(self, text: str, **parts: Any) -> None:
        self.text, self.parts = text, parts

    def __str__(self) -> str:
        return sentence(self.text, **self.parts)

    def __repr__(self) -> str:
        return f"Reason({str(self)!r})"


class Decision(NamedTuple):
    """An action, and why."""

    action: Any
    reason: Reason


class Agent(ABC):
    """A player of one game, whose memory is born when she is made and lasts for a match.

    The arena calls `begin`, then `observe` for each move that anyone makes and `act` where it is her turn, then
    `end`; again for the next game of the match. What she remembers between processes goes through `save` and `load`.
    """

    name: str = ""
    """As the line-up calls her."""
    seat: int
    rules: Any
    rng: Random
    mailbox: Mailbox | None = None
    """Shared with her coalition, and seen by nobody else."""

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """A game begins: where she sits, what is played, and the seed of her own chance."""
        self.seat, self.rules, self.rng = seat, rules, Random(seed)

    def observe(self, event: Event) -> None:  # noqa: B027  # an agent without memory need not listen
        """Take notice of what she perceives of a move, her own moves included."""

    @abstractmethod
    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """Action -> probability; what is left out is never done."""

    def reason(self, observation: Any, action: Any) -> Reason:
        """Why she does this."""
        return Reason("")

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        """An action drawn from her policy, and why."""
        action = drawn(self.policy(observation, legal), self.rng)
        return Decision(action, self.reason(observation, action))

    def end(self, returns: Sequence[Fraction]) -> None:  # noqa: B027  # an agent without memory need not listen
        """The game is over; by seat, in the unit of the rules."""

    def mind(self) -> KripkeModel | None:
        """Her own model of the others, where she keeps one; its actual world is not hers to know."""
        return None

    def save(self) -> dict[str, Any]:
        """Her memory as JSON values."""
        return {}

    def load(self, memory: Mapping[str, Any]) -> None:  # noqa: B027  # an agent without memory has nothing to load
        """Take up a memory that `save` gave."""


class Mailbox:
    """What the members of a coalition tell each other; messages are read in the order in which they came."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, Any]] = []

    def post(self, seat: int, message: Any) -> None:
        """Leave a message, signed by the seat."""
        self.messages.append((seat, message))

    def read(self, since: int = 0) -> list[tuple[int, Any]]:
        """The messages from the one with this number on."""
        return self.messages[since:]


def drawn(policy: Mapping[Any, float], rng: Random) -> Any:
    """An action drawn by its probability; the probabilities may be weights that do not sum to 1.

    `GameError` where they are none: negative, infinite, or nothing above 0.
    """
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
    return next(action for action, share in reversed(list(policy.items())) if share > 0)  # rounding used it all up
