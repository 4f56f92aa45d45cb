"""Route `reasons`: why a formula holds or fails at a world, as rows with the worlds and steps to highlight."""

from collections.abc import Sequence
from typing import Any

from kripke.data.wording import core, natural, world_text
from kripke.why import belief_reasons, knowledge_reasons
from kripke.why.explanation import Explanation
from learn.exercises.formulas import limited_formulas
from logic.clauses import Box, Diamond
from viz.web.given import AboutModel, At, place
from viz.web.request import Text

SEEING = {*knowledge_reasons.REASONS, *belief_reasons.REASONS, Box, Diamond}
"""The operators that refer to the worlds that agents consider possible."""


class Query(AboutModel):
    """A request to explain a formula at a world or state; by default at the actual one."""

    formula: Text
    at: At = None


def answer(query: Query) -> dict[str, Any]:
    """Return whether the formula holds, the world, and the rows of the explanation in reading order."""
    model = query.read
    (formula,), _ = limited_formulas([query.formula], model.atoms, model.agents)
    verdict = model.check(formula, at=place(query.at))
    rows = [row(*each, model.agents) for each in verdict.explain().rows()]
    return {"holds": verdict.holds, "world": key(verdict.world), "rows": rows}


def row(node: Explanation | None, depth: int, text: str, agents: Sequence[str]) -> dict[str, Any]:
    """Return a row of an explanation as JSON values, with the world and the steps that the page highlights."""
    if node is None:
        return {"depth": depth, "text": text, "worlds": [], "steps": []}
    steps = _steps(node, agents)
    worlds = [key(node.world), *(end for _, _, end in steps), *(key(child.world) for child in node.children)]
    return {
        "depth": depth,
        "text": text,
        "holds": node.holds,
        "world": key(node.world),
        "worlds": list(dict.fromkeys(worlds)),
        "steps": steps,
    }


def _steps(node: Explanation, agents: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the steps between worlds that an explanation mentions, each with its agent."""
    if node.path:
        starts = [node.world, *(world for _, world in node.path)]
        return [(agent, key(start), key(end)) for start, (agent, end) in zip(starts, node.path, strict=False)]
    formula: Any = core(node.formula)[0]
    if type(formula) not in SEEING:
        return []
    named = formula.group if hasattr(formula, "group") else [formula.agent] if formula.agent else None
    group = agents if named is None else sorted(named)
    ends = dict.fromkeys(child.world for child in node.children if child.after == node.after)
    return [(agent, key(node.world), key(end)) for end in ends for agent in group]


def key(world: object) -> str:
    """Return the name of a world; for a state, all its true atoms, even if the explanation shows only some of them."""
    return ", ".join(sorted(world, key=natural)) if isinstance(world, frozenset) else world_text(world)
