"""The command ``whoknows spades chance``: what a player can expect of the cards, counted exactly and by deals drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from games.core.errors import GameError
from games.knowing.knower import read_question
from games.playing.records import read_records
from games.spades.bid_condition import with_bids
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.reading import likelihoods
from games.spades.bidding.simple_bidders import SIMPLE
from games.spades.bidding.situation import BLIND
from games.spades.cards import PER_SUIT
from games.spades.observe import Observation, observation
from games.spades.play.deals import order_of_bids
from games.spades.position import UNBID, Phase
from games.spades.posterior import Posterior, posterior, read_bids
from games.spades.rules import SpadesState
from games.telling.own_commands import Answer, Option, OwnCommand
from kripke.formats.files import read_lines, require_stream
from logic.errors import listing, near_miss, shorten
from logic.formula import Formula

BIDDERS = (*SIMPLE, "bis")
"""Those whose bids can be read."""
CARDS = (Phase.BID, Phase.PLAY)
"""While all cards of a round are in hands or played."""


def chances(path: str, ask: str, player: str, move: str, read: str, deals: str, seed: str) -> Answer:
    """A player's chance of a statement about cards, by the plays alone and with bids read.

    Parameters
    ----------
    path : str
        A file of records; the first one is read.
    ask : str
        The statement, over atoms such as ``has(N,SA)`` and ``void(N,S)``.
    player : str
        Who asks.
    move : str
        After so many moves; empty: the last at which there are cards.
    read : str
        Whose bids are read, and as which bidder's, such as ``S=ms,E=bis``; empty: nobody's.
    deals, seed : str
        How many deals are drawn, and the seed.

    Raises
    ------
    GameError
        If a text is not understood, or not all cards are dealt at that moment.
    """
    state = _state(path, _number("move", move) if move else None)
    view, question = _view(state, player), read_question(ask)
    bidders, count, chance = _bidders(read, view), _number("deals", deals), _number("seed", seed)
    rows: list[tuple[str, ...]] = [("", "exact", "deals drawn", "worth so many deals")]
    data: dict[str, Any] = {"player": player, "question": str(question), "chances": []}
    for name, told in (("plays alone", {}), (f"bids read: {read}", bidders))[: 1 + bool(bidders)]:
        exact, drawn = _exact(state, player, question, told), _drawn(view, count, chance, told).chance(question)
        worth = f"{drawn.effective:,.0f} of {count:,}"
        rows.append((name, _shown(exact), f"{drawn.value:.4f} ± {drawn.error:.4f}", worth))
        data["chances"].append({"read": dict(told), "exact": None if exact is None else str(exact), **asdict(drawn)})
    note = "What is counted and what is drawn are the same chance."
    if "bis" in bidders.values():
        note = "Bids of BIS are not counted: deals that would lead to them weigh more."
    return Answer(f"{player}: {question}", (("Chance", rows),), note, data, None)


def _shown(exact: Fraction | None) -> str:
    return "-" if exact is None else f"{float(exact):.4f}"


def _state(path: str, move: int | None) -> SpadesState:
    with open(path, "rb") as file:
        require_stream(file, shorten(path))
        found = next(islice(read_records(read_lines(file, shorten(path)), shorten(path), "spades"), 1), None)
    if found is None:
        raise GameError(f"{shorten(path)}: expected a record; whoknows watch spades --record FILE writes one")
    record, moves = found[1], len(found[1].moves)
    if move is not None and move > moves:
        raise GameError(f"move {move}: expected at most {moves}, the moves of this game")
    for number in range(moves, -1, -1) if move is None else [move]:
        state = record.state(number)
        assert isinstance(state, SpadesState)
        if state.position.phase in CARDS:
            return state
    raise GameError("the cards of a round are not all in hands here: choose another --move")


def _view(state: SpadesState, player: str) -> Observation:
    names = state.rules.names
    if player not in names:
        raise GameError(f"player {shorten(player)}: expected {listing(names)}{near_miss(player, names)}")
    view = observation(state, names.index(player))
    if view.hands[view.player] is None:
        raise GameError(f"{player} has not looked at the cards yet: choose a later --move")
    return view


def _bidders(text: str, view: Observation) -> dict[str, str]:
    """Player -> the bidder as whose bid the player's is read."""
    found = {}
    for part in filter(None, text.split(",")):
        name, _, bidder = part.strip().partition("=")
        if name not in view.rules.names or bidder not in BIDDERS:
            raise GameError(
                f"read {shorten(repr(part))}: expected a player and one of {listing(BIDDERS)}, such as S=ms"
            )
        if view.bids[view.rules.names.index(name)] == UNBID:
            raise GameError(f"read {shorten(part)}: {name} has not bid yet; choose a later --move")
        found[name] = bidder
    if "bis" in found.values() and (view.rules.variant != "partners" or view.rules.ranks != PER_SUIT):
        raise GameError("bids of BIS are read among partners with all cards only: leave them out of --read")
    return found


def _exact(state: SpadesState, player: str, question: Formula, told: Mapping[str, str]) -> Fraction | None:
    """The chance by the engine; None where bids of BIS are read."""
    if "bis" in told.values():
        return None
    model = with_bids(state, {name: ADDITIVE[bidder] for name, bidder in told.items()})
    return model.degree(player, question)


def _drawn(view: Observation, count: int, seed: int, told: Mapping[str, str]) -> Posterior:
    additive = {name: SIMPLE[bidder] for name, bidder in told.items() if bidder != "bis"}
    found = posterior(view, count, seed, read_bids(view, additive))
    order, names = order_of_bids(view), view.rules.names
    read = [place for place, seat in enumerate(order) if told.get(names[seat]) == "bis"]
    bids = [BLIND if view.blind >> seat & 1 else view.bids[seat] for seat in order if view.bids[seat] != UNBID]
    dealt = (found.drawn.astype("int64") | view.played)[:, order]
    return replace(found, weights=found.weights * likelihoods(dealt, bids, read))


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise GameError(f"{name} {shorten(repr(text))}: expected a whole number")
    return int(text)


COMMAND = OwnCommand(
    name="chance",
    help="Count a player's chance of a statement about cards in a recorded game, and draw deals for the same chance.",
    argument=("RECORD", "A file of records, as whoknows watch spades --record writes it."),
    options={
        "ask": Option("FORMULA", "Such as 'has(S,HA)' or '~void(E,D) & ~void(W,D)'.", "has(N,SA)"),
        "player": Option("NAME", "Who asks.", "N"),
        "move": Option("N", "After this number of moves; default: the last with cards.", ""),
        "read": Option("NAME=BIDDER,...", "Whose bids are read, as those of rb, ms, io or bis.", ""),
        "deals": Option("N", "How many deals are drawn.", "20000"),
        "seed": Option("N", "Of the deals.", "0"),
    },
    answer=chances,
    examples=(
        "whoknows watch spades --seed 3 --agents ms ms ms ms --option limit=1 --names N E S W --record spades.jsonl",
        "whoknows spades chance spades.jsonl --move 60 --ask 'has(S,HA)' --read S=ms",
    ),
)
