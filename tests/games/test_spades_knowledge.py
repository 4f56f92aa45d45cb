"""What is known of the cards at Spades: voids, chances, bids that are read, and deals that are drawn."""

from collections import Counter
from fractions import Fraction
from math import comb, factorial
from random import Random

import numpy as np
import pytest
from effort import seeds, share
from reference_graphs import plain
from scipy.special import chdtrc
from spades_events import event

from benchmarks.plain_bidders import PRINTED, simple_bid
from games.core.cards import CARDS, full_deck, listed, numbers
from games.core.errors import GameError
from games.knowing.table import model as model_of
from games.registry import game
from games.spades.bid_reading import BidIs, bid_atoms, posterior, read_bids, reads, with_bids
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.bis import Bis
from games.spades.bidding.hand_value import length_chance
from games.spades.bidding.situation import Hand, Situation
from games.spades.dealing import UNKNOWN, DealSampler, Hidden, sampler
from games.spades.observe import hidden, observation
from games.spades.rules import LOOK, Bid, Phase, Spades, SpadesState
from games.spades.tricks import suit_set
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.symbolic.deals.dealing import deal
from kripke.symbolic.laws.constraints import at_least
from logic.clauses import Atom, C, D, E, K, Kw, M
from logic.formula import Formula

NO_SPADES = (UNKNOWN,) * 4
GAME = game("spades")


def played_to(seed: int, tricks: int, **options) -> SpadesState:
    """A random game after this number of tricks of its first round."""
    rng, state = Random(seed), Spades(**options).start()
    while len(state.position.tricks) < tricks or state.position.phase is not Phase.PLAY:
        chance = state.chance_outcomes() is not None
        state = state.after(state.sample(rng) if chance else rng.choice(state.legal_actions()))
    return state


def law_of(unseen: Hidden) -> SymbolicModel:
    """The same deals as a model of diagrams, by the engine's own law."""
    names = {f"P{seat}": size for seat, size in enumerate(unseen.sizes) if size}
    law = deal(listed(unseen.cards), names)
    parts = [law]
    for seat, voids in enumerate(unseen.voids):
        here = [f"has(P{seat},{card})" for card in listed(unseen.cards & suit_set(voids))]
        parts += [f"~{atom}" for atom in here if unseen.sizes[seat]]
    return SymbolicModel(law.atoms, parts)


LATE = Hidden(
    sum(1 << card for card in (1, 2, 14, 16, 27, 29, 40, 46, 47)), (0, 3, 3, 3), 0, (0, 0b0100, 0b0001, 0), NO_SPADES
)


@pytest.mark.parametrize(
    "unseen",
    [
        LATE,
        LATE._replace(voids=(0, 0, 0, 0)),
        LATE._replace(sizes=(2, 3, 3, 1), voids=(0b1000, 0, 0b0010, 0)),
        Hidden(full_deck(13) & ~full_deck(9), (4, 4, 4, 4), 0, (0b0001, 0, 0b0110, 0), NO_SPADES),
        Hidden(full_deck(13), (13, 13, 13, 13), 0, (0, 0b0100, 0b0001, 0), NO_SPADES),
    ],
)
def test_the_sampler_counts_the_deals_that_the_engine_counts(unseen):
    assert DealSampler(unseen).ways == pytest.approx(law_of(unseen).count(), rel=1e-12)


@pytest.mark.parametrize("unseen", [LATE, LATE._replace(sizes=(2, 3, 3, 1), voids=(0b1000, 0, 0b0010, 0))])
def test_all_deals_that_fit_are_drawn_equally_often(unseen):
    drawn = DealSampler(unseen).deals(200_000, seed=7)
    different, times = np.unique(drawn, axis=0, return_counts=True)
    expected = law_of(unseen).count()
    assert len(different) == expected
    statistic = float(((times - 200_000 / expected) ** 2).sum() / (200_000 / expected))
    assert chdtrc(expected - 1, statistic) > 1e-4
    for row in different.tolist():
        assert sum(row) == unseen.cards
        assert tuple(cards.bit_count() for cards in row) == unseen.sizes
        assert all(cards & suit_set(voids) == 0 for cards, voids in zip(row, unseen.voids, strict=True))


