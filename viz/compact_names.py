"""Compact texts of worlds: short names, and a digit for each atom, as 101, or the values of variables, as rwb."""

from __future__ import annotations

import re

from kripke.data.structure import Structure
from kripke.data.wording import visible
from viz import labels

LONGEST = 12
"""Maximal number of letters of a name that stays, and of digits or values that replace atoms."""


def compact_names(structure: Structure) -> tuple[tuple[str, ...], tuple[labels.Rows, ...], str]:
    """A short name for each world, what stands below it in place of its atoms, and what both mean.

    Short names of the model stay. Else the digits or values are the names, or numbers if these are not different.

    Notes
    -----
    O(m n) for m atoms and n worlds.
    """
    own, (codes, said) = labels.titles(structure, None), _codes(structure)
    nothing = ((),) * structure.size
    texts = tuple(("" if all(len(part) == 1 for row in codes for part in row) else " ").join(row) for row in codes)
    is_short = all(0 < len(name) <= LONGEST for name in own)
    is_said = is_short and all(_letters(name) == _letters(text) for name, text in zip(own, texts, strict=True))
    if is_said or (not is_short and len({*texts}) == structure.size > 0 and all(texts)):
        return own if is_said else texts, nothing, _in_a_name(said)
    names = own if is_short else tuple(str(i + 1) for i in range(structure.size))
    numbered = "" if is_short else "worlds are numbered in the model's order"
    below = (
        (said if ":" in said else f"below a name: {said}") if said else "atoms are not drawn" if structure.atoms else ""
    )
    rows = tuple(labels.wrapped([(part, True) for part in row]) for row in codes)
    return names, rows, "; ".join(filter(None, [numbered, below]))


def _codes(structure: Structure) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The parts of each world's code, values of variables or a text of digits, and what they are; none of many."""
    variables = list(dict.fromkeys(atom.partition("=")[0] for atom in structure.atoms))
    true = [structure.true_atoms(i) for i in range(structure.size)]
    if not 0 < len(variables) <= LONGEST:
        return ((),) * structure.size, ""
    if all("=" in atom for atom in structure.atoms) and all(
        [atom.partition("=")[0] for atom in atoms] == variables for atoms in true
    ):
        values = (tuple(visible(atom.partition("=")[2]) for atom in atoms) for atoms in true)
        return tuple(values), ", ".join(map(visible, variables))
    digits = (("".join("01"[atom in atoms] for atom in structure.atoms),) for atoms in map(set, true))
    return tuple(digits), f"1: true, 0: false, in the order {', '.join(map(visible, structure.atoms))}"


def _in_a_name(said: str) -> str:
    return said if ":" in said else f"in a name: {said}"


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text)
