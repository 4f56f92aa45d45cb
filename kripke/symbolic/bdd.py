"""Binary decision diagrams: managers of variables, and functions. The only file that knows the library, OxiDD.

Other modules see `BddManager`, `Bdd` and `Substitution` as they are written here, and no object of the library.
Operations raise `MemoryError` where their manager is full; `kripke.symbolic.memory` then makes more room.

Variables come in pairs: number 2i is a bit of the state, number 2i+1 the same bit of the state that an agent looks at.
Sets of variables are integers, see `kripke.symbolic.variable_sets`.

Notes
-----
OxiDD's operations recurse once for each level of a diagram, on the stack of the calling thread. So operations of
managers with more than `SHALLOW` bits run on a thread with a deep stack.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from oxidd.bcdd import BCDDFunction, BCDDManager, BCDDSubstitution
from oxidd.util import BooleanOperator, DDDMPFile

from kripke.symbolic.dddmp import UnreadableFile, require_possible
from kripke.symbolic.deep_stack import on_deep_stack, shallow_levels
from kripke.symbolic.results import Results
from kripke.symbolic.room import NODE_BYTES, NODES, SLOT_BYTES, cached_results, capacity, larger
from kripke.symbolic.variable_sets import mask_of, members
from logic.errors import TooLarge

T = TypeVar("T")
P = ParamSpec("P")

WIDE = 16
"""Cubes of at least this many variables are derived from each other where possible."""

MOST_BITS = 100_000
"""A set of variables is an integer with a bit for each, and there is one for each atom: 1.3 GB for this many atoms."""

SHALLOW = shallow_levels() // 2
"""Bits up to which operations run on the caller's thread."""

WORKER_STACK_BYTES = 2**22
"""Stack of the thread that OxiDD starts for each manager and that has no work here; by default it reserves 1 GB."""


