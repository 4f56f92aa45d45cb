"""Lines that justify the steps of a tableau: axioms, and laws that hold only at worlds an agent considers possible.

Steps, nodes and ``member`` nodes are explained in `kripke.prove.proofs.script`.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from kripke.prove.errors import NoDerivation
from kripke.prove.hilbert.forms import OF_RELATIONS
from kripke.prove.hilbert.reading import AXIOMS
from kripke.prove.proofs import script as s
from kripke.prove.proofs.checking.checker import Clause
from kripke.prove.proofs.checking.statement import FALSE, ProofTerms, Table
from kripke.prove.proofs.deriving.sheet import Box, Bridges, Draft, Letters, Sheet, negation
from kripke.prove.proofs.script import Group, Node, Step
from logic import clauses as f
from logic.clauses import Implies, Not
from logic.errors import listing
from logic.formula import Formula
from logic.node_table import mapped
from logic.parser import parse

Lines: TypeAlias = list[Draft]


class NotAllowed(NoDerivation):
    """Raised if a proof needs an axiom that is not allowed; with all axioms a derivation may exist."""


class Axioms:
    """Builds lines of axioms; an axiom that is not allowed is derived from allowed axioms, such as 4 from T and 5."""

    def __init__(self, sheet: Sheet, letters: Letters, table: Table, allowed: Collection[str] | None = None) -> None:
        self.sheet, self.letters, self.table = sheet, letters, table
        self.allowed = frozenset(AXIOMS if allowed is None else allowed)

    def usable(self, group: Group) -> frozenset[str]:
        """Return the axioms that may be used for the box of a group."""
        have = {name for name, needs in NEEDS.items() if self.table.has(needs, group)}
        return self.allowed & (have - {"D"} if len(group) > 1 and "T" not in have else have)

    def box(self, group: Group) -> Box:
        """Return a function that puts the box of a group before a formula."""
        return partial(self.letters.box, group)

    def axiom(self, name: str, group: Group, inside: Formula) -> Draft:
        """Return the line of an axiom about ``[]inside``, derived if necessary; `NotAllowed` if that is impossible."""
        box = self.box(group)
        if name in self.usable(group):
            if name == "T" and isinstance(inside, Not):
                return self.sheet.line(instance(DUALS["T"], box, inside.sub), name)
            return self.sheet.line(instance(SHAPES[name], box, inside), name)
        derivable = set(self.usable(group))
        for _ in DERIVED:
            derivable |= {axiom for axiom, needs in DERIVED.items() if set(needs) <= derivable}
        if set(DERIVED[name]) <= derivable:
            return self.sheet.conclude(instance(SHAPES[name], box, inside), self.theorem(name, group, inside))
        known = f"no derivation of it from {listing(sorted(self.allowed), 'and') or 'no axioms'} is known"
        way_out = f"name {name} in axioms= too, or leave axioms= out"
        raise NotAllowed(f"the proof needs axiom {name}, and {known}; {way_out}")

    def theorem(self, name: str, group: Group, inside: Formula) -> Lines:
        """Return the lines from which the theorem `name` of `THEOREMS` follows, for a group's box and p = `inside`."""
        box, lines, shown = self.box(group), Lines(), Lines()
        for row in THEOREMS[name]:
            how, _, text = row.lstrip("(").partition(": ")
            *given, said = [instance(part, box, inside) for part in text.split("; ")]
            *form, axiom = how.split()
            if how == "lift":
                new = self.sheet.lift(box, given, said, lines)
            elif form == ["all"] and axiom not in self.usable(group):
                new = self.theorem(axiom, group, said)
            else:
                new = [(self.dual if form == ["dual"] else self.axiom)(axiom, group, said)]
            lines += new
            shown += [] if row.startswith("(") else new
        return shown

    def dual(self, name: str, group: Group, inside: Formula) -> Draft:
        """Return the line of the dual form of an axiom.

        The forms are ``X -> <>X`` for T, ``<><>X -> <>X`` for 4, ``<>[]X -> []X`` for 5 and ``<>[]X -> X`` for B.
        """
        shape = instance(DUALS[name], self.box(group), inside)
        if name in self.usable(group):
            return self.sheet.line(shape, name)
        return self.sheet.conclude(shape, [self.axiom(name, group, inside if name == "5" else negation(inside))])

    def pooled(self, group: Group, larger: Group, inside: Formula) -> Lines:
        """Return the line ``[group]X -> [larger]X`` for X `inside`; no line if the groups are equal."""
        pooling = Implies(self.box(group)(inside), self.box(larger)(inside))
        return [] if group == larger else [self.sheet.line(pooling, "D_G")]


