"""Conversion of a tableau proof, read backwards, to a derivation that `Derivation.check` accepts.

Each closed branch shows that some facts (nodes of steps) at one world contradict each other, by lines of the derivation
that hold at every world. Going back through the steps, a fact is replaced by the facts that it follows from, and a case
distinction by the facts that its cases need. At the first step of a world, a theorem says that the facts of this world
contradict each other, and a box lifts the theorem to the previous world.

A lemma ``X -> C_G f`` of an induction supposes X, and that the lemmas hold at the next world towards a counterexample.
So X implies ``E_G (f & Y)``, where Y, the invariant of rule Ind, is the disjunction of the X of all lemmas. If the
proof at the next world also uses that ``C_G f`` fails there, ``C_G f`` is part of Y. After an announcement the fixpoint
has another formula, and the rule is AnnC.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from kripke.prove.errors import DerivationError, NoDerivation, WrongProof
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.forms import Forms
from kripke.prove.hilbert.marking import two_boxes
from kripke.prove.hilbert.reading import AXIOMS, OTHERS, Line, axiom_named
from kripke.prove.proofs import script as s
from kripke.prove.proofs.checking.checker import CLAUSES, clause_of
from kripke.prove.proofs.checking.statement import ProofTerms, Table
from kripke.prove.proofs.deriving.facts import UNSAID, Axioms, Facts, Law, NotAllowed, Proved
from kripke.prove.proofs.deriving.sheet import (
    FEW,
    Bridges,
    Draft,
    Fixpoint,
    Letters,
    Sheet,
    implication,
    numbered,
    primitive,
    refutation,
)
from kripke.prove.proofs.script import Group, Induction, Lemma, Node, Row, Script, Step, Tableau
from kripke.prove.question.problem import Logic
from logic import clauses as f
from logic.clauses import Bottom, conj, disj
from logic.errors import TooLarge, listing, shorten
from logic.formula import NAMELESS, Formula, agents_of
from logic.node_table import flatten
from logic.programs import OfProgram
from logic.shared import boxed, expanded, has_boxes, irreducible, size


@dataclass(slots=True)
class Claim:
    """A claim with the lines that prove it: the facts of some steps at a world cannot hold together."""

    world: int
    facts: dict[int, None] = field(default_factory=dict)  # the numbers of the steps
    lines: dict[Draft, None] = field(default_factory=dict)
    laws: dict[Law, None] = field(default_factory=dict)  # instances of axioms, see `Law`
    hypotheses: dict[int, None] = field(default_factory=dict)  # the lemmas of the induction that are used, by number

    def add(self, facts: Iterable[int], lines: Iterable[Draft], laws: Iterable[Law] = ()) -> None:
        """Add facts, lines and laws that the claim needs."""
        self.facts |= dict.fromkeys(facts)
        self.lines |= dict.fromkeys(lines)
        self.laws |= dict.fromkeys(laws)


Way: TypeAlias = "tuple[Group, list[Formula], list[Draft]]"
"""A step towards the counterexample of an induction: its group, the facts at the next world, and lines used there."""

WITHIN = {*CLAUSES, s.THEORY, s.LEMMA, s.HYPOTHESIS}  # the rules of steps that follow from steps at the same world


class Reader:
    """Converts a closed tableau to a claim with its derivation."""

    def __init__(self, facts: Facts, tableau: Tableau) -> None:
        self.facts, self.steps, self.worlds = facts, tableau.steps, tableau.worlds
        self.ways: list[Way] = []  # the steps towards a counterexample, if the tableau belongs to an induction
        self.of_branch, self.after = tableau.layout
        self.created: dict[int, int] = {}
        for place, step in enumerate(tableau.steps):
            self.created.setdefault(step.world, place)

    def claim(self) -> Claim:
        """Return the claim that the tableau proves about world 0; its facts are suppositions of the tableau."""
        claims: dict[int, Claim] = {}
        for branch in reversed(range(len(self.of_branch))):
            places, cases = self.of_branch[branch], self.after[branch]
            last = self.steps[places[-1]]
            claim = self._cases(cases, claims) if cases else Claim(last.world)
            if not cases and last.rule in WITHIN:
                self._rest(claim, [last])
            elif not cases:
                claim.facts[places[-1]] = None
            for place in reversed(places[bool(branch) :]):
                claim = self._before(place, claim)
            claims[branch] = claim
        return claims[0]

    def _cases(self, branches: Sequence[int], claims: dict[int, Claim]) -> Claim:
        """Return the claim of a case distinction, or of a single case that suffices; `claims` may change in place."""
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
        """Return the claim of an induction: its facts exclude every step towards a counterexample."""
        whole = Claim(0)
        for first, claim in cases:
            if claim.world != self.steps[first].world:
                return claim
            given = self.given(claim, whole, but=first)
            self.ways.append((self.worlds[claim.world - 1][1], given, [*claim.lines]))
        return whole

    def _before(self, place: int, claim: Claim) -> Claim:
        """Return the claim before a step, given the claim after it, which may be changed in place."""
        step = self.steps[place]
        if step.world != claim.world:
            return claim
        if place in claim.facts and step.rule in WITHIN:
            del claim.facts[place]
            self._rest(claim, [step])
        if step.world and place == self.created[step.world] and step.rule not in s.WAYS:
            return self._lifted(step, claim)
        return claim

    def _rest(self, claim: Claim, steps: Sequence[Step]) -> None:
        """Add to a claim the facts and lines that justify a step or a case distinction."""
        first = steps[0]
        premises = [self.steps[premise].node ^ 1 for premise in first.premises]
        clause = clause_of([*[step.node for step in steps], *premises])
        if first.rule == s.HYPOTHESIS:
            claim.hypotheses[first.of] = None
        claim.add(first.premises, *self.facts.within(first, clause))

    def _lifted(self, first: Step, claim: Claim) -> Claim:
        """Return the claim about the previous world that follows from a claim about the world of the step `first`."""
        parent, group = self.worlds[claim.world - 1]
        box = self.facts.axioms.box(group)
        before = Claim(parent)
        then = self.facts.formula(first.node ^ 1)
        given = self.given(claim, before, but=self.created[claim.world])
        before.add(first.premises, self.facts.sheet.lift(box, given, then, claim.lines))
        if isinstance(then, Bottom) and first.rule == s.SUCCESSOR:
            axiom = "T" if self.facts.table.has("reflexive", group) else "D"
            before.add((), [self.facts.axioms.axiom(axiom, group, then)])
        return before

    def given(self, claim: Claim, before: Claim, but: int) -> list[Formula]:
        """Return the facts and laws of a claim as formulas, without the fact of step `but`.

        Add to `before` the lines which prove, at the previous world, that the group knows these formulas.
        """
        group = self.worlds[claim.world - 1][1]
        formulas: list[Formula] = []
        for place in sorted(claim.facts.keys() - {but}):
            step = self.steps[place]
            if step.rule == s.CONDITION or step.node in self.facts.unsaid:
                continue
            premises = [self.steps[premise].node for premise in step.premises]
            before.add(step.premises, *self.facts.carry(step, group, premises))
            formulas.append(self.facts.formula(step.node))
        for law in claim.laws:
            before.add((), self.facts.known_law(law, group))
            formulas.append(law.formula)
        return list(dict.fromkeys(formulas))


@dataclass(frozen=True, slots=True)
class _Read:
    """A lemma of a proof by induction: its number, its claim, and the steps towards the counterexample.

    `needs_failure` says whether the claim also uses that the fixpoint fails.
    """

    number: int
    claim: Claim
    ways: list[Way]  # the ways to the counterexample; none for a lemma that follows from others at the same world
    supposed: Formula  # the conjunction of the lemma's suppositions, without the failure of the fixpoint
    needs_failure: bool


def prove_by_induction(facts: Facts, lemmas: Sequence[Lemma], first: int) -> list[Proved]:
    """Derive the lemmas of an induction, numbered consecutively from `first`; return their derivations."""
    read: list[_Read] = []
    for number, lemma in enumerate(lemmas, first):
        reader = Reader(facts, lemma.tableau)
        claim = reader.claim()
        if claim.laws:
            raise NoDerivation("the proof is by induction over worlds that an agent sees, which no formula says")
        nodes = [lemma.tableau.steps[place].node for place in claim.facts]
        supposed = [facts.formula(node) for node in nodes if node != lemma.clause[0] ^ 1]
        read.append(_Read(number, claim, reader.ways, conj(supposed), len(supposed) < len(nodes)))
    families: dict[Fixpoint, list[_Read]] = {}
    for lemma, each in zip(lemmas, read, strict=True):
        families.setdefault(facts.bridges.fixpoint(*facts.places[lemma.clause[0]]), []).append(each)
    derivations: dict[int, Proved] = {}
    for fixpoint, family in families.items():
        derivations |= _Family(facts, fixpoint, family).proved()
    return [derivations[each.number] for each in read]


class _Family:
    """The lemmas that one induction proves about one fixpoint."""

    def __init__(self, facts: Facts, fixpoint: Fixpoint, lemmas: list[_Read]) -> None:
        self.facts, self.sheet, self.fixpoint = facts, facts.sheet, fixpoint
        self.lemmas = {lemma.number: lemma for lemma in lemmas}
        self.strong = [lemma for lemma in lemmas if lemma.ways]
        self.weak = {lemma.number: self._within(lemma) for lemma in lemmas if not lemma.ways}
        self.invariant = disj([lemma.supposed for lemma in self.strong])
        then = fixpoint.step(self.invariant)
        lines_of = [(given, lines) for lemma in self.strong for _, given, lines in self._next(lemma)]
        self.needs_fixpoint = any(lemma.needs_failure for lemma in self.strong) or not all(
            self.sheet.follows(lines, implication(given, then)) for given, lines in lines_of
        )
        if self.needs_fixpoint:
            self.invariant = disj([*[lemma.supposed for lemma in self.strong], fixpoint.formula])
        self.after = fixpoint.step(self.invariant)

    def proved(self) -> dict[int, Proved]:
        """Return the derivations of the lemmas, by number."""
        whole = self._by_induction() if self.strong else []
        derivations = {}
        for number in self.lemmas:  # a lemma that follows from others at the same world needs those before it, too
            others = [line for other, line in self.weak.items() if other <= number] if number in self.weak else []
            derivations[number] = Proved((*whole, *others))
        return derivations

    def _by_induction(self) -> list[Draft]:
        nexts = [each for lemma in self.strong for each in self._next(lemma)]
        if self.fixpoint.pre is None and not any(given for _, given, _ in nexts):
            lines = [line for _, _, each in nexts for line in each]
            return self.sheet.lift(partial(f.C, self.fixpoint.group), [], self.fixpoint.body, lines)
        lines = [line for lemma in self.strong for line in self._steps(lemma)]
        if self.needs_fixpoint:
            then = self.fixpoint.step(self.fixpoint.formula)
            lines += self.facts.bridges.unfolding(self.fixpoint)
            lines += self.sheet.lift(self.fixpoint.everyone, [then], self.after, [])
        return self.facts.bridges.induction(self.fixpoint, self.invariant, lines)

    def _within(self, lemma: _Read) -> Draft:
        """Return the line which says that a lemma follows from other lemmas at the same world."""
        others = [self.lemmas[number].supposed for number in lemma.claim.hypotheses]
        said = implication([lemma.supposed], disj(others))
        if lemma.needs_failure or not self.sheet.follows(lemma.claim.lines, said):
            said = implication([lemma.supposed], disj([*others, self.fixpoint.formula]))
        return self.sheet.conclude(said, lemma.claim.lines)

    def _next(self, lemma: _Read) -> Iterator[Way]:
        """Yield one step for each group: the facts at the next world, and the lines that imply the invariant there."""
        for group in dict.fromkeys(group for group, _, _ in lemma.ways):
            ways = [(given, lines) for of, given, lines in lemma.ways if of == group]
            given = dict.fromkeys(each for given, _ in ways for each in given)
            yield group, list(given), [*[line for _, lines in ways for line in lines], *self.weak.values()]

    def _steps(self, lemma: _Read) -> list[Draft]:
        """Return the lines that imply a lemma's induction step, ``X -> E_G (f & Y)``."""
        steps = [(group, self._needed(given, lines), lines) for group, given, lines in self._next(lemma)]
        if len(steps) > 1 and all(set(given) == set(steps[0][1]) for _, given, _ in steps):
            lines = [line for _, _, each in steps for line in each]
            return [*lemma.claim.lines, *self.sheet.lift(self.fixpoint.everyone, steps[0][1], self.after, lines)]
        drafts = list(lemma.claim.lines)
        for group, given, lines in steps:
            drafts += self.sheet.lift(self.facts.axioms.box(group), given, self.after, lines)
        return drafts

    def _needed(self, given: list[Formula], lines: list[Draft]) -> list[Formula]:
        """Return facts that suffice for the next step; large facts are dropped first."""
        order = sorted(given, key=size, reverse=True) if len(given) <= FEW else []
        return irreducible(given, lambda fewer: self.sheet.follows(lines, implication(fewer, self.after)), order)


