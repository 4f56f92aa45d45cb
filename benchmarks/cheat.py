"""Cheat: the cost of queries; compiled search and search in plain Python; 32-bit keys and keys of 15 bytes.

Parts: ``python -m benchmarks cheat:questions`` and ``cheat:search``.
"""

from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numba import njit

from benchmarks.measure import best, table
from benchmarks.plain_cheat import Attributes, PlainPosition, decode, drawing
from benchmarks.plain_search import PlainSearch
from games.cheat.abstraction import ACTIONS
from games.cheat.dealing import ANY, FALSE, TRUE
from games.cheat.game import GAME
from games.cheat.observe import Observation, observation
from games.cheat.rules import Cheat, CheatState
from games.cheat.search_space import facts, root
from games.core.stages import choices
from games.knowing.table import Table, model
from games.search.settings import settings
from games.search.tree_search import Search, empty_tree, slot_of
from logic.errors import TooLarge

POSITIONS = 8
SIZES = (100, 1_000, 10_000, 100_000)
CLAIMS = (0, 4, 8, 12, 16, 20, 24)
"""Numbers of claims in the pile when a query is evaluated."""
MANY, SMALL = 16, 2
"""For piles of more than `MANY` claims, a claim has at most `SMALL` cards, so that the hands are not used up."""
FEW = 4
"""A player with at most this number of cards takes a card instead of claiming."""
GAMES = 5
ASKED = {
    "a question": "M_ann (has(bob,SK) & has(deck,SA))",
    "another": "Kw_bob has(ann,SQ)",
    "a nested one": "K_ann K_bob has(ann,SQ)",
    "of the last claim": "K_ann ~K_bob ~honest",
}
PLAIN = 100
"""Number of simulations of a search in plain Python."""


class Unpacked(PlainPosition):
    """A position whose key is the tuple of all 16 attributes."""

    def key(self) -> Hashable:
        return self.current, self.attributes()


def positions(seed: int = 1) -> list[Observation]:
    """What a player sees at a random moment, for several random games."""
    found, rng = [], Random(seed)
    while len(found) < POSITIONS:
        state, stop = Cheat().start(), rng.randrange(30)
        while not state.is_terminal and (state.is_chance or state.position.turns < stop):
            state = state.after(state.sample(rng) if state.is_chance else _any(state.legal_actions(), rng))
        if not state.is_terminal:
            found.append(observation(state, state.current_player))
    return found


def _any(legal: Any, rng: Random) -> Any:
    while hasattr(legal, "choices"):
        legal = rng.choice(list(choices(legal).values()))
    return legal


def _cases(view: Observation) -> tuple[int, ...]:
    return (TRUE, FALSE) if view.can_call else (ANY,)


def compiled(view: Observation, simulations: int) -> Search:
    """A search as an agent runs it for one move."""
    nodes = min(1 << 18, 2 * simulations)
    search = Search(settings(nodes=max(64, nodes)), ACTIONS, 1, root(view), facts(view.rules), _cases(view))
    search.run(simulations)
    return search


def plain(view: Observation, simulations: int, position: type[PlainPosition] = PlainPosition) -> PlainSearch:
    """The search of `compiled`, in plain Python."""
    fixed, place = facts(view.rules), root(view)
    cases = tuple(Search(settings(nodes=64), ACTIONS, 1, place, fixed, _cases(view)).cases.tolist())
    draw = drawing(fixed, "all", place, cases)

    def drawn(case: int, chance: Any) -> Any:
        found = draw(case, chance)
        if found is not None:
            found.__class__ = position
        return found

    search = PlainSearch(settings(), ACTIONS, 1)
    search.run(simulations, len(cases), drawn)
    return search


@njit
def _slot_of_bytes(slots: Any, keys: Any, sought: Any) -> int:
    """`slot_of` for keys of several bytes, hashed with FNV-1a."""
    mixed = np.uint64(0xCBF29CE484222325)
    for place in range(len(sought)):
        mixed = (mixed ^ np.uint64(sought[place])) * np.uint64(0x100000001B3)
    last = len(slots) - 1
    slot = np.int64(mixed & np.uint64(last))
    while slots[slot] != 0:
        same = True
        for place in range(len(sought)):
            if keys[slots[slot] - 1, place] != sought[place]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & last
    return slot


@njit
def _look_up(slots: Any, keys: Any, asked: Any) -> int:
    total = 0
    for number in range(len(asked)):
        total += slots[slot_of(slots, keys, asked[number])]
    return total


@njit
def _look_up_bytes(slots: Any, keys: Any, asked: Any) -> int:
    total = 0
    for number in range(len(asked)):
        total += slots[_slot_of_bytes(slots, keys, asked[number])]
    return total


def as_bytes(key: int) -> list[int]:
    """A key as 15 bytes: one per attribute, but the first two flags share one, and the first includes the seat."""
    each: Attributes = decode(key & (1 << 31) - 1)
    head = each.previous | key >> 31 << 7, each.can_higher | each.can_lower << 1
    return [*head, *each[3:]]


