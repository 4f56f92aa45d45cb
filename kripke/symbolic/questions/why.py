"""Explanations on diagrams: the `View` of the symbolic engine, for the reasons of `kripke.why`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import chain, islice
from operator import or_

from kripke.change.product import Actions, occurrences
from kripke.checking.check import Evaluation
from kripke.data.wording import Abridged, natural, world_text
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.questions.evaluation import prepared
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.structures.states import States, in_order, seen_from, union
from kripke.why.view import Path, Said, Set, Subject, View
from logic.formula import Formula

ROUNDS, STEPS = 64, 512  # maximal numbers of rounds, and of steps of agents, to find the states that a group reaches

LISTED = 256  # maximal number of states that this search lists if a relation is not an equivalence


def symbolic_view(knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None) -> SymbolicView:
    """Return a view that explains a formula on a knowledge structure; it stores the diagrams of all subformulas.

    A counterexample differs from the explained state in a minimal set of variables.
    """
    program, start = prepared(knowledge, formula, actions)
    needs = {name: happening.needs for name, happening in occurrences(actions or {}).items()}
    return SymbolicView(Evaluation(program, start, keep=True), start, Names(formula.atoms), needs)


class SymbolicView(View):
    """A knowledge structure as seen by explanations: a `kripke.why.view.View` for queries about single states.

    `evaluation`: the evaluation of the formula to be explained, with all values stored.
    `context`: the model after the announcements and actions so far.
    `names`: the names of the states that the explanation shows.
    `needs`: by named action, the designated events with preconditions.
    """

    def __init__(
        self,
        evaluation: Evaluation[StateSet],
        context: SymbolicAlgebra,
        names: Names,
        needs: Mapping[str, Sequence[tuple[str, Formula]]],
    ) -> None:
        super().__init__(evaluation, context)
        self.names, self._needs = names, needs
        self.knowledge: KnowledgeStructure = context.knowledge
        self._seen: dict[tuple[tuple[str, ...], Bits], States] = {}

    @cached_property
    def domain(self) -> States:
        return States(self.knowledge)

    def world(self, position: Bits) -> frozenset[str]:
        return self.names.world(self.knowledge, self.context.past.key, position)

    def text(self, position: Bits) -> str:
        """Return a placeholder for a state's name, used until all states of the explanation are known."""
        return MARK.format(self.names.number(self.knowledge, self.context.past.key, position))

    def spelled(self, text: str) -> str:
        return self.names.spelled(text)

    def values(self, variable: str) -> Iterable[str]:
        return self.knowledge.public_variables[variable]

    def true(self, subject: Set, position: Bits) -> bool:
        return self.knowledge.true(self.value(subject), position)

    def size(self, worlds: States) -> int:
        return worlds.size

    def near(self, worlds: States, position: Bits | None, most: int) -> list[Bits]:
        near = worlds.near(position, most)
        return in_order(self.knowledge, near) if position is None else near

    def split(self, subject: Set, worlds: States) -> tuple[States, States]:
        where = self.value(subject)
        return worlds & where, worlds & ~where

    def union(self, sets: Iterable[States]) -> States:
        result = list(sets)
        return union(result) if result else self.domain & StateSet.constant(self.knowledge.manager, False)

    def sees_jointly(self, group: Sequence[str], position: Bits) -> States:
        key = tuple(group), position
        if key not in self._seen:
            self._seen[key] = seen_from(self.context, group, position)
        return self._seen[key]

    def is_s5(self, agent: str) -> bool:
        """Whether observations alone determine the agent's relation, which is then an equivalence."""
        return not self.knowledge.observes[agent].relation

    def reach(self, group: Sequence[str], start: Bits) -> States | None:
        if all(self.is_s5(agent) for agent in group):
            reached = self._alone(start).state_set
            for _ in range(min(ROUNDS, STEPS // len(group))):
                grown = reduce(or_, [self.context.preimage(agent, reached) for agent in group], reached)
                if grown.key == reached.key:
                    return self.domain & reached
                reached = grown
            return None
        result: dict[Bits, None] = {}
        frontier = [start]
        while frontier:
            views = (self.sees(agent, here).near(here, LISTED) for here in frontier for agent in group)
            frontier = [state for state in dict.fromkeys(chain.from_iterable(views)) if state not in result]
            result |= dict.fromkeys(frontier)
            if len(result) > LISTED:
                return None
        return self.union([self._alone(state) for state in result])

    def _alone(self, state: Bits) -> States:
        return States(self.knowledge, self.knowledge.state, state)

    def path(self, group: Sequence[str], start: Bits, subject: Subject) -> Path | None:
        """A shortest path of the group's steps to a state where a subformula or atom is false; None if there is none.

        O(g l) preimages for g agents and l steps.
        """
        layers = [~self.value(subject)]
        while len(layers) == 1 or not self.knowledge.true(layers[-1], start):
            further = reduce(or_, [self.context.preimage(agent, layers[-1]) for agent in group])
            if len(layers) > 1 and (further | layers[-1]).key == layers[-1].key:
                return None
            layers.append(further if len(layers) == 1 else further | layers[-1])
        steps: list[tuple[str, Bits]] = []
        place = start
        for layer in layers[-2::-1]:
            views = ((agent, (self.sees(agent, place) & layer).near(place, 1)) for agent in group)
            agent, result = next((agent, result) for agent, result in views if result)
            place = result[0]
            steps.append((agent, place))
        return tuple(steps)

    def after(self, row: int, said: Said | None = None) -> SymbolicView:
        then = self.evaluation.after(row, self.context, said and said.where)
        assert isinstance(then, SymbolicAlgebra)
        return self if then.key == self.key else SymbolicView(self.evaluation, then, self.names, self._needs)

    def outcomes(self, row: int, position: Bits) -> States:
        """The states to which the action in a row of the program can lead; existing bits keep their values."""
        after = self.after(row)
        return States(after.knowledge, self.knowledge.state, position, after.context.past.origin.happened)

    def needs(self, action: str) -> Sequence[tuple[str, Formula]]:
        return self._needs[action]


FEW = 8  # the name of a state lists all true atoms if there are at most this many

MATTER, OWN = 6, 4
"""Maximal numbers of atoms in a short name: those that every short name shows, and further ones of the state itself."""

MARK = "\ue000{}\ue001"


class Names:
    """The states of an explanation, in order of first use; their names are computed at the end.

    Until then, texts contain a placeholder for each state.

    `formula`: the names of the atoms in the explained formula.
    """

    def __init__(self, formula: Iterable[str]) -> None:
        self._formula = sorted(formula, key=natural)
        self._numbers: dict[Hashable, int] = {}
        self._states: list[frozenset[str]] = []
        self._texts: list[str] = []

    def number(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> int:
        """The number of a state; `context` distinguishes states before and after an action."""
        number = self._numbers.setdefault((context, state), len(self._states))
        if number == len(self._states):
            self._states.append(knowledge.name(state))
        return number

    def world(self, knowledge: KnowledgeStructure, context: Hashable, state: Bits) -> frozenset[str]:
        """The name of a state: the set of its true atoms. Its text is shorter if names are abridged."""
        number = self.number(knowledge, context, state)
        return Abridged(self._states[number], self.texts[number]) if self._abridged else self._states[number]

    def spelled(self, text: str) -> str:
        """Return the text with names in place of the placeholders."""
        known = self.texts
        return re.sub(
            MARK.format(r"(\d+)"), lambda mark: known[int(mark[1])] if int(mark[1]) < len(known) else mark[0], text
        )

    @property
    def _abridged(self) -> bool:
        return any(len(state) > FEW for state in self._states)

    @property
    def texts(self) -> list[str]:
        """The names of all states that were numbered so far."""
        if len(self._texts) == len(self._states):
            return self._texts
        if not self._abridged:
            self._texts = [world_text(state) for state in self._states]
            return self._texts
        first = self._states[0]
        apart = [sorted(state ^ first, key=self._order) for state in self._states]
        matter = list(islice(dict.fromkeys(atom for atoms in (*apart, self._formula) for atom in atoms), MATTER))
        matter.sort(key=self._order)
        texts = [
            ", ".join(_literals(state, [*matter, *islice((atom for atom in own if atom not in matter), OWN)]))
            for state, own in zip(self._states, apart, strict=True)
        ]
        seen: dict[str, int] = {}
        for place, text in enumerate(texts):  # equal texts are numbered
            seen[text] = seen.get(text, 0) + 1
            number = "" if texts.count(text) == 1 else f" (state {seen[text]})"
            self._texts[place:] = [f"{{{text}{number}, …}}"]
        return self._texts

    def _order(self, atom: str) -> tuple[bool, list[tuple[int, str]]]:
        """A sorting key that puts the formula's atoms first."""
        return atom not in self._formula, natural(atom)


def _literals(state: frozenset[str], atoms: Sequence[str]) -> Iterator[str]:
    """Yield the literal of each atom at the state; for an atom such as ``die=4``, the value of ``die`` there."""
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


def abridged(state: frozenset[str], atoms: Iterable[str]) -> frozenset[str]:
    """Return the name of a state; if many atoms are true, its text has only a few literals of `atoms`."""
    if len(state) <= FEW:
        return state
    shown = _literals(state, list(islice(sorted(atoms, key=natural), MATTER)))
    return Abridged(state, "{" + ", ".join([*shown, "…"]) + "}")
