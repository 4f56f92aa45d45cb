"""The lines of a derivation under construction, and the conversion of normalised formulas (terms) back to formulas.

A term is an integer that stands for all formulas with the same normal form (see `Terms`). Each term of the proof has
one formula, so subformulas with the same term are the same in every line. A term that occurs in a formula of the user
is written as the user wrote it, except that its parts are replaced by their own formulas. No line occurs twice. The
lines that are needed get numbers at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

from kripke.prove.clock import Clock
from kripke.prove.errors import NoDerivation
from kripke.prove.hilbert.forms import Form, Forms, counterexample
from kripke.prove.hilbert.reading import Line
from kripke.prove.proofs.checking.statement import FALSE, PRE, TRUE, Term, Translation
from kripke.prove.question.problem import box
from logic import clauses as f
from logic.clauses import Announce, AnnounceDual, Bottom, Implies, K, Kw, M, Not, Or, Top, conj, disj
from logic.errors import TooLarge
from logic.formula import Formula
from logic.node_table import build, mapped, rebuild
from logic.shared import answered, evaluated, expanded, irreducible, size


def negation(formula: Formula) -> Formula:
    """Return the negation without double negations, such as ``M_a p`` for ``K_a ~p`` and ``K_a ~p`` for ``M_a p``."""
    match formula:
        case Top() | Bottom():
            return Bottom() if isinstance(formula, Top) else Top()
        case K(agent, Not(sub)):
            return M(agent, sub)
        case M(agent, sub):
            return K(agent, negation(sub))
    return f.negation(formula)


def folded(formula: Formula) -> Formula:
    """Return the formula with ``M_a``, ``Kw_a`` and ``<p>`` in place of their definitions."""

    def shorter(node: Formula) -> Formula:
        match node:
            case Not(K(agent, Not(sub))):
                return M(agent, sub)
            case Not(Announce(said, Not(sub), None)):
                return AnnounceDual(said, sub)
            case Or(K(agent, one), K(other, Not(sub))) if (agent, one) == (other, sub):
                return Kw(agent, one)
        return node

    return mapped(formula, shorter)


def implication(given: Sequence[Formula], then: Formula) -> Formula:
    """Return the implication from the conjunction of `given` to `then`."""
    if not given:
        return then
    return Not(conj(given)) if isinstance(then, Bottom) else Implies(conj(given), then)


def refutation(formulas: Sequence[Formula]) -> Formula:
    """Return the negated conjunction of the formulas, written as an implication if possible."""
    negated = [each for each in formulas if isinstance(each, Not)]
    then = negated or [each for each in formulas if isinstance(each, M)][-1:]
    given = [each for each in formulas if each not in then]
    return implication(given, disj([negation(each) for each in then]))


Shape: TypeAlias = "tuple[int, type[Formula] | None, tuple[Any, ...], tuple[Term, ...]]"
"""How to write a term: a flip, and the class, the content and the parts of a formula.

