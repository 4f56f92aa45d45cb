"""Cheat: the cost of a query at random moments of simulated games, each from a table whose model is not built yet."""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from benchmarks.measure import table
from games.cheat.agents.habits import Habitual
from games.cheat.game import GAME
from games.cheat.rules import Cheat, CheatState
from games.knowing.table import model
from games.playing.match import turns

GAMES = 18
SHARE = 0.15
"""The proportion of the moments of a game that are measured."""
FORMULAS = (
    "M_ann (has(bob,SK) & has(deck,SA))",
    "Kw_bob has(ann,SQ)",
    "K_ann K_bob has(ann,SQ)",
    "K_ann ~K_bob ~honest",
    "Kw_ann honest",
    "M_ann (~honest & has(deck,SA))",
    "[honest] M_bob K_ann has(bob,SQ)",
    "C ~(has(ann,SA) & has(bob,SA))",
)
CHANCES = ("honest", "has(deck,SA) | has(ann,HA)")


def moments(seed: int) -> Iterator[CheatState]:
    """Random moments of a game of two simulated players, who lie, call and take according to their habits."""
    rng, rules, players = Random(seed), Cheat(), [Habitual(), Habitual()]
    for seat, player in enumerate(players):
        player.begin(seat, rules, f"{seed}/{seat}")
    *_, last = turns(GAME, rules, players, lambda state: state.sample(rng))
    for before, _ in last.after.steps():
        if not before.is_chance and rng.random() <= SHARE:
            yield before


def questions(state: CheatState) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The names of the queries at a moment, each with a function that builds a new model and evaluates the query."""
    for text in FORMULAS:
        yield text, lambda text=text: model(GAME.table(state)).holds(text)
    for text in CHANCES:
        for name in state.rules.names:
            yield f"chance of {text}", lambda text=text, name=name: model(GAME.table(state)).degree(name, text)


def main() -> None:
    """Print the table: processor time in milliseconds, one run of each question."""
    costs: dict[str, list[float]] = {}
    first = next(moments(0))
    model(GAME.table(first)).holds(FORMULAS[0])  # the reader of formulas is loaded
    for seed in range(GAMES):
        for state in moments(seed):
            for text, ask in questions(state):
                begun = process_time()
                ask()
                costs.setdefault(text, []).append(1e3 * (process_time() - begun))
    every = [each for group in costs.values() for each in group]
    rows = [_row(f"`{text}`".replace("|", r"\|"), group) for text, group in costs.items()] + [_row("all", every)]
    head = ("question", "asked", "median", "99 of 100 at most", "longest", "above 200")
    table("Cheat, 52 cards: questions at random moments, in milliseconds", head, rows)


def _row(name: str, costs: list[float]) -> tuple[object, ...]:
    ordered = sorted(costs)
    middle, most = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return name, len(ordered), middle, most, ordered[-1], sum(each > 200 for each in ordered)
