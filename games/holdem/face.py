"""Hold'em as text: the pot, the board, the raises, the hands at the showdown."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.core.cards import CARDS, PLAIN_SIGNS, RANKS, signs
from games.core.rules import Deal, Event, State
from games.core.sentences import capital, does
from games.holdem.agents.rule_players import said
from games.holdem.chances import chance
from games.holdem.hand_value import category, value
from games.holdem.observe import Observation, observation
from games.holdem.rules import BETS, BIG, BUTTON, CALL, CHECK, FOLD, HOLE, RAISE, SEATS, SMALL, Holdem, Phase
from games.telling.face import Block, Face, Line, Lines, Span, line
from logic.errors import listing

ROUNDS = ("before the flop", "the flop", "the turn", "the river")
PLACES = {SMALL: "small blind", BIG: "big blind", BUTTON: "button"}
SHORT = {"c": CALL, "k": CHECK, "r": RAISE, "b": RAISE, "bet": RAISE, "f": FOLD}


class HoldemFace(Face):
    """The texts of hold'em: the table, moves, choices and results."""

    rules: Holdem
    numbered = False  # actions have letters here
    plain = PLAIN_SIGNS

    @property
    def how_to_play(self) -> Sequence[str]:
        """The rules in short, for these options."""
        rules = self.rules
        counts = " The big blind counts as the first raise." if rules.blind_counts else ""
        deck = f" The deck has the {rules.ranks} highest ranks." if rules.ranks < len(RANKS) else ""
        most = "one bet" if rules.raises == 1 else f"{rules.raises} bets and raises"
        return (
            f"Two cards are your own, five come on the board: three, one, one. The best five of seven win.{deck}",
            "After the deal, and when cards come, players check or bet, call or raise, or fold and lose what they bet.",
            f"A bet is {BETS[0]} chips before the flop and on it, {BETS[-1]} later; at most {most} in a round.",
            f"The small blind pays 1 chip and the big blind 2 before the deal.{counts}",
        )

    def table(self, view: Observation) -> tuple[Block, ...]:
        """The round, the board, each player's chips in the pot, and the player's own cards."""
        chips = f"   pot {sum(view.paid)} chips, bets of {BETS[view.round]}"
        rows: list[Line] = [(Span(ROUNDS[view.round].capitalize(), "strong"), Span(chips))]
        rows += [line(self._player(view, seat)) for seat in range(SEATS)]
        if view.board:
            rows.append((Span("board: "), Span(_board(view), "strong")))
        if view.hand:
            hand_text = f"   {category(value(view.hand | view.shown))}" if view.hand.bit_count() == HOLE else ""
            rows.append((Span("your cards: "), Span(signs(view.hand), "strong"), Span(hand_text)))
        return (Lines((*rows, line(""))),)

    def _player(self, view: Observation, seat: int) -> str:
        folded = "" if view.live >> seat & 1 else ", has folded"
        raised = [f"{'on ' * (k > 0)}{ROUNDS[k]}" for k in range(len(ROUNDS)) if view.raised[seat] >> k & 1]
        raise_text = f", bet or raised {listing(raised, 'and')}" if raised else ""
        return f"  {self.rules.names[seat]} ({PLACES[seat]}): {view.paid[seat]} in the pot{raise_text}{folded}"

    def sentence(self, event: Event, before: Observation, after: Observation) -> str:
        """A sentence about a move as a viewer sees it."""
        action = event.seen.action
        if isinstance(action, Deal):
            turned = before.phase is Phase.BOARD and after.phase is Phase.BET
            return f"{ROUNDS[after.round].capitalize()}: {_board(after)}." if turned else ""
        text = does(self.rules.names[before.current], self._verb(action, before))
        shown = [f"{does(name, 'shows')} {signs(hand)}" for name, hand in event.seen.shown]
        return f"{capital(text)}.{' ' + capital(', '.join(shown)) + '.' if shown else ''}"

    def _verb(self, action: Any, before: Observation) -> str:
        if action == RAISE:
            total = max(before.paid) + BETS[before.round] - before.paid[before.current]
            return f"{'bets' if _is_first_bet(before) else 'raises with'} {total}"
        return f"calls {before.missing}" if action == CALL else f"{action}s"

    def choices(self, view: Observation, legal: Sequence[Any]) -> list[str]:
        """The possible actions with their costs."""
        costs = {CALL: view.missing, RAISE: view.missing + BETS[view.round], CHECK: 0}
        short = {CALL: "c", RAISE: "r", FOLD: "f", CHECK: "k"}
        return [
            f"{self.deed(each, view)} ({short[each]})" + (f": pay {costs[each]}" if costs.get(each) else "")
            for each in legal
        ]

    def deed(self, action: Any, view: Observation) -> str:
        """An action as text: the first raise of a round is a bet."""
        return "bet" if action == RAISE and _is_first_bet(view) else str(action)

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """The text in standard form: short forms become words; ``c`` and ``k`` mean the legal one of call and check."""
        said = text.strip().lower()
        action = SHORT.get(said)
        if said in ("c", "k") and action not in legal:
            action = CHECK if action == CALL else CALL
        return text if action is None else str(action)

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """The reason why the action is illegal."""
        reasons = {
            RAISE: "the round has had all its raises",
            CHECK: "there is a bet to call",
            CALL: "there is no bet to call",
            FOLD: "there is no bet: check instead",
        }
        return reasons.get(action, "it is not your turn to deal")

    def hand(self, view: Observation) -> str:
        """The player's cards as text."""
        return signs(view.hand)

    def facts(self, state: Any, seat: int) -> list[str]:
        """The player's own cards and, during the betting, the chance of winning at the showdown."""
        view = observation(state, seat)
        lines = [f"own cards: {signs(view.hand)}"] if view.hand else []
        if view.phase is Phase.BET and view.live >> seat & 1:
            lines.append(f"if nobody folds: {said(chance(view))} at the showdown")
            lines.append("below, wins and splits are about the cards that lie on the table now")
        return lines

    def knowledge(self, state: State) -> dict[str, str]:
        """An empty mapping: `facts` describes the knowledge of players."""
        return {}

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """A sentence about the amount that each player wins or loses."""
        pairs = zip(self.rules.names, returns, strict=True)
        clauses = [does(name, f"{'wins' if paid > 0 else 'loses'} {amount(abs(paid))}") for name, paid in pairs if paid]
        return [capital(f"{listing(clauses, 'and')}.")] if clauses else ["Everybody gets their chips back."]


def _is_first_bet(view: Observation) -> bool:
    """Whether a raise now would be the round's first bet; before the flop the big blind is the first bet."""
    return view.round > 0 and not view.raises[view.round]


def _board(view: Observation) -> str:
    return " ".join(CARDS[card].sign for card in view.board)


def amount(paid: Fraction) -> str:
    """An amount in big blinds, in words.

    Examples
    --------
    >>> amount(Fraction(1)), amount(Fraction(5, 2)), amount(Fraction(4, 3))
    ('1 big blind', '2.5 big blinds', '1.33 big blinds')
    """
    return "1 big blind" if paid == 1 else f"{round(float(paid), 2):g} big blinds"


FACE = HoldemFace
