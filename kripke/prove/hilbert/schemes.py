"""Axiom schemes: formulas whose atoms stand for formulas, ``K_a`` for a box, and ``g`` for a group.

A scheme and a line are compared up to definitions (see `kripke.prove.hilbert.forms`). An equivalence may be written
either way round, or as one of its implications, and ``X -> Y -> Z`` as ``X & Y -> Z``.

Sources: FHMV: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995), chapter 3; DEL: van
Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4, chapters 2,
4 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from kripke.prove.hilbert.forms import Form, Forms
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse

Binding: TypeAlias = dict[str, Any]  # Name of a letter -> form, `BOX` -> the box, `GROUP` -> the group

BOX, GROUP = "K_a", "g"

ONE_AGENT = (f.K, f.B)
RELATIONAL = (f.K, f.B, f.D)  # Boxes over a relation whose properties the systems say
NORMAL = (f.K, f.B, f.D, f.E, f.C, f.Announce)  # Boxes to which necessitation and the axiom K apply


@dataclass(frozen=True, slots=True)
class Scheme:
    """An axiom scheme."""

    name: str
    texts: tuple[str, ...]  # the formulas; the first one is shown in messages
    needs: str = ""  # the property of frames that it needs; empty for none
    boxes: tuple[type[Formula], ...] = RELATIONAL

    @property
    def shown(self) -> str:
        """The axiom for people."""
        return str(parse(self.texts[0]))


OF_RELATIONS = (
    Scheme("K", ("K_a (p -> q) -> K_a p -> K_a q", "K_a (p -> q) -> M_a p -> M_a q"), "", NORMAL),
    Scheme("T", ("K_a p -> p", "p -> M_a p"), "reflexive"),
    Scheme("D", ("K_a p -> ~K_a ~p", "~(K_a p & K_a ~p)", "~K_a false", "M_a true"), "serial"),
    Scheme("4", ("K_a p -> K_a K_a p", "M_a M_a p -> M_a p"), "transitive"),
    Scheme("5", ("~K_a p -> K_a ~K_a p", "M_a K_a p -> K_a p"), "euclidean"),
    Scheme("B", ("p -> K_a M_a p", "M_a K_a p -> p"), "symmetric"),
)
"""The axioms of the modal cube (FHMV 3.1 and 3.4, DEL 2.2)."""

COMMON = (
    Scheme("Fix", ("C_{g} p <-> E_{g} (p & C_{g} p)", "C_{g} p <-> E_{g} (C_{g} p & p)")),
    Scheme("Ind", ("C_{g} (p -> E_{g} p) -> E_{g} p -> C_{g} p",)),
)
"""The fixpoint axiom (FHMV 3.3, C1) and the induction axiom (DEL 2.3), for paths of one step or more."""

FROM_HERE = Scheme("Ind", ("C_{g} (p -> E_{g} p) -> p -> C_{g} p",))
"""The induction axiom for groups with an agent whose relation is reflexive (DEL 2.3)."""

ANNOUNCEMENTS = Scheme(
    "Ann",
    (
        "[p] K_a q <-> (p -> K_a [p] q)",
        "[p] K_a q <-> (p -> K_a (p -> [p] q))",
        "[p] M_a q <-> (p -> M_a <p> q)",
        "[p] false <-> ~p",
        "[p] x <-> (p -> x)",
        "[p] ~x <-> (p -> ~x)",
        "[p] ~q <-> (p -> ~[p] q)",
        "[p] (q & r) <-> [p] q & [p] r",
        "[p] (q | r) <-> [p] q | [p] r",
        "[p] (q | r) <-> (p -> [p] q | [p] r)",
        "[p] (q -> r) <-> ([p] q -> [p] r)",
        "[p] (q <-> r) <-> ([p] q <-> [p] r)",
        "[p] (q ^ r) <-> (p -> [p] q ^ [p] r)",
        "[p] [q] r <-> [p & [p] q] r",
        "<p> K_a q <-> p & K_a [p] q",
        "<p> M_a q <-> p & M_a <p> q",
        "<p> true <-> p",
        "<p> x <-> p & x",
        "<p> ~x <-> p & ~x",
        "<p> (q & r) <-> <p> q & <p> r",
        "<p> (q | r) <-> <p> q | <p> r",
        "<p> <q> r <-> <p & [p] q> r",
        "<p> <q> r <-> <<p> q> r",
        "<p> q <-> p & [p] q",
    ),
    "",
    (f.K, f.B, f.D, f.E),
)
"""The reduction axioms of public announcements and their duals (DEL 4.4); ``x`` stands for an atom, ``true`` or
``false``."""


def match(scheme: Scheme, forms: Forms, form: Form) -> Binding | None:
    """The substitution of a scheme's letters if the form is an instance; None if it is not."""
    patterns, tops = _patterns(scheme)
    for top in tops:
        bound: Binding = {}
        if _fits(patterns, top, forms, form, bound, scheme.boxes):
            return bound
    return None


