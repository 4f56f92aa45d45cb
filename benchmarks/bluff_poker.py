"""The source's agent for Bluff Poker: the time of a decision during play, and 10,000 games of three."""

import time
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from benchmarks.measure import table
from games.bluff_poker.agents.believability.agent import SourceAgent
from games.bluff_poker.game import GAME
from games.bluff_poker.knowledge import table as table_of
from games.bluff_poker.observe import observation
from games.bluff_poker.rules import BluffPoker, BluffState, Phase
from games.knowing.table import model
from games.playing.arena import run
from games.playing.match import Lineup, Setup

RULES = BluffPoker()
KINDS = {
    Phase.ANSWER: "call or believe",
    Phase.CUP: "look",
    Phase.THROW: "throw or bid",
    Phase.BID: "open",
    Phase.POKER: "throw for a poker",
}
Costs = dict[Phase, list[int]]


def games(count: int, seed: int) -> Iterator[tuple[BluffState, SourceAgent, int]]:
    """Each decision in some games of three: the state, the agent, and the nanoseconds that it took."""
    agents = [SourceAgent() for _ in RULES.names]
    for number in range(count):
        rng, state = Random(f"{seed}/{number}"), RULES.start()
        for seat, agent in enumerate(agents):
            agent.begin(seat, RULES, f"{seed}/{number}/{seat}")
        while not state.is_terminal:
            if state.is_chance:
                state = state.after(state.sample(rng))
                continue
            player = state.current_player
            seen, legal = observation(state, player), state.legal_actions()
            start = time.thread_time_ns()
            action = agents[player].act(seen, legal).action
            yield state, agents[player], time.thread_time_ns() - start
            state = state.after(action)


def checked(state: BluffState, agent: SourceAgent) -> None:
    """Assert that the agent's counts agree with the model of the whole table."""
    player, asked = state.current_player, model(table_of(state))
    found = agent.numbers(observation(state, player))
    assert Fraction(found.below, found.total) == asked.degree(RULES.names[player], "bluff")
    assert found.total == asked.count_possible(RULES.names[player])


def costs(count: int, seed: int) -> Costs:
    """Phase -> nanoseconds of each decision; every fiftieth answer is checked with `checked`."""
    found: Costs = defaultdict(list)
    for state, agent, spent in games(count, seed):
        phase = state.position.phase
        if phase is Phase.ANSWER and len(found[phase]) % 50 == 0:
            checked(state, agent)
        found[phase].append(spent)
    return found


def rows(games_played: str, found: Costs) -> list[tuple[str, str, int, float, float, float]]:
    every = [each for times in found.values() for each in times]
    named = [(KINDS[phase], found[phase]) for phase in KINDS if found[phase]] + [("all", every)]
    return [(games_played, name, len(times), *microseconds(times)) for name, times in named]


def microseconds(times: list[int]) -> tuple[float, float, float]:
    """The mean, the 99th percentile and the maximum, in microseconds."""
    ordered = sorted(times)
    return tuple(each / 1_000 for each in (sum(times) / len(times), ordered[len(times) * 99 // 100], ordered[-1]))  # type: ignore[return-value]


def many() -> list[tuple[str, int, float, float]]:
    """The times of games of three on two cores, including the overhead of a match."""
    found = []
    for lineup in (("source",) * 3, ("random-truthful-random", "greedy-truthful-believe", "source")):
        start = time.perf_counter()
        _, results = run(Setup(GAME.name, Lineup(lineup), seed=1), 10_000, jobs=2)
        seconds = time.perf_counter() - start
        assert sum(sum(game) for match in results for game in match.returns) == -10_000  # a loser a game
        found.append((", ".join(lineup), 10_000, seconds, seconds / 10_000 * 1_000))
    return found


def main() -> None:
    """Run the benchmark and print its table."""
    head = ("games", "decision", "decisions", "mean, microseconds", "99th percentile", "largest")
    first, later = costs(100, 1), costs(1_000, 2)
    table(
        "The source agent's decisions in games of three, processor time",
        head,
        rows("first", first) + rows("later", later),
    )
    table("10,000 games of three on two cores", ("agents", "games", "seconds", "milliseconds a game"), many())


if __name__ == "__main__":
    main()
