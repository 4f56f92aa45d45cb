"""Formulas and lists of EPDDL, compiled to functions from the values of variables: each is tested once, not per use.

Rigid facts and equality are decided at once, so a formula has no part that is always true or always false.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from math import prod
from typing import Any, TypeVar

from kripke.plan.epddl.reading import MODALITIES, Node, Source
from kripke.plan.epddl.vocabulary import VARIABLES, Key, Scope, Vocabulary, atom_name
from logic import clauses as f
from logic.formula import Formula
from logic.grammar import Token

EXPANDED = 1_000_000  # maximal number of values of variables that are tried

PARTS = 2_000_000  # maximal number of parts of formulas that are built: with the above about 3 s (2 shared cores)

TRUE, FALSE = f.Top(), f.Bottom()
T = TypeVar("T")
Values = dict[str, str]  # variable -> entity
Compiled = Callable[[Values], T]


def conjunction(parts: Iterable[Formula]) -> Formula:
    """The conjunction, without parts that are true or repeated."""
    return _joined(parts, f.And.make, TRUE, FALSE)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """The disjunction, without parts that are false or repeated."""
    return _joined(parts, f.Or.make, FALSE, TRUE)


def _joined(parts: Iterable[Formula], join: Callable[..., Any], neutral: Formula, deciding: Formula) -> Formula:
    kept: dict[Formula, None] = {}
    for part in parts:
        if part is deciding:
            return part
        if part is not neutral:
            kept[part] = None
    return reduce(join, kept) if kept else neutral


def negation(part: Formula) -> Formula:
    """The negation; of a negation what is negated."""
    if part is TRUE or part is FALSE:
        return FALSE if part is TRUE else TRUE
    return part.sub if isinstance(part, f.Not) else f.Not.make(part)


def implication(premise: Formula, conclusion: Formula) -> Formula:
    """The implication, or what is left of it where a part is true or false."""
    if premise is TRUE or conclusion is TRUE:
        return conclusion
    if premise is FALSE or conclusion is FALSE:
        return negation(premise)
    return f.Implies(premise, conclusion)


JOINED: Mapping[str, Callable[[Iterable[Formula]], Formula]] = {
    **dict.fromkeys(("true", "and", "forall"), conjunction),
    **dict.fromkeys(("false", "or", "exists"), disjunction),
}
"""Kind of a node -> what joins its parts, or their instances; true and false have none."""


class Modalities:
    """The modalities of agents and groups, by their names in formulas; a `mode` is ``Kw.``, ``C.`` or empty.

    `everyone`: all agents. `as_plank`: read groups in diamonds as plank does. `notes`: where that makes a difference.
    """

    def __init__(self, everyone: Iterable[str], as_plank: bool, notes: dict[str, None]) -> None:
        self.everyone, self.as_plank, self.notes = frozenset(everyone), as_plank, notes

    def box(self, mode: str, agents: frozenset[str], sub: Formula) -> Formula:
        """What the agents know, of which all know whether it is true, or what is common knowledge."""
        if not agents or sub is TRUE or (mode == "Kw." and sub is FALSE):
            return TRUE
        if mode == "Kw.":
            return conjunction(f.Kw.make(agent, sub) for agent in sorted(agents))
        group = None if agents == self.everyone else agents
        made: Formula
        if mode == "C.":
            made = f.C.make(group, sub)
        else:
            made = f.K.make(*agents, sub) if len(agents) == 1 else f.E.make(group, sub)
        return made

    def diamond(self, mode: str, agents: frozenset[str], sub: Formula) -> Formula:
        """The dual of the box; in plank, of a group, what holds of each agent in it."""
        if mode != "C." and len(agents) > 1:
            sign, whom = ("<Kw. G>", "do not know whether") if mode else ("<G>", "consider it possible")
            if self.as_plank:
                self.notes[f"{sign} of a group is read as plank does: all of them {whom}"] = None
                return conjunction(self.diamond(mode, frozenset([agent]), sub) for agent in sorted(agents))
            box = sign.replace("<", "[").replace(">", "]")
            self.notes[f"{sign} of a group is the dual of {box}: some of them {whom}; plank reads: all of them"] = None
        if not mode and len(agents) == 1 and sub is not FALSE:
            made: Formula = f.M.make(*agents, sub)
            return made
        return negation(self.box(mode, agents, sub if mode == "Kw." else negation(sub)))


class Compiler:
    """Compiles formulas and lists over a vocabulary.

    `as_plank`: read the files as plank does. `notes`: what readers of the files should know. `tried` and `built`: the
    numbers of values and parts so far.
    """

    def __init__(self, vocabulary: Vocabulary, as_plank: bool, notes: dict[str, None]) -> None:
        self.vocabulary, self.as_plank, self.notes, self.tried, self.built = vocabulary, as_plank, notes, 0, 0
        self.modalities = Modalities(vocabulary.agents.values(), as_plank, notes)
        self.atoms: dict[Key, Formula] = {}

    # -------------------------------------------------------------------------------------------------- formulas

    def formula(self, node: Node, scope: Scope) -> Compiled[Formula]:
        """The formula for values of the variables in scope."""
        kind, parts, join = node.kind, node.parts, JOINED.get(node.kind, conjunction)
        if kind == "atom":
            return self._atom(scope, parts)
        if kind in ("equal", "unequal"):
            left, right = parts
            for term in parts:
                self.vocabulary.types_of(term, scope)
            same, other = (TRUE, FALSE) if kind == "equal" else (FALSE, TRUE)
            return lambda values: same if values.get(left, left) == values.get(right, right) else other
        if kind in MODALITIES:
            mode, index, inside = parts
            if scope.static:
                token = mode or (index if isinstance(index, Token) else next(index.tokens()))
                raise scope.source.error("conditions of lists are decided at grounding: they have no modalities", token)
            build = self.modalities.box if kind == "box" else self.modalities.diamond
            group, sub = self.group(index, scope), self.formula(inside, scope)
            return lambda values: build(mode or "", group(values), sub(values))
        if kind in ("forall", "exists"):
            instances, inner = self.parameters(parts[0], scope, "entity", parts[1].size)
            sub = self.formula(parts[1], inner)
            return lambda values: join(sub(each) for each in instances(values))
        subs = [self.formula(part, scope) for part in parts]
        if kind in JOINED:
            return lambda values: join(sub(values) for sub in subs)
        of_parts: Callable[..., Formula] = negation if kind == "not" else implication
        return lambda values: of_parts(*[sub(values) for sub in subs])

    def _atom(self, scope: Scope, parts: tuple[Token, ...]) -> Compiled[Formula]:
        rigid = self.vocabulary.predicate(Node("atom", parts), scope).rigid
        if scope.static and not rigid:
            hint = f"declare it as (:fact {parts[0]} ...) if it is the same at all worlds for ever"
            raise scope.source.error(f"conditions of lists see rigid facts only, {parts[0]} is none", parts[0], hint)
        key, atoms, facts = self.key(parts), self.atoms, self.vocabulary.facts
        if rigid:
            return lambda values: TRUE if key(values) in facts else FALSE

        def atom(values: Values) -> Formula:
            name = key(values)
            found = atoms.get(name)
            if found is None:
                found = atoms[name] = f.Atom(atom_name(name))
            return found

        return atom

    def key(self, parts: tuple[Token, ...]) -> Compiled[Key]:
        """The predicate and the arguments of an atom that is tested."""
        if not any(part[0] == "?" for part in parts):
            fixed = tuple(map(str, parts))
            return lambda values: fixed
        return lambda values: tuple([values.get(part, part) for part in parts])

    def group(self, index: Any, scope: Scope) -> Compiled[frozenset[str]]:
        """The agents of a modality, by their names in formulas."""
        if not isinstance(index, Node):
            if index.type == "ALL":
                return lambda values: self.modalities.everyone
            index = Node("single", (Node("parts", (index,)),))
        groups = self.items(index, scope, self.members, "agent")
        return lambda values: frozenset([agent for group in groups(values) for agent in group])

    def members(self, node: Node, scope: Scope) -> Compiled[list[str]]:
        """The agents that agents and groups of agents name, by their names in formulas."""
        for term in node.parts:
            self.vocabulary.require_term(term, ("agent", "agent-group"), scope, "a group of agents")
        agents, groups = self.vocabulary.agents, self.vocabulary.groups

        def members(values: Values) -> list[str]:
            found: list[str] = []
            for term in node.parts:
                name = values.get(term, str(term))
                found += groups[name] if name in groups else [agents[name]]
            return found

        return members

    # ----------------------------------------------------------------------------------------------------- lists

    def count(self, parts: int, source: Source, token: Token) -> None:
        """Count parts that are built; `TooLarge` at the token if they are too many."""
        self.built += parts
        if self.built > PARTS:
            raise source.too_large(f"grounding makes over {PARTS:,} parts of formulas, the maximum", token)

    def parameters(
        self, node: Node, scope: Scope, default: str, size: int = 0
    ) -> tuple[Callable[[Values], Iterator[Values]], Scope]:
        """The values of typed variables that satisfy a condition, beside given ones, and the scope with the variables.

        The function yields the same dictionary each time, with other values in it. `size`: the number of parts that are
        built for each.
        """
        typed, condition = node.parts
        variables = self.vocabulary.typed(scope.source, typed, default)
        first: Any = variables[0][0] if variables else None
        if len(variables) > VARIABLES:
            raise scope.source.too_large(f"{len(variables)} variables, the maximum is {VARIABLES}", first)
        names = [str(name) for name, _ in variables]
        domains = [self.vocabulary.members(types, scope) for _, types in variables]
        inner = scope._replace(
            variables={**scope.variables, **dict(zip(names, (t for _, t in variables), strict=True))}
        )
        tests: list[list[Compiled[Formula]]] = [[] for _ in range(len(names) + 1)]
        if condition is None and variables:
            times = scope.times * prod(map(len, domains))
            if times > EXPANDED:
                what = f"{times:,} combinations of values are expanded, the maximum is {EXPANDED:,}"
                raise scope.source.too_large(what, first)
            inner = inner._replace(times=max(times, 1))
        elif condition is not None:
            for part in condition.parts if condition.kind == "and" else [condition]:
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
        """The items of a list, each compiled by a function."""
        if node.kind == "single":
            single = item(node.parts[0], scope)
            return lambda values: iter([single(values)])
        if node.kind == "several":
            lists = [self.items(part, scope, item, default) for part in node.parts]
            return lambda values: (each for part in lists for each in part(values))
        instances, inner = self.parameters(node.parts[0], scope, default, node.parts[1].size)
        sub = self.items(node.parts[1], inner, item, default)
        return lambda values: (each for found in instances(values) for each in sub(found))

    def pair(self, node: Node, scope: Scope) -> Compiled[tuple[str, str]]:
        """A pair of events or of worlds, whichever the scope has."""
        left, right = node.parts
        for term in node.parts:
            self.vocabulary.require_term(term, tuple({*scope.local.values()}), scope, "a pair of a relation")
        return lambda values: (values.get(left, str(left)), values.get(right, str(right)))
