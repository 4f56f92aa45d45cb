"""Fits the parameters of the agent `stronger` to played rounds: ``python -m studies.saboteur.fitting``.

Acts are public moves and statements. Their likelihoods are frequencies in rounds of `source` agents, each of which
randomly chooses when to play openly as a saboteur. The coefficients of the miners' chance to win come from logistic
regression on the features after each turn, in rounds of `source` and `stronger` agents that sometimes act at random.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np

from games.core.agent import Agent, Decision, Reason
from games.core.rules import Event
from games.playing.match import turns
from games.saboteur.actions import Break
from games.saboteur.agents.bayes_lookahead import act_likelihood
from games.saboteur.agents.bayes_lookahead.act_likelihood import act_kind
from games.saboteur.agents.bayes_lookahead.agent import Stronger
from games.saboteur.agents.bayes_lookahead.win_chance import SORTS, afterstates, features
from games.saboteur.agents.threshold_belief.agent import COVERS, Source
from games.saboteur.agents.threshold_belief.public_acts import Act, PublicTable
from games.saboteur.game import GAME
from games.saboteur.rules import Phase, Saboteur, SaboteurState

SAYS = ("truth", "lie", "silence")
TURNS = (
    "leaps",
    "shortens",
    "aside",
    "keeps",
    "keeps dead",
    "lengthens",
    "clears",
    "wastes",
    "destroys",
    "looks",
    "blocks",
    "frees self",
    "frees",
    "discards",
)
"""The kinds of acts in a turn, for an observer who knows the place of the gold."""
CONTEXTS = {"says": SAYS, "far": TURNS, "near": TURNS, "blocked": TURNS}  # the kinds of acts in each context
AIMED = ("blocks", "frees")  # the kinds of acts on another player
FEATURES: Mapping[str, int] = {
    "constant": 0,
    "way": -1,
    "one left": 1,
    "two left": 0,
    "lost": -1,
    "near": 1,
    "turns": 1,
    "way, turns": 0,
    "near, turns": 1,
    "lost, turns": 1,
    "pace": -1,
    "pace while easy": -1,
    "helpful": 1,
    "helpful, near": 1,
    "helpful, one left": 1,
    "single": -1,
    "single, near": -1,
    "miners": 1,
    "free miners": 1,
    "free miners, way": 1,
    "free miners, near": 1,
    "free miners, turns": 1,
    "free miners, helpful": 1,
    "free saboteurs": -1,
    "free saboteurs, way": -1,
    "free saboteurs, near": -1,
    "free saboteurs, turns": -1,
    "informed": 1,
    "informed, way": 1,
    "informed, turns": 1,
    "decoys far": 1,
    "decoys far, uninformed": 1,
    "first to come": 1,
    "second to come": 1,
    "third to come": 1,
    "first to come, one left": 1,
    "first to come, one left, helpful": 1,
    **{f"miner's {sort}": sign for sort, sign in zip(SORTS, (1, 1, -1, 1, 1, 1, 1), strict=True)},
    **{f"saboteur's {sort}": sign for sort, sign in zip(SORTS, (1, 1, -1, -1, -1, -1, -1), strict=True)},
}
"""The sign of each feature: 1 if a larger value can only help the miners, -1 if it can only harm them, otherwise 0."""

FILE = Path(act_likelihood.__file__).with_name("fitted.json")
RIDGE = 6.0  # Strength of the pull of coefficients towards 0
ROUNDS, PASSES, SLIPS = 240, 3, 0.1
TEAMS = ((False, False), (True, False), (False, True), (True, True))
"""For each kind of line-up: whether the miners are `stronger`, and whether the saboteurs are."""
Lineup = tuple[str, list[Agent]]
Maker = Callable[[Random, int], Lineup]


class SlippingAgent(Agent):
    """An agent that sometimes acts at random, so that the consequences of all actions are observed."""

    def __init__(self, agent: Agent, slips: float) -> None:
        self.agent, self.slips = agent, slips

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Start a game for this agent and for the agent that it wraps."""
        super().begin(seat, rules, seed)
        self.agent.begin(seat, rules, seed)

    def observe(self, event: Event) -> None:
        """Pass a move on to the wrapped agent."""
        self.agent.observe(event)

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The policy of the wrapped agent, without slips."""
        return self.agent.policy(observation, legal)

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        """The action of the wrapped agent, or sometimes a random one."""
        if self.rng.random() < self.slips:
            return Decision(self.rng.choice(legal), Reason("a slip"))
        return self.agent.act(observation, legal)


class Round(NamedTuple):
    """The data of a round: its line-up, its acts, who is a saboteur, where the gold is, and the result.

    `gold`: the number of the goal, from 1. `rows`: the features after each turn. `found`: whether the gold was found.
    """

    team: str
    acts: list[Act]
    roles: tuple[bool, ...]
    gold: int
    rows: list[Any]
    found: bool


def play_round(rules: Saboteur, agents: Sequence[Agent], seed: str, team: str = "") -> Round:
    """Play a round with these agents and return its data."""
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed}/{seat}")
    rng, witness = Random(seed), PublicTable(rules)
    acts: list[Act] = []
    rows: list[Any] = []
    state = rules.start()
    for turn in turns(GAME, rules, agents, lambda state: state.sample(rng)):
        state = cast(SaboteurState, turn.before)
        if state.position.phase is Phase.TURN:
            rows += _row(state, turn.action, witness)
        if turn.player >= 0:
            event = Event(turn.player, GAME.seen(state, turn.action, turn.player))
            act = witness.see(event)
            acts += [act] if act else []
    now = state.position
    return Round(team, acts, now.roles, now.faces.index("gold") + 1, rows, now.results[-1].found)


def _row(state: SaboteurState, action: Any, witness: PublicTable) -> list[Any]:
    """The features after an action, for the true roles and the true place of the gold; empty if the gold is found."""
    now = state.position
    gold = now.faces.index("gold")
    ahead = afterstates(GAME.observation(state, now.player), [action], witness.played)
    return [features(ahead, np.array([now.roles]), FEATURES)[0, 0, gold]] if ahead.ahead[0, gold, 0] > 0 else []


def count_acts(rounds: Sequence[Round]) -> dict[str, Any]:
    """The frequencies of the kinds of acts, and the odds that acts on a player hit a miner, compared with chance."""
    counts: dict[str, Any] = {context: defaultdict(lambda: [0, 0]) for context in CONTEXTS}
    chosen: dict[str, Any] = {kind: [[1.0, 1.0], [1.0, 1.0]] for kind in AIMED}
    expected: dict[str, Any] = {kind: [[1.0, 1.0], [1.0, 1.0]] for kind in AIMED}
    for each in rounds:
        for act in each.acts:
            context, kind = act_kind(act, each.gold)
            counts[context][kind][each.roles[act.player]] += 1
            if act.target is not None and act.target != act.player:
                _aimed(act, each.roles, chosen, expected)
    return {
        "chances": {context: _shares(context, by_kind) for context, by_kind in counts.items()},
        "targets": _ratios(chosen, expected),
    }


def _aimed(act: Act, roles: Sequence[bool], chosen: Any, expected: Any) -> None:
    kind = "blocks" if type(act.action) is Break else "frees"
    could = Counter(roles[seat] for seat in act.targets)
    if len(could) == 2:
        mine = roles[act.player]
        chosen[kind][mine][roles[act.target or 0]] += 1
        for role in (False, True):
            expected[kind][mine][role] += could[role] / len(act.targets)


def _ratios(chosen: Any, expected: Any) -> dict[str, list[float]]:
    return {
        kind: [
            round(chosen[kind][mine][0] / expected[kind][mine][0] * expected[kind][mine][1] / chosen[kind][mine][1], 4)
            for mine in (False, True)
        ]
        for kind in AIMED
    }


def _shares(context: str, counts: Any) -> dict[str, list[float]]:
    """The frequencies of the kinds of acts for a miner and a saboteur; each count is increased by 1, so none is 0."""
    kinds = CONTEXTS[context]
    totals = [sum(counts[kind][role] + 1 for kind in kinds) for role in (0, 1)]
    return {kind: [round((counts[kind][role] + 1) / totals[role], 5) for role in (0, 1)] for kind in kinds}


def fit_logistic(rows: Any, labels: Any, signs: Sequence[int], ridge: float = RIDGE) -> Any:
    """Coefficients of a logistic regression with prescribed signs; the constant's coefficient has almost no penalty.

    Parameters
    ----------
    signs : sequence of int
        By feature: 1 for a coefficient of at least 0, -1 for at most 0, 0 for any.

    Notes
    -----
    O(n f) per step of L-BFGS-B (Byrd, Lu, Nocedal and Zhu 1995, doi:10.1137/0916069) for n examples and f features.
    """
    from scipy.optimize import minimize

    penalty = np.full(rows.shape[1], ridge)
    penalty[0] = 1e-6

    def loss(beta: Any) -> tuple[float, Any]:
        score = rows @ beta
        slope = rows.T @ (1 / (1 + np.exp(-score)) - labels) + penalty * beta
        return float(np.sum(np.logaddexp(0, score) - labels * score) + np.sum(penalty * beta**2) / 2), slope

    bounds = [(0 if sign > 0 else None, 0 if sign < 0 else None) for sign in signs]
    start = np.zeros(rows.shape[1])
    return minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 400}).x


def fit_value(rounds: Sequence[Round]) -> dict[str, float]:
    """The coefficients of a logistic regression of the miners' wins, by feature.

    Each kind of line-up has its own constant, so that the strength of `stronger` agents is not attributed to the
    features. The mean of these constants is added to the coefficient of the feature ``constant``.
    """
    teams = sorted({each.team for each in rounds})
    rows = np.array([row for each in rounds for row in each.rows])
    labels = np.array([float(each.found) for each in rounds for _ in each.rows])
    team = np.array([[float(each.team == other) for other in teams] for each in rounds for _ in each.rows])
    signs = [*FEATURES.values(), *[0] * len(teams)]
    beta = fit_logistic(np.hstack([rows, team]), labels, signs)
    beta[0] += float(np.mean(team @ beta[len(FEATURES) :]))
    return {name: round(float(each), 4) for name, each in zip(FEATURES, beta, strict=False)}


def source_lineup(rng: Random, players: int) -> Lineup:
    """A line-up of `source` agents, each with a random choice of when a saboteur plays openly."""
    return "sources", [Source(rng.choice(COVERS)) for _ in range(players)]


def mixed_lineup(data: Mapping[str, Any]) -> Maker:
    """A factory of line-ups of `SlippingAgent` in which the miners, the saboteurs, both or neither play as `stronger`.

    All agents use the fitted `data`. They make no rollouts, which would take five times as long.
    """

    def made(rng: Random, players: int) -> Lineup:
        miner, saboteur = rng.choice(TEAMS)
        cover = rng.choice(COVERS)
        agents = [Stronger(miner, saboteur, cover, samples=0) for _ in range(players)]
        for agent in agents:
            agent.fitted = data
        return f"{miner} {saboteur} {cover}", [SlippingAgent(agent, SLIPS) for agent in agents]

    return made


def bootstrap_lineup(rng: Random, players: int) -> Lineup:
    """A line-up of `source` agents that sometimes act at random, for the first pass of `fit`."""
    cover = rng.choice(COVERS)
    return f"False False {cover}", [SlippingAgent(Source(cover), SLIPS) for _ in range(players)]


def play_rounds(rules: Saboteur, count: int, make: Maker, seed: str) -> list[Round]:
    """Play rounds with random line-ups and return their data."""
    rounds = []
    for number in range(count):
        team, agents = make(Random(f"{seed}/{number}"), rules.players)
        rounds.append(play_round(rules, agents, f"{seed}/{number}/play", team))
    return rounds


def fit(rules: Saboteur, count: int, passes: int, seed: str) -> dict[str, Any]:
    """The fitted data for these rules. Each pass plays with the data so far, and fits them to all rounds played."""
    data: dict[str, Any] = {"habits": count_acts(play_rounds(rules, count, source_lineup, f"{seed}/habits"))}
    rounds: list[Round] = []
    for number in range(passes):
        rounds += play_rounds(rules, count, mixed_lineup(data) if number else bootstrap_lineup, f"{seed}/{number}")
        data["value"] = fit_value(rounds)
    return data


def main(given: Sequence[str] | None = None) -> None:
    """Fit the parameters for each variant of the rules and write the file; this takes some minutes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each pass")
    parser.add_argument("--passes", type=int, default=PASSES)
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write")
    options = parser.parse_args(given)
    data = {
        variant: fit(Saboteur(variant=variant, rounds=1), options.rounds, options.passes, options.seed)
        for variant in ("source", "official")
    }
    options.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
