"""From a finished search to a proof: the lemmas that are needed, each written out as a tableau.

The search learns lemmas in an order in which each follows from those before it: since the successor for a diamond
failed, or by induction. This module goes back from the refutation to the lemmas that it needs, then forward through
these, and proves each again from as little as possible, which often makes it shorter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from kripke.prove.clock import Clock
from kripke.prove.proofs import script
from kripke.prove.proofs.script import Induction, Lemma, Script, Step
from kripke.prove.proofs.writing.building import Builder, Places
from kripke.prove.proofs.writing.carrying import Fact, carried
from kripke.prove.proofs.writing.invariants import Invariant
from kripke.prove.proofs.writing.local import Clause, disjunction
from kripke.prove.proofs.writing.rows import rows_of
from kripke.prove.proofs.writing.tidying import tidy
from kripke.prove.proofs.writing.writer import Writer
from kripke.prove.question.nodes import FALSE, TRUE, Node
from kripke.prove.question.problem import Problem
from kripke.prove.search.decide import Decision
from kripke.prove.search.search import Learned


class Extraction:
    """Writes the proof of a decision that no model exists.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """

    def __init__(self, problem: Problem, decision: Decision, clock: Clock) -> None:
        self.problem, self.nodes = problem, problem.nodes
        self.rules, self.learned = decision.search.rules, decision.search.lemmas
        self.writer = Writer(self.rules, problem.theory, clock)
        self.proved: dict[int, Clause] = {}
        """Number of a lemma -> the clause, as it was proved again."""
        self.parts: list[tuple[list[int], Lemma | Induction]] = []
        """What was proved, with the numbers of the lemmas."""
        self.wanted: set[int] = set()

    def script(self) -> Script:
        """The proof."""
        for first, group in self._needed():
            if group[0].induction < 0:
                self._lemma(first, group[0])
            else:
                self._induction(first, group, self.wanted & set(range(first, first + len(group))))
        builder = Builder([self.problem.goal])
        if self.problem.goal != FALSE:
            self.writer.close(builder, builder.start, 0, 0, self._lemmas(len(self.learned)))
        theory, systems = self.problem.theory, {a: s.name for a, s in self.problem.systems.items()}
        parts, tableau = tidy(self.parts, builder.done())
        proof = Script((), self.problem.goal, theory, systems, parts, tableau)
        return replace(proof, rows=rows_of(self.problem, _nodes(proof)))

    # What is needed

    def _needed(self) -> list[tuple[int, list[Learned]]]:
        """The lemmas, and groups of lemmas of one induction, that the refutation needs; each with its first number."""
        wanted = self.wanted
        raw = [Clause(tuple(each.clause), script.LEMMA, number) for number, each in enumerate(self.learned)]
        self._want(wanted, [self.problem.goal], raw)
        found = []
        for first, group in reversed(self._groups()):
            if wanted.isdisjoint(range(first, first + len(group))):
                continue
            found.append((first, group))
            if group[0].induction >= 0:
                wanted |= set(range(first))  # which of them count is seen when it is proved again
            else:
                here = [node ^ 1 for node in group[0].clause]
                self._want(wanted, [fact.node for fact in self._next(here, group[0].diamond)], raw[:first])
        return found[::-1]

    def _want(self, wanted: set[int], nodes: Iterable[Node], lemmas: Sequence[Clause]) -> None:
        needed = self.writer.cores.needed(nodes, lemmas)
        assert needed is not None, "the search refuted these nodes"
        wanted |= {clause.of for clause in needed[1]}

    def _groups(self) -> list[tuple[int, list[Learned]]]:
        groups: list[tuple[int, list[Learned]]] = []
        for number, each in enumerate(self.learned):
            if each.induction >= 0 and groups and groups[-1][1][0].induction == each.induction:
                groups[-1][1].append(each)
            else:
                groups.append((number, [each]))
        return groups

    # Lemmas

    def _lemmas(self, before: int) -> list[Clause]:
        """The clauses proved before a lemma, short ones first."""
        return sorted([c for number, c in self.proved.items() if number < before], key=lambda c: len(c.nodes))

    def _next(self, here: Collection[Node], diamond: Node) -> list[Fact]:
        """The facts at the successor for a diamond."""
        facts = carried(self.rules, here, self.nodes.group(diamond))
        if diamond not in here:
            return list(facts)
        return [Fact(self.nodes.inside(diamond), script.POSSIBLE, (diamond,)), *facts]

    def _lemma(self, number: int, learned: Learned) -> None:
        """Prove a lemma by the failed successor of its diamond."""
        here, diamond = [node ^ 1 for node in learned.clause], learned.diamond
        core = self.writer.core(self._next(here, diamond), self._lemmas(number))
        assert core is not None, "the search refuted these nodes"
        facts, lemmas = core
        used = {premise for fact in facts for premise in fact.premises} | ({diamond} & set(here))
        builder = Builder([node for node in here if node in used])
        world = builder.world(self.nodes.group(diamond))
        places: Places = {}
        if diamond in used:
            inside = self.nodes.inside(diamond)
            places[inside] = builder.add(Step(script.POSSIBLE, inside, world, (builder.start[diamond],)))
        else:
            places[TRUE] = builder.add(Step(script.SUCCESSOR, TRUE, world))
        self.writer.arrive(builder, facts, builder.start, places, world, 0)
        self.writer.close(builder, places, world, 0, lemmas)
        self.parts.append(([number], Lemma(tuple([node ^ 1 for node in builder.start]), builder.done())))
        self.proved[number] = disjunction([node ^ 1 for node in builder.start], script.LEMMA, number)

    def _induction(self, first: int, group: Sequence[Learned], wanted: set[int]) -> None:
        """Prove the lemmas of an induction."""
        clauses = {first + place: (each.diamond, each.clause) for place, each in enumerate(group)}
        invariant = Invariant(self.writer, clauses, wanted, self._lemmas(first))
        numbers, lemmas = invariant.lemmas()
        self.parts.append((numbers, Induction(lemmas)))
        for number, lemma in zip(numbers, lemmas, strict=True):
            self.proved[number] = disjunction(lemma.clause, script.LEMMA, number)


def _nodes(proof: Script) -> set[Node]:
    """The nodes that a proof refers to."""
    lemmas = [lemma for part in proof.parts for lemma in (part.lemmas if isinstance(part, Induction) else (part,))]
    steps = [step.node for tableau in (proof.tableau, *[each.tableau for each in lemmas]) for step in tableau.steps]
    return {proof.goal, *proof.theory, *steps, *[node for lemma in lemmas for node in lemma.clause]}


def script_of(problem: Problem, decision: Decision, clock: Clock | None = None) -> Script:
    """The proof of a decision that no model exists.

    Parameters
    ----------
    clock : Clock, optional
        The time limit.

    Raises
    ------
    TooLarge
        If a tableau has too many cases.
    OutOfTime
        If the time is over.
    """
    return Extraction(problem, decision, clock or Clock(None)).script()
