"""Step-by-step transformations of formulas, and the fragment of the language that a formula uses.

The transformations do not recurse. A step takes time linear in the number of distinct subformulas, even if a formula is
nested 100,000 deep, or its shared subformulas form a graph with 2^100 paths. The result shares subformulas, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Literal, get_args

from logic.clauses import ACTIONS, FUTURE, LANGUAGE, PUBLIC, THE_PAST, And, Announce, Atom, Or, R, Top, atoms
from logic.derivation import HOLE, STEPS, Step, Steps, Unfolding, law
from logic.errors import listing, require_choice
from logic.formula import Formula
from logic.node_table import flatten, rebuild
from logic.normal import LETTERS, SHORTEST, cnf, dnf, letters_in_order, nnf, nnf_steps, skeleton
from logic.parser import parse
from logic.reduction import CHANGES, Context, Goal, Passage, Reducer
from logic.shared import Pool, layer, replace
from logic.simplification import simplification_steps

Form = Literal["nnf", "cnf", "dnf", "simple", "static"]
"""The results: negation, conjunctive or disjunctive normal form, a simplified formula, or one without announcements."""


def steps(
    formula: Formula | str, to: Form, *, agents: Iterable[str] | None = None, limit: int = STEPS
) -> tuple[Step, ...]:
    """Return the steps of a transformation of a formula; the result of each step is equivalent to the formula.

    The last step ends with the result of the transformation: `nnf`, `cnf`, `dnf`, `simplify` for ``simple`` and
    `eliminate_announcements` for ``static``. If there are no steps, the formula itself is the result.

    Parameters
    ----------
    formula : Formula or str
        Any formula.
    to : {'nnf', 'cnf', 'dnf', 'simple', 'static'}
        The transformation.
    agents : iterable of str, optional
        All agents of the model, for ``static``; see `eliminate_announcements`.
    limit : int
        Maximal number of steps.

    Raises
    ------
    NoReduction
        If announcements cannot be eliminated.
    TooLarge
        If there are more steps than `limit`, or more than 300,000 nodes in all of them, or the result is too large.

    Notes
    -----
    O(n) per step for n distinct subformulas. A part that occurs several times is rewritten everywhere in one step.

    Examples
    --------
    >>> for step in steps("[p] K_a q", "static"):
    ...     print(step)
    reduction axiom: [p] K_a q ≡ p → K_a (p → [p] q)
      ⟦[p] K_a q⟧
      ⟦p → K_a (p → [p] q)⟧
    reduction axiom: [p] q ≡ q, where p; q propositional
      p → K_a (p → ⟦[p] q⟧)
      p → K_a (p → ⟦q⟧)
    """
    given = parse(formula)
    require_choice(to, "to", get_args(Form))
    match to:
        case "nnf":
            return nnf_steps(given, limit)
        case "cnf" | "dnf":
            return normal_form_steps(given, And if to == "cnf" else Or, limit=limit)
        case "simple":
            return simplification_steps(given, limit=limit)
        case "static":
            return elimination_steps(given, agents, limit)


SHORTER = "without repetitions, contradictions and implied parts"

Clause = type[And] | type[Or]


def normal_form_steps(formula: Formula, outer: Clause, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps to the conjunctive normal form if `outer` is `And`, or to the disjunctive one if it is `Or`."""
    last = (cnf if outer is And else dnf)(formula)
    rows = layer(Pool().adopt(formula))
    names = letters_in_order(rows)
    covered = skeleton(rows, {name: number for number, name in enumerate(names)})
    steps = Steps(limit)
    for step in nnf_steps(covered, limit):
        steps.add(step)
    _distribute(nnf(covered), outer, steps)
    cover: dict[Formula, Formula] = {Atom(str(number)): name for number, name in enumerate(names)}
    uncovered = [
        Step(step.rule, step.law, *[replace(each, cover) for each in (step.frame, step.old, step.new)])
        for step in steps.found
    ]
    now = uncovered[-1].after if uncovered else formula
    if now != last:
        uncovered.append(Step(SHORTEST if len(names) <= LETTERS else SHORTER, "", HOLE, now, last))
    return tuple(uncovered)


def _distribute(formula: Formula, outer: Clause, steps: Steps) -> None:
    """Multiply out the formula, inner nodes first, and add each step to `steps`."""
    inner: Clause = Or if outer is And else And
    while True:
        rows = formula.subformulas()
        nodes = [node for node in rows if isinstance(node, inner)]
        product = next((node for node in nodes if outer in (type(node.left), type(node.right))), None)
        if product is None:
            return
        steps.expect(len(rows))
        frame, new = replace(formula, {product: HOLE}), _multiplied(product, outer)
        steps.add(Step("distribution", _law(product, outer), frame, product, new))
        formula = replace(frame, {HOLE: new})


