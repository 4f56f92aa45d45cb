"""The agents of Spades that bid by a bidder: what they take from the table, and that they play in every variant."""

from __future__ import annotations

from random import Random

import pytest

from games import registry
from games.core.rules import State
from games.playing.match import turns
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.bis import Bis
from games.spades.bidding.rollout import Rollout
from games.spades.bidding.situation import Hand, Situation
from games.spades.game import GAME
from games.spades.observe import observation, situation
from games.spades.rules import BLIND, LOOK, Bid, Dealer

NAMES = ("N", "E", "S", "W")


def dealt(rng: Random, dealer: str = "W", **options: object) -> State:
    """A game in which all cards are dealt."""
    state: State = GAME.rules.of(names=NAMES, **options).start().after(Dealer(dealer))
    while state.chance_outcomes():
        state = state.after(state.sample(rng))
    return state


def played(agents: tuple[str, ...], seed: int, **options: object) -> State:
    rng, rules = Random(seed), GAME.rules.of(names=NAMES, **options)
    made = [registry.agent(GAME, each) for each in agents]
    for seat, each in enumerate(made):
        each.begin(seat, rules, str(seed))
    *_, last = turns(GAME, rules, made, lambda state: state.sample(rng))
    return last.after


def test_a_bidder_is_told_the_bids_before_from_the_dealers_left() -> None:
    state = dealt(Random(2), "E", goal=200)
    for bid in (3, 0, 4):
        state = state.after(Bid(bid))
    assert state.current_player == 1
    found = situation(observation(state, 1))
    assert found == Situation((3, 0, 4), goal=200)
    assert found.partner == 0
    assert found.opponents == (4, 3)


@pytest.mark.parametrize("name", ["bis", "rollout", "rb", "ms", "io"])
def test_an_agent_bids_what_its_bidder_says(name: str) -> None:
    agent = registry.agent(GAME, name)
    state = dealt(Random(8))
    bidder = {"bis": Bis(), "rollout": Rollout(), **ADDITIVE}[name]
    for seat in range(4):
        view = observation(state, seat)
        agent.begin(seat, state.rules, "1")
        decision = agent.act(view, state.legal_actions())
        assert decision.action == Bid(bidder(Hand.of_set(view.hand), situation(view)))
        assert ("I expect to take" in str(decision.reason)) == (name == "bis")
        state = state.after(decision.action)


@pytest.mark.parametrize("variant", ["partners", "cutthroat", "mirror", "whiz", "suicide"])
def test_the_agents_play_every_variant_to_its_end(variant: str) -> None:
    for first in ("bis", "rollout(deals=5)"):
        assert sum(played((first, "rb", "ms", "io"), 3, variant=variant, goal=60, limit=3).returns()) == 1
    assert sum(played(("rollout", "rb", "ms", "io"), 3, variant=variant, ranks=6, limit=1).returns()) == 1


def test_in_cutthroat_bis_has_no_partner() -> None:
    """It offers no cover, and at the end counts the opponent who is ahead alone."""
    covering = Hand.read("AKJ62.AQ.Q.K9543")
    level = ((0, 0), (0, 0), (0, 0))
    assert Bis().explained(covering, Situation()).bid == 5
    alone = Bis().explained(covering, Situation((2, 3), others=level))
    assert alone.bid == alone.regular
    assert not [note for note in alone.notes if note.startswith("Big")]
    now = Situation((2, 3), ours=10, others=((470, 2), (300, 0), (480, 5)))
    assert now.partner is None
    assert now.opponents == (2, 3)
    assert now.can_cut == 3
    assert now.their_points == pytest.approx(480 + 26.375)
    assert now.our_points(4) == 50
    assert float(alone.takes.total) < float(Bis().explained(covering, Situation()).takes.total), "three may cut"


def test_the_table_of_cutthroat_is_what_bis_is_told() -> None:
    state = dealt(Random(5), "W", variant="cutthroat", goal=50).after(Bid(3)).after(Bid(0))
    found = situation(observation(state, 2))
    assert found.before == (3, 0)
    assert found.others == ((0, 0),) * 3


def test_bis_bids_blind_nil_where_it_is_lost_otherwise() -> None:
    agent = registry.agent(GAME, "bis")
    state = dealt(Random(5), "W", blind="always", goal=50)
    for bid in (3, 1, 3):
        state = state.after(LOOK).after(Bid(bid))
    agent.begin(3, state.rules, "1")
    assert agent.act(observation(state, 3), state.legal_actions()).action == BLIND
    agent.begin(0, state.rules, "1")
    first = dealt(Random(5), "W", blind="always", goal=50)
    assert agent.act(observation(first, 0), first.legal_actions()).action == LOOK


def test_bis_wins_more_games_than_random_play() -> None:
    wins = sum(played(("bis", "random", "bis", "random"), seed, goal=100, limit=8).returns()[0] for seed in range(4))
    assert wins == 2
