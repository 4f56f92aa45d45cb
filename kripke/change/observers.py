"""Events with conditional observers: how an agent observes an event depends on formulas.

Bolander, "Seeing is believing: formalising false-belief tasks in dynamic epistemic logic" (2018), edge-conditioned
event models, doi:10.1007/978-3-319-62864-6_8. As in planning languages, each kind of observation has a name here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from kripke.change.event import Event, EventModel
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.data.frozen import Frozen
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_quoted
from logic.clauses import Bottom, Not, Top, conj, disj, negation
from logic.errors import TooLarge, by_face, did_you_mean, few, shorten
from logic.formula import Formula
from logic.parser import parse
from logic.simplification import simplify

MOST_EVENTS = 4_096  # maximal number of events of an equivalent event model

Sees = Mapping[str, Iterable[tuple[Formula | str, str]]]
"""Maps each agent to pairs (condition, kind of observation); the first condition that holds decides."""


def own_conditions(listed: Iterable[tuple[Formula, str]]) -> dict[str, Formula]:
    """For each kind of observation, the formula that holds where the kind applies.

    The first condition in the list that holds decides, so the formulas exclude the earlier conditions.
    """
    own: dict[str, Formula] = {}
    before: list[Formula] = []
    for condition, kind in listed:
        last = isinstance(condition, Top)
        if not isinstance(condition, Bottom):
            here = conj(before if last else [*before, condition])
            own[kind] = own[kind] | here if kind in own else here
            before.append(negation(condition))
        if last:
            break
    return own


@dataclass(frozen=True)
class Observed:
    """An event model with a relation for each kind of observation, and conditions that decide each agent's kind."""

    events: EventModel
    sees: Mapping[str, tuple[tuple[Formula, str], ...]]  # other agents have the relation with their own name
    per_state: bool = False  # whether a condition must hold at all actual worlds, and decides for all worlds

    @classmethod
    def read(cls, change: Any, given: Sees, per_state: bool) -> Observed:
        """Convert the arguments `change`, `sees` and `per_state` of an `Action`; `ModelError` if one is invalid."""
        model = change.event_model() if hasattr(change, "event_model") else change
        if not isinstance(model, EventModel):
            raise ModelError(f"sees: {shorten(repr(change))} has no events that could be seen; expected an EventModel")
        if not isinstance(given, Mapping):
            raise ModelError(f"sees {shorten(repr(given))}: expected a mapping such as {{'anne': [('near', 'full')]}}")
        sees: dict[str, tuple[tuple[Formula, str], ...]] = {}
        for agent, listed in given.items():
            name, kinds = shorten(str(agent)), model.frame.relations
            pairs = [("true", listed)] if isinstance(listed, str) else [*listed] if isinstance(listed, Iterable) else []
            if not pairs or not all(isinstance(pair, Sequence) and len(pair) == 2 for pair in pairs):
                raise ModelError(
                    f"sees of {name}: {shorten(repr(listed))}; expected a list of pairs (condition, kind) that ends "
                    "with ('true', kind), such as [('near', 'full'), ('true', 'none')]"
                )
            sees[agent] = tuple([(parse(condition), kind) for condition, kind in pairs])
            for kind in [kind for _, kind in pairs if not isinstance(kind, str) or kind not in kinds]:
                known = f"; there {'is' if len(kinds) == 1 else 'are'} {few(list(kinds), 'and') or 'none'}"
                near = did_you_mean(str(kind), kinds) or known
                raise ModelError(f"sees of {name}: there is no relation of the kind {shorten(repr(kind))}{near}")
        if model.frame.weights or model.frame.ranks:
            raise ModelError("sees: kinds of observation are relations; an event model with weights or ranks has none")
        return cls(model, Frozen(sees), per_state)

    def __hash__(self) -> int:
        return hash((self.events, frozenset(self.sees.items()), self.per_state))

    def kinds(
        self, structure: Structure, agent: str, truth: Callable[[Formula], WorldSet] | None = None
    ) -> list[tuple[str, WorldSet]]:
        """The agent's kinds of observation, each with the worlds where it applies.

        `truth` computes the extensions of conditions. `ModelError` if there is a world where no condition applies, or
        if conditions are read per state and there is no actual world.
        """
        if self.per_state and not structure.actuals:
            raise ModelError(
                f"sees of {agent}: conditions read per state are asked of the actual worlds, and the model has none; "
                "choose them" + by_face(" by model.at(world)", " by --at WORLD")
            )
        every = (1 << structure.size) - 1
        left, kinds = WorldSet(structure.size, mask=every), list[tuple[str, WorldSet]]()
        for condition, kind in self.sees[agent]:
            if isinstance(condition, Top):
                return [*kinds, (kind, left)]
            where = extension(structure, condition) if truth is None else truth(condition)
            if self.per_state:
                if all(actual in where for actual in structure.actuals):
                    return [(kind, left)]
            elif here := left & where:
                kinds.append((kind, here))
                left = left - where
            if not left:
                return kinds
        world = structure.actuals[0] if self.per_state and structure.actuals else left.first(1)[0]
        true = few(sorted(structure.true_atoms(world)), "and")
        raise self.unseen(agent, f"{world_quoted(structure.worlds.name(world))} (true there: {true or 'no atom'})")

    def relations_of(self, agents: Collection[str]) -> list[Relation]:
        """The relations between events that these agents may have."""
        kinds = [kind for agent in agents for kind in own_conditions(self.sees.get(agent, [(Top(), agent)]))]
        own = [self.events.frame.relations.get(kind, self.events.others) for kind in dict.fromkeys(kinds)]
        return [relation for relation in own if relation is not None]

    def unseen(self, agent: str, where: str) -> ModelError:
        """The error for a world where none of the agent's conditions holds."""
        return ModelError(
            f"sees of {agent}: no condition holds at {where}, so it is open what {agent} sees there; end with "
            f"('true', {self.sees[agent][-1][1]!r})"
        )

    def event_model(self, agents: Collection[str] | None = None) -> EventModel:
        """The equivalent event model without conditions; with `agents`, it has relations of these agents only.

        Each of its events combines an event with a kind of observation for each agent whose kind depends on the world.
        Where no condition of an agent holds, no event can happen; with `agents`, the caller must exclude such worlds of
        the model, as `kinds` does. `UnsupportedByEngine` if conditions are read per state, `TooLarge` for more than
        `MOST_EVENTS` events, `ModelError` if an agent's conditions are all false or, without `agents`, if there may be
        a world where none holds. Without `agents`, a relation whose name is also a kind of observation belongs to
        an agent of this name only if the agent has conditions or occurs in a formula of the action.
        """
        model = self._plain
        for agent, listed in self.sees.items() if agents is None else ():
            uncovered = simplify(Not(disj(condition for condition, _ in listed)))
            if uncovered != Bottom():
                raise self.unseen(agent, f"worlds with {shorten(str(uncovered))}")
        if agents is None:
            kinds = {kind for listed in self.sees.values() for _, kind in listed}
            agents = {*self.sees, *model.frame.relations.keys() - kinds}.union(
                *[said.agents for said in model.formulas]
            )
        if all(name in agents for name in model.agents):
            return model
        kept = {name: relation for name, relation in model.frame.relations.items() if name in agents}
        frame = replace(model.frame, relations=kept)
        return EventModel.of(model.events, frame, model.actual, model.others, model.values)

    def _choices(self, first: Mapping[str, Collection[str]]) -> list[dict[str, str]]:
        """The combinations of kinds of observation, for the agents whose kind depends on the world.

        `first`: the kinds of each agent. `TooLarge` for more than `MOST_EVENTS` events.
        """
        several = [a for a, own in first.items() if len(own) > 1 or not isinstance(self.sees[a][-1][0], Top)]
        choices = [dict(zip(several, kinds, strict=True)) for kinds in product(*[first[agent] for agent in several])]
        if len(choices) * len(self.events) > MOST_EVENTS:
            raise TooLarge(
                f"{len(choices):,} combinations of what agents observe and {len(self.events):,} events are more than "
                f"{MOST_EVENTS:,} events of a plain event model"
            )
        return choices

    @cached_property
    def _plain(self) -> EventModel:
        if self.per_state:
            raise UnsupportedByEngine(
                "an action whose observers are read per state has no event model: it depends on all actual worlds at "
                "once; read them per world" + by_face(", or run the plan with check()", ", or run the plan by validate")
            )
        base = self.events
        first = {agent: own_conditions(listed) for agent, listed in self.sees.items()}
        for agent, own in first.items():
            if not own:
                raise self.unseen(agent, "any world")
        choices = self._choices(first)
        names = {
            (event, place): "·".join([event, *choice.values()])
            for event in base.events
            for place, choice in enumerate(choices)
        }
        events = {
            name: Event(
                conj([base.events[event].pre, *[first[a][kind] for a, kind in choices[place].items()]]),
                base.events[event].post,
            )
            for (event, place), name in names.items()
        }
        numbers = {event: number for number, event in enumerate(base.events)}

        def pairs(relation_at: Sequence[Relation]) -> list[tuple[str, str]]:
            seen = {key: relation_at[key[1]].seen(numbers[key[0]]).mask for key in names}
            return [(names[one], names[two]) for one in names for two in names if seen[one] >> numbers[two[0]] & 1]

        of = base.frame.relations
        at = {agent: [of[choice.get(agent, next(iter(own)))] for choice in choices] for agent, own in first.items()}
        at |= {who: [of[who]] * len(choices) for who in of if who not in self.sees}
        others = None if base.others is None else pairs([base.others] * len(choices))
        designated = [name for (event, _), name in names.items() if event in base.designated]
        relations = {who: pairs(each) for who, each in at.items()}
        model = EventModel(events, relations, None if base.actual is None else designated, others)
        return EventModel.of(model.events, model.frame, model.actual, model.others, base.values)
