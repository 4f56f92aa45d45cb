"""Hold'em: random games and hands per second, and the cost of queries and of exact chances."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure import table
from games import registry
from games.holdem.chances import chance_of
from games.holdem.hand_value import CATEGORY, next_choice, value_of
from games.holdem.observe import observation
from games.holdem.rules import Holdem, HoldemState, Phase
from kripke.checking.engine.compiled import compiled
from studies.simulator import simulator

GAMES = 500_000
MOMENTS = 20
ROUNDS = ("before the flop", "flop", "turn", "river")
QUESTIONS = ("K_ann wins(ann)", "M_bob wins(cal)", "D_{ann,bob} wins(ann)")


@compiled
def count_categories(size: int) -> Any:
    """The number of hands of each category among all hands of a size from 52 cards.

    Parameters
    ----------
    size : int
        From 5 to 7.
    """
    found = np.zeros(9, np.int64)
    place = np.arange(size)
    more = True
    while more:
        cards = np.int64(0)
        for card in place:
            cards |= np.int64(1) << card
        found[value_of(cards) >> CATEGORY] += 1
        more = next_choice(place, 52)
    return found


def moment(seed: int, number: int) -> HoldemState:
    """The first decision in a betting round, where before nobody raises or folds."""
    rng, state = Random(seed), Holdem().start()
    while state.position.round < number or state.position.phase is not Phase.BET:
        words = {str(each): each for each in state.legal_actions()}
        state = state.after(state.sample(rng) if state.is_chance else words.get("check", words.get("call")))
    return state


def seconds(work: Callable[[], Any]) -> float:
    """The processor seconds of the work."""
    began = process_time()
    work()
    return process_time() - began


def games() -> float:
    """Random games per second."""
    fast = simulator(registry.game("holdem"), Holdem())
    assert fast is not None
    fast.reset([0])
    fast.play()  # compiles
    fast.reset(np.arange(GAMES))
    return GAMES / seconds(fast.play)


def costs(number: int) -> tuple[float, float, float, float]:
    """Milliseconds in a betting round for a model, a query, a degree of belief, and an exact chance against two."""
    model, asked, degree, exact = 0.0, 0.0, 0.0, 0.0
    for seed in range(MOMENTS):
        state = moment(seed, number)
        made = list[Any]()
        model += seconds(lambda made=made, state=state: made.append(registry.game("holdem").model(state)))
        asked += seconds(lambda made=made: [made[0].holds(each) for each in QUESTIONS]) / len(QUESTIONS)
        degree += seconds(lambda made=made: made[0].degree("ann", "wins(ann)"))
        view = observation(state, 0)
        chance_of.cache_clear()
        exact += seconds(lambda view=view: chance_of(view.hand, view.shown, view.rules.deck, 2))
    return tuple(1000 * each / MOMENTS for each in (model, asked, degree, exact))  # type: ignore[return-value]


def main() -> None:
    """Run the benchmark and print its tables."""
    count_categories(5)
    hands = 133_784_560 / seconds(lambda: count_categories(7))
    rows = [("random games", max(games() for _ in range(3))), ("hands of seven cards", hands)]
    table("Hold'em: a second of processor time", ("what", "number"), rows)
    costs(3)
    table(
        "Hold'em: milliseconds",
        ("round", "model", "a question", "a degree", "exact chance"),
        [(name, *costs(number)) for number, name in enumerate(ROUNDS)],
    )
