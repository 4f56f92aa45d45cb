"""Why a formula holds at every world of a model: the worlds in cases, each with an example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from kripke.checking.explicit import Actions
from kripke.data.structure import Structure
from kripke.data.wording import brief, is_literal
from kripke.why.explain import explain_view, explicit_view, spell
from kripke.why.explanation import Explanation, Row, rows_to_html
from kripke.why.point import LISTED, Point
from kripke.why.view import DEPTH, SIZE, Detail, View, Worlds
from logic import clauses as f
from logic.exact import plural
from logic.formula import Formula

BOXES = f.K, f.E, f.C, f.D
"""Formulas that hold everywhere if their subformula does."""

MOST = 12
"""Maximal number of cases that are shown."""


@dataclass(frozen=True)
class Case:
    """Some worlds where a formula holds for one reason.

    Parameters
    ----------
    text : str
        The worlds and the reason: ``at w1 and w2, p is true``.
    example : Explanation or None
        The reason at one of the worlds; None where the text says all.
    """

    text: str
    count: int
    example: Explanation | None = None


@dataclass(frozen=True)
class Survey:
    """Why a formula holds at every world, by cases.

    Parameters
    ----------
    cases : tuple of Case
        Together they have all worlds, or for a conjunction all worlds for each part.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    >>> print(m.check("K_a p -> p").survey())
    K_a p → p holds at each of 2 worlds, in 2 cases
      at w1, p is true
      at w2, K_a p fails, so the implication holds
        K_a p fails at w2: a considers w2 itself possible, and p is false there
    """

    formula: Formula
    count: int
    cases: tuple[Case, ...]
    omitted: int = 0

    def rows(self) -> Iterator[Row]:
        """The lines of the text: each with its explanation or None, its depth and its words."""
        total = len(self.cases) + self.omitted
        cases = f", in {total} cases" if total > 1 else ""
        yield None, 0, f"{brief(self.formula)} holds at each of {plural(self.count, 'world')}{cases}"
        for case in self.cases:
            yield None, 1, case.text
            if case.example is not None:
                yield from [(node, depth + 2, text) for node, depth, text in case.example.rows()]
        if self.omitted:
            yield None, 1, f"… ({self.omitted:,} more)"

    def __str__(self) -> str:
        """Indented text, one line for each case and for each reason of its example."""
        return "\n".join("  " * depth + text for _, depth, text in self.rows())

    def _repr_html_(self) -> str:
        return rows_to_html(list(self.rows()))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        cases = [
            {"says": case.text, "count": case.count}
            | ({} if case.example is None else {"example": case.example.to_dict()})
            for case in self.cases
        ]
        return {"cases": cases} | ({"omitted": self.omitted} if self.omitted else {})


def survey(structure: Structure, formula: Formula, detail: Detail = "full", actions: Actions | None = None) -> Survey:
    """Explain why a formula, which holds at every world, does so.

    Notes
    -----
    O(n) for n worlds and each case, besides the values of the subformulas and one explanation for each case.
    """
    return survey_view(explicit_view(structure, formula, actions), detail)


def survey_view(view: View, detail: Detail) -> Survey:
    """Explain why the formula of the view's program holds at every world; the same function serves every engine."""
    root, domain = view.program.root, view.domain
    groups = [group for group in _groups(view, root, domain) if view.size(group.worlds)]
    drafts = [_case(view, group, detail) for group in groups[:MOST]]
    cases = tuple([Case(str(spell(view, text)), count, example) for text, count, example in drafts])
    formula = view.program.steps[root].formula
    return Survey(formula, view.size(domain), cases, max(0, len(groups) - MOST))


class Group(NamedTuple):
    """The worlds where one part of a formula decides.

    Attributes
    ----------
    row : int
        Row of the part.
    value : bool
        Its truth value.
    worlds : Worlds
        The worlds.
    then : str
        What follows from it.
    """

    row: int
    value: bool
    worlds: Worlds
    then: str = ""


def _groups(view: View, row: int, worlds: Worlds) -> list[Group]:
    """The worlds by the part of the formula that decides; those of a conjunction for each conjunct."""
    parts = _parts(view, row) if isinstance(view.program.steps[row].formula, f.And) else [row]
    return [group for part in parts for group in _decided(view, part, worlds)]


def _decided(view: View, row: int, worlds: Worlds) -> list[Group]:
    node, kids = view.program.steps[row].formula, view.program.steps[row].operands
    if isinstance(node, f.Or):
        return _one_by_one(view, row, worlds)
    if isinstance(node, f.Implies):
        yes, no = view.split(kids[1], worlds)
        return [Group(kids[1], True, yes), Group(kids[0], False, no, ", so the implication holds")]
    if isinstance(node, f.Announce):
        yes, no = view.split(kids[0], worlds)
        return [Group(row, True, yes), Group(kids[0], False, no, ", so it cannot be announced")]
    if isinstance(node, (f.Iff, f.Xor)):
        yes, no = view.split(kids[0], worlds)
        return [Group(kids[0], True, yes), Group(kids[0], False, no)]
    return [Group(row, True, worlds)]


def _one_by_one(view: View, row: int, worlds: Worlds) -> list[Group]:
    """Each disjunct with the worlds where it is the first that holds; those without operators come first."""
    found: list[Group] = []
    for part in sorted(_parts(view, row), key=lambda each: not is_literal(view.program.steps[each].formula)):
        yes, worlds = view.split(part, worlds)
        found.append(Group(part, True, yes))
    return found


def _parts(view: View, row: int) -> list[int]:
    """The rows joined by the connective of a row, however they are nested, without duplicates."""
    steps, parts, stack = view.program.steps, dict[int, None](), [row]
    while stack:
        each = stack.pop()
        if type(steps[each].formula) is type(steps[row].formula):
            stack += reversed(steps[each].operands)
        else:
            parts[each] = None
    return list(parts)


def _case(view: View, group: Group, detail: Detail) -> tuple[str, int, Explanation | None]:
    """The text of a group, the number of its worlds, and an example if the text leaves something open."""
    (one,) = view.near(group.worlds, None, 1)
    point, row, count = Point(view, group.row, one), group.row, view.size(group.worlds)
    text = f"{_where(point, group.worlds, count)}, {point.says(row, group.value)}{group.then}"
    if isinstance(point.node, BOXES) and view.size(view.split(point.kids[0], view.domain)[1]) == 0:
        row = point.kids[0]
        text = f"{point.says(row, True)} everywhere, so also at all worlds that an agent considers possible"
    if is_literal(view.program.steps[row].formula):
        return text, count, None
    return text, count, explain_view(view, one, DEPTH, SIZE, detail, row)


def _where(point: Point, worlds: Worlds, count: int) -> str:
    """``everywhere``, ``at w1 and w2``, ``at 1,024 worlds, such as w1, w2 and w3``."""
    if count == point.view.size(point.view.domain):
        return "everywhere"
    more = f"{count:,} worlds, such as " if count > LISTED else ""
    return f"at {more}{point.names(point.few(worlds) if more else point.view.near(worlds, None, LISTED))}"
