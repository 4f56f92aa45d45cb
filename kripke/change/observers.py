"""Events whose observers depend on formulas: what an agent sees of an event may differ from world to world.

Bolander, "Seeing is believing: formalising false-belief tasks in dynamic epistemic logic" (2018), edge-conditioned
event models, doi:10.1007/978-3-319-62864-6_8; in planning languages an agent's kind of observation has a name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
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
from logic.clauses import Bottom, Not, Top, conj
from logic.errors import EpistemicError, TooLarge, by_face, did_you_mean, few, shorten
from logic.formula import Formula
from logic.parser import parse

MOST_EVENTS = 4_096  # maximal number of events, each with the kinds of all agents

Sees = Mapping[str, Iterable[tuple[Formula | str, str]]]
"""For an agent the conditions in their order, each with the kind of observation if it is the first that holds."""


@dataclass(frozen=True)
class Observed:
    """An event model whose relations are named by kinds of observation, and which kind each agent has where."""

    events: EventModel
    sees: Mapping[str, tuple[tuple[Formula, str], ...]]  # others have the relation of the agent's own name
    per_state: bool = False  # whether a condition must hold at all actual worlds, and decides for all worlds

    @classmethod
    def read(cls, change: Any, given: Sees, per_state: bool) -> Observed:
        """From what a user gives; `ModelError` if it does not fit together."""
        model = change.event_model() if hasattr(change, "event_model") else change
        if not isinstance(model, EventModel):
            raise ModelError(f"sees: {shorten(repr(change))} has no events that could be seen; expected an EventModel")
        if not isinstance(given, Mapping):
            raise ModelError(f"sees {shorten(repr(given))}: expected a mapping such as {{'anne': [('near', 'full')]}}")
        sees: dict[str, tuple[tuple[Formula, str], ...]] = {}
        for agent, listed in given.items():
            if isinstance(listed, str):
                listed = [("true", listed)]
            try:
                sees[agent] = tuple([(parse(condition), kind) for condition, kind in listed])
            except EpistemicError:
                raise
            except (TypeError, ValueError):
                raise ModelError(
                    f"sees of {shorten(str(agent))}: {shorten(repr(listed))}; expected a list of pairs (condition, "
                    "kind), such as [('near', 'full'), ('true', 'none')]"
                ) from None
            if not sees[agent]:
                raise ModelError(
                    f"sees of {shorten(str(agent))}: the list is empty, so it is open what they see; expected pairs "
                    "(condition, kind) that end with ('true', kind)"
                )
            for _, kind in sees[agent]:
                if kind not in model.frame.relations:
                    kinds = model.frame.relations
                    near = (
                        did_you_mean(str(kind), kinds)
                        or f"; there {'is' if len(kinds) == 1 else 'are'} {few(list(kinds), 'and')}"
                    )
                    raise ModelError(f"sees of {agent}: there is no relation of the kind {shorten(repr(kind))}{near}")
        if model.frame.weights or model.frame.ranks:
            raise ModelError("sees: kinds of observation are relations; an event model with weights or ranks has none")
        return cls(model, Frozen(sees), per_state)

    def __hash__(self) -> int:
        return hash((self.events, frozenset(self.sees.items()), self.per_state))

    @property
    def conditions(self) -> list[Formula]:
        """The formulas that decide what agents see."""
        return [condition for listed in self.sees.values() for condition, _ in listed]

    def kinds(
        self, structure: Structure, agent: str, truth: Callable[[Formula], WorldSet] | None = None
    ) -> list[tuple[str, WorldSet]]:
        """The kinds that an agent with an entry has, each with its worlds; `ModelError` if no condition holds."""
        if self.per_state and not structure.actuals:
            raise ModelError(
                f"sees of {agent}: conditions read per state are asked of the actual worlds, and the model has none; "
                "choose them" + by_face(" by model.at(world)", " by --at WORLD")
            )
        every = (1 << structure.size) - 1
        left, found = WorldSet(structure.size, mask=every), list[tuple[str, WorldSet]]()
        for condition, kind in self.sees[agent]:
            if isinstance(condition, Top):
                return [*found, (kind, left)]
            where = extension(structure, condition) if truth is None else truth(condition)
            if self.per_state:
                if all(actual in where for actual in structure.actuals):
                    return [(kind, left)]
            elif here := left & where:
                found.append((kind, here))
                left = left - where
            if not left:
                return found
        world = structure.actuals[0] if self.per_state and structure.actuals else left.first(1)[0]
        at, true = shorten(str(structure.worlds.name(world))), few(sorted(structure.true_atoms(world)), "and")
        raise ModelError(
            f"sees of {agent}: no condition holds at {at} (true there: {true or 'no atom'}), so it is open what "
            f"{agent} sees there; end "
            f"with ('true', {self.sees[agent][-1][1]!r})"
        )

    def event_model(self, agents: Collection[str] | None = None) -> EventModel:
        """The same as a plain event model for these agents: events are pairs of an event and the agents' kinds."""
        model = self._plain
        if agents is None or all(name in agents for name in model.agents):
            return model
        kept = {name: relation for name, relation in model.frame.relations.items() if name in agents}
        return EventModel.of(model.events, replace(model.frame, relations=kept), model.actual, model.others)

    @cached_property
    def _plain(self) -> EventModel:
        if self.per_state:
            raise UnsupportedByEngine(
                "an action whose observers are read per state has no event model: it depends on all actual worlds at "
                "once; read them per world" + by_face(", or run the plan with check()", ", or run the plan by validate")
            )
        agents, base = list(self.sees), self.events
        first: dict[str, dict[str, Formula]] = {}  # kind -> where it is the first whose condition holds
        for agent, listed in self.sees.items():
            before: list[Formula] = []
            first[agent] = {}
            for condition, kind in listed:
                last = isinstance(condition, Top)
                if not isinstance(condition, Bottom):
                    here = conj(before if last else [*before, condition])
                    first[agent][kind] = here if kind not in first[agent] else first[agent][kind] | here
                    before.append(Not(condition))
                if last:
                    break
        several = [agent for agent in agents if len(first[agent]) > 1]
        choices = [dict(zip(several, kinds, strict=True)) for kinds in product(*[first[agent] for agent in several])]
        if len(choices) * len(base) > MOST_EVENTS:
            raise TooLarge(
                f"{len(choices):,} combinations of what agents observe and {len(base):,} events are more than "
                f"{MOST_EVENTS:,} events of a plain event model"
            )
        names = {
            (event, place): "·".join([event, *choice.values()]) if several else event
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

        def pairs(relation_at: Any) -> list[tuple[str, str]]:
            seen = {key: relation_at(choices[key[1]]).seen(numbers[key[0]]).mask for key in names}
            return [(names[one], names[two]) for one in names for two in names if seen[one] >> numbers[two[0]] & 1]

        def of(agent: str) -> list[tuple[str, str]]:
            (only, *_) = first[agent]
            return pairs(lambda choice: base.frame.relations[choice.get(agent, only)])

        kinds = {kind for listed in self.sees.values() for _, kind in listed}
        own = [agent for agent in base.frame.relations if agent not in self.sees and agent not in kinds]
        relations = {agent: of(agent) for agent in agents}
        relations |= {agent: pairs(lambda _, a=agent: base.frame.relations[a]) for agent in own}
        others = None if base.others is None else pairs(lambda _: base.others)
        designated = [name for (event, _), name in names.items() if event in base.designated]
        return EventModel(events, relations, designated, others)

    def relations(
        self, structure: Structure, agent: str, truth: Callable[[Formula], WorldSet] | None = None
    ) -> list[tuple[WorldSet | None, Relation]] | None:
        """The relations of events of an agent with an entry, each with the worlds where it counts; None: at all."""
        if agent not in self.sees:
            return None
        kinds, of = self.kinds(structure, agent, truth), self.events.frame.relations
        return [(None if len(kinds) == 1 else where, of[kind]) for kind, where in kinds]
