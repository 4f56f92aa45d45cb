"""Reasons with perfect recall: what an agent does not know is shown by a run with the same history of local states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from kripke.checking.check import Evaluation
from kripke.checking.explicit import algebra
from kripke.checking.program import compile_formula
from kripke.data.relation import WorldSet
from kripke.space.demands import Key
from kripke.space.perfect_recall import Recall, Unfolded
from kripke.why.explain import explain
from kripke.why.explanation import Explanation
from kripke.why.explicit_view import ExplicitView
from kripke.why.view import Path
from logic.exact import plural
from logic.formula import Formula


def explained(
    recall: Recall,
    formula: Formula,
    at: Callable[[int], bool] | None,
    doing: Callable[[int, int], str] | None,
    **how: Any,
) -> Explanation:
    """Explain why a formula holds or fails where runs begin, or on all runs to the knowledge states of `at`."""
    unfolded, asked = recall.unfolded_for(formula, at is not None)
    view = Remembered(recall, unfolded, doing)
    places = [place for place in asked if at is None or at(view.numbers[place])]
    fails = [place for place in places if not view.true(view.program.root, place)]
    return of_places(view, places, fails, at is not None, **how)


def of_places(
    view: ExplicitView, places: Sequence[int], fails: Sequence[int], is_later: bool, **how: Any
) -> Explanation:
    """The explanation at one of several initial states, or ends of runs, with the number of those where it fails."""
    why, count = explain(view, (fails or places)[0], **how), len(places)
    if count == 1:
        return why
    among = f"{plural(count, 'run')} that lead there" if is_later else plural(count, "initial state")
    told = f"at {count - len(fails):,} of {among}" if 0 < len(fails) < count else f"at each of {among}"
    return why.of_several(f"{'fails' if len(fails) == count else 'holds'} {told}")


class Remembered(ExplicitView):
    """The knowledge states of a question, whose reasons compare runs step by step."""

    def __init__(self, recall: Recall, unfolded: Unfolded, doing: Callable[[int, int], str] | None) -> None:
        structure, self.recall, self.unfolded = unfolded.structure, recall, unfolded
        program = compile_formula(unfolded.formula, structure.relations)
        start = algebra(structure)
        super().__init__(Evaluation(program, start, keep=True), start)
        originals = [unfolded.originals.get(step.formula, step.formula) for step in program.steps]
        steps = [step._replace(formula=formula) for step, formula in zip(program.steps, originals, strict=True)]
        self.program = replace(program, steps=tuple(steps))
        self._place, self.numbers = unfolded.places, list(unfolded.places)
        self._system_step, self.doing = doing, self._done
        self._runs: dict[int, list[int]] = {}

    def _done(self, source: int, target: int) -> str:
        one, other = self.numbers[source], self.numbers[target]
        known = self.recall.histories.known
        if self._system_step is not None:
            return self._system_step(known[one].state, known[other].state)
        return next((name for name, after in self.recall.follow(one) if after == other), "")

    def is_s5(self, agent: str) -> bool:  # noqa: D102
        return self._system_step is not None or super().is_s5(agent)

    def _twins(self, position: int) -> list[int]:
        """The place, and those that agents see in its stead: with the same histories, but less of them is asked."""
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

    def _seen(self, number: int) -> Iterable[tuple[Key, Iterable[int]]]:
        keys = self.recall.histories.below[self.recall.histories.known[number].demand]
        return zip(keys, self.recall.histories.known[number].sees, strict=True)

    @cached_property
    def _lookers(self) -> dict[int, tuple[int, Key]]:
        """For each place one from which agents look there; breadth first from the places of runs."""
        waiting = [place for place in range(len(self.numbers)) if super(Remembered, self).history(place)]
        found: dict[int, tuple[int, Key]] = {}
        done = {*waiting}
        for place in waiting:  # which grows
            for key, seen in self._seen(self.numbers[place]):
                new = {self._place[number] for number in seen} - done
                found |= dict.fromkeys(new, (place, key))
                done |= new
                waiting += sorted(new)
        return found

    def history(self, position: int) -> list[int]:  # noqa: D102
        if position not in self._runs:
            run = super().history(position)
            if not run:
                looker, key = self._lookers[position]
                run = self._matched(self.history(looker), key, position)
            self._runs[position] = run
        return self._runs[position]

    def second_run(self, position: int, path: Path) -> list[int]:  # noqa: D102
        run = self.history(position)
        for agent, end in path:
            self._runs[end] = run = self._matched(run, self.unfolded.keys[agent], end)
        return run

    def _matched(self, run: Sequence[int], key: Key, end: int) -> list[int]:
        """A run to a place that agents cannot tell from another run at any of its steps."""
        layers: list[dict[int, int]] = []
        for place in run:
            seen = dict(self._seen(self.numbers[place])).get(key, ())
            here = dict.fromkeys([self._place[number] for number in seen], -1)
            if layers:
                froms = {
                    self._place[after]: before
                    for before in layers[-1]
                    for _, after in self.recall.follow(self.numbers[before])
                    if after in self._place
                }
                here = {place: froms[place] for place in here if place in froms}
            layers.append(here)
        places = [end]
        for layer in reversed(layers[1:]):
            places.append(layer[places[-1]])
        return places[::-1]
