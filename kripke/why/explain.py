"""Verdict -> Explanation: why a formula holds or fails at a world, as a tree that never says the same thing twice.

First the reasons are found breadth first, each formula at each world in each announcement context once, up to a bound;
then they are laid out in the order of reading, and what occurs again refers to where it stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass

from kripke.checking.check import Evaluation
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.past import NONE, Past
from kripke.checking.explicit import Actions
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError
from kripke.data.structure import SMALL, Structure
from kripke.data.wording import is_literal
from kripke.why.explanation import Explanation, with_children
from kripke.why.look import Engine, Look
from kripke.why.point import Link, Point, Reason
from kripke.why.reasons import reason
from kripke.why.view import Subject, View
from logic.errors import shorten
from logic.formula import Formula

__all__ = ["DEPTH", "SIZE", "Explanation", "explain", "why"]

DEPTH, SIZE = 40, 200
"""How deep, and with how many reasons, an explanation is unfolded."""

KEPT = 2**30
"""Bytes: if all values of the subformulas fit, they are kept; else each is computed again when a reason needs it."""

Key = tuple[Subject, int, Hashable]
"""A subject at a position in a context: what is explained once."""


def explain(
    structure: Structure,
    formula: Formula,
    position: int,
    depth: int = DEPTH,
    size: int = SIZE,
    actions: Actions | None = None,
) -> Explanation:
    """Why the formula holds or fails at the world at a position.

    Parameters
    ----------
    structure : Structure
        The model.
    formula : Formula
        The question.
    position : int
        The world.
    depth, size : int
        At most so many steps from the formula, and so many reasons, are unfolded; what is left out is counted.
    actions : mapping of str to Occurrence, optional
        The actions that the formula names.

    Raises
    ------
    UnknownAgent, UnknownAtom, UnknownAction
        If a name is not the model's.
    ModelError
        If depth or size is no number from 0.

    Notes
    -----
    O(s n) to evaluate s subformulas on n worlds, and O(n + m) for each of at most `size` reasons, with m edges.
    """
    return unfold(_look(structure, formula, KEPT, actions), position, depth, size)


def unfold(look: View, position: int, depth: int, size: int) -> Explanation:
    """Why the formula of the look's program holds or fails at a position: the same for every engine."""
    for name, number in (("depth", depth), ("size", size)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise ModelError(f"{name} {shorten(repr(number))}: expected a whole number, at least 0")
    drafts, root = _drafts(look, position, depth, size)
    return _laid_out(drafts, root)


def why(structure: Structure, formula: Formula, position: int) -> str:
    """The reason in one sentence, with its witness; what it rests on is not unfolded."""
    look = _look(structure, formula, 0)
    return reason(Point(look, look.program.root, position)).text


def _look(structure: Structure, formula: Formula, room: int, actions: Actions | None = None) -> Look:
    """The model as it is; all values of the subformulas are kept if they fit into so many bytes."""
    program = compile_formula(formula)
    program.require(structure.relations, structure.valuation, actions or ())
    past = Past(actions) if actions else NONE
    small = structure.size <= SMALL
    start: Engine = BitsetAlgebra(structure, past=past) if small else ArrayAlgebra(structure, past=past)
    return Look(Evaluation(program, start, keep=len(program.steps) * structure.size <= room), start)


@dataclass
class _Draft:
    """A reason that was found, and the keys of what it rests on, if these were unfolded."""

    point: Point
    reason: Reason
    below: list[tuple[Key, Link]] | None = None

    @property
    def literal(self) -> bool:
        return is_literal(self.point.node)


def _drafts(look: View, position: int, depth: int, size: int) -> tuple[dict[Key, _Draft], Key]:
    """The reasons found breadth first, so that what is near the root is unfolded before what is far."""
    root: Key = look.program.root, position, look.key
    drafts = {root: _draft(look, root)}
    waiting = deque([(root, 0)])
    while waiting:
        key, level = waiting.popleft()
        draft = drafts[key]
        below = _below(draft)
        new = list(dict.fromkeys([kid for kid, _, _ in below if kid not in drafts]))
        if level >= depth or len(drafts) + len(new) > size:
            continue
        draft.below = [(kid, link) for kid, link, _ in below]
        for kid, _, there in below:
            if kid not in drafts:
                drafts[kid] = _draft(there, kid)
                waiting.append((kid, level + 1))
    return drafts, root


def _draft(look: View, key: Key) -> _Draft:
    point = Point(look, key[0], key[1])
    return _Draft(point, reason(point))


def _below(draft: _Draft) -> list[tuple[Key, Link, View]]:
    """What the reason rests on, each with its context; what is named twice counts once."""
    found = []
    for link in dict.fromkeys(draft.reason.links):
        look = draft.point.look if link.change is None else draft.point.look.after(link.change)
        key: Key = link.subject, link.position, look.key
        found.append((key, link, look))
    return found


@dataclass
class _Entry:
    """An explanation in the order of reading, and the place of the one above it."""

    key: Key
    after: tuple[Formula, ...]
    above: int
    repeats: bool


def _laid_out(drafts: dict[Key, _Draft], root: Key) -> Explanation:
    entries = _in_order(drafts, root)
    again = {entry.key for entry in entries if entry.repeats and not drafts[entry.key].literal}
    firsts = [entry.key for entry in entries if not entry.repeats and entry.key in again]
    numbers = {key: number for number, key in enumerate(firsts, 1)}
    children: list[list[Explanation]] = [[] for _ in entries]
    made: list[Explanation] = []
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        made.append(with_children(_leaf(drafts[entry.key], entry, numbers), children[place][::-1]))
        if entry.above >= 0:
            children[entry.above].append(made[-1])
    return made[-1]


def _in_order(drafts: dict[Key, _Draft], root: Key) -> list[_Entry]:
    entries: list[_Entry] = []
    seen: set[Key] = set()
    stack: list[tuple[Key, tuple[Formula, ...], int]] = [(root, (), -1)]
    while stack:
        key, after, above = stack.pop()
        entries.append(_Entry(key, after, above, key in seen))
        if key in seen:
            continue
        seen.add(key)
        place = len(entries) - 1
        for kid, link in reversed(drafts[key].below or []):
            changed = after if link.change is None else (*after, drafts[key].point.formula(link.change))
            stack.append((kid, changed, place))
    return entries


def _leaf(draft: _Draft, entry: _Entry, numbers: dict[Key, int]) -> Explanation:
    """The explanation without what it rests on."""
    point, found, number = draft.point, draft.reason, numbers.get(entry.key)
    name = point.look.world
    folded = len(found.links) if draft.below is None else 0
    return Explanation(
        formula=point.node,
        world=name(point.position),
        holds=point.holds,
        reason=point.look.spelled(found.text) if number is None or not entry.repeats else f"as above ({number})",
        after=entry.after,
        omitted=0 if entry.repeats else found.omitted + folded,
        path=tuple([(agent, name(i)) for agent, i in found.path]),
        number=number,
        repeats=entry.repeats,
    )