The formula is that of the term if the flip is 0, and that of the negated term if it is 1. The class None stands for a
long conjunction. The content is, for example, an agent.
"""


class Letters:
    """Converts the translation's terms back to formulas."""

    def __init__(self, translation: Translation, believers: Iterable[str]) -> None:
        self.translation, self.terms = translation, translation.terms
        self.box = partial(box, believers=frozenset(believers))
        self.shapes: dict[Term, Shape] = {}
        self.done: dict[Term, Formula] = {TRUE: f.Top(), FALSE: f.Bottom()}
        self.keys: dict[Term, tuple[Any, ...]] = {}

    def write(self, term: Term, clause: type[Formula], content: tuple[Any, ...], parts: Iterable[Term]) -> None:
        """Record that a conjunction, or its negation, is written as a formula of class `clause` with these parts.

        Nothing changes for other terms, for a term that already has a shape, or if one of the parts is the term or its
        negation.
        """
        parts = tuple(parts)
        if term & ~1 in self.terms.conjuncts and all(part >> 1 != term >> 1 for part in parts):
            self.shapes.setdefault(term & ~1, (term & 1, clause, content, parts))

    def read(self) -> None:
        """Record how the user wrote the formula of each term, also after announcements."""
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
        given, inside = self.translation.term(history, PRE), self.translation.term(history, kid)
        if history:
            for term in (inside, inside ^ 1) if isinstance(node, f.Kw) else (inside,):
                self.write(self.terms.implies(given, term), f.Implies, (), (given, term))
        elif isinstance(node, f.E):
            self.write(term, f.E, (node.among(self.translation.agents),), (inside,))
        elif isinstance(node, f.Kw):
            self.write(term, f.Kw, node.content, (inside,))

    def formula(self, term: Term) -> Formula:
        """Return the formula of a term."""
        evaluated(term & ~1, self.done, self._parts, self._built)
        return self.done[term]

    def _parts(self, base: Term) -> list[Term]:
        if base not in self.shapes:
            self.shapes[base] = self._plain(base)
        return [part & ~1 for part in self.shapes[base][3]]

    def _built(self, base: Term) -> Formula:
        """Build the formula of an unnegated term, and store the formula of its negation too."""
        flip, clause, content, parts = self.shapes[base]
        kids = [self.done[part] for part in parts]
        if clause is None:
            said = conj(kids)
        elif clause is f.D:
            said = self.box(content[0], kids[0])
        elif clause is f.E and len(content) > 1:  # common knowledge after an announcement, unfolded by one step
            said = f.E(content[0], f.Implies(kids[0], f.And(kids[1], content[1])))
        else:
            said = build(clause, content, kids)
        self.done |= {base ^ flip: said, base ^ flip ^ 1: negation(said)}
        return self.done[base]

    def _plain(self, base: Term) -> Shape:
        """Return the shape of an unnegated term for which none is recorded."""
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
                group = node.among(self.translation.agents)
                body = self.translation.term(history, kids[0])
                said = self.said(history)
                if said is None:
                    return 0, f.C, (group,), (body,)
                return 0, f.E, (group, f.Announce(said, node)), (self.translation.term(history, PRE), body)
        raise AssertionError(f"no formula for term {base}")

    def said(self, history: int) -> Formula | None:
        """Return one announcement with the effect of all announcements in a history; None for an empty history."""
        events, said = [], None
        while history:
            history, event = self.translation.past[history]
            events.append(event)
        for kind, row, *_ in reversed(events):
            if kind != "announced":
                raise NoDerivation("the proof is about events that are no public announcements")
            inner = self.translation.rows[row][0]
            said = inner if said is None else f.And(said, f.Announce(said, inner))
        return said


FEW = 40  # maximal number of lines from which `conclude` removes unneeded ones. Each line costs a call of the solver.

MOST_NODES = 1_000_000  # number of nodes of all formulas above which a derivation is refused: a few seconds

Box = Callable[[Formula], Formula]


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A line of a derivation before it gets its number."""

    formula: Formula
    rule: str
    of: tuple[Draft, ...] = ()


class Sheet:
    """The lines of a derivation so far; formulas that differ only by definitions share a line."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.known: dict[Form, Draft] = {}
        self.nodes = 0

    def line(self, formula: Formula, rule: str, *of: Draft) -> Draft:
        """Return the line with this formula: an existing or a new line; `TooLarge` if the lines get too many nodes."""
        line = self.known.get(self.forms.of(formula))
        if line is None:
            self.nodes += size(formula)
            if self.nodes > MOST_NODES:
                raise TooLarge(f"its formulas have over {MOST_NODES:,} nodes together")
            line = self.known[self.forms.of(formula)] = Draft(formula, rule, of)
        return line

    def follows(self, given: Iterable[Draft], wanted: Formula) -> bool:
        """Whether a formula follows from the formulas of lines by propositional logic."""
        forms = [self.forms.of(each.formula) for each in given]
        return counterexample(self.forms, forms, self.forms.of(wanted), Clock(None)) is None

    def is_same(self, one: Formula, other: Formula) -> bool:
        """Whether two formulas are equal up to definitions."""
        return self.forms.wide(self.forms.of(one)) == self.forms.wide(self.forms.of(other))

    def conclude(self, formula: Formula, given: Iterable[Draft]) -> Draft:
        """Return the line of a propositional consequence of the given lines.

        A new line cites only the lines that it needs if at most `FEW` are given.
        """
        if (line := self.known.get(self.forms.of(formula))) is not None:
            return line
        needed = list(dict.fromkeys(given))
        if len(needed) <= FEW:
            needed = irreducible(needed, lambda fewer: self.follows(fewer, formula), needed[::-1])
        return self.line(formula, "PL", *needed)

    def lift(self, box: Box, given: Sequence[Formula], then: Formula, lines: Iterable[Draft]) -> list[Draft]:
        """Return the line ``[]X1 & ... & []Xn -> []Y`` for the Xi `given` and Y `then`; no line if Y is one of the Xi.

        It is derived from ``X1 & ... & Xn -> Y``, which follows from `lines`.
        """
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
            inner = inner.of[0]  # the line that `inner` restates
        return [self.line(boxed, "RM" if len(given) == 1 else "RK", inner)]


