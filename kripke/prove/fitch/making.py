"""Goal-directed search for proofs in the style of Fitch; the prover decides which subgoals follow.

A goal is proved by the rule that introduces its operator if the premises of that rule follow, otherwise indirectly. To
derive a contradiction from the formulas known (already derived) at a world, the search first applies rules without
cases. Then it tries case distinctions if the formulas are contradictory by propositional logic alone. Otherwise it
tries a strict subproof (see `FitchProof`) of X for each known formula ``~K_a X``, and then case distinctions on a known
formula or on a box such as ``K_a X``. These cases suffice in S5 and KD45 (analytic cuts: M. Fitting, *Proof Methods for
Modal and Intuitionistic Logics* (1983), chapter 9). Lines that the proof does not need are left out at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from operator import mul, neg
from typing import TypeAlias

from kripke.prove.clock import Clock
from kripke.prove.errors import NoDerivation, WrongProof
from kripke.prove.fitch.proof import FitchProof, as_written, boxed, common, core, everyone, lettered
from kripke.prove.hilbert.marking import two_boxes
from kripke.prove.hilbert.reading import CLOSED, Bar, Line
from kripke.prove.question.problem import Options, System, assign, box, pose
from kripke.prove.search.search import Decision
from logic import clauses as f
from logic.clauses import And, Atom, Bottom, Iff, Implies, K, Not, Or, Top, conj
from logic.errors import TooLarge, listing, shorten
from logic.formula import NAMELESS, Formula, agents_of
from logic.shared import depth_first, expanded, irreducible, size

LARGEST = 300  # number of nodes of the formulas above which no proof is sought
MOST_LINES = 100_000  # number of lines, including those that are left out, after which the search ends
SECONDS = 20.0  # default time limit of `make`

FALSE = Bottom()
RULED = (Top, Bottom, Atom, Not, And, Or, Implies, Iff, K, f.D, f.C)
CONNECTIVES: Mapping[type[Formula], Callable[..., int]] = {
    Top: lambda: 1,
    Bottom: lambda: -1,
    Not: neg,
    And: min,
    Or: max,
    Implies: lambda one, other: max(-one, other),
    Iff: mul,
}  # their truth tables for the values of `Maker.value`
COMPOUND = (Not, And, Or, Implies, Iff)  # known formulas that add nothing once the rules have been applied to them


@dataclass(eq=False, slots=True)
class Sub:
    """A subproof in progress: its bar (the agents whose possible worlds it is about), and its first and last lines."""

    bar: Bar
    first: DraftLine | None = None  # its assumption, if it has one
    last: DraftLine = field(init=False)  # the line that it proves


@dataclass(eq=False, slots=True)
class DraftLine:
    """A line under construction, which has no number yet."""

    formula: Formula
    rule: str
    of: tuple[DraftLine | Sub, ...]  # the lines and subproofs that it cites
    path: tuple[Sub, ...]  # the subproofs that contain it, the outermost first


class Stuck(Exception):
    """Raised if no Fitch-style proof of a goal was found."""


Known: TypeAlias = "dict[Formula, DraftLine]"  # known formula -> its line
Step: TypeAlias = "Callable[[], DraftLine | None]"  # an attempt to prove a goal; it returns the line, or None


def _first(steps: Iterable[Step]) -> DraftLine | None:
    """Return the result of the first step that succeeds; None if there is none."""
    for step in steps:
        with suppress(Stuck):
            if line := step():
                return line
    return None


class Maker:
    """Builds a proof; stores the lines so far, and the formulas known at the world of the innermost subproof.

    At most `most` lines are made, including those that are removed again.
    """

    def __init__(self, systems: Mapping[str, System], theory: Sequence[Formula], clock: Clock, most: int) -> None:
        self.systems, self.theory, self.clock, self.most = systems, theory, clock, most
        self.lines: list[DraftLine] = []
        self.path: tuple[Sub, ...] = ()
        self.known: Known = {}
        self.tried: list[tuple[frozenset[str], frozenset[Formula], Formula]] = []  # the running searches
        self.answers: dict[tuple[frozenset[Formula], Formula], bool] = {}

    # ------------------------------------------------------------------------------------------------- lines

    def line(self, formula: Formula, rule: str, *of: DraftLine | Sub) -> DraftLine:
        """Return the line of a formula; a formula that is not known gets a new line, derived by `rule` from `of`."""
        if formula in self.known:
            return self.known[formula]
        return self._add(formula, rule, of)

    def _add(self, formula: Formula, rule: str, of: tuple[DraftLine | Sub, ...] = ()) -> DraftLine:
        self.clock.tick()
        self.most -= 1
        if self.most < 0:
            raise TooLarge("the search for a proof in the style of Fitch made too many lines")
        line = DraftLine(formula, rule, of, self.path)
        self.lines.append(line)
        self.known[formula] = line
        return line

    def under(self, supposed: Formula | None, prove: Callable[[], DraftLine], bar: Bar = None) -> Sub:
        """Return a subproof with this bar and, if given, the assumption `supposed`; `prove` proves its last line.

        If `Stuck` is raised inside, the subproof's lines are removed.
        """
        lines, path, known = len(self.lines), self.path, self.known
        sub = Sub(bar)
        self.path = (*path, sub)
        self.known = {**known} if bar is None else {}
        try:
            if supposed is not None:
                sub.first = self._add(supposed, "assume")
            for law in self.theory if bar is not None else ():
                self.line(law, "theory")
            last = prove()
            sub.last = last if last.path == self.path else self._add(last.formula, "R", (last,))  # a line from outside
            return sub
        except Stuck:
            del self.lines[lines:]
            raise
        finally:
            self.path, self.known = path, known

    @contextmanager
    def _once(self, group: frozenset[str], given: Iterable[Formula], goal: Formula) -> Iterator[None]:
        """Context manager for a search for a proof of `goal` from `given`; raises `Stuck` if this search is running."""
        state = group, frozenset(given), goal
        if state in self.tried:
            raise Stuck
        self.tried.append(state)
        try:
            yield
        finally:
            self.tried.pop()

    # --------------------------------------------------------------------------------------------- questions

    def follows(self, given: Iterable[Formula], then: Formula) -> bool:
        """Whether `then` holds at each world where the given formulas hold, in all models of the theory."""
        given = frozenset(given)
        key = given, then
        if key not in self.answers:
            logic = {agent: system.name for agent, system in self.systems.items()}
            problem = pose([*given, Not(then)], Options(logic or None, self.theory), self.clock)
            self.answers[key] = Decision(problem, self.clock).arcs() is None
        return self.answers[key]

    def has(self, group: Collection[str], needed: str) -> bool:
        """Whether the systems of a group's agents ensure that the relation of the group has a property."""
        needed = "reflexive" if needed == "serial" and len(group) > 1 else needed
        return all(needed in self.systems[agent].properties for agent in group)

    def value(self, formula: Formula) -> int:
        """Return 1 if the known formulas make the formula true, -1 if false, 0 if neither (strong Kleene logic)."""
        if formula in self.known:
            return 1
        if Not(formula) in self.known:
            return -1
        truth = CONNECTIVES.get(type(formula))
        return truth(*map(self.value, formula.children)) if truth else 0

    def show(self, said: Formula) -> DraftLine:
        """Derive a formula that the known formulas make true."""
        if said in self.known:
            return self.known[said]
        match said:
            case Top():
                return self.line(said, "trueI")
            case Not(Not(sub)):
                return self.line(said, "DN", self.show(sub))
            case And(one, other):
                return self.line(said, "&I", self.show(one), self.show(other))
            case Or(one, other):
                return self.line(said, "|I", self.show(one if self.value(one) > 0 else other))
            case Implies(one, other):
                return self.line(said, "->I", self.under(one, lambda: self._then(one, other)))
            case Iff(one, other):
                there = self.under(one, lambda: self._then(one, other))
                return self.line(said, "<->I", there, self.under(other, lambda: self._then(other, one)))
            case Not(sub):
                return self.line(said, "~I", self.under(sub, lambda: self._clash(sub)))
        raise Stuck

    def _then(self, one: Formula, other: Formula) -> DraftLine:
        """Derive `other` under the assumption `one`: from the known formulas, or since they contradict `one`."""
        if self.value(other) > 0:
            return self.show(other)
        return self.line(other, "falseE", self._clash(one))

    def _clash(self, false: Formula) -> DraftLine:
        """Derive a contradiction from a supposed formula that is known to be false."""
        here = self.known[false]
        match false:
            case Bottom():
                return here
            case _ if Not(false) in self.known:
                return self.line(FALSE, "~E", here, self.known[Not(false)])
            case Not(sub):
                return self.line(FALSE, "~E", self.show(sub), here)
            case And(one, other):
                part = one if self.value(one) < 0 else other
                self.line(part, "&E", here)
                return self._clash(part)
            case Or(one, other):
                cases = [self.under(each, partial(self._clash, each)) for each in (one, other)]
                return self.line(FALSE, "|E", here, *cases)
            case Implies(one, other):
                self.line(other, "->E", here, self.show(one))
                return self._clash(other)
            case Iff(one, other):
                true, wrong = (one, other) if self.value(one) > 0 else (other, one)
                self.line(wrong, "<->E", here, self.show(true))
                return self._clash(wrong)
        raise Stuck

    # ------------------------------------------------------------------------------------------ without cases

    def grow(self) -> bool:
        """Apply rules without case distinctions until nothing new follows; return whether a contradiction follows."""
        count = -1
        while FALSE not in self.known and count < len(self.known):
            count = len(self.known)
            for formula in list(self.known):
                if FALSE not in self.known:
                    self._grow(formula)
        return FALSE in self.known

    def _grow(self, formula: Formula) -> None:
        """Add the formulas that follow from a known formula without case distinctions."""
        here = self.known[formula]
        if Not(formula) in self.known:
            self.line(FALSE, "~E", here, self.known[Not(formula)])
            return
        match formula:
            case And(one, other):
                self.line(one, "&E", here)
                self.line(other, "&E", here)
            case Implies(one, other) | Iff(one, other):
                rule, both = ("<->E", True) if isinstance(formula, Iff) else ("->E", False)
                for left, right in ((one, other), (other, one)):
                    value = self.value(left)
                    if value > 0 and right not in self.known and (both or left is one):
                        self.line(right, rule, here, self.show(left))
                    elif value < 0 and (both or left is other):
                        self._refuted(right, partial(self._clash_by, left, rule, here, right))
            case Or(one, other):
                for left, right in ((one, other), (other, one)):
                    if self.value(left) < 0 and right not in self.known:
                        cases = [self.under(part, partial(self._then, part, right)) for part in (left, right)]
                        self.line(right, "|E", here, *(cases if left is one else reversed(cases)))
            case Not(sub):
                self._grow_negation(sub, here)
        if (shared := common(formula)) is not None:
            for agent in sorted(shared[0]):
                self.line(K(agent, And(shared[1], formula)), "CE", here)
        modal = boxed(formula)
        if modal is not None and self.has(modal[0], "reflexive"):
            self.line(modal[1], "T", here)
        elif modal is not None and isinstance(modal[1], Bottom) and self.has(modal[0], "serial"):
            self.line(FALSE, "D", here)

    def _clash_by(self, false: Formula, rule: str, here: DraftLine, supposed: Formula) -> DraftLine:
        """Apply the rule to a line and a supposed formula, and derive a contradiction from the result."""
        self.line(false, rule, here, self.known[supposed])
        return self._clash(false)

    def _grow_negation(self, sub: Formula, here: DraftLine) -> None:
        """Add the formulas that follow from the negation of `sub`, which is the line `here`."""

        def clash() -> DraftLine:
            return self.line(FALSE, "~E", self.show(sub), here)

        match sub:
            case Top():
                clash()
            case Not(inner):
                self.line(inner, "DN", here)
            case Or(one, other):
                self._refuted(one, clash)
                self._refuted(other, clash)
            case Implies(one, other):
                self._indirect(one, clash)
                self._refuted(other, clash)
            case And(one, other) | Iff(one, other):
                for left, right in ((one, other), (other, one)):
                    if self.value(left) > 0:
                        self._refuted(right, clash)
                    elif self.value(left) < 0 and isinstance(sub, Iff):
                        self._indirect(right, clash)

    def _refuted(self, formula: Formula, clash: Callable[[], DraftLine]) -> None:
        """Prove the negation of a formula; `clash` derives a contradiction from the formula."""
        if Not(formula) not in self.known:
            self.line(Not(formula), "~I", self.under(formula, clash))

    def _indirect(self, formula: Formula, clash: Callable[[], DraftLine]) -> None:
        """Prove a formula indirectly; `clash` derives a contradiction from the formula's negation."""
        if formula not in self.known:
            self.line(formula, "IP", self.under(Not(formula), clash))

    # ------------------------------------------------------------------------------------------------- goals

    def prove(self, goal: Formula) -> DraftLine:
        """Prove a goal that follows from the known formulas; raise `Stuck` if no proof is found."""
        if goal in self.known:
            return self.known[goal]
        if self.grow():
            return self.line(goal, "falseE", self.known[FALSE])
        if self.value(goal) > 0:
            return self.show(goal)
        match goal:
            case Bottom():
                return self.refute()
            case And(one, other):
                return self.line(goal, "&I", self.prove(one), self.prove(other))
            case Implies(one, other):
                return self.line(goal, "->I", self.under(one, lambda: self.prove(other)))
            case Iff(one, other):
                there = self.under(one, lambda: self.prove(other))
                return self.line(goal, "<->I", there, self.under(other, lambda: self.prove(one)))
            case Not(sub):
                return self.line(goal, "~I", self.under(sub, lambda: self.prove(FALSE)))
            case Or(one, other):
                for part in (one, other):
                    if self.follows(self.known, part):
                        return self.line(goal, "|I", self.prove(part))
        with self._once(frozenset(), self.known, goal):
            line = _first(partial(way, goal) for way in (self._box, self._common, self._antecedent, self._by_cases))
        return line or self.line(goal, "IP", self.under(Not(goal), lambda: self.prove(FALSE)))

    def _box(self, goal: Formula) -> DraftLine | None:
        """Prove a box, such as ``K_a X``, by a strict subproof; None for other goals, or if X does not follow."""
        modal = boxed(goal)
        if modal is None or not self.follows(self._seen(modal[0]), modal[1]):
            return None
        return self.line(goal, "KI", self._strict(*modal))

    def _antecedent(self, goal: Formula) -> DraftLine | None:
        """Prove the goal with a known implication whose antecedent follows; return None if there is none."""
        for formula in list(self.known):
            match formula:
                case Implies(one, other) if not self.value(other) and self.follows({*self.known} - {formula}, one):
                    self.line(other, "->E", self.known[formula], self.prove(one))
                    return self.prove(goal)
        return None

    def _by_cases(self, goal: Formula) -> DraftLine | None:
        """Prove the goal in both cases of a known disjunction; return None if there is none."""
        known = next((each for each in self._needed(goal) if isinstance(each, Or)), None)
        return None if known is None else self._either(known, goal)

    def _needed(self, goal: Formula, said: Mapping[Formula, Formula] | None = None) -> list[Formula]:
        """Return a few known formulas such that case distinctions on them suffice for the goal.

        `said` maps each known formula to the formula that replaces it in this test; None: no formula is replaced.
        """
        said = {each: each for each in self.known} if said is None else said
        needed = sorted([each for each in self.known if self._cases_of(each) is not None], key=size, reverse=True)
        simple = [each for each in self.known if not isinstance(each.sub if isinstance(each, Not) else each, COMPOUND)]
        rest = [said[each] for each in simple]
        return irreducible(needed, lambda fewer: self.follows([*rest, *[said[each] for each in fewer]], goal))[::-1]

    def _cases_of(self, formula: Formula) -> Formula | None:
        """Return the part of `formula` by which to distinguish cases; None if no case distinction is needed."""
        match formula:
            case Or(one, other) | Implies(one, other) | Iff(one, other) | Not(And(one, other) | Iff(one, other)):
                return None if self.value(one) or self.value(other) else one
        return None

    # ---------------------------------------------------------------------------------------- contradictions

    def refute(self) -> DraftLine:
        """Derive a contradiction from the known formulas; raise `Stuck` if no proof is found."""
        if self.grow():
            return self.known[FALSE]
        ways = (self._splits_of_letters, self._unknown, self._absurd, self._splits, self._cuts)
        if (line := _first(step for way in ways for step in way())) is None:
            raise Stuck
        return line

    def _splits_of_letters(self) -> Iterator[Step]:
        """Yield case distinctions to try if the known formulas are contradictory by propositional logic alone."""
        letters = {each: lettered(each) for each in self.known}
        if self.follows(letters.values(), FALSE):
            yield from self._split(self._needed(FALSE, letters))

    def _splits(self) -> Iterator[Step]:
        yield from self._split(needed := self._needed(FALSE))
        yield from self._split([each for each in self.known if each not in needed])

    def _split(self, formulas: Iterable[Formula]) -> Iterator[Step]:
        for formula in formulas:
            if (case := self._cases_of(formula)) is not None:
                yield partial(self._either, formula) if isinstance(formula, Or) else partial(self._cut, case)

    def _either(self, formula: Or, goal: Formula = FALSE) -> DraftLine:
        prove = self.refute if goal == FALSE else partial(self.prove, goal)
        cases = [self.under(part, prove) for part in formula.children]
        return self.line(goal, "|E", self.known[formula], *cases)

    def _unknown(self) -> Iterator[Step]:
        """Yield attempts to contradict a known formula such as ``~K_a X`` by a strict subproof of X."""
        for formula in sorted(self.known, key=self._distance):
            yield partial(self._contradicted, formula)

    def _absurd(self) -> Iterator[Step]:
        """Yield strict subproofs of a contradiction to try, for agents with a serial but not reflexive relation."""
        for group in [frozenset([agent]) for agent in sorted(self.systems)]:
            is_only_serial = self.has(group, "serial") and not self.has(group, "reflexive")
            if is_only_serial and self.follows(self._seen(group), FALSE):
                yield partial(self._by_seriality, group)

    def _by_seriality(self, group: frozenset[str]) -> DraftLine:
        """Derive a contradiction by seriality: the agent would know a contradiction."""
        return self.line(FALSE, "D", self.line(box(group, FALSE), "KI", self._strict(group, FALSE)))

    def _cuts(self) -> Iterator[Step]:
        """Yield case distinctions on the boxes inside known formulas; only boxes with unknown truth value are used."""
        parts = dict.fromkeys(part for formula in self.known for part in formula.subformulas())
        boxes = [each for each in parts if boxed(each) is not None or isinstance(each, f.C)]
        for each in sorted([each for each in boxes if not self.value(each)], key=size):
            yield partial(self._cut, each)

    def _contradicted(self, formula: Formula) -> DraftLine | None:
        """Derive a contradiction with a formula such as ``~K_a X`` by proving ``K_a X``; None if no proof is found."""
        line = (self._box(formula.sub) or self._common(formula.sub)) if isinstance(formula, Not) else None
        return line and self.line(FALSE, "~E", line, self.known[formula])

    def _distance(self, formula: Formula) -> int:
        """Sort key: 0 for the negation of a box whose scope is known to hold at all possible worlds, otherwise 1."""
        modal = boxed(formula.sub) if isinstance(formula, Not) else None
        return int(modal is None or modal[1] not in self._seen(modal[0]))

    def _cut(self, formula: Formula) -> DraftLine:
        """Derive a contradiction in two cases: from a formula, and from its negation."""
        self.line(Not(formula), "~I", self.under(formula, self.refute))
        return self.refute()

    # ------------------------------------------------------------------------------------------ other worlds

    def _entering(self, group: frozenset[str]) -> Iterator[tuple[Formula, str, DraftLine]]:
        """Yield formulas that hold at all worlds a group considers possible, each with its rule and its premise."""
        for formula, line in list(self.known.items()):
            modal, unknown = boxed(formula), boxed(formula.sub) if isinstance(formula, Not) else None
            if modal is not None and modal[0] <= group:
                yield modal[1], "K", line
                if self.has(modal[0], "transitive"):
                    yield formula, "4", line
            if unknown is not None and unknown[0] <= group and self.has(unknown[0], "euclidean"):
                yield formula, "5", line
        back = any(self.has([agent], "symmetric") and not self.has([agent], "euclidean") for agent in group)
        parts = {part for formula in self.known for part in formula.subformulas()} if back else set[Formula]()
        for part in sorted(parts, key=size):  # by symmetry: if X is false here, ~K_a X holds there
            modal = boxed(part)
            if modal is not None and modal[0] <= group and self.has(modal[0], "symmetric"):
                negated = modal[1].sub if isinstance(modal[1], Not) and modal[1].sub in self.known else Not(modal[1])
                if negated in self.known:
                    yield Not(part), "B", self.known[negated]

    def _seen(self, group: frozenset[str]) -> frozenset[Formula]:
        return frozenset([formula for formula, _, _ in self._entering(group)])

    def _droppable(self, entering: Sequence[tuple[Formula, str, DraftLine]]) -> Iterator[set[Formula]]:
        """Yield sets of formulas that a strict subproof perhaps does not need."""
        yield from [{formula} for formula, rule, _ in entering if rule in "5B"]
        known = [(formula, line.formula) for formula, rule, line in entering if rule == "K"]
        yield from [{*pair} for pair in known]
        yield from [{whole} for _, whole in known]

    def _strict(self, group: frozenset[str], goal: Formula) -> Sub:
        """Return a strict subproof of a goal; raise `Stuck` if the same search is running or no proof is found."""
        whole = entering = list({each[0]: each for each in self._entering(group)}.values())
        for dropped in self._droppable(entering):
            fewer = [each for each in entering if each[0] not in dropped]
            if len(fewer) < len(entering) and self.follows([formula for formula, _, _ in fewer], goal):
                entering = fewer
        if (group, frozenset([formula for formula, _, _ in entering]), goal) in self.tried:
            entering = whole

        def inside() -> DraftLine:
            for formula, rule, line in entering:
                self.line(formula, rule, line)
            return self.prove(goal)

        with self._once(group, [formula for formula, _, _ in entering], goal):
            return self.under(None, inside, group)

    def _common(self, goal: Formula) -> DraftLine | None:
        """Prove common knowledge by induction from known formulas; None for other goals, or without an invariant."""
        if (shared := common(goal)) is None:
            return None
        group, sub = shared
        kept = [each for each in self.known if each != Not(goal)]
        invariant = conj(kept)
        while kept and not self.follows([invariant], everyone(group, invariant)):
            kept = [each for each in kept if self.follows([invariant], everyone(group, each))]
            invariant = conj(kept)
        if not self.follows(kept, everyone(group, sub)):
            return None
        order = sorted(kept, key=size, reverse=True)
        kept = irreducible(kept, lambda fewer: self.follows(fewer, everyone(group, And(sub, conj(fewer)))), order)
        invariant = conj(kept)
        with self._once(group, [invariant], goal):
            here = self.prove(invariant)
            step = self.under(invariant, lambda: self.prove(everyone(group, And(sub, invariant))), CLOSED)
        return self.line(goal, "CI", here, step)


