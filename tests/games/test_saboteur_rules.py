"""The rules of Saboteur, one by one, in both rule sets."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE
from games.saboteur import actions
from games.saboteur.rules import Phase, Result, Saboteur, SaboteurState
from games.saboteur.tunnels.board import FIXED, OPEN
from games.saboteur.tunnels.cards import shape

NAMES = ("ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal", "ida", "jon")
BOTH = pytest.mark.parametrize("variant", ["source", "official"])
FACES = ("RB", "gold", "BL")


def rules(players=5, variant="official", **options):
    return Saboteur(names=NAMES[:players], variant=variant, **options)


def at_table(played, *hands, deck=(), **changes):
    """It is ann's turn, unless changed; hands and the deck are texts such as ``TRB map``, the first two are miners."""
    kinds = [tuple(sorted(played.kinds[card] for card in hand.split())) for hand in hands]
    names = deck.split() if isinstance(deck, str) else deck
    counts = Counter(played.kinds[card] for card in names)
    position = played.start().position._replace(
        phase=Phase.TURN,
        roles=tuple(seat == 2 for seat in range(played.players)),
        faces=FACES,
        hands=(*kinds, *[()] * (played.players - len(kinds))),
        deck=tuple(counts[kind] for kind in range(len(played.cards))),
        left=sum(counts.values()),
    )
    return SaboteurState(played, position._replace(**changes))


def texts(state):
    return [str(action) for action in state.legal_actions()]


def plays(state, *actions):
    for text in actions:
        state = state.apply(state.rules.parse(text))
    return state


def by_chance(played, seed, until=lambda state: state.is_terminal):
    rng, state = Random(seed), played.start()
    while not until(state):
        state = state.apply(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return state


def before_gold(played, *hands, **changes):
    """A card is missing before the goal with the gold."""
    board = played.plan.empty
    (x, y), straight = played.plan.start, "RL" if played.is_official else "TB"
    for n in range(1, 7):
        place = played.plan.place(x + n * played.is_official, y + n * (not played.is_official))
        board = board.with_card(place, shape(straight))
    return at_table(played, *hands, board=board, **changes)


# The deal


@pytest.mark.parametrize("players", range(3, 11))
@BOTH
def test_everyone_is_dealt_a_role_and_a_hand(players, variant):
    played = rules(players, variant)
    state = by_chance(played, players, lambda state: state.position.phase is Phase.TURN)
    now = state.position
    hand = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}[players]
    assert [len(cards) for cards in now.hands] == [hand] * players
    assert now.left == sum(now.deck) == 67 - hand * players
    assert sorted(now.faces) == ["BL", "RB", "gold"]
    dealt = Counter(kind for cards in now.hands for kind in cards)
    assert all(
        dealt[kind] + left == card.copies for kind, (left, card) in enumerate(zip(now.deck, played.cards, strict=True))
    )


@pytest.mark.parametrize("players", range(3, 11))
def test_one_role_card_is_left_over_in_the_card_game_and_none_in_the_simplified_one(players):
    many = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}[players]
    for variant, expected in (("source", {many}), ("official", {many - 1, many})):
        counts = {
            sum(by_chance(rules(players, variant), seed, lambda state: state.position.faces).position.roles)
            for seed in range(80)
        }
        assert counts == expected


def test_roles_are_as_probable_as_the_cards_that_are_left():
    start = plays(rules(5).start(), "first cem", "role saboteur")
    assert dict(start.chance_outcomes()) == {
        start.rules.parse("role miner"): Fraction(4, 5),
        start.rules.parse("role saboteur"): Fraction(1, 5),
    }
    simple = plays(rules(5, "source").start(), "first cem", "role saboteur", "role saboteur")
    assert dict(simple.chance_outcomes()) == {simple.rules.parse("role miner"): 1}


def test_cards_are_dealt_from_the_first_player_who_also_begins():
    state = plays(rules(3).start(), "first cem", *["role miner"] * 3, "goals gold RB BL", "draw map", "draw xT")
    assert [len(hand) for hand in state.position.hands] == [1, 0, 1]
    assert not state.is_legal(state.rules.parse("draw xT"))
    probability = dict(state.chance_outcomes())
    assert probability[state.rules.parse("draw map")] == Fraction(5, 65)
    end = by_chance(rules(3), 1, lambda state: state.position.phase is Phase.TURN)
    first = next(str(move.action).split()[1] for move in end.history())
    assert end.rules.names[end.current_player] == first


