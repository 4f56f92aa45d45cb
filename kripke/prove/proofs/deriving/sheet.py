"""The lines of a derivation as they are found, and how they say formulas.

Each term of the proof has one formula, so that what the proof calls equal is the same letter in every line. A term
that a formula of the user says is written as the user wrote it, with the formulas of its parts in the place of the
parts. Each line is there once; lines are numbered at the end, without those that nothing needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kripke.prove.clock import Clock
from kripke.prove.errors import NoDerivation
from kripke.prove.hilbert.forms import Form, Forms, counterexample
from kripke.prove.hilbert.reading import Line
from kripke.prove.proofs.checking.statement import PRE, Group, Translation
from kripke.prove.proofs.checking.table import FALSE, TRUE, Term
from kripke.prove.recursion import evaluated
from logic import clauses as f
from logic.clauses import Announce, AnnounceDual, Bottom, Implies, K, Kw, M, Not, Or, Top
from logic.constructors import conj, disj
from logic.errors import TooLarge
from logic.formula import Formula
from logic.measure import size
from logic.table import build, flatten, rebuild


def negation(formula: Formula) -> Formula:
    """The negation: without a double one, ``M_a ~p`` for ``~K_a p`` where p is a negation, and back."""
    match formula:
        case Not(sub):
            return sub
        case Top():
            return Bottom()
        case Bottom():
            return Top()
        case K(agent, Not(sub)):
            return M(agent, sub)
        case M(agent, sub):
            return K(agent, negation(sub))
    return Not(formula)


def folded(formula: Formula) -> Formula:
    """The formula with ``M_a``, ``Kw_a`` and ``<p>`` for their definitions."""
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        match whole := rebuild(node, [built[kid] for kid in kids]):
            case Not(K(agent, Not(sub))):
                whole = M(agent, sub)
            case Not(Announce(said, Not(sub), None)):
                whole = AnnounceDual(said, sub)
            case Or(K(agent, one), K(other, Not(sub))) if (agent, one) == (other, sub):
                whole = Kw(agent, one)
        built.append(whole)
    return built[-1]


def implication(given: Sequence[Formula], then: Formula) -> Formula:
    """That a formula follows from others."""
    if not given:
        return then
    return Not(conj(given)) if isinstance(then, Bottom) else Implies(conj(given), then)


def refutation(formulas: Sequence[Formula]) -> Formula:
    """That the formulas cannot hold together, as an implication from those that are no negations."""
    then = [each for each in formulas if isinstance(each, Not)] or [each for each in formulas if isinstance(each, M)][
        -1:
    ]
    given = [each for each in formulas if each not in then]
    return implication(given, disj([negation(each) for each in then]))


Shape: TypeAlias = "tuple[int, type[Formula] | None, tuple[Any, ...], tuple[Term, ...]]"
"""Whether the negation of the even term has this form; the clause, None for a conjunction of many; content; parts."""


class Letters:
    """The formulas of terms."""

    def __init__(self, translation: Translation, believers: Iterable[str]) -> None:
        self.translation, self.terms = translation, translation.terms
        self.believers = frozenset(believers)
        self.shapes: dict[Term, Shape] = {}
        self.done: dict[Term, Formula] = {TRUE: f.Top(), FALSE: f.Bottom()}
        self.keys: dict[Term, tuple[Any, ...]] = {}

    def write(self, term: Term, clause: type[Formula], content: tuple[Any, ...], parts: Iterable[Term]) -> None:
        """Write a term as this clause, if it has no form yet."""
        parts = tuple(parts)
        if term & ~1 in self.terms.conjuncts and all(part >> 1 != term >> 1 for part in parts):
            self.shapes.setdefault(term & ~1, (term & 1, clause, content, parts))

    def read(self) -> None:
        """Write terms as the user did: each formula of the translation, at once or after announcements."""
        for row in range(len(self.translation.rows)):
            self.translation.term(0, row)
        for (history, row), term in sorted(self.translation.known.items(), key=lambda item: item[0]):
            if row == PRE:
                continue
            node, kids = self.translation.rows[row]
            if isinstance(node, (f.And, f.Or, f.Implies, f.Iff, f.Xor)):
                self.write(term, type(node), (), [self.translation.term(history, kid) for kid in kids])
            elif isinstance(node, f.Announce) and node.group is None:
                after = self.translation.after(history, ("announced", kids[0]))
                parts = self.translation.term(history, kids[0]), self.translation.term(after, kids[1])
                self.write(term, f.Implies, (), parts)
            elif isinstance(node, (f.K, f.B, f.D, f.E, f.Kw)):
                self._read_box(history, node, kids[0], term)

    def _read_box(self, history: int, node: Any, kid: int, term: Term) -> None:
        """Write a box, or several, and what is in their scope."""
        given, inside = self.translation.term(history, PRE), self.translation.term(history, kid)
        if history:
            for term in (inside, inside ^ 1) if isinstance(node, f.Kw) else (inside,):
                self.write(self.terms.implies(given, term), f.Implies, (), (given, term))
        elif isinstance(node, f.E):
            self.write(term, f.E, (self.translation.agents if node.group is None else node.group,), (inside,))
        elif isinstance(node, f.Kw):
            self.write(term, f.Kw, node.content, (inside,))

    def box(self, group: Group, inside: Formula) -> Formula:
        """The box of a group."""
        if len(group) > 1:
            return f.D(group, inside)
        agent = next(iter(group))
        return f.B(agent, inside) if agent in self.believers else f.K(agent, inside)

    def formula(self, term: Term) -> Formula:
        """The formula of a term."""
        evaluated(term & ~1, self.done, self._parts, self._built)
        return self.done[term]

    def _parts(self, base: Term) -> list[Term]:
        if base not in self.shapes:
            self.shapes[base] = self._plain(base)
        return [part & ~1 for part in self.shapes[base][3]]

    def _built(self, base: Term) -> Formula:
        """The formula of an even term; the formula of its negation is stored too."""
        flip, clause, content, parts = self.shapes[base]
        kids = [self.done[part] for part in parts]
        if clause is None:
            said = conj(kids)
        elif clause is f.D:
            said = self.box(content[0], kids[0])
        elif clause is f.E and len(content) > 1:  # common knowledge after an announcement, by the next step
            said = f.E(content[0], f.Implies(kids[0], f.And(kids[1], content[1])))
        else:
            said = build(clause, content, kids)
        self.done |= {base ^ flip: said, base ^ flip ^ 1: negation(said)}
        return self.done[base]

    def _plain(self, base: Term) -> Shape:
        """The form of a term that no formula of the user says."""
        if base not in self.keys:
            self.keys = {number: key for key, number in self.terms.number.items()}  # type: ignore[misc]
        match self.keys[base]:
            case ("and", parts):
                return 0, None, (), tuple(sorted(parts))
            case ("box", group, inside):
                return 0, f.D, (group,), (inside,)
            case ("atom", name):
                return 0, f.Atom, (name,), ()
            case ("common", history, row):
                node, kids = self.translation.rows[row]
                group = self.translation.agents if node.group is None else node.group
                body = self.translation.term(history, kids[0])
                said = self.said(history)
                if said is None:
                    return 0, f.C, (group,), (body,)
                return 0, f.E, (group, f.Announce(said, node)), (self.translation.term(history, PRE), body)
        raise AssertionError(f"no formula for term {base}")

    def said(self, history: int) -> Formula | None:
        """The announcement that does what the announcements of a history do, one after the other."""
        events = []
        while history:
            history, event = self.translation.past[history]
            events.append(event)
        said: Formula | None = None
        for kind, row, *_ in reversed(events):
            if kind != "announced":
                raise NoDerivation("the proof is about events that are no public announcements")
            inner = self.translation.rows[row][0]
            said = inner if said is None else f.And(said, f.Announce(said, inner))
        return said


FEW = 40
"""Number of lines up to which those that a conclusion does not need are left out, one call of the solver for each."""

MOST_NODES = 1_000_000
"""Number of nodes of the formulas of all lines above which a derivation is refused: some seconds."""

Box = Callable[[Formula], Formula]


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A line without a number."""

    formula: Formula
    rule: str
    of: tuple[Draft, ...] = ()