def look_ups(views: list[Observation]) -> list[tuple[str, float, float]]:
    """Look-ups per second of the keys of real search trees, in random order."""
    keys = np.unique(np.concatenate([compiled(v, 30_000).tree.keys for v in views]))
    keys = keys[keys > 0]
    bytewise = np.array([as_bytes(int(key)) for key in keys], np.uint8)
    assert bytewise.shape[1] == 15
    assert len(np.unique(bytewise, axis=0)) == len(keys)
    slots = empty_tree(len(keys), 1).slots
    slots_of_bytes = slots.copy()
    for number in range(len(keys)):
        slots[slot_of(slots, keys, keys[number])] = number + 1
        slots_of_bytes[_slot_of_bytes(slots_of_bytes, bytewise, bytewise[number])] = number + 1
    order = np.random.default_rng(1).permutation(len(keys))
    asked, asked_bytes = keys[order], bytewise[order]
    assert _look_up(slots, keys, asked) == _look_up_bytes(slots_of_bytes, bytewise, asked_bytes)
    packed = len(keys) / best(lambda: _look_up(slots, keys, asked))[0]
    structure = len(keys) / best(lambda: _look_up_bytes(slots_of_bytes, bytewise, asked_bytes))[0]
    return [
        (f"look-ups in {len(keys):,} keys, 15 bytes", structure, 1.0),
        (f"look-ups in {len(keys):,} keys, 32 bits", packed, packed / structure),
    ]


def rate(views: list[Observation], simulations: int, search: Any, runs: int) -> float:
    """Simulations per second over all positions."""
    return len(views) * simulations / best(lambda: [search(view, simulations) for view in views], runs)[0]


def after_claims(count: int, rng: Random) -> CheatState:
    """A state with this number of random claims since the last call."""
    while True:
        state = Cheat().start()
        while not state.is_terminal and (state.is_chance or len(state.position.laid) < count):
            state = state.after(state.sample(rng) if state.is_chance else _claim_or_take(state, rng, count > MANY))
        if len(state.position.laid) == count:
            return state


def _claim_or_take(state: CheatState, rng: Random, small: bool) -> Any:
    ways = choices(state.legal_actions())
    few = state.position.hands[state.current_player].bit_count() <= FEW
    if few and "take" in ways:
        return ways["take"]
    while True:
        claim = _any(ways["claim"], rng)
        if not small or len(claim.cards) <= SMALL:
            return claim


def asked(known: Table, bounded: bool = False) -> list[float | None]:
    """Milliseconds from a table to the answer of each query in `ASKED`, and to the degrees of belief in `honest`.

    Parameters
    ----------
    known : Table
        The table with what is known.
    bounded : bool
        Whether all queries are evaluated on the whole model. A result is None if its diagrams are too large.
    """
    whole = replace(known, narrowed=None, counted=lambda *_: None) if bounded else known

    def degrees() -> None:
        made = model(whole)
        _ = [made.degree(name, "honest") for name, _ in whole.observes]

    return [_milliseconds(each) for each in (*(partial(_truth, whole, text) for text in ASKED.values()), degrees)]


def _truth(known: Table, text: str) -> bool:
    return model(known).holds(text)


def _milliseconds(work: Any) -> float | None:
    try:
        return 1000 * best(work, 1)[0]
    except TooLarge:
        return None


def knowledge(claims: int, bounded: bool) -> list[str]:
    """For each query after some claims: mean and maximum time over several games, and how many were too large."""
    rng = Random(claims)
    costs = [asked(GAME.table(after_claims(claims, rng)), bounded) for _ in range(GAMES)]
    return [_told([each for each in of_question if each is not None]) for of_question in zip(*costs, strict=True)]


def _told(costs: list[float]) -> str:
    missing = f", {GAMES - len(costs)} too large" if len(costs) < GAMES else ""
    return f"{sum(costs) / len(costs):.0f}, {max(costs):.0f}{missing}" if costs else "too large"


def questions() -> None:
    """Print the cost of queries."""
    knowledge(0, False)  # loads
    for bounded, how in ((True, "of the whole model"), (False, "by the places that are named, and by counts")):
        title = f"What players know, {how}: milliseconds from the table on, mean and longest of {GAMES} games, one core"
        table(title, ("claims", *ASKED, "two degrees"), [(count, *knowledge(count, bounded)) for count in CLAIMS])


def search() -> None:
    """Print the speed of searches, the speed of look-ups by kind of key, and the growth of the trees."""
    views = positions()
    compiled(views[0], 10)  # loads or compiles
    slow = rate(views, PLAIN, plain, 1)
    unpacked = rate(views, PLAIN, lambda view, count: plain(view, count, Unpacked), 1)
    rows: list[tuple[str, float, float]] = [
        (f"plain Python, {PLAIN} simulations, 16 attributes as a tuple", unpacked, unpacked / slow),
        (f"plain Python, {PLAIN} simulations, key of 32 bits", slow, 1.0),
    ]
    for count in SIZES:
        fast = rate(views, count, compiled, 3 if count < 100_000 else 1)
        rows.append((f"compiled, {count:,} simulations", fast, fast / slow))
    title = f"SDMCTS at {POSITIONS} positions, states drawn, one core"
    table(title, ("search", "simulations a second", "times"), rows)
    table("The key of an information state, compiled", ("what", "a second", "times"), look_ups(views))
    title = "Size of the trees"
    table(title, ("simulations", "nodes"), [(f"{n:,}", int(compiled(views[0], n).tree.size[0])) for n in SIZES])


PARTS = {"questions": questions, "search": search}


def main() -> None:
    """Run the benchmark and print all its tables."""
    for part in PARTS.values():
        part()
