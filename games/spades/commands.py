"""The commands that Spades adds to the command line.

``whoknows spades hand`` prints the bid of BIS (see `bidding.bis`) with a hand, and the reason. ``whoknows spades
chance`` and ``told`` print a player's probability of a statement about cards, with and without the bids: counted
exactly, and estimated from sampled deals. Bids are interpreted as those of a known bidder: exactly for RB, MS and IO,
whose bids follow from sums (see `bidding.additive`), and by weights of deals for BIS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from games.core.cards import PER_SUIT, listed
from games.core.errors import GameError
from games.core.progress import ProgressCallback, untold
from games.core.rules import Deal
from games.core.sentences import by_player, one_each
from games.knowing.knower import read_question
from games.knowing.table import model
from games.playing.records import read_records
from games.spades.bid_reading import (
    Posterior,
    Share,
    bid_with,
    by_hand,
    posterior,
    read_bids,
    require_convention,
    seat_read,
    with_bids,
)
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.bis import Bidding, Bis
from games.spades.bidding.compiled_bis import expected_bids, likelihoods
from games.spades.bidding.hand_value import Take, ordinal, shipped
from games.spades.bidding.rollout import BlindNil, blind_nil
from games.spades.bidding.situation import BLIND, EXAMPLE, MOST, NIL, SIDE, SPADES, Hand, Situation, sign_of
from games.spades.observe import Observation, bids_made, observation, situation
from games.spades.rules import MOST_POINTS, SEATS, Bid, Dealer, Phase, Spades, SpadesState
from games.spades.tricks import BLIND_COUNTS
from games.telling.description import Answer, Flag, Option, OwnCommand, Row
from kripke.checking.program import BELIEFS
from kripke.formats.file_reading import opened, read_lines
from logic.clauses import K, Top
from logic.errors import listing, naming, near_miss, shorten
from logic.exact import counted, plural
from logic.formula import Formula
from logic.shared import BOOLEAN

LARGEST = 10**9 - 1
PLAYER = 0  # the seat of the player whose hand it is: N


def moment_of(hand: Hand, bids: str) -> SpadesState:
    """The state after these bids in turn; player N has this hand. `GameError` if the bids are impossible."""
    rules = Spades(limit=1)
    pairs = _read(bids, rules.names)
    first = rules.names.index(pairs[0][0]) if pairs else PLAYER
    state: SpadesState = rules.start().after(Dealer(rules.names[first - 1]))
    own, others = [*listed(hand.cards)], [*listed(rules.deck & ~hand.cards)]
    while state.position.phase is Phase.DEAL:
        state = state.after(Deal((own if state.receiver == PLAYER else others).pop()))
    for _, bid in pairs:
        state = state.after(Bid(bid))
    return state


def _read(text: str, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """The pairs of player and bid in a text, clockwise."""
    pairs = list[tuple[str, int]]()
    for name, bid in by_player(text, names, "bids"):
        tricks = NIL if bid.lower() == "nil" else counted(bid, MOST)
        if tricks is None:
            raise GameError(f"bid {shorten(repr(bid))} of {name}: expected a bid from nil to {MOST}, such as {name}=3")
        turn = names[(names.index(pairs[-1][0]) + 1) % SEATS] if pairs else name
        if name != turn or len(pairs) == SEATS:
            raise GameError(
                f"bids {shorten(repr(text))}: expected bids clockwise, {''.join(names)}, each player once; after "
                f"{pairs[-1][0]} {'nobody' if len(pairs) == SEATS else turn} bids, not {name}"
            )
        pairs.append((name, tricks))
    return pairs


BIDDERS = (*ADDITIVE, "bis")  # Bidders whose bids can be interpreted
WITH_CARDS = (Phase.BID, Phase.PLAY)  # Phases in which all cards are dealt


def chances(
    path: str,
    ask: str,
    given: str,
    player: str,
    move: str,
    read: str,
    deals: str,
    seed: str,
    told: ProgressCallback = untold,
) -> Answer:
    """A player's probability of a statement at a recorded state, with and without interpretation of the bids.

    Raises `GameError` if a text is invalid, or not all cards are dealt at that state.

    The parameters are those of ``whoknows spades chance``, and the progress callback `told`. `ask` is the statement,
    over atoms such as ``has(N,SA)``, ``void(N,S)`` and ``bid(E)=0``.
    """
    state = _state(path, _number("move", move) if move else None)
    return _Query(state, player, ask, given, deals, seed).answer(read, told)


def bids_tell(
    hand: str, bids: str, ask: str, given: str, read: str, deals: str, seed: str, told: ProgressCallback = untold
) -> Answer:
    """The probability of a statement for player N, who has this hand and has heard these bids.

    The parameters are those of ``whoknows spades told``, and the progress callback `told`. Raises `GameError` if a text
    is invalid.

    Examples
    --------
    >>> asked = {"ask": "K_N (bid(E)=0 -> ~has(E,SA))", "given": "true", "read": "E=ms", "deals": "100", "seed": "0"}
    >>> bids_tell("KQ432.KQ2.AJ3.54", "N=4", **asked).conclusion
    'N knows it: bid(E)=0 → ¬has(E,SA)'
    """
    state = moment_of(Hand.read(hand), bids)
    return _Query(state, state.rules.names[PLAYER], ask, given, deals, seed).answer(read, told)


class _Query:
    """A player's query at a state: a statement about cards and bids, and a condition that is assumed to be true.

    If player N asks for ``K_N p``, the query is about the probability of p. Other formulas with knowledge have only
    exact answers.
    """

    def __init__(self, state: SpadesState, player: str, ask: str, given: str, deals: str, seed: str) -> None:
        self.state, self.player, self.view = state, player, _view(state, player)
        with naming("--ask"):
            question = read_question(ask)
        with naming("--given"):
            self.given = read_question(given)
        _require_no_belief(question, ask)
        _require_no_belief(self.given, given)
        self.about = question.sub if isinstance(question, K) and question.agent == player else question
        self.deals, self.seed = _number("deals", deals), _number("seed", seed)

    def answer(self, read: str, progress: ProgressCallback) -> Answer:
        """The probabilities with and without interpretation of the bids."""
        bidders = _bidders(read, self.view)
        readings = {f"bids read: {read}": bidders} if bidders else {}
        if not any(atom.startswith("bid(") for atom in self.about.atoms | self.given.atoms):
            readings = {"plays alone": {}} | readings
        elif not bidders:
            raise GameError("bid(...): expected --read, which says how the player bids, such as --read E=ms")
        results, wanted = list[_Probability](), 2 * len(readings)
        for name, read_as in readings.items():
            progress(2 * len(results), wanted)
            exact = self._exact(read_as)
            progress(2 * len(results) + 1, wanted)
            results.append(_Probability(name, read_as, exact, self._drawn(read_as)))
        condition = "" if self.given == Top() else f", given {self.given}"
        head = ("", "exact", "deals drawn", "effective sample size")
        data = {"player": self.player, "question": str(self.about), "given": str(self.given)}
        return Answer(
            f"{self.player}: {self.about}{condition}",
            (("Chance", [head, *(each.row(self.deals) for each in results)]),),
            f"{self.player} {results[-1].said}: {self.about}{condition}",
            data | {"chances": [each.data() for each in results]},
            None,
        )

    def _exact(self, conventions: Mapping[str, str]) -> Fraction | None:
        """The exact probability by the engine; None if bids of BIS are interpreted."""
        if "bis" in conventions.values():
            return None
        bidders = {name: ADDITIVE[bidder] for name, bidder in conventions.items()}
        known = model(with_bids(self.state, bidders, self.view.player))
        whole = known.degree(self.player, self.given)
        if not whole:
            raise GameError(f"given {self.given}: {self.player} knows that it is not so; expected something possible")
        return known.degree(self.player, self.about & self.given) / whole

    def _drawn(self, conventions: Mapping[str, str]) -> Share | None:
        """The probability estimated from deals; None for statements about knowledge, which only the engine decides."""
        if not all(isinstance(part, BOOLEAN) for each in (self.about, self.given) for part in each.subformulas()):
            if "bis" in conventions.values():
                raise GameError(
                    f"{self.about}: deals drawn do not say what players know; with bids of bis ask about "
                    f"cards and bids, or K_{self.player} of that"
                )
            return None
        sample = _weighed(self.view, self.deals, self.seed, conventions)
        return sample.where(sample.truths(self.given)).chance(self.about)


@dataclass(frozen=True)
class _Probability:
    """The probability of a statement for one interpretation of the bids: exact, estimated from deals, or both."""

    name: str
    told: Mapping[str, str]
    exact: Fraction | None
    drawn: Share | None

    def row(self, deals: int) -> Row:
        exact = "-" if self.exact is None else f"{float(self.exact):.4f}"
        if self.drawn is None:
            return self.name, exact, "-", "-"
        drawn = f"{self.drawn.value:.4f} ± {self.drawn.error:.4f}"
        return self.name, exact, drawn, f"{self.drawn.effective:,.0f} of {deals:,}"

    def data(self) -> dict[str, Any]:
        """The answer as JSON values: presumed bidders, probabilities, and whether the player knows the statement."""
        drawn = {} if self.drawn is None else asdict(self.drawn)
        exact = None if self.exact is None else str(self.exact)
        return {"read": dict(self.told), "exact": exact, "knows": self.knows, **drawn}

    @property
    def knows(self) -> bool | None:
        """Whether the player knows the statement; None if there are only sampled deals, which prove nothing."""
        return None if self.exact is None else self.exact == 1

    @property
    def said(self) -> str:
        """The player's knowledge of the statement, in words."""
        if self.exact is not None:
            return "knows it" if self.knows else "cannot know it" if self.exact else "knows that it is not so"
        assert self.drawn is not None
        if (value := round(self.drawn.value, 9)) in (0.0, 1.0):  # weights are rounded
            deals = plural(round(self.drawn.effective), "effective deal")
            return f"sees no {'exception' if value else 'example'} in {deals}, which proves nothing"
        return "cannot know it"


