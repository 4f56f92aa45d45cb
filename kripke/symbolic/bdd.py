"""Decision diagrams: a manager of variables, and operations that never end the process. The only file that knows OxiDD.

Variables come in pairs: number 2i is a bit of the state, number 2i+1 the same bit of the state that an agent looks at.
A set of variables is a Python integer, whose bit v stands for variable v.
"""

from __future__ import annotations

import ctypes
import gc
import os
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from oxidd.bcdd import BCDDFunction, BCDDManager, BCDDSubstitution
from oxidd.util import BooleanOperator, DDDMPFile, DDMemoryError

from kripke.symbolic.dddmp import overstated
from logic.errors import TooLarge

Function: TypeAlias = BCDDFunction
"""A boolean function of the variables of its manager."""

Substitution: TypeAlias = BCDDSubstitution
"""Functions for variables; what it makes of a diagram is remembered as long as it lives."""

OutOfNodes = DDMemoryError
"""What an operation raises when its manager is full; the functions that there were stay as they are."""

T = TypeVar("T")

NODES = 2**27
"""How many nodes a manager can hold. The room is reserved, not taken, so that it costs nothing until it is used."""

MOST_NODES = 2**29
NODE_BYTES = 40
"""Most nodes of a manager; it also fits into half of the memory, at this number of bytes a node (measured)."""

REMEMBERED = 1_024
"""So many counts and copies of diagrams are remembered in a manager; the oldest go first."""

SMALL_CACHE, CACHE = 2**16, 2**20
"""Smallest and largest number of cached results of operations. With too few, an operation takes hundreds of times
as long from one size to the next: deals of 40, 52, 60 and 80 cards, of four bits each, need 2^15, 2^17, 2^18 and
2^19, some n³/60 for n bits. More make each a little slower, and milliseconds to make. So there are n³/16 (measured)."""

WIDE = 16
"""Cubes of so many variables and more are made from each other where they can be."""

SHALLOW = 2_000
"""Diagrams of at most so many bits are worked on where the caller stands; deeper ones need a larger stack."""

STACK = 2**30 - 2**20
"""Bytes of that stack: reserved, not taken; a million levels were seen to need 300 MB."""

MOST_BITS = 100_000
"""A set of variables is an integer with a bit for each, and there is one for each atom: 1.3 GB for so many atoms."""

Edges = npt.NDArray[np.int64]

AND, IMPLIES = BooleanOperator.AND, BooleanOperator.IMP


class Broken(Exception):
    """A file of diagrams cannot be read; the message says why."""


