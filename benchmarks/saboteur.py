"""Saboteur: random rounds, legal actions, routes, sampling of an information set, and rounds of greedy agents."""

import gc
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from benchmarks.measure import table
from games import registry
from games.saboteur.game import GAME
from games.saboteur.rules import Phase, Saboteur, SaboteurState
from games.saboteur.tunnels.routes import on_routes, routes, routes_after

ROUNDS = 200
NAMES = tuple("abcdefghij")
SETS = (("source", 5), ("official", 3), ("official", 5), ("official", 10))


def play(rules: Saboteur, seed: int) -> SaboteurState:
    """The final state of a random game."""
    rng, state = Random(seed), rules.start()
    while not state.is_terminal:
        state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return state


def greedy(rules: Saboteur, seed: int) -> SaboteurState:
    """The final state of a game of greedy agents."""
    rng, state = Random(seed), rules.start()
    agents = [registry.agent(GAME, "greedy") for _ in rules.names]
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed} {seat}")
    while not state.is_terminal:
        seat, legal = state.current_player, state.legal_actions()
        action = state.sample(rng) if state.is_chance else agents[seat].act(GAME.observation(state, seat), legal).action
        state = state.after(action)
    return state


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds without garbage collection, and the result."""
    gc.disable()
    began = process_time()
    made = work()
    seconds = process_time() - began
    gc.enable()
    return seconds, made


def row(variant: str, players: int) -> list[str]:
    """The table row of a variant and a number of players: costs of the rules, and how often the gold is found."""
    rules = Saboteur(names=NAMES[:players], variant=variant, rounds=1)  # type: ignore[arg-type]
    seconds, ends = timed(lambda: [play(rules, seed) for seed in range(ROUNDS)])
    moves = sum(len(end.history()) for end in ends)
    turns = [state for end in ends[:40] for state, _ in end.steps() if state.position.phase is Phase.TURN]
    routes(rules.plan.empty), turns[-1].legal_actions()  # compiles
    fresh = [SaboteurState(rules, state.position._replace(board=_copy(state.position.board))) for state in turns]
    legal = sorted(timed(state.legal_actions)[0] for state in fresh)
    boards = [state.position.board for state in fresh]
    ways, _ = timed(lambda: [routes(board) for board in boards])
    cells, _ = timed(lambda: [on_routes(board, 1) for board in boards])
    lays = [(board, board.fits((7, 11, 13, 14, 15))) for board in boards]
    changes = sum(len(found) for _, found in lays)
    after, _ = timed(lambda: [_after(board, found) for board, found in lays if found])
    again, _ = timed(lambda: [GAME.resample(end, 0, Random(0)) for end in ends[:40]])
    agents, found = timed(lambda: [greedy(rules, seed) for seed in range(ROUNDS)])
    share = sum(end.position.results[0].found for end in found) / ROUNDS
    n = len(boards)
    per = (seconds / moves, sum(legal) / n, legal[n * 99 // 100], ways / n, cells / n, after / changes)
    return [
        f"{variant} {players}",
        *(f"{1e6 * each:.1f}" for each in per),
        *(f"{1e3 * each:.2f}" for each in (seconds / ROUNDS, again / 40, agents / ROUNDS)),
        f"{share:.0%}",
    ]


def _copy(board: Any) -> Any:
    """A copy of the board without cached results."""
    return type(board)(board.plan, board.grid, board.cards)


def _after(board: Any, lays: list[Any]) -> Any:
    return routes_after(board, [board.plan.place(lay.x, lay.y) for lay in lays], [lay.shape for lay in lays])


def main() -> None:
    """Run the benchmark and print its table."""
    head = ["rules, players", "random move us", "legal actions us", "99th percentile", "routes us"]
    head += [
        "cells of routes us",
        "route after us",
        "random round ms",
        "drawn anew ms",
        "greedy round ms",
        "gold found",
    ]
    table(f"Saboteur, {ROUNDS} rounds at random and of greedy agents, processor time", head, [row(*s) for s in SETS])
