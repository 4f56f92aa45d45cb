"""Proofs: lemmas about all worlds, each with a closed tableau, and a closed tableau for the negated formula.

``docs/reference/certificate.md`` describes the rows, the steps and the rules. A node is an integer that refers to a row
of the table of formulas; an odd number ``2 i + 1`` is the negation of the even number ``2 i``, which is row i.

A rule within a world is a clause: a disjunction of nodes that holds at every world. The premises are earlier steps at
the same world, in any order, and each of them refutes one node of the clause. If one node is left, the step says that
it holds. If several nodes are left, each of them starts a branch, by a step with the same premises. If no node is left,
a step with node `FALSE` closes the branch. `FALSE` in a clause needs no premise.

Rules between worlds lead from a world x to a new world y, which a group of agents considers possible at x. Their
premises are at x: the node that the rule names, and the ``member`` node of each agent whose relation lacks the property
that the rule needs; that node says that the agent's relation, which is Euclidean, leads to x.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kripke.prove.question.nodes import Group as Group
from kripke.prove.question.nodes import Node as Node

Row: TypeAlias = tuple[object, ...]
"""A row of the table of formulas, which describes an unnegated node.

The row of a fixpoint is ``("fix", formula, history, steps)``. Each step is a tuple of group, pre, body, then and box:
the box is the conjunct ``[group](pre -> body & then)`` of the fixpoint's unfolding. A step whose conjunct is ``true``
is left out. For a program the formula is ``[prog] f``, and the history ends with ``("at", n)``: the fixpoint is about
the runs that begin with step number n of the program's automaton and come back to it. A history is a tuple of events,
the first event first:

- ``("announced", formula)``: the public announcement of the formula;
- ``("answered", formula, answer, hearers)``: the question whether the formula is true gets this answer, which the
  hearers learn (a frozen set of agents, or None: all);
- ``("resolved", group)``: the agents of the group have pooled what they know;
- ``("happened", action, event)``: the event of the named action.
"""

SUPPOSE = "suppose"  # at world 0 on branch 0, without premises, in the order of the nodes of the clause

# Clauses, within a world. In `REFLEXIVE` (`AGAIN`), ``~member(a)`` is added for each agent a of H whose relation is not
# reflexive (transitive).

CONTRADICTION = "contradiction"  # ``f | ~f``: as a case distinction, or to close a branch
AND = "and"  # ``~(f1 & ... & fn) | fi`` and ``(f1 & ... & fn) | ~f1 | ... | ~fn``, nested conjunctions too
COMMON = "common"  # a fixpoint holds if and only if the boxes of all its steps hold: clauses as those of `AND`
REFLEXIVE = "T"  # ``~[H]f | f``
DENSE = "CD"  # ``~[H][H]f | [H]f``
AGAIN = "4C"  # ``~[H]f | [H][H]f``
LOOP = "KB4"  # ``[H]f | member(a)`` for a in H with a symmetric relation: ``member(a)`` holds where H sees a world
SERIAL = "D"  # ``~[a]false``
THEORY = "theory"  # a node of the theory
LEMMA = "lemma"  # an earlier lemma; `Step.of` is its number
HYPOTHESIS = "hypothesis"  # a clause of the induction; `Step.of` is its number as a lemma

# Between worlds

POSSIBLE = "possible"  # from a diamond, ``~[G]~f`` at x: f at the new world y
SUCCESSOR = "successor"  # a new world y with node `TRUE`, for a serial relation
KNOWN = "K"  # from ``[H]f`` at x: f at y, for H within G
TRANSITIVE = "4"  # from ``[H]f`` at x: ``[H]f`` at y
EUCLIDEAN = "5"  # from ``~[H]f`` at x: ``~[H]f`` at y
TWICE = "55"  # from ``~[H][H]f`` at x: ``~[H]f`` at y
SYMMETRIC = "B"  # from f at x: ``~[H]~f`` at y
SEEN = "seen"  # ``member(a)`` at y, for an agent a of G with a Euclidean relation

# Only in inductions, from the supposition that the clause's fixpoint fails at world 0

ENDS = "ends"  # step number `Step.of` of the fixpoint reaches the counterexample: ``~body`` at a new world
ONWARD = "onward"  # step number `Step.of` leads nearer to the counterexample: `then` fails at a new world
WAYS = (ENDS, ONWARD)  # the rules that split the failure of a fixpoint
CONDITION = "condition"  # the `pre` of the step that led to this world; the premise is an `ENDS` or `ONWARD` step


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a tableau: a node holds at a world, by a rule and from premises."""

    rule: str
    node: Node
    world: int = 0
    premises: tuple[int, ...] = ()  # numbers of earlier steps, on this branch or one that it continues
    branch: int = 0  # a branch ends where it is closed, or where others start
    of: int = -1  # number of the lemma or, for the rules in `WAYS`, of the fixpoint's step; -1 for other rules


@dataclass(frozen=True, slots=True)
class Tableau:
    """A closed tableau: the suppositions, which are its first steps, cannot hold together at a world."""

    steps: tuple[Step, ...]
    worlds: tuple[tuple[int, Group], ...] = ()  # of world 1, 2, ...: parent (a smaller number), group that sees it
    branches: tuple[int, ...] = ()  # of branch 1, 2, ...: the branch that it continues (a smaller number)

    @property
    def layout(self) -> tuple[list[list[int]], list[list[int]]]:
        """For each branch, the numbers of its steps, and the branches that continue it."""
        places: list[list[int]] = [[] for _ in range(len(self.branches) + 1)]
        below: list[list[int]] = [[] for _ in places]
        for place, step in enumerate(self.steps):
            places[step.branch].append(place)
        for branch, above in enumerate(self.branches, 1):
            below[above].append(branch)
        return places, below


@dataclass(frozen=True, slots=True)
class Lemma:
    """A clause that holds at every world. Its tableau supposes the negations of the nodes in the clause."""

    clause: tuple[Node, ...]  # the nodes; in an induction the first is the fixpoint that the clause is about
    tableau: Tableau

    @property
    def lemmas(self) -> tuple[Lemma, ...]:
        """The lemma itself in a tuple; an `Induction` has several lemmas."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Induction:
    """Clauses that hold at every world, proved together by induction on the number of steps to a counterexample."""

    lemmas: tuple[Lemma, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A proof that no world of a model of the theory satisfies the goal."""

    rows: tuple[Row, ...]
    goal: Node  # the node that is refuted: the conjunction of the premises and the negated formula
    theory: tuple[Node, ...]
    systems: Mapping[str, str]  # agent -> name of the system
    parts: tuple[Lemma | Induction, ...]  # the lemmas proved before the goal, numbered from 0, those of inductions too
    tableau: Tableau
