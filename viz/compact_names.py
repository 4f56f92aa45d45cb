"""Compact names of worlds: a digit for each atom, as 101, or the values of variables, as rwb; else numbers."""

from __future__ import annotations

from kripke.data.structure import Structure
from kripke.data.wording import visible

DIGITS = 12
"""Maximal number of digits in a name."""


def compact_names(structure: Structure) -> tuple[tuple[str, ...], str]:
    """A short name for each world, and what the names mean.

    Notes
    -----
    O(m n) for m atoms and n worlds.
    """
    variables = list(dict.fromkeys(atom.partition("=")[0] for atom in structure.atoms))
    true = [structure.true_atoms(i) for i in range(structure.size)]
    valued = all("=" in atom for atom in structure.atoms) and all(
        [atom.partition("=")[0] for atom in atoms] == variables for atoms in true
    )
    if valued:
        values = [[visible(atom.partition("=")[2]) for atom in atoms] for atoms in true]
        between = "" if all(len(value) == 1 for row in values for value in row) else " "
        names, said = tuple(between.join(row) for row in values), f"in a name: {_listed(variables)}"
    else:
        names = tuple("".join("01"[atom in atoms] for atom in structure.atoms) for atoms in map(set, true))
        said = f"1: true, 0: false, in the order {_listed(structure.atoms)}"
    if len({*names}) < structure.size or not 0 < len(variables) <= DIGITS:
        return tuple(str(i + 1) for i in range(structure.size)), "worlds are numbered in the model's order"
    return names, said


def _listed(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(map(visible, names))
