"""A derivation: numbered lines, each a formula with a justification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from os import PathLike
from types import MappingProxyType
from typing import Any

from kripke.formats.reading import path_text, read_text
from kripke.prove.hilbert.errors import DerivationError
from kripke.prove.hilbert.lines import Line
from kripke.prove.hilbert.marking import Marking
from kripke.prove.hilbert.marks import mark
from kripke.prove.hilbert.reading import read
from kripke.prove.question.logics import Logic
from logic.formula import Formula


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
            raise DerivationError(f"{path_text(path)}: {error}") from None

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
        return mark(self.lines, self.logic, self.axioms, proves, premises, theory, time)

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
        head = [] if self.logic is None else [f"logic: {_logic_text(self.logic)}"]
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


WIDEST = 80
"""Column of the justifications if a formula is longer."""


def _logic_text(logic: Logic) -> str:
    return logic if isinstance(logic, str) else ", ".join(f"{agent}: {name}" for agent, name in sorted(logic.items()))
