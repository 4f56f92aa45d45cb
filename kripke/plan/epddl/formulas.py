"""Compilation of formulas and lists in EPDDL files to functions of the values of variables.

Equations and rigid facts, which are the same at all worlds and never change, are replaced by their truth values, and
the formulas are simplified accordingly.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial, reduce
from itertools import product, zip_longest
from math import prod
from typing import Any, NamedTuple, TypeVar, cast

from kripke.formats.source import Node, Source
from kripke.plan.epddl.reading import BUILT_IN, MODALITIES, File
from logic import clauses as f
from logic.errors import few
from logic.formula import Formula
from logic.grammar import Token

ATOMS = 100_000  # maximal number of ground atoms
VARIABLES = 30  # maximal number of variables of one list: each adds a level of recursion
EXPANDED = 1_000_000  # maximal number of values of variables that are tried
PARTS = 2_000_000  # maximal number of parts of formulas that are built; up to both limits about 3 s (2 shared cores)

TRUE, FALSE = f.Top(), f.Bottom()
T = TypeVar("T")
Types = tuple[str, ...]
Key = tuple[str, ...]  # a predicate and its arguments
Values = dict[str, str]  # variable -> entity
Compiled = Callable[[Values], T]


class Scope(NamedTuple):
    """The names that are known at a position in a file, with their types."""

    source: Source
    variables: Mapping[str, Types] = {}
    local: Mapping[str, str] = {}  # names of worlds or events -> their type
    times: int = 1  # the least number of times that this position is expanded
    static: bool = False  # whether only rigid facts are allowed here


class Vocabulary:
    """The types, entities, groups, predicates and facts that a domain and a problem declare."""

    def __init__(self, domain: File, problem: File) -> None:
        self.parents = {"entity": "", **dict.fromkeys(BUILT_IN[1:-1], "entity")}  # type -> the type above it
        self.types: dict[str, str] = {}  # entity -> its type
        self.predicates: dict[str, tuple[Types, ...]] = {}
        self.rigid: set[str] = set()  # predicates whose facts are rigid
        self.facts: set[Key] = set()
        for section in domain.of(":types"):
            for name in (name for names in section.parts[1].parts[::2] if names for name in names.parts):
                self.declare(domain.source, self.parents, name, "object", "a type")
            for name, (above,) in self.typed(domain.source, section.parts[1], "object", single=True):
                self.parents[name] = str(above)
                for _ in self.parents:
                    above = above and self.parents[above]
                if above:
                    raise domain.source.error(f"the type {name} is a supertype of itself", name)
        for file, kind in ((domain, ":constants"), (problem, ":objects"), (problem, ":agents")):
            for section in file.of(kind):
                default = "agent" if kind == ":agents" else "object"
                for name, (own,) in self.typed(file.source, section.parts[1], default, single=True):
                    self.declare(file.source, self.types, name, str(own), "an entity")
                    if kind == ":agents" and not self.is_a(own, "agent"):
                        raise file.source.error(f"{name} has the type {own}, which is no type of agents", name)
        self.agents = plain_names([entity for entity, kind in self.types.items() if self.is_a(kind, "agent")])
        """The name of each agent in formulas, by its name in EPDDL; see `plain_names`."""
        for name, kind, _ in (group.parts for section in problem.of(":agent-groups") for group in section.parts[1:]):
            if kind is not None:
                problem.source.require(kind, self.parents, "type")
            self.declare(problem.source, self.types, name, str(kind or "agent-group"), "an entity")
        for section in domain.of(":predicates"):
            for rigid, name, arguments in (predicate.parts for predicate in section.parts[1:]):
                types = tuple([own for _, own in self.typed(domain.source, arguments, "object")])
                self.declare(domain.source, self.predicates, name, types, "a predicate")
                self.rigid |= {str(name)} if rigid else set()
        for fact in (fact for section in problem.of(":facts-init") for fact in section.parts[1:]):
            if not self.is_rigid(fact, Scope(problem.source)):
                hint = "declare it as (:fact ...), or say in :init where it is true"
                raise problem.source.error(f"{fact.parts[0]} is no rigid fact", fact.parts[0], hint)
            self.facts.add(fact.parts)

    def declare(
        self, source: Source, table: dict[str, T], name: Token, value: T, what: str, hint: str = "give another name"
    ) -> None:
        """Declare a name in a table; an error if the table contains the name."""
        if name in table:
            raise source.error(f"{name} is declared twice as {what}", name, hint)
        table[str(name)] = value

    def typed(self, source: Source, node: Node, default: str, single: bool = False) -> list[tuple[Token, Types]]:
        """The names or variables of a typed list, each with its possible types.

        With `single`, more than one type is an error.
        """
        entries: list[tuple[Token, Types]] = []
        for names, kind in zip_longest(node.parts[::2], node.parts[1::2]):
            types = kind.parts if kind else (default,)
            for name in kind.parts if kind else ():
                source.require(name, self.parents, "type")
            if single and len(types) > 1:
                raise source.error(f"{names.parts[0]} has {len(types)} types, expected one", names.parts[0])
            entries += [(name, types) for name in names.parts] if names else []
        return entries

    def is_a(self, kind: str, *wanted: str) -> bool:
        """Whether a type is one of `wanted` or a subtype of one of them."""
        while kind and kind not in wanted:
            kind = self.parents[kind]
        return bool(kind)

    def entities(self, types: Types, scope: Scope) -> list[str]:
        """The entities of these types and their subtypes, in the order of declaration."""
        return [name for name, kind in {**self.types, **scope.local}.items() if self.is_a(kind, *types)]

    def types_of(self, term: Token, scope: Scope) -> Types:
        """The possible types of an entity or a variable; an error if it is unknown."""
        known = scope.variables if term[0] == "?" else {}
        names = {**self.types, **scope.local}
        if term not in known and term not in names:
            what = "variable" if term[0] == "?" else "entity"
            scope.source.require(term, [*known, *scope.local] if known else [*scope.local, *self.types], what)
        return known.get(term) or (names[term],)

    def require_term(self, term: Token, wanted: Types, scope: Scope, what: str) -> None:
        """Raise an error unless all types of a term are among `wanted` or subtypes of these."""
        for kind in self.types_of(term, scope):
            if not self.is_a(kind, *wanted):
                raise scope.source.error(f"{what}: {term} has the type {kind}, expected {few([*wanted])}", term)

    def is_rigid(self, atom: Node, scope: Scope) -> bool:
        """Whether an atom has a rigid predicate; an error if its arguments do not fit the predicate."""
        name, *terms = atom.parts
        scope.source.require(name, self.predicates, "predicate")
        signature = self.predicates[name]
        if len(terms) != len(signature):
            needs = f"{len(signature)} argument" + "s" * (len(signature) != 1)
            raise scope.source.error(f"{name} takes {needs}, got {len(terms)}", name)
        for number, (term, types) in enumerate(zip(terms, signature, strict=True), 1):
            self.require_term(term, types, scope, f"argument {number} of {name}")
        return name in self.rigid

    def ground_atoms(self, source: Source, token: Token) -> list[str]:
        """The names of all ground atoms of predicates that are not rigid."""
        scope, changing = Scope(source), [name for name in self.predicates if name not in self.rigid]
        rows = {name: [self.entities(types, scope) for types in self.predicates[name]] for name in changing}
        total = sum(prod(map(len, each)) for each in rows.values())
        if total > ATOMS:
            raise source.too_large(f"{total:,} ground atoms, the maximum is {ATOMS:,}", token)
        return [atom_name((name, *row)) for name, each in rows.items() for row in product(*each)]


def atom_name(key: Key) -> str:
    """The name of an atom in formulas, such as ``p(a,b)``."""
    return f"{key[0]}({','.join(key[1:])})" if len(key) > 1 else key[0]


def plain_names(agents: Iterable[str]) -> dict[str, str]:
    """Map each agent to its name in formulas, which consists of letters, digits and underscores."""
    names = dict.fromkeys(agents, "")
    for agent in names:
        plain = re.sub(r"\W", "_", agent)
        while plain != agent and (plain in names or plain in names.values()):
            plain += "_"
        names[agent] = plain
    return names


def _joined(join: Callable[..., Any], neutral: Formula, deciding: Formula, parts: Iterable[Formula]) -> Formula:
    """Join formulas by the connective `join`; leave out repeated formulas and `neutral`.

    If `deciding` (false for a conjunction) is one of the formulas, it is returned.
    """
    kept: dict[Formula, None] = {}
    for part in parts:
        if part is deciding:
            return part
        if part is not neutral:
            kept[part] = None
    return reduce(join, kept) if kept else neutral


conjunction = partial(_joined, f.And.make, TRUE, FALSE)
disjunction = partial(_joined, f.Or.make, FALSE, TRUE)


def negation(part: Formula) -> Formula:
    """The negation of a formula, without double negations."""
    if part is TRUE or part is FALSE:
        return FALSE if part is TRUE else TRUE
    return part.sub if isinstance(part, f.Not) else f.Not.make(part)


def _implication(premise: Formula, conclusion: Formula) -> Formula:
    if premise is TRUE or conclusion is TRUE:
        return conclusion
    return negation(premise) if FALSE in (premise, conclusion) else f.Implies(premise, conclusion)


JOINED: Mapping[str, Callable[[Iterable[Formula]], Formula]] = {
    **dict.fromkeys(("true", "and", "forall"), conjunction),
    **dict.fromkeys(("false", "or", "exists"), disjunction),
    "not": lambda parts: negation(*parts),
    "imply": lambda parts: _implication(*parts),
}
"""For each kind of node, the function that joins the formulas of the node's parts or instances."""


