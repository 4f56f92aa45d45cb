"""A card about a model that is too large for a picture, for notebooks: counts, agents, law, a sample."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kripke.data.wording import natural, world_text
from logic.errors import TooLarge, listing
from logic.exact import magnitude, plural

if TYPE_CHECKING:
    from kripke.models.symbolic_questions import SymbolicQuestions

AGENTS, SAMPLE, ATOMS = 12, 3, 6
"""Maximal number of agents, of states, and of true atoms of a state, that the card shows."""

NODES = 2**18
"""Nodes of diagrams for the count of all states: a deal of 52 cards needs more than half of them; they are full after
some 0.2 s (measured). Where these are too few, nothing is counted."""

Fact = tuple[str, str]


def card(model: SymbolicQuestions) -> str:
    """The card as HTML: a table of what there is, and what it is; the text is escaped."""
    rows = "\n".join(
        f"<tr><th>{html.escape(what)}</th><td>{html.escape(value)}</td></tr>" for what, value in facts(model)
    )
    return f'<table class="whoknows-model">\n<caption>Symbolic model</caption>\n{rows}\n</table>'


def facts(model: SymbolicQuestions) -> Iterator[Fact]:
    """What there is, and what it is, as texts."""
    structure = model.knowledge
    bits = structure.state.bit_count()
    states = model.count_within("true", NODES)
    yield "states", "not counted, as that takes long here" if states is None else magnitude(states)
    yield "vocabulary", f"{plural(len(model.atoms), 'atom')}, {plural(bits, 'bit')} for a state"
    nodes = sum(part.size for part in structure.law)
    yield "law", f"{plural(len(structure.law), 'part')}, diagrams of {plural(nodes, 'node')}" if nodes else "none"
    for agent in model.agents[:AGENTS]:
        yield agent, _agent(model, agent, bits, states is not None)
    if len(model.agents) > AGENTS:
        yield "", f"and {len(model.agents) - AGENTS:,} more agents"
    if model.actual is not None:
        yield "actual state", _state(model.actual)
    yield from [("a state drawn by chance", _state(state)) for state in (_drawn(model) if states else ())]


def _state(state: object) -> str:
    """The true atoms of a state; of many, some."""
    if not isinstance(state, frozenset) or len(state) <= ATOMS:
        return world_text(state)
    return f"{len(state):,} true atoms, such as {listing(sorted(state, key=natural)[:ATOMS], 'and')}"


def _agent(model: SymbolicQuestions, agent: str, bits: int, is_counted: bool) -> str:
    seen = model.knowledge.observes[agent]
    sees = f"sees {seen.seen.bit_count():,} of {plural(bits, 'bit')}" if not seen.relation else "sees by conditions"
    if model.actual is None or not is_counted:
        return sees
    try:
        return f"{sees}; considers {magnitude(model.count_possible(agent))} states possible at the actual one"
    except TooLarge:
        return sees


def _drawn(model: SymbolicQuestions) -> list[object]:
    """Some states, the same ones each time; none if the model is too large for that."""
    try:
        found = model.sample(0, SAMPLE)
    except TooLarge:
        return []
    return found if isinstance(found, list) else [found]
