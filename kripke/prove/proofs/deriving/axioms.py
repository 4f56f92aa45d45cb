"""The axioms of the modal cube as lines, and theorems that follow from them: about worlds that an agent sees.

An axiom that the derivation may not use is derived from those that it may: 4 from T and 5 in S5, for example.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeAlias

from kripke.prove.errors import NoDerivation
from kripke.prove.hilbert.reading import AXIOMS
from kripke.prove.hilbert.schemes import OF_RELATIONS
from kripke.prove.proofs.checking.statement import Group
from kripke.prove.proofs.checking.table import Table
from kripke.prove.proofs.deriving.sheet import Box, Draft, Letters, Sheet, implication, negation
from logic.clauses import Bottom, Implies, Not
from logic.errors import listing
from logic.formula import Formula

Lines: TypeAlias = list[Draft]


class NotAllowed(NoDerivation):
    """A proof needs an axiom that the derivation may not use; without this limit it may have a derivation."""


class Axioms:
    """The lines of axioms."""

    def __init__(self, sheet: Sheet, letters: Letters, table: Table, allowed: Collection[str] | None = None) -> None:
        self.sheet, self.letters, self.table = sheet, letters, table
        self.allowed = frozenset(AXIOMS if allowed is None else allowed)

    def usable(self, group: Group) -> frozenset[str]:
        """The axioms that may be used for the box of a group."""
        have = {name for name, needs in NEEDS.items() if self.table.has(needs, group)}
        return self.allowed & (have - {"D"} if len(group) > 1 and "T" not in have else have)

    def box(self, group: Group) -> Box:
        """The box of a group."""
        return partial(self.letters.box, group)

    def axiom(self, name: str, group: Group, inside: Formula) -> Draft:
        """The line of an axiom about ``[]X``, or of its derivation."""
        box = self.box(group)
        if name in self.usable(group):
            shape = (
                DUALS["T"](box, inside.sub) if name == "T" and isinstance(inside, Not) else SHAPES[name](box, inside)
            )
            return self.sheet.line(shape, name)
        needs, derive = DERIVED[name]
        if needs <= self._derivable(group):
            return derive(self, group, inside)
        allowed = listing(sorted(self.allowed), "and") or "no axioms"
        raise NotAllowed(
            f"the proof needs axiom {name}, and no derivation of it from {allowed} is known; name {name} in axioms= "
            "too, or leave axioms= out"
        )

    def _derivable(self, group: Group) -> set[str]:
        """The axioms that may be used for the box of a group, and those that are derived from them."""
        found = set(self.usable(group))
        for _ in DERIVED:
            found |= {name for name, (needs, _) in DERIVED.items() if needs <= found}
        return found

    def dual(self, name: str, group: Group, inside: Formula) -> Draft:
        """The dual form of an axiom: ``X -> <>X`` for T, ``<><>X -> <>X`` for 4, ``<>[]X -> []X`` for 5."""
        if name in self.usable(group):
            return self.sheet.line(DUALS[name](self.box(group), inside), name)
        given = self.axiom(name, group, inside if name == "5" else negation(inside))
        return self.sheet.conclude(DUALS[name](self.box(group), inside), [given])

    # ------------------------------------------------------------------------------------------ theorems

    def pooled(self, group: Group, larger: Group, inside: Formula) -> Lines:
        """What a group knows, a larger one knows by pooling; no line if they are the same."""
        if group == larger:
            return []
        return [self.sheet.line(Implies(self.box(group)(inside), self.box(larger)(inside)), "D_G")]

    def dense(self, group: Group, inside: Formula) -> Lines:
        """``[][]X -> []X`` for a Euclidean relation."""
        box = self.box(group)
        unknown = negation(box(inside))
        return [
            self.axiom("5", group, inside),
            *self.sheet.lift(box, [box(inside), unknown], inside, []),
        ]

    def twice(self, group: Group, inside: Formula) -> Lines:
        """``~[][]X -> []~[]X`` for a Euclidean relation."""
        box = self.box(group)
        possible = negation(box(negation(box(inside))))
        known = self.dual("5", group, inside)
        return [self.axiom("5", group, negation(box(inside))), *self.sheet.lift(box, [possible], box(inside), [known])]

    def where_something_is_seen(self, group: Group, inside: Formula) -> Lines:
        """The lines from which ``~[]false & []X -> X`` follows for a symmetric and transitive relation."""
        box = self.box(group)
        impossible = self.sheet.lift(box, [box(inside), negation(box(inside))], Bottom(), [])
        return [self.axiom("4", group, inside), self.dual("B", group, inside), *impossible]

    def of_seen(self, name: str, group: Group, inside: Formula) -> Draft:
        """The line that says that the group knows such an axiom, from axiom 5."""
        box = self.box(group)
        law = SHAPES[name](box, inside)
        first = {"T": box(inside), "4": box(inside), "B": inside}[name]
        cases = [*self._from_5(name, group, inside, law), *self.sheet.lift(box, [negation(first)], law, [])]
        return self.sheet.conclude(box(law), cases)

    def _from_5(self, name: str, group: Group, inside: Formula, law: Formula) -> Lines:
        """The lines that lead to ``[]law`` where ``[]~first`` fails."""
        box = self.box(group)
        if name == "T":
            return [self.axiom("5", group, inside), *self.sheet.lift(box, [inside], law, [])]
        start = box(inside) if name == "4" else inside
        possible = negation(box(negation(start)))
        introspection = self.axiom("5", group, negation(start))
        if name == "B":
            twice = self.sheet.lift(box, [possible], box(possible), [introspection])
            return [introspection, *twice, *self.sheet.lift(box, [box(possible)], law, [])]
        known = self.sheet.lift(box, [possible], box(inside), [self.dual("5", group, inside)])
        twice = [self.sheet.conclude(implication([possible], box(box(inside))), [introspection, *known])]
        thrice = self.sheet.lift(box, [possible], box(box(inside)), twice)
        return [introspection, *thrice, *self.sheet.lift(box, [box(box(inside))], law, [])]


def _t(box: Box, inside: Formula) -> Formula:
    return Implies(box(inside), inside)


def _b(box: Box, inside: Formula) -> Formula:
    return Implies(inside, box(negation(box(negation(inside)))))


def _4(box: Box, inside: Formula) -> Formula:
    return Implies(box(inside), box(box(inside)))


def _5(box: Box, inside: Formula) -> Formula:
    unknown = negation(box(inside))
    return Implies(unknown, box(unknown))


NEEDS = {scheme.name: scheme.needs for scheme in OF_RELATIONS if scheme.needs}
"""Axiom -> the property of relations that it needs."""

SHAPES: Mapping[str, Callable[[Box, Formula], Formula]] = {
    "T": _t,
    "D": lambda box, inside: negation(box(Bottom())),
    "B": _b,
    "4": _4,
    "5": _5,
}
"""Axiom -> its instance for a box and X."""


def _diamond(box: Box, inside: Formula) -> Formula:
    return negation(box(negation(inside)))


DUALS: Mapping[str, Callable[[Box, Formula], Formula]] = {
    "T": lambda box, inside: Implies(inside, _diamond(box, inside)),
    "B": lambda box, inside: Implies(_diamond(box, box(inside)), inside),
    "4": lambda box, inside: Implies(_diamond(box, _diamond(box, inside)), _diamond(box, inside)),
    "5": lambda box, inside: Implies(_diamond(box, box(inside)), box(inside)),
}


def _consistent(axioms: Axioms, group: Group, inside: Formula) -> Draft:
    """D from T."""
    return axioms.sheet.conclude(SHAPES["D"](axioms.box(group), inside), [axioms.axiom("T", group, Bottom())])


def _symmetric(axioms: Axioms, group: Group, inside: Formula) -> Draft:
    """B from T and 5."""
    lines = [axioms.dual("T", group, inside), axioms.axiom("5", group, negation(inside))]
    return axioms.sheet.conclude(_b(axioms.box(group), inside), lines)


def _transitive(axioms: Axioms, group: Group, inside: Formula) -> Draft:
    """4 from B and 5; from T and 5, since B follows from them."""
    box = axioms.box(group)
    known = axioms.sheet.lift(box, [_diamond(box, box(inside))], box(inside), [axioms.dual("5", group, inside)])
    if "B" in axioms.usable(group):
        back = [axioms.axiom("B", group, box(inside))]
    else:
        back = [axioms.dual("T", group, box(inside)), axioms.axiom("5", group, negation(box(inside)))]
    return axioms.sheet.conclude(_4(box, inside), [*back, *known])


def _euclidean(axioms: Axioms, group: Group, inside: Formula) -> Draft:
    """5 from B and 4."""
    box = axioms.box(group)
    possible = _diamond(box, negation(inside))
    back = axioms.axiom("B", group, possible)
    known = axioms.sheet.lift(box, [_diamond(box, possible)], possible, [axioms.dual("4", group, negation(inside))])
    return axioms.sheet.conclude(_5(box, inside), [back, *known])


def _true(axioms: Axioms, group: Group, inside: Formula) -> Draft:
    """T from D, B and 4."""
    lines = [*axioms.where_something_is_seen(group, inside), axioms.axiom("D", group, inside)]
    return axioms.sheet.conclude(_t(axioms.box(group), inside), lines)


DERIVED: Mapping[str, tuple[frozenset[str], Callable[[Axioms, Group, Formula], Draft]]] = {
    "D": (frozenset("T"), _consistent),
    "B": (frozenset("T5"), _symmetric),
    "4": (frozenset("B5"), _transitive),
    "5": (frozenset("B4"), _euclidean),
    "T": (frozenset("DB4"), _true),
}
"""Axiom -> the axioms that it follows from, and its derivation."""
