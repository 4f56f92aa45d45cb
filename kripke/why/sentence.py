"""Sentences that remember which formulas they mention, so that a long one can be given a label afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kripke.data.wording import brief
from logic.formula import Formula

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
    """The sentence of a text with marks.

    Parameters
    ----------
    formulas : function of int
        The formula of a mark; None if there is none of this number.
    """
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