REFUSED: dict[type[Formula], str] = {
    f.R: "resolution",
    f.Kv: "knowing values",
    **dict.fromkeys((f.Run, f.RunDual), "programs"),
    **dict.fromkeys((f.EB, f.CB, f.DB), "belief of groups"),
    **dict.fromkeys((f.Act, f.ActDual), "named actions"),
    **dict.fromkeys((f.RadicalUpgrade, f.ConservativeUpgrade), "upgrades"),
    f.AnnounceWhether: "announcements whether a formula is true",
}
"""Operators for which no derivations are written -> their names in messages."""

AT_ONCE = ("PL", *AXIOMS, *(name for name in OTHERS if name != "Ind"))
"""The rules that may prove a theorem in a single line. Induction needs further lines for its invariant."""


def derive(
    script: Script,
    formula: Formula,
    premises: Sequence[Formula] = (),
    theory: Sequence[Formula] = (),
    axioms: Iterable[str] | None = None,
    ranked: Iterable[str] = (),
) -> Derivation:
    """Convert a proof to a derivation that `Derivation.check` accepts; `NoDerivation` if that is impossible.

    `axioms` are the axioms that may be used; None: all axioms of the systems. The conversion fails if there
    are agents with ranks (`ranked`).
    """
    systems = set(script.systems.values())
    agents = frozenset[str]().union(*map(agents_of, formula.subformulas()))
    one = len(systems) == 1 and (agents == script.systems.keys() or NAMELESS in script.systems)
    logic: Logic | None = systems.pop() if one else dict(script.systems) or None
    try:
        if names := [agent or "the agent" for agent in ranked]:
            has = f"{listing(names, 'and')} {'has' if len(names) == 1 else 'have'} ranks"
            raise NoDerivation(f"{shorten(str(formula))}: {has}, and derivations have axioms for one box of each agent")
        require_covered([formula, *premises, *theory], frozenset(script.systems))
        if axioms is not None and (isinstance(axioms, str) or not isinstance(axioms, Iterable)):
            raise DerivationError(f"axioms {shorten(repr(axioms))}: expected a list of axioms, such as ['K', 'T']")
        allowed = None if axioms is None else tuple(map(axiom_named, axioms))
        for rule in AT_ONCE:
            at_once = Derivation((Line(1, formula, rule),), logic, allowed)
            if at_once.check(formula):
                return at_once
        lines = numbered(_Deriving(script, formula, premises, theory, allowed).last(), formula)
        if has_boxes(formula, *premises, *theory):
            lines = tuple([replace(line, formula=boxed(line.formula)) for line in lines])
        derivation = Derivation(lines, logic, allowed)
        marking = derivation.check(formula, premises, theory)
    except NotAllowed:
        raise
    except (NoDerivation, TooLarge) as error:
        why = "the derivation is too long to write: " * isinstance(error, TooLarge) + error.message
        others = "but the styles 'steps', 'tree', 'latex' and 'bussproofs'"
        raise NoDerivation(f"{why}; so the proof has no style 'hilbert', {others}") from None
    if not marking:
        raise WrongProof(f"the derivation is wrong; please report this: {marking}")
    return derivation


