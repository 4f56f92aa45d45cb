"""The tree of reasons, with output as text, HTML, DOT and plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import count, groupby, zip_longest
from textwrap import wrap
from typing import Any, NamedTuple

from kripke.data.lazy import Pictured
from kripke.data.wording import brief, change_text, is_literal, world_text
from kripke.data.worlds import World
from kripke.why.point import ANNOUNCED, Labels, Sentence, mentioned, spelled
from kripke.why.runs import Run
from logic.clauses import Act, ActDual, Atom
from logic.exact import require_whole
from logic.formula import Formula

WHOLE, TEXT = 1_000, 100_000  # maximal numbers of nodes and of characters of a formula that plain data writes in full

LINE = 44  # characters in a line of a DOT node


Row = tuple["Explanation | None", int, str]  # a line of the text: its explanation, its depth and its words


class Told:
    """Reasons that are shown as indented lines."""

    def rows(self) -> Iterator[Row]:
        """Yield the lines, each with its explanation or None, its depth and its text."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Indented text, one line for each reason."""
        return "\n".join(["  " * depth + text for _, depth, text in self.rows()])

    def to_html(self) -> str:
        """Return nested HTML elements, ``details`` for a line with lines below it; the text is escaped."""
        from html import escape  # for notebooks only

        out, open_at, rows = ['<div class="whoknows-explanation">'], list[int](), list(self.rows())
        for place, (node, depth, text) in enumerate(rows):
            while open_at and open_at[-1] >= depth:
                open_at.pop()
                out.append("</details>")
            indent = ' style="margin-left:1.2em"' if depth else ""
            words = escape(text) if node is None else f"{'✓' if node.holds else '✗'} {escape(text)}"
            if place + 1 < len(rows) and rows[place + 1][1] > depth:
                out.append(f'<details open="open"{indent}><summary>{words}</summary>')
                open_at.append(depth)
            else:
                out.append(f"<div{indent}>{words}</div>")
        return "\n".join([*out, *["</details>"] * len(open_at), "</div>"])

    def _repr_html_(self) -> str:
        return self.to_html()


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(Told, Pictured):
    """The reason why a formula holds or fails at a world, with the reasons below it.

    Parameters
    ----------
    formula : Formula
        The explained formula.
    world : World
        Name of the world.
    holds : bool
        Whether the formula holds there.
    reason : str
        The reason in one sentence, with the witness.
    children : tuple of Explanation
        The reasons below. Empty if the same formula at the same world was explained before; `repeats` is then True.
    after : tuple of Formula
        The announcements and other changes after which the formula is evaluated, in this order. Each is given as a
        formula that begins with it, such as ``[p] q``.
    omitted : int
        Number of children that are not shown.
    path : tuple of (str, World)
        For common knowledge, ``E^n`` and programs: steps to a counterexample or witness, each as an agent and a world.
    run : Run or None
        In a model with time: a run that shows why the formula holds or fails, or that leads to a counterexample.
    number : int or None
        A number if the explanation is repeated later in the tree. All repetitions have the same number.
    repeats : bool
        Whether this repeats an earlier explanation.
    gloss : str
        The meaning of technical terms in the reason, such as "within reach", where they first occur in the tree.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    >>> why = m.check("K_a p").explain()
    >>> print(why)
    K_a p fails at w1: a cannot tell w1 from w2, and p is false at w2
    >>> why.holds, why.children[0].world
    (False, 'w2')
    """

    formula: Formula
    world: World
    holds: bool
    reason: str
    children: tuple[Explanation, ...] = ()
    after: tuple[Formula, ...] = ()
    omitted: int = 0
    path: tuple[tuple[str, World], ...] = ()
    run: Run | None = None
    number: int | None = None
    repeats: bool = False
    gloss: str = ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Explanation):
            return NotImplemented
        return self is other or all(a == b for a, b in zip_longest(_parts(self), _parts(other)))

    def __hash__(self) -> int:
        return hash((self.formula, self.world, self.reason, len(self.children)))

    @property
    def claim(self) -> str:
        """The statement that is explained, such as ``K_a p fails at w1``."""
        return f"{brief(self.formula)} {self.verb} at {world_text(self.world)}"

    @property
    def verb(self) -> str:
        """The word ``holds`` or ``fails``."""
        return "holds" if self.holds else "fails"

    @property
    def sentence(self) -> str:
        """The statement that is explained and its reason, preceded by the changes in `after`."""
        return _Writer(Labels()).sentence(self, self.after)

    @property
    def obvious(self) -> bool:
        """Whether the explanation is only the truth value of a literal, which the reason above it already states."""
        return not self.children and is_literal(self.formula)

    def of_several(self, phrase: str) -> Explanation:
        """Return the explanation with an added `phrase`, which says at how many worlds the formula holds."""
        pieces = getattr(self.reason, "pieces", (self.reason,))
        return replace(self, reason=Sentence((*pieces, f"; the formula {phrase}")))

    def walk(self) -> Iterator[Explanation]:
        """All explanations of the tree in reading order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)

    def rows(self) -> Iterator[Row]:
        """Yield the lines of the text as tuples: the explanation or None, the depth, and the text.

        The explanation is None for a step of a run, an ellipsis, and the definition of a label ``φ1 := p ∨ q``.
        """
        writer = _Writer(_labels(self))
        stack: list[Row] = [(self, 0, writer.sentence(self, self.after))]
        while stack:
            line = stack.pop()
            yield line
            node, depth, _ = line
            if node is not None:
                stack += reversed(writer.below(node, depth + 1))
            if node is self:
                yield from [(None, 1, definition) for definition in writer.labels.definitions]

    def __repr__(self) -> str:
        return f"<Explanation: {self.claim}>"

    def to_dot(self, depth: int | None = None) -> str:
        """Return the tree in the DOT language; a repeated explanation is a dashed arrow to its first occurrence.

        Worlds with long names have labels. Below `depth` only the number of reasons is shown. A single reason
        shares the box of the line above if both have the same truth value.
        """
        out = ["digraph explanation {", '  node [shape=box, style="rounded,filled", fontname="DejaVu Sans"];']
        for name, box in enumerate(boxes_of(self, None if depth is None else require_whole(depth, "depth"))):
            if box.same is not None:
                out.append(f'  n{box.above} -> n{box.same} [style=dashed, label="as above"];')
                continue
            colour = "#e3f4e1" if box.holds else "#fbe3e0"
            style = 'shape=plaintext, style=""' if box.holds is None else f'fillcolor="{colour}"'
            label = "\\n".join([_quoted(text) for text in box.lines])
            out.append(f'  n{name} [label="{label}", {style}];')
            if box.above is not None:
                out.append(f"  n{box.above} -> n{name};")
        return "\n".join([*out, "}", ""])

    @property
    def cuts(self) -> Sequence[int]:
        """The positive values of `depth` for which `to_dot` omits some reasons, largest first."""
        return range(max(depth for _, depth, _ in self.rows()) - 1, 0, -1)

    def to_dict(self) -> dict[str, Any]:
        """The tree as plain data for JSON."""
        dicts: dict[int, dict[str, Any]] = {}
        for node in reversed(list(self.walk())):  # without recursion, which a deep tree would not allow
            optional: dict[str, Any] = {
                "after": [change_text(change) for change in node.after],
                "omitted": node.omitted,
                "path": [[agent, world_text(world)] for agent, world in node.path],
                "run": node.run and node.run.to_dict(),
                "number": node.number,
                "repeats": node.repeats,
                "gloss": node.gloss,
            }
            dicts[id(node)] = {
                "formula": brief(node.formula, WHOLE, TEXT),
                "world": world_text(node.world),
                "holds": node.holds,
                "reason": node.reason,
                **{name: value for name, value in optional.items() if value},
                "children": [dicts[id(child)] for child in node.children],
            }
        return dicts[id(self)]


def _parts(root: Explanation) -> Iterator[tuple[Any, ...]]:
    """The nodes in reading order without their children, to compare deep trees without recursion."""
    for node in root.walk():
        yield tuple([len(node.children) if key == "children" else getattr(node, key) for key in FIELDS])


FIELDS = tuple(field.name for field in fields(Explanation))


def _labels(root: Explanation) -> Labels:
    """Labels for the formulas that a tree mentions often; none for a tree without nested announcements."""
    shown = [node for node in root.walk() if not node.obvious]
    if not any(
        len(node.after) > 1 or (isinstance(node.formula, ANNOUNCED) and isinstance(node.formula.sub, ANNOUNCED))
        for node in shown
    ):
        return Labels()
    return Labels([formula for node in shown for formula in (node.formula, *mentioned(node.reason), *node.after)])


class _Writer:
    """A writer of the lines of an explanation, with labels for its long formulas."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def sentence(self, node: Explanation, changes: tuple[Formula, ...]) -> str:
        """The line of a node in words, preceded by the given changes."""
        number = f"({node.number}) " if node.number is not None and not node.repeats else ""
        prefix = f"after {', then '.join(self._changes(changes))}, " if changes else ""
        reason = spelled(node.reason, self.labels.text)
        claim = f"{self.labels.text(node.formula)} {node.verb} at {world_text(node.world)}"
        facts = reason if isinstance(node.formula, Atom) else f"{claim}: {reason}"
        return number + prefix + facts + (f" ({node.gloss})" if node.gloss else "")

    def _changes(self, changes: tuple[Formula, ...]) -> Iterator[str]:
        """The changes in words: each action by its name, consecutive announcements as formulas in brackets."""
        for acted, group in groupby(changes, lambda change: isinstance(change, (Act, ActDual))):
            if acted:
                yield from [change.action for change in group if isinstance(change, (Act, ActDual))]
            else:
                yield "".join([change_text(self.labels.inside(change)) for change in group])

    def below(self, node: Explanation, depth: int) -> list[Row]:
        """The lines under a node: its run, reasons in the same model, an ellipsis, reasons in other models."""
        shown = [child for child in node.children if not child.obvious]
        here = [child for child in shown if child.after == node.after]
        there = [child for child in shown if child.after != node.after]
        lines: list[Row] = [(None, depth, line) for line in (node.run.lines() if node.run else ())]
        lines += [(child, depth, self.sentence(child, ())) for child in here]
        if node.omitted and (here or not node.children):
            lines.append((None, depth, f"… ({node.omitted:,} more)"))
        return lines + [(child, depth, self.sentence(child, child.after)) for child in there]


