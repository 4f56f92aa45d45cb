"""Reasons for temporal formulas: a run that shows the truth value, all relevant states, or a time in the past."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kripke.data.relation import Column, WorldSet
from kripke.why.explicit_view import ExplicitView
from kripke.why.point import FEW, Link, Point, Reason
from kripke.why.runs import lasso, path, reached
from logic import clauses as f
from logic.exact import plural
from logic.formula import Formula


class _Time:
    """A point in a model with time, with queries about runs."""

    def __init__(self, point: Point) -> None:
        assert isinstance(point.view, ExplicitView)
        self.point, self.view, self.time = point, point.view, point.view.structure.timed
        self.some = isinstance(point.node, (f.EX, f.EF, f.EG, f.EU))  # whether a single run can show that it holds
        self.shown, self.sub = point.holds is self.some, point.kids[-1]
        self.fair = "fair " * bool(self.time.fair)

    def column(self, row: int, value: bool = True) -> Column:
        where = self.view.where(row).column
        return where if value else ~where

    def way(self, through: Column, target: Column) -> list[int] | None:
        """A shortest path from the point's world, through a set, to a world of `target`; None if there is none."""
        return path(self.time.next, [self.point.position], through, target)

    def region(self, through: Column, within: Column | bool = True) -> WorldSet:
        """The worlds of `within` on runs from the point, up to and including the first world outside `through`."""
        column = reached(self.time.next, [self.point.position], through) & within
        return WorldSet(len(column), column=column)

    def stuck(self) -> Reason | None:
        """The reason if the state has no successor, otherwise None."""
        if self.time.next.successors(self.point.position):
            return None
        nothing = "everything holds on all of them" if self.point.holds else "none has what is asked"
        return Reason(f"no state follows {self.point.here}, so no run begins there, and {nothing}")

    def forever(self, row: int, value: bool) -> Reason:
        """The reason that names a run on which a subformula has the value forever."""
        places, loop = lasso(self.time, self.point.position, self.column(row, value))
        text = f"there is a {self.fair}run on which {self.point.says(row, value)} forever"
        return Reason(text, tuple([Link(row, place) for place in places[:FEW]]), run=(tuple(places), loop))

    def leads(self, places: Sequence[int], rows: Sequence[int], before: int | None = None) -> Reason:
        """A reason: a run to a state, and the values of the subformulas `rows` in this state.

        If the subformula `before` is given, the reason also says which value it has until then.
        """
        end, point = places[-1], self.point
        facts = " and ".join([point.says(row, point.true(row, end)) for row in rows])
        links = [Link(row, end) for row in rows]
        if len(places) == 1:
            return Reason(f"{facts} there", tuple(links))
        text = f"a run of {plural(len(places) - 1, 'step')} leads to {point.name(end)}, and {facts} there"
        if before is not None:
            text += f"; before, {point.says(before, point.true(before))}"
            links += [Link(before, place) for place in places[:-1][:FEW]]
        return Reason(text, tuple(links), run=(tuple(places), None))

    def no_loop(self, row: int, value: bool) -> str:
        """A phrase: no run stays forever where the subformula in `row` has the value."""
        return f"no {self.fair}run stays where {self.point.says(row, value)}: these states have no {self.fair}loop"


def at_next(point: Point) -> Reason:
    """Reason for ``EX p`` and ``AX p``: a state that can follow, or all of them."""
    here = _Time(point)
    after = here.time.next.seen(point.position)
    yes, no = point.split(here.sub, after)
    end = point.first(yes if here.some else no)
    if end is not None:
        text = f"{point.itself(end)} can come next, and {point.fact(here.sub, end)}"
        return Reason(text, (Link(here.sub, end),), run=((point.position, end), None))
    return here.stuck() or point.at_all(here.sub, not here.some, after, f"that can follow {point.here}")


