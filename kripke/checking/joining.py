"""The few assignments that satisfy a Boolean law over many atoms, as Python integers; no engine is loaded."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from kripke.checking.program import CLAUSES
from kripke.data.relation import bits
from kripke.data.worlds import SMALL
from logic.clauses import Atom
from logic.formula import Formula
from logic.shared import conjuncts

Part = tuple[dict[str, int], int]
"""Some assignments to some atoms: for each atom the mask of those where it is true, and the number of assignments."""


class Known(NamedTuple):
    """A set algebra whose sets are truth values, arrays of truth values, or integers with a bit for each truth value.

    `domain`: the set for `true`. `atom`: a function from the name of an atom to its set.
    """

    domain: Any
    atom: Callable[[str], Any]
    key: None = None


LONGEST_LAW = 2_000  # laws with fewer subformulas, counted with repetitions, are tried for small models
MOST_JOINED = 2**12  # maximal number of assignments to some of the atoms when the law of a small model is joined


def joined(atoms: Sequence[str], law: Formula) -> Part | None:
    """The assignments that satisfy a Boolean law, in binary order; None unless they are few and easily found.

    The conjuncts of the law are joined like tables in a database, conjuncts with the fewest atoms first. For each, the
    parts (see `Part`) that contain its atoms are combined, and the conjunct selects among the combined assignments. The
    first atom is the lowest bit of an assignment. None if there is no assignment or more than `SMALL`, if more than
    `MOST_JOINED` would be listed on the way, or if the law has `LONGEST_LAW` subformulas or more.
    """
    parts: dict[str, Part] = {atom: ({atom: 0b10}, 2) for atom in atoms}  # the part of each atom
    tests, left_over = list[tuple[set[str], list[Formula]]](), LONGEST_LAW
    for conjunct in conjuncts(law):
        nodes = nodes_of(conjunct, left_over)
        tests.append(({node.name for node in nodes if isinstance(node, Atom)}, nodes))
        left_over -= len(nodes)
    if left_over <= 0:
        return None
    for names, nodes in sorted(tests, key=lambda test: len(test[0])):
        if (product := _product([parts[atom] for atom in names], MOST_JOINED)) is None:
            return None
        masks, size = product
        left = truth(nodes, masks, size)
        if not left:
            return None
        if (count := left.bit_count()) < size:
            pick = itemgetter(*[size - 1 - place for place in reversed(list(bits(left)))])
            masks = {atom: int("".join(pick(f"{mask:0{size}b}")), 2) for atom, mask in masks.items()}
        parts |= dict.fromkeys(masks, (masks, count))
    if (product := _product(list(parts.values()), SMALL)) is None:
        return None
    masks, size = product
    rows = sorted(zip(*[f"{masks[atom]:0{size}b}" for atom in reversed(atoms)], strict=True), reverse=True)
    columns = [int("".join(column), 2) for column in zip(*rows, strict=True)]
    return dict(zip(atoms, reversed(columns), strict=True)), size


def nodes_of(formula: Formula, most: int = sys.maxsize) -> list[Formula]:
    """The nodes of a formula as a tree, each after its children; only `most` + 1 of them if there are more."""
    nodes, stack = list[Formula](), [formula]
    while stack and len(nodes) <= most:
        nodes.append(stack.pop())
        stack += nodes[-1].children
    return nodes[::-1]


def truth(nodes: Iterable[Formula], masks: Mapping[str, int], size: int) -> int:
    """The assignments where a Boolean formula is true, as a mask, computed from its nodes.

    The formula is not compiled, since this takes longer for a short one.
    """
    known, values = Known((1 << size) - 1, masks.__getitem__), list[int]()
    for node in nodes:
        count = len(node.children)
        kids = values[len(values) - count :]
        values[len(values) - count :] = [CLAUSES[type(node)](node, *range(count))(known, kids)]
    return values[0]


def _product(parts: Sequence[Part], limit: int) -> Part | None:
    """All combinations of one assignment from each part; None if there are more than `limit`."""
    masks, size = dict[str, int](), 1
    for more, count in {id(part[0]): part for part in parts}.values():
        if size * count > limit:
            return None
        # `again` repeats the earlier assignments for each new one
        again, run = ((1 << size * count) - 1) // ((1 << size) - 1), "1" * size
        masks = {atom: mask * again for atom, mask in masks.items()}
        for atom, mask in more.items():
            masks[atom] = int(f"{mask:b}".replace("0", "a" * size).replace("1", run).replace("a", "0"), 2)
        size *= count
    return masks, size
