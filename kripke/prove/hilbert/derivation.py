"""A derivation, numbered lines with their justifications, and its marking line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kripke.prove.clock import Clock
from kripke.prove.hilbert.forms import Forms
from kripke.prove.hilbert.marking import Mark, Marking, WrittenProof, two_boxes
from kripke.prove.hilbert.reading import Line, Reader, read
from kripke.prove.hilbert.rules import Page, judge
from kripke.prove.question.problem import Logic, logic_text
from logic import clauses as f
from logic.errors import few
from logic.formula import Formula


@dataclass(frozen=True)
class Derivation(WrittenProof[Line]):
    """A derivation in the style of Hilbert, such as a student writes: `check` marks each line.

    In the text, ``axioms: K T 5`` or ``axioms: none`` may stand above the first line.

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

    @staticmethod
    def _read(text: str, reader: Reader) -> tuple[Any, ...]:
        return read(text, reader)

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
        return self.page(proves, premises, theory, time)[1]

    def page(
        self,
        proves: Formula | str | None,
        premises: Iterable[Formula | str] | None = None,
        theory: Iterable[Formula | str] | None = None,
        time: float | None = None,
    ) -> tuple[Page, Marking]:
        """The lines with what they rest on, and the marking; errors as `check`.

        Parameters
        ----------
        proves, premises, theory, time : optional
            As for `check`.
        """
        goal, given, nodes, agents, systems = self._asked(proves, premises, theory)
        forms = Forms(frozenset(systems), frozenset(node.agent for node in nodes if isinstance(node, f.B)))
        page = Page(forms, systems, self.axioms, Clock(time))
        page.given |= {name: {forms.of(formula) for formula in formulas} for name, formulas in given.items()}
        marks = []
        for line in self.lines:
            problem = two_boxes(line.formula, page.kinds, agents) or judge(page, line)
            page.add(line, wrong=bool(problem))
            marks.append(Mark(line, problem, tuple(sorted(page.broken[line.number] - {line.number}))))
        missed = ""
        if goal is not None and not self.lines:
            missed = f"there are no lines yet; the last one is to be {goal}"
        elif goal is not None and page.form[self.lines[-1].number] != forms.of(goal):
            proved = [str(line.number) for line in self.lines if page.form[line.number] == forms.of(goal)]
            hint = f", which is line {few(proved)}" if proved else ""
            missed = f"the last line is {self.lines[-1].formula}, expected {goal}{hint}"
        names = {agent: system.name for agent, system in systems.items()}
        return page, Marking(logic_text(names, "no agents"), tuple(marks), missed)

    def to_dict(self) -> dict[str, Any]:
        """The lines as plain data, for JSON."""
        logic = self.logic if self.logic is None or isinstance(self.logic, str) else dict(self.logic)
        lines = [
            {"number": line.number, "formula": str(line.formula), "rule": line.rule, "of": list(line.of)}
            for line in self.lines
        ]
        return {"logic": logic, "axioms": None if self.axioms is None else list(self.axioms), "lines": lines}

    def _head(self) -> list[str]:
        return super()._head() + ([] if self.axioms is None else [f"axioms: {' '.join(self.axioms) or 'none'}"])
