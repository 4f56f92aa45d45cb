"""A derivation, numbered lines with their justifications, and its marking line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from os import PathLike
from types import MappingProxyType
from typing import Any, Protocol

from kripke.formats.reading import path_text, read_text
from kripke.prove.clock import Clock
from kripke.prove.errors import DerivationError
from kripke.prove.hilbert.forms import Forms
from kripke.prove.hilbert.reading import Line, read
from kripke.prove.hilbert.rules import Page, judge
from kripke.prove.question.problem import (
    Logic,
    assign,
    logic_text,
    require_agents,
    require_one_kind,
    systems_by_agent,
    usual_systems,
)
from logic import clauses as f
from logic.errors import few
from logic.exact import plural
from logic.formula import Formula, agents_of
from logic.parser import parse
from logic.table import flatten


class Marked(Protocol):
    """A line of a derivation, or of a proof in the style of Fitch."""

    @property
    def number(self) -> int:
        """The number."""

    @property
    def formula(self) -> Formula:
        """What the line says."""

    @property
    def rule(self) -> str:
        """The name of the rule."""

    @property
    def text(self) -> str:
        """The number, what shows its place, and the formula."""

    @property
    def why(self) -> str:
        """The justification."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a line."""

    line: Marked
    problem: str = ""  # what is wrong and how to mend it; empty if the line is right
    rests_on: tuple[int, ...] = ()  # the wrong lines that this line needs, directly or by others

    @property
    def right(self) -> bool:
        """Whether the line follows by its rule from the lines that it names."""
        return not self.problem

    @property
    def note(self) -> str:
        """The mistake in the line or in the lines that it needs; empty if they are right."""
        if self.problem or not self.rests_on:
            return self.problem
        lines = few([str(number) for number in self.rests_on], "and")
        return f"it follows, but it rests on line{'s' * (len(self.rests_on) > 1)} {lines}, which must be mended"


