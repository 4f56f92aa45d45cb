"""Formula -> Program: one set operation for each distinct subformula.

The clauses below are the semantics, written once over the Protocol `SetAlgebra` of `check`: ``m`` is the model
as announcements have left it, and ``v`` holds the extensions of the subformulas. Sources: van Ditmarsch, van der Hoek
and Kooi, *Dynamic Epistemic Logic* (Springer 2007), definitions 2.6, 2.30 and 4.7, doi:10.1007/978-1-4020-5839-4;
Baltag and Smets, "A qualitative theory of dynamic interactive belief revision" (2008), for safe and strong belief.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from kripke.data.errors import UnknownAction, UnknownAtom, unknown_agent, unknown_atom
from logic import formula as f
from logic.errors import did_you_mean, shorten
from logic.shared import CONNECTIVES
from logic.table import flatten

Apply = Callable[[Any, Any], Any]
Clause = Callable[..., Callable[[Any, Any], Any]]


def _box(m: Any, agent: str, s: Any) -> Any:
    return m.domain ^ m.preimage(agent, m.domain ^ s)


def _everyone(m: Any, group: Iterable[str], s: Any) -> Any:
    outside = m.domain ^ s
    return m.domain ^ reduce(or_, [m.preimage(agent, outside) for agent in group], outside ^ outside)


def _group(node: Any, m: Any) -> Iterable[str]:
    """The agents that the node speaks of: those that it names, or all of the model's."""
    return m.agents if node.group is None else sorted(node.group)


CLAUSES: dict[type[f.Formula], Clause] = {
    f.Top: lambda n: lambda m, v: m.domain,
    f.Bottom: lambda n: lambda m, v: m.domain ^ m.domain,
    f.Atom: lambda n: lambda m, v: m.atom(n.name),
    f.Not: lambda n, i: lambda m, v: m.domain ^ v[i],
    f.And: lambda n, i, j: lambda m, v: v[i] & v[j],
    f.Or: lambda n, i, j: lambda m, v: v[i] | v[j],
    f.Xor: lambda n, i, j: lambda m, v: v[i] ^ v[j],
    f.Implies: lambda n, i, j: lambda m, v: (m.domain ^ v[i]) | v[j],
    f.Iff: lambda n, i, j: lambda m, v: m.domain ^ v[i] ^ v[j],
    f.K: lambda n, i: lambda m, v: _box(m, n.agent, v[i]),
    f.M: lambda n, i: lambda m, v: m.preimage(n.agent, v[i]),
    f.Kw: lambda n, i: lambda m, v: m.knows_whether(n.agent, v[i]),
    f.Kv: lambda n: lambda m, v: m.knows_value(n.agent, m.values(n.variable)),
    f.E: lambda n, i: lambda m, v: _everyone(m, _group(n, m), v[i]),
    f.C: lambda n, i: lambda m, v: m.domain ^ m.reaches(_group(n, m), m.domain ^ v[i]),
    f.D: lambda n, i: lambda m, v: m.domain ^ m.jointly_possible(_group(n, m), m.domain ^ v[i]),
    f.B: lambda n, i: lambda m, v: m.believes(n.agent, m.domain, v[i]),
    f.BAtLeast: lambda n, i: lambda m, v: m.degree_at_least(n.agent, n.degree, v[i]),
    f.BGiven: lambda n, i, j: lambda m, v: m.believes(n.agent, v[i], v[j]),
    f.Bsafe: lambda n, i: lambda m, v: m.believes_safely(n.agent, v[i]),
    f.Bstrong: lambda n, i: lambda m, v: m.believes_strongly(n.agent, v[i]),
}
"""For each clause without change: (node, rows of its children) -> the operation that computes its extension."""


BOOLEAN = (*CONNECTIVES, f.Atom)
"""The classes of formulas without modalities."""


class Refinement:
    """Marks announcements after which no world goes, but some agents see finer."""


def refines(node: f.Formula) -> bool:
    """Whether the node is an announcement to a group, or an announcement-whether."""
    return isinstance(node, f.AnnounceWhether) or (
        isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is not None
    )


def _learn(node: Any) -> Apply:
    """Into the model after a public announcement, or, with a group, after the group has learnt whether."""
    if refines(node):
        return lambda m, s: m.refine(s, _group(node, m))
    return lambda m, s: m.restrict(s)


CHANGES: dict[type[f.Formula], Callable[[Any, Any, Any, Any], Any]] = {
    f.Announce: lambda m, s, n, after: (m.domain ^ s) | after,
    f.AnnounceDual: lambda m, s, n, after: s & after,
    f.AnnounceWhether: lambda m, s, n, after: after,
    f.Act: lambda m, s, n, after: m.domain ^ n.back(n.domain ^ after),
    f.ActDual: lambda m, s, n, after: n.back(after),
}
"""For each change: (model before, statement's extension, model after, body's extension there) -> its extension."""