class Bdd:
    """A boolean function of the variables of its manager, as a decision diagram.

    Combine functions of one manager only, by ``& | ^``; negate by ``~``. Equal functions are equal and hash alike.
    Operations raise `MemoryError` where the manager is full; all functions then stay as they are.

    Parameters
    ----------
    manager : BddManager
        The manager that makes it.
    raw : object
        The library's function, for this file only.
    """

    __slots__ = ("_raw", "manager")

    def __init__(self, manager: BddManager, raw: Any) -> None:
        self.manager = manager
        self._raw: BCDDFunction = raw

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Bdd and self._raw == other._raw)

    def __hash__(self) -> int:
        return hash(self._raw)

    def __repr__(self) -> str:
        return f"<Bdd: {self.size} nodes>"

    def __invert__(self) -> Bdd:
        return Bdd(self.manager, ~self._raw)

    def __and__(self, other: Bdd) -> Bdd:
        manager = self.manager
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.__and__, other._raw))
        return Bdd(manager, self._raw & other._raw)

    def __or__(self, other: Bdd) -> Bdd:
        manager = self.manager
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.__or__, other._raw))
        return Bdd(manager, self._raw | other._raw)

    def __xor__(self, other: Bdd) -> Bdd:
        manager = self.manager
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.__xor__, other._raw))
        return Bdd(manager, self._raw ^ other._raw)

    def ite(self, then: Bdd, other: Bdd) -> Bdd:
        """`then` where this function is true, `other` elsewhere.

        Parameters
        ----------
        then, other : Bdd
            Functions of the same manager.
        """
        manager = self.manager
        if manager.is_deep and not self._is_literal_above(then, other):
            return Bdd(manager, on_deep_stack(self._raw.ite, then._raw, other._raw))
        return Bdd(manager, self._raw.ite(then._raw, other._raw))

    def _is_literal_above(self, then: Bdd, other: Bdd) -> bool:
        """Whether the result is one node on top of both, which takes no recursion."""
        branches = self._raw.cofactors()
        if branches is None or branches[0].node_level() is not None or branches[1].node_level() is not None:
            return False
        level = self._raw.node_level()
        below = [function._raw.node_level() for function in (then, other)]
        return level is not None and all(each is None or level < each for each in below)

    def exists(self, variables: int) -> Bdd:
        """Where the function is true for some values of the variables."""
        manager = self.manager
        cube = manager._cube(variables)
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.exists, cube))
        return Bdd(manager, self._raw.exists(cube))

    def forall(self, variables: int) -> Bdd:
        """Where the function is true for all values of the variables."""
        return ~(~self).exists(variables)

    def and_exists(self, other: Bdd, variables: int) -> Bdd:
        """The relational product: where both functions are true for some values of the variables, in one operation.

        Parameters
        ----------
        other : Bdd
            The second function.
        variables : int
            The set of variables that are quantified away.
        """
        manager = self.manager
        cube = manager._cube(variables)
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.apply_exists, BooleanOperator.AND, other._raw, cube))
        return Bdd(manager, self._raw.apply_exists(BooleanOperator.AND, other._raw, cube))

    def given(self, variables: int, true: int) -> Bdd:
        """The cofactor: the function with values for the variables, on which it no longer depends.

        Parameters
        ----------
        variables : int
            The set of variables that get values.
        true : int
            Those that are true.
        """
        return self.and_exists(self.manager.assignment(variables, true), variables)

    def substitute(self, substitution: Substitution) -> Bdd:
        """The function with variables replaced by functions, all at once."""
        return Bdd(self.manager, self.manager._run(self._raw.substitute, substitution._raw))

    @property
    def value(self) -> bool | None:
        """The constant that the function is; None if it is not constant."""
        raw = self._raw
        return raw.valid() if raw.node_level() is None else None

    @property
    def size(self) -> int:
        """The number of nodes, the constant among them. O(s) for s nodes."""
        raw = self._raw
        return on_deep_stack(raw.node_count) if self.manager.is_deep else raw.node_count()

    def count(self, variables: int) -> int:
        """The number of satisfying assignments, exact. O(s) big-number operations for s nodes.

        Parameters
        ----------
        variables : int
            How many variables there are to assign, at least all on which the function depends.
        """
        return int(self.manager._run(self._raw.sat_count, variables))

    def holds(self, variables: int, true: int) -> bool:
        """Whether the function is true at an assignment. O(k) for k variables.

        Parameters
        ----------
        variables : int
            The set of variables that get values, at least all on which the function depends.
        true : int
            Those that are true; others may be in it.
        """
        return self._raw.eval([(variable, bool(true >> variable & 1)) for variable in members(variables)])

    @property
    def variable(self) -> int | None:
        """The first variable in the order on which the function depends; None for a constant."""
        return self._raw.node_var()

    def branches(self) -> tuple[Bdd, Bdd]:
        """The function where its first variable is true, and where it is false; twice itself for a constant. O(1)."""
        branches = self._raw.cofactors()
        if branches is None:
            return self, self
        return Bdd(self.manager, branches[0]), Bdd(self.manager, branches[1])


class Substitution:
    """Functions for variables of one manager; OxiDD caches what it makes of a diagram as long as this object lives.

    Parameters
    ----------
    by : iterable of (int, Bdd)
        The variables, and the functions that replace them, all at once.
    """

    __slots__ = ("_raw",)

    def __init__(self, by: Iterable[tuple[int, Bdd]]) -> None:
        pairs = [(variable, function._raw) for variable, function in by]
        self._raw: BCDDSubstitution = BCDDFunction.make_substitution(pairs)


