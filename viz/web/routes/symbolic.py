"""`symbolic`: a model with more states than can be listed: what it is, some states, and what is around one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from kripke.data.errors import ModelError
from kripke.data.wording import natural
from kripke.models.kripke_model import KripkeModel
from kripke.models.model_card import facts
from kripke.models.symbolic_model import SymbolicModel
from logic.clauses import Atom
from logic.constructors import conj, disj
from logic.errors import TooLarge, few
from logic.exact import magnitude
from viz.web.given import DRAWN, AboutModel, State
from viz.web.routes.reasons import key

NEAR, BESIDE = 8, 23
"""Maximal number of states that an agent considers possible, for them to be drawn; and that are drawn in all."""
SAMPLES = 3
SHOWN = ("states", "vocabulary", "law")
"""The facts about the whole model; the others are about one agent each."""


class Asked(AboutModel):
    """A symbolic model, and a state of it.

    Parameters
    ----------
    at : list of str, optional
        The true atoms and marks of the state in the middle; None: the actual state, or the first of the samples.
    seed : int
        Decides which states are drawn by chance.
    """

    at: State | None = None
    seed: Annotated[int, Field(ge=0, le=1_000_000)] = 0


def answer(asked: Asked) -> dict[str, Any]:
    """Counts, agents, law and some states; the model around one state, and which agents see too many for that.

    Parameters
    ----------
    asked : Asked
        The request.
    """
    model = asked.read
    if not isinstance(model, SymbolicModel):
        raise ModelError("the worlds of this model are listed: ask for its picture")
    told = [[what or "others", said] for what, said in facts(model) if what in (*SHOWN, "", *model.agents)]
    samples: list[Any] = [] if model.has_at_most(0) else model.sample(asked.seed, SAMPLES)  # type: ignore[assignment]
    middle: Any = model.actual if asked.at is None else frozenset(asked.at)
    if middle is None and samples:
        middle = samples[0]
    return {
        "facts": told,
        "samples": [sorted(state, key=natural) for state in samples],
        "around": None if middle is None else around(model, middle),
    }


def around(model: SymbolicModel, middle: frozenset[str]) -> dict[str, Any]:
    """The listed model of a state and of what agents consider possible there, where that is little.

    Parameters
    ----------
    model : SymbolicModel
        The model.
    middle : frozenset of str
        The true atoms and marks of the state.
    """
    near: set[Any] = {middle}
    left: list[str] = []
    for agent in model.agents:
        try:
            near |= model.possible(agent, at=middle, limit=NEAR)
        except TooLarge:
            left.append(f"{agent} ({magnitude(model.count_possible(agent, at=middle))})")
    beside = sorted(near - {middle}, key=lambda state: (len(state ^ middle), sorted(state)))
    listed = _listed(model, [middle, *beside[:BESIDE]])
    states: list[Any] = list(listed.worlds)
    names = dict(zip(states, _names(states, middle), strict=True))
    return {
        "at": sorted(middle, key=natural),
        "model": listed.rename(worlds=names).to_dict(),
        "states": [sorted(state, key=natural) for state in states],
        "keys": [key(state) for state in states],
        "left": [*left, *([f"{more:,} more states"] if (more := len(beside) - BESIDE) > 0 else [])],
    }


def _listed(model: SymbolicModel, states: Sequence[frozenset[str]]) -> KripkeModel:
    """The model of these states; of the first alone where others differ only in marks, and there are too many."""
    for shown in (states, states[:1]):
        said = disj([conj([Atom(atom) if atom in each else ~Atom(atom) for atom in model.atoms]) for each in shown])
        only = model.at(states[0]).announce(said)
        if only.has_at_most(DRAWN):
            break
    listed = only.to_explicit(DRAWN)
    return listed.without(*(set(listed.worlds) - set(shown)))


def _names(states: Sequence[frozenset[str]], middle: frozenset[str]) -> list[str]:
    """In what each state differs from the one in the middle; of variables such as ``die=4`` only the new value."""
    names: list[str] = []
    for state in states:
        gone = [f"¬{atom}" for atom in middle - state if "=" not in atom]
        apart = sorted([*gone, *(state - middle)], key=natural)
        name = few(apart, "and") if apart else "this state"
        names.append(name if name not in names else f"{name} ({len(names) + 1})")
    return names