def make(
    formula: Formula,
    premises: Sequence[Formula],
    theory: Sequence[Formula],
    systems: Mapping[str, str],
    ranked: Iterable[str] = (),
    time: float | None = SECONDS,
    most: int = MOST_LINES,
) -> FitchProof:
    """Search for a proof of a valid formula in the style of Fitch, and check the proof.

    Raises `NoDerivation` if there are no rules for an operator, an agent has ranks (`ranked`) or both knowledge and
    belief, or no proof is found, and `TooLarge` or `OutOfTime` if the search exceeds a limit, such as `most` lines.
    `systems` maps each agent to the name of its system.
    """
    agents, formulas = frozenset(systems), [*premises, *theory, formula]
    if names := [agent or "the agent" for agent in ranked]:
        has = f"{listing(names, 'and')} {'has' if len(names) == 1 else 'have'} ranks"
        raise NoDerivation(f"{shorten(formula)}: {has}, and the style of Fitch has rules for one box of each agent")
    said = [core(each, agents) for each in formulas]
    for node in (node for each in said for node in each.subformulas()):
        if not isinstance(node, RULED):
            raise NoDerivation(
                f"{shorten(str(node))}: proofs in the style of Fitch have rules for connectives, knowledge, belief, D "
                "and C; other styles are 'steps', 'tree', 'latex' and 'bussproofs'"
            )
    kinds: dict[str, str] = {}
    if mixed := next(filter(None, [two_boxes(each, kinds, agents) for each in expanded(*formulas)]), ""):
        raise NoDerivation(f"{shorten(str(formula))}: {mixed}")
    if sum(map(size, formulas)) > LARGEST:
        raise TooLarge(f"the formulas have over {LARGEST} nodes: a proof in the style of Fitch would be too long")
    *given, goal = said
    maker = Maker(assign(dict(systems), agents), given[len(premises) :], Clock(time), most)
    for each in given[: len(premises)]:
        maker.line(each, "premise")
    for law in maker.theory:
        maker.line(law, "theory")
    try:
        last = maker.prove(goal)
    except Stuck:
        raise NoDerivation(f"{shorten(str(formula))}: no proof in the style of Fitch was found") from None
    if last.rule in ("premise", "theory") and len(maker.lines) > 1:
        last = maker._add(goal, "R", (last,))
    logics = {*systems.values()}
    named = frozenset[str]().union(*[agents_of(node) for each in formulas for node in each.subformulas()])
    one = len(logics) == 1 and (named == agents or NAMELESS in agents)
    logic = logics.pop() if one else dict(systems) or None
    proof = FitchProof(_numbered(maker.lines, last, formulas, agents), logic)
    if not proof.check(formula, premises, theory):
        raise WrongProof(f"the checker does not accept the proof of {shorten(str(formula))}; please report this")
    return proof


def _numbered(
    lines: list[DraftLine], last: DraftLine | Sub, formulas: Sequence[Formula], agents: frozenset[str]
) -> tuple[Line, ...]:
    """Number the lines that the last line depends on, and write formulas as the user wrote them."""

    def cites(each: DraftLine | Sub) -> Sequence[DraftLine | Sub]:
        if isinstance(each, DraftLine):
            return each.of
        return [each.last] if each.first is None else [each.last, each.first]

    needed = {*depth_first([last], cites)}
    ends: dict[Sub, tuple[int, int]] = {}  # the numbers of a subproof's first and last line
    number = {line: place for place, line in enumerate([line for line in lines if line in needed], 1)}
    for line, place in number.items():
        ends |= {sub: (ends.get(sub, (place, 0))[0], place) for sub in line.path}

    write, proof = as_written(formulas, agents), list[Line]()
    for line, place in number.items():
        of = tuple([number[each] if isinstance(each, DraftLine) else ends[each] for each in line.of])
        proof.append(Line(place, write(line.formula), line.rule, of, tuple([sub.bar for sub in line.path])))
    return tuple(proof)
