"""Players of cards: what the weak and the strong rules play, the types of rounds, and play of deals that may be."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.core.cards import CARDS, NUMBER, card, set_of
from games.core.errors import GameError
from games.spades.agents.bidder import (
    PLAYERS,
    SAMPLES,
    Goal,
    Sampling,
    bid_weights,
    by_rules,
    does,
    needs,
    player_of,
    possible_deals,
    round_type,
    signalled,
    sure_takes,
    typed_card,
)
from games.spades.bidding.bis import Bis
from games.spades.bidding.compiled_bis import NIL_SLIP, SLIP
from games.spades.bidding.situation import Hand, Situation
from games.spades.dealing import UNKNOWN, Hidden, dealt_again, sampler
from games.spades.double_dummy import empty_memo, goals_of, mean_values, moment_of
from games.spades.game import GAME
from games.spades.observe import Observation, hidden, observation
from games.spades.rules import PLAYS, SEATS, Phase, Spades, SpadesState
from tests.effort import examples, seeds


def moments(seed: int, left: int, **options: Any) -> list[SpadesState]:
    """The moments of a random round with at most this number of tricks left."""
    rng, state, found = Random(seed), Spades(limit=1, **options).start(), []
    while not state.is_terminal:
        now = state.position
        if now.phase is Phase.PLAY and state.rules.ranks - len(now.tricks) <= left:
            found.append(state)
        state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return found


def all_deals(unseen: Hidden) -> list[tuple[int, ...]]:
    return [tuple(deal) for deal in sampler(unseen).every().tolist()]


def seen(state: SpadesState) -> Observation:
    return observation(state, state.current_player)


@pytest.mark.parametrize(
    "name",
    [*PLAYERS[:-1], pytest.param("uct", marks=pytest.mark.slow)],  # compiles for half a minute
)
@pytest.mark.parametrize("options", [{}, {"variant": "cutthroat"}, {"variant": "whiz", "ranks": 6}, {"broken": False}])
def test_each_player_plays_legal_cards_for_a_reason_and_the_same_with_the_same_seed(name: str, options: Any) -> None:
    for state in moments(3, 4 if name in SAMPLES else 13, **options):
        found = [player_of(name, 40, 3)(seen(state), 5) for _ in range(2)]
        assert PLAYS[CARDS[found[0].card]] in state.legal_actions()
        assert found[0].card == found[1].card
        assert str(found[0].why)


@pytest.mark.parametrize("seed", seeds(2, 10))
@pytest.mark.parametrize("options", [{}, {"variant": "cutthroat"}, {"broken": False}])
def test_a_card_does_what_the_reason_says(seed: int, options: Any) -> None:
    for state in moments(seed, 13, **options):
        view = seen(state)
        player, trick = view.player, view.trick
        for action in state.legal_actions():
            number = NUMBER[action.card]
            said, wins = does(view, number), state.after(action).position
            after = wins.trick if wins.trick.cards else wins.tricks[-1]
            if said == "is the only one that can be played":
                assert len(state.legal_actions()) == 1
                continue
            assert ("leads" in said) == (not trick.cards)
            assert ("cuts" in said or "wins" in said or "leads" in said) == (after.best == (number, player))
            off = action.card.suit != CARDS[after.cards[0]].suit
            assert ("thrown away" in said or "too low" in said) == (off and "cuts" not in said)
            assert ("the partner" in said) <= (trick.best[1] == view.rules.partner(player))
            if "lowest" in said:
                suit = [NUMBER[each.card] for each in state.legal_actions() if each.card.suit == action.card.suit]
                assert number == min(suit)


@pytest.mark.parametrize(
    ("bids", "kinds"),
    [
        ((2, 2, 2, 2), ["strong under: 8 are bid"] * 4),
        ((3, 2, 2, 2), ["under: 9 are bid"] * 4),
        ((3, 3, 3, 2), ["over: 11 are bid"] * 4),
        ((4, 4, 3, 3), ["fourteen: 14 are bid"] * 4),
        ((5, 4, 3, 3), ["strong over: 15 are bid"] * 4),
        ((0, 4, 3, 3), ["own nil", "opponent's nil", "the partner's nil", "opponent's nil"]),
        ((0, 0, 3, 3), ["nil against nil"] * 4),
        ((0, 4, 0, 3), ["own nil", "double nil", "own nil", "double nil"]),
    ],
)
def test_rounds_have_ten_types(bids: tuple[int, ...], kinds: list[str]) -> None:
    state = Spades(ranks=13).deserialize(["dealer W"])
    rng = Random(1)
    while state.is_chance:
        state = state.apply(state.sample(rng))
    for bid in bids:
        state = state.apply(state.rules.parse(f"bid {bid}"))
    views = [observation(state, seat) for seat in range(SEATS)]
    assert [round_type(view) for view in views] == kinds
    assert needs(views[0]) == (
        "I bid nil and take no trick" if bids[0] == 0 else f"my side needs {bids[0] + bids[2]} tricks more"
    )


def least_sure(own: int, unseen: int) -> int:
    """The tricks of who leads a suit against one hand of all others, by trying all plays of both."""
    if not own or not unseen:
        return own.bit_count()
    mine, theirs = ([card for card in range(9) if cards >> card & 1] for cards in (own, unseen))
    return max(
        min((card > other) + least_sure(own & ~(1 << card), unseen & ~(1 << other)) for other in theirs)
        for card in mine
    )


@given(st.lists(st.sampled_from((0, 1, 2)), min_size=1, max_size=7))
@examples(60)
def test_sure_takes_are_taken_against_every_defence(places: list[int]) -> None:
    """A lead from the top is one way to play, so no more than the best way takes."""
    own, unseen = (sum(1 << card for card, place in enumerate(places) if place == whose) for whose in (1, 2))
    assert sure_takes(own, unseen) <= least_sure(own, unseen)


def test_the_examples_of_sure_takes_of_the_source() -> None:
    ranks = {rank: 1 << number for number, rank in enumerate("23456789TJQKA")}
    every = sum(ranks.values())
    assert sure_takes(ranks["A"], every ^ ranks["A"]) == 1
    assert sure_takes(ranks["K"] | ranks["Q"], every ^ ranks["K"] ^ ranks["Q"]) == 1
    assert sure_takes(0b1111, 0b110000) == 2, "four cards of which two are beaten"


def test_a_player_by_types_pursues_the_goal_of_the_round() -> None:
    goals = {}
    for seed in range(120):
        for state in moments(seed, 13):
            view = seen(state)
            card, goal = typed_card(view)
            assert view.hand >> card & 1
            goals.setdefault(goal, set()).add(round_type(view).partition(":")[0])
    assert set(goals) == set(Goal)
    assert goals[Goal.COVER] <= {"the partner's nil", "nil against nil", "own nil"}
    assert goals[Goal.ATTACK] <= {"opponent's nil", "double nil", "nil against nil", "own nil"}


def test_high_then_low_from_two_cards_asks_for_the_suit() -> None:
    """N leads the ace, S plays high from two cards; after the king S is out, and N leads the suit again."""
    deal = {"N": "SA SK SQ S2 HA HK H4 H3 D3 D2 C4 C3 C2", "S": "S9 S8 S7 H7 H5 DK DQ DJ D9 CK CQ CJ C9"}
    rest = [str(each) for each in CARDS if str(each) not in " ".join(deal.values()).split()]
    hands = {name: cards.split() for name, cards in deal.items()} | {"E": rest[:13], "W": rest[13:]}
    state = Spades(limit=1).deserialize(["dealer W"])
    while state.position.phase is Phase.DEAL:
        state = state.apply(state.rules.parse(f"deal {hands['NESW'[state.receiver]].pop()}"))
    for bid in (4, 2, 3, 2):
        state = state.apply(state.rules.parse(f"bid {bid}"))
    for text in ("HA", None, "signal", None, "HK", None, "H5", None):
        if text == "signal":
            assert CARDS[typed_card(seen(state))[0]] == card("H7")
            text = "H7"
        legal = state.legal_actions()
        state = state.apply(state.rules.parse(f"play {text}") if text else legal[-1])
    view = seen(state)
    assert signalled(view, 2, 2)
    assert CARDS[typed_card(view)[0]].suit == "H"


def test_the_strong_player_attacks_a_nil_and_the_weak_one_does_not() -> None:
    state = next(
        each
        for seed in range(400)
        for each in moments(seed, 13)
        if 0 in (each.position.bids[(each.current_player + 1) % 4], each.position.bids[(each.current_player + 3) % 4])
        and by_rules(seen(each)).card != by_rules(seen(each), weakly=True).card
    )
    assert round_type(seen(state)) in ("opponent's nil", "double nil", "nil against nil")


def test_all_deals_of_nine_cards_are_1_680_and_each_fits() -> None:
    cards = set_of(map(card, ["SA", "SK", "HA", "HK", "HQ", "DA", "DK", "C2", "C3"]))
    free = Hidden(cards, (0, 3, 3, 3), 0, (0, 0, 0, 0), (UNKNOWN,) * 4)
    deals = all_deals(free)
    assert len(deals) == len(set(deals)) == 1680
    void = free._replace(voids=(0, 0b0100, 0, 0b0001))
    fitting = [deal for deal in deals if not deal[1] & set_of(map(card, ["HA", "HK", "HQ"])) and not deal[3] & 0b11]
    assert set(all_deals(void)) == set(fitting)
    assert sampler(void).ways == len(fitting)


@pytest.mark.parametrize("variant", ["partners", "whiz", "mirror"])
def test_deals_that_are_drawn_are_among_all_deals(variant: str) -> None:
    rng = Random(2)
    for state in moments(9, 3, variant=variant)[::3]:
        unseen = hidden(seen(state))
        every = set(all_deals(unseen))
        assert {dealt_again(unseen, rng) for _ in range(40)} <= every
        assert (
            tuple(0 if seat == state.current_player else hand for seat, hand in enumerate(state.position.hands))
            in every
        )


def test_the_last_three_tricks_have_the_best_mean_over_all_deals() -> None:
    for state in moments(5, 3)[:4]:
        view = seen(state)
        if len(legal := state.legal_actions()) == 1:
            continue
        deals = np.array(all_deals(hidden(view)), np.int64)
        deals[:, view.player] = view.hand
        means, used = mean_values(deals, bid_weights(view, deals), moment_of(view), goals_of(view), empty_memo(1 << 12))
        assert used == len(deals)
        means *= -1 if view.player % 2 else 1
        found = Sampling("dummy", samples=1)(view, 1)
        assert means[found.card] == pytest.approx(max(means[NUMBER[each.card]] for each in legal))
        assert f"{len(deals)} deals" in str(found.why)


def test_parameters_that_are_wrong_are_refused() -> None:
    for spec, problem in (
        ("bis(play=dumy)", "did you mean 'dummy'"),
        ("rb(play=dummy,samples=-1)", "samples -1: expected"),
        ("rb(play=dummy,tricks=14)", "tricks 14: expected"),
    ):
        with pytest.raises(GameError, match=problem):
            registry.agent(GAME, spec)


def test_deals_are_as_likely_as_the_bids_that_they_lead_to() -> None:
    """A deal has the weight of the bids of BIS: of each other player once, more where the bid is the one made."""
    view = next(seen(each) for each in moments(4, 5))
    deals = sampler(hidden(view)).deals(300, 1).astype(np.int64)
    deals[:, view.player] = view.hand
    weights = bid_weights(view, deals)
    order = [(view.dealer + place) % SEATS for place in range(1, SEATS + 1)]
    bidder = Bis(endgame=False, conventions=False)
    for deal, weight in zip(deals[:40].tolist(), weights, strict=False):
        expected = 1.0
        for place, seat in enumerate(order):
            if seat != view.player:
                before = tuple(view.bids[other] for other in order[:place])
                bid = bidder(Hand.of_set(deal[seat] | view.played[seat]), Situation(before))
                both = (bid == 0) == (view.bids[seat] == 0)
                expected *= SLIP ** abs(bid - view.bids[seat]) if both else NIL_SLIP
        assert weight == pytest.approx(expected)


def test_likely_deals_are_drawn_more_often_and_the_last_ones_are_weighed() -> None:
    for left in (3, 5):
        view = next(seen(each) for each in moments(4, left))
        deals, weights = possible_deals(view, 50, 1)
        drawn = bid_weights(view, deals)
        if left == 3:
            assert weights == pytest.approx(drawn)
            assert len({tuple(deal) for deal in deals.tolist()}) == len(deals) == sampler(hidden(view)).ways
        else:
            every = sampler(hidden(view)).deals(1000, 1).astype(np.int64)
            every[:, view.player] = view.hand
            assert drawn.mean() > bid_weights(view, every).mean()


def test_a_decision_ends_with_its_nodes_and_leaves_no_half_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(seen(each) for each in moments(5, 5) if len(each.legal_actions()) > 2)
    monkeypatch.setattr("games.spades.agents.bidder.NODES", 1 << 40)
    whole = Sampling("dummy")(view, 1)
    assert "12 of 12 deals" in str(whole.why)
    deals, weights = possible_deals(view, 12, 1)
    memo = empty_memo()
    some, _ = mean_values(deals[:5], weights[:5], moment_of(view), goals_of(view), memo)
    nodes = (1 << 62) - int(memo.nodes[0])
    again, used = mean_values(deals, weights, moment_of(view), goals_of(view), empty_memo(nodes=nodes))
    assert used == 5
    assert again == pytest.approx(some)
    monkeypatch.setattr("games.spades.agents.bidder.NODES", 3)
    assert Sampling("dummy")(view, 1).card == by_rules(view).card


def test_all_deals_of_the_last_three_tricks_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.spades.agents.bidder.NODES", 3)
    for view in [seen(each) for each in moments(5, 3) if len(each.legal_actions()) > 1]:
        ways = int(sampler(hidden(view)).ways)
        assert f"{ways} of {ways} deal" in str(Sampling("dummy")(view, 1).why)
