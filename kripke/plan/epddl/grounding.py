"""Grounding of EPDDL files: actions as event models, the initial state, and the goal.

A kind of observation (EPDDL's observability type, such as ``Fully``) is a relation between the events of an action.
Conditions decide which of these relations an agent has.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kripke.change.event import Event, EventModel
from kripke.change.observers import own_conditions
from kripke.change.product import Action
from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from kripke.formats.source import Node, Source
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.plan.epddl import formulas
from kripke.plan.epddl.formulas import FALSE, TRUE, Compiled, Compiler, Key, Scope, Values, atom_name
from kripke.plan.epddl.reading import MODALITIES, File, missing
from kripke.plan.problem import Problem
from logic import clauses as f
from logic.errors import TooLarge, by_face, few, listing
from logic.formula import Formula
from logic.grammar import Token
from logic.shared import conjuncts

if TYPE_CHECKING:
    from kripke.models import symbolic_model
else:
    symbolic_model = Lazy("kripke.models.symbolic_model")

ACTIONS = 100_000  # maximal number of ground actions
FEW = 12  # number of atoms up to which all assignments are tried: loading diagrams takes .3 s
WORLDS = 2**16  # maximal number of worlds of a theory that are listed: above it the model keeps its diagrams

Kinds = list[tuple[Formula, str]]  # conditions with kinds of observation; the first condition that holds decides
Frames = dict[tuple[tuple[str, str], ...], Structure]
"""Cached frames of event models (events and their relations), by agents' kinds of observation; actions share them."""
Observers = tuple[list[str] | None, Kinds]  # agents, or None for all others, and their kinds
Change = tuple[Key, bool, Formula]  # an atom becomes true, or false, where a condition holds


class ActionType(NamedTuple):
    """A type of actions: its events, kinds of observation, relations, designated events and conditions."""

    events: tuple[str, ...]
    kinds: tuple[str, ...]
    relations: Mapping[str, Iterable[tuple[str, str]]]
    designated: tuple[str, ...]
    conditions: Mapping[str, tuple[str, ...]]


BASIC = ActionType(("?e",), ("Fully",), {"Fully": [("?e", "?e")]}, ("?e",), {})
"""The type ``basic``: one event that all agents see."""

CONDITIONS = [
    f":{what}-{part}"
    for what in ("trivial", "non-trivial", "propositional")
    for part in ("precondition", "postconditions", "event")
]
"""The conditions that an action type may impose on an event."""
ALWAYS, NOTHING = Node("true", ()), Node("several", ())  # precondition and effects of an event that declares none

Schema = tuple[list[tuple[Token, tuple[Any, ...]]], Compiled[Formula], Compiled[Iterable[list[Change]]], Node]
"""A declared event: its parameters, precondition and effects, and its section in the file."""


def ground(domain: File, problem: File, libraries: Iterable[File], as_plank: bool = False) -> Problem:
    """Ground the actions of parsed files and return the planning problem. Errors as for `load_epddl`."""
    notes = dict.fromkeys(note for file in (*libraries, domain, problem) for note in missing(file))
    grounder = _Grounder(domain, problem, as_plank, notes)
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
    key, *parts = problem.only(":init", "(:init (:and f g))").parts
    atoms = grounder.ground_atoms(problem.source, key)
    if not grounder.agents:
        raise problem.source.error("there are no agents", problem.name, "write (:agents name ...)")
    if len(parts) == 1:
        model = _of_theory(grounder, problem.source, key, parts[0], atoms)
    else:
        model = _explicit(grounder, problem.source, parts, atoms)
    goal = grounder.formula(problem.only(":goal", "(:goal (and f g))").parts[1], Scope(problem.source))({})
    names = grounder.agents.items()
    renamed = [f"the agent {name} is called {plain} in formulas" for name, plain in names if name != plain]
    return Problem(str(problem.name), model, [*actions.values()], goal, [*notes, *renamed])


