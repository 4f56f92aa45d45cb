"""Terms as formulas: each term has one formula, so that what the proof calls equal is the same letter in every line.

A term that a formula of the user says is written as the user wrote it, with the formulas of its parts in the place of
the parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from kripke.prove.errors import NoDerivation
from kripke.prove.proofs.checking.terms import FALSE, TRUE, Term
from kripke.prove.proofs.checking.translation import PRE, Group, Translation
from kripke.prove.proofs.deriving.wording import negation
from logic import clauses as f
from logic.constructors import conj
from logic.formula import Formula
from logic.node import build

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
        stack = [] if term in self.done else [term & ~1]
        while stack:
            base = stack[-1]
            flip, clause, content, parts = self._shape(base)
            waiting = [part & ~1 for part in parts if part not in self.done]
            if waiting and base not in self.done:
                stack += waiting
                continue
            stack.pop()
            if base not in self.done:
                found = self._built(clause, content, [self.done[part] for part in parts])
                self.done |= {base ^ flip: found, base ^ flip ^ 1: negation(found)}
        return self.done[term]

    def _built(self, clause: type[Formula] | None, content: tuple[Any, ...], kids: list[Formula]) -> Formula:
        if clause is None:
            return conj(kids)
        if clause is f.D:
            return self.box(content[0], kids[0])
        if (
            clause is f.E and len(content) > 1
        ):  # common knowledge after an announcement, as what it says of the next step
            return f.E(content[0], f.Implies(kids[0], f.And(kids[1], content[1])))
        return build(clause, content, kids)

    def _shape(self, base: Term) -> Shape:
        if base not in self.shapes:
            self.shapes[base] = self._plain(base)
        return self.shapes[base]

    def _plain(self, base: Term) -> Shape:
        """The form of a term that no formula of the user says."""
        match self._key(base):
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

    def _key(self, base: Term) -> tuple[Any, ...]:
        """What `Terms` made the even term of."""
        if base not in self.keys:
            self.keys = {number: key for key, number in self.terms.number.items()}  # type: ignore[misc]
        return self.keys[base]