class NeedsRoom(TooLarge):
    """Work that began where the stack is small has made its manager too deep for that; `with_room` begins it anew."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """Diagrams as arrays: node 0 is the constant true, and children come before their parents.

    An edge is twice the number of the node at its end, plus 1 where what that node says is negated; so edge 0 is the
    constant true, and edge 1 the constant false.

    Parameters
    ----------
    variable : integer array of shape (n,)
        What each node asks; -1 for node 0.
    high, low : integer arrays of shape (n,)
        The edges from each node where its variable is true, and where it is false.
    roots : tuple of int
        The functions, as edges.
    """

    variable: Edges
    high: Edges
    low: Edges
    roots: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.variable)


def _cache(bits: int) -> int:
    return min(max(SMALL_CACHE, 1 << (bits**3 // 16 + 1).bit_length() - 1), CACHE)


class BddManager:
    """A room for diagrams over pairs of variables; functions of different spaces do not mix.

    Parameters
    ----------
    bits : int
        The number of pairs to begin with; the order of the pairs is the order in the diagrams, until `reorder`.
    nodes : int
        Capacity in nodes. It does not grow: `memory` moves a structure into a larger manager.
    cache : int, optional
        How many results of operations it remembers; None: as many as do good for so many bits.
    """

    __slots__ = ("_cubes", "_levels", "_literals", "_widest", "false", "manager", "nodes", "remembered", "true")

    def __init__(self, bits: int, nodes: int = NODES, cache: int | None = None) -> None:
        _require_room(bits)
        self.nodes = nodes = min(nodes, most_nodes())
        self.manager = BCDDManager(nodes, cache or _cache(bits), 1)
        self.true, self.false = self.manager.true(), self.manager.false()
        self._literals: list[Function | None] = []
        self._cubes: dict[int, Function] = {}
        self._widest = 0, self.true
        self._levels: list[int] | None = None
        self.remembered: OrderedDict[Hashable, Any] = OrderedDict()
        self.extend(bits)

    @property
    def bits(self) -> int:
        """The number of pairs of variables."""
        return len(self._literals) // 2

    def extend(self, bits: int) -> int:
        """Add pairs below all others; the first new variable. `TooLarge` beyond `MOST_BITS`."""
        first = len(self._literals)
        _require_room(first // 2 + bits)
        self.manager.add_vars(2 * bits)
        self._literals += [None] * (2 * bits)
        if self._levels is not None:
            self._levels += range(first, first + 2 * bits)
        return first

    def literal(self, variable: int) -> Function:
        """The function that is true where the variable is."""
        known = self._literals[variable]
        if known is None:
            known = self._literals[variable] = self.manager.var(variable)
        return known

    def cube(self, variables: int) -> Function:
        """The conjunction of the variables; remembered. O(k) for k variables, often in one operation."""
        known = self._cubes.get(variables)
        if known is None:
            known = self._cubes[variables] = self._narrowed(variables) or self.assignment(variables, variables)
        return known

    def _narrowed(self, variables: int) -> Function | None:
        """The cube from one of a few variables more, where the last wide one is that or can be widened to it."""
        whole, cube = self._widest
        count = variables.bit_count()
        if count < WIDE:
            return None
        wider = whole | variables
        if (wider ^ variables).bit_count() * 4 > count:
            wider = variables
        if wider != whole:
            cube = self.assignment(wider, wider)
            self._widest = wider, cube
        extra = wider ^ variables
        return cube.exists(self.assignment(extra, extra)) if extra else cube

    def assignment(self, variables: int, true: int) -> Function:
        """Where, of these variables, exactly those in `true` are true. O(k) for k variables."""
        made = self.true
        for variable in self.bottom_up(variables):
            literal = self.literal(variable)
            made = (literal if true >> variable & 1 else ~literal) & made
        return made

    def parity(self, variables: int, odd: bool) -> Function:
        """Where an odd number of the variables is true; an even one unless `odd`. O(k) for k variables."""
        if not variables & (variables - 1):
            literal = self.literal(variables.bit_length() - 1) if variables else self.false
            return literal if odd else ~literal
        made = self.false if odd else self.true
        for variable in self.bottom_up(variables):
            made = self.literal(variable).ite(~made, made)
        return made

    def level(self, variable: int) -> int:
        """How deep the variable is in the diagrams."""
        return variable if self._levels is None else self._levels[variable]

    def bottom_up(self, variables: int) -> list[int]:
        """The variables of a set, from the last in the order to the first."""
        found = list(members(variables))
        if self._levels is None:
            found.reverse()
        else:
            found.sort(key=self._levels.__getitem__, reverse=True)
        return found

    def pick(self, function: Function, variables: int) -> int:
        """Of these variables those that are true in some assignment where the function is true."""
        cube = function.pick_cube()
        assert cube is not None
        return mask_of([v for v in members(variables) if cube[v]])

    def replace(self, function: Function, by: Iterable[tuple[int, Function]]) -> Function:
        """The function with variables replaced by functions, all at once."""
        pairs = list(by)
        return function.substitute(self.substitution(pairs)) if pairs else function

    def substitution(self, by: Iterable[tuple[int, Function]]) -> Substitution:
        """Of these functions for the variables, all at once."""
        return Function.make_substitution(by)

    def reorder(self, order: Sequence[int]) -> None:
        """Give the pairs this order, from first to last; the functions stay the same. Pairs stay together."""
        levels = [0] * len(self._literals)
        for place, pair in enumerate(order):
            levels[2 * pair], levels[2 * pair + 1] = 2 * place, 2 * place + 1
        self.manager.set_var_order([v for pair in order for v in (2 * pair, 2 * pair + 1)])
        self._levels, self._cubes = levels, {}

    @property
    def order(self) -> list[int]:
        """The pairs, from the first in the diagrams to the last."""
        if self._levels is None:
            return list(range(self.bits))
        levels = self._levels
        return sorted(range(self.bits), key=lambda pair: levels[2 * pair])

    def remember(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key before, or what `make` gives now; only the last `REMEMBERED` things are kept."""
        if key in self.remembered:
            self.remembered.move_to_end(key)
            return self.remembered[key]  # type: ignore[no-any-return]
        made = self.remembered[key] = make()
        if len(self.remembered) > REMEMBERED:
            self.remembered.popitem(last=False)
        return made

    @property
    def is_crowded(self) -> bool:
        """Whether more than half its room is taken, by diagrams or by what is left of them."""
        return 2 * self.manager.approx_num_inner_nodes() > self.nodes

    def collect(self) -> None:
        """Make room: forget what is remembered, and free the nodes that no function needs."""
        self.remembered.clear()
        self._cubes.clear()
        self._widest = 0, self.true
        gc.collect()  # what has failed may still hold functions, in cycles
        self.manager.gc()

    def arrays(self, functions: Sequence[Function]) -> Nodes:
        """The functions' diagrams as arrays. O(s) for s nodes; about 2 s for a million."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "functions.dddmp"
            self.write(path, [*functions, self.true], text=True)  # so that there is a node
            return _parsed(path.read_bytes())

    def copy_to(self, other: BddManager, functions: Sequence[Function]) -> list[Function]:
        """The functions in another manager that has the same variables in the same order, by way of a DDDMP file."""
        if not functions:
            return []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "functions.dddmp"
            self.write(path, functions)
            return other.read(path)

    def write(self, path: Path, functions: Sequence[Function], text: bool = False) -> None:
        """Write the functions into a DDDMP file, in its binary form or as text."""
        self.manager.export_dddmp(path, functions, ascii=text)

    def read(self, path: Path, number: Mapping[int, int] | None = None) -> list[Function]:
        """The functions of a DDDMP file whose variables are in this manager's order.

        Parameters
        ----------
        path : Path
            The file.
        number : mapping of int to int, optional
            The file's variables -> this manager's; None: they are the same, and all are there.

        Raises
        ------
        Broken
            If it is no DDDMP file, or has other variables or another order.
        """
        try:
            wrong = overstated(path)
            if wrong is not None:
                raise Broken(f"a DDDMP file with a mistake: {wrong}")
            file = DDDMPFile(path)
        except (OSError, ValueError) as error:
            raise Broken(f"no DDDMP file: {error}") from None
        try:
            order = self._placed(file, number)
            return self.manager.import_dddmp(file, order)
        except (OSError, ValueError) as error:
            raise Broken(f"a DDDMP file with a mistake: {error}") from None
        except MemoryError as error:  # OxiDD says this, and not `OutOfNodes`, of a manager that is full
            raise OutOfNodes(str(error)) from None
        finally:
            file.close()

    def _placed(self, file: DDDMPFile, number: Mapping[int, int] | None) -> list[int]:
        """The variables of a file's diagrams in this manager, from first to last."""
        if number is None:
            if file.num_vars != len(self._literals):
                raise Broken(f"it has {file.num_vars:,} variables, expected {len(self._literals):,}, two for each bit")
            order = file.support_var_order
        else:
            order = [number[variable] for variable in file.support_var_order]
        levels = [self.level(variable) for variable in order]
        if sorted(levels) != levels:
            raise Broken("its variables are in another order than the bits")
        return order

    def supports(self, functions: Sequence[Function]) -> list[int]:
        """For each function the variables on which it depends. O(s) for the s nodes of each."""
        nodes = self.arrays(functions)
        return [_support(nodes, root) for root in nodes.roots]

    def larger(self) -> BddManager:
        """An empty manager for the same variables in the same order that holds four times as many nodes.

        `TooLarge` where no manager has so many.
        """
        made = BddManager(self.bits, larger(self.nodes))
        if self._levels is not None:
            made.reorder(self.order)
        return made


