"""Ground planning problems as JSON, in the format of the planner plank and of section 6 of EPDDL's guideline.

In addition to the entries of the format, an action may have ``by``, the agent who acts, and ``cost``.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kripke.change.event import Event, EventModel
from kripke.change.observers import Observed, own_conditions
from kripke.change.product import Action, extend_vocabulary
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.data.naming import distinct_names
from kripke.data.relation import Relation
from kripke.formats.file_reading import of_file
from kripke.formats.jsonfile import pretty, read_json
from kripke.models.kripke_model import KripkeModel
from kripke.plan.epddl.formulas import JOINED, TRUE, Modalities, plain_names
from kripke.plan.epddl.grounding import Kinds, ground_action, in_turn, of_plank
from kripke.plan.problem import Problem
from logic import clauses as f
from logic.errors import TooLarge, did_you_mean, shorten
from logic.formula import NAMELESS, Formula
from logic.json_values import Fields, WrongValue
from logic.shared import evaluated

DEEPEST = 200  # maximal nesting of formulas: reading makes a recursive call for each level
EDGES = 1_000_000  # maximal number of edges of all agents that are written

ENTRIES = ("planning-task-info", "language", "facts", "initial-state", "actions", "goal")
STATE = ("worlds", "relations", "labels", "designated")
ACTION = (
    "action-type", "events", "relations", "designated", "preconditions", "effects", "observability-conditions", "by",
    "cost",
)  # fmt: skip
"""The keys of an action; `ENTRIES` has the keys of the file, `STATE` the keys of its initial state."""

BOXES: Mapping[type[Formula], str] = {
    f.K: "box", f.B: "box", f.E: "box", f.EB: "box", f.M: "diamond", f.Kw: "Kw.box", f.C: "C.box", f.CB: "C.box"
}  # fmt: skip
"""The modality for each class of formulas; belief counts as knowledge, since there are no weights and ranks."""


def loads_ground(text: str, source: str = "the problem", as_plank: bool = False) -> Problem:
    """Read a planning problem from ground JSON.

    `FileError`, with the path of the mistake, for invalid text; `TooLarge` for formulas nested deeper than `DEEPEST`.
    """
    with of_file(source):
        whole = Fields(read_json(text))
        whole.require_known(ENTRIES)
        return _Reader(_inside(whole, "language", ("atoms", "agents")), as_plank).problem(whole)


class _Reader(Modalities):
    """Reads states, actions and formulas over given atoms and agents."""

    def __init__(self, language: Fields, as_plank: bool) -> None:
        self.atoms = dict.fromkeys(language.values("atoms", str))
        self.agents = plain_names(language.values("agents", str))
        super().__init__(self.agents.values(), as_plank, {})

    def problem(self, whole: Fields) -> Problem:
        info = _inside(whole, "planning-task-info") if "planning-task-info" in whole else Fields({})
        state, listed = _inside(whole, "initial-state", STATE), _inside(whole, "actions")
        worlds = _names(state, "worlds")
        labels = _inside(state, "labels", worlds, "world")
        true = {world: _names(labels, world, self.atoms, "atom", least=0) for world in worlds}
        relations = _relations(state, worlds, self.agents, "agent")
        by_agent = {plain: relations[agent] for agent, plain in self.agents.items()}
        actual = _names(state, "designated", worlds, "world")
        model = KripkeModel(true, by_agent, actual if len(actual) > 1 else actual[0], self.atoms)
        actions = [self._action(name, _inside(listed, name, ACTION)) for name in listed.data]
        name = info.value("problem", str) if "problem" in info else "problem"
        return Problem(name, model, actions, self._formula(whole, "goal"), [*self.notes])

    def _action(self, name: str, fields: Fields) -> Action:
        names = _names(fields, "events")
        before, effects = (_inside(fields, key, names, "event") for key in ("preconditions", "effects"))
        events: dict[str, Event] = {}
        for event in names:
            post = _inside(effects, event, self.atoms, "atom") if effects.data.get(event) else Fields({})
            events[event] = Event(self._formula(before, event), {atom: self._formula(post, atom) for atom in post.data})
        pairs = _relations(fields, names)
        seen = _inside(fields, "observability-conditions", self.agents, "agent")
        observers: dict[str, Kinds] = {}
        for agent, plain in self.agents.items():
            entries = _inside(seen, agent, pairs, "kind of observation")
            own = {kind: self._formula(entries, kind) for kind in entries.data} or {next(iter(pairs)): TRUE}
            observers[plain] = of_plank(own, [*pairs]) if self.as_plank else in_turn(own)
        designated = _names(fields, "designated", names, "event")
        acting = _known(fields.value("by", str), self.agents, "agent", fields.path("by")) if "by" in fields else None
        by = acting and self.agents[acting]
        action = ground_action(name, events, designated, pairs, observers, by, self.as_plank, {})
        return Action(name, action, cost=fields.value("cost", int, float)) if "cost" in fields else action

    def _formula(self, fields: Fields, key: str) -> Formula:
        """The formula in the entry `key`, which has the form ``{"formula": ...}``."""
        return self._read(_inside(fields, key, ("formula",)), "formula", 0)

    def _read(self, fields: Fields, key: str, depth: int) -> Formula:
        if depth > DEEPEST:
            raise TooLarge(f"{shorten(fields.name)}: over {DEEPEST} formulas inside each other, the maximum")
        value = fields.value(key, str, dict)
        if isinstance(value, str):
            if value in ("true", "false"):
                return JOINED[value](())
            return f.Atom(_known(value, self.atoms, "atom", fields.path(key)))
        node = Fields(value, fields.path(key))
        if "modality-name" in node:
            node.require_known(("modality-name", "modality-index", "formula"))
            return self._modal(node, self._read(node, "formula", depth + 1))
        connective = node.value("connective", str)
        node.require_known(("connective", "formula" if connective == "not" else "formulas"))
        if connective == "not":
            return JOINED["not"]([self._read(node, "formula", depth + 1)])
        inside = Fields(dict(enumerate(node.value("formulas", list))), node.path("formulas"))
        subs = [self._read(inside, number, depth + 1) for number in inside.data]
        if connective not in ("and", "or") and (connective != "imply" or len(subs) != 2):
            path = node.path("connective")
            raise WrongValue(f"{path}: expected not, and, or, imply of two, got {shorten(connective)}")
        return JOINED[connective](subs)

    def _modal(self, node: Fields, sub: Formula) -> Formula:
        name, index = node.value("modality-name", str), node.value("modality-index", str, list)
        listed = Fields({"modality-index": [index] if isinstance(index, str) else index}, node.name)
        group = _names(listed, "modality-index", self.agents, "agent")
        mode, _, kind = name.rpartition(".")
        build = {"box": self.box, "diamond": self.diamond}.get(kind)
        if build is None or mode not in ("", "Kw", "C"):
            path = node.path("modality-name")
            raise WrongValue(f"{path}: expected box, Kw.box, C.box or a diamond, got {shorten(name)}")
        return build(mode and f"{mode}.", frozenset([self.agents[agent] for agent in group]), sub)


def _inside(fields: Fields, key: str, known: Collection[str] | None = None, what: str = "entry") -> Fields:
    """The object in the entry `key`; `WrongValue` if it has a key that is not in `known` (None: any key is allowed)."""
    inside = Fields(fields.value(key, dict), fields.path(key))
    if known is not None:
        for name in inside.data:
            _known(name, known, what, inside.name)
    return inside


def _names(
    fields: Fields, key: str, known: Collection[str] | None = None, what: str = "", least: int = 1
) -> tuple[str, ...]:
    """The names in the list `key`; `WrongValue` for fewer than `least` names, or for an unknown name.

    If `known` is None, any name is allowed, but a repeated one is an error.
    """
    names = fields.values(key, str)
    if len(names) < least or (known is None and len({*names}) < len(names)):
        raise WrongValue(f"{fields.path(key)}: expected one or more {what or 'name'}s{', each once' * (known is None)}")
    return names if known is None else tuple([_known(name, known, what, fields.path(key)) for name in names])


def _known(name: str, known: Collection[str], what: str, path: str) -> str:
    """Return the name; `WrongValue` if it is unknown."""
    if name not in known:
        raise WrongValue(f"{path}: there is no {what} {shorten(repr(name))}{did_you_mean(name, known)}")
    return name


def _relations(
    fields: Fields, names: tuple[str, ...], agents: Collection[str] | None = None, what: str = ""
) -> dict[str, list[tuple[str, str]]]:
    """The relation of each agent or kind of observation, as pairs of worlds or events."""
    listed, known = _inside(fields, "relations", agents, what), dict.fromkeys(names)
    if not listed.data:
        raise WrongValue(f"{listed.name}: expected one or more relations")
    relations: dict[str, list[tuple[str, str]]] = {}
    for who in listed.data if agents is None else agents:
        rows = _inside(listed, who, known, "name")
        relations[who] = [(name, other) for name in rows.data for other in _names(rows, name, known, "name", 0)]
    return relations


def dumps_ground(problem: Problem) -> str:
    """Write a planning problem as ground JSON.

    Atoms have plank's names, such as ``at_ann_hall``, if these names are distinct.

    `ModelError` without an actual world, or for an atom named like a constant; `UnsupportedByEngine` for weights,
    ranks, actions without events, and operators that the format lacks; `TooLarge` for more than 10,000 worlds or a
    million edges, or a formula that is too deep for JSON.
    """
    structure = extend_vocabulary(problem.model.to_structure(), problem.actions)
    if not structure.actuals:
        raise ModelError(f"problem {shorten(problem.name)}: expected a model with an actual world")
    if structure.weights or structure.ranks:
        raise UnsupportedByEngine("ground JSON has no weights and no ranks of worlds: plans over them are not written")
    edges = sum(relation.count_edges() for relation in structure.relations.values())
    if edges > EDGES:
        raise TooLarge(f"{edges:,} edges, the maximum of what is written is {EDGES:,}")
    plain = {atom: re.sub(r"[(,]", "_", atom).replace(")", "") for atom in structure.atoms}
    if len({*plain.values()}) < len(plain):
        plain = {atom: atom for atom in plain}
    if constants := {"true", "false"} & {*plain.values()}:
        raise ModelError(f"atom {min(constants)}: ground JSON reads this name as the constant; rename the atom")
    writer = _Writer(plain, structure.agents)
    names = distinct_names(structure)
    state = {
        "worlds": names,
        "relations": {agent: _rows(relation, names) for agent, relation in structure.relations.items()},
        "labels": {
            name: [plain[atom] for atom, where in structure.valuation.items() if place in where]
            for place, name in enumerate(names)
        },
        "designated": [names[place] for place in structure.actuals],
    }
    data = {
        "planning-task-info": {"problem": problem.name},
        "language": {"atoms": [*plain.values()], "agents": [*structure.agents]},
        "facts": [],
        "initial-state": state,
        "actions": {action.name: writer.action(action) for action in problem.actions},
        "goal": writer.formula(problem.goal),
    }
    try:
        return pretty(data)
    except RecursionError:
        raise TooLarge(f"a formula of the problem {shorten(problem.name)} is too deep for JSON") from None


def _joined(node: Any) -> list[Formula]:
    """The parts of a conjunction or disjunction that is nested on the left, such as ``(p & q) & r``."""
    parts, rest = [], node
    while type(rest) is type(node):
        parts.append(rest.right)
        rest = rest.left
    return [rest, *reversed(parts)]


def _rows(relation: Relation, names: list[str]) -> dict[str, list[str]]:
    return {name: [names[other] for other in relation.successors(place)] for place, name in enumerate(names)}


class _Writer:
    """Writes actions and formulas as ground JSON. `atoms`: the name of each atom in the file."""

    def __init__(self, atoms: Mapping[str, str], agents: Iterable[str]) -> None:
        self.atoms, self.agents = atoms, [*agents]

    def action(self, action: Action) -> dict[str, Any]:
        model = action.events
        if not isinstance(model, EventModel) or model.frame.weights or model.frame.ranks:
            name = shorten(action.name)
            raise UnsupportedByEngine(f"action {name}: ground JSON has events without weights and ranks only")
        observed = action.possible if isinstance(action.possible, Observed) else None
        sees = observed.sees if observed else {}
        kinds = [kind for listed in sees.values() for _, kind in listed[::-1]]
        relations = {kind: model.frame.relations[kind] for kind in kinds}
        conditions: dict[str, dict[str, Any]] = {}
        for agent in self.agents:
            if agent in sees and observed and observed.per_state:  # the last kind whose condition holds, else the first
                own = {kind: condition for condition, kind in sees[agent][-2::-1]}
            elif agent in sees:
                own = own_conditions([*sees[agent]])
            else:
                relation = model.frame.relations.get(agent, model.others)
                if relation is None:
                    raise ModelError(f"action {shorten(action.name)}: no relation says how {agent} observes it")
                kind = next((kind for kind, other in relations.items() if other == relation), "")
                kind = kind or ("Fully" if all(e == d for e, d in relation.pairs()) else f"As_{agent}")
                while relations.get(kind, relation) != relation:  # a kind of the action has this name
                    kind += "_"
                relations[kind], own = relation, {kind: TRUE}
            conditions[agent] = {kind: self.formula(condition) for kind, condition in own.items()}
        events = model.events
        data = {
            "action-type": "custom",
            "events": [*events],
            "relations": {kind: _rows(relation, [*events]) for kind, relation in relations.items()},
            "designated": [*model.designated],
            "preconditions": {name: self.formula(event.pre) for name, event in events.items()},
            "effects": {
                name: {self.atoms.get(atom, atom): self.formula(to) for atom, to in event.post.items()}
                for name, event in events.items()
            },
            "observability-conditions": conditions,
        }
        more = {"by": action.by, "cost": None if action.cost == 1 else action.cost}
        return data | {key: value for key, value in more.items() if value is not None}

    def formula(self, formula: Formula) -> dict[str, Any]:
        """The formula in ground JSON.

        O(n) for n distinct subformulas, of any depth.
        """
        entries: dict[Formula, Any] = {}

        def parts(node: Formula) -> Sequence[Formula]:
            return _joined(node) if isinstance(node, (f.And, f.Or)) else node.children

        return {"formula": evaluated(formula, entries, parts, lambda node: self._node(node, entries))}

    def _node(self, node: Any, entries: Mapping[Formula, Any]) -> Any:
        match node:
            case f.Top() | f.Bottom():
                return "true" if isinstance(node, f.Top) else "false"
            case f.Atom(name=name):
                return self.atoms.get(name, name)
            case f.Not(sub=sub):
                return {"connective": "not", "formula": entries[sub]}
            case f.And() | f.Or():
                parts = [entries[part] for part in _joined(node)]
                return {"connective": type(node).__name__.lower(), "formulas": parts}
            case f.Implies(left=left, right=right):
                return {"connective": "imply", "formulas": [entries[left], entries[right]]}
            case f.Iff(left=left, right=right) | f.Xor(left=left, right=right):
                ways = ([left, right], [right, left])
                both = [{"connective": "imply", "formulas": [entries[part] for part in way]} for way in ways]
                same = {"connective": "and", "formulas": both}
                return same if isinstance(node, f.Iff) else {"connective": "not", "formula": same}
        name = BOXES.get(type(node), "")
        group = [node.agent] if hasattr(node, "agent") else sorted(getattr(node, "group", None) or self.agents)
        if not name or NAMELESS in group:
            what = shorten(str(node))
            raise UnsupportedByEngine(f"{what}: ground JSON has no such operator; it has K, M, Kw, E and C")
        return {"modality-name": name, "modality-index": group, "formula": entries[node.children[0]]}
