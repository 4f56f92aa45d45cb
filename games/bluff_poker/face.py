"""Bluff Poker as text: dice with pips, who knows which die, and sentences about moves."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.bluff_poker.actions import BELIEVE, CALL, DICE, LOOK, STOP, Bid, Rolls, Starts, Throw
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import outcome
from games.bluff_poker.rules import BluffPoker, Phase
from games.core.rules import Event
from games.core.sentences import capital, does, whose
from games.telling.face import Block, Face, Fitting, Line, Lines, Span, line
from logic.errors import listing

PIPS = {
    0: ("       ", "   ?   ", "       "),
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
SOLID, DASHED = ("╭───────╮", "│", "╰───────╯"), ("╭╌╌╌╌╌╌╌╮", "╎", "╰╌╌╌╌╌╌╌╯")
PLAIN = str.maketrans("●╭╮╰╯─│╌╎○", "o++++-|-|.")  # for terminals with plain signs only
WIDTH, NARROW = 16, 12  # Columns for each die in a row of dice, on a terminal of usual width and on one of 40 columns
ABREAST = {each: (each,) for each in ("under the cup", "beside the cup", "in the air")}
STACKED = {each: tuple(each.split(" ", 1)) for each in ABREAST}  # the same in two lines, for narrow terminals
NAMES = {die: f"die{die}" for die in DICE}


class BluffFace(Face):
    """The texts of Bluff Poker: the table, moves, choices and results."""

    rules: BluffPoker
    numbered = False  # numbers stand for dice here
    plain = PLAIN

    @property
    def how_to_play(self) -> Sequence[str]:
        """The rules in short, for these options."""
        equal = ", all equal" if self.rules.equal_pokers else ""
        golden = ", and above them 321" if self.rules.golden_triangle else ""
        lives = self.rules.ending == "lives"
        ends = "is out, and the last one in wins" if lives else "loses the game"
        return (
            "Three dice under a cup are read as a number, from the highest to the lowest: 6, 4 and 2 are 642.",
            f"665 is the best of these; above it are the pokers, 111 to 666{equal}{golden}.",
            "Who has the cup throws, looks, and bids a number above the last bid; it may be a lie.",
            "The next player calls or believes. After a call the dice decide: if they reach the bid, the caller takes "
            "a penalty, else the bidder.",
            "Who believes takes the cup over, may look and throw some of the dice again, and bids higher.",
            "A closed throw is seen by the thrower alone, with the dice that are kept beside the cup; an open one by "
            "all.",
            f"A player who takes penalty {self.rules.bearable} {ends}.",
        )

    def table(self, view: Observation) -> tuple[Block, ...]:
        """The penalties, the bids, and the dice with the players who know them."""
        most, paid = self.rules.bearable, []
        for name, count in zip(self.rules.names, view.penalties, strict=True):
            paid.append(f"{name} {'●' * count + '○' * (most - count) if most <= 8 else f'{count} of {most}'}")
        bid = ", ".join(f"{self.rules.names[seat]} {bid}" for seat, bid in view.bids) or "none yet"
        number, bids = Span(f"Round {view.round}", "strong"), line(f"bids: {bid}")
        wide = [(number, Span(f"   penalties: {'   '.join(paid)}")), bids, line(""), *self._dice(view, WIDTH, ABREAST)]
        narrow = [(number, Span("   penalties:")), *(line(f"  {each}") for each in paid), bids, line("")]
        narrow += self._dice(view, NARROW, STACKED)
        return Fitting(Lines(tuple(wide)), Lines(tuple(narrow))), Lines((self._known(view), line("")))

    def _dice(self, view: Observation, width: int, places: Mapping[str, tuple[str, ...]]) -> list[Line]:
        faces = [PIPS[value] for value in view.dice]
        frames = [SOLID if value else DASHED for value in view.dice]
        rows = [[top for top, _, _ in frames]]
        rows += [[side + face[i] + side for face, (_, side, _) in zip(faces, frames, strict=True)] for i in range(3)]
        rows += [[bottom for _, _, bottom in frames]]
        below = [list(NAMES.values()), *zip(*(places[self._place(view, die)] for die in DICE), strict=True)]
        return [line("".join(cell.center(width) for cell in row).rstrip()) for row in (*rows, *below)]

    def _known(self, view: Observation) -> Line:
        said = []
        for name, knowers in zip(NAMES.values(), view.knowers, strict=True):
            who = [player for player, seat in self.rules.seats.items() if knowers >> seat & 1]
            everyone = "all" if len(who) == self.rules.players else ""
            said.append(f"{name} {everyone or listing(who, 'and') or 'nobody'}")
        return line(f"known to: {'; '.join(said)}", "faint")

    def _place(self, view: Observation, die: int) -> str:
        if view.phase is Phase.ROLL and not view.knowers[die - 1]:
            return "in the air"
        return "beside the cup" if die in view.outside else "under the cup"

    def sentence(self, event: Event, before: Observation, after: Observation) -> str:
        """A sentence about a move as a viewer sees it, including a penalty that follows from it."""
        action = event.seen.action
        return capital(self._said(action, event, before)) + self._paid(before, after)

    def _said(self, action: Any, event: Event, before: Observation) -> str:
        who = self.rules.names[before.current]
        if isinstance(action, Starts):
            return f"{does(action.name, 'starts')}."
        if isinstance(action, Rolls):
            seen = event.seen.dice
            return does(who, "rolls") + (f"{_values(seen, ': ')}." if any(seen) else ", unseen.")
        if isinstance(action, Bid):
            unseen = ", with the cup passed on unseen" if before.phase is Phase.CUP else ""
            beside = [NAMES[die] for die in sorted(before.outside)]
            back = f", with {listing(beside, 'and')} back under the cup" if beside else ""
            return f"{does(who, 'bids')} {action.outcome}{unseen}{back}."
        if isinstance(action, Throw):
            return f"{does(who, 'throws')} {_named(action.dice)} {_way(action)}."
        if action == LOOK:
            return f"{does(who, 'looks')} under the cup{_values(event.seen.dice, ': ')}."
        if action == CALL:
            roll, bid = outcome(event.seen.dice), before.bid
            true = self.rules.ladder.reaches(roll, bid)
            verdict = f"not below {bid}: the bid was true" if true else f"below {bid}: a bluff"
            return f"{does(who, 'calls')}. The cup is lifted: {roll}, {verdict}."
        again = "" if self.rules.ladder.above(before.bid) else ": three open throws to match it"
        believes = f"{does(who, 'believes')} {before.bid}{again}."
        return {BELIEVE: believes, STOP: f"{does(who, 'leaves')} it at that."}[action]

    def _paid(self, before: Observation, after: Observation) -> str:
        pairs = zip(self.rules.names, before.penalties, after.penalties, strict=True)
        paid = [
            f"{does(name, 'takes')} penalty {now} of {self.rules.bearable}" for name, then, now in pairs if now > then
        ]
        if not paid and after.round > before.round > 0:
            return " Equal: nobody takes a penalty."
        return f" {capital(paid[0])}." if paid else ""

    def choices(self, view: Observation, legal: Sequence[Any]) -> list[str]:
        """The kinds of legal actions as short texts."""
        bids = [each.outcome for each in legal if isinstance(each, Bid)]
        above = f" above {view.bid}" if view.bid is not None else ""
        bid = f"bid any outcome{above}, such as {bids[0]}" if bids else "nothing is higher to bid"
        taking = "look (l) under the cup"
        if view.bid in self.rules.ladder.special:
            taking = f"throw (t) all dice open, up to three times, to match {view.bid}"
        return {
            Phase.BID: [bid],
            Phase.ANSWER: [f"call (c) or believe (b) {whose(self.rules.names[view.bidder or 0])} {view.bid}"],
            Phase.CUP: [f"{taking}, or pass the cup on unseen:", bid],
            Phase.THROW: self._throws(view, legal, bid),
            Phase.POKER: [f"stop (s), or throw dice, such as 1 3; throws left: {view.throws_left}"],
        }[view.phase]

    def _throws(self, view: Observation, legal: Sequence[Any], bid: str) -> list[str]:
        dice = sorted({die for each in legal if isinstance(each, Throw) for die in each.dice})
        if not dice:
            return [bid]
        some = " ".join(map(str, dice))
        ways = f"{dice[0]} closed, {some} open, {dice[0]} open hidden (the rest stays under the cup)"
        return [f"throw dice {some} or some of them: {ways}", f"or {bid}"]

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """The text in a standard form: ``246`` becomes ``642``, and ``open hidden`` becomes ``open rest hidden``."""
        words = text.replace(",", " ").lower().split()
        words = [str(outcome(tuple(map(int, each)))) if re.fullmatch("[1-6]{3}", each) else each for each in words]
        if "hidden" in words and "rest" not in words:
            words.insert(words.index("hidden"), "rest")
        if "hidden" in words and "open" not in words:
            words.insert(words.index("rest"), "open")
        return " ".join(words)

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """The reason why a bid is illegal; empty for other actions."""
        bids = [each.outcome for each in legal if isinstance(each, Bid)]
        if not isinstance(action, Bid):
            return ""
        if not bids:
            return f"it is your turn to {listing(dict.fromkeys(str(each).split()[0] for each in legal))}"
        if action.outcome not in self.rules.ladder.rank:
            return "an outcome is three dice from 1 to 6, the highest first, such as 642"
        return f"it is not above the last bid; {bids[0]} is the lowest above it"

    def hand(self, view: Observation) -> str:
        """The values of the three dice, with ``?`` for each value that the player does not know."""
        return " ".join(str(value or "?") for value in view.dice)

    def round_of(self, state: Any) -> int:
        """The number of the current round; the number of rounds plus 1 after the game."""
        return int(state.position.round) + (state.position.phase is Phase.OVER)

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """A sentence that names the loser or the winner."""
        (who,) = [name for name, paid in zip(self.rules.names, returns, strict=True) if paid]
        ends = "wins the game, the last one in" if self.rules.ending == "lives" else "loses the game"
        return [capital(f"{does(who, ends)}.")]


def _named(dice: Sequence[int]) -> str:
    return "all dice" if len(dice) == len(DICE) else listing([NAMES[die] for die in dice], "and")


def _way(action: Throw) -> str:
    if len(action.dice) == len(DICE):
        return "open" if action.is_open else "closed"
    if action.hiding:
        return "open, and the rest stays under the cup"
    return "open" if action.is_open else "closed, and the rest stands beside the cup"


def _values(dice: tuple[int, ...], before: str) -> str:
    known = [f"{NAMES[die]} is {value}" for die, value in zip(DICE, dice, strict=True) if value]
    return before + ", ".join(known) if known else ""


FACE = BluffFace
