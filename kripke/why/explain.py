"""Explanations: why a formula holds or fails at a world, and why it holds at every world.

The reasons are computed breadth first, once for each formula, world and announcement context, up to a bound. Then they
are put in reading order, and a repeated reason refers to its first occurrence. A survey divides worlds into cases, each
with an example.
"""

from collections import Counter, deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from kripke.checking.check import Evaluation
from kripke.checking.explicit import Actions, algebra
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from kripke.data.wording import brief, is_literal
from kripke.why.explanation import Explanation, Row, Told
from kripke.why.explicit_view import ExplicitView
from kripke.why.point import GLOSSES, LISTED, MARK, Link, Point, Sentence, Term, joined_rows
from kripke.why.reasons import reason
from kripke.why.runs import Run
from kripke.why.view import DEPTH, DETAILS, SIZE, Detail, Subject, View, Worlds
from logic import clauses as f
from logic.errors import require_choice, shorten
from logic.exact import is_whole, plural
from logic.formula import Formula

KEPT = 2**30
"""Memory in bytes up to which the values of all subformulas are stored; otherwise they are computed on demand."""

Key = tuple[Subject, int, Hashable]  # a subject at a position in a context: the unit that is explained once


def explain(
    view: View, position: int, depth: int = DEPTH, size: int = SIZE, detail: Detail = "full", row: int | None = None
) -> Explanation:
    """Explain why the formula of the view, or the subformula in `row` of its program, holds or fails at a world.

    `ModelError` for an invalid `depth`, `size` or `detail`.
    """
    for name, number in (("depth", depth), ("size", size)):
        if not is_whole(number, 0):
            raise ModelError(f"{name} {shorten(repr(number))}: expected a whole number, at least 0")
    require_choice(detail, "detail", DETAILS, ModelError)
    root: Key = view.program.root if row is None else row, position, view.key
    drafts = _drafts(view, root, depth, size, detail == "brief")
    return _build_tree(drafts, root, glossed=detail == "full")


def spell(view: View, text: str) -> Sentence:
    """The text of a reason, with the names of worlds and formulas in place of the placeholders."""
    steps, pieces = view.program.steps, list[str | Formula]()
    for place, piece in enumerate(MARK.split(view.spelled(text))):
        is_row = place % 2 and int(piece) < len(steps)
        pieces.append(steps[int(piece)].formula if is_row else piece)
    return Sentence(tuple(pieces))


def one_reason(view: View, position: int) -> str:
    """The reason for the view's formula as one sentence, without further explanation."""
    return spell(view, reason(Point(view, view.program.root, position)).text)


def explicit_view(
    structure: Structure, formula: Formula, actions: Actions | None = None, room: int | None = None
) -> ExplicitView:
    """Return the view of an explicit model; it stores all values if they fit into `room` bytes, by default `KEPT`."""
    room = KEPT if room is None else room
    program = compile_formula(formula, structure.relations)
    program.require(structure.relations, structure.valuation, actions or (), structure.worlds)
    start = algebra(structure, actions=actions)
    evaluation = Evaluation(program, start, keep=len(program.steps) * structure.size <= room)
    return ExplicitView(evaluation, start)


class _Draft:
    """A reason under construction; `below` has the keys and links of the reasons found so far."""

    def __init__(self, view: View, key: Key) -> None:
        self.point = Point(view, key[0], key[1])
        result = reason(self.point)
        self.reason = result._replace(links=tuple([to for to in result.links if to.view or view.has(to.position)]))
        self.below: list[tuple[Key, Link]] = []


def _drafts(view: View, root: Key, depth: int, size: int, brief: bool) -> dict[Key, _Draft]:
    """Return the reasons by key; they are computed breadth first, so that reasons near the root come first."""
    drafts = {root: _Draft(view, root)}
    waiting = deque([(root, 0)])
    while waiting:
        key, level = waiting.popleft()
        below = _below(drafts[key], brief)
        new = {kid: there for kid, _, there in below if kid not in drafts}
        if level < depth and len(drafts) + len(new) <= size:
            drafts[key].below = [(kid, link) for kid, link, _ in below]
            drafts |= {kid: _Draft(there, kid) for kid, there in new.items()}
            waiting += [(kid, level + 1) for kid in new]
    return drafts