class TreeBox(NamedTuple):
    """A box of the tree in a picture."""

    lines: tuple[str, ...]  # each explains the one above
    holds: bool | None  # None: no explanation, but steps of a run, or definitions of labels
    above: int | None  # the number of the box above
    same: int | None = None  # the number of the box with the explanation that this box repeats


def boxes_of(root: Explanation, depth: int | None = None) -> list[TreeBox]:
    """The boxes of the tree. Worlds with long names get short labels; reasons below `depth` are counted, not shown."""
    boxes = _boxes(_labelled(root, _within(list(root.rows()), depth)))
    firsts: dict[int | None, int] = {}
    for place, (rows, _) in enumerate(boxes):
        firsts |= {node.number: place for node, _, _ in rows if node is not None and not node.repeats}
    tree_boxes = []
    for rows, above in boxes:
        node, lines = rows[0][0], tuple(text for _, _, text in rows)
        same = firsts.get(node.number) if node is not None and node.repeats else None
        tree_boxes.append(TreeBox(lines, None if node is None else node.holds, above, same))
    return tree_boxes


def _within(rows: Sequence[Row], depth: int | None) -> list[Row]:
    """Return the lines down to a depth, with notes on the number of omitted deeper lines."""
    if depth is None:
        return [*rows]
    kept: list[Row] = []
    for is_deeper, group in groupby(rows, lambda row: row[1] > depth):
        some = list(group)
        kept += [(None, depth + 1, f"… ({len(some):,} more)")] if is_deeper else some
    return kept


