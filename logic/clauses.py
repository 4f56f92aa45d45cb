"""The clauses of the language (one frozen dataclass for each kind of formula), and `conj`, `disj` and `atoms`.

Constructors validate and never rewrite: ``Not(Not(p))`` stays as it is. The docstring of each clause begins with its
notation. A constructor takes the parts of the notation: agents or a group first, the group of an announcement last.

>>> p, q = atoms("p q")
>>> print(K("a", p & ~q), K(None, p), E(["a", "b"], p), E(None, p), EIterated(["a", "b"], 3, p), sep=", ")
K_a (p ∧ ¬q), K p, E_{a,b} p, E p, E^3_{a,b} p
>>> print(Kv("a", "die1"), BAtLeast("a", 0.7, p), CBAtLeast(["a", "b"], 0.9, p), BGiven("a", q, p), sep=", ")
Kv_a die1, B_a>=7/10 p, CB_{a,b}>=9/10 p, B_a[q] p
>>> print(Announce(p, q, ["a", "b"]), AnnounceDual(p, q), RadicalUpgrade(p, q), Act("peek", p), sep=", ")
[p!{a,b}] q, ⟨p⟩ q, [⇑p] q, [@peek] p
>>> print(Run("(a | b)* ; ?p", (), q), ActStarDual("@peek*", (), p), AnnounceAny(["a"], p), EU(p, q), sep=", ")
[(a ∪ b)* ; ?p] q, ⟨@peek*⟩ p, [*{a}] p, E[p U q]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce
from typing import Any

from logic import operators as o
from logic.errors import FormulaError, shorten
from logic.exact import Number
from logic.formula import (
    NAMELESS,
    Formula,
    Formulas,
    Group,
    OfGroup,
    OfNameless,
    OneAgent,
    as_formula,
    clause,
    fields_of,
)
from logic.node_table import CLAUSES
from logic.operators import Bracket, Modality, Temporal
from logic.programs import REPEAT, TEST, OfProgram, Program, flat, folded, inside

__all__ = [
    "AF", "AG", "AU", "AX", "CB", "DB", "EB", "EF", "EG", "EU", "EX", "Act", "ActDual", "ActRun", "ActRunDual",
    "ActStar", "ActStarDual", "And", "Announce", "AnnounceAny", "AnnounceAnyDual", "AnnounceCoalition",
    "AnnounceCoalitionDual", "AnnounceDual", "AnnounceWhether", "Atom", "B", "BAtLeast", "BGiven", "Bottom", "Box",
    "Bsafe", "Bstrong", "C", "CBAtLeast", "ConservativeUpgrade", "D", "Diamond", "E", "EBAtLeast", "EIterated", "H",
    "Iff", "Implies", "K", "Kv", "Kw", "M", "Not", "O", "Or", "R", "RadicalUpgrade", "Run", "RunDual", "Top", "Xor",
    "Y",
]  # fmt: skip

PUBLIC, TO_GROUPS, WHETHER = "public announcements", "announcements to groups", "announcements whether"
ACTIONS, UPGRADES, PROGRAMS, ARBITRARY = "actions", "upgrades", "programs", "arbitrary announcements"
FUTURE, THE_PAST = "time", "the past"

_BOXES, _SIGNS = ([sign for sign in form.spellings if sign[0] not in "[<{"] for form in (o.BOX, o.DIAMOND))
_DIAMONDS = (
    "L", *_SIGNS, "K\u0302", r"\hat{K}", r"\hat K", r"\widehat{K}",
    *(rf"\{hat}{{\math{style}{{K}}}}" for hat in ("hat", "widehat") for style in ("rm", "bf", "sf", "it")),
)  # fmt: skip


@fields_of
class OfTwo(Formula):
    """The base class of binary connectives, and of ``E[p U q]`` and ``A[p U q]``."""

    left: Formula
    right: Formula


@fields_of
class OfTime(Formula):
    """A temporal operator (future or past) applied to a formula."""

    sub: Formula


@fields_of
class OfAgent(OneAgent):
    """An operator of knowledge or belief with a single agent."""

    agent: str
    sub: Formula


@fields_of
class OfAgents(OfGroup):
    """An operator with a group of agents and one formula, such as common knowledge or arbitrary announcements."""

    group: Group
    sub: Formula


@fields_of
class OfAgentsAtLeast(OfGroup):
    """An operator with a group of agents and a lower bound on their degrees of belief."""

    group: Group
    degree: Number
    sub: Formula


@fields_of
class Announcement(OfGroup):
    """Base class of operators for announcements: agents learn that a statement is true, or whether it is."""

    statement: Formula
    sub: Formula
    group: Group = None


@fields_of
class Upgrade(Formula):
    """Base class of operators for an upgrade, which makes worlds where a statement is true more plausible."""

    statement: Formula
    sub: Formula


@fields_of
class OfAction(Formula):
    """Base class of operators that say what holds after a named action."""

    action: str
    sub: Formula


@clause(o.TOP)
class Top(Formula):
    """``true``: verum, true at every world."""


@clause(o.BOTTOM)
class Bottom(Formula):
    """``false``: falsum, true at no world."""


@clause()
class Atom(Formula):
    """``p``: a proposition letter; any printable text may be its name."""

    name: str


@clause(o.NEGATION)
class Not(Formula):
    """``~p``: negation."""

    sub: Formula


@clause(o.CONNECTIVES["And"])
class And(OfTwo):
    """``p & q``: conjunction."""


@clause(o.CONNECTIVES["Or"])
class Or(OfTwo):
    """``p | q``: disjunction."""


@clause(o.CONNECTIVES["Xor"])
class Xor(OfTwo):
    """``p ^ q``: exclusive disjunction."""


@clause(o.CONNECTIVES["Implies"])
class Implies(OfTwo):
    """``p -> q``: material implication."""


@clause(o.CONNECTIVES["Iff"])
class Iff(OfTwo):
    """``p <-> q``: material equivalence."""


@clause(Modality("K", numbered=True, nameless=True, others=(*_BOXES,)), "knowledge", dual="M", keeps=(True,))
class K(OfAgent):
    """``K_a p``: agent a knows p (p holds at every world that a considers possible)."""


@clause(Modality("M", numbered=True, nameless=True, others=_DIAMONDS), "knowledge", dual="K", keeps=(False,))
class M(OfAgent):
    """``M_a p``: agent a considers p possible, the dual of `K`."""


@clause(o.BOX, "knowledge", dual="Diamond", keeps=(True,), means=lambda node: K.make(NAMELESS, node.sub))
class Box(OfNameless):
    """``[]p``: p holds at every world that the single, unnamed agent considers possible; the same as ``K p``."""

    sub: Formula


@clause(o.DIAMOND, "knowledge", dual="Box", keeps=(False,), means=lambda node: M.make(NAMELESS, node.sub))
class Diamond(OfNameless):
    """``<>p``: p holds at a world that the single, unnamed agent considers possible; the dual of `Box`."""

    sub: Formula


@clause(Modality("Kw", numbered=True), "knowledge")
class Kw(OfAgent):
    """``Kw_a p``: agent a knows whether p, ``K_a p | K_a ~p``."""


@clause(Modality("Kv", numbered=True), "knowledge of values")
class Kv(OneAgent):
    """``Kv_a x``: agent a knows the value of x, that is, for some v, agent a knows ``x=v``."""

    agent: str
    variable: str


@clause(Modality("E"), "knowledge", keeps=(True,))
class E(OfAgents):
    """``E_{a,b} p``: everyone in the group knows p."""


@clause(Modality("E", above=o.TIMES), "knowledge", keeps=(True,), repeats="E")
class EIterated(OfGroup):
    """``E^3_{a,b} p``: ``E_{a,b} E_{a,b} E_{a,b} p``; likewise for other exponents, from 1 to 10,000."""

    group: Group
    times: int
    sub: Formula

    @property
    def steps(self) -> int:
        """The number of steps along relations from a world to the worlds where the operand is evaluated."""
        return self.times


@clause(Modality("C"), "common knowledge", keeps=(True,))
class C(OfAgents):
    """``C_{a,b} p``: p is common knowledge in the group (E p, E E p, E E E p, and so on)."""


@clause(Modality("D"), "distributed knowledge", keeps=(True,))
class D(OfAgents):
    """``D_{a,b} p``: p is distributed knowledge (the agents would know p if they pooled what they know)."""


@clause(Modality("R"), "resolution", dual="R", keeps=(True, False), changes=True)
class R(OfAgents):
    """``R_{a,b} p``: p holds after the agents of the group have pooled what they know. The operator is its own dual.

    Each member's relation becomes the intersection of the group's relations; all other relations stay. Source:
    T. Ågotnes, Y. N. Wáng, Resolving distributed knowledge (2017), doi:10.1016/j.artint.2017.07.002.
    """


@clause(Modality("B", numbered=True, nameless=True, conditional=True), "belief", keeps=(True,))
class B(OfAgent):
    """``B_a p``: agent a believes p."""


@clause(Modality("B", numbered=True, nameless=True, above=o.DEGREE), "graded belief")
class BAtLeast(OneAgent):
    """``B_a>=r p``: a's degree of belief in p is at least r, a rational in [0, 1]; see `exact` for floats."""

    agent: str
    degree: Number
    sub: Formula


