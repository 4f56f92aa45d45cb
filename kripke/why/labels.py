"""Short labels for announced formulas that an explanation repeats: ``φ1 := muddy(anne) ∨ muddy(bill)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kripke.data.wording import brief
from logic.clauses import Announce, AnnounceDual, AnnounceWhether, Atom
from logic.formula import Formula
from logic.table import flatten, rebuild

LONG, OFTEN = 20, 4
"""Least number of characters of a formula that gets a label, and of its mentions."""

ROWS = 400
"""Maximal number of distinct subformulas of a formula in which labels are put."""


ANNOUNCED = Announce, AnnounceDual, AnnounceWhether
"""The formulas about what holds after an announcement."""


class Labels:
    """Labels for the long announced formulas that are mentioned often.

    Examples
    --------
    >>> from logic.parser import parse
    >>> labels = Labels([parse("[K_a p | K_b p | K_c p] K_a p")] * 4)
    >>> labels.text(parse("[K_a p | K_b p | K_c p] K_a p")), labels.definitions
    ('[φ1] K_a p', ['φ1 := K_a p ∨ K_b p ∨ K_c p'])
    """

    def __init__(self, mentions: Iterable[Formula] = ()) -> None:
        self._texts: dict[Formula, str] = {}
        self._labels: dict[Formula, Atom] = {}
        counts = Counter(mentions)
        often = [statement for statement in _statements(counts) if _count(statement, counts) >= OFTEN]
        taken = {name for formula in counts for name in formula.atoms} if often else set()
        free = (name for i in range(1, len(often) + len(taken) + 1) if (name := f"φ{i}") not in taken)
        self._labels = {formula: Atom(name) for formula, name in zip(often, free, strict=False)}

    @property
    def definitions(self) -> list[str]:
        """The definitions, one text each: ``φ1 := p ∨ q``."""
        return [f"{label.name} := {brief(self.inside(formula))}" for formula, label in self._labels.items()]

    def text(self, formula: Formula) -> str:
        """The text of a formula, shortened as by `brief`, with labels."""
        known = self._texts.get(formula)
        if known is None:
            known = self._texts[formula] = brief(self.put(formula))
        return known

    def put(self, formula: Formula) -> Formula:
        """The formula with an atom for each part that has a label."""
        return self._labels[formula] if formula in self._labels else self.inside(formula)

    def inside(self, formula: Formula) -> Formula:
        """The formula with an atom for each proper part that has a label."""
        if not self._labels:
            return formula
        rows = flatten(formula).rows
        return _replaced(rows, self._labels) if len(rows) <= ROWS else formula


def _statements(mentions: Mapping[Formula, int]) -> Iterator[Formula]:
    """The announced formulas that are long enough, in the order of their first mention."""
    found: dict[Formula, None] = {}
    for formula in mentions:
        while isinstance(formula, ANNOUNCED):
            found[formula.statement] = None
            formula = formula.sub
    return (statement for statement in found if len(brief(statement)) >= LONG)


def _count(statement: Formula, mentions: Mapping[Formula, int]) -> int:
    """In how many mentions a formula occurs."""
    found = 0
    for whole, times in mentions.items():
        rows = flatten(whole).rows
        if len(rows) <= ROWS and any(statement == part for part, _ in rows):
            found += times
        if found >= OFTEN:
            break
    return found


def _replaced(rows: list[tuple[Formula, tuple[int, ...]]], labels: Mapping[Formula, Atom]) -> Formula:
    done: list[Formula] = []
    for place, (node, kids) in enumerate(rows):
        proper = place < len(rows) - 1
        done.append(labels[node] if proper and node in labels else rebuild(node, [done[kid] for kid in kids]))
    return done[-1]
