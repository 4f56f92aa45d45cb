"""A line of a derivation."""

from __future__ import annotations

from dataclasses import dataclass

from logic.formula import Formula


@dataclass(frozen=True, slots=True)
class Line:
    """A numbered formula with its justification.

    Parameters
    ----------
    rule : str
        Name of the rule or axiom, such as ``PL``, ``Nec`` or ``5``.
    of : tuple of int
        Numbers of the lines that the rule is applied to.
    """

    number: int
    formula: Formula
    rule: str
    of: tuple[int, ...] = ()

    @property
    def why(self) -> str:
        """The justification: ``PL 1,2``; a bare ``5`` could be an axiom or a line."""
        rule = "axiom " * self.rule.isdigit() + self.rule
        return f"{rule} {','.join(map(str, self.of))}" if self.of else rule
