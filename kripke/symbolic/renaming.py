"""New names for the atoms and agents of a knowledge structure."""

from __future__ import annotations

from dataclasses import replace

from kripke.change.renaming import Names, new_agents, new_atoms
from kripke.data.errors import ModelError
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from logic.errors import shorten


def rename(
    knowledge: KnowledgeStructure, atoms: Names | None = None, agents: Names | None = None
) -> KnowledgeStructure:
    """The same structure with other names; law, observations and states follow. O(k) for k atoms and agents.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
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
    taken = next((name for name in atom.values() if name in knowledge.marks), None)
    if taken is not None:
        raise ModelError(f"atom '{shorten(taken)}': an update has given this name to a bit of the states; take another")
    return replace(
        knowledge,
        atoms={atom[name]: states for name, states in knowledge.atoms.items()},
        observes={agent[name]: observation for name, observation in knowledge.observes.items()},
    )
