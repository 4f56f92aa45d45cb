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
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, compress, pairwise
from itertools import repeat as repeated
from types import SimpleNamespace
from typing import Any, NoReturn

from viz.web.ndarray import (
    Kind,
    array,
    asarray,
    binary,
    broadcast_arrays,
    broadcast_to,  # noqa: F401  # one of NumPy's names
    converted,
    kind_of,
    missing,
    ndarray,
    taken,
    unary,
    wider,
)

float64 = float
int8 = int16 = int32 = int64 = intp = uint8 = uint16 = uint32 = uint64 = integer = int
bool_ = bool
True_, False_ = True, False
newaxis = None


def __getattr__(name: str) -> NoReturn:
    raise missing(name)


# ----------------------------------------------------------------------------------------------------------- new arrays

ascontiguousarray = asarray


def fromiter(given: Iterable[Any], dtype: Kind, count: int = -1) -> ndarray:
    return array(list(given), dtype)


def full(shape: Any, value: Any, dtype: Kind | None = None) -> ndarray:
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = dtype or kind_of(value)
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
    return binary(lambda a, b: a if a >= b else b, one, other, wider)


def minimum(one: Any, other: Any) -> Any:
    return binary(lambda a, b: a if a <= b else b, one, other, wider)


def left_shift(one: Any, other: Any, dtype: Kind = int) -> Any:
    return binary(operator.lshift, one, other)


def where(condition: Any, one: Any = None, other: Any = None) -> Any:
    if one is None:
        return (flatnonzero(condition),)
    truths, ones_, others = broadcast_arrays(condition, one, other)
    chosen = [a if truth else b for truth, a, b in zip(truths.flat, ones_.flat, others.flat, strict=True)]
    kind = wider(ones_.dtype, others.dtype)
    return ndarray(converted(chosen, object, kind), truths.shape, kind)


# ------------------------------------------------------------------------------------------------------ whole arrays


def concatenate(given: Iterable[Any], axis: int = 0) -> ndarray:
    arrays = [*map(asarray, given)]
    kind = arrays[0].dtype
    for each in arrays[1:]:
        kind = wider(kind, each.dtype)
    parts = [converted(each.flat, each.dtype, kind) for each in arrays]
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
        raise missing("tile along several axes")
    return ndarray(list(each.flat) * times[0], (times[0] * shape[0], *shape[1:]), each.dtype)


def repeat(given: Any, times: Any, axis: int = 0) -> ndarray:
    each = asarray(given)
    counts = [int(times)] * each.shape[axis] if isinstance(times, int) else asarray(times).flat
    if each.ndim == 1:
        entries = [*chain.from_iterable(map(repeated, each.flat, counts))]
        return ndarray(entries, (len(entries),), each.dtype)
    return taken(each, axis, repeat(arange(each.shape[axis]), counts))


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
    return unary(lambda value: find(entries, value), wanted, int)


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


class _Typing:
    """A replacement for the types of `numpy.typing` in annotations."""

    NDArray = ArrayLike = list


typing = _Typing
random = SimpleNamespace(Generator=type("Generator", (), {}))
