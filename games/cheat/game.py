"""Cheat as the registry returns it: rules, observations, knowledge, agents."""

from games.cheat.agents.by_name import AGENTS
from games.cheat.knowledge import table
from games.cheat.observe import observation, resample, seen
from games.cheat.rules import Cheat
from games.game import Game

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
)
