"""The rules of Cheat: games worked out by hand, and each option against its default."""

from dataclasses import fields
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest

from games import registry
from games.cheat.cards import CARDS, RANKS, full_deck, listed, of_rank, rank_name, set_of
from games.cheat.game import GAME
from games.cheat.rules import CALL, TAKE, Called, Cheat, CheatState, Claim, Phase
from games.core.cards import card
from games.core.errors import GameError, IllegalAction
from games.core.rules import TERMINAL
from games.playing.records import Record
from games.playing.replay import Replayer

ANN, BOB = range(2)
DATA = Path(__file__).parent / "data"
ONE_CARD = ["starts ann", "deal SQ", "deal C5", "deal SJ"]
"""Ann has the queen of spades, bob the five of clubs, and the jack of spades opens the pile."""


def moves(name: str) -> list[str]:
    return [line for line in (DATA / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]


def hand(text: str) -> int:
    return set_of(map(card, text.split()))


@pytest.fixture(scope="module")
def turns() -> list[CheatState]:
    """The state before each turn of the game of lies, from turn 1, and the last state."""
    last = Cheat().deserialize(moves("cheat_lies"))
    return [*(before for before, _ in last.steps() if before.position.phase is Phase.PLAY), last]


def test_after_the_deal_both_have_eight_cards_one_is_open_and_35_are_in_the_deck(turns: list[CheatState]) -> None:
    first = turns[0].position
    assert [each.bit_count() for each in first.hands] == [8, 8]
    assert first.deck.bit_count() == 35
    assert listed(first.opening) == (card("CJ"),)
    assert (RANKS[first.rank], first.player, first.can_call) == ("J", ANN, False)


def test_a_claim_is_one_rank_up_or_down(turns: list[CheatState]) -> None:
    for rank, right in (("Q", True), ("T", True), ("J", False), ("K", False), ("A", False)):
        assert turns[0].is_legal(Claim(rank, (card("C2"),))) is right
    assert not turns[0].is_legal(CALL)
    assert turns[0].is_legal(TAKE)


def test_above_the_king_comes_the_ace(turns: list[CheatState]) -> None:
    after_kings = turns[2]
    assert set(after_kings.legal_actions().choices["claim"].choices) == {"A", "Q"}


def test_who_is_caught_takes_the_whole_pile(turns: list[CheatState]) -> None:
    before, after = turns[3].position, turns[4].position
    assert not before.laid[-1].is_true
    assert after.hands[ANN] == before.hands[ANN] | hand("CJ SQ HQ SK HK C2 C3")
    assert (after.opening, after.laid, after.can_call) == (0, (), False)
    assert after.known == (hand("CJ SQ HQ SK HK C2 C3"), 0)
    assert after.calls == (Called(4, BOB, ANN, RANKS.index("Q"), 2, True, 7),)


def test_turns_alternate_and_the_rank_continues_after_a_call(turns: list[CheatState]) -> None:
    assert turns[4].current_player == ANN
    assert set(turns[4].legal_actions().choices["claim"].choices) == {"K", "J"}


def test_who_calls_the_truth_takes_the_pile(turns: list[CheatState]) -> None:
    before, after = turns[7].position, turns[8].position
    assert before.laid[-1].is_true
    assert after.hands[BOB] == before.hands[BOB] | hand("SK HK SQ HQ DQ")
    assert after.known == (hand("CJ C2 C3"), hand("SK HK SQ HQ DQ"))  # the deuce of diamonds nobody saw
    assert turns[8].current_player == ANN


def test_a_drawn_card_comes_from_the_deck_and_only_its_number_is_public(turns: list[CheatState]) -> None:
    before, after = turns[5].position, turns[6].position
    assert after.hands[BOB] & ~before.hands[BOB] == hand("D2")
    assert before.deck & ~after.deck == hand("D2")
    assert (before.fresh(BOB), after.fresh(BOB)) == (6, 7)


def test_every_move_is_legal_where_it_is_made_and_the_record_is_the_game(turns: list[CheatState]) -> None:
    assert turns[-1].serialize() == moves("cheat_lies")
    assert all(before.is_legal(move.action) for before, move in turns[-1].steps())


@pytest.mark.parametrize("cut", [1, 5])
def test_a_record_of_the_game_is_replayed_and_a_wrong_one_is_found(cut: int) -> None:
    played = moves("cheat_empty")
    record = Record("cheat", {"hand": 1, "names": ["ann", "bob"]}, (None, None), (0, 1), None, tuple(played), (1, 0))
    assert Replayer("games.jsonl").check(record, 1).returns() == (1, 0)
    wrong = [*played[:cut], "claim K SQ", *played[cut + 1 :]]
    with pytest.raises(IllegalAction if cut else Exception, match="move"):
        Cheat(hand=1).deserialize(wrong)


@pytest.mark.parametrize(
    ("options", "played", "returns"),
    [
        ({}, ["claim Q SQ", "take", "draw S2"], (1, 0)),
        ({}, ["claim Q SQ", "claim K C5"], (1, 0)),  # bob's hand is empty too, but ann's was first
        ({}, ["claim Q SQ", "call"], (1, 0)),
        ({}, ["claim T SQ", "take", "draw S2"], (1, 0)),  # a lie that nobody calls
        ({"emptied": "at_once"}, ["claim T SQ"], (1, 0)),
        ({"limit": 1}, ["take", "draw S2", "claim T C5"], (0, 1)),  # fewer cards
        ({"limit": 1}, ["take", "draw S2", "take", "draw S3"], (Fraction(1, 2), Fraction(1, 2))),
        ({"limit": 1, "tie": "second"}, ["take", "draw S2", "take", "draw S3"], (0, 1)),
        ({"limit": 1, "limit_in": "turns"}, ["take", "draw S2"], (0, 1)),
    ],
)
def test_the_game_ends(options: dict, played: list[str], returns: tuple) -> None:
    last = Cheat(hand=1, **options).deserialize([*ONE_CARD, *played])
    assert last.is_terminal
    assert last.returns() == returns


def test_a_correct_call_brings_the_last_card_back() -> None:
    after = Cheat(hand=1).deserialize([*ONE_CARD, "claim T SQ", "call"])
    assert not after.is_terminal
    assert after.position.hands[ANN] == hand("SJ SQ")
    assert after.current_player == ANN


def test_who_was_right_moves_after_a_call_by_option() -> None:
    right = Cheat(hand=1, after_call="winner").deserialize([*ONE_CARD, "claim T SQ", "call"])
    wrong = Cheat(hand=2, after_call="winner").deserialize(
        ["starts ann", "deal SQ", "deal C5", "deal HQ", "deal C6", "deal SJ", "claim Q SQ", "call"]
    )
    assert (right.current_player, wrong.current_player) == (BOB, ANN)


def test_any_rank_can_follow_a_call_by_option() -> None:
    after = Cheat(hand=1, rank_after_call="free").deserialize([*ONE_CARD, "claim T SQ", "call"])
    assert "".join(after.legal_actions().choices["claim"].choices) == RANKS
    following = after.apply(Claim("5", (card("SQ"),)))
    assert set(following.legal_actions().choices["claim"].choices) == {"4", "6"}


def test_taking_needs_a_card_in_the_deck_unless_players_can_pass() -> None:
    dealt = ["starts ann", "deal SA", "deal S2", "deal S3"]
    assert TAKE not in Cheat(ranks=3, suits=1, hand=1).deserialize(dealt).legal_actions()
    passed = Cheat(ranks=3, suits=1, hand=1, passing=True).deserialize([*dealt, "take"])
    assert (passed.current_player, passed.position.turns) == (BOB, 1)


def test_a_false_claim_has_other_ranks_only_unless_mixed() -> None:
    both = Claim("Q", (card("C5"), card("SQ")))
    dealt = ["starts ann", "deal SQ", "deal S2", "deal C5", "deal S3", "deal SJ"]
    assert not Cheat(hand=2).deserialize(dealt).is_legal(both)
    assert both not in Cheat(hand=2).deserialize(dealt).legal_actions()
    mixed = Cheat(hand=2, mixed=True).deserialize(dealt)
    assert both in mixed.legal_actions()
    assert not mixed.apply(both).position.laid[-1].is_true


def state_with(rules: Cheat, cards: int) -> CheatState:
    """A state in which ann has these cards and may claim queens or tens."""
    start = rules.deserialize(ONE_CARD) if rules.hand == 1 else None
    assert start is not None
    return CheatState(rules, start.position._replace(hands=(cards, start.position.hands[1])))


def test_a_hand_of_35_cards_has_119_070_claims_and_they_are_not_listed() -> None:
    cards = set_of(CARDS[:36]) & ~hand("C5")
    legal = state_with(Cheat(hand=1, mixed=True), cards).legal_actions()
    assert len(legal) == 1 + 2 * sum(comb(35, size) for size in range(1, 5)) == 119_071
    assert legal[70_000] in legal
    assert len(legal.choices["claim"].choices["T"]) == 59_535


def test_without_mixed_claims_a_hand_has_true_and_false_ones() -> None:
    cards = hand("SQ HQ ST C2 C3 C4 C6 C7")
    legal = state_with(Cheat(hand=1), cards).legal_actions()
    queens = 2 + 1 + sum(comb(6, size) for size in range(1, 5))
    tens = 1 + sum(comb(7, size) for size in range(1, 5))
    assert len(legal) == 1 + queens + tens


def test_legal_actions_and_is_legal_agree() -> None:
    rng = Random(5)
    for rules in (Cheat(limit=20), Cheat(ranks=4, suits=2, hand=3, mixed=True, limit=20)):
        state = rules.start()
        while not state.is_terminal:
            if state.is_chance:
                state = state.apply(state.sample(rng))
                continue
            legal = state.legal_actions()
            some = [rng.choice(legal) for _ in range(10)]
            assert all(state.is_legal(each) for each in some)
            cards = tuple(listed(state.position.hands[state.current_player]))[:3]
            for rank in RANKS:
                assert state.is_legal(Claim(rank, cards)) == (Claim(rank, cards) in legal)
            state = state.apply(rng.choice(some))
        assert state.current_player == TERMINAL


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"ranks": 2}, "Cheat: ranks 2: expected a whole number from 3 to 13"),
        ({"suits": 5}, "suits 5: expected a whole number from 1 to 4"),
        ({"hand": 26}, "hand 26: expected a whole number from 1 to 25"),
        ({"hand": True}, "hand True: expected a whole number"),
        ({"limit": 0}, "limit 0: expected a whole number from 1 to 1,000"),
        ({"mixed": 1}, "mixed 1: expected True or False"),
        ({"tie": "both"}, "tie 'both': expected 'draw' or 'second'"),
        ({"names": ("ann", "deck")}, "player 'deck': this is a place for cards"),
        ({"names": ("ann", "bob", "eve")}, "3 players: expected"),
    ],
)
def test_wrong_options_are_refused(options: dict, words: str) -> None:
    with pytest.raises(GameError, match=words):
        Cheat(**options)


@pytest.mark.parametrize(
    "text",
    [
        *("claim", "claim Q", "claim X SQ", "claim Q SX", "claim Q SQ SQ", "claim Q S2 S3 S4 S5 S6"),
        *("call now", "deal", "draw S2 S3", "starts", "take 2"),
    ],
)
def test_texts_that_are_no_action_are_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"expected|twice"):
        Cheat().parse(text)


def test_cards_are_read_in_any_order_and_written_from_the_ace_up() -> None:
    assert str(Cheat().parse("claim q ♥q, 2S as")) == "claim Q SA S2 HQ"
    assert Cheat().parse("CLAIM 10 ht") == Claim("T", (card("HT"),))


def test_sets_of_cards_have_four_bits_a_rank() -> None:
    assert full_deck(13, 4).bit_count() == 52
    assert listed(of_rank(11)) == tuple(map(card, ("SQ", "HQ", "DQ", "CQ")))
    assert (rank_name(5, 2), rank_name(5, 1), rank_name(0)) == ("sixes", "six", "aces")


def test_all_options_are_in_the_registry_and_documented() -> None:
    assert registry.game("cheat") is GAME
    assert all(each.name in (Cheat.__doc__ or "") for each in fields(Cheat))
