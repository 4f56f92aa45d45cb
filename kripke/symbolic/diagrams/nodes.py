"""Diagrams as arrays of nodes, and copies of diagrams in other managers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kripke.data.lazy import np
from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.diagrams.variable_order import mask_of

if TYPE_CHECKING:
    import numpy.typing as npt

Edges: TypeAlias = "npt.NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class Nodes:
    """Diagrams as arrays: node 0 is the constant true, and children come before their parents.

    An edge is twice the number of the node at its end, plus 1 if that node's function is negated; so edge 0 is the
    constant true, and edge 1 the constant false.

    `variable`: integer array of shape (n,), the variable of each node; -1 for node 0.
    `high`: integer array of shape (n,), the edge from each node if its variable is true.
    `low`: integer array of shape (n,), the edge from each node if its variable is false.
    `roots`: for each function, the edge that stands for it.
    """

    variable: Edges
    high: Edges
    low: Edges
    roots: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.variable)


def arrays(manager: BddManager, functions: Sequence[Bdd]) -> Nodes:
    """The functions' diagrams as arrays. O(s) for s nodes, about 1 s for a million."""
    walked = manager.walk(functions)
    variable, high, low, roots = (np.array(column, dtype=np.int64) for column in walked)
    level = np.array([manager.level(v) for v in variable[1:].tolist()], dtype=np.int64)
    order = np.concatenate([[0], 1 + np.argsort(-level, kind="stable")])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))

    def renumbered(edges: Edges) -> Edges:
        moved: Edges = 2 * number[edges >> 1] + (edges & 1)
        return moved

    return Nodes(variable[order], renumbered(high[order]), renumbered(low[order]), tuple(renumbered(roots).tolist()))


def supports(manager: BddManager, functions: Sequence[Bdd]) -> list[int]:
    """For each function the set of variables on which it depends. O(s) per function with s nodes."""
    nodes = arrays(manager, functions)
    masks = []
    for root in nodes.roots:
        seen = np.zeros(len(nodes), dtype=np.bool_)
        front = np.array([root >> 1])
        while len(front):
            seen[front] = True
            below = np.unique(np.concatenate([nodes.high[front] >> 1, nodes.low[front] >> 1]))
            front = below[~seen[below]]
        masks.append(mask_of([v for v in np.unique(nodes.variable[seen]).tolist() if v >= 0]))
    return masks


def build(manager: BddManager, nodes: Nodes, number: Mapping[int, int]) -> list[Bdd]:
    """Build the functions of node arrays in a manager. O(s) for s nodes.

    `number`: maps the arrays' variables to the manager's.
    """
    built = [manager.true]
    rows = zip(nodes.variable[1:].tolist(), nodes.high[1:].tolist(), nodes.low[1:].tolist(), strict=True)
    for variable, high, low in rows:
        then, other = (~built[edge >> 1] if edge & 1 else built[edge >> 1] for edge in (high, low))
        built.append(manager.literal(number[variable]).ite(then, other))
    return [~built[root >> 1] if root & 1 else built[root >> 1] for root in nodes.roots]


def copies(
    manager: BddManager, functions: Sequence[Bdd], other: BddManager, number: Mapping[int, int] | None = None
) -> list[Bdd]:
    """Copy functions to another manager through a file, which saves memory.

    `number`: maps the variables to those of the other manager; None: both managers have the same variables.
    """
    if not functions:
        return []
    import tempfile  # only needed here

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "functions.dddmp"
        manager.write(path, functions)
        return other.read(path, number)


def copied(parts: list[StateSet], source: BddManager, target: BddManager) -> list[StateSet]:
    """Copy sets to another manager with the same variables in the same order."""
    functions = list({part.function: None for part in parts if part.parity is None and part.value is None})
    copy_of = dict(zip(functions, copies(source, functions, target), strict=True))

    def copy(part: StateSet) -> StateSet:
        if part.value is not None:
            return StateSet.constant(target, part.value)
        if part.parity is not None:
            return StateSet.of_parity(target, *part.parity)
        return StateSet.of(target, copy_of[part.function], part.support)

    return list(map(copy, parts))
