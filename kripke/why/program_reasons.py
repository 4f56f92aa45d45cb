"""Reasons for programs and ``E^n``: a run to a witness, world by world, or all worlds where runs end.

A program is run as an `Automaton`: its steps are agents, and a guard is a condition on the tests before a step. The
body of ``[a ; b] p`` is ``p``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from operator import and_, or_
from typing import Any

from kripke.checking.program import run_rounds
from kripke.data.wording import both
from kripke.why.knowledge_reasons import common, everyone, named, path_text, shortened
from kripke.why.point import Link, Point, Reason, mark
from kripke.why.view import Computed
from logic import clauses as f
from logic.formula import Formula
from logic.programs import EITHER, FALSE, TEST, THEN, Guard, Program, automaton

LONGEST = 200  # maximal number of steps of a run that is shown
FOLLOWED, WORK = 1_000, 20_000
"""Maximal number of worlds, and of pairs of a step and a world, in the search for the ends of runs."""
ARROWS = 5_000  # maximal number of pairs of steps that follow each other in the program that expresses ``E^n``


def runs(point: Point) -> Reason:
    """Reason for ``[a ; b] p`` and ``<a ; b> p``: a run with the fewest steps to a witness, or all ends of runs."""
    value, walk = isinstance(point.node, f.RunDual), _Walk(point, point.node.program)
    if point.holds is value:
        return walk.witness(value, "a run" if value else "a run that fails")
    rest = "everything holds wherever one ends" if point.holds else "none leads anywhere"
    result = walk.ends(not value, "where runs end", f"no run from {point.here} comes to its end, so {rest}")
    return result or Reason(f"{point.says(point.kids[-1], not value)} wherever a run ends")


def iterated(point: Point) -> Reason:
    """Reason for ``E^3_{a,b} p``: a path of three steps to a counterexample, or all worlds after three steps."""
    group, times = point.group, point.node.times
    if not group or times == 1:
        return everyone(point)
    result, steps = None, f"{times:,} steps of {both(named(group))}"
    if times <= LONGEST and times * len(group) ** 2 <= ARROWS:
        choice = (group[0], *[word for agent in group[1:] for word in (agent, EITHER)])
        walk = _Walk(point, choice + (*choice, THEN) * (times - 1))
        if not point.holds:
            return walk.witness(False, "a path to a counterexample")
        nowhere = f"from {point.here} no {steps} lead anywhere, so everything holds wherever they lead"
        result = walk.ends(True, f"to which {steps} lead", nowhere)
    return result or _iterated_in_short(point, steps)


def _iterated_in_short(point: Point, steps: str) -> Reason:
    """The reason for ``E^n p`` if there are too many worlds or steps to follow each step."""
    group, sub, times = point.group, point.kids[0], point.node.times
    path = point.view.path(group, point.position, sub)
    if path is None:
        return common(point)
    if point.holds:
        return Reason(f"{steps} lead only to worlds where {point.says(sub, True)}")
    here = [point.position]
    sights = ((agent, point.view.sees(agent, point.position)) for agent in group)
    stays = next((agent for agent, seen in sights if point.view.near(seen, point.position, 1) == here), None)
    if len(path) > times or (len(path) < times and stays is None):
        return Reason(f"{steps} lead to a world where {point.says(sub, False)}")
    end = path[-1][1]
    longer = (
        "" if len(path) == times else f"; {stays} considers {point.here} itself possible, so {steps} lead there too"
    )
    return Reason(f"{path_text(point, path)}, and {point.fact(sub, end)}{longer}", (Link(sub, end),))


def repeated(point: Point) -> Reason:
    """Reason for ``[(@a | @b)*] p`` and its dual: actions that lead to a witness, or the fact that none do."""
    value, context = isinstance(point.node, f.ActStarDual), point.view.context
    run = context.past.actions.runs(context, point.node)[point.position]
    sub = point.kids[-1]
    if run is None:
        return Reason(f"{point.says(sub, not value)} in all models that the actions lead to")
    if not run:
        return Reason(f"{point.fact(sub)}, before any action", (Link(sub, point.position),))
    names, sizes = ([str(each[place]) for each in run] for place in (0, 1))
    actions = shortened([", then " * bool(place) + name for place, name in enumerate(names)])
    worlds = shortened([", then " * bool(place) + size for place, size in enumerate(sizes)])
    return Reason(f"after {actions}, {point.says(sub, value)}; the models on the way have {worlds} worlds")


class _Walk:
    """The runs of a program from the world of a point."""

    def __init__(self, point: Point, program: Program) -> None:
        self.point, self.view, self.here = point, point.view, point.position
        *self.tests, self.sub = point.kids
        self.steps, model = automaton(program), point.view.context
        self.seen: dict[tuple[str, int], list[int]] = {}
        values = [self.view.value(test) for test in self.tests]
        self.guards = self.steps.valued(model.domain, model.domain ^ model.domain, values, and_, or_)
        self.computed = [Computed(guard) for guard in self.guards]

    def witness(self, value: bool, what: str) -> Reason:
        """The reason why some run of the program leads to a world where the body has the truth value `value`.

        `what`: the phrase for such a run, such as "a run that fails".
        """
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
            text = f"{what} is {point.here}{tests[0]}{shortened(steps)}"
        return Reason(f"{text}, and {point.fact(self.sub, places[-1])}", tuple(links), path=tuple(path))

    def ends(self, value: bool, scope: str, nowhere: str) -> Reason | None:
        """The reason why the body has the value at the ends of all runs; None if the search visits too many worlds.

        `scope`: a description of the ends. `nowhere`: the text of the reason if no run ends.
        """
        ends, done, pairs = dict[int, None](), set[tuple[int, int]](), [(-1, self.here)]
        while pairs:
            pair = step, now = pairs.pop()
            if pair not in done:
                done.add(pair)
                if self.holds(self.steps.last.get(step, FALSE), now):
                    ends[now] = None
                for then, guard in self.steps.follow[step].items():
                    worlds = self.near(str(self.steps.steps[then]), now) if self.holds(guard, now) else []
                    if max(len(worlds), len(self.seen)) > FOLLOWED or len(done) > WORK:
                        return None
                    pairs += [(then, end) for end in worlds]
        if not ends:
            return Reason(nowhere)
        return self.point.at_all(self.sub, value, sorted(ends, key=lambda place: (place != self.here, place)), scope)

    def near(self, agent: str, here: int) -> list[int]:
        """The worlds that an agent considers possible at a world, at most `FOLLOWED` + 1 of them; cached."""
        if (agent, here) not in self.seen:
            self.seen[agent, here] = self.view.near(self.view.sees(agent, here), None, FOLLOWED + 1)
        return self.seen[agent, here]

    def next(self, step: int, here: int, worlds: Mapping[int, Any]) -> tuple[int, int]:
        """Return a possible next step of the program, and the position of a world to which it leads.

        `worlds`: maps each possible step to the worlds where it may end.
        """
        for then in self.steps.follow[step].keys() & worlds.keys():
            if self.holds(self.steps.follow[step][then], here):
                seen = self.view.sees(str(self.steps.steps[then]), here)
                if ends := self.view.near(self.view.split(Computed(worlds[then]), seen)[0], here, 1):
                    return then, ends[0]
        raise AssertionError("a world of a round leads to one of the round before")

    def holds(self, guard: Guard, here: int) -> bool:
        return self.view.true(self.computed[guard], here)

    def passed(self, guard: Guard, here: int) -> list[int]:
        """The rows of the compiled formula for the tests that make a guard true at a world."""
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
    f.EIterated: iterated,
    f.ActStar: repeated,
    f.ActStarDual: repeated,
}