def test_lengths_of_suits_are_drawn_as_the_hypergeometric_formula_says():
    own = full_deck(13) & ~full_deck(9) & ~(1 << CARDS.index(listed(full_deck(13))[0]))
    own = sum(1 << card for card in list(numbers(own))[:13])
    unseen = Hidden(full_deck(13) & ~own, (0, 13, 13, 13), 0, (0, 0, 0, 0), NO_SPADES)
    drawn = sampler(unseen).deals(100_000, seed=3)
    for suit in range(4):
        left = unseen.cards & suit_set(1 << suit)
        lengths = Counter(int(cards & left).bit_count() for cards in drawn[:, 2].tolist())
        n = left.bit_count()
        expected = [comb(n, k) * comb(39 - n, 13 - k) / comb(39, 13) * 100_000 for k in range(n + 1)]
        seen = [(lengths[k], each) for k, each in enumerate(expected) if each > 5]
        statistic = sum((times - each) ** 2 / each for times, each in seen)
        assert chdtrc(len(seen) - 1, statistic) > 1e-4


def test_numbers_of_spades_that_bids_say_are_kept():
    state = played_to(3, 4, variant="mirror")
    view = observation(state, 0)
    drawn = posterior(view, 500, seed=1).drawn
    for seat in range(4):
        spades = [int(cards & suit_set(0b1000)).bit_count() for cards in drawn[:, seat].tolist()]
        assert set(spades) == {(state.position.hands[seat] & suit_set(0b1000)).bit_count()}


def test_equal_seeds_give_equal_deals_and_others_do_not():
    here = sampler(LATE)
    assert (here.deals(50, seed=1) == here.deals(50, seed=1)).all()
    assert (here.deals(50, seed=1) != here.deals(50, seed=2)).any()


@pytest.mark.parametrize(
    ("unseen", "message"),
    [
        (LATE._replace(deck=1, sizes=(0, 3, 3, 2)), "9 cards for hands of"),
        (LATE._replace(voids=(0, 0b1111, 0, 0)), "no deal of 9 cards fits"),
    ],
)
def test_deals_that_cannot_be_are_refused(unseen, message):
    with pytest.raises(GameError, match=message):
        DealSampler(unseen)


# ---------------------------------------------------------------------------------------------- what is asked


@pytest.mark.parametrize("seed", range(2))
def test_exact_chances_and_deals_drawn_agree(seed):
    state = played_to(seed, 6)
    model, drawn = GAME.model(state), posterior(observation(state, 0), 40_000, seed)
    unseen = list(numbers(hidden(observation(state, 0)).cards))
    for card in Random(seed).sample(unseen, 4):
        for name in "ES":
            question = f"has({name},{CARDS[card]})"
            estimate = drawn.chance(question)
            assert abs(estimate.value - float(model.degree("N", question))) < 5 * max(estimate.error, 1e-4)
    question = f"~void(E,H) & (void(W,S) | has(S,{CARDS[unseen[0]]}))"
    estimate = drawn.chance(question)
    assert abs(estimate.value - float(model.degree("N", question))) < 5 * max(estimate.error, 1e-4)
    assert drawn.effective == pytest.approx(40_000)


def test_who_does_not_follow_suit_is_void_and_all_know_it():
    state = next(s for seed in range(20) if any((s := played_to(seed, 9)).position.voids))
    seat = next(seat for seat in range(4) if state.position.voids[seat] and state.position.hands[seat])
    suit = "CDHS"[next(suit for suit in range(4) if state.position.voids[seat] >> suit & 1)]
    name = state.rules.names[seat]
    model = GAME.model(state)
    assert model.holds(f"void({name},{suit}) & C void({name},{suit})")
    others = [each for each in "NESW" if each != name]
    assert model.holds(" & ".join(f"K_{each} void({name},{suit})" for each in others))


def test_a_trick_that_was_played_is_common_knowledge():
    state = played_to(5, 1)
    trick = state.position.tricks[0]
    model = GAME.model(state)
    for place, card in enumerate(trick.cards):
        name = state.rules.names[trick.player(place)]
        assert model.holds(f"C ~has({name},{CARDS[card]})")


