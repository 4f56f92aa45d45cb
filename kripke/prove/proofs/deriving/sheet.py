"""The lines of a derivation as they are found: each once, numbered at the end, without those that nothing needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kripke.prove.clock import Clock
from kripke.prove.hilbert.consequence import counterexample
from kripke.prove.hilbert.forms import TRUE, Form, Forms
from kripke.prove.hilbert.lines import Line
from kripke.prove.proofs.deriving.wording import folded, implication
from logic.errors import TooLarge
from logic.formula import Formula
from logic.measure import size

FEW = 40
"""Number of lines up to which those that a conclusion does not need are left out, one call of the solver for each."""

MOST_NODES = 1_000_000
"""Number of nodes of the formulas of all lines above which a derivation is refused: some seconds."""

Box = Callable[[Formula], Formula]


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A line without a number."""

    formula: Formula
    rule: str
    of: tuple[Draft, ...] = ()


class Sheet:
    """The lines found so far."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.known: dict[Form, Draft] = {}
        self.nodes = 0

    def line(self, formula: Formula, rule: str, *of: Draft) -> Draft:
        """The line with this formula: the one that is known, or a new one."""
        found = self.known.get(self.forms.of(formula))
        if found is None:
            self.nodes += size(formula)
            if self.nodes > MOST_NODES:
                raise TooLarge(f"its formulas have over {MOST_NODES:,} nodes together")
            found = self.known[self.forms.of(formula)] = Draft(formula, rule, of)
        return found

    def follows(self, given: Iterable[Draft], wanted: Formula) -> bool:
        """Whether a formula is a propositional consequence of lines."""
        forms = [self.forms.of(each.formula) for each in given]
        return counterexample(self.forms, forms, self.forms.of(wanted), Clock(None)) is None

    def is_same(self, one: Formula, other: Formula) -> bool:
        """Whether two formulas are equal up to definitions."""
        return self.forms.wide(self.forms.of(one)) == self.forms.wide(self.forms.of(other))

    def conclude(self, formula: Formula, given: Iterable[Draft]) -> Draft:
        """The line of a propositional consequence, from as few of the given lines as it needs."""
        found = self.known.get(self.forms.of(formula))
        return found or self.line(formula, "PL", *self._needed(formula, list(dict.fromkeys(given))))

    def _needed(self, formula: Formula, given: list[Draft]) -> list[Draft]:
        if len(given) <= FEW:
            for each in given[::-1]:
                rest = [other for other in given if other is not each]
                if self.follows(rest, formula):
                    given = rest
        return given

    def lift(self, box: Box, given: Sequence[Formula], then: Formula, lines: Iterable[Draft]) -> list[Draft]:
        """The line ``[]X1 & ... & []Xn -> []Y`` where ``X1 & ... & Xn -> Y`` follows; none if Y is the only X."""
        given = [each for each in given if self.forms.of(each) != TRUE]
        if any(self.forms.of(each) == self.forms.of(then) for each in given):
            return []
        boxed = implication([box(each) for each in given], box(then))
        if self.forms.of(boxed) in self.known:
            return [self.known[self.forms.of(boxed)]]
        inner = self.conclude(implication(given, then), lines)
        if not given:
            return [self.line(boxed, "Nec", inner)]
        return [self.line(boxed, "RM" if len(given) == 1 else "RK", self._shorter(inner))]

    def _shorter(self, found: Draft) -> Draft:
        """The line that a conclusion says in other words, if there is one."""
        if found.rule == "PL" and len(found.of) == 1 and self.follows([found], found.of[0].formula):
            return found.of[0]
        return found


def numbered(last: Draft, said: Formula) -> tuple[Line, ...]:
    """The lines that a line needs, and this line, in order."""
    number: dict[Draft, int] = {}
    lines: list[Line] = []
    stack = [last]
    while stack:
        draft = stack[-1]
        waiting = [each for each in draft.of if each not in number]
        if waiting and draft not in number:
            stack += reversed(waiting)
            continue
        stack.pop()
        if draft not in number:
            number[draft] = len(lines) + 1
            formula = said if draft is last else folded(draft.formula)
            lines.append(Line(len(lines) + 1, formula, draft.rule, tuple(sorted([number[each] for each in draft.of]))))
    return tuple(lines)