def require_covered(formulas: Sequence[Formula], agents: Group) -> None:
    """Raise `NoDerivation` for operators in `REFUSED`, announcements to groups, and both K and B of one agent."""
    meant, kinds = expanded(*formulas, repeated=False), dict[str, str]()
    for node, _ in flatten(*meant).rows:
        what = REFUSED.get(type(node), "")
        if isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is not None:
            what = "announcements to groups"
        if what:
            lack = "are marked, but not written, for" if isinstance(node, OfProgram) else "have no axioms for"
            raise NoDerivation(f"{shorten(str(node))}: derivations {lack} {what}")
    for formula in meant:
        if mixed := two_boxes(formula, kinds, agents):
            raise NoDerivation(f"{shorten(str(formula))}: {mixed}")


class _Deriving:
    """Builds the lines of a proof's Hilbert-style derivation."""

    def __init__(
        self,
        script: Script,
        formula: Formula,
        premises: Sequence[Formula],
        theory: Sequence[Formula],
        axioms: tuple[str, ...] | None,
    ) -> None:
        self.script, self.formula, self.premises, self.laws = script, formula, premises, theory
        table = Table(tuple(map(_primitive_row, script.rows)), script.systems)
        formulas = [formula, *premises, *theory]
        said = ProofTerms(table, [*formulas, *map(primitive, formulas)], {}, ())
        self.rows = said.translation.roots[len(formulas) : 2 * len(formulas)]
        believers = {node.agent for each in formulas for node in each.subformulas() if isinstance(node, f.B)}
        self.sheet = Sheet(Forms(frozenset(script.systems), frozenset(believers)))
        letters = Letters(said.translation, believers)
        for fix in said.places:
            for way in table.ways[fix]:
                pre, *both = map(said.of, (way.pre, way.body, way.then))
                inner = said.translation.terms.all(both)
                letters.write(inner, f.And, (), both)
                letters.write(said.translation.terms.implies(pre, inner), f.Implies, (), (pre, inner))
        letters.read()
        self.bridges = Bridges(self.sheet, letters, said.translation)
        self.facts = Facts(said, Axioms(self.sheet, letters, table, axioms), self.bridges, self._theory)

    def last(self) -> Draft:
        """Build the derivation; return its last line, which is the proved formula."""
        for part in self.script.parts:
            if isinstance(part, Induction):
                self.facts.lemmas += prove_by_induction(self.facts, part.lemmas, len(self.facts.lemmas))
            else:
                self.facts.lemmas.append(self._lemma(part))
        claim = Reader(self.facts, self.script.tableau).claim()
        if claim.laws:
            raise NoDerivation(UNSAID)
        lines = list(claim.lines)
        bridges = [line for row in self.rows[: len(self.premises) + 1] for line in self.bridges.lines(row)]
        given = [self.sheet.line(premise, "premise") for premise in self.premises]
        if not self.sheet.follows([*given, *lines], self.formula):
            lines += bridges
        return self.sheet.conclude(self.formula, [*given, *lines])

    def _lemma(self, lemma: Lemma) -> Proved:
        """Return the derivation of a lemma, with a line for its statement if it rests on several lines."""
        claim = Reader(self.facts, lemma.tableau).claim()
        laws = tuple(claim.laws)
        if len(claim.lines) < 2:
            return Proved(tuple(claim.lines), laws)
        nodes = [lemma.tableau.steps[place].node for place in claim.facts]
        supposed = [self.facts.formula(node) for node in nodes if node not in self.facts.unsaid]
        said = refutation([*[law.formula for law in laws], *supposed])
        return Proved((self.sheet.conclude(said, claim.lines),), laws)

    def _theory(self, node: Node) -> list[Draft]:
        place = self.script.theory.index(node)
        law = self.sheet.line(self.laws[place], "theory")
        return [law, *self.bridges.lines(self.rows[len(self.premises) + 1 + place])]


def _primitive_row(row: Row) -> Row:
    match row:
        case ("fix", f.C() as formula, tuple(history), steps):
            events = [(e[0], primitive(e[1])) if e[0] == "announced" else e for e in history]
            return "fix", primitive(formula), tuple(events), steps
    return row
