"""The deal: 52 cards to four players as one model of 53,644,737,765,488,792,839,237,440,000 states.

Each row is one query on a new model without cached results, and its answer is checked. The second table is about decks
of other sizes.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

from benchmarks.measure import best, peak_megabytes, table
from whoknows import Atom, SymbolicModel, conj, deal, exactly

SEATS = "NESW"
DECK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
SPADES = [card for card in DECK if card[0] == "S"]


def table_of(cards: list[str]) -> SymbolicModel:
    """The model of all deals of the cards to four players, with equal numbers of cards."""
    law = deal(cards, dict.fromkeys(SEATS, len(cards) // 4))
    return SymbolicModel(law.atoms, law, observes={seat: law.hand(seat) for seat in SEATS})


def ways(*hands: int) -> int:
    """The number of deals with hands of these sizes."""
    return factorial(sum(hands)) // prod(map(factorial, hands))


def shuffled(cards: list[str]) -> dict[str, list[str]]:
    cards = random.Random(4).sample(cards, len(cards))
    size = len(cards) // 4
    return {seat: cards[size * i : size * (i + 1)] for i, seat in enumerate(SEATS)}


def at(model: SymbolicModel, hands: dict[str, list[str]]) -> SymbolicModel:
    return model.at({f"has({seat},{card})" for seat, hand in hands.items() for card in hand})


def partners(model: SymbolicModel) -> list[Fraction]:
    """For each of the 52 cards, North's probability that South has it, after West has denied having a certain card."""
    return [model.degree("N", f"has(S,{card})") for card in DECK]


def questions(hands: dict[str, list[str]]) -> list[tuple[str, Callable[[SymbolicModel], Any], Callable[[Any], bool]]]:
    """The queries at these hands: name, function of a model, and a check of its result."""
    mine, hers, theirs = hands["N"][0], hands["S"][0], hands["E"][0]
    shown = conj(Atom(f"has(N,{card})") for card in hands["N"])
    void = exactly(0, [f"has(W,{card})" for card in SPADES])
    told = f"~has(W,{hers})"

    def chances(found: list[Fraction]) -> bool:
        unknown = [share for card, share in zip(DECK, found, strict=True) if card not in hands["N"]]
        return sum(unknown) == 13 and sorted(set(unknown)) == [Fraction(25, 76), Fraction(1, 2)]

    return [
        ("all deals counted", lambda m: m.count(), lambda n: n == ways(13, 13, 13, 13)),
        ("North's hand shown to all: counted", lambda m: m.announce(shown).count(), lambda n: n == ways(13, 13, 13)),
        (
            "West has no spades: counted",
            lambda m: m.at(None).announce(void).count(),
            lambda n: n == comb(39, 13) * ways(13, 13, 13),
        ),
        ("52 exact chances of the partner's cards", lambda m: partners(m.announce(told)), chances),
        ("K_N of a card of South's", lambda m: m.holds(f"K_N has(S,{hers})"), lambda b: not b),
        ("K_N that South lacks a card", lambda m: m.holds(f"K_N ~has(S,{mine})"), bool),
        ("K_N ~K_S of North's card", lambda m: m.holds(f"K_N ~K_S has(N,{mine})"), bool),
        ("Kw_N of South's card", lambda m: m.holds(f"Kw_N has(S,{hers})"), lambda b: not b),
        ("D of N, S of East's card", lambda m: m.holds(f"D_{{N,S}} has(E,{theirs})"), lambda b: not b),
        ("D of N, E, S of a card of West's", lambda m: m.holds(f"D_{{N,E,S}} has(W,{hands['W'][0]})"), bool),
        ("C of North's card", lambda m: m.holds(f"C has(N,{mine})"), lambda b: not b),
        ("10,000 deals drawn", lambda m: m.sample(1, 10_000), lambda found: all(len(s) == 52 for s in found)),
    ]


def asked() -> None:
    """Print the times of the queries, each on a new model."""
    law, model = best(lambda: table_of(DECK), runs=3)
    rows: list[tuple[object, ...]] = [("the law built", law * 1e3)]
    hands = shuffled(DECK)
    for name, ask, right in questions(hands):
        seconds = float("inf")
        for _ in range(3):
            fresh = at(table_of(DECK), hands)
            once, answer = best(lambda ask=ask, fresh=fresh: ask(fresh), runs=1)  # type: ignore[misc]
            assert right(answer), name
            seconds = min(seconds, once)
        rows.append((name, seconds * 1e3))
    table("The deal, in milliseconds", ("question", "whoknows"), rows)
    assert model.count() == ways(13, 13, 13, 13)


def grown() -> None:
    """Print the times for decks of other sizes."""
    rows = []
    table_of(DECK[:4]).count("true | true")  # the parser and what is imported at the first count are no part of a row
    for size in (3, 5, 8, 13, 20):
        cards = [f"{suit}{rank}" for suit in "SHDC" for rank in range(size)]
        law, model = best(lambda cards=cards: table_of(cards), runs=9)  # type: ignore[misc]
        hands, counting, knowing = shuffled(cards), float("inf"), float("inf")
        for _ in range(9):  # each on a new model; the first also loads the process and reads the formula
            fresh = table_of(cards)
            once, number = best(fresh.count, runs=1)
            assert number == ways(size, size, size, size)
            counting, here = min(counting, once), at(fresh, hands)
            once, answer = best(lambda here=here, hands=hands: here.holds(f"K_N has(S,{hands['S'][0]})"), runs=1)  # type: ignore[misc]
            assert not answer
            knowing = min(knowing, once)
        nodes = sum(part.size for part in model.knowledge.law)
        rows.append((4 * size, f"{number:.1e}", nodes, law * 1e3, counting * 1e3, knowing * 1e3, peak_megabytes()))
    table(
        "Decks of more cards to four players, in milliseconds",
        ("cards", "deals", "nodes", "law", "count", "K_N", "peak memory so far, MB"),
        rows,
    )


def drawn() -> None:
    """Print the times of drawing 100 random states, the first time and later, and of shuffling 100 decks."""
    rows = []
    for players in (4, 5, 6, 13):
        names, size = [f"p{number}" for number in range(players)], 52 // players
        cards = DECK[: players * size]
        law = deal(cards, dict.fromkeys(names, size))

        def shuffles(law: Any = law) -> list[frozenset[str]]:
            decks = [random.sample(law.holders, len(law.holders)) for _ in range(100)]
            return [frozenset(card[place // size] for place, card in enumerate(deck)) for deck in decks]  # noqa: B023

        model = SymbolicModel(law.atoms, law)
        first, _ = best(lambda model=model: model.sample(1, 100), runs=1)  # type: ignore[misc]
        again, _ = best(lambda model=model: model.sample(2, 100), runs=7)  # type: ignore[misc]
        rows.append((players, best(shuffles, runs=7)[0] * 1e3, first * 1e3, again * 1e3))
    table("A hundred random deals, in milliseconds", ("players", "shuffled", "first", "later"), rows)


def main() -> None:
    """Run the benchmark and print its table."""
    grown()
    asked()
    drawn()
