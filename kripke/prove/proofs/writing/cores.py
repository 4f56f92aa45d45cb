"""Unsatisfiable cores at one world, as clauses with their rules, and the steps that show the contradiction."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pysat.solvers import Solver

from kripke.prove.clock import SOLVER, Clock, solve
from kripke.prove.proofs import script
from kripke.prove.proofs.script import CONTRADICTION, SERIAL, THEORY
from kripke.prove.question.nodes import AND, BOX, FALSE, FIX, Node, Nodes
from kripke.prove.search.rules import Rules
from logic.errors import TooLarge


@dataclass(frozen=True, slots=True)
class Clause:
    """A disjunction of nodes that holds at every world."""

    nodes: tuple[Node, ...]
    rule: str
    of: int = -1  # number of the lemma or hypothesis; -1 for other rules


def conjuncts(nodes: Nodes, base: Node) -> list[Node]:
    """The conjuncts of an even node, those of conjunctions among them included; the boxes of a fixpoint."""
    if nodes.kind[base >> 1] == FIX:
        return list(dict.fromkeys(option.box for option in nodes.options[base]))
    stack, found = [*reversed(nodes.parts(base))], []
    while stack:
        node = stack.pop()
        if nodes.kind[node >> 1] == AND and not node & 1:
            stack += reversed(nodes.parts(node))
        else:
            found.append(node)
    return list(dict.fromkeys(found))


def clauses_of(rules: Rules, base: Node) -> list[Clause]:
    """The clauses of an even node."""
    nodes = rules.nodes
    kind = nodes.kind[base >> 1]
    if kind in (AND, FIX):
        name = script.AND if kind == AND else script.COMMON
        parts = conjuncts(nodes, base)
        each = [Clause((base ^ 1, part), name) for part in parts]
        return [*each, Clause((base, *[part ^ 1 for part in parts]), name)]
    if kind != BOX:
        return []
    found = []
    for clause in rules.clauses(base):
        if clause[0] == base:
            name = script.LOOP
        elif clause[0] != base ^ 1:
            name = script.DENSE
        else:
            name = script.AGAIN if clause[1] == rules.twice.get(base) else script.REFLEXIVE
        found.append(disjunction(clause, name))
    return found


def disjunction(nodes: Iterable[Node], rule: str, of: int = -1) -> Clause:
    """The clause of some nodes, without `FALSE`."""
    return Clause(tuple([node for node in nodes if node != FALSE]), rule, of)


def closure(rules: Rules, starts: Iterable[Node]) -> list[Clause]:
    """All clauses about the nodes that matter at the same world as some nodes."""
    stack = [node & ~1 for node in starts]
    seen: set[Node] = set()
    found: list[Clause] = []
    while stack:
        base = stack.pop()
        if base not in seen:
            seen.add(base)
            new = clauses_of(rules, base)
            found += new
            stack += [node & ~1 for clause in new for node in clause.nodes]
    return found


FEW = 60
"""Size of a core up to which it is minimised, one element at a time."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A node that holds at the next world."""

    node: Node
    rule: str
    premises: tuple[Node, ...] = ()


class Cores:
    """All clauses of a problem, with lemmas that can be left out."""

    def __init__(self, rules: Rules, theory: Iterable[Node], clock: Clock) -> None:
        self.rules, self.clock = rules, clock
        self.laws = [disjunction([law], THEORY) for law in theory] + [
            disjunction([law], SERIAL) for law in rules.serial
        ]
        self.variable = {base: number for number, base in enumerate(rules.universe, 1)}
        self.solver = Solver(SOLVER)
        self.last = len(self.variable)
        for base in rules.universe:
            for clause in clauses_of(rules, base):
                self.solver.add_clause(self._literals(clause))
        for clause in self.laws:
            self.solver.add_clause(self._literals(clause))
        self.solver.add_clause([self.variable[0]])
        self.selector: dict[Clause, int] = {}

    def _literal(self, node: Node) -> int:
        return -self.variable[node & ~1] if node & 1 else self.variable[node]

    def _literals(self, clause: Clause) -> list[int]:
        return [self._literal(node) for node in clause.nodes]

    def needed(self, nodes: Iterable[Node], lemmas: Sequence[Clause]) -> tuple[list[Node], list[Clause]] | None:
        """The nodes and lemmas that a contradiction needs; None if they do not contradict each other."""
        meaning: dict[int, Node | Clause] = {}
        for lemma in lemmas:
            if lemma not in self.selector:
                self.last += 1
                self.selector[lemma] = self.last
                self.solver.add_clause([-self.last, *self._literals(lemma)])
            meaning[self.selector[lemma]] = lemma
        for node in nodes:
            meaning[self._literal(node)] = node
        core = minimal(self.solver, list(meaning), self.clock)
        if core is None:
            return None
        found = [meaning[literal] for literal in core]
        return [x for x in found if not isinstance(x, Clause)], [x for x in found if isinstance(x, Clause)]

    def core(self, facts: Iterable[Fact], lemmas: Sequence[Clause]) -> tuple[list[Fact], list[Clause]] | None:
        """The facts and lemmas that a contradiction needs; None if they do not contradict each other."""
        first: dict[Node, Fact] = {}
        for fact in facts:
            first.setdefault(fact.node, fact)
        needed = self.needed(first, lemmas)
        return None if needed is None else ([first[node] for node in needed[0]], needed[1])

    def clauses(self, nodes: Sequence[Node], lemmas: Sequence[Clause]) -> list[Clause]:
        """The clauses, of all kinds, that a contradiction needs."""
        starts = {*nodes, *[node for clause in [*self.laws, *lemmas] for node in clause.nodes]}
        clauses = [*closure(self.rules, starts), *self.laws, *lemmas]
        with Solver(SOLVER) as solver:
            first = self.last + 1
            for number, clause in enumerate(clauses, first):
                solver.add_clause([-number, *self._literals(clause)])
            for node in [0, *nodes]:
                solver.add_clause([self._literal(node)])
            core = minimal(solver, list(range(first, first + len(clauses))), self.clock)
        assert core is not None, "the nodes and lemmas contradict each other"
        return [clauses[number - first] for number in sorted(core)]


