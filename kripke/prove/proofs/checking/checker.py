"""A checker of proofs that uses no code of the search: it accepts only the rules of `kripke.prove.proofs.script`.

That module also explains nodes, clauses and steps.

Why a closed tableau is a proof: suppose that its suppositions hold at a world of a model of the theory. Then each world
of the tableau can be assigned a world of the model, step by step, so that on at least one branch all steps are true. A
step with cases has a true case, since the nodes of a clause cannot all fail. A rule that creates a world has a matching
world in the model. But each branch ends with a falsehood, so the suppositions hold at no such world.

Why an induction proves its clauses: if one of them fails at a world, its fixpoint fails there, and a number of steps
leads to a counterexample. Consider the failures with the fewest steps, and among those the first clause. Its tableau
supposes that all nodes of the clause fail at world 0. The shortest way to the counterexample starts with a step of the
fixpoint. This step reaches the counterexample (`ENDS`), or leads to a world that is one step nearer to it (`ONWARD`).
At the nearer world the clauses about the fixpoint that fails there hold, since fewer steps are left. At world 0 the
earlier clauses about the same fixpoint hold, since this one is the first that fails.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from kripke.prove.errors import WrongProof
from kripke.prove.proofs import script
from kripke.prove.proofs.checking.statement import FALSE, TRUE, Table
from kripke.prove.proofs.script import Group, Induction, Node, Script, Step, Tableau
from logic.errors import shorten
from logic.shared import depth_first

Clause: TypeAlias = frozenset[Node]

NO_BOX: tuple[Group, Node] = frozenset(), -2  # for nodes that are not boxes


def clause_of(nodes: Iterable[Node]) -> Clause:
    """Return the clause with these nodes, without `FALSE`, which adds nothing to a disjunction."""
    return frozenset(nodes) - {FALSE}


def _contradiction(table: Table, clause: Clause) -> bool:
    return bool(clause) and clause == clause_of([max(clause), max(clause) ^ 1])


def _conjunction(table: Table, clause: Clause) -> bool:
    """Whether the clause is ``~A | f`` for a conjunct f of A, or ``A | ~f1 | ... | ~fn`` for all conjuncts of A."""
    whole = max(clause, default=TRUE) & ~1
    if whole not in table.parts:
        return False
    if whole not in clause:
        rest = clause - {whole ^ 1} or {FALSE}
        return len(rest) == 1 and not rest.isdisjoint(_conjuncts(table, whole, frozenset()))
    ends = frozenset([node ^ 1 for node in clause - {whole}])
    conjuncts = _conjuncts(table, whole, ends)
    leaves = {node for node in conjuncts if node not in table.parts} - {TRUE}
    return leaves <= ends <= conjuncts


def _conjuncts(table: Table, whole: Node, ends: Clause) -> set[Node]:
    """Return the conjuncts of a conjunction at any depth; a conjunction in `ends` is not split further."""
    return {*depth_first(table.parts[whole], lambda part: () if part in ends else table.parts.get(part, ()))}


def _unfolding(table: Table, clause: Clause) -> bool:
    """Whether the clause is ``~F | [G]f`` for a step of a fixpoint F, or ``F | ~[G1]f1 | ...`` for all its steps."""
    for node in clause:
        if node & ~1 in table.ways:
            boxes = {way.box for way in table.ways[node & ~1]}
            rest = clause - {node}
            return (rest <= boxes and len(rest) == 1) if node & 1 else rest == {box ^ 1 for box in boxes}
    return False


def _relational(rule: str, table: Table, clause: Clause) -> bool:
    """Whether a clause is an instance of a rule about a box ``[H]f`` and the relations of H."""
    for node in clause:
        group, inside = table.boxes.get(node & ~1, NO_BOX)
        is_twice = table.boxes.get(inside, NO_BOX)[0] == group
        expected: frozenset[Node] | None = None
        match rule, bool(node & 1):
            case script.REFLEXIVE, True:
                expected = _with_members(table, "reflexive", group, node, inside)
            case script.DENSE, True if is_twice and table.has("euclidean", group):
                expected = frozenset([node, inside])
            case script.AGAIN, False if is_twice:
                expected = _with_members(table, "transitive", group, node, inside ^ 1)
            case script.SERIAL, True if inside == FALSE and len(group) == 1 and table.has("serial", group):
                expected = frozenset([node])
            case script.LOOP, False:
                agents = [agent for agent in group & table.members.keys() if table.has("symmetric", frozenset([agent]))]
                expected = clause if any(clause == {node, table.members[agent]} for agent in agents) else None
        if group and clause == expected:
            return True
    return False


def _with_members(table: Table, name: str, group: Group, *nodes: Node) -> Clause | None:
    """Return the clause of `nodes` and the negated nodes of `Table.needed`; None if `Table.needed` returns None."""
    needed = table.needed(name, group)
    return None if needed is None else clause_of([*nodes, *[member ^ 1 for member in needed]])


OF_RELATIONS = (script.REFLEXIVE, script.DENSE, script.AGAIN, script.LOOP, script.SERIAL)
CLAUSES: Mapping[str, Callable[[Table, Clause], bool]] = {
    script.CONTRADICTION: _contradiction,
    script.AND: _conjunction,
    script.COMMON: _unfolding,
    **{rule: partial(_relational, rule) for rule in OF_RELATIONS},
}
"""Name of a rule within a world -> its check, for rules that need only the table of formulas."""


def _leads_to(table: Table, rule: str, group: Group, node: Node, premises: frozenset[Node]) -> bool:
    """Whether a rule leads from premises at a world to the node at a world that the group considers possible there."""
    only = min(premises) if len(premises) == 1 else -2
    match rule:
        case script.POSSIBLE:
            return table.boxes.get(only ^ 1) == (group, node ^ 1)
        case script.SUCCESSOR:
            serial = table.has("reflexive", group) or (len(group) == 1 and table.has("serial", group))
            return node == TRUE and not premises and serial
        case script.SEEN:
            return not premises and any(table.members.get(agent) == node for agent in group)
        case script.KNOWN:
            within, inside = table.boxes.get(only, NO_BOX)
            return bool(within) and within <= group and inside == node
    within, inside = table.boxes.get(node & ~1, NO_BOX)
    if not within or not within <= group or (rule == script.TRANSITIVE) is bool(node & 1):
        return False
    match rule:
        case script.EUCLIDEAN:  # y sees each world that x sees
            return table.has("euclidean", within) and premises == {node}
        case script.TWICE:  # y sees each world that any other successor z of x sees
            return table.has("euclidean", within) and table.boxes.get(only ^ 1) == (within, node ^ 1)
    # x sees each world that y sees, or y sees x
    needed = table.needed("transitive" if rule == script.TRANSITIVE else "symmetric", within)
    return needed is not None and premises == {node if rule == script.TRANSITIVE else inside ^ 1, *needed}


BETWEEN = (
    *(script.POSSIBLE, script.SUCCESSOR, script.KNOWN, script.TRANSITIVE),
    *(script.EUCLIDEAN, script.TWICE, script.SYMMETRIC, script.SEEN),
)
"""The rules between worlds whose check needs only the table of formulas."""

CREATING = (script.POSSIBLE, script.SUCCESSOR, *script.WAYS)  # the rules that make a new world


class _Checker:
    """Checks one tableau step by step. The tableau may use the `known` lemmas.

    For a lemma of an induction, `induction` has the clauses, and the tableau proves the clause of lemma `number`.
    """

    def __init__(
        self,
        name: str,
        table: Table,
        theory: Collection[Node],
        known: Sequence[Clause],
        tableau: Tableau,
        induction: Sequence[tuple[Node, ...]] = (),
        number: int = -1,
    ) -> None:
        self.name, self.table, self.theory, self.known = name, table, theory, known
        self.induction, self.number = induction, number
        self.fixpoint = induction[number - len(known)][0] if induction else TRUE
        self.ways = table.ways.get(self.fixpoint, ())
        """The steps of the induction's fixpoint, each a way in which the fixpoint can fail."""
        self.steps, self.worlds, self.parents = tableau.steps, tableau.worlds, (-1, *tableau.branches)
        self.last: dict[int, int] = {}  # Branch -> its last step
        self.cases: dict[int, list[int]] = {}  # Branch that splits -> the first step of each branch that continues it
        self.created: dict[int, int] = {}  # World -> the step that created it
        self._number()

    def _number(self) -> None:
        """Number the branches so that the descendants of a branch have the numbers directly after its own."""
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
        step = self.steps[place]
        got = f"{step.rule!r} for node {step.node} at world {step.world}, from steps {step.premises}"
        raise WrongProof(f"{self.name}, step {place}: {why}; got {shorten(got, 200)}")

    def leads(self, above: int, branch: int) -> bool:
        """Whether `above` is `branch` or an ancestor of it."""
        return 0 <= self.numbers[branch] - self.numbers[above] < self.sizes[above]

    def add(self, place: int, step: Step) -> bool:
        """Check the branch, world and premises of a step; return whether the step starts a new branch."""
        plain = isinstance(step.rule, str) and isinstance(step.premises, tuple)
        numbers = (step.node, step.world, step.branch, step.of, *(step.premises if plain else ()))
        if not plain or not all(isinstance(number, int) for number in numbers):
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
        return self.steps[self.last[branch]].node == FALSE

    def _is_there(self, world: int, branch: int) -> bool:
        if world == 0:
            return True
        step = self.created.get(world)
        return step is not None and self.leads(self.steps[step].branch, branch)

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
        for branch in range(len(self.parents)):
            if branch not in self.last or (branch not in self.cases and not self._is_closed(branch)):
                expected = f"expected a step with node {FALSE}"
                raise WrongProof(f"{self.name}: branch {branch} does not end in a contradiction; {expected}")
        if len(self.created) != len(self.worlds):
            raise WrongProof(f"{self.name}: expected a step that makes each of the {len(self.worlds)} worlds")

    def _require_all_cases(self, branch: int, cases: list[Step]) -> None:
        """Raise `WrongProof` unless the cases are all nodes of one clause, or all ways for a fixpoint to fail."""
        first = cases[0]
        if first.rule in script.WAYS:
            expected = {(rule, of) for rule in script.WAYS for of in range(len(self.ways))}
            complete = {(case.rule, case.of) for case in cases} == expected
        else:
            same = {(case.rule, case.of, case.world, frozenset(case.premises)) for case in cases}
            complete = len(same) == 1 and self._is_clause(first, [case.node for case in cases])
        if not complete:
            rules = sorted({case.rule for case in cases})
            nodes = [case.node for case in cases]
            raise WrongProof(f"{self.name}: the branches of branch {branch}, {nodes}, are not all cases by {rules}")

    def _follows(self, step: Step) -> bool:
        """Whether a step follows by its rule from premises at its world or at the parent of its world."""
        given = [self.steps[premise] for premise in step.premises]
        if step.rule in BETWEEN:
            if step.world == 0 or step.of != -1:
                return False
            parent, group = self.worlds[step.world - 1]
            premises = frozenset([each.node for each in given])
            at_parent = all(each.world == parent for each in given)
            return at_parent and _leads_to(self.table, step.rule, group, step.node, premises)
        if step.rule != script.CONDITION:
            return self._is_clause(step, [step.node])
        if len(given) != 1 or step.of != -1:
            return False
        (way,) = given
        return way.rule in script.WAYS and way.world == step.world and step.node == self.ways[way.of].pre

    def _is_clause(self, step: Step, nodes: list[Node]) -> bool:
        """Whether the nodes and the negated premises are a clause of the step's rule."""
        if any(self.steps[premise].world != step.world for premise in step.premises):
            return False
        clause = clause_of([*nodes, *[self.steps[premise].node ^ 1 for premise in step.premises]])
        if step.rule == script.LEMMA:
            return 0 <= step.of < len(self.known) and clause == self.known[step.of]
        if step.rule == script.HYPOTHESIS:
            return self._is_hypothesis(step, clause)
        if step.of != -1:
            return False
        if step.rule == script.THEORY:
            return len(clause) < 2 and min(clause, default=FALSE) in self.theory
        return step.rule in CLAUSES and CLAUSES[step.rule](self.table, clause)

    def _is_hypothesis(self, step: Step, clause: Clause) -> bool:
        """Whether the clause is a hypothesis of the induction that holds at the world of the step."""
        place = step.of - len(self.known)
        if not 0 <= place < len(self.induction):
            return False
        hypothesis = self.induction[place]
        if step.world == 0:
            nearer = hypothesis[0] == self.fixpoint and step.of < self.number
        else:
            way = self.steps[self.created[step.world]]
            nearer = way.rule == script.ONWARD and hypothesis[0] == self.ways[way.of].then
        return nearer and clause == clause_of(hypothesis)

    def _is_way(self, step: Step) -> bool:
        if step.premises != (0,) or not 0 <= step.of < len(self.ways):
            return False
        way = self.ways[step.of]
        node = way.body if step.rule == script.ENDS else way.then
        return step.node == node ^ 1 and self.worlds[step.world - 1] == (0, way.group)