def test_goals_lie_in_any_order():
    state = plays(rules(3).start(), "first ann", *["role miner"] * 3)
    assert len(state.chance_outcomes()) == 6
    assert {probability for _, probability in state.chance_outcomes()} == {Fraction(1, 6)}


# Cards


@BOTH
def test_a_card_is_played_or_laid_aside_each_kind_once(variant):
    state = at_table(rules(3, variant), "TRBL TRBL map rockfall")
    assert texts(state)[4:] == ["map 1", "map 2", "map 3", "discard TRBL", "discard map", "discard rockfall"]
    assert all(text.startswith("lay TRBL ") for text in texts(state)[:4])


def test_with_a_broken_tool_no_path_card_is_laid_but_all_else_is_done():
    free = at_table(rules(3), "TRBL map rockfall broken-lamp repair-lamp")
    blocked = at_table(rules(3), "TRBL map rockfall broken-lamp repair-lamp", broken=(0b100, 0, 0))
    assert [text for text in texts(free) if not text.startswith("lay")] == texts(blocked)
    assert any(text.startswith("lay") for text in texts(free))


def test_each_tool_of_another_player_can_be_broken_once():
    state = at_table(rules(3), "broken-lamp broken-pick", "broken-lamp", broken=(0, 0b001, 0))
    assert texts(state)[:3] == ["break lamp cem", "break pick bob", "break pick cem"]
    assert plays(state, "break pick bob").position.broken == (0, 0b101, 0)
    simple = at_table(rules(3, "source"), "broken-tool", broken=(0, 1, 0))
    assert texts(simple) == ["break tool cem", "discard broken-tool"]


def test_a_repair_mends_a_broken_tool_of_any_player():
    state = at_table(rules(3), "repair-lamp repair-cart repair-pick", broken=(0b001, 0b010, 0b011))
    assert texts(state)[:4] == [
        "repair lamp ann lamp",
        "repair lamp cem lamp",
        "repair cart bob cart",
        "repair cart cem cart",
    ]
    assert plays(state, "repair cart cem cart").position.broken == (0b001, 0b010, 0b001)


def test_a_double_repair_mends_one_tool_only():
    state = at_table(rules(3), "repair-lamp+cart", broken=(0b111, 0b100, 0))
    assert texts(state) == ["repair lamp ann lamp+cart", "repair cart ann lamp+cart", "discard repair-lamp+cart"]
    assert plays(state, "repair lamp ann lamp+cart").position.broken == (0b110, 0b100, 0)


@BOTH
def test_a_rockfall_takes_a_path_card_away_which_can_be_laid_there_again(variant):
    state = before_gold(rules(3, variant), "rockfall RL", "TB RL")
    cards = state.position.board.cards
    where = ["{},{}".format(*state.rules.plan.cell(place)) for place in cards]
    assert [text for text in texts(state) if text.startswith("rockfall")] == [f"rockfall {cell}" for cell in where]
    after = plays(state, f"rockfall {where[2]}")
    straight = "RL" if variant == "official" else "TB"
    assert after.position.board.cards == (*cards[:2], *cards[3:])
    assert f"lay {straight} {where[2]}" in texts(after)


@BOTH
def test_a_map_shows_a_goal_and_then_something_is_said_of_it(variant):
    state = at_table(rules(3, variant), "map TB", "TB", deck="xT")
    looking = plays(state, "map 2")
    assert looking.current_player == 0
    assert texts(looking) == ["say 2 gold", "say 2 stone", "say 2 nothing"]
    assert looking.position.peeks == (0b010, 0, 0)
    said = plays(looking, "say 2 stone")  # a lie
    assert said.position.claims == ((0, 2, "stone"),)
    assert said.position.phase is Phase.DRAW
    drawn = plays(said, "draw xT")
    assert drawn.position.hands[0] == tuple(sorted((state.rules.kinds["TB"], state.rules.kinds["xT"])))
    assert drawn.current_player == 1


def test_goals_face_up_are_not_looked_at():
    played = rules(3)
    board = played.plan.empty.with_goal(played.plan.ends[0], "RB", 8)
    assert [text for text in texts(at_table(played, "map", board=board)) if "map" in text] == [
        "map 2",
        "map 3",
        "discard map",
    ]


