"""Symbolic models as readable strings: formulas for small diagrams, sizes and atoms for large ones."""

from collections.abc import Iterable, Mapping
from functools import reduce

from kripke.data.wording import brief, world_text
from kripke.formats.model_table import ROWS, shown_list
from kripke.symbolic.diagrams.bdd import Bdd, Substitution
from kripke.symbolic.diagrams.state_set import StateSet, odd
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures import counting, sifting
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from logic.clauses import And, Atom, Bottom, Not, Or, Top, Xor, conj, disj
from logic.errors import few
from logic.formula import Formula

MOST_NODES = 16  # maximal number of nodes of a diagram that is written as a formula; such a formula has about one line


def text_of(knowledge: KnowledgeStructure) -> str:
    """A knowledge structure as a string: states, atoms, state law, actual state, observations. Long lists are cut.

    Small parts of the law are written as formulas; for larger ones the size of the diagram is given. Conditions on
    the states that an agent considers possible have primed atoms. The number of states is exact.
    """
    reader = _Reader(knowledge, {variable: name for name, variable in sifting.bit_names(knowledge).items()})
    count = counting.count(knowledge, StateSet.constant(knowledge.manager, True))
    atoms = shown_list(knowledge.atoms, len(knowledge.atoms)) or "no atoms"
    lines = [f"{count:,} state{'s' * (count != 1)} over {atoms}"]
    lines += [f"actual: {world_text(knowledge.name(state))}" for state in knowledge.actuals[:ROWS]]
    if more := len(knowledge.actuals[ROWS:]):
        lines.append(f"... and {more:,} more actual state{'s' * (more > 1)}")
    if knowledge.law:
        lines.append(f"law: {shown_list(map(reader.text, knowledge.law), len(knowledge.law), '; ')}")
    for agent, observation in list(knowledge.observes.items())[:ROWS]:
        seen, relation = list(members(observation.seen)), observation.relation
        line = f"{agent} observes {shown_list(map(reader.variable_text, seen), len(seen)) or 'nothing'}"
        parts = shown_list(map(reader.text, relation), len(relation), "; ")
        lines.append(f"{line}, considers possible (primed): {parts}" if relation else line)
    more = len(knowledge.observes) - ROWS
    return "\n".join(lines + [f"... and {more:,} more agents"] * (more > 0))


class _Reader:
    """Converts sets of states to formulas and strings.

    `names`: maps variables to the names of their bits.
    """

    def __init__(self, knowledge: KnowledgeStructure, names: Mapping[int, str]) -> None:
        self._knowledge, self._names = knowledge, names

    def text(self, states: StateSet) -> str:
        """The set of states as a short formula, or, if its diagram is large, as the diagram's size and atoms."""
        if states.parity is None and states.size <= MOST_NODES:
            states = self._without_auxiliary(states)
        if states.parity is None and states.size > MOST_NODES:
            names = [self._atom(variable).name for variable in members(states.support)]
            return f"a diagram of {states.size:,} nodes over {few(names, 'and')}"
        return brief(self.formula(states))

    def variable_text(self, variable: int) -> str:
        """The name of a bit, or the formula that defines an auxiliary variable."""
        meaning = self._knowledge.definitions.meaning.get(variable)
        return self._atom(variable).name if meaning is None else self.text(meaning)

    def formula(self, states: StateSet) -> Formula:
        """The set of states as a formula: a parity of atoms, or a formula from its diagram."""
        if states.value is not None:
            return Top() if states.value else Bottom()
        if states.parity is None:
            return self._of_diagram(states.function, list(members(states.support)))
        mask, is_odd = states.parity
        atoms: list[Formula] = [self._atom(variable) for variable in members(mask)]
        parity = reduce(Xor, atoms)
        return parity if is_odd else Not(parity)

    def _without_auxiliary(self, states: StateSet) -> StateSet:
        """The set with auxiliary variables replaced by their definitions."""
        meaning = self._knowledge.definitions.meaning
        while auxiliary := [variable for variable in members(states.support) if variable in meaning]:
            substitution = Substitution([(variable, meaning[variable].function) for variable in auxiliary])
            support = states.support & ~mask_of(auxiliary)
            for variable in auxiliary:
                support |= meaning[variable].support
            states = StateSet.of(states.manager, states.function.substitute(substitution), support)
        return states

    def _atom(self, variable: int) -> Atom:
        primed = odd(variable + 1) >> variable & 1
        return Atom(self._names.get(variable - primed, f"#{variable // 2}") + "'" * primed)

    def _of_diagram(self, function: Bdd, variables: list[int]) -> Formula:
        """A formula for the function: literals and a smaller formula joined by a connective, or a case distinction."""
        if function.value is not None:
            return Top() if function.value else Bottom()
        for joined, constant in ((conj, False), (disj, True)):
            left = _left(function, variables, constant)
            if left:
                atoms = [(self._atom(variable), value is not constant) for variable, value in left.items()]
                literals = [atom if is_true else Not(atom) for atom, is_true in atoms]
                rest = function.given(mask_of(left), mask_of(v for v, value in left.items() if value))
                return joined([*literals, *([] if rest.value is not None else [self._of_diagram(rest, variables)])])
        assert function.variable is not None  # as it is not constant
        atom = self._atom(function.variable)
        high, low = function.branches()
        if high == ~low:
            return Xor(atom, self._of_diagram(low, variables))
        return Or(And(atom, self._of_diagram(high, variables)), And(Not(atom), self._of_diagram(low, variables)))


def _left(function: Bdd, variables: Iterable[int], constant: bool) -> dict[int, bool]:
    """Return the variables that decide the function: with the opposite of the returned value, it is `constant`.

    If `constant` is False, the function implies that these variables have the returned values. If it is True, the
    function holds as soon as one of these variables does not have the returned value.
    """
    left = {}
    for variable in variables:
        for value in (True, False):
            if function.given(1 << variable, value << variable).value is constant:
                left[variable] = not value
    return left
