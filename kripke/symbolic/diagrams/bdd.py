"""Binary decision diagrams: boolean functions and their managers. Only this file uses the library OxiDD.

Other modules use `BddManager`, `Bdd` and `Substitution`. Operations raise `MemoryError` if their manager is full.

Variables come in pairs: 2i is a bit of a state, and 2i+1 is the same bit of a state that an agent considers possible.
Sets of variables are integers, see `kripke.symbolic.diagrams.variable_order`.

Notes
-----
OxiDD's operations recurse once for each level of a diagram, on the stack of the calling thread. Operations of managers
with more than `SHALLOW` bits therefore run on a thread with a deep stack.
"""

from __future__ import annotations

import gc
import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from threading import RLock
from time import sleep
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from kripke.symbolic.diagrams.capacity import NODES, cached_results, capacity, register
from kripke.symbolic.diagrams.threads import on_deep_stack, shallow_levels, small_worker_stack
from kripke.symbolic.diagrams.variable_order import MOST_BITS, mask_of, members
from logic.errors import TooLarge

if TYPE_CHECKING:
    from pathlib import Path

_package = module_from_spec(cast(ModuleSpec, find_spec("oxidd")))
try:  # without the package's own code, which looks up its version: that loads 90 modules in 20 ms
    sys.modules.setdefault("oxidd", _package)
    from oxidd.bcdd import BCDDFunction, BCDDManager, BCDDSubstitution
    from oxidd.util import BooleanOperator, DDDMPFile
finally:
    if sys.modules.get("oxidd") is _package:
        del sys.modules["oxidd"]

T = TypeVar("T")
P = ParamSpec("P")

SHALLOW = shallow_levels() // 2  # largest number of bits for which operations run on the caller's thread

WIDE = 16  # Cubes of at least this many variables are derived from each other where possible


class Bdd:
    """A boolean function of the variables of its manager, as a decision diagram.

    Combine functions of one manager only, by ``& | ^``; negate by ``~``. Objects for the same function compare
    equal and have equal hashes. Operations raise `MemoryError` if the manager is full; all functions then stay as they
    are.
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
        """The function that is `then` where this function is true, and `other` elsewhere."""
        manager = self.manager
        if manager.is_deep and not self._is_literal_above(then, other):
            return Bdd(manager, on_deep_stack(self._raw.ite, then._raw, other._raw))
        return Bdd(manager, self._raw.ite(then._raw, other._raw))

    def _is_literal_above(self, then: Bdd, other: Bdd) -> bool:
        """Whether `ite` makes a single node above both functions, so that the library does not recurse."""
        level, branches = self._raw.node_level(), self._raw.cofactors()
        if level is None or branches is None or any(branch.node_level() is not None for branch in branches):
            return False
        below = [function._raw.node_level() for function in (then, other)]
        return all(each is None or level < each for each in below)

    def exists(self, variables: int) -> Bdd:
        """The existential quantification: true where some values of the variables make the function true."""
        manager = self.manager
        cube = manager._cube(variables)
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.exists, cube))
        return Bdd(manager, self._raw.exists(cube))

    def forall(self, variables: int) -> Bdd:
        """The universal quantification: true where all values of the variables make the function true."""
        return ~(~self).exists(variables)

    def and_exists(self, other: Bdd, variables: int) -> Bdd:
        """The relational product, ``(self & other).exists(variables)`` in one operation."""
        manager = self.manager
        cube = manager._cube(variables)
        if manager.is_deep:
            return Bdd(manager, on_deep_stack(self._raw.apply_exists, BooleanOperator.AND, other._raw, cube))
        return Bdd(manager, self._raw.apply_exists(BooleanOperator.AND, other._raw, cube))

    def given(self, variables: int, true: int) -> Bdd:
        """The cofactor of the function: of these variables, those in `true` are set to true and the others to false."""
        return self.and_exists(self.manager.assignment(variables, true), variables)

    def substitute(self, substitution: Substitution) -> Bdd:
        """The function with variables replaced by functions, simultaneously."""
        return Bdd(self.manager, self.manager._run(self._raw.substitute, substitution._raw))

    @property
    def value(self) -> bool | None:
        """The value of a constant function; None if the function is not constant."""
        raw = self._raw
        return raw.valid() if raw.node_level() is None else None

    @property
    def size(self) -> int:
        """The number of nodes, including the constant. O(s) for s nodes."""
        return self.manager._run(self._raw.node_count)

    def count(self, variables: int) -> int:
        """The number of satisfying assignments, exact. O(s) big-number operations for s nodes.

        `variables`: the number of variables to assign. These must include all variables on which the function depends:
            otherwise the library gives a wrong number or raises.
        """
        return int(self.manager._run(self._raw.sat_count, variables))

    def holds(self, variables: int, true: int) -> bool:
        """Whether the function is true at an assignment. O(k) for k variables.

        `variables`: the set of variables that get values. It must include all variables on which the function depends:
            the library treats a missing one as true, although its documentation says false.
        `true`: the set of those variables that are true.
        """
        return self._raw.eval([(variable, bool(true >> variable & 1)) for variable in members(variables)])

    @property
    def variable(self) -> int | None:
        """The function's first variable in the variable order; None for a constant."""
        return self._raw.node_var()

    def branches(self) -> tuple[Bdd, Bdd]:
        """The cofactors where the first variable is true and where it is false; a constant is returned twice. O(1)."""
        branches = self._raw.cofactors()
        if branches is None:
            return self, self
        return Bdd(self.manager, branches[0]), Bdd(self.manager, branches[1])


