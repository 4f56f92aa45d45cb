"""The registry entry of Bluff Poker: the `Game` with its rules, observations, knowledge and agents."""

from __future__ import annotations

from collections.abc import Callable

from games.bluff_poker.agents.believability.agent import SourceAgent
from games.bluff_poker.agents.fixed_strategy import SimpleAgent, simple_agents
from games.bluff_poker.knowledge import table
from games.bluff_poker.observe import observation, resample, seen
from games.bluff_poker.rules import BluffPoker
from games.core.agent import Agent
from games.game import Game


def learner(strong: float = 0.95) -> Agent:
    """Learns how each opponent plays; `strong` is the prior probability that they play an equilibrium strategy."""
    from games.bluff_poker.agents.opponent_model.agent import Learner  # loads compiled code

    return Learner(strong)


AGENTS: dict[str, Callable[..., Agent]] = {
    "source": SourceAgent,
    "learner": learner,
    "simple": SimpleAgent,
    **simple_agents(),
}

GAME = Game(
    name="bluff_poker",
    title="Bluff Poker",
    rules=BluffPoker,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents=AGENTS,
    formulas=(
        ("K_2 die1=4", "player 2 knows that the first die is a four"),
        ("Kv_1 die2 & ~Kv_2 die2", "player 1 knows the second die and player 2 does not"),
        ("C (Kv_1 die1)", "it is common knowledge that player 1 knows the first die"),
        (
            "M_2 bluff & M_2 ~bluff",
            "player 2 considers it possible that the standing bid is a lie, and that it is true",
        ),
        (
            "K_1 bluff & ~K_2 K_1 bluff",
            "player 1 knows that the bid is a lie; player 2 does not know that player 1 knows",
        ),
    ),
    lineup=("source", "greedy-truthful-random", "greedy-truthful-random"),
    levels=("greedy-truthful-random", "source", "learner"),
)
