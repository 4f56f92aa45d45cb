"""Notes on an answer: how belief and Kv are read, and names probably meant otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from kripke.data.frames import SYSTEMS
from kripke.prove.errors import UnknownLogic
from kripke.prove.question.logics import properties_of
from logic.clauses import Announce, AnnounceDual, AnnounceWhether, Atom, B, Kv, Top
from logic.formula import Formula, OfGroup
from logic.table import flatten
from logic.unknown import agent_hint, constant_meant, run_together

ANNOUNCEMENTS = (Announce, AnnounceDual, AnnounceWhether)
_LETTER = "(?:Kw|[KMB])"
_CHAINED = re.compile(rf"\w+?{_LETTER}_\w+|[a-z]\d*{_LETTER}[a-z]\d*")
_RUN_TOGETHER = re.compile(rf"(?:{_LETTER}([a-z]))+([a-z]\w*)")
_STEP = re.compile(rf"({_LETTER})([a-z])")
USUAL_ATOMS = {"p", "q", "r"}


def notes_on(
    formulas: Sequence[Formula], logic: Mapping[str, str], vocabulary: Collection[str] = ()
) -> tuple[str, ...]:
    """The notes on formulas; there is no model whose names would show a slip.

    Examples
    --------
    >>> from logic.parser import parse
    >>> notes_on([parse("T -> p")], {})
    ("'T' is an atom; for the constant write true",)
    """
    said = [node for node, _ in flatten(*(formulas or [Top()])).rows]
    atoms = frozenset[str]().union(*[formula.atoms for formula in formulas])
    agents = frozenset[str]().union(*[formula.agents for formula in formulas])
    found = [
        *_on_belief(said, logic),
        *_on_values(said, vocabulary),
        *_on_atoms(atoms, agents),
        *_on_agents(agents),
        *_on_groups(said),
    ]
    return (*found, *_on_announcements(said, agents), *([] if agents else _on_no_agents(said, logic)))


def _on_belief(said: Iterable[Formula], logic: Mapping[str, str]) -> Iterable[str]:
    """Belief is the box over a relation; in S5 no belief is false."""
    if believers := sorted({node.agent for node in said if isinstance(node, B)}):
        never_false = any(_reflexive(logic.get(agent, "")) for agent in believers)
        more = "; beliefs that may be false have logic KD45" * never_false
        names = ", ".join(f"B_{agent}" for agent in believers)
        yield f"{names}: B is the box over the agent's relation, for agents without weights and ranks{more}"


def _reflexive(name: str) -> bool:
    try:
        return "reflexive" in properties_of(name)
    except UnknownLogic:  # the frame of a model has no name
        return False


def _on_values(said: Iterable[Formula], vocabulary: Collection[str]) -> Iterable[str]:
    """A variable with one value, where `Kv` says no more than `K`."""
    for agent, variable in sorted({(node.agent, node.variable) for node in said if isinstance(node, Kv)}):
        values = [atom for atom in vocabulary if atom.startswith(f"{variable}=")]
        if len(values) == 1:
            yield (
                f"{values[0]} is the only value of '{variable}' that is named, so Kv_{agent} {variable} says "
                f"K_{agent} {values[0]}; give the vocabulary by atoms=['{variable}=1', '{variable}=2']"
            )


def _on_atoms(atoms: Collection[str], agents: Collection[str]) -> Iterable[str]:
    for atom in sorted(atoms):
        if constant := constant_meant(atom):
            yield f"'{atom}' is an atom; for the constant write {constant}"
        elif hint := run_together(atom):
            yield f"'{atom}' is an atom; {hint}"
        elif (found := _RUN_TOGETHER.fullmatch(atom)) and (
            found[1] in agents or found[2] in USUAL_ATOMS.union(atoms) - {atom}
        ):
            meant = _STEP.sub(r"\1_\2 ", atom)
            yield f"'{atom}' is an atom; an agent is a subscript: {meant}"


def _on_agents(agents: Collection[str]) -> Iterable[str]:
    for agent in sorted(agents):
        hint = agent_hint(agent, agents - {agent})  # type: ignore[operator]  # a frozenset
        if "did you mean" in hint or "there " in hint:
            hint = ""  # names of two agents may be similar
        if not hint and _CHAINED.fullmatch(agent):
            hint = "; operators in a row have spaces between them: K_a K_b p"
        if hint:
            yield f"'{agent}' is one agent{hint}"


def _on_groups(said: Iterable[Formula]) -> Iterable[str]:
    """Groups of one agent whose name may stand for several."""
    groups = [node.group for node in said if isinstance(node, OfGroup) and node.group]
    for agent in sorted({next(iter(group)) for group in groups if len(group) == 1}):
        if (len(agent) > 1 and agent.isalpha()) or agent.isupper():
            yield f"{{{agent}}} is a group of one agent; the agents of a group are separated by commas: {{a,b}}"


def _on_no_agents(said: Iterable[Formula], logic: Mapping[str, str]) -> Iterable[str]:
    """A logic is about the relations of agents; in Kp -> p and in [a] p -> p there is none."""
    if logic.get("", "") in SYSTEMS:
        told = [node for node in said if isinstance(node, ANNOUNCEMENTS) and isinstance(node.statement, Atom)]
        read = "".join([f"; [{node.statement}] announces the atom {node.statement}" for node in told[:1]])
        yield f"no agent is named, so the answer is the same in every logic{read}; that a knows p is K_a p"


def _on_announcements(said: Iterable[Formula], agents: Collection[str]) -> Iterable[str]:
    told = {atom for node in said if isinstance(node, ANNOUNCEMENTS) for atom in node.statement.atoms}
    for name in sorted(told.intersection(agents)):
        yield f"'{name}' is an atom where it is announced, and also an agent; {name} knows p is K_{name} p"