@clause(Modality("EB"), "belief of groups", keeps=(True,))
class EB(OfAgents):
    """``EB_{a,b} p``: everyone in the group believes p."""


@clause(Modality("CB"), "common belief", keeps=(True,))
class CB(OfAgents):
    """``CB_{a,b} p``: p is common belief in the group (EB p, EB EB p, EB EB EB p, and so on)."""


@clause(Modality("DB"), "distributed belief", keeps=(True,))
class DB(OfAgents):
    """``DB_{a,b} p``: p is distributed belief (p holds at all worlds that every member believes possible)."""


@clause(Modality("EB", above=o.DEGREE), "graded belief of groups")
class EBAtLeast(OfAgentsAtLeast):
    """``EB_{a,b}>=r p``: everyone in the group believes p to a degree of at least r."""


@clause(Modality("CB", above=o.DEGREE), "common graded belief")
class CBAtLeast(OfAgentsAtLeast):
    """``CB_{a,b}>=r p``: p is common r-belief, the greatest X with ``X = EB_{a,b}>=r p & EB_{a,b}>=r X``.

    If the relations are transitive and Euclidean, it means EB>=r p, EB>=r EB>=r p, and so on. Source: D. Monderer,
    D. Samet, Approximating common knowledge with common beliefs (1989), doi:10.1016/0899-8256(89)90017-1.
    """


