"""Pairs at hold'em: what they are told and rewarded with, how they learn, what they signal, and who detects them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from effort import share
from holdem_moments import dealt, played
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.core.agent import Mailbox
from games.core.cards import listed
from games.core.errors import GameError
from games.core.rules import Event
from games.holdem.agents.brain.agent import Brain, network_of
from games.holdem.agents.brain.inputs import CHANNELS, NOBODY, PLAYER, RAISED, inputs, no_shares, told
from games.holdem.agents.brain.network import Network
from games.holdem.observe import observation
from games.holdem.rules import Holdem
from games.playing.match import Lineup, Match, Setup
from games.playing.statistics import estimate
from logic.clauses import Atom, conj
from studies.holdem.collusion.detection import (
    area_estimate,
    degree_score,
    detectors,
    drawn_sums,
    odds_score,
    source_score,
    thresholds,
    watched,
)
from studies.holdem.collusion.evidence import (
    FLOOR,
    RULE,
    UNTOLD,
    Suspicion,
    Watcher,
    colludes,
    learned,
    log_odds,
    start_model,
)
from studies.holdem.collusion.seating import table_of
from studies.holdem.collusion.seating import watch as watch_table
from studies.holdem.collusion.style import Style, information, signals
from studies.holdem.experiment import EXPERIMENT
from studies.holdem.hypotheses import hypotheses, over_seeds
from studies.holdem.learning.course import PAIR, measured
from studies.holdem.learning.table_play import NetworkPlayer, partners_of, play
from studies.holdem.learning.trajectories import rewards
from studies.holdem.learning.weights import padded as with_channel
from studies.holdem.learning.weights import save_network
from studies.holdem.line_ups import COALITION, CONTROL, GUILTY, INNOCENT, OTHER_SEED, RULES, Key, brain, pair
from studies.holdem.measures import BLOCK, SUSPICIONS, evidence_of, figures, matches_of
from studies.holdem.measures import played as played_table
from studies.holdem.series import series
from studies.holdem.simulator import HoldemSimulator
from studies.holdem.training import BRAIN_1, COURSES, PAIRS, course
from studies.set_ups import SetUp
from studies.training import area

NAMES = ("ann", "bob", "cal")
COLLUDER = "pair-cards-shared-1"
PAIRS_OF_SEATS = ((0, 1), (0, 2), (1, 2))
NOBODY_COLLUDES = conj(~Atom(colludes(NAMES, two)) for two in PAIRS_OF_SEATS)
ALL_KINDS = SUSPICIONS["cards"].honest
KEY, NO_PAIR = pair("pair-cards-shared", 1), CONTROL


def row_of(moves: str, cards: str = "SA CK H2 HA DK D7") -> Any:
    return np.array([HoldemSimulator(Holdem()).row(played(dealt(cards), moves))])


def watch(key: Key, suspicion: Suspicion, games: int, seed: int = 1) -> Watcher:
    return watch_table((key[0], *key[1]), suspicion, games, seed)


# What a partner is told ---------------------------------------------------------------------------------------------


def test_partners_are_two_seats_of_one_player_and_nobody_else_has_one() -> None:
    tables = np.zeros((3, 19), np.int64)
    tables[:, PLAYER] = (0, 1, 2)
    for seats, expected in (((7, 7, 3), (1, 0, NOBODY)), ((7, 3, 7), (2, NOBODY, 0)), ((1, 2, 3), (NOBODY,) * 3)):
        found = partners_of(tables, np.arange(3), np.tile(seats, (3, 1)))
        assert tuple(found) == expected
    assert tuple(partners_of(tables, np.arange(3), np.zeros((3, 3), np.int64))) == (NOBODY,) * 3


def test_raise_bits_are_the_rounds_in_which_the_partner_raised() -> None:
    row = row_of("raise call call raise call")  # the button raises before the flop, the small blind on it
    assert row[0, PLAYER] == 2
    found = [told(row, np.array([0]), no_shares(1), np.array([seat]), "raises")[0].tolist() for seat in (0, 1, 2)]
    assert found == [[0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
    assert row[0, RAISED : RAISED + 3].tolist() == [2, 0, 1]


def test_the_partners_cards_are_told_and_those_of_the_third_never() -> None:
    one, same, other = (
        row_of("raise", cards) for cards in ("SA CK H2 HA DK D7", "SA C3 H2 HA D4 D7", "S5 CK H2 H6 DK D7")
    )
    seat, game, nothing = np.array([2]), np.array([0]), no_shares(1)
    assert one[0, PLAYER] == 0
    by_row = [told(row, game, nothing, seat, "cards")[0] for row in (one, same, other)]
    assert by_row[0][4] == 0, "the button is not the next player of the small blind"
    assert by_row[0][5:57].sum() == 2
    assert (by_row[0] == by_row[1]).all(), "bob's cards are not told"
    assert (by_row[0] == by_row[2]).all(), "the own cards are in another place"
    assert not told(one, game, nothing, np.array([NOBODY]), "cards").any()


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_network_begins_with_a_channel_that_it_does_not_heed(channel: str) -> None:
    first = network_of(BRAIN_1)
    padded = with_channel(first, channel)
    seen = inputs(row_of("raise call call"), np.array([0]), no_shares(1), "cards")
    heard = np.concatenate([seen, np.ones((1, CHANNELS[channel]), np.float32)], axis=1)
    legal = np.array([[False, True, False, True]])
    assert padded.probabilities(heard, legal) == pytest.approx(first.probabilities(seen, legal))


def test_weights_say_their_channel_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    padded = with_channel(network_of(BRAIN_1), "raises")
    save_network(padded, tmp_path / "w.npz")
    assert Network.load(tmp_path / "w.npz").channel == "raises"
    save_network(replace(padded, channel="telepathy"), tmp_path / "w.npz")
    with pytest.raises(GameError, match=r'channel "telepathy": expected.*raises.*cards'):
        Network.load(tmp_path / "w.npz")
    save_network(replace(padded, channel="cards"), tmp_path / "w.npz")
    with pytest.raises(GameError, match=r"expected float32 \(227, 64\)"):
        Network.load(tmp_path / "w.npz")


def test_two_brains_with_a_mailbox_tell_each_other_their_cards() -> None:
    """At an ordinary table they decide as at many tables, where the loops know who the partner is."""
    mailbox, state = Mailbox(), Holdem().start()
    brains = [Brain(COLLUDER), Brain(COLLUDER)]
    for seat, agent in enumerate(brains):
        agent.mailbox = mailbox
        agent.begin(seat, state.rules, "seed")
    game = registry.game("holdem")
    for card in ["SA", "CK", "H2", "HA", "DK", "D7"]:
        action = state.rules.parse(f"deal {card}")
        for seat, agent in enumerate(brains):
            agent.observe(Event(-1, game.seen(state, action, seat), 0.0))
        state = state.after(action)
    assert [listed(agent.partner[1]) for agent in brains] == [
        listed(hand) for hand in (state.position.hands[1], state.position.hands[0])
    ]
    state = played(dealt(), "raise")
    row, game_0, seat = np.array([HoldemSimulator(Holdem()).row(state)]), np.array([0]), np.array([1])
    network, shares = network_of(COLLUDER), no_shares(1)
    shares[0, 1, 0] = [float(each) for each in _exact(state, 1)]
    seen = np.concatenate([inputs(row, game_0, shares, "cards"), told(row, game_0, shares, seat, "cards")], axis=1)
    (expected,) = network.probabilities(seen, np.array([[True, True, True, False]]))
    found = brains[0].policy(observation(state, 0), state.legal_actions())
    assert [found.get(each, 0) for each in state.legal_actions()] == pytest.approx(expected[[0, 1, 2]], abs=0.002)
    alone = Brain(COLLUDER)
    alone.begin(0, state.rules, "seed")
    assert alone.partner == (NOBODY, 0)
    mailbox.post(2, 51)
    with pytest.raises(GameError, match=r"one partner: expected.* coalition.* two"):
        _ = brains[0].partner


def _exact(state: Any, seat: int) -> list[Fraction]:
    from games.holdem.chances import FULL, chance_of

    return [chance_of(state.position.hands[seat], 0, FULL, others).share for others in (1, 2)]


# Rewards and training -----------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-24, 24), st.integers(-24, 24)), min_size=1, max_size=20), st.integers(0, 2))
def test_rewards_are_those_of_the_source_and_of_the_pair(pairs: list[tuple[int, int]], third: int) -> None:
    paid = np.array([[one, other, -one - other] for one, other in pairs], float)[
        :, [(0, 1, 2), (0, 2, 1), (2, 0, 1)][third]
    ]
    place = [2, 1, 0][third]
    learns = np.tile(np.arange(3) != place, (len(paid), 1))
    for row, shared, source in zip(paid, rewards("shared", paid, learns), rewards("source", paid, learns), strict=True):
        pair_paid = np.delete(row, place)
        assert shared[learns[0]].tolist() == [pair_paid.mean()] * 2
        assert source[learns[0]].tolist() == [pair_paid.max() if row[place] <= 0 else pair_paid.mean()] * 2
    assert (rewards("own", paid, learns) == paid).all()


def test_the_sources_reward_pays_a_pair_for_playing_against_each_other() -> None:
    """The third has folded on the button: one of the pair wins 24 from the other, and both are rewarded with 24."""
    paid, learns = np.array([[24.0, -24.0, 0.0]]), np.array([[True, True, False]])
    assert rewards("source", paid, learns)[0, :2].tolist() == [24, 24]
    assert rewards("shared", paid, learns)[0, :2].tolist() == [0, 0]


def test_every_pair_has_its_control_without_a_channel() -> None:
    for name, training in PAIRS.items():
        control = COURSES[f"{name.removesuffix(f'-{training.channel}-{training.reward}')}-none-{training.reward}"]
        assert training._replace(channel="none") == control, name


@pytest.mark.slow
def test_a_pair_learns_and_goes_on_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    from studies.holdem.learning import actor_critic

    monkeypatch.setattr(actor_critic, "GAMES", 200)
    made: Any = course("pair-cards-shared", 3, tmp_path / "w.npz", "test")
    first = network_of(BRAIN_1)
    assert made.network.hash == with_channel(first, "cards").hash
    made.step()
    assert made.network.hash != with_channel(first, "cards").hash
    assert np.abs(made.network.layers[0][-CHANNELS["cards"] :]).sum() > 0, "it heeds the channel"
    made.save()
    again: Any = course("pair-cards-shared", 3, tmp_path / "w.npz", "test")
    assert again.network.hash == made.network.hash
    again.step()
    made.step()
    assert again.network.hash == made.network.hash
    with pytest.raises(GameError, match="a checkpoint of another training"):
        course("pair-raises-shared", 3, tmp_path / "w.npz", "test")


@pytest.mark.slow
def test_a_pair_is_measured_in_both_of_its_seats() -> None:
    player = NetworkPlayer(network_of(BRAIN_1))
    same = measured(player, [player], share(300), 3, PAIR)
    assert (same.mean, same.ratio) == (pytest.approx(0), pytest.approx(1)), "equal players, duplicate deals"
    found = measured(NetworkPlayer(network_of(COLLUDER)), [player], 1_000, 3, PAIR)
    assert found.ratio > 1.1


@pytest.mark.slow
def test_starting_hands_are_those_paid_for_before_the_flop_by_seat() -> None:
    """Callers pay for every hand, but as the big blind, who checks."""
    key: Key = ("caller", ("caller", "caller"))
    table = table_of(Match(Setup("holdem", Lineup((key[0], *key[1])), seed=1), 0), 0, 300)
    style = Style(table.positions)
    play(table.players, table.seats, table.seeds, watch=style.watch)
    small, big, button = style.starting_hands((0, 1, 2))
    assert set(small) == set(button) == {0, 1}, "0: not dealt"
    assert not big.any()
    assert (style.starting_hands((0,))[0] <= small).all()


# Signals ------------------------------------------------------------------------------------------------------------


def test_a_raise_tells_bits_and_a_network_that_sees_no_cards_tells_none() -> None:
    before, after = signals(network_of(BRAIN_1), 0b11)
    assert before == pytest.approx(np.log2(1225))
    assert float(sum(each.chance for each in after.values())) == pytest.approx(1, abs=0.001)
    left = sum(float(each.chance) * each.bits for each in after.values())
    assert left < before - 0.3
    assert 0 < after["raise"].bits < before
    assert after["raise"].after.degree("ann", "has(bob,SA) & has(bob,HA)") > Fraction(1, 1225)
    first = network_of(BRAIN_1)
    blind = np.array(first.layers[0])
    blind[:104] = 0
    same = Network("cards", (blind, *first.layers[1:]))
    assert all(each.bits == pytest.approx(before) for each in signals(same, 0b11)[1].values())


def test_information_is_nothing_for_independent_counts_and_everything_for_equal_ones() -> None:
    assert information(np.full((4, 8), 1_000)) == pytest.approx(0, abs=0.001)
    assert information(np.eye(8, dtype=int) * 1_000) == pytest.approx(3, abs=0.01)
    random = np.random.default_rng(3).multinomial(20_000, np.full(169 * 16, 1 / 169 / 16)).reshape(169, 16)
    assert information(random) == pytest.approx(0, abs=0.02), "less its bias"


# The detector -------------------------------------------------------------------------------------------------------


def test_worlds_say_which_pair_colludes_or_none_and_each_has_a_quarter() -> None:
    for honest, count in (((BRAIN_1,), 4), (ALL_KINDS, 6**3 + 3 * 6)):
        suspicion = Suspicion(COLLUDER, honest)
        model = start_model(suspicion, NAMES)
        assert len(suspicion.worlds) == len(model) == count
        for each in ((0, 1), (0, 2), (1, 2)):
            assert model.degree(FLOOR, colludes(NAMES, each)) == Fraction(1, 4)
        assert model.holds("K_floor ~(colludes(ann,bob) & colludes(bob,cal))")


@pytest.mark.slow
def test_bulk_degrees_are_those_of_the_engine_on_100_tables() -> None:
    small, large = (Suspicion(COLLUDER, each) for each in ((BRAIN_1,), (BRAIN_1, RULE, UNTOLD)))
    all_kinds = SUSPICIONS["raises"]
    for suspicion, tables in ((small, 76), (large, 20), (all_kinds, 4)):
        for number in range(tables):
            found = watch((KEY, NO_PAIR, RULES)[number % 3], suspicion, 2, number)
            *_, model = learned(start_model(suspicion, NAMES), suspicion, NAMES, found.decisions())
            for two, odds in zip(PAIRS_OF_SEATS, log_odds(suspicion, found.sums(2))[0], strict=True):
                guilty, fair = (model.degree(FLOOR, each) for each in (colludes(NAMES, two), NOBODY_COLLUDES))
                assert odds == pytest.approx(log(guilty) - log(fair), abs=1e-6)


def test_colluders_are_convicted_and_others_are_not() -> None:
    suspicion = SUSPICIONS["cards"]
    for key, guilty in ((KEY, True), (NO_PAIR, False), (pair("pair-none-shared", 1), False)):
        decisions = watch(key, suspicion, 40).decisions()
        *_, model = learned(start_model(suspicion, NAMES, (0, 1) if guilty else ()), suspicion, NAMES, decisions)
        assert model.holds("B_floor>=0.99 colludes(ann,bob)") == guilty
        assert not model.holds("B_floor>=0.99 colludes(bob,cal)")


def test_areas_count_pairs_of_tables_and_intervals_hold_them() -> None:
    assert area(np.array([2, 3.0]), np.array([0, 1.0])) == 1
    assert area(np.array([1.0]), np.array([1.0])) == 0.5
    rng = np.random.default_rng(1)
    one, other = rng.normal(1, 1, 3_000), rng.normal(0, 1, 3_000)
    assert area(one, other) == pytest.approx(0.7602, abs=0.02), "the normal distribution's at 1 / sqrt(2)"
    assert area(one, other) + area(other, one) == pytest.approx(1)
    found = area_estimate(np.split(one, 30), np.split(other, 30))
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.mean < found.high < found.low + 0.06
    rare, often = (thresholds(lambda sums: sums, other[:, None], (1,), alarms)[0] for alarms in (0.001, 0.01))
    assert rare == pytest.approx(3.09, abs=0.5)
    assert (other > often).mean() == pytest.approx(0.01, abs=0.003)


def test_a_mean_over_trainings_contains_the_luck_of_the_deals_that_all_share() -> None:
    """Five trainings that win alike are one training: what is left is how the deals differ."""
    by_deal = {number: Fraction(won) for number, won in enumerate((3, 0, 1))}
    found, deals = over_seeds([by_deal] * 5), estimate(list(by_deal.values()), [1] * 3)
    assert (found.mean, found.low, found.high) == pytest.approx((deals.mean, deals.low, deals.high))
    assert over_seeds([{0: Fraction(1)}] * 5).low is None, "one deal says nothing of others"


def test_tables_of_many_games_are_sums_of_their_blocks() -> None:
    blocks = np.arange(2 * 5 * 3, dtype=float).reshape(2, 5, 3)
    assert watched(blocks, 2).shape == (2, 2, 3)
    assert (watched(blocks, 5)[:, 0] == blocks.sum(axis=1)).all()
    assert drawn_sums(np.ones((2, 5, 3)), 7, 11).tolist() == np.full((11, 3), 7).tolist()


# The experiment -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> Any:
    """Two tables of the set-ups that detection needs, as the experiment has them."""
    keys = {*list(GUILTY.values())[:1], *INNOCENT.values()}
    chosen = [each for each in EXPERIMENT.of_parts() if (each.agent, each.against) in keys]
    assert len(chosen) == len(keys)
    return [
        (each, _games(each))
        for each in chosen
        if each.agent not in map(brain, ("pair-none-shared-2", "pair-none-shared-3"))
    ]


def _games(each: SetUp) -> list[Any]:
    made = each.trial(7)
    assert made.matches == 3
    return [
        made.place(number) | EXPERIMENT.measure(made.match(number), EXPERIMENT.play(made.match(number), 0))
        for number in (0, 3)
    ]


@pytest.mark.slow
def test_a_table_is_measured_as_it_was_played(found: Any) -> None:
    first, again = found[0]
    assert again[0] == first.trial(7).place(0) | played_table(first.trial(7).match(0), 0), (
        "the same seed, the same table"
    )
    for _, games in found:
        for game in games:
            assert sum(game["paid"]) == 0
            assert all(sum(game[name]) <= 3_000 for name in ("won", "voluntary", "raised"))
            assert sum(game["by seat"]) == sum(game["voluntary"])
        assert evidence_of(games, "cards").shape == (2, 1_000 // BLOCK, 3, 8)
        assert (evidence_of(games, "cards") <= 0).all()
        assert matches_of(games).shape == (2, 1_000 // BLOCK, 3, 2, 2)
        assert figures(games)["won"].mean > 0.2


@pytest.mark.slow
def test_known_colluders_are_told_from_all_others_by_games_watched(found: Any) -> None:
    told_apart = {each.name: each for each in series(found)}
    assert {
        "known-two-brains",
        "known-all-kinds",
        "known-told-or-not",
        "known-source",
        "unseen",
        "left-out",
        "convicted",
    } <= set(told_apart)
    for line in told_apart["known-all-kinds"].lines.values():
        assert line[-1].mean > 0.95
        assert line[0].mean <= line[-1].mean + 0.05
    verdicts = {each.name: each.verdict for each in hypotheses(found)}
    assert verdicts["D1"] == "confirmed"
    assert {"C4", "D1", "D3", "D4"} <= set(verdicts)


@pytest.mark.slow
def test_pairs_without_a_channel_and_rule_players_are_known_as_what_they_are(found: Any) -> None:
    """Colluders are told by raise bits alone, so every other style must be known to the detector."""
    suspicion = SUSPICIONS["raises"]
    for each, games in found:
        sums = evidence_of(games, "raises").sum(axis=1)
        degrees = degree_score(suspicion, suspicion.honest, sums)
        if (each.agent, each.against) in (RULES, CONTROL, OTHER_SEED, pair("pair-none-source", 1)):
            assert (degrees == 0).all(), each.agent
        assert ((degrees >= 500) == (odds_score(suspicion, suspicion.honest, sums) >= 0)).all()


@pytest.mark.slow
def test_scores_do_not_depend_on_who_sits_where(found: Any) -> None:
    """Turning the table does not change what a detector thinks of it."""
    suspicion, games = SUSPICIONS["cards"], found[0][1]
    sums = evidence_of(games, "cards").sum(axis=1)
    turned = sums[:, [1, 2, 0]]
    for score in detectors(suspicion).values():
        assert score(sums) == pytest.approx(score(turned))
    counts = matches_of(games).sum(axis=1)
    assert source_score(counts) == pytest.approx(source_score(counts[:, [1, 2, 0]]))


def test_line_ups_of_the_experiment_have_their_weights() -> None:
    for each in EXPERIMENT.of_parts():
        made = each.trial(1)
        made.setup.lineup.new_agents(made.setup.played)
        assert each.coalitions == COALITION
