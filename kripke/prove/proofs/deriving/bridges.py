"""From the formulas as the user wrote them to the formulas of the proof, common knowledge included.

A proof takes formulas for equal that differ in order, brackets, repetitions and constants. Where such a difference is
in the scope of a box, lines say that the boxes are equivalent. An announcement is reduced by its axioms. Common
knowledge after an announcement of p is the formula ``E_G (p -> f & [p] C_G f)``: at a world where p is true it says
what ``[p] C_G f`` says.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, cast

from kripke.prove.proofs.checking.statement import PRE, Translation
from kripke.prove.proofs.checking.table import TRUE
from kripke.prove.proofs.deriving.sheet import Box, Draft, Letters, Sheet, implication
from kripke.prove.recursion import answered
from logic import clauses as f
from logic.formula import Formula
from logic.table import flatten, rebuild

Lines: TypeAlias = dict[Draft, None]
FormulaInContext: TypeAlias = "tuple[int, Formula | None, int]"
"""The row of a formula, what is announced before it (None: nothing), and the number of that history."""

Asking: TypeAlias = Generator[FormulaInContext, Lines, Lines]


@dataclass(frozen=True, slots=True)
class Fixpoint:
    """Common knowledge, perhaps after an announcement."""

    formula: f.C | f.E
    group: frozenset[str]
    body: Formula  # what is commonly known, said of the model before the announcement
    pre: Formula | None  # when the announcement is possible; None without an announcement
    row: int
    history: int

    @property
    def everyone(self) -> Box:
        """The box of the group."""
        return partial(f.E, self.group)

    def step(self, then: Formula) -> Formula:
        """What everyone must know for the next step: the body and a formula, at the worlds that count."""
        if self.pre is None:
            return f.And(self.body, then)
        return f.Implies(self.pre, self.body if isinstance(then, f.Top) else f.And(self.body, then))


class Bridges:
    """The lines from which the equivalence of a formula and of its term's formula follows."""

    def __init__(self, sheet: Sheet, letters: Letters, translation: Translation) -> None:
        self.sheet, self.letters, self.translation = sheet, letters, translation
        self.known: dict[FormulaInContext, Lines] = {}
        self.before: dict[Formula | None, Lines] = {None: {}}
        """What is announced -> the lines that say when that is possible."""

    def lines(self, row: int, said: Formula | None = None, history: int = 0) -> Lines:
        """The lines for the formula of a row, perhaps after announcements."""
        return answered((row, said, history), self.known, self._reading)

    def _reading(self, goal: FormulaInContext) -> Asking:
        """The lines for a formula, perhaps after an announcement."""
        row, said, history = goal
        node, kids = self.translation.rows[row]
        found: Lines = {}
        if isinstance(node, f.Announce):
            what, then = kids
            found = dict((yield what, said, history))
            whole, after = self._whole(what, said, history, found)
            if said is not None:
                composed = f.Iff(f.Announce(said, node), f.Announce(whole, self.translation.rows[then][0]))
                found[self.sheet.line(composed, "Ann")] = None
            return found | (yield then, whole, after)
        if said is not None and isinstance(node, f.C):
            inside = yield kids[0], said, history
            return inside | dict.fromkeys([self.common(row, said, history)])
        if said is not None:
            found[self._reduced(node, said)] = None
        if isinstance(node, (f.K, f.B, f.D, f.E, f.C)):
            inside = yield kids[0], said, history
            return found | dict.fromkeys(self._boxes(node, kids[0], said, history, [*inside, *self.before[said]]))
        for kid in kids:
            found |= yield kid, said, history
        return found

    def _whole(self, row: int, said: Formula | None, history: int, found: Lines) -> tuple[Formula, int]:
        """Both announcements as one, and the history after them; the lines that say when they are possible are kept."""
        after = self.translation.after(history, ("announced", row))
        whole = self.letters.said(after)
        assert whole is not None, "something is announced"
        self.before[whole] = self.before[said] | found
        return whole, after

    def _reduced(self, node: Formula, said: Formula) -> Draft:
        """The reduction axiom of an operator after an announcement."""
        after = partial(f.Announce, said)
        then = rebuild(node, [after(kid) for kid in node.children])
        right = then if isinstance(node, (f.And, f.Or, f.Implies, f.Iff)) else f.Implies(said, then)
        return self.sheet.line(f.Iff(after(node), right), "Ann")

    def common(self, row: int, said: Formula, history: int) -> Draft:
        """The line ``[p] C_G f <-> (p -> E_G (p -> f & [p] C_G f))`` for common knowledge after an announcement."""
        node, (kid,) = self.translation.rows[row]
        everyone = cast(f.E, self.letters.formula(self.translation.term(history, row)))
        after, both = partial(f.Announce, said), f.And(self.translation.rows[kid][0], node)
        whole = f.E(everyone.group, both)
        fix = self.sheet.line(f.Iff(node, whole), "Fix")
        replaced = self.sheet.line(f.Iff(after(node), after(whole)), "RE", fix)
        steps = [replaced, self._reduced(whole, said)]
        given = [*steps, self._reduced(both, said), *self.known[kid, said, history], *self.before[said]]
        equal = self.sheet.conclude(f.Iff(after(both), everyone.sub), given)
        steps.append(self.sheet.line(f.Iff(f.E(everyone.group, after(both)), everyone), "RE", equal))
        return self.sheet.conclude(f.Iff(after(node), f.Implies(said, everyone)), [*steps, *self.before[said]])

    def _boxes(self, node: Formula, kid: int, said: Formula | None, history: int, given: list[Draft]) -> list[Draft]:
        """The lines that lead from a box, as it is written, to the box of the proof."""
        box: Box = lambda inside: rebuild(node, [inside])  # noqa: E731
        translation = self.translation
        inside = translation.rows[kid][0]
        inside = inside if said is None else f.Announce(said, inside)
        term = translation.terms.implies(translation.term(history, PRE), translation.term(history, kid))
        wanted = self.letters.formula(term)
        if term == TRUE and not isinstance(node, f.C):
            return self.sheet.lift(box, [], inside, given)
        if self.sheet.is_same(box(inside), box(wanted)):
            return self._single(node, wanted)
        equal = self.sheet.conclude(f.Iff(inside, wanted), given)
        return [self.sheet.line(f.Iff(box(inside), box(wanted)), "RE", equal), *self._single(node, wanted)]

    def _single(self, node: Formula, inside: Formula) -> list[Draft]:
        """The line that the distributed knowledge of one agent is that agent's knowledge."""
        if not isinstance(node, f.D):
            return []
        group = self.translation.agents if node.group is None else frozenset(node.group)
        if len(group) > 1:
            return []
        return [self.sheet.line(f.Iff(f.D(group, inside), self.letters.box(group, inside)), "D_G")]

    def fixpoint(self, row: int, history: int) -> Fixpoint:
        """The fixpoint of a formula after a history."""
        match self.letters.formula(self.translation.term(history, row)):
            case f.C(group, body) as formula:
                return Fixpoint(formula, frozenset(group or ()), body, None, row, history)
            case f.E(group, f.Implies(pre, f.And(body, _))) as formula:
                return Fixpoint(formula, frozenset(group or ()), body, pre, row, history)
        raise AssertionError("common knowledge has one of these forms, see `Letters`")

    def _about(self, fixpoint: Fixpoint) -> tuple[Formula, list[Draft], Draft]:
        """The announcement, the lines about it and the body, and the line about common knowledge after it."""
        said = self.letters.said(fixpoint.history)
        assert said is not None, "the history is not empty"
        kid = self.translation.rows[fixpoint.row][1][0]
        self._announce(fixpoint.history)
        lines = [*self.lines(kid, said, fixpoint.history), *self.before[said]]
        return said, lines, self.common(fixpoint.row, said, fixpoint.history)

    def _announce(self, history: int) -> None:
        """Find the lines that say when the announcements of a history are possible."""
        before, (_, row) = self.translation.past[history]
        if before:
            self._announce(before)
        said = self.letters.said(before)
        self._whole(row, said, before, self.lines(row, said, before))

    def unfolding(self, fixpoint: Fixpoint) -> list[Draft]:
        """The lines that say that the fixpoint is its next step."""
        whole = fixpoint.everyone(fixpoint.step(fixpoint.formula))
        if fixpoint.pre is None:
            return [self.sheet.line(f.Iff(fixpoint.formula, whole), "Fix")]
        _, lines, common = self._about(fixpoint)
        equal = f.Iff(fixpoint.formula.sub, fixpoint.step(fixpoint.formula))
        return [self.sheet.line(f.Iff(fixpoint.formula, whole), "RE", self.sheet.conclude(equal, [common, *lines]))]

    def induction(self, fixpoint: Fixpoint, invariant: Formula, lines: Sequence[Draft]) -> list[Draft]:
        """The line that the fixpoint follows from its invariant; before it, for an announcement, that of rule AnnC."""
        after = fixpoint.step(invariant)
        if fixpoint.pre is None:
            step = self.sheet.conclude(f.Implies(invariant, fixpoint.everyone(after)), lines)
            return [self.sheet.line(f.Implies(invariant, fixpoint.formula), "Ind", step)]
        given = [] if isinstance(invariant, f.Top) else [invariant]
        step = self.sheet.conclude(implication(given, fixpoint.everyone(after)), lines)
        said, about, _ = self._about(fixpoint)
        node, (kid,) = self.translation.rows[fixpoint.row]
        starts = self.sheet.conclude(f.Implies(after, f.Announce(said, self.translation.rows[kid][0])), about)
        goes_on = self.sheet.conclude(f.Implies(f.And(after, said), fixpoint.everyone(after)), [step, *about])
        common = self.sheet.line(f.Implies(after, f.Announce(said, node)), "AnnC", starts, goes_on)
        lifted = self.sheet.lift(fixpoint.everyone, [after], fixpoint.formula.sub, [common])
        return [common, self.sheet.conclude(implication(given, fixpoint.formula), [step, *lifted])]


def primitive(formula: Formula) -> Formula:
    """The formula with boxes for diamonds, and the definition of ``Kw`` written out."""
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        new = rebuild(node, [built[kid] for kid in kids])
        built.append(UNFOLDED[type(new)](new) if type(new) in UNFOLDED else new)
    return built[-1]


UNFOLDED: Mapping[type[Formula], Callable[..., Formula]] = {
    f.M: lambda node: f.Not(f.K(node.agent, f.Not(node.sub))),
    f.Kw: lambda node: f.Or(f.K(node.agent, node.sub), f.K(node.agent, f.Not(node.sub))),
    f.AnnounceDual: lambda node: f.Not(f.Announce(node.statement, f.Not(node.sub))),
}
