"""Formulas as integers: two formulas have the same number if they are equal after unfolding definitions.

``M_a p`` is ``~K_a ~p``, ``[a ; b] p`` is ``K_a K_b p``, ``Kw_a p`` is ``K_a p | K_a ~p``, ``<p> q`` is ``~[p] ~q``,
``E^2_G p`` is ``E_G E_G p``; a double negation cancels; an operator without a group is about all agents. An odd number
is the negation of the even number before it. The prover numbers its nodes in the same way, by separate code.

Axiom schemes are formulas whose atoms stand for formulas, ``K_a`` for a box, and ``g`` for a group. A scheme and a line
are compared up to definitions. An equivalence may be written either way round, or as one of its implications, and
``X -> Y -> Z`` as ``X & Y -> Z``.

Sources: FHMV: Fagin, Halpern, Moses and Vardi, *Reasoning About Knowledge* (MIT Press 1995), chapter 3; DEL: van
Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4, chapters 2,
4 and 7.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from pysat.solvers import Solver

from kripke.prove.clock import SOLVER, Clock, solve
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from logic.node_table import build, flatten
from logic.parser import parse
from logic.programs import REPEAT
from logic.shared import depth_first, evaluated, expansion

Form: TypeAlias = int  # an even number, or an odd one for the negation: ``form ^ 1`` negates

Row: TypeAlias = tuple[type[Formula], tuple[Any, ...], tuple[Form, ...]]
"""The class of a formula, its content (such as an agent), and the forms of its children."""

TRUE: Form = 0
FALSE: Form = 1

CONNECTIVES = (f.And, f.Or, f.Xor, f.Implies, f.Iff)
DUALS: dict[type[Formula], type[Formula]] = {f.K: f.M, f.Announce: f.AnnounceDual, f.Run: f.RunDual}  # Box -> its dual
BOX_OF: dict[type[Formula], type[Formula]] = {dual: box for box, dual in DUALS.items()} | {f.ActDual: f.Act}
OF_ALL = (f.E, f.C, f.D, f.R)  # Operators that are about all agents if they name no group

MOST = 1_000_000  # maximal number of forms of one derivation: a few seconds and 0.3 GB


class Forms:
    """Represents the formulas of a derivation by integers (forms); 0 stands for ``true``.

    Operators without a group are about `agents`. The box of an agent is B for `believers`, K for the others.
    """

    def __init__(self, agents: frozenset[str] = frozenset(), believers: frozenset[str] = frozenset()) -> None:
        self.agents, self.believers = agents, believers
        self.rows: list[Row] = [(f.Top, (), ())]
        self._number: dict[Row, Form] = {self.rows[0]: TRUE}
        self._wide: dict[int, Form] = {}
        self._read: dict[Formula, Form] = {}

    def make(self, clause: type[Formula], content: tuple[Any, ...] = (), *kids: Form) -> Form:
        """Return the form of a formula of this class with this content and these children."""
        row = (clause, content, kids)
        form = self._number.get(row)
        if form is None:
            if len(self.rows) >= MOST:
                raise TooLarge(f"the derivation has more than {MOST:,} subformulas; prove it in parts")
            form = self._number[row] = 2 * len(self.rows)
            self.rows.append(row)
        return form

    def of(self, formula: Formula) -> Form:
        """Return the form of a formula. O(n) for n distinct subformulas, where ``E^k`` counts as k subformulas."""
        if formula in self._read:
            return self._read[formula]
        rows = flatten(formula).rows
        iterated = sum([node.steps for node, _ in rows if node.operator.repeats])
        if len(self.rows) + len(rows) + iterated > MOST:
            raise TooLarge(f"the derivation has more than {MOST:,} subformulas; prove it in parts")
        forms: list[Form] = []
        for node, kids in expansion(formula).rows:
            forms.append(self._form(node, [forms[kid] for kid in kids]))
        self._read[formula] = forms[-1]
        return forms[-1]

    def _form(self, node: Any, kids: list[Form]) -> Form:
        if isinstance(node, f.Not):
            return kids[0] ^ 1
        if isinstance(node, f.Bottom):
            return FALSE
        if isinstance(node, f.Kw):
            return self.make(f.Or, (), *[self.make(f.K, node.content, kids[0] ^ flip) for flip in (0, 1)])
        if isinstance(node, (f.Run, f.RunDual)) and node.program[-1] != REPEAT:
            return self.of(f.in_turn(node))
        if type(node) in BOX_OF:
            return self.make(BOX_OF[type(node)], node.content, *kids[:-1], kids[-1] ^ 1) ^ 1
        if isinstance(node, OF_ALL) and node.group is None:
            return self.make(type(node), (self.agents,), *kids)
        return self.make(type(node), node.content, *kids)

    def after_one(self, star: Form, then: Form) -> Form:
        """Return the form ``[x] then`` for the program x of a form ``[x*] ...``."""
        _, (program,), kids = self.rows[star >> 1]
        return self.of(f.in_turn(f.Run.make(program[:-1], tuple(map(self.formula, kids[:-1])), self.formula(then))))

    def wide(self, form: Form) -> Form:
        """Return the form in which each ``E_G`` is replaced by the conjunction of the boxes of its agents."""
        below = lambda number: [kid >> 1 for kid in self.rows[number][2]]  # noqa: E731
        return evaluated(form >> 1, self._wide, below, self._unfolded) ^ (form & 1)

    def _unfolded(self, number: int) -> Form:
        clause, content, kids = self.rows[number]
        new = [self._wide[kid >> 1] ^ (kid & 1) for kid in kids]
        if clause is not f.E:
            return self.make(clause, content, *new)
        first, *others = [self.make(self.box(agent), (agent,), *new) for agent in sorted(content[0])]
        for other in others:
            first = self.make(f.And, (), first, other)
        return first

    def box(self, agent: str) -> type[Formula]:
        """Return the class of the agent's box: `B` for an agent with beliefs, otherwise `K`."""
        return f.B if agent in self.believers else f.K

    def below(self, *forms: Form, stop: Callable[[Row], bool] = lambda row: False) -> list[int]:
        """Return the row numbers of the given forms and of all forms inside them, without duplicates.

        The forms inside a row for which `stop` returns True are left out.
        """

        def below(number: int) -> Sequence[int]:
            return () if stop(self.rows[number]) else [kid >> 1 for kid in self.rows[number][2]]

        return depth_first([form >> 1 for form in forms], below)

    def formula(self, form: Form) -> Formula:
        """Return the formula of a form in the usual notation, such as ``M_a p`` for ``~K_a ~p``."""
        done: dict[Form, Formula] = {}

        def written(current: Form) -> Formula:
            clause, content, _ = self.rows[current >> 1]
            kids = [done[need] for need in self._needs(current)]
            if current == FALSE:
                return f.Bottom()
            if not current & 1:
                return build(clause, content, kids)
            return build(DUALS[clause], content, kids) if self._is_dual(current) else f.Not(kids[0])

        return evaluated(form, done, self._needs, written)

    def _needs(self, form: Form) -> tuple[Form, ...]:
        _, _, kids = self.rows[form >> 1]
        if form & 1 and form != FALSE:
            return (*kids[:-1], kids[-1] ^ 1) if self._is_dual(form) else (form ^ 1,)
        return kids

    def _is_dual(self, form: Form) -> bool:
        """Whether a negation is written with a dual operator: ``M_a p`` for ``~K_a ~p``, ``<p> q`` for ``~[p] ~q``."""
        clause, _, kids = self.rows[form >> 1]
        if clause not in DUALS:
            return False
        inner, _, parts = self.rows[kids[-1] >> 1]
        return bool(kids[-1] & 1 or (clause is f.K and inner is f.Announce and parts[-1] & 1))


