"""The steps of runs for agents with perfect recall: steps of a system, or actions on a model.

Knowledge states are given by their numbers in `Histories`. A moment is a set of knowledge states that the relations of
agents connect.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from math import inf

from kripke.change.product import Action
from kripke.data.errors import ModelError
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named, World
from kripke.space.demands import Demand
from kripke.space.histories import LIMIT, Full, Moment, Step
from kripke.space.perfect_recall import Recall
from kripke.space.states import sensitive
from logic import clauses as f
from logic.errors import TooLarge, by_face, shorten
from logic.exact import plural

Steps = tuple[str, Moment, Mapping[int, list[int]]]
"""An action, the `Moment` after it, and for each position before the action the possible positions after it."""


class SystemRecall(Recall):
    """The runs of a structure with time; its relations compare the agents' local states."""

    def __init__(self, structure: Structure, limit: int = LIMIT) -> None:
        super().__init__(structure, limit)
        time = structure.timed
        begins, after = time.next.csr
        follow = [after[begin:end].tolist() for begin, end in pairwise(begins)]
        labels = {agent: relation.labels.tolist() for agent, relation in structure.relations.items()}
        self._step, self._first = Step(self.histories, follow, labels, self.later), time.first.positions()
        self._relations = {agent: r.restrict(time.first.kept) for agent, r in structure.relations.items()}

    def start(self, demand: int) -> list[int]:  # noqa: D102
        moment = Moment(self.histories, self._relations, self._first, [self.at_first] * len(self._first))
        return [moment((place, demand)) for place in range(len(self._first))]

    def follow(self, number: int) -> list[tuple[str, int]]:  # noqa: D102
        return [("", self._step((number, state))) for state in self._step.follow[self.position(number)]]

    def is_true(self, atom: str, state: int) -> bool:  # noqa: D102
        return state in self.structure.valuation[atom]

    def name(self, state: int) -> World:  # noqa: D102
        return self.structure.worlds.name(state)

    def position(self, number: int) -> int:
        """The state in which the histories of a knowledge state end."""
        return self.histories.known[number].state


