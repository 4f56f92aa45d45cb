"""Runs of actions that happen to a model, where agents have perfect recall."""

from __future__ import annotations

from collections.abc import Mapping

from kripke.change.product import Action
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.space.demands import Demand
from kripke.space.histories import LIMIT, Moment
from kripke.space.perfect_recall import Recall
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula

Steps = tuple[str, Moment, dict[int, list[int]]]
"""An action, the moment after it, and for each place before it those where it can lead."""


class SpaceRecall(Recall):
    """The runs of actions on a model: each action that can happen at a world is a step; if none can, the world repeats.

    `turns`: whether the actions happen in their order, each once. `structure` has the atoms that the actions introduce.
    """

    def __init__(self, structure: Structure, actions: Mapping[str, Action], limit: int = LIMIT, turns: bool = False):
        agents = tuple(structure.relations)
        super().__init__(agents, limit, Demand(sees=tuple([((agent,), None) for agent in sorted(agents)])))
        for name, action in actions.items():
            _require_simple(name, action)
        self.actions, self.turns, self.structure, self.vocabulary = actions, turns, structure, structure.atoms
        self._atoms = {atom: place for place, atom in enumerate(structure.valuation)}
        self._steps: dict[int, tuple[int, list[Steps]]] = {}
        _require_plain(structure)

    def start(self, asked: int) -> list[int]:  # noqa: D102
        states = self._states(self.structure, 0)
        moment = Moment(self.histories, self.structure.relations, states, [self.at_first] * len(states))
        return [moment((place, asked)) for place in self.structure.actuals or range(self.structure.size)]

    def _states(self, structure: Structure, turn: int) -> list[int]:
        """For each world its true atoms, and the number of actions before if there are turns, as an integer."""
        states = [turn << len(self._atoms)] * structure.size
        for atom, place in self._atoms.items():
            for world in structure.valuation[atom].positions():
                states[world] |= 1 << place
        return states

    def follow(self, number: int) -> list[tuple[str, int]]:  # noqa: D102
        if number not in self._steps:
            self._act(number)
        place, steps = self._steps[number]
        asked = self.histories.known[number].demand
        return [(name, moment((after, asked))) for name, moment, ends in steps for after in ends.get(place, ())]

    def _act(self, number: int) -> None:
        """Let the actions happen at the moment of a knowledge state."""
        places = {each: place for place, each in enumerate(self.histories.moment([number]))}
        states = [self.histories.known[each].state for each in places]
        later, turn = [self.later(each) for each in places], states[0] >> len(self._atoms)
        relations = {agent: self.histories.relation(places, (agent,)) for agent in self.agents}
        together = [key for key in self.histories.below(self.histories.known[number].demand) if len(key) > 1]
        within = {key: self.histories.relation(places, key) for key in together}
        where = {
            atom: WorldSet.of(len(states), [p for p, state in enumerate(states) if state >> bit & 1])
            for atom, bit in self._atoms.items()
        }
        before = Structure(Named(range(len(states))), where, relations)
        actions = self.actions
        if self.turns:
            actions = dict(list(actions.items())[turn : turn + 1])
        steps: list[Steps] = []
        stays = {*range(len(states))}
        for name, action in actions.items():
            result = action(before, named=False)
            _require_plain(result.structure, name)
            origins, ends = result.worlds.tolist(), dict[int, list[int]]()
            for end in result.designated.positions():
                ends.setdefault(origins[end], []).append(end)
            stays -= ends.keys()
            after = self._states(result.structure, turn + self.turns)
            past = [later[origin] for origin in origins]
            moment = Moment(self.histories, result.structure.relations, after, past, origins, within)
            steps.append((name, moment, ends))
        moment = Moment(self.histories, relations, states, later, range(len(states)), within)
        steps.append(("", moment, {place: [place] for place in stays}))
        is_s5 = all(relation.is_s5 for relation in relations.values())  # then all are of the same moment
        self._steps |= {each: (place, steps) for each, place in places.items() if is_s5 or each == number}

    def is_true(self, atom: str, state: int) -> bool:  # noqa: D102
        return bool(state >> self._atoms[atom] & 1)

    def require(self, formula: Formula) -> None:  # noqa: D102
        compile_formula(formula, self.agents).require(self.structure.relations, self.structure.valuation, self.actions)


def _require_simple(name: str, action: Action) -> None:
    """`ModelError` for conditions of an action that contracted moments do not keep."""
    for formula in action.formulas:
        for node in formula.subformulas():
            if isinstance(node, (f.D, f.DB, f.R)):
                raise ModelError(
                    f"action {shorten(name)}: {shorten(str(node))} in its conditions is not supported in questions "
                    "with temporal operators"
                )


def _require_plain(structure: Structure, action: str = "") -> None:
    """`ModelError` for weights or ranks."""
    for what, by_agent in (("weights", structure.weights), ("ranks", structure.ranks)):
        if by_agent:
            where = f"action {shorten(action)}: after it agent" if action else "agent"
            raise ModelError(f"{where} {next(iter(by_agent))} has {what}, which temporal operators do not support")
