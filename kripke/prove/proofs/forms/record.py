"""A proof as plain data for JSON."""

from __future__ import annotations

from typing import Any

from kripke.prove.proofs.forms.outline import Entry, Part
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.script import HYPOTHESIS, LEMMA


def record(telling: Telling) -> dict[str, Any]:
    """The parts with their steps; all branches of a part are in one list, each with the branch that it continues."""
    return {
        "steps": telling.outline.total,
        "complete": not telling.outline.is_cut,
        "preface": telling.preface(),
        "parts": [_part(telling, part) for part in telling.outline.parts],
    }


def _part(telling: Telling, part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"lemma": part.number} if part.number else {}
    if part.induction:
        found["induction"] = list(part.induction)
    branches = [{"continues": block.above, "closed": block.is_closed} for block in part.blocks]
    steps = [_step(telling, entry, place) for place, block in enumerate(part.blocks) for entry in block.entries]
    return found | {"formula": str(telling.clause(part)), "branches": branches, "steps": steps}


def _step(telling: Telling, entry: Entry, branch: int) -> dict[str, Any]:
    return {
        "number": entry.number,
        "branch": branch,
        "world": entry.world,
        "formula": str(telling.reading.formula(entry.step.node)),
        "rule": LEMMA if entry.step.rule == HYPOTHESIS and not entry.step.world else entry.step.rule,
        "reason": telling.reason(entry),
        "premises": list(entry.premises),
    } | ({"of": entry.step.of + 1} if entry.step.of >= 0 else {})