def numbered(last: Draft, said: Formula) -> tuple[Line, ...]:
    """Number the lines that the last line depends on, then the last line, which gets the formula `said`."""
    lines: dict[Draft, Line] = {}

    def line(draft: Draft) -> Line:
        formula = said if draft is last else folded(draft.formula)
        return Line(len(lines) + 1, formula, draft.rule, tuple(sorted([lines[each].number for each in draft.of])))

    evaluated(last, lines, lambda draft: draft.of[::-1], line)
    return tuple(lines.values())


Lines: TypeAlias = dict[Draft, None]
FormulaInContext: TypeAlias = "tuple[int, Formula | None, int]"
"""The row of a formula, the formula that is announced before it (or None), and the number of the history."""

Asking: TypeAlias = Generator[FormulaInContext, Lines, Lines]


@dataclass(frozen=True, slots=True)
class Fixpoint:
    """Common knowledge after a history of events. `row` is its formula's row, `history` the number of the history."""

    formula: f.C | f.E
    group: frozenset[str]
    body: Formula  # the formula that is commonly known, translated to the model before the announcement
    pre: Formula | None  # the condition for the announcement; None without an announcement
    row: int
    history: int

    @property
    def everyone(self) -> Box:
        """The operator ``E_G`` as a function from a formula to a formula."""
        return partial(f.E, self.group)

    def step(self, then: Formula) -> Formula:
        """Return the formula that everyone must know at the next step: ``body & then``, or ``pre -> body & then``."""
        if self.pre is None:
            return f.And(self.body, then)
        return f.Implies(self.pre, self.body if isinstance(then, f.Top) else f.And(self.body, then))


