"""Arrays over lists are NumPy's: shapes, indices, operators and functions agree on random arrays."""

import operator
from random import Random

import numpy as np
import pytest
from effort import seeds

from viz.web import arrays

OPERATORS = ["add", "sub", "mul", "lt", "le", "gt", "ge", "eq", "ne", "and_", "or_", "xor"]
REDUCTIONS = ["sum", "min", "max", "prod", "any", "all", "argmax", "argmin", "mean"]


def same(ours, theirs):
    """Whether both are the same array, or the same number."""
    if not isinstance(ours, arrays.ndarray):
        return ours == theirs
    kinds = {"b": bool, "i": int, "f": float}
    return (ours.shape, ours.tolist(), ours.dtype) == (theirs.shape, theirs.tolist(), kinds[theirs.dtype.kind])


def pair(rng, shape):
    """An array of numbers in both, perhaps with turned axes."""
    numbers = [rng.randrange(-9, 9) for _ in range(int(np.prod(shape)))]
    ours, theirs = arrays.array(numbers, int).reshape(*shape), np.array(numbers, dtype=int).reshape(shape)
    axes = rng.sample(range(len(shape)), len(shape))
    return (ours.transpose(*axes), theirs.transpose(*axes)) if rng.random() < 0.5 else (ours, theirs)


def index(rng, shape):
    """An index in both: slices, a number or a new axis, and at most one list of numbers or truths."""
    ours, theirs, advanced = [], [], rng.random() < 0.5
    place = rng.randrange(len(shape))
    for axis, size in enumerate(shape):
        if axis == place and advanced:
            numbers = [rng.randrange(-size, size) for _ in range(rng.randrange(4) if size else 0)]
            truths = [rng.random() < 0.5 for _ in range(size)]
            chosen = rng.choice([(numbers, int), (truths, bool)])
            ours.append(arrays.array(*chosen))
            theirs.append(np.array(*chosen))
            continue
        ends = [None, *range(-size - 1, size + 2)]
        some = slice(rng.choice(ends), rng.choice(ends), rng.choice([None, 1, 2, -1, -3]))
        part = rng.choice([some, slice(None), *([rng.randrange(-size, size)] if size and not advanced else [])])
        for key in (ours, theirs):
            key += [None, part] if advanced is False and axis == place else [part]
    return tuple(ours), tuple(theirs)


@pytest.mark.parametrize("seed", seeds(30, 300))
def test_indices_read_and_set_the_same_entries(seed):
    rng = Random(seed)
    shape = tuple(rng.randrange(5) for _ in range(rng.randint(1, 3)))
    ours, theirs = pair(rng, shape)
    mine, numpys = index(rng, theirs.shape)
    assert same(ours[mine], theirs[numpys])
    ours, theirs = ours.copy(), theirs.copy()
    ours[mine], theirs[numpys] = 77, 77
    assert same(ours, theirs)
    view, numpys_view = ours[:1], theirs[:1]
    view[...], numpys_view[...] = 5, 5
    assert same(ours, theirs)  # what is set in a view is set in the array


@pytest.mark.parametrize("seed", seeds(10, 100))
def test_operators_reductions_and_functions_agree(seed):
    rng = Random(seed)
    shape = tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 3)))
    ours, theirs = pair(rng, shape)
    narrow = tuple(rng.choice([1, size]) for size in theirs.shape)
    other, numpys = pair(rng, narrow) if len(narrow) == 1 else (arrays.ones(narrow, int), np.ones(narrow, int))
    for name in OPERATORS:
        function = getattr(operator, name)
        assert same(function(ours, other), function(theirs, numpys)), name
        assert same(function(3, ours), function(3, theirs)), name
    assert same(ours / 2, theirs / 2)
    assert same(~(ours > 0), ~(theirs > 0))
    for name in REDUCTIONS:
        for axis in (None, rng.randrange(theirs.ndim)):
            assert same(getattr(ours, name)(axis=axis), getattr(theirs, name)(axis=axis)), name
    for name in ("unique", "sort", "cumsum", "flatnonzero", "count_nonzero", "diff"):
        assert same(getattr(arrays, name)(ours.ravel()), getattr(np, name)(theirs.ravel())), name
    for name in ("maximum", "minimum"):
        assert same(getattr(arrays, name)(ours, other), getattr(np, name)(theirs, numpys)), name
        assert same(getattr(arrays, name)(ours, 1.0), getattr(np, name)(theirs, 1.0)), name
    assert same(arrays.where(ours > 0, ours, 0.5), np.where(theirs > 0, theirs, 0.5))
    assert same(arrays.stack([ours, ours], axis=1), np.stack([theirs, theirs], axis=1))
    axis = rng.randrange(theirs.ndim)
    assert same(arrays.concatenate([ours, ours], axis), np.concatenate([theirs, theirs], axis))
    assert same(arrays.repeat(ours, 2, axis=0), np.repeat(theirs, 2, axis=0))
    assert same(arrays.argsort(ours.reshape(-1), kind="stable"), np.argsort(theirs.ravel(), kind="stable"))
    assert same(arrays.bincount(ours.ravel() + 9, minlength=3), np.bincount(theirs.ravel() + 9, minlength=3))
    places = arrays.searchsorted(arrays.sort(ours.ravel()), ours.ravel(), side="right")
    assert same(places, np.searchsorted(np.sort(theirs.ravel()), theirs.ravel(), side="right"))


def test_products_of_stacks_of_matrices_agree():
    shares, stack = np.arange(8.0).reshape(2, 4), np.arange(24.0).reshape(3, 4, 2)
    ours = arrays.arange(8).reshape(2, 4) @ arrays.arange(24).reshape(3, 4, 2)
    assert ours.tolist() == (shares @ stack).tolist()
