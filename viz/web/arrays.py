"""A pure-Python replacement for the part of NumPy that small models need in browsers without NumPy.

In these browsers, `viz.web.browser` installs it as ``numpy``. Names and, in the cases that small models need, results
are the same as in NumPy, and basic indexing returns views. It is as slow as Python loops, and integers have no fixed
size.
"""

from __future__ import annotations

import builtins
import math
import operator
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, compress, pairwise, zip_longest
from itertools import repeat as repeated
from types import EllipsisType, SimpleNamespace
from typing import Any, NoReturn

from viz.web.request import NeedsServer

Kind = type
Shape = tuple[int, ...]

float64 = float
int8 = int16 = int32 = int64 = intp = uint8 = uint16 = uint32 = uint64 = integer = int
bool_ = bool
True_, False_ = True, False
newaxis = None
_KINDS: dict[Any, int] = {bool: 0, int: 1, float: 2}
_WIDER: dict[tuple[Kind, Kind], Kind] = {
    (one, other): builtins.max(one, other, key=_KINDS.__getitem__) for one in _KINDS for other in _KINDS
}
"""The common kind (dtype) of two kinds."""


def __getattr__(name: str) -> NoReturn:
    raise _missing(name)


def _missing(name: str) -> Exception:
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
        raise _missing(f"ndarray.{name}" if not name.startswith("__") else name)

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
        return ndarray(_converted(self.flat, self.dtype, kind), self.shape, kind)

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
            return _taken(self, 0, key)
        view, lists = self._viewed(key)
        for axis, index in lists:
            view = _taken(view, axis, index)
        return view.flat[0] if not view.shape else view

    def __setitem__(self, key: Any, value: Any) -> None:
        places, lists = ndarray(range(len(self._buffer)), self.shape, int, self._start, self._steps)._viewed(key)
        for axis, index in lists:
            places = _taken(places, axis, index)
        given = broadcast_to(asarray(value), places.shape)
        buffer: Any = self._buffer
        for place, entry in zip(places.flat, _converted(given.flat, given.dtype, self.dtype), strict=True):
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
            raise _missing("several lists of indices")
        return self._with(tuple(shape), start, tuple(steps)), lists

    # --------------------------------------------------------------------------------------------------- arithmetic

    def __neg__(self) -> Any:
        return _unary(operator.neg, self)

    def __abs__(self) -> Any:
        return _unary(operator.abs, self)

    def __invert__(self) -> Any:
        return _unary(operator.not_ if self.dtype is bool else operator.invert, self)

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
        return self[minimum(maximum(index, 0), len(self) - 1) if mode == "clip" else index]  # type: ignore[no-any-return]

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


def _taken(view: ndarray, axis: int, index: ndarray) -> ndarray:
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
    taken = (count,) if index.dtype is bool else index.shape
    whole = n * inner
    blocks = [flat[begin : begin + whole] for begin in range(0, len(flat), whole)] if whole < len(flat) else [flat]
    pieces = [_between([[*takes(block[k::inner])] for k in range(inner)]) for block in blocks if flat]
    entries = pieces[0] if len(pieces) == 1 else list(chain.from_iterable(pieces))
    return ndarray(entries, (*shape[:axis], *taken, *shape[axis + width :]), view.dtype)


def _converted(entries: Sequence[Any], kind: Kind, to: Kind) -> Sequence[Any]:
    return list(entries) if kind is to or to is object else list(map(to, entries))


def _kind(value: Any) -> Kind:
    if isinstance(value, ndarray):
        return value.dtype
    return type(value) if type(value) in _KINDS else object


def _both(one: Kind, other: Kind) -> Kind:
    return _WIDER.get((one, other), object)


def _number(one: Kind, other: Kind) -> Kind:
    return _WIDER.get((_WIDER.get((one, other), object), int), object)


def _unary(function: Callable[[Any], Any], value: Any, kind: Kind | None = None) -> Any:
    if isinstance(value, (list, tuple)):
        value = asarray(value)
    if not isinstance(value, ndarray):
        return function(value)
    return ndarray(list(map(function, value.flat)), value.shape, kind or value.dtype)


def _binary(function: Callable[[Any, Any], Any], one: Any, other: Any, kind: Any = _number) -> Any:
    one, other = (asarray(value) if isinstance(value, (list, tuple)) else value for value in (one, other))
    if not isinstance(kind, type):
        kind = kind(_kind(one), _kind(other))
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
        return lambda self, other: _binary(function, other, self, kind)
    return lambda self, other: _binary(function, self, other, kind)


