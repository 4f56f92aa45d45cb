"""Runs of systems whose agents have synchronous perfect recall, instead of knowing what their local states tell."""

from __future__ import annotations

from kripke.data.structure import Structure
from kripke.space.histories import LIMIT, Moment, Step
from kripke.space.perfect_recall import Recall


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
