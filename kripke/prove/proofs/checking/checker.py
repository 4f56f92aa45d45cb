"""A checker of proofs that shares no code with the search: it accepts only the rules of `kripke.prove.proofs.script`.

Why a closed tableau proves what it says: suppose that the suppositions hold at a world of a model of the theory. Give
each world of the tableau a world of the model, step by step: each step is true there on at least one branch, since
the nodes of a clause cannot all fail, and a rule that makes a world makes one that exists. But each branch ends with
a falsehood.

Why an induction proves its clauses: if one of them fails at a world, its fixpoint fails there, and a number of steps
leads to a counterexample. Take a clause and a world with the fewest steps, and among those the first clause. Its
tableau supposes that all nodes of the clause fail at world 0. The shortest way to the counterexample starts with a
step of the fixpoint, and ends there (`ENDS`) or goes on with one step less (`ONWARD`). At that next world the clauses
about the fixpoint that fails there with one step less hold, since this one had the fewest; at world 0 the earlier
clauses about the same fixpoint hold, since this one is the first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kripke.prove.errors import WrongProof
from kripke.prove.proofs import script
from kripke.prove.proofs.checking.statement import FALSE, TRUE, Table, Way
from kripke.prove.proofs.script import Group, Induction, Node, Script, Step, Tableau
from logic.errors import shorten

Clause: TypeAlias = frozenset[Node]

NOBODY: Group = frozenset()


def clause_of(nodes: Iterable[Node]) -> Clause:
    """The clause of some nodes: `FALSE` adds nothing to a disjunction."""
    return frozenset(nodes) - {FALSE}


def _contradiction(table: Table, clause: Clause) -> bool:
    """``f | ~f``: a node and its negation."""
    return bool(clause) and clause == clause_of([max(clause), max(clause) ^ 1])


def _conjunction(table: Table, clause: Clause) -> bool:
    """``~A | f`` for a conjunct f of A at any depth, or ``A | ~f1 | ... | ~fn`` for conjuncts that make up A.

    A is the greatest row: a conjunction is later than its conjuncts.
    """
    whole = max(clause, default=TRUE) & ~1
    if whole not in table.parts:
        return False
    if whole not in clause:
        rest = clause - {whole ^ 1} or {FALSE}
        return len(rest) == 1 and not rest.isdisjoint(_conjuncts(table, whole, frozenset()))
    ends = frozenset([node ^ 1 for node in clause - {whole}])
    found = _conjuncts(table, whole, ends)
    leaves = {node for node in found if node not in table.parts} - {TRUE}
    return leaves <= ends <= found


def _conjuncts(table: Table, whole: Node, ends: Clause) -> set[Node]:
    """The conjuncts of a conjunction at any depth, but not those of the ends."""
    stack, found = [whole], set[Node]()
    while stack:
        for part in table.parts[stack.pop()]:
            if part not in found:
                found.add(part)
                if part in table.parts and part not in ends:
                    stack.append(part)
    return found


def _unfolding(table: Table, clause: Clause) -> bool:
    """``~F | [G]f`` for a way of F, or ``F | ~[G1]f1 | ... | ~[Gn]fn`` for all its ways: F is a fixpoint."""
    for node in clause:
        if node & ~1 in table.ways:
            boxes = {way.box for way in table.ways[node & ~1]}
            rest = clause - {node}
            return (rest <= boxes and len(rest) == 1) if node & 1 else rest == {box ^ 1 for box in boxes}
    return False


def _reflexive(table: Table, clause: Clause) -> bool:
    """``~[H]f | f``: the world sees itself."""
    for node in clause:
        if node ^ 1 in table.boxes:
            group, inside = table.boxes[node ^ 1]
            needed = table.needed("reflexive", group)
            if needed is not None and clause == clause_of([node, inside, *[member ^ 1 for member in needed]]):
                return True
    return False


def _dense(table: Table, clause: Clause) -> bool:
    """``~[H][H]f | [H]f``: a world that a Euclidean relation leads to sees itself."""
    twice = [(node, *_twice(table, node ^ 1)) for node in clause]
    return any(group and clause == {node, once} and table.has("euclidean", group) for node, group, once in twice)


def _transitive(table: Table, clause: Clause) -> bool:
    """``~[H]f | [H][H]f``: what is seen in two steps is seen in one."""
    for node in clause:
        group, once = _twice(table, node)
        needed = table.needed("transitive", group)
        if group and needed is not None and clause == {once ^ 1, node, *[member ^ 1 for member in needed]}:
            return True
    return False


def _twice(table: Table, node: Node) -> tuple[Group, Node]:
    """The group H and the node ``[H]f`` of ``[H][H]f``; no group for other nodes."""
    group, once = table.boxes.get(node, (NOBODY, node))
    return (group, once) if once in table.boxes and table.boxes[once][0] == group else (NOBODY, node)


def _loop(table: Table, clause: Clause) -> bool:
    """``[H]f | member(a)`` for a in H: if a symmetric relation leads on from a world, it leads back."""
    return any(
        clause == {box, table.members[agent]} and table.has("symmetric", frozenset([agent]))
        for box in clause & table.boxes.keys()
        for agent in table.boxes[box][0] & table.members.keys()
    )


def _serial(table: Table, clause: Clause) -> bool:
    """``~[a]false``: a serial relation leads on from every world."""
    if len(clause) != 1 or (box := min(clause) ^ 1) not in table.boxes:
        return False
    group, inside = table.boxes[box]
    return inside == FALSE and len(group) == 1 and table.has("serial", group)


CLAUSES: Mapping[str, Callable[[Table, Clause], bool]] = {
    script.CONTRADICTION: _contradiction,
    script.AND: _conjunction,
    script.COMMON: _unfolding,
    script.REFLEXIVE: _reflexive,
    script.DENSE: _dense,
    script.AGAIN: _transitive,
    script.LOOP: _loop,
    script.SERIAL: _serial,
}
"""The rules within a world that refer to nothing but the table."""


Passage: TypeAlias = Callable[[Table, Group, Node, frozenset[Node]], bool]
"""Whether the node holds at y, for the group that leads there and the premises at x."""


def _possible(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``~[G]~f`` at x: f at y, for a new world y."""
    return len(premises) == 1 and table.boxes.get(min(premises) ^ 1) == (group, node ^ 1)