class Change(NamedTuple):
    """What a step of change does: go into the changed model, evaluate the body there, and come back.

    A named action has no statement: what it needs is evaluated when it happens.
    """

    statement: int | None
    body: int
    into: Apply
    then: Callable[[Any, Any, Any, Any], Any]


class Step(NamedTuple):
    """One distinct subformula: its clause as an operation, or as a change of the model, which comes before it."""

    formula: f.Formula
    operands: tuple[int, ...]
    apply: Apply
    change: Change | None


Item = tuple[int, Apply, Change | None, tuple[int, ...]]
"""A step on its way: its row, its operation, or its change, and the rows that nobody needs after it."""


LITTLE = 4
"""What a block leaves out where more rows than these are known is not remembered: it hardly comes twice."""


def _here(step: Step) -> tuple[int, ...]:
    """The rows that the step needs in its own context."""
    if step.change is None:
        return step.operands
    return () if step.change.statement is None else (step.change.statement,)


@dataclass(frozen=True)
class Program:
    """The set operations that compute a formula's extension, one for each distinct subformula.

    Parameters
    ----------
    steps : tuple of Step
        In post-order; the last is the formula itself.
    agents, atoms, variables, actions : frozenset of str
        The names that a model must have.
    clauses : frozenset
        The classes of its subformulas; `Refinement` stands for announcements to groups and announcements-whether.
    """

    steps: tuple[Step, ...]
    agents: frozenset[str]
    atoms: frozenset[str]
    variables: frozenset[str]
    actions: frozenset[str]
    clauses: frozenset[type]

    @property
    def root(self) -> int:
        """The row of the whole formula."""
        return len(self.steps) - 1

    @cached_property
    def straight(self) -> tuple[Apply, ...] | None:
        """The operations in order, for a formula without announcements: then one pass computes it."""
        return tuple([s.apply for s in self.steps]) if all(s.change is None for s in self.steps) else None

    @cached_property
    def boolean(self) -> tuple[int, ...]:
        """The rows of subformulas without modalities that several regions use, apart from atoms and constants."""
        plain: set[int] = set()
        for row, step in enumerate(self.steps):
            if isinstance(step.formula, BOOLEAN) and plain.issuperset(step.operands):
                plain.add(row)
        return tuple(sorted(plain & self._shared))

    @cached_property
    def modal(self) -> tuple[int, ...]:
        """The rows whose outermost operator is a modality or an announcement."""
        return tuple([row for row, step in enumerate(self.steps) if not isinstance(step.formula, BOOLEAN)])

    def items(self, row: int, known: Collection[int] = (), keep: bool = False) -> tuple[Item, ...]:
        """The steps that the row needs in one context, in order, without those inside the bodies of announcements.

        Parameters
        ----------
        row : int
            What is wanted.
        known : collection of int
            The rows whose values in this context are known; their steps, and what only they need, are left out.
        keep : bool
            Drop no value; else each is dropped after its last use, unless other blocks may want it.

        Notes
        -----
        O(k log k) for k steps that are not left out; remembered where little is known.
        """
        if len(known) > LITTLE:
            return self._items(row, known, keep)
        key = row, keep, *known
        made = self._remembered.get(key)
        if made is None:
            made = self._items(row, known, keep)
            if len(self._remembered) <= LITTLE * len(self.steps):
                self._remembered[key] = made
        return made

    @cached_property
    def _remembered(self) -> dict[tuple[int, ...], tuple[Item, ...]]:
        return {}

    def _items(self, row: int, known: Collection[int], keep: bool) -> tuple[Item, ...]:
        """The statement of a change has a block of its own, since many announcements may say the same."""
        step = self.steps[row]
        statement = None if step.change is None else step.change.statement
        if statement is None or self.steps[statement].change is not None:
            return self._block(row, known, keep)
        before = () if statement in known else self.items(statement, known, keep)
        dead = () if keep or statement in known or statement in self._shared else (statement,)
        return (*before, (row, step.apply, step.change, dead))

    def _block(self, row: int, known: Collection[int], keep: bool) -> tuple[Item, ...]:
        seen, stack = {row}, [row]
        while stack:
            for i in _here(self.steps[stack.pop()]):
                if i not in seen and i not in known:
                    seen.add(i)
                    stack.append(i)
        rows = sorted(seen)
        dead = {} if keep else self._last_uses(rows)
        return tuple([(r, self.steps[r].apply, self.steps[r].change, dead.get(r, ())) for r in rows])

    def _last_uses(self, rows: list[int]) -> dict[int, tuple[int, ...]]:
        """For each row the values that nobody needs after it, out of those that these rows make."""
        last = {i: r for r in rows for i in _here(self.steps[r])}
        dead: dict[int, tuple[int, ...]] = {}
        for i in rows:
            if i in last and i not in self._shared:
                dead[last[i]] = (*dead.get(last[i], ()), i)
        return dead

    @cached_property
    def _shared(self) -> frozenset[int]:
        """The rows whose values must outlive a block: bodies, and what is used from more than one region.

        A row that only rows of one region use lies in that region; its value is needed while the region's head is
        computed, and never again, since the head's value is kept. Atoms and constants are never kept: they are there
        anyway. O(n) for n steps.
        """
        region = [-1] * len(self.steps)
        region[self.root] = self.root
        for row in range(self.root, -1, -1):
            step = self.steps[row]
            for i in _here(step):
                region[i] = region[row] if region[i] in (-1, region[row]) else i
            if step.change is not None:
                region[step.change.body] = step.change.body
        leaves = (f.Atom, f.Top, f.Bottom)
        return frozenset(
            row for row, head in enumerate(region) if row == head and not isinstance(self.steps[row].formula, leaves)
        )

    def require(self, agents: Collection[str], atoms: Collection[str], actions: Collection[str] = ()) -> None:
        """Refuse a model that lacks a name: `UnknownAgent`, `UnknownAtom`, `UnknownAction`, with a near miss.

        Parameters
        ----------
        agents : collection of str
            The agents of the model.
        atoms : collection of str
            Its vocabulary.
        actions : collection of str
            The names of the actions that are given.
        """
        for agent in self.agents:
            if agent not in agents:
                raise unknown_agent(agent, agents, self._naming(f.agents_of, agent))
        for atom in self.atoms:
            if atom not in atoms:
                raise unknown_atom(atom, atoms)
        for variable in self.variables:
            if not any(atom.startswith(variable + "=") for atom in atoms):
                raise _no_values(variable, atoms, self._naming(_variable, variable))
        for action in self.actions:
            if action not in actions:
                raise _no_action(action, actions, self._naming(_action, action))

    def _naming(self, names: Callable[[f.Formula], Container[str]], name: str) -> str:
        """The text of the first subformula that itself names the name."""
        return shorten(str(next(step.formula for step in self.steps if name in names(step.formula))))


