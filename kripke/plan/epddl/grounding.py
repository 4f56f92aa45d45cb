"""The planning problem of EPDDL files: ground actions as event models, the state at the start, and the goal."""

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import Any, NamedTuple

from kripke.change.event import Event
from kripke.change.product import Action
from kripke.plan.epddl.formulas import (
    FALSE,
    TRUE,
    Compiled,
    Compiler,
    Key,
    Scope,
    Values,
    Vocabulary,
    atom_name,
    conjunction,
    disjunction,
    negation,
)
from kripke.plan.epddl.initial_state import initial_model
from kripke.plan.epddl.observing import Frames, Kinds, ground_action, of_plank, own_conditions
from kripke.plan.epddl.reading import MODALITIES, File, Node, Source, missing
from kripke.plan.problem import Problem
from logic import clauses as f
from logic.formula import Formula
from logic.grammar import Token

ACTIONS = 100_000  # maximal number of ground actions

Observers = tuple[list[str] | None, Kinds]  # agents, or None for all others, and their kinds
Change = tuple[Key, bool, Formula]  # an atom becomes true, or false, where a condition holds


class ActionType(NamedTuple):
    """The events, kinds of observation, relations by kind, designated events and conditions of a type of actions."""

    events: tuple[str, ...]
    kinds: tuple[str, ...]
    relations: Mapping[str, Iterable[tuple[str, str]]]
    designated: tuple[str, ...]
    conditions: Mapping[str, tuple[str, ...]]


BASIC = ActionType(("?e",), ("Fully",), {"Fully": [("?e", "?e")]}, ("?e",), {})
"""The type ``basic``: one event that all agents see."""


class Schema(NamedTuple):
    """An event with parameters, its precondition and its effects, and the section that declares it."""

    parameters: list[tuple[Token, tuple[Any, ...]]]
    precondition: Compiled[Formula]
    effects: Compiled[Iterable[list[Change]]]
    section: Node


def ground(domain: File, problem: File, libraries: Iterable[File], as_plank: bool = False) -> Problem:
    """The planning problem of parsed files.

    `TextFormError`, with the place, for what the files cannot mean; `TooLarge` for over 100,000 atoms or actions, or
    over a million combinations of values.
    """
    notes = dict.fromkeys(note for file in (*libraries, domain, problem) for note in missing(file))
    vocabulary = Vocabulary(domain, problem)
    compiler, scope = Compiler(vocabulary, as_plank, notes), Scope(problem.source)
    for name, _, listed in (group.parts for section in problem.of(":agent-groups") for group in section.parts[1:]):
        members = compiler.items(listed, scope, compiler.members, "agent")({})
        vocabulary.groups[str(name)] = tuple(dict.fromkeys(agent for each in members for agent in each))
    grounder = _Grounder(compiler, domain.source)
    for library in libraries:
        for section in library.of(":action-type"):
            grounder.declare_type(library.source, section)
    for section in domain.of(":event"):
        grounder.declare_event(section)
    actions: dict[str, Action] = {}
    for section in domain.of(":action"):
        for action in grounder.actions(section):
            if action.name in actions:
                hint = "rename one of the two actions, or an entity"
                raise domain.source.error(f"two ground actions are called {action.name}", section.parts[1], hint)
            actions[action.name] = action
    model = initial_model(compiler, problem)
    goals = [compiler.formula(section.parts[1], scope)({}) for section in problem.of(":goal")]
    if not goals:
        raise problem.source.error("there is no :goal", problem.name, "write (:goal formula)")
    renamed = [
        f"the agent {name} is called {plain} in formulas" for name, plain in vocabulary.agents.items() if name != plain
    ]
    return Problem(str(problem.name), model, actions.values(), conjunction(goals), [*notes, *renamed])