class Substitution:
    """A simultaneous substitution of functions for variables; OxiDD caches its results as long as the object lives."""

    __slots__ = ("_raw",)

    def __init__(self, by: Iterable[tuple[int, Bdd]]) -> None:
        pairs = [(variable, function._raw) for variable, function in by]
        self._raw: BCDDSubstitution = BCDDFunction.make_substitution(pairs)


class BddManager:
    """The manager that stores diagrams over pairs of variables; functions of different managers cannot be combined.

    The constructor raises `TooLarge` for more than `MOST_BITS` bits, or if not even a small manager fits into memory.

    `bits`: the initial number of pairs. The pairs are ordered by number until `reorder`.
    `nodes`: capacity in nodes; less if memory is short, see `kripke.symbolic.diagrams.capacity`. The capacity does not
        grow: `kripke.symbolic.structures.memory` moves a structure into a larger manager.
    `cache`: number of cached results of operations; None: chosen by `bits` and `nodes`.
    `true` and `false`: the constants.
    `is_deep`: whether operations need a deeper stack than an ordinary thread has.
    `results`: a cache for results computed from the manager's functions.
    `lock`: held by the thread that works in the manager, see `kripke.symbolic.structures.memory.with_nodes`.
    """

    __slots__ = (
        "__weakref__",
        "_cubes",
        "_levels",
        "_literals",
        "_raw",
        "_widest",
        "bits",
        "false",
        "is_deep",
        "lock",
        "nodes",
        "results",
        "true",
    )

    def __init__(self, bits: int, nodes: int = NODES, cache: int | None = None) -> None:
        self.nodes = nodes = capacity(nodes)
        with small_worker_stack():
            self._raw = BCDDManager(nodes, cache or cached_results(bits, nodes), 1)
        self.true, self.false = Bdd(self, self._raw.true()), Bdd(self, self._raw.false())
        self.bits, self.is_deep = 0, False
        self._levels: list[int] | None = None  # None: each variable's level is its number
        self._literals: list[Bdd | None] = []
        self._clear_cubes()
        self.results = Results()
        self.lock = RLock()
        register(self)
        self.extend(bits)

    def extend(self, bits: int) -> int:
        """Add pairs of variables below all others; return the first new variable. `TooLarge` beyond `MOST_BITS`."""
        first, bits_now = 2 * self.bits, self.bits + bits
        if bits_now > MOST_BITS:
            raise TooLarge(f"a symbolic model of {bits_now:,} bits: expected at most {MOST_BITS:,}; use fewer atoms")
        self.bits, self.is_deep = bits_now, bits_now > SHALLOW
        self._raw.add_vars(2 * bits)
        self._literals += [None] * (2 * bits)
        if self._levels is not None:
            self._levels += range(first, 2 * bits_now)
        return first

    def reorder(self, order: Sequence[int]) -> None:
        """Put all pairs of variables into this order, from first to last; the functions stay the same."""
        self._raw.set_var_order([v for pair in order for v in (2 * pair, 2 * pair + 1)])
        self._levels = list(map(self._raw.var_to_level, range(2 * self.bits)))
        self._clear_cubes()

    @property
    def order(self) -> list[int]:
        """The numbers of the pairs of variables, in the variable order."""
        return sorted(range(self.bits), key=lambda pair: self.level(2 * pair))

    def level(self, variable: int) -> int:
        """The position of the variable in the manager's variable order."""
        return variable if self._levels is None else self._levels[variable]

    def bottom_up(self, variables: int) -> list[int]:
        """The variables of a set, from the last in the order to the first."""
        ordered = list(members(variables))
        if self._levels is None:
            ordered.reverse()
        else:
            ordered.sort(key=self._levels.__getitem__, reverse=True)
        return ordered

    def literal(self, variable: int) -> Bdd:
        """The Boolean function that is true where the variable is true."""
        literal = self._literals[variable]
        if literal is None:
            literal = self._literals[variable] = Bdd(self, self._raw.var(variable))
        return literal

    def assignment(self, variables: int, true: int) -> Bdd:
        """The conjunction of the variables in `true` and the negations of the others. O(k) for k variables."""
        return Bdd(self, self._assignment(variables, true))

    def _assignment(self, variables: int, true: int) -> BCDDFunction:
        raw = self.true._raw
        for variable in self.bottom_up(variables):  # each goes on top of the others: no recursion
            literal = self.literal(variable)._raw
            raw = (literal if true >> variable & 1 else ~literal) & raw
        return raw

    def parity(self, variables: int, odd: bool) -> Bdd:
        """The function that is true where an odd (or even) number of the variables is true. O(k) for k variables."""
        if not variables & (variables - 1):
            literal = self.literal(variables.bit_length() - 1) if variables else self.false
            return literal if odd else ~literal
        raw = (self.false if odd else self.true)._raw
        for variable in self.bottom_up(variables):
            raw = self.literal(variable)._raw.ite(~raw, raw)
        return Bdd(self, raw)

    def layered(self, layers: Sequence[tuple[Bdd, Sequence[int], Sequence[int]]]) -> Bdd:
        """Build the function of a diagram from its layers, the last in the variable order first. O(s) for s nodes.

        `layers`: for each layer, the condition that its nodes test, the nodes' successors if it is true, and those if
            it is false. Successor 0 is the constant false, and k >= 1 is node k of the previous layer; before the first
            layer there is one node, the constant true. The result is node 1 of the last layer.
        """

        def built() -> BCDDFunction:
            true = self.true._raw
            nodes = [~true, true]
            for condition, high, low in layers:
                ite, node = condition._raw.ite, nodes.__getitem__
                nodes = [~true, *map(ite, map(node, high), map(node, low))]
            return nodes[1]

        return Bdd(self, self._run(built))

    def pick(self, function: Bdd, variables: int) -> int:
        """The variables of this set that are true in one satisfying assignment; the function must be satisfiable."""
        cube = function._raw.pick_cube()
        assert cube is not None
        return mask_of([v for v in members(variables) if cube[v]])

    def _clear_cubes(self) -> None:
        self._cubes: dict[int, BCDDFunction] = {}
        self._widest: tuple[int, BCDDFunction] = 0, self.true._raw

    def _cube(self, variables: int) -> BCDDFunction:
        """Return the conjunction of the variables; cached.

        A conjunction of many variables is derived from the last such conjunction if it is similar.
        """
        cube = self._cubes.get(variables)
        if cube is None and variables.bit_count() < WIDE:
            cube = self._cubes[variables] = self._assignment(variables, variables)
        elif cube is None:
            whole, cube = self._widest
            wider = whole | variables
            if (wider ^ variables).bit_count() * 4 > variables.bit_count():
                wider = variables
            if wider != whole:
                cube = self._assignment(wider, wider)
                self._widest = wider, cube
            if extra := wider ^ variables:
                cube = self._run(cube.exists, self._assignment(extra, extra))
            self._cubes[variables] = cube
        return cube

    def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return on_deep_stack(work, *args, **kwargs) if self.is_deep else work(*args, **kwargs)

    def walk(self, functions: Sequence[Bdd]) -> tuple[list[int], list[int], list[int], list[int]]:
        """The nodes of the functions' diagrams, breadth first: variables, high edges, low edges, and the roots.

        An edge is twice the number of the node at its end, plus 1 if that node's function is negated. Node 0 is the
        constant true; its variable is -1. O(s) for s nodes.
        """
        variable, high, low = [-1], [0], [0]
        edges, queue = {self._raw.true(): 0}, list[Any]()
        known = edges.get

        def edge(function: BCDDFunction) -> int:
            """The edge to a function; creates a node if neither the function nor its negation has one."""
            if (end := known(function)) is not None:
                return end
            if (end := known(~function)) is not None:
                return end + 1
            queue.append(function)
            end = edges[function] = 2 * len(queue)
            return end

        roots = [edge(function._raw) for function in functions]
        for function in queue:  # grows in the loop
            then, other = function.cofactors()
            variable.append(function.node_var())
            high.append(edge(then))
            low.append(edge(other))
        return variable, high, low, roots

    def write(self, path: Path, functions: Sequence[Bdd], text: bool = False) -> None:
        """Write functions into a DDDMP file, in its binary form or, with `text`, in its text form."""
        raw = [function._raw for function in functions]
        self._run(self._raw.export_dddmp, path, raw, ascii=text)

    def read(self, path: Path, number: Mapping[int, int] | None = None) -> list[Bdd]:
        """Read the functions of a DDDMP file whose variables are in this manager's order.

        `UnreadableFile` if the file is not a DDDMP file, or has other variables or another order.

        `number`: maps the file's variables to this manager's; None: the file has exactly this manager's variables.
        """
        require_possible(path)
        try:
            file = DDDMPFile(path)
        except (OSError, ValueError) as error:
            raise UnreadableFile(f"not a DDDMP file: {error}") from None
        try:
            if number is None and file.num_vars != 2 * self.bits:
                wanted = f"expected {2 * self.bits:,}, two for each bit"
                raise UnreadableFile(f"it has {file.num_vars:,} variables, {wanted}")
            order = [v if number is None else number[v] for v in file.support_var_order]
            if order != self.bottom_up(mask_of(order))[::-1]:
                raise UnreadableFile("its variables are in another order than the bits")
            return [Bdd(self, raw) for raw in self._run(self._raw.import_dddmp, file, order)]
        except (OSError, ValueError) as error:
            raise UnreadableFile(f"a DDDMP file with a mistake: {error}") from None
        finally:
            file.close()

    @property
    def is_crowded(self) -> bool:
        """Whether more than half the capacity is in use, garbage included."""
        return 2 * self._raw.approx_num_inner_nodes() > self.nodes

    def collect(self) -> None:
        """Empty the caches, run Python's garbage collector, and free the nodes that no function uses."""
        self.clear()
        gc.collect()  # an exception's traceback may hold functions, in cycles
        for _ in range(SWEEPS):
            self.sweep()
            if not self.is_crowded:
                break
            sleep(0.01)  # OxiDD's own thread may be about to collect: meanwhile a call to collect returns at once

    def clear(self) -> None:
        """Empty the caches, and free the nodes that no function uses, without Python's garbage collector."""
        self.results.clear()
        self._clear_cubes()
        self.sweep()

    def sweep(self) -> int:
        """Free the nodes that no function uses; return the number of nodes left."""
        self._raw.gc()
        return self._raw.num_inner_nodes()

    def sibling(self, nodes: int) -> BddManager:
        """An empty manager with a capacity of `nodes` nodes, and the same variables in the same order."""
        manager = BddManager(self.bits, nodes)
        if self._levels is not None:
            manager.reorder(self.order)
        return manager