NEEDS = {scheme.name: scheme.needs for scheme in OF_RELATIONS if scheme.needs}
"""Axiom -> the property of relations that it requires."""

SHAPES = {scheme.name: scheme.texts[0] for scheme in OF_RELATIONS} | {"D": "~K_a false"}
DUALS = {scheme.name: scheme.texts[-1] for scheme in OF_RELATIONS}  # Axiom -> its dual form

DERIVED = {"D": "T", "B": "T5", "4": "B5", "5": "B4", "T": "DB4"}  # Axiom -> the axioms that it follows from

THEOREMS: Mapping[str, Sequence[str]] = json.loads(Path(__file__).with_name("theorems.json").read_text("utf-8"))
"""Theorem -> the lines from which it follows. Each line is an axiom (or its dual form) about a formula, or a ``lift``.

``lift: X1; ...; Y`` is the line ``[]X1 & ... -> []Y``. The lines before it prove ``X1 & ... -> Y``.

The axioms that `DERIVED` derives from others are theorems. ``dense`` is ``[][]p -> []p`` and ``twice`` is
``~[][]p -> []~[]p`` for Euclidean relations, ``seen`` is ``~[]false & []p -> p`` for symmetric and transitive ones.
``known T`` is ``[]([]p -> p)`` for Euclidean relations; ``known 4`` and ``known B`` are the same for axioms 4 and B. A
line that begins with ``(`` is only used by other lines of its theorem. ``all`` before an axiom: if the axiom may not be
used, the lines from which it follows replace it.
"""


def instance(text: str, box: Box, inside: Formula) -> Formula:
    """Return a scheme about p and ``K_a``, instantiated with a formula and a box."""

    def put(node: Formula) -> Formula:
        match node:
            case f.Atom():
                return inside
            case f.K(_, sub):
                return box(sub)
            case f.M(_, sub):
                return negation(box(negation(sub)))
            case f.Not(sub):
                return negation(sub)
        return node

    return mapped(parse(text), put)


MIXED = "the proof uses what an agent knows about the distributed knowledge of others"
UNSAID = "the proof distinguishes whether an agent sees a world, which no formula says"


@dataclass(frozen=True, slots=True)
class Law:
    """An instance of an axiom that holds at the worlds to which a Euclidean relation leads."""

    axiom: str
    group: Group
    inside: Formula
    formula: Formula


Rests: TypeAlias = "tuple[list[Draft], list[Law]]"  # Lines, and laws that must hold at the world


@dataclass(frozen=True, slots=True)
class Proved:
    """A lemma with the lines that derive it. `laws` must hold at the world where the lemma is used."""

    lines: tuple[Draft, ...]
    laws: tuple[Law, ...] = ()