@clause(Modality("B", numbered=True, nameless=True), "conditional belief", keeps=(True,))
class BGiven(OneAgent):
    """``B_a[q] p``: conditional belief. Agent a believes p given q."""

    agent: str
    condition: Formula
    sub: Formula


@clause(Modality("Bsafe"), "safe belief", keeps=(True,))
class Bsafe(OfAgent):
    """``Bsafe_a p``: safe belief, a belief of agent a that no true information refutes."""


@clause(Modality("Bstrong"), "strong belief", keeps=(False,))
class Bstrong(OfAgent):
    """``Bstrong_a p``: strong belief. Agent a considers p possible, and each p-world more plausible than the others."""


@clause(Bracket(), PUBLIC, to_group=TO_GROUPS, dual="AnnounceDual", keeps=(True,), changes=True)
class Announce(Announcement):
    """``[p] q`` or ``[p!{a,b}] q``: if p is true, then q holds after p is announced (to the group)."""


@clause(Bracket(diamond=True), PUBLIC, to_group=TO_GROUPS, dual="Announce", keeps=(False,), changes=True)
class AnnounceDual(Announcement):
    """``<p> q`` or ``<p!{a,b}> q``: p is true, and q holds after p is announced (to the group)."""


@clause(Bracket(mark="?"), WHETHER, dual="AnnounceWhether", keeps=(True, False), changes=True)
class AnnounceWhether(Announcement):
    """``[p?] q`` or ``[p?{a,b}] q``: q holds after all agents (or the group) learn whether p; a self-dual operator."""


