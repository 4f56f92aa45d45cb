"""The registry entry of hold'em: rules, observations, knowledge, agents."""

from collections.abc import Callable

from games.core.agent import Agent
from games.game import Game
from games.holdem.agents.brain.agent import Brain
from games.holdem.agents.rule_players import WinProbability, caller, raiser
from games.holdem.knowledge import table
from games.holdem.observe import observation, resample, seen
from games.holdem.rules import Holdem

AGENTS: dict[str, Callable[..., Agent]] = {"caller": caller, "raiser": raiser, "rule": WinProbability, "brain": Brain}


GAME = Game(
    name="holdem",
    title="Limit hold'em",
    rules=Holdem,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents=AGENTS,
    formulas=(
        ("K_ann wins(ann)", "ann knows that nobody still in has a hand as good as hers"),
        ("M_ann (has(bob,SA) & has(bob,HA))", "for all that ann knows, bob has two aces"),
        ("M_bob wins(cal)", "for all that bob knows, cal has the best hand"),
        ("D_{ann,bob} wins(ann)", "with both hands on the table ann and bob would know that ann has the best hand"),
        ("K_ann (wins(ann) | splits(ann))", "ann knows that nobody has a better hand"),
        ("C ~(has(ann,SA) & has(bob,SA))", "it is common knowledge that no card is in two hands"),
    ),
    lineup=("rule", "rule", "rule"),
    levels=("caller", "rule", "brain"),
)