def _require_no_belief(question: Formula, text: str) -> None:
    if any(isinstance(part, BELIEFS) for part in question.subformulas()):
        raise GameError(f"{shorten(text)}: this command counts the chance itself; leave out B, and ask about the rest")


def _state(path: str, move: int | None) -> SpadesState:
    with opened(path) as file:
        entry = next(islice(read_records(read_lines(file, shorten(path)), shorten(path), "spades"), 1), None)
    if entry is None:
        raise GameError(f"{shorten(path)}: expected a record; whoknows watch spades --record FILE writes one")
    record, moves = entry[1], len(entry[1].moves)
    if move is not None and move > moves:
        raise GameError(f"move {move}: expected at most {moves}, the moves of this game")
    for number in range(moves, -1, -1) if move is None else [move]:
        state = record.state(number)
        assert isinstance(state, SpadesState)
        if state.position.phase in WITH_CARDS:
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
    """Parse `text`: in ``E=ms``, the bidder ``ms`` interprets the bid of player E."""
    bidders = one_each(text, view.rules.names, "--read")
    for name, bidder in bidders.items():
        require_convention(name, bidder, BIDDERS)
        seat_read(view, name)
    if "bis" in bidders.values() and (view.rules.variant != "partners" or view.rules.ranks != PER_SUIT):
        raise GameError("bids of BIS are read among partners with all cards only: leave them out of --read")
    return bidders


