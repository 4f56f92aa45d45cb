"""What the engine keeps of the answers to one player does not tell another player what is hidden."""

from __future__ import annotations

from peeking import contents

from games.knowing.table import Table, model, situation

NAMES = ("ann", "bob")
TABLE = Table(
    variables=(("card_ann", (1, 2, 3, 4)), ("card_bob", (1, 2, 3, 4)), ("spy", ())),
    observes=(("ann", ("card_ann",)), ("bob", ("card_bob", "spy"))),
    law=tuple(f"~(card_ann={value} & card_bob={value})" for value in range(1, 5)),
)
QUESTIONS = ("card_bob=3", "K_bob card_bob=3 & ~spy")


def ask(ann: int, bob: int) -> None:
    """Ask what players with these cards ask, and what somebody asks who sees all cards."""
    asked = situation(TABLE)
    for name, card in (("ann", ann), ("bob", bob)):
        at = asked.place({f"card_{name}": card})
        for question in QUESTIONS:
            asked.holds(question, at)
            asked.degree(name, question, at)
            asked.possible(name, at, question)
        asked.possible(name, at)
        asked.holding(QUESTIONS, at)
        asked.counts(name, QUESTIONS)
    seen = Table(TABLE.variables, TABLE.observes, TABLE.law, actual={"card_ann": ann, "card_bob": bob, "spy": False})
    assert model(seen).holds(f"K_ann card_ann={ann}")


def test_whatever_cards_are_asked_about_the_same_is_kept() -> None:
    ask(1, 2)
    kept = contents([situation(TABLE)])
    for ann, bob in ((1, 3), (2, 1), (4, 3), (3, 4)):
        ask(ann, bob)
        assert contents([situation(TABLE)]) == kept