_SIZE = rb"(?m)^\.(nnodes|nsuppvars|nroots)[ \t]+(\d+)"
"""The header lines with the numbers of nodes, variables and roots; a file has at least one byte for each of these."""


class UnreadableFile(Exception):
    """Raised if a file of diagrams cannot be read; the message says why."""


def require_possible(path: Path) -> None:
    """Raise `UnreadableFile` if the file cannot be read, or a count in its header exceeds its number of bytes.

    O(n) for n bytes. The library reserves memory for these counts; if a count is huge, the system ends the process.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"not a DDDMP file: {error}") from None
    head = content.partition(b"\n.nodes")[0]
    for key, digits in re.findall(_SIZE, head):
        digits = digits.lstrip(b"0")
        if len(digits) > len(str(len(content))) or int(digits or b"0") > len(content):
            number = digits.decode()
            shown = number if len(number) <= 20 else f"{number[:20]}…"
            raise UnreadableFile(
                f"a DDDMP file with a mistake: .{key.decode()} is {shown}, but the whole file has "
                f"{len(content):,} bytes"
            )


SWEEPS = 5  # largest number of times that a crowded manager is asked to free its nodes
MOST_RESULTS = 1_024  # largest number of stored results of a manager


class Results:
    """A cache of at most `MOST_RESULTS` results computed from diagrams; the least recently used is dropped first."""

    __slots__ = ("_stored",)

    def __init__(self) -> None:
        self._stored: OrderedDict[Hashable, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result stored under the key; if there is none, `make` computes it."""
        stored = self._stored
        if key in stored:
            stored.move_to_end(key)
            return stored[key]  # type: ignore[no-any-return]
        result = stored[key] = make()
        if len(stored) > MOST_RESULTS:
            stored.popitem(last=False)
        return result

    def clear(self) -> None:
        """Remove all cached results."""
        self._stored.clear()