def mask_of(variables: Iterable[int]) -> int:
    """The set of these variables. O(w) for the greatest of them, w."""
    found = list(variables)
    bits = bytearray(max(found, default=0) // 8 + 1)
    for variable in found:
        bits[variable >> 3] |= 1 << (variable & 7)
    return int.from_bytes(bits, "little")


def members(variables: int) -> Iterator[int]:
    """The variables of a set, ascending. O(w) for the greatest of them, w."""
    if not variables & (variables - 1):  # none or one, as most often
        if variables:
            yield variables.bit_length() - 1
        return
    text = bin(variables)[:1:-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)


def larger(nodes: int) -> int:
    """How many nodes to try after so many; `TooLarge` where that is more than a manager can have."""
    most = most_nodes()
    if nodes >= most:
        raise TooLarge(
            f"the diagrams need more than {nodes:,} nodes; try another order of the atoms (order=...), "
            "a law in smaller parts, or fewer atoms"
        )
    return min(4 * nodes, most)


def most_nodes() -> int:
    """How many nodes a manager may have on this machine."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # no such question on this system
        return NODES
    return min(MOST_NODES, max(memory // 2 // NODE_BYTES, 2**16))


def _parsed(text: bytes) -> Nodes:
    """The arrays of a DDDMP file in text form: rows of a node's number, its place in the order, then, and else."""
    head, _, body = text.partition(b".nodes\n")
    fields = {
        name: [int(word) for word in words] for name, *words in map(bytes.split, head.splitlines()) if name in _FIELDS
    }
    rows = body[: body.rindex(b".end")].replace(b"T", b"0", 1)
    table = np.array(rows.split(), dtype=np.int64).reshape(-1, 4)
    order = [v for _, v in sorted(zip(fields[b".permids"], fields[b".ids"], strict=True))]
    variable = np.array([*order, -1], dtype=np.int64)[table[:, 1]]
    variable[0] = -1
    high, low = _edges(table[:, 2]), _edges(table[:, 3])
    high[0] = low[0] = 0
    return Nodes(variable, high, low, tuple(_edges(np.array(fields[b".rootids"], dtype=np.int64)).tolist()[:-1]))


_FIELDS = (b".ids", b".permids", b".rootids")


def _support(nodes: Nodes, root: int) -> int:
    seen = np.zeros(len(nodes), dtype=np.bool_)
    front = np.array([root >> 1])
    while len(front):
        seen[front] = True
        below = np.unique(np.concatenate([nodes.high[front] >> 1, nodes.low[front] >> 1]))
        front = below[~seen[below]]
    return mask_of([v for v in np.unique(nodes.variable[seen]).tolist() if v >= 0])


def _edges(signed: Edges) -> Edges:
    """From DDDMP's numbers, from 1 and negative where negated, to edges."""
    return 2 * (np.abs(signed) - 1) + (signed < 0)


_starting = threading.Lock()
_thread = threading.local()


def _require_room(bits: int) -> None:
    if bits > MOST_BITS:
        raise TooLarge(f"{bits:,} bits: a symbolic model has at most {MOST_BITS:,}")
    if bits > SHALLOW and not getattr(_thread, "has_room", False):
        raise NeedsRoom(f"{bits:,} bits need a larger stack: work on them inside with_room")


def with_room(bits: int, work: Callable[[], T]) -> T:
    """Do the work; for diagrams of very many bits on a thread whose stack is deep enough for OxiDD's recursion.

    Work that adds bits may be begun a second time, so it must not have changed anything else. What it raises is raised
    here, and so is an interrupt, once the operation that is running is done.
    """
    if bits <= SHALLOW or getattr(_thread, "has_room", False):
        try:
            return work()
        except NeedsRoom:
            pass
    return _on_large_stack(work)


def _on_large_stack(work: Callable[[], T]) -> T:
    outcome: list[T] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        _thread.has_room = True
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    thread = _started(run)
    try:
        done.wait()  # not join(), which takes an interrupted wait for the end of the thread
    except BaseException:  # an interrupt, which reaches the main thread only
        _interrupt(thread)
        done.wait()
        raise
    if failure:
        raise failure[0]
    return outcome[0]


def _started(run: Callable[[], None]) -> threading.Thread:
    with _starting:
        before = threading.stack_size(STACK)
        try:
            thread = threading.Thread(target=run, name="whoknows-deep-diagrams")
            thread.start()
        except RuntimeError:
            raise TooLarge(f"no stack of {STACK >> 20:,} MB for such deep diagrams: use fewer atoms") from None
        finally:
            threading.stack_size(before)
    return thread


def _interrupt(thread: threading.Thread) -> None:
    ident = ctypes.c_ulong(thread.ident or 0)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(KeyboardInterrupt))