@clause(Bracket(before=o.RADICAL), UPGRADES, dual="RadicalUpgrade", keeps=(True, False), changes=True)
class RadicalUpgrade(Upgrade):
    """``[^^p] q``: q holds after every p-world becomes more plausible than all ~p-worlds. The operator is self-dual."""


@clause(Bracket(before=o.CONSERVATIVE), UPGRADES, dual="ConservativeUpgrade", keeps=(True, False), changes=True)
class ConservativeUpgrade(Upgrade):
    """``[^p] q``: q holds after the most plausible p-worlds become the most plausible of all; a self-dual operator."""


@clause(Bracket(), ACTIONS, dual="ActDual", keeps=(True,), changes=True)
class Act(OfAction):
    """``[@peek] q``: q holds after every possible event of the action named ``peek``."""


@clause(Bracket(diamond=True), ACTIONS, dual="Act", keeps=(False,), changes=True)
class ActDual(OfAction):
    """``<@peek> q``: q holds after some possible event of the action named ``peek``."""


@clause(Bracket(inside=inside), PROGRAMS, dual="RunDual", keeps=(True,))
class Run(OfProgram):
    """``[a ; (b | ?p)*] q``: q holds wherever the runs of a program along the agents' relations end."""


@clause(Bracket(diamond=True, inside=inside), PROGRAMS, dual="Run", keeps=(False,))
class RunDual(OfProgram):
    """``<a ; (b | ?p)*> q``: some run of a program along the agents' relations ends where q holds."""


def in_turn(node: OfProgram) -> Formula:
    """Return an equivalent formula in which modalities and connectives replace the program, except repeated parts."""
    box = isinstance(node, (ActRun, Run))

    def leaf(word: str, number: int) -> Any:
        return (TEST, node.tests[number]) if word == TEST else word

    waiting = [folded(node.program, leaf, lambda *parts: parts, lambda sub: (REPEAT, sub))]
    values = [node.sub]
    while waiting:
        match waiting.pop():
            case ("|", left, right):
                waiting += [And if box else Or, left, values[-1], right]
            case (_, left, right):
                waiting += [left, right]
            case ("?", test):
                values.append((Implies if box else And)(test, values.pop()))
            case ("*", _) as repeated:
                values.append(run(*flat(repeated), values.pop(), box))
            case str(name) if name[0] == "@":
                values.append((Act if box else ActDual).make(name[1:], values.pop()))
            case str(agent):
                values.append((K if box else M)(agent, values.pop()))
            case Formula() as before:
                values.append(before)
            case connective:
                values.append(connective(values.pop(), values.pop()))
    return values.pop()


@clause(Bracket(inside=inside), ACTIONS, dual="ActRunDual", keeps=(True,), changes=True, means=in_turn)
class ActRun(OfProgram):
    """``[@a ; (@b | ?p)] q``: q holds after every run of a program of actions."""


@clause(Bracket(diamond=True, inside=inside), ACTIONS, dual="ActRun", keeps=(False,), changes=True, means=in_turn)
class ActRunDual(OfProgram):
    """``<@a ; (@b | ?p)> q``: q holds after some run of a program of actions."""


@clause(Bracket(inside=inside), ACTIONS, dual="ActStarDual", keeps=(True,), changes=True)
class ActStar(OfProgram):
    """``[(@a | @b)*] q``: q holds after any number of runs of a program of actions, including none."""


