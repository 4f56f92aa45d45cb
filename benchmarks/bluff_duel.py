"""Duels of Bluff Poker: their solutions, the exploitability of each agent, and the cost of the learning agent."""

import time
from collections import defaultdict

from benchmarks.measure import best, table
from games import registry
from games.bluff_poker.agents.opponent_model import throws_duel
from games.bluff_poker.agents.opponent_model.agent import Learner
from games.bluff_poker.outcomes import ladder
from games.bluff_poker.rules import Phase
from games.playing.match import Lineup, Match, Setup
from studies.bluff_poker.duel import play, strategy, throws_exploitability
from studies.bluff_poker.raises_duel import Duel, pooled
from studies.solving.regret import RegretMatching, best_responses, exploitability, value
from studies.solving.sequence_form import equilibrium

AGENTS = (
    "learner",
    "source",
    "source(k=0)",
    "source(k=1)",
    "greedy-truthful-random",
    "greedy-truthful-believe",
    "greedy-overbid-believe",
    "random",
)
CLASSES = 12


def solved() -> list[tuple[str, int, float | str, float, float, float]]:
    """For each duel: the times to build its tree and to solve it, its value, and the solution's exploitability."""
    rows = []
    for k in (8, 10, 12):
        for looks in (True, False):
            duel = pooled(k, looks)
            tree, form = best(lambda joint=duel.joint: Duel(joint).form, runs=2)
            seconds, (worth, found) = best(lambda form=form: equilibrium(form), runs=2)
            name = "linear program" if looks else "linear program, the starter does not look"
            rows.append((name, k, tree, seconds, worth, exploitability(form, found)))
    tree, form = best(lambda: Duel(pooled(8).joint).form, runs=2)
    learner = RegretMatching(form)
    seconds, _ = best(lambda: learner.run(1_000), runs=1)
    learned = learner.average()
    rows.append(("CFR+, 1,000 rounds", 8, tree, seconds, value(form, learned), exploitability(form, learned)))
    throws_duel.solve.cache_clear()
    seconds, throws = best(lambda: throws_duel.solve.__wrapped__(ladder()), runs=5)
    rows.append(
        ("throws: linear programs", 56, "-", seconds, throws.value[0], throws_exploitability(ladder(), throws.play))
    )
    return rows


def measured() -> list[tuple[str, float, float, float, float]]:
    """For each agent: its exploitability in each role, and the time to compute the agent's strategy."""
    form, rows = pooled(CLASSES).form, []
    for spec in AGENTS:
        maker = lambda spec=spec: registry.agent(registry.game("bluff_poker"), spec)  # noqa: E731
        start = time.process_time()
        found = strategy(maker, CLASSES)
        spent = time.process_time() - start
        against_responder, against_starter = best_responses(form, found)
        lost = against_starter + 1, against_responder - 1
        rows.append((spec, sum(lost) / 2, *lost, throws_exploitability(ladder(), play(maker)), spent))
    return rows


class Timed(Learner):
    """The learning agent, with the times of its decisions and observations."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: dict[str, list[int]] = defaultdict(list)

    def act(self, observation, legal):
        start = time.thread_time_ns()
        found = super().act(observation, legal)
        self.spent["answers" if observation.phase is Phase.ANSWER else "throws and bids"].append(
            time.thread_time_ns() - start
        )
        return found

    def observe(self, event):
        start = time.thread_time_ns()
        super().observe(event)
        self.spent["observations"].append(time.thread_time_ns() - start)


def costs(games: int) -> list[tuple[str, str, int, float, float]]:
    """The learning agent's times for observations and decisions, in microseconds."""
    rows = []
    for others in (("source",), ("random-truthful-random", "greedy-truthful-believe")):
        match = Match(Setup("bluff_poker", Lineup((*others, "learner")), {}, 1, games), 0)
        match.agents[-1] = timed = Timed()
        for number in range(games):
            match.play(number)
        for what, times in timed.spent.items():
            ordered = sorted(times)
            mean, high = sum(times) / len(times) / 1_000, ordered[len(times) * 99 // 100] / 1_000
            rows.append((", ".join(others), what, len(times), mean, high))
    return rows


def main() -> None:
    """Run the benchmark and print its table."""
    head = ("duel", "classes", "tree, seconds", "solved, seconds", "value to the starter", "exploitability")
    table("The duels solved", head, solved())
    head = ("agent", "duel", "as starter", "as responder", "duel of throws", "seconds")
    table(f"How far from optimal, {CLASSES} classes: what a best responder wins more than the value", head, measured())
    head = ("against", "the learner's", "times", "mean, microseconds", "99th percentile")
    table("The learner's decisions, in 100 games of one match", head, costs(100))


if __name__ == "__main__":
    main()
