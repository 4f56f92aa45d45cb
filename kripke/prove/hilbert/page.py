"""The lines above a line: what a rule may use, and what they rest on."""

from __future__ import annotations

from collections.abc import Mapping

from kripke.data.wording import brief
from kripke.prove.clock import Clock
from kripke.prove.hilbert.consequence import counterexample
from kripke.prove.hilbert.forms import Form, Forms
from kripke.prove.hilbert.lines import Line
from kripke.prove.question.logics import System

PREMISE, THEORY, SERIAL = "premise", "theory", "serial"
"""What a line may rest on: premises (true at one world), a theory and seriality (before announcements)."""

SHOWN = 120
"""Number of characters of a formula in a message."""


class Page:
    """The lines so far.

    Parameters
    ----------
    axioms : tuple of str or None
        The axioms that may be used. None: all that the systems have.
    clock : Clock
        The time limit.
    """

    def __init__(
        self, forms: Forms, systems: Mapping[str, System], axioms: tuple[str, ...] | None, clock: Clock
    ) -> None:
        self.forms, self.systems, self.axioms, self.clock = forms, systems, axioms, clock
        self.form: dict[int, Form] = {}
        self.rests: dict[int, frozenset[str]] = {}
        self.broken: dict[int, frozenset[int]] = {}
        self.given: dict[str, set[Form]] = {}
        """The formulas that lines may take as premises and as theory; without an entry any."""
        self.believes: dict[str, bool] = {}
        self.used: set[str] = set()
        """What the rule of the line that is judged brings in."""

    def add(self, line: Line, wrong: bool) -> None:
        """Add a line."""
        above = [number for number in line.of if number in self.form]
        self.form[line.number] = self.forms.of(line.formula)
        self.rests[line.number] = frozenset(self.used).union(*[self.rests[number] for number in above])
        broken = frozenset[int]().union(*[self.broken[number] for number in above])
        self.broken[line.number] = broken | {line.number} if wrong else broken
        self.used = set()

    def text(self, form: Form) -> str:
        """The formula of a form, shortened."""
        return brief(self.forms.formula(form), width=SHOWN)

    def fails(self, given: list[Form], wanted: Form) -> str:
        """Values of letters for which all of `given` hold and `wanted` fails; empty if it is a consequence."""
        values = counterexample(self.forms, given, wanted, self.clock)
        if values is None:
            return ""
        if not values:
            return "never"
        shown = [
            f"{self.text(letter)} is {'true' if values[letter] else 'false'}" for letter in sorted(values)[:LETTERS]
        ]
        return "for example if " + ", ".join(shown) + (", ..." if len(values) > LETTERS else "")


LETTERS = 6
"""Maximal number of letters in a message."""
