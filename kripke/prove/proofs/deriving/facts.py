"""What a step of a tableau rests on: lines, and laws that hold where an agent sees the world."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kripke.prove.errors import NoDerivation
from kripke.prove.proofs import script as s
from kripke.prove.proofs.checking.checker import Clause
from kripke.prove.proofs.checking.table import Meanings, Table
from kripke.prove.proofs.deriving.axioms import Axioms
from kripke.prove.proofs.deriving.bridges import Commons, Fixpoint
from kripke.prove.proofs.deriving.sheet import Draft, Letters
from kripke.prove.proofs.script import Group, Node, Step
from logic import clauses as f
from logic.formula import Formula

FALSE: Node = 1
MIXED = "the proof uses what an agent knows about the distributed knowledge of others"
UNSAID = "the proof distinguishes whether an agent sees a world, which no formula says"


@dataclass(frozen=True, slots=True)
class Law:
    """An axiom that holds at a world since a Euclidean relation leads to it."""

    axiom: str
    group: Group
    inside: Formula
    formula: Formula


Rests: TypeAlias = "tuple[list[Draft], list[Law]]"
"""Lines, and laws of the world."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A lemma that is proved."""

    lines: tuple[Draft, ...]
    laws: tuple[Law, ...] = ()  # what must hold at the world


class Facts:
    """The formulas of nodes, and the lines of steps within a world."""

    def __init__(
        self,
        table: Table,
        meanings: Meanings,
        letters: Letters,
        axioms: Axioms,
        commons: Commons,
        places: Mapping[Node, tuple[int, int]],
        theory: Callable[[Node], list[Draft]],
    ) -> None:
        self.table, self.meanings, self.letters, self.axioms, self.theory = table, meanings, letters, axioms, theory
        self.commons, self.places = commons, places
        self.lemmas: list[Proved] = []
        agents = {node: frozenset([agent]) for agent, node in table.members.items()}
        self.seeing = {node: agent for node, agent in agents.items() if table.has("symmetric", agent)}
        """Member -> agent, where a formula says it: the agent considers some world possible, so this one too."""
        self.unsaid = agents.keys() - self.seeing.keys()
        """The members that no formula says."""

    def formula(self, node: Node) -> Formula:
        """The formula of a node."""
        if node & ~1 in self.unsaid:
            raise NoDerivation(UNSAID)
        if node & ~1 in self.seeing:
            known = self.letters.box(self.seeing[node & ~1], f.Bottom())
            return known if node & 1 else f.Not(known)
        return self.letters.formula(self.meanings.of(node))

    def box(self, node: Node) -> tuple[Group, Formula]:
        """Group and scope of a box."""
        group, inside = self.table.boxes[node & ~1]
        return group, self.formula(inside)

    def within(self, step: Step, clause: Clause) -> Rests:
        """What a clause rests on."""
        if step.rule in (s.AND, s.CONTRADICTION, s.HYPOTHESIS):
            return [], []
        if step.rule == s.LEMMA:
            lemma = self.lemmas[step.of]
            return list(lemma.lines), list(lemma.laws)
        if step.rule == s.THEORY:
            return self.theory(min(clause, default=FALSE)), []
        if step.rule == s.COMMON:
            return self.unfolding(next(node & ~1 for node in clause if node & ~1 in self.table.ways)), []
        if step.rule == s.SERIAL:
            return [self.axioms.axiom("D", self.table.boxes[min(clause) & ~1][0], f.Bottom())], []
        if step.rule == s.LOOP:
            return self._loop(clause), []
        return self._relational(step.rule, clause)

    def _loop(self, clause: Clause) -> list[Draft]:
        """``[]f | ~[]false``: who considers no world possible knows all."""
        box, member = sorted(clause, key=lambda node: node in self.seeing)
        group, inside = self.box(box)
        pooled = self.axioms.pooled(self.seeing[member], group, f.Bottom())
        return [*pooled, *self.axioms.sheet.lift(self.axioms.box(group), [f.Bottom()], inside, [])]

    def _relational(self, rule: str, clause: Clause) -> Rests:
        """What a clause about a box and the relation of its group rests on."""
        members = clause & {member ^ 1 for member in self.table.members.values()}
        for negated in sorted(clause - members, reverse=True):
            rest = clause - members - {negated} or {FALSE}
            if len(rest) == 1 and negated ^ 1 in self.table.boxes:
                group, inside = self.table.boxes[negated ^ 1]
                (then,) = rest
                if rule == s.REFLEXIVE and then == inside:
                    return self._reflexive(group, self.formula(inside), members)
                if rule == s.AGAIN and self.table.boxes.get(then) == (group, negated ^ 1):
                    return self.law("4", group, self.formula(inside), bool(members))
                if rule == s.DENSE and then == inside:
                    return self.axioms.dense(*self.box(inside)), []
        raise NoDerivation(f"the proof uses rule {rule!r} in a way for which no line is known")

    def _reflexive(self, group: Group, inside: Formula, members: Clause) -> Rests:
        """``[]f -> f``, perhaps since agents see this world."""
        if any(group == agent and member ^ 1 in members for member, agent in self.seeing.items()):
            return self.axioms.where_something_is_seen(group, inside), []
        return self.law("T", group, inside, bool(members))

    def law(self, axiom: str, group: Group, inside: Formula, needs_member: bool) -> Rests:
        """The line of an axiom, or the law that it holds here since agents see this world."""
        if not needs_member:
            return [self.axioms.axiom(axiom, group, inside)], []
        if not self.table.has("euclidean", group):
            raise NoDerivation(MIXED)
        return [], [Law(axiom, group, inside, self.axioms.seen(axiom, group, inside))]

    def fixpoint(self, fix: Node) -> Fixpoint:
        """The formulas of a fixpoint."""
        return self.commons.fixpoint(*self.places[fix])

    def unfolding(self, fix: Node) -> list[Draft]:
        """The lines of a fixpoint's unfolding, one more where its body says less than it seems to: ``C_G true``."""
        sheet, fixpoint = self.axioms.sheet, self.fixpoint(fix)
        lines = self.commons.unfolding(fixpoint)
        written = fixpoint.step(fixpoint.formula)
        inner = self.formula(self.table.boxes[self.table.ways[fix][0].box][1])
        if sheet.is_same(written, inner):
            return lines
        equal = sheet.conclude(f.Iff(written, inner), [])
        return [*lines, sheet.line(f.Iff(fixpoint.everyone(written), fixpoint.everyone(inner)), "RE", equal)]


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
