"""`proof`: whether a formula is valid, with a proof or a countermodel."""

from typing import Any

from kripke.prove.answers import Proof
from kripke.prove.errors import NoProof
from kripke.prove.face import entails
from learn.exercises.formulas import limited_formulas
from logic.errors import TooLarge
from logic.typed import sequent
from viz.web.protocol import PROOF_SECONDS
from viz.web.request import Name, Request, Text


class Query(Request):
    """A formula to prove or refute."""

    formula: Text
    logic: Name = "S5"


def answer(query: Query) -> dict[str, Any]:
    """The answer and notes on it as sentences, with the proof as text or the countermodel as a model."""
    premises, formula = sequent(query.formula)
    read, notes = limited_formulas([*premises, formula], boxes=True)
    decision = entails(read[:-1], read[-1], query.logic, time=PROOF_SECONDS)
    says, *noted = map(_sentence, ["; ".join(decision.summary.splitlines()), *notes, *decision.notes_for("page")])
    if isinstance(decision, Proof):
        return {"valid": True, "says": says, "notes": noted, "proof": _text(decision)}
    why = str(decision.explain())
    return {"valid": False, "says": says, "notes": noted, "model": decision.model.to_dict(), "why": why}


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _text(proof: Proof) -> str:
    try:
        return proof.text()
    except (TooLarge, NoProof) as reason:
        return str(reason)
