"""A tableau read backwards: what each world contributes to the contradiction, and the theorem that says so.

Each closed branch refutes some facts at one world, by lines of the derivation that hold at every world. Going back
through the steps, a fact is replaced by those that it follows from, and cases by the facts that all of them need. Where
the world begins, a theorem says that its facts contradict each other, and the box puts it into the world before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kripke.prove.proofs import script as s
from kripke.prove.proofs.checking.clauses import CLAUSES, Clause, clause_of
from kripke.prove.proofs.deriving.facts import Facts, Law
from kripke.prove.proofs.deriving.passages import Passages
from kripke.prove.proofs.deriving.sheet import Draft
from kripke.prove.proofs.script import Group, Node, Step, Tableau
from logic.clauses import Bottom
from logic.formula import Formula

FALSE: Node = 1


@dataclass(slots=True)
class Claim:
    """Some facts at a world cannot hold together.

    Parameters
    ----------
    laws : dict of Law
        What holds at the world since agents see it.
    hypotheses : dict of int
        The lemmas of the induction that are used, by number.
    """

    world: int
    facts: dict[int, None] = field(default_factory=dict)
    lines: dict[Draft, None] = field(default_factory=dict)
    laws: dict[Law, None] = field(default_factory=dict)
    hypotheses: dict[int, None] = field(default_factory=dict)

    def add(self, facts: Iterable[int], lines: Iterable[Draft], laws: Iterable[Law] = ()) -> None:
        """Add what the claim needs."""
        self.facts |= dict.fromkeys(facts)
        self.lines |= dict.fromkeys(lines)
        self.laws |= dict.fromkeys(laws)


@dataclass(frozen=True, slots=True)
class Way:
    """A step towards the counterexample of an induction.

    Parameters
    ----------
    hypotheses : tuple of int
        The lemmas of the induction that are used there, by number.
    """

    group: Group
    given: tuple[Formula, ...]
    lines: tuple[Draft, ...]
    hypotheses: tuple[int, ...]


class Reader:
    """Reads a tableau."""

    def __init__(self, facts: Facts, tableau: Tableau) -> None:
        self.facts, self.passages = facts, Passages(facts)
        self.steps, self.worlds = tableau.steps, tableau.worlds
        self.ways: list[Way] = []
        """In an induction, the ways to the counterexample."""
        self.above = tableau.branches
        self.of_branch: list[list[int]] = [[] for _ in range(len(tableau.branches) + 1)]
        self.created: dict[int, int] = {}
        for place, step in enumerate(tableau.steps):
            self.of_branch[step.branch].append(place)
            self.created.setdefault(step.world, place)

    def claim(self) -> Claim:
        """What the tableau says about world 0; its facts are suppositions."""
        claims: dict[int, Claim] = {}
        for branch in reversed(range(len(self.of_branch))):
            places = self.of_branch[branch]
            cases = [case for case, above in enumerate(self.above, 1) if above == branch and case in claims]
            claim = self._cases(cases, claims) if cases else self._closed(places[-1])
            for place in reversed(places[bool(branch) :]):
                claim = self._before(place, claim)
            claims[branch] = claim
        return claims[0]

    def _closed(self, place: int) -> Claim:
        """The claim of the step that closes a branch."""
        step = self.steps[place]
        if step.rule not in CLAUSES and step.rule not in (s.THEORY, s.LEMMA, s.HYPOTHESIS):
            return Claim(step.world, {place: None})
        claim = Claim(step.world)
        self._rest(claim, [step])
        return claim

    def _cases(self, branches: Sequence[int], claims: dict[int, Claim]) -> Claim:
        """The claim of a case distinction; that of a case which does not need to be one."""
        firsts = [self.of_branch[branch][0] for branch in branches]
        steps = [self.steps[first] for first in firsts]
        if steps[0].rule in s.WAYS:
            return self._by_ways([(first, claims[branch]) for first, branch in zip(firsts, branches, strict=True)])
        whole = Claim(steps[0].world)
        for branch, first in zip(branches, firsts, strict=True):
            claim = claims[branch]
            if claim.world != whole.world or first not in claim.facts:
                return claim
            del claim.facts[first]
            whole.add(claim.facts, claim.lines, claim.laws)
            whole.hypotheses |= claim.hypotheses
        self._rest(whole, steps)
        return whole

    def _by_ways(self, cases: Sequence[tuple[int, Claim]]) -> Claim:
        """The claim of an induction: what the facts at the worlds of all ways rest on."""
        whole = Claim(0)
        for first, claim in cases:
            if claim.world != self.steps[first].world:
                return claim
            given = self.given(claim, whole, but=first)
            group = self.worlds[claim.world - 1][1]
            self.ways.append(Way(group, tuple(given), tuple(claim.lines), tuple(claim.hypotheses)))
        return whole

    def _before(self, place: int, claim: Claim) -> Claim:
        """The claim before a step."""
        step = self.steps[place]
        if step.world != claim.world:
            return claim
        if place in claim.facts and (step.rule in CLAUSES or step.rule in (s.THEORY, s.LEMMA, s.HYPOTHESIS)):
            del claim.facts[place]
            self._rest(claim, [step])
        if step.world and place == self.created[step.world] and step.rule not in s.WAYS:
            return self._lifted(step, claim)
        return claim

    def _rest(self, claim: Claim, steps: Sequence[Step]) -> None:
        """Add to a claim what a step or a case distinction rests on."""
        first = steps[0]
        clause = self.clause(steps)
        if first.rule == s.HYPOTHESIS:
            claim.hypotheses[first.of] = None
        claim.add(first.premises, *self.facts.within(first, clause))

    def clause(self, steps: Sequence[Step]) -> Clause:
        """The clause that a step or case distinction uses."""
        premises = [self.steps[premise].node ^ 1 for premise in steps[0].premises]
        return clause_of([*[step.node for step in steps], *premises])

    def _lifted(self, first: Step, claim: Claim) -> Claim:
        """The claim about the world before."""
        parent, group = self.worlds[claim.world - 1]
        box = self.facts.axioms.box(group)
        before = Claim(parent)
        then = self.facts.formula(first.node ^ 1)
        given = self.given(claim, before, but=self.created[claim.world])
        before.add(first.premises, self.facts.axioms.sheet.lift(box, given, then, claim.lines))
        if isinstance(then, Bottom) and first.rule == s.SUCCESSOR:
            before.add((), [self.passages.serial(group)])
        return before

    def given(self, claim: Claim, before: Claim, but: int) -> list[Formula]:
        """The facts at a world, besides one; what their boxes rest on is added to the claim about the world before."""
        group = self.worlds[claim.world - 1][1]
        found: list[Formula] = []
        for place in sorted(claim.facts.keys() - {but}):
            step = self.steps[place]
            if step.rule == s.CONDITION or step.node in self.facts.unsaid:
                continue
            premises = [self.steps[premise].node for premise in step.premises]
            before.add(step.premises, *self.passages.carry(step, group, premises))
            found.append(self.facts.formula(step.node))
        for law in claim.laws:
            before.add((), self.passages.law(law, group))
            found.append(law.formula)
        return list(dict.fromkeys(found))