class Facts:
    """The formulas of nodes, and the lines that justify steps within a world and between worlds."""

    def __init__(
        self, said: ProofTerms, axioms: Axioms, bridges: Bridges, theory: Callable[[Node], list[Draft]]
    ) -> None:  # `theory`: node of the theory -> the lines that prove it
        table = self.table = said.table
        self.said, self.places = said, said.places
        self.axioms, self.bridges, self.sheet, self.theory = axioms, bridges, axioms.sheet, theory
        self.lemmas: list[Proved] = []
        agents = {node: frozenset([agent]) for agent, node in table.members.items()}
        self.seeing = {node: agent for node, agent in agents.items() if table.has("symmetric", agent)}
        """``member`` node -> its agent in a set, for agents with a symmetric relation. Formulas express these nodes."""
        self.unsaid = agents.keys() - self.seeing.keys()
        """The other ``member`` nodes, which no formula expresses, since the agents' relations are not symmetric."""

    def formula(self, node: Node) -> Formula:
        """Return the formula of a node; raise `NoDerivation` if no formula expresses it."""
        if node & ~1 in self.unsaid:
            raise NoDerivation(UNSAID)
        if node & ~1 in self.seeing:
            known = self.axioms.box(self.seeing[node & ~1])(f.Bottom())
            return known if node & 1 else f.Not(known)
        return self.bridges.letters.formula(self.said.of(node))

    def box(self, node: Node) -> tuple[Group, Formula]:
        """Return the group and the scope of a box node."""
        group, inside = self.table.boxes[node & ~1]
        return group, self.formula(inside)

    def within(self, step: Step, clause: Clause) -> Rests:
        """Return the lines and laws that justify a clause within a world."""
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
            case s.LOOP:  # ``[]f | ~[]false``: an agent that considers no world possible knows everything
                box, member = sorted(clause, key=lambda node: node in self.seeing)
                group, inside = self.box(box)
                pooled = self.axioms.pooled(self.seeing[member], group, f.Bottom())
                return [*pooled, *self.sheet.lift(self.axioms.box(group), [f.Bottom()], inside, [])], []
        return self._relational(step.rule, clause)

    def _relational(self, rule: str, clause: Clause) -> Rests:
        members = clause & {member ^ 1 for member in self.table.members.values()}
        for negated in sorted(clause - members, reverse=True):
            rest = clause - members - {negated} or {FALSE}
            if len(rest) == 1 and negated ^ 1 in self.table.boxes:
                group, inside = self.table.boxes[negated ^ 1]
                (then,) = rest
                if rule == s.REFLEXIVE and then == inside:
                    if any(group == agent and member ^ 1 in members for member, agent in self.seeing.items()):
                        return self.axioms.theorem("seen", group, self.formula(inside)), []
                    return self._law("T", group, self.formula(inside), bool(members))
                if rule == s.AGAIN and self.table.boxes.get(then) == (group, negated ^ 1):
                    return self._law("4", group, self.formula(inside), bool(members))
                if rule == s.DENSE and then == inside:
                    return self.axioms.theorem("dense", *self.box(inside)), []
        raise NoDerivation(f"the proof uses rule {rule!r} in a way for which no line is known")

    def _law(self, axiom: str, group: Group, inside: Formula, needs_member: bool) -> Rests:
        """Return an axiom as a line or, with `needs_member`, as a law for worlds that the group considers possible."""
        if not needs_member:
            return [self.axioms.axiom(axiom, group, inside)], []
        if not self.table.has("euclidean", group):
            raise NoDerivation(MIXED)
        return [], [Law(axiom, group, inside, instance(SHAPES[axiom], self.axioms.box(group), inside))]

    def _unfolding(self, fix: Node) -> list[Draft]:
        """Return the lines of a fixpoint's unfolding, with an equivalence if the prover has simplified the body."""
        fixpoint = self.bridges.fixpoint(*self.places[fix])
        lines = self.bridges.unfolding(fixpoint)
        written = fixpoint.step(fixpoint.formula)
        inner = self.formula(self.table.boxes[self.table.ways[fix][0].box][1])
        if self.sheet.is_same(written, inner):
            return lines
        equal = self.sheet.conclude(f.Iff(written, inner), [])
        return [*lines, self.sheet.line(f.Iff(fixpoint.everyone(written), fixpoint.everyone(inner)), "RE", equal)]

    def carry(self, step: Step, group: Group, premises: Sequence[Node]) -> Rests:
        """Return the lines and laws that lead from the premises to the group's knowledge of the step's formula."""
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
                rests = self.axioms.theorem("twice", within, inside), []
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
        """Return the lines which say that a group knows a law, derived from axiom 5."""
        if not law.group <= group:
            raise NoDerivation(MIXED)
        lines = self.axioms.theorem(f"known {law.axiom}", law.group, law.inside)
        line = self.sheet.conclude(self.axioms.box(law.group)(law.formula), lines)
        return [line, *self.axioms.pooled(law.group, group, law.formula)]
