"""New names for the atoms and agents of a knowledge structure."""

from __future__ import annotations

from dataclasses import replace

from kripke.change.renaming import Names, new_agents, new_atoms, require_no_mark
from kripke.symbolic.knowledge_structure import KnowledgeStructure


def rename(
    knowledge: KnowledgeStructure, atoms: Names | None = None, agents: Names | None = None
) -> KnowledgeStructure:
    """The same structure with other names; law, observations and states follow. O(k) for k atoms and agents.

    Parameters
    ----------
    atoms, agents : mapping or callable, optional
        Old name -> new name.

    Raises
    ------
    UnknownAtom, UnknownAgent
        If a mapping has a name that the structure does not have.
    ModelError, FormulaError
        If two names would become equal, or a new name is invalid.
    """
    atom = new_atoms(tuple(knowledge.atoms), atoms)
    agent = new_agents(tuple(knowledge.observes), agents)
    require_no_mark(atom.values(), knowledge.marks)
    return replace(
        knowledge,
        atoms={atom[name]: states for name, states in knowledge.atoms.items()},
        observes={agent[name]: observation for name, observation in knowledge.observes.items()},
    )
