"""What a marked derivation says: each line is right, or it is wrong and why."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from kripke.prove.hilbert.lines import Line
from logic.errors import few
from logic.exact import plural


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a line.

    Parameters
    ----------
    problem : str
        What is wrong and how to mend it; empty if the line is right.
    rests_on : tuple of int
        The wrong lines that this line needs, directly or by others.
    """

    line: Line
    problem: str = ""
    rests_on: tuple[int, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the line follows by its rule from the lines that it names."""
        return not self.problem

    @property
    def note(self) -> str:
        """What is wrong with the line or with the lines that it needs; empty if nothing is."""
        if self.problem or not self.rests_on:
            return self.problem
        lines = few([str(number) for number in self.rests_on], "and")
        return f"it follows, but it rests on line{'s' * (len(self.rests_on) > 1)} {lines}, which must be mended"


@dataclass(frozen=True)
class Marking:
    """A marked derivation; `bool` of it says whether every line is right and it proves what it should.

    Parameters
    ----------
    problem : str
        Why the derivation does not prove what it should; empty if it does, or nothing was asked for.

    Examples
    --------
    >>> from whoknows import Derivation
    >>> marking = Derivation.parse("1. K_a p -> p  T").check(proves="p -> M_a p")
    >>> bool(marking), [mark.right for mark in marking.marks]
    (False, [True])
    """

    logic: str
    marks: tuple[Mark, ...]
    problem: str = ""

    def __bool__(self) -> bool:
        return not self.problem and all(mark.right for mark in self.marks)

    @property
    def wrong(self) -> tuple[int, ...]:
        """The numbers of the wrong lines."""
        return tuple(mark.line.number for mark in self.marks if not mark.right)

    @property
    def summary(self) -> str:
        """The result in one line."""
        count = len(self.wrong)
        parts = [f"{count} of {plural(len(self.marks), 'line')} {'is' if count == 1 else 'are'} wrong"] * bool(count)
        parts += [self.problem] * bool(self.problem)
        right = "the line is right" if len(self.marks) == 1 else f"all {plural(len(self.marks), 'line')} are right"
        return "; ".join(parts) or right

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines as texts, with the justifications in one column."""
        texts = [f"{mark.line.number}. {mark.line.formula}" for mark in self.marks]
        width = min(max(map(len, texts)), WIDEST)
        return tuple([f"{text:{width}}  {mark.line.why}" for text, mark in zip(texts, self.marks, strict=True)])

    def __str__(self) -> str:
        lines = [f"logic: {self.logic}"]
        for row, mark in zip(self.rows, self.marks, strict=True):
            lines += [f"{'✓' if mark.right else '✗'} {row}", *[INDENT + note for note in mark.note.splitlines()]]
        return "\n".join([*lines, self.summary])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'✓' if mark.right else '✗'}</td><td>{mark.line.number}</td>"
            f"<td>{escape(str(mark.line.formula))}</td><td>{escape(mark.line.why)}</td><td>{escape(mark.note)}</td></tr>"
            for mark in self.marks
        )
        return f"<div><p>{escape(self.logic)}</p><table>{rows}</table><p>{escape(self.summary)}</p></div>"

    def to_dict(self) -> dict[str, Any]:
        """The marking as plain data, for JSON."""
        lines = [
            {
                "number": mark.line.number,
                "formula": str(mark.line.formula),
                "justification": mark.line.why,
                "right": mark.right,
                "problem": mark.problem,
                "rests_on": list(mark.rests_on),
            }
            for mark in self.marks
        ]
        return {"right": bool(self), "logic": self.logic, "problem": self.problem, "lines": lines}


INDENT = "     "
WIDEST = 80
"""Column of the justifications if a formula is longer."""
