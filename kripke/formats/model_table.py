"""Models as readable tables, and as records for pandas or CSV files."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import starmap
from math import inf
from operator import itemgetter
from typing import Any

from kripke.data.errors import ModelError
from kripke.data.lazy import np
from kripke.data.naming import has_long_histories, short_names
from kripke.data.relation import Relation, canonical_labels
from kripke.data.structure import Structure
from kripke.data.wording import number, visible, world_text
from kripke.data.worlds import SMALL, Named, World
from logic.errors import shorten

ROWS = 20  # maximal number of first worlds, of further actual worlds, and of agents, that are listed
WIDTH = 100  # approximate number of characters after which a list is cut
NAMES = 40  # approximate number of characters after which the atoms of a world, and the worlds of a class, are cut

WHOLE = 8  # maximal number of worlds of a model whose classes and arrows are shown whole

NAMED = 1_000  # maximal number of worlds whose names are all read, to shorten them

LONG = 24  # number of characters of a name above which lists have numbers in place of names

NameAt = Callable[[int], str]  # position of a world -> its name as a string


def text_of(structure: Structure) -> str:
    """The structure as a readable table of worlds and relations.

    The actual world has a star. If a relation is an equivalence, its classes are separated by ``|``; otherwise arrows
    lead from worlds to the worlds that the agent considers possible there. Long lists are cut; names that are too long
    after updates are shortened by `kripke.data.naming.short_names`. If names are long for other reasons, the worlds are
    numbered from 1. O(g n) for g agents and n worlds; if n > 1,000, only the names that are shown are computed.
    """
    if structure.size <= NAMED and has_long_histories(structure.worlds):
        shorter = replace(structure, worlds=Named(short_names(structure.worlds)))
        return f"{text_of(shorter)}\nnames of worlds are shortened; rename(worlds='short') gives these names"

    texts = [world_text(structure.worlds.name(position)) for position in _listed(structure)]
    alike = len({*texts}) < len(texts)  # for example those of the worlds 0 and "0"

    def name_at(position: int) -> str:
        name = structure.worlds.name(position)
        return visible(json.dumps(name, ensure_ascii=False) if alike and isinstance(name, str) else world_text(name))

    agents = list(structure.relations.items())
    lines = _world_lines(structure, name_at)
    if any(len(name_at(position)) > LONG for position in _listed(structure)):
        name_at = _number
    for agent, relation in agents[:ROWS]:
        count, parts = _classes(relation, name_at) if relation.is_k45 else _arrows(relation, name_at)
        shown = shown_list(parts, count, " | ", _width(relation, WIDTH)) or "no arrows"
        lines.append(f"{agent}: {shown}")
    return "\n".join(lines + [f"... and {len(agents) - ROWS:,} more agents"] * (len(agents) > ROWS))


def shown_list(texts: Iterable[str], count: int, separator: str = ", ", width: float = WIDTH) -> str:
    """The first texts that fit, and the number of remaining ones, as in ``a, b, ... and 1,014 more``."""
    shown: list[str] = []
    for text in texts:
        if shown and len(separator.join([*shown, text])) > width:
            break
        shown.append(text)
    rest = count - len(shown)
    return separator.join([*shown, f"... and {rest:,} more"] if rest else shown)


def _listed(structure: Structure) -> list[int]:
    """The positions of the first worlds and of the first actual worlds."""
    first = range(min(structure.size, ROWS))
    return [*first, *[position for position in structure.actuals[:ROWS] if position not in first]]


def _number(position: int) -> str:
    return f"#{position + 1}"


def _world_lines(structure: Structure, name_at: NameAt) -> list[str]:
    """The heading of the table, and a line for each listed world."""
    listed = _listed(structure)
    weights = [
        f"{agent}'s weight" + f", from {number(given.threshold)} on believed" * bool(given.threshold)
        for agent, given in structure.weights.items()
    ]
    rows = [["world", "true atoms", *weights, *(f"{agent}'s rank" for agent in structure.ranks)]]
    rows += [_cells(structure, position, name_at) for position in listed]
    if all(structure.worlds.name(i) == frozenset(structure.true_atoms(i)) for i in listed):
        rows = [[first, *others] for first, _, *others in rows]  # the names are the true atoms
    if max(len(first) for first, *_ in rows) > LONG:
        rows = [["number", *rows[0]], *([_number(i), *row] for i, row in zip(listed, rows[1:], strict=True))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    signs = [" ", *("*" if position in structure.actuals else " " for position in listed)]
    lines = [f"{sign} {'  '.join(map(str.ljust, row, widths))}".rstrip() for sign, row in zip(signs, rows, strict=True)]
    if structure.size > len(listed):
        lines.insert(ROWS + 1, f"  ... and {structure.size - len(listed):,} more")
    return lines


def _cells(structure: Structure, position: int, name_at: NameAt) -> list[str]:
    true = structure.true_atoms(position)
    atoms = shown_list(map(visible, true), len(true), width=NAMES) or "-"
    weights = [
        number(given.at(position)) if position in structure.relations[agent].seen_by_some else "-"
        for agent, given in structure.weights.items()
    ]
    return [name_at(position), atoms, *weights, *(number(ranks[position]) for ranks in structure.ranks.values())]


def _width(relation: Relation, many: int) -> float:
    """The maximal width of a list of worlds or classes: `many`, or infinity for a small model."""
    return inf if relation.size <= WHOLE else many


def _classes(relation: Relation, name_at: NameAt) -> tuple[int, Iterator[str]]:
    """The number of classes, and each as a string.

    The string lists the members. If the relation is not S5, its form is ``worlds that see the class → members``.
    """
    width, is_s5 = _width(relation, NAMES), relation.is_s5

    def text(looking: Sequence[int], seen: Sequence[int]) -> str:
        lookers = _worlds(looking, name_at, width)
        return lookers if is_s5 else f"{lookers} → {_worlds(seen, name_at, width)}"

    if relation.size <= SMALL:
        classes = sorted(relation.groups(), key=itemgetter(1))
        return len(classes), starmap(text, classes)
    labels, members = canonical_labels(relation)
    heads = np.flatnonzero(labels == np.arange(relation.size))  # a class has the number of its first member
    parts = ((np.flatnonzero(labels == head), np.flatnonzero((labels == head) & members)) for head in heads)
    return len(heads), starmap(text, parts)


def _arrows(relation: Relation, name_at: NameAt) -> tuple[int, Iterator[str]]:
    """The number of worlds with successors, and for each of them a text with the world and its successors."""
    width = _width(relation, NAMES)
    if relation.size <= SMALL:
        looking = sorted([i for lookers, _ in relation.groups() for i in lookers])
    else:
        looking = np.flatnonzero(np.diff(relation.csr[0])).tolist()
    return len(looking), (f"{name_at(i)} → {_worlds(relation.successors(i), name_at, width)}" for i in looking)


def _worlds(positions: Sequence[int], name_at: NameAt, width: float) -> str:
    return shown_list(map(name_at, map(int, positions)), len(positions), width=width)


def records(structure: Structure) -> list[dict[str, Any]]:
    """A list of dictionaries with equal keys, one for each world; see `kripke.models.exchange.Exchange.to_records`.

    `ModelError` if an atom has the name of another column. O(n (k + g) + m) for n worlds, k atoms, g agents, and m
    pairs of relations that are not transitive and Euclidean.
    """
    worlds, actuals = list(structure.worlds), {*structure.actuals}
    columns: dict[str, Sequence[Any]] = {
        "world": worlds,
        "actual": [position in actuals for position in range(structure.size)],
    }
    others: dict[str, Sequence[Any]] = {}
    for agent, relation in structure.relations.items():
        if relation.is_s5:
            numbers = {i: number for number, (cell, _) in enumerate(relation.groups()) for i in cell}
            others[f"class_{agent}"] = [numbers[i] for i in range(structure.size)]
        else:
            others[f"sees_{agent}"] = _successors(relation, worlds)
    for agent, given in structure.weights.items():
        members = structure.relations[agent].seen_by_some
        others[f"weight_{agent}"] = [
            Fraction(numerator, given.denominator) if i in members else None
            for i, numerator in enumerate(given.numerators)
        ]
    others |= {f"rank_{agent}": ranks for agent, ranks in structure.ranks.items()}
    for atom, where in structure.valuation.items():
        if atom in columns or atom in others:
            raise ModelError(
                f"atom '{shorten(atom)}': another column has this name; rename the atom, "
                f"by rename(atoms={{'{shorten(atom)}': ...}})"
            )
        columns[atom] = [i in where for i in range(structure.size)]
    columns |= others
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _successors(relation: Relation, worlds: list[World]) -> list[tuple[World, ...]]:
    """The successors of each world as a tuple; worlds of one class share it."""
    rows: list[tuple[World, ...]] = [()] * relation.size
    for looking, seen in relation.groups():
        row = tuple([worlds[i] for i in seen])
        for i in looking:
            rows[i] = row
    return rows
