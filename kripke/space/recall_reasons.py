"""Explanations with perfect recall: an agent's ignorance is shown by a run that looks the same to the agent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

from kripke.checking.check import Evaluation
from kripke.checking.explicit import algebra
from kripke.checking.program import compile_formula
from kripke.data.relation import WorldSet
from kripke.data.wording import both, predicate
from kripke.data.worlds import World
from kripke.space.demands import Key, group_of, pooled
from kripke.space.perfect_recall import Recall, Unfolded
from kripke.why.explain import explain
from kripke.why.explanation import Explanation
from kripke.why.explicit_view import ExplicitView
from kripke.why.point import FEW, Link, Point, Reason, Term
from kripke.why.view import Path
from logic import clauses as f
from logic.exact import plural
from logic.formula import Formula


def explained(
    recall: Recall,
    formula: Formula,
    at: Callable[[int], bool] | None,
    doing: Callable[[int, int], str] | None,
    **how: Any,
) -> Explanation:
    """Explain why a formula holds or fails at the start of runs or, with `at`, at certain knowledge states.

    `at`: a function of a knowledge state's number, which is true for these states.
    `doing`: a function that describes the step between two states of a system; None for sequences of actions.
    """
    unfolded, positions = recall.unfolded_for(formula, at is not None)
    view = Remembered(recall, unfolded, doing)
    places = [place for place in positions if at is None or at(view.numbers[place])]
    fails = [place for place in places if not view.true(view.program.root, place)]
    return of_places(view, places, fails, at is not None, **how)


def of_places(
    view: ExplicitView, places: Sequence[int], fails: Sequence[int], is_later: bool, **how: Any
) -> Explanation:
    """Explain the view's formula at one of the positions `places`; say at how many of them it holds or fails.

    `fails`: the positions where the formula fails. `is_later`: whether positions are ends of runs, not initial states.
    """
    why, count = explain(view, (fails or places)[0], **how), len(places)
    if count == 1:
        return why
    among = f"{plural(count, 'run')} that lead there" if is_later else plural(count, "initial state")
    where = f"at {count - len(fails):,} of {among}" if 0 < len(fails) < count else f"at each of {among}"
    return why.of_several(f"{'fails' if len(fails) == count else 'holds'} {where}")


class Remembered(ExplicitView):
    """A view of knowledge states (classes of histories, see `kripke.space.histories`), with runs as reasons.

    `before`: for a subformula, the view of the whole formula. Its positions are numbered after those of this view.
    `change`: the formula with the change, such as an action, that leads from `before` to this view; None for no change.
    `pairs`: pairs of a knowledge state before the change and one after the change.
    """

    def __init__(
        self,
        recall: Recall,
        unfolded: Unfolded,
        doing: Callable[[int, int], str] | None,
        before: Remembered | None = None,
        pairs: Iterable[tuple[int, int]] = (),
        change: Formula | None = None,
    ) -> None:
        structure, self.recall, self.unfolded = unfolded.structure, recall, unfolded
        program = compile_formula(unfolded.formula, structure.relations)
        start = algebra(structure)
        super().__init__(Evaluation(program, start, keep=True), start)
        originals = [unfolded.originals.get(step.formula, step.formula) for step in program.steps]
        steps = [step._replace(formula=formula) for step, formula in zip(program.steps, originals, strict=True)]
        self.program = replace(program, steps=tuple(steps))
        self.noun, self.key, self._before, self._change = "state", object(), before, change
        self._place, self._size = unfolded.places, len(unfolded.places)
        self.numbers: list[int] = [*unfolded.places, *(before.numbers if before else ())]
        self._entered = defaultdict[int, list[int]](list)  # place before the change -> places after it
        there = before._place if before else {}
        for number, to in pairs:
            if number in there and to in self._place:
                self._entered[there[number] + self._size].append(self._place[to])
        self._origins = {to: place for place, after in self._entered.items() for to in after}
        self._system_step, self.doing = doing, self._done
        self._runs: dict[int, list[int]] = {}
        self._views: dict[Formula, Remembered] = {}

    def _state(self, position: int) -> int:
        return self.recall.histories.known[self.numbers[position]].state

    def world(self, position: int) -> World:  # noqa: D102
        return self.recall.name(self._state(position))

    def has(self, position: int) -> bool:  # noqa: D102
        return position < self._size

    def true(self, subject: Any, position: int) -> bool:  # noqa: D102
        if self.has(position):
            return super().true(subject, position)
        formula = self.program.steps[subject].formula if isinstance(subject, int) else subject
        return self.recall.holds_at(formula, self.numbers[position])

    def _done(self, source: int, target: int) -> str:
        if self._system_step is not None:
            return self._system_step(self._state(source), self._state(target))
        return next((name for name, after in self._later(source) if after == target), "")

    def _later(self, place: int) -> list[tuple[str, int]]:
        """The positions one step later, each with the name of the action that leads there."""
        if self.has(place):
            number = self.numbers[place]
            steps = [*self.recall.follow(number), *self.recall.imagined(number)]
            return [(name, self._place[after]) for name, after in steps if after in self._place]
        assert self._before is not None
        steps = [(name, after + self._size) for name, after in self._before._later(place - self._size)]
        if isinstance(self._change, (f.Act, f.ActDual)):
            return steps + [(self._change.action, after) for after in self._entered[place]]
        return steps + [(name, after) for name, there in steps for after in self._entered[there]]

    # ------------------------------------------------------------------------------------------- changes

    def changed(self, point: Point) -> Reason:  # noqa: D102
        node: Any = point.formula(point.subject)
        *said, body = node.children
        links, text = list[Link](), f"{both(group_of(node, self.recall.agents))} pool what they know"
        if said:
            view, (place,) = self._other(said[0], point.position)
            links, holds = [Link(view.program.root, place, view=view)], view.true(view.program.root, place)
            text = f"{predicate(said[0], holds)} there"
            if not holds and isinstance(node, (f.Announce, f.AnnounceDual)):
                terms: tuple[Term, ...] = ("announcement",) if point.holds else ()
                return Reason(f"{text}, so it cannot be announced", tuple(links), terms=terms)
        view, ends = self._other(body, point.position, node)
        shown = ends[:FEW]
        if isinstance(node, (f.Act, f.ActDual)):
            if not ends:
                return Reason(f"{node.action} cannot happen there", terms=("action",) if point.holds else ())
            deciding = [end for end in ends if view.true(view.program.root, end) is not isinstance(node, f.Act)]
            shown = deciding[:1] or shown
            text = f"{node.action} {'leads' if len(ends) == 1 else 'can lead'} to {both(map(view.text, shown))}"
        links += [Link(view.program.root, end, point.row, view=view) for end in shown]
        outcome = f"{predicate(body, view.true(view.program.root, shown[0]))} there"
        return Reason(f"{text}; then {outcome}", tuple(links), len(ends) - len(shown))

    def _other(self, formula: Formula, position: int, change: Any = None) -> tuple[Remembered, list[int]]:
        """Return a view for another formula (after `change`, if given), and a position's counterparts in that view."""
        recall, key = self.recall, formula if change is None else change
        here = recall.able(key, self.numbers[: self._size])
        ends = {each: [each] for each in here} if change is None else recall.ends(change, here)
        ends = {each: [recall.lesser(end, formula) for end in some] for each, some in ends.items()}
        if key not in self._views:
            steps = recall.ends(change, self.numbers[: self._size]) if isinstance(change, (f.Act, f.ActDual)) else None
            maker = recall.smaller if change is None or steps is not None else recall.change(change)
            pairs = [(each, to) for (each, _), to in maker.made.items()]
            if maker is recall.smaller:
                pairs += [(each, each) for each in range(len(recall.histories.known))]
            if steps is not None:
                lesser = defaultdict[int, list[int]](list)
                for each, to in pairs:
                    lesser[each].append(to)
                for each, after in steps.items():
                    after += [end for name, end in recall.imagined(each) if name == change.action]
                pairs = [(each, to) for each, after in steps.items() for end in after for to in lesser[end]]
            unfolded = recall.unfolded_at(formula, list(dict.fromkeys(chain.from_iterable(ends.values()))))
            self._views[key] = Remembered(recall, unfolded, self._system_step, self, pairs, change)
        return self._views[key], [self._views[key]._place[end] for end in ends[self.numbers[position]]]

    # ------------------------------------------------------------------------------------------- runs

    def is_s5(self, agent: str) -> bool:  # noqa: D102
        return self._system_step is not None or super().is_s5(agent)

    def _twins(self, position: int) -> list[int]:
        """The position, and the positions of knowledge states with the same histories and a weaker `Demand`."""
        number, histories = self.numbers[position], self.recall.histories
        below = {
            demand
            for demand in histories.below[histories.known[number].demand].values()
            if histories.demands[demand].within(histories.of(number))
        }
        twins = [self._place.get(self.recall.smaller((number, demand)), -1) for demand in below]
        return [position, *[place for place in twins if place >= 0]]

    def is_same(self, position: int, other: int) -> bool:  # noqa: D102
        return other in self._twins(position)

    def near(self, worlds: WorldSet, position: int | None, most: int) -> list[int]:  # noqa: D102
        twins = [] if position is None else self._twins(position)
        return super().near(worlds, next((place for place in twins if place in worlds), position), most)

    def _seen(self, place: int) -> dict[Key, list[int]]:
        """For each key (a tuple of agents), the positions that these agents jointly consider possible at a position."""
        known = self.recall.histories.known[self.numbers[place]]
        sees = zip(self.recall.histories.below[known.demand], known.sees, strict=True)
        return {key: [self._place[number] for number in seen] for key, seen in sees}

    def _alike(self, place: int, key: Key) -> list[int]:
        """The positions that the agents in `key` cannot distinguish from this one."""
        if self.has(place):
            return self._seen(place).get(key, [])
        assert self._before is not None
        key = pooled(key, group_of(self._change, self.recall.agents)) if isinstance(self._change, f.R) else key
        return [each + self._size for each in self._before._alike(place - self._size, key)]

    @cached_property
    def _lookers(self) -> dict[int, tuple[int, Key | None]]:
        """For each position that no run leads to: another one, and the agents who consider the first possible there.

        The agents are None if the other position is a predecessor, which no run leads to either.
        """
        waiting = [place for place in range(self._size) if super(Remembered, self).history(place)]
        lookers: dict[int, tuple[int, Key | None]] = {}
        done = {*waiting}
        for place in waiting:  # grows in the loop
            for key, seen in [*self._seen(place).items(), (None, self.structure.timed.next.successors(place))]:
                new = {*seen} - done
                lookers |= dict.fromkeys(new, (place, key))
                done |= new
                waiting += sorted(new)
        return lookers

    def history(self, position: int) -> list[int]:  # noqa: D102
        if position not in self._runs:
            if not self.has(position):
                assert self._before is not None
                run = [place + self._size for place in self._before.history(position - self._size)]
            elif not (run := super().history(position)):
                looker, key = self._lookers[position]
                first = self.history(looker)
                run = [*first, position] if key is None else self._matched(first, key, position)
            elif self._before is not None:
                first = self.history(self._origins[run[0]])
                run = [*(first if isinstance(self._change, (f.Act, f.ActDual)) else first[:-1]), *run]
            self._runs[position] = run
        return self._runs[position]

    def second_run(self, position: int, path: Path) -> list[int]:  # noqa: D102
        run = self.history(position)
        for agent, end in path:
            self._runs[end] = run = self._matched(run, self.unfolded.keys[agent], end)
        return run

    def _matched(self, run: Sequence[int], key: Key, end: int) -> list[int]:
        """Return a run to `end` that the agents in `key` cannot distinguish from `run` at any step."""
        layers: list[dict[int, int]] = []
        for place in run:
            here = dict.fromkeys(self._alike(place, key), -1)
            if layers:
                froms = {after: before for before in layers[-1] for _, after in self._later(before)}
                here = {place: froms[place] for place in here if place in froms}
            layers.append(here)
        places = [end]
        for layer in reversed(layers[1:]):
            places.append(layer[places[-1]])
        return places[::-1]
