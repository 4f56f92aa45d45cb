"""The space of models of three agents who can look at k coins, each alone and seen by the others: 8^k states.

A state is determined by which agents have looked at which coins, and has 2^k worlds. In each state, each agent can look
at each coin.
"""

import tracemalloc

from benchmarks.measure import best, table
from kripke.change.successors import LONG
from whoknows import KripkeModel, Space, explore, peek

AGENTS = "abc"
NEVER = 10**9  # steps before the first compiled one


def space(coins: int, compiled_from: int = LONG) -> Space[KripkeModel]:
    """The space, with only its initial state explored."""
    names = [f"heads{number}" for number in range(coins)]
    model = KripkeModel.from_observations(names, {agent: [] for agent in AGENTS}, actual=names)
    found = explore(model, {f"{agent} {coin}": peek(coin, by=agent) for agent in AGENTS for coin in names})
    found._compiled.compiled_from = compiled_from
    return found


def main() -> None:
    """Run the benchmark and print its table."""
    space(1, 0).run()  # compiles
    rows = []
    for coins in (1, 2, 3, 4):
        times = []
        for compiled_from, runs in ((LONG, 3), (NEVER, 1), (0, 3)):
            seconds, found = best(lambda coins=coins, first=compiled_from: space(coins, first).run(), runs)
            steps = len(found.transitions)
            assert found.exhausted
            assert (len(found), steps) == (8**coins, 8**coins * 3 * coins)
            times.append(seconds)
        tracemalloc.start()
        measured = space(coins).run()
        used = tracemalloc.get_traced_memory()[0] / len(measured)
        tracemalloc.stop()
        each = [1e6 * seconds / steps for seconds in times[1:]]
        rows.append((coins, len(found), 2**coins, steps, times[0], *each, used, found._bytes / len(found)))
    head = ("coins", "states", "worlds of each", "transitions", "seconds", "microseconds of a plain step", "compiled")
    table("`explore`", (*head, "bytes of a state", "as the limit counts"), rows)
