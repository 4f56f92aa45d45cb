"""What all forms of a proof to read share: its parts, its formulas, and the sentences around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from kripke.change.event import EventModel
from kripke.data.wording import both, brief, pruned, visible
from kripke.prove.proofs.forms.announcements import definitions, reduced
from kripke.prove.proofs.forms.choices import STEPS, cut
from kripke.prove.proofs.forms.labels import label, named_lines
from kripke.prove.proofs.forms.laws import laws, laws_after_events
from kripke.prove.proofs.forms.outline import Entry, Outline, Part, is_vacuous, outline
from kripke.prove.proofs.forms.reading import Reading
from kripke.prove.proofs.script import SUPPOSE, WAYS, Script
from kripke.prove.question.nodes import FALSE, Node
from logic.clauses import Implies
from logic.constructors import conj
from logic.errors import FormulaError, shorten
from logic.formula import Formula
from logic.printer import escape_latex

NODES, WIDTH = 120, 400
"""Numbers of nodes and characters above which a formula is abridged."""

SIGNS = {
    "≡": r"$\equiv$",
    "→": r"$\to$",
    "∧": r"$\wedge$",
    "∨": r"$\vee$",
    "¬": r"$\neg$",
    "⟨": r"$\langle$",
    "⟩": r"$\rangle$",
    "⋀": r"$\bigwedge$",
    "⊤": r"$\top$",
    "⊥": r"$\bot$",
    "↔": r"$\leftrightarrow$",
    "⊕": r"$\oplus$",
    "…": r"\dots{}",
}
"""Signs outside formulas -> LaTeX's text mode."""


class Telling:
    """A proof with the formulas of its nodes.

    Parameters
    ----------
    premises, theory : sequence of Formula
        What is assumed at the world, and at every world.
    limit : int, optional
        Maximal number of steps that are shown; None: all.
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
    ) -> None:
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
            raise FormulaError(f"limit {shorten(repr(limit))}: expected a positive whole number, or None for all")
        self.script, self.formula, self.logic = script, formula, logic
        self.premises, self.theory, self.limit, self.actions = premises, theory, limit, actions
        self.outline: Outline = outline(script, limit)
        self.texts: dict[Node, str] = {}
        self.static, self.reductions = reduced([*premises, formula, *theory], script.systems)

    @cached_property
    def reading(self) -> Reading:
        """The formulas of the nodes."""
        return Reading(self.script, self.static)

    def text(self, node: Node) -> str:
        """The formula of a node; a large one is abridged."""
        if node not in self.texts:
            self.texts[node] = plain(self.reading.formula(node))
        return self.texts[node]

    def said(self, entry: Entry) -> str:
        """What an entry says of its world."""
        agent = self.reading.member(entry.step.node)
        if agent is not None:
            return f"{agent} does not see {entry.world}" if entry.step.node & 1 else f"{agent} sees {entry.world}"
        return self.text(entry.step.node)

    def reason(self, entry: Entry) -> str:
        """The reason of an entry: ``axiom K, from line 3``; all that there is to say of a step without premises."""
        rule = label(entry.step)
        if entry.step.node == FALSE and entry.step.rule == SUPPOSE:
            return f"{rule}, which is ⊥" + (f" by {both(self.simplified)}" if self.simplified else "")
        said = f"{rule} via {', '.join(sorted(entry.group))}" if entry.step.rule in WAYS else rule
        said = ", ".join(filter(None, [said, f"from {named_lines(entry.premises)}" if entry.premises else ""]))
        return f"{said}, but {self.reading.target(entry, 'never fails')}" if is_vacuous(entry) else said

    @cached_property
    def simplified(self) -> list[str]:
        """The laws by which what is proved is the same as ⊤; empty if it is not."""
        whole = Implies(conj(self.premises), self.formula) if self.premises else self.formula
        return laws(whole, self.script.systems, self.actions)

    def never_fails(self, entry: Entry) -> str:
        """Why the counterexample cannot be where a way leads: the laws by which what fails there is the same as ⊤."""
        formula, _ = self.reading.way(entry.fixpoint, entry.step)
        found = laws(formula, self.script.systems, self.actions) or laws_after_events(formula)
        return both(found)

    def clause(self, part: Part) -> Formula:
        """What a lemma says."""
        return self.reading.clause(part.clause)

    def heading(self, part: Part) -> str:
        """The name of a part: ``Lemma 2, by induction``, ``Theorem``."""
        if not part.number:
            return "Theorem"
        if not part.induction:
            return f"Lemma {part.number}"
        others = [f"Lemma {number}" for number in part.induction if number != part.number]
        return f"Lemma {part.number}, by induction" + (f" together with {both(others)}" if others else "")

    def statement(self, part: Part, latex: bool = False) -> str:
        """What a part proves, as a sentence without its full stop."""
        say: Callable[[Formula], str] = in_latex if latex else plain
        if part.number:
            return f"At every world: {say(self.clause(part))}"
        logic = escape_latex(self.logic) if latex else self.logic
        given = ", ".join(map(say, self.premises))
        laws = f", where {both(map(say, self.theory))} at every world" if self.theory else ""
        follows = f"From {given} follows {say(self.formula)} in {logic}" if given else ""
        return (follows or f"{say(self.formula)} is valid in {logic}") + laws

    def title(self, part: Part) -> str:
        """Heading and statement of a part."""
        return f"{self.heading(part)}. {self.statement(part)}"

    def preface(self, latex: bool = False) -> list[str]:
        """What stands before the proof: the reduction of announcements, and the meaning of the names of fixpoints."""
        say: Callable[[Formula], str] = in_latex if latex else plain
        write: Callable[[str], str] = in_text if latex else str
        lines = [*self.reductions, *definitions(self.reading)]
        return ["".join([write(piece) if isinstance(piece, str) else say(piece) for piece in line]) for line in lines]

    def ending(self) -> list[str]:
        """The last line of a proof that is cut; no line of one that is complete."""
        shown = self.outline
        return [cut("proof", "step", shown.total, shown.shown)] if shown.is_cut else []


def plain(formula: Formula) -> str:
    """A formula on one line; a large one is abridged."""
    return visible(brief(formula, NODES, WIDTH))


def in_latex(formula: Formula) -> str:
    """A formula in LaTeX; a large one is abridged."""
    return f"${math(formula)}$"


def in_text(text: str) -> str:
    """A text with signs of formulas for LaTeX's text mode."""
    return "".join([SIGNS.get(letter) or escape_latex(letter) for letter in text])


def math(formula: Formula) -> str:
    """A formula in LaTeX's mathematics mode; a large one is abridged."""
    return pruned(formula, NODES).to_latex().replace(r"\text{…}", r"\dots ").replace("\n", " ")