class BddManager:
    """The diagrams over pairs of variables; functions of different managers cannot be combined.

    Parameters
    ----------
    bits : int
        The number of pairs to begin with; the order of the pairs is the order in the diagrams, until `reorder`.
    nodes : int
        Capacity in nodes; fewer where there is no memory for them, see `kripke.symbolic.room`. It does not grow:
        `kripke.symbolic.memory` moves a structure into a larger manager.
    cache : int, optional
        Number of cached results of operations; None: as many as do good for that number of bits.

    Attributes
    ----------
    true, false : Bdd
        The constants.
    nodes : int
        The capacity.
    is_deep : bool
        Whether operations need a deeper stack than a thread has.
    results : Results
        A cache for what is computed from the manager's functions.

    Raises
    ------
    TooLarge
        For more than `MOST_BITS` bits, or without memory.
    """

    __slots__ = (
        "__weakref__",
        "_cubes",
        "_levels",
        "_literals",
        "_raw",
        "_widest",
        "false",
        "is_deep",
        "nodes",
        "results",
        "true",
    )

    def __init__(self, bits: int, nodes: int = NODES, cache: int | None = None) -> None:
        _require_bits(bits)
        self.nodes = nodes = capacity(nodes, _promised())
        self._raw = _library_manager(nodes, cache or cached_results(bits))
        self.true, self.false = Bdd(self, self._raw.true()), Bdd(self, self._raw.false())
        self.is_deep = False
        self._literals: list[Bdd | None] = []
        self._cubes: dict[int, BCDDFunction] = {}
        self._widest = 0, self._raw.true()
        self._levels: list[int] | None = None
        self.results = Results()
        _managers.add(self)
        self.extend(bits)

    # ------------------------------------------------------------------------------------------- variables

    @property
    def bits(self) -> int:
        """The number of pairs of variables."""
        return len(self._literals) // 2

    def extend(self, bits: int) -> int:
        """Add pairs below all others; return the first new variable. `TooLarge` beyond `MOST_BITS`."""
        first = len(self._literals)
        _require_bits(first // 2 + bits)
        self._raw.add_vars(2 * bits)
        self._literals += [None] * (2 * bits)
        self.is_deep = self.bits > SHALLOW
        if self._levels is not None:
            self._levels += range(first, first + 2 * bits)
        return first

    def level(self, variable: int) -> int:
        """The place of the variable in the order."""
        return variable if self._levels is None else self._levels[variable]

    def bottom_up(self, variables: int) -> list[int]:
        """The variables of a set, from the last in the order to the first."""
        ordered = list(members(variables))
        if self._levels is None:
            ordered.reverse()
        else:
            ordered.sort(key=self._levels.__getitem__, reverse=True)
        return ordered

    @property
    def order(self) -> list[int]:
        """The pairs, from the first in the diagrams to the last."""
        if self._levels is None:
            return list(range(self.bits))
        levels = self._levels
        return sorted(range(self.bits), key=lambda pair: levels[2 * pair])

    def reorder(self, order: Sequence[int]) -> None:
        """Give all pairs this order, from first to last; the functions stay the same. Pairs stay together."""
        levels = [0] * len(self._literals)
        for place, pair in enumerate(order):
            levels[2 * pair], levels[2 * pair + 1] = 2 * place, 2 * place + 1
        self._raw.set_var_order([v for pair in order for v in (2 * pair, 2 * pair + 1)])
        self._levels, self._cubes = levels, {}

    # ------------------------------------------------------------------------------------------- functions

    def literal(self, variable: int) -> Bdd:
        """The function that is true where the variable is."""
        literal = self._literals[variable]
        if literal is None:
            literal = self._literals[variable] = Bdd(self, self._raw.var(variable))
        return literal

    def assignment(self, variables: int, true: int) -> Bdd:
        """The function that is true at one assignment. O(k) for k variables.

        Parameters
        ----------
        variables : int
            The set of variables that get values.
        true : int
            Those that are true.
        """
        return Bdd(self, self._assignment(variables, true))

    def _assignment(self, variables: int, true: int) -> BCDDFunction:
        raw = self.true._raw
        for variable in self.bottom_up(variables):  # each on top of the others, which takes no recursion
            literal = self.literal(variable)._raw
            raw = (literal if true >> variable & 1 else ~literal) & raw
        return raw

    def parity(self, variables: int, odd: bool) -> Bdd:
        """Where the number of true variables is odd, or even. O(k) for k variables.

        Parameters
        ----------
        variables : int
            The set of variables that are counted.
        odd : bool
            Whether their number must be odd.
        """
        if not variables & (variables - 1):
            literal = self.literal(variables.bit_length() - 1) if variables else self.false
            return literal if odd else ~literal
        raw = (self.false if odd else self.true)._raw
        for variable in self.bottom_up(variables):
            raw = self.literal(variable)._raw.ite(~raw, raw)
        return Bdd(self, raw)

    def layered(self, layers: Sequence[tuple[Bdd, Sequence[int], Sequence[int]]]) -> Bdd:
        """The function of a diagram that is given layer by layer, the last in the order first. O(s) for s nodes.

        Parameters
        ----------
        layers : sequence of (Bdd, sequence of int, sequence of int)
            The condition that decides at the nodes of a layer, and for each node where it leads if that is true and if
            it is false: 0 is the constant false, k the node number k of the layer before, from 1; the layer before the
            first is the constant true. The result is node 1 of the final layer.
        """
        raw = [(condition._raw, high, low) for condition, high, low in layers]
        return Bdd(self, self._run(_layered, self.true._raw, raw))

    def pick(self, function: Bdd, variables: int) -> int:
        """Those of the variables that are true in some satisfying assignment.

        Parameters
        ----------
        function : Bdd
            Not the constant false.
        variables : int
            The set of variables that the caller asks for.
        """
        cube = function._raw.pick_cube()
        assert cube is not None
        return mask_of([v for v in members(variables) if cube[v]])

    def _cube(self, variables: int) -> BCDDFunction:
        """The conjunction of the variables; cached. O(k) for k variables, often in one operation."""
        cube = self._cubes.get(variables)
        if cube is None:
            cube = self._cubes[variables] = self._narrowed(variables) or self._assignment(variables, variables)
        return cube

    def _narrowed(self, variables: int) -> BCDDFunction | None:
        """The cube from one of a few variables more, where the last wide one is that or can be widened to it."""
        whole, cube = self._widest
        count = variables.bit_count()
        if count < WIDE:
            return None
        wider = whole | variables
        if (wider ^ variables).bit_count() * 4 > count:
            wider = variables
        if wider != whole:
            cube = self._assignment(wider, wider)
            self._widest = wider, cube
        extra = wider ^ variables
        return self._run(cube.exists, self._assignment(extra, extra)) if extra else cube

    def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return on_deep_stack(work, *args, **kwargs) if self.is_deep else work(*args, **kwargs)

    # ------------------------------------------------------------------------------------------- copies

    def walk(self, functions: Sequence[Bdd]) -> tuple[list[int], list[int], list[int], list[int]]:
        """The nodes of the functions' diagrams, breadth first: their variables, edges to their branches, and the roots.

        An edge is twice the number of the node at its end, plus 1 where that node's function is negated. Node 0 is the
        constant true, its variable -1. O(s) for s nodes.
        """
        nodes = _Nodes(self._raw.true())
        roots = [nodes.edge(function._raw) for function in functions]
        nodes.visit()
        return nodes.variable, nodes.high, nodes.low, roots

    def write(self, path: Path, functions: Sequence[Bdd], text: bool = False) -> None:
        """Write functions into a DDDMP file.

        Parameters
        ----------
        path : Path
            The file.
        functions : sequence of Bdd
            Functions of this manager.
        text : bool
            Whether to write text, and not the binary form.
        """
        raw = [function._raw for function in functions]
        self._run(self._raw.export_dddmp, path, raw, ascii=text)

    def read(self, path: Path, number: Mapping[int, int] | None = None) -> list[Bdd]:
        """The functions of a DDDMP file whose variables are in this manager's order.

        Parameters
        ----------
        path : Path
            The file.
        number : mapping of int to int, optional
            The file's variables -> this manager's; None: they are the same, and all are there.

        Raises
        ------
        UnreadableFile
            If it is not a DDDMP file, or has other variables or another order.
        """
        require_possible(path)
        try:
            file = DDDMPFile(path)
        except (OSError, ValueError) as error:
            raise UnreadableFile(f"not a DDDMP file: {error}") from None
        try:
            if number is None and file.num_vars != 2 * self.bits:
                raise UnreadableFile(
                    f"it has {file.num_vars:,} variables, expected {2 * self.bits:,}, two for each bit"
                )
            order = [v if number is None else number[v] for v in file.support_var_order]
            if order != self.bottom_up(mask_of(order))[::-1]:
                raise UnreadableFile("its variables are in another order than the bits")
            return [Bdd(self, raw) for raw in self._run(self._raw.import_dddmp, file, order)]
        except (OSError, ValueError) as error:
            raise UnreadableFile(f"a DDDMP file with a mistake: {error}") from None
        finally:
            file.close()

    # ------------------------------------------------------------------------------------------- room

    @property
    def is_crowded(self) -> bool:
        """Whether more than half the capacity is taken, by diagrams or by nodes that no function needs any more."""
        return 2 * self._raw.approx_num_inner_nodes() > self.nodes

    def collect(self) -> None:
        """Make room: empty the caches, and free the nodes that no function needs."""
        self.results.clear()
        self._cubes.clear()
        self._widest = 0, self._raw.true()
        gc.collect()  # an exception's traceback may hold functions, in cycles
        self.sweep()

    def sweep(self) -> int:
        """Free the nodes that no function needs; return the number of nodes that are left."""
        self._raw.gc()
        return self._raw.num_inner_nodes()

    def larger(self) -> BddManager:
        """An empty manager for the same variables in the same order with a larger capacity; `TooLarge` without room."""
        manager = BddManager(self.bits, larger(self.nodes, _promised()))
        if self._levels is not None:
            manager.reorder(self.order)
        return manager


_managers: WeakSet[BddManager] = WeakSet()
_starting = threading.Lock()


def _promised() -> int:
    """Bytes into which the tables of all managers may still grow beyond what they have reserved."""
    return sum([manager.nodes for manager in _managers]) * (NODE_BYTES - SLOT_BYTES)


def _library_manager(nodes: int, cache: int) -> BCDDManager:
    """OxiDD's manager, with a small stack for the thread that it starts."""
    name = "OXIDD_STACK_SIZE"
    with _starting:
        before = os.environ.get(name)
        os.environ[name] = str(WORKER_STACK_BYTES)
        try:
            return BCDDManager(nodes, cache, 1)
        finally:
            if before is None:
                del os.environ[name]
            else:
                os.environ[name] = before


def _require_bits(bits: int) -> None:
    if bits > MOST_BITS:
        raise TooLarge(f"{bits:,} bits: a symbolic model has at most {MOST_BITS:,}")


def _layered(true: BCDDFunction, layers: Sequence[tuple[BCDDFunction, Sequence[int], Sequence[int]]]) -> BCDDFunction:
    false = ~true
    nodes = [false, true]
    for condition, high, low in layers:
        nodes = [false, *map(condition.ite, map(nodes.__getitem__, high), map(nodes.__getitem__, low))]
    return nodes[1]


class _Nodes:
    """The nodes below some functions, each numbered when it is first met; its negation shares its number."""

    def __init__(self, true: BCDDFunction) -> None:
        self.variable, self.high, self.low = [-1], [0], [0]
        self._edges = {true: 0}
        self._queue: list[Any] = []

    def edge(self, function: BCDDFunction) -> int:
        """The edge to a function, with a new node if neither it nor its negation has one."""
        edge = self._edges.get(function)
        if edge is not None:
            return edge
        edge = self._edges.get(~function)
        if edge is not None:
            return edge + 1
        self._queue.append(function)
        edge = self._edges[function] = 2 * len(self._queue)
        return edge

    def visit(self) -> None:
        """Add what is below the nodes of the queue, which grows meanwhile."""
        known = self._edges.get
        for function in self._queue:
            then, other = function.cofactors()
            self.variable.append(function.node_var())
            high, low = known(then), known(other)
            self.high.append(self.edge(then) if high is None else high)
            self.low.append(self.edge(other) if low is None else low)
