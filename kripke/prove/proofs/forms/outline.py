"""A proof in the order in which it is read: parts, blocks and numbered entries.

The steps of a branch, up to where it is closed or splits, are a block; the blocks of the cases follow it. Entries are
numbered in this order, from 1 in each part. A world is named w, v, u, w1, w2, ... in the order in which its branch
meets it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kripke.prove.proofs.forms.choices import STEPS
from kripke.prove.proofs.script import WAYS, Induction, Lemma, Script, Step, Tableau
from kripke.prove.question.nodes import FALSE, TRUE, Group, Node

NUMBERS = 6
"""Maximal number of numbers in the name of a case."""
NAMES = ("w", "v", "u")


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of a tableau with its number.

    Parameters
    ----------
    number : int
        Its number in the part, from 1.
    group : frozenset of str
        The agents who consider the world possible, if the step is the first at a new world; else empty.
    fixpoint : int
        The fixpoint whose counterexample the step is a way to; `TRUE` for other rules.
    """

    number: int
    step: Step
    world: str
    premises: tuple[int, ...]
    group: Group
    fixpoint: Node = TRUE


@dataclass(slots=True)
class Block:
    """The entries of a branch up to where it is closed or splits.

    Parameters
    ----------
    case : str
        Their numbers: ``2.1`` is case 1 of case 2; only the last few where cases are nested deeply.
    above : int or None
        The block that it continues, by its place in the part.
    """

    depth: int
    case: str
    above: int | None
    entries: list[Entry] = field(default_factory=list)
    cases: list[int] = field(default_factory=list)
    is_cut: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether the last step is a contradiction."""
        return bool(self.entries) and self.entries[-1].step.node == FALSE


@dataclass(frozen=True, slots=True)
class Part:
    """A lemma with its tableau, or the refutation of the goal.

    Parameters
    ----------
    number : int
        The lemma's number from 1; 0 for the refutation of the goal.
    clause : tuple of int
        What the lemma says; for the refutation of the goal its negation.
    induction : tuple of int
        The numbers of the lemmas that are proved in one induction with this one; empty outside inductions.
    """

    number: int
    clause: tuple[Node, ...]
    induction: tuple[int, ...]
    blocks: list[Block]


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a proof, perhaps only the first."""

    parts: tuple[Part, ...]
    shown: int
    total: int

    @property
    def is_cut(self) -> bool:
        """Whether steps are left out."""
        return self.shown < self.total


def outline(script: Script, limit: int | None = STEPS) -> Outline:
    """The parts of a proof, up to a number of steps.

    Parameters
    ----------
    limit : int, optional
        Maximal number of steps, at least 1; None: all.

    Notes
    -----
    O(n) for n steps shown, without recursion.
    """
    tableaux = list(_tableaux(script))
    total = sum(len(tableau.steps) for _, _, _, tableau in tableaux)
    left = total if limit is None else limit
    parts = []
    for number, clause, induction, tableau in tableaux:
        if left > 0:
            parts.append(Part(number, clause, induction, _blocks(tableau, left)))
            left -= min(left, len(tableau.steps))
    return Outline(tuple(parts), total if limit is None else min(total, limit), total)


def length(script: Script) -> int:
    """The number of steps of a proof."""
    return sum(len(tableau.steps) for _, _, _, tableau in _tableaux(script))


def _tableaux(script: Script) -> Iterator[tuple[int, tuple[Node, ...], tuple[int, ...], Tableau]]:
    """Number, clause, induction and tableau of each part."""
    number = 0
    for part in script.parts:
        lemmas: tuple[Lemma, ...] = (part,) if isinstance(part, Lemma) else part.lemmas
        together = tuple(range(number + 1, number + 1 + len(lemmas))) if isinstance(part, Induction) else ()
        for lemma in lemmas:
            number += 1
            yield number, lemma.clause, together, lemma.tableau
    yield 0, (script.goal ^ 1,), (), script.tableau


def _blocks(tableau: Tableau, limit: int) -> list[Block]:
    """The blocks of a tableau, with at most `limit` entries."""
    steps: dict[int, list[int]] = {}
    for place, step in enumerate(tableau.steps):
        steps.setdefault(step.branch, []).append(place)
    below: dict[int, list[int]] = {}
    for branch, above in enumerate(tableau.branches, 1):
        below.setdefault(above, []).append(branch)
    blocks: list[Block] = []
    numbers: dict[int, int] = {}
    stack: list[tuple[int, Block, dict[int, str]]] = [(0, Block(0, "", None), {})]
    while stack:
        branch, block, worlds = stack.pop()
        if len(numbers) >= limit:
            _cut(blocks, block)
            continue
        place = len(blocks)
        blocks.append(block)
        if block.above is not None:
            blocks[block.above].cases.append(place)
        branches = _fill(block, branch, tableau, steps, below, numbers, worlds, limit)
        cases = [Block(block.depth + 1, _case(block.case, number), place) for number in range(1, len(branches) + 1)]
        stack += reversed([(b, case, dict(worlds)) for b, case in zip(branches, cases, strict=True)])
    return blocks


def _case(above: str, number: int) -> str:
    """The name of a case in a case."""
    numbers = [*above.split("."), str(number)] if above else [str(number)]
    return ".".join(["…", *numbers[-NUMBERS:]] if len(numbers) > NUMBERS else numbers)


def _cut(blocks: list[Block], block: Block) -> None:
    if block.above is not None:
        blocks[block.above].is_cut = True


def _fill(
    block: Block,
    branch: int,
    tableau: Tableau,
    places: dict[int, list[int]],
    below: dict[int, list[int]],
    numbers: dict[int, int],
    worlds: dict[int, str],
    limit: int,
) -> list[int]:
    """Add the entries of a branch, and of its only continuation; the branches that follow."""
    while True:
        for place in places.get(branch, []):
            if len(numbers) >= limit:
                block.is_cut = True
                return []
            step = tableau.steps[place]
            group: Group = frozenset()
            if step.world not in worlds:
                worlds[step.world] = world_name(len(worlds))
                group = tableau.worlds[step.world - 1][1] if step.world else group
            numbers[place] = len(numbers) + 1
            premises = tuple([numbers[premise] for premise in step.premises])
            fixpoint = tableau.steps[step.premises[0]].node ^ 1 if step.rule in WAYS else TRUE
            block.entries.append(Entry(numbers[place], step, worlds[step.world], premises, group, fixpoint))
        branches = below.get(branch, [])
        if len(branches) != 1:
            return branches
        branch = branches[0]


def is_vacuous(entry: Entry) -> bool:
    """Whether an entry is a way to a counterexample that cannot be there, since what would fail is the same as ⊤."""
    return entry.step.rule in WAYS and entry.step.node == FALSE


def world_name(number: int) -> str:
    """The name of the n-th world of a branch."""
    return NAMES[number] if number < len(NAMES) else f"w{number - len(NAMES) + 1}"
