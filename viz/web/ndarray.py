"""The arrays of `viz.web.arrays`: `ndarray` with its operators, and what makes arrays of values and of other arrays."""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, compress, zip_longest
from itertools import repeat as repeated
from types import EllipsisType, SimpleNamespace
from typing import Any, NoReturn

from viz.web.request import NeedsServer

Kind = type
Shape = tuple[int, ...]

_KINDS: dict[Any, int] = {bool: 0, int: 1, float: 2}
_WIDER: dict[tuple[Kind, Kind], Kind] = {
    (one, other): builtins.max(one, other, key=_KINDS.__getitem__) for one in _KINDS for other in _KINDS
}
"""The common kind (dtype) of two kinds."""
_FLAGS = SimpleNamespace(writeable=True)


def missing(name: str) -> Exception:
    if name.startswith("__"):
        return AttributeError(name)
    return NeedsServer(f"NumPy's {name}")


def _reduction(find: Callable[[Any], Any], kind: Kind | None = None) -> Callable[..., Any]:
    """Return a method that applies a function to all entries or along an axis; `kind` is the dtype of its results."""

    def reduced(self: ndarray, axis: int | None = None, initial: Any = None) -> Any:
        begun = find if initial is None else lambda entries: find([initial, *entries])
        return self._along(begun, axis, kind or self.dtype)

    return reduced


