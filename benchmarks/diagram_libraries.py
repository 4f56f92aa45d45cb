"""OxiDD compared with CUDD: the symbolic engine on both libraries, with an adapter for dd that is not shipped.

The wheels of ``dd`` for Linux include CUDD. ``python -m benchmarks.diagram_libraries`` prints the table. The adapter
has the methods of OxiDD, so `kripke.symbolic.diagrams.bdd` works with it unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from benchmarks import deal, symbolic
from benchmarks.measure import best, table
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams import bdd

CACHES = (2**18, 2**20, 2**22)
"""Initial numbers of entries in CUDD's result cache: dd starts with the first; OxiDD has 2^16 to 2^20 here."""

MEMORY_BYTES = 4 * 2**30


class CuddFunction:
    """A CUDD function with the interface of an OxiDD function."""

    __slots__ = ("_names", "manager", "u")

    def __init__(self, manager: CuddManager, u: Any) -> None:
        self.manager, self.u = manager, u
        self._names: list[str] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CuddFunction) and bool(self.u == other.u)

    def __hash__(self) -> int:
        return hash(self.u)

    def __invert__(self) -> CuddFunction:
        return CuddFunction(self.manager, ~self.u)

    def __and__(self, other: CuddFunction) -> CuddFunction:
        return CuddFunction(self.manager, self.u & other.u)

    def __or__(self, other: CuddFunction) -> CuddFunction:
        return CuddFunction(self.manager, self.u | other.u)

    def __xor__(self, other: CuddFunction) -> CuddFunction:
        return CuddFunction(self.manager, self.manager.cudd.apply("xor", self.u, other.u))

    def ite(self, then: CuddFunction, other: CuddFunction) -> CuddFunction:
        return CuddFunction(self.manager, self.manager.cudd.ite(self.u, then.u, other.u))

    @property
    def names(self) -> list[str]:
        """The variables of a cube, cached."""
        if self._names is None:
            self._names = list(self.u.support)
        return self._names

    def exists(self, cube: CuddFunction) -> CuddFunction:
        return CuddFunction(self.manager, self.manager.cudd.exist(cube.names, self.u))

    def apply_exists(self, _: object, other: CuddFunction, cube: CuddFunction) -> CuddFunction:
        return CuddFunction(self.manager, self.manager.and_exists(self.u, other.u, cube.names))

    @staticmethod
    def make_substitution(pairs: Iterable[tuple[int, CuddFunction]]) -> dict[str, Any]:
        return {f"v{variable}": function.u for variable, function in pairs}

    def substitute(self, by: dict[str, Any]) -> CuddFunction:
        return CuddFunction(self.manager, self.manager.cudd.let(by, self.u))

    def node_level(self) -> int | None:
        return None if self.u.var is None else int(self.u.level)

    def node_var(self) -> int | None:
        return None if self.u.var is None else int(self.u.var[1:])

    def valid(self) -> bool:
        return bool(self.u == self.manager.cudd.true)

    def node_count(self) -> int:
        return int(self.u.dag_size)

    def sat_count(self, variables: int) -> int:
        return int(self.manager.cudd.count(self.u, variables))  # a float: dd does not have CUDD's exact counts

    def eval(self, values: Iterable[tuple[int, bool]]) -> bool:
        return bool(self.manager.cudd.let({f"v{v}": value for v, value in values}, self.u) == self.manager.cudd.true)

    def pick_cube(self) -> list[bool | None]:
        cube: list[bool | None] = [None] * self.manager.variables
        for name, value in self.manager.cudd.pick(self.u).items():
            cube[int(name[1:])] = value
        return cube

    def cofactors(self) -> tuple[CuddFunction, CuddFunction] | None:
        if self.u.var is None:
            return None
        high, low = (~self.u.high, ~self.u.low) if self.u.negated else (self.u.high, self.u.low)
        return CuddFunction(self.manager, high), CuddFunction(self.manager, low)


class CuddManager:
    """A CUDD manager with the interface of an OxiDD manager."""

    entries = CACHES[1]

    def __init__(self, nodes: int, cache: int, threads: int) -> None:
        import dd.cudd

        self.cudd, self.and_exists = dd.cudd.BDD(MEMORY_BYTES, self.entries), dd.cudd.and_exists
        self.cudd.configure(reordering=False, max_cache_hard=self.entries)
        self.variables = 0

    def add_vars(self, count: int) -> None:
        self.cudd.declare(*[f"v{self.variables + i}" for i in range(count)])
        self.variables += count

    def var(self, variable: int) -> CuddFunction:
        return CuddFunction(self, self.cudd.var(f"v{variable}"))

    def true(self) -> CuddFunction:
        return CuddFunction(self, self.cudd.true)

    def false(self) -> CuddFunction:
        return CuddFunction(self, self.cudd.false)

    def approx_num_inner_nodes(self) -> int:
        return len(self.cudd)


def law_of_52() -> None:
    SymbolicModel.count(deal.table_of(deal.DECK))


def asked() -> Callable[[], Any]:
    """A function that builds the deal of 52 cards and evaluates seven queries."""
    hands = deal.shuffled(deal.DECK)
    kept = [row for row in deal.questions(hands) if row[0][:2] in ("K_", "Kw", "D ", "C ")]

    def work() -> None:
        model = deal.at(deal.table_of(deal.DECK), hands)
        assert all(right(ask(model)) for _, ask, right in kept)

    return work


def told() -> None:
    """Build the deal of 52 cards, make a public announcement, and evaluate a query."""
    hands = deal.shuffled(deal.DECK)
    model = deal.at(deal.table_of(deal.DECK), hands).announce(f"~has(W,{hands['S'][0]})")
    assert not model.holds(f"K_N has(S,{hands['S'][0]})")


WORKS: Sequence[tuple[str, Callable[[], Any]]] = (
    *[(f"muddy children, {n}", symbolic.all_rounds(n)) for n in (50, 100, 200)],
    *[(f"dining cryptographers, full protocol, {n}", symbolic.full_protocol(n)) for n in (10, 20, 30)],
    *[(f"drinking logicians, {n}", symbolic.drinking(n)) for n in (50, 100, 200)],
    ("deal of 52 cards: law, and its states counted", law_of_52),
    ("deal of 52 cards: law, and seven questions", asked()),
    ("deal of 52 cards: law, announcement, question", told),
)


def on_cudd(work: Callable[[], Any], entries: int) -> float:
    """Processor seconds of the work on CUDD with a result cache of this size."""
    kept = bdd.BCDDManager, bdd.BCDDFunction, CuddManager.entries
    bdd.BCDDManager, bdd.BCDDFunction, CuddManager.entries = CuddManager, CuddFunction, entries  # type: ignore[misc]
    try:
        return best(work, 2)[0]
    finally:
        bdd.BCDDManager, bdd.BCDDFunction, CuddManager.entries = kept  # type: ignore[misc]


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    for name, work in WORKS:
        work()
        rows.append((name, best(work, 2)[0], *[on_cudd(work, entries) for entries in CACHES]))
    head = ("work", "OxiDD, s", *[f"CUDD, cache 2^{entries.bit_length() - 1}, s" for entries in CACHES])
    table("The engine on two libraries", head, rows)


if __name__ == "__main__":
    main()