def _weighed(view: Observation, count: int, seed: int, conventions: Mapping[str, str]) -> Posterior:
    """Sampled deals, weighted by the likelihood of the interpreted bids."""
    additive = {name: ADDITIVE[bidder] for name, bidder in conventions.items() if bidder != "bis"}
    sample = posterior(view, count, seed, read_bids(view, additive))
    bids = bids_made(view)
    read = [
        place for place, seat in enumerate(view.order[: len(bids)]) if conventions.get(view.rules.names[seat]) == "bis"
    ]
    dealt = (sample.drawn.astype("int64") | view.played)[:, view.order]
    bidders: dict[str, Any] = {}  # the presumed bids of a player as a function of the cards dealt to them
    for name, bidder in conventions.items():
        heard = situation(replace(view, player=view.rules.names.index(name)))
        if bidder == "bis":
            bidders[name] = partial(expected_bids, bids=heard.before)
        else:
            bidders[name] = partial(by_hand, value=partial(bid_with, ADDITIVE[bidder], heard))
    return replace(sample, weights=sample.weights * likelihoods(dealt, bids, read), bidders=bidders)


def _number(name: str, text: str) -> int:
    if (number := counted(text, LARGEST)) is None:
        raise GameError(f"{name} {shorten(repr(text))}: expected a whole number from 0 to {LARGEST:,}")
    return number


