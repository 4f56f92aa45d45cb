"""Closed tableaux of lemmas, step by step; those of common knowledge by induction.

A clause of an invariant is about a fixpoint. Suppose that the clause fails, so the fixpoint fails. The first step of a
shortest way to the counterexample leads to a world where the counterexample is, or to a world where fewer steps are
left, so that the invariant holds there. If each way contradicts what the step carries, the clause holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from kripke.prove.proofs import script
from kripke.prove.proofs.script import Lemma, Step, Tableau
from kripke.prove.proofs.writing.cores import Clause, Cores, Fact, Reasoner, Reasoning, conjuncts, disjunction
from kripke.prove.question.nodes import AND, BOX, FALSE, FIX, TRUE, Group, Node, Option
from kripke.prove.search.rules import Rules

Places = dict[Node, int]
"""Node that holds at a world on the current branch -> the number of its step."""


class Builder:
    """A tableau that grows."""

    def __init__(self, suppositions: Iterable[Node]) -> None:
        self.steps: list[Step] = []
        self.worlds: list[tuple[int, Group]] = []
        self.branches: list[int] = []
        self.start: Places = {node: self.add(Step(script.SUPPOSE, node)) for node in suppositions}

    def add(self, step: Step) -> int:
        """Add a step; its number."""
        self.steps.append(step)
        return len(self.steps) - 1

    def world(self, group: Group, parent: int = 0) -> int:
        """Add a world that a group considers possible at its parent; its number."""
        self.worlds.append((parent, group))
        return len(self.worlds)

    def branch(self, parent: int) -> int:
        """Add a branch that goes on from another."""
        self.branches.append(parent)
        return len(self.branches)

    def reason(self, reasoning: Reasoning, places: Places, world: int, branch: int) -> None:
        """Add the steps of a reasoning at a world."""
        for node, clause in reasoning.derived:
            premises = tuple([places[other ^ 1] for other in clause.nodes if other != node])
            places[node] = self.add(Step(clause.rule, node, world, premises, branch, clause.of))
        end = reasoning.end
        open_nodes = {node for node, _ in reasoning.cases}
        premises = tuple([places[node ^ 1] for node in end.nodes if node not in open_nodes])
        if not reasoning.cases:
            self.add(Step(end.rule, FALSE, world, premises, branch, end.of))
        for node, below in reasoning.cases:
            case = self.branch(branch)
            number = self.add(Step(end.rule, node, world, premises, case, end.of))
            self.reason(below, {**places, node: number}, world, case)

    def arrive(self, facts: Iterable[Fact], before: Places, places: Places, world: int, branch: int) -> None:
        """Add the facts that a step carries to a world, from what holds at the world before."""
        for fact in facts:
            if fact.node not in places:
                premises = tuple([before[premise] for premise in fact.premises])
                places[fact.node] = self.add(Step(fact.rule, fact.node, world, premises, branch))

    def close(self, cores: Cores, places: Places, world: int, branch: int, lemmas: Sequence[Clause]) -> None:
        """Add the steps from what holds at a world to a contradiction."""
        if FALSE in places:
            return
        needed = cores.needed(places, lemmas)
        assert needed is not None, "the nodes contradict the lemmas"
        self.reason(Reasoner(cores.clauses(*needed)).reason(needed[0]), places, world, branch)

    def done(self) -> Tableau:
        """The tableau."""
        return Tableau(tuple(self.steps), tuple(self.worlds), tuple(self.branches))


def carried(rules: Rules, here: Collection[Node], label: Group) -> Iterator[Fact]:
    """The facts at a world that a group considers possible at a world."""
    nodes = rules.nodes
    for agent in sorted(label & rules.sometimes.keys()):
        yield Fact(rules.sometimes[agent], script.SEEN)
    for node in here:
        if nodes.kind[node >> 1] != BOX or not (group := nodes.group(node)) <= label:
            continue
        inner = nodes.inside(node)
        if not node & 1:
            yield Fact(inner, script.KNOWN, (node,))
            if (reasons := rules.has("transitive", group, here)) is not None:
                yield Fact(node, script.TRANSITIVE, (node, *reasons))
        elif rules.is_euclidean(group):
            yield Fact(node, script.EUCLIDEAN, (node,))
            if nodes.kind[inner >> 1] == BOX and inner & 1 and nodes.group(inner) == group:
                yield Fact(inner, script.TWICE, (node,))
    for group in rules.below(label):
        if group in rules.backward and (reasons := rules.has("symmetric", group, here)) is not None:
            for box in rules.by_group[group]:
                if (inside := nodes.inside(box) ^ 1) in here:
                    yield Fact(box ^ 1, script.SYMMETRIC, (inside, *reasons))


Core = tuple[set[Node], list[Clause]]
"""The nodes of world 0, and the hypotheses, that a proof needs."""


class Invariant:
    """The clauses of one induction."""

    def __init__(
        self, cores: Cores, clauses: dict[int, tuple[Node, list[Node]]], wanted: set[int], lemmas: Sequence[Clause]
    ) -> None:
        self.cores, self.rules, self.before = cores, cores.rules, lemmas
        self.fix = {number: fix for number, (fix, _) in clauses.items()}
        self.whole = {number: [fix, *[n for n in clause if n != fix]] for number, (fix, clause) in clauses.items()}
        self.clause: dict[int, list[Node]] = {}
        for (
            number,
            whole,
        ) in self.whole.items():  # without the ways of its fixpoint, all of which the proof goes through
            boxes = {option.box for option in cores.rules.nodes.options[whole[0]]}
            self.clause[number] = [node for node in whole if node == whole[0] or node not in boxes]
        self.wanted = set(wanted)
        self.unchanged: set[int] = set()
        """The clauses that cannot be shortened."""
        self.within: set[int] = set()
        """The clauses that follow from others in the same world."""

    def lemmas(self) -> tuple[list[int], tuple[Lemma, ...]]:
        """The numbers of the clauses that are needed, and their proofs."""
        while self._shorten():
            pass
        numbers = sorted(self.wanted)
        self.clause = {number: self._folded(self.clause[number]) for number in numbers}
        return numbers, tuple([self._lemma(number) for number in numbers])

    def _folded(self, clause: list[Node]) -> list[Node]:
        """The clause with one node in place of all parts of a conjunction or of common knowledge."""
        nodes = self.rules.nodes
        for base in self.rules.universe:
            if nodes.kind[base >> 1] in (AND, FIX):
                parts = [part ^ 1 for part in conjuncts(nodes, base)]
                if len(parts) > 1 and set(parts) <= set(clause[1:]):
                    clause = [*[node for node in clause if node == clause[0] or node not in parts], base ^ 1]
        return clause

    def _shorten(self) -> bool:
        """Leave out what no proof needs, and add the clauses that one needs; whether anything changed."""
        changed = False
        for number in sorted(self.wanted):
            before = self.clause[number]
            used, hypotheses = self._core(number)
            if number not in self.unchanged:
                self.clause[number] = [n for n in before if n == self.fix[number] or n ^ 1 in used]
            new = {clause.of for clause in hypotheses} - self.wanted
            changed |= bool(new) or self.clause[number] != before
            self.wanted |= new
        return changed

    def _core(self, number: int) -> Core:
        """The core of a proof of the clause."""
        if number not in self.within:
            core = self._core_by_ways(number)
            if core is not None:
                return core
            self.clause[number] = self.whole[number]
            self.unchanged.add(number)
            if (core := self._core_by_ways(number)) is not None:
                return core
            self.within.add(number)
        needed = self.cores.needed(self._supposed(number), self._known_here(number))
        assert needed is not None, "the clause follows from those before it"
        return set(needed[0]), [clause for clause in needed[1] if clause.rule == script.HYPOTHESIS]

    def _core_by_ways(self, number: int) -> Core | None:
        """The core of a proof by all ways to the counterexample; None if some way is possible."""
        used: set[Node] = set()
        hypotheses: list[Clause] = []
        for _, option, rule in self._ways(self.fix[number]):
            facts = self._facts(number, option, rule)
            core = self.cores.core(facts, self._known_there(option, rule))
            if core is None:
                return None
            used |= {premise for fact in core[0] for premise in fact.premises}
            hypotheses += [clause for clause in core[1] if clause.rule == script.HYPOTHESIS]
        return used, hypotheses

    def _supposed(self, number: int) -> list[Node]:
        return [node ^ 1 for node in self.clause[number]]

    def _ways(self, fix: Node) -> Iterator[tuple[int, Option, str]]:
        for place, option in enumerate(self.rules.nodes.options[fix]):
            yield place, option, script.ENDS
            yield place, option, script.ONWARD

    def _facts(self, number: int, option: Option, rule: str) -> list[Fact]:
        """The facts at the world that a way leads to."""
        here = self._unfolded(number)
        end = (option.body if rule == script.ENDS else option.then) ^ 1
        condition = [] if option.pre == TRUE else [Fact(option.pre, script.CONDITION)]
        return [Fact(end, rule), *condition, *carried(self.rules, here, self.rules.nodes.group(option.box))]

    def _unfolded(self, number: int) -> dict[Node, tuple[str, Node] | None]:
        """The suppositions, and the parts of conjunctions and common knowledge among them: rule and whole."""
        nodes = self.rules.nodes
        found: dict[Node, tuple[str, Node] | None] = dict.fromkeys(self._supposed(number))
        stack = list(found)
        while stack:
            node = stack.pop()
            if not node & 1 and nodes.kind[node >> 1] in (AND, FIX):
                rule = script.AND if nodes.kind[node >> 1] == AND else script.COMMON
                new = [part for part in conjuncts(nodes, node) if part not in found]
                found |= dict.fromkeys(new, (rule, node))
                stack += new
        return found

    def _hypotheses(self, fix: Node, numbers: list[int]) -> list[Clause]:
        return [disjunction(self.clause[n], script.HYPOTHESIS, n) for n in numbers if self.fix[n] == fix]

    def _known_there(self, option: Option, rule: str) -> list[Clause]:
        """What holds at the world of a way: the lemmas, and the invariant if the counterexample is farther away."""
        if rule == script.ENDS:
            return [*self.before]
        first = sorted(self.clause, key=lambda n: (n not in self.wanted, len(self.clause[n])))
        return [*self.before, *self._hypotheses(option.then, first)]

    def _known_here(self, number: int) -> list[Clause]:
        """The facts at world 0: the lemmas, and the clauses of the invariant that are proved before."""
        return [*self.before, *self._hypotheses(self.fix[number], [n for n in self.clause if n < number])]

    def _lemma(self, number: int) -> Lemma:
        """The proof of a clause."""
        builder = Builder(self._supposed(number))
        if number in self.within:
            builder.close(self.cores, builder.start, 0, 0, self._known_here(number))
        else:
            for node, part_of in self._unfolded(number).items():
                if part_of is not None:
                    rule, whole = part_of
                    builder.start[node] = builder.add(Step(rule, node, premises=(builder.start[whole],)))
            for way in self._ways(self.fix[number]):
                self._way(builder, number, way)
        return Lemma(tuple(self.clause[number]), builder.done())

    def _way(self, builder: Builder, number: int, way: tuple[int, Option, str]) -> None:
        """The branch of one way to the counterexample."""
        place, option, rule = way
        end, *facts = self._facts(number, option, rule)
        world, branch = builder.world(self.rules.nodes.group(option.box)), builder.branch(0)
        failing = builder.start[self.fix[number] ^ 1]
        places: Places = {end.node: builder.add(Step(rule, end.node, world, (failing,), branch, place))}
        lemmas = self._known_there(option, rule)
        core = self.cores.core([end, *facts], lemmas)
        assert core is not None, "no way is possible"
        for fact in core[0]:
            if fact.rule == script.CONDITION:
                places[fact.node] = builder.add(Step(fact.rule, fact.node, world, (places[end.node],), branch))
            elif fact.rule != rule:
                builder.arrive([fact], builder.start, places, world, branch)
        builder.close(self.cores, places, world, branch, core[1])
