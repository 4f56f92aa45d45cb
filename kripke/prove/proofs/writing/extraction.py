"""Extraction of a proof from a finished search: the needed lemmas, each with its tableau.

The search learns each lemma from earlier lemmas, either because a diamond has no successor, or by induction. This
module goes back from the refutation to find the lemmas that it needs. Then it goes forward and proves each of them
again from as few facts (see `Fact`) as possible, which often makes the lemma shorter.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kripke.prove.clock import Clock
from kripke.prove.proofs import script
from kripke.prove.proofs.script import Induction, Lemma, Row, Script, Step, Tableau
from kripke.prove.proofs.writing.tableaux import Builder, Clause, Cores, Fact, Invariant, Places, carried, disjunction
from kripke.prove.question.nodes import ATOM, FALSE, FIX, TRUE, Group, Node
from kripke.prove.question.problem import Problem
from kripke.prove.question.reduction import Reducer
from kripke.prove.search.search import Decision, Learned
from logic.shared import depth_first


def rows_of(problem: Problem, used: set[Node]) -> tuple[Row, ...]:
    """Return the table of formulas of a problem; rows that no node in `used` needs are ``unused``."""
    nodes = problem.nodes
    rows: list[Row] = [("unused",)] * len(nodes)
    for base in depth_first([0, *[node & ~1 for node in used]], lambda base: [n & ~1 for n in nodes.below(base)]):
        kind, args = nodes.kind[base >> 1], nodes.args[base >> 1]
        row: Row = kind, *args
        if kind == ATOM and isinstance(args[0], tuple):
            row = "member", *args[0]
        elif kind == FIX:
            context, number, *place = args[0]  # type: ignore[misc]
            steps = [(nodes.group(o.box), o.pre, o.body, o.then, o.box) for o in nodes.options[base]]
            history = *_history(problem.reducer, context), *[("at", step) for step in place]  # type: ignore[has-type]
            row = kind, problem.reducer.rows[number][0], history, tuple(steps)  # type: ignore[has-type]
        rows[base >> 1] = row
    return tuple(rows)


def _history(reducer: Reducer, context: int) -> tuple[Row, ...]:
    events: list[Row] = []
    for _, step in reversed(reducer.contexts.history(context)):
        if step.action is not None:
            events.append(("happened", step.action.name, step.event))
        elif step.row is None:
            events.append(("resolved", step.pool))
        else:
            answer = ("answered", step.answer, step.hearers) if step.asked else ("announced",)
            events.append((answer[0], reducer.rows[step.row][0], *answer[1:]))
    return tuple(events)


Part = tuple[Sequence[int], Lemma | Induction]  # The numbers of the lemmas, and the lemma or induction


def tidy(parts: Sequence[Part], tableau: Tableau) -> tuple[tuple[Lemma | Induction, ...], Tableau]:
    """Drop unneeded lemmas, inline each lemma whose only use is to close a branch, and renumber the others.

    The lemmas of inductions are not inlined.
    """
    kept = _needed(parts, tableau)
    tableaux = [tableau, *[lemma.tableau for _, part in kept for lemma in part.lemmas]]
    uses = [use for each in tableaux for use in _uses(each)]
    count = Counter(of for of, _ in uses)
    single = {of for of, closes in uses if closes and count[of] == 1}  # used once, to close a branch
    inlined: dict[int, Tableau] = {}
    number: dict[int, int] = {}
    remaining: list[Part] = []
    for numbers, part in kept:
        new = _each(part, lambda each: _spliced(each, inlined))
        if isinstance(new, Lemma) and numbers[0] in single:
            inlined[numbers[0]] = new.tableau
        else:
            number |= {old: len(number) + place for place, old in enumerate(numbers)}
            remaining.append((numbers, new))
    lemmas = tuple([_each(part, lambda each: _renumbered(each, number)) for _, part in remaining])
    return lemmas, _renumbered(_spliced(tableau, inlined), number)


def _uses(tableau: Tableau) -> Iterator[tuple[int, bool]]:
    seen = set()
    for step in tableau.steps:
        is_new = step.node == FALSE or (step.of, step.premises) not in seen
        if step.rule in (script.LEMMA, script.HYPOTHESIS) and is_new:
            seen.add((step.of, step.premises))
            yield step.of, step.node == FALSE


def _needed(parts: Sequence[Part], tableau: Tableau) -> list[Part]:
    wanted = {of for of, _ in _uses(tableau)}
    kept: list[Part] = []
    for numbers, part in reversed(parts):
        needed = dict(zip(numbers, part.lemmas, strict=True))
        stack = [number for number in numbers if number in wanted]
        while stack:
            new = {of for of, _ in _uses(needed[stack.pop()].tableau)} - wanted
            wanted |= new
            stack += new & needed.keys()
        needed = {number: lemma for number, lemma in needed.items() if number in wanted}
        if needed:
            kept.append((list(needed), Induction(tuple(needed.values())) if isinstance(part, Induction) else part))
    return kept[::-1]


def _each(part: Lemma | Induction, change: Callable[[Tableau], Tableau]) -> Lemma | Induction:
    lemmas = [Lemma(lemma.clause, change(lemma.tableau)) for lemma in part.lemmas]
    return Induction(tuple(lemmas)) if isinstance(part, Induction) else lemmas[0]


def _renumbered(tableau: Tableau, number: Mapping[int, int]) -> Tableau:
    steps = [replace(s, of=number[s.of]) if s.rule in (script.LEMMA, script.HYPOTHESIS) else s for s in tableau.steps]
    return replace(tableau, steps=tuple(steps))


def _spliced(tableau: Tableau, inlined: Mapping[int, Tableau]) -> Tableau:
    """Return the tableau with inlined lemmas: their steps replace the steps that use them."""
    steps, worlds, branches = list[Step](), list[tuple[int, Group]](), list[int]()

    def add(part: Tableau, use: Step) -> None:
        """Add the steps of `part`; those of a lemma replace the step `use`, which cites the lemma."""
        holds = {steps[premise].node: premise for premise in use.premises}
        world = {0: use.world} | {number: len(worlds) + number for number in range(1, len(part.worlds) + 1)}
        branch = {0: use.branch} | {number: len(branches) + number for number in range(1, len(part.branches) + 1)}
        worlds.extend([(world[parent], group) for parent, group in part.worlds])
        branches.extend([branch[parent] for parent in part.branches])
        place: dict[int, int] = {}
        for old, step in enumerate(part.steps):
            premises = tuple([place[premise] for premise in step.premises])
            new = replace(step, world=world[step.world], premises=premises, branch=branch[step.branch])
            if step.rule == script.LEMMA and step.of in inlined:
                add(inlined[step.of], new)
            elif step.rule == script.SUPPOSE and step.node in holds:
                place[old] = holds[step.node]
            else:  # the clause of a lemma does not name `TRUE`, which its tableau may suppose
                place[old] = len(steps)
                is_true = step.rule == script.SUPPOSE and part is not tableau
                steps.append(replace(new, rule=script.CONTRADICTION) if is_true else new)

    add(tableau, Step(script.SUPPOSE, TRUE))
    return Tableau(tuple(steps), tuple(worlds), tuple(branches))


class Extraction:
    """Extracts a proof from a decision that no model exists."""

    def __init__(self, problem: Problem, decision: Decision, clock: Clock) -> None:
        self.problem, self.nodes = problem, problem.nodes
        self.rules, self.learned = decision.search.rules, decision.search.lemmas
        self.cores = Cores(self.rules, problem.theory, clock)
        self.proved: dict[int, Clause] = {}  # number of a lemma -> the clause that its new proof establishes
        self.parts: list[tuple[list[int], Lemma | Induction]] = []
        """The lemmas and inductions proved so far, each with the numbers of its lemmas."""
        self.wanted: set[int] = set()

    def script(self) -> Script:
        """Return the proof of the decision, with the lemmas that it needs."""
        for first, group in self._needed():
            if group[0].induction < 0:
                self._lemma(first, group[0])
            else:
                self._induction(first, group, self.wanted & set(range(first, first + len(group))))
        builder = Builder([self.problem.goal])
        if self.problem.goal != FALSE:
            builder.close(self.cores, builder.start, 0, 0, self._lemmas(len(self.learned)))
        goal, theory = self.problem.goal, self.problem.theory
        systems = {agent: system.name for agent, system in self.problem.systems.items()}
        parts, tableau = tidy(self.parts, builder.done())
        proved = [Lemma((goal,), tableau), *[lemma for part in parts for lemma in part.lemmas]]
        used = {node for lemma in proved for node in (*lemma.clause, *[step.node for step in lemma.tableau.steps])}
        return Script(rows_of(self.problem, used | {*theory}), goal, theory, systems, parts, tableau)

    def _needed(self) -> list[tuple[int, list[Learned]]]:
        """Return the groups of needed lemmas, with the number of each group's first lemma.

        A group is an induction or one lemma.
        """
        wanted = self.wanted
        raw = [Clause(tuple(each.clause), script.LEMMA, number) for number, each in enumerate(self.learned)]
        self._want(wanted, [self.problem.goal], raw)
        groups = []
        for first, group in reversed(self._groups()):
            if wanted.isdisjoint(range(first, first + len(group))):
                continue
            groups.append((first, group))
            if group[0].induction >= 0:
                wanted |= set(range(first))  # the new proof of the induction shows which of them it needs
            else:
                here = [node ^ 1 for node in group[0].clause]
                self._want(wanted, [fact.node for fact in self._next(here, group[0].diamond)], raw[:first])
        return groups[::-1]

    def _want(self, wanted: set[int], nodes: Iterable[Node], lemmas: Sequence[Clause]) -> None:
        needed = self.cores.needed(nodes, lemmas)
        assert needed is not None, "the search refuted these nodes"
        wanted |= {clause.of for clause in needed[1]}

    def _groups(self) -> list[tuple[int, list[Learned]]]:
        key = lambda item: (item[1].induction, item[0] if item[1].induction < 0 else 0)  # noqa: E731
        groups = [list(group) for _, group in groupby(enumerate(self.learned), key)]
        return [(group[0][0], [each for _, each in group]) for group in groups]

    def _lemmas(self, before: int) -> list[Clause]:
        """Return the clauses of the lemmas with numbers below `before` that are proved so far, the shortest first."""
        return sorted([c for number, c in self.proved.items() if number < before], key=lambda c: len(c.nodes))

    def _first(self, here: Collection[Node], diamond: Node) -> Fact:
        """Return the first fact at a diamond's successor: the diamond's scope, or, by seriality, `TRUE`."""
        if diamond not in here:
            return Fact(TRUE, script.SUCCESSOR)
        return Fact(self.nodes.inside(diamond), script.POSSIBLE, (diamond,))

    def _next(self, here: Collection[Node], diamond: Node) -> list[Fact]:
        facts = carried(self.rules, here, self.nodes.group(diamond))
        return [*[self._first(here, diamond)] * (diamond in here), *facts]

    def _lemma(self, number: int, learned: Learned) -> None:
        """Prove again a lemma that the search learned when the successor of a diamond failed, and store the proof."""
        here, diamond = [node ^ 1 for node in learned.clause], learned.diamond
        core = self.cores.core(self._next(here, diamond), self._lemmas(number))
        assert core is not None, "the search refuted these nodes"
        facts, lemmas = core
        used = {premise for fact in facts for premise in fact.premises} | ({diamond} & set(here))
        builder = Builder([node for node in here if node in used])
        world = builder.world(self.nodes.group(diamond))
        places: Places = {}
        builder.arrive([self._first(here, diamond), *facts], builder.start, places, world, 0)
        builder.close(self.cores, places, world, 0, lemmas)
        self.parts.append(([number], Lemma(tuple([node ^ 1 for node in builder.start]), builder.done())))
        self.proved[number] = disjunction([node ^ 1 for node in builder.start], script.LEMMA, number)

    def _induction(self, first: int, group: Sequence[Learned], wanted: set[int]) -> None:
        clauses = {first + place: (each.diamond, each.clause) for place, each in enumerate(group)}
        invariant = Invariant(self.cores, clauses, wanted, self._lemmas(first))
        numbers, lemmas = invariant.lemmas()
        self.parts.append((numbers, Induction(lemmas)))
        for number, lemma in zip(numbers, lemmas, strict=True):
            self.proved[number] = disjunction(lemma.clause, script.LEMMA, number)


def script_of(problem: Problem, decision: Decision, clock: Clock | None = None) -> Script:
    """Extract a proof from a decision that no model exists; `TooLarge` if a tableau has too many cases."""
    return Extraction(problem, decision, clock or Clock(None)).script()