QUESTION = {
    "ask": Option("FORMULA", "Such as 'has(S,HA)' or 'K_N (bid(E)=0 -> ~has(E,SA))'.", "has(N,SA)"),
    "given": Option("FORMULA", "What is taken to be true, such as 'bid(E)=0'.", "true"),
    "read": Option("PLAYER=NAME,...", "Whose bids are read, as those of rb, ms, io or bis.", ""),
    "deals": Option("N", "How many deals are drawn.", "20000"),
    "seed": Option("N", "Of the deals.", "0"),
}
CHANCE = OwnCommand(
    name="chance",
    help="Count a player's chance of a statement about cards in a recorded game, and draw deals for the same chance.",
    argument=("RECORD", "A file of records, as whoknows watch spades --record writes it."),
    options={
        **QUESTION,
        "player": Option("NAME", "Who asks.", "N"),
        "move": Option("N", "After this number of moves; default: the last with cards.", ""),
    },
    answer=chances,
    counts="chances",
    examples=(
        "whoknows watch spades --seed 3 --agents ms ms ms ms --option limit=1 --names N E S W --record spades.jsonl",
        "whoknows spades chance spades.jsonl --move 60 --ask 'has(S,HA)' --read S=ms",
    ),
)
TOLD = OwnCommand(
    name="told",
    help="Say what bids tell a player with a hand: chances and knowledge of cards, with bids read as a bidder's.",
    argument=("HAND", f"The hand of N: spades, hearts, diamonds, clubs with dots between, such as {EXAMPLE}."),
    options={
        **QUESTION,
        "bids": Option("NAME=BID,...", "The bids from the first one on, clockwise N E S W, such as S=3,W=nil.", ""),
    },
    answer=bids_tell,
    counts="chances",
    examples=(
        f"whoknows spades told {EXAMPLE} --bids S=3,W=4 --read S=ms --ask 'has(S,HK)'",
        f"whoknows spades told {EXAMPLE} --bids N=6 --read E=ms --ask 'K_N (bid(E)=0 -> ~has(E,SQ))'",
        f"whoknows spades told {EXAMPLE} --bids S=3,W=4 --read S=bis,W=bis --ask 'has(S,HK) | has(S,DA)'",
    ),
)


BAGS = 10
_SCORE = re.compile(r"\s*(-?\d{1,5})\s*[-:]\s*(-?\d{1,5})\s*")


@dataclass(frozen=True)
class Explained:
    """A bid with its reasons and, if blind nil can be bid, the value of blind nil before the hand is seen."""

    bidding: Bidding
    unseen: BlindNil | None = None

    @property
    def bid(self) -> int:
        """The bid: blind nil, or the bid after seeing the hand."""
        return BLIND if self.unseen is not None and self.unseen.why else self.bidding.bid