def test_partners_together_know_which_cards_the_opponents_have():
    state = played_to(6, 2)
    card = CARDS[next(numbers(state.position.hands[1]))]
    model = GAME.model(state)
    assert model.holds(f"D_{{N,S}} (has(E,{card}) | has(W,{card})) & ~D_{{N,S}} has(E,{card})")
    assert not model.holds(f"K_N (has(E,{card}) | has(W,{card}))")


def test_a_suit_splits_as_the_hypergeometric_formula_says():
    law = deal(listed(full_deck(13)), dict.fromkeys("NESW", 13))
    hearts = [str(card) for card in listed(suit_set(0b0100))]
    others = [str(card) for card in listed(full_deck(13) & ~suit_set(0b0100))]
    cards = hearts[:6] + others[:7] + hearts[6:] + others[7:]
    hands = {seat: cards[13 * i : 13 * i + 13] for i, seat in enumerate("NESW")}
    model = SymbolicModel(law.atoms, law, observes={"N": law.hand("N")})
    here = model.at({f"has({seat},{card})" for seat, hand in hands.items() for card in hand})
    four = at_least(4, [f"has(E,{card})" for card in hearts]).formula(())
    five = at_least(5, [f"has(E,{card})" for card in hearts]).formula(())
    expected = Fraction(comb(7, 4) * comb(32, 9), comb(39, 13))
    assert here.degree("N", four) - here.degree("N", five) == expected


ROWS = [(own, opponents) for opponents in PRINTED for own in range(14)]


@pytest.mark.parametrize(("own", "opponents"), Random(1).sample(ROWS, share(len(ROWS))))
def test_tables_1_5_and_6_are_the_engines_counts_the_formula_and_print_to_0_006(own, opponents):
    law = deal(listed(full_deck(13)), dict.fromkeys("NESW", 13))
    hearts = [str(card) for card in listed(suit_set(0b0100))]
    others = [str(card) for card in listed(full_deck(13) & ~suit_set(0b0100))]
    cards = hearts[:own] + others[: 13 - own] + hearts[own:] + others[13 - own :]
    hands = {seat: cards[13 * i : 13 * i + 13] for i, seat in enumerate("NESW")}
    model = SymbolicModel(law.atoms, law, observes={"N": law.hand("N")})
    here = model.at({f"has({seat},{card})" for seat, hand in hands.items() for card in hand})
    for more in range(3):
        parts = [
            at_least(more + 1, [f"has({seat},{card})" for card in hearts]).formula(()) for seat in "ESW"[:opponents]
        ]
        question = parts[0]
        for part in parts[1:]:
            question = question & part
        exact = here.degree("N", question)
        assert exact == length_chance(own, more, opponents)
        assert abs(float(exact) - PRINTED[opponents][own][more]) < 0.006


def test_a_player_has_as_many_possible_deals_as_the_source_says():
    assert factorial(39) // factorial(13) ** 3 == 84_478_098_072_866_400


# ------------------------------------------------------------------------------------------------ bids that are read

SITUATIONS = (Situation(), Situation(before=(3, 4, 2)), Situation(before=(4, 0, 2)), Situation(before=(5,)))


@pytest.mark.parametrize("name", ADDITIVE)
def test_sums_over_suits_lead_to_the_bids_of_the_simple_bidders(name):
    rng = Random(name)
    for _ in range(share(2_000)):
        hand = Hand.of_set(sum(1 << card for card in rng.sample(range(52), 13)))
        for situation in SITUATIONS:
            assert ADDITIVE[name](hand, situation) == simple_bid(name, hand, situation)


@pytest.fixture(scope="module")
def all_deals():
    law = deal(listed(full_deck(13)), dict.fromkeys("NESW", 13))
    return SymbolicModel(law.atoms, law, observes={seat: law.hand(seat) for seat in "NESW"})


