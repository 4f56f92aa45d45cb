"""Hexa: three players, three cards, six deals; what the players learn if one shows a card to another."""

from itertools import permutations

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, one_of
from kripke.symbolic.choice import Engine
from logic.errors import listing

STATEMENT = """\
Anne, Bill and Cath each hold one card: red, white or blue. Each sees only her or his own card. Anne shows her
card to Bill; Cath sees that she does, but not the card. Then Anne says: "I do not have the white card." Who
knows the deal?"""

SOURCE = "H. van Ditmarsch, W. van der Hoek, B. Kooi: Dynamic Epistemic Logic (2007), doi:10.1007/978-1-4020-5839-4"

PLAYERS = ("anne", "bill", "cath")
COLOURS = ("red", "white", "blue")
DEALS = {"".join(colour[0] for colour in deal): deal for deal in permutations(COLOURS)}
KNOWS = "(Kv_{0} anne & Kv_{0} bill & Kv_{0} cath)"


def dealt(deal: str, engine: Engine) -> Script:
    """Return the script of a story that begins with the six possible deals; `deal`: the actual one, such as ``rwb``."""
    # "Anne, Bill and Cath each hold one card: red, white or blue."
    worlds = {name: {f"{p}={c}" for p, c in zip(PLAYERS, cards, strict=True)} for name, cards in DEALS.items()}

    # "Each sees only her or his own card."
    own = {player: lambda name, place=place: name[place] for place, player in enumerate(PLAYERS)}
    model = KripkeModel.s5(worlds, actual=one_of(deal, DEALS, "deal"), sees=own)
    return Script("Each of three players holds one of three cards.", model, engine)


def hexa(deal: str = "rwb", engine: Engine = "auto") -> Story:
    """Return the story of Hexa, where Anne shows Bill her card; its answer is the players who know the deal at the end.

    `deal`: the first letters of the colours of Anne's, Bill's and Cath's cards.
    """
    script = dealt(deal, engine)
    script.find("Nobody knows another's card.", "~Kv_anne bill & ~Kv_bill cath & ~Kv_cath anne")

    # "Anne shows her card to Bill; Cath sees that she does, but not the card."
    shown = script.model
    for colour in COLOURS:
        shown = shown.announce_whether(f"anne={colour}", to=["bill"])
    script.see("Anne shows her card to Bill; Cath sees that she does, but not the card.", shown)
    script.find("Bill knows the deal, and all know in common that he does.", f"C {KNOWS.format('bill')}")
    script.find("Anne and Cath do not.", f"~{KNOWS.format('anne')} & ~{KNOWS.format('cath')}")

    # "I do not have the white card."
    script.say("Anne: I do not have the white card.", "~anne=white")
    knowing = tuple(p for p in PLAYERS if script.model.holds(KNOWS.format(p)))
    conclusion = f"The deal is known to {listing(map(str.title, knowing), 'and')}."
    return script.story("Hexa", STATEMENT, SOURCE, knowing, conclusion)