def counterexample(forms: Forms, given: Sequence[Form], wanted: Form, clock: Clock) -> dict[Form, bool] | None:
    """Return truth values of letters that make all of `given` true and `wanted` false; None if there are none.

    A letter is a form that is neither a connective nor a constant. If there are no such values, `wanted` is a
    consequence of `given`.

    >>> from logic.parser import parse
    >>> forms = Forms()
    >>> one, other = forms.of(parse("p -> K_a q")), forms.of(parse("M_a ~q -> ~p"))
    >>> counterexample(forms, [one], other, Clock(None)) is None
    True
    """
    roots = [*[forms.wide(form) for form in given], forms.wide(wanted) ^ 1]
    rows = forms.below(*roots, stop=is_letter)
    clauses = [[_literal(root)] for root in roots]
    for number in rows:
        clause, _, kids = forms.rows[number]
        if number == TRUE:
            clauses.append([_literal(TRUE)])
        elif clause in CONNECTIVES:
            clauses += _meaning(clause, *map(_literal, (2 * number, *kids)))
    with Solver(SOLVER, bootstrap_with=clauses) as solver:
        if not solve(solver, [], clock):
            return None
        true = {value for value in solver.get_model() if value > 0}
    return {2 * number: number + 1 in true for number in rows if is_letter(forms.rows[number])}


