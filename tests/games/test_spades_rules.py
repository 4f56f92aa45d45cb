"""The rules of Spades: rounds and scores worked out by hand, and each option against its default."""

from dataclasses import fields
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import thorough

from games import registry
from games.core.cards import CARDS, NUMBER, card, deck, full_deck, listed, set_of
from games.core.errors import GameError, IllegalAction
from games.core.rules import EVERYTHING, Deal
from games.knowing.table import model, situation
from games.spades.game import GAME
from games.spades.observe import observation, resample, seen
from games.spades.rules import BLIND, LOOK, Bid, Phase, Play, Spades, SpadesState, Trick, changed
from games.spades.tricks import bags_of, contract_points, fines, nil_points, playable, shown_void

DATA = Path(__file__).parent / "data"
N, E, S, W = range(4)


def moves(name: str) -> list[str]:
    return [line for line in (DATA / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]


def cards(text: str) -> int:
    return set_of(map(card, text.split()))


def dealt(hands: dict[str, str], **options: Any) -> SpadesState:
    """The first bid, after W has dealt these hands; the deck is as long as they are."""
    state = Spades(ranks=len(hands["N"].split()), **options).deserialize(["dealer W"])
    by_seat = {seat: hands[name].split() for seat, name in enumerate(state.rules.names)}
    while state.is_chance:
        state = state.apply(Deal(card(by_seat[state.receiver].pop(0))))
    return state


ACES = {"N": "SA HA", "E": "SK HK", "S": "DA CA", "W": "DK CK"}
"""Two cards each: aces and kings."""


def played(state: SpadesState, text: str) -> SpadesState:
    for each in text.split(", "):
        state = state.apply(state.rules.parse(each))
    return state


# Points ---------------------------------------------------------------------------------------------------------------


def test_the_score_of_the_source_is_251_since_the_points_of_bags_are_kept() -> None:
    assert 288 + contract_points(6, 9) - 100 * fines(8 + bags_of(6, 9), 10) == 288 + 63 - 100 == 251


@pytest.mark.parametrize(("bid", "took", "points"), [(6, 5, -60), (6, 6, 60), (6, 9, 63), (0, 2, 2), (13, 13, 130)])
def test_a_contract_is_made_or_lost_as_a_whole(bid: int, took: int, points: int) -> None:
    assert contract_points(bid, took) == points


@pytest.mark.parametrize(
    ("took", "blind", "points"), [(0, False, 100), (1, False, -100), (0, True, 200), (3, True, -200)]
)
def test_nil_is_made_without_a_trick_and_blind_nil_counts_twice(took: int, blind: bool, points: int) -> None:
    assert nil_points(took, blind, 100) == points


def test_four_rounds_worked_out_by_hand() -> None:
    last = Spades(goal=200, floor=-100).deserialize(moves("spades_partners"))
    rounds = last.position.rounds
    assert [(each.bids, each.took, each.gains, each.scores) for each in rounds] == [
        ((1, 0, 3, 2), (2, 5, 1, 5), (-40, -100 + 28), (-40, -72)),
        ((0, 3, 4, 3), (3, 2, 4, 4), (-100 + 43, 60), (-97, -12)),
        ((3, 2, 3, 2), (3, 4, 4, 2), (61, 42 - 100), (-36, -70)),
        ((3, 0, 0, 1), (6, 0, 2, 5), (-100 + 35, 100 + 14), (-101, 44)),
    ]
    assert [each.fines for each in rounds] == [(0, 0), (0, 0), (0, 1), (0, 0)]
    assert last.position.bags == (9, 4)
    assert last.returns() == (0, Fraction(1, 2), 0, Fraction(1, 2))
    assert last.serialize() == moves("spades_partners")


def test_blind_nil_is_bid_by_who_is_100_points_behind_before_the_cards_are_seen() -> None:
    last = Spades(variant="cutthroat", blind="behind", limit=3, ranks=4).deserialize(moves("spades_blind"))
    *_, third = last.position.rounds
    assert (third.bids, third.blind, third.took) == ((2, 0, 0, 3), 0b0110, (1, 1, 1, 1))
    assert third.gains == (-20, -200 + 1, -200 + 1, -30)
    assert last.returns() == (1, 0, 0, 0)
    asked = [state for state, move in last.steps() if move.action in (LOOK, BLIND)]
    assert {state.position.player for state in asked} == {E, S}
    for state in asked:
        seat = state.position.player
        assert observation(state, seat).hand == 0
        assert not any(
            each.seen.action.card for each in GAME.events(state, seat)[-16:] if type(each.seen.action) is Deal
        )
        assert seen(state, BLIND, seat).hand == state.position.hands[seat] != 0
        assert seen(state, BLIND, N).hand == 0


# Tricks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "played_cards", "winner"),
    [
        (N, "H5 HA HK H9", E),  # the highest card of the suit led
        (N, "H5 DA CA H9", W),  # other suits do not win
        (S, "H5 S2 HA CA", W),  # but for spades
        (W, "S3 SJ S2 DA", N),
    ],
)
def test_the_highest_spade_wins_else_the_highest_card_of_the_suit_led(
    leader: int, played_cards: str, winner: int
) -> None:
    assert Trick(leader, tuple(NUMBER[card(each)] for each in played_cards.split())).best[1] == winner