def until(point: Point) -> Reason:
    """Reason for ``EF p``, ``AG p``, ``E[p U q]``: a shortest run to a decisive state, or all states reached."""
    here, (*left, right) = _Time(point), point.kids
    before = here.column(left[0]) if left else here.column(right) | True
    if here.shown:
        way = here.way(before, here.column(right, here.some))
        assert way is not None
        return here.leads(way, [right], *left)
    if left and not point.true(left[0]):
        return here.leads([point.position], sorted({*left, right}))
    scope = f"that runs from {point.here} reach" + "".join([f" while {point.says(row, True)}" for row in left])
    return point.at_all(right, not here.some, here.region(before), scope)


def always(point: Point) -> Reason:
    """Reason for ``EG p`` and ``AF p``: a run with a loop, or the states where the value of p first changes."""
    here = _Time(point)
    if here.shown:
        return here.forever(here.sub, here.some)
    if point.true(here.sub) is not here.some:
        return Reason(point.fact(here.sub), (Link(here.sub, point.position),))
    if stuck := here.stuck():
        return stuck
    stay = here.column(here.sub, here.some)
    ends, count = here.region(stay, ~stay), plural(point.size(here.region(stay, stay)), "state")
    text = f"until {point.says(here.sub, not here.some)}, runs from {point.here} pass {count} at most"
    links = tuple([Link(here.sub, end) for end in point.few(ends)])
    return Reason(f"{text}; {here.no_loop(here.sub, here.some)}", links, point.size(ends) - len(links))


def always_until(point: Point) -> Reason:
    """Reason for ``A[p U q]``: a run on which ``p U q`` fails, or the states on runs until q holds.

    Such a run leads to a state where p and q are false, or q is false on all of it.
    """
    here, (left, right) = _Time(point), point.kids
    if point.true(right):
        return Reason(point.fact(right), (Link(right, point.position),))
    others = here.column(right, False)
    if here.stuck():  # no run passes here, and yet one of both must hold, as in MCMAS
        rows = [left] if point.holds else sorted({left, right})
        facts = " and ".join([point.says(row, point.true(row)) for row in rows])
        text = f"no state follows {point.here}, so one of both must hold there, and {facts}"
        return Reason(text, tuple([Link(row, point.position) for row in rows]))
    if point.holds:
        scope = f"that runs from {point.here} pass until {point.says(right, True)}"
        result = point.at_all(left, True, here.region(others, others), scope)
        return result._replace(text=f"{result.text}; {here.no_loop(right, False)}")
    way = here.way(others, others & here.column(left, False))
    return here.forever(right, False) if way is None else here.leads(way, sorted({left, right}), right)


def past(point: Point) -> Reason:
    """Reason for ``Y p``, ``O p`` and ``H p``: a decisive state of a shortest run to the point, or all its states."""
    here, node = _Time(point), point.node
    places = here.view.history(point.position)
    if isinstance(node, f.Y):
        if len(places) == 1:
            return Reason(f"runs begin at {point.here}, and nothing comes before")
        return _when(here, places, len(places) - 2)
    value = isinstance(node, f.O)
    last = next((n for n in range(len(places) - 1, -1, -1) if point.true(here.sub, places[n]) is value), None)
    if last is not None:
        return _when(here, places, last)
    states = list(dict.fromkeys(places))
    result = point.at_all(here.sub, not value, states, f"on the run to {point.here}")
    return result._replace(run=(tuple(places), None))


def _when(here: _Time, places: Sequence[int], place: int) -> Reason:
    """The reason that states the operand's value at `places[place]`, and how many steps ago that was."""
    ago, point, at = len(places) - 1 - place, here.point, places[place]
    link, was = Link(here.sub, at), point.says(here.sub, point.true(here.sub, at))
    if not ago:
        return Reason(point.fact(here.sub), (link,))
    return Reason(f"{plural(ago, 'step')} ago, at {point.name(at)}, {was}", (link,), run=(tuple(places), None))


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    **dict.fromkeys((f.EX, f.AX), at_next),
    **dict.fromkeys((f.EF, f.AG, f.EU), until),
    **dict.fromkeys((f.EG, f.AF), always),
    f.AU: always_until,
    **dict.fromkeys(f.PAST, past),
}
