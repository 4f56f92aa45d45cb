"""Names of states in explanations; states with many true atoms are abridged to the atoms in which they differ."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice

from kripke.data.wording import Abridged, natural, world_text
from kripke.symbolic.build import name_of
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure

FEW = 8
"""Largest number of true atoms of a state that is named by all of them."""

MATTER, OWN = 6, 4
"""For other states, the number of atoms shown in which the explanation's states differ, and of atoms of its own."""

MARK = "\ue000{}\ue001"


class Names:
    """The states of an explanation, in order of first use; their names are computed at the end.

    Until then, texts contain a mark for each state.

    Parameters
    ----------
    formula : iterable of str
        The atoms of the explained formula; they are shown if the states differ in few atoms.
    """

    def __init__(self, formula: Iterable[str]) -> None:
        self._formula = sorted(formula, key=natural)
        self._numbers: dict[Hashable, int] = {}
        self._states: list[frozenset[str]] = []
        self._texts: list[str] = []

    def mark(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> str:
        """The mark that stands for the state's name; `context` distinguishes states before and after an action."""
        return MARK.format(self._number(knowledge, context, state))

    def world(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> frozenset[str]:
        """The state's name, shown by its text."""
        number = self._number(knowledge, context, state)
        return Abridged(self._states[number], self.texts[number]) if self._abridged else self._states[number]

    def spelled(self, text: str) -> str:
        """The text with names for the marks."""
        known = self.texts
        return re.sub(
            MARK.format(r"(\d+)"), lambda mark: known[int(mark[1])] if int(mark[1]) < len(known) else mark[0], text
        )

    def _number(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> int:
        number = self._numbers.setdefault((context, state), len(self._states))
        if number == len(self._states):
            self._states.append(name_of(knowledge, state))
        return number

    @property
    def _abridged(self) -> bool:
        return any(len(state) > FEW for state in self._states)

    @property
    def texts(self) -> list[str]:
        """The names of the states so far."""
        if len(self._texts) < len(self._states):
            self._texts = self._abridgements() if self._abridged else [world_text(state) for state in self._states]
        return self._texts

    def _abridgements(self) -> list[str]:
        first = self._states[0]
        apart = [sorted(state ^ first, key=self._order) for state in self._states]
        matter = list(islice(dict.fromkeys(atom for atoms in (*apart, self._formula) for atom in atoms), MATTER))
        matter.sort(key=self._order)
        texts = [
            ", ".join(_literals(state, [*matter, *islice((atom for atom in own if atom not in matter), OWN)]))
            for state, own in zip(self._states, apart, strict=True)
        ]
        return [f"{{{text}, …}}" for text in _apart(texts)]

    def _order(self, atom: str) -> tuple[bool, list[tuple[int, str]]]:
        """Sorts the formula's atoms first."""
        return atom not in self._formula, natural(atom)


def _literals(state: frozenset[str], atoms: Sequence[str]) -> Iterator[str]:
    """A literal for each atom; for an atom such as ``die=4`` the actual value of the variable."""
    said: set[str] = set()
    for atom in atoms:
        variable, equals, _ = atom.partition("=")
        value = atom
        if equals and atom not in state:
            value = next((other for other in state if other.startswith(variable + "=")), atom)
        text = value if value in state else f"¬{value}"
        if text not in said:
            said.add(text)
            yield text


def _apart(texts: Sequence[str]) -> Iterator[str]:
    """The texts; equal texts are numbered."""
    seen: dict[str, int] = {}
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        yield text if texts.count(text) == 1 else f"{text} (state {seen[text]})"


def abridged(state: frozenset[str], atoms: Iterable[str]) -> frozenset[str]:
    """The state; if many atoms are true in it, it is shown by a few of the given atoms."""
    if len(state) <= FEW:
        return state
    shown = _literals(state, list(islice(sorted(atoms, key=natural), MATTER)))
    return Abridged(state, "{" + ", ".join([*shown, "…"]) + "}")