LONG_NAME = 12  # maximal number of characters of a world's name in a picture; longer names get labels


def _labelled(root: Explanation, rows: Sequence[Row]) -> list[Row]:
    """The lines with labels in place of long names of worlds; the labels are defined after the first line."""
    nodes = list(root.walk())
    names = dict.fromkeys(world_text(world) for node in nodes for world in (node.world, *(w for _, w in node.path)))
    formulas = "\n".join([brief(formula) for node in nodes for formula in (node.formula, *mentioned(node.reason))])
    long = [name for name in names if len(name) > LONG_NAME and name not in formulas]
    free = (label for label in map("w{}".format, count(1)) if label not in names)
    labels = dict(zip(long, free, strict=False))
    if not labels:
        return list(rows)
    pattern = re.compile("|".join(map(re.escape, sorted(labels, key=len, reverse=True))))
    lines = [(node, depth, pattern.sub(lambda match: labels[match[0]], text)) for node, depth, text in rows]
    shown = "\n".join([text for _, _, text in lines])
    key = [(None, 1, f"{label} := {name}") for name, label in labels.items() if re.search(rf"\b{label}\b", shown)]
    return [lines[0], *key, *lines[1:]]


_Box = tuple[list[Row], int | None]  # lines below each other in a picture, and the number of the box above


def _boxes(rows: Sequence[Row]) -> list[_Box]:
    """Group lines into boxes.

    A single reason joins the box of the line above if both have the same truth value. Successive lines without an
    explanation, such as the steps of a run, share a box.
    """
    boxes, box_of, above, parents = list[_Box](), list[int](), list[int](), list[int | None]()
    for place, (_, depth, _) in enumerate(rows):
        del above[depth:]
        parents.append(above[-1] if above else None)
        above.append(place)
    below = Counter(parents)
    for place, (row, parent) in enumerate(zip(rows, parents, strict=True)):
        node, upper = row[0], rows[parent][0] if parent is not None else None
        joined = node and upper and not node.repeats and node.holds == upper.holds and below[parent] == 1
        if place and not node and not rows[place - 1][0] and parents[place - 1] == parent:  # such as steps of a run
            joined, parent = True, place - 1
        box_of.append(box_of[parent or 0] if joined else len(boxes))
        if joined:
            boxes[box_of[-1]][0].append(row)
        else:
            boxes.append(([row], None if parent is None else box_of[parent]))
    return boxes


def _quoted(text: str) -> str:
    """The text as the content of a DOT string, wrapped to `LINE` characters."""
    lines = wrap(text, LINE, break_on_hyphens=False) or [""]
    return "\\n".join([line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for line in lines])
