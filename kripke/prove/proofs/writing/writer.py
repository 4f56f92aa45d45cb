"""What all proofs of lemmas share: what a contradiction needs, and the steps that lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kripke.prove.clock import Clock
from kripke.prove.proofs.script import Step
from kripke.prove.proofs.writing.building import Builder, Places
from kripke.prove.proofs.writing.carrying import Fact
from kripke.prove.proofs.writing.cores import Cores
from kripke.prove.proofs.writing.local import Clause
from kripke.prove.proofs.writing.reasoning import Reasoner
from kripke.prove.question.nodes import FALSE, Node
from kripke.prove.search.rules import Rules


class Writer:
    """Writes the steps of tableaux.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """

    def __init__(self, rules: Rules, theory: Iterable[Node], clock: Clock) -> None:
        self.rules, self.cores = rules, Cores(rules, theory, clock)

    def core(self, facts: Iterable[Fact], lemmas: Sequence[Clause]) -> tuple[list[Fact], list[Clause]] | None:
        """The facts and lemmas that a contradiction needs; None if there is none."""
        first: dict[Node, Fact] = {}
        for fact in facts:
            first.setdefault(fact.node, fact)
        needed = self.cores.needed(first, lemmas)
        return None if needed is None else ([first[node] for node in needed[0]], needed[1])

    def arrive(
        self, builder: Builder, facts: Iterable[Fact], before: Places, places: Places, world: int, branch: int
    ) -> None:
        """Add the facts that a step to a world carries.

        Parameters
        ----------
        before, places : mapping of int to int
            What holds at the world before, and at the world; the steps are added to the latter.
        """
        for fact in facts:
            if fact.node not in places:
                premises = tuple([before[premise] for premise in fact.premises])
                places[fact.node] = builder.add(Step(fact.rule, fact.node, world, premises, branch))

    def close(self, builder: Builder, places: Places, world: int, branch: int, lemmas: Sequence[Clause]) -> None:
        """Add the steps from what holds at a world to a contradiction."""
        if FALSE in places:
            return
        needed = self.cores.needed(places, lemmas)
        assert needed is not None, "the nodes contradict the lemmas"
        clauses = self.cores.clauses(*needed)
        builder.reason(Reasoner(clauses).reason(needed[0]), places, world, branch)
