"""Proofs in the style of Fitch, and their grading line by line, which does not call the search for proofs.

A subproof supposes its first line. A strict subproof is about any world that an agent considers possible: a line from
outside enters it only by the rules K, 4, 5 and B. Sources: F. B. Fitch, *Symbolic Logic* (1952); for several agents, R.
Fagin, J. Halpern, Y. Moses and M. Vardi, *Reasoning About Knowledge* (MIT Press 1995), chapters 3 and 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple, TypeAlias

from kripke.data.wording import brief
from kripke.prove.clock import Clock
from kripke.prove.fitch.reading import SAYS, kept, read
from kripke.prove.hilbert import marking
from kripke.prove.hilbert.reading import CLOSED, Bar, Line, bar_text
from kripke.prove.question.problem import BELIEVING, System, agents_under, box
from logic import clauses as f
from logic.clauses import And, Atom, Bottom, Iff, Implies, K, M, Not, Or, Top, conj
from logic.errors import few, listing
from logic.formula import Formula
from logic.node_table import build, mapped, rebuild
from logic.printer import escape_latex
from logic.shared import boxed as boxed_as_written
from logic.shared import depth_first, expanded, has_boxes

SHOWN = 120  # number of characters of a formula in a message


def core(formula: Formula, agents: frozenset[str] = frozenset()) -> Formula:
    """Return the formula with ``M_a``, ``Kw_a``, ``E_G`` and ``^`` unfolded, and belief replaced by knowledge.

    An agent's knowledge and belief thus become the same box. `agents` are the agents of an operator without a group.

    >>> from logic.parser import parse
    >>> core(parse("M_a p & Kw_b q"))
    parse('¬K_a ¬p ∧ (K_b q ∨ K_b ¬q)')
    """
    return mapped(expanded(formula)[0], lambda node: _core(node, agents))


def _core(node: Formula, agents: frozenset[str]) -> Formula:
    match node:
        case f.M(agent, sub):
            return Not(K(agent, Not(sub)))
        case f.Kw(agent, sub):
            return Or(K(agent, sub), K(agent, Not(sub)))
        case f.B(agent, sub):
            return K(agent, sub)
        case f.E(group, sub) | f.EB(group, sub):
            return conj([K(agent, sub) for agent in sorted(agents if group is None else group)])
        case f.D(group, sub) | f.DB(group, sub):
            return box(agents if group is None else group, sub)
        case f.C(group, sub) | f.CB(group, sub):
            return f.C(agents if group is None else group, sub)
        case f.Xor(one, other):
            return Not(Iff(one, other))
    return node


def boxed(formula: Formula | None) -> tuple[frozenset[str], Formula] | None:
    """Return the group and the scope of a box; None for other formulas and for None."""
    match formula:
        case K(agent, sub):
            return frozenset([agent]), sub
        case f.D(group, sub):
            return frozenset(group or ()), sub
    return None


def common(formula: Formula) -> tuple[frozenset[str], Formula] | None:
    """Return the group and the scope of common knowledge; None for other formulas."""
    return (frozenset(formula.group or ()), formula.sub) if isinstance(formula, f.C) else None


def lettered(formula: Formula) -> Formula:
    """Return the formula with atoms in place of its outermost subformulas that are boxes or common knowledge."""
    if boxed(formula) is not None or isinstance(formula, f.C):
        return Atom(str(formula))
    return rebuild(formula, [lettered(child) for child in formula.children])


def as_written(formulas: Sequence[Formula], agents: frozenset[str]) -> Callable[[Formula], Formula]:
    """Return a function that undoes `core`: it writes the parts of some formulas as these formulas have them."""
    written: dict[Formula, Formula] = {}
    for part in (part for formula in formulas for part in formula.subformulas()):  # in a fixed order
        written.setdefault(core(part, agents), part)
    believers = agents_under([node for formula in formulas for node in formula.subformulas()], BELIEVING, agents)

    def show(formula: Formula) -> Formula:
        match formula:
            case _ if formula in written:
                return written[formula]
            case Not(K(agent, Not(sub))) if agent not in believers:
                written[formula] = M(agent, show(sub))
            case K() | f.D() | f.C() if (modal := boxed(formula) or common(formula)) and believers >= modal[0]:
                belief = {K: f.B, f.D: f.DB, f.C: f.CB}[type(formula)]
                written[formula] = build(belief, formula.content, [show(modal[1])])
            case _:
                written[formula] = rebuild(formula, [show(child) for child in formula.children])
        return written[formula]

    boxes = boxed_as_written if has_boxes(*formulas) else lambda formula: formula
    return lambda formula: boxes(show(formula))


@dataclass(frozen=True)
class FitchProof(marking.WrittenProof):
    """A proof in the style of Fitch, whose lines `check` grades.

    In the text, bars before the formula show which subproofs contain a line. ``|`` is a subproof whose first line is
    assumed. ``|a`` is a strict subproof, about any world that agent a considers possible. ``|*`` is about any world.

    Parameters
    ----------
    lines : tuple of Line
        The lines.
    logic : str or mapping of str to str, optional
        One of the 15 systems of the modal cube for all agents, or a system for each agent. None: KD45 for the agents
        whose operators are all ``B``, S5 for the others.

    Examples
    --------
    >>> from whoknows import FitchProof
    >>> proof = FitchProof.parse('''
    ... logic: K
    ... 1. | K_a (p & q)          assume
    ... 2. | |a p & q             K 1
    ... 3. | |a p                 &E 2
    ... 4. | K_a p                KI 2-3
    ... 5. K_a (p & q) -> K_a p   ->I 1-4
    ... ''')
    >>> bool(proof.check(proves="K_a (p & q) -> K_a p"))
    True
    """

    _read = staticmethod(read)

    def _page(self, nodes: Sequence[Formula], systems: Mapping[str, System], clock: Clock) -> Page:
        return Page(systems, clock)

    def to_latex(self) -> str:
        r"""Return the proof as a LaTeX ``array``, for a document that loads ``amsmath``; bars are vertical lines.

        If the proof has boxes without an agent, such as ``[]p``, the document must load ``amssymb`` too.

        Examples
        --------
        >>> from whoknows import FitchProof
        >>> print(FitchProof.parse("1. | p  assume\n2. p -> p  ->I 1-1").to_latex())
        \providecommand{\fitchbar}[2][.7]{%
        \vrule height#1\normalbaselineskip depth.3\normalbaselineskip\,_{\text{#2}}\;}
        \[\begin{array}{r@{\quad}l@{\qquad}l}
        1 & \fitchbar[.55]{}\smash[b]{\underline{p}} & \mathrm{assume} \\
        2 & p \to p & {\to}\mathrm{I}\ \text{1-1}
        \end{array}\]
        """
        rows = []
        above: tuple[Bar, ...] = ()
        for line in self.lines:
            old, above = kept(line, above), line.bars
            tops = ["" if place < old else "[.55]" for place in range(len(line.bars))]  # new bars begin lower
            pairs = zip(tops, line.bars, strict=True)
            bars = "".join([f"\\fitchbar{top}{{{escape_latex(bar_text(bar))}}}" for top, bar in pairs])
            said = line.formula.to_latex()
            said = rf"\smash[b]{{\underline{{{said}}}}}" if line.rule == "assume" else said
            sign, kind = (line.rule[:-1], line.rule[-1]) if line.rule[:-1] in _SIGNS else ("", line.rule)
            cited = rf"\ \text{{{line.why.partition(' ')[2]}}}" * bool(line.of)
            rows.append(f"{line.number} & {bars}{said} & {_SIGNS[sign]}\\mathrm{{{kind}}}{cited}")
        return "\n".join([_BAR, r"\[\begin{array}{r@{\quad}l@{\qquad}l}", " \\\\\n".join(rows), r"\end{array}\]"])


_BAR = r"""\providecommand{\fitchbar}[2][.7]{%
\vrule height#1\normalbaselineskip depth.3\normalbaselineskip\,_{\text{#2}}\;}"""
_SIGNS = {
    "": "", "&": r"{\land}", "|": r"{\lor}", "->": r"{\to}", "<->": r"{\leftrightarrow}", "~": r"{\neg}",
    "false": r"\bot", "true": r"\top",
}  # fmt: skip


class Subproof(NamedTuple):
    """A subproof: its bar, and the number of its first line."""

    bar: Bar
    first: int


Path = tuple[Subproof, ...]


class Page(marking.Page[Formula]):
    """The lines of a proof so far, with the subproofs that contain them."""

    def __init__(self, systems: Mapping[str, System], clock: Clock) -> None:
        super().__init__(systems, clock)
        self.supposed: set[int] = set()
        self.path: dict[int, Path] = {}
        self._last: Path = ()

    def of(self, formula: Formula) -> Formula:
        """Return the formula in terms of the operators that the rules use; see `core`."""
        return core(formula, self.agents)

    def enter(self, line: Line) -> str:
        """Record the subproofs that contain a line; return the mistake in its bars, or an empty string."""
        self.form[line.number] = self.of(line.formula)
        self.supposed |= {line.number} if line.rule == "assume" else set()
        old = kept(line, [sub.bar for sub in self._last])
        new = line.bars[old:]
        self._last = self.path[line.number] = (*self._last[:old], *[Subproof(bar, line.number) for bar in new])
        if line.rule == "assume" and (not line.bars or line.bars[-1]):
            return "an assumption begins a subproof: write a bar | before it"
        plain = [bar for bar in (new[:-1] if line.rule == "assume" else new) if bar is None]
        return "a subproof | begins with its assumption: expected the rule assume" if plain else ""

    def judge(self, line: Line) -> str:
        """Return the reason why a line does not follow by its rule; empty if it follows. Call `enter` first."""
        said = self.form[line.number]
        lines = [each for each in line.of if isinstance(each, int)]
        subs = [each for each in line.of if not isinstance(each, int)]
        if line.rule not in RULES:
            return "it has no reason yet: expected a rule with the lines that it takes, such as ->E 1,2"
        rule = RULES[line.rule]
        if (len(lines), len(subs)) not in rule.takes:
            needs = listing([_count(*count) for count in rule.takes])
            return f"{line.rule} needs {needs}, got {_count(len(lines), len(subs))}; {SAYS[line.rule]}"
        entered: Bar = None
        for number in lines:
            if number not in self.path or number == line.number:
                return f"{number} is no line above; a line uses lines above it"
            problem, entered = self.reach(number, line)
            if problem:
                return problem
            if entered is not None and not rule.enters:
                return f"line {number} is outside the strict subproof: only K, 4, 5 and B take a line into it"
            if entered is None and rule.enters:
                return f"{line.rule} takes a line from outside into a strict subproof, and line {number} is not outside"
        proofs = [self.subproof(first, last, line) for first, last in subs]
        if problem := next((proof for proof in proofs if isinstance(proof, str)), ""):
            return problem
        if line.rule == "premise" and any(sub.bar is not None for sub in self.path[line.number]):
            return "a premise is given at this world, not in a strict subproof, which is about others"
        if line.rule in ("premise", "theory"):
            return self._assumed(line.rule, said)
        wrong = rule.test(self, said, *[self.form[number] for number in lines], *proofs, *[entered] * rule.enters)
        if isinstance(wrong, str):
            return wrong
        got = [f"line {number} is {brief(self.form[number], width=SHOWN)}" for number in lines]
        return "" if wrong else f"{line.rule} is {SAYS[line.rule]}" + (f"; {few(got, 'and')}" if got else "")

    def reach(self, number: int, line: Line) -> tuple[str, Bar]:
        """Return why `line` cannot cite line `number`, and the bar of the strict subproof between them.

        The reason is empty if the line can be cited; the bar is None if there is no strict subproof between them.
        """
        there, here = self.path[number], self.path[line.number]
        if here[: len(there)] != there:
            return f"line {number} stands in a subproof that has ended", None
        strict = [sub.bar for sub in here[len(there) :] if sub.bar is not None]
        if CLOSED in strict:
            return f"line {number} is outside a subproof about any world |*, which takes no lines from outside", None
        if len(strict) > 1:
            return f"line {number} is outside two strict subproofs: take it into one after the other", None
        return "", strict[0] if strict else None

    def subproof(self, first: int, last: int, line: Line) -> Proved | str:
        """Return the content of the subproof from line `first` to `last`, or the reason why `line` cannot cite it."""
        text = f"{first}-{last}"
        if first not in self.path or last not in self.path or not first <= last < line.number:
            return f"{text} are no lines above; a line uses subproofs above it"
        here, there = self.path[line.number], self.path[last]
        if not there or there[-1].first != first or self.path[first][: len(there)] != there:
            return f"{text} is no subproof: expected the numbers of its first and its last line, with the same bars"
        if here[: len(there)] == there:
            return f"the subproof {text} has not ended: this line has its bar, too"
        if here[: len(there) - 1] != there[:-1]:
            return f"the subproof {text} is inside one that has ended"
        if there[-1].bar != CLOSED and any(sub.bar is not None for sub in here[len(there) - 1 :]):
            return f"the subproof {text} is outside a strict subproof, where its lines need not hold"
        supposed = self.form[first] if first in self.supposed and len(self.path[first]) == len(there) else None
        return Proved(there[-1].bar, supposed, self.form[last])

    def _assumed(self, name: str, said: Formula) -> str:
        given = self.given.get(name)
        if given is None or said in given:
            return ""
        what = "premises" if name == "premise" else "formulas of the theory"
        shown = sorted(brief(each, width=SHOWN) for each in given)
        return f"it is not among the {what}: {few(shown) or 'there are none'}"

    def lacking(self, name: str, group: Iterable[str], needed: str) -> str:
        """Return a message if an agent's relation lacks the property that a rule needs; otherwise an empty string."""
        group = sorted(group)
        needed = "reflexive" if needed == "serial" and len(group) > 1 else needed
        for agent in group:
            if needed not in self.systems[agent].properties:
                of = f" ({agent})" if agent else ""
                return f"{name} needs a {needed} relation, which {self.systems[agent].name}{of} does not have"
        return ""


class Proved(NamedTuple):
    """The content of a subproof: its bar, its supposition (None without one), and its last formula."""

    bar: Bar
    supposed: Formula | None
    last: Formula


Input: TypeAlias = "Formula | Proved"  # the input of a rule: a formula on a line, or a subproof


def _count(lines: int, subproofs: int) -> str:
    parts = [f"{n or 'no'} {name}{'s' * (n != 1)}" for n, name in ((lines, "line"), (subproofs, "subproof")) if n]
    return " and ".join(parts) or "no lines"


# --------------------------------------------------------------------------------------------------------- rules

Test = Callable[..., "bool | str"]  # Returns True if the formula follows, otherwise False or the reason as a string


class Rule(NamedTuple):
    """A rule: the numbers of lines and subproofs that it may cite, and its test."""

    takes: tuple[tuple[int, int], ...]  # the allowed pairs: number of lines, number of subproofs
    test: Test
    enters: bool = False  # whether it takes a line from outside into a strict subproof


def _parts(kind: type[And | Or], formula: Formula) -> list[Formula]:
    """Return the parts of a nested conjunction or disjunction: the formula itself, its parts, their parts, ..."""
    return depth_first([formula], lambda part: part.children if isinstance(part, kind) else ())


def inputs(rule: str, said: Formula, major: Input | None = None) -> list[Input]:
    """Return inputs from which the rule derives `said`, or an empty list. If `major` is used, it comes first."""
    match rule:
        case "&I" if isinstance(said, And):
            return [said.left, said.right]
        case "->I" if isinstance(said, Implies):
            return [Proved(None, said.left, said.right)]
        case "<->I" if isinstance(said, Iff):
            return [Proved(None, said.left, said.right), Proved(None, said.right, said.left)]
        case "~I" if isinstance(said, Not):
            return [Proved(None, said.sub, Bottom())]
        case "IP":
            return [Proved(None, Not(said), Bottom())]
        case "falseE":
            return [Bottom()]
        case "KI" if modal := boxed(said):
            return [Proved(modal[0], None, modal[1])]
        case "CI" if isinstance(said, f.C):
            return [said.sub, Proved(CLOSED, said.sub, everyone(said.group or (), said.sub))]
        case "->E" if isinstance(major, Implies) and major.right == said:
            return [major, major.left]
        case "<->E" if isinstance(major, Iff) and said in major.children:
            return [major, major.right if said == major.left else major.left]
        case "|E" if isinstance(major, Or):
            return [major, Proved(None, major.left, said), Proved(None, major.right, said)]
        case "~E" if isinstance(major, Not):
            return [major, major.sub]
    return []


def _takes(rule: str) -> Test:
    """Return a test of a rule: the cited lines and subproofs must be its `inputs`, in any order."""
    return lambda page, said, *given: any([*some] == inputs(rule, said, some[0]) for some in permutations(given))


def _entering(
    name: str, needed: str, fits: Callable[..., bool], box_of: Callable[..., Formula | None] = lambda said, given: given
) -> Rule:
    """Return a rule that takes a line into a strict subproof about the worlds that a box's group considers possible.

    `box_of` returns the box, given the derived and the cited formula. `fits` compares both formulas with the scope of
    the box. `needed`: the property that the relations of the box's group must have; empty for any relations.
    """

    def tested(page: Page, said: Formula, given: Formula, entered: frozenset[str]) -> bool | str:
        modal = boxed(box_of(said, given))
        if modal is None or not fits(said, given, modal[1]):
            return False
        if not modal[0] <= entered:
            of, here = bar_text(modal[0]), bar_text(entered)
            return f"the box is that of {of}: {name} takes it into |{of}, not into |{here}, about the worlds of {here}"
        return (page.lacking(name, modal[0], needed) if needed else "") or True

    return Rule((ONE,), tested, enters=True)


def _negated(formula: Formula) -> Formula | None:
    return formula.sub if isinstance(formula, Not) else None


def _opposite(one: Formula, other: Formula) -> bool:
    return one == Not(other) or other == Not(one)


def _true_here(page: Page, said: Formula, given: Formula) -> bool | str:
    """Test rule T, which leads from ``[]X`` to X, or from X to ``~[]~X``."""
    modal, possible = boxed(given), boxed(_negated(said))
    if modal is not None and modal[1] == said:
        return page.lacking("T", modal[0], "reflexive") or True
    if possible is not None and _opposite(possible[1], given):
        return page.lacking("T", possible[0], "reflexive") or True
    return False


def _consistent(page: Page, said: Formula, given: Formula) -> bool | str:
    """Test rule D, which leads from ``[]X`` to ``~[]~X``, or from ``[]false`` to false."""
    modal, possible = boxed(given), boxed(_negated(said))
    if modal is None:
        return False
    absurd = isinstance(modal[1], Bottom) and isinstance(said, Bottom)
    if absurd or (possible is not None and possible[0] == modal[0] and _opposite(possible[1], modal[1])):
        return page.lacking("D", modal[0], "serial") or True
    return False


def _generalised(page: Page, said: Formula, proof: Proved) -> bool | str:
    """Test rule KI, which derives ``[]X`` for a group from a strict subproof of X for this group.

    From a subproof ``|*``, it derives ``[]X`` for any group, and ``C X``.
    """
    if proof.bar is None or proof.supposed is not None:
        return "KI needs a strict subproof, which has an agent at its bar, such as |a, and assumes nothing"
    modal = boxed(said)
    if isinstance(said, f.C) and proof.bar == CLOSED:
        return said.sub == proof.last
    if modal is None or modal[1] != proof.last:
        return False
    return proof.bar in (modal[0], CLOSED) or f"the subproof is about the worlds of {', '.join(sorted(proof.bar))}"


def _pooled(page: Page, said: Formula, given: Formula) -> bool:
    one, other = boxed(given), boxed(said)
    return one is not None and other is not None and one[1] == other[1] and one[0] <= other[0]


def everyone(group: Iterable[str], sub: Formula) -> Formula:
    """Return the formula which says that everyone in the group knows `sub`."""
    return conj([K(agent, sub) for agent in sorted(group)])


def _unfolded(page: Page, said: Formula, given: Formula) -> bool:
    if (shared := common(given)) is None:
        return False
    group, sub = shared
    insides = (sub, given, And(sub, given), And(given, sub))
    return any(said == everyone(who, inside) for inside in insides for who in (group, *[{agent} for agent in group]))


def _induction(page: Page, said: Formula, given: Formula, proof: Proved | None = None) -> bool | str:
    """Test rule CI: ``C_G Y`` follows from X and a subproof from X to ``E_G (Y & X)``, or from ``E_G (Y & C_G Y)``."""
    if (shared := common(said)) is None:
        return False
    group, sub = shared
    start = said if proof is None else given
    steps = [everyone(group, inside) for inside in (And(sub, start), And(start, sub))]
    steps += [everyone(group, sub)] * (sub == start)
    return given in steps if proof is None else any(proof == Proved(CLOSED, given, step) for step in steps)


ONE, TWO, SUB = (1, 0), (2, 0), (0, 1)

RULES: dict[str, Rule] = {  # by name; `SAYS` describes them
    "premise": Rule(((0, 0),), lambda page, said: True),
    "assume": Rule(((0, 0),), lambda page, said: True),
    "theory": Rule(((0, 0),), lambda page, said: True),
    "R": Rule((ONE,), lambda page, said, x: said == x),
    "&I": Rule((TWO,), _takes("&I")),
    "&E": Rule((ONE,), lambda page, said, x: said != x and said in _parts(And, x)),
    "|I": Rule((ONE,), lambda page, said, x: said != x and x in _parts(Or, said)),
    "|E": Rule(((1, 2),), _takes("|E")),
    "->I": Rule((SUB,), _takes("->I")),
    "->E": Rule((TWO,), _takes("->E")),
    "<->I": Rule(((0, 2),), _takes("<->I")),
    "<->E": Rule((TWO,), _takes("<->E")),
    "~I": Rule((SUB,), _takes("~I")),
    "~E": Rule((TWO,), lambda page, said, x, y: isinstance(said, Bottom) and _opposite(x, y)),
    "IP": Rule((SUB,), _takes("IP")),
    "falseE": Rule((ONE,), _takes("falseE")),
    "trueI": Rule(((0, 0),), lambda page, said: isinstance(said, Top)),
    "DN": Rule((ONE,), lambda page, said, x: Not(Not(said)) == x or Not(Not(x)) == said),
    "KI": Rule((SUB,), _generalised),
    "K": _entering("K", "", lambda said, given, scope: said == scope),
    "4": _entering("4", "transitive", lambda said, given, scope: said == given),
    "5": _entering("5", "euclidean", lambda said, given, scope: said == given, lambda said, given: _negated(given)),
    "B": _entering(
        "B", "symmetric", lambda said, given, scope: _opposite(scope, given), lambda said, given: _negated(said)
    ),
    "T": Rule((ONE,), _true_here),
    "D": Rule((ONE,), _consistent),
    "DI": Rule((ONE,), _pooled),
    "CE": Rule((ONE,), _unfolded),
    "CI": Rule(((1, 1), ONE), _induction),
}
