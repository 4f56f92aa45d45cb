"""Sentences that store the formulas they mention, labels ``φ1 := p ∨ q`` for long formulas, and explained terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from kripke.data.wording import brief
from logic.clauses import Announce, AnnounceDual, AnnounceWhether, Atom
from logic.formula import Formula
from logic.table import flatten, rebuild

MARK = re.compile("\ue002(\\d+)\ue003")


def mark(number: int) -> str:
    """The mark that stands for a formula until the sentence is complete."""
    return f"\ue002{number}\ue003"


class Sentence(str):
    """A text with its pieces: plain text, and the formulas that it mentions. Equal to the plain text."""

    __slots__ = ("pieces",)
    pieces: tuple[str | Formula, ...]

    def __new__(cls, pieces: tuple[str | Formula, ...]) -> Sentence:
        """The sentence of these pieces."""
        sentence = super().__new__(cls, "".join([each if isinstance(each, str) else brief(each) for each in pieces]))
        sentence.pieces = pieces
        return sentence

    def __reduce__(self) -> tuple[type[Sentence], tuple[tuple[str | Formula, ...]]]:
        return Sentence, (self.pieces,)


def sentence(text: str, formulas: Callable[[int], Formula | None]) -> Sentence:
    """The sentence of a text with marks; `formulas` gives the formula of a mark, or None for an unknown number."""
    pieces: list[str | Formula] = []
    for place, piece in enumerate(MARK.split(text)):
        formula = formulas(int(piece)) if place % 2 else None
        pieces.append(piece if formula is None else formula)
    return Sentence(tuple(pieces))


def mentioned(text: str) -> Sequence[Formula]:
    """The formulas that a sentence mentions; none for a plain text."""
    return [piece for piece in getattr(text, "pieces", ()) if not isinstance(piece, str)]


def spelled(text: str, formula_text: Callable[[Formula], str]) -> str:
    """The sentence with other texts for its formulas; a plain text as it is."""
    pieces = getattr(text, "pieces", None)
    if pieces is None:
        return text
    return "".join([each if isinstance(each, str) else formula_text(each) for each in pieces])


Term = Literal["reach", "ranks", "threshold", "implication", "announcement", "action"]

GLOSSES: dict[Term, str] = {
    "reach": "within reach: by one or more steps, each to a world that the agent who takes the step considers possible",
    "ranks": "an agent believes what holds at the most plausible of the worlds that they consider possible; the lower "
    "the rank, the more plausible the world",
    "threshold": "an agent believes what holds at those of the worlds that they consider possible whose weight reaches "
    "the threshold; where none does, at the heaviest of them",
    "implication": "an implication holds wherever its left side fails",
    "announcement": "what cannot be announced has no afterwards, so everything is said to hold after it",
    "action": "what cannot happen has no afterwards, so everything is said to hold after it",
}
"""Term -> what it means, as a part of a sentence."""


LONG, OFTEN = 20, 4  # least number of characters of a formula that gets a label, and of its mentions

ROWS = 400  # maximal number of distinct subformulas of a formula in which labels are put


ANNOUNCED = Announce, AnnounceDual, AnnounceWhether  # the formulas about what holds after an announcement


class Labels:
    """Labels for the long announced formulas that are mentioned often.

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
        if len(rows) > ROWS:
            return formula
        parts: list[Formula] = []
        for place, (node, kids) in enumerate(rows):
            proper = place < len(rows) - 1 and node in self._labels
            parts.append(self._labels[node] if proper else rebuild(node, [parts[kid] for kid in kids]))
        return parts[-1]


def _statements(mentions: Mapping[Formula, int]) -> Iterator[Formula]:
    """The announced formulas that are long enough, in the order of their first mention."""
    statements: dict[Formula, None] = {}
    for formula in mentions:
        while isinstance(formula, ANNOUNCED):
            statements[formula.statement] = None
            formula = formula.sub
    return (statement for statement in statements if len(brief(statement)) >= LONG)


def _count(statement: Formula, mentions: Mapping[Formula, int]) -> int:
    """Number of mentions in which a formula occurs, up to `OFTEN`."""
    count = 0
    for whole, times in mentions.items():
        rows = flatten(whole).rows
        if len(rows) <= ROWS and any(statement == part for part, _ in rows):
            count += times
        if count >= OFTEN:
            break
    return count
