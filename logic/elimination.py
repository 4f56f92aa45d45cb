"""The steps by which announcements are eliminated: each applies a reduction axiom to one operator.

`logic.reduction` computes the result from the inside out; here the same goals are rewritten from the outside in. A goal
is a subformula after the announcements so far, which are written before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from logic.clauses import Announce, Atom, R, Top
from logic.derivation import STEPS, Step, Steps, law, unfolded
from logic.errors import listing
from logic.formula import Formula
from logic.reduction import CHANGES, Context, Goal, Passage, Reducer
from logic.table import rebuild


def elimination_steps(formula: Formula, agents: Iterable[str] | None = None, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps to the formula without announcements.

    Raises
    ------
    NoReduction
        As `eliminate_announcements`.
    TooLarge
        If there are more steps, or if the result itself is too large.
    """
    reducer, steps = Reducer(formula, agents), Steps(limit)
    reducer.run()
    unfolded(_Axioms(reducer), (0, len(reducer.rows) - 1), steps)
    return tuple(steps.found)


class _Axioms:
    """The rewriting of a reducer that has run, with the axioms as the steps.

    An announcement takes the operator after it along, as the axioms do: ``[p] K_a q`` is rewritten in one step.
    """

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
        """Whether the goal is a change before another operator."""
        rows = self.reducer.rows
        node, kids = rows[goal[1]]
        return isinstance(node, CHANGES) and not isinstance(rows[kids[-1]][0], CHANGES)

    def given(self, goal: Goal) -> Formula:
        context, row = goal
        return self.announced(context, self.reducer.rows[row][0], self.statements(context))

    def statements(self, context: int) -> list[Formula]:
        """Return what is announced on the way to a context, `true` for a resolution."""
        return [Top() if row is None else self.reducer.rows[row][0] for _, row, _ in self.reducer.path(context)]

    def announced(self, context: int, formula: Formula, statements: Iterable[Formula]) -> Formula:
        """Return the formula after the announcements of a context, with other statements."""
        return self.after(self.reducer.path(context), formula, statements)

    def after(self, path: Iterable[Passage], formula: Formula, statements: Iterable[Formula]) -> Formula:
        """Return the formula after changes, with these statements."""
        for (clause, _, group), statement in reversed(list(zip(path, statements, strict=True))):
            formula = R(group, formula) if issubclass(clause, R) else clause(statement, formula, group)
        return formula

    def rule(self, goal: Goal) -> tuple[str, str]:
        """Return the axiom with letters for statements and operands, and for which worlds it is used."""
        letters = (Atom(name) for name in _names())
        context, _ = goal
        told: list[Formula] = [Top() if row is None else next(letters) for _, row, _ in self.reducer.path(context)]
        here = self.lettered(context, told)
        old, new = self.sides(goal, told, here, letters)
        where = "" if here.domain is None else f", where {here.domain}"
        plain = self.propositional(goal, told, old)
        kind = f"; {listing(plain, 'and')} propositional" if plain else ""
        return "reduction axiom", law(self.announced(context, old, told), new) + where + kind

    def propositional(self, goal: Goal, told: list[Formula], old: Formula) -> list[str]:
        """Return the letters that stand for formulas without agents: only of these the law is true as it is written."""
        context = goal[0]
        inner = self.reducer.needs(goal)[-1] if self.is_joint(goal) else goal
        path = [*self.reducer.path(context), *(self.reducer.path(inner[0])[-1:] if inner != goal else [])]
        said = [*told, *(old.children[:-1] if inner != goal else [])]
        plain = [
            str(letter)
            for place, ((_, statement, _), letter) in enumerate(zip(path, said, strict=False))
            if place and statement is not None and self.reducer.propositional[statement]
        ]
        is_fact = self.reducer.propositional[inner[1]]
        return [*plain, str(old.children[-1] if inner != goal else old)] if is_fact else plain

    def lettered(self, context: int, told: list[Formula]) -> Context:
        """Return the context with letters for its statements, after the statements before where that matters."""
        lettered, path = Context(), self.reducer.path(context)
        for place, ((clause, row, group), letter) in enumerate(zip(path, told, strict=True)):
            said: Formula | None = None
            if row is not None:
                is_plain = self.reducer.propositional[row]
                said = letter if is_plain else self.after(path[:place], letter, told[:place])
            lettered = self.reducer.changed(lettered, said, group, clause is Announce)
        return lettered

    def sides(self, goal: Goal, told: list[Formula], here: Context, letters: Iterator[Atom]) -> tuple[Formula, Formula]:
        """Return both sides of the axiom, the left one without the announcements before it."""
        context, row = goal
        node, kids = self.reducer.rows[row]
        if self.reducer.propositional[row]:
            return (fact := next(letters)), fact
        if not isinstance(node, CHANGES):
            pattern = rebuild(node, [next(letters) for _ in kids])
            operands = [self.announced(context, each, told) for each in pattern.children]
            return pattern, self.reducer.reduce(here, node, operands)
        said: list[Formula] = [next(letters) for _ in kids[1:]]
        told_after, after = [*told, *(said or [Top()])], self.reducer.needs(goal)[-1]
        if self.is_joint(goal):
            old, new = self.sides(after, told_after, self.lettered(after[0], told_after), letters)
        else:
            old = next(letters)
            new = self.announced(after[0], old, told_after)
        before = [self.announced(context, statement, told) for statement in said]
        return rebuild(node, [*said, old]), self.reducer.reduce(here, node, [*before, new])


def _names() -> Iterator[str]:
    yield from "pqrstu"
    yield from (f"p{number}" for number in count(1))
