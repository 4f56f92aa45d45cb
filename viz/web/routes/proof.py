"""`proof`: whether a formula is valid, with a proof or a countermodel."""

from __future__ import annotations

from typing import Any

from kripke.prove.answers import Proof
from kripke.prove.errors import NoProof
from kripke.prove.face import prove
from learn.exercises.formulas import formula_of
from logic.errors import TooLarge
from viz.web.limits import PROOF_SECONDS
from viz.web.request import Name, Request, Text
from viz.web.wording import worded


class Asked(Request):
    """A formula whose validity is asked."""

    formula: Text
    logic: Name = "S5"


def answer(asked: Asked) -> dict[str, Any]:
    """The answer as a sentence, with the proof as text or the countermodel as a model."""
    found = prove(formula_of(asked.formula), asked.logic, time=PROOF_SECONDS)
    says = "; ".join([*found.summary.splitlines(), *[f"note: {worded(note)}" for note in found.notes]])
    if isinstance(found, Proof):
        return {"valid": True, "says": says, "proof": _text(found)}
    return {"valid": False, "says": says, "model": found.model.to_dict(), "why": str(found.explain())}


def _text(proof: Proof) -> str:
    try:
        return proof.text()
    except (TooLarge, NoProof) as reason:
        return str(reason)