class ndarray:  # the name is NumPy's
    """An array: a buffer, a shape, a dtype, the index of the first entry, and the stride of each axis."""

    __slots__ = ("_buffer", "_start", "_steps", "dtype", "flags", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, buffer: Sequence[Any], shape: Shape, kind: Kind, start: int = 0, steps: Shape | None = None
    ) -> None:
        self._buffer, self.shape, self.dtype, self._start, self._steps = buffer, shape, kind, start, steps
        self.flags = _FLAGS

    def __getattr__(self, name: str) -> NoReturn:
        raise missing(f"ndarray.{name}" if not name.startswith("__") else name)

    # ------------------------------------------------------------------------------------------------------- shapes

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def flat(self) -> Sequence[Any]:
        """All entries in order, as a sequence that callers must not change."""
        return self._buffer if self._steps is None else _gathered(self._buffer, self._start, self.shape, self._steps)

    @property
    def T(self) -> ndarray:
        return self.transpose(*reversed(range(self.ndim)))

    def _with(self, shape: Shape, start: int, steps: Shape) -> ndarray:
        return ndarray(self._buffer, shape, self.dtype, start, steps)

    def _all_steps(self) -> Shape:
        if self._steps is not None:
            return self._steps
        return tuple(accumulate(reversed(self.shape[1:]), operator.mul, initial=1))[::-1] if self.shape else ()

    def transpose(self, *axes: int) -> ndarray:
        steps = self._all_steps()
        return self._with(tuple([self.shape[a] for a in axes]), self._start, tuple([steps[a] for a in axes]))

    def reshape(self, *shape: Any) -> ndarray:
        given: Shape = tuple(shape[0]) if shape and isinstance(shape[0], (tuple, list)) else shape
        if -1 in given:
            rest = math.prod([n for n in given if n != -1])
            given = tuple([self.size // builtins.max(rest, 1) if n == -1 else n for n in given])
        if math.prod(given) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {given}")
        return ndarray(self.flat, given, self.dtype)

    def ravel(self) -> ndarray:
        return self.reshape(-1)

    def copy(self) -> ndarray:
        return ndarray(list(self.flat), self.shape, self.dtype)

    def astype(self, kind: Kind, copy: bool = True) -> ndarray:
        return ndarray(converted(self.flat, self.dtype, kind), self.shape, kind)

    view = astype

    def tolist(self) -> Any:
        if not self.shape:
            return self.flat[0]
        if not self.size:
            return [row.tolist() for row in self] if len(self.shape) > 1 else []
        entries = self.flat
        for size in reversed(self.shape[1:]):
            entries = [entries[begin : begin + size] for begin in range(0, len(entries), size)]
        return list(entries)

    def item(self) -> Any:
        (value,) = self.flat
        return value

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.flat) if self.ndim == 1 else map(self.__getitem__, range(self.shape[0]))

    def __bool__(self) -> bool:
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    __index__ = __int__

    def __float__(self) -> float:
        return float(self.item())

    def __contains__(self, value: Any) -> bool:
        return value in self.flat

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    # ------------------------------------------------------------------------------------------------------ indices

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, ndarray) and key.shape:
            return taken(self, 0, key)
        view, lists = self._viewed(key)
        for axis, index in lists:
            view = taken(view, axis, index)
        return view.flat[0] if not view.shape else view

    def __setitem__(self, key: Any, value: Any) -> None:
        places, lists = ndarray(range(len(self._buffer)), self.shape, int, self._start, self._steps)._viewed(key)
        for axis, index in lists:
            places = taken(places, axis, index)
        given = broadcast_to(asarray(value), places.shape)
        buffer: Any = self._buffer
        for place, entry in zip(places.flat, converted(given.flat, given.dtype, self.dtype), strict=True):
            buffer[place] = entry

    def _viewed(self, key: Any) -> tuple[ndarray, list[tuple[int, Any]]]:
        """Apply an index's integers, slices and new axes; return this view, and the index arrays with their axes."""
        parts: list[Any] = list(key) if isinstance(key, tuple) else [key]
        parts = [asarray(part) if isinstance(part, (list, range)) else part for part in parts]
        used = sum(1 if not isinstance(p, ndarray) or p.dtype is not bool else p.ndim for p in parts if p is not None)
        whole = [slice(None)]
        if Ellipsis in [part for part in parts if isinstance(part, EllipsisType)]:
            at = next(i for i, part in enumerate(parts) if isinstance(part, EllipsisType))
            parts[at : at + 1] = whole * (self.ndim - used + 1)
        else:
            parts += whole * (self.ndim - used)
        shape: list[int] = []
        steps: list[int] = []
        lists: list[tuple[int, Any]] = []
        start, axis, old = self._start, 0, self._all_steps()
        for part in parts:
            if part is None:
                shape.append(1)
                steps.append(0)
                continue
            if isinstance(part, slice):
                first, stop, step = part.indices(self.shape[axis])
                shape.append(len(range(first, stop, step)))
                start, step = start + first * old[axis], step * old[axis]
                steps.append(step)
            elif isinstance(part, ndarray) and part.shape:
                lists.append((len(shape), part))
                width = part.ndim if part.dtype is bool else 1
                shape += self.shape[axis : axis + width]
                steps += old[axis : axis + width]
                axis += width - 1
            else:
                place, size = operator.index(part), self.shape[axis]
                if not -size <= place < size:
                    raise IndexError(f"index {place} is out of bounds for axis {axis} with size {size}")
                start += place % size * old[axis]
            axis += 1
        if len(lists) > 1:
            raise missing("several lists of indices")
        return self._with(tuple(shape), start, tuple(steps)), lists

    # --------------------------------------------------------------------------------------------------- arithmetic

    def __neg__(self) -> Any:
        return unary(operator.neg, self)

    def __abs__(self) -> Any:
        return unary(operator.abs, self)

    def __invert__(self) -> Any:
        return unary(operator.not_ if self.dtype is bool else operator.invert, self)

    def __matmul__(self, other: ndarray) -> ndarray:
        """Return the product of the rows with a vector, or with each matrix of a stack."""
        rows, (n,) = self.tolist(), self.shape[-1:]
        kind = _number(self.dtype, other.dtype)
        if other.ndim == 1:
            return ndarray([sum(map(operator.mul, row, other.flat)) for row in rows], self.shape[:-1], kind)
        across, flat, entries = other.shape[-1], other.flat, []
        for begin in range(0, len(flat), builtins.max(n * across, 1)):
            columns = [flat[begin + k : begin + n * across : across] for k in range(across)]
            entries += [sum(map(operator.mul, row, column)) for row in rows for column in columns]
        return ndarray(entries, (*other.shape[:-2], len(rows), across), kind)

    # -------------------------------------------------------------------------------------------------- along an axis

    def _along(self, find: Callable[[Any], Any], axis: int | None, kind: Kind) -> Any:
        """Apply a function to all entries, or to each slice along an axis."""
        if axis is None:
            return find(self.flat)
        axis %= self.ndim
        n, inner, flat = self.shape[axis], math.prod(self.shape[axis + 1 :]), self.flat
        blocks = range(0, len(flat), n * inner) if n * inner else [0] * math.prod(self.shape[:axis])
        results = [find(flat[begin + k : begin + n * inner : inner]) for begin in blocks for k in range(inner)]
        return ndarray(results, self.shape[:axis] + self.shape[axis + 1 :], kind)

    min, max = _reduction(builtins.min), _reduction(builtins.max)
    prod, mean = _reduction(math.prod), _reduction(lambda entries: sum(entries) / len(entries), float)
    any, all = _reduction(builtins.any, bool), _reduction(builtins.all, bool)
    argmax = _reduction(lambda entries: entries.index(builtins.max(entries)), int)
    argmin = _reduction(lambda entries: entries.index(builtins.min(entries)), int)

    def sum(self, axis: int | None = None) -> Any:
        return self._along(sum, axis, float if self.dtype is float else int)

    def cumsum(self) -> ndarray:
        return ndarray(list(accumulate(self.flat)), (self.size,), float if self.dtype is float else int)

    def take(self, places: Any, mode: str = "raise") -> ndarray:
        index = asarray(places)
        if mode == "clip":
            index = unary(lambda place: builtins.min(builtins.max(place, 0), len(self) - 1), index)
        return self[index]  # type: ignore[no-any-return]

    def compress(self, kept: Any) -> ndarray:
        return self[asarray(kept)]  # type: ignore[no-any-return]

    def tobytes(self) -> bytes:
        """Return the entries as bytes: one byte each if all are from 0 to 255, otherwise the bytes of their `repr`."""
        small = not self.size or 0 <= self.min() <= self.max() < 256
        return bytes(self.flat) if small else repr(self.flat).encode()

    def sort(self) -> None:
        self[:] = sorted(self.flat)


