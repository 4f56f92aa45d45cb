"""95 % intervals contain the truth in 93 to 97 % of simulated experiments, however games hang together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from effort import some
from scipy.special import ndtri

from games.playing.arena import play_match
from games.playing.match import Lineup, Setup
from games.playing.statistics import Estimate, MatchResult, clustered_share, estimate, proportion, summary
from studies.saboteur.experiment import difference

GAME = "liars_card:GAME"
FEW, MANY = 200, 2_000
"""Numbers of experiments in the quick and in the slow run."""
COUNTS = [FEW, pytest.param(MANY, marks=pytest.mark.slow)]
Experiment = Callable[[np.random.Generator], list[tuple[Estimate, float]]]
"""Makes estimates, each with the truth."""


def check(experiment: Experiment, count: int) -> None:
    """Each estimate of an experiment covers the truth as often as it promises."""
    rng = np.random.default_rng(20)
    held: list[list[bool]] = []
    for _ in range(count):
        found = experiment(rng)
        held.append(
            [each.low is not None and each.high is not None and each.low <= truth <= each.high for each, truth in found]
        )
    for hits in np.sum(held, axis=0):
        if count == MANY:
            assert 0.93 <= hits / count <= 0.97
        else:
            from scipy.stats import binomtest  # loads in a second, in the workers that run these tests alone

            assert binomtest(int(hits), count, 0.95).pvalue > 0.002


@dataclass(frozen=True)
class World:
    """A game of which the truth is known: a return is the sum of skill, seat, luck of the seat's cards, and noise.

    Luck is shared by the matches of a deal. Skilled agents make more of good cards. A mood lasts for a match.
    """

    setup: Setup
    games: int
    luck: float = 2.0
    mood: float = 0.5
    noise: float = 0.5

    def skill(self, place: int) -> float:
        return sum(map(ord, str(self.setup.lineup.agents[place]))) % 7 / 3

    def results(self, rng: np.random.Generator) -> list[MatchResult]:
        setup, players = self.setup, self.setup.lineup.players
        dealt: dict[object, np.ndarray] = {}
        found = []
        for number in range(self.games // setup.block):
            deal = setup.deal_of(number)
            if deal not in dealt:
                dealt[deal] = rng.normal(0, self.luck, (setup.block, players)) + np.arange(players)
            mood = rng.normal(0, self.mood, players)
            games = [self.game(luck, mood, setup.seats_of(number), rng) for luck in dealt[deal]]
            found.append(MatchResult(number, tuple(games)))
        return found

    def game(
        self, luck: np.ndarray, mood: np.ndarray, seats: Sequence[int], rng: np.random.Generator
    ) -> tuple[Fraction, ...]:
        drawn = rng.normal(0, self.noise, len(seats)) if self.noise else np.zeros(len(seats))
        paid = [
            self.skill(place) + luck[seat] * (1 + self.skill(place) / 4) + mood[place] + drawn[place]
            for place, seat in enumerate(seats)
        ]
        return tuple(Fraction(round(each * 1000), 1000) for each in paid)

    def truth(self, place: int) -> float:
        """The mean over all seats."""
        return self.skill(place) + np.mean(range(self.setup.lineup.players)) * (1 + self.skill(place) / 4)

    def experiment(self, rng: np.random.Generator) -> list[tuple[Estimate, float]]:
        found, places = summary(self.results(rng), self.setup), range(self.setup.lineup.players)
        agents = [(found.agents[place], self.truth(place)) for place in places]
        teams = zip(found.teams, self.setup.partners, strict=True)
        return agents + [(each, sum(self.truth(place) for place in team)) for each, team in teams]


def world(*agents: str, games: int, game: str = GAME, more: dict[str, object] | None = None, **how: object) -> World:
    return World(Setup(game, Lineup(agents), **(how or {})), games, **(more or {}))  # type: ignore[arg-type]


WORLDS = {
    "rotations": world("a", "b", "c", games=90),
    "rotations, the last cycle not whole": world("a", "b", "c", games=100),
    "all seatings": world("a", "b", "c", games=180, seatings="all"),
    "two equal agents": world("a", "a", "b", games=90, seatings="all"),
    "equal agents": world("a", "a", "a", games=60),
    "each match its own luck": world("a", "b", "c", games=60, duplicate=False),
    "matches of five games": world("a", "b", games=300, block=5, more={"mood": 2.0}),
    "partners, A-B-A-B": world("a", "b", "a", "b", games=80, game="pennies:GAME"),
    "partners without chance of their own": world(
        "a", "b", "a", "b", games=80, game="pennies:GAME", more={"mood": 0, "noise": 0}
    ),
}


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("name", some([*WORLDS], 2))
def test_means_of_agents_and_teams(name: str, count: int) -> None:
    check(WORLDS[name].experiment, count if count == MANY else count // 5)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_shares(share: float, count: int) -> None:
    check(lambda rng: [(proportion(int(rng.binomial(400, share)), 400), share)], count)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("share", "luck"), some([*product((0.05, 0.3, 0.8), (1.0, 0.0))], 2))
def test_shares_of_rounds_whose_games_have_one_luck(share: float, luck: float, count: int) -> None:
    """A game is won where luck and noise, both normal, are above a mark."""
    mark = ndtri(1 - share) * (1 + luck**2) ** 0.5

    def experiment(rng: np.random.Generator) -> list[tuple[Estimate, float]]:
        won = luck * rng.normal(size=(150, 1)) + rng.normal(size=(150, 3)) > mark
        return [(clustered_share([Fraction(int(each)) for each in won.sum(1)], [3] * 150), share)]

    check(experiment, count)


@pytest.mark.parametrize("count", COUNTS)
def test_differences_of_independent_shares(count: int) -> None:
    def experiment(rng: np.random.Generator) -> list[tuple[Estimate, float]]:
        one, other = (proportion(int(rng.binomial(200, share)), 200) for share in (0.6, 0.4))
        return [(difference(one, other), 0.2)]

    check(experiment, count)


@pytest.mark.parametrize("count", COUNTS)
def test_few_clusters_of_different_sizes(count: int) -> None:
    def experiment(rng: np.random.Generator) -> list[tuple[Estimate, float]]:
        sizes = rng.integers(2, 7, 20)
        sums = [Fraction(round(1000 * (rng.normal(1, 1) * size + rng.normal() * size**0.5)), 1000) for size in sizes]
        return [(estimate(sums, sizes.tolist()), 1.0)]

    check(experiment, count)


@pytest.mark.slow
@pytest.mark.parametrize("how", [{}, {"duplicate": False}])
def test_games_that_are_played_by_equal_agents(how: dict[str, object]) -> None:
    """By symmetry the true mean of random agents is 0, whatever their text: `random()` is another one than `random`."""
    lineup = Lineup(("random", "random()", "random( )"))
    assert Setup(GAME, lineup, **how).seat_order.distinct > 1  # type: ignore[arg-type]

    def experiment(rng: np.random.Generator) -> list[tuple[Estimate, float]]:
        setup = Setup(GAME, lineup, {}, int(rng.integers(2**60)), **how)  # type: ignore[arg-type]
        found = summary([play_match(setup, number).result for number in range(36)], setup)
        return [(each, 0.0) for each in found.agents]

    check(experiment, MANY)