def test_suit_is_followed_and_spades_are_not_led_until_broken() -> None:
    hand = cards("SA S2 HQ H3")
    assert playable(hand, 2, False) == cards("HQ H3")
    assert playable(hand, 0, False) == hand  # without clubs any card
    assert playable(hand, -1, False) == cards("HQ H3")
    assert playable(hand, -1, True) == hand
    assert playable(cards("SA S2"), -1, False) == cards("SA S2")  # nothing but spades


def test_who_does_not_follow_and_who_leads_an_unbroken_spade_shows_voids() -> None:
    assert shown_void(NUMBER[card("SA")], 2, False) == 0b100
    assert shown_void(NUMBER[card("HA")], 2, False) == 0
    assert shown_void(NUMBER[card("SA")], -1, False) == 0b111
    assert shown_void(NUMBER[card("SA")], -1, True) == 0


def test_a_round_of_two_tricks() -> None:
    state = dealt(ACES, limit=1)
    assert (state.current_player, state.position.phase) == (N, Phase.BID)  # on the dealer's left
    state = played(state, "bid 2, bid 0, bid 0, bid 0")
    assert state.legal_actions() == (Play(card("HA")),)
    state = played(state, "play HA, play HK, play DA, play DK")
    assert state.position.voids == (0, 0, 0b100, 0b100)
    assert (state.position.took, state.current_player) == ((1, 0, 0, 0), N)
    state = played(state, "play SA, play SK, play CA, play CK")
    assert state.position.scores == (20 + 100, 100 + 100)
    assert state.returns() == (0, Fraction(1, 2), 0, Fraction(1, 2))


def test_the_player_who_deals_bids_last_and_the_deal_passes_clockwise() -> None:
    last = Spades(goal=200, floor=-100).deserialize(moves("spades_partners"))
    dealers = [each.dealer for each in last.position.rounds]
    assert [(after - before) % 4 for before, after in pairwise(dealers)] == [1, 1, 1]
    for before, move in last.steps():
        if type(move.action) is Bid:
            assert before.position.bids[before.position.dealer] == -1


# Ends and options -----------------------------------------------------------------------------------------------------


def after_round(scores: tuple[int, ...], **options: Any) -> SpadesState:
    """The end of a round in which nobody gains: all make a nil of no points, or lose nothing."""
    state = dealt(ACES, nil=0, **options)
    state = SpadesState(state.rules, changed(state.position, scores=scores))
    state = played(state, "bid 0, bid 0, bid 0, bid 0, play HA, play HK, play DA, play DK")
    return played(state, "play SA, play SK, play CA, play CK")


@pytest.mark.parametrize(
    ("scores", "options", "returns"),
    [
        ((498, 400), {}, (1, 0)),  # two bags reach the goal
        ((497, 400), {}, None),
        ((498, 510), {}, (0, 1)),  # the higher score wins
        ((498, 500), {}, None),  # equal scores: another round
        ((498, 500), {"limit": 1}, (1, 1)),
        ((100, -200), {}, (1, 0)),
        ((100, -100), {"floor": -100}, (1, 0)),
        ((10, 5), {"limit": 1}, (1, 0)),
    ],
)
def test_the_game_ends(scores: tuple[int, ...], options: dict, returns: tuple | None) -> None:
    state = after_round(scores, **options)
    assert state.is_terminal == (returns is not None)
    if returns is not None:
        assert state.returns() == tuple(Fraction(returns[seat % 2], 2 * sum(returns)) for seat in range(4))


