"""What players of Cheat know, against what is worked out by hand and against deals that are drawn or counted."""

from fractions import Fraction
from itertools import permutations
from math import comb, factorial
from pathlib import Path
from random import Random

import pytest

from games.cheat.cards import listed
from games.cheat.game import GAME
from games.cheat.knowledge import HowMany, table_of
from games.cheat.places import Place, places
from games.cheat.rules import Cheat, CheatState, Claim, Phase
from games.core.cards import card, numbers
from games.core.rules import EVERYTHING
from games.knowing.table import model
from kripke.models.symbolic_model import SymbolicModel

ANN, BOB = range(2)
DATA = Path(__file__).parent / "data"
SMALL = {"ranks": 4, "suits": 2, "hand": 2, "limit": 12}
"""Eight cards, so that all deals can be tried."""


def moves(name: str) -> list[str]:
    return [line for line in (DATA / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def turns() -> list[CheatState]:
    """The state before each turn of the game of lies, from turn 1, and the last state."""
    last = Cheat().deserialize(moves("cheat_lies"))
    return [*(before for before, _ in last.steps() if before.position.phase is Phase.PLAY), last]


def asked(state: CheatState) -> SymbolicModel:
    made = model(GAME.table(state))
    assert isinstance(made, SymbolicModel)
    return made


def test_after_the_deal_there_are_as_many_worlds_as_deals(turns: list[CheatState]) -> None:
    worlds = asked(turns[0])
    assert worlds.count() == factorial(51) // (factorial(8) ** 2 * factorial(35)) > 10**15
    assert worlds.count_possible("ann") == comb(43, 8)


def test_players_know_their_hands_and_the_open_card(turns: list[CheatState]) -> None:
    first = asked(turns[0])
    assert first.holds("K_ann has(ann,SQ) & ~Kw_bob has(ann,SQ)")
    assert first.holds("C has(pile,CJ)")
    assert first.holds("K_ann (has(bob,SK) | has(deck,SK)) & M_ann has(deck,SK)")
    assert first.holds("C ~(has(ann,SQ) & has(bob,SQ))")


def test_who_claims_knows_whether_it_is_true_and_nobody_else(turns: list[CheatState]) -> None:
    true, lie = asked(turns[1]), asked(turns[3])
    assert all(map(true.holds, ("honest", "Kw_ann honest", "~Kw_bob honest", "K_bob Kw_ann honest")))
    assert all(map(lie.holds, ("~honest", "K_ann ~honest", "M_bob honest", "M_ann ~K_bob ~honest")))
    assert lie.holds("K_ann (~honest & laid3(C2) & laid3(C3))")


def test_questions_late_in_a_long_game_are_answered() -> None:
    # joined in another order, the parts of the state law are too large
    late = asked(Cheat().deserialize(moves("cheat_many_claims")))
    assert late.holds("K_bob honest")
    assert not late.holds("Kw_ann honest")
    assert not late.holds("K_ann ~K_bob ~honest")  # the claim is perhaps a lie, and bob knows it then


def test_whoever_sees_too_many_cards_of_the_rank_knows_the_lie() -> None:
    # bob holds three queens: ann's two queens are a lie, and ann, who has none, holds that possible
    dealt = ["starts ann", "deal C2", "deal SQ", "deal C3", "deal HQ", "deal C4", "deal DQ", "deal CJ"]
    state = asked(Cheat(hand=3).deserialize([*dealt, "claim Q C2 C3"]))
    assert state.holds("K_bob ~honest & M_ann K_bob ~honest & ~K_ann K_bob ~honest")
    assert state.degree("bob", "honest") == 0


def test_a_revealed_pile_tells_who_has_which_card(turns: list[CheatState]) -> None:
    after = asked(turns[4])
    assert after.holds("K_bob (has(ann,SQ) & has(ann,HQ) & has(ann,C2)) & C has(ann,SK)")
    assert after.holds("~Kw_bob has(ann,DQ)")  # she never laid it
    claimed = asked(turns[5])  # two kings of ann's: bob saw her take up two
    assert claimed.holds("~Kw_bob has(ann,SK) & K_bob (has(ann,SK) | has(pile,SK))")
    assert claimed.holds("C ((has(ann,SQ) | laid1(SQ)) & ~has(deck,SQ))")


def test_the_chance_of_a_claim_is_that_of_the_deals(turns: list[CheatState]) -> None:
    # ann's two queens: bob sees his eight cards and the jack, and of the other 43 any two may be the claim, both
    # queens, of which there are four, or neither
    assert asked(turns[1]).degree("bob", "honest") == Fraction(comb(4, 2), comb(4, 2) + comb(39, 2))
    # and ann's next two queens: of two claims with two cards each one, both or neither are queens
    true, either, neither = comb(4, 2) * comb(2, 2), comb(4, 2) * comb(39, 2), comb(39, 2) * comb(37, 2)
    assert asked(turns[3]).degree("bob", "honest") == Fraction(true + either, true + 2 * either + neither)
    mixed = Cheat(mixed=True).deserialize(moves("cheat_lies")[:19])
    assert asked(mixed).degree("bob", "honest") == Fraction(comb(4, 2), comb(43, 2))


def seen_places(state: CheatState) -> tuple[Place, ...]:
    """The places of the model but the deck: hands, and claims, of which those that no rule tells apart are one."""
    return places(GAME.observation(state, EVERYTHING))[1:]


def lying(state: CheatState) -> tuple[int, ...]:
    """The cards in each of these places."""
    now = state.position
    claims = seen_places(state)[len(now.hands) :]
    return (*now.hands, *(sum(now.laid[number].cards for number in each.claims) for each in claims))


def deals(state: CheatState, viewer: int) -> set[tuple[int, ...]]:
    """All places of the opponent's cards for which there is a history, by trying all orders of the cards that came."""
    found = set()
    steps, other = state.steps(), 1 - viewer
    own = {getattr(GAME.seen(before, move.action, viewer).action, "card", None) for before, move in steps}
    hidden = [each for each in listed(state.rules.deck) if each not in own]
    slots = [
        n for n, (b, _) in enumerate(steps) if b.position.phase in (Phase.DEAL, Phase.DRAW) and b.receiver == other
    ]
    events = GAME.events(state, viewer)
    for some in permutations(hidden, len(slots)):
        game = [move.action for _, move in steps]
        for slot, each in zip(slots, some, strict=True):
            game[slot] = type(game[slot])(each)
        found |= histories(state.rules.start(), game, other, steps, events, viewer)
    return found


def histories(start: CheatState, game: list, other: int, steps: list, events: list, viewer: int) -> set:
    """The ends of all ways in which the opponent can have claimed what was seen."""
    states = [start]
    for number, action in enumerate(game):
        following = []
        for state in states:
            ways = [action]
            if steps[number][1].player == other and isinstance(action, Claim):
                ways = [
                    each
                    for each in state.legal_actions()
                    if isinstance(each, Claim) and (each.rank, len(each.cards)) == (action.rank, len(action.cards))
                ]
            following += [
                state.after(each)
                for each in ways
                if state.is_legal(each) and GAME.seen(state, each, viewer) == events[number].seen
            ]
        states = following
    return {lying(state) for state in states}


def random_state(rules: Cheat, seed: int, turns: int) -> CheatState:
    rng, state = Random(seed), rules.start()
    while not state.is_terminal and (state.position.turns < turns or state.is_chance):
        legal = state.legal_actions()
        state = state.after(state.sample(rng) if state.is_chance else rng.choice(legal))
    return state


def possible(state: CheatState, viewer: int) -> set[tuple[int, ...]]:
    """The places of cards in the worlds that a player considers possible."""
    worlds = asked(state).possible(state.rules.names[viewer])
    found, cards = seen_places(state), list(numbers(state.rules.deck))
    return {tuple(sum(1 << card for card in cards if place.atom(card) in world) for place in found) for world in worlds}


SEEDS = (0, 1, 3, 5, 31, 93, 118)
"""In the last three a player has claimed more cards than nobody had seen with them, and then drawn others."""


OTHERS = [pytest.param(seed, False, marks=pytest.mark.slow) for seed in SEEDS[1:-1]]


@pytest.mark.parametrize(("seed", "mixed"), [(SEEDS[0], False), *OTHERS, (SEEDS[-1], False), (0, True), (3, True)])
def test_the_worlds_are_the_deals_with_a_history_and_are_what_is_drawn(seed: int, mixed: bool) -> None:
    state = random_state(Cheat(**SMALL, mixed=mixed), seed, 3 + seed % 8)
    for viewer in (ANN, BOB):
        worlds = possible(state, viewer)
        assert worlds == deals(state, viewer)
        drawn = {lying(GAME.resample(state, viewer, Random(n))) for n in range(20 * len(worlds))}
        assert drawn == worlds


def test_deals_are_drawn_as_often_as_the_model_says(turns: list[CheatState]) -> None:
    state, rng, number = turns[1], Random(4), 1_000
    share = float(asked(state).degree("bob", "has(ann,DQ)"))
    has = sum(card("DQ") in listed(GAME.resample(state, BOB, rng).position.hands[ANN]) for _ in range(number))
    assert abs(has / number - share) < 4 * (share * (1 - share) / number) ** 0.5


def test_claims_that_no_rule_tells_apart_are_one_place() -> None:
    cards = ("C2", "SQ", "C3", "HQ", "C4", "DQ", "C5", "SK", "C6", "HK", "CJ")
    dealt = ["starts ann", *(f"deal {each}" for each in cards)]
    claims = ["claim Q C2", "claim K SQ", "claim Q C3", "claim K HQ", "claim Q C4 C5", "claim K DQ", "claim Q C6"]
    state = Cheat(hand=5).deserialize([*dealt, *claims])
    assert [each.claims for each in seen_places(state)[2:]] == [(0, 2), (4,), (1, 3, 5), (6,)]
    asked_now = asked(state)
    assert asked_now.holds("K_ann (laid1_3(C2) & laid1_3(C3) & laid5(C4)) & M_bob (laid1_3(SA) & ~laid1_3(C2))")
    free = Cheat(hand=5, mixed=True).deserialize([*dealt, *claims])
    assert [each.claims for each in seen_places(free)[2:]] == [(0, 2, 4), (1, 3, 5), (6,)]


def test_what_an_agent_builds_from_its_view_answers_as_the_table_does(turns: list[CheatState]) -> None:
    for state in (turns[1], turns[3], turns[7]):
        for seat, name in enumerate(state.rules.names):
            own = model(table_of(GAME.observation(state, seat), Random(1)))
            for question in ("honest", "has(bob,SK)", "has(ann,DQ) & has(deck,SA)"):
                assert own.degree(name, question) == asked(state).degree(name, question)


def test_questions_late_in_a_game_have_answers_too() -> None:
    state = random_state(Cheat(), 11, 60)
    worlds = asked(state)
    for name in state.rules.names:
        assert 0 <= worlds.degree(name, "honest") <= 1
        assert worlds.holds(f"K_{name} honest") == (worlds.degree(name, "honest") == 1)


def test_how_many_is_a_formula_and_a_diagram() -> None:
    atoms = tuple("pqrs")
    for some in ((0, 2), (1,), (0, 1, 2, 3, 4), (2, 3), (0, 4), (4, 5)):
        law = HowMany(atoms, some)
        assert SymbolicModel(atoms, law).count() == sum(comb(4, n) for n in some)
        assert SymbolicModel(atoms).count(law.formula(atoms)) == sum(comb(4, n) for n in some)
