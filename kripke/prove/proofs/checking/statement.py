"""Whether a proof is about the formulas that it is said to prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kripke.prove.errors import WrongProof
from kripke.prove.proofs.checking.table import Meanings, Table, Way
from kripke.prove.proofs.checking.terms import TRUE, Term
from kripke.prove.proofs.checking.translation import Event, EventModel, Group, Translation
from kripke.prove.proofs.script import Script
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula


def check_statement(
    proof: Script,
    goals: Sequence[Formula],
    theory: Sequence[Formula] = (),
    systems: Mapping[str, str] | None = None,
    actions: Mapping[str, EventModel] | None = None,
    atoms: Iterable[str] = (),
) -> None:
    """Check that what a proof refutes is that all the goals hold together at a world of a model of the theory.

    The formulas are translated anew, by `Translation`; the node of the proof must have the same term, which may differ
    in order, brackets, repetitions and constants only. `check_script` checks the proof.

    Parameters
    ----------
    systems : mapping of str to str, optional
        Agent -> name of the system; None: those of the proof.

    Raises
    ------
    WrongProof
        If the proof is about other formulas or systems, or a fixpoint is not what its formula and history say.

    Examples
    --------
    >>> from kripke.prove.proofs.script import Script, Step, Tableau
    >>> from kripke.prove.proofs.checking.statement import check_statement
    >>> from whoknows import parse
    >>> rows = (("true",), ("atom", "p"), ("box", frozenset("a"), 2))
    >>> check_statement(Script(rows, 5, (), {"a": "K"}, (), Tableau((Step("suppose", 5),))), [parse("~K_a p")])
    """
    if systems is not None and dict(systems) != dict(proof.systems):
        raise WrongProof(f"the proof is for {dict(proof.systems)}, expected {dict(systems)}")
    table = Table(proof.rows, proof.systems)
    said = Said(table, [*goals, *theory], actions or {}, atoms)
    meant = [said.translation.term(0, root) for root in said.translation.roots[: len(goals) + len(theory)]]
    if said.meanings.of(proof.goal) != said.translation.terms.all(meant[: len(goals)]):
        raise WrongProof(f"goal: node {proof.goal} does not say {shorten(' & '.join(map(str, goals)))}")
    if [said.meanings.of(node) for node in proof.theory] != meant[len(goals) :]:
        raise WrongProof(f"theory: nodes {proof.theory} do not say {shorten(', '.join(map(str, theory)))}")
    said.check_fixpoints()


class Said:
    """The terms of the rows of a proof and of some formulas."""

    def __init__(
        self, table: Table, formulas: list[Formula], actions: Mapping[str, EventModel], atoms: Iterable[str]
    ) -> None:
        self.table, self.actions = table, actions
        named = {fix: table.rows[fix >> 1][1:3] for fix in table.ways}
        more = [part for formula, history in named.values() for part in (formula, *_formulas(history))]
        if not all(isinstance(formula, Formula) for formula in more):
            raise WrongProof("fixpoints: expected formulas in their rows and histories")
        self.translation = Translation([*formulas, *more], frozenset(table.properties), actions, atoms)  # type: ignore[list-item]
        roots = iter(self.translation.roots[len(formulas) :])
        self.places = {fix: (next(roots), self._history(history, roots)) for fix, (_, history) in named.items()}
        known = {fix: self.translation.term(history, row) for fix, (row, history) in self.places.items()}
        self.meanings = Meanings(table, self.translation.terms, known)

    def _history(self, history: object, roots: Iterator[int]) -> int:
        """The number of a history; its formulas have the next rows."""
        number = 0
        for event in history:  # type: ignore[attr-defined]
            number = self.translation.after(number, self._event(event, roots))
        return number

    def _event(self, event: Event, roots: Iterator[int]) -> Event:
        """An event with the row of its formula, if it has one."""
        match event:
            case ("announced", Formula()):
                return "announced", next(roots)
            case ("answered", Formula(), bool(answer), frozenset() | None as hearers):
                return "answered", next(roots), answer, hearers
            case ("resolved", frozenset(group)) if self.table.is_group(group):
                return event
            case ("happened", action, name) if action in self.actions and name in self.actions[action].events:
                return event
        raise WrongProof(f"history: {shorten(repr(event))} is no event")

    def check_fixpoints(self) -> None:
        """Check that the ways of each fixpoint are those of common knowledge of its formula after its history."""
        for fix, (row, history) in self.places.items():
            if not isinstance(self.translation.rows[row][0], f.C):
                raise WrongProof(f"row {fix >> 1}: expected a formula of common knowledge")
            expected = {step for step in self.translation.unfolding(history, row) if self._says(step)}
            if {step for way in self.table.ways[fix] if self._says(step := self._step(way))} != expected:
                raise WrongProof(f"row {fix >> 1}: its steps are not those of its formula after its history")

    def _step(self, way: Way) -> tuple[Group, Term, Term, Term]:
        """The terms of a step."""
        return way.group, self.meanings.of(way.pre), self.meanings.of(way.body), self.meanings.of(way.then)

    def _says(self, step: tuple[Group, Term, Term, Term]) -> bool:
        """Whether a step says anything: its condition can hold."""
        terms = self.translation.terms
        return terms.implies(step[1], terms.all(step[2:])) != TRUE


def _formulas(history: object) -> list[object]:
    """The formulas of a history, in the order of its events."""
    if not isinstance(history, tuple) or not all(isinstance(event, tuple) and event for event in history):
        raise WrongProof(f"history {shorten(repr(history))}: expected a tuple of events")
    return [event[1] for event in history if event[0] in ("announced", "answered") and len(event) > 1]
