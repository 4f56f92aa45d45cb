"""Symbolic models as texts for reading: the number of states, the law, and what each agent observes."""

from __future__ import annotations

from collections.abc import Iterator

from kripke.data.wording import world_text
from kripke.formats.table import ROWS, shown_list
from kripke.symbolic import counting, sifting
from kripke.symbolic.build import name_of
from kripke.symbolic.formulas import Reader
from kripke.symbolic.knowledge_structure import KnowledgeStructure, Observation
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members


def text_of(knowledge: KnowledgeStructure) -> str:
    """The text of a knowledge structure: states, atoms, law, actual state, observations; long lists are cut.

    Small parts of the law are written as formulas; for larger ones the text has the size of the diagram.

    Notes
    -----
    One count of the states.

    Examples
    --------
    >>> from kripke.symbolic.build import knowledge_structure
    >>> print(text_of(knowledge_structure(["p", "q"], "p | q", {"a": ["p"], "b": ["p ^ q"], "c": []}, actual=["p"])))
    3 states over p, q
    actual: {p}
    law: p ∨ q
    a observes p
    b observes p ⊕ q
    c observes nothing
    """
    return "\n".join(_lines(knowledge))


def _lines(knowledge: KnowledgeStructure) -> Iterator[str]:
    names = {variable: name for name, variable in sifting.bit_names(knowledge).items()}
    reader = Reader(knowledge, names)
    count = counting.count(knowledge, StateSet.constant(knowledge.manager, True))
    states = f"{count:,} state{'s' * (count != 1)}"
    yield f"{states} over {shown_list(knowledge.atoms, len(knowledge.atoms)) or 'no atoms'}"
    if knowledge.actual is not None:
        yield f"actual: {world_text(name_of(knowledge, knowledge.actual))}"
    if knowledge.law:
        yield f"law: {shown_list(map(reader.text, knowledge.law), len(knowledge.law), '; ')}"
    agents = list(knowledge.observes.items())
    for agent, observation in agents[:ROWS]:
        yield f"{agent} {_observation(observation, reader)}"
    if len(agents) > ROWS:
        yield f"... and {len(agents) - ROWS:,} more agents"


def _observation(observation: Observation, reader: Reader) -> str:
    """What the agent observes, and conditions on the states that they consider possible, whose atoms are primed."""
    seen = list(members(observation.seen))
    text = "observes " + (shown_list(map(reader.variable_text, seen), len(seen)) or "nothing")
    if not observation.relation:
        return text
    parts = shown_list(map(reader.text, observation.relation), len(observation.relation), "; ")
    return f"{text}, considers possible (primed): {parts}"