def _below(draft: _Draft, brief: bool) -> list[tuple[Key, Link, View]]:
    """The key, link and view of each reason below a draft. A brief explanation has at most one."""
    below: list[tuple[Key, Link, View]] = []
    here = draft.point.view
    for link in dict.fromkeys(draft.reason.links):
        view = link.view or (here if link.change is None else here.after(link.change, link.said))
        below.append(((link.subject, link.position, view.key), link, view))
    if not brief:
        return below
    changed = [each for each in below if each[1].change is not None]
    needed = [each for each in below if not is_literal(Point(each[2], each[1].subject, each[1].position).node)]
    return (changed or needed or below)[:1]


def _build_tree(drafts: dict[Key, _Draft], root: Key, glossed: bool) -> Explanation:
    """Build the tree in reading order; a repeated reason has the number of its first occurrence."""
    order = list[tuple[Key, tuple[Formula, ...], int]]()  # reasons, the changes before them, and the place above them
    first, glosses, said = dict[Key, int](), dict[Key, str](), set[Term]()
    stack: list[tuple[Key, tuple[Formula, ...], int]] = [(root, (), -1)]
    while stack:
        key, after, above = stack.pop()
        place, draft = len(order), drafts[key]
        order.append((key, after, above))
        if first.setdefault(key, place) == place:
            new = [term for term in draft.reason.terms if term not in said] if glossed else []
            said.update(new)
            glosses[key] = "; ".join([GLOSSES[term] for term in new])
            for kid, link in reversed(draft.below):
                change = () if link.change is None else (draft.point.change(link),)
                stack.append((kid, (*after, *change), place))
    times = Counter([key for key, _, _ in order])
    again = [key for key in first if times[key] > 1 and not is_literal(drafts[key].point.node)]
    numbers = {key: number for number, key in enumerate(again, 1)}
    children: list[list[Explanation]] = [[] for _ in order]
    for place, (key, after, above) in reversed([*enumerate(order)]):
        gloss = glosses[key] if first[key] == place else None
        node = _explanation(drafts[key], after, numbers.get(key), gloss, children[place][::-1])
        if above >= 0:
            children[above].append(node)
    return node


def _explanation(
    draft: _Draft, after: tuple[Formula, ...], number: int | None, gloss: str | None, children: list[Explanation]
) -> Explanation:
    """Return the explanation of a reason. `gloss`: the meanings of terms; None for a repetition."""
    point, result, repeats = draft.point, draft.reason, gloss is None
    name = point.view.world
    folded = len(dict.fromkeys(result.links)) - len(draft.below)
    return Explanation(
        formula=point.formula(point.subject),
        world=name(point.position),
        holds=point.holds,
        reason=spell(point.view, result.text) if number is None or not repeats else f"as above ({number})",
        children=tuple(children),
        after=after,
        omitted=0 if repeats else result.omitted + folded,
        path=tuple([(agent, name(i)) for agent, i in result.path]),
        run=None if result.run is None or repeats else _run(point.view, *result.run),
        number=number,
        repeats=repeats,
        gloss=gloss or "",
    )


def _run(view: Any, places: tuple[int, ...], loop: int | None) -> Run:
    ends = places if loop is None else (*places, places[loop])
    return Run(tuple(map(view.world, places)), loop, tuple([view.doing(*step) for step in pairwise(ends)]))


BOXES = f.K, f.E, f.C, f.D, f.EB, f.CB, f.DB  # Formulas that hold everywhere if their subformula does

MOST = 12  # maximal number of cases that are shown


@dataclass(frozen=True)
class Case:
    """Worlds where a formula holds for the same reason: a text, the number of worlds, and perhaps an example."""

    text: str
    count: int
    example: Explanation | None = None