def minimal(solver: Solver, assumptions: list[int], clock: Clock) -> list[int] | None:
    """A small set of the assumptions that cannot hold together; None if all of them can."""
    if solve(solver, assumptions, clock):
        return None
    core = _core(solver, assumptions)
    while not solve(solver, core, clock) and len(smaller := _core(solver, core)) < len(core):
        core = smaller
    if len(core) > FEW:
        return core
    for literal in reversed(core):
        rest = [other for other in core if other != literal]
        if literal in core and not solve(solver, rest, clock):
            core = _core(solver, rest)
    return core


def _core(solver: Solver, assumptions: list[int]) -> list[int]:
    blamed = set(solver.get_core() or [])
    return [literal for literal in assumptions if literal in blamed]


MOST_CASES = 3_000
"""Number of cases of one tableau above which a proof is not written out: nobody reads it."""

DEEPEST = 250
"""Number of nested cases above which a proof is not written out; `_reason` is recursive."""


@dataclass(slots=True)
class Reasoning:
    """The steps of a branch from the nodes known before."""

    end: Clause  # the clause that closes the branch, or whose other nodes are the cases
    derived: list[tuple[Node, Clause]] = field(default_factory=list)
    cases: list[tuple[Node, Reasoning]] = field(default_factory=list)  # the cases; none if the branch is closed


class Reasoner:
    """Finds the steps from some clauses.

    Notes
    -----
    Unit propagation with cases, which are left out again where nothing rests on them: exponential at worst.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = list(clauses)
        self.about: dict[Node, list[Clause]] = defaultdict(list)
        for clause in self.clauses:
            for node in clause.nodes:
                self.about[node].append(clause)
        self.cases = 0

    def reason(self, known: Iterable[Node]) -> Reasoning:
        """The steps from known nodes to a contradiction."""
        return self._reason(dict.fromkeys(known), 0)[0]

    def _reason(self, why: dict[Node, Clause | None], depth: int) -> tuple[Reasoning, set[Node]]:
        """The steps, and the known nodes that they use."""
        end = self._propagate(why)
        if end is not None:
            return self._trace(Reasoning(end), why, {node ^ 1 for node in end.nodes})
        open_clauses = [clause for clause in self.clauses if not any(node in why for node in clause.nodes)]
        split = min(open_clauses, key=lambda clause: sum(node ^ 1 not in why for node in clause.nodes))
        self.cases += 1
        if self.cases > MOST_CASES or depth > DEEPEST:
            raise TooLarge(f"a proof of over {MOST_CASES:,} cases is not written out; `Proof.valid` is the answer")
        used = {node ^ 1 for node in split.nodes if node ^ 1 in why}
        cases = []
        for node in split.nodes:
            if node ^ 1 in why:
                continue
            below, uses = self._reason(dict.fromkeys([*why, node]), depth + 1)
            if node not in uses:  # the case was not needed
                return self._trace(below, why, uses)
            used |= uses - {node}
            cases.append((node, below))
        return self._trace(Reasoning(split, [], cases), why, used)

    def _trace(
        self, reasoning: Reasoning, why: Mapping[Node, Clause | None], used: set[Node]
    ) -> tuple[Reasoning, set[Node]]:
        """Put what the reasoning uses before it, in the order in which it was derived."""
        before = []
        for node, clause in list(why.items())[::-1]:
            if clause is not None and node in used:
                used.remove(node)
                used |= {other ^ 1 for other in clause.nodes if other != node}
                before.append((node, clause))
        reasoning.derived[:0] = reversed(before)
        return reasoning, used

    def _propagate(self, why: dict[Node, Clause | None]) -> Clause | None:
        """Derive what follows without cases; the clause that is refuted, if there is one."""
        for node in why:
            if node ^ 1 in why:
                return Clause((node & ~1, node | 1), CONTRADICTION)
        waiting = deque(self.clauses)
        while waiting:
            clause = waiting.popleft()
            left = [node for node in clause.nodes if node ^ 1 not in why]
            if not left:
                return clause
            if len(left) == 1 and left[0] not in why:
                why[left[0]] = clause
                waiting += self.about[left[0] ^ 1]
        return None