@pytest.mark.parametrize("name", ["ms", "io"])
def test_the_atom_of_a_bid_is_true_at_the_deals_where_the_bidder_makes_it(all_deals, name):
    rng, bidder = Random(name), ADDITIVE[name]
    model = all_deals.define(bid_atoms("E", bidder, Situation()))
    for _ in range(share(100)):
        hands = rng.sample(range(52), 52)
        held = {f"has({'NESW'[place // 13]},{CARDS[card]})" for place, card in enumerate(hands)}
        bid = bidder(Hand.of_set(sum(1 << card for card in hands[13:26])), Situation())
        here = model.at(held | {f"bid(E)={bid}"})
        assert here.holds(f"bid(E)={bid} & ~bid(E)={bid + 1}")


def test_a_bid_says_what_all_hands_that_make_it_have_in_common(all_deals):
    model = all_deals.define(bid_atoms("E", ADDITIVE["ms"], Situation()))
    assert model.valid("K_N (bid(E)=0 -> ~has(E,SA) & ~(has(E,SK) & has(E,SQ)))")
    assert not model.valid("bid(E)=0 -> ~has(E,HA)")  # the naive nil looks at the three lowest cards of a suit
    told = model.announce("bid(E)=0")
    assert told.valid("C ~has(E,SA)")
    assert not told.valid("~has(E,SA) -> K_W ~has(S,SA)")


def test_a_condition_is_its_formula_also_after_cards_were_played():
    cards = sum(1 << card for card in (12, 11, 25, 24, 3, 51, 50, 40))
    condition = BidIs("E", ADDITIVE["ms"], frozenset((2, 3)), Situation(), cards, played=1 << 38 | 1 << 10)
    law = deal(listed(cards), {"E": 3, "W": 5})
    assert SymbolicModel(law.atoms, [law, condition]) == SymbolicModel(law.atoms, [law, condition.formula(())])
    states = SymbolicModel(law.atoms, [law, condition]).extension()
    for state in SymbolicModel(law.atoms, law).extension():
        hand = sum(1 << number for number, card in enumerate(CARDS) if f"has(E,{card})" in state)
        bid = ADDITIVE["ms"](Hand.of_set(hand | condition.played), Situation())
        assert (state in states) == (bid in (2, 3))


def bidding(seed: int, bidder=ADDITIVE["ms"]) -> SpadesState:
    """A game in which all have bid as a bidder does, MS unless another is given."""
    rng, state = Random(seed), Spades().start()
    bids: list[int] = []
    while state.position.phase is not Phase.PLAY:
        now = state.position
        if state.chance_outcomes() is not None:
            state = state.after(state.sample(rng))
            continue
        if LOOK in state.legal_actions():
            state = state.after(LOOK)
            continue
        bids.append(bidder(Hand.of_set(now.hands[now.player]), Situation(before=tuple(bids))))
        state = state.after(Bid(bids[-1]))
    return state


def test_bids_that_are_read_exactly_and_by_weighted_deals_agree():
    state = bidding(11)
    view = observation(state, 0)
    model = model_of(with_bids(state, {"E": ADDITIVE["ms"], "S": ADDITIVE["ms"]}))
    drawn = posterior(view, 8_000, 5, bids=read_bids(view, {"E": ADDITIVE["ms"], "S": ADDITIVE["ms"]}))
    assert 100 < drawn.effective < 8_000
    for card in list(numbers(hidden(view).cards))[::9]:
        estimate = drawn.chance(f"has(E,{CARDS[card]})")
        assert abs(estimate.value - float(model.degree("N", f"has(E,{CARDS[card]})"))) < 5 * estimate.error + 1e-3


def test_a_bid_is_read_for_a_player_who_has_not_looked_at_the_cards():
    state, rng = Spades(blind="always").start(), Random(0)
    while state.is_chance:
        state = state.after(state.sample(rng))
    bidder = state.rules.names[state.current_player]
    state = state.after(LOOK).after(Bid(9))
    model = model_of(with_bids(state, {bidder: ADDITIVE["rb"]}, state.current_player))
    viewer = state.rules.names[state.current_player]
    assert model.holds(f"M_{viewer} has({viewer},SA) & M_{viewer} has({bidder},SA)")
    assert not model.holds(f"M_{viewer} bid({bidder})=0")


