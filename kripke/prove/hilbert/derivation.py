"""Derivations in the style of Hilbert, whose numbered lines have justifications, and their grading line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kripke.prove.clock import Clock
from kripke.prove.hilbert.forms import Forms
from kripke.prove.hilbert.marking import WrittenProof
from kripke.prove.hilbert.reading import read
from kripke.prove.hilbert.rules import Page
from kripke.prove.question.problem import System
from logic import clauses as f
from logic.formula import Formula


@dataclass(frozen=True)
class Derivation(WrittenProof):
    """A derivation in the style of Hilbert, whose lines `check` grades.

    In the text, ``axioms: K T 5`` or ``axioms: none`` may stand above the first line.

    Parameters
    ----------
    lines : tuple of Line
        The lines.
    logic : str or mapping of str to str, optional
        One of the 15 systems of the modal cube for all agents, or a system for each agent. None: KD45 for the agents
        whose operators are all ``B``, S5 for the others.
    axioms : tuple of str, optional
        The axioms of the modal cube that may be used, such as ``("K", "T", "5")``. None: all axioms of the systems.

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

    axioms: tuple[str, ...] | None = None

    _read = staticmethod(read)

    def _page(self, nodes: Sequence[Formula], systems: Mapping[str, System], clock: Clock) -> Page:
        believers = frozenset(node.agent for node in nodes if isinstance(node, f.B))
        return Page(Forms(frozenset(systems), believers), systems, self.axioms, clock)

    def to_dict(self) -> dict[str, Any]:
        """Return the logic, the axioms and the lines as plain data, for JSON."""
        logic = self.logic if self.logic is None or isinstance(self.logic, str) else dict(self.logic)
        lines = [
            {"number": line.number, "formula": str(line.formula), "rule": line.rule, "of": list(line.of)}
            for line in self.lines
        ]
        return {"logic": logic, "axioms": None if self.axioms is None else list(self.axioms), "lines": lines}

    def _head(self) -> list[str]:
        return super()._head() + ([] if self.axioms is None else [f"axioms: {' '.join(self.axioms) or 'none'}"])
