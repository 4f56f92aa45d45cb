"""Runs of systems whose agents have synchronous perfect recall, instead of knowing what their local states tell."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from math import inf

from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from kripke.space.acting import ActionRecall
from kripke.space.demands import Demand
from kripke.space.histories import LIMIT, Moment, Step
from kripke.space.perfect_recall import Recall
from logic import clauses as f
from logic.errors import TooLarge, by_face
from logic.exact import plural


class SystemRecall(Recall):
    """The runs of a structure with time, whose relations are the agents' local states."""

    def __init__(self, structure: Structure, limit: int = LIMIT) -> None:
        super().__init__(structure, limit)
        time = structure.time
        assert time is not None
        self._first = time.first.positions()
        follow: list[list[int]] = [[] for _ in range(structure.size)]
        for looking, seen in time.next.groups():
            for state in looking:
                follow[state] = seen
        labels = {agent: relation.labels.tolist() for agent, relation in structure.relations.items()}
        self._step = Step(self.histories, follow, labels, self.later)
        self._relations = {agent: r.restrict(time.first.kept) for agent, r in structure.relations.items()}

    def start(self, asked: int) -> list[int]:  # noqa: D102
        moment = Moment(self.histories, self._relations, self._first, [self.at_first] * len(self._first))
        return [moment((place, asked)) for place in range(len(self._first))]

    def follow(self, number: int) -> list[tuple[str, int]]:  # noqa: D102
        return [("", self._step((number, state))) for state in self._step.follow[self.histories.known[number].state]]

    def is_true(self, atom: str, state: int) -> bool:  # noqa: D102
        return state in self.structure.valuation[atom]

    def name(self, state: int) -> World:  # noqa: D102
        return self.structure.worlds.name(state)

    def position(self, number: int) -> int:
        """The state in which the histories of a knowledge state end."""
        return self.histories.known[number].state


class ActionSystem(ActionRecall):
    """The runs of actions on a model as a system, whose states are what agents know after actions."""

    def unfolded(self) -> Structure:
        """The knowledge states with time, each named by the number of its moment and its true atoms."""
        self._asked = self.histories.number(self.always | Demand(steps=inf))
        starts = self.start(self._asked)
        found, left = self._reached(starts)
        if left:
            raise TooLarge(
                f"more than {plural(self.limit, 'knowledge state')} after {plural(self._depth, 'step')} of the actions"
                + by_face("; raise states=, or ask explore(model, actions).holds(...)")
            )
        whole, self._places, *_ = self.unfold(f.Top(), found, (), starts, self.structure.atoms, self.agents)
        names: dict[Hashable, None] = {}
        moments: dict[int, int] = {}
        for each, place in self._places.items():
            if each not in moments:
                moments = dict.fromkeys(self.histories.moment([each]), max(moments.values(), default=-1) + 1) | moments
            name: tuple[Hashable, ...] = (moments[each], frozenset(whole.true_atoms(place)))
            names[name if name not in names else (*name, place)] = None
        return replace(whole, worlds=Named(names))

    def position(self, number: int) -> int:
        """The state of a knowledge state, which may have bits of the past besides."""
        return self._places[self.smaller((number, self._asked))]
