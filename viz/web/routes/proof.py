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
    """The answer as a sentence, with the proof as text or the countermodel as a model."""
    premises, formula = sequent(query.formula)
    read, notes = limited_formulas([*premises, formula], boxes=True)
    decision = entails(read[:-1], read[-1], query.logic, time=PROOF_SECONDS)
    notes += decision.notes_for("page")
    says = "; ".join([*decision.summary.splitlines(), *[f"note: {note}" for note in notes]])
    if isinstance(decision, Proof):
        return {"valid": True, "says": says, "proof": _text(decision)}
    return {"valid": False, "says": says, "model": decision.model.to_dict(), "why": str(decision.explain())}


def _text(proof: Proof) -> str:
    try:
        return proof.text()
    except (TooLarge, NoProof) as reason:
        return str(reason)
