"""Reasons for programs over agents: a run that leads to a witness, state by state, or all worlds where runs end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from operator import and_, or_
from typing import Any

from kripke.checking.program import run_rounds
from kripke.why.knowledge_reasons import shortened
from kripke.why.point import Link, Point, Reason, mark
from kripke.why.view import Computed
from logic import clauses as f
from logic.formula import Formula
from logic.programs import FALSE, TEST, THEN, Guard, automaton

LONGEST = 200  # maximal number of steps of a run that is shown
FOLLOWED = 1_000  # maximal number of pairs of a step and a world that are followed to list where runs end


def runs(point: Point) -> Reason:
    """``[a ; b] p`` and ``<a ; b> p``: a run with the fewest steps to a witness, or all worlds where runs end."""
    value = isinstance(point.node, f.RunDual)
    return _Walk(point).witness(value) if point.holds is value else _Walk(point).ends(not value)


def repeated(point: Point) -> Reason:
    """``[(@a | @b)*] p`` and its dual: actions that lead to a witness, or how many models they lead to."""
    value, context = isinstance(point.node, f.ActStarDual), point.view.context
    run = context.past.actions.runs(context, point.node)[point.position]
    sub = point.kids[-1]
    if run is None:
        return Reason(f"{point.says(sub, not value)} in all models that the actions lead to")
    if not run:
        return Reason(f"{point.fact(sub)}, before any action", (Link(sub, point.position),))
    names, sizes = ([str(each[place]) for each in run] for place in (0, 1))
    told = shortened([", then " * bool(place) + name for place, name in enumerate(names)])
    worlds = shortened([", then " * bool(place) + size for place, size in enumerate(sizes)])
    return Reason(f"after {told}, {point.says(sub, value)}; the models on the way have {worlds} worlds")


class _Walk:
    """The runs of the program of a point, from its world."""

    def __init__(self, point: Point) -> None:
        self.point, self.view, self.here = point, point.view, point.position
        *self.tests, self.sub = point.kids
        self.steps, model = automaton(point.node.program), point.view.context
        values = [self.view.value(test) for test in self.tests]
        self.guards = self.steps.valued(model.domain, model.domain ^ model.domain, values, and_, or_)
        self.computed = [Computed(guard) for guard in self.guards]

    def witness(self, value: bool) -> Reason:
        """A run to a world where the body has the value, with the tests passed at each of its worlds."""
        point, model, inside = self.point, self.view.context, self.view.value(self.sub)
        rounds: list[Mapping[int, Any]] = []
        target = inside if value else model.domain ^ inside
        for new in islice(run_rounds(model, self.steps, self.guards, target), LONGEST + 1):
            if -1 in new and self.view.true(Computed(new[-1]), self.here):
                break
            rounds.append(new)
        else:
            there = f"leads to a world where {point.says(self.sub, value)}"
            return Reason(f"a run of more than {LONGEST:,} steps {there}")
        step, places, path, passed = -1, [self.here], list[tuple[str, int]](), list[list[int]]()
        for new in reversed(rounds):
            then, end = self.next(step, places[-1], new)
            passed.append(self.passed(self.steps.follow[step][then], places[-1]))
            path.append((str(self.steps.steps[then]), end))
            places.append(end)
            step = then
        passed.append(self.passed(self.steps.last[step], places[-1]))
        links = [Link(test, place) for place, tests in zip(places, passed, strict=True) for test in tests]
        links.append(Link(self.sub, places[-1]))
        text = point.sight(*path[0]) if len(path) == 1 and not any(passed) else ""
        if not text:
            tests = ["".join([f" ?{mark(test)}" for test in tests]) for tests in passed]
            steps = [f" –{who}→ {point.name(end)}{test}" for (who, end), test in zip(path, tests[1:], strict=True)]
            text = f"a run {'' if value else 'that fails '}is {point.here}{tests[0]}{shortened(steps)}"
        return Reason(f"{text}, and {point.fact(self.sub, places[-1])}", tuple(links), path=tuple(path))

    def ends(self, value: bool) -> Reason:
        """The body has the value at all worlds where runs end."""
        point, found = self.point, dict[int, None]()
        seen, pairs = set[tuple[int, int]](), [(-1, self.here)]
        while pairs and len(seen) <= FOLLOWED:
            pair = step, now = pairs.pop()
            if pair in seen:
                continue
            seen.add(pair)
            if self.holds(self.steps.last.get(step, FALSE), now):
                found[now] = None
            pairs += self.after(step, now)
        if pairs:
            return Reason(f"{point.says(self.sub, value)} wherever a run ends")
        if not found:
            rest = "everything holds wherever one ends" if point.holds else "none leads anywhere"
            return Reason(f"no run from {point.here} comes to its end, so {rest}")
        return point.at_all(self.sub, value, sorted(found, key=lambda place: place != self.here), "where runs end")

    def after(self, step: int, here: int) -> list[tuple[int, int]]:
        """The steps that may come next at a world, each with the worlds to which it leads."""
        able = [then for then, guard in self.steps.follow[step].items() if self.holds(guard, here)]
        sights = [(then, self.view.sees(str(self.steps.steps[then]), here)) for then in able]
        return [(then, end) for then, seen in sights for end in self.view.near(seen, None, FOLLOWED + 1)]

    def next(self, step: int, here: int, worlds: Mapping[int, Any]) -> tuple[int, int]:
        """A step that may come next at a world and leads to one of the worlds given for it, and that world."""
        for then in self.steps.follow[step].keys() & worlds.keys():
            if self.holds(self.steps.follow[step][then], here):
                seen = self.view.sees(str(self.steps.steps[then]), here)
                if ends := self.view.near(self.view.split(Computed(worlds[then]), seen)[0], here, 1):
                    return then, ends[0]
        raise AssertionError("a world of a round leads to one of the round before")

    def holds(self, guard: Guard, here: int) -> bool:
        """Whether the guard holds at a world."""
        return self.view.true(self.computed[guard], here)

    def passed(self, guard: Guard, here: int) -> list[int]:
        """The rows of tests that make a guard true at a world."""
        rows, waiting = dict[int, None](), [guard]
        while waiting:
            guard = waiting.pop()
            if guard > 1 and self.holds(guard, here):
                sign, one, other = self.steps.guards[guard - 2]
                if sign == TEST:
                    rows[self.tests[one]] = None
                elif sign == THEN:
                    waiting += [other, one]
                else:
                    waiting.append(one if self.holds(one, here) else other)
        return list(rows)


REASONS: dict[type[Formula], Callable[[Point], Reason]] = {
    f.Run: runs,
    f.RunDual: runs,
    f.ActStar: repeated,
    f.ActStarDual: repeated,
}