def explain(text: str, score: str, bids: str, goal: str, blind: bool = False) -> Answer:
    """The bid of BIS with a hand, and its reason.

    Raises `GameError` if a text is invalid.

    Parameters
    ----------
    text : str
        The hand, as in `Hand.read`.
    score : str
        The score of the player's side and that of the other side, such as ``430-410``; the last digits are the bags.
    bids : str
        The earlier bids in order, and ``?`` for the player's own and later ones, such as ``3,4,?``.
    goal : str
        The number of points at which a side wins.
    blind : bool
        Whether blind nil can be bid; if so, the answer includes its value before the hand was seen.

    Examples
    --------
    >>> explain("AKJ62.AQ.Q.K9543", "0-0", "3,4,?", "500").conclusion
    'BIS bids 6.'
    """
    if (points := _SCORE.fullmatch(score)) is None:
        raise GameError(f"score {shorten(repr(score))}: expected your side's points and the other's, such as 430-410")
    ours, theirs, wins = int(points[1]), int(points[2]), counted(goal, MOST_POINTS)
    if not wins:
        raise GameError(f"goal {shorten(repr(goal))}: expected the points that win, 1 to {MOST_POINTS:,}, such as 500")
    now = Situation(_bids(bids), ours, theirs, bags=ours % BAGS, their_bags=theirs % BAGS, goal=wins, blind=blind)
    if ours != theirs and (max(ours, theirs) >= wins or min(ours, theirs) <= now.floor):
        raise GameError(
            f"score {ours}-{theirs}: the game is over, a side has {wins} points or more, or {now.floor} or "
            "fewer; give the score of a game that goes on, or another --goal"
        )
    explained = Explained(Bis().explained(Hand.read(text), now), blind_nil(now) if blind else None)
    tables = tuple(_tables(explained.bidding))
    if explained.bid == BLIND:
        tables = tuple((f"{heading}, had the cards been looked at", rows) for heading, rows in tables)
    if explained.unseen is not None:
        tables = (("Blind nil, before the hand is seen", blind_rows(explained.unseen, now)), *tables)
    looks = " looks at the cards, and" if explained.unseen is not None and not explained.unseen.why else ""
    return Answer(
        title(explained.bidding), tables, f"BIS{looks} bids {said(explained.bid)}.", data_of(explained), explained
    )


def title(bidding: Bidding) -> str:
    """The title of the answer: the hand, and the situation of the bid."""
    now = bidding.situation
    before = f" after {', '.join(map(said, now.before))}" if now.before else ""
    score = f"{now.ours} to {now.theirs} points, {now.goal} win"
    return f"{bidding.hand.shown}: the {ordinal(now.place + 1)} to bid{before}; {score}"


def said(bid: int) -> str:
    """A bid in words: a number, ``nil`` or ``blind nil``."""
    return {BLIND: "blind nil", NIL: "nil"}.get(bid, str(bid))


def blind_rows(value: BlindNil, now: Situation) -> tuple[Row, ...]:
    """The rows of the answer about a blind nil before the hand is seen."""
    points = BLIND_COUNTS * now.nil
    deals = f"± {value.error:.1%}: any hand, in deals played by the strong rules, weighed by the bids before"
    return (
        ("chance of nil", f"{value.chance:.1%}", f"{deals}; they are worth {value.effective:,.0f} deals"),
        ("expected points", f"{value.points:+.1f}", f"{points} or -{points}"),
        ("BIS bids it", "yes" if value.why else "no", value.why or "neither asked for by Big 6 nor desperate"),
    )


def _tables(bidding: Bidding) -> Iterator[tuple[str, tuple[Row, ...]]]:
    takes = tuple(_row(take) for take in bidding.takes.counted)
    total = ("", "together", f"{float(bidding.takes.total):.3f}", "")
    shift = ("", "by the bids before", f"{bidding.shift:+.3f}", "more bids leave fewer tricks; with our margin")
    yield "Takes", (*takes, total, shift, ("", "regular bid", str(bidding.regular), "rounded, at least 1"))
    if bidding.takes.instead:
        yield "Not counted, since these spades are kept for cuts", tuple(_row(take) for take in bidding.takes.instead)
    suits = tuple(
        (sign_of(suit), bidding.hand.ranks(suit) or "-", f"{float(bidding.nil.suits[suit]):.4f}")
        for suit in (SPADES, *SIDE)
    )
    void = (("", "with a void", "x 1.15"),) if bidding.nil.has_void else ()
    yield "Nil, suit by suit", (*suits, *void, ("", "nil value", f"{float(bidding.nil.value):.4f}"))
    curve = shipped().curve(bidding.situation.before)
    yield (
        "Success curve",
        (
            ("log odds", f"{curve.height:+.3f} {curve.slope:+.3f} x nil value", ""),
            ("chance of nil", *_chance(bidding)),
            ("expected points", f"{bidding.expected:+.1f}", f"{bidding.situation.nil} or -{bidding.situation.nil}"),
            ("threshold", f"{bidding.threshold:+.1f}", "nil is bid above it"),
        ),
    )
    if bidding.notes:
        yield "Rules", tuple((note,) for note in bidding.notes)


