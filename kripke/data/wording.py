"""Words for explanations: worlds, shortened formulas, lists and numbers in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, log10

from logic import clauses as f
from logic.errors import SHOWN, listing, shorten
from logic.formula import Formula
from logic.node_table import rebuild

NODES = 60  # maximal number of nodes of a formula that is shown in full

WIDTH = 160  # maximal number of characters of a shown formula or name

ELLIPSIS = f.Atom("…")  # Stands for the parts of a formula that are not shown
DEEP = 4  # maximal depth of nested names, and the least number of nodes, that are shown

LONG, PLAIN = 1_000, 12
"""The least number of bits of a number that is always rounded, and the greatest exponent of ten for which a number is
rounded as a float.
"""


_SEEN = {code: chr(0x2400 + code) for code in range(32)} | {127: "␡", 10: "⏎", 9: "⇥", 0xFFFE: "�", 0xFFFF: "�"}
_SEEN |= dict.fromkeys((*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)), "�")


class Abridged(frozenset[str]):
    """A state: the set of its true atoms, equal to the plain set, but displayed as the short text `shown`."""

    __slots__ = ("shown",)
    shown: str

    def __new__(cls, atoms: Iterable[str], shown: str) -> Abridged:
        """Build the state with these true atoms and this short text."""
        state = super().__new__(cls, atoms)
        state.shown = shown
        return state

    def __reduce__(self) -> tuple[type[Abridged], tuple[frozenset[str], str]]:
        return Abridged, (frozenset(self), self.shown)


def world_text(world: object) -> str:
    """The name of a world as one line of text, such as ``w1``, ``{m1, m2}`` or ``(4, 13)``."""
    return shorten(_name(world, DEEP), WIDTH)


def world_quoted(world: object) -> str:
    """The name of a world as one line of text, in quotation marks if it is a string, for messages about arguments."""
    return shorten(repr(world) if isinstance(world, str) else _name(world, DEEP))


def visible(text: str) -> str:
    """The text in one line, with replacements for control characters and characters that XML does not allow."""
    if text.isascii() and text.isprintable():
        return text
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
    """A sorting key for natural order: m2 comes before m10."""
    return [(int(run), "") if run.isdecimal() else (-1, run) for run in re.split(r"(\d{1,9})", text)]


def brief(formula: Formula, nodes: int = NODES, width: int = WIDTH) -> str:
    """The text of a formula; deeper parts of a large formula are replaced by ``…``.

    O(`nodes` + `width`) for a formula of any size.
    """
    text = _pruned(formula, nodes)
    while len(text) > width and nodes > DEEP:
        nodes //= 2
        text = _pruned(formula, nodes)
    return shorten(text, width)


def pruned(formula: Formula, nodes: int = NODES) -> Formula:
    """The formula, cut to about `nodes` outermost nodes; the atom ``…`` replaces deeper parts.

    O(`nodes`) for a formula of any size.
    """
    tree, whole = _outer(formula, nodes)
    if whole:
        return formula
    parts: list[Formula] = [ELLIPSIS] * len(tree)
    for i in range(len(tree) - 1, -1, -1):
        node, kids = tree[i]
        if kids is not None:
            parts[i] = rebuild(node, [parts[k] for k in kids])
    return parts[0]


def _pruned(formula: Formula, nodes: int) -> str:
    """The text of a formula, cut to about `nodes` outermost nodes."""
    shown = pruned(formula, nodes)
    return str(shown) if shown is formula else str(shown).replace(f'"{ELLIPSIS.name}"', ELLIPSIS.name)


def _outer(formula: Formula, nodes: int) -> tuple[list[tuple[Formula, Sequence[int] | None]], bool]:
    """A list of the outermost nodes, and whether it has all nodes of the formula.

    Each node comes with the indices of its children in the list, or with None if its children are cut off.
    """
    tree: list[tuple[Formula, Sequence[int] | None]] = [(formula, None)]
    i = 0
    while i < len(tree) and len(tree) <= nodes:
        node = tree[i][0]
        tree[i] = node, range(len(tree), len(tree) + len(node.children))
        tree += [(child, None) for child in node.children]
        i += 1
    return tree, i == len(tree)


def core(formula: Formula) -> tuple[Formula, int]:
    """The subformula under the outermost negations, and the number of these negations."""
    count = 0
    while isinstance(formula, f.Not):
        formula, count = formula.sub, count + 1
    return formula, count


def is_literal(formula: Formula) -> bool:
    """Whether the formula is an atom or a constant, possibly under one or more negations."""
    return isinstance(core(formula)[0], (f.Atom, f.Top, f.Bottom))


def predicate(formula: Formula, holds: bool) -> str:
    """Words that say whether a formula holds, such as ``p is true`` or ``K_a p fails``.

    For a negated atom, they are about the atom: ``p is false`` if ``~p`` holds.
    """
    if is_literal(formula):
        return f"{brief(core(formula)[0])} is {verb(formula, holds)}"
    return f"{brief(formula)} {verb(formula, holds)}"


def verb(formula: Formula, holds: bool) -> str:
    """The last word of `predicate`: ``true`` or ``false`` for a literal, otherwise ``holds`` or ``fails``."""
    inner, negations = core(formula)
    if isinstance(inner, (f.Atom, f.Top, f.Bottom)):
        return "true" if holds ^ bool(negations % 2) else "false"
    return "holds" if holds else "fails"


def change_text(change: Formula) -> str:
    """The outermost operator of a dynamic formula as text: ``[p]`` (also for ``<p>``), ``[p!{a,b}]`` or ``[@peek]``."""
    if isinstance(change, (f.Act, f.ActDual)):
        return f"[@{change.action}]"
    if not isinstance(change, (f.Announce, f.AnnounceDual, f.AnnounceWhether)):
        return brief(rebuild(change, [*change.children[:-1], ELLIPSIS])).replace(f'"{ELLIPSIS.name}"', "").rstrip()
    mark = "?" if isinstance(change, f.AnnounceWhether) else "!" if change.group else ""
    audience = "{" + ",".join(sorted(change.group)) + "}" if change.group else ""
    return f"[{brief(change.statement)}{mark}{audience}]"


def both(items: Iterable[str]) -> str:
    """Join the items with "and": ``a``, ``a and b``, ``a, b and c``."""
    return listing(items, "and")


def neither(items: Sequence[str]) -> str:
    """The subject of a negative sentence, such as ``neither a nor b`` or ``none of a, b and c``."""
    return f"neither {items[0]} nor {items[1]}" if len(items) == 2 else f"none of {both(items)}"


def number(value: Fraction | int) -> str:
    """The number as a string, such as ``1/3``, or rounded if it has many digits, such as ``about 1.25e-4000``."""
    above, below = value.numerator, value.denominator
    if above.bit_length() + below.bit_length() < LONG and len(str(value)) <= SHOWN:
        return str(value)
    size = floor((above.bit_length() - below.bit_length()) * log10(2))
    if -PLAIN <= size <= PLAIN:
        return f"about {above / below:.6g}"
    first = above * 10**-size / below if size < 0 else above / (below * 10**size)
    figures, _, more = f"{first:.5e}".partition("e")
    return f"about {figures.rstrip('0').rstrip('.')}e{size + int(more)}"
