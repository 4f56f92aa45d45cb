"""Evaluation of a program (a compiled formula) on a set algebra; each subformula is evaluated once in each context.

This module uses only the Protocol `SetAlgebra`, no engine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, cast

from kripke.checking.algebra import Set, SetAlgebra
from kripke.checking.program import Program
from kripke.data.lazy import Lazy

if TYPE_CHECKING:
    from kripke.checking import arbitrary, between
    from kripke.checking.arbitrary import Announcements
else:  # few formulas have announcements to search
    arbitrary, between = Lazy("kripke.checking.arbitrary"), Lazy("kripke.checking.between")


def run(program: Program, algebra: SetAlgebra[Set], keep: bool = False) -> Set:
    """The extension of the program's formula. `keep` stores all values to the end, which is faster for small sets."""
    if not keep or program.straight is None:
        return Evaluation(program, algebra, keep).value()
    values: list[Set] = []
    for apply in program.straight:
        values.append(apply(algebra, values))
    return values[-1]


def holds(program: Program, algebra: SetAlgebra[Set], here: Set) -> bool:
    """Whether a formula without announcements holds at the world in `here`; evaluates only needed subformulas."""
    value, parts = program.decisive
    values: list[Any] = [None] * len(program.steps)
    for row, wanted, steps in parts:
        for place, apply in steps:
            values[place] = apply(algebra, values)
        if algebra.is_empty(values[row] & here) is wanted:
            return not value
    return value


class Evaluation(Generic[Set]):
    """Evaluates the subformulas of a program on a model and on its updates, on request.

    A context is the model before or after an announcement; contexts with equal domains and relations are shared.

    With `keep`, all values are stored, as explanations need them; otherwise each value is dropped after its last use.
    `known` maps rows of the program to values that are already computed. If the program computes the operand of a
    quantifier over announcements, `outer` is the search for that quantifier.
    """

    __slots__ = ("contexts", "keep", "outer", "program", "searches", "start", "values")

    def __init__(
        self,
        program: Program,
        start: SetAlgebra[Set],
        keep: bool = False,
        known: Mapping[int, Set] | None = None,
        outer: Announcements[Any] | None = None,
    ) -> None:
        self.program, self.start, self.keep, self.outer = program, start, keep, outer
        key = start.key
        self.searches: dict[Hashable, Announcements[Set]] = {}
        self.contexts: dict[Hashable, SetAlgebra[Set]] = {key: start}
        self.values: dict[Hashable, dict[int, Set]] = {key: dict(known or {})}

    def value(self, row: int | None = None, context: SetAlgebra[Set] | None = None) -> Set:
        """The extension of the subformula in `row`, in a context; by default, of the whole formula in the model."""
        row = self.program.root if row is None else row
        context = self.start if context is None else context
        values = self.values[context.key]
        if row not in values:
            self._run(row, context)
        return values[row]

    def enter(self, context: SetAlgebra[Set], before: SetAlgebra[Set]) -> SetAlgebra[Set]:
        """Return the stored context with the same domain and relations; store `context` if there is none."""
        key = context.key
        known = self.contexts.get(key)
        if known is None:
            self.contexts[key] = known = context
            values = self.values[before.key] if context.keeps(before) else {}
            self.values[key] = {row: values[row] for row in self.program.boolean if row in values} if values else {}
        return known

    def after(self, row: int, context: SetAlgebra[Set], said: Set | None = None) -> SetAlgebra[Set]:
        """The context after the announcement or action of a row; for a quantifier, `said` is the announcement."""
        if said is not None:
            return self.enter(context.restrict(said), context)
        change = self.program.steps[row].change
        assert change is not None
        statement = None if change.statement is None else self.value(change.statement, context)
        return self.enter(change.into(context, statement), context)

    def announcements(self, row: int, context: SetAlgebra[Set]) -> Announcements[Set]:
        """The announcements that the quantifier in a row ranges over, stored with the results of searches."""
        step, key = self.program.steps[row], (row, context.key)
        if key not in self.searches:
            self.searches[key] = arbitrary.Announcements(step.node, context, partial(self._body, step.operands[0]))
        return self.searches[key]

    def _quantified(self, row: int, context: Any) -> Any:
        """The extension of a quantifier over announcements; bounds on it if `context` is a `Between`."""
        node: Any = self.program.steps[row].node
        (body,), form, outer = self.program.steps[row].operands, node.operator.form, self.outer
        if outer is None:
            return self.announcements(row, context).extension
        ask = partial(outer.reached, row, node, partial(self._body, body))
        may_say_anything = node.group is None and form.mark != "+"
        if not isinstance(context, between.Between):
            if not (may_say_anything and outer.has_kinds_of(context)):
                return self.announcements(row, context).extension
            return ask(context.domain) if form.diamond else context.domain ^ ask(context.domain)
        least, most = context.least, context.most
        reached, surely = ask(most), context.nothing
        with suppress(between.Undecided):
            if form.mark != "+":
                now: Any = self.value(body, cast(Any, context))  # as after the announcement of `true`
                surely = now.least if form.diamond else most ^ now.most
        if may_say_anything:
            ask(least)
            surely = surely | outer.surely_reached(row, least, most)
        return between.Range(surely, reached) if form.diamond else between.Range(most ^ reached, most ^ surely)

    def _body(self, row: int, search: Announcements[Any], model: SetAlgebra[Any]) -> Any:
        """The extension of a row's formula in `model`, the result of a tentative announcement. Stores no context."""
        block, steps = self.program.block(row), self.program.steps
        if any(steps[place].change for place in block):
            return Evaluation(self.program, model, outer=search).value(row)
        values: dict[int, Any] = {}
        for place in block:
            values[place] = steps[place].apply(model, values)
        return values[row]

    def _run(self, row: int, context: SetAlgebra[Set]) -> None:
        blocks = [self._block(row, context)]  # not recursive: announcements may be nested deeply
        while blocks:
            waiting = next(blocks[-1], None)
            if waiting is None:
                blocks.pop()
            else:
                blocks.append(self._block(*waiting))

    def _block(self, row: int, context: SetAlgebra[Set]) -> Iterator[tuple[int, SetAlgebra[Set]]]:
        """Compute the extension of a row in a context; yield the rows and contexts that must be computed first."""
        values: dict[int, Any] = self.values[context.key]
        moves, keep = self.program.moves, self.keep
        for place in self.program.block(row, values):
            apply, change, dead = moves[place]
            if change is None:
                values[place] = apply(context, values)
            elif change.is_arbitrary:
                values[place] = self._quantified(place, context)
            else:
                statement = None if change.statement is None else values[change.statement]
                inner = self.enter(change.into(context, statement), context)
                there = self.values[inner.key]
                if change.body not in there:
                    yield change.body, inner
                values[place] = change.then(context, statement, inner, there[change.body])
            for last_used in () if keep else dead:
                del values[last_used]
