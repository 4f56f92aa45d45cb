"""Random systems with a plain interpreter: states are dictionaries, steps are listed one by one, nothing is packed."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import networkx as nx

from kripke.time.description import Agent, Description, Line
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse

VARIABLES = {"x": (False, True), "y": (False, True), "n": (0, 1, 2), "c": ("red", "blue")}


@dataclass(frozen=True)
class Condition:
    """A condition twice: as the text of a formula, and as a function of the values and of what agents do."""

    text: str
    true: Any

    @property
    def formula(self) -> Formula:
        return parse(self.text)


def condition(rng: Random, doing: dict[str, tuple[str, ...]], depth: int = 2) -> Condition:
    """A random condition; `doing`: the actions of agents that it may name."""
    if depth and rng.random() < 0.5:
        one, other = (condition(rng, doing, depth - 1) for _ in range(2))
        return rng.choice(
            [
                Condition(f"~({one.text})", lambda s: not one.true(s)),
                Condition(f"({one.text}) & ({other.text})", lambda s: one.true(s) and other.true(s)),
                Condition(f"({one.text}) | ({other.text})", lambda s: one.true(s) or other.true(s)),
                Condition(f"({one.text}) <-> ({other.text})", lambda s: one.true(s) == other.true(s)),
            ]
        )
    number = rng.randrange(3)
    atoms = [
        Condition("true", lambda s: True),
        Condition("x", lambda s: s["x"]),
        Condition("y", lambda s: s["y"]),
        Condition(f"n={number}", lambda s: s["n"] == number),
        Condition(f'"n < {number} + 1"', lambda s: s["n"] < number + 1),
        Condition('"n / 2 = 1"', lambda s: s["n"] == 2),
        Condition("c=red", lambda s: s["c"] == "red"),
        Condition('"c != blue"', lambda s: s["c"] != "blue"),
    ]
    for agent, actions in doing.items():
        action = rng.choice(actions)
        atoms += [Condition(f"{agent}={action}", lambda s, agent=agent, action=action: s[agent] == action)] * 2
    return rng.choice(atoms)


def assignment(rng: Random, variable: str) -> tuple[str, Any]:
    """A text that a variable is set to, and the value as a function of the values before."""
    number = rng.randrange(3)
    return rng.choice(
        {
            "x": [("true", lambda s: True), ("false", lambda s: False), ("~x | y", lambda s: not s["x"] or s["y"])],
            "y": [("true", lambda s: True), ("n = 2", lambda s: s["n"] == 2), ("x", lambda s: s["x"])],
            "n": [
                (str(number), lambda s: number),
                ("n + 1", lambda s: s["n"] + 1),
                ("n - 1", lambda s: s["n"] - 1),
                ("n / 2", lambda s: s["n"] // 2 if s["n"] != 1 else None),
                ("2 - n", lambda s: 2 - s["n"]),
            ],
            "c": [("red", lambda s: "red"), ("blue", lambda s: "blue"), ("c", lambda s: s["c"])],
        }[variable]
    )


class Plain:
    """A random system, as a description and by itself."""

    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(seed)
        names = ["a", "b", "env"]
        self.actions = {name: ("go", "stay", "run")[: rng.randrange(1, 4)] for name in names if rng.random() < 0.7}
        self.owns = {name: [v for v in VARIABLES if hash_of(seed, v) % 3 == i] for i, name in enumerate(names)}
        self.sees = {name: tuple(v for v in VARIABLES if rng.random() < 0.4) for name in names[:2]}
        self.single, self.deadlocks = rng.random() < 0.3, rng.random() < 0.5
        self.protocol, self.other, self.lines = {}, {}, {}
        for name in names:
            actions = self.actions.get(name, ())
            rules = [(condition(rng, {}), self._some(actions)) for _ in range(rng.randrange(1, 3))] if actions else []
            self.protocol[name] = rules if rng.random() < 0.7 else [(condition(rng, {}, 0), actions)] * bool(actions)
            self.other[name] = self._some(actions) if actions and rng.random() < 0.6 else None
            self.lines[name] = [self._line(name) for _ in range(rng.randrange(4)) if self.owns[name]]
        self.init = condition(rng, {})
        self.fair = [condition(rng, {}) for _ in range(rng.choice([0, 0, 1, 2]))]
        self.description = Description(
            VARIABLES,
            {
                name: Agent(
                    self.sees.get(name),
                    self.actions.get(name, ()),
                    tuple((rule.formula, allowed) for rule, allowed in self.protocol[name]),
                    self.other[name],
                    tuple(
                        Line(rule.formula, {v: text for v, (text, _) in sets.items()})
                        for rule, sets in self.lines[name]
                    ),
                )
                for name in names
            },
            self.init.formula,
            tuple(each.formula for each in self.fair),
            self.single,
            self.deadlocks,
        )

    def _some(self, actions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(action for action in actions if self.rng.random() < 0.7)

    def _line(self, name: str) -> tuple[Condition, dict[str, tuple[str, Any]]]:
        chosen = self.rng.sample(self.owns[name], self.rng.randrange(1, len(self.owns[name]) + 1))
        return condition(self.rng, self.actions), {v: assignment(self.rng, v) for v in chosen}

    def successors(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """All states that can follow, one for each choice."""
        choices = []
        for name, actions in self.actions.items():
            fitting = [allowed for rule, allowed in self.protocol[name] if rule.true(state)] or [self.other[name] or ()]
            choices.append([action for action in actions if any(action in allowed for allowed in fitting)])
        found = []
        for joint in product(*choices):
            now = {**state, **dict(zip(self.actions, joint, strict=True))}
            alternatives = []
            for lines in self.lines.values():
                for part in [[v] for v in VARIABLES] if self.single else [list(VARIABLES)]:
                    ours = [
                        (rule, {v: sets[v] for v in part if v in sets})
                        for rule, sets in lines
                        if any(v in sets for v in part)
                    ]
                    fit = [{v: value(now) for v, (_, value) in sets.items()} for rule, sets in ours if rule.true(now)]
                    possible = [new for new in fit if all(new[v] in VARIABLES[v] for v in new)]
                    alternatives.append(possible if fit else [{}])
            for changes in product(*alternatives):
                found.append({**state, **{v: value for change in changes for v, value in change.items()}})
        return found

    def graph(self) -> nx.MultiDiGraph:
        """The reachable states as a graph for the reference semantics, which takes care of fairness itself."""
        every = [dict(zip(VARIABLES, values, strict=True)) for values in product(*VARIABLES.values())]
        waiting = [state for state in every if self.init.true(state)]
        first = [name_of(state) for state in waiting]
        known, steps = {name_of(state): state for state in waiting}, []
        for state in waiting:  # which grows
            after = self.successors(state) or ([] if self.deadlocks else [state])
            for new in after:
                steps.append((name_of(state), name_of(new)))
                if name_of(new) not in known:
                    known[name_of(new)] = new
                    waiting.append(new)
        atoms = [*self.description.atoms]
        graph = nx.MultiDiGraph(agents=tuple(self.sees), vocabulary=atoms, actual=None, next=steps, first=first)
        graph.add_nodes_from((name, {"atoms": name}) for name in known)
        for agent, seen in self.sees.items():
            for one, here in known.items():
                for other, there in known.items():
                    if all(here[v] == there[v] for v in seen):
                        graph.add_edge(one, other, agent=agent)
        graph.graph["fair"] = [{w for w, state in known.items() if each.true(state)} for each in self.fair]
        return graph


def hash_of(seed: int, variable: str) -> int:
    """A number that decides which agent sets the variable."""
    return Random(f"{seed} {variable}").randrange(100)


def name_of(state: dict[str, Any]) -> frozenset[str]:
    """The true atoms of a state."""
    return frozenset(v if value is True else f"{v}={value}" for v, value in state.items() if value is not False)


def formula(rng: Random, depth: int, past: int = 2) -> Formula:
    """A random formula about the agents a and b and the future, with at most `past` nested operators of the past."""
    if depth == 0 or rng.random() < 0.1:
        return parse(rng.choice(["x", "y", "n=1", "n=2", "c=red", "true"]))

    def part(past: int = past) -> Formula:
        return formula(rng, depth - 1, past)

    kind = rng.randrange(4 if past else 3)
    if kind == 0:
        return rng.choice(
            [lambda: f.Not(part()), *[lambda c=c: c(part(0), part()) for c in (f.And, f.Or, f.Implies)]]
        )()
    if kind == 1:
        agent, group = rng.choice("ab"), rng.choice([None, ["a"], ["a", "b"]])
        who = rng.choice([f.K, f.M, f.Kw, f.E, f.C, f.D])
        return who(agent if who in (f.K, f.M, f.Kw) else group, part())
    if kind == 2:
        clause = rng.choice(f.TIME)
        return clause(part(0), part()) if clause in (f.EU, f.AU) else clause(part())
    return rng.choice(f.PAST)(part(past - 1))