def is_letter(row: Row) -> bool:
    """Whether the row stands for a letter: it is neither a connective nor a truth constant."""
    return row[0] not in CONNECTIVES and row[0] is not f.Top


def _literal(form: Form) -> int:
    return -(form >> 1) - 1 if form & 1 else (form >> 1) + 1


def _meaning(clause: type[Formula], x: int, y: int, z: int) -> list[list[int]]:
    """Return ``x <-> (y * z)`` in conjunctive normal form, where ``*`` is the connective of the class `clause`."""
    if clause in (f.Xor, f.Iff):
        z = -z if clause is f.Xor else z
        return [[-x, -y, z], [-x, y, -z], [x, y, z], [x, -y, -z]]
    if clause is not f.And:  # the negation of a conjunction
        x, y, z = -x, -y if clause is f.Or else y, -z
    return [[-x, y], [-x, z], [x, -y, -z]]


CHANGES = (f.Announce, f.AnnounceWhether, f.RadicalUpgrade, f.ConservativeUpgrade, *f.QUANTIFIERS)
"""Operators whose last child is evaluated after a change of the model, and any other child before it."""

OTHER_CHANGES = (f.Act, f.ActStar, f.ActStarDual, f.R)
"""Changes of the model that may not preserve the properties of relations."""


def replaced_after_change(forms: Forms, one: Form, other: Form, pair: tuple[Form, ...]) -> bool | None:
    """Return whether turning `one` into `other` takes a replacement in the scope of a change; None if impossible.

    Each form of `pair` may be replaced by the other, and its negation by the other's negation. The changes are those in
    `CHANGES`. In their scope, the pair must be equivalent after the change, too.
    """
    allowed = {pair, pair[::-1], (pair[0] ^ 1, pair[1] ^ 1), (pair[1] ^ 1, pair[0] ^ 1)}
    stack, seen, after = [(one, other, False)], set[tuple[Form, Form, bool]](), False
    while stack:
        left, right, changed = step = stack.pop()
        if left == right or step in seen:
            continue
        seen.add(step)
        if (left, right) in allowed:
            after |= changed
            continue
        (clause, content, kids), (other_clause, others, parts) = forms.rows[left >> 1], forms.rows[right >> 1]
        alike = clause is other_clause and content == others and len(kids) == len(parts)
        if not alike or (left ^ right) & 1 or clause in OTHER_CHANGES:
            return None
        stack += [(kid, part, changed) for kid, part in zip(kids, parts, strict=True)]
        if clause in CHANGES:
            stack[-1] = (kids[-1], parts[-1], True)
    return after


Binding: TypeAlias = dict[str, Any]  # Atom of a scheme -> form, `BOX` -> the box, `GROUP` -> the group

BOX, GROUP = "K_a", "g"

ONE_AGENT = (f.K, f.B)
RELATIONAL = (f.K, f.B, f.D)  # Boxes over a relation whose properties the systems determine
NORMAL = (f.K, f.B, f.D, f.E, f.C, f.Announce, f.Run)  # Boxes to which necessitation and the axiom K apply