def _chance(bidding: Bidding) -> tuple[str, str]:
    """The probability that nil succeeds, as text, and the reason for this value."""
    if not bidding.nil.suits[SPADES]:
        return "none", "the spades take a trick"
    return f"{bidding.chance:.1%}", f"learned from {plural(shipped().nils, 'nil bid')} of self-play"


def _row(take: Take) -> Row:
    return (take.kind, take.what, f"{float(take.value):.3f}", take.why)


def data_of(explained: Explained) -> dict[str, Any]:
    """The bid and its reasons as JSON values."""
    bidding = explained.bidding
    now, curve = bidding.situation, shipped().curve(bidding.situation.before)
    unseen = {} if explained.unseen is None else {"blind": asdict(explained.unseen)}
    return {
        "hand": str(bidding.hand),
        "bids": list(now.before),
        "score": [now.ours, now.theirs],
        "goal": now.goal,
        "takes": [asdict(take) | {"value": float(take.value)} for take in bidding.takes.counted],
        "not_counted": [asdict(take) | {"value": float(take.value)} for take in bidding.takes.instead],
        "total": float(bidding.takes.total),
        "shift": bidding.shift,
        "regular": bidding.regular,
        "nil": {
            "suits": {"CDHS"[suit]: float(chance) for suit, chance in enumerate(bidding.nil.suits)},
            "void": bidding.nil.has_void,
            "value": float(bidding.nil.value),
            "curve": {"height": curve.height, "slope": curve.slope, "nil_bids": shipped().nils},
            "chance": bidding.chance,
            "expected": bidding.expected,
            "threshold": bidding.threshold,
        },
        "rules": list(bidding.notes),
        "bid": explained.bid,
        "said": said(explained.bid),
        **unseen,
    }


def _bids(text: str) -> tuple[int, ...]:
    """The earlier bids, which stand before the first question mark in the text."""
    words = [word.strip().lower() for word in text.split(",")]
    first = words.index("?") if "?" in words else len(words)
    before, after = words[:first], words[first:]
    if len(before) > 3 or "" in before or any(word != "?" for word in after):
        raise GameError(f"bids {shorten(repr(text))}: expected at most three bids, then ? for yours, such as 3,4,?")
    return tuple(_bid(word) for word in before)


def _bid(word: str) -> int:
    named = {"nil": NIL, "blind": BLIND, "blind nil": BLIND}
    if word in named:
        return named[word]
    tricks = counted(word, MOST)
    if tricks is None:
        raise GameError(f"bid {shorten(repr(word))}: expected 0 to {MOST}, nil or blind")
    return tricks


COMMANDS = (
    CHANCE,
    TOLD,
    OwnCommand(
        name="hand",
        help="Say what BIS bids with a hand, and why: each take, the nil value, the success curve, the bid.",
        argument=("HAND", f"Spades, hearts, diamonds, clubs with dots between, such as {EXAMPLE}; or thirteen cards."),
        options={
            "score": Option("US-THEM", "Your side's points and the other's; the last digits are the bags.", "0-0"),
            "bids": Option("3,4,?", "The bids before, from the first one, and ? for yours.", "?"),
            "goal": Option("POINTS", "The points that win.", "500"),
            "blind": Flag("Blind nil can be bid: say what it is worth before the hand is seen."),
        },
        answer=explain,
        examples=(
            f"whoknows spades hand {EXAMPLE}",
            "whoknows spades hand '32.J9543.5432.32' --score 430-410 --bids 3,4,?",
            f"whoknows spades hand {EXAMPLE} --bids nil,4,? -o bid.svg",
            "whoknows spades hand '♠32 ♥J9543 ♦5432 ♣32' --score 120-340 --bids 6,4,? --blind",
        ),
    ),
)
