"""Hexa with a whisper: there are six worlds after Anne shows a card, and twelve after she whispers a colour to Bill."""

from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError
from kripke.puzzles.hexa import COLOURS, DEALS, KNOWS, PLAYERS, dealt
from kripke.puzzles.story import Script, Story, one_of
from kripke.symbolic.choice import Engine
from logic.errors import shorten

STATEMENT = """\
Anne, Bill and Cath each hold one card: red, white or blue. Each sees only her or his own card. Bill asks Anne to
tell him a card that she does not have. Anne whispers in his ear a card that she does not have. Cath notices that
the question is answered, but does not hear the answer. Who knows what?
(With the option act=show, Anne shows Bill her card instead.)"""

SHOWN = """\
Anne, Bill and Cath each hold one card: red, white or blue. Each sees only her or his own card. Anne shows Bill her
card. Cath sees that she does, but not the card. Who knows what?"""

SOURCE = (
    "H. van Ditmarsch, W. van der Hoek, B. Kooi: Dynamic Epistemic Logic (2007), "
    "doi:10.1007/978-1-4020-5839-4; H. van Ditmarsch: Descriptions of game actions. Journal of Logic, Language and "
    "Information 11 (2002)"
)


def whisper(deal: str = "rwb", act: str = "whisper", card: str | None = None, engine: Engine = "auto") -> Story:
    """Return the story of a card that Anne shows or whispers to Bill; its answer is the number of worlds at the end.

    `deal`: the first letters of the colours of Anne's, Bill's and Cath's cards.
    `act`: ``whisper`` or ``show``.
    `card`: the colour that Anne whispers; None: that of Cath's card. Not allowed with ``show``.
    """
    cards = dict(zip(PLAYERS, DEALS[one_of(deal, DEALS, "deal")], strict=True))
    one_of(act, ("whisper", "show"), "act")
    if act == "show" and card is not None:
        raise ModelError(f"card={shorten(repr(card))}: the card is what Anne whispers; with act=show she shows her own")
    script = dealt(deal, engine)
    if act == "show":
        # "Anne shows Bill her card. Cath sees that she does, but not the card."
        text = "Anne shows Bill her card; Cath sees that she does, but not the card."
        script.act(text, _told("anne={}"), cards["anne"])
        script.find("All know in common that Bill knows the deal.", f"C {KNOWS.format('bill')}")
    else:
        _whisper(script, cards, cards["cath"] if card is None else one_of(card, COLOURS, "card"))
    script.find("Anne and Cath know no more of the cards than before.", "~Kv_anne bill & ~Kv_cath bill")
    count = script.model.count("true")
    knowing = "knows" if script.model.holds(KNOWS.format("bill")) else "does not know"
    whispered = "two for each deal: one for each card that Anne may have whispered"
    per_deal, statement = ("one for each deal", SHOWN) if act == "show" else (whispered, STATEMENT)
    conclusion = f"Bill {knowing} the deal. There are now {count} worlds, {per_deal}."
    return script.story("Hexa: a card shown, or a word whispered", statement, SOURCE, count, conclusion)


def _whisper(script: Script, cards: dict[str, str], card: str) -> None:
    # "Anne whispers in his ear a card that she does not have. Cath notices ..., but does not hear the answer."
    script.act(f"Anne whispers to Bill: I do not have {card}.", _told("~anne={}"), card)
    knows = KNOWS.format("bill")
    script.find("Cath does not know whether Bill knows the deal: it depends on the card that was whispered.",
                f"~Kw_cath {knows}")  # fmt: skip
    if card == cards["cath"]:
        script.find("Bill knows the deal, and Anne does not know that he does.", f"{knows} & ~K_anne {knows}")
    else:
        script.find("Bill has heard his own card and does not know the deal.", f"~{knows} & K_bill ~{knows}")


def _told(condition: str) -> EventModel:
    """Return the event model in which Anne tells Bill a colour, and Cath does not hear which.

    `condition` is the precondition, with ``{}`` in place of the colour.
    """
    events = {colour: Event(condition.format(colour)) for colour in COLOURS}
    apart = [[name] for name in events]
    return EventModel.s5(events, {"anne": apart, "bill": apart, "cath": [list(events)]})