class _Grounder(Compiler):
    """Grounds actions from declared events and action types."""

    def __init__(self, domain: File, problem: File, as_plank: bool, notes: dict[str, None]) -> None:
        super().__init__(domain, problem, as_plank, notes)
        self.source = domain.source
        self.action_types: dict[str, ActionType] = {"basic": BASIC}
        self.events: dict[str, Schema] = {}
        self.found = 0  # number of ground actions

    def declare_type(self, source: Source, section: Node) -> None:
        _, name, *lists, relations, designated, conditions = section.parts
        events, kinds = (tuple(map(str, each.parts)) for each in lists)
        scope = Scope(source, local=dict.fromkeys(events, "event"))
        pairs: dict[str, dict[tuple[str, str], None]] = {kind: {} for kind in kinds}
        for kind, listed in (relation.parts for relation in relations.parts):
            source.require(kind, kinds, "kind of observation")
            pairs[kind].update(dict.fromkeys(self.items(listed, scope, self.pair, "event")({})))
        demands: dict[str, tuple[str, ...]] = {}
        for event, *keys in (condition.parts for condition in (conditions.parts if conditions else ())):
            for key in keys:
                source.require(key, CONDITIONS, "condition")
            demands[event] = (*demands.get(event, ()), *keys)
        for event in (*designated.parts, *demands):
            source.require(event, events, "event")
        action_type = ActionType(events, kinds, pairs, tuple(map(str, designated.parts)), demands)
        self.declare(source, self.action_types, name, action_type, "an action type", "give one of the libraries only")

    def declare_event(self, section: Node) -> None:
        _, name, typed, precondition, effects = section.parts
        parameters = self.typed(self.source, typed, "object") if typed else []
        scope = Scope(self.source, dict(parameters))
        before = self.formula(precondition or ALWAYS, scope)
        after = self.items(effects or NOTHING, scope, self._effect, "object")
        self.declare(self.source, self.events, name, (parameters, before, after, section), "an event")

    def _effect(self, node: Node, scope: Scope) -> Compiled[list[Change]]:
        when, listed = node.parts if node.kind != "always" else (ALWAYS, Node("single", node.parts))
        condition = self.formula(when, scope)
        literals = self.items(listed, scope, self._literal, "object")

        def changes(values: Values) -> list[Change]:
            holds = condition(values)
            effects = [(atom, positive, holds) for atom, positive in literals(values)]
            if node.kind == "iff":
                effects += [(atom, not positive, formulas.negation(holds)) for atom, positive, _ in effects]
            return effects

        return changes

    def _literal(self, node: Node, scope: Scope) -> Compiled[tuple[Key, bool]]:
        key = self.changing(node.parts[0], scope, ", which no event changes")
        positive = node.kind == "positive"
        return lambda values: (key(values), positive)

    def actions(self, section: Node) -> Iterable[Action]:
        """The ground instances of an action, except instances that can never happen."""
        _, name, given, _, kind, calls, observers = section.parts
        if kind not in self.action_types:
            hint = "its library may be missing: give its file after the problem"
            raise self.source.error(f"there is no action type '{kind}'", kind, hint)
        type_, agents, scope = self.action_types[kind], self.agents, Scope(self.source)
        parameters = given or Node("parts", (Node("parts", ()), None))
        typed = self.typed(self.source, parameters.parts[0], "object")
        if parameters.parts[1] is None:
            self._require_few(prod(len(self.entities(types, scope)) for _, types in typed), name)
        instances, scope = self.parameters(parameters, scope, "object")
        count = never = 0
        for count, _ in enumerate(instances({}), 1):  # counted before any is built
            self._require_few(count, name)
        self.found += count
        if len(calls.parts) != len(type_.events):
            raise self.source.error(f"{name}: its type has {len(type_.events)} events, got {len(calls.parts)}", name)
        used = [str(call.parts[0]) for call in calls.parts]
        makers, name_of = dict[str, Compiled[Event]](), dict[str, str]()
        for call, variable, event in zip(calls.parts, type_.events, self._event_names(used, type_, name), strict=True):
            name_of[variable] = event
            makers[event] = self._event(call, type_.conditions.get(variable, ()), scope)
        designated = [name_of[variable] for variable in type_.designated]
        pairs = {each: [(name_of[e], name_of[d]) for e, d in type_.relations[each]] for each in type_.kinds}
        observed = self._observers(observers, type_, name, scope)
        acting = [variable for variable, types in scope.variables.items() if self.is_a(types[0], "agent")]
        alone = next(iter(agents.values())) if len(agents) == 1 else None
        size = len(agents) + section.size + sum(self.events[event][-1].size for event in used)
        frames: Frames = {}
        for values in instances({}):
            self.count(size, self.source, name)
            events = {event: make(values) for event, make in makers.items()}
            if all(events[event].pre is FALSE for event in designated):
                never += 1
                continue
            text = "_".join([name, *[values[variable] for variable in scope.variables]])
            by = agents[values[acting[0]]] if acting else alone
            sees = observed(values, text)
            yield ground_action(text, events, designated, pairs, sees, by, self.as_plank, frames)
        if never:
            self.notes[f"{never:,} of {count:,} ground actions of {name} can never happen and are left out"] = None

    def _event_names(self, used: Sequence[str], type_: ActionType, name: Token) -> Iterable[str]:
        """Yield a name for each event of an action; an event that is used twice is two events with different names."""
        for event, variable in zip(used, type_.events, strict=True):
            if used.count(event) == 1:
                yield event
            else:
                self.notes[f"{name} uses the event {event} twice: they are two events here, one in plank's JSON"] = None
                yield f"{event}_{variable[1:]}"

    def _require_few(self, more: int, name: Token) -> None:
        if self.found + more > ACTIONS:
            raise self.source.too_large(f"over {ACTIONS:,} ground actions, the maximum", name)

    def _event(self, call: Node, conditions: Iterable[str], scope: Scope) -> Compiled[Event]:
        """Compile the use of an event in an action to a function from the action's parameters to the event.

        `conditions`: the conditions that the action type imposes on the event, such as ``:propositional-precondition``;
        an error if the event does not fulfil them.
        """
        name, *terms = call.parts
        self.source.require(name, self.events, "event")
        parameters, before, effects, section = self.events[name]
        if len(terms) != len(parameters):
            raise self.source.error(f"{name} takes {len(parameters)} parameters, got {len(terms)}", name)
        for number, (variable, types) in enumerate(parameters):
            self.require_term(terms[number], types, scope, f"{variable} of {name}")
            if terms[number] != variable and variable in scope.variables:
                what = f"{variable} of the event {name} is {{}} in an action with its own {variable}"
                if self.as_plank:
                    terms[number] = variable
                    self.notes[f"{what.format('that one')}, as in plank"] = None
                else:
                    self.notes[f"{what.format(terms[number])}; plank takes the action's {variable}"] = None
        for condition in conditions:
            what, _, part = condition[1:].rpartition("-")
            own = {"precondition": section.parts[3:4], "postconditions": section.parts[4:]}
            nodes = own.get(part, section.parts[3:])
            if what == "propositional":
                fulfilled = not any(inside.kind in MODALITIES for node in nodes if node for inside in node.walk())
            else:
                fulfilled = all(node in (None, ALWAYS, NOTHING) for node in nodes) == (what == "trivial")
            if not fulfilled:
                raise self.source.error(f"the action type demands {condition} of this event", name)

        @cache
        def make(*given: str) -> Event:
            own = {str(variable): value for (variable, _), value in zip(parameters, given, strict=True)}
            return Event(before(own), self._post(name, effects(own)))

        return lambda values: make(*[values.get(term, str(term)) for term in terms])

    def _post(self, event: str, effects: Iterable[list[Change]]) -> dict[str, Formula]:
        """The postconditions for the effects of an event.

        An atom is true after the event if an effect makes it true, or if it is true before and no effect makes it
        false. With `as_plank`, an atom that no effect can make false is true only if an effect makes it true.
        """
        conditions: dict[Key, tuple[list[Formula], list[Formula]]] = {}
        for key, positive, condition in (change for changes in effects for change in changes):
            conditions.setdefault(key, ([], []))[not positive].append(condition)
        post: dict[str, Formula] = {}
        for key, (adding, removing) in conditions.items():
            atom = f.Atom(atom_name(key))
            true, stays = formulas.disjunction(adding), formulas.negation(formulas.disjunction(removing))
            changed = true if stays == true else formulas.disjunction([true, formulas.conjunction([atom, stays])])
            if not removing and true is not TRUE:
                changed = true if self.as_plank else changed
                what = "becomes false" if self.as_plank else "stays as it is"
                more = ", as in plank" if self.as_plank else "; plank makes it false"
                self.notes[f"{event}: what only (when ...) makes true {what} where the condition fails{more}"] = None
            if changed != atom:
                post[atom.name] = changed
        return post

    def _observers(
        self, node: Node | None, type_: ActionType, name: Token, scope: Scope
    ) -> Callable[[Values, str], dict[str, Kinds]]:
        """Compile an action's observability conditions to a function that returns each agent's kinds of observation.

        The function takes the values of the parameters and the name of the ground action.
        """
        if node is None and len(type_.kinds) > 1:
            hint = f"write :observability-conditions (default {type_.kinds[-1]})"
            raise self.source.error(f"{name} does not say who observes it how", name, hint)
        entries = self.items(node or NOTHING, scope, lambda part, inner: self._observer(part, type_, inner), "agent")

        def observed(values: Values, text: str) -> dict[str, Kinds]:
            agent_kinds: dict[str, Kinds] = {}
            others: Kinds = [(TRUE, type_.kinds[0])] if node is None else []
            for agents, kinds in entries(values):
                others = kinds if agents is None else others
                for agent in agents or ():
                    if agent_kinds.setdefault(agent, kinds) != kinds:
                        hint = "write one with if ... else-if ... else"
                        raise self.source.error(f"{text}: two entries say how {agent} observes it", name, hint)
            whole = {}
            for agent in self.agents.values():
                kinds = [(c, kind) for c, kind in [*agent_kinds.get(agent, ()), *others] if c is not FALSE]
                end = next((number for number, (c, _) in enumerate(kinds, 1) if c is TRUE), 0)
                if not end:
                    hint = "write (default KIND), or an else in each condition"
                    raise self.source.error(f"{text}: no entry says how {agent} observes it", name, hint)
                kinds = kinds[:end]
                whole[agent] = of_plank(own_conditions(kinds), type_.kinds) if self.as_plank else kinds
            return whole

        return observed

    def _observer(self, node: Node, type_: ActionType, scope: Scope) -> Compiled[Observers]:
        """Compile an observability condition to its agents and a list of pairs: a formula and a kind of observation.

        The agents are None for ``default``.
        """
        first, *rest = (None, *node.parts) if node.kind == "default" else node.parts
        for kind in (part for part in rest if isinstance(part, Token)):
            scope.source.require(kind, type_.kinds, "kind of observation")
        agents = None if first is None else self.members(Node("parts", (first,)), scope)
        *pairs, last = rest
        conditions = [self.formula(part, scope) for part in pairs[::2]]
        end: Kinds = [] if last is None else [(TRUE, str(last))]

        listed = [*zip(conditions, map(str, pairs[1::2]), strict=True)]
        return lambda values: (agents and agents(values), [*((c(values), kind) for c, kind in listed), *end])


