"""The registry entry of Cheat: the `Game` with its rules, observations, knowledge and agents."""

from collections.abc import Callable
from functools import partial

from games.cheat.agents.habits import Doubter, Habitual, Honest
from games.cheat.agents.tree_search import Predicting, Reading, TreeSearch
from games.cheat.knowledge import table
from games.cheat.observe import observation, resample, seen
from games.cheat.rules import Cheat
from games.core.agent import Agent
from games.game import Game

AGENTS: dict[str, Callable[..., Agent]] = {
    "doubter": Doubter,
    "habits": Habitual,
    "honest": Honest,
    "mga": TreeSearch,
    "pmga": Predicting,
    "fpmga": partial(TreeSearch, accuracy=0.85),
    "reader": Reading,
    "smooth_uct": partial(TreeSearch, claims="none"),
    "ismcts": partial(TreeSearch, claims="none", selection="ismcts", c=0.7),
    "uct": partial(TreeSearch, claims="everything", selection="uct", c=0.7, worlds=40),
}
"""The agents by name; only ``mga``, ``pmga``, ``fpmga`` and ``reader`` use SDMCTS and a predictor."""


GAME = Game(
    name="cheat",
    title="Cheat",
    rules=Cheat,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents=AGENTS,
    formulas=(
        ("Kw_ann honest", "ann knows whether the last claim is true"),
        ("K_bob has(ann,SA)", "bob knows that ann has the ace of spades"),
        ("M_ann (~honest & has(deck,SA))", "for all that ann knows, the claim is a lie and the ace is in the deck"),
        ("K_ann (has(bob,SA) | has(deck,SA))", "ann knows that bob has the ace of spades, or it is in the deck"),
        ("C ~(has(ann,SA) & has(bob,SA))", "it is common knowledge that no card is in both hands"),
    ),
    lineup=("doubter", "honest"),
    levels=("honest", "doubter", "reader"),
)
