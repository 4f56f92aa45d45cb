"""From a contradiction at one world to the steps that show it: first what must hold, then cases."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kripke.prove.proofs.script import CONTRADICTION
from kripke.prove.proofs.writing.local import Clause
from kripke.prove.question.nodes import Node
from logic.errors import TooLarge

MOST_CASES = 3_000
"""Number of cases of one tableau above which a proof is not written out: nobody reads it."""

DEEPEST = 250
"""Number of nested cases above which a proof is not written out; `_reason` is recursive."""


@dataclass(slots=True)
class Reasoning:
    """The steps of a branch from the nodes known before.

    Parameters
    ----------
    end : Clause
        The clause that closes the branch, or whose other nodes are the cases.
    derived : list of (int, Clause)
        What follows, each from a clause whose other nodes are refuted.
    cases : list of (int, Reasoning)
        The cases; none if the branch is closed.
    """

    end: Clause
    derived: list[tuple[Node, Clause]] = field(default_factory=list)
    cases: list[tuple[Node, Reasoning]] = field(default_factory=list)


class Reasoner:
    """Finds the steps from some clauses.

    Parameters
    ----------
    clauses : iterable of Clause
        The clauses; small: all or nearly all of them are needed.

    Notes
    -----
    Unit propagation with cases, which are left out again where nothing rests on them: exponential at worst.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = list(clauses)
        self.about: dict[Node, list[Clause]] = defaultdict(list)
        for clause in self.clauses:
            for node in clause.nodes:
                self.about[node].append(clause)
        self.cases = 0

    def reason(self, known: Iterable[Node]) -> Reasoning:
        """The steps from known nodes to a contradiction."""
        return self._reason(dict.fromkeys(known), 0)[0]

    def _reason(self, why: dict[Node, Clause | None], depth: int) -> tuple[Reasoning, set[Node]]:
        """The steps, and the known nodes that they use."""
        end = self._propagate(why)
        if end is not None:
            return self._trace(Reasoning(end), why, {node ^ 1 for node in end.nodes})
        split = self._split(why)
        self.cases += 1
        if self.cases > MOST_CASES or depth > DEEPEST:
            raise TooLarge(f"a proof of over {MOST_CASES:,} cases is not written out; `Proof.valid` is the answer")
        used = {node ^ 1 for node in split.nodes if node ^ 1 in why}
        cases = []
        for node in split.nodes:
            if node ^ 1 in why:
                continue
            below, uses = self._reason(dict.fromkeys([*why, node]), depth + 1)
            if node not in uses:  # the case was not needed
                return self._trace(below, why, uses)
            used |= uses - {node}
            cases.append((node, below))
        return self._trace(Reasoning(split, [], cases), why, used)

    def _trace(
        self, reasoning: Reasoning, why: Mapping[Node, Clause | None], used: set[Node]
    ) -> tuple[Reasoning, set[Node]]:
        """Put what the reasoning uses before it, in the order in which it was derived."""
        before = []
        for node, clause in list(why.items())[::-1]:
            if clause is not None and node in used:
                used.remove(node)
                used |= {other ^ 1 for other in clause.nodes if other != node}
                before.append((node, clause))
        reasoning.derived[:0] = reversed(before)
        return reasoning, used

    def _propagate(self, why: dict[Node, Clause | None]) -> Clause | None:
        """Derive what follows without cases; the clause that is refuted, if there is one."""
        for node in why:
            if node ^ 1 in why:
                return Clause((node & ~1, node | 1), CONTRADICTION)
        waiting = deque(self.clauses)
        while waiting:
            clause = waiting.popleft()
            left = [node for node in clause.nodes if node ^ 1 not in why]
            if not left:
                return clause
            if len(left) == 1 and left[0] not in why:
                why[left[0]] = clause
                waiting += self.about[left[0] ^ 1]
        return None

    def _split(self, why: Mapping[Node, Clause | None]) -> Clause:
        """The clause with the fewest cases."""
        best, fewest = None, 1 << 60
        for clause in self.clauses:
            if any(node in why for node in clause.nodes):
                continue
            left = sum(node ^ 1 not in why for node in clause.nodes)
            if left < fewest:
                best, fewest = clause, left
        assert best is not None, "the clauses have no solution"
        return best