def test_a_state_stays_as_it_is():
    state = at_table(rules(3), "map TB", "TB", deck="xT")
    before = state.position
    plays(state, "map 2")
    with pytest.raises(IllegalAction, match=r"lay TB 5,5: ann .*lay TB 0,-1"):
        plays(state, "lay TB 5,5")
    assert state.position is before


# The end of a round


@BOTH
def test_a_card_is_drawn_after_each_turn_while_the_deck_lasts(variant):
    state = at_table(rules(3, variant), "TB RL", "RL RL", "TB", deck="map")
    drawing = plays(state, "lay TB {},{}".format(*_below(state)))
    assert drawing.current_player == CHANCE
    assert drawing.receiver == 0
    drawn = plays(drawing, "draw map")
    assert [len(hand) for hand in drawn.position.hands] == [2, 2, 1]
    assert plays(drawn, "discard RL").current_player == 2


def _below(state):
    x, y = state.rules.plan.start
    return x, y + 1


def test_the_card_game_ends_with_the_last_card_and_passes_over_empty_hands():
    state = at_table(rules(3), "TB RL", "", "TB")
    later = plays(state, "discard TB", "discard TB")
    assert later.current_player == 0
    end = plays(later, "discard RL")
    assert end.position.phase is Phase.REVEAL
    assert end.position.results == (Result(False, 0, None),)


def test_the_simplified_game_ends_when_all_have_passed_in_turn_after_the_deck_is_used_up():
    hand = "map TB TB TB"
    state = at_table(rules(3, "source"), hand, hand, hand, deck="map")
    state = plays(state, "discard TB", "draw map", "discard TB", "discard TB")
    assert state.current_player == 0  # the first to pass had still drawn
    state = plays(state, "lay TB {},{}".format(*_below(state)), "discard TB", "discard TB")
    assert state.position.passed == 2
    end = plays(state, "discard TB")
    assert end.position.phase is Phase.REVEAL
    assert not end.position.results[0].found


def test_an_empty_hand_counts_as_a_pass_in_the_simplified_game():
    state = at_table(rules(3, "source"), "TB TB", "", "")
    assert plays(state, "discard TB").position.phase is Phase.REVEAL


@BOTH
def test_the_miners_win_when_the_gold_is_reached(variant):
    state = before_gold(rules(3, variant), "TRBL")
    last = next(text for text in texts(state) if text.endswith("7,0" if variant == "official" else "6,9"))
    found = plays(state, last)
    assert found.position.results == (Result(True, 0, None),)
    assert found.position.board.at(*found.rules.plan.goals[1]) == FIXED | OPEN
    assert [str(outcome) for outcome, _ in found.chance_outcomes()] == ["saboteurs cem"]


@BOTH
def test_play_goes_on_when_a_stone_is_reached(variant):
    state = before_gold(rules(3, variant), "TRBL", "TB", faces=("RB", "BL", "gold"))
    last = next(text for text in texts(state) if text.endswith("7,0" if variant == "official" else "6,9"))
    after = plays(state, last)
    assert after.current_player == 1
    assert not after.position.board.is_hidden(after.rules.plan.ends[1])


# Gold


def test_each_winner_gets_one_gold_in_the_simplified_game():
    for saboteurs, winner in ((False, (1, 1, 0, 1, 1)), (True, (0, 0, 1, 0, 0))):
        state = before_gold(rules(5, "source", rounds=1), "TB" if not saboteurs else "map")
        action = "lay TB 6,9" if not saboteurs else "discard map"
        end = plays(state, action, "saboteurs cem")
        assert end.returns() == winner


@pytest.mark.parametrize(("saboteurs", "each"), [(0, 0), (1, 4), (2, 3), (3, 3), (4, 2)])
def test_saboteurs_are_paid_by_how_many_they_are_and_nobody_where_there_is_none(saboteurs, each):
    played = rules(10, rounds=1)
    roles = tuple(seat < saboteurs for seat in range(10))
    end = plays(at_table(played, "map", roles=roles), "discard map", " ".join(("saboteurs", *NAMES[:saboteurs])))
    assert end.returns() == tuple(each if role else 0 for role in roles)
    nuggets = sum(count * value for count, value in zip(end.position.stack, (1, 2, 3), strict=True))
    assert nuggets == 44 - saboteurs * each


