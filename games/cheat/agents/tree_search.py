"""Agents that search over the 18 actions in `games.cheat.abstraction`.

SDMCTS (semi-determinized Monte Carlo tree search, Bitan and Kraus, 2018) searches from states in which the opponent's
last claim is true, and from states in which it is false. A predictor gives the weights of the two cases. The simpler
searches also sample whether the last claim is true, or search a few states with all cards visible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from games.cheat.abstraction import ACTIONS, CALL, CLAIMS, TAKE, action_text
from games.cheat.cards import RANKS, listed, of_rank
from games.cheat.observe import Observation
from games.cheat.predictors import Deeds, Moment, Past, features, load_calls, load_forest
from games.cheat.rules import CALL as SAY_CALL
from games.cheat.rules import TAKE as SAY_TAKE
from games.cheat.rules import Claim, is_lie
from games.core.agent import Agent, Reason
from games.core.errors import require_choice, require_number
from games.core.rules import Event
from games.search.settings import mixture, settings, weighed

if TYPE_CHECKING:
    from games.cheat.compiled.moves import Facts
    from games.search.tree_search import SearchResult

MOST_SIMULATIONS = 10_000_000
LONGEST_TIME = 600.0  # seconds for a move


class Weighed(NamedTuple):
    """The results of a search with this number of `simulations`; each list is indexed by the number of the action."""

    values: list[float]  # the expected value of each action; -inf if it was never tried
    tried: list[float]  # the proportion of simulations that tried each action
    lie: float | None  # the probability that the last claim is false; None if the search does not use it
    simulations: int


class TreeSearch(Agent):
    """Searches, and takes the action with the highest expected value.

    Parameters
    ----------
    simulations : int
        Simulations for each move; 0: as many as fit in the time.
    seconds : float
        Time for each move if `simulations` is 0. Loading the compiled loops for the first move is not counted.
    selection : {'uct', 'ismcts', 'smooth'}
        The rule that selects actions in the tree; see `games.search.settings`.
    claims : {'all', 'last', 'none', 'everything'}
        The claims whose truth is visible in the search. ``all``: later claims too, as in SDMCTS; ``last``: only the
        claim to answer; ``none``: no claim, so no predictor is used; ``everything``: all cards are visible.
    worlds : int
        Number of states, drawn once, each with its own tree; 0: a new state for each simulation.
    accuracy : float
        The probability that the predictor is right about the last claim. At 0.5 the predictor is useless (the agent MGA
        of Bitan and Kraus). Above 0.5 the agent is told whether a claim is true, with this probability of a correct
        answer. This is unfair and serves experiments on the value of a predictor (their agent FPMGA).
    c, eta, gamma, d : float
        The constants of the selection rule; see `games.search.settings`.
    discount : float
        The discount of the payoff for each move until the end of the game.
    """

    def __init__(
        self,
        simulations: int = 0,
        seconds: float = 0.5,
        selection: str = "smooth",
        claims: str = "all",
        worlds: int = 0,
        accuracy: float = 0.5,
        c: float = 0.0025,
        eta: float = 0.9,
        gamma: float = 0.1,
        d: float = 0.0025,
        discount: float = 0.995,
    ) -> None:
        for name, value, most in (("simulations", simulations, MOST_SIMULATIONS), ("worlds", worlds, 10_000)):
            require_number(name, value, 0, most, whole=True)
        require_number("seconds", seconds, 0.001, LONGEST_TIME)
        require_number("accuracy", accuracy, 0.5, 1)
        require_choice("claims", claims, ("all", "last", "none", "everything"))
        self.simulations, self.seconds, self.claims, self.worlds = simulations, seconds, claims, worlds
        nodes = min(1 << 18, max(64, 2 * simulations)) if simulations else 1 << 18
        self.settings = settings(selection, c=c, eta=eta, gamma=gamma, d=d, discount=discount, nodes=nodes)
        self.accuracy, self.all_seeing, self.told_lie = accuracy, accuracy > 0.5, False
        self.best, self.numbers = TAKE, dict[str, Any]()

    def observe(self, event: Event) -> None:
        """With `accuracy` above 0.5, draw a noisy signal of whether a claim of the opponent is false."""
        action = event.seen.action
        if self.all_seeing and isinstance(action, Claim) and event.player != self.seat:
            self.told_lie = is_lie(action) == (self.rng.random() < self.accuracy)

    def lie_chance(self, observation: Observation) -> float:
        """The predicted probability that the last claim is false."""
        return self.accuracy if self.told_lie else 1 - self.accuracy

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution of actions: probability 1 for the best one, with randomly drawn cards if it is a claim."""
        result = self.weigh(observation)
        self.best = best = max(range(ACTIONS), key=result.values.__getitem__)
        self.numbers = {"action": action_text(best), "value": result.values[best], "simulations": result.simulations}
        if result.lie is not None:
            self.numbers["lie"] = result.lie
        return {self._with_cards(observation, best): 1.0}

    def weigh(self, observation: Observation) -> Weighed:
        """The results of a search over the 18 actions."""
        cases, result = self._search(observation)
        lie, roots = float(bool(cases) and cases[0]), len(result.values)
        shares = [1.0] * roots
        if len(cases) == 2:
            lie = self.lie_chance(observation)
            if roots > 1:  # states with a true and with a false last claim take turns
                chances = (1 - lie) / ((roots + 1) // 2), lie / (roots // 2)
                shares = [chances[number % 2] for number in range(roots)]
        values = weighed(result.values, result.visits, shares)
        return Weighed(values, mixture(result.visits, shares), lie if cases else None, result.simulations)

    def _search(self, observation: Observation) -> tuple[tuple[int, ...], SearchResult]:
        """The cases of the last claim (true, false) that the search distinguishes, and the result of the search."""
        from games.cheat.dealing import ANY, FALSE, TRUE
        from games.cheat.search_space import root
        from games.search.tree_search import Search

        weighs = observation.can_call and self.claims in ("all", "last")
        seed = self.rng.getrandbits(64)
        place, cases = root(observation), (TRUE, FALSE) if weighs else (ANY,)
        search = Search(self.settings, ACTIONS, seed, place, self.facts(observation), cases, self.worlds)
        if self.simulations:
            search.run(self.simulations)
        else:
            search.run(1)  # loads or compiles the loops
            search.run_for(self.seconds)
        return tuple(search.cases.tolist()) if weighs else (), search.result()

    def facts(self, observation: Observation) -> Facts:
        """The constants of the compiled search for this observation."""
        from games.cheat.search_space import facts

        return facts(observation.rules, self.claims)

    def _with_cards(self, observation: Observation, action: int) -> Any:
        """The game's action for an abstract action; the cards of a claim are drawn uniformly from those that fit."""
        if action in (CALL, TAKE):
            return SAY_CALL if action == CALL else SAY_TAKE
        claim = CLAIMS[action - 2]
        rank = (observation.rank + (-1 if claim.lower else 1)) % observation.rules.ranks
        fitting = of_rank(rank)
        cards = listed(observation.hand & (fitting if claim.true else ~fitting))
        chosen = sorted(self.rng.sample(range(len(cards)), claim.size))
        return Claim(RANKS[rank], tuple(cards[number] for number in chosen))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The value of the action, the chance that the last claim is a lie, and the size of the search."""
        text = "{action}: worth {value:+.3f}, where a win is 1 and a loss -1, by {simulations:,} simulations"
        if "lie" in self.numbers:
            text += ", if the claim is a lie with the chance {lie:.2f}"
        return Reason(text, **self.numbers)


SHIPPED_FOREST, SHIPPED_CALLS = (Path(__file__).parents[1] / name for name in ("forest.json", "calls.json"))


@cache
def _shipped(load: Callable[[Path], Any], file: Path) -> Any:
    return load(file)


class Predicting(TreeSearch):
    """Searches as the agent `mga` does; a trained forest predicts the probability that the last claim is a lie.

    Parameters
    ----------
    predictor : str
        A file written by ``whoknows train cheat``; empty: the shipped one.
    simulations : int
        Simulations for each move; 0: as many as fit in the time.
    seconds : float
        Time for each move if `simulations` is 0.
    """

    def __init__(self, predictor: str = "", simulations: int = 0, seconds: float = 0.5) -> None:
        super().__init__(simulations, seconds)
        self.forest = load_forest(predictor) if predictor else _shipped(load_forest, SHIPPED_FOREST)
        self.past = Past()

    def observe(self, event: Event) -> None:
        """Record a move in both players' statistics."""
        self.past.observe(event)

    def lie_chance(self, observation: Observation) -> float:
        """The forest's probability that the last claim is a lie."""
        return self.forest.chance(features(Moment(observation, self.past)))

    def save(self) -> dict[str, Any]:
        """Both players' statistics by seat, as JSON values."""
        return {"deeds": [asdict(each) for each in self.past.seats]}

    def load(self, memory: Mapping[str, Any]) -> None:
        """Restore the statistics that `save` returned."""
        one, other = (Deeds(**each) for each in memory.get("deeds", ({}, {})))
        self.past = Past((one, other))


STATES = 100  # number of states from which the chance of a call is estimated, for the reason


class Reading(Predicting):
    """Searches as the agent `pmga` does, but a model of calls decides which of the searching agent's claims are called.

    So simulated opponents call as often as predicted, on later claims too. The model uses the opponent's cards in the
    simulated state, and how often this opponent has called.

    Parameters
    ----------
    calls : str
        A file written by ``whoknows train cheat --what calls``; empty: the shipped one.
    predictor : str
        As for `Predicting`.
    simulations : int
        Simulations for each move; 0: as many as fit in the time.
    seconds : float
        Time for each move if `simulations` is 0.
    """

    def __init__(self, calls: str = "", predictor: str = "", simulations: int = 0, seconds: float = 0.5) -> None:
        super().__init__(predictor, simulations, seconds)
        self.calls = load_calls(calls) if calls else _shipped(load_calls, SHIPPED_CALLS)

    def facts(self, observation: Observation) -> Facts:
        """The constants of the search, with the prediction of the opponent's calls."""
        from games.cheat.search_space import facts, predicted_calls

        other = 1 - observation.player
        predicted = predicted_calls(self.calls, other, self.past.seats[other])
        return facts(observation.rules, self.claims, predicted=predicted)

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution of actions: the best one with probability 1. `reason` then states the chance of a call."""
        distribution = super().policy(observation, legal)
        if self.best not in (CALL, TAKE):
            import numpy as np

            from games.cheat.search_space import expected_call, root

            chance, place = np.array([observation.turns], np.uint64), root(observation)
            self.numbers["call"] = expected_call(self.best, STATES, chance, place, self.facts(observation))
        return distribution

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason of `TreeSearch`, with the probability that the claim is called."""
        text = super().reason(observation, action).text
        return Reason(text + "; it is called with a chance of {call:.2f}" * ("call" in self.numbers), **self.numbers)
