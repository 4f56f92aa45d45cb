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

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from kripke.prove.errors import WrongProof
from kripke.prove.proofs import script
from kripke.prove.proofs.checking.clauses import CLAUSES, Clause, clause_of
from kripke.prove.proofs.checking.passage import PASSAGES
from kripke.prove.proofs.checking.shape import Shape
from kripke.prove.proofs.checking.table import FALSE, Table, Way
from kripke.prove.proofs.script import Induction, Lemma, Node, Script, Step, Tableau
from logic.errors import shorten


def check_script(proof: Script) -> None:
    """Check a proof; O(n) for n nodes in its rows, steps and clauses, besides the conjuncts of conjunctions.

    Raises
    ------
    WrongProof
        For the first step that does not follow, or a branch that is not closed.

    Examples
    --------
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
    for node in (proof.goal, *proof.theory):
        if not known.table.is_node(node):
            raise WrongProof(f"goal and theory: {shorten(repr(node))} is no node of the table")
    for part in proof.parts:
        lemmas = part.lemmas if isinstance(part, Induction) else (part,)
        for lemma in lemmas:
            _require_clause(lemma, known.table, isinstance(part, Induction))
        induction = [lemma.clause for lemma in lemmas] if isinstance(part, Induction) else ()
        for number, lemma in enumerate(lemmas, len(known.lemmas)):
            here = replace(known, induction=induction, number=number)
            _Checker(f"lemma {number}", here, lemma.tableau).check([node ^ 1 for node in lemma.clause])
        known.lemmas.extend([clause_of(lemma.clause) for lemma in lemmas])
    _Checker("goal", known, proof.tableau).check([proof.goal])


def _require_clause(lemma: Lemma, table: Table, inductive: bool) -> None:
    """Refuse a clause of what is no node, and a clause by induction that is not about a fixpoint."""
    if not all(map(table.is_node, lemma.clause)):
        raise WrongProof(f"clause {shorten(repr(lemma.clause))}: expected nodes of the table")
    if inductive and (not lemma.clause or lemma.clause[0] not in table.ways):
        raise WrongProof(f"clause {shorten(repr(lemma.clause))}: expected a fixpoint as the first node of an induction")


@dataclass(frozen=True)
class Known:
    """What the steps of a tableau may refer to.

    Parameters
    ----------
    induction : sequence of tuple of int
        The clauses that are proved by the same induction; none for other tableaux.
    """

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


class _Checker:
    """Checks one tableau."""

    def __init__(self, name: str, known: Known, tableau: Tableau) -> None:
        self.name, self.known, self.steps, self.worlds = name, known, tableau.steps, tableau.worlds
        self.shape = Shape(name, known.table, tableau)

    def check(self, suppositions: list[Node]) -> None:
        """Check all steps and case distinctions, and that each branch is closed."""
        if len(self.steps) < len(suppositions):
            raise WrongProof(f"{self.name}: expected {len(suppositions)} suppositions, got {len(self.steps)} steps")
        for place, step in enumerate(self.steps):
            is_case = self.shape.add(place, step)
            if place < len(suppositions):
                if step != Step(script.SUPPOSE, suppositions[place]):
                    self.shape.fail(place, f"expected the supposition of node {suppositions[place]}")
            elif not (self._is_way(step) if step.rule in script.WAYS else is_case or self._follows(step)):
                nodes = [self.steps[premise].node for premise in step.premises]
                self.shape.fail(place, f"this does not follow by rule {step.rule!r} from nodes {nodes}")
            if step.rule in script.WAYS and not is_case:
                self.shape.fail(place, "expected this rule at the start of a branch")
        for branch, firsts in self.shape.cases.items():
            self._require_all_cases(branch, [self.steps[first] for first in firsts])
        if (left := self.shape.open_branch()) is not None:
            raise WrongProof(
                f"{self.name}: branch {left} does not end in a contradiction; expected a step with node {FALSE}"
            )
        if len(self.shape.created) != len(self.worlds):
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
        """Whether a step follows by its rule."""
        if step.rule in PASSAGES:
            return self._passes(step)
        if step.rule == script.CONDITION:
            return self._is_condition(step)
        return self._is_clause(step, [step.node])

    def _passes(self, step: Step) -> bool:
        """Whether the step follows from what holds at the parent of its world."""
        if step.world == 0 or step.of != -1:
            return False
        parent, group = self.worlds[step.world - 1]
        premises = frozenset([self.steps[premise].node for premise in step.premises])
        at_parent = all(self.steps[premise].world == parent for premise in step.premises)
        return at_parent and PASSAGES[step.rule](self.known.table, group, step.node, premises)

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
            way = self.steps[self.shape.created[step.world]]
            nearer = way.rule == script.ONWARD and hypothesis[0] == self.known.ways[way.of].then
        return nearer and clause == clause_of(hypothesis)

    def _is_way(self, step: Step) -> bool:
        """Whether the step is one of the ways in which the fixpoint fails, by the supposition that it does."""
        if step.premises != (0,) or not 0 <= step.of < len(self.known.ways):
            return False
        way = self.known.ways[step.of]
        node = way.body if step.rule == script.ENDS else way.then
        return step.node == node ^ 1 and self.worlds[step.world - 1] == (0, way.group)

    def _is_condition(self, step: Step) -> bool:
        """Whether the node is the condition of the way that led to the world."""
        if len(step.premises) != 1 or step.of != -1:
            return False
        before = self.steps[step.premises[0]]
        return before.rule in script.WAYS and before.world == step.world and step.node == self.known.ways[before.of].pre
