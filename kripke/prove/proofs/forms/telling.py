"""The shared pieces of all output forms of a proof: parts, formulas, names of rules, and sentences.

The reduction axioms, and the fixpoints for common knowledge, come before a proof about announcements and actions. If
the prover simplifies a formula to ⊤, the text names the laws that it uses for this. `Part` and `Entry` explain parts
and entries.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from kripke.change.event import EventModel
from kripke.data.wording import both, brief, pruned, visible
from kripke.prove.proofs import script as s
from kripke.prove.proofs.forms.choices import SOMEONE, STEPS, cut
from kripke.prove.proofs.forms.reading_order import Entry, Part, Reading, is_vacuous, outline, without_changes
from kripke.prove.proofs.script import Script, Step
from kripke.prove.question.nodes import FALSE, TRUE, Group, Node, Nodes
from kripke.prove.question.plausibility import Ranks
from kripke.prove.question.reduction import REPEATED, Reducer
from logic import clauses as f
from logic.clauses import conj
from logic.derivation import Step as ReductionStep
from logic.errors import FormulaError, TooLarge, shorten
from logic.exact import is_whole
from logic.formula import NAMELESS, Formula, agents_of
from logic.printer import escape_latex
from logic.programs import OfProgram
from logic.reduction import NoReduction
from logic.shared import boxed, definition, expanded, has_boxes, named, replace
from logic.transform import elimination_steps

Line: TypeAlias = "tuple[str | Formula, ...]"

MOST = 40  # number of reduction steps that are shown for one formula: a page

_WORDS = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
AXIOMS: Mapping[type[Formula], str] = {getattr(f, operator): axiom for operator, axiom in _WORDS["axioms"].items()}
"""Operator -> its reduction axiom, shown for formulas from which announcements and actions cannot be eliminated."""

SHORT: Mapping[str, str] = _WORDS["labels"]
"""Rule -> its label in a tree, such as ``axiom 5`` (a bare 5 could be a line); empty for connectives."""

_NAMED = {rule: f"{name}, {SHORT[rule]}" for name, rules in _WORDS["names"].items() for rule in rules.split()}
WORDS = _NAMED | {s.THEORY: "the theory"}  # Rule -> its name in a sentence; connectives and known formulas have no name

SIGNS: Mapping[str, str] = _WORDS["signs"]  # Symbol outside formulas -> LaTeX for text mode


def reduced(formulas: Sequence[Formula], agents: Iterable[str]) -> tuple[list[Formula], list[Line]]:
    """Return the formulas with announcements and actions eliminated where possible, and the lines that show how."""
    static: list[Formula] = []
    lines: list[Line] = []
    for formula in formulas:
        steps = elimination(formula, agents)
        if steps is None:
            (meant,) = expanded(formula, repeated=False)
            static += without_changes([meant])
            used = {type(node) for node in meant.subformulas()}
            lines.append(("The proof is about the model before the events of ", formula, ", by"))
            lines += [(f"  {axiom}",) for operator, axiom in AXIOMS.items() if operator in used]
        else:
            static.append(steps[-1].after if steps else formula)
            lines += [("By the reduction axioms, ", formula)] if steps else []
            lines += [("  ≡ ", step.after, f"   by {step.law or step.rule}") for step in steps[:MOST]]
            if len(steps) > MOST:
                lines += [(f"  … {len(steps) - MOST:,} more steps",), ("  ≡ ", steps[-1].after)]
    return static, lines


def elimination(formula: Formula, agents: Iterable[str]) -> tuple[ReductionStep, ...] | None:
    """Return steps that eliminate announcements and actions, for use in the proof; None if there are none."""
    try:
        steps = elimination_steps(formula, agents)
    except (NoReduction, TooLarge):
        return None
    last = steps[-1].after if steps else formula
    # programs after changes have fixpoints of their own in the proof; beliefs without ranks do not become conditional
    unlike = any(isinstance(node, (OfProgram, f.BGiven)) for node in last.subformulas())
    return None if has_changes(last) or unlike else steps


def has_changes(formula: Formula) -> bool:
    """Whether a formula contains dynamic operators, such as announcements and actions."""
    return any(node.operator.changes for node in formula.subformulas())


REDUCTION, CONNECTIVES = "the reduction axioms", "propositional logic"
_P = f.Atom("p")
MODAL = (f.K, f.B, f.M, f.Kw, f.Kv, f.E, f.EB, *REPEATED, f.D, f.DB, f.C, f.CB)


def laws(formula: Formula, agents: Iterable[str], actions: Mapping[str, EventModel] | None = None) -> list[str]:
    """Return the laws that show a formula equivalent to ⊤; empty if rewriting with laws alone does not show it."""
    group, first = frozenset(agents), [REDUCTION] if has_changes(formula) else []
    steps = elimination(formula, group) if first else ()
    static = [] if steps is None else [_opaque(steps[-1].after if steps else formula, group)]
    for each in [*static, formula]:  # the steps and the table of formulas may give different forms
        boxes = _boxes_of_top(each, group, actions)
        if boxes is not None:
            of_top = [f"{f.D(b, f.Top()) if len(b) > 1 else f.K(b[0], f.Top())} ≡ ⊤" for b in map(sorted, boxes[:1])]
            return [*first, *_definitions(each), *of_top, CONNECTIVES]
    return []


def _definitions(formula: Formula) -> list[str]:
    definitions: dict[type[Formula], str] = {}
    for node in formula.subformulas():
        if type(node) not in definitions and (said := _definition(node)):
            definitions[type(node)] = said
    return list(definitions.values())


def _definition(node: Formula) -> str:
    match node:
        case f.M(agent, _):
            return f"{f.M(agent, _P)} ≡ {f.Not(f.K(agent, ~_P))}"
        case f.Kw(agent, _):
            return f"{f.Kw(agent, _P)} ≡ {f.K(agent, _P)} ∨ {f.K(agent, ~_P)}"
        case f.Kv():
            return f"the definition of Kv_{node.agent}"
        case _ if node.operator.means is not None:
            return f"{plain(node)} ≡ {plain(definition(node))}"
        case _ if node.operator.repeats:
            return f"the definition of {node.operator.repeats}^n"
        case f.E() | f.EB():
            letter, agents = "K" if isinstance(node, f.E) else "B", sorted(node.group or ())
            each = " ∧ ".join([f"{letter}_{agent} p" for agent in agents]) or f"⋀ {letter}_a p"
            return f"{type(node)(node.group, _P)} ≡ {each}"
    return ""


def _opaque(formula: Formula, agents: Group) -> Formula:
    """Replace modal subformulas by new atoms, one kind of operator at a time, if the formula stays equivalent to ⊤."""
    for kind in MODAL:
        parts = dict.fromkeys(node for node in formula.subformulas() if isinstance(node, kind))
        if parts:
            hidden = replace(formula, {part: f.Atom.make(f"\ue000{kind.__name__}{n}") for n, part in enumerate(parts)})
            formula = formula if _boxes_of_top(hidden, agents) is None else hidden
    return formula


def _boxes_of_top(
    formula: Formula, agents: Group, actions: Mapping[str, EventModel] | None = None
) -> list[Group] | None:
    """Return the groups of the boxes whose scope is ⊤, if the formula is equivalent to ⊤; otherwise None."""
    values = [atom for atom in formula.atoms if "=" in atom]
    reducer = Reducer([formula], agents, values, actions)
    reducer.nodes = nodes = _Boxes()
    return list(nodes.of_top) if reducer.translate((0, reducer.roots[0])) == TRUE else None


class _Boxes(Nodes):
    """A table of nodes that also records which boxes have the scope ⊤."""

    def __init__(self) -> None:
        super().__init__()
        self.of_top: dict[Group, None] = {}

    def box(self, group: Group, node: Node) -> Node:
        if node == TRUE:
            self.of_top[group] = None
        return super().box(group, node)


def named_lines(numbers: Iterable[int]) -> str:
    """Return the words for lines with these numbers, such as ``lines 2 and 3``; empty if there are none."""
    named = sorted(numbers)
    return f"line{'s' * (len(named) > 1)} {both(map(str, named))}" if named else ""


def label(step: Step) -> str:
    """Return the short label of a step's rule, such as ``axiom 5``; ``case`` for a case of ``f | ~f``."""
    if step.rule == s.CONTRADICTION:
        return "" if step.node in (TRUE, FALSE) else "case"
    if step.rule == s.LEMMA:
        return f"Lemma {step.of + 1}"
    if step.rule == s.HYPOTHESIS:
        return f"induction hypothesis, Lemma {step.of + 1}" if step.world else f"Lemma {step.of + 1} at w"
    return SHORT.get(step.rule, step.rule)


