"""Questions for other provers, in TPTP: without announcements, and with only K, M and D as modal operators."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from kripke.data.errors import require_flag
from kripke.formats.problems import Problem
from kripke.formats.tptp import dumps_first_order, dumps_problem
from kripke.prove.question.problem import Logic, Options, Question, formulas_of, pose
from logic import clauses as f
from logic.formula import NAMELESS, Formula
from logic.node_table import mapped
from logic.parser import parse
from logic.programs import REPEAT
from logic.reduction import eliminate_announcements
from logic.shared import expanded


def dumps_tptp(
    formula: Question,
    logic: Logic | None = None,
    premises: Iterable[Question] = (),
    theory: Iterable[Question] = (),
    atoms: Iterable[str | f.Atom] | None = None,
    same_relation: bool = False,
    modal: bool = False,
) -> str:
    """Return TPTP text that asks another prover whether a formula follows.

    Parameters
    ----------
    formula, logic, premises, theory, atoms, same_relation
        As in `entails`. For agents with ranks, additional atoms in the text mark the most plausible worlds.
    modal : bool
        Whether the text is in TPTP's non-classical form, which `load_problem` reads, instead of the standard
        translation to first-order logic.

    Raises
    ------
    FormulaError
        For operators without a translation, such as common knowledge, and announcements that cannot be eliminated.
    TooLarge
        If the text of a formula would have more than 10,000,000 characters.
    ParseError, UnknownLogic, UnsupportedOperator, UnknownAction, UnknownAgent, UnknownAtom
        As in `prove`.

    Examples
    --------
    >>> print(dumps_tptp("K_a p -> p", "T"), end="")
    fof(reflexive_a, axiom, ! [X] : r_a(X, X)).
    fof(conjecture1, conjecture, ! [W0] : ((! [W1] : (r_a(W0, W1) => p(W1))) => p(W0))).
    >>> print(dumps_tptp("K_a p -> p", "T", modal=True), end="")
    tff(logic, logic, $modal == [$modalities == $modal_system_T]).
    tff(conjecture1, conjecture, ({$box(#a)} @ (p) => p)).
    """
    goals = [*formulas_of(premises, "premises"), f.Not(parse(formula))]
    problem = pose(goals, Options(logic, theory, None, atoms, same_relation=same_relation))
    statement, agents = problem.translated, frozenset(problem.systems)
    *given, denied = [_in_boxes(goal, agents, problem.atoms) for goal in statement.goals]
    laws = [_in_boxes(law, agents, problem.atoms) for law in statement.laws]
    systems: dict[str | None, str] = {agent or None: system.name for agent, system in problem.systems.items()}
    question = Problem(denied.children[0], tuple(given), tuple(laws), systems)
    return (dumps_problem if require_flag(modal, "modal") else dumps_first_order)(question)


def _in_boxes(formula: Formula, agents: frozenset[str], atoms: Collection[str]) -> Formula:
    """Return an equivalent formula without announcements; modal operators become K, M and D where possible."""

    def change(node: Formula) -> Any:
        match node:
            case f.Kw(agent, sub):
                return f.Or.make(f.K.make(agent, sub), f.K.make(agent, f.Not.make(sub)))
            case f.Kv(agent, variable):
                values = [atom for atom in sorted(atoms) if atom.startswith(f"{variable}=")]
                return f.disj([f.K.make(agent, f.Atom.make(value)) for value in values])
            case f.E(group, sub) | f.EB(group, sub):
                return f.conj([f.K.make(agent, sub) for agent in sorted(agents if group is None else group)])
            case f.Run() | f.RunDual() if REPEAT not in node.program:
                return f.in_turn(node)
            case f.B(agent, sub):
                return f.K.make(agent, sub)
            case f.D(group, sub) | f.DB(group, sub):
                return f.D.make(agents if group is None else group, sub)
        return node

    (whole,) = expanded(formula)
    reduced = eliminate_announcements(mapped(whole, change), agents=agents - {NAMELESS} or None)
    return mapped(reduced, change)  # resolutions of all agents became D of all agents