@dataclass(frozen=True, slots=True)
class Scheme:
    """An axiom scheme: its alternative formulas, and the property of frames that it needs."""

    name: str
    texts: tuple[str, ...]  # the formulas; the first one is shown in messages
    needs: str = ""  # the property of frames that it needs; empty for none
    boxes: str = "K B D"  # the operators for which ``K_a`` stands

    @property
    def shown(self) -> str:
        """The axiom in readable notation."""
        return str(parse(self.texts[0]))


SCHEMES: Mapping[str, Scheme] = {
    name: Scheme(name.split()[0], tuple(each["texts"]), each.get("needs", ""), each.get("boxes", "K B D"))
    for name, each in json.loads(Path(__file__).with_name("schemes.json").read_text("utf-8")).items()
}
"""Name -> axiom scheme, or conclusion of a rule (RM, ``Ind to C`` and AnnC).

``C`` is about paths of one step or more: Fix (FHMV 3.3, C1), Ind (DEL 2.3), ``Ind from here`` for groups with an agent
whose relation is reflexive (DEL 2.3), ``Ind to C`` (FHMV 3.3, RC1). Ann has the reduction axioms of announcements and
their duals (DEL 4.4), where ``x`` stands for an atom, ``true`` or ``false``; AnnC is in DEL 4.5.
"""

OF_RELATIONS = tuple([SCHEMES[name] for name in "KTD45B"])  # the axioms of the modal cube (FHMV 3.1, 3.4, DEL 2.2)


def match(scheme: Scheme, forms: Forms, form: Form) -> Binding | None:
    """Return the substitution for a scheme's atoms if the form is an instance; None if it is not."""
    patterns, tops, boxes = _patterns(scheme)
    for top in tops:
        bound: Binding = {}
        if _fits(patterns, top, forms, form, bound, boxes):
            return bound
    return None


def completed(scheme: Scheme, forms: Forms, side: Form) -> Form | None:
    """Return the first instance of a scheme ``[X] ... <-> ...`` with this left side; None if there is none."""
    patterns, tops, boxes = _patterns(scheme)
    for top in tops:
        bound: Binding = {}
        clause, _, (left, right) = patterns.rows[top >> 1]
        announced = clause is f.Iff and patterns.rows[left >> 1][0] is f.Announce
        if announced and _fits(patterns, left, forms, side, bound, boxes):
            return forms.make(f.Iff, (), side, _instance(patterns, right, forms, bound))
    return None


def instance(text: str, forms: Forms, bound: Binding) -> Form:
    """Return the form of a scheme's text, with the forms in `bound` substituted for its atoms."""
    patterns, (top, *_), _ = _patterns(Scheme("", (text,)))
    return _instance(patterns, top, forms, bound)


def _instance(patterns: Forms, top: Form, forms: Forms, bound: Binding) -> Form:
    """Return the instance of the scheme's form `top`, with its atoms, box and group replaced as in `bound`."""
    clause, content, kids = patterns.rows[top >> 1]
    if clause is f.Atom:
        return int(bound[content[0]]) ^ (top & 1)
    parts = [_instance(patterns, kid, forms, bound) for kid in kids]
    if clause is f.K:
        clause, content, others = bound[BOX]
        parts = [*others, *parts]
    elif clause is f.E:
        content = (bound[GROUP],)
    return forms.make(clause, content, *parts) ^ (top & 1)


@cache
def _patterns(scheme: Scheme) -> tuple[Forms, tuple[Form, ...], tuple[str, ...]]:
    """Return a table of forms for the scheme, the forms of all its variants, and the names of its boxes."""
    patterns = Forms()
    tops = tuple(top for text in scheme.texts for top in _variants(patterns, patterns.of(parse(text))))
    return patterns, tops, tuple(scheme.boxes.split())


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


def _fits(patterns: Forms, top: Form, forms: Forms, form: Form, bound: Binding, boxes: tuple[str, ...]) -> bool:
    """Whether the form is an instance of a pattern; the substitution is added to `bound`."""
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
        if other.__name__ not in boxes or not _is_bound(bound, BOX, (other, others, parts[:-1])):
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
