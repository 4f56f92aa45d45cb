"""`symbolic`: a model with more states than can be listed: what it is, where a formula holds, and around one state."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kripke.data.wording import natural
from kripke.formats.registry import content_of
from kripke.models.model_card import facts
from kripke.models.symbolic_model import SymbolicModel
from learn.exercises.fields import formula_of
from logic.clauses import Atom
from logic.constructors import conj, disj
from logic.errors import TooLarge
from logic.exact import magnitude
from viz.web.request import Name, Text
from viz.web.routes.files import Opened

NEAR = 8
"""Maximal number of states that an agent considers possible, for them to be drawn."""
SHOWN = 64


class Asked(Opened):
    """A file of a symbolic model, and what is asked about it.

    Parameters
    ----------
    formula : str, optional
        Where it holds is counted.
    at : list of str, optional
        The true atoms of a state; what is around it is drawn.
    seed : int
        Decides which states are drawn by chance.
    """

    formula: Text | None = None
    at: Annotated[list[Name], Field(max_length=1_000)] | None = None
    seed: Annotated[int, Field(ge=0, le=1_000_000)] = 0


def answer(asked: Asked) -> dict[str, Any]:
    """Counts, agents, law and some states; the count of a formula; the model around a state.

    Parameters
    ----------
    asked : Asked
        The request.
    """
    content, _ = content_of(asked.text, asked.name, engine="symbolic")
    model = SymbolicModel.of(content)  # type: ignore[arg-type]  # `opened` sends only such files here
    if asked.at is not None:
        return around(model, frozenset(asked.at))
    if asked.formula is not None:
        return _counted(model, asked.formula)
    some: Any = [] if model.has_at_most(0) else model.sample(asked.seed, 3)
    return {
        "facts": [list(each) for each in facts(model) if not each[0].startswith("a state")],
        "samples": [sorted(state, key=natural) for state in some],
        "atoms": len(model.atoms),
    }


def _counted(model: SymbolicModel, text: str) -> dict[str, Any]:
    formula = formula_of(text)
    count, whole = model.count(formula), model.count()
    return {
        "text": str(formula),
        "count": magnitude(count),
        "of": magnitude(whole),
        "share": f"{count / whole:.2%}" if whole else "",
        "valid": count == whole,
        "actual": None if model.actual is None else model.holds(formula),
    }


def around(model: SymbolicModel, state: frozenset[str]) -> dict[str, Any]:
    """The model of a state and of what agents consider possible there, where that is little.

    Parameters
    ----------
    model : SymbolicModel
        The model.
    state : frozenset of str
        The true atoms of the state.
    """
    shown: set[Any] = {state}
    left: list[str] = []
    for agent in model.agents:
        try:
            shown |= model.possible(agent, at=state, limit=NEAR)
        except TooLarge:
            left.append(f"{agent} ({magnitude(model.count_possible(agent, at=state))})")
    kept = sorted(shown, key=sorted)[:SHOWN]
    kept = kept if state in kept else [state, *kept[1:]]
    said = disj([conj([Atom(atom) if atom in each else ~Atom(atom) for atom in model.atoms]) for each in kept])
    return {"model": model.announce(said).at(state).to_explicit(SHOWN).to_dict(), "left": left}