class Bridges:
    """The lines that prove a formula equivalent to the formula of its term.

    A proof identifies formulas that differ only in order, brackets, repetitions and constants. If such a difference is
    inside a box, lines prove that both boxes are equivalent. An announcement is reduced by its axioms. Common knowledge
    after an announcement of p is the formula ``E_G (p -> f & [p] C_G f)``, which is equivalent to ``[p] C_G f`` where p
    is true.
    """

    def __init__(self, sheet: Sheet, letters: Letters, translation: Translation) -> None:
        self.sheet, self.letters, self.translation = sheet, letters, translation
        self.known: dict[FormulaInContext, Lines] = {}
        self.before: dict[Formula | None, Lines] = {None: {}}
        """Announced formula -> the lines that prove when it can be announced."""

    def lines(self, row: int, said: Formula | None = None, history: int = 0) -> Lines:
        """Return the lines that prove two formulas equivalent: the formula of a row, and that of its term.

        They are equivalent in the initial model or, if `said` is given, after its announcement. `history` is the number
        of the history that `said` stands for.
        """
        return answered((row, said, history), self.known, self._reading)

    def _reading(self, goal: FormulaInContext) -> Asking:
        """Compute the lines for a formula, possibly after an announcement; yields the goals to compute first."""
        row, said, history = goal
        node, kids = self.translation.rows[row]
        lines: Lines = {}
        if isinstance(node, f.Announce):
            what, then = kids
            lines = dict((yield what, said, history))
            whole, after = self._whole(what, said, history, lines)
            if said is not None:
                composed = f.Iff(f.Announce(said, node), f.Announce(whole, self.translation.rows[then][0]))
                lines[self.sheet.line(composed, "Ann")] = None
            return lines | (yield then, whole, after)
        if said is not None and isinstance(node, f.C):
            inside = yield kids[0], said, history
            return inside | dict.fromkeys([self.common(row, said, history)])
        if said is not None:
            lines[self._reduced(node, said)] = None
        if isinstance(node, (f.K, f.B, f.D, f.E, f.C)):
            inside = yield kids[0], said, history
            return lines | dict.fromkeys(self._boxes(node, kids[0], said, history, [*inside, *self.before[said]]))
        for kid in kids:
            lines |= yield kid, said, history
        return lines

    def _whole(self, row: int, said: Formula | None, history: int, lines: Lines) -> tuple[Formula, int]:
        """Combine the announcements of `said` and of a row; return this formula, and the history after both.

        The lines about `said`, and `lines`, are stored as the lines about this formula.
        """
        after = self.translation.after(history, ("announced", row))
        whole = self.letters.said(after)
        assert whole is not None, "something is announced"
        self.before[whole] = self.before[said] | lines
        return whole, after

    def _reduced(self, node: Formula, said: Formula) -> Draft:
        after = partial(f.Announce, said)
        then = rebuild(node, [after(kid) for kid in node.children])
        right = then if isinstance(node, (f.And, f.Or, f.Implies, f.Iff)) else f.Implies(said, then)
        return self.sheet.line(f.Iff(after(node), right), "Ann")

    def common(self, row: int, said: Formula, history: int) -> Draft:
        """Return the line ``[p] C_G f <-> (p -> E_G (p -> f & [p] C_G f))``, where p is the formula `said`."""
        node, (kid,) = self.translation.rows[row]
        everyone = cast(f.E, self.letters.formula(self.translation.term(history, row)))
        after, both = partial(f.Announce, said), f.And(self.translation.rows[kid][0], node)
        whole = f.E(everyone.group, both)
        fix = self.sheet.line(f.Iff(node, whole), "Fix")
        replaced = self.sheet.line(f.Iff(after(node), after(whole)), "RE", fix)
        steps = [replaced, self._reduced(whole, said)]
        given = [*steps, self._reduced(both, said), *self.known[kid, said, history], *self.before[said]]
        equal = self.sheet.conclude(f.Iff(after(both), everyone.sub), given)
        steps.append(self.sheet.line(f.Iff(f.E(everyone.group, after(both)), everyone), "RE", equal))
        return self.sheet.conclude(f.Iff(after(node), f.Implies(said, everyone)), [*steps, *self.before[said]])

    def _boxes(self, node: Formula, kid: int, said: Formula | None, history: int, given: list[Draft]) -> list[Draft]:
        """Return the lines that prove a box of the user's formula equivalent to the box in the proof."""
        box: Box = lambda inside: rebuild(node, [inside])  # noqa: E731
        translation = self.translation
        inside = translation.rows[kid][0]
        inside = inside if said is None else f.Announce(said, inside)
        term = translation.terms.implies(translation.term(history, PRE), translation.term(history, kid))
        wanted = self.letters.formula(term)
        if term == TRUE and not isinstance(node, f.C):
            return self.sheet.lift(box, [], inside, given)
        if self.sheet.is_same(box(inside), box(wanted)):
            return self._single(node, wanted)
        equal = self.sheet.conclude(f.Iff(inside, wanted), given)
        return [self.sheet.line(f.Iff(box(inside), box(wanted)), "RE", equal), *self._single(node, wanted)]

    def _single(self, node: Formula, inside: Formula) -> list[Draft]:
        """Return the line ``D_a X <-> []X`` for D of a single agent; no line for other formulas."""
        if not isinstance(node, f.D):
            return []
        group = node.among(self.translation.agents)
        same = f.Iff(f.D(group, inside), self.letters.box(group, inside))
        return [self.sheet.line(same, "D_G")] if len(group) == 1 else []

    def fixpoint(self, row: int, history: int) -> Fixpoint:
        """Return common knowledge after a history as a `Fixpoint`."""
        match self.letters.formula(self.translation.term(history, row)):
            case f.C(group, body) as formula:
                return Fixpoint(formula, frozenset(group or ()), body, None, row, history)
            case f.E(group, f.Implies(pre, f.And(body, _))) as formula:
                return Fixpoint(formula, frozenset(group or ()), body, pre, row, history)
        raise AssertionError("common knowledge has one of these forms, see `Letters`")

    def _about(self, fixpoint: Fixpoint) -> tuple[Formula, list[Draft], Draft]:
        said = self.letters.said(fixpoint.history)
        assert said is not None, "the history is not empty"
        kid = self.translation.rows[fixpoint.row][1][0]
        self._announce(fixpoint.history)
        lines = [*self.lines(kid, said, fixpoint.history), *self.before[said]]
        return said, lines, self.common(fixpoint.row, said, fixpoint.history)

    def _announce(self, history: int) -> None:
        """Store the lines that state when the announcements of a history are possible."""
        before, (_, row) = self.translation.past[history]
        if before:
            self._announce(before)
        said = self.letters.said(before)
        self._whole(row, said, before, self.lines(row, said, before))

    def unfolding(self, fixpoint: Fixpoint) -> list[Draft]:
        """Return the lines for the equivalence of a fixpoint and its unfolding."""
        whole = fixpoint.everyone(fixpoint.step(fixpoint.formula))
        if fixpoint.pre is None:
            return [self.sheet.line(f.Iff(fixpoint.formula, whole), "Fix")]
        _, lines, common = self._about(fixpoint)
        equal = f.Iff(fixpoint.formula.sub, fixpoint.step(fixpoint.formula))
        return [self.sheet.line(f.Iff(fixpoint.formula, whole), "RE", self.sheet.conclude(equal, [common, *lines]))]

    def induction(self, fixpoint: Fixpoint, invariant: Formula, lines: Sequence[Draft]) -> list[Draft]:
        """Return the lines that derive the fixpoint from its invariant, by rule Ind or (after announcements) AnnC."""
        after = fixpoint.step(invariant)
        if fixpoint.pre is None:
            step = self.sheet.conclude(f.Implies(invariant, fixpoint.everyone(after)), lines)
            return [self.sheet.line(f.Implies(invariant, fixpoint.formula), "Ind", step)]
        given = [] if isinstance(invariant, f.Top) else [invariant]
        step = self.sheet.conclude(implication(given, fixpoint.everyone(after)), lines)
        said, about, _ = self._about(fixpoint)
        node, (kid,) = self.translation.rows[fixpoint.row]
        starts = self.sheet.conclude(f.Implies(after, f.Announce(said, self.translation.rows[kid][0])), about)
        goes_on = self.sheet.conclude(f.Implies(f.And(after, said), fixpoint.everyone(after)), [step, *about])
        common = self.sheet.line(f.Implies(after, f.Announce(said, node)), "AnnC", starts, goes_on)
        lifted = self.sheet.lift(fixpoint.everyone, [after], fixpoint.formula.sub, [common])
        return [common, self.sheet.conclude(implication(given, fixpoint.formula), [step, *lifted])]


def primitive(formula: Formula) -> Formula:
    """Return the formula with boxes in place of diamonds and the definition of ``Kw`` unfolded."""
    (meant,) = expanded(formula, repeated=False)  # ``<>p`` is a diamond, too
    return mapped(meant, lambda node: UNFOLDED[type(node)](node) if type(node) in UNFOLDED else node)


UNFOLDED: Mapping[type[Formula], Callable[..., Formula]] = {
    f.M: lambda node: f.Not(f.K(node.agent, f.Not(node.sub))),
    f.Kw: lambda node: f.Or(f.K(node.agent, node.sub), f.K(node.agent, f.Not(node.sub))),
    f.AnnounceDual: lambda node: f.Not(f.Announce(node.statement, f.Not(node.sub))),
}
