"""Cards in hands: whether, in how many ways and at random they are dealt, and what one hand may be, as in a list."""

from collections import Counter
from functools import reduce
from itertools import product
from math import sqrt
from operator import or_
from random import Random

import pytest
from effort import seeds, share

from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.deals.dealing import OneHolder, dealt, exact_count
from kripke.symbolic.deals.hands import Hands
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.diagrams.variable_order import mask_of
from kripke.symbolic.laws.constraints import DiagramConstraint, at_least, at_most, exactly
from kripke.symbolic.structures.build import fact
from logic.parser import parse


def random_hands(rng: Random) -> tuple[Hands, int]:
    """Up to four hands of up to six cards, some of any size, some cards for few hands; and the number of cards."""
    hands, cards = rng.randint(1, 4), rng.randint(0, 6)

    def some(density: float) -> int:
        return mask_of([card for card in range(cards) if rng.random() < density])

    density = rng.choice([0.5, 0.8, 1])
    sizes = tuple([rng.choice([None, 0, 1, 2, 3]) for _ in range(hands)])
    law = Hands(tuple([some(density) for _ in range(hands)]), sizes, some(rng.choice([0.5, 1])))
    if rng.random() < 0.5:
        law = law.given([some(0.1) for _ in range(hands)], [some(0.2) for _ in range(hands)])
    return law, cards


def listed(law: Hands, cards: int) -> list[list[int]]:
    """All deals, each as the cards of every hand."""
    places = [
        [hand for hand, possible in enumerate(law.possible) if possible >> card & 1]
        + [-1] * (not law.dealt >> card & 1)
        for card in range(cards)
    ]
    deals = [
        [mask_of([c for c, at in enumerate(deal) if at == hand]) for hand in range(len(law.sizes))]
        for deal in product(*places)
    ]
    return [
        hands
        for hands in deals
        if all(size in (None, hand.bit_count()) for size, hand in zip(law.sizes, hands, strict=True))
    ]


@pytest.mark.parametrize("seed", seeds(3, 100))
def test_hands_are_those_of_all_deals_listed(seed):
    rng = Random(seed)
    for _ in range(share(100, 25)):
        law, cards = random_hands(rng)
        deals = listed(law, cards)
        assert law.is_possible == bool(deals)
        assert law.ways == len(deals)
        hand, some, number = rng.randrange(len(law.sizes)), rng.getrandbits(6), rng.randint(0, 3)
        assert law.apart(hand, some, number).ways == sum((deal[hand] & some).bit_count() == number for deal in deals)
        if deals:
            assert fitting(law, hand, cards) == {deal[hand] for deal in deals}


def fitting(law: Hands, hand: int, cards: int) -> set[int]:
    """The sets of cards that a hand may be by what is said of that hand alone."""
    bounds, needed = law.bounds(hand), law.needed(hand)
    subsets = [some for some in range(1 << cards) if not some & ~law.possible[hand] and not needed & ~some]
    found = {
        some
        for some in subsets
        if law.sizes[hand] in (None, some.bit_count())
        and all(low <= (some & inside).bit_count() <= high for inside, low, high in bounds)
    }
    assert found.issuperset(law.candidates(hand, bounds, 5))
    return found


def test_what_is_given_leaves_the_deals_where_it_is_so():
    law = Hands((0b1111, 0b1111), (2, None), 0b1111)
    assert law.given([0b0001, 0], [0b1000, 0]).ways == 2
    assert law.given([0b0001, 0b0001], [0, 0]).ways == 0
    assert not law.given([0b0111, 0], [0, 0]).is_possible


def test_a_count_of_far_too_many_splits_is_left_to_others():
    law = Hands((*[2**60 - 1] * 5, 2**30 - 1), (10,) * 6, 2**60 - 1)
    assert law.is_possible
    assert law.ways is None


MODEL = SymbolicModel([f"p{i}" for i in range(8)])


def where(law: DiagramConstraint | str) -> StateSet:
    return fact(MODEL.knowledge, parse(law) if isinstance(law, str) else law, "law")


def bits(*atoms: str) -> int:
    return reduce(or_, [MODEL.knowledge.atoms[atom].support for atom in atoms], 0)


@pytest.mark.parametrize("number", range(8))
def test_an_exact_count_is_read_from_the_diagram(number):
    assert exact_count(where(exactly(number, [f"p{i}" for i in range(7)]))) == number


@pytest.mark.parametrize(
    "law", [at_least(2, ["p0", "p1", "p2"]), "p0 & (p1 ^ p2) & (p3 ^ p4)", "p0 | p1", "(p0 ^ p1) & (p2 ^ p3)"]
)
def test_other_conditions_are_no_exact_count(law):
    assert exact_count(where(law)) is None


def test_a_law_deals_cards_by_what_its_constraints_say():
    cards = (("p0", "p1", "p2"), ("p3", "p4", "p7"))
    rules = [OneHolder(cards), exactly(1, ["p0", "p3"]), at_most(1, ["p5", "p6"]), "~p4", "p1 -> p6"]
    found = dealt([(rule, where(rule)) for rule in rules], MODEL.knowledge.atoms).simplified()
    hands, dealt_cards = found.hands, 0b011
    assert (hands.sizes, hands.dealt) == ((1, None, None), dealt_cards)
    assert hands.possible == (0b011, 0b101, 0b111)
    assert [part.key for part in found.rest] == [where("p1 -> p6").key]
    assert hands.ways == SymbolicModel(MODEL.atoms, [*rules[:3], "~p4"]).count()


@pytest.mark.parametrize(
    "law", [["p0 <-> ~p1", "p0 | p1"], [at_least(2, ["p0", "p1", "p2"])], [exactly(1, ["p0", "p1"])]]
)
def test_other_laws_deal_no_cards(law):
    assert dealt([(rule, where(rule)) for rule in law], MODEL.knowledge.atoms) is None


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_random_deals_are_those_of_all_deals_listed_equally_often(seed):
    rng, often = Random(seed), 30
    while True:
        law, cards = random_hands(rng)
        deals = [tuple(deal) for deal in listed(law, cards)]
        if 10 < len(deals) < 300:
            break
    drawn = Counter(tuple(map(mask_of, law.draw(rng)[:-1])) for _ in range(often * len(deals)))
    assert set(drawn) <= set(deals)
    freedom = len(deals) - 1
    assert abs(sum((drawn[deal] - often) ** 2 / often for deal in deals) - freedom) < 5 * sqrt(2 * freedom)


def test_52_cards_of_four_hands_of_which_two_lack_a_suit_are_dealt_equally_often():
    everything, suit = (1 << 52) - 1, (1 << 13) - 1
    law = Hands(
        (everything, everything & ~suit, everything & ~(suit << 13), everything), (13,) * 4, everything, most=10**6
    )
    rng, often = Random(3), 1_000
    drawn = [law.draw(rng) for _ in range(often)]
    assert all(sorted(map(len, hands)) == [0, 13, 13, 13, 13] and not mask_of(hands[1]) & suit for hands in drawn)
    assert not any(mask_of(hands[2]) & suit << 13 for hands in drawn)
    nothing = [0] * 4
    share = law.given([1, 0, 0, 0], nothing).ways / law.ways
    times = sum(0 in hands[0] for hands in drawn)
    assert times == pytest.approx(often * share, abs=5 * sqrt(often * share * (1 - share)))
