"""The support of a tableau step: lines, and laws that hold where an agent sees the world."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kripke.prove.errors import NoDerivation
from kripke.prove.proofs import script as s
from kripke.prove.proofs.checking.checker import Clause
from kripke.prove.proofs.checking.table import FALSE, Meanings, Table
from kripke.prove.proofs.deriving.axioms import SHAPES, Axioms
from kripke.prove.proofs.deriving.bridges import Bridges, Fixpoint
from kripke.prove.proofs.deriving.sheet import Draft
from kripke.prove.proofs.script import Group, Node, Step
from logic import clauses as f
from logic.formula import Formula

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
    """The formulas of nodes, and the lines of steps within a world and between worlds."""

    def __init__(
        self,
        table: Table,
        meanings: Meanings,
        axioms: Axioms,
        bridges: Bridges,
        places: Mapping[Node, tuple[int, int]],  # fixpoint -> row and history of its formula
        theory: Callable[[Node], list[Draft]],  # the lines that say a node of the theory
    ) -> None:
        self.table, self.meanings, self.axioms, self.bridges = table, meanings, axioms, bridges
        self.sheet, self.places, self.theory = axioms.sheet, places, theory
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
            known = self.axioms.box(self.seeing[node & ~1])(f.Bottom())
            return known if node & 1 else f.Not(known)
        return self.bridges.letters.formula(self.meanings.of(node))

    def box(self, node: Node) -> tuple[Group, Formula]:
        """Group and scope of a box."""
        group, inside = self.table.boxes[node & ~1]
        return group, self.formula(inside)

    def within(self, step: Step, clause: Clause) -> Rests:
        """The lines on which a clause rests."""
        match step.rule:
            case s.AND | s.CONTRADICTION | s.HYPOTHESIS:
                return [], []
            case s.LEMMA:
                lemma = self.lemmas[step.of]
                return list(lemma.lines), list(lemma.laws)
            case s.THEORY:
                return self.theory(min(clause, default=FALSE)), []
            case s.COMMON:
                return self._unfolding(next(node & ~1 for node in clause if node & ~1 in self.table.ways)), []
            case s.SERIAL:
                return [self.axioms.axiom("D", self.table.boxes[min(clause) & ~1][0], f.Bottom())], []
            case s.LOOP:  # ``[]f | ~[]false``: who considers no world possible knows all
                box, member = sorted(clause, key=lambda node: node in self.seeing)
                group, inside = self.box(box)
                pooled = self.axioms.pooled(self.seeing[member], group, f.Bottom())
                return [*pooled, *self.sheet.lift(self.axioms.box(group), [f.Bottom()], inside, [])], []
        return self._relational(step.rule, clause)

    def _relational(self, rule: str, clause: Clause) -> Rests:
        """What a clause about a box and the relation of its group rests on, perhaps since agents see this world."""
        members = clause & {member ^ 1 for member in self.table.members.values()}
        for negated in sorted(clause - members, reverse=True):
            rest = clause - members - {negated} or {FALSE}
            if len(rest) == 1 and negated ^ 1 in self.table.boxes:
                group, inside = self.table.boxes[negated ^ 1]
                (then,) = rest
                if rule == s.REFLEXIVE and then == inside:
                    if any(group == agent and member ^ 1 in members for member, agent in self.seeing.items()):
                        return self.axioms.where_something_is_seen(group, self.formula(inside)), []
                    return self._law("T", group, self.formula(inside), bool(members))
                if rule == s.AGAIN and self.table.boxes.get(then) == (group, negated ^ 1):
                    return self._law("4", group, self.formula(inside), bool(members))
                if rule == s.DENSE and then == inside:
                    return self.axioms.dense(*self.box(inside)), []
        raise NoDerivation(f"the proof uses rule {rule!r} in a way for which no line is known")

    def _law(self, axiom: str, group: Group, inside: Formula, needs_member: bool) -> Rests:
        """The line of an axiom, or the law that it holds here since agents see this world."""
        if not needs_member:
            return [self.axioms.axiom(axiom, group, inside)], []
        if not self.table.has("euclidean", group):
            raise NoDerivation(MIXED)
        return [], [Law(axiom, group, inside, SHAPES[axiom](self.axioms.box(group), inside))]

    def fixpoint(self, fix: Node) -> Fixpoint:
        """The formulas of a fixpoint."""
        return self.bridges.fixpoint(*self.places[fix])

    def _unfolding(self, fix: Node) -> list[Draft]:
        """The lines of a fixpoint's unfolding, one more where its body says less than it seems to: ``C_G true``."""
        fixpoint = self.fixpoint(fix)
        lines = self.bridges.unfolding(fixpoint)
        written = fixpoint.step(fixpoint.formula)
        inner = self.formula(self.table.boxes[self.table.ways[fix][0].box][1])
        if self.sheet.is_same(written, inner):
            return lines
        equal = self.sheet.conclude(f.Iff(written, inner), [])
        return [*lines, self.sheet.line(f.Iff(fixpoint.everyone(written), fixpoint.everyone(inner)), "RE", equal)]

    # ------------------------------------------------------------------------------------------ between worlds

    def carry(self, step: Step, group: Group, premises: Sequence[Node]) -> Rests:
        """The lines on which the box of a fact at the next world rests, besides the premises."""
        plain = [node for node in premises if node not in self.unsaid]
        seen, node = len(plain) < len(premises), step.node
        rests: Rests = [], []
        match step.rule:
            case s.KNOWN:
                within = self.table.boxes[premises[0]][0]
            case s.TRANSITIVE:
                within, inside = self.box(node)
                rests = self._law("4", within, inside, seen)
            case s.EUCLIDEAN:
                within, inside = self.box(node)
                rests = [self.axioms.axiom("5", within, inside)], []
            case s.TWICE:
                within, inside = self.box(node)
                rests = self.axioms.twice(within, inside), []
            case s.SYMMETRIC:
                within = self.table.boxes[node ^ 1][0]
                rests = self._law("B", within, self.formula(plain[0]), seen)
            case s.SEEN:
                within = self.seeing[node]
                rests = [self.axioms.axiom("B", within, f.Top())], []
            case _:
                raise NoDerivation(f"the proof uses rule {step.rule!r} between worlds, for which no line is known")
        return [*rests[0], *self.axioms.pooled(within, group, self.formula(node))], rests[1]

    def known_law(self, law: Law, group: Group) -> list[Draft]:
        """The lines that say that a group knows a law of the worlds that it considers possible."""
        if not law.group <= group:
            raise NoDerivation(MIXED)
        line = self.axioms.of_seen(law.axiom, law.group, law.inside)
        return [line, *self.axioms.pooled(law.group, group, law.formula)]