NODES, WIDTH = 120, 400  # numbers of nodes and characters above which a formula is abridged


class Telling:
    """Writes at most `limit` steps of a proof as text; None: all steps.

    The script proves `formula` from `premises` and `theory`; atoms in them encode the `ranks` of agents. `question`
    contains the three as the user wrote them, for the text.
    """

    def __init__(
        self,
        script: Script,
        formula: Formula,
        logic: str,
        premises: Sequence[Formula] = (),
        theory: Sequence[Formula] = (),
        limit: int | None = STEPS,
        actions: Mapping[str, EventModel] | None = None,
        ranks: Ranks | None = None,
        question: tuple[Sequence[Formula], Formula, Sequence[Formula]] | None = None,
    ) -> None:
        if limit is not None and not is_whole(limit, 1):
            raise FormulaError(f"limit {shorten(repr(limit))}: expected a positive whole number, or None for all")
        self.script, self.formula, self.logic = script, formula, logic
        self.premises, self.theory, self.actions, self.outline = premises, theory, actions, outline(script, limit)
        self.texts: dict[Node, str] = {}
        said = [*premises, formula, *theory]
        self.boxes = has_boxes(*said)
        self.static, self.reductions = reduced([named(each, NAMELESS) for each in said], script.systems)
        self.asked = question or (premises, formula, theory)
        if ranks:
            marks = [f"{a or 'the agent'}: {', '.join(map(str, atoms))}" for a, atoms in ranks.items() if atoms]
            atom_text = f"the first that is true, or the last one ({'; '.join(marks) or 'there is one'})"
            first = f"Ranks are atoms: a world has the rank of {atom_text}."
            self.reductions = [(first,), *self._in_ranks(), *self.reductions]

    def _in_ranks(self) -> Iterator[Line]:
        (premises, formula, theory), given = self.asked, [*self.premises, self.formula, *self.theory]
        for old, new in zip([*premises, formula, *theory], given, strict=False):
            if old != new:
                yield from [("By the ranks, ", old), ("  ≡ ", new)]
        if least := self.theory[len(theory) :]:
            yield ("and at every world ", conj(least), ", since each class has a world of the least rank")

    @cached_property
    def reading(self) -> Reading:
        """The reader that translates the proof's nodes back to formulas."""
        return Reading(self.script, self.static, self.boxes)

    def text(self, node: Node) -> str:
        """Return the formula of a node as text, abridged if it is large."""
        if node not in self.texts:
            self.texts[node] = plain(self.reading.formula(node))
        return self.texts[node]

    def said(self, entry: Entry) -> str:
        """Return the statement of an entry about its world, as text."""
        agent = self.reading.member(entry.step.node)
        if agent is not None:
            sees = "does not see" if entry.step.node & 1 else "sees"
            return f"{agent or SOMEONE} {sees} {entry.world}"
        return self.text(entry.step.node)

    def reason(self, entry: Entry) -> str:
        """Return the reason of an entry, such as ``axiom K, from line 3``."""
        rule = label(entry.step)
        if entry.step.node == FALSE and entry.step.rule == s.SUPPOSE:
            return f"{rule}, which is ⊥" + (f" by {both(self.simplified)}" if self.simplified else "")
        said = f"{rule} via {', '.join(sorted(entry.group)) or SOMEONE}" if entry.step.rule in s.WAYS else rule
        said = ", ".join(filter(None, [said, f"from {named_lines(entry.premises)}" if entry.premises else ""]))
        return f"{said}, but {self.reading.target(entry, 'never fails')}" if is_vacuous(entry) else said

    @cached_property
    def simplified(self) -> list[str]:
        """The laws by which the proved formula is equivalent to ⊤; empty if `laws` finds none."""
        whole = f.Implies(conj(self.premises), self.formula) if self.premises else self.formula
        return laws(whole, self.script.systems, self.actions)

    def never_fails(self, entry: Entry) -> str:
        """Return, in words, the laws by which the formula of a step never fails."""
        formula, _ = self.reading.way(entry.fixpoint, entry.step)
        if reasons := laws(formula, self.script.systems, self.actions):
            return both(reasons)
        agents = frozenset[str]().union(*map(agents_of, formula.subformulas()))  # `formula` is ⊤ only after the events
        box = [f"{f.K(agent, f.Top())} ≡ ⊤" for agent in sorted(agents)[:1]]
        return both([REDUCTION, *_definitions(formula), *box, CONNECTIVES])

    def heading(self, part: Part) -> str:
        """Return the name of a part, such as ``Lemma 2, by induction`` or ``Theorem``."""
        if not part.number:
            return "Theorem"
        if not part.induction:
            return f"Lemma {part.number}"
        others = [f"Lemma {number}" for number in part.induction if number != part.number]
        return f"Lemma {part.number}, by induction" + (f" together with {both(others)}" if others else "")

    def statement(self, part: Part, latex: bool = False) -> str:
        """Return the statement of a part as a sentence, without the full stop at its end."""
        say: Callable[[Formula], str] = in_latex if latex else plain
        if part.number:
            return f"{say(self.reading.clause(part.clause))} holds at every world"
        logic = escape_latex(self.logic) if latex else self.logic
        premises, formula, theory = self.asked
        follows = f"follows from {both(map(say, premises))}" if premises else "is valid"
        laws = f", where {both(map(say, theory))} hold{'s' * (len(theory) == 1)} at every world" if theory else ""
        return f"{say(formula)} {follows} in {logic}{laws}"

    def title(self, part: Part) -> str:
        """Return the heading and the statement of a part."""
        return f"{self.heading(part)}. {self.statement(part)}"

    def preface(self, latex: bool = False) -> list[str]:
        """Return the lines before a proof, about ranks, the reduction of announcements, and the named fixpoints."""
        write_formula = in_latex if latex else plain
        say: Callable[[Formula], str] = (lambda said: write_formula(boxed(said))) if self.boxes else write_formula
        write: Callable[[str], str] = in_text if latex else str
        weakest = "{0} says {1}; it is the weakest formula with {0} → "
        named = [(weakest.format(name, said), whole, left) for name, said, whole, left in self.reading.definitions()]
        lines = [*self.reductions, *named]
        return ["".join([write(piece) if isinstance(piece, str) else say(piece) for piece in line]) for line in lines]

    def ending(self) -> list[str]:
        """Return a list with the last line of a truncated proof; empty for a complete proof."""
        shown = self.outline
        return [cut("proof", "step", shown.total, shown.shown)] if shown.is_cut else []


def plain(formula: Formula) -> str:
    """Return a formula on one line, abridged if it is large."""
    return visible(brief(formula, NODES, WIDTH))


def in_latex(formula: Formula) -> str:
    """Return a formula in LaTeX, between dollar signs, abridged if it is large."""
    return f"${math(formula)}$"


def in_text(text: str) -> str:
    """Return a string with its symbols converted for LaTeX's text mode."""
    return "".join([SIGNS.get(letter) or escape_latex(letter) for letter in text])


def math(formula: Formula) -> str:
    """Return a formula for LaTeX's mathematics mode, abridged if it is large."""
    return pruned(formula, NODES).to_latex().replace(r"\text{…}", r"\dots ").replace("\n", " ")