class Sheet:
    """The lines found so far."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.known: dict[Form, Draft] = {}
        self.nodes = 0

    def line(self, formula: Formula, rule: str, *of: Draft) -> Draft:
        """The line with this formula: the one that is known, or a new one."""
        found = self.known.get(self.forms.of(formula))
        if found is None:
            self.nodes += size(formula)
            if self.nodes > MOST_NODES:
                raise TooLarge(f"its formulas have over {MOST_NODES:,} nodes together")
            found = self.known[self.forms.of(formula)] = Draft(formula, rule, of)
        return found

    def follows(self, given: Iterable[Draft], wanted: Formula) -> bool:
        """Whether a formula is a propositional consequence of lines."""
        forms = [self.forms.of(each.formula) for each in given]
        return counterexample(self.forms, forms, self.forms.of(wanted), Clock(None)) is None

    def is_same(self, one: Formula, other: Formula) -> bool:
        """Whether two formulas are equal up to definitions."""
        return self.forms.wide(self.forms.of(one)) == self.forms.wide(self.forms.of(other))

    def conclude(self, formula: Formula, given: Iterable[Draft]) -> Draft:
        """The line of a propositional consequence, from as few of the given lines as it needs."""
        if (found := self.known.get(self.forms.of(formula))) is not None:
            return found
        needed = list(dict.fromkeys(given))
        for each in needed[::-1] if len(needed) <= FEW else []:
            rest = [other for other in needed if other is not each]
            if self.follows(rest, formula):
                needed = rest
        return self.line(formula, "PL", *needed)

    def lift(self, box: Box, given: Sequence[Formula], then: Formula, lines: Iterable[Draft]) -> list[Draft]:
        """The line ``[]X1 & ... & []Xn -> []Y`` where ``X1 & ... & Xn -> Y`` follows; none if Y is the only X."""
        given = [each for each in given if self.forms.of(each) != self.forms.of(f.Top())]
        if any(self.forms.of(each) == self.forms.of(then) for each in given):
            return []
        boxed = implication([box(each) for each in given], box(then))
        if self.forms.of(boxed) in self.known:
            return [self.known[self.forms.of(boxed)]]
        inner = self.conclude(implication(given, then), lines)
        if not given:
            return [self.line(boxed, "Nec", inner)]
        if inner.rule == "PL" and len(inner.of) == 1 and self.follows([inner], inner.of[0].formula):
            inner = inner.of[0]  # which the conclusion says in other words
        return [self.line(boxed, "RM" if len(given) == 1 else "RK", inner)]


def numbered(last: Draft, said: Formula) -> tuple[Line, ...]:
    """The lines that a line needs, and this line, in order."""
    number: dict[Draft, int] = {}
    lines: list[Line] = []
    stack = [last]
    while stack:
        draft = stack[-1]
        waiting = [each for each in draft.of if each not in number]
        if waiting and draft not in number:
            stack += reversed(waiting)
            continue
        stack.pop()
        if draft not in number:
            number[draft] = len(lines) + 1
            formula = said if draft is last else folded(draft.formula)
            lines.append(Line(len(lines) + 1, formula, draft.rule, tuple(sorted([number[each] for each in draft.of]))))
    return tuple(lines)