class ActionRecall(Recall):
    """The sequences of actions on a model: in any order or, if `in_turn`, each action once in the given order.

    At a world where no action can happen, the run repeats this world.
    """

    def __init__(self, structure: Structure, actions: Mapping[str, Action], limit: int = LIMIT, in_turn: bool = False):
        everyone = Demand(sees=tuple([((agent,), None) for agent in sorted(structure.agents)]))
        super().__init__(structure, limit, actions, everyone)
        self.in_turn = in_turn
        self._atoms = {atom: place for place, atom in enumerate(structure.atoms)}
        self._steps: dict[int, tuple[int, list[Steps]]] = {}
        _require_plain(structure)
        for name, action in actions.items():
            for formula in action.formulas:
                if kept := sensitive(formula):
                    raise ModelError(
                        f"action {shorten(name)}: {shorten(str(kept[-1]))} is not supported in the conditions of an "
                        "action where formulas speak of time"
                    )

    def start(self, demand: int) -> list[int]:  # noqa: D102
        states = self._states(self.structure, 0)
        moment = Moment(self.histories, self.structure.relations, states, [self.at_first] * len(states))
        return [moment((place, demand)) for place in self.structure.actuals or range(self.structure.size)]

    def is_true(self, atom: str, state: int) -> bool:  # noqa: D102
        return bool(state >> self._atoms[atom] & 1)

    def follow(self, number: int) -> list[tuple[str, int]]:  # noqa: D102
        if number not in self._steps:
            self._act(number)
        place, steps = self._steps[number]
        demand = self.histories.known[number].demand
        return [(name, moment((after, demand))) for name, moment, ends in steps for after in ends.get(place, ())]

    def imagined(self, number: int) -> list[tuple[str, int]]:  # noqa: D102
        self.follow(number)
        place, steps = self._steps[number]
        demand = self.histories.known[number].demand
        return [
            (name, moment((after, demand)))
            for name, moment, ends in steps
            for after, origin in enumerate(moment.origins)
            if origin == place and after not in ends.get(place, ())
        ]

    def _states(self, structure: Structure, turn: int) -> list[int]:
        """Each world's state as an integer, which encodes the true atoms and `turn`.

        `turn`: the number of past actions if the order of the actions is given; otherwise 0.
        """
        states = [turn << len(self._atoms)] * structure.size
        for atom, place in self._atoms.items():
            for world in structure.valuation[atom].positions():
                states[world] |= 1 << place
        return states

    def _act(self, number: int) -> None:
        """Perform the actions at the moment of a knowledge state, and store the steps that they allow."""
        places = {each: place for place, each in enumerate(self.histories.moment([number]))}
        states = [self.histories.known[each].state for each in places]
        size, turn, later = len(states), states[0] >> len(self._atoms), [self.later(each) for each in places]
        keys = self.histories.below[self.histories.known[number].demand]  # with a key for each single agent
        sees = {key: self.histories.relation(places, key) for key in keys}
        relations = {key[0]: sees[key] for key in keys if len(key) == 1}
        where = {
            atom: WorldSet.of(size, [place for place, state in enumerate(states) if state >> bit & 1])
            for atom, bit in self._atoms.items()
        }
        before, steps, stays = Structure(Named(range(size)), where, relations), list[Steps](), {*range(size)}
        names = list(self.actions)
        for name in names[turn : turn + 1] if self.in_turn else names:
            result = self.actions[name](before, named=False)
            _require_plain(result.structure, f"action {shorten(name)}: after it ")
            origins, ends = result.worlds.tolist(), defaultdict[int, list[int]](list)
            for end in result.designated.positions():
                ends[origins[end]].append(end)
            stays -= ends.keys()
            after, past = self._states(result.structure, turn + self.in_turn), [later[origin] for origin in origins]
            moment = Moment(self.histories, result.structure.relations, after, past, origins, sees)
            steps.append((name, moment, ends))
        moment = Moment(self.histories, relations, states, later, range(size), sees)
        steps.append(("", moment, {place: [place] for place in stays}))
        is_s5 = all(relation.is_s5 for relation in relations.values())  # then all places have the same moment
        self._steps |= {each: (place, steps) for each, place in places.items() if is_s5 or each == number}

    def unfolded(self) -> Structure:
        """The knowledge states as a structure with time, each named by the number of its moment and its true atoms.

        A name that is already in use is extended by the position of the state. `TooLarge` if there are too many states.
        """
        self._asked = self.histories.number(self.always | Demand(steps=inf))
        left: object = True
        with suppress(Full):
            starts = self.start(self._asked)
            states, left = self._reached(starts)
        if left:
            raise TooLarge(
                f"more than {plural(self.limit, 'knowledge state')} after {plural(self._depth, 'step')} of the actions"
                + by_face("; raise states=, or ask explore(model, actions).holds(...)")
            )
        whole, self._places, *_ = self.unfold(f.Top(), states, (), starts, self.structure.atoms, self.agents)
        names: dict[Hashable, None] = {}
        moments: dict[int, int] = {}
        for each, place in self._places.items():
            if each not in moments:
                moments = dict.fromkeys(self.histories.moment([each]), max(moments.values(), default=-1) + 1) | moments
            name: tuple[Hashable, ...] = (moments[each], frozenset(whole.true_atoms(place)))
            names[name if name not in names else (*name, place)] = None
        atoms = {atom: whole.valuation[atom] for atom in self.structure.atoms}
        return replace(whole, worlds=Named(names), valuation=atoms)

    def position(self, number: int) -> int:
        """The position of a knowledge state in the structure that `unfolded` returned last."""
        return self._places[self.smaller((number, self._asked))]


def _require_plain(structure: Structure, where: str = "") -> None:
    """Raise `ModelError` if an agent has weights or ranks; the message begins with `where`."""
    for what, by_agent in (("weights", structure.weights), ("ranks", structure.ranks)):
        for agent in by_agent:
            raise ModelError(f"{where}agent {agent} has {what}, which are not supported where formulas speak of time")
