"""Cheat as text: the pile with its claims, the cards that players have taken up, and the cards shown by a call."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from games.cheat.cards import NAMES, RANKS, listed, of_rank, rank_name, set_of
from games.cheat.observe import Observation
from games.cheat.places import HONEST
from games.cheat.rules import CALL, TAKE, Called, Cheat, Claim, Claims, Draw, Laid, Phase, is_lie
from games.core.cards import PLAIN_SIGNS, Card
from games.core.rules import Deal, Event, Starts
from games.core.sentences import capital, does, verb_of, whose
from games.core.stages import Stage, choices
from games.knowing.table import model
from games.telling.face import Block, Face, Line, Lines, Span, line
from logic.errors import listing
from logic.exact import degree_text, plural

CALLING = ("call", "cheat", "c", "doubt", "liar")
TAKING = ("take", "t", "draw")
CALLS = 4  # maximal number of calls that are shown, the most recent ones


class CheatFace(Face):
    """The texts of Cheat: the table, moves, choices and results."""

    rules: Cheat
    numbered = False  # numbers stand for ranks here
    plain = PLAIN_SIGNS

    @property
    def how_to_play(self) -> Sequence[str]:
        """The rules in short, for these options."""
        return told_rules(self.rules)

    def table(self, view: Observation) -> tuple[Block, ...]:
        """The hands, the pile, the last calls, and the player's cards."""
        rounds = (self.rules.turns + 1) // 2  # the last round may have a single turn
        rest = f" of {rounds}   deck: {plural(view.deck, 'card')}"
        head = Span(f"Round {min(view.round, rounds)}", "strong"), Span(rest)
        rows: list[Line] = [head, *(line(self._hand(view, seat)) for seat in range(2)), line(""), *self._pile(view)]
        rows += [line(self._call(each), "faint") for each in view.calls[-CALLS:]]
        if view.hand:
            rows += [line(""), (Span("your cards: "), Span(signs(view.hand), "strong"))]
        return (Lines((*rows, line(""))),)

    def _hand(self, view: Observation, seat: int) -> str:
        name, known = self.rules.names[seat], view.known[seat]
        size = f"{name}: {plural(view.sizes[seat], 'card')}"
        return f"{size}, in hand or laid again: {signs(known)}" if known and seat != view.player else size

    def _pile(self, view: Observation) -> list[Line]:
        if not view.pile:
            last = f"; the last claim was {rank_name(view.rank)}" if view.rank >= 0 else ""
            return [line(f"the pile is empty{last}")]
        rows = [
            line(f"pile: {plural(view.pile, 'card')}" + (f", under them {signs(view.opening)}" * bool(view.opening)))
        ]
        for number, laid in enumerate(view.laid, 1):
            seen = f": {signs(laid.cards)}" if laid.cards else ""
            text = f"  {number}  {self.rules.names[laid.seat]} {counted(laid)}{seen}"
            rows.append(line(text, "strong") if view.can_call and laid is view.last else line(text))
        return rows

    def _call(self, call: Called) -> str:
        caller, claimer = self.rules.names[call.caller], self.rules.names[call.claimer]
        how = f"a lie, {does(claimer, 'takes')}" if call.caught else f"true, {does(caller, 'takes')}"
        claim = f"{call.size} {rank_name(call.rank, call.size)}"
        return f"turn {call.turn}: {does(caller, 'calls')} {whose(claimer)} {claim}: {how} {plural(call.pile, 'card')}"

    def sentence(self, event: Event, before: Observation, after: Observation) -> str:
        """A sentence about a move as a viewer sees it; empty for unseen cards from the deck and for dealt hands."""
        action, who = event.seen.action, self.rules.names[before.current]
        if isinstance(action, Starts):
            return capital(f"{does(action.name, 'starts')}.")
        if isinstance(action, Deal):
            return f"{action.card.sign} opens the pile." if event.seen.to is None and action.card else ""
        if isinstance(action, Draw):
            return f"The card is {action.card.sign}." if action.card else ""
        if isinstance(action, Claim):
            return capital(f"{does(who, 'claims')} {_claimed(action, event.seen.count)}.")
        if action == CALL:
            return capital(self._called(who, event, after))
        return capital(f"{does(who, 'takes a card' if after.phase is Phase.DRAW else 'passes')}.")

    def _called(self, who: str, event: Event, after: Observation) -> str:
        names, seen, call = self.rules.names, event.seen, after.calls[-1]
        shown = [signs(seen.opening)] if seen.opening else []
        shown += [f"{whose(names[each.seat])} {counted(each)}: {signs(each.cards)}" for each in seen.shown]
        verdict = "That was a lie" if call.caught else "That was true"
        took = f"{does(names[call.claimer if call.caught else call.caller], 'takes')} {plural(call.pile, 'card')}"
        return f"{does(who, 'calls')}. The pile is shown: {'; '.join(shown)}. {verdict}: {took}."

    def choices(self, view: Observation, legal: Sequence[Any]) -> list[str]:
        """The kinds of legal actions as short texts."""
        texts = []
        if CALL in legal and view.last is not None:
            verb = "is" if view.last.size == 1 else "are"
            texts.append(f"call (c): {whose(self.rules.names[view.last.seat])} {counted(view.last)} {verb} a lie")
        if TAKE in legal:
            texts.append("take (t) a card from the deck" if view.deck else "take (t): pass, the deck is empty")
        ranks = [rank_name(rank) for rank in self.rules.claimable(view.rank, view.free)]
        first = self.rules.claimable(view.rank, view.free)[0]
        fitting = listed(view.hand & of_rank(first)) or listed(view.hand)  # all of the rank, or none
        example = " ".join(map(str, fitting[: min(2, self.rules.suits)])).lower()
        rank = RANKS[first].lower()
        kinds = "" if self.rules.mixed else ", all of this rank or none"
        most = f"1 to {self.rules.suits} cards" if self.rules.suits > 1 else "1 card"
        return [*texts, f"claim {listing(ranks)}: the rank and {most}{kinds}, such as: {rank} {example}"]

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """The text in a standard form: a claim as ``claim``, rank and cards; synonyms become the words of the game."""
        words = text.replace(",", " ").replace(":", " ").lower().split()
        if len(words) == 1 and words[0] in (*CALLING, *TAKING):
            return str(CALL if words[0] in CALLING else TAKE)
        rest = words[1:] if words[:1] in (["claim"], ["lay"]) else words
        rank = _rank(rest[0]) if rest else None
        if rank is None or len(rest) < 2:
            return text
        return f"claim {rank}, {' '.join(word for word in rest[1:] if word != 'as')}"

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """The reason why the player cannot call, make a claim or take a card; empty for other actions."""
        if action == CALL:
            return "the last move is no claim"
        if action == TAKE:
            return "the deck is empty"
        return self._why_no_claim(action, choices(legal).get("claim")) if isinstance(action, Claim) else ""

    def _why_no_claim(self, claim: Claim, legal: Any) -> str:
        by_rank = choices(legal) if isinstance(legal, Stage) else {}
        if claim.rank not in by_rank:
            ranks = listing([rank_name(RANKS.index(str(rank))) for rank in by_rank])
            return f"the next claim is {'one rank up or down, ' * (len(by_rank) == 2)}{ranks}"
        if len(claim.cards) > self.rules.suits:
            return f"a claim has at most {plural(self.rules.suits, 'card')}"
        own = _cards(by_rank[claim.rank])
        missing = [card.sign for card in claim.cards if card not in own]
        if missing:
            return f"you do not have {listing(missing, 'and')}"
        return f"a false claim has no {rank_name(RANKS.index(claim.rank))}: give all cards of this rank, or none"

    def hand(self, view: Observation) -> str:
        """The player's cards as text."""
        return signs(view.hand)

    def deed(self, action: Any, view: Observation) -> str:
        """An action as text; for a claim, with its cards and whether it is true."""
        return f"claim {_claimed(action, len(action.cards))}" if isinstance(action, Claim) else str(action)

    def facts(self, state: Any, seat: int) -> list[str]:
        """The player's cards, the opponent's known cards, the pile, and the last claim."""
        view: Observation = self.game.observation(state, seat)
        name, other = self.rules.names[seat], 1 - seat
        own = sum(laid.cards for laid in view.laid if laid.seat == seat)
        has = "in hand or laid again" if any(laid.seat == other for laid in view.laid) else "in hand"
        facts = [f"own cards: {signs(view.hand) or 'none'}"]
        facts += [f"in the pile: {signs(view.opening | own)}"] if view.opening | own else []
        known = view.known[other]
        facts += [f"{does(self.rules.names[other], 'has')} {has}: {signs(known)}"] if known else []
        judged = self.knowledge(state).get(name)
        if judged is not None and view.last is not None:
            facts.append(f"the last claim, {counted(view.last)}: {judged}")
        return facts

    def knowledge(self, state: Any) -> dict[str, str]:
        """Each player's degree of belief that the last claim is true, in words; empty if no claim can be called.

        All deals have equal weights.
        """
        if not state.position.can_call:
            return {}
        beliefs = model(self.game.table(state))
        shares = {name: beliefs.degree(name, HONEST, alike=True) for name in self.rules.names}
        return {name: _judged(name, share) for name, share in shares.items()}

    def round_of(self, state: Any) -> int:
        """The number of the current round; each call, and the end of the game, begins another one."""
        return len(state.position.calls) + 1 + (state.position.phase is Phase.OVER)

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """A sentence about the winner, or about a draw."""
        for name, paid in zip(self.rules.names, returns, strict=True):
            if paid == 1:
                return [capital(f"{does(name, 'wins')} the game.")]
        return ["The game is a draw: both have as many cards."]


