"""A set algebra that records its operations as a tape: rows of three numbers, for compiled loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kripke.checking.algebra import NONE, Past, SetAlgebra
from kripke.checking.check import run
from kripke.checking.program import Program
from logic import clauses as f
from logic.shared import BOOLEAN

DOMAIN, ATOM, AND, OR, XOR, PREIMAGE, REACHES = range(7)
"""The operations of a tape.

`ATOM` has the index of an atom as its operand; `AND`, `OR` and `XOR` have two rows, `PREIMAGE` an agent and a row, and
`REACHES` a mask of agents and a row.
"""

RECORDED = {*BOOLEAN, f.K, f.M, f.Kw, f.E, f.C, f.B, f.EB, f.CB}
"""The classes of formulas that need only the operations of a tape, in models without weights and ranks."""

COMMON = {f.C, f.CB}  # the operators whose groups are masks of agents
MOST_AGENTS = 63  # maximal number of agents of a mask, which is an int64


class Recorded:
    """A set of worlds, represented by the row of the tape that computes it."""

    __slots__ = ("row", "tape")

    def __init__(self, tape: TapeAlgebra, row: int) -> None:
        self.tape, self.row = tape, row

    def __and__(self, other: Recorded) -> Recorded:
        return self.tape.recorded(AND, self.row, other.row)

    def __or__(self, other: Recorded) -> Recorded:
        return self.tape.recorded(OR, self.row, other.row)

    def __xor__(self, other: Recorded) -> Recorded:
        return self.tape.recorded(XOR, self.row, other.row)


class TapeAlgebra(SetAlgebra[Recorded]):
    """A set algebra that records operations, to repeat them on other models with the same atoms and agents."""

    past: Past[object, object] = NONE

    def __init__(self, atoms: Sequence[str], agents: Sequence[str]) -> None:
        self.atoms, self.agents = atoms, agents
        self.rows: dict[tuple[int, int, int], int] = {}
        self.domain = self.recorded(DOMAIN, 0, 0)

    def recorded(self, kind: int, one: int, two: int) -> Recorded:
        """The set that the operation `kind` computes from rows, agents or atoms; the tape stores the operation."""
        return Recorded(self, self.rows.setdefault((kind, one, two), len(self.rows)))

    def row(self, program: Program) -> int | None:
        """The tape's row that computes the formula; None if its operations cannot be recorded."""
        if not program.clauses <= (RECORDED if len(self.agents) <= MOST_AGENTS else RECORDED - COMMON):
            return None
        return run(program, self, keep=True).row

    def atom(self, name: str) -> Recorded:
        return self.recorded(ATOM, self.atoms.index(name), 0)

    def preimage(self, agent: str, target: Recorded) -> Recorded:
        return self.recorded(PREIMAGE, self.agents.index(agent), target.row)

    def reaches(self, group: Iterable[str], target: Recorded) -> Recorded:
        return self.recorded(REACHES, sum([1 << self.agents.index(agent) for agent in group]), target.row)
