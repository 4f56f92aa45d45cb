"""Words for explanations: names of worlds, formulas of bearable length, lists and numbers in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, log10

from logic import formula as f
from logic.errors import SHOWN, listing, shorten
from logic.table import rebuild

NODES = 60
"""A formula of more nodes is shown in part."""

WIDTH = 160

ELLIPSIS = f.Atom("…")
DEEP = 4

LONG, PLAIN = 1_000, 12
"""Bits above which a number is not even written to see how long it is; powers of ten that are written out."""


_SEEN = {code: chr(0x2400 + code) for code in range(32)} | {127: "␡", 10: "⏎", 9: "⇥", 0xFFFE: "�", 0xFFFF: "�"}
_SEEN |= dict.fromkeys((*range(0x80, 0xA0), 0x2028, 0x2029), "�")


class Abridged(frozenset[str]):
    """A state, the set of its true atoms, that is shown by a few of them; equal to the plain set."""

    __slots__ = ("shown",)
    shown: str

    def __new__(cls, atoms: Iterable[str], shown: str) -> Abridged:
        """The set, and its text."""
        made = super().__new__(cls, atoms)
        made.shown = shown
        return made

    def __reduce__(self) -> tuple[type[Abridged], tuple[frozenset[str], str]]:
        return Abridged, (frozenset(self), self.shown)


def world_text(world: object) -> str:
    """The world's name as a student writes it: ``w1``, ``{m1, m2}``, ``(4, 13)``; never longer than a line."""
    return shorten(_name(world, DEEP), WIDTH)


def world_quoted(world: object) -> str:
    """As `world_text`, but a text in quotation marks: what somebody gave, or what can be given, in a message."""
    return shorten(repr(world) if isinstance(world, str) else _name(world, DEEP))


def visible(text: str) -> str:
    """The text on one line, with a sign in place of every character that neither XML nor a reader could take."""
    return text.translate(_SEEN).encode("utf-8", "replace").decode("utf-8")


def _name(world: object, deep: int) -> str:
    if isinstance(world, Abridged):
        return world.shown
    if isinstance(world, str):
        return world if world.strip() and world.isprintable() else repr(world)
    if isinstance(world, (frozenset, set, tuple)) and not deep:
        return "…"
    if isinstance(world, (frozenset, set)):
        return "{" + ", ".join(sorted([_name(part, deep - 1) for part in world], key=natural)) + "}"
    if isinstance(world, tuple):
        return "(" + ", ".join([_name(part, deep - 1) for part in world]) + ")"
    return str(world)


def natural(text: str) -> list[tuple[int, str]]:
    """A key that sorts m2 before m10."""
    return [(int(run), "") if run.isdecimal() else (-1, run) for run in re.split(r"(\d{1,9})", text)]


def brief(formula: f.Formula, nodes: int = NODES, width: int = WIDTH) -> str:
    """The formula's text; of a large formula the outer part, with ``…`` for what lies deeper.

    O(`nodes` + `width`), however large the formula.

    Parameters
    ----------
    formula : Formula
        The formula.
    nodes : int
        Maximal number of nodes that are shown.
    width : int
        Maximal number of characters.
    """
    text = _pruned(formula, nodes)
    while len(text) > width and nodes > DEEP:
        nodes //= 2
        text = _pruned(formula, nodes)
    return shorten(text, width)


def _pruned(formula: f.Formula, nodes: int) -> str:
    """The text of the outermost nodes, about so many."""
    tree, whole = _outer(formula, nodes)
    if whole:
        return str(formula)
    made: list[f.Formula] = [ELLIPSIS] * len(tree)
    for i in range(len(tree) - 1, -1, -1):
        node, kids = tree[i]
        if kids is not None:
            made[i] = rebuild(node, [made[k] for k in kids])
    return str(made[0]).replace(f'"{ELLIPSIS.name}"', ELLIPSIS.name)


def _outer(formula: f.Formula, nodes: int) -> tuple[list[tuple[f.Formula, Sequence[int] | None]], bool]:
    """The outermost nodes of the tree, each with its children's places (None: cut off), and whether they are all."""
    tree: list[tuple[f.Formula, Sequence[int] | None]] = [(formula, None)]
    i = 0
    while i < len(tree) and len(tree) <= nodes:
        node = tree[i][0]
        tree[i] = node, range(len(tree), len(tree) + len(node.children))
        tree += [(child, None) for child in node.children]
        i += 1
    return tree, i == len(tree)


def core(formula: f.Formula) -> tuple[f.Formula, int]:
    """What stands under the formula's outermost negations, and how many these are."""
    count = 0
    while isinstance(formula, f.Not):
        formula, count = formula.sub, count + 1
    return formula, count


def is_literal(formula: f.Formula) -> bool:
    """Whether it is an atom or a constant, perhaps negated: its truth at a world needs no reason."""
    return isinstance(core(formula)[0], (f.Atom, f.Top, f.Bottom))


def predicate(formula: f.Formula, holds: bool) -> str:
    """``p is true``, ``p is false`` (also of a negated atom), ``K_a p holds``, ``K_a p fails``.

    Parameters
    ----------
    formula : Formula
        The formula.
    holds : bool
        Whether it holds.
    """
    if is_literal(formula):
        return f"{brief(core(formula)[0])} is {verb(formula, holds)}"
    return f"{brief(formula)} {verb(formula, holds)}"


def verb(formula: f.Formula, holds: bool) -> str:
    """What the predicate says: ``true`` or ``false`` of an atom, also where it is negated; ``holds`` or ``fails``.

    Parameters
    ----------
    formula : Formula
        The formula.
    holds : bool
        Whether it holds.
    """
    inner, negations = core(formula)
    if isinstance(inner, (f.Atom, f.Top, f.Bottom)):
        return "true" if holds ^ bool(negations % 2) else "false"
    return "holds" if holds else "fails"


def change_text(change: f.Formula) -> str:
    """The announcement, or the action, of a formula that makes one: ``[p]``, ``[p?]``, ``[p!{a,b}]``, ``[@peek]``."""
    if isinstance(change, (f.Act, f.ActDual)):
        return f"[@{change.action}]"
    assert isinstance(change, (f.Announce, f.AnnounceDual, f.AnnounceWhether))
    mark = "?" if isinstance(change, f.AnnounceWhether) else "!" if change.group else ""
    audience = "{" + ",".join(sorted(change.group)) + "}" if change.group else ""
    return f"[{brief(change.statement)}{mark}{audience}]"


def both(items: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return listing(items, "and")


def either(items: Iterable[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return listing(items)


def neither(items: Sequence[str]) -> str:
    """The subject of a denial: ``neither a nor b``, ``none of a, b and c``."""
    return f"neither {items[0]} nor {items[1]}" if len(items) == 2 else f"none of {both(items)}"


def number(value: Fraction | int) -> str:
    """The exact number; of one with many digits the first: ``about 0.333333``, ``about 1.25e-4000``."""
    above, below = value.numerator, value.denominator
    if above.bit_length() + below.bit_length() < LONG and len(str(value)) <= SHOWN:
        return str(value)
    size = floor((above.bit_length() - below.bit_length()) * log10(2))
    if -PLAIN <= size <= PLAIN:
        return f"about {above / below:.6g}"
    first = above * 10**-size / below if size < 0 else above / (below * 10**size)
    figures, _, more = f"{first:.5e}".partition("e")
    return f"about {figures.rstrip('0').rstrip('.')}e{size + int(more)}"
