"""Spades: queries about 5.4e28 deals, sampling of deals, bids as information, and the source's tables.

Parts: ``python -m benchmarks spades_knowledge:questions``, or ``:later``, ``:deals``, ``:bids``, ``:chances``,
``:tables``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from benchmarks.deal import DECK, SEATS, at, shuffled, table_of
from benchmarks.measure import best, table
from benchmarks.plain_bidders import PRINTED
from games.core.cards import CARDS, NUMBER, numbers
from games.knowing.table import model
from games.registry import agent, game
from games.spades.bid_reading import bid_atoms, posterior, read_bids, with_bids
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.hand_value import HAND, length_chance
from games.spades.bidding.situation import Hand, Situation
from games.spades.dealing import DealSampler, Hidden
from games.spades.knowledge import table as known_at
from games.spades.observe import hidden, observation
from games.spades.rules import Phase, Spades, SpadesState
from whoknows import Atom, Formula, SymbolicModel, at_least, conj, exactly

OTHERS = "ESW"
TITLES = {2: "Table 1: two opponents", 1: "Table 5: one opponent", 3: "Table 6: three opponents"}


def questions() -> None:
    """Print the times to build the model, of queries to it (the first and later ones), and of announcements."""
    hands = shuffled(DECK)
    law, model = best(lambda: table_of(DECK), runs=3)
    here = at(model, hands)
    rows: list[tuple[object, ...]] = [("the model built", law * 1e3, "")]
    for name, ask in _questions(hands):
        fresh = at(table_of(DECK), hands)
        first, _ = best(lambda ask=ask, fresh=fresh: ask(fresh, 0), runs=1)  # type: ignore[misc]
        later = min(best(lambda ask=ask, i=i: ask(here, i), runs=1)[0] for i in range(1, 5))  # type: ignore[misc]
        rows.append((name, first * 1e3, later * 1e3))
    table("Spades: 52 cards, in milliseconds", ("question", "first", "later, of another card"), rows)


def _questions(hands: dict[str, list[str]]) -> Iterator[tuple[str, Callable[[SymbolicModel, int], Any]]]:
    north, south, west = hands["N"], hands["S"], hands["W"]

    def trick(i: int) -> Formula:
        return conj(Atom(f"has({seat},{hands[seat][i]})") for seat in SEATS)

    yield "K_N that South has a card", lambda m, i: m.holds(f"K_N has(S,{south[i]})")
    yield "Kw_N of a card of South's", lambda m, i: m.holds(f"Kw_N has(S,{south[i]})")
    yield "D of N, S of a card of West's", lambda m, i: m.holds(f"D_{{N,S}} has(W,{west[i]})")
    yield "K_N ~K_S of a card of North's", lambda m, i: m.holds(f"K_N ~K_S has(N,{north[i]})")
    yield "C of a card of North's", lambda m, i: m.holds(f"C has(N,{north[i]})")
    yield "N's chance that South has a card", lambda m, i: m.degree("N", f"has(S,{south[i]})")
    yield "a card announced", lambda m, i: m.announce(f"has(N,{north[i]})")
    yield "a trick announced", lambda m, i: m.announce(trick(i))
    yield "a trick announced, K_W asked", lambda m, i: m.announce(trick(i)).holds(f"K_W has(S,{south[i]})")
    yield "a trick announced, C of a card asked", lambda m, i: m.announce(trick(i)).holds(f"C has(N,{north[i]})")


def later() -> None:
    """Print the times of queries about each card or suit after 0, 3, 6 and 9 tricks: first, mean and maximum."""
    columns = []
    for state in _moments(0, 3, 6, 9):
        known, column = model(known_at(state)), {}
        for name, asked in _about_all(known, state):
            first, *others = (best(each, runs=1)[0] * 1e3 for each in asked)
            column[name] = f"{first:.1f}, {sum(others) / len(others):.2f}, {max(others):.2f}"
        columns.append(column)
    rows = [(name, *(column[name] for column in columns)) for name in columns[0]]
    table("First question, mean and most of later ones, in milliseconds", ("question", "0 tricks", "3", "6", "9"), rows)


def _about_all(known: Any, state: SpadesState) -> Iterator[tuple[str, list[Callable[[], Any]]]]:
    """The names of the queries, each with a function for every card that is left, or every suit."""
    north, _, south, west = ([CARDS[number] for number in numbers(hand)] for hand in state.position.hands)

    def each(ask: Callable[[str], Any], texts: list[str]) -> list[Callable[[], Any]]:
        return [partial(ask, text) for text in texts]

    chance = partial(known.degree, "N")
    pairs = [(player, other) for player in SEATS for other in SEATS if player != other]
    voids = [f"K_{player} {{}}void({other},{suit})" for player, other in pairs for suit in "SHDC"]
    yield "K_N that South has a card", each(known.holds, [f"K_N has(S,{card})" for card in south])
    yield "K of each that another is void", each(known.holds, [text.format("") for text in voids])
    yield "K of each that another is not void", each(known.holds, [text.format("~") for text in voids])
    yield "the same again", each(known.holds, [text.format("~") for text in voids])
    yield "E E that South has a card", each(known.holds, [f"E E has(S,{card})" for card in south])
    yield "K_W ~K_N ~has(E,...)", each(known.holds, [f"K_W ~K_N ~has(E,{card})" for card in south])
    yield "D of N, S of a card of West's", each(known.holds, [f"D_{{N,S}} has(W,{card})" for card in west])
    yield "C of a card of North's", each(known.holds, [f"C has(N,{card})" for card in north])
    yield "chance that South has a card", each(chance, [f"has(S,{card})" for card in south])
    yield "chance that West has a card", each(chance, [f"has(W,{card})" for card in south])
    yield "chance of a void", each(chance, [f"void({seat},{suit})" for seat in OTHERS for suit in "SHDC"])
    yield "chance of a split", [partial(chance, split) for split in _splits(state)]
    yield "chance that both opponents follow", each(chance, [f"~void(E,{suit}) & ~void(W,{suit})" for suit in "SHDC"])


def _splits(state: SpadesState) -> Iterator[Formula]:
    """Formulas that another player has half of the cards of a suit that North does not see."""
    unseen = [CARDS[number] for number in numbers(sum(state.position.hands[1:]))]
    for seat in OTHERS:
        for suit in "SHDC":
            cards = [card for card in unseen if card.suit == suit]
            if cards:
                yield exactly(len(cards) // 2, [f"has({seat},{card})" for card in cards]).formula(())


def deals() -> None:
    """Print how many deals are drawn per second given one hand, early and late in the round, with voids."""
    rng = random.Random(1)
    rows = []
    for name, left, voids in (
        ("one hand seen", 13, (0, 0, 0, 0)),
        ("one hand seen, two voids", 13, (0, 0b0100, 0b0001, 0)),
        ("eight tricks played, two voids", 5, (0, 0b0100, 0b0001, 0)),
        ("ten tricks played, two voids", 3, (0, 0b0100, 0b0001, 0)),
    ):
        cards = sum(1 << card for card in rng.sample(range(52), 3 * left))
        unseen = Hidden(cards, (0, left, left, left), 0, voids, (-1,) * 4)
        making, drawer = best(lambda unseen=unseen: DealSampler(unseen), runs=3)  # type: ignore[misc]
        seconds, _ = best(lambda drawer=drawer: drawer.deals(100_000, 1), runs=3)  # type: ignore[misc]
        rows.append((name, f"{drawer.ways:.3g}", making * 1e3, round(100_000 / seconds)))
    hands = shuffled(DECK)
    shown = at(table_of(DECK), hands).announce(conj(Atom(f"has(N,{card})") for card in hands["N"]))
    shown.sample(1, 10)
    seconds, _ = best(lambda: shown.sample(1, 10_000), runs=1)
    rows.append(("one hand seen, by the diagrams", "8.45e+16", "", round(10_000 / seconds)))
    table("Deals drawn uniformly", ("known", "deals", "sampler made, ms", "deals a second and core"), rows)


def bids() -> None:
    """Print the time to update exactly on a bid."""
    hands = shuffled(DECK)
    held = sum(1 << number for card, number in NUMBER.items() if str(card) in hands["E"])
    rows = []
    for name, bidder in ADDITIVE.items():
        for suit in range(4):
            bidder.table(suit)
        model = at(table_of(DECK), hands)
        bid = bidder(Hand.of_set(held), Situation())
        defining, told = best(
            lambda bidder=bidder, model=model: model.define(bid_atoms("E", bidder, Situation())),  # type: ignore[misc]
            runs=1,
        )
        asked = [f"K_N (bid(E)={each} -> ~has(E,{card}))" for each in range(14) for card in DECK[::4]]
        asking, *later = [best(partial(told.holds, text), runs=1)[0] * 1e3 for text in asked]
        hearing, after = best(lambda told=told, bid=bid: told.announce(f"bid(E)={bid}"), runs=1)  # type: ignore[misc]
        chance, share = best(lambda after=after: after.degree("N", "has(E,SA)"), runs=1)  # type: ignore[misc]
        size = told.knowledge.atoms[f"bid(E)={bid}"].size
        others = f"{sum(later) / len(later):.2f}, {max(later):.2f}"
        rows.append((name, bid, size, defining * 1e3, asking, others, hearing * 1e3, chance * 1e3, float(share)))
    head = (
        "bidder",
        "E's bid",
        "nodes",
        "14 bids defined",
        "K_N (bid(E)=0 -> ...)",
        "other bids and cards",
        "bid announced",
        "chance",
        "is",
    )
    table("Bids read exactly, in milliseconds", head, rows)


def chances() -> None:
    """Print chances counted exactly and estimated from drawn deals, in positions of a game of MS bidders."""
    rows = [row for state in _moments(0, 3, 6) for row in _chances(state)]
    head = ("tricks", "bids read", "N's question", "exact", "20,000 deals drawn", "exact, ms", "drawn, ms")
    table("Chances, exact and by deals drawn", head, rows)


def _moments(*tricks: int) -> Iterator[SpadesState]:
    """The states of a round of MS bidders after these numbers of tricks."""
    played = game("spades")
    rules, makers = Spades(limit=1), [agent(played, "ms") for _ in range(4)]
    for seat, maker in enumerate(makers):
        maker.begin(seat, rules, str(seat))
    state, rng = rules.start(), random.Random(8)
    while len(state.position.tricks) <= max(tricks):
        seat = state.current_player
        if seat < 0:
            state = state.after(state.sample(rng))
            continue
        start = state.position.phase is Phase.PLAY and not state.position.trick.cards
        if start and len(state.position.tricks) in tricks:
            yield state
        state = state.after(makers[seat].act(observation(state, seat), state.legal_actions()).action)


def _chances(state: SpadesState) -> Iterator[tuple[object, ...]]:
    view, tricks = observation(state, 0), len(state.position.tricks)
    unseen = [CARDS[number] for number in numbers(hidden(view).cards)]
    best_heart = max([card for card in unseen if card.suit == "H"], default=unseen[-1])
    for names in ("", "S"):
        read = dict.fromkeys(names, ADDITIVE["ms"])
        known = model(with_bids(state, read))
        bids = read_bids(view, dict.fromkeys(names, ADDITIVE["ms"]))
        drawing, drawn = best(lambda bids=bids: posterior(view, 20_000, 1, bids), runs=1)  # type: ignore[misc]
        for question in (f"has(S,{best_heart})", "~void(E,H)", "~void(E,D) & ~void(W,D)"):
            counting, exact = best(partial(known.degree, "N", question), runs=1)
            estimate = drawn.chance(question)
            assert abs(float(exact) - estimate.value) < 6 * estimate.error + 1e-3
            times = counting * 1e3, drawing * 1e3
            yield tricks, names or "none", f"`{question}`", f"{float(exact):.4f}", str(estimate), *times


def tables() -> None:
    """Print tables 1, 5 and 6: the exact chances and the printed ones."""
    for opponents, title in TITLES.items():
        rows = []
        for own in range(HAND + 1):
            counted = counted_row(own, opponents)
            assert counted == tuple(length_chance(own, more, opponents) for more in range(3))
            shown = [
                f"{float(share):.4f} / {old:.3f}" for share, old in zip(counted, PRINTED[opponents][own], strict=True)
            ]
            rows.append((own, *shown))
        table(f"{title}: exact / printed", ("own cards", "> 0", "> 1", "> 2"), rows)


def counted_row(own: int, opponents: int) -> tuple[Fraction, Fraction, Fraction]:
    """North's chances that each of some others has more than 0, 1 and 2 hearts, from the model of all deals.

    Parameters
    ----------
    own : int
        Number of North's hearts.
    opponents : int
        Number of the others.
    """
    hearts = [card for card in DECK if card[0] == "H"]
    rest = [card for card in DECK if card[0] != "H"]
    cards = hearts[:own] + rest[: HAND - own] + hearts[own:] + rest[HAND - own :]
    here = at(_model(), {seat: cards[HAND * i : HAND * (i + 1)] for i, seat in enumerate(SEATS)})

    def chance(more: int) -> Fraction:
        parts = [at_least(min(more + 1, 13), [f"has({seat},{card})" for card in hearts]) for seat in OTHERS[:opponents]]
        return here.degree("N", conj(part.formula(()) for part in parts))

    return chance(0), chance(1), chance(2)


@lru_cache(maxsize=1)
def _model() -> SymbolicModel:
    return table_of(DECK)


PARTS = {"questions": questions, "later": later, "deals": deals, "bids": bids, "chances": chances, "tables": tables}


def main() -> None:
    """Run the benchmark and print its tables."""
    for part in PARTS.values():
        part()
