"""How an explanation names states of many atoms: by those in which its states differ, and never by all of them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice

from kripke.data.wording import Abridged, natural, world_text
from kripke.symbolic.build import name_of
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure

FEW = 8
"""A state with at most so many true atoms is named by all of them."""

MATTER, OWN = 6, 4
"""Of others so many atoms are shown in which the states of the explanation differ, and so many more of its own."""

MARK = "\ue000{}\ue001"


class Names:
    """The states of an explanation, in the order in which it came upon them; their names are settled at its end.

    Until then a text holds a mark for each of them.

    Parameters
    ----------
    formula : iterable of str
        The atoms of the formula that is explained; they are shown where the states do not differ.
    """

    def __init__(self, formula: Iterable[str]) -> None:
        self._formula = sorted(formula, key=natural)
        self._numbers: dict[Hashable, int] = {}
        self._states: list[frozenset[str]] = []
        self._texts: list[str] = []

    def mark(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> str:
        """What stands for the state's name; `context` tells apart states before and after an action.

        Parameters
        ----------
        knowledge : KnowledgeStructure
            The structure.
        context : hashable
            Different before and after an action.
        state : int
            The state: the set of its true variables.
        """
        return MARK.format(self._number(knowledge, context, state))

    def world(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> frozenset[str]:
        """The state's name, which shows what its text says.

        Parameters
        ----------
        knowledge : KnowledgeStructure
            The structure.
        context : hashable
            Different before and after an action.
        state : int
            The state: the set of its true variables.
        """
        number = self._number(knowledge, context, state)
        return Abridged(self._states[number], self.texts[number]) if self._abridged else self._states[number]

    def spelled(self, text: str) -> str:
        """The text with names for the marks."""
        known = self.texts
        return re.sub(
            MARK.format(r"(\d+)"), lambda found: known[int(found[1])] if int(found[1]) < len(known) else found[0], text
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
        """The names of the states that there are."""
        if len(self._texts) < len(self._states):
            self._texts = self._settled() if self._abridged else [world_text(state) for state in self._states]
        return self._texts

    def _settled(self) -> list[str]:
        first = self._states[0]
        apart = [sorted(state ^ first, key=self._order) for state in self._states]
        matter = list(islice(dict.fromkeys(atom for atoms in (*apart, self._formula) for atom in atoms), MATTER))
        matter.sort(key=self._order)
        found = [
            ", ".join(_literals(state, [*matter, *islice((atom for atom in own if atom not in matter), OWN)]))
            for state, own in zip(self._states, apart, strict=True)
        ]
        return [f"{{{text}, …}}" for text in _apart(found)]

    def _order(self, atom: str) -> tuple[bool, list[tuple[int, str]]]:
        """Those of the formula first."""
        return atom not in self._formula, natural(atom)


def _literals(state: frozenset[str], atoms: Sequence[str]) -> Iterator[str]:
    """What is true of the atoms; of a variable such as ``die=4`` its value, not those that it has not."""
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
    """The texts; where two are the same, they are numbered."""
    seen: dict[str, int] = {}
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
        yield text if texts.count(text) == 1 else f"{text} (state {seen[text]})"


def abridged(state: frozenset[str], atoms: Iterable[str]) -> frozenset[str]:
    """The state; where many atoms are true in it, shown by a few of these atoms, those of a formula for one.

    Parameters
    ----------
    state : frozenset of str
        The state's true atoms and marks.
    atoms : iterable of str
        The atoms that may be shown.
    """
    if len(state) <= FEW:
        return state
    shown = _literals(state, list(islice(sorted(atoms, key=natural), MATTER)))
    return Abridged(state, "{" + ", ".join([*shown, "…"]) + "}")