class Modalities:
    """Builds formulas with boxes and diamonds of agents.

    A `mode` is ``Kw.`` (knowledge whether), ``C.`` (common knowledge) or empty. `as_plank`: whether modalities are read
    as by plank, the reference planner of EPDDL.
    """

    def __init__(self, everyone: Iterable[str], as_plank: bool, notes: dict[str, None]) -> None:
        self.everyone, self.as_plank, self.notes = frozenset(everyone), as_plank, notes

    def box(self, mode: str, agents: frozenset[str], sub: Formula) -> Formula:
        """The formula "all know `sub`", "all know whether `sub`" or "`sub` is common knowledge", as `mode` says."""
        if not agents or sub is TRUE or (mode == "Kw." and sub is FALSE):
            return TRUE
        if mode == "Kw.":
            return conjunction(f.Kw.make(agent, sub) for agent in sorted(agents))
        group = None if agents == self.everyone else agents
        if mode == "C.":
            return cast(Formula, f.C.make(group, sub))
        return cast(Formula, f.K.make(*agents, sub) if len(agents) == 1 else f.E.make(group, sub))

    def diamond(self, mode: str, agents: frozenset[str], sub: Formula) -> Formula:
        """The diamond that is dual to `box`.

        With `as_plank`, the diamond of a group is the conjunction of its agents' diamonds, except in the mode ``C.``.
        """
        if mode != "C." and len(agents) > 1:
            sign, whom = ("<Kw. G>", "do not know whether") if mode else ("<G>", "consider it possible")
            if self.as_plank:
                self.notes[f"{sign} of a group is read as plank does: all of them {whom}"] = None
                return conjunction(self.diamond(mode, frozenset([agent]), sub) for agent in sorted(agents))
            box = sign.replace("<", "[").replace(">", "]")
            self.notes[f"{sign} of a group is the dual of {box}: some of them {whom}; plank reads: all of them"] = None
        if not mode and len(agents) == 1 and sub is not FALSE:
            return cast(Formula, f.M.make(*agents, sub))
        return negation(self.box(mode, agents, sub if mode == "Kw." else negation(sub)))