def ground_action(
    name: str,
    events: Mapping[str, Event],
    designated: Sequence[str],
    pairs: Mapping[str, Iterable[tuple[str, str]]],
    observers: Mapping[str, Kinds],
    by: str | None,
    per_state: bool,
    frames: Frames,
) -> Action:
    """Build a ground action.

    An agent whose kind of observation does not depend on a condition has its own relation in the event model.

    `pairs`: the relation of each kind of observation. `observers`: each agent's kinds. `by`: the agent who acts.
    `per_state`: whether a condition must hold at all actual worlds. `frames`: the cache of frames.
    """
    fixed = {
        agent: kinds[0][1]
        for agent, kinds in observers.items()
        if len({kind for _, kind in kinds}) == 1 and kinds[-1][0] is TRUE
    }
    if fixed.keys() & pairs.keys():  # an agent has the name of a kind: all agents then refer to kinds
        fixed = {}
    sees = {agent: kinds for agent, kinds in observers.items() if agent not in fixed}
    used = sorted({kind for kinds in sees.values() for _, kind in kinds})
    key = (*fixed.items(), *((kind, kind) for kind in used))
    if key not in frames:
        frames[key] = EventModel(events, {who: pairs[kind] for who, kind in key}, designated).frame
    return Action(name, EventModel.of(events, frames[key], designated), by, sees or None, per_state=per_state)