def completed(scheme: Scheme, forms: Forms, side: Form) -> Form | None:
    """The instance of an equivalence whose left side is this form; of several the first. None if there is none."""
    patterns, tops = _patterns(scheme)
    for top in tops:
        bound: Binding = {}
        clause, _, (left, right) = patterns.rows[top >> 1]
        announced = clause is f.Iff and patterns.rows[left >> 1][0] is f.Announce
        if announced and _fits(patterns, left, forms, side, bound, scheme.boxes):
            return forms.make(f.Iff, (), side, _instance(patterns, right, forms, bound))
    return None


def _instance(patterns: Forms, top: Form, forms: Forms, bound: Binding) -> Form:
    """The form that a pattern becomes when its letters stand for forms."""
    clause, content, kids = patterns.rows[top >> 1]
    if clause is f.Atom:
        return int(bound[content[0]]) ^ (top & 1)
    parts = [_instance(patterns, kid, forms, bound) for kid in kids]
    if clause is f.K:
        clause, content, others = bound[BOX]
        parts = [*others, *parts]
    return forms.make(clause, content, *parts) ^ (top & 1)


@cache
def _patterns(scheme: Scheme) -> tuple[Forms, tuple[Form, ...]]:
    """The forms of a scheme, with the other ways to write it."""
    patterns = Forms()
    return patterns, tuple(top for text in scheme.texts for top in _variants(patterns, patterns.of(parse(text))))


def _variants(forms: Forms, top: Form) -> Iterator[Form]:
    yield top
    clause, _, kids = forms.rows[top >> 1]
    if clause is f.Iff and not top & 1:
        one, other = kids
        yield forms.make(f.Iff, (), other, one)
        yield forms.make(f.Implies, (), one, other)
        yield forms.make(f.Implies, (), other, one)
    elif clause is f.Implies and not kids[1] & 1 and forms.rows[kids[1] >> 1][0] is f.Implies:
        one, (other, then) = kids[0], forms.rows[kids[1] >> 1][2]
        yield forms.make(f.Implies, (), other, forms.make(f.Implies, (), one, then))
        for pair in ((one, other), (other, one)):
            yield forms.make(f.Implies, (), forms.make(f.And, (), *pair), then)


def _fits(
    patterns: Forms, top: Form, forms: Forms, form: Form, bound: Binding, boxes: tuple[type[Formula], ...]
) -> bool:
    """Whether the form is an instance of a pattern; what its letters stand for is added to `bound`."""
    clause, content, kids = patterns.rows[top >> 1]
    form ^= top & 1
    if clause is f.Atom:
        return _is_bound(bound, content[0], form) and (
            content[0] != "x" or form <= 1 or (not form & 1 and forms.rows[form >> 1][0] is f.Atom)
        )
    if form & 1:
        return False
    other, others, parts = forms.rows[form >> 1]
    if clause is f.K:
        if other not in boxes or not _is_bound(bound, BOX, (other, others, parts[:-1])):
            return False
        parts = parts[-1:]
    elif clause is not other or len(kids) != len(parts):
        return False
    elif clause in (f.C, f.E):
        if not _is_bound(bound, GROUP, others[0]):
            return False
    elif content != others:
        return False
    return all(_fits(patterns, kid, forms, part, bound, boxes) for kid, part in zip(kids, parts, strict=True))


def _is_bound(bound: Binding, name: str, value: Any) -> bool:
    return bool(bound.setdefault(name, value) == value)