class _Grounder:
    """Declared events and types of actions, and the ground actions that use them."""

    def __init__(self, compiler: Compiler, source: Source) -> None:
        self.compiler, self.source, self.vocabulary, self.notes = compiler, source, compiler.vocabulary, compiler.notes
        self.types: dict[str, ActionType] = {"basic": BASIC}
        self.events: dict[str, Schema] = {}
        self.found = 0  # number of ground actions

    # --------------------------------------------------------------------------------------------- declarations

    def declare_type(self, source: Source, section: Node) -> None:
        """A type of actions in a library."""
        _, name, *lists, relations, designated, conditions = section.parts
        events, kinds = (tuple(map(str, each.parts)) for each in lists)
        if name in self.types:
            raise source.error(f"the action type {name} is declared twice", name, "give one of the libraries only")
        scope = Scope(source, local=dict.fromkeys(events, "event"))
        pairs: dict[str, dict[tuple[str, str], None]] = {kind: {} for kind in kinds}
        for kind, listed in (relation.parts for relation in relations.parts):
            source.require(kind, kinds, "kind of observation")
            pairs[kind].update(dict.fromkeys(self.compiler.items(listed, scope, self.compiler.pair, "event")({})))
        demands: dict[str, tuple[str, ...]] = {}
        for event, *keys in (condition.parts for condition in (conditions.parts if conditions else ())):
            for key in keys:
                source.require(key, CONDITIONS, "condition")
            demands[event] = (*demands.get(event, ()), *keys)
        for event in (*designated.parts, *demands):
            source.require(event, events, "event")
        self.types[str(name)] = ActionType(events, kinds, pairs, tuple(map(str, designated.parts)), demands)

    def declare_event(self, section: Node) -> None:
        """An event of the domain."""
        _, name, typed, precondition, effects = section.parts
        if name in self.events:
            raise self.source.error(f"the event {name} is declared twice", name)
        parameters = self.vocabulary.typed(self.source, typed, "object") if typed else []
        scope = Scope(self.source, dict(parameters))
        before = self.compiler.formula(precondition or Node("true", ()), scope)
        after = self.compiler.items(effects or Node("several", ()), scope, self._effect, "object")
        self.events[str(name)] = Schema(parameters, before, after, section)

    def _effect(self, node: Node, scope: Scope) -> Compiled[list[Change]]:
        if node.kind == "always":
            literal = self._literal(node.parts[0], scope)
            return lambda values: [(*literal(values), TRUE)]
        condition = self.compiler.formula(node.parts[0], scope)
        literals = self.compiler.items(node.parts[1], scope, self._literal, "object")

        def changes(values: Values) -> list[Change]:
            holds, found = condition(values), [*literals(values)]
            otherwise = [(atom, not positive, negation(holds)) for atom, positive in found if node.kind == "iff"]
            return [*((atom, positive, holds) for atom, positive in found), *otherwise]

        return changes

    def _literal(self, node: Node, scope: Scope) -> Compiled[tuple[Key, bool]]:
        atom: Node = node.parts[0]
        if self.vocabulary.predicate(atom, scope).rigid:
            raise scope.source.error(f"{atom.parts[0]} is a rigid fact, which no event changes", atom.parts[0])
        key, positive = self.compiler.key(atom.parts), node.kind == "positive"
        return lambda values: (key(values), positive)

    # -------------------------------------------------------------------------------------------------- actions

    def actions(self, section: Node) -> Iterable[Action]:
        """The ground actions of an action, without those that can never happen."""
        _, name, given, kind, calls, observers = section.parts
        if kind not in self.types:
            hint = "its library may be missing: give its file after the problem"
            raise self.source.error(f"there is no action type {kind}", kind, hint)
        parameters = given or Node("parts", (Node("parts", ()), None))
        own, scope = self.vocabulary.typed(self.source, parameters.parts[0], "object"), Scope(self.source)
        sizes = [len(self.vocabulary.members(types, scope)) for _, types in own]
        if parameters.parts[1] is None:
            self._require_few(prod(sizes), name)
        instances, scope = self.compiler.parameters(parameters, scope, "object")
        count = 0
        for _ in instances({}):  # counted before any is built
            count += 1
            self._require_few(count, name)
        self.found += count
        build, never = self._builder(name, self.types[kind], calls, observers, scope), 0
        size = len(self.vocabulary.agents) + sum(self.events[call.parts[0]].section.size for call in calls.parts)
        size += section.size
        for values in instances({}):
            self.compiler.count(size, self.source, name)
            action = build(values, "_".join([name, *[values[variable] for variable, _ in own]]))
            if action:
                yield action
            else:
                never += 1
        if never:
            self.notes[f"{never:,} of {count:,} ground actions of {name} can never happen and are left out"] = None

    def _require_few(self, more: int, name: Token) -> None:
        if self.found + more > ACTIONS:
            raise self.source.too_large(f"over {ACTIONS:,} ground actions, the maximum", name)

    def _builder(
        self, name: Token, kind: ActionType, calls: Node, observers: Node | None, scope: Scope
    ) -> Callable[[Values, str], Action | None]:
        """The function from values of the parameters to the ground action; None if it can never happen."""
        if len(calls.parts) != len(kind.events):
            raise self.source.error(f"{name}: its type has {len(kind.events)} events, got {len(calls.parts)}", name)
        used = [str(call.parts[0]) for call in calls.parts]
        makers: dict[str, Compiled[Event]] = {}
        name_of: dict[str, str] = {}
        for call, variable, event in zip(calls.parts, kind.events, used, strict=True):
            name_of[variable] = event if used.count(event) == 1 else f"{event}_{variable[1:]}"
            makers[name_of[variable]] = self._event(call, kind.conditions.get(variable, ()), scope)
        for event in {event for event in used if used.count(event) > 1}:
            self.notes[f"{name} uses the event {event} twice: they are two events here, one in plank's JSON"] = None
        designated = [name_of[variable] for variable in kind.designated]
        pairs = {each: [(name_of[e], name_of[d]) for e, d in kind.relations[each]] for each in kind.kinds}
        observed = self._observers(observers, kind, name, scope)
        agents = self.vocabulary.agents
        acting = [variable for variable, types in scope.variables.items() if self.vocabulary.is_a(types[0], "agent")]
        alone = next(iter(agents.values())) if len(agents) == 1 else None
        frames: Frames = {}

        def build(values: Values, text: str) -> Action | None:
            events = {event: make(values) for event, make in makers.items()}
            if all(events[event].pre is FALSE for event in designated):
                return None
            by = agents[values[acting[0]]] if acting else alone
            return ground_action(
                text, events, designated, pairs, observed(values, text), by, self.compiler.as_plank, frames
            )

        return build

    def _event(self, call: Node, conditions: Iterable[str], scope: Scope) -> Compiled[Event]:
        """The function from values of an action's parameters to the event of a call."""
        name, *terms = call.parts
        self.source.require(name, self.events, "event")
        schema = self.events[name]
        if len(terms) != len(schema.parameters):
            raise self.source.error(f"{name} takes {len(schema.parameters)} parameters, got {len(terms)}", name)
        for number, (variable, types) in enumerate(schema.parameters):
            self.vocabulary.require_term(terms[number], types, scope, f"{variable} of {name}")
            if terms[number] != variable and variable in scope.variables:
                what = f"{variable} of the event {name} is {{}} in an action with its own {variable}"
                if self.compiler.as_plank:
                    terms[number] = variable
                    self.notes[f"{what.format('that one')}, as in plank"] = None
                else:
                    self.notes[f"{what.format(terms[number])}; plank takes the action's {variable}"] = None
        for condition in conditions:
            if not CONDITIONS[condition](schema.section):
                raise self.source.error(f"the action type demands {condition} of this event", name)
        cache: dict[tuple[str, ...], Event] = {}

        def make(values: Values) -> Event:
            given = tuple([values.get(term, str(term)) for term in terms])
            if given not in cache:
                own = {str(variable): value for (variable, _), value in zip(schema.parameters, given, strict=True)}
                cache[given] = Event(schema.precondition(own), self._post(name, schema.effects(own)))
            return cache[given]

        return make

    def _post(self, event: str, effects: Iterable[list[Change]]) -> dict[str, Formula]:
        """The postconditions: an atom is true after what makes it true, or if it is and nothing makes it false."""
        made: dict[Key, tuple[list[Formula], list[Formula]]] = {}
        for key, positive, condition in (change for changes in effects for change in changes):
            made.setdefault(key, ([], []))[not positive].append(condition)
        post: dict[str, Formula] = {}
        for key, (adding, removing) in made.items():
            atom = f.Atom(atom_name(key))
            true, stays = disjunction(adding), negation(disjunction(removing))
            changed = true if stays == true else disjunction([true, conjunction([atom, stays])])
            if not removing and true is not TRUE:
                what = f"{event}: what only (when ...) makes true"
                if self.compiler.as_plank:
                    changed = true
                    self.notes[f"{what} becomes false where the condition fails, as in plank"] = None
                else:
                    self.notes[f"{what} stays as it is where the condition fails; plank makes it false"] = None
            if changed != atom:
                post[atom.name] = changed
        return post

    # -------------------------------------------------------------------------------------------- who sees what

    def _observers(
        self, node: Node | None, type_: ActionType, name: Token, scope: Scope
    ) -> Callable[[Values, str], dict[str, Kinds]]:
        """The function from values of the parameters, and the name of the ground action, to the kinds of each agent."""
        if node is None and len(type_.kinds) > 1:
            hint = f"write :observability-conditions (default {type_.kinds[-1]})"
            raise self.source.error(f"{name} does not say who observes it how", name, hint)

        def observer(part: Node, inner: Scope) -> Compiled[Observers]:
            return self._observer(part, type_, inner)

        entries = self.compiler.items(node or Node("several", ()), scope, observer, "agent")

        def observed(values: Values, text: str) -> dict[str, Kinds]:
            found: dict[str, Kinds] = {}
            others: Kinds = [(TRUE, type_.kinds[0])] if node is None else []
            for agents, kinds in entries(values):
                others = kinds if agents is None else others
                for agent in agents or ():
                    if found.setdefault(agent, kinds) != kinds:
                        hint = "write one with if ... else-if ... else"
                        raise self.source.error(f"{text}: two entries say how {agent} observes it", name, hint)
            whole = {}
            for agent in self.vocabulary.agents.values():
                kinds = [(c, kind) for c, kind in [*found.get(agent, ()), *others] if c is not FALSE]
                end = next((number for number, (c, _) in enumerate(kinds, 1) if c is TRUE), 0)
                if not end:
                    hint = "write (default KIND), or an else in each condition"
                    raise self.source.error(f"{text}: no entry says how {agent} observes it", name, hint)
                whole[agent] = (
                    of_plank(own_conditions(kinds[:end]), type_.kinds) if self.compiler.as_plank else kinds[:end]
                )
            return whole

        return observed

    def _observer(self, node: Node, type_: ActionType, scope: Scope) -> Compiled[Observers]:
        """The agents of an entry, None for ``default``, and their kinds by conditions."""
        first, *rest = (None, *node.parts) if node.kind == "default" else node.parts
        for kind in (part for part in rest if isinstance(part, Token)):
            scope.source.require(kind, type_.kinds, "kind of observation")
        agents = None if first is None else self.compiler.members(Node("parts", (first,)), scope)
        *pairs, last = rest
        conditions = [self.compiler.formula(part, scope) for part in pairs[::2]]
        end: Kinds = [] if last is None else [(TRUE, str(last))]

        def entry(values: Values) -> Observers:
            kinds = [(c(values), str(kind)) for c, kind in zip(conditions, pairs[1::2], strict=True)]
            return agents and agents(values), [*kinds, *end]

        return entry


def _has_precondition(section: Node) -> bool:
    return section.parts[3] is not None and section.parts[3].kind != "true"


def _has_effects(section: Node) -> bool:
    return section.parts[4] is not None and section.parts[4] != Node("several", ())


def _is_propositional(node: Node | None) -> bool:
    return node is None or all(part.kind not in MODALITIES for part in node.walk())


CONDITIONS: Mapping[str, Callable[[Node], bool]] = {
    ":trivial-precondition": lambda event: not _has_precondition(event),
    ":trivial-postconditions": lambda event: not _has_effects(event),
    ":trivial-event": lambda event: not _has_precondition(event) and not _has_effects(event),
    ":non-trivial-precondition": _has_precondition,
    ":non-trivial-postconditions": _has_effects,
    ":non-trivial-event": lambda event: _has_precondition(event) or _has_effects(event),
    ":propositional-precondition": lambda event: _is_propositional(event.parts[3]),
    ":propositional-postconditions": lambda event: _is_propositional(event.parts[4]),
    ":propositional-event": lambda event: all(_is_propositional(part) for part in event.parts[3:]),
}
"""What an action type may demand of an event -> whether the section of an event fulfils it."""