def of_plank(own: Mapping[str, Formula], order: Sequence[str]) -> Kinds:
    """Pairs of a condition and a kind of observation, in the order in which plank, the reference planner, tests them.

    The planner tests the kinds in reverse `order`; the first of `order` is the default. `own`: the condition of each
    kind; the condition of a single kind is ignored.
    """
    if len(own) == 1:
        return [(TRUE, kind) for kind in own]
    return [*((own[kind], kind) for kind in order[::-1] if kind in own), (TRUE, order[0])]


def in_turn(own: Mapping[str, Formula]) -> Kinds:
    """Simplify the condition of each kind of observation, given that the conditions before it are false."""
    kinds: Kinds = []
    failed: set[Formula] = set()
    for kind, condition in own.items():
        left = formulas.conjunction(part for part in conjuncts(condition) if part not in failed)
        kinds += [(left, kind)] if left is not FALSE else []
        failed.add(formulas.negation(left))
        if left is TRUE:
            return kinds
    return kinds or [(FALSE, next(iter(own)))]


def _explicit(compiler: Compiler, source: Source, parts: list[Node], atoms: list[str]) -> Model:
    names, given, labels, designated = parts
    worlds: dict[str, set[str]] = {}
    for world in names.parts:
        compiler.declare(source, worlds, world, set(), "a world")
    scope = Scope(source, local=dict.fromkeys(worlds, "world"))
    relations: dict[str, dict[tuple[str, str], None]] = {agent: {} for agent in compiler.agents.values()}
    for agent, listed in (relation.parts for relation in given.parts):
        source.require(agent, compiler.agents, "agent")
        pairs = compiler.items(listed, scope, compiler.pair, "world")
        relations[compiler.agents[agent]].update(dict.fromkeys(pairs({})))
    for world, listed in (label.parts for label in labels.parts):
        source.require(world, worlds, "world")
        atom = partial(compiler.changing, hint="list it in (:facts-init ...)")
        worlds[str(world)].update(map(atom_name, compiler.items(listed, scope, atom, "object")({})))
    for world in designated.parts:
        source.require(world, worlds, "world")
    blind = [agent for agent, pairs in relations.items() if not pairs]
    if blind:
        compiler.notes[f"no relation is given for {few(blind, 'and')}: nothing is possible for them"] = None
    actual = [str(world) for world in designated.parts]
    return KripkeModel(worlds, relations, actual if len(actual) > 1 else actual[0], atoms)