@pytest.mark.parametrize(
    ("variant", "bids", "legal"),
    [
        ("mirror", (), (1,)),
        ("whiz", (), (0, 1)),
        ("suicide", (), (0, 2)),
        ("suicide", (0, 0), (2,)),
        ("suicide", (2, 0), (0,)),
        ("cutthroat", (), (0, 1, 2)),
    ],
)
def test_variants_allow_some_bids(variant: str, bids: tuple[int, ...], legal: tuple[int, ...]) -> None:
    hands = {"N": "SA HA", "E": "SK HK", "S": "DA CA", "W": "DK CK"}
    state = dealt(hands, variant=variant)
    for each in bids:
        state = state.apply(Bid(each))
    assert state.legal_actions() == tuple(map(Bid, legal))


def test_in_cutthroat_each_plays_alone() -> None:
    rules = Spades(variant="cutthroat")
    assert rules.teams == ((0,), (1,), (2,), (3,))
    assert [rules.partner(seat) for seat in range(4)] == [None] * 4
    assert [Spades().partner(seat) for seat in range(4)] == [S, W, N, E]


def test_spades_can_be_led_at_once_by_option() -> None:
    state = played(dealt(ACES, broken=False), "bid 2, bid 0, bid 0, bid 0")
    assert state.legal_actions() == (Play(card("SA")), Play(card("HA")))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"variant": "jokers"}, "variant 'jokers': expected 'partners'"),
        ({"goal": 0}, "goal 0: expected a whole number from 1 to 10,000"),
        ({"floor": 5}, "floor 5: expected a whole number from -10,000 to -1"),
        ({"ranks": 14}, "ranks 14: expected a whole number from 1 to 13"),
        ({"bags": True}, "bags True: expected a whole number"),
        ({"broken": 1}, "broken 1: expected True or False"),
        ({"blind": "yes"}, "blind 'yes': expected 'never'"),
        ({"blind": "always", "variant": "mirror"}, "there is no blind nil in mirror"),
        ({"names": ("ann", "bob", "eve")}, "3 players: expected"),
    ],
)
def test_wrong_options_are_refused(options: dict, words: str) -> None:
    with pytest.raises(GameError, match=words):
        Spades(**options)


@pytest.mark.parametrize("text", ["bid", "bid 14", "bid -1", "bid 2 3", "play", "play SX", "deal", "look now", "pass"])
def test_texts_that_are_no_action_are_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match="expected"):
        Spades().parse(text)


def test_texts_of_people_are_read() -> None:
    assert Spades().parse("BID nil") == Bid(0)
    assert Spades().parse("play 10h") == Play(card("HT"))


def test_cards_have_their_number_by_suit_and_rank() -> None:
    assert listed(full_deck(13)) == deck()
    assert listed(full_deck(1)) == tuple(map(card, ("SA", "HA", "DA", "CA")))
    assert all(CARDS[number] == each for each, number in NUMBER.items())
    assert [str(CARDS[number]) for number in (0, 12, 13, 51)] == ["C2", "CA", "D2", "SA"]


def test_all_options_are_documented() -> None:
    assert registry.game("spades") is GAME
    assert all(each.name in (Spades.__doc__ or "") for each in fields(Spades))


# Hidden cards ---------------------------------------------------------------------------------------------------------


def _deal(state: SpadesState) -> Any:
    """The hands, as the name of a world, without a model."""
    table = GAME.table(state)
    return situation(table).at(situation(table).ground.position(table.actual)).actual


@pytest.mark.parametrize(
    "variant", ["partners", *(pytest.param(each, marks=pytest.mark.slow) for each in ("mirror", "whiz"))]
)
def test_exactly_the_deals_that_a_player_considers_possible_are_drawn(variant: str) -> None:
    rng, tried, most = Random(3), 0, 24 if thorough() else 6
    for seed in range(2 if thorough() else 1):
        chance, state = Random(seed), Spades(ranks=2, limit=1, variant=variant).start()
        while not state.is_terminal:
            name = state.rules.names[seat := chance.randrange(4)]
            known: Any = model(GAME.table(state))
            if state.position.phase is Phase.PLAY and (count := len(worlds := known.possible(name))) <= most:
                tried += 1
                resampled = (resample(state, seat, rng) for _ in range(12 * count + 40))
                drawn = {_deal(each): each for each in resampled}.values()
                assert {model(GAME.table(each)).actual for each in drawn} == set(worlds)
            state = state.apply(state.sample(chance) if state.is_chance else chance.choice(state.legal_actions()))
    assert tried > (5 if thorough() else 2)


def test_the_observer_sees_all_hands_and_a_player_the_own_one() -> None:
    state = dealt(ACES)
    assert observation(state, EVERYTHING).hands == tuple(map(cards, ACES.values()))
    assert observation(state, S).hands == (None, None, cards("DA CA"), None)