@dataclass(frozen=True)
class Marking:
    """A marked derivation; `bool` of it says whether every line is right and it proves what it should.

    >>> from whoknows import Derivation
    >>> marking = Derivation.parse("1. K_a p -> p  T").check(proves="p -> M_a p")
    >>> bool(marking), [mark.right for mark in marking.marks]
    (False, [True])
    """

    logic: str
    marks: tuple[Mark, ...]
    problem: str = ""  # why the derivation does not prove what it should; empty if it does, or nothing was asked for

    def __bool__(self) -> bool:
        return not self.problem and all(mark.right for mark in self.marks)

    @property
    def wrong(self) -> tuple[int, ...]:
        """The numbers of the wrong lines."""
        return tuple(mark.line.number for mark in self.marks if not mark.right)

    @property
    def summary(self) -> str:
        """The result in one line."""
        count = len(self.wrong)
        parts = [f"{count} of {plural(len(self.marks), 'line')} {'is' if count == 1 else 'are'} wrong"] * bool(count)
        parts += [self.problem] * bool(self.problem)
        right = "the line is right" if len(self.marks) == 1 else f"all {plural(len(self.marks), 'line')} are right"
        return "; ".join(parts) or right

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines as texts, with the justifications in one column."""
        texts = [mark.line.text for mark in self.marks]
        width = min(max(map(len, texts)), WIDEST)
        return tuple([f"{text:{width}}  {mark.line.why}" for text, mark in zip(texts, self.marks, strict=True)])

    def __str__(self) -> str:
        lines = [f"logic: {self.logic}"]
        for row, mark in zip(self.rows, self.marks, strict=True):
            lines += [f"{'✓' if mark.right else '✗'} {row}", *[INDENT + note for note in mark.note.splitlines()]]
        return "\n".join([*lines, self.summary])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'✓' if mark.right else '✗'}</td><td>{mark.line.number}</td>"
            f"<td>{escape(str(mark.line.formula))}</td><td>{escape(mark.line.why)}</td><td>{escape(mark.note)}</td></tr>"
            for mark in self.marks
        )
        return f"<div><p>{escape(self.logic)}</p><table>{rows}</table><p>{escape(self.summary)}</p></div>"

    def to_dict(self) -> dict[str, Any]:
        """The marking as plain data, for JSON."""
        lines = [
            {
                "number": mark.line.number,
                "text": mark.line.text,
                "formula": str(mark.line.formula),
                "justification": mark.line.why,
                "right": mark.right,
                "problem": mark.problem,
                "rests_on": list(mark.rests_on),
            }
            for mark in self.marks
        ]
        return {"right": bool(self), "logic": self.logic, "problem": self.problem, "lines": lines}


INDENT = "     "
WIDEST = 80  # Column of the justifications if a formula is longer


@dataclass(frozen=True)
class Derivation:
    """A derivation in the style of Hilbert, such as a student writes: `check` marks each line.

    Parameters
    ----------
    lines : tuple of Line
        The lines.
    logic : str or mapping of str to str, optional
        One of the 15 systems of the modal cube for all agents, or a system for each agent. None: KD45 for the agents
        that occur only under ``B``, S5 for the others.
    axioms : tuple of str, optional
        The axioms of the modal cube that may be used, such as ``("K", "T", "5")``. None: all that the systems have.

    Examples
    --------
    >>> from whoknows import Derivation
    >>> d = Derivation.parse('''
    ... logic: S5
    ... 1. K_a ~p -> ~p          T
    ... 2. p -> ~K_a ~p          PL 1
    ... 3. ~K_a ~p -> K_a ~K_a ~p  5
    ... 4. p -> K_a M_a p        PL 2,3
    ... ''')
    >>> marking = d.check(proves="p -> K_a M_a p")
    >>> bool(marking)
    True
    """

    lines: tuple[Line, ...]
    logic: Logic | None = None
    axioms: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.logic, Mapping):
            object.__setattr__(self, "logic", MappingProxyType(dict(self.logic)))

    @classmethod
    def parse(cls, text: str) -> Derivation:
        """The derivation of a text.

        A line is a number, a formula and, after two spaces, ``by`` or ``;``, its justification: ``3. K_a p  MP 1,2``.
        A line without a number goes on with the line above. What follows a ``#`` is a comment. Above the first line
        may stand ``logic: S5`` or ``logic: a: S5, b: KD45``, and ``axioms: K T 5`` or ``axioms: none``.

        Parameters
        ----------
        text : str
            The text.

        Raises
        ------
        DerivationError
            If the text is not a derivation.
        """
        return cls(*read(text))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Derivation:
        """The derivation of a text file; see `parse`.

        Parameters
        ----------
        path : path
            The file.

        Raises
        ------
        FileError
            If the file cannot be read.
        DerivationError
            If its text is not a derivation.
        """
        text = read_text(path)
        try:
            return cls.parse(text)
        except DerivationError as error:
            raise DerivationError(f"{path_text(path)}: {error.message}") from None

    def check(
        self,
        proves: Formula | str | None = None,
        premises: Iterable[Formula | str] | None = None,
        theory: Iterable[Formula | str] | None = None,
        time: float | None = None,
    ) -> Marking:
        r"""Mark each line: does it follow, by the rule that it names, from the lines that it names?

        A line is marked as if the lines above it were right. So one mistake is marked once.

        Parameters
        ----------
        proves : Formula or str, optional
            What the last line must be.
        premises : iterable of Formula or str, optional
            The formulas that lines may take as `premise`. None: any, or if `proves` is given, none.
        theory : iterable of Formula or str, optional
            The formulas, true at every world, that lines may take as `theory`. None: as for premises.
        time : float, optional
            The number of seconds after which `OutOfTime` is raised; None: no limit.

        Raises
        ------
        UnknownLogic
            If a system does not exist, or an agent has none.
        UnknownAgent
            If an operator is about all agents, and nothing names one.
        OutOfTime
            If the time is over.

        Notes
        -----
        A step by propositional logic is decided by a SAT solver; all other rules take O(n) for n distinct
        subformulas of the lines named.

        Examples
        --------
        >>> from whoknows import Derivation
        >>> print(Derivation.parse("logic: S4\n1. ~K_a p -> K_a ~K_a p  5").check())
        logic: S4
        ✗ 1. ¬K_a p → K_a ¬K_a p  axiom 5
             axiom 5 is not an axiom of S4 (a); it is one of S5, KD45, KD5, KB4, K45 and K5
        1 of 1 line is wrong
        """
        goal = None if proves is None else parse(proves)
        assumed = {
            name: None if formulas is None else [parse(formula) for formula in formulas]
            for name, formulas in {"premise": premises, "theory": theory}.items()
        }
        given = [formula for formulas in assumed.values() for formula in formulas or ()]
        said = flatten(*[line.formula for line in self.lines], *given, *([] if goal is None else [goal])).rows
        nodes = [node for node, _ in said]
        agents = frozenset(systems_by_agent(self.logic)).union(*map(agents_of, nodes))
        asked = [*[line.formula for line in self.lines], *given, *([] if goal is None else [goal])]
        require_one_kind([node for formula in asked for node in formula.subformulas()], agents)
        require_agents(nodes, agents)
        systems = assign(usual_systems(nodes, agents) if self.logic is None else self.logic, agents)
        forms = Forms(frozenset(systems), frozenset(node.agent for node in nodes if isinstance(node, f.B)))
        page = Page(forms, systems, self.axioms, Clock(time))
        for name, formulas in assumed.items():
            if formulas is not None or goal is not None:
                page.given[name] = {forms.of(formula) for formula in formulas or ()}
        marks = []
        for line in self.lines:
            problem = _two_boxes(page, line) or judge(page, line)
            page.add(line, wrong=bool(problem))
            marks.append(Mark(line, problem, tuple(sorted(page.broken[line.number] - {line.number}))))
        missed = ""
        if goal is not None and page.form[self.lines[-1].number] != forms.of(goal):
            proved = [str(line.number) for line in self.lines if page.form[line.number] == forms.of(goal)]
            hint = f", which is line {few(proved)}" if proved else ""
            missed = f"the last line is {self.lines[-1].formula}, expected {goal}{hint}"
        names = {agent: system.name for agent, system in systems.items()}
        return Marking(logic_text(names, "no agents"), tuple(marks), missed)

    def first(self, count: int) -> Derivation:
        """The derivation up to a number of lines."""
        return Derivation(self.lines[:count], self.logic, self.axioms)

    def to_dict(self) -> dict[str, Any]:
        """The lines as plain data, for JSON."""
        logic = self.logic if self.logic is None or isinstance(self.logic, str) else dict(self.logic)
        lines = [
            {"number": line.number, "formula": str(line.formula), "rule": line.rule, "of": list(line.of)}
            for line in self.lines
        ]
        return {"logic": logic, "axioms": None if self.axioms is None else list(self.axioms), "lines": lines}

    def __str__(self) -> str:
        logic = self.logic or ""
        named = logic if isinstance(logic, str) else ", ".join(f"{a}: {name}" for a, name in sorted(logic.items()))
        head = [] if self.logic is None else [f"logic: {named}"]
        head += [] if self.axioms is None else [f"axioms: {' '.join(self.axioms) or 'none'}"]
        digits = len(str(self.lines[-1].number)) if self.lines else 0
        texts = [f"{line.number:{digits}}. {line.formula}" for line in self.lines]
        width = min(max(map(len, texts), default=0), WIDEST)
        return "\n".join([*head, *[f"{t:{width}}  {line.why}" for t, line in zip(texts, self.lines, strict=True)]])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{line.number}</td><td>{escape(str(line.formula))}</td><td>{escape(line.why)}</td></tr>"
            for line in self.lines
        )
        return f"<table>{rows}</table>"


def _two_boxes(page: Page, line: Line) -> str:
    """Refuse knowledge and belief of one agent, as `prove` does: both would be the box of one relation."""
    for node in line.formula.subformulas():
        if isinstance(node, (f.K, f.M, f.Kw, f.Kv, f.B)):
            belief = isinstance(node, f.B)
            if page.believes.setdefault(node.agent, belief) != belief:
                other = "K" if belief else "B"
                of = f"_{node.agent}" if node.agent else ""
                return f"{other}{of} occurs already: K{of} and B{of} are the box of one relation, write one of them"
    return ""
