"""The registry entry of Saboteur: rules, observations, knowledge, agents."""

from games.game import Game
from games.saboteur.agents.bayes_lookahead.agent import Stronger
from games.saboteur.agents.greedy import Greedy
from games.saboteur.agents.threshold_belief.agent import Source
from games.saboteur.knowledge import table
from games.saboteur.observe import observation, resample, seen
from games.saboteur.rules import Saboteur

GAME = Game(
    name="saboteur",
    title="Saboteur",
    rules=Saboteur,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents={"source": Source, "stronger": Stronger, "greedy": Greedy},
    formulas=(
        ("K_john saboteur(mary)", "john knows that mary is a saboteur"),
        ("M_john (saboteur(mary) & saboteur(bob))", "for all that john knows, mary and bob are the saboteurs"),
        ("Kv_mary gold & ~Kv_john gold", "mary knows where the gold is, and john does not"),
        ("K_john ~gold=2", "john knows that the gold is not at goal 2"),
        ("C (Kw_mary gold=3)", "it is common knowledge that mary knows whether the gold is at goal 3"),
    ),
    lineup=("source", "source", "source", "source", "source"),
    levels=("greedy", "source", "stronger"),
)
