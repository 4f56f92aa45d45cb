"""Russian cards: two players tell each other their cards openly, and the third learns none of them."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.puzzles.story import Script, Story, some_of
from kripke.symbolic.choice import Engine
from logic.clauses import Announce, Atom, C, K, Kw, conj, disj
from logic.errors import shorten
from logic.formula import Formula

STATEMENT = """\
From a pack of seven known cards Anne and Bob each draw three cards, and Cath gets the one that is left. How can
Anne and Bob openly inform each other about their cards, without Cath learning from any of their cards who holds
it? Anne holds {hand} and says: "I have one of {said}." Bob says: "Cath has card {card}."\
"""

SOURCE = (
    "H. van Ditmarsch: The Russian cards problem. Studia Logica 75 (2003), doi:10.1023/A:1026168632319; "
    "Moscow Mathematical Olympiad 2000, after T. P. Kirkman (1847)"
)

PLAYERS = ("anne", "bob", "cath")
CARDS = "0123456"
HANDS = tuple("".join(hand) for hand in combinations(CARDS, 3))
SOLUTION = "012 034 056 135 246"


def russian_cards(
    deal: str = "012.345.6", hands: str | Iterable[str] = SOLUTION, search: bool = True, engine: Engine = "auto"
) -> Story:
    """Return the story of a deal of Russian cards and an announcement by Anne.

    The answer is the number of safe announcements (see `is_safe`) and the number of all `announcements`.
    Without `search` the answer is True, since the story only continues if Anne's announcement is safe.

    `deal`: the hands of Anne, Bob and Cath.
    `hands`: the hands in the announcement; Anne says that she has one of them.
    """
    said = some_of(hands, HANDS, "hands")

    # "Anne and Bob each draw three cards, and Cath gets the one that is left."
    script = Script("Anne and Bob have three of seven cards each, Cath has one.", model(deal), engine)
    start = script.model

    # "I have one of 012, 034, 056, 135, 246."
    one_of = ", ".join(said)
    script.say(f"Anne: I have one of {one_of}.", K("anne", has_one_of(said)))
    script.find("Bob knows the deal, Cath knows of no card who of them has it, and all know that in common.", SAFE)

    # "Cath has card 6."
    card = deal[-1]
    script.say(f"Bob: Cath has card {card}.", K("bob", _has_card("cath", card)))
    script.find("Anne knows the deal too, and Cath still knows of no card.", C(None, KNOWS_DEAL["anne"] & IGNORANT))
    statement = STATEMENT.format(hand=", ".join(deal[:3]), said=one_of, card=card)
    if not search:
        return script.story("Russian cards", statement, SOURCE, True, "Anne's announcement is safe.")
    family = list(announcements(deal[:3]))
    safe = sum(is_safe(start, each) for each in family)
    conclusion = (
        f"Anne's announcement is safe. Of the {len(family)} announcements of five to seven hands, one of them hers, "
        f"any two of which have at most one card in common, {safe} are safe."
    )
    return script.story("Russian cards", statement, SOURCE, (safe, len(family)), conclusion)


def _has_card(player: str, card: str) -> Atom:
    return Atom(f"has({player},{card})")


def has_one_of(hands: Iterable[str]) -> Formula:
    """Return the formula which says that Anne has one of these hands."""
    return disj(conj(_has_card("anne", card) for card in hand) for hand in hands)


KNOWS_DEAL = {
    player: conj(Kw(player, _has_card(other, card)) for other in PLAYERS for card in CARDS) for player in PLAYERS
}
"""Maps each player to the formula which says that the player knows who has each card."""

IGNORANT = conj(~K("cath", _has_card(player, card)) for player in ("anne", "bob") for card in CARDS)
"""The formula which says that Cath does not know the owner of any card of Anne or Bob."""

SAFE = C(None, KNOWS_DEAL["bob"] & IGNORANT)
"""The formula that holds after a safe announcement: common knowledge that Bob knows the deal and Cath is ignorant."""


def is_safe(start: Model, hands: Iterable[str]) -> bool:
    """Whether Anne can safely say "I have one of these hands": whether it is true, and `SAFE` holds afterwards."""
    said = has_one_of(hands)
    return start.holds(K("anne", said) & Announce(K("anne", said), SAFE))


def announcements(hand: str = "012") -> Iterator[tuple[str, ...]]:
    """Yield sets of five to seven hands, including `hand`, in which any two hands have at most one card in common.

    If two hands had two cards in common, Bob might have none of their four cards, and could not distinguish them.
    """
    yield from (chosen for chosen in _extensions((hand,), _apart(hand, HANDS)) if len(chosen) >= 5)


def _extensions(chosen: tuple[str, ...], left: list[str]) -> Iterator[tuple[str, ...]]:
    yield chosen
    for i, hand in enumerate(left):
        yield from _extensions((*chosen, hand), _apart(hand, left[i + 1 :]))


def _apart(hand: str, hands: Iterable[str]) -> list[str]:
    return [other for other in hands if len(set(hand) & set(other)) <= 1]


def model(deal: str | None = "012.345.6") -> KripkeModel:
    """Return the model of the 140 deals, where each player sees their own hand; `deal` is the actual deal or None."""
    deals = {f"{a}.{b}.{c}": (a, b, c) for a in HANDS for b in _rest(a, 3) for c in _rest(a + b, 1)}
    if deal is not None and deal not in deals:
        raise ModelError(f"deal={shorten(repr(deal))}: expected hands of three, three and one card, such as 012.345.6")
    worlds = {
        name: {_has_card(player, card).name for player, hand in zip(PLAYERS, hands, strict=True) for card in hand}
        for name, hands in deals.items()
    }
    sees = {player: lambda deal, place=place: deals[deal][place] for place, player in enumerate(PLAYERS)}
    return KripkeModel.s5(worlds, actual=deal, sees=sees)


def _rest(used: str, size: int) -> list[str]:
    return ["".join(hand) for hand in combinations([card for card in CARDS if card not in used], size)]
