"""`proof`: whether a formula is valid, with a proof or a countermodel."""

from typing import Any

from kripke.prove.answers import Proof
from kripke.prove.errors import NoProof
from kripke.prove.face import prove
from learn.exercises.formulas import limited_formula
from logic.errors import TooLarge
from viz.web.protocol import PROOF_SECONDS
from viz.web.request import Name, Request, Text


class Query(Request):
    """A formula to prove or refute."""

    formula: Text
    logic: Name = "S5"


def answer(query: Query) -> dict[str, Any]:
    """The answer as a sentence, with the proof as text or the countermodel as a model."""
    decision = prove(limited_formula(query.formula), query.logic, time=PROOF_SECONDS)
    says = "; ".join([*decision.summary.splitlines(), *[f"note: {note}" for note in decision.notes_for("page")]])
    if isinstance(decision, Proof):
        return {"valid": True, "says": says, "proof": _text(decision)}
    return {"valid": False, "says": says, "model": decision.model.to_dict(), "why": str(decision.explain())}


def _text(proof: Proof) -> str:
    try:
        return proof.text()
    except (TooLarge, NoProof) as reason:
        return str(reason)