def _successor(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """A new world y: the relation of G is reflexive, or G is one agent with a serial relation."""
    serial = table.has("reflexive", group) or (len(group) == 1 and table.has("serial", group))
    return node == TRUE and not premises and serial


def _known(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``[H]f`` at x: f at y."""
    if len(premises) != 1 or (box := min(premises)) not in table.boxes:
        return False
    return table.boxes[box][0] <= group and table.boxes[box][1] == node


def _known_on(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``[H]f`` at x: ``[H]f`` at y, since what y leads to, x leads to."""
    if node not in table.boxes or not table.boxes[node][0] <= group:
        return False
    needed = table.needed("transitive", table.boxes[node][0])
    return needed is not None and premises == {node, *needed}


def _unknown_on(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``~[H]f`` at x: ``~[H]f`` at y, since y leads to what x leads to."""
    if node ^ 1 not in table.boxes or not table.boxes[node ^ 1][0] <= group:
        return False
    return table.has("euclidean", table.boxes[node ^ 1][0]) and premises == {node}


def _unknown_twice(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From ``~[H][H]f`` at x: ``~[H]f`` at y, since y leads to what any other z beside y leads to."""
    if node ^ 1 not in table.boxes or len(premises) != 1:
        return False
    within = table.boxes[node ^ 1][0]
    twice = table.boxes.get(min(premises) ^ 1)
    return within <= group and table.has("euclidean", within) and twice == (within, node ^ 1)


def _seen_back(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """From f at x: ``~[H]~f`` at y, since y leads back."""
    if node ^ 1 not in table.boxes:
        return False
    within, inside = table.boxes[node ^ 1]
    needed = table.needed("symmetric", within)
    return within <= group and needed is not None and premises == {inside ^ 1, *needed}


def _seen(table: Table, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """The member of an agent of G at y, since the agent's relation leads there."""
    return not premises and any(table.members.get(agent) == node for agent in group)


PASSAGES: Mapping[str, Passage] = {
    script.POSSIBLE: _possible,
    script.SUCCESSOR: _successor,
    script.KNOWN: _known,
    script.TRANSITIVE: _known_on,
    script.EUCLIDEAN: _unknown_on,
    script.TWICE: _unknown_twice,
    script.SYMMETRIC: _seen_back,
    script.SEEN: _seen,
}
"""The rules between worlds that refer to nothing but the table."""


CREATING = (script.POSSIBLE, script.SUCCESSOR, *script.WAYS)  # the rules that make a new world


class Shape:
    """The branches and worlds of a tableau, step by step; `WrongProof` if a branch goes on from no earlier one."""

    def __init__(self, name: str, table: Table, tableau: Tableau) -> None:
        self.name, self.table = name, table
        self.steps, self.worlds, self.parents = tableau.steps, tableau.worlds, (-1, *tableau.branches)
        self.last: dict[int, int] = {}
        """Branch -> its last step."""
        self.cases: dict[int, list[int]] = {}
        """Branch that others go on from -> the first step of each of them."""
        self.created: dict[int, int] = {}
        """World -> the step that made it."""
        self._number()

    def _number(self) -> None:
        """Number the branches so that those that go on from one have the numbers after it."""
        parents = self.parents
        for branch, parent in enumerate(parents[1:], 1):
            if not isinstance(parent, int) or not 0 <= parent < branch:
                raise WrongProof(f"{self.name}: branch {branch} goes on from {parent!r}, expected a smaller number")
        self.sizes = [1] * len(parents)
        for branch in range(len(parents) - 1, 0, -1):
            self.sizes[parents[branch]] += self.sizes[branch]
        self.numbers, free = [0] * len(parents), [1] * len(parents)
        for branch, parent in enumerate(parents[1:], 1):
            self.numbers[branch] = free[parent]
            free[parent] += self.sizes[branch]
            free[branch] = self.numbers[branch] + 1

    def fail(self, place: int, why: str) -> None:
        """Refuse a step."""
        raise WrongProof(f"{self.name}, step {place}: {why}; got {shorten(repr(self.steps[place]), 200)}")

    def leads(self, above: int, branch: int) -> bool:
        """Whether a branch is another, or goes on from it."""
        return 0 <= self.numbers[branch] - self.numbers[above] < self.sizes[above]

    def add(self, place: int, step: Step) -> bool:
        """Check branch, world and premises of a step; return whether it starts a branch that goes on from another."""
        plain = isinstance(step.rule, str) and isinstance(step.premises, tuple)
        if not plain or not all(
            isinstance(number, int) for number in (step.node, step.world, step.branch, step.of, *step.premises)
        ):
            self.fail(place, "expected the name of a rule, a tuple of premises, and numbers")
        if not 0 <= step.branch < len(self.parents):
            self.fail(place, f"expected a branch below {len(self.parents)}")
        if not self.table.is_node(step.node):
            self.fail(place, "expected a node of the table")
        starts = step.branch != 0 and step.branch not in self.last
        if starts:
            parent = self.parents[step.branch]
            if parent not in self.last or self._is_closed(parent):
                self.fail(place, f"branch {parent} is closed or has not started")
            self.cases.setdefault(parent, []).append(place)
        elif step.branch in self.cases or (step.branch in self.last and self._is_closed(step.branch)):
            self.fail(place, f"branch {step.branch} has ended")
        self.last[step.branch] = place
        for premise in step.premises:
            if not 0 <= premise < place:
                self.fail(place, "expected numbers of earlier steps as premises")
            if not self.leads(self.steps[premise].branch, step.branch):
                self.fail(place, f"premise {premise} is on another branch")
        if len(set(step.premises)) < len(step.premises):
            self.fail(place, "expected each premise once")
        if step.rule in CREATING:
            if not 0 < step.world <= len(self.worlds) or step.world in self.created:
                self.fail(place, "expected a new world")
            above, group = self.worlds[step.world - 1]
            if not isinstance(above, int) or not above < step.world or not self._is_there(above, step.branch):
                self.fail(place, f"world {above!r}, the parent of the new world, is not there")
            if not self.table.is_group(group):
                self.fail(place, f"no group {group!r} leads to the new world")
            self.created[step.world] = place
        elif not self._is_there(step.world, step.branch):
            self.fail(place, "the world is not there on this branch")
        return starts

    def _is_closed(self, branch: int) -> bool:
        """Whether the last step of a branch is a contradiction."""
        return self.steps[self.last[branch]].node == FALSE

    def _is_there(self, world: int, branch: int) -> bool:
        """Whether a world has been made on a branch or one that it goes on from."""
        if world == 0:
            return True
        made = self.created.get(world)
        return made is not None and self.leads(self.steps[made].branch, branch)

    def open_branch(self) -> int | None:
        """A branch that neither ends in a contradiction nor goes on in others, or has no step; None: none."""
        for branch in range(len(self.parents)):
            if branch not in self.last or (branch not in self.cases and not self._is_closed(branch)):
                return branch
        return None


def check_script(proof: Script) -> None:
    """Check a proof; O(n) for n nodes in its rows, steps and clauses, besides the conjuncts of conjunctions.

    `WrongProof` for the first step that does not follow, or a branch that is not closed.

    ``K_a p`` and ``~p`` contradict each other in T:

    >>> from kripke.prove.proofs.checking.checker import check_script
    >>> from kripke.prove.proofs.script import Script, Step, Tableau
    >>> rows = (("true",), ("atom", "p"), ("box", frozenset("a"), 2), ("and", 4, 3))
    >>> steps = (
    ...     Step("suppose", 6), Step("and", 4, premises=(0,)), Step("and", 3, premises=(0,)),
    ...     Step("T", 2, premises=(1,)), Step("contradiction", 1, premises=(2, 3))
    ... )
    >>> check_script(Script(rows, 6, (), {"a": "T"}, (), Tableau(steps)))
    """
    known = Known(Table(proof.rows, proof.systems), frozenset(proof.theory))
    known.table.require_fixpoints()
    for node in (proof.goal, *proof.theory):
        if not known.table.is_node(node):
            raise WrongProof(f"goal and theory: {shorten(repr(node))} is no node of the table")
    for part in proof.parts:
        clauses = [lemma.clause for lemma in part.lemmas]
        induction = clauses if isinstance(part, Induction) else ()
        for clause in clauses:
            if not all(map(known.table.is_node, clause)):
                raise WrongProof(f"clause {shorten(repr(clause))}: expected nodes of the table")
            if induction and (not clause or clause[0] not in known.table.ways):
                raise WrongProof(
                    f"clause {shorten(repr(clause))}: expected a fixpoint as the first node of an induction"
                )
        for number, lemma in enumerate(part.lemmas, len(known.lemmas)):
            here = replace(known, induction=induction, number=number)
            _Checker(f"lemma {number}", here, lemma.tableau).check([node ^ 1 for node in lemma.clause])
        known.lemmas.extend(map(clause_of, clauses))
    _Checker("goal", known, proof.tableau).check([proof.goal])


@dataclass(frozen=True)
class Known:
    """The facts to which the steps of a tableau may refer."""

    table: Table
    theory: Collection[Node]
    lemmas: list[Clause] = field(default_factory=list)
    induction: Sequence[tuple[Node, ...]] = ()
    number: int = -1

    @property
    def fixpoint(self) -> Node:
        """The fixpoint that the clause of an induction is about."""
        return self.induction[self.number - len(self.lemmas)][0]

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways in which that fixpoint can fail; none outside inductions."""
        return self.table.ways[self.fixpoint] if self.induction else ()


class _Checker(Shape):
    """Checks one tableau."""

    def __init__(self, name: str, known: Known, tableau: Tableau) -> None:
        super().__init__(name, known.table, tableau)
        self.known = known

    def check(self, suppositions: list[Node]) -> None:
        """Check all steps and case distinctions, and that each branch is closed."""
        if len(self.steps) < len(suppositions):
            raise WrongProof(f"{self.name}: expected {len(suppositions)} suppositions, got {len(self.steps)} steps")
        for place, step in enumerate(self.steps):
            is_case = self.add(place, step)
            if place < len(suppositions):
                if step != Step(script.SUPPOSE, suppositions[place]):
                    self.fail(place, f"expected the supposition of node {suppositions[place]}")
            elif not (self._is_way(step) if step.rule in script.WAYS else is_case or self._follows(step)):
                nodes = [self.steps[premise].node for premise in step.premises]
                self.fail(place, f"this does not follow by rule {step.rule!r} from nodes {nodes}")
            if step.rule in script.WAYS and not is_case:
                self.fail(place, "expected this rule at the start of a branch")
        for branch, firsts in self.cases.items():
            self._require_all_cases(branch, [self.steps[first] for first in firsts])
        if (left := self.open_branch()) is not None:
            raise WrongProof(
                f"{self.name}: branch {left} does not end in a contradiction; expected a step with node {FALSE}"
            )
        if len(self.created) != len(self.worlds):
            raise WrongProof(f"{self.name}: expected a step that makes each of the {len(self.worlds)} worlds")

    def _require_all_cases(self, branch: int, cases: list[Step]) -> None:
        """Refuse branches that are not all cases of one clause, or all ways of a fixpoint to fail."""
        first = cases[0]
        if first.rule in script.WAYS:
            expected = {(rule, of) for rule in script.WAYS for of in range(len(self.known.ways))}
            complete = {(case.rule, case.of) for case in cases} == expected
        else:
            same = all(
                (case.rule, case.of, case.world, set(case.premises))
                == (first.rule, first.of, first.world, set(first.premises))
                for case in cases
            )
            complete = same and self._is_clause(first, [case.node for case in cases])
        if not complete:
            rules = sorted({case.rule for case in cases})
            nodes = [case.node for case in cases]
            raise WrongProof(f"{self.name}: the branches of branch {branch}, {nodes}, are not all cases by {rules}")

    def _follows(self, step: Step) -> bool:
        """Whether a step follows by its rule: at its world, from the world before, or by the way that led there."""
        given = [self.steps[premise] for premise in step.premises]
        if step.rule in PASSAGES:
            if step.world == 0 or step.of != -1:
                return False
            parent, group = self.worlds[step.world - 1]
            premises = frozenset([each.node for each in given])
            at_parent = all(each.world == parent for each in given)
            return at_parent and PASSAGES[step.rule](self.known.table, group, step.node, premises)
        if step.rule != script.CONDITION:
            return self._is_clause(step, [step.node])
        if len(given) != 1 or step.of != -1:
            return False
        (way,) = given
        return way.rule in script.WAYS and way.world == step.world and step.node == self.known.ways[way.of].pre

    def _is_clause(self, step: Step, nodes: list[Node]) -> bool:
        """Whether the nodes and the negated premises are a clause of the step's rule."""
        if any(self.steps[premise].world != step.world for premise in step.premises):
            return False
        clause = clause_of([*nodes, *[self.steps[premise].node ^ 1 for premise in step.premises]])
        if step.rule == script.LEMMA:
            return 0 <= step.of < len(self.known.lemmas) and clause == self.known.lemmas[step.of]
        if step.rule == script.HYPOTHESIS:
            return self._is_hypothesis(step, clause)
        if step.of != -1:
            return False
        if step.rule == script.THEORY:
            return len(clause) < 2 and min(clause, default=FALSE) in self.known.theory
        return step.rule in CLAUSES and CLAUSES[step.rule](self.known.table, clause)

    def _is_hypothesis(self, step: Step, clause: Clause) -> bool:
        """Whether the clause is one of the induction, and holds at the world of the step."""
        place = step.of - len(self.known.lemmas)
        if not 0 <= place < len(self.known.induction):
            return False
        hypothesis = self.known.induction[place]
        if step.world == 0:
            nearer = hypothesis[0] == self.known.fixpoint and step.of < self.known.number
        else:
            way = self.steps[self.created[step.world]]
            nearer = way.rule == script.ONWARD and hypothesis[0] == self.known.ways[way.of].then
        return nearer and clause == clause_of(hypothesis)

    def _is_way(self, step: Step) -> bool:
        """Whether the step is one of the ways in which the fixpoint fails, by the supposition that it does."""
        if step.premises != (0,) or not 0 <= step.of < len(self.known.ways):
            return False
        way = self.known.ways[step.of]
        node = way.body if step.rule == script.ENDS else way.then
        return step.node == node ^ 1 and self.worlds[step.world - 1] == (0, way.group)