_RESULTS = {
    **dict.fromkeys(("add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift"), _number),
    **dict.fromkeys(("and", "or", "xor"), _both),
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


# ----------------------------------------------------------------------------------------------------------- new arrays


def array(given: Any, dtype: Kind | None = None) -> ndarray:
    if isinstance(given, ndarray):
        return given.copy() if dtype is None else given.astype(dtype)
    if hasattr(given, "__iter__") and not isinstance(given, (list, tuple, range, str, bytes, frozenset)):
        given = list(given)
    if not isinstance(given, (list, tuple, range)):
        value = given if dtype in (None, object) else dtype(given)
        return ndarray([value], (), dtype or _kind(value))
    entries, shape = list(given), [len(given)]
    while entries and dtype is not object and isinstance(entries[0], (list, tuple, range, ndarray)):
        if len({*map(len, entries)}) > 1:
            raise ValueError("the rows of an array must be of the same shape")
        shape.append(len(entries[0]))
        entries = list(chain.from_iterable(entries))
    kinds = {*map(_kind, entries)} or {float}
    kind = object if object in kinds else builtins.max(kinds, key=_KINDS.__getitem__)
    if len(kinds) > 1 and kind is not object:
        entries = list(map(kind, entries))
    return ndarray(_converted(entries, kind, dtype or kind), tuple(shape), dtype or kind)


def asarray(given: Any, dtype: Kind | None = None) -> ndarray:
    return given if isinstance(given, ndarray) and dtype in (None, given.dtype) else array(given, dtype)


ascontiguousarray = asarray


def fromiter(given: Iterable[Any], dtype: Kind, count: int = -1) -> ndarray:
    return array(list(given), dtype)


def full(shape: Any, value: Any, dtype: Kind | None = None) -> ndarray:
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = dtype or _kind(value)
    return ndarray([value if kind is object else kind(value)] * math.prod(shape), shape, kind)


def zeros(shape: Any, dtype: Kind = float) -> ndarray:
    return full(shape, 0, dtype)


empty = zeros


def ones(shape: Any, dtype: Kind = float) -> ndarray:
    return full(shape, 1, dtype)


def full_like(like: ndarray, value: Any, dtype: Kind | None = None) -> ndarray:
    return full(like.shape, value, dtype or like.dtype)


def zeros_like(like: ndarray, dtype: Kind | None = None) -> ndarray:
    return full_like(like, 0, dtype)


def arange(start: int, stop: int | None = None, step: int = 1, dtype: Kind = int) -> ndarray:
    numbers = range(start) if stop is None else range(start, stop, step)
    return ndarray(list(numbers), (len(numbers),), int)


# ---------------------------------------------------------------------------------------------------- entry by entry


def maximum(one: Any, other: Any) -> Any:
    return _binary(lambda a, b: a if a >= b else b, one, other, _both)


def minimum(one: Any, other: Any) -> Any:
    return _binary(lambda a, b: a if a <= b else b, one, other, _both)


def left_shift(one: Any, other: Any, dtype: Kind = int) -> Any:
    return _binary(operator.lshift, one, other)


def where(condition: Any, one: Any = None, other: Any = None) -> Any:
    if one is None:
        return (flatnonzero(condition),)
    truths, ones_, others = broadcast_arrays(condition, one, other)
    chosen = [a if truth else b for truth, a, b in zip(truths.flat, ones_.flat, others.flat, strict=True)]
    kind = _both(ones_.dtype, others.dtype)
    return ndarray(_converted(chosen, object, kind), truths.shape, kind)


# ------------------------------------------------------------------------------------------------------ whole arrays


def concatenate(given: Iterable[Any], axis: int = 0) -> ndarray:
    arrays = [*map(asarray, given)]
    kind = arrays[0].dtype
    for each in arrays[1:]:
        kind = _both(kind, each.dtype)
    parts = [_converted(each.flat, each.dtype, kind) for each in arrays]
    shape = list(arrays[0].shape)
    axis %= len(shape)
    shape[axis] = sum(each.shape[axis] for each in arrays)
    if axis == 0:
        return ndarray(list(chain.from_iterable(parts)), tuple(shape), kind)
    lengths = [math.prod(each.shape[axis:]) for each in arrays]
    blocks = range(math.prod(shape[:axis]))
    entries = [x for i in blocks for part, n in zip(parts, lengths, strict=True) for x in part[i * n : i * n + n]]
    return ndarray(entries, tuple(shape), kind)


def append(given: Any, more: Any) -> ndarray:
    return concatenate([asarray(given).ravel(), asarray(more).ravel()])


def stack(given: Iterable[Any], axis: int = 0) -> ndarray:
    arrays = [*map(asarray, given)]
    axis %= arrays[0].ndim + 1
    return concatenate([each.reshape(*each.shape[:axis], 1, *each.shape[axis:]) for each in arrays], axis)


def tile(given: Any, times: Any) -> ndarray:
    each, times = asarray(given), (times,) if isinstance(times, int) else tuple(times)
    shape = (1,) * (len(times) - each.ndim) + each.shape
    if {*times[1:]} - {1}:
        raise _missing("tile along several axes")
    return ndarray(list(each.flat) * times[0], (times[0] * shape[0], *shape[1:]), each.dtype)


def repeat(given: Any, times: Any, axis: int = 0) -> ndarray:
    each = asarray(given)
    counts = [int(times)] * each.shape[axis] if isinstance(times, int) else asarray(times).flat
    if each.ndim == 1:
        entries = [*chain.from_iterable(map(repeated, each.flat, counts))]
        return ndarray(entries, (len(entries),), each.dtype)
    return _taken(each, axis, repeat(arange(each.shape[axis]), counts))


def cumsum(given: Any, out: ndarray | None = None, dtype: Kind | None = None) -> ndarray:
    sums = asarray(given).cumsum()
    if out is not None:
        out[:] = sums
    return sums


def diff(given: Any, prepend: Any = None, append: Any = None) -> ndarray:
    ends = [list(asarray(each).flat) if each is not None else [] for each in (prepend, given, append)]
    entries = [*chain.from_iterable(ends)]
    return array([b - a for a, b in pairwise(entries)], int if entries else None)


def sort(given: Any, kind: str = "") -> ndarray:
    each = asarray(given)
    return ndarray(sorted(each.flat), each.shape, each.dtype)


def argsort(given: Any, axis: int = -1, kind: str = "") -> ndarray:
    each = asarray(given)
    if each.ndim == 1:
        flat = each.flat
        return ndarray(sorted(range(len(flat)), key=flat.__getitem__), each.shape, int)
    rows = [argsort(row).flat for row in each]
    return ndarray(list(chain.from_iterable(rows)), each.shape, int)


def _of_method(name: str) -> Callable[..., Any]:
    return lambda given, axis=None: getattr(asarray(given), name)(axis)


all, any, max = map(_of_method, ("all", "any", "max"))


def unique(given: Any, return_index: bool = False, return_inverse: bool = False, axis: int | None = None) -> Any:
    each = asarray(given)
    entries = each.flat if axis is None else list(map(tuple, each.tolist()))
    distinct = sorted({*entries})
    arrays = [array(distinct, each.dtype)]
    if return_index:
        first = {entry: place for place, entry in reversed([*enumerate(entries)])}
        arrays.append(ndarray([first[entry] for entry in distinct], (len(distinct),), int))
    if return_inverse:
        number = {entry: i for i, entry in enumerate(distinct)}
        arrays.append(ndarray([number[entry] for entry in entries], (len(entries),), int))
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def isin(given: Any, among: Any) -> ndarray:
    each, known = asarray(given), {*asarray(among).flat}
    return ndarray([entry in known for entry in each.flat], each.shape, bool)


def setdiff1d(given: Any, without: Any) -> ndarray:
    each = unique(given)
    return each[~isin(each, without)]  # type: ignore[no-any-return]


def searchsorted(given: Any, wanted: Any, side: str = "left") -> Any:
    entries, find = asarray(given).flat, bisect_left if side == "left" else bisect_right
    return _unary(lambda value: find(entries, value), wanted, int)


def bincount(given: Any, minlength: int = 0) -> ndarray:
    entries = asarray(given).flat
    count = [0] * builtins.max(builtins.max(entries, default=-1) + 1, int(minlength))
    for entry, n in Counter(entries).items():
        count[entry] = n
    return ndarray(count, (len(count),), int)


def flatnonzero(given: Any) -> ndarray:
    entries = asarray(given).flat
    indices = [*compress(range(len(entries)), entries)]
    return ndarray(indices, (len(indices),), int)


def count_nonzero(given: Any) -> int:
    return sum(map(bool, asarray(given).flat))


def array_equal(one: Any, other: Any) -> bool:
    one, other = asarray(one), asarray(other)
    return one.shape == other.shape and list(one.flat) == list(other.flat)


def packbits(given: ndarray, bitorder: str = "little") -> ndarray:
    mask = int("".join("01"[bool(entry)] for entry in reversed(given.flat)) or "0", 2)
    return frombuffer(mask.to_bytes((given.size + 7) // 8, "little"), int)


def frombuffer(given: bytes, dtype: Kind) -> ndarray:
    return ndarray(list(given), (len(given),), int)


def unpackbits(given: ndarray, count: int, bitorder: str) -> ndarray:
    return ndarray([bool(given.flat[i >> 3] >> (i & 7) & 1) for i in range(count)], (count,), bool)


column_stack = partial(stack, axis=1)
_FLAGS = SimpleNamespace(writeable=True)


class _Typing:
    """A replacement for the types of `numpy.typing` in annotations."""

    NDArray = ArrayLike = list


typing = _Typing
random = SimpleNamespace(Generator=type("Generator", (), {}))