def signs(cards: int) -> str:
    """The cards of a set as text, with suit symbols.

    Examples
    --------
    >>> signs(0b11)
    '♠A ♥A'
    """
    return " ".join(card.sign for card in listed(cards))


def counted(laid: Laid) -> str:
    """A claim in words, such as ``2 queens``."""
    return f"{laid.size} {rank_name(laid.rank, laid.size)}"


def _claimed(claim: Claim, count: int) -> str:
    words = f"{count} {rank_name(RANKS.index(claim.rank), count)}"
    if not claim.cards:
        return words
    return f"{words}: {signs(set_of(claim.cards))}, {'a lie' if is_lie(claim) else 'the truth'}"


def _judged(name: str, share: Fraction) -> str:
    if share in (0, 1):
        return f"{verb_of(name, 'knows')} that the claim is {'true' if share else 'a lie'}"
    return f"{verb_of(name, 'believes')} the claim to the degree {degree_text(share)}"


def _rank(word: str) -> str | None:
    """The rank that a word names, such as ``q``, ``10`` or ``queens``; None if the word is not a rank."""
    plain = word.upper().replace("10", "T")
    if len(plain) == 1 and plain in RANKS:
        return plain
    names = {rank_name(rank, count): RANKS[rank] for rank in range(len(NAMES)) for count in (1, 2)}
    return names.get(word)


