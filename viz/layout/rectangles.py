"""Rectangles in the cells of a grid: what touches a point or another rectangle is found among the few in its cells."""

from collections.abc import Sequence

from kripke.data.lazy import np
from viz.layout.geometry import Counts, Points

CELLS = 2**16  # approximate maximal number of cells: a picture of 200 worlds then has cells of some ten points
ACROSS = 2.0  # maximal number of cells on the side of an average rectangle


class Rectangles:
    """Boxes as rows (see `rows_of`), sorted by the cells of a grid that they meet. Queries take numbers of rows."""

    def __init__(self, rows: Points) -> None:
        self.rows = rows
        low, high = rows[:, :2] - rows[:, 2:4], rows[:, :2] + rows[:, 2:4]
        empty = np.zeros((1, 2))
        self._corner: Points = (low if len(rows) else empty).min(axis=0)
        far = (high if len(rows) else empty).max(axis=0)
        size = 2 * rows[:, 2:4].mean() if len(rows) else 0.0
        self._side = max(1.0, float(np.sqrt((far - self._corner).prod() / CELLS)), size / ACROSS)
        self._shape = ((far - self._corner) / self._side).astype(np.int64) + 3  # with an empty cell beyond each side
        box, first, past = self._runs(low, high)
        run, cells = _expanded(first, past - first)
        count = np.bincount(cells, minlength=self._shape.prod())
        self._members = box[run][np.argsort(cells, kind="stable")]
        self._starts = np.concatenate([[0], np.cumsum(count)])
        self._taken = count > 0

    def touched(self, points: Points, path: Counts) -> tuple[Counts, Counts]:
        """The pairs of a path and a box around points of it; `path` is the number of the path of each point."""
        if not len(self.rows):
            return path[:0], path[:0]
        column, row = self._cells(points)
        cell = column * self._shape[1] + row
        near = np.flatnonzero(self._taken[cell])
        cell, points, path = cell[near], points[near], path[near]
        point, place = _expanded(self._starts[cell], self._starts[cell + 1] - self._starts[cell])
        box = self._members[place]
        there, (x, y) = self.rows[box].T, points[point].T
        across = np.maximum(np.abs(x - there[0]) - (there[2] - there[4]), 0.0)
        up = np.maximum(np.abs(y - there[1]) - (there[3] - there[4]), 0.0)
        within = across * across + up * up <= there[4] ** 2
        return self._distinct(path[point[within]], box[within])

    def hits(self, paths: Points, without: Sequence[int] = ()) -> Counts:
        """For each path, an array of shape (m, k, 2), the number of boxes that its points touch, without some boxes."""
        path, box = self.touched(paths.reshape(-1, 2), np.repeat(np.arange(len(paths)), paths.shape[1]))
        for each in without:
            path, box = path[box != each], box[box != each]
        return np.bincount(path, minlength=len(paths))

    def overlapping(self, others: Points) -> tuple[Counts, Counts]:
        """The pairs of another box and one of these that overlap, their corners not rounded."""
        other, first, past = self._runs(others[:, :2] - others[:, 2:4], others[:, :2] + others[:, 2:4])
        start = self._starts[first]
        run, place = _expanded(start, self._starts[past] - start)
        one, box = other[run], self._members[place]
        for middle, half in ((0, 2), (1, 3)):  # axis by axis, in columns: rows of many pairs would fill the memory
            here, there = self.rows[:, [middle, half]].T.copy(), others[:, [middle, half]].T.copy()
            meets = np.abs(here[0][box] - there[0][one]) < here[1][box] + there[1][one]
            one, box = one[meets], box[meets]
        return self._distinct(one, box) if len(self._members) > len(self.rows) else (one, box)

    def _cells(self, points: Points) -> Counts:
        """The columns and the rows of points, as an array of shape (2, k)."""
        cells = (points.T - self._corner[:, None]) / self._side + 1
        return np.asarray(np.minimum(np.maximum(cells, 0), self._shape[:, None] - 1), dtype=np.int64)

    def _runs(self, low: Points, high: Points) -> tuple[Counts, Counts, Counts]:
        """The columns of cells that boxes meet: for each the box, the first cell and the one past the last."""
        (left, bottom), (right, top) = self._cells(low), self._cells(high)
        box, column = _expanded(left, right - left + 1)
        return box, column * self._shape[1] + bottom[box], column * self._shape[1] + top[box] + 1

    def _distinct(self, one: Counts, box: Counts) -> tuple[Counts, Counts]:
        pairs = np.unique(one * len(self.rows) + box)
        return np.divmod(pairs, max(len(self.rows), 1))


def _expanded(starts: Counts, counts: Counts) -> tuple[Counts, Counts]:
    """The numbers from each start on, as many as its count, with the position of the start."""
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(len(owner)) + np.repeat(starts - np.cumsum(counts) + counts, counts)