def _of_theory(compiler: Compiler, source: Source, key: Token, node: Node, atoms: list[str]) -> Model:
    """The model of a finitary S5 theory: its worlds satisfy a state law, and its agents observe formulas."""
    said: dict[str, list[Formula]] = {"actual": [], "law": [], "unknown": []}
    sees: dict[str, list[Formula]] = {agent: [] for agent in compiler.agents.values()}
    for what, agents, formula in compiler.items(node, Scope(source), partial(_entry, compiler), "entity")({}):
        for part in [sees[agent] for agent in agents] if what == "sees" else [said[what]]:
            part.append(formula)
    actual, law, unknown = map(formulas.conjunction, said.values())
    try:
        engine: Any = KripkeModel if len(atoms) <= FEW else symbolic_model.SymbolicModel
        model: Model = engine.from_observations(atoms, sees, law)
        if not (large := model.count("true") > WORLDS):
            structure = model.to_structure(WORLDS)
            worlds = Named([f"w{number}" for number in range(structure.size)])
            model = KripkeModel.of(replace(structure, worlds=worlds))
        actuals = model.extension(actual)
    except TooLarge as error:
        raise source.too_large(error.message, key) from None
    except ModelError:
        raise source.error("no world satisfies what is common knowledge", key) from None
    if not actuals:
        raise source.error("no world satisfies what is said without [C. All]", key)
    if compiler.as_plank:
        if unknown is not TRUE:
            compiler.notes["<Kw. i> in the theory is not used, as in plank"] = None
    elif not model.valid(unknown):
        problem = next(part for part in said["unknown"] if not model.valid(part))
        option = by_face("as_plank=True", "--as plank", "the option for plank")
        hint = f"plank does not use <Kw. i> in a theory, and neither does {option}"
        raise source.error(f"the theory contradicts itself: {problem} is not common knowledge in it", key, hint)
    if large:
        return symbolic_model.SymbolicModel(atoms, law, sees, cast(Any, [*actuals]))
    return model.at([*actuals] if len(actuals) > 1 else next(iter(actuals)))


def _entry(compiler: Compiler, node: Node, scope: Scope) -> Compiled[tuple[str, Iterable[str], Formula]]:
    """Compile a formula of a theory to its role (``actual``, ``law``, ``sees`` or ``unknown``), agents, and content.

    The content has no modality, except that for the role ``unknown`` it is a formula such as ``<Kw. i> f``.
    """
    common = node.kind == "box" and node.parts[0] == "C." and getattr(node.parts[1], "type", "") == "ALL"
    inside: Node = node.parts[2] if common else node
    modal = common and inside.kind in MODALITIES
    mode, index, sub = inside.parts if modal else (None, None, inside)
    wrong = [part for part in sub.walk() if part.kind in MODALITIES]
    if wrong or mode == "C." or (modal and inside.kind == "diamond" and mode is None):
        forms = ["f", "([C. All] f)", *(f"([C. All] ({sign} f))" for sign in ("[i]", "[Kw. i]", "<Kw. i>"))]
        hint = f"a theory has formulas {listing(forms, 'and')}, where f has no modality"
        raise scope.source.error("this is no formula of a theory", next((wrong or [node])[0].tokens()), hint)
    what = "actual" if not common else "law" if mode is None else "sees" if inside.kind == "box" else "unknown"
    formula = compiler.formula(inside if what == "unknown" else sub, scope)
    group: Compiled[Iterable[str]] = compiler.group(index, scope) if modal else lambda values: ()
    return lambda values: (what, group(values), formula(values))
