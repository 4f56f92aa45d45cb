"""An account of a decision in words: the formula after the reduction, the procedure, and the invariants it found."""

from __future__ import annotations

from kripke.prove.decide import Decision
from kripke.prove.problem import Problem
from kripke.prove.writing import definitions, text
from logic.clauses import Act, ActDual, Announce, AnnounceDual, AnnounceWhether, R

CHANGES = (Announce, AnnounceDual, AnnounceWhether, Act, ActDual, R)


def account(problem: Problem, decision: Decision) -> tuple[str, ...]:
    """The steps of a decision that no model exists.

    Parameters
    ----------
    problem : Problem
        The problem.
    decision : Decision
        The finished search.
    """
    steps = []
    changes = any(isinstance(node, CHANGES) for goal in problem.goals for node in goal.subformulas())
    if changes:
        steps.append(
            f"without announcements and actions, a counterexample satisfies {text(problem.nodes, problem.goal)}"
        )
    steps += [f"where {line}" for line in definitions(problem.nodes, problem.goal)]
    lemmas = decision.search.lemmas
    steps.append(f"no world satisfies it: SAT-based tableau with {len(lemmas):,} lemma{'s' * (len(lemmas) != 1)}")
    if decision.eventualities is not None:
        for invariant in decision.eventualities.inductions:
            parts = [text(problem.nodes, problem.nodes.any(lemma.clause)) for lemma in invariant]
            steps.append("by induction on the number of steps to a counterexample, at every world: " + "; ".join(parts))
    return tuple(steps)
