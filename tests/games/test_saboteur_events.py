"""What each move of Saboteur teaches, as event models: they agree with who knows what at the table."""

from collections import Counter
from dataclasses import replace

import pytest

from games.core.rules import EVERYTHING
from games.knowing.table import model
from games.playing.match import Lineup, Match, Setup
from games.saboteur.actions import Look, Reveal, Role
from games.saboteur.game import GAME
from games.saboteur.knowledge import table
from games.saboteur.tunnels.board import Lay
from kripke.change.actions.announcements import announcement
from kripke.change.actions.questions import peek
from kripke.models.functions import bisimilar

NAMES = ("ann", "bob", "cem", "dan", "eve")
SEEDS = (3, 4, 5)


def lessons(state, action):
    """The event models of what a move teaches for certain, in order; most moves teach nothing."""
    names, kind = state.rules.names, type(action)
    if kind is Role:
        dealt = names[len(state.position.roles)]
        return [peek(f"saboteur({dealt})", by=dealt)]
    if kind is Look:
        return [peek(f"gold={action.goal}", by=names[state.current_player])]
    if kind is Reveal:
        return [peek(f"saboteur({name})", by=names) for name in names]
    shown = GAME.seen(state, action, EVERYTHING).goals if kind is Lay else ()
    return [announcement(f"gold={goal}" if face == "gold" else f"~gold={goal}") for goal, face in shown]


def before_the_deal(states):
    """What is common knowledge of any deal, at the one that comes: nobody has seen a card."""
    asked = next(table(state) for state in states if state.position.faces)
    return model(replace(asked, observes=tuple((name, ()) for name, _ in asked.observes)))


@pytest.mark.parametrize("variant", ["source", "official"])
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_tables_and_event_models_agree_after_every_move(variant, agent):
    taught = Counter()
    for seed in SEEDS:
        setup = Setup("saboteur", Lineup((agent,) * 5, NAMES), {"variant": variant, "rounds": 1}, seed)
        last = Match(setup, 0).play(0).last
        states = [*(before for before, _ in last.steps()), last]
        forward, asked = before_the_deal(states), None
        for state, (before, move) in zip(states[1:], last.steps(), strict=True):
            learnt = lessons(before, move.action)
            taught[type(move.action)] += len(learnt)
            for each in learnt:
                forward = forward.update(each, contract=True)
            known, asked = asked, table(state)
            if len(asked.actual) == len(asked.variables) and (learnt or asked != known):
                assert bisimilar(forward, model(asked)), state.serialize()
    assert taught[Role] == 5 * len(SEEDS)
    assert taught[Look] >= 1
    assert taught[Reveal] == 5 * len(SEEDS)
    assert taught[Lay] or agent == "random"