@clause(Bracket(diamond=True, inside=inside), ACTIONS, dual="ActStar", keeps=(False,), changes=True)
class ActStarDual(OfProgram):
    """``<(@a | @b)*> q``: q holds after some number of runs of a program of actions, possibly none."""


@clause(Bracket(mark="*"), ARBITRARY, dual="AnnounceAnyDual", keeps=(True, False), changes=True)
class AnnounceAny(OfAgents):
    """``[*] p`` or ``[*{a,b}] p``: p holds after all true announcements (a and b each announce something they know)."""


@clause(Bracket(diamond=True, mark="*"), ARBITRARY, dual="AnnounceAny", keeps=(True, False), changes=True)
class AnnounceAnyDual(OfAgents):
    """``<*> p`` or ``<*{a,b}> p``: p holds after some true announcement (a and b each announce something they know).

    Announced formulas contain no quantifiers over announcements, no `D`, `DB` or `R`, no upgrades or actions, and no
    degrees of belief of agents without weights. Sources: Balbiani et al. (2008), doi:10.1017/S1755020308080210; Ågotnes
    et al. (2010), doi:10.1016/j.jal.2008.12.002.
    """


@clause(Bracket(mark="+"), ARBITRARY, dual="AnnounceCoalitionDual", keeps=(True, False), changes=True)
class AnnounceCoalition(OfAgents):
    """``[+{a,b}] p``: whatever a and b announce, the other agents can make p hold by a simultaneous announcement."""


@clause(Bracket(diamond=True, mark="+"), ARBITRARY, dual="AnnounceCoalition", keeps=(True, False), changes=True)
class AnnounceCoalitionDual(OfAgents):
    """``<+{a,b}> p``: a and b have an announcement that makes p hold, whatever the others announce at the same time.

    Without a group, the coalition consists of all agents. Source: Ågotnes and van Ditmarsch, Coalitions and
    announcements (2008).
    """


@clause(Temporal("EX"), FUTURE, dual="AX", keeps=(False,))
class EX(OfTime):
    """``EX p``: p holds at some next state.

    At a state without a next state, `EX` and `EG` are false, `AX` and `AF` are true, and `EF p` and `AG p` mean p.
    """


@clause(Temporal("AX"), FUTURE, dual="EX", keeps=(True,))
class AX(OfTime):
    """``AX p``: p holds at all next states."""


@clause(Temporal("EF"), FUTURE, dual="AG", keeps=(True, False))
class EF(OfTime):
    """``EF p``: on some run p holds now or later."""


@clause(Temporal("AG"), FUTURE, dual="EF", keeps=(True, False))
class AG(OfTime):
    """``AG p``: on all runs p holds now and always."""


@clause(Temporal("EG"), FUTURE, dual="AF", keeps=(False,))
class EG(OfTime):
    """``EG p``: on some run p holds now and always."""


@clause(Temporal("AF"), FUTURE, dual="EG", keeps=(True,))
class AF(OfTime):
    """``AF p``: on all runs p holds now or later."""


@clause(Temporal("E"), FUTURE, keeps=(True, False))
class EU(OfTwo):
    """``E[p U q]``: on some run q holds now or later, and p at all states before."""


@clause(Temporal("A"), FUTURE, keeps=(True,))
class AU(OfTwo):
    """``A[p U q]``: on all runs q holds now or later, and p at all states before."""


@clause(Temporal("Y"), THE_PAST, keeps=(False,))
class Y(OfTime):
    """``Y p``: there was a state just before, and p held there; false at the start."""


@clause(Temporal("O"), THE_PAST, dual="H", keeps=(True, False))
class O(OfTime):  # noqa: E742  # the usual letter of the operator
    """``O p``: p holds now or held at some state before."""


@clause(Temporal("H"), THE_PAST, dual="O", keeps=(True, False))
class H(OfTime):
    """``H p``: p holds now and held at all states before."""


