"""What the names of EPDDL files mean: types, entities, groups of agents, predicates and rigid facts."""

import re
from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any, NamedTuple

from kripke.plan.epddl.reading import File, Node, Source
from logic.errors import few
from logic.grammar import Token

ATOMS = 100_000  # maximal number of ground atoms

VARIABLES = 30  # maximal number of variables of one list: each is a call of a search

RESERVED = {"object": "entity", "agent": "entity", "agent-group": "entity", "world": "entity", "event": "entity"}
"""Type that every file has -> its supertype."""

Types = tuple[str, ...]
Key = tuple[str, ...]  # a predicate and its arguments


class Predicate(NamedTuple):
    """A predicate: the types of its arguments, and whether it is a rigid fact, the same at all worlds for ever."""

    types: tuple[Types, ...]
    rigid: bool


class Scope(NamedTuple):
    """What names mean at a place of a file.

    `source`: the file. `variables`: variable -> its types. `local`: names of worlds or events -> their type. `times`:
    how often the place is expanded at least. `static`: the place sees only rigid facts.
    """

    source: Source
    variables: Mapping[str, Types] = {}
    local: Mapping[str, str] = {}
    times: int = 1
    static: bool = False


class Vocabulary:
    """The types, entities, groups, predicates and facts that a domain and a problem declare.

    `agents`: the name of each agent in EPDDL -> its name in formulas, of letters, digits and underscores.
    """

    def __init__(self, domain: File, problem: File) -> None:
        self.parents = {"entity": "", **RESERVED}
        self.types: dict[str, str] = {}
        """Entity -> its type."""
        self.groups: dict[str, tuple[str, ...]] = {}
        self.predicates: dict[str, Predicate] = {}
        self.facts: set[Key] = set()
        for section in domain.of(":types"):
            self._declare_types(domain.source, section.parts[1])
        for file, kind in ((domain, ":constants"), (problem, ":objects"), (problem, ":agents")):
            for section in file.of(kind):
                default = "agent" if kind == ":agents" else "object"
                for name, types in self.typed(file.source, section.parts[1], default):
                    self._declare(file.source, self.types, name, types, "an entity")
                    if kind == ":agents" and not self.is_a(types[0], "agent"):
                        raise file.source.error(f"{name} has the type {types[0]}, which is no type of agents", name)
        self.agents = plain_names([entity for entity, kind in self.types.items() if self.is_a(kind, "agent")])
        for group in (group for section in problem.of(":agent-groups") for group in section.parts[1:]):
            name, kind, _ = group.parts
            if kind is not None:
                problem.source.require(kind, self.parents, "type")
            self._declare(problem.source, self.types, name, str(kind or "agent-group"), "an entity")
        for section in domain.of(":predicates"):
            for rigid, name, arguments in (predicate.parts for predicate in section.parts[1:]):
                types = tuple([own for _, own in self.typed(domain.source, arguments, "object")])
                self._declare(domain.source, self.predicates, name, Predicate(types, bool(rigid)), "a predicate")
        for section in problem.of(":facts-init"):
            for fact in section.parts[1:]:
                predicate = self.predicate(fact, Scope(problem.source))
                if not predicate.rigid:
                    hint = "declare it as (:fact ...), or say in :init where it is true"
                    raise problem.source.error(f"{fact.parts[0]} is no rigid fact", fact.parts[0], hint)
                self.facts.add(fact.parts)

    def _declare(self, source: Source, table: dict[str, Any], name: Token, value: Any, what: str) -> None:
        if table is not self.predicates and not isinstance(value, str):
            if len(value) > 1:
                raise source.error(f"{name} has {len(value)} types, expected one", name)
            value = str(value[0])
        if name in table:
            raise source.error(f"{name} is declared twice as {what}", name, "give each a name of its own")
        table[str(name)] = value

    def _declare_types(self, source: Source, typed: Node) -> None:
        declared = self.typed(source, typed, "object", check=False)
        for name, types in declared:
            self._declare(source, self.parents, name, types, "a type")
        for name, types in declared:
            source.require(types[0], self.parents, "type")
            above, seen = self.parents[name], {str(name)}
            while above:
                if above in seen:
                    raise source.error(f"the type {name} is a supertype of itself", name)
                seen.add(above)
                above = self.parents[above]

    def typed(
        self, source: Source, node: Node, default: str, check: bool = True
    ) -> list[tuple[Token, tuple[Any, ...]]]:
        """The names or variables of a typed list, each with the types of which it can be."""
        found: list[tuple[Token, Types]] = []
        waiting: list[Token] = []
        for part in node.parts:
            if not isinstance(part, Node):
                waiting.append(part)
                continue
            if not waiting:
                raise source.error("no name stands before this type", part.parts[0])
            for name in part.parts if check else ():
                source.require(name, self.parents, "type")
            found += [(name, part.parts) for name in waiting]
            waiting = []
        return [*found, *[(name, (default,)) for name in waiting]]

    def is_a(self, kind: str, above: str) -> bool:
        """Whether a type is another one or below it."""
        while kind and kind != above:
            kind = self.parents[kind]
        return bool(kind)

    def members(self, types: Types, scope: Scope) -> list[str]:
        """The entities of the types, in the order of their declaration."""
        both = {**self.types, **scope.local}
        return [name for name, kind in both.items() if any(self.is_a(kind, above) for above in types)]

    def types_of(self, term: Token, scope: Scope) -> Types:
        """The types of an entity or a variable; an error if it is unknown."""
        if term not in scope.variables and term not in scope.local and term not in self.types:
            known = [*scope.variables, *scope.local] if term[0] == "?" else [*scope.local, *self.types]
            scope.source.require(term, known, "variable" if term[0] == "?" else "entity")
        return scope.variables.get(term) or (scope.local.get(term) or self.types[term],)

    def require_term(self, term: Token, wanted: Types, scope: Scope, what: str) -> None:
        """Raise an error unless all types of a term are among those wanted or below them."""
        for kind in self.types_of(term, scope):
            if not any(self.is_a(kind, above) for above in wanted):
                expected = few([*wanted])
                raise scope.source.error(f"{what}: {term} has the type {kind}, expected {expected}", term)

    def predicate(self, atom: Node, scope: Scope) -> Predicate:
        """The predicate of an atom, whose arguments are tested."""
        name, *terms = atom.parts
        scope.source.require(name, self.predicates, "predicate")
        found = self.predicates[name]
        if len(terms) != len(found.types):
            needs = f"{len(found.types)} argument" + "s" * (len(found.types) != 1)
            raise scope.source.error(f"{name} takes {needs}, got {len(terms)}", name)
        for number, (term, types) in enumerate(zip(terms, found.types, strict=True), 1):
            self.require_term(term, types, scope, f"argument {number} of {name}")
        return found

    def ground_atoms(self, source: Source, token: Token) -> list[Key]:
        """All atoms of the worlds: a predicate that is not rigid, and arguments of its types."""
        scope, found = Scope(source), [(name, each.types) for name, each in self.predicates.items() if not each.rigid]
        domains = [(name, [self.members(own, scope) for own in types]) for name, types in found]
        total = sum(prod(map(len, each)) for _, each in domains)
        if total > ATOMS:
            raise source.too_large(f"{total:,} ground atoms, the maximum is {ATOMS:,}", token)
        return [(name, *row) for name, each in domains for row in product(*each)]


def atom_name(key: Key) -> str:
    """The name of an atom in formulas: ``p(a,b)``."""
    return f"{key[0]}({','.join(key[1:])})" if len(key) > 1 else key[0]


def plain_names(agents: Iterable[str]) -> dict[str, str]:
    """For each agent a name that formulas can say, of letters, digits and underscores."""
    names = dict.fromkeys(agents, "")
    for agent in names:
        plain = re.sub(r"\W", "_", agent)
        while plain != agent and (plain in names or plain in names.values()):
            plain += "_"
        names[agent] = plain
    return names