def _variable(node: f.Formula) -> tuple[str, ...]:
    return (node.variable,) if isinstance(node, f.Kv) else ()


def _action(node: f.Formula) -> tuple[str, ...]:
    return (node.action,) if isinstance(node, (f.Act, f.ActDual)) else ()


def _no_action(action: str, actions: Collection[str], where: str) -> UnknownAction:
    way_out = did_you_mean(action, actions) or f"; give it by actions={{'{shorten(action)}': ...}}"
    return UnknownAction(f"{where}: no action '{shorten(action)}' was given to the check{way_out}")


def _no_values(variable: str, atoms: Iterable[str], where: str) -> UnknownAtom:
    known = {atom.partition("=")[0] for atom in atoms if "=" in atom}
    way_out = did_you_mean(variable, known) or f"; its values are atoms such as {variable}=1"
    return UnknownAtom(f"{where}: no atom of the vocabulary gives '{shorten(variable)}' a value{way_out}")


def compile_formula(formula: f.Formula) -> Program:
    """The formula's program; the programs of small formulas are remembered.

    O(n) for n distinct subformulas.
    """
    known = _programs.pop(formula, None) or _compile(formula)
    if len(known.steps) <= REMEMBERED_STEPS:
        if len(_programs) >= REMEMBERED_PROGRAMS:
            del _programs[next(iter(_programs))]  # the one that was asked for longest ago
        _programs[formula] = known  # under this very object, by which it is found without being compared
    return known


REMEMBERED_STEPS, REMEMBERED_PROGRAMS = 10_000, 4_096
_programs: dict[f.Formula, Program] = {}


def _compile(formula: f.Formula) -> Program:
    rows = flatten(formula).rows
    nodes = [node for node, _ in rows]
    return Program(
        steps=tuple([_step(node, kids) for node, kids in rows]),
        agents=frozenset(agent for node in nodes for agent in f.agents_of(node)),
        atoms=frozenset(node.name for node in nodes if isinstance(node, f.Atom)),
        variables=frozenset(node.variable for node in nodes if isinstance(node, f.Kv)),
        actions=frozenset(node.action for node in nodes if isinstance(node, (f.Act, f.ActDual))),
        clauses=frozenset(Refinement if refines(node) else type(node) for node in nodes),
    )


def _impossible(m: Any, v: Any) -> Any:
    raise AssertionError("a change of the model is no operation on sets")


def _step(node: f.Formula, kids: tuple[int, ...]) -> Step:
    clause = CLAUSES.get(type(node))
    if clause is not None:
        return Step(node, kids, clause(node, *kids), None)
    if isinstance(node, (f.Act, f.ActDual)):
        return Step(
            node, kids, _impossible, Change(None, kids[0], lambda m, s: m.act(node.action), CHANGES[type(node)])
        )
    statement, body = kids
    return Step(node, kids, _impossible, Change(statement, body, _learn(node), CHANGES[type(node)]))