def _cards(legal: Stage) -> set[Card]:
    """The cards that can be in claims of a rank."""
    return set(legal.items) if isinstance(legal, Claims) else set[Card]().union(*map(_cards, legal.choices.values()))


FACE = CheatFace


def told_rules(rules: Cheat) -> tuple[str, ...]:
    """The rules in sentences.

    Examples
    --------
    >>> told_rules(Cheat(limit=3))[-1]
    'After 3 rounds fewer cards win; with equal numbers the game is a draw.'
    """
    return (*_claims(rules), *_calls(rules), *_end(rules))


def _claims(rules: Cheat) -> Iterator[str]:
    wins = "unless the other's next move is a right call" if rules.emptied == "reply" else "at once"
    yield f"The first to have no cards left wins, {wins}. In a turn you claim, take a card, or call."
    cards = "a card" if rules.suits == 1 else f"1 to {rules.suits} cards"
    yield f"To claim, lay {cards} face down and name a rank: one above or below the last rank named."
    lie = "A claim with a card of another rank is a lie"
    if not rules.mixed:
        lie = "The cards are all of the rank named, or none is: then it is a lie"
    yield f"{lie}. Above the {rank_name(rules.ranks - 1, 1)} comes the ace."
    if rules.passing:
        yield "Where the deck is empty, to take a card is to pass."


def _calls(rules: Cheat) -> Iterator[str]:
    yield "A call shows the pile: after a lie the claimer takes it, else the caller does."
    if rules.after_call == "winner":
        yield "After a call it is the turn of the player who was right."
    if rules.rank_after_call == "free":
        yield "After a call any rank may be claimed."


def _end(rules: Cheat) -> Iterator[str]:
    limit = plural(rules.limit, rules.limit_in.removesuffix("s"))
    tie = "is a draw" if rules.tie == "draw" else "is won by the player who did not start"
    yield f"After {limit} fewer cards win; with equal numbers the game {tie}."
