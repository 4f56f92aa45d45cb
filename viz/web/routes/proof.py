"""Route `proof`: whether a formula is valid, with a proof or a countermodel."""

from dataclasses import field
from typing import Annotated, Any, Literal

from kripke.formats.jsonfile import Limits
from kripke.prove.answers import Proof
from kripke.prove.errors import NoDerivation, NoProof, OutOfTime
from kripke.prove.face import entails
from kripke.prove.question.problem import OF_GROUPS
from learn.exercises.formulas import limited_formulas
from logic.errors import TooLarge, listing
from logic.formula import Formula
from logic.typed import sequent
from viz.web.protocol import PROOF_SECONDS
from viz.web.request import Name, Request, Text


class Query(Request):
    """A request to prove or refute a formula; `agents` may add agents that do not occur in the formula."""

    formula: Text
    logic: Name = "S5"
    style: Literal["steps", "tree", "fitch", "hilbert"] = "steps"
    agents: Annotated[list[Name], Limits(most=1_000)] = field(default_factory=list)


SOME_AGENTS = ("a", "b")  # the agents if neither the formula nor a model has any


def answer(query: Query) -> dict[str, Any]:
    """Return the result, with notes in sentences and the proof as text or the countermodel as a model."""
    premises, formula = sequent(query.formula)
    read, notes = limited_formulas([*premises, formula], boxes=True)
    everyone = _all_agents(read, query.agents)
    logic = dict.fromkeys(everyone, query.logic) if everyone else query.logic
    decision = entails(read[:-1], read[-1], logic, time=PROOF_SECONDS)
    notes += [f"all agents: {listing(everyone, 'and')}"] if everyone else []
    texts = ["; ".join(decision.summary.splitlines()), *notes, *decision.notes_for("page")]
    says, *noted = [f"{text[0].upper()}{text[1:]}." for text in texts]
    if isinstance(decision, Proof):
        return {"valid": True, "says": says, "notes": noted, **_proof(decision, query.style)}
    why = str(decision.explain())
    return {"valid": False, "says": says, "notes": noted, "model": decision.model.to_dict(), "why": why}


def _all_agents(formulas: list[Formula], given: list[str]) -> list[str]:
    """Return the agents to whom operators without a group refer; empty if there are no such operators."""
    nodes = [node for formula in formulas for node in formula.subformulas()]
    if not any(isinstance(node, OF_GROUPS) and node.group is None for node in nodes):
        return []
    return sorted({*given}.union(*(formula.agents for formula in formulas))) or [*SOME_AGENTS]


def _proof(proof: Proof, style: str) -> dict[str, Any]:
    """Return the text of a proof, the lines of a Fitch-style or Hilbert-style proof, or why no proof is shown."""
    try:
        if style in ("steps", "tree"):
            return {"proof": proof.text("tree" if style == "tree" else "steps")}
        derivation = proof.fitch(PROOF_SECONDS) if style == "fitch" else proof.derivation()
        return {"lines": [line.to_dict() for line in derivation.lines]}
    except (TooLarge, NoProof, NoDerivation, OutOfTime) as reason:
        return {"proof": reason.said("page")}