def test_bids_of_bis_are_read_by_weights_and_the_effective_number_of_deals_is_told():
    state = bidding(11, Bis())
    view = observation(state, 0)
    drawn = posterior(view, share(1_500, 150), 5, bids=read_bids(view, {"S": Bis()}, slip=0.01))
    assert 10 < drawn.effective < len(drawn.drawn)
    assert f"({drawn.effective:,.0f} deals)" in str(drawn.chance("has(S,SA)"))


def test_bids_that_nobody_makes_are_refused_unless_bidders_err():
    view = observation(bidding(2), 0)
    with pytest.raises(GameError, match=r"none of 100 deals.*draw more"):
        posterior(view, 100, bids={"E": reads(lambda hand: 3, 4)})
    assert posterior(view, 100, bids={"E": reads(lambda hand: 3, 4, slip=0.1)}).effective == pytest.approx(100)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda view: posterior(view, 0), "deals 0: expected 1"),
        (lambda view: posterior(view, 10, bids={"X": reads(lambda hand: 3, 3)}), "bids of 'X'"),
        (lambda view: read_bids(view, {"X": ADDITIVE["ms"]}), "bids of 'X': expected some of"),
        (lambda view: posterior(view, 10).chance("has(X,SA)"), r"expected a player.* has\(N,SA\) or void\(N,S\)"),
        (lambda view: posterior(view, 10).chance("void(N,X)"), r"expected a player.* has\(N,SA\) or void\(N,S\)"),
        (lambda view: reads(lambda hand: 3, 3, slip=2.0), "slip 2.0"),
    ],
)
def test_what_makes_no_sense_is_refused(call, message):
    view = observation(played_to(1, 1), 0)
    with pytest.raises(GameError, match=message):
        call(view)


# ------------------------------------------------------------------------------------------- events and small decks


@pytest.mark.parametrize("options", [{"ranks": 2}, {"ranks": 2, "variant": "mirror"}, {"ranks": 2, "variant": "whiz"}])
@pytest.mark.parametrize("seed", seeds(1, 10))
def test_events_one_after_the_other_lead_to_the_model_of_each_moment(seed, options):
    rng, state = Random(f"{options}{seed}"), Spades(limit=1, **options).start()
    while state.position.phase is not Phase.BID:
        state = state.after(state.sample(rng))
    model, before = GAME.model(state), state
    atoms = tuple(model.atoms)
    while not before.is_terminal:
        action = rng.choice(before.legal_actions())
        after = before.after(action)
        if after.is_terminal:
            break
        model = model.update(event(before, action))
        there = GAME.model(after)
        assert model.actual == there.actual
        for _ in range(share(20)):
            question = random_question(rng, atoms)
            assert model.holds(question) == there.holds(question), (str(question), str(action))
        before = after


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_a_small_deck_has_the_same_answers_listed_by_diagrams_and_by_the_slow_semantics(seed):
    rng = Random(seed)
    state = played_to(seed, 0, ranks=2)
    for _ in range(3):
        state = state.after(rng.choice(state.legal_actions()))
    diagrams = GAME.model(state)
    explicit = diagrams.to_explicit()
    slow = plain(explicit.structure)
    here = explicit.structure.actual
    for _ in range(share(20)):
        question = random_question(rng, tuple(diagrams.atoms))
        assert diagrams.holds(question) == explicit.holds(question) == (here in truth(slow, question)), str(question)


def random_question(rng: Random, atoms: tuple[str, ...]) -> Formula:
    """What some players know of what others know of a few atoms."""
    one, other = (Atom(rng.choice(atoms)) for _ in range(2))
    inner = rng.choice(
        [one, ~one, one & ~other, one | other, Kw(rng.choice("NESW"), one), ~K(rng.choice("NESW"), ~one)]
    )
    who = rng.sample("NESW", 2)
    return rng.choice(
        [K(who[0], inner), M(who[0], inner), Kw(who[0], inner), D(who, inner), C(who, inner), E(who, inner)]
    )


def test_an_event_that_is_no_move_is_refused():
    state = played_to(1, 1)
    with pytest.raises(GameError, match=r"bid 3: expected.*bid.*card"):
        event(state, Bid(3))
