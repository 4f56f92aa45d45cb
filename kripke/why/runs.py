"""Runs as reasons: shortest paths through a structure with time, paths with a loop, and their text.

Complexities are for n worlds and m steps between worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kripke.data.lazy import Pictured, np
from kripke.data.relation import Column, Indices, Relation, column_of
from kripke.data.structure import Time
from kripke.data.wording import natural, world_text
from kripke.data.worlds import World

SHOWN = 24  # maximal number of steps of a run that are shown; steps in the middle of a longer run are omitted


@dataclass(frozen=True)
class Run(Pictured):
    """A run: states that follow each other in time, perhaps with a loop at the end.

    Parameters
    ----------
    states : tuple of World
        The states in order; in a run with a loop, the state to which it returns is not repeated at the end.
    loop : int, optional
        The index of the state that follows the last one, so that the run repeats forever. None: the run may continue in
        any way.
    steps : tuple of str
        The actions in each step, including the step back to the loop's first state; "" if unknown.
    """

    states: tuple[World, ...]
    loop: int | None = None
    steps: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield the first state, and for each later state the actions and the facts that change.

        Nothing is yielded for a single state without a loop.
        """
        if len(self.states) == 1 and self.loop is None:
            return
        yield f"0. {world_text(self.states[0])}"
        left_out = range(SHOWN // 2, len(self.states) - SHOWN // 2)
        for number, (before, after) in enumerate(pairwise(self.states), 1):
            if len(left_out) <= 1 or number not in left_out:
                yield f"{number}. {self._done(number - 1)}{changed(before, after)}"
            elif number == left_out.start:
                yield f"… ({len(left_out):,} more)"
        if self.loop is not None:
            yield f"{len(self.states)}. {self._done(len(self.states) - 1)}state {self.loop} again, and so on forever"

    def _done(self, step: int) -> str:
        return f"{self.steps[step]}: " if self.steps and self.steps[step] else ""

    def in_time(self, most: int) -> tuple[tuple[World, ...], list[int], list[tuple[int, str, int]]]:
        """Return up to `most` states, a list with the index of the first state, and the steps between these states."""
        ends = [*range(1, len(self.states)), *([] if self.loop is None else [self.loop])]
        steps = [(number, self._done(number).removesuffix(": "), end) for number, end in enumerate(ends)]
        return self.states[:most], [0], [step for step in steps if max(step[0], step[2]) < most]

    def to_dict(self) -> dict[str, Any]:
        """The run as plain data for JSON."""
        return {"states": [*map(world_text, self.states)], "loop": self.loop, "lines": [*self.lines()]}


def changed(before: World, after: World) -> str:
    """The facts that change in a step, as literals; the whole state if its name is not a set of atoms."""
    if not isinstance(before, frozenset) or not isinstance(after, frozenset):
        return world_text(after)
    new = sorted(map(str, after - before), key=natural)
    variables = {atom.partition("=")[0] for atom in new if "=" in atom}
    gone = [
        f"~{atom}" for atom in sorted(map(str, before - after), key=natural) if atom.partition("=")[0] not in variables
    ]
    return ", ".join([*new, *gone]) or "no fact changes"


def _search(follow: Relation, starts: Sequence[int], through: Column) -> tuple[Indices, Indices]:
    """The worlds reached through the set `through`, breadth first, and the predecessor of each world."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    (first, seen), size = follow.csr, follow.size
    kept = np.repeat(through, np.diff(first))
    ends = np.append(seen[kept], starts).astype(np.int32)  # one additional world sees the starts
    begins = np.append(np.append(0, np.cumsum(kept))[first], len(ends))
    graph = csr_array((np.ones(len(ends)), ends, begins), shape=(size + 1, size + 1))
    order, before = breadth_first_order(graph, size)
    return order[1:], before


def reached(follow: Relation, starts: Sequence[int], through: Column) -> Column:
    """The starts and all worlds reached through a set. The last world of a path need not be in the set. O(n + m)."""
    return column_of(follow.size, _search(follow, starts, through)[0])


def path(follow: Relation, starts: Sequence[int], through: Column, target: Column) -> list[int] | None:
    """A shortest path from a start through a set to a world of the target, or None. O(n + m)."""
    order, before = _search(follow, starts, through)
    steps = order[target[order]][:1].tolist()
    while steps and before[steps[-1]] < follow.size:
        steps.append(int(before[steps[-1]]))
    return steps[::-1] or None


def lasso(time: Time, start: int, stay: Column) -> tuple[list[int], int]:
    """A path within `stay` that ends in a loop through every fair set, and the index of the loop's start. O(n + m)."""
    from kripke.checking.engine.reaching import cycles  # loads NumPy, which small models do not need

    fair = [where.column for where in time.fair]
    good = cycles(time.next, stay, fair)
    stem = path(time.next, [start], stay, good)
    assert stem is not None
    here, back = stem[-1], Relation.from_edges(time.next.size, *time.next.edges[::-1])
    inside = good & reached(time.next, [here], good) & reached(back, [here], good)
    circle = [here]

    def go(target: Column) -> Sequence[int]:
        after = [each for each in time.next.successors(circle[-1]) if inside[each]]
        way = path(time.next, after, inside, inside & target)
        assert way is not None
        return way

    for where in fair:
        if not where[circle].any():
            circle += go(where)
    circle += go(column_of(time.next.size, [here]))
    return stem[:-1] + circle[:-1], len(stem) - 1