TIME = EX, AX, EF, AG, EG, AF, EU, AU
PAST = Y, O, H
QUANTIFIERS = AnnounceAny, AnnounceAnyDual, AnnounceCoalition, AnnounceCoalitionDual  # over announcements
LANGUAGE: tuple[type[Formula], ...] = tuple(CLAUSES.values())  # all clauses, in the order of declaration


def run(program: Program, tests: Formulas, sub: Formula, box: bool) -> Formula:
    """Return `sub` under the box of a program, or under its diamond if `box` is False; the parts are not validated."""
    clauses: tuple[Any, Any] = Run, RunDual
    if any(word[0] == "@" for word in program):
        clauses = (ActStar, ActStarDual) if program[-1] == REPEAT else (ActRun, ActRunDual)
    formula: Formula = clauses[not box].make(program, tests, sub)
    return formula


def atoms(names: str | Iterable[str]) -> tuple[Atom, ...]:
    """Return the atoms with these names: a string such as ``"p q"``, or an iterable of arbitrary names.

    In a string, names are separated by spaces or commas and have the form of unquoted atoms: ``p``, ``muddy(ann)``,
    ``die=4``.

    Examples
    --------
    >>> p, q = atoms("p q")
    >>> print(p >> q)
    p → q
    """
    if not isinstance(names, str):
        if not isinstance(names, Iterable) or isinstance(names, Formula):
            raise FormulaError(f"atoms {shorten(repr(names))}: expected names such as 'p q' or ['p', 'q']")
        return tuple([Atom(name) for name in names])
    rest = re.sub(o.ATOM_PATTERN, " ", names).replace(",", " ").strip()
    if rest:
        expected = f"expected names of atoms, got {shorten(repr(rest))}; give other names in a list"
        raise FormulaError(f"atoms {shorten(repr(names))}: {expected}")
    return tuple([Atom("".join(match.group().split())) for match in re.finditer(o.ATOM_PATTERN, names)])


def negation(formula: Formula) -> Formula:
    """Return the negation of a formula; the negation of ``~p`` is ``p``, not ``~~p``."""
    return formula.sub if isinstance(formula, Not) else Not(formula)


def conj(formulas: Iterable[Formula | str] | Formula | str, *more: Formula | str) -> Formula:
    """Return the conjunction of the formulas, nested to the left; `Top` if there are none.

    Parameters
    ----------
    formulas : iterable of Formula or str, or Formula or str
        All formulas, or the first one if `more` has the others.
    *more : Formula or str
        The other formulas.

    Examples
    --------
    >>> print(conj(atoms("p q r")))
    p ∧ q ∧ r
    >>> print(conj(["p | q", "K_a r"]))
    (p ∨ q) ∧ K_a r
    """
    return _fold(And, formulas, more, Top)


def disj(formulas: Iterable[Formula | str] | Formula | str, *more: Formula | str) -> Formula:
    """Return the disjunction of the formulas, nested to the left; `Bottom` if there are none.

    Parameters
    ----------
    formulas : iterable of Formula or str, or Formula or str
        All formulas, or the first one if `more` has the others.
    *more : Formula or str
        The other formulas.

    Examples
    --------
    >>> print(disj(atoms("p q r")))
    p ∨ q ∨ r
    """
    return _fold(Or, formulas, more, Bottom)


def _fold(
    clause: type[And] | type[Or],
    formulas: Iterable[Formula | str] | Formula | str,
    more: tuple[Formula | str, ...],
    empty: type[Formula],
) -> Formula:
    name = "conj" if clause is And else "disj"
    if not isinstance(formulas, (Formula, Iterable)):
        raise FormulaError(f"{name} {shorten(repr(formulas))}: expected formulas, such as {name}([p, q])")
    items = [formulas, *more] if isinstance(formulas, (Formula, str)) else [*formulas, *more]
    return reduce(clause, [as_formula(item, name) for item in items]) if items else empty()