@dataclass(frozen=True)
class Survey(Told):
    """The reasons why a formula holds at every world, by cases.

    The cases cover all worlds. For a conjunction, each of its parts has cases that cover all worlds. `count`: the
    number of worlds. `cases`: the cases that are shown. `omitted`: the number of the other cases.

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

    def rows(self) -> Iterator[Row]:  # noqa: D102
        total = len(self.cases) + self.omitted
        cases = f", in {total} cases" if total > 1 else ""
        yield None, 0, f"{brief(self.formula)} holds at each of {plural(self.count, 'world')}{cases}"
        for case in self.cases:
            yield None, 1, case.text
            if case.example is not None:
                yield from [(node, depth + 2, text) for node, depth, text in case.example.rows()]
        if self.omitted:
            yield None, 1, f"… ({self.omitted:,} more)"

    def to_dict(self) -> dict[str, Any]:
        """The survey as plain data for JSON."""
        cases = [
            {"says": case.text, "count": case.count}
            | ({} if case.example is None else {"example": case.example.to_dict()})
            for case in self.cases
        ]
        return {"cases": cases} | ({"omitted": self.omitted} if self.omitted else {})


def survey(view: View, detail: Detail = "full") -> Survey:
    """Explain why the view's formula holds at every world.

    O(n c) for n worlds and c cases, besides the cost of the examples.
    """
    root, domain = view.program.root, view.domain
    formula = view.program.steps[root].formula
    parts = joined_rows(view, root) if isinstance(formula, f.And) else [root]
    groups = [group for part in parts for group in _decided(view, part, domain) if view.size(group.worlds)]
    drafts = [_case(view, group, detail) for group in groups[:MOST]]
    cases = tuple([Case(str(spell(view, text)), count, example) for text, count, example in drafts])
    return Survey(formula, view.size(domain), cases, max(0, len(groups) - MOST))


class Group(NamedTuple):
    """Worlds where the same truth value of a subformula decides a formula.

    `row` and `value`: the subformula and its truth value there. `then`: the consequence, as the end of a sentence.
    """

    row: int
    value: bool
    worlds: Worlds
    then: str = ""


def _decided(view: View, row: int, worlds: Worlds) -> list[Group]:
    """The worlds, grouped by the part of a row's formula that decides the truth value there."""
    node, kids = view.program.steps[row].formula, view.program.steps[row].operands
    if isinstance(node, f.Or):  # the disjuncts, literals first, each where all earlier ones are false
        groups: list[Group] = []
        for part in sorted(joined_rows(view, row), key=lambda each: not is_literal(view.program.steps[each].formula)):
            yes, worlds = view.split(part, worlds)
            groups.append(Group(part, True, yes))
        return groups
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


def _case(view: View, group: Group, detail: Detail) -> tuple[str, int, Explanation | None]:
    """The text of a group, the number of its worlds, and an example unless the subformula is a literal."""
    (one,) = view.near(group.worlds, None, 1)
    point, row, count = Point(view, group.row, one), group.row, view.size(group.worlds)
    text = f"{_where(point, group.worlds, count)}, {point.says(row, group.value)}{group.then}"
    if isinstance(point.node, BOXES) and view.size(view.split(point.kids[0], view.domain)[1]) == 0:
        row = point.kids[0]
        text = f"{point.says(row, True)} everywhere, so also at all worlds that an agent considers possible"
    if is_literal(view.program.steps[row].formula):
        return text, count, None
    return text, count, explain(view, one, DEPTH, SIZE, detail, row)


def _where(point: Point, worlds: Worlds, count: int) -> str:
    """Describe a set of worlds: ``everywhere``, ``at w1 and w2``, ``at 1,024 worlds, such as w1, w2 and w3``."""
    if count == point.view.size(point.view.domain):
        return "everywhere"
    more = f"{count:,} worlds, such as " if count > LISTED else ""
    return f"at {more}{point.names(point.few(worlds) if more else point.view.near(worlds, None, LISTED))}"