def _multiplied(node: And | Or, outer: Clause) -> Formula:
    """Distribute the node's connective over an operand of class `outer`, the left operand if both are of this class."""
    inner: Clause = type(node)
    if isinstance(node.left, outer):
        return outer(inner(node.left.left, node.right), inner(node.left.right, node.right))
    assert isinstance(node.right, outer)
    return outer(inner(node.left, node.right.left), inner(node.left, node.right.right))


def _law(node: And | Or, outer: Clause) -> str:
    p, q, r = atoms("p q r")
    inner: Clause = type(node)
    pattern = inner(outer(p, q), r) if isinstance(node.left, outer) else inner(p, outer(q, r))
    return law(pattern, _multiplied(pattern, outer))


def elimination_steps(formula: Formula, agents: Iterable[str] | None = None, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps that lead to a formula without announcements.

    `NoReduction` if announcements cannot be eliminated; `TooLarge` if there are more than `limit` steps, or they
    are too large.
    """
    reducer, steps = Reducer(formula, agents), Steps(limit)
    reducer.run()
    if (meant := reducer.rows[-1][0]) != formula:
        steps.expect(len(reducer.rows))
        steps.add(Step("definition", "", HOLE, formula, meant))
    Unfolding(_Axioms(reducer), (0, len(reducer.rows) - 1)).run(steps)
    return tuple(steps.found)


class _Axioms:
    """Rewrites a `Reducer`'s goals by axioms; an update and the next operator, as in ``[p] K_a q``, take one step."""

    def __init__(self, reducer: Reducer) -> None:
        self.reducer = reducer

    def needs(self, goal: Goal) -> list[Goal]:
        needed = self.reducer.needs(goal)
        return [*needed[:-1], *self.reducer.needs(needed[-1])] if self.is_joint(goal) else needed

    def build(self, goal: Goal, parts: list[Formula]) -> Formula:
        if self.is_joint(goal):
            *said, after = self.reducer.needs(goal)
            parts = [*parts[: len(said)], self.reducer.build(after, parts[len(said) :])]
        return self.reducer.build(goal, parts)

    def is_joint(self, goal: Goal) -> bool:
        """Return whether the goal is an update in front of an operator that is not an update."""
        rows = self.reducer.rows
        node, kids = rows[goal[1]]
        return isinstance(node, CHANGES) and not isinstance(rows[kids[-1]][0], CHANGES)

    def given(self, goal: Goal) -> Formula:
        context, row = goal
        return self.announced(context, self.reducer.rows[row][0], self.statements(context))

    def statements(self, context: int) -> list[Formula]:
        """Return the formulas announced on the path to a context; `true` for a resolution."""
        return [Top() if row is None else self.reducer.rows[row][0] for _, row, _ in self.reducer.path(context)]

    def announced(self, context: int, formula: Formula, statements: Iterable[Formula]) -> Formula:
        """Prefix the formula with the updates that lead to a context; `statements` replace the announced formulas."""
        return self.after(self.reducer.path(context), formula, statements)

    def after(self, path: Iterable[Passage], formula: Formula, statements: Iterable[Formula]) -> Formula:
        """Prefix the formula with the updates of a path; `statements` replace the announced formulas."""
        for (clause, _, group), statement in reversed(list(zip(path, statements, strict=True))):
            formula = R(group, formula) if issubclass(clause, R) else clause(statement, formula, group)
        return formula

    def rule(self, goal: Goal) -> tuple[str, str]:
        """Return the rule's name and law: an axiom, with letters for statements and operands, and its condition."""
        letters = map(Atom, chain("pqrstu", (f"p{number}" for number in count(1))))
        context, _ = goal
        statements: list[Formula] = [
            Top() if row is None else next(letters) for _, row, _ in self.reducer.path(context)
        ]
        here = self.lettered(context, statements)
        old, new = self.sides(goal, statements, here, letters)
        where = "" if here.domain is None else f", where {here.domain}"
        plain = self.propositional(goal, statements, old)
        kind = f"; {listing(plain, 'and')} propositional" if plain else ""
        return "reduction axiom", law(self.announced(context, old, statements), new) + where + kind

    def propositional(self, goal: Goal, statements: list[Formula], old: Formula) -> list[str]:
        """Return the letters that must stand for propositional formulas for the law to hold."""
        context = goal[0]
        inner = self.reducer.needs(goal)[-1] if self.is_joint(goal) else goal
        path = [*self.reducer.path(context), *(self.reducer.path(inner[0])[-1:] if inner != goal else [])]
        said = [*statements, *(old.children[:-1] if inner != goal else [])]
        plain = [
            str(letter)
            for place, ((_, statement, _), letter) in enumerate(zip(path, said, strict=False))
            if place and statement is not None and self.reducer.propositional[statement]
        ]
        is_fact = self.reducer.propositional[inner[1]]
        return [*plain, str(old.children[-1] if inner != goal else old)] if is_fact else plain

    def lettered(self, context: int, statements: list[Formula]) -> Context:
        """Return the context with the letters `statements` in place of its own announced formulas."""
        lettered, path = Context(), self.reducer.path(context)
        for place, ((clause, row, group), letter) in enumerate(zip(path, statements, strict=True)):
            said: Formula | None = None
            if row is not None:
                is_plain = self.reducer.propositional[row]
                said = letter if is_plain else self.after(path[:place], letter, statements[:place])
            lettered = self.reducer.changed(lettered, said, group, clause is Announce)
        return lettered

    def sides(
        self, goal: Goal, statements: list[Formula], here: Context, letters: Iterator[Atom]
    ) -> tuple[Formula, Formula]:
        """Return both sides of the axiom; the left side does not include the earlier updates."""
        context, row = goal
        node, kids = self.reducer.rows[row]
        if self.reducer.propositional[row]:
            return (fact := next(letters)), fact
        if not isinstance(node, CHANGES):
            pattern = rebuild(node, [next(letters) for _ in kids])
            operands = [self.announced(context, each, statements) for each in pattern.children]
            return pattern, self.reducer.reduce(here, node, operands)
        said: list[Formula] = [next(letters) for _ in kids[1:]]
        statements_after, after = [*statements, *(said or [Top()])], self.reducer.needs(goal)[-1]
        if self.is_joint(goal):
            old, new = self.sides(after, statements_after, self.lettered(after[0], statements_after), letters)
        else:
            old = next(letters)
            new = self.announced(after[0], old, statements_after)
        before = [self.announced(context, statement, statements) for statement in said]
        return rebuild(node, [*said, old]), self.reducer.reduce(here, node, [*before, new])


_OPERATORS = [clause.operator for clause in LANGUAGE]
ORDER = tuple(dict.fromkeys(name for o in _OPERATORS for name in (o.feature, o.to_group) if name))
"""The features of fragments, in the order in which the name of a fragment lists them."""
STATIC = frozenset([o.feature for o in _OPERATORS if o.feature and not o.changes])
PLAUSIBILITY = frozenset(["conditional belief", "safe belief", "strong belief"])
KNOWLEDGE, BELIEF, GRADED = "knowledge", "belief", "graded belief"


def features(formula: Formula) -> frozenset[str]:
    """Return what the formula uses beyond propositional logic, such as common knowledge. O(n) for n nodes."""
    used = set[str]()
    for node, _ in flatten(formula).rows:
        operator, has_group = node.operator, getattr(node, "group", None) is not None
        used.add(operator.to_group if operator.to_group and has_group else operator.feature)
    return frozenset(used) - {""}


def fragment(formula: Formula) -> str:
    """Return the name of the fragment of the language that a formula uses. O(n) for n distinct subformulas.

    >>> from logic.clauses import Announce, Atom, C, K
    >>> fragment(Announce(K("a", Atom("p")), C(["a", "b"], Atom("p"))))
    'public announcement logic with common knowledge'
    """
    used = features(formula)
    base, implied = _base(used - {FUTURE, THE_PAST})
    rest = [feature for feature in ORDER if feature in used - implied]
    return f"{base} with {listing(rest, 'and')}" if rest else base


def _base(used: frozenset[str]) -> tuple[str, frozenset[str]]:
    """Return the nearest named logic, and the features that its name covers."""
    if ACTIONS in used:
        return "action model logic", frozenset([ACTIONS, KNOWLEDGE])
    if used - STATIC == {PUBLIC}:
        return "public announcement logic", frozenset([PUBLIC, KNOWLEDGE])
    if used - STATIC:
        return "dynamic epistemic logic", frozenset([KNOWLEDGE])
    if used & PLAUSIBILITY:
        return "plausibility logic", PLAUSIBILITY | {BELIEF, KNOWLEDGE}
    if not used:
        return "propositional logic", frozenset()
    if used <= {BELIEF, GRADED}:
        return "doxastic logic", frozenset([BELIEF])
    if BELIEF in used:
        return "epistemic doxastic logic", frozenset([KNOWLEDGE, BELIEF])
    return ("basic epistemic logic" if used == {KNOWLEDGE} else "epistemic logic"), frozenset([KNOWLEDGE])