def check_script(proof: Script) -> None:
    """Check each step of a proof. O(n) for n nodes in its rows, steps and clauses.

    Each step about a conjunction takes O(k) for its k nested conjuncts.

    Raises `WrongProof` for the first step that does not follow, or a branch that is not closed.

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
    table, theory, known = Table(proof.rows, proof.systems), frozenset(proof.theory), list[Clause]()
    table.require_fixpoints()
    for node in (proof.goal, *proof.theory):
        if not table.is_node(node):
            raise WrongProof(f"goal and theory: {shorten(repr(node))} is no node of the table")
    for part in proof.parts:
        clauses = [lemma.clause for lemma in part.lemmas]
        induction = clauses if isinstance(part, Induction) else ()
        for clause in clauses:
            if not all(map(table.is_node, clause)):
                raise WrongProof(f"clause {shorten(repr(clause))}: expected nodes of the table")
            if induction and (not clause or clause[0] not in table.ways):
                expected = "expected a fixpoint as the first node of an induction"
                raise WrongProof(f"clause {shorten(repr(clause))}: {expected}")
        for number, lemma in enumerate(part.lemmas, len(known)):
            checker = _Checker(f"lemma {number}", table, theory, known, lemma.tableau, induction, number)
            checker.check([node ^ 1 for node in lemma.clause])
        known += map(clause_of, clauses)
    _Checker("goal", table, theory, known, proof.tableau).check([proof.goal])
