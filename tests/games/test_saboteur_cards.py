"""The cards of Saboteur, one by one, and the texts of actions."""

from collections import Counter

import pytest

from games.core.errors import GameError, IllegalAction
from games.saboteur import actions
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.cards import (
    DEAD,
    GOLD_CARDS,
    HAND,
    MINERS,
    SABOTEURS,
    SHAPE_NAMES,
    Use,
    deck,
    shape,
    turned,
    upright,
)

PATHS = {"TRBL": 5, "TRB": 5, "TRL": 5, "TB": 3, "RL": 4, "RB": 4, "BL": 5} | dict.fromkeys(
    ("xTRBL", "xRBL", "xTRB", "xTB", "xRL", "xRB", "xBL", "xT", "xR"), 1
)
OFFICIAL = (
    {"map": 6, "rockfall": 3, "broken-lamp": 3, "broken-cart": 3, "broken-pick": 3}
    | {"repair-lamp": 2, "repair-cart": 2, "repair-pick": 2}
    | {"repair-lamp+cart": 1, "repair-lamp+pick": 1, "repair-cart+pick": 1}
)
SOURCE = {"map": 6, "rockfall": 3, "broken-tool": 9, "repair-tool": 9}
TURNED = {"TRBL": "TRBL", "TRB": "TBL", "TRL": "RBL", "TB": "TB", "RL": "RL", "RB": "TL", "BL": "TR"} | {
    "xT": "xB",
    "xR": "xL",
    "xRBL": "xTRL",
}
TEXTS = (
    *("lay TRB 3,1", "lay xTBL -4,-12", "rockfall 0,7", "map 2", "say 2 gold", "say 1 stone", "say 3 nothing"),
    *("break lamp ann", "repair cart bob lamp+cart", "discard xTB", "discard repair-lamp+cart", "take 3"),
    *("first ann", "role miner", "role saboteur", "goals RB gold BL", "draw TRL", "saboteurs ann bob", "saboteurs"),
    "gold 2",
)
NOT_TEXTS = (
    *("", "lay", "lay TRB", "lay TRB 3", "lay TRB 3,1,2", "lay TRB x,y", "lay RTB 3,1", "lay x 3,1", "lay Q 1,1"),
    *("map", "map two", "say 2", "say two gold", "break lamp", "goals gold", "goals gold gold RB"),
    *("role", "role king", "discard", "draw", "take", "take all", "dig", "rockfall 1", "gold", "first"),
)


@pytest.mark.parametrize("name", PATHS)
def test_there_are_as_many_of_each_path_card_as_the_rules_say(name):
    cards = {card.name: card for card in deck(("lamp", "cart", "pick"))}
    assert (cards[name].copies, cards[name].use) == (PATHS[name], Use.PATH)


@pytest.mark.parametrize(("variant", "others"), [("official", OFFICIAL), ("source", SOURCE)])
def test_the_deck_has_67_cards_and_no_others(variant, others):
    cards = Saboteur(variant=variant).cards
    assert {card.name: card.copies for card in cards} == PATHS | others
    assert sum(card.copies for card in cards) == 67
    assert sum(card.copies for card in cards if card.use is Use.PATH) == 40
    assert len({card.name for card in cards}) == len(cards)


def test_in_the_simplified_game_nine_cards_block_and_nine_deblock_as_in_the_card_game_altogether():
    by_use = [
        Counter({use: sum(card.copies for card in Saboteur(variant=v).cards if card.use is use) for use in Use})
        for v in ("source", "official")
    ]
    assert by_use[0] == by_use[1]
    assert (by_use[0][Use.BREAK], by_use[0][Use.REPAIR]) == (9, 9)


def test_a_double_repair_is_for_each_pair_of_tools():
    doubles = [card.tools for card in Saboteur(variant="official").cards if len(card.tools) == 2]
    assert doubles == [("lamp", "cart"), ("lamp", "pick"), ("cart", "pick")]


def test_there_are_28_gold_cards_of_44_nuggets():
    assert GOLD_CARDS == {1: 16, 2: 8, 3: 4}
    assert (sum(GOLD_CARDS.values()), sum(n * copies for n, copies in GOLD_CARDS.items())) == (28, 44)


def test_roles_and_hands_for_three_to_ten_players():
    assert [SABOTEURS[n] for n in range(3, 11)] == [1, 1, 2, 2, 3, 3, 3, 4]
    assert [MINERS[n] for n in range(3, 11)] == [3, 4, 4, 5, 5, 6, 7, 7]
    assert [HAND[n] for n in range(3, 11)] == [6, 6, 6, 5, 5, 4, 4, 4]
    assert all(SABOTEURS[n] + MINERS[n] == n + 1 for n in range(3, 11))


@pytest.mark.parametrize(("name", "other"), TURNED.items())
def test_a_card_is_turned_by_180_degrees(name, other):
    assert SHAPE_NAMES[turned(shape(name))] == other
    assert turned(turned(shape(name))) == shape(name)
    assert upright(shape(other)) == upright(shape(name)) == name


def test_each_shape_with_two_sides_or_more_lies_on_some_card_in_some_way_and_on_one_only():
    ways = Counter(bits for card in deck(("lamp", "cart", "pick")) for bits in card.shapes)
    assert set(ways.values()) == {1}
    assert {bits for bits in ways if bits < DEAD} == {bits for bits in range(16) if bits.bit_count() >= 2}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_actions_are_read_back(text):
    assert str(actions.read(text)) == text
    assert actions.read(text) == actions.read(f"  {text.replace(' ', '   ')} ")


@pytest.mark.parametrize("text", NOT_TEXTS)
def test_what_is_no_action_is_refused_with_examples(text):
    with pytest.raises(IllegalAction, match="lay TRB 3,1"):
        actions.read(text)


def test_what_cannot_be_said_of_a_goal_names_what_can():
    with pytest.raises(IllegalAction, match="expected gold, stone or nothing"):
        actions.read("say 2 lead")


@pytest.mark.parametrize(
    "options",
    [{"variant": "card"}, {"share": "all"}, {"rounds": 0}, {"rounds": True}, {"rounds": "3"}, {"names": ("a", "b")}],
)
def test_options_that_make_no_game_are_refused(options):
    with pytest.raises(GameError, match="expected"):
        Saboteur(**options)
