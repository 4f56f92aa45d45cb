"""Knowledge in OpenSpiel games: all states of Kuhn and Leduc poker, and single states of larger games."""

from random import Random
from typing import Any

from benchmarks.measure import best, table
from games.openspiel.histories import after, load_game
from games.openspiel.knowledge import all_models, estimated_degree, knowledge

STATES = (
    ("liars_dice(numdice=2)", "1 4 0 2"),
    ("liars_dice(numdice=2)", "1 4 0 2 3"),
    ("liars_dice(numdice=2)", "1 4 0 2 3 5 7"),
    ("liars_dice(numdice=2)", "1 4 0 2 0 2 4 6 8 10 12 14 16 18"),
    ("phantom_ttt", "2 1 5 2"),
    ("goofspiel(num_cards=5,imp_info=True)", "1 0 2 0 2 1"),
)
GAMES = 20  # random games, of which one decision is drawn


def drawn(game: Any, seed: int) -> Any:
    """A state of a random game at which a player decides."""
    random, state, found = Random(seed), game.new_initial_state(), []
    while not state.is_terminal():
        found += [] if state.is_chance_node() else [state]
        state = state.child(random.choice(state.legal_actions()))
    return random.choice(found)


def main() -> None:
    """Print the tables: processor seconds of one core."""
    rows = []
    for name in ("kuhn_poker", "leduc_poker"):
        game = load_game(name)
        seconds, models = best(lambda game=game: list(all_models(game)), 1)
        at_each, _ = best(lambda models=models: [model.at(world) for model in models for world in model], 1)
        rows.append((name, len(models), sum(map(len, models)), seconds, at_each))
    head = ("game", "models", "states", "seconds in all", "and to go to each state")
    table("OpenSpiel: the models of all states of a game", head, rows)
    dice = load_game("liars_dice(numdice=2)")
    decisions = [drawn(dice, seed) for seed in range(GAMES)]
    each = sorted(best(lambda state=state: knowledge(state), 1)[0] for state in decisions)
    rows = [("liars_dice(numdice=2)", f"{GAMES} decisions of random games", 1_296, each[GAMES // 2])]
    rows.append(("liars_dice(numdice=2)", "the slowest of them", 1_296, each[-1]))
    for name, history in STATES:
        state = after(load_game(name), history.split())
        seconds, model = best(lambda state=state: knowledge(state), 2)
        rows.append((name, history, len(model), seconds))
    table("OpenSpiel: the model of one state", ("game", "history", "worlds", "seconds"), rows)
    state = after(load_game("phantom_ttt"), [2, 1, 5, 2, 5, 6])
    seconds, found = best(lambda: estimated_degree(state, "1", "move(0,2)=5"), 1)
    rows = [("phantom_ttt", "2 1 5 2 5 6", found.mean, found.low, found.high, seconds)]
    table("OpenSpiel: a degree from 1,000 games", ("game", "history", "degree", "from", "to", "seconds"), rows)
