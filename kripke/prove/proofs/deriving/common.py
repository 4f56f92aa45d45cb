"""Common knowledge as lines: its unfolding, and what follows by induction, at once or after announcements.

After an announcement of p the fixpoint is the formula ``E_G (p -> f & [p] C_G f)``: at a world where p is true it says
what ``[p] C_G f`` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from kripke.prove.proofs.deriving.bridges import Bridges
from kripke.prove.proofs.deriving.sheet import Box, Draft, Sheet
from kripke.prove.proofs.deriving.wording import implication
from logic import clauses as f
from logic.formula import Formula


@dataclass(frozen=True, slots=True)
class Fixpoint:
    """Common knowledge, perhaps after an announcement.

    Parameters
    ----------
    body : Formula
        What is commonly known, said of the model before the announcement.
    pre : Formula or None
        When the announcement is possible; None: there is none.
    """

    formula: f.C | f.E
    group: frozenset[str]
    body: Formula
    pre: Formula | None
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


class Commons:
    """The lines about fixpoints."""

    def __init__(self, sheet: Sheet, bridges: Bridges) -> None:
        self.sheet, self.bridges, self.letters = sheet, bridges, bridges.letters
        self.translation = bridges.translation

    def fixpoint(self, row: int, history: int) -> Fixpoint:
        """The fixpoint of a formula after a history.

        Parameters
        ----------
        row : int
            The row of the formula.
        """
        match self.letters.formula(self.translation.term(history, row)):
            case f.C(group, body) as formula:
                return Fixpoint(formula, frozenset(group or ()), body, None, row, history)
            case f.E(group, f.Implies(pre, f.And(body, _))) as formula:
                return Fixpoint(formula, frozenset(group or ()), body, pre, row, history)
        raise AssertionError("common knowledge has one of these forms, see `Letters`")

    def _announced(self, fixpoint: Fixpoint) -> tuple[Formula, list[Draft], Draft]:
        """The announcement, the lines about it and the body, and the line about common knowledge after it."""
        said = self.letters.said(fixpoint.history)
        assert said is not None, "the history is not empty"
        kid = self.translation.rows[fixpoint.row][1][0]
        self._announce(fixpoint.history)
        lines = [*self.bridges.after(kid, said, fixpoint.history), *self.bridges.before[said]]
        return said, lines, self.bridges.common(fixpoint.row, said, fixpoint.history)

    def _announce(self, history: int) -> None:
        """Find the lines that say when the announcements of a history are possible."""
        before, (_, row) = self.translation.past[history]
        if before:
            self._announce(before)
        self.bridges.announce(row, self.letters.said(before), before)

    def unfolding(self, fixpoint: Fixpoint) -> list[Draft]:
        """The lines that say that the fixpoint is its next step."""
        whole = fixpoint.everyone(fixpoint.step(fixpoint.formula))
        if fixpoint.pre is None:
            return [self.sheet.line(f.Iff(fixpoint.formula, whole), "Fix")]
        _, lines, common = self._announced(fixpoint)
        equal = f.Iff(fixpoint.formula.sub, fixpoint.step(fixpoint.formula))
        return [self.sheet.line(f.Iff(fixpoint.formula, whole), "RE", self.sheet.conclude(equal, [common, *lines]))]

    def induction(self, fixpoint: Fixpoint, invariant: Formula, lines: Sequence[Draft]) -> list[Draft]:
        """The line that the fixpoint follows from its invariant; before it, for an announcement, that of rule AnnC.

        Parameters
        ----------
        lines : sequence of Draft
            The lines from which ``Y -> E_G (f & Y)`` follows.
        """
        after = fixpoint.step(invariant)
        if fixpoint.pre is None:
            step = self.sheet.conclude(f.Implies(invariant, fixpoint.everyone(after)), lines)
            return [self.sheet.line(f.Implies(invariant, fixpoint.formula), "Ind", step)]
        given = [] if isinstance(invariant, f.Top) else [invariant]
        step = self.sheet.conclude(implication(given, fixpoint.everyone(after)), lines)
        common = self._announced_common(fixpoint, after, step)
        lifted = self.sheet.lift(fixpoint.everyone, [after], fixpoint.formula.sub, [common])
        return [common, self.sheet.conclude(implication(given, fixpoint.formula), [step, *lifted])]

    def _announced_common(self, fixpoint: Fixpoint, after: Formula, step: Draft) -> Draft:
        """The line of rule AnnC, from the line that everyone knows what holds at the next step."""
        said, about, _ = self._announced(fixpoint)
        node, (kid,) = self.translation.rows[fixpoint.row]
        starts = self.sheet.conclude(f.Implies(after, f.Announce(said, self.translation.rows[kid][0])), about)
        goes_on = self.sheet.conclude(f.Implies(f.And(after, said), fixpoint.everyone(after)), [step, *about])
        return self.sheet.line(f.Implies(after, f.Announce(said, node)), "AnnC", starts, goes_on)
