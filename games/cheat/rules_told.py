"""The rules of Cheat in short for people, as the options have them."""

from __future__ import annotations

from collections.abc import Iterator

from games.cheat.cards import rank_name
from games.cheat.rules import Cheat
from logic.exact import plural


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
