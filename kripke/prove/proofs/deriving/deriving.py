"""A proof as a derivation in the style of Hilbert, which the marker of derivations has accepted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from kripke.prove.errors import NoDerivation, WrongProof
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.forms import Forms
from kripke.prove.hilbert.lines import Line
from kripke.prove.hilbert.names import AXIOMS, OTHERS
from kripke.prove.hilbert.reading import axiom_named
from kripke.prove.proofs.checking.statement import Said
from kripke.prove.proofs.checking.table import Table
from kripke.prove.proofs.deriving.axioms import Axioms, NotAllowed
from kripke.prove.proofs.deriving.bridges import Bridges, primitive
from kripke.prove.proofs.deriving.claims import Reader
from kripke.prove.proofs.deriving.common import Commons
from kripke.prove.proofs.deriving.facts import UNSAID, Facts, Law, Proved
from kripke.prove.proofs.deriving.induction import prove_by_induction
from kripke.prove.proofs.deriving.letters import Letters
from kripke.prove.proofs.deriving.sheet import Draft, Sheet, numbered
from kripke.prove.proofs.deriving.wording import refutation
from kripke.prove.proofs.script import Induction, Lemma, Node, Row, Script
from kripke.prove.question.logics import Logic
from logic import clauses as f
from logic.errors import TooLarge, shorten
from logic.formula import Formula

REFUSED: dict[type[Formula], str] = {
    f.R: "resolution",
    f.Kv: "knowing values",
    f.Act: "named actions",
    f.ActDual: "named actions",
    f.AnnounceWhether: "announcements whether a formula is true",
}
"""Operators without axioms, with their names."""

AT_ONCE = ("PL", *AXIOMS, *(name for name in OTHERS if name != "Ind"))
"""The rules by which a theorem may be a line without others. A theorem by induction shows its invariant."""


def derive(
    script: Script,
    formula: Formula,
    premises: Sequence[Formula] = (),
    theory: Sequence[Formula] = (),
    axioms: Iterable[str] | None = None,
) -> Derivation:
    """The derivation of what a proof proves; the marker has accepted every line.

    Parameters
    ----------
    axioms : iterable of str, optional
        The axioms of the modal cube that may be used. None: all that the systems have.

    Raises
    ------
    NoDerivation
        If the rules of derivations do not cover the proof, or the lines would be very long.
    DerivationError
        If there is no such axiom.
    """
    try:
        require_covered([formula, *premises, *theory])
        allowed = None if axioms is None else tuple(map(axiom_named, axioms))
        return _derived(script, formula, premises, theory, allowed)
    except NotAllowed:
        raise
    except (NoDerivation, TooLarge) as error:
        why = f"the derivation is too long to write: {error}" if isinstance(error, TooLarge) else error
        raise NoDerivation(
            f"{why}; so the proof has no style 'hilbert', but the styles 'steps', 'tree', 'latex' and 'bussproofs'"
        ) from None


def _derived(
    script: Script,
    formula: Formula,
    premises: Sequence[Formula],
    theory: Sequence[Formula],
    axioms: tuple[str, ...] | None,
) -> Derivation:
    logic = _logic(script, formula)
    found = _at_once(formula, logic, axioms)
    if found is None:
        found = Derivation(
            numbered(_Deriving(script, formula, premises, theory, axioms).last(), formula), logic, axioms
        )
        marking = found.check(formula, premises, theory)
        if not marking:
            raise WrongProof(f"the derivation is wrong; please report this: {marking}")
    return found


def _logic(script: Script, said: Formula) -> Logic | None:
    """The system of all agents, if the formula names all of them; else the system of each."""
    if not script.systems:
        return None
    if len(set(script.systems.values())) > 1 or said.agents != script.systems.keys():
        return dict(script.systems)
    return next(iter(script.systems.values()))


def require_covered(formulas: Sequence[Formula]) -> None:
    """Refuse formulas with operators for which derivations have no axioms, and two operators for one box."""
    believes: dict[str, bool] = {}
    for node in [node for formula in formulas for node in formula.subformulas()]:
        what = REFUSED.get(type(node), "")
        if isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is not None:
            what = "announcements to groups"
        if what:
            raise NoDerivation(f"{shorten(str(node))}: derivations have no axioms for {what}")
        if isinstance(node, (f.K, f.M, f.Kw, f.B)):
            belief = isinstance(node, f.B)
            if believes.setdefault(node.agent, belief) != belief:
                raise NoDerivation(
                    f"K_{node.agent} and B_{node.agent} are one box, and a derivation writes one of them"
                )


def _at_once(formula: Formula, logic: Logic | None, axioms: tuple[str, ...] | None) -> Derivation | None:
    """The derivation of one line, if the formula is a tautology or an axiom."""
    for rule in AT_ONCE:
        found = Derivation((Line(1, formula, rule),), logic, axioms)
        if found.check(formula):
            return found
    return None


class _Deriving:
    """The lines of one proof."""

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
        asked = [formula, *premises, *theory]
        said = Said(table, [*asked, *map(primitive, asked)], {}, ())
        self.rows = said.translation.roots[len(asked) : 2 * len(asked)]
        believers = {node.agent for each in asked for node in each.subformulas() if isinstance(node, f.B)}
        self.sheet = Sheet(Forms(frozenset(script.systems), frozenset(believers)))
        letters = Letters(said.translation, believers)
        for fix in said.places:
            for way in table.ways[fix]:
                pre, *both = map(said.meanings.of, (way.pre, way.body, way.then))
                inner = said.translation.terms.all(both)
                letters.write(inner, f.And, (), both)
                letters.write(said.translation.terms.implies(pre, inner), f.Implies, (), (pre, inner))
        letters.read()
        self.bridges = Bridges(self.sheet, letters, said.translation)
        self.facts = Facts(
            table,
            said.meanings,
            letters,
            Axioms(self.sheet, letters, table, axioms),
            Commons(self.sheet, self.bridges),
            said.places,
            self._theory,
        )

    def last(self) -> Draft:
        """The line of the formula."""
        for part in self.script.parts:
            if isinstance(part, Induction):
                self.facts.lemmas += prove_by_induction(self.facts, part.lemmas, len(self.facts.lemmas))
            else:
                self.facts.lemmas.append(self._lemma(part))
        claim = Reader(self.facts, self.script.tableau).claim()
        _require_no_laws(claim.laws)
        lines = list(claim.lines)
        bridges = [line for row in self.rows[: len(self.premises) + 1] for line in self.bridges.lines(row)]
        given = [self.sheet.line(premise, "premise") for premise in self.premises]
        if not self.sheet.follows([*given, *lines], self.formula):
            lines += bridges
        return self.sheet.conclude(self.formula, [*given, *lines])

    def _lemma(self, lemma: Lemma) -> Proved:
        """A lemma; a line says it if it rests on several."""
        claim = Reader(self.facts, lemma.tableau).claim()
        laws = tuple(claim.laws)
        if len(claim.lines) < 2:
            return Proved(tuple(claim.lines), laws)
        nodes = [lemma.tableau.steps[place].node for place in claim.facts]
        supposed = [self.facts.formula(node) for node in nodes if node not in self.facts.unsaid]
        said = refutation([*[law.formula for law in laws], *supposed])
        return Proved((self.sheet.conclude(said, claim.lines),), laws)

    def _theory(self, node: Node) -> list[Draft]:
        """The lines that say a node of the theory."""
        place = self.script.theory.index(node)
        law = self.sheet.line(self.laws[place], "theory")
        return [law, *self.bridges.lines(self.rows[len(self.premises) + 1 + place])]


def _primitive_row(row: Row) -> Row:
    """A row of the proof with primitive operators in its formulas."""
    match row:
        case ("fix", f.C() as formula, tuple(history), steps):
            return "fix", primitive(formula), tuple(map(_primitive_event, history)), steps
    return row


def _primitive_event(event: Row) -> Row:
    match event:
        case ("announced", Formula() as said):
            return "announced", primitive(said)
    return event


def _require_no_laws(laws: Collection[Law]) -> None:
    if laws:
        raise NoDerivation(UNSAID)
