"""The marks of an answer: points with reasons for each part, such as a statement or a line of a proof."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing
from logic.formula import Formula

Points: TypeAlias = int | Fraction
LINES = 14  # maximal number of lines of an explanation in a mark


class Mark(NamedTuple):
    """Points and reasons for one part of an answer."""

    earned: Points  # negative for a wrong choice
    of: Points  # the maximum
    says: str  # the verdict as a sentence
    why: tuple[str, ...] = ()  # the lines of the reasons, each indented below the line that it explains
    model: KripkeModel | None = None  # a model whose actual world shows the mistake
    fault: bool = False  # a part with a fault is not right, even if it loses no points
    undecided: bool = False  # whether the prover ran out of time; then the part has no points

    @property
    def right(self) -> bool:
        """Whether the part has earned all its points, has no fault, and is decided."""
        return self.earned == self.of and not self.fault and not self.undecided

    def to_dict(self) -> dict[str, Any]:
        """Return the mark as plain data; points are rounded to two decimals."""
        row = {
            "right": self.right, "earned": _number(self.earned), "of": _number(self.of), "says": self.says,
            "why": list(self.why), "undecided": self.undecided,
        }  # fmt: skip
        return row if self.model is None else row | {"model": self.model.to_dict()}


class Marks(NamedTuple):
    """The marks of all parts of an answer."""

    rows: tuple[Mark, ...]

    @property
    def earned(self) -> Points:
        """The points earned; negative if wrong choices outweigh right ones."""
        return sum(row.earned for row in self.rows)

    @property
    def of(self) -> Points:
        """The maximum number of points, without the points of undecided parts."""
        return sum(row.of for row in self.rows)

    @property
    def right(self) -> bool:
        """Whether every part of the answer is right."""
        return all(row.right for row in self.rows)

    @property
    def undecided(self) -> bool:
        """Whether the prover ran out of time in some part."""
        return any(row.undecided for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the marks as plain data; points are rounded to two decimals."""
        return {
            "right": self.right, "earned": _number(self.earned), "of": _number(self.of), "undecided": self.undecided,
            "rows": [row.to_dict() for row in self.rows],
        }  # fmt: skip


def _number(points: Points) -> int | float:
    return int(points) if points == int(points) else round(float(points), 2)


def nothing_chosen(of: int, what: str) -> Marks:
    """Return the marks of an empty answer: 0 of `of` points, and the advice to choose `what`."""
    return Marks((Mark(0, of, f"Nothing is chosen yet. Choose {what}."),))


def worth(right: int, wrong: int) -> tuple[Fraction, Fraction]:
    """Return the points for each right choice and the loss for each wrong one; guessing has the expected value 0.

    `right` and `wrong` are the numbers of such choices, both positive. All right choices together earn, and all wrong
    choices together cost, `right` + `wrong` points.

    >>> worth(2, 3)
    (Fraction(5, 2), Fraction(5, 3))
    """
    return Fraction(right + wrong, right), Fraction(right + wrong, wrong)


def points_of_set(chosen: set[str], right: set[str], every: Sequence[str]) -> Points:
    """Return a chosen set's points, as in `worth`; if all or no elements are right, only the exact set earns points."""
    if not 0 < len(right) < len(every):
        return len(every) if chosen == right else 0
    gain, cost = worth(len(right), len(every) - len(right))
    return gain * len(chosen & right) - cost * len(chosen - right)


def with_losses(rows: Iterable[Mark]) -> Marks:
    """Return the marks with a loss of one point for each fault, until no points are left."""
    marks = list(rows)
    left = sum(int(row.earned) for row in marks)
    for i, row in enumerate(marks):
        if row.fault and left:
            marks[i] = row._replace(earned=-1)
            left -= 1
    return Marks(tuple(marks))


def reasons(model: KripkeModel, formula: Formula, at: World | None = None) -> tuple[str, ...]:
    """Explain why the formula holds or fails at a world, by default the actual one, in at most `LINES` lines."""
    return cut_short(str(model.check(formula, at=at).explain()).splitlines())


def cut_short(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines; if there are more than `LINES`, only the first `LINES` - 1 and an ellipsis."""
    return tuple(lines if len(lines) <= LINES else [*lines[: LINES - 1], "…"])


def listed(worlds: Sequence[World]) -> str:
    """Return the worlds as an enumeration such as ``s, t and u``; ``no world`` if there are none."""
    return listing(map(world_text, worlds), "and") or "no world"