@pytest.mark.parametrize(
    ("players", "share", "cards"),
    [(3, "players", 3), (5, "players", 5), (9, "players", 9), (10, "players", 9), (5, "miners", 4), (10, "miners", 9)],
)
def test_as_many_gold_cards_are_drawn_as_players_or_miners_but_at_most_nine(players, share, cards):
    state = plays(before_gold(rules(players, share=share), "RL"), "lay RL 7,0", "saboteurs cem")
    assert dict(state.chance_outcomes())[state.rules.parse("gold 2")] == Fraction(8, 28)
    state = plays(state, *["gold 1"] * cards)
    assert state.position.phase is Phase.TAKE
    assert len(state.position.offer) == cards


def test_the_finisher_takes_first_and_the_cards_are_passed_on_against_the_turns():
    state = plays(before_gold(rules(5, rounds=1), "RL"), "lay RL 7,0", "saboteurs cem")
    state = plays(state, "gold 1", "gold 3", "gold 1", "gold 2", "gold 2")
    assert texts(state) == ["take 3", "take 2", "take 1"]
    takers = []
    while not state.is_terminal:
        takers.append(state.rules.names[state.current_player])
        state = state.apply(state.legal_actions()[0])
    assert takers == ["ann", "eve", "dan", "bob", "ann"]  # not cem
    assert state.returns() == (4, 1, 0, 2, 2)


def test_a_saboteur_who_finishes_gives_the_first_choice_to_the_next_miner():
    state = before_gold(rules(5, rounds=1), "", "", "RL", player=2)
    state = plays(state, "lay RL 7,0", "saboteurs cem", *["gold 1"] * 5)
    assert state.current_player == 1
    assert plays(state, "take 1").current_player == 0


def test_three_rounds_make_a_game_and_gold_adds_up():
    state = by_chance(rules(4), 3)
    now = state.position
    assert len(now.results) == 3
    assert [result.saboteurs is None for result in now.results] == [False] * 3
    paid = [0] * 4
    for result in now.results:
        if not result.found:
            for seat in result.saboteurs:
                paid[seat] += 4
    taken = [(move.player, move.action.nuggets) for move in state.history() if str(move.action).startswith("take")]
    for seat, nuggets in taken:
        paid[seat] += nuggets
    assert state.returns() == tuple(paid)


@BOTH
def test_the_next_round_is_dealt_anew_and_begins_left_of_who_played_last(variant):
    state = at_table(rules(3, variant), "", "map", player=1, round=1, broken=(1, 0, 0), peeks=(1, 0, 0))
    fresh = plays(state, "discard map", "saboteurs cem")
    now = fresh.position
    assert (now.phase, now.round, now.player) == (Phase.ROLES, 2, 2)
    assert (now.roles, now.broken, now.peeks, now.board.cards, now.left) == ((), (0, 0, 0), (0, 0, 0), (), 67)
    ready = plays(fresh, "role saboteur", "role miner", "role miner", "goals gold RB BL", "draw map")
    assert [len(hand) for hand in ready.position.hands] == [0, 0, 1]
    assert ready.position.results[0].saboteurs == (2,)


def test_gold_cards_do_not_come_back_in_later_rounds():
    state = plays(before_gold(rules(3), "RL"), "lay RL 7,0", "saboteurs cem", "gold 3", "gold 3", "gold 2")
    state = plays(state, "take 3", "take 3", "take 2")
    assert (state.position.round, state.position.stack) == (2, (16, 7, 2))


def test_a_round_that_finds_gold_pays_nothing_once_all_gold_cards_are_taken():
    state = plays(before_gold(rules(3), "RL", stack=(0, 0, 0)), "lay RL 7,0", "saboteurs cem")
    assert (state.position.phase, state.position.round, state.position.gold) == (Phase.ROLES, 2, (0, 0, 0))


def test_saboteurs_are_paid_no_more_than_the_gold_cards_that_are_left():
    roles = (True, True, False, False, False)
    state = at_table(rules(5), "map", roles=roles, stack=(1, 0, 1))
    paid = plays(state, "discard map", "saboteurs ann bob").position
    assert (paid.gold, paid.stack) == ((3, 1, 0, 0, 0), (0, 0, 0))


def test_there_are_no_returns_before_the_end():
    with pytest.raises(GameError, match="not over"):
        rules(3).start().returns()


def test_an_unknown_saying_has_a_near_miss():
    with pytest.raises(IllegalAction, match=r"'goldd': .* goal 2.* mean 'gold'"):
        actions.read("say 2 goldd")
