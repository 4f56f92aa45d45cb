"""Small diagrams as formulas, for reading; a large one is described by its size and its atoms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kripke.data.wording import brief
from kripke.symbolic.bdd import Bdd
from kripke.symbolic.knowledge_structure import KnowledgeStructure
from kripke.symbolic.state_set import StateSet, odd
from kripke.symbolic.variable_sets import members
from logic.clauses import And, Atom, Bottom, Iff, Implies, Not, Or, Top, Xor
from logic.errors import few
from logic.formula import Formula

MOST_NODES = 16
"""Maximal number of nodes of a diagram that is written as a formula."""


class Reader:
    """Formulas of a structure's sets of states.

    Parameters
    ----------
    knowledge : KnowledgeStructure
        The structure.
    names : mapping of int to str
        The names of its bits, by their variables.
    """

    def __init__(self, knowledge: KnowledgeStructure, names: Mapping[int, str]) -> None:
        self._knowledge, self._names = knowledge, names

    def text(self, states: StateSet) -> str:
        """The set as a short formula, or the size and the atoms of its diagram."""
        if states.parity is None and states.size > MOST_NODES:
            names = [self._atom(variable).name for variable in members(states.support)]
            return f"a diagram of {states.size:,} nodes over {few(names, 'and')}"
        return brief(self.formula(states))

    def variable_text(self, variable: int) -> str:
        """The bit of a variable, or the formula that an auxiliary variable stands for."""
        meaning = self._knowledge.definitions.meaning.get(variable)
        return self._atom(variable).name if meaning is None else self.text(meaning)

    def formula(self, states: StateSet) -> Formula:
        """The set as a formula: a parity of atoms, or decisions on one atom after the other."""
        if states.value is not None:
            return Top() if states.value else Bottom()
        if states.parity is None:
            return self._decisions(states.function, {})
        mask, is_odd = states.parity
        first, *others = map(self._atom, members(mask))
        parity = _joined(Xor, [first, *others])
        return parity if is_odd else Not(parity)

    def _atom(self, variable: int) -> Atom:
        primed = odd(variable + 1) >> variable & 1
        return Atom(self._names.get(variable - primed, f"#{variable // 2}") + "'" * primed)

    def _decisions(self, function: Bdd, known: dict[Bdd, Formula]) -> Formula:
        if function not in known:
            known[function] = self._decision(function, known)
        return known[function]

    def _decision(self, function: Bdd, known: dict[Bdd, Formula]) -> Formula:
        if function.value is not None:
            return Top() if function.value else Bottom()
        assert function.variable is not None  # as it is not constant
        atom = self._atom(function.variable)
        high, low = function.branches()
        if high == ~low:
            return Iff(atom, self._decisions(high, known)) if high.value is None else _literal(atom, high.value)
        if high.value is not None:
            rest = self._decisions(low, known)
            return Or(atom, rest) if high.value else And(Not(atom), rest)
        rest = self._decisions(high, known)
        if low.value is not None:
            return Implies(atom, rest) if low.value else And(atom, rest)
        return Or(And(atom, rest), And(Not(atom), self._decisions(low, known)))


def _literal(atom: Atom, value: bool) -> Formula:
    return atom if value else Not(atom)


def _joined(connective: type[Xor], parts: Sequence[Formula]) -> Formula:
    result = parts[0]
    for part in parts[1:]:
        result = connective(result, part)
    return result
