"""Cheat as the registry returns it: rules, observations, knowledge, agents."""

from games.cheat.agents.honest import Honest
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
    agents={"honest": Honest},
    formulas=(
        ("K_ann has(ann,SQ) | K_ann ~has(ann,SQ)", "ann knows whether she has the queen of spades"),
        ("Kw_ann honest", "ann knows whether the last claim is true"),
        ("K_bob has(ann,SQ)", "bob knows that ann has the queen of spades"),
        ("M_ann (~honest & has(deck,SQ))", "for all that ann knows, the claim is a lie and the queen is in the deck"),
        ("K_ann (has(bob,SQ) | has(deck,SQ))", "ann knows that bob has the queen of spades, or it is in the deck"),
        ("C ~(has(ann,SQ) & has(bob,SQ))", "it is common knowledge that no card is in both hands"),
    ),
    lineup=("honest", "honest"),
)