def _gathered(buffer: Sequence[Any], start: int, shape: Shape, steps: Shape) -> Sequence[Any]:
    """Return the entries of a view in order, by joining rows or interleaving columns, whichever are fewer."""
    if not shape:
        return [buffer[start]]
    (n, *_), (step, *_) = shape, steps
    if len(shape) > 1 and n < shape[-1]:
        rows = [_gathered(buffer, start + i * step, shape[1:], steps[1:]) for i in range(n)]
        return list(chain.from_iterable(rows))
    if len(shape) > 1:
        width, last = shape[-1], steps[-1]
        columns = [_gathered(buffer, start + k * last, shape[:-1], steps[:-1]) for k in range(width if last else 1)]
        return _between(columns if last else columns * width)
    if step == 0:
        return [buffer[start]] * n if n else []
    stop = start + n * step
    return list(buffer[start : stop if stop >= 0 else None : step]) if n else []


def _between(columns: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Interleave columns: return their entries row by row."""
    if len(columns) == 1:
        return columns[0]
    return list(chain.from_iterable(zip(*columns, strict=True)))


def taken(view: ndarray, axis: int, index: ndarray) -> ndarray:
    """Select entries of a view along an axis by an array of indices or booleans."""
    shape, flat, numbers = view.shape, view.flat, index.flat
    width = index.ndim if index.dtype is bool else 1
    n, inner = math.prod(shape[axis : axis + width]), math.prod(shape[axis + width :])
    if index.dtype is bool:
        count = sum(numbers)
        takes: Callable[[Any], Iterable[Any]] = partial(compress, selectors=numbers)
    elif index.dtype is not int and numbers:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    else:
        if numbers and not -n <= builtins.min(numbers) <= builtins.max(numbers) < n:
            raise IndexError(f"an index is out of bounds for axis {axis} with size {n}")
        numbers = [i % n for i in numbers] if inner > 1 or axis else numbers
        takes = lambda entries: map(entries.__getitem__, numbers)  # noqa: E731
    chosen = (count,) if index.dtype is bool else index.shape
    whole = n * inner
    blocks = [flat[begin : begin + whole] for begin in range(0, len(flat), whole)] if whole < len(flat) else [flat]
    pieces = [_between([[*takes(block[k::inner])] for k in range(inner)]) for block in blocks if flat]
    entries = pieces[0] if len(pieces) == 1 else list(chain.from_iterable(pieces))
    return ndarray(entries, (*shape[:axis], *chosen, *shape[axis + width :]), view.dtype)


def converted(entries: Sequence[Any], kind: Kind, to: Kind) -> Sequence[Any]:
    return list(entries) if kind is to or to is object else list(map(to, entries))


def kind_of(value: Any) -> Kind:
    if isinstance(value, ndarray):
        return value.dtype
    return type(value) if type(value) in _KINDS else object


def wider(one: Kind, other: Kind) -> Kind:
    return _WIDER.get((one, other), object)


def _number(one: Kind, other: Kind) -> Kind:
    return _WIDER.get((_WIDER.get((one, other), object), int), object)


def unary(function: Callable[[Any], Any], value: Any, kind: Kind | None = None) -> Any:
    if isinstance(value, (list, tuple)):
        value = asarray(value)
    if not isinstance(value, ndarray):
        return function(value)
    return ndarray(list(map(function, value.flat)), value.shape, kind or value.dtype)


def binary(function: Callable[[Any, Any], Any], one: Any, other: Any, kind: Any = _number) -> Any:
    one, other = (asarray(value) if isinstance(value, (list, tuple)) else value for value in (one, other))
    if not isinstance(kind, type):
        kind = kind(kind_of(one), kind_of(other))
    if not isinstance(other, ndarray):
        if not isinstance(one, ndarray):
            return function(one, other)
        return ndarray(list(map(function, one.flat, repeated(other))), one.shape, kind)
    if not isinstance(one, ndarray):
        return ndarray(list(map(function, repeated(one), other.flat)), other.shape, kind)
    if one.shape != other.shape:
        one, other = broadcast_arrays(one, other)
    return ndarray(list(map(function, one.flat, other.flat)), one.shape, kind)


def _operation(name: str, kind: Any, swapped: bool) -> Callable[[Any, Any], Any]:
    function = getattr(operator, f"__{name}__")
    if swapped:
        return lambda self, other: binary(function, other, self, kind)
    return lambda self, other: binary(function, self, other, kind)


_RESULTS = {
    **dict.fromkeys(("add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift"), _number),
    **dict.fromkeys(("and", "or", "xor"), wider),
    **dict.fromkeys(("truediv",), float),
    **dict.fromkeys(("lt", "le", "gt", "ge", "eq", "ne"), bool),
}
"""The kind of each operator's result, or a function from the kinds of the operands to it."""

for _name, _result in _RESULTS.items():
    setattr(ndarray, f"__{_name}__", _operation(_name, _result, swapped=False))
    if _result is not bool:
        setattr(ndarray, f"__r{_name}__", _operation(_name, _result, swapped=True))


def broadcast_to(given: Any, shape: Any) -> ndarray:
    array_, shape = asarray(given), (shape,) if isinstance(shape, int) else tuple(shape)
    if array_.shape == shape:
        return array_
    more = len(shape) - array_.ndim
    sizes, steps = (1,) * more + array_.shape, (0,) * more + array_._all_steps()
    if more < 0 or not builtins.all(size in (1, wanted) for size, wanted in zip(sizes, shape, strict=True)):
        raise ValueError(f"could not broadcast shape {array_.shape} into shape {shape}")
    steps = tuple([0 if size == 1 else step for size, step in zip(sizes, steps, strict=True)])
    return array_._with(shape, array_._start, steps)


def broadcast_arrays(*given: Any) -> list[ndarray]:
    arrays = [*map(asarray, given)]
    sizes = zip_longest(*(reversed(each.shape) for each in arrays), fillvalue=1)
    shape = tuple([next((n for n in axis if n != 1), 1) for axis in sizes])[::-1]
    return [broadcast_to(each, shape) for each in arrays]


def array(given: Any, dtype: Kind | None = None) -> ndarray:
    if isinstance(given, ndarray):
        return given.copy() if dtype is None else given.astype(dtype)
    if hasattr(given, "__iter__") and not isinstance(given, (list, tuple, range, str, bytes, frozenset)):
        given = list(given)
    if not isinstance(given, (list, tuple, range)):
        value = given if dtype in (None, object) else dtype(given)
        return ndarray([value], (), dtype or kind_of(value))
    entries, shape = list(given), [len(given)]
    while entries and dtype is not object and isinstance(entries[0], (list, tuple, range, ndarray)):
        if len({*map(len, entries)}) > 1:
            raise ValueError("the rows of an array must be of the same shape")
        shape.append(len(entries[0]))
        entries = list(chain.from_iterable(entries))
    kinds = {*map(kind_of, entries)} or {float}
    kind = object if object in kinds else builtins.max(kinds, key=_KINDS.__getitem__)
    if len(kinds) > 1 and kind is not object:
        entries = list(map(kind, entries))
    return ndarray(converted(entries, kind, dtype or kind), tuple(shape), dtype or kind)


def asarray(given: Any, dtype: Kind | None = None) -> ndarray:
    return given if isinstance(given, ndarray) and dtype in (None, given.dtype) else array(given, dtype)
