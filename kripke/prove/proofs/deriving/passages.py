"""What a step between worlds rests on: the lines from which the box of a fact follows at the world before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from kripke.prove.errors import NoDerivation
from kripke.prove.proofs import script as s
from kripke.prove.proofs.deriving.facts import MIXED, Facts, Law, Rests
from kripke.prove.proofs.deriving.sheet import Draft
from kripke.prove.proofs.script import Group, Node, Step
from logic import clauses as f


class Passages:
    """The lines of steps between worlds."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.axioms, self.table = facts, facts.axioms, facts.table
        self.rules: Mapping[str, Callable[[Node, Sequence[Node]], tuple[Group, Rests]]] = {
            s.KNOWN: self._known,
            s.TRANSITIVE: self._transitive,
            s.EUCLIDEAN: self._euclidean,
            s.TWICE: self._twice,
            s.SYMMETRIC: self._symmetric,
            s.SEEN: self._seen,
        }

    def carry(self, step: Step, group: Group, premises: Sequence[Node]) -> Rests:
        """What the box of a fact at the next world rests on, besides the premises."""
        if step.rule not in self.rules:
            raise NoDerivation(f"the proof uses rule {step.rule!r} between worlds, for which no line is known")
        within, (lines, laws) = self.rules[step.rule](step.node, premises)
        return [*lines, *self.axioms.pooled(within, group, self.facts.formula(step.node))], laws

    def law(self, law: Law, group: Group) -> list[Draft]:
        """The lines that say that a group knows a law of the worlds that it considers possible."""
        if not law.group <= group:
            raise NoDerivation(MIXED)
        line = self.axioms.of_seen(law.axiom, law.group, law.inside)
        return [line, *self.axioms.pooled(law.group, group, law.formula)]

    def serial(self, group: Group) -> Draft:
        """The line that the group does not know a falsity."""
        return self.axioms.axiom("T" if self.table.has("reflexive", group) else "D", group, f.Bottom())

    def _plain(self, premises: Iterable[Node]) -> list[Node]:
        """The premises that do not say that an agent sees the world."""
        return [node for node in premises if node not in self.facts.unsaid]

    def _known(self, node: Node, premises: Sequence[Node]) -> tuple[Group, Rests]:
        return self.table.boxes[premises[0]][0], ([], [])

    def _transitive(self, node: Node, premises: Sequence[Node]) -> tuple[Group, Rests]:
        group, inside = self.facts.box(node)
        return group, self.facts.law("4", group, inside, len(self._plain(premises)) < len(premises))

    def _euclidean(self, node: Node, premises: Sequence[Node]) -> tuple[Group, Rests]:
        group, inside = self.facts.box(node)
        return group, ([self.axioms.axiom("5", group, inside)], [])

    def _twice(self, node: Node, premises: Sequence[Node]) -> tuple[Group, Rests]:
        group, inside = self.facts.box(node)
        return group, (self.axioms.twice(group, inside), [])

    def _symmetric(self, node: Node, premises: Sequence[Node]) -> tuple[Group, Rests]:
        plain = self._plain(premises)
        group = self.table.boxes[node ^ 1][0]
        return group, self.facts.law("B", group, self.facts.formula(plain[0]), len(plain) < len(premises))

    def _seen(self, node: Node, premises: Sequence[Node]) -> tuple[Group, Rests]:
        group = self.facts.seeing[node]
        return group, ([self.axioms.axiom("B", group, f.Top())], [])