class Compiler(Vocabulary, Modalities):
    """Compiles formulas and lists of a domain and a problem. Notes for users are added to `notes`."""

    def __init__(self, domain: File, problem: File, as_plank: bool, notes: dict[str, None]) -> None:
        Vocabulary.__init__(self, domain, problem)
        Modalities.__init__(self, self.agents.values(), as_plank, notes)
        self.tried, self.built = 0, 0  # the numbers of values and parts so far
        self.atom = cache(lambda key: f.Atom(atom_name(key)))
        self.groups: dict[str, tuple[str, ...]] = {}
        for name, _, listed in (group.parts for section in problem.of(":agent-groups") for group in section.parts[1:]):
            members = self.items(listed, Scope(problem.source), self.members, "agent")({})
            self.groups[str(name)] = tuple(dict.fromkeys(agent for each in members for agent in each))

    def formula(self, node: Node, scope: Scope) -> Compiled[Formula]:
        """Compile a formula to a function of the values of the variables in scope."""
        kind, parts, join = node.kind, node.parts, JOINED.get(node.kind, conjunction)
        if kind == "atom":
            rigid, key = self.is_rigid(node, scope), self.key(parts)
            if rigid:
                return lambda values: TRUE if key(values) in self.facts else FALSE
            if scope.static:
                hint = f"declare it as (:fact {parts[0]} ...) if it is the same at all worlds for ever"
                what = f"{parts[0]} is not a rigid fact; conditions of lists use rigid facts only"
                raise scope.source.error(what, parts[0], hint)
            return lambda values: self.atom(key(values))
        if kind in ("equal", "unequal"):
            left, right = parts
            for term in parts:
                self.types_of(term, scope)
            same, other = (TRUE, FALSE) if kind == "equal" else (FALSE, TRUE)
            return lambda values: same if values.get(left, left) == values.get(right, right) else other
        if kind in MODALITIES:
            mode, index, inside = parts
            if scope.static:
                problem = "conditions of lists are decided at grounding: they have no modalities"
                raise scope.source.error(problem, next(node.tokens()))
            build = self.box if kind == "box" else self.diamond
            group, sub = self.group(index, scope), self.formula(inside, scope)
            return lambda values: build(mode or "", group(values), sub(values))
        if kind in ("forall", "exists"):
            instances, inner = self.parameters(parts[0], scope, "entity", parts[1].size)
            sub = self.formula(parts[1], inner)
            return lambda values: join(sub(each) for each in instances(values))
        subs = [self.formula(part, scope) for part in parts]
        return lambda values: join(sub(values) for sub in subs)

    def changing(self, atom: Node, scope: Scope, what: str = "", hint: str = "") -> Compiled[Key]:
        """Compile an atom to its predicate and arguments; an error if it is a rigid fact."""
        if self.is_rigid(atom, scope):
            raise scope.source.error(f"{atom.parts[0]} is a rigid fact{what}", atom.parts[0], hint)
        return self.key(atom.parts)

    def key(self, parts: tuple[Token, ...]) -> Compiled[Key]:
        """Compile the parts of an atom to its predicate and arguments."""
        if not any(part[0] == "?" for part in parts):
            fixed = tuple(map(str, parts))
            return lambda values: fixed
        return lambda values: tuple([values.get(part, part) for part in parts])

    def group(self, index: Any, scope: Scope) -> Compiled[frozenset[str]]:
        """Compile the index of a modality to the set of its agents."""
        if getattr(index, "type", "") == "ALL":
            return lambda values: self.everyone
        if isinstance(index, Token):
            index = Node("single", (Node("parts", (index,)),))
        groups = self.items(index, scope, self.members, "agent")
        return lambda values: frozenset([agent for group in groups(values) for agent in group])

    def members(self, node: Node, scope: Scope) -> Compiled[list[str]]:
        """Compile a list of agents and groups to a list of agents."""
        for term in node.parts:
            self.require_term(term, ("agent", "agent-group"), scope, "a group of agents")
        named = {**{name: (agent,) for name, agent in self.agents.items()}, **self.groups}
        return lambda values: [agent for term in node.parts for agent in named[values.get(term, term)]]

    def count(self, parts: int, source: Source, token: Token) -> None:
        """Add to the number of parts built so far; `TooLarge`, with the position of `token`, if it exceeds `PARTS`."""
        self.built += parts
        if self.built > PARTS:
            raise source.too_large(f"grounding makes over {PARTS:,} parts of formulas, the maximum", token)

    def parameters(
        self, node: Node, scope: Scope, default: str, size: int = 0
    ) -> tuple[Callable[[Values], Iterator[Values]], Scope]:
        """Compile typed variables to a function that iterates over their values, and return it with the inner scope.

        The function takes the values of outer variables. It yields all values that satisfy the condition given with the
        variables, each time in the same dictionary. `default`: the type of variables without one. `size`: the number of
        parts that each instance of the variables adds to a formula.
        """
        typed, condition = node.parts
        variables = self.typed(scope.source, typed, default)
        first: Any = variables[0][0] if variables else None
        if len(variables) > VARIABLES:
            raise scope.source.too_large(f"{len(variables)} variables, the maximum is {VARIABLES}", first)
        names = [str(name) for name, _ in variables]
        domains = [self.entities(types, scope) for _, types in variables]
        inner = scope._replace(variables={**scope.variables, **dict(variables)})
        tests: list[list[Compiled[Formula]]] = [[] for _ in range(len(names) + 1)]
        if condition is None:
            times = max(scope.times * prod(map(len, domains)), 1)
            if times > EXPANDED:
                what = f"{times:,} combinations of values are expanded, the maximum is {EXPANDED:,}"
                raise scope.source.too_large(what, first)
            inner = inner._replace(times=times)
        for part in [] if condition is None else condition.parts if condition.kind == "and" else [condition]:
            used = {*part.tokens()}
            level = max((number for number, name in enumerate(names, 1) if name in used), default=0)
            tests[level].append(self.formula(part, inner._replace(static=True)))

        def search(level: int, values: Values) -> Iterator[Values]:
            if not all(test(values) is TRUE for test in tests[level]):
                return
            if level == len(names):
                if size and variables:
                    self.count(size, scope.source, first)
                yield values
                return
            for value in domains[level]:
                self.tried += 1
                if self.tried > EXPANDED:
                    raise scope.source.too_large(f"grounding tries over {EXPANDED:,} values, the maximum", first)
                values[names[level]] = value
                yield from search(level + 1, values)

        return lambda values: search(0, dict(values)), inner

    def items(
        self, node: Node, scope: Scope, item: Callable[[Node, Scope], Compiled[T]], default: str
    ) -> Callable[[Values], Iterator[T]]:
        """Compile a list to a function that yields its items for given values of variables; `item` compiles each."""
        if node.kind == "single":
            single = item(node.parts[0], scope)
            return lambda values: iter([single(values)])
        if node.kind == "several":
            lists = [self.items(part, scope, item, default) for part in node.parts]
            return lambda values: (each for part in lists for each in part(values))
        instances, inner = self.parameters(node.parts[0], scope, default, node.parts[1].size)
        sub = self.items(node.parts[1], inner, item, default)
        return lambda values: (each for instance in instances(values) for each in sub(instance))

    def pair(self, node: Node, scope: Scope) -> Compiled[tuple[str, str]]:
        """Compile a pair of events, or of worlds."""
        left, right = node.parts
        for term in node.parts:
            self.require_term(term, tuple({*scope.local.values()}), scope, "a pair of a relation")
        return lambda values: (values.get(left, str(left)), values.get(right, str(right)))
